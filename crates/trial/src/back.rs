//! A decision is taken back by consent: the battle stands as it did before it, and nothing is struck from the log.

use crate::film::Page;
use crate::{SEATS, Trial, same_state, state, times};
use desk::{Entry, Game, Seating, Verdict};
use serde_json::{Value, json};
use umpire::Seat;

/// The battle as it stands to every seat, but for what has happened before.
fn table(game: &dyn Game) -> Value {
    let seats = SEATS.map(|s| json!([game.board(s), game.prompts(s), game.view(s)]));
    json!({ "seats": seats, "waits": game.waits_for(), "turn": game.turn(), "summary": game.summary() })
}

fn says(what: &str) -> Value {
    json!({ "do": what })
}

/// The film has come to the table, for every seat.
fn looks(t: &mut Trial, pages: &mut [Page; 4]) {
    for (page, seat) in pages.iter_mut().zip(SEATS) {
        for m in t.game.take_moments(seat) {
            page.see(&m).unwrap_or_else(|e| panic!("{t:?}: {seat}: {e}"));
        }
        page.shows(&t.game.board(seat)).unwrap_or_else(|e| panic!("{t:?}: {seat}: {e}"));
    }
}

/// The file says what happened, and leads to the same battle.
fn verifies(t: &mut Trial) {
    t.file.seal(&*t.game);
    let verdict = t.file.verify(&[t.entry.book]);
    let opened = t.file.open(&[t.entry.book]).unwrap_or_else(|e| panic!("{t:?}: it does not open: {e}"));
    same_state(&state(&*opened), &state(&*t.game), format!("{t:?}: opened it is another battle"));
    assert!(matches!(verdict, Verdict::True { .. }), "{t:?}: {verdict:?}");
}

/// A side decides something and the others go on, until it is asked again or a die is waited for.
fn decides(t: &mut Trial) -> Option<(Seat, Value)> {
    let (seat, answer) = loop {
        let (seat, answer) = t.next_answer()?;
        match seat {
            Seat::Side(_) if t.game.lot(seat).is_none() => break (seat, answer),
            _ => t.give(seat, answer),
        }
    };
    let before = table(&*t.game);
    t.give(seat, answer);
    for _ in 0..4 {
        match t.next_answer() {
            Some((other, answer)) if other != seat => t.give(other, answer),
            _ => break,
        }
    }
    Some((seat, before))
}

pub fn by_consent(entry: &'static Entry) {
    let (mut taken_back, mut dice) = (0, 0);
    for n in 0..16 * times() {
        let seating = Seating { umpire: n % 2 == 0, parts: false, own_dice: n % 4 == 3 };
        let mut t = Trial::of(entry, n as usize, n, seating);
        let mut pages = SEATS.map(|_| Page::new());
        t.game.record(&SEATS);
        t.go_on_by(2 + 2 * n as usize);
        let Some((seat, before)) = decides(&mut t) else { continue };
        if t.game.ending().is_some() {
            continue;
        }
        looks(&mut t, &mut pages);
        let other = if seat == Seat::Side(0) { Seat::Side(1) } else { Seat::Side(0) };
        let (happened, after) = (t.game.events_len(), table(&*t.game));
        let may = t.game.taking_back().may;
        assert!(may.contains(&seat), "{t:?}: {seat} has decided something");
        assert!(t.game.answer(other, &says("agree")).is_err(), "{t:?}: nobody has asked");

        t.give(seat, says("take_back"));
        assert_eq!((t.game.waits_for(), t.game.taking_back().asks), (vec![other], Some(seat)), "{t:?}");
        assert!(t.game.save().is_none(), "{t:?}: put away while something is asked");
        for (who, what) in [(seat, "agree"), (seat, "take_back"), (other, "take_back")] {
            assert!(t.game.answer(who, &says(what)).is_err(), "{t:?}: {who} {what}");
        }
        assert_eq!(t.game.snapshot().prompts(other)[0].offers.len(), 2, "{t:?}: yes or no");
        verifies(&mut t);

        if n % 4 == 1 {
            let who = if n % 8 == 1 { other } else { seat };
            t.give(who, says("refuse"));
            assert_eq!(table(&*t.game), after, "{t:?}: it stands");
            assert!(t.game.answer(seat, &says("take_back")).is_err(), "{t:?}: it was asked once");
        } else {
            let who = if n % 4 == 0 { Seat::Umpire } else { other };
            t.give(who, says("agree"));
            assert_eq!(table(&*t.game), before, "{t:?}: it stands as it did before");
            let last = t.game.events().pop().unwrap_or_default();
            assert_eq!((&last["event"], &last["by"]), (&json!("taken_back"), &json!(who)), "{t:?}");
            dice += last["dice"].as_u64().unwrap_or(0);
            taken_back += 1;
        }
        assert_eq!(t.game.events_len(), happened + 2, "{t:?}: what happened stays in the log");
        for seat in SEATS {
            assert!(!t.game.tell_to(seat, happened + 1).is_empty(), "{t:?}: {seat} is not told");
        }
        looks(&mut t, &mut pages);
        verifies(&mut t);
        t.go_on_by(10);
        looks(&mut t, &mut pages);
        verifies(&mut t);
    }
    assert!(taken_back > 2 && dice > 0, "{}: {taken_back} taken back, {dice} dice", entry.book.id);
}
