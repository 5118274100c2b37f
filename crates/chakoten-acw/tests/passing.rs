//! Passing through units (02.06.3, 04.02.5, 04.02.9).

use chakoten_acw::drill::Drill;
use chakoten_acw::passing::{self, Pass};
use chakoten_acw::troop::Formation::{AttackColumn, Chain, Line, MarchColumn, ThinLine};
use chakoten_acw::troop::{Gun, State};
use chakoten_acw::{Field, Side, Unit, proves};

/// What happens, and by which clause.
fn may_pass(f: &Field, a: &Unit, charging: bool, b: &Unit, order: bool) -> (&'static str, &'static str) {
    match passing::may_pass(f, a, charging, b, order) {
        Pass::Free(by) => ("free", by.id()),
        Pass::Blocked(by) => ("blocked", by.id()),
        Pass::Pinned(by) => ("pinned", by.id()),
    }
}

#[test]
fn friends_pass_each_other_without_losing_time() {
    let _p = proves!("02.06.3.a");
    for f in [Line, ThinLine, Chain, AttackColumn, MarchColumn] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Line, 50.0, 50.0, 0.0);
        let b = d.infantry(Side::A, 30, f, 50.0, 60.0, 0.0);
        let f = d.field();
        assert_eq!(may_pass(&f, &f[a], false, &f[b], false), ("free", "02.06.3.a"));
    }
}

#[test]
fn close_formations_are_not_passed_at_the_charge() {
    let _p = proves!("02.06.3.b");
    for (form, pass) in [
        (Line, ("blocked", "02.06.3.b")),
        (AttackColumn, ("blocked", "02.06.3.b")),
        (MarchColumn, ("blocked", "02.06.3.b")),
        (ThinLine, ("free", "02.06.3.a")),
        (Chain, ("free", "02.06.3.a")),
    ] {
        let mut d = Drill::new();
        let a = d.cavalry(Side::A, 12, Line, 50.0, 50.0, 0.0);
        let b = d.infantry(Side::A, 30, form, 50.0, 60.0, 0.0);
        let f = d.field();
        assert_eq!(may_pass(&f, &f[a], true, &f[b], false), pass, "{form}");
    }
    // One in FU is open whatever its bases look like.
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 12, Line, 50.0, 50.0, 0.0);
    let b = d.infantry(Side::A, 30, Line, 50.0, 60.0, 0.0);
    d.state(b, State::Complete);
    let f = d.field();
    assert_eq!(may_pass(&f, &f[a], true, &f[b], false), ("free", "02.06.3.a"));
}

#[test]
fn close_formations_in_disorder_or_with_orders_are_passed_only_in_flight() {
    let _p = proves!("02.06.3.c");
    for (form, state, order, mover, free) in [
        (Line, State::Order, true, State::Order, false),
        (Line, State::Slight, true, State::Disorder, false),
        (Line, State::Disorder, false, State::Order, false),
        (Line, State::Slight, false, State::Order, true),
        (Line, State::Disorder, true, State::Complete, true),
        (Chain, State::Disorder, true, State::Order, true),
        (ThinLine, State::Order, true, State::Order, true),
    ] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Line, 50.0, 50.0, 0.0);
        let b = d.infantry(Side::A, 30, form, 50.0, 60.0, 0.0);
        d.state(a, mover).state(b, state);
        let f = d.field();
        // Who flees passes everybody.
        let by = if mover == State::Complete { "02.06.3.c" } else { "02.06.3.a" };
        let want = if free { ("free", by) } else { ("blocked", "02.06.3.c") };
        assert_eq!(may_pass(&f, &f[a], false, &f[b], order), want, "{form} {state} {order} {mover}");
    }
    // Batteries are in close formation, wagons in none.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Line, 50.0, 50.0, 0.0);
    let guns = d.battery(Side::A, Gun::Napoleon, 4, 50.0, 60.0, 0.0);
    let wagon = d.wagon(Side::A, 50.0, 80.0, 0.0);
    let f = d.field();
    assert_eq!(may_pass(&f, &f[a], false, &f[guns], true), ("blocked", "02.06.3.c"));
    assert_eq!(may_pass(&f, &f[a], true, &f[guns], false), ("blocked", "02.06.3.b"));
    assert_eq!(may_pass(&f, &f[a], true, &f[wagon], true), ("free", "02.06.3.a"));
}

#[test]
fn enemies_are_passed_only_when_they_flee() {
    let _p = proves!("02.06.3.d");
    for (state, mover, free) in [
        (State::Order, State::Order, false),
        (State::Disorder, State::Order, false),
        (State::Order, State::Complete, false),
        (State::Complete, State::Order, true),
        (State::Complete, State::Complete, true),
    ] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Line, 50.0, 50.0, 0.0);
        let b = d.infantry(Side::B, 30, Chain, 50.0, 60.0, 180.0);
        d.state(a, mover).state(b, state);
        let f = d.field();
        let want = if free { ("free", "02.06.3.a") } else { ("blocked", "02.06.3.d") };
        for charging in [false, true] {
            assert_eq!(may_pass(&f, &f[a], charging, &f[b], false), want, "{state} {mover}");
        }
    }
}

#[test]
fn an_enemy_wagon_holds_nobody_up() {
    let _p = proves!("play.no-shock");
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 12, Line, 50.0, 50.0, 0.0);
    let b = d.wagon(Side::B, 50.0, 70.0, 180.0);
    let f = d.field();
    assert_eq!(may_pass(&f, &f[a], true, &f[b], true), ("free", "play.no-shock"));
}

#[test]
fn foot_risks_being_pinned_by_the_pinned() {
    let _p = proves!("04.02.9");
    let mut d = Drill::new();
    let foot = d.infantry(Side::A, 30, Line, 50.0, 50.0, 0.0);
    let dismounted = d.dismounted(Side::A, 12, Line, 70.0, 50.0, 0.0);
    let horse = d.cavalry(Side::A, 12, Line, 90.0, 50.0, 0.0);
    let guns = d.limbered(Side::A, Gun::Napoleon, 4, 110.0, 50.0, 0.0);
    let line = d.infantry(Side::A, 30, Line, 50.0, 60.0, 0.0);
    let chain = d.infantry(Side::A, 30, Chain, 50.0, 70.0, 0.0);
    d.turn(4);
    for u in [line, chain] {
        d.state(u, State::Slight);
        d.unit(u).pinned_to = Some(4);
    }
    let mut f = d.field();
    for u in [foot, dismounted] {
        assert_eq!(may_pass(&f, &f[u], false, &f[line], false), ("pinned", "04.02.9"));
        assert_eq!(may_pass(&f, &f[u], true, &f[chain], true), ("pinned", "04.02.9"));
        // What 02.06.3 forbids comes first.
        assert_eq!(may_pass(&f, &f[u], false, &f[line], true), ("blocked", "02.06.3.c"));
        assert_eq!(may_pass(&f, &f[u], true, &f[line], false), ("blocked", "02.06.3.b"));
    }
    for u in [horse, guns] {
        assert_eq!(may_pass(&f, &f[u], false, &f[line], false), ("free", "02.06.3.a"));
    }
    f[foot].state = State::Complete;
    assert_eq!(may_pass(&f, &f[foot], false, &f[line], true), ("free", "02.06.3.c"));
    f[foot].state = State::Order;
    f.turn = 5;
    assert_eq!(may_pass(&f, &f[foot], false, &f[line], false), ("free", "02.06.3.a"), "the pin has run out");
}
