//! Picks among lawful answers by chance.

use super::Commander;
use tricolore::answer::{Change, UnitMove};
use tricolore::battle::Awaits;
use tricolore::book::march::Pace;
use tricolore::check::{self, way};
use tricolore::troop::{Arm, FormationKind};
use tricolore::unit::{Unit, UnitId};
use tricolore::view::View;
use tricolore::{Answer, ops};
use umpire::Seeded;

/// The yardstick: every answer is lawful and none is chosen for a reason.
#[derive(Debug)]
pub struct Random {
    dice: Seeded,
}

/// So many are tried before he does nothing.
const TRIES: u32 = 12;

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { dice: Seeded::from_number(seed) }
    }

    /// One of a few.
    fn below(&mut self, n: usize) -> usize {
        self.dice.below(n.max(1) as u32) as usize
    }
}

impl Random {
    /// Some unit does something.
    fn some_move(&mut self, v: &View, reaction: bool) -> Option<Answer> {
        let b = v.battle();
        let f = v.field();
        let able: Vec<&Unit> = f.side(v.side).filter(|u| check::moves::may_act(b, u).is_ok()).collect();
        let u = *able.get(self.below(able.len()))?;
        let unit = u.code.to_string();
        if u.arm() == Arm::Artillery {
            return None;
        }
        let far = way::allowance(f, u, Pace::Tactical);
        let ahead = (far * f64::from(self.dice.below(10) + 1) / 10.0).floor();
        let wheel = f64::from(self.dice.below(61)) - 30.0;
        let one = |m: UnitMove| vec![m];
        let moves = match self.dice.below(if reaction { 3 } else { 8 }) {
            0 => one(UnitMove { unit, about: true, ..UnitMove::default() }),
            1 => {
                const KINDS: [FormationKind; 4] = [
                    FormationKind::Square,
                    FormationKind::Line,
                    FormationKind::Column,
                    FormationKind::MarchColumn,
                ];
                let to = KINDS[self.below(KINDS.len())];
                let c = Change { unit, to, front: None, at: None, join: None, detach: None };
                let lawful = u.formation.kind() != to && check::moves::change(b, v.side, &c).is_ok();
                return lawful.then_some(Answer::Change(c));
            }
            2 => one(UnitMove { unit, wheel, ..UnitMove::default() }),
            3 | 4 => one(UnitMove { unit, ahead, ..UnitMove::default() }),
            5 => one(UnitMove { unit, wheel, ahead: ahead / 2.0, ..UnitMove::default() }),
            _ => {
                let of = |x: UnitId| UnitMove { unit: f[x].code.to_string(), ahead, ..UnitMove::default() };
                ops::linked_to(f, u.id).into_iter().map(of).collect()
            }
        };
        let lawful = check::moves::together(b, v.side, &moves, reaction).is_ok();
        lawful.then_some(Answer::Move { units: moves })
    }
}

impl Commander for Random {
    fn decide(&mut self, v: &View) -> Answer {
        let b = v.battle();
        let nothing = || b.silence(v.side).unwrap_or(Answer::End);
        if matches!(v.awaits, Awaits::Moves | Awaits::Reactions) {
            let reaction = v.awaits == Awaits::Reactions;
            for _ in 0..TRIES {
                // He may stop at any time, or no phase would end.
                if self.dice.below(12) == 0 {
                    return nothing();
                }
                if let Some(a) = self.some_move(v, reaction) {
                    return a;
                }
            }
            return nothing();
        }
        let (mut offers, _) = b.offered(v.side, &v.awaits);
        for _ in 0..TRIES {
            if offers.is_empty() {
                break;
            }
            let n = self.below(offers.len());
            let a = offers.swap_remove(n).answer;
            if v.imagined(1).answer(v.side, a.clone()).is_ok() {
                return a;
            }
        }
        nothing()
    }
}
