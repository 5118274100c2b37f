use crate::{Enumerator, Fraction, fraction::gcd};
use serde_json::Value;
use std::collections::HashMap;
use umpire::{AnyProcedure, Procedure, Silent, SituationError, WeighError};

/// Every outcome of one type with its whole-number weight, in the order of the outcomes and in lowest terms. The weights
/// add up to the total exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally<O> {
    pub total: u128,
    pub outcomes: Vec<(O, u128)>,
}

impl<O: Ord> Tally<O> {
    /// The chance of an outcome; of one that cannot happen, zero.
    pub fn chance(&self, outcome: &O) -> Fraction {
        let weight =
            self.outcomes.binary_search_by(|(o, _)| o.cmp(outcome)).map_or(0, |i| self.outcomes[i].1);
        Fraction::new(weight, self.total)
    }
}

/// Gathers the outcomes of all ways. The outcomes are kept in order; neighbouring ways mostly end alike, so the place of
/// the last one is tried first.
#[inline]
pub(crate) fn gather<O: Ord>(
    e: &mut Enumerator,
    run: impl FnMut(&mut Enumerator) -> O,
) -> Result<Tally<O>, WeighError> {
    let found = std::cell::RefCell::new(Vec::<(O, u128)>::with_capacity(8));
    let mut last = 0;
    e.walk(
        run,
        |o, weight| {
            let mut f = found.borrow_mut();
            if f.get(last).is_none_or(|x| x.0 != o) {
                last = match f.binary_search_by(|x| x.0.cmp(&o)) {
                    Ok(i) => i,
                    Err(i) => {
                        f.insert(i, (o, 0));
                        i
                    }
                };
            }
            f[last].1 = f[last].1.checked_add(weight)?;
            Some(())
        },
        |grow| {
            for (_, w) in found.borrow_mut().iter_mut() {
                *w = w.checked_mul(grow)?;
            }
            Some(())
        },
    )?;
    let mut outcomes = found.into_inner();
    let mut total: u128 = 0;
    let mut shared = 0;
    for (_, w) in &outcomes {
        total = total.checked_add(*w).ok_or(WeighError::Overflow)?;
        if shared != 1 {
            shared = gcd(*w, shared);
        }
    }
    if shared > 1 {
        total /= shared;
        for (_, w) in &mut outcomes {
            *w /= shared;
        }
    }
    Ok(Tally { total, outcomes })
}

/// The exact distribution of any function of dice.
pub fn weigh<O: Ord>(run: impl FnMut(&mut Enumerator) -> O) -> Result<Tally<O>, WeighError> {
    gather(&mut Enumerator::new(), run)
}

/// The exact distribution of a procedure's outcomes. The situation is weighed up once and resolved for every way the dice
/// can fall, by the code that plays.
#[inline]
pub fn odds_of<P: Procedure>(s: &P::Situation) -> Result<Tally<P::Outcome>, SituationError> {
    P::check(s)?;
    let p = P::prepare(s, &mut Silent);
    Ok(weigh(|d| P::resolve(&p, d, &mut Silent))?)
}

/// One outcome for those who show odds: as data, in words, and its weight out of the total.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    pub result: Value,
    pub says: String,
    pub weight: u128,
}

/// The odds of a procedure known by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    pub total: u128,
    pub outcomes: Vec<Chance>,
}

/// One outcome in two situations.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    pub result: Value,
    pub says: String,
    pub first: Fraction,
    pub second: Fraction,
}

impl Odds {
    /// The exact odds of a situation given as data.
    pub fn of(p: &dyn AnyProcedure, situation: &Value) -> Result<Odds, SituationError> {
        let mut total: u128 = 0;
        let mut outcomes = Vec::new();
        for w in p.weigh(situation, &mut Enumerator::new())? {
            total = total.checked_add(w.weight).ok_or(WeighError::Overflow)?;
            outcomes.push(Chance { result: w.result, says: w.says.to_string(), weight: w.weight });
        }
        Ok(Odds { total, outcomes })
    }

    pub fn chance(&self, c: &Chance) -> Fraction {
        Fraction::new(c.weight, self.total)
    }

    /// For a reader: results that are told in the same words are one row, where the first of them stood, and the words are its result.
    pub fn told(&self) -> Odds {
        let mut outcomes: Vec<Chance> = Vec::with_capacity(self.outcomes.len());
        let mut rows = HashMap::new();
        for c in &self.outcomes {
            let row = *rows.entry(c.says.as_str()).or_insert(outcomes.len());
            match outcomes.get_mut(row) {
                Some(same) => same.weight += c.weight,
                None => outcomes.push(Chance { result: Value::String(c.says.clone()), ..c.clone() }),
            }
        }
        Odds { total: self.total, outcomes }
    }

    /// Two situations side by side: every outcome of either, the first's in its order, then what only the second has.
    pub fn compare(&self, second: &Odds) -> Vec<Compared> {
        let of = |o: &Odds, result: &Value| {
            o.outcomes.iter().find(|c| c.result == *result).map_or(Fraction::ZERO, |c| o.chance(c))
        };
        let only_second =
            second.outcomes.iter().filter(|c| !self.outcomes.iter().any(|x| x.result == c.result));
        self.outcomes
            .iter()
            .chain(only_second)
            .map(|c| Compared {
                result: c.result.clone(),
                says: c.says.clone(),
                first: of(self, &c.result),
                second: of(second, &c.result),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn chance(result: Value, says: &str, weight: u128) -> Chance {
        Chance { result, says: says.into(), weight }
    }

    /// Two results that differ in a number nobody reads are one row, and compared by what is read.
    #[test]
    fn what_reads_the_same_is_one_row() {
        let outcomes = vec![
            chance(json!({ "value": 1 }), "it holds", 2),
            chance(json!({ "value": 2 }), "it runs", 1),
            chance(json!({ "value": 3 }), "it holds", 3),
        ];
        let odds = Odds { total: 6, outcomes };
        let told = odds.told();
        assert_eq!(
            told.outcomes,
            [chance("it holds".into(), "it holds", 5), chance("it runs".into(), "it runs", 1)]
        );
        assert_eq!(told.total, 6);
        let certain = Odds { total: 1, outcomes: vec![chance(json!({ "value": 9 }), "it holds", 1)] };
        let rows: Vec<_> =
            told.compare(&certain.told()).into_iter().map(|c| (c.says, c.first, c.second)).collect();
        let of = Fraction::new;
        assert_eq!(
            rows,
            [("it holds".into(), of(5, 6), of(1, 1)), ("it runs".into(), of(1, 6), Fraction::ZERO)]
        );
    }
}
