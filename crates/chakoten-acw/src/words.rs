//! Events in English: a line, and below it the lines of its ruling.

use crate::check::Trigger;
use crate::event::{Event, EventKind, Halt, Why};
use crate::field::{Field, Staff};
use crate::turn::ChoiceKind;
use crate::unit::UnitId;
use desk::Eye;
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

/// An order as it stands in the log: lengths and places to the millimetre, degrees to a tenth.
fn order(o: &crate::Order) -> String {
    let slip = crate::slip::write(o);
    let word = |w: &str| match w.split_once('.') {
        // A name may hold a full stop too.
        Some((_, decimals)) if decimals.len() > 2 => match w.trim_end_matches([',', ':', ';']).parse::<f64>()
        {
            Ok(n) => {
                let short = format!("{n:.1}");
                let end = &w[w.trim_end_matches([',', ':', ';']).len()..];
                format!("{}{end}", short.strip_suffix(".0").unwrap_or(&short))
            }
            Err(_) => w.to_string(),
        },
        _ => w.to_string(),
    };
    slip.split(' ').map(word).collect::<Vec<_>>().join(" ")
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
        lines.push(all.join(", "));
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
        lines.push(parts.join(", "));
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

/// What an enemy calls him.
pub fn enemy_staff(s: &Staff) -> &'static str {
    if s.general { "an enemy general" } else { "an enemy orderly" }
}

/// A choice of the instant as a question.
pub fn choice(f: &Field, c: &ChoiceKind, name: &dyn Fn(UnitId) -> String) -> String {
    use ChoiceKind as C;
    let n = |u: &UnitId| name(*u);
    match c {
        C::Retreat { unit } => format!("Draw {} back, in disorder?", n(unit)),
        C::SurprisedFire { unit, attacker } => {
            format!("Does {} fire at {}, surprised?", n(unit), n(attacker))
        }
        C::FallBack { unit, threat } => format!("Does the chain {} fall back before {}?", n(unit), n(threat)),
        C::Shelter { unit, threat } => {
            format!("Do the gunners of {} take shelter from {}?", n(unit), n(threat))
        }
        C::WhoAttacks { target, attackers } => {
            let who: Vec<String> = attackers.iter().map(&n).collect();
            format!("Who goes in against {}: {}?", n(target), who.join(", "))
        }
        C::Pursue { unit, beaten } => {
            format!("Does {} pursue {}, or turn on another enemy?", n(unit), n(beaten))
        }
        C::StopWith { unit, enemy } => {
            format!("Does {} stop with {}, who is in flight, instead of passing through?", n(unit), n(enemy))
        }
        C::TurnTo { unit, attacker, rear } => {
            let what = if *rear { "the unit" } else { "two companies" };
            format!("Does {} turn {what} to {}?", n(unit), n(attacker))
        }
        C::Escape { staff, from } => {
            let who = f.staff.get(staff.index()).map_or_else(String::new, |s| s.name.to_string());
            format!("Does {who} flee from {}, and to whom?", n(from))
        }
        C::Heir { command } => {
            let of = f.commands.get(command.index()).map_or_else(String::new, |c| c.name.to_string());
            format!("Who takes over {of}?")
        }
    }
}

/// Several legs of one unit's movement told as one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// Since this moment of the clock.
    pub since: f64,
    pub cm: f64,
    /// Turned by, right positive.
    pub degrees: f64,
}

impl Way {
    /// One leg that ends at this moment.
    pub fn of(since: f64, from: &table::Pose, to: &table::Pose) -> Way {
        let degrees = (to.facing - from.facing + 540.0).rem_euclid(360.0) - 180.0;
        Way { since, cm: table::v2(from.x, from.y).dist(table::v2(to.x, to.y)), degrees }
    }

    /// This leg and then another.
    #[must_use]
    pub fn and(self, next: Way) -> Way {
        Way { since: self.since, cm: self.cm + next.cm, degrees: self.degrees + next.degrees }
    }
}

/// How far it went or turned is the umpire's to know: beside a board even an own march would be a measure. Of others one sees
/// that they march, and to which side they wheel (play.guess).
fn way(w: &Way, why: Why, measured: bool) -> String {
    match why {
        Why::Wheels if measured && w.degrees >= 0.05 => format!("wheels right {:.1}°", w.degrees),
        Why::Wheels if measured && w.degrees <= -0.05 => format!("wheels left {:.1}°", -w.degrees),
        Why::Wheels if w.degrees >= 0.05 => "wheels to its right".into(),
        Why::Wheels if w.degrees <= -0.05 => "wheels to its left".into(),
        _ if measured => format!("{} {:.1} cm", goes(why), w.cm),
        _ => goes(why).into(),
    }
}

/// An event in words; `None` where an eye has nothing to hear of it. `name` says how a unit is called by the reader;
/// `walked` is what a movement comes to with the legs before it.
pub fn say(
    f: &Field,
    e: &Event,
    name: &dyn Fn(UnitId) -> String,
    eye: Eye,
    walked: Option<Way>,
) -> Option<String> {
    use EventKind as K;
    let n = |u: &UnitId| name(*u);
    let staff = |s: &crate::unit::StaffId| match (f.staff.get(s.index()), eye.side()) {
        (Some(s), Some(x)) if s.side != x => enemy_staff(s).to_string(),
        (Some(s), _) => s.name.to_string(),
        (None, _) => String::new(),
    };
    let mine = |u: &UnitId| f.units.get(u.index()).is_some_and(|u| eye.reads(u.side));
    let self_men = |u: &UnitId, n: u32| if mine(u) { format!(": {n} men") } else { String::new() };
    let line = match &e.kind {
        K::Opens { commitment } => format!("The battle opens. The dice are bound by {commitment}."),
        K::ByDefault { says } => format!("Nobody sits in the umpire's chair: {says}."),
        K::TurnBegins => format!("Turn {}", e.turn),
        K::OrdersIn { side } => format!("Side {side} has sent its orders."),
        K::Ordered { unit, order } => format!("{}: {}", n(unit), self::order(order)),
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
            let w = walked.unwrap_or_else(|| Way::of(e.clock, from, to));
            format!("{} {}", n(unit), way(&w, *why, eye.all()))
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
        K::Fired { unit, target, cm, surprised, men, .. } => {
            let how = if *surprised { "fires as surprised" } else { "fires" };
            // How far it was is nobody's to know (play.guess).
            let far = if eye.all() { format!(" at {cm:.1} cm") } else { String::new() };
            format!("{} {how} at {}{far}{}", n(unit), n(target), self_men(unit, *men))
        }
        K::ShotFell { unit, ammunition, hit, .. } => match hit {
            Some(h) => format!("{} fires {ammunition}: it falls on {}", n(unit), n(h)),
            None => format!("{} fires {ammunition}: it falls on nobody", n(unit)),
        },
        K::Shelled { unit, target, ammunition, men, .. } => {
            format!("{}'s {ammunition} hits {}{}", n(unit), n(target), self_men(unit, *men))
        }
        K::NotFired { unit, why } => format!("{} does not fire: {why}", n(unit)),
        K::Equipment { unit, says } => format!("{}: {says}", n(unit)),
        K::GunBurst { unit } => format!("a gun of {} bursts", n(unit)),
        K::Lost { unit, figures, .. } if !mine(unit) => match figures {
            0 => return None,
            1 => format!("{} removes a figure", n(unit)),
            k => format!("{} removes {k} figures", n(unit)),
        },
        K::Lost { unit, men, figures } => match figures {
            0 => format!("{} loses {men} men", n(unit)),
            1 => format!("{} loses {men} men and removes a figure", n(unit)),
            k => format!("{} loses {men} men and removes {k} figures", n(unit)),
        },
        K::Tested { unit, .. } => {
            format!("{} tests its morale", n(unit))
        }
        K::StateChanged { unit, from, to } => format!("{} falls from {from} into {to}", n(unit)),
        K::Pinned { unit, to_turn } => format!("{} is pinned to the end of turn {to_turn}", n(unit)),
        K::PinEnds { unit } => format!("{} is no longer pinned", n(unit)),
        K::BreakIn { unit, target } => format!("{} reaches break-in distance of {}", n(unit), n(target)),
        K::Shock { unit, target, .. } => {
            format!("Shock roll of {} against {}", n(unit), n(target))
        }
        K::AttackEnds { unit, why, .. } => format!("The attack of {} ends: {}", n(unit), halt(*why)),
        K::AttackGoesOn { unit, target } => format!("The attack of {} on {} goes on", n(unit), n(target)),
        K::Contact { unit, target } => format!("{} is in contact with {}", n(unit), n(target)),
        K::Melee { unit, against, men, .. } => {
            let who: Vec<String> = against.iter().map(&n).collect();
            format!("{} in melee with {}{}", n(unit), who.join(" and "), self_men(unit, *men))
        }
        K::Prisoners { unit, by, figures, .. } => {
            format!("{} takes {figures} figures of {} prisoner", n(by), n(unit))
        }
        K::Surrendered { unit, figures } => format!("{figures} figures of {} surrender", n(unit)),
        K::CarriedAway { unit, by, .. } => {
            format!("{} may be carried away by {}", n(unit), n(by))
        }
        K::FlightChecked { unit, behind } => format!("{}'s flight is checked behind {}", n(unit), n(behind)),
        K::PassedPinned { unit, pinned, .. } => {
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
        K::Appointed { staff: s, .. } => {
            format!("{} is appointed", staff(s))
        }
        K::NotAppointed { .. } => "No successor is appointed yet".into(),
        K::Reorganised { unit, from, to, .. } => {
            format!("{} is reorganised from {from} to {to}", n(unit))
        }
        K::NotReorganised { unit, attempt, .. } => {
            format!("{} cannot be reorganised (attempt {attempt})", n(unit))
        }
        K::OutOfAmmunition { unit } => format!("{} is out of ammunition", n(unit)),
        K::Resupplied { unit, done, .. } => {
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
        K::UmpireSits {} => "An umpire sits at the table; his decisions are final".into(),
        K::UmpireRuled { says, about } => match about {
            Some(c) => format!("The umpire rules on {c}: {says}"),
            None => format!("The umpire rules: {says}"),
        },
        K::Corrected { unit, says } => match unit {
            Some(u) => format!("By the umpire's word {} {says}", n(u)),
            None => format!("By the umpire's word {says}"),
        },
        K::Struck { unit, because } => format!("The order of {} is struck: {because}", n(unit)),
        K::TurnEnds => format!("Turn {} ends", e.turn),
        K::Ended { winner, why } => match winner {
            Some(s) => format!("Side {s} has won: {why}"),
            None => format!("Nobody has won: {why}"),
        },
    };
    Some(line)
}
