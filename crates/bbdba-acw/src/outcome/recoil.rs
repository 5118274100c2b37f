//! Recoil: straight back; pass, push, or die (recoil.1 to recoil.4, pass.2, dba.31).

use super::commander::make_way_along;
use super::room::{Way, leave, out_of_column, overlap, parallel, pushes, same_facing, touch};
use super::support::rear_supporter;
use super::{commander::make_way, settle};
use crate::contact::Contact;
use crate::event::{Event, Why};
use crate::field::{Element, ElementId, Fate, Field, Side};
use crate::procedures::recoil::{self, Facing, Hemmed, RecoilReadings};
use crate::troop::Troop;
use crate::{clause, reading};
use table::{Base, EPS, V2};
use umpire::{Clause, Log};

/// An element recoils straight back by its own base depth. `direction` is given where it goes another way: straight
/// away from an attacker to whom it could not turn (dba.56). `false` if it was destroyed or left the table.
pub fn recoil(f: &mut Field, id: ElementId, direction: Option<V2>, log: &mut Log<Event>) -> bool {
    let by = if direction.is_some() { clause!("dba.56") } else { clause!("recoil.1") };
    fall_back(f, id, direction, Why::Recoils, by, log)
}

/// Friends of the beaten whose fronts are against the victor's flank or rear recoil with him; those who only overlap
/// stay.
pub fn flankers_fall_back(f: &mut Field, beaten_side: Side, victor: ElementId, log: &mut Log<Event>) {
    if victor.side() == beaten_side || !f[victor].on_table() || f.readings.is(reading!("flankers", "stay")) {
        return;
    }
    let flankers: Vec<ElementId> = f.flankers(victor).map(|(id, _)| id).collect();
    for id in flankers {
        fall_back(f, id, None, Why::Recoils, clause!("dba.41"), log);
    }
}

/// An element is destroyed by a result. Its rear supporter survives and stays (dba.42).
pub fn destroy(f: &mut Field, id: ElementId, by: Clause, log: &mut Log<Event>) {
    if !f[id].on_table() {
        return;
    }
    let behind = rear_supporter(f, id).filter(|_| f.front_to_front(id));
    f.lose(id, Fate::Destroyed, by, log);
    if let Some(supporter) = behind {
        let rule = clause!("dba.42");
        if f.readings.is(reading!("supporter", "dies")) {
            f.lose(supporter, Fate::Destroyed, rule, log);
        }
    }
    settle(f);
}

/// What a recoil comes to.
enum Recoil {
    /// It goes so far, pushing these; by which clause, where friends were in its way.
    Goes(f64, Vec<(ElementId, f64)>, Option<Clause>),
    Dies(Clause),
}

/// Recoils for whatever reason; [`recoil`] and the ricochets.
pub(super) fn fall_back(
    f: &mut Field,
    id: ElementId,
    direction: Option<V2>,
    why: Why,
    by: Clause,
    log: &mut Log<Event>,
) -> bool {
    if !f[id].on_table() {
        return false;
    }
    let base = f[id].base;
    let dir = direction.filter(|d| d.is_finite() && d.len2() > EPS).map_or(-base.dir, V2::unit);
    let how = RecoilReadings::of(&f.readings);
    let goes = match recoil::caught(hemmed(f, id), how.recoil_flanked) {
        Some(c) => Recoil::Dies(c),
        None => way_back(f, id, dir),
    };
    let survives = match goes {
        Recoil::Dies(c) => {
            f.lose(id, Fate::Destroyed, c, log);
            false
        }
        Recoil::Goes(far, pushed, past) => {
            if !pushed.is_empty() {
                push_all(f, dir, &pushed, clause!("recoil.2"), log);
            }
            let to = base.moved(dir * far);
            if f.off_table(&to) {
                f.lose(id, Fate::Left, clause!("dba.9"), log);
                false
            } else {
                make_way_along(f, id, &base, &to, log);
                f.go(id, to, why, past.unwrap_or(by), log);
                true
            }
        }
    };
    settle(f);
    survives
}

/// Pushes friends by the planned amounts. Who crosses the table edge is lost (dba.9).
pub(super) fn push_all(
    f: &mut Field,
    dir: V2,
    pushed: &[(ElementId, f64)],
    by: Clause,
    log: &mut Log<Event>,
) {
    for (id, far) in pushed {
        let to = f[*id].base.moved(dir * *far);
        if f.off_table(&to) {
            f.lose(*id, Fate::Left, clause!("dba.9"), log);
        } else {
            make_way(f, *id, &to, log);
            f.go(*id, to, Why::PushedBack, by, log);
        }
    }
}

/// Where enemies touch the element along more than a corner.
pub fn hemmed(f: &Field, id: ElementId) -> Hemmed {
    let e = &f[id];
    let mut h = Hemmed::default();
    for o in f.touching_of(id.side().other(), e.base, id).filter(|o| !o.is_commander()) {
        h.front |= lies_along(o, &e.base);
        h.rear |= lies_along(o, &e.base.about_face());
        h.flanked |= f.contact(o, e).is_some_and(|c| c != Contact::Front);
    }
    h
}

/// Does an edge of the enemy's base touch the front edge of this one along more than a corner?
fn lies_along(o: &Element, base: &Base) -> bool {
    let c = o.base.corners().map(|p| base.local(p));
    if base.local(o.base.centre()).y <= 0.0 {
        return false;
    }
    (0..4).any(|i| {
        let (p, q) = (c[i], c[(i + 1) % 4]);
        let d = q - p;
        // Parallel within a degree, at most the tolerance away.
        d.y.abs() <= d.x.abs() * 0.017_46
            && p.y.abs().min(q.y.abs()) <= touch()
            && p.x.max(q.x).min(base.width / 2.0) - p.x.min(q.x).max(-base.width / 2.0) > touch()
    })
}

/// How a friend faces, seen from the element that recoils.
fn facing(f: &Field, who: &Element, o: &Element) -> Facing {
    if same_facing(f, &who.base, &o.base) {
        Facing::Same
    } else if parallel(f, &who.base, &o.base) {
        Facing::Opposite
    } else {
        Facing::Other
    }
}

/// By which clause the element recoils through this friend, if it does.
fn passes(f: &Field, who: &Element, o: &Element) -> Option<Clause> {
    recoil::passes(who.troop, o.troop, facing(f, who, o), RecoilReadings::of(&f.readings).recoil_through)
}

fn way_back(f: &Field, id: ElementId, dir: V2) -> Recoil {
    let e = &f[id];
    let (base, depth) = (e.base, out_of_column(f, e, dir, e.base.depth));
    let way = Way::new(&base, dir, depth);
    if way.ground_blocks(f) {
        return Recoil::Dies(clause!("recoil.4"));
    }
    let mut met = Vec::new();
    for o in way.met(f, id) {
        if o.side() != id.side() {
            return Recoil::Dies(clause!("recoil.4"));
        }
        met.push((way.reach(&o.rect()), o.id));
    }
    if met.is_empty() {
        return Recoil::Goes(depth, Vec::new(), None);
    }
    met.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let how = RecoilReadings::of(&f.readings);
    let may_push = |o: ElementId| recoil::pushes(f[o].troop, facing(f, e, &f[o]), how.guns_in_the_way);
    // Whom it cannot pass through.
    let others: Vec<ElementId> =
        met.iter().map(|(_, o)| *o).filter(|o| passes(f, e, &f[*o]).is_none()).collect();
    if others.is_empty() {
        if let Some((far, by)) = behind_the_passed(f, id, dir, &[]) {
            return Recoil::Goes(far, Vec::new(), Some(by));
        }
    }
    if met.iter().all(|(_, o)| may_push(*o)) {
        let first = met.iter().map(|(at, o)| (*o, depth - at)).collect();
        if let Some(plan) = pushes(f, id, dir, first, false) {
            return Recoil::Goes(depth, plan, Some(clause!("dba.31")));
        }
    }
    // Side by side some are passed and the others pushed: it dies of those alone with whom it can do neither.
    let mixed = !others.is_empty() && others.len() < met.len() && others.iter().all(|o| may_push(*o));
    match mixed.then(|| past_some(f, id, dir, &others)).flatten() {
        Some((far, plan)) => Recoil::Goes(far, plan, Some(clause!("dba.31"))),
        None => Recoil::Dies(clause!("recoil.4")),
    }
}

/// How far an element recoils that passes through some friends and pushes the others beside them out of its way, and who is
/// pushed how far; `None` if there is no room.
fn past_some(
    f: &Field,
    id: ElementId,
    dir: V2,
    others: &[ElementId],
) -> Option<(f64, Vec<(ElementId, f64)>)> {
    let (far, _) = behind_the_passed(f, id, dir, others)?;
    let way = Way::new(&f[id].base, dir, far);
    let first = others.iter().map(|o| (*o, far - way.reach(&f[*o].rect()))).collect();
    let plan = pushes(f, id, dir, first, false)?;
    let end = f[id].base.moved(dir * far).rect();
    let in_place = |(o, by): &(ElementId, f64)| overlap(&end, &f[*o].base.moved(dir * *by).rect());
    (!plan.iter().any(in_place)).then_some((far, plan))
}

/// How far an element must recoil to stand free directly behind the last friend it passes through, and by which clause it
/// passes; `None` if there is no room. Those who are `pushed` make room.
fn behind_the_passed(f: &Field, id: ElementId, dir: V2, pushed: &[ElementId]) -> Option<(f64, Clause)> {
    let e = &f[id];
    let mut far = out_of_column(f, e, dir, e.base.depth);
    loop {
        let way = Way::new(&e.base, dir, far);
        let end = e.base.moved(dir * far);
        if way.ground_blocks(f) || (far > e.base.depth && f.off_table(&end)) {
            return None;
        }
        let mut clear = far;
        let mut by = clause!("pass.2");
        for o in way.met(f, id).filter(|o| !pushed.contains(&o.id)) {
            let rule = passes(f, e, o).filter(|_| o.side() == id.side())?;
            if o.troop == Troop::Artillery {
                by = rule;
            }
            if overlap(&end.rect(), &o.rect()) {
                clear = clear.max(leave(&e.rect(), &o.rect(), dir));
            }
        }
        if clear <= far + EPS {
            return Some((far, by));
        }
        far = clear;
    }
}
