//! Marches: to the place in the line, round what is in the way, by road where it pays, and out of column before the enemy is
//! near.

use super::ChakotenView;
use super::country::narrow;
use super::desk::{Desk, degrees_to, moves, oblique};
use super::plan::Brigade;
use chakoten_acw::field::Edge;
use chakoten_acw::ground::PatchKind;
use chakoten_acw::order::{Order, Step};
use chakoten_acw::troop::{Arm, Formation};
use chakoten_acw::unit::Unit;
use table::{Base, Rect, V2, v2};

/// Columns deploy no nearer than this to the enemy.
pub(super) const DEPLOY: f64 = 46.0;
/// On a march no enemy is nearer than this: who comes nearer finds a fighting formation.
const AFAR: f64 = 75.0;

impl Desk<'_, '_> {
    /// To its place in the brigade's line.
    pub fn march_on(&mut self, u: &Unit, b: &Brigade, enemy: Option<f64>, ideas: &mut Vec<Order>) {
        let place = self.on_table(b.place_of(u), 4.0);
        if place.dist(u.base.front) > 15.0 && enemy.is_none_or(|d| d > DEPLOY + 6.0) {
            let to = if b.goal.dist(u.base.front) > 60.0 { b.goal } else { place };
            if let Some(way) = self.roundabout(u, to) {
                self.column(u, &way, enemy, ideas);
                return;
            }
        }
        let way = place - u.base.front;
        let mut cm = way.len();
        if let Some(d) = enemy {
            cm = cm.min((d - DEPLOY).max(3.0));
        }
        if cm < 3.0 {
            // There: front the right way, in line.
            let turn = degrees_to(&u.base, u.base.front + b.front_of(u) * 10.0);
            let mut steps = Vec::new();
            if turn.abs() > 25.0 {
                steps.push(Step::Face { degrees: oblique(turn) });
            }
            if matches!(u.formation, Formation::MarchColumn | Formation::AttackColumn)
                && !water_at(self.v, &u.base.rect())
                && b.goal.dist(b.line) < 5.0
            {
                steps.push(Step::Form { formation: Formation::Line, files: None, gap: None });
            }
            if !steps.is_empty() {
                ideas.push(moves(steps));
            }
            return;
        }
        let column = if u.figures > 12 { Formation::AttackColumn } else { Formation::MarchColumn };
        let dir = way.unit();
        let ahead = Base { dir, ..u.base };
        let wet = water_at(self.v, &ahead.ahead(cm.min(25.0), 0.0)) || water_at(self.v, &u.base.rect());
        let want = if wet { Formation::MarchColumn } else { column };
        if wet {
            // Nobody stops in the water.
            cm = way.len().min(25.0);
        }
        let chain = u.formation == Formation::Chain;
        let mut steps = Vec::new();
        let columns = matches!(u.formation, Formation::MarchColumn | Formation::AttackColumn);
        if !chain && u.formation != want && (cm > 18.0 || wet) && !(columns && !wet && cm < 25.0) {
            steps.push(Step::Form { formation: want, files: None, gap: None });
        }
        let turn = degrees_to(&u.base, place);
        if turn.abs() > 100.0 || (u.formation == Formation::Line && turn.abs() > 40.0) {
            steps.push(Step::Face { degrees: oblique(turn) });
            ideas.push(moves(steps));
            return;
        }
        let free = self.room(u, &u.base.at(u.base.front, dir), cm);
        if free < 6.0 && cm > 10.0 {
            if let Some(p) = self.past(u, dir, cm) {
                steps.push(Step::To { x: p.x, y: p.y });
                ideas.push(moves(steps.clone()));
                steps.pop();
            }
        }
        if free < 2.0 {
            // Nothing to do but wait, or take the formation meanwhile.
            if !steps.is_empty() {
                ideas.push(moves(steps));
            }
            return;
        }
        let to = u.base.front + dir * free;
        steps.push(Step::To { x: to.x, y: to.y });
        ideas.push(moves(steps.clone()));
        steps.pop();
        steps.push(Step::March { cm: Some(free) });
        if turn.abs() < 20.0 {
            ideas.push(moves(steps));
        } else {
            ideas.push(moves(vec![Step::Face { degrees: oblique(turn) }]));
        }
    }

    fn on_table(&self, p: V2, margin: f64) -> V2 {
        v2(p.x.clamp(margin, self.v.ground.width - margin), p.y.clamp(margin, self.v.ground.depth - margin))
    }

    /// The way to a place, if it is not simply straight on.
    pub fn roundabout(&mut self, u: &Unit, to: V2) -> Option<Vec<V2>> {
        let way = self.way(u, to)?;
        (way.len() > 1).then_some(way)
    }

    /// Along a way, in march column, as far as the enemy lets it.
    pub fn column(&mut self, u: &Unit, way: &[V2], enemy: Option<f64>, ideas: &mut Vec<Order>) {
        let mut left = enemy.map_or(60.0, |d| (d - DEPLOY).clamp(0.0, 60.0));
        let here = u.base.at(u.base.front, (way[0] - u.base.front).unit());
        if left < 25.0 && (water_at(self.v, &here.ahead(12.0, 0.0)) || water_at(self.v, &u.base.rect())) {
            // Nobody stops in the water.
            left = 25.0;
        }
        if left < 3.0 {
            return;
        }
        let mut steps = Vec::new();
        let foot = matches!(u.arm, Arm::Infantry | Arm::Cavalry);
        let turn = degrees_to(&u.base, way[0]);
        if foot && u.formation != Formation::MarchColumn && u.formation != Formation::Chain {
            let horse = u.mounted && u.arm == Arm::Cavalry;
            let tight = |wide: f64| {
                let mut at = u.base.front;
                way.iter().any(|p| {
                    let from = std::mem::replace(&mut at, *p);
                    // Not before it is near: a long column is slow to form and easy to hit.
                    from.dist(u.base.front) < 30.0 && narrow(self.v.ground, wide, from, *p)
                })
            };
            let wide = if horse { 9.0 } else { 4.8 };
            if tight(wide) || (!horse && enemy.is_none_or(|d| d > AFAR)) {
                steps.push(Step::Form { formation: Formation::MarchColumn, files: None, gap: None });
            } else if horse && u.formation == Formation::Line && u.figures > 12 && tight(u.base.width) {
                steps.push(Step::Form { formation: Formation::AttackColumn, files: None, gap: None });
            }
        }
        // Men turn on the spot: a wheel of many files would run into their neighbours. A limber comes round by wheeling.
        if foot && turn.abs() > 30.0 {
            steps.push(Step::Face { degrees: oblique(turn) });
        }
        let mut at = u.base.front;
        let mut legs = Vec::new();
        for p in way.iter().take(6) {
            let d = at.dist(*p);
            if d < 0.5 {
                continue;
            }
            let q = if d > left { at + (*p - at).unit() * left } else { *p };
            legs.push(Step::To { x: q.x, y: q.y });
            left -= d;
            at = q;
            if left <= 0.5 {
                break;
            }
        }
        let mut whole = steps.clone();
        whole.extend(legs.iter().cloned());
        ideas.push(moves(whole));
        if let (Some(first), false) = (legs.first(), legs.len() < 2) {
            let mut short = steps.clone();
            short.push(first.clone());
            ideas.push(moves(short));
        }
        if !steps.is_empty() {
            ideas.push(moves(steps));
        } else if turn.abs() > 20.0 && foot {
            ideas.push(moves(vec![Step::Face { degrees: oblique(turn) }]));
        }
    }

    /// Towards a place, however far.
    pub fn ride(&mut self, u: &Unit, to: V2, enemy: Option<f64>, ideas: &mut Vec<Order>) {
        let to = self.on_table(to, 6.0);
        let way = to - u.base.front;
        if way.len() > 15.0 {
            if let Some(way) = self.roundabout(u, to) {
                self.column(u, &way, enemy, ideas);
                return;
            }
        }
        let mut cm = way.len().min(40.0);
        if let Some(d) = enemy {
            cm = cm.min((d - DEPLOY).max(0.0));
        }
        if cm < 5.0 {
            return;
        }
        let turn = degrees_to(&u.base, to);
        if turn.abs() > 90.0 {
            ideas.push(moves(vec![Step::Face { degrees: oblique(turn) }]));
            return;
        }
        let dir = way.unit();
        let free = self.room(u, &u.base.at(u.base.front, dir), cm);
        if free < 6.0 && cm > 10.0 {
            if let Some(p) = self.past(u, dir, cm) {
                ideas.push(moves(vec![Step::To { x: p.x, y: p.y }]));
            }
        }
        if free < 3.0 {
            return;
        }
        let p = u.base.front + dir * free;
        let mut steps = Vec::new();
        if turn.abs() > 30.0 && u.arm == Arm::Cavalry {
            steps.push(Step::Face { degrees: oblique(turn) });
        }
        steps.push(Step::To { x: p.x, y: p.y });
        ideas.push(moves(steps));
        if turn.abs() < 30.0 {
            ideas.push(moves(vec![Step::March { cm: Some(free) }]));
        }
    }

    /// Off the table by an edge: by the road that leads there, or straight.
    pub fn leave(&mut self, u: &Unit, edge: Edge, ideas: &mut Vec<Order>) {
        let g = self.v.ground;
        let out = edge.outward();
        let end = (g.width * out.x).max(0.0) + (g.depth * out.y).max(0.0);
        let from = u.base.front;
        let straight = from + out * (end - from.dot(out));
        let end_of = |r: &chakoten_acw::ground::Road| {
            let ends = [r.path.points.first(), r.path.points.last()];
            ends.into_iter().flatten().copied().find(|p| (end - p.dot(out)).abs() < 8.0)
        };
        let road = g
            .roads
            .iter()
            .filter_map(|r| end_of(r).map(|p| (r, p)))
            .min_by(|a, b| a.1.dist(straight).total_cmp(&b.1.dist(straight)));
        let to = road.map_or(straight, |r| r.1);
        let to = to + out * (end - to.dot(out));
        let mut steps = Vec::new();
        if matches!(u.arm, Arm::Infantry | Arm::Cavalry) && u.formation != Formation::MarchColumn {
            steps.push(Step::Form { formation: Formation::MarchColumn, files: None, gap: None });
        }
        // On the road already: such an order can be repeated by who is out of his general's reach.
        let along =
            |r: &chakoten_acw::ground::Road, p: V2, most: f64| r.path.nearest(p).is_some_and(|x| x.0 <= most);
        if let Some((r, p)) = road.filter(|x| along(x.0, from, x.0.width / 2.0)) {
            if u.base.dir.dot(p - from) > 0.0 {
                steps.push(Step::Road { road: r.name.clone(), cm: None });
                ideas.push(moves(steps));
                if worth_repeating(u) {
                    ideas.push(Order::Repeat);
                }
                return;
            }
        }
        let way = self.way(u, to).unwrap_or_else(|| vec![to]);
        for p in way.iter().filter(|p| p.dist(from) > 0.5).take(20) {
            steps.push(Step::To { x: p.x.clamp(0.0, g.width), y: p.y.clamp(0.0, g.depth) });
            if let Some((r, _)) = road.filter(|x| along(x.0, *p, 0.5)) {
                let mut on = steps.clone();
                on.push(Step::Road { road: r.name.clone(), cm: None });
                ideas.push(moves(on));
                ideas.push(moves(steps));
                return;
            }
        }
        let mut on = steps.clone();
        on.push(Step::March { cm: None });
        ideas.push(moves(on));
        ideas.push(moves(steps));
    }
}

/// Would the last order again lead anywhere? A place that lies behind would be gone back to.
pub(super) fn worth_repeating(u: &Unit) -> bool {
    match &u.record.last_order {
        Some(Order::Move(m)) => m.steps.iter().all(|s| match s {
            Step::To { x, y } => (v2(*x, *y) - u.base.front).dot(u.base.dir) > 3.0,
            Step::March { .. } | Step::Road { .. } | Step::Form { .. } => true,
            _ => false,
        }),
        Some(_) => true,
        None => false,
    }
}

/// Straight on, with a small wheel if it helps.
pub(super) fn march(u: &Unit, turn: f64, cm: f64) -> Order {
    if turn.abs() > 10.0 && u.base.width < 16.0 {
        return moves(vec![Step::Wheel { degrees: turn.clamp(-20.0, 20.0) }, Step::March { cm: Some(cm) }]);
    }
    moves(vec![Step::March { cm: Some(cm) }])
}

/// Is there swamp or water that only columns and chains can cross?
pub(super) fn water_at(v: &ChakotenView<'_>, r: &Rect) -> bool {
    v.ground
        .patches
        .iter()
        .any(|p| matches!(p.kind, PatchKind::Swamp | PatchKind::Watercourse) && p.area.touches(r))
}
