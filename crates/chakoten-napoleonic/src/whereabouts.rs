//! Where everybody is and was: over which staff figures the enemy has come meanwhile (play.staff).

use crate::field::{Field, Staff};
use crate::unit::{StaffId, Unit, UnitId};
use crate::units::Mark;
use table::{Base, EPS, Rect, V2, hull};

/// Where everybody was when this was last asked: units, and staff figures alone.
#[derive(Clone, Debug, Default)]
pub struct Whereabouts {
    units: Vec<Stood>,
    /// Up to where it was asked who has been touched.
    mark: Mark,
    /// Who of them has been elsewhere since.
    stirred: Vec<UnitId>,
    /// Cm that nobody of a side has come further than so far.
    most: [f64; 2],
    alone: Vec<Alone>,
}

/// A unit as it stands, and where it stood before.
#[derive(Clone, Debug)]
struct Stood {
    is: Base,
    was: Base,
    /// Cm that it has come from there, or more; it has been elsewhere, or has just come.
    moved: f64,
    stirred: bool,
    /// It is on the table and in no building: it comes over whoever is in its way.
    out: bool,
}

/// A staff figure.
#[derive(Clone, Debug)]
struct Alone {
    /// Where he is, if he is alone.
    at: Option<V2>,
    /// The enemies who were near when he last looked round.
    near: Vec<UnitId>,
    /// Until any enemy has come so far nobody else has come over him. It is found from where all are, less what the figure himself comes
    /// nearer; whoever comes on the table or out of a building so near that it may be otherwise is put to those.
    clear: f64,
}

impl Default for Alone {
    fn default() -> Alone {
        Alone { at: None, near: Vec::new(), clear: f64::NEG_INFINITY }
    }
}

/// Who may come over a figure before he has come so far, in cm, is near him.
const NEAR: f64 = 25.0;

/// Who comes so far at once, in flight, is put to those whom he has come near, and brings nobody else nearer to anybody.
const LEAP: f64 = 3.0;

/// No part of a base, nor what it has swept since it stood elsewhere, is farther from the middle of its front than this and how far
/// that has come.
fn reach(b: &Base) -> f64 {
    b.width + b.depth
}

impl Whereabouts {
    /// Units are where they are now. Those who have come on the table or out of a building, or all at once from far away.
    fn note_units(&mut self, f: &Field) -> Vec<UnitId> {
        for u in std::mem::take(&mut self.stirred) {
            let stood = &mut self.units[u.index()];
            (stood.was, stood.moved, stood.stirred) = (stood.is, 0.0, false);
        }
        let mark = std::mem::replace(&mut self.mark, f.units.mark());
        let (mut furthest, mut new) = ([0.0f64; 2], Vec::new());
        match f.units.touched_since(mark) {
            Some(some) => some.iter().for_each(|t| self.note_one(&f[t.unit], &mut furthest, &mut new)),
            None => f.units.iter().for_each(|u| self.note_one(u, &mut furthest, &mut new)),
        }
        for (all, cm) in self.most.iter_mut().zip(furthest) {
            *all += cm;
        }
        new
    }

    fn note_one(&mut self, u: &Unit, furthest: &mut [f64; 2], new: &mut Vec<UnitId>) {
        let Whereabouts { units, stirred, .. } = self;
        let out = u.on_table() && u.inside.is_none();
        let Some(stood) = units.get_mut(u.id.index()) else {
            // Whoever has just come has stirred.
            units.push(Stood { is: u.base, was: u.base, moved: 0.0, stirred: true, out });
            stirred.push(u.id);
            new.push(u.id);
            return;
        };
        if out && !stood.out {
            new.push(u.id);
        }
        stood.out = out;
        if stood.is == u.base {
            return;
        }
        let cm = stood.is.front.dist(u.base.front) + (reach(&u.base) - reach(&stood.is)).abs();
        if out && cm > LEAP {
            new.push(u.id);
        } else if out {
            let side = &mut furthest[u.side.index()];
            *side = side.max(cm);
        }
        // Who is not on the table has come over nobody, however he got there.
        (stood.was, stood.moved) = if u.on_table() { (stood.is, cm) } else { (u.base, 0.0) };
        (stood.is, stood.stirred) = (u.base, true);
        stirred.push(u.id);
    }

    /// The staff figures alone over whom an enemy has come since this was last asked, in the order of the list. Where neither of two has
    /// stirred nobody has come over anybody.
    pub fn reached(&mut self, f: &Field) -> Vec<StaffId> {
        let new = self.note_units(f);
        self.alone.resize(f.staff.len(), Alone::default());
        let mut reached: Vec<StaffId> = Vec::new();
        for s in &f.staff {
            let i = s.id.index();
            let is = (s.present() && s.with.is_none()).then_some(s.base.front);
            let was = std::mem::replace(&mut self.alone[i].at, is);
            let Some(at) = is else { continue };
            // Whoever has just come to be alone has stirred.
            let came = was.map_or(f64::INFINITY, |was| if was == at { 0.0 } else { was.dist(at) });
            self.alone[i].clear -= came;
            let most = self.most[s.side.other().index()];
            if most >= self.alone[i].clear {
                let near = f.enemies(s.side).filter(|u| far(u, s) <= NEAR).map(|u| u.id).collect();
                (self.alone[i].near, self.alone[i].clear) = (near, most + NEAR);
            } else {
                let Alone { near, clear, .. } = &mut self.alone[i];
                for u in new.iter().map(|u| &f[*u]).filter(|u| u.side != s.side) {
                    if far(u, s) - self.units[u.id.index()].moved <= *clear - most && !near.contains(&u.id) {
                        near.push(u.id);
                    }
                }
            }
            if self.alone[i].near.iter().any(|u| self.comes_over(&f[*u], s, came > 0.0)) {
                reached.push(s.id);
                // He is looked at again wherever he is put.
                self.alone[i].at = None;
            }
        }
        reached
    }

    /// Has an enemy come over a staff figure? If the figure has not stirred himself only one who has comes over him.
    fn comes_over(&self, u: &Unit, s: &Staff, stirred: bool) -> bool {
        let stood = &self.units[u.id.index()];
        // He has stirred if he stands elsewhere than he did, or has just come.
        if !stood.out || !(stirred || stood.stirred) {
            return false;
        }
        let most = stood.moved + reach(&u.base) + reach(&s.base) + EPS;
        if (u.base.front - s.base.front).len2() > most * most {
            return false;
        }
        let ([a, b, c, d], [e, f, g, h]) = (stood.was.corners(), u.base.corners());
        let (corners, figure) = ([a, b, c, d, e, f, g, h], s.base.rect());
        // Mostly a line along its front or its flank parts them.
        let across = [u.base.dir, u.base.dir.right()];
        !across.iter().any(|axis| parts(*axis, &corners, &figure))
            && hull(&corners).penetration(&figure) > EPS
    }
}

/// Does a line across such a direction part some places from a rectangle?
fn parts(axis: V2, places: &[V2], r: &Rect) -> bool {
    let far = f64::INFINITY;
    let along = places.iter().map(|p| p.dot(axis));
    let (lo, hi) = along.fold((far, -far), |(lo, hi), x| (lo.min(x), hi.max(x)));
    let half = r.half_width * r.dir.right().dot(axis).abs() + r.half_depth * r.dir.dot(axis).abs();
    let middle = r.centre.dot(axis);
    middle - half > hi || middle + half < lo
}

/// How far a unit is from a staff figure at least, however they front.
fn far(u: &Unit, s: &Staff) -> f64 {
    u.base.front.dist(s.base.front) - reach(&u.base) - reach(&s.base) - EPS
}
