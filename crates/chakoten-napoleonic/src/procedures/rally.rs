//! Reorganising: by the roll of table XIX from FU, by standing still from LU and U (13.06).

use super::{Roll, check_valour};
use crate::book::melee::melee;
use crate::book::turn::periods;
use crate::troop::State;
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Exact, Procedure, Record, SituationError, check_number, impossible};
use words::Message;

umpire::choice!(
    /// Who cannot reorganise in woods and plantations (13.06.6, 16.03.1)?
    WoodsRally { OnlyFu, Nobody }
);
umpire::choice!(
    /// Who reorganises by standing still (13.06.1)?
    Reorganises { Ordered, Standing }
);

/// A unit in FU that tries to rally at the start of a turn. Three dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RallySituation {
    /// The commander directly over it is in base contact.
    #[serde(default)]
    pub superior: bool,
    /// The commander of its corps, or a higher one, is with it.
    #[serde(default)]
    pub corps_commander: bool,
    /// No enemy is within 50 cm.
    #[serde(default)]
    pub no_enemy_near: bool,
    /// An own intact unit stands between it and the nearest enemy.
    #[serde(default)]
    pub screened: bool,
    /// Turns of flight up to now.
    #[serde(default = "first")]
    pub flight_turns: u8,
    /// It gave up prisoners when the flight began or during it.
    #[serde(default)]
    pub gave_prisoners: bool,
    /// An own unit in U is within 25 cm.
    #[serde(default)]
    pub near_disorder: bool,
    /// An own unit in FU is within 25 cm.
    #[serde(default)]
    pub near_complete: bool,
    #[serde(default)]
    pub valour: i8,
    /// It is within contact distance of an intact enemy.
    #[serde(default)]
    pub enemy_in_contact: bool,
    /// It is in a wood or plantation.
    #[serde(default)]
    pub in_wood: bool,
    /// It is in a building.
    #[serde(default)]
    pub in_building: bool,
}

fn first() -> u8 {
    1
}

impl Default for RallySituation {
    fn default() -> RallySituation {
        RallySituation {
            superior: false,
            corps_commander: false,
            no_enemy_near: false,
            screened: false,
            flight_turns: first(),
            gave_prisoners: false,
            near_disorder: false,
            near_complete: false,
            valour: 0,
            enemy_in_contact: false,
            in_wood: false,
            in_building: false,
        }
    }
}

/// Why a unit in FU may not try to rally (13.06.6, 16.03.1, 17.03.5, 13.07.3).
pub fn cannot_rally(s: &RallySituation) -> Option<Clause> {
    if s.valour <= periods().broken {
        return Some(clause!("13.07.3"));
    }
    if s.enemy_in_contact {
        return Some(clause!("13.06.6"));
    }
    if s.in_wood {
        return Some(clause!("16.03.1"));
    }
    s.in_building.then(|| clause!("17.03.5"))
}

/// The procedure of rallying from FU.
#[derive(Clone, Copy, Debug)]
pub struct Rally;

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RallyOutcome {
    /// It is in this state now.
    Rallies(State),
    FleesOn,
    /// It may not try, and flees on.
    NoAttempt,
}

impl RallyOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            RallyOutcome::Rallies(state) => say!("rallies-to", state),
            RallyOutcome::FleesOn => say!("rally-flees-on"),
            RallyOutcome::NoAttempt => say!("rally-no-attempt"),
        }
    }
}
words::spoken!(RallyOutcome);

impl Procedure for Rally {
    type Situation = RallySituation;
    /// The modifier; `None`: it may not try.
    type Prepared = Option<i32>;
    type Outcome = RallyOutcome;

    const NAME: &'static str = "rally";

    fn title() -> Message {
        say!("title-rally")
    }

    fn check(s: &RallySituation) -> Result<(), SituationError> {
        check_number("flight_turns", s.flight_turns.into(), 1, 100)?;
        if s.no_enemy_near && s.enemy_in_contact {
            return Err(impossible("no_enemy_near", say!("rally-enemy-near-or-not")));
        }
        check_valour("valour", s.valour)
    }

    fn prepare(s: &RallySituation, r: &mut impl Record) -> Option<i32> {
        if let Some(by) = cannot_rally(s) {
            r.reckon(|| say!("rally-reckon-barred", by), by);
            return None;
        }
        let rows = &melee().rally;
        let mut sum = 0;
        let mut add = |holds: bool, what: Message, value: i32| {
            if holds && value != 0 {
                r.modifier("own", what, value, clause!("13.06.5"));
                sum += value;
            }
        };
        add(s.superior, say!("rally-row-superior"), rows.superior);
        add(s.corps_commander, say!("rally-row-corps"), rows.corps);
        add(s.no_enemy_near, say!("rally-row-no-enemy"), rows.no_enemy);
        add(s.screened, say!("rally-row-screened"), rows.screened);
        let later = i32::from(s.flight_turns) - 1;
        add(true, say!("rally-row-later-turns"), rows.later_turn * later);
        add(s.gave_prisoners, say!("rally-row-prisoners"), rows.prisoners);
        add(s.near_disorder, say!("rally-row-near-u"), rows.near_disorder);
        add(s.near_complete, say!("rally-row-near-fu"), rows.near_complete);
        add(true, (melee().rows.valour.says)(), s.valour.into());
        Some(sum)
    }

    fn resolve(p: &Option<i32>, d: &mut impl Dice, r: &mut impl Record) -> RallyOutcome {
        let Some(modifier) = *p else { return RallyOutcome::NoAttempt };
        let result = Roll::sum(d, r).with(modifier, "result", clause!("13.06.5"), r);
        match melee().rallied(result) {
            Some(state) => {
                r.reckon(|| say!("rally-reckon-rallies", result, state), clause!("13.06.5"));
                RallyOutcome::Rallies(state)
            }
            None => {
                r.reckon(|| say!("rally-reckon-flees", result), clause!("13.06.5"));
                RallyOutcome::FleesOn
            }
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "superior": true, "no_enemy_near": true, "flight_turns": 2, "valour": 1 })
    }
}

/// A unit that stands still to reorganise. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReorganiseSituation {
    pub state: State,
    /// It is ordered to reorganise.
    #[serde(default = "yes")]
    pub ordered: bool,
    /// In the period it lost men.
    #[serde(default)]
    pub lost_men: bool,
    /// In the period it fought, fired or was marched through.
    #[serde(default)]
    pub disturbed: bool,
    #[serde(default)]
    pub in_wood: bool,
    #[serde(default)]
    pub in_building: bool,
    #[serde(default)]
    pub woods_rally: WoodsRally,
    #[serde(default)]
    pub reorganises: Reorganises,
}

fn yes() -> bool {
    true
}

/// The procedure of reorganising from LU and U.
#[derive(Clone, Copy, Debug)]
pub struct Reorganise;

/// What comes of standing still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReorganiseOutcome {
    /// After so many turns of standing it is in this state.
    After { turns: Exact, state: State },
    /// It does not reorganise; an interrupted period starts again.
    Not,
}

impl ReorganiseOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            ReorganiseOutcome::After { turns, state } => say!("reorganises-after", turns = turns.0, state),
            ReorganiseOutcome::Not => say!("reorganises-not"),
        }
    }
}
words::spoken!(ReorganiseOutcome);

/// The next step of reorganising by standing still: the state, the turns and the clause.
pub fn next_step(from: State) -> Option<(State, f64, Clause)> {
    let by = match from {
        State::Light1 => clause!("13.06.2"),
        State::Light2 | State::Light3 => clause!("13.06.3"),
        State::Disorder => clause!("13.06.4"),
        State::Order | State::Complete => return None,
    };
    let step = melee().reorganising.iter().find(|(f, _, _)| *f == from)?;
    Some((step.1, step.2, by))
}

impl Procedure for Reorganise {
    type Situation = ReorganiseSituation;
    type Prepared = ReorganiseOutcome;
    type Outcome = ReorganiseOutcome;

    const NAME: &'static str = "reorganise";

    fn title() -> Message {
        say!("title-reorganise")
    }

    fn check(s: &ReorganiseSituation) -> Result<(), SituationError> {
        let by = match s.state {
            State::Order => clause!("13.06.1"),
            State::Complete => clause!("13.06.5"),
            _ => return Ok(()),
        };
        Err(impossible("state", say!("reorganise-from-lu-or-u", by)))
    }

    fn prepare(s: &ReorganiseSituation, r: &mut impl Record) -> ReorganiseOutcome {
        let unordered = !s.ordered && s.reorganises == Reorganises::Ordered;
        if s.lost_men || s.disturbed || unordered {
            r.reckon(|| say!("reorganise-interrupted"), clause!("13.06.1"));
            return ReorganiseOutcome::Not;
        }
        if s.in_building && s.state == State::Disorder {
            r.reckon(|| say!("reorganise-not-in-building"), clause!("17.03.5"));
            return ReorganiseOutcome::Not;
        }
        if s.in_wood && s.woods_rally == WoodsRally::Nobody {
            r.reckon(|| say!("reorganise-not-in-wood"), clause!("13.06.6"));
            return ReorganiseOutcome::Not;
        }
        match next_step(s.state) {
            Some((state, turns, by)) => {
                r.clause(by);
                ReorganiseOutcome::After { turns: Exact(turns), state }
            }
            None => ReorganiseOutcome::Not,
        }
    }

    fn resolve(p: &ReorganiseOutcome, _: &mut impl Dice, _: &mut impl Record) -> ReorganiseOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "state": "LU-2" })
    }
}
