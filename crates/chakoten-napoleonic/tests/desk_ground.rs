//! The ground on the page as the battle has changed it, who is shown what of it, and works ordered by the controls.

use crate::field_day::sheet;
use chakoten_napoleonic::Side;
use chakoten_napoleonic::battle::{Awaits, Battle};
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::field::Post;
use chakoten_napoleonic::ground::CrossingKind;
use chakoten_napoleonic::terrain::{Blaze, Cut, Thing};
use chakoten_napoleonic::troop::Formation;
use chakoten_napoleonic::works::fires::Burning;
use desk::board::{Act, Feature, Ground, Setting, Sketched, Stroke};
use desk::{Eye, Rules, Stage};
use serde_json::{Value, json};
use umpire::Seat;

fn features(b: &Battle, seat: Seat) -> Vec<Feature> {
    let still = b.still();
    let sight = b.sight(&still, Eye::of(seat, false), None);
    b.features(&still, &sight)
}

fn kinds(b: &Battle, seat: Seat, kind: Ground) -> usize {
    features(b, seat).iter().filter(|f| f.kind == kind).count()
}

/// Pioneers at a wooden bridge, with an engineer.
fn pioneers() -> (Drill, String) {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    d.commander(Side::B, 100.0, 190.0);
    let u = d.infantry(Side::A, 20, Formation::Line, 100.0, 50.0, 0.0);
    d.unit(u).troops.pioneers = true;
    d.infantry(Side::B, 20, Formation::Line, 100.0, 180.0, 180.0);
    d.crossing(CrossingKind::WoodenBridge, "bridge", (98.0, 50.1), (102.0, 57.0));
    d.building("barn", false, (140.0, 60.0), (150.0, 70.0));
    let code = d.unit(u).code.to_string();
    (d, code)
}

fn stroke(b: &Battle, unit: &str, draft: Value, act: Act) -> Sketched {
    let s = Stroke { asks: "orders".into(), draft, pieces: vec![unit.into()], act };
    Rules::stroke(b, Side::A, &Awaits::Orders, &s).expect("a stroke that is understood")
}

fn options(s: &Sketched, control: &str) -> Vec<String> {
    let of = s.controls.iter().find(|c| c.id == control).map(|c| &c.setting);
    match of {
        Some(Setting::Choice { options, .. }) => options.iter().map(|o| o.id.clone()).collect(),
        _ => Vec::new(),
    }
}

fn set(b: &Battle, unit: &str, draft: Value, control: &str, value: Value) -> Sketched {
    let s = stroke(b, unit, draft, Act::Set { control: control.into(), value });
    assert!(s.refusal.is_none(), "{control}: {:?}", s.refusal);
    s
}

#[test]
fn fires_cuts_and_ruins_are_seen_by_all() {
    let (d, _) = pioneers();
    let mut f = d.field();
    let fire = Burning::shelled(f.turn + 1, false);
    f.terrain.blazes.push(Blaze { on: Thing::Building(0), fire, object: None });
    let mut b = Battle::drill(f, []);
    for seat in [Seat::Side(0), Seat::Side(1), Seat::Spectator, Seat::Umpire] {
        assert_eq!(kinds(&b, seat, Ground::Fire), 1, "{seat}");
        assert_eq!((kinds(&b, seat, Ground::Bridge), kinds(&b, seat, Ground::Building)), (1, 1));
    }
    b.field_mut().terrain.blazes.clear();
    b.field_mut().terrain.cut.insert(0, Cut::Gone);
    b.field_mut().terrain.buildings.entry(0).or_default().burnt = true;
    assert_eq!(kinds(&b, Seat::Side(1), Ground::Fire), 0);
    assert_eq!(
        (kinds(&b, Seat::Side(1), Ground::Bridge), kinds(&b, Seat::Side(1), Ground::Building)),
        (0, 0)
    );
    // What is left of them is told with them.
    b.field_mut().terrain.cut.insert(0, Cut::DeckOff);
    let told = features(&b, Seat::Side(1));
    let bridge = told.iter().find(|f| f.kind == Ground::Bridge).expect("its deck is off, it stands");
    assert!(bridge.facts.iter().any(|f| f.clause.as_deref() == Some("19.09.3")), "{bridge:?}");
}

#[test]
fn works_under_way_are_shown_to_their_own_side() {
    let (mut d, code) = pioneers();
    d.staff(Side::A, Post::EngineerOfficer, 100.0, 47.0);
    let mut b = Battle::drill(d.field(), [6, 6, 6, 6]);
    // By the controls: the bridge is to be burnt.
    let s = stroke(&b, &code, Value::Null, Act::Pick);
    assert!(options(&s, "work").contains(&"burn bridge".to_owned()), "{:?}", options(&s, "work"));
    let s = set(&b, &code, s.draft, "work", json!("burn bridge"));
    assert_eq!(s.slip.as_deref(), Some("work destroy bridge by burn"));
    let answer = serde_json::from_value(s.answer.expect("it can be sent")).expect("orders");
    b.answer(Side::A, answer).unwrap();
    b.answer(Side::B, sheet(&[])).unwrap();
    crate::field_day::play_out(&mut b, &[]);
    for (seat, shown) in [(Seat::Side(0), 1), (Seat::Side(1), 0), (Seat::Spectator, 0), (Seat::Umpire, 1)] {
        assert_eq!(kinds(&b, seat, Ground::Digging), shown, "{seat}");
    }
    // And gone on with by its name.
    let s = stroke(&b, &code, Value::Null, Act::Pick);
    assert_eq!(options(&s, "work_on"), ["site-1"]);
    let s = set(&b, &code, s.draft, "work_on", json!("site-1"));
    assert_eq!(s.slip.as_deref(), Some("work on site-1"));
}

#[test]
fn a_work_is_laid_where_the_hand_shows() {
    let (d, code) = pioneers();
    let b = Battle::drill(d.field(), []);
    let s = stroke(&b, &code, Value::Null, Act::Pick);
    assert!(options(&s, "build").contains(&"build abatis".to_owned()), "{:?}", options(&s, "build"));
    let s = set(&b, &code, s.draft, "build", json!("build abatis"));
    let s = set(&b, &code, s.draft, "work_from", json!({ "x": 96.0, "y": 51.0 }));
    let s = set(&b, &code, s.draft, "work_to", json!({ "x": 104.0, "y": 51.0 }));
    assert_eq!(s.slip.as_deref(), Some("work build abatis from 96 51 to 104 51"));
    // Beyond the table it is refused, and what was drawn stays.
    let off = stroke(
        &b,
        &code,
        s.draft.clone(),
        Act::Set { control: "work_to".into(), value: json!({ "x": -9.0, "y": 51.0 }) },
    );
    assert!(off.refusal.is_some() && off.slip == s.slip, "{off:?}");
}

#[test]
fn a_column_about_a_corner_is_drawn_whole() {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    let u = d.infantry(Side::A, 30, Formation::MarchColumn, 100.0, 80.0, 0.0);
    let code = d.unit(u).code.to_string();
    let mut b = Battle::drill(d.field(), []);
    let slip = "pivot right 60, march 4 cm";
    let order = chakoten_napoleonic::slip::read_from(slip, b.field().edge(Side::A)).expect("a slip");
    crate::field_day::turn(&mut b, &[(&code, order)], &[]);
    assert!(b.field()[u].bent(), "{:?}", b.field()[u].record.track);
    let still = b.still();
    for seat in [Seat::Side(0), Seat::Spectator] {
        let sight = b.sight(&still, Eye::of(seat, false), None);
        let looks = b.looks(&still, &sight);
        let piece =
            looks.iter().map(|s| b.piece(&still, &sight, s)).find(|p| p.id == code).expect("it is there");
        assert!(!piece.tail.is_empty());
        let long: f64 = piece.depth + piece.tail.iter().map(|t| t.depth).sum::<f64>();
        assert!((long - b.field()[u].base.depth).abs() < 1e-3, "{piece:?}");
    }
}
