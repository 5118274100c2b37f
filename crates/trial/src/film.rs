//! The film comes to the table at every pause, for every seat.

use crate::{SEATS, Trial, difference, times};
use desk::board::{Board, Moment};
use desk::{Entry, Seating};
use serde_json::json;
use umpire::Seat;

/// A page that lays moments over one another.
pub(crate) struct Page {
    board: Board,
    told: u32,
}

impl Page {
    pub fn new() -> Page {
        Page { board: Board::new(0.0, 0.0, Default::default()), told: 0 }
    }

    pub fn see(&mut self, m: &Moment) -> Result<(), String> {
        let there = |id: &String| self.board.piece(id).is_some();
        if !m.gone.iter().all(there) || !m.shifts.iter().all(|s| there(&s.id)) {
            return Err(format!("it moves or takes away what is not there: {m:?}"));
        }
        self.board.apply(m);
        for t in &m.told {
            if t.event != self.told || t.says.is_empty() || t.kind.is_empty() || t.clause.is_empty() {
                return Err(format!("event {} is told as {t:?}", self.told));
            }
            self.told += 1;
        }
        Ok(())
    }

    pub fn shows(&self, b: &Board) -> Result<(), String> {
        let in_order = |b: &Board| {
            let mut pieces = b.pieces.clone();
            pieces.sort_by(|a, b| a.id.cmp(&b.id));
            pieces
        };
        let (here, there) = (in_order(&self.board), in_order(b));
        if let Some((a, b)) = here.iter().zip(&there).find(|(a, b)| a != b) {
            let at = difference(&json!(a), &json!(b)).unwrap_or_default();
            return Err(format!("{} of the film and of the table: {at}", a.id));
        }
        if here.len() != there.len() {
            return Err(format!("the film has {} pieces and the table {}", here.len(), there.len()));
        }
        if self.board.features != b.features {
            return Err("the ground differs".into());
        }
        if self.board.facts != b.facts {
            return Err(format!("the film says {:?} and the table {:?}", self.board.facts, b.facts));
        }
        Ok(())
    }
}

pub fn equals_the_table(entry: &'static Entry) {
    for n in 0..entry.book.shipped.len() as u64 * times() {
        let mut t = Trial::of(entry, n as usize, n, Seating::WITH_UMPIRE);
        t.game.record(&SEATS);
        let mut pages = SEATS.map(|_| Page::new());
        let mut all: Vec<Vec<Moment>> = vec![Vec::new(); SEATS.len()];
        let mut look = |t: &mut Trial| {
            for (i, seat) in SEATS.into_iter().enumerate() {
                for m in t.game.take_moments(seat) {
                    pages[i].see(&m).unwrap_or_else(|e| panic!("{t:?}: {seat}: {e}"));
                    all[i].push(m);
                }
                pages[i].shows(&t.game.board(seat)).unwrap_or_else(|e| panic!("{t:?}: {seat}: {e}"));
            }
        };
        for _ in 0..30 {
            look(&mut t);
            if !t.go_on() {
                break;
            }
        }
        look(&mut t);
        // One way or the other it ends, and nothing is hidden any more.
        if t.game.ending().is_none() {
            t.give(Seat::Side(0), json!({ "do": "resign" }));
            look(&mut t);
        }
        // Played over from the answers alone, it is the same film.
        let mut again = Trial::of(entry, n as usize, n, Seating::WITH_UMPIRE);
        again.game.record(&SEATS);
        for g in &t.file.answers {
            again.give(g.seat, g.answer.clone());
        }
        for (i, seat) in SEATS.into_iter().enumerate() {
            all[i].extend(t.game.take_moments(seat));
            assert!(again.game.take_moments(seat) == all[i], "{t:?}: played over, {seat} sees another film");
        }
    }
}
