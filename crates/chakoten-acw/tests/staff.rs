//! Generals and orderlies (03.01.5, play.staff, 03.03.2, 08.05).

use crate::field_day::{told_by, turn};
use chakoten_acw::battle::Battle;
use chakoten_acw::check::{Reach, reach};
use chakoten_acw::drill::Drill;
use chakoten_acw::field::{Field, Level, StaffFate};
use chakoten_acw::ground::PatchKind;
use chakoten_acw::order::{OrderSheet, StaffMove};
use chakoten_acw::staffwork::{
    StaffStep, appoint, appointments_due, carry_out, check_move, follow, lose_general, orders_carried,
    turn_ends, with_general,
};
use chakoten_acw::troop::{Formation, State};
use chakoten_acw::unit::{CommandId, Side, StaffId, UnitId};
use chakoten_acw::view::{Sightings, known};
use chakoten_acw::{EventKind, proves, slip};
use table::v2;
use umpire::Refusal;

use Formation::Line;

fn go(f: &Field, who: &str, to: [f64; 2]) -> Result<StaffStep, Refusal> {
    let k = known(f, Side::A, &Sightings::default());
    check_move(f, Side::A, &StaffMove { who: who.into(), to: Some(to), join: None }, &k)
}

fn join(f: &Field, who: &str, whom: &str) -> Result<StaffStep, Refusal> {
    let k = known(f, Side::A, &Sightings::default());
    check_move(f, Side::A, &StaffMove { who: who.into(), to: None, join: Some(whom.into()) }, &k)
}

fn clause(r: Result<StaffStep, Refusal>) -> &'static str {
    r.unwrap_err().clause.map_or("-", |c| c.id())
}

#[test]
fn one_move_a_turn_at_staff_rates() {
    let _p = proves!("03.01.5.a");
    let mut d = Drill::new();
    let g = d.general(Side::A, 20.0, 20.0);
    d.square(PatchKind::Difficult, "scrub", (0.0, 60.0), (240.0, 160.0));
    let mut f = d.field();
    // 80 cm in ordinary terrain.
    assert!(go(&f, "Ag1", [100.0, 20.0]).is_ok());
    assert_eq!(clause(go(&f, "Ag1", [100.1, 20.0])), "03.01.5.a");
    // 40 cm take half his move, the other half goes 20 cm in difficult terrain.
    assert!(go(&f, "Ag1", [20.0, 79.9]).is_ok());
    assert_eq!(clause(go(&f, "Ag1", [20.0, 80.1])), "03.01.5.a");
    let before = f.clone();
    let step = go(&f, "Ag1", [50.0, 20.0]).unwrap();
    assert_eq!(f, before);
    let e = carry_out(&mut f, &step);
    assert!(matches!(e, EventKind::StaffMoved { staff, with: None, .. } if staff == g));
    assert_eq!(f[g].base.front, v2(50.0, 20.0));
    assert_eq!(clause(go(&f, "Ag1", [51.0, 20.0])), "03.01.5.a");
    f.turn += 1;
    assert!(go(&f, "Ag1", [51.0, 20.0]).is_ok());
    // Nonsense.
    assert_eq!(clause(go(&f, "Ag1", [f64::NAN, 20.0])), "play.edge");
    assert_eq!(clause(go(&f, "Ag1", [-5.0, 20.0])), "play.edge");
    assert_eq!(clause(go(&f, "Bg1", [30.0, 20.0])), "-");
    let k = known(&f, Side::A, &Sightings::default());
    for (to, join) in [(None, None), (Some([30.0, 20.0]), Some("A1".to_string()))] {
        assert_eq!(clause(check_move(&f, Side::A, &StaffMove { who: "Ag1".into(), to, join }, &k)), "-");
    }
    f[g].fate = StaffFate::Fallen;
    assert_eq!(clause(go(&f, "Ag1", [51.0, 20.0])), "-");
}

#[test]
fn past_friends_but_no_enemy_who_stands() {
    let _p = proves!("play.staff");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Line, 60.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 30, Line, 60.0, 70.0, 180.0);
    d.general(Side::A, 60.0, 30.0);
    let mut f = d.field();
    assert!(go(&f, "Ag1", [60.0, 60.0]).is_ok());
    assert_eq!(clause(go(&f, "Ag1", [60.0, 80.0])), "play.staff");
    f[e].state = State::Complete;
    assert!(go(&f, "Ag1", [60.0, 80.0]).is_ok());
}

#[test]
fn an_unseen_enemy_on_the_way_is_not_told() {
    let _p = proves!("play.staff");
    let mut d = Drill::new();
    d.infantry(Side::B, 12, Line, 60.0, 70.0, 180.0);
    d.square(PatchKind::Wood, "wood", (40.0, 66.0), (80.0, 78.0));
    d.general(Side::A, 60.0, 58.0);
    let f = d.field();
    assert!(known(&f, Side::A, &Sightings::default()).seen().is_empty());
    let s = go(&f, "Ag1", [60.0, 72.0]).unwrap();
    assert_eq!(s.by.id(), "play.staff");
    assert!((s.to.front.y - 68.0).abs() < 0.01 && s.with.is_none(), "he pulls up 2 cm before him: {s:?}");
}

#[test]
fn he_goes_along_with_a_unit() {
    let p = proves!("03.01.5.b");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Line, 60.0, 50.0, 0.0);
    let g = d.general(Side::A, 60.0, 30.0);
    let o = d.orderly(Side::A, 62.0, 30.0);
    let mut f = d.field();
    let step = join(&f, "Ag1", "A1").unwrap();
    carry_out(&mut f, &step);
    assert_eq!(f[g].with, Some(a));
    assert_eq!(f[g].base.rect().gap(&f[a].base.rect()), 0.0, "in base contact");
    assert_eq!(f.general_with(a), Some(g));
    f[g].moved = None;
    chakoten_acw::stance::march(&mut f[a], 12.0);
    follow(&mut f, a);
    assert_eq!(f[g].base.front, f[a].base.rear());
    assert_eq!(f[g].moved, None, "it was not his move");
    assert_eq!(f[o].base.front, v2(62.0, 30.0));
    assert_eq!(clause(join(&f, "Ao1", "B1")), "-");
    // In play the march of his unit is told by it.
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", "march 6")], &[]);
    let told = told_by(&p, &b, "03.01.5.b");
    assert!(matches!(told[0].kind, EventKind::Moved { unit, .. } if unit == a));
    assert_eq!(b.field()[g].base.front, b.field()[a].base.rear());
}

#[test]
fn an_orderly_is_sent_out_and_comes_back() {
    let _p = proves!("play.staff");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Line, 130.0, 50.0, 0.0);
    let g = d.general(Side::A, 60.0, 30.0);
    let o = d.orderly(Side::A, 90.0, 30.0);
    let mut f = d.field();
    assert_eq!(reach(&f, &f[a]), Reach::Out);
    turn_ends(&mut f);
    assert!(!f[o].dispatched, "he is not with his general");
    let step = join(&f, "Ao1", "Ag1").unwrap();
    carry_out(&mut f, &step);
    assert!(with_general(&f, o) && f[o].base.rect().gap(&f[g].base.rect()) < 0.001);
    turn_ends(&mut f);
    assert!(f[o].dispatched);
    f.turn += 1;
    let step = join(&f, "Ao1", "A1").unwrap();
    carry_out(&mut f, &step);
    turn_ends(&mut f);
    assert_eq!(reach(&f, &f[a]), Reach::Orderly(o));
    let sheet = |t: &str| OrderSheet::from([("A1".to_string(), slip::parse(t).unwrap())]);
    // A fire order needs no orderly; a march does, and then he has to go back.
    orders_carried(&mut f, Side::A, &sheet("fire"));
    assert_eq!(reach(&f, &f[a]), Reach::Orderly(o));
    let mut once = f.clone();
    orders_carried(&mut f, Side::A, &sheet("march"));
    assert_eq!(reach(&f, &f[a]), Reach::Out);
    let all = &chakoten_acw::book::text().readings;
    once.readings = once.readings.with(all, "orderly", "once").unwrap();
    orders_carried(&mut once, Side::A, &sheet("march"));
    assert_eq!(reach(&once, &once[a]), Reach::Orderly(o));
    // Nobody else's orderly.
    let mut d = Drill::new();
    d.general(Side::A, 60.0, 30.0);
    d.brigade(Side::A);
    d.general(Side::A, 20.0, 30.0);
    d.orderly(Side::A, 62.0, 30.0);
    assert_eq!(clause(join(&d.field(), "Ao1", "Ag1")), "play.staff");
}

/// A division with two brigades.
fn division() -> (Field, [StaffId; 3], UnitId) {
    let mut d = Drill::new();
    let top = d.command(Side::A, Level::Division, None);
    let g0 = d.general(Side::A, 60.0, 20.0);
    d.command(Side::A, Level::Brigade, Some(top));
    let a = d.infantry(Side::A, 30, Line, 60.0, 50.0, 0.0);
    let g1 = d.general(Side::A, 60.0, 40.0);
    d.command(Side::A, Level::Brigade, Some(top));
    d.infantry(Side::A, 30, Line, 160.0, 50.0, 0.0);
    let g2 = d.general(Side::A, 160.0, 40.0);
    (d.field(), [g0, g1, g2], a)
}

/// He falls: who commands in his place, and by which clause.
fn lost(f: &mut Field, who: StaffId, heir: Option<CommandId>) -> Option<(StaffId, &'static str)> {
    lose_general(f, who, false, heir).map(|(g, by)| (g, by.id()))
}

#[test]
fn a_brigade_general_falls() {
    let _p = proves!("08.05.1");
    let (mut f, [g0, g1, _], a) = division();
    let brigade = f[a].command;
    assert!(appointments_due(&f).is_empty());
    assert_eq!(lost(&mut f, g1, None), Some((g0, "08.05.1")));
    assert_eq!(f[g1].fate, StaffFate::Fallen);
    assert_eq!(f.general_of(brigade), Some(g0));
    assert_eq!(reach(&f, &f[a]), Reach::General(g0), "27 cm from the division general");
    // Due at the end of this turn and of every following one until it is made.
    assert_eq!(appointments_due(&f), [(brigade, g0)]);
    f.turn += 1;
    assert_eq!(appointments_due(&f), [(brigade, g0)]);
    let new = appoint(&mut f, brigade, g0);
    assert!(appointments_due(&f).is_empty());
    assert_eq!(f.general_of(brigade), Some(new));
    assert!(f[new].present() && f[new].general);
    assert!(f[new].base.rect().gap(&f[g0].base.rect()) < 0.001, "in base contact with him who appointed him");
    // A second loss, and the names stay apart.
    lose_general(&mut f, new, true, None);
    assert_eq!(f[new].fate, StaffFate::Captured);
    let newer = appoint(&mut f, brigade, g0);
    assert_ne!(f[newer].code, f[new].code);
}

#[test]
fn the_commander_in_chief_falls() {
    let _p = proves!("08.05.2");
    let (f, [g0, g1, g2], a) = division();
    let (top, first) = (f[g0].command, f[a].command);
    let second = f[g2].command;
    let mut g = f.clone();
    assert_eq!(lost(&mut g, g0, None), Some((g1, "08.05.2")));
    assert_eq!(g.general_of(top), Some(g1));
    assert_eq!(g[g1].command, top);
    assert_eq!(g.general_of(first), Some(g1), "his old brigade is his until it has a successor");
    assert_eq!(appointments_due(&g), [(first, g1)]);
    assert_eq!(g[g1].base, f[g1].base, "he moves with his own figure");
    // The owner may choose another.
    let mut g = f.clone();
    assert_eq!(lost(&mut g, g0, Some(second)), Some((g2, "08.05.2")));
    assert_eq!(appointments_due(&g), [(second, g2)]);
    // Nobody below: nobody to appoint.
    let mut g = f;
    lose_general(&mut g, g1, false, None);
    lose_general(&mut g, g2, false, None);
    assert_eq!(lose_general(&mut g, g0, false, None), None);
    assert!(appointments_due(&g).is_empty());
    assert_eq!(reach(&g, &g[a]), Reach::Out);
}
