//! The book as data: its text, and its tables as numbers.

use crate::troop::{
    Ammunition, DeviationClass, Going, Gun, GunClass, Kind, Nation, Obstacle, Pace, State, Weapon,
    WeaponClass,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use umpire::{Cell, Table};

mod modifiers;
pub use modifiers::{
    CarriedRows, EquipmentRows, FireRows, GunneryRows, MoraleRows, ReorganiseRows, Row, ShockRows,
};

pub const ID: &str = "chakoten-acw";

pub use crate::cite::text;

const BAD: &str = "the embedded tables are complete (a test reads them)";

pub(crate) fn table(id: &str) -> &'static Table {
    text().table(id).expect(BAD)
}

fn num(c: &Cell) -> Option<f64> {
    c.number().or_else(|| c.text().and_then(|t| t.parse().ok()))
}

/// The numbers of a rectangular table, its first column of names left out; a dash is `None`.
fn grid(id: &str) -> Vec<Vec<Option<f64>>> {
    table(id).rows.iter().map(|r| r.iter().skip(1).map(num).collect()).collect()
}

/// How many figures stand in an element, and the least remainder that makes one more (05.01.5, 07.04.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerElement {
    pub figures: u32,
    pub remainder: u32,
}

impl PerElement {
    /// The elements of so many figures (05.01.4, 07.04.2).
    pub fn elements(self, figures: u32) -> u32 {
        figures / self.figures + u32::from(figures % self.figures >= self.remainder)
    }
}

/// Where a shot falls by table VIII, seen from the battery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Falls {
    Short,
    Left,
    Spot,
    Right,
    Long,
}

/// What table XI does to a battery: horses in figures, guns and limbers as the unit had them in reality (06.03.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Equipment {
    pub horses: u8,
    pub guns_damaged: u8,
    pub guns_destroyed: u8,
    pub limbers_damaged: u8,
    pub limbers_destroyed: u8,
}

/// Fractions of a turn (table II).
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Quarter facing and about-face of infantry and cavalry.
    pub troops: (f64, f64),
    pub unlimbered: (f64, f64),
    pub limbered: (f64, f64),
    pub mount: f64,
    pub unlimber: f64,
    pub limber: f64,
}

/// One gun model.
#[derive(Clone, Copy, Debug)]
pub struct GunData {
    pub name: &'static str,
    pub deviation: DeviationClass,
    pub class: GunClass,
    /// Modifier of table IX.
    pub size: i32,
    /// Range in cm by ammunition (table VII); `None` where it does not fire it. In the order of [`Ammunition::ALL`].
    pub range: [Option<f64>; 3],
    /// Rounds by ammunition (table XXI).
    pub rounds: [u8; 3],
}

/// One model of small arms.
#[derive(Clone, Copy, Debug)]
pub struct WeaponData {
    pub name: &'static str,
    pub class: WeaponClass,
    /// Modifier of table V.
    pub modifier: i32,
    /// Up to which distance in cm the modifier holds; `None` at every distance.
    pub modifier_to: Option<f64>,
    /// Outer limit of the zones 1 to 5 in cm; `None` where the zone does not exist (table IV).
    pub zones: [Option<f64>; 5],
}

/// Distances and angles that the clauses name, in cm and degrees (table `distances`).
#[derive(Clone, Copy, Debug)]
pub struct Distances {
    pub sight: f64,
    pub hidden: f64,
    pub hidden_stirring: f64,
    pub command: f64,
    pub break_in: f64,
    pub close_fire: f64,
    pub threat: f64,
    pub shelter: f64,
    pub locked: f64,
    pub lock_ends: f64,
    pub carried_away: f64,
    pub support: f64,
    pub support_angle: f64,
    pub small_arms_arc: f64,
    pub artillery_arc: f64,
    pub overhead: f64,
    pub ranks_beyond: f64,
    pub target_moved: f64,
    pub deviation: f64,
    pub outflank_angle: f64,
    pub flank_angle: f64,
    pub charge_turn: f64,
    pub abatis_wood: f64,
}

/// The numbers of the tables.
#[derive(Clone, Debug)]
pub struct Data {
    /// Table I by [`Pace`] and [`Going`], cm a turn; `None` for a dash.
    pub march: [[Option<f64>; 6]; Pace::COUNT],
    pub guns: Vec<GunData>,
    pub weapons: Vec<WeaponData>,
    /// Table VI by zone (1 to 5) and result (1 to 15 and more).
    pub small_arms_losses: Vec<[u16; 15]>,
    /// Table X by guns firing (1 to 6) and result.
    pub artillery_losses: Vec<[u16; 15]>,
    /// Table XIV by row and dice sum from 5 to 12.
    pub prisoners: Vec<[u8; 8]>,
    /// Table XVI by dice sum from 2 to 12.
    pub morale_dice: [i32; 11],
    pub d: Distances,
    /// Mm: width and depth of a figure on foot and of a rider.
    pub foot: (f64, f64),
    pub rider: (f64, f64),
    /// Company, squadron, battalion, regiment in figures for infantry, Union and Confederate cavalry.
    pub companies: [u16; 3],
    /// Table `fire-elements`, row by row.
    pub fire_elements: [PerElement; 6],
    /// Table `melee-elements`, row by row.
    pub melee_elements: [PerElement; 3],
    /// Table VIII by class and dice sum from 2 to 12.
    pub deviation: [[Falls; 11]; 3],
    /// Table XI against unlimbered and against limbered guns, by result from 4 (or less) to 12.
    pub equipment: [[Equipment; 9]; 2],
    /// Least result that destroys an ammunition wagon (06.03.4, the note of table XI).
    pub wagon_destroyed: i32,
    /// Table XIII for results from 1 (or less) to 15 (or more).
    pub shock: [Shock; 15],
    /// Table XVII: the state for a total up to the number; the last has no limit.
    pub morale: [(i32, State); 4],
    /// Table XVIII: carried away up to the first number, disorder up to the second, above it steady.
    pub carried: (i32, i32),
    /// Needed to reorganise from complete disorder by attempt (table XIX).
    pub reorganise: [i32; 3],
    /// Turns to reorganise from disorder, and from slight disorder (table XIX).
    pub reorganise_turns: (u8, u8),
    /// Least roll that appoints a general (table XX).
    pub appointed: i32,
    /// A double up to this empties the cartridge boxes (table XXI).
    pub empty_double: u8,
    /// Highest die on which resupply fails, for infantry and cavalry and for artillery (table XXI).
    pub resupply_fails: (u8, u8),
    /// Units resupplied per wagon and turn (table XXI).
    pub resupplied: u8,
    /// Cm a turn across an obstacle III (table III).
    pub slow_crossing: f64,
    /// Shell has its addition beyond this, cm (table IX).
    pub shell_beyond: f64,
    /// The ranks that make a column deep under small arms (table V).
    pub deep_column: u16,
    /// The ranks from which round shot has its first and its second addition (table IX).
    pub shot_ranks: (u16, u16),
    pub times: Times,
    pub fire: FireRows,
    pub gunnery: GunneryRows,
    pub equipment_cover: EquipmentRows,
    pub shock_rows: ShockRows,
    pub morale_rows: MoraleRows,
    pub carried_rows: CarriedRows,
    pub reorganise_rows: ReorganiseRows,
}

/// On whom a shock roll falls, and what it brings him to (table XIII).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shock {
    Own(State),
    Neither,
    Opponent(State),
}

impl Data {
    pub fn gun(&self, g: Gun) -> &GunData {
        &self.guns[g as usize]
    }
    pub fn weapon(&self, w: Weapon) -> &WeaponData {
        &self.weapons[w as usize]
    }
    /// Cm a turn by table I; `None` for a dash.
    pub fn march(&self, p: Pace, g: Going) -> Option<f64> {
        self.march[p as usize][g as usize]
    }
}

impl GunData {
    pub fn range(&self, a: Ammunition) -> Option<f64> {
        self.range[a as usize]
    }
}

impl Data {
    /// How far shell and round shot may reach that have this range: a long shot may fall beyond it, and continued fire follows a
    /// target a little way.
    pub fn reach_of_guns(&self, range: f64) -> f64 {
        range * (1.0 + self.d.deviation) + self.d.target_moved
    }

    /// How far the guns that reach farthest may.
    pub fn farthest_guns(&self) -> f64 {
        let ranges = self.guns.iter().flat_map(|g| g.range.iter().flatten());
        self.reach_of_guns(ranges.copied().fold(0.0, f64::max))
    }

    /// How far the small arms that reach farthest do.
    pub fn farthest_small_arms(&self) -> f64 {
        self.weapons.iter().map(WeaponData::range).fold(0.0, f64::max)
    }
}

impl WeaponData {
    /// The zone of a distance, from 1; `None` out of range. A limit belongs to the nearer zone.
    pub fn zone(&self, cm: f64) -> Option<u8> {
        self.zones.iter().position(|z| z.is_some_and(|limit| cm <= limit + table::EPS)).map(|i| i as u8 + 1)
    }
    /// The outer limit of the last zone.
    pub fn range(&self) -> f64 {
        self.zones.iter().flatten().copied().fold(0.0, f64::max)
    }
}

/// What table III says of an obstacle for a kind of troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// As the ground it lies on.
    Free,
    /// As difficult terrain.
    Difficult,
    /// 6 cm a turn.
    Slow,
    Impassable,
}

/// Table III. Wagons cross as artillery; staff as mounted cavalry.
pub fn crossing(o: Obstacle, k: Kind) -> Crossing {
    let column = match k {
        Kind::Infantry | Kind::Dismounted => 1,
        Kind::Mounted => 2,
        Kind::Unlimbered | Kind::Limbered | Kind::Wagon => 3,
    };
    let row = match o {
        Obstacle::None => return Crossing::Free,
        Obstacle::I => 0,
        Obstacle::II => 1,
        Obstacle::III => 2,
        Obstacle::IV => 3,
    };
    static GRID: OnceLock<Vec<[Crossing; 3]>> = OnceLock::new();
    GRID.get_or_init(|| {
        let read = |c: &Cell| match c.text().expect(BAD) {
            "as ordinary terrain" => Crossing::Free,
            "as difficult terrain" => Crossing::Difficult,
            "impassable" => Crossing::Impassable,
            _ => Crossing::Slow,
        };
        table("III").rows.iter().map(|r| [read(&r[1]), read(&r[2]), read(&r[3])]).collect()
    })[row][column - 1]
}

/// The figures of a company (table `org.units`).
pub fn company(infantry: bool, nation: Nation) -> u16 {
    data().companies[if infantry { 0 } else { 1 + nation as usize }]
}

/// Figures per fire element (05.01.5).
pub fn per_fire_element(k: Kind, chain: bool) -> PerElement {
    let row = match (k, chain) {
        (Kind::Mounted, false) => 0,
        (Kind::Mounted, true) => 1,
        (Kind::Dismounted, false) => 2,
        (Kind::Dismounted, true) => 3,
        (_, false) => 4,
        (_, true) => 5,
    };
    data().fire_elements[row]
}

/// Figures per melee element (07.04.3).
pub fn per_melee_element(k: Kind) -> PerElement {
    let row = match k {
        Kind::Mounted => 0,
        Kind::Dismounted => 1,
        _ => 2,
    };
    data().melee_elements[row]
}

fn per(row: &[Cell], at: usize) -> PerElement {
    let n = |i: usize| num(&row[i]).expect(BAD) as u32;
    PerElement { figures: n(at), remainder: n(at + 1) }
}

fn guns() -> Vec<GunData> {
    let ranges = grid("VII");
    table("guns")
        .rows
        .iter()
        .zip(ranges)
        .map(|(r, range)| {
            let t = |i: usize| r[i].text().expect(BAD);
            let rounds = |i: usize| num(&r[i]).unwrap_or(0.0) as u8;
            GunData {
                name: t(0),
                deviation: match t(1) {
                    "smoothbore" => DeviationClass::Smoothbore,
                    "rifled" => DeviationClass::Rifled,
                    _ => DeviationClass::Precise,
                },
                class: match t(2) {
                    "smoothbore gun" => GunClass::SmoothboreGun,
                    "rifled gun" => GunClass::RifledGun,
                    "howitzer" => GunClass::Howitzer,
                    "Whitworth" => GunClass::Whitworth,
                    _ => GunClass::Mortar,
                },
                size: num(&r[3]).expect(BAD) as i32,
                // Table VII has canister, shell, round shot; ours are shell, round shot, canister.
                range: [range[1], range[2], range[0]],
                rounds: [rounds(4), rounds(5), rounds(6)],
            }
        })
        .collect()
}

fn weapons() -> Vec<WeaponData> {
    let zones = &table("IV").rows;
    table("weapons")
        .rows
        .iter()
        .map(|r| {
            let t = |i: usize| r[i].text().expect(BAD);
            let at = zones.iter().position(|z| z[0].text() == Some(t(1))).expect(BAD);
            WeaponData {
                name: t(0),
                class: WeaponClass::ALL[at],
                modifier: num(&r[2]).expect(BAD) as i32,
                // "0-25 cm", and "zone 1 (0-1 cm) and melee" for the shotgun.
                modifier_to: t(3)
                    .split_once(" cm")
                    .and_then(|(x, _)| x.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()),
                zones: [1, 2, 3, 4, 5].map(|i| num(&zones[at][i])),
            }
        })
        .collect()
}

fn distances() -> Distances {
    let first = |row: &str| -> f64 {
        let c = table("distances").cell(row, "value").expect(BAD);
        c.text().expect(BAD).split(|x: char| !x.is_ascii_digit()).find_map(|w| w.parse().ok()).expect(BAD)
    };
    let last = |row: &str| -> f64 {
        let c = table("distances").cell(row, "value").expect(BAD);
        c.text()
            .expect(BAD)
            .split(|x: char| !x.is_ascii_digit())
            .filter_map(|w| w.parse().ok())
            .next_back()
            .expect(BAD)
    };
    Distances {
        sight: first("sight"),
        hidden: first("seeing units in town or wood"),
        hidden_stirring: first("seeing units in town or wood that fire or move"),
        command: first("command radius of brigade general"),
        break_in: first("break-in distance"),
        close_fire: first("close fire (pins foot troops, turns back mounted)"),
        threat: first("threat to chain or unlimbered guns"),
        shelter: first("gunners' shelter behind a friend"),
        locked: first("locked fire-fight: target distance"),
        lock_ends: first("locked fire-fight ends beyond"),
        carried_away: first("being carried away"),
        support: first("support unit"),
        support_angle: last("support unit"),
        small_arms_arc: first("arc of fire, small arms"),
        artillery_arc: first("arc of fire, artillery"),
        overhead: first("overhead fire clearance"),
        ranks_beyond: first("round shot: ranks counted beyond impact"),
        target_moved: first("target move that ends certain hits"),
        deviation: first("deviation") / 100.0,
        outflank_angle: first("outflanking angle"),
        flank_angle: first("flank attack angle"),
        charge_turn: first("turn allowed in a charge"),
        abatis_wood: first("abatis: nearness of wood"),
    }
}

fn losses(id: &str) -> Vec<[u16; 15]> {
    grid(id)
        .into_iter()
        .map(|r| {
            let row: Vec<u16> = r.into_iter().map(|n| n.expect(BAD) as u16).collect();
            row.try_into().expect(BAD)
        })
        .collect()
}

/// The whole numbers that stand in a text, in order.
fn numbers(c: &Cell) -> Vec<i32> {
    let text = c.to_string();
    text.split(|x: char| !x.is_ascii_digit()).filter_map(|w| w.parse().ok()).collect()
}

fn state(c: &Cell) -> State {
    match c.text().expect(BAD) {
        "OR" => State::Order,
        "LU" => State::Slight,
        "U" => State::Disorder,
        _ => State::Complete,
    }
}

fn deviation() -> [[Falls; 11]; 3] {
    let all = [Falls::Short, Falls::Left, Falls::Spot, Falls::Right, Falls::Long];
    let rows = &table("VIII").rows;
    [0, 1, 2].map(|class: usize| {
        let mut falls = [Falls::Spot; 11];
        for (cell, fall) in rows[class][1..].iter().zip(all) {
            let n = numbers(cell);
            if let (Some(&from), Some(&to)) = (n.first(), n.last()) {
                falls[from as usize - 2..=to as usize - 2].fill(fall);
            }
        }
        falls
    })
}

fn equipment() -> [[Equipment; 9]; 2] {
    // From 12 downwards in the table.
    let rows = &table("XI").rows;
    [false, true].map(|limbered| {
        std::array::from_fn(|i| {
            let r = &rows[rows.len() - 1 - i];
            let n = |at: usize| num(&r[at]).unwrap_or(f64::from(u8::from(limbered))) as u8;
            Equipment {
                horses: n(2),
                guns_damaged: n(3),
                guns_destroyed: n(4),
                limbers_damaged: n(5),
                limbers_destroyed: n(6),
            }
        })
    })
}

fn shock() -> [Shock; 15] {
    let rows = &table("XIII").rows;
    std::array::from_fn(|i| match rows[i][1].text().expect(BAD) {
        "own" => Shock::Own(state(&rows[i][2])),
        "opponent" => Shock::Opponent(state(&rows[i][2])),
        _ => Shock::Neither,
    })
}

fn times() -> Times {
    let rows = &table("II").rows;
    let n = |row: usize, at: usize| num(&rows[row][at]).expect(BAD);
    Times {
        troops: (n(0, 1), n(0, 2)),
        unlimbered: (n(1, 1), n(1, 2)),
        limbered: (n(2, 1), n(2, 2)),
        mount: n(3, 3),
        unlimber: n(4, 3),
        limber: n(5, 3),
    }
}

/// The first number in the name of a row.
fn named(row: &Row) -> u16 {
    numbers(&Cell::Text(row.name.into()))[0] as u16
}

/// The number that a note of a table names after these words.
fn noted(id: &str, after: &str) -> i32 {
    let (_, rest) = table(id).notes.split_once(after).expect(BAD);
    numbers(&Cell::Text(rest.into())).into_iter().next().expect(BAD)
}

/// The entry of a table of losses or the like that begins at 1 and ends with "and more"; nothing below 1.
pub fn loss_at(row: &[u16; 15], result: i32) -> u32 {
    if result < 1 { 0 } else { u32::from(row[(result as usize).min(row.len()) - 1]) }
}

/// The tables as numbers.
pub fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| {
        let march: Vec<[Option<f64>; 6]> = table("I")
            .rows
            .iter()
            .map(|r| r[2..].iter().map(num).collect::<Vec<_>>().try_into().expect(BAD))
            .collect();
        let mut artillery_losses = losses("X");
        artillery_losses.reverse();
        let bases = grid("bases");
        let size = |row: usize| (bases[row][0].expect(BAD), bases[row][1].expect(BAD));
        Data {
            march: march.try_into().expect(BAD),
            guns: guns(),
            weapons: weapons(),
            small_arms_losses: losses("VI"),
            artillery_losses,
            prisoners: grid("XIV")
                .into_iter()
                .map(|r| {
                    r.into_iter().map(|n| n.expect(BAD) as u8).collect::<Vec<_>>().try_into().expect(BAD)
                })
                .collect(),
            morale_dice: grid("XVI")[0]
                .iter()
                .map(|n| n.expect(BAD) as i32)
                .collect::<Vec<_>>()
                .try_into()
                .expect(BAD),
            d: distances(),
            foot: size(0),
            rider: size(2),
            companies: [0, 1, 2].map(|i| grid("org.units")[i][0].expect(BAD) as u16),
            fire_elements: std::array::from_fn(|i| per(&table("fire-elements").rows[i], 2)),
            melee_elements: std::array::from_fn(|i| per(&table("melee-elements").rows[i], 1)),
            deviation: deviation(),
            equipment: equipment(),
            wagon_destroyed: noted("XI", "destroyed on"),
            shock: shock(),
            morale: std::array::from_fn(|i| {
                let r = &table("XVII").rows[i];
                (num(&r[1]).map_or(i32::MAX, |n| n as i32), state(&r[2]))
            }),
            carried: (
                *numbers(&table("XVIII.result").rows[0][0]).last().expect(BAD),
                *numbers(&table("XVIII.result").rows[1][0]).last().expect(BAD),
            ),
            reorganise: std::array::from_fn(|i| numbers(&table("XIX.result").rows[i][2])[0]),
            reorganise_turns: (
                numbers(&table("XIX.result").rows[3][1])[0] as u8,
                numbers(&table("XIX.result").rows[4][1])[0] as u8,
            ),
            appointed: numbers(&table("XX").rows[0][1])[0],
            empty_double: numbers(&table("XXI.b").rows[0][2]).into_iter().max().expect(BAD) as u8,
            resupply_fails: (
                numbers(&table("XXI.b").rows[1][2])[0] as u8,
                numbers(&table("XXI.b").rows[2][2])[1] as u8,
            ),
            resupplied: numbers(&table("XXI.b").rows[3][2])[0] as u8,
            slow_crossing: f64::from(numbers(&table("III").rows[2][1])[0]),
            shell_beyond: f64::from(named(&GunneryRows::read().shell)),
            deep_column: named(&FireRows::read().deep_column),
            shot_ranks: (named(&GunneryRows::read().ranks_3), named(&GunneryRows::read().ranks_5)),
            times: times(),
            fire: FireRows::read(),
            gunnery: GunneryRows::read(),
            equipment_cover: EquipmentRows::read(),
            shock_rows: ShockRows::read(),
            morale_rows: MoraleRows::read(),
            carried_rows: CarriedRows::read(),
            reorganise_rows: ReorganiseRows::read(),
        }
    })
}

/// Width and depth in cm of a row of the table `bases`; a dash is 0.
pub fn base(row: &str) -> (f64, f64) {
    static BASES: OnceLock<Vec<(&'static str, f64, f64)>> = OnceLock::new();
    let all = BASES.get_or_init(|| {
        table("bases")
            .rows
            .iter()
            .map(|r| {
                let n = |i: usize| num(&r[i]).unwrap_or(0.0) / 10.0;
                (r[0].text().expect(BAD), n(1), n(2))
            })
            .collect()
    });
    all.iter().find(|b| b.0 == row).map(|b| (b.1, b.2)).expect(BAD)
}

/// Cm a turn over an obstacle that is crossed slowly (table III).
pub fn slow_crossing() -> f64 {
    static RATE: OnceLock<f64> = OnceLock::new();
    *RATE.get_or_init(|| {
        let cells = table("III").rows.iter().flatten().filter_map(|c| c.text());
        cells.filter_map(|t| t.split_once(" cm in the turn")?.0.parse().ok()).next().expect(BAD)
    })
}

/// The widest gap between the bases of a chain in cm, and the clause that says so.
pub fn widest_gap(k: Kind) -> (f64, umpire::Clause) {
    static GAPS: OnceLock<(f64, f64)> = OnceLock::new();
    let gaps = GAPS.get_or_init(|| {
        let of = |arm: &str| {
            let t = table("formations");
            let row = t.rows.iter().find(|r| r[0].text() == Some(arm) && r[1].text() == Some("chain"));
            let mm = row.map(|r| numbers(&r[4]));
            // "8 to 16 (...)" and "0 to 15 (...)".
            f64::from(mm.and_then(|n| n.get(1).copied()).expect(BAD)) / 10.0
        };
        (of("infantry"), of("cavalry"))
    });
    if k == Kind::Mounted { (gaps.1, crate::clause!("02.02.4")) } else { (gaps.0, crate::clause!("02.01.5")) }
}
