//! What lies on the general's desk while he writes the orders of one turn: who is where, who is near whom, who will be where.

use super::country::pace;
use super::{Enemy, NapoleonicView};
use crate::common::routes::Routes;
pub(super) use crate::common::sorted::{degrees_to, mean};
use crate::common::sorted::{west_to_east, window, window_of};
use chakoten_napoleonic::order::{AttackOrder, FireOrder, Leg, Order, Until, Way, When};
use chakoten_napoleonic::stance;
use chakoten_napoleonic::troop::{Arm, Formation, Gait};
use chakoten_napoleonic::unit::{Unit, UnitId};
use std::collections::BTreeMap;
use table::{Base, Rect, V2, v2};

/// The desk: the view, sorted so that neighbours are found without asking everybody.
pub(super) struct Desk<'v, 'a> {
    pub v: &'v NapoleonicView<'a>,
    pub quick: bool,
    /// Own units and enemies from west to east.
    own: Vec<(f64, usize)>,
    pub(super) foes: Vec<(f64, usize)>,
    /// How far any of the enemies reaches from his middle.
    pub(super) broadest: f64,
    /// Where everybody of his own will be; in the order of `own`.
    where_to: Vec<(UnitId, Base)>,
    pub routes: &'v mut Routes,
    /// Enemies that are to be attacked this turn, and by how many.
    pub struck: BTreeMap<UnitId, u32>,
    /// For how many turns units have not got on though they were to.
    pub stalled: BTreeMap<UnitId, u32>,
    /// For how many turns battalions have stood in mass or square.
    pub massed: BTreeMap<UnitId, u32>,
    /// Whom the unit means to attack for which ideas are gathered.
    pub means_to_attack: Option<UnitId>,
}

/// Own troops through whom one marches without stopping (07.07.3).
fn open(u: &Unit) -> bool {
    u.dispersed() || u.unlimbered()
}

impl<'v, 'a> Desk<'v, 'a> {
    pub fn new(v: &'v NapoleonicView<'a>, quick: bool, routes: &'v mut Routes) -> Desk<'v, 'a> {
        let own = west_to_east(v.own.iter().map(|u| u.base.rect().centre.x));
        let foes = west_to_east(v.enemies().iter().map(|e| e.rect.centre.x));
        let where_to = own.iter().map(|x| (v.own[x.1].id, v.own[x.1].base)).collect();
        Desk {
            v,
            quick,
            own,
            foes,
            broadest: v.enemies().iter().map(|e| e.rect.radius()).fold(0.0, f64::max),
            where_to,
            routes,
            struck: BTreeMap::new(),
            stalled: BTreeMap::new(),
            massed: BTreeMap::new(),
            means_to_attack: None,
        }
    }

    /// Own units that may be within a distance of a stretch from west to east.
    pub fn own_between(&self, from: f64, to: f64, reach: f64) -> impl Iterator<Item = &'a Unit> + '_ {
        window(&self.own, from, to, reach).iter().map(|x| self.v.own[x.1])
    }

    /// Enemies in sight that may be within a distance of a place.
    pub fn foes_by(&self, p: V2, reach: f64) -> impl Iterator<Item = &'v Enemy> + '_ {
        window(&self.foes, p.x, p.x, reach).iter().map(|x| &self.v.enemies()[x.1])
    }

    /// The nearest enemy of a kind, and how far he is.
    pub fn nearest_of(&self, r: &Rect, kind: impl Fn(&Enemy) -> bool) -> Option<(&'v Enemy, f64)> {
        for reach in [60.0, 240.0, f64::INFINITY] {
            let mut best: Option<(&Enemy, f64)> = None;
            for e in self.foes_by(r.centre, reach).filter(|e| kind(e)) {
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

    /// The nearest enemy who can fight, and how far he is.
    pub fn nearest(&self, u: &Unit) -> Option<(&'v Enemy, f64)> {
        self.nearest_of(&u.base.rect(), Enemy::fights)
    }

    /// Does a friend in closed formation stand across the line?
    pub fn screened(&self, u: UnitId, from: V2, to: V2) -> bool {
        self.own_between(from.x.min(to.x), from.x.max(to.x), 0.0)
            .any(|o| o.id != u && !o.dispersed() && o.base.rect().clip(from, to).is_some())
    }

    /// Does any friend stand across the line of fire, a skirmish line included?
    pub fn masked(&self, u: UnitId, from: V2, to: V2) -> bool {
        self.own_between(from.x.min(to.x), from.x.max(to.x), 0.0)
            .any(|o| o.id != u && o.base.rect().clip(from, to).is_some())
    }

    /// Where an own unit will be when the turn is over.
    pub fn will_be(&self, u: &Unit) -> Base {
        self.place_in_line(u).map_or(u.base, |i| self.where_to[i].1)
    }

    /// How far the unit can go straight on before it is on a friend's heels.
    pub fn room(&self, u: &Unit, base: &Base, cm: f64) -> f64 {
        let r = base.rect();
        // Who stands shoulder to shoulder is not in the way.
        let r = Rect { half_width: (r.half_width - 0.3).max(0.2), ..r };
        if u.dispersed() {
            return cm;
        }
        let mut free = cm;
        let (from, to) = (r.centre.x, r.centre.x + base.dir.x * cm);
        for (id, o) in window_of(&self.own, &self.where_to, from.min(to), from.max(to), 50.0) {
            let o = o.rect();
            if *id == u.id || r.far_from(&o, free + 1.0) || self.v.unit(*id).is_none_or(open) {
                continue;
            }
            if let Some(t) = r.travel_to(&o, base.dir) {
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
            (free > 10.0 && self.on_table(p, 4.0).dist(p) < 0.01).then_some(p)
        })
    }

    /// The nearest place on the table that keeps so far from its edges.
    pub fn on_table(&self, p: V2, margin: f64) -> V2 {
        v2(p.x.clamp(margin, self.v.ground.width - margin), p.y.clamp(margin, self.v.ground.depth - margin))
    }

    /// Notes where a unit will be.
    pub fn goes(&mut self, u: &Unit, order: &Order) {
        let mut x = u.clone();
        let mut left = 1.0;
        for leg in &order.legs {
            let rate = pace(&x, x.formation);
            match leg {
                Leg::March { way: Way::Ahead, until, gait } => {
                    let rate = if *gait == Gait::Charge { 2.0 * rate } else { rate };
                    let go = match until {
                        Until::Cm(cm) => cm.min(rate * left),
                        Until::Turns(t) => rate * t.min(left),
                        _ => rate * left,
                    };
                    left = (left - go / rate).max(0.0);
                    x.base = x.base.moved(x.base.dir * go);
                }
                Leg::To { x: px, y: py, .. } => {
                    let p = v2(*px, *py);
                    let d = p.dist(x.base.front);
                    if d > 0.1 {
                        let dir = (p - x.base.front).unit();
                        let go = d.min(rate * left);
                        left = (left - go / rate).max(0.0);
                        x.base = x.base.at(x.base.front + dir * go, dir);
                    }
                }
                Leg::Form { formation, files, .. } => {
                    let spacing = x.spacing.max(2.5);
                    stance::form(&mut x, *formation, *files, spacing);
                    left = (left - 0.5).max(0.0);
                }
                _ => {}
            }
        }
        if let Some(i) = self.place_in_line(u) {
            self.where_to[i].1 = x.base;
        }
    }

    fn place_in_line(&self, u: &Unit) -> Option<usize> {
        let x = u.base.rect().centre.x;
        let first = self.own.partition_point(|o| o.0 < x);
        (first..self.own.len()).take_while(|i| self.own[*i].0 <= x).find(|i| self.where_to[*i].0 == u.id)
    }
}

/// An order of these legs.
pub(super) fn moves(legs: Vec<Leg>) -> Order {
    Order { legs, ..Order::default() }
}

/// Straight on, so far.
pub(super) fn ahead(cm: f64) -> Leg {
    Leg::March { way: Way::Ahead, gait: Gait::March, until: Until::Cm(cm) }
}

/// To a place.
pub(super) fn to(p: V2) -> Leg {
    Leg::To { x: p.x, y: p.y, gait: Gait::March }
}

/// A change of formation.
pub(super) fn form(formation: Formation) -> Leg {
    Leg::Form { formation, files: None, density: None }
}

/// Stands and reorganises.
pub(super) fn reorganise() -> Order {
    moves(vec![Leg::Reorganise])
}

/// A fire order at somebody, or at the nearest.
pub(super) fn fires(when: When, at: Option<String>) -> Order {
    let fire = FireOrder { when, at: at.into_iter().collect(), range_in: false };
    Order { fire: Some(fire), ..Order::default() }
}

/// An attack on somebody by this way.
pub(super) fn attacks(legs: Vec<Leg>, target: Option<String>) -> Order {
    Order { legs, attack: Some(AttackOrder { target, then: Vec::new() }), ..Order::default() }
}

/// A turn of the front: foot and guns about the middle, horse and limbers about a wing.
pub(super) fn turn(u: &Unit, degrees: f64) -> Leg {
    let d = degrees.clamp(-180.0, 180.0);
    if d.abs() > 150.0 {
        return Leg::About;
    }
    let column = matches!(u.formation, Formation::MarchColumn | Formation::SingleFile);
    if u.arm == Arm::Cavalry || u.arm == Arm::Train || u.limbered() || (column && u.by_figures()) {
        Leg::Pivot { degrees: d }
    } else {
        Leg::Rotate { degrees: d }
    }
}
