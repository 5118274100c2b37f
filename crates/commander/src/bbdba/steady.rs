//! Looks ahead by playing out: before each move it imagines the battle going on after every promising order, each a few
//! times with dice of its own, with quick commanders on both sides, and gives the order after which it went best.

use super::quick::{Posture, Quick, Wing, ideas};
use super::{Commander, outlook};
use bbdba_acw::battle::{Awaits, Battle, View};
use bbdba_acw::order::MoveOrder;
use bbdba_acw::{Answer, Field, Side, moves};
use umpire::Seeded;

/// The steady commander.
#[derive(Debug)]
pub struct Steady {
    dice: Seeded,
    quick: Quick,
    /// The mind in which this turn is played.
    mind: Posture,
    turn: u32,
}

/// How many turns ahead a battle is imagined, the one under way counted.
const AHEAD: u32 = 4;
/// Minds weighed at the beginning of a turn.
const MINDS: [Posture; 6] = [
    Posture::PRESS,
    Posture::HOLD,
    Posture::STORM,
    Posture { wing: Wing::Left, ..Posture::PRESS },
    Posture { wing: Wing::Right, ..Posture::PRESS },
    Posture { charge: 0.0, close_in: 80.0, ..Posture::PRESS },
];
/// Orders weighed before each move, and how many of them are kept for a closer look each time.
const ORDERS: usize = 7;
/// Battles imagined with each candidate in each round of weighing; after each round the better half stays.
const ROUNDS: [u32; 3] = [3, 4, 6];

/// One way to go on, and how the battles imagined with it went.
struct Course {
    answer: Option<Answer>,
    mind: Posture,
    sum: f64,
    n: f64,
}

impl Course {
    fn mean(&self) -> f64 {
        self.sum / self.n.max(1.0)
    }
}

impl Steady {
    pub fn new(seed: u64) -> Steady {
        let mut dice = Seeded::from_number(seed);
        let quick = Quick::new(u64::from(dice.below(u32::MAX)));
        Steady { dice, quick, mind: Posture::PRESS, turn: u32::MAX }
    }

    /// Imagines battles with each course, drops the worse half after each round, and returns the best.
    fn weigh(&mut self, v: &View<'_>, mut courses: Vec<Course>, rounds: &[u32]) -> Course {
        for tries in rounds {
            for _ in 0..*tries {
                // The same dice for all, so that luck decides less.
                let seed = u64::from(self.dice.below(u32::MAX));
                for c in &mut courses {
                    c.sum += imagine(v, c, seed);
                    c.n += 1.0;
                }
            }
            courses.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            let keep = courses.len().div_ceil(2).max(1);
            courses.truncate(keep);
            if courses.len() == 1 {
                break;
            }
        }
        courses.swap_remove(0)
    }

    fn choose_move(&mut self, v: &View<'_>) -> Answer {
        let f = v.field;
        if self.turn != f.bound {
            self.turn = f.bound;
            let own = Posture::by_the_guns(f, v.side);
            let minds = std::iter::once(own).chain(MINDS);
            let courses =
                minds.map(|mind| Course { answer: None, mind, sum: 0.0, n: 0.0 }).collect::<Vec<_>>();
            self.mind = self.weigh(v, courses, &ROUNDS[..2]).mind;
        }
        let mut courses: Vec<Course> = candidates(f, v.side, self.mind)
            .into_iter()
            .map(|o| Course { answer: Some(Answer::Move(o)), mind: self.mind, sum: 0.0, n: 0.0 })
            .collect();
        courses.push(Course { answer: Some(Answer::EndMoves), mind: self.mind, sum: 0.0, n: 0.0 });
        if courses.len() == 1 {
            return Answer::EndMoves;
        }
        self.weigh(v, courses, &ROUNDS).answer.unwrap_or(Answer::EndMoves)
    }
}

impl Commander for Steady {
    fn decide(&mut self, v: &View<'_>) -> Answer {
        if *v.awaits == Awaits::Move { self.choose_move(v) } else { self.quick.decide(v) }
    }
}

/// The most promising lawful orders: of the mind the turn is played in, and of its boldest and most careful opposites.
fn candidates(f: &Field, side: Side, mind: Posture) -> Vec<MoveOrder> {
    let mut all: Vec<MoveOrder> = Vec::new();
    for (p, most) in [(mind, ORDERS - 2), (Posture::STORM, ORDERS - 1), (Posture::HOLD, ORDERS)] {
        for i in ideas(f, side, p).into_iter().rev() {
            if all.len() >= most {
                break;
            }
            let fresh = i.order.elements.iter().all(|e| f[*e].on_table()) && !all.contains(&i.order);
            if fresh && moves::plan(f, &i.order).is_ok() {
                all.push(i.order);
            }
        }
    }
    all
}

/// Plays one battle on from here and says how it stands after some turns.
fn imagine(v: &View<'_>, course: &Course, seed: u64) -> f64 {
    let mut b = Battle::imagined(v, Seeded::from_number(seed));
    let mut own = Quick::with(course.mind, seed);
    let (mut then, mut foe) = (Quick::new(seed ^ 1), Quick::new(seed ^ 2));
    if let Some(a) = &course.answer {
        if b.answer(v.side, a.clone()).is_err() {
            return -1.0e6;
        }
    }
    super::play_for(&mut b, v.side, &mut own, &mut then, &mut foe, AHEAD);
    outlook::of(&b, v.side)
}
