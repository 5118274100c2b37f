//! Events in words: a line for an eye that hears of it, and below it the lines of its ruling. Own units are called by their codes, enemies
//! by the labels under which they were sighted; no distance is told (03.02.12).

use crate::event::{Event, EventKind, Halt, NoFire, Outcome, Why};
use crate::field::{Field, Post, Staff};
use crate::order::{Choice, Course, FireOrder, Order, When};
use crate::turn::AskKind;
use crate::unit::{StaffId, UnitId};
use crate::{say, slip};
use clock::Way;
use desk::Eye;
use umpire::Ruling;
use words::{Joint, Message};

/// An order as it stands in the log: numbers to a tenth.
pub fn order(o: &Order) -> String {
    let slip = slip::write(o);
    if slip.is_empty() {
        return say!("log-stands").to_string();
    }
    let word = |w: &str| {
        let bare = w.trim_end_matches([',', ':', ';']);
        let long = bare.split_once('.').is_some_and(|(_, decimals)| decimals.len() > 2);
        // A name may hold a full stop too.
        match bare.parse::<f64>() {
            Ok(n) if long => {
                let short = format!("{n:.1}");
                format!("{}{}", short.strip_suffix(".0").unwrap_or(&short), &w[bare.len()..])
            }
            _ => w.to_string(),
        }
    };
    slip.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The lines of a ruling: modifiers with their clauses, dice, totals, and the reckoning step by step.
pub fn ruling(r: &Ruling) -> Vec<String> {
    let mut lines = Vec::new();
    if !r.modifiers.is_empty() {
        let all = r.modifiers.iter().map(|m| {
            let (side, what, value) = (m.side, &m.what, ::words::signed(m.value));
            say!("log-modifier", side, what, value, clause = m.clause)
        });
        lines.push(::words::list(all, Joint::Semicolon).to_string());
    }
    let dice = r.dice.iter().map(|d| Message::verbatim(d.to_string()));
    let dice = (!r.dice.is_empty()).then(|| say!("log-dice", dice = ::words::list(dice, Joint::Comma)));
    let total = |(name, value): (&String, &serde_json::Value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        say!("log-total", name, value)
    };
    let rolled: Vec<Message> = dice.into_iter().chain(r.totals.iter().map(|(n, v)| total((n, v)))).collect();
    if !rolled.is_empty() {
        lines.push(::words::list(rolled, Joint::Semicolon).to_string());
    }
    lines.extend(r.reckoning.iter().map(|s| say!("log-step", says = &s.says, clause = s.clause).to_string()));
    lines
}

fn halt(h: Halt) -> Message {
    match h {
        Halt::Contact => say!("halt-contact"),
        Halt::Friend => say!("halt-friend"),
        Halt::Impassable => say!("halt-impassable"),
        Halt::Edge => say!("halt-edge"),
        Halt::NoRoom => say!("halt-no-room"),
        Halt::Fire => say!("halt-fire"),
        Halt::Horses => say!("halt-horses"),
        Halt::Impossible => say!("halt-impossible"),
    }
}

fn no_fire(w: NoFire) -> Message {
    match w {
        NoFire::NotAnnounced => say!("no-fire-not-announced"),
        NoFire::NoTarget => say!("no-fire-no-target"),
        NoFire::Fired => say!("no-fire-fired"),
        NoFire::Fought => say!("no-fire-fought"),
        NoFire::NoAmmunition => say!("no-fire-no-ammunition"),
        NoFire::Cannot => say!("no-fire-cannot"),
    }
}

fn goes(w: Why) -> Message {
    match w {
        Why::Marches => say!("goes-marches"),
        Why::Charges => say!("goes-charges"),
        Why::Pivots => say!("goes-pivots"),
        Why::Rotates => say!("goes-rotates"),
        Why::MovesBack => say!("goes-moves-back"),
        Why::MovesSideways => say!("goes-sideways"),
        Why::Retreats => say!("goes-retreats"),
        Why::Flees => say!("goes-flees"),
        Why::GoesBack => say!("goes-back"),
        Why::Follows => say!("goes-follows"),
        Why::PressedBack => say!("goes-pressed-back"),
        Why::GoesAlong => say!("goes-along"),
        Why::Arrives => say!("goes-arrives"),
        Why::Ferried => say!("goes-ferried"),
        Why::Corrected => say!("goes-corrected"),
    }
}

/// What an enemy calls him.
pub fn enemy_staff(s: &Staff) -> Message {
    if s.post == Post::Commander { say!("enemy-commander") } else { say!("enemy-officer") }
}

/// When a fire is given.
pub fn moment(w: &When) -> Message {
    match w {
        When::AtOnce => say!("moment-at-once"),
        When::Time(at) => say!("moment-time", at = ::words::decimals(*at, 2)),
        When::Passes(ground) => say!("moment-passes", ground),
        When::BeforeContact(unit) if unit.is_empty() => say!("moment-own-contact"),
        When::BeforeContact(unit) => say!("moment-contact", unit),
    }
}

/// A fire order in words.
pub fn fire(o: &FireOrder) -> Message {
    let at = ::words::list(o.at.iter().map(|r| Message::verbatim(r.clone())), Joint::Comma);
    let when = moment(&o.when);
    match (o.at.is_empty(), o.range_in) {
        (true, false) => say!("fire-nearest", when),
        (false, false) => say!("fire-at", when, at),
        (true, true) => say!("fire-ranges-nearest", when),
        (false, true) => say!("fire-ranges-at", when, at),
    }
}

fn course(c: Course) -> Message {
    match c {
        Course::Stand => say!("course-stand"),
        Course::GoBack => say!("course-go-back"),
        Course::Follow => say!("course-follow"),
        Course::AsOrdered => say!("course-as-ordered"),
        Course::Backwards => say!("course-backwards"),
        Course::AboutFace => say!("course-about-face"),
        Course::Limber => say!("course-limber"),
        Course::Manhandle => say!("course-manhandle"),
        Course::LeaveGuns => say!("course-leave-guns"),
        Course::WithLimbers => say!("course-with-limbers"),
        Course::WithoutLimbers => say!("course-without-limbers"),
        Course::FormSoutien => say!("course-form-soutien"),
    }
}

/// A choice in words, after the question it answers.
pub fn chosen(c: &Choice) -> Message {
    match c {
        Choice::Yes => say!("choose-yes"),
        Choice::No => say!("choose-no"),
        Choice::Pick(r) => Message::verbatim(r.clone()),
        Choice::Picks(all) => ::words::list(all.iter().map(|r| Message::verbatim(r.clone())), Joint::Comma),
        Choice::Fire(o) => fire(o),
        Choice::Way(w) => course(*w),
    }
}

/// A choice within the turn as a question.
pub fn question(f: &Field, k: &AskKind, name: &dyn Fn(UnitId) -> Message) -> Message {
    use AskKind as A;
    let n = |u: &UnitId| name(*u);
    let staff = |s: &StaffId| f.staff.get(s.index()).map_or_else(String::new, |s| s.name.to_string());
    let who = |all: &[UnitId]| ::words::list(all.iter().map(n), Joint::Comma);
    match k {
        A::React { unit } => say!("choose-react", unit = n(unit)),
        A::Replace { command } => {
            let of = f.commands.get(command.index()).map_or_else(String::new, |c| c.name.to_string());
            say!("choose-replace", of)
        }
        A::Attack { unit } => say!("choose-attack", unit = n(unit)),
        A::Support { unit } => say!("choose-support", unit = n(unit)),
        A::Fire { unit } => say!("choose-fire", unit = n(unit)),
        A::LineFires { unit } => say!("choose-line-fires", unit = n(unit)),
        A::GoBack { unit } => say!("choose-evade", unit = n(unit)),
        A::FireOrder { target, units } => say!("choose-fire-order", target = n(target), who = who(units)),
        A::Commit { staff: s, unit } => say!("choose-commit", staff = staff(s), unit = n(unit)),
        A::LineStands { unit } => say!("choose-line-stands", unit = n(unit)),
        A::MeleeOrder { target, units } => say!("choose-melee-order", target = n(target), who = who(units)),
        A::Stays { unit, foe } => say!("choose-stays", unit = n(unit), foe = n(foe)),
        A::Follow { unit, foe } => say!("choose-follow", unit = n(unit), foe = n(foe)),
        A::GoesOn { unit, foe } => say!("choose-goes-on", unit = n(unit), foe = n(foe)),
        A::Retreat { unit } => say!("choose-retreat", unit = n(unit)),
        A::GunsRetreat { unit } => say!("choose-guns-retreat", unit = n(unit)),
        A::GunsFlee { unit } => say!("choose-guns-flee", unit = n(unit)),
        A::Soutien { unit } => say!("choose-soutien", unit = n(unit)),
        A::StaffGoes { staff: s, unit } => say!("choose-staff-goes", staff = staff(s), unit = n(unit)),
        A::PutOut { unit, .. } => say!("choose-put-out", unit = n(unit)),
    }
}

/// The name of what is asked, as data.
pub fn asks(k: &AskKind) -> &'static str {
    use AskKind as A;
    match k {
        A::React { .. } => "react",
        A::Replace { .. } => "replace",
        A::Attack { .. } => "attack",
        A::Support { .. } => "support",
        A::Fire { .. } => "fire",
        A::LineFires { .. } => "line_fires",
        A::GoBack { .. } => "go_back",
        A::FireOrder { .. } => "fire_order",
        A::Commit { .. } => "commit",
        A::LineStands { .. } => "line_stands",
        A::MeleeOrder { .. } => "melee_order",
        A::Stays { .. } => "stays",
        A::Follow { .. } => "follow",
        A::GoesOn { .. } => "goes_on",
        A::Retreat { .. } => "retreat",
        A::GunsRetreat { .. } => "guns_retreat",
        A::GunsFlee { .. } => "guns_flee",
        A::Soutien { .. } => "soutien",
        A::StaffGoes { .. } => "staff_goes",
        A::PutOut { .. } => "put_out",
    }
}

/// How far it went or turned is the umpire's to know: beside a board even an own march would be a measure (03.02.12).
fn way(w: &Way, why: Why, measured: bool) -> Message {
    match why {
        Why::Pivots | Why::Rotates if measured && w.degrees.abs() >= 0.05 => {
            let degrees = ::words::tenths(w.degrees.abs());
            if w.degrees > 0.0 {
                say!("goes-right-by", goes = goes(why), degrees)
            } else {
                say!("goes-left-by", goes = goes(why), degrees)
            }
        }
        Why::Pivots | Why::Rotates if w.degrees >= 0.05 => say!("goes-to-right", goes = goes(why)),
        Why::Pivots | Why::Rotates if w.degrees <= -0.05 => say!("goes-to-left", goes = goes(why)),
        _ if measured => say!("goes-so-far", goes = goes(why), cm = ::words::tenths(w.cm)),
        _ => goes(why),
    }
}

/// How an eye calls those of whom it is told.
pub(crate) struct Names<'a> {
    pub unit: &'a dyn Fn(UnitId) -> Message,
    /// Orders and choices with the names that the eye knows.
    pub order: &'a dyn Fn(&Order) -> Order,
    pub choice: &'a dyn Fn(&Choice) -> Choice,
    /// The name of a question.
    pub key: &'a dyn Fn(&str) -> String,
}

/// An event in words; `None` where an eye has nothing to hear of it. `walked` is what a movement comes to with the legs before it.
pub(crate) fn what_happened(
    f: &Field,
    e: &Event,
    names: &Names,
    eye: Eye,
    walked: Option<Way>,
) -> Option<Message> {
    use EventKind as K;
    let n = |u: &UnitId| (names.unit)(*u);
    let staff = |s: &StaffId| match (f.staff.get(s.index()), eye.side()) {
        (Some(s), Some(x)) if s.side != x => enemy_staff(s),
        (Some(s), _) => Message::verbatim(s.name.to_string()),
        (None, _) => Message::default(),
    };
    let mine = |u: &UnitId| f.units.get(u.index()).is_some_and(|u| eye.reads(u.side));
    let building =
        |b: &u16| f.ground.buildings.get(usize::from(*b)).map_or_else(String::new, |b| b.name.clone());
    let line = match &e.kind {
        K::Opens => say!("battle-opens"),
        K::ByDefault { says } => say!("by-default", says),
        K::TurnBegins => say!("turn-begins", turn = e.turn),
        K::OrdersIn { side } => say!("orders-sent", side),
        K::Ordered { unit, order: o } => {
            say!("ordered", unit = n(unit), order = order(&(names.order)(o)))
        }
        K::Reacted { unit, obeys: true, .. } => say!("reacts", unit = n(unit)),
        K::Reacted { unit, .. } => say!("reacts-not", unit = n(unit)),
        K::Replaced { staff: s, done: true, .. } => say!("takes-command", staff = staff(s)),
        K::Replaced { staff: s, .. } => say!("takes-no-command", staff = staff(s)),
        K::Rallied { unit, to, .. } => say!("rally-tried", unit = n(unit), to),
        K::AttackAnnounced { unit, target: Some(t) } => say!("attacks-target", unit = n(unit), target = n(t)),
        K::AttackAnnounced { unit, target: None } => say!("attacks", unit = n(unit)),
        K::AttackNotAnnounced { unit } => say!("attack-not-announced", unit = n(unit)),
        K::SupportNamed { unit, by } => say!("is-supported", unit = n(unit), by = n(by)),
        K::FireAnnounced { unit, moment } => say!("is-to-fire", unit = n(unit), moment),
        K::GoesBack { unit, to: Some(to) } => say!("evades-to", unit = n(unit), to = n(to)),
        K::GoesBack { unit, to: None } => say!("evades", unit = n(unit)),
        K::Moved { unit, from, to, since, cm, why, .. } => {
            let w = walked.unwrap_or_else(|| Way::of(*since, from, to, *cm));
            say!("moved", unit = n(unit), way = way(&w, *why, eye.all()))
        }
        K::Halted { unit, why, before } => match before {
            Some(o) => say!("halts-before", unit = n(unit), why = halt(*why), before = n(o)),
            None => say!("halts", unit = n(unit), why = halt(*why)),
        },
        K::PassesThrough { unit, other } => say!("passes-through", unit = n(unit), other = n(other)),
        K::FormationChanged { unit, formation, .. } => say!("is-in-formation", unit = n(unit), formation),
        K::Faced { unit, .. } => say!("faces-another-way", unit = n(unit)),
        K::Limbered { unit, limbered: true, .. } => say!("has-limbered", unit = n(unit)),
        K::Limbered { unit, .. } => say!("has-unlimbered", unit = n(unit)),
        K::Ready { unit } => say!("is-ready", unit = n(unit)),
        K::GunsLeft { unit, limbers: true } => say!("leaves-guns-with-limbers", unit = n(unit)),
        K::GunsLeft { unit, .. } => say!("leaves-guns", unit = n(unit)),
        K::GunsManned { unit } => say!("mans-guns", unit = n(unit)),
        K::GunsTaken { unit, by, guns } => say!("takes-guns", by = n(by), guns, unit = n(unit)),
        K::SentOut { unit, line } => say!("sends-out", unit = n(unit), line = n(line)),
        K::DrawnIn { unit, line } => say!("draws-in", unit = n(unit), line = n(line)),
        K::Split { unit, part } => say!("splits-off", unit = n(unit), part = n(part)),
        K::Joined { unit, other } => say!("is-joined-by", unit = n(unit), other = n(other)),
        K::Entered { unit, building: b } => say!("enters", unit = n(unit), building = building(b)),
        K::LeftBuilding { unit, building: b } => {
            say!("leaves-building", unit = n(unit), building = building(b))
        }
        K::Embarked { unit, .. } => say!("goes-aboard", unit = n(unit)),
        K::Landed { unit, .. } => say!("lands", unit = n(unit)),
        K::Charging { unit, begins: true } => say!("begins-charge", unit = n(unit)),
        K::Charging { unit, .. } => say!("ends-charge", unit = n(unit)),
        K::StateChanged { unit, from, to } => say!("falls-from-into", unit = n(unit), from, to),
        K::Reorganised { unit, from, to } => say!("is-reorganised", unit = n(unit), from, to),
        K::Fired { unit, target, men, .. } => {
            let line = say!("fires", unit = n(unit), target = n(target));
            if mine(target) { say!("with-men", line, men) } else { line }
        }
        K::FiredAt { unit, place, .. } => say!("fires-at-place", unit = n(unit), place),
        K::Shown { unit, to, .. } => say!("shows-itself", unit = n(unit), to = n(to)),
        K::RangedIn { unit, target } => say!("ranges-in", unit = n(unit), target = n(target)),
        K::NotFired { unit, why } => say!("does-not-fire", unit = n(unit), why = no_fire(*why)),
        K::Committed { staff: s, unit, .. } => say!("is-committed", staff = staff(s), unit = n(unit)),
        K::Lost { unit, figures, .. } if !mine(unit) => match figures {
            0 => return None,
            figures => say!("removes-figures", unit = n(unit), figures),
        },
        K::Lost { unit, men, figures: 0, carried } => say!("loses-men", unit = n(unit), men, carried),
        K::Lost { unit, men, figures, carried } => {
            say!("loses-men-and-figures", unit = n(unit), men, figures, carried)
        }
        K::Equipment { unit, guns, horses, loads } => {
            say!("loses-equipment", unit = n(unit), guns, horses, loads)
        }
        K::Melee { unit, target, outcome, .. } => {
            let (unit, target) = (n(unit), n(target));
            match outcome {
                Outcome::Won => say!("melee-won", unit, target),
                Outcome::Lost => say!("melee-lost", unit, target),
                Outcome::Drawn => say!("melee-drawn", unit, target),
            }
        }
        K::AttackEnds { unit, target: Some(t) } => say!("attack-on-ends", unit = n(unit), target = n(t)),
        K::AttackEnds { unit, target: None } => say!("attack-ends", unit = n(unit)),
        K::AttackGoesOn { unit, target } => say!("attack-goes-on", unit = n(unit), target = n(target)),
        K::PressedBack { unit, by, to: Some(to) } => {
            say!("is-pressed-back-to", unit = n(unit), by = n(by), to = n(to))
        }
        K::PressedBack { unit, by, to: None } => say!("is-pressed-back", unit = n(unit), by = n(by)),
        K::SweptAlong { unit, by, to, .. } if mine(unit) => {
            say!("may-be-swept", unit = n(unit), by = n(by), to)
        }
        K::SweptAlong { unit, by, .. } => say!("may-be-swept-by", unit = n(unit), by = n(by)),
        K::Cornered { unit } => say!("is-cornered", unit = n(unit)),
        K::Surrendered { unit } => say!("surrenders", unit = n(unit)),
        K::Prisoners { unit, by, figures } => say!("takes-prisoner", by = n(by), figures, unit = n(unit)),
        K::Destroyed { unit } => say!("is-destroyed", unit = n(unit)),
        K::LeftTable { unit, fled: true } => say!("flees-off-table", unit = n(unit)),
        K::LeftTable { unit, .. } => say!("leaves-table", unit = n(unit)),
        K::Arrived { unit } => say!("arrives", unit = n(unit)),
        K::StaffMoved { staff: s, with: Some(u), .. } => say!("staff-joins", staff = staff(s), unit = n(u)),
        K::StaffMoved { staff: s, .. } => say!("staff-moves", staff = staff(s)),
        K::StaffFell { staff: s, .. } => say!("staff-fell", staff = staff(s)),
        K::StaffLost { staff: s, .. } => say!("staff-is-lost", staff = staff(s)),
        K::StaffArrived { staff: s } => say!("staff-arrives", staff = staff(s)),
        K::Message { says, handed: true, .. } => say!("message-handed-over", says),
        K::Message { says, .. } => say!("message-written", says),
        K::Delayed { side, says, .. } => say!("message-delay", side, says),
        K::Instructed { unit, says } => say!("is-instructed", unit = n(unit), says),
        K::OutOfAmmunition { unit } => say!("is-out-of-ammunition", unit = n(unit)),
        K::NoPrisoners { unit, by } => say!("takes-no-prisoners", by = n(by), unit = n(unit)),
        K::Noted { unit, state, carried, left } => say!("is-noted", unit = n(unit), state, carried, left),
        K::ClosesUp { unit } => say!("closes-up-as-soutien", unit = n(unit)),
        K::StandsAsBlock { unit, .. } => say!("stands-as-block", unit = n(unit)),
        K::Resupplied { unit, loads } => say!("is-resupplied", unit = n(unit), loads),
        K::Worked { unit, says } => say!("works", unit = n(unit), says),
        K::FiresFirst { side } => say!("fires-first", side),
        K::WorkBegins { unit, place, .. } => say!("begins-work", unit = n(unit), place),
        K::WorkDone { unit, place, says } => say!("has-finished-work", unit = n(unit), place, says),
        K::Place { place, says, .. } => say!("happens-at-place", place, says),
        K::Blasted { unit, .. } => say!("is-near-blast", unit = n(unit)),
        K::Chose { side, what, choice } => {
            say!("chose", side, what = (names.key)(what), answer = chosen(&(names.choice)(choice)))
        }
        K::UmpireSits => say!("umpire-sits"),
        K::UmpireRuled { says, about: Some(clause) } => say!("umpire-rules-on", says, clause),
        K::UmpireRuled { says, about: None } => say!("umpire-rules", says),
        K::Corrected { unit: Some(u), says } => say!("umpire-corrects", unit = n(u), says),
        K::Corrected { unit: None, says } => say!("umpire-changes", says),
        K::TurnEnds => say!("turn-ends", turn = e.turn),
        K::Ended { winner: Some(side), why } => say!("side-has-won", side, why),
        K::Ended { winner: None, why } => say!("nobody-has-won", why),
    };
    Some(line)
}
