//! Ammunition in play: two whole turns beside a wagon, what it has, what is left.

use crate::field_day::{ahead, done, find, legs, told_by, turn};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Halt;
use chakoten_napoleonic::order::{Leg, Order};
use chakoten_napoleonic::troop::Formation;
use chakoten_napoleonic::unit::Load;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

fn resupply() -> Order {
    legs([Leg::Resupply { wagon: "A2".into() }])
}

fn cannot(b: &Battle, u: UnitId) -> Option<String> {
    find(b, |e| match e.kind {
        EventKind::Halted { unit, why: Halt::Impossible, .. } if unit == u => Some(e.clause.id().to_owned()),
        _ => None,
    })
}

/// A battalion with two turns of fire left, and a wagon in base contact behind it.
fn beside() -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.unit(u).ammunition = 2;
    let rear = d.unit(u).base.rear().y;
    let w = d.wagon(Side::A, 100.0, rear, 0.0);
    d.unit(w).load = Some(Load::Ammunition { infantry: 4, guns: 2 });
    (d, u, w)
}

#[test]
fn two_whole_turns_beside_the_wagon_fill_a_battalion() {
    let p = proves!("11.04.1", "11.01.3");
    let (d, u, w) = beside();
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", resupply())], &[]);
    assert_eq!(b.field()[u].ammunition, 2);
    turn(&mut b, &[("A1", resupply())], &[]);
    assert_eq!(b.field()[u].ammunition, 12);
    assert_eq!(b.field()[w].load, Some(Load::Ammunition { infantry: 3, guns: 1 }));
    told_by(&p, &b, "11.04.1");
    told_by(&p, &b, "11.01.3");
    done(&b);
}

#[test]
fn an_interrupted_issue_begins_anew() {
    let p = proves!("11.04.1");
    let (d, u, _) = beside();
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", resupply())], &[]);
    turn(&mut b, &[], &[]);
    turn(&mut b, &[("A1", resupply())], &[]);
    assert_eq!(b.field()[u].ammunition, 2);
    turn(&mut b, &[("A1", resupply())], &[]);
    assert_eq!(b.field()[u].ammunition, 12);
    told_by(&p, &b, "11.04.1");
}

#[test]
fn a_company_takes_one_turn() {
    let p = proves!("11.04.1");
    let (mut d, u, _) = beside();
    d.unit(u).companies = 1;
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", resupply())], &[]);
    assert_eq!(b.field()[u].ammunition, 12);
    told_by(&p, &b, "11.04.1");
}

#[test]
fn only_in_base_contact_from_a_wagon_that_has_some() {
    let p = proves!("11.04.1", "11.01.3", "11.04.2");
    let (mut d, u, w) = beside();
    d.unit(w).base.front.y -= 0.2;
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", resupply())], &[]);
    assert_eq!(p.shows("11.04.1", cannot(&b, u)).as_deref(), Some("11.04.1"));
    let (mut d, u, w) = beside();
    d.unit(w).load = Some(Load::Ammunition { infantry: 0, guns: 0 });
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", resupply())], &[]);
    assert_eq!(p.shows("11.01.3", cannot(&b, u)).as_deref(), Some("11.01.3"));
    // Another unit gives none unless the umpire says so.
    let (mut d, u, _) = beside();
    d.infantry(Side::A, 30, Formation::Line, 150.0, 50.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs([Leg::Resupply { wagon: "A3".into() }, ahead()]))], &[]);
    assert_eq!(p.shows("11.04.2", cannot(&b, u)).as_deref(), Some("11.04.2"));
}

#[test]
fn a_battery_is_filled_by_the_model_gun() {
    let p = proves!("11.01.3");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    let g = d.battery(Side::A, 6, 100.0, 50.0, 0.0);
    d.unit(g).battery.as_mut().unwrap().loads = 4;
    let rear = d.unit(g).base.rear().y;
    let w = d.wagon(Side::A, 100.0, rear, 0.0);
    d.unit(w).load = Some(Load::Ammunition { infantry: 4, guns: 2 });
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", resupply())], &[]);
    turn(&mut b, &[("A1", resupply())], &[]);
    // One wagon fills two model guns for eight turns.
    assert_eq!(b.field()[g].battery.as_ref().unwrap().loads, 12);
    assert_eq!(b.field()[w].load, Some(Load::Ammunition { infantry: 0, guns: 0 }));
    told_by(&p, &b, "11.01.3");
}
