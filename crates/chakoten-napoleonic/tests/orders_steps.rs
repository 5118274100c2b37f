//! Which legs may be ordered (play.orders): marches, front and formation changes, guns, splitting and joining, buildings.

use crate::orders_case::{allowed, judge, refused, sheet};
use chakoten_napoleonic::check::{Named, heading};
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::proves;
use chakoten_napoleonic::troop::{Cover, Formation, GunWeight, Harness, Nation, Obstacle, State, Weight};
use chakoten_napoleonic::unit::{Charge, Load, MaySkirmish, Side, UnitId};
use table::v2;

use Formation::{AttackColumn, Line, MarchColumn, SingleFile, Skirmish, Square};

/// A battalion of 24 with its commander near, an enemy battalion 60 cm off.
fn line() -> (Drill, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 120.0, 60.0, 0.0);
    d.infantry(Side::B, 24, Line, 120.0, 120.0, 180.0);
    d.commander(Side::A, 120.0, 50.0);
    (d, a)
}

fn horse(formation: Formation) -> (Drill, UnitId) {
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 24, formation, 120.0, 60.0, 0.0);
    d.commander(Side::A, 120.0, 45.0);
    (d, a)
}

#[test]
fn nothing_written_is_standing_still() {
    let p = proves!("03.02.1");
    let (d, a) = line();
    let f = d.field();
    let c = allowed(&f, a, "stand");
    assert!(p.shows("03.02.1", c.order.legs.is_empty() && c.fire.is_none()));
    assert!(sheet(&f, Side::A, &[]).orders.is_empty());
}

#[test]
fn orders_are_for_own_units_on_the_table() {
    let p = proves!("08.03.3");
    let (mut d, a) = line();
    d.awaited(a);
    let f = d.field();
    p.refused_by("08.03.3", judge(&f, a, "march"));
    let s = sheet(&f, Side::A, &[("B1", "march"), ("A1", "march"), ("zz", "march")]);
    assert_eq!(s.refused.len(), 3);
    assert!(s.refused.values().all(|r| r.clause.is_some_and(|c| c.id() == "08.03.3")));
}

#[test]
fn complete_disorder_takes_no_orders() {
    let p = proves!("03.03.5");
    let (mut d, a) = line();
    d.state(a, State::Complete);
    let f = d.field();
    p.refused_by("03.03.5", judge(&f, a, "march"));
    p.refused_by("03.03.5", judge(&f, a, "X"));
    allowed(&f, a, "stand");
}

#[test]
fn arrows_go_by_the_own_edge() {
    let p = proves!("orders.2", "orders.3");
    let (mut d, a) = line();
    let b = d.infantry(Side::B, 24, Line, 60.0, 120.0, 180.0);
    let f = d.field();
    assert!(heading(&f, Side::A, 0.0).dist(v2(0.0, 1.0)) < 1e-9);
    assert!(heading(&f, Side::A, 90.0).dist(v2(1.0, 0.0)) < 1e-9);
    assert!(heading(&f, Side::B, 90.0).dist(v2(-1.0, 0.0)) < 1e-9);
    assert!(allowed(&f, b, "→").by.rests_on("orders.2"));
    assert!(p.shows("orders.2", allowed(&f, a, "→").by.rests_on("orders.2")));
    assert!(p.shows("orders.3", allowed(&f, a, "→ 1/2").by.rests_on("orders.3")));
    assert_eq!(refused(&f, a, "→ 2 turns"), "03.01.2");
    assert_eq!(refused(&f, a, "→ 0 turns"), "03.01.2");
    allowed(&f, a, "→ 1 turn");
}

/// A fraction before the arrow: whole companies leave.
#[test]
fn a_part_marches() {
    let p = proves!("orders.3", "04.02.1");
    let (mut d, a) = line();
    d.square(PatchKind::Town, "Village", (100.0, 40.0), (140.0, 80.0));
    let f = d.field();
    let c = allowed(&f, a, "1/3 → 1/2, march");
    assert_eq!(p.shows("orders.3", c.parts[&0]), 2);
    assert!(p.shows("04.02.1", c.by.rests_on("04.02.1")));
    assert_eq!(
        chakoten_napoleonic::slip::write(&c.order),
        "part 0.3333333333333333 as A1-1 → 1/2 turn, march"
    );
    p.refused_by("orders.3", judge(&f, a, "1/4 →"));
    p.refused_by("orders.3", judge(&f, a, "1 →"));
    allowed(&f, a, "1/2 → as A1b");
}

#[test]
fn lengths_make_sense() {
    let (d, a) = line();
    let f = d.field();
    for bad in
        ["march 0 cm", "march -3 cm", "march 20000 cm", "pivot right 0", "pivot left 200", "rotate right 181"]
    {
        assert_eq!(refused(&f, a, bad), "-", "{bad}");
    }
    for bad in ["to 300,20", "march until 10,-1"] {
        assert_eq!(refused(&f, a, bad), "play.interrupt", "{bad}");
    }
    assert_eq!(refused(&f, a, "stand 0, march"), "03.01.2");
    allowed(&f, a, "to 240,160");
}

/// What stands behind something that lasts to the end never comes.
#[test]
fn what_never_comes_is_refused() {
    let p = proves!("play.orders");
    let (d, a) = line();
    let f = d.field();
    p.refused_by("play.orders", judge(&f, a, "march, form attack column"));
    p.refused_by("play.orders", judge(&f, a, "X, march"));
    allowed(&f, a, "march 5 cm, form attack column, march 1/4, X");
}

#[test]
fn backwards_and_sideways() {
    let p = proves!("07.01.2");
    let (mut d, a) = line();
    let h = d.cavalry(Side::A, 20, Line, 60.0, 60.0, 0.0);
    let swarm = d.cavalry(Side::A, 12, Skirmish, 30.0, 60.0, 0.0);
    let guns = d.battery(Side::A, 8, 180.0, 60.0, 0.0);
    let limbered = d.battery(Side::A, 8, 200.0, 60.0, 0.0);
    d.limber(limbered, false);
    let f = d.field();
    for way in ["back", "left", "right"] {
        let text = format!("march {way} 1/2");
        assert!(p.shows("07.01.2", allowed(&f, a, &text).by.rests_on("07.01.2")));
        p.refused_by("07.01.2", judge(&f, h, &text));
        p.refused_by("07.01.2", judge(&f, limbered, &text));
        allowed(&f, swarm, &text);
    }
    allowed(&f, guns, "march back");
    p.refused_by("07.01.2", judge(&f, guns, "march left"));
    allowed(&f, guns, "march");
}

#[test]
fn guns_need_gunners_and_horses_to_move() {
    let p = proves!("07.01.4", "07.01.6");
    let mut d = Drill::new();
    let guns = d.battery(Side::A, 8, 180.0, 60.0, 0.0);
    d.unit(guns).figures = 4;
    let few = d.battery(Side::A, 8, 100.0, 60.0, 0.0);
    d.unit(few).figures = 3;
    let lame = d.battery(Side::A, 8, 60.0, 60.0, 0.0);
    d.limber(lame, true);
    d.unit(lame).battery.as_mut().unwrap().horses = 0;
    let dead = d.battery(Side::A, 8, 20.0, 60.0, 0.0);
    d.unit(dead).battery.as_mut().unwrap().horses = 0;
    let f = d.field();
    assert!(p.shows("07.01.4", allowed(&f, guns, "march").by.rests_on("07.01.4")));
    p.refused_by("07.01.4", judge(&f, few, "march"));
    p.refused_by("07.01.6", judge(&f, lame, "march"));
    p.refused_by("07.01.6", judge(&f, dead, "limber"));
    p.refused_by("07.01.6", judge(&f, dead, "leave guns with limbers"));
    allowed(&f, dead, "leave guns");
}

#[test]
fn limbering_and_unlimbering() {
    let p = proves!("05.03.1", "06.03.1", "06.03.2", "06.03.3", "06.03.4", "10.01.2", "04.04.3", "06.02.2");
    let mut d = Drill::new();
    let guns = d.battery(Side::A, 8, 180.0, 60.0, 0.0);
    let column = d.battery(Side::A, 8, 100.0, 60.0, 0.0);
    d.limber(column, true);
    let abreast = d.battery(Side::A, 8, 60.0, 60.0, 0.0);
    d.limber(abreast, false);
    let foot = d.infantry(Side::A, 24, Line, 20.0, 60.0, 0.0);
    let f = d.field();
    assert!(p.shows("06.03.3", allowed(&f, guns, "limber column about, march").by.rests_on("06.03.3")));
    assert!(p.shows("06.03.4", allowed(&f, guns, "limber").by.rests_on("06.03.4")));
    assert!(p.shows("06.03.1", allowed(&f, column, "unlimber").by.rests_on("06.03.1")));
    assert!(p.shows("06.03.2", allowed(&f, abreast, "unlimber about").by.rests_on("06.03.2")));
    p.refused_by("05.03.1", judge(&f, guns, "unlimber"));
    p.refused_by("05.03.1", judge(&f, column, "limber"));
    p.refused_by("05.03.1", judge(&f, foot, "limber"));
    p.refused_by("05.03.1", judge(&f, guns, "form line"));
    p.refused_by("10.01.2", judge(&f, column, "KS"));
    assert!(p.shows("10.01.2", allowed(&f, guns, "KS").by.rests_on("10.01.2")));
    assert!(p.shows("04.04.3", allowed(&f, guns, "leave guns, march").by.rests_on("04.04.3")));
    p.refused_by("04.04.3", judge(&f, column, "leave guns"));
    p.refused_by("04.04.3", judge(&f, guns, "man guns"));
    assert!(p.shows("06.02.2", allowed(&f, guns, "leave guns, march 3 cm, man guns").by.rests_on("06.02.2")));
}

#[test]
fn guns_that_were_left_may_be_manned_whoever_stood_at_them() {
    let p = proves!("06.02.2", "04.04.3");
    let mut d = Drill::new();
    let guns = d.battery(Side::A, 8, 180.0, 60.0, 0.0);
    p.refused_by("04.04.3", judge(&d.clone().field(), guns, "man guns"));
    chakoten_napoleonic::stance::leave_guns(d.unit(guns), false);
    d.unit(guns).battery.as_mut().unwrap().taken = true;
    assert!(p.shows("06.02.2", allowed(&d.clone().field(), guns, "man guns").by.rests_on("06.02.2")));
    // Captured, read so, there are none any more.
    d.unit(guns).battery.as_mut().unwrap().guns = 0;
    p.refused_by("04.04.3", judge(&d.field(), guns, "man guns"));
}

#[test]
fn rotations() {
    let p = proves!("06.04.1");
    let (mut d, a) = line();
    let h = d.cavalry(Side::A, 20, Line, 60.0, 60.0, 0.0);
    let column = d.infantry(Side::A, 20, MarchColumn, 30.0, 60.0, 0.0);
    let guns = d.battery(Side::A, 8, 180.0, 60.0, 0.0);
    let limbered = d.battery(Side::A, 8, 200.0, 60.0, 0.0);
    d.limber(limbered, false);
    let f = d.field();
    assert!(p.shows("06.04.1", allowed(&f, a, "rotate left 30").by.rests_on("06.04.1")));
    allowed(&f, guns, "rotate left 30");
    for u in [h, column, limbered] {
        p.refused_by("06.04.1", judge(&f, u, "rotate left 30"));
        allowed(&f, u, "pivot left 30");
    }
}

#[test]
fn quarter_faces_are_for_squares() {
    let p = proves!("06.04.3", "06.02.5");
    let (mut d, a) = line();
    let k = d.infantry(Side::A, 24, Square, 60.0, 60.0, 0.0);
    let f = d.field();
    p.refused_by("06.04.3", judge(&f, a, "face right"));
    assert!(p.shows("06.02.5", allowed(&f, k, "face right, march").by.rests_on("06.02.5")));
    p.refused_by("06.04.3", judge(&f, k, "face right 45"));
    p.refused_by("06.02.5", judge(&f, k, "face outward"));
    allowed(&f, k, "face left, face outward");
    assert!(p.shows("06.04.3", allowed(&f, a, "about face").by.rests_on("06.04.3")));
}

#[test]
fn formations_by_arm_and_training() {
    let p =
        proves!("orders.4", "04.05.3", "france.5", "england.4", "15.02.3", "05.01.3", "05.01.1", "04.02.3");
    let (mut d, a) = line();
    let green = d.infantry(Side::A, 24, AttackColumn, 60.0, 60.0, 0.0);
    (d.unit(green).troops.no_line, d.unit(green).troops.no_square) = (true, true);
    let other = d.infantry(Side::A, 24, AttackColumn, 30.0, 60.0, 0.0);
    (d.unit(other).troops.no_square, d.unit(other).nation) = (true, Nation::Prussia);
    let english = d.infantry(Side::A, 24, AttackColumn, 180.0, 60.0, 0.0);
    d.unit(english).troops.english_drill = true;
    let cossacks = d.cavalry(Side::A, 20, AttackColumn, 200.0, 60.0, 0.0);
    d.weight(cossacks, Weight::Cossack);
    let sent = d.sent_out(a, 6, 4.0, 120.0, 70.0);
    d.call(sent, "A1f");
    let f = d.field();
    assert!(p.shows("orders.4", allowed(&f, a, "AK 4").by.rests_on("orders.4")));
    p.refused_by("france.5", judge(&f, green, "L"));
    p.refused_by("france.5", judge(&f, green, "K"));
    p.refused_by("04.05.3", judge(&f, other, "K"));
    allowed(&f, other, "L");
    p.refused_by("england.4", judge(&f, english, "BM"));
    for bad in ["L", "H"] {
        p.refused_by("15.02.3", judge(&f, cossacks, bad));
    }
    for good in ["EK", "MK"] {
        allowed(&f, cossacks, good);
    }
    for wrong in ["AK 2", "AK 11"] {
        let why = p.refused_by("05.01.3", judge(&f, a, wrong)).reason.to_string();
        assert!(why.contains("3 to 10 abreast"), "{why}");
    }
    p.refused_by("05.01.3", judge(&f, a, "form line 6 wide"));
    p.refused_by("05.01.1", judge(&f, a, "form line dense"));
    p.refused_by("04.02.3", judge(&f, sent, "L"));
    allowed(&f, sent, "H");
    allowed(&f, sent, "TT");
}

#[test]
fn charges() {
    let p = proves!("07.02.1", "orders.5", "15.02.1", "07.02.4", "07.02.5", "05.01.6.b");
    let (mut d, h) = horse(Line);
    let foot = d.infantry(Side::A, 24, Line, 60.0, 60.0, 0.0);
    let battery = |d: &mut Drill, harness, x| {
        let g = d.guns(Side::A, 6, harness, GunWeight::Light, [x, 20.0, 0.0]);
        d.limber(g, true);
        g
    };
    let horse_guns = battery(&mut d, Harness::Horse, 40.0);
    let driven = battery(&mut d, Harness::Driven, 80.0);
    let foot_guns = battery(&mut d, Harness::Foot, 160.0);
    let cossacks = d.cavalry(Side::A, 20, AttackColumn, 220.0, 60.0, 0.0);
    d.weight(cossacks, Weight::Cossack);
    let f = d.clone().field();
    let c = allowed(&f, h, "march 1/2, SM");
    assert!(p.shows("07.02.1", c.by.rests_on("07.02.1")) && p.shows("orders.5", c.by.rests_on("orders.5")));
    p.refused_by("07.02.1", judge(&f, foot, "SM"));
    p.refused_by("07.02.1", judge(&f, driven, "SM"));
    p.refused_by("07.02.1", judge(&f, foot_guns, "SM"));
    p.refused_by("07.02.1", judge(&f, foot, "march back charge"));
    allowed(&f, horse_guns, "SM");
    p.refused_by("15.02.1", judge(&f, cossacks, "march 1/2, SM"));
    // Half a turn of ordinary march before it, in the order or at the end of the last turn.
    p.refused_by("07.02.4", judge(&f, h, "SM"));
    p.refused_by("07.02.4", judge(&f, h, "march 0.49, SM"));
    p.refused_by("07.02.4", judge(&f, h, "march 1/2, stand 1/4, SM"));
    allowed(&f, h, "march 1/4, pivot right 30, march 1/4, SM");
    allowed(&f, h, "march 12 cm, SM");
    let mut g = f.clone();
    g[h].record.approach = Some(0.5);
    allowed(&g, h, "SM");
    g[h].record.approach = Some(0.6);
    p.refused_by("07.02.4", judge(&g, h, "SM"));
    allowed(&g, h, "march 0.1, SM");
    // A charge that lasts needs no new approach, and swings no more than 20 degrees.
    g[h].record.approach = None;
    g[h].record.charge = Some(Charge { began: 0.5, ended: None, early: false, halves: 1, swung: 0.0 });
    allowed(&g, h, "pivot right 20, SM");
    p.refused_by("07.02.5", judge(&g, h, "pivot right 20.5, SM"));
    p.refused_by("07.02.5", judge(&g, h, "SM 1/4, pivot left 15, pivot left 10, SM"));
    p.refused_by("orders.5", judge(&f, h, "F"));
    d.read("driven-charge", "horse-row");
    let g = d.field();
    allowed(&g, driven, "SM");
    p.refused_by("07.02.1", judge(&g, foot_guns, "SM"));
    let (mut d, lead) = horse(Line);
    let behind = d.cavalry(Side::A, 24, Line, 120.0, 40.0, 0.0);
    let third = d.cavalry(Side::A, 24, Line, 120.0, 20.0, 0.0);
    d.joined(lead, &[behind]);
    let two = d.clone().field();
    allowed(&two, lead, "march 1/2, SM");
    d.joined(lead, &[behind, third]);
    p.refused_by("05.01.6.b", judge(&d.field(), lead, "march 1/2, SM"));
}

#[test]
fn roads_and_paths() {
    let p = proves!("16.02.1.c", "skema.III.a");
    let (mut d, a) = line();
    d.road("Causeway", &[(0.0, 60.0), (240.0, 60.0)], 4.0);
    d.path("Goat path", &[(0.0, 20.0), (240.0, 20.0)], 2.0);
    let guns = d.battery(Side::A, 8, 180.0, 60.0, 0.0);
    d.limber(guns, true);
    let file = d.infantry(Side::A, 24, SingleFile, 30.0, 60.0, 0.0);
    let f = d.field();
    assert_eq!(allowed(&f, a, "road Causeway").name(0), Some(Named::Track(0)));
    allowed(&f, guns, "road Causeway 20 cm");
    assert_eq!(refused(&f, a, "road Nowhere"), "-");
    p.refused_by("16.02.1.c", judge(&f, guns, "road \"Goat path\""));
    p.refused_by("skema.III.a", judge(&f, a, "road \"Goat path\""));
    allowed(&f, file, "road \"Goat path\"");
    allowed(&f, a, "EK, road \"Goat path\"");
}

#[test]
fn splitting() {
    let p = proves!(
        "04.01.1.b",
        "04.01.5",
        "04.02.1",
        "04.02.2",
        "04.03.1",
        "04.04.1",
        "04.04.2",
        "15.02.2",
        "04.01.1.a"
    );
    let mut d = Drill::new();
    let foot = d.infantry(Side::A, 24, Line, 60.0, 60.0, 0.0);
    d.unit(foot).skirmish = MaySkirmish::Companies(2);
    let plain = d.infantry(Side::A, 24, Line, 100.0, 60.0, 0.0);
    d.unit(plain).skirmish = MaySkirmish::Sixth;
    let austrian = d.infantry(Side::A, 48, Line, 140.0, 60.0, 0.0);
    (d.unit(austrian).skirmish, d.unit(austrian).nation) = (MaySkirmish::Sixth, Nation::Austria);
    let town = d.infantry(Side::A, 24, Line, 60.0, 20.0, 0.0);
    d.unit(town).skirmish = MaySkirmish::Sixth;
    d.square(PatchKind::Town, "Village", (30.0, 5.0), (90.0, 30.0));
    let heavy = d.cavalry(Side::A, 24, Line, 180.0, 60.0, 0.0);
    d.weight(heavy, Weight::Heavy);
    let light = d.cavalry(Side::A, 24, Line, 220.0, 60.0, 0.0);
    d.weight(light, Weight::Light);
    let cossacks = d.cavalry(Side::A, 24, AttackColumn, 180.0, 90.0, 0.0);
    d.weight(cossacks, Weight::Cossack);
    let guns = d.battery(Side::A, 8, 140.0, 20.0, 0.0);
    let town_guns = d.battery(Side::A, 8, 50.0, 25.0, 0.0);
    let wagon = d.wagon(Side::A, 200.0, 20.0, 0.0);
    let f = d.clone().field();
    let code = |u: UnitId| f[u].code.to_string();
    let split = |u: UnitId, n: u8, more: &str| format!("split {n} left as {}b{more}", code(u));
    // The elite companies always, in a whole turn.
    assert!(p.shows("04.01.1.b", allowed(&f, foot, &split(foot, 2, "")).by.rests_on("04.01.1.b")));
    p.refused_by("04.02.2", judge(&f, foot, &split(foot, 3, "")));
    p.refused_by("04.01.5", judge(&f, foot, &split(foot, 2, ", march")));
    p.refused_by("04.01.5", judge(&f, foot, &split(foot, 2, ", S")));
    p.refused_by("04.01.1.b", judge(&f, foot, &split(foot, 0, "")));
    p.refused_by("04.01.1.b", judge(&f, foot, &split(foot, 6, "")));
    p.refused_by("04.02.2", judge(&f, plain, &split(plain, 1, "")));
    // An Austrian division.
    assert!(p.shows("04.02.2", allowed(&f, austrian, &split(austrian, 2, "")).by.rests_on("04.02.2")));
    p.refused_by("04.02.2", judge(&f, austrian, &split(austrian, 3, "")));
    // In built-up areas by companies, without time.
    assert!(p.shows("04.02.1", allowed(&f, town, &split(town, 5, ", march")).by.rests_on("04.02.1")));
    // Squadrons, of light regiments without time.
    assert!(p.shows("04.03.1", allowed(&f, heavy, &split(heavy, 2, "")).by.rests_on("04.03.1")));
    p.refused_by("04.01.5", judge(&f, heavy, &split(heavy, 2, ", march")));
    allowed(&f, light, &split(light, 2, ", march"));
    p.refused_by("15.02.2", judge(&f, cossacks, &split(cossacks, 2, "")));
    // Model guns.
    p.refused_by("04.04.2", judge(&f, guns, &split(guns, 1, "")));
    assert!(p.shows("04.04.1", allowed(&f, town_guns, &split(town_guns, 1, "")).by.rests_on("04.04.1")));
    p.refused_by("04.01.1.b", judge(&f, wagon, &split(wagon, 1, "")));
    let mut d2 = d.clone();
    d2.unit(wagon).companies = 2;
    p.refused_by("04.01.1.a", judge(&d2.field(), wagon, &split(wagon, 1, "")));
    d.special().split_batteries = true;
    d.state(foot, State::Disorder);
    let g = d.field();
    assert!(p.shows("04.04.2", allowed(&g, guns, &split(guns, 1, "")).by.rests_on("04.04.2")));
    p.refused_by("04.01.5", judge(&g, foot, &split(foot, 2, "")));
}

/// Codes begin with the unit's own and are used once.
#[test]
fn codes_of_new_units() {
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 24, Line, 60.0, 60.0, 0.0);
    d.weight(a, Weight::Light);
    let b = d.cavalry(Side::A, 24, Line, 120.0, 60.0, 0.0);
    d.call(b, "A1b");
    let f = d.field();
    for bad in [
        "split 1 as Z",
        "split 1 as A1",
        "split 1 as A1b",
        "split 1 as \"A1 x\"",
        "split 1 as A1c, split 1 as A1c",
    ] {
        assert_eq!(refused(&f, a, bad), "-", "{bad}");
    }
    allowed(&f, a, "split 1 as A1c, split 1 as A1d");
    let s = sheet(&f, Side::A, &[("A1", "split 1 as A1bc"), ("A1b", "send out 4 10 cm as A1bc")]);
    assert_eq!(s.refused.keys().collect::<Vec<_>>(), ["A1b"]);
}

#[test]
fn joining_and_merging() {
    let p = proves!("04.01.3", "04.01.5", "13.07.2.a", "13.07.2.b");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 60.0, 60.0, 0.0);
    let w = 18.0;
    let b = d.infantry(Side::A, 24, Line, 60.0 + w, 60.0, 0.0);
    d.unit(b).whole = Some(a);
    let far = d.infantry(Side::A, 24, Line, 160.0, 60.0, 0.0);
    d.unit(far).whole = Some(a);
    let other = d.infantry(Side::A, 24, Line, 60.0 - w, 60.0, 0.0);
    let h = d.cavalry(Side::A, 12, Line, 60.0, 20.0, 0.0);
    let f = d.clone().field();
    let c = allowed(&f, a, "join A2");
    assert_eq!(p.shows("04.01.3", c.name(0)), Some(Named::Own(b)));
    p.refused_by("04.01.3", judge(&f, a, "join A3"));
    p.refused_by("04.01.3", judge(&f, a, "join A5"));
    p.refused_by("04.01.3", judge(&f, a, "join A1"));
    p.refused_by("04.01.3", judge(&f, a, "join A2 and A2"));
    p.refused_by("04.01.3", judge(&f, a, "join B9"));
    p.refused_by("04.01.5", judge(&f, a, "join A2, march"));
    p.refused_by("13.07.2.a", judge(&f, a, "join A4"));
    d.lost(a, 100);
    d.lost(other, 100);
    let mut g = d.clone().field();
    assert!(p.shows("13.07.2.b", allowed(&g, a, "join A4").by.rests_on("13.07.2.b")));
    g[b].state = State::Disorder;
    p.refused_by("04.01.5", judge(&g, a, "join A2"));
    // Who is joined has nothing else to do.
    let s = sheet(&f, Side::A, &[("A1", "join A2"), ("A2", "march")]);
    assert_eq!(s.refused["A2"].clause.unwrap().id(), "04.01.5");
    let _ = (far, h);
}

#[test]
fn brigade_columns_and_squares() {
    let p = proves!("04.01.4", "05.01.6.a", "05.02.5", "04.01.5");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 60.0, 60.0, 0.0);
    let b = d.infantry(Side::A, 24, Line, 60.0, 50.0, 0.0);
    let h = d.cavalry(Side::A, 12, Line, 60.0, 20.0, 0.0);
    d.cavalry(Side::A, 12, Line, 100.0, 20.0, 0.0);
    d.battery(Side::A, 8, 140.0, 20.0, 0.0);
    let f = d.clone().field();
    assert_eq!(p.shows("04.01.4", allowed(&f, a, "brigade column with A2").name(0)), Some(Named::Own(b)));
    p.refused_by("04.01.4", judge(&f, a, "brigade column with A3"));
    p.refused_by("04.01.4", judge(&f, a, "brigade column with A5"));
    allowed(&f, h, "brigade column with A4");
    assert!(p.shows("05.02.5", allowed(&f, a, "brigade square with A2").by.rests_on("05.02.5")));
    assert_eq!(refused(&f, h, "brigade square with A4"), "05.02.1");
    p.refused_by("04.01.5", judge(&f, a, "brigade column with A2, march"));
    p.refused_by("04.01.4", judge(&f, a, "disband"));
    d.joined(a, &[b]);
    let g = d.field();
    allowed(&g, a, "disband");
    p.refused_by("04.01.4", judge(&g, a, "brigade column with A2"));
    p.refused_by("05.01.6.a", judge(&g, b, "march"));
    p.refused_by("05.01.6.a", judge(&g, a, "BM"));
}

#[test]
fn buildings() {
    let p = proves!("17.01.2.b", "17.01.3", "17.02.3.b", "play.building", "07.05.3", "07.05.5", "17.03.5");
    let mut d = Drill::new();
    d.building("Mill", false, (100.0, 70.0), (106.0, 76.0));
    d.building("Church", true, (120.0, 70.0), (126.0, 76.0));
    let a = d.infantry(Side::A, 10, Line, 100.0, 60.0, 0.0);
    let big = d.infantry(Side::A, 11, Line, 60.0, 60.0, 0.0);
    let held = d.infantry(Side::A, 8, Line, 30.0, 60.0, 0.0);
    d.inside(held, "Church");
    let h = d.cavalry(Side::A, 6, Line, 60.0, 20.0, 0.0);
    let guns = d.battery(Side::A, 6, 140.0, 20.0, 0.0);
    let f = d.clone().field();
    let c = allowed(&f, a, "enter Mill");
    assert!(p.shows("17.01.2.b", c.by.rests_on("17.01.2.b")));
    assert_eq!(c.name(0), Some(Named::Building(0)));
    assert_eq!(refused(&f, a, "enter Barn"), "-");
    p.refused_by("17.02.3.b", judge(&f, big, "enter Mill"));
    p.refused_by("play.building", judge(&f, a, "enter Church"));
    p.refused_by("07.05.3", judge(&f, h, "enter Mill"));
    p.refused_by("07.05.5", judge(&f, guns, "enter Mill"));
    p.refused_by("17.01.3", judge(&f, held, "march"));
    p.refused_by("17.01.3", judge(&f, a, "enter Mill, march"));
    p.refused_by("17.01.3", judge(&f, a, "leave to 20,20"));
    assert!(p.shows("17.01.3", allowed(&f, held, "leave to 20,20, march").by.rests_on("17.01.3")));
    allowed(&f, held, "X");
    let s = sheet(&f, Side::A, &[("A1", "enter Mill"), ("A3", "leave to 123,60, enter Mill")]);
    assert_eq!(s.refused["A3"].clause.unwrap().id(), "play.building");
    d.state(held, State::Disorder);
    p.refused_by("17.03.5", judge(&d.field(), held, "X"));
}

#[test]
fn passages_for_guns() {
    let p = proves!("07.05.5");
    let mut d = Drill::new();
    d.line("Hedge", Obstacle::I, Cover::None, &[(20.0, 70.0), (60.0, 70.0)]);
    d.line("Wall", Obstacle::I, Cover::I, &[(20.0, 90.0), (60.0, 90.0)]);
    let guns = d.battery(Side::A, 6, 40.0, 60.0, 0.0);
    let foot = d.infantry(Side::A, 24, Line, 80.0, 60.0, 0.0);
    let f = d.field();
    assert_eq!(p.shows("07.05.5", allowed(&f, guns, "make gap in Hedge").name(0)), Some(Named::Line(0)));
    p.refused_by("07.05.5", judge(&f, guns, "make gap in Wall"));
    p.refused_by("07.05.5", judge(&f, foot, "make gap in Hedge"));
    p.refused_by("07.05.5", judge(&f, guns, "make gap in Hedge, march"));
    assert_eq!(refused(&f, guns, "make gap in Fence"), "-");
}

#[test]
fn resupply() {
    let p = proves!("11.04.1", "11.01.3");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 60.0, 60.0, 0.0);
    let b = d.infantry(Side::A, 24, Line, 78.0, 60.0, 0.0);
    let w = d.wagon(Side::A, 69.0, 60.0, 0.0);
    d.unit(w).load = Some(Load::Ammunition { infantry: 4, guns: 0 });
    let depth = d.unit(a).base.depth;
    let at = v2(69.0, 60.0 - depth);
    let dir = d.unit(w).base.dir;
    d.unit(w).base = d.unit(w).base.at(at, dir);
    let far = d.wagon(Side::A, 150.0, 60.0, 0.0);
    d.unit(far).load = Some(Load::Ammunition { infantry: 4, guns: 2 });
    let park = d.wagon(Side::A, 180.0, 60.0, 0.0);
    d.unit(park).load = Some(Load::Pontoons(6));
    let mut f = d.field();
    assert_eq!(p.shows("11.04.1", allowed(&f, a, "resupply from A3").name(0)), Some(Named::Own(w)));
    p.refused_by("11.04.1", judge(&f, a, "resupply from A4"));
    p.refused_by("11.04.1", judge(&f, a, "resupply from A5"));
    p.refused_by("11.04.1", judge(&f, a, "resupply from A2"));
    p.refused_by("11.04.1", judge(&f, a, "resupply from A3, S"));
    p.refused_by("11.04.1", judge(&f, w, "resupply from A4"));
    let s = sheet(&f, Side::A, &[("A1", "resupply from A3"), ("A2", "resupply from A3")]);
    assert_eq!(s.refused["A2"].clause.unwrap().id(), "11.04.1");
    f[w].load = Some(Load::Ammunition { infantry: 0, guns: 2 });
    p.refused_by("11.01.3", judge(&f, b, "resupply from A3"));
}

#[test]
fn reorganising_is_doing_nothing_else() {
    let p = proves!("orders.1", "13.06.1");
    let (mut d, a) = line();
    d.state(a, State::Light2);
    let f = d.field();
    assert!(p.shows("13.06.1", allowed(&f, a, "X").by.rests_on("13.06.1")));
    p.refused_by("orders.1", judge(&f, a, "X, S"));
    p.refused_by("orders.1", judge(&f, a, "A, X"));
    allowed(&f, a, "march 1/2, X");
}
