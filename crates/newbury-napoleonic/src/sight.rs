//! Who sees whom (4.6, 4.7, play.sight, play.detect): lines between places, over features and through ground, weather, smoke and troops.

use crate::Field;
use crate::book::weather::Feature;
use crate::book::{TOLERANCE, numbers};
use crate::formation::Formation;
use crate::ground::{Building, HillStep, Patch};
use crate::terrain::{Obstacle, Terrain};
use crate::troop::Arm;
use crate::unit::{Fate, Side, State, Unit, UnitId};
use crate::units::{Bounds, Stand, along, around, meet};
use crate::{clause, reading};
use smallvec::{SmallVec, smallvec};
use std::cell::{Cell, OnceCell};
use table::{Base, Rect, V2, v2};
use umpire::Clause;

/// Smoke of a firing body lies so deep before its front (play.sight).
const SMOKE_DEEP: f64 = 2.0;
/// The counter at which it hides (4.6.d.3).
const SMOKE_FULL: u8 = 4;
/// Smoke of a building out of control (16.9.f).
const COLUMN: (f64, f64) = (15.0, 5.0);
/// One who stands no further behind a wall, hedge or fence stands directly behind it (4.7.a).
const BEHIND: f64 = 1.0;

/// What keeps one from being seen: the clause, or that he is too far.
pub type Hidden = Clause;

/// What may lie on lines between places, found once for all of them.
struct Country<'f> {
    f: &'f Field,
    buildings: SmallVec<[&'f Building; 4]>,
    /// Woods and scrub.
    patches: SmallVec<[&'f Patch; 8]>,
    hills: SmallVec<[&'f HillStep; 8]>,
    /// Of each contour, which of them lie on it, where it was asked.
    upon: SmallVec<[Cell<Option<u64>>; 8]>,
    /// Troops who hide what is behind them, where it was asked.
    troops: OnceCell<SmallVec<[Body<'f>; 8]>>,
    /// Of these the one who was found on a line last, by his place among them: mostly he is on the next line too.
    blocker: Cell<Option<usize>>,
    about: Bounds,
}

/// Troops who may stand on a line, and how they stand if it is certain.
#[derive(Clone, Copy)]
struct Body<'f> {
    unit: &'f Unit,
    stand: Option<&'f Stand>,
}

/// An end of a line: a place, the contour on which it lies, and in which of the patches and contours of its country.
#[derive(Clone, Copy)]
struct End {
    at: V2,
    level: u8,
    patches: u64,
    hills: u64,
}

/// So many pieces of ground have a bit.
const BITS: usize = 64;

impl<'f> Country<'f> {
    /// All that may come into an upright box.
    fn about(f: &'f Field, about: Bounds) -> Country<'f> {
        let near = |(lo, hi): (V2, V2)| meet(&(lo - v2(1.0, 1.0), hi + v2(1.0, 1.0)), &about);
        let (west, east) = (about.0.x, about.1.x);
        let g = &f.ground;
        let hides = |p: &Patch| p.kind.wooded() || p.kind == Terrain::Scrub;
        let buildings = g.buildings.between(west, east).map(|(_, b)| b);
        let patches = g.patches.between(west, east).map(|(_, p)| p);
        let hills = g.hills.between(west, east).map(|(_, h)| &**h);
        let hills: SmallVec<[&HillStep; 8]> = hills.filter(|h| near(h.area.bounds())).collect();
        Country {
            f,
            buildings: buildings.filter(|b| near(b.rect.bounds())).collect(),
            patches: patches.filter(|p| hides(p) && near(p.area.bounds())).collect(),
            upon: smallvec![Cell::new(None); hills.len()],
            hills,
            troops: OnceCell::new(),
            blocker: Cell::new(None),
            about,
        }
    }

    /// Close-order troops who may stand on a line (4.6.h).
    fn troops(&self) -> &[Body<'f>] {
        self.troops.get_or_init(|| {
            let all = self.f.within(self.about).filter(|u| blocks_sight(u) && u.fate != Fate::Hidden);
            all.map(|unit| Body { unit, stand: self.f.units.stand(unit) }).collect()
        })
    }

    /// Of a line by itself.
    fn between(f: &'f Field, a: V2, b: V2) -> Country<'f> {
        Country::about(f, along(a, b))
    }

    /// An end of a line in it.
    fn end(&self, at: V2) -> End {
        let patches = self.patches.iter().map(|p| p.area.contains(at));
        let hills = self.hills.iter().map(|h| h.area.contains(at));
        let bits = |sum: u64, (n, is): (usize, bool)| if is && n < BITS { sum | 1 << n } else { sum };
        let on = hills.take(BITS).enumerate().fold(0, bits);
        End {
            at,
            level: self.level(at, on),
            patches: patches.take(BITS).enumerate().fold(0, bits),
            hills: on,
        }
    }

    /// The contour on which a place lies, by those of the country on which it is: the country has all that reach it.
    fn level(&self, at: V2, on: u64) -> u8 {
        if self.hills.len() > BITS {
            return self.f.ground.level(at);
        }
        let all = self.hills.iter().enumerate().filter(|(n, _)| on & (1 << n) != 0);
        all.map(|(_, h)| h.level).max().unwrap_or(0)
    }

    fn in_patch(&self, n: usize, end: &End) -> bool {
        if n < BITS { end.patches & (1 << n) != 0 } else { self.patches[n].area.contains(end.at) }
    }

    fn on_hill(&self, n: usize, end: &End) -> bool {
        if n < BITS { end.hills & (1 << n) != 0 } else { self.hills[n].area.contains(end.at) }
    }

    /// Does a contour lie on the hill of another?
    fn lies_upon(&self, n: usize, foot: usize) -> bool {
        let lies = |h: &HillStep| {
            let first = h.area.outline().first();
            first.is_some_and(|p| self.hills[foot].area.is_within(*p, table::EPS))
        };
        if n >= BITS {
            return lies(self.hills[n]);
        }
        let all = || {
            let first = self.hills.iter().take(BITS).enumerate();
            first.fold(0, |sum, (n, h)| if lies(h) { sum | 1 << n } else { sum })
        };
        let upon = self.upon[foot].get().unwrap_or_else(all);
        self.upon[foot].set(Some(upon));
        upon & (1 << n) != 0
    }
}

/// So far within a hill a line goes that certainly crosses it.
const WITHIN: f64 = 10.0 * TOLERANCE;

impl Country<'_> {
    /// Cheap: does one hill certainly hide all of these places from all of those (4.6.f)? No is no answer.
    fn surely_hidden(&self, eyes: &[End], marks: &[End]) -> bool {
        let ends = || eyes.iter().chain(marks);
        let top = ends().map(|e| e.level).max().unwrap_or(0);
        self.hills.iter().enumerate().take(BITS).any(|(n, h)| {
            let least = numbers().weather.see_over(Feature::Hill(h.level));
            h.level == 1
                && top.saturating_sub(h.level) < least
                && !ends().any(|e| self.on_hill(n, e))
                && all_cross(h, eyes, marks)
                && !(0..self.hills.len()).any(|o| o != n && self.lies_upon(o, n))
        })
    }

    /// Cheap: do single bodies certainly hide all of these places of one from all of those of the other (4.6.h)? No is no answer.
    fn surely_behind_troops(&self, ends: [&Unit; 2], eyes: &[End], marks: &[End]) -> bool {
        if ends.iter().any(|u| u.arm() == Arm::Elephants) {
            return false;
        }
        let top = eyes.iter().chain(marks).map(|e| e.level).max().unwrap_or(0);
        let hides = |b: &&Body<'_>| {
            let Some(stand) = b.stand else { return false };
            ends.iter().all(|u| u.id != b.unit.id)
                && b.unit.trail.is_empty()
                && top <= stand.level
                && stand.rects.iter().any(|r| all_cross_body(r, eyes, marks))
        };
        // Over the first of the foot who is in the saddle is seen.
        let mut seen_over = u32::from(ends[1].mounted());
        for b in self.troops().iter().filter(hides) {
            if !b.unit.on_foot() || seen_over == 0 {
                return true;
            }
            seen_over -= 1;
        }
        false
    }
}

/// Cheap: do all lines certainly go through the midst of a body? No is no answer.
fn all_cross_body(r: &Rect, eyes: &[End], marks: &[End]) -> bool {
    let (Some(eye), Some(mark)) = (eyes.first(), marks.first()) else { return false };
    let inner = r.grown(-WITHIN);
    if inner.half_width <= WITHIN || inner.half_depth <= WITHIN {
        return false;
    }
    widest(&inner.corners(), mark.at - eye.at).is_some_and(|(a, b)| all_between(a, b, eyes, marks))
}

/// What is widest of an outline across a way, but for its ends.
fn widest(outline: &[V2], way: V2) -> Option<(V2, V2)> {
    let across = way.right();
    let wide = |a: &&V2, b: &&V2| a.dot(across).total_cmp(&b.dot(across));
    let (a, b) = (outline.iter().min_by(wide)?, outline.iter().max_by(wide)?);
    Some((a.lerp(*b, 0.05), b.lerp(*a, 0.05)))
}

/// Do all lines between these places and those certainly go between two others?
fn all_between(a: V2, b: V2, eyes: &[End], marks: &[End]) -> bool {
    // Far more than rounding can make of it.
    const SURE: f64 = 1e-3;
    let beyond = |p: V2| (b - a).cross(p - a);
    let parted = eyes.iter().all(|e| beyond(e.at) > SURE) && marks.iter().all(|m| beyond(m.at) < -SURE)
        || eyes.iter().all(|e| beyond(e.at) < -SURE) && marks.iter().all(|m| beyond(m.at) > SURE);
    let between = |e: V2, m: V2| {
        let (left, right) = ((m - e).cross(a - e), (m - e).cross(b - e));
        left > SURE && right < -SURE || left < -SURE && right > SURE
    };
    parted && eyes.iter().all(|e| marks.iter().all(|m| between(e.at, m.at)))
}

/// Cheap: do all lines between these places and those certainly go through the midst of a contour, on which none of them lies? No is no
/// answer.
fn all_cross(h: &HillStep, eyes: &[End], marks: &[End]) -> bool {
    let (Some(eye), Some(mark), [_]) = (eyes.first(), marks.first(), h.area.pieces()) else { return false };
    let Some((a, b)) = widest(h.area.outline(), mark.at - eye.at) else { return false };
    let within = |p: V2| h.area.sides().flatten().all(|(corner, side)| side.cross(p - *corner) > WITHIN);
    within(a) && within(b) && all_between(a, b, eyes, marks)
}

/// What a line is looked along for: the observer and the target, with their levels.
struct Line<'l, 'f> {
    f: &'f Field,
    land: &'l Country<'f>,
    ends_at: [End; 2],
    eye: V2,
    mark: V2,
    /// Contours of the ends.
    levels: [u8; 2],
    /// The target stirred in this move: it moved or fired.
    stirred: bool,
    /// Bodies at the ends, which do not block it.
    ends: [Option<UnitId>; 2],
    /// The target is in the saddle, or either is on an elephant.
    mounted: bool,
    elephant: bool,
}

/// A feature between the two, from where to where along the line in cm.
struct Across {
    what: Feature,
    /// The contour on which it stands; of a hill its highest.
    level: u8,
    to: f64,
    by: Clause,
}

impl Line<'_, '_> {
    fn length(&self) -> f64 {
        self.eye.dist(self.mark)
    }

    /// How far west and east it goes.
    fn reach(&self) -> (f64, f64) {
        (self.eye.x.min(self.mark.x), self.eye.x.max(self.mark.x))
    }

    /// Sees the eye the mark?
    fn free(&self) -> Result<Clause, Hidden> {
        self.far_enough()?;
        self.features()?;
        self.troops()?;
        self.smoke()?;
        Ok(clause!("4.6.a"))
    }

    /// The distances of visibility by weather and ground (4.6.a to 4.6.c).
    fn far_enough(&self) -> Result<(), Hidden> {
        let (w, weather) = (&numbers().weather, self.f.sky.weather);
        let d = self.length();
        let open = w.sight(Terrain::Open, weather).unwrap_or(f64::INFINITY);
        let [eye_at, mark_at] = &self.ends_at;
        for (n, p) in self.land.patches.iter().enumerate() {
            let far = || w.sight(p.kind, weather).unwrap_or(f64::INFINITY);
            let (eye, mark) = (self.land.in_patch(n, eye_at), self.land.in_patch(n, mark_at));
            let through = || p.area.length_inside(self.eye, self.mark);
            if p.kind.wooded() {
                match (eye, mark) {
                    (_, true) if !eye && self.stirred && self.near_edge(&p.area) => {}
                    // Measured straight from the observer.
                    (_, true) if d > far() + TOLERANCE => return Err(clause!("4.6.c.1")),
                    // Out of a wood as far as the open allows, if its edge is near enough.
                    (true, false) if through() > far() + TOLERANCE => return Err(clause!("play.sight")),
                    _ => {}
                }
                continue;
            }
            let far = far();
            match (eye, mark) {
                (true, _) if d > far + TOLERANCE => return Err(clause!("4.6.a")),
                // Looked into from outside it is measured from its edge, which must be in sight.
                (false, true) => {
                    let through = through();
                    if through > far + TOLERANCE || d - through > open + TOLERANCE {
                        return Err(clause!("4.6.b"));
                    }
                }
                (false, false) if d > far + TOLERANCE && through() > TOLERANCE => {
                    return Err(clause!("4.6.a"));
                }
                _ => {}
            }
        }
        let into_scrub = |(n, p): (usize, &&Patch)| {
            p.kind == Terrain::Scrub && self.land.in_patch(n, mark_at) && !self.land.in_patch(n, eye_at)
        };
        if d > open + TOLERANCE && !self.land.patches.iter().enumerate().any(into_scrub) {
            return Err(clause!("4.6.a"));
        }
        Ok(())
    }

    /// Within 4 cm of the edge of its wood, of which the observer is on the outer side (4.6.c.2).
    fn near_edge(&self, area: &table::Area) -> bool {
        let edge = numbers().weather.wood_edge;
        area.edges().any(|(a, b)| {
            let l2 = (b - a).len2().max(1e-12);
            let t = ((self.mark - a).dot(b - a) / l2).clamp(0.0, 1.0);
            let off = a.lerp(b, t) - self.mark;
            off.len() <= edge + TOLERANCE && off.dot(self.eye - self.mark) >= -1e-9
        })
    }

    /// Buildings, woods and hills that lie between, seen over or not, and the dead ground behind them (4.6.f, 4.6.g).
    fn features(&self) -> Result<(), Hidden> {
        for a in self.across() {
            self.over(&a)?;
        }
        self.contours()
    }

    /// Is the mark in dead ground: behind a hill, or too near behind what is seen over (4.6.g, glossary.dead-ground)? A wood or building in
    /// the way is none.
    fn dead(&self) -> bool {
        let hides = |a: &Across| match self.over(a) {
            Ok(()) => false,
            Err(by) => by == clause!("4.6.g") || matches!(a.what, Feature::Hill(_)),
        };
        self.across().iter().any(hides) || self.contours().is_err()
    }

    /// Is a thing that lies between seen over?
    fn over(&self, a: &Across) -> Result<(), Hidden> {
        let least = numbers().weather.see_over(a.what);
        // Either end may be the higher, so that sight is mutual; or the observer alone.
        let observer_only = self.f.readings.is(reading!("see-over-from", "observer"));
        let [eye, mark] = self.levels;
        let top = if observer_only { eye } else { eye.max(mark) };
        let higher = top.saturating_sub(a.level);
        if higher < least {
            return Err(a.by);
        }
        let beyond = eye.max(mark).saturating_sub(eye.min(mark)).saturating_sub(least);
        let blind = numbers().weather.blind(a.what, beyond);
        if a.to < blind - TOLERANCE {
            return Err(clause!("4.6.g"));
        }
        Ok(())
    }

    fn contours(&self) -> Result<(), Hidden> {
        // Contours that rise between the ends, above both.
        let top = self.levels[0].max(self.levels[1]);
        let rises = |h: &&&HillStep| h.level > top && h.area.length_inside(self.eye, self.mark) > TOLERANCE;
        match self.land.hills.iter().find(rises) {
            Some(_) => Err(clause!("play.sight")),
            None => Ok(()),
        }
    }

    /// What the line crosses from side to side, with how far the lower end is behind it.
    fn across(&self) -> SmallVec<[Across; 4]> {
        let mut all = SmallVec::new();
        let (d, low_is_mark) = (self.length(), self.levels[1] <= self.levels[0]);
        let behind = |(s, e): (f64, f64)| if low_is_mark { d - e * d } else { s * d };
        let [eye_at, mark_at] = &self.ends_at;
        for b in &self.land.buildings {
            let inside = b.rect.contains(self.eye, TOLERANCE) || b.rect.contains(self.mark, TOLERANCE);
            if inside {
                continue;
            }
            if let Some(span) = b.rect.grown(-TOLERANCE).clip(self.eye, self.mark) {
                let level = self.f.ground.level(b.rect.centre);
                let what = Feature::Building(b.storeys);
                all.push(Across { what, level, to: behind(span), by: clause!("4.6.f") });
            }
        }
        for (n, p) in self.land.patches.iter().enumerate().filter(|(_, p)| p.kind.wooded()) {
            if self.land.in_patch(n, eye_at)
                || self.land.in_patch(n, mark_at)
                || p.area.misses(self.eye, self.mark)
            {
                continue;
            }
            let spans = p.area.clip(self.eye, self.mark);
            let long: f64 = spans.iter().map(|(s, e)| (e - s) * d).sum();
            if let (Some(first), Some(last), true) = (spans.first(), spans.last(), long > TOLERANCE) {
                let middle = self.eye.lerp(self.mark, (first.0 + last.1) / 2.0);
                let level = self.f.ground.level(middle);
                all.push(Across {
                    what: Feature::Wood,
                    level,
                    to: behind((first.0, last.1)),
                    by: clause!("4.6.f"),
                });
            }
        }
        // A hill on which neither stands, crossed over its foot.
        for (n, h) in self.land.hills.iter().enumerate().filter(|(_, h)| h.level == 1) {
            if self.land.on_hill(n, eye_at)
                || self.land.on_hill(n, mark_at)
                || h.area.misses(self.eye, self.mark)
            {
                continue;
            }
            let spans = h.area.clip(self.eye, self.mark);
            if let (Some(first), Some(last)) = (spans.first(), spans.last()) {
                if (last.1 - first.0) * d > TOLERANCE {
                    let level = self.highest(n);
                    let what = Feature::Hill(level);
                    all.push(Across { what, level, to: behind((first.0, last.1)), by: clause!("4.6.f") });
                }
            }
        }
        all
    }

    /// The highest contour of a hill that the line crosses, which is its foot where it crosses no other.
    fn highest(&self, foot: usize) -> u8 {
        let on = |(n, h): &(usize, &&HillStep)| {
            *n != foot
                && self.land.lies_upon(*n, foot)
                && h.area.length_inside(self.eye, self.mark) > TOLERANCE
        };
        let all = self.land.hills.iter().enumerate();
        all.filter(on).map(|(_, h)| h.level).max().unwrap_or(self.land.hills[foot].level)
    }

    /// Close-order troops on the way (4.6.h): they hide who is not higher; mounted troops are seen over one unit of foot.
    fn troops(&self) -> Result<(), Hidden> {
        if self.elephant {
            // They see and are seen over troops (A5.5).
            return Ok(());
        }
        let mut foot = 0;
        for (n, b) in self.land.troops().iter().enumerate() {
            if !self.hides(b) {
                continue;
            }
            if self.mounted && b.unit.on_foot() && foot == 0 {
                foot += 1;
                continue;
            }
            self.land.blocker.set(Some(n));
            return Err(clause!("4.6.h"));
        }
        Ok(())
    }

    /// Does a body stand on the line, at least as high as its ends?
    fn hides(&self, b: &Body<'_>) -> bool {
        let u = b.unit;
        let far = b.stand.is_some_and(|s| !meet(&s.bounds, &along(self.eye, self.mark)));
        if far || self.ends.contains(&Some(u.id)) || u.base.beside(self.eye, self.mark, 60.0) {
            return false;
        }
        let on_line = |r: &Rect| r.grown(-TOLERANCE).clip(self.eye, self.mark).is_some();
        let (crossed, level) = match b.stand {
            Some(s) => (s.rects.iter().any(on_line), s.level),
            None => (self.f.any_rect(u, on_line), self.f.level(u)),
        };
        crossed && self.levels[0].max(self.levels[1]) <= level
    }

    /// Cheap: does who hid the line before hide this one too? No is no answer.
    fn hidden_as_before(&self) -> bool {
        let before = self.land.blocker.get().and_then(|n| self.land.troops().get(n));
        let seen_over = |b: &Body<'_>| self.elephant || (self.mounted && b.unit.on_foot());
        before.is_some_and(|b| !seen_over(b) && self.hides(b))
    }

    /// Battle smoke, and that of burning buildings (4.6.d, 4.6.e).
    fn smoke(&self) -> Result<(), Hidden> {
        let d = self.length();
        if self.f.sky.wind.is_none() {
            let limit = numbers().weather.smoke(self.f.ground.kind(self.mark), self.f.sky.weather);
            if d > limit + TOLERANCE {
                for u in self.f.present().filter(|u| u.smoke >= SMOKE_FULL) {
                    if smoke_of(&u.base).clip(self.eye, self.mark).is_some() {
                        return Err(clause!("4.6.d.2"));
                    }
                }
            }
        }
        if d > numbers().weather.burning + TOLERANCE {
            let (west, east) = self.reach();
            if self.f.burning(west, east).iter().any(|r| r.clip(self.eye, self.mark).is_some()) {
                return Err(clause!("4.6.e"));
            }
        }
        Ok(())
    }
}

/// An upright box about places.
fn about<'p>(places: impl IntoIterator<Item = &'p V2>) -> Bounds {
    let none = (v2(f64::INFINITY, f64::INFINITY), v2(f64::NEG_INFINITY, f64::NEG_INFINITY));
    places
        .into_iter()
        .fold(none, |(lo, hi), p| (v2(lo.x.min(p.x), lo.y.min(p.y)), v2(hi.x.max(p.x), hi.y.max(p.y))))
}

/// The strip of smoke before a front.
fn smoke_of(b: &Base) -> Rect {
    b.ahead(SMOKE_DEEP, 0.0)
}

/// Troops who hide what is behind them: in close order, limbered teams too; not skirmishers, routers, deployed guns or those in buildings.
pub fn blocks_sight(u: &Unit) -> bool {
    u.present()
        && !u.open_order()
        && !matches!(u.formation(), Formation::Deployed | Formation::Building)
        && u.state != State::Prisoner
}

impl Field {
    /// Ground in the smoke of buildings out of control: the building, and a column along the wind (16.9.f). All of it between two places from
    /// west to east, and some beside them.
    pub fn burning(&self, west: f64, east: f64) -> SmallVec<[Rect; 2]> {
        let mut all = SmallVec::new();
        let far = COLUMN.0 + COLUMN.1;
        for (n, b) in self.ground.buildings.between(west - far, east + far) {
            if !self.buildings.get(n).is_some_and(|state| state.lost) {
                continue;
            }
            all.push(b.rect);
            if let Some(bearing) = self.sky.wind {
                let dir = V2::bearing(bearing);
                let (long, wide) = COLUMN;
                let centre = b.rect.centre + dir * (long / 2.0);
                all.push(Rect { centre, dir, half_width: wide / 2.0, half_depth: long / 2.0 });
            }
        }
        all
    }

    /// Places of a body from which it looks: the middles of its figures, some of them.
    fn eyes(&self, u: &Unit) -> SmallVec<[V2; 6]> {
        if let Some((b, _)) = u.inside {
            // All round, from the walls.
            let walls = self.ground.buildings.get(usize::from(b)).map(|b| b.walls());
            return walls.into_iter().flatten().map(|(p, q, _)| (p + q) * 0.5).collect();
        }
        let b = &u.base;
        let (_, d) = self.figure_of(u);
        let back = b.dir * (d / 2.0);
        let half = b.dir.right() * (b.width / 2.0);
        [-0.95, -0.5, 0.0, 0.5, 0.95].iter().map(|t| b.front - back + half * *t).collect()
    }

    /// Places of a body where it can be seen: middles and corners of its outline.
    fn marks(&self, u: &Unit) -> SmallVec<[V2; 12]> {
        let mut all: SmallVec<[V2; 12]> = self.eyes(u).into_iter().collect();
        for r in self.rects(u) {
            all.push(r.centre);
            all.extend(r.corners());
        }
        all
    }

    /// Is the target as good as seen by what it did: it moved or fired in this move (play.detect)?
    pub fn stirred(&self, u: &Unit) -> bool {
        u.deeds.moved > TOLERANCE || u.deeds.fired || u.deeds.turned_or_changed
    }

    /// A line between two places of a country.
    fn line<'l, 'f>(
        &'f self,
        land: &'l Country<'f>,
        ends_at: [End; 2],
        ends: [Option<UnitId>; 2],
        target: Option<&Unit>,
    ) -> Line<'l, 'f> {
        let elephant = ends.iter().flatten().any(|u| self[*u].arm() == Arm::Elephants);
        Line {
            f: self,
            land,
            ends_at,
            eye: ends_at[0].at,
            mark: ends_at[1].at,
            levels: ends_at.map(|e| e.level),
            stirred: target.is_some_and(|u| self.stirred(u)),
            ends,
            mounted: target.is_some_and(Unit::mounted),
            elephant,
        }
    }

    /// Sees the one body the other: some figure of it some figure of the other (4.6, play.sight)? Otherwise what hides it.
    pub fn sees(&self, a: UnitId, b: UnitId) -> Result<Clause, Hidden> {
        let (from, to) = (&self[a], &self[b]);
        let eyes = self.eyes(from);
        // Mostly the first of them is seen.
        if let (Some(eye), Some(mark)) = (eyes.first(), self.eyes(to).first())
            && let Ok(by) = self.line_free(*eye, *mark, [Some(a), Some(b)])
        {
            return Ok(by);
        }
        let marks = self.marks(to);
        if eyes.is_empty() || marks.is_empty() {
            return Err(clause!("4.6.a"));
        }
        let land = Country::about(self, about(eyes.iter().chain(&marks)));
        let line = |eye: End, mark: End| self.line(&land, [eye, mark], [Some(a), Some(b)], Some(to));
        let look = |eye: End, mark: End| line(eye, mark).free();
        let ends = |all: &[V2]| all.iter().map(|p| land.end(*p)).collect::<SmallVec<[End; 12]>>();
        let (eyes, marks) = (ends(&eyes), ends(&marks));
        let last = || look(eyes[eyes.len() - 1], marks[marks.len() - 1]);
        if land.surely_hidden(&eyes, &marks) || land.surely_behind_troops([from, to], &eyes, &marks) {
            return last();
        }
        for eye in &eyes {
            for mark in &marks {
                let line = line(*eye, *mark);
                if line.hidden_as_before() {
                    continue;
                }
                if let Ok(by) = line.free() {
                    return Ok(by);
                }
            }
        }
        // What hides it is told of the last of the lines.
        last()
    }

    /// Sees somebody at a place the body?
    pub fn sees_from(&self, eye: V2, b: UnitId) -> Result<Clause, Hidden> {
        let to = &self[b];
        let mut why = clause!("4.6.a");
        let marks = self.marks(to);
        let land = Country::about(self, about(marks.iter().chain([&eye])));
        let eye = land.end(eye);
        for mark in marks {
            match self.line(&land, [eye, land.end(mark)], [None, Some(b)], Some(to)).free() {
                Ok(by) => return Ok(by),
                Err(no) => why = no,
            }
        }
        Err(why)
    }

    /// Is a line free between two places, whoever stands at its ends?
    pub fn line_free(&self, eye: V2, mark: V2, ends: [Option<UnitId>; 2]) -> Result<Clause, Hidden> {
        Lines::about(self, along(eye, mark), ends).free(eye, mark)
    }

    /// Is a place in dead ground, seen from another (4.6.g, glossary.dead-ground)?
    pub fn in_dead_ground(&self, eye: V2, mark: V2) -> bool {
        let land = Country::between(self, eye, mark);
        self.line(&land, [land.end(eye), land.end(mark)], [None, None], None).dead()
    }

    /// The wall, hedge or fence directly behind which a body stands, seen from a place (4.7.a).
    fn behind_line(&self, u: &Unit, from: V2) -> bool {
        let rects = self.rects(u);
        let (lo, hi) = around(&rects, BEHIND + 2.0 * TOLERANCE);
        self.ground.lines.between(lo.x, hi.x).any(|(_, l)| {
            matches!(l.kind, Obstacle::Wall | Obstacle::Hedge | Obstacle::Fence)
                && l.path.segments().any(|(p, q)| {
                    let near = rects.iter().any(|r| segment_gap(r, p, q) <= BEHIND + TOLERANCE);
                    near && ::ground::crossing(from, u.base.centre(), p, q).is_some()
                })
        })
    }

    /// Would an enemy body notice this one: it sees it, and 4.7 does not hide it?
    pub fn notices(&self, by: UnitId, u: UnitId) -> Result<Clause, Hidden> {
        let target = &self[u];
        let stirs = self.stirred(target);
        let in_wood = self.rects(target).iter().all(|r| {
            self.ground
                .patches
                .between(r.centre.x, r.centre.x)
                .any(|(_, p)| p.kind.wooded() && p.area.contains(r.centre))
        });
        let inside = target.inside.is_some();
        let seen = self.sees(by, u)?;
        if !stirs && (in_wood || inside) {
            return Err(clause!("4.7.b"));
        }
        let far = self.gap(by, u) > numbers().weather.behind_line + TOLERANCE;
        if !stirs && far && self.behind_line(target, self[by].base.front) {
            return Err(clause!("4.7.a"));
        }
        Ok(seen)
    }

    /// Has a side any body that notices this one?
    pub fn detected_by(&self, side: Side, u: UnitId) -> Option<(UnitId, Clause)> {
        let watch = self.side(side).filter(|w| !matches!(w.state, State::Prisoner));
        let mut all: Vec<_> = watch.map(|w| (self.gap(w.id, u), w.id)).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        all.into_iter().find_map(|(_, w)| self.notices(w, u).ok().map(|by| (w, by)))
    }
}

/// Lines between places of an upright box, whoever stands at their ends; what may lie on them is found once for all.
pub(crate) struct Lines<'f> {
    f: &'f Field,
    land: Country<'f>,
    ends: [Option<UnitId>; 2],
}

impl<'f> Lines<'f> {
    pub fn about(f: &'f Field, about: Bounds, ends: [Option<UnitId>; 2]) -> Lines<'f> {
        Lines { f, land: Country::about(f, about), ends }
    }

    /// Is the line between two of these places free?
    pub fn free(&self, eye: V2, mark: V2) -> Result<Clause, Hidden> {
        let (land, target) = (&self.land, self.ends[1].map(|u| &self.f[u]));
        self.f.line(land, [land.end(eye), land.end(mark)], self.ends, target).free()
    }
}

/// How far a rectangle is from a straight line between two places.
pub(crate) fn segment_gap(r: &Rect, p: V2, q: V2) -> f64 {
    if r.clip(p, q).is_some() {
        return 0.0;
    }
    let l2 = (q - p).len2().max(1e-12);
    let to = |c: V2| {
        let t = ((c - p).dot(q - p) / l2).clamp(0.0, 1.0);
        p.lerp(q, t).dist(c)
    };
    let corners = r.corners().into_iter().map(to).fold(f64::INFINITY, f64::min);
    corners.min(r.gap_to_point(p)).min(r.gap_to_point(q))
}
