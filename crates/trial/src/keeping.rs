//! The same seed and answers give the same battle; it is saved and opened again at any moment.

use crate::{SEATS, Trial, seen_by, state, times};
use desk::{BattleFile, Entry, Seating, Verdict};

/// Answers played of each battle.
const ANSWERS: usize = 24;

/// Two runs are the same to the last byte, and another seed gives another battle.
pub fn same_seed_same_battle(entry: &'static Entry) {
    let mut other = false;
    for n in 0..entry.book.shipped.len() as u64 * times() {
        let play = |number: u64| {
            let mut t = Trial::of(entry, n as usize, number, Seating::SIDES_ONLY);
            t.game.record(&SEATS);
            t.go_on_by(ANSWERS);
            let mut file = t.file.clone();
            file.seal(&*t.game);
            (file.text(), SEATS.map(|s| t.game.take_moments(s)), t)
        };
        let ((a, film, t), (b, again, _)) = (play(n), play(n));
        assert_eq!(a, b, "{t:?}: two runs differ");
        assert!(film == again, "{t:?}: two runs look different");
        other |= a != play(n + 1000).0;
    }
    assert!(other, "{}: the seed does not matter", entry.book.id);
}

/// Saved after any answer and opened again it is the same battle, to every seat, and goes on the same way.
pub fn saved_and_opened_at_any_moment(entry: &'static Entry) {
    for n in 0..entry.book.shipped.len() as u64 * times() {
        let seating = if n % 2 == 0 { Seating::WITH_UMPIRE } else { Seating::SIDES_ONLY };
        let mut t = Trial::of(entry, n as usize, n, seating);
        for k in 0..ANSWERS {
            t.file.seal(&*t.game);
            let text = t.file.text();
            let file = BattleFile::parse(&text).unwrap_or_else(|e| panic!("{t:?}: its own file: {e}"));
            assert_eq!(file.text(), text, "{t:?}: written twice it differs");
            let game = file.open(&[entry.book]).unwrap_or_else(|e| panic!("{t:?}: it does not open: {e}"));
            assert_eq!(state(&*game), state(&*t.game), "{t:?}: opened it is another battle");
            let verdict = file.verify(&[entry.book]);
            assert!(matches!(verdict, Verdict::True { .. }), "{t:?}: {verdict:?}");
            if k % 8 == 0 {
                for seat in SEATS {
                    assert_eq!(
                        seen_by(&*game, seat),
                        seen_by(&*t.game, seat),
                        "{t:?}: {seat} sees something else"
                    );
                }
            }
            let mut lies = file;
            lies.claim.digest.replace_range(0..1, if lies.claim.digest.starts_with('0') { "1" } else { "0" });
            assert!(
                matches!(lies.verify(&[entry.book]), Verdict::False(_)),
                "{t:?}: a false claim is believed"
            );
            if !t.go_on() {
                break;
            }
        }
    }
}
