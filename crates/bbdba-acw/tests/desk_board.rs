//! The battle on a page: what is drawn is what is there, what is hidden is not drawn, and what is offered is accepted.

use crate::chooser;

use crate::seats::{answer, game};
use bbdba_acw::battle::Battle;
use bbdba_acw::field::Fate;
use bbdba_acw::{Answer, book};
use desk::board::{Board, Fact, Ground};
use desk::{Game, Match, Seating};
use std::sync::Arc;
use umpire::{Log, Seat, Seed, Seeded};

const SEATS: [Seat; 4] = [Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Spectator];

fn shipped(name: &str, seating: Seating) -> Battle {
    let (_, text) = bbdba_acw::scenario::SHIPPED.iter().find(|(n, _)| *n == name).unwrap();
    let s = bbdba_acw::scenario::read(name, text).unwrap();
    Battle::seated(Arc::new(s), Seed::new("desk"), Log::On(Vec::new()), seating)
}

fn known(facts: &[Fact]) {
    for f in facts {
        assert!(!f.label.is_empty() && !f.says.is_empty(), "{f:?}");
        if let Some(c) = &f.clause {
            assert!(book::text().clause(c).is_some(), "no clause {c}");
        }
    }
}

fn in_order(b: &Battle, board: &Board, seat: Seat) {
    known(&board.facts);
    let f = b.field();
    for x in &board.features {
        known(&x.facts);
    }
    for p in &board.pieces {
        known(&p.facts);
        assert!(p.width > 0.0 && p.depth > 0.0, "{}", p.id);
        assert_eq!(p.yours, p.side.map(Seat::Side) == Some(seat));
        if let Ok(id) = p.id.parse() {
            let e = &f[id];
            if e.fate == Fate::OnTable {
                assert!(table::v2(p.at.x, p.at.y).dist(e.base.front) < 0.01);
            } else {
                assert_eq!(e.fate, Fate::Waiting);
                assert!(p.yours || seat == Seat::Umpire, "{seat} sees {} before it is deployed", p.id);
            }
        }
    }
    let there = f.all().count();
    assert!(board.pieces.iter().filter(|p| !p.id.starts_with("camp")).count() >= there);
    let mut ids: Vec<&str> = board.pieces.iter().map(|p| p.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), board.pieces.len());
}

#[test]
fn the_open_field_is_drawn() {
    let b = shipped("open-field", Seating::WITH_UMPIRE);
    let board = game(&b).board(Seat::Side(0));
    assert!(board.measured && board.unit == "paces");
    in_order(&b, &board, Seat::Side(0));
    assert!(board.features.iter().any(|x| x.kind == Ground::Field && x.name == "Hobson's corn"));
    assert!(board.features.iter().filter(|x| x.kind == Ground::Camp).count() == 2);
    assert!(board.facts.iter().any(|x| x.label == "Phase"));
    let rifles = board.pieces.iter().find(|p| p.name.contains("Rifles")).unwrap();
    assert!(
        rifles.facts.iter().any(|x| x.label == "Moves" && x.says.contains("200 p in good going")),
        "{rifles:?}"
    );
}

/// The other side's set-up behind the screen is in nothing that a seat is shown.
#[test]
fn the_screen_hides() {
    let mut m = Match::new(shipped("behind-the-screen", Seating::SIDES_ONLY));
    let r = &mut Seeded::from_number(5);
    m.record(&SEATS);
    let mut one_is_ready = false;
    while m.rules().field().bound == 0 {
        let (side, awaits) = m.rules().pending()[0].clone();
        let offers = m.rules().offers(side, &awaits).0;
        let a = chooser::pick(m.rules(), side, &offers, &awaits, r);
        let ready = matches!(a, Answer::Deploy { .. });
        m.answer(Seat::Side(side.index() as u8), &serde_json::to_value(&a).unwrap()).unwrap();
        if ready && m.rules().field().bound == 0 {
            one_is_ready = true;
            let Answer::Deploy { elements } = a else { unreachable!() };
            let at = |board: &Board, id: &str| board.pieces.iter().find(|p| p.id == id).map(|p| p.at);
            for p in &elements {
                let id = p.element.to_string();
                let own = at(&m.board(Seat::Side(side.index() as u8)), &id).unwrap();
                assert!((own.x - p.at.x).abs() < 0.01 && (own.y - p.at.y).abs() < 0.01);
                assert_eq!(at(&m.board(Seat::Umpire), &id), Some(own));
                assert_eq!(at(&m.board(Seat::Side(side.other().index() as u8)), &id), None);
                assert_eq!(at(&m.board(Seat::Spectator), &id), None);
            }
            let foe = Seat::Side(side.other().index() as u8);
            for x in m.take_moments(foe) {
                assert!(
                    x.pieces.iter().all(|p| p.side != Some(side.index() as u8) || p.id.starts_with("camp"))
                );
            }
            assert!(m.take_moments(Seat::Side(side.index() as u8)).iter().any(|x| !x.pieces.is_empty()));
        }
    }
    assert!(one_is_ready);
}

/// Whatever is asked in a battle: each offer is in words, and accepted as it stands.
#[test]
fn offers_are_in_words_and_accepted() {
    let mut told = 0;
    for n in [0, 3, 5, 9, 10, 14] {
        let mut b = chooser::begin(&chooser::generated(n), n);
        let r = &mut Seeded::from_number(n);
        for step in 0..120 {
            let Some((side, awaits)) = b.pending().first().cloned() else { break };
            let seat = Seat::Side(side.index() as u8);
            if step % 7 == 0 {
                for s in SEATS {
                    in_order(&b, &game(&b).board(s), s);
                }
            }
            let prompts = game(&b).prompts(seat);
            assert_eq!(prompts.len(), 1);
            let p = &prompts[0];
            assert_eq!(p.asks, awaits.name());
            assert!(book::text().clause(&p.clause).is_some());
            assert_eq!(p.offers.len(), b.offers(side, &awaits).0.len());
            for (i, o) in p.offers.iter().enumerate() {
                assert!(!o.says.is_empty() && !o.says.contains("NaN"), "{o:?}");
                if let Some("move") = o.answer.get("do").and_then(|d| d.as_str()) {
                    assert!(!o.ghosts.is_empty() && o.ghosts.iter().all(|g| g.legal), "{o:?}");
                }
                if (i + step) % 9 == 0 {
                    let mut c = b.clone();
                    answer(&mut c, seat, &o.answer).unwrap_or_else(|e| panic!("{}: {e}", o.says));
                    told += 1;
                }
            }
            if let Some(a) = p.sketch.as_ref().and_then(|s| s.answer.clone()) {
                let mut c = b.clone();
                answer(&mut c, seat, &a).unwrap();
            }
            let offers = b.offers(side, &awaits).0;
            let a = chooser::pick(&b, side, &offers, &awaits, r);
            b.answer(side, a).unwrap();
        }
    }
    assert!(told > 300, "{told}");
}

#[test]
fn the_words_are_plain() {
    let mut b = shipped("open-field", Seating::WITH_UMPIRE);
    while b.field().bound == 0 {
        let (side, awaits) = b.pending()[0].clone();
        let a = b.offers(side, &awaits).0[0].clone();
        b.answer(side, a).unwrap();
    }
    let side = b.pending()[0].0;
    let p = game(&b).prompts(Seat::Side(side.index() as u8)).remove(0);
    let says: Vec<String> = p.offers.iter().map(|o| o.says.to_string()).collect();
    assert!(says.iter().any(|s| s.starts_with("Advance ") && s.contains(" paces")), "{says:#?}");
    assert_eq!(*says.last().unwrap(), "End your moves");
    assert!(p.offers.last().unwrap().ends);
    let umpire = game(&b).prompts(Seat::Umpire);
    assert!(umpire.iter().any(|p| p.standing && p.sketch.is_some()));
    assert!(game(&b).prompts(Seat::Spectator).is_empty());
}
