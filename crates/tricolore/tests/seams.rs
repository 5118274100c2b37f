//! Where one clause meets another in play: ground on the way of an attack, guns behind a screen, headquarters that are gone, halves and
//! remainders.

use super::kit::*;
use table::{Pose, v2};
use tricolore::answer::{
    Answer, Arrange, Attack, Breakthrough, Change, CommandMove, Deployment, FireOrder, GunAct, SuperiorMove,
    TownAct, UnitMove,
};
use tricolore::battle::{Awaits, Battle, Step};
use tricolore::command::{BodyId, Command, CommandId, CommandKind, Engagement, Level, Morale};
use tricolore::drill::Drill;
use tricolore::officer::{Attached, OfficerFate, Post, Rank};
use tricolore::orders::{CommandOrder, OrderKind, Orders, Pending};
use tricolore::troop::{Arm, Formation, FormationKind, Troop};
use tricolore::unit::{Continued, Crossing};
use tricolore::{Side, UnitId, proves};

const LINE4: Formation = Formation::Line { front: 4 };

/// Side A's division is of a corps whose train chief stands at 1500/200.
fn with_train(mut d: Drill) -> (Drill, BodyId) {
    let id = BodyId(d.bodies.len() as u16);
    let mut body = d.bodies[0].clone();
    (body.id, body.level, body.code) = (id, Level::Corps, "A-C".into());
    d.bodies.push(body);
    d.bodies[0].above = Some(id);
    let chief = d.officer(Side::A, Rank::Corps, Post::TrainChief, id, v2(1500.0, 200.0));
    d.bodies[id.index()].train = Some(chief);
    let mut command: Command = d.commands[0].clone();
    let train = CommandId(d.commands.len() as u16);
    (command.id, command.kind, command.officer) = (train, CommandKind::Train, chief);
    (command.body, command.engagement, command.code) = (id, Engagement::Free, "At".into());
    d.commands.push(command);
    let at = Pose { x: 1500.0, y: 200.0, facing: 0.0 };
    let wagons = d.raise(Side::A, Troop::of(Arm::Train), 2, Formation::Train, at);
    d.unit(wagons).command = Some(train);
    d.unit(wagons).body = id;
    (d, id)
}

#[test]
fn units_of_a_corps_without_headquarters_recover_as_if_the_enemy_were_near() {
    let p = proves!("corps-hq.4");
    // 1400 from the enemy and still: all U go without a die, or by three dice if the headquarters is lost.
    let left = |lost: bool, dice: &[u8]| {
        let (mut d, corps) = with_train(two_lines(1400.0));
        d.unit(UnitId(0)).disorder.active = 4;
        if lost {
            let chief = d.bodies[corps.index()].train.unwrap();
            d.officers[chief.index()].fate = OfficerFate::Removed;
        }
        let b = Battle::drill_from(d.field(), Side::A, Step::Administration, dice.to_vec());
        b.dice_used_up().unwrap();
        b.field().units[0].disorder.active
    };
    assert_eq!(left(false, &[]), 0);
    assert_eq!(p.shows("corps-hq.4", left(true, &[5, 6, 10])), 3);
}

#[test]
fn a_formation_of_a_corps_without_headquarters_does_not_regain_its_morale() {
    let level = |lost: bool, dice: &[u8]| {
        let (mut d, corps) = with_train(two_lines(1400.0));
        d.bodies[0].morale = Some(Morale { value: 5, level: 2, bases: 4 });
        if lost {
            let chief = d.bodies[corps.index()].train.unwrap();
            d.officers[chief.index()].fate = OfficerFate::Removed;
        }
        for c in 0..2 {
            on(&mut d, c, OrderKind::Defence);
        }
        let b = Battle::drill_from(d.field(), Side::A, Step::Administration, dice.to_vec());
        b.dice_used_up().unwrap();
        b.field().bodies[0].morale.map(|m| m.level)
    };
    assert_eq!((level(false, &[5]), level(true, &[])), (Some(3), Some(2)));
}

/// What passive U were worth to a side in the last initial melee.
fn passive_in_melee(b: &Battle, side: &str) -> i64 {
    let melee = b.events().iter().rev().find(|e| e.clause.id() == "melee.1").expect("it is fought");
    let ruling = melee.ruling.as_ref().expect("by a ruling");
    let of = ruling.modifiers.iter().filter(|m| m.side == side && m.clause.id() == "disorder.4");
    of.map(|m| i64::from(m.value)).sum()
}

#[test]
fn an_attacker_has_the_disorder_of_the_ground_that_it_went_through() {
    let _p = proves!("melee-terrain.1");
    // A strip of light wood lies on the way: it is left behind, or the attack is made beside it.
    let fought = |x: f64| {
        let mut d = two_lines(195.0);
        d.unit(UnitId(0)).formation = Formation::Column { front: 1 };
        d.patch(tricolore::ground::Terrain::LightWood, (x, 1020.0), (x + 400.0, 1060.0));
        let mut b = sequence(d, [5; 40]);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        end_sequence(&mut b);
        (b.field().units[0].base.front.y > 1080.0, passive_in_melee(&b, "attacker"))
    };
    assert_eq!(fought(1300.0), (true, -2));
    assert_eq!(fought(1700.0), (true, 0));
    // Where attackers get active U for it, it has one more when the fight begins.
    let active = |option: &str| {
        let mut d = two_lines(195.0);
        d.read("terrain-u", option);
        d.unit(UnitId(0)).formation = Formation::Column { front: 1 };
        d.patch(tricolore::ground::Terrain::LightWood, (1300.0, 1020.0), (1700.0, 1060.0));
        let mut b = sequence(d, [5; 40]);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        silent_until(&mut b, Step::MovesB);
        b.field().units[0].disorder.active
    };
    assert_eq!((active("passive"), active("active-attackers")), (0, 1));
}

#[test]
fn who_attacks_each_other_pays_for_the_ground_between_them() {
    let p = proves!("play.attack-move");
    // 350 apart and 300 to go, of which the first makes 200: less the brook's 50 where one lies before it.
    let met = |brook: Option<f64>| {
        let mut d = two_lines(350.0);
        for u in 0..2 {
            d.unit(UnitId(u)).formation = Formation::Column { front: 1 };
        }
        if let Some(y) = brook {
            d.line(tricolore::ground::Obstacle::Brook, &[(0.0, y), (3000.0, y)]);
        }
        let mut f = engaged(d).field();
        f.round = 1;
        let mut b = Battle::drill_from(f, Side::A, Step::SequenceBegins, [5; 20]);
        // Out of reach when it is declared: both lists are put down as they would be after the adjustments.
        let mut play = b.play().clone();
        let declared = |unit: u16, target: u16| tricolore::battle::Declared {
            unit: UnitId(unit),
            target: tricolore::battle::Target::Unit(UnitId(target)),
            straight: false,
            done: false,
            reached: false,
            flank: false,
        };
        play.attacks = vec![declared(0, 1), declared(1, 0)];
        play.pending.clear();
        play.step = Step::MovesA;
        play.begun = false;
        b = Battle::drill_again(b.field().clone(), play, [5; 20]);
        silent_until(&mut b, Step::MovesB);
        (b.field().units[0].base.front.y - 1000.0, b.field().units[0].disorder.crossings.len())
    };
    let (far, crossed) = met(None);
    assert!((far - 200.0).abs() < 0.001 && crossed == 0, "{far}");
    let (far, crossed) = p.shows("play.attack-move", met(Some(1030.0)));
    assert!((far - 150.0).abs() < 0.001 && crossed == 1, "{far} {crossed}");
}

fn clause_of(r: Result<(), umpire::Refusal>) -> Option<&'static str> {
    r.err().and_then(|r| r.clause).map(|c| c.id())
}

#[test]
fn a_battery_sees_its_target_along_the_firing_line() {
    let p = proves!("sight.4", "firing-line.1");
    // A battery 120 wide, a column 80 wide 500 off, and before it a screen of so many bases.
    let shot = |screen: u8, x: f64, point: Option<[f64; 2]>| {
        let mut d = Drill::new();
        d.battery(Side::A, 4, Formation::Unlimbered, 1500.0, 700.0, 0.0);
        d.infantry(Side::B, 4, Formation::Column { front: 2 }, 1500.0, 1200.0, 180.0);
        d.infantry(Side::B, screen, Formation::Line { front: screen }, x, 1000.0, 180.0);
        d.officers[0].at = v2(1500.0, 600.0);
        d.officers[1].at = v2(1500.0, 1400.0);
        let fire = vec![FireOrder { unit: "A1".into(), at: "B1".into(), point, zone: None }];
        Battle::drill_from(d.field(), Side::A, Step::Bombardment, [9; 20])
            .answer(Side::A, Answer::Fire { fire })
    };
    // From a corner of its front it would see a corner of the target; its fire comes from the middle.
    p.refused_by("sight.4", shot(2, 1500.0, None));
    assert_eq!(clause_of(shot(2, 1541.0, Some([1500.0, 1200.0]))), None, "beside the line");
    assert_eq!(clause_of(shot(2, 1539.0, Some([1500.0, 1200.0]))), Some("sight.4"));
    // Past a narrow screen another point of the target can be hit.
    assert_eq!(clause_of(shot(1, 1500.0, Some([1500.0, 1200.0]))), Some("sight.4"));
    assert_eq!(clause_of(shot(1, 1500.0, None)), None);
    p.refused_by("firing-line.1", shot(1, 1500.0, Some([1550.0, 1200.0])));
}

#[test]
fn a_range_at_the_end_of_its_column_is_of_that_column() {
    let _p = proves!("bombardment-effect.2");
    let factor = |range: f64| {
        use tricolore::procedures::bombardment::{Aim, Battery, Bombardment, BombardmentSituation, Firing};
        let s = BombardmentSituation {
            firing: vec![Firing { bases: 1, calibre: 6, disorder: 0, range }],
            one_command: false,
            work: false,
            aim: Aim::Battery(Battery::default()),
            readings: Default::default(),
            sheet: Default::default(),
        };
        let (_, r) = umpire::judge::<Bombardment>(&s, &mut umpire::HandDice::new([1, 9]));
        r.totals.get("factor").and_then(serde_json::Value::as_i64).expect("it hits")
    };
    // 400 metres that came of a root are 400.
    assert_eq!((factor(400.0), factor(400.000_000_1), factor(400.5)), (3, 3, 2));
}

#[test]
fn units_are_joined_in_column_and_divided_into_what_the_rest_can_form() {
    let p = proves!("formchange.5", "formations.1", "formations.3");
    let drill = || {
        let mut d = two_lines(390.0);
        d.infantry(Side::A, 2, Formation::Column { front: 1 }, 1200.0, 900.0, 0.0);
        d.infantry(Side::A, 2, Formation::Column { front: 1 }, 1300.0, 900.0, 0.0);
        d.infantry(Side::A, 5, Formation::Column { front: 2 }, 1800.0, 900.0, 0.0);
        d.infantry(Side::A, 2, Formation::Column { front: 1 }, 1700.0, 800.0, 0.0);
        d
    };
    let change =
        |unit: &str, to: FormationKind, front: Option<u8>, join: Option<&str>, detach: Option<u8>| {
            let c = Change { unit: unit.into(), to, front, at: None, join: join.map(Into::into), detach };
            let mut b = moves(drill(), [1; 10]);
            let r = b.answer(Side::A, Answer::Change(c));
            (r, b)
        };
    p.refused_by("formchange.5", change("A2", FormationKind::Line, None, Some("A3"), None).0);
    let (r, b) = change("A2", FormationKind::Column, Some(2), Some("A3"), None);
    assert!(r.is_ok(), "four bases may stand two abreast: {r:?}");
    assert_eq!(
        (b.field().units[2].formation, b.field().units[2].bases.now),
        (Formation::Column { front: 2 }, 4)
    );
    // Of five bases two leave: three are too few for a front of two.
    p.refused_by("formations.1", change("A4", FormationKind::Column, Some(2), None, Some(2)).0);
    assert!(change("A4", FormationKind::Column, Some(2), None, Some(1)).0.is_ok());
    p.refused_by("formations.3", change("A5", FormationKind::Square, None, None, Some(1)).0);
}

#[test]
fn a_unit_left_behind_with_a_point_to_spare_breaks_the_order() {
    let p = proves!("orders.manoeuvre.7");
    // Three neighbours go as one formation, a fourth unit stands.
    let after = |points: u8| {
        let mut d = two_lines(900.0);
        d.infantry(Side::A, 4, LINE4, 1665.0, 1000.0, 0.0);
        d.infantry(Side::A, 4, LINE4, 1335.0, 1000.0, 0.0);
        d.infantry(Side::A, 4, LINE4, 1500.0, 800.0, 0.0);
        d.officers[0].gifts.points = points;
        on(&mut d, 0, OrderKind::Manoeuvre);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, [5; 9]);
        let m = CommandMove {
            command: "Aa".into(),
            engage: true,
            ahead: 300.0,
            formations: vec![["A1", "A2", "A3"].map(|u| ahead(u, 300.0)).to_vec()],
            ..CommandMove::default()
        };
        b.answer(Side::A, Answer::Manoeuvre { commands: vec![m] }).unwrap();
        b.dice_used_up().unwrap();
        b.field().commands[0].orders.kind()
    };
    assert_eq!(after(1), Some(OrderKind::Manoeuvre), "there is no point for it");
    assert_eq!(p.shows("orders.manoeuvre.7", after(3)), Some(OrderKind::Defence));
}

#[test]
fn broken_units_only_retreat_in_the_grand_tactical_phases_too() {
    let p = proves!("disorder.8");
    let broken = |order: OrderKind| {
        let mut d = two_lines(900.0);
        let u = d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1300.0, 900.0, 0.0);
        d.unit(u).disorder.active = 6;
        on(&mut d, 0, order);
        d.field()
    };
    let go = |far: f64| {
        let mut b = Battle::drill_from(broken(OrderKind::Manoeuvre), Side::A, Step::Manoeuvre, [5; 3]);
        let mut units = vec![ahead("A1", 300.0)];
        if far > 0.0 {
            units.push(ahead("A2", far));
        }
        b.answer(Side::A, advance(300.0, true, &units)).map(|()| b)
    };
    p.refused_by("disorder.8", go(300.0).map(|_| ()));
    // It stays behind, and the order stands.
    let b = go(0.0).unwrap();
    assert_eq!(b.field().commands[0].orders.kind(), Some(OrderKind::Manoeuvre));
    b.dice_used_up().unwrap();
    let deploy = |y: f64| {
        let mut b = Battle::drill_from(broken(OrderKind::Defence), Side::A, Step::Deployment, []);
        let at = Pose { x: 1300.0, y, facing: 0.0 };
        let units =
            vec![Deployment { unit: "A2".into(), at, form: None, front: None, engage: false, enter: None }];
        clause_of(b.answer(Side::A, Answer::Deploy { officers: vec![], units }))
    };
    assert_eq!((deploy(910.0), deploy(800.0)), (Some("disorder.8"), None));
}

#[test]
fn a_point_spent_in_the_tactical_part_is_not_there_in_the_grand_tactical_one() {
    let p = proves!("manoeuvre-phase.10", "deployment-defence.1");
    let field = |used: u8, order: OrderKind| {
        let mut d = two_lines(900.0);
        d.unit(UnitId(0)).formation = Formation::Column { front: 1 };
        d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1300.0, 900.0, 0.0);
        on(&mut d, 0, order);
        d.commands[0].used = used;
        d.field()
    };
    let both = [ahead("A1", 300.0), ahead("A2", 300.0)];
    let go = |used: u8| {
        let mut b = Battle::drill_from(field(used, OrderKind::Manoeuvre), Side::A, Step::Manoeuvre, []);
        b.answer(Side::A, advance(300.0, true, &both))
    };
    p.refused_by("manoeuvre-phase.10", go(2));
    assert_eq!(clause_of(go(1)), None, "two of three are left");
    let deploy = |used: u8| {
        let mut b = Battle::drill_from(field(used, OrderKind::Defence), Side::A, Step::Deployment, []);
        let move_to = |unit: &str, x: f64, y: f64| Deployment {
            unit: unit.into(),
            at: Pose { x, y, facing: 0.0 },
            form: None,
            front: None,
            engage: false,
            enter: None,
        };
        let units = vec![move_to("A1", 1500.0, 950.0), move_to("A2", 1300.0, 850.0)];
        b.answer(Side::A, Answer::Deploy { officers: vec![], units })
    };
    p.refused_by("deployment-defence.1", deploy(2));
    assert_eq!(clause_of(deploy(1)), None);
}

/// A column that has beaten whom it attacked and may break through, B2 being the next enemy.
fn broken_through(d: &mut Drill) {
    d.unit(UnitId(0)).values.melee = 10;
    d.unit(UnitId(1)).values.melee = 1;
}

fn won(d: Drill, dice: impl Into<Vec<u8>>) -> Battle {
    let mut b = sequence(d, dice);
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    silent_until(&mut b, Step::Breakthroughs);
    assert!(matches!(b.awaits(Side::A), Some(Awaits::Breakthrough(UnitId(0)))), "{:#?}", log(&b));
    b
}

fn on_to(target: &str) -> Answer {
    Answer::Breakthrough(Breakthrough::Attack { target: target.into(), straight: true })
}

#[test]
fn a_breakthrough_attack_asks_for_sight_and_for_the_test_of_irregulars() {
    let p = proves!("attack.require.8", "attack.require.4");
    let drill = || {
        let mut d = two_lines(250.0);
        broken_through(&mut d);
        d.infantry(Side::B, 4, LINE4, 1500.0, 1390.0, 180.0);
        d
    };
    // A strip of dense wood hides what is more than 100 behind it.
    let mut hidden = drill();
    hidden.patch(tricolore::ground::Terrain::DenseWood, (1300.0, 1300.0), (1700.0, 1310.0));
    p.refused_by("attack.require.8", won(hidden, [4; 60]).answer(Side::A, on_to("B2")));
    // Irregulars test before every attack, whatever their U.
    let tests = |irregular: bool, dice: &[u8]| {
        let mut d = drill();
        d.unit(UnitId(0)).troop.irregular = irregular;
        d.unit(UnitId(0)).formation = Formation::Column { front: 1 };
        let mut b = won(d, dice.to_vec());
        b.answer(Side::A, on_to("B2")).unwrap();
        b.events().iter().filter(|e| e.clause.id() == "attack.require.4").count()
    };
    assert_eq!(tests(false, &[4; 60]), 0);
    assert_eq!(p.shows("attack.require.4", tests(true, &[4; 60])), 2, "to attack, and to attack on");
    // With 4 U they may not attack at all.
    let mut d = drill();
    d.unit(UnitId(0)).troop.irregular = true;
    d.unit(UnitId(0)).formation = Formation::Column { front: 1 };
    d.unit(UnitId(0)).disorder.active = 4;
    p.refused_by("attack.require.4", sequence(d, []).answer(Side::A, attack("A1", "B1")));
}

#[test]
fn a_breakthrough_without_a_target_passes_friends_at_their_price() {
    let p = proves!("pass-through.1");
    // A single base is gone with the melee; a column of friends stands on the way.
    let go = |m: f64| {
        let mut d = two_lines(250.0);
        broken_through(&mut d);
        d.unit(UnitId(1)).bases = tricolore::unit::Bases::full(1);
        d.unit(UnitId(1)).formation = Formation::Line { front: 1 };
        d.infantry(Side::A, 2, Formation::Column { front: 1 }, 1450.0, 1200.0, 0.0);
        d.officers[0].gifts.radius = 800;
        let mut b = won(d, [4; 60]);
        let r = b.answer(Side::A, Answer::Breakthrough(Breakthrough::Ahead(m)));
        (r, b)
    };
    // 200 to go, 100 of which the friends cost.
    p.refused_by("pass-through.1", go(101.0).0);
    let (r, b) = go(100.0);
    assert!(r.is_ok(), "{r:?}");
    assert!(b.events().iter().any(|e| e.clause.id() == "pass-through.1"), "{:#?}", log(&b));
}

#[test]
fn a_base_lost_in_an_earlier_melee_does_not_break_off_a_new_one() {
    let p = proves!("melee-continued.1");
    // A single base that had two in its last continued melee attacks a line, and the row says to fight on.
    let fights_on = |before: u8| {
        let mut d = two_lines(250.0);
        d.unit(UnitId(0)).bases = tricolore::unit::Bases { start: 2, now: 1, marked: false };
        d.unit(UnitId(0)).formation = Formation::Line { front: 1 };
        d.unit(UnitId(0)).values.melee = 10;
        let b = sequence(d, []);
        let mut play = b.play().clone();
        play.bases_at = vec![before, 4];
        // +20 -10 and ten for odds are 0: a 10 is a continued melee. 1 x 4 x 2 is half a loss, which a 5 makes one: the base is marked.
        let mut b = Battle::drill_again(b.field().clone(), play, [5; 30]);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        end_sequence(&mut b);
        (b.field().units[0].bases.now, b.field().units[0].continued.is_some(), log(&b))
    };
    let (bases, on, said) = fights_on(1);
    assert_eq!((bases, on), (1, true), "{said:#?}");
    let (bases, on, said) = fights_on(2);
    assert!(bases == 1 && p.shows("melee-continued.1", on), "{said:#?}");
}

#[test]
fn who_drove_an_attacker_out_was_not_alone_for_the_whole_sequence() {
    let p = proves!("town-fight.3");
    // Side B holds a town; who was alone in it at the end of the last sequence is known.
    let alone = |attacked: bool| {
        let mut d = two_lines(900.0);
        for o in &mut d.officers {
            o.gifts.radius = 1000;
        }
        let z = d.zone(8, 6, (1400.0, 1150.0), (1600.0, 1350.0));
        d.infantry(Side::B, 4, Formation::InTown { zone: z }, 1500.0, 1350.0, 0.0);
        d.unit(UnitId(0)).values.melee = 1;
        let b = sequence(d, []);
        let mut play = b.play().clone();
        play.alone = vec![Some(Side::B)];
        play.alone_since = vec![Some(Side::B)];
        // A 5 is above the attacker's melee value and not above the defender's: the one goes and the other stays.
        let mut b = Battle::drill_again(b.field().clone(), play, [5; 60]);
        if attacked {
            b.answer(Side::A, attack("A1", "town 1")).unwrap();
        }
        while b.play().step != Step::SequenceRoll && b.play().sequence == 1 && !b.pending().is_empty() {
            pass(&mut b);
        }
        b
    };
    assert_eq!(alone(false).play().alone, [Some(Side::B)]);
    let fought = alone(true);
    assert!(p.shows("town-fight.3", told(&fought, "town-fight.3")), "{:#?}", log(&fought));
    assert!(fought.field().units[0].formation.zone().is_none(), "it was driven out: {:#?}", log(&fought));
    assert_eq!(fought.play().alone, [None]);
}

#[test]
fn a_town_is_attacked_by_as_many_units_as_find_room() {
    let p = proves!("attack.require.9");
    let declare = |capacity: u8| {
        let mut d = two_lines(900.0);
        for o in &mut d.officers {
            o.gifts.radius = 1000;
        }
        let z = d.zone(capacity, 6, (1400.0, 1150.0), (1600.0, 1350.0));
        d.infantry(Side::B, 3, Formation::InTown { zone: z }, 1500.0, 1350.0, 0.0);
        d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1601.0, 1000.0, 0.0);
        let attacks =
            ["A1", "A2"].map(|u| Attack { unit: u.into(), target: "town 1".into(), straight: true }).to_vec();
        sequence(d, []).answer(Side::A, Answer::Declare { attacks })
    };
    // Four bases of the first fill a town of four; in one of five a base of the second finds room.
    p.refused_by("attack.require.9", declare(4));
    assert_eq!(clause_of(declare(5)), None);
}

#[test]
fn skirmishers_in_continued_melee_do_not_retreat_before_an_attack_in_flank() {
    let asked = |fighting: bool| {
        let mut d = Drill::new();
        d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1700.0, 1065.0, 270.0);
        let line = d.infantry(Side::A, 4, LINE4, 1500.0, 1000.0, 0.0);
        let chain = d.skirmishers(Side::B, 2, 1500.0, 1050.0, 180.0);
        d.infantry(Side::B, 4, LINE4, 1500.0, 1200.0, 180.0);
        d.officers[0].at = v2(1500.0, 850.0);
        d.officers[1].at = v2(1500.0, 1300.0);
        if fighting {
            d.unit(line).continued = Some(Continued { with: chain, attacker: true });
            d.unit(chain).continued = Some(Continued { with: line, attacker: false });
        }
        let mut b = sequence(d, [5; 20]);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        matches!(b.awaits(Side::B), Some(Awaits::Evade(_)))
    };
    assert_eq!((asked(false), asked(true)), (true, false));
}

#[test]
fn engineers_who_fought_earlier_in_the_round_do_not_work() {
    let p = proves!("work-test.2");
    // A melee of the first sequence is remembered in the second, in which nobody fights.
    let mut b = sequence(two_lines(250.0), [5; 40]);
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    end_sequence(&mut b);
    let r = &b.field().units[0].record;
    assert_eq!(
        (b.play().sequence, r.fought_initially, r.fought_in_round),
        (2, false, true),
        "{:#?}",
        log(&b)
    );
    // At a bridge: three dice, or none.
    let works = |fought: bool, dice: &[u8]| {
        let mut d = two_lines(1500.0);
        d.bridge(tricolore::ground::BridgeKind::Wooden, 1, (700.0, 400.0), 100.0, 0.0);
        let at = Pose { x: 700.0, y: 330.0, facing: 0.0 };
        let e = d.raise(Side::A, Troop::of(Arm::Engineers), 1, Formation::Column { front: 1 }, at);
        d.unit(e).command = None;
        d.unit(e).record.fought_in_round = fought;
        let mut play = Battle::drill_from(d.clone().field(), Side::A, Step::Over, []).play().clone();
        play.at_work = vec![(e, 0)];
        play.step = Step::Administration;
        let b = Battle::drill_again(d.field(), play, dice.to_vec());
        b.dice_used_up().unwrap();
        assert!(told(&b, "work-test.3"), "{:#?}", log(&b));
        b.play().work_done.clone()
    };
    assert_eq!(works(false, &[5, 5, 6]), [(0, 2)]);
    assert_eq!(p.shows("work-test.2", works(true, &[])), [(0, 0)]);
}

#[test]
fn an_obstacle_half_passed_is_left_by_whoever_goes_back_from_it() {
    let p = proves!("disorder.7");
    let passive = |y: f64| {
        let mut d = two_lines(390.0);
        let u = d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1250.0, y, 0.0);
        d.line(tricolore::ground::Obstacle::Brook, &[(0.0, 900.0), (3000.0, 900.0)]);
        d.unit(u).disorder.crossings.push(Crossing {
            line: 0,
            paid: 20.0,
            passed: false,
            begun_before: false,
        });
        let b = sequence(d, []);
        tricolore::disorder::passive(b.field(), &b.field()[u]).u
    };
    // With its front half across it is still passing; 50 behind the brook it is not.
    assert_eq!((p.shows("disorder.7", passive(910.0)), passive(850.0)), (1, 0));
}

#[test]
fn a_retreat_passes_a_river_where_a_bridge_lies_within_its_width() {
    let p = proves!("melee-retreat.7");
    use tricolore::ground::{BridgeKind, Obstacle};
    // The beaten line is 160 wide about 1500, with a river 100 behind it.
    let stands = |bridge: Option<f64>| {
        let mut d = two_lines(250.0);
        broken_through(&mut d);
        d.line(Obstacle::River, &[(0.0, 1350.0), (3000.0, 1350.0)]);
        if let Some(x) = bridge {
            d.bridge(BridgeKind::Stone, 1, (x, 1350.0), 60.0, 0.0);
        }
        let mut b = sequence(d, [4; 40]);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        end_sequence(&mut b);
        b.field().units[1].present()
    };
    assert!(stands(Some(1560.0)), "a bridge 30 wide, beside its middle");
    assert!(!stands(Some(1700.0)) && p.shows("melee-retreat.7", !stands(None)));
}

#[test]
fn an_attacker_partly_in_the_rear_attacks_it_although_the_flank_is_covered() {
    let p = proves!("flank-threat.7");
    use tricolore::flanks::{From, flank_attack};
    // A column behind the left end of a line that faces south, most of it beside the strip behind it.
    let from = |covered: bool, x: f64| {
        let mut d = two_lines(250.0);
        d.unit(UnitId(0)).formation = Formation::Column { front: 1 };
        d.unit(UnitId(0)).base.front = v2(x, 1400.0);
        d.unit(UnitId(0)).base.dir = table::V2::bearing(180.0);
        if covered {
            // It faces him, beside the line.
            d.infantry(Side::B, 4, LINE4, 1670.0, 1270.0, 0.0);
        }
        let f = d.field();
        let (a, t) = (&f[UnitId(0)], &f[UnitId(1)]);
        flank_attack(&f, t, &t.base, a, &f.rects(a)).map(|(from, _)| from)
    };
    // The line is 1420 to 1580; a column of 40 at 1590 has 10 of it behind the line and 30 beside it.
    assert_eq!(from(false, 1590.0), Some(From::Left));
    assert_eq!(p.shows("flank-threat.7", from(true, 1590.0)), Some(From::Rear));
    assert_eq!(from(true, 1600.0), None, "none of it is behind the line");
}

/// A corps commander with a star beside side A's brigadier, attached to the brigade for its morale.
fn with_star(level: i8) -> Drill {
    let mut d = two_lines(900.0);
    let (brigade, division) = (d.bodies[1].id, d.bodies[0].id);
    d.bodies[1].morale = Some(Morale { value: 5, level, bases: 4 });
    let o = d.officer(Side::A, Rank::Corps, Post::Superior, division, v2(1530.0, 850.0));
    d.officers[0].superior = Some(o);
    let star = &mut d.officers[o.index()];
    (star.gifts.stars, star.gifts.bonus_points) = (1, 2);
    star.attached = Some(Attached::Body(brigade));
    d
}

#[test]
fn a_star_officer_beside_a_brigadier_gives_him_his_points() {
    let d = with_star(3);
    let c = d.commands[0].id;
    let f = d.clone().field();
    let (points, by) = tricolore::ops::points(&f, c);
    assert_eq!((points, by.id()), (5, "op.officers.2"), "three and two");
    // Attached to a unit he keeps them for it.
    let mut d = d;
    d.officers.last_mut().unwrap().attached = Some(Attached::Unit(UnitId(0)));
    assert_eq!(tricolore::ops::points(&d.field(), c).0, 3);
}

#[test]
fn a_formation_held_up_by_stars_alone_is_gone_when_they_ride_away() {
    let p = proves!("formation-morale.6");
    let ride = |level: i8| {
        let d = with_star(level);
        let officer = d.officers.last().unwrap().code.to_string();
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Superiors, [1]);
        let m = SuperiorMove { officer, to: [1530.0, 600.0], join: None };
        b.answer(Side::A, Answer::Superiors { moves: vec![m] }).unwrap();
        b.dice_used_up().unwrap();
        b.field().units[0].present()
    };
    assert!(ride(1));
    assert!(p.shows("formation-morale.6", !ride(0)));
}

#[test]
fn command_is_measured_to_the_front_bases_at_the_end_of_a_move_too() {
    let p = proves!("deployment-order.3", "tmove.general.3");
    // A march column of four bases is 160 long; its front base is 40 of it. The officer stands behind it, with a radius of 400.
    let deploy = |y: f64| {
        let mut d = two_lines(1300.0);
        d.unit(UnitId(0)).formation = Formation::MarchColumn;
        d.officers[0].at = v2(1500.0, 600.0);
        on(&mut d, 0, OrderKind::Deployment);
        d.unit(UnitId(0)).base.front = v2(1500.0, 900.0);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Deployment, []);
        let at = Pose { x: 1500.0, y, facing: 0.0 };
        let units =
            vec![Deployment { unit: "A1".into(), at, form: None, front: None, engage: false, enter: None }];
        b.answer(Side::A, Answer::Deploy { officers: vec![], units })
    };
    assert_eq!(clause_of(deploy(1040.0)), None);
    p.refused_by("deployment-order.3", deploy(1041.0));
    // Out of command it goes no farther from him, not even by its own length.
    let go = |about: bool| {
        let mut d = two_lines(390.0);
        d.infantry(Side::A, 4, Formation::MarchColumn, 2100.0, 1000.0, 0.0);
        d.infantry(Side::B, 4, LINE4, 2100.0, 1350.0, 180.0);
        let mut b = Battle::drill_from(engaged(d).field(), Side::A, Step::Engagement, [7, 3, 1, 1, 1, 1]);
        silent_until(&mut b, Step::MovesA);
        b.answer(Side::A, one(UnitMove { about, ..ahead("A2", 50.0) }))
    };
    p.refused_by("tmove.general.3", go(false));
    assert_eq!(clause_of(go(true)), None);
}

#[test]
fn a_change_of_front_and_a_formation_out_of_a_town_are_tested_in_deployment() {
    let p = proves!("formchange.7");
    let deploy = |town: bool, form: FormationKind, front: Option<u8>, dice: &[u8]| {
        let mut d = two_lines(900.0);
        if town {
            let z = d.zone(6, 6, (1400.0, 850.0), (1600.0, 1000.0));
            d.unit(UnitId(0)).formation = Formation::InTown { zone: z };
        }
        on(&mut d, 0, OrderKind::Deployment);
        on(&mut d, 1, OrderKind::Defence);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Deployment, dice.to_vec());
        let at = Pose { x: 1500.0, y: if town { 1100.0 } else { 1000.0 }, facing: 0.0 };
        let units =
            vec![Deployment { unit: "A1".into(), at, form: Some(form), front, engage: false, enter: None }];
        b.answer(Side::A, Answer::Deploy { officers: vec![], units }).unwrap();
        b.answer(Side::B, Answer::Deploy { officers: vec![], units: vec![] }).unwrap();
        b.dice_used_up().unwrap();
        (b.field().units[0].formation, b.field().units[0].disorder.active)
    };
    let line = FormationKind::Line;
    assert_eq!(deploy(false, line, None, &[]), (LINE4, 0), "it stands so already");
    let shorter = deploy(false, line, Some(3), &[5, 6]);
    assert_eq!(p.shows("formchange.7", shorter), (Formation::Line { front: 3 }, 1));
    assert_eq!(deploy(true, FormationKind::Column, Some(1), &[]), (Formation::Column { front: 1 }, 0));
    assert_eq!(deploy(true, line, None, &[5, 6]), (LINE4, 1));
}

#[test]
fn an_attack_keeps_fifty_from_a_town_that_the_enemy_holds() {
    let p = proves!("break-in.4");
    // The line is 1420 to 1580; a town lies beside its way.
    let declare = |x: f64, held: bool| {
        let mut d = two_lines(250.0);
        let z = d.zone(5, 6, (x, 1050.0), (x + 100.0, 1150.0));
        if held {
            d.infantry(Side::B, 3, Formation::InTown { zone: z }, x + 50.0, 1150.0, 180.0);
            d.officers[1].gifts.radius = 800;
        }
        sequence(d, [5; 20]).answer(Side::A, attack("A1", "B1"))
    };
    p.refused_by("break-in.4", declare(1629.0, true));
    assert_eq!(clause_of(declare(1630.0, true)), None, "50 from its houses");
    assert_eq!(clause_of(declare(1629.0, false)), None, "nobody is in it");
}

#[test]
fn cavalry_whose_integrity_is_broken_does_not_attack_wagons_either() {
    let p = proves!("integrity.6");
    let declare = |broken: bool| {
        let mut d = Drill::new();
        d.cavalry(Side::A, 3, Formation::Line { front: 3 }, 1500.0, 1000.0, 0.0);
        d.infantry(Side::B, 4, LINE4, 1900.0, 1300.0, 180.0);
        let at = Pose { x: 1500.0, y: 1250.0, facing: 180.0 };
        d.raise(Side::B, Troop::of(Arm::Train), 2, Formation::Park, at);
        d.officers[0].at = v2(1500.0, 850.0);
        d.officers[1].at = v2(1900.0, 1450.0);
        d.bodies[0].broken = broken;
        sequence(d, [5; 20]).answer(Side::A, attack("A1", "B2"))
    };
    p.refused_by("integrity.6", declare(true));
    assert_eq!(clause_of(declare(false)), None);
}

#[test]
fn a_battalion_gun_is_lost_in_ground_and_at_obstacles_that_its_unit_passes() {
    let p = proves!("battalion-gun.3");
    use tricolore::ground::{Obstacle, Terrain};
    let drill = |wood: bool, line: Option<Obstacle>| {
        let mut d = two_lines(390.0);
        let u = d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1250.0, 900.0, 0.0);
        d.unit(u).gun = true;
        if wood {
            d.patch(Terrain::LightWood, (1000.0, 920.0), (1400.0, 940.0));
        }
        if let Some(kind) = line {
            d.line(kind, &[(0.0, 930.0), (3000.0, 930.0)]);
        }
        d
    };
    let keeps = |wood: bool, line: Option<Obstacle>| {
        let mut b = moves(drill(wood, line), []);
        b.answer(Side::A, one(ahead("A2", 90.0))).unwrap();
        b.field().units[2].gun
    };
    assert!(keeps(false, None) && keeps(false, Some(Obstacle::Brook)), "guns pass a brook");
    assert!(p.shows("battalion-gun.3", !keeps(true, None)), "it went through the wood and out of it");
    assert!(!keeps(false, Some(Obstacle::DeepBrook)));
    // In the manoeuvre phase too.
    let mut d = drill(true, None);
    d.unit(UnitId(1)).base.front = v2(1500.0, 1900.0);
    on(&mut d, 0, OrderKind::Manoeuvre);
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, [5; 10]);
    b.answer(Side::A, advance(300.0, true, &[ahead("A1", 300.0), ahead("A2", 300.0)])).unwrap();
    assert!(!b.field().units[2].gun, "{:#?}", log(&b));
}

#[test]
fn a_march_halts_at_a_river_without_a_bridge_and_pays_for_a_brook() {
    let p = proves!("march-phase.3");
    use tricolore::ground::{BridgeKind, Obstacle};
    let head = |kind: Option<Obstacle>, bridge: bool| {
        let mut d = Drill::new();
        d.infantry(Side::A, 3, Formation::MarchColumn, 500.0, 500.0, 0.0);
        d.infantry(Side::B, 3, Formation::Line { front: 3 }, 2500.0, 1900.0, 180.0);
        d.officers[0].at = v2(500.0, 500.0);
        d.officers[1].at = v2(2500.0, 1950.0);
        if let Some(kind) = kind {
            d.line(kind, &[(0.0, 705.0), (3000.0, 705.0)]);
        }
        if bridge {
            d.bridge(BridgeKind::Stone, 1, (500.0, 705.0), 60.0, 0.0);
        }
        let route = vec![v2(500.0, 500.0), v2(500.0, 1900.0)];
        d.commands[0].orders = Orders::from_start(CommandOrder { kind: OrderKind::March, route });
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
        b.answer(Side::A, Answer::Manoeuvre { commands: vec![] }).unwrap();
        assert!(told(&b, "march-phase.3"));
        b.field().units[0].base.front.y
    };
    let near = |y: f64, at: f64| assert!((y - at).abs() < 0.1, "{y} for {at}");
    near(head(None, false), 1100.0);
    near(head(Some(Obstacle::Brook), false), 1050.0);
    near(p.shows("march-phase.3", head(Some(Obstacle::River), false)), 705.0);
    near(head(Some(Obstacle::River), true), 1100.0);
}

#[test]
fn bases_beside_a_battalion_gun_are_counted_where_they_stand() {
    let p = proves!("bombardment-effect.3");
    let centres = |gun: bool| -> Vec<f64> {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 2, Formation::Line { front: 2 }, 1500.0, 1000.0, 0.0);
        d.unit(u).gun = gun;
        let f = d.field();
        tricolore::check::fire::bases(&f, &f[u]).iter().map(|r| r.centre.x).collect()
    };
    // The gun takes 30 on the right.
    assert_eq!((centres(false), centres(true)), (vec![1480.0, 1520.0], vec![1465.0, 1505.0]));
    // A zone whose edge is at 1525 holds both bases of the unit with its gun; at 1524 one.
    let shot = |edge: f64| {
        let mut d = Drill::new();
        d.battery(Side::A, 4, Formation::Unlimbered, edge - 100.0, 600.0, 0.0);
        let u = d.infantry(Side::B, 2, Formation::Line { front: 2 }, 1500.0, 1000.0, 0.0);
        d.unit(u).gun = true;
        let f = d.field();
        let zone = table::Rect::upright(v2(edge - 200.0, 850.0), v2(edge, 1150.0));
        tricolore::check::fire::bases_in(&f, &f[u], &zone)
    };
    assert_eq!((shot(1525.0), shot(1524.0)), (2, 1));
    // Counted they are in a bombardment.
    let mut d = Drill::new();
    d.battery(Side::A, 4, Formation::Unlimbered, 1500.0, 700.0, 0.0);
    d.infantry(Side::B, 4, Formation::Column { front: 2 }, 1500.0, 1200.0, 180.0);
    d.officers[0].at = v2(1500.0, 600.0);
    d.officers[1].at = v2(1500.0, 1400.0);
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Bombardment, [9; 20]);
    let fire = vec![FireOrder { unit: "A1".into(), at: "B1".into(), point: None, zone: None }];
    b.answer(Side::A, Answer::Fire { fire }).unwrap();
    assert!(p.shows("bombardment-effect.3", told(&b, "bombardment-effect.3")));
}

#[test]
fn a_river_beside_a_unit_covers_its_flank_also_behind_its_front() {
    let p = proves!("flank-cover.13");
    use tricolore::flanks::{Coverer, Flank, flank};
    use tricolore::ground::Obstacle;
    // The line is 1420 to 1580 with its front at 1000; the water runs so far east, from there back.
    let right = |kind: Obstacle, x: f64, y: f64| {
        let mut d = two_lines(250.0);
        d.line(kind, &[(x, y), (x, 0.0)]);
        let f = d.field();
        let state = flank(&f, &f[UnitId(0)], Flank::Right, &f[UnitId(1)]);
        (state.covered, state.anchored.is_some(), state.barred)
    };
    let river = Some(Coverer::Line(0));
    assert_eq!(p.shows("flank-cover.13", right(Obstacle::River, 1650.0, 990.0)), (river, false, true));
    assert_eq!(right(Obstacle::River, 1590.0, 990.0), (river, true, true), "10 off it is an anchor");
    assert_eq!(right(Obstacle::Brook, 1650.0, 990.0), (None, false, false), "no part of it is ahead");
    assert_eq!(right(Obstacle::Brook, 1650.0, 1010.0), (river, false, false));
    assert_eq!(right(Obstacle::River, 1680.0, 990.0), (None, false, false), "along the border of the zone");
}

#[test]
fn a_flank_is_not_threatened_from_behind_what_the_enemy_cannot_pass() {
    use tricolore::ground::Obstacle;
    // B2 stands 180 off the right flank; the water lies beyond the neighbour zone.
    let threatened = |water: Option<Obstacle>| {
        let mut d = Drill::new();
        d.infantry(Side::A, 4, Formation::Line { front: 4 }, 1500.0, 1000.0, 0.0);
        // Narrower than the line, so that it threatens neither flank itself.
        d.infantry(Side::B, 4, Formation::Column { front: 1 }, 1500.0, 1100.0, 180.0);
        d.officers[0].at = v2(1500.0, 850.0);
        d.officers[1].at = v2(1700.0, 1100.0);
        d.infantry(Side::B, 3, Formation::Column { front: 1 }, 1760.0, 1000.0, 270.0);
        if let Some(kind) = water {
            d.line(kind, &[(1700.0, 0.0), (1700.0, 2000.0)]);
        }
        let b = sequence(d, []);
        let f = b.field();
        b.melee_as_it_stands(&f[UnitId(1)], &f[UnitId(0)]).defender.threatened
    };
    assert_eq!(threatened(None), 1);
    assert_eq!(threatened(Some(Obstacle::Brook)), 1);
    assert_eq!(threatened(Some(Obstacle::River)), 0);
}

#[test]
fn a_battery_that_stands_limbered_near_the_enemy_tests_as_one_that_moves() {
    let p = proves!("gt-guns.4");
    let after = |apart: f64, dice: &[u8]| {
        let mut d = Drill::new();
        d.battery(Side::A, 3, Formation::Limbered, 1500.0, 700.0, 0.0);
        d.infantry(Side::B, 4, LINE4, 1500.0, 700.0 + apart, 180.0);
        d.officers[0].at = v2(1500.0, 600.0);
        d.officers[1].at = v2(1500.0, 800.0 + apart);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Settling, dice.to_vec());
        for side in Side::BOTH {
            b.answer(side, Answer::Settle { units: vec![] }).unwrap();
        }
        b.dice_used_up().unwrap();
        b.field().units[0].disorder.active
    };
    // Grand-tactical administration takes a U off again: by three dice nearer than 1000.
    assert_eq!(after(1000.0, &[]), 0);
    assert_eq!(p.shows("gt-guns.4", after(999.0, &[6, 6, 6, 6])), 1);
    assert_eq!(after(600.0, &[5]), 0);
    assert_eq!(after(599.0, &[6, 5, 5, 6, 6, 6]), 1);
}

#[test]
fn orders_given_through_a_superior_who_has_fallen_are_tried_by_each_officer() {
    let p = proves!("orders.activation.1");
    let tried = |fallen: bool, dice: &[u8]| {
        let mut d = two_lines(1300.0);
        let other = d.brigade(Side::A);
        d.infantry(Side::A, 4, LINE4, 1800.0, 1000.0, 0.0);
        let s = d.officer(Side::A, Rank::Division, Post::Superior, d.bodies[0].id, v2(1500.0, 700.0));
        d.officers[s.index()].gifts.radius = 600;
        if fallen {
            d.officers[s.index()].fate = OfficerFate::Fallen;
        }
        for c in [0, other.index()] {
            let officer = d.commands[c].officer;
            d.officers[officer.index()].superior = Some(s);
            let order = CommandOrder::plain(OrderKind::Manoeuvre);
            d.commands[c].orders.pending = Some(Pending { order, given: 1, starts: 1, through: Some(s) });
        }
        let b = Battle::drill_from(d.field(), Side::A, Step::Activation, dice.to_vec());
        b.dice_used_up().unwrap();
        b.events().iter().filter(|e| e.clause.id() == "orders.activation.1").count()
    };
    // One test that fails, or one of each; then the initiative.
    assert_eq!(tried(false, &[6, 7, 3]), 1);
    assert_eq!(p.shows("orders.activation.1", tried(true, &[6, 6, 7, 3])), 2);
}

#[test]
fn a_battery_that_counts_with_a_brigade_counts_among_its_bases_too() {
    let p = proves!("formation-morale.3");
    // Two of the brigade's four bases are gone: half of it, or a quarter with the four of the battery beside it.
    let dice = |battery: bool, dice: &[u8]| {
        let mut d = two_lines(390.0);
        d.bodies[1].morale = Some(Morale { value: 5, level: 3, bases: 4 });
        d.unit(UnitId(0)).bases = tricolore::unit::Bases { start: 4, now: 2, marked: false };
        d.unit(UnitId(0)).formation = Formation::Line { front: 2 };
        if battery {
            let guns = d.battery(Side::A, 4, Formation::Unlimbered, 1500.0, 800.0, 0.0);
            d.unit(guns).command = None;
            d.unit(guns).body = d.bodies[0].id;
        }
        let f = engaged(d).field();
        let mut play = Battle::drill_from(f.clone(), Side::A, Step::Over, []).play().clone();
        (play.step, play.sequence) = (Step::SequenceEnds, 2);
        play.tally = vec![(UnitId(0), false)];
        let b = Battle::drill_again(f, play, dice.to_vec());
        b.dice_used_up().unwrap();
        told(&b, "formation-morale.3")
    };
    // One test of the formation, or none; then the roll for another sequence.
    assert!(p.shows("formation-morale.3", dice(false, &[5, 9])));
    assert!(dice(true, &[9]));
}

#[test]
fn units_in_continued_melee_are_fired_at_in_the_bombardment_phase_where_that_is_played() {
    let shot = |option: &str| {
        let mut d = two_lines(50.0);
        d.read("melee-fire", option);
        d.unit(UnitId(0)).continued = Some(Continued { with: UnitId(1), attacker: true });
        d.unit(UnitId(1)).continued = Some(Continued { with: UnitId(0), attacker: false });
        d.battery(Side::B, 4, Formation::Unlimbered, 1100.0, 985.0, 90.0);
        d.officers[1].gifts.radius = 800;
        let b = Battle::drill_from(engaged(d).field(), Side::A, Step::Bombardment, [9; 20]);
        let order = FireOrder { unit: "B2".into(), at: "A1".into(), point: None, zone: None };
        tricolore::check::fire::one(&b, &b.field().units[2], &order)
            .err()
            .and_then(|r| r.clause)
            .map(|c| c.id())
    };
    assert_eq!((shot("nowhere"), shot("tactical-only")), (Some("tactical-bombardment.2"), None));
}

#[test]
fn what_is_put_down_is_looked_at_once() {
    let p = proves!("integrity.1", "engagement.1");
    // A unit of a second division stands between two of the first; a scenario may put it there.
    let drill = |x: f64| {
        let mut d = Drill::new();
        d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1300.0, 500.0, 0.0);
        d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1700.0, 500.0, 0.0);
        d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1500.0, 300.0, 0.0);
        d.division(Side::A);
        d.infantry(Side::A, 3, Formation::Column { front: 1 }, x, 450.0, 0.0);
        d.infantry(Side::B, 4, LINE4, 1500.0, 1900.0, 180.0);
        for o in &mut d.officers {
            o.gifts.radius = 1000;
        }
        d
    };
    let mut f = drill(1500.0).field();
    f.round = 0;
    let b = Battle::drill(f, []);
    assert!(p.shows("integrity.1", b.field().bodies[0].broken), "{:#?}", log(&b));
    let mut f = drill(2200.0).field();
    f.round = 0;
    let mut b = Battle::drill(f, []);
    assert!(!b.field().bodies[0].broken);
    // The umpire puts it there.
    let put = |piece: &str, x: f64, y: f64| tricolore::answer::Correction::Place {
        piece: piece.into(),
        at: Pose { x, y, facing: 0.0 },
    };
    desk::Rules::change(&mut b, "a slip", put("A4", 1500.0, 450.0)).unwrap();
    assert!(b.field().bodies[0].broken, "{:#?}", log(&b));
    // In the tactical part who comes within 400 so is engaged at once; in a redoubt it was is nobody any more.
    let mut d = two_lines(390.0);
    d.division(Side::A);
    let r = d.redoubt(Side::A, 6, 500.0, 600.0, 0.0);
    let guns = d.battery(Side::A, 2, Formation::Unlimbered, 500.0, 600.0, 0.0);
    d.unit(guns).redoubt = Some(r);
    d.officers[2].at = v2(600.0, 600.0);
    d.officers[2].gifts.radius = 1000;
    let mut f = d.field();
    for c in 0..2 {
        f.commands[c].engagement = Engagement::Engaged { since: 1 };
        f.commands[c].orders.active = None;
    }
    let mut b = Battle::drill_from(f, Side::A, Step::SequenceBegins, []);
    assert!(!b.field().commands[2].engagement.engaged());
    desk::Rules::change(&mut b, "a slip", put("A2", 1200.0, 1050.0)).unwrap();
    let f = b.field();
    assert!(p.shows("engagement.1", f.commands[2].engagement.engaged()), "{:#?}", log(&b));
    assert_eq!((f[guns].redoubt, f.redoubts[r.index()].gone), (None, true));
}

#[test]
fn guns_have_the_cover_of_a_bank_that_they_cannot_pass() {
    let p = proves!("terrain.6");
    use tricolore::ground::Obstacle;
    let cover = |kind: Obstacle, guns: bool| {
        let mut d = Drill::new();
        let u = match guns {
            true => d.battery(Side::A, 3, Formation::Unlimbered, 1500.0, 1000.0, 0.0),
            false => d.infantry(Side::A, 3, Formation::Line { front: 3 }, 1500.0, 1000.0, 0.0),
        };
        d.line(kind, &[(1000.0, 1005.0), (2000.0, 1005.0)]);
        let f = d.field();
        let c = tricolore::terrain::cover(&f, &f[u], v2(1500.0, 1500.0));
        assert_eq!(c.by.id(), "terrain.6");
        c.value
    };
    let both = |kind: Obstacle| (cover(kind, false), cover(kind, true));
    assert_eq!((both(Obstacle::Hedge), both(Obstacle::Brook)), ((1, 1), (0, 0)));
    assert_eq!(p.shows("terrain.6", both(Obstacle::DeepBrook)), (2, 2));
    assert_eq!(both(Obstacle::River), (0, 0));
}

#[test]
fn a_command_held_back_by_the_enemy_is_measured_from_where_it_began() {
    let p = proves!("orders.manoeuvre.7");
    // Cavalry 800 before an enemy behind it goes away without engaging: 400 at most, and so 400 at least.
    let after = |far: f64| {
        let mut d = Drill::new();
        d.cavalry(Side::A, 3, Formation::Column { front: 1 }, 1500.0, 1000.0, 0.0);
        d.infantry(Side::B, 4, LINE4, 1500.0, 125.0, 0.0);
        d.officers[0].at = v2(1500.0, 950.0);
        d.officers[1].at = v2(1500.0, 50.0);
        on(&mut d, 0, OrderKind::Manoeuvre);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
        b.answer(Side::A, advance(far, false, &[ahead("A1", far)])).unwrap();
        b.field().commands[0].orders.kind()
    };
    assert_eq!(after(400.0), Some(OrderKind::Manoeuvre));
    assert_eq!(p.shows("orders.manoeuvre.7", after(399.0)), Some(OrderKind::Defence));
}

#[test]
fn a_march_ends_at_its_objective_and_not_before_it() {
    let p = proves!("orders.march.8");
    let after = |objective: f64| {
        let mut d = Drill::new();
        d.infantry(Side::A, 3, Formation::MarchColumn, 500.0, 500.0, 0.0);
        d.infantry(Side::B, 3, Formation::Line { front: 3 }, 2500.0, 1900.0, 180.0);
        d.officers[0].at = v2(500.0, 500.0);
        d.officers[1].at = v2(2500.0, 1950.0);
        let route = vec![v2(500.0, 500.0), v2(500.0, objective)];
        d.commands[0].orders = Orders::from_start(CommandOrder { kind: OrderKind::March, route });
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
        b.answer(Side::A, Answer::Manoeuvre { commands: vec![] }).unwrap();
        b.field().commands[0].orders.kind()
    };
    // 600 in one move.
    assert_eq!(p.shows("orders.march.8", after(1100.0)), Some(OrderKind::Defence));
    assert_eq!(after(1101.0), Some(OrderKind::March));
}

#[test]
fn batteries_fire_at_a_town_apart_or_as_one() {
    let p = proves!("fire-coordination.3");
    let fires = |option: &str| {
        let mut d = Drill::new();
        d.read("town-fire", option);
        for x in [1300.0, 1700.0] {
            d.battery(Side::A, 2, Formation::Unlimbered, x, 700.0, 0.0);
        }
        let z = d.zone(6, 6, (1400.0, 1100.0), (1600.0, 1300.0));
        d.infantry(Side::B, 4, Formation::InTown { zone: z }, 1500.0, 1200.0, 180.0);
        d.officers[0].at = v2(1500.0, 600.0);
        d.officers[1].at = v2(1500.0, 1400.0);
        // None of the four bases hits.
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Bombardment, [9; 4]);
        let at = |unit: &str| FireOrder { unit: unit.into(), at: "town 1".into(), point: None, zone: None };
        b.answer(Side::A, Answer::Fire { fire: vec![at("A1"), at("A2")] }).unwrap();
        b.dice_used_up().unwrap();
        (
            b.events().iter().filter(|e| e.clause.id() == "bombardment.1").count(),
            told(&b, "fire-coordination.3"),
        )
    };
    assert_eq!(fires("apart"), (2, false));
    assert_eq!(p.shows("fire-coordination.3", fires("added")), (1, true));
}

#[test]
fn a_failed_sortie_holds_the_unit_in_the_movement_phase_however_it_is_read() {
    for option in ["sequence", "phase"] {
        let mut d = two_lines(390.0);
        d.read("town-sortie-failed", option);
        d.officers[0].gifts.radius = 800;
        let z = d.zone(5, 6, (1150.0, 900.0), (1350.0, 1050.0));
        d.infantry(Side::A, 3, Formation::Assembled { zone: z }, 1250.0, 1050.0, 0.0);
        d.infantry(Side::B, 3, Formation::Column { front: 1 }, 1250.0, 1250.0, 180.0);
        let mut b = sequence(d, [6]);
        b.answer(Side::A, attack("A2", "B2")).unwrap();
        b.dice_used_up().unwrap();
        silent_until(&mut b, Step::MovesA);
        let leave = Answer::Town { unit: "A2".into(), act: TownAct::Leave { ahead: 50.0 } };
        assert_eq!(clause_of(b.answer(Side::A, leave)), Some("attack.require.5"), "{option}");
    }
}

#[test]
fn a_failed_try_to_fire_is_forgotten_when_the_round_ends() {
    let mut d = two_lines(900.0);
    d.read("failed-try", "action");
    let guns = d.battery(Side::A, 4, Formation::Unlimbered, 1200.0, 1000.0, 0.0);
    let f = d.field();
    let mut play = Battle::drill_from(f.clone(), Side::A, Step::Over, []).play().clone();
    (play.step, play.tried_to_fire) = (Step::RoundBegins, vec![guns]);
    let b = Battle::drill_again(f, play, []);
    assert!(b.play().tried_to_fire.is_empty());
}

#[test]
fn infantry_that_cavalry_attacks_forms_square_as_its_reaction_where_that_is_played() {
    let square = |option: &str| {
        let mut d = two_lines(250.0);
        d.read("target-square", option);
        d.unit(UnitId(0)).troop = Troop::cavalry(tricolore::troop::Weight::Medium);
        d.unit(UnitId(0)).values.skirmish = None;
        d.infantry(Side::B, 3, Formation::Column { front: 1 }, 1800.0, 1250.0, 180.0);
        let mut b = sequence(d, [1; 20]);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        silent_until(&mut b, Step::ReactionsB);
        let c = Change {
            unit: "B1".into(),
            to: FormationKind::Square,
            front: None,
            at: None,
            join: None,
            detach: None,
        };
        (clause_of(b.answer(Side::B, Answer::Change(c))), b.field().units[1].formation)
    };
    assert_eq!(square("pinned"), (Some("tmove.phase.2"), LINE4));
    assert_eq!(square("may"), (None, Formation::Square));
}

#[test]
fn guns_are_dragged_no_farther_than_they_can_be_and_over_no_obstacle() {
    let p = proves!("tmove.artillery.1", "tmove.artillery.2", "terrain.3");
    let drag = |calibre: u8, far: f64, degrees: f64, brook: bool| {
        let mut d = two_lines(390.0);
        let guns = d.battery(Side::A, 2, Formation::Unlimbered, 1200.0, 1000.0, 0.0);
        d.unit(guns).troop = Troop::battery(calibre, tricolore::troop::Harness::Foot);
        if brook {
            d.line(tricolore::ground::Obstacle::Brook, &[(0.0, 1020.0), (3000.0, 1020.0)]);
        }
        let b = moves(d, [1; 2]);
        // About its centre, which is 30 behind its front.
        let dir = table::V2::bearing(degrees);
        let at = v2(1200.0, 970.0 + far) + dir * 30.0;
        let act = GunAct::Manhandle { at: Pose { x: at.x, y: at.y, facing: degrees } };
        let mut b = b;
        b.answer(Side::A, Answer::Guns { unit: "A2".into(), act })
    };
    p.refused_by("tmove.artillery.1", drag(6, 101.0, 0.0, false));
    p.refused_by("tmove.artillery.1", drag(8, 51.0, 0.0, false));
    p.refused_by("tmove.artillery.2", drag(6, 0.0, 61.0, false));
    p.refused_by("tmove.artillery.2", drag(8, 0.0, 31.0, false));
    assert_eq!(clause_of(drag(6, 100.0, 60.0, false)), None);
    assert_eq!(clause_of(drag(8, 50.0, 30.0, false)), None);
    p.refused_by("terrain.3", drag(6, 30.0, 0.0, true));
    assert_eq!(clause_of(drag(6, 10.0, 0.0, true)), None);
}

#[test]
fn a_unit_leaves_its_town_with_its_command_in_the_manoeuvre_phase() {
    let p = proves!("manoeuvre-phase.14");
    let go = |far: f64, facing: f64| {
        let mut d = Drill::new();
        let z = d.zone(6, 6, (1400.0, 500.0), (1600.0, 700.0));
        d.infantry(Side::A, 4, Formation::InTown { zone: z }, 1500.0, 700.0, 0.0);
        d.infantry(Side::B, 4, LINE4, 1500.0, 1900.0, 180.0);
        d.officers[0].at = v2(1500.0, 750.0);
        d.officers[0].dir = table::V2::bearing(facing);
        d.officers[1].at = v2(1500.0, 1950.0);
        on(&mut d, 0, OrderKind::Manoeuvre);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
        let r = b.answer(Side::A, advance(300.0, true, &[ahead("A1", far)]));
        (r, b)
    };
    // Half of 600 to come out of it, and 300 to go on: in column of four bases, 80 deep.
    p.refused_by("manoeuvre-phase.14", go(301.0, 0.0).0);
    let (r, b) = go(300.0, 0.0);
    assert!(r.is_ok(), "{r:?}");
    let u = &b.field().units[0];
    assert_eq!((u.formation, u.base.front), (Formation::Column { front: 1 }, v2(1500.0, 1080.0)));
    assert_eq!(b.field().commands[0].orders.kind(), Some(OrderKind::Manoeuvre), "{:#?}", log(&b));
    assert!(told(&b, "manoeuvre-phase.14"));
    // Over the side to which the officer faces.
    let (r, b) = go(0.0, 90.0);
    assert!(r.is_ok() && (b.field().units[0].base.front.x - 1680.0).abs() < 0.01, "{r:?}");
}

#[test]
fn skirmishers_retreat_behind_infantry_in_order_where_that_is_asked() {
    // A broken column 60 behind them, one in order 150 off.
    let places = |option: &str, x: f64| {
        let mut d = Drill::new();
        d.read("retreat-behind", option);
        d.infantry(Side::A, 4, LINE4, 1500.0, 1000.0, 0.0);
        d.skirmishers(Side::B, 2, 1500.0, 1250.0, 180.0);
        let shaken = d.infantry(Side::B, 2, Formation::Column { front: 1 }, 1500.0, 1330.0, 180.0);
        d.infantry(Side::B, 2, Formation::Column { front: 1 }, 1750.0, 1270.0, 180.0);
        d.unit(shaken).disorder.active = 6;
        d.officers[0].at = v2(1500.0, 850.0);
        d.officers[1].at = v2(1500.0, 1500.0);
        let mut b = sequence(d, [5; 20]);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        assert!(matches!(b.awaits(Side::B), Some(Awaits::Evade(_))), "{:#?}", log(&b));
        let to = Pose { x, y: 1440.0, facing: 180.0 };
        let retreat = vec![tricolore::answer::Evasion { unit: "B1".into(), to }];
        clause_of(b.answer(Side::B, Answer::Evade { retreat }))
    };
    assert_eq!((places("any", 1450.0), places("any", 1750.0)), (None, None));
    assert_eq!((places("in-order", 1450.0), places("in-order", 1750.0)), (Some("attack.retreat.2"), None));
}

#[test]
fn nobody_adjusts_pivots_or_forms_over_a_river() {
    let p = proves!("terrain.3");
    use tricolore::ground::Obstacle;
    // A column 20 short of the water, a line whose right end is 30 from it.
    let drill = |kind: Obstacle| {
        let mut d = two_lines(390.0);
        d.infantry(Side::A, 4, Formation::Column { front: 1 }, 1250.0, 900.0, 0.0);
        d.line(kind, &[(1000.0, 920.0), (1290.0, 920.0), (1290.0, 700.0)]);
        d
    };
    let adjust = |kind: Obstacle, by: [f64; 2]| {
        let m = UnitMove { unit: "A2".into(), adjust: Some(by), ..UnitMove::default() };
        moves(drill(kind), [1; 10]).answer(Side::A, one(m))
    };
    p.refused_by("terrain.3", adjust(Obstacle::River, [0.0, 50.0]));
    assert_eq!(clause_of(adjust(Obstacle::River, [0.0, 19.0])), None);
    assert_eq!(clause_of(adjust(Obstacle::Brook, [0.0, 50.0])), None);
    let form = |kind: Obstacle| {
        let c = Change {
            unit: "A2".into(),
            to: FormationKind::Line,
            front: None,
            at: None,
            join: None,
            detach: None,
        };
        moves(drill(kind), [1; 10]).answer(Side::A, Answer::Change(c))
    };
    // In line it would reach from 1170 to 1330.
    p.refused_by("terrain.3", form(Obstacle::River));
    assert_eq!(clause_of(form(Obstacle::Brook)), None);
    let wheel = |kind: Obstacle, degrees: f64| {
        let mut d = two_lines(390.0);
        d.line(kind, &[(1400.0, 1030.0), (1430.0, 1030.0)]);
        let m = UnitMove { unit: "A1".into(), wheel: degrees, ..UnitMove::default() };
        moves(d, [1; 10]).answer(Side::A, one(m))
    };
    // Its left wing swings 80 forward about its right corner.
    p.refused_by("terrain.3", wheel(Obstacle::River, 15.0));
    assert_eq!(clause_of(wheel(Obstacle::River, 5.0)), None);
    assert_eq!(clause_of(wheel(Obstacle::Brook, 15.0)), None);
}

#[test]
fn skirmishers_go_aslant_forward_and_straight_back() {
    let p = proves!("tmove.skirmish.1", "tmove.skirmish.2");
    let go = |ahead: f64, slant: f64| {
        let mut d = two_lines(390.0);
        d.skirmishers(Side::A, 2, 1200.0, 1000.0, 0.0);
        let m = UnitMove { unit: "A2".into(), ahead, slant, ..UnitMove::default() };
        moves(d, []).answer(Side::A, one(m))
    };
    assert_eq!((clause_of(go(100.0, 45.0)), clause_of(go(100.0, -45.0))), (None, None));
    p.refused_by("tmove.skirmish.1", go(100.0, 46.0));
    assert_eq!(clause_of(go(-100.0, 0.0)), None, "half of 200");
    p.refused_by("tmove.skirmish.2", go(-50.0, 30.0));
}

#[test]
fn a_line_of_sight_along_a_seam_is_blocked_whatever_lies_on_its_sides() {
    let p = proves!("sight.2", "sight.4");
    use tricolore::ground::Terrain;
    use tricolore::sight::{Looking, Mark, along};
    let seen = |west: bool, east: bool, troops: bool| {
        let mut d = Drill::new();
        let guns = d.battery(Side::A, 4, Formation::Unlimbered, 1500.0, 700.0, 0.0);
        let far = d.infantry(Side::B, 4, Formation::Column { front: 2 }, 1500.0, 1200.0, 180.0);
        for (so, x) in [(west, 1300.0), (east, 1500.0)] {
            if so {
                d.patch(Terrain::LightWood, (x, 900.0), (x + 200.0, 1000.0));
            }
        }
        if troops {
            d.infantry(Side::B, 2, Formation::Line { front: 2 }, 1540.0, 950.0, 180.0);
        }
        let f = d.field();
        let line = (v2(1500.0, 700.0), v2(1500.0, 1200.0));
        along(&f, &f[guns], Mark::Unit(&f[far]), line, Looking::ToFire).map(|_| ())
    };
    assert!(
        seen(false, false, false).is_ok() && seen(true, false, false).is_ok(),
        "along the edge of a wood"
    );
    assert!(seen(false, true, false).is_ok() && seen(false, false, true).is_ok());
    p.refused_by("sight.2", seen(true, true, false));
    // Between a wood and troops that touch each other.
    assert!(seen(true, false, true).is_err());
    p.refused_by("sight.4", seen(false, false, false).and_then(|()| hidden_by_troops()));
}

/// A line of sight through the middle of a unit.
fn hidden_by_troops() -> Result<(), umpire::Refusal> {
    use tricolore::sight::{Looking, Mark, along};
    let mut d = Drill::new();
    let guns = d.battery(Side::A, 4, Formation::Unlimbered, 1500.0, 700.0, 0.0);
    let far = d.infantry(Side::B, 4, Formation::Column { front: 2 }, 1500.0, 1200.0, 180.0);
    d.infantry(Side::B, 2, Formation::Line { front: 2 }, 1500.0, 950.0, 180.0);
    let f = d.field();
    let line = (v2(1500.0, 700.0), v2(1500.0, 1200.0));
    along(&f, &f[guns], Mark::Unit(&f[far]), line, Looking::ToFire).map(|_| ())
}

#[test]
fn a_line_turns_to_either_flank_into_march_column() {
    let p = proves!("pivot.6");
    let turn = |option: &str, at: Option<Pose>| {
        let mut d = two_lines(390.0);
        d.read("turn-to-march-column", option);
        let mut b = moves(d, []);
        let c = Change {
            unit: "A1".into(),
            to: FormationKind::MarchColumn,
            front: None,
            at,
            join: None,
            detach: None,
        };
        let r = b.answer(Side::A, Answer::Change(c));
        let u = &b.field().units[0];
        (
            clause_of(r),
            u.formation,
            u.base.front,
            u.base.dir.bearing_degrees().round(),
            b.field().commands[0].used,
        )
    };
    // The line is 1420 to 1580 and 20 deep; no dice are rolled.
    let left = Pose { x: 1420.0, y: 990.0, facing: 270.0 };
    let column = Formation::MarchColumn;
    assert_eq!(turn("pays", None), (None, column, v2(1580.0, 990.0), 90.0, 1));
    assert_eq!(p.shows("pivot.6", turn("pays", Some(left))), (None, column, v2(1420.0, 990.0), 270.0, 1));
    assert_eq!(turn("free", Some(left)).4, 0);
    let astray = Pose { x: 1450.0, y: 990.0, facing: 270.0 };
    assert_eq!(turn("pays", Some(astray)).0, Some("formchange.3"));
}

#[test]
fn a_battery_goes_to_the_reserve_by_a_route_or_from_the_reserve_zone() {
    let p = proves!("gun-reserve.2");
    let send = |option: &str, y: f64| {
        let (mut d, _) = with_train(two_lines(900.0));
        d.read("support-distance", option);
        let guns = d.battery(Side::A, 3, Formation::Unlimbered, 1200.0, y, 0.0);
        d.unit(guns).disorder.active = 6;
        let mut f = d.field();
        f.round = 0;
        let mut b = Battle::drill(f, []);
        let unit = b.field()[guns].code.to_string();
        b.answer(Side::A, Answer::Orders { arrange: vec![Arrange::ToReserve { unit }], give: vec![] })
    };
    // The headquarters is at 1500/200: 500 off at 600.
    assert_eq!((clause_of(send("route", 600.0)), clause_of(send("route", 1000.0))), (None, None));
    assert_eq!(clause_of(send("reserve-zone", 600.0)), None);
    p.refused_by("gun-reserve.2", send("reserve-zone", 601.0));
}

#[test]
fn a_pivot_on_deployment_order_tests_where_that_is_played() {
    let deploy = |option: &str, facing: f64, dice: &[u8]| {
        let mut d = two_lines(900.0);
        d.read("pivot-tests", option);
        on(&mut d, 0, OrderKind::Deployment);
        on(&mut d, 1, OrderKind::Defence);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Deployment, dice.to_vec());
        let at = Pose { x: 1500.0, y: 1000.0, facing };
        let units =
            vec![Deployment { unit: "A1".into(), at, form: None, front: None, engage: false, enter: None }];
        b.answer(Side::A, Answer::Deploy { officers: vec![], units }).unwrap();
        b.answer(Side::B, Answer::Deploy { officers: vec![], units: vec![] }).unwrap();
        b.dice_used_up().unwrap();
        b.field().units[0].disorder.active
    };
    assert_eq!((deploy("attacks", 90.0, &[]), deploy("deployment-too", 30.0, &[])), (0, 0));
    assert_eq!((deploy("deployment-too", 31.0, &[5, 6]), deploy("deployment-too", 180.0, &[])), (1, 0));
}
