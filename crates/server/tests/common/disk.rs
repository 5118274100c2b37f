//! A data file that is watched: how many answers are read from it, and when it takes one.

use futures_util::future::BoxFuture;
use server::Sqlite;
use server::api::{ChatLine, Mark};
use server::store::{
    AnswerRow, BattleId, BattleRow, Claim, KeyRow, NewSeat, Outcome, Progress, SeatRow, Store, StoreError,
};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::{Semaphore, watch};
use umpire::Seat;

/// A disk that takes so many answers, and then one whenever it is let.
pub struct Disk {
    file: Sqlite,
    lets: Semaphore,
    read: AtomicUsize,
    /// Battles that are read, one after the other.
    opened: Mutex<Vec<BattleId>>,
    /// Battles after this one are not read until they are let be.
    shut: watch::Sender<Option<BattleId>>,
    /// How often what came of answers was kept.
    outcomes: AtomicUsize,
    /// How many answers it was given, whether it takes them or not.
    given: AtomicUsize,
}

impl Disk {
    pub async fn open(path: &Path, takes: usize) -> Arc<Disk> {
        let file = Sqlite::open(path).await.unwrap();
        Arc::new(Disk {
            file,
            lets: Semaphore::new(takes),
            read: AtomicUsize::new(0),
            opened: Mutex::default(),
            shut: watch::Sender::new(None),
            outcomes: AtomicUsize::new(0),
            given: AtomicUsize::new(0),
        })
    }

    /// It takes one more answer.
    pub fn take_one(&self) {
        self.lets.add_permits(1);
    }

    /// The battles that were read, or are about to be, one after the other.
    pub fn opened(&self) -> Vec<BattleId> {
        self.opened.lock().unwrap().clone()
    }

    /// Lets no battle be read after the one of that number, or lets all.
    pub fn shut(&self, after: Option<BattleId>) {
        self.shut.send_replace(after);
    }

    /// How often what came of answers was kept.
    pub fn outcomes_kept(&self) -> usize {
        self.outcomes.load(Ordering::Acquire)
    }

    /// How many answers it was given, whether it has taken them or not.
    pub fn answers_given(&self) -> usize {
        self.given.load(Ordering::Acquire)
    }

    /// How many answers have been read from it.
    pub fn answers_read(&self) -> usize {
        self.read.load(Ordering::Acquire)
    }
}

type Done<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

impl Store for Disk {
    fn writable(&self) -> Done<'_, ()> {
        self.file.writable()
    }
    fn close(&self) -> BoxFuture<'_, ()> {
        self.file.close()
    }
    fn begin(&self, b: BattleRow, seats: Vec<NewSeat>, answers: Vec<AnswerRow>) -> Done<'_, BattleId> {
        self.file.begin(b, seats, answers)
    }
    fn seat(&self, hash: [u8; 32]) -> Done<'_, Option<SeatRow>> {
        self.file.seat(hash)
    }
    fn claim(&self, link: [u8; 32], secret: [u8; 32]) -> Done<'_, Claim> {
        self.file.claim(link, secret)
    }
    fn battle(&self, id: BattleId) -> Done<'_, Option<BattleRow>> {
        Box::pin(async move {
            self.opened.lock().unwrap().push(id);
            let mut shut = self.shut.subscribe();
            shut.wait_for(|after| after.is_none_or(|after| id <= after)).await.unwrap();
            self.file.battle(id).await
        })
    }
    fn battles(&self) -> Done<'_, Vec<BattleId>> {
        self.file.battles()
    }
    fn answers(&self, id: BattleId, after: u32) -> Done<'_, Vec<AnswerRow>> {
        Box::pin(async move {
            let found = self.file.answers(id, after).await?;
            self.read.fetch_add(found.len(), Ordering::AcqRel);
            Ok(found)
        })
    }
    fn keys(&self, id: BattleId) -> Done<'_, Vec<KeyRow>> {
        self.file.keys(id)
    }
    fn add_answer(&self, id: BattleId, row: AnswerRow, before: Vec<Arc<Outcome>>) -> Done<'_, ()> {
        Box::pin(async move {
            self.given.fetch_add(1, Ordering::AcqRel);
            self.lets.acquire().await.unwrap().forget();
            self.file.add_answer(id, row, before).await
        })
    }
    fn add_outcomes(&self, id: BattleId, outcomes: Vec<Arc<Outcome>>) -> Done<'_, ()> {
        self.outcomes.fetch_add(1, Ordering::AcqRel);
        self.file.add_outcomes(id, outcomes)
    }
    fn progress(&self, id: BattleId) -> Done<'_, Progress> {
        self.file.progress(id)
    }
    fn snapshot_before(&self, id: BattleId, n: u32) -> Done<'_, Option<(u32, String)>> {
        self.file.snapshot_before(id, n)
    }
    fn marks_of_events(&self, id: BattleId, after: Option<u32>) -> Done<'_, Vec<(u32, String)>> {
        self.file.marks_of_events(id, after)
    }
    fn film(&self, id: BattleId, seat: Seat, from: u32, most: u32, bytes: usize) -> Done<'_, Vec<Arc<str>>> {
        self.file.film(id, seat, from, most, bytes)
    }
    fn consents(&self, id: BattleId) -> Done<'_, Vec<Seat>> {
        self.file.consents(id)
    }
    fn consent(&self, id: BattleId, seat: Seat) -> Done<'_, ()> {
        self.file.consent(id, seat)
    }
    fn chat(&self, id: BattleId, from: u32, most: u32) -> Done<'_, Vec<ChatLine>> {
        self.file.chat(id, from, most)
    }
    fn say(&self, id: BattleId, line: ChatLine) -> Done<'_, u32> {
        self.file.say(id, line)
    }
    fn marks(&self, id: BattleId, seat: Seat) -> Done<'_, Vec<Mark>> {
        self.file.marks(id, seat)
    }
    fn add_mark(&self, id: BattleId, seat: Seat, mark: Mark) -> Done<'_, u32> {
        self.file.add_mark(id, seat, mark)
    }
    fn drop_mark(&self, id: BattleId, seat: Seat, mark: u32) -> Done<'_, bool> {
        self.file.drop_mark(id, seat, mark)
    }
}
