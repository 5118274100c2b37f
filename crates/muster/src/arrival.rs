//! Reserves: when and where they come on the table.

use crate::army::MOST_TURNS;
use crate::{Fault, Sheet, Tab, say};
use std::ops::Range;
use table::{Edge, V2};

/// A reserve: the turn in which it comes, by which edge and how far along it.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    pub turn: u32,
    /// `None` where the file does not say it well.
    pub by: Option<(Edge, f64)>,
    pub at: Range<usize>,
}

impl Arrival {
    /// The place on the edge of a table of this size, and the way in from it.
    pub fn foot(&self, size: [f64; 2]) -> Option<(V2, V2)> {
        let (edge, along) = self.by?;
        // No negative zeroes, so that equal directions are equal.
        let inward = -edge.outward();
        Some((edge.point(size, along), V2 { x: inward.x + 0.0, y: inward.y + 0.0 }))
    }
}

impl Sheet {
    /// `arrives`, `edge` and `at` of a reserve. Whoever comes by an edge stands nowhere before: `not` are the keys that would
    /// say so. Whoever does not arrive has no edge.
    pub fn arrival(&mut self, t: &Tab<'_>, not: &[&str]) -> Option<Arrival> {
        let Some((turn, at)) = self.whole(t, "arrives", [1, MOST_TURNS]) else {
            for key in ["edge", "at"] {
                if t.has(key) {
                    self.fault(t.at_key(key), Fault::OnlyArrivals { key: key.into() });
                }
            }
            return None;
        };
        for key in not {
            if t.has(key) {
                self.fault(t.at_key(key), Fault::NotOfArrivals { key: (*key).into() });
            }
        }
        self.need(t, "edge", || say!("right-edge"));
        let edge = self.word_of(t, "edge", &Edge::ALL).map(|(e, _)| e);
        let unit = self.unit();
        self.need(t, "at", || say!("right-at", unit));
        let along = self.number(t, "at").map(|(n, _)| n);
        Some(Arrival { turn: turn as u32, by: edge.zip(along), at })
    }
}

/// Brings on those who are due: `comes` says whether there is room for one; whoever finds none waits for the next turn.
pub fn bring_on<W: Copy>(awaited: &mut Vec<(u32, W)>, turn: u32, mut comes: impl FnMut(W) -> bool) {
    awaited.retain(|(due, who)| *due > turn || !comes(*who));
}
