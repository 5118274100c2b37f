//! Every option of a reading that the round asks for is played: beside the way that is usual, the other.

use super::kit::*;
use desk::board::{Act, Sketched, Stroke};
use serde_json::{Value, json};
use table::{Pose, V2, v2};
use tricolore::answer::{
    Answer, Arrange, Attack, Change, CommandMove, Deployment, Disengaged, FireOrder, GunAct, NewOrder,
    SettleAct, Settling, SuperiorMove, UnitMove,
};
use tricolore::battle::{Awaits, Battle, Declaring, Step, Terms};
use tricolore::command::Morale;
use tricolore::drill::Drill;
use tricolore::officer::{Attached, Post, Rank};
use tricolore::orders::{CommandOrder, OrderKind, Orders, Pending};
use tricolore::troop::{Arm, Formation, FormationKind, Harness, Troop};
use tricolore::unit::{Bases, Continued, Fate};
use tricolore::{Side, UnitId, proves};

const LINE4: Formation = Formation::Line { front: 4 };
const COLUMN: Formation = Formation::Column { front: 1 };

/// The same drill with a clause read so.
fn read(mut d: Drill, id: &str, option: &str) -> Drill {
    d.read(id, option);
    d
}

fn clause_of(r: Result<(), umpire::Refusal>) -> Option<&'static str> {
    r.err().and_then(|r| r.clause).map(|c| c.id())
}

#[test]
fn the_point_of_an_attack_is_paid_when_it_is_declared_or_when_it_is_made() {
    let declare = |option: &str| {
        let mut d = read(two_lines(250.0), "attack-points", option);
        d.officers[0].gifts.points = 0;
        let mut b = sequence(d, [5; 20]);
        let taken = b.answer(Side::A, attack("A1", "B1")).is_ok();
        silent_until(&mut b, Step::MovesB);
        (taken, told(&b, "tmove.attack.1"))
    };
    assert_eq!(declare("declared"), (false, false));
    assert_eq!(declare("moved"), (true, false), "it falls away when it cannot be paid");
    let mut rich = sequence(read(two_lines(250.0), "attack-points", "moved"), [5; 20]);
    rich.answer(Side::A, attack("A1", "B1")).unwrap();
    assert_eq!(rich.field().commands[0].used, 0);
    silent_until(&mut rich, Step::MovesB);
    assert_eq!((rich.field().commands[0].used, told(&rich, "tmove.attack.1")), (1, true));
}

#[test]
fn half_a_move_is_asked_of_all_or_of_the_officer() {
    let go = |option: &str| {
        let mut d = read(two_lines(1200.0), "half-move", option);
        on(&mut d, 0, OrderKind::Manoeuvre);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, [5; 10]);
        b.answer(Side::A, advance(300.0, true, &[ahead("A1", 200.0)])).unwrap();
        b.field().commands[0].orders.kind()
    };
    assert_eq!(go("all"), Some(OrderKind::Defence));
    assert_eq!(go("officer"), Some(OrderKind::Manoeuvre));
}

#[test]
fn a_command_stopped_by_the_enemy_keeps_its_order_or_loses_it() {
    let go = |option: &str| {
        let mut d = read(two_lines(450.0), "stopped-command", option);
        on(&mut d, 0, OrderKind::Manoeuvre);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, [5; 10]);
        // Stopped at 200, it has gone 250 of 300.
        b.answer(Side::A, advance(300.0, true, &[ahead("A1", 300.0)])).unwrap();
        b.events().iter().any(|e| e.clause.id() == "orders.manoeuvre.7")
    };
    assert_eq!((go("keeps"), go("loses")), (false, true));
}

#[test]
fn the_choice_to_decline_holds_for_the_round_or_until_it_is_looked_at_again() {
    let asked = |option: &str| {
        let mut d = read(Drill::new(), "decline-lasts", option);
        d.infantry(Side::A, 4, LINE4, 1500.0, 1000.0, 0.0);
        d.skirmishers(Side::B, 2, 1500.0, 1300.0, 180.0);
        d.officers[0].at = v2(1500.0, 850.0);
        d.officers[1].at = v2(1500.0, 1450.0);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Engagement, [7, 3, 5, 5, 5, 5, 5]);
        let mut times = 0;
        for _ in 0..60 {
            let Some((side, awaits)) = b.pending().first().cloned() else { break };
            if b.field().round > 1 {
                break;
            }
            times += u32::from(matches!(awaits, Awaits::Decline(_)) && side == Side::A);
            let moves = side == Side::B && matches!(awaits, Awaits::Moves);
            let a = if moves && !b.field().units[1].record.acted_in_phase {
                one(ahead("B1", 20.0))
            } else {
                b.silence(side).unwrap()
            };
            b.answer(side, a).unwrap();
        }
        times
    };
    assert_eq!(asked("round"), 1);
    assert!(asked("each-check") > 1, "after a move he is asked again");
}

#[test]
fn bonuses_are_announced_together_or_side_a_first() {
    let ask = |option: &str| {
        let d = engaged(read(two_lines(300.0), "bonus-announced", option));
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Bonus, []);
        let first: Vec<Side> = b.pending().iter().map(|(s, _)| *s).collect();
        b.answer(Side::A, Answer::Bonus { add: true }).unwrap();
        let heard = told(&b, "sequence-bonus.1");
        b.answer(Side::B, Answer::Bonus { add: true }).unwrap();
        let all = b.events().iter().filter(|e| e.clause.id() == "sequence-bonus.1").count();
        (first, heard, b.play().adds, all)
    };
    assert_eq!(ask("together"), (vec![Side::A, Side::B], false, [true, true], 2));
    assert_eq!(ask("a-first"), (vec![Side::A], true, [true, true], 2));
}

#[test]
fn an_attack_out_of_reach_is_refused_or_falls_short() {
    let declare = |option: &str| {
        let mut b = sequence(read(two_lines(350.0), "attack-reach", option), [5; 20]);
        let r = b.answer(Side::A, attack("A1", "B1"));
        end_sequence(&mut b);
        (clause_of(r), b.field().units[0].base.front.y, told(&b, "melee.1"))
    };
    assert_eq!(declare("refused"), (Some("attack.require.11"), 1000.0, false));
    let (no, y, fought) = declare("any-distance");
    assert!(no.is_none() && (y - 1200.0).abs() < 0.01 && !fought, "a plain move of 200: {y}");
}

#[test]
fn infantry_moves_to_fire_at_cavalry_or_fires_where_it_stands() {
    let fire = |option: &str| {
        let mut d = read(two_lines(390.0), "fire-at-cavalry", option);
        d.infantry(Side::A, 3, COLUMN, 1250.0, 1000.0, 0.0);
        d.cavalry(Side::B, 3, Formation::Line { front: 3 }, 1250.0, 1190.0, 180.0);
        let mut b = sequence(d, [5; 20]);
        b.answer(Side::A, attack("A2", "B2")).unwrap();
        end_sequence(&mut b);
        (b.field().units[2].base.front.y, told(&b, "melee.1"))
    };
    assert_eq!(fire("moves"), (1090.0, true));
    assert_eq!(fire("stands"), (1000.0, true));
}

/// Two units that attack each other, one of them aside and turned by 20 degrees.
fn mutual(id: &str, option: &str) -> Battle {
    let mut d = read(two_lines(200.0), id, option);
    d.unit(UnitId(1)).base.front = v2(1560.0, 1200.0);
    d.unit(UnitId(1)).base.dir = V2::bearing(200.0);
    let mut b = sequence(d, [5; 40]);
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    b.answer(Side::B, attack("B1", "A1")).unwrap();
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    silent_until(&mut b, Step::MovesB);
    b
}

#[test]
fn a_mutual_attack_shares_its_pivot_in_one_way_or_another() {
    let facing = |option: &str| {
        let b = mutual("shared-pivot", option);
        b.field().units[0].base.dir.bearing_degrees()
    };
    // Front to front: half of the 20 degrees by which they do not face each other.
    assert!((facing("front-to-front") - 10.0).abs() < 0.01, "{}", facing("front-to-front"));
    // Half of what points at the other's centre.
    let (b, _) = (mutual("shared-pivot", "half-each"), ());
    let stood = two_lines(200.0).field();
    let mut other = stood.units[1].base;
    (other.front, other.dir) = (v2(1560.0, 1200.0), V2::bearing(200.0));
    let needs = (other.centre() - stood.units[0].base.centre()).bearing_degrees();
    assert!((b.field().units[0].base.dir.bearing_degrees() - needs / 2.0).abs() < 0.01);
}

#[test]
fn a_mutual_attack_meets_where_the_first_gets_or_halfway() {
    let gone = |option: &str| {
        let b = mutual("mutual-meeting", option);
        b.field().units[0].base.front.y - 1000.0
    };
    let (all, half) = (gone("first-goes"), gone("halfway"));
    assert!(all > 100.0 && (half - all / 2.0).abs() < 25.0, "{all} {half}");
}

#[test]
fn an_assembled_unit_has_no_cover_in_its_fight_or_in_its_sequence() {
    let uncovered = |option: &str| {
        let mut d = read(two_lines(900.0), "assembled-cover", option);
        for o in &mut d.officers {
            o.gifts.radius = 1000;
        }
        let z = d.zone(8, 6, (1400.0, 1150.0), (1600.0, 1350.0));
        d.infantry(Side::B, 3, Formation::Assembled { zone: z }, 1500.0, 1350.0, 0.0);
        let mut b = sequence(d, [1; 60]);
        b.answer(Side::A, attack("A1", "town 1")).unwrap();
        end_sequence(&mut b);
        (told(&b, "tmove.town.8"), b.play().uncovered.len(), b.field().zones[0].fight.is_some())
    };
    // The dice of 1 keep both in the town.
    assert_eq!(uncovered("fight"), (true, 1, true));
    assert_eq!(uncovered("sequence"), (true, 0, true));
}

#[test]
fn a_star_officer_is_at_risk_once_or_in_each_phase() {
    let dice = |option: &str| {
        let mut d = read(two_lines(250.0), "star-risk", option);
        let body = d.bodies[0].id;
        d.bodies[0].morale = Some(Morale { value: 5, level: 3, bases: 8 });
        let o = d.officer(Side::A, Rank::Corps, Post::Superior, body, v2(1500.0, 820.0));
        d.officers[o.index()].gifts.stars = 1;
        d.officers[o.index()].attached = Some(Attached::Body(body));
        d.infantry(Side::A, 4, Formation::Column { front: 2 }, 1250.0, 900.0, 0.0);
        d.battery(Side::B, 4, Formation::Unlimbered, 1250.0, 1200.0, 180.0);
        let mut b = sequence(d, [5; 60]);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        silent_until(&mut b, Step::TacticalFire);
        let fire = vec![FireOrder { unit: "B2".into(), at: "A2".into(), point: None, zone: None }];
        let rolled =
            |b: &Battle| b.events().iter().filter(|e| e.clause.id() == "formation-morale.11").count();
        // Nobody is asked anything more in this sequence, so that it ends with the fire; and the next, in which the melee goes on.
        b.answer(Side::B, Answer::Fire { fire }).unwrap();
        let first = (b.play().sequence, rolled(&b));
        end_sequence(&mut b);
        (first, rolled(&b))
    };
    // For the melee and for the fire of the first sequence, where one die does for both; for the melee of the second.
    assert_eq!(dice("sequence"), ((2, 1), 2));
    assert_eq!(dice("each-phase"), ((2, 2), 3));
}

#[test]
fn a_superior_is_attached_as_said_or_by_contact() {
    let ride = |option: &str| {
        let mut d = read(two_lines(1200.0), "officer-contact", option);
        let body = d.bodies[0].id;
        let o = d.officer(Side::A, Rank::Division, Post::Superior, body, v2(1500.0, 700.0));
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Superiors, [1]);
        let m = SuperiorMove { officer: "Ao2".into(), to: [1500.0, 965.0], join: None };
        b.answer(Side::A, Answer::Superiors { moves: vec![m] }).unwrap();
        b.field()[o].attached
    };
    assert_eq!((ride("as-said"), ride("unit")), (None, Some(Attached::Unit(UnitId(0)))));
}

/// A battery of side A before a column of side B.
fn gun_line() -> Drill {
    let mut d = Drill::new();
    d.battery(Side::A, 4, Formation::Unlimbered, 1500.0, 700.0, 0.0);
    d.infantry(Side::B, 4, Formation::Column { front: 2 }, 1500.0, 1200.0, 180.0);
    d.officers[0].at = v2(1500.0, 600.0);
    d.officers[1].at = v2(1500.0, 1400.0);
    d
}

fn bombards(d: Drill, dice: impl Into<Vec<u8>>) -> Battle {
    Battle::drill_from(d.field(), Side::A, Step::Bombardment, dice)
}

fn fire(unit: &str, at: &str, point: Option<[f64; 2]>) -> Answer {
    Answer::Fire { fire: vec![FireOrder { unit: unit.into(), at: at.into(), point, zone: None }] }
}

#[test]
fn targets_are_named_together_or_openly_by_side_a_first() {
    let named = |option: &str| {
        let mut d = read(gun_line(), "fire-named", option);
        d.battery(Side::B, 4, Formation::Unlimbered, 1200.0, 1200.0, 180.0);
        d.infantry(Side::A, 4, Formation::Column { front: 2 }, 1200.0, 700.0, 0.0);
        let mut b = bombards(d, [9; 20]);
        let asked: Vec<Side> = b.pending().iter().map(|(s, _)| *s).collect();
        b.answer(Side::A, fire("A1", "B1", None)).unwrap();
        let then: Vec<Side> = b.pending().iter().map(|(s, _)| *s).collect();
        let heard: Vec<String> = b
            .events()
            .iter()
            .filter(|e| e.clause.id() == "play.fire-step")
            .map(|e| e.says.to_string())
            .collect();
        b.answer(Side::B, fire("B2", "A2", None)).unwrap();
        let fired = b.field().units.iter().filter(|u| u.record.fired_in_round).count();
        (asked, then, heard, fired)
    };
    assert_eq!(named("together"), (vec![Side::A, Side::B], vec![Side::B], vec![], 2));
    let said = vec!["A1 is to fire at B1.".to_string()];
    assert_eq!(named("a-first"), (vec![Side::A], vec![Side::B], said, 2));
}

#[test]
fn a_formation_pivots_unit_by_unit_or_as_one_body() {
    let drill = |option: &str| {
        let mut d = read(two_lines(390.0), "formation-wheels", option);
        d.infantry(Side::A, 4, LINE4, 1660.0, 1000.0, 0.0);
        moves(d, [5; 20])
    };
    let both = |wheels: [f64; 2], ahead: f64| {
        let part =
            |(unit, wheel): (&str, f64)| UnitMove { unit: unit.into(), wheel, ahead, ..UnitMove::default() };
        Answer::Move { units: ["A1", "A2"].into_iter().zip(wheels).map(part).collect() }
    };
    // About the right corner of the right one, at 1740/1000, of which the middle of the left front is 240 off.
    let mut b = drill("as-one");
    b.answer(Side::A, both([20.0, 20.0], 0.0)).unwrap();
    let front = b.field().units[0].base.front;
    let a = 20f64.to_radians();
    let there = v2(1740.0 - 240.0 * a.cos(), 1000.0 + 240.0 * a.sin());
    assert!(front.dist(there) < 1e-6, "{front:?}");
    // Each about its own corner, those who stood side by side would part.
    let alone = |wheel: f64| clause_of(drill("each").answer(Side::A, both([wheel, wheel], 20.0)));
    assert_eq!((alone(0.0), alone(20.0)), (None, Some("op.actions.3")));
    // As one body the outer corner goes 166 of the 200 at 30 degrees.
    let far = |option: &str, ahead: f64| clause_of(drill(option).answer(Side::A, both([30.0, 30.0], ahead)));
    assert_eq!((far("as-one", 34.0), far("as-one", 35.0)), (None, Some("tmove.general.1")));
    assert_eq!(clause_of(drill("as-one").answer(Side::A, both([20.0, 10.0], 0.0))), Some("play.move"));
}

#[test]
fn commands_start_as_the_scenario_says_or_on_defence() {
    let order = |option: &str| {
        let mut d = read(two_lines(1200.0), "start-orders", option);
        on(&mut d, 0, OrderKind::Manoeuvre);
        let mut f = d.field();
        f.round = 0;
        Battle::drill(f, []).field().commands[0].orders.kind()
    };
    assert_eq!(order("scenario"), Some(OrderKind::Manoeuvre));
    assert_eq!(order("defence"), Some(OrderKind::Defence));
}

#[test]
fn the_target_may_be_one_of_the_two_who_screen_it() {
    let shot = |option: &str| {
        let mut d = read(gun_line(), "screening-pair", option);
        // From aside, past a neighbour of the target to the near end of its front.
        d.unit(UnitId(0)).base.front = v2(1150.0, 1080.0);
        d.unit(UnitId(0)).base.dir = V2::bearing(67.0);
        d.unit(UnitId(1)).formation = LINE4;
        d.infantry(Side::B, 2, COLUMN, 1360.0, 1100.0, 180.0);
        bombards(d, [9; 20]).answer(Side::A, fire("A1", "B1", Some([1430.0, 1200.0])))
    };
    assert_eq!(clause_of(shot("others")), None);
    assert_eq!(clause_of(shot("target-too")), Some("bombardment.5"));
}

#[test]
fn flank_fire_in_a_zone_is_judged_by_one_line_or_by_each() {
    let bases = |option: &str| {
        let mut d = read(gun_line(), "flank-lines", option);
        // Nearer and aside, its front along a line from the battery to it, though not along that to the target.
        d.unit(UnitId(0)).base.front = v2(1500.0, 1050.0);
        d.infantry(Side::B, 2, Formation::Line { front: 2 }, 1550.0, 1180.0, 315.0);
        let mut b = bombards(d, [1; 20]);
        b.answer(Side::A, fire("A1", "B1", None)).unwrap();
        let r = b.events().iter().find_map(|e| e.ruling.clone()).unwrap();
        r.totals.get("bases").and_then(serde_json::Value::as_i64).expect("they are counted")
    };
    let (one, each) = (bases("one"), bases("each"));
    assert_eq!(each - one, 2, "{one} {each}");
}

#[test]
fn two_batteries_keep_off_one_target_in_a_step_or_in_a_round() {
    let second = |option: &str| {
        let mut d = read(gun_line(), "coordination-lasts", option);
        d.battery(Side::A, 3, Formation::Unlimbered, 1700.0, 700.0, 0.0);
        let mut b = bombards(d, [9; 30]);
        b.answer(Side::A, fire("A1", "B1", None)).unwrap();
        // Another step of the same round.
        let mut f = b.field().clone();
        f.units[0].record.fired_in_round = true;
        let mut play = b.play().clone();
        play.step = Step::Bombardment;
        play.pending = vec![(Side::A, Awaits::Fire)];
        let again = Battle::drill_again(f, play, [9; 30]);
        clause_of(again.clone().answer(Side::A, fire("A2", "B1", None)))
    };
    assert_eq!((second("step"), second("round")), (None, Some("fire-coordination.1")));
}

#[test]
fn a_loss_that_cover_cancels_is_gone_or_named_afresh() {
    let losses = |option: &str| {
        let mut d = read(gun_line(), "covered-loss", option);
        d.unit(UnitId(0)).base.front = v2(1500.0, 1010.0);
        d.unit(UnitId(0)).troop = Troop::battery(12, Harness::Foot);
        // The target in a wood, another column beside it in the open.
        d.patch(tricolore::ground::Terrain::LightWood, (1440.0, 1190.0), (1540.0, 1300.0));
        d.infantry(Side::B, 4, Formation::Column { front: 2 }, 1580.0, 1200.0, 180.0);
        // Four hits; every cover test passes.
        let mut b = bombards(d, [1; 40]);
        b.answer(Side::A, fire("A1", "B1", None)).unwrap();
        for _ in 0..20 {
            if b.play().step != Step::Bombardment || b.pending().is_empty() {
                break;
            }
            pass(&mut b);
        }
        let stands = |u: usize| 8 - i32::from(b.field().units[u].bases.left());
        (stands(1), stands(2))
    };
    let (gone, afresh) = (losses("gone"), losses("named-afresh"));
    assert_eq!(gone.0, 0, "the target is covered from all");
    assert!(afresh.1 > gone.1, "{gone:?} {afresh:?}");
}

#[test]
fn a_part_or_all_of_a_target_lies_in_the_fire_zone() {
    let shot = |option: &str, x: f64| {
        let mut d = read(gun_line(), "target-in-zone", option);
        d.unit(UnitId(1)).base.front = v2(x, 1200.0);
        clause_of(bombards(d, [9; 20]).answer(Side::A, fire("A1", "B1", None)))
    };
    // At its front 500 off the zone reaches 60 and 288.7 to either side; the column is 80 wide.
    assert_eq!((shot("part", 1880.0), shot("whole", 1880.0)), (None, Some("bombardment.2")));
    assert_eq!(shot("whole", 1800.0), None);
    assert_eq!(shot("part", 1920.0), Some("bombardment.2"));
}

#[test]
fn the_fire_zone_opens_at_each_corner_or_in_all() {
    let shot = |option: &str, x: f64| {
        let mut d = read(gun_line(), "fire-zone", option);
        d.unit(UnitId(1)).base.front = v2(x, 1200.0);
        clause_of(bombards(d, [9; 20]).answer(Side::A, fire("A1", "B1", None)))
    };
    assert_eq!((shot("each-corner", 1800.0), shot("in-all", 1800.0)), (None, Some("bombardment.2")));
    assert_eq!(shot("in-all", 1680.0), None);
}

#[test]
fn the_safety_zone_is_a_corridor_or_a_wedge() {
    let shot = |option: &str, x: f64, y: f64| {
        let mut d = read(gun_line(), "safety-zone", option);
        d.infantry(Side::A, 2, COLUMN, x, y, 0.0);
        clause_of(bombards(d, [9; 20]).answer(Side::A, fire("A1", "B1", None)))
    };
    // Near the battery the wedge is narrower, near the target wider.
    assert_eq!(
        (shot("corridor", 1605.0, 760.0), shot("wedge", 1605.0, 760.0)),
        (Some("safety-zone.2"), None)
    );
    assert_eq!(
        (shot("corridor", 1660.0, 1150.0), shot("wedge", 1660.0, 1150.0)),
        (None, Some("safety-zone.2"))
    );
}

#[test]
fn engineers_move_in_one_phase_or_the_other() {
    let drill = |option: &str| {
        let mut d = read(two_lines(1500.0), "engineers-move", option);
        let at = Pose { x: 700.0, y: 300.0, facing: 0.0 };
        let e = d.raise(Side::A, Troop::of(Arm::Engineers), 1, COLUMN, at);
        d.unit(e).command = None;
        d
    };
    let ride = |option: &str| {
        let b = Battle::drill_from(drill(option).field(), Side::A, Step::Superiors, []);
        let m = SuperiorMove { officer: "A2".into(), to: [700.0, 500.0], join: None };
        clause_of(b.clone().answer(Side::A, Answer::Superiors { moves: vec![m] }))
    };
    assert_eq!((ride("manoeuvre"), ride("deployment")), (None, Some("engineer.1")));
    let deploy = |option: &str, y: f64| {
        let mut b = Battle::drill_from(drill(option).field(), Side::A, Step::Deployment, []);
        let at = Pose { x: 700.0, y, facing: 0.0 };
        let units =
            vec![Deployment { unit: "A2".into(), at, form: None, front: None, engage: false, enter: None }];
        let r = b.answer(Side::A, Answer::Deploy { officers: vec![], units });
        if r.is_ok() {
            b.answer(Side::B, Answer::Deploy { officers: vec![], units: vec![] }).unwrap();
            assert_eq!(b.field().units[2].base.front.y, y);
        }
        clause_of(r)
    };
    assert_eq!(deploy("deployment", 600.0), None);
    assert_eq!(deploy("deployment", 600.5), Some("engineer.1"));
    assert_eq!(deploy("manoeuvre", 400.0), Some("deployment-phase.1"));
}

#[test]
fn superior_officers_ride_after_the_commands_or_before_them() {
    let first = |option: &str| {
        let mut d = read(two_lines(1200.0), "superiors-when", option);
        let body = d.bodies[0].id;
        d.officer(Side::A, Rank::Division, Post::Superior, body, v2(1500.0, 700.0));
        on(&mut d, 0, OrderKind::Manoeuvre);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Bonus, [5; 10]);
        let mut steps = Vec::new();
        for _ in 0..40 {
            let step = b.play().step;
            if matches!(step, Step::Manoeuvre | Step::Superiors) && steps.last() != Some(&step) {
                steps.push(step);
            }
            if step == Step::Deployment || b.pending().is_empty() {
                break;
            }
            pass(&mut b);
        }
        steps
    };
    assert_eq!(first("last"), [Step::Manoeuvre, Step::Superiors]);
    assert_eq!(first("first"), [Step::Superiors, Step::Manoeuvre]);
}

#[test]
fn moves_of_both_go_by_quarters_or_side_a_first() {
    let meet = |option: &str| {
        let mut d = read(two_lines(1000.0), "moves-together", option);
        on(&mut d, 0, OrderKind::Manoeuvre);
        on(&mut d, 1, OrderKind::Manoeuvre);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, [5; 24]);
        b.answer(Side::A, advance(600.0, true, &[ahead("A1", 600.0)])).unwrap();
        let theirs = CommandMove {
            command: "Ba".into(),
            engage: true,
            ahead: 600.0,
            formations: vec![vec![ahead("B1", 600.0)]],
            ..CommandMove::default()
        };
        b.answer(Side::B, Answer::Manoeuvre { commands: vec![theirs] }).unwrap();
        (b.field().units[0].base.front.y, b.field().units[1].base.front.y)
    };
    let (a, b) = meet("quarters");
    assert!((a - 1400.0).abs() < 0.5 && (b - 1600.0).abs() < 0.5, "{a} {b}");
    let (a, b) = meet("a-first");
    assert!((a - 1600.0).abs() < 0.5 && (b - 1800.0).abs() < 0.5, "{a} {b}");
}

fn order(kind: OrderKind, route: Vec<[f64; 2]>) -> Answer {
    let give = vec![NewOrder { command: "Aa".into(), order: kind, route, starts: None, through: None }];
    Answer::Orders { arrange: vec![], give }
}

#[test]
fn a_pending_order_stands_or_is_withdrawn() {
    let second = |option: &str| {
        let mut d = read(two_lines(1200.0), "pending-order", option);
        let old = CommandOrder::plain(OrderKind::Manoeuvre);
        d.commands[0].orders.pending = Some(Pending { order: old, given: 1, starts: 3, through: None });
        let mut f = d.field();
        f.round = 1;
        let mut b = Battle::drill_from(f, Side::A, Step::RoundBegins, [9, 7, 3]);
        let r = b.answer(Side::A, order(OrderKind::Deployment, vec![]));
        (clause_of(r), b.field().commands[0].orders.pending.as_ref().map(|p| p.order.kind))
    };
    assert_eq!(second("stands"), (Some("orders.multiple.1"), Some(OrderKind::Manoeuvre)));
    assert_eq!(second("withdrawn").0, None);
}

#[test]
fn an_unfit_march_order_ripens_or_does_not() {
    let dice = |option: &str| {
        let mut d = read(two_lines(1200.0), "unfit-march", option);
        d.officers[0].gifts.ability = 9;
        let mut f = d.field();
        f.round = 0;
        // Not in march column in the first round; then it is, and the tests are counted.
        let mut b = Battle::drill(f, [7, 3, 1, 1, 1, 1, 1, 1, 7, 3, 9, 9]);
        b.answer(Side::A, order(OrderKind::March, vec![[1500.0, 1500.0]])).unwrap();
        b.answer(Side::B, Answer::Orders { arrange: vec![], give: vec![] }).unwrap();
        while b.field().round == 1 {
            pass(&mut b);
        }
        let (mut f, play) = (b.field().clone(), b.play().clone());
        f.units[0].formation = Formation::MarchColumn;
        let plan = f.plan(&f.units[0]);
        f.units[0].base = plan.at(f.units[0].base.front, f.units[0].base.dir);
        let mut b = Battle::drill_again(f, play, [1, 1, 1, 1, 1, 1, 7, 3, 9, 9, 9]);
        b.answer(Side::A, Answer::Orders { arrange: vec![], give: vec![] }).unwrap();
        b.answer(Side::B, Answer::Orders { arrange: vec![], give: vec![] }).unwrap();
        let tried = b.events().iter().rev().find(|e| e.clause.id() == "orders.activation.1");
        tried.and_then(|e| e.ruling.as_ref()).map(|r| r.dice.len())
    };
    assert_eq!((dice("ripens"), dice("does-not")), (Some(5), Some(6)));
}

#[test]
fn a_battery_of_the_division_is_engaged_by_itself_or_with_the_nearest_brigade() {
    let engaged_guns = |option: &str| {
        let mut d = read(two_lines(300.0), "divisional-guns", option);
        let guns = d.battery(Side::A, 4, Formation::Unlimbered, 1500.0, 600.0, 0.0);
        d.unit(guns).command = None;
        d.unit(guns).body = d.bodies[0].id;
        let b = Battle::drill_from(d.field(), Side::A, Step::Engagement, [7, 3]);
        b.play().alone_units.contains(&guns)
    };
    assert_eq!((engaged_guns("own-distance"), engaged_guns("nearest-brigade")), (false, true));
}

#[test]
fn a_failed_test_to_attack_costs_nothing_or_a_point() {
    let used = |option: &str| {
        let mut d = read(two_lines(250.0), "failed-attack-test", option);
        d.unit(UnitId(0)).disorder.active = 4;
        let mut b = sequence(d, [6, 5, 5, 5]);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        (b.play().attacks.len(), b.field().commands[0].used)
    };
    assert_eq!((used("free"), used("costs")), ((0, 0), (0, 1)));
    // Out of a town it always does.
    let mut d = two_lines(390.0);
    d.officers[0].gifts.radius = 800;
    let z = d.zone(5, 6, (1150.0, 900.0), (1350.0, 1050.0));
    d.infantry(Side::A, 3, Formation::Assembled { zone: z }, 1250.0, 1050.0, 0.0);
    d.infantry(Side::B, 3, COLUMN, 1250.0, 1250.0, 180.0);
    let mut b = sequence(d, [6; 10]);
    b.answer(Side::A, attack("A2", "B2")).unwrap();
    assert_eq!((b.play().attacks.len(), b.field().commands[0].used), (0, 1), "{:#?}", log(&b));
}

#[test]
fn a_target_whose_attacker_dropped_may_not_declare_or_may() {
    let late = |option: &str| {
        let mut d = read(two_lines(250.0), "late-declaration", option);
        d.infantry(Side::A, 4, LINE4, 1700.0, 1000.0, 0.0);
        let mut b = sequence(d, [5; 20]);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        // The attack is gone before B declares.
        let (f, mut play) = (b.field().clone(), b.play().clone());
        play.attacks.clear();
        let mut b = Battle::drill_again(f, play, [5; 20]);
        clause_of(b.answer(Side::B, attack("B1", "A1")))
    };
    assert_eq!((late("no"), late("may")), (Some("play.declare"), None));
}

#[test]
fn melees_are_fought_together_or_one_by_one() {
    // A1 drives off B1, whose retreat shakes B2 beside it before B2 is fought, or not.
    let shaken = |option: &str| {
        let mut d = read(two_lines(250.0), "melee-sequence", option);
        d.unit(UnitId(0)).values.melee = 10;
        d.infantry(Side::A, 4, LINE4, 1700.0, 1000.0, 0.0);
        let b2 = d.infantry(Side::B, 4, LINE4, 1700.0, 1250.0, 180.0);
        d.unit(b2).values.morale = Some(2);
        let mut b = sequence(d, [5; 60]);
        let attacks =
            ["1", "2"].map(|n| Attack { unit: format!("A{n}"), target: format!("B{n}"), straight: true });
        b.answer(Side::A, Answer::Declare { attacks: attacks.to_vec() }).unwrap();
        end_sequence(&mut b);
        let at = |kind: &str, unit: &str| {
            b.events().iter().position(|e| e.event.name() == kind && e.pieces.iter().any(|p| p == unit))
        };
        let shock = b
            .events()
            .iter()
            .position(|e| e.clause.id() == "melee-retreat.4" && e.pieces.first().is_some_and(|p| p == "B2"));
        (shock < at("melee", "A2"), shock.is_some())
    };
    assert_eq!((shaken("together"), shaken("one-by-one")), ((false, true), (true, true)));
}

#[test]
fn friends_of_an_eliminated_unit_test_if_it_was_driven_or_always() {
    // One base that takes two losses: driven by the row, or in a melee that goes on.
    let tests = |option: &str, melee: [u8; 2]| {
        let mut d = read(two_lines(250.0), "eliminated-shock", option);
        d.unit(UnitId(1)).bases = Bases { start: 1, now: 1, marked: true };
        d.unit(UnitId(1)).formation = Formation::Line { front: 1 };
        d.unit(UnitId(1)).values.melee = 10;
        d.unit(UnitId(0)).values.melee = 6;
        d.infantry(Side::B, 4, LINE4, 1500.0, 1320.0, 180.0);
        let mut dice = vec![5, 5, melee[0], melee[1]];
        dice.extend([5; 40]);
        let mut b = sequence(d, dice);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        end_sequence(&mut b);
        assert!(!b.field().units[1].present(), "{:#?}", log(&b));
        told(&b, "melee-retreat.4")
    };
    // +12 for the attacker, +10 for superiority, -20: 2 more than the dice. 9 and 9 are 20: it retreats; 5 and 4 are 11: it fights on.
    assert!(tests("if-driven", [9, 9]) && tests("always", [9, 9]));
    assert_eq!((tests("if-driven", [5, 4]), tests("always", [5, 4])), (false, true));
}

#[test]
fn units_in_melee_cover_flanks_or_cannot() {
    let covered = |option: &str| {
        let mut d = read(two_lines(250.0), "melee-covers", option);
        let beside = d.infantry(Side::A, 4, LINE4, 1665.0, 1000.0, 0.0);
        let his = d.infantry(Side::B, 4, LINE4, 1665.0, 1050.0, 180.0);
        d.unit(beside).continued = Some(Continued { with: his, attacker: true });
        d.unit(his).continued = Some(Continued { with: beside, attacker: false });
        let f = d.field();
        tricolore::flanks::covers(
            &f,
            &f[UnitId(0)],
            &f[beside],
            tricolore::flanks::Flank::Right,
            &f[UnitId(1)],
        )
        .map_err(|c| c.id())
        .map(|_| ())
    };
    assert_eq!((covered("cover"), covered("cannot")), (Ok(()), Err("play.continued")));
}

#[test]
fn the_old_opponent_leaves_a_continued_melee_or_stays_in_it() {
    let fights = |option: &str| {
        let mut d = read(two_lines(50.0), "third-in-melee", option);
        let [a, b] = [UnitId(0), UnitId(1)];
        d.unit(a).continued = Some(Continued { with: b, attacker: true });
        d.unit(b).continued = Some(Continued { with: a, attacker: false });
        // In the flank of B1, which looks south.
        let flank = d.infantry(Side::A, 4, LINE4, 1750.0, 1060.0, 270.0);
        let mut b1 = sequence(d, [2; 60]);
        let said = b1.answer(Side::A, attack("A2", "B1"));
        assert!(said.is_ok(), "{said:?}");
        end_sequence(&mut b1);
        let with = |u: UnitId| b1.field()[u].continued.map(|c| (c.with, c.attacker));
        let said = log(&b1);
        let old = said.iter().any(|x| x.starts_with("A1 against B1"));
        ([with(a), with(b), with(flank)], old, said)
    };
    let [b, flank] = [UnitId(1), UnitId(2)];
    let (with, old, said) = fights("leaves");
    assert_eq!((with, old), ([None, Some((flank, false)), Some((b, true))], false), "{said:#?}");
    // Both have fought it in this sequence.
    let (with, old, said) = fights("stays");
    assert_eq!((with, old), ([Some((b, true)), Some((flank, false)), Some((b, true))], true), "{said:#?}");
}

#[test]
fn a_unit_driven_off_the_table_is_gone_or_comes_back() {
    let away = |option: &str| {
        let mut d = read(two_lines(250.0), "off-table", option);
        // At the south edge, its back to it.
        let by = v2(0.0, -940.0);
        for n in 0..2 {
            let at = d.unit(UnitId(n)).base.front + by;
            d.unit(UnitId(n)).base.front = at;
        }
        d.officers[0].at += by;
        d.officers[1].at += by;
        // One who keeps side A on the table.
        d.infantry(Side::A, 4, LINE4, 400.0, 200.0, 0.0);
        d.unit(UnitId(0)).disorder.active = 5;
        let mut b = sequence(d, [9; 200]);
        b.answer(Side::A, Answer::Declare { attacks: vec![] }).unwrap();
        b.answer(Side::B, attack("B1", "A1")).unwrap();
        end_sequence(&mut b);
        // The enemy goes far away.
        let mut f = b.field().clone();
        f[UnitId(1)].base.front = v2(2500.0, 1800.0);
        let mut b = Battle::drill_again(f, b.play().clone(), [9; 200]);
        let mut seen = vec![(b.field().round, b.field()[UnitId(0)].fate)];
        while b.field().round < 5 && b.ended().is_none() {
            pass(&mut b);
            let now = (b.field().round, b.field()[UnitId(0)].fate);
            if seen.last().map(|x| x.1) != Some(now.1) {
                seen.push(now);
            }
        }
        (seen, b.field()[UnitId(0)].clone(), log(&b))
    };
    let (seen, u, said) = away("gone");
    assert_eq!((seen.len(), u.fate), (1, Fate::Left), "{said:#?}");
    let (seen, u, said) = away("comes-back");
    assert_eq!(seen, [(1, Fate::Left), (3, Fate::OnTable)], "{said:#?}");
    assert!(u.base.dir.y > 0.9 && u.base.front.y < 200.0, "{:?}", u.base);
}

#[test]
fn who_is_pushed_and_when() {
    let pushed = |option: &str, moved: [bool; 2]| {
        let mut d = read(two_lines(80.0), "who-is-pushed", option);
        for (n, m) in moved.into_iter().enumerate() {
            d.unit(UnitId(n as u16)).record.moved_in_sequence = m;
        }
        let mut f = engaged(d).field();
        f.round = 1;
        let b = Battle::drill_from(f, Side::A, Step::SequenceEnds, [9; 10]);
        b.events()
            .iter()
            .filter(|e| e.clause.id() == "break-in.5")
            .flat_map(|e| e.pieces.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(pushed("who-came", [true, true]), ["A1"]);
    assert_eq!(pushed("last-moved", [true, true]), ["B1"], "side B moves after side A");
    assert_eq!(pushed("who-came", [false, true]), ["B1"]);
    assert_eq!(pushed("last-moved", [true, false]), ["A1"]);
    // Before or after reorganising.
    let order = |option: &str| {
        let mut d = read(two_lines(80.0), "when-pushed", option);
        d.unit(UnitId(0)).disorder.active = 1;
        let b = Battle::drill_from(engaged(d).field(), Side::A, Step::SequenceEnds, [9; 10]);
        let at = |id: &str| b.events().iter().position(|e| e.clause.id() == id);
        at("break-in.5") < at("reorganise.1")
    };
    assert_eq!((order("sequence-end"), order("after-melee")), (false, true));
}

#[test]
fn a_command_that_declined_is_engaged_by_an_attack_or_only_defends_itself() {
    let after = |option: &str| {
        let mut d = read(Drill::new(), "attacked-declines", option);
        d.infantry(Side::A, 1, COLUMN, 1500.0, 1000.0, 0.0);
        d.infantry(Side::B, 4, LINE4, 1500.0, 1250.0, 180.0);
        d.officers[0].at = v2(1500.0, 850.0);
        d.officers[1].at = v2(1500.0, 1400.0);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Engagement, [7, 3, 9, 9, 9, 9, 9, 9]);
        silent_until(&mut b, Step::DeclareA);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        b.field().commands[1].engagement.engaged()
    };
    assert_eq!((after("engaged"), after("unengaged")), (true, false));
}

#[test]
fn who_fires_at_cavalry_may_not_reorganise_or_may() {
    let rallied = |option: &str| {
        let mut d = read(two_lines(390.0), "fire-and-reorganise", option);
        let u = d.infantry(Side::A, 3, COLUMN, 1250.0, 1000.0, 0.0);
        d.unit(u).disorder.active = 1;
        d.cavalry(Side::B, 3, Formation::Line { front: 3 }, 1250.0, 1190.0, 180.0);
        let mut b = sequence(d, [1; 20]);
        b.answer(Side::A, attack("A2", "B2")).unwrap();
        end_sequence(&mut b);
        let by = |e: &tricolore::event::Event| e.clause.id() == "reorganise.1" && e.pieces[0] == "A2";
        b.events().iter().any(by)
    };
    assert_eq!((rallied("may-not"), rallied("may")), (false, true));
}

/// A town fight in which a defender fails his test: the tally of side B, and whether its attackers' losses are doubled.
fn town_fight(id: &str, option: &str, held: bool, melee: [u8; 2], die: u8) -> Battle {
    let mut d = read(two_lines(900.0), id, option);
    for o in &mut d.officers {
        o.gifts.radius = 1000;
    }
    let z = d.zone(8, 6, (1400.0, 1150.0), (1600.0, 1350.0));
    let b = d.infantry(Side::B, 3, Formation::InTown { zone: z }, 1500.0, 1250.0, 180.0);
    let a = d.infantry(Side::A, 3, Formation::InTown { zone: z }, 1500.0, 1250.0, 0.0);
    d.unit(a).values.melee = melee[0];
    d.unit(b).values.melee = melee[1];
    let mut f = engaged(d).field();
    f.zones[0].fight = Some(Side::A);
    let play = tricolore::battle::Play {
        step: Step::TownFights,
        sequence: 2,
        in_zone: vec![[held, true]],
        ..tricolore::battle::Play::new(&f)
    };
    Battle::drill_again(f, play, [die; 40])
}

#[test]
fn a_failed_town_test_is_a_lost_melee_or_none() {
    let lost = |option: &str| {
        let b = town_fight("town-test-lost", option, true, [9, 2], 9);
        assert!(told(&b, "town-fight.9"), "{:#?}", log(&b));
        b.play().tally.iter().filter(|(u, won)| !won && b.field()[*u].side == Side::B).count()
    };
    assert_eq!((lost("yes"), lost("no")), (1, 0));
}

#[test]
fn losses_of_those_who_newly_enter_are_doubled_for_the_round_or_once() {
    // It is not the first fight.
    let doubled = |option: &str, held: bool| {
        told(&town_fight("doubled-losses", option, held, [2, 9], 5), "town-fight.4")
    };
    assert_eq!((doubled("round", false), doubled("first-sequence", false)), (true, false));
    assert!(!doubled("round", true));
}

#[test]
fn how_far_a_command_goes_that_does_not_engage() {
    let most = |option: &str, far: f64| {
        let mut d = read(two_lines(900.0), "unengaging-move", option);
        on(&mut d, 0, OrderKind::Manoeuvre);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, [5; 12]);
        clause_of(b.answer(Side::A, advance(far, false, &[ahead("A1", far)])))
    };
    let limit = Some("manoeuvre-phase.12");
    assert_eq!((most("half", 450.0), most("half", 450.5)), (None, limit));
    assert_eq!((most("to-400", 500.0), most("to-400", 500.5)), (None, limit));
    assert_eq!(most("whole", 600.0), None);
}

#[test]
fn how_far_aslant_a_command_manoeuvres() {
    let slant = |option: &str, degrees: f64| {
        let mut d = read(two_lines(1200.0), "manoeuvre-angle", option);
        on(&mut d, 0, OrderKind::Manoeuvre);
        let b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, [5; 12]);
        let m = UnitMove { slant: degrees, ..ahead("A1", 300.0) };
        let plan = CommandMove {
            command: "Aa".into(),
            engage: true,
            ahead: 300.0,
            slant: degrees,
            formations: vec![vec![m]],
            ..CommandMove::default()
        };
        clause_of(b.clone().answer(Side::A, Answer::Manoeuvre { commands: vec![plan] }))
    };
    assert_eq!((slant("thirty", 30.0), slant("fifteen", 15.0)), (None, None));
    assert!(slant("thirty", 30.1).is_some() && slant("fifteen", 15.1).is_some());
    // Also of units alone.
    let mut d = read(two_lines(1200.0), "manoeuvre-angle", "fifteen");
    on(&mut d, 0, OrderKind::Manoeuvre);
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, [5; 12]);
    let aslant = UnitMove { slant: 20.0, ..ahead("A1", 300.0) };
    assert_eq!(clause_of(b.answer(Side::A, advance(300.0, true, &[aslant]))), Some("manoeuvre-phase.4"));
}

#[test]
fn unlimbered_guns_do_not_turn_about_or_may() {
    let turn = |option: &str| {
        let mut d = read(two_lines(900.0), "guns-about-turn", option);
        d.battery(Side::A, 3, Formation::Unlimbered, 1100.0, 900.0, 0.0);
        let b = Battle::drill_from(d.field(), Side::A, Step::Settling, []);
        let units = vec![Settling { unit: "A2".into(), act: SettleAct::About }];
        clause_of(b.clone().answer(Side::A, Answer::Settle { units }))
    };
    assert_eq!((turn("may-not"), turn("may")), (Some("deployment-other.2"), None));
}

#[test]
fn whom_cavalry_engages_from_the_march() {
    let gap = |option: &str| {
        let mut d = read(Drill::new(), "march-engages", option);
        d.cavalry(Side::A, 3, Formation::MarchColumn, 500.0, 500.0, 0.0);
        d.cavalry(Side::B, 3, Formation::Line { front: 3 }, 500.0, 1200.0, 180.0);
        d.officers[0].at = v2(500.0, 480.0);
        d.officers[1].at = v2(500.0, 1400.0);
        let route = vec![v2(500.0, 500.0), v2(500.0, 1150.0)];
        d.commands[0].orders = Orders::from_start(CommandOrder { kind: OrderKind::March, route });
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
        b.answer(Side::A, Answer::Manoeuvre { commands: vec![] }).unwrap();
        let f = b.field();
        f.gap(&f.units[0], &f.units[1])
    };
    assert!((gap("infantry") - 400.0).abs() < 0.05, "{}", gap("infantry"));
    assert!((gap("any") - 200.0).abs() < 0.05, "{}", gap("any"));
}

#[test]
fn where_a_star_officer_must_be() {
    let attach = |option: &str, x: f64| {
        let mut d = read(two_lines(1200.0), "star-contact", option);
        let body = d.bodies[1].id;
        d.bodies[1].morale = Some(Morale { value: 5, level: 3, bases: 4 });
        let division = d.bodies[0].id;
        let o = d.officer(Side::A, Rank::Corps, Post::Superior, division, v2(1500.0 + x, 850.0));
        d.officers[o.index()].gifts.stars = 1;
        let to = d.bodies[body.index()].code.to_string();
        let mut f = d.field();
        f.round = 0;
        let b = Battle::drill(f, []);
        let arrange = vec![Arrange::Attach { officer: "Ao2".into(), to }];
        clause_of(b.clone().answer(Side::A, Answer::Orders { arrange, give: vec![] }))
    };
    let no = Some("formation-morale.10");
    assert_eq!((attach("contact", 31.0), attach("contact", 32.0)), (None, no));
    assert_eq!((attach("radius", 400.0), attach("radius", 400.1)), (None, no));
}

#[test]
fn limbered_guns_are_too_near_by_one_distance_or_by_their_arm() {
    let unlimbers = |option: &str, harness: Harness, apart: f64| {
        let mut d = read(two_lines(399.0), "limbered-distance", option);
        d.officers[0].gifts.radius = 1500;
        let at = Pose { x: 2300.0, y: 1000.0, facing: 0.0 };
        let guns = d.raise(Side::A, Troop::battery(6, harness), 3, Formation::Limbered, at);
        d.infantry(Side::B, 4, LINE4, 2300.0, 1000.0 + apart, 180.0);
        let mut b = sequence(d, [9; 10]);
        silent_until(&mut b, Step::MovesB);
        b.field()[guns].formation == Formation::Unlimbered
    };
    assert!(unlimbers("engagement", Harness::Foot, 399.9) && !unlimbers("engagement", Harness::Foot, 400.0));
    assert!(unlimbers("by-arm", Harness::Foot, 599.9) && !unlimbers("by-arm", Harness::Foot, 600.0));
    assert!(!unlimbers("by-arm", Harness::Horse, 400.0));
}

/// A1 drives B1 back; an enemy stands straight behind it.
fn driven_back(id: &str, option: &str, blocked: bool) -> Battle {
    let mut d = read(two_lines(250.0), id, option);
    if blocked {
        d.infantry(Side::A, 1, COLUMN, 1500.0, 1480.0, 180.0);
    }
    // 9 and 9 of equals: the defender retreats 200.
    let mut dice = vec![5, 5, 9, 9, 9];
    dice.extend([5; 30]);
    let mut b = sequence(d, dice);
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    end_sequence(&mut b);
    b
}

#[test]
fn a_closed_way_back_is_the_end_or_another_is_taken() {
    let p = proves!("melee-retreat.7");
    let present = |option: &str| driven_back("retreat-way", option, true).field().units[1].present();
    assert_eq!((p.shows("melee-retreat.7", present("lost")), present("within-45")), (false, true));
}

#[test]
fn a_unit_that_has_retreated_faces_away_or_to_the_enemy() {
    let dir = |option: &str| driven_back("retreat-facing", option, false).field().units[1].base.dir.y;
    assert!(dir("away") > 0.99 && dir("enemy") < -0.99);
}

#[test]
fn broken_enemies_who_are_pushed_aside_get_nothing_or_one_u() {
    let pushed = |option: &str| {
        let mut d = read(two_lines(280.0), "pushed-aside", option);
        let u = d.infantry(Side::B, 2, COLUMN, 1550.0, 1130.0, 180.0);
        d.unit(u).disorder.active = 6;
        let mut b = sequence(d, [5; 30]);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        silent_until(&mut b, Step::MovesB);
        let f = b.field();
        // The attack sweeps from 1420 to 1580: exactly 50 beside it.
        assert!((f[u].base.front.x - 1650.0).abs() < 0.01, "{:?}", f[u].base.front);
        f[u].disorder.active
    };
    assert_eq!((pushed("none"), pushed("one-u")), (6, 7));
}

#[test]
fn who_disengaged_on_defence_deploys_with_all_or_by_points() {
    let deploy = |option: &str| {
        let mut d = read(engaged(two_lines(1200.0)), "disengaged-deployment", option);
        d.infantry(Side::A, 3, COLUMN, 1300.0, 900.0, 0.0);
        d.officers[0].gifts.points = 1;
        let mut b = Battle::drill_from(d.field(), Side::A, Step::SequenceBegins, [9, 7, 3, 9, 9, 9]);
        for _ in 0..300 {
            match b.pending().first() {
                Some((Side::A, Awaits::Deploy)) if b.field().round == 2 => break,
                Some((side, Awaits::Disengage(_))) => {
                    let side = *side;
                    b.answer(side, Answer::Disengage { to: Disengaged::Defence }).unwrap();
                }
                _ => pass(&mut b),
            }
        }
        let one = |unit: &str, x: f64, y: f64| Deployment {
            unit: unit.into(),
            at: Pose { x, y, facing: 0.0 },
            form: None,
            front: None,
            engage: false,
            enter: None,
        };
        let units = vec![one("A1", 1500.0, 1050.0), one("A2", 1300.0, 950.0)];
        clause_of(b.answer(Side::A, Answer::Deploy { officers: vec![], units }))
    };
    assert_eq!((deploy("all"), deploy("by-points")), (None, Some("deployment-defence.1")));
}

#[test]
fn half_of_a_defending_command_is_counted_in_units_or_in_bases() {
    // Of three units two small ones are near: half of the units, four of nine bases.
    let tested = |option: &str| {
        let mut d = read(two_lines(590.0), "defence-half", option);
        d.unit(UnitId(0)).bases = Bases::full(2);
        d.unit(UnitId(0)).formation = Formation::Line { front: 2 };
        d.infantry(Side::A, 2, Formation::Line { front: 2 }, 1300.0, 1000.0, 0.0);
        d.infantry(Side::A, 5, COLUMN, 1400.0, 700.0, 0.0);
        d.officers[0].at = v2(1500.0, 995.0);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Deployment, [1, 1, 1, 1]);
        let at = Pose { x: 1500.0, y: 1250.0, facing: 0.0 };
        let units =
            vec![Deployment { unit: "A1".into(), at, form: None, front: None, engage: true, enter: None }];
        b.answer(Side::A, Answer::Deploy { officers: vec![], units }).unwrap();
        b.answer(Side::B, Answer::Deploy { officers: vec![], units: vec![] }).unwrap();
        b.field().units[0].base.front.y > 1100.0
    };
    assert_eq!((tested("units"), tested("bases")), (true, false));
}

#[test]
fn battles_without_tasks_are_won_by_bases_or_not_at_all() {
    let winner = |option: &str| {
        let mut d = read(two_lines(1200.0), "victory", option);
        d.unit(UnitId(1)).bases.now = 3;
        let mut f = d.field();
        f.round = 12;
        Battle::drill_from(f, Side::A, Step::EndCheck, []).ended().and_then(|e| e.winner)
    };
    assert_eq!((winner("tasks"), winner("tasks-only")), (Some(Side::A), None));
}

#[test]
fn even_tasks_are_decided_by_bases_or_not_at_all() {
    // Each holds the place where its line stands; side B has lost so many of eight bases.
    let winner = |option: &str, lost: u8| {
        let mut d = read(two_lines(1200.0), "even-tasks", option);
        d.infantry(Side::B, 4, LINE4, 1900.0, 2200.0, 180.0);
        d.infantry(Side::A, 4, LINE4, 1900.0, 1000.0, 0.0);
        d.unit(UnitId(1)).bases.now = 4 - lost;
        let mut f = d.field();
        let task = |side: Side| {
            let kind = muster::TaskKind::HoldPlace { place: f.units[side.index()].base.front, within: 50.0 };
            muster::Task { side, kind, points: 2, when: muster::When::End }
        };
        let terms = Terms { rounds: 1, tasks: Side::BOTH.map(task).to_vec(), ..Terms::default() };
        f.round = 0;
        let (seed, dice) = (umpire::Seed::new("even"), umpire::BattleDice::from_number(7));
        let log = umpire::Log::On(Vec::new());
        let mut b = Battle::begin(std::sync::Arc::new(terms), f, seed, dice, log, desk::Seating::SIDES_ONLY);
        while b.ended().is_none() {
            pass(&mut b);
        }
        assert!(told(&b, "play.victory"));
        b.ended().and_then(|e| e.winner)
    };
    let by_lost = |option: &str| [0, 1, 2].map(|lost| winner(option, lost));
    assert_eq!(by_lost("smaller-share"), [None, Some(Side::A), Some(Side::A)]);
    // 12.5 and 25 per cent.
    assert_eq!(by_lost("by-twenty"), [None, None, Some(Side::A)]);
    assert_eq!(by_lost("drawn"), [None; 3]);
}

#[test]
fn an_empty_town_is_nobodys_or_its_last_holders() {
    let p = proves!("play.town-zones");
    let points = |option: &str| {
        let mut d = read(two_lines(900.0), "empty-zone", option);
        let z = d.zone(8, 6, (1400.0, 1300.0), (1600.0, 1450.0));
        let mut f = d.field();
        f.zones[z.index()].last = Some(Side::B);
        let held = tricolore::town::held(&f, z);
        assert_eq!(p.shows("play.town-zones", held.1.id()), "play.town-zones");
        Battle::drill_from(f, Side::A, Step::Deployment, []).holds(Side::B, "town 1")
    };
    assert_eq!((points("nobodys"), points("last-holders")), (false, true));
}

#[test]
fn a_broken_unit_near_the_enemy_may_retreat_or_must() {
    let stirred = |option: &str, apart: f64| {
        let mut d = read(two_lines(apart), "broken-retreat", option);
        d.unit(UnitId(0)).disorder.active = 6;
        d.unit(UnitId(0)).formation = COLUMN;
        let mut b = sequence(d, [5; 20]);
        silent_until(&mut b, Step::MovesB);
        b.field().units[0].base.front.y < 990.0
    };
    assert_eq!((stirred("may", 150.0), stirred("must", 150.0), stirred("must", 200.0)), (false, true, false));
}

#[test]
fn a_broken_unit_turns_about_at_the_usual_price_or_freely() {
    let back = |option: &str, far: f64| {
        let mut d = read(two_lines(300.0), "broken-moves", option);
        d.unit(UnitId(0)).disorder.active = 6;
        let b = moves(d, [5; 10]);
        clause_of(b.clone().answer(Side::A, one(UnitMove { about: true, ..ahead("A1", far) })))
    };
    assert_eq!((back("ordinary", 100.0), back("ordinary", 100.5)), (None, Some("tmove.general.1")));
    assert_eq!((back("free-turn", 200.0), back("free-turn", 200.5)), (None, Some("tmove.general.1")));
}

fn change(join: Option<&str>, detach: Option<u8>, at: Option<Pose>, to: FormationKind) -> Answer {
    Answer::Change(Change { unit: "A2".into(), to, front: None, at, join: join.map(Into::into), detach })
}

#[test]
fn broken_units_join_without_a_test_if_both_are_or_one_is() {
    let dice = |option: &str| {
        let mut d = read(two_lines(390.0), "broken-merging", option);
        for (x, u) in [(1250.0, 6), (1350.0, 1)] {
            let id = d.infantry(Side::A, 2, COLUMN, x, 900.0, 0.0);
            d.unit(id).disorder.active = u;
        }
        let mut b = moves(d, [1; 6]);
        b.answer(Side::A, change(Some("A3"), None, None, FormationKind::Column)).unwrap();
        let rolled = b.events().iter().any(|e| e.ruling.as_ref().is_some_and(|r| !r.dice.is_empty()));
        (rolled, told(&b, "disorder.10"), b.field().units[2].bases.now)
    };
    assert_eq!((dice("both"), dice("one")), ((true, false, 4), (false, true, 4)));
}

#[test]
fn a_joined_unit_has_the_higher_disorder_or_the_average() {
    let joined = |option: &str| {
        let mut d = read(two_lines(390.0), "merged-u", option);
        for (x, n, u) in [(1250.0, 3, 4), (1350.0, 1, 1)] {
            let id = d.infantry(Side::A, n, COLUMN, x, 900.0, 0.0);
            d.unit(id).disorder.active = u;
        }
        let mut b = moves(d, [1; 6]);
        b.answer(Side::A, change(Some("A3"), None, None, FormationKind::Column)).unwrap();
        b.field().units[2].disorder.active
    };
    // 3 bases with 4 U and one with 1 are 13 quarters.
    assert_eq!((joined("higher"), joined("average")), (4, 4));
    let joined = |option: &str| {
        let mut d = read(two_lines(390.0), "merged-u", option);
        for (x, u) in [(1250.0, 4), (1350.0, 1)] {
            let id = d.infantry(Side::A, 2, COLUMN, x, 900.0, 0.0);
            d.unit(id).disorder.active = u;
        }
        let mut b = moves(d, [1; 6]);
        b.answer(Side::A, change(Some("A3"), None, None, FormationKind::Column)).unwrap();
        b.field().units[2].disorder.active
    };
    assert_eq!((joined("higher"), joined("average")), (4, 3), "5 halves, rounded up");
}

#[test]
fn a_pivot_costs_the_chord_or_the_arc() {
    let wheel = |option: &str, far: f64| {
        let b = moves(read(two_lines(590.0), "pivot-length", option), [5; 6]);
        clause_of(b.clone().answer(Side::A, one(UnitMove { wheel: 30.0, ..ahead("A1", far) })))
    };
    // 160 wide by 30 degrees: 82.8 or 83.8 of 200.
    let too_far = Some("tmove.general.1");
    assert_eq!((wheel("chord", 117.1), wheel("chord", 117.3)), (None, too_far));
    assert_eq!((wheel("arc", 116.1), wheel("arc", 116.3)), (None, too_far));
}

#[test]
fn a_horse_battery_of_twelves_has_one_or_two_limbers_more() {
    let limbers = |option: &str| {
        let mut d = read(Drill::new(), "horse-twelves", option);
        let at = Pose { x: 1500.0, y: 900.0, facing: 0.0 };
        let u = d.raise(Side::A, Troop::battery(12, Harness::Horse), 4, Formation::Limbered, at);
        let f = d.field();
        f[u].base.depth / 150.0
    };
    assert_eq!((limbers("one"), limbers("two")), (2.0, 3.0));
}

#[test]
fn a_detached_part_has_the_units_disorder_or_its_share() {
    let parts = |option: &str| {
        let mut d = read(two_lines(390.0), "detached-u", option);
        let u = d.infantry(Side::A, 4, COLUMN, 1250.0, 900.0, 0.0);
        d.unit(u).disorder.active = 3;
        // The officer test, and T2/U.
        let mut b = moves(d, [1, 1, 1]);
        b.answer(Side::A, change(None, Some(1), None, FormationKind::Column)).unwrap();
        let f = b.field();
        (f.units[2].disorder.active, f.units[3].disorder.active)
    };
    assert_eq!((parts("same"), parts("shared")), ((3, 3), (2, 1)));
}

#[test]
fn a_wing_swings_back_or_only_forward() {
    let swing = |option: &str, backward: bool| {
        let b = moves(read(two_lines(390.0), "pivot-backward", option), [5; 6]);
        let m = UnitMove { wheel: 10.0, backward, ..ahead("A1", 0.0) };
        clause_of(b.clone().answer(Side::A, one(m)))
    };
    assert_eq!((swing("both", true), swing("forward", true)), (None, Some("play.move")));
    assert_eq!(swing("forward", false), None);
}

#[test]
fn an_about_turn_comes_first_or_also_last() {
    let turn = |option: &str, far: f64| {
        let mut b = moves(read(two_lines(390.0), "about-turn-last", option), [5; 6]);
        let r = b.answer(Side::A, one(UnitMove { about_last: true, ..ahead("A1", far) }));
        (clause_of(r), b.field().units[0].base.dir.y < 0.0, b.field().units[0].base.centre().y)
    };
    assert_eq!(turn("first", 50.0).0, Some("play.move"));
    assert_eq!(turn("also-last", 100.0), (None, true, 1090.0));
    assert_eq!(turn("also-last", 100.5).0, Some("tmove.general.1"), "it halves the move all the same");
}

#[test]
fn a_new_formation_holds_a_front_base_or_the_centre() {
    let form = |option: &str| {
        let mut d = read(two_lines(390.0), "change-place", option);
        d.infantry(Side::A, 4, LINE4, 1200.0, 900.0, 0.0);
        let b = moves(d, [5; 6]);
        // A column where the line's right base stands.
        let at = Some(Pose { x: 1260.0, y: 900.0, facing: 0.0 });
        clause_of(b.clone().answer(Side::A, change(None, None, at, FormationKind::Column)))
    };
    assert_eq!((form("front-bases"), form("centre")), (None, Some("play.change")));
}

#[test]
fn a_unit_that_has_moved_pays_for_being_passed_or_does_not() {
    let pass_through = |option: &str| {
        let mut d = read(two_lines(590.0), "passed-unit-pays", option);
        d.infantry(Side::A, 2, COLUMN, 1250.0, 860.0, 0.0);
        d.infantry(Side::A, 2, COLUMN, 1250.0, 820.0, 0.0);
        let mut b = moves(d, [5; 20]);
        b.answer(Side::A, one(ahead("A2", 20.0))).unwrap();
        let near = b.clone().answer(Side::A, one(ahead("A3", 100.0)));
        assert!(near.is_ok(), "20 and 100 of 200: {near:?}");
        let mut d = read(two_lines(590.0), "passed-unit-pays", option);
        d.infantry(Side::A, 2, COLUMN, 1250.0, 740.0, 0.0);
        d.infantry(Side::A, 2, COLUMN, 1250.0, 820.0, 0.0);
        let mut b = moves(d, [5; 20]);
        b.answer(Side::A, one(ahead("A2", 20.0))).unwrap();
        // It has gone 150 when it is passed.
        let (mut f, play) = (b.field().clone(), b.play().clone());
        f.units[2].record.spent = 150;
        f.units[2].base.front = v2(1250.0, 860.0);
        let mut b = Battle::drill_again(f, play, [5; 20]);
        clause_of(b.answer(Side::A, one(ahead("A3", 100.0))))
    };
    assert_eq!((pass_through("whole-phase"), pass_through("afterwards")), (Some("pass-through.1"), None));
}

#[test]
fn friends_at_exactly_a_hundred_test_by_the_reading_of_distances() {
    let shaken = |option: &str, y: f64| {
        let mut d = read(two_lines(250.0), "within", option);
        d.infantry(Side::B, 4, LINE4, 1500.0, y, 180.0);
        let mut dice = vec![5, 5, 9, 9, 9];
        dice.extend([5; 30]);
        let mut b = sequence(d, dice);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        end_sequence(&mut b);
        told(&b, "melee-retreat.4")
    };
    // B1 stands from 1250 to 1270.
    assert_eq!((shaken("outside", 1370.0), shaken("inside", 1370.0)), (false, true));
    assert_eq!((shaken("outside", 1369.9), shaken("inside", 1370.1)), (true, false));
}

#[test]
fn whole_lines_of_a_linear_army_turn_into_march_column() {
    let p = proves!("linear.4", "pivot.6", "pivot.5");
    let drill = |linear: bool| {
        let mut d = two_lines(590.0);
        d.infantry(Side::A, 4, LINE4, 1660.0, 1000.0, 0.0);
        for n in [0, 2] {
            d.unit(UnitId(n)).troop.linear = linear;
        }
        d
    };
    let turn = |ahead: f64| Answer::Turn { units: vec!["A1".into(), "A2".into()], ahead, left: false };
    let b = moves(drill(true), []);
    p.refused_by("pivot.5", b.clone().answer(Side::A, turn(100.5)));
    let mut turned = b;
    turned.answer(Side::A, turn(100.0)).unwrap();
    let f = turned.field();
    assert_eq!((p.shows("linear.4", f.commands[0].used), told(&turned, "linear.4")), (1, true));
    for (u, x) in [(&f.units[0], 1680.0), (&f.units[2], 1840.0)] {
        assert_eq!((u.formation, u.base.front), (Formation::MarchColumn, v2(x, 990.0)));
    }
    // The same to the left: the heads where the left ends stood.
    let mut to_left = moves(drill(true), []);
    let left = |ahead: f64| Answer::Turn { units: vec!["A1".into(), "A2".into()], ahead, left: true };
    p.refused_by("pivot.5", to_left.clone().answer(Side::A, left(100.5)));
    to_left.answer(Side::A, left(100.0)).unwrap();
    let f = to_left.field();
    assert_eq!(f.commands[0].used, 1);
    for (u, x) in [(&f.units[0], 1320.0), (&f.units[2], 1480.0)] {
        assert_eq!((u.formation, u.base.front), (Formation::MarchColumn, v2(x, 990.0)));
        assert!(u.base.dir.dist(v2(-1.0, 0.0)) < 1e-9);
    }
    // Others turn each for itself.
    p.refused_by("linear.4", moves(drill(false), []).answer(Side::A, turn(0.0)));
    let mut one = moves(drill(false), []);
    one.answer(Side::A, Answer::Turn { units: vec!["A1".into()], ahead: 0.0, left: false }).unwrap();
    assert_eq!((p.shows("pivot.6", one.field().commands[0].used), told(&one, "pivot.6")), (1, true));
    one.dice_used_up().unwrap();
    let mut column = moves(drill(true), []);
    column.answer(Side::A, Answer::Turn { units: vec!["A1".into()], ahead: 0.0, left: false }).unwrap();
    p.refused_by("pivot.6", {
        let mut d = drill(true);
        d.unit(UnitId(0)).formation = COLUMN;
        moves(d, []).answer(Side::A, Answer::Turn { units: vec!["A1".into()], ahead: 0.0, left: false })
    });
    // Free, where that is played.
    let free = |id: &str, linear: bool| {
        let mut b = moves(read(drill(linear), id, "free"), []);
        let units = if linear { vec!["A1".into(), "A2".into()] } else { vec!["A1".into()] };
        b.answer(Side::A, Answer::Turn { units, ahead: 0.0, left: false }).unwrap();
        b.field().commands[0].used
    };
    assert_eq!((free("linear-turn-cost", true), free("turn-to-march-column", false)), (0, 0));
}

#[test]
fn batteries_do_not_react_or_by_a_pivot_on_the_spot() {
    let p = proves!("play.reaction");
    let drill = |option: &str| {
        let mut d = read(two_lines(380.0), "guns-react", option);
        d.battery(Side::A, 3, Formation::Unlimbered, 1800.0, 1000.0, 0.0);
        d
    };
    let react = |option: &str, dice: &[u8]| {
        let mut b = moves(drill(option), dice);
        silent_until(&mut b, Step::ReactionsA);
        b
    };
    let guns = |act: GunAct| Answer::Guns { unit: "A2".into(), act };
    let pivot = |x: f64, facing: f64| guns(GunAct::Manhandle { at: Pose { x, y: 1000.0, facing } });
    p.refused_by("play.reaction", react("no", &[]).answer(Side::A, pivot(1800.0, 340.0)));
    // Neither dragged along nor led away, and no farther than by hand.
    let mut b = react("pivot", &[5, 5]);
    p.refused_by("play.reaction", b.clone().answer(Side::A, pivot(1802.0, 340.0)));
    p.refused_by("play.reaction", {
        let to = Pose { x: 1800.0, y: 400.0, facing: 0.0 };
        b.clone().answer(Side::A, guns(GunAct::Retreat { to }))
    });
    assert_eq!(clause_of(b.clone().answer(Side::A, pivot(1800.0, 200.0))), Some("tmove.artillery.2"));
    let (offers, _) = b.offered(Side::A, &Awaits::Reactions);
    let offered = |o: &desk::Offered<Answer>| matches!(&o.answer, Answer::Guns { unit, .. } if unit == "A2");
    assert!(offers.iter().any(offered));
    b.answer(Side::A, pivot(1800.0, 340.0)).unwrap();
    b.dice_used_up().unwrap();
    let u = &b.field().units[2];
    assert!((u.base.dir.bearing_degrees() - 340.0).abs() < 1e-6 && u.record.acted_in_phase);
    assert!(p.shows("play.reaction", told(&b, "play.reaction")));
    assert_eq!(b.field().commands[0].used, 0);
    let (offers, _) = react("no", &[]).offered(Side::A, &Awaits::Reactions);
    assert!(!offers.iter().any(offered));
}

#[test]
fn attacks_are_declared_as_a_list_or_one_at_a_time() {
    let p = proves!("play.declare");
    let begun = |option: &str| {
        let mut d = read(two_lines(180.0), "declarations", option);
        d.skirmishers(Side::B, 2, 1800.0, 1180.0, 180.0);
        d.infantry(Side::A, 4, LINE4, 1800.0, 1000.0, 0.0);
        sequence(d, [5; 20])
    };
    let on = |unit: &str, target: &str| Attack { unit: unit.into(), target: target.into(), straight: false };
    let both = || Answer::Declare { attacks: vec![on("A1", "B1"), on("A2", "B2")] };
    let mut lists = begun("lists");
    lists.answer(Side::A, both()).unwrap();
    assert_eq!(lists.play().attacks.len(), 2);
    let mut one = begun("one-at-a-time");
    p.refused_by("play.declare", one.clone().answer(Side::A, both()));
    let all = Awaits::Declare(Declaring::All);
    // The skirmishers are asked at once, before the next attack is named.
    one.answer(Side::A, attack("A2", "B2")).unwrap();
    assert!(matches!(one.awaits(Side::B), Some(Awaits::Evade(_))));
    pass(&mut one);
    assert_eq!(one.awaits(Side::A), Some(&all));
    one.answer(Side::A, attack("A1", "B1")).unwrap();
    // Nobody is left who could attack: it is the other side's turn.
    assert!(one.awaits(Side::A).is_none());
    assert_eq!(one.play().attacks.len(), 2);
    // Or nothing more is declared.
    let mut done = begun("one-at-a-time");
    done.answer(Side::A, attack("A1", "B1")).unwrap();
    assert_eq!(done.awaits(Side::A), Some(&all));
    done.answer(Side::A, Answer::Declare { attacks: Vec::new() }).unwrap();
    assert!(done.awaits(Side::A).is_none());
    // So does side B, each for itself.
    assert_eq!(done.awaits(Side::B), Some(&all));
    p.refused_by("play.declare", {
        let two = vec![on("B1", "A1"), on("B2", "A2")];
        done.clone().answer(Side::B, Answer::Declare { attacks: two })
    });
}

/// One stroke of side A on the page.
fn stroke(b: &Battle, awaits: &Awaits, unit: &str, draft: Value, act: Act) -> Sketched {
    let s = Stroke { asks: awaits.name().into(), draft, pieces: vec![unit.into()], act };
    desk::Rules::stroke(b, Side::A, awaits, &s).expect("a stroke that is understood")
}

fn set(control: &str, value: Value) -> Act {
    Act::Set { control: control.into(), value }
}

#[test]
fn turns_pivots_in_reaction_and_single_attacks_are_drawn_on_the_page() {
    let has = |s: &Sketched, id: &str| s.controls.iter().any(|c| c.id == id);
    let b = moves(two_lines(590.0), []);
    let picked = stroke(&b, &Awaits::Moves, "A1", Value::Null, Act::Pick);
    assert!(has(&picked, "turn"));
    let left = stroke(&b, &Awaits::Moves, "A1", picked.draft, set("turn", json!("left")));
    assert_eq!(left.answer, Some(json!({ "do": "turn", "units": ["A1"], "left": true })));
    let on = stroke(&b, &Awaits::Moves, "A1", left.draft, set("ahead", json!(50.0)));
    assert_eq!(on.answer, Some(json!({ "do": "turn", "units": ["A1"], "ahead": 50.0, "left": true })));
    let right = stroke(&b, &Awaits::Moves, "A1", on.draft, set("turn", json!("right")));
    assert_eq!(right.answer, Some(json!({ "do": "turn", "units": ["A1"], "ahead": 50.0 })));
    // A battery in reaction.
    let guns = |option: &str| {
        let mut d = read(two_lines(380.0), "guns-react", option);
        d.battery(Side::A, 3, Formation::Unlimbered, 1800.0, 1000.0, 0.0);
        let mut b = moves(d, [5; 4]);
        silent_until(&mut b, Step::ReactionsA);
        b
    };
    let react = &Awaits::Reactions;
    assert!(!has(&stroke(&guns("no"), react, "A2", Value::Null, Act::Pick), "wheel"));
    let b = guns("pivot");
    assert!(has(&stroke(&b, react, "A2", Value::Null, Act::Pick), "wheel"));
    let pivot = stroke(&b, react, "A2", Value::Null, set("wheel", json!(-20.0)));
    let at = json!({ "x": 1800.0, "y": 1000.0, "facing": 340.0 });
    assert_eq!(
        pivot.answer,
        Some(json!({ "do": "guns", "unit": "A2", "act": { "manhandle": { "at": at } } }))
    );
    // The next attack takes the place of the first, where they are declared one at a time.
    let attacks = |option: &str| {
        let mut d = read(two_lines(180.0), "declarations", option);
        d.infantry(Side::B, 4, LINE4, 1800.0, 1180.0, 180.0);
        d.infantry(Side::A, 4, LINE4, 1800.0, 1000.0, 0.0);
        let b = sequence(d, [5; 20]);
        let all = Awaits::Declare(Declaring::All);
        let first = stroke(&b, &all, "A1", Value::Null, Act::Aim { at: "B1".into() });
        let both = stroke(&b, &all, "A2", first.draft, Act::Aim { at: "B2".into() });
        both.answer.map(|a| a["attacks"].as_array().map_or(0, Vec::len))
    };
    assert_eq!((attacks("lists"), attacks("one-at-a-time")), (Some(2), Some(1)));
}
