//! Generals and orderlies: their moves (03.01.5, play.staff), orders carried (03.03.2), instructions (03.01.1), and who takes
//! over when a general is lost (08.05).

use crate::book::data;
use crate::check::{Reach, reach};
use crate::clause;
use crate::event::EventKind;
use crate::field::{Field, StaffFate};
use crate::going;
use crate::order::{Order, OrderSheet, StaffMove};
use crate::raising;
use crate::reading;
use crate::say;
use crate::troop::State;
use crate::unit::{CommandId, Side, StaffId, Unit, UnitId};
use crate::view::Known;
use table::{Base, EPS, v2};
use umpire::{Clause, Refusal};
use words::Message;

/// A move that may be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StaffStep {
    pub staff: StaffId,
    pub to: Base,
    /// The unit with which he then is.
    pub with: Option<UnitId>,
    /// By which he goes there.
    pub by: Clause,
}

/// Judges a move of a general or orderly in the turn under way.
pub fn check_move(f: &Field, side: Side, m: &StaffMove, known: &Known) -> Result<StaffStep, Refusal> {
    let s = f
        .staff
        .iter()
        .find(|s| s.side == side && s.present() && *s.code == *m.who)
        .ok_or_else(|| Refusal::form(say!("no-general-orderly-side", who = &m.who, side)))?;
    if s.moved == Some(f.turn) {
        return Err(Refusal::by(clause!("03.01.5.a"), say!("used-move-turn", side = &s.code)));
    }
    let (to, with) = match (&m.to, &m.join) {
        (Some(p), None) => {
            let p = v2(p[0], p[1]);
            if !p.is_finite() || !f.ground.holds(p) {
                return Err(Refusal::by(clause!("play.edge"), say!("place-not-table")));
            }
            let dir = if p.dist(s.base.front) > EPS { (p - s.base.front).unit() } else { s.base.dir };
            (s.base.at(p, dir), None)
        }
        (None, Some(name)) => joined(f, side, s.id, name)?,
        _ => return Err(Refusal::form(say!("move-goes-place-joins"))),
    };
    going::staff_way(f, s, to.front)
        .map_err(|by| Refusal::by(by, say!("cannot-get-move-staff", side = &s.code)))?;
    let from = s.base.front;
    let across = |e: UnitId| {
        f.rects(&f[e]).iter().filter_map(|r| r.clip(from, to.front).map(|c| c.0)).reduce(f64::min)
    };
    let mut first = f64::INFINITY;
    for e in f.enemies(side) {
        if f.off_way(e, from, to.front) || e.state == State::Complete {
            continue;
        }
        let Some(t) = across(e.id) else { continue };
        if known.sees(e.id) {
            return Err(Refusal::by(
                clause!("play.staff"),
                say!(
                    "lies-across-way",
                    enemy = known.label(e.id).map_or_else(|| say!("an-enemy"), Message::verbatim)
                ),
            ));
        }
        first = first.min(t);
    }
    if first < f64::INFINITY {
        // An enemy nobody had seen: he pulls up short of him, and no refusal has told where he stands.
        let way = to.front - from;
        let short = (way.len() * first - data().d.break_in - 2.0 * EPS).max(0.0);
        return Ok(StaffStep {
            staff: s.id,
            to: s.base.at(from + way.unit() * short, way.unit()),
            with: None,
            by: clause!("play.staff"),
        });
    }
    Ok(StaffStep { staff: s.id, to, with, by: clause!("03.01.5.a") })
}

/// Where he stands who joins a unit, or an orderly who joins his general.
fn joined(f: &Field, side: Side, who: StaffId, name: &str) -> Result<(Base, Option<UnitId>), Refusal> {
    let s = &f[who];
    if let Some(u) = f.side(side).find(|u| *u.code == *name) {
        let n = f.staff.iter().filter(|o| o.id != who && o.present() && o.with == Some(u.id)).count();
        if !u.inside.is_empty() {
            return Ok((at_outline(f, u, &s.base), Some(u.id)));
        }
        return Ok((raising::beside(&raising::behind(&u.base, &s.base), n), Some(u.id)));
    }
    let general = f
        .staff
        .iter()
        .find(|g| g.side == side && g.general && g.present() && g.id != who && *g.code == *name)
        .ok_or_else(|| Refusal::form(say!("no-unit-no-general", name, side)))?;
    if s.general || s.command != general.command {
        return Err(Refusal::by(clause!("play.staff"), say!("no-orderly", side = &s.code, name)));
    }
    let n = 1 + f
        .staff
        .iter()
        .filter(|o| {
            o.id != who
                && !o.general
                && o.present()
                && (o.with.is_some() && o.with == general.with || touch(&o.base, &general.base))
        })
        .count();
    Ok((raising::beside(&s.base.at(general.base.front, general.base.dir), n), general.with))
}

/// At the nearest place of the outline that a garrison holds.
fn at_outline(f: &Field, u: &Unit, from: &Base) -> Base {
    let mut best = (f64::INFINITY, *from);
    for r in f.rects(u) {
        let l = r.local(from.front);
        let at = r.centre
            + r.dir.right() * l.x.clamp(-r.half_width, r.half_width)
            + r.dir * l.y.clamp(-r.half_depth, r.half_depth);
        let d = at.dist(from.front);
        if d < best.0 {
            best = (d, from.at(at, (r.centre - at).unit()));
        }
    }
    best.1
}

fn touch(a: &Base, b: &Base) -> bool {
    a.rect().gap(&b.rect()) <= EPS
}

/// Carries a judged move out.
pub fn carry_out(f: &mut Field, step: &StaffStep) -> EventKind {
    let turn = f.turn;
    let s = &mut f[step.staff];
    s.base = step.to;
    s.with = step.with;
    s.moved = Some(turn);
    EventKind::StaffMoved { staff: step.staff, to: step.to.pose(), with: step.with }
}

/// Those who are with a unit go where it has gone; it is not their move (03.01.5.b).
pub fn follow(f: &mut Field, unit: UnitId) {
    if !f.staff.iter().any(|s| s.with == Some(unit)) {
        return;
    }
    let base = f[unit].base;
    let with = f.staff.iter_mut().filter(|s| s.with == Some(unit) && s.fate == StaffFate::Present);
    for (n, s) in with.enumerate() {
        s.base = raising::beside(&raising::behind(&base, &s.base), n);
    }
}

/// Those who were with a unit that is gone stand alone where they are.
pub fn stand_alone(f: &mut Field, unit: UnitId) {
    for s in f.staff.iter_mut().filter(|s| s.with == Some(unit)) {
        s.with = None;
    }
}

/// Is the orderly in base contact with the general of his command?
pub fn with_general(f: &Field, orderly: StaffId) -> bool {
    let o = &f[orderly];
    let Some(g) = f[o.command].general.map(|g| &f[g]).filter(|g| g.present()) else { return false };
    o.present() && !o.general && (o.with.is_some() && o.with == g.with || touch(&o.base, &g.base))
}

/// At the end of a turn: orderlies who stand with their general can be sent out with an order (03.03.2, play.staff).
pub fn turn_ends(f: &mut Field) {
    for i in 0..f.staff.len() {
        if with_general(f, StaffId(i as u16)) {
            f.staff[i].dispatched = true;
        }
    }
}

/// Orders of this sheet are out: an orderly who carried one has to go back to his general before he carries another. Orders that
/// the unit could have had without him do not need him (03.03.3).
pub fn orders_carried(f: &mut Field, side: Side, sheet: &OrderSheet) {
    if f.readings.is(reading!("orderly", "once")) {
        return;
    }
    let spent: Vec<StaffId> = f
        .side(side)
        .filter(|u| matches!(sheet.get(&*u.code), Some(Order::Move(_) | Order::Resupply { .. })))
        .filter_map(|u| match reach(f, u) {
            Reach::Orderly(o) => Some(o),
            _ => None,
        })
        .collect();
    for o in spent {
        f[o].dispatched = false;
    }
}

/// The longest instruction.
const LONGEST: usize = 2000;

/// Lays an instruction on a command (03.01.1), in writing, from the general above it.
pub fn instruct(f: &mut Field, side: Side, to: &str, says: &str) -> Result<CommandId, Refusal> {
    let by = clause!("03.01.1");
    let c = f
        .commands
        .iter()
        .find(|c| c.side == side && *c.code == *to)
        .ok_or_else(|| Refusal::form(say!("no-command-side", to, side)))?;
    if c.above.is_none() {
        return Err(Refusal::by(by, say!("nobody-above-instruct", to)));
    }
    if says.len() > LONGEST {
        return Err(Refusal::form(say!("instruction-brief-most-characters", longest = LONGEST)));
    }
    let (id, turn) = (c.id, f.turn + 1);
    f[id].instruction = Some((turn, says.into()));
    Ok(id)
}

/// The generals directly below a command, with their commands.
pub fn heirs(f: &Field, command: CommandId) -> Vec<(CommandId, StaffId)> {
    f.commands
        .iter()
        .filter(|c| c.above == Some(command))
        .filter_map(|c| c.general.filter(|g| f[*g].present()).map(|g| (c.id, g)))
        .collect()
}

/// Figures on the table under a command.
fn figures_under(f: &Field, command: CommandId) -> u32 {
    f.present().filter(|u| f.in_chain(u.command, command)).map(|u| u32::from(u.figures)).sum()
}

/// Another of the generals below takes over instead of the one who did for the time being and goes back to the command that he left
/// (08.05.2), whatever other command is vacant.
pub fn change_heir(f: &mut Field, command: CommandId, back: CommandId, heir: StaffId) -> bool {
    let Some(now) = f[command].general else { return false };
    let Some((old, _)) = heirs(f, command).into_iter().find(|h| h.1 == heir) else { return false };
    if f[back].above != Some(command) || f[back].general.is_some() {
        return false;
    }
    f[back].general = Some(now);
    f[back].vacant = false;
    f[now].command = back;
    f[old].general = None;
    f[old].vacant = true;
    f[command].general = Some(heir);
    f[heir].command = command;
    true
}

/// A general has fallen or been taken (08.05.1, 08.05.2), or an orderly. Where it was the commander-in-chief, a general directly
/// below takes over: the one of the command `heir`, else the one with most figures under him (or as the reading
/// `commander-in-chief` says); his own command then wants a successor. Returns the general who now commands in his place, and the
/// clause by which he does.
pub fn lose_general(
    f: &mut Field,
    who: StaffId,
    captured: bool,
    heir: Option<CommandId>,
) -> Option<(StaffId, Clause)> {
    f[who].fate = if captured { StaffFate::Captured } else { StaffFate::Fallen };
    f[who].with = None;
    let command = f[who].command;
    if !f[who].general || f[command].general != Some(who) {
        return None;
    }
    f[command].general = None;
    f[command].vacant = true;
    if f[command].above.is_some() {
        return f.general_of(command).map(|g| (g, clause!("08.05.1")));
    }
    let below = heirs(f, command);
    let place = f[who].base.centre();
    let usual = if f.readings.is(reading!("commander-in-chief", "nearest")) {
        below.iter().min_by_key(|b| (crate::attack::steps(f[b.1].base.centre().dist(place)), b.0))
    } else {
        below.iter().min_by_key(|b| (std::cmp::Reverse(figures_under(f, b.0)), b.0))
    };
    let (old, g) = *below.iter().find(|b| Some(b.0) == heir).or(usual)?;
    f[old].general = None;
    f[old].vacant = true;
    f[command].general = Some(g);
    f[command].vacant = false;
    f[g].command = command;
    Some((g, clause!("08.05.2")))
}

/// The commands that want a general, each with the general who tries to appoint him at the end of the turn (08.05.3).
pub fn appointments_due(f: &Field) -> Vec<(CommandId, StaffId)> {
    f.commands
        .iter()
        .filter(|c| c.vacant && c.general.is_none())
        .filter_map(|c| f.general_of(c.id).map(|by| (c.id, by)))
        .collect()
}

/// The new general is appointed and placed in base contact with the one who appointed him (08.05.4).
pub fn appoint(f: &mut Field, command: CommandId, by: StaffId) -> StaffId {
    let id = StaffId(f.staff.len() as u16);
    let n = 1 + f.staff.iter().filter(|s| s.general && s.command == command).count();
    let code = fresh(f, &format!("{}-g{}", f[command].code, n));
    let name = format!("acting general, {}", f[command].name);
    let mut s = raising::staff(id, &code, &name, f[command].side, command, true);
    let a = &f[by];
    let beside = f
        .staff
        .iter()
        .filter(|o| {
            o.id != by && o.present() && (o.with.is_some() && o.with == a.with || touch(&o.base, &a.base))
        })
        .count();
    s.base = raising::beside(&s.base.at(a.base.front, a.base.dir), beside + 1);
    s.with = a.with;
    f.staff.push(s);
    f[command].general = Some(id);
    f[command].vacant = false;
    id
}

fn fresh(f: &Field, code: &str) -> String {
    let mut c = code.to_string();
    while f.staff_by_code(&c).is_some() {
        c.push('+');
    }
    c
}
