//! Second and further moves in a turn (again.1 to again.4).

use super::impossible;
use crate::troop::Troop;
use crate::{book, clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::EPS;
use umpire::{Clause, Dice, Procedure, Readings, Record, SituationError};
use words::Message;

umpire::choice!(
    /// Must a further march along a road be a base width from enemies at both ends (again.4)?
    RoadAgain { Both, BeginOrEnd }
);
umpire::choice!(
    /// What is the first turn of Jaeger (again.2)?
    FirstTurnOfJaeger { Side, Off }
);

/// The readings that matter here, by the ids that `vedette rules bbdba-acw readings` lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct AgainReadings {
    /// Must a further march along a road be a base width from enemies at both ends (again.4)?
    pub road_again: RoadAgain,
    /// What is the first turn of Jaeger (again.2)?
    pub first_turn_of_jaeger: FirstTurnOfJaeger,
}

impl AgainReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> AgainReadings {
        let either = r.is(reading!("road-again", "begin-or-end"));
        let side = r.is(reading!("first-turn-of-jaeger", "side"));
        AgainReadings {
            road_again: if either { RoadAgain::BeginOrEnd } else { RoadAgain::Both },
            first_turn_of_jaeger: if side { FirstTurnOfJaeger::Side } else { FirstTurnOfJaeger::Off },
        }
    }
}

/// Exactly a base width from an enemy is far enough for a further march along a road (again.4).
pub fn road_clear(from_enemy: f64) -> bool {
    from_enemy >= book::data().further_move_road - EPS
}

/// A further move keeps further from visible enemies than this; exactly at it is too near (again.3).
pub fn far_off(from_enemy: f64) -> bool {
    from_enemy > book::data().further_move_clear + EPS
}

/// Why somebody may not move again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    Dismounted,
    /// Neither Jaeger in their first turn, nor far from visible enemies, nor on a road clear of enemies.
    NoException,
}

/// By which clause somebody who has moved may move again. `road` and `far` are looked at only as far as they must be: is
/// the move along a road and clear of enemies at its beginning and its end, is it far from all who are seen?
pub fn may(
    dismounted: bool,
    jaeger_in_first_turn: bool,
    road: impl FnOnce() -> Option<(bool, bool)>,
    far: impl FnOnce() -> bool,
    how: AgainReadings,
) -> Result<Clause, (Clause, Why)> {
    if dismounted {
        return Err((clause!("again.1"), Why::Dismounted));
    }
    if jaeger_in_first_turn && how.first_turn_of_jaeger == FirstTurnOfJaeger::Side {
        return Ok(clause!("again.2"));
    }
    let clear = road().is_some_and(|(begins, ends)| match how.road_again {
        RoadAgain::Both => begins && ends,
        RoadAgain::BeginOrEnd => begins || ends,
    });
    if clear {
        return Ok(clause!("again.4"));
    }
    if far() {
        return Ok(clause!("again.3"));
    }
    Err((clause!("again.1"), Why::NoException))
}

/// Whether who has moved may move again.
#[derive(Clone, Copy, Debug)]
pub struct FurtherMove;

/// A single element or a group that has already moved in this turn would move again. No dice.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// What moves; a group has several.
    #[schemars(length(min = 1, max = 500))]
    pub troops: Vec<Troop>,
    /// One of them dismounted in this turn.
    #[serde(default)]
    pub dismounted_this_turn: bool,
    /// It is their side's first active turn of the battle.
    #[serde(default)]
    pub first_turn: bool,
    /// The whole move is along a road, of a single element or a column.
    #[serde(default)]
    pub along_road: bool,
    /// Paces to the nearest enemy element at the beginning of the move.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub enemy_at_beginning: Option<f64>,
    /// The same at its end.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub enemy_at_end: Option<f64>,
    /// Paces to the nearest enemy whom a mover sees, at the moment of the move at which he is nearest.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub nearest_visible: Option<f64>,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: AgainReadings,
}

/// Known without dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    MayMove,
    MayNot(Why),
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        let d = book::data();
        match self {
            Outcome::MayMove => say!("may-move-again"),
            Outcome::MayNot(Why::Dismounted) => say!("may-not-move-dismounted"),
            Outcome::MayNot(Why::NoException) => {
                say!("may-not-move-again", clear = d.further_move_clear, road = d.further_move_road)
            }
        }
    }
}
words::spoken!(Outcome);

impl Procedure for FurtherMove {
    type Situation = Situation;
    type Prepared = Outcome;
    type Outcome = Outcome;

    const NAME: &'static str = "further-move";

    fn title() -> Message {
        say!("title-further-move")
    }

    fn check(s: &Situation) -> Result<(), SituationError> {
        if s.troops.is_empty() || s.troops.len() > 500 {
            return Err(impossible("troops", say!("list-1-500-moving", elements = s.troops.len())));
        }
        if s.troops.contains(&Troop::Camp) {
            return Err(impossible("troops", say!("camp-stays-place-whole")));
        }
        for (field, paces) in [
            ("enemy_at_beginning", s.enemy_at_beginning),
            ("enemy_at_end", s.enemy_at_end),
            ("nearest_visible", s.nearest_visible),
        ] {
            if paces.is_some_and(|p| !(0.0..=1e6).contains(&p)) {
                return Err(impossible(field, say!("paces-zero-or-more")));
            }
        }
        Ok(())
    }

    fn prepare(s: &Situation, r: &mut impl Record) -> Outcome {
        let jaeger = s.first_turn && s.troops.iter().all(|t| *t == Troop::Jaeger);
        let clear = |p: Option<f64>| p.is_none_or(road_clear);
        let road = || s.along_road.then(|| (clear(s.enemy_at_beginning), clear(s.enemy_at_end)));
        let far = || s.nearest_visible.is_none_or(far_off);
        match may(s.dismounted_this_turn, jaeger, road, far, s.readings) {
            Ok(by) => {
                r.clause(by);
                Outcome::MayMove
            }
            Err((by, why)) => {
                r.clause(by);
                Outcome::MayNot(why)
            }
        }
    }

    fn resolve(p: &Outcome, _: &mut impl Dice, _: &mut impl Record) -> Outcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "troops": ["rifles", "rifles"], "along_road": true, "enemy_at_beginning": 900,
            "enemy_at_end": 150, "nearest_visible": 150 })
    }
}
