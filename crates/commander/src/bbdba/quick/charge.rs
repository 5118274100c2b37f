//! Single elements into contact: front, flank, rear, overlap, and the enemy's camp.

use super::bearing::{Survey, enemies, muskets_bearing, weight};
use super::fight::advantage;
use super::{Idea, Posture, single};
use bbdba_acw::field::CampState;
use bbdba_acw::order::{Against, Facet};
use bbdba_acw::{ElementId, Field, Side, Target, Troop, contact};
use table::{Base, Rect};

pub fn ideas(
    f: &Field,
    s: &Survey<'_>,
    side: Side,
    id: ElementId,
    group: usize,
    p: Posture,
    out: &mut Vec<Idea>,
) {
    let e = &f[id];
    if e.moves > 0 || matches!(e.troop, Troop::Artillery | Troop::Commander) {
        return;
    }
    let allow = e.troop.stats().move_good;
    let mut near = false;
    for o in enemies(f, side, &e.base, allow) {
        if !o.rect().comes_within(&e.rect(), allow) {
            continue;
        }
        if !near {
            near = true;
            if f.front_to_front(id) || f.command(id).demoralised && !f.in_close_combat(id) {
                return;
            }
        }
        on(f, side, id, o.id, group, p, out);
    }
    camp(f, side, id, out);
    if e.troop == Troop::Cavalry && !near {
        ride_round(f, s, side, id, p, out);
    }
}

/// Every side of one enemy.
fn on(f: &Field, side: Side, id: ElementId, foe: ElementId, group: usize, p: Posture, out: &mut Vec<Idea>) {
    let (e, o) = (&f[id], &f[foe]);
    let allow = e.troop.stats().move_good;
    let opponent = f.front_opponent(foe);
    let within = |to: &Base| {
        let way = e.base.front_left().dist(to.front_left()).max(e.base.front_right().dist(to.front_right()));
        way <= allow + 60.0 && !f.off_table(to)
    };
    let behind_front = [e.base.front_left(), e.base.front_right()].map(|c| o.base.local(c));
    for on in [Facet::Front, Facet::LeftFlank, Facet::RightFlank, Facet::Rear] {
        // Rights of dba.15, roughly; the plan looks closely.
        let lawful = match on {
            Facet::Front | Facet::Overlap => {
                opponent.is_none()
                    && behind_front.iter().any(|l| l.y > 0.0)
                    && e.base.dir.dot(o.base.dir) < 0.3
            }
            Facet::Rear => behind_front.iter().all(|l| l.y <= -o.base.depth + 0.01),
            Facet::LeftFlank => {
                opponent.is_some()
                    || behind_front.iter().all(|l| l.x <= -o.base.width / 2.0 + 0.01)
                        && behind_front.iter().any(|l| l.y < 0.0)
            }
            Facet::RightFlank => {
                opponent.is_some()
                    || behind_front.iter().all(|l| l.x >= o.base.width / 2.0 - 0.01)
                        && behind_front.iter().any(|l| l.y < 0.0)
            }
        };
        if !lawful {
            continue;
        }
        let to = contact::aligned(&e.base, &o.base, on);
        if !within(&to) || taken(f, id, &to) {
            continue;
        }
        let mut worth = match (on, opponent) {
            (Facet::Front, _) => {
                let odds = advantage(f, id, Target::Element(foe), &to) - p.charge;
                odds - if group > 2 { 0.5 } else { 0.0 }
            }
            // It helps the friend who fights there, and bars the way of retreat.
            (_, Some(friend)) => {
                let odds = advantage(f, friend, Target::Element(foe), &f[friend].base);
                (1.2 + 0.3 * odds.clamp(-2.0, 3.0)) * p.flank
            }
            (_, None) => {
                let odds = advantage(f, id, Target::Element(foe), &to) - p.charge;
                odds + p.flank
            }
        };
        worth *= weight(f, o);
        if on == Facet::Rear && opponent.is_some() {
            worth *= 1.4;
        }
        if worth > 0.0 {
            let against = Some(Against { foe: Target::Element(foe), on });
            out.push(Idea { worth: 0.8 + worth * 0.6, order: single(id, to, against) });
        }
    }
    // Beside a friend who fights it, as an overlap.
    if let Some(friend) = opponent.filter(|x| x.side() == side && f.overlaps(foe).iter().all(Option::is_none))
    {
        let b = f[friend].base;
        for s in [-1.0, 1.0] {
            let to = e.base.at(b.front + b.dir.right() * (b.width * s), b.dir);
            if within(&to) && !taken(f, id, &to) && group < 3 {
                let against = Some(Against { foe: Target::Element(foe), on: Facet::Overlap });
                out.push(Idea { worth: 1.0 * weight(f, o), order: single(id, to, against) });
            }
        }
    }
}

/// Into the enemy's camp, or to win our own back.
fn camp(f: &Field, side: Side, id: ElementId, out: &mut Vec<Idea>) {
    let e = &f[id];
    let allow = e.troop.stats().move_good;
    for (whose, c) in f.camps() {
        let worth = match (whose == side, c.state) {
            (true, CampState::Plundered) => 2.5,
            (true, _) | (_, CampState::Plundered) => continue,
            (false, CampState::Silenced) => 3.0,
            (false, CampState::Holds) => 0.5,
        };
        if c.rect.gap(&e.rect()) > allow || f.front_to_front(id) {
            continue;
        }
        if let Some(to) = camp_side(&e.base, c.rect).filter(|to| !taken(f, id, to) && !f.off_table(to)) {
            let against = (whose != side).then_some(Against { foe: Target::Camp(whose), on: Facet::Front });
            out.push(Idea { worth, order: single(id, to, against) });
        }
    }
}

/// Where an element stands in full front contact with the nearest side of a camp.
fn camp_side(from: &Base, camp: Rect) -> Option<Base> {
    let mut best: Option<(f64, Base)> = None;
    for (normal, half, extent) in [
        (camp.dir, camp.half_depth, camp.half_width),
        (-camp.dir, camp.half_depth, camp.half_width),
        (camp.dir.right(), camp.half_width, camp.half_depth),
        (-camp.dir.right(), camp.half_width, camp.half_depth),
    ] {
        let along = (from.front - camp.centre).dot(normal.right());
        let room = (extent - from.width / 2.0).abs();
        let at = camp.centre + normal * half + normal.right() * along.clamp(-room, room);
        let to = from.at(at, -normal);
        let way = from.front.dist(to.front);
        if best.is_none_or(|(w, _)| way < w) {
            best = Some((way, to));
        }
    }
    best.map(|(_, b)| b)
}

/// Horsemen seek the enemy's open flank, out of the way of his muskets.
fn ride_round(f: &Field, s: &Survey<'_>, side: Side, id: ElementId, p: Posture, out: &mut Vec<Idea>) {
    let e = &f[id];
    let allow = e.troop.stats().move_good;
    let Some((_, d)) = s.nearest(&e.base) else { return };
    if d < 150.0 || p.press < -1.0 {
        return;
    }
    let mut best: Option<(f64, Base)> = None;
    for o in enemies(f, side, &e.base, (d + 500.0).min(1600.0)) {
        let prey = match o.troop {
            Troop::Artillery => 1.0,
            Troop::Jaeger | Troop::Dismounted => 0.7,
            Troop::Cavalry => 0.1,
            _ => 0.4,
        };
        for hand in [-1.0, 1.0] {
            // Outside its flank and a little behind its front, looking along its line.
            let out_there = o.base.dir.right() * hand;
            let goal = o.base.front + out_there * 330.0 - o.base.dir * 60.0;
            let way = goal - e.base.front;
            let far = way.len();
            let go = far.min(allow - 90.0);
            if go < 40.0 {
                continue;
            }
            let dir = if far <= allow - 90.0 { -out_there } else { e.base.dir };
            let to = e.base.at(e.base.front + way.unit() * go, dir);
            if f.off_table(&to) || taken(f, id, &to) || f.terrain.heavy(&to.rect()) {
                continue;
            }
            let fire = muskets_bearing(f, side, &to) as f64;
            let worth = prey - far / 2500.0 - 0.5 * fire;
            if best.is_none_or(|(w, _)| worth > w) {
                best = Some((worth, to));
            }
        }
    }
    if let Some((w, to)) = best {
        out.push(Idea { worth: 0.5 * w, order: single(id, to, None) });
    }
}

/// Does somebody else stand there, or nobody can?
pub fn taken(f: &Field, id: ElementId, to: &Base) -> bool {
    let r = to.rect();
    f.near(r.bounds(), 0.0).any(|o| o.id != id && !o.is_commander() && o.rect().penetration(&r) > 1.0)
        || f.in_camp(&r)
        || f.terrain.impassable(&r)
}
