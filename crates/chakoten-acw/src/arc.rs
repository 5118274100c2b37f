//! Arcs and lines of fire: what lies in front of a figure or a gun line, and what stands between it and the target.

use crate::book::data;
use crate::field::Field;
use crate::troop::Formation;
use crate::unit::{Unit, UnitId};
pub use ::ground::Arc;
use ::ground::{Between, nearest_of};
use smallvec::SmallVec;
use table::{Base, Rect, V2};

/// The arc of a figure whose front has its middle at `at`: so far to each side of straight ahead (05.01.2.a).
pub fn of_figure(at: V2, dir: V2) -> Arc {
    Arc::of_point(at, dir, data().d.small_arms_arc)
}

/// The arc of a gun line, measured at its flanks (06.01.4).
pub fn of_battery(base: &Base) -> Arc {
    Arc::of_front(base, data().d.artillery_arc)
}

/// The point of a unit's bases nearest to a place.
pub fn closest_of(f: &Field, u: &Unit, p: V2) -> V2 {
    nearest_of(&f.rects(u), p)
}

/// The middle of a unit: of its envelope, or of all the buildings it holds.
pub fn middle(f: &Field, u: &Unit) -> V2 {
    if u.inside.is_empty() {
        return u.base.centre();
    }
    let rects = f.rects(u);
    let sum = rects.iter().fold(V2::default(), |s, r| s + r.centre);
    sum * (1.0 / rects.len().max(1) as f64)
}

/// Thin line or chain: one rank with gaps.
pub fn one_rank(u: &Unit) -> bool {
    matches!(u.formation, Formation::ThinLine | Formation::Chain)
}

/// What a unit closes to fire: its bases, and the gaps between them in an open formation (play.measure). Guns without
/// gunners close nothing.
pub fn closed_by(f: &Field, u: &Unit) -> SmallVec<[Rect; 4]> {
    if u.inside.is_empty() && one_rank(u) {
        // The support unit between its wings is no part of it.
        return u.drawn_up().closed_by(&u.base);
    }
    f.rects(u)
}

/// Everything that may stand between a unit and what it fires at: whose base it is, and whether he is a chain.
#[derive(Clone, Debug)]
pub struct Screens(Between<(UnitId, bool)>);

impl Screens {
    /// What stands within reach of a unit, itself left out.
    pub fn around(f: &Field, u: &Unit, reach: f64) -> Screens {
        // A garrison's envelope is that of its first building only.
        let far = if u.inside.is_empty() { reach + u.base.radius() } else { f64::INFINITY };
        let at = u.base.centre();
        let near = f.present().filter(|o| {
            let most = far + o.base.radius();
            o.id != u.id && !(o.inside.is_empty() && (o.base.centre() - at).len2() > most * most)
        });
        Screens(near.flat_map(|o| closed_by(f, o).into_iter().map(|r| (r, (o.id, o.chain())))).collect())
    }

    /// Does a unit other than the target stand on the line? `Some(true)` where it is a chain.
    pub fn between(&self, from: V2, to: V2, target: UnitId) -> Option<bool> {
        self.crossed(from, to).find(|(u, _)| *u != target).map(|(_, chain)| chain)
    }

    /// The units whose bases the line crosses, and whether they are chains; one of several buildings or ranks each time.
    pub fn crossed(&self, from: V2, to: V2) -> impl Iterator<Item = (UnitId, bool)> + '_ {
        self.0.crossed(from, to)
    }
}
