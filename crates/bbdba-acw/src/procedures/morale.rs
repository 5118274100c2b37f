//! Who breaks (victory.1, victory.3, victory.4, dba.43): demoralised commands and the end of the battle, checked at the
//! end of every turn.

use super::impossible;
use crate::field::Side;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Procedure, Readings, Record, SituationError};
use words::Message;

/// Elements that a plundered camp counts for (victory.3).
pub const CAMP: u32 = 2;

/// The readings that matter here, by the ids that `vedette rules bbdba-acw readings` lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct MoraleReadings {
    /// How many losses demoralise a command (victory.1)?
    pub third_lost: ThirdLost,
    /// Who wins if both armies are beaten in the same turn (victory.4)?
    pub both_broken: BothBroken,
}

umpire::choice!(
    /// How many losses demoralise a command (victory.1)?
    ThirdLost { Reached, Exceeded }
);
umpire::choice!(
    /// Who wins if both armies are beaten in the same turn (victory.4)?
    BothBroken { FewerLosses, Draw }
);

impl MoraleReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> MoraleReadings {
        let exceeded = r.is(reading!("third-lost", "exceeded"));
        let draw = r.is(reading!("both-broken", "draw"));
        MoraleReadings {
            third_lost: if exceeded { ThirdLost::Exceeded } else { ThirdLost::Reached },
            both_broken: if draw { BothBroken::Draw } else { BothBroken::FewerLosses },
        }
    }
}

/// Has the command lost a third of its elements (victory.1)?
pub fn is_demoralised(lost: u32, strength: u32, how: ThirdLost) -> bool {
    let (thrice, all) = (u64::from(lost) * 3, u64::from(strength));
    strength > 0
        && match how {
            ThirdLost::Reached => thrice >= all,
            ThirdLost::Exceeded => thrice > all,
        }
}

/// The army's losses with its camp (victory.3).
pub fn losses(lost: u32, camp_plundered: bool) -> u32 {
    if camp_plundered {
        return lost.saturating_add(CAMP);
    }
    lost
}

/// An army at the end of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Elements at the start, command elements not counted.
    pub strength: u32,
    /// Losses, a plundered camp included; see [`losses`].
    pub losses: u32,
    /// Commands that are demoralised.
    pub demoralised: u32,
}

/// The clause by which an army is beaten, if it is: more than half lost (dba.43), or two commands demoralised
/// (victory.4).
pub fn is_beaten(s: Standing) -> Option<Clause> {
    if s.strength > 0 && u64::from(s.losses) * 2 > u64::from(s.strength) {
        return Some(clause!("dba.43"));
    }
    (s.demoralised >= 2).then(|| clause!("victory.4"))
}

/// How the battle stands at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    GoesOn,
    Won(Side, Clause),
    /// Both beaten with equal losses.
    Draw(Clause),
}

/// Judges both armies at once (victory.4): if both are beaten in the same turn, the one with fewer losses wins.
pub fn verdict([a, b]: [Standing; 2], how: BothBroken) -> Verdict {
    match (is_beaten(a), is_beaten(b)) {
        (None, None) => Verdict::GoesOn,
        (None, Some(c)) => Verdict::Won(Side::A, c),
        (Some(c), None) => Verdict::Won(Side::B, c),
        (Some(_), Some(_)) if how == BothBroken::Draw => Verdict::Draw(clause!("victory.4")),
        (Some(_), Some(_)) => match a.losses.cmp(&b.losses) {
            std::cmp::Ordering::Less => Verdict::Won(Side::A, clause!("victory.4")),
            std::cmp::Ordering::Greater => Verdict::Won(Side::B, clause!("victory.4")),
            std::cmp::Ordering::Equal => Verdict::Draw(clause!("victory.4")),
        },
    }
}

/// Demoralisation and defeat.
#[derive(Clone, Copy, Debug)]
pub struct Morale;

/// Both armies at the end of a turn. No dice.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// Side A.
    pub a: Army,
    /// Side B.
    pub b: Army,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: MoraleReadings,
}

/// One army.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Army {
    /// Its commands, in the order in which you number them.
    #[schemars(length(min = 1, max = 12))]
    pub commands: Vec<Command>,
    /// The enemy has plundered its camp and it has not been recaptured.
    #[serde(default)]
    pub camp_plundered: bool,
}

/// One command of an army.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Elements at the start, the command element not counted.
    #[schemars(range(min = 1, max = 10_000))]
    pub strength: u32,
    /// Elements destroyed or gone over the table edge, the command element not counted.
    #[serde(default)]
    pub lost: u32,
    /// It was demoralised before: that is for good.
    #[serde(default)]
    pub demoralised: bool,
}

/// Which commands are demoralised, and whether the battle is over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    /// Side A's demoralised commands, numbered from 1 as listed.
    pub a_demoralised: Vec<u32>,
    pub b_demoralised: Vec<u32>,
    pub over: bool,
    /// `None` is a draw, or a battle that goes on.
    pub winner: Option<Side>,
}

fn demoralised(side: Side, which: &[u32]) -> Message {
    if which.is_empty() {
        return say!("side-holds", side);
    }
    let commands = words::list(which.iter().map(|c| Message::verbatim(c.to_string())), words::Joint::Comma);
    say!("side-demoralised", side, count = which.len(), commands)
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        let (a, b) = (demoralised(Side::A, &self.a_demoralised), demoralised(Side::B, &self.b_demoralised));
        match (self.over, self.winner) {
            (false, _) => say!("morale-goes-on", a, b),
            (true, Some(side)) => say!("morale-side-wins", a, b, side),
            (true, None) => say!("morale-draw", a, b),
        }
    }
}
words::spoken!(Outcome);

fn check(side: &'static str, a: &Army) -> Result<(), SituationError> {
    if a.commands.is_empty() || a.commands.len() > 12 {
        return Err(impossible(side, say!("list-1-12-commands", commands = a.commands.len())));
    }
    for c in &a.commands {
        if !(1..=10_000).contains(&c.strength) {
            return Err(impossible(side, say!("commands-strength-1-10000", strength = c.strength)));
        }
        if c.lost > c.strength {
            return Err(impossible(
                side,
                say!("command-cannot-lost-victory", strength = c.strength, lost = c.lost),
            ));
        }
    }
    Ok(())
}

fn judge(side: &'static str, a: &Army, how: ThirdLost, r: &mut impl Record) -> (Vec<u32>, Standing) {
    let mut broken = Vec::new();
    for (i, c) in a.commands.iter().enumerate() {
        if c.demoralised || is_demoralised(c.lost, c.strength, how) {
            r.clause(clause!("victory.1"));
            broken.push(i as u32 + 1);
        }
    }
    let lost = a.commands.iter().map(|c| c.lost).sum();
    let standing = Standing {
        strength: a.commands.iter().map(|c| c.strength).sum(),
        losses: losses(lost, a.camp_plundered),
        demoralised: broken.len() as u32,
    };
    r.modifier(side, say!("elements-lost"), lost as i32, clause!("dba.43"));
    if a.camp_plundered {
        r.modifier(side, say!("camp-plundered"), CAMP as i32, clause!("victory.3"));
    }
    (broken, standing)
}

impl Procedure for Morale {
    type Situation = Situation;
    type Prepared = ([u32; 2], Outcome);
    type Outcome = Outcome;

    const NAME: &'static str = "morale";

    fn title() -> Message {
        say!("title-morale")
    }

    fn check(s: &Situation) -> Result<(), SituationError> {
        check("a", &s.a)?;
        check("b", &s.b)
    }

    fn prepare(s: &Situation, r: &mut impl Record) -> ([u32; 2], Outcome) {
        let (a_demoralised, a) = judge("a", &s.a, s.readings.third_lost, r);
        let (b_demoralised, b) = judge("b", &s.b, s.readings.third_lost, r);
        let (over, winner) = match verdict([a, b], s.readings.both_broken) {
            Verdict::GoesOn => (false, None),
            Verdict::Won(s, c) => {
                r.clause(c);
                (true, Some(s))
            }
            Verdict::Draw(c) => {
                r.clause(c);
                (true, None)
            }
        };
        ([a.losses, b.losses], Outcome { a_demoralised, b_demoralised, over, winner })
    }

    fn resolve((losses, o): &([u32; 2], Outcome), _: &mut impl Dice, r: &mut impl Record) -> Outcome {
        r.total("a", losses[0] as i32);
        r.total("b", losses[1] as i32);
        o.clone()
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "a": { "commands": [{ "strength": 12, "lost": 4 }, { "strength": 12, "lost": 2 }, { "strength": 12 }] },
            "b": { "commands": [{ "strength": 12, "lost": 3 }, { "strength": 12, "lost": 5 }, { "strength": 12 }],
                   "camp_plundered": true },
        })
    }
}
