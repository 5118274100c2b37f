//! Who sees whom (01.04, table I, play.sight): distances by target, dead ground behind crests, woods, plantations and buildings.

use crate::book::stand::BASE_CONTACT;
use crate::book::{BAD, num, table};
use crate::cover;
use crate::field::{Field, Staff};
use crate::going::in_edge;
use crate::ground::{HillStep, Patch, PatchKind};
use crate::troop::Cover;
use crate::unit::{Side, Unit};
use crate::{clause, reading};
use ::ground::{box_about, nearest_of, strip, without};
use smallvec::SmallVec;
use std::sync::OnceLock;
use table::{EPS, Rect, Spans, V2};
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

/// Who stands at least so far from a wood or house, and higher, is seen over it, in cm (play.sight).
const OVER: f64 = 10.0;

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
    let by = clause!("skema.I.a");
    let plain = |cm: f64, gains: bool, dispersed: bool| Mark {
        rects: rects.clone(),
        cm,
        by,
        gains,
        dispersed,
        screen: if dispersed { Screen::of(f, u) } else { Screen::default() },
        inside: u.inside,
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
pub fn staff_mark(s: &Staff) -> Mark {
    let rects = SmallVec::from_slice(&[s.base.rect()]);
    let (cm, by) = (ranges().dispersed, clause!("skema.I.a"));
    Mark { rects, cm, by, gains: true, dispersed: false, screen: Screen::default(), inside: None }
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

/// Is it part of a larger body: two or more closed units of a brigade within 20 cm of each other (skema.I.a)?
pub fn larger_body(f: &Field, u: &Unit) -> bool {
    if f.body_of(u).len() > 1 {
        return true;
    }
    if u.dispersed() || f.readings.is(reading!("larger-bodies", "columns")) {
        return false;
    }
    f.side(u.side).any(|o| {
        o.id != u.id && o.command == u.command && o.closed() && o.body.is_none() && f.gap(u, o) <= BODY + EPS
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

/// Somebody who looks: from where, and out of what.
#[derive(Clone, Debug, PartialEq)]
pub struct Eyes {
    /// The places that he looks from, each with its hill step.
    places: SmallVec<[(V2, u8); 9]>,
    /// His bases: from the nearest place of them, too. None if it is one place alone.
    rects: SmallVec<[Rect; 4]>,
    /// The building that he looks out of.
    inside: Option<u16>,
}

impl Eyes {
    fn of(f: &Field, rects: SmallVec<[Rect; 4]>, inside: Option<u16>) -> Eyes {
        let places = points(&rects).into_iter().map(|p| (p, f.level(p))).collect();
        Eyes { places, rects, inside }
    }

    /// A unit's.
    pub fn of_unit(f: &Field, u: &Unit) -> Eyes {
        Eyes::of(f, f.rects(u), u.inside)
    }

    /// A staff figure's. He looks from the building of the unit he is with, too.
    pub fn of_staff(f: &Field, s: &Staff) -> Eyes {
        Eyes::of(f, SmallVec::from_slice(&[s.base.rect()]), s.with.and_then(|u| f[u].inside))
    }

    fn of_place(f: &Field, at: V2, inside: Option<u16>) -> Eyes {
        Eyes { places: SmallVec::from_slice(&[(at, f.level(at))]), rects: SmallVec::new(), inside }
    }
}

/// Does the first see the second? If not, the clause that hides him.
pub fn sees(f: &Field, from: &Unit, to: &Unit) -> Result<(), Clause> {
    looks(f, &Eyes::of_unit(f, from), &mark(f, to))
}

/// Does the unit see the staff figure?
pub fn sees_staff(f: &Field, from: &Unit, to: &Staff) -> Result<(), Clause> {
    looks(f, &Eyes::of_unit(f, from), &staff_mark(to))
}

/// Does the staff figure see the unit?
pub fn staff_sees(f: &Field, from: &Staff, to: &Unit) -> Result<(), Clause> {
    looks(f, &Eyes::of_staff(f, from), &mark(f, to))
}

/// Is the target seen from one place: the middle of those who fire (09.01.2, 10.01.5)?
pub fn seen_from(f: &Field, eye: V2, inside: Option<u16>, to: &Unit) -> Result<(), Clause> {
    looks(f, &Eyes::of_place(f, eye, inside), &mark(f, to))
}

/// The same of eyes and a mark that were worked out before.
pub fn looks(f: &Field, from: &Eyes, m: &Mark) -> Result<(), Clause> {
    let mut hidden: Option<Clause> = None;
    let mut far: Option<Clause> = None;
    let between = Between::of(f, from, m);
    let mut look = |(eye, level): (V2, u8), (to, low): (V2, u8)| {
        let long = eye.dist(to);
        if far.is_some() && long > farthest(f, m, level) + EPS {
            return false;
        }
        let (most, by) = range(f, m, (eye, level), (to, low));
        if long > most + EPS {
            far = far.or(Some(by));
            return false;
        }
        match between.line(f, (eye, level), from.inside, (to, low), m.inside) {
            Ok(()) => true,
            Err(by) => {
                hidden = hidden.or(Some(by));
                false
            }
        }
    };
    // First the shortest line of all: if that is too long from the highest of his places, none is short enough.
    if !from.rects.is_empty() {
        let (e, t) = nearest_pair(&from.rects, &m.rects);
        let (eye, to) = ((e, f.level(e)), (t, f.level(t)));
        let highest = from.places.iter().map(|p| p.1).fold(eye.1, u8::max);
        if e.dist(t) > farthest(f, m, highest) + EPS {
            return Err(range(f, m, eye, to).1);
        }
        if look(eye, to) {
            return Ok(());
        }
    }
    let level = |p: V2| (p, f.level(p));
    let mut near = from.places.iter().map(|e| (*e, level(nearest_of(&m.rects, e.0))));
    if near.any(|(e, t)| look(e, t)) {
        return Ok(());
    }
    let marks: SmallVec<[(V2, u8); 9]> = points(&m.rects).into_iter().map(level).collect();
    let mut all = from.places.iter().flat_map(|e| marks.iter().map(move |t| (*e, *t)));
    if all.any(|(e, t)| look(e, t)) {
        return Ok(());
    }
    Err(hidden.or(far).unwrap_or_else(|| clause!("play.sight")))
}

/// How far it is seen at most from a place of such a hill step.
fn farthest(f: &Field, m: &Mark, level: u8) -> f64 {
    let steps = &ranges().steps;
    let more = if m.gains { steps[usize::from(level).min(steps.len() - 1)] } else { 0.0 };
    f.special.sight.map_or(m.cm + more, |most| most.min(m.cm + more))
}

/// The points of two bodies that are nearest to each other.
fn nearest_pair(a: &[Rect], b: &[Rect]) -> (V2, V2) {
    let mut best = (f64::INFINITY, V2::default(), V2::default());
    let mut take = |p: V2, q: V2| {
        let d = (p - q).len2();
        if d < best.0 {
            best = (d, p, q);
        }
    };
    for r in a {
        for c in r.corners() {
            take(c, nearest_of(b, c));
        }
    }
    for r in b {
        for c in r.corners() {
            take(nearest_of(a, c), c);
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
    eyes.iter().any(|from| looks(f, from, &m).is_ok())
}

/// Does any unit or commander of the side see this unit (play.hidden)?
pub fn side_sees(f: &Field, side: Side, to: &Unit) -> bool {
    seen_by(f, &eyes(f, side), to)
}

/// Is the straight line between two places free: no crest, wood, plantation or building between? If not, the clause that closes it.
/// `own` and `theirs` are buildings that the one looks out of and the other is in.
pub fn line(f: &Field, eye: V2, own: Option<u16>, to: V2, theirs: Option<u16>) -> Result<(), Clause> {
    let between = Between::within(f, box_about([eye, to].iter()));
    between.line(f, (eye, f.level(eye)), own, (to, f.level(to)), theirs)
}

/// What can stand between somebody and what he looks at.
#[derive(Debug)]
struct Between<'f> {
    hills: SmallVec<[&'f HillStep; 8]>,
    growth: SmallVec<[&'f Patch; 8]>,
    /// Roads and paths through what grows there.
    open: SmallVec<[Rect; 8]>,
    buildings: SmallVec<[(u16, Rect); 8]>,
}

impl<'f> Between<'f> {
    fn of(f: &'f Field, from: &Eyes, m: &Mark) -> Between<'f> {
        let corners: Points = from.rects.iter().chain(&m.rects).flat_map(Rect::corners).collect();
        Between::within(f, box_about(from.places.iter().map(|p| &p.0).chain(&corners)))
    }

    fn within(f: &'f Field, (lo, hi): (V2, V2)) -> Between<'f> {
        let about = |(a, b): (V2, V2)| {
            a.x <= hi.x + EPS && b.x >= lo.x - EPS && a.y <= hi.y + EPS && b.y >= lo.y - EPS
        };
        let woods = |p: &&Patch| matches!(p.kind, PatchKind::Wood | PatchKind::Plantation);
        let g = &f.ground;
        let growth: SmallVec<[&Patch; 8]> =
            g.patches.iter().filter(woods).filter(|p| about(p.area.bounds())).collect();
        let through = |r: &Rect| growth.iter().any(|p| !r.beside(p.area.bounds().0, p.area.bounds().1));
        let open = if growth.is_empty() { SmallVec::new() } else { roads(f).filter(through).collect() };
        Between {
            open,
            // The crest of a step lies within it, but for one that is drawn elsewhere.
            hills: g.hills.iter().filter(|h| h.crest.is_some() || about(h.area.bounds())).collect(),
            growth,
            buildings: g
                .buildings
                .iter()
                .enumerate()
                .filter(|(_, b)| !b.base.beside(lo, hi, EPS))
                .map(|(i, b)| (i as u16, b.rect()))
                .collect(),
        }
    }

    fn line(
        &self,
        f: &Field,
        (eye, high): (V2, u8),
        own: Option<u16>,
        (to, low): (V2, u8),
        theirs: Option<u16>,
    ) -> Result<(), Clause> {
        let length = eye.dist(to);
        let nothing = self.hills.is_empty() && self.growth.is_empty() && self.buildings.is_empty();
        if nothing || length <= EPS {
            return Ok(());
        }
        let levels = (high, low);
        self.crests(f, eye, to, levels)?;
        // Over something that stands at such a height and so far from both.
        let over = |ground: u8, from_eye: f64, from_mark: f64| {
            (levels.0 > ground && from_eye >= OVER - EPS) || (levels.1 > ground && from_mark >= OVER - EPS)
        };
        for p in self.growth.iter().filter(|p| !p.area.misses(eye, to)) {
            let grown = without(&p.area.clip(eye, to), &self.roads_along(eye, to));
            for (s, e) in grown {
                let deep = (e - s) * length;
                let here = s * length <= BASE_CONTACT || (1.0 - e) * length <= BASE_CONTACT;
                let most = if here { growth() } else { EPS };
                if deep <= most + EPS {
                    continue;
                }
                let ground = f.level(eye.lerp(to, f64::midpoint(s, e)));
                if !over(ground, p.area.gap_to_point(eye), p.area.gap_to_point(to)) {
                    return Err(clause!("play.sight"));
                }
            }
        }
        for (i, r) in &self.buildings {
            if Some(*i) == own || Some(*i) == theirs {
                continue;
            }
            if let Some((s, e)) = r.grown(-EPS).clip(eye, to) {
                let ground = f.level(eye.lerp(to, f64::midpoint(s, e)));
                if !over(ground, r.gap_to_point(eye), r.gap_to_point(to)) {
                    return Err(clause!("play.sight"));
                }
            }
        }
        Ok(())
    }

    /// The parts of a line that run along roads and paths, as fractions.
    fn roads_along(&self, eye: V2, to: V2) -> Spans {
        self.open.iter().filter_map(|r| r.clip(eye, to)).collect()
    }

    /// Dead ground behind crests (01.04.2, 01.04.3): every step that the line crosses has one in the middle of its chord, or where one
    /// is drawn. It hides unless one of the two stands higher, or both as high.
    fn crests(&self, f: &Field, eye: V2, to: V2, (a, b): (u8, u8)) -> Result<(), Clause> {
        if self.hills.is_empty() {
            return Ok(());
        }
        let way = (to - eye).unit();
        let length = eye.dist(to);
        let about = f.ground.width + f.ground.depth;
        let long = length + 2.0 * about;
        let (from, end) = (eye - way * about, to + way * about);
        let whole = f.readings.is(reading!("crest", "whole-hill"));
        for h in &self.hills {
            // Read so, a hill has one crest: in the middle of its lowest step, as high as its top.
            let same = |o: &&HillStep| o.name == h.name;
            if whole && f.ground.hills.iter().filter(same).any(|o| o.level < h.level) {
                continue;
            }
            let height = if whole {
                f.ground.hills.iter().filter(same).map(|o| o.level).max().unwrap_or(h.level)
            } else {
                h.level
            };
            if a > height || b > height || (a >= height && b >= height) {
                continue;
            }
            if h.crest.is_none() && h.area.misses(eye, to) {
                continue;
            }
            if let Some(drawn) = &h.crest {
                let hit = |(p, q): (V2, V2)| {
                    ::ground::crossing(eye, to, p, q)
                        .is_some_and(|s| s * length > EPS && (1.0 - s) * length > EPS)
                };
                if drawn.segments().any(hit) {
                    return Err(clause!("01.04.2"));
                }
                continue;
            }
            for (s, e) in h.area.clip(from, end) {
                let crest = f64::midpoint(s, e) * long - about;
                if crest > EPS && crest < length - EPS {
                    // On the step itself one sees over all of it: only what lies lower is hidden.
                    let own = a == height || b == height;
                    return Err(if own { clause!("01.04.4") } else { clause!("01.04.3") });
                }
            }
        }
        Ok(())
    }
}

/// Every stretch of the roads and paths.
fn roads(f: &Field) -> impl Iterator<Item = Rect> + '_ {
    f.ground.tracks.iter().flat_map(|t| {
        t.road.path.segments().map(|(a, b)| {
            let mut r = strip(a, b, t.road.width);
            r.half_depth += t.road.width / 2.0;
            r
        })
    })
}
