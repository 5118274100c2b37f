//! The book as data: its text, and its tables as numbers.

use crate::troop::{
    Ammunition, DeviationClass, Going, Gun, GunClass, Kind, Nation, Obstacle, Pace, Weapon, WeaponClass,
};
use std::sync::OnceLock;
use umpire::{Cell, RuleText, Table};

pub const ID: &str = "chakoten-acw";

/// The book's clauses, tables, terms and readings.
pub fn text() -> &'static RuleText {
    static TEXT: OnceLock<RuleText> = OnceLock::new();
    TEXT.get_or_init(|| {
        RuleText::parse(
            include_str!("../../../rulebooks/chakoten-acw/clauses.toml"),
            include_str!("../../../rulebooks/chakoten-acw/tables.toml"),
            include_str!("../../../rulebooks/chakoten-acw/words.toml"),
            include_str!(concat!(env!("OUT_DIR"), "/readings.toml")),
        )
    })
}

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

impl WeaponData {
    /// The zone of a distance, from 1; `None` out of range. A limit belongs to the nearer zone.
    pub fn zone(&self, cm: f64) -> Option<u8> {
        let _ = crate::clause!("05.01.3.a");
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
    let _ = crate::clause!("05.01.5");
    per(&table("fire-elements").rows[row], 2)
}

/// Figures per melee element (07.04.3).
pub fn per_melee_element(k: Kind) -> PerElement {
    let row = match k {
        Kind::Mounted => 0,
        Kind::Dismounted => 1,
        _ => 2,
    };
    let _ = crate::clause!("07.04.3");
    per(&table("melee-elements").rows[row], 1)
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
                modifier_to: t(3).strip_suffix(" cm").and_then(|x| x.rsplit('-').next()?.parse().ok()),
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
