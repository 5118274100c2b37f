//! Lines of sight: from a few points of who looks to a few points of what is looked at. One free line is enough.

use crate::lie::{crossing, holds, length_in, longer_in, surely_in};
use crate::piece::{HillStep, apart, level};
use smallvec::SmallVec;
use table::{Area, EPS, Rect, V2, v2};

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
    ground: SmallVec<[(K, &'a Area); 8]>,
    solids: SmallVec<[Rect; 8]>,
    hills: SmallVec<[&'a HillStep; 8]>,
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
        Hindrances {
            ground: ground.filter(|(_, a)| !apart(a.bounds(), about)).collect(),
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
                let again = match last {
                    Some(Hindrance::Ground(g)) => self.screened(g, *a, *b, through),
                    Some(Hindrance::Solid(r)) => walled(&self.solids[r], *a, *b),
                    Some(Hindrance::Hill(h)) => self.over_hill(h, top(), *a, *b, through),
                    None => false,
                };
                if again {
                    continue;
                }
                last = self.first(*a, *b, through, top);
                last?;
            }
        }
        Some(last.map_or(By::Nobody, Hindrance::by))
    }

    /// The first thing that blocks the line; `top` tells the level of its higher end.
    fn first<F: Fn(K) -> Depth>(
        &self,
        a: V2,
        b: V2,
        through: &Through<F>,
        mut top: impl FnMut() -> u8,
    ) -> Option<Hindrance> {
        if let Some(i) = (0..self.ground.len()).find(|i| self.screened(*i, a, b, through)) {
            return Some(Hindrance::Ground(i));
        }
        if let Some(i) = self.solids.iter().position(|r| walled(r, a, b)) {
            return Some(Hindrance::Solid(i));
        }
        if self.hills.is_empty() {
            return None;
        }
        let top = top();
        (0..self.hills.len()).find(|h| self.over_hill(*h, top, a, b, through)).map(Hindrance::Hill)
    }

    fn level(&self, p: V2) -> u8 {
        level(self.hills.iter().copied(), |a| holds(a, p))
    }

    fn screened<F: Fn(K) -> Depth>(&self, i: usize, a: V2, b: V2, through: &Through<F>) -> bool {
        let (kind, area) = self.ground[i];
        if area.misses(a, b) {
            return false;
        }
        let depth = (through.depth)(kind);
        // More of it than may be crossed wherever the two stand.
        if surely_in(area, a, b, depth.into.max(depth.out) + EPS) {
            return true;
        }
        let deep = length_in(area, a, b);
        if deep <= EPS {
            return false;
        }
        let most = if holds(area, b) {
            depth.into
        } else if holds(area, a) {
            depth.out
        } else {
            0.0
        };
        deep > most + EPS
    }

    /// Does a step at least as high as the higher end block the line?
    fn over_hill<F>(&self, h: usize, top: u8, a: V2, b: V2, through: &Through<F>) -> bool {
        let h = self.hills[h];
        if h.level < top || !longer_in(&h.area, a, b, EPS) {
            return false;
        }
        if h.level > top {
            return true;
        }
        // As high as the higher end: its crest blocks, but not on the step on which one of the two stands.
        if holds(&h.area, a) || holds(&h.area, b) {
            return false;
        }
        match &h.crest {
            Some(crest) => crest.segments().any(|(p, q)| crossing(a, b, p, q).is_some()),
            // In the middle of the stretch over the step, so every line over it crosses the crest.
            None => through.crest_in_middle,
        }
    }
}

/// Nobody looks through it, but out of it and into it.
fn walled(r: &Rect, a: V2, b: V2) -> bool {
    r.clip(a, b).is_some_and(|(s, e)| (e - s) * a.dist(b) > EPS)
        && !r.contains(a, -EPS)
        && !r.contains(b, -EPS)
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
    ground: Row<(K, &'a Area)>,
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
        Screens {
            ground: Row::of(ground.map(|(k, a)| (a.bounds(), (k, a)))),
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
