//! The sheet of orders, sketched: what each stroke makes of it, judged by the code that judges the answer.

use super::{compose, controls, ghost, says};
use crate::battle::Battle;
use crate::check::{self, Checked, Sheet};
use crate::field::{Field, Post};
use crate::order::{Answer, Letter, Order, OrderSheet, Ref, StaffMove, Written};
use crate::troop::{Arm, Gait, State};
use crate::unit::{Side, StaffId, Unit, UnitId};
use crate::view::Known;
use crate::{clause, rule, say, slip, staffwork};
use desk::board::{
    Act, AimPoint, Aimed, Alternative, Control, Means, Missing, Refused, Setting, Sketch, Sketched, Stroke,
};
use desk::sketch::{draft, json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use umpire::{Clause, Refusal};
use words::{Joint, Message};

/// The sheet so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Draft {
    #[serde(default)]
    pub orders: BTreeMap<Ref, Order>,
    #[serde(default)]
    pub staff: BTreeMap<Ref, StaffMove>,
    /// One message for each courier; without words it is not sent.
    #[serde(default)]
    pub letters: BTreeMap<Ref, Letter>,
    #[serde(default)]
    pub instructions: BTreeMap<Ref, String>,
}

/// What a stroke is judged by.
pub(super) struct Desk<'a> {
    pub b: &'a Battle,
    pub f: &'a Field,
    pub side: Side,
    pub known: &'a Known,
}

/// What a stroke is about.
enum Taken {
    Units(Vec<UnitId>),
    Staff(StaffId),
    Nobody,
}

impl Desk<'_> {
    pub fn check(&self, u: &Unit, o: &Order) -> Result<Checked, Refusal> {
        check::check(self.f, self.side, u.id, o, self.known)
    }

    fn staff(&self, code: &str) -> Option<StaffId> {
        self.f.staff.iter().find(|s| s.side == self.side && s.present() && *s.code == *code).map(|s| s.id)
    }

    fn taken(&self, pieces: &[String]) -> Result<Taken, Refusal> {
        let mut units = Vec::new();
        for p in pieces {
            match (check::own(self.f, self.side, p), self.staff(p)) {
                (Some(u), _) if !units.contains(&u) => units.push(u),
                (Some(_), _) => {}
                (_, Some(s)) if pieces.len() == 1 => return Ok(Taken::Staff(s)),
                (_, Some(_)) => {}
                _ => return Err(Refusal::form(say!("orders-of-own-units"))),
            }
        }
        Ok(if units.is_empty() { Taken::Nobody } else { Taken::Units(units) })
    }

    fn judge(&self, d: &Draft) -> Sheet {
        let sheet: OrderSheet = d.orders.clone();
        check::check_sheet(self.f, self.side, &sheet, self.known)
    }

    /// Is everything in the draft about the side's own?
    fn holds(&self, d: &Draft) -> bool {
        let unit = |c: &Ref| check::own(self.f, self.side, c).is_some();
        let staff = |c: &Ref| self.staff(c).is_some();
        d.orders.keys().all(unit)
            && d.instructions.keys().all(unit)
            && d.staff.iter().all(|(c, m)| staff(c) && *c == m.who)
            && d.letters
                .iter()
                .all(|(c, l)| staff(c) && *c == l.courier && l.says.len() <= 2 * staffwork::LONGEST)
    }
}

/// One stroke on the sheet.
pub(super) fn stroke(b: &Battle, side: Side, s: &Stroke) -> Result<Sketched, Refusal> {
    let known = b.known(side);
    let desk = Desk { b, f: b.field(), side, known: &known };
    let before: Draft = draft(&s.draft)?;
    if !desk.holds(&before) {
        return Err(Refusal::form(say!("orders-of-own-units")));
    }
    let taken = desk.taken(&s.pieces)?;
    let mut after = before.clone();
    let tried = match &taken {
        Taken::Units(units) => on_units(&desk, units, &s.act, &mut after)?,
        Taken::Staff(who) => on_staff(&desk, *who, &s.act, &mut after),
        Taken::Nobody => {
            if s.act == Act::Clear {
                after = Draft::default();
            }
            Ok(())
        }
    };
    if let Act::Fill { answer } = &s.act {
        fill(&desk, answer, &mut after)?;
    }
    let mut refusal = None;
    if let Err(r) = tried {
        refusal = Some(Refused::from(r));
        after = before;
    }
    Ok(Sketched { refusal, ..show(&desk, &after, &taken) })
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
                d.instructions.remove(&code);
                continue;
            }
            Act::Type { text } => slip::read_from(text, desk.f.edge(desk.side)).map_err(Refusal::form),
            Act::Drag { x, y, facing } => {
                let by = u.base.front - first;
                compose::drag(desk, u, now.as_ref(), [x + by.x, y + by.y], *facing)
            }
            Act::Point { x, y } => compose::point(desk, u, now.as_ref(), [*x, *y]),
            Act::Turn { degrees } => compose::turn(desk, u, now.as_ref(), *degrees),
            Act::Aim { at } => compose::aim(desk, u, now.as_ref(), at),
            Act::Set { control, value } if control == "instruction" => {
                let Some(text) = value.as_str() else { return Err(Refusal::form(say!("words-are-asked"))) };
                if text.trim().is_empty() {
                    d.instructions.remove(&code);
                    continue;
                }
                let one = BTreeMap::from([(code.clone(), text.to_owned())]);
                if let Err(r) = staffwork::check_instructions(desk.f, desk.side, &one) {
                    return Ok(Err(r));
                }
                d.instructions.extend(one);
                continue;
            }
            Act::Set { control, value } => match controls::set(desk, u, now.as_ref(), control, value)? {
                Some(o) => Ok(o),
                None => {
                    d.orders.remove(&code);
                    continue;
                }
            },
        };
        let judged = new.and_then(|o| desk.check(u, &o).map(|_| o));
        match judged {
            Ok(o) => drop(d.orders.insert(code, o)),
            Err(r) => return Ok(Err(r)),
        }
    }
    Ok(Ok(()))
}

/// Strokes on a staff figure: he rides, joins somebody, or carries a message.
fn on_staff(desk: &Desk, who: StaffId, act: &Act, d: &mut Draft) -> Result<(), Refusal> {
    let s = &desk.f[who];
    let code = s.code.to_string();
    let from = d.staff.get(&code).map_or(0.0, |m| m.from);
    let moved = match act {
        Act::Pick | Act::Fill { .. } => return Ok(()),
        Act::Clear => {
            d.staff.remove(&code);
            d.letters.remove(&code);
            return Ok(());
        }
        Act::Drag { x, y, .. } | Act::Point { x, y } => {
            StaffMove { who: code.clone(), to: Some([*x, *y]), join: None, from }
        }
        Act::Aim { at } => StaffMove { who: code.clone(), to: None, join: Some(at.clone()), from },
        Act::Set { control, value } => match control.as_str() {
            "join" => {
                let Some(at) = value.as_str() else { return Err(Refusal::form(say!("words-are-asked"))) };
                StaffMove { who: code.clone(), to: None, join: Some(at.into()), from }
            }
            "from" => {
                let at =
                    value.as_f64().ok_or_else(|| Refusal::by(clause!("play.clock"), say!("check-clock")))?;
                let now = d.staff.get(&code).ok_or_else(|| Refusal::form(say!("rides-nowhere")))?;
                StaffMove { from: at, ..now.clone() }
            }
            "letter" | "letter_to" => return writes(desk, &code, control, value, d),
            _ => return Err(Refusal::form(say!("no-such-control-here"))),
        },
        Act::Turn { .. } | Act::Type { .. } => {
            return Err(Refusal::by(clause!("08.01.7"), say!("staff-takes-no-orders")));
        }
    };
    staffwork::check_move(desk.f, desk.side, &moved)?;
    d.staff.insert(code, moved);
    Ok(())
}

/// What a courier is given to carry.
fn writes(desk: &Desk, code: &str, control: &str, value: &Value, d: &mut Draft) -> Result<(), Refusal> {
    let Some(text) = value.as_str() else { return Err(Refusal::form(say!("words-are-asked"))) };
    let mut l = d.letters.get(code).cloned().unwrap_or_else(|| {
        let to = receivers(desk, code).into_iter().next().unwrap_or_default();
        Letter { courier: code.to_owned(), to, says: String::new() }
    });
    if control == "letter" {
        l.says = text.to_owned();
    } else {
        l.to = text.to_owned();
    }
    if l.says.trim().is_empty() {
        // Who gets it can be said before it is written.
        let probe = Letter { says: "?".into(), ..l.clone() };
        staffwork::check_letter(desk.f, desk.side, &probe)?;
    } else {
        staffwork::check_letter(desk.f, desk.side, &l)?;
    }
    d.letters.insert(code.to_owned(), l);
    Ok(())
}

/// To whom a courier can be sent with a message now.
fn receivers(desk: &Desk, courier: &str) -> Vec<Ref> {
    let commands = desk.f.commands.iter().filter(|c| c.side == desk.side).map(|c| c.code.to_string());
    let units = desk.f.side(desk.side).map(|u| u.code.to_string());
    let may = |to: &Ref| {
        let l = Letter { courier: courier.to_owned(), to: to.clone(), says: "?".into() };
        staffwork::check_letter(desk.f, desk.side, &l).is_ok()
    };
    commands.chain(units).filter(may).collect()
}

/// Writes a ready sheet below what is drawn: those who have an order already keep it.
fn fill(desk: &Desk, answer: &Value, d: &mut Draft) -> Result<(), Refusal> {
    let Ok(Answer::Orders { orders, staff, letters, instructions }) = umpire::read_value(answer) else {
        return Err(Refusal::form(say!("orders-are-awaited")));
    };
    for (code, written) in orders {
        let order = match written {
            Written::Data(o) => o,
            Written::Slip(text) => slip::read_from(&text, desk.f.edge(desk.side)).map_err(Refusal::form)?,
        };
        d.orders.entry(code).or_insert(order);
    }
    for m in staff {
        d.staff.entry(m.who.clone()).or_insert(m);
    }
    for l in letters {
        d.letters.entry(l.courier.clone()).or_insert(l);
    }
    for (to, text) in instructions {
        d.instructions.entry(to).or_insert(text);
    }
    if desk.holds(d) { Ok(()) } else { Err(Refusal::form(say!("orders-of-own-units"))) }
}

/// Whom the orders are aimed at.
fn aims(d: &Draft) -> Vec<Aimed> {
    let mut all = Vec::new();
    for (code, o) in &d.orders {
        let mut aim = |at: &Ref, means| {
            all.push(Aimed { from: code.clone(), at: AimPoint::Piece(at.clone()), means });
        };
        o.fire.iter().flat_map(|f| &f.at).for_each(|at| aim(at, Means::Fire));
        let charges = o.legs.iter().any(|l| controls::gait(l) == Some(Gait::Charge));
        let means = if charges { Means::Charge } else { Means::Attack };
        o.attack.iter().flat_map(|a| &a.target).for_each(|at| aim(at, means));
    }
    all
}

/// What the sheet has come to.
fn show(desk: &Desk, d: &Draft, taken: &Taken) -> Sketched {
    let judged = desk.judge(d);
    let line = |pieces: Vec<String>, says: Message, slip: String, refusal: Option<Refusal>| Sketch {
        pieces,
        says,
        slip,
        refusal: refusal.map(Refused::from),
    };
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
    for (code, m) in &d.staff {
        let says = match &m.join {
            Some(whom) => say!("staff-rides-to", code, whom),
            None => say!("staff-rides", code),
        };
        let refusal = staffwork::check_move(desk.f, desk.side, m).err();
        orders.push(line(vec![code.clone()], says, String::new(), refusal));
    }
    let letters: Vec<&Letter> = d.letters.values().filter(|l| !l.says.trim().is_empty()).collect();
    for l in &letters {
        let says = say!("letter-to", courier = &l.courier, to = &l.to, says = &l.says);
        let refusal = staffwork::check_letter(desk.f, desk.side, l).err();
        orders.push(line(vec![l.courier.clone()], says, String::new(), refusal));
    }
    for (to, text) in &d.instructions {
        let one = BTreeMap::from([(to.clone(), text.clone())]);
        let refusal = staffwork::check_instructions(desk.f, desk.side, &one).err();
        orders.push(line(vec![to.clone()], say!("instruction-to", to, text), String::new(), refusal));
    }
    let good = orders.iter().all(|o| o.refusal.is_none());
    let refused = |o: &Sketch| {
        let reason = &o.refusal.as_ref()?.reason;
        Some(Missing { pieces: o.pieces.clone(), says: say!("unit-refused", reason), must: true })
    };
    let mut missing: Vec<Missing> = orders.iter().filter_map(refused).collect();
    let waits = |u: &&Unit| u.state != State::Complete && u.leads.is_none() && u.arm != Arm::Train;
    let idle: Vec<String> = desk
        .f
        .side(desk.side)
        .filter(waits)
        .map(|u| u.code.to_string())
        .filter(|c| !d.orders.contains_key(c))
        .collect();
    if !idle.is_empty() {
        let says = match &idle[..] {
            [one] => say!("unit-has-no-order", unit = one),
            all => say!("units-have-no-order", units = all.len()),
        };
        missing.push(Missing { pieces: idle, says, must: false });
    }
    let staff: Vec<StaffMove> = d.staff.values().cloned().collect();
    let answer = good.then(|| {
        json(Answer::Orders {
            orders: d.orders.iter().map(|(c, o)| (c.clone(), Written::Data(o.clone()))).collect(),
            staff: staff.clone(),
            letters: letters.into_iter().cloned().collect(),
            instructions: d.instructions.clone(),
        })
    });
    let mut out = Sketched {
        draft: json(d),
        answer,
        ghosts: ghost::ghosts(desk.f, desk.known, &judged.orders, &staff),
        orders,
        missing,
        aims: aims(d),
        ..Sketched::default()
    };
    match taken {
        Taken::Units(units) => {
            out.pieces = units.iter().map(|u| desk.f[*u].code.to_string()).collect();
            if let [one] = units[..] {
                let u = &desk.f[one];
                let now = d.orders.get(&*u.code);
                out.says = says::order(now.unwrap_or(&Order::default()));
                out.slip = Some(now.map(slip::write).unwrap_or_default());
                out.controls = controls::controls(desk, u, now);
                let value = d.instructions.get(&*u.code).cloned().unwrap_or_default();
                out.controls.push(control(
                    "instruction",
                    say!("set-instruction"),
                    rule!("08.03.4"),
                    Setting::Words { value, hint: say!("instruction-hint") },
                ));
            } else {
                out.says = vec![say!("so-many-units", units = units.len())];
                out.controls = controls::of_many(desk, units, d);
            }
        }
        Taken::Staff(who) => {
            let s = &desk.f[*who];
            out.pieces = vec![s.code.to_string()];
            out.controls = staff_controls(desk, *who, d);
        }
        Taken::Nobody => {}
    }
    out
}

fn control(id: &str, label: Message, by: Clause, setting: Setting) -> Control {
    Control { id: id.into(), label, clause: Some(by.to_string()), pieces: Vec::new(), setting }
}

/// What can be set for a staff figure.
fn staff_controls(desk: &Desk, who: StaffId, d: &Draft) -> Vec<Control> {
    let s = &desk.f[who];
    let now = d.staff.get(&*s.code);
    let units = desk.f.side(desk.side).map(|u| u.code.to_string());
    let others = desk.f.staff.iter().filter(|o| o.side == s.side && o.present() && o.id != who);
    let among = units.chain(others.map(|o| o.code.to_string())).collect();
    let value = now.and_then(|m| m.join.clone());
    let mut all =
        vec![control("join", say!("set-rides-to"), rule!("08.01.6"), Setting::Piece { value, among })];
    if let Some(m) = now {
        let setting = Setting::Number {
            value: Some(m.from),
            least: 0.0,
            greatest: 1.0,
            step: 0.05,
            unit: say!("of-the-turn"),
        };
        all.push(control("from", say!("set-rides-from"), rule!("play.staff"), setting));
    }
    let to = receivers(desk, &s.code);
    if s.post != Post::Commander && !to.is_empty() {
        let letter = d.letters.get(&*s.code);
        let chosen = letter.map(|l| l.to.clone()).or_else(|| to.first().cloned());
        let options = to.iter().map(|t| Alternative::new(t.clone(), Message::verbatim(t.clone()))).collect();
        let setting = Setting::Choice { chosen, options };
        all.push(control("letter_to", say!("set-letter-to"), rule!("08.03.1"), setting));
        let value = letter.map(|l| l.says.clone()).unwrap_or_default();
        let setting = Setting::Words { value, hint: say!("letter-hint") };
        all.push(control("letter", say!("set-letter"), rule!("08.03.1"), setting));
    }
    all
}

/// What nothing sketched yet looks like; where a sheet was sent that may be amended, that sheet.
pub(super) fn empty(b: &Battle, side: Side) -> Sketched {
    let known = b.known(side);
    let desk = Desk { b, f: b.field(), side, known: &known };
    let mut d = Draft::default();
    if b.sent(side).is_some_and(|sent| fill(&desk, &json(sent), &mut d).is_err()) {
        d = Draft::default();
    }
    show(&desk, &d, &Taken::Nobody)
}
