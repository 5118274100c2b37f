//! The tables of engineering: works (XX), destruction (XXI), mining (19.08), ferries and boats (19.11), and what dice decide in them.

use super::features::Feature;
use super::{BAD, num, table};
use crate::ground::CrossingKind;
pub use crate::order::Method;
use crate::order::MinePart;
use crate::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use umpire::{Cell, Table};
use words::Message;

/// Who leads a work, lowest first (19.04.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Supervisor {
    OrdinaryOfficer,
    PioneerNco,
    EngineerOfficer,
}

impl Supervisor {
    pub const ALL: [Supervisor; 3] =
        [Supervisor::OrdinaryOfficer, Supervisor::PioneerNco, Supervisor::EngineerOfficer];

    /// One grade lower, if there is one.
    pub fn lower(self) -> Option<Supervisor> {
        match self {
            Supervisor::OrdinaryOfficer => None,
            Supervisor::PioneerNco => Some(Supervisor::OrdinaryOfficer),
            Supervisor::EngineerOfficer => Some(Supervisor::PioneerNco),
        }
    }

    /// In words.
    pub fn message(self) -> Message {
        match self {
            Supervisor::OrdinaryOfficer => say!("ordinary-officer"),
            Supervisor::PioneerNco => say!("pioneer-nco"),
            Supervisor::EngineerOfficer => say!("engineer-officer"),
        }
    }

    /// As the tables name him.
    fn named(text: &str) -> Supervisor {
        match text.split(' ').next() {
            Some("engineer") => Supervisor::EngineerOfficer,
            Some("pioneer") => Supervisor::PioneerNco,
            _ => Supervisor::OrdinaryOfficer,
        }
    }
}
words::spoken!(Supervisor);

/// What can be built, in the order of table XX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    AssaultFootbridge,
    PontoonBridge,
    /// A column bridge of other materials.
    ColumnBridge,
    /// A makeshift repair of a bridge that is partly destroyed.
    MakeshiftBridgeRepair,
    BridgeRepair,
    /// Repair of a bridge the deck of which was thrown off.
    BridgeDeck,
    Ferry,
    MakeshiftFerry,
    PontoonBoat,
    /// A boat of other materials.
    Boat,
    /// Strengthening of a ford.
    Ford,
    ScalingLadder,
    WoodPath,
    WoodRoad,
    /// An abatis or a barricade.
    Abatis,
    /// Chevaux-de-frise or palisades.
    ChevauxDeFrise,
    WolfPits,
    Sap,
    CommunicationTrench,
    #[serde(rename = "breastwork-1")]
    Breastwork1,
    #[serde(rename = "breastwork-2")]
    Breastwork2,
    #[serde(rename = "breastwork-3")]
    Breastwork3,
    /// A ramp to the bench of a breastwork III.
    Ramp,
    /// Parapet and bench for a communication trench.
    TrenchParapet,
    Parallel,
    Magazine,
    /// A cover for ten figures.
    Shelter,
    /// A gun emplacement in the open.
    GunEmplacement,
}

impl Work {
    pub const ALL: [Work; 28] = [
        Work::AssaultFootbridge,
        Work::PontoonBridge,
        Work::ColumnBridge,
        Work::MakeshiftBridgeRepair,
        Work::BridgeRepair,
        Work::BridgeDeck,
        Work::Ferry,
        Work::MakeshiftFerry,
        Work::PontoonBoat,
        Work::Boat,
        Work::Ford,
        Work::ScalingLadder,
        Work::WoodPath,
        Work::WoodRoad,
        Work::Abatis,
        Work::ChevauxDeFrise,
        Work::WolfPits,
        Work::Sap,
        Work::CommunicationTrench,
        Work::Breastwork1,
        Work::Breastwork2,
        Work::Breastwork3,
        Work::Ramp,
        Work::TrenchParapet,
        Work::Parallel,
        Work::Magazine,
        Work::Shelter,
        Work::GunEmplacement,
    ];

    /// As a scenario or an order writes it.
    pub fn named(name: &str) -> Option<Work> {
        super::named(name)
    }

    /// What stands there when it is finished, if it is one of table VI.
    pub fn feature(self) -> Option<Feature> {
        Some(match self {
            Work::Abatis | Work::ChevauxDeFrise => Feature::Abatis,
            Work::Sap | Work::CommunicationTrench => Feature::Trench,
            Work::Breastwork1 => Feature::Breastwork1,
            Work::Breastwork2 => Feature::Breastwork2,
            Work::Breastwork3 => Feature::Breastwork3,
            Work::Parallel => Feature::Parallel,
            Work::Magazine => Feature::Magazine,
            Work::GunEmplacement => Feature::GunEmplacement,
            _ => return None,
        })
    }

    /// Dug of earth, so that it can be levelled again (19.12.4).
    pub fn earthwork(self) -> bool {
        self >= Work::WolfPits
    }

    /// Its row of table XX.
    pub fn row(self) -> &'static WorkRow {
        &data().works[self as usize]
    }

    /// In words.
    pub fn message(self) -> Message {
        match self {
            Work::AssaultFootbridge => say!("work-assault-footbridge"),
            Work::PontoonBridge => say!("work-pontoon-bridge"),
            Work::ColumnBridge => say!("work-column-bridge"),
            Work::MakeshiftBridgeRepair => say!("work-makeshift-bridge-repair"),
            Work::BridgeRepair => say!("work-bridge-repair"),
            Work::BridgeDeck => say!("work-bridge-deck"),
            Work::Ferry => say!("work-ferry"),
            Work::MakeshiftFerry => say!("work-makeshift-ferry"),
            Work::PontoonBoat => say!("work-pontoon-boat"),
            Work::Boat => say!("work-boat"),
            Work::Ford => say!("work-ford"),
            Work::ScalingLadder => say!("work-scaling-ladder"),
            Work::WoodPath => say!("work-wood-path"),
            Work::WoodRoad => say!("work-wood-road"),
            Work::Abatis => say!("work-abatis"),
            Work::ChevauxDeFrise => say!("work-chevaux-de-frise"),
            Work::WolfPits => say!("work-wolf-pits"),
            Work::Sap => say!("work-sap"),
            Work::CommunicationTrench => say!("work-communication-trench"),
            Work::Breastwork1 => say!("work-breastwork-1"),
            Work::Breastwork2 => say!("work-breastwork-2"),
            Work::Breastwork3 => say!("work-breastwork-3"),
            Work::Ramp => say!("work-ramp"),
            Work::TrenchParapet => say!("work-trench-parapet"),
            Work::Parallel => say!("work-parallel"),
            Work::Magazine => say!("work-magazine"),
            Work::Shelter => say!("work-shelter"),
            Work::GunEmplacement => say!("work-gun-emplacement"),
        }
    }
}
words::spoken!(Work);

/// What can be destroyed, in the order of table XXI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Object {
    AssaultFootbridge,
    WoodenBridge,
    StoneBridge,
    Ferry,
    Boat,
    /// 2 cm of wall or facade.
    Wall,
    /// 2 cm of abatis, barricade or palisade.
    Abatis,
    /// 2 cm of chevaux-de-frise.
    ChevauxDeFrise,
}

impl Object {
    pub const ALL: [Object; 8] = [
        Object::AssaultFootbridge,
        Object::WoodenBridge,
        Object::StoneBridge,
        Object::Ferry,
        Object::Boat,
        Object::Wall,
        Object::Abatis,
        Object::ChevauxDeFrise,
    ];

    /// Its row of table XXI.
    pub fn row(self) -> &'static ObjectRow {
        &data().objects[self as usize]
    }

    /// As a scenario or an order writes it.
    pub fn named(name: &str) -> Option<Object> {
        super::named(name)
    }

    /// As what a crossing is destroyed; a bridge of pontoons as one of wood. A ford cannot be.
    pub fn crossing(kind: CrossingKind) -> Option<Object> {
        match kind {
            CrossingKind::WoodenBridge | CrossingKind::PontoonBridge => Some(Object::WoodenBridge),
            CrossingKind::StoneBridge => Some(Object::StoneBridge),
            CrossingKind::Footbridge => Some(Object::AssaultFootbridge),
            CrossingKind::Ford => None,
        }
    }

    /// As what a feature of table VI is destroyed, if it is in table XXI.
    pub fn feature(feature: Feature) -> Option<Object> {
        match feature {
            Feature::LowWall | Feature::Wall | Feature::HighWall => Some(Object::Wall),
            Feature::Abatis | Feature::Barricade => Some(Object::Abatis),
            _ => None,
        }
    }

    /// It has a deck of boards, which is thrown off 5 cm at a time (19.09.1).
    pub fn decked(self) -> bool {
        matches!(self, Object::AssaultFootbridge | Object::WoodenBridge)
    }

    /// It is reckoned by the 2 cm.
    pub fn by_length(self) -> bool {
        matches!(self, Object::Wall | Object::Abatis | Object::ChevauxDeFrise)
    }

    /// It burns as long as the larger objects do (19.06.3).
    pub fn large(self) -> bool {
        matches!(self, Object::WoodenBridge | Object::Ferry)
    }

    /// In words.
    pub fn message(self) -> Message {
        match self {
            Object::AssaultFootbridge => say!("work-assault-footbridge"),
            Object::WoodenBridge => say!("object-wooden-bridge"),
            Object::StoneBridge => say!("object-stone-bridge"),
            Object::Ferry => say!("object-ferry"),
            Object::Boat => say!("object-boat"),
            Object::Wall => say!("object-wall"),
            Object::Abatis => say!("object-abatis"),
            Object::ChevauxDeFrise => say!("object-chevaux-de-frise"),
        }
    }
}
words::spoken!(Object);

impl Method {
    pub const ALL: [Method; 4] = [Method::Blast, Method::Burn, Method::ThrowOff, Method::Other];

    /// In words.
    pub fn message(self) -> Message {
        match self {
            Method::Blast => say!("method-blast"),
            Method::Burn => say!("method-burn"),
            Method::ThrowOff => say!("method-throw-off"),
            Method::Other => say!("method-other"),
        }
    }
}
words::spoken!(Method);

/// What miners dig, in the order of table 19.08.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Digging {
    Shaft,
    Gallery,
    Chamber,
}

impl Digging {
    pub const ALL: [Digging; 3] = [Digging::Shaft, Digging::Gallery, Digging::Chamber];

    /// As an order names it; loading is no digging.
    pub fn part(part: MinePart) -> Option<Digging> {
        match part {
            MinePart::Shaft => Some(Digging::Shaft),
            MinePart::Gallery => Some(Digging::Gallery),
            MinePart::Chamber => Some(Digging::Chamber),
            MinePart::Load => None,
        }
    }

    /// Its row of table 19.08.
    pub fn row(self) -> &'static DiggingRow {
        &data().diggings[self as usize]
    }

    /// In words.
    pub fn message(self) -> Message {
        match self {
            Digging::Shaft => say!("digging-shaft"),
            Digging::Gallery => say!("digging-gallery"),
            Digging::Chamber => say!("digging-chamber"),
        }
    }
}
words::spoken!(Digging);

/// What carries troops over water, in the order of table 19.11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Craft {
    Ferry,
    Boat,
}

impl Craft {
    /// Its row of table 19.11.
    pub fn row(self) -> &'static CraftRow {
        &data().crafts[self as usize]
    }

    /// In words.
    pub fn message(self) -> Message {
        match self {
            Craft::Ferry => say!("object-ferry"),
            Craft::Boat => say!("object-boat"),
        }
    }
}
words::spoken!(Craft);

/// What is carried over, in the order in which 19.11.2 names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Load {
    Foot,
    Riders,
    /// Horses without riders.
    Horses,
    /// Model guns with limber and crew.
    Guns,
    /// Wagons with team and driver.
    Wagons,
}

impl Load {
    pub const ALL: [Load; 5] = [Load::Foot, Load::Riders, Load::Horses, Load::Guns, Load::Wagons];

    /// In words.
    pub fn message(self) -> Message {
        match self {
            Load::Foot => say!("load-foot"),
            Load::Riders => say!("load-riders"),
            Load::Horses => say!("load-horses"),
            Load::Guns => say!("load-guns"),
            Load::Wagons => say!("load-wagons"),
        }
    }
}
words::spoken!(Load);

/// The two numbers of a working strength (19.04.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strength {
    /// The least at which a work unit still works, and the rest that gives one more.
    pub least: u32,
    /// What the figures are divided by.
    pub full: u32,
}

impl Strength {
    /// The work units of so many figures.
    pub fn units(self, figures: u32) -> u32 {
        let full = self.full.max(1);
        figures / full + u32::from(figures % full >= self.least.max(1))
    }

    /// Half of it, rounded up.
    #[must_use]
    pub fn halved(self) -> Strength {
        Strength { least: self.least.div_ceil(2), full: self.full.div_ceil(2) }
    }
}

/// What a work unit builds in the smallest productive period (19.04.4).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantity {
    /// So many cm along.
    Length(f64),
    /// An abutment, or so many cm of bridge.
    Bridge(f64),
    /// A piece of ground.
    Square(f64, f64),
    /// One of it.
    Piece,
}

/// A row of table XX.
#[derive(Clone, Debug)]
pub struct WorkRow {
    pub name: &'static str,
    pub supervisor: Supervisor,
    pub pioneers: Option<Strength>,
    pub others: Option<Strength>,
    pub quantity: Quantity,
    pub turns: u32,
    pub rest: u32,
    pub acquisition: bool,
}

/// A row of table XXI. Powder in quarters of a charge.
#[derive(Clone, Debug)]
pub struct ObjectRow {
    pub name: &'static str,
    pub supervisor: Supervisor,
    pub pioneers: Option<Strength>,
    pub others: Option<Strength>,
    /// The turns by method, in the order of [`Method::ALL`].
    pub turns: [Option<u32>; 4],
    /// Powder of the blast, in quarters of a charge.
    pub quarters: u32,
    /// Burning may use the acquisition roll.
    pub acquisition: bool,
}

/// A row of table 19.08.
#[derive(Clone, Debug)]
pub struct DiggingRow {
    pub name: &'static str,
    pub supervisor: Supervisor,
    pub miners: Strength,
    pub pioneers: Strength,
    pub helpers: Strength,
    /// How much of it: metres, cm, charges.
    pub quantity: u32,
    pub turns: u32,
}

/// A row of table 19.11.
#[derive(Clone, Debug)]
pub struct CraftRow {
    pub name: &'static str,
    pub pontoons: u32,
    /// By [`Load`]; `None` where it does not carry it.
    pub holds: [Option<u32>; 5],
    pub cm: f64,
    pub loading: f64,
    pub unloading: f64,
    /// How many of them one pioneer or pontoneer serves.
    pub served_by_one: u32,
}

/// The tables of this chapter.
#[derive(Debug)]
pub struct Data {
    pub works: Vec<WorkRow>,
    pub objects: Vec<ObjectRow>,
    pub diggings: Vec<DiggingRow>,
    pub crafts: Vec<CraftRow>,
    /// Longer working time in percent by what the die shows, from 1 (table 19.03.2).
    pub longer: [u32; 6],
    /// The least die that sets fire (table 19.06.2).
    pub catches: u8,
    /// The least die that puts a fire out (table 19.06.4).
    pub put_out: u8,
    /// The least dice of partial and of complete destruction (table 19.07.4), the first time and the second.
    pub blast: [(u8, u8); 2],
    /// The least dice of half and of full effect of a mine (table 19.08.6).
    pub mine: (u8, u8),
    /// Turns in 24 hours (table text-scale).
    pub day: u32,
}

impl Data {
    /// How much longer a work takes, in percent, by a die that points may have been taken off.
    pub fn longer(&self, result: i32) -> u32 {
        self.longer[(result.clamp(1, 6) - 1) as usize]
    }
}

/// Read once.
pub fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| {
        let blast = |column| (least("19.07.4", column, "partial"), least("19.07.4", column, "complete"));
        let second = blast("second_blast_after_partial");
        Data {
            works: rows("XX", work),
            objects: rows("XXI", object),
            diggings: rows("19.08", digging),
            crafts: rows("19.11", craft),
            longer: longer(),
            catches: after_first("19.06.2"),
            put_out: after_first("19.06.4"),
            blast: [blast("first_blast"), (second.1, second.1)],
            mine: (least("19.08.6", "result", "half"), least("19.08.6", "result", "full")),
            day: 24 * leading(text(&table("text-scale").rows[1][1])),
        }
    })
}

fn rows<T>(id: &str, read: impl Fn(&dyn Fn(&str) -> &'static Cell) -> T) -> Vec<T> {
    let t: &'static Table = table(id);
    t.rows
        .iter()
        .map(|r| read(&|column| &r[t.columns.iter().position(|c| c == column).expect(BAD)]))
        .collect()
}

fn text(c: &'static Cell) -> &'static str {
    c.text().expect(BAD)
}

fn count(c: &Cell) -> u32 {
    num(c).expect(BAD) as u32
}

/// The number with which a text begins: `12 cm`, `3-6` (3).
fn leading(t: &str) -> u32 {
    t.split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse().ok()).expect(BAD)
}

/// `1/2`, `2`.
fn fraction(t: &str) -> Option<f64> {
    match t.split_once('/') {
        Some((a, b)) => Some(a.parse::<f64>().ok()? / b.parse::<f64>().ok()?),
        None => t.parse().ok(),
    }
}

/// Two cells of least and full strength; `no` is none.
fn strength(least: &Cell, full: &Cell) -> Option<Strength> {
    Some(Strength { least: num(least)? as u32, full: num(full)? as u32 })
}

/// `3-6`.
fn span(c: &'static Cell) -> Strength {
    let (least, full) = text(c).split_once('-').expect(BAD);
    Strength { least: least.parse().expect(BAD), full: full.parse().expect(BAD) }
}

fn quantity(t: &str) -> Quantity {
    let words: Vec<&str> = t.split(' ').collect();
    let cm = words.iter().position(|w| *w == "cm").and_then(|at| fraction(words[at.checked_sub(1)?]));
    match (cm, words.as_slice()) {
        (None, _) => Quantity::Piece,
        (Some(deep), [wide, "x", ..]) => Quantity::Square(fraction(wide).expect(BAD), deep),
        (Some(cm), ["bridge", ..]) => Quantity::Bridge(cm),
        (Some(cm), _) => Quantity::Length(cm),
    }
}

fn yes(c: &Cell) -> bool {
    c.text() == Some("yes")
}

fn work(at: &dyn Fn(&str) -> &'static Cell) -> WorkRow {
    WorkRow {
        name: text(at("work")),
        supervisor: Supervisor::named(text(at("least_supervisor"))),
        pioneers: strength(at("pioneers_min"), at("pioneers_full")),
        others: strength(at("others_min"), at("others_full")),
        quantity: quantity(text(at("quantity"))),
        turns: count(at("turns")),
        rest: count(at("rest_turns")),
        acquisition: yes(at("acquisition_roll")),
    }
}

fn object(at: &dyn Fn(&str) -> &'static Cell) -> ObjectRow {
    let turns = |column| num(at(column)).map(|n| n as u32);
    ObjectRow {
        name: text(at("object")),
        supervisor: Supervisor::named(text(at("least_supervisor"))),
        pioneers: strength(at("pioneers_min"), at("pioneers_full")),
        others: strength(at("others_min"), at("others_full")),
        turns: ["blast_prep_turns", "burn_prep_turns", "deck_throw_off_turns", "other_method_turns"]
            .map(turns),
        quarters: (4.0 * num(at("blast_KL")).expect(BAD)) as u32,
        acquisition: yes(at("burn_acquisition_roll")),
    }
}

fn digging(at: &dyn Fn(&str) -> &'static Cell) -> DiggingRow {
    let amount = text(at("quantity"));
    DiggingRow {
        name: text(at("work")),
        supervisor: Supervisor::named(text(at("supervisor"))),
        miners: span(at("miners")),
        pioneers: span(at("or_pioneers")),
        helpers: span(at("plus_helpers_other_arms")),
        quantity: amount.split(' ').find_map(|w| w.parse().ok()).expect(BAD),
        turns: count(at("turns")),
    }
}

fn craft(at: &dyn Fn(&str) -> &'static Cell) -> CraftRow {
    let mut holds = [None; 5];
    for part in text(at("capacity")).split(", or ") {
        let what = part.split(' ').nth(1).and_then(carried).expect(BAD);
        holds[what as usize] = Some(leading(part));
    }
    let crew = text(at("crew")).split(';').next().expect(BAD);
    CraftRow {
        name: text(at("craft")),
        pontoons: count(at("pontoons_needed")),
        holds,
        cm: num(at("cm_per_turn")).expect(BAD),
        loading: num(at("loading_turns")).expect(BAD),
        unloading: num(at("unloading_turns")).expect(BAD),
        served_by_one: crew.split(' ').skip(1).find_map(|w| w.parse().ok()).unwrap_or(1),
    }
}

/// The word by which the table tells a load, after its number.
fn carried(word: &str) -> Option<Load> {
    match word {
        "foot" => Some(Load::Foot),
        "mounted" | "rider" => Some(Load::Riders),
        "horses" => Some(Load::Horses),
        "gun" => Some(Load::Guns),
        "wagon" => Some(Load::Wagons),
        _ => None,
    }
}

/// The faces of a cell such as `1-2 (or less)`.
fn faces(c: &Cell) -> (u8, u8) {
    let named = c.to_string();
    let span = named.split(' ').next().unwrap_or_default();
    let (from, to) = span.split_once('-').unwrap_or((span, span));
    (from.parse().expect(BAD), to.parse().expect(BAD))
}

/// The least face of the rows in which a column begins with this word.
fn least(id: &str, column: &str, word: &str) -> u8 {
    let t = table(id);
    let at = t.columns.iter().position(|c| c == column).expect(BAD);
    let begins = |c: &Cell| c.text().is_some_and(|s| s.split(' ').next() == Some(word));
    t.rows.iter().filter(|r| begins(&r[at])).map(|r| faces(&r[0]).0).min().unwrap_or(u8::MAX)
}

/// The face after those of the first row of a table.
fn after_first(id: &str) -> u8 {
    1 + faces(&table(id).rows[0][0]).1
}

fn longer() -> [u32; 6] {
    let mut all = [0; 6];
    for r in &table("19.03.2").rows {
        let (from, to) = faces(&r[0]);
        for face in from..=to {
            all[usize::from(face) - 1] = count(&r[1]);
        }
    }
    all
}
