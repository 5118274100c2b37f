//! A day in the field: runs whole turns from orders, for proofs of the turn.

use chakoten_napoleonic::battle::{Awaits, Battle};
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Event;
use chakoten_napoleonic::field::{Command, Field, Level, Post, Staff, StaffFate};
use chakoten_napoleonic::order::{
    Answer, AttackOrder, Choice, Course, FireOrder, Leg, Order, Until, Way, When, Written,
};
use chakoten_napoleonic::troop::{Formation, Gait, State};
use chakoten_napoleonic::unit::{CommandId, StaffId};
use chakoten_napoleonic::{EventKind, Side, UnitId};
use std::collections::BTreeMap;
use umpire::Ruling;
use umpire::proof::Proof;

/// Two lines of 30 fronting each other, so many cm apart, each under a commander near by.
pub fn two_lines(gap: f64) -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    d.commander(Side::B, 100.0, 60.0 + gap);
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 30, Formation::Line, 100.0, 50.0 + gap, 180.0);
    (d, a, b)
}

/// The field of a drill in which each unit has a command and a commander of its own close behind it.
pub fn commanded(d: Drill) -> Field {
    each_commanded(d.field())
}

/// The same of a field that is there already.
pub fn each_commanded(mut f: Field) -> Field {
    for i in 0..f.units.len() {
        let (id, staff) = (CommandId(f.commands.len() as u16), StaffId(f.staff.len() as u16));
        let u = &mut f.units[i];
        u.command = id;
        let (side, base) = (u.side, u.base);
        let (width, depth) = chakoten_napoleonic::unit::staff_size();
        let at = base.rear() - base.dir * 15.0;
        let code: std::sync::Arc<str> = format!("c{i}").into();
        f.commands.push(Command {
            id,
            code: code.clone(),
            name: code.clone(),
            side,
            level: Level::Brigade,
            above: None,
            commander: Some(staff),
            fell: None,
            instruction: None,
        });
        f.staff.push(Staff {
            id: staff,
            code: code.clone(),
            name: code,
            side,
            command: id,
            post: Post::Commander,
            place: table::Base { front: at, dir: base.dir, width, depth }.into(),
            with: None,
            fate: StaffFate::Present,
            moved: None,
            went: 0.0,
            carries: Vec::new(),
        });
    }
    f
}

/// Orders: unit code and what is written.
pub type Orders<'a> = &'a [(&'a str, Order)];

/// An order of these legs.
pub fn legs(legs: impl Into<Vec<Leg>>) -> Order {
    Order { legs: legs.into(), ..Order::default() }
}

/// Straight on to the end of the turn.
pub fn ahead() -> Leg {
    Leg::March { way: Way::Ahead, gait: Gait::March, until: Until::End }
}

/// Straight on at the charge.
pub fn charge() -> Leg {
    Leg::March { way: Way::Ahead, gait: Gait::Charge, until: Until::End }
}

/// That way to the end of the turn.
pub fn go(way: Way) -> Leg {
    Leg::March { way, gait: Gait::March, until: Until::End }
}

/// Straight on so far.
pub fn cm(cm: f64) -> Leg {
    Leg::March { way: Way::Ahead, gait: Gait::March, until: Until::Cm(cm) }
}

/// Into a formation.
pub fn form(formation: Formation) -> Leg {
    Leg::Form { formation, files: None, density: None }
}

/// Straight on, attacking this enemy.
pub fn attack(target: &str) -> Order {
    let attack = AttackOrder { target: Some(target.into()), then: Vec::new() };
    Order { legs: vec![ahead()], attack: Some(attack), ..Order::default() }
}

/// Fire, at that moment.
pub fn fire(when: When) -> Order {
    Order { fire: Some(FireOrder { when, at: Vec::new(), range_in: false }), ..Order::default() }
}

pub fn sheet(orders: Orders) -> Answer {
    Answer::Orders {
        orders: orders.iter().map(|(u, o)| (u.to_string(), Written::Data(o.clone()))).collect(),
        staff: Vec::new(),
        letters: Vec::new(),
        instructions: BTreeMap::new(),
    }
}

/// Gives in both sides' orders; every choice takes its default.
pub fn turn(b: &mut Battle, a: Orders, c: Orders) {
    turn_with(b, a, c, &[]);
}

/// The same, with some choices: the beginning of what is asked, and the answer.
pub fn turn_with(b: &mut Battle, a: Orders, c: Orders, choices: &[(&str, Choice)]) {
    b.answer(Side::A, sheet(a)).unwrap();
    b.answer(Side::B, sheet(c)).unwrap();
    play_out(b, choices);
}

/// Answers what is asked until orders are awaited again.
pub fn play_out(b: &mut Battle, choices: &[(&str, Choice)]) {
    for _ in 0..1000 {
        let Some((side, what)) = b.pending().first().copied() else { return };
        if what == Awaits::Orders {
            return;
        }
        let asked = b.asked().expect("something is asked");
        let mine = asked.asked.iter().filter(|x| x.side == side);
        let given = mine.filter_map(|x| {
            let c = choices.iter().find(|(k, _)| x.key.starts_with(k))?;
            Some((x.key.clone(), c.1.clone()))
        });
        let choices = given.collect();
        b.answer(side, Answer::Choices { choices }).unwrap();
    }
    panic!("the turn does not end");
}

/// The events of the last turn.
pub fn last_turn(b: &Battle) -> &[Event] {
    let all = b.events();
    let at = all.iter().rposition(|e| matches!(e.kind, EventKind::TurnBegins)).unwrap_or(0);
    &all[at..]
}

/// Prints what happened, for a failing test.
pub fn show(b: &Battle) {
    for e in b.events() {
        println!("{} {:.4} {} {:?}", e.turn, e.clock, e.clause, e.kind);
    }
}

/// The first event of the last turn that answers.
pub fn find<T>(b: &Battle, mut f: impl FnMut(&Event) -> Option<T>) -> Option<T> {
    last_turn(b).iter().find_map(&mut f)
}

/// Is the front of the unit there, to a hundredth of a millimetre?
#[track_caller]
pub fn stands(b: &Battle, u: UnitId, x: f64, y: f64) {
    let at = b.field()[u].base.front;
    if (at.x - x).abs() > 2e-3 || (at.y - y).abs() > 2e-3 {
        show(b);
        panic!("{} stands at {:.4}, {:.4} and not at {x}, {y}", b.field()[u].code, at.x, at.y);
    }
}

/// Were the dice written down for it used up?
#[track_caller]
pub fn done(b: &Battle) {
    if let Err(e) = b.dice_used_up() {
        show(b);
        panic!("{e:?}");
    }
}

/// Is the unit in this state?
#[track_caller]
pub fn state(b: &Battle, u: UnitId, s: State) {
    if b.field()[u].state != s {
        show(b);
        panic!("turn {}: {} is in {}, not in {s}", b.field().turn, b.field()[u].code, b.field()[u].state);
    }
}

/// What has happened that rests on a clause. There is one event at least, or nothing shows the clause.
#[track_caller]
pub fn told_by<'a>(p: &Proof, b: &'a Battle, id: &str) -> Vec<&'a Event> {
    let told: Vec<&Event> = p.shows(id, b.events().iter().filter(|e| e.rests_on(id)).collect());
    if told.is_empty() {
        show(b);
        panic!("nothing that happened rests on {id}");
    }
    told
}

/// The first fire or melee of the last turn.
#[track_caller]
pub fn ruling(b: &Battle) -> &Ruling {
    let found = last_turn(b).iter().find_map(|e| match &e.kind {
        EventKind::Fired { ruling, .. } | EventKind::Melee { ruling, .. } => Some(ruling.as_ref()),
        _ => None,
    });
    if found.is_none() {
        show(b);
    }
    found.expect("a fire or a melee")
}

/// What it counts for a side by a clause.
#[track_caller]
pub fn by(b: &Battle, side: &str, id: &str) -> Vec<i32> {
    let all = &ruling(b).modifiers;
    all.iter().filter(|m| m.side == side && m.clause.id() == id).map(|m| m.value).collect()
}

/// Everything it counts for a side.
#[track_caller]
pub fn all(b: &Battle, side: &str) -> i32 {
    ruling(b).modifiers.iter().filter(|m| m.side == side).map(|m| m.value).sum()
}

/// A1 attacks B1, or B1 attacks A1, with these dice, which must be used up; nobody supports, follows or fires.
#[track_caller]
pub fn attacks(f: Field, who: Side, dice: &[u8]) -> Battle {
    let mut b = Battle::drill(f, dice);
    let choices =
        [("support", Choice::No), ("victor", Choice::Way(Course::Stand)), ("line fires", Choice::No)];
    let (a, c) = (&[("A1", attack("B1"))][..], &[("B1", attack("A1"))][..]);
    match who {
        Side::A => turn_with(&mut b, a, &[], &choices),
        Side::B => turn_with(&mut b, &[], c, &choices),
    }
    done(&b);
    b
}

/// A1 fires at B1 at once with these dice, which must be used up; nobody supports or answers.
#[track_caller]
pub fn a1_fires(f: Field, dice: &[u8]) -> Battle {
    let mut b = Battle::drill(f, dice);
    let at = FireOrder { when: When::AtOnce, at: vec!["B1".into()], range_in: false };
    let order = Order { fire: Some(at), ..Order::default() };
    turn_with(&mut b, &[("A1", order)], &[], &[("support", Choice::No), ("line fires", Choice::No)]);
    done(&b);
    b
}
