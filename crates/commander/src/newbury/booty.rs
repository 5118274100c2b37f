//! Guns that stand alone: whoever is near takes the enemy's and stays by them, or takes his own back (24.3.d, play.prisoners).

use super::desk::Desk;
use crate::common::routes::Routes;
use newbury_napoleonic::answer::MoveOrder;
use newbury_napoleonic::field::Abandoned;
use newbury_napoleonic::unit::{Unit, UnitId};

/// So far anybody goes for guns, in cm.
const FAR: f64 = 80.0;
/// Guns are held by who is so near, and taken by who is so near (play.prisoners).
const HELD: f64 = 4.5;
const TAKEN: f64 = 0.8;
/// In the last moves they are held whatever it costs.
const LAST: u32 = 3;

/// Who goes for which guns, by their place in the list.
pub(super) type Errands = Vec<(UnitId, usize)>;

impl Desk<'_> {
    /// For all guns that stand alone the nearest who is free.
    pub fn errands(&self) -> Errands {
        let own = self.own();
        let mut all: Errands = Vec::new();
        for (n, a) in self.f.abandoned.iter().enumerate() {
            let gap = |u: &UnitId| self.f[*u].base.rect().gap(&a.base.rect());
            let able = |u: &&UnitId| {
                let x = &self.f[**u];
                !x.arm().battery() && x.inside.is_none() && x.changing.is_none() && x.figures() > 3
            };
            let free = own.iter().filter(able).filter(|u| !all.iter().any(|e| e.0 == **u));
            let near = free.filter(|u| gap(u) < FAR).min_by(|a, b| gap(a).total_cmp(&gap(b)).then(a.cmp(b)));
            let safe = a.side == self.side && a.taken.is_none();
            if let Some(u) = near.filter(|_| !safe) {
                all.push((*u, n));
            }
        }
        all
    }

    /// What who has such an errand does; nothing where he has his hands free.
    pub fn errand(&self, routes: &mut Routes, u: &Unit, n: usize) -> Option<Option<MoveOrder>> {
        let a: &Abandoned = &self.f.abandoned[n];
        let gap = u.base.rect().gap(&a.base.rect());
        let ours = a.side == self.side || a.taken == Some(self.side);
        let hot = u.mounted() && self.under_fire(a.base.centre(), None);
        if ours && a.taken == Some(self.side) && hot && self.left > LAST {
            return None;
        }
        if gap <= if ours { HELD } else { TAKEN } {
            return Some(None);
        }
        let to = a.base.centre();
        self.march_into_fire(routes, u, to).map(Some)
    }
}
