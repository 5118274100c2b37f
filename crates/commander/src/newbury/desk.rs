//! What a commander has before him while he writes: his view, who is against him, and where he wants whom.

use super::country::Land;
use super::steady::Temper;
use crate::common::routes::Routes;
use newbury_napoleonic::answer::{LegOrder, MoveOrder};
use newbury_napoleonic::field::Objective;
use newbury_napoleonic::terrain::{Obstacle, Terrain};
use newbury_napoleonic::unit::{Side, State, Unit, UnitId};
use newbury_napoleonic::view::View;
use newbury_napoleonic::{Field, order::Gait};
use std::cell::OnceCell;
use table::{Edge, V2, v2};

pub(super) struct Desk<'v> {
    pub v: &'v View,
    pub f: &'v Field,
    pub side: Side,
    pub temper: Temper,
    pub land: Land<'v>,
    /// Enemies on the table who are to be reckoned with.
    pub foes: Vec<UnitId>,
    /// From the own base line to the enemy's.
    pub ahead: V2,
    /// Moves that are still to be made after this one.
    pub left: u32,
    /// What each objective brings the enemy as the table stands, where it was asked.
    gains: Vec<OnceCell<u32>>,
    /// Enemies near to each body, where it was asked.
    near: Vec<OnceCell<Vec<(f64, UnitId)>>>,
}

/// So far off are enemies looked for, in cm, and farther where there are none.
const NEAR: [f64; 3] = [100.0, 400.0, f64::INFINITY];

/// Is he to be reckoned with?
pub(super) fn fights(u: &Unit) -> bool {
    !matches!(u.state, State::Prisoner | State::Surrendering | State::Routing)
}

/// May he be ordered anything at all?
pub(super) fn free(u: &Unit) -> bool {
    matches!(u.state, State::UnderOrders | State::Halted | State::Rallied | State::Evading)
}

/// So far muskets are to be feared, in cm (table 9A).
pub(super) const MUSKETS: f64 = 25.0;

/// So far canister is, and so far aside it is fired, in degrees, or will be before one is there.
const CANISTER: f64 = 35.0;
const ARC: f64 = 40.0;

/// Foot in good order that fires.
pub(super) fn shoots(u: &Unit) -> bool {
    fights(u) && !u.state.forced() && !u.mounted() && !u.arm().battery() && u.weapon().is_some()
}

/// Guns that are ready to fire canister at a place.
pub(super) fn sweeps(u: &Unit, p: V2) -> bool {
    let way = p - u.base.front;
    u.deployed() && fights(u) && way.len() < CANISTER && u.base.dir.angle_to(way.unit()).to_degrees() < ARC
}

fn inwards(e: Edge) -> V2 {
    match e {
        Edge::South => v2(0.0, 1.0),
        Edge::North => v2(0.0, -1.0),
        Edge::West => v2(1.0, 0.0),
        Edge::East => v2(-1.0, 0.0),
    }
}

impl<'v> Desk<'v> {
    pub fn of(v: &'v View, temper: Temper) -> Desk<'v> {
        let f = v.field();
        let gone = |u: &&Unit| !matches!(u.state, State::Prisoner | State::Surrendering);
        let foes = f.enemies(v.side).filter(gone).map(|u| u.id).collect();
        let left = v.battle().terms().moves.saturating_sub(u32::from(f.turn));
        let ahead = inwards(f.edges[v.side.index()]);
        let gains = vec![OnceCell::new(); f.objectives.len()];
        let near = vec![OnceCell::new(); f.units.len()];
        Desk { v, f, side: v.side, temper, land: Land::of(f), foes, ahead, left, gains, near }
    }

    /// Own units that may be ordered something.
    pub fn own(&self) -> Vec<UnitId> {
        let in_melee = |u: &Unit| self.v.battle().play().fights(u.id);
        self.f.side(self.side).filter(|u| free(u) && !in_melee(u)).map(|u| u.id).collect()
    }

    /// Enemies who fight, the nearest to a body first; those who are far off only where nobody is nearer.
    pub fn near(&self, u: UnitId) -> &[(f64, UnitId)] {
        self.near[u.index()].get_or_init(|| self.look_about(u))
    }

    fn look_about(&self, u: UnitId) -> Vec<(f64, UnitId)> {
        let rects = self.f.rects(&self.f[u]);
        let mut all: Vec<(f64, UnitId)> = Vec::new();
        for far in NEAR {
            let about = self.f.enemies_about(self.side, &rects, far).filter(|e| fights(e));
            all.extend(about.map(|e| (self.f.gap(u, e.id), e.id)).filter(|x| x.0 <= far));
            if !all.is_empty() {
                break;
            }
        }
        all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        all
    }

    /// An enemy on horseback who can be upon a place within the next move or so.
    pub fn horse_near(&self, u: UnitId) -> Option<f64> {
        let horse = |e: &&UnitId| {
            let e = &self.f[**e];
            e.mounted() && !e.arm().battery() && fights(e) && !e.state.forced()
        };
        let reach = |e: &UnitId| self.f.rate(&self.f[*e], Gait::Charge).unwrap_or(40.0);
        let mut nearest: Option<f64> = None;
        for e in self.foes.iter().filter(horse) {
            let reach = reach(e);
            // Cheap: somebody else is nearer for certain.
            if nearest.is_some_and(|d| self.f[u].base.far_from(&self.f[*e].base, d.max(0.0) + reach + 1.0)) {
                continue;
            }
            let d = self.f.gap(u, *e) - reach;
            // Nobody charges over water.
            if self.land.narrow(self.f[*e].base.front, self.f[u].base.front) {
                continue;
            }
            nearest = Some(nearest.map_or(d, |x| x.min(d)));
        }
        nearest
    }

    /// What it is worth to drive an enemy off the objectives on which he stands: what they bring him, and half of what he keeps from us.
    pub fn holds_for(&self, t: &Unit) -> f64 {
        let gains = |n: usize| *self.gains[n].get_or_init(|| self.v.battle().gained(self.side.other(), n));
        let straight = t.trail.is_empty() && t.inside.is_none();
        // Cheap: most are far off.
        let far = |o: &Objective| straight && t.base.beside(o.at, o.at, o.within + 1.0);
        let on = |(_, o): &(usize, &Objective)| !far(o) && self.f.gap_to(t.id, o.at) <= o.within;
        let worth = |(n, o): (usize, &Objective)| {
            f64::from(o.points[self.side.index()]) / 2.0 + f64::from(gains(n)) / 4.0
        };
        self.f.objectives.iter().enumerate().filter(on).map(worth).sum()
    }

    /// Does a hedge or a wall, a wood or a house cover somebody against fire from a place (T10.D)?
    pub fn sheltered(&self, from: V2, t: &Unit) -> bool {
        let at = t.base.centre();
        let crosses = |(a, b): (V2, V2)| {
            let side = |p: V2| (at - from).cross(p - from) > 0.0;
            let over = |p: V2| (b - a).cross(p - a) > 0.0;
            side(a) != side(b) && over(from) != over(at)
        };
        let lines = self.f.ground.lines.between(at.x.min(from.x), at.x.max(from.x)).map(|(_, l)| l);
        let mut lines = lines.filter(|l| l.kind != Obstacle::Ditch && l.kind != Obstacle::Stream);
        let woods = [Terrain::LightWood, Terrain::DenseWood, Terrain::Orchard];
        let near = |at: V2| self.f.ground.patches.between(at.x, at.x).map(|(_, p)| p);
        let in_wood = || near(at).any(|p| woods.contains(&p.kind) && p.area.contains(at));
        lines.any(|l| l.path.segments().any(crosses)) || in_wood() || t.inside.is_some()
    }

    /// Is somebody who goes there in haste disordered by the ground (table 8A)?
    pub fn disorders(&self, from: V2, to: V2) -> bool {
        let rough = self.f.ground.patches.iter().filter(|p| p.kind != Terrain::Open);
        rough.into_iter().any(|p| p.area.length_inside(from, to) > 0.5)
    }

    /// The first lawful of some orders.
    pub fn lawful(&self, among: impl IntoIterator<Item = MoveOrder>) -> Option<MoveOrder> {
        among.into_iter().find(|o| self.v.may_order(o).is_ok())
    }

    /// The places through which a body goes to another.
    pub fn way(&self, routes: &mut Routes, u: &Unit, to: V2) -> Option<Vec<V2>> {
        let rides = u.mounted() && !u.arm().battery();
        let feared = |p: V2| {
            self.foes.iter().map(|e| &self.f[*e]).any(|e| {
                let far = if rides && shoots(e) { MUSKETS - 2.0 } else { 15.0 };
                e.base.rect().gap_to_point(p) < far || (rides && sweeps(e, p))
            })
        };
        routes.way(&self.land, feared, u.id.0, super::country::gait(u), u.base.front, to)
    }
}

/// An order of so many legs.
pub(super) fn order(u: &Unit, legs: Vec<LegOrder>) -> MoveOrder {
    MoveOrder { unit: u.code.to_string(), legs, ..MoveOrder::default() }
}
