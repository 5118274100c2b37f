//! The artillery: where it goes into action, at whom it fires, and the distance guessed by eye.

use super::desk::{Desk, degrees_to, moves, oblique};
use super::plan::Brigade;
use super::{ChakotenView, Enemy};
use chakoten_acw::book::data;
use chakoten_acw::order::{Aim, FireOrder, Moment, MoveOrder, Order, Step};
use chakoten_acw::troop::{Ammunition, Arm, Formation, Kind, State};
use chakoten_acw::unit::{RepairItem, Unit, UnitId};
use table::V2;
use umpire::Seeded;

/// A battery finding its range: each shot at the same mark shows how far the guess was out.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranging {
    at: Option<(UnitId, V2, V2)>,
    shots: u32,
    /// The error of the first guess, in shares of the distance.
    error: f64,
}

/// How far out a guess by eye is: about one in ten.
const EYE: f64 = 0.2;

impl Ranging {
    /// The distance as it looks to the gunners.
    fn guess(&mut self, u: &Unit, e: &Enemy, dice: &mut Seeded) -> f64 {
        let to = e.base.centre();
        let same = self.at.is_some_and(|(id, from, was)| {
            id == e.id && from.dist(u.base.front) < 1.0 && was.dist(to) < 10.0
        });
        if !same {
            self.at = Some((e.id, u.base.front, to));
            self.shots = 0;
            self.error = (dice.unit() + dice.unit() + dice.unit() - 1.5) * EYE;
        }
        // Seeing each shot fall takes half of the error away; a mark that has moved is followed by eye.
        let left = self.error / f64::from(1u32 << self.shots.min(8));
        u.base.front.dist(to) * (1.0 + left)
    }

    /// A shot was ordered.
    pub(super) fn fired(&mut self, o: &FireOrder) {
        if o.guess.is_some() {
            self.shots += 1;
        }
    }
}

/// Orders for a battery.
pub(super) fn battery(
    d: &mut Desk<'_, '_>,
    u: &Unit,
    b: &Brigade,
    ranging: &mut Ranging,
    dice: &mut Seeded,
    ideas: &mut Vec<Order>,
) {
    let Some(guns) = &u.battery else { return };
    if guns.unmanned.is_some() {
        let clear = d.nearest(u).is_none_or(|n| n.1 > 12.0);
        if clear && u.state <= State::Slight {
            ideas.push(moves(vec![Step::Man]));
        }
        ideas.push(Order::Reorganise);
        return;
    }
    if u.state == State::Disorder {
        ideas.push(Order::Reorganise);
        return;
    }
    if guns.rounds == [0; 3] {
        d.fetch_ammunition(u, ideas);
        return;
    }
    let gun = data().gun(guns.gun);
    let ranges = [Ammunition::Shell, Ammunition::RoundShot, Ammunition::Canister].map(|a| {
        let r = gun.range(a).unwrap_or(0.0);
        if guns.rounds[a as usize] > 0 { r } else { 0.0 }
    });
    let [shell, shot, canister] = ranges;
    let reach = shell.max(shot);
    let near = d.nearest(u).map(|(e, cm)| (e.base.centre(), cm));
    if u.limbered() {
        in_column(d, u, b, reach.max(canister), near, ideas);
        return;
    }
    let repair = if guns.damaged > 0 {
        Some(RepairItem::Gun)
    } else if guns.limbers_damaged > 0 {
        Some(RepairItem::Limber)
    } else {
        None
    };
    // Whom it can hit, the best mark first.
    let mut best: Option<(f64, &Enemy, f64)> = None;
    for e in d.v.enemies.iter().filter(|e| !e.fleeing) {
        let to = e.base.centre();
        let cm = u.base.front.dist(to);
        let limit = if cm <= canister { canister } else { reach };
        if cm > limit * 0.97 || degrees_to(&u.base, to).abs() > data().d.artillery_arc - 3.0 {
            continue;
        }
        let score = worth(e, cm) * if continues(u, e, d.v.turn) { 2.5 } else { 1.0 };
        if best.is_some_and(|x| score <= x.0) {
            continue;
        }
        // What takes longest to find out comes last.
        if !d.screened(u.id, u.base.front, to) && !friends_by(d.v, e, cm) && d.v.may_name(u.command, e.id) {
            best = Some((score, e, cm));
        }
    }
    if let Some((_, e, cm)) = best {
        if let Some(label) = d.v.label(e.id) {
            let fire = |a: Ammunition, guess: Option<f64>| {
                Order::Fire(FireOrder {
                    moment: Moment::AtOnce,
                    at: Aim::Unit(label.clone()),
                    parts: Vec::new(),
                    ammunition: Some(a),
                    guess,
                    also: Vec::new(),
                    repair: None,
                })
            };
            if e.rect.gap(&u.base.rect()) <= canister {
                ideas.push(fire(Ammunition::Canister, None));
            }
            if let Some(h) = u.record.last_hit.filter(|_| continues(u, e, d.v.turn)) {
                ideas.push(fire(h.ammunition, None));
            }
            let guess = ranging.guess(u, e, dice);
            let deep = e.formation == Formation::AttackColumn || e.formation == Formation::MarchColumn;
            let kinds = if deep && cm < 60.0 && shot > 0.0 {
                [Ammunition::RoundShot, Ammunition::Shell]
            } else {
                [Ammunition::Shell, Ammunition::RoundShot]
            };
            for a in kinds {
                let r = ranges[a as usize];
                if r >= cm * 0.97 {
                    ideas.push(fire(a, Some(guess.min(r))));
                }
            }
            return;
        }
    }
    if let Some(r) = repair {
        ideas.push(Order::Move(MoveOrder { repair: Some(r), ..MoveOrder::default() }));
    }
    // Somebody in range, but not before the muzzles.
    let other =
        d.v.enemies
            .iter()
            .filter(|e| !e.fleeing && e.kind != Kind::Wagon)
            .map(|e| (u.base.front.dist(e.base.centre()), e))
            .filter(|x| x.0 < reach * 0.95)
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
    if let Some((_, e)) = other {
        let turn = degrees_to(&u.base, e.base.centre());
        if turn.abs() > 40.0 {
            ideas.push(moves(vec![Step::Face { degrees: oblique(turn) }]));
        }
        return;
    }
    // Nobody in range any more: after the brigade.
    let ahead = (b.line - u.base.front).dot(b.forward);
    if ahead > 35.0 && near.is_none_or(|n| n.1 > 50.0) {
        ideas.push(moves(vec![Step::Limber { about: true }]));
    }
}

/// What a mark is worth: many figures close together, not too far.
fn worth(e: &Enemy, cm: f64) -> f64 {
    let mut w = f64::from(e.figures).max(6.0);
    w *= match e.formation {
        Formation::AttackColumn | Formation::MarchColumn => 1.5,
        Formation::Chain | Formation::ThinLine => 0.4,
        Formation::Line => 1.0,
    };
    if e.kind == Kind::Wagon {
        w *= 0.5;
    }
    if e.inside {
        w *= 0.3;
    }
    w / (1.0 + cm / 50.0)
}

/// Friends so near the mark that a shot gone astray may fall among them.
fn friends_by(v: &ChakotenView<'_>, e: &Enemy, cm: f64) -> bool {
    let berth = (cm * 0.1).clamp(2.0, 7.0);
    v.own.iter().any(|o| !o.base.rect().far_from(&e.rect, berth) && o.base.rect().gap(&e.rect) < berth)
}

/// The last shot hit him and nothing has changed: the next hits as well (06.02.5).
fn continues(u: &Unit, e: &Enemy, turn: u32) -> bool {
    u.record.last_hit.as_ref().is_some_and(|h| {
        h.target == e.id && h.turn + 1 == turn && e.base.centre().dist(h.at) < data().d.target_moved * 1.4
    })
}

fn in_column(
    d: &mut Desk<'_, '_>,
    u: &Unit,
    b: &Brigade,
    reach: f64,
    near: Option<(V2, f64)>,
    ideas: &mut Vec<Order>,
) {
    if let Some((at, cm)) = near.filter(|n| n.1 < reach * 0.7) {
        let turn = degrees_to(&u.base, at);
        let free = !d.screened(u.id, u.base.front, at);
        if free || cm < 45.0 {
            let mut steps = Vec::new();
            let about = turn.abs() > 120.0;
            if !about && turn.abs() > 15.0 {
                steps.push(Step::Wheel { degrees: turn.clamp(-120.0, 120.0) });
            }
            steps.push(Step::Unlimber { about, second_left: false });
            ideas.push(moves(steps));
            return;
        }
    }
    let right = (u.base.front - b.centre).dot(b.forward.right()) >= 0.0;
    let to = b.flank(right, 6.0);
    d.ride(u, to, near.map(|n| n.1), ideas);
    if ideas.is_empty() && near.is_some_and(|n| n.1 < reach * 0.9) && u.arm == Arm::Artillery {
        let turn = near.map_or(0.0, |n| degrees_to(&u.base, n.0));
        let mut steps = Vec::new();
        if turn.abs() > 15.0 && turn.abs() < 120.0 {
            steps.push(Step::Wheel { degrees: turn });
        }
        steps.push(Step::Unlimber { about: turn.abs() >= 120.0, second_left: false });
        ideas.push(moves(steps));
    }
}
