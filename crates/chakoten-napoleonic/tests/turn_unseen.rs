//! What a side is told of what it does not see (play.hidden): supports behind a crest, guns left standing, works under way.

use crate::field_day::{attack, cm, commanded, done, find, fire, legs, show, told_by, turn};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Event;
use chakoten_napoleonic::order::{Leg, When, WorkOrder};
use chakoten_napoleonic::troop::Formation;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};
use desk::board::Ground;
use desk::{Eye, Rules, Stage};
use serde_json::Value;
use umpire::Seat;

/// A before a hill, B1 on its near slope; B2, who supports it, behind the crest or so far before it that A sees it.
fn on_the_hill(hidden: bool, gap: f64) -> (Drill, [UnitId; 3]) {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 30.0);
    d.commander(Side::B, 100.0, 95.0);
    let crest = if hidden { 72.0 } else { 90.0 };
    d.hill("ridge", 1, (40.0, 63.0), (160.0, 120.0)).crest(&[(40.0, crest), (160.0, crest)]);
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 66.0 - gap, 0.0);
    let b = d.infantry(Side::B, 30, Formation::Line, 100.0, 66.0, 180.0);
    let behind = d.infantry(Side::B, 30, Formation::Line, 100.0, 75.0, 180.0);
    (d, [a, b, behind])
}

/// How an event reads for a side.
fn read(b: &Battle, side: u8, is: impl Fn(&Event) -> bool) -> Option<Value> {
    let at = b.events().iter().rposition(is)?;
    let eye = Eye::of(Seat::Side(side), false);
    b.audience(&b.events()[at]).has(eye).then(|| {
        let still = b.still();
        let sight = b.sight(&still, eye, None);
        b.event(eye, &still, &sight, at)
    })
}

fn cites(v: &Value, id: &str) -> bool {
    let all = v["ruling"]["clauses"].as_array().expect("a ruling");
    let rows = v["ruling"]["modifiers"].as_array().expect("a ruling");
    all.iter().any(|c| c == id) || rows.iter().any(|m| m["clause"] == id)
}

fn fired(e: &Event) -> bool {
    matches!(e.kind, EventKind::Fired { .. })
}

fn named(e: &Event) -> bool {
    matches!(e.kind, EventKind::SupportNamed { .. })
}

#[test]
fn a_support_that_the_firing_side_does_not_see_stays_out_of_its_ruling() {
    let p = proves!("play.hidden", "09.02.5");
    let shoot = |hidden: bool| {
        let (d, [_, _, behind]) = on_the_hill(hidden, 9.0);
        let mut b = Battle::drill(d.field(), [2, 2, 2]);
        assert_eq!(b.known(Side::A).sees(behind), !hidden);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        done(&b);
        told_by(&p, &b, "09.02.5");
        b
    };
    // It counts in both.
    let points = |b: &Battle| {
        find(b, |e| match &e.kind {
            EventKind::Fired { ruling, .. } => {
                let of = ruling.modifiers.iter().filter(|m| m.clause.id() == "09.02.5");
                Some(of.map(|m| m.value).collect::<Vec<_>>())
            }
            _ => None,
        })
    };
    let (seen, unseen) = (shoot(false), shoot(true));
    assert_eq!((points(&seen), points(&unseen)), (Some(vec![-2]), Some(vec![-2])));
    // Whoever sees the support reads of it; whoever does not, neither of the row nor of its clause, nor that one was named.
    let told = read(&seen, 0, fired).expect("he fired himself");
    assert!(cites(&told, "09.02.5"), "{told}");
    assert!(read(&seen, 0, named).is_some());
    assert_eq!(p.shows("play.hidden", unseen.known(Side::A).by()).id(), "play.hidden");
    let told = read(&unseen, 0, fired).expect("he fired himself");
    assert!(!cites(&told, "09.02.5"), "{told}");
    assert_eq!(read(&unseen, 0, named), None);
    assert!(read(&unseen, 1, named).is_some(), "its own side knows");
}

#[test]
fn a_support_in_melee_that_the_enemy_does_not_see_stays_out_of_his_ruling() {
    let p = proves!("play.hidden");
    let fight = |hidden: bool| {
        let (d, [_, _, behind]) = on_the_hill(hidden, 12.0);
        let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
        assert_eq!(b.known(Side::A).sees(behind), !hidden);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        done(&b);
        b
    };
    let melee = |e: &Event| matches!(e.kind, EventKind::Melee { .. });
    let (seen, unseen) = (fight(false), fight(true));
    let supported = |b: &Battle| {
        find(b, |e| match &e.kind {
            EventKind::Melee { ruling, .. } => {
                Some(ruling.modifiers.iter().any(|m| m.clause.id() == "12.03.7"))
            }
            _ => None,
        })
    };
    if supported(&unseen) != Some(true) {
        show(&unseen);
    }
    assert_eq!((supported(&seen), supported(&unseen)), (Some(true), Some(true)));
    let told = read(&seen, 0, melee).expect("he fought himself");
    assert!(cites(&told, "12.03.7"), "{told}");
    assert_eq!(p.shows("play.hidden", unseen.known(Side::A).by()).id(), "play.hidden");
    let told = read(&unseen, 0, melee).expect("he fought himself");
    assert!(!cites(&told, "12.03.7"), "{told}");
    assert_eq!(read(&unseen, 0, named), None);
}

/// A side is asked about a unit of its own at clock 0, while an enemy is in sight who is out of sight again when the turn has ended.
#[test]
fn of_an_enemy_who_was_only_seen_within_the_turn_a_report_stays_as_it_is_read() {
    let p = proves!("play.hidden");
    let reported = |reading: &str, cm_off: f64| {
        let mut d = Drill::new();
        d.read("sighted-in-turn", reading);
        d.commander(Side::A, 20.0, 20.0);
        d.infantry(Side::A, 30, Formation::Line, 150.0, 40.0, 0.0);
        d.commander(Side::B, 150.0, 162.0);
        let far = d.infantry(Side::B, 30, Formation::Line, 150.0, 180.0, 0.0);
        let mut b = Battle::drill(d.field(), [5, 4, 4]);
        let f = b.field_mut();
        let depth = f[far].base.depth;
        f[far].base.front.y = 40.0 + cm_off + depth;
        turn(&mut b, &[("A1", legs([cm(1.0)]))], &[("B1", legs([cm(10.0)]))]);
        done(&b);
        let known = b.known(Side::A);
        assert!(!known.sees(far), "he is gone again");
        assert_eq!(p.shows("play.hidden", known.by()).id(), "play.hidden");
        b.sightings().label(Side::A, far).is_some()
    };
    assert!(!reported("met", 99.0));
    assert!(reported("asked", 99.0));
    assert!(!reported("asked", 100.5), "nobody saw him");
}

/// The guns that a side is shown standing without gunners.
fn guns(b: &Battle, side: u8) -> usize {
    let still = b.still();
    let sight = b.sight(&still, Eye::of(Seat::Side(side), false), None);
    let looks = b.looks(&still, &sight);
    let named = |id: &str| id.ends_with("+guns") || id.starts_with("guns ");
    looks.iter().map(|l| b.piece(&still, &sight, l)).filter(|p| named(&p.id)).count()
}

#[test]
fn guns_without_gunners_are_seen_as_far_as_a_closed_unit_and_not_behind_a_crest() {
    let p = proves!("play.hidden");
    // The guns stand 5 cm wide and 7.5 deep; their middle is looked for.
    let seen = |cm: f64, crest: Option<f64>, gone: bool| {
        let mut d = Drill::new();
        if let Some(y) = crest {
            d.hill("ridge", 1, (40.0, 40.0), (160.0, 80.0)).crest(&[(40.0, y), (160.0, y)]);
        }
        d.infantry(Side::A, 30, Formation::Line, 100.0, 20.0, 0.0);
        let battery = d.battery(Side::B, 4, 100.0, 20.0 + cm - 3.75, 180.0);
        d.infantry(Side::B, 30, Formation::Line, 220.0, 150.0, 180.0);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[], &[("B1", legs([Leg::LeaveGuns { limbers: false }]))]);
        if gone {
            let f = b.field_mut();
            f[battery].fate = chakoten_napoleonic::unit::Fate::Destroyed;
        } else {
            // The crew is out of sight.
            b.field_mut()[battery].base.front = table::v2(100.0, 150.0);
        }
        turn(&mut b, &[], &[]);
        assert_eq!(guns(&b, 1), 1, "their own side knows of them");
        let known = b.known(Side::A);
        assert_eq!(p.shows("play.hidden", known.by()).id(), "play.hidden");
        assert_eq!(known.guns().len(), guns(&b, 0));
        guns(&b, 0)
    };
    assert_eq!(seen(100.0, None, false), 1);
    assert_eq!(seen(100.1, None, false), 0);
    // Of a battery that is no more they stand there all the same.
    assert_eq!(seen(60.0, None, true), 1);
    // On the hill before its crest, and behind it.
    assert_eq!(seen(50.0, Some(75.0), false), 1);
    assert_eq!(seen(50.0, Some(50.0), false), 0);
}

/// Works and craft that a side is shown.
fn shown(b: &Battle, side: u8, kind: Ground) -> usize {
    let still = b.still();
    let sight = b.sight(&still, Eye::of(Seat::Side(side), false), None);
    b.features(&still, &sight).iter().filter(|f| f.kind == kind).count()
}

#[test]
fn a_work_that_the_enemy_can_see_is_marked_for_him() {
    let p = proves!("19.01.1");
    // Pioneers dig 1 cm before them; a battalion of B so far from there, or behind a wood.
    let run = |cm: f64, wood: bool| {
        let mut d = Drill::new();
        d.commander(Side::A, 100.0, 20.0);
        d.commander(Side::B, 200.0, 150.0);
        let u = d.infantry(Side::A, 20, Formation::Line, 100.0, 30.0, 0.0);
        d.unit(u).troops.pioneers = true;
        d.infantry(Side::B, 30, Formation::Line, 100.0, 31.0 + cm, 180.0);
        if wood {
            d.wood("wood", (0.0, 50.0), (240.0, 56.0));
        }
        let work = WorkOrder::Build { work: "abatis".into(), from: [96.0, 31.0], to: [104.0, 31.0] };
        let mut b = Battle::drill(d.field(), [6; 4]);
        turn(&mut b, &[("A1", legs([Leg::Work { work }]))], &[]);
        if b.field().terrain.sites.is_empty() {
            show(&b);
        }
        assert_eq!(b.field().terrain.sites.len(), 1);
        assert_eq!(shown(&b, 0, Ground::Digging), 1);
        let marked = b.known(Side::B).marks_site(0);
        assert_eq!(marked.is_some(), shown(&b, 1, Ground::Digging) == 1);
        p.shows("19.01.1", marked)
    };
    assert_eq!(run(100.0, false).map(|c| c.id()), Some("19.01.1"));
    assert_eq!(run(100.1, false), None);
    assert_eq!(run(60.0, true), None);
}
