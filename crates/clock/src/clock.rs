use crate::agenda::{Agenda, Due, Id, Meet};
use crate::held::Held;
use crate::{Dial, Leg};
use table::{Base, Box2, Motion, Strips};

/// One unit on the clock.
#[derive(Clone, Debug, PartialEq)]
struct OnClock<U: Id, H> {
    leg: Leg<H>,
    /// Counts its legs.
    serial: u32,
    held: Held<U>,
}

/// The time, the legs of all units, and what they lead to. `U` names a unit, `W` is what the book watches for between two of them, `H`
/// what it has to say of a leg.
#[derive(Clone, Debug)]
pub struct Clock<U: Id, W: Ord + Copy, H> {
    dial: Dial,
    now: f64,
    units: Vec<OnClock<U, H>>,
    /// Who does not stand, by their numbers, in order.
    moving: Vec<u16>,
    /// Of each unit the upright box about all places it is at while its leg lasts.
    swept: Strips,
    agenda: Agenda<U, W>,
    /// The longest distance at which an encounter matters.
    reach: f64,
    /// Those who have been held up by others so far, in order.
    pub(crate) queue: Vec<U>,
    instants: u32,
    /// Room for those found near somebody, and for what was found between two.
    pub(crate) near: Vec<u16>,
    pub(crate) found: Vec<(f64, W)>,
}

impl<U: Id, W: Ord + Copy, H: PartialEq> PartialEq for Clock<U, W, H> {
    fn eq(&self, o: &Self) -> bool {
        // The boxes follow from the legs.
        (self.dial, self.now, self.reach, self.instants) == (o.dial, o.now, o.reach, o.instants)
            && self.units == o.units
            && self.queue == o.queue
            && self.agenda == o.agenda
    }
}

impl<U: Id, W: Ord + Copy, H: Default> Clock<U, W, H> {
    /// A clock at 0 on which everybody stands. Who is near whom is found by strips of so long a table, each so wide.
    pub fn new(dial: Dial, length: f64, strip: f64, bases: impl Iterator<Item = Base>) -> Clock<U, W, H> {
        let bases: Vec<Base> = bases.collect();
        let stand = |b: &Base| OnClock { leg: Leg::stand(*b, 0.0), serial: 0, held: Held::default() };
        Clock {
            dial,
            now: 0.0,
            units: bases.iter().map(stand).collect(),
            moving: Vec::new(),
            swept: Strips::new(length, strip, bases.iter().map(|b| b.rect().bounds())),
            agenda: Agenda::default(),
            reach: 0.0,
            queue: Vec::new(),
            instants: 0,
            near: Vec::new(),
            found: Vec::new(),
        }
    }
}

impl<U: Id, W: Ord + Copy, H> Clock<U, W, H> {
    pub fn dial(&self) -> &Dial {
        &self.dial
    }

    pub fn now(&self) -> f64 {
        self.now
    }

    pub(crate) fn set_now(&mut self, to: f64) {
        self.now = to;
    }

    /// How many units are on the clock.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    pub fn leg(&self, u: U) -> &Leg<H> {
        &self.units[u.index()].leg
    }

    /// How many legs it had before the present one: while that is the same, so is the leg.
    pub fn serial(&self, u: U) -> u32 {
        self.units[u.index()].serial
    }

    /// All legs, in the order of the units.
    pub fn legs(&self) -> impl Iterator<Item = &Leg<H>> {
        self.units.iter().map(|x| &x.leg)
    }

    /// The leg under way, for what does not change whether and where it leads; see [`Clock::set`].
    pub fn leg_mut(&mut self, u: U) -> &mut Leg<H> {
        &mut self.units[u.index()].leg
    }

    /// Gives a unit another leg: what was found of the old one no longer holds. What the new one leads to has not been found yet; see
    /// [`expect`](crate::expect).
    pub fn set(&mut self, u: U, leg: Leg<H>) {
        self.list(u.index(), !leg.stands());
        let x = &mut self.units[u.index()];
        x.leg = leg;
        x.serial += 1;
    }

    /// Lists one among those who move, or does not.
    fn list(&mut self, i: usize, moves: bool) {
        match (self.moving.binary_search(&(i as u16)), moves) {
            (Err(at), true) => self.moving.insert(at, i as u16),
            (Ok(at), false) => drop(self.moving.remove(at)),
            _ => {}
        }
    }

    /// Those who do not stand, in the order of the units.
    pub fn moving(&self) -> impl ExactSizeIterator<Item = U> + '_ {
        self.moving.iter().map(|i| U::of(usize::from(*i)))
    }

    /// The k-th of them.
    pub(crate) fn mover(&self, k: usize) -> Option<U> {
        self.moving.get(k).map(|i| U::of(usize::from(*i)))
    }

    /// A part leaves a unit and is on the clock by itself from now on, the last of all. Who held the whole up holds up the part.
    pub fn split(&mut self, whole: U, leg: Leg<H>) {
        let i = self.units.len();
        self.swept.set(i, leg.moving.base.rect().bounds());
        let held = self.units[whole.index()].held.clone();
        self.list(i, !leg.stands());
        self.units.push(OnClock { leg, serial: 0, held });
    }

    /// Nothing is expected any more.
    pub fn clear_agenda(&mut self) {
        self.agenda.heap.clear();
    }

    /// From how far off others matter from now on.
    pub fn set_reach(&mut self, reach: f64) {
        self.reach = reach;
    }

    pub(crate) fn reach(&self) -> f64 {
        self.reach
    }

    /// Whose boxes come so near to a box, by their numbers.
    pub(crate) fn near_to(&self, (lo, hi): Box2, far: f64, near: &mut Vec<u16>) {
        let far = table::v2(far, far);
        self.swept.meeting(lo - far, hi + far, near);
    }

    /// The upright box about all places a unit is at while its leg lasts.
    pub fn swept(&self, u: U) -> Box2 {
        self.swept.get(u.index())
    }

    pub(crate) fn set_swept(&mut self, u: U, b: Box2) {
        self.swept.set(u.index(), b);
    }

    /// A box in which a unit is from one moment to another of its leg: of a wheel that of the whole leg, which is at hand.
    pub fn around(&self, u: U, from: f64, to: f64) -> Box2 {
        let m = &self.leg(u).moving;
        match m.motion {
            Motion::Wheel { .. } => self.swept(u),
            _ => m.bounds(from, to),
        }
    }

    /// The moments in which the present legs of two both last.
    pub fn together(&self, u: U, o: U) -> (f64, f64) {
        let to = self.leg(u).ends.min(self.leg(o).ends).clamp(self.now, self.dial.end);
        (self.now, to)
    }

    /// The moments in which the present leg of a unit lasts.
    pub fn lasts(&self, u: U) -> (f64, f64) {
        (self.now, self.leg(u).ends.clamp(self.now, self.dial.end))
    }

    pub(crate) fn held(&self, u: U) -> &Held<U> {
        &self.units[u.index()].held
    }

    pub(crate) fn held_mut(&mut self, u: U) -> &mut Held<U> {
        &mut self.units[u.index()].held
    }

    /// Puts something on the agenda; it holds as long as neither of the two has another leg.
    pub fn note(&mut self, at: f64, what: W, who: U, other: U) {
        let at = if at <= self.now { at } else { self.dial.on_stroke(at) };
        self.push(at, Due::Met(what), who, other);
    }

    /// A leg ends by itself.
    pub(crate) fn note_end(&mut self, at: f64, who: U) {
        self.push(at, Due::LegEnds, who, who);
    }

    fn push(&mut self, at: f64, what: Due<W>, who: U, other: U) {
        let serials = (self.units[who.index()].serial, self.units[other.index()].serial);
        self.agenda.heap.push(Meet { at, what, who, other, serials });
    }

    fn holds(&self, m: &Meet<U, W>) -> bool {
        (self.units[m.who.index()].serial, self.units[m.other.index()].serial) == m.serials
    }

    /// The next moment until `until` at which anything is due, and all that is due then. `at_end` says what comes about even when it
    /// is reached at the very moment at which the clock runs out. Nothing due is `until` itself.
    pub(crate) fn next_due(&mut self, until: f64, at_end: impl Fn(W) -> bool) -> (f64, Vec<Meet<U, W>>) {
        let mut due: Vec<Meet<U, W>> = Vec::new();
        let mut at = until;
        while let Some(top) = self.agenda.heap.peek().copied() {
            if !self.holds(&top) {
                self.agenda.heap.pop();
                continue;
            }
            if top.at > until {
                break;
            }
            if due.is_empty() {
                let counts = || matches!(top.what, Due::Met(w) if at_end(w));
                if top.at > self.dial.end - 1e-12 && !counts() {
                    self.agenda.heap.pop();
                    continue;
                }
                at = top.at;
            } else if top.at > at + self.dial.instant {
                break;
            }
            self.agenda.heap.pop();
            due.push(top);
        }
        due.sort_by_key(Meet::key);
        // What both of the two expected is one thing.
        due.dedup_by(|a, b| a.key() == b.key());
        // All of one instant happens at its last moment, so that each has really come about.
        let last = due.iter().map(|m| m.at).fold(at, f64::max).min(until);
        (last, due)
    }

    /// What was found due is put off.
    pub(crate) fn put_off(&mut self, due: &mut Vec<Meet<U, W>>) {
        self.agenda.heap.extend(due.drain(..));
    }

    /// Counts one more instant; says whether there have been too many.
    pub(crate) fn too_many(&mut self) -> bool {
        self.instants += 1;
        self.instants > self.dial.most
    }
}

/// Do two boxes come so near that what is in them can touch?
pub fn boxes_meet(a: Box2, b: Box2) -> bool {
    let by = 0.1;
    a.0.x <= b.1.x + by && b.0.x <= a.1.x + by && a.0.y <= b.1.y + by && b.0.y <= a.1.y + by
}
