//! Which guns of a battery can fire: crews and ammunition (16.2, 16.4.f).

use crate::battle::Battle;
use crate::drill::quietly;
use crate::procedures::gunnery::{Supply, SupplySituation};
use crate::unit::{Gun, UnitId};

impl Battle {
    /// Is a gun of a battery served and supplied (16.2, 16.4.f)?
    pub(super) fn ready(&self, u: UnitId, at: usize) -> bool {
        let gun = self.field[u].battery.as_ref().and_then(|b| b.guns.get(at));
        let served = |g: &Gun| !g.destroyed && !g.spiked && g.taken.is_none() && g.crew > 0;
        gun.is_some_and(served) && self.supplied(u, at)
    }

    /// Has a gun ammunition: from its own limber, or from another of the same kind within 5 cm (16.2)?
    fn supplied(&self, u: UnitId, at: usize) -> bool {
        let unit = &self.field[u];
        let Some(b) = &unit.battery else { return false };
        // A gun of a fortification has no limber to lose.
        if b.guns[at].team.is_none_or(|t| !t.destroyed) {
            return true;
        }
        let places = self.field.guns(unit);
        let Some((_, own)) = places.iter().find(|(i, _)| *i == at) else { return false };
        // A limber touches its gun, and is as far from the next gun as that.
        let has_limber = |i: usize| i != at && b.guns[i].team.is_some_and(|t| !t.destroyed);
        let same = places.iter().filter(|(i, _)| has_limber(*i) && b.guns[*i].piece == b.guns[at].piece);
        let other = same.map(|(_, o)| own.rect().gap(&o.rect())).min_by(f64::total_cmp);
        let rockets = unit.arm().rockets();
        quietly::<Supply>(&SupplySituation { rockets, own: None, other, lost_now: false }).may()
    }
}
