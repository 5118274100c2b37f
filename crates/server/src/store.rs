//! What is kept on disk: battles, their seats, the answers, what came of each, what was said and the bookmarks. The answers are what
//! counts; what came of them is there so that watching recomputes nothing and opening costs no more than the last turn. SQLite implements it in [`crate::sqlite`]; another database needs only this trait.

use crate::api::{ChatLine, EndingSeen, Mark, Player, Sides, Spectators};
use desk::Seating;
use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
#[cfg(feature = "ts")]
use ts_rs::TS;
use umpire::{Seat, Seed};

/// The number of a battle in the store. It is never told to anybody.
pub type BattleId = i64;

/// A battle as it was begun.
#[derive(Clone, Debug)]
pub struct BattleRow {
    /// Milliseconds since 1970.
    pub created: i64,
    pub book: String,
    /// The version of the book under which it is played.
    pub version: u32,
    /// The readings by which it is played.
    pub readings: BTreeMap<String, String>,
    /// The scenario's name, for messages.
    pub name: String,
    /// The scenario's whole text.
    pub scenario: String,
    pub seed: Seed,
    /// What everybody was bound by from the start; empty of a time before battles were sealed.
    pub seal: String,
    pub seating: Seating,
    pub sides: Sides,
    pub spectators: Spectators,
}

impl BattleRow {
    /// Who plays a seat.
    pub fn player(&self, seat: Seat) -> Player {
        match seat {
            Seat::Side(n) => self.sides.of(n),
            Seat::Umpire | Seat::Spectator => Player::Person,
        }
    }
}

/// A seat that somebody holds the token of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatRow {
    pub battle: BattleId,
    pub seat: Seat,
    /// No other person sits at this battle: its holder may take the battle file away at any time.
    pub host: bool,
}

/// A seat to be kept: the hash of its token and what it opens.
#[derive(Clone, Copy, Debug)]
pub struct NewSeat {
    pub hash: [u8; 32],
    pub seat: Seat,
    pub host: bool,
    /// The token is a link: it opens nothing, but the seat is claimed by it, once, with a secret of the player's own.
    pub link: bool,
}

/// What came of a claim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Claim {
    /// The seat is his who claims it; said again to whoever claims it again with the same secret.
    Taken(SeatRow),
    /// Somebody else has claimed it by this link.
    Before,
    /// There is no such link.
    NoLink,
}

/// An accepted answer. `n` counts from 1 and is the version of the battle after it.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerRow {
    pub n: u32,
    pub seat: Seat,
    /// The client's own name for it, unique for its seat.
    pub key: String,
    pub answer: Value,
}

/// A moment of a seat's film, as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MomentRow {
    pub seat: Seat,
    /// Counted from 0 for each seat.
    pub n: u32,
    pub text: Arc<str>,
    /// The same as it is stored.
    pub packed: Vec<u8>,
}

/// What came of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The answer; 0 is the beginning of the battle.
    pub n: u32,
    /// The marks of the events that it led to, one after the other.
    pub marks: String,
    /// The moments that it added to the films.
    pub moments: Vec<MomentRow>,
    /// How it ended the battle, if it did.
    pub ending: Option<EndingSeen>,
    /// The battle put away after it, where it can be: as it is stored.
    pub snapshot: Option<Vec<u8>>,
    /// From here it goes on under another version of the book, with these readings.
    pub goes_on: Option<(u32, BTreeMap<String, String>)>,
}

/// How far what came of the answers is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The last answer of which it is; `None` of a battle of which nothing is.
    pub shown: Option<u32>,
    /// How many moments of each seat there are.
    pub moments: BTreeMap<Seat, u32>,
    pub ending: Option<EndingSeen>,
    /// The newest snapshot, and after which answer it was made.
    pub snapshot: Option<(u32, String)>,
}

/// Which answer somebody has given under which key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRow {
    pub n: u32,
    pub seat: Seat,
    pub key: String,
}

/// What kind of fault it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It contradicts what is stored; anything else can be written.
    Taken,
    /// The disk is full, read-only or slow, or something else that may pass.
    Disk,
    /// The data file is not where it was.
    Gone,
    /// Another server has the data file.
    InUse,
    /// What is stored cannot be read.
    Damaged,
    /// A newer program wrote it.
    Newer,
    /// The store is closed.
    Closed,
}

/// Why the store did not do it. Then it is not acknowledged.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{says}")]
pub struct StoreError {
    pub fault: Fault,
    pub says: String,
}

impl StoreError {
    pub fn new(fault: Fault, says: impl Into<String>) -> StoreError {
        StoreError { fault, says: says.into() }
    }
}

/// What a store does. Whatever it says it has written is on the disk.
pub trait Store: Send + Sync + 'static {
    /// Tries whether something can be written now.
    fn writable(&self) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Writes what it was given, and nothing from then on: whoever opens the same data next has it to himself.
    fn close(&self) -> BoxFuture<'_, ()>;
    /// Keeps a new battle with its seats, and with its answers if it was fought elsewhere before.
    fn begin(
        &self,
        battle: BattleRow,
        seats: Vec<NewSeat>,
        answers: Vec<AnswerRow>,
    ) -> BoxFuture<'_, Result<BattleId, StoreError>>;
    /// The seat whose token has this hash.
    fn seat(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<Option<SeatRow>, StoreError>>;
    /// Claims the seat of a link, by its hash, for a secret, by its hash. The link is dead from then on.
    fn claim(&self, link: [u8; 32], secret: [u8; 32]) -> BoxFuture<'_, Result<Claim, StoreError>>;
    fn battle(&self, id: BattleId) -> BoxFuture<'_, Result<Option<BattleRow>, StoreError>>;
    /// Every battle there is.
    fn battles(&self) -> BoxFuture<'_, Result<Vec<BattleId>, StoreError>>;
    /// The answers of a battle after number `after`, in order.
    fn answers(&self, id: BattleId, after: u32) -> BoxFuture<'_, Result<Vec<AnswerRow>, StoreError>>;
    /// The keys of all its answers.
    fn keys(&self, id: BattleId) -> BoxFuture<'_, Result<Vec<KeyRow>, StoreError>>;
    /// Keeps one more answer, and with it what came of those before as far as that is not kept yet; refused if its number or its key is taken.
    fn add_answer(
        &self,
        id: BattleId,
        row: AnswerRow,
        before: Vec<Arc<Outcome>>,
    ) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Keeps what came of some answers, all of it or nothing.
    fn add_outcomes(
        &self,
        id: BattleId,
        outcomes: Vec<Arc<Outcome>>,
    ) -> BoxFuture<'_, Result<(), StoreError>>;
    /// How far what came of the answers is kept.
    fn progress(&self, id: BattleId) -> BoxFuture<'_, Result<Progress, StoreError>>;
    /// Of the snapshots that are kept, the newest that was made before the answer of that number, and after which it was.
    fn snapshot_before(
        &self,
        id: BattleId,
        n: u32,
    ) -> BoxFuture<'_, Result<Option<(u32, String)>, StoreError>>;
    /// The marks of the events to which each answer after number `after` led, as far as they are kept.
    fn marks_of_events(
        &self,
        id: BattleId,
        after: Option<u32>,
    ) -> BoxFuture<'_, Result<Vec<(u32, String)>, StoreError>>;
    /// Moments of a seat from number `from` on, as many as fit into so many bytes, but one if there is one.
    fn film(
        &self,
        id: BattleId,
        seat: Seat,
        from: u32,
        most: u32,
        bytes: usize,
    ) -> BoxFuture<'_, Result<Vec<Arc<str>>, StoreError>>;
    /// The seats whose players let spectators see everything at once.
    fn consents(&self, id: BattleId) -> BoxFuture<'_, Result<Vec<Seat>, StoreError>>;
    /// One more does.
    fn consent(&self, id: BattleId, seat: Seat) -> BoxFuture<'_, Result<(), StoreError>>;
    /// What was said, after line `from`.
    fn chat(&self, id: BattleId, from: u32, most: u32) -> BoxFuture<'_, Result<Vec<ChatLine>, StoreError>>;
    /// Keeps something said; its `n` is found by the store.
    fn say(&self, id: BattleId, line: ChatLine) -> BoxFuture<'_, Result<u32, StoreError>>;
    /// The bookmarks of a seat.
    fn marks(&self, id: BattleId, seat: Seat) -> BoxFuture<'_, Result<Vec<Mark>, StoreError>>;
    /// Keeps a bookmark; its `id` is found by the store.
    fn add_mark(&self, id: BattleId, seat: Seat, mark: Mark) -> BoxFuture<'_, Result<u32, StoreError>>;
    /// Takes a bookmark of the seat away; says whether there was one.
    fn drop_mark(&self, id: BattleId, seat: Seat, mark: u32) -> BoxFuture<'_, Result<bool, StoreError>>;
}
