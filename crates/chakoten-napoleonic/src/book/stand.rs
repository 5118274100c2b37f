//! How troops stand, as data: bases, formation diagrams, times of facings and formation changes, attrition.

use super::{BAD, num, table};
use crate::book::numbers;
use crate::troop::{Formation, Nation};
use ranks::Figure;
use std::sync::OnceLock;

/// Two things are in base contact with no more than this between them, in cm (play.footprint).
pub const BASE_CONTACT: f64 = numbers::BASE_CONTACT;

/// A front change of more degrees than this costs a grade (06.01.3.a), and so much is the book's usual tolerance of direction.
pub const SMALL_TURN: f64 = numbers::SMALL_TURN;

/// Least figures of a skirmish line or swarm (05.01.1).
pub const LEAST_LINE: u16 = numbers::LEAST_LINE as u16;

/// A square or mass of fewer is a clump (05.02.3).
pub const LEAST_SQUARE: u16 = numbers::LEAST_SQUARE as u16;

/// A square of so many figures at most stands in one rank (05.02.1).
pub const THIN_SQUARE: u16 = numbers::THIN_SQUARE as u16;

/// Front of a skirmish line for each figure in cm: dense up to the first, thin up to the second (05.01.1).
pub const SPACING: (f64, f64) = (numbers::DENSE, numbers::THIN);

/// Least and greatest front of an attack column in figures, and its least ranks (05.01.3).
pub const COLUMN: (u16, u16, u16) =
    (numbers::COLUMN_LEAST as u16, numbers::COLUMN_MOST as u16, numbers::COLUMN_RANKS as u16);

/// Base sizes in cm (table bases).
#[derive(Clone, Copy, Debug)]
pub struct Bases {
    pub foot: Figure,
    pub two_rank_foot: Figure,
    pub rider: Figure,
    pub gunner: Figure,
    pub gun: Figure,
    pub limber: Figure,
    /// A pair of extra limber horses.
    pub pair: Figure,
    pub wagon: Figure,
}

/// Table bases.
pub fn bases() -> &'static Bases {
    static ALL: OnceLock<Bases> = OnceLock::new();
    ALL.get_or_init(|| {
        let rows = &table("bases").rows;
        let row = |i: usize| {
            let cm = |c: usize| num(&rows[i][c]).expect(BAD) / 10.0;
            Figure { width: cm(1), depth: cm(2) }
        };
        Bases {
            foot: row(0),
            two_rank_foot: row(1),
            rider: row(2),
            gunner: row(3),
            gun: row(4),
            limber: row(5),
            pair: row(6),
            wagon: row(7),
        }
    })
}

/// Companies side by side in the attack column of a nation, squadrons in a regiment column (table formation-diagrams).
pub fn companies_wide(nation: Nation, cavalry: bool) -> u16 {
    static ALL: OnceLock<Vec<u16>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let wide = |r: &Vec<umpire::Cell>| {
            r[2].text().and_then(|t| t.split(' ').next()).and_then(|n| n.parse().ok()).unwrap_or(1)
        };
        table("formation-diagrams").rows.iter().map(wide).collect()
    });
    let row = match nation {
        _ if cavalry => 4,
        Nation::France | Nation::Poland => 6,
        Nation::Russia => 7,
        _ => 5,
    };
    all[row]
}

/// Turns of a facing: a quarter, about (table IV); `guns`: artillery and train.
pub fn facing_turns(guns: bool, about: bool) -> f64 {
    num(&table("IV").rows[usize::from(guns)][if about { 2 } else { 1 }]).expect(BAD)
}

/// Turns to make ready by itself (table IV).
pub fn ready_turns() -> f64 {
    num(&table("IV").rows[1][3]).expect(BAD)
}

/// The place of a formation in table V; the single-file column is reckoned as march column.
fn place(f: Formation) -> Option<usize> {
    Some(match f {
        Formation::MarchColumn | Formation::SingleFile => 0,
        Formation::AttackColumn => 1,
        Formation::Line => 2,
        Formation::Mass => 3,
        Formation::Square => 4,
        Formation::Clump | Formation::Skirmish => return None,
    })
}

/// Turns of a formation change by table V; nothing where both stand alike in it. `None` if one of them is not in it.
pub fn change_turns(from: Formation, to: Formation) -> Option<f64> {
    let (f, t) = (place(from)?, place(to)?);
    Some(num(&table("V").rows[t][f + 1]).unwrap_or(0.0))
}

/// Turns of limbering or unlimbering (table V.limber).
pub fn limber_turns(heavy_foot: bool, foot: bool) -> f64 {
    let row = if heavy_foot {
        0
    } else if foot {
        1
    } else {
        2
    };
    num(&table("V.limber").rows[row][1]).expect(BAD)
}

/// How far valour has changed when so many of so many men are lost (table text-attrition).
pub fn attrition(lost: u32, of: u32) -> i8 {
    static ALL: OnceLock<Vec<(u64, i8)>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let row = |r: &Vec<umpire::Cell>| (num(&r[0]).expect(BAD) as u64, num(&r[1]).expect(BAD) as i8);
        table("text-attrition").rows.iter().map(row).collect()
    });
    let reached = |percent: u64| of > 0 && u64::from(lost) * 100 >= percent * u64::from(of);
    all.iter().filter(|(percent, _)| reached(*percent)).map(|(_, change)| *change).min().unwrap_or(0)
}
