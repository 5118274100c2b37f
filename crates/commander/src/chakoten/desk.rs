//! What lies on the general's desk while he writes the orders of one turn: who is where, who is near whom, who will be where.

use super::{ChakotenView, Enemy};
use crate::common::routes::Routes;
pub(super) use crate::common::sorted::{degrees_to, mean, window};
use crate::common::sorted::{west_to_east, window_of};
use chakoten_acw::book::data;
use chakoten_acw::order::{Aim, FireOrder, Moment, MoveOrder, Order, Step};
use chakoten_acw::troop::{Going, Kind};
use chakoten_acw::unit::{Haste, Unit, UnitId};
use table::{Base, Rect, V2, v2};

/// The desk: the view, sorted so that neighbours are found without asking everybody.
pub(super) struct Desk<'v, 'a> {
    pub v: &'v ChakotenView<'a>,
    pub quick: bool,
    /// Own units and enemies from west to east.
    own: Vec<(f64, usize)>,
    pub(super) foes: Vec<(f64, usize)>,
    /// Where everybody of his own will be; in the order of `own`.
    where_to: Vec<(UnitId, Rect)>,
    /// Wagons that are spoken for.
    pub supplied: Vec<String>,
    pub routes: &'v mut Routes,
}

impl<'v, 'a> Desk<'v, 'a> {
    pub fn new(v: &'v ChakotenView<'a>, quick: bool, routes: &'v mut Routes) -> Desk<'v, 'a> {
        let own = west_to_east(v.own.iter().map(|u| u.base.rect().centre.x));
        let foes = west_to_east(v.enemies.iter().map(|e| e.rect.centre.x));
        let where_to = own.iter().map(|x| (v.own[x.1].id, v.own[x.1].base.rect())).collect();
        Desk { v, quick, own, foes, where_to, supplied: Vec::new(), routes }
    }

    /// Own units that may be within a distance of a stretch from west to east.
    pub fn own_between(&self, from: f64, to: f64, reach: f64) -> impl Iterator<Item = &'a Unit> + '_ {
        window(&self.own, from, to, reach).iter().map(|x| self.v.own[x.1])
    }

    /// Enemies in sight that may be within a distance of a stretch from west to east.
    pub fn foes_between(&self, from: f64, to: f64, reach: f64) -> impl Iterator<Item = &'v Enemy> + '_ {
        window(&self.foes, from, to, reach).iter().map(|x| &self.v.enemies[x.1])
    }

    /// Own units that may be within a distance of a place.
    pub fn own_by(&self, p: V2, reach: f64) -> impl Iterator<Item = &'a Unit> + '_ {
        self.own_between(p.x, p.x, reach)
    }

    /// Enemies in sight that may be within a distance of a place.
    pub fn foes_by(&self, p: V2, reach: f64) -> impl Iterator<Item = &'v Enemy> + '_ {
        self.foes_between(p.x, p.x, reach)
    }

    /// The nearest enemy who can fight, and how far he is.
    pub fn nearest(&self, u: &Unit) -> Option<(&'v Enemy, f64)> {
        let r = u.base.rect();
        for reach in [60.0, 240.0, f64::INFINITY] {
            let mut best: Option<(&Enemy, f64)> = None;
            for e in self.foes_by(r.centre, reach).filter(|e| !e.fleeing && e.kind != Kind::Wagon) {
                let limit = best.map_or(reach, |b| b.1);
                if r.far_from(&e.rect, limit) {
                    continue;
                }
                let gap = r.gap(&e.rect);
                if gap <= reach && best.is_none_or(|(x, d)| gap < d || (gap == d && e.id < x.id)) {
                    best = Some((e, gap));
                }
            }
            if best.is_some() {
                return best;
            }
        }
        None
    }

    /// Does a friend stand across the line?
    pub fn screened(&self, u: UnitId, from: V2, to: V2) -> bool {
        self.own_between(from.x.min(to.x), from.x.max(to.x), 0.0)
            .any(|o| o.id != u && o.base.rect().clip(from, to).is_some())
    }

    /// The enemy at whom a unit on foot can fire now, the nearest first.
    pub fn mark(&self, u: &Unit, farthest: f64) -> Option<(&'v Enemy, f64)> {
        let r = u.base.rect();
        let arc = data().d.small_arms_arc;
        self.foes_by(r.centre, farthest)
            .filter(|e| !e.fleeing || e.base.front.dist(u.base.front) < 12.0)
            .filter_map(|e| {
                if r.far_from(&e.rect, farthest) {
                    return None;
                }
                let d = r.gap(&e.rect);
                let centre = e.base.centre();
                let ahead = u.base.local(centre);
                let straight = ahead.y > 0.0 && ahead.x.abs() < u.base.width / 2.0;
                let open = straight || degrees_to(&u.base, centre).abs() <= arc;
                (d <= farthest && open && !self.screened(u.id, u.base.front, centre)).then_some((e, d))
            })
            .min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.id.cmp(&b.0.id)))
    }

    /// An order to fire at somebody.
    pub fn fire(&self, u: &Unit, e: &Enemy, moment: Moment) -> Order {
        let at = if self.v.may_name(u.command, e.id) {
            self.v.label(e.id).map_or(Aim::Nearest, Aim::Unit)
        } else {
            Aim::Nearest
        };
        Order::Fire(FireOrder {
            moment,
            at,
            parts: Vec::new(),
            ammunition: None,
            guess: None,
            also: Vec::new(),
            repair: None,
        })
    }

    /// How far the unit can go straight on before it is on a friend's heels.
    pub fn room(&self, u: &Unit, base: &Base, cm: f64) -> f64 {
        // Who stands shoulder to shoulder is not in the way.
        let r = base.rect();
        let r = Rect { half_width: (r.half_width - 0.3).max(0.2), ..r };
        let mut free = cm;
        // Who moves this turn is found where he began it: at most a long march away.
        let (from, to) = (r.centre.x, r.centre.x + base.dir.x * cm);
        for (id, o) in window_of(&self.own, &self.where_to, from.min(to), from.max(to), 50.0) {
            if *id == u.id || r.far_from(o, free + 1.0) {
                continue;
            }
            if let Some(t) = r.travel_to(o, base.dir) {
                // Lines that were formed side by side may touch at the ends: who goes on gets clear of him behind.
                if t <= 0.0 && (o.centre - r.centre).dot(base.dir) <= 0.0 {
                    continue;
                }
                free = free.min((t - 0.8).max(0.0));
            }
        }
        free
    }

    /// The way past a friend who stands in it: a little to one side, the nearer first.
    pub fn past(&self, u: &Unit, dir: V2, cm: f64) -> Option<V2> {
        let side = if u.id.0 % 2 == 0 { 1.0 } else { -1.0 };
        [25.0, -25.0, 50.0, -50.0, 75.0, -75.0].into_iter().find_map(|a: f64| {
            let d = dir.turned((a * side).to_radians());
            let free = self.room(u, &u.base.at(u.base.front, d), cm.clamp(12.0, 22.0));
            let p = u.base.front + d * free;
            let g = self.v.ground;
            let on = p.x > 4.0 && p.y > 4.0 && p.x < g.width - 4.0 && p.y < g.depth - 4.0;
            (free > 10.0 && on).then_some(p)
        })
    }

    /// Notes where a unit will be.
    pub fn goes(&mut self, u: &Unit, m: &MoveOrder) {
        let mut x = u.clone();
        let rate = u.pace(Haste::March).and_then(|p| data().march(p, Going::Ordinary)).unwrap_or(10.0);
        let mut left = rate;
        for s in &m.steps {
            match s {
                Step::March { cm } => {
                    let go = cm.unwrap_or(left).min(left);
                    left -= go;
                    x.base = x.base.moved(x.base.dir * go);
                }
                Step::To { x: px, y: py } => {
                    let p = v2(*px, *py);
                    let d = p.dist(x.base.front);
                    if d > 0.1 {
                        let dir = (p - x.base.front).unit();
                        let go = d.min(left);
                        left -= go;
                        x.base = x.base.at(x.base.front + dir * go, dir);
                    }
                }
                Step::Form { formation, .. } => {
                    chakoten_acw::stance::set_formation(&mut x, *formation, true, 0.0);
                }
                _ => {}
            }
        }
        if let Some(i) = self.place_in_line(u) {
            self.where_to[i].1 = x.base.rect();
        }
    }

    fn place_in_line(&self, u: &Unit) -> Option<usize> {
        let x = u.base.rect().centre.x;
        let first = self.own.partition_point(|o| o.0 < x);
        (first..self.own.len()).take_while(|i| self.own[*i].0 <= x).find(|i| self.where_to[*i].0 == u.id)
    }
}

/// A turn that is no quarter facing: a line turned by exactly 90 degrees becomes a column (02.05.4).
pub(super) fn oblique(degrees: f64) -> f64 {
    let d = degrees.clamp(-180.0, 180.0);
    if d.abs() > 165.0 {
        return 180.0;
    }
    if (d.abs() - 90.0).abs() < 1.0 { 88.0 * d.signum() } else { d }
}

/// A movement order of these steps.
pub(super) fn moves(steps: Vec<Step>) -> Order {
    Order::Move(MoveOrder { steps, ..MoveOrder::default() })
}
