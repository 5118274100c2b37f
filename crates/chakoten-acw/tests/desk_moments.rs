//! The turn kept as moments: they come to the board, they come again from the file, they change nothing in the battle, and
//! they hold what the seat may know.

use crate::desk_hand;

use chakoten_acw::battle::Battle;
use chakoten_acw::unit::Side;
use desk::Game;
use desk::Match;
use desk::board::{Board, Moment};
use desk_hand::*;
use serde_json::Value;
use umpire::Seat;

const SEATS: [Seat; 4] = [Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Spectator];

/// A table put together from moments.
struct Kept(Board);

impl Kept {
    fn see(&mut self, m: &Moment) {
        let there = |id: &String| self.0.piece(id).is_some();
        assert!(m.gone.iter().all(there), "gone, and was not there");
        self.0.apply(m);
        assert!(m.shifts.iter().all(|s| self.0.piece(&s.id).is_some()), "it was there");
    }

    fn is(&self, b: &Board) {
        let ids: std::collections::BTreeSet<&str> = b.pieces.iter().map(|p| p.id.as_str()).collect();
        assert_eq!(ids.len(), b.pieces.len(), "no two pieces have one name");
        for p in &b.pieces {
            assert_eq!(self.0.piece(&p.id), Some(p));
        }
        assert_eq!(self.0.pieces.len(), b.pieces.len());
        assert_eq!(self.0.features, b.features);
        assert_eq!(self.0.facts, b.facts);
    }
}

/// Names of the other side: codes of units and staff, and what they are called.
fn names(m: &Match<Battle>, of: Side) -> Vec<String> {
    let f = m.rules().field();
    let units =
        f.units.iter().filter(|u| u.side == of).flat_map(|u| [u.code.to_string(), u.name.to_string()]);
    let staff =
        f.staff.iter().filter(|s| s.side == of).flat_map(|s| [s.code.to_string(), s.name.to_string()]);
    // What one's own troops are called too is no secret.
    let own = |n: &String| f.units.iter().any(|u| u.side != of && *u.name == **n);
    units.chain(staff).filter(|n| n.len() > 2 && !n.contains("wagon") && !own(n)).collect()
}

fn keeps_the_secrets(m: &Match<Battle>, side: Side, sent: &Value) {
    let mut all = Vec::new();
    texts(sent, &mut all);
    for name in names(m, side.other()) {
        for t in &all {
            let mut words = t.split(|c: char| !c.is_alphanumeric() && c != '-');
            let said = if name.contains(' ') { t.contains(&name) } else { words.any(|w| w == name) };
            assert!(!said, "{side} is sent {name}: {t}");
        }
    }
}

#[test]
fn moments_come_to_the_board_and_hold_no_secret() {
    for n in [0, 3] {
        let mut m = battle(n, false);
        let mut who = officers(n);
        m.record(&SEATS);
        let mut kept: Vec<Kept> =
            SEATS.iter().map(|_| Kept(Board::new(0.0, 0.0, Default::default()))).collect();
        let mut clocks = 0;
        for _ in 0..70 {
            for (i, at) in SEATS.into_iter().enumerate() {
                let new = m.take_moments(at);
                let over = m.rules().ended().is_some();
                let mut last = (0, -1.0);
                for x in &new {
                    let now = (x.turn, x.clock.unwrap_or(0.0));
                    assert!(now.0 > last.0 || now.1 >= last.1 || x.clock.is_none(), "time runs forward");
                    last = now;
                    kept[i].see(x);
                    clocks += usize::from(x.clock.is_some_and(|c| c > 0.0 && c < 1.0));
                    for t in &x.told {
                        assert!(!t.says.is_empty() && !t.clause.is_empty() && !t.kind.is_empty());
                    }
                }
                kept[i].is(&m.board(at));
                if let (Seat::Side(s), false) = (at, over) {
                    let side = Side::BOTH[usize::from(s)];
                    let said: Vec<_> = new.iter().flat_map(|x| &x.told).map(|t| &t.says).collect();
                    assert!(!said.iter().any(|t| t.contains(" cm")), "{said:#?}");
                    keeps_the_secrets(&m, side, &serde_json::to_value(&new).unwrap());
                    keeps_the_secrets(&m, side, &serde_json::to_value(m.board(at)).unwrap());
                    for p in kept[i].0.pieces.iter().filter(|p| !p.yours) {
                        let hidden = ["x", "new-", "guns "].iter().any(|w| p.id.starts_with(w));
                        assert!(hidden, "{} is no name for an enemy", p.id);
                    }
                }
            }
            if !step(&mut m, &mut who) {
                break;
            }
        }
        assert!(clocks > 100, "{clocks}");
    }
}

#[test]
fn a_battle_told_anew_gives_the_same_moments_and_recording_changes_nothing() {
    for n in [1, 7] {
        let mut live = battle(n, false);
        let mut plain = battle(n, false);
        let mut who = officers(n);
        live.record(&SEATS);
        let mut seen: Vec<Vec<Moment>> = vec![Vec::new(); SEATS.len()];
        let mut answers = Vec::new();
        for _ in 0..60 {
            for (i, at) in SEATS.into_iter().enumerate() {
                seen[i].extend(live.take_moments(at));
            }
            let Some(Seat::Side(s)) = live.waits_for().first().copied() else { break };
            let a = who[usize::from(s)].answer(&live, Seat::Side(s)).unwrap();
            live.answer(Seat::Side(s), &a).unwrap();
            plain.answer(Seat::Side(s), &a).unwrap();
            answers.push((Seat::Side(s), a));
            assert_eq!(live.rules().events(), plain.rules().events());
        }
        assert_eq!(live.rules().field(), plain.rules().field());
        for (i, at) in SEATS.into_iter().enumerate() {
            seen[i].extend(live.take_moments(at));
        }
        let mut again = battle(n, false);
        again.record(&SEATS);
        for (at, a) in &answers {
            again.answer(*at, a).unwrap();
        }
        for (i, at) in SEATS.into_iter().enumerate() {
            assert_eq!(again.take_moments(at), seen[i], "{at}");
            assert!(again.take_moments(at).is_empty(), "taken once");
        }
    }
}

#[test]
fn each_event_that_a_seat_hears_is_told_once_and_in_order() {
    let mut m = battle(2, false);
    let mut who = officers(2);
    m.record(&SEATS);
    while m.turn() < 6 && step(&mut m, &mut who) {}
    for at in SEATS {
        let moments = m.take_moments(at);
        let told: Vec<_> = moments.iter().flat_map(|x| &x.told).collect();
        assert!(
            told.iter().enumerate().all(|(i, t)| t.event as usize == i),
            "numbers of its own, without a gap"
        );
        // A march that a pause divides may be told in two parts; nothing else is left out.
        let kinds: Vec<&str> = told.iter().map(|t| t.kind.as_str()).filter(|k| *k != "moved").collect();
        let heard: Vec<&str> = (0..m.events_len())
            .filter(|e| !m.tell_to(at, *e).is_empty())
            .map(|e| m.rules().events()[e].kind.name())
            .filter(|k| *k != "moved")
            .collect();
        assert_eq!(kinds, heard, "{at}");
    }
}
