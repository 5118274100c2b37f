//! Where everybody is and was: over which staff figures the enemy has come meanwhile (play.staff).

use crate::field::{Field, Staff};
use crate::unit::{Side, StaffId, Unit};
use table::{Base, Box2, EPS, Poly, Rect, V2, hull, v2};

/// A staff figure alone.
#[derive(Clone, Copy, Debug)]
struct Figure {
    id: StaffId,
    side: Side,
    rect: Rect,
    /// How far he reaches from his middle.
    reach: f64,
}

impl Figure {
    fn of(s: &Staff) -> Figure {
        let rect = s.base.rect();
        Figure { id: s.id, side: s.side, rect, reach: rect.half_width + rect.half_depth + EPS }
    }
}

/// Staff figures from west to east.
#[derive(Clone, Debug, Default)]
struct Row {
    all: Vec<Figure>,
    /// How far the largest reaches.
    widest: f64,
    /// The upright box about the middles of those of each side.
    about: [Box2; 2],
}

impl Row {
    fn of(&mut self, figures: impl Iterator<Item = Figure>) {
        self.all.clear();
        self.all.extend(figures);
        self.all.sort_unstable_by(|a, b| a.rect.centre.x.total_cmp(&b.rect.centre.x));
        self.widest = self.all.iter().map(|s| s.reach).fold(0.0, f64::max);
        let far = f64::INFINITY;
        self.about = [(v2(far, far), v2(-far, -far)); 2];
        for s in &self.all {
            let ((lo, hi), at) = (&mut self.about[s.side.index()], s.rect.centre);
            (*lo, *hi) = (v2(lo.x.min(at.x), lo.y.min(at.y)), v2(hi.x.max(at.x), hi.y.max(at.y)));
        }
    }
}

/// Where everybody was when this was last asked: units, and staff figures alone.
#[derive(Clone, Debug, Default)]
pub struct Whereabouts {
    units: Vec<Base>,
    alone: Vec<Option<V2>>,
    /// Who of them has stirred since.
    moved: Vec<bool>,
    /// Those alone who had not stirred then, and those who have since.
    still: Row,
    stirred: Row,
}

impl Whereabouts {
    /// Staff figures are where they are now. Whoever has just come to be alone has stirred.
    fn note_staff(&mut self, f: &Field) {
        self.alone.resize(f.staff.len(), None);
        self.moved.clear();
        let mut kept = 0;
        for (s, was) in f.staff.iter().zip(&mut self.alone) {
            let is = (s.present() && s.with.is_none()).then_some(s.base.front);
            let same = is == *was;
            kept += usize::from(is.is_some() && same);
            self.moved.push(is.is_some() && !same);
            *was = is;
        }
        let stirred = |s: &&Staff| self.moved[s.id.index()];
        self.stirred.of(f.staff.iter().filter(stirred).map(Figure::of));
        // Mostly those who stood still are the same as before.
        let still = |s: StaffId| self.alone[s.index()].is_some() && !self.moved[s.index()];
        if self.still.all.len() != kept || !self.still.all.iter().all(|s| still(s.id)) {
            self.still.of(f.staff.iter().filter(|s| still(s.id)).map(Figure::of));
        }
    }

    /// The staff figures alone over whom an enemy has come since this was last asked, in the order of the list. Where neither of two has
    /// stirred nobody has come over anybody.
    pub fn reached(&mut self, f: &Field) -> Vec<StaffId> {
        self.note_staff(f);
        let mut reached: Vec<StaffId> = Vec::new();
        let Whereabouts { units, alone, still, stirred, .. } = self;
        for u in &f.units {
            let i = u.id.index();
            if i < units.len() && !u.on_table() {
                units[i] = u.base;
            } else if i == units.len() {
                units.push(u.base);
                reached_by(u, &u.base, still, &mut reached);
                reached_by(u, &u.base, stirred, &mut reached);
            } else if units[i] != u.base {
                let was = std::mem::replace(&mut units[i], u.base);
                reached_by(u, &was, still, &mut reached);
                reached_by(u, &was, stirred, &mut reached);
            } else {
                reached_by(u, &u.base, stirred, &mut reached);
            }
        }
        reached.sort_unstable();
        reached.dedup();
        // They are looked at again wherever they are put.
        reached.iter().for_each(|s| alone[s.index()] = None);
        reached
    }
}

/// Over which of some staff figures a unit has come from where it was.
fn reached_by(u: &Unit, was: &Base, figures: &Row, reached: &mut Vec<StaffId>) {
    if figures.all.is_empty() || !u.on_table() || u.inside.is_some() {
        return;
    }
    let is = &u.base;
    // What he has swept lies no further from where he is and was than he reaches.
    let reach = |b: &Base| b.width + b.depth;
    let far = reach(is).max(reach(was)) + figures.widest;
    let (west, east) = (is.front.x.min(was.front.x) - far, is.front.x.max(was.front.x) + far);
    let (south, north) = (is.front.y.min(was.front.y) - far, is.front.y.max(was.front.y) + far);
    let (least, most) = figures.about[u.side.other().index()];
    if least.x > east || most.x < west || least.y > north || most.y < south {
        return;
    }
    let first = figures.all.partition_point(|s| s.rect.centre.x < west);
    let along = figures.all[first..].iter().take_while(|s| s.rect.centre.x <= east);
    let mut swept: Option<Poly> = None;
    for s in along.filter(|s| s.side != u.side && (south..=north).contains(&s.rect.centre.y)) {
        let over = swept.get_or_insert_with(|| {
            let corners: Vec<V2> = was.corners().into_iter().chain(is.corners()).collect();
            hull(&corners)
        });
        if over.penetration(&s.rect) > EPS {
            reached.push(s.id);
        }
    }
}
