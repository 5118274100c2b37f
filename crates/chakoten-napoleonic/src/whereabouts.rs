//! Where everybody is and was: over which staff figures the enemy has come meanwhile (play.staff).

use crate::field::{Field, Staff};
use crate::unit::{StaffId, UnitId};
use table::{Base, Box2, EPS, Strips, V2, hull, v2};

/// Who is near whom is found by strips of the table so wide, in cm.
const STRIP: f64 = 40.0;

/// Where everybody was when this was last asked: units, and staff figures alone.
#[derive(Clone, Debug, Default)]
pub struct Whereabouts {
    units: Vec<Base>,
    alone: Vec<Option<V2>>,
    /// By their places in the list: who of the units has been elsewhere since, and where he was; those are put back when this is next asked.
    moved: Vec<Option<Base>>,
    stirred: Vec<UnitId>,
    /// Of each unit the upright box about where it is and was.
    swept: Option<Strips>,
    /// Room for those found near a figure.
    near: Vec<u16>,
}

/// The upright box about two.
fn about(a: Box2, b: Box2) -> Box2 {
    let lo = v2(a.0.x.min(b.0.x), a.0.y.min(b.0.y));
    (lo, v2(a.1.x.max(b.1.x), a.1.y.max(b.1.y)))
}

impl Whereabouts {
    /// Units are where they are now. Whoever has just come has stirred.
    fn note_units(&mut self, f: &Field) {
        let Whereabouts { units, moved, stirred, swept, .. } = self;
        let swept = swept.get_or_insert_with(|| Strips::new(f.ground.width, STRIP, std::iter::empty()));
        for u in stirred.drain(..) {
            moved[u.index()] = None;
            swept.set(u.index(), units[u.index()].rect().bounds());
        }
        for u in &f.units {
            let i = u.id.index();
            let Some(is) = units.get_mut(i) else {
                units.push(u.base);
                moved.push(Some(u.base));
                stirred.push(u.id);
                swept.set(i, u.base.rect().bounds());
                continue;
            };
            if *is == u.base {
                continue;
            }
            let was = std::mem::replace(is, u.base);
            // Who is not on the table has come over nobody, however he got there.
            let was = if u.on_table() { was } else { u.base };
            moved[i] = Some(was);
            stirred.push(u.id);
            swept.set(i, about(was.rect().bounds(), u.base.rect().bounds()));
        }
    }

    /// The staff figures alone over whom an enemy has come since this was last asked, in the order of the list. Where neither of two has
    /// stirred nobody has come over anybody.
    pub fn reached(&mut self, f: &Field) -> Vec<StaffId> {
        self.note_units(f);
        self.alone.resize(f.staff.len(), None);
        let mut reached: Vec<StaffId> = Vec::new();
        for s in &f.staff {
            let is = (s.present() && s.with.is_none()).then_some(s.base.front);
            // Whoever has just come to be alone has stirred.
            let same = std::mem::replace(&mut self.alone[s.id.index()], is) == is;
            if is.is_none() || (same && self.stirred.is_empty()) {
                continue;
            }
            if self.is_reached(f, s, !same) {
                reached.push(s.id);
                // He is looked at again wherever he is put.
                self.alone[s.id.index()] = None;
            }
        }
        reached
    }

    /// Has an enemy come over a staff figure? If it has not stirred only those are asked who have.
    fn is_reached(&mut self, f: &Field, s: &Staff, stirred: bool) -> bool {
        let rect = s.base.rect();
        let (lo, hi) = rect.bounds();
        let Some(swept) = &self.swept else { return false };
        swept.meeting(lo, hi, &mut self.near);
        let comes = |i: &u16| {
            let (u, was) = (&f.units[usize::from(*i)], self.moved[usize::from(*i)]);
            if u.side == s.side || !u.on_table() || u.inside.is_some() || !(stirred || was.is_some()) {
                return false;
            }
            let was = was.unwrap_or(u.base);
            let corners: Vec<V2> = was.corners().into_iter().chain(u.base.corners()).collect();
            hull(&corners).penetration(&rect) > EPS
        };
        self.near.iter().any(comes)
    }
}
