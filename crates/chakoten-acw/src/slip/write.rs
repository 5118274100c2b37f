//! Writing a slip.

use super::is_word;
use super::read::usual_aim;
use crate::order::{Aim, FireOrder, Moment, MoveOrder, Order, Step, Work};
use crate::troop::{Ammunition, RepairItem};
use std::fmt::Write as _;

/// An order as a person would type it.
pub fn write(order: &Order) -> String {
    match order {
        Order::Stand => "stand".into(),
        Order::Reorganise => "reorganise".into(),
        Order::Repeat => "repeat".into(),
        Order::Resupply { wagon } => format!("resupply {}", name(wagon)),
        Order::Move(m) => moves(m),
        Order::Fire(o) => fire(o),
    }
}

/// A name as it stands, or in quotes where it would be taken for something else.
fn name(n: &str) -> String {
    let plain = n.starts_with(|c: char| c.is_alphanumeric())
        && n.chars().all(|c| c.is_alphanumeric() || "-_.'/&".contains(c))
        && !is_word(n)
        && n.parse::<f64>().is_err();
    if plain { n.into() } else { desk::quoted(n) }
}

fn repair(item: Option<RepairItem>) -> &'static str {
    match item {
        None => "",
        Some(RepairItem::Gun) => "repair gun",
        Some(RepairItem::Limber) => "repair limber",
    }
}

fn moves(m: &MoveOrder) -> String {
    let mut s = String::from(repair(m.repair));
    if m.repair.is_some() && (!m.steps.is_empty() || m.attack || m.charge) {
        s.push_str("; ");
    }
    if m.attack {
        s.push_str("attack");
    }
    if m.charge {
        s.push_str(if m.attack { " charge" } else { "charge" });
    }
    if let Some(t) = m.target.as_deref().filter(|_| m.attack) {
        s.push(' ');
        s.push_str(&name(t));
    }
    if m.attack || m.charge {
        s.push_str(": ");
    }
    for (i, x) in m.steps.iter().enumerate() {
        if i > 0 {
            s.push_str(", ");
        }
        step(&mut s, x);
    }
    s
}

fn side(degrees: f64) -> &'static str {
    if degrees < 0.0 { "left" } else { "right" }
}

fn step(s: &mut String, x: &Step) {
    let _ = match x {
        Step::March { cm: None } => write!(s, "march"),
        Step::March { cm: Some(n) } => write!(s, "march {n}"),
        Step::Back { cm: None } => write!(s, "back"),
        Step::Back { cm: Some(n) } => write!(s, "back {n}"),
        Step::To { x, y } => write!(s, "to {x} {y}"),
        Step::Road { road, cm: None } => write!(s, "road {}", name(road)),
        Step::Road { road, cm: Some(n) } => write!(s, "road {} {n}", name(road)),
        Step::Wheel { degrees } => write!(s, "wheel {} {}", side(*degrees), degrees.abs()),
        Step::Face { degrees } if *degrees == 180.0 => write!(s, "about face"),
        Step::Face { degrees } if degrees.abs() == 90.0 => write!(s, "face {}", side(*degrees)),
        Step::Face { degrees } => write!(s, "face {} {}", side(*degrees), degrees.abs()),
        Step::Form { formation, files, gap } => {
            let mut w = write!(s, "form {}", formation.slip_word());
            if let Some(n) = files {
                w = write!(s, " {n}");
            }
            if let Some(n) = gap {
                w = write!(s, " gap {n}");
            }
            w
        }
        Step::Mount => write!(s, "mount"),
        Step::Dismount => write!(s, "dismount"),
        Step::Limber { about } => write!(s, "limber{}", if *about { " about" } else { "" }),
        Step::Unlimber { about, second_left } => write!(
            s,
            "unlimber{}{}",
            if *about { " about" } else { "" },
            if *second_left { " left" } else { "" }
        ),
        Step::Work { work } => match work {
            Work::LightFortification => write!(s, "work light fortification"),
            Work::Abatis { whole } => write!(s, "work abatis {}", if *whole { "whole" } else { "half" }),
            Work::Barricade { from, to } => {
                write!(s, "work barricade {} {} to {} {}", from[0], from[1], to[0], to[1])
            }
            Work::ChevauxDeFrise { from, to } => {
                write!(s, "work chevaux {} {} to {} {}", from[0], from[1], to[0], to[1])
            }
            Work::Clear { object } => write!(s, "work clear {}", name(object)),
        },
        Step::Wait { until } => write!(s, "wait until {until}"),
        Step::Detach { companies, squadrons, left, code } => {
            let end = if *left { "left" } else { "right" };
            if *squadrons > 0 {
                write!(s, "detach {squadrons} squadrons {end} as {}", name(code))
            } else {
                write!(s, "detach {companies} {end} as {}", name(code))
            }
        }
        Step::Join { unit } => write!(s, "join {}", name(unit)),
        Step::Enter { building } => write!(s, "enter {}", name(building)),
        Step::Leave { x, y, formation } => write!(s, "leave to {x} {y} {}", formation.slip_word()),
        Step::Man => write!(s, "man guns"),
    };
}

fn fire(o: &FireOrder) -> String {
    let mut s = String::from(repair(o.repair));
    if o.repair.is_some() {
        s.push_str("; ");
    }
    s.push_str(match o.ammunition {
        None => "fire",
        Some(Ammunition::Shell) => "shell",
        Some(Ammunition::RoundShot) => "shot",
        Some(Ammunition::Canister) => "canister",
    });
    if let Some(g) = o.guess {
        let _ = write!(s, " {g}");
    }
    for (i, p) in o.parts.iter().enumerate() {
        let _ = write!(
            s,
            "{} {} {}{}",
            if i > 0 { "," } else { "" },
            p.companies,
            if p.companies == 1 { "company" } else { "companies" },
            if i == 0 { " right" } else { "" },
        );
        phrases(&mut s, &p.moment, &p.at, &[]);
    }
    if o.parts.is_empty() {
        phrases(&mut s, &o.moment, &o.at, &o.also);
    }
    s
}

fn phrases(s: &mut String, m: &Moment, at: &Aim, also: &[String]) {
    moment(s, m);
    if *at != usual_aim(m) || !also.is_empty() {
        let _ = match at {
            Aim::Nearest => write!(s, " at nearest"),
            Aim::Culprit => write!(s, " at culprit"),
            Aim::Unit(u) => write!(s, " at {}", name(u)),
            Aim::Point(p) => write!(s, " at place {} {}", p[0], p[1]),
        };
    }
    for a in also {
        let _ = write!(s, " and {}", name(a));
    }
}

fn moment(s: &mut String, m: &Moment) {
    let who = |e: &Option<String>| e.as_deref().map_or_else(|| "any".into(), name);
    let _ = match m {
        Moment::AtOnce => Ok(()),
        Moment::Clock { at } => write!(s, " at clock {at}"),
        Moment::Within { enemy, cm } => write!(s, " when {} within {cm}", who(enemy)),
        Moment::Passes { enemy, from, to } if from == to => {
            write!(s, " when {} passes {} {}", who(enemy), from[0], from[1])
        }
        Moment::Passes { enemy, from, to } => {
            write!(s, " when {} passes {} {} to {} {}", who(enemy), from[0], from[1], to[0], to[1])
        }
        Moment::Enters { enemy, ground } => write!(s, " when {} enters {}", who(enemy), name(ground)),
        Moment::Leaves { enemy, ground } => write!(s, " when {} leaves {}", who(enemy), name(ground)),
        Moment::Fires { enemy } => write!(s, " when {} fires", who(enemy)),
        Moment::Attacks { enemy, friend } => {
            let w = write!(s, " when {} attacks", who(enemy));
            match friend {
                Some(f) => write!(s, " {}", name(f)),
                None => w,
            }
        }
        Moment::BeforeShock => write!(s, " before shock"),
        Moment::AfterShock => write!(s, " after shock"),
    };
}
