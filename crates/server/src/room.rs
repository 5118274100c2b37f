//! One battle in memory. Whoever changes it holds its table alone; looking at it, and thinking about it, many may at once.
//! An answer is judged, then written to the store, and only then does anybody see what came of it.

use crate::api::{ChatLine, EndingSeen, Person, Player, Spectators, Standing};
use crate::failure::{Failure, Reply};
use crate::store::{AnswerRow, BattleId, BattleRow, SeatRow, Store};
use commander::Staff;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast};
use umpire::{BattleFile, Book, Game, Seat, Seed};

/// Every seat there can be.
pub const SEATS: [Seat; 4] = [Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Spectator];

/// No replay of stored answers takes longer.
const LONGEST_REPLAY: Duration = Duration::from_secs(120);

/// Live connections of one seat at most. A spectator's link may be shared.
const MOST_ONLINE: usize = 200;

/// A battle between computers alone is left off here, undecided.
const MOST_TURNS: u32 = 200;

fn place(seat: Seat) -> usize {
    match seat {
        Seat::Side(0) => 0,
        Seat::Side(_) => 1,
        Seat::Umpire => 2,
        Seat::Spectator => 3,
    }
}

/// What a live connection is woken for.
#[derive(Clone, Debug)]
pub enum News {
    /// The battle went on, or somebody came or went.
    Stirred,
    Said(ChatLine),
}

/// What stays the same from beginning to end.
#[derive(Clone, Debug)]
pub struct Head {
    pub title: String,
    pub briefing: String,
    pub sides: Vec<String>,
    pub nations: Vec<String>,
    pub measured: bool,
    pub commitment: String,
}

/// What can be said of the battle without touching it.
#[derive(Clone, Debug, Default)]
struct Gist {
    version: u32,
    turn: u32,
    waits_for: Vec<Seat>,
    ending: Option<EndingSeen>,
    /// Told by the book's own view when the battle has ended.
    seed: Option<String>,
}

/// The battle itself.
#[allow(missing_debug_implementations)]
pub struct Table {
    pub game: Box<dyn Game>,
    /// The answers so far, as a file that anybody can verify.
    pub file: BattleFile,
    /// Since which version each seat is asked what it is asked now.
    asked: [u32; 4],
    /// The version that each answer led to, by seat and key.
    keys: HashMap<(Seat, String), u32>,
}

impl Table {
    /// Grows by one with each accepted answer.
    pub fn version(&self) -> u32 {
        self.file.answers.len() as u32
    }

    /// Is what was asked at that version still asked now?
    fn still_asked(&self, seat: Seat, version: u32, answer: &Value) -> bool {
        if version > self.version() {
            return false;
        }
        // An umpire may rule and correct at any time; only a decision belongs to its question.
        if seat == Seat::Umpire && answer.get("do").and_then(Value::as_str) != Some("decide") {
            return true;
        }
        version >= self.asked[place(seat)]
    }

    /// Notes an accepted answer: whom it leaves with the question he had, and whom not.
    fn note(&mut self, seat: Seat, key: String, answer: Value, before: &[Seat]) {
        let rules_only = answer.get("do").and_then(Value::as_str) == Some("rule");
        self.file.note(seat, answer);
        let version = self.version();
        self.keys.insert((seat, key), version);
        if seat == Seat::Umpire && rules_only {
            return;
        }
        let after = self.game.waits_for();
        let others: Vec<Seat> = before.iter().copied().filter(|s| *s != seat).collect();
        let goes_on = others != after || !before.contains(&seat);
        for s in SEATS {
            if s == seat || goes_on {
                self.asked[place(s)] = version;
            }
        }
    }

    fn gist(&self) -> Gist {
        let ending = self.game.ending();
        let seed = ending
            .is_some()
            .then(|| self.game.view(Seat::Spectator).get("seed").and_then(Value::as_str).map(str::to_owned));
        Gist {
            version: self.version(),
            turn: self.game.turn(),
            waits_for: self.game.waits_for(),
            ending: ending.map(|e| EndingSeen { winner: e.winner, why: e.why, clause: e.clause.to_string() }),
            seed: seed.flatten(),
        }
    }
}

/// The processor's time: how many of a kind work at once, so that neither people nor computers starve the others.
#[derive(Clone, Debug)]
pub struct Pool {
    permits: Arc<Semaphore>,
}

impl Pool {
    pub fn new(at_once: usize) -> Pool {
        Pool { permits: Arc::new(Semaphore::new(at_once.max(1))) }
    }

    /// Does heavy work away from the threads that serve connections. `None` if it broke down.
    pub async fn run<R: Send + 'static>(&self, work: impl FnOnce() -> R + Send + 'static) -> Option<R> {
        let permit = self.permit().await?;
        tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        })
        .await
        .ok()
    }

    /// A turn at the processor, for work that must first wait for something else.
    async fn permit(&self) -> Option<OwnedSemaphorePermit> {
        self.permits.clone().acquire_owned().await.ok()
    }
}

/// The moments of one seat, each as the JSON that is sent.
type Reels = [Vec<Arc<str>>; 4];

/// A battle in memory.
#[allow(missing_debug_implementations)]
pub struct Room {
    pub id: BattleId,
    pub row: BattleRow,
    pub head: Head,
    table: Arc<tokio::sync::RwLock<Table>>,
    gist: RwLock<Arc<Gist>>,
    films: RwLock<Reels>,
    recorded: Vec<Seat>,
    news: broadcast::Sender<News>,
    online: [AtomicUsize; 4],
    staff: [Option<Mutex<Box<dyn Staff>>>; 2],
    thinking: AtomicBool,
    /// What is in memory may be ahead of the store: it must be opened anew.
    dead: AtomicBool,
    used: Mutex<Instant>,
    store: Arc<dyn Store>,
    people: Pool,
    computers: Pool,
}

/// What a room needs of the house.
#[allow(missing_debug_implementations)]
#[derive(Clone)]
pub struct House {
    pub store: Arc<dyn Store>,
    /// Those who work for people.
    pub people: Pool,
    /// Those who think for computer commanders.
    pub computers: Pool,
    /// Those who open battles by playing them over.
    pub openers: Pool,
    /// Those who do what anybody may ask and what may take long: odds, imports, scenarios of one's own.
    pub desk: Pool,
}

#[derive(serde::Deserialize)]
struct ScenarioHead {
    title: Option<String>,
    briefing: Option<String>,
}

/// A scenario's title and briefing, as far as it has them.
pub fn title_and_briefing(name: &str, text: &str) -> (String, String) {
    let h = toml::from_str::<ScenarioHead>(text).unwrap_or(ScenarioHead { title: None, briefing: None });
    (h.title.unwrap_or_else(|| name.into()), h.briefing.unwrap_or_default().trim().into())
}

fn film(game: &mut dyn Game, seats: &[Seat], reels: &mut Reels) {
    for s in seats {
        for m in game.take_moments(*s) {
            let text = serde_json::to_string(&m).unwrap_or_else(|_| "null".into());
            reels[place(*s)].push(text.into());
        }
    }
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
    /// Opens a battle by playing its answers over. Heavy: for a pool.
    pub fn open(
        id: BattleId,
        row: BattleRow,
        book: &'static Book,
        answers: Vec<AnswerRow>,
        house: House,
    ) -> Result<Room, String> {
        let begun = Instant::now();
        let seed = Seed::new(row.seed.clone());
        let (file, mut game) =
            BattleFile::begin_seated(book, &row.name, &row.scenario, seed.clone(), row.seating)
                .map_err(|r| format!("its scenario is not lawful: {r:#}"))?;
        let recorded: Vec<Seat> = SEATS
            .into_iter()
            .filter(|s| match s {
                Seat::Side(_) => row.player(*s) == Player::Person,
                Seat::Umpire => row.seating.umpire,
                Seat::Spectator => row.spectators != Spectators::None,
            })
            .collect();
        let mut reels = Reels::default();
        game.record(&recorded);
        film(&mut *game, &recorded, &mut reels);
        let (title, briefing) = title_and_briefing(&row.name, &row.scenario);
        let board = game.board(Seat::Umpire);
        let nation = |side| board.pieces.iter().find(|p| p.side == Some(side)).map(|p| p.nation.clone());
        let head = Head {
            title,
            briefing,
            sides: game.sides(),
            nations: [0, 1].map(|s| nation(s).unwrap_or_default()).into(),
            measured: board.measured,
            commitment: seed.commitment(),
        };
        let mut t = Table { game, file, asked: [0; 4], keys: HashMap::new() };
        for a in answers {
            if begun.elapsed() > LONGEST_REPLAY {
                return Err("it takes too long to play over".into());
            }
            let before = t.game.waits_for();
            t.game.answer(a.seat, &a.answer).map_err(|r| format!("answer {} is refused: {r}", a.n))?;
            film(&mut *t.game, &recorded, &mut reels);
            t.note(a.seat, a.key, a.answer, &before);
        }
        let staff = [0, 1].map(|n| {
            let strength = row.player(Seat::Side(n)).strength()?;
            Some(Mutex::new(commander::appoint(strength, own_seed())))
        });
        Ok(Room {
            id,
            head,
            gist: RwLock::new(Arc::new(t.gist())),
            table: Arc::new(tokio::sync::RwLock::new(t)),
            films: RwLock::new(reels),
            recorded,
            news: broadcast::channel(64).0,
            online: Default::default(),
            staff,
            thinking: AtomicBool::new(false),
            dead: AtomicBool::new(false),
            used: Mutex::new(Instant::now()),
            store: house.store,
            people: house.people,
            computers: house.computers,
            row,
        })
    }

    fn gist(&self) -> Arc<Gist> {
        self.gist.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The battle in memory cannot be trusted any more.
    pub fn is_dead(&self) -> bool {
        self.dead.load(Ordering::Acquire)
    }

    /// Somebody has to do with the battle.
    pub fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Nobody is connected, nobody thinks, and nobody has asked for so long.
    pub fn is_idle(&self, since: Duration) -> bool {
        self.news.receiver_count() == 0
            && !self.thinking.load(Ordering::Acquire)
            && self.used.lock().unwrap_or_else(PoisonError::into_inner).elapsed() >= since
    }

    pub fn subscribe(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    pub fn publish(&self, n: News) {
        // Nobody listening is nobody told.
        let _ = self.news.send(n);
    }

    /// Somebody takes the seat on a live connection. Not where too many sit already.
    pub fn come(&self, seat: Seat) -> bool {
        let n = &self.online[place(seat)];
        let came = n.fetch_add(1, Ordering::AcqRel) < MOST_ONLINE;
        if came {
            self.publish(News::Stirred);
        } else {
            n.fetch_sub(1, Ordering::AcqRel);
        }
        came
    }

    /// He leaves it.
    pub fn go(&self, seat: Seat) {
        self.online[place(seat)].fetch_sub(1, Ordering::AcqRel);
        self.publish(News::Stirred);
    }

    /// What is in memory cannot be trusted any more: whoever is connected must come again.
    fn die(&self) {
        self.dead.store(true, Ordering::Release);
        self.publish(News::Stirred);
    }

    /// May the seat see the table?
    pub fn sees(&self, seat: Seat) -> bool {
        seat != Seat::Spectator || self.row.spectators == Spectators::All || self.gist().ending.is_some()
    }

    fn may_export(&self, row: &SeatRow, gist: &Gist) -> bool {
        gist.ending.is_some() || row.seat == Seat::Umpire || row.host
    }

    /// What a seat is called.
    pub fn name(&self, seat: Seat) -> String {
        match seat {
            Seat::Side(n) => self.head.sides.get(usize::from(n)).cloned().unwrap_or_default(),
            Seat::Umpire => "Umpire".into(),
            Seat::Spectator => "Spectator".into(),
        }
    }

    /// How the battle stands for a seat. Touches nothing that anybody may hold.
    pub fn standing(&self, row: &SeatRow) -> Standing {
        let g = self.gist();
        let sees = self.sees(row.seat);
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
            turn: g.turn,
            version: g.version,
            moments: if sees { self.moments(row.seat) } else { 0 },
            waits_for: g.waits_for.iter().map(Seat::to_string).collect(),
            yours: g.waits_for.contains(&row.seat),
            thinking: self.thinking.load(Ordering::Acquire),
            sees,
            may_export: self.may_export(row, &g),
            ending: g.ending.clone(),
            commitment: self.head.commitment.clone(),
            seed: g.seed.clone(),
            briefing: self.head.briefing.clone(),
            measured: self.head.measured,
            people,
            umpire: self.row.seating.umpire,
            spectators: self.row.spectators,
        }
    }

    fn moments(&self, seat: Seat) -> u32 {
        self.films.read().unwrap_or_else(PoisonError::into_inner)[place(seat)].len() as u32
    }

    /// Moments of a seat as they are sent, and how many there are in all.
    pub fn film(&self, seat: Seat, from: u32, most: u32) -> (Vec<Arc<str>>, u32) {
        if !self.sees(seat) {
            return (Vec::new(), 0);
        }
        let all = self.films.read().unwrap_or_else(PoisonError::into_inner);
        let all = &all[place(seat)];
        let some = all.iter().skip(from as usize).take(most as usize).cloned().collect();
        (some, all.len() as u32)
    }

    /// Looks at the table. Others may look at the same time.
    pub async fn look<R: Send + 'static>(&self, at: impl FnOnce(&Table) -> R + Send + 'static) -> Reply<R> {
        let t = self.table.clone().read_owned().await;
        self.people
            .run(move || at(&t))
            .await
            .ok_or_else(|| Failure::ours(format!("looking at battle {} broke down", self.id)))
    }

    /// The battle as a file, if the seat may have it.
    pub async fn file(&self, row: &SeatRow) -> Reply<String> {
        if !self.may_export(row, &self.gist()) {
            return Err(Failure::conflict(
                "the file holds both sides' secrets and the seed: it is given out when the battle has ended",
            ));
        }
        self.look(|t| {
            let mut f = t.file.clone();
            f.seal(&*t.game);
            f.text()
        })
        .await
    }

    /// Gives an answer for a seat. Once begun it is carried through, even if whoever sent it goes away.
    pub async fn answer(
        self: &Arc<Room>,
        seat: Seat,
        key: String,
        version: u32,
        answer: Value,
    ) -> Reply<u32> {
        let room = self.clone();
        let done = tokio::spawn(async move { room.take(seat, key, version, answer).await });
        let version = done.await.map_err(|e| Failure::ours(format!("an answer broke down: {e}")))??;
        self.wake();
        Ok(version)
    }

    async fn take(self: &Arc<Room>, seat: Seat, key: String, version: u32, answer: Value) -> Reply<u32> {
        let mut t = self.table.clone().write_owned().await;
        if self.is_dead() {
            return Err(Failure::again(format!("battle {} must be opened anew", self.id)));
        }
        if let Some(v) = t.keys.get(&(seat, key.clone())) {
            return Ok(*v);
        }
        if !t.still_asked(seat, version, &answer) {
            return Err(Failure::out_of_date(t.version()));
        }
        let recorded = self.recorded.clone();
        let judged = self
            .people
            .run(move || {
                let before = t.game.waits_for();
                let refused = t.game.answer(seat, &answer).err();
                let mut reels = Reels::default();
                if refused.is_none() {
                    film(&mut *t.game, &recorded, &mut reels);
                }
                (t, answer, before, refused, reels)
            })
            .await;
        let Some((mut t, answer, before, refused, reels)) = judged else {
            self.die();
            return Err(Failure::ours(format!("an answer in battle {} broke down", self.id)));
        };
        if let Some(r) = refused {
            return Err(r.into());
        }
        let n = t.version() + 1;
        let row = AnswerRow { n, seat, key: key.clone(), answer: answer.clone() };
        if let Err(e) = self.store.add_answer(self.id, row).await {
            self.die();
            return Err(Failure::again(format!("an answer in battle {} is not kept: {e}", self.id)));
        }
        t.note(seat, key, answer, &before);
        {
            let mut all = self.films.write().unwrap_or_else(PoisonError::into_inner);
            for (all, new) in all.iter_mut().zip(reels) {
                all.extend(new);
            }
        }
        *self.gist.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(t.gist());
        drop(t);
        self.publish(News::Stirred);
        Ok(n)
    }

    /// The computer seat that is waited for, if any.
    fn computer_asked(&self) -> Option<(Seat, u32)> {
        let g = self.gist();
        let alone = self.staff.iter().all(Option::is_some) && !self.row.seating.umpire;
        if g.ending.is_some() || self.is_dead() || (alone && g.turn > MOST_TURNS) {
            return None;
        }
        let seat = g.waits_for.iter().find(|s| self.row.player(**s) != Player::Person)?;
        Some((*seat, g.version))
    }

    /// Sets the computer commanders to work if they are waited for.
    pub fn wake(self: &Arc<Room>) {
        if self.computer_asked().is_some() && !self.thinking.swap(true, Ordering::AcqRel) {
            self.publish(News::Stirred);
            tokio::spawn(self.clone().think());
        }
    }

    async fn think(self: Arc<Room>) {
        loop {
            let mut lost = false;
            while let Some((seat, version)) = self.computer_asked() {
                if let Err(f) = self.think_once(seat, version).await {
                    if f.status != axum::http::StatusCode::CONFLICT {
                        lost = true;
                        break;
                    }
                }
            }
            self.thinking.store(false, Ordering::Release);
            self.publish(News::Stirred);
            // Something may have been asked between the last look and the line above.
            if lost || self.computer_asked().is_none() || self.thinking.swap(true, Ordering::AcqRel) {
                return;
            }
        }
    }

    /// One answer of a computer commander. If his own is refused he takes what is offered.
    async fn think_once(self: &Arc<Room>, seat: Seat, version: u32) -> Reply<()> {
        // His turn at the processor first: nobody is kept from the table while he waits for it.
        let permit = self.computers.permit().await;
        let t = self.table.clone().read_owned().await;
        if t.version() != version {
            return Ok(());
        }
        let room = self.clone();
        let thought = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let Seat::Side(n) = seat else { return None };
            let mut s = room.staff.get(usize::from(n))?.as_ref()?.lock().ok()?;
            s.answer(&*t.game, seat)
        });
        let found = thought.await.ok().flatten();
        let key = |try_no: usize| format!("computer {} {try_no}", version + 1);
        if let Some(a) = found {
            match self.take(seat, key(0), version, a).await {
                Err(f) if f.status == axum::http::StatusCode::UNPROCESSABLE_ENTITY => {
                    eprintln!("vedette serve: a commander's answer was refused: {}", f.body.error.reason);
                }
                other => return other.map(drop),
            }
        }
        let offers = self
            .look(move |t| {
                let asks = t.game.asks();
                asks.into_iter()
                    .filter(|a| a.seat == seat && !a.standing)
                    .flat_map(|a| a.offers)
                    .collect::<Vec<_>>()
            })
            .await?;
        for (i, a) in offers.into_iter().rev().enumerate().take(50) {
            match self.take(seat, key(i + 1), version, a).await {
                Err(f) if f.status == axum::http::StatusCode::UNPROCESSABLE_ENTITY => {}
                other => return other.map(drop),
            }
        }
        Err(Failure::ours(format!("in battle {} seat {seat} finds no answer", self.id)))
    }
}
