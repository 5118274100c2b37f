//! A varied choice of lawful orders, for a player who wants to see what is possible.

use super::{Plan, groups, plan};
use crate::contact::aligned;
use crate::event::Target;
use crate::field::{ElementId, Field, Phase, Side};
use crate::order::{Against, Facet, Manner, MoveOrder, Step};
use crate::troop::Troop;
use table::{Base, Pose};

/// No more than this are offered.
const MOST: usize = 60;

/// A sample of orders that [`plan`] accepts right now: advances, wheels, contacts within reach, breaking off, road
/// marches, dismounting, columns.
pub fn offers(f: &Field, side: Side) -> Vec<MoveOrder> {
    planned(f, side).into_iter().map(|(o, _)| o).collect()
}

/// The same, each with what comes of it.
pub fn planned(f: &Field, side: Side) -> Vec<(MoveOrder, Plan)> {
    let mut out = Vec::new();
    if f.phase != Phase::Movement || f.active != side {
        return out;
    }
    let all = groups(f, side);
    // Fairly shared: each group and each element has its turn before anyone has a second choice.
    let mut tries: Vec<Vec<MoveOrder>> = Vec::new();
    for g in &all {
        if g.len() > 1 {
            tries.push(for_group(f, g));
        }
    }
    for e in f.side(side) {
        tries.push(for_one(f, e.id));
    }
    let longest = tries.iter().map(Vec::len).max().unwrap_or(0);
    for k in 0..longest {
        for t in &tries {
            if out.len() >= MOST {
                return out;
            }
            if let Some(o) = t.get(k) {
                if let Ok(p) = plan(f, o) {
                    out.push((o.clone(), p));
                }
            }
        }
    }
    out
}

fn order(elements: &[ElementId], how: Manner) -> MoveOrder {
    MoveOrder { elements: elements.to_vec(), how, dismount: false, with: Vec::new(), against: None }
}

fn for_group(f: &Field, g: &[ElementId]) -> Vec<MoveOrder> {
    let least = |heavy: bool| {
        g.iter()
            .map(|id| {
                let s = f[*id].troop.stats();
                if heavy { s.move_heavy } else { s.move_good }
            })
            .fold(f64::INFINITY, f64::min)
    };
    let (full, slow) = (least(false), least(true));
    let column = super::shape::is_column(f, g);
    let manner = |s: Vec<Step>| if column { Manner::Column(s) } else { Manner::Group(s) };
    let wide = g.len() as f64 * 160.0;
    let angle = (full / wide).to_degrees().min(45.0) * 0.9;
    let mut out = vec![order(g, manner(vec![Step::Advance(full)]))];
    if column {
        out.push(order(
            g,
            Manner::Road(g.iter().map(|id| f[*id].troop.stats().move_road).fold(f64::INFINITY, f64::min)),
        ));
    }
    out.push(order(g, manner(vec![Step::Advance(full / 2.0)])));
    if slow < full {
        out.push(order(g, manner(vec![Step::Advance(slow)])));
    }
    out.push(order(g, manner(vec![Step::WheelLeft(angle)])));
    out.push(order(g, manner(vec![Step::WheelRight(angle)])));
    if !column {
        out.push(order(g, Manner::FormColumn(vec![Step::Advance(full)])));
    }
    if g.iter().all(|id| f[*id].troop == Troop::Cavalry) {
        out.push(MoveOrder { dismount: true, ..order(g, manner(vec![])) });
    }
    out.push(order(g, manner(vec![Step::Advance(40.0)])));
    out
}

fn for_one(f: &Field, id: ElementId) -> Vec<MoveOrder> {
    let e = &f[id];
    let s = e.troop.stats();
    let b = e.base;
    let mut out = Vec::new();
    if f.front_to_front(id) {
        return vec![order(&[id], Manner::BreakOff)];
    }
    let legs = |p: Vec<Pose>| order(&[id], Manner::Legs(p));
    let step = |x: f64, y: f64, turn: f64| {
        let at = b.world(table::v2(x, y));
        Pose { x: at.x, y: at.y, facing: (b.pose().facing + turn).rem_euclid(360.0) }
    };
    if !matches!(e.troop, Troop::Commander | Troop::Artillery) {
        out.extend(contacts(f, id));
    }
    out.push(order(&[id], Manner::Group(vec![Step::Advance(s.move_good)])));
    out.push(order(&[id], Manner::Road(s.move_road)));
    out.push(order(&[id], Manner::Group(vec![Step::Advance(s.move_good / 2.0)])));
    out.push(legs(vec![step(0.0, -s.move_heavy, 0.0)]));
    out.push(order(&[id], Manner::Group(vec![Step::WheelLeft(30.0), Step::Advance(s.move_heavy / 4.0)])));
    out.push(order(&[id], Manner::Group(vec![Step::WheelRight(30.0), Step::Advance(s.move_heavy / 4.0)])));
    if e.troop == Troop::Cavalry {
        out.push(MoveOrder { dismount: true, ..legs(vec![]) });
    }
    out.push(legs(vec![step(-b.width, 0.0, 0.0)]));
    out.push(legs(vec![step(b.width, 0.0, 0.0)]));
    let about = b.about_face().pose();
    out.push(legs(vec![about]));
    out
}

/// Contacts within reach, as the lined-up place itself and as a straight charge at it.
fn contacts(f: &Field, id: ElementId) -> Vec<MoveOrder> {
    let e = &f[id];
    let b = e.base;
    let reach = e.troop.stats().move_good;
    let mut out = Vec::new();
    let to = |base: Base, foe: Target, on: Facet| MoveOrder {
        against: Some(Against { foe, on }),
        ..order(&[id], Manner::Legs(vec![base.pose()]))
    };
    for o in f.near(b.rect().bounds(), reach) {
        if o.side() == id.side() || o.is_commander() || o.rect().gap(&b.rect()) > reach {
            continue;
        }
        for on in [Facet::Front, Facet::LeftFlank, Facet::RightFlank, Facet::Rear] {
            out.push(to(aligned(&b, &o.base, on), Target::Element(o.id), on));
        }
        if f.front_opponent(o.id).is_some() {
            let dir = -o.base.dir;
            let half = dir.right() * (b.width / 2.0);
            out.push(to(b.at(o.base.front_left() + half, dir), Target::Element(o.id), Facet::Overlap));
            out.push(to(b.at(o.base.front_right() - half, dir), Target::Element(o.id), Facet::Overlap));
        }
    }
    if let Some(c) = f.enemy_camp(id.side()) {
        if c.rect.gap(&b.rect()) <= reach {
            out.push(order(&[id], Manner::Group(vec![Step::Advance(reach)])));
        }
    }
    out
}
