//! The battle itself, as whoever changes it holds it: what was answered, what each seat is asked, and what comes of it.

use crate::api::EndingSeen;
use crate::outcomes::packed;
use crate::reel::{SEATS, place};
use crate::room::Shown;
use crate::say;
use crate::store::{KeyRow, MomentRow, Outcome};
use desk::board::{Moment, Told};
use desk::{AnyTime, BattleFile, Game, Past, Saved, UmpireSays};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use umpire::{Seat, Side};
use words::Language;

/// What an umpire says, whatever his book lets him put right; nothing if it cannot be read.
fn umpire_says(answer: &Value) -> Option<UmpireSays<IgnoredAny>> {
    UmpireSays::deserialize(answer).ok()
}

/// A battle put away, as it is stored.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Snapshot {
    pub saved: Saved,
    /// Since which version each seat is asked what it is asked now.
    pub asked: [u32; 4],
}

/// What is told when a battle that was held goes on.
#[derive(Debug)]
pub(crate) struct Holding {
    /// Both sides have given their word.
    pub goes_on: Arc<AtomicBool>,
    /// The version of the book under which it goes on.
    pub version: u32,
    /// What each seat last saw on its table, and of how many events it has been told.
    pub seen: [(BTreeSet<String>, u32); 4],
}

/// The battle itself.
pub(crate) struct Table {
    pub game: Box<dyn Game>,
    /// The battle as a file that anybody can verify, but for the answers, which are in the store.
    pub file: BattleFile,
    /// Grows by one with each accepted answer.
    pub version: u32,
    asked: [u32; 4],
    /// The version that each answer led to, by seat and key.
    keys: HashMap<(Seat, String), u32>,
    /// The seats for which the battle is filmed, and how many moments each has.
    recorded: Vec<Seat>,
    moments: [u32; 4],
    /// What it has come to, and how many of the events that it remembers are in that.
    past: Past,
    written: usize,
    /// The turn after whose beginning it was last put away, and whether that was at the end.
    put_away: Option<(u32, bool)>,
    /// It waits for both sides' word to go on.
    pub holding: Option<Holding>,
    /// How it ended by other rules than those of the program.
    pub ended: Option<EndingSeen>,
    /// What came of the last answers, in order, while that is not in the store.
    pub unsaved: Vec<Arc<Outcome>>,
}

impl Table {
    /// A battle that has just begun, or been taken up from a snapshot, to be filmed for these seats, which have so many moments.
    pub fn new(
        game: Box<dyn Game>,
        file: BattleFile,
        recorded: Vec<Seat>,
        moments: [u32; 4],
        keys: Vec<KeyRow>,
    ) -> Table {
        // What happened at its beginning has not been written yet.
        let past = if game.events_len() == 0 { game.past() } else { Past::default() };
        Table {
            file,
            version: 0,
            asked: [0; 4],
            keys: keys.into_iter().map(|k| ((k.seat, k.key), k.n)).collect(),
            recorded,
            moments,
            written: 0,
            past,
            put_away: None,
            holding: None,
            ended: None,
            unsaved: Vec::new(),
            game,
        }
    }

    /// It stands where it was put away after the answer of that number.
    pub fn stands_at(&mut self, version: u32, asked: [u32; 4]) {
        (self.version, self.asked) = (version, asked);
        self.put_away = Some((self.game.turn(), self.game.ending().is_some()));
    }

    /// The version to which an answer of that key has led.
    pub fn known(&self, seat: Seat, key: &str) -> Option<u32> {
        self.keys.get(&(seat, key.to_owned())).copied()
    }

    /// Is what was asked at that version still asked now?
    pub fn still_asked(&self, seat: Seat, version: u32, answer: &Value) -> bool {
        if version > self.version {
            return false;
        }
        // Whoever resigns or asks to take something back answers no question.
        if let Ok(AnyTime::Resign | AnyTime::TakeBack) = AnyTime::deserialize(answer) {
            return true;
        }
        // An umpire may rule and correct at any time; only a decision belongs to its question.
        if seat == Seat::Umpire && !matches!(umpire_says(answer), Some(UmpireSays::Decide { .. })) {
            return true;
        }
        version >= self.asked[place(seat)]
    }

    /// Notes an accepted answer: whom it leaves with the question he had, and whom not.
    pub fn note(&mut self, seat: Seat, key: String, answer: &Value, before: &[Seat]) {
        let rules_only = seat == Seat::Umpire && matches!(umpire_says(answer), Some(UmpireSays::Rule { .. }));
        self.version += 1;
        self.keys.insert((seat, key), self.version);
        if rules_only {
            return;
        }
        // What was put away since is of a battle that was taken back.
        if let Ok(AnyTime::Agree) = AnyTime::deserialize(answer) {
            self.put_away = None;
        }
        let after = self.game.waits_for();
        let others: Vec<Seat> = before.iter().copied().filter(|s| *s != seat).collect();
        // Who changes what he sent leaves the others with the question they had.
        let amends = Side::of(seat).is_some() && AnyTime::deserialize(answer).is_err();
        let goes_on = others != after || !(before.contains(&seat) || amends);
        for s in SEATS {
            if s == seat || goes_on {
                self.asked[place(s)] = self.version;
            }
        }
    }

    /// The marks of the events since this was last asked.
    pub fn marks(&mut self) -> String {
        let mut marks = String::new();
        for e in self.game.written(self.written) {
            self.past.add(&e);
            marks.push_str(self.past.mark());
        }
        self.written = self.game.events_len();
        marks
    }

    /// What came of the last answer, to be stored. Where the battle can be put away it is, and forgets what has happened.
    pub fn outcome(&mut self) -> Outcome {
        let mut films = film(&mut *self.game, &self.recorded);
        let goes_on = self.holding.take_if(|h| h.goes_on.load(Ordering::Acquire)).map(|h| {
            films = self.went_on(&h);
            self.put_away = None;
            self.file.version = h.version;
            self.file.readings = self.game.readings();
            (h.version, self.file.readings.clone())
        });
        let mut moments = Vec::new();
        for (seat, texts) in films {
            let n = &mut self.moments[place(seat)];
            for text in texts {
                moments.push(MomentRow { seat, n: *n, packed: packed(&text), text });
                *n += 1;
            }
        }
        Outcome {
            n: self.version,
            marks: self.marks(),
            moments,
            ending: self.ending(),
            snapshot: self.snapshot(),
            goes_on,
        }
    }

    /// The table from which it goes on, to each seat that last saw another, and a word about it.
    fn went_on(&self, h: &Holding) -> Vec<(Seat, Vec<Arc<str>>)> {
        let moment = |seat: Seat| {
            let (seen, told) = &h.seen[place(seat)];
            let board = self.game.board(seat);
            let gone = |id: &&String| board.pieces.iter().all(|p| p.id != **id);
            let turn = self.game.turn();
            Moment {
                turn,
                clock: None,
                told: vec![Told {
                    event: *told,
                    kind: "goes_on".into(),
                    says: say!("battle-goes-on", turn, version = h.version),
                    more: Vec::new(),
                    clause: String::new(),
                    ruling: None,
                    pieces: Vec::new(),
                    deed: None,
                    milestone: true,
                    great: true,
                }],
                gone: seen.iter().filter(gone).cloned().collect(),
                pieces: board.pieces,
                shifts: Vec::new(),
                features: Some(board.features),
                facts: Some(board.facts),
            }
        };
        let text = |seat| Language::ordinary().speak(|| serde_json::to_string(&moment(seat)));
        self.recorded.iter().filter_map(|s| Some((*s, vec![text(*s).ok()?.into()]))).collect()
    }

    /// The moments that the last answer led to are in the store already.
    pub fn skip_moments(&mut self) {
        film(&mut *self.game, &self.recorded);
    }

    fn snapshot(&mut self) -> Option<Vec<u8>> {
        let now = Some((self.game.turn(), self.game.ending().is_some()));
        if self.put_away == now {
            return None;
        }
        let saved = catch_unwind(AssertUnwindSafe(|| self.game.save())).ok()??;
        let text = serde_json::to_string(&Snapshot { saved, asked: self.asked }).ok()?;
        self.put_away = now;
        self.game.forget();
        self.written = self.game.events_len();
        Some(packed(&text))
    }

    fn ending(&self) -> Option<EndingSeen> {
        if self.ended.is_some() {
            return self.ended.clone();
        }
        let e = self.game.ending()?;
        Some(Language::ordinary().speak(|| EndingSeen {
            winner: e.winner,
            why: e.why.to_string(),
            clause: e.clause.to_string(),
        }))
    }

    /// What there is to see now.
    pub fn show(&self) -> Shown {
        let ending = self.ending();
        Shown {
            version: self.version,
            game: self.game.snapshot(),
            turn: self.game.turn(),
            waits_for: self.game.waits_for(),
            taking_back: self.game.taking_back(),
            seed: ending.is_some().then(|| self.file.seed.text().to_owned()),
            proof: self.game.proof(),
            ending,
        }
    }
}

/// Takes the new moments of each seat, each as the JSON that is sent. If a book breaks down over them the battle goes on, and is filmed
/// anew from how it stands: the answer that led to them was lawful and may be on the disk already.
fn film(game: &mut dyn Game, seats: &[Seat]) -> Vec<(Seat, Vec<Arc<str>>)> {
    let taken = catch_unwind(AssertUnwindSafe(|| {
        let mut new = Vec::new();
        for s in seats {
            // What is kept for all to see is not in the language of whoever gave the last answer.
            let texts = Language::ordinary().speak(|| {
                let written = |m| serde_json::to_string(&m).unwrap_or_else(|_| "null".into());
                game.take_moments(*s).into_iter().map(|m| written(m).into()).collect()
            });
            new.push((*s, texts));
        }
        new
    }));
    taken.unwrap_or_else(|_| {
        eprintln!("vedette serve: some moments of a battle are lost");
        let _ = catch_unwind(AssertUnwindSafe(|| game.record(seats)));
        Vec::new()
    })
}
