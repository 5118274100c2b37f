//! What figures, batteries, generals and commands cost: table 1 with its notes, and the appendices that change it.

use crate::book::numbers;
use crate::book::points::Price;
use crate::book::scale::Figures;
use crate::options::Options;
use crate::troop::{Arm, Class, Nation, Troop, Weapon};
use crate::unit::{Gun, Rank};
use crate::{clause, say};
use muster::RosterLine;
use umpire::Clause;
use words::Message;

/// A part of the price of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    pub points: i32,
    pub by: Clause,
}

/// The row of table 1A for such troops; batteries have none.
pub fn row(t: &Troop) -> Option<Price> {
    Some(match t.arm {
        Arm::LineInfantry if t.irregular() => Price::IrregularInfantry,
        Arm::LightInfantry if t.irregular() => Price::IrregularInfantry,
        Arm::LightCavalry | Arm::HeavyCavalry if t.irregular() => Price::IrregularCavalry,
        Arm::LineInfantry => Price::LineInfantry,
        Arm::LightInfantry => Price::LightInfantry,
        Arm::LightCavalry => Price::LightCavalry,
        Arm::HeavyCavalry => Price::HeavyCavalry,
        // Camels and elephants by the row of native cavalry (A5.2).
        Arm::Camels | Arm::Elephants => Price::IrregularCavalry,
        _ => return None,
    })
}

/// The price of a figure by tables 1A and 1B, step by step; nothing where the class is not priced (regulars have no class E).
pub fn figure(t: &Troop) -> Option<Vec<Step>> {
    let w = &numbers().points.weapons;
    let base = numbers().points.figure(row(t)?, t.class)?;
    let mut steps = vec![Step { points: base, by: clause!("T1.A") }];
    let mut add = |points: i32, by: Clause| steps.push(Step { points, by });
    match t.weapon {
        Some(Weapon::Rifle | Weapon::DoubleBarrelled) => add(w.rifle, clause!("T1.B")),
        Some(Weapon::RifledCarbine) => add(w.rifled_carbine, clause!("T1.B")),
        Some(Weapon::DragoonMusket) if t.arm.cavalry() => add(w.dragoon_musket, clause!("T1.B")),
        Some(Weapon::RifledMusket) => add(w.rifled_musket, clause!("A4.2")),
        None if t.regular() && t.arm.cavalry() => add(w.no_firearm, clause!("T1.B")),
        _ => {}
    }
    if t.lance {
        add(w.lance, clause!("T1.B"));
    }
    if t.armour {
        add(w.armour, clause!("T1.B"));
    }
    if t.irregular() && t.weapon.is_some() && t.melee_weapon && t.arm != Arm::Camels {
        add(w.irregular_missile, clause!("T1.B"));
    }
    if t.arm == Arm::LightInfantry && t.regular() && t.training > t.class {
        add(w.lower_training, clause!("T1.B"));
    }
    if matches!(t.arm, Arm::Camels | Arm::Elephants) {
        // A camel costs one more than native cavalry; an elephant four times as much, which is its four crew figures.
        add(i32::from(t.arm == Arm::Camels), clause!("A5.2"));
    }
    Some(steps)
}

/// What the option of national characteristics takes off a figure: Austrian foot, and Prussian foot before 1807; Russians stay (A3.5, A3.10,
/// A3.15).
pub fn national(o: &Options, t: &Troop, year: u16) -> Option<Step> {
    let foot = t.arm.infantry();
    match t.nation {
        _ if !o.national || !foot => None,
        Nation::Austria => Some(Step { points: -1, by: clause!("A3.5") }),
        Nation::Prussia if year < 1807 => Some(Step { points: -1, by: clause!("A3.10") }),
        Nation::Russia => Some(Step { points: 0, by: clause!("A3.15") }),
        _ => None,
    }
}

/// Place of a crew's class in table 1C.iii.
fn crew_class(c: Class) -> Option<usize> {
    match c {
        Class::A => Some(0),
        Class::B => Some(1),
        Class::C => Some(2),
        Class::D | Class::E => None,
    }
}

/// Points of a gunner; nothing of a class that has no price.
pub fn gunner(t: &Troop) -> Option<Step> {
    let crew = &numbers().points.crew;
    let n = crew_class(t.class)?;
    if !t.arm.rides() {
        return Some(Step { points: crew.foot[n], by: clause!("T1.C") });
    }
    match crew.horse[n] {
        Some(points) => Some(Step { points, by: clause!("T1.C") }),
        // Not printed: the foot gunner's price and the difference of the other classes (AI.RU.3).
        None => {
            let more = crew.horse[1].unwrap_or(0) - crew.foot[1];
            Some(Step { points: crew.foot[n] + more, by: clause!("AI.RU.3") })
        }
    }
}

/// Lines of a battery's guns, teams, gunners and drivers. Guns in permanent fortifications need no teams (5.4).
pub fn battery(t: &Troop, guns: &[Gun], fortification: bool) -> Option<Vec<RosterLine>> {
    let p = &numbers().points;
    let mut lines: Vec<RosterLine> = Vec::new();
    let mut add = |what: Message, count: u32, each: i32, clause: Clause| {
        if count > 0 {
            lines.push(RosterLine { what, count, each: each.into(), clause });
        }
    };
    let mut pieces: Vec<_> = guns.iter().map(|g| g.piece).collect();
    pieces.sort();
    pieces.dedup();
    for piece in pieces {
        let count = guns.iter().filter(|g| g.piece == piece).count() as u32;
        let by = if t.arm.rockets() { clause!("T1.D") } else { clause!("T1.C") };
        add(crate::words::piece(piece), count, p.piece(piece), by);
    }
    let gunners = guns.iter().map(|g| u32::from(g.crew)).sum();
    let Step { points, by } = gunner(t)?;
    add(say!("roster-gunners"), gunners, points, by);
    if fortification {
        add(say!("roster-no-teams"), 1, 0, clause!("5.4"));
        return Some(lines);
    }
    let teams: Vec<_> = guns.iter().filter_map(|g| g.team).collect();
    let horses = teams.first().map_or(0, |t| t.horses);
    let drivers = teams.iter().map(|t| u32::from(t.drivers)).sum();
    if t.arm.rockets() {
        let wagon = p.rocket_wagon(horses)?;
        add(say!("roster-rocket-wagons", horses), teams.len() as u32, wagon, clause!("T1.D"));
    } else if t.arm == Arm::SiegeArtillery {
        add(say!("roster-oxen"), teams.len() as u32, p.oxen(), clause!("5.4"));
    } else {
        add(say!("roster-teams", horses), teams.len() as u32, p.team(horses)?, clause!("5.4"));
    }
    add(say!("roster-drivers"), drivers, p.crew.driver[crew_class(t.class)?], clause!("T1.C"));
    Some(lines)
}

/// A general's line; with 5 and 6 mm figures a tenth (A6.4).
pub fn general(o: &Options, rank: Rank, name: &str) -> RosterLine {
    let g = &numbers().points.generals;
    let each = if rank == Rank::Commander { g.commander } else { g.other };
    let (each, clause) = match o.figures {
        // Any general as the commander, those of brigades half of it.
        Figures::Six if rank == Rank::Brigadier => (g.other / 10, clause!("A6.4")),
        Figures::Six => (g.commander / 10, clause!("A6.4")),
        _ => (each, clause!("T1.E")),
    };
    let what = match rank {
        Rank::Commander => say!("roster-commander", name),
        Rank::General | Rank::Brigadier => say!("roster-general", name),
    };
    RosterLine { what, count: 1, each: each.into(), clause }
}
