use crate::agenda::{Id, Meet};
use crate::held::tell_those_behind;
use crate::{Clock, Leg, closing};
use std::fmt::Debug;
use table::{Base, EPS, gap_at};

/// How things go on after an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// To the next instant.
    On,
    /// Somebody is asked first: the clock stands still, and the book runs it again when it has the answers and has settled what was left
    /// of the instant.
    Ask,
    /// Nothing further happens in this stretch of time.
    Over,
}

/// The clock of a driver.
pub type ClockOf<D> = Clock<<D as Drive>::Unit, <D as Drive>::What, <D as Drive>::How>;
/// A leg of a driver's units.
pub type LegOf<D> = Leg<<D as Drive>::How>;
/// Something due on a driver's clock.
pub type MeetOf<D> = Meet<<D as Drive>::Unit, <D as Drive>::What>;

/// Who drives the legs, what is watched for between two, and what happens at an instant: what a book says, and the clock does not know.
/// The book owns its clock, for whatever it settles at an instant may give a unit another leg.
pub trait Drive: Sized {
    type Unit: Id;
    /// What is watched for; what is due at one instant is sorted by it.
    type What: Copy + Ord + Debug;
    /// What the book keeps with a leg.
    type How: Clone + Default;

    fn clock(&self) -> &ClockOf<Self>;
    fn clock_mut(&mut self) -> &mut ClockOf<Self>;

    /// Is the unit on the table?
    fn present(&self, u: Self::Unit) -> bool;
    /// Where it stands now.
    fn base(&self, u: Self::Unit) -> Base;
    /// It has come there.
    fn place(&mut self, u: Self::Unit, base: Base);

    /// How the unit goes on from now.
    fn goes_on(&mut self, u: Self::Unit) -> LegOf<Self>;

    /// What `u` by its leg brings about between itself and `o`, and when: looked for while both legs last ([`Clock::together`]).
    fn watch(&self, u: Self::Unit, o: Self::Unit, found: &mut Vec<(f64, Self::What)>);
    /// What `u` by its leg brings about with whatever is not on the clock.
    fn watch_table(&mut self, _u: Self::Unit) {}
    /// Does it come about even when it is reached at the very moment at which the clock runs out?
    fn at_end(_what: Self::What) -> bool {
        true
    }
    /// The next moment, clearly after now, that is an instant whatever the legs lead to.
    fn alarm(&self) -> f64 {
        f64::INFINITY
    }

    /// May `u` on this leg not pass `o`?
    fn bars(&self, _u: Self::Unit, _o: Self::Unit, _leg: &LegOf<Self>) -> bool {
        false
    }
    /// Does one who sets out on this leg press on `o` whom it touches? Of bases that are no rectangle the book says it.
    fn presses_upon(&self, o: Self::Unit, leg: &LegOf<Self>) -> bool {
        let (theirs, now) = (&self.clock().leg(o).moving, self.clock().now());
        gap_at(leg.moving.whole(), theirs.whole(), now) <= EPS && closing(&leg.moving, theirs, now)
    }
    /// Does one who is held up still want to go on?
    fn presses_on(&self, _u: Self::Unit) -> bool {
        true
    }
    /// One who is held up again and again stands for good.
    fn gives_up(&mut self, _u: Self::Unit) {}

    /// Time is about to pass up to a moment.
    fn before(&mut self, _to: f64) {}
    /// Everybody has come where he is now.
    fn after(&mut self) {}
    /// All that is due now is settled together.
    fn instant(&mut self, due: Vec<MeetOf<Self>>) -> Flow;
    /// There were too many instants: nothing happens any more until the clock runs out.
    fn endless(&mut self) {}
}

/// Plans how a unit goes on from now and finds what that leads to.
pub fn plan<D: Drive>(d: &mut D, u: D::Unit) {
    let leg = d.goes_on(u);
    let clock = d.clock_mut();
    // Who changes his formation or front stands otherwise in the way, too.
    let changed = !clock.queue.is_empty() && !clock.leg(u).goes_on_as(&leg, clock.now());
    clock.set(u, leg);
    expect(d, u);
    if changed {
        tell_those_behind(d, u);
    }
}

/// Finds what a unit's leg leads to, between it and each of the others who can come near while it lasts. The next leg is looked at when
/// it begins.
pub fn expect<D: Drive>(d: &mut D, u: D::Unit) {
    if !d.present(u) {
        return;
    }
    let clock = d.clock_mut();
    let leg = clock.leg(u);
    let (mine, ends, stands) = (leg.moving, leg.ends, leg.stands());
    if ends < clock.dial().end {
        clock.note_end(ends, u);
    }
    let (from, to) = clock.lasts(u);
    let swept = mine.bounds(from, to);
    clock.set_swept(u, swept);
    let mut near = std::mem::take(&mut clock.near);
    let mut found = std::mem::take(&mut clock.found);
    clock.near_to(swept, clock.reach(), &mut near);
    for o in near.iter().map(|o| D::Unit::of(usize::from(*o))) {
        if o == u || (stands && d.clock().leg(o).stands()) || !d.present(o) {
            continue;
        }
        for (u, o) in [(u, o), (o, u)] {
            d.watch(u, o, &mut found);
            let clock = d.clock_mut();
            found.drain(..).for_each(|(at, what)| clock.note(at, what, u, o));
        }
    }
    let clock = d.clock_mut();
    (clock.near, clock.found) = (near, found);
    d.watch_table(u);
}

/// Everybody is brought to where he is at a moment.
pub fn carry<D: Drive>(d: &mut D, to: f64) {
    d.clock_mut().set_now(to);
    let mut k = 0;
    while let Some(u) = d.clock().mover(k) {
        let base = d.clock().leg(u).moving.at(to);
        d.place(u, base);
        k += 1;
    }
    d.after();
}

/// Runs the clock from instant to instant until a moment, at most to its end, or until somebody is asked. What comes later stays expected,
/// so that a book with steps can run a stretch of the clock in each of them.
pub fn run<D: Drive>(d: &mut D, until: f64) -> Flow {
    let until = until.min(d.clock().dial().end);
    loop {
        let Some((at, due)) = next_instant(d, until) else {
            d.before(until);
            carry(d, until);
            return Flow::Over;
        };
        d.before(at);
        carry(d, at);
        match d.instant(due) {
            Flow::On => {}
            other => return other,
        }
    }
}

fn next_instant<D: Drive>(d: &mut D, until: f64) -> Option<(f64, Vec<MeetOf<D>>)> {
    if d.clock().now() >= until {
        return None;
    }
    let (at, mut due) = d.clock_mut().next_due(until, D::at_end);
    if d.clock_mut().too_many() {
        d.endless();
        return None;
    }
    let alarm = d.alarm();
    let clock = d.clock_mut();
    if alarm < at - clock.dial().instant && alarm < until {
        clock.put_off(&mut due);
        return Some((alarm, due));
    }
    (!due.is_empty() || alarm <= until).then_some((at, due))
}
