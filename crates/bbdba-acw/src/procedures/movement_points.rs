//! Movement points (move.1, dice.1 to dice.3, dba.12): a die for each command that has elements on the table; the dice of
//! the player's own commands are sorted and handed down by his secret ranking, an allied command's die is its own.

use super::impossible;
use crate::clause;
use crate::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Die, Procedure, Record, SituationError};
use words::Message;

/// Is a die rolled for the command (dice.3)? The command element alone does not keep it alive (dba.12).
pub fn rolls(elements_on_table: u32) -> bool {
    elements_on_table > 0
}

/// Sorts the dice, highest first, so that they lie in the order of the ranking (dice.2): the first goes to the command
/// ranked highest of those still there, the last to the lowest.
pub fn sort(dice: &mut [u8]) {
    dice.sort_unstable_by(|a, b| b.cmp(a));
}

/// Hands the dice down to the commands in `ranking`, which names from high to low those that rolled; commands that are
/// gone have been left out and the others keep their order (dba.12). Each pair is a command and its points.
pub fn hand_down<'a, C: Copy>(dice: &'a mut [u8], ranking: &'a [C]) -> impl Iterator<Item = (C, u8)> + 'a {
    sort(dice);
    ranking.iter().copied().zip(dice.iter().copied())
}

/// Rolling for movement points.
#[derive(Clone, Copy, Debug)]
pub struct MovementPoints;

/// The active player's commands. Dice in order: one for each command with elements on the table, as listed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// The commands by the player's ranking: the first gets his highest die, the last his lowest. Allied commands may
    /// stand anywhere; their die is their own.
    #[schemars(length(min = 1, max = 8))]
    pub commands: Vec<Command>,
}

/// One command of the active player.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// What it is called.
    pub name: String,
    /// Elements on the table, the command element not counted. Without any no die is rolled.
    #[serde(default = "one")]
    pub elements: u32,
    /// An allied command's die takes no part in the ranking.
    #[serde(default)]
    pub allied: bool,
}

fn one() -> u32 {
    1
}

/// Commands that roll, in the order of the ranking.
#[derive(Clone, Debug)]
pub struct Prepared {
    rolling: Vec<(String, bool)>,
}

/// The movement points of a command.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Points {
    pub command: String,
    pub points: u8,
}

/// The points of every command that rolled.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    pub commands: Vec<Points>,
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.commands.is_empty() {
            return say!("no-command-elements-left");
        }
        let each = |c: &Points| say!("command-has-points", command = &c.command, points = c.points);
        words::list(self.commands.iter().map(each), words::Joint::Comma)
    }
}
words::spoken!(Outcome);

impl Procedure for MovementPoints {
    type Situation = Situation;
    type Prepared = Prepared;
    type Outcome = Outcome;

    const NAME: &'static str = "movement-points";

    fn title() -> Message {
        say!("title-movement-points")
    }

    fn check(s: &Situation) -> Result<(), SituationError> {
        if s.commands.is_empty() || s.commands.len() > 8 {
            return Err(impossible("commands", say!("list-1-8-commands", commands = s.commands.len())));
        }
        for (i, c) in s.commands.iter().enumerate() {
            if c.name.trim().is_empty() || s.commands[..i].iter().any(|x| x.name == c.name) {
                return Err(impossible("commands", say!("give-every-command-name")));
            }
        }
        Ok(())
    }

    fn prepare(s: &Situation, r: &mut impl Record) -> Prepared {
        r.clause(clause!("move.1"));
        if s.commands.iter().any(|c| c.elements == 0) {
            r.clause(clause!("dice.3"));
        }
        let rolling = s.commands.iter().filter(|c| rolls(c.elements));
        Prepared { rolling: rolling.map(|c| (c.name.clone(), c.allied)).collect() }
    }

    fn resolve(p: &Prepared, d: &mut impl Dice, r: &mut impl Record) -> Outcome {
        let mut own = Vec::with_capacity(p.rolling.len());
        let mut commands = Vec::with_capacity(p.rolling.len());
        for (name, allied) in &p.rolling {
            let die = d.roll(Die::D6);
            r.die(die);
            if *allied {
                r.clause(clause!("dice.1"));
            } else {
                own.push(die);
            }
            commands.push(Points { command: name.clone(), points: die });
        }
        if own.len() > 1 {
            r.clause(clause!("dice.2"));
            r.clause(clause!("dba.12"));
        }
        let ranking: Vec<usize> = (0..p.rolling.len()).filter(|i| !p.rolling[*i].1).collect();
        for (i, die) in hand_down(&mut own, &ranking) {
            commands[i].points = die;
        }
        r.total("points", commands.iter().map(|c| i32::from(c.points)).sum());
        Outcome { commands }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "commands": [
            { "name": "I Corps", "elements": 12 },
            { "name": "II Corps", "elements": 12 },
            { "name": "XI Corps", "elements": 12 },
        ] })
    }
}
