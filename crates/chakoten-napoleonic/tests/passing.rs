//! Marching through own units and beside them (07.06, 07.07).

use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::going::{self, How};
use chakoten_napoleonic::passing::{Pass, Standing, may_pass, parallel};
use chakoten_napoleonic::troop::Formation::{AttackColumn, Line, MarchColumn, Skirmish};
use chakoten_napoleonic::troop::{Gait, Going, State, Weight};
use chakoten_napoleonic::{Side, proves};
use table::v2;

fn id(p: Pass) -> (&'static str, &'static str) {
    match p {
        Pass::Free(c) => ("free", c.id()),
        Pass::Half(c) => ("half", c.id()),
        Pass::Sweeps(c) => ("sweeps", c.id()),
        Pass::Presses(c) => ("presses", c.id()),
        Pass::Blocked(c) => ("blocked", c.id()),
    }
}

#[test]
fn who_may_pass_whom() {
    let p = proves!("07.07.1", "07.07.2", "07.07.3", "07.07.4", "07.07.5", "14.04.1.b", "03.01.4.a");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, AttackColumn, 50.0, 50.0, 0.0);
    let b = d.infantry(Side::A, 24, Line, 50.0, 70.0, 0.0);
    let line = d.infantry(Side::A, 6, Skirmish, 50.0, 90.0, 0.0);
    let guns = d.battery(Side::A, 8, 90.0, 70.0, 0.0);
    let raw = d.infantry(Side::A, 24, Line, 120.0, 70.0, 0.0);
    d.unit(raw).troops.landwehr = true;
    let cossacks = d.cavalry(Side::A, 16, MarchColumn, 150.0, 70.0, 0.0);
    d.weight(cossacks, Weight::Cossack);
    let still = Standing::default();
    let moving = Standing { moving: true, ..still };
    let held = Standing { held: true, ..still };
    let f = d.clone().field();
    let pass = |x, y, s| id(may_pass(&f, &f[x], false, &f[y], s));
    assert_eq!(p.shows("07.07.2", pass(a, b, still)), ("half", "07.07.2"));
    assert_eq!(p.shows("07.07.1", pass(a, b, moving)), ("blocked", "07.07.1"));
    assert_eq!(p.shows("03.01.4.a", pass(a, b, held)), ("blocked", "03.01.4.a"));
    for (x, y) in [(a, line), (line, a), (a, guns)] {
        assert_eq!(p.shows("07.07.3", pass(x, y, still)), ("free", "07.07.3"));
        assert_eq!(pass(x, y, moving), ("free", "07.07.3"));
    }
    for (x, y) in [(a, raw), (raw, a), (a, cossacks), (cossacks, b)] {
        assert_eq!(p.shows("07.07.5", pass(x, y, still)), ("blocked", "07.07.5"));
    }
    assert_eq!(pass(raw, line, still), ("free", "07.07.3"));
    let back = id(may_pass(&f, &f[a], true, &f[b], still));
    assert_eq!(p.shows("07.07.4", back), ("blocked", "07.07.4"));
    let mut shaken = d.clone();
    shaken.state(a, State::Disorder);
    let f = shaken.clone().field();
    assert_eq!(id(may_pass(&f, &f[a], false, &f[b], still)), ("blocked", "07.07.4"));
    let pressed = id(may_pass(&f, &f[a], false, &f[line], still));
    assert_eq!(p.shows("14.04.1.b", pressed), ("presses", "14.04.1.b"));
    shaken.state(a, State::Complete);
    let f = shaken.field();
    assert_eq!(id(may_pass(&f, &f[a], false, &f[b], still)), ("sweeps", "07.07.4"));
    // Limbered guns are closed; read so, unlimbered ones too.
    d.limber(guns, false);
    let f = d.clone().field();
    assert_eq!(id(may_pass(&f, &f[a], false, &f[guns], still)).0, "half");
    chakoten_napoleonic::stance::unlimber(d.unit(guns), true);
    d.read("artillery-closed", "closed");
    let f = d.field();
    assert_eq!(id(may_pass(&f, &f[a], false, &f[guns], still)).0, "half");
}

#[test]
fn side_by_side_nobody_goes_faster_than_a_line() {
    let _p = proves!("07.06.1");
    let north = v2(0.0, 1.0);
    // Two columns 9 cm wide: 4 cm between them at 13, less at 12.9.
    for (x, y, formation, turn, slow) in [
        (12.9, 50.0, AttackColumn, 0.0, true),
        (13.0, 50.0, AttackColumn, 0.0, false),
        (12.9, 44.1, AttackColumn, 0.0, true),
        // One behind the other.
        (12.0, 43.9, AttackColumn, 0.0, false),
        (9.0, 50.0, MarchColumn, 0.0, false),
        (22.0, 50.0, Skirmish, 0.0, false),
        (12.9, 50.0, AttackColumn, 20.0, true),
        (12.9, 50.0, AttackColumn, 20.1, false),
    ] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 24, AttackColumn, 100.0, 50.0, 0.0);
        let b = d.infantry(Side::A, 24, formation, 100.0 + x, y, 0.0);
        let f = d.field();
        let going = north.turned(-f64::to_radians(turn));
        let found = parallel(&f, &f[a], north, &f[b], going).map(|c| c.id());
        assert_eq!(found, slow.then_some("07.06.1"), "{x} {y} {formation:?} {turn}");
        assert_eq!(parallel(&f, &f[b], going, &f[a], north).is_some(), slow);
    }
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 16, Line, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::A, 24, AttackColumn, 110.0, 40.5, 0.0);
    let f = d.clone().field();
    let how = How { parallel: true, ..How::ahead(Gait::March) };
    let rate = |g| going::length_on(&f, &f[a], g, &how).map(|g| (g.amount, g.clause.id()));
    assert_eq!(
        (rate(Going::Ordinary), rate(Going::Difficult)),
        (Ok((10.0, "07.06.1")), Ok((5.0, "07.06.1")))
    );
    assert_eq!(parallel(&f, &f[a], north, &f[b], north), None);
    d.read("parallel", "any");
    let f = d.field();
    assert!(parallel(&f, &f[a], north, &f[b], north).is_some());
}
