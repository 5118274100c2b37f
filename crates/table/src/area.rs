use crate::motion::{Body, Placed};
use crate::near::{near, near_polys};
use crate::pass::{Contact, merged, passage_corners};
use crate::vec2::{least, most};
use crate::{Ellipse, Poly, Rect, Round, Span, V2, say, v2};
use serde::Serialize;
use smallvec::SmallVec;
use words::Message;

/// Parts of a way, in order and apart from each other.
pub type Spans = SmallVec<[Span; 4]>;

/// Distance forgiven as rounding at a border.
const FORGIVEN: f64 = 1e-9;
/// More corners than any piece of ground on a table has.
const MOST: usize = 512;
/// Farther off than any table reaches.
const FAR: f64 = 1e9;
/// Sides of the polygon that stands for an oval.
const ROUND: usize = 32;

/// Why an outline is no area. Corners are counted from 0 as given; edge `i` runs from corner `i` to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaError {
    TooFew { corners: usize },
    TooMany { corners: usize },
    NotFinite { corner: usize },
    CrossesItself { first: usize, second: usize },
    NoArea,
}

impl AreaError {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            AreaError::TooFew { corners } => say!("outline-too-few", corners),
            AreaError::TooMany { corners } => say!("outline-too-many", most = MOST, corners),
            AreaError::NotFinite { corner } => say!("outline-off-table", corner),
            AreaError::CrossesItself { first, second } => say!("outline-crosses-itself", first, second),
            AreaError::NoArea => say!("outline-without-area"),
        }
    }
}
words::spoken!(AreaError);
impl std::error::Error for AreaError {}

/// A piece of ground with any simple outline, convex or not. Its border belongs to it.
///
/// ```
/// use table::{Area, v2};
/// // A wood in the shape of an L.
/// let l = [v2(0.0, 0.0), v2(20.0, 0.0), v2(20.0, 10.0), v2(10.0, 10.0), v2(10.0, 20.0), v2(0.0, 20.0)];
/// let wood = Area::new(&l).unwrap();
/// assert!(wood.contains(v2(5.0, 15.0)) && !wood.contains(v2(15.0, 15.0)));
/// // A line of sight from the tip of one arm to the other goes out and in again.
/// assert_eq!(wood.clip(v2(20.0, 5.0), v2(5.0, 20.0)).len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Area {
    /// Counter-clockwise.
    outline: Vec<V2>,
    /// Convex, without common area, together the whole.
    #[serde(skip)]
    pieces: Vec<Poly>,
    /// The corners of all pieces one after the other, each with the direction of the side that begins there: clipping asks for
    /// them a hundred thousand times a turn.
    #[serde(skip)]
    sides: Vec<(V2, V2)>,
    /// The same for four corners of a convex area: what is in their square is in the area.
    #[serde(skip)]
    core: Vec<(V2, V2)>,
    /// The corners of the outline, each with the direction and the length of the edge that begins there.
    #[serde(skip)]
    border: Vec<(V2, V2, f64)>,
    #[serde(skip)]
    bounds: (V2, V2),
    /// The oval on which its corners lie, if they do.
    #[serde(skip)]
    round: Option<Round>,
}

/// Cheap: is the point not certainly further than so much from the straight line between two others?
#[inline]
fn may_be_near(a: V2, b: V2, p: V2, reach: f64) -> bool {
    // Far more than rounding can make of it.
    let most = reach + 1e-6;
    p.x >= a.x.min(b.x) - most
        && p.x <= a.x.max(b.x) + most
        && p.y >= a.y.min(b.y) - most
        && p.y <= a.y.max(b.y) + most
}

impl Area {
    /// An area from its corners in order, either way round. Corners given twice running, and a last corner that repeats the
    /// first, count once.
    pub fn new(corners: &[V2]) -> Result<Area, AreaError> {
        let outline = checked(corners)?;
        let pieces = cut_up(&outline);
        Ok(Area::of(outline, pieces))
    }

    /// An oval as a polygon of 32 sides with the same area: its border is off by no more than 0.33 % of the half axis.
    pub fn ellipse(e: &Ellipse) -> Result<Area, AreaError> {
        let n = ROUND as f64;
        let grow = (std::f64::consts::TAU / (n * libm::sin(std::f64::consts::TAU / n))).sqrt();
        Area::new(&Ellipse { a: e.a * grow, b: e.b * grow, ..*e }.rim(ROUND))
    }

    /// A rectangle.
    pub fn rect(r: &Rect) -> Result<Area, AreaError> {
        Area::new(&r.corners())
    }

    fn of(outline: Vec<V2>, pieces: Vec<Poly>) -> Area {
        let mut bounds = (outline[0], outline[0]);
        for p in &outline {
            bounds.0 = v2(bounds.0.x.min(p.x), bounds.0.y.min(p.y));
            bounds.1 = v2(bounds.1.x.max(p.x), bounds.1.y.max(p.y));
        }
        let sides = pieces.iter().flat_map(|p| sides_of(p.points())).collect();
        let core = match &pieces[..] {
            [p] if p.points().len() >= 4 => {
                let c = p.points();
                sides_of(&[0, 1, 2, 3].map(|q| c[q * c.len() / 4]))
            }
            _ => Vec::new(),
        };
        let n = outline.len();
        let lengths = (0..n).map(|i| outline[i].dist(outline[(i + 1) % n]));
        let border =
            sides_of(&outline).into_iter().zip(lengths).map(|((p, side), len)| (p, side, len)).collect();
        let round = if pieces.len() == 1 { Round::about(&outline) } else { None };
        Area { outline, pieces, sides, core, border, bounds, round }
    }

    /// Can these corners be the outline of an area? Says what is wrong with them.
    pub fn is_simple(corners: &[V2]) -> Result<(), AreaError> {
        checked(corners).map(|_| ())
    }

    /// Upright box about it: lower left and upper right.
    #[inline]
    pub fn bounds(&self) -> (V2, V2) {
        self.bounds
    }

    /// The oval on which its corners lie at even steps, if they do.
    #[inline]
    pub fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }

    /// Its corners, counter-clockwise.
    #[inline]
    pub fn outline(&self) -> &[V2] {
        &self.outline
    }

    /// Its edges, counter-clockwise.
    pub fn edges(&self) -> impl Iterator<Item = (V2, V2)> + '_ {
        let n = self.outline.len();
        (0..n).map(move |i| (self.outline[i], self.outline[(i + 1) % n]))
    }

    /// The convex pieces it is kept as. They have no common area and together are the whole.
    #[inline]
    pub fn pieces(&self) -> &[Poly] {
        &self.pieces
    }

    /// The sides of each convex piece, counter-clockwise: the corner at which a side begins, and its direction.
    ///
    /// ```
    /// use table::{Area, Rect, v2};
    /// let field = Area::rect(&Rect::upright(v2(0.0, 0.0), v2(4.0, 2.0))).unwrap();
    /// // So far inside each side a place lies.
    /// let deep = |p| field.sides().map(|all| all.iter().map(|(c, side)| side.cross(p - *c)).fold(9.0, f64::min)).sum::<f64>();
    /// assert_eq!(deep(v2(1.5, 0.5)), 0.5);
    /// ```
    pub fn sides(&self) -> impl Iterator<Item = &[(V2, V2)]> + '_ {
        let mut left = self.sides.as_slice();
        self.pieces.iter().map(move |p| {
            let (own, rest) = left.split_at(p.points().len());
            left = rest;
            own
        })
    }

    /// How much ground it is.
    pub fn area(&self) -> f64 {
        twice_area(&self.outline) / 2.0
    }

    #[inline]
    fn off(&self, lo: V2, hi: V2, by: f64) -> bool {
        lo.x > self.bounds.1.x + by
            || hi.x < self.bounds.0.x - by
            || lo.y > self.bounds.1.y + by
            || hi.y < self.bounds.0.y - by
    }

    /// Does the line through `a` along `way` pass by its box?
    #[inline]
    fn beside(&self, a: V2, way: V2) -> bool {
        let (lo, hi) = self.bounds;
        let middle = (lo + hi) * 0.5;
        let half = (hi - lo) * 0.5;
        let off = way.cross(middle - a).abs();
        let reach = half.x * way.y.abs() + half.y * way.x.abs();
        off > reach + FORGIVEN * (way.x.abs() + way.y.abs())
    }

    /// Is the point in it or on its border?
    pub fn contains(&self, p: V2) -> bool {
        if !p.is_finite() || self.off(p, p, FORGIVEN) {
            return false;
        }
        if let Some(inside) = self.round.as_ref().and_then(|r| r.holds(r.unit(p))) {
            return inside;
        }
        if let [_] = &self.pieces[..] {
            // Of a convex one it is mostly clear at once. Far more than rounding can make of it:
            let sure = 1e-6;
            if !self.core.is_empty() && self.core.iter().all(|&(c, side)| side.cross(p - c) > sure) {
                return true;
            }
            let mut deep = f64::INFINITY;
            for &(corner, side) in &self.sides {
                deep = least(deep, side.cross(p - corner));
                if deep < -sure {
                    return false;
                }
            }
            if deep > sure {
                return true;
            }
        }
        let mut inside = false;
        for (a, b) in self.edges() {
            if may_be_near(a, b, p, FORGIVEN) && Rect::between(a, b).gap_to_point(p) <= FORGIVEN {
                return true;
            }
            if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
                inside = !inside;
            }
        }
        inside
    }

    /// Has the rectangle any point in common with it, if only at the border?
    pub fn touches(&self, r: &Rect) -> bool {
        let (lo, hi) = r.bounds();
        !self.off(lo, hi, FORGIVEN) && self.any_piece(r, |p| p.penetration(r) >= -FORGIVEN)
    }

    /// Does any piece have that much in common with a rectangle? Cheap where its middle is clearly inside, or a side clearly parts them.
    #[inline]
    fn any_piece(&self, r: &Rect, exactly: impl Fn(&Poly) -> bool) -> bool {
        // Far more than rounding can make of it.
        let sure = 1e-6;
        let right = r.dir.right();
        let mut sides = self.sides.as_slice();
        self.pieces.iter().any(|p| {
            let (own, rest) = sides.split_at(p.points().len());
            sides = rest;
            let mut inside = f64::INFINITY;
            for &(corner, side) in own {
                let deep = side.cross(r.centre - corner);
                if deep < -sure {
                    let reach =
                        r.half_width * side.cross(right).abs() + r.half_depth * side.cross(r.dir).abs();
                    if deep < -(reach + sure) {
                        return false;
                    }
                }
                inside = least(inside, deep);
            }
            inside > sure || exactly(p)
        })
    }

    /// Has the rectangle an area in common with it? Touching is not enough.
    pub fn overlaps(&self, r: &Rect) -> bool {
        let (lo, hi) = r.bounds();
        !self.off(lo, hi, 0.0) && self.any_piece(r, |p| p.penetration(r) > FORGIVEN)
    }

    /// Is the rectangle wholly in it?
    pub fn holds(&self, r: &Rect) -> bool {
        let c = r.corners();
        c.iter().all(|c| self.contains(*c))
            && (0..4).all(|i| {
                let (a, b) = (c[i], c[(i + 1) % 4]);
                self.length_inside(a, b) >= a.dist(b) - 4.0 * FORGIVEN
            })
    }

    /// The parts of the segment from `a` to `b` inside, as fractions of its length, in order. Where it has only a point in common
    /// there is no part; a part along the border counts.
    pub fn clip(&self, a: V2, b: V2) -> Spans {
        let mut spans = Spans::new();
        let way = b - a;
        let length = way.len();
        if !(length > FORGIVEN && length.is_finite()) {
            if self.contains(a) {
                spans.push((0.0, 1.0));
            }
            return spans;
        }
        let (lo, hi) = (v2(a.x.min(b.x), a.y.min(b.y)), v2(a.x.max(b.x), a.y.max(b.y)));
        if self.off(lo, hi, FORGIVEN) || self.beside(a, way) {
            return spans;
        }
        let mut sides = self.sides.as_slice();
        for piece in &self.pieces {
            let (own, rest) = sides.split_at(piece.points().len());
            sides = rest;
            let (s, e) = part_inside(own, a, way, length);
            if (e - s) * length > FORGIVEN {
                spans.push((s, e));
            }
        }
        if spans.len() > 1 {
            merged(&mut spans, FORGIVEN.max(FORGIVEN / length));
        }
        spans
    }

    /// Cheap: has the segment from `a` to `b` certainly no part inside?
    #[inline]
    pub fn misses(&self, a: V2, b: V2) -> bool {
        let way = b - a;
        let (lo, hi) = (v2(a.x.min(b.x), a.y.min(b.y)), v2(a.x.max(b.x), a.y.max(b.y)));
        self.off(lo, hi, FORGIVEN) || self.beside(a, way)
    }

    /// Cheap: is certainly more than so much of the segment from `a` to `b` inside, and of those so far to its right and left? No is
    /// no answer.
    pub fn surely_inside(&self, a: V2, b: V2, aside: f64, more_than: f64) -> bool {
        let way = b - a;
        let length = way.len();
        if self.core.is_empty() || !(length > FORGIVEN && length.is_finite()) {
            return false;
        }
        // Far more than rounding can make of it.
        let inside = |a: V2| {
            let (s, e) = part_inside(&self.core, a, way, length);
            (e - s) * length > more_than + 1e-6
        };
        let by = way.right() * (aside / length);
        inside(a) && inside(a + by) && inside(a - by)
    }

    /// How much of the segment from `a` to `b` is inside.
    pub fn length_inside(&self, a: V2, b: V2) -> f64 {
        self.clip(a, b).iter().map(|(s, e)| e - s).sum::<f64>() * a.dist(b)
    }

    /// Shortest distance from the rectangle, zero when they touch or overlap.
    pub fn gap(&self, r: &Rect) -> f64 {
        let placed = Placed::Rect(*r);
        let (lo, hi) = r.bounds();
        let mut best = f64::INFINITY;
        for p in &self.pieces {
            let (plo, phi) = p.bounds();
            let off = v2((plo.x - hi.x).max(lo.x - phi.x), (plo.y - hi.y).max(lo.y - phi.y));
            if off.x.max(off.y) < best {
                best = best.min(near(&Placed::Corners(p.points()), &placed).gap);
            }
            if best <= 0.0 {
                return 0.0;
            }
        }
        best
    }

    /// Shortest distance from the point, zero inside.
    pub fn gap_to_point(&self, p: V2) -> f64 {
        if self.contains(p) {
            return 0.0;
        }
        self.edges().map(|(a, b)| Rect::between(a, b).gap_to_point(p)).fold(f64::INFINITY, f64::min)
    }

    /// The place of its border that is nearest to the point; of several the first.
    ///
    /// ```
    /// use table::{Area, Rect, v2};
    /// let field = Area::rect(&Rect::upright(v2(0.0, 0.0), v2(4.0, 2.0))).unwrap();
    /// assert_eq!(field.nearest_of_border(v2(3.5, 1.2)), v2(4.0, 1.2));
    /// assert_eq!(field.nearest_of_border(v2(1.0, 5.0)), v2(1.0, 2.0));
    /// ```
    pub fn nearest_of_border(&self, p: V2) -> V2 {
        let n = self.outline.len();
        // The distance that is measured, and a little more than its square.
        let (mut best, mut about, mut nearest) = (f64::INFINITY, f64::INFINITY, p);
        for (i, &(a, side, length)) in self.border.iter().enumerate() {
            let off = p - a;
            let (across, along) = (side.cross(off), side.dot(off));
            let beyond = most(most(-along, along - length), 0.0);
            if across * across + beyond * beyond > about {
                continue;
            }
            let b = self.outline[if i + 1 == n { 0 } else { i + 1 }];
            let l2 = (b - a).len2();
            let t = if l2 < 1e-12 { 0.0 } else { ((p - a).dot(b - a) / l2).clamp(0.0, 1.0) };
            let q = a.lerp(b, t);
            let d = q.dist(p);
            if d < best {
                (best, about, nearest) = (d, d * d * (1.0 + 1e-9) + 1e-9, q);
            }
        }
        nearest
    }

    /// Is the point inside, or no further from the border than so much?
    ///
    /// ```
    /// use table::{Area, Rect, v2};
    /// let field = Area::rect(&Rect::upright(v2(0.0, 0.0), v2(4.0, 2.0))).unwrap();
    /// assert!(field.is_within(v2(1.0, 1.0), 0.5) && field.is_within(v2(4.3, 2.4), 0.5));
    /// assert!(!field.is_within(v2(4.4, 2.4), 0.5));
    /// ```
    pub fn is_within(&self, p: V2, reach: f64) -> bool {
        let near = |(a, b)| may_be_near(a, b, p, reach) && Rect::between(a, b).gap_to_point(p) <= reach;
        reach >= 0.0 && (self.contains(p) || self.edges().any(near))
    }

    /// The intervals of distances `d`, possibly negative, for which the rectangle moved by `dir * d` overlaps or touches the area; `dir` is
    /// a unit vector.
    pub fn passages(&self, r: &Rect, dir: V2) -> Spans {
        self.along(r, dir, Contact::Touch)
    }

    /// As [`Area::passages`], but only where there is a common area: going along the border is none.
    pub fn passages_inside(&self, r: &Rect, dir: V2) -> Spans {
        self.along(r, dir, Contact::Overlap)
    }

    fn along(&self, r: &Rect, dir: V2, contact: Contact) -> Spans {
        let mut spans: Spans =
            self.pieces.iter().filter_map(|p| passage_corners(r, dir, p.points(), contact)).collect();
        merged(&mut spans, FORGIVEN);
        spans
    }
}

impl<'a> From<&'a Area> for Body<'a> {
    fn from(a: &'a Area) -> Body<'a> {
        Body::polys(a.pieces())
    }
}

/// Each corner with the direction of the side that begins there.
fn sides_of(c: &[V2]) -> Vec<(V2, V2)> {
    (0..c.len()).map(|i| (c[i], (c[(i + 1) % c.len()] - c[i]).unit())).collect()
}

/// From where to where the way from `a`, so long, is inside all of these sides, as fractions of its length.
#[inline]
fn part_inside(sides: &[(V2, V2)], a: V2, way: V2, length: f64) -> (f64, f64) {
    let (mut s, mut e) = (0.0f64, 1.0f64);
    for &(corner, side) in sides {
        // How far inside this side the way begins, and how much deeper it goes.
        let (begin, deeper) = (side.cross(a - corner), side.cross(way));
        if deeper.abs() < 1e-12 * length {
            if begin < -FORGIVEN {
                e = -1.0;
            }
        } else if deeper > 0.0 {
            s = most(s, -begin / deeper);
        } else {
            e = least(e, begin / -deeper);
        }
        // The part only gets shorter.
        if (e - s) * length <= FORGIVEN {
            break;
        }
    }
    (s, e)
}

fn twice_area(p: &[V2]) -> f64 {
    // From the first corner, so that far from the middle of the table nothing is lost.
    (1..p.len().saturating_sub(1)).map(|i| (p[i] - p[0]).cross(p[i + 1] - p[0])).sum()
}

/// The corners counter-clockwise without repetitions, if they are the outline of an area.
fn checked(corners: &[V2]) -> Result<Vec<V2>, AreaError> {
    if corners.len() > MOST {
        return Err(AreaError::TooMany { corners: corners.len() });
    }
    let sane = |p: &V2| p.x.abs() <= FAR && p.y.abs() <= FAR;
    if let Some(corner) = corners.iter().position(|p| !sane(p)) {
        return Err(AreaError::NotFinite { corner });
    }
    // With the place each had in what was given, for the errors.
    let mut kept: Vec<(usize, V2)> = Vec::with_capacity(corners.len());
    for (i, p) in corners.iter().enumerate() {
        if kept.last().is_none_or(|(_, q)| q.dist(*p) > FORGIVEN) {
            kept.push((i, *p));
        }
    }
    while kept.len() > 1 && kept[0].1.dist(kept[kept.len() - 1].1) <= FORGIVEN {
        kept.pop();
    }
    let n = kept.len();
    if n < 3 {
        return Err(AreaError::TooFew { corners: n });
    }
    let at = |i: usize| kept[i % n].1;
    // The line through the two corners farthest apart from the first on: are all in it?
    let farthest = (1..n).fold(1, |b, i| if at(i).dist(at(0)) > at(b).dist(at(0)) { i } else { b });
    let line = (at(farthest) - at(0)).unit();
    if (0..n).all(|i| line.cross(at(i) - at(0)).abs() <= FORGIVEN) {
        return Err(AreaError::NoArea);
    }
    for i in 0..n {
        let (p, q) = (at(i), at(i + 1));
        for j in i + 1..n {
            let (r, s) = (at(j), at(j + 1));
            let (next, before) = (j == i + 1, (j + 1) % n == i);
            let meet = if next || before {
                // Neighbours share a corner; going straight back from it is too much.
                let (u, v) = ((q - p).unit(), (s - r).unit());
                u.cross(v).abs() <= 1e-12 && u.dot(v) < 0.0
            } else {
                boxes_meet(p, q, r, s) && near_polys(&[p, q], &[r, s]).gap <= FORGIVEN
            };
            if meet {
                return Err(AreaError::CrossesItself { first: kept[i].0, second: kept[j].0 });
            }
        }
    }
    let mut outline: Vec<V2> = kept.into_iter().map(|(_, p)| p).collect();
    let twice = twice_area(&outline);
    if twice.abs() <= FORGIVEN {
        return Err(AreaError::NoArea);
    }
    if twice < 0.0 {
        outline.reverse();
    }
    Ok(outline)
}

fn boxes_meet(p: V2, q: V2, r: V2, s: V2) -> bool {
    p.x.max(q.x) >= r.x.min(s.x) - FORGIVEN
        && r.x.max(s.x) >= p.x.min(q.x) - FORGIVEN
        && p.y.max(q.y) >= r.y.min(s.y) - FORGIVEN
        && r.y.max(s.y) >= p.y.min(q.y) - FORGIVEN
}

/// How far `b` lies to the right of the straight way from `a` to `c`: positive at a convex corner.
fn bulge(a: V2, b: V2, c: V2) -> f64 {
    (c - a).unit().cross(a - b)
}

/// Convex pieces of a simple outline: ears are cut off, then pieces are joined again over cuts that were not needed.
fn cut_up(outline: &[V2]) -> Vec<Poly> {
    let n = outline.len();
    if (0..n).all(|i| bulge(outline[i], outline[(i + 1) % n], outline[(i + 2) % n]) >= 0.0) {
        return vec![Poly::of(outline)];
    }
    let mut left: Vec<usize> = (0..n).collect();
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    while left.len() > 3 {
        let m = left.len();
        let corner = |k: usize| (left[(k + m - 1) % m], left[k], left[(k + 1) % m]);
        let bulge_at = |k: usize| {
            let (a, b, c) = corner(k);
            bulge(outline[a], outline[b], outline[c])
        };
        let reflex: Vec<usize> = (0..m).filter(|k| bulge_at(*k) <= 0.0).map(|k| left[k]).collect();
        let is_ear = |k: usize| {
            let (a, b, c) = corner(k);
            let (p, q, r) = (outline[a], outline[b], outline[c]);
            bulge_at(k) > 1e-12
                && reflex.iter().filter(|v| ![a, b, c].contains(v)).all(|v| {
                    let x = outline[*v];
                    (q - p).cross(x - p) < 0.0 || (r - q).cross(x - q) < 0.0 || (p - r).cross(x - r) < 0.0
                })
        };
        // What is straight has no ear and needs none. If rounding hides the last ear, the most convex corner is one.
        let straight = (0..m).find(|k| bulge_at(*k).abs() <= 1e-12);
        let k = straight
            .or_else(|| (0..m).find(|k| is_ear(*k)))
            .unwrap_or_else(|| (1..m).fold(0, |best, k| if bulge_at(k) > bulge_at(best) { k } else { best }));
        let (a, b, c) = corner(k);
        if straight.is_none() {
            pieces.push(vec![a, b, c]);
            cuts.push((a, c));
        }
        left.remove(k);
    }
    pieces.push(left);
    for (a, c) in cuts {
        let edge = |p: &Vec<usize>, a: usize, c: usize| {
            (0..p.len()).find(|i| p[*i] == a && p[(*i + 1) % p.len()] == c)
        };
        // The ear has the cut from `c` to `a`, what is left has it from `a` to `c`.
        let one = pieces.iter().enumerate().find_map(|(i, p)| edge(p, c, a).map(|e| (i, e)));
        let two = pieces.iter().enumerate().find_map(|(i, p)| edge(p, a, c).map(|e| (i, e)));
        if let (Some((i, e)), Some((j, f))) = (one, two) {
            let (p, q) = (&pieces[i], &pieces[j]);
            // From `a` round the one to `c`, then round the other back to `a`.
            let mut both: Vec<usize> = (0..p.len()).map(|k| p[(e + 1 + k) % p.len()]).collect();
            both.extend((1..q.len() - 1).map(|k| q[(f + 1 + k) % q.len()]));
            let m = both.len();
            let convex = (0..m).all(|k| {
                bulge(outline[both[k]], outline[both[(k + 1) % m]], outline[both[(k + 2) % m]]) >= 0.0
            });
            if i != j && convex {
                pieces[i] = both;
                pieces.remove(j);
            }
        }
    }
    let poly = |p: &Vec<usize>| Poly::of(&p.iter().map(|i| outline[*i]).collect::<Vec<_>>());
    pieces.iter().map(poly).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Base, Motion, Moving, Pose, first_within};
    use proptest::prelude::*;

    fn horseshoe() -> Area {
        Area::new(&[
            v2(0.0, 0.0),
            v2(30.0, 0.0),
            v2(30.0, 20.0),
            v2(20.0, 20.0),
            v2(20.0, 10.0),
            v2(10.0, 10.0),
            v2(10.0, 20.0),
            v2(0.0, 20.0),
        ])
        .unwrap()
    }

    #[test]
    fn what_is_no_outline_says_why() {
        let e = |p: &[(f64, f64)]| Area::is_simple(&p.iter().map(|(x, y)| v2(*x, *y)).collect::<Vec<_>>());
        assert_eq!(e(&[(0.0, 0.0), (1.0, 0.0)]), Err(AreaError::TooFew { corners: 2 }));
        assert_eq!(
            e(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 0.0)]),
            Err(AreaError::TooFew { corners: 2 })
        );
        assert_eq!(e(&[(0.0, 0.0), (1.0, f64::NAN), (1.0, 1.0)]), Err(AreaError::NotFinite { corner: 1 }));
        assert_eq!(e(&[(0.0, 0.0), (1.0, 0.0), (1.0, -1e300)]), Err(AreaError::NotFinite { corner: 2 }));
        assert_eq!(e(&[(0.0, 0.0), (1.0, 1.0), (3.0, 3.0), (2.0, 2.0)]), Err(AreaError::NoArea));
        let bow = e(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]);
        assert_eq!(bow, Err(AreaError::CrossesItself { first: 0, second: 2 }));
        assert_eq!(
            bow.unwrap_err().to_string(),
            "the outline crosses or touches itself: its edge from corner 0 meets its edge from corner 2"
        );
        // A spike there and back; a corner on another edge.
        assert_eq!(
            e(&[(0.0, 0.0), (4.0, 0.0), (2.0, 0.0), (2.0, 2.0)]),
            Err(AreaError::CrossesItself { first: 0, second: 1 })
        );
        assert_eq!(
            e(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 0.0), (0.0, 4.0)]),
            Err(AreaError::CrossesItself { first: 0, second: 2 })
        );
        assert_eq!(e(&[(0.0, 0.0); 600]), Err(AreaError::TooMany { corners: 600 }));
        assert_eq!(e(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0)]), Ok(()));
    }

    #[test]
    fn a_horseshoe() {
        let a = horseshoe();
        assert_eq!(a.area(), 500.0);
        assert_eq!(a.bounds(), (v2(0.0, 0.0), v2(30.0, 20.0)));
        assert!(a.pieces().len() <= 4, "{}", a.pieces().len());
        assert!(a.contains(v2(5.0, 18.0)) && a.contains(v2(15.0, 10.0)) && a.contains(v2(0.0, 0.0)));
        assert!(!a.contains(v2(15.0, 10.001)) && !a.contains(v2(15.0, 19.0)));
        let c = a.clip(v2(-10.0, 15.0), v2(40.0, 15.0));
        assert_eq!(c.as_slice(), &[(0.2, 0.4), (0.6, 0.8)]);
        assert!((a.length_inside(v2(-10.0, 15.0), v2(40.0, 15.0)) - 20.0).abs() < 1e-12);
        assert_eq!(a.clip(v2(-10.0, 5.0), v2(40.0, 5.0)).as_slice(), &[(0.2, 0.8)]);
        assert_eq!(a.clip(v2(15.0, 30.0), v2(15.0, 11.0)).as_slice(), &[]);
        assert_eq!(a.clip(v2(5.0, 5.0), v2(5.0, 5.0)).as_slice(), &[(0.0, 1.0)]);
        let r = Rect::upright(v2(12.0, 12.0), v2(18.0, 14.0));
        assert!(!a.touches(&r) && !a.overlaps(&r));
        assert_eq!(a.gap(&r), 2.0);
        assert_eq!(a.gap_to_point(v2(15.0, 13.0)), 3.0);
        assert_eq!(a.gap_to_point(v2(5.0, 13.0)), 0.0);
        let fits = Rect::upright(v2(10.0, 10.0), v2(20.0, 14.0));
        assert!(a.touches(&fits) && !a.overlaps(&fits));
        assert!(a.holds(&Rect::upright(v2(1.0, 1.0), v2(29.0, 10.0))));
        assert!(!a.holds(&Rect::upright(v2(1.0, 1.0), v2(29.0, 15.0))));
        let small = Rect::upright(v2(-12.0, 14.0), v2(-10.0, 16.0));
        assert_eq!(a.passages(&small, v2(1.0, 0.0)).as_slice(), &[(10.0, 22.0), (30.0, 42.0)]);
        assert_eq!(a.passages(&small, v2(-1.0, 0.0)).as_slice(), &[(-42.0, -30.0), (-22.0, -10.0)]);
        let along = Rect::upright(v2(-12.0, 20.0), v2(-10.0, 22.0));
        assert_eq!(a.passages(&along, v2(1.0, 0.0)).len(), 2);
        assert_eq!(a.passages_inside(&along, v2(1.0, 0.0)).len(), 0);
    }

    #[test]
    fn a_base_marches_into_it() {
        let base = Base::new(Pose { x: 15.0, y: 40.0, facing: 180.0 }, 4.0, 2.0);
        let m = Moving { base, since: 0.0, motion: Motion::March { velocity: v2(0.0, -40.0) } };
        assert_eq!(first_within(&m, &horseshoe(), 0.0, 0.0, 1.0), Some(0.75));
        // Past the tips at 3 from each, which it only grazes.
        let t = first_within(&m, &horseshoe(), 3.0, 0.0, 1.0).unwrap();
        assert!((t - 0.5).abs() < 1e-6);
    }

    #[test]
    fn an_oval_keeps_its_area() {
        let e = Ellipse { centre: v2(5.0, 5.0), axis: v2(0.6, 0.8), a: 20.0, b: 10.0 };
        let a = Area::ellipse(&e).unwrap();
        assert_eq!((a.pieces().len(), a.outline().len()), (1, 32));
        assert!((a.area() - std::f64::consts::PI * 200.0).abs() < 1e-9);
        for p in e.rim(500) {
            assert!(a.gap_to_point(p) < 0.07 && (p - e.centre).len() > 0.0);
            assert!(a.contains(e.centre.lerp(p, 0.9983)) && !a.contains(e.centre.lerp(p, 1.0033)));
        }
        assert_eq!(Area::ellipse(&Ellipse { b: 0.0, ..e }), Err(AreaError::NoArea));
    }

    /// Star-shaped outlines: simple by making, seldom convex.
    fn star() -> impl Strategy<Value = Vec<V2>> {
        (prop::collection::vec((2.0..20.0f64, 0.1..1.0f64), 5..24), any::<bool>(), -50.0..50.0f64).prop_map(
            |(arms, round, off)| {
                let all: f64 = arms.iter().map(|a| a.1).sum();
                let mut turn = 0.0;
                let mut p: Vec<V2> = arms
                    .iter()
                    .map(|(r, w)| {
                        turn += w / all * std::f64::consts::TAU;
                        v2(off, -off) + v2(*r, 0.0).turned(turn)
                    })
                    .collect();
                if round {
                    p.reverse();
                }
                p
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn the_pieces_are_the_whole(outline in star(), probes in prop::collection::vec((-1.0..1.0f64, -1.0..1.0f64), 40)) {
            // Arms more than half a turn apart may make it cross itself; then it must say so or be right.
            let Ok(a) = Area::new(&outline) else { return Ok(()) };
            let sum: f64 = a.pieces().iter().map(Poly::area).sum();
            prop_assert!((sum - a.area()).abs() < 1e-6 && a.area() > 0.0);
            for p in a.pieces() {
                let c = p.points();
                let n = c.len();
                prop_assert!(n >= 3);
                for i in 0..n {
                    prop_assert!(bulge(c[i], c[(i + 1) % n], c[(i + 2) % n]) >= 0.0);
                }
            }
            let (lo, hi) = a.bounds();
            let at = |(x, y): (f64, f64)| (lo + hi) * 0.5 + v2((hi.x - lo.x) * x, (hi.y - lo.y) * y) * 0.6;
            for w in probes.windows(2) {
                let (p, q) = (at(w[0]), at(w[1]));
                let near_rim = a.edges().any(|(s, t)| Rect::between(s, t).gap_to_point(p) < 1e-6);
                if !near_rim {
                    let in_pieces = a.pieces().iter().any(|c| near_polys(c.points(), &[p]).gap <= 1e-9);
                    prop_assert_eq!(a.contains(p), in_pieces);
                    prop_assert_eq!(a.contains(p), a.gap_to_point(p) == 0.0);
                }
                // The parts of a segment against many points of it.
                let spans = a.clip(p, q);
                prop_assert!(spans.windows(2).all(|s| s[0].1 < s[1].0) && spans.iter().all(|s| s.0 < s.1));
                for k in 0..=50 {
                    let t = f64::from(k) / 50.0;
                    let x = p.lerp(q, t);
                    if a.edges().all(|(s, u)| Rect::between(s, u).gap_to_point(x) > 1e-6) {
                        prop_assert_eq!(a.contains(x), spans.iter().any(|s| s.0 <= t && t <= s.1));
                    }
                }
                // A rectangle along it, against its places.
                let dir = (q - p).unit();
                let r = Rect { centre: p, dir: v2(0.6, 0.8), half_width: 2.0, half_depth: 0.5 };
                let spans = a.passages(&r, dir);
                for k in -20..=20 {
                    let d = f64::from(k);
                    let there = Rect { centre: p + dir * d, ..r };
                    if spans.iter().all(|s| (s.0 - d).abs() > 1e-6 && (s.1 - d).abs() > 1e-6) {
                        let inside = spans.iter().any(|s| s.0 <= d && d <= s.1);
                        prop_assert_eq!(a.touches(&there), inside);
                        prop_assert_eq!(a.gap(&there) <= 1e-9, inside);
                        if a.holds(&there) {
                            prop_assert!(inside);
                        }
                    }
                }
            }
        }

        #[test]
        fn any_corners_give_an_area_or_an_error(p in prop::collection::vec((-3i8..3, -3i8..3), 0..9)) {
            let p: Vec<V2> = p.iter().map(|(x, y)| v2(f64::from(*x), f64::from(*y))).collect();
            if let Ok(a) = Area::new(&p) {
                let sum: f64 = a.pieces().iter().map(Poly::area).sum();
                prop_assert!((sum - a.area()).abs() < 1e-9 && a.area() > 0.0);
            }
        }
    }
}
