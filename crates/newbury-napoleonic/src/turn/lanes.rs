//! Which guns of a battery can fire at whom: crews, ammunition, those over whom they fire, and all whom a round shot meets (14.3, 16.2,
//! 16.4.f, 20.5).

use crate::battle::Battle;
use crate::book::{TOLERANCE, numbers};
use crate::clause;
use crate::drill::quietly;
use crate::ground::{Line, Patch};
use crate::procedures::artillery::Spared;
use crate::procedures::gunnery::{GunneryReadings, Overhead, OverheadSituation, Supply, SupplySituation};
use crate::sight::segment_gap;
use crate::terrain::{Obstacle, Slope, Terrain, Weather};
use crate::troop::{Ammunition, Piece};
use crate::unit::{Gun, State, Unit, UnitId};
use umpire::Clause;

/// Places at which the ground under a line of fire is looked at.
const LOOKS: u32 = 32;
/// So much of a dense wood, and of a light one, stops a round shot (14.5.b).
const DENSE: f64 = 5.0;
const LIGHT: f64 = 10.0;

impl Battle {
    /// Is a gun of a battery served and supplied (16.2, 16.4.f)?
    pub(super) fn ready(&self, u: UnitId, at: usize) -> bool {
        let gun = self.field[u].battery.as_ref().and_then(|b| b.guns.get(at));
        let served = |g: &Gun| !g.destroyed && !g.spiked && g.taken.is_none() && g.crew > 0;
        gun.is_some_and(served) && self.supplied(u, at)
    }

    /// Has a gun ammunition: from its own limber, or from another of the same kind within 5 cm (16.2)?
    fn supplied(&self, u: UnitId, at: usize) -> bool {
        let unit = &self.field[u];
        let Some(b) = &unit.battery else { return false };
        // A gun of a fortification has no limber to lose.
        if b.guns[at].team.is_none_or(|t| !t.destroyed) {
            return true;
        }
        let places = self.field.guns(unit);
        let Some((_, own)) = places.iter().find(|(i, _)| *i == at) else { return false };
        // A limber touches its gun, and is as far from the next gun as that.
        let has_limber = |i: usize| i != at && b.guns[i].team.is_some_and(|t| !t.destroyed);
        let same = places.iter().filter(|(i, _)| has_limber(*i) && b.guns[*i].piece == b.guns[at].piece);
        let other = same.map(|(_, o)| own.rect().gap(&o.rect())).min_by(f64::total_cmp);
        let rockets = unit.arm().rockets();
        quietly::<Supply>(&SupplySituation { rockets, own: None, other, lost_now: false }).may()
    }

    /// Has a battery lost limbers, so that supply decides which of its guns fire (16.2.a)?
    pub(super) fn limbers_lost(&self, u: UnitId) -> bool {
        let guns = self.field[u].battery.iter().flat_map(|b| b.guns.iter());
        guns.filter_map(|g| g.team).any(|t| t.destroyed)
    }

    /// The clause by which a battery fires at a target over own troops, if it does (14.3).
    pub(super) fn over_heads(&self, u: UnitId, t: UnitId, piece: Piece, a: Ammunition) -> Option<Clause> {
        let f = &self.field;
        let to = f[t].base.centre();
        let guns = f.guns(&f[u]);
        let over: Vec<UnitId> = guns.iter().flat_map(|(_, gun)| f.in_lane(u, t, gun, to)).collect();
        let over: Vec<UnitId> = over.into_iter().filter(|o| self.fires_over(u, t, *o, piece, a)).collect();
        let most = f.level(&f[u]).max(f.level(&f[t]));
        let first = over.first()?;
        Some(if a.rocket() {
            clause!("14.3.f")
        } else if f.level(&f[*first]) < most {
            clause!("14.3.b")
        } else if piece.howitzer() {
            clause!("14.3.d")
        } else {
            clause!("14.3.c")
        })
    }

    /// Pieces of one kind that bear on a target with such ammunition, and their crews (14.2.e, 14.3).
    pub(super) fn pieces_bearing(&self, u: UnitId, t: UnitId, piece: Piece, a: Ammunition) -> (u32, u32) {
        let over = |o: UnitId| self.fires_over(u, t, o, piece, a);
        let bear = self.field.guns_bear(u, t, &over);
        let guns = self.field[u].battery.as_ref().map(|b| &b.guns[..]).unwrap_or_default();
        let mine = bear.iter().filter(|g| guns[g.gun].piece == piece && self.ready(u, g.gun));
        mine.fold((0, 0), |(n, crew), g| (n + 1, crew + u32::from(guns[g.gun].crew)))
    }

    /// May such a piece fire at a target over a body that stands between them (14.3)?
    fn fires_over(&self, u: UnitId, t: UnitId, over: UnitId, piece: Piece, ammunition: Ammunition) -> bool {
        let f = &self.field;
        let level = |x: UnitId| f.level(&f[x]);
        let (firer, target, between) = (level(u), level(t), level(over));
        if between > firer {
            return false;
        }
        let s = OverheadSituation {
            piece,
            ammunition,
            british: f[u].troop.british(),
            below_firer: between < firer,
            below_target: between < target,
            slope: (between < firer || between < target).then(|| self.slope_under(u, t)),
            from_firer: f.gap(u, over),
            from_target: f.gap(over, t),
            crew_sees: f.sees(u, t).is_ok(),
            observer: None,
            readings: GunneryReadings::of(&f.readings),
        };
        quietly::<Overhead>(&s).may()
    }

    /// The slope under a line of fire: steep if any of it is (14.3.b).
    fn slope_under(&self, u: UnitId, t: UnitId) -> Slope {
        let (from, to) = self.line_of_fire(u, t);
        let steep = (0..=LOOKS).any(|i| {
            let p = from.lerp(to, f64::from(i) / f64::from(LOOKS));
            self.field.ground.slope(p).is_some_and(|s| s.slope == Slope::Steep)
        });
        if steep { Slope::Steep } else { Slope::Gentle }
    }

    /// Does a battery stand on a steep slope?
    pub(super) fn on_steep(&self, u: UnitId) -> bool {
        let at = self.field[u].base.front;
        self.field.ground.slope(at).is_some_and(|s| s.slope == Slope::Steep)
    }

    /// Round shot from a steep hill or in rain does not go on (20.5.a).
    fn goes_no_farther(&self, u: UnitId) -> bool {
        self.on_steep(u) || self.field.sky.weather == Weather::Rain
    }

    /// What stops a round shot before it comes to a body: a wall that it does not touch, trees, and of those who are not aimed at houses
    /// and dead ground (14.5, 20.5.a).
    fn stopped(&self, u: UnitId, x: UnitId, aimed: bool) -> Option<Spared> {
        let f = &self.field;
        let (from, to) = self.line_of_fire(u, x);
        let body = f.rects(&f[x]);
        let behind = |l: &Line| {
            let touches =
                l.path.segments().any(|(a, b)| body.iter().any(|r| segment_gap(r, a, b) <= TOLERANCE * 10.0));
            let between = |(a, b)| {
                ::ground::crossing(from, to, a, b).is_some_and(|at| {
                    let hit = from.lerp(to, at);
                    hit.dist(to) < hit.dist(from)
                })
            };
            l.kind == Obstacle::Wall && !touches && l.path.segments().any(between)
        };
        if f.ground.lines.iter().any(behind) {
            return Some(Spared::BehindObstacle);
        }
        let wood = f.ground.patches.iter().any(|p| {
            let stops = match p.kind {
                Terrain::DenseWood => DENSE,
                Terrain::LightWood | Terrain::Orchard => LIGHT,
                _ => return false,
            };
            p.area.length_inside(from, to) >= stops - TOLERANCE
        });
        if wood {
            return Some(Spared::BehindBuildingOrWood);
        }
        if aimed {
            return None;
        }
        let own = f[x].inside.map(|(b, _)| usize::from(b));
        let house = f
            .ground
            .buildings
            .iter()
            .enumerate()
            .any(|(i, b)| Some(i) != own && b.rect.grown(-TOLERANCE).clip(from, to).is_some());
        if house {
            return Some(Spared::BehindBuildingOrWood);
        }
        // Hills make it: trees that are no depth for a shot hide nobody from it.
        let trees = |p: &Patch| p.kind.wooded() && p.area.length_inside(from, to) > TOLERANCE;
        let hidden = f.line_free(from, to, [Some(u), Some(x)]).err();
        let dead = hidden.is_some_and(|c| ["4.6.f", "4.6.g"].contains(&c.id()));
        (dead && !f.ground.patches.iter().any(trees)).then_some(Spared::DeadGround)
    }

    /// May round shot not be fired at a target: it is stopped before it, or goes on into own troops behind it (14.5, play.fire.line)?
    pub(super) fn shot_barred(&self, u: UnitId, t: UnitId, piece: Piece) -> bool {
        if self.stopped(u, t, true).is_some() {
            return true;
        }
        if self.goes_no_farther(u) {
            return false;
        }
        let (from, to) = self.line_of_fire(u, t);
        let end = from + (to - from).unit() * numbers().guns.reach(Ammunition::RoundShot, piece);
        let met = |o: &Unit| {
            o.id != u
                && o.inside.is_none()
                && self.field.rects(o).iter().any(|r| r.clip(to, end).is_some())
                && self.stopped(u, o.id, false).is_none()
        };
        self.field.side(self.field[u].side).any(met)
    }

    /// Everybody whom the lane meets from the gun to the end of the range, the nearest first, and why a shot spares him (16.6.d, 20.5). Those
    /// over whom it passes before the first that it hits are left out.
    pub(super) fn on_line(
        &self,
        u: UnitId,
        t: UnitId,
        ammunition: Ammunition,
        piece: Piece,
    ) -> Vec<(UnitId, Option<Spared>)> {
        if ammunition != Ammunition::RoundShot || self.goes_no_farther(u) {
            return vec![(t, None)];
        }
        let f = &self.field;
        let (from, to) = self.line_of_fire(u, t);
        let end = from + (to - from).unit() * numbers().guns.reach(ammunition, piece);
        let there = |o: &&Unit| {
            let held = matches!(o.state, State::Prisoner | State::Surrendering);
            o.id == t || (o.inside.is_none() && self.known(o.id) && !held && !self.play.fights(o.id))
        };
        let mut met: Vec<(f64, UnitId)> = Vec::new();
        for o in f.enemies(f[u].side).filter(there) {
            let rects = f.rects(o);
            let parts = rects.iter().filter_map(|r| r.clip(from, end)).map(|(a, _)| a);
            let at = parts.fold(f64::INFINITY, f64::min);
            if at.is_finite() || o.id == t {
                met.push((at, o.id));
            }
        }
        met.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let target = met.iter().position(|(_, x)| *x == t).unwrap_or(0);
        let spared = |(i, (_, x)): (usize, &(f64, UnitId))| {
            let over = i < target && self.fires_over(u, t, *x, piece, ammunition);
            let why = if over { Some(Spared::FiredOver) } else { self.stopped(u, *x, *x == t) };
            (*x, why.filter(|_| *x != t))
        };
        let mut all: Vec<(UnitId, Option<Spared>)> = met.iter().enumerate().map(spared).collect();
        let first = all.iter().position(|(_, why)| why.is_none()).unwrap_or(0);
        all.drain(..first);
        all
    }
}
