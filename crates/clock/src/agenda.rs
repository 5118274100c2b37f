use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::fmt::Debug;

/// The number of a unit among those that the clock moves.
pub trait Id: Copy + Ord + Debug {
    fn of(index: usize) -> Self;
    fn index(self) -> usize;
}

impl Id for u16 {
    fn of(index: usize) -> u16 {
        index as u16
    }
    fn index(self) -> usize {
        usize::from(self)
    }
}

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due<W> {
    /// A leg ends by itself.
    LegEnds,
    /// What the book watches for between two comes about.
    Met(W),
}

/// Something due at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meet<U, W> {
    pub at: f64,
    pub what: Due<W>,
    /// Who brings it about.
    pub who: U,
    pub other: U,
    /// The legs of both when it was found: it holds only as long as they have no other.
    pub(crate) serials: (u32, u32),
}

impl<U: Ord + Copy, W: Ord + Copy> Meet<U, W> {
    /// What happens to whom, whenever.
    pub(crate) fn key(&self) -> (Due<W>, U, U) {
        (self.what, self.who, self.other)
    }
}

impl<U: Id, W: Ord + Copy> Eq for Meet<U, W> {}
impl<U: Id, W: Ord + Copy> Ord for Meet<U, W> {
    fn cmp(&self, o: &Self) -> Ordering {
        // The earliest on top of the heap; ties by what and whom, never by who was planned first.
        o.at.total_cmp(&self.at).then_with(|| o.key().cmp(&self.key()))
    }
}
impl<U: Id, W: Ord + Copy> PartialOrd for Meet<U, W> {
    fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}

/// All that is expected if everybody goes on as he does.
#[derive(Clone, Debug)]
pub(crate) struct Agenda<U: Id, W: Ord + Copy> {
    pub(crate) heap: BinaryHeap<Meet<U, W>>,
}

impl<U: Id, W: Ord + Copy> Default for Agenda<U, W> {
    fn default() -> Self {
        Agenda { heap: BinaryHeap::new() }
    }
}

impl<U: Id, W: Ord + Copy> PartialEq for Agenda<U, W> {
    fn eq(&self, o: &Self) -> bool {
        self.heap.clone().into_sorted_vec() == o.heap.clone().into_sorted_vec()
    }
}
