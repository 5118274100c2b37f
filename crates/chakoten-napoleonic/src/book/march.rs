//! March lengths (table III) and the passing of obstacles (tables VI and VII) as data.

use super::features::Feature;
use super::{num, table};
use crate::book::numbers;
use crate::troop::{Going, GunWeight, Harness, Obstacle, Weight};
use std::sync::OnceLock;

/// A row of table III.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    FootMarchColumn,
    FootAttackColumn,
    FootLine,
    FootSkirmish,
    FootSquare,
    FootFlight,
    HorseMarchColumn,
    HorseSwarm,
    Horse(Weight),
    ChargeSwarm,
    Charge(Weight),
    Courier,
    HorseFlight,
    Limbered(Harness, GunWeight),
    HorseGunsCharge,
    Unlimbered(GunWeight),
    LimbersFlight,
    PackHorse,
    Wagon,
}

impl Row {
    fn place(self) -> usize {
        let by = |w: Weight| match w {
            Weight::Light => 0,
            Weight::Medium => 1,
            Weight::Heavy => 2,
            Weight::Cossack => 3,
        };
        match self {
            Row::FootMarchColumn => 0,
            Row::FootAttackColumn => 1,
            Row::FootLine => 2,
            Row::FootSkirmish => 3,
            Row::FootSquare => 4,
            Row::FootFlight => 5,
            Row::HorseMarchColumn => 6,
            Row::HorseSwarm => 7,
            Row::Horse(Weight::Cossack) | Row::Charge(Weight::Cossack) => 15,
            Row::Horse(w) => 8 + by(w),
            Row::ChargeSwarm => 11,
            Row::Charge(w) => 12 + by(w),
            Row::Courier => 16,
            Row::HorseFlight => 17,
            Row::Limbered(Harness::Driven, _) => 19,
            Row::Limbered(Harness::Horse, _) => 20,
            Row::Limbered(Harness::Foot, GunWeight::Light) => 18,
            Row::Limbered(Harness::Foot, GunWeight::Medium) => 21,
            Row::Limbered(Harness::Foot, GunWeight::Heavy) => 22,
            Row::HorseGunsCharge => 23,
            Row::Unlimbered(GunWeight::Light) => 24,
            Row::Unlimbered(GunWeight::Medium) => 25,
            Row::Unlimbered(GunWeight::Heavy) => 26,
            Row::LimbersFlight => 27,
            Row::PackHorse => 28,
            Row::Wagon => 29,
        }
    }
}

/// The columns of table III.
fn column(g: Going) -> usize {
    match g {
        Going::Road => 2,
        Going::Path => 3,
        Going::Ordinary => 4,
        Going::Difficult => 5,
        Going::Plantation => 6,
        Going::Watercourse => 7,
    }
}

/// Cm a turn; `None` for a dash.
pub fn length(row: Row, going: Going) -> Option<f64> {
    static ALL: OnceLock<Vec<[Option<f64>; 8]>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let cell = |c: &umpire::Cell| {
            // Of those with a remark the number comes first.
            num(c).or_else(|| c.text()?.split(' ').next()?.parse().ok())
        };
        table("III").rows.iter().map(|r| std::array::from_fn(|i| r.get(i).and_then(cell))).collect()
    });
    all[row.place()][column(going)]
}

/// Cm that a courier rides in a turn at the most.
pub fn fastest_rider() -> f64 {
    static MOST: OnceLock<f64> = OnceLock::new();
    let all =
        [Going::Road, Going::Path, Going::Ordinary, Going::Difficult, Going::Plantation, Going::Watercourse];
    *MOST.get_or_init(|| all.iter().filter_map(|g| length(Row::Courier, *g)).fold(0.0, f64::max))
}

/// Obstacle of a wood's edge.
pub fn wood_edge() -> Obstacle {
    Feature::Bank.values().obstacle
}

/// Obstacle of a ditch, or of a stream under half a cm.
pub fn ditch() -> Obstacle {
    Feature::Ditch.values().obstacle
}

/// Obstacle of guns without gunners.
pub fn unmanned_guns() -> Obstacle {
    Feature::UnmannedGuns.values().obstacle
}

/// Obstacle of a hill step so many cm wide, by the first two rows of table VI.
pub fn narrow_step(cm: f64) -> Obstacle {
    static UNDER: OnceLock<[(f64, Obstacle); 2]> = OnceLock::new();
    let rows = UNDER.get_or_init(|| {
        [Feature::SteepStep, Feature::NarrowStep].map(|f| {
            let under = f.row().name.split(' ').find_map(|w| w.parse::<f64>().ok());
            (under.unwrap_or(0.0), f.values().obstacle)
        })
    });
    rows.iter().find(|(under, _)| cm < *under).map_or(Obstacle::None, |r| r.1)
}

/// A watercourse narrower than this is a ditch, one wider than the other is crossed at fords alone, in cm (07.04.1).
pub const STREAM: (f64, f64) = (numbers::DITCH, numbers::WIDE_WATER);

/// Contours closer than this make the steps above the first difficult, in cm (07.03.2).
pub const STEEP: f64 = numbers::STEEP;

/// Closed units that march side by side with less than this between them are slowed, in cm (07.06.1).
pub const PARALLEL: f64 = numbers::PARALLEL;

/// Ranks with which infantry may go into the edge of a wood (16.02.1.a).
pub const EDGE_RANKS: u16 = numbers::EDGE_RANKS as u16;

/// Ranks beyond which a brigade column of cavalry does not charge, and one of infantry goes as a square (05.01.6.b).
pub const DEEP: (u16, u16) = (numbers::DEEP_HORSE as u16, numbers::DEEP_FOOT as u16);
