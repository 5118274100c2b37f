//! Which guns of a battery can fire at whom: crews, ammunition, and those over whom they fire (14.3, 16.2, 16.4.f).

use crate::battle::Battle;
use crate::drill::quietly;
use crate::procedures::gunnery::{GunneryReadings, Overhead, OverheadSituation, Supply, SupplySituation};
use crate::terrain::Slope;
use crate::troop::{Ammunition, Piece};
use crate::unit::{Gun, UnitId};

/// Places at which the ground under a line of fire is looked at.
const LOOKS: u32 = 32;

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

    /// Pieces of one kind that bear on a target with such ammunition, and their crews (14.2.e, 14.3).
    pub(super) fn pieces_bearing(&self, u: UnitId, t: UnitId, piece: Piece, a: Ammunition) -> (u32, u32) {
        let over = |o: UnitId| self.fires_over(u, t, o, piece, a);
        let bear = self.field.guns_bear(u, t, &over);
        let guns = self.field[u].battery.as_ref().map(|b| &b.guns[..]).unwrap_or_default();
        let mine = bear.iter().filter(|g| guns[g.gun].piece == piece && self.ready(u, g.gun));
        mine.fold((0, 0), |(n, crew), g| (n + 1, crew + u32::from(guns[g.gun].crew)))
    }

    /// May such a piece fire at a target over a body that stands between them (14.3)?
    fn fires_over(&self, u: UnitId, t: UnitId, over: UnitId, piece: Piece, ammunition: Ammunition) -> bool {
        let f = &self.field;
        let level = |x: UnitId| f.level(&f[x]);
        let (firer, target, between) = (level(u), level(t), level(over));
        if between > firer {
            return false;
        }
        let s = OverheadSituation {
            piece,
            ammunition,
            british: f[u].troop.british(),
            below_firer: between < firer,
            below_target: between < target,
            slope: (between < firer || between < target).then(|| self.slope_under(u, t)),
            from_firer: f.gap(u, over),
            from_target: f.gap(over, t),
            crew_sees: f.sees(u, t).is_ok(),
            observer: None,
            readings: GunneryReadings::of(&f.readings),
        };
        quietly::<Overhead>(&s).may()
    }

    /// The slope under a line of fire: steep if any of it is (14.3.b).
    fn slope_under(&self, u: UnitId, t: UnitId) -> Slope {
        let (from, to) = self.line_of_fire(u, t);
        let steep = (0..=LOOKS).any(|i| {
            let p = from.lerp(to, f64::from(i) / f64::from(LOOKS));
            self.field.ground.slope(p).is_some_and(|s| s.slope == Slope::Steep)
        });
        if steep { Slope::Steep } else { Slope::Gentle }
    }
}
