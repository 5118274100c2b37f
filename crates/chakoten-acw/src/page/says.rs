//! Orders in words, without a length: nobody is told how far anything is (play.guess).

use crate::order::{Aim, FireOrder, Moment, MoveOrder, Order, Step, Work};
use crate::unit::RepairItem;

/// An order as a person would say it, a line for each part of it.
pub(super) fn order(o: &Order) -> Vec<String> {
    match o {
        Order::Stand => vec!["stands".into()],
        Order::Reorganise => vec!["stands and restores its order".into()],
        Order::Repeat => vec!["does again what it was ordered last turn".into()],
        Order::Resupply { wagon } => vec![format!("takes ammunition from {wagon}")],
        Order::Move(m) => moves(m),
        Order::Fire(o) => fire(o),
    }
}

fn repairs(r: Option<RepairItem>) -> Option<String> {
    r.map(|r| format!("repairs {}", if r == RepairItem::Gun { "a gun" } else { "a limber" }))
}

fn moves(m: &MoveOrder) -> Vec<String> {
    let mut all: Vec<String> = repairs(m.repair).into_iter().collect();
    if m.attack || m.charge {
        let what = match (m.attack, m.charge) {
            (true, true) => "attacks at the charge",
            (true, false) => "attacks",
            _ => "goes at the charge move",
        };
        all.push(match &m.target {
            Some(t) => format!("{what}: {t}"),
            None => what.into(),
        });
    }
    all.extend(m.steps.iter().map(step));
    all
}

fn way(degrees: f64) -> &'static str {
    if degrees < 0.0 { "left" } else { "right" }
}

/// One step.
fn step(s: &Step) -> String {
    match s {
        Step::March { cm: None } => "marches straight ahead to the end of the turn".into(),
        Step::March { .. } => "marches straight ahead".into(),
        Step::Back { cm: None } => "moves back to the end of the turn".into(),
        Step::Back { .. } => "moves back".into(),
        Step::To { .. } => "wheels towards the place shown and marches there".into(),
        Step::Road { road, .. } => format!("follows the road {road}"),
        Step::Wheel { degrees } => format!("wheels {} by {:.0} degrees", way(*degrees), degrees.abs()),
        Step::Face { degrees } if degrees.abs() >= 179.9 => "faces about".into(),
        Step::Face { degrees } => format!("faces {} by {:.0} degrees", way(*degrees), degrees.abs()),
        Step::Form { formation, .. } => format!("forms {formation}"),
        Step::Mount => "mounts".into(),
        Step::Dismount => "dismounts".into(),
        Step::Limber { about } => format!("limbers up{}", if *about { " and turns about" } else { "" }),
        Step::Unlimber { about, .. } => format!("{}unlimbers", if *about { "turns about and " } else { "" }),
        Step::Work { work } => match work {
            Work::LightFortification => "digs a light fortification along its front".into(),
            Work::Abatis { whole: true } => "makes an abatis along its whole front".into(),
            Work::Abatis { whole: false } => "makes an abatis along half its front".into(),
            Work::Barricade { .. } => "makes a barricade".into(),
            Work::ChevauxDeFrise { .. } => "sets up chevaux de frise".into(),
            Work::Clear { object } => format!("clears {object}"),
        },
        Step::Wait { until } => format!("waits until {until:.2} of the turn"),
        Step::Detach { companies, left, code } => {
            format!(
                "detaches {companies} companies on the {} as {code}",
                if *left { "left" } else { "right" }
            )
        }
        Step::Join { unit } => format!("joins {unit}"),
        Step::Enter { building } => format!("goes into {building}"),
        Step::Leave { formation, .. } => format!("leaves the building and forms {formation}"),
        Step::Man => "goes back to the guns".into(),
    }
}

fn fire(o: &FireOrder) -> Vec<String> {
    let mut all: Vec<String> = repairs(o.repair).into_iter().collect();
    let what = match o.ammunition {
        None => "fires".to_string(),
        Some(a) => format!("fires {a}"),
    };
    let guess = o.guess.map_or_else(String::new, |g| format!(", guessed at {g} cm"));
    if o.parts.is_empty() {
        let also: String = o.also.iter().map(|a| format!(" and {a}")).collect();
        all.push(format!("{what} {}{}{also}{guess}", moment(&o.moment), aim(&o.at)));
    }
    for p in &o.parts {
        all.push(format!("{} companies: fires {}{}", p.companies, moment(&p.moment), aim(&p.at)));
    }
    all
}

fn aim(a: &Aim) -> String {
    match a {
        Aim::Nearest => ", at the nearest enemy".into(),
        Aim::Culprit => ", at him who brings it about".into(),
        Aim::Unit(u) => format!(", at {u}"),
        Aim::Point(_) => ", at the place shown".into(),
    }
}

fn moment(m: &Moment) -> String {
    let who = |e: &Option<String>| e.clone().unwrap_or_else(|| "any enemy".into());
    match m {
        Moment::AtOnce => "at once".into(),
        Moment::Clock { at } => format!("at {at:.2} of the turn"),
        Moment::Within { enemy, cm } => format!("when {} comes within {cm} cm", who(enemy)),
        Moment::Passes { enemy, .. } => format!("when {} passes the line shown", who(enemy)),
        Moment::Enters { enemy, ground } => format!("when {} enters {ground}", who(enemy)),
        Moment::Leaves { enemy, ground } => format!("when {} leaves {ground}", who(enemy)),
        Moment::Fires { enemy } => format!("when {} fires", who(enemy)),
        Moment::Attacks { enemy, friend } => match friend {
            Some(f) => format!("when {} attacks {f}", who(enemy)),
            None => format!("when {} attacks it", who(enemy)),
        },
        Moment::BeforeShock => "before the shock roll".into(),
        Moment::AfterShock => "after the shock roll".into(),
    }
}
