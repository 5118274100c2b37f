//! What each side knows: worked out when it is asked, and kept until something stirs.

use std::sync::{Arc, OnceLock};
use umpire::Side;

/// What each side knows now, and what it knew before the last change, from which the book need not look at everything again.
#[derive(Clone, Debug)]
pub struct Knowing<K> {
    now: [OnceLock<Arc<K>>; 2],
    before: [Option<Arc<K>>; 2],
}

impl<K> Default for Knowing<K> {
    fn default() -> Knowing<K> {
        Knowing { now: [OnceLock::new(), OnceLock::new()], before: [None, None] }
    }
}

impl<K> Knowing<K> {
    /// What a side knows; `look` is given what it knew before.
    pub fn of(&self, side: Side, look: impl FnOnce(Option<&K>) -> K) -> Arc<K> {
        let i = side.index();
        self.now[i].get_or_init(|| Arc::new(look(self.before[i].as_deref()))).clone()
    }

    /// What a side knew before.
    pub fn before(&self, side: Side) -> Option<&K> {
        self.before[side.index()].as_deref()
    }

    /// The same to be made use of: mostly nobody else looks at it.
    pub fn take_before(&mut self, side: Side) -> Option<K>
    where
        K: Clone,
    {
        let before = self.before[side.index()].take();
        before.map(|k| Arc::try_unwrap(k).unwrap_or_else(|k| (*k).clone()))
    }

    /// It has been worked out.
    pub fn set(&mut self, side: Side, known: K) {
        self.now[side.index()] = OnceLock::from(Arc::new(known));
    }

    /// Something has changed: what the sides know is worked out anew when it is asked.
    pub fn stirred(&mut self) {
        for (now, before) in self.now.iter_mut().zip(&mut self.before) {
            *before = now.take().or_else(|| before.take());
        }
    }
}
