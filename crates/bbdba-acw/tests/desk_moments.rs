//! What is one moment of the film. That the film comes to the table, the trial shows for every book (`crates/trial`).

use crate::chooser;

use desk::{Game, Match};
use umpire::{Seat, Seeded};

/// A move with all that comes of it is one moment, and so is a shooting.
#[test]
fn a_happening_is_one_moment() {
    let mut shot = false;
    let mut moved = false;
    for n in 0..6 {
        let mut b = Match::new(chooser::begin(&chooser::generated(n), n));
        b.record(&[Seat::Spectator]);
        let r = &mut Seeded::from_number(n);
        for _ in 0..200 {
            let Some((side, awaits)) = b.rules().pending().first().cloned() else { break };
            let offers = b.rules().offers(side, &awaits).0;
            let a = chooser::pick(b.rules(), side, &offers, &awaits, r);
            b.answer(Seat::Side(side.index() as u8), &serde_json::to_value(&a).unwrap()).unwrap();
        }
        for m in b.take_moments(Seat::Spectator) {
            let count = |k: &str| m.told.iter().filter(|t| t.kind == k).count();
            assert!(count("spends") + count("shooting") + count("close_combat") <= 1 || m.told[0].event == 0);
            if count("spends") == 1 {
                moved |= count("goes") >= 1;
            }
            if let Some(t) = m.told.iter().find(|t| t.kind == "shooting") {
                let r = t.ruling.as_ref().expect("a shooting has its ruling");
                assert!(!r.dice.is_empty() && t.pieces.len() >= 2);
                shot = true;
            }
        }
    }
    assert!(shot && moved);
}
