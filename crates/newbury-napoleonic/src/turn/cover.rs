//! Cover against fire, what stops round shot, and ditches in melee (4.3, 14.5, 16.8.c, play.fire.cover).

use super::lanes::Eyes;
use crate::battle::Battle;
use crate::book::TOLERANCE;
use crate::book::weather::{behind_law, cover_behind, cover_in, in_law};
use crate::clause;
use crate::formation::Formation;
use crate::ground::Line;
use crate::procedures::artillery::Spared;
use crate::terrain::{Cover, Obstacle, Terrain};
use crate::troop::{Ammunition, Piece};
use crate::unit::{Unit, UnitId};
use smallvec::{SmallVec, smallvec};
use table::{Rect, V2};
use umpire::Clause;

/// So much of a wood covers those behind it (14.5.b).
const OF_TREES: f64 = 2.0;
/// So much of it stops round shot: dense, light (14.5.b).
const STOPS: [f64; 2] = [5.0, 10.0];
/// A gap lies before a body that is no farther from its obstacle than this.
const BEFORE: f64 = 3.0;

/// The clauses by which somebody has cover.
pub(crate) type Laws = SmallVec<[Clause; 3]>;

/// From where to where, from west to east, a figure and a place lie, and all between them.
fn along_to(figure: &Rect, from: V2) -> (f64, f64) {
    let (lo, hi) = figure.bounds();
    (lo.x.min(from.x) - TOLERANCE, hi.x.max(from.x) + TOLERANCE)
}

impl Battle {
    /// Where a straight line from one place to another meets a linear obstacle, if it does.
    fn crosses(l: &Line, from: V2, to: V2) -> Option<V2> {
        l.path.segments().find_map(|(a, b)| ::ground::crossing(from, to, a, b).map(|at| from.lerp(to, at)))
    }

    /// Centimetres of gap in an obstacle before a body (16.8.c).
    pub(crate) fn gap_before(&self, e: &Unit, line: usize) -> f64 {
        let Some(gaps) = self.field.gaps.get(line) else { return 0.0 };
        let path = &self.field.ground.lines[line].path;
        let half = e.base.width / 2.0 + TOLERANCE;
        let before = |along: f64| {
            path.at(along).is_some_and(|(p, _)| {
                let side = (p - e.base.front).dot(e.base.dir.right());
                side.abs() <= half && self.field.gap_to(e.id, p) <= BEFORE
            })
        };
        gaps.iter().filter(|(s, t)| before((s + t) / 2.0)).map(|(s, t)| t - s).sum()
    }

    /// Is there so much of a gap before it: half of its front for fire, all of it for a melee (16.8.c)?
    pub(crate) fn breached(&self, e: &Unit, line: usize, whole: bool) -> bool {
        let need = if whole { e.base.width } else { e.base.width / 2.0 };
        self.gap_before(e, line) >= need - TOLERANCE
    }

    /// Is the wall of its house that faces a place breached so (16.8.c)?
    fn wall_breached(&self, e: &Unit, from: V2) -> bool {
        let Some((house, _)) = e.inside else { return false };
        let b = &self.field.ground.buildings[usize::from(house)];
        let gaps = self.field.buildings[usize::from(house)].gaps;
        b.walls().iter().zip(gaps).any(|((p, q, out), gap)| {
            let faces = (from - p.lerp(*q, 0.5)).dot(*out) > 0.0;
            faces && gap >= p.dist(*q) / 2.0 - TOLERANCE && gap > 0.0
        })
    }

    /// Does an obstacle cover a figure that is fired at: a ditch if it is in it, others if it is nearer to them than the firer, and against
    /// canister unless the guns touch them (4.3.note.i, 14.5.c.1, 14.5.c.3, play.fire.cover)?
    fn shelters(
        &self,
        u: UnitId,
        l: &Line,
        from: V2,
        figure: &Rect,
        fired: Option<Ammunition>,
    ) -> Option<Clause> {
        if l.kind == Obstacle::Ditch {
            let inside = l.path.segments().any(|(a, b)| figure.grown(TOLERANCE).clip(a, b).is_some());
            return inside.then_some(clause!("4.3.a"));
        }
        let at = figure.centre;
        let hit = Battle::crosses(l, from, at)?;
        let nearer = hit.dist(at) < hit.dist(from);
        match fired {
            Some(Ammunition::Canister) => {
                let touches = l.path.segments().any(|(a, b)| {
                    self.field
                        .rects(&self.field[u])
                        .iter()
                        .any(|r| r.grown(TOLERANCE * 10.0).clip(a, b).is_some())
                });
                (!touches).then_some(clause!("14.5.c.3"))
            }
            Some(Ammunition::RoundShot) if nearer => Some(clause!("14.5.c.2")),
            Some(_) => nearer.then_some(clause!("14.5.c.3")),
            None => nearer.then_some(clause!("14.5.c.1")),
        }
    }

    /// Cover of a woods' trees for one outside against fire that passes at least 2 cm of them, but for shell and shrapnel (14.5.b).
    fn behind_trees(&self, from: V2, at: V2, fired: Option<Ammunition>) -> Option<Terrain> {
        let bursts = matches!(
            fired,
            Some(
                Ammunition::Shell
                    | Ammunition::Shrapnel
                    | Ammunition::RocketShell
                    | Ammunition::RocketShrapnel
            )
        );
        let near = self.field.ground.patches.between(from.x.min(at.x), from.x.max(at.x)).map(|(_, p)| p);
        let woods = near.filter(|p| p.kind.wooded() && !bursts);
        let thick = woods.filter(|p| p.area.length_inside(from, at) >= OF_TREES - TOLERANCE);
        thick.map(|p| p.kind).max_by_key(|k| cover_in(*k))
    }

    /// Cover of at least half of a target from those who fire, and by what (14.5, play.fire.cover).
    pub(crate) fn cover_from(&self, u: UnitId, t: UnitId, fired: Option<Ammunition>) -> (Cover, Laws) {
        let f = &self.field;
        let e = &f[t];
        let from = f[u].base.front;
        if e.formation() == Formation::Building {
            let house = e.inside.and_then(|(b, _)| f.ground.buildings.get(usize::from(b)));
            return match self.wall_breached(e, from) {
                true => (Cover::None, smallvec![clause!("16.8.c")]),
                false if house.is_some_and(|b| b.fortification) => {
                    (Cover::Complete, smallvec![clause!("4.3.c")])
                }
                false => (Cover::Building, smallvec![clause!("4.3.a")]),
            };
        }
        let places: Vec<Rect> = match f.figures_of(e) {
            all if all.is_empty() => f.rects(e).to_vec(),
            all => all.iter().map(|x| x.rect).collect(),
        };
        let covered = |figure: &Rect| {
            let p = figure.centre;
            let kind = f.ground.kind(p);
            let mut best: (Cover, Laws) = (cover_in(kind), smallvec![in_law(kind), clause!("14.5.b")]);
            if let Some(k) = self.behind_trees(from, p, fired).filter(|k| cover_in(*k) > best.0) {
                best = (cover_in(k), smallvec![in_law(k), clause!("14.5.b")]);
            }
            let (lo, hi) = along_to(figure, from);
            for (n, l) in f.ground.lines.between(lo, hi) {
                let Some(by) = self.shelters(u, l, from, figure, fired) else { continue };
                let cover = cover_behind(l.kind, e.mounted());
                if cover <= best.0 {
                    continue;
                }
                best = match self.breached(e, n, false) {
                    true => (best.0, smallvec![clause!("16.8.c")]),
                    false => (cover, smallvec![behind_law(l.kind, e.mounted()), by]),
                };
            }
            best
        };
        let mut all: Vec<(Cover, Laws)> = places.iter().map(covered).collect();
        all.sort_by_key(|(c, _)| *c);
        // At least half have it: the middle of all, from the best.
        let half = all.len().div_ceil(2);
        match all.len().checked_sub(half).and_then(|i| all.get(i)) {
            Some((c, laws)) if *c != Cover::None || laws.contains(&clause!("16.8.c")) => (*c, laws.clone()),
            _ => (Cover::None, Laws::new()),
        }
    }

    /// Why round shot at a target does not strike a body on its line (14.5.b, 14.5.c.2, 14.5.d, 20.5.a).
    pub(super) fn spared(&self, u: UnitId, t: UnitId, x: UnitId, fired: Ammunition) -> Option<Spared> {
        if fired != Ammunition::RoundShot {
            return None;
        }
        let f = &self.field;
        let (from, at) = (f[u].base.front, f[x].base.centre());
        let wall = |l: &Line| {
            let hit = (l.kind == Obstacle::Wall).then(|| Battle::crosses(l, from, at)).flatten();
            hit.is_some_and(|h| h.dist(at) < h.dist(from) && f.gap_to(x, h) > TOLERANCE * 10.0)
        };
        let (west, east) = (from.x.min(at.x), from.x.max(at.x));
        let trees = |kinds: &[Terrain]| {
            let near = f.ground.patches.between(west, east).map(|(_, p)| p);
            let woods = near.filter(|p| kinds.contains(&p.kind));
            woods.map(|p| p.area.length_inside(from, at)).sum::<f64>()
        };
        let house = |r: Rect| f[x].inside.is_none() && r.grown(-TOLERANCE).clip(from, at).is_some();
        if x != t && f.ground.buildings.between(west, east).any(|(_, b)| house(b.rect)) {
            return Some(Spared::BehindBuildingOrWood);
        }
        let stopped = trees(&[Terrain::DenseWood]) >= STOPS[0] - TOLERANCE
            || trees(&[Terrain::LightWood, Terrain::Orchard]) >= STOPS[1] - TOLERANCE;
        if stopped {
            return Some(Spared::BehindBuildingOrWood);
        }
        if f.ground.lines.between(west, east).any(|(_, l)| wall(l)) {
            return Some(Spared::BehindObstacle);
        }
        if x == t {
            return None;
        }
        // Over whom overhead fire is possible the shot passes (14.3.b, 20.5.a).
        let before = from.dist(at) < from.dist(f[t].base.centre());
        if before && self.over(u, t, &[x], from, (Piece::Six, fired), &Eyes::new(false)).is_ok() {
            return Some(Spared::FiredOver);
        }
        f.in_dead_ground(from, at).then_some(Spared::DeadGround)
    }

    /// Does a body stand in a ditch (4.3.note.i)?
    fn in_ditch(&self, u: &Unit) -> bool {
        let rects = self.field.rects(u);
        let (lo, hi) = crate::units::around(&rects, 0.0);
        let near = self.field.ground.lines.between(lo.x, hi.x).map(|(_, l)| l);
        let ditches = near.filter(|l| l.kind == Obstacle::Ditch);
        ditches.flat_map(|l| l.path.segments()).any(|(p, q)| rects.iter().any(|r| r.clip(p, q).is_some()))
    }

    /// Who fights against troops in a ditch stands higher than they, unless he is in one himself (4.3.note.i).
    pub(crate) fn above_ditch(&self, u: UnitId, e: UnitId) -> bool {
        self.in_ditch(&self.field[e]) && !self.in_ditch(&self.field[u])
    }
}
