//! Exact odds beside the answers that roll dice. The dice are walked through the procedure that plays; nothing is reckoned twice.

use crate::board::Chance;
use odds::{Enumerator, Fraction, Tally, odds_of, weigh};
use umpire::Procedure;
use words::Message;

/// Everything that may come of a situation, the likeliest first. Outcomes that are said alike count as one; of a situation that
/// cannot be weighed nothing is said.
pub fn chances<P: Procedure>(s: &P::Situation, says: impl Fn(&P::Outcome) -> Message) -> Vec<Chance> {
    odds_of::<P>(s).map_or_else(|_| Vec::new(), |tally| in_words(&tally, says))
}

/// The same of several rolls that are made together.
pub fn chances_of<O: Ord>(
    run: impl FnMut(&mut Enumerator) -> O,
    says: impl Fn(&O) -> Message,
) -> Vec<Chance> {
    weigh(run).map_or_else(|_| Vec::new(), |tally| in_words(&tally, says))
}

fn in_words<O>(tally: &Tally<O>, says: impl Fn(&O) -> Message) -> Vec<Chance> {
    let mut all: Vec<(Message, u128)> = Vec::new();
    for (outcome, weight) in &tally.outcomes {
        let says = says(outcome);
        match all.iter_mut().find(|(said, _)| *said == says) {
            Some((_, sum)) => *sum += weight,
            None => all.push((says, *weight)),
        }
    }
    all.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
    let chance = |(says, weight)| {
        let share = Fraction::new(weight, tally.total);
        Chance { says, share: share.share(), exact: share.to_string() }
    };
    all.into_iter().map(chance).collect()
}
