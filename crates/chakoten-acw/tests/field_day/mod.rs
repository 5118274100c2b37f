//! A day in the field: runs whole turns from order slips, for proofs of the turn.

use chakoten_acw::battle::{Awaits, Battle};
use chakoten_acw::drill::Drill;
use chakoten_acw::event::Event;
use chakoten_acw::order::{Answer, Choice, StaffMove, Written};
use chakoten_acw::troop::{Formation, State};
use chakoten_acw::{EventKind, Side, UnitId};
use std::collections::BTreeMap;
use umpire::proof::Proof;

/// Two lines of 30 fronting each other, so many cm apart.
pub fn two_lines(gap: f64) -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 30, Formation::Line, 100.0, 50.0 + gap, 180.0);
    (d, a, b)
}

/// Two dice that show so much together.
pub fn two_dice(n: u8) -> [u8; 2] {
    let a = n.saturating_sub(6).max(1);
    [a, n - a]
}

/// Orders as slips: unit code and what is written.
pub type Slips<'a> = &'a [(&'a str, &'a str)];

pub fn sheet(slips: Slips) -> Answer {
    Answer::Orders {
        orders: slips.iter().map(|(u, s)| (u.to_string(), Written::Slip(s.to_string()))).collect(),
        instructions: BTreeMap::new(),
    }
}

/// Gives in both sides' orders; every choice takes its default and nobody of the staff moves.
pub fn turn(b: &mut Battle, a: Slips, c: Slips) {
    turn_with(b, a, c, &[]);
}

/// The same, with some choices: the beginning of what is asked, and the answer.
pub fn turn_with(b: &mut Battle, a: Slips, c: Slips, choices: &[(&str, Choice)]) {
    orders(b, a, c);
    play_out(b, choices, &mut Vec::new());
}

pub fn orders(b: &mut Battle, a: Slips, c: Slips) {
    b.answer(Side::A, sheet(a)).unwrap();
    b.answer(Side::B, sheet(c)).unwrap();
}

/// Answers what is asked until orders are awaited again. `staff` is used up from the front at the times when staff may move.
pub fn play_out(b: &mut Battle, choices: &[(&str, Choice)], staff: &mut Vec<(Side, StaffMove)>) {
    for _ in 0..1000 {
        let Some((side, what)) = b.pending().first().cloned() else { return };
        match what {
            Awaits::Orders => return,
            Awaits::Choices => {
                let asked = b.asked().expect("something is asked");
                let given = asked
                    .asked
                    .iter()
                    .filter(|x| x.side == side)
                    .filter_map(|x| {
                        let c = choices.iter().find(|(k, _)| x.key.starts_with(k))?;
                        Some((x.key.clone(), c.1.clone()))
                    })
                    .collect();
                b.answer(side, Answer::Choices { choices: given }).unwrap();
            }
            Awaits::Staff => {
                let moves = staff.iter().filter(|(s, _)| *s == side).map(|(_, m)| m.clone()).collect();
                staff.retain(|(s, _)| *s != side);
                b.answer(side, Answer::Staff { moves }).unwrap();
            }
        }
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
    let m = desk::Match::new(b.clone());
    for e in 0..b.events().len() {
        for l in desk::Game::tell(&m, e) {
            println!("{l}");
        }
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
    if (at.x - x).abs() > 1e-3 || (at.y - y).abs() > 1e-3 {
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
