//! Enemy staff figures in sight (table I, play.hidden): with a unit that is seen, and by themselves from 60 cm; on the board, in the film and in
//! what a side is told as data.

use chakoten_napoleonic::battle::{Awaits, Battle};
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::field::Field;
use chakoten_napoleonic::order::{FireOrder, Order, When};
use chakoten_napoleonic::troop::Formation;
use chakoten_napoleonic::unit::{Side, StaffId, UnitId};
use chakoten_napoleonic::view::{Sightings, StaffSeen, known, view_json};
use chakoten_napoleonic::{BOOK, check, proves};
use desk::board::{Act, Arm, Board, Piece, Stroke};
use desk::{BattleFile, Eye, Rules, Stage};
use serde_json::{Value, json};
use table::v2;
use umpire::{Seat, Seed};

/// What is put on the table besides.
type Put = fn(&mut Drill);

/// How side A sees a staff figure.
fn seen(f: &Field, s: StaffId) -> Option<StaffSeen> {
    known(f, Side::A, &Sightings::default()).sees_staff(f, &f[s])
}

/// By which clause it sees him by himself; `-` if it does not.
fn alone(f: &Field, s: StaffId) -> &'static str {
    match seen(f, s) {
        Some(StaffSeen { with: None, by }) => by.id(),
        Some(with) => panic!("he is seen with a unit: {with:?}"),
        None => "-",
    }
}

/// A battalion of A with its front at 24.5, and a courier of B before it.
fn courier_at(y: f64) -> (Drill, StaffId) {
    let mut d = Drill::sized(240.0, 300.0);
    d.infantry(Side::A, 24, Formation::Line, 100.0, 24.5, 0.0);
    let s = d.courier(Side::B, 100.0, y);
    (d, s)
}

#[test]
fn one_who_rides_alone_is_seen_from_sixty() {
    let p = proves!("skema.I.a");
    for (y, is) in [(84.5, true), (84.6, false)] {
        let (d, s) = courier_at(y);
        let f = d.field();
        let by = seen(&f, s).map(|s| (s.with, s.by.id()));
        assert_eq!(p.shows("skema.I.a", by), is.then_some((None, "skema.I.a")), "{y}");
        // Whose he is, and that he is there.
        let json = view_json(&f, Side::A, &known(&f, Side::A, &Sightings::default()));
        let all = json["enemy_staff"].as_array().map_or(0, Vec::len);
        assert_eq!(all, usize::from(is));
        for secret in ["Bs1", "staff B"] {
            assert!(!json.to_string().contains(secret), "{secret}");
        }
        if is {
            let one = &json["enemy_staff"][0];
            assert_eq!((&one["commander"], &one["with"]), (&json!(false), &Value::Null));
            assert_eq!((one["at"]["x"].as_f64(), one["at"]["y"].as_f64()), (Some(100.0), Some(84.5)));
        }
    }
}

/// Ten more for each hill step of who looks, as of every target in the open (table I).
#[test]
fn from_a_hill_he_is_seen_farther_off() {
    for (y, is) in [(94.5, "skema.I.a"), (94.6, "-")] {
        let (mut d, s) = courier_at(y);
        d.hill("mount", 1, (60.0, 2.0), (140.0, 24.5));
        assert_eq!(alone(&d.field(), s), is, "{y}");
    }
}

#[test]
fn mist_hides_him_sooner() {
    for (y, is) in [(44.5, "skema.I.a"), (44.6, "-")] {
        let (mut d, s) = courier_at(y);
        d.special().sight = Some(20.0);
        assert_eq!(alone(&d.field(), s), is, "{y}");
    }
}

#[test]
fn woods_houses_and_crests_hide_him() {
    let ground: [Put; 4] = [
        |_| {},
        |d| _ = d.wood("wood", (60.0, 50.0), (140.0, 60.0)),
        |d| _ = d.building("barn", false, (80.0, 50.0), (120.0, 60.0)),
        |d| _ = d.hill("ridge", 1, (40.0, 40.0), (160.0, 70.0)),
    ];
    for (i, lay) in ground.iter().enumerate() {
        let (mut d, s) = courier_at(76.0);
        lay(&mut d);
        assert_eq!(alone(&d.field(), s), if i == 0 { "skema.I.a" } else { "-" }, "{i}");
    }
}

/// However near the edge, in a wood he is seen from no farther than anybody; on a road through it he is not in it.
#[test]
fn in_a_wood_he_is_seen_from_ten() {
    let p = proves!("skema.I.a");
    for (y, road, is) in [(34.5, false, "skema.I.a"), (34.6, false, "-"), (34.6, true, "skema.I.a")] {
        let (mut d, s) = courier_at(y);
        d.wood("wood", (60.0, 34.0), (140.0, 90.0));
        if road {
            d.road("road", &[(100.0, 5.0), (100.0, 120.0)], 4.0);
        }
        assert_eq!(p.shows("skema.I.a", alone(&d.field(), s)), is, "{y} {road}");
    }
}

/// His staff sees from its commander (08.01.4): a courier who rides near him sees nothing for his side, a commander does.
#[test]
fn units_and_commanders_look_for_him() {
    let looks: [(Put, &str); 3] = [
        (|d| _ = d.courier(Side::A, 100.0, 170.0), "-"),
        (|d| _ = d.commander(Side::A, 100.0, 170.0), "skema.I.a"),
        (|d| _ = d.wagon(Side::A, 100.0, 170.0, 0.0), "skema.I.a"),
    ];
    for (i, (put, is)) in looks.into_iter().enumerate() {
        let (mut d, s) = courier_at(200.0);
        put(&mut d);
        assert_eq!(alone(&d.field(), s), is, "{i}");
    }
}

/// A battalion of B in a wood, its back to A and its rear at the edge, with its commander behind it.
fn at_the_edge(wood: bool) -> (Drill, UnitId, StaffId) {
    let mut d = Drill::sized(240.0, 300.0);
    d.infantry(Side::A, 24, Formation::Line, 100.0, 24.5, 0.0);
    let b = d.infantry(Side::B, 24, Formation::AttackColumn, 100.0, 70.0, 0.0);
    let depth = d.unit(b).base.depth;
    if wood {
        d.wood("wood", (60.0, 70.0 - depth), (140.0, 120.0));
    }
    let s = d.commander(Side::B, 10.0, 290.0);
    d.with(s, b);
    (d, b, s)
}

#[test]
fn one_with_a_unit_is_seen_and_hidden_with_it() {
    let p = proves!("08.01.7", "skema.I.a");
    let (d, b, s) = at_the_edge(false);
    let with = seen(&d.field(), s).map(|s| (s.with, s.by.id()));
    assert_eq!(p.shows("08.01.7", with), Some((Some(b), "08.01.7")));
    // In the wood it is seen from no farther than 10 cm, and he with it, though he stands in the open.
    let (mut d, b, s) = at_the_edge(true);
    let f = d.clone().field();
    assert!(!known(&f, Side::A, &Sightings::default()).sees(b));
    assert_eq!(seen(&f, s), None);
    // Read otherwise he is seen all the same.
    d.read("staff-with-unit", "himself");
    assert_eq!(p.shows("skema.I.a", alone(&d.field(), s)), "skema.I.a");
    // One who rides off from it is alone.
    let (d, _, s) = at_the_edge(true);
    let mut f = d.field();
    f[s].with = None;
    assert_eq!(alone(&f, s), "skema.I.a");
}

/// A house hides whoever is with those in it, however that is read.
#[test]
fn with_a_garrison_that_is_not_seen_he_is_not_seen() {
    for read in ["unit", "himself"] {
        let (mut d, s) = courier_at(100.0);
        d.building("barn", true, (80.0, 60.0), (120.0, 80.0));
        let b = d.infantry(Side::B, 24, Formation::AttackColumn, 100.0, 70.0, 180.0);
        d.inside(b, "barn").with(s, b).read("staff-with-unit", read);
        assert_eq!(seen(&d.field(), s), None, "{read}");
    }
}

#[test]
fn everybody_is_shown_where_it_is_read_so() {
    let p = proves!("play.hidden");
    let (mut d, s) = courier_at(290.0);
    d.read("hidden", "all");
    let f = d.field();
    assert_eq!(p.shows("play.hidden", alone(&f, s)), "play.hidden");
    // Who has left the game is nowhere.
    let mut f = f;
    f[s].fate = chakoten_napoleonic::field::StaffFate::Lost;
    assert_eq!(seen(&f, s), None);
}

/// The pieces of staff figures on the board of a seat, with the whole of it as text.
fn staff_on_board(b: &Battle, seat: Seat) -> (Vec<Piece>, String) {
    let (still, eye) = (b.still(), Eye::of(seat, false));
    let sight = b.sight(&still, eye, None);
    let pieces: Vec<Piece> =
        b.looks(&still, &sight).iter().map(|look| b.piece(&still, &sight, look)).collect();
    let text = json!([pieces, b.view(eye)]).to_string();
    (pieces.into_iter().filter(|p| matches!(p.arm, Arm::General | Arm::Orderly)).collect(), text)
}

/// A and its commander; of B, from the west, an officer who is seen, and whoever else is put far behind him first.
fn before_a(unseen: usize) -> Battle {
    let mut d = Drill::sized(240.0, 300.0);
    d.commander(Side::A, 100.0, 15.0);
    d.infantry(Side::A, 24, Formation::Line, 100.0, 24.5, 0.0);
    for i in 0..unseen {
        let s = d.courier(Side::B, 20.0 + 10.0 * i as f64, 280.0);
        d.staff_mut(s).code = format!("far{i}").into();
    }
    let seen = [(90.0, "QZ7"), (110.0, "QW9")].map(|(x, code)| {
        let s = d.courier(Side::B, x, 70.0);
        d.staff_mut(s).code = code.into();
        d.staff_mut(s).name = format!("Baron {code}").into();
        s
    });
    assert_eq!(seen[0].index(), unseen + 1);
    Battle::drill(d.field(), [])
}

#[test]
fn on_the_board_he_has_no_name_and_tells_nothing_of_others() {
    let p = proves!("play.hidden");
    let b = before_a(0);
    let (all, text) = staff_on_board(&b, Seat::Side(0));
    assert_eq!(p.shows("play.hidden", b.known(Side::A).by()).id(), "play.hidden");
    let (own, theirs): (Vec<&Piece>, Vec<&Piece>) = all.iter().partition(|p| p.yours);
    assert_eq!((own.len(), &*own[0].id, theirs.len()), (1, "As1", 2));
    for m in &theirs {
        assert!(m.label.is_empty() && m.facts.is_empty() && m.badges.is_empty(), "{m:?}");
        assert_eq!((m.side, m.arm), (Some(1), Arm::Orderly));
    }
    assert_ne!(theirs[0].id, theirs[1].id);
    assert_eq!(theirs[0].name, theirs[1].name);
    for secret in ["QZ7", "QW9", "Baron", "Bs"] {
        assert!(!text.contains(secret), "{secret}");
    }
    // More of them where nobody sees them, before him in the list: all is the same to A.
    assert_eq!(staff_on_board(&before_a(3), Seat::Side(0)), (all.clone(), text));
    // Whoever is at no side's table sees everybody, and his own side its own.
    for seat in [Seat::Umpire, Seat::Spectator] {
        let (all, _) = staff_on_board(&before_a(3), seat);
        assert_eq!(all.len(), 6);
        assert!(all.iter().any(|p| p.id == "QZ7") && all.iter().any(|p| p.id == "far0"));
    }
    let (mine, _) = staff_on_board(&before_a(3), Seat::Side(1));
    assert_eq!(mine.iter().filter(|p| p.yours).count(), 5);
}

/// He keeps what he is called, also where he was out of sight.
#[test]
fn he_is_gone_when_nobody_sees_him_any_more() {
    let mut b = before_a(0);
    let ids = |b: &Battle| {
        let (all, _) = staff_on_board(b, Seat::Side(0));
        all.into_iter().filter(|p| !p.yours).map(|p| p.id).collect::<Vec<_>>()
    };
    let before = ids(&b);
    let s = b.field().staff_by_code("QZ7").unwrap();
    let base = *b.field()[s].base();
    b.field_mut()[s].put(base.at(v2(90.0, 120.0), base.dir));
    let between = ids(&b);
    assert_eq!(between, [before[1].clone()]);
    b.field_mut()[s].put(base.at(v2(60.0, 60.0), base.dir));
    assert_eq!(ids(&b), before);
}

/// He is no target (08.02.4): an order that names him is refused like one that names a figure with a unit, typed or pointed at.
#[test]
fn no_order_can_mean_him() {
    let p = proves!("08.02.4");
    let b = before_a(0);
    let f = b.field();
    let (all, _) = staff_on_board(&b, Seat::Side(0));
    let he = all.iter().find(|p| !p.yours).unwrap().id.clone();
    // Whether anybody is called so is not told.
    for name in [he.clone(), "staff new-00000000".into()] {
        let fire = FireOrder { when: When::AtOnce, at: vec![name.clone()], range_in: false };
        let order = Order { fire: Some(fire), ..Order::default() };
        p.refused_by("08.02.4", check::check(f, Side::A, UnitId(0), &order, &b.known(Side::A)));
        let act = Act::Aim { at: name };
        let s = Stroke { asks: "orders".into(), draft: Value::Null, pieces: vec!["A1".into()], act };
        let drawn = Rules::stroke(&b, Side::A, &Awaits::Orders, &s).expect("a stroke that is understood");
        assert_eq!(drawn.refusal.and_then(|r| r.clause).as_deref(), Some("08.02.4"));
    }
}

/// The commander of B rides into A's sight, on before its eyes, and out of it again: the film comes to the board, and he is called the same in all of it.
#[test]
fn the_film_shows_him_where_he_is_seen() {
    // It is not over, and everything open, before he has ridden off.
    let text =
        include_str!("../../../web/tests/scenarios/hidden-napoleonic.toml").replace("turns = 3", "turns = 9");
    let (_, mut game) = BattleFile::begin(&BOOK, "hidden", &text, Seed::new("riders")).expect("lawful");
    let [mine, theirs] = [Seat::Side(0), Seat::Side(1)];
    game.record(&[mine, theirs, Seat::Spectator]);
    let mut table = Board::new(0.0, 0.0, Default::default());
    let lone =
        |b: &Board| b.pieces.iter().filter(|p| p.id.starts_with("staff ")).cloned().collect::<Vec<_>>();
    let orders =
        |to: [f64; 2]| json!({ "answer": "orders", "orders": {}, "staff": [{ "who": "Tarrant", "to": to }] });
    let mut called = Vec::new();
    // To where F1B sees him, along there, and off.
    for (turn, to) in [[30.0, 68.0], [24.0, 66.0], [44.0, 116.0]].into_iter().enumerate() {
        game.answer(theirs, &orders(to)).expect("he may ride");
        let mut sent = false;
        while let Some(seat) = game.waits_for().first().copied() {
            let asked = game.prompts(seat).into_iter().find(|p| !p.standing).expect("it is asked");
            if asked.asks == "orders" && std::mem::replace(&mut sent, true) {
                break;
            }
            let offered = asked.offers.into_iter().next().map(|o| o.answer);
            let ready = asked.sketch.and_then(|s| s.answer).or(offered).expect("something is ready");
            game.answer(seat, &ready).expect("lawful");
        }
        let (mut places, mut heard) = (Vec::new(), String::new());
        for m in game.take_moments(mine) {
            table.apply(&m);
            heard.push_str(&json!(m).to_string());
            places.extend(lone(&table).iter().map(|p| (m.turn, p.at.x, p.at.y)));
            called.extend(lone(&table).into_iter().map(|p| p.id));
        }
        places.dedup();
        let now = game.board(mine);
        assert_eq!(json!(lone(&table)), json!(lone(&now)));
        for told in [heard, json!(now).to_string()] {
            assert!(!told.contains("Tarrant"), "{told}");
        }
        match turn {
            // He comes into sight on the way, and rides on before all eyes.
            0 => assert!(lone(&now).len() == 1 && places.len() > 1, "{places:?}"),
            1 => assert_eq!((lone(&now)[0].at.x, lone(&now)[0].at.y), (24.0, 66.0)),
            _ => assert!(lone(&now).is_empty() && places.len() > 1, "{places:?}"),
        }
    }
    called.dedup();
    assert_eq!(called.len(), 1, "{called:?}");
}
