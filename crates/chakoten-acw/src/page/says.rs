//! Orders in words, without a length: nobody is told how far anything is (play.guess).

use crate::order::{Aim, FireOrder, Moment, MoveOrder, Order, Step, Work};
use crate::say;
use crate::unit::RepairItem;
use words::Message;

/// An order as a person would say it, a line for each part of it.
pub(super) fn order(o: &Order) -> Vec<Message> {
    match o {
        Order::Stand => vec![say!("does-stand")],
        Order::Reorganise => vec![say!("stands-restores-order")],
        Order::Repeat => vec![say!("does-again-what-ordered-last")],
        Order::Resupply { wagon } => vec![say!("takes-ammunition", wagon)],
        Order::Move(m) => moves(m),
        Order::Fire(o) => fire(o),
    }
}

fn repairs(r: Option<RepairItem>) -> Option<Message> {
    r.map(|r| if r == RepairItem::Gun { say!("does-repair-gun") } else { say!("does-repair-limber") })
}

fn moves(m: &MoveOrder) -> Vec<Message> {
    let mut all: Vec<Message> = repairs(m.repair).into_iter().collect();
    all.extend(match (m.attack, m.charge, &m.target) {
        (true, true, Some(target)) => Some(say!("does-attack-charging-at", target)),
        (true, true, None) => Some(say!("does-attack-charging")),
        (true, false, Some(target)) => Some(say!("does-attack-at", target)),
        (true, false, None) => Some(say!("does-attack")),
        (false, true, Some(target)) => Some(say!("does-charge-at", target)),
        (false, true, None) => Some(say!("does-charge")),
        (false, false, _) => None,
    });
    all.extend(m.steps.iter().map(step));
    all
}

/// One step.
fn step(s: &Step) -> Message {
    match s {
        Step::March { cm: None } => say!("marches-straight-ahead-end-turn"),
        Step::March { .. } => say!("marches-straight-ahead"),
        Step::Back { cm: None } => say!("moves-back-end-turn"),
        Step::Back { .. } => say!("does-move-back"),
        Step::To { .. } => say!("wheels-towards-place-shown-marches"),
        Step::Road { road, .. } => say!("follows-road", road),
        Step::Wheel { degrees } if *degrees < 0.0 => {
            say!("does-wheel-left", degrees = words::whole(-degrees))
        }
        Step::Wheel { degrees } => say!("does-wheel-right", degrees = words::whole(*degrees)),
        Step::Face { degrees } if degrees.abs() >= 179.9 => say!("does-face-about"),
        Step::Face { degrees } if *degrees < 0.0 => say!("does-face-left", degrees = words::whole(-degrees)),
        Step::Face { degrees } => say!("does-face-right", degrees = words::whole(*degrees)),
        Step::Form { formation, .. } => say!("does-form", formation),
        Step::Mount => say!("does-mount"),
        Step::Dismount => say!("does-dismount"),
        Step::Limber { about: false } => say!("does-limber"),
        Step::Limber { about: true } => say!("does-limber-about"),
        Step::Unlimber { about: false, .. } => say!("does-unlimber"),
        Step::Unlimber { about: true, .. } => say!("does-unlimber-about"),
        Step::Work { work } => match work {
            Work::LightFortification => say!("digs-light-fortification-along-front"),
            Work::Abatis { whole: true } => say!("makes-abatis-along-whole-front"),
            Work::Abatis { whole: false } => say!("makes-abatis-along-half-front"),
            Work::Barricade { .. } => say!("makes-barricade"),
            Work::ChevauxDeFrise { .. } => say!("sets-up-chevaux-de-frise"),
            Work::Clear { object } => say!("does-clear", object),
        },
        Step::Wait { until } => say!("waits-until-turn", until = words::decimals(*until, 2)),
        Step::Detach { squadrons, left, code, .. } if *squadrons > 0 => {
            if *left {
                say!("does-detach-squadrons-left", squadrons, code)
            } else {
                say!("does-detach-squadrons-right", squadrons, code)
            }
        }
        Step::Detach { companies, left: true, code, .. } => say!("does-detach-left", companies, code),
        Step::Detach { companies, left: false, code, .. } => say!("does-detach-right", companies, code),
        Step::Join { unit } => say!("does-join", unit),
        Step::Enter { building } => say!("goes-into", building),
        Step::Leave { formation, .. } => say!("leaves-building-forms", formation),
        Step::Man => say!("goes-back-guns"),
    }
}

fn fire(o: &FireOrder) -> Vec<Message> {
    let mut all: Vec<Message> = repairs(o.repair).into_iter().collect();
    if o.parts.is_empty() {
        let (when, at) = (moment(&o.moment), aim(&o.at));
        let at = o.also.iter().fold(at, |before, also| say!("aim-and", before, also));
        let fires = match o.ammunition {
            None => say!("does-fire", when, at),
            Some(ammunition) => say!("does-fire-with", ammunition, when, at),
        };
        all.push(match o.guess {
            Some(guess) => say!("does-fire-guessed", fires, guess),
            None => fires,
        });
    }
    for p in &o.parts {
        let (when, at) = (moment(&p.moment), aim(&p.at));
        all.push(say!("do-companies-fire", companies = p.companies, when, at));
    }
    all
}

fn aim(a: &Aim) -> Message {
    match a {
        Aim::Nearest => say!("aim-nearest"),
        Aim::Culprit => say!("aim-culprit"),
        Aim::Unit(unit) => say!("aim-unit", unit),
        Aim::Point(_) => say!("aim-place"),
    }
}

fn moment(m: &Moment) -> Message {
    let who = |e: &Option<String>| e.clone().map_or_else(|| say!("any-enemy"), Message::verbatim);
    match m {
        Moment::AtOnce => say!("moment-at-once"),
        Moment::Clock { at } => say!("at-of-the-turn", at = words::decimals(*at, 2)),
        Moment::Within { enemy, cm } => say!("when-comes-within-cm", who = who(enemy), cm),
        Moment::Passes { enemy, .. } => say!("when-passes-line-shown", who = who(enemy)),
        Moment::Enters { enemy, ground } => say!("when-enters", enemy = who(enemy), ground),
        Moment::Leaves { enemy, ground } => say!("when-leaves", enemy = who(enemy), ground),
        Moment::Fires { enemy } => say!("when-fires", enemy = who(enemy)),
        Moment::Attacks { enemy, friend } => match friend {
            Some(f) => say!("when-attacks", enemy = who(enemy), friend = f),
            None => say!("when-attacks-it", who = who(enemy)),
        },
        Moment::BeforeShock => say!("moment-before-shock"),
        Moment::AfterShock => say!("moment-after-shock"),
    }
}
