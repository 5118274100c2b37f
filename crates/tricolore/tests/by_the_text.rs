//! Single sentences of the book, played on the table.

use super::kit::*;
use table::{Pose, v2};
use tricolore::answer::{
    Answer, Change, Deployment, Disengaged, Evasion, FireOrder, GunAct, OfficerAct, SettleAct, TownAct,
    UnitMove,
};
use tricolore::battle::{Battle, Step};
use tricolore::command::{Body, BodyId, Level, Morale};
use tricolore::drill::Drill;
use tricolore::ground::{Terrain, ZoneId};
use tricolore::officer::{Attached, OfficerId, Post, Rank};
use tricolore::orders::{CommandOrder, OrderKind, Orders, Pending};
use tricolore::troop::{Formation, FormationKind};
use tricolore::unit::{Bases, UnitId};
use tricolore::{Side, integrity, proves};

const LINE4: Formation = Formation::Line { front: 4 };
const COLUMN: Formation = Formation::Column { front: 1 };

#[test]
fn two_who_attack_each_other_turn_about_their_flanks() {
    let p = proves!("tmove.attack.2", "pivot.2");
    let mut d = Drill::new();
    d.infantry(Side::A, 3, COLUMN, 1500.0, 1000.0, 0.0);
    d.infantry(Side::B, 3, COLUMN, 1500.0, 1050.0, 200.0);
    d.officers[0].at = v2(1500.0, 850.0);
    d.officers[1].at = v2(1500.0, 1250.0);
    let mut b = sequence(d, []);
    let (a0, b0) = (b.field().units[0].base, b.field().units[1].base);
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    b.answer(Side::B, attack("B1", "A1")).unwrap();
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    let (a, e) = (b.field().units[0].base, b.field().units[1].base);
    // 20 degrees are shared: the one to its right about its right corner, the other to its left about its left one.
    assert!((a.pose().facing - 10.0).abs() < 1e-6 && (e.pose().facing - 190.0).abs() < 1e-6);
    assert!(p.shows("pivot.2", a.front_right().dist(a0.front_right())) < 1e-6, "{:#?}", log(&b));
    assert!(p.shows("tmove.attack.2", e.front_left().dist(b0.front_left())) < 1e-6);
}

#[test]
fn skirmishers_who_retreat_go_as_far_as_they_can() {
    let p = proves!("attack.retreat.2");
    let evade = |y: f64, wood: bool| {
        let mut d = Drill::new();
        d.infantry(Side::A, 4, LINE4, 1500.0, 1000.0, 0.0);
        d.skirmishers(Side::B, 2, 1500.0, 1200.0, 180.0);
        d.infantry(Side::B, 4, LINE4, 1500.0, 1350.0, 180.0);
        if wood {
            // Somebody stands where it would go.
            d.infantry(Side::B, 4, LINE4, 1500.0, 1560.0, 180.0);
        }
        d.officers[0].at = v2(1500.0, 850.0);
        d.officers[1].at = v2(1500.0, 1500.0);
        let mut b = sequence(d, []);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        let to = Pose { x: 1500.0, y, facing: 180.0 };
        b.answer(Side::B, Answer::Evade { retreat: vec![Evasion { unit: "B1".into(), to }] }).unwrap();
        b.field().units[1].base.front.y
    };
    // The infantry reaches from 1350 back to 1370: the chain stands 200 behind it, wherever behind it was put.
    assert!((p.shows("attack.retreat.2", evade(1380.0, false)) - 1570.0).abs() < 0.1);
    assert!((evade(1520.0, false) - 1570.0).abs() < 0.1);
    // Before a second line, which reaches from 1560 back to 1580 and is infantry, too: behind that one.
    assert!(evade(1380.0, true) < 1570.0);
}

#[test]
fn guns_retreat_towards_their_train() {
    let p = proves!("guns-retreat.1");
    let drill = |train: Option<(f64, f64)>| {
        let mut d = Drill::new();
        d.battery(Side::A, 4, Formation::Unlimbered, 1500.0, 1000.0, 0.0);
        d.infantry(Side::B, 4, LINE4, 1500.0, 1300.0, 180.0);
        d.officers[0].at = v2(1500.0, 900.0);
        d.officers[1].at = v2(1500.0, 1450.0);
        if let Some((x, y)) = train {
            let division = d.bodies[0].id;
            let o = d.officer(Side::A, Rank::Corps, Post::TrainChief, division, v2(x, y));
            d.bodies[0].train = Some(o);
        }
        moves(d, [5, 5])
    };
    let back = |x: f64, y: f64| Answer::Guns {
        unit: "A1".into(),
        act: GunAct::Retreat { to: Pose { x, y, facing: 180.0 } },
    };
    assert!(drill(None).answer(Side::A, back(1100.0, 600.0)).is_ok());
    p.refused_by("guns-retreat.1", drill(Some((2500.0, 300.0))).answer(Side::A, back(1100.0, 600.0)));
    assert!(drill(Some((2500.0, 300.0))).answer(Side::A, back(1900.0, 600.0)).is_ok());
    // Not asked of those who have their train nearer than they go, or beyond the enemy.
    assert!(drill(Some((1900.0, 800.0))).answer(Side::A, back(1100.0, 600.0)).is_ok());
    assert!(drill(Some((1500.0, 1900.0))).answer(Side::A, back(1100.0, 600.0)).is_ok());
}

#[test]
fn guns_do_not_stay_limbered_within_engagement_distance() {
    let p = proves!("tmove.artillery.3");
    let mut d = Drill::new();
    d.battery(Side::A, 4, Formation::Limbered, 700.0, 900.0, 0.0);
    d.infantry(Side::B, 4, LINE4, 700.0, 1550.0, 180.0);
    d.officers[0].at = v2(700.0, 800.0);
    d.officers[1].at = v2(700.0, 1700.0);
    d.officers[0].gifts.radius = 1000;
    let b = Battle::drill_from(d.field(), Side::A, Step::Settling, []);
    let go = |y: f64, unlimber: bool| {
        let to = Pose { x: 700.0, y, facing: 0.0 };
        b.may_settle(UnitId(0), SettleAct::Guns(GunAct::Go { to, unlimber }))
    };
    assert!(go(1150.0, false).is_ok(), "at 400");
    p.refused_by("tmove.artillery.3", go(1151.0, false));
    assert!(go(1151.0, true).is_ok());
}

/// A column of side A in a zone whose lower edge is at 1150, or assembled at it; both sides engaged.
fn in_town(formation: fn(ZoneId) -> Formation) -> Drill {
    let mut d = two_lines(390.0);
    d.officers[0].gifts.radius = 800;
    let z = d.zone(5, 6, (1000.0, 1150.0), (1200.0, 1300.0));
    let u = d.infantry(Side::A, 3, formation(z), 1100.0, 1150.0, 180.0);
    d.unit(u).record.phases_in_town = 1;
    d
}

fn in_it(zone: ZoneId) -> Formation {
    Formation::InTown { zone }
}

fn assembled(zone: ZoneId) -> Formation {
    Formation::Assembled { zone }
}

fn town(act: TownAct) -> Answer {
    Answer::Town { unit: "A2".into(), act }
}

/// A formation in a zone of a town.
type InTown = fn(ZoneId) -> Formation;

#[test]
fn assembling_spreading_and_leaving_cost_an_operation_point() {
    let p = proves!("op.actions.1", "op.command.2");
    let acts: [(InTown, TownAct); 3] = [
        (in_it, TownAct::Assemble { facing: 180.0 }),
        (assembled, TownAct::Spread),
        (assembled, TownAct::Leave { ahead: 50.0 }),
    ];
    for (formation, act) in acts {
        let mut b = moves(in_town(formation), []);
        b.answer(Side::A, town(act)).unwrap();
        assert_eq!(b.field().commands[0].used, 1, "{act:?}");
        let mut d = in_town(formation);
        d.officers[0].gifts.points = 0;
        p.refused_by("op.actions.1", moves(d, []).answer(Side::A, town(act)));
        // Out of command its officer tests, and the point is spent either way.
        let far = |die: u8| {
            let mut d = in_town(formation);
            d.officers[0].gifts.radius = 100;
            let mut b = moves(d, [die]);
            // Who is engaged by himself is looked at after every act.
            let ride = OfficerAct::Ahead(1.0);
            b.answer(Side::A, Answer::Officer { officer: "Ao1".into(), act: ride }).unwrap();
            b.answer(Side::A, town(act)).unwrap();
            b.dice_used_up().unwrap();
            assert_eq!(b.field().commands[0].used, 1);
            (b.field().units[2].formation != formation(ZoneId(0)), told(&b, "op.command.2"))
        };
        assert_eq!((far(5), far(6)), ((true, true), (false, true)), "{act:?}");
    }
    assert!(p.shows("op.command.2", true));
}

#[test]
fn the_half_move_out_of_a_town_goes_over_the_ground_there() {
    let p = proves!("tmove.town.6");
    let leave = |wood: bool, ahead: f64| {
        let mut d = in_town(assembled);
        if wood {
            // Three bases deep the column is clear of the houses at 1090.
            d.patch(Terrain::LightWood, (900.0, 800.0), (1300.0, 1090.0));
        }
        moves(d, []).answer(Side::A, town(TownAct::Leave { ahead })).map(|_| ())
    };
    assert!(leave(false, 100.0).is_ok());
    p.refused_by("tmove.town.6", leave(false, 100.5));
    // At half speed.
    assert!(leave(true, 50.0).is_ok());
    p.refused_by("tmove.town.6", leave(true, 50.5));
}

#[test]
fn a_town_is_entered_by_touching_it() {
    let p = proves!("tmove.town.2");
    let go = |m: f64| {
        let mut d = two_lines(390.0);
        d.officers[0].gifts.radius = 800;
        d.infantry(Side::A, 3, COLUMN, 1100.0, 1000.0, 0.0);
        d.zone(5, 6, (1000.0, 1150.0), (1200.0, 1300.0));
        moves(d, []).answer(Side::A, one(UnitMove { enter: Some("town 1".into()), ..ahead("A2", m) }))
    };
    assert!(go(150.0).is_ok());
    p.refused_by("tmove.town.2", go(149.5));
}

#[test]
fn losses_in_a_town_go_round_those_who_are_left() {
    let p = proves!("town-fight.2");
    let mut own = tricolore::book::table("town.proposal-fight").clone();
    own.rows[3][2] = umpire::Cell::Text("circled 3".into());
    let mut d = two_lines(900.0);
    d.sheet = tricolore::book::SheetRef::from(
        muster::of_owner::<tricolore::book::Sheet>("mine", vec![own]).unwrap(),
    );
    let z = d.zone(9, 6, (1400.0, 1150.0), (1600.0, 1350.0));
    d.infantry(Side::B, 3, Formation::InTown { zone: z }, 1500.0, 1250.0, 180.0);
    for _ in 0..3 {
        d.infantry(Side::A, 4, Formation::InTown { zone: z }, 1500.0, 1250.0, 0.0);
    }
    // The second of them is on its last leg.
    d.unit(UnitId(4)).bases = Bases { start: 4, now: 1, marked: true };
    let mut f = engaged(d).field();
    f.zones[0].fight = Some(Side::A);
    // Nine bases on three are 8 and the dice 2; three morale tests fail; and so on.
    let mut b = Battle::drill_from(
        f,
        Side::A,
        Step::TownFights,
        [1, 1, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
    );
    while !b.pending().is_empty() && b.play().step == Step::TownFights {
        pass(&mut b);
    }
    let lost: Vec<String> = b
        .events()
        .iter()
        .filter(|e| e.clause.id() == "town-fight.2" && e.pieces.first().is_some_and(|p| p.starts_with('A')))
        .filter(|e| e.event == tricolore::event::Kind::Loss)
        .map(|e| e.pieces[0].clone())
        .collect();
    assert_eq!(p.shows("town-fight.2", &lost)[..3], ["A2", "A3", "A4"], "{:#?}", log(&b));
}

#[test]
fn losses_are_tested_against_the_cover_that_there_was_before_the_stars() {
    let p = proves!("play.fire-step", "bombardment-town.3");
    let mut d = Drill::new();
    let z = d.zone(8, 6, (1400.0, 1150.0), (1600.0, 1350.0));
    d.battery(Side::A, 4, Formation::Unlimbered, 1500.0, 800.0, 0.0);
    d.infantry(Side::B, 3, Formation::InTown { zone: z }, 1500.0, 1250.0, 180.0);
    d.officers[0].at = v2(1500.0, 700.0);
    d.officers[1].at = v2(1500.0, 1450.0);
    // Four hits of 3 are one and a half losses, the half is none; cover 6 holds; both stars tell.
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Bombardment, [1, 1, 1, 1, 10, 6, 7, 6]);
    let fire = vec![FireOrder { unit: "A1".into(), at: "town 1".into(), point: None, zone: None }];
    b.answer(Side::A, Answer::Fire { fire }).unwrap();
    silent_until(&mut b, Step::Deployment);
    b.dice_used_up().unwrap();
    assert_eq!(p.shows("bombardment-town.3", b.field().zones[0].cover), 4, "{:#?}", log(&b));
    assert!(p.shows("play.fire-step", b.field().units[1].bases == Bases::full(3)));
}

/// Side A's brigade with two stars beside its commander, at this level without them; its line has lost a melee and half its bases.
fn with_stars(level: i8) -> Drill {
    let mut d = two_lines(390.0);
    let (brigade, division) = (d.bodies[1].id, d.bodies[0].id);
    d.bodies[1].morale = Some(Morale { value: 5, level, bases: 4 });
    let o = d.officer(Side::A, Rank::Corps, Post::Superior, division, v2(1530.0, 850.0));
    d.officers[0].superior = Some(o);
    d.officers[o.index()].gifts.stars = 2;
    d.officers[o.index()].attached = Some(Attached::Body(brigade));
    d.unit(UnitId(0)).bases = Bases { start: 4, now: 2, marked: false };
    d.unit(UnitId(0)).formation = Formation::Line { front: 2 };
    d
}

#[test]
fn a_formation_held_up_by_stars_falls_below_nought_and_is_gone_at_last() {
    let p = proves!("formation-morale.10", "formation-morale.6");
    let lost = |level: i8| {
        let f = engaged(with_stars(level)).field();
        let mut play = Battle::drill_from(f.clone(), Side::A, Step::Over, []).play().clone();
        (play.step, play.sequence) = (Step::SequenceEnds, 2);
        play.tally = vec![(UnitId(0), false)];
        // Its one test fails; then the roll for another sequence.
        let b = Battle::drill_again(f, play, vec![6, 9]);
        b.dice_used_up().unwrap();
        let f = b.field();
        (f.bodies[1].morale.unwrap().level, tricolore::worth::level(f, &f.units[0]), f.units[0].present())
    };
    assert_eq!(lost(1), (0, 2, true));
    assert_eq!(p.shows("formation-morale.10", lost(0)), (-1, 1, true));
    let (level, _, there) = lost(-1);
    assert_eq!(p.shows("formation-morale.6", (level, there)), (-2, false));
}

#[test]
fn guns_of_a_corps_break_no_divisions_integrity_or_do() {
    let p = proves!("integrity.5");
    let broken = |option: &str, of_division: bool| {
        let mut d = Drill::new();
        d.read("guns-of-no-division", option);
        let corps = BodyId(d.bodies.len() as u16);
        let body = Body { id: corps, level: Level::Corps, code: "A-C".into(), ..d.bodies[0].clone() };
        d.bodies.push(body);
        d.infantry(Side::A, 4, LINE4, 1200.0, 1000.0, 0.0);
        d.infantry(Side::A, 4, LINE4, 1800.0, 1000.0, 0.0);
        d.infantry(Side::A, 4, COLUMN, 1500.0, 800.0, 0.0);
        d.division(Side::A);
        let guns = d.battery(Side::A, 4, Formation::Unlimbered, 1500.0, 950.0, 0.0);
        if !of_division {
            d.unit(guns).body = corps;
            d.unit(guns).command = None;
        }
        let f = d.field();
        integrity::broken(&f, Side::A).bodies.len()
    };
    assert_eq!(p.shows("integrity.5", broken("breaks-none", true)), 2, "another division's");
    assert_eq!(broken("breaks-none", false), 0);
    assert_eq!(broken("own-zone", false), 2);
}

#[test]
fn who_has_left_the_radius_of_his_superior_tries_a_coordinated_order_for_himself() {
    let p = proves!("orders.coordination.1", "orders.coordination.3");
    let tries = |third: f64, dice: &[u8]| {
        let mut d = two_lines(900.0);
        d.brigade(Side::A);
        d.infantry(Side::A, 4, LINE4, 1100.0, 1000.0, 0.0);
        let division = d.bodies[0].id;
        let o = d.officer(Side::A, Rank::Division, Post::Superior, division, v2(1500.0, 700.0));
        d.bodies[0].officer = Some(o);
        let commands: Vec<OfficerId> = [0, 2].map(|c: usize| d.commands[c].officer).to_vec();
        for (c, x) in commands.iter().zip([1500.0, third]) {
            d.officers[c.index()].superior = Some(o);
            d.officers[c.index()].at = v2(x, 850.0);
        }
        for c in [0, 2] {
            d.commands[c].orders = Orders::from_start(CommandOrder::plain(OrderKind::Defence));
            let order = CommandOrder::plain(OrderKind::Manoeuvre);
            d.commands[c].orders.pending = Some(Pending { order, given: 1, starts: 1, through: Some(o) });
        }
        let b = Battle::drill_from(d.field(), Side::A, Step::Activation, dice.to_vec());
        b.dice_used_up().unwrap();
        [0, 2].map(|c: usize| b.field().commands[c].orders.kind() == Some(OrderKind::Manoeuvre))
    };
    // Together six tests, of which the first fails; each for himself, the one fails and the other passes six. Then the initiative.
    assert_eq!(p.shows("orders.coordination.3", tries(1150.0, &[1, 1, 1, 1, 1, 1, 7, 3])), [true, true]);
    assert_eq!(
        p.shows("orders.coordination.1", tries(1120.0, &[6, 1, 1, 1, 1, 1, 1, 7, 3])),
        [false, true],
        "408 from him"
    );
}

#[test]
fn a_broken_unit_does_not_march_towards_the_enemy() {
    let p = proves!("disorder.8");
    let marched = |u: u8, to: f64| {
        let mut d = Drill::sized(3000.0, 4000.0);
        let a = d.infantry(
            Side::A,
            4,
            Formation::MarchColumn,
            1500.0,
            1500.0,
            if to > 1500.0 { 0.0 } else { 180.0 },
        );
        d.unit(a).disorder.active = u;
        d.infantry(Side::B, 4, LINE4, 1500.0, 3900.0, 180.0);
        d.officers[0].at = v2(1500.0, 1450.0);
        d.officers[1].at = v2(1500.0, 3950.0);
        let route = vec![v2(1500.0, 1500.0), v2(1500.0, to)];
        d.commands[0].orders = Orders::from_start(CommandOrder { kind: OrderKind::March, route });
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
        pass(&mut b);
        b.field().units[0].base.front.y
    };
    assert!((marched(5, 3000.0) - 2100.0).abs() < 1e-6);
    assert!((p.shows("disorder.8", marched(6, 3000.0)) - 1500.0).abs() < 0.05);
    assert!((marched(6, 300.0) - 900.0).abs() < 1e-6, "away from him it goes");
}

#[test]
fn the_target_itself_does_not_threaten_its_attacker() {
    let p = proves!("play.flank-judging");
    let threatened = |friend: bool| {
        let mut d = Drill::new();
        d.infantry(Side::A, 4, LINE4, 1500.0, 1000.0, 0.0);
        // Before its left flank, and none of it behind its front line.
        d.infantry(Side::B, 4, COLUMN, 1330.0, 1060.0, 135.0);
        if friend {
            d.infantry(Side::B, 4, COLUMN, 1670.0, 1060.0, 225.0);
        }
        d.officers[0].at = v2(1500.0, 850.0);
        d.officers[1].at = v2(1500.0, 1250.0);
        d.officers[1].gifts.radius = 800;
        let b = sequence(d, []);
        let f = b.field();
        let s = b.melee_as_it_stands(&f.units[0], &f.units[1]);
        let other = b.melee_as_it_stands(&f.units[1], &f.units[0]);
        (s.attacker.threatened, other.defender.threatened)
    };
    // It threatens whom it attacks, and not whom it is attacked by; its friend does.
    assert_eq!(p.shows("play.flank-judging", threatened(false)), (0, 1));
    assert_eq!(threatened(true).0, 1);
}

#[test]
fn guns_in_the_reserve_reorganise_and_can_be_sent_again() {
    let p = proves!("gt-reorganise.3");
    let mut d = two_lines(900.0);
    let guns = d.battery(Side::A, 2, Formation::Limbered, 1500.0, 200.0, 0.0);
    d.unit(guns).fate = tricolore::unit::Fate::InReserve;
    d.unit(guns).disorder.active = 8;
    // 900 from the front line of the enemy, who is 1700 from the train: one die.
    let b = Battle::drill_from(d.field(), Side::A, Step::Administration, [5]);
    b.dice_used_up().unwrap();
    assert_eq!(p.shows("gt-reorganise.3", b.field()[guns].disorder.active), 7, "{:#?}", log(&b));
}

#[test]
fn nobody_deploys_into_a_town_from_afar_or_stands_among_its_houses() {
    let p = proves!("tmove.town.2", "play.town-zones");
    let mut d = two_lines(900.0);
    on(&mut d, 0, OrderKind::Defence);
    d.officers[0].gifts.radius = 1000;
    d.zone(8, 6, (1000.0, 900.0), (1200.0, 1100.0));
    d.infantry(Side::A, 3, COLUMN, 1100.0, 800.0, 0.0);
    d.cavalry(Side::A, 3, Formation::Line { front: 3 }, 900.0, 850.0, 0.0);
    let b = Battle::drill_from(d.field(), Side::A, Step::Deployment, []);
    let go = |unit: &str, x: f64, y: f64, enter: bool| {
        let enter = enter.then(|| "town 1".to_owned());
        let at = Pose { x, y, facing: 0.0 };
        let d = Deployment { unit: unit.into(), at, form: None, front: None, engage: false, enter };
        b.clone().answer(Side::A, Answer::Deploy { officers: vec![], units: vec![d] })
    };
    assert!(go("A2", 1100.0, 900.0, true).is_ok());
    p.refused_by("tmove.town.2", go("A2", 1100.0, 895.0, true));
    p.refused_by("tmove.town.2", go("A2", 1100.0, 800.0, true));
    p.refused_by("play.town-zones", go("A3", 1050.0, 1000.0, false));
    // Round it, not through it.
    p.refused_by("play.town-zones", go("A3", 1100.0, 1180.0, false));
    assert!(go("A3", 900.0, 1180.0, false).is_ok());
}

#[test]
fn who_leaves_goes_a_whole_move_away_at_once() {
    let p = proves!("disengage.5");
    let mut d = two_lines(500.0);
    d.officers[0].at = v2(1500.0, 950.0);
    d.unit(UnitId(0)).formation = COLUMN;
    d.unit(UnitId(0)).base.dir = table::V2::bearing(180.0);
    on(&mut d, 1, OrderKind::Defence);
    d.commands[0].engagement = tricolore::command::Engagement::Leaving { since: 1 };
    let mut f = d.field();
    f.round = 2;
    let mut play = Battle::drill_from(f.clone(), Side::A, Step::Over, []).play().clone();
    (play.step, play.sequence) = (Step::SequenceEnds, 1);
    let mut b = Battle::drill_again(f, play, vec![9]);
    b.answer(Side::A, Answer::Disengage { to: Disengaged::Manoeuvre }).unwrap();
    let go = |far: f64| advance(far, false, &[ahead("A1", far)]);
    assert!(b.clone().answer(Side::A, go(600.5)).is_err());
    b.answer(Side::A, go(600.0)).unwrap();
    // 600, though 250 is half the way to the enemy.
    assert!((p.shows("disengage.5", b.field().units[0].base.front.y) - 400.0).abs() < 1.0, "{:#?}", log(&b));
}

#[test]
fn a_column_pivots_freely_about_its_centre() {
    let p = proves!("formchange.4");
    let turn = |x: f64, y: f64, facing: f64, front: u8, dice: &[u8]| {
        let mut d = two_lines(390.0);
        d.infantry(Side::A, 4, COLUMN, 1200.0, 1000.0, 0.0);
        let mut b = moves(d, dice.to_vec());
        let c = Change {
            unit: "A2".into(),
            to: FormationKind::Column,
            front: Some(front),
            at: Some(Pose { x, y, facing }),
            join: None,
            detach: None,
        };
        let done = b.answer(Side::A, Answer::Change(c)).map(|_| ());
        b.dice_used_up().unwrap();
        done.map(|()| (b.field().units[2].base.pose().facing, b.field().units[2].disorder.active))
    };
    // Four bases deep, its centre at 1200/960. O1/1, then T2/U.
    let (facing, u) = p.shows("formchange.4", turn(1240.0, 960.0, 90.0, 1, &[5, 6, 5])).unwrap();
    assert!((facing - 90.0).abs() < 1e-6 && u == 1);
    assert!(turn(1200.0, 920.0, 180.0, 1, &[5, 5, 5]).is_ok());
    p.refused_by("formchange.4", turn(1260.0, 960.0, 90.0, 1, &[]));
    // Another front is a change by itself.
    p.refused_by("formchange.4", turn(1220.0, 960.0, 90.0, 2, &[]));
}

#[test]
fn who_goes_out_of_a_redoubt_leaves_its_cover_behind() {
    let p = proves!("redoubt.9", "redoubt.5");
    let drill = |guns: bool| {
        let mut d = two_lines(390.0);
        d.officers[0].gifts.radius = 800;
        let r = d.redoubt(Side::A, 6, 1200.0, 1000.0, 0.0);
        let u = if guns {
            d.battery(Side::A, 2, Formation::Unlimbered, 1200.0, 1000.0, 0.0)
        } else {
            d.infantry(Side::A, 2, COLUMN, 1200.0, 1000.0, 0.0)
        };
        d.unit(u).redoubt = Some(r);
        moves(d, [5, 5])
    };
    let mut b = drill(false);
    b.answer(Side::A, one(ahead("A2", 15.0))).unwrap();
    assert!(b.field().units[2].redoubt.is_some(), "its middle is still in it");
    let mut b = drill(false);
    b.answer(Side::A, one(ahead("A2", 50.0))).unwrap();
    let f = b.field();
    assert!(p.shows("redoubt.9", f.units[2].redoubt.is_none() && f.redoubts[0].gone), "{:#?}", log(&b));
    // Guns are not dragged out of it.
    let by_hand = |y: f64| Answer::Guns {
        unit: "A2".into(),
        act: GunAct::Manhandle { at: Pose { x: 1200.0, y, facing: 0.0 } },
    };
    p.refused_by("redoubt.5", drill(true).answer(Side::A, by_hand(1040.0)));
    assert!(drill(true).answer(Side::A, by_hand(990.0)).is_ok());
}

#[test]
fn what_shakes_a_unit_in_a_step_is_added_to_what_its_own_melee_does() {
    let p = proves!("play.melee-result");
    let disorder = |morale: u8| {
        let mut d = two_lines(250.0);
        d.infantry(Side::A, 4, LINE4, 1665.0, 1000.0, 0.0);
        // 40 beside the one base that is left of B1.
        d.infantry(Side::B, 4, LINE4, 1640.0, 1250.0, 180.0);
        d.unit(UnitId(0)).values.melee = 10;
        d.unit(UnitId(1)).values.melee = 1;
        d.unit(UnitId(1)).bases = Bases { start: 4, now: 1, marked: true };
        d.unit(UnitId(1)).formation = Formation::Line { front: 1 };
        // With fives all pass but the morale of B1, whose last base is gone; and that of B2, if it has none.
        d.unit(UnitId(1)).values.morale = Some(1);
        d.unit(UnitId(3)).values.morale = Some(morale);
        let mut b = sequence(d, [5; 60]);
        let on = |unit: &str, target: &str| tricolore::answer::Attack {
            unit: unit.into(),
            target: target.into(),
            straight: false,
        };
        b.answer(Side::A, Answer::Declare { attacks: vec![on("A1", "B1"), on("A2", "B2")] }).unwrap();
        silent_until(&mut b, Step::Breakthroughs);
        let f = b.field();
        assert!(!f.units[1].present() && told(&b, "melee-retreat.4"), "{:#?}", log(&b));
        f.units[3].disorder.active
    };
    assert_eq!(p.shows("play.melee-result", disorder(1)), disorder(9) + 2);
}
