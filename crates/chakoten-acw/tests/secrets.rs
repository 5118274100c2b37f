//! What a seat is sent while the battle goes on has nothing of the enemy's papers (play.view, play.guess): not his names, orders,
//! valour, ammunition, nor how far he is.

use chakoten_acw::BOOK;
use chakoten_acw::battle::Battle;
use chakoten_acw::scenario::SHIPPED;
use chakoten_acw::unit::Side;
use commander::Strength;
use commander::chakoten::appoint;
use desk::Game;
use serde_json::Value;
use umpire::{Seat, Seed};

/// Every text in a tree, keys included.
fn texts<'v>(v: &'v Value, all: &mut Vec<&'v str>) {
    match v {
        Value::String(s) => all.push(s),
        Value::Array(a) => a.iter().for_each(|x| texts(x, all)),
        Value::Object(o) => o.iter().for_each(|(k, x)| {
            all.push(k);
            texts(x, all);
        }),
        _ => {}
    }
}

/// Names of the other side: codes of units, staff and commands, and what they are called.
fn names(g: &dyn Game, of: Side) -> Vec<String> {
    let m: &Battle = g.rules().downcast_ref().expect("this book");
    let f = m.field();
    let units =
        f.units.iter().filter(|u| u.side == of).flat_map(|u| [u.code.to_string(), u.name.to_string()]);
    let staff =
        f.staff.iter().filter(|s| s.side == of).flat_map(|s| [s.code.to_string(), s.name.to_string()]);
    // A wagon is called by what it is.
    units.chain(staff).filter(|n| n.len() > 2 && !n.contains("wagon")).collect()
}

fn watch(g: &dyn Game, from: usize) {
    for (i, side) in Side::BOTH.into_iter().enumerate() {
        let seat = Seat::Side(i as u8);
        let events = g.events_for(seat, from);
        let mut sent = vec![g.view(seat)];
        sent.extend(g.asks().into_iter().filter(|a| a.seat == seat).map(|a| a.about));
        let mut all = Vec::new();
        sent.iter().chain(&events).for_each(|v| texts(v, &mut all));
        let told: Vec<String> = (from..g.events_len()).flat_map(|e| g.tell_to(seat, e)).collect();
        for name in names(g, side.other()) {
            assert!(!all.contains(&name.as_str()), "{seat} is sent {name}");
            for l in &told {
                let mut words = l.split(|c: char| !c.is_alphanumeric() && c != '-');
                let said = if name.contains(' ') { l.contains(&name) } else { words.any(|w| w == name) };
                assert!(!said, "{seat} is told {name}: {l}");
            }
        }
        // Of an enemy one sees that he marches or wheels, not how far (play.guess).
        let m: &Battle = g.rules().downcast_ref().expect("this book");
        for e in from..g.events_len() {
            let moved = &m.events()[e].kind;
            let theirs = moved.unit().is_some_and(|u| m.field()[u].side != side);
            if theirs && matches!(moved, chakoten_acw::EventKind::Moved { .. }) {
                let told = g.tell_to(seat, e).concat();
                assert!(!told.contains('°') && !told.contains(" cm"), "{seat} is told {told}");
            }
        }
        for e in &events {
            assert!(e["cm"].is_null(), "{e}");
            // What else had a part in it may stand in his papers.
            if let (Some(unit), false) = (e["unit"].as_str(), e["also"].is_null()) {
                assert!(m.field().units.iter().any(|u| u.side == side && *u.code == *unit), "{e}");
            }
            for m in e["ruling"]["modifiers"].as_array().into_iter().flatten() {
                assert!(m["side"] != "opponent" || m["what"] != "valour", "{e}");
            }
        }
        assert!(!told.iter().any(|l| l.contains("opponent: valour")), "{told:?}");
    }
}

#[test]
fn nothing_of_the_enemys_papers_is_sent() {
    for (n, (name, text)) in SHIPPED.iter().enumerate() {
        let mut g =
            (BOOK.begin)(name, text, &Seed::new("secrets"), desk::Seating::SIDES_ONLY).expect("lawful");
        let mut staff = [appoint(Strength::Steady, n as u64), appoint(Strength::Random, 7)];
        let mut seen = 0;
        watch(&*g, 0);
        while g.turn() <= 7 {
            let Some(Seat::Side(s)) = g.waits_for().first().copied() else { break };
            let a = staff[usize::from(s)].answer(&*g, Seat::Side(s)).expect("this book's officer");
            g.answer(Seat::Side(s), &a).expect("lawful");
            if g.events_len() > seen + 200 {
                watch(&*g, seen);
                seen = g.events_len();
            }
        }
    }
}
