//! Turning to face a flank or rear attack, and making room for it (dba.16, dba.56).

use super::commander::make_way;
use super::recoil::push_all;
use super::room::{leave, overlap, pushes, touch};
use super::settle;
use crate::contact::{Contact, aligned};
use crate::event::{Event, Why};
use crate::field::{Element, ElementId, Engagement, Field};
use crate::troop::Troop;
use crate::{clause, reading};
use table::{Base, Rect, V2};
use umpire::Log;

/// At the end of the movement phase, after all lining up: elements attacked in flank or rear whose own front is free
/// turn to the attacker that touched first. The one who turns is the defender of the new front contact (dba.22).
pub fn turn_to_face(f: &mut Field, log: &mut Log<Event>) {
    let mut decided: Vec<ElementId> = Vec::new();
    for (attacker, victim) in attacks(f) {
        if decided.contains(&victim) || f[victim].is_commander() {
            continue;
        }
        let Some(contact) = f.contact(&f[attacker], &f[victim]) else { continue };
        if contact == Contact::Front {
            continue;
        }
        decided.push(victim);
        if !front_free(f, &f[victim]) {
            continue;
        }
        let Some(turn) = turn(f, victim, attacker, contact) else { continue };
        for (dir, pushed) in &turn.pushed {
            push_all(f, *dir, pushed, clause!("dba.56"), log);
        }
        make_way(f, victim, &turn.to, log);
        f.go(victim, turn.to, Why::TurnsToFace, clause!("dba.16"), log);
        // It may have been fought before, while there was no room to turn.
        let rounds = f.engagement(attacker, victim).map_or(0, |x| x.rounds);
        f.engagements.retain(|x| (x.attacker, x.defender) != (attacker, victim));
        f.engagements.push(Engagement { attacker, defender: victim, rounds });
        settle(f);
    }
}

/// Pairs whose element could not turn for want of room: attacker, contacted element, contact. They fight as if in front
/// contact.
pub fn unturned(f: &Field) -> Vec<(ElementId, ElementId, Contact)> {
    let mut pairs: Vec<(ElementId, ElementId, Contact)> = Vec::new();
    for (attacker, victim) in attacks(f) {
        if pairs.iter().any(|(a, v, _)| *v == victim || *a == attacker) || !front_free(f, &f[victim]) {
            continue;
        }
        match f.contact(&f[attacker], &f[victim]) {
            None | Some(Contact::Front) => {}
            Some(c) => {
                if f.front_opponent(attacker).is_none() && turn(f, victim, attacker, c).is_none() {
                    pairs.push((attacker, victim, c));
                }
            }
        }
    }
    pairs
}

/// Who has his front on whose flank or rear, in the order in which it came about; contacts that nobody's movement
/// brought about come last.
fn attacks(f: &Field) -> Vec<(ElementId, ElementId)> {
    let mut list = f.touches.clone();
    for e in f.all().filter(|e| !e.is_commander()) {
        for (o, _) in flanked_by(f, e) {
            if !list.contains(&(e.id, o.id)) {
                list.push((e.id, o.id));
            }
        }
    }
    // An attacker lined up with one enemy merely brushes the others its front reaches, such as a second rank.
    list.retain(|(a, v)| {
        let (a, v) = (&f[*a], &f[*v]);
        f.contact(a, v).is_some_and(|c| lined_up(a, v, c))
            || (f.front_opponent(a.id).is_none() && !flanked_by(f, a).any(|(o, c)| lined_up(a, o, c)))
    });
    list
}

/// Whose flank or rear this element's front lies against.
fn flanked_by<'a>(f: &'a Field, e: &'a Element) -> impl Iterator<Item = (&'a Element, Contact)> + 'a {
    let at = e.base.front;
    f.near_of(e.side().other(), (at, at), touch())
        // Most enemies near a front face it, and are no flank attack's victims.
        .filter(move |o| o.base.dir.dot(e.base.dir) > -0.5)
        .filter_map(move |o| f.contact(e, o).filter(|c| *c != Contact::Front).map(|c| (o, c)))
}

/// S or R of dba.14 in full, not a flank contact left over from a recoil (dba.58).
fn lined_up(attacker: &Element, on: &Element, contact: Contact) -> bool {
    let exact = aligned(&attacker.base, &on.base, contact.into());
    exact.front.dist(attacker.base.front) <= 2.0 * touch()
}

/// Does no enemy front touch this element's front, and no camp?
fn front_free(f: &Field, e: &Element) -> bool {
    let edge = |b: &Base| Rect {
        centre: b.front,
        dir: b.dir,
        // Corners that merely meet do not count.
        half_width: b.width / 2.0 - 2.0 * touch(),
        half_depth: 0.0,
    };
    let mine = edge(&e.base);
    f.camp_opponent(e.id).is_none()
        && !f.touching_of(e.side().other(), e.base, e.id).any(|o| {
            !o.is_commander() && o.base.dir.dot(e.base.dir) < 0.0 && edge(&o.base).gap(&mine) <= touch()
        })
}

struct Turn {
    to: Base,
    pushed: Vec<(V2, Vec<(ElementId, f64)>)>,
}

/// The place of an element that turns to its attacker, and who is pushed for it; `None` if there is no room.
fn turn(f: &Field, victim: ElementId, attacker: ElementId, contact: Contact) -> Option<Turn> {
    if f[victim].troop == Troop::Artillery && f.readings.is(reading!("guns-turn", "stay")) {
        return None;
    }
    let (v, a) = (f[victim].base, f[attacker].base);
    let to = if contact == Contact::Rear { v.about_face() } else { v.at(a.front, -a.dir) };
    let r = to.rect();
    if f.off_table(&to) || f.in_camp(&r) || f.terrain.impassable(&r) {
        return None;
    }
    if contact == Contact::Rear {
        return Some(Turn { to, pushed: Vec::new() });
    }
    let mut pushed: Vec<(V2, Vec<(ElementId, f64)>)> = Vec::new();
    for o in f.near(r.bounds(), 0.0) {
        if o.id == victim || o.is_commander() || !overlap(&r, &o.rect()) {
            continue;
        }
        if o.side() != victim.side() || f.readings.is(reading!("turning-room", "must-be-free")) {
            return None;
        }
        let dir = -o.base.dir;
        let first = vec![(o.id, leave(&o.rect(), &r, dir))];
        pushed.push((dir, pushes(f, victim, dir, first, true)?));
    }
    // Those pushed in different directions must not end on each other, nor on the element that turns.
    let mut places: Vec<(ElementId, Rect)> = vec![(victim, r)];
    for (dir, plan) in &pushed {
        for (id, far) in plan {
            let p = f[*id].base.moved(*dir * *far).rect();
            if places.iter().any(|(o, q)| o == id || overlap(&p, q)) {
                return None;
            }
            places.push((*id, p));
        }
    }
    let stays = |id: ElementId| !places.iter().any(|(p, _)| *p == id);
    for (_, p) in &places[1..] {
        if f.near(p.bounds(), 0.0).any(|o| !o.is_commander() && stays(o.id) && overlap(p, &o.rect())) {
            return None;
        }
    }
    Some(Turn { to, pushed })
}
