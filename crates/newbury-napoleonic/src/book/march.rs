//! Tables 3, 4 and 5, the times of limbering and of other actions, and artillery's action moves.

use super::entries;
use crate::order::Gait;
use crate::terrain::{Going, Obstacle, Slope, Terrain};
use crate::troop::GunWeight;
use muster::{BAD_TABLES as BAD, Tables};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who moves, by the rows of table 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mover {
    /// Infantry in column, irregular foot in close order.
    Column,
    Line,
    Square,
    FootSkirmishers,
    HeavyCavalry,
    LightCavalry,
    FieldArtillery,
    HeavyFieldArtillery,
    LightHorseArtillery,
    HorseArtillery,
    SiegeArtillery,
    /// Light or medium guns, deployed, that fire in this move.
    DeployedFiring,
    Deployed,
    DeployedHeavy,
    FootRockets,
    HorseRockets,
    General,
    Elephants,
    Camels,
}

impl Mover {
    pub const ALL: [Mover; 19] = [
        Mover::Column,
        Mover::Line,
        Mover::Square,
        Mover::FootSkirmishers,
        Mover::HeavyCavalry,
        Mover::LightCavalry,
        Mover::FieldArtillery,
        Mover::HeavyFieldArtillery,
        Mover::LightHorseArtillery,
        Mover::HorseArtillery,
        Mover::SiegeArtillery,
        Mover::DeployedFiring,
        Mover::Deployed,
        Mover::DeployedHeavy,
        Mover::FootRockets,
        Mover::HorseRockets,
        Mover::General,
        Mover::Elephants,
        Mover::Camels,
    ];

    fn row(self) -> &'static str {
        match self {
            Mover::Column => "infantry in column; irregular foot in close order",
            Mover::Line => "infantry in line",
            Mover::Square => "infantry in square",
            Mover::FootSkirmishers => "foot skirmishers",
            Mover::HeavyCavalry => "heavy cavalry",
            Mover::LightCavalry => "light cavalry and irregular cavalry",
            Mover::FieldArtillery => "field (foot) artillery, light or medium, limbered",
            Mover::HeavyFieldArtillery => "field (foot) artillery, heavy, limbered",
            Mover::LightHorseArtillery => "horse artillery, light",
            Mover::HorseArtillery => "horse artillery, medium",
            Mover::SiegeArtillery => "siege artillery",
            Mover::DeployedFiring => "light or medium artillery, deployed and firing",
            Mover::Deployed => "light or medium artillery, deployed and not firing",
            Mover::DeployedHeavy => "heavy artillery, deployed and not firing",
            Mover::FootRockets => "rocket battery, foot",
            Mover::HorseRockets => "rocket battery, horse",
            Mover::General => "generals and couriers (12.8)",
            Mover::Elephants => "elephants (appendix V; rout 40)",
            Mover::Camels => "camels (appendix V): as heavy cavalry",
        }
    }
}

/// The columns of table 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Goer {
    Teams,
    Skirmishers,
    Others,
}

entries!(
    /// Times of actions, in moves.
    Times: f64, "limbering", "time in moves";
    limber = "limber or unlimber light or medium artillery",
    limber_heavy = "limber or unlimber heavy artillery",
    limber_siege = "limber or unlimber siege artillery",
    rockets = "pack up or set up rocket battery",
    set_rocket = "set a rocket on its launcher",
    load_gun = "load gun with round shot, shell or shrapnel",
    lie_down = "foot stand up or lie down",
    mount = "mount or dismount",
    load = "load firearm other than rifle or rifled carbine",
    load_rifle = "load rifle or rifled carbine",
    load_loose = "load rifle with loose ball (counts as carbine for the rest of the battle)",
    spike = "spike a gun, one foot figure, consecutive moves",
    cut_free = "cut one dead animal from a team, two figures",
    disarm = "disarm prisoners",
);

/// An artillery action move (16.5.a).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionMove {
    pub limbered: bool,
    /// Of a move, at the double rate.
    pub movement: f64,
    pub rounds: u8,
}

/// The times of crossing an obstacle, in moves (table 5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    pub first_rank: f64,
    pub further_rank: f64,
}

/// Tables 3 to 5.
#[derive(Clone, Debug)]
pub struct March {
    /// Normal, charge, double.
    rates: [[Option<f64>; 3]; 19],
    pub back: f64,
    pub rout_foot: f64,
    pub rout_mounted: f64,
    pub rout_elephants: f64,
    pub rout_camels: f64,
    fractions: Vec<[Option<f64>; 3]>,
    pub times: Times,
    pub action_moves: [ActionMove; 4],
    ditch: f64,
    hedge: [f64; 4],
    wall: [f64; 2],
    /// Attack distances of foot and mounted (17.2.c).
    pub attack: [f64; 2],
    /// How far foot and mounted give ground (23.2.c).
    pub give_ground: [f64; 2],
    /// Moves for each factor that is reordered: irregulars, regular class D, artillery, all others (13.2.f, 13.2.g).
    pub reorder: Reorder,
}

entries!(
    /// Moves to reorder one factor.
    Reorder: f64, "reorder", "moves per factor";
    irregular = "irregulars",
    class_d = "regular class D",
    artillery = "artillery",
    others = "all others",
);

/// Rows of table 4.
const SLOW: [&str; 9] = [
    "scrub or cultivated field",
    "gentle hill, uphill",
    "steep hill, uphill",
    "steep hill, downhill or across",
    "ford, muddy ground",
    "fordable (forceable) river",
    "light wood, orchard",
    "dense wood",
    "marsh",
];

impl March {
    pub(super) fn read(t: &Tables) -> March {
        let rate = |row: &str, c: &str| t.number_if("3", &[row], c).expect(BAD);
        let camel = |row: &str, c: &str| t.number("A5", &[row], c).expect(BAD);
        let crossing = |row: &[&str]| t.number("5", row, "moves_lost").expect(BAD);
        let distance = |who: &str, c: &str| t.number("attack-distance", &[who], c).expect(BAD);
        let actions = &t.table("action-moves").rows;
        let action = |n: usize| ActionMove {
            limbered: actions[n][0].text() == Some("limbered"),
            movement: actions[n][1].number().expect(BAD),
            rounds: actions[n][3].number().expect(BAD) as u8,
        };
        March {
            rates: Mover::ALL.map(|m| ["normal", "charge", "double"].map(|c| rate(m.row(), c))),
            back: rate("infantry moving backwards", "normal").expect(BAD),
            rout_foot: rate("routing foot", "normal").expect(BAD),
            rout_mounted: rate("routing mounted", "normal").expect(BAD),
            rout_elephants: camel("rout move cm", "elephants"),
            rout_camels: camel("rout move cm", "camels"),
            fractions: SLOW
                .iter()
                .map(|row| {
                    ["teams", "skirmishers", "others"].map(|c| t.number_if("4", &[row], c).expect(BAD))
                })
                .collect(),
            times: Times::read(t),
            action_moves: [action(0), action(1), action(2), action(3)],
            ditch: crossing(&["ditch (fosa, the ditch of 4.3.a; also rów), stream", "all"]),
            hedge: [
                crossing(&["hedge", "skirmishers"]),
                crossing(&["hedge", "artillery teams"]),
                crossing(&["hedge", "others: first rank"]),
                crossing(&["hedge", "others: each further rank"]),
            ],
            wall: [
                crossing(&["wall or fence", "foot skirmishers"]),
                crossing(&["wall or fence", "other infantry: each rank"]),
            ],
            attack: [distance("foot", "attack distance"), distance("mounted", "attack distance")],
            give_ground: [distance("foot", "give ground"), distance("mounted", "give ground")],
            reorder: Reorder::read(t),
        }
    }

    /// Centimetres a move over open ground; `None` where that gait is not allowed. Routing and stepping back are fields of their own.
    pub fn rate(&self, who: Mover, gait: Gait) -> Option<f64> {
        let n = match gait {
            Gait::Normal => 0,
            Gait::Charge => 1,
            Gait::Double => 2,
            Gait::Rout | Gait::Back => return None,
        };
        self.rates[who as usize][n]
    }

    /// The fraction of the move in such ground; `None` where it is forbidden (table 4).
    pub fn fraction(&self, ground: Terrain, who: Goer) -> Option<f64> {
        let row = match ground {
            Terrain::Open => return Some(1.0),
            Terrain::Impassable => return None,
            Terrain::Scrub | Terrain::Field => 0,
            Terrain::Ford | Terrain::Mud => 4,
            Terrain::River => 5,
            Terrain::LightWood | Terrain::Orchard => 6,
            Terrain::DenseWood => 7,
            Terrain::Marsh => 8,
        };
        self.fractions[row][who as usize]
    }

    /// The fraction of the move on a slope (table 4).
    pub fn slope(&self, slope: Slope, going: Going, who: Goer) -> f64 {
        let row = match (slope, going) {
            (Slope::Gentle, Going::Up) => 1,
            (Slope::Gentle, _) => return 1.0,
            (Slope::Steep, Going::Up) => 2,
            (Slope::Steep, _) => 3,
        };
        self.fractions[row][who as usize].expect(BAD)
    }

    /// What crossing an obstacle costs; `None` where it is forbidden (table 5).
    pub fn crossing(&self, o: Obstacle, who: Goer, mounted: bool) -> Option<Crossing> {
        let one = |first_rank: f64| Crossing { first_rank, further_rank: 0.0 };
        match (o, who) {
            (Obstacle::Ditch | Obstacle::Stream, _) => Some(one(self.ditch)),
            (Obstacle::Hedge, Goer::Skirmishers) => Some(one(self.hedge[0])),
            (Obstacle::Hedge, Goer::Teams) => Some(one(self.hedge[1])),
            (Obstacle::Hedge, Goer::Others) => {
                Some(Crossing { first_rank: self.hedge[2], further_rank: self.hedge[3] })
            }
            (Obstacle::Wall | Obstacle::Fence, _) if mounted || who == Goer::Teams => None,
            (Obstacle::Wall | Obstacle::Fence, Goer::Skirmishers) => Some(one(self.wall[0])),
            (Obstacle::Wall | Obstacle::Fence, _) => {
                Some(Crossing { first_rank: self.wall[1], further_rank: self.wall[1] })
            }
        }
    }

    /// Time to limber or unlimber, in moves (12.6.a).
    pub fn limbering(&self, weight: GunWeight) -> f64 {
        match weight {
            GunWeight::Light | GunWeight::Medium => self.times.limber,
            GunWeight::Heavy => self.times.limber_heavy,
            GunWeight::Siege => self.times.limber_siege,
        }
    }
}
