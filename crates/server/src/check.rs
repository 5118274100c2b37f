//! Tries stored battles on the rules of this program: do they come out as they did?

use crate::held::go_on;
use crate::opening::begin;
use crate::store::{AnswerRow, BattleId, BattleRow, Store, StoreError};
use crate::table::Snapshot;
use desk::{Game, Library, MARK, Past};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What came of trying a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// It comes out the same, as far as it is known how it did; that is of so many of its events.
    Same { events: usize },
    /// The events are others from this one on, counted from 1.
    Differs { event: usize },
    /// The answer of that number is refused.
    Refused { answer: u32, why: String },
    /// It cannot even be begun, or taken up.
    Unopened { why: String },
}

/// A battle that was tried.
#[derive(Clone, Debug)]
pub struct TriedBattle {
    pub id: BattleId,
    pub book: String,
    pub version: u32,
    pub name: String,
    pub answers: usize,
    pub tried: Tried,
}

/// Tries every battle of a store, and hands each over when it has been tried.
pub async fn check(
    library: Library,
    store: &dyn Store,
    mut each: impl FnMut(TriedBattle),
) -> Result<(), StoreError> {
    for id in store.battles().await? {
        let Some(row) = store.battle(id).await? else { continue };
        let answers = store.answers(id, 0).await?;
        let marks: BTreeMap<u32, String> = store.marks_of_events(id, None).await?.into_iter().collect();
        let snapshot = store.progress(id).await?.snapshot;
        let count = answers.len();
        let tried = catch_unwind(AssertUnwindSafe(|| try_over(library, &row, answers, &marks, snapshot)));
        let broke = |_| Tried::Unopened { why: text!("battle-breaks-down") };
        each(TriedBattle {
            id,
            version: row.version,
            answers: count,
            tried: tried.unwrap_or_else(broke),
            book: row.book,
            name: row.name,
        });
    }
    Ok(())
}

/// What is known of how a battle came out, and how far it has come out so now.
struct Course<'m> {
    marks: &'m BTreeMap<u32, String>,
    past: Past,
    /// So many of the events that it remembers are in that.
    written: usize,
    compared: usize,
}

impl Course<'_> {
    /// Compares the events that an answer led to, if it is known which they were: the first that is another, counted from 1.
    fn differs(&mut self, game: &mut dyn Game, n: u32) -> Option<usize> {
        let before = self.past.events();
        let mut now = String::new();
        for e in game.written(self.written) {
            self.past.add(&e);
            now.push_str(self.past.mark());
        }
        game.forget();
        self.written = game.events_len();
        let was = self.marks.get(&n)?;
        self.compared += now.len() / MARK;
        let same = was.bytes().zip(now.bytes()).take_while(|(a, b)| a == b).count();
        (*was != now).then(|| before + same / MARK + 1)
    }
}

fn try_over(
    library: Library,
    row: &BattleRow,
    mut answers: Vec<AnswerRow>,
    marks: &BTreeMap<u32, String>,
    snapshot: Option<(u32, String)>,
) -> Tried {
    let unopened = |why: String| Tried::Unopened { why };
    let Some(entry) = library.find(&row.book) else {
        return unopened(text!("program-not-book-battle"));
    };
    let mut game = match begin(row, entry) {
        Ok((_, game)) => game,
        Err(why) => return unopened(why),
    };
    let mut course = Course { marks, past: Past::default(), written: 0, compared: 0 };
    let mut from = 0;
    // What was fought under another version of the book is not tried again.
    if let Some(went_on) = answers.iter().rposition(|a| a.answer == go_on()) {
        let Some((n, text)) = snapshot.filter(|(n, _)| *n > went_on as u32) else {
            return Tried::Same { events: 0 };
        };
        let taken_up = umpire::read_json::<Snapshot>(&text).map_err(|e| e.to_string());
        match taken_up.and_then(|s| game.restore(&s.saved).map_err(|e| e.0.to_string())) {
            Ok(()) => (from, course.past) = (n, game.past()),
            Err(why) => return unopened(why),
        }
    } else if let Some(event) = course.differs(&mut *game, 0) {
        return Tried::Differs { event };
    }
    answers.retain(|a| a.n > from);
    for a in answers {
        if let Err(r) = game.answer(a.seat, &a.answer) {
            return Tried::Refused { answer: a.n, why: r.message().to_string() };
        }
        if let Some(event) = course.differs(&mut *game, a.n) {
            return Tried::Differs { event };
        }
    }
    Tried::Same { events: course.compared }
}
