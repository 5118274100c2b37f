use crate::{Dice, DiceError, Die, HandDice, Record, Ruling, Silent, Unread, Why, read_value, say};
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use words::Message;

/// One thing a book resolves: a situation and dice give a ruling. It knows nothing of the table or the turn.
///
/// What does not depend on dice is computed once, in [`Procedure::prepare`]; the enumerator of exact odds then runs only
/// [`Procedure::resolve`] for each outcome.
pub trait Procedure {
    /// What the umpire must know to judge.
    type Situation: DeserializeOwned + JsonSchema;
    /// The situation weighed up: all that can be known before the dice.
    type Prepared;
    /// What comes of it.
    type Outcome: Serialize + Clone + Eq + Ord + Into<Message>;

    const NAME: &'static str;
    fn title() -> Message;

    /// Refuses a situation that cannot be; `Err` names the field and what would be right.
    fn check(_: &Self::Situation) -> Result<(), SituationError> {
        Ok(())
    }
    fn prepare(s: &Self::Situation, r: &mut impl Record) -> Self::Prepared;
    fn resolve(p: &Self::Prepared, d: &mut impl Dice, r: &mut impl Record) -> Self::Outcome;
    /// A situation to start from: what a player would most often ask.
    fn example() -> serde_json::Value;
}

/// A situation that cannot be judged.
#[derive(Clone, Debug, PartialEq)]
pub enum SituationError {
    Unreadable(Message),
    BadField {
        field: String,
        why: Message,
    },
    /// A field that must be there.
    Missing {
        field: String,
    },
    Impossible {
        field: &'static str,
        why: Message,
    },
    Dice(DiceError),
    Odds(WeighError),
}

impl SituationError {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            SituationError::Unreadable(why) => say!("situation-unreadable", why),
            SituationError::BadField { field, why } => say!("situation-field", field, why),
            SituationError::Missing { field } => say!("situation-lacks", field),
            SituationError::Impossible { field, why } => say!("situation-field", field = *field, why),
            SituationError::Dice(e) => e.message(),
            SituationError::Odds(e) => e.message(),
        }
    }
}
words::spoken!(SituationError);
impl std::error::Error for SituationError {}

impl From<DiceError> for SituationError {
    fn from(e: DiceError) -> SituationError {
        SituationError::Dice(e)
    }
}

impl From<WeighError> for SituationError {
    fn from(e: WeighError) -> SituationError {
        SituationError::Odds(e)
    }
}

/// Why a distribution cannot be given exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeighError {
    TooMany(u64),
    Overflow,
    NeverEnds,
    Unsteady,
}

impl WeighError {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            WeighError::TooMany(most) => say!("odds-too-many", most),
            WeighError::Overflow => say!("odds-overflow"),
            WeighError::NeverEnds => say!("odds-never-end"),
            WeighError::Unsteady => say!("odds-unsteady"),
        }
    }
}
words::spoken!(WeighError);
impl std::error::Error for WeighError {}

/// A ruling with the line that says it in words.
#[derive(Clone, Debug)]
pub struct Judged {
    pub ruling: Ruling,
    pub says: Message,
}

/// One outcome and its weight in the distribution of all outcomes.
#[derive(Clone, Debug)]
pub struct Weighed {
    pub result: serde_json::Value,
    pub says: Message,
    pub weight: u128,
}

/// Walks every outcome of a function of dice; the crate `odds` is one.
pub trait Weigher {
    fn weigh(&mut self, run: &mut dyn FnMut(&mut dyn Dice) -> u32) -> Result<Vec<(u32, u128)>, WeighError>;
}

/// A procedure of any book, for those who only know its name.
pub trait AnyProcedure: Sync {
    fn name(&self) -> &'static str;
    fn title(&self) -> Message;
    fn schema(&self) -> Schema;
    fn example(&self) -> serde_json::Value;
    /// Judges with dice given by hand, which must come out even.
    fn judge_by_hand(&self, situation: &serde_json::Value, dice: Vec<u8>) -> Result<Judged, SituationError>;
    /// Judges with dice from anywhere.
    fn judge(&self, situation: &serde_json::Value, dice: &mut dyn Dice) -> Result<Judged, SituationError>;
    /// The exact distribution of outcomes.
    fn weigh(
        &self,
        situation: &serde_json::Value,
        w: &mut dyn Weigher,
    ) -> Result<Vec<Weighed>, SituationError>;
}

/// Judges a typed situation and writes the ruling.
pub fn judge<P: Procedure>(s: &P::Situation, d: &mut impl Dice) -> (P::Outcome, Ruling) {
    let mut r = Ruling::new(P::NAME);
    let p = P::prepare(s, &mut r);
    let o = P::resolve(&p, d, &mut r);
    r.result = serde_json::to_value(&o).unwrap_or(serde_json::Value::Null);
    (o, r)
}

struct ByDyn<'a>(&'a mut dyn Dice);
impl Dice for ByDyn<'_> {
    fn roll(&mut self, die: Die) -> u8 {
        self.0.roll(die)
    }
    fn sum(&mut self, n: u8, die: Die) -> u16 {
        self.0.sum(n, die)
    }
    fn sum_seen(&mut self, n: u8, die: Die, seen: &mut dyn FnMut(u8)) -> u16 {
        self.0.sum_seen(n, die, seen)
    }
    fn reach(&mut self, die: Die, least: u8) -> u8 {
        self.0.reach(die, least)
    }
    fn count_seen(&mut self, n: u8, die: Die, least: u8, seen: &mut dyn FnMut(u8)) -> u8 {
        self.0.count_seen(n, die, least, seen)
    }
    fn again(&mut self) -> bool {
        self.0.again()
    }
}

// What is the same for every procedure is compiled once; there are two hundred of them.

fn read<P: Procedure>(v: &serde_json::Value) -> Result<P::Situation, SituationError> {
    check_form(v)?;
    let s: P::Situation = read_value(v).map_err(situation_error)?;
    P::check(&s)?;
    Ok(s)
}

fn check_form(v: &serde_json::Value) -> Result<(), SituationError> {
    // A list would be taken for the fields in their order.
    if v.is_object() { Ok(()) } else { Err(SituationError::Unreadable(say!("situation-is-object"))) }
}

fn situation_error(e: Unread) -> SituationError {
    match (e.field.as_str(), &e.why) {
        ("", Why::Missing { name }) => SituationError::Missing { field: (*name).to_owned() },
        (at, Why::Missing { name }) => SituationError::Missing { field: [at, name].join(".") },
        ("", why) => SituationError::Unreadable(why.message()),
        (_, why) => SituationError::BadField { why: why.message(), field: e.field },
    }
}

fn judge_by_hand(
    p: &dyn AnyProcedure,
    situation: &serde_json::Value,
    dice: Vec<u8>,
) -> Result<Judged, SituationError> {
    let mut d = HandDice::new(dice);
    let j = p.judge(situation, &mut d)?;
    d.finish()?;
    Ok(j)
}

/// The weights of outcomes by the places at which they were first seen.
struct Weights(BTreeMap<u32, u128>);

impl Weights {
    fn new(found: Vec<(u32, u128)>) -> Weights {
        Weights(found.into_iter().collect())
    }

    fn of(&self, place: u32) -> Option<u128> {
        self.0.get(&place).copied()
    }
}

impl<P: Procedure + Sync> AnyProcedure for std::marker::PhantomData<P>
where
    std::marker::PhantomData<P>: Sync,
{
    fn name(&self) -> &'static str {
        P::NAME
    }
    fn title(&self) -> Message {
        P::title()
    }
    fn schema(&self) -> Schema {
        schemars::schema_for!(P::Situation)
    }
    fn example(&self) -> serde_json::Value {
        P::example()
    }
    fn judge_by_hand(&self, situation: &serde_json::Value, dice: Vec<u8>) -> Result<Judged, SituationError> {
        judge_by_hand(self, situation, dice)
    }
    fn judge(&self, situation: &serde_json::Value, dice: &mut dyn Dice) -> Result<Judged, SituationError> {
        let s = read::<P>(situation)?;
        let (o, ruling) = judge::<P>(&s, &mut ByDyn(dice));
        Ok(Judged { ruling, says: o.into() })
    }
    fn weigh(
        &self,
        situation: &serde_json::Value,
        w: &mut dyn Weigher,
    ) -> Result<Vec<Weighed>, SituationError> {
        let s = read::<P>(situation)?;
        let p = P::prepare(&s, &mut Silent);
        // In the order of the outcomes, each with the place at which it was first seen. A list that is kept in order is much less to
        // compile for each procedure than a tree.
        let mut seen: Vec<(P::Outcome, u32)> = Vec::new();
        let found = w.weigh(&mut |d| {
            let o = P::resolve(&p, &mut ByDyn(d), &mut Silent);
            match seen.binary_search_by(|(known, _)| known.cmp(&o)) {
                Ok(at) => seen[at].1,
                Err(at) => {
                    let next = seen.len() as u32;
                    seen.insert(at, (o, next));
                    next
                }
            }
        })?;
        let weights = Weights::new(found);
        let mut all = Vec::new();
        for (o, place) in seen {
            // One that was only ever rolled again has no weight.
            if let Some(weight) = weights.of(place) {
                let result = serde_json::to_value(&o).unwrap_or(serde_json::Value::Null);
                all.push(Weighed { result, says: o.into(), weight });
            }
        }
        Ok(all)
    }
}
