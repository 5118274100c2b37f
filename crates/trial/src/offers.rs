//! What is offered is accepted; what is refused changes nothing, not even the dice.

use crate::{SEATS, Trial, noise, state, times};
use desk::board::{Act, Stroke};
use desk::{Entry, Seating};
use serde_json::Value;
use umpire::{Seat, Seeded};

/// Offers tried of one question.
const MOST: usize = 12;

/// Every offer, of whatever seat, is accepted as it stands; what has only one answer is not asked.
pub fn are_accepted(entry: &'static Entry) {
    let mut tried = 0;
    for n in 0..entry.book.shipped.len() as u64 * times() {
        let seating = if n % 2 == 0 { Seating::SIDES_ONLY } else { Seating::WITH_UMPIRE };
        let mut t = Trial::of(entry, n as usize, n, seating);
        for _ in 0..10 {
            for ask in t.game.asks() {
                assert!(!ask.says.is_empty() && !ask.asks.is_empty(), "{t:?}: {} is asked nothing", ask.seat);
                let settled = ask.complete && ask.offers.len() == 1;
                assert!(!settled, "{t:?}: {} is asked what has one answer: {}", ask.seat, ask.says);
                let every = ask.offers.len().div_ceil(MOST);
                for offer in ask.offers.iter().step_by(every.max(1)) {
                    let mut copy = t.game.snapshot();
                    let taken = copy.answer(ask.seat, offer);
                    assert!(
                        taken.is_ok(),
                        "{t:?}: {} is offered {offer} and refused it: {taken:?}",
                        ask.seat
                    );
                    tried += 1;
                }
            }
            for seat in SEATS {
                for p in t.game.prompts(seat) {
                    let standing = p.sketch.and_then(|s| s.answer);
                    for answer in p.offers.iter().take(MOST).map(|o| &o.answer).chain(&standing) {
                        let taken = t.game.snapshot().answer(seat, answer);
                        assert!(taken.is_ok(), "{t:?}: the page of {seat} has {answer}, refused: {taken:?}");
                    }
                }
            }
            if !t.go_on() {
                break;
            }
        }
    }
    assert!(tried > 20, "{}: only {tried} offers", entry.book.id);
}

/// A ready answer can be taken onto the sheet, and what the sheet then comes to is accepted. Taken below something that was
/// drawn, it leaves that as it is or can be sent itself.
pub fn fill_the_sheet(entry: &'static Entry) {
    let mut filled = 0;
    for n in 0..entry.book.shipped.len() as u64 * times() {
        let mut t = Trial::of(entry, n as usize, n, Seating::SIDES_ONLY);
        for _ in 0..10 {
            for seat in SEATS {
                for p in t.game.prompts(seat) {
                    let Some(blank) = p.sketch.filter(|_| !p.standing) else { continue };
                    let mut draft = blank.draft;
                    for o in p.offers.iter().filter(|o| !o.ends).take(MOST) {
                        let act = Act::Fill { answer: o.answer.clone() };
                        let stroke = Stroke { asks: p.asks.clone(), draft, pieces: Vec::new(), act };
                        let s = t.game.sketch(seat, &stroke).unwrap_or_else(|e| {
                            panic!("{t:?}: {} cannot be taken onto the sheet of {seat}: {e}", o.answer)
                        });
                        let answer =
                            s.answer.unwrap_or_else(|| panic!("{t:?}: {} fills nothing of {seat}", o.answer));
                        let taken = t.game.snapshot().answer(seat, &answer);
                        assert!(
                            taken.is_ok(),
                            "{t:?}: {seat} took {} and may not send it: {taken:?}",
                            o.answer
                        );
                        draft = s.draft;
                        filled += 1;
                    }
                }
            }
            if !t.go_on() {
                break;
            }
        }
    }
    assert!(filled > 5, "{}: only {filled} offers filled a sheet", entry.book.id);
}

/// Twisted answers of every seat at every question. What is taken plays on; what is refused changes nothing.
pub fn refused_change_nothing(entry: &'static Entry) {
    let (mut taken, mut refused) = (0u32, 0u32);
    for n in 0..3 * times() {
        let r = &mut Seeded::from_number(n);
        let mut t = Trial::of(entry, n as usize, n, Seating::WITH_UMPIRE);
        for _ in 0..10 {
            let Some((seat, right)) = t.next_answer() else { break };
            let asks = t.game.asks();
            let says: Vec<&Value> =
                asks.iter().filter(|a| a.seat == Seat::Umpire).flat_map(|a| &a.offers).collect();
            let mut hurt = t.game.snapshot();
            let before = state(&*hurt);
            for _ in 0..10 {
                let (from, by) = match r.below(12) {
                    0 => (&right, Seat::Side(r.below(256) as u8)),
                    1 => (&right, Seat::Spectator),
                    2 | 3 if !says.is_empty() => (noise::one(&says, r), Seat::Umpire),
                    _ => (&right, seat),
                };
                let v = if r.below(10) == 0 { noise::value(r) } else { noise::twisted(from, r) };
                let mut copy = t.game.snapshot();
                if copy.answer(by, &v).is_ok() {
                    taken += 1;
                    // Whatever was let in can be looked at and played on.
                    let _ = (state(&*copy), copy.asks());
                    continue;
                }
                let refusal = hurt.answer(by, &v).expect_err("refused before");
                assert!(!refusal.reason.is_empty(), "{t:?}: {v} is refused without a reason");
                assert_eq!(state(&*hurt), before, "{t:?}: {v} of {by} was refused and changed something");
                refused += 1;
            }
            // Nor the dice: it goes on as if nothing had been said.
            let mut whole = t.game.snapshot();
            for g in [&mut hurt, &mut whole] {
                g.answer(seat, &right).unwrap_or_else(|e| panic!("{t:?}: {right} of {seat} is refused: {e}"));
            }
            assert_eq!(state(&*hurt), state(&*whole), "{t:?}: refused answers changed what came next");
            t.give(seat, right);
        }
    }
    assert!(refused > 50, "{}: {taken} taken, {refused} refused", entry.book.id);
}
