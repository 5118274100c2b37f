//! Whatever is offered is accepted, whatever is played comes to an end, and what was saved goes on as if it had never been put away.

use desk::{Rules, Seating};
use std::sync::Arc;
use tricolore::battle::{Battle, Terms};
use tricolore::{Side, scenario};
use umpire::{BattleDice, Log, Seed, Seeded};

fn begin(name: &str, seed: u64, rounds: u32) -> Battle {
    let (name, text) = scenario::SHIPPED.iter().find(|(n, _)| *n == name).expect("it is shipped");
    let s = scenario::read(name, text).expect("it can be read");
    let terms = Terms { rounds, ..Terms::from(&s) };
    let seed_of = Seed::new(format!("any-{seed}"));
    Battle::begin(
        Arc::new(terms),
        s.muster(),
        seed_of,
        BattleDice::from_number(seed),
        Log::On(Vec::new()),
        Seating::SIDES_ONLY,
    )
}

/// Plays by picking among the offers, most often an active one; the number of answers given.
fn play(b: &mut Battle, seed: u64, most: usize) -> usize {
    let mut chance = Seeded::from_number(seed);
    for n in 0..most {
        let Some((side, awaits)) = Rules::pending(b).into_iter().next() else { return n };
        let offers = b.offers(side, &awaits).offers;
        assert!(!offers.is_empty(), "something is always offered: {awaits:?}");
        let passes = chance.below(4) == 0;
        let pick = if passes { 0 } else { chance.below(offers.len() as u32) as usize };
        let answer = offers[pick].answer.clone();
        let said = format!("{answer:?}");
        b.answer(side, answer).unwrap_or_else(|no| panic!("{said} is refused: {no}"));
        sound(b);
    }
    most
}

/// What must hold of any table.
fn sound(b: &Battle) {
    for u in b.field().present() {
        assert!(u.disorder.active <= 8 && u.bases.now >= 1, "{}", u.code);
        assert!(u.base.front.is_finite() && u.base.dir.is_finite(), "{}", u.code);
        if let Some(c) = u.continued {
            assert_eq!(b.field()[c.with].continued.map(|x| x.with), Some(u.id));
        }
    }
    for c in &b.field().commands {
        assert!(
            !(c.engagement.engaged() && c.orders.active.is_some()),
            "{} is engaged and has an order",
            c.code
        );
    }
}

#[test]
fn what_is_offered_is_accepted() {
    for (seed, (name, _)) in (1..).zip(scenario::SHIPPED) {
        let mut b = begin(name, seed, 3);
        let n = play(&mut b, seed, 120);
        assert!(n > 20, "{name}");
    }
}

/// Two mixed brigades a side in sight of each other, with a town between them.
fn in_sight(seed: u64) -> Battle {
    use tricolore::troop::Formation;
    let mut d = tricolore::drill::Drill::new();
    d.zone(6, 6, (1900.0, 1050.0), (2100.0, 1250.0));
    for side in Side::BOTH {
        let (y, dir, facing) = if side == Side::A { (1000.0, 1.0, 0.0) } else { (1340.0, -1.0, 180.0) };
        let at = |back: f64| y - dir * back;
        d.infantry(side, 4, Formation::Line { front: 4 }, 1300.0, at(0.0), facing);
        d.infantry(side, 4, Formation::Column { front: 2 }, 1500.0, at(0.0), facing);
        d.infantry(side, 3, Formation::Column { front: 1 }, 1650.0, at(0.0), facing);
        d.skirmishers(side, 2, 1420.0, at(-60.0), facing);
        d.infantry(side, 5, Formation::Line { front: 5 }, 1450.0, at(150.0), facing);
        d.battery(side, 4, Formation::Unlimbered, 1800.0, at(30.0), facing);
        d.infantry(side, 4, Formation::Column { front: 1 }, 2000.0, at(20.0), facing);
        d.brigade(side);
        d.cavalry(side, 4, Formation::Line { front: 4 }, 1000.0, at(0.0), facing);
        d.cavalry(side, 3, Formation::Column { front: 1 }, 1100.0, at(120.0), facing);
    }
    for (n, x, y) in [(0, 1500.0, 850.0), (1, 1500.0, 1500.0), (2, 1050.0, 850.0), (3, 1050.0, 1500.0)] {
        d.officers[n].at = table::v2(x, y);
        d.officers[n].gifts.radius = 700;
    }
    for b in d.bodies.iter_mut().filter(|b| b.above.is_none()) {
        b.morale = Some(tricolore::command::Morale { value: 5, level: 3, bases: 33 });
    }
    let mut f = d.field();
    f.round = 0;
    let terms = Terms { rounds: 4, ..Terms::default() };
    Battle::begin(
        Arc::new(terms),
        f,
        Seed::new("in-sight"),
        BattleDice::from_number(seed),
        Log::On(Vec::new()),
        Seating::SIDES_ONLY,
    )
}

#[test]
fn fights_come_to_an_end() {
    let mut fought = 0;
    for seed in 1..=4 {
        let mut b = in_sight(seed);
        let n = play(&mut b, seed, 1500);
        assert!(n < 1500 && b.ended().is_some(), "it goes on and on");
        fought += b.events().iter().filter(|e| e.event == tricolore::event::Kind::Melee).count();
    }
    assert!(fought > 3, "{fought} melees");
}

#[test]
fn a_battle_saved_goes_on_the_same() {
    let mut b = begin("divisions-meet", 2, 2);
    play(&mut b, 2, 25);
    let mut asked = 0;
    while Rules::save(&b).is_none() && asked < 10 {
        let (side, _) = Rules::pending(&b)[0].clone();
        let a = b.silence(side).unwrap();
        b.answer(side, a).unwrap();
        asked += 1;
    }
    let saved = Rules::save(&b).expect("it can be saved");
    let mut again = begin("divisions-meet", 2, 2);
    Rules::restore(&mut again, &saved).unwrap();
    for _ in 0..12 {
        assert_eq!(b.play(), again.play());
        assert_eq!(b.field(), again.field());
        let Some((side, _)) = Rules::pending(&b).into_iter().next() else { break };
        let a = b.silence(side).unwrap();
        b.answer(side, a.clone()).unwrap();
        again.answer(side, a).unwrap();
    }
}

#[test]
fn orders_and_rosters_are_kept_from_the_enemy() {
    let b = begin("divisions-meet", 3, 2);
    let view = |side: Side| {
        let eye = desk::Eye::of(side.into(), false);
        serde_json::Value::Object(Rules::view(&b, eye))
    };
    for side in Side::BOTH {
        for c in view(side)["commands"].as_array().unwrap() {
            assert_eq!(c.get("orders").is_some(), c["side"] == serde_json::json!(side));
        }
        for u in view(side)["units"].as_array().unwrap() {
            assert_eq!(u.get("values").is_some(), u["side"] == serde_json::json!(side) || b.terms().open);
        }
    }
}

#[test]
fn the_house_plays_it() {
    let (name, text) = scenario::SHIPPED[0];
    let mut g =
        (tricolore::BOOK.begin)(name, text, &Seed::new("house"), Seating::SIDES_ONLY).expect("it begins");
    g.record(&[umpire::Seat::Side(0)]);
    for _ in 0..60 {
        let asks = g.asks();
        let Some(a) = asks.first() else { break };
        let offer = a.offers.first().expect("something is offered").clone();
        g.answer(a.seat, &offer).expect("what is offered is accepted");
    }
    assert!(g.turn() >= 3, "round {}", g.turn());
    let board = g.board(umpire::Seat::Side(0));
    assert!(board.pieces.len() > 30 && !board.features.is_empty());
    assert!(!g.take_moments(umpire::Seat::Side(0)).is_empty());
    assert!((0..g.events_len()).all(|i| !g.tell(i).is_empty()));
    // An answer that is none changes nothing.
    let before = g.events_len();
    let seat = g.waits_for()[0];
    assert!(g.answer(seat, &serde_json::json!({ "do": "end" })).is_err() && g.events_len() == before);
}

#[test]
fn an_artillery_chief_forms_a_command_of_the_reserve() {
    use tricolore::answer::{Answer, Arrange};
    use tricolore::officer::Post;
    use tricolore::unit::Fate;
    let p = tricolore::proves!("gun-command.1", "gun-command-dissolve.1", "gun-reserve.3");
    let mut b = begin("two-corps-a-side", 4, 2);
    let f = b.field();
    let chief =
        f.officers.iter().find(|o| o.post == Post::ArtilleryChief && o.present()).expect("there is one");
    let (side, code, at) = (chief.side, chief.code.to_string(), chief.at);
    let reserve =
        f.units.iter().find(|u| u.side == side && u.fate == Fate::InReserve).expect("there is a reserve");
    let body = f.bodies.iter().find(|x| x.side == side).expect("there is one").code.to_string();
    let there = f.side(side).find(|u| u.troop.guns.is_some()).expect("there are guns").code.to_string();
    let reserve = reserve.code.to_string();
    let arrange = |a: Arrange| Answer::Orders { arrange: vec![a], give: vec![] };
    let grand = |batteries: Vec<String>| {
        arrange(Arrange::GrandBattery {
            chief: code.clone(),
            batteries,
            objective: [at.x, at.y],
            facing: 0.0,
        })
    };
    p.refused_by(
        "gun-command-dissolve.1",
        b.clone().answer(side, arrange(Arrange::Dissolve { chief: code.clone() })),
    );
    p.refused_by("gun-command.1", b.clone().answer(side, grand(vec![])));
    p.refused_by("gun-command.1", b.clone().answer(side, grand(vec![there.clone()])));
    let send = arrange(Arrange::Send { unit: there, to: body, replaces: None });
    p.refused_by("gun-reserve.3", b.clone().answer(side, send));
    b.answer(side, grand(vec![reserve.clone()])).unwrap();
    let other = b.silence(side.other()).expect("it is asked");
    b.answer(side.other(), other).unwrap();
    let f = b.field();
    let command = f[f.by_code(&reserve).unwrap()].command.expect("it is of the artillery command");
    assert_eq!(f[f[command].officer].code.to_string(), code);
}
