//! What is kept on disk: battles, their seats, the answers, what was said and the bookmarks. Everything else is recomputed
//! from these. SQLite implements it in [`crate::sqlite`]; another database needs only this trait.

use crate::api::{ChatLine, Mark, Player, Sides, Spectators};
use desk::Seating;
use futures_util::future::BoxFuture;
use serde_json::Value;
use umpire::Seat;

/// The number of a battle in the store. It is never told to anybody.
pub type BattleId = i64;

/// A battle as it was begun.
#[derive(Clone, Debug)]
pub struct BattleRow {
    /// Milliseconds since 1970.
    pub created: i64,
    pub book: String,
    /// The scenario's name, for messages.
    pub name: String,
    /// The scenario's whole text.
    pub scenario: String,
    pub seed: String,
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

/// Why the store did not do it. Then nothing is written.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the store: {0}")]
pub struct StoreError(pub String);

/// What a store does. Whatever it says it has written is on the disk.
pub trait Store: Send + Sync + 'static {
    /// Keeps a new battle with its seats, and with its answers if it was fought elsewhere before.
    fn begin(
        &self,
        battle: BattleRow,
        seats: Vec<NewSeat>,
        answers: Vec<AnswerRow>,
    ) -> BoxFuture<'_, Result<BattleId, StoreError>>;
    /// The seat whose token has this hash.
    fn seat(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<Option<SeatRow>, StoreError>>;
    fn battle(&self, id: BattleId) -> BoxFuture<'_, Result<Option<BattleRow>, StoreError>>;
    /// All answers of a battle, in order.
    fn answers(&self, id: BattleId) -> BoxFuture<'_, Result<Vec<AnswerRow>, StoreError>>;
    /// Keeps one more answer; refused if its number or its key is taken.
    fn add_answer(&self, id: BattleId, row: AnswerRow) -> BoxFuture<'_, Result<(), StoreError>>;
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
