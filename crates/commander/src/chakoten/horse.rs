//! Cavalry: rides where it is wanted, charges what is helpless or turned away, runs down who flees, and fights on foot
//! otherwise.

use super::desk::{Desk, degrees_to, moves, oblique};
use super::plan::{Brigade, Mission, Plan};
use chakoten_acw::order::{MoveOrder, Order, Step};
use chakoten_acw::troop::{Formation, Kind, State};
use chakoten_acw::unit::Unit;
use table::V2;

/// With the enemy this near cavalry gets off its horses, and with nobody so near it mounts again.
const ON_FOOT: f64 = 51.0;
const IN_SADDLE: f64 = 75.0;
/// Who flees no further off than this can be caught.
const RUN_DOWN: f64 = 30.0;

impl Desk<'_, '_> {
    /// Cavalry, mounted or not.
    pub fn cavalry(&mut self, u: &Unit, plan: &Plan, b: &Brigade, ideas: &mut Vec<Order>) {
        // Who is beyond a river is no concern of horsemen until he is close.
        let across = |x: &super::Enemy| crate::common::routes::divided(self.v, u.base.front, x.base.centre());
        let near = match self.nearest(u) {
            Some((e, d)) if u.mounted && d > 22.0 && across(e) => self
                .foes_by(u.base.front, 80.0)
                .filter(|x| !x.fleeing && x.kind != Kind::Wagon && !across(x))
                .map(|x| (x, x.rect.gap(&u.base.rect())))
                .min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.id.cmp(&b.0.id))),
            n => n,
        };
        let near = near.map(|(e, d)| (e.base.centre(), e.figures, d));
        if !u.mounted {
            let far = (b.goal.dist(u.base.front) > 60.0 || b.mission == Mission::Hunt) && !b.holds;
            let free = near.is_none_or(|n| n.2 > IN_SADDLE);
            let behind = super::works::in_works(self.v, u) && b.mission != Mission::Hunt;
            if far && free && !behind && u.state <= State::Slight && u.locked.is_empty() {
                ideas.push(moves(vec![Step::Mount]));
            }
            self.foot(u, b, ideas);
            return;
        }
        if !u.locked.is_empty() {
            return;
        }
        if u.state == State::Disorder {
            ideas.push(Order::Reorganise);
            return;
        }
        if b.mission == Mission::Hunt {
            self.catch(u, plan, ideas);
        }
        if let Some(a) = self.assault(u).filter(|a| a.score >= 3.0) {
            ideas.push(a.order);
        }
        self.run_down(u, ideas);
        if b.mission == Mission::Hunt && b.goal.dist(u.base.front) > 20.0 && self.ride_past(u, b.goal, ideas)
        {
            return;
        }
        if let Some((at, figures, d)) = near.filter(|n| n.2 < ON_FOOT) {
            let turn = degrees_to(&u.base, at);
            if d < 16.0 && turn.abs() < 60.0 && u.figures < figures {
                // Too near to get off: back out.
                ideas.push(moves(vec![Step::Face { degrees: 180.0 }, Step::March { cm: Some(20.0) }]));
            }
            let mut steps = Vec::new();
            if turn.abs() > 20.0 {
                steps.push(Step::Face { degrees: oblique(turn) });
            }
            if u.formation != Formation::Line {
                steps.push(Step::Form { formation: Formation::Line, files: None, gap: None });
            }
            steps.push(Step::Dismount);
            ideas.push(moves(steps));
            return;
        }
        let to = match b.mission {
            Mission::Hunt | Mission::Guard => b.goal,
            _ if b.goal.dist(u.base.front) > 90.0 => b.goal,
            _ => {
                let right = (u.base.front - b.centre).dot(b.forward.right()) >= 0.0;
                b.flank(right, 12.0)
            }
        };
        self.ride(u, to, near.map(|n| n.2), ideas);
    }

    /// Straight at the prey, if nobody who fights is in the way (play.no-shock: it is taken at base contact).
    fn catch(&mut self, u: &Unit, plan: &Plan, ideas: &mut Vec<Order>) {
        let from = u.base.front;
        let nearest = plan.prey.iter().copied().min_by(|a, b| a.dist(from).total_cmp(&b.dist(from)));
        let Some(to) = nearest.filter(|p| p.dist(from) < 95.0) else { return };
        let way = self.way(u, to).unwrap_or_else(|| vec![to]);
        let long: f64 = way.iter().scan(from, |a, p| Some(std::mem::replace(a, *p).dist(*p))).sum();
        if long > 95.0 || self.barred(from, &way) {
            return;
        }
        let mut steps = Vec::new();
        let turn = degrees_to(&u.base, way[0]);
        let tight = u.formation != Formation::MarchColumn
            && way.first().is_some_and(|p| super::country::narrow(self.v.ground, u.base.width, from, *p));
        if tight {
            steps.push(Step::Form { formation: Formation::MarchColumn, files: None, gap: None });
        } else if turn.abs() > 60.0 {
            steps.push(Step::Face { degrees: oblique(turn) });
        }
        for p in &way {
            steps.push(Step::To { x: p.x, y: p.y });
        }
        let mut on = steps.clone();
        on.push(Step::March { cm: None });
        ideas.push(moves(on));
        ideas.push(moves(steps));
    }

    /// Hunters do not stop for an enemy who is not in their way.
    fn ride_past(&mut self, u: &Unit, to: V2, ideas: &mut Vec<Order>) -> bool {
        let Some(way) = self.way(u, to) else { return false };
        let mut left = 45.0;
        let mut at = u.base.front;
        let mut next = Vec::new();
        for p in &way {
            let d = at.dist(*p);
            let q = if d > left { at + (*p - at).unit() * left } else { *p };
            next.push(q);
            left -= d;
            at = q;
            if left <= 0.0 {
                break;
            }
        }
        if self.barred(u.base.front, &next) {
            return false;
        }
        self.column(u, &way, None, ideas);
        true
    }

    /// Is an enemy who fights on the way, or close beside it?
    fn barred(&self, from: V2, way: &[V2]) -> bool {
        let mut at = from;
        for p in way {
            let blocked = self
                .foes_between(at.x.min(p.x), at.x.max(p.x), 8.0)
                .filter(|e| !e.fleeing && e.kind != Kind::Wagon)
                .any(|e| e.rect.grown(8.0).clip(at, *p).is_some());
            if blocked {
                return true;
            }
            at = *p;
        }
        false
    }

    /// Rides after who flees: those within 2 cm at the end of the turn surrender (08.04.4).
    fn run_down(&self, u: &Unit, ideas: &mut Vec<Order>) {
        if u.state != State::Order {
            return;
        }
        let r = u.base.rect();
        let prey = self
            .foes_by(r.centre, RUN_DOWN)
            .filter(|e| e.fleeing && !r.far_from(&e.rect, RUN_DOWN))
            .filter(|e| degrees_to(&u.base, e.base.centre()).abs() < 40.0)
            .max_by(|a, b| a.figures.cmp(&b.figures).then(b.id.cmp(&a.id)));
        let Some(e) = prey else { return };
        let to = e.base.centre();
        // Not into the arms of his friends.
        let friends =
            |x: &&super::Enemy| !x.fleeing && x.kind != Kind::Wagon && x.rect.gap_to_point(to) < 22.0;
        if self.foes_by(to, 22.0).any(|x| friends(&x)) || self.screened(u.id, u.base.front, to) {
            return;
        }
        let turn = degrees_to(&u.base, to);
        let steps = if turn.abs() > 4.0 {
            vec![Step::Wheel { degrees: turn }, Step::March { cm: None }]
        } else {
            vec![Step::March { cm: None }]
        };
        for charge in [true, false] {
            ideas.push(Order::Move(MoveOrder {
                steps: steps.clone(),
                attack: true,
                charge,
                target: if self.v.may_name(u.command, e.id) { self.v.label(e.id) } else { None },
                repair: None,
            }));
        }
    }
}
