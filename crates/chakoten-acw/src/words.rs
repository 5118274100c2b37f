//! Events in English: a line, and below it the lines of its ruling.

use crate::check::Trigger;
use crate::event::{Event, EventKind, Halt, Why};
use crate::field::Field;
use crate::unit::UnitId;
use umpire::Ruling;

/// When a fire order fires, as it is announced.
pub fn moment(t: &Trigger) -> String {
    match t {
        Trigger::AtOnce => "at once".into(),
        Trigger::Clock(at) => format!("at clock {at:.2}"),
        Trigger::BeforeShock => "before the shock roll".into(),
        Trigger::AfterShock => "after the shock roll".into(),
        _ => "on an event".into(),
    }
}

/// The lines of a ruling: modifiers with their clauses, dice, totals.
pub fn ruling(r: &Ruling) -> Vec<String> {
    let mut lines = Vec::new();
    if !r.modifiers.is_empty() {
        let all: Vec<String> = r
            .modifiers
            .iter()
            .map(|m| {
                let side = if m.side == "opponent" { "opponent: " } else { "" };
                format!("{side}{} {:+} ({})", m.what, m.value, m.clause)
            })
            .collect();
        lines.push(format!("    {}", all.join(", ")));
    }
    let mut parts = Vec::new();
    if !r.dice.is_empty() {
        let dice: Vec<String> = r.dice.iter().map(u8::to_string).collect();
        parts.push(format!("dice {}", dice.join("+")));
    }
    for (k, v) in &r.totals {
        if k != "dice" {
            parts.push(format!("{k} {v}"));
        }
    }
    if !parts.is_empty() {
        lines.push(format!("    {}", parts.join(", ")));
    }
    lines
}

fn halt(h: Halt) -> &'static str {
    match h {
        Halt::OrderDone => "its order cannot go on",
        Halt::Friend => "a friend is in the way",
        Halt::BreakIn => "an enemy at break-in distance",
        Halt::Contact => "contact with the enemy",
        Halt::Impassable => "the ground is impassable for it",
        Halt::Edge => "the edge of the table",
        Halt::Pinned => "it is pinned",
        Halt::Disorder => "it is in disorder",
        Halt::Repelled => "it is repelled",
        Halt::BrokenOff => "fire breaks it off",
        Halt::Obstacle => "an obstacle",
        Halt::Reforms => "the chain has to re-form",
    }
}

fn goes(w: Why) -> &'static str {
    match w {
        Why::Marches => "marches",
        Why::Charges => "charges",
        Why::Wheels => "wheels",
        Why::MovesBack => "moves back",
        Why::Retires => "retires",
        Why::Flees => "flees",
        Why::TurnsAway => "turns away",
        Why::FallsBack => "falls back",
        Why::ClosesUp => "closes up",
        Why::SteppedClear => "is set down clear",
        Why::Gunners => "sends its gunners to shelter",
        Why::Arrives => "arrives",
        Why::Corrected => "is moved by the umpire",
    }
}

/// An event in words. `name` says how a unit is called by the reader.
pub fn tell(f: &Field, e: &Event, name: &dyn Fn(UnitId) -> String) -> Vec<String> {
    use EventKind as K;
    let n = |u: &UnitId| name(*u);
    let staff =
        |s: &crate::unit::StaffId| f.staff.get(s.index()).map_or_else(String::new, |s| s.name.to_string());
    let mut below = Vec::new();
    let mut rule = |r: &Ruling| below.extend(ruling(r));
    let line = match &e.kind {
        K::Opens { commitment } => format!("The battle opens. The dice are bound by {commitment}."),
        K::ByDefault { says } => format!("Nobody sits in the umpire's chair: {says}."),
        K::TurnBegins => format!("== Turn {} ==", e.turn),
        K::OrdersIn { side } => format!("Side {side} has given in its orders."),
        K::Ordered { unit, order } => format!("{}: {}", n(unit), crate::slip::write(order)),
        K::Instruction { to, says, .. } => format!("Instruction to {to}: {says}"),
        K::AttackAnnounced { unit, target, charge } => {
            let how = if *charge { "attacks at the charge" } else { "attacks" };
            match target {
                Some(t) => format!("{} {how}: {}", n(unit), n(t)),
                None => format!("{} {how}", n(unit)),
            }
        }
        K::RetreatDeclared { unit } => format!("{} declares a retreat", n(unit)),
        K::FireAnnounced { unit, moment } => format!("{} is to fire {moment}", n(unit)),
        K::Heard { side, says } => format!("side {side}: {says}, out of sight"),
        K::WorkKnown { work } => format!("in sight: {work}"),
        K::Moved { unit, from, to, why, .. } => {
            let far = table::v2(from.x, from.y).dist(table::v2(to.x, to.y));
            format!("{} {} {far:.1} cm", n(unit), goes(*why))
        }
        K::Halted { unit, why } => format!("{} halts: {}", n(unit), halt(*why)),
        K::FormationChanged { unit, formation, .. } => format!("{} is in {formation}", n(unit)),
        K::Faced { unit, .. } => format!("{} faces another way", n(unit)),
        K::Mounted { unit, mounted } => {
            format!("{} {}", n(unit), if *mounted { "mounts" } else { "dismounts" })
        }
        K::Limbered { unit, limbered, .. } => {
            format!("{} {}", n(unit), if *limbered { "has limbered up" } else { "has unlimbered" })
        }
        K::Fired { unit, target, cm, surprised, men, ruling } => {
            rule(ruling);
            let how = if *surprised { "fires as surprised" } else { "fires" };
            format!("{} {how} at {} at {cm:.1} cm: {men} men", n(unit), n(target))
        }
        K::ShotFell { unit, ammunition, hit, ruling, .. } => {
            if let Some(r) = ruling {
                rule(r);
            }
            match hit {
                Some(h) => format!("{} fires {ammunition}: it falls on {}", n(unit), n(h)),
                None => format!("{} fires {ammunition}: it falls on nobody", n(unit)),
            }
        }
        K::Shelled { unit, target, ammunition, men, ruling } => {
            rule(ruling);
            format!("{}'s {ammunition} costs {} {men} men", n(unit), n(target))
        }
        K::NotFired { unit, why } => format!("{} does not fire: {why}", n(unit)),
        K::Equipment { unit, says } => format!("{}: {says}", n(unit)),
        K::GunBurst { unit } => format!("a gun of {} bursts", n(unit)),
        K::Lost { unit, men, figures } => match figures {
            0 => format!("{} loses {men} men", n(unit)),
            1 => format!("{} loses {men} men and removes a figure", n(unit)),
            k => format!("{} loses {men} men and removes {k} figures", n(unit)),
        },
        K::Tested { unit, ruling } => {
            rule(ruling);
            format!("{} tests its morale", n(unit))
        }
        K::StateChanged { unit, from, to } => format!("{} falls from {from} into {to}", n(unit)),
        K::Pinned { unit, to_turn } => format!("{} is pinned to the end of turn {to_turn}", n(unit)),
        K::PinEnds { unit } => format!("{} is no longer pinned", n(unit)),
        K::BreakIn { unit, target } => format!("{} reaches break-in distance of {}", n(unit), n(target)),
        K::Shock { unit, target, ruling } => {
            rule(ruling);
            format!("Shock roll of {} against {}", n(unit), n(target))
        }
        K::AttackEnds { unit, why, .. } => format!("The attack of {} ends: {}", n(unit), halt(*why)),
        K::AttackGoesOn { unit, target } => format!("The attack of {} on {} goes on", n(unit), n(target)),
        K::Contact { unit, target } => format!("{} is in contact with {}", n(unit), n(target)),
        K::Melee { unit, against, men, ruling } => {
            rule(ruling);
            let who: Vec<String> = against.iter().map(&n).collect();
            format!("{} in melee with {}: {men} men", n(unit), who.join(" and "))
        }
        K::Prisoners { unit, by, figures, ruling } => {
            rule(ruling);
            format!("{} takes {figures} figures of {} prisoner", n(by), n(unit))
        }
        K::Surrendered { unit, figures } => format!("{figures} figures of {} surrender", n(unit)),
        K::CarriedAway { unit, by, ruling } => {
            rule(ruling);
            format!("{} may be carried away by {}", n(unit), n(by))
        }
        K::FlightChecked { unit, behind } => format!("{}'s flight is checked behind {}", n(unit), n(behind)),
        K::PassedPinned { unit, pinned, ruling } => {
            rule(ruling);
            format!("{} tries to pass the pinned {}", n(unit), n(pinned))
        }
        K::Chose { side, what, choice } => format!("Side {side}, {what}: {choice}"),
        K::StaffMoved { staff: s, with, .. } => match with {
            Some(u) => format!("{} joins {}", staff(s), n(u)),
            None => format!("{} moves", staff(s)),
        },
        K::StaffLost { staff: s, captured } => {
            format!("{} {}", staff(s), if *captured { "is taken prisoner" } else { "falls" })
        }
        K::Appointed { staff: s, ruling } => {
            rule(ruling);
            format!("{} is appointed", staff(s))
        }
        K::NotAppointed { ruling, .. } => {
            rule(ruling);
            "No successor is appointed yet".into()
        }
        K::Reorganised { unit, from, to, ruling } => {
            if let Some(r) = ruling {
                rule(r);
            }
            format!("{} is reorganised from {from} to {to}", n(unit))
        }
        K::NotReorganised { unit, attempt, ruling } => {
            rule(ruling);
            format!("{} cannot be reorganised (attempt {attempt})", n(unit))
        }
        K::OutOfAmmunition { unit } => format!("{} is out of ammunition", n(unit)),
        K::Resupplied { unit, done, ruling, .. } => {
            rule(ruling);
            format!("{} {}", n(unit), if *done { "is resupplied" } else { "is not resupplied yet" })
        }
        K::Worked { unit, work, turns, of, done } => {
            if *done {
                format!("{} has finished {work}", n(unit))
            } else {
                format!("{} works on {work}: turn {turns} of {of}", n(unit))
            }
        }
        K::WorkLost { unit } => format!("The work of {} is lost", n(unit)),
        K::Repaired { unit, item } => format!("{} has repaired {item}", n(unit)),
        K::GunsTaken { unit, by, guns } => format!("{} takes {guns} guns of {}", n(by), n(unit)),
        K::WagonTaken { unit, by } => format!("{} takes {}", n(by), n(unit)),
        K::Detached { unit, part } => format!("{} detaches {}", n(unit), n(part)),
        K::Joined { unit, part } => format!("{} is joined by {}", n(unit), n(part)),
        K::Occupied { unit, building } => {
            let b = f.ground.buildings.get(usize::from(*building)).map_or("a building", |b| &b.name);
            format!("{} occupies {b}", n(unit))
        }
        K::LeftTable { unit, fled } => {
            format!("{} {}", n(unit), if *fled { "flees off the table" } else { "leaves the table" })
        }
        K::Arrived { unit } => format!("{} arrives", n(unit)),
        K::UmpireRuled { says } => format!("The umpire rules: {says}"),
        K::TurnEnds => format!("-- turn {} ends --", e.turn),
        K::Ended { winner, why } => match winner {
            Some(s) => format!("Side {s} wins: {why}"),
            None => format!("Nobody wins: {why}"),
        },
    };
    let line = match &e.kind {
        K::TurnBegins | K::TurnEnds | K::Opens { .. } | K::OrdersIn { .. } => line,
        _ => format!("{:4.2}  {line}  [{}]", e.clock, e.clause),
    };
    std::iter::once(line).chain(below).collect()
}
