//! The battle at the desk: what is told to whom, corrections, messages, and a battle put away between two turns.

use chakoten_napoleonic::battle::{Battle, Correction};
use chakoten_napoleonic::order::{Answer, Letter};
use chakoten_napoleonic::scenario;
use chakoten_napoleonic::troop::State;
use chakoten_napoleonic::unit::Side;
use chakoten_napoleonic::{BOOK, proves};
use desk::{Rules, Seating};
use serde_json::json;
use std::sync::Arc;
use table::Pose;
use umpire::{Log, Seat, Seed};

fn battle(seating: Seating) -> Battle {
    let (name, text) = scenario::SHIPPED[0];
    let s = Arc::new(scenario::read(name, text).expect("a shipped scenario"));
    Battle::seated(s, Seed::new("desk"), Log::On(Vec::new()), seating)
}

#[test]
fn with_nobody_in_the_chair_the_defaults_are_said_once() {
    let p = proves!(
        "02.01.2",
        "02.03.1",
        "03.02.11",
        "04.04.2",
        "08.01.5",
        "11.04.2",
        "13.02.3",
        "18.01.2",
        "18.02.1",
        "18.02.2",
        "19.03.3.a",
        "19.07.8",
        "19.08.6.b",
        "19.10.4",
        "orders.6",
        "skema.XXIII.a"
    );
    let b = battle(Seating::SIDES_ONLY);
    for id in [
        "02.01.2",
        "02.03.1",
        "03.02.11",
        "04.04.2",
        "08.01.5",
        "11.04.2",
        "13.02.3",
        "18.01.2",
        "18.02.1",
        "18.02.2",
        "19.03.3.a",
        "19.07.8",
        "19.08.6.b",
        "19.10.4",
        "orders.6",
        "skema.XXIII.a",
    ] {
        let told = b.events().iter().filter(|e| e.rests_on(id)).count();
        assert_eq!(p.shows(id, told), 1, "{id}");
    }
    let with = battle(Seating::WITH_UMPIRE);
    assert!(with.events().iter().all(|e| e.kind.name() != "by_default"));
}

#[test]
fn an_umpire_puts_right_all_of_it_or_nothing() {
    let p = proves!("02.02.1", "02.03.1", "02.03.2", "skema.XXIII.a", "11.04.2", "04.04.2");
    let mut b = battle(Seating::WITH_UMPIRE);
    let u = b.field().present().find(|u| u.by_figures()).expect("somebody").id;
    let unit = b.field()[u].code.to_string();
    let changes = vec![
        Correction::State { unit: unit.clone(), state: State::Light2 },
        Correction::Valour { unit: unit.clone(), valour: -1 },
        Correction::Ammunition { unit: unit.clone(), turns: 3 },
        Correction::SplitBatteries { allowed: true },
    ];
    assert!(b.correct("It was agreed so.".into(), changes).is_ok());
    let of = &b.field()[u];
    assert_eq!((of.state, of.valour_of, of.ammunition), (State::Light2, -1, 3));
    assert!(b.field().special.split_batteries);
    for id in ["02.02.1", "02.03.1", "02.03.2", "skema.XXIII.a", "11.04.2", "04.04.2"] {
        assert!(p.shows(id, b.events().iter().any(|e| e.rests_on(id))), "{id}");
    }
    // Put down in FU it has lost no melee as such, whatever befell it before.
    (b.field_mut()[u].record.fu_lost, b.field_mut()[u].record.gave_prisoners) = (1, true);
    let broken = vec![Correction::State { unit: unit.clone(), state: State::Complete }];
    assert!(b.correct("It ran.".into(), broken).is_ok());
    let of = &b.field()[u].record;
    assert_eq!((of.fu_lost, of.gave_prisoners, of.flight_turn), (0, false, Some(b.field().turn)));
    let before = b.field().clone();
    let off = Pose { x: -50.0, y: 0.0, facing: 0.0 };
    let bad = vec![
        Correction::State { unit: unit.clone(), state: State::Order },
        Correction::Place { unit, at: off },
    ];
    assert!(b.correct("Nonsense.".into(), bad).is_err());
    assert_eq!(*b.field(), before, "a refused correction changes nothing");
}

#[test]
fn enemies_are_told_by_their_labels() {
    let (name, text) = BOOK.shipped[0];
    let game = (BOOK.begin)(name, text, &Seed::new("desk"), Seating::SIDES_ONLY).expect("lawful");
    let b = battle(Seating::SIDES_ONLY);
    let seen = json!({ "view": game.view(Seat::Side(0)), "board": game.board(Seat::Side(0)) }).to_string();
    for u in b.field().units.iter().filter(|u| u.side == Side::B) {
        assert!(!seen.contains(&format!("\"{}\"", u.code)), "{} is named", u.code);
    }
}

#[test]
fn messages_need_a_courier_with_his_commander() {
    let p = proves!("08.03.1");
    let mut b = battle(Seating::SIDES_ONLY);
    let f = b.field();
    let chief = f.commands.iter().find(|c| c.side == Side::A).and_then(|c| c.commander).expect("a commander");
    let letter = Letter { courier: f[chief].code.to_string(), to: "nobody".into(), says: "Hold.".into() };
    let answer = Answer::Orders {
        orders: Default::default(),
        staff: Vec::new(),
        letters: vec![letter],
        instructions: Default::default(),
    };
    p.refused_by("08.03.1", b.answer(Side::A, answer));
    assert_eq!(Battle::pending(&b).len(), 2, "a refused sheet changes nothing");
}

#[test]
fn put_away_between_two_turns_it_is_the_same_battle() {
    let mut b = battle(Seating::SIDES_ONLY);
    let stand = || Answer::Orders {
        orders: Default::default(),
        staff: Vec::new(),
        letters: Vec::new(),
        instructions: Default::default(),
    };
    let go_on = |b: &mut Battle| {
        for _ in 0..200 {
            let Some((side, awaits)) = Battle::pending(b).into_iter().next() else { break };
            let answer = match awaits.name() {
                "orders" if b.field().turn > 0 && Battle::clock(b).is_none() => break,
                "orders" => stand(),
                _ => Answer::Choices { choices: Default::default() },
            };
            b.answer(side, answer).expect("it may stand");
        }
    };
    go_on(&mut b);
    assert_eq!(b.field().turn, 1);
    let saved = b.save().expect("between two turns it can be put away");
    let mut again = battle(Seating::SIDES_ONLY);
    again.restore(&saved).expect("its own battle");
    assert_eq!(again.field(), b.field());
    assert_eq!(again.save(), Some(saved));
}
