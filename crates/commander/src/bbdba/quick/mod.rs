//! Plays by rules of thumb: keeps its line, brings massed fire to bear, charges what it can beat, turns flanks, looks
//! after its camp. Fast enough for thousands of battles.
//!
//! Each turn it makes a list of ideas, each an order with what it is worth, and gives the best that are lawful until the
//! points are spent. [`approach`] brings the line up and steps into range together, [`charge`] goes into contact,
//! [`dress`] looks after single elements and commanders; [`fire`] and [`fight`] answer in the two combat phases.

mod approach;
mod bearing;
mod charge;
mod dress;
mod fight;
mod fire;

use super::Commander;
use bbdba_acw::battle::{Awaits, Battle, View};
use bbdba_acw::order::{Against, Manner, MoveOrder};
use bbdba_acw::{Answer, ElementId, Field, Side, Troop, moves, scenario};
use table::Base;
use umpire::Seeded;

/// Which part of the line presses; the rest waits for the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wing {
    All,
    Left,
    Centre,
    Right,
}

/// What a commander has a mind to do this turn. [`super::Steady`] tries several and keeps the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posture {
    /// By how many shooters the enemy may be superior where the line steps into range; negative: waits for an advantage.
    pub press: f64,
    /// How many pips of advantage a charge needs.
    pub charge: f64,
    /// How far inside its own range a line halts to shoot, in paces.
    pub close_in: f64,
    /// How much a flank or rear attack is worth.
    pub flank: f64,
    pub wing: Wing,
}

impl Posture {
    /// Steps into range where the fire is about even.
    pub const PRESS: Posture =
        Posture { press: 1.5, charge: 1.0, close_in: 15.0, flank: 1.0, wing: Wing::All };
    /// Waits outside the enemy's range until more of its own than of his would shoot.
    pub const HOLD: Posture = Posture { press: -1.5, charge: 1.5, ..Posture::PRESS };
    /// Goes in whatever it costs.
    pub const STORM: Posture =
        Posture { press: 6.0, charge: -1.0, close_in: 150.0, flank: 1.5, wing: Wing::All };

    /// The mind of a commander who is told nothing: with the better guns he waits, but not for ever.
    pub fn by_the_guns(f: &Field, side: Side) -> Posture {
        let guns = |s: Side| f.side(s).filter(|e| e.troop == Troop::Artillery).count() as f64;
        let waits = (guns(side) - guns(side.other())).clamp(-1.0, 1.0);
        Posture { press: 0.5 - waits + f64::from(f.bound) / 10.0, ..Posture::PRESS }
    }
}

/// What could be done, and how much it is worth.
#[derive(Clone, Debug)]
pub(super) struct Idea {
    pub worth: f64,
    pub order: MoveOrder,
}

/// The quick commander.
#[derive(Clone, Debug)]
pub struct Quick {
    dice: Seeded,
    posture: Option<Posture>,
    turn: u32,
    queue: Vec<Idea>,
    replans: u8,
}

/// Ideas worth less are not worth a movement point.
const LEAST: f64 = 0.02;

impl Quick {
    pub fn new(seed: u64) -> Quick {
        Quick { dice: Seeded::from_number(seed), posture: None, turn: 0, queue: Vec::new(), replans: 0 }
    }

    /// A quick commander with a fixed mind.
    pub fn with(posture: Posture, seed: u64) -> Quick {
        Quick { posture: Some(posture), ..Quick::new(seed) }
    }

    fn posture(&self, f: &Field, side: Side) -> Posture {
        self.posture.unwrap_or_else(|| Posture::by_the_guns(f, side))
    }

    fn next_move(&mut self, v: &View<'_>) -> Answer {
        let f = v.field;
        if self.turn != f.bound {
            self.turn = f.bound;
            self.replans = 0;
            self.queue = ideas(f, v.side, self.posture(f, v.side));
        }
        loop {
            while let Some(idea) = self.queue.pop() {
                if still_wanted(f, &idea.order) && moves::plan(f, &idea.order).is_ok() {
                    return Answer::Move(idea.order);
                }
            }
            // Points left: look once more at the table as it now is.
            if self.replans >= 1 || f.army(v.side).commands.iter().all(|c| c.points == 0) {
                return stuck(f, v.side).map_or(Answer::EndMoves, Answer::Move);
            }
            self.replans += 1;
            self.queue = ideas(f, v.side, self.posture(f, v.side));
        }
    }
}

/// From this turn on an army that has found nothing to do looks for anything that brings it nearer to the enemy.
const PATIENCE: u32 = 20;

/// When lines are jammed so that no thought-out move is lawful and nobody has moved, any lawful move that brings troops
/// nearer to the enemy: a battle must not freeze.
fn stuck(f: &Field, side: Side) -> Option<MoveOrder> {
    if f.bound < PATIENCE || f.side(side).any(|e| e.moves > 0) || f.all().any(|e| f.front_to_front(e.id)) {
        return None;
    }
    let survey = bearing::Survey::of(f, side);
    let far = |b: &Base| survey.nearest(b).map_or(0.0, |(_, d)| d);
    moves::offers(f, side)
        .into_iter()
        .filter_map(|o| {
            let p = moves::plan(f, &o).ok()?;
            let nearer: f64 = p
                .ends
                .iter()
                .filter(|(e, _)| f[*e].troop != Troop::Commander)
                .map(|(e, to)| far(&f[*e].base) - far(to))
                .sum();
            (nearer > 5.0).then_some((nearer, o))
        })
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, o)| o)
}

/// Is everyone still there, not yet moved (or free to move again), and is a point left for it?
fn still_wanted(f: &Field, order: &MoveOrder) -> bool {
    let first = order.elements[0];
    f.command(first).points > 0
        && order.elements.iter().all(|e| f[*e].on_table() && (f[*e].moves == 0 || moves_again(f, *e)))
}

/// May it perhaps move a second time (again.2, again.3)?
fn moves_again(f: &Field, id: ElementId) -> bool {
    let e = &f[id];
    let first_turn = e.troop == Troop::Jaeger && f.army(e.side()).turns <= 1;
    e.moves > 0 && e.moves < 4 && (first_turn || bearing::nobody_within(f, e.side(), &e.base, 1200.0))
}

impl Commander for Quick {
    fn decide(&mut self, v: &View<'_>) -> Answer {
        match v.awaits {
            Awaits::Move => self.next_move(v),
            Awaits::Call { targets } => Answer::Call { target: fire::next_call(v.field, v.side, targets) },
            Awaits::Shoot { target, shooters } => fire::volley(v.field, *target, shooters),
            Awaits::Fight { bouts } => {
                let (element, against) = fight::next_fight(v.field, v.side, bouts);
                Answer::Fight { element, against }
            }
            Awaits::Rank => Answer::Rank { order: ranking(v) },
            Awaits::Deploy { commands, all } => {
                let style = self.dice.below(4);
                let b = Battle::imagined(v, 0);
                let elements = if *all {
                    b.deploy_all(v.side, commands, style)
                } else {
                    scenario::auto_deploy(v.field, v.side, commands[0], style)
                };
                Answer::Deploy { elements }
            }
            Awaits::Terrain | Awaits::Edge | Awaits::Camp => {
                let b = Battle::imagined(v, 0);
                let mut offers = b.offers(v.side, v.awaits).0;
                let n = self.dice.below(offers.len().max(1) as u32) as usize;
                if offers.is_empty() { Answer::EndMoves } else { offers.swap_remove(n) }
            }
        }
    }
}

/// The largest command gets the best die.
fn ranking(v: &View<'_>) -> Vec<u8> {
    let c = &v.field.army(v.side).commands;
    let mut order: Vec<usize> = (0..c.len()).filter(|i| !c[*i].allied).collect();
    order.sort_by_key(|i| std::cmp::Reverse(c[*i].strength));
    order.into_iter().map(|i| i as u8 + 1).collect()
}

/// One element goes straight to a place.
fn single(e: ElementId, to: Base, against: Option<Against>) -> MoveOrder {
    MoveOrder {
        elements: vec![e],
        how: Manner::Legs(vec![to.pose()]),
        dismount: false,
        with: vec![],
        against,
    }
}

/// The moves to try this turn, the best last.
pub(super) fn ideas(f: &Field, side: Side, p: Posture) -> Vec<Idea> {
    let mut ideas = Vec::new();
    let s = &bearing::Survey::of(f, side);
    let groups: Vec<Vec<ElementId>> = moves::groups(f, side)
        .into_iter()
        .filter(|g| {
            let c = f.command(g[0]);
            c.points > 0
        })
        .collect();
    approach::ideas(f, s, side, &groups, p, &mut ideas);
    for g in &groups {
        for id in g {
            if f[*id].moves == 0 || moves_again(f, *id) {
                charge::ideas(f, s, side, *id, g.len(), p, &mut ideas);
                dress::ideas(f, s, side, *id, g.len(), p, &mut ideas);
            }
        }
    }
    for c in &f.army(side).commands {
        if c.points > 0 {
            dress::commander(f, side, c.commander, &mut ideas);
        }
    }
    ideas.retain(|i| i.worth > LEAST);
    ideas.sort_by(|a, b| a.worth.total_cmp(&b.worth));
    ideas
}
