use crate::agenda::Id;
use crate::drive::{Drive, LegOf, expect};
use crate::{End, Leg};
use smallvec::SmallVec;
use table::{Base, EPS, Motion, Moving, first_beyond};

/// So far from one who goes away a unit looks whether it can go on: clearly further than what counts as touching him.
const CLEAR: f64 = 1.5 * EPS;
/// Who is held up looks again after so much time.
const LOOK_AGAIN: f64 = 0.05;
/// So often a unit waits for the very moment at which another is out of its way. One who keeps bumping into him would stop and start
/// thousands of times; he looks again as everybody does.
const MOST_WAITS: u32 = 10;
/// So often a unit looks anew because those ahead of it changed their pace.
const MOST_LOOKS: u32 = 60;
/// Slower than this it does not follow; it waits.
const CRAWL: f64 = 0.1;

/// How others hold a unit up.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Held<U: Id> {
    /// Those it may not pass and presses on.
    by: SmallVec<[U; 2]>,
    /// How often it had to look anew whether they hold it up.
    looks: u32,
    /// How often it waited for the moment at which one would be out of its way.
    waits: u32,
}

impl<U: Id> Default for Held<U> {
    fn default() -> Self {
        Held { by: SmallVec::new(), looks: 0, waits: 0 }
    }
}

impl<U: Id, W: Ord + Copy, H> crate::Clock<U, W, H> {
    /// Those a unit may not pass and presses on.
    pub fn held_by(&self, u: U) -> &[U] {
        &self.held(u).by
    }

    /// A unit has come up against another whom it may not pass, and goes on when the way is free.
    pub fn hold_up(&mut self, u: U, by: U) {
        if let Err(at) = self.queue.binary_search(&u) {
            self.queue.insert(at, u);
        }
        let held = self.held_mut(u);
        if !held.by.contains(&by) {
            held.by.push(by);
        }
    }

    /// Nobody holds a unit up any more.
    pub fn release(&mut self, u: U) {
        self.held_mut(u).by.clear();
    }
}

/// Held up by others it may not pass, a unit keeps contact and goes no faster than they do: what becomes of a leg that it would make if
/// nobody were in its way.
pub fn behind_others<D: Drive>(d: &mut D, u: D::Unit, free: LegOf<D>) -> LegOf<D> {
    if d.clock().held(u).by.is_empty() {
        return free;
    }
    let now = d.clock().now();
    let before = std::mem::take(&mut d.clock_mut().held_mut(u).by);
    let mut still = before.clone();
    still.retain(|o| in_the_way(d, u, *o, &free));
    d.clock_mut().held_mut(u).by = still.clone();
    if still.is_empty() {
        return free;
    }
    let base = free.moving.base;
    let again = now + LOOK_AGAIN;
    let mut stand: LegOf<D> = Leg::stand_until(base, now, again, End::WayFree);
    // The moment at which one who marches across is out of the way.
    for o in &still {
        let theirs = d.clock().leg(*o).moving;
        if matches!(theirs.motion, Motion::March { .. }) && d.clock().held(u).waits < MOST_WAITS {
            let clear = first_beyond(stand.moving.whole(), theirs.whole(), CLEAR, now, stand.ends);
            if let Some(t) = clear {
                stand.ends = soon(d, t);
            }
        }
    }
    let wait = |d: &mut D, stand: LegOf<D>| {
        d.clock_mut().held_mut(u).waits += u32::from(stand.ends < again);
        stand
    };
    let Motion::March { velocity } = free.moving.motion else { return wait(d, stand) };
    let dir = velocity.unit();
    let speed = still.iter().map(|o| pace(d, u, *o, &base, dir)).fold(free.rate, f64::min);
    if speed <= CRAWL {
        return wait(d, stand);
    }
    let length = if let End::Stretch(l) = free.end { l } else { f64::INFINITY };
    let slow = Leg {
        moving: Moving { base, since: now, motion: Motion::March { velocity: dir * speed } },
        ends: again.min(now + length / speed),
        end: End::WayFree,
        rate: speed,
        ..free
    };
    // Somebody may be in the way only now that it goes slower.
    if before.iter().any(|o| !still.contains(o) && in_the_way(d, u, *o, &slow)) {
        d.clock_mut().held_mut(u).by = before;
        return stand;
    }
    slow
}

/// Somebody stands where a unit needs the ground before it can do anything: it waits until the place is free.
pub fn until_free<D: Drive>(d: &mut D, u: D::Unit, other: D::Unit, place: Base) -> LegOf<D> {
    d.clock_mut().release(u);
    d.clock_mut().hold_up(u, other);
    let now = d.clock().now();
    let end = d.clock().dial().end;
    let (there, place) = (d.clock().leg(other).moving, Moving::standing(place));
    let here = d.base(u);
    match first_beyond(place.whole(), there.whole(), 0.0, now, end) {
        Some(t) => Leg::stand_until(here, now, soon(d, t), End::WayFree),
        None => Leg::stand(here, now),
    }
}

/// A moment on the dial, not before the next instant.
fn soon<D: Drive>(d: &D, t: f64) -> f64 {
    let dial = d.clock().dial();
    dial.on_stroke(t.max(d.clock().now() + dial.instant))
}

/// How fast one who is held up can follow another in a direction.
fn pace<D: Drive>(d: &D, u: D::Unit, o: D::Unit, base: &Base, dir: table::V2) -> f64 {
    // Two that press on each other both stand.
    if d.clock().held(o).by.contains(&u) {
        return 0.0;
    }
    // He may be wheeling: the slowest place it could press on decides.
    let theirs = d.clock().leg(o).moving;
    let points = base.corners().into_iter().chain([base.front]);
    points.map(|p| theirs.velocity_at(p).dot(dir)).fold(f64::INFINITY, f64::min)
}

/// Does another whom it touches stand in the way of this leg?
fn in_the_way<D: Drive>(d: &D, u: D::Unit, o: D::Unit, leg: &LegOf<D>) -> bool {
    d.bars(u, o, leg) && d.presses_upon(o, leg)
}

/// Those whom this unit holds up look anew how they can go on.
pub fn tell_those_behind<D: Drive>(d: &mut D, u: D::Unit) {
    let now = d.clock().now();
    for i in 0..d.clock().queue.len() {
        let w = d.clock().queue[i];
        if w == u || !d.clock().held_by(w).contains(&u) || !d.presses_on(w) {
            continue;
        }
        let held = d.clock_mut().held_mut(w);
        held.looks += 1;
        if held.looks <= MOST_LOOKS {
            d.clock_mut().note_end(now, w);
            continue;
        }
        // Who get in each other's way without end stand.
        d.gives_up(w);
        let base = d.base(w);
        d.clock_mut().set(w, Leg::stand(base, now));
        expect(d, w);
    }
}
