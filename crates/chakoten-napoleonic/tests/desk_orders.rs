//! Orders by the page's controls: whatever a slip can hold can be set by hand.

use crate::field_day::{find, play_out, sheet, show};
use chakoten_napoleonic::battle::{Awaits, Battle};
use chakoten_napoleonic::book::works::Craft;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::order::{Leg, Order};
use chakoten_napoleonic::terrain::Vessel;
use chakoten_napoleonic::troop::{Formation, Weight};
use chakoten_napoleonic::{EventKind, Side, proves, slip};
use desk::Rules;
use desk::board::{Act, Setting, Sketched, Stroke};
use serde_json::{Value, json};

fn stroke(b: &Battle, unit: &str, draft: Value, act: Act) -> Sketched {
    let s = Stroke { asks: "orders".into(), draft, pieces: vec![unit.into()], act };
    Rules::stroke(b, Side::A, &Awaits::Orders, &s).expect("a stroke that is understood")
}

/// Sets one control after another for A1.
fn set(b: &Battle, all: &[(&str, Value)]) -> Sketched {
    let mut s = stroke(b, "A1", Value::Null, Act::Pick);
    for (control, value) in all {
        assert!(has(&s, control), "{control} is not among {:?}", ids(&s));
        s = stroke(b, "A1", s.draft, Act::Set { control: (*control).into(), value: value.clone() });
        assert!(s.refusal.is_none(), "{control}: {:?}", s.refusal);
    }
    s
}

fn ids(s: &Sketched) -> Vec<&str> {
    s.controls.iter().map(|c| c.id.as_str()).collect()
}

fn has(s: &Sketched, control: &str) -> bool {
    ids(s).contains(&control)
}

fn setting<'s>(s: &'s Sketched, control: &str) -> &'s Setting {
    &s.controls.iter().find(|c| c.id == control).expect("it is there").setting
}

/// What the slip of A1 says, as data.
fn order(b: &Battle, s: &Sketched) -> Order {
    let text = s.slip.as_deref().expect("one unit is taken up");
    slip::read_from(text, b.field().edge(Side::A)).expect("a slip that reads")
}

/// Sends the sheet and plays the turn.
fn send(b: &mut Battle, s: Sketched) {
    let answer = serde_json::from_value(s.answer.expect("it can be sent")).expect("orders");
    b.answer(Side::A, answer).unwrap();
    b.answer(Side::B, sheet(&[])).unwrap();
    play_out(b, &[]);
}

fn commanders(d: &mut Drill) {
    d.commander(Side::A, 100.0, 30.0);
    d.commander(Side::B, 100.0, 150.0);
}

#[test]
fn fire_at_several_targets_is_set_one_after_the_other() {
    let mut d = Drill::new();
    commanders(&mut d);
    d.infantry(Side::A, 60, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 12, Formation::AttackColumn, 90.0, 59.0, 180.0);
    d.infantry(Side::B, 12, Formation::AttackColumn, 110.0, 59.0, 180.0);
    let b = Battle::drill(d.field(), []);
    let s = set(&b, &[("do", json!("fire"))]);
    assert!(!has(&s, "fire_also"), "one first");
    let s = set(&b, &[("do", json!("fire")), ("fire_at", json!("x1"))]);
    match setting(&s, "fire_also") {
        Setting::Piece { value: None, among } => assert_eq!(among, &["x2"]),
        other => panic!("{other:?}"),
    }
    let s = set(&b, &[("do", json!("fire")), ("fire_at", json!("x1")), ("fire_also", json!("x2"))]);
    assert!(!has(&s, "fire_also"), "both are named");
    assert_eq!(order(&b, &s).fire.unwrap().at, ["x1", "x2"]);
    assert!(s.answer.is_some(), "it can be sent");
    // Twelve figures are one firing unit, and a single gun has one target.
    let mut d = Drill::new();
    commanders(&mut d);
    d.infantry(Side::A, 12, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 12, Formation::AttackColumn, 90.0, 59.0, 180.0);
    d.infantry(Side::B, 12, Formation::AttackColumn, 110.0, 59.0, 180.0);
    let b = Battle::drill(d.field(), []);
    assert!(!has(&set(&b, &[("do", json!("fire")), ("fire_at", json!("x1"))]), "fire_also"));
}

#[test]
fn a_part_of_a_unit_marches_off_by_itself() {
    let p = proves!("orders.3");
    let mut d = Drill::new();
    commanders(&mut d);
    let a = d.cavalry(Side::A, 24, Formation::Line, 100.0, 50.0, 0.0);
    d.weight(a, Weight::Light);
    let mut b = Battle::drill(d.field(), []);
    let s = set(&b, &[("part", json!(1)), ("part_way", json!(90)), ("part_for", json!(0.5))]);
    match &order(&b, &s).legs[..] {
        [Leg::Part { part, degrees, .. }] => assert_eq!((*part, *degrees), (0.25, 90.0)),
        other => panic!("{other:?}"),
    }
    send(&mut b, s);
    let part = find(&b, |e| match e.kind {
        EventKind::Split { unit, part } if unit == a => Some(part),
        _ => None,
    });
    let Some(part) = part else {
        show(&b);
        panic!("nobody marched off");
    };
    assert_eq!((b.field()[part].figures, b.field()[a].figures), (6, 18));
    let goes = find(&b, |e| (e.rests_on("orders.3") && e.kind.unit() == Some(part)).then_some(()));
    assert!(p.shows("orders.3", goes).is_some());
    assert!(b.field()[part].base.centre().x > b.field()[a].base.centre().x + 10.0);
    // More than all but one is no part.
    let s = stroke(&b, "A1", Value::Null, Act::Pick);
    match setting(&s, "part") {
        Setting::Number { least, greatest, .. } => assert_eq!((*least, *greatest), (1.0, 2.0)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_boat_is_sent_over_empty() {
    let mut d = Drill::new();
    commanders(&mut d);
    let a = d.infantry(Side::A, 8, Formation::Line, 100.0, 50.0, 0.0);
    d.unit(a).troops.pioneers = true;
    d.water("river", (0.0, 51.0), (240.0, 57.0));
    let mut f = d.field();
    for (name, x) in [("boat-1", 98.0), ("boat-2", 102.0)] {
        f.terrain.vessels.push(Vessel {
            name: name.into(),
            side: Side::A,
            craft: Craft::Boat,
            at: table::v2(x, 51.0),
            gone: false,
            with: None,
            delay: 0.0,
        });
    }
    let mut b = Battle::drill(f, []);
    let s = set(&b, &[("send_craft", json!("boat-1"))]);
    match &order(&b, &s).legs[..] {
        [Leg::Ferry { craft, y, empty: true, .. }] => {
            assert_eq!(craft, &["boat-1"]);
            assert!(*y > 57.0, "on the far bank: {y}");
        }
        other => panic!("{other:?}"),
    }
    let to = json!({ "x": 104.0, "y": 57.5 });
    let s = set(&b, &[("send_craft", json!("boat-1")), ("send_craft", json!("boat-2")), ("craft_to", to)]);
    match &order(&b, &s).legs[..] {
        [Leg::Ferry { craft, x, y, empty: true }] => {
            assert_eq!((craft.len(), *x, *y), (2, 104.0, 57.5));
        }
        other => panic!("{other:?}"),
    }
    send(&mut b, s);
    assert!(b.field().terrain.vessels.iter().all(|v| v.at.y > 56.0), "{:?}", b.field().terrain.vessels);
    // Others than pioneers send none.
    let mut d = Drill::new();
    commanders(&mut d);
    d.infantry(Side::A, 8, Formation::Line, 100.0, 50.0, 0.0);
    d.water("river", (0.0, 51.0), (240.0, 57.0));
    let mut f = d.field();
    f.terrain.vessels.clone_from(&b.field().terrain.vessels);
    let b = Battle::drill(f, []);
    assert!(!has(&stroke(&b, "A1", Value::Null, Act::Pick), "send_craft"));
}

#[test]
fn other_things_of_a_slip_are_set_by_hand() {
    let mut d = Drill::new();
    commanders(&mut d);
    d.infantry(Side::A, 36, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::A, 36, Formation::Line, 100.0, 47.0, 0.0);
    d.infantry(Side::A, 36, Formation::Line, 100.0, 44.0, 0.0);
    d.infantry(Side::B, 36, Formation::Line, 100.0, 90.0, 180.0);
    let b = Battle::drill(d.field(), []);
    let written = |all: &[(&str, Value)]| set(&b, all).slip.unwrap_or_default();
    // It waits, and marches then.
    assert_eq!(written(&[("do", json!("march")), ("wait", json!(0.25))]), "stand 1/4 turn, march");
    // A turn by the handle is a pivot, or a rotation.
    let s = stroke(&b, "A1", Value::Null, Act::Turn { degrees: 30.0 });
    let turned = |on: bool, s: &Sketched| {
        let act = Act::Set { control: "rotate".into(), value: json!(on) };
        let s = stroke(&b, "A1", s.draft.clone(), act);
        assert!(s.refusal.is_none());
        order(&b, &s).legs
    };
    assert_eq!(turned(true, &s), [Leg::Rotate { degrees: 30.0 }]);
    assert_eq!(turned(false, &s), [Leg::Pivot { degrees: 30.0 }]);
    // Two more units for one column, one after the other.
    let s = set(&b, &[("combine", json!("A2")), ("combine", json!("A3"))]);
    let units = vec!["A2".to_owned(), "A3".to_owned()];
    assert_eq!(order(&b, &s).legs, [Leg::Combine { units, square: false }]);
    // Fire before the contact of another own unit.
    let s =
        set(&b, &[("do", json!("fire")), ("fire_event", json!("contact")), ("fire_contact_of", json!("A2"))]);
    let when = order(&b, &s).fire.map(|f| f.when);
    assert_eq!(when, Some(chakoten_napoleonic::order::When::BeforeContact("A2".into())));
    // Skirmishers to the left, thin.
    let s =
        set(&b, &[("send_out", json!(6)), ("send_out_way", json!("left")), ("send_out_thin", json!(true))]);
    match &order(&b, &s).legs[..] {
        [Leg::SendOut { figures: 6, way, density, .. }] => {
            use chakoten_napoleonic::{order::Way, troop::Density};
            assert_eq!((*way, *density), (Way::Left, Density::Thin));
        }
        other => panic!("{other:?}"),
    }
}
