//! Table 10: fire of guns, howitzers and rockets; overhead fire, gaps and ignition.

use super::{band, bands, entries};
use crate::troop::{Ammunition, Piece};
use muster::{BAD_TABLES as BAD, Tables, whole};

/// A projectile and a piece that fires it: a row of table 10A.
type Row = (Ammunition, Piece, Vec<Option<i32>>);

entries!(
    /// Table 10B.i: the target's formation, but for depth.
    Formations: i32, "10B.i", "factor";
    british_line = "British infantry in line",
    seven_ranks = "close order, 7 or more ranks along the line of fire",
    five_ranks = "close order, 5 or 6 ranks along the line of fire",
    three_ranks = "close order, 3 or 4 ranks along the line of fire",
    limbered = "limbered artillery",
    mounted = "mounted (not limbered artillery)",
    deployed = "deployed gun crews",
    open_order = "open order",
    small_bases = "skirmishers on smaller bases (under 20 mm square for 15 mm, under 40 mm for 25 mm)",
);

entries!(
    /// Table 10C: how far the target moved.
    Movement: i32, "10C", "factor";
    over_12 = "moved more than 12 cm this move (all charging infantry unless charging the firing gun)",
    over_25 = "moved more than 25 cm this move (all charging cavalry unless charging the firing gun)",
    siege_over_25 = "moved more than 25 cm and siege artillery is firing (in addition)",
);

entries!(
    /// Table 10E.
    Effect: i32, "10E", "factor";
    one_canister = "one canister round only",
    new_target = "first shot at a new target with round shot, shell or shrapnel; or first shot after unlimbering (any ammunition, reading in T10.E)",
    split = "guns of the battery split between two or more targets",
);

entries!(
    /// Tables 10F, 10G and 10H.
    Crew: i32, "10FGH", "factor";
    disorder = "each disorganisation factor (at most -6)",
    class_a = "class A crew",
    class_c = "class C crew",
    rain = "rain: round shot, shrapnel or canister",
    rain_shell = "rain: shell",
    rain_rocket = "rain: rocket",
);

entries!(
    /// What stands in the place of the die, by the alternative losses (T10.J).
    Fixed: i32, "10IJ", "fixed_with_20_7";
    howitzer = "howitzer firing shell or shrapnel",
    rocket = "rocket",
    other = "any other",
);

entries!(
    /// Ignition of a building (16.9.a).
    Ignition: i32, "ignition", "modifier";
    each_loss = "each loss (16.8.a)",
    incendiary = "incendiary rocket",
    wooden_walls = "wooden walls",
    wooden_roof = "wooden roof",
    thatched_roof = "thatched roof",
    rain = "rain",
);

entries!(
    /// Millimetres of gap for each loss (16.8.a).
    Gaps: i32, "gaps", "mm per loss";
    soft = "soft",
    hard = "hard",
);

/// Least distances of troops that are fired over: from the firer and from the target, in cm (14.3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overhead {
    pub steep: (f64, f64),
    pub gentle: (f64, f64),
    pub british_shrapnel: (f64, f64),
    pub howitzer: (f64, f64),
    pub rocket: (f64, f64),
}

/// Cover by building, hard, soft (table 10D).
pub type ByCover = [i32; 3];

/// Table 10.
#[derive(Clone, Debug)]
pub struct Guns {
    ends: Vec<f64>,
    base: Vec<Row>,
    pub formations: Formations,
    /// By 2, 3, 4, 5 or more ranks, and limbered artillery (10B.ii): 12-pounder, 8 and 9, 6, 3 and 4.
    depth: [[i32; 5]; 4],
    pub movement: Movement,
    cover: [ByCover; 7],
    /// Round shot at troops lying down (10D).
    pub lying_down: i32,
    pub effect: Effect,
    pub crew: Crew,
    pub fixed: Fixed,
    pub ignition: Ignition,
    /// The total at which a building takes fire (16.9.a).
    pub ignites: i32,
    pub gaps: Gaps,
    pub overhead: Overhead,
    /// Canister: the part of a move from which so many rounds are fired (16.4.c).
    pub canister: [(f64, u8); 2],
}

/// Rows of table 10A: ammunition, piece, and whom they are for.
const ROWS: [(&str, &str, Ammunition, &[Piece]); 18] = [
    ("canister", "12-pdr", Ammunition::Canister, &[Piece::Twelve]),
    ("canister", "8/9-pdr", Ammunition::Canister, &[Piece::Eight, Piece::Nine]),
    ("canister", "6-pdr", Ammunition::Canister, &[Piece::Six]),
    ("canister", "3/4-pdr", Ammunition::Canister, &[Piece::Three, Piece::Four]),
    ("canister", "howitzer", Ammunition::Canister, &[Piece::Howitzer]),
    ("round shot", "siege artillery", Ammunition::RoundShot, &[Piece::SiegeGun]),
    ("round shot", "12-pdr", Ammunition::RoundShot, &[Piece::Twelve]),
    ("round shot", "8/9-pdr", Ammunition::RoundShot, &[Piece::Eight, Piece::Nine]),
    ("round shot", "6-pdr", Ammunition::RoundShot, &[Piece::Six]),
    ("round shot", "3/4-pdr", Ammunition::RoundShot, &[Piece::Three, Piece::Four]),
    ("shell", "howitzer", Ammunition::Shell, &[Piece::Howitzer]),
    ("shell", "siege howitzer", Ammunition::Shell, &[Piece::SiegeHowitzer]),
    ("shrapnel", "siege artillery", Ammunition::Shrapnel, &[Piece::SiegeGun, Piece::SiegeHowitzer]),
    ("shrapnel", "9-pdr", Ammunition::Shrapnel, &[Piece::Nine]),
    ("shrapnel", "6-pdr", Ammunition::Shrapnel, &[Piece::Six]),
    ("shrapnel", "3-pdr", Ammunition::Shrapnel, &[Piece::Three]),
    ("shrapnel", "howitzer", Ammunition::Shrapnel, &[Piece::Howitzer]),
    ("rocket (shell, shrapnel or incendiary)", "launcher", Ammunition::RocketShell, &[Piece::Launcher]),
];

const COVER: [&str; 7] = [
    "siege artillery round shot",
    "12-pdr round shot",
    "8/9-pdr round shot",
    "6-pdr round shot",
    "3/4-pdr round shot",
    "shell",
    "shrapnel, canister",
];

const DEPTH: [&str; 4] = ["12-pdr or siege artillery", "8/9-pdr", "6-pdr", "3/4-pdr"];

/// The row of a gun in tables 10B.ii and 10D, without siege guns.
fn calibre(p: Piece) -> usize {
    match p {
        Piece::Eight | Piece::Nine => 1,
        Piece::Six => 2,
        Piece::Three | Piece::Four => 3,
        _ => 0,
    }
}

impl Guns {
    pub(super) fn read(t: &Tables) -> Guns {
        let mut base = Vec::new();
        for (ammunition, piece, what, who) in ROWS {
            let cells = &t.row("10A", &[ammunition, piece]).expect(BAD)[2..];
            let factors: Vec<_> = cells.iter().map(|c| whole(c).map(|n| n as i32)).collect();
            base.extend(who.iter().map(|p| (what, *p, factors.clone())));
        }
        let depth = |row: &str| {
            ["2_ranks", "3_ranks", "4_ranks", "5_ranks_or_more", "limbered_artillery"]
                .map(|c| t.whole("10B.ii", &[row], c).expect(BAD))
        };
        let cover = |row: &str| ["building", "hard", "soft"].map(|c| t.whole("10D", &[row], c).expect(BAD));
        let over = |n: usize| {
            let row = &t.table("overhead").rows[n];
            (row[2].number().expect(BAD), row[3].number().expect(BAD))
        };
        let rounds = |row: &str| t.whole("canister-rate", &[row], "rounds").expect(BAD) as u8;
        Guns {
            ends: bands(t, "10A", 2),
            base,
            formations: Formations::read(t),
            depth: DEPTH.map(depth),
            movement: Movement::read(t),
            cover: COVER.map(cover),
            lying_down: -6,
            effect: Effect::read(t),
            crew: Crew::read(t),
            fixed: Fixed::read(t),
            ignition: Ignition::read(t),
            ignites: 10,
            gaps: Gaps::read(t),
            overhead: Overhead {
                steep: over(0),
                gentle: over(1),
                british_shrapnel: over(2),
                howitzer: over(3),
                rocket: over(4),
            },
            canister: [(0.5, rounds("1/2 or more")), (0.25, rounds("1/4 to under 1/2"))],
        }
    }

    /// Base factor at a range in cm; `None` where it cannot be fired so.
    pub fn base(&self, ammunition: Ammunition, piece: Piece, cm: f64) -> Option<i32> {
        self.row(ammunition, piece)?[band(&self.ends, cm)?]
    }

    /// The factors of a piece by bands of range.
    fn row(&self, ammunition: Ammunition, piece: Piece) -> Option<&[Option<i32>]> {
        let what = if ammunition.rocket() { Ammunition::RocketShell } else { ammunition };
        self.base.iter().find(|(a, p, _)| *a == what && *p == piece).map(|(_, _, row)| &row[..])
    }

    /// The greatest range in cm, 0 where the piece has no such ammunition.
    pub fn reach(&self, ammunition: Ammunition, piece: Piece) -> f64 {
        let row = self.row(ammunition, piece).unwrap_or_default();
        self.ends.iter().zip(row).filter(|(_, n)| n.is_some()).map(|(end, _)| *end).fold(0.0, f64::max)
    }

    /// The band of a range, by place.
    pub fn band(&self, cm: f64) -> Option<usize> {
        band(&self.ends, cm)
    }

    /// Round shot at a body so many ranks deep along the line of fire (10B.ii).
    pub fn depth(&self, piece: Piece, ranks: u16) -> i32 {
        match ranks {
            0 | 1 => 0,
            n => self.depth[calibre(piece)][usize::from(n.min(5)) - 2],
        }
    }

    /// Round shot at limbered artillery (10B.ii).
    pub fn limbered(&self, piece: Piece) -> i32 {
        self.depth[calibre(piece)][4]
    }

    /// Cover against it: building, hard, soft (10D). Rockets take the row of their warhead; incendiary ones that of shell.
    pub fn cover(&self, ammunition: Ammunition, piece: Piece) -> ByCover {
        self.cover[match ammunition {
            Ammunition::RoundShot if piece.siege() => 0,
            Ammunition::RoundShot => 1 + calibre(piece),
            Ammunition::Shell | Ammunition::RocketShell | Ammunition::IncendiaryRocket => 5,
            Ammunition::Shrapnel | Ammunition::Canister | Ammunition::RocketShrapnel => 6,
        }]
    }

    /// Rounds of canister in such a part of a move (16.4.c).
    pub fn canister_rounds(&self, moves: f64) -> u8 {
        self.canister.iter().find(|(from, _)| moves >= from - 1e-9).map_or(0, |(_, n)| *n)
    }
}
