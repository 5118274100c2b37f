//! Two commanders fight a battle out, and a commander sits in a seat: the same in every book.

use crate::say;
use desk::{Fought, Game, Rules, Staff, Strength, commanders_seeds};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::marker::PhantomData;
use umpire::{Seat, Seed, Side};
use words::Message;

/// How a battle between two commanders went; a book says how its battles end.
#[derive(Clone, Debug)]
pub struct Played<E> {
    /// `None` if it was still undecided after the greatest number of turns.
    pub ended: Option<E>,
    pub turns: u32,
    /// Answers that were refused. A sound commander has none.
    pub refused: u32,
    /// The first of them, in words: what is to be mended.
    pub refusal: Option<String>,
    /// Answers given.
    pub answers: u32,
}

impl<E> Played<E> {
    /// The same as a battle of a series; the book says by whom and why it was won, and what was lost.
    pub(crate) fn fought(
        self,
        ended: impl FnOnce(E) -> (Option<Side>, String, Message),
        lost: [BTreeMap<&'static str, u64>; 2],
    ) -> Fought {
        let ended = self.ended.map(|e| {
            let (winner, name, why) = ended(e);
            (winner.map(|w| w.index() as u8), name, why)
        });
        Fought { turns: self.turns, refused: self.refused, ended, lost }
    }
}

/// A battle that two commanders can fight out.
pub(crate) trait FoughtOut: Rules<Answer: Clone + Debug> {
    type Ended: Clone;

    fn how_it_ended(&self) -> Option<&Self::Ended>;
    /// Is it broken off here, after so many turns?
    fn enough(&self, awaits: &Self::Awaits, most_turns: u32) -> bool;
    /// What is always accepted.
    fn nothing(&self, side: Side, awaits: &Self::Awaits) -> Option<Self::Answer>;
}

/// Lets two commanders fight a battle out, at most so many turns.
pub(crate) fn play<B: FoughtOut>(
    b: &mut B,
    most_turns: u32,
    mut decide: impl FnMut(&B, Side) -> Option<B::Answer>,
) -> Played<B::Ended> {
    let (mut refused, mut refusal, mut answers) = (0, None, 0);
    while let Some((side, awaits)) = b.pending().into_iter().next() {
        if b.enough(&awaits, most_turns) {
            break;
        }
        let Some(a) = decide(b, side) else { break };
        answers += 1;
        if let Err(r) = b.answer(side, a.clone()) {
            refused += 1;
            refusal.get_or_insert_with(|| format!("turn {}, side {side}, {a:?}: {r}", b.turn()));
            let Some(nothing) = b.nothing(side, &awaits) else { break };
            if b.answer(side, nothing).is_err() {
                break;
            }
        }
    }
    Played { ended: b.how_it_ended().cloned(), turns: b.turn(), refused, refusal, answers }
}

/// The seed of a battle of a series.
pub(crate) fn seed(series: u64, number: u64) -> Seed {
    Seed::new(format!("{series}/{number}"))
}

/// The two commanders of a battle of a series.
pub(crate) fn staffs<C>(
    strengths: [Strength; 2],
    series: u64,
    number: u64,
    commander: impl Fn(Strength, u64) -> C,
) -> [C; 2] {
    let own = commanders_seeds(series, number);
    [commander(strengths[0], own[0]), commander(strengths[1], own[1])]
}

/// Whoever decides for a side sits in a seat.
pub(crate) fn seated<B: Rules>(
    decide: impl FnMut(&B, Side) -> Option<B::Answer> + Send + 'static,
) -> Box<dyn Staff> {
    Box::new(Officer { decide, battle: PhantomData })
}

struct Officer<B, D> {
    decide: D,
    battle: PhantomData<fn(&B)>,
}

impl<B: Rules, D: FnMut(&B, Side) -> Option<B::Answer> + Send> Staff for Officer<B, D> {
    fn answer(&mut self, game: &dyn Game, seat: Seat) -> Option<Value> {
        let b = game.rules().downcast_ref::<B>()?;
        serde_json::to_value((self.decide)(b, Side::of(seat)?)?).ok()
    }
}

/// What a kind of losses is called, in books that count men and not elements.
pub(crate) fn kind_of_losses(lost: &'static str) -> Message {
    match lost {
        "infantry" => say!("lost-infantry"),
        "cavalry" => say!("lost-cavalry"),
        "gunners" => say!("lost-gunners"),
        "prisoners" => say!("lost-prisoners"),
        "fled" => say!("lost-fled"),
        "wagons" => say!("lost-wagons"),
        "generals" => say!("lost-generals"),
        other => Message::verbatim(other),
    }
}
