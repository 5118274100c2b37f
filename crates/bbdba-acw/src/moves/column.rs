//! Columns follow their leader, and groups narrow to a column (dba.7, move.8).

use super::group::check_steps;
use super::shape::{fights, is_column};
use super::way::{Leg, Turn, Way, wheel_stages};
use crate::field::{ElementId, Field};
use crate::order::Step;
use crate::troop::Troop;
use crate::{clause, reading, say};
use table::{Base, V2};
use umpire::{Grounds, Refusal};

/// On a bent track followers are moved on in pieces of at most this many paces.
const PIECE: f64 = 20.0;

fn no_commanders(f: &Field, ids: &[ElementId]) -> Result<(), Refusal> {
    match ids.iter().find(|id| f[**id].troop == Troop::Commander) {
        Some(id) => Err(Refusal::by(clause!("dba.10"), say!("command-element-moves-alone", id))),
        None => Ok(()),
    }
}

/// Is it a column that wheels in this move? It does so by following its leader and not as one rigid body, whose rear would
/// swing out further than anybody may move (dba.6, dba.7, move.5).
pub(crate) fn wheels(f: &Field, ids: &[ElementId], steps: &[Step]) -> bool {
    ids.len() > 1
        && steps.iter().any(|s| !matches!(s, Step::Advance(_)))
        && super::shape::one_wide(f, ids)
        && is_column(f, &leader_first(f, ids))
}

/// The elements of a straight column from the foremost to the rearmost.
pub(crate) fn leader_first(f: &Field, ids: &[ElementId]) -> Vec<ElementId> {
    let dir = f[ids[0]].base.dir;
    let mut out = ids.to_vec();
    out.sort_by(|a, b| f[*b].base.front.dot(dir).total_cmp(&f[*a].base.front.dot(dir)).then(a.cmp(b)));
    out
}

/// The way of a column, leader first.
pub(crate) fn way(f: &Field, ids: &[ElementId], with: &[ElementId], steps: &[Step]) -> Result<Way, Refusal> {
    check_steps(steps)?;
    no_commanders(f, ids)?;
    if !is_column(f, ids) {
        return Err(Refusal::by(clause!("move.8"), say!("not-column-name-leader")));
    }
    if ids.len() > 1 {
        if let Some(id) = ids.iter().find(|id| fights(f, **id)) {
            return Err(Refusal::by(clause!("move.10"), say!("close-combat-no-element", id)));
        }
    }
    // The leader moves as a group of one would (dba.6), the readings of it included.
    super::group::check_either(f, steps)?;
    let chord = f.readings.is(reading!("wheel-measure", "chord"));
    let mut w = Way::new(f, ids, with);
    // Whom each accompanying commander keeps beside.
    let beside: Vec<usize> = with
        .iter()
        .map(|c| {
            let r = f[*c].rect();
            (0..ids.len())
                .min_by(|a, b| f[ids[*a]].rect().gap(&r).total_cmp(&f[ids[*b]].rect().gap(&r)))
                .unwrap_or(0)
        })
        .collect();
    for s in steps {
        match *s {
            Step::Advance(d) => {
                let straight = w.end()[..ids.len()].windows(2).all(|p| p[0].dir == p[1].dir);
                let n = if straight { 1 } else { (d / PIECE).ceil().clamp(1.0, 200.0) as usize };
                for _ in 0..n {
                    let lead = w.end()[0];
                    let to = lead.moved(lead.dir * (d / n as f64));
                    let all = follow(&w, ids.len(), &beside, to);
                    w.push(Leg::March, d / n as f64, all);
                }
            }
            Step::WheelLeft(a) | Step::WheelRight(a) => {
                if a <= 1e-9 {
                    continue;
                }
                let lead = w.end()[0];
                let (pivot, sign): (V2, f64) = match s {
                    Step::WheelLeft(_) => (lead.front_left(), 1.0),
                    _ => (lead.front_right(), -1.0),
                };
                let n = wheel_stages(a, pivot, &[lead]);
                let arc = if chord {
                    lead.width * V2::bearing(0.0).dist(V2::bearing(a))
                } else {
                    a.to_radians() * lead.width
                };
                for k in 1..=n {
                    let to = lead.turned_about(pivot, sign * a.to_radians() * (k as f64 / n as f64));
                    let leg = if k == n { Leg::WheelEnd } else { Leg::Wheeling };
                    let all = follow(&w, ids.len(), &beside, to);
                    w.push_turn(leg, Turn { pivot, who: 1 }, arc / n as f64, all);
                }
            }
        }
    }
    Ok(w)
}

/// The leader comes to `to`; everyone else follows along the track, the middle of its front on the middle of the
/// predecessor's rear.
fn follow(w: &Way, n: usize, beside: &[usize], to: Base) -> Vec<Base> {
    let old: Vec<Base> = w.end().to_vec();
    let mut new: Vec<Base> = Vec::with_capacity(old.len());
    new.push(to);
    for i in 1..n {
        let front = new[i - 1].rear();
        let tail = old[i].rear();
        // Drawn along by its front, it faces along the track.
        let along = front - tail;
        let mut dir = along.unit();
        if dir.dot(old[i].dir) > 1.0 - 1e-12 {
            dir = old[i].dir;
        }
        new.push(old[i].at(front, dir));
    }
    for (c, i) in beside.iter().enumerate() {
        let (a, b, me) = (&old[*i], &new[*i], &old[n + c]);
        let angle = if a.dir == b.dir { 0.0 } else { a.dir.turn_to(b.dir) };
        let off = me.front - a.front;
        new.push(if angle == 0.0 {
            me.at(b.front + off, me.dir)
        } else {
            me.at(b.front + off.turned(angle), me.dir.turned(angle).unit())
        });
    }
    new
}

/// The way of a group that narrows: the leader goes first, the others fall in behind in the order named. Whoever cannot
/// reach a place stays, with all after him.
pub(crate) fn form(f: &Field, ids: &[ElementId], steps: &[Step]) -> Result<Way, Refusal> {
    check_steps(steps)?;
    super::shape::check_group(f, ids)?;
    if let Some(id) = ids.iter().find(|id| fights(f, **id)) {
        return Err(Refusal::by(clause!("move.10"), say!("close-combat", id)));
    }
    let mut by = Grounds::default();
    if !super::shape::one_wide(f, ids) {
        if let Some(id) = ids.iter().find(|id| f.terrain.heavy(&f[**id].rect())) {
            by.add(super::rate::check_wide(f, ids, *id)?);
        }
    }
    let mut lead = way(f, &ids[..1], &[], steps)?;
    let mut g = f.clone();
    super::try_leg_by_leg(&mut g, &mut lead)?;
    // Whoever falls in goes by itself; who cannot has not moved.
    let mut falls_in: Vec<Way> = Vec::new();
    let mut pred = lead.end()[0];
    for id in &ids[1..] {
        let to = f[*id].base.at(pred.rear(), pred.dir);
        let Ok(mut one) = super::single::way(&g, *id, &[to.pose()]) else { break };
        if super::try_leg_by_leg(&mut g, &mut one).is_err() {
            break;
        }
        pred = one.end()[0];
        falls_in.push(one);
    }
    // The leader's stages, everyone else still.
    let mut w = Way::new(f, &ids[..=falls_in.len()], &[]);
    w.by = by;
    w.by.join(std::mem::take(&mut lead.by));
    for k in 0..lead.stages() {
        let mut to = w.end().to_vec();
        to[0] = lead.after(k + 1)[0];
        let paces = lead.paces_at((k + 1) as f64) - lead.paces_at(k as f64);
        match lead.turn(k) {
            Some(turn) => w.push_turn(lead.leg(k), turn, paces, to),
            None => w.push(lead.leg(k), paces, to),
        }
    }
    for (i, one) in falls_in.into_iter().enumerate() {
        let mut all = w.end().to_vec();
        all[i + 1] = one.end()[0];
        // Each spends its own distance; the move has used the longest.
        let more = (one.length() - w.length()).max(0.0);
        w.push(Leg::Free, more, all);
        w.by.join(one.by);
    }
    Ok(w)
}
