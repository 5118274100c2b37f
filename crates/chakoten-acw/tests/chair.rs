//! The umpire's chair (01.06.1, 01.06.2, 10.01.2).

use crate::field_day;

use chakoten_acw::battle::{self, Battle};
use chakoten_acw::drill::Drill;
use chakoten_acw::order::Correction;
use chakoten_acw::scenario::SHIPPED;
use chakoten_acw::troop::{Cover, Obstacle, State};
use chakoten_acw::{EventKind, Side, UnitId, cover, proves};
use desk::{Game, Rules, Seating};
use field_day::{sheet, stands, turn, two_lines};
use serde_json::json;
use table::Pose;
use umpire::{Seat, Seed};

fn two(gap: f64) -> (Drill, UnitId, UnitId) {
    let (mut d, a, b) = two_lines(gap);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 70.0 + gap);
    (d, a, b)
}

fn halt(turns: u32) -> Correction {
    Correction::Halt { unit: "A1".into(), turns }
}

fn game(seating: Seating) -> Box<dyn Game> {
    let (name, text) = SHIPPED[0];
    battle::begin(name, text, &Seed::new("seven"), seating).unwrap()
}

#[test]
fn with_nobody_in_the_chair_the_defaults_apply_and_the_log_says_so() {
    let _p = proves!("01.06.1");
    let mut g = game(Seating::SIDES_ONLY);
    let told: Vec<String> = (0..g.events_len()).flat_map(|i| g.tell(i)).collect();
    for id in ["01.06.1", "01.06.2", "10.01.2"] {
        assert!(told.iter().any(|t| t.contains("Nobody sits") && t.contains(id)), "{id} {told:?}");
    }
    let no = g.answer(Seat::Umpire, &json!({ "do": "rule", "says": "Play on." })).unwrap_err();
    assert_eq!(no.clause.map(|c| c.id()), Some("01.06.1"));
    assert!(g.asks().iter().all(|a| a.seat != Seat::Umpire));
}

#[test]
fn an_umpire_without_orders_to_read_may_always_speak() {
    let _p = proves!("01.06.1");
    let mut g = game(Seating::WITH_UMPIRE);
    let ask = g.asks().into_iter().find(|a| a.seat == Seat::Umpire).unwrap();
    assert!(ask.standing);
    assert!(!g.waits_for().contains(&Seat::Umpire));
    // What is offered is accepted.
    for o in &ask.offers {
        g.answer(Seat::Umpire, o).unwrap();
    }
    let n = g.events_len();
    g.answer(Seat::Umpire, &json!({ "do": "rule", "says": "The ford is deep.", "clause": "02.06.1" }))
        .unwrap();
    // Everybody reads it.
    for seat in [Seat::Side(0), Seat::Side(1), Seat::Umpire] {
        let e = g.events_for(seat, n);
        assert_eq!(e.len(), 1, "{seat:?}");
        assert_eq!(e[0]["says"], "The ford is deep.");
        assert_eq!(e[0]["about"], "02.06.1");
    }
    for bad in [
        json!({ "do": "rule", "says": "" }),
        json!({ "do": "rule", "says": "x", "clause": "99" }),
        json!({ "do": "decide", "choice": "x" }),
        json!({ "do": "correct", "because": "", "changes": [] }),
        json!({ "do": "correct", "because": "x", "changes": [] }),
        json!({ "do": "correct", "because": "x", "changes": [{ "halt": { "unit": "nobody", "turns": 1 } }] }),
        json!({ "answer": "orders" }),
        json!(null),
    ] {
        assert!(g.answer(Seat::Umpire, &bad).is_err(), "{bad}");
    }
}

#[test]
fn a_halted_unit_stands_for_so_many_turns() {
    let _p = proves!("01.06.2");
    let (d, a, _) = two(100.0);
    let mut b = Battle::drill(d.field(), []);
    b.correct("So it stood.".into(), vec![halt(2)]).unwrap();
    for _ in 0..2 {
        let no = b.answer(Side::A, sheet(&[("A1", "march")])).unwrap_err();
        assert_eq!(no.clause.map(|c| c.id()), Some("01.06.2"));
        turn(&mut b, &[], &[]);
        stands(&b, a, 100.0, 50.0);
    }
    turn(&mut b, &[("A1", "march")], &[]);
    stands(&b, a, 100.0, 62.0);
    // An order that is already in is not carried out; nor a fire.
    let (d, a, _) = two(10.0);
    let f = d.field();
    let mut b = Battle::drill(f.clone(), []);
    b.answer(Side::A, sheet(&[("A1", "march")])).unwrap();
    b.correct("So it stood.".into(), vec![halt(1)]).unwrap();
    b.answer(Side::B, sheet(&[])).unwrap();
    field_day::play_out(&mut b, &[], &mut Vec::new());
    stands(&b, a, 100.0, 50.0);
    let mut b = Battle::drill(f, []);
    b.answer(Side::A, sheet(&[("A1", "fire")])).unwrap();
    b.correct("So it stood.".into(), vec![halt(1)]).unwrap();
    b.answer(Side::B, sheet(&[])).unwrap();
    field_day::play_out(&mut b, &[], &mut Vec::new());
    assert!(!b.events().iter().any(|e| matches!(e.kind, EventKind::Fired { .. })));
    for bad in [0, 101, u32::MAX] {
        assert!(b.correct("So it stood.".into(), vec![halt(bad)]).is_err());
    }
}

#[test]
fn valour_is_lowered() {
    let _p = proves!("01.06.2");
    let (d, a, _) = two(10.0);
    let mut b = Battle::drill(d.field(), [3, 4]);
    let lower = |by| Correction::Valour { unit: "B1".into(), by };
    b.correct("So it stood.".into(), vec![lower(1)]).unwrap();
    assert_eq!(b.field()[UnitId(1)].valour, -1);
    // It counts: 7 + 1 in the shock roll against it is 8.
    field_day::turn_with(
        &mut b,
        &[("A1", "attack: march")],
        &[],
        &[("surprised", chakoten_acw::order::Choice::No)],
    );
    assert_eq!(b.field()[UnitId(1)].state, State::Slight);
    let _ = a;
    for bad in [0, 4, 255] {
        assert!(b.correct("So it stood.".into(), vec![lower(bad)]).is_err(), "{bad}");
    }
    b.correct("So it stood.".into(), vec![lower(3)]).unwrap();
    assert_eq!(b.field()[UnitId(1)].valour, -4);
}

#[test]
fn what_stands_wrong_is_put_right_all_or_nothing() {
    let _p = proves!("01.06.1");
    let (d, a, e) = two(100.0);
    let mut b = Battle::drill(d.field(), []);
    let place = |u: &str, x, y, facing| Correction::Place { unit: u.into(), at: Pose { x, y, facing } };
    b.correct(
        "So it stood.".into(),
        vec![
            place("A1", 80.0, 60.0, 90.0),
            Correction::State { unit: "B1".into(), state: State::Disorder },
            Correction::Figures { unit: "B1".into(), figures: 27 },
        ],
    )
    .unwrap();
    let f = b.field();
    assert_eq!(f[a].base.pose(), Pose { x: 80.0, y: 60.0, facing: 90.0 });
    assert_eq!((f[e].state, f[e].figures, f[e].files, f[e].losses.men), (State::Disorder, 27, 14, 60));
    let all = chakoten_acw::losses::Reckoning::of(&f[e]);
    assert_eq!(all.sum(), 600);
    // Figures come back as far as they fell.
    b.correct("So it stood.".into(), vec![Correction::Figures { unit: "B1".into(), figures: 30 }]).unwrap();
    assert_eq!(b.field()[e].losses.men, 0);
    let before = b.field().clone();
    for bad in [
        vec![place("A1", f64::NAN, 60.0, 0.0)],
        vec![place("A1", 1.0e300, 60.0, 0.0)],
        vec![place("A1", 3.0, 60.0, 0.0)],
        vec![place("A1", 100.0, 151.0, 0.0)],
        vec![place("A1", 90.0, 60.0, 0.0), place("nobody", 10.0, 10.0, 0.0)],
        vec![Correction::Figures { unit: "B1".into(), figures: 31 }],
        vec![Correction::Figures { unit: "B1".into(), figures: 0 }],
        vec![],
    ] {
        assert!(b.correct("So it stood.".into(), bad.clone()).is_err(), "{bad:?}");
        assert_eq!(*b.field(), before, "{bad:?}");
    }
    // Two may change places.
    let (x, y) = (b.field()[a].base.pose(), b.field()[e].base.pose());
    b.correct(
        "So it stood.".into(),
        vec![Correction::Place { unit: "A1".into(), at: y }, Correction::Place { unit: "B1".into(), at: x }],
    )
    .unwrap();
    assert_eq!((b.field()[a].base.pose(), b.field()[e].base.pose()), (y, x));
}

#[test]
fn in_the_middle_of_a_turn_only_penalties_are_laid_on() {
    let _p = proves!("01.06.2");
    let (d, ..) = two(100.0);
    let mut b = Battle::drill(d.field(), []);
    b.answer(Side::A, sheet(&[])).unwrap();
    b.answer(Side::B, sheet(&[])).unwrap();
    // The staff is asked now.
    assert!(b.asked().is_some());
    assert!(b.correct("So it stood.".into(), vec![halt(1)]).is_ok());
    let state = Correction::State { unit: "A1".into(), state: State::Slight };
    assert!(b.correct("So it stood.".into(), vec![state]).is_err());
}

#[test]
fn other_fieldworks_are_agreed_with_the_umpire() {
    let _p = proves!("10.01.2");
    let (d, a, e) = two(40.0);
    let mut b = Battle::drill(d.field(), []);
    let work = |name: &str, to: [f64; 2]| Correction::Fieldwork {
        name: name.into(),
        from: [90.0, 51.0],
        to,
        obstacle: Obstacle::II,
        cover: Cover::II,
    };
    b.correct("So it stood.".into(), vec![work("gabions", [110.0, 51.0])]).unwrap();
    let f = b.field();
    assert_eq!(cover::against(f, &f[a], f[e].base.front, false), Cover::II);
    assert_eq!(cover::against(f, &f[a], table::v2(100.0, 10.0), false), Cover::None);
    // Not twice under one name, nor off the table, nor without length or name.
    for bad in [
        work("gabions", [110.0, 51.0]),
        work("sap", [300.0, 51.0]),
        work("sap", [90.0, 51.0]),
        work("sap", [f64::INFINITY, 51.0]),
        work("", [110.0, 51.0]),
        work(&"x".repeat(61), [110.0, 51.0]),
    ] {
        assert!(b.correct("So it stood.".into(), vec![bad.clone()]).is_err(), "{bad:?}");
    }
    assert_eq!(b.field().lines.len(), 1);
    // What a unit may clear or build by order stays what section 10 says.
    let no = b.answer(Side::A, sheet(&[("A1", "work clear gabions")])).unwrap_err();
    assert_eq!(no.clause.map(|c| c.id()), Some("10.01.2"));
}

/// Both sides of the ridge have given orders; the first brigade of side A is under an instruction.
fn instructed(seating: Seating) -> Box<dyn Game> {
    let (name, text) = SHIPPED.iter().find(|(n, _)| *n == "fortified-ridge").unwrap();
    let mut g = battle::begin(name, text, &Seed::new("seven"), seating).unwrap();
    let orders = json!({
        "answer": "orders",
        "orders": { "3VT": "march", "5VT": "march 5", "2RI": "march" },
        "instructions": { "U1": "You are to stand." },
    });
    g.answer(Seat::Side(0), &orders).unwrap();
    assert_eq!(g.waits_for(), [Seat::Side(1)]);
    g.answer(Seat::Side(1), &json!({ "answer": "orders", "orders": {} })).unwrap();
    g
}

/// How far a regiment of the first line has come.
fn come(g: &dyn Game, code: &str) -> f64 {
    g.board(Seat::Umpire).pieces.iter().find(|p| p.id == code).unwrap().at.y - 40.0
}

/// Nobody has more to say until the turn is over.
fn run_out(g: &mut dyn Game) {
    while let Some(a) = g.asks().into_iter().find(|a| a.asks == "staff" || a.asks == "choices") {
        let nothing = if a.asks == "staff" { json!([]) } else { json!({}) };
        let key = if a.asks == "staff" { "moves" } else { "choices" };
        g.answer(a.seat, &json!({ "answer": a.asks, key: nothing })).unwrap();
    }
}

fn decide(choice: &str) -> serde_json::Value {
    json!({ "do": "decide", "choice": choice, "because": "Read your instruction." })
}

#[test]
fn the_umpire_reads_orders_under_an_instruction() {
    let _p = proves!("03.02.1");
    let mut g = instructed(Seating::WITH_UMPIRE);
    assert_eq!(g.waits_for(), [Seat::Umpire]);
    let ask = g.asks().into_iter().find(|a| a.asks == "instructions").unwrap();
    assert!(!ask.standing && ask.seat == Seat::Umpire && ask.clause.id() == "03.02.1");
    // The second brigade has no instruction.
    let units: Vec<_> = ask.about["orders"].as_array().unwrap().iter().map(|o| o["unit"].clone()).collect();
    assert_eq!(units, ["3VT", "5VT"]);
    assert_eq!(ask.about["orders"][1]["order"], "march 5");
    assert_eq!(ask.about["orders"][0]["instruction"], "You are to stand.");
    let prompt = g.prompts(Seat::Umpire).into_iter().find(|p| p.asks == "instructions").unwrap();
    assert_eq!(prompt.offers.len(), 3);
    assert_eq!(prompt.offers[1].answer, ask.offers[1]);
    assert!(g.prompts(Seat::Side(0)).is_empty());
    for bad in ["", "x", "strike ", "strike 2RI", "strike 49NY", "strike nobody", "3VT"] {
        assert!(g.answer(Seat::Umpire, &decide(bad)).is_err(), "{bad}");
    }
    let n = g.events_len();
    g.answer(Seat::Umpire, &decide("strike 3VT")).unwrap();
    // Its own side is told why; the other does not hear of it.
    let told = g.events_for(Seat::Side(0), n);
    assert_eq!((told.len(), &told[0]["because"]), (1, &json!("Read your instruction.")));
    assert!(g.events_for(Seat::Side(1), n).is_empty());
    assert!(g.answer(Seat::Umpire, &decide("strike 3VT")).is_err(), "it is struck already");
    assert_eq!(g.waits_for(), [Seat::Umpire], "one more is on the list");
    g.answer(Seat::Umpire, &decide("agree")).unwrap();
    run_out(&mut *g);
    assert_eq!(come(&*g, "3VT"), 0.0);
    assert_eq!(come(&*g, "5VT"), 5.0);
    assert!(come(&*g, "2RI") > 5.0);
    assert!(g.answer(Seat::Umpire, &decide("agree")).is_err(), "nothing is asked now");
    let said: Vec<String> = (0..g.events_len()).flat_map(|i| g.tell(i)).collect();
    assert!(!said.iter().any(|t| t.contains("Nobody sits")), "{said:?}");

    // The last one struck: there is nothing more to read.
    let mut g = instructed(Seating::WITH_UMPIRE);
    g.answer(Seat::Umpire, &decide("strike 5VT")).unwrap();
    g.answer(Seat::Umpire, &decide("strike 3VT")).unwrap();
    assert_ne!(g.waits_for(), [Seat::Umpire]);
    run_out(&mut *g);
    assert_eq!([come(&*g, "3VT"), come(&*g, "5VT")], [0.0, 0.0]);

    // Nobody reads them where nobody sits.
    let mut g = instructed(Seating::SIDES_ONLY);
    run_out(&mut *g);
    assert!(come(&*g, "3VT") > 5.0);
}

#[test]
fn orders_given_before_a_correction_are_judged_anew() {
    let _p = proves!("01.06.2");
    let mut g = instructed(Seating::WITH_UMPIRE);
    let n = g.events_len();
    let halt = json!({ "do": "correct", "because": "Dice thrown in anger.", "changes": [{ "halt": { "unit": "5VT", "turns": 1 } }] });
    g.answer(Seat::Umpire, &halt).unwrap();
    let struck: Vec<_> =
        g.events_for(Seat::Side(0), n).into_iter().filter(|e| e["event"] == "struck").collect();
    assert_eq!(struck.len(), 1);
    assert_eq!(struck[0]["clause"], "01.06.2");
    let ask = g.asks().into_iter().find(|a| a.asks == "instructions").unwrap();
    assert_eq!(ask.offers.len(), 2, "agree, or strike the other");
    // Moved elsewhere, a unit marches from there.
    let moved = json!({ "do": "correct", "because": "It was pushed.", "changes": [{ "place": { "unit": "3VT", "at": { "x": 44.0, "y": 44.0, "facing": 0.0 } } }] });
    g.answer(Seat::Umpire, &moved).unwrap();
    g.answer(Seat::Umpire, &decide("agree")).unwrap();
    run_out(&mut *g);
    assert_eq!(come(&*g, "5VT"), 0.0);
    assert!(come(&*g, "3VT") > 4.0 + 5.0);
}
