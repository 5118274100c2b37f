//! Looks ahead by playing out: before each move it imagines the battle going on after every order worth a thought, with
//! quick commanders on both sides, and gives the order after which it went best. Orders that went badly are dropped early,
//! so that most battles are imagined with the few good ones.

use super::quick::{Posture, Quick};
use super::{Commander, ahead, orders};
use bbdba_acw::Answer;
use bbdba_acw::battle::{Awaits, View};
use umpire::Seeded;

/// The steady commander.
#[derive(Debug)]
pub struct Steady {
    dice: Seeded,
    quick: Quick,
    /// Elements lost on both sides, and the turn in which the last of them was.
    lost: u16,
    since: u32,
}

/// After so many turns without a loss he stops waiting for the enemy to come and goes on as a quick commander does.
const PATIENCE: u32 = 8;
/// How many turns ahead a battle is imagined, the one under way counted: this one and the enemy's answer.
const AHEAD: u32 = 2;
/// No more orders than this are weighed before a move, with up to so many elements on the table. With more of them a
/// battle imagined takes longer, and fewer orders are weighed.
const ORDERS: usize = 64;
const ELEMENTS: usize = 80;
/// However many elements there are, so many orders are weighed.
const LEAST: usize = 8;
/// Battles imagined with each order in each round of weighing; after each round the better half stays.
const ROUNDS: [u32; 6] = [1, 1, 2, 3, 6, 8];

/// One way to go on, and how the battles imagined with it went.
struct Course {
    answer: Answer,
    sum: f64,
    n: f64,
}

impl Course {
    fn new(answer: Answer) -> Course {
        Course { answer, sum: 0.0, n: 0.0 }
    }

    fn mean(&self) -> f64 {
        self.sum / self.n.max(1.0)
    }
}

impl Steady {
    pub fn new(seed: u64) -> Steady {
        let mut dice = Seeded::from_number(seed);
        let quick = Quick::new(u64::from(dice.below(u32::MAX)));
        Steady { dice, quick, lost: 0, since: 0 }
    }

    /// Imagines battles with each course, drops the worse half after each round, and returns the best.
    fn weigh(&mut self, v: &View<'_>, mut courses: Vec<Course>, mind: Posture) -> Answer {
        for tries in ROUNDS {
            for _ in 0..tries {
                // The same dice for all, so that luck decides less.
                let seed = u64::from(self.dice.below(u32::MAX));
                for c in &mut courses {
                    c.sum += ahead::imagine(v, &c.answer, mind, seed, AHEAD);
                    c.n += 1.0;
                }
            }
            courses.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            courses.truncate(courses.len().div_ceil(2));
            if courses.len() == 1 {
                break;
            }
        }
        courses.swap_remove(0).answer
    }

    fn choose_move(&mut self, v: &View<'_>) -> Answer {
        let f = v.field;
        let lost = f.losses(v.side) + f.losses(v.side.other());
        if lost != self.lost || f.bound < self.since || !orders::in_reach(f, v.side) {
            (self.lost, self.since) = (lost, f.bound);
        }
        if !orders::in_reach(f, v.side) || f.bound > self.since + PATIENCE {
            return self.quick.decide(v);
        }
        let mind = Posture::by_the_guns(f, v.side);
        let most = (ORDERS * ELEMENTS / f.all().count().max(ELEMENTS)).max(LEAST);
        // With several commands one after the other, as it comes.
        let mut commands = orders::commands(f, v.side);
        let command = match commands.len() {
            0 => None,
            n => Some(commands.swap_remove(self.dice.below(n as u32) as usize)),
        };
        let mut courses: Vec<Course> = orders::worth_a_thought(f, v.side, mind, command, most)
            .into_iter()
            .map(|o| Course::new(Answer::Move(o)))
            .collect();
        courses.push(Course::new(Answer::EndMoves));
        self.weigh(v, courses, mind)
    }
}

impl Commander for Steady {
    fn decide(&mut self, v: &View<'_>) -> Answer {
        match v.awaits {
            Awaits::Move => self.choose_move(v),
            _ => self.quick.decide(v),
        }
    }
}
