//! Command distance, moves of staff figures, messages and instructions (chapter 08).

use crate::orders_case::allowed;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::field::{Level, Receiver, StaffFate};
use chakoten_napoleonic::order::{Letter, StaffMove};
use chakoten_napoleonic::proves;
use chakoten_napoleonic::reach::{Reach, reach};
use chakoten_napoleonic::staffwork::{
    Goal, LONGEST, check_instructions, check_letter, check_move, check_moves,
};
use chakoten_napoleonic::troop::Formation::Line;
use chakoten_napoleonic::unit::{CommandId, Side};
use std::collections::BTreeMap;

fn ride(who: &str, to: Option<[f64; 2]>, join: Option<&str>) -> StaffMove {
    StaffMove { who: who.into(), to, join: join.map(Into::into), from: 0.0 }
}

#[test]
fn command_distance() {
    let p = proves!("08.03.4", "08.03.5");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 120.0, 60.0, 0.0);
    let s = d.commander(Side::A, 120.0, 20.0);
    let rear = d.unit(a).base.rear().y;
    let mut place = |gap: f64| {
        let b = *d.staff_mut(s).base();
        d.staff_mut(s).put(b.at(table::v2(120.0, rear - gap), b.dir));
        d.clone().field()
    };
    let f = place(35.0);
    assert_eq!(p.shows("08.03.4", reach(&f, &f[a])).0, Reach::Commander(s));
    assert!(allowed(&f, a, "march").reach.within());
    let f = place(35.01);
    assert_eq!(p.shows("08.03.5", reach(&f, &f[a])).0, Reach::Beyond);
    // Beyond it the order is written all the same, and a roll decides.
    assert!(allowed(&f, a, "march").by.rests_on("08.03.5"));
}

/// Any base of it, or every one where it is read so.
#[test]
fn how_command_distance_is_measured() {
    let _p = proves!("08.03.4");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 40, Line, 120.0, 60.0, 90.0);
    let b = d.unit(a).base;
    let s = d.commander(Side::A, 120.0, b.centre().y - b.width / 2.0 - 30.0);
    let f = d.clone().field();
    assert_eq!(reach(&f, &f[a]).0, Reach::Commander(s));
    assert_eq!(reach(&f, &f[a]).1.id(), "08.03.4");
    assert!(b.width > 10.0);
    d.read("command-measure", "every");
    let f = d.field();
    assert_eq!(reach(&f, &f[a]).0, Reach::Beyond);
}

#[test]
fn a_fallen_commander_reaches_nobody() {
    let _p = proves!("08.03.6");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 120.0, 60.0, 0.0);
    let s = d.commander(Side::A, 120.0, 50.0);
    let sent = d.sent_out(a, 6, 4.0, 120.0, 70.0);
    let mut f = d.field();
    assert!(reach(&f, &f[a]).0.within() && reach(&f, &f[sent]).0.within());
    f[s].fate = StaffFate::Fallen;
    assert_eq!(reach(&f, &f[a]).0, Reach::Fallen);
    assert_eq!(reach(&f, &f[sent]).0, Reach::Fallen);
    assert_eq!(reach(&f, &f[a]).1.id(), "08.03.6");
}

#[test]
fn staff_figures_move_once() {
    let p = proves!("08.01.7", "08.01.6");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 120.0, 60.0, 0.0);
    d.infantry(Side::B, 24, Line, 120.0, 120.0, 180.0);
    let s = d.commander(Side::A, 120.0, 50.0);
    let c = d.courier(Side::A, 60.0, 50.0);
    let mut f = d.field();
    let go = check_move(&f, Side::A, &ride("As1", Some([10.0, 10.0]), None)).unwrap();
    assert_eq!(p.shows("08.01.7", go.staff), s);
    assert_eq!(check_move(&f, Side::A, &ride("As2", None, Some("A1"))).unwrap().to, Goal::Unit(a));
    assert_eq!(check_move(&f, Side::A, &ride("As2", None, Some("As1"))).unwrap().to, Goal::Staff(s));
    for nobody in ["B1", "x1", "As2", "zz"] {
        p.refused_by("08.01.6", check_move(&f, Side::A, &ride("As2", None, Some(nobody))));
    }
    assert!(check_move(&f, Side::A, &ride("As2", None, None)).is_err());
    assert!(check_move(&f, Side::A, &ride("As2", Some([1.0, 1.0]), Some("A1"))).is_err());
    assert!(check_move(&f, Side::A, &ride("As2", Some([f64::NAN, 1.0]), None)).is_err());
    assert!(check_move(&f, Side::B, &ride("As2", None, Some("B1"))).is_err());
    let twice = [ride("As2", None, Some("A1")), ride("As2", None, Some("As1"))];
    p.refused_by("08.01.7", check_moves(&f, Side::A, &twice));
    f[c].moved = Some(f.turn);
    check_move(&f, Side::A, &ride("As2", None, Some("A1"))).unwrap();
    f[c].moved = Some(f.turn + 1);
    p.refused_by("08.01.7", check_move(&f, Side::A, &ride("As2", None, Some("A1"))));
    f[c].fate = StaffFate::Lost;
    assert!(check_move(&f, Side::A, &ride("As2", None, Some("A1"))).is_err());
}

#[test]
fn messages() {
    let p = proves!("08.03.1");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 120.0, 60.0, 0.0);
    let above = d.command(Side::A, Level::Division, None);
    d.put_under(CommandId(0), above);
    d.under(CommandId(0));
    let s = d.commander(Side::A, 120.0, 40.0);
    let c = d.courier(Side::A, 120.0, 40.0);
    let far = d.courier(Side::A, 20.0, 20.0);
    let f = d.field();
    let letter = |courier: &str, to: &str, says: &str| {
        let l = Letter { courier: courier.into(), to: to.into(), says: says.into() };
        check_letter(&f, Side::A, &l)
    };
    let sent =
        letter("As2", "A-3", "x1 before me").or_else(|_| letter("As2", &f[above].code, "x1 before me"));
    let sent = p.shows("08.03.1", sent.unwrap());
    assert_eq!((sent.courier, sent.from, sent.to), (c, f[s].command, Receiver::Command(above)));
    assert_eq!(letter("As2", "A1", "hold").unwrap().to, Receiver::Unit(a));
    // He must start from the commander, and be no commander; nobody writes to himself or the enemy.
    p.refused_by("08.03.1", letter(&f[far].code, "A1", "hold"));
    p.refused_by("08.03.1", letter(&f[s].code, "A1", "hold"));
    p.refused_by("08.03.1", letter("As2", &f[f[s].command].code, "hold"));
    p.refused_by("08.03.1", letter("As2", "B1", "hold"));
    assert!(letter("As2", "A1", " ").is_err());
    assert!(letter("As2", "A1", &"x".repeat(LONGEST)).is_ok());
    assert!(letter("As2", "A1", &"x".repeat(LONGEST + 1)).is_err());
    assert!(letter("nobody", "A1", "hold").is_err());
}

#[test]
fn instructions() {
    let p = proves!("08.03.4");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 120.0, 60.0, 0.0);
    d.infantry(Side::A, 24, Line, 20.0, 150.0, 0.0);
    d.commander(Side::A, 120.0, 50.0);
    let f = d.field();
    let give = |unit: &str| {
        check_instructions(&f, Side::A, &BTreeMap::from([(unit.to_string(), "to the mill".to_string())]))
    };
    assert_eq!(p.shows("08.03.4", give("A1").unwrap()[0].unit), a);
    p.refused_by("08.03.4", give("A2"));
    p.refused_by("08.03.4", give("B1"));
}
