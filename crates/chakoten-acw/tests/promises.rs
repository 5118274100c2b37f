//! What the book promises in one sentence and only a whole turn can show: simultaneous turns, orders before them and for the whole of
//! them, the causes of disorder, guns left behind.

use crate::field_day;

use chakoten_acw::battle::{Awaits, Battle};
use chakoten_acw::drill::Drill;
use chakoten_acw::ground::PatchKind;
use chakoten_acw::order::Choice;
use chakoten_acw::troop::{Formation, Gun, State};
use chakoten_acw::{Event, EventKind, Side, UnitId, proves};
use field_day::{done, find, last_turn, sheet, stands, state, told_by, turn, turn_with};

fn generals(d: &mut Drill) {
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 100.0);
}

/// Both sides' columns pass each other, and a line of each fires at the other's column in the middle of the turn.
fn passing() -> Drill {
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::MarchColumn, 80.0, 50.0, 0.0);
    d.infantry(Side::A, 30, Formation::Line, 120.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::MarchColumn, 120.0, 90.0, 180.0);
    d.infantry(Side::B, 30, Formation::Line, 80.0, 90.0, 180.0);
    generals(&mut d);
    d
}

const A: &[(&str, &str)] = &[("A1", "march"), ("A2", "fire at clock 0.5")];
const B: &[(&str, &str)] = &[("B1", "march"), ("B2", "fire at clock 0.5")];

#[test]
fn both_sides_move_at_the_same_time_whoever_wrote_first() {
    let p = proves!("preface.2");
    // 27.5 cm at half time, zone 4: 2 + 3 costs 1 man of 5 elements each, and the columns are ten ranks deep, +3: the same.
    let begun = |first: Side| {
        let mut b = Battle::drill(passing().field(), [1, 1, 1, 1]);
        let (one, other) = if first == Side::A { (A, B) } else { (B, A) };
        b.answer(first, sheet(one)).unwrap();
        b.answer(first.other(), sheet(other)).unwrap();
        field_day::play_out(&mut b, &[], &mut Vec::new());
        done(&b);
        b
    };
    let (one, other) = (begun(Side::A), begun(Side::B));
    for b in [&one, &other] {
        let f = b.field();
        let [a, e] = ["A1", "B1"].map(|c| f.by_code(c).unwrap());
        stands(b, a, 80.0, 75.0);
        stands(b, e, 120.0, 65.0);
        // Each is fired at where it has come to by then: 12.5 cm of its way behind it.
        let cm: Vec<f64> = last_turn(b)
            .iter()
            .filter_map(|e| if let EventKind::Fired { cm, .. } = e.kind { Some(cm) } else { None })
            .collect();
        assert_eq!(cm.len(), 2);
        assert!(cm.iter().all(|x| (x - 27.5).abs() < 1e-3), "{cm:?}");
    }
    let happened = |b: &Battle| -> Vec<Event> {
        last_turn(b).iter().filter(|e| !matches!(e.kind, EventKind::OrdersIn { .. })).cloned().collect()
    };
    assert_eq!(happened(&one), happened(&other));
    assert!(told_by(&p, &one, "preface.2").iter().all(|e| matches!(e.kind, EventKind::TurnBegins)));
}

#[test]
fn the_turn_begins_when_both_have_written_and_nobody_writes_in_it() {
    let p = proves!("04.01.1");
    let mut b = Battle::drill(passing().field(), [1, 1, 1, 1]);
    let before = b.field().clone();
    b.answer(Side::B, sheet(B)).unwrap();
    assert_eq!(*b.field(), before, "nothing moves before the other has written");
    assert!(!b.events().iter().any(|e| matches!(e.kind, EventKind::TurnBegins)));
    assert_eq!(b.pending(), [(Side::A, Awaits::Orders)]);
    b.answer(Side::A, sheet(A)).unwrap();
    // The clock stands for the staff: orders are not taken any more.
    assert!(b.pending().iter().all(|(_, what)| *what == Awaits::Staff), "{:?}", b.pending());
    for side in Side::BOTH {
        assert!(b.answer(side, sheet(&[])).is_err());
    }
    field_day::play_out(&mut b, &[], &mut Vec::new());
    let begins = told_by(&p, &b, "04.01.1");
    let at = |what: &dyn Fn(&EventKind) -> bool| begins.iter().position(|e| what(&e.kind)).unwrap();
    let begin = at(&|k| matches!(k, EventKind::TurnBegins));
    for side in Side::BOTH {
        assert!(at(&|k| matches!(k, EventKind::OrdersIn { side: s } if *s == side)) < begin);
    }
    done(&b);
}

#[test]
fn nobody_reacts_to_what_he_meets() {
    let p = proves!("03.01.4");
    // A column marches past a line that was ordered to stand, 5 cm before its front: it does not fire, nor turn. The column does not stop
    // for fire of a second line that costs it no figure, nor fires back.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::MarchColumn, 92.0, 52.0, 90.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 58.2, 180.0);
    let far = d.infantry(Side::B, 30, Formation::Line, 120.0, 85.0, 180.0);
    generals(&mut d);
    let mut b = Battle::drill(d.field(), [1, 1]);
    turn(&mut b, &[("A1", "march")], &[("B2", "fire at clock 0.5 at x1")]);
    stands(&b, a, 117.0, 52.0);
    let fired: Vec<UnitId> = last_turn(&b)
        .iter()
        .filter_map(|e| if let EventKind::Fired { unit, .. } = e.kind { Some(unit) } else { None })
        .collect();
    assert_eq!(fired, [far]);
    let told: Vec<UnitId> = told_by(&p, &b, "03.01.4").iter().filter_map(|e| e.kind.unit()).collect();
    assert_eq!(told, [a, far], "the orders that hold");
    done(&b);
}

/// How the unit fell from one state into another in the last turn: the clauses.
fn fell(b: &Battle, u: UnitId) -> Vec<Vec<&'static str>> {
    let by = |e: &Event| std::iter::once(e.clause).chain(e.also.iter()).map(|c| c.id()).collect();
    let his = |e: &&Event| matches!(e.kind, EventKind::StateChanged { unit, .. } if unit == u);
    last_turn(b).iter().filter(his).map(by).collect()
}

#[test]
fn movement_the_shock_roll_and_being_carried_away_affect_order() {
    let p = proves!("08.02.8");
    let line = |d: &mut Drill, y: f64| d.infantry(Side::A, 30, Formation::Line, 100.0, y, 0.0);
    let mut seen = Vec::new();
    // A charge of a whole turn that falls short.
    let mut d = Drill::new();
    let a = line(&mut d, 50.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 110.0, 180.0);
    generals(&mut d);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "attack charge: march")], &[]);
    state(&b, a, State::Slight);
    seen.push(fell(&b, a));
    // An attack that runs into a lake.
    let mut d = Drill::new();
    let a = line(&mut d, 50.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 80.0, 180.0);
    d.square(PatchKind::Lake, "pond", (60.0, 55.0), (140.0, 60.0));
    generals(&mut d);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "attack: march")], &[]);
    state(&b, a, State::Slight);
    seen.push(fell(&b, a));
    // A chain that falls back and finds no support.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 12, Formation::Chain, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 65.0, 180.0);
    generals(&mut d);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[], &[("B1", "march 10")]);
    state(&b, a, State::Slight);
    seen.push(fell(&b, a));
    // A march through a pinned friend.
    let mut d = Drill::new();
    let a = line(&mut d, 45.0);
    let lies = line(&mut d, 50.0);
    d.state(lies, State::Slight);
    d.unit(lies).pinned_to = Some(2);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 110.0, 180.0);
    generals(&mut d);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march")], &[]);
    state(&b, a, State::Slight);
    assert!(b.field()[a].pinned(b.field().turn));
    seen.push(fell(&b, a));
    // A shock roll of 2: U for the attacker.
    let mut d = Drill::new();
    let a = line(&mut d, 50.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 56.0, 180.0);
    generals(&mut d);
    let mut b = Battle::drill(d.field(), [1, 1]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], &[("surprised", Choice::No)]);
    state(&b, a, State::Disorder);
    seen.push(fell(&b, a));
    // Carried away by a flight: 2 is FU; neither it nor the one that fled is reorganised.
    let mut d = Drill::new();
    let flees = line(&mut d, 50.0);
    let a = line(&mut d, 43.0);
    d.state(flees, State::Complete);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 80.0, 180.0);
    generals(&mut d);
    let mut b = Battle::drill(d.field(), [1, 1, 1, 1, 1, 1]);
    turn(&mut b, &[], &[]);
    state(&b, a, State::Complete);
    seen.push(fell(&b, a));
    let firsts: Vec<&str> = seen.iter().map(|s| s[0][0]).collect();
    assert_eq!(firsts, ["07.01.6.a", "07.01.6.b", "04.02.10.c", "04.02.9", "XIII.a", "XVIII.a"]);
    assert!(*p.shows("08.02.8", &seen.iter().all(|s| s.len() == 1 && s[0].contains(&"08.02.8"))), "{seen:?}");
    // What losses do is another matter (08.02.7): 12 + 3 at 8 cm is 18 men of 5 elements, 90, four figures: -10 and -1, silent.
    let mut d = Drill::new();
    line(&mut d, 50.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 58.0, 180.0);
    generals(&mut d);
    let mut b = Battle::drill(d.field(), [6, 6, 3, 4, 1, 1]);
    turn(&mut b, &[("A1", "fire")], &[]);
    state(&b, e, State::Complete);
    assert_eq!(fell(&b, e), [["08.02.7.a"]]);
}

#[test]
fn gunners_in_flight_leave_their_guns_and_run_as_infantry() {
    let p = proves!("08.02.6.b");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let g = d.battery(Side::B, Gun::Napoleon, 4, 100.0, 58.0, 180.0);
    generals(&mut d);
    let stood = d.unit(g).base;
    // 12 + 3 - 3 against unlimbered guns at 8 cm, zone 1: 12 men of 5 elements, 60: three of four gunners. -7, two thirds lost -3, silent
    // -1, the dice 0: FU. Its attempt to reorganise fails.
    let mut b = Battle::drill(d.field(), [6, 6, 3, 4, 1, 1]);
    turn(&mut b, &[("A1", "fire")], &[]);
    state(&b, g, State::Complete);
    let f = b.field();
    assert_eq!(f[g].figures, 1);
    let battery = f[g].battery.as_ref().unwrap();
    assert_eq!(battery.unmanned, Some(stood), "the guns stay where they are");
    assert!(f[g].gunners_alone());
    // Half a turn of an infantryman's flight, 20 cm, with their backs to the fire.
    let went = find(&b, |e| match e.kind {
        EventKind::Moved { unit, cm, .. } if unit == g => Some(cm),
        _ => None,
    });
    assert!((went.unwrap() - 20.0).abs() < 1e-3, "{went:?}");
    assert!(f[g].base.front.y > 77.0, "{:?}", f[g].base.front);
    let told = told_by(&p, &b, "08.02.6.b");
    assert!(matches!(told[0].kind, EventKind::Equipment { unit, .. } if unit == g));
    done(&b);
    // The guns are nobody's now: whoever fired may come and take them.
    b.field_mut()[g].record.attempts = 3;
    turn(&mut b, &[("A1", "march 8")], &[]);
    assert_eq!(b.field().guns_taken[Side::A.index()], 4);
    // Limbered guns flee with their gunners.
    let mut d = Drill::new();
    let g = d.limbered(Side::B, Gun::Napoleon, 4, 100.0, 58.0, 180.0);
    d.state(g, State::Complete);
    let mut b = Battle::drill(d.field(), [1, 1]);
    turn(&mut b, &[], &[]);
    assert!(b.field()[g].battery.as_ref().unwrap().unmanned.is_none());
}
