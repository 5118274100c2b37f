//! The tests of the book: dice against a value, dice that disorder, dice that reorganise (dice.1 to dice.6), and half a loss.

use super::{Within, check_disorder, check_metres, inside};
use crate::disorder;
pub use crate::disorder::NEAR_ENEMY;
use crate::unit::Bases;
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Die, Procedure, Record, SituationError, check_number};
use words::Message;

/// The value that a test is against, by its letter (dice.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum Letter {
    /// Melee value.
    N,
    /// Ability of an officer.
    E,
    /// Training.
    T,
    /// Officer value of a unit.
    O,
    /// Morale.
    M,
}

impl Letter {
    /// As a test is written.
    pub fn code(self) -> &'static str {
        match self {
            Letter::N => "N",
            Letter::E => "E",
            Letter::T => "T",
            Letter::O => "O",
            Letter::M => "M",
        }
    }
}

/// A value to be tested, as it is after all that changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Against {
    pub letter: Letter,
    pub value: i32,
}

impl Against {
    pub fn new(letter: Letter, value: impl Into<i32>) -> Against {
        Against { letter, value: value.into() }
    }

    /// How many of so many dice pass: a die does if it shows no more than the value; a 1 always, a 10 never (dice.2, dice.3).
    pub fn passes(self, dice: u8, d: &mut impl Dice, r: &mut impl Record) -> u8 {
        if dice > 0 && !(1..=9).contains(&self.value) {
            r.reckon(|| say!("reckon-automatic", value = self.value), clause!("dice.3"));
        }
        dice - count_above(self.value, dice, d, r)
    }

    /// A test with so many dice of which so many must pass (dice.4).
    pub fn pass(self, dice: u8, needed: u8, d: &mut impl Dice, r: &mut impl Record) -> bool {
        let passed = self.passes(dice, d, r);
        r.reckon(
            || say!("reckon-test", test = self.written(dice, needed), value = self.value, dice, passed),
            clause!("dice.4"),
        );
        passed >= needed
    }

    /// A test that only disorders: one U for each die above the value (dice.5).
    pub fn disorders(self, dice: u8, d: &mut impl Dice, r: &mut impl Record) -> u8 {
        let gained = dice - self.passes(dice, d, r);
        if dice > 0 {
            let test = || format!("{}{dice}/U", self.letter.code());
            r.reckon(
                || say!("reckon-disorder-test", test = test(), value = self.value, dice, gained),
                clause!("dice.5"),
            );
        }
        gained
    }

    /// Reorganising: the number of dice that are not above the value (dice.6).
    pub fn recovers(self, dice: u8, d: &mut impl Dice, r: &mut impl Record) -> u8 {
        let removed = self.passes(dice, d, r);
        let test = || format!("{}{dice}", self.letter.code());
        r.reckon(
            || say!("reckon-reorganising", test = test(), value = self.value, dice, removed),
            clause!("dice.6"),
        );
        removed
    }

    fn written(self, dice: u8, needed: u8) -> String {
        format!("{}{dice}/{needed}", self.letter.code())
    }
}

/// How many dice fail against a value, whatever the letter: tests of guns, cover and the like too (dice.3).
pub(super) fn count_above(value: i32, dice: u8, d: &mut impl Dice, r: &mut impl Record) -> u8 {
    let most = value.clamp(1, 9) as u8;
    d.count_seen(dice, Die::D10, most + 1, &mut |face| r.die(face))
}

/// U after more of them; the surplus over 8 is lost (disorder.1).
pub fn disordered(had: u8, gained: u8, r: &mut impl Record) -> u8 {
    let added = disorder::add(had, gained);
    if added.lost > 0 {
        r.reckon(|| say!("reckon-most-disorder", most = added.now, lost = added.lost), added.by);
    }
    added.now
}

/// A unit's training as it is tested: less its active U with an enemy near (disorder.3).
pub fn trained(
    training: u8,
    disorder: u8,
    enemy: Option<f64>,
    within: Within,
    r: &mut impl Record,
) -> Against {
    let near = disorder > 0 && enemy.is_some_and(|m| inside(within, m, NEAR_ENEMY, r));
    let tested = disorder::tested(training, disorder, near);
    if near {
        r.modifier("unit", say!("mod-disorder-near-enemy"), -i32::from(disorder), tested.by);
    }
    Against::new(Letter::T, tested.value)
}

/// Losses as tables give them, in halves (losses.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Halves(pub u16);

impl Halves {
    /// As it is written: 1.5.
    pub fn shown(self) -> f64 {
        f64::from(self.0) / 2.0
    }

    /// Whole losses: a half is a loss on 1 to 5 (losses.3, melee-loss.3).
    pub fn rolled(self, d: &mut impl Dice, r: &mut impl Record) -> u8 {
        let whole = (self.0 / 2).min(u16::from(u8::MAX)) as u8;
        if self.0 % 2 == 0 {
            return whole;
        }
        let face = d.reach(Die::D10, HALF + 1);
        r.die(face);
        let more = face <= HALF;
        let losses = whole + u8::from(more);
        r.reckon(|| say!("reckon-half-loss", halves = self.shown(), face, losses), clause!("melee-loss.3"));
        r.clause(clause!("losses.3"));
        losses
    }
}

/// The highest face on which half a loss is one (melee-loss.3).
pub const HALF: u8 = 5;

/// A test of any value. Dice: as many as it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TestSituation {
    pub letter: Letter,
    /// The value, after all that changes it.
    #[schemars(range(min = -20, max = 20))]
    pub value: i8,
    #[schemars(range(min = 1, max = 10))]
    pub dice: u8,
    /// How many of the dice must pass.
    #[schemars(range(min = 1, max = 10))]
    pub needed: u8,
}

/// How a test went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct TestOutcome {
    pub passed: bool,
    /// Dice that passed.
    pub passes: u8,
}

impl TestOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let passes = self.passes;
        if self.passed { say!("test-passed", passes) } else { say!("test-failed", passes) }
    }
}
words::spoken!(TestOutcome);

/// A test: letter, dice, successes.
#[derive(Clone, Copy, Debug)]
pub struct Test;

impl Procedure for Test {
    type Situation = TestSituation;
    type Prepared = TestSituation;
    type Outcome = TestOutcome;

    const NAME: &'static str = "test";

    fn title() -> Message {
        say!("title-test")
    }

    fn check(s: &TestSituation) -> Result<(), SituationError> {
        check_number("value", s.value.into(), -20, 20)?;
        check_number("dice", s.dice.into(), 1, 10)?;
        check_number("needed", s.needed.into(), 1, s.dice.into())
    }

    fn prepare(s: &TestSituation, r: &mut impl Record) -> TestSituation {
        r.reckon(|| say!("reckon-ten-sided", dice = s.dice), clause!("dice.1"));
        *s
    }

    fn resolve(s: &TestSituation, d: &mut impl Dice, r: &mut impl Record) -> TestOutcome {
        let against = Against::new(s.letter, s.value);
        let passes = against.passes(s.dice, d, r);
        r.reckon(|| say!("reckon-not-above", value = s.value, passes), clause!("dice.2"));
        r.reckon(
            || {
                let test = against.written(s.dice, s.needed);
                say!("reckon-test", test, value = s.value, dice = s.dice, passed = passes)
            },
            clause!("dice.4"),
        );
        TestOutcome { passed: passes >= s.needed, passes }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "letter": "T", "value": 5, "dice": 2, "needed": 1 })
    }
}

/// A test that only disorders, such as T2/U. Dice: as many as it says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DisorderTestSituation {
    pub letter: Letter,
    #[schemars(range(min = 0, max = 12))]
    pub value: u8,
    #[schemars(range(min = 1, max = 20))]
    pub dice: u8,
    /// Active U that it has.
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    /// Metres to the nearest enemy; nothing if there is none.
    #[serde(default)]
    pub enemy: Option<f64>,
    #[serde(default)]
    pub within: Within,
}

/// What a test for disorder comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Disordered {
    /// U by the dice.
    pub gained: u8,
    /// U that it has now.
    pub disorder: u8,
}

impl Disordered {
    /// In words.
    pub fn message(&self) -> Message {
        say!("disordered", gained = self.gained, disorder = self.disorder)
    }
}
words::spoken!(Disordered);

/// A test that only disorders.
#[derive(Clone, Copy, Debug)]
pub struct DisorderTest;

impl Procedure for DisorderTest {
    type Situation = DisorderTestSituation;
    /// What it is against, with how many dice, and the U it has.
    type Prepared = (Against, u8, u8);
    type Outcome = Disordered;

    const NAME: &'static str = "disorder-test";

    fn title() -> Message {
        say!("title-disorder-test")
    }

    fn check(s: &DisorderTestSituation) -> Result<(), SituationError> {
        check_number("value", s.value.into(), 0, 12)?;
        check_number("dice", s.dice.into(), 1, 20)?;
        check_disorder("disorder", s.disorder)?;
        check_metres("enemy", s.enemy)
    }

    fn prepare(s: &DisorderTestSituation, r: &mut impl Record) -> (Against, u8, u8) {
        let against = match s.letter {
            Letter::T => trained(s.value, s.disorder, s.enemy, s.within, r),
            letter => Against::new(letter, s.value),
        };
        (against, s.dice, s.disorder)
    }

    fn resolve(p: &(Against, u8, u8), d: &mut impl Dice, r: &mut impl Record) -> Disordered {
        let gained = p.0.disorders(p.1, d, r);
        Disordered { gained, disorder: disordered(p.2, gained, r) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "letter": "T", "value": 5, "dice": 2, "disorder": 1, "enemy": 150 })
    }
}

/// Bases of a unit that takes losses. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LossesSituation {
    #[schemars(range(min = 1, max = 6))]
    pub bases: u8,
    /// One of them carries a single loss.
    #[serde(default)]
    pub marked: bool,
    #[schemars(range(max = 100))]
    pub losses: u8,
}

/// What is left of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Left {
    pub bases: u8,
    /// One of them carries a single loss.
    pub marked: bool,
}

impl Left {
    /// No base is left.
    pub fn eliminated(&self) -> bool {
        self.bases == 0
    }

    /// In words.
    pub fn message(&self) -> Message {
        if self.eliminated() {
            return say!("left-none");
        }
        if self.marked {
            say!("left-marked", bases = self.bases)
        } else {
            say!("left-unmarked", bases = self.bases)
        }
    }
}
words::spoken!(Left);

/// What losses leave of bases of which one may be marked.
pub fn after_losses(bases: u8, marked: bool, losses: u8) -> Left {
    let mut b = Bases { start: bases, now: bases, marked };
    for _ in 0..losses {
        if b.take().is_none() {
            break;
        }
    }
    Left { bases: b.now, marked: b.marked }
}

/// Taking losses.
#[derive(Clone, Copy, Debug)]
pub struct TakeLosses;

impl Procedure for TakeLosses {
    type Situation = LossesSituation;
    type Prepared = Left;
    type Outcome = Left;

    const NAME: &'static str = "take-losses";

    fn title() -> Message {
        say!("title-take-losses")
    }

    fn check(s: &LossesSituation) -> Result<(), SituationError> {
        check_number("bases", s.bases.into(), 1, 6)?;
        check_number("losses", s.losses.into(), 0, 100)
    }

    fn prepare(s: &LossesSituation, r: &mut impl Record) -> Left {
        let mut b = Bases { start: s.bases, now: s.bases, marked: s.marked };
        for n in 1..=s.losses {
            let Some(taken) = b.take() else { break };
            r.reckon(
                || if taken.removed { say!("reckon-base-removed", n) } else { say!("reckon-base-marked", n) },
                taken.by,
            );
        }
        Left { bases: b.now, marked: b.marked }
    }

    fn resolve(p: &Left, _: &mut impl Dice, _: &mut impl Record) -> Left {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "bases": 4, "marked": true, "losses": 2 })
    }
}
