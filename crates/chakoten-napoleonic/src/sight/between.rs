//! What stands between somebody and what he looks at (play.sight): crests, woods and plantations with their roads, buildings.

use super::fan::SURE;
use super::{Eyes, Mark, growth};
use crate::book::numbers;
use crate::book::stand::BASE_CONTACT;
use crate::field::Field;
use crate::ground::{HillStep, Patch, PatchKind, grown, leads_into};
use crate::{clause, reading};
use ::ground::{box_about, without};
use smallvec::SmallVec;
use std::cell::OnceCell;
use table::{EPS, Rect, Round, Spans, V2};
use umpire::Clause;

/// Who stands at least so far from a wood or house, and higher, is seen over it, in cm (play.sight).
pub(super) const OVER: f64 = numbers::SIGHT_OVER;

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

    /// The same from one place.
    pub(super) fn ahead_of(f: &'f Field, eye: V2, m: &Mark) -> Between<'f> {
        let (eyes, marks) = ([eye; 4], m.hull.corners());
        let mut all = Between::within(f, box_about(eyes.iter().chain(&marks)));
        all.keep(eye, (m.hull.centre - eye).unit(), &[eyes, marks]);
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
                None if h.area.round().is_some() => {
                    all.rounds.extend(h.area.round().map(|r| (Thing::Hill(i), r, r.unit(eye))));
                }
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
    /// Hills that are ovals, each with where he is to it.
    rounds: SmallVec<[(Thing, &'f Round, V2); 4]>,
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
        let (shades, corners, rounds) = (SmallVec::new(), SmallVec::new(), SmallVec::new());
        let mut all = Ahead { between, eye, dir, least: 0.0, most: 0.0, far: 0.0, shades, corners, rounds };
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
        if l.length <= EPS {
            return true;
        }
        let mut unsure: SmallVec<[Thing; 8]> = SmallVec::new();
        for (thing, round, here) in &self.rounds {
            match round.middle_between(*here, round.unit(l.to)) {
                Some(true) if self.hides(l.levels, l.houses, *thing) => return false,
                Some(_) => {}
                None => unsure.push(*thing),
            }
        }
        let (x, y) = self.lies(l.to);
        let slope = y / x;
        let hair = AHEAD * (1.0 + slope.abs());
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
pub(super) fn looks_over(height: u8, a: u8, b: u8) -> bool {
    a > height || b > height || (a >= height && b >= height)
}

/// Cm that two may stray at most before what may come between them, or what they may come to, is looked at again.
const NEAR: f64 = 5.0;
