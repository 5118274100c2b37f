//! Orders drawn by hand: what is shown as lawful is accepted, what is refused names its rule, nonsense is no panic.

use crate::chooser;

use crate::seats::{answer, game};
use bbdba_acw::battle::{Awaits, Battle};
use bbdba_acw::drill::Drill;
use bbdba_acw::field::Phase;
use bbdba_acw::{Side, Troop};
use desk::Game;
use desk::board::{Act, Setting, Sketched, Stroke};
use proptest::prelude::*;
use serde_json::{Value, json};
use umpire::{Seat, Seeded};

const A: Seat = Seat::Side(0);

fn stroke(asks: &str, draft: &Value, pieces: &[&str], act: Act) -> Stroke {
    Stroke {
        asks: asks.into(),
        draft: draft.clone(),
        pieces: pieces.iter().map(|p| (*p).into()).collect(),
        act,
    }
}

fn drag(x: f64, y: f64) -> Act {
    Act::Drag { x, y, facing: None }
}

fn set(control: &str, value: Value) -> Act {
    Act::Set { control: control.into(), value }
}

/// A line of three rifles, a commander behind them and cavalry to the left; an enemy far ahead.
fn line() -> Battle {
    let mut d = Drill::new();
    for i in 0..3 {
        d.a(Troop::Rifles, 1000.0 + 160.0 * f64::from(i), 600.0, 0.0);
    }
    d.a(Troop::Cavalry, 400.0, 600.0, 0.0);
    d.a(Troop::Commander, 1160.0, 400.0, 0.0);
    d.b(Troop::Rifles, 1160.0, 1100.0, 180.0);
    let mut f = d.field();
    f.phase = Phase::Movement;
    Battle::drill(f, vec![])
}

fn accepted(b: &Battle, seat: Seat, s: &Sketched) {
    let a = s.answer.as_ref().expect("something to give in");
    let mut c = b.clone();
    answer(&mut c, seat, a).unwrap_or_else(|e| panic!("{e}: {a}"));
}

#[test]
fn a_line_is_dragged_forward() {
    let b = line();
    let s = game(&b).sketch(A, &stroke("move", &Value::Null, &["A2"], Act::Pick)).unwrap();
    assert_eq!(s.pieces, ["A1", "A2", "A3"], "a stroke on one of a group takes the group");
    assert!(s.answer.is_none());
    let s = game(&b).sketch(A, &stroke("move", &s.draft, &["A2"], drag(1160.0, 720.0))).unwrap();
    assert_eq!(s.says[0], "Advance A1, A2 and A3 120 paces");
    assert_eq!(s.ghosts.len(), 3);
    assert!(s.ghosts[0].note.contains("120 p, 1 point"), "{}", s.ghosts[0].note);
    accepted(&b, A, &s);
    // Too far: refused with the rule, and drawn as far as it may go.
    let s = game(&b).sketch(A, &stroke("move", &s.draft, &["A2"], drag(1160.0, 850.0))).unwrap();
    assert_eq!(s.refusal.as_ref().unwrap().clause.as_deref(), Some("dba.4"));
    assert!(s.ghosts.iter().any(|g| !g.legal));
    let there = s.ghosts.iter().find(|g| g.legal && g.piece == "A2").unwrap();
    assert!((there.at.y - 800.0).abs() < 3.0, "{there:?}");
    accepted(&b, A, &s);
    // Back again: a group does not.
    let s = game(&b).sketch(A, &stroke("move", &s.draft, &["A2"], drag(1160.0, 500.0))).unwrap();
    assert_eq!(s.refusal.as_ref().unwrap().clause.as_deref(), Some("dba.6"));
    assert!(s.answer.is_none());
}

#[test]
fn a_line_wheels_to_where_the_hand_is() {
    let b = line();
    let s = game(&b).sketch(A, &stroke("move", &Value::Null, &["A3"], drag(1295.0, 760.0))).unwrap();
    let a3 = s.ghosts.iter().find(|g| g.piece == "A3" && g.legal).unwrap();
    assert!(table::v2(a3.at.x, a3.at.y).dist(table::v2(1295.0, 760.0)) < 2.0, "{a3:?} {s:?}");
    assert!(s.refusal.is_none());
    accepted(&b, A, &s);
    // By the handle.
    let s = game(&b).sketch(A, &stroke("move", &Value::Null, &["A1"], Act::Turn { degrees: 15.0 })).unwrap();
    assert_eq!(s.says[0], "Wheel A1, A2 and A3 15° to the right");
    accepted(&b, A, &s);
    let s = game(&b).sketch(A, &stroke("move", &s.draft, &["A1"], Act::Turn { degrees: 80.0 })).unwrap();
    assert!(s.refusal.is_some());
}

#[test]
fn one_alone_goes_any_way() {
    let b = line();
    let s = game(&b).sketch(A, &stroke("move", &Value::Null, &["A3"], Act::Pick)).unwrap();
    let s = game(&b).sketch(A, &stroke("move", &s.draft, &["A3"], set("who", json!("alone")))).unwrap();
    assert_eq!(s.pieces, ["A3"]);
    let s = game(&b).sketch(A, &stroke("move", &s.draft, &["A3"], drag(1330.0, 520.0))).unwrap();
    assert_eq!(s.refusal, None);
    accepted(&b, A, &s);
    let s = game(&b).sketch(A, &stroke("move", &s.draft, &["A3"], set("ahead", json!(50)))).unwrap();
    accepted(&b, A, &s);
    let s = game(&b)
        .sketch(
            A,
            &stroke("move", &Value::Null, &["A4"], Act::Drag { x: 400.0, y: 700.0, facing: Some(90.0) }),
        )
        .unwrap();
    let g = s.ghosts.iter().find(|g| g.legal).unwrap();
    assert_eq!(g.at.facing, 90.0);
    accepted(&b, A, &s);
    let s = game(&b).sketch(A, &stroke("move", &s.draft, &["A4"], set("dismount", json!(true)))).unwrap();
    assert!(s.answer.as_ref().unwrap()["dismount"].as_bool().unwrap() || s.refusal.is_some());
    accepted(&b, A, &s);
}

#[test]
fn a_line_is_pointed_at_the_enemy() {
    let mut d = Drill::new();
    d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
    d.b(Troop::Rifles, 1010.0, 750.0, 180.0);
    d.b(Troop::Rifles, 2000.0, 1150.0, 180.0);
    let mut f = d.field();
    f.phase = Phase::Movement;
    let b = Battle::drill(f, vec![]);
    let s = game(&b).sketch(A, &stroke("move", &Value::Null, &["A1"], Act::Aim { at: "B1".into() })).unwrap();
    assert_eq!(s.refusal, None);
    assert!(s.says[0].contains("against B1's front"), "{:?}", s.says);
    accepted(&b, A, &s);
    let s = game(&b).sketch(A, &stroke("move", &Value::Null, &["A1"], Act::Aim { at: "B2".into() })).unwrap();
    assert!(s.refusal.is_some() && s.answer.is_none());
    // Dragged upon the enemy it lines up with him.
    let s = game(&b).sketch(A, &stroke("move", &Value::Null, &["A1"], drag(1015.0, 745.0))).unwrap();
    assert_eq!(s.refusal, None, "{s:?}");
    accepted(&b, A, &s);
}

#[test]
fn who_is_not_mine_or_not_there_is_refused() {
    let b = line();
    for (pieces, act) in [
        (vec!["B1"], Act::Pick),
        (vec!["A99"], Act::Pick),
        (vec!["Z"], drag(0.0, 0.0)),
        (vec![], drag(1.0, 1.0)),
        (vec!["A1"], drag(f64::NAN, 1.0)),
        (vec!["A1"], Act::Turn { degrees: f64::INFINITY }),
        (vec!["A1"], Act::Aim { at: "A2".into() }),
        (vec!["A1"], set("nothing", json!(1))),
        (vec!["A1"], set("advance", json!("far"))),
    ] {
        assert!(
            game(&b).sketch(A, &stroke("move", &Value::Null, &pieces, act.clone())).is_err(),
            "{pieces:?} {act:?}"
        );
    }
    assert!(game(&b).sketch(A, &stroke("deploy", &Value::Null, &["A1"], Act::Pick)).is_err());
    assert!(game(&b).sketch(Seat::Side(1), &stroke("move", &Value::Null, &["B1"], Act::Pick)).is_err());
    assert!(game(&b).sketch(Seat::Spectator, &stroke("move", &Value::Null, &["A1"], Act::Pick)).is_err());
    for draft in [
        json!(3),
        json!([]),
        json!({"who": ["A1"], "more": 1}),
        json!({"who": ["B1"]}),
        json!({"who": ["A77"]}),
    ] {
        assert!(game(&b).sketch(A, &stroke("move", &draft, &["A1"], Act::Pick)).is_err(), "{draft}");
    }
}

/// What a hand may do to whatever is asked, from its dice.
fn random_stroke(b: &Battle, side: Side, awaits: &Awaits, last: &Sketched, r: &mut Seeded) -> Stroke {
    let f = b.field();
    let mut own: Vec<String> = f.army(side).elements.iter().map(|e| e.id.to_string()).collect();
    own.push(format!("camp {side}"));
    let foes: Vec<String> = f.army(side.other()).elements.iter().map(|e| e.id.to_string()).collect();
    let any = |v: &[String], r: &mut Seeded| v[r.below(v.len() as u32) as usize].clone();
    let pieces = match r.below(6) {
        0 => last.pieces.clone(),
        1 => vec![any(&own, r), any(&own, r)],
        2 if !matches!(awaits, Awaits::Move) => vec![any(&foes, r)],
        _ => vec![any(&own, r)],
    };
    let near = pieces
        .first()
        .and_then(|p| p.parse().ok())
        .and_then(|id| f.get(id))
        .map_or((1200.0, 600.0), |e| (e.base.front.x, e.base.front.y));
    let off = |r: &mut Seeded, n: f64| (r.unit() - 0.5) * 2.0 * n;
    let act = match r.below(10) {
        0 => Act::Pick,
        1..=4 => {
            let facing = (r.below(3) == 0).then(|| r.unit() * 360.0);
            Act::Drag { x: near.0 + off(r, 400.0), y: near.1 + off(r, 400.0), facing }
        }
        5 => Act::Turn { degrees: off(r, 120.0) },
        6 => Act::Aim { at: any(&foes, r) },
        _ => match last.controls.get(r.below(last.controls.len().max(1) as u32) as usize) {
            None => Act::Pick,
            Some(c) => {
                let value = match &c.setting {
                    Setting::Choice { options, .. } if !options.is_empty() => {
                        json!(options[r.below(options.len() as u32) as usize].id)
                    }
                    Setting::Switch { on } => json!(!on),
                    Setting::Number { least, greatest, .. } => json!(least + r.unit() * (greatest - least)),
                    Setting::Piece { among, .. } if !among.is_empty() => {
                        json!(among[r.below(among.len() as u32) as usize])
                    }
                    _ => json!("because it stood wrong"),
                };
                Act::Set { control: c.id.clone(), value }
            }
        },
    };
    Stroke { asks: awaits.name().into(), draft: last.draft.clone(), pieces, act }
}

/// Over generated battles: whatever has been drawn, the answer that a sketch holds is accepted as it stands.
#[test]
fn what_is_drawn_as_lawful_is_accepted() {
    let (mut with, mut without, mut moves) = (0, 0, 0);
    for n in [0, 3, 5, 9, 10, 14] {
        let mut b = chooser::begin(&chooser::generated(n), n);
        let r = &mut Seeded::from_number(n * 7 + 1);
        for _ in 0..90 {
            let Some((side, awaits)) = b.pending().first().cloned() else { break };
            let seat = Seat::Side(side.index() as u8);
            if let Some(mut last) = game(&b).prompts(seat).remove(0).sketch {
                for _ in 0..8 {
                    let stroke = random_stroke(&b, side, &awaits, &last, r);
                    let Ok(s) = game(&b).sketch(seat, &stroke) else { continue };
                    match &s.answer {
                        Some(a) => {
                            with += 1;
                            moves += usize::from(awaits == Awaits::Move);
                            let mut c = b.clone();
                            if let Err(e) = answer(&mut c, seat, a) {
                                panic!("battle {n}: {e}\n{a}\nafter {stroke:?}");
                            }
                            assert!(s.ghosts.iter().any(|g| g.legal) || s.ghosts.is_empty());
                        }
                        None => without += 1,
                    }
                    last = s;
                }
            }
            let offers = b.offers(side, &awaits).0;
            let a = chooser::pick(&b, side, &offers, &awaits, r);
            b.answer(side, a).unwrap();
        }
    }
    assert!(with > 400 && moves > 100 && without > 50, "{with} {moves} {without}");
}

/// The umpire drags a piece, takes one off, and gives his reason.
#[test]
fn the_umpire_puts_right_by_hand() {
    let b = line().with_umpire();
    let s =
        game(&b).sketch(Seat::Umpire, &stroke("umpire", &Value::Null, &["A4"], drag(500.0, 300.0))).unwrap();
    assert!(s.answer.is_none() && s.missing[0].must);
    let s = game(&b)
        .sketch(Seat::Umpire, &stroke("umpire", &s.draft, &["B1"], set("fate", json!("destroyed"))))
        .unwrap();
    let s = game(&b)
        .sketch(Seat::Umpire, &stroke("umpire", &s.draft, &[], set("because", json!("knocked over"))))
        .unwrap();
    assert_eq!(s.orders.len(), 2);
    accepted(&b, Seat::Umpire, &s);
    let on =
        game(&b).sketch(Seat::Umpire, &stroke("umpire", &s.draft, &["A4"], drag(1000.0, 600.0))).unwrap();
    assert_eq!(on.refusal.as_ref().unwrap().clause.as_deref(), Some("dba.44"));
    assert_eq!(on.draft, s.draft);
    let mut c = b.clone();
    answer(&mut c, Seat::Umpire, s.answer.as_ref().unwrap()).unwrap();
    let s = game(&c)
        .sketch(Seat::Umpire, &stroke("umpire", &Value::Null, &[], set("restore", json!("B1"))))
        .unwrap();
    let s = game(&c)
        .sketch(Seat::Umpire, &stroke("umpire", &s.draft, &[], set("because", json!("he lives"))))
        .unwrap();
    accepted(&c, Seat::Umpire, &s);
    let s = game(&c)
        .sketch(Seat::Umpire, &stroke("umpire", &Value::Null, &[], set("rules", json!("Play on."))))
        .unwrap();
    accepted(&c, Seat::Umpire, &s);
}

fn wild() -> impl Strategy<Value = f64> {
    prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(-1e300), Just(0.0), Just(1e5), -5000.0..5000.0f64]
}

fn wild_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(|b| json!(b)),
        (-1e9..1e9f64).prop_map(|n| json!(n)),
        prop_oneof![
            "[a-z_]{0,8}",
            "[AB][0-9]{1,3}",
            Just("alone".to_string()),
            Just("group".to_string()),
            Just("road".to_string())
        ]
        .prop_map(|s| json!(s)),
        Just(json!([1, 2])),
        Just(json!({"who": ["A1", "A2", "A1"], "kind": "column", "how": {"group": [{"advance": 1e9}]}})),
        Just(json!({"who": ["A1"], "kind": "road", "how": {"legs": []}, "with": ["A1"]})),
        Just(json!({"who": [], "kind": "group", "how": {"group": []}})),
        Just(json!({"who": ["A1", "A4"], "kind": "form_column", "dismount": true})),
        Just(json!({"who": ["A2"], "kind": "group", "against": {"foe": "B9", "on": "rear"}})),
        Just(json!({"elements": [{"element": "A1", "at": {"x": 1e200, "y": 0, "facing": 0}}]})),
        Just(json!({"elements": []})),
        Just(json!({"picked": ["A1", "camp B"]})),
        Just(json!({"x": -1e300, "width": 0, "depth": 5})),
        Just(
            json!({"changes": [{"remove": {"element": "A1", "how": "left"}}, {"remove": {"element": "A1", "how": "left"}}]})
        ),
    ]
}

fn wild_act() -> impl Strategy<Value = Act> {
    prop_oneof![
        Just(Act::Pick),
        Just(Act::Clear),
        (wild(), wild(), proptest::option::of(wild())).prop_map(|(x, y, facing)| Act::Drag { x, y, facing }),
        wild().prop_map(|degrees| Act::Turn { degrees }),
        (wild(), wild()).prop_map(|(x, y)| Act::Point { x, y }),
        "[AB]?[a-z0-9 ]{0,6}".prop_map(|at| Act::Aim { at }),
        ".{0,20}".prop_map(|text| Act::Type { text }),
        (
            prop_oneof![
                Just("who"),
                Just("manner"),
                Just("dismount"),
                Just("against"),
                Just("advance"),
                Just("wheel"),
                Just("on"),
                Just("ahead"),
                Just("aside"),
                Just("turn"),
                Just("with:A5"),
                Just("with:"),
                Just("style"),
                Just("command"),
                Just("x"),
                Just("y"),
                Just("facing"),
                Just("dismounted"),
                Just("fate"),
                Just("restore"),
                Just("because"),
                Just("rules"),
                Just("main"),
                Just("fight"),
                Just("target")
            ],
            wild_value()
        )
            .prop_map(|(c, value)| Act::Set { control: c.into(), value }),
    ]
}

fn stages() -> Vec<Battle> {
    let mut out = vec![line().with_umpire()];
    for n in [5u64, 10, 1, 3, 11] {
        let mut b = chooser::begin(&chooser::generated(n), n).with_umpire();
        let r = &mut Seeded::from_number(n);
        let mut seen: Vec<&str> = Vec::new();
        for _ in 0..250 {
            let Some((side, awaits)) = b.pending().first().cloned() else { break };
            if !seen.contains(&awaits.name()) {
                seen.push(awaits.name());
                out.push(b.clone());
            }
            let offers = b.offers(side, &awaits).0;
            let a = chooser::pick(&b, side, &offers, &awaits, r);
            b.answer(side, a).unwrap();
        }
    }
    out
}

/// Nothing that a page could send makes it stumble; and even then an answer that it holds is accepted.
#[test]
fn hostile_strokes() {
    let all = stages();
    let mut runner =
        proptest::test_runner::TestRunner::new(ProptestConfig { cases: 600, ..ProptestConfig::default() });
    let asks = prop_oneof![8 => Just(None), 1 => Just(Some("umpire".to_string())), 1 => "[a-z_]{0,8}".prop_map(Some)];
    let pieces = proptest::collection::vec(
        prop_oneof![8 => "[AB][1-9]", 1 => "[AB][0-9]{1,3}", 1 => Just("camp A".to_string()), 1 => ".{0,5}"],
        0..4,
    );
    let strategy = (0..all.len(), asks, wild_value(), pieces, wild_act(), 0..4usize, wild_act());
    runner
        .run(&strategy, |(n, asks, draft, pieces, act, seat, then)| {
            let b = &all[n];
            let seat = [Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Spectator][seat];
            let name = asks.unwrap_or_else(|| {
                if seat == Seat::Umpire {
                    "umpire".into()
                } else {
                    b.pending().first().map_or("", |p| p.1.name()).into()
                }
            });
            let s = Stroke { asks: name.clone(), draft, pieces: pieces.clone(), act };
            if let Ok(s) = game(b).sketch(seat, &s) {
                for s in [
                    Some(s.clone()),
                    game(b).sketch(seat, &Stroke { asks: name, draft: s.draft, pieces, act: then }).ok(),
                ]
                .into_iter()
                .flatten()
                {
                    if let (Some(a), None) = (&s.answer, &s.refusal) {
                        let mut c = b.clone();
                        prop_assert!(answer(&mut c, seat, a).is_ok(), "{a}");
                    }
                }
            }
            Ok(())
        })
        .unwrap();
}

/// Two pairs of rifles within range of each other; A has moved.
fn under_fire() -> Battle {
    let mut d = Drill::new();
    for x in [1000.0, 1600.0] {
        d.a(Troop::Rifles, x, 600.0, 0.0);
        d.b(Troop::Rifles, x, 800.0, 180.0);
    }
    d.a(Troop::Commander, 1300.0, 300.0, 0.0);
    let mut f = d.field();
    f.phase = Phase::Movement;
    let mut b = Battle::drill(f, vec![]);
    answer(&mut b, A, &json!({ "do": "end_moves" })).expect("nothing more is moved");
    b
}

#[test]
fn whoever_calls_targets_reads_whose_fire_it_is_and_what_it_may_do() {
    let mut b = under_fire();
    let passive = Seat::Side(1);
    let call = game(&b).prompts(passive).remove(0);
    assert!(call.says.to_string().contains("Your own troops are listed"), "{}", call.says);
    let says: Vec<String> = call.offers.iter().map(|o| o.says.to_string()).collect();
    assert!(says.iter().any(|s| s.starts_with("Our fire on A1") && s.ends_with("by B1")), "{says:#?}");
    assert!(says.iter().any(|s| s.starts_with("Enemy fire on B1") && s.ends_with("by A1")), "{says:#?}");
    assert!(call.offers.iter().all(|o| o.odds.is_empty()), "calling rolls no dice");

    answer(&mut b, passive, &call.offers[0].answer).expect("it was offered");
    let (side, _) = b.pending()[0].clone();
    let seat = Seat::Side(side.index() as u8);
    let shoot = game(&b).prompts(seat).remove(0);
    for o in &shoot.offers {
        assert_eq!(o.odds.is_empty(), o.ends, "who holds fire rolls nothing: {}", o.says);
        let whole: f64 = o.odds.iter().map(|c| c.share).sum();
        assert!(o.ends || (whole - 1.0).abs() < 1e-9, "{:?}", o.odds);
        assert!(o.odds.windows(2).all(|c| c[0].share >= c[1].share), "the likeliest first: {:?}", o.odds);
    }
    let main = &shoot.offers[0].pieces[0];
    let s = game(&b).sketch(seat, &stroke("shoot", &Value::Null, &[main], Act::Pick)).unwrap();
    assert_eq!(s.odds, shoot.offers[0].odds, "picked on the table it has the same odds");
}

#[test]
fn a_ready_move_is_drawn_and_can_be_drawn_on() {
    let b = line();
    let p = game(&b).prompts(A).remove(0);
    let ready = p.offers.iter().find(|o| o.pieces == ["A4"]).expect("the cavalry may move");
    let fill = |draft: &Value| stroke("move", draft, &[], Act::Fill { answer: ready.answer.clone() });
    let s = game(&b).sketch(A, &fill(&Value::Null)).unwrap();
    assert_eq!((s.answer.as_ref(), &s.pieces[..]), (Some(&ready.answer), &["A4".to_owned()][..]));
    accepted(&b, A, &s);
    let s = game(&b).sketch(A, &stroke("move", &s.draft, &["A4"], drag(400.0, 700.0))).unwrap();
    assert!(s.answer.is_some_and(|a| a != ready.answer), "the hand goes on from there");
}

#[test]
fn how_far_orders_fire_and_moves_reach_is_drawn() {
    use desk::board::Reaches;
    let b = line();
    let s = game(&b).sketch(A, &stroke("move", &Value::Null, &["A1"], Act::Pick)).unwrap();
    let of: Vec<Reaches> = s.reach.iter().map(|r| r.of).collect();
    assert_eq!(of, [Reaches::Command, Reaches::Move, Reaches::Fire]);
    // A move of rifles in good going, from the middle of the front: A2 was taken with the group, A1 is in hand.
    let far = |p: &[f64; 2]| (p[0] - 1000.0).hypot(p[1] - 600.0);
    let moves = Troop::Rifles.stats().move_good;
    assert!(s.reach[1].outline.iter().all(|p| (far(p) - moves).abs() < 0.01), "{:?}", s.reach[1]);
    let cavalry = game(&b).sketch(A, &stroke("move", &Value::Null, &["A4"], Act::Pick)).unwrap();
    assert!(cavalry.reach.iter().all(|r| r.of != Reaches::Fire), "cavalry does not shoot");
}

/// Whoever is asked about fire or close combat is shown on the table whom it is about.
#[test]
fn a_question_points_at_those_whom_it_is_about() {
    let mut d = Drill::new();
    for i in 0..3 {
        d.a(Troop::Rifles, 1000.0 + 160.0 * f64::from(i), 600.0, 0.0);
        d.b(Troop::Rifles, 1000.0 + 160.0 * f64::from(i), 850.0, 180.0);
    }
    d.a(Troop::Commander, 1160.0, 400.0, 0.0);
    let mut f = d.field();
    f.phase = Phase::Movement;
    let mut b = Battle::drill(f, [3; 40]);
    answer(&mut b, A, &json!({ "do": "end_moves" })).unwrap();
    let mut asked = Vec::new();
    while let Some(seat) = game(&b).waits_for().first().copied().filter(|_| asked.len() < 6) {
        let p = game(&b).prompts(seat).remove(0);
        if p.asks == "move" {
            break;
        }
        let pieces = p.sketch.expect("it is picked on the table").controls[0].pieces.clone();
        assert!(pieces.len() > 1, "{}: {pieces:?}", p.asks);
        for o in &p.offers {
            assert!(o.pieces.iter().all(|x| pieces.contains(x)), "{}: {:?}", p.asks, o.pieces);
        }
        answer(&mut b, seat, &p.offers[0].answer).unwrap();
        asked.push(p.asks);
    }
    assert!(asked.contains(&"call".to_owned()) && asked.contains(&"shoot".to_owned()), "{asked:?}");
}
