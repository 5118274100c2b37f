//! Cavalry: keeps out of fire on a flank, charges guns, flanks and the disordered, meets the enemy's horse, runs down who flees.

use super::Enemy;
use super::desk::{Desk, degrees_to, moves, reorganise, turn};
use super::plan::{Brigade, Mission, worn};
use chakoten_napoleonic::order::{Leg, Order};
use chakoten_napoleonic::troop::{Arm, Formation, State};
use chakoten_napoleonic::unit::Unit;
use table::V2;

/// Horse keeps so far from foot and guns that it does not ride at.
const BERTH: f64 = 42.0;
/// With nobody so near it may put itself in order.
const PRESSED: f64 = 45.0;

impl Desk<'_, '_> {
    /// A regiment of horse.
    pub fn cavalry(&mut self, u: &Unit, b: &Brigade, ideas: &mut Vec<Order>) {
        let near = self.nearest(u);
        let gap = near.map(|n| n.1);
        if u.state == State::Disorder {
            ideas.push(reorganise());
            return;
        }
        let grades = u.state.grades();
        let pressed = [PRESSED, PRESSED, 28.0, 14.0][usize::from(grades.min(3))];
        if grades >= 2 && gap.is_none_or(|d| d > pressed) {
            ideas.push(reorganise());
            return;
        }
        let hurried = b.late() && !b.stands && b.mission == Mission::Seize;
        let wanted = match (worn(u), hurried) {
            (true, _) => 5.0,
            (_, true) => 1.0,
            _ => 2.0,
        };
        if let Some(a) =
            self.assault(u).filter(|a| a.score >= wanted && !self.trap(u, a.target) && b.holder != Some(u.id))
        {
            self.means_to_attack = Some(a.target);
            ideas.push(a.order);
        }
        // Horse alone takes ground that nobody holds, and stays while nobody comes.
        if b.taker == Some(u.id) || (b.mission == Mission::Hunt && b.goal.dist(u.base.front) > 20.0) {
            self.go(u, b.goal, gap, 25.0, ideas);
            return;
        }
        let foot = self.nearest_of(&u.base.rect(), |e| e.fights() && e.arm != Arm::Cavalry);
        if let Some((e, d)) = foot.filter(|n| n.1 < 24.0 && !b.on_ground(&u.base.rect())) {
            self.back(u, e, d, ideas);
            return;
        }
        if b.holder == Some(u.id) && super::country::on_water(self.v, &u.base.rect()) {
            if grades > 0 {
                ideas.push(reorganise());
            }
            return;
        }
        if b.stands && b.on_ground(&u.base.rect()) {
            let e = near.filter(|n| n.1 < 90.0).map(|n| (n.0.base.centre() - u.base.front).unit());
            self.front(u, e.unwrap_or(b.forward), ideas);
            return;
        }
        let place = self.post(u, b);
        let far = place.dist(u.base.front) > 40.0 && gap.is_none_or(|d| d > 60.0);
        if far && u.formation == Formation::Line && u.figures >= 12 {
            // A regiment in line finds no way between woods and friends.
            ideas.push(moves(vec![super::desk::form(Formation::AttackColumn)]));
        }
        if place.dist(u.base.front) > 8.0 {
            let formed = self.nearest_of(&u.base.rect(), |e| e.fights() && e.closed()).map(|n| n.1);
            self.go(u, place, formed, BERTH, ideas);
        }
        if ideas.is_empty() && grades > 0 {
            ideas.push(reorganise());
        }
        if ideas.is_empty() {
            let e = near.filter(|n| n.1 < 90.0).map(|n| (n.0.base.centre() - u.base.front).unit());
            self.front(u, e.unwrap_or(b.forward), ideas);
        }
    }

    /// Where horse waits: on the flank of its brigade, or behind the ground that is to be had.
    fn post(&self, u: &Unit, b: &Brigade) -> V2 {
        let others = self.v.own.iter().filter(|o| o.command == u.command && o.arm == Arm::Infantry).count();
        if others == 0 {
            let all: Vec<_> =
                self.v.own.iter().filter(|o| o.command == u.command && o.arm == Arm::Cavalry).collect();
            let i = all.iter().position(|o| o.id == u.id).unwrap_or(0) as f64;
            let aside = (i - (all.len() as f64 - 1.0) / 2.0) * (u.base.width + 6.0);
            return b.goal - b.forward * 8.0 + b.forward.right() * aside;
        }
        let right = (u.base.front - b.centre).dot(b.forward.right()) >= 0.0;
        b.flank(right, 18.0)
    }

    /// Would it ride into the arms of others: fresh horse or formed foot close behind him?
    fn trap(&self, u: &Unit, target: chakoten_napoleonic::unit::UnitId) -> bool {
        let Some(e) = self.v.enemy(target) else { return true };
        let behind = |x: &Enemy| {
            x.id != e.id
                && x.closed()
                && x.arm != Arm::Artillery
                && x.fights()
                && x.rect.gap(&e.rect) < 12.0
                && 2 * x.figures >= u.figures
        };
        let foes = self.foes_by(e.base.centre(), 14.0).filter(|x| behind(x)).count();
        e.fleeing && foes > 0 || foes > 2
    }

    /// Away from foot that is too near: about, and off.
    fn back(&self, u: &Unit, e: &Enemy, d: f64, ideas: &mut Vec<Order>) {
        let from = (u.base.front - e.base.centre()).unit();
        let goal = self.on_table(u.base.centre() + from * (BERTH - d + 5.0).max(8.0), 8.0);
        let mut legs = Vec::new();
        let angle = degrees_to(&u.base, goal);
        if angle.abs() > 20.0 {
            legs.push(turn(u, angle));
        }
        legs.push(Leg::To { x: goal.x, y: goal.y, gait: chakoten_napoleonic::troop::Gait::March });
        ideas.push(moves(legs));
        ideas.push(moves(vec![Leg::About]));
    }
}
