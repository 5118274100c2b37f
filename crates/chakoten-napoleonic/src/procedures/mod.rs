//! What the book resolves, with dice or without. A procedure knows nothing of the table; it is told the facts.
//!
//! Every procedure of three dice can be taken apart: [`umpire::Procedure::prepare`] weighs the situation, [`Roll`] rolls, and
//! the prepared situation reads the roll (`read`). In a ruling modifiers stand under the columns of the book's tables, see
//! [`Column`]. Each chapter has a struct of the readings that matter to it, with the [`Groups`] that are played.

pub mod after_melee;
pub mod artillery;
pub mod attrition;
pub mod blast;
pub mod buildings;
pub mod command;
pub mod crossing;
pub mod demolition;
pub mod fire_readings;
pub mod fires;
pub mod may_attack;
pub mod melee;
pub mod mines;
pub mod morale_readings;
pub mod rally;
pub mod small_arms;
pub mod supply;
pub mod support;
pub mod sweep;
pub mod target;
pub mod works;

pub use artillery::{
    Aimed, Artillery, ArtilleryOutcome, ArtillerySituation, Battery, Damaged, Equipment, Hit, House,
};
pub use blast::{Blast, BlastOutcome, BlastSituation};
pub use fire_readings::*;
pub use small_arms::{Firer, SmallArms, SmallArmsOutcome, SmallArmsSituation};
pub use target::{Answer, Backing, Close, Sharer, Struck, Suffered, Target};

pub use after_melee::AfterMelee;
pub use attrition::{Abandon, Attrition, FlightLosses, Merge, Prisoners, Surrender};
pub use command::{Commander, Delay, LoneCourier, Reaction, ReplaceCommander, StaffCasualty};
pub use may_attack::MayAttack;
pub use melee::{Melee, MeleeOutcome, MeleeReadings, MeleeSituation};
pub use morale_readings::{MoraleReadings, SeveralMelees};
pub use rally::{Rally, Reorganise};
pub use support::{MaySupport, SoutienJudged};
pub use sweep::SweepAlong;

use crate::book::{BAD, num, table};
use crate::troop::{Effect, State, worsened};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use umpire::{AnyProcedure, Clause, Dice, Die, Record, SituationError, check_number, impossible};
use words::Message;

/// Every procedure of the book.
pub static ALL: &[&dyn AnyProcedure] = &[
    &PhantomData::<SmallArms>,
    &PhantomData::<Artillery>,
    &PhantomData::<Blast>,
    &PhantomData::<Melee>,
    &PhantomData::<AfterMelee>,
    &PhantomData::<MayAttack>,
    &PhantomData::<MaySupport>,
    &PhantomData::<SoutienJudged>,
    &PhantomData::<SweepAlong>,
    &PhantomData::<Rally>,
    &PhantomData::<Reorganise>,
    &PhantomData::<Commander>,
    &PhantomData::<StaffCasualty>,
    &PhantomData::<ReplaceCommander>,
    &PhantomData::<Reaction>,
    &PhantomData::<Delay>,
    &PhantomData::<LoneCourier>,
    &PhantomData::<Attrition>,
    &PhantomData::<Merge>,
    &PhantomData::<FlightLosses>,
    &PhantomData::<Surrender>,
    &PhantomData::<Prisoners>,
    &PhantomData::<Abandon>,
    &PhantomData::<works::Acquisition>,
    &PhantomData::<works::DelayOfWork>,
    &PhantomData::<works::WorkUnits>,
    &PhantomData::<fires::SetFire>,
    &PhantomData::<fires::PutOutFire>,
    &PhantomData::<fires::FireSpreads>,
    &PhantomData::<fires::Wind>,
    &PhantomData::<fires::GunsNearFire>,
    &PhantomData::<demolition::BlastObject>,
    &PhantomData::<demolition::PowderFromAmmunition>,
    &PhantomData::<mines::FireMine>,
    &PhantomData::<mines::MinePlan>,
    &PhantomData::<crossing::FerryLoad>,
    &PhantomData::<supply::Resupply>,
    &PhantomData::<buildings::BuildingHits>,
    &PhantomData::<buildings::StrengthenBuilding>,
];

/// A column of the tables of modifiers: whose condition counts, and towards what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// Tables VIII and XI: the firing unit, for the loss.
    Own,
    /// Tables VIII and XI: the target, for the loss.
    Enemy,
    /// Tables VIII and XI: the target, for the morale effect.
    Morale,
    /// Table XV.
    Attacker,
    /// Table XV.
    Defender,
}

impl Column {
    pub const ALL: [Column; 5] =
        [Column::Own, Column::Enemy, Column::Morale, Column::Attacker, Column::Defender];

    /// As the tables head it.
    fn head(self) -> &'static str {
        match self {
            Column::Own => "own_for_loss",
            Column::Enemy => "enemy_for_loss",
            Column::Morale => "enemy_for_morale",
            Column::Attacker => "attacker",
            Column::Defender => "defender",
        }
    }

    /// As a ruling names the side.
    pub fn side(self) -> &'static str {
        match self {
            Column::Own => "own",
            Column::Enemy => "enemy",
            Column::Morale => "morale",
            Column::Attacker => "attacker",
            Column::Defender => "defender",
        }
    }
}

/// A row of a table of modifiers. A dash is 0: the row does not work in that column.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub table: &'static str,
    /// As the table names the condition.
    pub name: &'static str,
    /// The letter of its group in the table.
    pub letter: &'static str,
    pub says: fn() -> Message,
    /// Of the enemy it is not known.
    pub kept: bool,
    values: [i32; 5],
    /// Where the table gives bounds instead of a number, as for valour: the least and the most.
    bounds: [Option<(i32, i32)>; 5],
}

impl Row {
    /// A row by its name. The name is one of the table's: a test reads them.
    pub fn read(id: &'static str, name: &'static str, says: fn() -> Message, kept: bool) -> Row {
        let t = table(id);
        let at = |head: &str| t.columns.iter().position(|c| c == head);
        let situation = at("situation").expect(BAD);
        let row = t.rows.iter().find(|r| r[situation].text() == Some(name)).expect(BAD);
        let cell = |c: Column| at(c.head()).map(|at| &row[at]);
        Row {
            table: id,
            name,
            letter: at("group").and_then(|at| row[at].text()).expect(BAD),
            says,
            kept,
            values: Column::ALL.map(|c| cell(c).and_then(num).unwrap_or(0.0) as i32),
            bounds: Column::ALL.map(|c| {
                let (a, b) = cell(c)?.text()?.split_once(" to ")?;
                let (a, b): (i32, i32) = (a.parse().ok()?, b.parse().ok()?);
                Some((a.min(b), a.max(b)))
            }),
        }
    }

    /// What it is worth in a column.
    pub fn at(&self, c: Column) -> i32 {
        self.values[c as usize]
    }

    /// A value of its own (valour, training) held within the bounds that the table prints.
    pub fn held(&self, c: Column, value: i32) -> i32 {
        self.bounds[c as usize].map_or(value, |(least, most)| value.clamp(least, most))
    }
}

/// Which rows of the tables of modifiers make up a group, in which one row counts in each column (skema.groups). The book's lines
/// between the groups are lost: the letters of our tables are a reconstruction, and whoever knows better says so here, by table and
/// row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Groups(BTreeMap<String, BTreeMap<String, String>>);

impl Groups {
    /// The tables that have groups.
    pub const TABLES: [&'static str; 3] = ["VIII", "XI", "XV"];

    /// The same with a row in another group.
    #[must_use]
    pub fn with(mut self, table: &str, row: &str, letter: &str) -> Groups {
        self.0.entry(table.into()).or_default().insert(row.into(), letter.into());
        self
    }

    /// The same with what another says of groups, which counts where both say something.
    #[must_use]
    pub fn and(mut self, other: &Groups) -> Groups {
        for (table, rows) in &other.0 {
            let mine = self.0.entry(table.clone()).or_default();
            mine.extend(rows.iter().map(|(row, letter)| (row.clone(), letter.clone())));
        }
        self
    }

    /// The group of a row.
    pub fn of<'a>(&'a self, row: &Row) -> &'a str {
        self.0.get(row.table).and_then(|t| t.get(row.name)).map_or(row.letter, String::as_str)
    }

    /// Is anything grouped otherwise than in the tables?
    pub fn changed(&self) -> bool {
        !self.0.is_empty()
    }

    /// Refuses tables and rows that the book does not have, and letters that are none.
    pub fn check(&self, field: &'static str) -> Result<(), SituationError> {
        for (id, rows) in &self.0 {
            if !Groups::TABLES.contains(&id.as_str()) {
                let by = clause!("skema.groups");
                return Err(impossible(field, say!("no-groups-in-table", table = id, by)));
            }
            let t = table(id);
            let at = t.columns.iter().position(|c| c == "situation").expect(BAD);
            for (row, letter) in rows {
                let by = clause!("skema.groups");
                if !t.rows.iter().any(|r| r[at].text() == Some(row)) {
                    return Err(impossible(field, say!("no-such-row", table = id, row, by)));
                }
                let short = (1..=8).contains(&letter.len());
                if !short || !letter.chars().all(|c| c.is_ascii_alphanumeric()) {
                    return Err(impossible(field, say!("no-such-letter", row, by)));
                }
            }
        }
        Ok(())
    }
}

#[derive(Debug)]
struct Entry {
    column: Column,
    row: Row,
    value: i32,
    clause: Clause,
    /// It tells of a unit that is hidden from the other side (play.hidden).
    hidden: bool,
    /// Its group matters not.
    always: bool,
    /// The row of its group that it takes the place of, whatever they are worth.
    over: Option<&'static str>,
}

/// Adds up modifiers, one row of each group in each column, and writes down those that count.
#[derive(Debug)]
pub struct Tally<'a> {
    groups: &'a Groups,
    entries: SmallVec<[Entry; 16]>,
}

impl<'a> Tally<'a> {
    pub fn new(groups: &'a Groups) -> Tally<'a> {
        Tally { groups, entries: SmallVec::new() }
    }

    /// The condition of a row holds: what the table gives for it. A dash changes nothing and is not written.
    pub fn row(&mut self, column: Column, row: &Row, clause: Clause) {
        self.put(column, row, row.at(column), clause);
    }

    /// A row of which each point counts, such as grades of LU.
    pub fn times(&mut self, column: Column, row: &Row, times: i32, clause: Clause) {
        self.put(column, row, row.at(column) * times, clause);
    }

    /// A row with a value of its own, held within the bounds of the table.
    pub fn put(&mut self, column: Column, row: &Row, value: i32, clause: Clause) {
        self.enter(column, row, value, clause, false, None);
    }

    /// A row that takes the place of another of its group, whatever they are worth.
    pub fn instead(&mut self, column: Column, row: &Row, of: &Row, clause: Clause) {
        self.enter(column, row, row.at(column), clause, false, Some(of.name));
    }

    /// A row that tells of a unit hidden from the other side (play.hidden).
    pub fn hidden(&mut self, column: Column, row: &Row, clause: Clause) {
        self.row(column, row, clause);
        self.hide(column, row);
    }

    /// What was put last tells of a unit hidden from the other side, if it is this row.
    pub fn hide(&mut self, column: Column, row: &Row) {
        if let Some(e) = self.entries.last_mut().filter(|e| e.row.name == row.name && e.column == column) {
            e.hidden = true;
        }
    }

    /// A row that counts whatever its group.
    pub fn always(&mut self, column: Column, row: &Row, clause: Clause) {
        self.enter(column, row, row.at(column), clause, true, None);
    }

    fn enter(
        &mut self,
        column: Column,
        row: &Row,
        value: i32,
        clause: Clause,
        always: bool,
        over: Option<&'static str>,
    ) {
        let value = row.held(column, value);
        if value != 0 {
            self.entries.push(Entry { column, row: *row, value, clause, hidden: false, always, over });
        }
    }

    /// The rows that hold besides this one in its group and column, by their places.
    fn rivals(&self, at: usize) -> impl Iterator<Item = (usize, &Entry)> {
        let e = &self.entries[at];
        let group = self.groups.of(&e.row);
        self.entries.iter().enumerate().filter(move |(i, o)| {
            let alike = o.column == e.column && o.row.table == e.row.table;
            *i != at && alike && !o.always && !e.always && self.groups.of(&o.row) == group
        })
    }

    /// The row that stands in the place of this one by its own words.
    fn displaced(&self, at: usize) -> Option<&Entry> {
        let name = self.entries[at].row.name;
        self.rivals(at).map(|(_, o)| o).find(|o| o.over == Some(name))
    }

    /// The row that counts instead of this one: the more special, then the larger, then the one named first.
    fn beaten(&self, at: usize) -> Option<&Entry> {
        let mine = self.entries[at].value.abs();
        let larger = |(i, o): &(usize, &Entry)| {
            let theirs = o.value.abs();
            self.displaced(*i).is_none() && (theirs > mine || (theirs == mine && *i < at))
        };
        self.displaced(at).or_else(|| self.rivals(at).find(larger).map(|(_, o)| o))
    }

    /// The lines between the book's groups are lost: wherever rows of one column are added up, the ruling says whose groups these are.
    fn stand_in(&self, r: &mut impl Record) {
        let several = |(i, e): (usize, &Entry)| self.entries[..i].iter().any(|o| o.column == e.column);
        if self.entries.iter().enumerate().any(several) {
            let table = self.entries[0].row.table;
            let own = self.groups.changed();
            let says =
                || if own { say!("reckon-own-groups", table) } else { say!("reckon-stand-in-groups", table) };
            r.reckon(says, clause!("skema.groups"));
        }
    }

    /// The sums of the columns, in the order of [`Column::ALL`]; what counts is written down, and where a group chose.
    pub fn close(self, r: &mut impl Record) -> Sums {
        let mut sums = [0; 5];
        self.stand_in(r);
        for (at, e) in self.entries.iter().enumerate() {
            if let Some(other) = self.beaten(at) {
                if e.hidden || other.hidden {
                    continue;
                }
                let says = || {
                    let (row, counts) = ((e.row.says)(), (other.row.says)());
                    let (group, table) = (self.groups.of(&e.row).to_owned(), e.row.table);
                    if self.groups.changed() {
                        say!("reckon-one-of-own-group", row, counts, group, table)
                    } else {
                        say!("reckon-one-of-group", row, counts, group, table)
                    }
                };
                r.reckon(says, clause!("skema.groups"));
                continue;
            }
            let of_enemy = matches!(e.column, Column::Enemy | Column::Morale);
            if e.hidden || (e.row.kept && of_enemy) {
                r.kept_modifier(e.column.side(), e.row.says, e.value, e.clause);
            } else {
                r.modifier(e.column.side(), e.row.says, e.value, e.clause);
            }
            sums[e.column as usize] += e.value;
        }
        Sums(sums)
    }
}

/// The sums of the columns of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums([i32; 5]);

impl Sums {
    pub fn of(&self, c: Column) -> i32 {
        self.0[c as usize]
    }

    /// What is added to three dice for the loss: both columns (skema.VIII.a).
    pub fn loss(&self) -> i32 {
        self.of(Column::Own) + self.of(Column::Enemy)
    }
}

/// Three dice on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Roll {
    /// The unmodified sum, from 3 to 18.
    pub sum: u8,
    /// Where two dice are equal, what the third shows; three equal dice show it too. Unknown (`None`) where only the sum was rolled.
    pub third: Option<u8>,
}

impl Roll {
    /// Three dice of which only the sum matters.
    pub fn sum(d: &mut impl Dice, r: &mut impl Record) -> Roll {
        let sum = d.sum_seen(3, Die::D6, &mut |face| r.die(face)) as u8;
        r.total("dice", sum.into());
        Roll { sum, third: None }
    }

    /// Three dice of which pairs matter too.
    pub fn faces(d: &mut impl Dice, r: &mut impl Record) -> Roll {
        let faces = [d.d6(), d.d6(), d.d6()];
        for face in faces {
            r.die(face);
        }
        let roll = Roll::of(faces);
        r.total("dice", roll.sum.into());
        roll
    }

    /// Dice that lie there.
    pub fn of(faces: [u8; 3]) -> Roll {
        let [a, b, c] = faces;
        let third = if a == b {
            Some(c)
        } else if a == c {
            Some(b)
        } else {
            (b == c).then_some(a)
        };
        Roll { sum: a + b + c, third }
    }

    /// The sum with what is added and taken off, written down under a name by the clause that says so.
    pub fn with(self, modifier: i32, name: &'static str, by: Clause, r: &mut impl Record) -> i32 {
        let (dice, result) = (self.sum, i32::from(self.sum) + modifier);
        r.total(name, result);
        r.reckon(|| say!("reckon-result", dice, modifier = words::signed(modifier), result), by);
        result
    }
}

/// One die, written down.
pub fn one_die(d: &mut impl Dice, r: &mut impl Record) -> u8 {
    let face = d.d6();
    r.die(face);
    face
}

/// What a roll came to, and what it needed, by the clause that says so.
pub fn needs(result: i32, needed: i32, by: Clause, r: &mut impl Record) -> bool {
    r.reckon(|| say!("reckon-needed", result, needed), by);
    result >= needed
}

/// The state after an effect, written down: grades add up (03.03.6), four of them are U (03.03.7), and nothing betters a unit.
pub fn worsen(was: State, effect: Effect, r: &mut impl Record) -> State {
    let is = worsened(was, effect);
    match effect {
        Effect::Grades(0) => {}
        Effect::Grades(grades) if was.intact() && is == State::Disorder => {
            r.reckon(|| say!("reckon-four-grades", was, grades), clause!("03.03.7"));
        }
        Effect::Grades(grades) if was.intact() => {
            r.reckon(|| say!("reckon-grades", was, grades, is), clause!("03.03.6"));
        }
        _ if is == was => r.reckon(|| say!("reckon-no-better", was), clause!("03.03.6")),
        Effect::Grades(_) | Effect::AtLeast(_) => {}
    }
    is
}

/// Refuses a valour that no unit has (04.05.1.a); losses may lower it below the least that the book gives (13.07.1).
pub fn check_valour(field: &'static str, valour: i8) -> Result<(), SituationError> {
    if (-20..=5).contains(&valour) {
        return Ok(());
    }
    let by = clause!("04.05.1.a");
    Err(impossible(field, say!("valour-from-to", by, valour)))
}

/// Refuses a training that no unit has (04.05.1.b).
pub fn check_training(field: &'static str, training: i8) -> Result<(), SituationError> {
    if (-1..=2).contains(&training) {
        return Ok(());
    }
    let by = clause!("04.05.1.b");
    Err(impossible(field, say!("training-from-to", by, training)))
}

/// A refusal of something that a situation holds, with its whole place there: `attacker.figures`, `targets[1].behind`.
fn within(of: &str, e: SituationError) -> SituationError {
    match e {
        SituationError::Impossible { field, why } => {
            SituationError::BadField { field: format!("{of}.{field}"), why }
        }
        SituationError::BadField { field, why } => {
            SituationError::BadField { field: format!("{of}.{field}"), why }
        }
        other => other,
    }
}

/// Refuses what no die shows.
pub fn check_die(field: &'static str, face: u8) -> Result<(), SituationError> {
    check_number(field, face.into(), 1, 6)
}

/// `3 men lost`, `1 man lost`, for outcomes in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men(pub u32);

impl Men {
    /// In words.
    pub fn message(&self) -> Message {
        match self.0 {
            0 => say!("no-loss"),
            men => say!("men-lost", men),
        }
    }
}
words::spoken!(Men);

/// What a result in the tables of fire is called.
fn effect_message(effect: Effect) -> Message {
    match effect {
        Effect::Grades(0) => say!("fire-no-effect"),
        Effect::Grades(grades) => say!("fire-receives-grades", grades),
        Effect::AtLeast(state) => say!("fire-at-least", state),
    }
}

/// How a morale result comes of a loss result and the column for morale.
fn morale_message(loss: i32, shaken: i32, result: i32, effect: Effect) -> Message {
    let effect = effect_message(effect);
    say!("fire-reckon-morale", loss, shaken = words::signed(shaken), result, effect)
}
