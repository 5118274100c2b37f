//! How long a step of a movement order takes (tables I to III). No dice.

use super::{Exact, check_length, impossible, target};
use crate::book;
use crate::clause;
use crate::march::{self, Given, Haste, Horses, Mover};
use crate::say;
use crate::troop::{Formation, Going, Kind, Obstacle, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Procedure, Record, SituationError};
use words::Message;

/// A unit and one step of its march. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarchTimeSituation {
    pub kind: Kind,
    #[serde(default = "target::line")]
    pub formation: Formation,
    #[serde(default)]
    pub state: State,
    #[serde(default)]
    pub horse_artillery: bool,
    #[serde(default)]
    pub haste: Haste,
    /// Without turning round.
    #[serde(default)]
    pub backwards: bool,
    /// What is left of a battery's or wagon's horses.
    #[serde(default)]
    pub horses: Horses,
    #[serde(default = "ordinary")]
    pub ground: Going,
    /// Along a road.
    #[serde(default)]
    pub road: bool,
    /// The obstacle that it is crossing.
    #[serde(default)]
    pub obstacle: Obstacle,
    pub step: Step,
}

fn ordinary() -> Going {
    Going::Ordinary
}

/// One step of a movement order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// A march of so many cm.
    March {
        distance: f64,
    },
    /// A wheel of so many degrees by a unit of this front in cm.
    Wheel {
        degrees: f64,
        front: f64,
    },
    /// A facing change on the spot. A chain or thin line so many cm wide is dressed anew; without a front it is not.
    Face {
        degrees: f64,
        #[serde(default)]
        front: f64,
    },
    /// A formation change in which the company with the longest way goes so many cm.
    Form {
        to: Formation,
        way: f64,
    },
    /// From line to march column or back by a quarter facing.
    QuarterChange {
        to: Formation,
    },
    Mount {},
    Dismount {},
    Limber {},
    Unlimber {},
}

/// How long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MarchTimeOutcome {
    /// In turns; `None`: it cannot be done there.
    pub turns: Option<Exact>,
}

impl MarchTimeOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self.turns {
            Some(Exact(t)) => say!("takes-of-turn", turns = words::decimals(t, 3)),
            None => say!("cannot-be-done"),
        }
    }
}
words::spoken!(MarchTimeOutcome);

impl MarchTimeSituation {
    fn mover(&self) -> Mover {
        Mover {
            kind: self.kind,
            formation: self.formation,
            horse_artillery: self.horse_artillery,
            haste: self.haste,
            backwards: self.backwards,
            horses: self.horses,
        }
    }
}

/// The time of a step in turns and the clause that gives it; where it cannot be done, the clause that says so.
fn time(s: &MarchTimeSituation, r: &mut impl Record) -> Result<Given, Clause> {
    let mut march = |cm: f64| {
        let rate = march::rate_across(&s.mover(), s.ground, s.road, s.obstacle)?;
        let (way, pace) = (words::tenths(cm), words::tenths(rate.amount));
        r.reckon(|| say!("reckon-march", way, pace), rate.clause);
        Ok(Given { amount: cm / rate.amount, clause: rate.clause })
    };
    let table_ii = |can: bool, time: fn() -> Given| if can { Ok(time()) } else { Err(clause!("02.05.2.b")) };
    match s.step {
        Step::March { distance } => march(distance),
        Step::Wheel { degrees, front } => {
            let way = march::wheel_cost(front, degrees);
            march(way.amount).map(|t| Given { clause: way.clause, ..t })
        }
        Step::Face { degrees, front } => {
            let facing = march::facing_time(s.kind, s.formation, s.state, degrees, s.ground);
            let dressing = march::dressing_time(&s.mover(), degrees, front, s.ground);
            Ok(dressing.filter(|d| d.amount > facing.amount).unwrap_or(facing))
        }
        Step::Form { to, way } => march::formation_change_time(s.kind, s.formation, to, way, s.ground),
        Step::QuarterChange { to } => {
            march::quarter_change(s.kind, s.formation, to).ok_or(clause!("02.05.4"))
        }
        Step::Mount {} => table_ii(s.kind == Kind::Dismounted, march::mount_time),
        Step::Dismount {} => table_ii(s.kind == Kind::Mounted, march::mount_time),
        Step::Limber {} => table_ii(s.kind == Kind::Unlimbered, march::limber_time),
        Step::Unlimber {} => table_ii(s.kind == Kind::Limbered, march::unlimber_time),
    }
}

/// The procedure of march times.
#[derive(Clone, Copy, Debug)]
pub struct MarchTime;

fn check_angle(degrees: f64) -> Result<(), SituationError> {
    if degrees.is_finite() && degrees.abs() <= 360.0 {
        return Ok(());
    }
    Err(impossible("step", say!("angle-most-360-degrees", degrees)))
}

/// In a charge turn nobody changes formation or front (02.05.6).
fn check_no_charge(s: &MarchTimeSituation) -> Result<(), SituationError> {
    if s.haste != Haste::Charge {
        return Ok(());
    }
    let by = clause!("02.05.6");
    Err(impossible("step", say!("charge-changes-neither", by)))
}

impl Procedure for MarchTime {
    type Situation = MarchTimeSituation;
    type Prepared = MarchTimeOutcome;
    type Outcome = MarchTimeOutcome;

    const NAME: &'static str = "march-time";

    fn title() -> Message {
        say!("title-march-time")
    }

    fn check(s: &MarchTimeSituation) -> Result<(), SituationError> {
        target::check_troops("formation", s.kind, s.formation, s.state, false, false)?;
        let drawn = s.kind.artillery() || s.kind == Kind::Wagon;
        if s.horse_artillery && !s.kind.artillery() {
            let by = clause!("03.03.4.b");
            return Err(impossible("horse_artillery", say!("no-guns-to-draw", kind = s.kind, by)));
        }
        if s.horses != Horses::Enough && !drawn {
            let by = clause!("06.03.5.a");
            return Err(impossible("horses", say!("no-team-to-lose", kind = s.kind, by)));
        }
        if s.haste == Haste::Charge && s.state >= State::Disorder && !drawn {
            let by = clause!("07.01.4");
            return Err(impossible("haste", say!("unit-cannot-attack", state = s.state, by)));
        }
        if s.backwards && s.haste == Haste::Charge {
            let by = clause!("02.06.2");
            return Err(impossible("backwards", say!("charge-not-backwards", by)));
        }
        match s.step {
            Step::March { distance } => check_length("step", distance),
            Step::Wheel { degrees, front } => {
                check_angle(degrees)?;
                check_length("step", front)?;
                if front <= 0.0 {
                    let by = clause!("02.05.5");
                    return Err(impossible("step", say!("wheel-has-front", by)));
                }
                let most = book::data().d.charge_turn;
                if s.haste == Haste::Charge && degrees.abs() > most + table::EPS {
                    let by = clause!("02.05.6");
                    return Err(impossible("step", say!("charge-turns-at-most", most, by)));
                }
                Ok(())
            }
            Step::Face { degrees, front } => {
                check_angle(degrees)?;
                check_length("step", front)?;
                check_no_charge(s)
            }
            Step::Form { way, .. } => {
                check_length("step", way)?;
                check_no_charge(s)
            }
            Step::QuarterChange { .. } | Step::Mount {} | Step::Dismount {} => check_no_charge(s),
            Step::Limber {} | Step::Unlimber {} => Ok(()),
        }
    }

    fn prepare(s: &MarchTimeSituation, r: &mut impl Record) -> MarchTimeOutcome {
        if let Step::Wheel { degrees, front } = s.step {
            let way = march::wheel_cost(front, degrees);
            let (angle, wide) = (words::tenths(degrees.abs()), words::tenths(front));
            let says = || say!("reckon-wheel", angle, wide, way = words::tenths(way.amount));
            r.reckon(says, way.clause);
        }
        let time = time(s, r);
        r.clause(time.map_or_else(|denied| denied, |given| given.clause));
        MarchTimeOutcome { turns: time.ok().map(|given| Exact(given.amount)) }
    }

    fn resolve(o: &MarchTimeOutcome, _: &mut impl Dice, _: &mut impl Record) -> MarchTimeOutcome {
        *o
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "kind": "infantry", "formation": "attack_column", "step": { "march": { "distance": 10 } } })
    }
}
