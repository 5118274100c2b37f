//! Lines of sight: from a few points of who looks to a few points of what is looked at. One free line is enough.

use crate::lie::{Lane, crossing, holds, surely_in};
use crate::piece::{HillStep, apart, level};
use crate::span::common;
use smallvec::SmallVec;
use table::{Area, EPS, Rect, Span, Spans, V2, v2};

pub type Points = SmallVec<[V2; 6]>;

/// Troops as observers and as a target: worked out once, asked about many times.
#[derive(Clone, Debug, PartialEq)]
pub struct Post {
    /// From where they look.
    pub eyes: Points,
    /// Where they can be seen.
    pub marks: Points,
    /// Bases from which the distance of sight is measured.
    pub front: SmallVec<[Rect; 4]>,
    pub rects: SmallVec<[Rect; 4]>,
    /// How near one must be to see them, where the ground hides them.
    pub hidden: Option<f64>,
    centre: V2,
    radius: f64,
}

impl Post {
    /// Troops on these bases; `fallback` is where they are if they have none.
    pub fn new(
        (eyes, marks): (Points, Points),
        front: SmallVec<[Rect; 4]>,
        rects: SmallVec<[Rect; 4]>,
        fallback: V2,
        hidden: Option<f64>,
    ) -> Post {
        let (centre, radius) = circle(&rects, fallback);
        Post { eyes, marks, front, rects, hidden, centre, radius }
    }

    /// The middle of a circle about all of it.
    pub fn centre(&self) -> V2 {
        self.centre
    }

    /// How large that circle is.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// No nearer than this, for certain.
    pub fn apart(&self, o: &Post) -> f64 {
        self.centre.dist(o.centre) - self.radius - o.radius
    }
}

fn circle(rects: &[Rect], fallback: V2) -> (V2, f64) {
    let Some(first) = rects.first() else { return (fallback, 0.0) };
    let mut sum = V2::default();
    for r in rects {
        sum += r.centre;
    }
    let centre = if rects.len() == 1 { first.centre } else { sum * (1.0 / rects.len() as f64) };
    (centre, rects.iter().map(|r| r.centre.dist(centre) + r.radius()).fold(0.0, f64::max))
}

/// Too far to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Far {
    /// For troops whom the ground hides.
    Hidden,
    /// For anybody.
    Sight,
}

/// Is the second near enough to the first to be seen, who sees so far at most?
///
/// ```
/// use ground::{Far, Points, Post, near_enough};
/// use smallvec::SmallVec;
/// use table::{Rect, v2};
/// let post = |y: f64, hidden| {
///     let r: SmallVec<[Rect; 4]> = SmallVec::from_slice(&[Rect::upright(v2(0.0, y), v2(4.0, y + 2.0))]);
///     Post::new((Points::new(), Points::new()), r.clone(), r, v2(0.0, y), hidden)
/// };
/// let eye = post(0.0, None);
/// assert_eq!(near_enough(&eye, &post(50.0, None), 60.0), Ok(()));
/// assert_eq!(near_enough(&eye, &post(80.0, None), 60.0), Err(Far::Sight));
/// assert_eq!(near_enough(&eye, &post(50.0, Some(8.0)), 60.0), Err(Far::Hidden));
/// ```
pub fn near_enough(from: &Post, to: &Post, most: f64) -> Result<(), Far> {
    let apart = from.centre.dist(to.centre);
    if let Some(limit) = to.hidden {
        if apart - from.radius - to.radius > limit + EPS || gap(&from.rects, &to.rects) > limit + EPS {
            return Err(Far::Hidden);
        }
    }
    if apart - from.radius - to.radius > most + EPS
        || (apart + from.radius + to.radius > most && gap(&from.front, &to.rects) > most + EPS)
    {
        return Err(Far::Sight);
    }
    Ok(())
}

fn gap(a: &[Rect], b: &[Rect]) -> f64 {
    let mut least = f64::INFINITY;
    for x in a {
        for y in b {
            least = least.min(x.gap(y));
        }
    }
    least
}

/// How much of a piece of screening ground a line may cross when one of its ends lies in it. With neither end in it, none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// Around what is looked at.
    pub into: f64,
    /// Around who looks.
    pub out: f64,
}

/// What the book says of lines through ground.
#[derive(Clone, Copy, Debug)]
pub struct Through<F> {
    /// How much of each kind that screens may be crossed.
    pub depth: F,
    /// A hill without a drawn crest has one in the middle of every line over it.
    pub crest_in_middle: bool,
}

/// What blocks all lines; of the last one tried, if different things block them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Ground that screens.
    Ground,
    /// Something that nobody sees through.
    Solid,
    /// A crest or higher ground.
    Hill,
    /// There is nobody to look, or nothing to be seen.
    Nobody,
}

/// What could stand between: all that lies in the upright box about some places.
///
/// ```
/// use ground::{By, Depth, Hindrances, Patch, Through, box_about};
/// use table::{Area, Rect, v2};
/// #[derive(Clone, Copy, PartialEq)]
/// enum Kind {
///     Wood,
/// }
/// let area = Area::rect(&Rect::upright(v2(0.0, 10.0), v2(40.0, 20.0))).unwrap();
/// let woods = [Patch { name: "The Copse".into(), kind: Kind::Wood, area }];
/// let through = Through { depth: |_| Depth { into: 5.0, out: 5.0 }, crest_in_middle: true };
/// let look = |eye, mark| {
///     Hindrances::within(box_about([eye, mark].iter()), woods.iter().map(|p| (p.kind, &p.area)), [].into_iter(), &[])
///         .blocked(&[eye], &[mark], &through)
/// };
/// // Past it, 4 into it and right through it.
/// assert_eq!(look(v2(-5.0, 0.0), v2(-5.0, 40.0)), None);
/// assert_eq!(look(v2(20.0, 0.0), v2(20.0, 14.0)), None);
/// assert_eq!(look(v2(20.0, 0.0), v2(20.0, 16.0)), Some(By::Ground));
/// assert_eq!(look(v2(20.0, 0.0), v2(20.0, 40.0)), Some(By::Ground));
/// ```
#[derive(Debug)]
pub struct Hindrances<'a, K> {
    ground: SmallVec<[Screen<'a, K>; 8]>,
    solids: SmallVec<[Rect; 8]>,
    hills: SmallVec<[&'a HillStep; 8]>,
}

/// A piece of ground that screens.
#[derive(Clone, Copy, Debug)]
struct Screen<'a, K> {
    kind: K,
    area: &'a Area,
    /// Another may lie against it.
    joined: bool,
}

/// Finds which of them may lie against each other.
fn join<K>(all: &mut [Screen<'_, K>]) {
    let hair = v2(2.0 * EPS, 2.0 * EPS);
    for i in 1..all.len() {
        let (before, rest) = all.split_at_mut(i);
        let (lo, hi) = rest[0].area.bounds();
        for other in before {
            if !apart((lo - hair, hi + hair), other.area.bounds()) {
                (other.joined, rest[0].joined) = (true, true);
            }
        }
    }
}

/// One of them, by its place in its list.
#[derive(Clone, Copy)]
enum Hindrance {
    Ground(usize),
    Solid(usize),
    Hill(usize),
}

impl Hindrance {
    fn by(self) -> By {
        match self {
            Hindrance::Ground(_) => By::Ground,
            Hindrance::Solid(_) => By::Solid,
            Hindrance::Hill(_) => By::Hill,
        }
    }
}

impl<'a, K: Copy> Hindrances<'a, K> {
    /// Of the ground that screens, of what is solid and of the hills, what reaches into a box.
    pub fn within(
        about: (V2, V2),
        ground: impl Iterator<Item = (K, &'a Area)>,
        solids: impl Iterator<Item = Rect>,
        hills: &'a [HillStep],
    ) -> Hindrances<'a, K> {
        let near = ground.filter(|(_, a)| !apart(a.bounds(), about));
        let mut ground: SmallVec<[Screen<'a, K>; 8]> =
            near.map(|(kind, area)| Screen { kind, area, joined: false }).collect();
        join(&mut ground);
        Hindrances {
            ground,
            solids: solids.filter(|r| !apart(r.bounds(), about)).collect(),
            hills: hills.iter().filter(|h| !apart(h.area.bounds(), about)).collect(),
        }
    }

    fn none(&self) -> bool {
        self.ground.is_empty() && self.solids.is_empty() && self.hills.is_empty()
    }

    /// What keeps the first from seeing the second; `None` where one line is free.
    pub fn hide<F: Fn(K) -> Depth>(&self, from: &Post, to: &Post, through: &Through<F>) -> Option<By> {
        if self.none() { None } else { self.blocked(&from.eyes, &to.marks, through) }
    }

    /// What blocks all lines from these eyes to those marks; `None` where one is free.
    pub fn blocked<F: Fn(K) -> Depth>(&self, eyes: &[V2], marks: &[V2], through: &Through<F>) -> Option<By> {
        // Of many lines side by side the same thing mostly blocks the next that blocked the last, so it is asked first.
        let mut last = None;
        let mut levels: SmallVec<[Option<u8>; 10]> = SmallVec::from_elem(None, eyes.len() + marks.len());
        for (i, a) in eyes.iter().enumerate() {
            for (j, b) in marks.iter().enumerate() {
                let mut top = || {
                    let mut of = |k: usize, p| *levels[k].get_or_insert_with(|| self.level(p));
                    of(i, *a).max(of(eyes.len() + j, *b))
                };
                let line = Lane::between(*a, *b);
                let again = match last {
                    Some(Hindrance::Hill(h)) => {
                        self.hills[h].level > top() && self.surely(last, line, through)
                    }
                    _ => self.surely(last, line, through),
                };
                if again {
                    continue;
                }
                last = self.first(line, through, top);
                last?;
            }
        }
        Some(last.map_or(By::Nobody, Hindrance::by))
    }

    /// The first thing that blocks the line; `top` tells the level of its higher end. What it only runs along does not block it, for a
    /// hair's breadth beside it there is nothing; but where two things touch there is something on both sides.
    fn first<F: Fn(K) -> Depth>(
        &self,
        line: Lane,
        through: &Through<F>,
        mut top: impl FnMut() -> u8,
    ) -> Option<Hindrance> {
        let mut found = Found::default();
        self.on_lane(line, through, &mut top, &mut found, true);
        let (by, _) = *found.first()?;
        let higher = |h: usize, top: u8| self.hills[h].level > top;
        let thick = !matches!(by, Hindrance::Hill(h) if !higher(h, top()));
        if thick && self.surely(Some(by), line, through) {
            return Some(by);
        }
        let mut beside = |side: f64| {
            let mut found = Found::default();
            self.on_lane(line.beside(side), through, &mut top, &mut found, false);
            found.into_iter().map(|(_, span)| span).collect::<Spans>()
        };
        let both = common(&beside(1.0), &beside(-1.0));
        (both.iter().map(|(s, e)| e - s).sum::<f64>() > EPS).then_some(by)
    }

    /// Cheap: does this block the line for certain, and a hair's breadth beside it, too? No is no answer; of a hill it must be known that
    /// it is higher than both ends.
    fn surely<F: Fn(K) -> Depth>(&self, by: Option<Hindrance>, line: Lane, through: &Through<F>) -> bool {
        match by {
            Some(Hindrance::Ground(g)) => self.deep_in(g, line, through),
            Some(Hindrance::Solid(r)) => {
                let r = &self.solids[r];
                walled(r, line).is_some() && walled(&r.grown(-3.0 * EPS), line).is_some()
            }
            Some(Hindrance::Hill(h)) => surely_in(&self.hills[h].area, line, EPS),
            None => false,
        }
    }

    /// What blocks the line, and on which stretch of it; of all that does only the first, if no more is asked.
    fn on_lane<F: Fn(K) -> Depth>(
        &self,
        lane: Lane,
        through: &Through<F>,
        top: &mut impl FnMut() -> u8,
        found: &mut Found,
        first_only: bool,
    ) {
        let enough = |found: &Found| first_only && !found.is_empty();
        let pieces = |joined: bool| (0..self.ground.len()).filter(move |i| self.ground[*i].joined == joined);
        for i in pieces(false) {
            self.screens([i].into_iter(), lane, through, found);
            if enough(found) {
                return;
            }
        }
        // What lies against each other is one piece where the line crosses it without a break.
        self.screens(pieces(true), lane, through, found);
        for (i, r) in self.solids.iter().enumerate() {
            if enough(found) {
                return;
            }
            found.extend(walled(r, lane).map(|span| (Hindrance::Solid(i), span)));
        }
        if !(self.hills.is_empty() || enough(found)) {
            self.over_hills(top(), lane, through, found);
        }
    }

    fn level(&self, p: V2) -> u8 {
        level(self.hills.iter().copied(), |a| holds(a, p))
    }

    /// Cheap: is certainly more of the line in this piece of ground than may be crossed, wherever the two stand?
    fn deep_in<F: Fn(K) -> Depth>(&self, i: usize, line: Lane, through: &Through<F>) -> bool {
        let Screen { kind, area, .. } = self.ground[i];
        let depth = (through.depth)(kind);
        surely_in(area, line, depth.into.max(depth.out) + EPS)
    }

    /// Where the line crosses more of these pieces of ground than it may.
    fn screens<F: Fn(K) -> Depth>(
        &self,
        pieces: impl Iterator<Item = usize>,
        lane: Lane,
        through: &Through<F>,
        found: &mut Found,
    ) {
        for whole in wholes(pieces.map(|i| (i, self.ground[i].area)), lane) {
            let deep = whole.length();
            if deep > EPS && deep > self.most(&whole.of, lane, through) + EPS {
                found.extend(whole.blocks(Hindrance::Ground));
            }
        }
    }

    /// How much may be crossed of ground that is all of these.
    fn most<F: Fn(K) -> Depth>(&self, all: &[usize], lane: Lane, through: &Through<F>) -> f64 {
        let ((eye, mark), ground) = (lane.ends, &self.ground);
        let around = |p: V2| all.iter().map(move |i| ground[*i]).filter(move |s| holds(s.area, p));
        let into = around(mark).map(|s| (through.depth)(s.kind).into).reduce(f64::max);
        let out = || around(eye).map(|s| (through.depth)(s.kind).out).reduce(f64::max);
        into.or_else(out).unwrap_or(0.0)
    }

    /// Where steps block the line: those higher than both ends, and the crest of one as high as the higher end. Steps of one height that
    /// lie against each other are one, and no crest matters on the step on which one of the two stands.
    fn over_hills<F>(&self, top: u8, lane: Lane, through: &Through<F>, found: &mut Found) {
        let crossed = |fits: fn(u8, u8) -> bool| {
            let hills = self.hills.iter().enumerate().filter(move |(_, h)| fits(h.level, top));
            wholes(hills.map(|(i, h)| (i, &h.area)), lane).into_iter().filter(|w| w.length() > EPS)
        };
        for whole in crossed(|step, top| step > top) {
            found.extend(whole.blocks(Hindrance::Hill));
        }
        let ((eye, mark), hills) = (lane.ends, &self.hills);
        for whole in crossed(|step, top| step == top) {
            let steps = || whole.of.iter().map(move |h| hills[*h]);
            let crest = |h: &HillStep| match &h.crest {
                Some(crest) => crest.segments().any(|(p, q)| crossing(lane.from, lane.to, p, q).is_some()),
                // In the middle of the stretch over the step, so every line over it crosses the crest.
                None => through.crest_in_middle,
            };
            let stood_on = steps().any(|h| holds(&h.area, eye) || holds(&h.area, mark));
            if !stood_on && steps().any(crest) {
                found.extend(whole.blocks(Hindrance::Hill));
            }
        }
    }
}

/// What blocks a line, and from where to where.
type Found = SmallVec<[(Hindrance, Span); 4]>;

/// What a line crosses of areas that lie against each other: it is as if they were one.
struct Whole {
    of: SmallVec<[usize; 4]>,
    /// No two of them overlap.
    spans: Spans,
}

impl Whole {
    fn length(&self) -> f64 {
        self.spans.iter().map(|(from, to)| to - from).sum()
    }

    fn blocks(&self, by: fn(usize) -> Hindrance) -> impl Iterator<Item = (Hindrance, Span)> + '_ {
        let by = by(self.of[0]);
        self.spans.iter().map(move |span| (by, *span))
    }
}

/// What a line crosses of these areas. Those that it crosses without a break between are one.
fn wholes<'x>(areas: impl Iterator<Item = (usize, &'x Area)>, lane: Lane) -> SmallVec<[Whole; 2]> {
    let mut crossed: SmallVec<[(f64, f64, usize); 4]> = SmallVec::new();
    for (i, area) in areas {
        if !area.misses(lane.from, lane.to) {
            let long = lane.from.dist(lane.to);
            crossed.extend(area.clip(lane.from, lane.to).iter().map(|(s, e)| (s * long, e * long, i)));
        }
    }
    crossed.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.total_cmp(&y.1)));
    let mut all: SmallVec<[Whole; 2]> = SmallVec::new();
    let mut end = f64::NEG_INFINITY;
    for (from, to, i) in crossed {
        let follows = from <= end + EPS;
        let mut whole = Whole { of: SmallVec::from_slice(&[i]), spans: Spans::new() };
        // It is one with the last, if there is no break, and with whatever has a part of the same area.
        let count = all.len();
        for at in (0..count).rev() {
            if (follows && at + 1 == count) || all[at].of.contains(&i) {
                let other = all.remove(at);
                whole.of.extend(other.of);
                whole.spans.extend(other.spans);
            }
        }
        if to > end {
            whole.spans.push((if follows { end } else { from }, to));
        }
        all.push(whole);
        end = end.max(to);
    }
    all
}

/// Where nobody looks through it, but out of it and into it.
fn walled(r: &Rect, lane: Lane) -> Option<Span> {
    let (eye, mark) = lane.ends;
    let (s, e) = r.clip(lane.from, lane.to)?;
    let long = lane.from.dist(lane.to);
    let through = (e - s) * long > EPS && !r.contains(eye, -EPS) && !r.contains(mark, -EPS);
    through.then_some((s * long, e * long))
}

/// The upright box about some places: its least and its greatest corner.
pub fn box_about<'p>(places: impl Iterator<Item = &'p V2>) -> (V2, V2) {
    let far = f64::INFINITY;
    places.fold((v2(far, far), v2(-far, -far)), |(l, h), p| {
        (v2(l.x.min(p.x), l.y.min(p.y)), v2(h.x.max(p.x), h.y.max(p.y)))
    })
}

/// All that can stand between on a table, from west to east: for looking many times at once.
#[derive(Debug)]
pub struct Screens<'a, K> {
    ground: Row<Screen<'a, K>>,
    solids: Row<Rect>,
    hills: Row<&'a HillStep>,
}

impl<'a, K: Copy> Screens<'a, K> {
    /// Ground that screens, what is solid, and hills.
    pub fn new(
        ground: impl Iterator<Item = (K, &'a Area)>,
        solids: impl Iterator<Item = Rect>,
        hills: &'a [HillStep],
    ) -> Screens<'a, K> {
        let mut all: Vec<Screen<'a, K>> =
            ground.map(|(kind, area)| Screen { kind, area, joined: false }).collect();
        join(&mut all);
        Screens {
            ground: Row::of(all.into_iter().map(|s| (s.area.bounds(), s))),
            solids: Row::of(solids.map(|r| (r.bounds(), r))),
            hills: Row::of(hills.iter().map(|h| (h.area.bounds(), h))),
        }
    }

    /// What may stand between the first's eyes and the second's marks.
    pub fn between(&self, from: &Post, to: &Post) -> Hindrances<'a, K> {
        let (lo, hi) = box_about(from.eyes.iter().chain(&to.marks));
        Hindrances {
            ground: self.ground.meeting(lo, hi),
            solids: self.solids.meeting(lo, hi),
            hills: self.hills.meeting(lo, hi),
        }
    }
}

/// Things by the west end of their boxes.
#[derive(Debug)]
struct Row<T> {
    all: Vec<(V2, V2, T)>,
    /// How far the longest reaches east of its west end.
    longest: f64,
}

impl<T: Copy> Row<T> {
    fn of(things: impl Iterator<Item = ((V2, V2), T)>) -> Row<T> {
        let mut all: Vec<(V2, V2, T)> = things.map(|((lo, hi), t)| (lo, hi, t)).collect();
        all.sort_by(|a, b| a.0.x.total_cmp(&b.0.x));
        let longest = all.iter().map(|(lo, hi, _)| hi.x - lo.x).fold(0.0, f64::max) + EPS;
        Row { all, longest }
    }

    fn meeting(&self, lo: V2, hi: V2) -> SmallVec<[T; 8]> {
        let from = self.all.partition_point(|t| t.0.x < lo.x - self.longest);
        self.all[from..]
            .iter()
            .take_while(|(l, _, _)| l.x <= hi.x)
            .filter(|(l, h, _)| h.x >= lo.x && l.y <= hi.y && h.y >= lo.y)
            .map(|t| t.2)
            .collect()
    }
}
