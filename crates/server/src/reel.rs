//! The films of a battle. What is new is in memory; the rest is read from the store by whoever looks at it.

use crate::store::MomentRow;
use std::collections::VecDeque;
use std::sync::Arc;
use umpire::Seat;

/// Of each seat so many moments stay in memory once they are stored, for those who are about to ask for them, and no more than so many bytes.
const LATEST: usize = 64;
const LATEST_BYTES: usize = 1 << 20;

/// Every seat there can be.
pub const SEATS: [Seat; 4] = [Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Spectator];

pub fn place(seat: Seat) -> usize {
    match seat {
        Seat::Side(0) => 0,
        Seat::Side(_) => 1,
        Seat::Umpire => 2,
        Seat::Spectator => 3,
    }
}

/// One seat's moments, each as the JSON that is sent.
#[derive(Debug, Default)]
struct Reel {
    latest: VecDeque<Arc<str>>,
    bytes: usize,
    /// The number of the first that is in memory.
    from: u32,
    /// So many are stored.
    stored: u32,
}

impl Reel {
    fn total(&self) -> u32 {
        self.from + self.latest.len() as u32
    }

    fn let_go(&mut self) {
        while self.from < self.stored && (self.latest.len() > LATEST || self.bytes > LATEST_BYTES) {
            let gone = self.latest.pop_front();
            self.bytes -= gone.map_or(0, |m| m.len());
            self.from += 1;
        }
    }
}

/// The films of all seats.
#[derive(Debug, Default)]
pub struct Films {
    reels: [Reel; 4],
}

impl Films {
    /// All of them are stored, so many moments of each seat.
    pub fn stored(totals: [u32; 4]) -> Films {
        Films { reels: totals.map(|n| Reel { from: n, stored: n, ..Reel::default() }) }
    }

    pub fn total(&self, seat: Seat) -> u32 {
        self.reels[place(seat)].total()
    }

    pub fn add(&mut self, moments: &[MomentRow]) {
        for m in moments {
            let reel = &mut self.reels[place(m.seat)];
            reel.bytes += m.text.len();
            reel.latest.push_back(m.text.clone());
        }
    }

    /// These are in the store now, and all before them.
    pub fn are_stored(&mut self, moments: &[MomentRow]) {
        for m in moments {
            let reel = &mut self.reels[place(m.seat)];
            reel.stored = reel.stored.max(m.n + 1);
        }
        self.reels.iter_mut().for_each(Reel::let_go);
    }

    /// Moments from a number on, if the first of them is in memory or has not been made yet.
    pub fn recent(&self, seat: Seat, from: u32, most: u32) -> Option<Vec<Arc<str>>> {
        let reel = &self.reels[place(seat)];
        let skip = from.checked_sub(reel.from)?;
        Some(reel.latest.iter().skip(skip as usize).take(most as usize).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(seat: Seat, numbers: std::ops::Range<u32>) -> Vec<MomentRow> {
        numbers.map(|n| MomentRow { seat, n, text: n.to_string().into(), packed: Vec::new() }).collect()
    }

    #[test]
    fn what_is_stored_is_let_go_and_what_is_not_stays() {
        let (a, b) = (Seat::Side(0), Seat::Side(1));
        let mut f = Films::stored([10, 0, 0, 0]);
        assert_eq!((f.total(a), f.recent(a, 9, 1), f.recent(a, 10, 1)), (10, None, Some(vec![])));
        let many = LATEST as u32 * 2;
        f.add(&moments(a, 10..10 + many));
        f.add(&moments(b, 0..3));
        assert_eq!((f.total(a), f.total(b)), (10 + many, 3));
        assert_eq!(f.recent(a, 10, 2).unwrap(), ["10".into(), "11".into()]);
        f.are_stored(&moments(a, 10..10 + many));
        assert_eq!((f.total(a), f.recent(a, 10, 2)), (10 + many, None));
        assert_eq!(f.recent(a, many, 500).unwrap().len(), 10);
        assert_eq!(f.recent(b, 0, 500).unwrap().len(), 3, "not stored yet");
    }
}
