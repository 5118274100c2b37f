//! Which fires, attacks, supports, skirmish lines and works may be ordered.

use crate::orders_case::{allowed, judge, refused, sheet};
use chakoten_napoleonic::book::features::Feature;
use chakoten_napoleonic::check::check_sheet;
use chakoten_napoleonic::check::{Named, Watch};
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::field::{Field, Level, Post};
use chakoten_napoleonic::ground::{CrossingKind, PatchKind};
use chakoten_napoleonic::proves;
use chakoten_napoleonic::troop::{Cover, Formation, Obstacle, State, Weight};
use chakoten_napoleonic::unit::{MaySkirmish, Side, UnitId};
use chakoten_napoleonic::works::labour::Labour;

use proptest::prelude::*;

use Formation::{AttackColumn, Line, MarchColumn, Skirmish};

/// A battalion of 24 and its commander; before it an enemy battalion (x1), cavalry (x2), a swarm (x3), a battery (x4), a skirmish
/// line (x5).
fn front() -> (Drill, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 120.0, 60.0, 0.0);
    d.infantry(Side::B, 24, Line, 120.0, 120.0, 180.0);
    d.cavalry(Side::B, 20, Line, 80.0, 120.0, 180.0);
    d.cavalry(Side::B, 10, Skirmish, 65.0, 105.0, 180.0);
    d.battery(Side::B, 8, 150.0, 120.0, 180.0);
    d.infantry(Side::B, 10, Skirmish, 175.0, 100.0, 180.0);
    d.commander(Side::A, 120.0, 50.0);
    (d, a)
}

#[test]
fn fire_by_time_and_event() {
    let p = proves!("03.02.5.a", "03.02.5.b", "play.clock", "03.02.2");
    let (mut d, a) = front();
    d.wood("Grove", (10.0, 10.0), (30.0, 30.0));
    d.hill("Knoll", 1, (180.0, 10.0), (220.0, 40.0));
    let b = d.infantry(Side::A, 24, Line, 60.0, 60.0, 0.0);
    let sent = d.sent_out(a, 6, 4.0, 120.0, 70.0);
    d.call(sent, "A1f");
    let f = d.field();
    let plan = |text: &str| allowed(&f, a, text).fire.unwrap();
    assert_eq!(p.shows("03.02.5.a", plan("S").when), Watch::AtOnce);
    assert_eq!(plan("S 1/2").when, Watch::Time(0.5));
    assert_eq!(plan("S 1").when, Watch::Time(1.0));
    assert_eq!(p.shows("03.02.5.b", plan("S when passes Grove").when), Watch::Passes(Named::Patch(0)));
    assert_eq!(plan("S when passes Knoll").when, Watch::Passes(Named::Hill(0)));
    assert_eq!(plan("S before contact").when, Watch::BeforeContact(a));
    assert_eq!(plan("S before contact of A2").when, Watch::BeforeContact(b));
    p.refused_by("03.02.5.b", judge(&f, a, "S when passes Elsewhere"));
    p.refused_by("03.02.5.b", judge(&f, a, "S before contact of x1"));
    p.refused_by("play.clock", judge(&f, a, "S 1.1"));
    p.refused_by("play.clock", judge(&f, a, "S -0.1"));
    p.refused_by("03.02.2", judge(&f, sent, "S"));
}

#[test]
fn fire_needs_arms_and_ammunition() {
    let p = proves!("09.01.7", "04.05.1.c", "09.01.4", "10.02.3.b");
    let (mut d, a) = front();
    let pikes = d.infantry(Side::A, 24, Line, 60.0, 60.0, 0.0);
    d.unit(pikes).weapon = None;
    let wagon = d.wagon(Side::A, 60.0, 20.0, 0.0);
    let mut f = d.field();
    assert!(p.shows("09.01.7", allowed(&f, a, "S").by.rests_on("09.01.7")));
    p.refused_by("04.05.1.c", judge(&f, pikes, "S"));
    p.refused_by("04.05.1.c", judge(&f, wagon, "S"));
    // 24 figures are three firing units.
    assert_eq!(p.shows("09.01.4", allowed(&f, a, "S at x1 and x4 and x5").fire.unwrap().at.len()), 3);
    p.refused_by("09.01.4", judge(&f, a, "S at x1 and x2 and x4 and x5"));
    p.refused_by("09.01.4", judge(&f, a, "S at x1 and x1"));
    f[a].figures = 22;
    p.refused_by("09.01.4", judge(&f, a, "S at x1 and x2 and x4"));
    p.refused_by("10.02.3.b", judge(&f, a, "S range in"));
    f[a].ammunition = 0;
    p.refused_by("09.01.7", judge(&f, a, "S"));
}

#[test]
fn guns_fire_when_they_are_ready() {
    let p = proves!("10.01.2", "10.01.1", "10.01.3", "10.02.3.b", "play.battery");
    let (mut d, _) = front();
    let guns = d.battery(Side::A, 8, 60.0, 60.0, 0.0);
    let limbered = d.battery(Side::A, 8, 90.0, 60.0, 0.0);
    d.limber(limbered, true);
    let mut f = d.field();
    assert!(p.shows("10.01.2", allowed(&f, guns, "S 1/2 at x1").by.rests_on("10.01.2")));
    p.refused_by("10.01.2", judge(&f, limbered, "S"));
    allowed(&f, limbered, "AP, S 3/4");
    allowed(&f, guns, "PP, S");
    // Two models, two targets.
    assert_eq!(p.shows("10.01.3", allowed(&f, guns, "S at x1 and x2").fire.unwrap().at.len()), 2);
    p.refused_by("10.01.3", judge(&f, guns, "S at x1 and x2 and x4"));
    let b = f[guns].battery.as_mut().unwrap();
    b.ready = None;
    p.refused_by("10.01.2", judge(&f, guns, "S"));
    allowed(&f, guns, "KS, S 1/2");
    let b = f[guns].battery.as_mut().unwrap();
    (b.ready, b.loads) = (Some(0.0), 0);
    p.refused_by("10.01.2", judge(&f, guns, "S"));
    assert!(p.shows("10.02.3.b", allowed(&f, guns, "S range in").by.rests_on("10.02.3.b")));
    f[guns].battery.as_mut().unwrap().loads = 1;
    f[guns].figures = 0;
    p.refused_by("10.01.1", judge(&f, guns, "S"));
    f[guns].figures = 9;
    p.refused_by("play.battery", judge(&f, guns, "leave guns, S 1/2"));
}

#[test]
fn fire_and_attack_exclude_each_other() {
    let p = proves!("03.01.4.b");
    let (mut d, a) = front();
    let f = d.clone().field();
    p.refused_by("03.01.4.b", judge(&f, a, "A x1, march, S"));
    p.refused_by("03.01.4.b", judge(&f, a, "A x1, march, S before contact"));
    d.read("fire-and-attack", "before-contact");
    let f = d.field();
    allowed(&f, a, "A x1, march, S before contact");
    p.refused_by("03.01.4.b", judge(&f, a, "A x1, march, S"));
}

#[test]
fn attacks_by_state_and_arm() {
    let p = proves!("03.03.4", "12.01.4", "14.04.4", "07.01.3", "12.01.1", "12.01.7", "12.02.6");
    let (mut d, a) = front();
    let h = d.cavalry(Side::A, 20, Line, 60.0, 60.0, 0.0);
    let guns = d.battery(Side::A, 8, 180.0, 60.0, 0.0);
    let thin = d.infantry(Side::A, 12, Skirmish, 200.0, 60.0, 0.0);
    let swarm = d.cavalry(Side::A, 8, Skirmish, 30.0, 60.0, 0.0);
    let f = d.clone().field();
    let c = allowed(&f, a, "A x1");
    assert!(p.shows("12.01.1", c.by.rests_on("12.01.1")));
    assert_eq!(c.attack.as_ref().unwrap().target, Some(UnitId(1)));
    assert_eq!(c.order.legs.len(), 1, "an attack without a way goes straight on");
    // Infantry: not closed cavalry; a swarm only in closed formation.
    p.refused_by("12.01.4", judge(&f, a, "A x2 ↑"));
    allowed(&f, a, "A x3 ↑");
    allowed(&f, a, "A x4 ↑");
    allowed(&f, a, "A x5 ↑");
    for x in ["x1", "x2", "x3", "x4", "x5"] {
        allowed(&f, h, &format!("A {x} ↑"));
        p.refused_by("12.01.4", judge(&f, guns, &format!("A {x} ↑")));
    }
    // Skirmishers by themselves: artillery, dispersed troops, FU.
    p.refused_by("14.04.4", judge(&f, thin, "A x1 ↑"));
    p.refused_by("12.01.4", judge(&f, thin, "A x2 ↑"));
    p.refused_by("12.01.4", judge(&f, thin, "A x3 ↑"));
    allowed(&f, thin, "A x4 ↑");
    allowed(&f, thin, "A x5 ↑");
    p.refused_by("14.04.4", judge(&f, swarm, "A x1 ↑"));
    p.refused_by("14.04.4", judge(&f, swarm, "A x2 ↑"));
    allowed(&f, swarm, "A x3 ↑");
    let mut g = f.clone();
    g[UnitId(1)].state = State::Complete;
    allowed(&g, thin, "A x1 ↑");
    // Formed up on the way it may.
    allowed(&f, thin, "L, A x1 ↑");
    p.refused_by("07.01.3", judge(&f, a, "A x1, march back"));
    let c = allowed(&f, h, "A x1 then x4 and x5");
    assert_eq!(p.shows("12.02.6", c.attack.unwrap().then.len()), 2);
    p.refused_by("12.01.7", judge(&f, h, "A x1 then x1"));
    g[a].state = State::Light3;
    allowed(&g, a, "A x1");
    g[a].state = State::Disorder;
    p.refused_by("03.03.4", judge(&g, a, "A x1"));
    allowed(&g, a, "march");
}

/// Only enemies whom the unit's commander knows are named (08.01.5), under the names of the sightings.
#[test]
fn whom_orders_may_name() {
    let p = proves!("08.01.5", "play.hidden");
    let (mut d, a) = front();
    // A second brigade far off: its own commander sees nobody.
    d.brigade(Side::A);
    let b = d.infantry(Side::A, 24, Line, 20.0, 10.0, 0.0);
    d.commander(Side::A, 20.0, 5.0);
    let g = d.clone();
    let mut hidden = g.clone();
    hidden.read("hidden", "all");
    let f = g.field();
    allowed(&f, a, "S at x1");
    p.refused_by("08.01.5", judge(&f, b, "S at x5"));
    p.refused_by("play.hidden", judge(&f, a, "S at x9"));
    p.refused_by("play.hidden", judge(&f, a, "S at B1"));
    allowed(&hidden.field(), b, "S at x5");
}

fn brigades() -> (Field, [UnitId; 6]) {
    let (mut d, a) = front();
    let b = d.infantry(Side::A, 24, Line, 120.0, 40.0, 0.0);
    let h = d.cavalry(Side::A, 20, Line, 60.0, 60.0, 0.0);
    let guns = d.battery(Side::A, 12, 180.0, 60.0, 0.0);
    let small = d.infantry(Side::A, 9, Line, 20.0, 60.0, 0.0);
    let mine = f_command(&d, a);
    d.command(Side::A, Level::Regiment, Some(mine));
    let regiment = d.infantry(Side::A, 12, Line, 40.0, 60.0, 0.0);
    d.brigade(Side::A);
    d.infantry(Side::A, 24, Line, 200.0, 20.0, 0.0);
    (d.field(), [a, b, h, guns, small, regiment])
}

fn f_command(d: &Drill, u: UnitId) -> chakoten_napoleonic::unit::CommandId {
    d.clone().field()[u].command
}

#[test]
fn supports() {
    let p = proves!("12.03.7.8", "12.03.7.9", "12.03.7.7", "12.03.7.1");
    let (mut f, [a, b, h, guns, small, regiment]) = brigades();
    assert_eq!(p.shows("12.03.7.8", allowed(&f, b, "supports A1").supports), Some(a));
    allowed(&f, h, "supports A1");
    allowed(&f, regiment, "supports A1");
    // Another brigade, nobody, itself.
    p.refused_by("12.03.7.8", judge(&f, b, "supports A7"));
    p.refused_by("12.03.7.8", judge(&f, b, "supports x1"));
    p.refused_by("12.03.7.8", judge(&f, b, "supports A2"));
    p.refused_by("12.03.7.9", judge(&f, b, "supports A3"));
    p.refused_by("12.03.7.9", judge(&f, guns, "supports A1"));
    p.refused_by("12.03.7.7", judge(&f, b, "A x1, supports A1"));
    p.refused_by("12.03.7.1", judge(&f, small, "supports A1"));
    f[regiment].figures = 11;
    p.refused_by("12.03.7.1", judge(&f, regiment, "supports A1"));
    f[b].state = State::Disorder;
    p.refused_by("12.03.7.1", judge(&f, b, "supports A1"));
    f[b].state = State::Light3;
    allowed(&f, b, "supports A1");
    // Only who is ordered to attack is supported so.
    assert!(sheet(&f, Side::A, &[("A1", "A x1"), ("A2", "supports A1")]).refused.is_empty());
    let s = sheet(&f, Side::A, &[("A1", "march"), ("A2", "supports A1")]);
    assert_eq!(s.refused["A2"].clause.unwrap().id(), "12.03.7.8");
}

#[test]
fn skirmish_lines() {
    let p = proves!("05.01.1", "14.01.1", "14.01.2", "14.02.3", "04.02.3", "04.03.2", "15.02.3");
    let mut d = Drill::new();
    let sixth = d.infantry(Side::A, 24, Line, 60.0, 60.0, 0.0);
    d.unit(sixth).skirmish = MaySkirmish::Sixth;
    let elite = d.infantry(Side::A, 24, Line, 100.0, 60.0, 0.0);
    d.unit(elite).skirmish = MaySkirmish::Companies(2);
    let none = d.infantry(Side::A, 24, Line, 140.0, 60.0, 0.0);
    d.unit(none).skirmish = MaySkirmish::None;
    let town = d.infantry(Side::A, 24, Line, 60.0, 20.0, 0.0);
    d.unit(town).skirmish = MaySkirmish::None;
    d.square(PatchKind::Town, "Village", (30.0, 5.0), (90.0, 30.0));
    let h = d.cavalry(Side::A, 24, Line, 180.0, 60.0, 0.0);
    let cossacks = d.cavalry(Side::A, 24, AttackColumn, 180.0, 90.0, 0.0);
    d.weight(cossacks, Weight::Cossack);
    d.unit(cossacks).skirmish = MaySkirmish::ThreeQuarters;
    let guns = d.battery(Side::A, 8, 140.0, 20.0, 0.0);
    let mut f = d.field();
    let codes: Vec<String> = f.units.iter().map(|u| u.code.to_string()).collect();
    let send = |u: UnitId, n: u16, cm: f64| format!("send out {n} dense {cm} cm as {}f", codes[u.index()]);
    assert!(p.shows("14.01.1", allowed(&f, sixth, &send(sixth, 4, 15.0)).by.rests_on("14.01.1")));
    p.refused_by("14.01.1", judge(&f, sixth, &send(sixth, 5, 15.0)));
    p.refused_by("05.01.1", judge(&f, sixth, &send(sixth, 2, 15.0)));
    allowed(&f, sixth, &send(sixth, 3, 15.0));
    allowed(&f, elite, &send(elite, 8, 15.0));
    p.refused_by("14.01.1", judge(&f, elite, &send(elite, 9, 15.0)));
    p.refused_by("14.01.1", judge(&f, none, &send(none, 3, 15.0)));
    assert!(p.shows("14.01.2", allowed(&f, town, &send(town, 12, 25.0)).by.rests_on("14.01.2")));
    p.refused_by("14.01.1", judge(&f, town, &send(town, 24, 25.0)));
    p.refused_by("14.01.1", judge(&f, guns, &send(guns, 3, 15.0)));
    // No farther from the soutien than 20 cm, a swarm 30.
    allowed(&f, sixth, &send(sixth, 4, 20.0));
    p.refused_by("14.02.3", judge(&f, sixth, &send(sixth, 4, 20.5)));
    allowed(&f, h, &send(h, 6, 30.0));
    p.refused_by("14.02.3", judge(&f, h, &send(h, 6, 30.5)));
    // One line to a unit.
    p.refused_by("04.02.3", judge(&f, elite, "send out 3 10 cm as A2f, send out 3 12 cm as A2g"));
    p.refused_by("04.03.2", judge(&f, h, "send out 3 10 cm as A5f, send out 3 12 cm as A5g"));
    // Cossacks: three quarters, from the column.
    allowed(&f, cossacks, &send(cossacks, 18, 25.0));
    p.refused_by("15.02.3", judge(&f, cossacks, &send(cossacks, 19, 25.0)));
    f[cossacks].formation = MarchColumn;
    p.refused_by("15.02.3", judge(&f, cossacks, &send(cossacks, 18, 25.0)));
}

#[test]
fn drawing_in() {
    let p = proves!("06.02.2", "play.skirmish");
    let (mut d, a) = front();
    let sent = d.sent_out(a, 6, 4.0, 120.0, 70.0);
    d.call(sent, "A1f");
    let mut f = d.field();
    assert_eq!(p.shows("06.02.2", allowed(&f, a, "draw in").name(0)), Some(Named::Own(sent)));
    allowed(&f, sent, "draw in");
    f[sent].state = State::Disorder;
    p.refused_by("play.skirmish", judge(&f, a, "draw in"));
    let (d, a) = front();
    p.refused_by("06.02.2", judge(&d.field(), a, "draw in"));
}

#[test]
fn works() {
    let p = proves!(
        "19.01.1",
        "19.01.3.a",
        "19.01.3.b",
        "play.work",
        "19.07.2",
        "19.08.5",
        "17.02.4",
        "19.04.3.a"
    );
    let (mut d, a) = front();
    d.building("Church", true, (100.0, 70.0), (106.0, 76.0));
    d.building("Mill", false, (130.0, 70.0), (136.0, 76.0));
    let guns = d.battery(Side::A, 8, 180.0, 60.0, 0.0);
    let wagon = d.wagon(Side::A, 60.0, 20.0, 0.0);
    let mut f = d.field();
    let dig = "work abatis from 110,60 to 116,60";
    let c = allowed(&f, a, dig);
    assert!(p.shows("19.01.1", c.by.rests_on("19.01.1")) && p.shows("19.01.3.a", c.by.rests_on("19.01.3.a")));
    p.refused_by("19.01.3.a", judge(&f, a, &format!("{dig}, march")));
    p.refused_by("19.01.3.a", judge(&f, a, &format!("{dig}, S")));
    p.refused_by("19.04.3.a", judge(&f, wagon, dig));
    assert_eq!(refused(&f, a, "work abatis from 110,60 to 116,600"), "play.interrupt");
    assert_eq!(refused(&f, a, "work level Nothing"), "-");
    p.refused_by("19.07.2", judge(&f, a, "work charges"));
    allowed(&f, guns, "work charges");
    f[guns].battery.as_mut().unwrap().loads = 1;
    p.refused_by("19.07.2", judge(&f, guns, "work charges"));
    p.refused_by("19.08.5", judge(&f, a, "work mine load at 10,10"));
    p.refused_by("19.08.5", judge(&f, a, "work mine shaft at 10,10 charges 2"));
    assert_eq!(
        p.shows("17.02.4", allowed(&f, a, "work strengthen Church").name(0)),
        Some(Named::Building(0))
    );
    p.refused_by("17.02.4", judge(&f, a, "work strengthen Mill"));
    let labour = |turns: &mut dyn Iterator<Item = u32>| {
        let mut l = Labour::default();
        turns.for_each(|t| l.worked(t));
        l
    };
    f.turn = 200;
    f[a].record.labour = labour(&mut (161..=200));
    p.refused_by("19.01.3.b", judge(&f, a, dig));
    f[a].record.labour = labour(&mut (162..=200));
    allowed(&f, a, dig);
    f[a].record.labour = labour(&mut [150, 160].into_iter());
    p.refused_by("19.01.3.b", judge(&f, a, dig));
    f[a].record.labour = labour(&mut [160].into_iter());
    allowed(&f, a, dig);
    // Relieved at its rest it rests: by another clause.
    let rests = f[a].record.labour.relieved(195, 7).id();
    assert_eq!(refused(&f, a, dig), rests);
    assert_eq!(rests, "19.04.5.b");
    assert_eq!(f[a].record.labour.relieved(195, 6).id(), rests);
    allowed(&f, a, dig);
    f[a].state = State::Disorder;
    p.refused_by("play.work", judge(&f, a, dig));
}

/// Who leads and how many work: by tables XX and XXI.
#[test]
fn supervisors_and_numbers() {
    let p = proves!("19.04.2.a", "19.04.2.b", "19.04.3.a", "19.04.1", "19.01.2");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 120.0, 60.0, 0.0);
    let few = d.infantry(Side::A, 1, Line, 20.0, 20.0, 0.0);
    let pioneers = d.infantry(Side::A, 24, Line, 60.0, 60.0, 0.0);
    d.unit(pioneers).troops.pioneers = true;
    let guns = d.battery(Side::A, 8, 180.0, 60.0, 0.0);
    let work = |what: &str| format!("work {what} from 100,70 to 106,70");
    let f = d.clone().field();
    // An ordinary officer is with every unit; pioneers and gunners have their NCOs.
    assert!(p.shows("19.04.2.a", allowed(&f, a, &work("abatis")).by.rests_on("19.04.2.a")));
    p.refused_by("19.04.2.a", judge(&f, a, &work("breastwork-2")));
    assert!(p.shows("19.04.2.b", allowed(&f, a, &work("chevaux-de-frise")).by.rests_on("19.04.2.b")));
    assert!(!allowed(&f, pioneers, &work("chevaux-de-frise")).by.rests_on("19.04.2.b"));
    assert!(allowed(&f, pioneers, &work("breastwork-2")).by.rests_on("19.04.2.b"));
    assert!(p.shows("19.01.2", allowed(&f, guns, &work("breastwork-2")).by.rests_on("19.01.2")));
    p.refused_by("19.04.1", judge(&f, a, &work("pyramid")));
    allowed(&f, a, &work("\"Abatis or barricade\""));
    allowed(&f, a, "BAR from 100,70 to 106,70");
    p.refused_by("19.04.3.a", judge(&f, few, &work("abatis")));
    // Only pioneers build pontoon bridges.
    p.refused_by("19.04.3.a", judge(&f, a, &work("pontoon-bridge")));
    let officer = d.staff(Side::A, Post::EngineerOfficer, 10.0, 10.0);
    p.refused_by("19.04.2.a", judge(&d.clone().field(), a, &work("breastwork-2")));
    d.with(officer, a);
    let c = allowed(&d.field(), a, &work("breastwork-2"));
    assert!(!c.by.rests_on("19.04.2.b"));
    assert!(c.work.is_some());
}

#[test]
fn demolitions() {
    let p = proves!("19.05.1", "19.05.3", "19.05.4", "19.07.1", "19.12.5", "19.12.4", "19.08.2");
    let mut d = Drill::new();
    d.crossing(CrossingKind::WoodenBridge, "Bridge", (100.0, 70.0), (104.0, 80.0));
    d.crossing(CrossingKind::StoneBridge, "Old bridge", (60.0, 70.0), (64.0, 80.0));
    d.crossing(CrossingKind::Ford, "Ford", (20.0, 70.0), (24.0, 80.0));
    d.line("Redoubt", Obstacle::II, Cover::II, &[(120.0, 70.0), (130.0, 70.0)]);
    d.last_line().unwrap().kind = Feature::named("breastwork-2").unwrap();
    d.line("Fence", Obstacle::I, Cover::None, &[(140.0, 70.0), (150.0, 70.0)]);
    d.last_line().unwrap().kind = Feature::named("hedge").unwrap();
    let a = d.infantry(Side::A, 24, Line, 120.0, 60.0, 0.0);
    let pioneers = d.infantry(Side::A, 24, Line, 60.0, 60.0, 0.0);
    d.unit(pioneers).troops.pioneers = true;
    let f = d.clone().field();
    assert_eq!(
        p.shows("19.05.1", allowed(&f, a, "work destroy Bridge by other").name(0)),
        Some(Named::Crossing(0))
    );
    allowed(&f, a, "work destroy Bridge by throw-off");
    allowed(&f, a, "BRD Bridge");
    p.refused_by("19.05.3", judge(&f, a, "SPR Bridge"));
    p.refused_by("19.07.1", judge(&f, pioneers, "SPR Bridge"));
    p.refused_by("19.05.4", judge(&f, pioneers, "work destroy \"Old bridge\" by burn"));
    p.refused_by("19.05.1", judge(&f, pioneers, "SPR Ford"));
    p.refused_by("19.05.1", judge(&f, pioneers, "SPR Fence"));
    p.refused_by("19.12.5", judge(&f, pioneers, "SPR Redoubt"));
    assert!(p.shows("19.12.4", allowed(&f, a, "work level Redoubt").by.rests_on("19.12.4")));
    p.refused_by("19.12.4", judge(&f, a, "work level Fence"));
    p.refused_by("19.08.2", judge(&f, pioneers, "work mine shaft at 100,75"));
    p.refused_by("19.07.1", judge(&f, pioneers, "work mine load at 100,75 charges 2"));
    let officer = d.staff(Side::A, Post::EngineerOfficer, 10.0, 10.0);
    d.with(officer, pioneers);
    let f = d.field();
    allowed(&f, pioneers, "SPR Bridge");
    allowed(&f, pioneers, "work mine shaft at 100,75");
    p.refused_by("19.05.3", judge(&f, a, "SPR Bridge"));
}

/// Whatever an enemy's distance, the same is allowed and refused in the same words (03.02.12).
#[test]
fn no_refusal_tells_a_distance() {
    let p = proves!("03.02.12");
    let slips = [
        "S at x1",
        "A x1 ↑",
        "S when passes Grove at x1",
        "march 300 cm",
        "to 200,150",
        "A x1, S",
        "SM",
        "march back",
    ];
    let at = |y: f64| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 24, Line, 120.0, 40.0, 0.0);
        d.infantry(Side::B, 24, Line, 120.0, y, 180.0);
        d.commander(Side::A, 120.0, 30.0);
        let f = d.field();
        slips.map(|s| judge(&f, a, s).map(|c| c.by.rests_on("03.02.12")).map_err(|r| r.to_string()))
    };
    let near = at(45.0);
    assert!(p.shows("03.02.12", near[0] == Ok(true)));
    for y in [45.1, 50.0, 80.0, 100.0, 135.0] {
        assert_eq!(at(y), near, "{y}");
    }
}

/// One of everything, with its commander.
fn parade() -> Field {
    let (mut d, a) = front();
    d.building("Mill", false, (100.0, 70.0), (106.0, 76.0));
    d.square(PatchKind::Town, "Village", (0.0, 0.0), (40.0, 40.0));
    d.cavalry(Side::A, 20, Line, 60.0, 60.0, 0.0);
    let cossacks = d.cavalry(Side::A, 20, AttackColumn, 40.0, 80.0, 0.0);
    d.weight(cossacks, Weight::Cossack);
    d.battery(Side::A, 8, 180.0, 60.0, 0.0);
    let limbered = d.battery(Side::A, 8, 200.0, 30.0, 0.0);
    d.limber(limbered, true);
    d.wagon(Side::A, 10.0, 60.0, 0.0);
    let house = d.infantry(Side::A, 8, Line, 20.0, 20.0, 0.0);
    d.inside(house, "Mill");
    let u = d.infantry(Side::A, 20, Line, 220.0, 60.0, 0.0);
    d.state(u, State::Disorder);
    let lead = d.infantry(Side::A, 20, Line, 160.0, 30.0, 0.0);
    let behind = d.infantry(Side::A, 20, Line, 160.0, 20.0, 0.0);
    d.joined(lead, &[behind]);
    d.sent_out(a, 6, 4.0, 120.0, 70.0);
    d.courier(Side::A, 120.0, 49.0);
    d.field()
}

proptest! {
    /// Whatever is ordered of whom, it is judged: allowed or refused, and nothing else happens.
    #[test]
    fn hostile_orders_are_judged(orders in proptest::collection::vec(crate::slip::order(), 1..5), at in 0usize..12) {
        let f = parade();
        let k = crate::orders_case::knows(&f, Side::A);
        let own: Vec<String> = f.side(Side::A).map(|u| u.code.to_string()).collect();
        let sheet = orders.into_iter().enumerate().map(|(i, o)| (own[(at + i) % own.len()].clone(), o)).collect();
        let s = check_sheet(&f, Side::A, &sheet, &k);
        prop_assert!(s.orders.len() + s.refused.len() >= sheet.len());
        for c in s.orders.values() {
            prop_assert_eq!(c.named.len(), c.order.legs.len());
        }
        for r in s.refused.values() {
            prop_assert!(!r.to_string().is_empty());
        }
    }
}
