//! Orders sketched by hand: what is shown as lawful is accepted, what is refused leaves the draft as it was, what is typed
//! back says the same, and no stroke brings anything down.

use crate::desk_hand;

use chakoten_acw::battle::Battle;
use chakoten_acw::proves;
use chakoten_acw::slip;
use chakoten_acw::unit::Side;
use desk::Game;
use desk::Match;
use desk::board::{Act, Setting, Sketched, Stroke};
use desk_hand::*;
use serde_json::{Value, json};
use umpire::Seat;

/// Sketches for a seat by the dice and checks every sketch on the way. Returns the last.
fn doodle(r: &mut Roll, m: &Match<Battle>, at: Seat, strokes: usize) -> Sketched {
    let p = m.prompts(at).into_iter().next().expect("it is asked");
    let mut last = p.sketch.expect("can be sketched");
    for _ in 0..strokes {
        let s = stroke(r, m, at, &p.asks, &last);
        let Ok(next) = m.sketch(at, &s) else { continue };
        if next.refusal.is_some() {
            assert_eq!(next.draft, last.draft, "a refused stroke changes nothing: {s:?}");
        }
        for o in &next.orders {
            if !o.slip.is_empty() {
                let read = slip::parse(&o.slip).unwrap_or_else(|e| panic!("{}: {e}", o.slip));
                assert_eq!(slip::write(&read), o.slip);
            }
        }
        if next.orders.iter().all(|o| o.refusal.is_none()) && at != Seat::Umpire {
            assert!(next.answer.is_some(), "nothing is refused, so it can be given in: {s:?}");
        }
        for g in &next.ghosts {
            let b = m.board(at);
            assert!(g.at.x.is_finite() && g.at.y.is_finite() && g.at.facing.is_finite(), "{g:?}");
            assert!(!g.legal || (-0.1..=b.width + 0.1).contains(&g.at.x), "{g:?}");
        }
        last = next;
    }
    last
}

#[test]
fn what_is_sketched_without_a_refusal_is_accepted_as_it_stands() {
    let mut given = [0; 3];
    for n in 0..12 {
        let mut m = battle(n, false);
        let mut r = Roll(n);
        // Some battles are taken over when they are well under way.
        let mut who = officers(n);
        let late = (n % 3) as u32 * 5;
        while m.turn() < late && step(&mut m, &mut who) {}
        let mut answers = 0;
        while m.turn() < late + 3 && answers < 60 {
            let Some(at) = m.waits_for().first().copied() else { break };
            let asks = m.prompts(at)[0].asks.clone();
            let last = doodle(&mut r, &m, at, if asks == "orders" { 14 } else { 5 });
            let a = last.answer.clone().unwrap_or_else(|| m.prompts(at)[0].offers[0].answer.clone());
            given[["orders", "staff", "choices"].iter().position(|x| *x == asks).expect("known")] += 1;
            m.answer(at, &a).unwrap_or_else(|e| panic!("battle {n}: {e}\n{a:#}"));
            answers += 1;
        }
    }
    // Choices come up where it is fought in earnest: officers fight, and only what they are to choose is sketched.
    for n in 0..6 {
        let mut m = battle(n, false);
        let mut r = Roll(n);
        let mut who = [n, n + 1].map(|n| commander::chakoten::appoint(commander::Strength::Steady, n));
        while m.turn() < 16 && given[2] < 12 {
            let Some(at) = m.waits_for().first().copied() else { break };
            if m.prompts(at)[0].asks != "choices" {
                step(&mut m, &mut who);
                continue;
            }
            let last = doodle(&mut r, &m, at, 5);
            given[2] += 1;
            m.answer(at, &last.answer.expect("choices have defaults")).expect("as sketched");
        }
    }
    assert!(given[0] > 60 && given[1] > 50 && given[2] > 3, "{given:?}");
}

#[test]
fn every_offer_in_words_is_accepted() {
    for n in 0..8 {
        let mut m = battle(n, false);
        let mut who = officers(n);
        for _ in 0..40 {
            for at in m.waits_for() {
                for o in m.prompts(at).iter().flat_map(|p| &p.offers) {
                    let mut copy = m.clone();
                    copy.answer(at, &o.answer).unwrap_or_else(|e| panic!("{}: {e}", o.says));
                    assert!(!o.says.is_empty());
                }
            }
            if !step(&mut m, &mut who) {
                break;
            }
        }
    }
}

fn begin(n: u64) -> (Match<Battle>, Seat) {
    (battle(n, false), seat(Side::A))
}

fn infantry(m: &Match<Battle>) -> String {
    let f = m.rules().field();
    // The foremost has nobody before it.
    f.side(Side::A)
        .filter(|u| u.arm == chakoten_acw::troop::Arm::Infantry && u.inside.is_empty())
        .max_by(|a, b| a.base.front.dot(a.base.dir).total_cmp(&b.base.front.dot(b.base.dir)))
        .expect("there is some")
        .code
        .to_string()
}

fn on(draft: Value, piece: &str, act: Act) -> Stroke {
    Stroke { asks: "orders".into(), draft, pieces: vec![piece.into()], act }
}

#[test]
fn a_drag_is_a_march_to_the_place_and_a_second_goes_on_from_there() {
    let (m, at) = begin(0);
    let code = infantry(&m);
    let b = m.rules().field()[m.rules().field().by_code(&code).unwrap()].base;
    let near = b.front + b.dir * 4.0;
    let one =
        m.sketch(at, &on(Value::Null, &code, Act::Drag { x: near.x, y: near.y, facing: None })).unwrap();
    assert!(one.refusal.is_none(), "{:?}", one.refusal);
    assert_eq!(one.ghosts.len(), 1, "{:?}", one.ghosts);
    let g = &one.ghosts[0];
    assert!(g.legal && (g.at.x - near.x).abs() < 0.2 && (g.at.y - near.y).abs() < 0.2, "{g:?}");
    assert!(one.slip.as_deref().unwrap().starts_with("to "), "{:?}", one.slip);
    let far = near + b.dir * 60.0;
    let two = m.sketch(at, &on(one.draft, &code, Act::Drag { x: far.x, y: far.y, facing: None })).unwrap();
    assert!(two.refusal.is_none(), "{:?}", two.refusal);
    assert_eq!(two.slip.as_deref().unwrap().matches("to ").count(), 2);
    // The turn ends on the way: what lies beyond is drawn, and not lawful.
    assert_eq!(two.ghosts.iter().map(|g| g.legal).collect::<Vec<_>>(), [true, false]);
    assert!(
        !two.ghosts[1].note.is_empty()
            && !two.ghosts[1].note.to_string().contains(|c: char| c.is_ascii_digit())
    );
    let mut copy = m.clone();
    copy.answer(at, &two.answer.unwrap()).unwrap();
    let cleared = m.sketch(at, &on(two.draft, &code, Act::Clear)).unwrap();
    assert!(cleared.orders.is_empty() && cleared.ghosts.is_empty());
}

#[test]
fn the_ghost_is_where_the_turn_brings_the_unit() {
    // Nobody interferes in the first turn: the armies are far apart.
    let mut checked = 0;
    for n in [0, 1, 2, 4, 5, 6] {
        let (mut m, at) = begin(n);
        let mut r = Roll(n + 77);
        let last = doodle(&mut r, &m, at, 40);
        let Some(a) = last.answer else { continue };
        m.answer(at, &a).unwrap();
        m.answer(seat(Side::B), &json!({ "answer": "orders", "orders": {} })).unwrap();
        while m.turn() == 1 && m.rules().clock().is_some() {
            let Some(s) = m.waits_for().first().copied() else { break };
            let nothing = m.prompts(s)[0].offers[0].answer.clone();
            m.answer(s, &nothing).unwrap();
        }
        let f = m.rules().field();
        let shot_at = m.rules().events().iter().any(|e| e.kind.ruling().is_some());
        for g in last.ghosts.iter().filter(|g| g.legal && !shot_at) {
            let u = &f[f.by_code(&g.piece).unwrap()];
            if !u.on_table() {
                continue;
            }
            let off = u.base.front.dist(table::v2(g.at.x, g.at.y));
            assert!(off < 0.01, "battle {n}: {} is {off} off its ghost", g.piece);
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn the_ghost_stops_at_an_enemy_in_sight_and_only_there() {
    let text = include_str!("../../../web/tests/scenarios/chakoten-acw.toml");
    let begin = |y: &str| {
        let text = text.replace("x = 60, y = 62, facing = 180", &format!("x = 66, y = {y}, facing = 180"));
        let s = std::sync::Arc::new(chakoten_acw::scenario::read("desk", &text).expect("lawful"));
        let log = umpire::Log::On(Vec::new());
        Match::new(Battle::seated(s, umpire::Seed::new("ghost"), log, desk::Seating::SIDES_ONLY))
    };
    let at = seat(Side::A);
    let ghost = |m: &Match<Battle>| {
        let act = Act::Type { text: "attack: march".into() };
        let out = m.sketch(at, &on(Value::Null, "7NY", act)).unwrap();
        assert!(out.refusal.is_none(), "{:?}", out.refusal);
        out.ghosts.into_iter().find(|g| g.legal).expect("it moves")
    };
    let (near, far) = (begin("36"), begin("80"));
    let f = near.rules().field();
    let enemy = f[f.by_code("1VA").unwrap()].base.rect();
    let stops = ghost(&near);
    let goes = ghost(&far);
    let base = |g: &desk::board::Ghost| {
        let pose = table::Pose { x: g.at.x, y: g.at.y, facing: g.at.facing };
        table::Base::new(pose, g.width, g.depth).rect()
    };
    assert!(base(&stops).gap(&enemy) < 0.01, "it comes to him: {stops:?}");
    assert!(base(&stops).penetration(&enemy) < 0.01, "and not into him: {stops:?}");
    assert!(goes.at.y > stops.at.y + 1.0, "nobody stands there: {goes:?}");
    assert!(!stops.note.is_empty() && goes.note.is_empty());
}

#[test]
fn artillery_waits_for_the_guess_and_nobody_gives_it_away() {
    let _p = proves!("play.guess");
    let mut found = false;
    for n in 0..12 {
        let mut m = battle(n, false);
        let mut who = officers(n);
        for _ in 0..60 {
            let at = seat(Side::A);
            let asks = m.prompts(at);
            if asks.first().is_some_and(|p| p.asks == "orders") {
                let f = m.rules().field();
                let gun = f.side(Side::A).find(|u| {
                    u.kind() == chakoten_acw::troop::Kind::Unlimbered
                        && !u.gunners_alone()
                        && u.battery.as_ref().is_some_and(|b| b.sound > 0 && b.rounds[0] > 0)
                        && u.figures > 0
                        && u.locked.is_empty()
                        && u.state != chakoten_acw::troop::State::Complete
                });
                if let Some(gun) = gun {
                    let code = gun.code.to_string();
                    let known = m.rules().known(Side::A);
                    let enemy = known
                        .seen()
                        .iter()
                        .find(|e| known.may_name(f, gun.command, **e))
                        .and_then(|e| known.label(*e));
                    if let Some(e) = enemy {
                        let s = m.sketch(at, &on(Value::Null, &code, Act::Aim { at: e })).unwrap();
                        assert!(s.refusal.is_none(), "{:?}", s.refusal);
                        let again = f[f.by_code(&code).unwrap()].record.last_hit.is_some();
                        let guess = s.controls.iter().find(|c| c.id == "guess");
                        if let (Some(c), false) = (guess, again) {
                            let Setting::Number { value, .. } = &c.setting else { panic!("a number") };
                            assert_eq!(*value, None, "nothing stands there that was not typed");
                            assert!(s.answer.is_none() && s.missing.iter().any(|x| x.must));
                            let set = Act::Set { control: "guess".into(), value: json!(40) };
                            let s = m.sketch(at, &on(s.draft, &code, set)).unwrap();
                            assert!(
                                s.refusal.is_none() && s.answer.is_some(),
                                "{:?} {:?}",
                                s.refusal,
                                s.orders
                            );
                            m.clone().answer(at, &s.answer.unwrap()).unwrap();
                            found = true;
                        }
                    }
                }
            }
            if !step(&mut m, &mut who) {
                break;
            }
        }
    }
    assert!(found);
}

#[test]
fn an_umpire_puts_a_unit_elsewhere_with_a_reason() {
    let m = battle(0, true);
    let code = infantry(&m);
    let b = m.rules().field()[m.rules().field().by_code(&code).unwrap()].base;
    let to = b.front - b.dir * 1.0;
    let act = |draft: &Value, act: Act, pieces: Vec<String>| {
        m.sketch(Seat::Umpire, &Stroke { asks: "umpire".into(), draft: draft.clone(), pieces, act }).unwrap()
    };
    let s = act(&Value::Null, Act::Drag { x: to.x, y: to.y, facing: None }, vec![code.clone()]);
    assert!(s.refusal.is_none(), "{:?}", s.refusal);
    assert!(s.answer.is_none(), "the reason is missing");
    let s = act(&s.draft, Act::Set { control: "state".into(), value: json!("LU") }, vec![code.clone()]);
    let s = act(&s.draft, Act::Set { control: "because".into(), value: json!("It was knocked.") }, vec![]);
    let mut copy = m.clone();
    copy.answer(Seat::Umpire, &s.answer.unwrap()).unwrap();
    let u = &copy.rules().field()[copy.rules().field().by_code(&code).unwrap()];
    assert!(u.base.front.dist(to) < 1e-6 && u.state == chakoten_acw::troop::State::Slight);
    let off = act(&Value::Null, Act::Drag { x: -50.0, y: 1e4, facing: None }, vec![code]);
    assert!(off.refusal.is_some());
}

#[test]
fn hostile_strokes_are_refused_and_bring_nothing_down() {
    let m = battle(0, true);
    let code = infantry(&m);
    let bad = [f64::NAN, f64::INFINITY, -f64::INFINITY, 1e308, -1e308, 0.0, -0.0];
    let drafts = [
        Value::Null,
        json!(5),
        json!([]),
        json!("x"),
        json!({ "orders": 3 }),
        json!({ "orders": { "nobody": { "do": "stand" } } }),
        json!({ "orders": { code.clone(): { "do": "move", "steps": vec![json!({"step": "march", "cm": -1e300}); 50] } } }),
        json!({ "choices": { "x": "yes" } }),
        json!({ "moves": [{ "who": "x" }] }),
        json!({ "because": "x", "changes": [{ "place": { "unit": "zz", "at": { "x": 1, "y": 2, "facing": 3 } } }] }),
        json!({ "unknown": true }),
    ];
    let mut acts = vec![
        Act::Pick,
        Act::Clear,
        Act::Aim { at: "".into() },
        Act::Aim { at: "x99999999999999999999".into() },
        Act::Aim { at: "new-00000000".into() },
        Act::Aim { at: code.clone() },
        Act::Type { text: "\u{0}\u{1b}[2J".into() },
        Act::Type { text: "march ".repeat(5000) },
    ];
    for x in bad {
        acts.push(Act::Drag { x, y: 5.0, facing: None });
        acts.push(Act::Drag { x: 5.0, y: x, facing: Some(x) });
        acts.push(Act::Drag { x: 5.0, y: 5.0, facing: Some(x) });
        acts.push(Act::Turn { degrees: x });
        acts.push(Act::Point { x, y: x });
    }
    for c in [
        "do",
        "formation",
        "guess",
        "wait",
        "undo",
        "target",
        "road",
        "when",
        "state",
        "figures",
        "because",
        "no",
        "join",
        "detach_left",
        "instruction",
        "line_from",
        "also",
    ] {
        for v in [
            Value::Null,
            json!(-1),
            json!(1e300),
            json!("x"),
            json!([]),
            json!({ "x": 1e300, "y": null }),
            json!(true),
        ] {
            acts.push(Act::Set { control: c.into(), value: v });
        }
    }
    let pieces = [
        vec![],
        vec![code.clone()],
        vec!["nobody".to_string()],
        vec!["x1".to_string()],
        vec![code.clone(); 150],
        vec![code.clone(); 300],
    ];
    for seat in [seat(Side::A), seat(Side::B), Seat::Umpire, Seat::Spectator, Seat::Side(9)] {
        for asks in ["orders", "staff", "choices", "umpire", "", "nothing"] {
            for draft in &drafts {
                for p in &pieces {
                    for act in &acts {
                        if p.len() == 150 && !matches!(act, Act::Pick) {
                            continue;
                        }
                        let s = Stroke {
                            asks: asks.into(),
                            draft: draft.clone(),
                            pieces: p.clone(),
                            act: act.clone(),
                        };
                        if let Ok(out) = m.sketch(seat, &s) {
                            assert!(asks == "orders" || asks == "umpire", "only that is asked");
                            if let Some(a) = out.answer {
                                m.clone().answer(seat, &a).unwrap_or_else(|e| panic!("{e}: {s:?}"));
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_ready_sheet_is_written_below_what_is_drawn() {
    let (m, at) = begin(0);
    let unit = infantry(&m);
    let p = m.prompts(at).remove(0);
    let typed = m.sketch(at, &on(Value::Null, &unit, Act::Type { text: "march".into() })).unwrap();
    assert!(typed.missing.iter().any(|x| !x.must), "the others have no order yet");
    let act = Act::Fill { answer: p.offers[0].answer.clone() };
    let filled = m.sketch(at, &Stroke { asks: p.asks, draft: typed.draft, pieces: vec![], act }).unwrap();
    let slip = |code: &str| filled.orders.iter().find(|o| o.pieces == [code]).map(|o| o.slip.clone());
    assert_eq!(slip(&unit).as_deref(), Some("march"), "what was drawn stands");
    assert!(
        filled.orders.len() > 1
            && filled.orders.iter().all(|o| o.pieces == [unit.clone()] || o.slip == "stand")
    );
    assert!(filled.missing.is_empty(), "{:?}", filled.missing);
    m.snapshot().answer(at, filled.answer.as_ref().expect("it can be sent")).expect("it is accepted");
}

#[test]
fn an_arc_of_fire_is_drawn_without_an_end() {
    let (m, at) = begin(0);
    let unit = infantry(&m);
    let s = m.sketch(at, &on(Value::Null, &unit, Act::Pick)).unwrap();
    let b = m.board(at);
    // Nothing in it tells how far anybody can shoot.
    let [arc] = &s.reach[..] else { panic!("{:?}", s.reach) };
    let far = |p: &[f64; 2]| p[0].abs().max(p[1].abs()) > b.width.max(b.depth) * 0.5;
    assert!(arc.outline.iter().filter(|p| far(p)).count() >= 2, "{arc:?}");
}
