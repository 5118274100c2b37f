//! Leaving and engaging again, who acts in which phase, ways that are barred, towns, formation morale: on the table, clause by clause.

use super::kit::*;
use table::{Pose, v2};
use tricolore::answer::{Answer, Change, Deployment, Evasion, UnitMove};
use tricolore::battle::{Awaits, Battle, Step};
use tricolore::command::{Engagement, Morale};
use tricolore::drill::Drill;
use tricolore::orders::{Activated, CommandOrder, OrderKind};
use tricolore::troop::{Formation, FormationKind};
use tricolore::{Side, UnitId, proves};

const LINE4: Formation = Formation::Line { front: 4 };
const COLUMN: Formation = Formation::Column { front: 1 };

/// Goes on in silence until somebody is asked such a thing.
fn until(b: &mut Battle, asked: impl Fn(&Awaits) -> bool) {
    for _ in 0..300 {
        if b.pending().first().is_some_and(|(_, a)| asked(a)) {
            return;
        }
        pass(b);
    }
    panic!("{:#?}", log(b));
}

/// Two lines that are clear of each other, engaged in the first round; their former order was to manoeuvre.
fn leaving(reading: Option<&str>, since: u32) -> Battle {
    let mut d = engaged(two_lines(450.0));
    if let Some(r) = reading {
        d.read("resume-when", r);
    }
    for c in &mut d.commands {
        let order = CommandOrder::plain(OrderKind::Manoeuvre);
        c.orders.former = Some(Activated { order, since: 0 });
        c.engagement = Engagement::Engaged { since };
    }
    // No second sequence; the initiative; line tests.
    let mut f = d.field();
    f.round = 1;
    Battle::drill_from(f, Side::A, Step::SequenceBegins, [9, 7, 3, 5, 5, 9, 5, 5, 5, 5, 5, 5])
}

#[test]
fn who_comes_near_again_in_the_first_sequence_goes_on_being_engaged() {
    let p = proves!("disengage.2");
    let mut b = leaving(None, 0);
    until(&mut b, |a| matches!(a, Awaits::Moves));
    while b.field().round < 2 {
        pass(&mut b);
    }
    until(&mut b, |a| matches!(a, Awaits::Moves));
    assert!(matches!(b.field().commands[0].engagement, Engagement::Leaving { .. }), "{:#?}", log(&b));
    let side = b.pending()[0].0;
    let unit = if side == Side::A { "A1" } else { "B1" };
    b.answer(side, one(ahead(unit, 100.0))).unwrap();
    assert!(p.shows("disengage.2", told(&b, "disengage.2")));
    assert_eq!(b.field().commands[side.index()].engagement, Engagement::Engaged { since: 0 });
}

#[test]
fn a_former_order_is_taken_up_again_after_one_round() {
    let p = proves!("disengage.6");
    let mut b = leaving(None, 1);
    until(&mut b, |a| matches!(a, Awaits::Resume(_)));
    assert_eq!(b.field().round, 2);
    let side = b.pending()[0].0;
    b.answer(side, Answer::Resume { resume: true }).unwrap();
    assert!(p.shows("disengage.6", told(&b, "disengage.6")));
    let c = &b.field().commands[side.index()];
    assert_eq!((c.orders.kind(), c.engagement), (Some(OrderKind::Manoeuvre), Engagement::Free));
    // Engaged for two rounds it is not asked.
    let mut b = leaving(None, 0);
    until(&mut b, |a| matches!(a, Awaits::Disengage(_)));
    assert!(!b.events().iter().any(|e| e.rests_on("disengage.6")));
    // After the first sequence, where that is played: it may move in it.
    let mut b = leaving(Some("after-first"), 1);
    until(&mut b, |a| matches!(a, Awaits::Resume(_)));
    assert_eq!((b.field().round, b.play().step), (2, Step::AfterFirst));
    let side = b.pending()[0].0;
    b.answer(side, Answer::Resume { resume: true }).unwrap();
    assert_eq!(b.field().commands[side.index()].orders.kind(), Some(OrderKind::Manoeuvre));
}

fn deploy(unit: &str, x: f64, y: f64) -> Answer {
    let at = Pose { x, y, facing: 0.0 };
    let units =
        vec![Deployment { unit: unit.into(), at, form: None, front: None, engage: false, enter: None }];
    Answer::Deploy { officers: vec![], units }
}

#[test]
fn one_phase_for_each_and_each_in_its_own() {
    let p = proves!("unengaged.2", "unengaged.3");
    let drill = || {
        let mut d = two_lines(1200.0);
        on(&mut d, 0, OrderKind::Manoeuvre);
        d.brigade(Side::A);
        d.infantry(Side::A, 3, COLUMN, 500.0, 300.0, 0.0);
        d
    };
    let go = |m: f64| advance(m, true, &[ahead("A1", m)]);
    // Less than half a move: it is on defence, and has acted all the same.
    let mut short = Battle::drill_from(drill().field(), Side::A, Step::Manoeuvre, [5; 20]);
    short.answer(Side::A, go(100.0)).unwrap();
    silent_until(&mut short, Step::Deployment);
    assert_eq!(short.field().commands[0].orders.kind(), Some(OrderKind::Defence));
    p.refused_by("unengaged.2", short.answer(Side::A, deploy("A1", 1500.0, 1150.0)));
    // On manoeuvre order it does not act in the deployment phase.
    let mut b = Battle::drill_from(drill().field(), Side::A, Step::Manoeuvre, [5; 20]);
    b.answer(Side::A, go(300.0)).unwrap();
    silent_until(&mut b, Step::Deployment);
    p.refused_by("unengaged.3", b.answer(Side::A, deploy("A1", 1500.0, 1350.0)));
}

#[test]
fn an_attack_is_not_blocked_by_a_move() {
    let p = proves!("tmove.attack.5");
    let mut d = two_lines(250.0);
    for o in &mut d.officers {
        o.gifts.radius = 1000;
    }
    d.infantry(Side::A, 4, LINE4, 1900.0, 1000.0, 0.0);
    d.infantry(Side::A, 3, COLUMN, 2060.0, 1120.0, 270.0);
    d.infantry(Side::B, 4, LINE4, 1900.0, 1250.0, 180.0);
    let mut b = sequence(d, [5; 20]);
    b.answer(Side::A, Answer::Declare { attacks: vec![] }).unwrap();
    b.answer(Side::B, attack("B2", "A2")).unwrap();
    silent_until(&mut b, Step::MovesA);
    p.refused_by("tmove.attack.5", b.clone().answer(Side::A, one(ahead("A3", 100.0))));
    assert!(b.answer(Side::A, one(ahead("A3", 50.0))).is_ok(), "short of it");
}

#[test]
fn units_turn_the_same_way() {
    let p = proves!("play.move");
    let mut d = two_lines(390.0);
    d.infantry(Side::A, 4, LINE4, 1662.0, 1000.0, 0.0);
    let b = moves(d, []);
    let wheel = |unit: &str, degrees: f64| UnitMove { wheel: degrees, ..ahead(unit, 0.0) };
    let both = |x: f64, y: f64| Answer::Move { units: vec![wheel("A1", x), wheel("A2", y)] };
    p.refused_by("play.move", b.clone().answer(Side::A, both(5.0, -5.0)));
}

#[test]
fn a_new_formation_needs_room() {
    let p = proves!("play.change");
    let drill = |x: f64| {
        let mut d = two_lines(390.0);
        d.infantry(Side::A, 3, COLUMN, 1250.0, 900.0, 0.0);
        d.infantry(Side::A, 3, COLUMN, x, 900.0, 0.0);
        d
    };
    let line = || {
        let (unit, to) = ("A2".into(), FormationKind::Line);
        Answer::Change(Change { unit, to, front: None, at: None, join: None, detach: None })
    };
    // A line of three is 120 wide, a column 40: edge to edge at 80.
    p.refused_by("play.change", moves(drill(1329.9), []).answer(Side::A, line()));
    assert!(moves(drill(1330.0), [5; 10]).answer(Side::A, line()).is_ok());
}

#[test]
fn a_broken_unit_goes_away_all_the_way() {
    let p = proves!("play.broken-units");
    let mut d = Drill::new();
    d.infantry(Side::B, 1, COLUMN, 1500.0, 1250.0, 180.0);
    let horse = d.cavalry(Side::A, 1, COLUMN, 1400.0, 1420.0, 90.0);
    d.unit(horse).disorder.active = 6;
    d.infantry(Side::A, 3, COLUMN, 1400.0, 1700.0, 0.0);
    d.officers[0].at = v2(1400.0, 1600.0);
    let b = moves(d, []);
    // From 80 before him to 85 behind him: farther at the end, nearer on the way.
    p.refused_by("play.broken-units", b.clone().answer(Side::A, one(ahead("A1", 230.0))));
    assert!(b.clone().answer(Side::A, one(UnitMove { about: true, ..ahead("A1", 100.0) })).is_ok());
}

#[test]
fn a_friendly_chain_upon_which_an_attack_stops_is_set_back() {
    let p = proves!("play.attack-path");
    let mut d = two_lines(250.0);
    d.skirmishers(Side::A, 2, 1500.0, 1160.0, 0.0);
    let mut b = sequence(d, [5; 30]);
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    silent_until(&mut b, Step::MovesB);
    let told = b.events().iter().filter(|e| e.clause.id() == "play.attack-path").count();
    assert_eq!(p.shows("play.attack-path", told), 1, "{:#?}", log(&b));
    let (line, chain) = (&b.field().units[0], &b.field().units[2]);
    assert!((chain.base.front.y - line.base.rear().y).abs() < 0.01 && chain.disorder.active == 0);
}

#[test]
fn flanks_are_judged_by_whoever_could_strike_them() {
    let p = proves!("play.flank-judging");
    let fight = |radius: u16, reading: &str| {
        let mut d = two_lines(250.0);
        d.unit(UnitId(0)).bases = tricolore::unit::Bases::full(3);
        d.unit(UnitId(0)).formation = Formation::Line { front: 3 };
        d.infantry(Side::B, 4, LINE4, 1700.0, 1200.0, 270.0);
        d.officers[1].gifts.radius = radius;
        d.officers[1].at = v2(1500.0, 1270.0);
        d.read("who-threatens", reading);
        let mut b = sequence(d, [5; 40]);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        end_sequence(&mut b);
        let melee = b.events().iter().find(|e| e.clause.id() == "melee.1").expect("it is fought");
        let r = melee.ruling.as_ref().expect("it is rolled for");
        r.modifiers.iter().any(|m| m.clause.id() == "flank-threat.2" && m.value != 0)
    };
    assert!(p.shows("play.flank-judging", fight(400, "in-command")));
    assert!(!fight(100, "in-command"), "out of command it is no threat");
    assert!(fight(100, "command-not-asked"));
}

#[test]
fn nobody_retreats_before_an_attack_to_the_enemy() {
    let p = proves!("play.retreat-path");
    let evade = |x: f64| {
        let mut d = Drill::new();
        d.infantry(Side::A, 4, LINE4, 1500.0, 1000.0, 0.0);
        d.skirmishers(Side::B, 2, 1500.0, 1200.0, 180.0);
        d.infantry(Side::B, 4, LINE4, 1500.0, 1350.0, 180.0);
        d.infantry(Side::A, 2, COLUMN, x, 1420.0, 0.0);
        d.officers[0].at = v2(1500.0, 850.0);
        d.officers[1].at = v2(1500.0, 1500.0);
        let mut b = sequence(d, [5; 20]);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        let to = Pose { x: 1500.0, y: 1420.0, facing: 180.0 };
        b.answer(Side::B, Answer::Evade { retreat: vec![Evasion { unit: "B1".into(), to }] })
    };
    // The chain reaches to 1580, a column 20 to either side.
    p.refused_by("play.retreat-path", evade(1699.0));
    assert!(evade(1700.0).is_ok());
}

/// A town zone with a garrison of side B, and side A's line before it.
fn town() -> Drill {
    let mut d = two_lines(900.0);
    for o in &mut d.officers {
        o.gifts.radius = 1000;
    }
    let z = d.zone(8, 6, (1400.0, 1150.0), (1600.0, 1350.0));
    d.infantry(Side::B, 3, Formation::InTown { zone: z }, 1500.0, 1250.0, 180.0);
    d
}

#[test]
fn the_road_of_a_town_is_a_road() {
    let p = proves!("tmove.town.1");
    let drill = |x: f64, garrison: bool| {
        let mut d = two_lines(390.0);
        d.officers[0].gifts.radius = 1000;
        d.zone(8, 6, (700.0, 1050.0), (900.0, 1250.0));
        d.road(1, &[(800.0, 500.0), (800.0, 1800.0)]);
        d.infantry(Side::A, 3, COLUMN, x, 1040.0, 0.0);
        if garrison {
            let z = tricolore::ground::ZoneId(0);
            d.infantry(Side::A, 2, Formation::InTown { zone: z }, 800.0, 1150.0, 0.0);
        }
        d
    };
    let mut b = moves(drill(800.0, true), []);
    b.answer(Side::A, one(ahead("A2", 150.0))).unwrap();
    assert!(p.shows("tmove.town.1", told(&b, "tmove.town.1")), "{:#?}", log(&b));
    p.refused_by("tmove.town.1", moves(drill(850.0, false), []).answer(Side::A, one(ahead("A2", 150.0))));
}

#[test]
fn whoever_is_on_the_road_of_an_attacked_town_is_driven_out() {
    let p = proves!("tmove.town.9");
    let mut d = town();
    d.road(1, &[(1500.0, 500.0), (1500.0, 1800.0)]);
    let u = d.infantry(Side::B, 2, Formation::MarchColumn, 1500.0, 1330.0, 0.0);
    let mut b = sequence(d, [5; 40]);
    b.answer(Side::A, attack("A1", "town 1")).unwrap();
    silent_until(&mut b, Step::MovesB);
    let f = b.field();
    assert_eq!(p.shows("tmove.town.9", f[u].disorder.active), 2, "{:#?}", log(&b));
    assert!(f.ground.zones[0].rect.penetration(&f[u].base.rect()) <= 0.02 && f[u].base.front.y > 1350.0);
}

#[test]
fn a_town_fight_is_joined_in_the_same_sequence() {
    let p = proves!("town-fight.7");
    let mut d = town();
    let z = tricolore::ground::ZoneId(0);
    d.infantry(Side::A, 2, Formation::InTown { zone: z }, 1500.0, 1250.0, 0.0);
    let mut f = engaged(d).field();
    f.zones[0].fight = Some(Side::A);
    let mut b = Battle::drill_from(f, Side::A, Step::SequenceBegins, [5; 60]);
    b.answer(Side::A, attack("A1", "town 1")).unwrap();
    silent_until(&mut b, Step::MovesB);
    assert!(p.shows("town-fight.7", told(&b, "town-fight.7")), "{:#?}", log(&b));
    end_sequence(&mut b);
    let fight = b.events().iter().find(|e| e.clause.id() == "town-fight.1").expect("it is fought");
    assert!(fight.pieces.contains(&"A1".to_owned()) && fight.pieces.contains(&"A2".to_owned()));
}

/// One of two brigades of side B's division loses a melee; morale is assigned to the division, or to each brigade.
fn beaten(to_division: bool) -> Battle {
    let mut d = two_lines(250.0);
    d.brigade(Side::B);
    let other = d.infantry(Side::B, 4, LINE4, 2600.0, 1250.0, 180.0);
    // Three of its bases are gone already.
    d.unit(other).bases.now = 1;
    d.unit(other).formation = Formation::Line { front: 1 };
    let bodies: Vec<usize> = d.bodies.iter().filter(|b| b.side == Side::B).map(|b| b.id.index()).collect();
    let of = if to_division { vec![(bodies[0], 8)] } else { vec![(bodies[1], 4), (bodies[2], 4)] };
    for (b, bases) in of {
        d.bodies[b].morale = Some(Morale { value: 6, level: 3, bases });
    }
    // Line tests; 9 and 9 of equals: B1 retreats; no loss of the attacker; the test of morale.
    let mut b = sequence(d, [5, 5, 9, 9, 9, 7, 5, 5, 5, 5, 5, 5, 5, 5]);
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    end_sequence(&mut b);
    b
}

#[test]
fn morale_is_tested_where_it_was_assigned() {
    let p = proves!("formation-morale.2", "formation-morale.4");
    let tests = |b: &Battle| -> Vec<(Vec<u8>, i8)> {
        let all = b.events().iter().filter(|e| e.clause.id() == "formation-morale.3");
        let level = b.field().bodies.iter().filter_map(|x| x.morale).map(|m| m.level).min().unwrap_or(3);
        all.filter_map(|e| e.ruling.as_ref()).map(|r| (r.dice.clone(), level)).collect()
    };
    // The division as a whole has 3 of 8 bases not in good order: one test, and a 7 is above 6.
    let b = beaten(true);
    assert_eq!(p.shows("formation-morale.4", tests(&b)), [(vec![7], 2)], "{:#?}", log(&b));
    // Assigned to brigades, only the beaten one is looked at, and all its bases are there.
    let b = beaten(false);
    assert_eq!(p.shows("formation-morale.2", tests(&b)), [(vec![], 3)], "{:#?}", log(&b));
}

#[test]
fn cavalry_among_infantry_need_not_go_farther() {
    let p = proves!("manoeuvre-phase.7");
    let go = |mixed: bool| {
        let mut d = two_lines(1200.0);
        d.cavalry(Side::A, 3, Formation::Line { front: 3 }, 1800.0, 1000.0, 0.0);
        on(&mut d, 0, OrderKind::Manoeuvre);
        if !mixed {
            d.unit(UnitId(0)).command = None;
        }
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, [5; 20]);
        let units: &[UnitMove] =
            if mixed { &[ahead("A1", 300.0), ahead("A2", 300.0)] } else { &[ahead("A2", 300.0)] };
        b.answer(Side::A, advance(if mixed { 300.0 } else { 600.0 }, true, units)).unwrap();
        b
    };
    let b = go(true);
    assert!(told(&b, "manoeuvre-phase.7"));
    assert_eq!(p.shows("manoeuvre-phase.7", b.field().commands[0].orders.kind()), Some(OrderKind::Manoeuvre));
    // By itself it must go 600.
    assert_eq!(go(false).field().commands[0].orders.kind(), Some(OrderKind::Defence));
}

#[test]
fn two_who_deploy_towards_each_other_stop_alike() {
    let p = proves!("deployment-phase.2");
    let mut d = two_lines(900.0);
    for o in &mut d.officers {
        o.gifts.radius = 600;
    }
    on(&mut d, 0, OrderKind::Deployment);
    on(&mut d, 1, OrderKind::Deployment);
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Deployment, [5; 10]);
    b.answer(Side::A, deploy("A1", 1500.0, 1300.0)).unwrap();
    let at = Pose { x: 1500.0, y: 1600.0, facing: 180.0 };
    let units =
        vec![Deployment { unit: "B1".into(), at, form: None, front: None, engage: false, enter: None }];
    b.answer(Side::B, Answer::Deploy { officers: vec![], units }).unwrap();
    let f = b.field();
    let gap = f.gap(&f.units[0], &f.units[1]);
    assert!((p.shows("deployment-phase.2", gap) - 400.0).abs() < 0.5, "{gap}");
    assert!((f.units[0].base.front.y - 1250.0).abs() < 0.5 && told(&b, "deployment-phase.2"));
}

#[test]
fn friends_attack_through_the_guns_from_their_other_side() {
    let p = proves!("melee-guns.4");
    // The enemy stands 50 before the guns, which are 60 deep; a friendly line comes up behind them.
    let mut d = two_lines(900.0);
    let guns = d.battery(Side::A, 4, Formation::Unlimbered, 1500.0, 1300.0, 0.0);
    let by = d.infantry(Side::B, 4, LINE4, 1500.0, 1350.0, 180.0);
    d.unit(UnitId(0)).base.front = v2(1500.0, 1100.0);
    d.unit(guns).pinned = Some(by);
    for o in &mut d.officers {
        o.gifts.radius = 1000;
    }
    let f = engaged(d).field();
    let mut play = tricolore::battle::Play { step: Step::SequenceBegins, ..tricolore::battle::Play::new(&f) };
    play.pins = vec![tricolore::battle::Pin { by, battery: guns, since: (0, 1) }];
    let mut b = Battle::drill_again(f, play, [5; 40]);
    b.answer(Side::A, attack("A1", "B2")).unwrap();
    silent_until(&mut b, Step::MovesB);
    let y = b.field().units[0].base.front.y;
    assert!((p.shows("melee-guns.4", y) - 1240.0).abs() < 0.1, "at the rear of the guns: {y}");
    end_sequence(&mut b);
    assert!(told(&b, "melee-guns.4") && told(&b, "melee.1"), "{:#?}", log(&b));
}

#[test]
fn march_columns_one_behind_another_are_one_formation() {
    let p = proves!("op.formation.5");
    let drill = |x: f64| {
        let mut d = two_lines(390.0);
        d.infantry(Side::A, 2, Formation::MarchColumn, 1250.0, 950.0, 0.0);
        d.infantry(Side::A, 2, Formation::MarchColumn, x, if x == 1250.0 { 850.0 } else { 950.0 }, 0.0);
        d
    };
    let both = || Answer::Move { units: vec![ahead("A2", 50.0), ahead("A3", 50.0)] };
    let mut b = moves(drill(1250.0), []);
    b.answer(Side::A, both()).unwrap();
    assert!(told(&b, "op.formation.5"));
    assert_eq!(p.shows("op.formation.5", b.field().commands[0].used), 1);
    // Side by side they are none.
    assert!(moves(drill(1280.0), []).answer(Side::A, both()).is_err());
}
