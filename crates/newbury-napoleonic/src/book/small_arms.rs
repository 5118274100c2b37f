//! Table 9: fire of small arms and bows.

use super::{band, bands, entries};
use crate::troop::Weapon;
use muster::{BAD_TABLES as BAD, Tables, whole};

entries!(
    /// Table 9B: the firers.
    Firers: i32, "9B", "factor";
    first_volley = "first volley with firearms (not skirmishers)",
    skirmishers = "skirmishers (not British light infantry other than rifles)",
    british = "British infantry (including light infantry, but not rifles)",
    class_a = "class A",
    class_d = "class D",
    class_e = "class E",
    bow_quarter = "bows: each quarter move in which they cannot shoot",
    bow_at_cover = "bows shooting at a target in cover",
    disorder = "each disorganisation factor (at most 6)",
    mounted = "shooting from the saddle",
    gunners = "artillerymen using muskets",
    rain = "shooting in rain (not when shooting from a building)",
    one_shot = "one shot only, with musket or carbine",
);

/// A row of table 9C by cover: none, soft, hard.
pub type ByCover = [i32; 3];

/// Table 9C: the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Targets {
    pub five_ranks: ByCover,
    pub three_ranks: ByCover,
    pub square: ByCover,
    pub other_close: ByCover,
    pub limbered: ByCover,
    pub deployed: ByCover,
    pub skirmishers: ByCover,
    pub moved_12: i32,
    pub moved_25: i32,
    pub lying_down: i32,
    pub small_bases: i32,
}

/// Table 9.
#[derive(Clone, Debug)]
pub struct SmallArms {
    ends: Vec<f64>,
    base: Vec<Vec<Option<i32>>>,
    crimea_ends: Vec<f64>,
    crimea: Vec<Option<i32>>,
    pub firers: Firers,
    pub targets: Targets,
    /// By the score of the die, from 1.
    die: [i32; 6],
    /// Instead of the die, by the alternative losses (T9.A.ii).
    pub fixed: i32,
    /// The least base factor at which close order may fire at skirmishers (T9.A.i).
    pub least_at_skirmishers: i32,
}

const ROWS: [(Weapon, &str); 6] = [
    (Weapon::Rifle, "rifle"),
    (Weapon::Musket, "musket"),
    (Weapon::DragoonMusket, "dragoon musket"),
    (Weapon::RifledCarbine, "rifled carbine"),
    (Weapon::Carbine, "carbine"),
    (Weapon::Bow, "bow"),
];

impl SmallArms {
    pub(super) fn read(t: &Tables) -> SmallArms {
        let row = |table: &str, name: &str| -> Vec<Option<i32>> {
            t.row(table, &[name]).expect(BAD)[1..].iter().map(|c| whole(c).map(|n| n as i32)).collect()
        };
        let by_cover = |name: &str| {
            ["no_cover", "soft_cover", "hard_cover"].map(|c| t.whole("9C", &[name], c).expect(BAD))
        };
        let plain = |name: &str| by_cover(name)[0];
        let die = |n: usize| t.whole("9D", &[&(n + 1).to_string()], "factor").expect(BAD);
        SmallArms {
            ends: bands(t, "9A", 1),
            base: ROWS.iter().map(|(_, name)| row("9A", name)).collect(),
            crimea_ends: bands(t, "9A.crimea", 1),
            crimea: row("9A.crimea", "rifled musket"),
            firers: Firers::read(t),
            targets: Targets {
                five_ranks: by_cover("close order, 5 or more ranks"),
                three_ranks: by_cover("close order, 3 or 4 ranks"),
                square: by_cover("square"),
                other_close: by_cover("other close order"),
                limbered: by_cover("limbered guns"),
                deployed: by_cover("deployed guns"),
                skirmishers: by_cover("skirmishers, and troops in buildings"),
                moved_12: plain(
                    "moved more than 12 cm this move (all charging infantry unless charging the shooters)",
                ),
                moved_25: plain(
                    "moved more than 25 cm this move (all charging cavalry unless charging the shooters)",
                ),
                lying_down: plain("lying down"),
                small_bases: plain(
                    "skirmishers on smaller bases (under 20 mm square for 15 mm, under 40 mm square for 25 mm)",
                ),
            },
            die: [0, 1, 2, 3, 4, 5].map(die),
            fixed: 1,
            least_at_skirmishers: 20,
        }
    }

    /// Base factor at a range in cm; `None` is out of range. A double-barrelled gun is asked for barrel by barrel.
    pub fn base(&self, weapon: Weapon, cm: f64) -> Option<i32> {
        if weapon == Weapon::RifledMusket {
            return self.crimea[band(&self.crimea_ends, cm)?];
        }
        let weapon = if weapon == Weapon::DoubleBarrelled { Weapon::Rifle } else { weapon };
        let row = ROWS.iter().position(|(w, _)| *w == weapon)?;
        self.base[row][band(&self.ends, cm)?]
    }

    /// The band of a range, by place; figures in the same one are computed together (15.4.a).
    pub fn band(&self, weapon: Weapon, cm: f64) -> Option<usize> {
        let ends = if weapon == Weapon::RifledMusket { &self.crimea_ends } else { &self.ends };
        band(ends, cm).filter(|_| self.base(weapon, cm).is_some())
    }

    /// The greatest range in cm.
    pub fn reach(&self, weapon: Weapon) -> f64 {
        let ends = if weapon == Weapon::RifledMusket { &self.crimea_ends } else { &self.ends };
        ends.iter().copied().filter(|e| self.base(weapon, *e).is_some()).fold(0.0, f64::max)
    }

    /// The random factor of a die (table 9D).
    pub fn random(&self, die: u8) -> i32 {
        self.die[usize::from(die.clamp(1, 6)) - 1]
    }
}
