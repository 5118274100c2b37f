//! Attacks as positions decide them (07.01, 07.03, 03.03.5, XV.b, 08.03.1, play.away, play.threat).

use crate::field_day::{done, told_by, turn_with};
use chakoten_acw::attack::*;
use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::ground::{LineKind, PatchKind};
use chakoten_acw::losses::{Cause, morale_situation};
use chakoten_acw::order::Choice;
use chakoten_acw::procedures::Morale;
use chakoten_acw::troop::Formation::{AttackColumn, Chain, Line, MarchColumn, ThinLine};
use chakoten_acw::troop::{Gun, Obstacle, State};
use chakoten_acw::{EventKind, Field, Side, UnitId, proves};
use table::{Pose, V2, v2};
use umpire::{HandDice, judge};

/// A defender of 30 in line at (120, 80) looking south, and an attacker of 30 in line looking along `bearing`, the middle of its
/// front there.
fn attack(d: &mut Drill, x: f64, y: f64, bearing: f64) -> (UnitId, UnitId) {
    (d.infantry(Side::A, 30, Line, x, y, bearing), d.infantry(Side::B, 30, Line, 120.0, 80.0, 180.0))
}

fn judged(f: &Field, a: UnitId, b: UnitId) -> Aspect {
    let from = aspect(f, &f[a], &f[b], f[a].base.dir);
    let by = match from {
        Aspect::Front => None,
        Aspect::Outflanks => Some("07.03.3"),
        Aspect::Flank | Aspect::Rear => Some("07.03.4"),
    };
    assert_eq!(from.clause().map(|c| c.id()), by);
    from
}

#[test]
fn who_may_attack() {
    let _p = proves!("07.01.4");
    let mut d = Drill::new();
    let foot = d.infantry(Side::A, 30, Line, 30.0, 50.0, 0.0);
    let slight = d.infantry(Side::A, 30, Line, 50.0, 50.0, 0.0);
    let disorder = d.infantry(Side::A, 30, Line, 70.0, 50.0, 0.0);
    let fled = d.cavalry(Side::A, 12, Line, 90.0, 50.0, 0.0);
    let guns = d.limbered(Side::A, Gun::Napoleon, 4, 110.0, 50.0, 0.0);
    let wagon = d.wagon(Side::A, 130.0, 50.0, 0.0);
    let pinned = d.infantry(Side::A, 30, Line, 150.0, 50.0, 0.0);
    d.state(slight, State::Slight).state(disorder, State::Disorder).state(fled, State::Complete);
    d.unit(pinned).pinned_to = Some(1);
    let f = d.field();
    for u in [foot, slight] {
        assert_eq!(may_attack(&f, &f[u]), Ok(()));
    }
    for u in [disorder, fled, guns, wagon] {
        assert_eq!(may_attack(&f, &f[u]).unwrap_err().id(), "07.01.4");
    }
    assert_eq!(may_attack(&f, &f[pinned]).unwrap_err().id(), "04.02.8.a");
}

#[test]
fn enough_of_the_regiment_must_attack() {
    let p = proves!("03.03.5.a", "03.03.5.b", "03.03.5.c");
    let share = |f: &Field, u: UnitId| attack_share_ok(f, &f[u]).map_err(|by| by.id()).map(|by| by.id());
    let by = |enough: bool, clause| if enough { Ok(clause) } else { Err("03.03.5.c") };
    // (figures of the part, of the rest, on foot enough, on horseback enough)
    for (part, rest, foot, horse) in [
        (15, 15, false, true),
        (16, 14, true, true),
        (10, 20, false, true),
        (9, 21, false, false),
        (8, 17, false, false),
        (30, 0, true, true),
    ] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, part, Line, 30.0, 50.0, 0.0);
        let c = d.cavalry(Side::A, part, Line, 60.0, 50.0, 0.0);
        let m = d.dismounted(Side::A, part, Line, 90.0, 50.0, 0.0);
        if rest > 0 {
            let b = d.infantry(Side::A, rest, Line, 30.0, 90.0, 0.0);
            let e = d.cavalry(Side::A, rest, Line, 60.0, 90.0, 0.0);
            let n = d.dismounted(Side::A, rest, Line, 90.0, 90.0, 0.0);
            d.part_of(a, b).part_of(c, e).part_of(m, n);
        }
        let f = d.field();
        assert_eq!(share(&f, a), by(foot, "03.03.5.a"), "{part} of {}", part + rest);
        assert_eq!(share(&f, c), by(horse, "03.03.5.b"), "{part} of {}", part + rest);
        assert_eq!(share(&f, m), by(foot, "03.03.5.a"), "dismounted counts as infantry");
    }
    // Parts that attack together count together.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 9, Line, 30.0, 50.0, 0.0);
    let b = d.infantry(Side::A, 21, Line, 60.0, 50.0, 0.0);
    d.part_of(b, a);
    let f = d.field();
    assert_eq!(p.shows("03.03.5.c", share(&f, a)), Err("03.03.5.c"));
    assert_eq!(p.shows("03.03.5.a", attack_share(&f, &f[a], 30)).unwrap().id(), "03.03.5.a");
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 10, Line, 30.0, 50.0, 0.0);
    let b = d.cavalry(Side::A, 20, Line, 60.0, 50.0, 0.0);
    d.part_of(b, a);
    let f = d.field();
    assert_eq!(p.shows("03.03.5.b", share(&f, a)), Ok("03.03.5.b"), "exactly a third");
}

#[test]
fn flank_attack_needs_45_degrees_and_half_behind_the_front_line() {
    let _p = proves!("07.03.4");
    // The defender looks south; its front line is y = 80, its left is in the east.
    for (y, bearing, want) in [
        (84.0, 270.0, Aspect::Flank),
        (84.0, 316.0, Aspect::Outflanks),
        (90.0, 315.0, Aspect::Flank),
        (90.0, 315.1, Aspect::Outflanks),
        (90.0, 226.0, Aspect::Flank),
        (95.0, 225.0, Aspect::Rear),
    ] {
        let mut d = Drill::new();
        let (a, b) = attack(&mut d, 135.0, y, bearing);
        let f = d.field();
        assert_eq!(judged(&f, a, b), want, "{y} {bearing}");
    }
    let mut d = Drill::new();
    let (a, b) = attack(&mut d, 120.0, 90.0, 180.0);
    let f = d.field();
    assert_eq!(judged(&f, a, b), Aspect::Rear);
    assert!(!Aspect::Rear.frontal() && !Aspect::Flank.frontal() && Aspect::Outflanks.frontal());
    // Marching west along the front line: half of the figures behind it, or one file fewer.
    for (y, want) in [(80.4, Aspect::Flank), (79.6, Aspect::Outflanks)] {
        let mut d = Drill::new();
        let b = d.infantry(Side::B, 30, Line, 120.0, 80.0, 180.0);
        let a = d.infantry(Side::A, 28, Line, 130.0, y, 270.0);
        let f = d.field();
        assert_eq!(judged(&f, a, b), want, "{y}");
    }
}

#[test]
fn outflanking_needs_20_degrees_and_two_companies_past_the_flank() {
    let _p = proves!("07.03.3");
    // Coming from the south-east (the defender's left), the middle of the front near the defender's corner at (126, 80).
    let at = |bearing: f64, past: f64| {
        let mut d = Drill::new();
        let b = d.infantry(Side::B, 30, Line, 120.0, 80.0, 180.0);
        // The middle file's line strikes the front line `past` cm beyond the corner.
        let dir = V2::bearing(bearing);
        let front = v2(126.0 + past, 80.0) - dir * 5.0;
        let a = d.infantry(Side::A, 30, Line, front.x, front.y, bearing);
        let f = d.field();
        judged(&f, a, b)
    };
    assert_eq!(at(340.0, 0.0), Aspect::Outflanks);
    assert_eq!(at(340.1, 0.0), Aspect::Front, "less than 20 degrees");
    assert_eq!(at(0.0, 5.0), Aspect::Front);
    // Two ranks: three files, or 2.4 cm of front (2.55 along the front line), make two companies.
    assert_eq!(at(340.0, -6.0 / 0.9396926 + 2.7), Aspect::Outflanks);
    assert_eq!(at(340.0, -6.0 / 0.9396926 + 2.0), Aspect::Front);
    // Beyond the flank but going away from it.
    assert_eq!(at(20.0, 8.0), Aspect::Front);
}

#[test]
fn a_covered_flank_is_not_outflanked() {
    let _p = proves!("07.03.3");
    let field = |put: &dyn Fn(&mut Drill)| {
        let mut d = Drill::new();
        let b = d.infantry(Side::B, 30, Line, 120.0, 80.0, 180.0);
        let front = v2(128.0, 80.0) - V2::bearing(330.0) * 5.0;
        let a = d.infantry(Side::A, 30, Line, front.x, front.y, 330.0);
        put(&mut d);
        let f = d.field();
        judged(&f, a, b)
    };
    assert_eq!(field(&|_| {}), Aspect::Outflanks);
    let friend = |x: f64, state| {
        field(&move |d: &mut Drill| {
            let u = d.infantry(Side::B, 30, Line, x, 80.0, 180.0);
            d.state(u, state);
        })
    };
    assert_eq!(friend(132.0, State::Order), Aspect::Front, "base to base");
    assert_eq!(friend(134.0, State::Order), Aspect::Front, "2 cm apart");
    assert_eq!(friend(134.1, State::Order), Aspect::Outflanks);
    assert_eq!(friend(132.0, State::Complete), Aspect::Outflanks, "nobody leans on men who run");
    assert_eq!(friend(108.0, State::Order), Aspect::Outflanks, "that is the other flank");
    assert_eq!(
        field(&|d| {
            d.square(PatchKind::Lake, "pond", (127.0, 60.0), (140.0, 90.0));
        }),
        Aspect::Front
    );
    assert_eq!(
        field(&|d| {
            d.square(PatchKind::Wood, "copse", (127.0, 60.0), (140.0, 90.0));
        }),
        Aspect::Outflanks
    );
    assert_eq!(
        field(&|d| {
            d.line(LineKind::Other, "cliff", &[(127.0, 60.0), (127.0, 90.0)]);
            d.last_line().unwrap().obstacle = Obstacle::IV;
        }),
        Aspect::Front
    );
}

#[test]
fn a_garrison_has_neither_flank_nor_rear() {
    let p = proves!("02.04.3.a");
    let mut d = Drill::new();
    d.building("mill", false, (114.0, 80.0), (126.0, 86.0));
    let (a, b) = attack(&mut d, 120.0, 92.0, 180.0);
    d.inside(b, &["mill"]);
    d.general(Side::A, 140.0, 110.0);
    let f = d.field();
    assert_eq!(judged(&f, a, b), Aspect::Front);
    // In play it is told so: 30 against 30, 7 keeps it in order.
    let mut b = Battle::drill(f, [3, 4]);
    let no = [("surprised", Choice::No)];
    turn_with(&mut b, &[("A1", "attack: march")], &[], &no);
    let told = told_by(&p, &b, "02.04.3.a");
    assert!(matches!(told[0].kind, EventKind::BreakIn { .. }));
    done(&b);
}

#[test]
fn support() {
    let p = proves!("07.03.5");
    // The supported unit's front is at y = 80, its rear at 77; the support looks north from `cm` behind.
    let has = |figures: u16, form, cm: f64, facing: f64, change: &dyn Fn(&mut Drill, UnitId)| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, Line, 120.0, 80.0, 0.0);
        let s = d.infantry(Side::A, figures, form, 120.0, 77.0 - cm, facing);
        change(&mut d, s);
        let f = d.field();
        chakoten_acw::attack::support(&f, &f[u]) == Some(s)
    };
    let as_is = |_: &mut Drill, _: UnitId| {};
    assert!(has(30, Line, 20.0, 0.0, &as_is));
    assert!(!has(30, Line, 20.1, 0.0, &as_is));
    assert!(has(6, Line, 5.0, 0.0, &as_is) && !has(5, Line, 5.0, 0.0, &as_is));
    assert!(has(30, AttackColumn, 5.0, 0.0, &as_is) && has(30, MarchColumn, 5.0, 0.0, &as_is));
    assert!(!has(30, ThinLine, 5.0, 0.0, &as_is) && !has(12, Chain, 5.0, 0.0, &as_is));
    assert!(!has(30, Line, 5.0, 180.0, &as_is));
    // The nearest point lies straight ahead: its own turn is the angle.
    assert!(has(12, Line, 10.0, 30.0, &as_is) && !has(12, Line, 10.0, 30.1, &as_is));
    for (state, ok) in [(State::Slight, true), (State::Disorder, false), (State::Complete, false)] {
        assert_eq!(
            has(30, Line, 5.0, 0.0, &|d, s| {
                d.state(s, state);
            }),
            ok
        );
    }
    assert!(!has(30, Line, 5.0, 0.0, &|d, s| d.unit(s).pinned_to = Some(1)));
    assert!(!has(30, Line, 5.0, 0.0, &|d, s| {
        let other = d.brigade(Side::A);
        d.unit(s).command = other;
    }));
    // Guns have no companies.
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Line, 120.0, 80.0, 0.0);
    d.battery(Side::A, Gun::Napoleon, 6, 120.0, 70.0, 0.0);
    let f = d.field();
    assert_eq!(chakoten_acw::attack::support(&f, &f[u]), None);
    // What it is worth in a test of morale rests on it.
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Line, 120.0, 80.0, 0.0);
    d.infantry(Side::A, 30, Line, 120.0, 57.0, 0.0);
    let tested = |f: &Field| {
        let cause = Cause::Artillery { cm: 20.0, from: v2(120.0, 100.0), marching: false };
        let (_, r) = judge::<Morale>(&morale_situation(f, u, cause, 1), &mut HandDice::new([3, 4]));
        r.clauses.iter().any(|c| c.id() == "07.03.5")
    };
    let mut f = d.field();
    assert!(p.shows("07.03.5", tested(&f)));
    f[UnitId(1)].base.front.y = 56.9;
    assert!(!tested(&f));
}

#[test]
fn of_several_supports_the_nearest_then_the_larger_then_the_earlier() {
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Line, 120.0, 80.0, 0.0);
    let far = d.infantry(Side::A, 30, Line, 120.0, 60.0, 0.0);
    let small = d.infantry(Side::A, 12, Line, 116.0, 70.0, 0.0);
    let large = d.infantry(Side::A, 18, Line, 124.0, 70.0, 0.0);
    let f = d.field();
    assert_ne!(far, large);
    assert_eq!(chakoten_acw::attack::support(&f, &f[u]), Some(large));
    assert_ne!(small, large);
}

#[test]
fn fire_from_behind_the_front_line_is_fire_in_the_flank() {
    let p = proves!("XV.b");
    let mut d = Drill::new();
    d.building("mill", false, (30.0, 30.0), (40.0, 40.0));
    let u = d.infantry(Side::A, 30, Line, 120.0, 80.0, 0.0);
    let g = d.infantry(Side::A, 9, Line, 35.0, 35.0, 0.0);
    d.inside(g, &["mill"]);
    let mut f = d.field();
    assert!(!fired_in_flank(&f, &f[u], v2(120.0, 100.0)));
    assert!(!fired_in_flank(&f, &f[u], v2(200.0, 80.0)), "on the line itself is not behind it");
    assert!(fired_in_flank(&f, &f[u], v2(200.0, 79.9)));
    assert!(fired_in_flank(&f, &f[u], v2(120.0, 20.0)));
    assert!(!fired_in_flank(&f, &f[g], v2(35.0, 5.0)));
    let tested = |y: f64| {
        let cause = Cause::Artillery { cm: 20.0, from: v2(200.0, y), marching: false };
        let (_, r) = judge::<Morale>(&morale_situation(&f, u, cause, 1), &mut HandDice::new([3, 4]));
        r.modifiers.iter().filter(|m| m.clause.id() == "XV.b").map(|m| m.value).sum::<i32>()
    };
    assert_eq!((tested(80.0), p.shows("XV.b", tested(79.9))), (0, -3));
    f[u].state = State::Complete;
    assert!(!fired_in_flank(&f, &f[u], v2(120.0, 20.0)));
}

/// The target, by the clause that says so.
fn announced(found: Option<(UnitId, umpire::Clause)>) -> Option<UnitId> {
    found.inspect(|(_, by)| assert_eq!(by.id(), "play.attack-target")).map(|(u, _)| u)
}

#[test]
fn the_announced_target_is_the_first_that_the_front_would_meet() {
    let _p = proves!("play.attack-target");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Line, 120.0, 40.0, 0.0);
    let far = d.infantry(Side::B, 30, Line, 120.0, 60.0, 180.0);
    let near = d.infantry(Side::B, 12, Line, 127.0, 55.0, 180.0);
    let beside = d.infantry(Side::B, 12, Line, 140.0, 45.0, 180.0);
    let friend = d.infantry(Side::A, 12, Line, 120.0, 44.0, 0.0);
    let f = d.field();
    let base = f[a].base;
    let north = v2(0.0, 1.0);
    assert_eq!(announced(announced_target(&f, &f[a], &[(base, north, 20.0)])), Some(near));
    assert_eq!(announced(announced_target(&f, &f[a], &[(base, north, 15.0)])), Some(near));
    assert_eq!(announced_target(&f, &f[a], &[(base, north, 14.9)]), None);
    assert_eq!(announced_target(&f, &f[a], &[]), None);
    let west = base.moved(v2(-4.0, 0.0));
    assert_eq!(announced(announced_target(&f, &f[a], &[(west, north, 50.0)])), Some(far));
    // Two legs: straight on, then east after a turn.
    let there = base.moved(v2(0.0, 3.0)).at(v2(126.0, 44.0), v2(1.0, 0.0));
    let legs = [(base, north, 3.0), (there, v2(1.0, 0.0), 30.0)];
    assert_eq!(announced(announced_target(&f, &f[a], &legs)), Some(beside));
    assert_eq!(announced_target(&f, &f[a], &[(base, north, f64::NAN)]), None);
    assert_ne!(friend, near);
}

#[test]
fn equal_targets_go_by_size() {
    let _p = proves!("play.attack-target");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Line, 120.0, 40.0, 0.0);
    let small = d.infantry(Side::B, 6, Line, 116.0, 60.0, 180.0);
    let large = d.infantry(Side::B, 12, Line, 123.0, 60.0, 180.0);
    let f = d.field();
    let got = announced_target(&f, &f[a], &[(f[a].base, v2(0.0, 1.0), 50.0)]);
    assert_eq!(announced(got), Some(large));
    assert!(small < large);
}

#[test]
fn threats() {
    let _p = proves!("play.threat");
    let by = |arm: &dyn Fn(&mut Drill) -> UnitId, target: &dyn Fn(&mut Drill) -> UnitId| {
        let mut d = Drill::new();
        let (e, u) = (arm(&mut d), target(&mut d));
        let f = d.field();
        threatens(&f, &f[e], &f[u]).inspect(|by| assert_eq!(by.id(), "play.threat")).is_some()
    };
    let foot = |cm: f64| move |d: &mut Drill| d.infantry(Side::A, 30, Line, 120.0, 80.0 - cm, 0.0);
    let chain = |d: &mut Drill| d.infantry(Side::B, 11, Chain, 120.0, 80.0, 180.0);
    let guns = |d: &mut Drill| d.battery(Side::B, Gun::Napoleon, 4, 120.0, 80.0, 180.0);
    assert!(by(&foot(8.0), &chain) && !by(&foot(8.1), &chain));
    assert!(by(&foot(8.0), &guns) && !by(&foot(8.1), &guns));
    assert!(by(&|d| d.cavalry(Side::A, 12, Line, 120.0, 75.0, 0.0), &chain));
    assert!(!by(&foot(5.0), &|d| d.infantry(Side::B, 30, Line, 120.0, 80.0, 180.0)));
    assert!(!by(&foot(5.0), &|d| d.limbered(Side::B, Gun::Napoleon, 4, 120.0, 80.0, 180.0)));
    assert!(!by(&foot(5.0), &|d| d.infantry(Side::A, 11, Chain, 120.0, 80.0, 180.0)));
    assert!(!by(&|d| d.battery(Side::A, Gun::Napoleon, 4, 120.0, 75.0, 0.0), &chain));
    for (state, ok) in [(State::Slight, true), (State::Disorder, false), (State::Complete, false)] {
        let enemy = |d: &mut Drill| {
            let u = foot(5.0)(d);
            d.state(u, state);
            u
        };
        assert_eq!(by(&enemy, &chain), ok);
    }
    let pinned = |d: &mut Drill| {
        let u = foot(5.0)(d);
        d.unit(u).pinned_to = Some(1);
        u
    };
    assert!(!by(&pinned, &chain));
    let mut d = Drill::new();
    let (e, u) = (foot(5.0)(&mut d), chain(&mut d));
    let f = d.field();
    assert!(marches_towards(&f, &f[e], v2(0.0, 1.0), &f[u]));
    assert!(!marches_towards(&f, &f[e], v2(0.0, -1.0), &f[u]));
}

#[test]
fn beside_and_behind_the_fleeing() {
    let p = proves!("08.03.1", "08.03.4");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Line, 120.0, 80.0, 0.0);
    let behind_it = d.infantry(Side::A, 30, Line, 120.0, 70.0, 0.0);
    let beside = d.infantry(Side::A, 30, Line, 134.0, 82.0, 0.0);
    let ahead = d.infantry(Side::A, 30, Line, 134.0, 83.1, 0.0);
    let on_line = d.infantry(Side::A, 30, Line, 106.0, 83.0, 0.0);
    let aside = d.infantry(Side::A, 30, Line, 132.0, 70.0, 0.0);
    let f = d.field();
    let former = f[u].base;
    assert!(beside_or_behind(&f, &former, &f[behind_it]).is_some());
    assert!(beside_or_behind(&f, &former, &f[beside]).is_some());
    assert!(beside_or_behind(&f, &former, &f[on_line]).is_some());
    assert!(beside_or_behind(&f, &former, &f[ahead]).is_none());
    let south = v2(0.0, -1.0);
    assert!(behind(&f, &former, south, &f[behind_it]).is_some());
    assert!(behind(&f, &former, south, &f[beside]).is_none());
    // Who stands flank to flank with its path is behind, but not on it.
    assert!(beside_or_behind(&f, &former, &f[aside]).is_some());
    assert!(behind(&f, &former, south, &f[aside]).is_none());
    let endangered = beside_or_behind(&f, &former, &f[beside]);
    assert_eq!(p.shows("08.03.1", endangered).unwrap().id(), "08.03.1");
    assert_eq!(p.shows("08.03.4", behind(&f, &former, south, &f[behind_it])).unwrap().id(), "08.03.4");
}

#[test]
fn away_from_the_cause() {
    let _p = proves!("play.away");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Line, 120.0, 80.0, 0.0);
    let north = d.infantry(Side::B, 60, Line, 125.0, 100.0, 180.0);
    let east = d.infantry(Side::B, 30, MarchColumn, 150.0, 78.5, 270.0);
    let over = d.infantry(Side::B, 30, Line, 120.0, 77.0, 180.0);
    let f = d.field();
    // The nearest point of the long line lies straight ahead.
    let north = away_direction(&f, &f[u], &f[north]);
    assert_eq!((north.dir, north.by.id()), (v2(0.0, -1.0), "play.away"));
    let w = away_direction(&f, &f[u], &f[east]).dir;
    assert!((w.x + 1.0).abs() < 1e-9 && w.y.abs() < 1e-9);
    assert_eq!(away_direction(&f, &f[u], &f[over]).dir, v2(0.0, -1.0), "in each other: to the rear");
}

#[test]
fn flight_goes_to_the_own_edge_if_it_leads_away_from_the_enemy() {
    let p = proves!("04.02.2", "play.away", "08.04.3.b");
    let flight = |x: f64, y: f64, attempts: u8| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, Line, 120.0, 80.0, 0.0);
        d.infantry(Side::B, 12, AttackColumn, x, y, 0.0);
        d.state(u, State::Complete);
        d.unit(u).record.attempts = attempts;
        let f = d.field();
        let to = flight_direction(&f, &f[u]);
        (to.dir, to.by.id())
    };
    let home = v2(0.0, -1.0);
    assert_eq!(p.shows("04.02.2", flight(120.0, 110.0, 0)), (home, "04.02.2"));
    // One that stands in the way, 40 cm off or farther: from the rear at 77 to the front edge of the enemy.
    assert_eq!(flight(120.0, 36.9, 0), (home, "04.02.2"));
    assert_eq!(p.shows("play.away", flight(120.0, 37.0, 0)), (v2(0.0, 1.0), "play.away"));
    // Beside it: the way home leads away from him all the same.
    assert_eq!(flight(140.0, 81.5, 0), (home, "04.02.2"));
    let aslant = flight(140.0, 70.0, 0).0;
    assert!(aslant.x < 0.0 && aslant.y > 0.0);
    assert_eq!(flight(120.0, 60.0, 2).1, "play.away");
    assert_eq!(
        p.shows("08.04.3.b", flight(120.0, 60.0, 3)),
        (home, "08.04.3.b"),
        "lost for good, it knows only one way"
    );
}

#[test]
fn a_declared_retreat_goes_from_the_nearest_enemy_in_sight() {
    let _p = proves!("play.away");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Line, 120.0, 60.0, 90.0);
    let far = d.infantry(Side::B, 30, Line, 120.0, 130.0, 180.0);
    let hidden = d.infantry(Side::B, 12, Line, 60.0, 60.0, 90.0);
    d.square(PatchKind::Wood, "copse", (40.0, 40.0), (80.0, 80.0));
    let f = d.field();
    assert_eq!(nearest_enemy_in_sight(&f, &f[u]), Some(far));
    assert!(retreat_direction(&f, &f[u]).dir.y < -0.9);
    assert_eq!(nearest_enemy(&f, &f[u], 250.0), Some(hidden));
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Line, 120.0, 60.0, 90.0);
    let f = d.field();
    let rear = retreat_direction(&f, &f[u]);
    assert_eq!((rear.dir, rear.by.id()), (v2(-1.0, 0.0), "play.away"));
}

#[test]
fn nothing_here_panics_on_odd_places() {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 1, Line, 120.0, 60.0, 0.0);
    let b = d.infantry(Side::B, 0, Line, 120.0, 60.0, 0.0);
    d.unit(b).base = table::Base::new(Pose { x: 1e300, y: -1e300, facing: 12.0 }, 0.0, 0.0);
    let f = d.field();
    let _ =
        (judged(&f, a, b), judged(&f, b, a), flight_direction(&f, &f[a]), away_direction(&f, &f[b], &f[a]));
    let _ = (
        chakoten_acw::sight::sees(&f, &f[a], &f[b]).is_ok(),
        chakoten_acw::cover::obstacle_between(&f, &f[a], &f[b]),
    );
    let _ = chakoten_acw::going::rate_at(&f, &f[b], &f[b].base, chakoten_acw::unit::Haste::March, false);
}
