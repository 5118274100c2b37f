//! Where a refused move could have stopped.

use super::plan;
use crate::field::Field;
use crate::order::{Manner, MoveOrder, Step};
use crate::say;
use table::Pose;
use umpire::Refusal;

/// Parts of the way that are tried first, from the far end; then the boundary is narrowed down.
const PARTS: u32 = 16;
const HALVINGS: u32 = 14;

/// A refusal with how far the same way could have been gone, if any of it could. Tries many shorter moves: for what a person
/// has ordered, not for commanders who look for moves.
pub(crate) fn with_what_could_be(f: &Field, order: &MoveOrder, refusal: Refusal) -> Refusal {
    // What is wrong with the form of an order is wrong with any part of it.
    match refusal.clause.and_then(|_| furthest(f, order)) {
        Some(paces) => Refusal {
            reason: say!("could-go", reason = &refusal.reason, paces = words::whole((paces + 0.01).floor())),
            ..refusal
        },
        None => refusal,
    }
}

/// The most paces of the ordered way that are lawful, without the attack it declares.
fn furthest(f: &Field, order: &MoveOrder) -> Option<f64> {
    let free = MoveOrder { against: None, ..order.clone() };
    let paces = |part: f64| {
        let way = cut(f, &free, part)?;
        plan(f, &way).ok().map(|p| p.paces).filter(|p| *p >= 1.0)
    };
    let (mut best, mut lo) = (1..=PARTS).rev().find_map(|k| {
        let part = f64::from(k) / f64::from(PARTS);
        paces(part).map(|p| (p, part))
    })?;
    let mut hi = (lo + 1.0 / f64::from(PARTS)).min(1.0);
    for _ in 0..HALVINGS {
        let mid = (lo + hi) / 2.0;
        match paces(mid) {
            Some(p) => (best, lo) = (best.max(p), mid),
            None => hi = mid,
        }
    }
    Some(best)
}

/// The order with only this part of its way, from 0 to 1; `None` for moves that have no shorter kind.
fn cut(f: &Field, order: &MoveOrder, part: f64) -> Option<MoveOrder> {
    let how = match &order.how {
        Manner::Group(steps) => Manner::Group(cut_steps(steps, part)),
        Manner::Column(steps) => Manner::Column(cut_steps(steps, part)),
        Manner::Road(paces) => Manner::Road(paces * part),
        Manner::Legs(legs) => {
            Manner::Legs(cut_legs(f.get(*order.elements.first()?)?.base.pose(), legs, part))
        }
        Manner::FormColumn(_) | Manner::BreakOff => return None,
    };
    Some(MoveOrder { how, ..order.clone() })
}

/// How many of `n` are whole, and how much is left of the next.
fn split(n: usize, part: f64) -> (usize, f64) {
    let at = part * n as f64;
    let whole = (at.floor() as usize).min(n);
    (whole, at - whole as f64)
}

fn cut_steps(steps: &[Step], part: f64) -> Vec<Step> {
    let (whole, rest) = split(steps.len(), part);
    let mut out = steps[..whole].to_vec();
    if let Some(next) = steps.get(whole).filter(|_| rest > 1e-9) {
        out.push(match *next {
            Step::Advance(p) => Step::Advance(p * rest),
            Step::WheelLeft(d) => Step::WheelLeft(d * rest),
            Step::WheelRight(d) => Step::WheelRight(d * rest),
        });
    }
    out
}

fn cut_legs(start: Pose, legs: &[Pose], part: f64) -> Vec<Pose> {
    let (whole, rest) = split(legs.len(), part);
    let mut out = legs[..whole].to_vec();
    if let Some(to) = legs.get(whole).filter(|_| rest > 1e-9) {
        let from = out.last().copied().unwrap_or(start);
        // Round by the shorter way.
        let turn = (to.facing - from.facing + 540.0).rem_euclid(360.0) - 180.0;
        out.push(Pose {
            x: from.x + (to.x - from.x) * rest,
            y: from.y + (to.y - from.y) * rest,
            facing: (from.facing + turn * rest).rem_euclid(360.0),
        });
    }
    out
}
