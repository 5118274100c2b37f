//! Being carried away by friends in flight (08.03, table XVIII).

use super::{Roll, Tally, check_count, check_valour, impossible, worse_of};
use crate::book;
use crate::clause;
use crate::say;
use crate::troop::State;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Procedure, Record, SituationError};
use words::Message;

/// A unit near which friends flee. Two dice, or none if it is too large to be carried away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CarriedAwaySituation {
    /// The threatened unit's figures.
    pub figures: u16,
    /// The fleeing unit's figures.
    pub fleeing: u16,
    #[serde(default)]
    pub state: State,
    #[serde(default)]
    pub valour: i8,
    #[serde(default)]
    pub support: bool,
    /// A general is with it, in base contact.
    #[serde(default)]
    pub general: bool,
    /// It has any cover against the nearest enemy in sight.
    #[serde(default)]
    pub cover: bool,
}

/// How the threatened unit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct CarriedAwayOutcome {
    pub state: State,
    /// Its state has become worse.
    pub fell: bool,
    /// It is not carried away into FU: the flight is checked behind it (08.03.4).
    pub checks_flight: bool,
}

impl CarriedAwayOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match (self.fell, self.state) {
            (true, State::Complete) => say!("carried-away"),
            (true, state) => say!("falls-but-checks-flight", state),
            (false, state) => say!("stands-checks-flight", state),
        }
    }
}
words::spoken!(CarriedAwayOutcome);

/// All that can be known before the dice.
#[derive(Clone, Copy, Debug)]
pub struct PreparedCarriedAway {
    /// `None`: too large, no roll.
    modifier: Option<i32>,
    state: State,
}

/// The procedure of being carried away.
#[derive(Clone, Copy, Debug)]
pub struct CarriedAway;

/// How many times as large as the fleeing a unit must be to be safe (08.03.3).
const SAFE: u32 = 3;

/// By which clause a unit of so many figures cannot be carried away by so many, if it cannot.
pub fn safe(figures: u16, fleeing: u16) -> Option<Clause> {
    (u32::from(figures) >= SAFE * u32::from(fleeing)).then(|| clause!("08.03.3"))
}

impl Procedure for CarriedAway {
    type Situation = CarriedAwaySituation;
    type Prepared = PreparedCarriedAway;
    type Outcome = CarriedAwayOutcome;

    const NAME: &'static str = "carried-away";

    fn title() -> Message {
        say!("title-carried-away")
    }

    fn check(s: &CarriedAwaySituation) -> Result<(), SituationError> {
        check_count("figures", s.figures.into(), 1)?;
        check_count("fleeing", s.fleeing.into(), 1)?;
        check_valour("valour", s.valour)?;
        if s.state == State::Complete {
            let by = clause!("08.03.1");
            return Err(impossible("state", say!("unit-fu-not-carried", by)));
        }
        Ok(())
    }

    fn prepare(s: &CarriedAwaySituation, r: &mut impl Record) -> PreparedCarriedAway {
        let (figures, fleeing) = (s.figures, s.fleeing);
        let safe = safe(figures, fleeing);
        let times = if safe.is_some() { "safe" } else { "less" };
        r.reckon(|| say!("reckon-carried", figures, fleeing, times), clause!("08.03.3"));
        if safe.is_some() {
            return PreparedCarriedAway { modifier: None, state: s.state };
        }
        r.clause(clause!("08.03.2"));
        let rows = &book::data().carried_rows;
        let mut t = Tally::new(r);
        if s.support {
            t.own(&rows.support, clause!("XVIII.a"));
        }
        if s.general {
            t.own(&rows.general, clause!("tables.general-with-unit"));
        }
        if s.cover {
            t.own(&rows.cover, clause!("XVIII.a"));
        }
        match s.state {
            State::Slight => t.own(&rows.slight, clause!("XVIII.a")),
            State::Disorder => t.own(&rows.disorder, clause!("XVIII.a")),
            State::Order | State::Complete => {}
        }
        t.valour(s.valour);
        PreparedCarriedAway { modifier: Some(t.sum), state: s.state }
    }

    fn resolve(p: &PreparedCarriedAway, d: &mut impl Dice, r: &mut impl Record) -> CarriedAwayOutcome {
        let Some(modifier) = p.modifier else {
            return CarriedAwayOutcome { state: p.state, fell: false, checks_flight: true };
        };
        let result = Roll::sum(d, r).with(modifier, clause!("08.03.2"), r);
        let (away, disorder) = book::data().carried;
        let brings = if result <= away {
            State::Complete
        } else if result <= disorder {
            State::Disorder
        } else {
            State::Order
        };
        r.reckon(|| say!("reckon-carried-result", result, state = brings), clause!("XVIII.a"));
        let state = worse_of(p.state, brings, clause!("XVIII.a"), r);
        CarriedAwayOutcome { state, fell: state > p.state, checks_flight: state != State::Complete }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "figures": 30, "fleeing": 20, "valour": 1, "support": true })
    }
}
