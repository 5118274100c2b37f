//! What a side knows while it decides: targets it sees, and firers who show themselves (play.hidden).

use crate::field_day::{Orders, attack, done, find, fire, play_out, sheet, show, told_by};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::order::{Choice, FireOrder, Order, When};
use chakoten_napoleonic::troop::Formation;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

/// A battalion of A in the open; one of B before it, and another behind a wood that nobody of A sees.
fn before_the_wood() -> (Drill, UnitId, UnitId, UnitId) {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    d.commander(Side::B, 100.0, 120.0);
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let seen = d.infantry(Side::B, 30, Formation::Line, 40.0, 64.0, 180.0);
    d.wood("wood", (60.0, 70.0), (140.0, 90.0));
    let hidden = d.infantry(Side::B, 30, Formation::Line, 100.0, 95.0, 180.0);
    (d, a, seen, hidden)
}

/// What is offered to a side under a question that begins so.
fn offered(b: &Battle, side: Side, key: &str) -> Vec<Choice> {
    let all = b.asked().map(|p| p.asked.clone()).unwrap_or_default();
    let mine = all.into_iter().filter(|a| a.side == side && a.key.starts_with(key));
    mine.flat_map(|a| a.offers.to_vec()).collect()
}

/// The turn until something is asked.
fn begins(b: &mut Battle, a: Orders, c: Orders) {
    b.answer(Side::A, sheet(a)).unwrap();
    b.answer(Side::B, sheet(c)).unwrap();
}

#[test]
fn whom_nobody_of_the_side_sees_is_no_target_of_fire() {
    let (d, ..) = before_the_wood();
    let mut b = Battle::drill(d.field(), []);
    begins(&mut b, &[("A1", fire(When::Time(0.5)))], &[]);
    let offers = offered(&b, Side::A, "fire A1");
    assert_eq!(offers, [Choice::Yes, Choice::No, Choice::Pick("B1".into())]);
    // Read so that everything is shown, he is offered too.
    let (mut d, ..) = before_the_wood();
    d.read("hidden", "all");
    let mut b = Battle::drill(d.field(), []);
    begins(&mut b, &[("A1", fire(When::Time(0.5)))], &[]);
    assert!(offered(&b, Side::A, "fire A1").contains(&Choice::Pick("B2".into())));
}

#[test]
fn an_attack_is_announced_on_an_enemy_in_sight_alone() {
    let p = proves!("play.hidden", "03.02.4.d", "play.attack");
    let (d, a, ..) = before_the_wood();
    let mut b = Battle::drill(d.field(), []);
    begins(&mut b, &[("A1", attack("B2"))], &[]);
    play_out(&mut b, &[]);
    let not = find(&b, |e| match e.kind {
        EventKind::AttackNotAnnounced { unit } if unit == a => Some(e.rests_on("play.hidden")),
        _ => None,
    });
    assert_eq!(p.shows("play.hidden", not), Some(true));
    told_by(&p, &b, "03.02.4.d");
    // Straight ahead of it stands nobody whom it sees: no target is found there either.
    let mut open = attack("B2");
    open.attack.as_mut().unwrap().target = None;
    let (d, ..) = before_the_wood();
    let mut b = Battle::drill(d.field(), []);
    begins(&mut b, &[("A1", open)], &[]);
    play_out(&mut b, &[]);
    assert!(find(&b, |e| matches!(e.kind, EventKind::AttackAnnounced { .. }).then_some(())).is_none());
    // Read otherwise, one who was sighted before may be attacked though nobody sees him now.
    for (option, announced) in [("known", true), ("seen", false)] {
        let (mut d, a, _, hidden) = before_the_wood();
        d.read("attack-unseen", option);
        let mut f = d.field();
        let (behind, open) = (f[hidden].base, f[hidden].base.moved(table::v2(0.0, -35.0)));
        f[hidden].base = open;
        let mut b = Battle::drill(f, []);
        b.field_mut()[hidden].base = behind;
        begins(&mut b, &[("A1", attack("B2"))], &[]);
        play_out(&mut b, &[]);
        let told = find(&b, |e| match e.kind {
            EventKind::AttackAnnounced { unit, target } if unit == a => target,
            _ => None,
        });
        assert_eq!(p.shows("play.attack", told), announced.then_some(hidden), "{option}");
    }
}

/// Skirmishers four cm deep in a wood, a battalion in the open 9 cm before its edge: they see it, it does not see them.
fn ambush() -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 30.0);
    d.commander(Side::B, 100.0, 120.0);
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.wood("wood", (60.0, 58.0), (140.0, 90.0));
    let body = d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 100.0, 180.0);
    let b = d.sent_out(body, 10, 2.0, 100.0, 62.0);
    (d, a, b)
}

#[test]
fn firing_shows_the_firer_to_the_targets_side() {
    let p = proves!("play.hidden");
    let (d, a, line) = ambush();
    let mut b = Battle::drill(d.field(), [3, 3, 3]);
    let command = b.field()[a].command;
    assert!(!b.known(Side::A).sees(line));
    assert_eq!(b.sightings().label(Side::A, line), None);
    begins(&mut b, &[], &[]);
    play_out(&mut b, &[]);
    let fired = find(&b, |e| match e.kind {
        EventKind::Fired { unit, target, .. } => Some((unit, target, e.seen)),
        _ => None,
    });
    if fired.is_none() {
        show(&b);
    }
    assert_eq!(fired, Some((line, a, [true, true])));
    // He is told of, has a label, and is a report with the commander of whoever was fired at.
    let shown = find(&b, |e| match e.kind {
        EventKind::Shown { unit, to, at } => Some((unit, to, at, e.seen)),
        _ => None,
    });
    let (unit, to, at, seen) = p.shows("play.hidden", shown).unwrap();
    assert_eq!((unit, to, seen), (line, a, [true, false]));
    assert!((at.y - 62.0).abs() < 1e-6);
    assert!(b.sightings().label(Side::A, line).is_some());
    let known = b.known(Side::A);
    assert!(!known.sees(line), "hidden again when he has fired");
    let report = known.reports().find(|(_, id, _)| *id == line).unwrap().2;
    assert_eq!((report.turn, report.figures), (b.field().turn, 10));
    assert!(known.may_name(command, line));
    done(&b);
}

#[test]
fn a_battery_fires_at_no_enemy_whom_nobody_sees() {
    let p = proves!("10.01.5");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 20.0);
    d.commander(Side::B, 100.0, 120.0);
    let guns = d.battery(Side::A, 6, 100.0, 30.0, 0.0);
    d.wood("wood", (60.0, 58.0), (140.0, 90.0));
    let inside = d.infantry(Side::B, 10, Formation::Skirmish, 100.0, 66.0, 180.0);
    let mut b = Battle::drill(d.clone().field(), []);
    begins(&mut b, &[("A1", fire(When::AtOnce))], &[]);
    play_out(&mut b, &[]);
    assert!(find(&b, |e| matches!(e.kind, EventKind::Fired { .. }).then_some(())).is_none());
    // Somebody of the side sees him from close by: then the battery may fire at the wood (10.01.5).
    d.infantry(Side::A, 10, Formation::Skirmish, 150.0, 66.0, 270.0);
    d.unit(inside).base.front.x = 135.0;
    let mut b = Battle::drill(d.field(), [3, 3, 3]);
    let order = Order {
        fire: Some(FireOrder { when: When::AtOnce, at: vec!["B1".into()], range_in: false }),
        ..Order::default()
    };
    begins(&mut b, &[("A1", order)], &[]);
    play_out(&mut b, &[]);
    let shot = find(&b, |e| match e.kind {
        EventKind::Fired { unit, target, .. } => Some((unit, target)),
        _ => None,
    });
    if shot.is_none() {
        show(&b);
    }
    assert_eq!(p.shows("10.01.5", shot), Some((guns, inside)));
    done(&b);
}
