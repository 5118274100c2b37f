//! The turn: tactical initiative, and whether another sequence is played.

use super::dice::count_above;
use crate::book::SheetRef;
use crate::{Side, clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use umpire::{Dice, Die, Procedure, Readings, Record, SituationError, check_number};
use words::Message;

/// What whoever was side A in the round before adds to his die (initiative.1).
pub const LAST_A: i8 = 2;

umpire::choice!(
    /// What happens on a tie (initiative.2)?
    InitiativeTie { Reroll, LastDecides }
);

impl InitiativeTie {
    /// That of a battle.
    pub fn of(r: &Readings) -> InitiativeTie {
        InitiativeTie::pick(r.is(reading!("initiative-tie", "last-decides")))
    }
}

/// Both commanders-in-chief roll for the initiative. Dice: the first side's, the second side's; on a tie both again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InitiativeSituation {
    /// Initiative bonus of each side's commander-in-chief.
    #[serde(default)]
    pub bonus: [i8; 2],
    /// Who was side A in the round before; nobody in the first round.
    #[serde(default)]
    pub last: Option<Side>,
    #[serde(default)]
    pub tie: InitiativeTie,
}

/// Who decides which side is side A in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct InitiativeOutcome {
    /// `None` only where there are no more dice for a tie.
    pub decides: Option<Side>,
}

impl InitiativeOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self.decides {
            Some(side) => say!("initiative-decides", side),
            None => say!("initiative-tie"),
        }
    }
}
words::spoken!(InitiativeOutcome);

/// Rolling for the tactical initiative.
#[derive(Clone, Copy, Debug)]
pub struct Initiative;

impl Procedure for Initiative {
    type Situation = InitiativeSituation;
    /// What each side adds, and who decides a tie.
    type Prepared = ([i32; 2], Option<Side>);
    type Outcome = InitiativeOutcome;

    const NAME: &'static str = "initiative";

    fn title() -> Message {
        say!("title-initiative")
    }

    fn check(s: &InitiativeSituation) -> Result<(), SituationError> {
        s.bonus.iter().try_for_each(|b| check_number("bonus", (*b).into(), -10, 10))
    }

    fn prepare(s: &InitiativeSituation, r: &mut impl Record) -> ([i32; 2], Option<Side>) {
        let mut adds = s.bonus.map(i32::from);
        for (i, side) in ["a", "b"].into_iter().enumerate() {
            if adds[i] != 0 {
                r.modifier(side, say!("mod-initiative-bonus"), adds[i], clause!("initiative.1"));
            }
            if s.last == Some(Side::BOTH[i]) {
                adds[i] += i32::from(LAST_A);
                r.modifier(side, say!("mod-was-side-a"), LAST_A.into(), clause!("initiative.1"));
            }
        }
        (adds, s.last.filter(|_| s.tie == InitiativeTie::LastDecides))
    }

    fn resolve(p: &([i32; 2], Option<Side>), d: &mut impl Dice, r: &mut impl Record) -> InitiativeOutcome {
        loop {
            let [a, b] = [0, 1].map(|i: usize| {
                let face = d.roll(Die::D10);
                r.die(face);
                i32::from(face) + p.0[i]
            });
            r.reckon(|| say!("reckon-initiative", a, b), clause!("initiative.2"));
            let decides = match a.cmp(&b) {
                Ordering::Greater => Some(Side::A),
                Ordering::Less => Some(Side::B),
                Ordering::Equal => p.1,
            };
            if decides.is_some() || !d.again() {
                r.total("a", a);
                r.total("b", b);
                return InitiativeOutcome { decides };
            }
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "bonus": [1, 0], "last": "B" })
    }
}

/// A side's sequence bonus, as its commander-in-chief announced it (sequence-bonus.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SequenceBonus {
    #[schemars(range(min = 0, max = 10))]
    pub bonus: u8,
    /// It is subtracted.
    #[serde(default)]
    pub subtracted: bool,
}

/// Side A's roll at the end of a sequence. One die; none after the fifth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SequenceSituation {
    /// Sequences played in this round.
    #[schemars(range(min = 1, max = 5))]
    pub played: u8,
    #[serde(default)]
    pub a: SequenceBonus,
    #[serde(default)]
    pub b: SequenceBonus,
    /// The reference sheet that is played; the built-in one where nothing is said.
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// Whether another sequence is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SequenceOutcome {
    Another,
    Over,
}

impl SequenceOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            SequenceOutcome::Another => say!("sequence-another"),
            SequenceOutcome::Over => say!("sequence-over"),
        }
    }
}
words::spoken!(SequenceOutcome);

/// The test for another sequence.
#[derive(Clone, Copy, Debug)]
pub struct AnotherSequence;

impl Procedure for AnotherSequence {
    type Situation = SequenceSituation;
    /// The value that the die must not be above; nothing: there is never another.
    type Prepared = Option<i32>;
    type Outcome = SequenceOutcome;

    const NAME: &'static str = "another-sequence";

    fn title() -> Message {
        say!("title-another-sequence")
    }

    fn check(s: &SequenceSituation) -> Result<(), SituationError> {
        check_number("played", s.played.into(), 1, 5)?;
        check_number("a", s.a.bonus.into(), 0, 10)?;
        check_number("b", s.b.bonus.into(), 0, 10)
    }

    fn prepare(s: &SequenceSituation, r: &mut impl Record) -> Option<i32> {
        let numbers = s.sheet.numbers();
        let Some(value) = numbers.sequence(s.played) else {
            r.reckon(|| say!("reckon-last-sequence", played = s.played), clause!("sequence-test.1"));
            r.clause(clause!("tactical.1"));
            return None;
        };
        r.modifier("a", say!("mod-sequences-played", played = s.played), value, clause!("sequence-test.2"));
        super::stand_in(&s.sheet, "sequence.proposal", r);
        let mut sum = value;
        for (side, b) in [("a", s.a), ("b", s.b)] {
            if b.bonus > 0 {
                let by = if b.subtracted { -i32::from(b.bonus) } else { b.bonus.into() };
                sum += by;
                r.modifier(side, say!("mod-sequence-bonus"), by, clause!("sequence-bonus.1"));
            }
        }
        r.total("value", sum);
        Some(sum)
    }

    fn resolve(p: &Option<i32>, d: &mut impl Dice, r: &mut impl Record) -> SequenceOutcome {
        let Some(value) = *p else { return SequenceOutcome::Over };
        let another = count_above(value, 1, d, r) == 0;
        r.reckon(|| say!("reckon-sequence", value), clause!("sequence-test.2"));
        if another { SequenceOutcome::Another } else { SequenceOutcome::Over }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "played": 2, "a": { "bonus": 1 }, "b": { "bonus": 2, "subtracted": true } })
    }
}
