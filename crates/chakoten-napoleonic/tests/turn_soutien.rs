//! Skirmishers in play who form a soutien of their own: how long it takes, what it costs, what may come between; and units at work that are
//! placed behind theirs.

use crate::field_day::{
    attack, cm, commanded, done, find, last_turn, legs, show, stands, state, told_by, turn, turn_with,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::order::{Choice, Leg, Order};
use chakoten_napoleonic::troop::{Formation, State};
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

/// When a line's soutien had closed up in the last turn.
fn closed_up(b: &Battle, u: UnitId) -> Option<f64> {
    find(b, |e| matches!(e.kind, EventKind::Split { unit, .. } if unit == u).then_some(e.clock))
}

/// Was it begun in the last turn?
fn begun(b: &Battle, u: UnitId) -> bool {
    find(b, |e| matches!(e.kind, EventKind::ClosesUp { unit } if unit == u).then_some(())).is_some()
}

/// A line of so many figures by itself at (120, 60), so far apart, and the turns its wing figure marches to the middle of the part that
/// closes up 5 cm behind it.
fn lone(figures: u16, apart: f64) -> (Drill, UnitId, f64) {
    let mut d = Drill::new();
    let u = d.infantry(Side::A, figures, Formation::Skirmish, 120.0, 60.0, 0.0);
    d.spacing(u, apart);
    let (aside, behind) = (f64::from(figures - 1) * apart / 2.0, d.unit(u).base.depth / 2.0 + 5.0);
    (d, u, (aside * aside + behind * behind).sqrt() / 25.0)
}

#[test]
fn part_of_a_line_closes_up_in_the_time_of_its_farthest_figure() {
    let p = proves!("14.02.4.b", "06.02.2", "06.01.3.a");
    let (d, u, turns) = lone(10, 3.0);
    let mut b = Battle::drill(commanded(d), []);
    // Its order goes on when it is done.
    turn(&mut b, &[("A1", legs([cm(3.0)]))], &[]);
    let at = closed_up(&b, u).unwrap_or_else(|| {
        show(&b);
        panic!("none was formed")
    });
    assert!((0.5..0.6).contains(&turns) && (at - turns).abs() < 2e-3, "{at} {turns}");
    let own = b.field().by_code("A1-s").unwrap();
    let f = b.field();
    assert_eq!((f[own].figures, f[own].formation), (5, Formation::Line));
    assert_eq!((f[u].figures, f[u].body), (5, Some(own)));
    assert!((f[u].base.front.y - 63.0).abs() < 2e-3);
    for id in ["14.02.4.b", "06.02.2"] {
        told_by(&p, &b, id);
    }
    // Five of a unit of six companies are more than one of them: a grade; of a single company they are not.
    state(&b, u, State::Light1);
    told_by(&p, &b, "06.01.3.a");
    let (mut d, u, _) = lone(10, 3.0);
    d.unit(u).companies = 1;
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[], &[]);
    assert!(closed_up(&b, u).is_some());
    state(&b, u, State::Order);
}

#[test]
fn read_otherwise_it_is_closed_up_at_once() {
    let p = proves!("14.02.4.b");
    let (mut d, u, _) = lone(10, 3.0);
    d.read("own-soutien", "at-once");
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([cm(3.0)]))], &[]);
    assert_eq!(closed_up(&b, u), Some(0.0));
    assert!(!begun(&b, u));
    state(&b, u, State::Order);
    stands(&b, u, 120.0, 63.0);
    told_by(&p, &b, "14.02.4.b");
}

#[test]
fn closing_up_runs_on_into_the_next_turn() {
    let p = proves!("14.02.4.b");
    let (d, u, turns) = lone(20, 4.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[], &[]);
    assert!(begun(&b, u) && closed_up(&b, u).is_none());
    state(&b, u, State::Light1);
    turn(&mut b, &[], &[]);
    let at = closed_up(&b, u).unwrap();
    assert!((1.5..1.6).contains(&turns) && (at - (turns - 1.0)).abs() < 2e-3, "{at} {turns}");
    // Begun once, and one grade for it.
    assert!(!begun(&b, u));
    state(&b, u, State::Light1);
    assert_eq!(b.field()[u].figures, 10);
    told_by(&p, &b, "14.02.4.b");
}

#[test]
fn six_figures_form_one_and_five_do_not() {
    let p = proves!("14.02.4.b");
    let (d, u, _) = lone(6, 3.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[], &[]);
    let own = b.field().by_code("A1-s").unwrap();
    assert_eq!((b.field()[u].figures, b.field()[own].figures), (3, 3));
    told_by(&p, &b, "14.02.4.b");
    let (d, u, _) = lone(5, 3.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[], &[]);
    assert!(!begun(&b, u) && b.field().by_code("A1-s").is_none());
    assert_eq!(b.field()[u].figures, 5);
}

#[test]
fn pressed_back_while_it_closes_up_a_line_breaks() {
    let p = proves!("14.04.2", "14.04.1.a", "play.press-back");
    let press = |reading: &str| {
        let (mut d, u, turns) = lone(10, 3.0);
        d.read("own-soutien", reading);
        // A column comes to contact distance after 4 of its 20 cm.
        d.infantry(Side::B, 30, Formation::AttackColumn, 120.0, 69.0, 180.0);
        assert!(turns > 0.2);
        let mut b = Battle::drill(commanded(d), []);
        turn_with(&mut b, &[], &[("B1", legs([cm(6.0)]))], &[("line fires", Choice::No)]);
        (b, u)
    };
    let (b, u) = press("farthest-figure");
    state(&b, u, State::Complete);
    assert!(b.field().by_code("A1-s").is_none());
    told_by(&p, &b, "14.04.2");
    let (b, u) = press("at-once");
    assert!(b.field()[u].state.intact());
    let own = b.field().by_code("A1-s").unwrap();
    assert!(b.field().in_contact(&b.field()[u], &b.field()[own]));
    told_by(&p, &b, "14.04.1.a");
    told_by(&p, &b, "play.press-back");
}

#[test]
fn a_unit_at_work_is_placed_behind_its_soutien_when_it_is_attacked() {
    let p = proves!("19.01.4.b");
    let fight = |gap: f64, shelters: bool, dice: &[u8]| {
        let mut d = Drill::new();
        let work = d.infantry(Side::A, 20, Formation::Line, 100.0, 60.0, 0.0);
        d.unit(work).working = true;
        let behind = d.unit(work).base.rear().y - gap;
        d.infantry(Side::A, 20, Formation::Line, 100.0, behind, 0.0);
        d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 85.0, 180.0);
        let mut b = Battle::drill(commanded(d), dice);
        let choice = if shelters { Choice::Yes } else { Choice::No };
        turn_with(&mut b, &[], &[("B1", attack("A1"))], &[("go back A1", choice), ("support", Choice::No)]);
        done(&b);
        (b, work)
    };
    let fought = |b: &Battle| last_turn(b).iter().any(|e| matches!(e.kind, EventKind::Melee { .. }));
    let (b, u) = fight(10.0, true, &[]);
    let f = b.field();
    assert!((f[u].base.front.y - f[UnitId(1)].base.rear().y).abs() < 0.11);
    assert!(f.in_contact(&f[u], &f[UnitId(1)]) && !fought(&b));
    told_by(&p, &b, "19.01.4.b");
    // If its player will, it stays and is fought; and it stays where the other is too far off to be its soutien.
    let (b, u) = fight(10.0, false, &[1, 1, 1, 6, 6, 6]);
    assert!(fought(&b));
    assert!(b.field()[u].base.front.y > 55.0);
    let (b, _) = fight(19.9, true, &[]);
    assert!(!fought(&b));
    assert!(fought(&fight(20.1, true, &[1, 1, 1, 6, 6, 6]).0));
}

#[test]
fn whoever_does_not_work_is_not_placed_behind_others() {
    let p = proves!("03.02.4.c");
    let mut d = Drill::new();
    d.infantry(Side::A, 20, Formation::Line, 100.0, 60.0, 0.0);
    d.infantry(Side::A, 20, Formation::Line, 100.0, 47.0, 0.0);
    d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 85.0, 180.0);
    let mut b = Battle::drill(commanded(d), []);
    let order = Order { legs: vec![Leg::Stand { turns: 1.0 }], ..Order::default() };
    turn_with(&mut b, &[("A1", order)], &[("B1", attack("A1"))], &[("go back A1", Choice::Yes)]);
    stands(&b, UnitId(0), 100.0, 60.0);
    told_by(&p, &b, "03.02.4.c");
}

/// Has a line of so many figures to go back, or to form a soutien, with such a unit 12 cm behind it?
fn lacks(line: u16, behind: u16, formation: Formation, change: &dyn Fn(&mut Drill)) -> (bool, Battle) {
    let mut d = Drill::new();
    let u = d.infantry(Side::A, line, Formation::Skirmish, 120.0, 60.0, 0.0);
    d.spacing(u, 2.0);
    d.infantry(Side::A, behind, formation, 120.0, 46.5, 0.0);
    change(&mut d);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[], &[]);
    let stirs = |k: &EventKind| match k {
        EventKind::ClosesUp { unit } | EventKind::GoesBack { unit, .. } => *unit == u,
        _ => false,
    };
    (find(&b, |e| stirs(&e.kind).then_some(())).is_some(), b)
}

#[test]
fn a_soutien_is_as_large_as_its_line_and_closed() {
    let p = proves!("14.02.2");
    let plain: &dyn Fn(&mut Drill) = &|_| {};
    assert!(!lacks(10, 10, Formation::Line, plain).0);
    let (without, b) = lacks(10, 9, Formation::Line, plain);
    assert!(without);
    told_by(&p, &b, "14.02.2");
    use Formation::{AttackColumn, Clump, MarchColumn, Mass, SingleFile, Square};
    for formation in [AttackColumn, Square, Mass] {
        assert!(!lacks(10, 24, formation, plain).0, "{formation:?}");
    }
    for formation in [MarchColumn, Clump, SingleFile] {
        assert!(lacks(10, 24, formation, plain).0, "{formation:?}");
    }
    // In FU or at work it is dispersed and none; in U it is one.
    let at = |state: State| {
        lacks(10, 24, Formation::Line, &move |d: &mut Drill| {
            d.state(UnitId(1), state);
        })
        .0
    };
    assert_eq!((at(State::Complete), at(State::Disorder), at(State::Light3)), (true, false, false));
    let works: &dyn Fn(&mut Drill) = &|d| d.unit(UnitId(1)).working = true;
    assert!(lacks(10, 24, Formation::Line, works).0);
    // It is that of one line alone: its own, if it has one out.
    let serves: &dyn Fn(&mut Drill) = &|d| {
        let own = d.sent_out(UnitId(1), 4, 2.0, 160.0, 52.0);
        d.call(own, "A2s");
    };
    assert!(lacks(10, 24, Formation::Line, serves).0);
}

#[test]
fn in_a_built_up_area_skirmishers_need_no_soutien() {
    let p = proves!("17.03.3");
    use chakoten_napoleonic::ground::PatchKind;
    let alone = |kind: Option<PatchKind>| {
        let (mut d, u, _) = lone(10, 3.0);
        if let Some(kind) = kind {
            d.square(kind, "there", (60.0, 40.0), (180.0, 80.0));
        }
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[], &[]);
        (begun(&b, u), b)
    };
    assert!(alone(None).0 && alone(Some(PatchKind::Difficult)).0);
    for kind in [PatchKind::Town, PatchKind::Garden] {
        let (forms, b) = alone(Some(kind));
        assert!(!forms, "{kind:?}");
        let f = b.field();
        let by = chakoten_napoleonic::support::needs_no_soutien(f, &f[UnitId(0)], || None);
        assert_eq!(p.shows("17.03.3", by).map(|c| c.id()), Some("17.03.3"));
    }
}

#[test]
fn a_unit_is_the_soutien_of_one_of_two_lines_that_have_none_of_their_own() {
    let p = proves!("14.02.4.b");
    // Two battalions, all of them in skirmish line, before one or two closed ones; which of the lines must do something?
    let stirs = |closed: &[f64], park: bool| {
        let mut d = Drill::new();
        for x in [108.0, 132.0] {
            let u = d.infantry(Side::A, 10, Formation::Skirmish, x, 60.0, 0.0);
            d.spacing(u, 2.0);
        }
        for x in closed {
            d.infantry(Side::A, 24, Formation::AttackColumn, *x, 54.0, 0.0);
        }
        if park {
            let kind = chakoten_napoleonic::ground::PatchKind::Plantation;
            d.square(kind, "park", (90.0, 57.0), (119.0, 70.0));
        }
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[], &[]);
        let of = |u: UnitId| {
            let stirs = |k: &EventKind| match k {
                EventKind::ClosesUp { unit } | EventKind::GoesBack { unit, .. } => *unit == u,
                _ => false,
            };
            find(&b, |e| stirs(&e.kind).then_some(())).is_some()
        };
        let both = [of(UnitId(0)), of(UnitId(1))];
        if both != [false, false] {
            told_by(&p, &b, "14.02.4.b");
        }
        both
    };
    assert_eq!(stirs(&[120.0], false), [false, true]);
    assert_eq!(stirs(&[108.0, 132.0], false), [false, false]);
    // Who needs none takes none from the other.
    assert_eq!(stirs(&[120.0], true), [false, false]);
}
