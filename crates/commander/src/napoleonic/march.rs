//! Marches: to the place in the line, round what is in the way, by road and bridge where it pays, and out of march column before the
//! enemy is near.

use super::country::{on_water, pace, wet};
use super::desk::{Desk, ahead, degrees_to, form, moves, to, turn};
use super::plan::Brigade;
use crate::common::routes::divided;
use chakoten_napoleonic::field::Edge;
use chakoten_napoleonic::order::{Leg, Order, Until};
use chakoten_napoleonic::troop::{Arm, Formation};
use chakoten_napoleonic::unit::Unit;
use table::V2;

/// March columns form for the fight no nearer than this to the enemy.
pub(super) const DEPLOY: f64 = 45.0;
/// Changes of front up to this cost no order (06.01.3.a), and further round than the second one turns on the spot.
const EASY: f64 = 20.0;
const ROUND: f64 = 80.0;
/// The first line waits for its hour out of musketry, and within a march of who is to be attacked.
const BERTH: f64 = 19.0;
/// Who presses on goes up to just out of contact distance.
const CLOSE_IN: f64 = 7.0;
/// With nobody so near, a long way is made in march column.
const AFAR: f64 = 95.0;

impl Desk<'_, '_> {
    /// To a place, however far, no nearer to the enemy than `berth`.
    pub fn go(&mut self, u: &Unit, place: V2, enemy: Option<f64>, berth: f64, ideas: &mut Vec<Order>) {
        let place = self.on_table(place, 5.0);
        let way = place - u.base.front;
        if way.len() < 2.0 {
            return;
        }
        let mut cm = way.len();
        if let Some(d) = enemy {
            cm = cm.min((d - berth).max(0.0));
        }
        let soaked = on_water(self.v, &u.base.rect());
        // Over water and bridges only march columns go, however short the way (07.04.3, 07.04.4).
        let crosses = !u.dispersed() && wet(self.v, u.base.front, place);
        if way.len() > 12.0 || crosses {
            if let Some(w) = self.way(u, place) {
                if w.len() > 1 || soaked || wet(self.v, u.base.front, w[0]) || self.far(u, &w, enemy) {
                    self.column(u, &w, enemy, berth, ideas);
                    return;
                }
            }
        }
        if cm < 2.0 && !soaked {
            return;
        }
        let mut legs = Vec::new();
        self.fighting_formation(u, &mut legs);
        let dir = way.unit();
        let angle = degrees_to(&u.base, place);
        let closed = matches!(u.arm, Arm::Infantry | Arm::Cavalry) && !u.dispersed();
        if closed && u.formation != Formation::MarchColumn && (EASY..ROUND).contains(&angle.abs()) {
            // Turn by turn a little, which leaves it in order (06.01.3.a).
            let by = (EASY - 0.5).copysign(angle);
            let free = self.room(u, &u.base.at(u.base.front, u.base.dir.turned(-by.to_radians())), cm);
            if free > 4.0 {
                let mut on = legs.clone();
                on.extend([Leg::Pivot { degrees: by }, ahead(free)]);
                ideas.push(moves(on));
            }
        }
        if angle.abs() > 60.0 && u.arm == Arm::Infantry && !u.dispersed() {
            // Men face about on the spot; a battalion that swings about its wing runs into its neighbours.
            legs.push(turn(u, angle));
        }
        let free = self.room(u, &u.base.at(u.base.front, dir), cm);
        if free < 4.0 && cm > 8.0 {
            if let Some(p) = self.past(u, dir, cm) {
                let mut aside = legs.clone();
                aside.push(to(p));
                ideas.push(moves(aside));
            }
        }
        if free > 1.5 {
            let mut on = legs.clone();
            on.push(to(u.base.front + dir * free));
            ideas.push(moves(on));
            if angle.abs() < 15.0 {
                let mut on = legs.clone();
                on.push(ahead(free));
                ideas.push(moves(on));
            }
        }
        if !legs.is_empty() {
            ideas.push(moves(legs));
        }
    }

    /// Out of march column, single file or clump into what it fights in; square and mass back into column.
    pub fn fighting_formation(&self, u: &Unit, legs: &mut Vec<Leg>) {
        use Formation::{AttackColumn, Clump, Line, Mass, Skirmish, Square};
        if u.body.is_some() || !matches!(u.arm, Arm::Infantry | Arm::Cavalry) {
            return;
        }
        let fine = match u.arm {
            Arm::Infantry => matches!(u.formation, AttackColumn | Line | Skirmish) || u.figures < 12,
            _ => matches!(u.formation, AttackColumn | Line | Skirmish),
        };
        if fine {
            return;
        }
        let to = match u.formation {
            Mass | Square | Clump => AttackColumn,
            _ if u.arm == Arm::Cavalry && !u.cossacks() => Line,
            _ => AttackColumn,
        };
        legs.push(form(to));
    }

    /// Is the way long enough, and the enemy far enough, for march column?
    fn far(&self, u: &Unit, way: &[V2], enemy: Option<f64>) -> bool {
        let long: f64 = way.iter().scan(u.base.front, |a, p| Some(std::mem::replace(a, *p).dist(*p))).sum();
        // Out of line it takes a whole turn, and horse is as fast without it.
        let slow = u.formation == Formation::Line || u.arm == Arm::Cavalry;
        u.formation == Formation::MarchColumn && enemy.is_none_or(|d| d > DEPLOY + 15.0) && long > 30.0
            || !slow && enemy.is_none_or(|d| d > AFAR) && long > 90.0
    }

    /// Along a way, in march column where it leads over water or is long, as far as the enemy lets it.
    fn column(&mut self, u: &Unit, way: &[V2], enemy: Option<f64>, berth: f64, ideas: &mut Vec<Order>) {
        let soaked = on_water(self.v, &u.base.rect());
        let mut at = u.base.front;
        let water = way.iter().any(|p| {
            let from = std::mem::replace(&mut at, *p);
            from.dist(u.base.front) < 14.0 && wet(self.v, from, *p)
        });
        let mut left = enemy.map_or(90.0, |d| (d - berth).clamp(0.0, 90.0));
        if soaked || (water && left < 30.0) {
            // Nobody stops in the water.
            left = 30.0;
        }
        if left < 3.0 {
            return;
        }
        let foot = matches!(u.arm, Arm::Infantry | Arm::Cavalry) && u.body.is_none();
        let mut legs = Vec::new();
        if foot && u.formation != Formation::MarchColumn && !soaked && (water || self.far(u, way, enemy)) {
            legs.push(form(Formation::MarchColumn));
        } else if foot && !water && !soaked && !self.far(u, way, enemy) {
            self.fighting_formation(u, &mut legs);
        }
        let angle = degrees_to(&u.base, way[0]);
        if foot && angle.abs() > 60.0 && u.formation != Formation::MarchColumn && !u.dispersed() {
            legs.push(turn(u, angle));
        }
        let mut at = u.base.front;
        let mut on = Vec::new();
        for p in way.iter().take(8) {
            let d = at.dist(*p);
            if d < 0.5 {
                continue;
            }
            let q = if d > left { at + (*p - at).unit() * left } else { *p };
            on.push(to(q));
            left -= d;
            at = q;
            if left <= 0.5 {
                break;
            }
        }
        let mut whole = legs.clone();
        whole.extend(on.iter().cloned());
        ideas.push(moves(whole));
        if on.len() > 1 {
            let mut short = legs.clone();
            short.push(on[0].clone());
            ideas.push(moves(short));
        }
        if !legs.is_empty() {
            ideas.push(moves(legs));
        }
    }

    /// Off the table by an edge: by the road that leads there, or straight.
    pub fn leave(&mut self, u: &Unit, edge: Edge, ideas: &mut Vec<Order>) {
        let g = self.v.ground;
        let out = edge.outward();
        let end = (g.width * out.x).max(0.0) + (g.depth * out.y).max(0.0);
        let from = u.base.front;
        if u.unlimbered() {
            ideas.push(moves(vec![Leg::Limber { column: true, about: u.base.dir.dot(out) > 0.0 }]));
            return;
        }
        let straight = from + out * (end - from.dot(out));
        let mut legs = Vec::new();
        let foot = matches!(u.arm, Arm::Infantry | Arm::Cavalry) && u.body.is_none();
        let close = self.nearest(u).is_some_and(|n| n.1 < 25.0);
        if foot && u.formation != Formation::MarchColumn && !close {
            legs.push(form(Formation::MarchColumn));
        }
        let ends = |r: &chakoten_napoleonic::ground::Track| {
            let ends = [r.road.path.points.first(), r.road.path.points.last()];
            ends.into_iter().flatten().copied().find(|p| (end - p.dot(out)).abs() < 8.0)
        };
        let road = g
            .tracks
            .iter()
            .filter(|t| !t.path)
            .filter_map(ends)
            .min_by(|a, b| a.dist(straight).total_cmp(&b.dist(straight)));
        let goal = match road {
            Some(p) if p.dist(straight) < 60.0 => p,
            _ => straight,
        };
        let goal = goal + out * (end - goal.dot(out));
        let way = self.way(u, goal).unwrap_or_else(|| vec![goal]);
        for p in way.iter().filter(|p| p.dist(from) > 0.5).take(8) {
            legs.push(to(V2 { x: p.x.clamp(0.0, g.width), y: p.y.clamp(0.0, g.depth) }));
        }
        let mut on = legs.clone();
        on.push(Leg::March {
            way: chakoten_napoleonic::order::Way::Ahead,
            gait: chakoten_napoleonic::troop::Gait::March,
            until: Until::End,
        });
        ideas.push(moves(on));
        ideas.push(moves(legs));
        let angle = degrees_to(&u.base, goal);
        if angle.abs() > 20.0 {
            ideas.push(moves(vec![turn(u, angle)]));
        }
    }

    /// There: front the right way.
    pub fn front(&self, u: &Unit, dir: V2, ideas: &mut Vec<Order>) {
        let mut legs = Vec::new();
        self.fighting_formation(u, &mut legs);
        let angle = degrees_to(&u.base, u.base.front + dir * 10.0);
        if angle.abs() > 25.0 && !u.all_round() && u.inside.is_none() {
            legs.push(turn(u, angle));
        }
        if !legs.is_empty() {
            ideas.push(moves(legs));
        }
    }

    /// To its place in the brigade's line.
    pub fn march_on(&mut self, u: &Unit, b: &Brigade, enemy: Option<f64>, ideas: &mut Vec<Order>) {
        let mut place = self.on_table(b.place_of(u), 5.0);
        if place.dist(u.base.front) < 4.0 {
            self.front(u, b.forward, ideas);
            return;
        }
        // A place in a wood or beyond one is no place: on towards what the brigade is about.
        let beyond = |p: V2| divided(self.v, u.base.front, p) || wet(self.v, u.base.front, p);
        if !b.stands && u.inside.is_none() && (beyond(place) || beyond(b.goal)) {
            place = self.on_table(b.goal, 5.0);
        }
        // Dressing the line is not worth a wheel: a little aside or behind one stays, and ahead one goes within what costs no order.
        let (f, r) = (b.forward, b.forward.right());
        let way = place - u.base.front;
        let (on, aside) = (way.dot(f), way.dot(r));
        if u.arm == Arm::Infantry && u.base.dir.dot(f) > 0.7 && u.formation != Formation::MarchColumn {
            if on < 4.0 && on > -25.0 && aside.abs() < 18.0 {
                self.front(u, b.forward, ideas);
                return;
            }
            if on >= 4.0 && aside.abs() < 40.0 {
                let most = 0.34 * on;
                place = self.on_table(u.base.front + f * on + r * aside.clamp(-most, most), 5.0);
            }
        }
        let berth = match (b.second_line(u.id), b.presses) {
            (_, true) => CLOSE_IN,
            (true, _) => 24.0,
            _ => BERTH,
        };
        if u.arm == Arm::Infantry && u.formation == Formation::Line && !u.troops.english_drill {
            // A line is slow, and attacks no better for it.
            let far = place.dist(u.base.front) > 14.0 && enemy.is_none_or(|d| d > 19.0);
            if far && !b.stands {
                ideas.push(moves(vec![form(Formation::AttackColumn), to(place)]));
            }
        }
        self.go(u, place, enemy, berth, ideas);
        if ideas.is_empty() {
            self.front(u, b.forward, ideas);
        }
    }
}

/// Turns that a unit needs for so many cm, with something for delays.
pub(super) fn turns_for(u: &Unit, cm: f64) -> f64 {
    let column = match u.arm {
        Arm::Infantry | Arm::Cavalry => Formation::MarchColumn,
        _ => u.formation,
    };
    let mut rate = pace(u, column);
    if u.unlimbered() {
        rate = 20.0;
    }
    1.5 + 1.25 * cm / rate.max(1.0)
}
