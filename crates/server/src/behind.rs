//! Spectators who follow some turns behind. Their film ends where a turn ended, their table is as it was then, and nothing that they are
//! told is newer. All of it is made from their film, so that it is the same after the server was started again.

use crate::api::Spectators;
use crate::failure::{Failure, Reply};
use crate::fair::Who;
use crate::room::{Room, Shown};
use desk::board::Board;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use umpire::Seat;

/// No spectators follow farther behind, in turns.
pub const FARTHEST: u32 = 20;

/// A piece, or what has become of it, as it is sent.
type Piece = Map<String, Value>;

/// What a moment shows of the table.
#[derive(Deserialize)]
struct Moment {
    turn: u32,
    pieces: Vec<Piece>,
    shifts: Vec<Piece>,
    gone: Vec<String>,
    features: Option<Value>,
    facts: Option<Value>,
}

/// How far spectators have been shown a battle, and how the table stood there.
#[derive(Debug, Default)]
pub struct Behind {
    /// So many moments of their film.
    moments: u32,
    /// The turn of the last of them.
    turn: u32,
    /// All that there is of the turns before this one is shown.
    until: u32,
    pieces: BTreeMap<String, Piece>,
    features: Value,
    facts: Value,
}

fn id(piece: &Piece) -> Option<&str> {
    piece.get("id").and_then(Value::as_str)
}

impl Behind {
    /// Shows a stretch of their film that begins where they are, as far as it is of turns before that one. Says whether there may be more.
    fn show(&mut self, from: u32, film: &[Arc<str>], until: u32) -> serde_json::Result<bool> {
        // Somebody else has shown it meanwhile.
        if self.moments != from {
            return Ok(true);
        }
        for text in film {
            let m: Moment = serde_json::from_str(text)?;
            if m.turn >= until {
                self.until = until;
                return Ok(false);
            }
            self.see(m);
        }
        if film.is_empty() {
            self.until = until;
        }
        Ok(!film.is_empty())
    }

    fn see(&mut self, m: Moment) {
        for gone in &m.gone {
            self.pieces.remove(gone);
        }
        for p in m.pieces {
            if let Some(id) = id(&p) {
                self.pieces.insert(id.to_owned(), p);
            }
        }
        for shift in m.shifts {
            let Some(id) = id(&shift) else { continue };
            if let Some(p) = self.pieces.get_mut(id) {
                p.extend(shift);
            }
        }
        if let Some(features) = m.features {
            self.features = features;
        }
        if let Some(facts) = m.facts {
            self.facts = facts;
        }
        self.turn = m.turn;
        self.moments += 1;
    }

    /// The table as it stood there. What never changes of it is taken from how it is now.
    fn table(&self, now: Board) -> serde_json::Result<String> {
        let bare = Board { features: Vec::new(), pieces: Vec::new(), facts: Vec::new(), ..now };
        let mut table = serde_json::to_value(bare)?;
        table["features"] = self.features.clone();
        table["pieces"] = self.pieces.values().cloned().collect();
        table["facts"] = self.facts.clone();
        serde_json::to_string(&table)
    }
}

impl Room {
    /// How many turns behind a seat follows, as long as it does.
    pub fn follows(&self, seat: Seat) -> Option<u32> {
        match self.row.spectators {
            Spectators::Behind(turns) if seat == Seat::Spectator => {
                self.shown().ending.is_none().then_some(turns)
            }
            _ => None,
        }
    }

    fn behind(&self) -> MutexGuard<'_, Behind> {
        self.behind.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many moments and which turn those who follow behind have been shown.
    pub(crate) fn shown_behind(&self) -> (u32, u32) {
        let b = self.behind();
        (b.moments, b.turn)
    }

    /// Lets a seat that follows behind see what it may by now: a turn is shown when so many more are over and another has begun. Before
    /// anything is told to such a seat.
    pub async fn follow(&self, who: Who, seat: Seat) -> Reply<()> {
        let Some(turns) = self.follows(seat) else { return Ok(()) };
        let until = self.shown().turn.saturating_sub(turns);
        loop {
            let from = {
                let b = self.behind();
                if b.until >= until {
                    return Ok(());
                }
                b.moments
            };
            let film = self.stretch(seat, from, u32::MAX).await?;
            let behind: Arc<Mutex<Behind>> = self.behind.clone();
            let shown = self.house.eyes.run(who, move || {
                behind.lock().unwrap_or_else(PoisonError::into_inner).show(from, &film, until)
            });
            let broke = || Failure::ours(format!("the film of battle {} cannot be read", self.id));
            if !shown.await.and_then(Result::ok).ok_or_else(broke)? {
                return Ok(());
            }
        }
    }

    /// The table as a seat may see it, as it is sent.
    pub fn table_for(&self, shown: &Shown, seat: Seat) -> Reply<String> {
        let now = shown.game.board(seat);
        let text = match self.follows(seat) {
            Some(_) => self.behind().table(now),
            None => serde_json::to_string(&now),
        };
        text.map_err(Failure::ours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use words::Message;

    fn moment(turn: u32, pieces: Value, shifts: Value, gone: Value) -> Arc<str> {
        let m = json!({ "turn": turn, "told": [], "pieces": pieces, "shifts": shifts, "gone": gone });
        m.to_string().into()
    }

    #[test]
    fn what_is_shown_ends_before_the_turn_that_is_not() {
        let film = [
            moment(
                0,
                json!([{ "id": "a", "at": 1, "side": 0 }, { "id": "b", "at": 2 }]),
                json!([]),
                json!([]),
            ),
            moment(1, json!([]), json!([{ "id": "a", "at": 7 }]), json!(["b"])),
            moment(2, json!([{ "id": "c", "at": 9 }]), json!([]), json!([])),
        ];
        let mut b = Behind::default();
        assert!(!b.show(0, &film, 0).unwrap());
        assert_eq!((b.moments, b.pieces.len()), (0, 0));
        assert!(!b.show(0, &film, 2).unwrap(), "there is nothing more to show");
        assert_eq!((b.moments, b.turn, b.until), (2, 1, 2));
        assert!(b.show(0, &film, 3).unwrap(), "it is not there any more: one has to look again");
        let now = Board::new(9.0, 9.0, Message::verbatim("cm"));
        let table: Value = serde_json::from_str(&b.table(now).unwrap()).unwrap();
        assert_eq!(table["pieces"], json!([{ "id": "a", "at": 7, "side": 0 }]));
        assert_eq!(table["width"], 9.0);
    }
}
