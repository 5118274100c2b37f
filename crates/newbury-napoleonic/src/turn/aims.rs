//! Whom each body can fire at in step 8, worked out once when it is asked about. Who commands it asks again, so does who judges his answer, and
//! so does the fire itself; as long as nothing has changed that bears on it, they are told the same.

use super::fire::Groups;
use crate::battle::Battle;
use crate::unit::{Deeds, Loading, Side, Unit, UnitId};
use crate::units::{around, meet};
use std::sync::Arc;
use table::Rect;

/// Whom a body can fire at while its weapons are as they were then.
#[derive(Clone, Debug)]
struct Aim {
    loading: Loading,
    deeds: Deeds,
    /// With small arms, each with the figures that bear on it; with guns, without an observer.
    small_arms: Option<Vec<(UnitId, Groups)>>,
    guns: Option<Vec<UnitId>>,
}

impl Aim {
    fn holds(&self, u: &Unit) -> bool {
        self.loading == u.loading && self.deeds == u.deeds
    }
}

/// What is known of it, by sides and by the place of the body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aims {
    of: [Option<Arc<Vec<Option<Aim>>>>; 2],
    /// Nothing is kept.
    never: bool,
}

impl Aims {
    pub(crate) fn forget(&mut self) {
        *self = Aims { never: self.never, ..Aims::default() };
    }

    pub(crate) fn never(&mut self) {
        *self = Aims { never: true, ..Aims::default() };
    }

    /// Is anything kept?
    pub(crate) fn keeps(&self) -> bool {
        !self.never
    }

    /// What one side may know of it.
    pub(crate) fn of(&self, side: Side) -> Aims {
        let mut own = Aims { never: self.never, ..Aims::default() };
        own.of[side.index()] = self.of[side.index()].clone();
        own
    }
}

impl Battle {
    /// Works out for everybody whom he can fire at.
    pub(super) fn keep_aims(&mut self) {
        if self.aims.never {
            return;
        }
        for side in Side::BOTH {
            let mut all: Vec<Option<Aim>> = vec![None; self.field.units.len()];
            for u in self.field.side(side) {
                let guns = u.arm().battery() && !self.fires_muskets(u.id);
                all[u.id.index()] = Some(Aim {
                    loading: u.loading,
                    deeds: u.deeds,
                    small_arms: (!guns).then(|| self.bears_upon(u.id)),
                    guns: guns.then(|| self.guns_bear_upon(u.id, false)),
                });
            }
            self.aims.of[side.index()] = Some(Arc::new(all));
        }
    }

    fn aim(&self, u: UnitId) -> Option<&Aim> {
        let unit = &self.field[u];
        let aim = self.aims.of[unit.side.index()].as_ref()?.get(u.index())?.as_ref()?;
        aim.holds(unit).then_some(aim)
    }

    pub(super) fn kept_targets(&self, u: UnitId) -> Option<&[(UnitId, Groups)]> {
        self.aim(u)?.small_arms.as_deref()
    }

    pub(super) fn kept_gun_targets(&self, u: UnitId) -> Option<&[UnitId]> {
        self.aim(u)?.guns.as_deref()
    }

    /// Will fire betray it at the edge of a wood to others who fire after it (4.6.c.2)? Only where that would change what is kept.
    pub(super) fn fire_betrays(&self, u: UnitId) -> bool {
        let unit = &self.field[u];
        self.aims.of[unit.side.other().index()].is_some() && !self.field.stirred(unit) && self.in_wood(u)
    }

    /// May any part of a body lie in a wood?
    fn in_wood(&self, u: UnitId) -> bool {
        let rects = self.field.rects(&self.field[u]);
        let about = around(&rects, 1.0);
        let near = self.field.ground.patches.between(about.0.x, about.1.x).map(|(_, p)| p);
        let mut woods = near.filter(|p| p.kind.wooded() && meet(&p.area.bounds(), &about));
        woods.any(|p| {
            let meets = |r: &Rect| p.area.edges().any(|(a, b)| r.clip(a, b).is_some());
            rects.iter().map(|r| r.grown(0.1)).any(|r| p.area.contains(r.centre) || meets(&r))
        })
    }

    /// It has betrayed itself: who of its enemies can fire at it is worked out anew. At all others they can fire as before.
    pub(super) fn aim_at_betrayed(&mut self, t: UnitId) {
        let foe = self.field[t].side.other().index();
        let Some(mut kept) = self.aims.of[foe].take() else { return };
        for (i, aim) in Arc::make_mut(&mut kept).iter_mut().enumerate() {
            let (u, Some(aim)) = (UnitId(i as u16), aim) else { continue };
            // Who has fired since, or loaded, is asked anew anyway.
            if !aim.holds(&self.field[u]) {
                continue;
            }
            if let Some(targets) = &mut aim.small_arms
                && !self.stayed_apart(u, t, self.reach(u))
            {
                let at = targets.partition_point(|(x, _)| *x < t);
                if targets.get(at).is_some_and(|(x, _)| *x == t) {
                    targets.remove(at);
                }
                let found = self.bears_upon_those(u, |e| e.id == t);
                targets.splice(at..at, found);
            }
            // Guns that could fire at it still can.
            if let Some(targets) = &mut aim.guns
                && let Err(at) = targets.binary_search(&t)
            {
                let found = self.guns_bear_upon_those(u, false, |e| e.id == t);
                targets.splice(at..at, found);
            }
        }
        self.aims.of[foe] = Some(kept);
    }

    /// From now on nothing that was worked out is kept: for proofs that it makes no difference.
    pub fn keeps_nothing(&mut self) {
        self.aims.never();
    }
}
