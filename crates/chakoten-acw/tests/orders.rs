//! Chapter 03: which orders may be given, and what they say on the table.

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::check::{
    Action, Checked, Course, FirePlan, Primitive, Target, Trigger, check, check_sheet,
};
use chakoten_acw::drill::Drill;
use chakoten_acw::field::{Field, Level};
use chakoten_acw::ground::{LineKind, PatchKind};
use chakoten_acw::order::{Order, OrderSheet, Step};
use chakoten_acw::troop::{Ammunition, Formation, Gun, State};
use chakoten_acw::unit::{FireFight, LastHit, RepairItem, Side, Unfinished, UnitId};
use chakoten_acw::view::{Sightings, known};
use chakoten_acw::{EventKind, proves, slip};
use table::{V2, v2};
use umpire::Refusal;

use Formation::{AttackColumn, Chain, Line, MarchColumn, ThinLine};

fn judge(f: &Field, u: UnitId, text: &str) -> Result<Checked, Refusal> {
    let side = f[u].side;
    let k = known(f, side, &Sightings::default());
    let before = f.clone();
    let r = check(f, side, u, &slip::parse(text).unwrap(), &k);
    assert_eq!(*f, before, "an order changes nothing by being judged");
    r
}

fn course(f: &Field, u: UnitId, text: &str) -> Course {
    match judge(f, u, text).unwrap_or_else(|r| panic!("`{text}` was refused: {r}")).action {
        Action::Move(c) => c,
        a => panic!("`{text}` is {a:?}"),
    }
}

fn plan(f: &Field, u: UnitId, text: &str) -> FirePlan {
    match judge(f, u, text).unwrap_or_else(|r| panic!("`{text}` was refused: {r}")).action {
        Action::Fire(p) => p,
        a => panic!("`{text}` is {a:?}"),
    }
}

/// The clause by which the order is refused; `-` for its form.
fn refused(f: &Field, u: UnitId, text: &str) -> String {
    match judge(f, u, text) {
        Ok(c) => panic!("`{text}` was allowed: {c:?}"),
        Err(r) => r.clause.map_or_else(|| "-".into(), |c| c.id().to_string()),
    }
}

/// Where the middle of the front is at the end of a course, laid out by hand.
fn ends(f: &Field, u: UnitId, c: &Course) -> (V2, V2) {
    let mut at = f[u].base;
    for s in &c.steps {
        match s {
            Primitive::March { cm: Some(x) } => at = at.moved(at.dir * *x),
            Primitive::Wheel { degrees } => {
                let p = if *degrees > 0.0 { at.front_right() } else { at.front_left() };
                at = at.turned_about(p, -degrees.to_radians());
            }
            s => panic!("{s:?}"),
        }
    }
    (at.front, at.dir)
}

fn near(a: V2, b: V2) -> bool {
    a.dist(b) < 1e-6
}

/// A regiment of 30 in line with its general near, and an enemy 60 cm off.
fn line() -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Line, 120.0, 60.0, 0.0);
    let b = d.infantry(Side::B, 30, Line, 120.0, 120.0, 180.0);
    d.general(Side::A, 120.0, 40.0);
    d.general(Side::B, 120.0, 140.0);
    (d, a, b)
}

#[test]
fn one_action_a_turn_and_none_without_an_order() {
    let p = proves!("03.01.2.a", "03.01.2.b", "03.03.1.b");
    let (d, a, b) = line();
    let f = d.field();
    assert_eq!(judge(&f, a, "stand").unwrap().action, Action::Stand { reorganise: false });
    assert_eq!(judge(&f, a, "reorganise").unwrap().action, Action::Stand { reorganise: true });
    // Formation changes, facings and the like are steps of one movement.
    let c = course(&f, a, "form march column, wheel right 30, march 10, form line");
    assert_eq!(*p.shows("03.03.1.b", &c.written), [0, 1, 2, 3]);
    let k = known(&f, Side::A, &Sightings::default());
    let sheet = check_sheet(&f, Side::A, &OrderSheet::new(), &k);
    assert_eq!(*p.shows("03.01.2.b", &sheet.orders[&a].action), Action::Stand { reorganise: false });
    assert_eq!(sheet.orders.len(), 1);
    // Nobody orders the enemy's units.
    let r = check(&f, Side::A, b, &Order::Stand, &k).unwrap_err();
    assert_eq!(*p.shows("03.01.2.a", &r.clause.unwrap().id()), "03.01.2.a");
    let sheet = check_sheet(&f, Side::A, &OrderSheet::from([("B1".into(), Order::Stand)]), &k);
    assert_eq!(sheet.refused["B1"].clause.unwrap().id(), "03.01.2.a");
}

#[test]
fn every_order_within_forty_centimetres_of_the_general() {
    let _p = proves!("03.03.3");
    // The general's base is 1.5 wide; put him straight to the right of the line's end.
    let at = |gap: f64| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Line, 60.0, 60.0, 0.0);
        d.general(Side::A, 60.0 + 6.0 + gap + 0.75, 60.0);
        (d.field(), a)
    };
    let (f, a) = at(40.0);
    assert!(judge(&f, a, "march").is_ok());
    let (f, a) = at(40.01);
    assert_eq!(refused(&f, a, "march"), "03.03.3");
    assert_eq!(refused(&f, a, "form march column"), "03.03.3");
    assert_eq!(refused(&f, a, "resupply W1"), "03.03.3");
    for free in ["stand", "reorganise", "fire", "fire when any within 12"] {
        assert!(judge(&f, a, free).is_ok(), "{free}");
    }
    // Without any general in the chain nothing else is left either.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Line, 60.0, 60.0, 0.0);
    assert_eq!(refused(&d.field(), a, "march"), "03.03.3");
}

#[test]
fn an_orderly_carries_an_order() {
    let _p = proves!("03.03.2");
    let put = |sent: bool, with: bool, theirs: bool| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Line, 200.0, 60.0, 0.0);
        d.general(Side::A, 60.0, 60.0);
        if theirs {
            d.brigade(Side::A);
            d.general(Side::A, 20.0, 20.0);
        }
        let o = d.orderly(Side::A, 100.0, 60.0);
        if with {
            d.with(o, a);
        }
        d.staff_mut(o).dispatched = sent;
        judge(&d.field(), a, "march").is_ok()
    };
    assert!(put(true, true, false));
    assert!(!put(false, true, false), "he was not with his general");
    assert!(!put(true, false, false), "he is not with the unit");
    assert!(!put(true, true, true), "he is another brigade's");
}

#[test]
fn the_general_above_commands_for_a_lost_one() {
    let _p = proves!("08.05.1");
    let mut d = Drill::new();
    let division = d.command(Side::A, Level::Division, None);
    let g = d.general(Side::A, 60.0, 40.0);
    d.command(Side::A, Level::Brigade, Some(division));
    let a = d.infantry(Side::A, 30, Line, 60.0, 60.0, 0.0);
    let mut f = d.field();
    assert!(judge(&f, a, "march").unwrap().by.rests_on("08.05.1"));
    f[g].base.front = v2(200.0, 40.0);
    assert_eq!(refused(&f, a, "march"), "03.03.3");
}

#[test]
fn what_a_unit_repeats() {
    let _p = proves!("03.03.3");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Line, 120.0, 60.0, 0.0);
    d.general(Side::A, 20.0, 20.0);
    let mut f = d.field();
    assert_eq!(refused(&f, a, "repeat"), "03.03.3");
    let mut last = |text: &str, done: u16, unfinished: Option<Unfinished>| {
        let r = &mut f[a].record;
        r.last_order = Some(slip::parse(text).unwrap());
        r.steps_done = done;
        r.unfinished = unfinished;
        slip::write(&judge(&f, a, "repeat").unwrap().order)
    };
    assert_eq!(last("march", 0, None), "march");
    assert_eq!(last("stand", 0, None), "stand");
    // A wheel and a formation change that were completed are not made again.
    assert_eq!(last("wheel right 30, march", 1, None), "march");
    assert_eq!(last("form attack column, march 8", 2, None), "march 8");
    // What was not completed is continued; what was not begun is still to come.
    assert_eq!(last("wheel right 30, march", 0, None), "wheel right 30, march");
    let rest = Unfinished { step: Step::Wheel { degrees: 12.0 }, spent: 0.0 };
    assert_eq!(last("wheel right 30, march", 0, Some(rest)), "wheel right 12, march");
    assert_eq!(last("march 20, form chain", 0, None), "march 20, form chain");
    assert_eq!(last("form line", 1, None), "stand");
    assert_eq!(last("attack: march", 1, None), "attack: march");
    assert_eq!(last("work light fortification", 1, None), "work light fortification");
    assert_eq!(last("fire when any within 12", 0, None), "fire when any within 12");
    // A place that was reached is not gone to again.
    assert_eq!(last("to 120 60", 1, None), "stand");
    assert_eq!(last("to 120 70", 1, None), "to 120 70");
    // A charge only where it may be used again.
    let r = &mut f[a].record;
    r.last_order = Some(slip::parse("attack charge: march").unwrap());
    r.last_charge = Some(1);
    assert_eq!(refused(&f, a, "repeat"), "03.03.4.c");
}

#[test]
fn orders_name_only_what_the_brigade_sees() {
    let _p = proves!("03.02.2");
    let (mut d, a, _) = line();
    let f = d.clone().field();
    assert_eq!(plan(&f, a, "fire at x1").shots[0].at, Target::Unit(UnitId(1)));
    assert_eq!(refused(&f, a, "fire at x2"), "03.02.2");
    assert_eq!(refused(&f, a, "fire at B1"), "03.02.2", "the enemy's own names are not known");
    assert_eq!(refused(&f, a, "attack x9: march"), "03.02.2");
    assert_eq!(refused(&f, a, "fire when x3 within 12"), "03.02.2");
    assert_eq!(refused(&f, a, "fire at x0"), "03.02.2");
    // Behind a hill he is not seen; a direction may be named all the same.
    d.hill("Ridge", 1, (60.0, 80.0), (180.0, 100.0));
    let f = d.field();
    let mut before = Sightings::default();
    before.sight(Side::A, UnitId(1));
    let k = known(&f, Side::A, &before);
    let r = check(&f, Side::A, a, &slip::parse("fire at x1").unwrap(), &k).unwrap_err();
    assert_eq!(r.clause.unwrap().id(), "03.02.2");
    assert!(check(&f, Side::A, a, &slip::parse("attack: march").unwrap(), &k).is_ok());
    assert!(check(&f, Side::A, a, &slip::parse("fire when any enters Ridge").unwrap(), &k).is_ok());
}

#[test]
fn a_unit_within_forty_centimetres_sees_for_its_general() {
    let _p = proves!("03.02.2");
    // A wood hides the enemy from the general; the unit before it sees him if it is near enough to report.
    let put = |gap: f64| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Line, 60.0, 60.0, 90.0);
        d.infantry(Side::B, 30, Line, 120.0, 60.0, 270.0);
        d.square(PatchKind::Wood, "wood", (40.0, 40.0), (50.0, 80.0));
        // The line faces east: its rear edge is 3 cm behind x = 60.
        d.general(Side::A, 60.0 - 3.0 - gap, 60.0);
        let f = d.field();
        let k = known(&f, Side::A, &Sightings::default());
        assert_eq!(k.may_name(&f, f[a].command, UnitId(1)), !k.seen().is_empty());
        if k.seen().is_empty() {
            assert_eq!(refused(&f, a, "fire at x1"), "03.02.2");
        } else {
            assert!(judge(&f, a, "fire at x1").is_ok());
        }
        !k.seen().is_empty()
    };
    // The general's base is 1.5 wide and he faces north: 0.75 to his right.
    assert!(put(40.0 + 0.75));
    assert!(!put(40.01 + 0.75));
}

#[test]
fn a_movement_order_is_laid_out_plainly() {
    let _p = proves!("02.05.5");
    let (mut d, a, _) = line();
    d.road("Pike", &[(120.0, 40.0), (120.0, 70.0), (140.0, 90.0), (140.0, 150.0)], 4.0);
    let f = d.clone().field();
    let c = course(&f, a, "march");
    assert_eq!(c.steps, [Primitive::March { cm: None }]);
    assert!(!c.attack && !c.charge && c.target.is_none());
    // Straight ahead there is no wheel.
    assert_eq!(course(&f, a, "to 120 75").steps, [Primitive::March { cm: Some(15.0) }]);
    // Elsewhere the wheel brings the place before the middle of the front.
    for (x, y) in [(150.0, 90.0), (100.0, 95.0), (170.0, 60.0), (60.0, 30.0), (120.0, 20.0)] {
        let c = course(&f, a, &format!("to {x} {y}"));
        let (at, dir) = ends(&f, a, &c);
        assert!(near(at, v2(x, y)), "{x} {y}: {at:?}");
        assert!(matches!(c.steps[0], Primitive::Wheel { .. }) && c.written == [0, 0]);
        assert!((dir.len() - 1.0).abs() < 1e-9);
    }
    // Too close beside the pivot no wheel reaches it.
    assert_eq!(refused(&f, a, "to 124 58"), "02.05.5");
    // The path is laid from where the steps before have led.
    let c = course(&f, a, "march 5, to 140 90");
    assert!(near(ends(&f, a, &c).0, v2(140.0, 90.0)));
    assert_eq!(refused(&f, a, "march, wheel right 10"), "play.clock");
    assert_eq!(refused(&f, a, "to 500 20"), "play.edge");
    for bad in ["march 0", "march -3", "wheel right 0", "wheel left 181", "face right 200", "road nowhere"] {
        assert_eq!(refused(&f, a, bad), "-", "{bad}");
    }
    assert!(judge(&f, a, "wheel left 180").is_ok());
    // A column follows the road bend by bend and ends on it.
    let b = d.infantry(Side::A, 30, MarchColumn, 120.0, 50.0, 0.0);
    let f = d.field();
    let c = course(&f, b, "road Pike 45");
    let (at, dir) = ends(&f, b, &c);
    assert!(c.steps.len() == 3, "{:?}", c.steps);
    assert!((dir.angle_to(v2(1.0, 1.0).unit())).to_degrees() < 1e-6, "{dir:?}");
    assert!(near(at, v2(120.0, 70.0) + v2(1.0, 1.0).unit() * 25.0), "{at:?}");
    let whole = course(&f, b, "road Pike");
    let (at, _) = ends(&f, b, &whole);
    assert!((at.x - 140.0).abs() < 1e-6 && at.y > 100.0, "{at:?}");
    assert_eq!(refused(&f, b, "road Pike, march"), "play.clock");
}

#[test]
fn line_and_march_column_by_a_quarter_facing() {
    let p = proves!("02.05.4");
    let (d, a, _) = line();
    let f = d.field();
    let mut u = f[a].clone();
    chakoten_acw::stance::face(&mut u, 90.0);
    assert_eq!(u.formation, MarchColumn);
    assert!(near(u.base.dir, v2(1.0, 0.0)) && near(u.base.front, v2(126.0, 58.5)), "{:?}", u.base);
    chakoten_acw::stance::face(&mut u, -90.0);
    assert_eq!(u.formation, Line);
    assert!(near(u.base.front, f[a].base.front) && near(u.base.dir, f[a].base.dir));
    // An about-face leaves it a line on the same ground.
    chakoten_acw::stance::face(&mut u, 180.0);
    assert_eq!(u.formation, Line);
    assert!(near(u.base.front, v2(120.0, 57.0)));
    // The order goes on from there: east along the former line.
    let c = course(&f, a, "face right, to 150 58.5");
    assert_eq!(c.steps, [Primitive::Face { degrees: 90.0 }, Primitive::March { cm: Some(24.0) }]);
    // In play it takes the quarter turn of any facing and is told by both.
    let mut b = Battle::drill(f, []);
    crate::field_day::turn(&mut b, &[("A1", "face right")], &[]);
    let told = crate::field_day::told_by(&p, &b, "02.05.4");
    assert!(matches!(told[0].kind, EventKind::Faced { .. }) && (told[0].clock - 0.25).abs() < 1e-6);
}

#[test]
fn guns_limber_and_unlimber_in_their_place() {
    let p = proves!("02.03.3", "02.03.4");
    let mut d = Drill::new();
    let a = d.battery(Side::A, Gun::Napoleon, 4, 60.0, 60.0, 0.0);
    let b = d.battery(Side::A, Gun::Napoleon, 6, 120.0, 60.0, 0.0);
    d.general(Side::A, 90.0, 50.0);
    let f = d.field();
    let mut u = f[a].clone();
    chakoten_acw::stance::limber(&mut u, false);
    // Gun 4.5 and limber 8.5 deep: it heads south, its tail where the gun's front was.
    assert!(near(u.base.front, v2(60.0, 47.0)) && near(u.base.dir, v2(0.0, -1.0)), "{:?}", u.base);
    let mut u = f[a].clone();
    chakoten_acw::stance::limber(&mut u, true);
    assert!(near(u.base.front, v2(60.0, 60.0)) && near(u.base.dir, v2(0.0, 1.0)));
    let mut u = f[b].clone();
    chakoten_acw::stance::limber(&mut u, true);
    assert_eq!(u.base.width, 3.0);
    chakoten_acw::stance::unlimber(&mut u, false, false);
    assert!(near(u.base.front, v2(121.5, 60.0)) && u.base.width == 6.0);
    let mut u = f[b].clone();
    chakoten_acw::stance::limber(&mut u, true);
    let rear = u.base.rear();
    chakoten_acw::stance::unlimber(&mut u, true, true);
    assert!(near(u.base.dir, v2(0.0, -1.0)) && near(u.base.front, rear + v2(1.5, 0.0)), "{:?}", u.base);
    assert_eq!(*p.shows("02.03.3", &refused(&f, a, "unlimber")), "02.03.3");
    assert_eq!(*p.shows("02.03.4", &refused(&f, a, "limber, limber")), "02.03.4");
    assert!(judge(&f, a, "limber about, march 10, unlimber").is_ok());
}

#[test]
fn formations_and_their_limits() {
    let p = proves!("02.01.2", "02.01.4", "02.01.5", "02.02.2", "02.02.4", "02.02.5", "02.03.1");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 13, Line, 60.0, 60.0, 0.0);
    let b = d.infantry(Side::A, 12, Line, 80.0, 60.0, 0.0);
    let c = d.cavalry(Side::A, 12, Line, 100.0, 60.0, 0.0);
    let g = d.battery(Side::A, Gun::Napoleon, 4, 70.0, 40.0, 0.0);
    d.general(Side::A, 80.0, 50.0);
    let f = d.field();
    assert!(judge(&f, a, "form attack column").is_ok());
    assert_eq!(*p.shows("02.01.2", &refused(&f, b, "form attack column")), "02.01.2");
    assert_eq!(
        *p.shows("02.02.2", &refused(&f, a, "form attack column 5")),
        "02.02.2",
        "only cavalry has the choice"
    );
    assert!(judge(&f, a, "form thin line gap 0").is_ok());
    assert!(judge(&f, a, "form thin line gap 7.9").is_ok());
    assert_eq!(*p.shows("02.01.4", &refused(&f, a, "form thin line gap 8")), "02.01.4");
    assert_eq!(*p.shows("02.01.5", &refused(&f, a, "form chain gap 7.9")), "02.01.5");
    assert!(judge(&f, a, "form chain gap 8").is_ok());
    assert!(judge(&f, a, "form chain gap 16").is_ok());
    assert_eq!(refused(&f, a, "form chain gap 16.1"), "02.01.5");
    assert_eq!(refused(&f, a, "form line gap 3"), "-");
    assert_eq!(refused(&f, c, "form attack column"), "02.02.2", "12 riders make two ranks of six");
    assert!(judge(&f, c, "form attack column 5").is_ok());
    assert_eq!(refused(&f, c, "form attack column 4"), "02.02.2");
    assert_eq!(*p.shows("02.02.4", &refused(&f, c, "form thin line")), "02.02.4");
    assert!(judge(&f, c, "form chain gap 15").is_ok());
    assert_eq!(refused(&f, c, "form chain gap 15.1"), "02.02.4");
    assert!(judge(&f, c, "dismount, form thin line, march").is_ok(), "on foot it counts as infantry");
    assert_eq!(refused(&f, c, "dismount, form attack column"), "02.01.2");
    assert_eq!(*p.shows("02.02.5", &refused(&f, c, "mount")), "02.02.5");
    assert_eq!(refused(&f, a, "dismount"), "02.02.5");
    assert_eq!(*p.shows("02.03.1", &refused(&f, g, "form chain")), "02.03.1");
    let Primitive::Form { gap, .. } = course(&f, a, "form chain gap 12").steps[0] else { panic!() };
    assert!((gap - 1.2).abs() < 1e-12);
}

#[test]
fn formations_in_swamp() {
    let _p = proves!("02.06.5");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, MarchColumn, 60.0, 60.0, 0.0);
    d.general(Side::A, 60.0, 50.0);
    d.square(PatchKind::Swamp, "swamp", (50.0, 50.0), (70.0, 70.0));
    let f = d.field();
    assert_eq!(refused(&f, a, "form line"), "02.06.5");
    assert!(judge(&f, a, "form chain").is_ok());
    assert!(judge(&f, a, "march 20, form line").is_ok(), "beyond it he may");
}

#[test]
fn who_may_be_ordered_to_attack() {
    let _p = proves!("07.01.4");
    let mut d = Drill::new();
    let whole = d.infantry(Side::A, 15, Line, 60.0, 60.0, 0.0);
    let part = d.infantry(Side::A, 15, Line, 80.0, 60.0, 0.0);
    d.part_of(whole, part);
    let horse = d.cavalry(Side::A, 10, Line, 100.0, 60.0, 0.0);
    let more = d.cavalry(Side::A, 20, Line, 130.0, 60.0, 0.0);
    d.part_of(horse, more);
    let guns = d.horse_limbered(Side::A, Gun::Napoleon, 4, 95.0, 40.0, 0.0);
    let wagon = d.wagon(Side::A, 75.0, 40.0, 0.0);
    d.general(Side::A, 90.0, 50.0);
    let mut f = d.field();
    let sheet = |f: &Field, orders: &[(UnitId, &str)]| {
        let s: OrderSheet =
            orders.iter().map(|(u, t)| (f[*u].code.to_string(), slip::parse(t).unwrap())).collect();
        let k = known(f, Side::A, &Sightings::default());
        check_sheet(f, Side::A, &s, &k)
            .refused
            .into_iter()
            .map(|(u, r)| format!("{u} {}", r.clause.unwrap().id()))
            .collect::<Vec<_>>()
    };
    // Exactly half is not more than half; together they are the whole regiment.
    assert_eq!(sheet(&f, &[(whole, "attack: march")]), ["A1 03.03.5.a"]);
    assert!(sheet(&f, &[(whole, "attack: march"), (part, "attack: march")]).is_empty());
    assert!(!course(&f, whole, "attack: march").ordered_share_ok());
    // A third of the riders is enough, one less is not.
    assert!(sheet(&f, &[(horse, "attack: march")]).is_empty());
    f[horse].figures = 9;
    assert_eq!(sheet(&f, &[(horse, "attack: march")]), ["A3 03.03.5.b"]);
    f[whole].figures = 16;
    assert!(sheet(&f, &[(whole, "attack: march")]).is_empty());
    // Companies that are detached on the way do not take part.
    assert_eq!(sheet(&f, &[(whole, "attack: detach 1 left as A1-sk, march")]), ["A1 03.03.5.a"]);
    assert_eq!(refused(&f, guns, "attack: march"), "07.01.4");
    assert_eq!(refused(&f, wagon, "attack: march"), "07.01.4");
    f[whole].state = State::Disorder;
    assert_eq!(refused(&f, whole, "attack: march"), "07.01.4");
    assert!(judge(&f, whole, "march").is_ok(), "in U it may move");
    f[whole].state = State::Slight;
    assert!(judge(&f, whole, "attack: march").is_ok());
    assert_eq!(refused(&f, whole, "attack: form attack column"), "play.attack-target");
    assert_eq!(refused(&f, whole, "attack: back 3"), "07.01.1");
}

#[test]
fn who_may_charge_and_when() {
    let p = proves!("03.03.4.b", "03.03.4.c");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Line, 60.0, 60.0, 0.0);
    let h = d.horse_limbered(Side::A, Gun::Napoleon, 4, 90.0, 60.0, 0.0);
    let g = d.limbered(Side::A, Gun::Napoleon, 4, 96.0, 60.0, 0.0);
    d.general(Side::A, 80.0, 50.0);
    d.turn(0);
    let mut f = d.field();
    assert!(judge(&f, a, "attack charge: march").is_ok(), "in turn 1");
    assert_eq!(*p.shows("03.03.4.b", &refused(&f, a, "charge: march")), "03.03.4.b");
    for formation in [Chain, ThinLine] {
        let mut f = f.clone();
        f[a].formation = formation;
        assert_eq!(refused(&f, a, "attack charge: march"), "03.03.4.b");
        assert!(judge(&f, a, "attack: march").is_ok(), "they attack at ordinary rates");
    }
    assert!(judge(&f, h, "charge: march 30, unlimber").is_ok());
    assert_eq!(refused(&f, g, "charge: march 30, unlimber"), "03.03.4.b");
    assert_eq!(refused(&f, h, "attack charge: march"), "07.01.4");
    let b = f[h].battery.as_mut().unwrap();
    b.horses = b.horses_of / 2;
    assert_eq!(refused(&f, h, "charge: march 30"), "06.03.5.a");
    // Used in turn 1: not in turns 2 to 4, again in turn 5.
    f[a].record.last_charge = Some(1);
    for (turn, may) in [(2, false), (4, false), (5, true), (6, true)] {
        f.turn = turn - 1;
        match may {
            true => assert!(judge(&f, a, "attack charge: march").is_ok(), "turn {turn}"),
            false => assert_eq!(
                *p.shows("03.03.4.c", &refused(&f, a, "attack charge: march")),
                "03.03.4.c",
                "turn {turn}"
            ),
        }
    }
}

#[test]
fn a_charge_turns_once_by_twenty_degrees() {
    let p = proves!("02.05.6", "03.03.4.a");
    let (d, a, _) = line();
    let f = d.field();
    assert!(judge(&f, a, "attack charge: wheel right 20, march").is_ok());
    assert!(judge(&f, a, "attack charge: march 5, wheel left 20.0, march").is_ok());
    assert_eq!(*p.shows("02.05.6", &refused(&f, a, "attack charge: wheel right 20.1, march")), "02.05.6");
    assert_eq!(refused(&f, a, "attack charge: wheel right 5, march 3, wheel right 5, march"), "02.05.6");
    assert_eq!(refused(&f, a, "attack charge: form attack column, march"), "02.05.6");
    assert_eq!(refused(&f, a, "attack charge: face right 10, march"), "02.05.6");
    assert_eq!(refused(&f, a, "attack charge: detach 2 left as A1-sk, march"), "02.05.6");
    assert_eq!(refused(&f, a, "attack charge: march 5, back 2"), "07.01.1");
    // It is ordered for the whole turn.
    assert_eq!(*p.shows("03.03.4.a", &refused(&f, a, "attack charge: march 12")), "03.03.4.a");
    assert_eq!(refused(&f, a, "attack charge: wait until 0.5, march"), "03.03.4.a");
    // Towards a place: the wheel counts, and the charge goes on through it.
    let c = course(&f, a, "attack charge: to 125 90");
    assert_eq!(c.steps.last(), Some(&Primitive::March { cm: None }));
    assert_eq!(refused(&f, a, "attack charge: to 160 70"), "02.05.6");
    // Without the charge move nothing of this holds.
    assert!(judge(&f, a, "attack: form attack column, wheel right 45, march 12").is_ok());
}

#[test]
fn horse_artillery_does_not_charge_backwards() {
    let _p = proves!("02.06.2");
    let mut d = Drill::new();
    let h = d.horse_limbered(Side::A, Gun::Napoleon, 4, 90.0, 60.0, 0.0);
    d.general(Side::A, 80.0, 50.0);
    let f = d.field();
    assert_eq!(refused(&f, h, "charge: back 5"), "02.06.2");
    assert!(judge(&f, h, "back 5").is_ok());
}

#[test]
fn mounted_cavalry_charges_in_motion_and_over_open_ground() {
    let _p = proves!("02.06.4");
    let put = |ground: &dyn Fn(&mut Drill)| {
        let mut d = Drill::new();
        let c = d.cavalry(Side::A, 20, Line, 60.0, 40.0, 0.0);
        d.general(Side::A, 60.0, 20.0);
        ground(&mut d);
        let mut f = d.field();
        f[c].record.in_motion = true;
        (f, c)
    };
    let (mut f, c) = put(&|_| {});
    assert!(judge(&f, c, "attack charge: march").is_ok());
    f[c].record.in_motion = false;
    assert_eq!(refused(&f, c, "attack charge: march"), "02.06.4");
    assert!(judge(&f, c, "attack: march").is_ok());
    // A ditch (obstacle I) across the 55 cm of the charge, and one beyond them.
    let fence = |y: f64| {
        move |d: &mut Drill| {
            d.line(LineKind::Ditch, "ditch", &[(0.0, y), (200.0, y)]);
        }
    };
    let (f, c) = put(&fence(94.9));
    assert_eq!(refused(&f, c, "attack charge: march"), "02.06.4");
    let (f, c) = put(&fence(95.1));
    assert!(judge(&f, c, "attack charge: march").is_ok());
    // A stretch that was cleared is no obstacle.
    let (mut f, c) = put(&fence(80.0));
    f.lines[0].cleared = vec![(40.0, 80.0)];
    assert!(judge(&f, c, "attack charge: march").is_ok());
    f.lines[0].cleared = vec![(40.0, 60.0)];
    assert_eq!(refused(&f, c, "attack charge: march"), "02.06.4");
    // Not beside the way, not behind the enemy in sight, and the edge of a wood is one.
    let (f, c) = put(&|d| {
        d.line(LineKind::Ditch, "", &[(70.0, 50.0), (70.0, 90.0)]);
    });
    assert!(judge(&f, c, "attack charge: march").is_ok());
    let (f, c) = put(&|d| {
        d.infantry(Side::B, 30, Line, 60.0, 70.0, 180.0);
        d.line(LineKind::Ditch, "", &[(0.0, 90.0), (200.0, 90.0)]);
    });
    assert!(judge(&f, c, "attack charge: march").is_ok());
    let (f, c) = put(&|d| {
        d.square(PatchKind::Wood, "wood", (50.0, 70.0), (80.0, 80.0));
    });
    assert_eq!(refused(&f, c, "attack charge: march"), "02.06.4");
    // A work that the side has not seen is found out on reaching it.
    let (mut f, c) = put(&fence(80.0));
    f.lines[0].built = true;
    let seen = judge(&f, c, "attack charge: march");
    assert_eq!(seen.unwrap_err().clause.unwrap().id(), "02.06.4", "it lies in plain sight");
    f[chakoten_acw::unit::StaffId(0)].fate = chakoten_acw::field::StaffFate::Fallen;
    assert_eq!(refused(&f, c, "attack charge: march"), "03.03.3");
}

#[test]
fn nobody_in_complete_disorder_obeys() {
    let _p = proves!("08.02.6.a");
    let (mut d, a, _) = line();
    d.state(a, State::Complete);
    let f = d.field();
    for order in ["march", "fire", "reorganise", "repeat"] {
        assert_eq!(refused(&f, a, order), "08.02.6.a");
    }
    assert!(judge(&f, a, "stand").is_ok(), "no order at all");
}

#[test]
fn pinned_units_do_not_move() {
    let _p = proves!("04.02.8.a");
    let (mut d, a, _) = line();
    d.state(a, State::Slight).unit(a).pinned_to = Some(3);
    d.turn(2);
    let mut f = d.field();
    for order in ["march", "about face", "form chain", "work light fortification"] {
        assert_eq!(refused(&f, a, order), "04.02.8.a", "{order}");
    }
    for order in ["fire", "stand", "reorganise"] {
        assert!(judge(&f, a, order).is_ok(), "{order}");
    }
    f.turn = 3;
    assert!(judge(&f, a, "march").is_ok(), "the pin ran to the end of turn 3");
}

#[test]
fn a_locked_fire_fight_goes_on() {
    let _p = proves!("04.02.14.a");
    let put = |gap: f64| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Line, 120.0, 60.0, 0.0);
        let b = d.infantry(Side::B, 30, Line, 120.0, 60.0 + gap, 180.0);
        d.general(Side::A, 120.0, 40.0);
        let mut f = d.field();
        f[a].record.fire_fight = Some(FireFight { target: b, turns: 2, last: 1 });
        (f, a, b)
    };
    let (mut f, a, b) = put(7.0);
    let forced = |f: &Field, text: &str| {
        let c = judge(f, a, text).unwrap();
        c.instead.map(|i| (i.0.id().to_string(), c.action))
    };
    for order in ["march", "stand", "reorganise", "fire", "fire when any within 5"] {
        let (by, action) = forced(&f, order).unwrap_or_else(|| panic!("{order}"));
        assert_eq!(by, "04.02.14.a");
        let Action::Fire(p) = action else { panic!() };
        assert_eq!((p.shots[0].at, &p.shots[0].when), (Target::Unit(b), &Trigger::AtOnce));
    }
    assert_eq!(forced(&f, "fire at x1 at clock 0.5"), None, "it fires at him anyway");
    f[a].record.fire_fight.as_mut().unwrap().turns = 1;
    assert_eq!(forced(&f, "march"), None);
    f[a].record.fire_fight.as_mut().unwrap().turns = 2;
    f[a].ammunition = false;
    assert_eq!(forced(&f, "march"), None);
    let (f, ..) = put(15.0);
    assert!(forced(&f, "march").is_some());
    let (f, ..) = put(15.01);
    assert_eq!(forced(&f, "march"), None);
    let (mut f, ..) = put(7.0);
    f[b].fate = chakoten_acw::unit::Fate::Fled;
    assert_eq!(forced(&f, "march"), None);
}

#[test]
fn units_in_melee() {
    let _p = proves!("play.melee");
    let (d, a, b) = line();
    let mut f = d.field();
    f[a].locked.push(b);
    assert_eq!(refused(&f, a, "fire"), "play.melee");
    assert!(judge(&f, a, "march").is_ok(), "if it comes free it marches");
}

#[test]
fn small_arms_fire_orders() {
    let p = proves!("05.01.1", "05.01.3.b", "play.fire-order");
    let (mut d, a, b) = line();
    let w = d.wagon(Side::A, 100.0, 50.0, 0.0);
    d.square(PatchKind::Wood, "Miller's wood", (200.0, 100.0), (220.0, 120.0));
    let mut f = d.field();
    assert_eq!(plan(&f, a, "fire at clock 0").shots[0].when, Trigger::AtOnce);
    assert_eq!(plan(&f, a, "fire at clock 1").shots[0].when, Trigger::Clock(1.0));
    assert_eq!(refused(&f, a, "fire at clock 1.01"), "play.clock");
    assert_eq!(refused(&f, a, "fire at clock -0.1"), "play.clock");
    assert_eq!(
        plan(&f, a, "fire when any passes 100 80 to 120 80").shots[0].when,
        Trigger::Passes { enemy: None, from: v2(100.0, 80.0), to: v2(120.0, 80.0) }
    );
    assert_eq!(
        plan(&f, a, "fire when x1 attacks").shots[0].when,
        Trigger::Attacks { enemy: Some(b), friend: a }
    );
    assert_eq!(*p.shows("play.fire-order", &refused(&f, a, "fire when x1 attacks B1")), "play.fire-order");
    assert!(matches!(
        plan(&f, a, "fire when any enters \"Miller's wood\"").shots[0].when,
        Trigger::Enters { enemy: None, .. }
    ));
    assert_eq!(refused(&f, a, "fire when any enters Nowhere"), "-");
    assert_eq!(refused(&f, a, "fire when any within 0"), "play.fire-order");
    assert_eq!(refused(&f, a, "fire at culprit"), "play.fire-order");
    assert_eq!(refused(&f, a, "fire at place 100 100"), "play.fire-order");
    assert_eq!(refused(&f, a, "shell 50 at x1"), "03.03.7");
    assert_eq!(*p.shows("05.01.1", &refused(&f, w, "fire")), "05.01.1");
    // Parts: whole companies, ten in a regiment of 30.
    let parts = plan(&f, a, "fire 3 companies right at x1, 7 companies at clock 0.5");
    assert_eq!(parts.shots.iter().map(|s| s.companies).collect::<Vec<_>>(), [Some(3), Some(7)]);
    assert_eq!(
        *p.shows("05.01.3.b", &refused(&f, a, "fire 3 companies at x1, 8 companies at x1")),
        "05.01.3.b"
    );
    assert_eq!(refused(&f, a, "fire 0 companies at x1"), "05.01.3.b");
    f[a].ammunition = false;
    assert_eq!(refused(&f, a, "fire"), "05.01.1");
}

#[test]
fn artillery_fire_orders() {
    let p =
        proves!("03.03.7", "06.01.2", "06.01.3", "play.guess", "06.02.1.a", "06.02.5", "play.guns-unmanned");
    let mut d = Drill::new();
    let g = d.battery(Side::A, Gun::Napoleon, 4, 120.0, 60.0, 0.0);
    let l = d.limbered(Side::A, Gun::Napoleon, 4, 100.0, 60.0, 0.0);
    let w = d.battery(Side::A, Gun::TwelvePounderWhitworth, 4, 110.0, 60.0, 0.0);
    let b = d.infantry(Side::B, 30, Line, 120.0, 120.0, 180.0);
    d.infantry(Side::B, 30, Line, 140.0, 120.0, 180.0);
    d.general(Side::A, 120.0, 40.0);
    let mut f = d.field();
    let range = chakoten_acw::book::data().gun(Gun::Napoleon).range(Ammunition::Shell).unwrap();
    let s = &plan(&f, g, "shell 60 at x1").shots[0];
    assert_eq!((s.ammunition, s.guess, s.at), (Some(Ammunition::Shell), Some(60.0), Target::Unit(b)));
    assert!(judge(&f, g, &format!("shell {range} at x1")).is_ok());
    assert_eq!(refused(&f, g, &format!("shell {} at x1", range + 0.01)), "play.guess");
    assert_eq!(p.shows("play.guess", refused(&f, g, "shell 0 at x1")), "play.guess");
    assert_eq!(refused(&f, g, "shell -5 at x1"), "play.guess");
    assert_eq!(p.shows("03.03.7", refused(&f, g, "shell at x1")), "03.03.7");
    assert_eq!(refused(&f, g, "fire at x1"), "03.03.7");
    // No refusal tells how far the target is.
    let true_distance = "60";
    for bad in ["shell 999 at x1", "shell at x1", "canister 3 at x1"] {
        let r = judge(&f, g, bad).unwrap_err();
        assert!(!r.reason.to_string().contains(true_distance), "{r}");
    }
    assert_eq!(refused(&f, g, "canister 3 at x1"), "play.guess");
    assert_eq!(plan(&f, g, "canister at x1 and x2").shots[0].also.as_slice(), [UnitId(4)]);
    assert_eq!(p.shows("06.02.1.a", refused(&f, g, "shell 60 at x1 and x2")), "06.02.1.a");
    assert_eq!(refused(&f, g, "canister at place 100 100"), "06.02.1.a");
    assert!(judge(&f, g, "shell 60 at place 100 100").is_ok());
    assert_eq!(p.shows("06.01.2", refused(&f, l, "shell 60 at x1")), "06.01.2");
    assert_eq!(refused(&f, w, "shell 60 at x1"), "06.01.2", "a Whitworth has no shell");
    assert!(judge(&f, w, "shot 60 at x1").is_ok());
    // Continued fire at a unit that was hit needs no guess.
    let from = f[g].base;
    let hit = LastHit { target: b, ammunition: Ammunition::Shell, at: f[b].base.front, turn: 1, from };
    f[g].record.last_hit = Some(hit);
    assert_eq!(p.shows("06.02.5", plan(&f, g, "shell at x1").shots[0].guess), None);
    assert_eq!(refused(&f, g, "shot at x1"), "03.03.7");
    assert_eq!(refused(&f, g, "shell at x2"), "03.03.7");
    f[g].record.last_hit = Some(LastHit { turn: 0, ..hit });
    assert_eq!(refused(&f, g, "shell at x1"), "03.03.7");
    f[g].record.last_hit = Some(LastHit { from: from.moved(v2(1.0, 0.0)), ..hit });
    assert_eq!(refused(&f, g, "shell at x1"), "03.03.7");
    f[g].battery.as_mut().unwrap().rounds[0] = 0;
    assert_eq!(refused(&f, g, "shell 60 at x1"), "06.01.2");
    f[g].battery.as_mut().unwrap().sound = 0;
    assert_eq!(p.shows("06.01.3", refused(&f, g, "shot 60 at x1")), "06.01.3");
    f[w].battery.as_mut().unwrap().unmanned = Some(f[w].base);
    assert_eq!(p.shows("play.guns-unmanned", refused(&f, w, "shot 60 at x1")), "play.guns-unmanned");
}

#[test]
fn horses_repairs_and_gunners() {
    let p = proves!("06.03.5.b", "06.03.5.a", "06.03.6", "06.03.3.b", "play.guns-unmanned", "06.03.4");
    let mut d = Drill::new();
    let g = d.battery(Side::A, Gun::Napoleon, 4, 120.0, 60.0, 0.0);
    let h = d.horse_limbered(Side::A, Gun::Napoleon, 4, 100.0, 60.0, 0.0);
    let w = d.wagon(Side::A, 110.0, 60.0, 0.0);
    d.infantry(Side::B, 30, Line, 120.0, 120.0, 180.0);
    d.general(Side::A, 120.0, 40.0);
    let mut f = d.field();
    f[h].battery.as_mut().unwrap().horses = 3;
    assert_eq!(*p.shows("06.03.5.a", &refused(&f, h, "charge: march")), "06.03.5.a");
    f[h].battery.as_mut().unwrap().horses = 0;
    assert_eq!(*p.shows("06.03.5.b", &refused(&f, h, "march")), "06.03.5.b");
    assert!(judge(&f, h, "unlimber, march 2").is_ok());
    f[w].figures = 0;
    assert_eq!(*p.shows("06.03.4", &refused(&f, w, "march")), "06.03.4");
    assert_eq!(*p.shows("06.03.6", &refused(&f, g, "repair gun")), "06.03.6");
    let b = f[g].battery.as_mut().unwrap();
    b.damaged = 1;
    b.limbers = 0;
    assert_eq!(course(&f, g, "repair gun").repair, Some(RepairItem::Gun));
    assert_eq!(plan(&f, g, "repair gun; shell 60 at x1").repair, Some(RepairItem::Gun));
    assert_eq!(refused(&f, g, "repair limber"), "06.03.6");
    assert_eq!(refused(&f, g, "repair gun; march 2"), "06.03.6");
    assert_eq!(*p.shows("06.03.3.b", &refused(&f, g, "limber")), "06.03.3.b");
    let b = f[g].battery.as_mut().unwrap();
    b.limbers = 4;
    b.horses = 0;
    assert_eq!(refused(&f, g, "limber"), "06.03.5.b");
    // Gunners away from their guns go back to them.
    assert_eq!(*p.shows("play.guns-unmanned", &refused(&f, g, "man guns")), "play.guns-unmanned");
    let guns = f[g].base;
    let u = &mut f[g];
    u.battery.as_mut().unwrap().unmanned = Some(guns);
    u.formation = Chain;
    u.files = u.figures;
    u.gap = 0.8;
    u.lay();
    u.base.front = v2(120.0, 45.0);
    let c = course(&f, g, "man guns");
    assert_eq!(c.steps, [Primitive::March { cm: Some(10.5) }, Primitive::Man]);
    f[g].state = State::Disorder;
    assert_eq!(refused(&f, g, "man guns"), "play.guns-unmanned");
}

#[test]
fn resupply_from_a_wagon_in_contact() {
    let p = proves!("09.03.1.a", "09.03.1.b");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Line, 60.0, 60.0, 0.0);
    let b = d.infantry(Side::A, 30, Line, 60.0, 63.0, 0.0);
    let c = d.infantry(Side::A, 30, Line, 60.0, 46.0, 0.0);
    let w = d.wagon(Side::A, 60.0, 57.0, 0.0);
    d.general(Side::A, 60.0, 40.0);
    let mut f = d.field();
    assert_eq!(judge(&f, a, "resupply A4").unwrap().action, Action::Resupply(w));
    assert_eq!(*p.shows("09.03.1.a", &refused(&f, b, "resupply A4")), "09.03.1.a", "3 cm off");
    assert_eq!(refused(&f, a, "resupply A2"), "09.03.1.a", "no wagon");
    assert_eq!(refused(&f, w, "resupply A4"), "09.03.1.a");
    // Two units a turn.
    f[b].base.front = v2(60.0 + 8.0, 57.0);
    let third = f[b].base.rect().gap(&f[w].base.rect());
    assert_eq!(third, 0.0);
    let sheet: OrderSheet =
        ["A1", "A2", "A3"].iter().map(|u| (u.to_string(), slip::parse("resupply A4").unwrap())).collect();
    let k = known(&f, Side::A, &Sightings::default());
    let s = check_sheet(&f, Side::A, &sheet, &k);
    assert_eq!(s.refused.keys().collect::<Vec<_>>(), ["A3"]);
    assert_eq!(*p.shows("09.03.1.b", &s.refused["A3"].clause.unwrap().id()), "09.03.1.b");
    assert!(s.orders.contains_key(&a) && !s.orders.contains_key(&c));
}

#[test]
fn conditions_of_fieldworks() {
    let p = proves!("10.01.1", "10.01.2", "10.02.1", "10.03.1", "10.04.1", "10.05.1", "10.06.1");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Line, 60.0, 60.0, 0.0);
    let c = d.infantry(Side::A, 30, AttackColumn, 80.0, 60.0, 0.0);
    let h = d.cavalry(Side::A, 20, Line, 100.0, 60.0, 0.0);
    d.general(Side::A, 70.0, 50.0);
    d.line(LineKind::Fence, "fence", &[(40.0, 62.0), (90.0, 62.0)]);
    d.line(LineKind::Wall, "wall", &[(40.0, 61.0), (90.0, 61.0)]);
    d.square(PatchKind::Town, "town", (50.0, 59.0), (70.0, 75.0));
    let base = d.clone();
    let f = d.field();
    let Primitive::Work(w) = course(&f, a, "work light fortification").steps[0].clone() else { panic!() };
    // 15 files of 8 mm, along the front, in 6 turns.
    assert!(near(w.from, v2(54.0, 60.0)) && near(w.to, v2(66.0, 60.0)) && w.turns == 6, "{w:?}");
    assert_eq!(*p.shows("10.02.1", &refused(&f, c, "work light fortification")), "10.02.1");
    assert_eq!(refused(&f, h, "work light fortification"), "10.02.1");
    assert_eq!(*p.shows("10.01.1", &refused(&f, a, "work light fortification, march")), "10.01.1");
    assert_eq!(refused(&f, a, "march 1, work light fortification"), "10.01.1");
    // Within 10 cm of a wood.
    assert_eq!(*p.shows("10.03.1", &refused(&f, a, "work abatis half")), "10.03.1");
    let wood = |y: f64| {
        let mut d = base.clone();
        d.square(PatchKind::Wood, "wood", (50.0, y), (70.0, y + 20.0));
        d.field()
    };
    assert_eq!(refused(&wood(70.01), a, "work abatis half"), "10.03.1");
    let f10 = wood(70.0);
    let Primitive::Work(w) = course(&f10, a, "work abatis half").steps[0].clone() else { panic!() };
    assert!((w.from.dist(w.to) - 6.0).abs() < 1e-9 && w.turns == 6);
    let Primitive::Work(w) = course(&f10, a, "work abatis whole").steps[0].clone() else { panic!() };
    assert!((w.from.dist(w.to) - 12.0).abs() < 1e-9 && w.turns == 12);
    // 30 figures make 30 cm of barricade, in a town.
    assert!(judge(&f, a, "work barricade 54 60.5 to 66 60.5").is_ok());
    assert_eq!(*p.shows("10.04.1", &refused(&f, a, "work barricade 48 60.5 to 60 60.5")), "10.04.1");
    assert_eq!(refused(&f, a, "work barricade 54 65 to 66 65"), "10.04.1", "not at the place");
    let mut few = f.clone();
    few[a].figures = 11;
    few[a].lay();
    // In proportion (10.06.1): 11 figures 11 cm.
    assert_eq!(refused(&few, a, "work barricade 54.5 60.5 to 65.6 60.5"), "10.04.1");
    assert!(judge(&few, a, "work barricade 54.5 60.5 to 65.5 60.5").is_ok());
    few[a].figures = 2;
    few[a].lay();
    assert_eq!(refused(&few, a, "work barricade 59.5 60.5 to 60.5 60.5"), "10.04.1", "it takes three");
    assert_eq!(*p.shows("10.05.1", &refused(&f, a, "work chevaux 54 60.5 to 60 60.5")), "10.05.1");
    let mut given = base.clone();
    given.read("chevaux-de-frise", "given");
    assert!(judge(&given.field(), a, "work chevaux 54 60.5 to 60 60.5").is_ok());
    // Clearing: within 2 cm; 30 figures clear 80 cm, so the whole fence.
    let Primitive::Work(w) = course(&f, a, "work clear fence").steps[0].clone() else { panic!() };
    assert_eq!((w.object, w.turns), (Some(0), 2));
    assert!(near(w.from, v2(40.0, 62.0)) && near(w.to, v2(90.0, 62.0)));
    let mut off = f.clone();
    off[a].base.front.y -= 0.01;
    assert_eq!(*p.shows("10.06.1", &refused(&off, a, "work clear fence")), "10.06.1");
    assert_eq!(*p.shows("10.01.2", &refused(&f, a, "work clear wall")), "10.01.2");
    assert_eq!(refused(&f, a, "work clear nothing"), "03.02.2");
}

#[test]
fn detaching_and_joining() {
    let _p = proves!("play.detach");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Line, 60.0, 60.0, 0.0);
    let b = d.infantry(Side::A, 9, Line, 60.0, 57.0, 0.0);
    let c = d.infantry(Side::A, 9, Line, 100.0, 57.0, 0.0);
    let g = d.battery(Side::A, Gun::Napoleon, 4, 80.0, 60.0, 0.0);
    d.part_of(a, b);
    d.general(Side::A, 70.0, 50.0);
    let f = d.field();
    assert!(judge(&f, a, "detach 9 left as A1-sk, march").is_ok());
    assert_eq!(refused(&f, a, "detach 10 left as A1-sk"), "play.detach");
    assert_eq!(refused(&f, a, "detach 0 left as A1-sk"), "play.detach");
    assert_eq!(refused(&f, g, "detach 1 left as A4-sk"), "play.detach");
    for bad in ["A2", "A1", "A1-", "B1-x", "\"A1-a b\"", "A1-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"] {
        assert_eq!(refused(&f, a, &format!("detach 2 left as {bad}")), "-", "{bad}");
    }
    assert_eq!(refused(&f, a, "detach 2 left as A1-s, detach 2 right as A1-s"), "-");
    assert!(judge(&f, a, "join A2").is_ok());
    assert_eq!(refused(&f, a, "join A3"), "play.detach");
    assert_eq!(refused(&f, c, "join A1"), "play.detach");
    let mut apart = f.clone();
    apart[b].base.front.y -= 1.0;
    assert_eq!(refused(&apart, a, "join A2"), "play.detach");
}

#[test]
fn cavalry_detaches_squadrons() {
    let p = proves!("play.detach");
    let mut d = Drill::new();
    // Union: squadrons of 5, companies of 3. Confederate squadrons are 6.
    let a = d.cavalry(Side::A, 30, Line, 60.0, 60.0, 0.0);
    let foot = d.infantry(Side::A, 30, Line, 100.0, 60.0, 0.0);
    let e = d.cavalry(Side::B, 30, Line, 60.0, 120.0, 180.0);
    d.general(Side::A, 70.0, 50.0);
    d.general(Side::B, 70.0, 130.0);
    let f = d.field();
    let away = |u: UnitId, slip: &str| match judge(&f, u, slip).unwrap().action {
        Action::Move(c) => c.steps.iter().find_map(|s| match s {
            Primitive::Detach { figures, .. } => Some(*figures),
            _ => None,
        }),
        _ => None,
    };
    assert_eq!(away(a, "detach 2 squadrons left as A1-s"), Some(10));
    assert_eq!(away(a, "detach 1 squadron right as A1-s"), Some(5));
    assert_eq!(away(a, "detach 2 companies left as A1-s"), Some(6));
    assert_eq!(away(e, "detach 2 squadrons left as B1-s"), Some(12));
    assert_eq!(away(e, "detach 4 squadrons left as B1-s"), Some(24));
    // It must keep some, and infantry has none.
    assert_eq!(away(a, "detach 5 squadrons left as A1-s"), Some(25));
    assert_eq!(*p.shows("play.detach", &refused(&f, a, "detach 6 squadrons left as A1-s")), "play.detach");
    assert_eq!(refused(&f, e, "detach 5 squadrons left as B1-s"), "play.detach");
    assert_eq!(refused(&f, foot, "detach 1 squadron left as A2-s"), "play.detach");
    // In play: 10 riders of their own, and their name says what they are.
    let mut b = Battle::drill(f, []);
    field_day::turn(&mut b, &[("A1", "detach 2 squadrons left as A1-s")], &[]);
    let f = b.field();
    let part = f.by_code("A1-s").unwrap();
    assert_eq!((f[a].figures, f[part].figures, f[part].original), (20, 10, 10));
    assert!(f[part].name.starts_with("2 squadrons of "), "{}", f[part].name);
}

#[test]
fn occupying_and_leaving_buildings() {
    let p = proves!("play.building", "02.04.3.b");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 9, Line, 60.0, 60.0, 0.0);
    let b = d.infantry(Side::A, 10, Line, 80.0, 60.0, 0.0);
    let h = d.cavalry(Side::A, 9, Line, 100.0, 60.0, 0.0);
    d.general(Side::A, 70.0, 50.0);
    d.building("Stone house", true, (58.0, 70.0), (62.0, 74.0));
    let one = d.clone();
    let f = d.field();
    let c = course(&f, a, "enter \"Stone house\"");
    assert_eq!(c.steps[0], Primitive::March { cm: Some(10.0) });
    assert!(matches!(&c.steps[1], Primitive::Enter(x) if x.as_slice() == [0]));
    assert_eq!(
        *p.shows("02.04.3.b", &refused(&f, b, "enter \"Stone house\"")),
        "02.04.3.b",
        "ten figures are more than three companies"
    );
    assert_eq!(*p.shows("play.building", &refused(&f, h, "enter \"Stone house\"")), "play.building");
    assert!(judge(&f, h, "dismount, enter \"Stone house\"").is_ok());
    assert_eq!(refused(&f, a, "enter \"Stone house\", march"), "play.building");
    assert_eq!(refused(&f, a, "enter Barn"), "-");
    assert_eq!(refused(&f, a, "leave to 60 90 line"), "play.building");
    // With an adjoining house there is room for more.
    let mut two = one.clone();
    two.building("Barn", false, (62.0, 70.0), (66.0, 74.0));
    let c = course(&two.field(), b, "enter \"Stone house\"");
    assert!(matches!(c.steps.last(), Some(Primitive::Enter(x)) if x.as_slice() == [0, 1]));
    // A friend inside takes his share.
    let mut held = one.clone();
    held.inside(b, &["Stone house"]);
    held.unit(b).figures = 6;
    let f = held.field();
    assert_eq!(refused(&f, a, "enter \"Stone house\""), "02.04.3.b");
    assert_eq!(refused(&f, b, "march"), "play.building");
    let c = course(&f, b, "leave to 60 90 line, march 5");
    assert_eq!(c.steps[0], Primitive::Leave { towards: v2(60.0, 90.0), formation: Line });
    assert!(judge(&f, b, "fire").is_ok());
}

#[test]
fn an_instruction_is_the_umpires_matter() {
    let _p = proves!("03.01.1");
    let mut d = Drill::new();
    let division = d.command(Side::A, Level::Division, None);
    d.general(Side::A, 60.0, 20.0);
    d.command(Side::A, Level::Brigade, Some(division));
    let a = d.infantry(Side::A, 30, Line, 60.0, 60.0, 0.0);
    d.general(Side::A, 60.0, 40.0);
    let mut f = d.field();
    let code = f[f[a].command].code.to_string();
    let orders = OrderSheet::from([("A1".into(), slip::parse("march").unwrap())]);
    let sheet = |f: &Field| check_sheet(f, Side::A, &orders, &known(f, Side::A, &Sightings::default()));
    assert!(!sheet(&f).under_instruction);
    chakoten_acw::staffwork::instruct(
        &mut f,
        Side::A,
        &code,
        "I intend to hold the ridge; you are to stand.",
    )
    .unwrap();
    let s = sheet(&f);
    assert!(s.under_instruction && s.refused.is_empty(), "allowed, and noted");
    assert_eq!(f[f[a].command].instruction.as_ref().unwrap().0, 2);
    let top = f[division].code.to_string();
    let r = chakoten_acw::staffwork::instruct(&mut f, Side::A, &top, "x").unwrap_err();
    assert_eq!(r.clause.unwrap().id(), "03.01.1");
    assert!(chakoten_acw::staffwork::instruct(&mut f, Side::B, &code, "x").is_err());
}

#[test]
fn the_umpire_halts_a_unit() {
    let _p = proves!("01.06.2");
    let (mut d, a, _) = line();
    d.unit(a).record.halted_to = Some(3);
    d.turn(2);
    let mut f = d.field();
    assert_eq!(refused(&f, a, "march"), "01.06.2");
    assert_eq!(refused(&f, a, "fire"), "01.06.2");
    assert!(judge(&f, a, "stand").is_ok());
    f.turn = 3;
    assert!(judge(&f, a, "march").is_ok());
}

mod hostile {
    use super::*;
    use proptest::prelude::*;

    fn wild() -> impl Strategy<Value = f64> {
        prop_oneof![
            Just(f64::NAN),
            Just(f64::INFINITY),
            Just(-1e308),
            Just(0.0),
            Just(1e-320),
            -400.0..400.0f64,
            any::<f64>()
        ]
    }

    fn word() -> impl Strategy<Value = String> {
        prop::sample::select(vec![
            "x1",
            "x2",
            "x18446744073709551616",
            "x",
            "A1",
            "A2",
            "B1",
            "Pike",
            "House",
            "wood",
            "",
        ])
        .prop_map(String::from)
    }

    fn step() -> impl Strategy<Value = Step> {
        let cm = || prop::option::of(wild());
        let f = || prop::sample::select(Formation::ALL.to_vec());
        prop_oneof![
            cm().prop_map(|cm| Step::March { cm }),
            cm().prop_map(|cm| Step::Back { cm }),
            (wild(), wild()).prop_map(|(x, y)| Step::To { x, y }),
            (word(), cm()).prop_map(|(road, cm)| Step::Road { road, cm }),
            wild().prop_map(|degrees| Step::Wheel { degrees }),
            wild().prop_map(|degrees| Step::Face { degrees }),
            (f(), prop::option::of(any::<u16>()), cm()).prop_map(|(formation, files, gap)| Step::Form {
                formation,
                files,
                gap
            }),
            Just(Step::Mount),
            Just(Step::Dismount),
            any::<bool>().prop_map(|about| Step::Limber { about }),
            any::<(bool, bool)>().prop_map(|(about, second_left)| Step::Unlimber { about, second_left }),
            (any::<u16>(), any::<bool>(), word()).prop_map(|(companies, left, code)| Step::Detach {
                companies,
                squadrons: 0,
                left,
                code
            }),
            word().prop_map(|unit| Step::Join { unit }),
            word().prop_map(|building| Step::Enter { building }),
            (wild(), wild(), f()).prop_map(|(x, y, formation)| Step::Leave { x, y, formation }),
            ([wild(), wild()], [wild(), wild()]).prop_map(|(from, to)| Step::Work {
                work: chakoten_acw::order::Work::Barricade { from, to }
            }),
            word().prop_map(|object| Step::Work { work: chakoten_acw::order::Work::Clear { object } }),
            wild().prop_map(|until| Step::Wait { until }),
            Just(Step::Man),
        ]
    }

    fn field() -> Field {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Line, 60.0, 60.0, 0.0);
        d.cavalry(Side::A, 20, AttackColumn, 90.0, 60.0, 0.0);
        d.horse_limbered(Side::A, Gun::Napoleon, 6, 110.0, 60.0, 0.0);
        d.battery(Side::A, Gun::Napoleon, 6, 130.0, 60.0, 0.0);
        let g = d.infantry(Side::A, 9, Line, 60.0, 30.0, 0.0);
        d.wagon(Side::A, 100.0, 40.0, 0.0);
        d.general(Side::A, 90.0, 50.0);
        d.infantry(Side::B, 30, Line, 60.0, 90.0, 180.0);
        d.road("Pike", &[(60.0, 0.0), (60.0, 80.0), (60.0, 80.0), (100.0, 100.0), (61.0, 80.0)], 4.0);
        d.building("House", true, (60.0, 100.0), (66.0, 106.0));
        d.square(PatchKind::Wood, "wood", (0.0, 0.0), (20.0, 20.0));
        d.inside(g, &["House"]);
        d.line(LineKind::Fence, "wood", &[(40.0, 62.0), (90.0, 62.0)]);
        let mut f = d.field();
        for u in &mut f.units {
            u.record.in_motion = true;
        }
        f
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_order_breaks_the_umpire(steps in prop::collection::vec(step(), 0..5), attack: bool, charge: bool,
            target in prop::option::of(word()), x in wild(), y in wild(), name in word()) {
            let f = field();
            let k = known(&f, Side::A, &Sightings::default());
            let go = Order::Move(chakoten_acw::order::MoveOrder { steps, attack, charge, target, repair: None });
            let fire = slip::parse("shell 20 at x1").unwrap();
            let Order::Fire(mut shot) = fire else { unreachable!() };
            shot.guess = Some(x);
            shot.at = chakoten_acw::order::Aim::Point([x, y]);
            shot.moment = chakoten_acw::order::Moment::Passes { enemy: Some(name), from: [x, y], to: [y, x] };
            for u in &f.units {
                for o in [&go, &Order::Fire(shot.clone())] {
                    if let Ok(Checked { action: Action::Move(c), .. }) = check(&f, Side::A, u.id, o, &k) {
                        for p in &c.steps {
                            match p {
                                Primitive::March { cm: Some(x) } | Primitive::Back { cm: Some(x) } => prop_assert!(x.is_finite() && *x > 0.0),
                                Primitive::Wheel { degrees } => prop_assert!(degrees.is_finite()),
                                _ => {}
                            }
                        }
                        prop_assert_eq!(c.steps.len(), c.written.len());
                    }
                }
            }
        }

        #[test]
        fn no_json_breaks_the_reader(text in ".{0,60}", n in any::<i64>()) {
            let _ = serde_json::from_str::<Order>(&text);
            let _ = serde_json::from_value::<Order>(serde_json::json!({"do": "move", "steps": [{"step": "march", "cm": n}]}));
            let _ = serde_json::from_value::<chakoten_acw::Answer>(serde_json::json!({"answer": "orders", "orders": {text: n}}));
        }
    }
}
