//! Impetuous advance: cavalry at once, victorious line infantry at the end of the turn (impetuous.1, impetuous.2).

use super::commander::make_way_along;
use super::room::{Way, fits, touch};
use super::settle;
use crate::event::{Event, Why};
use crate::field::{Element, ElementId, Field, Side};
use crate::moves::{hang_together, lineup, turns_in_a_bed};
use crate::order::Facet;
use crate::procedures::follow_up::{self, Deeds, carried_forward};
use crate::troop::Troop;
use crate::{clause, reading};
use table::{Base, EPS, v2};
use umpire::Log;

/// A cavalry element whose front opponent recoiled, fled, broke off or was destroyed advances at once by its own base
/// depth, as far as it can.
pub fn follow_up(f: &mut Field, cavalry: ElementId, log: &mut Log<Event>) {
    let e = &f[cavalry];
    if !e.on_table() || e.troop != Troop::Cavalry {
        return;
    }
    let from = e.base;
    let Ok(most) = follow_up::at_once(e.troop, f.terrain.heavy(&from.rect())) else { return };
    let (mut far, foes) = room_ahead(f, &[cavalry], most);
    let firm = before_heavy_going(f, &from, far);
    let stopped = firm < far;
    far = firm;
    if far <= EPS {
        return;
    }
    let to = from.moved(from.dir * far);
    make_way_along(f, cavalry, &from, &to, log);
    f.go(cavalry, to, Why::Advances, clause!("impetuous.1"), log);
    if !stopped {
        line_up(f, &[cavalry], &[from], &foes, true, log);
    }
    f.note_contacts(cavalry);
    settle(f);
}

/// How far along its way ahead a base goes before any part of it is in heavy going, or, by a reading, in a river.
fn before_heavy_going(f: &Field, from: &Base, far: f64) -> f64 {
    let dry = f.readings.is(reading!("follow-up-river", "stops")) && f.terrain.bed_under(from).is_none();
    let heavy = |d: f64| {
        let mut r = from.rect();
        r.centre += from.dir * (d / 2.0);
        r.half_depth += d / 2.0;
        f.terrain.heavy(&r) || (dry && f.terrain.rivers.iter().any(|v| v.holds(&r)))
    };
    if !heavy(far) {
        return far;
    }
    let (mut free, mut stuck) = (0.0, far);
    while stuck - free > EPS / 2.0 {
        let mid = (free + stuck) / 2.0;
        if heavy(mid) {
            stuck = mid;
        } else {
            free = mid;
        }
    }
    free
}

/// How far a body can go straight ahead before one of its elements meets anyone, a camp, impassable terrain or the
/// table edge; and the enemies it then touches, with who touches them.
fn room_ahead(f: &Field, body: &[ElementId], most: f64) -> (f64, Vec<(ElementId, ElementId)>) {
    let mut far = most;
    let mut met: Vec<(f64, ElementId, ElementId)> = Vec::new();
    for id in body {
        let b = f[*id].base;
        // A little further, so that who is touched with the last pace is met.
        let way = Way::new(&b, b.dir, most + 2.0 * touch());
        far = far.min(way.ground_room(f)).min(to_the_edge(f, &b));
        for o in way.met(f, *id).filter(|o| !body.contains(&o.id)) {
            let at = way.reach(&o.rect());
            far = far.min(at);
            if o.side() != id.side() {
                met.push((at, *id, o.id));
            }
        }
    }
    met.retain(|(at, ..)| *at <= far + touch());
    met.sort_by(|a, b| {
        // The pair most nearly opposite each other first.
        let apart = |x: &(f64, ElementId, ElementId)| f[x.1].base.front.dist(f[x.2].base.front);
        apart(a).total_cmp(&apart(b)).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2))
    });
    (far.max(0.0), met.into_iter().map(|(_, a, b)| (a, b)).collect())
}

fn to_the_edge(f: &Field, b: &Base) -> f64 {
    let room = |at: f64, v: f64, size: f64| {
        if v > 1e-12 {
            (size - at) / v
        } else if v < -1e-12 {
            -at / v
        } else {
            f64::INFINITY
        }
    };
    b.corners()
        .iter()
        .map(|c| room(c.x, b.dir.x, f.width).min(room(c.y, b.dir.y, f.depth)))
        .fold(f64::INFINITY, f64::min)
        .max(0.0)
}

/// Which edges of the enemy an element that began its advance at `start` may line up with, the one it touches first
/// (dba.15).
fn edges(f: &Field, start: &Base, now: &Base, foe: &Base, alone: bool) -> Vec<Facet> {
    let at = foe.local(now.front);
    let (l, r) = (foe.local(start.front_left()), foe.local(start.front_right()));
    let mut on = Vec::with_capacity(2);
    let half = foe.width / 2.0;
    if at.y <= -foe.depth + touch() {
        if l.y.max(r.y) <= -foe.depth + EPS {
            on.push(Facet::Rear);
        }
    } else if at.y < -touch() && alone && lineup::behind_front_line(f, l, r) {
        if l.x.max(r.x) <= -half + EPS {
            on.push(Facet::LeftFlank);
        } else if l.x.min(r.x) >= half - EPS {
            on.push(Facet::RightFlank);
        }
    }
    on.push(Facet::Front);
    on
}

/// Further than any base reaches.
const FAR_OFF: f64 = 1e5;

/// Lines a body that has met enemies up with one of them, turning and sliding as one, if it can (dba.14).
fn line_up(
    f: &mut Field,
    body: &[ElementId],
    starts: &[Base],
    foes: &[(ElementId, ElementId)],
    alone: bool,
    log: &mut Log<Event>,
) {
    for (member, foe) in foes {
        // Its fellows go with it: they are not in its way.
        let mut apart = (body.len() > 1).then(|| f.clone());
        if let Some(g) = &mut apart {
            for id in body.iter().filter(|id| *id != member) {
                let b = g[*id].base;
                g.set(*id, b.moved(v2(-FAR_OFF, -FAR_OFF)));
            }
        }
        let Some(at) = body.iter().position(|b| b == member) else { continue };
        if f[*foe].is_commander() {
            continue;
        }
        let now = f[*member].base;
        for on in edges(f, &starts[at], &now, &f[*foe].base, alone) {
            let Some(to) = lineup::place(apart.as_ref().unwrap_or(f), *member, &now, *foe, on) else {
                continue;
            };
            if turns_in_a_bed(f, &now, &to, &f[*foe].base) {
                continue;
            }
            let turn = now.dir.turn_to(to.dir);
            let places: Vec<Base> = body
                .iter()
                .map(|id| {
                    let b = f[*id].base;
                    if id == member {
                        to
                    } else {
                        b.turned_about(now.front, turn).moved(to.front - now.front)
                    }
                })
                .collect();
            if !places.iter().all(|p| fits(f, p, body)) {
                continue;
            }
            for (id, p) in body.iter().zip(&places) {
                super::make_way(f, *id, p, log);
                if f[*id].base != *p {
                    f.go(*id, *p, Why::LinesUp, clause!("dba.14"), log);
                }
            }
            return;
        }
    }
}

/// At the end of the turn groups of line infantry that won all their combats advance by their base depth, the active
/// player's first.
pub fn line_advances(f: &mut Field, log: &mut Log<Event>) {
    if f.readings.is(reading!("line-advance", "never")) {
        return;
    }
    for side in [f.active, f.active.other()] {
        advance_side(f, side, log);
    }
}

fn advance_side(f: &mut Field, side: Side, log: &mut Log<Event>) {
    let n = f.army(side).elements.len();
    let mut seen = vec![false; n];
    for i in 0..n {
        let e = &f.army(side).elements[i];
        if seen[i] || e.combats == 0 || !e.on_table() || !e.troop.is_line() {
            continue;
        }
        let group = line_group(f, e.id, &mut seen);
        let sum = |count: fn(&Element) -> u8| group.iter().map(|id| u32::from(count(&f[*id]))).sum();
        let deeds = Deeds {
            elements: group.len(),
            combats: sum(|e| e.combats),
            won: sum(|e| e.wins),
            in_front_contact: group.iter().any(|id| f.front_to_front(*id)),
        };
        if carried_forward(deeds) {
            advance_group(f, &group, log);
        }
    }
}

fn advance_group(f: &mut Field, group: &[ElementId], log: &mut Log<Event>) {
    let rule = clause!("impetuous.2");
    let dir = f[group[0]].base.dir;
    let (far, foes) = room_ahead(f, group, f[group[0]].base.depth);
    if far <= EPS {
        return;
    }
    let starts: Vec<Base> = group.iter().map(|id| f[*id].base).collect();
    // The foremost first, so that nobody is put on a friend who has still to go.
    let mut order: Vec<usize> = (0..group.len()).collect();
    order.sort_by(|a, b| starts[*b].front.dot(dir).total_cmp(&starts[*a].front.dot(dir)).then(a.cmp(b)));
    for i in order {
        let to = starts[i].moved(dir * far);
        make_way_along(f, group[i], &starts[i], &to, log);
        f.go(group[i], to, Why::Advances, rule, log);
    }
    line_up(f, group, &starts, &foes, false, log);
    for id in group {
        f.note_contacts(*id);
    }
    settle(f);
}

/// All line infantry that hangs together with this element: same command, same facing, edge to edge with matching
/// corners (move.3, dba.10).
fn line_group(f: &Field, first: ElementId, seen: &mut [bool]) -> Vec<ElementId> {
    let mut group = vec![first];
    seen[first.index()] = true;
    let mut at = 0;
    while at < group.len() {
        let e = &f[group[at]];
        for o in f.touching(e.base, e.id) {
            if o.side() == first.side() && !seen[o.id.index()] && o.troop.is_line() && hang_together(e, o) {
                seen[o.id.index()] = true;
                group.push(o.id);
            }
        }
        at += 1;
    }
    group
}
