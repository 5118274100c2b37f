//! One battle in memory. Whoever changes it holds its table alone. Whoever looks at it, sketches on it or thinks about it has
//! a snapshot of it, so that no answer waits for them. An answer is judged, then written to the store, and only then does
//! anybody see what came of it.

use crate::api::{ChatLine, EndingSeen, Person, Player, Spectators, Standing};
use crate::behind::Behind;
use crate::books::Books;
use crate::failure::{Failure, Reply};
use crate::fair::{Turns, Who};
use crate::pool::Pool;
use crate::reel::{Films, SEATS, place};
use crate::store::{BattleId, BattleRow, SeatRow, Store};
use crate::strokes::Strokes;
use crate::table::Table;
use desk::{Entry, Game, Given, Proof, Staff, TakingBack};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::{broadcast, watch};
use umpire::Seat;

/// Moments sent at once are not longer together, in bytes, unless it is one alone.
const MOST_BYTES: usize = 4 << 20;

/// Live connections of one seat at most. A spectator's link may be shared.
const MOST_ONLINE: usize = 200;

/// Lines of chat that a live connection may be behind.
const MOST_UNHEARD: usize = 256;

/// What stays the same from beginning to end.
#[derive(Clone, Debug)]
pub struct Head {
    pub title: String,
    pub briefing: String,
    pub sides: Vec<String>,
    pub nations: Vec<String>,
    pub measured: bool,
    pub seal: String,
    pub seed_by_hand: bool,
}

/// The battle as it is after an answer, for everybody to look at. It never changes.
#[allow(missing_debug_implementations)]
pub struct Shown {
    /// The version of the battle that it shows.
    pub version: u32,
    /// A snapshot of the battle.
    pub game: Box<dyn Game>,
    pub(crate) turn: u32,
    pub(crate) waits_for: Vec<Seat>,
    pub(crate) taking_back: TakingBack,
    pub(crate) ending: Option<EndingSeen>,
    /// Told when the battle has ended.
    pub(crate) seed: Option<String>,
    pub(crate) proof: Option<Proof>,
}

/// A battle in memory.
#[allow(missing_debug_implementations)]
pub struct Room {
    pub id: BattleId,
    pub row: BattleRow,
    pub head: Head,
    pub(crate) table: Arc<tokio::sync::Mutex<Table>>,
    pub(crate) shown: watch::Sender<Arc<Shown>>,
    /// The version of the last answer that was acknowledged; what came of it may still be on its way.
    pub(crate) acknowledged: AtomicU32,
    films: RwLock<Films>,
    /// What spectators who follow behind have been shown.
    pub(crate) behind: Arc<Mutex<Behind>>,
    /// Somebody waits to store what came of the last answer.
    pub(crate) storing: AtomicBool,
    stirred: watch::Sender<u64>,
    said: broadcast::Sender<ChatLine>,
    strokes: [Strokes; 4],
    /// The seats whose players let spectators see everything at once.
    consents: Mutex<Vec<Seat>>,
    online: [AtomicUsize; 4],
    pub(crate) staff: [Option<Mutex<Box<dyn Staff>>>; 2],
    pub(crate) thinking: AtomicBool,
    /// What is in memory may be ahead of the store: it must be opened anew.
    dead: AtomicBool,
    /// When somebody last had to do with the battle, and who.
    used: Mutex<(Instant, Who)>,
    pub(crate) house: House,
}

/// What a room needs of the house.
#[allow(missing_debug_implementations)]
#[derive(Clone)]
pub struct House {
    pub books: Arc<Books>,
    pub store: Arc<dyn Store>,
    /// Those who judge answers.
    pub hands: Pool,
    /// Those who look at tables and write down what there is to see.
    pub eyes: Pool,
    /// Those who sketch on them.
    pub pencils: Pool,
    /// Those who think for computer commanders, and do what comes of it.
    pub computers: Pool,
    /// Turns at having the disk keep what computers answer: a person's answer waits for no long line of theirs.
    pub pens: Turns,
    /// Those who open battles.
    pub openers: Pool,
    /// Those who do what anybody may ask and what may take long: odds, imports, scenarios of one's own.
    pub desk: Pool,
    /// After so long without anybody computers who fight each other stop.
    pub unwatched: Duration,
    /// For those who open battles, and store what they find out meanwhile.
    pub runtime: Handle,
    /// Are answers taken? Held by whoever takes one, so that the end waits for him.
    pub open: Arc<tokio::sync::RwLock<bool>>,
}

/// A number nobody foresees, for a commander's own choices. They need not be the same when a battle is opened again: what
/// he did is in the answers.
fn own_seed() -> u64 {
    let mut b = [0u8; 8];
    // Without a source of chance he plays by the clock.
    if getrandom::fill(&mut b).is_err() {
        return std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(1, |d| d.as_nanos() as u64);
    }
    u64::from_le_bytes(b)
}

impl Room {
    /// A battle that is open.
    pub(crate) fn new(
        id: BattleId,
        row: BattleRow,
        head: Head,
        entry: &'static Entry,
        t: Table,
        films: Films,
        house: House,
    ) -> Room {
        let staff = [0, 1].map(|n| {
            let strength = row.player(Seat::Side(n)).strength()?;
            Some(Mutex::new(entry.appoint(strength, own_seed())))
        });
        Room {
            id,
            head,
            acknowledged: AtomicU32::new(t.version),
            shown: watch::Sender::new(Arc::new(t.show())),
            table: Arc::new(tokio::sync::Mutex::new(t)),
            films: RwLock::new(films),
            behind: Arc::default(),
            storing: AtomicBool::new(false),
            stirred: watch::Sender::new(0),
            said: broadcast::channel(MOST_UNHEARD).0,
            strokes: Default::default(),
            consents: Mutex::default(),
            online: Default::default(),
            staff,
            thinking: AtomicBool::new(false),
            dead: AtomicBool::new(false),
            used: Mutex::new((Instant::now(), Who::HOUSE)),
            house,
            row,
        }
    }

    /// The battle as it was last shown.
    pub fn shown(&self) -> Arc<Shown> {
        self.shown.borrow().clone()
    }

    /// Waits until what came of every acknowledged answer can be seen.
    pub async fn settled(&self) {
        let version = self.acknowledged.load(Ordering::Acquire);
        if self.shown.borrow().version < version {
            let mut shown = self.shown.subscribe();
            // The sender is the room's own: it does not go away meanwhile.
            let _ = shown.wait_for(|s| s.version >= version || self.is_dead()).await;
        }
    }

    /// The battle in memory cannot be trusted any more.
    pub fn is_dead(&self) -> bool {
        self.dead.load(Ordering::Acquire)
    }

    /// Somebody has to do with the battle.
    pub fn touch(&self, who: Who) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = (Instant::now(), who);
    }

    /// When somebody last had to do with it, and who.
    pub fn last_used(&self) -> (Instant, Who) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For whom the computers think.
    pub(crate) fn thinks_for(&self) -> Who {
        let (_, who) = self.last_used();
        Who { seat: self.id.unsigned_abs(), ..who }
    }

    /// Somebody is connected, or has asked not long ago.
    pub(crate) fn is_watched(&self) -> bool {
        self.said.receiver_count() > 0 || self.last_used().0.elapsed() < self.house.unwatched
    }

    /// Nobody is connected, nobody thinks, and nobody has asked for so long.
    pub fn is_idle(&self, since: Duration) -> bool {
        self.said.receiver_count() == 0
            && !self.thinking.load(Ordering::Acquire)
            && self.last_used().0.elapsed() >= since
    }

    /// Hears that the battle stirred, and whatever is said.
    pub fn subscribe(&self) -> (watch::Receiver<u64>, broadcast::Receiver<ChatLine>) {
        (self.stirred.subscribe(), self.said.subscribe())
    }

    /// The battle went on, or somebody came or went.
    pub fn stir(&self) {
        self.stirred.send_modify(|n| *n += 1);
    }

    pub fn say(&self, line: ChatLine) {
        // Nobody listening is nobody told.
        let _ = self.said.send(line);
    }

    /// The strokes that a seat sketches.
    pub fn strokes(&self, seat: Seat) -> &Strokes {
        &self.strokes[place(seat)]
    }

    /// Somebody takes the seat on a live connection. Not where too many sit already.
    pub fn come(&self, seat: Seat) -> bool {
        let n = &self.online[place(seat)];
        let came = n.fetch_add(1, Ordering::AcqRel) < MOST_ONLINE;
        if came {
            self.stir();
        } else {
            n.fetch_sub(1, Ordering::AcqRel);
        }
        came
    }

    /// He leaves it.
    pub fn go(&self, seat: Seat) {
        self.online[place(seat)].fetch_sub(1, Ordering::AcqRel);
        self.stir();
    }

    /// What is in memory cannot be trusted any more: whoever is connected must come again.
    pub(crate) fn die(&self) {
        self.dead.store(true, Ordering::Release);
        // Whoever waits for what will never be shown is let go.
        self.shown.send_modify(|_| {});
        self.stir();
    }

    /// May the seat see the table?
    pub fn sees(&self, seat: Seat) -> bool {
        if self.follows(seat).is_some() {
            return self.shown_behind().0 > 0;
        }
        let watches = self.row.spectators == Spectators::All && self.consent_of().is_empty();
        seat != Seat::Spectator || watches || self.shown().ending.is_some()
    }

    /// The seats whose word is still wanted before spectators see everything at once: whoever plays against another person, or before an
    /// umpire. Who plays the computer has chosen by beginning the battle.
    pub fn consent_of(&self) -> Vec<Seat> {
        let persons =
            [Seat::Side(0), Seat::Side(1)].into_iter().filter(|s| self.row.player(*s) == Player::Person);
        let persons: Vec<Seat> = persons.collect();
        if self.row.spectators != Spectators::All || (persons.len() < 2 && !self.row.seating.umpire) {
            return Vec::new();
        }
        let given = self.consents.lock().unwrap_or_else(PoisonError::into_inner);
        persons.into_iter().filter(|s| !given.contains(s)).collect()
    }

    /// Notes whose word was given.
    pub fn consented(&self, seats: impl IntoIterator<Item = Seat>) {
        self.consents.lock().unwrap_or_else(PoisonError::into_inner).extend(seats);
        self.stir();
    }

    fn may_export(&self, row: &SeatRow, shown: &Shown) -> bool {
        shown.ending.is_some() || row.seat == Seat::Umpire || row.host && self.follows(row.seat).is_none()
    }

    /// What a seat is called.
    pub fn name(&self, seat: Seat) -> String {
        match seat {
            Seat::Side(n) => self.head.sides.get(usize::from(n)).cloned().unwrap_or_default(),
            Seat::Umpire => "Umpire".into(),
            Seat::Spectator => "Spectator".into(),
        }
    }

    /// The version of the battle as a seat is told it: one that follows behind must not count the answers.
    pub fn version_for(&self, shown: &Shown, seat: Seat) -> u32 {
        if self.follows(seat).is_some() { 0 } else { shown.version }
    }

    /// How the battle stands for a seat. Touches nothing that anybody may hold.
    pub fn standing(&self, row: &SeatRow) -> Standing {
        let g = self.shown();
        let sees = self.sees(row.seat);
        let follows = self.follows(row.seat).is_some();
        let waits_for: &[Seat] = if follows { &[] } else { &g.waits_for };
        let seats = SEATS.into_iter().filter(|s| match s {
            Seat::Side(_) => true,
            Seat::Umpire => self.row.seating.umpire,
            Seat::Spectator => self.row.spectators != Spectators::None,
        });
        let people = seats
            .map(|s| {
                let by = self.row.player(s);
                let online = by != Player::Person || self.online[place(s)].load(Ordering::Acquire) > 0;
                Person { seat: s.to_string(), by, online }
            })
            .collect();
        Standing {
            book: self.row.book.clone(),
            title: self.head.title.clone(),
            scenario: self.row.name.clone(),
            seat: row.seat.to_string(),
            sides: self.head.sides.clone(),
            nations: self.head.nations.clone(),
            turn: if follows { self.shown_behind().1 } else { g.turn },
            version: self.version_for(&g, row.seat),
            moments: self.moments(row.seat),
            waits_for: waits_for.iter().map(Seat::to_string).collect(),
            yours: waits_for.contains(&row.seat),
            thinking: !follows && self.thinking.load(Ordering::Acquire),
            may_take_back: g.taking_back.may.contains(&row.seat),
            asks_back: g.taking_back.asks.as_ref().filter(|_| !follows).map(Seat::to_string),
            sees,
            may_export: self.may_export(row, &g),
            ending: g.ending.clone(),
            seal: self.head.seal.clone(),
            seed_by_hand: self.head.seed_by_hand,
            own_dice: self.row.seating.own_dice,
            proof: g.proof.clone(),
            seed: g.seed.clone(),
            briefing: self.head.briefing.clone(),
            measured: self.head.measured,
            people,
            umpire: self.row.seating.umpire,
            spectators: self.row.spectators,
            consent_of: self.consent_of().iter().map(Seat::to_string).collect(),
        }
    }

    pub(crate) fn with_films(&self, change: impl FnOnce(&mut Films)) {
        change(&mut self.films.write().unwrap_or_else(PoisonError::into_inner));
    }

    /// How many moments a seat can see.
    pub fn moments(&self, seat: Seat) -> u32 {
        if self.follows(seat).is_some() {
            return self.shown_behind().0;
        }
        if !self.sees(seat) {
            return 0;
        }
        self.films.read().unwrap_or_else(PoisonError::into_inner).total(seat)
    }

    /// Moments of a seat as they are sent, at most so many and not all too long together, and how many there are in all.
    pub async fn film(&self, seat: Seat, from: u32, most: u32) -> Reply<(Vec<Arc<str>>, u32)> {
        let total = self.moments(seat);
        let film = self.stretch(seat, from, most.min(total.saturating_sub(from))).await?;
        Ok((film, total))
    }

    /// Moments of a seat, whether it may see them or not.
    pub(crate) async fn stretch(&self, seat: Seat, from: u32, most: u32) -> Reply<Vec<Arc<str>>> {
        let recent = |from: u32, most: u32| {
            let films = self.films.read().unwrap_or_else(PoisonError::into_inner);
            films.recent(seat, from, most)
        };
        if let Some(film) = recent(from, most) {
            return Ok(film);
        }
        let mut film = self.house.store.film(self.id, seat, from, most, MOST_BYTES).await?;
        // What came last may not be written yet.
        let read = film.len() as u32;
        film.extend(recent(from + read, most.saturating_sub(read)).into_iter().flatten());
        Ok(film)
    }

    /// The whole film of a seat.
    pub async fn whole_film(&self, seat: Seat) -> Reply<Vec<Arc<str>>> {
        let mut all: Vec<Arc<str>> = Vec::new();
        loop {
            let (some, _) = self.film(seat, all.len() as u32, u32::MAX).await?;
            if some.is_empty() {
                return Ok(all);
            }
            all.extend(some);
        }
    }

    /// Looks at the battle as it is shown, away from the threads that serve connections.
    pub async fn look<R: Send + 'static>(
        &self,
        who: Who,
        at: impl FnOnce(&Shown) -> R + Send + 'static,
    ) -> Reply<R> {
        self.look_by(&self.house.eyes, who, at).await
    }

    /// Sketches on the battle as it is shown.
    pub async fn sketch<R: Send + 'static>(
        &self,
        who: Who,
        on: impl FnOnce(&Shown) -> R + Send + 'static,
    ) -> Reply<R> {
        self.look_by(&self.house.pencils, who, on).await
    }

    async fn look_by<R: Send + 'static>(
        &self,
        pool: &Pool,
        who: Who,
        at: impl FnOnce(&Shown) -> R + Send + 'static,
    ) -> Reply<R> {
        let turn = pool.turn(who).await;
        let shown = self.shown();
        let looked = pool.work(turn, move || at(&shown)).await;
        looked.ok_or_else(|| Failure::ours(format!("looking at battle {} broke down", self.id)))
    }

    /// The battle as a file, if the seat may have it.
    pub async fn file(&self, who: Who, row: &SeatRow) -> Reply<String> {
        if !self.may_export(row, &self.shown()) {
            return Err(Failure::conflict(text!("file-holds-both-sides")));
        }
        let t = self.table.clone().lock_owned().await;
        let answers = self.house.store.answers(self.id, 0).await?;
        let sealed = self.house.eyes.run(who, move || {
            let mut f = t.file.clone();
            f.answers = answers.into_iter().map(|a| Given { seat: a.seat, answer: a.answer }).collect();
            f.seal(&*t.game);
            drop(t);
            f.text()
        });
        sealed.await.ok_or_else(|| Failure::ours(format!("the file of battle {} broke down", self.id)))
    }
}
