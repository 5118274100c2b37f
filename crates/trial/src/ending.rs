//! A battle may be given up at any time, and is over then.

use crate::{SEATS, Trial, times};
use desk::{Entry, Seating, Verdict};
use serde_json::json;
use umpire::Seat;

/// Whoever resigns loses, whatever is asked; nobody is asked anything after that, it is the last line of the log and of every film,
/// and the file opens to the same end.
pub fn by_resigning(entry: &'static Entry) {
    for n in 0..2 * times() {
        let mut t = Trial::of(entry, n as usize, n, Seating::WITH_UMPIRE);
        t.game.record(&SEATS);
        t.go_on_by(1 + 3 * n as usize);
        let loser = Seat::Side((n % 2) as u8);
        let (seat, late) = t.next_answer().unwrap_or_else(|| panic!("{t:?}: over too soon"));
        t.give(loser, json!({ "do": "resign" }));
        let ending = t.game.ending().unwrap_or_else(|| panic!("{t:?}: {loser} resigned and it goes on"));
        assert_eq!(ending.winner, Some(1 - (n % 2) as u8), "{t:?}");
        assert!(t.game.waits_for().is_empty() && t.game.asks().is_empty(), "{t:?}");
        assert!(t.game.answer(seat, &late).is_err(), "{t:?}: it is over");
        assert!(t.game.answer(loser, &json!({ "do": "resign" })).is_err(), "{t:?}: it is over already");
        let last = t.game.events().pop().unwrap_or_default();
        assert_eq!(last["event"], json!("resigned"), "{t:?}");
        for seat in SEATS {
            let line = t.game.tell_to(seat, t.game.events_len() - 1);
            assert_eq!(line.len(), 1, "{t:?}: {seat} reads {line:?}");
            let told = t.game.take_moments(seat).into_iter().flat_map(|m| m.told).next_back();
            let told = told.unwrap_or_else(|| panic!("{t:?}: {seat} is shown nothing"));
            assert!(told.kind == "resigned" && told.great && told.milestone, "{t:?}: {seat}: {told:?}");
            assert!(told.says.to_string().contains(&t.game.sides()[(n % 2) as usize]), "{t:?}: {told:?}");
        }
        t.file.seal(&*t.game);
        assert!(matches!(t.file.verify(&[entry.book]), Verdict::True { .. }), "{t:?}");
        let opened = t.file.open(&[entry.book]);
        assert!(opened.is_ok_and(|g| g.ending().is_some()), "{t:?}: opened again it goes on");
    }
}
