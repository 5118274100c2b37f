//! Passing through own troops (pass.1, pass.3, dba.8, dba.52).

use super::shape::alike;
use super::way::Around;
use crate::clause;
use crate::field::{Element, Field};
use crate::troop::Troop;
use table::Base;
use umpire::Clause;

/// By which clause the mover, on a stage from `a` to `b`, may pass through the friend, if it may.
pub(crate) fn may_pass(
    f: &Field,
    around: &Around<'_>,
    mover: &Element,
    a: &Base,
    b: &Base,
    friend: &Element,
) -> Option<Clause> {
    let jaeger = mover.troop == Troop::Jaeger;
    if !passes_friends(mover.troop) {
        return None;
    }
    let d = b.front - a.front;
    if a.dir.dot(b.dir) < 1.0 - 1e-9 || d.len2() < 1e-9 {
        return None;
    }
    let way = d.unit();
    // Jaeger go through guns at will, in any facing and any direction.
    let at_will = jaeger && friend.troop == Troop::Artillery;
    if !at_will {
        let least = alike(f);
        let along = |x: table::V2, y: table::V2| x.dot(y).abs() >= least;
        if !along(mover.base.dir, friend.base.dir)
            || !along(a.dir, friend.base.dir)
            || !along(way, friend.base.dir)
        {
            return None;
        }
    }
    let by = if at_will { clause!("pass.3") } else { clause!("pass.1") };
    // Those in front contact cannot be passed to the front.
    if way.dot(friend.base.dir) > 0.0 && f.front_to_front(friend.id) {
        return None;
    }
    // Room for the whole base immediately beyond the first one passed.
    let fr = friend.rect();
    let reach =
        |r: &table::Rect| r.half_width * r.dir.right().dot(way).abs() + r.half_depth * r.dir.dot(way).abs();
    let beyond = fr.centre.dot(way) + reach(&fr) + reach(&a.rect());
    let room = a.moved(way * (beyond - a.centre().dot(way) + crate::book::data().touch / 2.0));
    if beyond - a.centre().dot(way) > d.len() + crate::book::data().touch {
        // It would not get clear in this stage.
        return None;
    }
    let r = room.rect();
    let t = crate::book::data().touch;
    let first = !around.friends.iter().any(|o| {
        o.id != friend.id
            && super::way::swept_into(a, b, &o.rect()) > t
            && o.base.centre().dot(way) < friend.base.centre().dot(way) - 1.0
    });
    if !first {
        // Room is asked for only beyond the first one passed.
        return Some(by);
    }
    let free = !f.off_table(&room)
        && !f.terrain.impassable(&r)
        && !f.in_camp(&r)
        && around
            .friends
            .iter()
            .chain(&around.foes)
            .all(|o| o.id == friend.id || o.rect().penetration(&r) <= t);
    free.then_some(by)
}

/// The troops that may pass through others at all (pass.1).
pub(crate) fn passes_friends(troop: Troop) -> bool {
    troop == Troop::Jaeger || troop.is_mounted()
}
