//! The sheet of orders, sketched: what each stroke makes of it, judged by the code that judges the answer.

use super::{compose, controls, draft, ghost, json, odds, says};
use crate::battle::Battle;
use crate::check::{self, Sheet};
use crate::field::Field;
use crate::order::{Aim, Answer, Order, OrderSheet, Ref, Written};
use crate::troop::{Kind, State};
use crate::unit::{Side, Unit, UnitId};
use crate::view::Known;
use crate::{clause, say, slip, staffwork};
use desk::board::{Act, AimPoint, Aimed, Means, Missing, Reach, Reaches, Refused, Sketch, Sketched, Stroke};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use umpire::Refusal;
use words::Joint;

/// The sheet so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Draft {
    #[serde(default)]
    pub orders: BTreeMap<Ref, Order>,
    #[serde(default)]
    pub instructions: BTreeMap<Ref, String>,
}

/// What a stroke is judged by.
pub(super) struct Desk<'a> {
    pub f: &'a Field,
    pub side: Side,
    pub known: &'a Known,
}

/// What a stroke is about.
enum Taken {
    Units(Vec<UnitId>),
    /// A general, with the command he leads.
    General(crate::unit::StaffId),
    Nobody,
}

impl Desk<'_> {
    fn taken(&self, pieces: &[String]) -> Result<Taken, Refusal> {
        let mut units = Vec::new();
        for p in pieces {
            if let Some(u) = check::own(self.f, self.side, p) {
                if !units.contains(&u) {
                    units.push(u);
                }
                continue;
            }
            let staff = self.f.staff.iter().find(|s| s.side == self.side && s.present() && *s.code == **p);
            match staff {
                Some(s) if pieces.len() == 1 => return Ok(Taken::General(s.id)),
                Some(_) => {}
                None => {
                    return Err(Refusal::form(say!("orders-sketched-own-units-table")));
                }
            }
        }
        Ok(if units.is_empty() { Taken::Nobody } else { Taken::Units(units) })
    }

    fn judge(&self, d: &Draft) -> Sheet {
        let sheet: OrderSheet = d.orders.clone();
        check::check_sheet(self.f, self.side, &sheet, self.known)
    }
}

/// One stroke on the sheet.
pub(super) fn stroke(m: &Battle, side: Side, s: &Stroke) -> Result<Sketched, Refusal> {
    let (known, field) = (m.known(side), m.unsent(side));
    let desk = Desk { f: &field, side, known: &known };
    let before: Draft = draft(&s.draft)?;
    let most = desk.f.side(side).count();
    if before.orders.len() > most || before.orders.keys().any(|k| check::own(desk.f, side, k).is_none()) {
        return Err(Refusal::form(say!("draft-orders-units")));
    }
    if before.instructions.len() > desk.f.commands.len() {
        return Err(Refusal::form(say!("draft-instructions-commands")));
    }
    let taken = desk.taken(&s.pieces)?;
    let mut after = before.clone();
    let tried = match &taken {
        Taken::Units(units) => on_units(&desk, units, &s.act, &mut after)?,
        Taken::General(g) => on_general(&desk, *g, &s.act, &mut after),
        Taken::Nobody => match s.act {
            Act::Clear => {
                after = Draft::default();
                Ok(())
            }
            _ => Ok(()),
        },
    };
    if let Act::Fill { answer } = &s.act {
        fill(&desk, answer, &mut after)?;
    }
    let mut refusal = None;
    if let Err(r) = tried {
        refusal = Some(Refused::from(r));
        after = before;
    }
    let mut out = show(&desk, &after, &taken);
    out.refusal = refusal;
    Ok(out)
}

/// Strokes on units. `Err` within is a rule's refusal.
fn on_units(desk: &Desk, units: &[UnitId], act: &Act, d: &mut Draft) -> Result<Result<(), Refusal>, Refusal> {
    let first = desk.f[units[0]].base.front;
    for id in units {
        let u = &desk.f[*id];
        let code = u.code.to_string();
        let now = d.orders.get(&code).cloned();
        let new = match act {
            Act::Pick | Act::Fill { .. } => continue,
            Act::Clear => {
                d.orders.remove(&code);
                continue;
            }
            Act::Type { text } => match slip::parse(text) {
                Ok(o) => Ok(o),
                Err(e) => Err(Refusal::form(e)),
            },
            Act::Drag { x, y, facing } => {
                let by = u.base.front - first;
                compose::drag(desk, u, now.as_ref(), [x + by.x, y + by.y], *facing)
            }
            Act::Point { x, y } => compose::point(desk, u, now.as_ref(), [*x, *y]),
            Act::Turn { degrees } => compose::turn(u, now.as_ref(), *degrees),
            Act::Aim { at } => compose::aim(desk, u, now.as_ref(), at),
            Act::Set { control, value } => match controls::set(desk, u, now.as_ref(), control, value)? {
                Ok(Some(o)) => Ok(o),
                Ok(None) => {
                    d.orders.remove(&code);
                    continue;
                }
                Err(r) => Err(r),
            },
        };
        let new = match new {
            Ok(o) => o,
            Err(r) => return Ok(Err(r)),
        };
        // An order that only wants its last word is kept; any other that breaks a rule is not.
        if let Err(r) = check::check(desk.f, desk.side, *id, &new, desk.known) {
            if !unfinished(&new) {
                return Ok(Err(r));
            }
        }
        d.orders.insert(code, new);
    }
    Ok(Ok(()))
}

/// Writes a ready sheet below what is drawn: those who have an order already keep it.
fn fill(desk: &Desk, answer: &Value, d: &mut Draft) -> Result<(), Refusal> {
    let no = || Refusal::form(say!("no-draft-question-begin-again"));
    let Ok(Answer::Orders { orders, instructions }) = umpire::read_value(answer) else {
        return Err(no());
    };
    for (code, written) in orders {
        if check::own(desk.f, desk.side, &code).is_none() {
            return Err(Refusal::form(say!("draft-orders-units")));
        }
        let order = match written {
            Written::Data(o) => o,
            Written::Slip(text) => slip::parse(&text).map_err(Refusal::form)?,
        };
        d.orders.entry(code).or_insert(order);
    }
    if instructions.keys().any(|to| !desk.f.commands.iter().any(|c| c.side == desk.side && *c.code == **to)) {
        return Err(Refusal::form(say!("draft-instructions-commands")));
    }
    for (to, text) in instructions {
        d.instructions.entry(to).or_insert(text);
    }
    Ok(())
}

/// A fire order of artillery that lacks only the guess.
pub(super) fn unfinished(o: &Order) -> bool {
    matches!(o, Order::Fire(f) if f.guess.is_none()
        && matches!(f.ammunition, Some(crate::troop::Ammunition::Shell | crate::troop::Ammunition::RoundShot)))
}

fn on_general(desk: &Desk, g: crate::unit::StaffId, act: &Act, d: &mut Draft) -> Result<(), Refusal> {
    let command = desk.f[desk.f[g].command].code.to_string();
    match act {
        Act::Pick => Ok(()),
        Act::Clear => {
            d.instructions.remove(&command);
            Ok(())
        }
        Act::Set { control, value } if control == "instruction" => {
            let Some(text) = value.as_str() else { return Err(Refusal::form(say!("instruction-words"))) };
            if text.trim().is_empty() {
                d.instructions.remove(&command);
                return Ok(());
            }
            let mut trial = desk.f.clone();
            staffwork::instruct(&mut trial, desk.side, &command, text)?;
            d.instructions.insert(command, text.to_string());
            Ok(())
        }
        _ => Err(Refusal::by(clause!("play.staff"), say!("generals-orderlies-take-no-orders"))),
    }
}

/// Whom and what the orders are aimed at.
fn aims(d: &Draft) -> Vec<Aimed> {
    let aim = |(code, order): (&Ref, &Order)| {
        let (at, means) = match order {
            Order::Fire(f) => match &f.at {
                Aim::Unit(label) => (AimPoint::Piece(label.clone()), Means::Fire),
                Aim::Point(at) => (AimPoint::Place(*at), Means::Fire),
                Aim::Nearest | Aim::Culprit => return None,
            },
            Order::Move(m) if m.attack => {
                let means = if m.charge { Means::Charge } else { Means::Attack };
                (AimPoint::Piece(m.target.clone()?), means)
            }
            _ => return None,
        };
        Some(Aimed { from: code.clone(), at, means })
    };
    d.orders.iter().filter_map(aim).collect()
}

/// Where a unit can fire as it stands. The book forbids measuring: the arc has no end but the table's (play.guess).
fn arc_of_fire(desk: &Desk, u: &Unit) -> Option<Reach> {
    let d = &crate::book::data().d;
    let degrees = match u.kind() {
        Kind::Unlimbered => d.artillery_arc,
        Kind::Infantry | Kind::Dismounted => d.small_arms_arc,
        _ => return None,
    };
    if !u.inside.is_empty() {
        return None;
    }
    let far = desk.f.ground.width + desk.f.ground.depth;
    let (l, r, a) = (u.base.front_left(), u.base.front_right(), degrees.to_radians());
    let ends = [l, l + u.base.dir.turned(a) * far, r + u.base.dir.turned(-a) * far, r];
    let round = desk::sketch::round;
    let outline = ends.iter().map(|p| [round(p.x), round(p.y)]).collect();
    Some(Reach { of: Reaches::Fire, outline, says: say!("reach-fire") })
}

/// What the sheet has come to.
fn show(desk: &Desk, d: &Draft, taken: &Taken) -> Sketched {
    let judged = desk.judge(d);
    let mut orders: Vec<Sketch> = d
        .orders
        .iter()
        .map(|(code, o)| Sketch {
            pieces: vec![code.clone()],
            says: say!("unit-does", code, does = words::list(says::order(o), Joint::Comma)),
            slip: slip::write(o),
            refusal: judged.refused.get(code).map(Refused::from),
        })
        .collect();
    let mut trial = None;
    for (to, text) in &d.instructions {
        let f = trial.get_or_insert_with(|| desk.f.clone());
        let refusal = staffwork::instruct(f, desk.side, to, text).err().map(Refused::from);
        orders.push(Sketch {
            pieces: Vec::new(),
            says: say!("instruction-to", to, text),
            slip: String::new(),
            refusal,
        });
    }
    let good = orders.iter().all(|o| o.refusal.is_none());
    let mut missing: Vec<Missing> = Vec::new();
    for (code, o) in &d.orders {
        if let Some(r) = judged.refused.get(code) {
            let says = if unfinished(o) {
                say!("guess-distance", code)
            } else {
                say!("unit-refused", code, reason = &r.reason)
            };
            missing.push(Missing { pieces: vec![code.clone()], says, must: true });
        }
    }
    let idle: Vec<String> = desk
        .f
        .side(desk.side)
        .filter(|u| u.state != State::Complete && !d.orders.contains_key(&*u.code))
        .map(|u| u.code.to_string())
        .collect();
    if !idle.is_empty() {
        let says = match &idle[..] {
            [one] => say!("unit-has-no-order", one),
            all => say!("units-have-no-order", count = all.len()),
        };
        missing.push(Missing { pieces: idle, says, must: false });
    }
    let written: BTreeMap<UnitId, check::Checked> = judged
        .orders
        .iter()
        .filter(|(u, _)| d.orders.contains_key(&*desk.f[**u].code))
        .map(|(u, c)| (*u, c.clone()))
        .collect();
    let answer = good.then(|| {
        json(Answer::Orders {
            orders: d.orders.iter().map(|(c, o)| (c.clone(), Written::Data(o.clone()))).collect(),
            instructions: d.instructions.clone(),
        })
    });
    let mut out = Sketched {
        draft: json(d),
        answer,
        ghosts: ghost::ghosts(desk.f, desk.known, &written),
        orders,
        missing,
        aims: aims(d),
        ..Sketched::default()
    };
    match taken {
        Taken::Units(units) => {
            out.pieces = units.iter().map(|u| desk.f[*u].code.to_string()).collect();
            if let [one] = units[..] {
                let now = d.orders.get(&*desk.f[one].code);
                out.says = says::order(now.unwrap_or(&Order::Stand));
                out.slip = Some(now.map(slip::write).unwrap_or_default());
                out.controls = controls::controls(desk, &desk.f[one], now);
                if desk.f[one].locked.is_empty() {
                    out.odds = written.get(&one).map_or_else(Vec::new, |c| odds::of_order(desk.f, one, c));
                } else {
                    out.odds = odds::of_melee(desk.f, desk.known, one);
                    out.says.push(say!("odds-of-melee"));
                }
                out.reach = arc_of_fire(desk, &desk.f[one]).into_iter().collect();
            } else {
                out.says = vec![say!("so-many-units", units = units.len())];
                out.controls = controls::of_many(desk, units, d);
            }
        }
        Taken::General(g) => {
            let s = &desk.f[*g];
            out.pieces = vec![s.code.to_string()];
            if s.general {
                let command = &*desk.f[s.command].code;
                let value = d.instructions.get(command).cloned().unwrap_or_default();
                out.controls = vec![controls::instruction(value)];
            }
        }
        Taken::Nobody => {}
    }
    out
}

/// What nothing sketched yet looks like; where a sheet was sent that may be amended, that sheet.
pub(super) fn empty(m: &Battle, side: Side) -> Sketched {
    let (known, field) = (m.known(side), m.unsent(side));
    let desk = Desk { f: &field, side, known: &known };
    let sent = m.sent(side).map(|(sheet, instructions)| Draft { orders: sheet.clone(), instructions });
    show(&desk, &sent.unwrap_or_default(), &Taken::Nobody)
}
