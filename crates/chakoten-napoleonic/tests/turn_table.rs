//! What play reads off the table for the rows of tables VIII, XI and XV: cover, woods, houses and streets, guns that are coming up, squares that
//! face one way, horses and guns lost, nations and their schools.

use crate::field_day::{
    a1_fires, ahead, all, attack, attacks, by, charge, commanded, done, find, last_turn, legs, ruling, show,
    told_by, turn, turn_with,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::order::{Choice, Course, FireOrder, Leg, Order, When};
use chakoten_napoleonic::troop::{Cover, Formation, Nation, Obstacle, Weight};
use chakoten_napoleonic::unit::GunRow;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);

/// No nation has a trait.
fn plain(d: &mut Drill) {
    for u in [A, B] {
        d.unit(u).nation = Nation::Other;
    }
}

fn fought(d: Drill, dice: &[u8]) -> Battle {
    attacks(commanded(d), Side::A, dice)
}

fn fired(d: Drill, dice: &[u8]) -> Battle {
    a1_fires(commanded(d), dice)
}

/// A line of 30 before one of 30, so far off.
fn lines(gap: f64) -> Drill {
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 50.0 + gap, 180.0);
    plain(&mut d);
    d
}

#[test]
fn valour_counts_as_it_stands_for_who_fires_and_the_other_way_for_who_is_fired_at() {
    let p = proves!("skema.VIII.b");
    let mut d = lines(9.0);
    d.valour(A, 3).valour(B, -2);
    let b = fired(d, &[1, 1, 1]);
    told_by(&p, &b, "skema.VIII.b");
    assert_eq!((by(&b, "own", "skema.VIII.b"), by(&b, "morale", "skema.VIII.b")), (vec![3], vec![2]));
}

#[test]
fn cover_counts_in_base_contact_and_where_the_fire_passes_it() {
    let p = proves!("07.05.6");
    // A hedge so far before B, or behind it.
    let cover = |y: f64| {
        let mut d = lines(9.0);
        d.line("hedge", Obstacle::I, Cover::I, &[(60.0, y), (140.0, y)]);
        let b = fired(d, &[1, 1, 1]);
        let found = chakoten_napoleonic::cover::from_place(b.field(), &b.field()[B], table::v2(100.0, 50.0));
        (all(&b, "enemy"), p.shows("07.05.6", found).1.map(|c| c.id()))
    };
    assert_eq!((cover(58.9), cover(58.8), cover(62.0)), ((-2, Some("07.05.6")), (0, None), (0, None)));
}

#[test]
fn a_wood_is_cover_one_and_none_against_guns() {
    let p = proves!("16.03.2.a");
    let at = |guns: bool| {
        let mut d = Drill::new();
        if guns {
            d.battery(Side::A, 4, 100.0, 50.0, 0.0);
        } else {
            d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        }
        d.wood("wood", (60.0, 57.0), (140.0, 90.0));
        d.infantry(Side::B, 10, Formation::Skirmish, 100.0, 58.0, 180.0);
        plain(&mut d);
        fired(d, &[1, 1, 1])
    };
    let b = at(false);
    // Dense skirmishers and the cover.
    assert_eq!(all(&b, "enemy"), -4);
    let found = chakoten_napoleonic::cover::from_place(b.field(), &b.field()[B], table::v2(100.0, 50.0));
    assert_eq!(p.shows("16.03.2.a", found).1.map(|c| c.id()), Some("16.03.2.a"));
    let rows = ruling(&at(true)).modifiers.iter().filter(|m| m.side == "enemy").map(|m| m.value).sum::<i32>();
    // Dense skirmishers in zone 1.
    assert_eq!(rows, 0);
}

#[test]
fn columns_squares_and_flanks_count_for_nothing_in_a_building() {
    let p = proves!("17.01.2.a");
    let rows = |inside: bool| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 41.0, 0.0);
        if inside {
            d.building("house", false, (95.0, 50.0), (105.0, 60.0));
        }
        let c = d.infantry(Side::B, 10, Formation::AttackColumn, 100.0, 50.0, 180.0);
        plain(&mut d);
        if inside {
            d.inside(c, "house");
        }
        fired(d, &[1, 1, 1])
    };
    // Cover I and no addition for the column it stood in; in the open two for it.
    let b = rows(true);
    assert_eq!(all(&b, "enemy"), -2);
    let (counts, as_by) = b.field()[B].counted();
    assert_eq!(p.shows("17.01.2.a", (counts, as_by.map(|c| c.id()))), (Formation::Clump, Some("17.01.2.a")));
    assert_eq!(all(&rows(false), "enemy"), 2);
    let guns = |inside: bool| {
        let mut d = Drill::new();
        d.battery(Side::A, 4, 100.0, 20.0, 0.0);
        d.building("house", false, (95.0, 60.0), (105.0, 70.0));
        let c = d.infantry(Side::B, 10, Formation::Square, if inside { 100.0 } else { 125.0 }, 60.0, 180.0);
        plain(&mut d);
        if inside {
            d.inside(c, "house");
        }
        fired(d, &[1, 1, 1])
    };
    let b = guns(true);
    assert!(by(&b, "enemy", "10.02.5").is_empty());
    assert_eq!(by(&guns(false), "enemy", "10.02.5"), [4]);
}

#[test]
fn in_a_town_no_line_is_missed_and_foot_on_its_road_is_a_mass() {
    let p = proves!("17.03.1", "17.03.2.b");
    let fight = |town: bool| {
        let mut d = lines(12.0);
        if town {
            d.square(PatchKind::Town, "town", (60.0, 60.0), (140.0, 90.0));
        }
        fought(d, &[3; 6])
    };
    let open = fight(false);
    assert_eq!((by(&open, "attacker", "12.03.8"), by(&open, "defender", "12.03.8")), (vec![2], vec![2]));
    let b = fight(true);
    assert!(by(&b, "attacker", "12.03.8").is_empty() && by(&b, "defender", "12.03.8").is_empty());
    told_by(&p, &b, "17.03.1");
    // Horse along the road, which runs under the middle of the column's front or beside it.
    let ride = |x: f64, town: bool| {
        let mut d = Drill::new();
        d.cavalry(Side::A, 20, Formation::Line, 100.0, 40.0, 0.0);
        d.infantry(Side::B, 20, Formation::MarchColumn, 100.0, 62.0, 180.0);
        plain(&mut d);
        d.road("street", &[(x, 50.0), (x, 100.0)], 3.0);
        if town {
            d.square(PatchKind::Town, "town", (60.0, 61.0), (140.0, 100.0));
        }
        fought(d, &[3; 6])
    };
    let on_other = |b: &Battle| (by(b, "attacker", "12.03.3"), by(b, "defender", "12.03.3"));
    let b = ride(100.0, true);
    told_by(&p, &b, "17.03.2.b");
    assert_eq!(on_other(&b), (vec![], vec![]));
    assert_eq!(on_other(&ride(101.6, true)), (vec![1], vec![-2]));
    assert_eq!(on_other(&ride(100.0, false)), (vec![1], vec![-2]));
}

#[test]
fn a_battery_that_comes_up_counts_as_limbered_until_its_last_gun_stands() {
    let p = proves!("06.03.6");
    // Guns at 8 guns in column: the first is up at half a turn, the second when it has driven up beside it.
    let at = |when: f64| {
        let mut d = Drill::new();
        d.battery(Side::A, 4, 100.0, 20.0, 0.0);
        let c = d.battery(Side::B, 8, 100.0, 60.0, 180.0);
        d.limber(c, true);
        let mut b = Battle::drill(commanded(d), [1, 1, 1]);
        let shot = Order {
            fire: Some(FireOrder { when: When::Time(when), at: vec!["B1".into()], range_in: false }),
            ..Order::default()
        };
        turn(&mut b, &[("A1", shot)], &[("B1", legs([Leg::Unlimber { about: true }]))]);
        done(&b);
        b
    };
    let b = at(0.9);
    told_by(&p, &b, "06.03.6");
    assert!(b.field()[B].limbered(), "it takes longer than the turn");
    // Limbered artillery and not artillery in position.
    let rows: Vec<i32> = ruling(&b).modifiers.iter().filter(|m| m.side == "enemy").map(|m| m.value).collect();
    assert!(rows.contains(&-2) && !rows.contains(&-5), "{rows:?}");
}

#[test]
fn a_square_that_faces_one_way_has_flanks_and_goes_as_a_line() {
    let p = proves!("06.02.5", "12.03.6");
    // A faces north; horse comes from the east.
    let run = |faced: bool| {
        let mut d = Drill::new();
        d.cavalry(Side::A, 20, Formation::Line, 130.0, 60.0, 270.0);
        d.infantry(Side::B, 40, Formation::Square, 100.0, 64.0, 0.0);
        plain(&mut d);
        let mut f = commanded(d);
        if faced {
            chakoten_napoleonic::stance::face_square(&mut f[B], Some(0.0));
        }
        let centre = f[B].base.centre();
        f[A].base.front.y = centre.y;
        let mut b = Battle::drill(f, [3; 6]);
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor", Choice::Way(Course::Stand))]);
        done(&b);
        b
    };
    let b = run(true);
    assert_eq!((by(&b, "attacker", "12.03.6"), by(&b, "defender", "12.03.6")), (vec![3], vec![-3]));
    told_by(&p, &b, "12.03.6");
    assert!(by(&run(false), "attacker", "12.03.6").is_empty());
    // In a quarter turn it faces one way, then it marches as a line: 10 cm a turn and not 5.
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 40, Formation::Square, 100.0, 50.0, 0.0);
    let from = d.unit(u).base.front.y;
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([Leg::FaceSquare { degrees: Some(0.0) }, ahead()]))], &[]);
    told_by(&p, &b, "06.02.5");
    let gone = b.field()[u].base.front.y - from;
    assert!((gone - 7.5).abs() < 2e-3, "{gone}");
}

#[test]
fn counter_battery_fire_costs_equipment_with_a_pair_and_five_men() {
    let p = proves!("10.02.1.b");
    // Zone 1: four for the zone, five off for guns in position.
    let lost = |guns: u8, dice: &[u8]| {
        let mut d = Drill::new();
        d.battery(Side::A, guns, 100.0, 40.0, 0.0);
        d.battery(Side::B, 8, 100.0, 60.0, 180.0);
        plain(&mut d);
        d.valour(B, 5);
        let b = fired(d, dice);
        let of = b.field()[B].battery.as_ref().unwrap();
        let found = (8 - of.guns, 8 - of.horses, 16 - of.loads);
        if found != (0, 0, 0) {
            assert!(p.shows("10.02.1.b", ruling(&b)).clauses.iter().any(|c| c.id() == "10.02.1.b"));
        }
        found
    };
    assert_eq!(lost(8, &[5, 5, 4]), (1, 0, 0));
    assert_eq!(lost(8, &[5, 5, 3]), (0, 3, 0));
    assert_eq!(lost(8, &[6, 5, 5]), (0, 0, 4));
    assert_eq!(lost(8, &[5, 5, 5]), (2, 0, 0));
    assert_eq!(lost(8, &[5, 4, 3]), (0, 0, 0));
    // One gun that hits fewer than five men does no such harm.
    assert_eq!(lost(1, &[1, 1, 4]), (0, 0, 0));
}

#[test]
fn small_arms_kill_limber_horses() {
    let p = proves!("skema.IX.a");
    // One off for limbered artillery, two for the first fire: 14 on the dice is 15.
    let horses = |dice: &[u8], limbered: bool| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let c = d.battery(Side::B, 8, 100.0, 59.0, 180.0);
        plain(&mut d);
        d.valour(c, 5);
        if limbered {
            d.limber(c, false);
        }
        let b = fired(d, dice);
        let lost = 8 - b.field()[B].battery.as_ref().unwrap().horses;
        if lost > 0 {
            told_by(&p, &b, "skema.IX.a");
        }
        lost
    };
    assert_eq!(horses(&[5, 5, 3], true), 0);
    assert_eq!(horses(&[5, 5, 4], true), 1);
    assert_eq!(horses(&[6, 5, 5], true), 2);
}

#[test]
fn twelve_pounders_hit_harder() {
    let p = proves!("skema.XI.a");
    let rows = |gun: u8| {
        let mut d = Drill::new();
        d.battery(Side::A, 4, 100.0, 40.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        plain(&mut d);
        d.unit(A).battery.as_mut().unwrap().gun = GunRow(gun);
        let b = fired(d, &[1, 1, 1]);
        let points = by(&b, "own", "skema.XI.a");
        if !points.is_empty() {
            told_by(&p, &b, "skema.XI.a");
        }
        points
    };
    // A short Russian and a long one, a French one of either year; an English 9 and a Saxon 8 pounder are none.
    for gun in [19, 24, 25, 27] {
        assert_eq!(rows(gun), [2], "{gun}");
    }
    for gun in [12, 15, 18] {
        assert!(rows(gun).is_empty(), "{gun}");
    }
}

#[test]
fn cossacks_do_not_charge_and_have_their_own_march() {
    let p = proves!("15.02.1");
    let mut d = Drill::new();
    let u = d.cavalry(Side::A, 25, Formation::AttackColumn, 100.0, 30.0, 0.0);
    d.weight(u, Weight::Cossack);
    let half = Leg::March {
        way: chakoten_napoleonic::order::Way::Ahead,
        gait: chakoten_napoleonic::troop::Gait::March,
        until: chakoten_napoleonic::order::Until::Turns(0.5),
    };
    let mut b = Battle::drill(commanded(d), []);
    let from = b.field()[u].base.front.y;
    turn(&mut b, &[("A1", legs([half, charge()]))], &[]);
    // It goes on as it marched, and is at no charge.
    told_by(&p, &b, "15.02.1");
    assert!(find(&b, |e| matches!(e.kind, EventKind::Charging { .. }).then_some(())).is_none());
    assert!(b.field()[u].record.charge.is_none());
    let gone = b.field()[u].base.front.y - from;
    assert!((gone - 40.0).abs() < 2e-3, "{gone}");
}

#[test]
fn russian_skirmishers_may_stand_before_a_closed_enemy() {
    let p = proves!("russia.4");
    let run = |nation: Nation, stands: bool, dice: &[u8]| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        let body = d.infantry(Side::B, 30, Formation::Line, 100.0, 80.0, 180.0);
        let line = d.sent_out(body, 6, 1.5, 100.0, 64.0);
        d.unit(A).nation = Nation::Other;
        for u in [body, line] {
            d.unit(u).nation = nation;
            d.unit(u).troops.lines_stand = nation == Nation::Russia;
        }
        let mut b = Battle::drill(commanded(d), dice);
        let choices = [
            ("line fires", Choice::No),
            ("go back", Choice::No),
            ("support", Choice::No),
            ("line stands", if stands { Choice::Yes } else { Choice::No }),
            ("victor", Choice::Way(Course::Stand)),
        ];
        turn_with(&mut b, &[("A1", attack("B2"))], &[], &choices);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::Melee { target, .. } if target == line))
    };
    assert!(run(Nation::Russia, true, &[1, 1, 1, 6, 6, 6]));
    assert!(!p.shows("russia.4", run(Nation::Russia, false, &[])));
    assert!(!run(Nation::Prussia, true, &[]));
}

#[test]
fn a_march_column_or_clump_is_no_soutien_and_its_line_goes_back_at_once() {
    let p = proves!("14.02.4.b");
    let run = |formation: Formation| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 20.0, 20.0, 0.0);
        let body = d.infantry(Side::B, 30, formation, 100.0, 80.0, 180.0);
        let line = d.sent_out(body, 6, 1.5, 100.0, 64.0);
        plain(&mut d);
        let mut b = Battle::drill(commanded(d), []);
        turn_with(&mut b, &[], &[], &[("line fires", Choice::No)]);
        done(&b);
        let back = b.field()[line].base.front.y > 64.5;
        if back {
            told_by(&p, &b, "14.02.4.b");
        }
        back
    };
    for formation in [Formation::Line, Formation::AttackColumn, Formation::Mass, Formation::Square] {
        assert!(!run(formation), "{formation:?}");
    }
    for formation in [Formation::MarchColumn, Formation::Clump, Formation::SingleFile] {
        assert!(run(formation), "{formation:?}");
    }
}

#[test]
fn both_sides_add_up_their_own_columns_and_the_results_are_compared() {
    let p = proves!("skema.XV.a", "04.05.1.a");
    let fight = |valour: [i8; 2]| {
        let mut d = lines(5.0);
        d.valour(A, valour[0]).valour(B, valour[1]);
        let b = fought(d, &[3, 3, 3, 2, 3, 4]);
        let r = ruling(&b).clone();
        let total = |side: &str| r.totals[side].as_i64().expect("a number");
        for side in ["attacker", "defender"] {
            assert_eq!(total(side), 9 + i64::from(all(&b, side)), "{side}");
        }
        assert!(r.clauses.iter().any(|c| c.id() == "skema.XV.a"));
        (
            by(&b, "attacker", "04.05.1.a"),
            by(&b, "defender", "04.05.1.a"),
            total("attacker") - total("defender"),
        )
    };
    let (_, _, even) = p.shows("skema.XV.a", fight([0, 0]));
    assert_eq!(fight([2, -1]), (vec![2], vec![-1], even + 3));
    assert_eq!(p.shows("04.05.1.a", fight([5, -4])), (vec![5], vec![-4], even + 9));
}
