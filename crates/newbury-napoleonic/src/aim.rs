//! Who can bear on whom: arcs, ranges, and what stands in the way (14.2, T2.i, play.fire.line).

use crate::Field;
use crate::book::{TOLERANCE, numbers};
use crate::figures::Placed;
use crate::formation::Formation;
use crate::sight::Lines;
use crate::troop::Weapon;
use crate::unit::{Unit, UnitId};
use crate::units::{Bounds, Stand, along, around, meet};
use crate::{clause, reading};
use smallvec::SmallVec;
use std::cell::OnceCell;
use table::{Base, Rect, V2, v2};
use umpire::Clause;

/// Degrees to each side of the facing: close order, square (14.2.a).
const CLOSE: f64 = 22.5;
const SQUARE: f64 = 45.0;

/// Figures of a body that can fire at a target in one band of range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bearing {
    pub figures: u16,
    /// The least range of them.
    pub cm: f64,
    /// The band of table 9A, by place.
    pub band: usize,
    pub by: Clause,
}

/// A gun that can fire at a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GunBearing {
    /// Its place in the battery.
    pub gun: usize,
    pub cm: f64,
    pub by: Clause,
}

/// The arc of a body's figures, in degrees to each side; `None` is all round (14.2.a, 14.2.b).
pub fn arc(u: &Unit) -> (Option<f64>, Clause) {
    match u.formation() {
        f if f.square() => (Some(SQUARE), clause!("14.2.a")),
        _ if u.open_order() || u.formation() == Formation::Building => (None, clause!("14.2.b")),
        _ => (Some(CLOSE), clause!("14.2.a")),
    }
}

/// The arc of a deployed gun: between the lines from the middle of its rear edge through its front corners (14.2.e, T2.i).
pub fn gun_arc(gun: &Base) -> (f64, Clause) {
    (libm::atan2(gun.width / 2.0, gun.depth).to_degrees(), clause!("T2.i"))
}

/// An arc about a direction from a place, or all round.
struct Cone {
    from: V2,
    dir: V2,
    /// Degrees to each side, their cosine, and the limits to the left and to the right.
    arc: Option<(f64, f64, [V2; 2])>,
}

/// Far more than rounding can make of an angle or a distance.
const SURE: f64 = 1e-3;
/// Arcs hold so many degrees more than they say, for rounding.
const SLACK: f64 = 1e-6;

impl Cone {
    fn new(from: V2, dir: V2, arc: Option<f64>) -> Cone {
        let limits = |most: f64| [-1.0, 1.0].map(|side| dir.turned(side * most.to_radians()));
        Cone { from, dir, arc: arc.map(|most| (most, libm::cos((most + SLACK).to_radians()), limits(most))) }
    }

    /// The same from another place.
    fn at(&self, from: V2) -> Cone {
        Cone { from, ..*self }
    }

    fn holds(&self, p: V2) -> bool {
        let Some((most, cos, _)) = self.arc else { return true };
        let way = p - self.from;
        let len = way.len();
        // The angle itself only where it is not clear without.
        match self.dir.dot(way) - cos * len {
            off if off > SURE * len => true,
            off if off < -SURE * len => false,
            _ if len < 1e-9 => 0.0 <= most + SLACK,
            _ => self.dir.angle_to(way.unit()).to_degrees() <= most + SLACK,
        }
    }

    /// Cheap: is no part of it in the arc, because it all lies beyond one limit of it?
    fn misses(&self, corners: &[V2; 4]) -> bool {
        let Some((most, _, [right, left])) = self.arc else { return false };
        let beyond = |limit: V2, side: f64| {
            corners.iter().all(|c| limit.cross(*c - self.from) * side > SURE * (1.0 + self.from.dist(*c)))
        };
        most <= 90.0 && (beyond(left, 1.0) || beyond(right, -1.0))
    }
}

/// The point of an outline that is nearest to a place and within an arc about it; points of its edges are tried.
fn nearest_in_arc(rects: &[Rect], cone: &Cone) -> Option<V2> {
    let from = cone.from;
    let mut best: Option<(f64, V2)> = None;
    for r in rects {
        let nearest = r.nearest(from);
        let least = nearest.dist(from);
        if best.is_some_and(|(b, _)| least >= b) {
            continue;
        }
        if cone.holds(nearest) {
            best = Some((least, nearest));
            continue;
        }
        let c = r.corners();
        if cone.misses(&c) {
            continue;
        }
        let mut take = |p: V2| {
            let d = p.dist(from);
            if best.is_none_or(|(b, _)| d < b) && cone.holds(p) {
                best = Some((d, p));
            }
        };
        for i in 0..4 {
            for t in 0..=8 {
                take(c[i].lerp(c[(i + 1) % 4], f64::from(t) / 8.0));
            }
        }
        // Where the limits of the arc meet it.
        for limit in cone.arc.iter().flat_map(|(.., limits)| limits) {
            if let Some((t, _)) = r.clip(from, from + *limit * 400.0) {
                take(from + *limit * (400.0 * t));
            }
        }
    }
    best.map(|(_, p)| p)
}

/// Figures that bear, counted by bands of range.
struct Tally {
    weapon: Weapon,
    law: Clause,
    all: SmallVec<[Bearing; 3]>,
}

impl Tally {
    fn new(u: &Unit, weapon: Weapon) -> Tally {
        Tally { weapon, law: arc(u).1, all: SmallVec::new() }
    }

    fn count(&mut self, cm: f64) {
        let Some(band) = numbers().small_arms.band(self.weapon, cm) else { return };
        match self.all.iter_mut().find(|b| b.band == band) {
            Some(b) => {
                b.figures += 1;
                b.cm = b.cm.min(cm);
            }
            None => self.all.push(Bearing { figures: 1, cm, band, by: self.law }),
        }
    }

    fn sorted(mut self) -> SmallVec<[Bearing; 3]> {
        self.all.sort_by_key(|b| b.band);
        self.all
    }
}

/// The place from which a figure fires.
fn front_of(f: &Placed) -> V2 {
    f.rect.centre + f.dir * f.rect.half_depth
}

/// The figures that have a target in arc and range and are not barred from it.
fn in_arc(
    u: &Unit,
    figures: &[Placed],
    weapon: Weapon,
    rects: &[Rect],
    bars: impl Fn(V2, V2) -> bool,
) -> SmallVec<[Bearing; 3]> {
    let small = &numbers().small_arms;
    let (reach, (most, _)) = (small.reach(weapon), arc(u));
    let mut tally = Tally::new(u, weapon);
    let mut cone = Cone::new(u.base.front, u.base.dir, most);
    for f in figures {
        let front = front_of(f);
        let far = reach + f.rect.radius() * 2.0 + TOLERANCE * 2.0;
        if rects.iter().all(|r| r.gap_to_point(front) > far) {
            continue;
        }
        cone = if cone.dir == f.dir { cone.at(front) } else { Cone::new(front, f.dir, most) };
        let Some(p) = nearest_in_arc(rects, &cone) else { continue };
        let cm = f.rect.gap_to_point(p);
        if small.band(weapon, cm).is_some() && !bars(front, p) {
            tally.count(cm);
        }
    }
    tally.sorted()
}

/// What may stand between one who fires small arms and those at whom he fires, found once for all of his figures (play.fire.line).
struct Between<'f> {
    /// Own troops of any kind, other enemies in close order or guns.
    bodies: SmallVec<[(&'f Unit, Option<&'f Stand>); 8]>,
    lines: Lines<'f>,
}

impl<'f> Between<'f> {
    /// All that may stand in an upright box.
    fn about(f: &'f Field, by: UnitId, at: UnitId, about: Bounds) -> Between<'f> {
        let own_pass = f.readings.is(reading!("own-skirmishers", "pass"));
        let side = f[by].side;
        let stops = |u: &&Unit| {
            let thin = u.open_order();
            let stops = if u.side == side { !(thin && own_pass) } else { !thin };
            stops && u.id != by && u.id != at && u.formation() != Formation::Building
        };
        let bodies = f.within(about).filter(stops).map(|u| (u, f.units.stand(u))).collect();
        Between { bodies, lines: Lines::about(f, about, [Some(by), Some(at)]) }
    }

    /// Does anything stop a shot: troops, houses, ground?
    fn bars(&self, f: &Field, from: V2, to: V2) -> bool {
        let line = along(from, to);
        let on_line = |r: &Rect| r.grown(-TOLERANCE).clip(from, to).is_some();
        let stops = |(u, stand): &(&Unit, Option<&Stand>)| match stand {
            Some(s) => {
                meet(&s.bounds, &line) && !u.base.beside(from, to, 60.0) && s.rects.iter().any(on_line)
            }
            None => !u.base.beside(from, to, 60.0) && f.any_rect(u, on_line),
        };
        self.bodies.iter().any(stops) || self.lines.free(from, to).is_err()
    }
}

/// An upright box about places and rectangles.
fn box_about(places: impl Iterator<Item = V2>, rects: &[Rect]) -> Bounds {
    places.fold(around(rects, 0.01), |(lo, hi), p| {
        (v2(lo.x.min(p.x), lo.y.min(p.y)), v2(hi.x.max(p.x), hi.y.max(p.y)))
    })
}

impl Field {
    /// Figures that may fire at all: the front rank and the flank files, in open order everybody (14.2.d).
    pub fn firing_figures(&self, u: &Unit) -> Vec<Placed> {
        let all = self.figures_of(u);
        if u.open_order() {
            return all;
        }
        // Flank files face as the rest do; by the other reading they fire to the front too (14.2.c).
        let files = self.readings.is(reading!("flank-files", "front-too"));
        all.into_iter().filter(|f| f.rank == 1 || (files && f.flank_file)).collect()
    }

    /// The figures of a body that can bear on a target with a weapon, by bands of range, the nearest first (15.4.a).
    pub fn bears(&self, by: UnitId, at: UnitId, weapon: Weapon) -> SmallVec<[Bearing; 3]> {
        self.bears_on(by, at, weapon, &self.rects(&self[at]))
    }

    /// Has some figure or gun of a body a figure there in its arc, no farther off than this (14.2, 20.2.b)?
    pub fn has_in_arc(&self, by: UnitId, figure: &Rect, reach: f64) -> bool {
        let u = &self[by];
        let near = |from: V2, dir: V2, arc: Option<f64>| {
            let p = nearest_in_arc(std::slice::from_ref(figure), &Cone::new(from, dir, arc));
            p.is_some_and(|p| p.dist(from) <= reach + TOLERANCE)
        };
        if u.inside.is_some() {
            return true;
        }
        if u.arm().battery() {
            return self.guns(u).iter().any(|(_, g)| near(g.rear(), g.dir, Some(gun_arc(g).0)));
        }
        let (most, _) = arc(u);
        self.firing_figures(u).iter().any(|f| near(front_of(f), f.dir, most))
    }

    /// The same on some figures of it only (14.4.a).
    pub fn bears_on(&self, by: UnitId, at: UnitId, weapon: Weapon, rects: &[Rect]) -> SmallVec<[Bearing; 3]> {
        let u = &self[by];
        if let (Formation::Building, Some((b, _))) = (u.formation(), u.inside) {
            let mut tally = Tally::new(u, weapon);
            self.out_of_building(by, at, b, rects, &mut |cm| tally.count(cm));
            return tally.sorted();
        }
        let figures = self.firing_figures(u);
        let between = OnceCell::new();
        let bars = |from: V2, to: V2| {
            let about = || box_about(figures.iter().map(front_of), rects);
            between.get_or_init(|| Between::about(self, by, at, about())).bars(self, from, to)
        };
        in_arc(u, &figures, weapon, rects, bars)
    }

    /// Would any figure of a body bear on one at those places if nothing stood between? Not asked of those in buildings.
    pub(crate) fn could_bear(&self, u: &Unit, weapon: Weapon, t: &Unit) -> bool {
        let (figures, rects) = (self.firing_figures(u), t.rects(&self.options));
        !in_arc(u, &figures, weapon, &rects, |_, _| false).is_empty()
    }

    /// One figure for every 2 cm of a wall fires out of it; by the other reading as many as the whole perimeter lets, at any wall (4.1.d).
    fn out_of_building(&self, by: UnitId, at: UnitId, b: u16, rects: &[Rect], count: &mut dyn FnMut(f64)) {
        let Some(building) = self.ground.buildings.get(usize::from(b)) else { return };
        let places = |cm: f64| (cm / 2.0 + 1e-9).floor() as u16;
        let any_wall = self.readings.is(reading!("fire-out-of-buildings", "perimeter"));
        let mut left = self[by].figures().min(places(building.perimeter()));
        let walls = around([&building.rect], 1.0);
        let between = Between::about(self, by, at, box_about([walls.0, walls.1].into_iter(), rects));
        for (p, q, out) in building.walls() {
            let n = if any_wall { left } else { places(p.dist(q)) };
            for i in 0..n.min(left) {
                let from = p.lerp(q, (f64::from(i) + 0.5) / f64::from(n.max(1)));
                let Some(mark) = nearest_in_arc(rects, &Cone::new(from, out, Some(90.0))) else { continue };
                if !between.bars(self, from + out * 0.05, mark) {
                    count(mark.dist(from));
                    left -= 1;
                }
            }
        }
    }

    /// The guns of a deployed battery, from the left, each by its base; destroyed ones are gone.
    pub fn guns(&self, u: &Unit) -> Vec<(usize, Base)> {
        let Some(battery) = &u.battery else { return Vec::new() };
        let here = (0..battery.guns.len()).filter(|i| !battery.guns[*i].destroyed);
        let base = |p: Placed| Base {
            front: p.rect.centre + p.dir * p.rect.half_depth,
            dir: p.dir,
            width: 2.0 * p.rect.half_width,
            depth: 2.0 * p.rect.half_depth,
        };
        here.zip(self.figures_of(u).into_iter().map(base)).collect()
    }

    /// The guns of a battery that can bear on a target: in their arc, with a lane as wide as their base free of own figures (14.2.e).
    /// Overhead fire is not asked here.
    pub fn guns_bear(&self, by: UnitId, at: UnitId) -> Vec<GunBearing> {
        let clear = |g: &(GunBearing, Base, V2)| {
            self.in_lane(by, at, &g.1, g.2).is_empty()
                && self.line_free(g.1.front, g.2, [Some(by), Some(at)]).is_ok()
        };
        self.guns_aimed(by, at).into_iter().filter(clear).map(|(g, ..)| g).collect()
    }

    /// The guns that have a target in their arc, whatever stands between: each with its base and the place that it is aimed at.
    pub fn guns_aimed(&self, by: UnitId, at: UnitId) -> Vec<(GunBearing, Base, V2)> {
        self.aimed_at(&self.guns(&self[by]), at)
    }

    /// The same of guns that were placed before.
    pub(crate) fn aimed_at(&self, guns: &[(usize, Base)], at: UnitId) -> Vec<(GunBearing, Base, V2)> {
        let rects = self.rects(&self[at]);
        let mut all = Vec::new();
        for &(gun, base) in guns {
            let (most, law) = gun_arc(&base);
            let apex = base.rear();
            let Some(p) = nearest_in_arc(&rects, &Cone::new(apex, base.dir, Some(most))) else { continue };
            let cm = rects.iter().map(|r| base.rect().gap(r)).fold(f64::INFINITY, f64::min);
            all.push((GunBearing { gun, cm, by: law }, base, p));
        }
        all
    }

    /// Own bodies in the strip from a gun to a place (14.2.e).
    pub fn in_lane(&self, by: UnitId, at: UnitId, gun: &Base, to: V2) -> Vec<UnitId> {
        let far = gun.front.dist(to);
        if far < 1e-6 {
            return Vec::new();
        }
        let dir = (to - gun.front).unit();
        let lane =
            Rect { centre: (gun.front + to) * 0.5, dir, half_width: gun.width / 2.0, half_depth: far / 2.0 };
        self.side_about(self[by].side, &[lane], 0.0)
            .filter(|o| o.id != by && o.id != at && o.inside.is_none())
            .filter(|o| self.any_rect(o, |r| r.penetration(&lane) > TOLERANCE))
            .map(|o| o.id)
            .collect()
    }

    /// Figures one behind another that a line through a body crosses, at least one (glossary.line-of-fire).
    pub fn depth_along(&self, u: &Unit, from: V2, to: V2) -> (u16, Clause) {
        if let (n, Some(by)) = u.ranks(&self.options) {
            return (n, by);
        }
        let way = to - from;
        if way.len() < 1e-9 {
            return (1, clause!("glossary.line-of-fire"));
        }
        let dir = way.unit();
        let far = from + dir * (way.len() + u.base.width + u.base.depth + 10.0);
        let mut most = 0u16;
        // Lines beside each other, a figure's width apart, so that a gap between files is no way through.
        let (w, figures) = (u.plan(&self.options).figure.0, self.figures_of(u));
        for side in [-0.4, 0.0, 0.4] {
            let by = dir.right() * (side * w);
            // A line between two files crosses neither (play.measure).
            let crossed = |f: &&Placed| f.rect.grown(-TOLERANCE).clip(from + by, far + by).is_some();
            let n = figures.iter().filter(crossed).count();
            most = most.max(n as u16);
        }
        (most.max(1), clause!("glossary.line-of-fire"))
    }
}
