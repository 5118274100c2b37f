//! The retreat of demoralised commands (victory.2, dba.34).

use super::commander::make_way;
use super::flight::{Run, run};
use super::room::Way;
use super::settle;
use super::support::supports;
use crate::event::{Event, Why};
use crate::field::{ElementId, Fate, Field, Side};
use crate::procedures::river_nature;
use crate::{clause, reading};
use table::{Base, EPS, V2};
use umpire::Log;

/// The compulsory full moves of a side's demoralised commands, before its other moves; those nearest to their base edge
/// go first. Command elements are moved by their player.
pub fn demoralised_retreat(f: &mut Field, side: Side, log: &mut Log<Event>) {
    if !f.army(side).commands.iter().any(|c| c.demoralised) {
        return;
    }
    let outward = f.army(side).edge.outward();
    let mut go: Vec<(f64, ElementId)> = Vec::new();
    for e in f.side(side) {
        if e.is_commander() || !f.command(e.id).demoralised {
            continue;
        }
        if f.in_close_combat(e.id) || supports(f, e.id).is_some() {
            continue;
        }
        go.push((to_edge(f, &e.base, outward), e.id));
    }
    go.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (_, id) in go {
        retreat(f, id, outward, log);
    }
    settle(f);
}

/// How far the nearest point of a base is from the base edge.
fn to_edge(f: &Field, b: &Base, outward: V2) -> f64 {
    let nearest = b.corners().iter().map(|c| c.dot(outward)).fold(f64::NEG_INFINITY, f64::max);
    if outward.y < 0.0 { -nearest } else { f.depth - nearest }
}

fn retreat(f: &mut Field, id: ElementId, outward: V2, log: &mut Log<Event>) {
    if !f[id].on_table() {
        return;
    }
    let base = f[id].base;
    let held_by: Vec<ElementId> =
        f.touching(base, id).filter(|o| o.side() != id.side()).map(|o| o.id).collect();
    // Turned in place to face the base edge; where there is no room to turn it goes as it stands.
    let way = [turned(f, &base, outward), base].iter().find_map(|s| way_home(f, id, s, outward, &held_by));
    match way {
        Some(Run::Off(_)) => f.lose(id, Fate::Left, clause!("dba.9"), log),
        Some(Run::To(to)) if to_edge(f, &to, outward) <= EPS => {
            f.lose(id, Fate::Left, clause!("dba.34"), log);
        }
        Some(Run::To(to)) => {
            make_way(f, id, &to, log);
            f.go(id, to, Why::Retreats, clause!("dba.34"), log);
        }
        // Shut in: it stays.
        None => {}
    }
}

/// Facing the base edge in its place, moved in from a side edge over which a corner would hang.
fn turned(f: &Field, base: &Base, outward: V2) -> Base {
    let mut b = base.at(base.centre() + outward * (base.depth / 2.0), outward);
    let half = b.width / 2.0;
    b.front.x = b.front.x.min(f.width - half).max(half);
    b
}

/// The first free way to the base edge: straight, then 1 to 90 degrees to either side, at each angle first the side on
/// which the way round the obstacle is shorter. Nobody leaves the table over a side edge.
fn way_home(f: &Field, id: ElementId, start: &Base, outward: V2, held_by: &[ElementId]) -> Option<Run> {
    let goes = |dir: V2| {
        run(f, id, start, dir, full_move(f, id, start, dir), held_by).filter(|r| match r {
            Run::Off(b) => to_edge(f, b, outward) <= EPS,
            Run::To(_) => true,
        })
    };
    if let Some(r) = goes(outward) {
        return Some(r);
    }
    let first = shorter_side(f, id, start, outward);
    for degrees in 1..=90 {
        let a = f64::from(degrees).to_radians() * first;
        for turn in [a, -a] {
            if let Some(r) = goes(outward.turned(turn).unit()) {
                return Some(r);
            }
        }
    }
    None
}

/// The full distance for the going (dba.4): in good going up to the edge of heavy going, or the heavy distance if that
/// leads further; in a river known to be more than shallow the river's rate.
fn full_move(f: &Field, id: ElementId, start: &Base, dir: V2) -> f64 {
    let s = f[id].troop.stats();
    let mut far = s.move_good;
    if s.move_heavy < s.move_good {
        let heavy = |d: f64| {
            let end = start.moved(dir * d);
            let ((lo, hi), (low, high)) = (start.rect().bounds(), end.rect().bounds());
            let grounds = || {
                let there = f.terrain.areas.between(lo.x.min(low.x), hi.x.max(high.x));
                there.map(|(_, x)| x).filter(|x| x.feature.is_heavy())
            };
            if grounds().next().is_none() {
                return false;
            }
            let (a, b) = (start.corners(), end.corners());
            let corners = table::hull(&[a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]]);
            grounds().any(|x| x.meets_convex(corners.points()))
        };
        if heavy(far) {
            let (mut free, mut stuck) = (0.0, far);
            while stuck - free > EPS / 2.0 {
                let mid = (free + stuck) / 2.0;
                if heavy(mid) {
                    stuck = mid;
                } else {
                    free = mid;
                }
            }
            far = free.max(s.move_heavy);
        }
    }
    let rate = f.readings.number(reading!("river-rate"));
    if far > rate && f.readings.is(reading!("retreat-river", "slowed")) {
        for (river, state) in f.terrain.rivers.iter().zip(&f.rivers) {
            if state.nature.is_some_and(river_nature::slows) {
                let bed = |d: f64| {
                    let way = Way::new(start, dir, d);
                    river.bed.iter().any(|b| way.covers(b))
                };
                if bed(far) {
                    far = rate;
                }
            }
        }
    }
    far
}

/// On which side the way round what blocks the straight way is shorter: 1 left, -1 right.
fn shorter_side(f: &Field, id: ElementId, start: &Base, dir: V2) -> f64 {
    let way = Way::new(start, dir, full_move(f, id, start, dir));
    let left = -dir.right();
    let (mut l, mut r) = (0.0f64, 0.0f64);
    let mut widen = |c: &[V2; 4]| {
        for p in c {
            let d = (*p - start.front).dot(left);
            l = l.max(d);
            r = r.max(-d);
        }
    };
    for (_, c) in f.camps().filter(|(_, c)| way.meets(&c.rect)) {
        widen(&c.rect.corners());
    }
    for o in way.met(f, id).filter(|o| o.side() != id.side()) {
        widen(&o.rect().corners());
    }
    if let Some(w) = f.terrain.waterway.as_ref().filter(|w| way.meets(&w.water)) {
        widen(&w.water.corners());
    }
    if l <= r { 1.0 } else { -1.0 }
}
