//! What goes over the wire: the requests and replies of the HTTP interface. The page's TypeScript and the OpenAPI
//! description are made from these types.

use crate::store::Fault;
use desk::Proof;
use desk::board::{Moment, Prompt, Shown};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "ts")]
use ts_rs::TS;
use words::Message;

/// Why a request was not granted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Problem {
    pub error: Reason,
    /// The battle's version now, where the request was out of date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub version: Option<u32>,
}

/// The reason in words and what kind of reason it is, the clause if a rule is the reason, and the field at fault if the form
/// is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Reason {
    /// For people, in their language.
    pub reason: String,
    /// For programs.
    pub code: Code,
    pub clause: Option<String>,
    pub field: Option<String>,
    /// How many dice are wanted at least, where too few were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub least: Option<u32>,
    /// Everything that is wrong with a scenario.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Wrong>>"))]
    pub mistakes: Vec<Wrong>,
}

/// What kind of reason it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The form of the request is wrong, or one field of it.
    Form,
    /// A field that must be there is not.
    Missing,
    /// Dice that the book does not roll so.
    Dice,
    /// The scenario is not lawful.
    Scenario,
    NoSeat,
    NotFound,
    Forbidden,
    /// Not now.
    Conflict,
    /// The battle has gone on since.
    OutOfDate,
    TooLarge,
    /// Too many requests.
    SlowDown,
    /// It took too long to come.
    TooSlow,
    /// Nothing of the kind can be done here.
    Method,
    /// A newer one came after it.
    Overtaken,
    /// Somebody has claimed the seat by this link already.
    Claimed,
    /// A rule refuses it.
    Refused,
    /// Something of ours went wrong.
    Ours,
    /// It cannot be done now, and nothing was changed.
    Unavailable,
}

/// One mistake in a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Wrong {
    /// From 1, where it stands somewhere.
    pub line: Option<u32>,
    pub says: String,
}

/// A book that can be played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct BookCard {
    pub id: String,
    pub title: String,
    pub about: Message,
    pub scenarios: Vec<ScenarioCard>,
    /// Whoever owns tables that the book does not print may type them in.
    pub own_sheet: bool,
}

/// A scenario that comes with the program.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ScenarioCard {
    pub name: String,
    pub title: String,
    /// What it holds, in a few lines.
    pub lines: Vec<Message>,
    pub briefing: String,
    /// The names of the sides, A's first.
    pub sides: Vec<String>,
    /// The book lets players measure.
    pub measured: bool,
}

/// A procedure of a book for the umpire's desk.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ProcedureCard {
    pub name: String,
    pub title: Message,
    /// JSON Schema of its situation.
    pub schema: Value,
    /// A situation to start from.
    pub example: Value,
}

/// A situation to be judged.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct JudgeThis {
    pub situation: Value,
    /// The dice as they fell on the table; without them the server rolls.
    #[serde(default)]
    pub dice: Option<Vec<u8>>,
}

/// A ruling and the line that says it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Judgement {
    pub says: String,
    pub ruling: Shown,
}

/// A situation whose odds are asked.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct WeighThis {
    pub situation: Value,
}

/// Every outcome with its exact weight.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct OddsTable {
    pub outcomes: Vec<Outcome>,
    /// All the weights together, as a whole number in digits.
    pub ways: String,
}

/// One outcome.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Outcome {
    pub says: String,
    pub result: Value,
    /// A whole number in digits: it may be greater than a double holds.
    pub weight: String,
    /// The same as a share of one.
    pub chance: f64,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Player {
    #[default]
    Person,
    Quick,
    Steady,
    Random,
}

impl Player {
    /// The computer commander of that kind; a person has none.
    pub fn strength(self) -> Option<desk::Strength> {
        match self {
            Player::Person => None,
            Player::Quick => Some(desk::Strength::Quick),
            Player::Steady => Some(desk::Strength::Steady),
            Player::Random => Some(desk::Strength::Random),
        }
    }
}

/// What spectators are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Spectators {
    /// The spectator's view at once, with the word of every person who plays against another; without it as `open`.
    All,
    /// The spectator's view when the battle has ended.
    Open,
    /// The spectator's view so many turns behind: what happened in a turn is shown when so many more are over and another has begun, or
    /// when the battle has ended. Until then nothing is told that is newer.
    Behind(u32),
    /// There are none.
    #[default]
    None,
}

/// A battle to be begun.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewBattle {
    pub book: String,
    pub scenario: ScenarioChoice,
    #[serde(default)]
    pub seats: Sides,
    /// A human umpire is seated.
    #[serde(default)]
    pub umpire: bool,
    #[serde(default)]
    pub spectators: Spectators,
    /// The seed of the dice. Without it nobody can foretell them.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seed: Option<String>,
    /// The players roll their own dice, and each roll is asked of the seat that the book says rolls.
    #[serde(default)]
    pub own_dice: bool,
}

/// Who plays which side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)]
pub struct Sides {
    #[serde(default)]
    pub A: Player,
    #[serde(default)]
    pub B: Player,
}

impl Sides {
    /// Who plays the side of that number.
    pub fn of(&self, side: u8) -> Player {
        if side == 0 { self.A } else { self.B }
    }
}

/// A scenario of the program by its name, or one's own.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(untagged)]
pub enum ScenarioChoice {
    Shipped(String),
    Own { name: String, text: String },
}

/// A battle that has begun, with the secret of every seat.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Begun {
    pub title: String,
    pub seats: Vec<SeatKey>,
}

/// A seat and its token or its link. They are said this once: the server keeps only their hashes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct SeatKey {
    /// `A`, `B`, `umpire` or `spectator`.
    pub seat: String,
    pub by: Player,
    /// The side's name, or what the seat is called.
    pub name: String,
    /// The secret of the seat: for spectators, and where no other person sits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub token: Option<String>,
    /// By this the seat is claimed, once, with a secret that whoever began the battle does not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub link: Option<String>,
}

/// A seat to be claimed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Claiming {
    pub link: String,
    /// The player's own token from now on: 32 random bytes as base64url. Sent again with the same it gets the same reply.
    pub secret: String,
}

/// A seat was claimed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Claimed {
    pub seat: String,
}

/// How a battle stands, for one seat.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Standing {
    pub book: String,
    pub title: String,
    /// The scenario's name.
    pub scenario: String,
    /// Whose standing this is.
    pub seat: String,
    /// The names of the sides.
    pub sides: Vec<String>,
    /// The colours they wear.
    pub nations: Vec<String>,
    /// For a spectator who follows behind, the turn that he is shown.
    pub turn: u32,
    /// Grows by one with each accepted answer. For a spectator who follows behind it is 0 until the battle has ended.
    pub version: u32,
    /// How many moments there are to be seen.
    pub moments: u32,
    /// The seats that something is awaited from. Not told to a spectator who follows behind, nor whether a computer thinks.
    pub waits_for: Vec<String>,
    /// Something is awaited from this seat.
    pub yours: bool,
    /// A computer is thinking.
    pub thinking: bool,
    /// This seat may ask to take its last decision back.
    pub may_take_back: bool,
    /// The seat that asks to take its last decision back.
    pub asks_back: Option<String>,
    /// This seat may see the table now. Only a spectator may not, where spectators are shown the battle when it is over, or behind.
    pub sees: bool,
    pub ending: Option<EndingSeen>,
    /// What binds everybody to scenario, seating and dice from the start.
    pub seal: String,
    /// Somebody has chosen the seed, and so knows the dice.
    pub seed_by_hand: bool,
    /// The players roll their own dice.
    pub own_dice: bool,
    /// What the seal was made of, told when the battle has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub proof: Option<Proof>,
    /// The seed, told when the battle has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seed: Option<String>,
    pub briefing: String,
    pub measured: bool,
    pub people: Vec<Person>,
    pub may_export: bool,
    /// A human umpire is seated.
    pub umpire: bool,
    pub spectators: Spectators,
    /// The seats whose word is wanted before spectators see everything at once.
    pub consent_of: Vec<String>,
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct EndingSeen {
    /// The side that won, by number; none in a draw.
    pub winner: Option<u8>,
    pub why: String,
    pub clause: String,
}

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Person {
    pub seat: String,
    pub by: Player,
    /// Somebody is connected there now; computers always are.
    pub online: bool,
}

/// What waits for a seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Prompts {
    pub version: u32,
    pub prompts: Vec<Prompt>,
}

/// An answer.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Answering {
    /// The client's own name for this answer: sent again under the same key it is applied once and gets the same reply.
    pub key: String,
    /// The version of the prompts it answers.
    pub version: u32,
    pub answer: Value,
}

/// An answer was taken.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Taken {
    pub version: u32,
}

/// A stretch of the battle to be played back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Film {
    pub from: u32,
    pub total: u32,
    pub moments: Vec<Moment>,
}

/// What was said.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Chat {
    pub lines: Vec<ChatLine>,
}

/// One thing said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ChatLine {
    /// Numbered from 1.
    pub n: u32,
    pub seat: String,
    pub name: String,
    pub says: String,
    /// Milliseconds since 1970.
    pub at: f64,
}

/// A scenario of one's own, as it is written.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct OwnScenario {
    /// What its file is called.
    pub name: String,
    pub text: String,
}

/// The tables of a book that whoever owns them may type in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct SheetForm {
    pub tables: Vec<desk::SheetTable>,
}

/// A sheet as its owner has typed it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct TypedSheet {
    /// What he calls it.
    pub name: String,
    #[schemars(length(max = 100))]
    pub tables: Vec<desk::TypedTable>,
}

/// What a sheet comes to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct MadeSheet {
    /// The file that its owner keeps; nothing while something is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub text: Option<String>,
    pub wrong: Vec<WrongTable>,
}

/// What is wrong with a table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct WrongTable {
    /// Empty where it is about the whole sheet.
    pub table: String,
    pub says: Message,
}

/// A scenario that is to be played by an owner's sheet.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct BySheet {
    pub scenario: OwnScenario,
    /// The text of the sheet's file.
    pub sheet: String,
}

/// A book with army lists.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ArmyBook {
    /// The book's id, as army files name it.
    pub book: String,
    pub nations: Vec<ArmyNation>,
}

/// A nation's list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ArmyNation {
    /// The word for it in army files.
    pub id: String,
    pub name: Message,
    pub years: [u16; 2],
    pub units: Vec<ArmyChoice>,
}

/// A sort of unit to choose.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ArmyChoice {
    /// The word for it in army files.
    pub id: String,
    pub title: String,
    pub arm: Message,
    pub years: [u16; 2],
    pub parts: Vec<ArmyPart>,
    /// Points at full strength.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub points: i64,
}

/// A sort of sub-unit.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ArmyPart {
    pub name: String,
    /// The least and the most of them in a unit.
    pub count: [u32; 2],
    /// Figures of one at full strength.
    pub figures: u32,
    pub class: String,
    /// Points a figure.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub price: i64,
    /// It is there only if it is asked for.
    pub extra: bool,
}

/// An army as it is written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct WrittenArmy {
    /// The text of its file.
    pub text: String,
}

/// An army that was looked at.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ReviewedArmy {
    /// The file as data; nothing where it cannot be read at all.
    pub army: Option<Value>,
    /// The roster as far as the army could be read.
    pub roster: Option<ArmyRoster>,
    pub wrong: Vec<WrongArmy>,
}

/// An army with its running total, as it is shown to the umpire.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ArmyRoster {
    pub title: String,
    /// Nation, year, scale, options.
    pub head: Vec<Message>,
    pub groups: Vec<ArmyGroup>,
    pub sums: Vec<ArmySum>,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub total: i64,
    pub notes: Vec<ArmyNote>,
}

/// Units under one leader.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ArmyGroup {
    pub name: String,
    pub leader: Option<String>,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub points: i64,
    pub lines: Vec<ArmyLine>,
    pub units: Vec<ArmyUnit>,
}

/// A unit with what it costs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ArmyUnit {
    pub code: String,
    pub name: String,
    pub what: Message,
    pub figures: u32,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub points: i64,
    pub lines: Vec<ArmyLine>,
}

/// So many of something at a price.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ArmyLine {
    pub what: Message,
    pub count: u32,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub each: i64,
    pub clause: String,
}

/// What was spent on something, and how much may be.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ArmySum {
    pub what: Message,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub is: i64,
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub most: Option<i64>,
    pub too_much: bool,
    pub clause: String,
}

/// What is no mistake but worth knowing.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct ArmyNote {
    pub says: Message,
    pub clause: String,
}

/// What is wrong with an army, and what would make it right.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct WrongArmy {
    /// From 1, where it stands somewhere.
    pub line: Option<u32>,
    pub says: Message,
    /// What would be right; empty where nothing can be said.
    pub right: Message,
    pub clause: Option<String>,
}

/// The same battle once more.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Rematch {
    /// The players change sides.
    #[serde(default)]
    pub swap: bool,
}

/// Where the server can be called from other computers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Addresses {
    /// Each as the beginning of a link: `http://192.168.1.7:8642`. None where only this computer can call it.
    pub urls: Vec<String>,
}

/// Something to say.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Saying {
    pub says: String,
}

/// The bookmarks of a seat.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Marks {
    pub marks: Vec<Mark>,
}

/// A bookmarked moment with a note.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Mark {
    pub id: u32,
    pub moment: u32,
    pub note: String,
    pub by: String,
}

/// A moment to be bookmarked.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewMark {
    pub moment: u32,
    #[serde(default)]
    pub note: String,
}

/// What a live connection is told.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Live {
    /// The battle stands otherwise, or somebody came or went.
    News(Box<Standing>),
    /// Somebody said something.
    Said(ChatLine),
    /// New moments.
    Film(Film),
}

/// The first message of a live connection.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Hello {
    pub token: String,
}

/// How the server is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct Health {
    /// What it is asked to keep it can keep.
    pub ok: bool,
    pub version: String,
    /// Battles in memory just now.
    pub battles: u32,
    /// Why nothing can be kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub fault: Option<Fault>,
    /// It was told to end.
    pub ending: bool,
}

/// A book's text: what `umpire::RuleText` holds, for the page.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Rules {
    pub clauses: Vec<RuleClause>,
    pub tables: Vec<RuleTable>,
    pub words: Vec<RuleWord>,
    pub readings: Vec<RuleReading>,
}

/// A clause of the book in our words.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct RuleClause {
    pub id: String,
    pub title: String,
    pub topic: String,
    /// `engine`, `table`, `setup`, `umpire`, `physical` or `advice`.
    pub kind: String,
    pub says: String,
    pub see: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub unclear: Option<String>,
}

/// A table of the book.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct RuleTable {
    pub id: String,
    pub title: String,
    pub clause: String,
    /// Where its numbers come from, of a book some of whose tables are lost: `book`, `derived`, `anchors`, `missing` or `proposal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub status: Option<String>,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<RuleCell>>,
    pub notes: String,
}

/// An entry of a table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(untagged)]
pub enum RuleCell {
    Number(f64),
    Text(String),
    List(Vec<String>),
}

/// A term of art.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct RuleWord {
    pub original: String,
    pub english: String,
    pub means: String,
}

/// A choice made where the book is silent or contradicts itself.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct RuleReading {
    pub id: String,
    pub clause: String,
    pub question: String,
    pub default: String,
    pub options: Vec<RuleOption>,
    /// For a reading that is a number: the least and the greatest that make sense.
    pub range: Option<[f64; 2]>,
    pub unit: Option<String>,
    /// Why there is no other way to play it, where there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub only: Option<String>,
}

/// One way to read a clause.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct RuleOption {
    pub id: String,
    pub says: String,
}
