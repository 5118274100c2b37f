//! Staff figures between turns: their own moves, messages and instructions, as far as they can be judged when they are written
//! (08.01.6, 08.01.7, 08.03.1, 08.03.4).

use crate::book::stand::BASE_CONTACT;
use crate::check::own;
use crate::field::{Edge, Field, Post, Receiver, Staff};
use crate::order::{Leg, Letter, Order, StaffMove, When, WorkOrder};
use crate::reach::reach;
use crate::unit::{CommandId, Side, StaffId, UnitId};
use crate::{clause, say, slip};
use std::collections::BTreeMap;
use table::{EPS, V2, v2};
use umpire::{Clause, Refusal, allow};

/// Where a staff figure goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    Place(V2),
    /// Into base contact with a unit.
    Unit(UnitId),
    /// Into base contact with another staff figure.
    Staff(StaffId),
}

/// A move that may be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StaffStep {
    pub staff: StaffId,
    pub to: Goal,
    /// From that time of the turn on.
    pub from: f64,
    /// By which he goes there.
    pub by: Clause,
}

/// A message that may be sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    pub courier: StaffId,
    pub from: CommandId,
    pub to: Receiver,
    pub says: String,
    pub by: Clause,
}

/// An instruction that may be given.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    pub unit: UnitId,
    pub says: String,
    pub by: Clause,
}

/// The longest message and instruction, in bytes.
pub const LONGEST: usize = 2000;

fn figure<'f>(f: &'f Field, side: Side, code: &str) -> Result<&'f Staff, Refusal> {
    f.staff
        .iter()
        .find(|s| s.side == side && s.present() && *s.code == *code)
        .ok_or_else(|| Refusal::form(say!("staff-none-called", code)))
}

/// Are two staff figures in base contact: at each other, or both at the same unit?
pub fn together(a: &Staff, b: &Staff) -> bool {
    (a.with.is_some() && a.with == b.with) || a.base().rect().gap(&b.base().rect()) <= BASE_CONTACT + EPS
}

/// Judges a staff figure's own move in the turn to come.
pub fn check_move(f: &Field, side: Side, m: &StaffMove) -> Result<StaffStep, Refusal> {
    let s = figure(f, side, &m.who)?;
    let who = &s.code;
    allow(s.moved != Some(f.turn + 1), clause!("08.01.7"), || say!("staff-moved-already", who))?;
    allow((0.0..=1.0).contains(&m.from), clause!("play.clock"), || say!("check-clock"))?;
    let to = match (&m.to, &m.join) {
        (Some(p), None) => {
            let p = v2(p[0], p[1]);
            let on = p.is_finite() && f.ground.holds(p);
            allow(on, clause!("play.interrupt"), || say!("check-place-off-table"))?;
            Goal::Place(p)
        }
        // Only to whom his side knows to be there: its own.
        (None, Some(name)) => match own(f, side, name) {
            Some(u) => Goal::Unit(u),
            None => {
                let other = f.staff.iter().find(|o| o.side == side && o.present() && *o.code == **name);
                let other = other
                    .filter(|o| o.id != s.id)
                    .ok_or_else(|| Refusal::by(clause!("08.01.6"), say!("staff-joins-nobody", who, name)))?;
                Goal::Staff(other.id)
            }
        },
        _ => return Err(Refusal::form(say!("staff-to-or-join"))),
    };
    Ok(StaffStep { staff: s.id, to, from: m.from, by: clause!("08.01.7") })
}

/// Judges all moves of staff figures of a side: each moves once (08.01.7).
pub fn check_moves(f: &Field, side: Side, all: &[StaffMove]) -> Result<Vec<StaffStep>, Refusal> {
    let mut steps: Vec<StaffStep> = Vec::new();
    for m in all {
        let step = check_move(f, side, m)?;
        let again = steps.iter().any(|s| s.staff == step.staff);
        allow(!again, clause!("08.01.7"), || say!("staff-moved-already", who = &m.who))?;
        steps.push(step);
    }
    Ok(steps)
}

/// Judges a message: it is carried by a staff figure in base contact with the commander who writes it (08.03.1).
pub fn check_letter(f: &Field, side: Side, l: &Letter) -> Result<Sent, Refusal> {
    let by = clause!("08.03.1");
    let s = figure(f, side, &l.courier)?;
    let who = &s.code;
    allow(s.post != Post::Commander, by, || say!("staff-commander-writes", who))?;
    let writer = f.commands.iter().filter(|c| c.side == side).find(|c| {
        let his = c.id == s.command || f.in_chain(s.command, c.id);
        his && c.commander.is_some_and(|g| f[g].present() && together(s, &f[g]))
    });
    let writer = writer.ok_or_else(|| Refusal::by(by, say!("staff-no-commander-there", who)))?;
    let to = match f.commands.iter().find(|c| c.side == side && *c.code == *l.to) {
        Some(c) => {
            allow(c.id != writer.id, by, || say!("staff-writes-himself"))?;
            Receiver::Command(c.id)
        }
        None => Receiver::Unit(
            own(f, side, &l.to).ok_or_else(|| Refusal::by(by, say!("staff-no-receiver", to = &l.to)))?,
        ),
    };
    written(&l.says)?;
    Ok(Sent { courier: s.id, from: writer.id, to, says: l.says.clone(), by })
}

fn written(says: &str) -> Result<(), Refusal> {
    let fits = !says.trim().is_empty() && says.len() <= LONGEST;
    if fits { Ok(()) } else { Err(Refusal::form(say!("staff-message-length", longest = LONGEST))) }
}

/// Judges the instructions to units about to be sent beyond command distance (08.03.4): one already beyond gets his by courier.
pub fn check_instructions(
    f: &Field,
    side: Side,
    all: &BTreeMap<String, String>,
) -> Result<Vec<Instruction>, Refusal> {
    let by = clause!("08.03.4");
    let mut given = Vec::new();
    for (code, says) in all {
        let u = own(f, side, code).ok_or_else(|| Refusal::by(by, say!("check-no-own-unit", name = code)))?;
        let (reach, _) = reach(f, &f[u]);
        allow(reach.within(), by, || say!("staff-instruct-by-courier", unit = code))?;
        written(says)?;
        given.push(Instruction { unit: u, says: says.clone(), by });
    }
    Ok(given)
}

/// Does an order follow an instruction by its words? Where the instruction can be read as a slip, if everything ordered is in it;
/// otherwise if it names every piece of ground and every enemy that the order names, one at least.
pub fn follows(order: &Order, instruction: &str, own: Edge) -> bool {
    if let Ok(slip) = slip::read_from(instruction, own) {
        let fire = order.fire.is_none() || slip.fire == order.fire;
        let attack = order.attack.is_none() || slip.attack == order.attack;
        return fire && attack && order.legs.iter().all(|l| slip.legs.contains(l));
    }
    let mut names: Vec<&str> = Vec::new();
    for leg in &order.legs {
        match leg {
            Leg::Road { road: n, .. } | Leg::Enter { building: n } | Leg::MakeGap { object: n } => {
                names.push(n)
            }
            Leg::Resupply { wagon } => names.push(wagon),
            Leg::Ferry { craft, .. } => names.extend(craft.iter().map(String::as_str)),
            Leg::Work { work } => match work {
                WorkOrder::GoOn { at: n }
                | WorkOrder::Level { object: n }
                | WorkOrder::Destroy { object: n, .. }
                | WorkOrder::Fire { object: n }
                | WorkOrder::PutOut { object: n }
                | WorkOrder::Strengthen { building: n }
                | WorkOrder::Build { work: n, .. } => names.push(n),
                WorkOrder::Charges | WorkOrder::Mine { .. } => {}
            },
            _ => {}
        }
    }
    if let Some(fire) = &order.fire {
        names.extend(fire.at.iter().map(String::as_str));
        if let When::Passes(n) | When::BeforeContact(n) = &fire.when {
            names.extend(Some(n.as_str()).filter(|n| !n.is_empty()));
        }
    }
    if let Some(a) = &order.attack {
        names.extend(a.target.iter().chain(&a.then).map(String::as_str));
    }
    let said = instruction.to_lowercase();
    !names.is_empty() && names.iter().all(|n| said.contains(&n.to_lowercase()))
}
