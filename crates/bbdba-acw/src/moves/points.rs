//! Who may be ordered to move, and what it costs (move.2, command.1, dba.3, dba.11, dba.34).

use crate::field::{CampState, Element, ElementId, Field, Phase};
use crate::order::{Manner, MoveOrder};
use crate::procedures::points_cost::{self, CostReadings, Link, Surcharge};
use crate::troop::Troop;
use crate::{book, clause};
use table::EPS;
use umpire::Refusal;

/// The movement points of a move: one, and one more out of command (command.1, dba.11).
pub fn cost(f: &Field, elements: &[ElementId]) -> u8 {
    let how = CostReadings::of(&f.readings);
    let mut movers = elements.iter().filter_map(|id| f.get(*id)).peekable();
    // All are of one command; its command element itself never pays the surcharge.
    let Some(commander) = movers.peek().map(|e| f.commander_of(e.id)) else { return 1 };
    let links = movers.map(|e| match commander {
        Some(c) if !e.is_commander() => link(f, c, e, how),
        _ => Link { distance: 0.0, in_sight: true },
    });
    1 + points_cost::group_surcharge(commander.is_none(), links, how)
}

/// How an element stands to its commander. Sight is looked for only where something depends on it.
fn link(f: &Field, c: &Element, e: &Element, how: CostReadings) -> Link {
    let d = book::data();
    let distance = c.rect().gap(&e.rect());
    let matters = distance > d.command_range_unseen + EPS
        && (distance <= d.command_range + EPS || how.surcharge == Surcharge::Each);
    Link { distance, in_sight: !matters || crate::sight::sees(f, c, e) }
}

/// Checks the form of the order and that its elements may be ordered at all; says whose command moves.
pub(crate) fn may_order(f: &Field, order: &MoveOrder) -> Result<u8, Refusal> {
    if f.phase != Phase::Movement {
        return Err(Refusal::by(clause!("turn.1"), "moves are made in the movement phase"));
    }
    let Some(first) = order.elements.first() else {
        return Err(Refusal::form("name at least one element to move"));
    };
    let most = f.army(f.active).elements.len();
    if order.elements.len() + order.with.len() > most {
        return Err(Refusal::form("more elements than the army has"));
    }
    let mut named = vec![false; most];
    for id in order.elements.iter().chain(&order.with) {
        let Some(e) = f.get(*id) else {
            return Err(Refusal::form(format!("there is no element {id}")));
        };
        if id.side() != f.active {
            return Err(Refusal::by(clause!("turn.1"), format!("{id} is not of the side whose turn it is")));
        }
        if !e.on_table() {
            return Err(Refusal::form(format!("{id} is not on the table")));
        }
        if std::mem::replace(&mut named[id.index()], true) {
            return Err(Refusal::form(format!("{id} is named twice")));
        }
    }
    let command = f[*first].command;
    let locked_out = order.how != Manner::BreakOff;
    for id in &order.elements {
        let e = &f[*id];
        if e.command != command {
            return Err(Refusal::by(
                clause!("dba.10"),
                format!("{id} and {first} are of different commands and do not move together"),
            ));
        }
        // Groups are looked at when they are formed (move.10).
        if locked_out && order.elements.len() == 1 && locked(f, *id) {
            return Err(Refusal::by(
                clause!("dba.24"),
                format!("{id} is locked in front contact and moves only by breaking off"),
            ));
        }
        if f.command(*id).demoralised && !e.is_commander() && !fights_or_supports(f, e) {
            return Err(Refusal::by(
                clause!("dba.34"),
                format!(
                    "{id} is of a demoralised command: its points serve only elements in close combat, their support \
                         and its commander"
                ),
            ));
        }
        if order.dismount {
            let _ = clause!("troops.3");
            if e.troop != Troop::Cavalry {
                return Err(Refusal::by(
                    clause!("dba.37"),
                    format!("{id} is {}: only cavalry dismounts", e.troop),
                ));
            }
            if f.touching(e.base, *id).any(|o| o.side() != id.side() && !o.is_commander()) {
                return Err(Refusal::by(
                    clause!("dba.37"),
                    format!("{id} is in contact with an enemy and cannot dismount"),
                ));
            }
            if matches!(order.how, Manner::BreakOff | Manner::FormColumn(_)) {
                return Err(Refusal::by(
                    clause!("dba.37"),
                    format!("{id} cannot dismount while it breaks off or falls into column"),
                ));
            }
        }
    }
    for id in &order.with {
        let c = &f[*id];
        if !c.is_commander() {
            return Err(Refusal::by(
                clause!("dba.10"),
                format!("{id} is no command element: only those accompany a group"),
            ));
        }
        if order.elements.len() < 2 || !matches!(order.how, Manner::Group(_) | Manner::Column(_)) {
            return Err(Refusal::by(clause!("dba.10"), format!("{id} accompanies only a group or a column")));
        }
        if !f.touching(c.base, *id).any(|o| order.elements.contains(&o.id)) {
            return Err(Refusal::by(clause!("dba.10"), format!("{id} touches no element of the group")));
        }
        let _ = clause!("dba.10");
    }
    Ok(command)
}

/// Locked in front contact (dba.24). A camp that has fallen holds nobody.
fn locked(f: &Field, id: ElementId) -> bool {
    f.front_opponent(id).is_some()
        || f.camp_opponent(id).is_some()
            && f.army(id.side().other()).camp.as_ref().is_some_and(|c| c.state != CampState::Plundered)
}

/// Has the command the points?
pub(crate) fn check(f: &Field, order: &MoveOrder, command: u8) -> Result<u8, Refusal> {
    let cost = cost(f, &order.elements);
    let left = f.army(f.active).commands[usize::from(command)].points;
    if cost > left {
        let _ = clause!("dba.3");
        let why = if cost > 1 { clause!("command.1") } else { clause!("move.2") };
        return Err(Refusal::by(
            why,
            format!("the move takes {cost} movement points, and the command has {left} left"),
        ));
    }
    Ok(cost)
}

/// In close combat, or supporting friends who are (dba.55).
fn fights_or_supports(f: &Field, e: &Element) -> bool {
    f.in_close_combat(e.id) || crate::outcome::supports(f, e.id)
}
