//! Units that come of units in play: skirmishers, parts, columns of several, worn units merged; arrivals, and who is put down in disorder.

use crate::field_day::{
    ahead, cm, commanded, done, find, fire, form, legs, stands, state, told_by, turn, turn_with,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Halt;
use chakoten_napoleonic::field::{Comer, StaffFate};
use chakoten_napoleonic::order::{Choice, Course, Leg, Until, Way, When};
use chakoten_napoleonic::troop::{Density, Formation, Gait, State, Weight};
use chakoten_napoleonic::unit::Fate;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves, stance};

fn send_out(code: &str, figures: u16) -> Leg {
    Leg::SendOut { code: code.into(), figures, density: Density::Dense, way: Way::Ahead, cm: 10.0 }
}

fn split(code: &str, companies: u8) -> Leg {
    Leg::Split { code: code.into(), companies, left: false }
}

fn join(code: &str) -> Leg {
    Leg::Join { units: vec![code.into()] }
}

fn of(b: &Battle, code: &str) -> UnitId {
    b.field().by_code(code).unwrap_or_else(|| panic!("no {code}"))
}

/// The clause by which the unit could not do what it was to do.
fn refused(b: &Battle, u: UnitId) -> Option<String> {
    find(b, |e| match e.kind {
        EventKind::Halted { unit, why: Halt::Impossible, .. } if unit == u => Some(e.clause.id().to_string()),
        _ => None,
    })
}

#[test]
fn a_skirmish_line_goes_out_by_itself_and_comes_in_again() {
    let p = proves!("06.02.2", "06.01.3.b", "04.02.3", "play.skirmish");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::Line, 60.0, 50.0, 0.0);
    let more = d.infantry(Side::A, 30, Formation::Line, 160.0, 50.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([send_out("A1s", 5)])), ("A2", legs([send_out("A2s", 6)]))], &[]);
    let line = of(&b, "A1s");
    assert_eq!((b.field()[u].figures, b.field()[line].figures), (25, 5));
    assert_eq!(b.field()[line].body, Some(u));
    // The fifth of five stands 10 cm to the side and 10 cm ahead: that way at a skirmish line's 25 cm a turn.
    let out = find(&b, |e| matches!(e.kind, EventKind::SentOut { unit, .. } if unit == u).then_some(e.clock));
    assert!((out.unwrap() - 200f64.sqrt() / 25.0).abs() < 2e-3, "{out:?}");
    // One company is free, more is not.
    state(&b, u, State::Order);
    state(&b, more, State::Light1);
    told_by(&p, &b, "06.02.2");
    told_by(&p, &b, "06.01.3.b");
    // It is ordered by itself, and its body may not send out another.
    let y = b.field()[line].base.front.y;
    turn(&mut b, &[("A1", legs([send_out("A1t", 5)])), ("A1s", legs([cm(3.0)]))], &[]);
    assert!((b.field()[line].base.front.y - y - 3.0).abs() < 2e-3);
    assert_eq!(refused(&b, u).as_deref(), Some("04.02.3"));
    told_by(&p, &b, "04.02.3");
    turn(&mut b, &[("A1", legs([Leg::DrawIn]))], &[]);
    assert_eq!((b.field()[u].figures, b.field()[line].fate), (30, Fate::Joined));
    // A line in disorder is not drawn in.
    let line = of(&b, "A2s");
    b.field_mut()[line].state = State::Disorder;
    turn(&mut b, &[("A2", legs([Leg::DrawIn]))], &[]);
    assert_eq!(refused(&b, more).as_deref(), Some("play.skirmish"));
    told_by(&p, &b, "play.skirmish");
}

#[test]
fn units_are_split_and_joined_again() {
    let p = proves!("04.01.1.b", "04.01.2", "04.01.3", "04.01.5", "04.03.1", "15.02.2");
    let mut d = Drill::new();
    let horse = d.cavalry(Side::A, 20, Formation::Line, 40.0, 50.0, 0.0);
    d.weight(horse, Weight::Light);
    let foot = d.infantry(Side::A, 30, Formation::Line, 120.0, 50.0, 0.0);
    let cossacks = d.cavalry(Side::A, 20, Formation::AttackColumn, 200.0, 50.0, 0.0);
    d.weight(cossacks, Weight::Cossack);
    let mut b = Battle::drill(commanded(d), []);
    turn(
        &mut b,
        &[
            ("A1", legs([split("A1b", 2), ahead()])),
            ("A2", legs([split("A2b", 2)])),
            ("A3", legs([split("A3b", 2)])),
        ],
        &[],
    );
    // Light cavalry without time.
    let part = of(&b, "A1b");
    assert_eq!((b.field()[horse].figures, b.field()[part].figures), (10, 10));
    assert!((b.field()[horse].base.front.y - 80.0).abs() < 2e-3);
    assert_eq!(b.field()[part].original, 10);
    // Others in a whole turn; Cossacks never.
    let other = of(&b, "A2b");
    assert_eq!((b.field()[foot].figures, b.field()[other].figures), (20, 10));
    let at = find(&b, |e| matches!(e.kind, EventKind::Split { unit, .. } if unit == foot).then_some(e.clock));
    assert!((at.unwrap() - 1.0).abs() < 2e-3);
    assert_eq!(b.field().by_code("A3b"), None);
    for id in ["04.01.1.b", "04.01.2", "04.01.5", "04.03.1", "15.02.2"] {
        told_by(&p, &b, id);
    }
    turn(&mut b, &[("A2", legs([join("A2b")]))], &[]);
    assert_eq!((b.field()[foot].figures, b.field()[foot].original), (30, 30));
    assert_eq!(b.field()[other].fate, Fate::Joined);
    told_by(&p, &b, "04.01.3");
}

#[test]
fn a_fraction_before_the_arrow_is_a_part_that_marches() {
    let p = proves!("orders.3");
    let mut d = Drill::new();
    let u = d.cavalry(Side::A, 20, Formation::Line, 100.0, 50.0, 0.0);
    d.weight(u, Weight::Light);
    let mut b = Battle::drill(commanded(d), []);
    let part =
        Leg::Part { part: 0.25, code: None, degrees: 0.0, gait: Gait::March, until: Until::Turns(0.5) };
    turn(&mut b, &[("A1", legs([part]))], &[]);
    let gone = of(&b, "A1-2");
    assert_eq!((b.field()[u].figures, b.field()[gone].figures), (15, 5));
    assert!((b.field()[gone].base.front.y - 65.0).abs() < 2e-3, "{}", b.field()[gone].base.front.y);
    assert!((b.field()[u].base.front.y - 50.0).abs() < 2e-3);
    told_by(&p, &b, "orders.3");
}

#[test]
fn worn_units_are_merged_after_two_quiet_turns() {
    let p = proves!("13.07.2.a", "13.07.2.b");
    let mut d = Drill::new();
    let mut pair = |x: f64| {
        let a = d.infantry(Side::A, 20, Formation::Line, x, 50.0, 0.0);
        let c = d.infantry(Side::A, 20, Formation::Line, x, 40.0, 0.0);
        d.lost(a, 100).lost(c, 100);
        d.valour(a, 2).valour(c, 0);
        let rear = d.unit(a).base.rear();
        let base = d.unit(c).base;
        d.unit(c).base = base.at(rear, base.dir);
        (a, c)
    };
    let (a, c) = pair(60.0);
    let (e, f) = pair(160.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([join("A2")])), ("A3", legs([join("A4")])), ("A4", legs([Leg::About]))], &[]);
    assert_eq!(b.field()[c].fate, Fate::OnTable);
    turn(&mut b, &[], &[]);
    // The average of +2 and 0 less one; strength is reckoned anew.
    assert_eq!(b.field()[c].fate, Fate::Joined);
    assert_eq!((b.field()[a].figures, b.field()[a].original, b.field()[a].valour_of), (30, 30, 0));
    assert_eq!(b.field()[a].losses.men, 0);
    // Those who moved begin to count afterwards.
    assert_eq!(b.field()[f].fate, Fate::OnTable);
    turn(&mut b, &[], &[]);
    assert_eq!((b.field()[f].fate, b.field()[e].figures), (Fate::Joined, 30));
    told_by(&p, &b, "13.07.2.a");
    told_by(&p, &b, "13.07.2.b");
}

#[test]
fn brigade_columns_and_squares_march_as_one() {
    let p = proves!("04.01.4", "05.01.6.a", "05.02.5");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 20, Formation::Line, 60.0, 50.0, 0.0);
    let c = d.infantry(Side::A, 20, Formation::Line, 60.0, 47.0, 0.0);
    let e = d.infantry(Side::A, 20, Formation::Line, 160.0, 50.0, 0.0);
    let f = d.infantry(Side::A, 20, Formation::Line, 160.0, 47.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    let combine = |code: &str, square| Leg::Combine { units: vec![code.into()], square };
    turn(&mut b, &[("A1", legs([combine("A2", false)])), ("A3", legs([combine("A4", true)]))], &[]);
    assert_eq!(b.field()[c].leads, Some(a));
    assert_eq!((b.field()[e].formation, b.field()[f].leads), (Formation::Square, Some(e)));
    assert_eq!(b.field()[e].base, b.field()[f].base);
    for id in ["04.01.4", "05.01.6.a", "05.02.5"] {
        told_by(&p, &b, id);
    }
    // As a line, and as a square.
    let y = b.field()[e].base.front.y;
    turn(&mut b, &[("A1", legs([ahead()])), ("A3", legs([ahead()]))], &[]);
    stands(&b, a, 60.0, 60.0);
    stands(&b, c, 60.0, 57.0);
    assert!((b.field()[e].base.front.y - y - 5.0).abs() < 2e-3);
    // No battalion mass from it.
    turn(&mut b, &[("A1", legs([form(Formation::Mass)]))], &[]);
    assert_eq!(refused(&b, a).as_deref(), Some("05.01.6.a"));
    turn(&mut b, &[("A1", legs([Leg::Disband])), ("A3", legs([Leg::Disband]))], &[]);
    assert_eq!((b.field()[c].leads, b.field()[f].leads), (None, None));
    assert!(b.field().gap(&b.field()[e], &b.field()[f]) < 0.1);
}

#[test]
fn skirmishers_too_far_from_their_soutien_or_without_one() {
    let p = proves!("14.02.4.a", "14.02.4.b", "14.02.3");
    let mut d = Drill::new();
    let body = d.infantry(Side::A, 30, Formation::Line, 60.0, 40.0, 0.0);
    d.sent_out(body, 5, 3.0, 60.0, 68.0);
    let lone = d.infantry(Side::A, 10, Formation::Skirmish, 160.0, 90.0, 0.0);
    d.spacing(lone, 3.0);
    let field = commanded(d);
    let goes_back = |b: &Battle, u: UnitId| {
        find(b, |e| match e.kind {
            EventKind::GoesBack { unit, to } if unit == u => Some((to, e.clause.id().to_string())),
            _ => None,
        })
    };
    let mut b = Battle::drill(field.clone(), []);
    turn(&mut b, &[], &[]);
    assert_eq!(goes_back(&b, UnitId(1)), Some((Some(body), "14.02.4.a".into())));
    assert_eq!(goes_back(&b, lone), None, "its soutien serves another line");
    told_by(&p, &b, "14.02.4.a");
    told_by(&p, &b, "14.02.3");
    // With nobody to go back to it forms one of its own.
    let own = of(&b, "A3-s");
    assert_eq!((b.field()[own].figures, b.field()[lone].figures), (5, 5));
    assert_eq!((b.field()[own].formation, b.field()[lone].body), (Formation::Line, Some(own)));
    told_by(&p, &b, "14.02.4.b");
    // Where there is one the player chooses.
    let mut d = Drill::new();
    let near = d.infantry(Side::A, 30, Formation::Line, 160.0, 40.0, 0.0);
    let lone = d.infantry(Side::A, 10, Formation::Skirmish, 160.0, 90.0, 0.0);
    d.spacing(lone, 3.0);
    let field = commanded(d);
    let mut b = Battle::drill(field.clone(), []);
    turn(&mut b, &[], &[]);
    assert_eq!(goes_back(&b, lone), Some((Some(near), "14.02.4.b".into())));
    let mut b = Battle::drill(field, []);
    turn_with(&mut b, &[], &[], &[("soutien A2", Choice::Way(Course::FormSoutien))]);
    assert_eq!(b.field()[of(&b, "A2-s")].figures, 5);
    assert_eq!(goes_back(&b, lone), None);
}

#[test]
fn arrivals_wait_for_a_free_place() {
    let p = proves!("play.setup");
    let mut d = Drill::new();
    let late = d.infantry(Side::A, 20, Formation::MarchColumn, 100.0, 20.0, 0.0);
    d.infantry(Side::A, 20, Formation::Line, 100.0, 18.0, 0.0);
    d.awaited(late);
    let mut f = commanded(d);
    f.arrivals.push((2, Comer::Unit(late)));
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", legs([ahead()])), ("A2", legs([ahead()]))], &[]);
    assert_eq!(b.field()[late].fate, Fate::Awaited);
    turn(&mut b, &[("A1", legs([cm(5.0)]))], &[]);
    assert_eq!(b.field()[late].fate, Fate::OnTable);
    stands(&b, late, 100.0, 25.0);
    told_by(&p, &b, "play.setup");
}

#[test]
fn who_is_put_down_in_disorder_has_not_come_into_it() {
    let p = proves!("play.setup");
    let put = |reading: Option<&str>| {
        let mut d = Drill::new();
        if let Some(r) = reading {
            d.read("put-down-in-disorder", r);
        }
        let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.state(u, State::Disorder);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([ahead()]))], &[]);
        (b, u)
    };
    let (b, u) = put(None);
    stands(&b, u, 100.0, 60.0);
    let (b, u) = put(Some("retreats"));
    stands(&b, u, 100.0, 45.0);
    told_by(&p, &b, "play.setup");
    // In FU it rolls, and if that fails flees at the start.
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 80.0, 0.0);
    d.state(u, State::Complete);
    let mut b = Battle::drill(commanded(d), [1, 1, 1]);
    turn(&mut b, &[], &[]);
    assert!(b.field()[u].base.front.y < 70.0);
    done(&b);
}

#[test]
fn gunners_leave_their_guns_and_man_them_again() {
    let p = proves!("04.04.3", "10.01.2");
    let mut d = Drill::new();
    let guns = d.battery(Side::A, 8, 100.0, 50.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([Leg::LeaveGuns { limbers: false }]))], &[]);
    assert!(b.field()[guns].crew_alone());
    told_by(&p, &b, "04.04.3");
    turn(&mut b, &[("A1", legs([Leg::Man, Leg::MakeReady]))], &[]);
    assert!(b.field()[guns].unlimbered());
    let manned = find(&b, |e| matches!(e.kind, EventKind::GunsManned { .. }).then_some(e.clock)).unwrap();
    let ready = find(&b, |e| matches!(e.kind, EventKind::Ready { .. }).then_some(e.clock)).unwrap();
    // Half a turn after they are back, not the quarter of other cases.
    assert!((ready - manned - 0.5).abs() < 2e-3, "{manned} {ready}");
    told_by(&p, &b, "10.01.2");
}

#[test]
fn guns_are_manned_again_when_no_intact_enemy_stands_at_them() {
    let p = proves!("play.battery");
    // The crew behind its guns; an enemy in that state so far before them.
    let run = |state: State, gap: f64| {
        let mut d = Drill::new();
        let guns = d.battery(Side::A, 8, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 50.0 + gap, 180.0);
        d.unit(UnitId(1)).state = state;
        let mut f = commanded(d);
        stance::leave_guns(&mut f[guns], false);
        let mut b = Battle::drill(f, []);
        turn(&mut b, &[], &[]);
        let taken = (b.field()[guns].battery.as_ref().unwrap().taken, b.field().guns_taken[1]);
        turn(&mut b, &[("A1", legs([Leg::Man]))], &[]);
        (b, guns, taken)
    };
    let (b, guns, taken) = run(State::Light3, 0.1);
    assert_eq!(taken, (true, 8));
    assert_eq!(p.shows("play.battery", refused(&b, guns)).as_deref(), Some("play.battery"));
    assert!(b.field()[guns].crew_alone());
    for (state, gap) in [(State::Order, 0.2), (State::Disorder, 0.1)] {
        let (b, guns, taken) = run(state, gap);
        assert_eq!(taken, (false, 0), "{state} {gap}");
        assert!(b.field()[guns].unlimbered());
    }
    // Taken, they are manned again when the enemy has gone, and are in nobody's hands but their own.
    let (mut b, guns, _) = run(State::Order, 0.1);
    b.field_mut()[UnitId(1)].base.front.y = 120.0;
    turn(&mut b, &[("A1", legs([Leg::Man]))], &[]);
    assert!(b.field()[guns].unlimbered());
    assert_eq!((b.field()[guns].battery.as_ref().unwrap().taken, b.field().guns_taken[1]), (false, 0));
}

#[test]
fn a_battery_short_of_horses_goes_at_half_speed() {
    let p = proves!("07.01.6");
    let mut d = Drill::new();
    let all: Vec<UnitId> = [40.0, 120.0, 200.0].map(|x| d.battery(Side::A, 8, x, 50.0, 0.0)).into();
    for u in &all {
        d.limber(*u, false);
    }
    let of = d.unit(all[0]).battery.as_ref().unwrap().horses_of;
    for (u, left) in [(all[1], of / 2), (all[2], of / 2 - 1)] {
        d.unit(u).battery.as_mut().unwrap().horses = left;
    }
    let mut b = Battle::drill(commanded(d), []);
    let go = legs([ahead()]);
    turn(&mut b, &[("A1", go.clone()), ("A2", go.clone()), ("A3", go)], &[]);
    let gone = |u: UnitId| b.field()[u].base.front.y - 50.0;
    // Exactly half of them gone is not more than half.
    assert!((gone(all[0]) - gone(all[1])).abs() < 2e-3);
    assert!((gone(all[0]) - 2.0 * gone(all[2])).abs() < 2e-3, "{} {}", gone(all[0]), gone(all[2]));
    told_by(&p, &b, "07.01.6");
}

#[test]
fn what_a_unit_has_done_its_parts_have_done() {
    let p = proves!("04.01.2");
    let mut d = Drill::new();
    let foot = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 64.0, 180.0);
    let horse = d.cavalry(Side::A, 20, Formation::Line, 200.0, 50.0, 0.0);
    d.weight(horse, Weight::Light);
    d.unit(horse).record.attacked = true;
    let mut b = Battle::drill(commanded(d), [1; 3]);
    turn(&mut b, &[("A1", fire(When::Time(0.25))), ("A2", legs([split("A2b", 2)]))], &[]);
    assert!(b.field()[of(&b, "A2b")].record.attacked, "no second first attack");
    let fired = b.field().turn;
    turn(&mut b, &[("A1", legs([split("A1b", 2)]))], &[]);
    let part = of(&b, "A1b");
    assert_eq!(b.field()[part].record.smoke_turn, Some(fired));
    told_by(&p, &b, "04.01.2");
    // A part that fires for the first time has done so for the whole.
    b.field_mut()[foot].record.fired = false;
    b.field_mut()[part].record.fired = true;
    turn(&mut b, &[("A1", legs([join("A1b")]))], &[]);
    assert!(b.field()[foot].record.fired);
    // Joined again in the turn after its fire it would smoke still.
    let hangs = chakoten_napoleonic::aim::smoke(&b.field()[foot], fired).hangs(&b.field().fire_readings());
    assert_eq!(hangs.map(|h| h.0), Some(true));
    done(&b);
}

#[test]
fn what_a_regiment_has_done_its_parts_have_done() {
    let p = proves!("04.03.1");
    let mut d = Drill::new();
    let u = d.cavalry(Side::A, 20, Formation::Line, 100.0, 50.0, 0.0);
    d.weight(u, Weight::Light);
    d.unit(u).record.attacked = true;
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([split("A1-2", 1)]))], &[]);
    let part = of(&b, "A1-2");
    assert!(b.field()[part].record.attacked && b.field()[u].record.attacked);
    told_by(&p, &b, "04.03.1");
}

#[test]
fn a_staff_comes_with_the_unit_it_is_with() {
    let p = proves!("play.setup");
    let mut d = Drill::new();
    let chief = d.commander(Side::A, 100.0, 30.0);
    let late = d.infantry(Side::A, 20, Formation::MarchColumn, 100.0, 20.0, 0.0);
    d.with(chief, late).awaited(late);
    d.staff_mut(chief).fate = StaffFate::Awaited;
    let mut f = d.field();
    f.arrivals.push((2, Comer::Unit(late)));
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[], &[]);
    assert_eq!((b.field()[late].fate, b.field()[chief].fate), (Fate::OnTable, StaffFate::Present));
    told_by(&p, &b, "play.setup");
    // His orders reach it.
    turn(&mut b, &[("A1", legs([cm(5.0)]))], &[]);
    stands(&b, late, 100.0, 25.0);
    done(&b);
}
