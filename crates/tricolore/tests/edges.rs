//! Just inside and just outside: distances and angles on the table.

use super::kit::*;
use table::{V2, v2};
use tricolore::answer::{Answer, Change, FireOrder, UnitMove};
use tricolore::battle::{Battle, Step};
use tricolore::check::fire;
use tricolore::drill::Drill;
use tricolore::troop::{Formation, FormationKind};
use tricolore::{Side, UnitId, proves};

const LINE4: Formation = Formation::Line { front: 4 };
const COLUMN: Formation = Formation::Column { front: 1 };

#[test]
fn infantry_fires_at_cavalry_two_hundred_off() {
    let p = proves!("attack.infcav.2");
    let shot = |apart: f64| {
        let mut d = two_lines(390.0);
        d.infantry(Side::A, 3, COLUMN, 1250.0, 1000.0, 0.0);
        d.cavalry(Side::B, 3, Formation::Line { front: 3 }, 1250.0, 1000.0 + apart, 180.0);
        sequence(d, [5; 10]).answer(Side::A, attack("A2", "B2"))
    };
    assert!(shot(200.0).is_ok());
    p.refused_by("attack.infcav.2", shot(200.1));
}

fn form(to: FormationKind, join: Option<&str>) -> Answer {
    Answer::Change(Change {
        unit: "A2".into(),
        to,
        front: None,
        at: None,
        join: join.map(Into::into),
        detach: None,
    })
}

#[test]
fn skirmishers_change_two_hundred_from_the_enemy() {
    let p = proves!("tmove.formation.3");
    let change = |apart: f64| {
        let mut d = two_lines(390.0);
        d.skirmishers(Side::A, 2, 1100.0, 1000.0, 0.0);
        d.infantry(Side::B, 2, COLUMN, 1100.0, 1000.0 + apart, 180.0);
        moves(d, [5; 10]).answer(Side::A, form(FormationKind::Column, None))
    };
    assert!(change(200.0).is_ok());
    p.refused_by("tmove.formation.3", change(199.9));
}

#[test]
fn units_join_from_a_hundred() {
    let p = proves!("formchange.5");
    let join = |apart: f64| {
        let mut d = two_lines(390.0);
        d.infantry(Side::A, 2, COLUMN, 1100.0, 900.0, 0.0);
        d.infantry(Side::A, 2, COLUMN, 1140.0 + apart, 900.0, 0.0);
        moves(d, [5; 10]).answer(Side::A, form(FormationKind::Column, Some("A3")))
    };
    assert!(join(100.0).is_ok());
    p.refused_by("formchange.5", join(100.1));
}

#[test]
fn an_attack_passes_an_enemy_at_fifty() {
    let p = proves!("break-in.4");
    let charge = |beside: f64| {
        let mut d = two_lines(250.0);
        // Beside the way of the attack, which sweeps to 1580.
        d.infantry(Side::B, 1, COLUMN, 1600.0 + beside, 1120.0, 180.0);
        sequence(d, [5; 10]).answer(Side::A, attack("A1", "B1"))
    };
    assert!(charge(50.0).is_ok());
    p.refused_by("break-in.4", charge(49.9));
}

#[test]
fn an_officer_keeps_a_hundred() {
    let p = proves!("tmove.officer.2");
    let ride = |m: f64| {
        let act = tricolore::answer::OfficerAct::Ahead(m);
        // He stands 150 behind his line, 450 from the enemy.
        let mut d = two_lines(300.0);
        d.officers[0].at = v2(1500.0, 1050.0);
        moves(d, []).answer(Side::A, Answer::Officer { officer: "Ao1".into(), act })
    };
    assert!(ride(150.0).is_ok());
    p.refused_by("tmove.officer.2", ride(150.1));
    // The enemy comes nearer than that: he falls back to exactly a hundred.
    let mut d = two_lines(390.0);
    d.officers[0].at = v2(1500.0, 1200.0);
    let mut b = moves(d, [5; 10]);
    silent_until(&mut b, Step::MovesB);
    b.answer(Side::B, one(ahead("B1", 150.0))).unwrap();
    let at = b.field().officers[0].at;
    assert!((p.shows("tmove.officer.2", at.y) - 1140.0).abs() < 0.02, "{at:?}");
}

fn gun_line() -> Drill {
    let mut d = Drill::new();
    d.battery(Side::A, 4, Formation::Unlimbered, 1500.0, 700.0, 0.0);
    d.infantry(Side::B, 4, Formation::Column { front: 2 }, 1500.0, 1200.0, 180.0);
    d
}

/// A shot at the middle of the target's front: a battery that may choose finds another point of it that can be hit.
fn shot(d: Drill) -> Result<(), umpire::Refusal> {
    let point = Some([1500.0, 1200.0]);
    let fire = vec![FireOrder { unit: "A1".into(), at: "B1".into(), point, zone: None }];
    Battle::drill_from(d.field(), Side::A, Step::Bombardment, [9; 20]).answer(Side::A, Answer::Fire { fire })
}

#[test]
fn a_target_is_screened_by_two_less_than_two_hundred_apart() {
    let p = proves!("bombardment.5");
    let pair = |apart: f64| {
        let mut d = gun_line();
        for x in [-20.0 - apart / 2.0, 20.0 + apart / 2.0] {
            d.infantry(Side::B, 2, COLUMN, 1500.0 + x, 1000.0, 180.0);
        }
        shot(d)
    };
    assert!(pair(200.0).is_ok());
    p.refused_by("bombardment.5", pair(199.9));
}

#[test]
fn friends_keep_a_hundred_from_the_line_of_fire() {
    let p = proves!("safety-zone.2");
    let friend = |beside: f64| {
        let mut d = gun_line();
        d.infantry(Side::A, 2, COLUMN, 1520.0 + beside, 900.0, 0.0);
        shot(d)
    };
    assert!(friend(100.0).is_ok());
    p.refused_by("safety-zone.2", friend(99.9));
}

#[test]
fn a_line_strikes_a_flank_under_thirty_degrees() {
    let mut d = gun_line();
    d.unit(UnitId(1)).formation = LINE4;
    let strikes = |degrees: f64| {
        let mut d = d.clone();
        // Its front line turned by so much from the line of fire.
        d.unit(UnitId(1)).base.dir = V2::bearing(270.0 + degrees);
        let f = d.field();
        let (from, to) = (v2(1500.0, 700.0), v2(1500.0, 1200.0));
        fire::strikes_flank(&f.units[1], from, to)
    };
    assert!(strikes(29.9) && !strikes(30.0) && !strikes(30.1));
}

#[test]
fn a_unit_pivots_thirty_degrees_in_a_phase() {
    let p = proves!("pivot.1");
    let wheel = |degrees: f64| {
        let m = UnitMove { wheel: degrees, ..ahead("A1", 0.0) };
        moves(two_lines(390.0), [5; 6]).answer(Side::A, one(m))
    };
    assert!(wheel(30.0).is_ok() && wheel(-30.0).is_ok());
    p.refused_by("pivot.1", wheel(30.1));
    p.refused_by("pivot.1", wheel(-30.1));
}

#[test]
fn a_breakthrough_and_a_manoeuvre_keep_their_distances() {
    let p = proves!("manoeuvre-phase.11", "engagement.3");
    // From whom it cannot decline 200, from whom it can 100.
    let stops = |chain: bool| {
        let mut d = Drill::new();
        d.infantry(Side::A, 4, LINE4, 1500.0, 1000.0, 0.0);
        if chain {
            d.skirmishers(Side::B, 2, 1500.0, 1500.0, 180.0);
        } else {
            d.infantry(Side::B, 4, LINE4, 1500.0, 1500.0, 180.0);
        }
        d.officers[0].at = v2(1500.0, 850.0);
        on(&mut d, 0, tricolore::orders::OrderKind::Manoeuvre);
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, [5; 12]);
        b.answer(Side::A, advance(450.0, true, &[ahead("A1", 450.0)])).unwrap();
        let f = b.field();
        f.gap(&f.units[0], &f.units[1])
    };
    assert!((p.shows("manoeuvre-phase.11", stops(false)) - 200.0).abs() < 0.05);
    let near = stops(true);
    assert!((near - 100.0).abs() < 0.05, "{near}");
    let mut d = Drill::new();
    d.infantry(Side::A, 4, LINE4, 1500.0, 1000.0, 0.0);
    d.skirmishers(Side::B, 2, 1500.0, 1300.0, 180.0);
    d.officers[0].at = v2(1500.0, 850.0);
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Engagement, [7, 3]);
    p.refused_by("engagement.3", b.answer(Side::A, Answer::Decline { commands: vec!["Ba".into()] }));
}
