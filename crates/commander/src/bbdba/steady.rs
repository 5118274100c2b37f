//! Looks ahead by playing out: each turn it imagines the battle going on under several postures and keeps the best.

use super::quick::{Posture, Quick};
use super::{Commander, play_for};
use bbdba_acw::battle::{Awaits, Battle, View};
use bbdba_acw::field::CampState;
use bbdba_acw::{Answer, Field, Side};
use umpire::Seeded;

/// The steady commander.
#[derive(Debug)]
pub struct Steady {
    dice: Seeded,
    quick: Quick,
    turn: u32,
}

/// Battles imagined for each posture.
const TRIES: u32 = 6;
/// How many turns ahead.
const AHEAD: u32 = 5;

const POSTURES: [Posture; 5] = [
    Posture::PRESS,
    Posture::HOLD,
    Posture::STORM,
    Posture { charge: 0.0, close_in: 60.0, flank: 1.5, ..Posture::PRESS },
    Posture { charge: 0.0, ..Posture::HOLD },
];

impl Steady {
    pub fn new(seed: u64) -> Steady {
        let mut dice = Seeded::from_number(seed);
        let quick = Quick::new(u64::from(dice.below(u32::MAX)));
        Steady { dice, quick, turn: u32::MAX }
    }

    fn choose_posture(&mut self, v: &View<'_>) {
        let seeds: Vec<u64> = (0..TRIES).map(|_| u64::from(self.dice.below(u32::MAX))).collect();
        let mut best = (f64::NEG_INFINITY, POSTURES[0]);
        for p in POSTURES {
            let mut sum = 0.0;
            for s in &seeds {
                let mut b = Battle::imagined(v, Seeded::from_number(*s));
                let mut own = Quick::with(p, *s);
                let mut then = Quick::new(*s ^ 1);
                let mut foe = Quick::new(*s ^ 2);
                play_for(&mut b, v.side, &mut own, &mut then, &mut foe, AHEAD);
                sum += worth(&b, v.side);
            }
            if sum > best.0 {
                best = (sum, p);
            }
        }
        self.quick = Quick::with(best.1, u64::from(self.dice.below(u32::MAX)));
    }
}

impl Commander for Steady {
    fn decide(&mut self, v: &View<'_>) -> Answer {
        if *v.awaits == Awaits::Move && self.turn != v.field.bound {
            self.turn = v.field.bound;
            self.choose_posture(v);
        }
        self.quick.decide(v)
    }
}

/// How good a battle looks for a side.
fn worth(b: &Battle, side: Side) -> f64 {
    if let Some(e) = b.ended() {
        return match e.winner {
            Some(w) if w == side => 100.0,
            Some(_) => -100.0,
            None => 0.0,
        };
    }
    standing(b.field(), side) - standing(b.field(), side.other())
}

fn standing(f: &Field, s: Side) -> f64 {
    let a = f.army(s);
    let mut w = 0.0;
    for c in &a.commands {
        let limit = f64::from(c.strength) / 3.0;
        w -= f64::from(c.lost) * (1.0 + f64::from(c.lost) / limit);
        if c.demoralised {
            w -= 4.0;
        }
    }
    if a.camp.as_ref().is_some_and(|c| c.state == CampState::Plundered) {
        w -= 3.0;
    }
    w
}
