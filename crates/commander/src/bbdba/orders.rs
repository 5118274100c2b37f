//! Orders worth imagining: what the quick commander has in mind in several moods, and small movements of every group and
//! element near the enemy that no rule of thumb would think of.

use super::quick::{Posture, ideas};
use bbdba_acw::order::{Manner, MoveOrder, Step};
use bbdba_acw::{ElementId, Field, Side, Troop, moves};
use table::{Pose, v2};

/// Further from the enemy than this no small movement matters, in paces.
const NEAR: f64 = 650.0;

/// Further from the enemy than this nothing comes of a move this turn or the next: to march up is all there is to do.
const FAR: f64 = 850.0;

/// Can anybody come to blows before the side moves again?
pub fn in_reach(f: &Field, side: Side) -> bool {
    f.side(side).any(|e| !e.is_commander() && near(f, e.id, FAR))
}

/// Is an enemy, commanders left out, so near to this element?
fn near(f: &Field, id: ElementId, reach: f64) -> bool {
    let r = f[id].rect();
    f.near_of(id.side().other(), r.bounds(), reach).any(|o| !o.is_commander() && o.rect().gap(&r) <= reach)
}

/// The commands that have points left and somebody near the enemy.
pub fn commands(f: &Field, side: Side) -> Vec<u8> {
    let at_hand = |c: &u8| f.side(side).any(|e| e.command == *c && !e.is_commander() && near(f, e.id, NEAR));
    let all = &f.army(side).commands;
    (0..all.len() as u8).filter(|c| all[usize::from(*c)].points > 0).filter(at_hand).collect()
}

/// Lawful orders, none twice, the likeliest first; small movements of one command only.
pub fn worth_a_thought(
    f: &Field,
    side: Side,
    mind: Posture,
    command: Option<u8>,
    most: usize,
) -> Vec<MoveOrder> {
    let mut all: Vec<MoveOrder> = Vec::new();
    for (p, enough) in [(mind, 10), (Posture::STORM, 15), (Posture::HOLD, 18)] {
        for i in ideas(f, side, p).into_iter().rev() {
            if all.len() >= enough.min(most) {
                break;
            }
            add(f, i.order, &mut all);
        }
    }
    let mut tries: Vec<Vec<MoveOrder>> = Vec::new();
    for g in moves::groups(f, side) {
        if Some(f[g[0]].command) != command || f[g[0]].is_commander() || !g.iter().any(|e| near(f, *e, NEAR))
        {
            continue;
        }
        if g.len() > 1 && g.iter().all(|e| f[*e].moves == 0) {
            tries.push(group(f, &g));
        }
        for e in &g {
            if f[*e].moves == 0 && near(f, *e, NEAR) {
                tries.push(single(f, *e));
            }
        }
    }
    let longest = tries.iter().map(Vec::len).max().unwrap_or(0);
    for k in 0..longest {
        for t in &mut tries {
            if all.len() >= most {
                return all;
            }
            if let Some(o) = t.get(k) {
                add(f, o.clone(), &mut all);
            }
        }
    }
    all
}

fn add(f: &Field, o: MoveOrder, all: &mut Vec<MoveOrder>) {
    if o.elements.iter().all(|e| f[*e].on_table()) && !all.contains(&o) && moves::plan(f, &o).is_ok() {
        all.push(o);
    }
}

fn order(elements: &[ElementId], how: Manner) -> MoveOrder {
    MoveOrder { elements: elements.to_vec(), how, dismount: false, with: Vec::new(), against: None }
}

/// A group ahead by steps, and turned a little.
fn group(f: &Field, g: &[ElementId]) -> Vec<MoveOrder> {
    let b = &f[g[0]].base;
    let column = g.iter().all(|e| b.local(f[*e].base.front).x.abs() < 2.0);
    let manner = |s: Vec<Step>| if column { Manner::Column(s) } else { Manner::Group(s) };
    let full = g.iter().map(|e| f[*e].troop.stats().move_good).fold(f64::INFINITY, f64::min);
    let angle = (full / (g.len() as f64 * 160.0)).to_degrees().min(30.0) * 0.95;
    [full, 60.0, 120.0, 30.0, 90.0, 160.0]
        .into_iter()
        .map(|d| manner(vec![Step::Advance(d)]))
        .chain([manner(vec![Step::WheelLeft(angle)]), manner(vec![Step::WheelRight(angle)])])
        .map(|how| order(g, how))
        .collect()
}

/// An element ahead, back, aside and turned.
fn single(f: &Field, id: ElementId) -> Vec<MoveOrder> {
    let e = &f[id];
    if f.front_to_front(id) {
        return vec![order(&[id], Manner::BreakOff)];
    }
    let full = e.troop.stats().move_good - 2.0;
    let place = |x: f64, y: f64, turn: f64| {
        let at = e.base.world(v2(x, y));
        let facing = (e.base.pose().facing + turn).rem_euclid(360.0);
        order(&[id], Manner::Legs(vec![Pose { x: at.x, y: at.y, facing }]))
    };
    let aslant = full * 0.7;
    let mut all = vec![
        place(0.0, full, 0.0),
        place(0.0, -80.0, 0.0),
        place(0.0, full / 2.0, 0.0),
        place(0.0, -full, 0.0),
        place(aslant, aslant, 0.0),
        place(-aslant, aslant, 0.0),
        place(0.0, 0.0, 45.0),
        place(0.0, 0.0, -45.0),
        place(60.0, 60.0, 30.0),
        place(-60.0, 60.0, -30.0),
        place(full, 0.0, 0.0),
        place(-full, 0.0, 0.0),
    ];
    if e.troop == Troop::Cavalry {
        all.push(MoveOrder { dismount: true, ..order(&[id], Manner::Legs(vec![])) });
    }
    all
}
