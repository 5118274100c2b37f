//! Where the dice come from: a seed of everybody's parts, sealed beforehand, or the players' own hands.

use crate::{SEATS, Trial, same_state, state, times};
use desk::{Entry, Lot, Seating, Verdict};
use serde_json::{Value, json};
use umpire::Seat;

const PARTS: Seating = Seating { parts: true, ..Seating::SIDES_ONLY };
const OWN: Seating = Seating { own_dice: true, ..Seating::SIDES_ONLY };
const BOTH: [Seat; 2] = [Seat::Side(0), Seat::Side(1)];

fn part(text: &str) -> Value {
    json!({ "do": "part", "part": text })
}

/// Nothing of a battle is to be seen but its ground before every seat has given its part; the parts decide the dice, and the seal
/// is the same whatever they are.
pub fn of_everybodys_parts(entry: &'static Entry) {
    let begun = |parts: [&str; 2]| {
        let mut t = Trial::of(entry, 0, 0, PARTS);
        t.game.record(&SEATS);
        for (seat, text) in BOTH.into_iter().zip(parts) {
            assert_eq!(t.game.lot(seat), Some(Lot::Part), "{t:?}: {seat} is not asked for its part");
            assert!((t.game.events_len(), t.game.turn()) == (0, 0), "{t:?}: something has happened");
            assert!(SEATS.iter().all(|s| t.game.board(*s).pieces.is_empty()), "{t:?}: troops are seen");
            assert!(SEATS.iter().all(|s| t.game.take_moments(*s).is_empty()), "{t:?}: it is filmed");
            let before = state(&*t.game);
            for wrong in [json!({ "do": "roll", "die": 1 }), part(""), part(&"x".repeat(101)), json!({})] {
                assert!(t.game.answer(seat, &wrong).is_err(), "{t:?}: {wrong} is taken");
            }
            assert!(t.game.answer(Seat::Spectator, &part("mine")).is_err(), "{t:?}: a spectator takes part");
            assert_eq!(state(&*t.game), before, "{t:?}: a refused part changes something");
            t.give(seat, part(text));
            let again = t.game.answer(seat, &part("another"));
            assert!(again.is_err(), "{t:?}: {seat} gives its part twice");
        }
        assert!(t.game.events_len() > 0 || entry.book.id == toy::BOOK.id, "{t:?}: it does not begin");
        assert!(t.game.proof().is_none(), "{t:?}: the host's part is told before the end");
        assert!(
            SEATS.iter().all(|s| !t.game.take_moments(*s).is_empty()),
            "{t:?}: its beginning is not filmed"
        );
        let key = t.game.seal().map(str::to_owned);
        (t, key)
    };
    let ((mut a, seal), (mut same, _), (mut other, another)) =
        (begun(["x", "y"]), begun(["x", "y"]), begun(["x", "z"]));
    assert_eq!(seal, another, "{a:?}: the seal hangs on what is said after it");
    // The same answers, as long as they are lawful in both.
    let mut differ = false;
    while a.file.answers.len() < 400 {
        let Some((seat, answer)) = a.next_answer() else { break };
        a.give(seat, answer.clone());
        same.give(seat, answer.clone());
        assert_eq!(a.game.past(), same.game.past(), "{a:?}: the same parts give other dice");
        if other.game.answer(seat, &answer).is_err() || other.game.past() != a.game.past() {
            differ = true;
            break;
        }
    }
    assert!(differ, "{a:?}: another part gives the same dice");
    a.file.seal(&*a.game);
    assert!(matches!(a.file.verify(&[entry.book]), Verdict::True { .. }), "{a:?}: it is not what it claims");
    let proof = a.file.proof(&[entry.book]).expect("a book that is there");
    assert_eq!((Some(&proof.seal), proof.parts.len()), (seal.as_ref(), 2));
    assert_eq!(proof.sealed(), proof.seal);
    let mut exchanged = a.file.clone();
    exchanged.scenario.push('\n');
    let proof = exchanged.proof(&[entry.book]).expect("a book that is there");
    assert_ne!(Some(proof.seal), seal, "{a:?}: the scenario can be exchanged");
}

fn comes_out_the_same(t: &Trial) {
    let again = t.file.open(&[t.entry.book]).unwrap_or_else(|e| panic!("{t:?}: {e}"));
    same_state(&state(&*again), &state(&*t.game), format!("{t:?}: it comes out otherwise"));
}

/// Each die is asked of a seat, by one question at a time; what is rolled is what falls, and the file comes out the same.
pub fn rolled_by_hand(entry: &'static Entry) {
    let mut rolled = 0;
    for n in 0..entry.book.shipped.len() as u64 * times() {
        let mut t = Trial::of(entry, n as usize, n, OWN);
        t.game.record(&SEATS);
        for _ in 0..120 {
            let Some((seat, answer)) = t.next_answer() else { break };
            if let Some(Lot::Roll(die)) = t.game.lot(seat) {
                rolled += 1;
                assert_eq!(t.game.waits_for(), [seat], "{t:?}: somebody else is waited for");
                let asks = t.game.asks();
                let mut faces = die.faces().to_vec();
                faces.dedup();
                assert!(asks.len() == 1 && asks[0].offers.len() == faces.len(), "{t:?}: {asks:?}");
                // The whole state is compared at one die in four, at each where the long series are fought.
                let before = (rolled % 4 == 1 || times() > 1).then(|| state(&*t.game));
                let other = BOTH[usize::from(seat == BOTH[0])];
                assert!(t.game.answer(other, &answer).is_err(), "{t:?}: {other} rolls for {seat}");
                assert!(
                    t.game.answer(seat, &json!({ "do": "roll", "die": 11 })).is_err(),
                    "{t:?}: a die of 11"
                );
                if let Some(before) = before {
                    assert_eq!(state(&*t.game), before, "{t:?}: a refused die changes something");
                }
            }
            t.give(seat, answer);
            // Whoever has looked at the table before a die fell sees what came of it.
            if rolled % 16 == 1 {
                comes_out_the_same(&t);
            }
        }
        comes_out_the_same(&t);
    }
    assert!(rolled > 0, "{}: no die is asked of anybody", entry.book.id);
}
