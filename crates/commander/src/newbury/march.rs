//! Ways of marching: wheels, turns about, columns for bridges, doubles while nobody is near.

use super::desk::{Desk, order, sweeps};
use crate::common::routes::Routes;
use newbury_napoleonic::answer::{LegOrder, MoveOrder, Pace, Turning};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::Gait;
use newbury_napoleonic::unit::Unit;
use table::V2;

/// No further from the enemy is marched at the double.
const QUIET: f64 = 45.0;
/// Fire is looked for in steps of so many cm.
const STEP: f64 = 2.0;
/// A double move ends so near to its objective, in cm.
const AT_IT: f64 = 3.0;
/// Wheels sharper than this begin with a turn about.
const SHARP: f64 = 120.0;

impl Desk<'_> {
    fn rate(&self, u: &Unit, gait: Gait) -> f64 {
        self.f.rate(u, gait).unwrap_or(0.0)
    }

    /// Does it double move? Once begun that goes on to the objective (12.2.a), so only what can be ended in this move is begun,
    /// by who goes to the objective itself.
    fn doubles(&self, u: &Unit, next: V2) -> bool {
        let game = self.v.battle().play().game.get(u.id.index()).and_then(Option::as_ref);
        let goal = game.filter(|g| g.double).and_then(|g| g.objective.as_ref());
        let in_reach = |to: V2| u.base.front.dist(to) <= self.rate(u, Gait::Double);
        let into_fire = |to: V2| u.mounted() && self.under_fire(to, None);
        // Who goes to another place would be carried on past it, in disorder.
        let leads = |to: V2| next.dist(to) < AT_IT;
        goal.is_some_and(|g| u.last.double_move || (in_reach(g.at()) && leads(g.at()) && !into_fire(g.at())))
    }

    /// The legs of a march to a place.
    pub fn legs_to(&self, u: &Unit, to: V2, most: f64) -> Vec<LegOrder> {
        let way = to - u.base.front;
        let far = way.len();
        if far < 0.5 {
            return Vec::new();
        }
        if u.open_order() {
            return vec![LegOrder::March { cm: far.min(most), towards: Some(way.bearing_degrees()) }];
        }
        let mut legs = Vec::new();
        let mut base = u.base;
        if base.dir.angle_to(way.unit()).to_degrees() > SHARP {
            legs.push(LegOrder::Turn { to: Turning::About });
            base = base.about_face();
        }
        match ranks::wheel_towards(&base, to) {
            Some((d, ahead)) => {
                if d.abs() > 1.5 {
                    legs.push(LegOrder::Wheel { degrees: d.clamp(-180.0, 180.0) });
                }
                if ahead > 0.3 {
                    legs.push(LegOrder::March { cm: ahead.min(most), towards: None });
                }
            }
            // Inside its own wheel: straight on, and wheel when there is room.
            None => legs.push(LegOrder::March { cm: far.min(most), towards: None }),
        }
        legs
    }

    /// It marches to a place whoever fires there.
    pub fn march_into_fire(&self, routes: &mut Routes, u: &Unit, to: V2) -> Option<MoveOrder> {
        let next = self.way(routes, u, to).and_then(|w| w.first().copied()).unwrap_or(to);
        let rate = self.rate(u, Gait::Normal).max(1.0);
        let by = self.f.general_within(self.side, u.id, 5.0).map(|g| self.f[g].code.to_string());
        let orders = [next, to].map(|to| order(u, self.legs_to(u, to, rate)));
        let in_person = orders.clone().map(|o| MoveOrder { by: by.clone(), ..o });
        let all = orders.into_iter().chain(in_person.into_iter().filter(|o| o.by.is_some()));
        self.lawful(all.filter(|o| !o.legs.is_empty()))
    }

    /// It marches towards a place, round what is in the way, in a formation in which it gets through.
    pub fn march(&self, routes: &mut Routes, u: &Unit, to: V2) -> Option<MoveOrder> {
        if u.base.front.dist(to) < 2.0 {
            return None;
        }
        let way = self.way(routes, u, to).unwrap_or_else(|| vec![to]);
        let next = way.first().copied().unwrap_or(to);
        let near = self.near(u.id).first().map_or(f64::INFINITY, |x| x.0);
        let rate = self.rate(u, Gait::Normal).max(1.0);
        if let Some(o) = self.for_the_bridge(u, &way, near) {
            return Some(o);
        }
        let mut options = Vec::new();
        if (near > QUIET || u.last.double_move) && self.doubles(u, next) {
            let most = self.rate(u, Gait::Double).max(1.0);
            let legs = self.legs_to(u, next, most);
            if !legs.iter().any(|l| matches!(l, LegOrder::Turn { .. })) {
                options.push(MoveOrder { pace: Pace::Double, ..order(u, legs) });
            }
        }
        let mut legs = self.legs_to(u, next, rate);
        // What is left of the move after the first corner.
        if way.len() > 1 && u.base.front.dist(next) < rate * 0.6 && u.open_order() {
            let on = way[1] - next;
            legs.push(LegOrder::March { cm: on.len().min(rate), towards: Some(on.bearing_degrees()) });
        } else if way.len() > 1 && u.base.front.dist(next) < rate * 0.6 && !legs.is_empty() {
            let after = self.after(u, &legs);
            let more = Unit { base: after, ..u.clone() };
            legs.extend(self.legs_to(&more, way[1], rate));
        }
        let straight = vec![LegOrder::March { cm: rate, towards: None }];
        options.extend([legs, straight].map(|legs| order(u, self.short_of_fire(u, legs))));
        self.lawful(options.into_iter().filter(|o| !o.legs.is_empty()))
    }

    /// Cavalry stops before it is under fire, until the last moves.
    fn short_of_fire(&self, u: &Unit, mut legs: Vec<LegOrder>) -> Vec<LegOrder> {
        let fears = u.mounted() && !u.arm().battery() && self.left > 2;
        if !fears || self.under_fire(u.base.front, None) {
            return legs;
        }
        for n in 0..legs.len() {
            let LegOrder::March { cm, towards: None } = legs[n] else { continue };
            let from = self.after(u, &legs[..n]);
            let steps = (cm / STEP).ceil() as u32;
            let stop = (1..=steps).map(|k| (f64::from(k) * STEP).min(cm)).find(|far| {
                let at = from.front + from.dir * *far;
                self.under_fire(at, None) || self.foes.iter().any(|e| sweeps(&self.f[*e], at))
            });
            if let Some(far) = stop {
                legs[n] = LegOrder::March { cm: (far - STEP).max(0.0), towards: None };
                legs.truncate(n + 1);
                break;
            }
        }
        legs.retain(|l| !matches!(l, LegOrder::March { cm, .. } if *cm < 0.5));
        legs
    }

    fn after(&self, u: &Unit, legs: &[LegOrder]) -> table::Base {
        let mut base = u.base;
        for l in legs {
            match *l {
                LegOrder::Wheel { degrees } => base = ranks::wheeled(&base, degrees),
                LegOrder::Turn { to: Turning::About } => base = base.about_face(),
                LegOrder::March { cm, .. } => base = base.moved(base.dir * cm),
                _ => {}
            }
        }
        base
    }

    /// Over bridges and through fords one goes two abreast; behind them the column is closed up again.
    fn for_the_bridge(&self, u: &Unit, way: &[V2], near: f64) -> Option<MoveOrder> {
        if u.open_order() || u.arm().battery() {
            return None;
        }
        let mut at = u.base.front;
        let mut gone = 0.0;
        let mut narrow = self.land.on_crossing(&u.base.rect());
        for p in way {
            if gone > 25.0 {
                break;
            }
            let end = if at.dist(*p) > 30.0 { at + (*p - at).unit() * 30.0 } else { *p };
            narrow |= self.land.narrow(at, end);
            gone += at.dist(*p);
            at = *p;
        }
        let marches = u.formation() == Formation::MarchColumn;
        let form = |formation: Formation| {
            self.lawful([order(u, vec![LegOrder::Form { formation, ranks: None, files: None }])])
        };
        match (narrow, marches) {
            (true, false) => form(Formation::MarchColumn).or_else(|| form(Formation::Line)),
            (false, true) if near < 60.0 => self.fighting_column(u),
            _ => None,
        }
    }

    /// The column in which it fights.
    pub fn fighting_column(&self, u: &Unit) -> Option<MoveOrder> {
        let forms = if u.mounted() {
            [Formation::SquadronColumn, Formation::DoubleLine, Formation::Line]
        } else {
            [Formation::DivisionColumn, Formation::CompanyColumn, Formation::Line]
        };
        let legs = |f: &Formation| vec![LegOrder::Form { formation: *f, ranks: None, files: None }];
        self.lawful(forms.iter().map(|f| order(u, legs(f))))
    }

    /// It turns its front to where the enemy is, if it looks elsewhere.
    pub fn face(&self, u: &Unit, front: V2) -> Option<MoveOrder> {
        let off = -u.base.dir.turn_to(front).to_degrees();
        if u.open_order() || u.formation().square() || off.abs() < 28.0 {
            return None;
        }
        let about = order(u, vec![LegOrder::Turn { to: Turning::About }]);
        let wheel = order(u, vec![LegOrder::Wheel { degrees: off.clamp(-90.0, 90.0) }]);
        if off.abs() > 135.0 { self.lawful([about, wheel]) } else { self.lawful([wheel]) }
    }
}
