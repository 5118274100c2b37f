//! Events in words: a line, and below it the lines of its ruling.

use crate::check::Trigger;
use crate::event::{Event, EventKind, Halt, Why};
use crate::field::{Field, Staff};
use crate::order::Choice;
use crate::say;
use crate::turn::ChoiceKind;
use crate::unit::UnitId;
use clock::Way;
use desk::Eye;
use umpire::Ruling;
use words::{Joint, Message};

/// When a fire order fires, as it is announced.
pub fn moment(t: &Trigger) -> Message {
    match t {
        Trigger::AtOnce => say!("moment-at-once"),
        Trigger::Clock(at) => say!("moment-clock", clock = ::words::decimals(*at, 2)),
        Trigger::BeforeShock => say!("moment-before-shock"),
        Trigger::AfterShock => say!("moment-after-shock"),
        _ => say!("moment-event"),
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

/// A total by the procedure's word for it.
fn total(k: &str, value: &serde_json::Value) -> Message {
    let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match k {
        "first" => say!("total-first", value),
        "second" => say!("total-second", value),
        "total" => say!("total-total", value),
        other => say!("total-other", name = other, value),
    }
}

/// The lines of a ruling: modifiers with their clauses, dice, totals, and the reckoning step by step.
pub fn ruling(r: &Ruling) -> Vec<String> {
    let mut lines = Vec::new();
    if !r.modifiers.is_empty() {
        let all = r.modifiers.iter().map(|m| {
            let (what, value) = (&m.what, ::words::signed(m.value));
            if m.side == "opponent" {
                say!("modifier-opponent", what, value, clause = m.clause)
            } else {
                say!("modifier-own", what, value, clause = m.clause)
            }
        });
        lines.push(::words::list(all, Joint::Comma).to_string());
    }
    let mut parts = Vec::new();
    if !r.dice.is_empty() {
        let dice: Vec<String> = r.dice.iter().map(u8::to_string).collect();
        parts.push(say!("the-dice", dice = dice.join("+")));
    }
    parts.extend(r.totals.iter().filter(|(k, _)| *k != "dice").map(|(k, v)| total(k, v)));
    if !parts.is_empty() {
        lines.push(::words::list(parts, Joint::Comma).to_string());
    }
    let step = |s: &umpire::Reckoned| say!("reckoned", says = &s.says, clause = s.clause).to_string();
    lines.extend(r.reckoning.iter().map(step));
    lines
}

fn halt(h: Halt) -> Message {
    match h {
        Halt::OrderDone => say!("halt-order-done"),
        Halt::Friend => say!("halt-friend"),
        Halt::BreakIn => say!("halt-break-in"),
        Halt::Contact => say!("halt-contact"),
        Halt::Impassable => say!("halt-impassable"),
        Halt::Edge => say!("halt-edge"),
        Halt::Pinned => say!("halt-pinned"),
        Halt::Disorder => say!("halt-disorder"),
        Halt::Repelled => say!("halt-repelled"),
        Halt::BrokenOff => say!("halt-broken-off"),
        Halt::Obstacle => say!("halt-obstacle"),
        Halt::Reforms => say!("halt-reforms"),
    }
}

fn goes(w: Why) -> Message {
    match w {
        Why::Marches => say!("goes-marches"),
        Why::Charges => say!("goes-charges"),
        Why::Wheels => say!("goes-wheels"),
        Why::MovesBack => say!("goes-moves-back"),
        Why::Retires => say!("goes-retires"),
        Why::Flees => say!("goes-flees"),
        Why::TurnsAway => say!("goes-turns-away"),
        Why::FallsBack => say!("goes-falls-back"),
        Why::ClosesUp => say!("goes-closes-up"),
        Why::SteppedClear => say!("goes-stepped-clear"),
        Why::Gunners => say!("goes-gunners"),
        Why::Arrives => say!("goes-arrives"),
        Why::Corrected => say!("goes-corrected"),
    }
}

/// What an enemy calls him.
pub fn enemy_staff(s: &Staff) -> Message {
    if s.general { say!("enemy-general") } else { say!("enemy-orderly") }
}

/// A choice in words, after the question it answers.
pub fn chosen(c: &Choice) -> Message {
    match c {
        Choice::Yes => say!("yes"),
        Choice::No => say!("no"),
        Choice::With(a) => say!("yes-with", a),
        Choice::Pick(u) => Message::verbatim(u.clone()),
        Choice::Target { unit, .. } => say!("turn", unit),
        Choice::Go { .. } => say!("place-pointed"),
    }
}

/// A choice of the instant as a question.
pub fn choice(f: &Field, c: &ChoiceKind, name: &dyn Fn(UnitId) -> Message) -> Message {
    use ChoiceKind as C;
    let n = |u: &UnitId| name(*u);
    match c {
        C::Retreat { unit } => say!("choose-retreat", unit = n(unit)),
        C::SurprisedFire { unit, attacker } => {
            say!("choose-surprised-fire", unit = n(unit), attacker = n(attacker))
        }
        C::FallBack { unit, threat } => say!("choose-fall-back", unit = n(unit), threat = n(threat)),
        C::Shelter { unit, threat } => say!("choose-shelter", unit = n(unit), threat = n(threat)),
        C::WhoAttacks { target, attackers } => {
            let who = ::words::list(attackers.iter().map(n), Joint::Comma);
            say!("choose-who-attacks", target = n(target), who)
        }
        C::Pursue { unit, beaten } => say!("choose-pursue", unit = n(unit), beaten = n(beaten)),
        C::StopWith { unit, enemy } => say!("choose-stop-with", unit = n(unit), enemy = n(enemy)),
        C::TurnTo { unit, attacker, rear: true } => {
            say!("choose-turn-unit", unit = n(unit), attacker = n(attacker))
        }
        C::TurnTo { unit, attacker, .. } => {
            say!("choose-turn-companies", unit = n(unit), attacker = n(attacker))
        }
        C::Escape { staff, from } => {
            let who = f.staff.get(staff.index()).map_or_else(String::new, |s| s.name.to_string());
            say!("choose-escape", who, from = n(from))
        }
        C::Heir { command, .. } => {
            let of = f.commands.get(command.index()).map_or_else(String::new, |c| c.name.to_string());
            say!("choose-heir", of)
        }
    }
}

/// How far it went or turned is the umpire's to know: beside a board even an own march would be a measure. Of others one sees
/// that they march, and to which side they wheel (play.guess).
fn way(w: &Way, why: Why, measured: bool) -> Message {
    match why {
        Why::Wheels if measured && w.degrees >= 0.05 => {
            say!("goes-wheels-right-by", degrees = ::words::tenths(w.degrees))
        }
        Why::Wheels if measured && w.degrees <= -0.05 => {
            say!("goes-wheels-left-by", degrees = ::words::tenths(-w.degrees))
        }
        Why::Wheels if w.degrees >= 0.05 => say!("goes-wheels-right"),
        Why::Wheels if w.degrees <= -0.05 => say!("goes-wheels-left"),
        _ if measured => say!("goes-so-far", goes = goes(why), cm = ::words::tenths(w.cm)),
        _ => goes(why),
    }
}

/// An event in words; `None` where an eye has nothing to hear of it. `name` says how a unit is called by the reader;
/// `walked` is what a movement comes to with the legs before it.
pub fn what_happened(
    f: &Field,
    e: &Event,
    name: &dyn Fn(UnitId) -> Message,
    eye: Eye,
    walked: Option<Way>,
) -> Option<Message> {
    use EventKind as K;
    let n = |u: &UnitId| name(*u);
    let staff = |s: &crate::unit::StaffId| match (f.staff.get(s.index()), eye.side()) {
        (Some(s), Some(x)) if s.side != x => enemy_staff(s),
        (Some(s), _) => Message::verbatim(s.name.to_string()),
        (None, _) => Message::default(),
    };
    let mine = |u: &UnitId| f.units.get(u.index()).is_some_and(|u| eye.reads(u.side));
    // How many fell is for his own side.
    let with_men = |line: Message, u: &UnitId, men: u32| {
        if mine(u) { say!("with-men", line, men) } else { line }
    };
    let line = match &e.kind {
        K::Opens => say!("battle-opens"),
        K::ByDefault { says } => say!("by-default", says),
        K::TurnBegins => say!("turn-begins", turn = e.turn),
        K::OrdersIn { side } => say!("orders-sent", side),
        K::Ordered { unit, order } => say!("ordered", unit = n(unit), order = self::order(order)),
        K::Instruction { to, says, .. } => say!("instruction", to, says),
        K::AttackAnnounced { unit, target, charge } => match (target, charge) {
            (Some(t), false) => say!("attacks-target", unit = n(unit), target = n(t)),
            (Some(t), true) => say!("charges-target", unit = n(unit), target = n(t)),
            (None, false) => say!("attacks", unit = n(unit)),
            (None, true) => say!("charges", unit = n(unit)),
        },
        K::RetreatDeclared { unit } => say!("retreat-declared", unit = n(unit)),
        K::FireAnnounced { unit, moment } => say!("is-to-fire", unit = n(unit), moment),
        K::Heard { side, says } => say!("heard", side, says),
        K::WorkKnown { work } => say!("in-sight", work),
        K::Overridden { unit, order } => say!("overridden", unit = n(unit), order = self::order(order)),
        K::Moved { unit, from, to, cm, why, .. } => {
            let w = walked.unwrap_or_else(|| Way::of(e.clock, from, to, *cm));
            say!("moved", unit = n(unit), way = way(&w, *why, eye.all()))
        }
        K::Halted { unit, why } => say!("halts", unit = n(unit), why = halt(*why)),
        K::FormationChanged { unit, formation, .. } => say!("is-in-formation", unit = n(unit), formation),
        K::Faced { unit, .. } => say!("faces-another-way", unit = n(unit)),
        K::Mounted { unit, mounted: true } => say!("mounts", unit = n(unit)),
        K::Mounted { unit, .. } => say!("dismounts", unit = n(unit)),
        K::Limbered { unit, limbered: true, .. } => say!("has-limbered", unit = n(unit)),
        K::Limbered { unit, .. } => say!("has-unlimbered", unit = n(unit)),
        K::Fired { unit, target, cm, surprised, men, .. } => {
            let (who, at) = (n(unit), n(target));
            // How far it was is nobody's to know (play.guess).
            let line = match (*surprised, eye.all()) {
                (false, true) => say!("fires-from", who, at, cm = ::words::tenths(*cm)),
                (true, true) => say!("fires-surprised-from", who, at, cm = ::words::tenths(*cm)),
                (false, false) => say!("fires", who, at),
                (true, false) => say!("fires-surprised", who, at),
            };
            with_men(line, unit, *men)
        }
        K::ShotFell { unit, ammunition, hit, .. } => match hit {
            Some(h) => say!("shot-falls-on", unit = n(unit), ammunition, hit = n(h)),
            None => say!("shot-falls-on-nobody", unit = n(unit), ammunition),
        },
        K::Shelled { unit, target, ammunition, men, .. } => {
            with_men(say!("shot-hits", unit = n(unit), ammunition, target = n(target)), unit, *men)
        }
        K::NotFired { unit, why } => say!("does-not-fire", unit = n(unit), why),
        K::Equipment { unit, says } => say!("equipment", unit = n(unit), says),
        K::GunBurst { unit } => say!("a-gun-bursts", unit = n(unit)),
        K::Lost { unit, figures, .. } if !mine(unit) => match figures {
            0 => return None,
            figures => say!("removes-figures", unit = n(unit), figures),
        },
        K::Lost { unit, men, figures: 0, carried } => say!("loses-men", unit = n(unit), men, carried),
        K::Lost { unit, men, figures, carried } => {
            say!("loses-men-and-figures", unit = n(unit), men, figures, carried)
        }
        K::Tested { unit, .. } => {
            say!("tests-morale", unit = n(unit))
        }
        K::StateChanged { unit, from, to } => say!("falls-from-into", unit = n(unit), from, to),
        K::Pinned { unit, to_turn } => say!("is-pinned", unit = n(unit), turn = to_turn),
        K::PinEnds { unit } => say!("no-longer-pinned", unit = n(unit)),
        K::BreakIn { unit, target } => say!("reaches-break-in", unit = n(unit), target = n(target)),
        K::Shock { unit, target, .. } => {
            say!("shock-roll", unit = n(unit), target = n(target))
        }
        K::AttackEnds { unit, why, .. } => say!("attack-ends", unit = n(unit), why = halt(*why)),
        K::AttackGoesOn { unit, target } => say!("attack-on-goes-on", unit = n(unit), target = n(target)),
        K::Contact { unit, target } => say!("is-in-contact", unit = n(unit), target = n(target)),
        K::Melee { unit, against, men, .. } => {
            let who = against.iter().map(n);
            let who = who.reduce(|one, other| say!("one-and-other", one, other)).unwrap_or_default();
            with_men(say!("in-melee", unit = n(unit), who), unit, *men)
        }
        K::Prisoners { unit, by, figures, .. } => {
            say!("takes-prisoner", by = n(by), figures, unit = n(unit))
        }
        K::Surrendered { unit, figures } => say!("surrender", figures, unit = n(unit)),
        K::CarriedAway { unit, by, .. } => {
            say!("may-be-carried-away", unit = n(unit), by = n(by))
        }
        K::FlightChecked { unit, behind } => say!("flight-checked", unit = n(unit), behind = n(behind)),
        K::PassedPinned { unit, pinned, .. } => {
            say!("tries-to-pass", unit = n(unit), pinned = n(pinned))
        }
        K::Chose { side, kind, choice: c, .. } => {
            say!("chose", side, question = choice(f, kind, name), answer = chosen(c))
        }
        K::StaffMoved { staff: s, with, .. } => match with {
            Some(u) => say!("staff-joins", staff = staff(s), unit = n(u)),
            None => say!("staff-moves", staff = staff(s)),
        },
        K::StaffLost { staff: s, captured: true } => say!("staff-taken", staff = staff(s)),
        K::StaffLost { staff: s, .. } => say!("staff-falls", staff = staff(s)),
        K::Appointed { staff: s, .. } => {
            say!("staff-appointed", staff = staff(s))
        }
        K::NotAppointed { .. } => {
            say!("no-successor")
        }
        K::Reorganised { unit, from, to, .. } => {
            say!("is-reorganised", unit = n(unit), from, to)
        }
        K::NotReorganised { unit, attempt, .. } => {
            say!("cannot-be-reorganised", unit = n(unit), attempt)
        }
        K::OutOfAmmunition { unit } => say!("is-out-of-ammunition", unit = n(unit)),
        K::Resupplied { unit, done, .. } => {
            if *done {
                say!("is-resupplied", unit = n(unit))
            } else {
                say!("is-not-resupplied", unit = n(unit))
            }
        }
        K::Worked { unit, work, done: true, .. } => say!("has-finished", unit = n(unit), work),
        K::Worked { unit, work, turns, of, .. } => say!("works-on", unit = n(unit), work, turns, of),
        K::WorkLost { unit } => say!("work-lost", unit = n(unit)),
        K::Repaired { unit, item } => say!("has-repaired", unit = n(unit), item),
        K::GunsTaken { unit, by, guns } => say!("takes-guns", by = n(by), guns, unit = n(unit)),
        K::WagonTaken { unit, by } => say!("takes-wagon", by = n(by), unit = n(unit)),
        K::Detached { unit, part } => say!("detaches", unit = n(unit), part = n(part)),
        K::Joined { unit, part } => say!("is-joined-by", unit = n(unit), part = n(part)),
        K::Occupied { unit, building } => match f.ground.buildings.get(usize::from(*building)) {
            Some(b) => say!("occupies", unit = n(unit), building = &b.name),
            None => say!("occupies-some-building", unit = n(unit)),
        },
        K::LeftTable { unit, fled: true } => say!("flees-off-table", unit = n(unit)),
        K::LeftTable { unit, .. } => say!("leaves-table", unit = n(unit)),
        K::Arrived { unit } => say!("arrives", unit = n(unit)),
        K::UmpireSits {} => say!("umpire-sits"),
        K::UmpireRuled { says, about: Some(clause) } => say!("umpire-rules-on", says, clause),
        K::UmpireRuled { says, about: None } => say!("umpire-rules", says),
        K::Corrected { unit: Some(u), says } => say!("umpire-corrects", unit = n(u), says),
        K::Corrected { unit: None, says } => say!("umpire-changes", says),
        K::Struck { unit, because } => say!("order-struck", unit = n(unit), because),
        K::TurnEnds => say!("turn-ends", turn = e.turn),
        K::Ended { winner: Some(side), why } => say!("side-has-won", side, why),
        K::Ended { winner: None, why } => say!("nobody-has-won", why),
    };
    Some(line)
}
