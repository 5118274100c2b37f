//! Table 1: what troops, guns, teams, crews, generals and commands cost.

use super::entries;
use crate::troop::{Class, GunWeight, Piece};
use muster::{BAD_TABLES as BAD, Tables};
use serde::{Deserialize, Serialize};

/// Rows of table 1A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Price {
    LineInfantry,
    LightInfantry,
    LightCavalry,
    HeavyCavalry,
    IrregularInfantry,
    IrregularCavalry,
}

impl Price {
    pub const ALL: [Price; 6] = [
        Price::LineInfantry,
        Price::LightInfantry,
        Price::LightCavalry,
        Price::HeavyCavalry,
        Price::IrregularInfantry,
        Price::IrregularCavalry,
    ];

    fn row(self) -> &'static str {
        match self {
            Price::LineInfantry => "line infantry (musket)",
            Price::LightInfantry => "light infantry (musket)",
            Price::LightCavalry => "light cavalry (sabre and carbine)",
            Price::HeavyCavalry => "heavy cavalry (sabre and carbine)",
            Price::IrregularInfantry => "irregular infantry",
            Price::IrregularCavalry => "irregular cavalry",
        }
    }
}

entries!(
    /// Table 1B.
    WeaponPoints: i32, "1B", "points";
    rifle = "rifle instead of musket",
    rifled_carbine = "rifled carbine instead of carbine",
    dragoon_musket = "dragoon musket instead of carbine",
    lance = "lance",
    armour = "cuirass or other armour",
    irregular_missile = "irregulars with a missile weapon (firearm or bow) and a melee weapon",
    no_firearm = "regular cavalry without any firearm",
    lower_training = "light infantry of a lower level of training",
    rifled_musket = "Crimean option: rifled musket instead of musket (appendix IV)",
);

entries!(
    /// Table 1D: rocket batteries. The wagon of six horses is not priced: a step of 4 more than that of four, as with teams (T1.D).
    RocketPoints: i32, "1D", "points";
    launcher = "launcher",
    ammunition_horse = "ammunition horse",
    wagon_two = "2-horse ammunition wagon",
    wagon_four = "4-horse rocket wagon",
);

entries!(
    /// Table 1E.
    GeneralPoints: i32, "1E", "points";
    commander = "commander-in-chief",
    other = "other general",
);

entries!(
    /// Table 1F.
    CommandPoints: i32, "1F", "points";
    unit = "each unit",
    detachment = "each detachment",
);

/// Crew by class: foot gunners, horse gunners, drivers (table 1C.iii).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrewPoints {
    /// By class A, B, C.
    pub foot: [i32; 3],
    /// Class C is not printed: the foot gunner's and the 4 by which the others differ (AI.RU.3).
    pub horse: [Option<i32>; 3],
    pub driver: [i32; 3],
}

/// All of table 1.
#[derive(Clone, Debug)]
pub struct Points {
    figures: [[Option<i32>; 5]; 6],
    pub weapons: WeaponPoints,
    guns: Vec<(Piece, GunWeight, i32)>,
    /// Animals, and the price of the team with its limber.
    teams: [(u8, i32); 3],
    oxen: i32,
    pub crew: CrewPoints,
    pub rockets: RocketPoints,
    pub generals: GeneralPoints,
    pub command: CommandPoints,
}

/// The pieces of each row of table 1C.i. Howitzers have no weight there: they are medium unless their battery's guns are heavy.
const GUNS: [(&str, &[Piece]); 6] = [
    ("3- or 4-pounder", &[Piece::Three, Piece::Four]),
    ("6-pounder", &[Piece::Six]),
    ("8- or 9-pounder", &[Piece::Eight, Piece::Nine]),
    ("12-pounder", &[Piece::Twelve]),
    ("howitzer", &[Piece::Howitzer]),
    ("siege gun or siege howitzer", &[Piece::SiegeGun, Piece::SiegeHowitzer]),
];

impl Points {
    pub(super) fn read(t: &Tables) -> Points {
        let price = |p: Price, c: Class| t.whole_if("1A", &[p.row()], c.letter()).expect(BAD);
        let mut guns = Vec::new();
        for (row, pieces) in GUNS {
            let points = t.whole("1C.i", &[row], "points").expect(BAD);
            let weight = match t.text("1C.i", &[row], "weight").expect(BAD) {
                "light" => GunWeight::Light,
                "heavy" => GunWeight::Heavy,
                "siege" => GunWeight::Siege,
                _ => GunWeight::Medium,
            };
            guns.extend(pieces.iter().map(|p| (*p, weight, points)));
        }
        let team = |row: &str| t.whole("1C.ii", &[row], "points").expect(BAD);
        let crew = |row: &str, column: &str| t.whole_if("1C.iii", &[row], column).expect(BAD);
        let columns = ["class_A_regular", "class_B_regular", "class_C_irregular"];
        let must = |row: &str| columns.map(|c| crew(row, c).expect(BAD));
        Points {
            figures: Price::ALL.map(|p| Class::ALL.map(|c| price(p, c))),
            weapons: WeaponPoints::read(t),
            guns,
            teams: [
                (4, team("4-horse team with limber or caisson")),
                (6, team("6-horse team with limber or caisson")),
                (8, team("8-horse team with limber or caisson")),
            ],
            oxen: team("siege team of 8 oxen with limber or equivalent"),
            crew: CrewPoints {
                foot: must("foot gunner"),
                horse: columns.map(|c| crew("horse gunner", c)),
                driver: must("driver"),
            },
            rockets: RocketPoints::read(t),
            generals: GeneralPoints::read(t),
            command: CommandPoints::read(t),
        }
    }

    /// A figure with the usual weapons of its row; regulars have no class E.
    pub fn figure(&self, p: Price, c: Class) -> Option<i32> {
        self.figures[p as usize][c as usize]
    }

    /// A gun or howitzer model, without team and crew; launchers are in table 1D.
    pub fn piece(&self, p: Piece) -> i32 {
        self.guns.iter().find(|(x, ..)| *x == p).map_or(self.rockets.launcher, |(.., n)| *n)
    }

    /// How heavy it is; launchers are light.
    pub fn weight(&self, p: Piece) -> GunWeight {
        self.guns.iter().find(|(x, ..)| *x == p).map_or(GunWeight::Light, |(_, w, _)| *w)
    }

    /// A team of so many horses with limber or caisson.
    pub fn team(&self, horses: u8) -> Option<i32> {
        self.teams.iter().find(|(n, _)| *n == horses).map(|(_, p)| *p)
    }

    /// A siege team of oxen.
    pub fn oxen(&self) -> i32 {
        self.oxen
    }

    /// A rocket wagon of so many horses.
    pub fn rocket_wagon(&self, horses: u8) -> Option<i32> {
        let r = &self.rockets;
        match horses {
            2 => Some(r.wagon_two),
            4 => Some(r.wagon_four),
            6 => Some(r.wagon_four + (r.wagon_four - r.wagon_two)),
            _ => None,
        }
    }
}
