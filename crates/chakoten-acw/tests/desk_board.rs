//! The board of a seat: what the book lets it know and nothing else, and no number that measures.

use crate::desk_hand;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::proves;
use chakoten_acw::troop::State;
use chakoten_acw::unit::Side;
use desk::Game;
use desk::Match;
use desk::board::{Act, Arm, Ground, Stroke};
use desk_hand::*;
use serde_json::{Value, json};
use umpire::Seat;

#[test]
fn a_board_has_the_ground_the_troops_and_the_tasks() {
    for n in [3, 7, 11] {
        let m = battle(n, false);
        let f = m.rules().field();
        for s in Side::BOTH {
            let b = m.board(seat(s));
            assert!(!b.measured && b.unit == "cm");
            let own = b.pieces.iter().filter(|p| p.yours && !matches!(p.arm, Arm::General | Arm::Orderly));
            assert_eq!(own.count(), f.side(s).count());
            let staff = b.pieces.iter().filter(|p| p.yours && matches!(p.arm, Arm::General | Arm::Orderly));
            assert_eq!(staff.count(), f.staff.iter().filter(|x| x.side == s && x.present()).count());
            let enemies =
                b.pieces.iter().filter(|p| !p.yours && !matches!(p.arm, Arm::General | Arm::Orderly));
            assert_eq!(enemies.count(), m.rules().known(s).seen().len());
            assert!(b.features.iter().any(|x| x.kind == Ground::Road));
            assert!(b.facts.iter().any(|x| x.label == "Turn"));
            for p in b.pieces.iter().filter(|p| p.yours && p.arm == Arm::Infantry) {
                for label in
                    ["Figures", "Men", "State", "Valour", "Formation", "Weapon", "Ammunition", "Orders"]
                {
                    let fact = p.facts.iter().find(|x| x.label == label);
                    assert!(fact.is_some_and(|x| x.clause.is_some()), "{} lacks {label}", p.id);
                }
            }
            for p in b.pieces.iter().filter(|p| !p.yours) {
                for label in ["Men", "Valour", "Weapon", "Ammunition", "Last order", "Command"] {
                    assert!(p.facts.iter().all(|x| x.label != label), "{} tells {label}", p.id);
                }
            }
        }
        let all = m.board(Seat::Umpire);
        assert!(all.pieces.len() > m.board(seat(Side::A)).pieces.len());
        assert!(all.pieces.iter().all(|p| !p.yours));
        let watched = m.board(Seat::Spectator);
        assert!(watched.pieces.iter().all(|p| p.facts.iter().all(|x| x.label != "Valour")));
    }
}

#[test]
fn states_are_seen_at_a_glance() {
    let mut m = battle(0, false);
    let id = m.rules().field().side(Side::A).next().unwrap().id;
    let f = m.rules_mut().field_mut();
    f[id].state = State::Slight;
    f[id].pinned_to = Some(9);
    f[id].ammunition = false;
    let code = f[id].code.to_string();
    let b = m.board(seat(Side::A));
    let p = b.pieces.iter().find(|p| p.id == code).unwrap();
    let shorts: Vec<&str> = p.badges.iter().map(|x| x.short.as_str()).collect();
    assert!(shorts.contains(&"LU") && shorts.contains(&"NH"), "{shorts:?}");
    assert!(shorts.iter().all(|s| (1..=3).contains(&s.chars().count())));
}

/// What is sent to a seat: its board, its questions, and sketches of a few plain strokes.
fn sent(m: &Match<Battle>, s: Side, strokes: &[Stroke]) -> Value {
    let at = seat(s);
    let sketches: Vec<Value> = strokes
        .iter()
        .map(|x| match m.sketch(at, x) {
            Ok(v) => serde_json::to_value(v).unwrap(),
            Err(e) => json!(e.to_string()),
        })
        .collect();
    json!([m.board(at), m.prompts(at), sketches])
}

/// A ridge across the middle of the table, which hides the armies from each other.
fn ridge(m: &mut Match<Battle>) {
    let f = m.rules_mut().field_mut();
    let g = std::sync::Arc::make_mut(&mut f.ground);
    let (w, d) = (g.width, g.depth);
    let corners = [(0.0, 0.47), (1.0, 0.47), (1.0, 0.53), (0.0, 0.53)].map(|(x, y)| table::v2(x * w, y * d));
    g.hills.push(chakoten_acw::ground::HillStep {
        name: "Long ridge".into(),
        level: 9,
        area: table::Area::new(&corners).unwrap(),
        crest: None,
    });
}

#[test]
fn what_a_seat_cannot_see_changes_nothing_it_is_sent() {
    let _p = proves!("play.view");
    let mut changed = 0;
    for n in 0..8 {
        let mut m = battle(n, false);
        let mut who = officers(n);
        for _ in 0..(n % 5) * 9 {
            step(&mut m, &mut who);
        }
        if n % 2 == 0 {
            ridge(&mut m);
        }
        let mut r = Roll(n + 5);
        for s in Side::BOTH {
            let at = seat(s);
            let Some(p) = m.prompts(at).into_iter().next() else { continue };
            // Strokes of every kind, each on what the last came to.
            let mut last = p.sketch.clone().unwrap();
            let mut strokes = Vec::new();
            for _ in 0..12 {
                let x = stroke(&mut r, &m, at, &p.asks, &last);
                if let Ok(next) = m.sketch(at, &x) {
                    last = next;
                }
                strokes.push(x);
            }
            // Right through where unseen enemies stand.
            let own = m.rules().field().side(s).next().map(|u| u.code.to_string());
            for e in m.rules().field().enemies(s).take(6) {
                let (x, y) = (e.base.front.x, e.base.front.y);
                let act = Act::Drag { x, y, facing: None };
                strokes.push(Stroke {
                    asks: p.asks.clone(),
                    draft: Value::Null,
                    pieces: own.iter().cloned().collect(),
                    act,
                });
            }
            let before = sent(&m, s, &strokes);
            let known = m.rules().known(s);
            let mut other = m.clone();
            let unseen: Vec<_> =
                m.rules().field().enemies(s).filter(|u| !known.sees(u.id)).map(|u| u.id).collect();
            for id in &unseen {
                let f = other.rules_mut().field_mut();
                f[*id].valour += 1;
                f[*id].ammunition = false;
                f[*id].state = State::Slight;
                f[*id].figures = f[*id].figures.max(2) - 1;
                // A step aside, if nobody sees it there either.
                let was = f[*id].base;
                f[*id].base = was.moved(table::v2(1.5, -1.0));
                if other.rules().known(s).sees(*id) || *other.rules().known(s) != *known {
                    other.rules_mut().field_mut()[*id].base = was;
                }
                changed += 1;
            }
            if *other.rules().known(s) == *known {
                let after = sent(&other, s, &strokes);
                assert_eq!(before, after, "battle {n}, side {s}");
            }
        }
    }
    assert!(changed > 40, "{changed}");
}

#[test]
fn guns_without_gunners_are_nobodys() {
    let mut d = Drill::new();
    d.battery(Side::A, chakoten_acw::troop::Gun::Napoleon, 4, 80.0, 40.0, 0.0);
    let mut f = d.field();
    let u = f.side(Side::A).next().unwrap().id;
    let at = f[u].base;
    if let Some(b) = f[u].battery.as_mut() {
        b.unmanned = Some(at);
    }
    let mut m = battle(0, false);
    let guns = f[u].battery;
    let gun = m.rules().field().side(Side::A).find(|x| x.battery.is_some()).unwrap().id;
    m.rules_mut().field_mut()[gun].battery = guns;
    let b = m.board(seat(Side::A));
    let p = b.pieces.iter().find(|p| p.side.is_none()).expect("they stand there");
    assert_eq!(p.arm, Arm::Artillery);
}

#[test]
fn the_board_has_the_books_scale() {
    let scale = battle(0, false).board(Seat::Spectator).scale.expect("the book has a scale");
    assert!(scale.length == 80.0 && scale.says == "1000 m", "{scale:?}");
}
