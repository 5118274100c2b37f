//! What stands between somebody and what he looks at (play.sight): crests, woods and plantations with their roads, buildings.

use super::{Eyes, Mark, growth};
use crate::book::numbers;
use crate::book::stand::BASE_CONTACT;
use crate::field::Field;
use crate::ground::{HillStep, Patch, PatchKind, grown};
use crate::{clause, reading};
use ::ground::{box_about, without};
use smallvec::SmallVec;
use std::cell::{Cell, OnceCell};
use table::{EPS, Rect, Spans, V2};
use umpire::Clause;

/// Who stands at least so far from a wood or house, and higher, is seen over it, in cm (play.sight).
const OVER: f64 = numbers::SIGHT_OVER;

/// What can stand between somebody and what he looks at.
#[derive(Debug)]
pub(super) struct Between<'f> {
    /// Steps of hills, each with the height at which it hides what is behind it.
    hills: SmallVec<[(&'f HillStep, u8); 8]>,
    growth: SmallVec<[&'f Patch; 8]>,
    /// Of each of those, and of each building, a hill step that no place of it is above.
    wood_tops: SmallVec<[u8; 8]>,
    house_tops: SmallVec<[u8; 8]>,
    /// Of each wood how far from its rim a line crosses it for certain by more than it must; endlessly far if that is not known.
    rims: OnceCell<SmallVec<[f64; 8]>>,
    /// Roads and paths through what grows there.
    open: SmallVec<[Rect; 8]>,
    buildings: SmallVec<[(u16, Rect); 8]>,
    /// Of each step of a hill, once it is asked: is neither of the two on it or at it?
    off: OnceCell<SmallVec<[Cell<Option<bool>>; 8]>>,
}

/// A line of sight: from where to where, on which hill steps its ends are, and out of which building into which.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    eye: V2,
    to: V2,
    levels: (u8, u8),
    houses: (Option<u16>, Option<u16>),
    length: f64,
}

impl Line {
    pub(super) fn new(
        (eye, high): (V2, u8),
        own: Option<u16>,
        (to, low): (V2, u8),
        theirs: Option<u16>,
    ) -> Line {
        Line { eye, to, levels: (high, low), houses: (own, theirs), length: eye.dist(to) }
    }

    /// Does it lead over something that stands at such a height and so far from both?
    fn over(&self, ground: u8, from_eye: impl Fn() -> f64, from_mark: impl Fn() -> f64) -> bool {
        (self.levels.0 > ground && from_eye() >= OVER - EPS)
            || (self.levels.1 > ground && from_mark() >= OVER - EPS)
    }
}

/// May a stretch of road lead into what grows there? Of a long one at an angle that is no question of its box alone.
fn leads_into(road: &Rect, p: &Patch) -> bool {
    let (lo, hi) = p.area.bounds();
    !road.beside(lo, hi) && road.penetration(&Rect::upright(lo, hi)) > -EPS
}

/// One of the things between, by its place in its list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Thing {
    Hill(usize),
    Growth(usize),
    Building(usize),
}

impl<'f> Between<'f> {
    pub(super) fn of(f: &'f Field, from: &Eyes, m: &Mark) -> Between<'f> {
        let (eyes, marks) = (from.stand.hull.corners(), m.hull.corners());
        let mut all = Between::within(f, box_about(eyes.iter().chain(&marks)));
        all.keep(from.stand.hull.centre, (m.hull.centre - from.stand.hull.centre).unit(), &[eyes, marks]);
        all
    }

    /// Keeps what may lie in any of the lines from the one to the other, or near enough to them.
    fn keep(&mut self, origin: V2, dir: V2, ends: &[[V2; 4]; 2]) {
        let lies = |p: &V2| table::v2(dir.dot(*p - origin), dir.cross(*p - origin));
        let corners: SmallVec<[V2; 8]> = ends.iter().flatten().map(lies).collect();
        let (least, most) = grown(box_about(corners.iter()), NEAR);
        let aside = |(lo, hi): (V2, V2)| {
            let (middle, half) = (lies(&((lo + hi) * 0.5)), (hi - lo) * 0.5);
            let (wide, deep) = (dir.x.abs(), dir.y.abs());
            let (x, y) = (half.x * wide + half.y * deep, half.x * deep + half.y * wide);
            middle.x - x > most.x || middle.x + x < least.x || middle.y - y > most.y || middle.y + y < least.y
        };
        self.hills.retain(|(h, _)| h.crest.is_some() || !aside(h.area.bounds()));
        for i in (0..self.growth.len()).rev() {
            if aside(self.growth[i].area.bounds()) {
                self.growth.remove(i);
                self.wood_tops.remove(i);
            }
        }
        for i in (0..self.buildings.len()).rev() {
            if aside(self.buildings[i].1.bounds()) {
                self.buildings.remove(i);
                self.house_tops.remove(i);
            }
        }
    }

    pub(super) fn within(f: &'f Field, about: (V2, V2)) -> Between<'f> {
        let about = grown(about, NEAR);
        let g = &f.ground;
        let (mut growth, mut wood_tops): (SmallVec<[&Patch; 8]>, SmallVec<[u8; 8]>) = Default::default();
        for (p, top) in g.patches_up_to(about) {
            if matches!(p.kind, PatchKind::Wood | PatchKind::Plantation) {
                growth.push(p);
                wood_tops.push(top);
            }
        }
        let mut buildings: SmallVec<[(u16, Rect); 8]> = SmallVec::new();
        let mut house_tops: SmallVec<[u8; 8]> = SmallVec::new();
        for (i, b, top) in g.buildings_up_to(about) {
            buildings.push((i, b.rect()));
            house_tops.push(top);
        }
        let through = |r: &&Rect| growth.iter().any(|p| leads_into(r, p));
        let open = if growth.is_empty() {
            SmallVec::new()
        } else {
            let all: SmallVec<[V2; 16]> =
                growth.iter().flat_map(|p| [p.area.bounds().0, p.area.bounds().1]).collect();
            g.roads_in(grown(box_about(all.iter()), EPS)).filter(through).copied().collect()
        };
        // Read so, a hill has one crest: in the middle of its lowest step, as high as its top.
        let whole = f.readings.is(reading!("crest", "whole-hill"));
        let hides = |h: &'f HillStep| {
            if !whole {
                return Some((h, h.level));
            }
            let steps = || g.hills.iter().filter(|o| o.name == h.name).map(|o| o.level);
            (!steps().any(|l| l < h.level)).then(|| (h, steps().max().unwrap_or(h.level)))
        };
        Between {
            open,
            hills: g.hills_in(about).filter_map(hides).collect(),
            growth,
            buildings,
            wood_tops,
            house_tops,
            rims: OnceCell::new(),
            off: OnceCell::new(),
        }
    }

    fn nothing(&self) -> bool {
        self.hills.is_empty() && self.growth.is_empty() && self.buildings.is_empty()
    }

    /// Everything, in the order in which it is asked what closes a line.
    fn things(&self) -> impl Iterator<Item = Thing> + use<> {
        let hills = (0..self.hills.len()).map(Thing::Hill);
        let growth = (0..self.growth.len()).map(Thing::Growth);
        hills.chain(growth).chain((0..self.buildings.len()).map(Thing::Building))
    }

    pub(super) fn line(&self, f: &Field, l: &Line) -> Result<(), Clause> {
        if self.nothing() || l.length <= EPS {
            return Ok(());
        }
        self.things().find_map(|t| self.closes(f, l, t)).map_or(Ok(()), Err)
    }

    /// The same without the clause. Of many lines side by side the same thing mostly closes the next that closed the last, so it is asked
    /// first.
    pub(super) fn free(&self, f: &Field, l: &Line, last: &mut Option<Thing>) -> bool {
        if self.nothing() || l.length <= EPS {
            return true;
        }
        if last.is_some_and(|t| self.closes(f, l, t).is_some()) {
            return false;
        }
        *last = self.things().find(|t| self.closes(f, l, *t).is_some());
        last.is_none()
    }

    /// How far from the rim of a wood a line crosses it for certain by more than it must. Of a convex outline the chord grows at least as
    /// fast from its ends to the longest of all, which is no shorter than the whole is deep on average.
    fn rim(&self, i: usize) -> f64 {
        let rim = |p: &&Patch| {
            let (lo, hi) = p.area.bounds();
            let roads = self.open.iter().any(|r| leads_into(r, p));
            if roads || p.area.pieces().len() > 1 {
                f64::INFINITY
            } else {
                SURE * (hi - lo).len2() / p.area.area()
            }
        };
        self.rims.get_or_init(|| self.growth.iter().map(rim).collect())[i]
    }

    /// What lies ahead of a place for who looks from it at a part of something.
    pub(super) fn ahead(&self, (eye, level): (V2, u8), marks: &Rect) -> Ahead<'_, 'f> {
        let mut all = Ahead::new(self, eye, marks);
        for (i, (h, height)) in self.hills.iter().enumerate() {
            // He looks over it.
            if level > *height {
                continue;
            }
            match &h.crest {
                // A crest that is drawn lies where it is drawn.
                Some(c) => all.put(Thing::Hill(i), &c.points, f64::INFINITY, false),
                None if all.passes(h.area.bounds()) => {}
                None => {
                    let convex = h.area.pieces().len() == 1;
                    all.put(
                        Thing::Hill(i),
                        h.area.outline(),
                        if convex { AHEAD } else { f64::INFINITY },
                        convex,
                    );
                }
            }
        }
        // Higher than anything there, and so far off, he looks over a wood or a house.
        let over = |top: u8, gap: &dyn Fn() -> f64| level > top && gap() >= OVER;
        // No higher, or nearer, he does not.
        let under = |gap: &dyn Fn() -> f64| level == 0 || gap() < OVER - 2.0 * EPS;
        for (i, p) in self.growth.iter().enumerate() {
            let gap = || p.area.gap_to_point(eye);
            if all.passes(p.area.bounds()) || over(self.wood_tops[i], &gap) {
                continue;
            }
            let rim = if under(&gap) { self.rim(i) } else { f64::INFINITY };
            all.put(Thing::Growth(i), p.area.outline(), rim, false);
        }
        for (i, (_, r)) in self.buildings.iter().enumerate() {
            let gap = || r.gap_to_point(eye);
            if all.passes(r.bounds()) || over(self.house_tops[i], &gap) {
                continue;
            }
            let rim = if under(&gap) { AHEAD } else { f64::INFINITY };
            all.put(Thing::Building(i), &r.grown(-EPS).corners(), rim, false);
        }
        all
    }

    /// By which clause this thing closes a line.
    fn closes(&self, f: &Field, l: &Line, by: Thing) -> Option<Clause> {
        match by {
            Thing::Hill(i) => self.crest(f, l, i),
            Thing::Growth(i) => self.grown(f, l, i).then(|| clause!("play.sight")),
            Thing::Building(i) => self.built(f, l, i).then(|| clause!("play.sight")),
        }
    }

    /// A wood or plantation across the line, but for its roads.
    fn grown(&self, f: &Field, l: &Line, i: usize) -> bool {
        let p = self.growth[i];
        if p.area.misses(l.eye, l.to) {
            return false;
        }
        let mut grown = p.area.clip(l.eye, l.to);
        if !grown.is_empty() && !self.open.is_empty() {
            grown = without(&grown, &self.roads_along(l.eye, l.to));
        }
        grown.iter().any(|(s, e)| {
            let deep = (e - s) * l.length;
            // Who only touches it from outside is not in it: it stands between.
            let step = (l.to - l.eye).unit() * (2.0 * BASE_CONTACT);
            let here = (s * l.length <= BASE_CONTACT && p.area.contains(l.eye - step))
                || ((1.0 - e) * l.length <= BASE_CONTACT && p.area.contains(l.to + step));
            let most = if here { growth() } else { EPS };
            deep > most + EPS && {
                let ground = f.level(l.eye.lerp(l.to, f64::midpoint(*s, *e)));
                !l.over(ground, || p.area.gap_to_point(l.eye), || p.area.gap_to_point(l.to))
            }
        })
    }

    /// A building across the line that neither of the two is in.
    fn built(&self, f: &Field, l: &Line, i: usize) -> bool {
        let (house, r) = &self.buildings[i];
        if [l.houses.0, l.houses.1].contains(&Some(*house)) {
            return false;
        }
        r.grown(-EPS).clip(l.eye, l.to).is_some_and(|(s, e)| {
            let ground = f.level(l.eye.lerp(l.to, f64::midpoint(s, e)));
            !l.over(ground, || r.gap_to_point(l.eye), || r.gap_to_point(l.to))
        })
    }

    /// The parts of a line that run along roads and paths, as fractions.
    fn roads_along(&self, eye: V2, to: V2) -> Spans {
        self.open.iter().filter_map(|r| r.clip(eye, to)).collect()
    }

    /// Dead ground behind crests (01.04.2, 01.04.3): every step that the line crosses has one in the middle of its chord, or where one
    /// is drawn. It hides unless one of the two stands higher, or both as high.
    fn crest(&self, f: &Field, l: &Line, i: usize) -> Option<Clause> {
        let (h, height) = self.hills[i];
        let (a, b) = l.levels;
        if looks_over(height, a, b) {
            return None;
        }
        if let Some(drawn) = &h.crest {
            let hit = |(p, q): (V2, V2)| {
                ::ground::crossing(l.eye, l.to, p, q)
                    .is_some_and(|s| s * l.length > EPS && (1.0 - s) * l.length > EPS)
            };
            return drawn.segments().any(hit).then(|| clause!("01.04.2"));
        }
        if h.area.misses(l.eye, l.to) {
            return None;
        }
        let way = (l.to - l.eye).unit();
        let about = f.ground.width + f.ground.depth;
        let long = l.length + 2.0 * about;
        let (from, end) = (l.eye - way * about, l.to + way * about);
        let hidden = h.area.clip(from, end).iter().any(|(s, e)| {
            let crest = f64::midpoint(*s, *e) * long - about;
            crest > EPS && crest < l.length - EPS
        });
        // On the step itself one sees over all of it: only what lies lower is hidden.
        let own = a == height || b == height;
        hidden.then(|| if own { clause!("01.04.4") } else { clause!("01.04.3") })
    }

    /// Cheap: by so much at least everything keeps away from the straight line between two places.
    pub(super) fn room(&self, a: V2, b: V2) -> f64 {
        if self.nothing() {
            return NEAR;
        }
        let way = (b - a).unit();
        let (low, high) = (table::v2(a.x.min(b.x), a.y.min(b.y)), table::v2(a.x.max(b.x), a.y.max(b.y)));
        let clear = |(lo, hi): (V2, V2)| {
            let (middle, half) = ((lo + hi) * 0.5, (hi - lo) * 0.5);
            let aside = way.cross(middle - a).abs() - (half.x * way.y.abs() + half.y * way.x.abs());
            aside.max(lo.x - high.x).max(low.x - hi.x).max(lo.y - high.y).max(low.y - hi.y)
        };
        let hill = |(h, _): &(&HillStep, u8)| if h.crest.is_some() { 0.0 } else { clear(h.area.bounds()) };
        let hills = self.hills.iter().map(hill);
        let woods = self.growth.iter().map(|p| clear(p.area.bounds()));
        let houses = self.buildings.iter().map(|(_, r)| clear(r.bounds()));
        // Far more than rounding can make of it.
        hills.chain(woods).chain(houses).fold(NEAR, f64::min) - 1e-6
    }

    /// Cheap: does one thing certainly close every line from a part of the one to a part of the other, of which no place is above such hill
    /// steps? Then so far the two together may stray, and it still does. None is no answer.
    pub(super) fn closes_all(
        &self,
        tops: (u8, u8),
        from: &Eyes,
        eyes: &Rect,
        m: &Mark,
        marks: &Rect,
    ) -> Option<f64> {
        if self.nothing() {
            return None;
        }
        let (a, b) = (eyes.centre, marks.centre);
        let fan = Fan::new(eyes, marks);
        let low = tops == (0, 0);
        // Both are before it and behind it: the middle of every chord lies between them.
        let hill = |(i, (h, height)): (usize, &(&HillStep, u8))| {
            let convex = h.crest.is_none() && h.area.pieces().len() == 1;
            if !convex || looks_over(*height, tops.0, tops.1) || h.area.misses(a, b) {
                return None;
            }
            let rim = fan.rim(h.area.pieces()[0].points())?;
            let Some((holds, clear)) = fan.crosses(&rim, SURE) else { return fan.rises(&rim) };
            if clear > 0.0 {
                return Some(holds.min(clear));
            }
            if let Some(holds) = fan.rises(&rim) {
                return Some(holds);
            }
            // They stand beside it, or on it.
            let off = self.off.get_or_init(|| self.hills.iter().map(|_| Cell::new(None)).collect());
            let beside =
                off[i].get().unwrap_or_else(|| !h.area.touches(&from.stand.hull) && !h.area.touches(&m.hull));
            off[i].set(Some(beside));
            let far = || holds.min(h.area.gap(eyes)).min(h.area.gap(marks));
            beside.then(|| if eyes.half_width > 0.0 { far() } else { 0.0 })
        };
        let wood = |p: &&Patch| {
            let (lo, hi) = p.area.bounds();
            if !low || p.area.misses(a, b) || self.open.iter().any(|r| leads_into(r, p)) {
                return None;
            }
            let at = |r: &Rect, by: f64| !r.grown(SURE + BASE_CONTACT + by).beside(lo, hi);
            let deep = |by: f64| if at(eyes, by) || at(marks, by) { growth() + SURE } else { SURE };
            let (later, now) = (deep(NEAR), deep(0.0));
            let through = |deep: f64| {
                p.area.pieces().iter().find_map(|x| Some(fan.crosses(&fan.rim(x.points())?, deep)?.0))
            };
            // Who comes nearer looks further into it.
            let holds = through(later).map(|x| x.min(NEAR));
            holds.or_else(|| if now < later { through(now).map(|_| 0.0) } else { None })
        };
        let house = |(i, r): &(u16, Rect)| {
            let through = ![from.stand.inside, m.inside].contains(&Some(*i));
            if !low || !through || r.clip(a, b).is_none() {
                return None;
            }
            Some(fan.crosses(&fan.rim(&r.grown(-2.0 * EPS).corners())?, 0.0)?.0)
        };
        let hills = || self.hills.iter().enumerate().find_map(hill);
        let woods = || self.growth.iter().find_map(wood);
        hills().or_else(woods).or_else(|| self.buildings.iter().find_map(house))
    }
}

/// Nearer than this, in cm, it is not judged at a glance which way something lies.
const AHEAD: f64 = 0.01;

/// What one thing takes up of what lies ahead.
#[derive(Debug)]
struct Shade {
    thing: Thing,
    /// From how far ahead to how far.
    near: f64,
    far: f64,
    /// Between which slopes, if all of it lies ahead.
    least: f64,
    most: f64,
    /// So far inside of those a line certainly crosses enough of it.
    rim: f64,
    /// The corners of a convex hill, by their places in the list: how far ahead, and how far to the left.
    corners: (u16, u16),
}

/// What lies ahead of a place: of many lines from it most are told free or closed at a glance, for they run clearly beside everything, or
/// clearly through something that is clearly between.
#[derive(Debug)]
pub(super) struct Ahead<'b, 'f> {
    between: &'b Between<'f>,
    eye: V2,
    dir: V2,
    /// Between which slopes what is looked at lies, if all of it lies ahead, and how far ahead it reaches.
    least: f64,
    most: f64,
    far: f64,
    shades: SmallVec<[Shade; 6]>,
    corners: SmallVec<[(f64, f64); 64]>,
}

/// From how far ahead to how far places lie, and between which slopes if they all do.
fn extent(all: impl Iterator<Item = (f64, f64)>) -> (f64, f64, f64, f64) {
    let end = f64::INFINITY;
    let (mut near, mut far, mut least, mut most) = (end, -end, end, -end);
    for (x, y) in all {
        let slope = y / x;
        if x < near {
            near = x;
        }
        if x > far {
            far = x;
        }
        if slope < least {
            least = slope;
        }
        if slope > most {
            most = slope;
        }
    }
    (near, far, least, most)
}

impl<'b, 'f> Ahead<'b, 'f> {
    fn new(between: &'b Between<'f>, eye: V2, marks: &Rect) -> Ahead<'b, 'f> {
        let dir = (marks.centre - eye).unit();
        let (shades, corners) = (SmallVec::new(), SmallVec::new());
        let mut all = Ahead { between, eye, dir, least: 0.0, most: 0.0, far: 0.0, shades, corners };
        let (near, far, least, most) = extent(marks.corners().iter().map(|c| all.lies(*c)));
        let ahead = near > AHEAD;
        let end = f64::INFINITY;
        (all.least, all.most, all.far) = if ahead { (least, most, far) } else { (-end, end, end) };
        all
    }

    /// How far ahead a place lies, and how far to the left.
    fn lies(&self, p: V2) -> (f64, f64) {
        (self.dir.dot(p - self.eye), self.dir.cross(p - self.eye))
    }

    /// Cheap: is certainly nothing of an upright box in any of the lines?
    fn passes(&self, (lo, hi): (V2, V2)) -> bool {
        let corners = [lo, table::v2(hi.x, lo.y), hi, table::v2(lo.x, hi.y)];
        let (near, far, least, most) = extent(corners.iter().map(|c| self.lies(*c)));
        if far < -AHEAD || near > self.far + AHEAD {
            return true;
        }
        let hair = |slope: f64| AHEAD * (1.0 + slope.abs());
        near > AHEAD
            && ((least - self.most) * near > hair(self.most) || (self.least - most) * near > hair(self.least))
    }

    fn put(&mut self, thing: Thing, outline: &[V2], rim: f64, keep: bool) {
        let from = self.corners.len();
        let lies = |p: &V2| (self.dir.dot(*p - self.eye), self.dir.cross(*p - self.eye));
        self.corners.extend(outline.iter().map(lies));
        let (near, far, least, most) = extent(self.corners[from..].iter().copied());
        if !keep {
            self.corners.truncate(from);
        }
        // All that lies behind him closes nothing.
        if far > -AHEAD {
            let corners = (from as u16, self.corners.len() as u16);
            self.shades.push(Shade { thing, near, far, least, most, rim, corners });
        }
    }

    /// Is such a line from there free? The same as [`Between::free`].
    pub(super) fn free(&self, f: &Field, l: &Line) -> bool {
        if self.shades.is_empty() || l.length <= EPS {
            return true;
        }
        let (x, y) = self.lies(l.to);
        let slope = y / x;
        let hair = AHEAD * (1.0 + slope.abs());
        let mut unsure: SmallVec<[Thing; 8]> = SmallVec::new();
        for s in &self.shades {
            if x <= AHEAD {
                unsure.push(s.thing);
                continue;
            }
            if s.near > AHEAD {
                // Beyond, or to one side.
                if s.near > x + AHEAD || (s.least - slope) * s.near > hair || (slope - s.most) * s.near > hair
                {
                    continue;
                }
                let inside = (slope - s.least).min(s.most - slope) * s.near;
                let through = inside > s.rim * (1.0 + slope.abs());
                let before = BASE_CONTACT + AHEAD;
                if through && s.near > before && s.far < x - before && self.hides(l.levels, l.houses, s.thing)
                {
                    return false;
                }
            }
            match self.chord(s, slope) {
                Some(Chord::None) => {}
                Some(Chord::Middle(at)) if at < -AHEAD || at > x + AHEAD => {}
                Some(Chord::Middle(at)) if at > AHEAD && at < x - AHEAD => {
                    if self.hides(l.levels, l.houses, s.thing) {
                        return false;
                    }
                }
                _ => unsure.push(s.thing),
            }
        }
        !unsure.iter().any(|t| self.between.closes(f, l, *t).is_some())
    }

    /// Where the middle of what the line of such a slope crosses of a hill lies ahead or behind; nothing if that is too close to call.
    fn chord(&self, s: &Shade, slope: f64) -> Option<Chord> {
        let rim = &self.corners[usize::from(s.corners.0)..usize::from(s.corners.1)];
        let (mut last, mut ends, mut n) = (*rim.last()?, [0.0; 2], 0);
        let aside = |(x, y): (f64, f64)| y - slope * x;
        let hair = 1e-3 * (1.0 + slope.abs());
        let (mut before, mut right, mut left) = (aside(last), 0.0f64, 0.0f64);
        for &here in rim {
            let now = aside(here);
            if (before < 0.0) != (now < 0.0) {
                if n == 2 {
                    return None;
                }
                ends[n] = last.0 + (here.0 - last.0) * (before / (before - now));
                n += 1;
            }
            if now < right {
                right = now;
            }
            if now > left {
                left = now;
            }
            (before, last) = (now, here);
        }
        match n {
            // All of it to one side, and clearly so: the nearest corner is the least of them.
            0 => {
                let near = rim.iter().map(|p| aside(*p).abs()).fold(f64::INFINITY, f64::min);
                (near > hair).then_some(Chord::None)
            }
            2 => (right < -hair && left > hair).then(|| Chord::Middle(f64::midpoint(ends[0], ends[1]))),
            _ => None,
        }
    }

    /// Is every line to a part of what is looked at, of which no place is above such a hill step, certainly closed by one thing or another?
    pub(super) fn shuts(
        &self,
        part: &Rect,
        (level, top): (u8, u8),
        houses: (Option<u16>, Option<u16>),
    ) -> bool {
        if self.shades.is_empty() {
            return false;
        }
        let (x, _, least, most) = extent(part.corners().iter().map(|c| self.lies(*c)));
        let before = BASE_CONTACT + AHEAD;
        let slope = 1.0 + least.abs().max(most.abs());
        if x <= AHEAD {
            return false;
        }
        // Between which slopes each closes every line, from right to left.
        let mut certain: SmallVec<[(f64, f64); 6]> = SmallVec::new();
        for s in self.shades.iter().filter(|s| s.near > before && s.far < x - before) {
            let rim = s.rim * slope / s.near;
            let (from, to) = (s.least + rim, s.most - rim);
            if from < to && from < most && to > least && self.hides((level, top), houses, s.thing) {
                certain.push((from, to));
            }
        }
        certain.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut closed = least;
        for (from, to) in certain {
            if from >= closed {
                return false;
            }
            closed = closed.max(to);
        }
        closed > most
    }

    /// Does such a thing close a line that crosses enough of it?
    fn hides(&self, levels: (u8, u8), houses: (Option<u16>, Option<u16>), thing: Thing) -> bool {
        match thing {
            Thing::Hill(i) => !looks_over(self.between.hills[i].1, levels.0, levels.1),
            // That he does not look over it has been asked.
            Thing::Growth(_) => levels.1 == 0,
            Thing::Building(i) => {
                levels.1 == 0 && ![houses.0, houses.1].contains(&Some(self.between.buildings[i].0))
            }
        }
    }
}

/// What a line crosses of a hill.
enum Chord {
    None,
    /// The middle of it is so far ahead.
    Middle(f64),
}

/// Does one of two at such steps stand higher than a crest, or both as high?
fn looks_over(height: u8, a: u8, b: u8) -> bool {
    a > height || b > height || (a >= height && b >= height)
}

/// So much deeper than it must be, what lies across a line closes it for certain, in cm.
const SURE: f64 = 0.1;
/// Cm that two may stray at most before what may come between them, or what they may come to, is looked at again.
const NEAR: f64 = 5.0;

#[inline]
fn lesser(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

#[inline]
fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// An outline as it lies to the middle line of a fan.
struct Rim {
    /// How far along it, and how far to its left.
    corners: SmallVec<[(f64, f64); 32]>,
    /// From how far along to how far.
    near: f64,
    far: f64,
}

/// All lines from one rectangle to another.
struct Fan {
    /// The way from the one to the other.
    dir: V2,
    origin: V2,
    /// The corners of both: how far along that way, and how far to its left.
    eyes: [(f64, f64); 4],
    marks: [(f64, f64); 4],
}

impl Fan {
    fn new(from: &Rect, to: &Rect) -> Fan {
        let (dir, origin) = ((to.centre - from.centre).unit(), from.centre);
        let at = |c: V2| (dir.dot(c - origin), dir.cross(c - origin));
        Fan { dir, origin, eyes: from.corners().map(at), marks: to.corners().map(at) }
    }

    /// How an outline lies to its middle line; none if all of it lies to one side, for then nothing crosses it.
    fn rim(&self, outline: &[V2]) -> Option<Rim> {
        let end = f64::INFINITY;
        let mut rim = Rim { corners: SmallVec::new(), near: end, far: -end };
        let (mut right, mut left) = (end, -end);
        for p in outline {
            let off = *p - self.origin;
            let (t, aside) = (self.dir.dot(off), self.dir.cross(off));
            (rim.near, rim.far) = (lesser(rim.near, t), greater(rim.far, t));
            (right, left) = (lesser(right, aside), greater(left, aside));
            rim.corners.push((t, aside));
        }
        (right < 0.0 && left > 0.0).then_some(rim)
    }

    /// Cheap: does every line of it cross this convex outline for at least so much? All corners of what lies before it and behind it are
    /// looked at; every other line runs between theirs. If so, by how much both ends together may stray, and how far before it and behind it all
    /// of them are.
    fn crosses(&self, rim: &Rim, deep: f64) -> Option<(f64, f64)> {
        let (near, far) = (rim.near, rim.far);
        let (middle, half) = (f64::midpoint(near, far), deep / 2.0);
        let (first, last) = (middle - half, middle + half);
        let (begins, ends) = (self.eyes.iter().map(|e| e.0), self.marks.iter().map(|m| m.0));
        let (begins, ends) = (begins.fold(f64::NEG_INFINITY, f64::max), ends.fold(f64::INFINITY, f64::min));
        let mut room = (first - begins).min(ends - last) - 1e-6;
        if !(room > 0.0 && near < first && last < far) {
            return None;
        }
        // Cut across at two places, as far apart as it must be deep: every line crosses both cuts.
        let mut aside = f64::INFINITY;
        for t in [first, last].iter().take(if deep > 0.0 { 2 } else { 1 }) {
            let (least, most) = cut(&rim.corners, *t)?;
            for e in &self.eyes {
                for m in &self.marks {
                    let left = e.1 + (m.1 - e.1) * ((t - e.0) / (m.0 - e.0));
                    aside = aside.min(left - least).min(most - left);
                }
            }
        }
        aside -= 1e-6;
        if aside <= 0.0 {
            return None;
        }
        // An end that strays takes the line along by as much, and by its slope more.
        let long = ends - begins;
        let slopes = self.eyes.iter().flat_map(|e| self.marks.iter().map(move |m| (m.1 - e.1).abs()));
        let slope = slopes.fold(0.0, f64::max) / long;
        room = room.min(long / 2.0).min(aside / (2.0 + 2.0 * slope));
        Some((room - 1e-6, (near - begins).min(ends - far) - 1e-6))
    }
}

/// Across how many places a hill is cut in search of one that all lines cross.
const CUTS: u32 = 7;

impl Fan {
    /// Cheap: does every line of it, drawn on, cross this convex outline so that the middle of what it crosses lies between its ends? If so,
    /// by how much both ends together may stray. Where all lines cross it, it ends no sooner for any of them, and begins no later.
    fn rises(&self, rim: &Rim) -> Option<f64> {
        let along = |all: &[(f64, f64)], least: bool| {
            let at = all.iter().map(|p| p.0);
            if least { at.fold(f64::INFINITY, f64::min) } else { at.fold(f64::NEG_INFINITY, f64::max) }
        };
        let (near, far) = (rim.near, rim.far);
        let (first, begins) = (along(&self.eyes, true), along(&self.eyes, false));
        let ends = along(&self.marks, true);
        let long = ends - begins;
        if long <= SURE {
            return None;
        }
        (1..CUTS).find_map(|k| {
            let t = far - (far - near) * f64::from(k) / f64::from(CUTS);
            let room = (f64::midpoint(near, t) - begins).min(ends - f64::midpoint(t, far)) - SURE;
            // No line is drawn on by more than half its length.
            if room <= 0.0 || first - t > long / 2.0 || t - ends > long / 2.0 {
                return None;
            }
            let (least, most) = cut(&rim.corners, t)?;
            let (mut aside, mut slope) = (f64::INFINITY, 0.0f64);
            for e in &self.eyes {
                for m in &self.marks {
                    let left = e.1 + (m.1 - e.1) * ((t - e.0) / (m.0 - e.0));
                    aside = aside.min(left - least).min(most - left);
                    slope = slope.max((m.1 - e.1).abs());
                }
            }
            if aside <= SURE {
                return None;
            }
            // An end that strays takes the line along by as much, by its slope more, and where it is drawn on by half as much again.
            Some(room.min(long / 4.0).min((aside - SURE) / (4.0 + 4.0 * slope / long)).min(NEAR))
        })
    }
}

/// From where to where, to the left of a way, an outline reaches so far along it.
fn cut(rim: &[(f64, f64)], t: f64) -> Option<(f64, f64)> {
    let mut range: Option<(f64, f64)> = None;
    let mut before = *rim.last()?;
    for &here in rim {
        if (before.0 < t) != (here.0 < t) {
            let left = before.1 + (here.1 - before.1) * ((t - before.0) / (here.0 - before.0));
            let (least, most) = range.unwrap_or((left, left));
            range = Some((least.min(left), most.max(left)));
        }
        before = here;
    }
    range
}
