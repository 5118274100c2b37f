//! Lining up with the enemy (dba.14, dba.15, dba.53, contact.4, contact.5).

use super::shape::column_link;
use super::sweep::barred;
use super::way::Way;
use crate::contact::{SAME, aligned, is_camp_contact, is_flank, is_front, is_rear};
use crate::field::{CampSite, Element, ElementId, Field};
use crate::order::Facet;
use crate::procedures::line_up::{self, ClosingTheDoor, Edge, Start};
use crate::troop::Troop;
use crate::{book, reading};
use table::{Base, EPS, V2};
use umpire::Clause;

/// The cosine of the greatest free turn when lining up: 45 degrees.
fn greatest_turn(f: &Field) -> f64 {
    V2::bearing(f.readings.number(reading!("conforming-turn"))).y - 1e-9
}

/// Where a mover lined up on an enemy's edge stands, if turn and slide are within the limits of dba.14, and how far it
/// slides.
fn fits(f: &Field, from: &Base, foe: &Base, on: Facet) -> Option<(Base, f64)> {
    let to = match on {
        Facet::Overlap => beside(from, foe),
        _ => aligned(from, foe, on),
    };
    // Along which of the enemy's edges it slides.
    let edge = match on {
        Facet::LeftFlank | Facet::RightFlank => foe.dir,
        _ => foe.dir.right(),
    };
    within_limits(f, from, &to, edge).map(|s| (to, s))
}

fn within_limits(f: &Field, from: &Base, to: &Base, edge: V2) -> Option<f64> {
    let turns = from.dir.dot(to.dir) >= greatest_turn(f);
    let slide = (to.front - from.front).dot(edge).abs();
    line_up::within(turns, slide, f.readings.number(reading!("conforming-slide"))).is_ok().then_some(slide)
}

/// Level beside a friend who fights the foe: facing opposite to it, corner to corner, on the nearer side.
fn beside(from: &Base, foe: &Base) -> Base {
    let left = foe.local(from.front).x < 0.0;
    let dir = -foe.dir;
    // Its left front corner at the foe's left one, or right at right.
    let front = if left {
        foe.front_left() + dir.right() * (from.width / 2.0)
    } else {
        foe.front_right() - dir.right() * (from.width / 2.0)
    };
    from.at(front, dir)
}

/// dba.14: the lined-up base of an element that touches `foe`, if it turns through no more than 45 degrees, slides no
/// more than 80 p along the enemy's edge, and nothing prevents it from standing there.
pub fn place(f: &Field, mover: ElementId, from: &Base, foe: ElementId, on: Facet) -> Option<Base> {
    let (to, _) = fits(f, from, &f[foe].base, on)?;
    barred(f, &to, |o| o == mover).is_none().then_some(to)
}

/// Is the turn and the slide to line up there within the limits, whoever stands in the way?
pub(crate) fn within_reach(f: &Field, from: &Base, foe: ElementId, on: Facet) -> bool {
    fits(f, from, &f[foe].base, on).is_some()
}

/// Everyone's places when the body turns and slides as one, so that one of its bases comes from `from` to `to`.
fn carried(bases: &[Base], from: &Base, to: &Base) -> Vec<Base> {
    if from.dir == to.dir {
        let by = to.front - from.front;
        return bases.iter().map(|b| b.moved(by)).collect();
    }
    let angle = from.dir.turn_to(to.dir);
    bases
        .iter()
        .map(|b| {
            let dir = if b.dir == from.dir { to.dir } else { b.dir.turned(angle).unit() };
            b.at(to.front + (b.front - from.front).turned(angle), dir)
        })
        .collect()
}

/// Can all of them stand there? Guns in a column and accompanying commanders may not touch an enemy (contact.1, dba.57).
fn room(f: &Field, way: &Way, bases: &[Base]) -> bool {
    let t = book::data().touch;
    bases.iter().enumerate().all(|(i, b)| {
        let id = way.who[i];
        let shy = matches!(f[id].troop, Troop::Artillery | Troop::Commander);
        barred(f, b, |o| way.includes(o)).is_none()
            && !(shy && touches_enemy(f, id, b))
            && (i < way.own
                || bases[..way.own].iter().all(|m| m.rect().penetration(&b.rect()) <= t || column_link(m, b)))
    })
}

/// Would it touch an enemy or his camp there? Command elements flee and do not count (dba.57).
fn touches_enemy(f: &Field, id: ElementId, b: &Base) -> bool {
    let camp = |c: &CampSite| c.rect.comes_within(&b.rect(), book::data().touch);
    f.touching_of(id.side().other(), *b, id).any(|o| !o.is_commander())
        || f.enemy_camp(id.side()).is_some_and(camp)
}

/// The whole body lined up by its member `i` on the foe's edge, and the slide it takes.
pub(crate) fn body(
    f: &Field,
    way: &Way,
    bases: &[Base],
    i: usize,
    foe: &Element,
    on: Facet,
) -> Option<(Vec<Base>, f64)> {
    let (to, slide) = fits(f, &bases[i], &foe.base, on)?;
    let all = carried(bases, &bases[i], &to);
    room(f, way, &all).then_some((all, slide))
}

/// The whole body brought by its member `i` into full front contact with a camp (dba.53, contact.6).
pub(crate) fn body_at_camp(
    f: &Field,
    way: &Way,
    bases: &[Base],
    i: usize,
    camp: &CampSite,
) -> Option<Vec<Base>> {
    let b = &bases[i];
    let r = &camp.rect;
    let mut best: Option<(f64, Base)> = None;
    for (normal, half, extent) in [
        (r.dir, r.half_depth, r.half_width),
        (-r.dir, r.half_depth, r.half_width),
        (r.dir.right(), r.half_width, r.half_depth),
        (-r.dir.right(), r.half_width, r.half_depth),
    ] {
        let edge = normal.right();
        let lim = (extent - b.width / 2.0).abs();
        let along = (b.front - r.centre).dot(edge);
        let to = b.at(r.centre + normal * half + edge * along.clamp(-lim, lim), -normal);
        // It must be on that side of the camp.
        if (b.front - r.centre).dot(normal) < half - book::data().touch - b.width / 2.0 {
            continue;
        }
        if let Some(slide) = within_limits(f, b, &to, edge) {
            let turn = 1.0 - b.dir.dot(to.dir);
            if best.as_ref().is_none_or(|(s, _)| slide + turn * 100.0 < *s) {
                best = Some((slide + turn * 100.0, to));
            }
        }
    }
    let (_, to) = best?;
    let all = carried(bases, b, &to);
    (is_camp_contact(&all[i], camp) && room(f, way, &all)).then_some(all)
}

/// Where Jaeger touched by a group turn to (contact.4): their front along the front of the element which touched them,
/// any angle, at most 80 p sideways. `None` if they are not covered or have no room.
pub(crate) fn skirmishers_turn(
    f: &Field,
    way: &Way,
    bases: &[Base],
    toucher: usize,
    foe: &Element,
    turned: &[(ElementId, Base)],
) -> Option<Base> {
    if way.own < 2 || foe.troop != Troop::Jaeger || !f.readings.is(reading!("skirmishers-turn", "jaeger")) {
        return None;
    }
    let good_going = !f.terrain.heavy(&foe.rect()) && !f.wades(&foe.base);
    if !good_going || f.front_to_front(foe.id) || in_a_group(f, foe) {
        return None;
    }
    let to = aligned(&foe.base, &bases[toucher], Facet::Front);
    let slide = (to.front - foe.base.front).dot(bases[toucher].dir.right()).abs();
    if slide > f.readings.number(reading!("conforming-slide")) + EPS {
        return None;
    }
    let t = book::data().touch;
    let gone = |o: ElementId| turned.iter().any(|(j, _)| *j == o);
    let free = barred(f, &to, |o| o == foe.id || way.includes(o) || gone(o)).is_none()
        && bases.iter().chain(turned.iter().map(|(_, b)| b)).all(|b| b.rect().penetration(&to.rect()) <= t);
    free.then_some(to)
}

/// Is the element part of a group of its own side (move.3, move.4)?
pub(crate) fn in_a_group(f: &Field, e: &Element) -> bool {
    f.touching(e.base, e.id).any(|o| super::shape::hang_together(e, o))
}

/// The edge that a facet of the enemy is.
pub(crate) fn edge(on: Facet) -> Edge {
    match on {
        Facet::Front => Edge::Front,
        Facet::Rear => Edge::Rear,
        Facet::LeftFlank | Facet::RightFlank => Edge::Flank,
        Facet::Overlap => Edge::Overlap,
    }
}

/// By which clause the mover may contact that edge, if it may. All front edges at the start of the move are looked at.
pub(crate) fn right(f: &Field, way: &Way, foe: &Element, on: Facet) -> Option<Clause> {
    let b = &foe.base;
    let fronts =
        || way.start()[..way.own].iter().map(|m| (b.local(m.front_left()), b.local(m.front_right())));
    let mut start = Start::default();
    let mut near_flank = false;
    match on {
        Facet::Front | Facet::Overlap => {}
        Facet::Rear => {
            start.behind_rear_line = fronts().all(|(l, r)| l.y <= -b.depth + EPS && r.y <= -b.depth + EPS);
        }
        Facet::LeftFlank | Facet::RightFlank => {
            let side = if on == Facet::LeftFlank { -1.0 } else { 1.0 };
            let (l, r) = fronts().next()?;
            let outer = |slack: f64| (l.x * side).min(r.x * side) >= b.width / 2.0 - slack;
            start.outside_flank_line = outer(EPS);
            start.partly_behind_front_line = behind_front_line(f, l, r);
            near_flank = outer(book::data().touch);
        }
    }
    let allowed = f.readings.is(reading!("closing-the-door", "allowed"));
    let door = if allowed { ClosingTheDoor::Allowed } else { ClosingTheDoor::Off };
    // Closing the door on an enemy who fights a friend, touching it or free beside the two.
    let beside = || near_flank && level_with_fight(f, foe, &way.start()[0]);
    line_up::right(edge(on), way.own == 1, start, || fighting(f, way, foe), beside, door)
}

/// Is a front edge with these corners, seen from an enemy, far enough behind the line of his front to attack his flank
/// (dba.15)?
pub(crate) fn behind_front_line(f: &Field, l: V2, r: V2) -> bool {
    let wholly = f.readings.is(reading!("flank-start", "wholly-behind"));
    (if wholly { l.y.max(r.y) } else { l.y.min(r.y) }) < -EPS
}

/// Beside a fight (dba.23): some part of the base is level with the enemy or with the friend who fights it.
fn level_with_fight(f: &Field, foe: &Element, m: &Base) -> bool {
    let friend = f.front_opponent(foe.id).map_or(0.0, |o| f[o].base.depth);
    let ys = m.corners().map(|c| foe.base.local(c).y);
    let (lo, hi) = ys.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), y| (l.min(*y), h.max(*y)));
    lo < friend && hi > -foe.base.depth
}

/// Is the foe in aligned front contact with somebody who does not move here?
pub(crate) fn fighting(f: &Field, way: &Way, foe: &Element) -> bool {
    f.front_opponent(foe.id).is_some_and(|o| !way.includes(o))
}

/// How a base touches an enemy's base, as far as dba.47 allows it.
pub(crate) fn facet(a: &Base, foe: &Base) -> Option<Facet> {
    let t = book::data().touch;
    if is_front(a, foe) {
        Some(Facet::Front)
    } else if is_rear(a, foe) {
        Some(Facet::Rear)
    } else if is_flank(a, foe, true) && a.front_left().dist(foe.front_left()) <= t {
        Some(Facet::LeftFlank)
    } else if is_flank(a, foe, false) && a.front_right().dist(foe.front_right()) <= t {
        Some(Facet::RightFlank)
    } else {
        None
    }
}

/// Does `a` stand so as to overlap `foe` (dba.18 a or b), whoever fights whom?
pub(crate) fn overlapping(a: &Base, foe: &Base) -> bool {
    let t = book::data().touch;
    if a.dir.dot(foe.dir) < -SAME
        && (a.front_left().dist(foe.front_left()) <= t || a.front_right().dist(foe.front_right()) <= t)
    {
        return true;
    }
    if a.dir.dot(foe.dir).abs() < SAME {
        return false;
    }
    // Flank edge along flank edge.
    let l = foe.local(a.centre());
    let gap = l.x.abs() - (a.width + foe.width) / 2.0;
    let (lo, hi) = (l.y - a.depth / 2.0, l.y + a.depth / 2.0);
    gap.abs() <= t && hi.min(0.0) - lo.max(-foe.depth) > t
}
