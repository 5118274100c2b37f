//! Going along a way: a straight leg is cut into stretches by the ground it passes, and the book says the pace on each.

use crate::lie::leading_edge;
use crate::piece::{Road, apart};
use crate::span::{common, tidy, without};
use smallvec::SmallVec;
use table::{Area, Base, EPS, Rect, Span, Spans, V2, v2};

/// A base that goes straight, keeping its front: where on its way it is over what.
///
/// ```
/// use ground::Leg;
/// use table::{Area, Base, Pose, Rect, v2};
/// let base = Base::new(Pose { x: 10.0, y: 10.0, facing: 0.0 }, 6.0, 4.0);
/// let leg = Leg::new(&base, v2(0.0, 1.0), 40.0);
/// let wood = Area::rect(&Rect::upright(v2(0.0, 20.0), v2(20.0, 30.0))).unwrap();
/// // Its leading edge is in the wood from 10 to 20, some part of it across the wood's edge at both ends.
/// assert_eq!(leg.over(&wood)[..], [(10.0, 20.0)]);
/// assert_eq!(leg.across_rim(&wood)[..], [(10.0, 14.0), (20.0, 24.0)]);
/// // A wall 2 deep is under some part of it from the first touch to the last.
/// let wall = Rect::upright(v2(0.0, 20.0), v2(20.0, 22.0));
/// let (from, to) = leg.on(&wall).unwrap();
/// assert!((from - 10.0).abs() < 1e-9 && (to - 16.0).abs() < 1e-9);
/// // The table ends 25 ahead of it.
/// assert_eq!(leg.room(100.0, 35.0), 25.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    rect: Rect,
    /// The edge that leads, by its ends.
    edge: (V2, V2),
    dir: V2,
    length: f64,
}

impl Leg {
    /// From there so far along the unit vector `dir`.
    pub fn new(base: &Base, dir: V2, length: f64) -> Leg {
        Leg { rect: base.rect(), edge: leading_edge(base, dir), dir, length }
    }

    pub fn length(&self) -> f64 {
        self.length
    }

    /// The middle of the edge that leads.
    pub fn middle(&self) -> V2 {
        (self.edge.0 + self.edge.1) * 0.5
    }

    /// An upright box that no part of it leaves on its way.
    pub fn bounds(&self) -> (V2, V2) {
        let far = self.rect.radius() + self.length + 1.0;
        (self.rect.centre - v2(far, far), self.rect.centre + v2(far, far))
    }

    /// The stretches on which its leading edge has a point in the area. A hair's breadth at both ends of the edge does not
    /// count, so that one may march along a wood.
    pub fn over(&self, area: &Area) -> Spans {
        let ((lo, hi), (a, b)) = (area.bounds(), self.edge);
        let by = self.dir * self.length;
        let least = v_min(v_min(a, b), v_min(a + by, b + by));
        let most = v_max(v_max(a, b), v_max(a + by, b + by));
        if most.x < lo.x || least.x > hi.x || most.y < lo.y || least.y > hi.y {
            return Spans::new();
        }
        let half_depth = (a.dist(b) / 2.0 - EPS).max(0.0);
        let edge = Rect { centre: (a + b) * 0.5, dir: (b - a).unit(), half_width: 0.0, half_depth };
        tidy(area.passages(&edge, self.dir).into_iter().collect(), self.length)
    }

    /// Where it lies across the edge of the area.
    pub fn across_rim(&self, area: &Area) -> Spans {
        let (lo, hi) = area.bounds();
        let (c, reach) = (self.rect.centre, self.rect.radius() + self.length);
        if c.x + reach < lo.x || c.x - reach > hi.x || c.y + reach < lo.y || c.y - reach > hi.y {
            return Spans::new();
        }
        let touched = tidy(area.passages_inside(&self.rect, self.dir), self.length);
        if touched.is_empty() {
            return touched;
        }
        let by = self.dir * self.length;
        let mut inside: Spans = SmallVec::from_slice(&[(0.0, self.length)]);
        for p in self.rect.corners() {
            let on: Spans =
                area.clip(p, p + by).iter().map(|(s, e)| (s * self.length, e * self.length)).collect();
            inside = common(&inside, &on);
        }
        without(&touched, &inside)
    }

    /// The stretch on which any part of it is on the rectangle; it may begin before 0.
    pub fn on(&self, o: &Rect) -> Option<Span> {
        if o.gap_to_point(self.rect.centre) > self.length + self.rect.radius() {
            return None;
        }
        let r = &self.rect;
        let d = o.centre - r.centre;
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        for axis in [r.dir.right(), r.dir, o.dir.right(), o.dir] {
            let reach = r.half_width * r.dir.right().dot(axis).abs()
                + r.half_depth * r.dir.dot(axis).abs()
                + o.half_width * o.dir.right().dot(axis).abs()
                + o.half_depth * o.dir.dot(axis).abs();
            let (p, v) = (d.dot(axis), self.dir.dot(axis));
            if v.abs() < 1e-12 {
                // Standing against it or going along it is not being on it.
                if p.abs() >= reach - EPS {
                    return None;
                }
            } else {
                let (s, e) = ((p - reach) / v, (p + reach) / v);
                enter = enter.max(s.min(e));
                leave = leave.min(s.max(e));
            }
        }
        (leave - enter > EPS).then_some((enter, leave))
    }

    /// The stretch on which the middle of its leading edge is on the rectangle: of those who file over a bridge.
    pub fn filing(&self, r: &Rect) -> Option<Span> {
        self.point_on(r, self.middle())
    }

    /// The stretches on which the whole leading edge is on the rectangle: of those who must find room on a bridge.
    pub fn abreast(&self, r: &Rect) -> Spans {
        let on = |p| self.point_on(r, p);
        common(on(self.edge.0).as_slice(), on(self.edge.1).as_slice())
    }

    fn point_on(&self, r: &Rect, p: V2) -> Option<Span> {
        let (s, e) = r.grown(EPS).clip(p, p + self.dir * self.length)?;
        Some((s * self.length, e * self.length))
    }

    /// The stretches on which the middle of its leading edge is on a road that it follows within so many degrees.
    ///
    /// ```
    /// use ground::{Leg, Road};
    /// use table::{Base, Polyline, Pose, v2};
    /// let road = Road { name: "The Pike".into(), path: Polyline::new(vec![v2(0.0, 0.0), v2(0.0, 50.0)]), width: 4.0 };
    /// let along = |facing| {
    ///     let base = Base::new(Pose { x: 0.0, y: 20.0, facing }, 3.0, 10.0);
    ///     Leg::new(&base, base.dir, 60.0).along(&[road.clone()], 15.0)
    /// };
    /// assert_eq!(along(0.0).len(), 1);
    /// assert!(along(40.0).is_empty());
    /// ```
    pub fn along(&self, roads: &[Road], most: f64) -> Spans {
        let (mid, dir) = (self.middle(), self.dir);
        let end = mid + dir * self.length;
        let mut on = Spans::new();
        for road in roads {
            for (a, b) in road.path.segments() {
                let by = 2.0 * road.width + 1.0;
                if mid.x.max(end.x) + by < a.x.min(b.x)
                    || mid.x.min(end.x) - by > a.x.max(b.x)
                    || mid.y.max(end.y) + by < a.y.min(b.y)
                    || mid.y.min(end.y) - by > a.y.max(b.y)
                {
                    continue;
                }
                let along = (b - a).unit();
                // Cheap first: the angle decides most.
                let turn = dir.angle_to(along).to_degrees();
                if turn.min(180.0 - turn) > most + EPS || a.dist(b) < 1e-9 {
                    continue;
                }
                let half = road.width / 2.0;
                let r = Rect {
                    centre: (a + b) * 0.5,
                    dir: along,
                    half_width: half + EPS,
                    half_depth: a.dist(b) / 2.0 + half,
                };
                on.extend(r.clip(mid, end).map(|(s, e)| (s * self.length, e * self.length)));
            }
        }
        tidy(on, self.length)
    }

    /// How far its leading edge stays on a table so wide and deep.
    pub fn room(&self, width: f64, depth: f64) -> f64 {
        let by = self.dir * self.length;
        let room = |p: V2| {
            let mut most = 1.0f64;
            for (at, v, end) in [(p.x, by.x, width), (p.y, by.y, depth)] {
                if v > 1e-12 {
                    most = most.min((end - at) / v);
                } else if v < -1e-12 {
                    most = most.min(-at / v);
                }
            }
            most.max(0.0) * self.length
        };
        room(self.edge.0).min(room(self.edge.1))
    }

    /// Cheap: does what lies in that box concern no part of its way?
    pub fn passes_by(&self, bounds: (V2, V2)) -> bool {
        apart(bounds, self.bounds())
    }
}

/// Who goes: the book's troops, with all that their pace depends on.
///
/// ```
/// use ground::{Walker, Way};
/// #[derive(Clone, Copy, PartialEq)]
/// enum Over {
///     Wood,
///     Road,
///     Lake,
/// }
/// struct Foot;
/// impl Walker for Foot {
///     type Over = Over;
///     type Why = &'static str;
///     fn pace(&self, over: &[Over]) -> (Option<f64>, &'static str) {
///         match over {
///             _ if over.contains(&Over::Lake) => (None, "nobody walks on water"),
///             _ if over.contains(&Over::Road) => (Some(12.0), "on a road"),
///             _ if over.contains(&Over::Wood) => (Some(4.0), "in a wood"),
///             _ => (Some(8.0), "in the open"),
///         }
///     }
/// }
/// let mut way = Way::new(40.0);
/// way.put(Over::Wood, &[(10.0, 20.0)]);
/// way.put(Over::Road, &[(16.0, 24.0)]);
/// way.put(Over::Lake, &[(30.0, 35.0)]);
/// let all = way.divide(&Foot);
/// let paces: Vec<_> = all.iter().map(|s| (s.from, s.to, s.rate)).collect();
/// assert_eq!(
///     paces,
///     [
///         (0.0, 10.0, Some(8.0)),
///         (10.0, 16.0, Some(4.0)),
///         (16.0, 24.0, Some(12.0)),
///         (24.0, 30.0, Some(8.0)),
///         // What lies beyond cannot be reached.
///         (30.0, 40.0, None),
///     ]
/// );
/// assert_eq!(all[4].why, "nobody walks on water");
/// assert_eq!(ground::time_over(&all, 16.0), Some(10.0 / 8.0 + 6.0 / 4.0));
/// assert_eq!(ground::time_over(&all, 31.0), None);
/// ```
pub trait Walker {
    /// What a stretch can be over: kinds of ground, roads, objects.
    type Over: Copy;
    /// What decides a pace: a clause of the book, and what else it wants to know of a stretch.
    type Why: Copy + PartialEq;
    /// How much it goes in a turn over all this at once, and why; `None` where it may not go.
    fn pace(&self, over: &[Self::Over]) -> (Option<f64>, Self::Why);
}

/// A part of a way on which the pace does not change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch<W> {
    /// From the start of the way.
    pub from: f64,
    pub to: f64,
    /// What is gone in a turn; `None`: one may not go on here.
    pub rate: Option<f64>,
    /// What decided the rate.
    pub why: W,
}

/// A way: mostly a few stretches.
pub type Stretches<W> = SmallVec<[Stretch<W>; 4]>;

/// A way as what counts on it, each with the stretches on which it does.
#[derive(Clone, Debug)]
pub struct Way<O> {
    over: SmallVec<[(O, Span); 8]>,
    length: f64,
}

impl<O: Copy> Way<O> {
    /// So long, over nothing in particular.
    pub fn new(length: f64) -> Way<O> {
        Way { over: SmallVec::new(), length }
    }

    pub fn length(&self) -> f64 {
        self.length
    }

    /// On these stretches it is over that, too.
    pub fn put(&mut self, what: O, spans: &[Span]) {
        for s in spans {
            let (from, to) = (s.0.max(0.0), s.1.min(self.length));
            if to - from > EPS / 2.0 {
                self.over.push((what, (from, to)));
            }
        }
    }

    /// Of these stretches what is not over any of that.
    pub fn free_of(&self, spans: &[Span], what: impl Fn(O) -> bool) -> Spans {
        let mut left: Spans = spans.iter().copied().collect();
        for (o, s) in &self.over {
            if what(*o) {
                left = without(&left, &[*s]);
            }
        }
        left
    }

    /// Divides the way where the pace changes. After a stretch that may not be entered there is none.
    pub fn divide<W: Walker<Over = O>>(&self, walker: &W) -> Stretches<W::Why> {
        let mut cuts: SmallVec<[f64; 12]> = SmallVec::new();
        cuts.push(0.0);
        cuts.push(self.length);
        for (_, (s, e)) in &self.over {
            cuts.push(*s);
            cuts.push(*e);
        }
        cuts.sort_by(f64::total_cmp);
        let mut out = Stretches::new();
        let mut from = 0.0;
        for c in cuts {
            if c - from <= EPS / 2.0 && c < self.length {
                continue;
            }
            let at = (from + c) / 2.0;
            let here: SmallVec<[O; 8]> =
                self.over.iter().filter(|(_, (s, e))| *s <= at && at <= *e).map(|(o, _)| *o).collect();
            let (rate, why) = walker.pace(&here);
            match out.last_mut() {
                Some(last) if last.rate == rate && last.why == why => last.to = c,
                _ => out.push(Stretch { from, to: c, rate, why }),
            }
            from = c;
            if rate.is_none() {
                if let Some(s) = out.last_mut() {
                    s.to = self.length;
                }
                break;
            }
            if from >= self.length {
                break;
            }
        }
        out
    }
}

/// The time in turns that the stretches take up to `length`; `None` if one cannot get so far.
pub fn time_over<W>(stretches: &[Stretch<W>], length: f64) -> Option<f64> {
    let mut t = 0.0;
    for s in stretches {
        if s.from >= length - EPS {
            break;
        }
        t += (s.to.min(length) - s.from) / s.rate.filter(|r| *r > 0.0)?;
    }
    Some(t)
}

fn v_min(a: V2, b: V2) -> V2 {
    v2(a.x.min(b.x), a.y.min(b.y))
}

fn v_max(a: V2, b: V2) -> V2 {
    v2(a.x.max(b.x), a.y.max(b.y))
}
