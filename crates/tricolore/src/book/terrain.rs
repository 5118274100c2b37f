//! What ground does to troops (tables missing.terrain-areas, missing.terrain-linear, missing.defiles), and how far one sees.

use super::sheet::{Given, Reader, SheetFault};
use crate::ground::{Obstacle, Terrain};
use crate::troop::Arm;

/// Columns of the tables of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    Infantry,
    Skirmishers,
    Cavalry,
    Artillery,
}

impl Class {
    pub const ALL: [Class; 4] = [Class::Infantry, Class::Skirmishers, Class::Cavalry, Class::Artillery];

    /// As what an arm counts, in chain or not. Engineers are infantry; wagons go where guns go (corps-hq.2).
    pub fn of(arm: Arm, skirmishing: bool) -> Class {
        match arm {
            Arm::Infantry if skirmishing => Class::Skirmishers,
            Arm::Infantry | Arm::Engineers => Class::Infantry,
            Arm::Cavalry => Class::Cavalry,
            Arm::Artillery | Arm::Train | Arm::Pontoons => Class::Artillery,
        }
    }
}

/// What a difficult area does to a class of troops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaEffect {
    /// Allowance that a metre costs; `None` where they may not go.
    pub cost: Option<f64>,
    pub passive: u8,
    pub cover: u8,
    pub stand_in: bool,
}

/// What a linear obstacle does to a class of troops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineEffect {
    /// Allowance taken off for passing it; `None` where they may not pass.
    pub cost: Option<f64>,
    pub passive: u8,
    /// Cover of those behind it, against what comes across it.
    pub cover: u8,
    pub stand_in: bool,
}

/// What is narrow (table missing.defiles).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Defile {
    TownRoad,
    OneLane,
    TwoLane,
    /// Pontoon or trestle bridge for infantry alone.
    Light,
    Heavy,
}

impl Defile {
    pub const ALL: [Defile; 5] =
        [Defile::TownRoad, Defile::OneLane, Defile::TwoLane, Defile::Light, Defile::Heavy];
}

/// Who may pass a defile in a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    No,
    Yes,
    InfantryOnly,
    /// With a front of one base.
    NarrowOnly,
    /// Only as a march column.
    AsMarchColumn,
}

/// Columns of the table of defiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    MarchColumn,
    Column,
    LineOrSquare,
    Skirmishers,
    Limbered,
}

/// How far one sees (table sight).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SightRange {
    /// Over open ground on the same level.
    pub open: f64,
    /// More for each level above, up to the most.
    pub level: f64,
    pub most: f64,
    pub fog: f64,
    pub rain: f64,
}

/// What these tables say.
#[derive(Clone, Debug, PartialEq)]
pub struct Grounds {
    areas: [[AreaEffect; 4]; 7],
    lines: [[LineEffect; 4]; 5],
    defiles: [([Passes; 5], bool); 5],
    pub sight: SightRange,
    /// How far one sees through each kind of area, and how many levels high it is; open ground neither.
    through: [Option<(f64, u8)>; 7],
    /// Height of a town zone.
    pub town_height: u8,
}

const AREAS: &str = "missing.terrain-areas";
const LINES: &str = "missing.terrain-linear";
const DEFILES: &str = "missing.defiles";

fn area_row(t: Terrain) -> &'static str {
    match t {
        Terrain::Open => "open ground, or any terrain on a road",
        Terrain::Closed1 => "closed I",
        Terrain::Closed2 => "closed II",
        Terrain::Closed3 => "closed III",
        Terrain::LightWood => "light wood",
        Terrain::DenseWood => "dense wood",
        Terrain::Impassable => "marsh, lake, cliff",
    }
}

fn line_row(o: Obstacle) -> &'static str {
    match o {
        Obstacle::Hedge => "fence, hedge, low wall",
        Obstacle::Brook => "brook",
        Obstacle::DeepBrook => "deep brook, sunken road, steep bank",
        Obstacle::River => "river",
        Obstacle::Ford => "ford, or river with low water",
    }
}

fn defile_row(d: Defile) -> &'static str {
    match d {
        Defile::TownRoad => "road through a town zone",
        Defile::OneLane => "one-lane bridge or road",
        Defile::TwoLane => "two-lane bridge or road",
        Defile::Light => "light pontoon or trestle bridge (text: infantry only)",
        Defile::Heavy => "heavy pontoon or trestle bridge (text: all may cross)",
    }
}

fn sight_row(t: Terrain) -> Option<&'static str> {
    match t {
        Terrain::Open | Terrain::Impassable => None,
        Terrain::Closed1 => Some("closed terrain I"),
        Terrain::Closed2 => Some("closed terrain II"),
        Terrain::Closed3 => Some("closed terrain III"),
        Terrain::LightWood => Some("light wood"),
        Terrain::DenseWood => Some("dense wood"),
    }
}

impl Grounds {
    pub(super) fn read(r: &Reader) -> Result<Grounds, SheetFault> {
        Ok(Grounds {
            areas: every(Terrain::ALL, |t| areas(r, t))?,
            lines: every(Obstacle::ALL, |o| lines(r, o))?,
            defiles: every(Defile::ALL, |d| defile(r, d))?,
            sight: sight(r)?,
            through: every(Terrain::ALL, |t| match sight_row(t) {
                Some(row) => Ok(Some((
                    r.number("sight", row, "sight range")?,
                    r.count("sight", row, "height in levels")?,
                ))),
                None => Ok(None),
            })?,
            town_height: r.count("sight", "town zone", "height in levels")?,
        })
    }

    pub fn area(&self, t: Terrain, c: Class) -> AreaEffect {
        self.areas[t as usize][c as usize]
    }

    pub fn line(&self, o: Obstacle, c: Class) -> LineEffect {
        self.lines[o as usize][c as usize]
    }

    /// Who passes the defile in that formation; and whether the row is a stand-in.
    pub fn defile(&self, d: Defile, files: Files) -> Given<Passes> {
        let (row, stand_in) = &self.defiles[d as usize];
        Given { value: row[files as usize], stand_in: *stand_in }
    }

    /// How far one sees through such ground, and how high it is.
    pub fn through(&self, t: Terrain) -> Option<(f64, u8)> {
        self.through[t as usize]
    }
}

/// One value for each, or the first fault.
fn every<K: Copy, T, const N: usize>(
    all: [K; N],
    of: impl Fn(K) -> Result<T, SheetFault>,
) -> Result<[T; N], SheetFault> {
    let mut values = Vec::with_capacity(N);
    for k in all {
        values.push(of(k)?);
    }
    Ok(values.try_into().unwrap_or_else(|_| unreachable!("as many as there are")))
}

fn areas(r: &Reader, t: Terrain) -> Result<[AreaEffect; 4], SheetFault> {
    let row = area_row(t);
    every(Class::ALL, |c| {
        let (speed, passive, cover) = match c {
            Class::Infantry => ("infantry speed", "passive U infantry", "cover infantry"),
            Class::Skirmishers => ("skirmisher speed", "passive U skirmishers", "cover skirmishers"),
            Class::Cavalry => ("cavalry speed", "passive U cavalry", "cover cavalry"),
            Class::Artillery => ("artillery speed", "passive U artillery", "cover artillery"),
        };
        let speed = r.speed(AREAS, row, speed)?;
        let count = |column| if speed.is_some() { r.count(AREAS, row, column) } else { Ok(0) };
        Ok(AreaEffect {
            cost: speed.map(|s| 1.0 / s),
            passive: count(passive)?,
            cover: count(cover)?,
            stand_in: r.row_stands_in(AREAS, row),
        })
    })
}

fn lines(r: &Reader, o: Obstacle) -> Result<[LineEffect; 4], SheetFault> {
    let row = line_row(o);
    every(Class::ALL, |c| {
        // Guns have the cover of infantry, cavalry has none; guns have no passive U of their own.
        let (cost, passive, cover) = match c {
            Class::Infantry => {
                ("movement deduction infantry", Some("passive U infantry"), Some("cover infantry behind it"))
            }
            Class::Skirmishers => {
                ("skirmishers", Some("passive U skirmishers"), Some("cover skirmishers behind it"))
            }
            Class::Cavalry => ("cavalry", Some("passive U cavalry"), None),
            Class::Artillery => ("limbered artillery", None, Some("cover infantry behind it")),
        };
        let cost = r.passable(LINES, row, cost)?;
        let count = |column: Option<&str>| match column {
            Some(c) if cost.is_some() => r.count(LINES, row, c),
            _ => Ok(0),
        };
        // Guns that cannot pass it stand behind it as well as infantry does.
        let foot = r.passable(LINES, row, "movement deduction infantry")?;
        let cover = match cover {
            Some(column) if c == Class::Artillery && foot.is_some() => r.count(LINES, row, column)?,
            _ => count(cover)?,
        };
        Ok(LineEffect { cost, passive: count(passive)?, cover, stand_in: r.row_stands_in(LINES, row) })
    })
}

fn defile(r: &Reader, d: Defile) -> Result<([Passes; 5], bool), SheetFault> {
    let row = defile_row(d);
    let columns = ["march column", "column", "line or square", "skirmishers", "limbered artillery"];
    let passes = every(columns, |column| {
        let cell = r.text(DEFILES, row, column)?;
        Ok(match cell {
            _ if cell.starts_with("no") => Passes::No,
            _ if cell.contains("as march column") => Passes::AsMarchColumn,
            _ if cell.contains("1-base front") => Passes::NarrowOnly,
            _ if cell.starts_with("infantry") => Passes::InfantryOnly,
            _ if cell.starts_with("yes") => Passes::Yes,
            _ => return Err(r.bad(DEFILES, row, column)),
        })
    })?;
    Ok((passes, r.row_stands_in(DEFILES, row)))
}

fn sight(r: &Reader) -> Result<SightRange, SheetFault> {
    let of = |row: &str| r.number("sight", row, "sight range");
    let open = of("open ground, same level")?;
    Ok(SightRange {
        open,
        level: of("observer 1 level above")? - open,
        most: of("observer 3 or more levels above")?,
        fog: of("fog (part 2)")?,
        rain: of("heavy rain or snow (part 2)")?,
    })
}
