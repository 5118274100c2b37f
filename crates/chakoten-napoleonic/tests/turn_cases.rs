//! Cases on the table that the book decides and that are easily decided wrongly: whoever surrenders, breaks or holds, who is engaged, who has
//! room, who goes back when.

use crate::field_day::{
    Orders, attack, commanded, done, find, last_turn, legs, show, state, told_by, turn, turn_with, two_lines,
};
use chakoten_napoleonic::aim;
use chakoten_napoleonic::battle::{Awaits, Battle};
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Why;
use chakoten_napoleonic::field::{Level, StaffFate};
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::order::{Answer, Choice, Course, FireOrder, Leg, Order, When};
use chakoten_napoleonic::parting::may_split;
use chakoten_napoleonic::troop::{Formation, Nation, State};
use chakoten_napoleonic::unit::{CommandId, Fate, MaySkirmish};
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};
use umpire::Ruling;

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);

/// The first melee of the last turn against this unit.
#[track_caller]
fn melee(b: &Battle, of: UnitId) -> Ruling {
    let found = last_turn(b).iter().find_map(|e| match &e.kind {
        EventKind::Melee { target, ruling, .. } if *target == of => Some(ruling.as_ref().clone()),
        _ => None,
    });
    found.unwrap_or_else(|| {
        show(b);
        panic!("nobody fights it")
    })
}

/// What a ruling counts for a side by a clause.
fn by(r: &Ruling, side: &str, id: &str) -> Vec<i32> {
    let mine = r.modifiers.iter().filter(|m| m.side == side && m.clause.id() == id);
    mine.map(|m| m.value).collect()
}

#[test]
fn pikes_are_no_want_of_ammunition_unless_it_is_read_so() {
    let fight = |reading: &str| {
        let (mut d, _, c) = two_lines(5.0);
        d.read("pikes-in-melee", reading);
        let u = d.unit(c);
        (u.weapon, u.ammunition) = (None, 0);
        let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        done(&b);
        let r = melee(&b, c);
        // Nor have they a first fire.
        assert!(by(&r, "defender", "12.03.9.a").is_empty());
        by(&r, "defender", "11.02.2")
    };
    assert!(fight("pikes").is_empty());
    assert_eq!(fight("without-ammunition"), [-2]);
}

#[test]
fn who_surrenders_without_a_fight_costs_nobody_anything() {
    let p = proves!("12.02.3");
    let (mut d, a, c) = two_lines(8.0);
    let u = d.unit(c);
    (u.figures, u.files) = (2, 1);
    u.lay();
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    assert_eq!(b.field()[c].fate, Fate::Surrendered);
    told_by(&p, &b, "12.02.3");
    // It goes on with its order to the end of the turn, and has neither fought nor used ammunition.
    let unit = &b.field()[a];
    assert!((unit.base.front.y - 60.0).abs() < 0.01, "{}", unit.base.front.y);
    assert_eq!((unit.ammunition, unit.record.fought), (12, false));
    done(&b);
}

#[test]
fn who_breaks_by_attrition_is_not_levelled_with_the_other() {
    let p = proves!("13.01.4", "13.07.3");
    // It loses by three: 9 against 8 and its own disorder; both are then in U.
    let fight = |lost: u32| {
        let (mut d, a, c) = two_lines(5.0);
        d.valour(a, -4);
        d.lost(a, lost);
        d.state(c, State::Disorder);
        let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 4, 4]);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        done(&b);
        b
    };
    let b = fight(0);
    state(&b, A, State::Light3);
    state(&b, B, State::Light3);
    told_by(&p, &b, "13.01.4");
    // A fifth of its men are gone with this melee: valour -5, and it flees to its own edge for good.
    let b = fight(119);
    state(&b, A, State::Complete);
    state(&b, B, State::Disorder);
    told_by(&p, &b, "13.07.3");
    assert!(b.field()[A].base.centre().y < 30.0);
}

#[test]
fn reorganising_begins_anew_after_a_melee() {
    let p = proves!("13.06.1");
    let (mut d, _, c) = two_lines(12.0);
    d.state(c, State::Light3);
    for u in [A, c] {
        d.unit(u).nation = Nation::Other;
    }
    // A draw at 0.7: 9 and 11 with two grades.
    let mut b = Battle::drill(d.field(), [3, 3, 3, 4, 4, 3]);
    turn(&mut b, &[("A1", attack("B1"))], &[("B1", legs([Leg::Reorganise]))]);
    state(&b, c, State::Light2);
    turn(&mut b, &[], &[("B1", legs([Leg::Reorganise]))]);
    let at: Vec<f64> = last_turn(&b)
        .iter()
        .filter(|e| matches!(e.kind, EventKind::Reorganised { .. }))
        .map(|e| e.clock)
        .collect();
    if at.len() != 2 {
        show(&b);
    }
    assert!((at[0] - 0.5).abs() < 1e-6 && (at[1] - 1.0).abs() < 1e-6, "{at:?}");
    told_by(&p, &b, "13.06.1");
    done(&b);
}

#[test]
fn a_march_column_in_a_village_has_its_deduction_where_it_has_room() {
    let p = proves!("17.03.2.a");
    let fight = |houses: bool| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 24, Formation::MarchColumn, 100.0, 55.0, 180.0);
        d.square(PatchKind::Town, "village", (60.0, 30.0), (140.0, 110.0));
        if houses {
            d.building("west", false, (80.0, 56.0), (98.0, 80.0));
            d.building("east", false, (102.0, 56.0), (120.0, 80.0));
        }
        let mut b = Battle::drill(commanded(d), [3, 3, 3, 3, 3, 3]);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        done(&b);
        let r = melee(&b, B);
        if houses {
            told_by(&p, &b, "17.03.2.a");
        }
        by(&r, "defender", "12.02.1")
    };
    assert_eq!(fight(false), [-3]);
    assert!(fight(true).is_empty());
}

#[test]
fn of_two_march_columns_each_has_its_deduction_by_the_room_it_has_itself() {
    let p = proves!("17.03.2.a");
    // The attacker stands between two houses; the defender before it has open ground on both sides, or a house on one.
    let fight = |houses: bool| {
        let mut d = Drill::new();
        d.infantry(Side::A, 24, Formation::MarchColumn, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 24, Formation::MarchColumn, 100.0, 55.0, 180.0);
        d.square(PatchKind::Town, "village", (60.0, 20.0), (140.0, 110.0));
        d.building("west", false, (80.0, 30.0), (98.4, 49.0));
        d.building("east", false, (101.6, 30.0), (120.0, 49.0));
        if houses {
            d.building("north", false, (101.6, 56.0), (120.0, 70.0));
        }
        let mut b = Battle::drill(commanded(d), [3, 3, 3, 3, 3, 3]);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        done(&b);
        told_by(&p, &b, "17.03.2.a");
        let r = melee(&b, B);
        (by(&r, "attacker", "12.02.1"), by(&r, "defender", "12.02.1"))
    };
    assert_eq!(fight(false), (vec![], vec![-3]));
    assert_eq!(fight(true), (vec![], vec![]));
}

#[test]
fn a_support_unit_is_engaged_only_while_it_fights() {
    let p = proves!("12.03.7", "12.03.7.7");
    let fight = |beaten: bool| {
        let mut d = Drill::new();
        d.commander(Side::A, 100.0, 40.0);
        d.commander(Side::B, 100.0, 90.0);
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let c = d.infantry(Side::B, 30, Formation::Line, 100.0, 62.0, 180.0);
        let rear = d.unit(c).base.rear().y;
        let s = d.infantry(Side::B, 30, Formation::Line, 100.0, rear + 7.0, 180.0);
        let middle = d.unit(s).base.centre().y;
        let edge = 100.0 - d.unit(s).base.width / 2.0;
        let e = d.infantry(Side::A, 24, Formation::AttackColumn, edge - 9.0, middle, 90.0);
        for u in [a, c, s, e] {
            d.unit(u).nation = Nation::Other;
        }
        // The flank attack at 0.2: broken, or drawn so that both stand; then the attack in front at 0.7.
        let first: [u8; 6] = if beaten { [1, 1, 1, 6, 6, 6] } else { [3, 3, 2, 6, 6, 5] };
        let dice: Vec<u8> = first.into_iter().chain([3, 3, 3, 3, 3, 3]).collect();
        let mut b = Battle::drill(d.field(), dice);
        let no = [("support B2", Choice::No), ("support A", Choice::No)];
        turn_with(&mut b, &[("A1", attack("B1")), ("A2", attack("B2"))], &[], &no);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        if beaten {
            told_by(&p, &b, "12.03.7");
        } else {
            told_by(&p, &b, "12.03.7.7");
        }
        by(&melee(&b, c), "defender", "12.03.7")
    };
    assert_eq!(fight(true), [2]);
    assert!(fight(false).is_empty());
}

#[test]
fn a_line_that_has_announced_fire_goes_back_half_a_turn_after_it() {
    let p = proves!("03.02.8", "03.01.4.a");
    let run = |fires: bool, dice: &[u8]| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let body = d.infantry(Side::B, 30, Formation::Line, 100.0, 80.0, 180.0);
        let line = d.sent_out(body, 6, 1.5, 100.0, 66.0);
        let mut b = Battle::drill(commanded(d), dice);
        let fire = FireOrder { when: When::AtOnce, at: Vec::new(), range_in: false };
        let fire = if fires { Choice::Fire(fire) } else { Choice::No };
        let choices = [("line fires", fire), ("go back", Choice::Yes), ("support", Choice::No)];
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &choices);
        done(&b);
        let went = find(&b, |e| match e.kind {
            EventKind::Moved { unit, since, why: Why::GoesBack, .. } if unit == line => Some(since),
            _ => None,
        });
        told_by(&p, &b, "03.02.8");
        (b, went)
    };
    assert_eq!(run(false, &[]).1, Some(0.0));
    let (b, went) = run(true, &[3, 3, 3]);
    if went.is_none() {
        show(&b);
    }
    assert!((went.unwrap() - 0.5).abs() < 1e-6, "{went:?}");
    told_by(&p, &b, "03.01.4.a");
}

#[test]
fn of_two_commanders_the_nearer_one_counts() {
    let p = proves!("08.02.1", "08.02.3");
    let (mut d, a, c) = two_lines(5.0);
    for u in [a, c] {
        d.unit(u).nation = Nation::Other;
    }
    let brigade = CommandId(0);
    let division = d.command(Side::A, Level::Division, None);
    d.put_under(brigade, division);
    let high = d.commander(Side::A, 100.0, 30.0);
    let low = chakoten_napoleonic::unit::StaffId(0);
    d.with(high, a);
    d.with(low, a);
    // His die; three and three; then one for the other figure, who falls by it.
    let mut b = Battle::drill(d.field(), [5, 3, 3, 3, 3, 3, 3, 1]);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    done(&b);
    let fate = |s: chakoten_napoleonic::unit::StaffId| b.field()[s].fate;
    assert_eq!((fate(low), fate(high)), (StaffFate::Present, StaffFate::Fallen));
    assert_eq!(by(&melee(&b, c), "attacker", "08.02.1"), [1]);
    told_by(&p, &b, "08.02.1");
    told_by(&p, &b, "08.02.3");
}

#[test]
fn half_of_a_limbered_battery_in_flight_is_left_as_unmanned_guns() {
    let p = proves!("13.03.3");
    let run = |guns: u8| {
        let mut d = Drill::new();
        d.infantry(Side::A, 60, Formation::Line, 100.0, 50.0, 0.0);
        let g = d.battery(Side::B, guns, 100.0, 57.0, 180.0);
        d.limber(g, false);
        d.valour(g, -3);
        let mut b = Battle::drill(commanded(d), [6, 6, 6]);
        let fire = crate::field_day::fire(When::AtOnce);
        turn(&mut b, &[("A1", fire)], &[]);
        done(&b);
        state(&b, g, State::Complete);
        told_by(&p, &b, "13.03.3");
        b
    };
    // Two models: one stays with its horses, half of the guns with it.
    let b = run(8);
    let f = b.field();
    let left: Vec<_> = f.units.iter().filter_map(|u| u.unmanned_guns()).collect();
    assert_eq!(left.len(), 1);
    assert!(left[0].centre().y < 80.0, "where it stood");
    let battery = f[B].battery.as_ref().unwrap();
    assert_eq!((battery.guns, battery.left.is_some()), (4, false));
    // Rallied and back beside it the battery has the gun and its horses again (play.battery); a millimetre too far off it has not.
    let horses = f[B].battery.as_ref().unwrap().horses;
    let mans = |gap: f64| {
        let mut f = run(8).field().clone();
        f[B].state = State::Order;
        f[UnitId(0)].base.front = table::v2(20.0, 20.0);
        // It heads north, its rear towards the gun.
        let at = table::v2(100.0, left[0].rear().y + gap + f[B].base.depth);
        f[B].base = f[B].base.at(at, table::v2(0.0, 1.0));
        let mut b = Battle::drill(f, []);
        turn(&mut b, &[], &[("B1", crate::field_day::legs([chakoten_napoleonic::order::Leg::Man]))]);
        let of = b.field()[B].battery.clone().unwrap();
        (of.guns, of.horses, b.field().units.iter().filter(|u| u.unmanned_guns().is_some()).count())
    };
    // The volley had killed three of its eight horses; of the five half went with the gun that was left.
    assert_eq!(horses, 3);
    assert_eq!(mans(0.1), (8, 5, 0));
    assert_eq!(mans(0.2), (4, 3, 1));
    // Of one model nothing is left to take along.
    let b = run(4);
    let f = b.field();
    assert!(f[B].crew_alone() && f[B].unmanned_guns().is_some() && !f[B].limbered());
}

#[test]
fn muskets_that_do_not_reach_are_not_counted_with_rifles_that_would() {
    let p = proves!("play.mixed-arms");
    let figures = |y: f64, rifles: u16| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.unit(a).rifles = rifles;
        let c = d.infantry(Side::B, 24, Formation::AttackColumn, 92.5, y, 180.0);
        d.files(c, 3);
        let f = d.field();
        aim::small_arms(&f, &f[a], &f[c]).map(|x| (x.figures, x.by.id() == "play.mixed-arms"))
    };
    // The left ten stand 17.5 cm off, the next ones 18.3: those have the target in rifle range alone.
    assert_eq!(p.shows("play.mixed-arms", figures(67.5, 10)), Ok((10, true)));
    assert_eq!(figures(67.5, 0), Ok((10, false)));
    assert_eq!(figures(67.0, 10), Ok((20, true)), "the last ten only reach its rear");
    // Beyond musket range all who have the target in rifle range.
    assert_eq!(figures(70.0, 10), Ok((30, false)));
    // All of them with rifles.
    assert_eq!(figures(67.5, 30), Ok((30, false)));
}

#[test]
fn a_brigade_column_is_an_attack_column() {
    let p = proves!("12.02.1");
    let fight = |reading: &str| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 20, Formation::Line, 100.0, 50.0, 0.0);
        let behind = d.infantry(Side::A, 20, Formation::Line, 100.0, 40.0, 0.0);
        let c = d.infantry(Side::B, 30, Formation::Line, 100.0, 55.0, 180.0);
        d.read("brigade-column", reading);
        d.joined(a, &[behind]);
        let mut b = Battle::drill(commanded(d), [6, 6, 6, 1, 1, 1]);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        done(&b);
        state(&b, c, State::Complete);
        told_by(&p, &b, "12.02.1");
        by(&melee(&b, c), "attacker", "12.02.1")
    };
    assert_eq!(fight("all"), [2]);
    assert!(fight("each").is_empty());
}

#[test]
fn the_guns_of_a_column_come_up_one_after_another_and_fire_meanwhile() {
    let p = proves!("06.03.1", "10.01.3");
    // Eight foot guns, two models of 20 cm each with their teams: the second drives 20 cm, a whole turn, before its half turn.
    let run = |reading: &str, at: Option<f64>, dice: &[u8], turns: u8| {
        let mut d = Drill::new();
        let g = d.battery(Side::A, 8, 100.0, 60.0, 0.0);
        d.limber(g, true);
        d.read("guns-come-up", reading);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 75.0, 180.0);
        let mut b = Battle::drill(commanded(d), dice);
        let legs = vec![Leg::Unlimber { about: true }];
        let mut order = legs.clone();
        order.truncate(1);
        let fire = at.map(|at| FireOrder { when: When::Time(at), at: Vec::new(), range_in: false });
        turn(&mut b, &[("A1", Order { legs, fire, ..Order::default() })], &[]);
        for _ in 1..turns {
            turn(&mut b, &[("A1", crate::field_day::legs(order.clone()))], &[]);
        }
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        b
    };
    let fired = |b: &Battle| {
        b.events().iter().find_map(|e| match &e.kind {
            EventKind::Fired { men, .. } => Some((*men, e.rests_on("10.01.3"))),
            _ => None,
        })
    };
    let b = run("one-by-one", None, &[], 1);
    assert!(b.field()[A].limbered());
    let b = run("one-by-one", None, &[], 2);
    assert!(b.field()[A].unlimbered());
    told_by(&p, &b, "06.03.1");
    assert!(run("together", None, &[], 1).field()[A].unlimbered());
    // The leading gun is ready after half a turn: four of the eight fire.
    assert_eq!(fired(&run("one-by-one", Some(0.5), &[], 1)), None);
    let b = run("one-by-one", Some(0.6), &[1, 1, 1], 1);
    let (four, by) = fired(&b).unwrap();
    assert!(by);
    told_by(&p, &b, "10.01.3");
    let (eight, _) = fired(&run("together", Some(0.6), &[1, 1, 1], 1)).unwrap();
    assert_eq!(four * 2, eight);
    // Until the last is up it is fired on as a limbered battery.
    let target = aim::under_fire(
        b.field(),
        &b.field()[A],
        chakoten_napoleonic::procedures::Struck::Front,
        chakoten_napoleonic::troop::Cover::None,
        2.0,
    );
    assert!(target.limbered);
}

#[test]
fn infantry_that_is_changing_formation_is_not_stationary() {
    let p = proves!("12.02.1");
    let fight = |order: Vec<Leg>| {
        let (d, _, c) = two_lines(7.0);
        let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
        turn(&mut b, &[("A1", attack("B1"))], &[("B1", legs(order))]);
        done(&b);
        // At 0.2 it is still in line, as it was.
        assert_eq!(b.field()[c].formation, Formation::Line);
        by(&p.shows("12.02.1", melee(&b, c)), "defender", "12.02.1")
    };
    assert!(fight(Vec::new()).is_empty());
    assert_eq!(fight(vec![crate::field_day::form(Formation::AttackColumn)]), [-2]);
}

#[test]
fn a_danish_battalion_details_its_elite_company() {
    let p = proves!("04.01.1.b", "04.02.2");
    let may = |nation: Nation, companies: u8, off: u8| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 35, Formation::Line, 100.0, 50.0, 0.0);
        let u = d.unit(a);
        (u.nation, u.companies, u.skirmish) = (nation, companies, MaySkirmish::Sixth);
        let f = d.field();
        may_split(&f, &f[a], off).map(|s| s.by.id()).map_err(|by| by.id())
    };
    assert_eq!(p.shows("04.01.1.b", may(Nation::Denmark, 5, 1)), Ok("04.01.1.b"));
    assert_eq!(p.shows("04.02.2", may(Nation::Denmark, 5, 2)), Err("04.02.2"));
    // The rest of it has none, and Prussians have none at all.
    assert_eq!(may(Nation::Denmark, 4, 1), Err("04.02.2"));
    assert_eq!(may(Nation::Prussia, 5, 1), Err("04.02.2"));
}

/// What is offered to a side under the first question that begins so; the rest of the turn takes its defaults.
fn offers(b: &mut Battle, a: Orders, c: Orders, key: &str) -> Option<Vec<Choice>> {
    b.answer(Side::A, crate::field_day::sheet(a)).unwrap();
    b.answer(Side::B, crate::field_day::sheet(c)).unwrap();
    let mut found = None;
    for _ in 0..1000 {
        let Some((side, what)) = b.pending().first().copied() else { break };
        if what == Awaits::Orders {
            break;
        }
        let asked = b.asked().expect("something is asked");
        let of = asked.asked.iter().find(|x| x.key.starts_with(key)).map(|x| x.offers.to_vec());
        found = found.or(of);
        b.answer(side, Answer::Choices { choices: Default::default() }).unwrap();
    }
    found
}

#[test]
fn gunners_in_u_save_themselves_with_limbers_only_if_there_are_horses() {
    let p = proves!("13.03.1");
    let ways = |horses: u8| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        let c = d.battery(Side::B, 12, 100.0, 62.0, 180.0);
        d.valour(c, 5);
        d.unit(c).battery.as_mut().unwrap().horses = horses;
        let mut b = Battle::drill(commanded(d), [3, 3, 3, 3, 3, 3]);
        let all = offers(&mut b, &[("A1", attack("B1"))], &[], "guns B1");
        state(&b, B, State::Disorder);
        told_by(&p, &b, "13.03.1");
        all.expect("they choose")
    };
    let courses = |all: &[Course]| all.iter().map(|w| Choice::Way(*w)).collect::<Vec<_>>();
    let all = courses(&[Course::Limber, Course::Manhandle, Course::LeaveGuns, Course::WithLimbers]);
    assert_eq!((ways(12), ways(1)), (all.clone(), all));
    assert_eq!(ways(0), courses(&[Course::Manhandle, Course::LeaveGuns]));
}

#[test]
fn a_whole_unit_in_line_goes_back_when_the_unit_behind_it_is_attacked() {
    let p = proves!("03.02.8");
    // B1 is all in skirmish line; B2 behind it is its soutien, and B3 too far off to be one.
    let asked = |target: &str| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 40.0, 0.0);
        d.infantry(Side::B, 10, Formation::Skirmish, 100.0, 60.0, 180.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 70.0, 180.0);
        d.infantry(Side::B, 30, Formation::Line, 40.0, 70.0, 180.0);
        let mut b = Battle::drill(commanded(d), []);
        let all = offers(&mut b, &[("A1", attack(target))], &[], "go back B1");
        if all.is_some() {
            told_by(&p, &b, "03.02.8");
        }
        all.is_some()
    };
    assert!(asked("B1"));
    assert!(asked("B2"));
    assert!(!asked("B3"));
}
