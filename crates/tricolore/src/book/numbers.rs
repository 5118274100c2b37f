//! The sheet as numbers: what procedures look up in tables that an owner may replace. Read once for each sheet; a table with a hole,
//! an overlap or a cell that says nothing is a fault of the sheet.

use super::{SheetFault, num, whole};
use crate::procedures::dice::Halves;
use crate::say;
use crate::troop::{Arm, FormationKind};
use muster::Tables;
use umpire::{Cell, Table};
use words::Message;

/// May a unit attack with so much disorder (attack.require.4)?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MayAttack {
    Freely,
    /// After N1/1.
    Tested,
    No,
}

/// A loss entry of a melee table (melee-loss.1, melee-loss.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loss {
    Value(u8),
    Circled(u8),
}

/// What a row of a melee table has a unit do (melee-tables.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Does {
    Stay,
    /// So far, or so far if it is cavalry.
    Retreat {
        metres: u16,
        cavalry: u16,
    },
    Continue,
    /// An attacker must, unless he passes O1/1.
    BreakThrough(u16),
    /// A defender may; he must if he counter-attacked.
    MayBreakThrough(u16),
    /// It stays to destroy a battery, or breaks through (melee-guns.1).
    AtGuns,
    Pinned,
}

/// A formation that a row forces on infantry (melee-tables.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Forms {
    /// From column or march column.
    Line,
    Square,
}

/// One side of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    pub loss: Loss,
    pub disorder: u8,
    pub does: Does,
    pub forms: Option<Forms>,
}

/// A row of a melee table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub from: i32,
    pub to: i32,
    pub attacker: Half,
    pub defender: Half,
}

/// The melee tables (melee-test.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MeleeKind {
    InfantryInfantry,
    CavalryInfantry,
    CavalryCavalry,
    /// Infantry or skirmishers that fire at cavalry.
    InfantryCavalry,
    Guns,
    ContinuedInfantry,
    Town,
}

impl MeleeKind {
    pub const ALL: [MeleeKind; 7] = [
        MeleeKind::InfantryInfantry,
        MeleeKind::CavalryInfantry,
        MeleeKind::CavalryCavalry,
        MeleeKind::InfantryCavalry,
        MeleeKind::Guns,
        MeleeKind::ContinuedInfantry,
        MeleeKind::Town,
    ];

    /// The id of its table.
    pub fn table(self) -> &'static str {
        match self {
            MeleeKind::InfantryInfantry => "melee.proposal-inf-inf",
            MeleeKind::CavalryInfantry => "melee.proposal-cav-inf",
            MeleeKind::CavalryCavalry => "melee.proposal-cav-cav",
            MeleeKind::InfantryCavalry => "melee.proposal-inf-cav",
            MeleeKind::Guns => "melee.proposal-guns",
            MeleeKind::ContinuedInfantry => "melee.proposal-cont-inf",
            MeleeKind::Town => "town.proposal-fight",
        }
    }

    /// Its column in the table of odds.
    fn odds(self, attacks: bool) -> &'static str {
        match self {
            MeleeKind::InfantryInfantry if attacks => "infantry v infantry, as attacker",
            MeleeKind::InfantryInfantry => "infantry v infantry, as defender",
            MeleeKind::CavalryInfantry => "cavalry v infantry",
            MeleeKind::CavalryCavalry => "cavalry v cavalry",
            MeleeKind::InfantryCavalry => "infantry v cavalry",
            MeleeKind::Guns => "attack on guns",
            MeleeKind::ContinuedInfantry => "continued infantry",
            MeleeKind::Town => "town",
        }
    }

    /// In words.
    pub fn message(self) -> Message {
        match self {
            MeleeKind::InfantryInfantry => say!("melee-infantry-infantry"),
            MeleeKind::CavalryInfantry => say!("melee-cavalry-infantry"),
            MeleeKind::CavalryCavalry => say!("melee-cavalry-cavalry"),
            MeleeKind::InfantryCavalry => say!("melee-infantry-cavalry"),
            MeleeKind::Guns => say!("melee-guns"),
            MeleeKind::ContinuedInfantry => say!("melee-continued-infantry"),
            MeleeKind::Town => say!("melee-town"),
        }
    }
}
words::spoken!(MeleeKind);

/// A melee modifier in both columns; a dash is `None` (melee-modifiers.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    pub attacker: Option<i32>,
    pub defender: Option<i32>,
    /// It counts once for every time it applies (melee-modifiers.1).
    pub repeats: bool,
    /// Its table.
    pub table: &'static str,
}

/// The modifiers that procedures name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factors {
    pub value: Factor,
    pub disorder: Factor,
    pub odds: Factor,
    pub artillery: Factor,
    pub star: Factor,
    pub open_flank: Factor,
    pub flank_attack: Factor,
    pub support: Factor,
    pub cover: Factor,
    pub redoubt: Factor,
    pub town: Factor,
    pub covered: Factor,
    pub anchored: Factor,
    pub square: Factor,
    pub skirmishers: Factor,
    pub standing: Factor,
    pub heavier: Factor,
}

/// A row of the table of odds.
#[derive(Clone, Copy, Debug)]
struct Multiplier {
    who: Who,
    /// Least and greatest training.
    training: (u8, u8),
    /// In hundredths, by the columns of [`columns`].
    by: [Option<u32>; 8],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Foot(FormationKind),
    Horse(FormationKind),
    Guns,
    InTown,
}

/// What a bombardment of a battery or a town gives: U or stars, and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Struck {
    pub losses: Halves,
    /// U of a battery, stars against a town.
    pub besides: u8,
}

/// A row of the bombardment table.
#[derive(Clone, Debug)]
struct Fire {
    factor: u16,
    losses: Vec<Halves>,
    guns: Struck,
    town: Struck,
}

/// The dice of a town test, and how many must pass (town-fight.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TownDice {
    pub dice: u8,
    pub needed: u8,
}

/// All of it.
#[derive(Clone, Debug)]
pub struct Numbers {
    sequence: Vec<(u8, Option<i32>)>,
    attack: Vec<(u8, u8, MayAttack)>,
    irregular: Vec<(u8, u8, MayAttack)>,
    losses: Vec<(i32, i32, Halves)>,
    pub factors: Factors,
    odds: Vec<Multiplier>,
    melee: [Vec<Row>; 7],
    town_test: Vec<(u8, u8, TownDice)>,
    /// The greatest range of each column of the table of loss factors.
    ranges: Vec<u16>,
    calibres: Vec<(u8, Vec<u16>)>,
    /// Target bases of each column.
    bases: Vec<u16>,
    fires: Vec<Fire>,
    /// The bombardment table is the stand-in, of which the rows are samples of a formula.
    formula: bool,
}

type Read<T> = Result<T, SheetFault>;

/// Sequences of a round.
const MOST_SEQUENCES: u8 = 5;
/// Greater loss entries make no sense.
const MOST_LOSS: u8 = 20;
/// A loss value of 3 and six gun bases (melee-loss.1).
const MOST_LOSS_FACTOR: i32 = 36;
/// Nor do greater loss factors of a gun base.
const MOST_FACTOR: u16 = 100;

fn fault<T>(t: &Table, row: usize) -> Read<T> {
    Err(SheetFault::new(&t.id, say!("sheet-bad-row", id = &*t.id, row = row + 1)).at(row))
}

/// The two ends of a range such as 0-3 or 5.
fn ends(c: &Cell) -> Option<(u8, u8)> {
    if let Some(n) = whole(c) {
        let n = n.try_into().ok()?;
        return Some((n, n));
    }
    let (a, b) = c.text()?.split_once('-')?;
    Some((a.trim().parse().ok()?, b.trim().parse().ok()?))
}

/// The first whole number in a text.
fn first_number(t: &str) -> Option<u16> {
    let from = t.find(|c: char| c.is_ascii_digit())?;
    let digits = &t[from..];
    let to = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..to].parse().ok()
}

fn halves(n: f64) -> Option<Halves> {
    let twice = n * 2.0;
    (twice.fract() == 0.0 && (0.0..=200.0).contains(&twice)).then_some(Halves(twice as u16))
}

/// A table that does not reach from the one to the other.
fn from_to(t: &Table, from: i32, to: i32) -> SheetFault {
    let says = say!("sheet-not-whole", id = &*t.id, from, to);
    SheetFault::new(&t.id, says).right(say!("right-sheet-whole", from, to))
}

/// Refuses bands that leave a hole or overlap.
fn closed<T>(t: &Table, bands: &[T], ends: impl Fn(&T) -> (i32, i32)) -> Read<()> {
    for (n, pair) in bands.windows(2).enumerate() {
        let ((_, to), (from, _)) = (ends(&pair[0]), ends(&pair[1]));
        if from != to + 1 {
            let says = say!("sheet-hole", id = &*t.id, row = n + 2, after = to);
            let right = say!("right-sheet-follows", from = to + 1);
            return Err(SheetFault::new(&t.id, says).at(n + 1).right(right));
        }
    }
    match bands.iter().position(|b| ends(b).0 > ends(b).1) {
        Some(n) => fault(t, n),
        None if bands.is_empty() => fault(t, 0),
        None => Ok(()),
    }
}

fn loss(c: &Cell) -> Option<Loss> {
    let least = |n: &u8| *n <= MOST_LOSS;
    if let Some(n) = whole(c) {
        return Some(Loss::Value(n.try_into().ok().filter(least)?));
    }
    let n = c.text()?.strip_prefix("circled ")?.trim().parse().ok().filter(least)?;
    Some(Loss::Circled(n))
}

fn does(text: &str) -> Option<Does> {
    let (text, _) = text.split_once(';').unwrap_or((text, ""));
    let text = text.trim();
    if let Some(rest) = text.strip_prefix("retreat ") {
        let metres = first_number(rest)?;
        let cavalry = rest.split_once("cavalry").map_or(Some(metres), |(_, c)| first_number(c))?;
        return Some(Does::Retreat { metres, cavalry });
    }
    if let Some(rest) = text.strip_prefix("breakthrough ") {
        return Some(Does::BreakThrough(first_number(rest)?));
    }
    if let Some(rest) = text.strip_prefix("may break through ") {
        return Some(Does::MayBreakThrough(first_number(rest)?));
    }
    match text {
        "stay" => Some(Does::Stay),
        "continued melee" => Some(Does::Continue),
        "pinned" => Some(Does::Pinned),
        _ => text.starts_with("stay or break through").then_some(Does::AtGuns),
    }
}

/// The formation that stands after a semicolon; `None` where something stands there that nobody understands.
fn forms(text: &str) -> Option<Option<Forms>> {
    let Some((_, then)) = text.split_once(';') else { return Some(None) };
    match then.trim() {
        t if t.contains("forms line") => Some(Some(Forms::Line)),
        t if t.contains("forms square") => Some(Some(Forms::Square)),
        t => t.starts_with("if it counter-attacked it must").then_some(None),
    }
}

/// One side's half of a row: loss and U, and an action where the table has one.
fn half(r: &[Cell], loss_at: usize, acts: bool, without: Does) -> Option<Half> {
    let text = if acts { r[loss_at + 2].text()? } else { "" };
    Some(Half {
        loss: loss(&r[loss_at])?,
        disorder: whole(&r[loss_at + 1])?.try_into().ok().filter(|u| *u <= 8)?,
        does: if acts { does(text)? } else { without },
        forms: forms(text)?,
    })
}

fn rows(sheet: &Tables, kind: MeleeKind) -> Read<Vec<Row>> {
    let t = sheet.table(kind.table());
    let acts = t.columns.len() == 8;
    let without = if kind == MeleeKind::ContinuedInfantry { Does::Continue } else { Does::Stay };
    let mut rows = Vec::new();
    for (n, r) in t.rows.iter().enumerate() {
        let row = || {
            Some(Row {
                from: whole(&r[0])? as i32,
                to: whole(&r[1])? as i32,
                attacker: half(r, 2, acts, without)?,
                defender: half(r, if acts { 5 } else { 4 }, acts, without)?,
            })
        };
        match row() {
            Some(row) => {
                fits(t, n, kind, &row)?;
                rows.push(row);
            }
            None => return fault(t, n),
        }
    }
    closed(t, &rows, |r| (r.from, r.to))?;
    // Two dice and modifiers reach far in both directions.
    if rows.first().is_none_or(|r| r.from > -90) || rows.last().is_none_or(|r| r.to < 90) {
        let right = say!("right-sheet-ends");
        return Err(SheetFault::new(&t.id, say!("sheet-ends", id = &*t.id)).right(right));
    }
    Ok(rows)
}

/// Refuses what a melee of that kind cannot come to: half a continued melee, one of unlike arms (melee-test.2), guns where there are none.
fn fits(t: &Table, n: usize, kind: MeleeKind, row: &Row) -> Read<()> {
    let does = [row.attacker.does, row.defender.does];
    let goes_on = does.map(|d| d == Does::Continue);
    let may_go_on = matches!(
        kind,
        MeleeKind::InfantryInfantry | MeleeKind::CavalryCavalry | MeleeKind::ContinuedInfantry
    );
    let at_guns = does.iter().any(|d| matches!(d, Does::AtGuns | Does::Pinned));
    let says = if goes_on[0] != goes_on[1] {
        say!("sheet-half-continued", id = &*t.id, row = n + 1)
    } else if goes_on[0] && !may_go_on {
        say!("sheet-never-continued", id = &*t.id, row = n + 1)
    } else if at_guns && kind != MeleeKind::Guns {
        say!("sheet-no-guns-there", id = &*t.id, row = n + 1)
    } else {
        return Ok(());
    };
    Err(SheetFault::new(&t.id, says).at(n).right(say!("right-sheet-actions")))
}

fn factor(sheet: &Tables, id: &'static str, name: &str) -> Read<Factor> {
    let t = sheet.table(id);
    let starts = |r: &Vec<Cell>| r[0].text().is_some_and(|x| x.starts_with(name));
    let Some(n) = t.rows.iter().position(starts) else {
        return Err(SheetFault::new(id, say!("sheet-lacks-row", id, row = name)));
    };
    let r = &t.rows[n];
    let wrong = |column: usize| {
        let says = say!("sheet-bad-cell", id, row = name, column = &*t.columns[column]);
        SheetFault::new(id, says).at(n).right(say!("right-sheet-factor"))
    };
    // A number, or a dash where the factor does not count for that side.
    let cell = |column: usize| match &r[column] {
        c if matches!(c.text().map(str::trim), Some("-" | "")) => Ok(None),
        c => match whole(c).filter(|n| (-50..=50).contains(n)) {
            Some(n) => Ok(Some(n as i32)),
            None => Err(wrong(column)),
        },
    };
    let repeats = match r[3].text().map(str::trim) {
        Some("yes") => true,
        Some("no") => false,
        _ => return Err(wrong(3)),
    };
    Ok(Factor { attacker: cell(1)?, defender: cell(2)?, repeats, table: id })
}

/// The modifiers that may be lost with the sheet, by how their rows begin.
const LOST: [&str; 12] = [
    "own flank open and threatened",
    "attack is a flank attack",
    "support unit",
    "cover of terrain",
    "cover value of a redoubt",
    "town or fortress cover value",
    "infantry or unlimbered guns fully covered",
    "infantry or unlimbered guns anchored",
    "infantry in square",
    "skirmishers in open ground",
    "cavalry standing still",
    "cavalry heavier",
];

/// Refuses rows of modifiers that nobody counts, or that are there twice.
fn known_factors(sheet: &Tables) -> Read<()> {
    let t = sheet.table("melee.proposal-modifiers");
    let name = |r: &Vec<Cell>| LOST.iter().find(|name| r[0].text().is_some_and(|x| x.starts_with(**name)));
    for (n, r) in t.rows.iter().enumerate() {
        let row = muster::short(&r[0].to_string());
        let Some(known) = name(r) else {
            let all = LOST.iter().map(|x| Message::verbatim((*x).to_owned()));
            let right = say!("right-sheet-rows-known", rows = words::list(all, words::Joint::Semicolon));
            let says = say!("sheet-unknown-row", id = &*t.id, row);
            return Err(SheetFault::new(&t.id, says).at(n).right(right));
        };
        if t.rows[..n].iter().any(|o| name(o) == Some(known)) {
            let says = say!("sheet-row-twice", id = &*t.id, row);
            return Err(SheetFault::new(&t.id, says).at(n).right(say!("right-sheet-once")));
        }
    }
    Ok(())
}

fn factors(s: &Tables) -> Read<Factors> {
    let known = |name| factor(s, "melee.anchor-modifiers", name);
    let lost = |name| factor(s, "melee.proposal-modifiers", name);
    known_factors(s)?;
    Ok(Factors {
        value: known("melee value")?,
        disorder: known("U, per point")?,
        odds: known("each full 25%")?,
        artillery: known("one of the support units is artillery")?,
        star: known("attached star officer")?,
        open_flank: lost("own flank open and threatened")?,
        flank_attack: lost("attack is a flank attack")?,
        support: lost("support unit")?,
        cover: lost("cover of terrain")?,
        redoubt: lost("cover value of a redoubt")?,
        town: lost("town or fortress cover value")?,
        covered: lost("infantry or unlimbered guns fully covered")?,
        anchored: lost("infantry or unlimbered guns anchored")?,
        square: lost("infantry in square")?,
        skirmishers: lost("skirmishers in open ground")?,
        standing: lost("cavalry standing still")?,
        heavier: lost("cavalry heavier")?,
    })
}

/// The columns of the table of odds.
fn columns() -> [&'static str; 8] {
    [
        MeleeKind::InfantryInfantry.odds(true),
        MeleeKind::InfantryInfantry.odds(false),
        MeleeKind::ContinuedInfantry.odds(true),
        MeleeKind::CavalryInfantry.odds(true),
        MeleeKind::CavalryCavalry.odds(true),
        MeleeKind::InfantryCavalry.odds(true),
        MeleeKind::Guns.odds(true),
        MeleeKind::Town.odds(true),
    ]
}

fn multipliers(sheet: &Tables) -> Read<Vec<Multiplier>> {
    let t = sheet.table("melee.proposal-odds");
    let at = columns().map(|c| t.columns.iter().position(|x| x == c));
    let read = |r: &[Cell]| {
        let who = match r[0].text()? {
            "infantry in line" => Who::Foot(FormationKind::Line),
            "infantry in column" => Who::Foot(FormationKind::Column),
            "infantry in march column" => Who::Foot(FormationKind::MarchColumn),
            "infantry in square" => Who::Foot(FormationKind::Square),
            "skirmishers" => Who::Foot(FormationKind::Chain),
            "cavalry in line" => Who::Horse(FormationKind::Line),
            "cavalry in column" => Who::Horse(FormationKind::Column),
            "cavalry in march column" => Who::Horse(FormationKind::MarchColumn),
            "unlimbered artillery" => Who::Guns,
            "any unit in a town zone" => Who::InTown,
            _ => return None,
        };
        let training = match (&r[1], r[1].text()) {
            (_, Some("any")) => (0, u8::MAX),
            (_, Some(x)) if x.ends_with("or less") => (0, first_number(x)? as u8),
            (_, Some(x)) if x.ends_with("or more") => (first_number(x)? as u8, u8::MAX),
            (c, _) => ends(c)?,
        };
        let mut by = [None; 8];
        for (i, at) in at.iter().enumerate() {
            let x = num(&r[(*at)?]);
            if x.is_some_and(|x| !(0.01..=10.0).contains(&x)) {
                return None;
            }
            by[i] = x.map(|x| (x * 100.0 + 0.5) as u32);
        }
        Some(Multiplier { who, training, by })
    };
    let mut all = Vec::new();
    for (n, r) in t.rows.iter().enumerate() {
        match read(r) {
            Some(m) => all.push(m),
            None => return fault(t, n),
        }
    }
    Ok(all)
}

/// With how many U a unit may attack. Rows that give no range only repeat what the text says.
fn bands(t: &Table) -> Read<Vec<(u8, u8, MayAttack)>> {
    let may = |text: &str| match text.trim() {
        x if x == "no" || x.starts_with("not") => Some(MayAttack::No),
        x if x.contains("N1/1") => Some(MayAttack::Tested),
        "yes" | "freely" | "allowed" => Some(MayAttack::Freely),
        _ => None,
    };
    let old = super::text().table(&t.id);
    let of_text = |r: &Vec<Cell>| {
        let same = |o: &Vec<Cell>| o[..2] == r[..2] && ends(&o[0]).is_none();
        old.is_some_and(|old| old.rows.iter().any(same))
    };
    let mut all = Vec::new();
    for (n, r) in t.rows.iter().enumerate().filter(|(_, r)| !of_text(r)) {
        match ends(&r[0]).zip(r[1].text().and_then(may)) {
            Some(((from, to), may)) => all.push((from, to, may)),
            None => {
                let says = say!("sheet-bad-row", id = &*t.id, row = n + 1);
                return Err(SheetFault::new(&t.id, says).at(n).right(say!("right-sheet-attack")));
            }
        }
    }
    Ok(all)
}

fn whole_disorder(t: &Table, bands: Vec<(u8, u8, MayAttack)>) -> Read<Vec<(u8, u8, MayAttack)>> {
    closed(t, &bands, |b| (b.0.into(), b.1.into()))?;
    let all = bands.first().is_some_and(|b| b.0 == 0) && bands.last().is_some_and(|b| b.1 == 8);
    if all { Ok(bands) } else { Err(from_to(t, 0, 8)) }
}

/// U or stars, and losses, as a row for artillery or for a town zone writes them: 1 U, 0.5 loss.
fn struck(text: &str, besides: &str) -> Option<Struck> {
    let mut s = Struck::default();
    for part in text.split(',') {
        let (n, what) = part.trim().split_once(' ')?;
        if what.starts_with("loss") {
            s.losses = halves(n.parse().ok()?)?;
        } else if what.starts_with(besides) {
            s.besides = n.parse().ok()?;
        } else {
            return None;
        }
    }
    Some(s)
}

fn sequence(sheet: &Tables) -> Read<Vec<(u8, Option<i32>)>> {
    let t = sheet.table("sequence.proposal");
    let mut all: Vec<(u8, Option<i32>)> = Vec::new();
    for (n, r) in t.rows.iter().enumerate() {
        let Some(played) = whole(&r[0]).and_then(|n| n.try_into().ok()) else { return fault(t, n) };
        let value = whole(&r[1]).map(|v| v as i32);
        if value.is_none() && r[1].text() != Some("never") || value.is_some_and(|v| !(-20..=20).contains(&v))
        {
            return fault(t, n);
        }
        // There are five at most (tactical.1).
        if played >= MOST_SEQUENCES && value.is_some() {
            let says = say!("sheet-sixth-sequence", id = &*t.id, row = n + 1);
            return Err(SheetFault::new(&t.id, says).at(n).right(say!("right-sheet-never")));
        }
        all.push((played, value));
    }
    // After each sequence but the fifth.
    closed(t, &all, |x| (x.0.into(), x.0.into()))?;
    if all[0].0 != 1 || all.len() < 4 { Err(from_to(t, 1, 4)) } else { Ok(all) }
}

fn losses(sheet: &Tables) -> Read<Vec<(i32, i32, Halves)>> {
    let t = sheet.table("losses.proposal");
    let mut all = Vec::new();
    for (n, r) in t.rows.iter().enumerate() {
        let band = whole(&r[0]).zip(whole(&r[1])).zip(num(&r[2]).and_then(halves));
        let Some(((from, to), h)) = band else { return fault(t, n) };
        all.push((from as i32, to as i32, h));
    }
    closed(t, &all, |b| (b.0, b.1))?;
    // The largest loss value of the largest unit.
    let reaches = all.last().is_some_and(|b| b.1 >= MOST_LOSS_FACTOR);
    if all[0].0 == 0 && reaches { Ok(all) } else { Err(from_to(t, 0, MOST_LOSS_FACTOR)) }
}

fn town_tests(sheet: &Tables) -> Read<Vec<(u8, u8, TownDice)>> {
    let t = sheet.table("town.proposal-test");
    let mut all = Vec::new();
    for (n, r) in t.rows.iter().enumerate() {
        let dice = || {
            let (from, to): (u8, u8) = (whole(&r[0])?.try_into().ok()?, whole(&r[1])?.try_into().ok()?);
            let (dice, needed) = r[2].text()?.strip_prefix('N')?.split_once('/')?;
            let (dice, needed) = (dice.parse().ok()?, needed.parse().ok()?);
            (needed >= 1 && needed <= dice && dice <= 10).then_some((from, to, TownDice { dice, needed }))
        };
        match dice() {
            Some(d) => all.push(d),
            None => return fault(t, n),
        }
    }
    closed(t, &all, |b| (b.0.into(), b.1.into()))?;
    if all[0].0 == 0 && all.last().is_some_and(|b| b.1 == 8) { Ok(all) } else { Err(from_to(t, 0, 8)) }
}

/// The greatest range of each column, and the factors of each calibre.
type Ranges = (Vec<u16>, Vec<(u8, Vec<u16>)>);

fn ranges(sheet: &Tables) -> Read<Ranges> {
    let t = sheet.table("bombardment.proposal-range");
    let heading = || {
        let says = say!("sheet-bad-ranges", id = &*t.id);
        SheetFault::new(&t.id, says).right(say!("right-sheet-ranges"))
    };
    let mut ranges: Vec<u16> = Vec::new();
    for c in &t.columns[1..] {
        let ends =
            c.split_once('-').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
        let Some((from, to)): Option<(u16, u16)> = ends else { return Err(heading()) };
        // Each goes on where the last one ended.
        if from != ranges.last().map_or(0, |last| last + 1) || to <= from || to > 5000 {
            return Err(heading());
        }
        ranges.push(to);
    }
    let mut calibres: Vec<(u8, Vec<u16>)> = Vec::new();
    for (n, r) in t.rows.iter().enumerate() {
        let factor = |c: &Cell| whole(c)?.try_into().ok().filter(|f: &u16| *f <= MOST_FACTOR);
        let by = r[1..].iter().map(factor).collect::<Option<Vec<u16>>>();
        let Some(row) = whole(&r[0]).and_then(|p| p.try_into().ok()).zip(by) else { return fault(t, n) };
        if calibres.last().is_some_and(|last| last.0 >= row.0) {
            return fault(t, n);
        }
        calibres.push(row);
    }
    if calibres.is_empty() { fault(t, 0) } else { Ok((ranges, calibres)) }
}

fn fires(sheet: &Tables) -> Read<(Vec<u16>, Vec<Fire>)> {
    let t = sheet.table("bombardment.proposal-losses");
    let last = t.columns.len() - 2;
    let bases = t.columns[1..last].iter().map(|c| first_number(c)).collect::<Option<Vec<u16>>>();
    let Some(bases) = bases.filter(|b| b.windows(2).all(|w| w[0] < w[1])) else {
        let says = say!("sheet-bad-bases", id = &*t.id);
        return Err(SheetFault::new(&t.id, says).right(say!("right-sheet-bases")));
    };
    let mut fires: Vec<Fire> = Vec::new();
    for (n, r) in t.rows.iter().enumerate() {
        let fire = || {
            Some(Fire {
                factor: whole(&r[0])?.try_into().ok()?,
                losses: r[1..last].iter().map(|c| halves(num(c)?)).collect::<Option<_>>()?,
                guns: struck(r[last].text()?, "U").filter(|s| s.besides <= 8)?,
                town: struck(r[last + 1].text()?, "star").filter(|s| s.besides <= 20)?,
            })
        };
        let Some(fire) = fire() else { return fault(t, n) };
        if fires.last().is_some_and(|last| last.factor >= fire.factor) {
            return fault(t, n);
        }
        fires.push(fire);
    }
    if fires.is_empty() { fault(t, 0) } else { Ok((bases, fires)) }
}

/// Who can be in a melee of each kind, and so needs a number in the table of odds.
fn who_fights() -> Vec<(MeleeKind, bool, Who)> {
    use FormationKind::{Chain, Column, Line, MarchColumn, Square};
    let foot = [Line, Column, MarchColumn, Square, Chain].map(Who::Foot);
    let horse = [Line, Column, MarchColumn].map(Who::Horse);
    let mut all = Vec::new();
    for kind in MeleeKind::ALL {
        let (afoot, mounted) = match kind {
            MeleeKind::InfantryInfantry | MeleeKind::ContinuedInfantry => (true, false),
            MeleeKind::CavalryCavalry => (false, true),
            MeleeKind::CavalryInfantry | MeleeKind::InfantryCavalry | MeleeKind::Guns => (true, true),
            MeleeKind::Town => (false, false),
        };
        let attacks: &[bool] = if kind == MeleeKind::InfantryInfantry { &[true, false] } else { &[true] };
        for attacks in attacks {
            let who = foot.iter().filter(|_| afoot).chain(horse.iter().filter(|_| mounted));
            all.extend(who.map(|who| (kind, *attacks, *who)));
        }
    }
    all.push((MeleeKind::Guns, true, Who::Guns));
    all.push((MeleeKind::Town, true, Who::InTown));
    all
}

/// The number of a row of the table of odds.
fn multiplier(odds: &[Multiplier], kind: MeleeKind, attacks: bool, who: Who, training: u8) -> Option<u32> {
    let column = columns().iter().position(|c| *c == kind.odds(attacks))?;
    let fits = |m: &&Multiplier| m.who == who && (m.training.0..=m.training.1).contains(&training);
    odds.iter().find(fits)?.by[column]
}

/// Refuses a table of odds in which somebody who may fight has no number, or two.
fn whole_odds(sheet: &Tables) -> Read<Vec<Multiplier>> {
    let odds = multipliers(sheet)?;
    let id = "melee.proposal-odds";
    for (n, m) in odds.iter().enumerate() {
        let twice =
            |o: &&Multiplier| o.who == m.who && o.training.0 <= m.training.1 && m.training.0 <= o.training.1;
        if odds[..n].iter().find(twice).is_some() {
            return fault(sheet.table(id), n);
        }
    }
    for (kind, attacks, who) in who_fights() {
        for training in 1..=10 {
            if multiplier(&odds, kind, attacks, who, training).is_none() {
                return Err(SheetFault::new(id, say!("sheet-odds-hole", id, kind, training)));
            }
        }
    }
    Ok(odds)
}

fn kept<T>(read: Read<T>, faults: &mut Vec<SheetFault>) -> Option<T> {
    read.map_err(|f| faults.push(f)).ok()
}

impl Numbers {
    /// Of a sheet. All tables with a fault are named.
    pub fn read(sheet: &Tables) -> Result<Numbers, Vec<SheetFault>> {
        let mut faults = Vec::new();
        let f = &mut faults;
        let by_disorder = |id: &str| {
            let t = sheet.table(id);
            whole_disorder(t, bands(t)?)
        };
        let sequence = kept(sequence(sheet), f);
        let attack = kept(by_disorder("attack-disorder"), f);
        let irregular = kept(by_disorder("missing.irregular-attack"), f);
        let (losses, factors) = (kept(losses(sheet), f), kept(factors(sheet), f));
        let odds = kept(whole_odds(sheet), f);
        let melee = MeleeKind::ALL.map(|kind| kept(rows(sheet, kind), f).unwrap_or_default());
        let (town_test, ranges) = (kept(town_tests(sheet), f), kept(ranges(sheet), f));
        let fires = kept(fires(sheet), f);
        let read = || {
            let (ranges, calibres) = ranges?;
            let (bases, fires) = fires?;
            Some(Numbers {
                sequence: sequence?,
                attack: attack?,
                irregular: irregular?,
                losses: losses?,
                factors: factors?,
                odds: odds?,
                melee,
                town_test: town_test?,
                ranges,
                calibres,
                bases,
                fires,
                formula: sheet.stands_in("bombardment.proposal-losses"),
            })
        };
        match read() {
            Some(numbers) if faults.is_empty() => Ok(numbers),
            _ => Err(faults),
        }
    }

    /// The value for another sequence after so many; nothing: never (sequence-test.2).
    pub fn sequence(&self, played: u8) -> Option<i32> {
        self.sequence.iter().find(|(n, _)| *n == played).and_then(|(_, v)| *v)
    }

    /// May a unit attack (attack.require.4)?
    pub fn may_attack(&self, irregular: bool, disorder: u8) -> MayAttack {
        let bands = if irregular { &self.irregular } else { &self.attack };
        bands.iter().find(|b| (b.0..=b.1).contains(&disorder)).map_or(MayAttack::No, |b| b.2)
    }

    /// Losses by a loss factor (melee-loss.1).
    pub fn losses(&self, factor: i32) -> Halves {
        let band = self.losses.iter().rfind(|b| factor >= b.0);
        band.map_or(Halves(0), |b| b.2)
    }

    /// The row of a melee table for a result (melee-test.1).
    pub fn row(&self, kind: MeleeKind, result: i32) -> &Row {
        let rows = &self.melee[kind as usize];
        rows.iter().rfind(|r| result >= r.from).unwrap_or(&rows[0])
    }

    pub fn rows(&self, kind: MeleeKind) -> &[Row] {
        &self.melee[kind as usize]
    }

    /// By how many hundredths the bases of a unit count (melee-modifiers.2); `None` where it cannot be.
    pub fn multiplier(
        &self,
        kind: MeleeKind,
        attacks: bool,
        arm: Arm,
        formation: FormationKind,
        training: u8,
    ) -> Option<u32> {
        let who = match (kind, arm) {
            (MeleeKind::Town, _) => Who::InTown,
            (_, Arm::Artillery) => Who::Guns,
            (_, Arm::Cavalry) => Who::Horse(formation),
            (_, Arm::Engineers) => Who::Foot(FormationKind::Column),
            _ => Who::Foot(formation),
        };
        multiplier(&self.odds, kind, attacks, who, training)
    }

    /// By how many hundredths bases in a town zone count.
    pub fn town_multiplier(&self) -> u32 {
        let any = FormationKind::InTown;
        self.multiplier(MeleeKind::Town, true, Arm::Infantry, any, 5).unwrap_or(100)
    }

    /// The town test of a unit with so many U (town-fight.8).
    pub fn town_test(&self, disorder: u8) -> TownDice {
        let band = self.town_test.iter().rfind(|b| disorder >= b.0);
        band.map_or(self.town_test[0].2, |b| b.2)
    }

    /// The loss factor of one hitting base (bombardment-effect.2): of the next lower calibre that is listed, the range in whole metres
    /// rounded up; 0 out of range.
    pub fn fire_factor(&self, calibre: u8, range: f64) -> u16 {
        // At exactly a limit it is not beyond it (play.touch).
        let range = (range - crate::procedures::TOLERANCE).ceil();
        let column = self.ranges.iter().position(|top| range <= f64::from(*top));
        let row = self.calibres.iter().rfind(|c| c.0 <= calibre);
        column.zip(row).map_or(0, |(at, row)| row.1[at])
    }

    /// The greatest range at which any gun is listed.
    pub fn farthest(&self) -> u16 {
        self.ranges.last().copied().unwrap_or(0)
    }

    fn fire(&self, factor: u16) -> Option<&Fire> {
        if factor == 0 {
            return None;
        }
        self.fires.iter().rfind(|f| factor >= f.factor).or(self.fires.first())
    }

    /// Losses of so many target bases (bombardment-effect.6). The rows of the stand-in are samples: it holds for any factor and number.
    pub fn bombarded(&self, factor: u16, bases: u16) -> Halves {
        if self.formula {
            let product = u32::from(factor) * u32::from(bases);
            return Halves(if product == 0 { 0 } else { ((product + 20) / 40) as u16 });
        }
        let column = self.bases.iter().rposition(|b| *b <= bases);
        self.fire(factor).zip(column).map_or(Halves(0), |(f, at)| f.losses[at])
    }

    /// The row for artillery (bombardment-guns.3): losses and U.
    pub fn guns_bombarded(&self, factor: u16) -> Struck {
        self.fire(factor).map_or(Struck::default(), |f| f.guns)
    }

    /// The row for a town zone (bombardment-town.2): losses and stars.
    pub fn town_bombarded(&self, factor: u16) -> Struck {
        self.fire(factor).map_or(Struck::default(), |f| f.town)
    }

    /// Factors, numbers of bases and losses of the table as it is written.
    pub fn samples(&self) -> impl Iterator<Item = (u16, u16, Halves)> {
        self.fires.iter().flat_map(|f| self.bases.iter().zip(&f.losses).map(|(b, l)| (f.factor, *b, *l)))
    }
}
