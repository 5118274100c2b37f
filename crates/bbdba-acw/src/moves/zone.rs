//! Control zones (zone.1, zone.2, dba.13, dba.54).

use super::lineup::{facet, fighting, overlapping};
use super::way::{Around, Way};
use crate::contact::{SAME, is_camp_contact};
use crate::field::{CampSite, Element, ElementId, Field};
use crate::procedures::zone_move::{self, Screening, Within, ZoneReadings, Zones};
use crate::{book, clause, reading, say};
use table::{Base, EPS, Poly, Rect, V2};
use umpire::{Grounds, Refusal};

/// An element's zone: the square ahead of its front edge.
pub(crate) fn zone(e: &Base) -> Rect {
    e.ahead(book::data().zone, 0.0)
}

/// The stretch of an enemy's front edge before which some part of a convex body lies inside the zone, and how near.
struct Shadow {
    lo: f64,
    hi: f64,
    poly: Poly,
}

fn shadow(e: &Base, z: &Poly, body: &Poly) -> Option<Shadow> {
    let part = body.clipped(z);
    if part.points().len() < 3 {
        return None;
    }
    let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut deep = f64::NEG_INFINITY;
    let mut near = f64::INFINITY;
    for p in part.points() {
        let l = e.local(*p);
        lo = lo.min(l.x);
        hi = hi.max(l.x);
        deep = deep.max(l.y);
        near = near.min(l.y);
    }
    (hi - lo > EPS && deep - near > EPS).then_some(Shadow { lo, hi, poly: part })
}

/// How near the body comes to the front edge on the line at `x`.
fn nearness(e: &Base, s: &Shadow, x: f64) -> f64 {
    let pts = s.poly.points();
    let n = pts.len();
    let mut best = f64::INFINITY;
    for i in 0..n {
        let (a, b) = (e.local(pts[i]), e.local(pts[(i + 1) % n]));
        let (a, b) = if a.x <= b.x { (a, b) } else { (b, a) };
        if x < a.x || x > b.x {
            continue;
        }
        let t = if b.x - a.x < 1e-9 { 0.0 } else { (x - a.x) / (b.x - a.x) };
        best = best.min(a.y + (b.y - a.y) * t);
    }
    best
}

/// Is any part of the base inside the zone of `e` without a friend between (dba.54)? `screens` are bodies that may stand
/// between: friends of the base, camps, impassable ground.
fn held(e: &Base, b: &Base, screens: impl Iterator<Item = Rect>) -> bool {
    let z = zone(e);
    if z.penetration(&b.rect()) <= EPS {
        return false;
    }
    let zp = z.poly();
    let Some(m) = shadow(e, &zp, &b.rect().poly()) else { return false };
    let mut open: Vec<(f64, f64)> = vec![(m.lo, m.hi)];
    for r in screens {
        if z.penetration(&r) <= EPS {
            continue;
        }
        let Some(s) = shadow(e, &zp, &r.poly()) else { continue };
        let (lo, hi) = (s.lo.max(m.lo), s.hi.min(m.hi));
        if hi - lo <= 0.0 {
            continue;
        }
        let mid = (lo + hi) / 2.0;
        if nearness(e, &s, mid) >= nearness(e, &m, mid) {
            continue;
        }
        let mut next = Vec::with_capacity(open.len() + 1);
        for (a, c) in open {
            if s.lo > a {
                next.push((a, c.min(s.lo)));
            }
            if s.hi < c {
                next.push((a.max(s.hi), c));
            }
        }
        next.retain(|(a, c)| c - a > EPS);
        open = next;
    }
    !open.is_empty()
}

/// Bodies other than friends that a zone does not reach through (dba.13).
fn solid(f: &Field) -> impl Iterator<Item = Rect> + '_ {
    f.camps().map(|(_, c)| c.rect).chain(f.terrain.waterway.as_ref().map(|w| w.water))
}

/// In whose zone does a base stand unscreened? For ends of moves.
pub(crate) fn holder(f: &Field, id: ElementId, b: &Base) -> Option<ElementId> {
    let side = id.side();
    let screens = ZoneReadings::of(&f.readings).screening == Screening::FriendsScreen;
    f.near(b.rect().bounds(), book::data().zone + 1.0)
        .filter(|e| e.side() != side && !e.is_commander())
        .find(|e| {
            zone(&e.base).penetration(&b.rect()) > EPS
                && held(
                    &e.base,
                    b,
                    f.near(zone(&e.base).bounds(), 0.0)
                        .filter(|o| screens && o.side() == side && o.id != id && !o.is_commander())
                        .map(|o| o.rect())
                        .chain(solid(f)),
                )
        })
        .map(|e| e.id)
}

/// Whether a zone holds a mover.
enum Caught {
    Never,
    /// It comes into the zone, but others stand between.
    Screened,
    /// From this moment on.
    From(f64),
}

/// Whether and from when some mover is held by the zone of `e`.
fn caught(f: &Field, way: &Way, around: &Around<'_>, e: &Element) -> Caught {
    let z = zone(&e.base);
    let screens = ZoneReadings::of(&f.readings).screening == Screening::FriendsScreen;
    let friends = around.friends.iter().filter(|_| screens).map(|o| o.rect());
    let fixed: Vec<Rect> = friends.chain(solid(f)).filter(|r| z.penetration(r) > EPS).collect();
    let mut best: Option<f64> = None;
    let mut screened = false;
    for i in 0..way.n() {
        // A member of the same group screens only from a rank before.
        let me = &way.start()[i];
        let ahead: Vec<usize> = (0..way.own)
            .filter(|j| screens && *j != i)
            .filter(|j| {
                let l = me.local(way.start()[*j].front);
                l.y > me.depth / 2.0 && l.x.abs() < 4.0 * me.width
            })
            .collect();
        if let Some(t) = caught_one(way, i, e, &z, &fixed, &ahead) {
            if best.is_none_or(|b| t < b) {
                best = Some(t);
            }
            if t <= 0.0 {
                break;
            }
        } else if !(fixed.is_empty() && ahead.is_empty()) {
            screened |= comes_into(way, i, &z);
        }
    }
    match best {
        Some(t) => Caught::From(t),
        None if screened => Caught::Screened,
        None => Caught::Never,
    }
}

/// Is any part of the mover in the zone at any moment?
fn comes_into(way: &Way, i: usize, z: &Rect) -> bool {
    z.penetration(&way.start()[i].rect()) > EPS || (0..way.stages()).any(|k| way.enters(k, i, z, EPS))
}

fn caught_one(way: &Way, i: usize, e: &Element, z: &Rect, fixed: &[Rect], ahead: &[usize]) -> Option<f64> {
    // Nobody can stand between.
    let open = fixed.is_empty() && ahead.is_empty();
    let at = |time: f64| -> bool {
        let b = way.base(i, time);
        z.penetration(&b.rect()) > EPS
            && (open
                || held(
                    &e.base,
                    &b,
                    fixed.iter().copied().chain(ahead.iter().map(|j| way.base(*j, time).rect())),
                ))
    };
    if z.penetration(&way.start()[i].rect()) > EPS && at(0.0) {
        return Some(0.0);
    }
    for k in 0..way.stages() {
        let (a, b) = (&way.after(k)[i], &way.after(k + 1)[i]);
        if !way.enters(k, i, z, EPS) {
            continue;
        }
        let d = b.front - a.front;
        if open && a.dir == b.dir && d.len2() > 1e-12 {
            // Nobody between and straight: the moment it crosses the border, and what rounding forgives.
            let l = d.len();
            if let Some(t) = a.rect().travel_to(z, d * (1.0 / l)) {
                return Some(k as f64 + ((t + EPS) / l).min(1.0));
            }
            continue;
        }
        // At every moment: looked at every few paces of the part in the zone, then narrowed down.
        let paces = way.paces_at(k as f64 + 1.0) - way.paces_at(k as f64);
        let n = ((paces / 10.0).ceil() as u32).clamp(2, 64);
        let (mut begin, mut end) = (0.0, 1.0);
        if a.dir == b.dir && d.len2() > 1e-12 {
            let l = d.len();
            let u = d * (1.0 / l);
            begin = a.rect().travel_to(z, u).map_or(0.0, |t| (t / l).min(1.0));
            end = b.rect().travel_to(z, -u).map_or(1.0, |t| (1.0 - t / l).max(begin));
        }
        for j in 1..=n {
            // Exactly the end of the stage, so that nothing is rounded past it.
            let part = |j: u32| begin + (end - begin) * (f64::from(j) / f64::from(n));
            let t1 = if j == n && end >= 1.0 { (k + 1) as f64 } else { k as f64 + part(j) };
            if at(t1) {
                let (mut lo, mut hi) = (k as f64 + part(j - 1), t1);
                for _ in 0..24 {
                    let m = (lo + hi) / 2.0;
                    if at(m) {
                        hi = m;
                    } else {
                        lo = m;
                    }
                }
                return Some(hi);
            }
        }
    }
    None
}

/// The two front corners of whatever moves as one: a single element, a leader or a line.
fn fronts(bases: &[Base]) -> (V2, V2) {
    let d = bases[0].dir;
    let most = bases.iter().map(|b| b.front.dot(d)).fold(f64::NEG_INFINITY, f64::max);
    let (mut l, mut r) = (bases[0].front_left(), bases[0].front_right());
    for b in bases.iter().filter(|b| b.front.dot(d) > most - 2.0) {
        if b.front_left().dot(d.right()) < l.dot(d.right()) {
            l = b.front_left();
        }
        if b.front_right().dot(d.right()) > r.dot(d.right()) {
            r = b.front_right();
        }
    }
    (l, r)
}

/// A hundredth of a pace: what rounding may leave of a movement that is not there.
const STILL: f64 = 0.01;

/// (b): turns parallel to the owner and goes straight toward it, nothing else.
fn turns_parallel(way: &Way, from: f64, e: &Base) -> bool {
    let toward = -e.dir;
    let last = way.end()[0].dir;
    if last.dot(toward) < SAME {
        return false;
    }
    let mut prev: Vec<Base> = (0..way.own).map(|i| way.base(i, from)).collect();
    for k in (from as usize)..way.stages() {
        let next = &way.after(k + 1)[..way.own];
        if !piece_is_parallel(&prev, next, e) {
            return false;
        }
        prev = next.to_vec();
    }
    true
}

fn piece_is_parallel(prev: &[Base], next: &[Base], e: &Base) -> bool {
    let toward = -e.dir;
    let ((l0, r0), (l1, r1)) = (fronts(prev), fronts(next));
    let (dl, dr) = (l1 - l0, r1 - r0);
    if dl.len() <= STILL && dr.len() <= STILL {
        return true;
    }
    if prev[0].dir == next[0].dir {
        // Straight: toward the owner, within the degree in which directions are the same.
        return dl.unit().dot(toward) >= SAME;
    }
    // A turn: some point of the front edge goes neither to the side nor away.
    let side = e.dir.right();
    let (sl, sr) = (dl.dot(side), dr.dot(side));
    let still = sl.abs() <= STILL || sr.abs() <= STILL || sl * sr <= 0.0;
    let away = dl.dot(toward) < -STILL && dr.dot(toward) < -STILL;
    let closer = prev[0].dir.dot(toward) <= next[0].dir.dot(toward) + 1e-9;
    still && !away && closer
}

/// (c): straight back without changing its facing.
fn straight_back(way: &Way) -> bool {
    let mut prev = way.start()[0];
    for k in 0..way.stages() {
        let next = way.after(k + 1)[0];
        let d = next.front - prev.front;
        if prev.dir.dot(next.dir) < 1.0 - 1e-9 {
            return false;
        }
        if d.len() > STILL
            && (d.dot(prev.dir) > 0.0 || d.dot(prev.dir.right()).abs() > STILL + d.len() * 1e-4)
        {
            return false;
        }
        prev = next;
    }
    true
}

/// (a): ends in lawful contact with the owner of the zone or with a friend's opponent; by a reading with anybody, a camp too.
fn leads_to_combat(f: &Field, way: &Way, ends: &[Base], owners: &[ElementId], around: &Around<'_>) -> bool {
    let anybody = f.readings.is(reading!("zone-attack", "anybody"));
    let movers = &ends[..way.own];
    let storms = |c: &CampSite| movers.iter().any(|b| is_camp_contact(b, c));
    (anybody && f.enemy_camp(around.side).is_some_and(storms))
        || around.foes.iter().any(|e| {
            movers.iter().any(|b| match facet(b, &e.base) {
                Some(_) => anybody || owners.contains(&e.id) || fighting(f, way, e),
                None => fighting(f, way, e) && overlapping(b, &e.base),
            })
        })
}

/// Refuses what zone.2 forbids. `ends` is where everyone stands after lining up; `fights` names Jaeger that turn to the
/// group, with whom it will be in front contact.
pub(crate) fn check(
    f: &Field,
    way: &Way,
    around: &Around<'_>,
    ends: &[Base],
    fights: &[(ElementId, Base)],
    by: &mut Grounds,
) -> Result<(), Refusal> {
    if way.stages() == 0 || ZoneReadings::of(&f.readings).zones == Zones::Off {
        return Ok(());
    }
    let reach = book::data().zone;
    let (lo, hi) = way.bounds();
    let mut caught_by: Vec<(f64, ElementId)> = Vec::new();
    let mut from = f64::INFINITY;
    let straight = straight_ahead(way);
    // When it came into the zone of one to whom it is parallel already.
    let mut parallel = f64::INFINITY;
    for e in &around.foes {
        let (zl, zh) = e.base.ahead(reach, 0.0).bounds();
        if zl.x > hi.x || zh.x < lo.x || zl.y > hi.y || zh.y < lo.y {
            continue;
        }
        let t = match caught(f, way, around, e) {
            Caught::From(t) => t,
            Caught::Screened => {
                by.add(clause!("dba.54"));
                continue;
            }
            Caught::Never => continue,
        };
        if straight && way.start()[0].dir.dot(-e.base.dir) >= SAME {
            parallel = parallel.min(t);
        }
        caught_by.push((t, e.id));
        from = from.min(t);
    }
    if caught_by.is_empty() {
        return Ok(());
    }
    // A base width deep.
    by.add(clause!("zone.1"));
    by.add(clause!("bases.5"));
    // It may be inside as zone.2 says, or come in as dba.13 does.
    by.add(if from > 0.0 { clause!("dba.13") } else { clause!("zone.2") });
    // From the moment it is inside it answers to the owner of that zone, whosever it comes into later.
    let soon = way.paces_at(from) + STILL;
    if way.paces_at(parallel) <= soon && parallel.is_finite() {
        // Parallel already and straight toward it: (b), whatever other zones it touches.
        return Ok(());
    }
    // Who begins inside zones must do by their owners; who enters may go on into contact with any whose zone it enters.
    let owners: Vec<ElementId> =
        caught_by.iter().filter(|(t, _)| from > 0.0 || *t <= 0.0).map(|(_, id)| *id).collect();
    let first: Vec<ElementId> =
        caught_by.iter().filter(|(t, _)| way.paces_at(*t) <= soon).map(|(_, id)| *id).collect();
    let left = way.length() - way.paces_at(from);
    let mut does = Within { stops: left <= STILL && moved(way, from) <= STILL, ..Within::default() };
    // Looked at one after the other, as far as need be.
    does.into_contact = !does.stops
        && (fights.iter().any(|(j, _)| owners.contains(j)) || leads_to_combat(f, way, ends, &owners, around));
    does.parallel_and_toward =
        !does.stops && !does.into_contact && first.iter().any(|o| turns_parallel(way, from, &f[*o].base));
    let other = does.stops || does.into_contact || does.parallel_and_toward;
    does.straight_back = !other && from <= 0.0 && straight_back(way);
    match zone_move::allowed(from > 0.0, does) {
        Ok(rule) => {
            by.add(rule);
            Ok(())
        }
        Err(rule) => Err(Refusal::by(
            rule,
            say!(
                "moves-inside-control-zone",
                holders = words::list(first.iter().copied(), words::Joint::Comma),
                paces = words::whole(way.paces_at(from).floor())
            ),
        )),
    }
}

/// Does everyone go straight ahead all the way?
fn straight_ahead(way: &Way) -> bool {
    let start = &way.start()[0];
    (0..way.stages()).all(|k| {
        let (a, b) = (&way.after(k)[0], &way.after(k + 1)[0]);
        let d = b.front - a.front;
        b.dir == start.dir && d.dot(a.dir) >= -STILL && d.dot(a.dir.right()).abs() <= STILL
    }) && way.end().iter().all(|b| b.dir == start.dir)
}

/// How far anybody still goes after a moment.
fn moved(way: &Way, from: f64) -> f64 {
    (0..way.n())
        .map(|i| {
            let (a, b) = (way.base(i, from).corners(), way.end()[i].corners());
            (0..4).map(|c| a[c].dist(b[c])).fold(0.0, f64::max)
        })
        .fold(0.0, f64::max)
}
