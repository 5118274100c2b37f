//! What a move costs (move.2, command.1, dba.11): one movement point, and one more out of the commander's range.

use super::impossible;
use crate::{book, clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::EPS;
use umpire::{Dice, Procedure, Readings, Record, SituationError};
use words::Message;

/// How an element stands to the commander of its command at the start of the move.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Paces from base to base.
    #[schemars(range(min = 0))]
    pub distance: f64,
    /// The commander sees it (dba.46).
    #[serde(default = "yes")]
    pub in_sight: bool,
}

fn yes() -> bool {
    true
}

/// The readings that matter here, by the ids that `vedette rules bbdba-acw readings` lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct CostReadings {
    /// Do the causes for an additional point add up (command.1)?
    pub surcharge: Surcharge,
    /// When is a group out of command (dba.11)?
    pub group_in_command: GroupInCommand,
}

umpire::choice!(
    /// Do the causes for an additional point add up (command.1)?
    Surcharge { Once, Each }
);
umpire::choice!(
    /// When is a group out of command (dba.11)?
    GroupInCommand { AllOut, AnyOut }
);

impl CostReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> CostReadings {
        let each = r.is(reading!("surcharge", "each"));
        let any = r.is(reading!("group-in-command", "any-out"));
        CostReadings {
            surcharge: if each { Surcharge::Each } else { Surcharge::Once },
            group_in_command: if any { GroupInCommand::AnyOut } else { GroupInCommand::AllOut },
        }
    }
}

/// Why an element is out of command: further than the range in sight, and out of sight beyond the shorter range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Causes {
    pub far: bool,
    pub unseen: bool,
}

/// Exactly at the limit is still in range (command.1).
pub fn causes(l: Link) -> Causes {
    let d = book::data();
    Causes {
        far: l.distance > d.command_range + EPS,
        unseen: !l.in_sight && l.distance > d.command_range_unseen + EPS,
    }
}

/// Additional points of one element.
pub fn surcharge(c: Causes, how: Surcharge) -> u8 {
    match how {
        Surcharge::Once => u8::from(c.far || c.unseen),
        Surcharge::Each => u8::from(c.far) + u8::from(c.unseen),
    }
}

/// Additional points of an element or group: those of its best placed element (dba.11); one if the commander has been
/// shot (command.1 c). Looks at no more elements than it must.
pub fn group_surcharge(commander_shot: bool, links: impl IntoIterator<Item = Link>, how: CostReadings) -> u8 {
    if commander_shot {
        return 1;
    }
    let (mut least, mut most) = (u8::MAX, 0);
    for l in links {
        let s = surcharge(causes(l), how.surcharge);
        least = least.min(s);
        most = most.max(s);
        if least == 0 && how.group_in_command == GroupInCommand::AllOut {
            // One element within range is enough for the whole group.
            return 0;
        }
    }
    match how.group_in_command {
        GroupInCommand::AllOut if least == u8::MAX => 0,
        GroupInCommand::AllOut => least,
        GroupInCommand::AnyOut => most,
    }
}

/// What a move costs.
#[derive(Clone, Copy, Debug)]
pub struct PointsCost;

/// An element or a group is about to move. No dice.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// How each of the moving elements stands to the commander. Need not be given when he has been shot or moves himself.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub elements: Vec<Link>,
    /// The commander of the command has been shot.
    #[serde(default)]
    pub commander_shot: bool,
    /// It is the command element itself that moves: it never pays the surcharge.
    #[serde(default)]
    pub command_element: bool,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: CostReadings,
}

/// The cost, known without dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    pub points: u8,
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        say!("move-costs-points", points = self.points)
    }
}
words::spoken!(Outcome);

impl Procedure for PointsCost {
    type Situation = Situation;
    type Prepared = Outcome;
    type Outcome = Outcome;

    const NAME: &'static str = "points-cost";

    fn title() -> Message {
        say!("title-points-cost")
    }

    fn check(s: &Situation) -> Result<(), SituationError> {
        if s.elements.iter().any(|l| !l.distance.is_finite() || !(0.0..=1e6).contains(&l.distance)) {
            return Err(impossible("elements", say!("distance-number-paces-0")));
        }
        if s.elements.len() > 500 {
            return Err(impossible("elements", say!("group-most-500-elements")));
        }
        if s.command_element && s.commander_shot {
            return Err(impossible("commander_shot", say!("commander-been-shot-not")));
        }
        if s.elements.is_empty() && !s.commander_shot && !s.command_element {
            return Err(impossible("elements", say!("say-least-element-how")));
        }
        Ok(())
    }

    fn prepare(s: &Situation, r: &mut impl Record) -> Outcome {
        r.modifier("mover", say!("element-group"), 1, clause!("move.2"));
        let extra = if s.command_element {
            0
        } else {
            group_surcharge(s.commander_shot, s.elements.iter().copied(), s.readings)
        };
        if extra > 0 {
            let d = book::data();
            let what = if s.commander_shot {
                say!("commander-been-shot")
            } else if s.elements.iter().all(|l| causes(*l).far) {
                say!("further-than-p-commander", command_range = d.command_range)
            } else if s.elements.iter().all(|l| causes(*l).unseen) {
                say!("out-sight-further-than", command_range_unseen = d.command_range_unseen)
            } else if s.elements.iter().all(|l| causes(*l) != Causes::default()) {
                say!("every-element-out-commanders")
            } else {
                say!("element-out-commanders-range")
            };
            r.modifier("mover", what, extra.into(), clause!("command.1"));
        }
        if s.elements.len() > 1 {
            r.clause(clause!("dba.11"));
        }
        if s.elements.iter().any(|l| causes(*l).unseen) {
            r.clause(clause!("dba.46"));
        }
        Outcome { points: 1 + extra }
    }

    fn resolve(p: &Outcome, _: &mut impl Dice, r: &mut impl Record) -> Outcome {
        r.total("points", p.points.into());
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "elements": [
            { "distance": 1300 },
            { "distance": 700, "in_sight": false },
        ] })
    }
}
