//! Recoil (recoil.1 to recoil.4, pass.2, dba.31): straight back by the own base depth, through friends or pushing them, or
//! destroyed.

use super::impossible;
use crate::troop::Troop;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Procedure, Readings, Record, SituationError};
use words::Message;

/// Where enemy bases touch a recoiling element along more than a corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Hemmed {
    /// An enemy base along its front edge.
    pub front: bool,
    /// An enemy base along its rear edge, whichever way it faces.
    pub rear: bool,
    /// An enemy front against a flank, or against its rear.
    pub flanked: bool,
}

/// How a friend faces, seen from the recoiling element; "the same way" within five degrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Facing {
    #[default]
    Same,
    Opposite,
    Other,
}

umpire::choice!(
    /// Does an enemy front against a flank destroy who recoils (recoil.4)?
    RecoilFlanked { Slides, Dies }
);
umpire::choice!(
    /// What if there is no room behind artillery that must be passed (recoil.3)?
    GunsInTheWay { Stand, Give }
);
umpire::choice!(
    /// Must friends face the same or the opposite way to be recoiled through (pass.2)?
    RecoilThrough { SameOrOpposite, AnyFacing }
);

/// The readings that matter here, by the ids that `vedette rules bbdba-acw readings` lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct RecoilReadings {
    /// Does an enemy front against a flank destroy who recoils (recoil.4)?
    pub recoil_flanked: RecoilFlanked,
    /// What if there is no room behind artillery that must be passed (recoil.3)?
    pub guns_in_the_way: GunsInTheWay,
    /// Must friends face the same or the opposite way to be recoiled through (pass.2)?
    pub recoil_through: RecoilThrough,
}

impl RecoilReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> RecoilReadings {
        let dies = r.is(reading!("recoil-flanked", "dies"));
        let stand = r.is(reading!("guns-in-the-way", "stand"));
        let any = r.is(reading!("recoil-through", "any-facing"));
        RecoilReadings {
            recoil_flanked: if dies { RecoilFlanked::Dies } else { RecoilFlanked::Slides },
            guns_in_the_way: if stand { GunsInTheWay::Stand } else { GunsInTheWay::Give },
            recoil_through: if any { RecoilThrough::AnyFacing } else { RecoilThrough::SameOrOpposite },
        }
    }
}

/// Is the element destroyed before it can give ground, and by which clause?
pub fn caught(h: Hemmed, how: RecoilFlanked) -> Option<Clause> {
    let dies = h.front && h.rear || how == RecoilFlanked::Dies && h.flanked;
    dies.then(|| clause!("recoil.4"))
}

/// By which clause a recoiling element passes through a friend, if it does.
pub fn passes(who: Troop, friend: Troop, facing: Facing, how: RecoilThrough) -> Option<Clause> {
    if friend == Troop::Artillery {
        return Some(if who == Troop::Jaeger { clause!("pass.3") } else { clause!("recoil.3") });
    }
    let may = match who {
        Troop::Jaeger => true,
        Troop::Cavalry | Troop::Commander => !friend.is_line(),
        _ => false,
    };
    (may && (facing != Facing::Other || how == RecoilThrough::AnyFacing)).then(|| clause!("pass.2"))
}

/// May a recoiling element itself push this friend back? Guns are passed and not pushed (recoil.3).
pub fn pushes(friend: Troop, facing: Facing, how: GunsInTheWay) -> bool {
    facing == Facing::Same && !(friend == Troop::Artillery && how == GunsInTheWay::Stand)
}

/// What becomes of who recoils.
#[derive(Clone, Copy, Debug)]
pub struct Recoil;

/// An element recoils. No dice.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// What it is.
    pub troop: Troop,
    /// Where enemies touch it.
    #[serde(default)]
    pub enemies: Hemmed,
    /// What lies in the rectangle that its base sweeps, nearest first.
    #[serde(default)]
    #[schemars(length(max = 12))]
    pub in_the_way: Vec<Met>,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: RecoilReadings,
}

/// What a recoiling element meets. Command elements are shifted and are not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Met {
    Enemy,
    /// A camp of either side.
    Camp,
    Impassable,
    Friend(#[schemars(description = "A friend in the way, and how it stands.")] Friend),
}

/// A friend in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Friend {
    /// What it is.
    pub troop: Troop,
    /// How it faces.
    #[serde(default)]
    pub facing: Facing,
    /// It is itself in front contact with an enemy.
    #[serde(default)]
    pub fights: bool,
    /// There is room for the recoiling base directly behind it.
    #[serde(default = "yes")]
    pub room_beyond: bool,
    /// Neither enemies, a camp, impassable ground nor friends that cannot be pushed keep it from going back.
    #[serde(default = "yes")]
    pub room_to_go_back: bool,
}

fn yes() -> bool {
    true
}

/// What comes of a recoil, known without dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Straight back; past friends it goes on until it stands directly behind the last.
    Goes {
        paces: u16,
        passes: u8,
        pushes: u8,
    },
    Destroyed,
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        match *self {
            Outcome::Goes { paces, passes: 0, pushes: 0 } => say!("recoils-straight-back", paces),
            Outcome::Goes { paces, passes: 0, pushes } => say!("recoils-pushing", paces, pushes),
            Outcome::Goes { paces, passes, pushes: 0 } => say!("recoils-through", paces, passes),
            Outcome::Goes { paces, passes, pushes } => say!("recoils-through-pushing", paces, passes, pushes),
            Outcome::Destroyed => say!("cannot-recoil"),
        }
    }
}
words::spoken!(Outcome);

/// Paces that an element of this type recoils: its own base depth (recoil.1).
pub fn depth(troop: Troop) -> u16 {
    troop.stats().depth as u16
}

impl Procedure for Recoil {
    type Situation = Situation;
    type Prepared = Outcome;
    type Outcome = Outcome;

    const NAME: &'static str = "recoil";

    fn title() -> Message {
        say!("title-recoil")
    }

    fn check(s: &Situation) -> Result<(), SituationError> {
        if s.troop == Troop::Camp {
            let by = clause!("camp.1");
            return Err(impossible("troop", say!("camp-never-recoils", by)));
        }
        if s.in_the_way.len() > 12 {
            return Err(impossible("in_the_way", say!("most-twelve-in-way", met = s.in_the_way.len())));
        }
        let stranger =
            |m: &Met| matches!(m, Met::Friend(Friend { troop: Troop::Camp | Troop::Commander, .. }));
        if s.in_the_way.iter().any(stranger) {
            return Err(impossible("in_the_way", say!("camp-or-officer-no-friend")));
        }
        Ok(())
    }

    fn prepare(s: &Situation, r: &mut impl Record) -> Outcome {
        let outcome = decide(s, r);
        if let Outcome::Goes { paces, .. } = outcome {
            r.modifier("recoil", s.troop.message(), paces.into(), clause!("recoil.1"));
        }
        outcome
    }

    fn resolve(p: &Outcome, _: &mut impl Dice, _: &mut impl Record) -> Outcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "troop": "rifles", "in_the_way": [{ "friend": { "troop": "muskets" } }] })
    }
}

fn decide(s: &Situation, r: &mut impl Record) -> Outcome {
    if let Some(by) = caught(s.enemies, s.readings.recoil_flanked) {
        r.clause(by);
        return Outcome::Destroyed;
    }
    let goes = |passes, pushes| Outcome::Goes { paces: depth(s.troop), passes, pushes };
    let mut friends = Vec::with_capacity(s.in_the_way.len());
    for m in &s.in_the_way {
        let Met::Friend(o) = m else {
            r.clause(clause!("recoil.4"));
            return Outcome::Destroyed;
        };
        friends.push(o);
    }
    if friends.is_empty() {
        return goes(0, 0);
    }
    let through = |o: &&Friend| passes(s.troop, o.troop, o.facing, s.readings.recoil_through);
    let all: Option<Vec<Clause>> = friends.iter().map(through).collect();
    if let Some(by) = all.filter(|_| friends.last().is_some_and(|o| o.room_beyond)) {
        by.into_iter().for_each(|c| r.clause(c));
        return goes(friends.len() as u8, 0);
    }
    let pushed =
        |o: &&Friend| pushes(o.troop, o.facing, s.readings.guns_in_the_way) && !o.fights && o.room_to_go_back;
    if friends.iter().all(pushed) {
        r.clause(clause!("recoil.2"));
        r.clause(clause!("dba.31"));
        return goes(0, friends.len() as u8);
    }
    // Side by side some are passed and the others pushed.
    let passed: Vec<&Friend> = friends.iter().copied().filter(|o| through(o).is_some()).collect();
    let others = || friends.iter().copied().filter(|o| through(o).is_none());
    if passed.last().is_some_and(|o| o.room_beyond) && others().all(|o| pushed(&o)) {
        passed.iter().filter_map(through).for_each(|c| r.clause(c));
        r.clause(clause!("recoil.2"));
        r.clause(clause!("dba.31"));
        return goes(passed.len() as u8, others().count() as u8);
    }
    r.clause(clause!("recoil.4"));
    Outcome::Destroyed
}
