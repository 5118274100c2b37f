//! The battle as moments: laid over one another they give the table as it stands, and a replay gives the same ones.

use crate::chooser;

use desk::board::{Board, Moment};
use desk::{Game, Match};
use umpire::{Seat, Seeded};

const SEATS: [Seat; 4] = [Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Spectator];

/// A page that lays moments over one another.
struct Page {
    board: Board,
    told: u32,
}

impl Page {
    fn new() -> Page {
        Page { board: Board::new(0.0, 0.0, ""), told: 0 }
    }

    fn see(&mut self, m: &Moment) {
        let there = |id: &String| self.board.piece(id).is_some();
        assert!(m.gone.iter().all(there), "gone twice");
        assert!(m.shifts.iter().all(|s| there(&s.id)), "only what is there is shifted");
        self.board.apply(m);
        for t in &m.told {
            assert_eq!(t.event, self.told, "every event is told once and in order");
            assert!(!t.says.is_empty() && !t.kind.is_empty());
            self.told += 1;
        }
    }

    fn is(&self, b: &Board) {
        let in_order = |b: &Board| {
            let mut pieces = b.pieces.clone();
            pieces.sort_by(|a, b| a.id.cmp(&b.id));
            pieces
        };
        for (a, b) in in_order(&self.board).iter().zip(&in_order(b)) {
            assert_eq!(a, b);
        }
        assert_eq!(self.board.pieces.len(), b.pieces.len());
        assert_eq!(self.board.features, b.features);
        assert_eq!(self.board.facts, b.facts);
    }
}

#[test]
fn moments_give_the_table_and_a_replay_gives_the_moments() {
    for n in [0, 3, 5, 7, 10, 14] {
        let s = chooser::generated(n);
        let mut b = Match::new(chooser::begin(&s, n));
        b.record(&SEATS);
        let r = &mut Seeded::from_number(n + 100);
        let mut pages = [(); 4].map(|()| Page::new());
        let mut live: Vec<Vec<Moment>> = vec![Vec::new(); 4];
        let mut given = Vec::new();
        for _ in 0..150 {
            for (i, seat) in SEATS.into_iter().enumerate() {
                for m in b.take_moments(seat) {
                    pages[i].see(&m);
                    live[i].push(m);
                }
                pages[i].is(&b.board(seat));
                assert_eq!(pages[i].told as usize, b.events_len());
            }
            let Some((side, awaits)) = b.rules().pending().first().cloned() else { break };
            let offers = b.rules().offers(side, &awaits).0;
            let a = chooser::pick(b.rules(), side, &offers, &awaits, r);
            let (seat, a) = (Seat::Side(side.index() as u8), serde_json::to_value(&a).unwrap());
            b.answer(seat, &a).unwrap();
            given.push((seat, a));
        }
        for (i, seat) in SEATS.into_iter().enumerate() {
            live[i].extend(b.take_moments(seat));
        }
        let mut again = Match::new(chooser::begin(&s, n));
        again.record(&SEATS);
        for (seat, a) in &given {
            again.answer(*seat, a).unwrap();
        }
        for (i, seat) in SEATS.into_iter().enumerate() {
            let replayed = again.take_moments(seat);
            assert!(replayed == live[i], "battle {n}: the replay shows {seat} something else");
            assert!(again.take_moments(seat).is_empty());
        }
        assert!(live[0].len() > 20, "{}", live[0].len());
    }
}

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
