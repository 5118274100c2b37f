//! How a battle is opened: from its newest snapshot and the answers after it.

use crate::api::{Player, Spectators};
use crate::held::{Held, go_on};
use crate::reel::{Films, SEATS, place};
use crate::room::{Head, House, Room};
use crate::say;
use crate::store::{AnswerRow, BattleId, BattleRow, KeyRow, Outcome, Progress, Store, StoreError};
use crate::table::{Holding, Snapshot, Table};
use desk::{AnyTime, BattleFile, ByChance, Entry, Game, Proof, Seating};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use umpire::{Seat, Seed};
use words::Message;

/// All that the store has of a battle, but for its films.
#[derive(Debug)]
pub struct Stored {
    pub id: BattleId,
    pub row: BattleRow,
    pub progress: Progress,
    /// After the snapshot.
    pub answers: Vec<AnswerRow>,
    /// Of the events to which these led.
    pub marks: BTreeMap<u32, String>,
    pub keys: Vec<KeyRow>,
}

impl Stored {
    /// Reads a battle; nothing if there is none of that number.
    pub async fn read(store: &dyn Store, id: BattleId) -> Result<Option<Stored>, StoreError> {
        let Some(row) = store.battle(id).await? else { return Ok(None) };
        let mut progress = store.progress(id).await?;
        let mut after = progress.snapshot.as_ref().map_or(0, |(n, _)| *n);
        let (mut answers, keys) = (store.answers(id, after).await?, store.keys(id).await?);
        // What was taken back may have been decided before the newest snapshot.
        while after > 0 && !holds_what_was_taken_back(&answers) {
            progress.snapshot = store.snapshot_before(id, after).await?;
            after = progress.snapshot.as_ref().map_or(0, |(n, _)| *n);
            answers = store.answers(id, after).await?;
        }
        let marks = store.marks_of_events(id, after.checked_sub(1)).await?.into_iter().collect();
        Ok(Some(Stored { id, row, progress, answers, marks, keys }))
    }
}

/// Is everything that was taken back in these answers decided in them too?
fn holds_what_was_taken_back(answers: &[AnswerRow]) -> bool {
    let said = |a: &AnswerRow| AnyTime::deserialize(&a.answer).ok();
    let decides =
        |a: &AnswerRow| said(a).is_none() && ByChance::deserialize(&a.answer).is_err() && a.answer != go_on();
    let mut agreed = (0..answers.len()).filter(|i| said(&answers[*i]) == Some(AnyTime::Agree));
    agreed.all(|i| {
        let asked = answers[..i].iter().rposition(|a| said(a) == Some(AnyTime::TakeBack));
        asked.is_some_and(|asked| {
            let side = answers[asked].seat;
            answers[..asked].iter().any(|a| a.seat == side && decides(a))
        })
    })
}

/// A scenario's title and briefing, as far as it has them.
pub fn title_and_briefing(name: &str, text: &str) -> (String, String) {
    let head = muster::Head::of(text);
    (if head.title.is_empty() { name.into() } else { head.title }, head.briefing)
}

/// Who is filmed: whoever sits there and is no computer.
fn recorded(row: &BattleRow) -> Vec<Seat> {
    let filmed = |s: &Seat| match s {
        Seat::Side(_) => row.player(*s) == Player::Person,
        Seat::Umpire => row.seating.umpire,
        Seat::Spectator => row.spectators != Spectators::None,
    };
    SEATS.into_iter().filter(filmed).collect()
}

/// Begins the battle of a row anew.
pub fn begin(row: &BattleRow, entry: &Entry) -> Result<(BattleFile, Box<dyn Game>), String> {
    let begun = BattleFile::begin_seated(entry.book, &row.name, &row.scenario, row.seed.clone(), row.seating);
    let (mut file, game) = begun.map_err(|r| text!("scenario-not-lawful", report = format!("{r:#}")))?;
    (file.version, file.readings) = (row.version, row.readings.clone());
    Ok((file, game))
}

impl Room {
    /// Opens a battle: from its snapshot, or from the beginning if there is none, by the answers after it. What came of an answer and is
    /// not stored yet is stored. One that was begun under other rules, or does not come out as it did, is held. Heavy: for a pool.
    pub fn open(mut stored: Stored, entry: &'static Entry, house: House) -> Result<Room, String> {
        let begun = begin(&stored.row, entry)?;
        let head = head(&stored.row, entry)?;
        let other = other_rules(&stored, entry, &*begun.1);
        let mut films = Films::stored(stored.films());
        let opened = match other {
            Some(why) => Err(why),
            None => play_over(&stored, begun, &house, &mut films)?,
        };
        let t = match opened {
            Ok(t) => t,
            Err(why) => {
                // Some of what came of its answers may have been stored meanwhile.
                let progress = house.runtime.block_on(house.store.progress(stored.id));
                stored.progress = progress.map_err(|e| e.to_string())?;
                films = Films::stored(stored.films());
                hold(&stored, entry, &house, why)?
            }
        };
        Ok(Room::new(stored.id, stored.row, head, entry, t, films, house))
    }
}

impl Stored {
    /// How many moments of each seat are stored.
    fn films(&self) -> [u32; 4] {
        let mut moments = [0; 4];
        self.progress.moments.iter().for_each(|(seat, n)| moments[place(*seat)] = *n);
        moments
    }

    /// The version after the last answer.
    fn version(&self) -> u32 {
        let snapshot = self.progress.snapshot.as_ref().map_or(0, |(n, _)| *n);
        self.answers.last().map_or(snapshot, |a| a.n)
    }

    fn snapshot(&self) -> Result<Option<(u32, Snapshot)>, String> {
        let Some((n, text)) = &self.progress.snapshot else { return Ok(None) };
        let snapshot = umpire::read_json(text).map_err(|e| e.to_string())?;
        Ok(Some((*n, snapshot)))
    }

    fn table(&self, game: Box<dyn Game>, file: BattleFile) -> Table {
        Table::new(game, file, recorded(&self.row), self.films(), self.keys.clone())
    }
}

/// By which other rules a battle was begun, if it was.
fn other_rules(stored: &Stored, entry: &Entry, game: &dyn Game) -> Option<Message> {
    let row = &stored.row;
    let sealed = Proof::of(entry.book, &row.scenario, &row.seed, row.seating, &BTreeMap::new()).seal;
    if !row.seal.is_empty() && row.seal != sealed {
        return Some(say!("seal-is-broken"));
    }
    if row.version != entry.book.version && stored.version() > 0 {
        return Some(say!("begun-under-other-version", version = row.version, plays = entry.book.version));
    }
    let now = game.readings();
    let other = row.readings.iter().find(|(id, was)| now.get(*id) != Some(was));
    other.map(|(id, was)| say!("begun-with-other-reading", id, was))
}

/// Plays over what came after the snapshot, with the battle as it was begun. Inside: why it does not come out as it did.
fn play_over(
    stored: &Stored,
    (file, mut game): (BattleFile, Box<dyn Game>),
    house: &House,
    films: &mut Films,
) -> Result<Result<Table, Message>, String> {
    let snapshot = stored.snapshot()?;
    let anew = snapshot.is_none();
    let mut t = match snapshot {
        Some((n, s)) => {
            if let Err(e) = game.restore(&s.saved) {
                return Ok(Err(say!("snapshot-not-taken-up", why = e.0)));
            }
            let mut t = stored.table(game, file);
            t.stands_at(n, s.asked);
            t
        }
        None => {
            game.record(&recorded(&stored.row));
            stored.table(game, file)
        }
    };
    let otherwise = follow(&mut t, anew, stored, house, films);
    keep(&mut t, stored.id, house, films);
    Ok(match otherwise {
        Some(why) => Err(why),
        None => Ok(t),
    })
}

/// Plays over the answers, from the beginning or from the snapshot; why it does not come out as it did.
fn follow(t: &mut Table, anew: bool, stored: &Stored, house: &House, films: &mut Films) -> Option<Message> {
    if anew && !came(t, stored, house, films) {
        return Some(say!("comes-out-otherwise", answer = 0));
    }
    for a in &stored.answers {
        let before = t.game.waits_for();
        if let Err(r) = t.game.answer(a.seat, &a.answer) {
            return Some(say!("answer-refused", place = a.n, refusal = r.message()));
        }
        t.note(a.seat, a.key.clone(), &a.answer, &before);
        if !came(t, stored, house, films) {
            return Some(say!("comes-out-otherwise", answer = a.n));
        }
    }
    None
}

/// Answers of which what came is stored together.
const TOGETHER: usize = 32;

/// Stores what came of an answer, if it is not stored, together with others; otherwise says whether it is the same.
fn came(t: &mut Table, stored: &Stored, house: &House, films: &mut Films) -> bool {
    if stored.progress.shown.is_some_and(|n| n >= t.version) {
        t.skip_moments();
        let marks = t.marks();
        return stored.marks.get(&t.version).is_none_or(|was| *was == marks);
    }
    let outcome: Arc<Outcome> = t.outcome().into();
    films.add(&outcome.moments);
    t.unsaved.push(outcome);
    if t.unsaved.len() % TOGETHER == 0 {
        keep(t, stored.id, house, films);
    }
    true
}

/// Stores what is not yet. Where the disk takes nothing now it is kept with the next answer.
fn keep(t: &mut Table, id: BattleId, house: &House, films: &mut Films) {
    if t.unsaved.is_empty() {
        return;
    }
    if house.runtime.block_on(house.store.add_outcomes(id, t.unsaved.clone())).is_ok() {
        t.unsaved.drain(..).for_each(|o| films.are_stored(&o.moments));
    }
}

/// A battle that the rules of the program do not simply go on with. It can be watched to its last answer. From its snapshot it goes on
/// with both sides' word.
fn hold(stored: &Stored, entry: &Entry, house: &House, why: Message) -> Result<Table, String> {
    let (file, mut game) = begin(&stored.row, entry)?;
    let seen = last_seen(stored, house)?;
    let snapshot = stored.snapshot()?;
    let taken_up = match &snapshot {
        Some((_, s)) => {
            let mut saved = s.saved.clone();
            // The word that it goes on is one more that each seat is told of.
            saved.told.iter_mut().for_each(|(seat, told)| *told = seen[place(*seat)].1 + 1);
            game.restore(&saved).is_ok()
        }
        None => {
            game.record(&recorded(&stored.row));
            true
        }
    };
    let ended = stored.progress.ending.clone();
    let turn = game.turn();
    let goes_on = taken_up && ended.is_none();
    let agreed: Arc<AtomicBool> = Arc::default();
    let held = if goes_on {
        Held::asking(game, say!("go-on-by-both-words", why, turn), agreed.clone())
    } else {
        Held::for_good(game, say!("only-to-be-watched", why))
    };
    let mut t = stored.table(Box::new(held), file);
    t.skip_moments();
    t.marks();
    t.stands_at(stored.version(), [stored.version(); 4]);
    t.ended = ended;
    t.holding = goes_on.then_some(Holding { goes_on: agreed, version: entry.book.version, seen });
    Ok(t)
}

/// What each seat last saw on its table, and of how many events it has been told.
fn last_seen(stored: &Stored, house: &House) -> Result<[(BTreeSet<String>, u32); 4], String> {
    #[derive(Deserialize)]
    struct Glance {
        told: Vec<Numbered>,
        pieces: Vec<Named>,
        gone: Vec<String>,
    }
    #[derive(Deserialize)]
    struct Named {
        id: String,
    }
    #[derive(Deserialize)]
    struct Numbered {
        event: u32,
    }
    let mut all: [(BTreeSet<String>, u32); 4] = Default::default();
    for seat in recorded(&stored.row) {
        let (seen, told) = &mut all[place(seat)];
        let mut from = 0;
        loop {
            let film = house.store.film(stored.id, seat, from, u32::MAX, PAGE);
            let film = house.runtime.block_on(film).map_err(|e| e.to_string())?;
            if film.is_empty() {
                break;
            }
            from += film.len() as u32;
            for moment in film {
                let m: Glance = umpire::read_json(&moment).map_err(|e| e.to_string())?;
                seen.retain(|id| !m.gone.contains(id));
                seen.extend(m.pieces.into_iter().map(|p| p.id));
                *told = m.told.last().map_or(*told, |t| t.event + 1);
            }
        }
    }
    Ok(all)
}

/// Bytes of a film that are read at once.
const PAGE: usize = 4 << 20;

fn head(row: &BattleRow, entry: &Entry) -> Result<Head, String> {
    let (title, briefing) = title_and_briefing(&row.name, &row.scenario);
    // Of a battle that has begun: of its own nothing may be to be seen yet.
    let seed = Seed::new("a look at the sides");
    let game = (entry.book.begin)(&row.name, &row.scenario, &seed, Seating::SIDES_ONLY);
    let game = game.map_err(|r| text!("scenario-not-lawful", report = format!("{r:#}")))?;
    let board = game.board(Seat::Umpire);
    let nation = |side| board.pieces.iter().find(|p| p.side == Some(side)).map(|p| p.nation.clone());
    Ok(Head {
        title,
        briefing,
        sides: game.sides(),
        nations: [0, 1].map(|s| nation(s).unwrap_or_default()).into(),
        measured: board.measured,
        seal: row.seal.clone(),
        seed_by_hand: row.seed.is_by_hand(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn what_was_taken_back_must_have_been_decided_in_what_is_played_over() {
        let holds = |all: &[(u8, Value)]| {
            let row = |(i, (side, answer)): (usize, &(u8, Value))| AnswerRow {
                n: i as u32 + 1,
                seat: Seat::Side(*side),
                key: i.to_string(),
                answer: answer.clone(),
            };
            holds_what_was_taken_back(&all.iter().enumerate().map(row).collect::<Vec<_>>())
        };
        let (a, b) = (0, 1);
        let says = |what: &str| json!({ "do": what });
        let decides = || json!({ "answer": "something" });
        assert!(holds(&[]));
        assert!(holds(&[(b, decides())]), "nothing was taken back");
        assert!(holds(&[(a, decides()), (b, decides()), (a, says("take_back")), (b, says("agree"))]));
        assert!(!holds(&[(b, decides()), (a, says("take_back")), (b, says("agree"))]), "of the other side");
        assert!(!holds(&[(b, says("agree"))]), "not even asked in them");
        assert!(holds(&[(b, decides()), (a, says("take_back")), (b, says("refuse"))]), "it stands");
        // A die that he rolled, or his word to go on, was no decision of his.
        for other in [json!({ "do": "roll", "die": 3 }), json!({ "do": "part", "part": "x" }), go_on()] {
            assert!(!holds(&[(a, other), (a, says("take_back")), (b, says("agree"))]));
        }
        let twice = [
            (a, decides()),
            (a, says("take_back")),
            (b, says("agree")),
            (b, says("take_back")),
            (a, says("agree")),
        ];
        assert!(!holds(&twice), "the second reaches back farther");
    }
}
