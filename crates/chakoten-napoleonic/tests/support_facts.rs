//! Support, soutien, uphill and momentum as the table tells them (12.03, 14.02).

use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::field::Level;
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::procedures::melee::Approach;
use chakoten_napoleonic::procedures::support::{self as judged, InFan};
use chakoten_napoleonic::support;
use chakoten_napoleonic::troop::Formation::{AttackColumn, Line, MarchColumn, Skirmish, Square};
use chakoten_napoleonic::troop::{Cover, Formation, Obstacle};
use chakoten_napoleonic::unit::Record;
use chakoten_napoleonic::{Side, proves};
use table::v2;

#[test]
fn support_within_a_march_over_the_ground_between() {
    let lacks = |gap: f64, hard: bool| {
        let mut d = Drill::new();
        if hard {
            d.square(PatchKind::Difficult, "field", (0.0, 50.0), (240.0, 55.0));
        }
        let a = d.infantry(Side::A, 24, Line, 100.0, 50.0 + gap + 3.0, 0.0);
        let b = d.infantry(Side::A, 24, AttackColumn, 100.0, 50.0, 0.0);
        let f = d.field();
        judged::may_support(&support::may_support(&f, &f[b], &f[a])).err().map(|l| l.clause().id())
    };
    // An attack column marches 20 cm; through 5 cm of difficult ground 15.
    assert_eq!((lacks(20.0, false), lacks(20.1, false)), (None, Some("12.03.7.3")));
    assert_eq!((lacks(15.0, true), lacks(15.1, true)), (None, Some("12.03.7.3")));
    // Not inside its contact distance.
    assert_eq!((lacks(5.1, false), lacks(5.0, false)), (None, Some("12.03.7.4")));
}

#[test]
fn support_in_the_fan() {
    let fan = |x: f64, formation| {
        let mut d = Drill::new();
        // 10 cm ahead of a front of 9 cm; the far side of the unit is 13 cm ahead.
        let a = d.infantry(Side::A, 12, Line, 100.0 + x, 63.0, 0.0);
        let b = d.infantry(Side::A, 24, formation, 100.0, 50.0, 0.0);
        let f = d.field();
        support::in_fan(&f, &f[b], &f[a])
    };
    let t = 30f64.to_radians().tan();
    // Its near right corner must be in for the whole, its far left corner for some part.
    let (whole, part) = (4.5 + 10.0 * t - 4.5, 4.5 + 13.0 * t + 4.5);
    for side in [1.0, -1.0] {
        assert_eq!(fan(side * (whole - 0.1), AttackColumn), InFan::Whole);
        assert_eq!(fan(side * (whole + 0.1), AttackColumn), InFan::SomePart);
        assert_eq!(fan(side * (part - 0.1), AttackColumn), InFan::SomePart);
        assert_eq!(fan(side * (part + 0.1), AttackColumn), InFan::Nothing);
    }
    // A square looks to all sides.
    assert_ne!(fan(30.0, Square), InFan::Nothing);
}

#[test]
fn support_barred_and_of_another_brigade() {
    let mut d = Drill::new();
    d.line("wall", Obstacle::Impassable, Cover::III, &[(90.0, 55.0), (110.0, 55.0)]);
    let a = d.infantry(Side::A, 24, Line, 100.0, 65.0, 0.0);
    let b = d.infantry(Side::A, 24, AttackColumn, 100.0, 50.0, 0.0);
    d.command(Side::A, Level::Brigade, None);
    let c = d.infantry(Side::A, 24, AttackColumn, 130.0, 50.0, 0.0);
    let brigade = d.command(Side::A, Level::Brigade, None);
    let regiment = d.command(Side::A, Level::Regiment, Some(brigade));
    let e = d.infantry(Side::A, 24, AttackColumn, 160.0, 50.0, 0.0);
    let f = d.field();
    assert!(support::may_support(&f, &f[b], &f[a]).barred);
    let s = support::may_support(&f, &f[c], &f[a]);
    assert!(!s.barred && !s.same_brigade);
    assert_eq!((support::brigade(&f, regiment), f[e].command), (brigade, regiment));
}

#[test]
fn the_soutien_of_a_line() {
    for (gap, wall, ok) in [(20.0, false, true), (20.1, false, false)] {
        let mut d = Drill::new();
        let body = d.infantry(Side::A, 24, AttackColumn, 100.0, 50.0, 0.0);
        let line = d.sent_out(body, 3, 3.0, 100.0, 50.0 + gap + 1.5);
        let f = d.field();
        let s = support::soutien(&f, &f[line], None);
        assert_eq!(judged::has_soutien(&s).is_ok(), ok, "{gap} {wall}");
        assert_eq!(judged::needs_none(&s), None);
    }
    // Behind a fence towards the enemy none is needed.
    let mut d = Drill::new();
    d.line("fence", Obstacle::I, Cover::None, &[(60.0, 61.5), (140.0, 61.5)]);
    let body = d.infantry(Side::A, 24, AttackColumn, 100.0, 50.0, 0.0);
    let line = d.sent_out(body, 3, 3.0, 100.0, 61.5);
    let f = d.field();
    assert!(judged::needs_none(&support::soutien(&f, &f[line], Some(v2(100.0, 90.0)))).is_some());
    assert!(judged::needs_none(&support::soutien(&f, &f[line], Some(v2(100.0, 10.0)))).is_none());
    // A whole unit in line looks for the nearest that serves no other.
    let mut d = Drill::new();
    let alone = d.infantry(Side::A, 12, Skirmish, 100.0, 80.0, 0.0);
    let taken = d.infantry(Side::A, 24, AttackColumn, 100.0, 65.0, 0.0);
    d.sent_out(taken, 3, 5.0, 140.0, 80.0);
    let free = d.infantry(Side::A, 24, AttackColumn, 60.0, 65.0, 0.0);
    let f = d.field();
    assert_eq!(support::soutien_of(&f, &f[alone]).map(|u| u.id), Some(free));
}

#[test]
fn uphill_if_one_figure_stands_lower() {
    let _p = proves!("12.03.5");
    for (y, want) in [(65.9, Some("12.03.5")), (66.1, None)] {
        let mut d = Drill::new();
        d.hill("rise", 1, (60.0, 60.0), (140.0, 100.0));
        // Four ranks of 1.5 cm: the middle of the last is 5.25 cm behind the front.
        let a = d.infantry(Side::A, 24, AttackColumn, 100.0, y - 0.75, 0.0);
        let b = d.infantry(Side::B, 24, Line, 100.0, y + 5.0, 180.0);
        let f = d.field();
        assert_eq!(support::uphill(&f, &f[a], &f[b]).map(|c| c.id()), want, "{y}");
        assert!(support::uphill(&f, &f[b], &f[a]).is_none());
    }
}

#[test]
fn an_attack_as_the_melee_asks_for_it() {
    let mut d = Drill::new();
    d.line("fence", Obstacle::I, Cover::None, &[(60.0, 53.0), (140.0, 53.0)]);
    let a = d.cavalry(Side::A, 16, Line, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 24, AttackColumn, 100.0, 55.0, 90.0);
    d.unit(b).base.front = v2(103.0, 59.0);
    support::gone(&mut d.unit(a).record, v2(0.0, 1.0), 16.0);
    d.unit(a).record.charge = Some(chakoten_napoleonic::unit::Charge {
        began: 0.1,
        ended: None,
        early: false,
        halves: 0,
        swung: 0.0,
    });
    let f = d.field();
    let s = support::attack(&f, &f[a], &f[b], 0.7);
    assert_eq!((s.straight, s.approach, s.obstacle, s.uphill), (16.0, Approach::Flank, Obstacle::I, false));
    assert!((s.charge - 0.6).abs() < 1e-9);
    assert!(!support::ground(&f, &f[a], &f[b]).built_up);
}

#[test]
fn momentum_is_counted_within_20_degrees() {
    let north = v2(0.0, 1.0);
    let turn = |degrees: f64| north.turned(-degrees.to_radians());
    let mut r = Record::default();
    support::gone(&mut r, north, 8.0);
    support::gone(&mut r, turn(20.0), 7.0);
    assert_eq!(r.straight, 15.0);
    support::gone(&mut r, turn(20.1), 4.0);
    assert_eq!(r.straight, 4.0);
    support::halted(&mut r);
    assert_eq!((r.straight, r.heading), (0.0, None));
}

#[test]
fn flanks_that_lean_on_what_cannot_be_crossed() {
    for (x, covered) in [(9.0, true), (9.1, true), (9.3, false)] {
        let mut d = Drill::new();
        d.line("left", Obstacle::II, Cover::I, &[(91.0, 40.0), (91.0, 60.0)]);
        d.line("right", Obstacle::II, Cover::I, &[(100.0 + x, 40.0), (100.0 + x, 60.0)]);
        let u = d.infantry(Side::A, 24, Line, 100.0, 50.0, 0.0);
        let horse = d.cavalry(Side::B, 16, Line, 100.0, 80.0, 180.0);
        let foot = d.infantry(Side::B, 24, Line, 100.0, 80.0, 180.0);
        let f = d.field();
        assert_eq!(support::flanks_covered(&f, &f[u], &f[horse]), covered, "{x}");
        assert!(!support::flanks_covered(&f, &f[u], &f[foot]));
    }
}

#[test]
fn a_line_whose_body_can_be_none_has_another_soutien() {
    let soutien = |body: Formation, figures: u16, other: bool| {
        let mut d = Drill::new();
        let b = d.infantry(Side::A, figures, body, 100.0, 50.0, 0.0);
        let line = d.sent_out(b, 6, 2.0, 100.0, 60.0);
        let o = d.infantry(Side::A, 24, Line, 140.0, 50.0, 0.0);
        if !other {
            d.awaited(o);
        }
        let f = d.field();
        let found = support::soutien_of(&f, &f[line]).map(|u| u.id);
        (found == Some(b), found == Some(o))
    };
    assert_eq!(soutien(Line, 30, true), (true, false));
    // In march column, or smaller than its line, it is none; with no other it goes back to it.
    assert_eq!(soutien(MarchColumn, 30, true), (false, true));
    assert_eq!(soutien(Line, 11, true), (false, true));
    assert_eq!(soutien(MarchColumn, 30, false), (true, false));
}
