//! Who sees whom (4.6, 4.7, play.sight, play.detect): lines between places, over features and through ground, weather, smoke and troops.

use crate::Field;
use crate::book::weather::Feature;
use crate::book::{TOLERANCE, numbers};
use crate::formation::Formation;
use crate::ground::HillStep;
use crate::terrain::{Obstacle, Terrain};
use crate::troop::Arm;
use crate::unit::{Fate, Side, State, Unit, UnitId};
use crate::units::along;
use crate::{clause, reading};
use smallvec::SmallVec;
use table::{Base, Rect, V2};
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

/// What a line is looked along for: the observer and the target, with their levels.
struct Line<'f> {
    f: &'f Field,
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

impl Line<'_> {
    fn length(&self) -> f64 {
        self.eye.dist(self.mark)
    }

    /// How far west and east it goes.
    fn reach(&self) -> (f64, f64) {
        (self.eye.x.min(self.mark.x), self.eye.x.max(self.mark.x))
    }

    /// Contours that it may meet.
    fn hills(&self) -> impl Iterator<Item = &HillStep> {
        let (west, east) = self.reach();
        self.f.ground.hills.between(west, east).map(|(_, h)| &**h)
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
        let (west, east) = self.reach();
        for (_, p) in self.f.ground.patches.between(west, east) {
            let wood = p.kind.wooded();
            if !(wood || p.kind == Terrain::Scrub) {
                continue;
            }
            let far = w.sight(p.kind, weather).unwrap_or(f64::INFINITY);
            let (eye, mark) = (p.area.contains(self.eye), p.area.contains(self.mark));
            let through = p.area.length_inside(self.eye, self.mark);
            if wood {
                match (eye, mark) {
                    (_, true) if self.near_edge(&p.area) && !eye && self.stirred => {}
                    // Measured straight from the observer.
                    (_, true) if d > far + TOLERANCE => return Err(clause!("4.6.c.1")),
                    // Out of a wood as far as the open allows, if its edge is near enough.
                    (true, false) if through > far + TOLERANCE => return Err(clause!("play.sight")),
                    _ => {}
                }
                continue;
            }
            match (eye, mark) {
                (true, _) if d > far + TOLERANCE => return Err(clause!("4.6.a")),
                // Looked into from outside it is measured from its edge, which must be in sight.
                (false, true) if through > far + TOLERANCE || d - through > open + TOLERANCE => {
                    return Err(clause!("4.6.b"));
                }
                (false, false) if through > TOLERANCE && d > far + TOLERANCE => return Err(clause!("4.6.a")),
                _ => {}
            }
        }
        let into_scrub = self.f.ground.patches.between(self.mark.x, self.mark.x).any(|(_, p)| {
            p.kind == Terrain::Scrub && p.area.contains(self.mark) && !p.area.contains(self.eye)
        });
        if d > open + TOLERANCE && !into_scrub {
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
        let rises = |h: &&HillStep| h.level > top && h.area.length_inside(self.eye, self.mark) > TOLERANCE;
        match self.hills().find(rises) {
            Some(_) => Err(clause!("play.sight")),
            None => Ok(()),
        }
    }

    /// What the line crosses from side to side, with how far the lower end is behind it.
    fn across(&self) -> SmallVec<[Across; 4]> {
        let mut all = SmallVec::new();
        let (d, low_is_mark) = (self.length(), self.levels[1] <= self.levels[0]);
        let behind = |(s, e): (f64, f64)| if low_is_mark { d - e * d } else { s * d };
        let (west, east) = self.reach();
        for (_, b) in self.f.ground.buildings.between(west, east) {
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
        for (_, p) in self.f.ground.patches.between(west, east).filter(|(_, p)| p.kind.wooded()) {
            if p.area.contains(self.eye) || p.area.contains(self.mark) {
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
        for h in self.hills().filter(|h| h.level == 1) {
            if h.area.contains(self.eye) || h.area.contains(self.mark) {
                continue;
            }
            let spans = h.area.clip(self.eye, self.mark);
            if let (Some(first), Some(last)) = (spans.first(), spans.last()) {
                if (last.1 - first.0) * d > TOLERANCE {
                    let level = self.highest(h);
                    let what = Feature::Hill(level);
                    all.push(Across { what, level, to: behind((first.0, last.1)), by: clause!("4.6.f") });
                }
            }
        }
        all
    }

    /// The highest contour of a hill that the line crosses.
    fn highest(&self, foot: &HillStep) -> u8 {
        let on = |h: &&HillStep| {
            h.area.outline().first().is_some_and(|p| foot.area.is_within(*p, table::EPS))
                && h.area.length_inside(self.eye, self.mark) > TOLERANCE
        };
        self.hills().filter(on).map(|h| h.level).max().unwrap_or(foot.level)
    }

    /// Close-order troops on the way (4.6.h): they hide who is not higher; mounted troops are seen over one unit of foot.
    fn troops(&self) -> Result<(), Hidden> {
        if self.elephant {
            // They see and are seen over troops (A5.5).
            return Ok(());
        }
        let mut foot = 0;
        let near = self.f.within(along(self.eye, self.mark));
        for u in near.filter(|u| !self.ends.contains(&Some(u.id)) && blocks_sight(u)) {
            if u.fate == Fate::Hidden || u.base.beside(self.eye, self.mark, 60.0) {
                continue;
            }
            let rects = self.f.rects(u);
            let crossed = rects.iter().any(|r| r.grown(-TOLERANCE).clip(self.eye, self.mark).is_some());
            if !crossed || self.levels[0].max(self.levels[1]) > self.f.level(u) {
                continue;
            }
            if self.mounted && u.on_foot() && foot == 0 {
                foot += 1;
                continue;
            }
            return Err(clause!("4.6.h"));
        }
        Ok(())
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
        for r in self.f.burning() {
            if d > numbers().weather.burning + TOLERANCE && r.clip(self.eye, self.mark).is_some() {
                return Err(clause!("4.6.e"));
            }
        }
        Ok(())
    }
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
    /// Ground in the smoke of buildings out of control: the building, and a column along the wind (16.9.f).
    pub fn burning(&self) -> SmallVec<[Rect; 2]> {
        let mut all = SmallVec::new();
        for (b, state) in self.ground.buildings.iter().zip(&self.buildings) {
            if !state.lost {
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
        let (_, d) = u.plan(&self.options).figure;
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

    fn line<'f>(&'f self, eye: V2, mark: V2, ends: [Option<UnitId>; 2], target: Option<&Unit>) -> Line<'f> {
        self.line_at((eye, self.ground.level(eye)), (mark, self.ground.level(mark)), ends, target)
    }

    /// The same between places whose contours are known.
    fn line_at<'f>(
        &'f self,
        (eye, here): (V2, u8),
        (mark, there): (V2, u8),
        ends: [Option<UnitId>; 2],
        target: Option<&Unit>,
    ) -> Line<'f> {
        let elephant = ends.iter().flatten().any(|u| self[*u].arm() == Arm::Elephants);
        Line {
            f: self,
            eye,
            mark,
            levels: [here, there],
            stirred: target.is_some_and(|u| self.stirred(u)),
            ends,
            mounted: target.is_some_and(Unit::mounted),
            elephant,
        }
    }

    /// Sees the one body the other: some figure of it some figure of the other (4.6, play.sight)? Otherwise what hides it.
    pub fn sees(&self, a: UnitId, b: UnitId) -> Result<Clause, Hidden> {
        let (from, to) = (&self[a], &self[b]);
        let mut why = clause!("4.6.a");
        let marks: SmallVec<[(V2, u8); 12]> =
            self.marks(to).into_iter().map(|p| (p, self.ground.level(p))).collect();
        for eye in self.eyes(from) {
            let level = self.ground.level(eye);
            for (mark, higher) in &marks {
                match self.line_at((eye, level), (*mark, *higher), [Some(a), Some(b)], Some(to)).free() {
                    Ok(by) => return Ok(by),
                    Err(no) => why = no,
                }
            }
        }
        Err(why)
    }

    /// Sees somebody at a place the body?
    pub fn sees_from(&self, eye: V2, b: UnitId) -> Result<Clause, Hidden> {
        let to = &self[b];
        let mut why = clause!("4.6.a");
        for mark in self.marks(to) {
            match self.line(eye, mark, [None, Some(b)], Some(to)).free() {
                Ok(by) => return Ok(by),
                Err(no) => why = no,
            }
        }
        Err(why)
    }

    /// Is a line free between two places, whoever stands at its ends?
    pub fn line_free(&self, eye: V2, mark: V2, ends: [Option<UnitId>; 2]) -> Result<Clause, Hidden> {
        self.line(eye, mark, ends, ends[1].map(|u| &self[u])).free()
    }

    /// Is a place in dead ground, seen from another (4.6.g, glossary.dead-ground)?
    pub fn in_dead_ground(&self, eye: V2, mark: V2) -> bool {
        self.line(eye, mark, [None, None], None).dead()
    }

    /// The wall, hedge or fence directly behind which a body stands, seen from a place (4.7.a).
    fn behind_line(&self, u: &Unit, from: V2) -> bool {
        let rects = self.rects(u);
        self.ground.lines.iter().any(|l| {
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
