//! Who may be ordered to move, and what it costs (move.2, command.1, dba.3, dba.11, dba.34).

use crate::field::{Element, ElementId, Field, Phase};
use crate::order::{Manner, MoveOrder};
use crate::procedures::points_cost::{self, CostReadings, Link, Surcharge};
use crate::troop::Troop;
use crate::{book, clause, say};
use table::EPS;
use umpire::{Clause, Grounds, Refusal};

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
    Link { distance, in_sight: !matters || crate::sight::sees(f, c, e).is_ok() }
}

/// By which clause one of them is out of its commander's sight, where it costs a point that it is.
pub(crate) fn out_of_sight(f: &Field, elements: &[ElementId]) -> Option<Clause> {
    let how = CostReadings::of(&f.readings);
    elements.iter().filter_map(|id| f.get(*id)).filter(|e| !e.is_commander()).find_map(|e| {
        let c = f.commander_of(e.id)?;
        let unseen = points_cost::causes(link(f, c, e, how)).unseen;
        unseen.then(|| crate::sight::sees(f, c, e).err()).flatten()
    })
}

/// Checks the form of the order and that its elements may be ordered at all; says whose command moves.
pub(crate) fn may_order(f: &Field, order: &MoveOrder, by: &mut Grounds) -> Result<u8, Refusal> {
    if f.phase != Phase::Movement {
        return Err(Refusal::by(clause!("turn.1"), say!("moves-made-movement-phase")));
    }
    let Some(first) = order.elements.first() else {
        return Err(Refusal::form(say!("name-least-element-move")));
    };
    let most = f.army(f.active).elements.len();
    if order.elements.len() + order.with.len() > most {
        return Err(Refusal::form(say!("more-elements-than-army")));
    }
    let mut named = vec![false; most];
    for id in order.elements.iter().chain(&order.with) {
        let Some(e) = f.get(*id) else {
            return Err(Refusal::form(say!("no-element", id)));
        };
        if id.side() != f.active {
            return Err(Refusal::by(clause!("turn.1"), say!("not-side-whose-turn", id)));
        }
        if !e.on_table() {
            return Err(Refusal::form(say!("not-table", id)));
        }
        if std::mem::replace(&mut named[id.index()], true) {
            return Err(Refusal::form(say!("named-twice", id)));
        }
    }
    let command = f[*first].command;
    let locked_out = order.how != Manner::BreakOff;
    for id in &order.elements {
        let e = &f[*id];
        if e.command != command {
            return Err(Refusal::by(clause!("dba.10"), say!("different-commands-not-move", id, first)));
        }
        // Groups are looked at when they are formed (move.10).
        if locked_out && order.elements.len() == 1 && f.front_to_front(*id) {
            return Err(Refusal::by(clause!("dba.24"), say!("locked-front-contact-moves", id)));
        }
        if f.command(*id).demoralised && !e.is_commander() && !f.in_close_combat(*id) {
            by.add(crate::outcome::supports(f, *id).ok_or_else(|| {
                Refusal::by(clause!("victory.2"), say!("demoralised-command-points-serve", id))
            })?);
        }
        if order.dismount {
            if e.troop != Troop::Cavalry {
                return Err(Refusal::by(
                    clause!("dba.37"),
                    say!("only-cavalry-dismounts", id, troop = e.troop),
                ));
            }
            if f.touching(e.base, *id).any(|o| o.side() != id.side() && !o.is_commander()) {
                return Err(Refusal::by(clause!("dba.37"), say!("contact-enemy-cannot-dismount", id)));
            }
            if matches!(order.how, Manner::BreakOff | Manner::FormColumn(_)) {
                return Err(Refusal::by(clause!("dba.37"), say!("cannot-dismount-while-breaks", id)));
            }
        }
    }
    for id in &order.with {
        let c = &f[*id];
        if !c.is_commander() {
            return Err(Refusal::by(clause!("dba.10"), say!("no-command-element-only", id)));
        }
        if order.elements.len() < 2 || !matches!(order.how, Manner::Group(_) | Manner::Column(_)) {
            return Err(Refusal::by(clause!("dba.10"), say!("accompanies-only-group-column", id)));
        }
        if !f.touching(c.base, *id).any(|o| order.elements.contains(&o.id)) {
            return Err(Refusal::by(clause!("dba.10"), say!("touches-no-element-group", id)));
        }
    }
    Ok(command)
}

/// Has the command the points?
pub(crate) fn check(f: &Field, order: &MoveOrder, command: u8) -> Result<u8, Refusal> {
    let cost = cost(f, &order.elements);
    let left = f.army(f.active).commands[usize::from(command)].points;
    if cost > left {
        let why = if cost > 1 { clause!("command.1") } else { clause!("move.2") };
        return Err(Refusal::by(why, say!("move-takes-movement-points", cost, left)));
    }
    Ok(cost)
}
