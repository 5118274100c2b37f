//! Ground that is to be had: whether a brigade has it, who goes up to it when the way is open, and whether the brigade is
//! strong enough to be bold.

use super::desk::{Desk, degrees_to, moves, oblique};
use super::plan::{Brigade, Mission};
use super::{ChakotenView, Enemy};
use chakoten_acw::order::{Order, Step};
use chakoten_acw::troop::{Arm, Formation, Kind, State};
use chakoten_acw::unit::Unit;
use table::V2;

/// Enemies this near to the ground, or to the brigade, have to be reckoned with.
const ABOUT: f64 = 45.0;
/// So many times the figures of those about make a brigade bold.
const ODDS: f64 = 1.5;
/// A battery counts as so many figures more than its crew.
const GUNS: f64 = 8.0;
/// Who is further from open ground than this marches with his brigade.
const NEAR: f64 = 60.0;
/// A line that has further to go forms column if nobody is within its fire.
const FAR: f64 = 20.0;

/// How a brigade stands to the ground it is to have.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hold {
    /// Own troops in order stand on it.
    pub held: bool,
    /// Enemies are on it or close by.
    pub contested: bool,
    /// The brigade has far more figures than the enemies in sight about it.
    pub strong: bool,
}

impl Hold {
    /// Looks at the ground.
    pub fn of(v: &ChakotenView<'_>, b: &Brigade, foot: &[&Unit]) -> Hold {
        let on = |u: &&&Unit| {
            u.arm != Arm::Wagon && u.state <= State::Slight && u.base.rect().gap_to_point(b.goal) <= b.reach
        };
        let foes = || v.enemies.iter().filter(|e| !e.fleeing && e.kind != Kind::Wagon);
        let own: f64 = foot.iter().map(|u| f64::from(u.figures)).sum();
        let about = |e: &&Enemy| e.base.front.dist(b.goal) < ABOUT || e.base.front.dist(b.centre) < ABOUT;
        let his: f64 = foes()
            .filter(about)
            .map(|e| f64::from(e.figures) + if e.kind == Kind::Unlimbered { GUNS } else { 0.0 })
            .sum();
        Hold {
            held: v.own.iter().any(|u| on(&u)),
            contested: foes().any(|e| e.rect.gap_to_point(b.goal) < 14.0),
            strong: b.mission == Mission::Seize && own >= ODDS * his,
        }
    }
}

/// Who goes up to ground on which nobody stands: the regiment that is nearest.
pub(super) fn taker<'u>(b: &Brigade, hold: Hold, foot: &[&'u Unit]) -> Option<&'u Unit> {
    if b.mission != Mission::Seize || hold.held || hold.contested {
        return None;
    }
    foot.iter()
        .filter(|u| u.locked.is_empty() && u.base.front.dist(b.goal) < NEAR)
        .min_by(|x, y| x.base.front.dist(b.goal).total_cmp(&y.base.front.dist(b.goal)).then(x.id.cmp(&y.id)))
        .copied()
}

impl Desk<'_, '_> {
    /// Straight up to a place, whoever is shooting.
    pub fn go_up(&self, u: &Unit, to: V2, enemy: Option<f64>, ideas: &mut Vec<Order>) {
        let way = to - u.base.front;
        if way.len() < 1.0 {
            return;
        }
        let turn = degrees_to(&u.base, to);
        let mut steps = Vec::new();
        if turn.abs() > 25.0 {
            steps.push(Step::Face { degrees: oblique(turn) });
        }
        let far = way.len() > FAR && enemy.is_none_or(|d| d > 25.0);
        if far && u.formation == Formation::Line && u.figures > 12 {
            steps.push(Step::Form { formation: Formation::AttackColumn, files: None, gap: None });
        }
        let dir = way.unit();
        let free = self.room(u, &u.base.at(u.base.front, dir), way.len());
        let p = if free < 4.0 { self.past(u, dir, way.len()) } else { Some(u.base.front + dir * free) };
        if let Some(p) = p {
            steps.push(Step::To { x: p.x, y: p.y });
        }
        if !steps.is_empty() {
            ideas.push(moves(steps));
        }
    }
}
