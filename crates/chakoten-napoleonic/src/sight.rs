//! Who sees whom (01.04, table I, play.sight): distances by target, dead ground behind crests, woods, plantations and buildings.

mod between;

use crate::book::{BAD, num, table};
use crate::cover;
use crate::field::{Field, Staff};
use crate::going::in_edge;
use crate::ground::PatchKind;
use crate::support::brigade;
use crate::troop::{Arm, Cover};
use crate::unit::{Side, Unit};
use crate::{clause, reading};
use ::ground::{box_about, nearest_of};
use between::{Between, Line};
use smallvec::SmallVec;
use std::sync::OnceLock;
use table::{EPS, Rect, V2};
use umpire::Clause;

/// Table I.
#[derive(Clone, Debug)]
struct Ranges {
    bodies: f64,
    closed: f64,
    dispersed: f64,
    hidden: f64,
    /// What each hill step of the observer adds in all.
    steps: Vec<f64>,
}

fn ranges() -> &'static Ranges {
    static ALL: OnceLock<Ranges> = OnceLock::new();
    ALL.get_or_init(|| {
        let cm = |row: usize| num(&table("I").rows[row][1]).expect(BAD);
        let steps = table("I.steps").rows.iter().map(|r| num(&r[1]).expect(BAD)).collect();
        Ranges { bodies: cm(0), closed: cm(1), dispersed: cm(2), hidden: cm(3), steps }
    })
}

/// Units of a brigade so close to each other are a larger body of troops, in cm (skema.I.a).
const BODY: f64 = 20.0;

/// Growth through which one looks out of a wood, in cm (play.sight).
fn growth() -> f64 {
    ranges().hidden
}

type Points = SmallVec<[V2; 9]>;

/// What is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub rects: SmallVec<[Rect; 4]>,
    /// How far it is seen from the plain, and by which clause.
    pub cm: f64,
    pub by: Clause,
    /// The observer's height adds to it.
    pub gains: bool,
    /// Dispersed: halved behind partial cover.
    pub dispersed: bool,
    /// What covers it, where that halves how far it is seen.
    screen: Screen,
    /// The building that it is in.
    pub inside: Option<u16>,
    /// A rectangle about all of it, how large a circle about that is, and a hill step that no place of it is above.
    hull: Rect,
    radius: f64,
    top: u8,
}

/// What covers a dispersed unit from those who look.
#[derive(Clone, Debug, Default, PartialEq)]
struct Screen {
    /// From wherever they look.
    all_round: bool,
    /// Walls and the like in base contact with it, each with the ground it takes up.
    walls: SmallVec<[(V2, V2, Rect); 2]>,
}

impl Screen {
    fn of(f: &Field, u: &Unit) -> Screen {
        Screen { all_round: cover::in_growth(f, u).0 > Cover::None, walls: cover::walls(f, u).collect() }
    }

    fn covers(&self, from: V2, to: V2) -> bool {
        let crosses = |(a, b, s): &(V2, V2, Rect)| cover::crosses((*a, *b), s, from, to);
        self.all_round || self.walls.iter().any(crosses)
    }
}

/// A unit as something to be seen (table I).
pub fn mark(f: &Field, u: &Unit) -> Mark {
    let r = ranges();
    let rects = f.rects(u);
    let plain = |cm: f64, gains: bool, dispersed: bool| {
        let screen = if dispersed { Screen::of(f, u) } else { Screen::default() };
        Mark { dispersed, screen, inside: u.inside, ..Mark::new(f, rects, cm, gains) }
    };
    if let Some(b) = u.inside.and_then(|b| f.ground.buildings.get(usize::from(b))) {
        if b.strong {
            return plain(r.hidden, false, false);
        }
        let loose = f.readings.is(reading!("seen-in-houses", "dispersed"));
        return plain(if loose { r.dispersed } else { r.closed }, false, false);
    }
    if in_growth(f, u) {
        return plain(r.hidden, false, false);
    }
    if u.dispersed() {
        return plain(r.dispersed, true, true);
    }
    plain(if larger_body(f, u) { r.bodies } else { r.closed }, true, false)
}

/// A staff figure as something to be seen.
pub fn staff_mark(f: &Field, s: &Staff) -> Mark {
    Mark::new(f, SmallVec::from_slice(&[s.base.rect()]), ranges().dispersed, true)
}

impl Mark {
    /// Closed, and in no building.
    fn new(f: &Field, rects: SmallVec<[Rect; 4]>, cm: f64, gains: bool) -> Mark {
        let hull = hull(&rects);
        Mark {
            rects,
            cm,
            by: clause!("skema.I.a"),
            gains,
            dispersed: false,
            screen: Screen::default(),
            inside: None,
            hull,
            radius: hull.radius(),
            top: top(f, &hull),
        }
    }
}

/// Is it inside a wood or plantation? Infantry in the edge with its two ranks is not, nor who is on a road through it.
pub fn in_growth(f: &Field, u: &Unit) -> bool {
    let edge = !f.readings.is(reading!("seen-in-edge", "inside"));
    let middle = u.base.centre();
    let woods = |k: PatchKind| matches!(k, PatchKind::Wood | PatchKind::Plantation);
    let inside = f.on_patches(u).filter(|p| woods(p.kind)).any(|p| !(edge && in_edge(p, u)));
    let road = || {
        f.ground
            .tracks
            .iter()
            .any(|t| t.road.path.nearest(middle).is_some_and(|n| n.0 <= t.road.width / 2.0 + EPS))
    };
    inside && !road()
}

/// Is it part of a larger body: two or more closed units of a brigade within 20 cm of each other (skema.I.a)? A wagon is no tactical unit.
pub fn larger_body(f: &Field, u: &Unit) -> bool {
    if f.body_of(u).len() > 1 {
        return true;
    }
    if u.dispersed() || u.arm == Arm::Train || f.readings.is(reading!("larger-bodies", "columns")) {
        return false;
    }
    f.side(u.side).any(|o| {
        o.id != u.id
            && o.arm != Arm::Train
            && o.closed()
            && o.body.is_none()
            && !f.far_apart(u, o, BODY)
            && brigade(f, o.command) == brigade(f, u.command)
            && f.gap(u, o) <= BODY + EPS
    })
}

/// Points of a rectangle: corners, middles of its sides, centre.
fn points(rects: &[Rect]) -> Points {
    let mut all = Points::new();
    // Of many bases in open order those at both ends and in the middle.
    let n = rects.len();
    let some = |i: &usize| n <= 3 || [0, (n - 1) / 2, n / 2, n - 1].contains(i);
    for r in (0..n).filter(some).map(|i| &rects[i]) {
        let c = r.corners();
        all.extend(c);
        all.extend((0..4).map(|i| (c[i] + c[(i + 1) % 4]) * 0.5));
        all.push(r.centre);
    }
    all
}

/// How far the target is seen along such a line, and by which clause.
fn range(f: &Field, m: &Mark, (from, high): (V2, u8), (to, low): (V2, u8)) -> (f64, Clause) {
    let (mut cm, mut by) = (m.cm, m.by);
    let mut more = 0.0;
    if m.gains {
        let steps = &ranges().steps;
        let difference = f.readings.is(reading!("sight-steps", "difference"));
        let level = if difference { high.saturating_sub(low) } else { high };
        more = steps[usize::from(level).min(steps.len() - 1)];
        if more > 0.0 {
            by = clause!("skema.I.b");
        }
    }
    let screened = m.dispersed && m.screen.covers(from, to);
    if screened {
        by = clause!("skema.I.c");
        cm = if f.readings.is(reading!("partial-cover-sight", "then-height")) {
            cm / 2.0 + more
        } else {
            f64::midpoint(cm, more)
        };
    } else {
        cm += more;
    }
    match f.special.sight {
        Some(most) if most < cm => (most, clause!("01.04.1")),
        _ => (cm, by),
    }
}

/// How somebody stands who looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Stand {
    /// His bases: from the nearest place of them, too. None if it is one place alone.
    rects: SmallVec<[Rect; 4]>,
    /// The building that he looks out of.
    inside: Option<u16>,
    /// A rectangle about all of it, and how large a circle about that is.
    hull: Rect,
    radius: f64,
}

impl Stand {
    fn new(rects: SmallVec<[Rect; 4]>, inside: Option<u16>) -> Stand {
        let hull = hull(&rects);
        Stand { rects, inside, hull, radius: hull.radius() }
    }

    /// A unit.
    pub fn of_unit(f: &Field, u: &Unit) -> Stand {
        Stand::new(f.rects(u), u.inside)
    }

    /// A staff figure. He looks from the building of the unit he is with, too.
    pub fn of_staff(f: &Field, s: &Staff) -> Stand {
        Stand::new(SmallVec::from_slice(&[s.base.rect()]), s.with.and_then(|u| f[u].inside))
    }

    /// No further west and east than this.
    pub fn west_to_east(&self) -> (f64, f64) {
        (self.hull.centre.x - self.radius, self.hull.centre.x + self.radius)
    }
}

/// Somebody who looks: from where, and out of what.
#[derive(Clone, Debug, PartialEq)]
pub struct Eyes {
    stand: Stand,
    /// The places that he looks from, each with its hill step.
    places: SmallVec<[(V2, u8); 9]>,
    /// A hill step that none of them is above.
    top: u8,
}

impl Eyes {
    pub fn of(f: &Field, stand: &Stand) -> Eyes {
        let top = top(f, &stand.hull);
        let places = points(&stand.rects).into_iter().map(|p| (p, level(f, top, p))).collect();
        Eyes { stand: stand.clone(), places, top }
    }

    /// A unit's.
    pub fn of_unit(f: &Field, u: &Unit) -> Eyes {
        Eyes::of(f, &Stand::of_unit(f, u))
    }

    /// A staff figure's.
    pub fn of_staff(f: &Field, s: &Staff) -> Eyes {
        Eyes::of(f, &Stand::of_staff(f, s))
    }

    fn of_place(f: &Field, at: V2, inside: Option<u16>) -> Eyes {
        let level = f.level(at);
        let stand = Stand { rects: SmallVec::new(), inside, hull: spot(at), radius: 0.0 };
        Eyes { stand, places: SmallVec::from_slice(&[(at, level)]), top: level }
    }
}

/// Cheap: is what is looked at certainly too far to be seen by who stands so, from whatever hill?
pub fn too_far(f: &Field, from: &Stand, m: &Mark) -> bool {
    apart(from, m) > farthest(f, m, u8::MAX) + 2.0 * EPS
}

/// The same of everybody between two places from west to east.
pub fn too_far_along(f: &Field, (west, east): (f64, f64), m: &Mark) -> bool {
    let most = farthest(f, m, u8::MAX) + m.radius + 2.0 * EPS;
    m.hull.centre.x + most < west || m.hull.centre.x - most > east
}

/// No nearer than this, for certain.
fn apart(from: &Stand, m: &Mark) -> f64 {
    from.hull.centre.dist(m.hull.centre) - from.radius - m.radius
}

/// A rectangle about others, along the first of them.
fn hull(rects: &[Rect]) -> Rect {
    match rects {
        [] => spot(V2::default()),
        [one] => *one,
        [first, ..] => {
            let right = first.dir.right();
            let at = |p: &V2| table::v2(p.dot(right), p.dot(first.dir));
            let corners: SmallVec<[V2; 16]> = rects.iter().flat_map(|r| r.corners()).collect();
            let local: SmallVec<[V2; 16]> = corners.iter().map(at).collect();
            let (lo, hi) = box_about(local.iter());
            let (middle, half) = ((lo + hi) * 0.5, (hi - lo) * 0.5);
            let centre = right * middle.x + first.dir * middle.y;
            // Far more than rounding can make of it.
            Rect { centre, dir: first.dir, half_width: half.x + 1e-6, half_depth: half.y + 1e-6 }
        }
    }
}

/// A place as a rectangle.
fn spot(at: V2) -> Rect {
    Rect { centre: at, dir: table::v2(0.0, 1.0), half_width: 0.0, half_depth: 0.0 }
}

/// The hill step of a place where none is above such a one.
fn level(f: &Field, top: u8, p: V2) -> u8 {
    if top == 0 { 0 } else { f.level(p) }
}

/// A hill step that no place of a rectangle is above.
fn top(f: &Field, hull: &Rect) -> u8 {
    let hair = hull.grown(1e-6);
    f.ground.hills.iter().filter(|h| h.area.touches(&hair)).map(|h| h.level).max().unwrap_or(0)
}

/// Does the first see the second? If not, the clause that hides him.
pub fn sees(f: &Field, from: &Unit, to: &Unit) -> Result<(), Clause> {
    looks(f, &Eyes::of_unit(f, from), &mark(f, to))
}

/// The same without the clause.
pub fn sees_him(f: &Field, from: &Unit, to: &Unit) -> bool {
    spies(f, &Eyes::of_unit(f, from), &mark(f, to))
}

/// Does the unit see the staff figure?
pub fn sees_staff(f: &Field, from: &Unit, to: &Staff) -> Result<(), Clause> {
    looks(f, &Eyes::of_unit(f, from), &staff_mark(f, to))
}

/// Does the staff figure see the unit?
pub fn staff_sees(f: &Field, from: &Staff, to: &Unit) -> Result<(), Clause> {
    looks(f, &Eyes::of_staff(f, from), &mark(f, to))
}

/// Is the target seen from one place: the middle of those who fire (09.01.2, 10.01.5)?
pub fn seen_from(f: &Field, eye: V2, inside: Option<u16>, to: &Unit) -> Result<(), Clause> {
    looks(f, &Eyes::of_place(f, eye, inside), &mark(f, to))
}

/// The same without the clause.
pub fn spied_from(f: &Field, eye: V2, inside: Option<u16>, to: &Unit) -> bool {
    spies(f, &Eyes::of_place(f, eye, inside), &mark(f, to))
}

/// The same of eyes and a mark that were worked out before.
pub fn looks(f: &Field, from: &Eyes, m: &Mark) -> Result<(), Clause> {
    if spies(f, from, m) { Ok(()) } else { Err(hidden_by(f, from, m)) }
}

/// The clause that hides what is not seen: of the first line that is short enough, or that it is too far.
fn hidden_by(f: &Field, from: &Eyes, m: &Mark) -> Clause {
    let (rects, inside) = (&from.stand.rects, from.stand.inside);
    let between = Between::of(f, from, m);
    let mut far: Option<Clause> = None;
    let mut look = |eye: (V2, u8), to: (V2, u8)| {
        let (most, by) = range(f, m, eye, to);
        if eye.0.dist(to.0) > most + EPS {
            far = far.or(Some(by));
            return None;
        }
        between.line(f, &Line::new(eye, inside, to, m.inside)).err()
    };
    let level = |p: V2| (p, f.level(p));
    if !rects.is_empty() {
        let (e, t) = nearest_pair(rects, &m.rects);
        let (eye, to) = (level(e), level(t));
        // If the shortest line of all is too long from the highest of his places, none is short enough.
        let highest = from.places.iter().map(|p| p.1).fold(eye.1, u8::max);
        if e.dist(t) > farthest(f, m, highest) + EPS {
            return range(f, m, eye, to).1;
        }
        if let Some(by) = look(eye, to) {
            return by;
        }
    }
    let mut near = from.places.iter().map(|e| (*e, level(nearest_of(&m.rects, e.0))));
    if let Some(by) = near.find_map(|(e, t)| look(e, t)) {
        return by;
    }
    let marks: SmallVec<[(V2, u8); 9]> = points(&m.rects).into_iter().map(level).collect();
    let mut all = from.places.iter().flat_map(|e| marks.iter().map(move |t| (*e, *t)));
    let hidden = all.find_map(|(e, t)| look(e, t));
    hidden.or(far).unwrap_or_else(|| clause!("play.sight"))
}

/// Is it seen along any line? The lines that are likely to be free, or to be too long, are looked along first.
pub fn spies(f: &Field, from: &Eyes, m: &Mark) -> bool {
    if apart(&from.stand, m) > farthest(f, m, from.top) + 2.0 * EPS {
        return false;
    }
    let (rects, inside) = (&from.stand.rects, from.stand.inside);
    let between = Between::of(f, from, m);
    let mut last = None;
    let mut look = |eye: (V2, u8), to: (V2, u8)| {
        let long = eye.0.dist(to.0);
        long <= farthest(f, m, eye.1) + EPS
            && long <= range(f, m, eye, to).0 + EPS
            && between.free(f, &Line::new(eye, inside, to, m.inside), &mut last)
    };
    let eye = |p: V2| (p, level(f, from.top, p));
    let mark = |p: V2| (p, level(f, m.top, p));
    if let Some(middle) = rects.get(rects.len() / 2) {
        let there = m.rects.get(m.rects.len() / 2);
        if there.is_some_and(|there| look(eye(middle.centre), mark(there.centre))) {
            return true;
        }
        let (e, t) = nearest_pair(rects, &m.rects);
        let e = eye(e);
        let highest = from.places.iter().map(|p| p.1).fold(e.1, u8::max);
        if e.0.dist(t) > farthest(f, m, highest) + EPS {
            return false;
        }
        if look(e, mark(t)) {
            return true;
        }
    }
    if between.surely_closed(from, m) {
        return false;
    }
    let mut near = from.places.iter().map(|e| (*e, mark(nearest_of(&m.rects, e.0))));
    if near.any(|(e, t)| look(e, t)) {
        return true;
    }
    let marks: SmallVec<[(V2, u8); 9]> = points(&m.rects).into_iter().map(mark).collect();
    let mut all = from.places.iter().flat_map(|e| marks.iter().map(move |t| (*e, *t)));
    all.any(|(e, t)| look(e, t))
}

/// How far it is seen at most from a place of such a hill step.
fn farthest(f: &Field, m: &Mark, level: u8) -> f64 {
    let steps = &ranges().steps;
    let more = if m.gains { steps[usize::from(level).min(steps.len() - 1)] } else { 0.0 };
    f.special.sight.map_or(m.cm + more, |most| most.min(m.cm + more))
}

/// The points of two bodies that are nearest to each other. Pairs of bases that are certainly further apart than those are not measured.
fn nearest_pair(a: &[Rect], b: &[Rect]) -> (V2, V2) {
    let mut best = (f64::INFINITY, V2::default(), V2::default());
    let mut near: SmallVec<[Rect; 4]> = SmallVec::new();
    for (these, those, swapped) in [(a, b, false), (b, a, true)] {
        for r in these {
            let least = best.0.sqrt();
            near.clear();
            near.extend(those.iter().filter(|o| !r.far_from(o, least)).copied());
            for c in r.corners() {
                let q = nearest_of(&near, c);
                let d = (q - c).len2();
                if !near.is_empty() && d < best.0 {
                    best = if swapped { (d, q, c) } else { (d, c, q) };
                }
            }
        }
    }
    (best.1, best.2)
}

/// The eyes of all units and staff figures of a side.
pub fn eyes(f: &Field, side: Side) -> Vec<Eyes> {
    let units = f.side(side).map(|u| Eyes::of_unit(f, u));
    let staff = f.staff.iter().filter(|s| s.side == side && s.present());
    units.chain(staff.map(|s| Eyes::of_staff(f, s))).collect()
}

/// Does any of these see this unit (play.hidden)?
pub fn seen_by(f: &Field, eyes: &[Eyes], to: &Unit) -> bool {
    let m = mark(f, to);
    eyes.iter().any(|from| spies(f, from, &m))
}

/// Does any unit or commander of the side see this unit (play.hidden)?
pub fn side_sees(f: &Field, side: Side, to: &Unit) -> bool {
    seen_by(f, &eyes(f, side), to)
}

/// Is the straight line between two places free: no crest, wood, plantation or building between? If not, the clause that closes it.
/// `own` and `theirs` are buildings that the one looks out of and the other is in.
pub fn line(f: &Field, eye: V2, own: Option<u16>, to: V2, theirs: Option<u16>) -> Result<(), Clause> {
    let between = Between::within(f, box_about([eye, to].iter()));
    between.line(f, &Line::new((eye, f.level(eye)), own, (to, f.level(to)), theirs))
}
