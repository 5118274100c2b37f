//! Marching along a road (dba.50, move.7, dba.4).

use super::shape::{fights, is_column};
use super::single::SANE;
use super::way::{Leg, Way};
use crate::field::{ElementId, Field};
use crate::terrain::Road;
use crate::{clause, reading, say};
use table::{Base, V2};
use umpire::Refusal;

/// Round bends the march is followed in pieces of this length.
const PIECE: f64 = 40.0;

fn crosses(a: V2, b: V2, p: V2, q: V2) -> bool {
    let (d, e) = (b - a, q - p);
    let den = d.cross(e);
    if den.abs() < 1e-12 {
        return false;
    }
    let (t, u) = ((p - a).cross(e) / den, (p - a).cross(d) / den);
    (-1e-9..=1.0 + 1e-9).contains(&t) && (-1e-6..=1.0 + 1e-6).contains(&u)
}

/// Is the base on the road: the middle line under both its front and its rear edge, facing along it?
pub(crate) fn on_road(f: &Field, road: &Road, b: &Base) -> bool {
    let under = |p: V2, q: V2| road.line.segments().any(|(a, c)| crosses(a, c, p, q));
    if !under(b.front_left(), b.front_right()) || !under(b.rear_left(), b.rear_right()) {
        return false;
    }
    road.line.nearest(b.front).is_some_and(|(_, _, dir)| {
        dir.dot(b.dir).abs() >= V2::bearing(f.readings.number(reading!("road-facing"))).y - 1e-9
    })
}

/// The place of a base whose front is `s` along the line, the rear on the line too; `up` marches along the line's own
/// direction. Also how far along its rear is.
fn placed(road: &Road, like: &Base, s: f64, up: bool) -> Option<(Base, f64)> {
    let sign = if up { 1.0 } else { -1.0 };
    let (front, dir) = road.line.at(s)?;
    let dir = dir * sign;
    // The rear: where the line is one depth away, sought backward.
    let mut back = s - sign * like.depth;
    let end = road.line.len();
    if back < 0.0 || back > end {
        // The road ends under it: it stands along its last piece.
        let b = like.at(front, dir);
        return Some((b, back));
    }
    for _ in 0..40 {
        let (rear, _) = road.line.at(back)?;
        let gap = front.dist(rear) - like.depth;
        if gap.abs() < 1e-6 {
            break;
        }
        back += sign * gap;
        if back < 0.0 || back > end {
            break;
        }
    }
    let (rear, _) = road.line.at(back.clamp(0.0, end))?;
    let along = (front - rear).unit();
    let dir = if along.dot(dir) > 1.0 - 1e-12 { dir } else { along };
    Some((like.at(front, dir), back))
}

/// The way along the road.
pub(crate) fn way(f: &Field, ids: &[ElementId], with: &[ElementId], paces: f64) -> Result<Way, Refusal> {
    if !paces.is_finite() || paces.abs() > SANE {
        return Err(Refusal::form(say!("march-no-distance")));
    }
    if paces < 0.0 {
        return Err(Refusal::by(clause!("dba.50"), say!("march-along-road-goes")));
    }
    if !with.is_empty() {
        return Err(Refusal::by(clause!("dba.50"), say!("nobody-beside-column-keeps")));
    }
    if ids.len() > 1 && !is_column(f, ids) {
        return Err(Refusal::by(clause!("move.7"), say!("road-troops-move-element")));
    }
    // A single element that is locked has been refused already (dba.24).
    if let Some(id) = ids.iter().find(|id| ids.len() > 1 && fights(f, **id)) {
        return Err(Refusal::by(clause!("move.10"), say!("close-combat-no-element-column", id)));
    }
    let on = |r: &&Road| ids.iter().all(|id| on_road(f, r, &f[*id].base));
    // Where roads part, the first that can be followed that far.
    let mut why: Option<Refusal> = None;
    for road in f.terrain.roads.iter().filter(on) {
        match along(f, road, ids, paces) {
            Ok(w) => return Ok(w),
            Err(r) => why = why.or(Some(r)),
        }
    }
    Err(why.unwrap_or_else(|| {
        Refusal::by(
            clause!("dba.50"),
            say!("not-road-middle-line", ids = ids[0], number = f.readings.number(reading!("road-facing"))),
        )
    }))
}

/// The way along one road on which everyone stands.
fn along(f: &Field, road: &Road, ids: &[ElementId], paces: f64) -> Result<Way, Refusal> {
    let lead = &f[ids[0]].base;
    let off = Refusal::by(clause!("dba.50"), say!("road-ends-before"));
    let (_, s0, dir) = road.line.nearest(lead.front).ok_or_else(|| off.clone())?;
    let up = dir.dot(lead.dir) > 0.0;
    let s1 = if up { s0 + paces } else { s0 - paces };
    if s1 < -1e-6 || s1 > road.line.len() + 1e-6 {
        return Err(off);
    }
    let mut w = Way::new(f, ids, &[]);
    let bent = road.line.points.len() > 2;
    let n = if bent { (paces / PIECE).ceil().clamp(1.0, 64.0) as usize } else { 1 };
    for k in 1..=n {
        let mut s = s0 + (s1 - s0) * (k as f64 / n as f64);
        let mut to: Vec<Base> = Vec::with_capacity(ids.len());
        for (i, id) in ids.iter().enumerate() {
            let (mut b, back) = placed(road, &f[*id].base, s, up).ok_or_else(|| off.clone())?;
            if k == n {
                // In its place it faces along the road; where a bend lies under it, as the road goes at its front.
                let ahead = road.line.at(s).map_or(b.dir, |(_, d)| if up { d } else { -d });
                let there = b.at(b.front, ahead);
                if (i == 0 || !on_road(f, road, &b)) && on_road(f, road, &there) {
                    b = there;
                }
            }
            if i > 0 {
                b = b.at(to[i - 1].rear(), b.dir);
            }
            to.push(b);
            s = back;
        }
        w.push(Leg::March, paces / n as f64, to);
    }
    if let Some(i) = (0..ids.len()).find(|i| !on_road(f, road, &w.end()[*i])) {
        return Err(Refusal::by(clause!("dba.50"), say!("not-stand-along-road", ids = ids[i])));
    }
    Ok(w)
}
