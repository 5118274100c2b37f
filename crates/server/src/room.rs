//! One battle in memory. Whoever changes it holds its table alone. Whoever looks at it, sketches on it or thinks about it has
//! a snapshot of it, so that no answer waits for them. An answer is judged, then written to the store, and only then does
//! anybody see what came of it.

use crate::api::{ChatLine, EndingSeen, Person, Player, Spectators, Standing};
use crate::books::Books;
use crate::failure::{Failure, Reply};
use crate::fair::Who;
use crate::pool::Pool;
use crate::store::{AnswerRow, BattleId, BattleRow, SeatRow, Store, StoreError};
use crate::strokes::Strokes;
use desk::{BattleFile, Entry, Game, Staff, UmpireSays};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::{broadcast, oneshot, watch};
use umpire::{Seat, Seed};
use words::Language;

/// Every seat there can be.
pub const SEATS: [Seat; 4] = [Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Spectator];

/// No replay of stored answers takes longer.
const LONGEST_REPLAY: Duration = Duration::from_secs(120);

/// Live connections of one seat at most. A spectator's link may be shared.
const MOST_ONLINE: usize = 200;

/// Lines of chat that a live connection may be behind.
const MOST_UNHEARD: usize = 256;

fn place(seat: Seat) -> usize {
    match seat {
        Seat::Side(0) => 0,
        Seat::Side(_) => 1,
        Seat::Umpire => 2,
        Seat::Spectator => 3,
    }
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

/// The battle as it is after an answer, for everybody to look at. It never changes.
#[allow(missing_debug_implementations)]
pub struct Shown {
    /// The version of the battle that it shows.
    pub version: u32,
    /// A snapshot of the battle.
    pub game: Box<dyn Game>,
    pub(crate) turn: u32,
    pub(crate) waits_for: Vec<Seat>,
    pub(crate) ending: Option<EndingSeen>,
    /// Told when the battle has ended.
    seed: Option<String>,
}

/// What an umpire says, whatever his book lets him put right; nothing if it cannot be read.
fn umpire_says(answer: &Value) -> Option<UmpireSays<IgnoredAny>> {
    UmpireSays::deserialize(answer).ok()
}

/// The battle itself.
struct Table {
    game: Box<dyn Game>,
    /// The answers so far, as a file that anybody can verify.
    file: BattleFile,
    /// Since which version each seat is asked what it is asked now.
    asked: [u32; 4],
    /// The version that each answer led to, by seat and key.
    keys: HashMap<(Seat, String), u32>,
}

impl Table {
    /// Grows by one with each accepted answer.
    fn version(&self) -> u32 {
        self.file.answers.len() as u32
    }

    /// Is what was asked at that version still asked now?
    fn still_asked(&self, seat: Seat, version: u32, answer: &Value) -> bool {
        if version > self.version() {
            return false;
        }
        // An umpire may rule and correct at any time; only a decision belongs to its question.
        if seat == Seat::Umpire && !matches!(umpire_says(answer), Some(UmpireSays::Decide { .. })) {
            return true;
        }
        version >= self.asked[place(seat)]
    }

    /// Notes an accepted answer: whom it leaves with the question he had, and whom not.
    fn note(&mut self, seat: Seat, key: String, answer: Value, before: &[Seat]) {
        let rules_only =
            seat == Seat::Umpire && matches!(umpire_says(&answer), Some(UmpireSays::Rule { .. }));
        self.file.note(seat, answer);
        let version = self.version();
        self.keys.insert((seat, key), version);
        if rules_only {
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

    /// What there is to see at a version.
    fn show(&self, version: u32) -> Shown {
        let ending = self.game.ending();
        Shown {
            version,
            game: self.game.snapshot(),
            turn: self.game.turn(),
            waits_for: self.game.waits_for(),
            seed: ending.is_some().then(|| self.file.seed.text().to_owned()),
            ending: ending.map(|e| EndingSeen {
                winner: e.winner,
                why: e.why.to_string(),
                clause: e.clause.to_string(),
            }),
        }
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
    table: Arc<tokio::sync::Mutex<Table>>,
    shown: watch::Sender<Arc<Shown>>,
    /// The version of the last answer that was acknowledged; what came of it may still be on its way.
    acknowledged: AtomicU32,
    films: RwLock<Reels>,
    recorded: Vec<Seat>,
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
    /// Those who look at tables, sketch on them and write down what there is to see.
    pub eyes: Pool,
    /// Those who think for computer commanders.
    pub computers: Pool,
    /// Those who open battles by playing them over.
    pub openers: Pool,
    /// Those who do what anybody may ask and what may take long: odds, imports, scenarios of one's own.
    pub desk: Pool,
    /// After so long without anybody computers who fight each other stop.
    pub unwatched: Duration,
    /// Are answers taken? Held by whoever takes one, so that the end waits for him.
    pub open: Arc<tokio::sync::RwLock<bool>>,
}

/// A scenario's title and briefing, as far as it has them.
pub fn title_and_briefing(name: &str, text: &str) -> (String, String) {
    let head = muster::Head::of(text);
    (if head.title.is_empty() { name.into() } else { head.title }, head.briefing)
}

/// Takes the new moments. If a book breaks down over them the battle goes on, and is filmed anew from how it stands: the answer that
/// led to them was lawful and may be on the disk already.
fn film(game: &mut dyn Game, seats: &[Seat], reels: &mut Reels) {
    let taken = catch_unwind(AssertUnwindSafe(|| {
        let mut new = Reels::default();
        for s in seats {
            // What is kept for all to see is not in the language of whoever gave the last answer.
            let texts = Language::ordinary().speak(|| {
                let written = |m| serde_json::to_string(&m).unwrap_or_else(|_| "null".into());
                game.take_moments(*s).into_iter().map(written).collect::<Vec<_>>()
            });
            new[place(*s)].extend(texts.into_iter().map(Into::into));
        }
        new
    }));
    match taken {
        Ok(new) => reels.iter_mut().zip(new).for_each(|(all, new)| all.extend(new)),
        Err(_) => {
            eprintln!("vedette serve: some moments of a battle are lost");
            let _ = catch_unwind(AssertUnwindSafe(|| game.record(seats)));
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
        entry: &'static Entry,
        answers: Vec<AnswerRow>,
        house: House,
    ) -> Result<Room, String> {
        let begun = Instant::now();
        let seed = Seed::new(row.seed.clone());
        let (file, mut game) =
            BattleFile::begin_seated(entry.book, &row.name, &row.scenario, seed.clone(), row.seating)
                .map_err(|r| text!("scenario-not-lawful", report = format!("{r:#}")))?;
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
                return Err(text!("takes-too-long-play"));
            }
            let before = t.game.waits_for();
            t.game
                .answer(a.seat, &a.answer)
                .map_err(|r| text!("answer-refused", place = a.n, refusal = r.message()))?;
            film(&mut *t.game, &recorded, &mut reels);
            t.note(a.seat, a.key, a.answer, &before);
        }
        let staff = [0, 1].map(|n| {
            let strength = row.player(Seat::Side(n)).strength()?;
            Some(Mutex::new(entry.appoint(strength, own_seed())))
        });
        Ok(Room {
            id,
            head,
            acknowledged: AtomicU32::new(t.version()),
            shown: watch::Sender::new(Arc::new(t.show(t.version()))),
            table: Arc::new(tokio::sync::Mutex::new(t)),
            films: RwLock::new(reels),
            recorded,
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
        })
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

    /// When somebody last had to do with it.
    pub fn last_used(&self) -> Instant {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).0
    }

    /// For whom the computers think.
    pub(crate) fn thinks_for(&self) -> Who {
        let who = self.used.lock().unwrap_or_else(PoisonError::into_inner).1;
        Who { seat: self.id.unsigned_abs(), ..who }
    }

    /// Somebody is connected, or has asked not long ago.
    pub(crate) fn is_watched(&self) -> bool {
        self.said.receiver_count() > 0 || self.last_used().elapsed() < self.house.unwatched
    }

    /// Nobody is connected, nobody thinks, and nobody has asked for so long.
    pub fn is_idle(&self, since: Duration) -> bool {
        self.said.receiver_count() == 0
            && !self.thinking.load(Ordering::Acquire)
            && self.last_used().elapsed() >= since
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
    fn die(&self) {
        self.dead.store(true, Ordering::Release);
        // Whoever waits for what will never be shown is let go.
        self.shown.send_modify(|_| {});
        self.stir();
    }

    /// May the seat see the table?
    pub fn sees(&self, seat: Seat) -> bool {
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
        shown.ending.is_some() || row.seat == Seat::Umpire || row.host
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
        let g = self.shown();
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
            consent_of: self.consent_of().iter().map(Seat::to_string).collect(),
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

    /// Looks at the battle as it is shown, away from the threads that serve connections.
    pub async fn look<R: Send + 'static>(
        &self,
        who: Who,
        at: impl FnOnce(&Shown) -> R + Send + 'static,
    ) -> Reply<R> {
        let turn = self.house.eyes.turn(who).await;
        let shown = self.shown();
        let looked = self.house.eyes.work(turn, move || at(&shown)).await;
        looked.ok_or_else(|| Failure::ours(format!("looking at battle {} broke down", self.id)))
    }

    /// The battle as a file, if the seat may have it.
    pub async fn file(&self, who: Who, row: &SeatRow) -> Reply<String> {
        if !self.may_export(row, &self.shown()) {
            return Err(Failure::conflict(text!("file-holds-both-sides")));
        }
        let t = self.table.clone().lock_owned().await;
        let sealed = self.house.eyes.run(who, move || {
            let mut f = t.file.clone();
            f.seal(&*t.game);
            drop(t);
            f.text()
        });
        sealed.await.ok_or_else(|| Failure::ours(format!("the file of battle {} broke down", self.id)))
    }

    /// Gives an answer for a seat. Once begun it is carried through, even if whoever sent it goes away. The reply comes when
    /// the answer is on the disk; what came of it is shown a little later.
    pub async fn answer(
        self: &Arc<Room>,
        who: Who,
        seat: Seat,
        key: String,
        version: u32,
        answer: Value,
    ) -> Reply<u32> {
        let room = self.clone();
        let (acknowledge, acknowledged) = oneshot::channel();
        tokio::spawn(async move {
            let mut acknowledge = Some(acknowledge);
            let done = room.take(who, seat, key, version, answer, &mut acknowledge).await;
            if done.is_ok() {
                room.wake();
            }
            if let Some(a) = acknowledge {
                // Whoever asked may have gone away.
                let _ = a.send(done);
            }
        });
        acknowledged.await.map_err(|_| Failure::ours("an answer broke down"))?
    }

    /// Judges an answer, keeps it and shows what came of it. It is acknowledged as soon as it is kept.
    pub(crate) async fn take(
        self: &Arc<Room>,
        who: Who,
        seat: Seat,
        key: String,
        version: u32,
        answer: Value,
        acknowledge: &mut Option<oneshot::Sender<Reply<u32>>>,
    ) -> Reply<u32> {
        let open = self.house.open.read().await;
        if !*open {
            return Err(Failure::ending());
        }
        let mut t = self.table.clone().lock_owned().await;
        if self.is_dead() {
            return Err(Failure::again(format!("battle {} must be opened anew", self.id)));
        }
        if let Some(v) = t.keys.get(&(seat, key.clone())) {
            return Ok(*v);
        }
        if !t.still_asked(seat, version, &answer) {
            return Err(Failure::out_of_date(t.version()));
        }
        let judged = self.house.hands.run(who, move || {
            let before = t.game.waits_for();
            let refused = t.game.answer(seat, &answer).err();
            (t, answer, before, refused)
        });
        let Some((mut t, answer, before, refused)) = judged.await else {
            self.die();
            return Err(Failure::ours(format!("an answer in battle {} broke down", self.id)));
        };
        if let Some(r) = refused {
            return Err(r.into());
        }
        let n = t.version() + 1;
        let row = AnswerRow { n, seat, key: key.clone(), answer: answer.clone() };
        let keeping = async {
            self.house.store.add_answer(self.id, row).await?;
            self.acknowledged.store(n, Ordering::Release);
            if let Some(a) = acknowledge.take() {
                let _ = a.send(Ok(n));
            }
            Ok::<(), StoreError>(())
        };
        // While the disk is waited for, what there is to see is written down.
        let recorded = self.recorded.clone();
        let showing = self.house.eyes.run(who, move || {
            let mut reels = Reels::default();
            film(&mut *t.game, &recorded, &mut reels);
            let shown = t.show(n);
            (t, reels, shown)
        });
        let (kept, made) = tokio::join!(keeping, showing);
        if let Err(e) = kept {
            self.die();
            return Err(e.into());
        }
        let Some((mut t, reels, shown)) = made else {
            self.die();
            return Err(Failure::ours(format!("showing battle {} broke down", self.id)));
        };
        t.note(seat, key, answer, &before);
        {
            let mut all = self.films.write().unwrap_or_else(PoisonError::into_inner);
            for (all, new) in all.iter_mut().zip(reels) {
                all.extend(new);
            }
        }
        self.shown.send_replace(Arc::new(shown));
        drop(t);
        self.stir();
        Ok(n)
    }
}
