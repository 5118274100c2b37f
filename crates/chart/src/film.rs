//! A board that follows the moments of a battle, and what was done in the turn under way.

use crate::{Stand, Trace};
use desk::board::{Board, Deed, Moment, Piece, Told};

/// The table as the moments lead on, with the traces of each turn.
#[derive(Clone, Debug)]
pub struct Film {
    board: Board,
    turn: Option<u32>,
    traces: Vec<Trace>,
    /// Those of the turn before.
    before: Vec<Trace>,
    /// Where those of the last moment begin.
    last: usize,
}

impl Film {
    /// Begins with the table as it stands.
    pub fn new(board: Board) -> Film {
        Film { board, turn: None, traces: Vec::new(), before: Vec::new(), last: 0 }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What was done in this turn; while nothing has been done in it, what was done in the turn before.
    pub fn traces(&self) -> &[Trace] {
        if self.traces.is_empty() { &self.before } else { &self.traces }
    }

    /// What was done in the last moment.
    pub fn traces_of_moment(&self) -> &[Trace] {
        &self.traces[self.last..]
    }

    /// Goes on to the next moment.
    pub fn go_on(&mut self, m: &Moment) {
        if self.turn.is_some_and(|t| t != m.turn) {
            self.before = std::mem::take(&mut self.traces);
        }
        self.turn = Some(m.turn);
        self.last = self.traces.len();
        let was = self.board.clone();
        self.board.apply(m);
        let back = |id: &str| {
            m.told.iter().any(|t| t.deed == Some(Deed::FallsBack) && t.pieces.iter().any(|p| p == id))
        };
        let shifted = m.shifts.iter().map(|s| s.id.as_str());
        for id in shifted.chain(m.pieces.iter().map(|p| p.id.as_str())) {
            if let (Some(from), Some(to)) = (was.piece(id), self.board.piece(id)) {
                let (nation, from, to) = (to.nation.clone(), Stand::of(from), Stand::of(to));
                self.went(id, nation, from, to, back(id));
            }
        }
        for t in &m.told {
            let strikes = strikes(t, &was, &self.board);
            self.traces.extend(strikes);
        }
    }

    /// Notes a way, or goes on with the one that the piece is on.
    fn went(&mut self, id: &str, nation: String, from: Stand, to: Stand, back: bool) {
        if from.middle() == to.middle() {
            return;
        }
        for t in self.traces.iter_mut().rev() {
            match t {
                Trace::Went { piece, over, to: end, back: b, .. } if piece == id => {
                    if *b == back && *end == from {
                        over.push(end.middle());
                        *end = to;
                        return;
                    }
                    break;
                }
                _ => {}
            }
        }
        self.traces.push(Trace::Went { piece: id.into(), nation, from, over: Vec::new(), to, back });
    }
}

/// Who fired, fought or fell in what is told. Whoever is on neither board leaves no trace.
fn strikes(t: &Told, was: &Board, is: &Board) -> Vec<Trace> {
    let find = |id: &String| was.piece(id).or_else(|| is.piece(id));
    let place = |p: &Piece| Stand::of(p).middle();
    let Some((last, others)) = t.pieces.split_last() else { return Vec::new() };
    match t.deed {
        Some(Deed::Fires) => {
            let Some(at) = find(last).map(place) else { return Vec::new() };
            others.iter().filter_map(find).map(|p| Trace::Fired { from: place(p), at }).collect()
        }
        Some(Deed::Fights) => {
            let ends = (t.pieces.first().and_then(find), find(last));
            let (Some(a), Some(b)) = (ends.0.map(place), ends.1.map(place)) else { return Vec::new() };
            vec![Trace::Fought { at: [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0] }]
        }
        Some(Deed::Falls) => t.pieces.iter().filter_map(find).map(|p| Trace::Fell(Stand::of(p))).collect(),
        Some(Deed::FallsBack) | None => Vec::new(),
    }
}
