//! All battles: begun, found by their tokens, opened when somebody comes and put away when nobody does.

use crate::api::{Begun, NewBattle, Player, ScenarioChoice, SeatKey, Sides, Spectators};
use crate::books::{self, Books};
use crate::failure::{Failure, Reply};
use crate::pool::Pool;
use crate::room::{House, Room, SEATS, title_and_briefing};
use crate::store::{AnswerRow, BattleId, BattleRow, NewSeat, SeatRow, Store, StoreError};
use crate::token;
use desk::{BattleFile, Library, Seating, Verdict};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::OnceCell;
use umpire::{Seat, Seed};

type Slot = Arc<OnceCell<Arc<Room>>>;

/// No more seats are remembered without asking the store.
const MOST_SEATS: usize = 20_000;

/// No imported battle takes longer to be played over.
const LONGEST_IMPORT: Duration = Duration::from_secs(30);

/// Milliseconds since 1970.
pub fn now() -> i64 {
    std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |d| i64::try_from(d.as_millis()).unwrap_or(0))
}

/// The hall where the battles are.
#[allow(missing_debug_implementations)]
pub struct Hall {
    house: House,
    rooms: Mutex<HashMap<BattleId, Slot>>,
    seats: Mutex<HashMap<[u8; 32], SeatRow>>,
}

fn store_failed(e: StoreError) -> Failure {
    Failure::again(e)
}

/// Reads a battle file, plays it over, and says what is wrong with it if it is not what it claims.
fn read_file(books: &Books, text: &str) -> Reply<BattleFile> {
    let begun = Instant::now();
    let f = BattleFile::parse(text).map_err(|e| Failure::form(e.to_string()))?;
    let book = books.find(&f.book).map_err(|_| Failure::field("book", text!("program-not-book-battle")))?;
    let mut game =
        (book.begin)(&f.name, &f.scenario, &f.seed, f.seating).map_err(|r| Failure::scenario(&r))?;
    for (i, g) in f.answers.iter().enumerate() {
        if begun.elapsed() > LONGEST_IMPORT {
            return Err(Failure::too_large(text!("battle-takes-too-long")));
        }
        game.answer(g.seat, &g.answer)
            .map_err(|r| Failure::form(text!("answer-file-refused", place = i + 1, refusal = r.message())))?;
    }
    let mut sealed = f.clone();
    sealed.seal(&*game);
    if sealed.claim == f.claim {
        return Ok(f);
    }
    match f.verify(&books.library.books()) {
        Verdict::True { .. } => Ok(f),
        Verdict::False(wrong) => Err(Failure::form(words::list(wrong, words::Joint::Semicolon).to_string())),
    }
}

impl Hall {
    pub fn new(library: Library, store: Arc<dyn Store>) -> Hall {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let fewer = cores.max(2) - 1;
        let house = House {
            books: Arc::new(Books::new(library)),
            store,
            hands: Pool::new("hands", cores.max(2), 0),
            eyes: Pool::new("eyes", cores.max(2), 2),
            computers: Pool::new("computers", fewer, 10),
            openers: Pool::new("openers", fewer, 5),
            desk: Pool::new("desk", fewer, 5),
            open: Arc::new(tokio::sync::RwLock::new(true)),
        };
        Hall { house, rooms: Mutex::default(), seats: Mutex::default() }
    }

    pub fn books(&self) -> &Arc<Books> {
        &self.house.books
    }

    pub fn store(&self) -> &dyn Store {
        &*self.house.store
    }

    /// Takes no answers any more, when those that are being taken are kept: whoever opens the store next has it to himself.
    pub async fn close(&self) {
        *self.house.open.write().await = false;
    }

    /// Those who look things up for people.
    pub fn eyes(&self) -> &Pool {
        &self.house.eyes
    }

    /// Those who do what may take long for anybody who asks.
    pub fn desk(&self) -> &Pool {
        &self.house.desk
    }

    /// How many battles are in memory.
    pub fn open_rooms(&self) -> usize {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The seat that a token opens.
    pub async fn seat(&self, token: &str) -> Reply<SeatRow> {
        let hash = token::hash(token);
        let known = self.seats.lock().unwrap_or_else(PoisonError::into_inner).get(&hash).copied();
        if let Some(s) = known {
            return Ok(s);
        }
        let found = self.house.store.seat(hash).await.map_err(store_failed)?;
        let s = found.ok_or_else(Failure::no_seat)?;
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        if seats.len() >= MOST_SEATS {
            seats.clear();
        }
        seats.insert(hash, s);
        Ok(s)
    }

    /// The battle in memory; it is opened if it is not.
    pub async fn room(&self, id: BattleId) -> Reply<Arc<Room>> {
        // A room that broke down is left, and opened anew from what is stored.
        for _ in 0..2 {
            let slot = self.slot(id);
            let room = slot.get_or_try_init(|| self.open(id)).await?.clone();
            if !room.is_dead() {
                room.touch();
                room.wake();
                return Ok(room);
            }
            self.forget(id, &slot);
        }
        Err(Failure::ours(format!("battle {id} breaks down again and again")))
    }

    fn slot(&self, id: BattleId) -> Slot {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).entry(id).or_default().clone()
    }

    fn forget(&self, id: BattleId, slot: &Slot) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if rooms.get(&id).is_some_and(|s| Arc::ptr_eq(s, slot)) {
            rooms.remove(&id);
        }
    }

    async fn open(&self, id: BattleId) -> Reply<Arc<Room>> {
        let store = &self.house.store;
        let row = store.battle(id).await.map_err(store_failed)?.ok_or_else(Failure::no_seat)?;
        let answers = store.answers(id).await.map_err(store_failed)?;
        let entry = self.house.books.entry(&row.book)?;
        let house = self.house.clone();
        let opened = self.house.openers.run(move || Room::open(id, row, entry, answers, house)).await;
        match opened {
            Some(Ok(r)) => Ok(Arc::new(r)),
            Some(Err(e)) => Err(Failure::ours(format!("battle {id} cannot be opened: {e}"))),
            None => Err(Failure::ours(format!("battle {id} broke down when it was opened"))),
        }
    }

    /// Puts away the battles that nobody has to do with.
    pub fn put_away(&self, idle: Duration) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.retain(|_, slot| match slot.get() {
            // Whoever holds the room besides the slot is at work with it.
            Some(r) => Arc::strong_count(slot) > 1 || Arc::strong_count(r) > 1 || !r.is_idle(idle),
            None => Arc::strong_count(slot) > 1,
        });
    }

    /// Begins a battle and makes its seats.
    pub async fn begin(&self, new: NewBattle) -> Reply<Begun> {
        let book = self.house.books.find(&new.book)?;
        let (name, scenario) = match new.scenario {
            ScenarioChoice::Shipped(n) => {
                let text = books::shipped(book, &n)?;
                (n, text.to_owned())
            }
            ScenarioChoice::Own { name, text } => (books::spoken("scenario.name", &name, 100)?, text),
        };
        let seed = match new.seed {
            Some(s) => books::spoken("seed", &s, 200)?,
            None => Seed::secret().map_err(Failure::ours)?.text().to_owned(),
        };
        let row = BattleRow {
            created: now(),
            book: book.id.into(),
            name,
            scenario,
            seed,
            seating: Seating { umpire: new.umpire },
            sides: new.seats,
            spectators: new.spectators,
        };
        self.keep(row, Vec::new()).await
    }

    /// Takes in a battle that was fought elsewhere, if it is what it claims.
    pub async fn import(&self, text: String, sides: Sides, spectators: Spectators) -> Reply<Begun> {
        let broke = || Failure::form(text!("battle-cannot-played-over"));
        let books = self.house.books.clone();
        let f = self.house.desk.run(move || read_file(&books, &text)).await.ok_or_else(broke)??;
        let row = BattleRow {
            created: now(),
            book: f.book,
            name: books::spoken("name", &f.name, 100)?,
            scenario: f.scenario,
            seed: f.seed.text().to_owned(),
            seating: f.seating,
            sides,
            spectators,
        };
        let answers = f.answers.into_iter().enumerate().map(|(i, g)| AnswerRow {
            n: i as u32 + 1,
            seat: g.seat,
            key: format!("import {}", i + 1),
            answer: g.answer,
        });
        self.keep(row, answers.collect()).await
    }

    async fn keep(&self, row: BattleRow, answers: Vec<AnswerRow>) -> Reply<Begun> {
        let book = self.house.books.find(&row.book)?;
        let (title, _) = title_and_briefing(&row.name, &row.scenario);
        // The rules judge the scenario before anything is kept.
        let (name, scenario, seating) = (row.name.clone(), row.scenario.clone(), row.seating);
        let seed = Seed::new(row.seed.clone());
        let sides = self
            .house
            .desk
            .run(move || (book.begin)(&name, &scenario, &seed, seating).map(|g| g.sides()))
            .await
            .ok_or_else(|| Failure::form(text!("scenario-cannot-set-up")))?
            .map_err(|r| Failure::scenario(&r))?;
        let persons = [0, 1].into_iter().filter(|n| row.sides.of(*n) == Player::Person).count();
        let alone = persons <= 1 && !row.seating.umpire;
        let (mut kept, mut said) = (Vec::new(), Vec::new());
        for seat in SEATS {
            let (there, name, host) = match seat {
                Seat::Side(n) => (true, sides.get(usize::from(n)).cloned().unwrap_or_default(), alone),
                Seat::Umpire => (row.seating.umpire, "Umpire".into(), false),
                // Of a battle between computers its only spectator is the host.
                Seat::Spectator => {
                    (row.spectators != Spectators::None, "Spectator".into(), alone && persons == 0)
                }
            };
            if !there {
                continue;
            }
            let by = row.player(seat);
            let token = match by {
                Player::Person => Some(token::new().map_err(Failure::ours)?),
                _ => None,
            };
            kept.extend(token.as_deref().map(|t| NewSeat { hash: token::hash(t), seat, host }));
            said.push(SeatKey { seat: seat.to_string(), by, name, token });
        }
        if kept.is_empty() {
            return Err(Failure::field("spectators", text!("nobody-could-watch-battle")));
        }
        let id = self.house.store.begin(row, kept, answers).await.map_err(store_failed)?;
        // Computers begin at once; if the opening fails, it is tried again when somebody comes.
        let _ = self.room(id).await;
        Ok(Begun { title, seats: said })
    }
}
