//! What lies under an edge that goes straight on, place by place. Where it is beyond doubt how far the ground stays the same, it is not looked
//! at again before; everywhere else it is looked at anew (play.ground).

use crate::Field;
use crate::going::{ABREAST, Lies, STRAIGHT, place_of};
use crate::ground::{HillStep, Patch, STEEP};
use crate::terrain::{Going, Slope, Terrain};
use crate::units::along;
use ::ground::{SURE, Sure};
use arrayvec::ArrayVec;
use smallvec::SmallVec;
use table::{V2, v2};

/// So near to a contour it has to be measured which way is up.
const CLEAR: f64 = 1e-4;
/// Contours with shorter edges than this are measured everywhere.
const EDGE: f64 = 0.01;

/// Contours with more sides than this are measured too.
const MOST_SIDES: usize = 64;

/// Sides of a convex piece: a corner of each, and its direction.
type Sides = SmallVec<[(V2, V2); 12]>;

/// A contour, and if it is all of its hill and convex those of its sides to which the way comes near: its brow is what is near to them.
struct Contour<'f> {
    step: &'f HillStep,
    sides: Option<Sides>,
}

impl<'f> Contour<'f> {
    /// A contour as it matters on a way; none where all of the way lies beside it.
    fn on_the_way(f: &Field, step: &'f HillStep, edge: (V2, V2), by: V2) -> Option<Contour<'f>> {
        match plain_sides(f, step) {
            Some(sides) => Some(Contour { step, sides: Some(near_sides(sides, edge, by)?) }),
            None => Some(Contour { step, sides: None }),
        }
    }
}

/// The sides that are not deeper than the brow beneath all of the way of an edge: nothing hangs on the others. None at all where the way
/// lies wholly beyond one of them.
fn near_sides(sides: &[(V2, V2)], (a, b): (V2, V2), by: V2) -> Option<Sides> {
    let mut near = Sides::new();
    for (corner, side) in sides {
        let (deep, along, on) = (side.cross(a - *corner), side.cross(b - a), side.cross(by));
        if deep + along.max(0.0) + on.max(0.0) < -2.0 * SURE {
            return None;
        }
        if deep + along.min(0.0) + on.min(0.0) <= STEEP + 2.0 * SURE {
            near.push((*corner, *side));
        }
    }
    Some(near)
}

/// The ground that an edge may come upon on its way, and what lies at each of its places.
pub(crate) struct Underfoot<'f> {
    f: &'f Field,
    patches: SmallVec<[&'f Patch; 8]>,
    contours: SmallVec<[Contour<'f>; 4]>,
    dir: V2,
    length: f64,
    pub places: [Lies; ABREAST],
    /// Of each place, up to where on the way that is so.
    until: [f64; ABREAST],
}

/// Where a place is on a hill of one contour, and how much farther that is so.
enum OnHill {
    Beside(f64),
    /// Above the brow.
    Level(f64),
    Brow(Going, f64),
    /// To be measured.
    Unsure,
}

impl<'f> Underfoot<'f> {
    pub fn new(f: &'f Field, (a, b): (V2, V2), dir: V2, length: f64) -> Underfoot<'f> {
        let by = dir * length;
        let ((lo, hi), (end_lo, end_hi)) = (along(a, b), along(a + by, b + by));
        let spare = v2(0.01, 0.01);
        let way = (
            v2(lo.x.min(end_lo.x), lo.y.min(end_lo.y)) - spare,
            v2(hi.x.max(end_hi.x), hi.y.max(end_hi.y)) + spare,
        );
        let g = &f.ground;
        let patches = g.patches.between(way.0.x, way.1.x).map(|(_, p)| p);
        let hills = g.hills.between(way.0.x, way.1.x).map(|(_, h)| &**h);
        let contour = |step: &'f HillStep| Contour::on_the_way(f, step, (a, b), by);
        Underfoot {
            f,
            patches: patches.filter(|p| !::ground::apart(p.area.bounds(), way)).collect(),
            contours: hills.filter(|h| !::ground::apart(h.area.bounds(), way)).filter_map(contour).collect(),
            dir,
            length,
            places: [(Terrain::Open, None); ABREAST],
            until: [f64::NEG_INFINITY; ABREAST],
        }
    }

    /// Looks what lies under the edge, so far on its way; up to where on the way everything is certainly the same.
    pub fn look(&mut self, edge: (V2, V2), at: f64) -> f64 {
        if self.patches.is_empty() && self.contours.is_empty() {
            return f64::INFINITY;
        }
        let mut all = f64::INFINITY;
        for n in 0..ABREAST {
            if at >= self.until[n] {
                let p = place_of(edge, n);
                let sure = self.surely(p, self.length - at);
                (self.places[n], self.until[n]) = match sure {
                    Some((lies, far)) => (lies, at + far - SURE),
                    None => (self.f.ground_at(p, self.dir), at),
                };
            }
            all = all.min(self.until[n]);
        }
        all
    }

    /// What certainly lies at a place that goes on for so long, and how far.
    fn surely(&self, p: V2, length: f64) -> Option<(Lies, f64)> {
        let (mut kind, mut until) = (Terrain::Open, f64::INFINITY);
        for patch in &self.patches {
            until = until.min(match Sure::of(&patch.area, p, self.dir, length) {
                Sure::Inside(far) => {
                    kind = patch.kind;
                    far
                }
                Sure::Outside(far) => far,
                Sure::Not => return None,
            });
        }
        let (mut slope, mut on) = (None, 0);
        for c in &self.contours {
            until = until.min(match self.on_hill(c, p, length) {
                OnHill::Beside(far) => far,
                OnHill::Level(far) => {
                    on += 1;
                    far
                }
                OnHill::Brow(going, far) => {
                    on += 1;
                    slope = Some((Slope::Gentle, going));
                    far
                }
                OnHill::Unsure => return None,
            });
        }
        (on < 2).then_some(((kind, slope), until))
    }

    fn on_hill(&self, c: &Contour<'_>, p: V2, length: f64) -> OnHill {
        match &c.sides {
            Some(sides) => on_plain(sides, p, self.dir),
            None => match Sure::of(&c.step.area, p, self.dir, length) {
                Sure::Outside(far) => OnHill::Beside(far),
                _ => OnHill::Unsure,
            },
        }
    }
}

/// The sides of a contour that is all of its hill, convex, and without edges that are next to nothing.
fn plain_sides<'f>(f: &Field, step: &'f HillStep) -> Option<&'f [(V2, V2)]> {
    let mut pieces = step.area.sides();
    let (sides, None) = (pieces.next()?, pieces.next()) else { return None };
    let plain = sides.len() <= MOST_SIDES
        && step.area.edges().all(|(a, b)| (b - a).len2() > EDGE * EDGE)
        && f.ground.lone_contour(step);
    plain.then_some(sides)
}

/// Up, down or across by how much higher one comes on each centimetre; nothing where that is close.
fn going(deeper: f64) -> Option<Going> {
    // As the cosine of the angle between the way and straight up.
    const LIMIT: f64 = std::f64::consts::FRAC_1_SQRT_2;
    const { assert!(STRAIGHT == 45.0) };
    match deeper.abs() - LIMIT {
        off if off.abs() < SURE => None,
        off if off < 0.0 => Some(Going::Across),
        _ if deeper > 0.0 => Some(Going::Up),
        _ => Some(Going::Down),
    }
}

/// Of a place at a hill of one contour: on the brow one goes up from the side that is nearest (4.2).
fn on_plain(sides: &[(V2, V2)], p: V2, dir: V2) -> OnHill {
    // Of each side, how far inside it the place lies, and how much deeper it comes on each centimetre.
    let mut depths: ArrayVec<(f64, f64), MOST_SIDES> = ArrayVec::new();
    let (mut foot, mut deeper, mut beside) = (f64::INFINITY, 0.0, f64::NEG_INFINITY);
    for (corner, side) in sides {
        let (deep, more) = (side.cross(p - *corner), side.cross(dir));
        if deep < foot {
            (foot, deeper) = (deep, more);
        }
        if deep < -SURE {
            let until = if more > 0.0 { (-SURE - deep) / more } else { f64::INFINITY };
            beside = beside.max(until);
        }
        depths.push((deep, more));
    }
    if beside > 0.0 {
        return OnHill::Beside(beside);
    }
    // How far it goes until it is no deeper than so much inside some side.
    let no_deeper = |than: f64| {
        let mut until = f64::INFINITY;
        for (deep, more) in &depths {
            if *more < 0.0 && deep - than < until * -more {
                until = (deep - than) / -more;
            }
        }
        until
    };
    if foot > STEEP + SURE {
        return OnHill::Level(no_deeper(STEEP + SURE));
    }
    let Some(way) = going(deeper).filter(|_| foot > CLEAR && foot < STEEP - SURE) else {
        return OnHill::Unsure;
    };
    let mut until = no_deeper(CLEAR);
    if deeper > 0.0 {
        until = until.min((STEEP - SURE - foot) / deeper);
    }
    // Until another side is as near from which one goes another way.
    for (deep, more) in &depths {
        let off = deep - foot - SURE;
        // Farther off than it is in all that way.
        if off > 2.0 * until || going(*more) == Some(way) {
            continue;
        }
        if off <= 0.0 {
            return OnHill::Unsure;
        }
        if *more < deeper {
            until = until.min(off / (deeper - more));
        }
    }
    OnHill::Brow(way, until)
}
