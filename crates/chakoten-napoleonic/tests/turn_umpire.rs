//! What an umpire is asked about a turn, and what holds without him.

use crate::field_day::{legs, sheet, turn};
use chakoten_napoleonic::battle::{Awaits, Battle};
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::order::{Answer, Leg, Order, WorkOrder};
use chakoten_napoleonic::reach::reach;
use chakoten_napoleonic::staffwork::follows;
use chakoten_napoleonic::terrain::{Gallery, Thing};
use chakoten_napoleonic::troop::{Arm, Formation};
use chakoten_napoleonic::works::mine::Mine;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves, scenario, slip};
use desk::{Rules, Seating};
use std::sync::Arc;
use table::{Edge, v2};
use umpire::{Log, Ruling, Seed};

fn battle(seating: Seating) -> Battle {
    let (name, text) = scenario::SHIPPED[0];
    let s = Arc::new(scenario::read(name, text).expect("a shipped scenario"));
    Battle::seated(s, Seed::new("chair"), Log::On(Vec::new()), seating)
}

fn decide(b: &mut Battle, id: &str) {
    let asked = b.umpires().expect("he is asked");
    let course = asked.courses.into_iter().find(|c| c.id == id).expect("a course");
    Rules::decide(b, &course, String::new()).expect("he decides");
}

fn asks(b: &Battle) -> Option<&'static str> {
    b.umpires().map(|u| u.question.asks)
}

/// Out of command with an instruction, and an order to stand for a while.
fn instructed(b: &mut Battle) -> (UnitId, String) {
    let u = b.field().side(Side::A).find(|u| u.by_figures() && u.body.is_none()).expect("somebody").id;
    let command = b.field()[u].command;
    let he = b.field()[command].commander.expect("a commander");
    let f = b.field_mut();
    f[u].record.instruction = Some((0, "Hold the mill.".into()));
    let far = v2(f.ground.width - 1.0, 1.0);
    let near = v2(1.0, 1.0);
    let there = if f[u].base.front.dist(far) > f[u].base.front.dist(near) { far } else { near };
    let base = *f[he].base();
    f[he].put(base.at(there, base.dir));
    f[he].with = None;
    (u, f[u].code.to_string())
}

fn reaction(b: &Battle, u: UnitId) -> Option<Ruling> {
    b.events().iter().find_map(|e| match &e.kind {
        EventKind::Reacted { unit, ruling, .. } if *unit == u => ruling.as_deref().cloned(),
        _ => None,
    })
}

/// Through the turn with every default.
fn play(b: &mut Battle) {
    for _ in 0..200 {
        match Battle::pending(b).first().copied() {
            Some((side, Awaits::Choices)) => {
                b.answer(side, Answer::Choices { choices: Default::default() }).expect("defaults");
            }
            _ => return,
        }
    }
}

#[test]
fn the_umpire_says_whether_an_order_follows_the_instruction() {
    let p = proves!("08.03.5", "02.02.1");
    let mut worth = Vec::new();
    for course in ["follows", "not"] {
        let mut b = battle(Seating::WITH_UMPIRE);
        let (u, code) = instructed(&mut b);
        let stand: Order = legs([Leg::Stand { turns: 0.5 }]);
        b.answer(Side::A, sheet(&[(&code, stand)])).unwrap();
        assert_eq!(asks(&b), None, "the other side has not written yet");
        b.answer(Side::B, sheet(&[])).unwrap();
        assert_eq!(asks(&b), Some("instruction"));
        assert!(Battle::pending(&b).is_empty() && Battle::clock(&b).is_none());
        decide(&mut b, course);
        // His word is its side's alone.
        let told = b.events().iter().rev().find(|e| matches!(e.kind, EventKind::UmpireRuled { .. })).unwrap();
        assert!(p.shows("02.02.1", told.rests_on("02.02.1")));
        assert_eq!(told.seen, [true, false]);
        play(&mut b);
        let ruling = reaction(&b, u).expect("it reacts");
        worth.push(ruling.modifiers.iter().map(|m| m.value).sum::<i32>());
    }
    assert_eq!(p.shows("08.03.5", worth[0] - worth[1]), 4);
}

#[test]
fn without_him_it_is_as_it_is_read() {
    let p = proves!("08.03.5");
    for (option, order, says, points) in [
        ("any", legs([Leg::Stand { turns: 0.5 }]), "Hold the mill.", 4),
        ("named", legs([Leg::Stand { turns: 0.5 }]), "Hold the mill.", 0),
        ("named", legs([Leg::Enter { building: "mill".into() }]), "Hold the Mill.", 4),
    ] {
        let mut d = Drill::new();
        d.commander(Side::A, 10.0, 10.0);
        let u = d.infantry(Side::A, 10, Formation::Line, 200.0, 100.0, 0.0);
        d.unit(u).record.instruction = Some((1, says.into()));
        d.read("follows-instruction", option);
        let mut b = Battle::drill(d.field(), [3, 3, 3]);
        turn(&mut b, &[("A1", order)], &[]);
        let ruling = reaction(&b, u).expect("it reacts");
        let sum: i32 = ruling.modifiers.iter().map(|m| m.value).sum();
        assert_eq!(p.shows("08.03.5", sum), points, "{option} {says}");
    }
}

#[test]
fn an_order_follows_by_its_words() {
    let follows = |order: &str, says: &str| follows(&slip::read(order).unwrap(), says, Edge::South);
    // An instruction that is itself a slip has everything that is ordered, or has not.
    assert!(follows("march", "march, fire before contact"));
    assert!(follows("S before contact", "X, fire before contact"));
    assert!(!follows("march 1/2", "march"));
    assert!(!follows("attack x2", "attack x3"));
    // Of free words the names count.
    assert!(follows("enter Mill", "Take the mill and hold it to the last."));
    assert!(follows("attack x3", "If x3 comes on, fall upon him."));
    assert!(!follows("attack x3", "If x4 comes on, fall upon him."));
    assert!(!follows("march", "Take the mill and hold it."));
}

#[test]
fn he_takes_points_off_a_mine_and_sets_how_far_it_is_felt() {
    let p = proves!("19.08.6.b", "19.07.8");
    let mut b = battle(Seating::WITH_UMPIRE);
    let f = b.field_mut();
    let at = v2(f.ground.width / 2.0, f.ground.depth / 2.0);
    let mut m = Mine::default();
    m.carry(2, 0).expect("at the foot of it");
    f.terrain.mines.push(Gallery { name: "mine-1".into(), side: Side::A, from: at, to: at, mine: m });
    let u = f.side(Side::A).find(|u| u.by_figures() && u.body.is_none()).expect("somebody");
    let code = u.code.to_string();
    let fire = legs([Leg::Work { work: WorkOrder::Fire { object: "mine-1".into() } }]);
    b.answer(Side::A, sheet(&[(&code, fire)])).unwrap();
    b.answer(Side::B, sheet(&[])).unwrap();
    assert_eq!(asks(&b), Some("mine"));
    decide(&mut b, "minus 2");
    assert_eq!(asks(&b), Some("radii"));
    decide(&mut b, "twice");
    assert_eq!(asks(&b), None);
    for id in ["19.08.6.b", "19.07.8"] {
        assert!(p.shows(id, b.events().iter().any(|e| e.rests_on(id))), "{id}");
    }
    play(&mut b);
    let ruling = b.events().iter().find_map(|e| match &e.kind {
        EventKind::Place { place, ruling: Some(r), .. } if place == "mine-1" => Some(r.clone()),
        _ => None,
    });
    if let Some(r) = ruling {
        assert!(r.clauses.iter().any(|c| c.id() == "19.08.6.b"));
    }
}

#[test]
fn of_something_half_burnt_he_says_what_is_left() {
    let p = proves!("19.06.4.b");
    for (course, ruined) in [("as-it-is", false), ("gone", true)] {
        let mut b = battle(Seating::WITH_UMPIRE);
        assert!(!b.field().ground.buildings.is_empty());
        b.field_mut().terrain.half_burnt.push(Thing::Building(0));
        assert_eq!(asks(&b), Some("half_burnt"));
        assert!(Battle::pending(&b).is_empty());
        decide(&mut b, course);
        assert!(p.shows("19.06.4.b", b.field().terrain.half_burnt.is_empty()));
        let is = b.field().terrain.buildings.get(&0).is_some_and(|d| d.ruined());
        assert_eq!(is, ruined, "{course}");
        assert_eq!(Battle::pending(&b).len(), 2);
    }
}

#[test]
fn what_was_changed_of_the_ground_is_put_away_too() {
    let mut b = battle(Seating::SIDES_ONLY);
    b.answer(Side::A, sheet(&[])).unwrap();
    b.answer(Side::B, sheet(&[])).unwrap();
    play(&mut b);
    b.field_mut().terrain.buildings.entry(0).or_default().hits = 3;
    b.field_mut().terrain.carried.insert(UnitId(1), 4);
    let saved = b.save().expect("between two turns");
    let mut again = battle(Seating::SIDES_ONLY);
    again.restore(&saved).expect("its own battle");
    assert_eq!(again.field().terrain, b.field().terrain);
}

#[test]
fn he_says_whether_materials_are_brought() {
    let p = proves!("19.03.3.a");
    for (course, begun, waits) in
        [("none", false, false), ("brought", true, false), ("brought 2", true, true)]
    {
        let mut b = battle(Seating::WITH_UMPIRE);
        let f = b.field();
        let foot = |u: &&chakoten_napoleonic::Unit| {
            u.arm == Arm::Infantry && u.body.is_none() && u.figures >= 8 && reach(f, u).0.within()
        };
        let (u, code) = f.side(Side::A).find(foot).map(|u| (u.id, u.code.to_string())).expect("somebody");
        let base = b.field()[u].base;
        let f = b.field_mut();
        f[u].troops.pioneers = true;
        f.units.iter_mut().filter(|w| w.load.is_some()).for_each(|w| w.load = None);
        let at = base.front + base.dir * 0.1;
        let place = [at.x, at.y];
        let work = WorkOrder::Build { work: "chevaux-de-frise".into(), from: place, to: place };
        let order = legs([Leg::Work { work }]);
        b.answer(Side::A, sheet(&[(&code, order)])).unwrap();
        b.answer(Side::B, sheet(&[])).unwrap();
        assert_eq!(asks(&b), Some("materials"));
        decide(&mut b, course);
        play(&mut b);
        let works =
            b.events().iter().any(|e| matches!(e.kind, EventKind::WorkBegins { unit, .. } if unit == u));
        assert_eq!(p.shows("19.03.3.a", works), begun, "{course}");
        // Until they are there the turns are spent waiting.
        let waited = |e: &chakoten_napoleonic::event::Event| {
            let begins = matches!(e.kind, EventKind::WorkBegins { .. });
            e.rests_on("19.03.3.a") && e.kind.unit() == Some(u) && !begins
        };
        assert!(!begun || b.events().iter().any(waited) == waits, "{course}");
    }
}
