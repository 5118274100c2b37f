//! All battles: begun, found by their tokens, opened when somebody comes and put away when nobody does.

use crate::api::{Begun, NewBattle, Player, ScenarioChoice, SeatKey, Sides, Spectators};
use crate::behind;
use crate::books::{self, Books};
use crate::failure::{Failure, Reply};
use crate::fair::{Turns, Who};
use crate::opening::{Stored, title_and_briefing};
use crate::pool::Pool;
use crate::reel::SEATS;
use crate::room::{House, Room};
use crate::store::{AnswerRow, BattleId, BattleRow, Claim, NewSeat, SeatRow, Store, StoreError};
use crate::token;
use desk::{BattleFile, Library, Seating, Verdict};
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::OnceCell;
use umpire::{Seat, Seed};

type Slot = Arc<OnceCell<Arc<Room>>>;

/// No more seats are remembered without asking the store.
const MOST_SEATS: usize = 20_000;

/// Of everybody the battle that he had to do with last stays in memory for so long.
const LATELY: Duration = Duration::from_secs(60);

/// No imported battle takes longer to be played over.
const LONGEST_IMPORT: Duration = Duration::from_secs(30);

/// The hall where the battles are.
#[allow(missing_debug_implementations)]
pub struct Hall {
    house: House,
    rooms: Mutex<HashMap<BattleId, Slot>>,
    seats: Mutex<HashMap<[u8; 32], SeatRow>>,
    /// Turns at asking the store for a seat: whoever guesses many tokens waits for himself.
    looking_up: Turns,
    /// Battles in memory at most, but for those that somebody is at.
    most: usize,
}

/// Answers of computers that the disk keeps at once, each of another address.
const PENS: usize = 16;

/// Seats that are looked up at once.
const LOOKED_UP: usize = 3;

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

/// Nobody is at the battle, or has been for so long.
fn can_go(slot: &Slot, idle: Duration) -> bool {
    match slot.get() {
        // Whoever holds the room besides the slot is at work with it.
        Some(r) => Arc::strong_count(slot) == 1 && Arc::strong_count(r) == 1 && r.is_idle(idle),
        None => Arc::strong_count(slot) == 1,
    }
}

/// A battle in memory: who last had to do with it and when, whether that was lately, and whether it can go.
#[derive(Clone, Copy, Debug)]
struct Kept {
    id: BattleId,
    whose: IpAddr,
    used: Instant,
    lately: bool,
    can_go: bool,
}

/// So many that go: each time of whoever has most, the one that was used longest ago of those that can; but not the last that somebody has
/// had to do with lately. So whoever opens many, or has computers think about many, has those of nobody else put away.
fn give_way(mut kept: Vec<Kept>, over: usize) -> Vec<BattleId> {
    let mut has = HashMap::<IpAddr, usize>::new();
    kept.iter().for_each(|k| *has.entry(k.whose).or_default() += 1);
    kept.retain(|k| k.can_go);
    kept.sort_unstable_by_key(|k| (k.used, k.id));
    let mut gone = Vec::with_capacity(over.min(kept.len()));
    while gone.len() < over {
        let may_go = |k: &&Kept| !k.lately || has[&k.whose] > 1;
        let Some(most) = kept.iter().filter(may_go).map(|k| has[&k.whose]).max() else { break };
        let goes = |k: &Kept| may_go(&k) && has[&k.whose] == most;
        let Some(at) = kept.iter().position(goes) else { break };
        let goes = kept.remove(at);
        has.entry(goes.whose).and_modify(|n| *n -= 1);
        gone.push(goes.id);
    }
    gone
}

impl Hall {
    pub fn new(library: Library, store: Arc<dyn Store>, unwatched: Duration, most: usize) -> Hall {
        // Of two and more no address has all.
        let threads = std::thread::available_parallelism().map_or(2, usize::from).max(2);
        let house = House {
            books: Arc::new(Books::new(library)),
            store,
            hands: Pool::new("hands", threads, 0),
            eyes: Pool::new("eyes", threads, 2),
            pencils: Pool::new("pencils", threads, 5),
            computers: Pool::new("computers", threads, 15),
            pens: Turns::each(PENS, 1),
            openers: Pool::new("openers", threads, 10),
            desk: Pool::new("desk", threads, 10),
            unwatched,
            runtime: tokio::runtime::Handle::current(),
            open: Arc::new(tokio::sync::RwLock::new(true)),
        };
        Hall {
            house,
            rooms: Mutex::default(),
            seats: Mutex::default(),
            looking_up: Turns::new(LOOKED_UP),
            most,
        }
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
        let open: Vec<Slot> =
            self.rooms.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        for room in open.iter().filter_map(|slot| slot.get()) {
            room.store_outcome().await;
        }
        self.house.store.close().await;
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

    /// The seat that a token opens, and who asks when it is used from an address. Spectators share their token.
    pub async fn seat(&self, from: IpAddr, token: &str) -> Reply<Option<(SeatRow, Who)>> {
        let hash = token::hash(token);
        let mut short = [0; 8];
        short.copy_from_slice(&hash[..8]);
        // Nought is nobody's.
        let who = Who { address: from, seat: u64::from_le_bytes(short).max(1) };
        let row = match self.known(&hash) {
            Some(row) => row,
            None => {
                let _turn = self.looking_up.turn(who).await;
                let Some(row) = self.house.store.seat(hash).await? else { return Ok(None) };
                let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
                if seats.len() >= MOST_SEATS {
                    seats.clear();
                }
                seats.insert(hash, row);
                row
            }
        };
        Ok(Some((row, who)))
    }

    /// Claims the seat of a link for a secret.
    pub async fn claim(&self, link: &str, secret: &str) -> Reply<Option<SeatRow>> {
        match self.house.store.claim(token::hash(link), token::hash(secret)).await? {
            Claim::Taken(row) => Ok(Some(row)),
            Claim::Before => Err(Failure::claimed()),
            Claim::NoLink => Ok(None),
        }
    }

    fn known(&self, hash: &[u8; 32]) -> Option<SeatRow> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner).get(hash).copied()
    }

    /// The battle in memory; it is opened if it is not.
    pub async fn room(&self, id: BattleId, who: Who) -> Reply<Arc<Room>> {
        // A room that broke down is left, and opened anew from what is stored.
        for _ in 0..2 {
            let slot = self.slot(id);
            let room = slot.get_or_try_init(|| self.open(id, who)).await?.clone();
            if !room.is_dead() {
                room.touch(who);
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

    async fn open(&self, id: BattleId, who: Who) -> Reply<Arc<Room>> {
        self.make_room();
        let house = self.house.clone();
        // It is read where it is opened: whoever opens many has them read one after the other too, and on no thread that serves others.
        let opened = self.house.openers.run(who, move || {
            let store = house.store.clone();
            let read =
                async { Ok::<_, StoreError>((Stored::read(&*store, id).await?, store.consents(id).await?)) };
            let (stored, consents) = house.runtime.block_on(read)?;
            let stored = stored.ok_or_else(Failure::no_seat)?;
            let entry = house.books.entry(&stored.row.book)?;
            let room = Room::open(stored, entry, house)
                .map_err(|e| Failure::ours(format!("battle {id} cannot be opened: {e}")))?;
            room.consented(consents);
            Ok(Arc::new(room))
        });
        let broke = || Err(Failure::ours(format!("battle {id} broke down when it was opened")));
        opened.await.unwrap_or_else(broke)
    }

    /// Puts away the battles that nobody has to do with.
    pub fn put_away(&self, idle: Duration) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let idle: Vec<_> = rooms.iter().filter(|(_, slot)| can_go(slot, idle)).map(|(id, _)| *id).collect();
        let gone: Vec<Slot> = idle.iter().filter_map(|id| rooms.remove(id)).collect();
        // A large battle is not taken apart while others wait for the list.
        drop(rooms);
        drop(gone);
    }

    /// Where there are too many, puts away some of those who have most of them.
    fn make_room(&self) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if rooms.len() <= self.most {
            return;
        }
        // Those that are only being opened are not in memory yet.
        let kept = rooms.iter().filter_map(|(id, slot)| {
            let (used, who) = slot.get()?.last_used();
            let (lately, can_go) = (used.elapsed() < LATELY, can_go(slot, Duration::ZERO));
            Some(Kept { id: *id, whose: who.address, used, lately, can_go })
        });
        let kept: Vec<Kept> = kept.collect();
        let over = (kept.len() + 1).saturating_sub(self.most);
        let gone = give_way(kept, over);
        let gone: Vec<Slot> = gone.iter().filter_map(|id| rooms.remove(id)).collect();
        drop(rooms);
        drop(gone);
    }

    /// Begins a battle and makes its seats.
    pub async fn begin(&self, who: Who, created: i64, new: NewBattle) -> Reply<Begun> {
        let book = self.house.books.find(&new.book)?;
        let (name, scenario) = match new.scenario {
            ScenarioChoice::Shipped(n) => {
                let text = books::shipped(book, &n)?;
                (n, text.to_owned())
            }
            ScenarioChoice::Own { name, text } => (books::spoken("scenario.name", &name, 100)?, text),
        };
        // Dice that somebody has chosen, or that hands roll, need nobody's part.
        let parts = new.seed.is_none() && !new.own_dice;
        let seed = match new.seed {
            Some(s) => Seed::by_hand(books::spoken("seed", &s, 200)?),
            None => Seed::secret(),
        };
        let seed = seed.map_err(Failure::ours)?;
        let row = BattleRow {
            created,
            book: book.id.into(),
            version: book.version,
            readings: BTreeMap::new(),
            name,
            scenario,
            seed,
            seal: String::new(),
            seating: Seating { umpire: new.umpire, parts, own_dice: new.own_dice },
            sides: new.seats,
            spectators: new.spectators,
        };
        self.keep(who, row, Vec::new()).await
    }

    /// Takes in a battle that was fought elsewhere, if it is what it claims.
    pub async fn import(
        &self,
        who: Who,
        created: i64,
        text: String,
        sides: Sides,
        spectators: Spectators,
    ) -> Reply<Begun> {
        let broke = || Failure::form(text!("battle-cannot-played-over"));
        let books = self.house.books.clone();
        let f = self.house.desk.run(who, move || read_file(&books, &text)).await.ok_or_else(broke)??;
        let row = BattleRow {
            created,
            book: f.book,
            version: f.version,
            readings: BTreeMap::new(),
            name: books::spoken("name", &f.name, 100)?,
            scenario: f.scenario,
            seed: f.seed,
            seal: String::new(),
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
        self.keep(who, row, answers.collect()).await
    }

    async fn keep(&self, who: Who, mut row: BattleRow, answers: Vec<AnswerRow>) -> Reply<Begun> {
        let book = self.house.books.find(&row.book)?;
        if matches!(row.spectators, Spectators::Behind(turns) if !(1..=behind::FARTHEST).contains(&turns)) {
            let most = behind::FARTHEST;
            return Err(Failure::field("spectators", text!("spectators-how-far-behind", most)));
        }
        let (title, _) = title_and_briefing(&row.name, &row.scenario);
        // The rules judge the scenario before anything is kept.
        let (name, scenario, seating) = (row.name.clone(), row.scenario.clone(), row.seating);
        let seed = row.seed.clone();
        let (sides, readings, seal) = self
            .house
            .desk
            .run(who, move || {
                (book.begin)(&name, &scenario, &seed, seating)
                    .map(|g| (g.sides(), g.readings(), g.seal().map(str::to_owned)))
            })
            .await
            .ok_or_else(|| Failure::form(text!("scenario-cannot-set-up")))?
            .map_err(|r| Failure::scenario(&r))?;
        // What was fought elsewhere comes out the same here.
        (row.version, row.readings) = (book.version, readings);
        row.seal = seal.unwrap_or_default();
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
            // Where others sit too nobody has their secrets, not even who begins the battle: he has links by which they are made.
            let link = !alone && seat != Seat::Spectator;
            let token = match by {
                Player::Person => Some(token::new().map_err(Failure::ours)?),
                _ => None,
            };
            // A link is known by its first letter.
            let token = token.map(|t| if link { format!("L{t}") } else { t });
            kept.extend(token.as_deref().map(|t| NewSeat { hash: token::hash(t), seat, host, link }));
            let (link, token) = if link { (token, None) } else { (None, token) };
            said.push(SeatKey { seat: seat.to_string(), by, name, token, link });
        }
        if kept.is_empty() {
            return Err(Failure::field("spectators", text!("nobody-could-watch-battle")));
        }
        let id = self.house.store.begin(row, kept, answers).await?;
        // Computers begin at once; if the opening fails, it is tried again when somebody comes.
        let _ = self.room(id, who).await;
        Ok(Begun { title, seats: said })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_most_battles_in_memory_gives_way() {
        let then = Instant::now();
        let kept = |id: i64, address: u8, after: u64, can_go: bool| Kept {
            id,
            whose: IpAddr::from([10, 0, 0, address]),
            used: then + Duration::from_secs(after),
            lately: false,
            can_go,
        };
        // The second has three; of the others each has one, and used it longest ago.
        let all = vec![
            kept(1, 1, 0, true),
            kept(2, 2, 5, true),
            kept(3, 2, 4, true),
            kept(4, 2, 6, false),
            kept(5, 3, 1, true),
        ];
        assert_eq!(give_way(all.clone(), 0), [0; 0]);
        assert_eq!(give_way(all.clone(), 1), [3]);
        assert_eq!(give_way(all.clone(), 2), [3, 2]);
        assert_eq!(
            give_way(all.clone(), 3),
            [3, 2, 1],
            "when all have one, the one that was used longest ago"
        );
        assert_eq!(give_way(all.clone(), 9), [3, 2, 1, 5], "what somebody is at stays");
        let lately: Vec<Kept> = all.into_iter().map(|k| Kept { lately: true, ..k }).collect();
        assert_eq!(give_way(lately, 9), [3, 2], "and of everybody the last");
    }
}
