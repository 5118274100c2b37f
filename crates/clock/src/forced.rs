use crate::agenda::Id;
use crate::drive::Drive;
use crate::runs_into;
use table::{Base, Motion, Moving, Strips, V2, first_beyond, first_within, gap_at, v2};

/// Moments of one run of forced moves, at most.
const MOST: u32 = 10_000;
/// Two are together if no more than this is between them.
const TOGETHER: f64 = 1e-6;
/// Moments nearer than this are one.
const TICK: f64 = 1e-12;

/// One that moves while the turn's clock stands still. `X` is what the book keeps of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mover<U, X> {
    pub unit: U,
    /// Its course.
    pub dir: V2,
    pub moving: Moving,
    /// One behind whom it ends, just clear of him.
    pub behind: Option<U>,
    /// The way actually gone.
    pub track: Vec<Base>,
    pub own: X,
    /// When its time is up.
    until: f64,
    /// When the present stretch ends.
    stretch: f64,
    done: bool,
    /// It has just started: what it touches or presses on is to be looked at before it goes.
    fresh: bool,
}

/// A mover of a driver.
pub type MoverOf<D> = Mover<<D as Drive>::Unit, <D as Forced>::Own>;
/// All movers of a driver.
pub type MoversOf<D> = Movers<<D as Drive>::Unit, <D as Forced>::Own>;

/// A stretch of ground that is gone at one rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    pub from: Base,
    pub velocity: V2,
    /// The time it takes.
    pub takes: f64,
}

/// What a book says of moves without counting time. They run together on a clock of their own, from 0 as long as they last, while the
/// turn's clock stands still.
pub trait Forced: Drive {
    type Own;
    /// Why one stops.
    type Stop;

    /// The next stretch of a mover from where it is; `None` if it can go no further.
    fn stretch(&mut self, m: &mut MoverOf<Self>) -> Option<Stretch>;
    /// At what distance from another a mover has to look at him next.
    fn look_at(&self, m: &MoverOf<Self>, o: Self::Unit, there: &Moving, at: f64) -> Option<f64>;
    /// A mover is near another: does that stop it?
    fn meet(&mut self, m: &mut MoverOf<Self>, o: Self::Unit, there: &Moving, at: f64) -> Option<Self::Stop>;
    /// It has been stopped.
    fn stop(&mut self, m: &mut MoverOf<Self>, why: Self::Stop);
    /// All have been looked at: others may be set moving.
    fn spread(&mut self, all: &mut MoversOf<Self>, at: f64);
    /// The move is over.
    fn over(&mut self, m: MoverOf<Self>);
}

impl<U: Id, X> Mover<U, X> {
    /// Sets a unit moving from where it stands for so long a time.
    pub fn set_out<D>(d: &mut D, unit: U, dir: V2, at: f64, lasts: f64, own: X) -> Mover<U, X>
    where
        D: Drive<Unit = U> + Forced<Own = X>,
    {
        let base = d.base(unit);
        let mut m = Mover {
            unit,
            dir,
            moving: Moving { base, since: at, motion: Motion::Stand },
            behind: None,
            track: vec![base],
            own,
            until: at + lasts,
            stretch: at,
            done: false,
            fresh: true,
        };
        next_stretch(d, &mut m, at);
        m
    }

    fn halt(&mut self, at: f64) {
        self.moving = self.moving.then(at, Motion::Stand);
        self.done = true;
    }
}

/// All who move, and who may be near whom.
#[derive(Clone, Debug)]
pub struct Movers<U, X> {
    all: Vec<Mover<U, X>>,
    /// Which of them a unit is, if any.
    which: Vec<Option<u16>>,
    /// Of each unit the upright box about its base; of a mover about all places it is at in its present stretch.
    boxes: Strips,
    /// From how far off others matter.
    reach: f64,
}

impl<U: Id, X> Movers<U, X> {
    pub fn iter(&self) -> impl Iterator<Item = &Mover<U, X>> {
        self.all.iter()
    }

    /// The number of a unit among them.
    pub fn which(&self, u: U) -> Option<usize> {
        self.which.get(u.index()).copied().flatten().map(usize::from)
    }

    pub fn get(&self, i: usize) -> &Mover<U, X> {
        &self.all[i]
    }

    pub fn get_mut(&mut self, i: usize) -> &mut Mover<U, X> {
        &mut self.all[i]
    }

    /// Another is set moving, or one of them otherwise than before.
    pub fn set(&mut self, m: Mover<U, X>) {
        let i = match self.which(m.unit) {
            Some(i) => {
                self.all[i] = m;
                i
            }
            None => {
                self.which[m.unit.index()] = Some(self.all.len() as u16);
                self.all.push(m);
                self.all.len() - 1
            }
        };
        self.note_box(i);
    }

    /// Where a unit is and how it moves.
    pub fn place<D: Drive<Unit = U>>(&self, d: &D, u: U) -> Moving {
        self.which(u).map_or_else(|| Moving::standing(d.base(u)), |i| self.all[i].moving)
    }

    /// Whom a mover may come near in its present stretch.
    pub fn near(&self, i: usize, found: &mut Vec<u16>) {
        let far = v2(self.reach, self.reach);
        let (lo, hi) = self.boxes.get(self.all[i].unit.index());
        self.boxes.meeting(lo - far, hi + far, found);
    }

    fn note_box(&mut self, i: usize) {
        let m = &self.all[i];
        let to = if m.done { m.moving.since } else { m.stretch.max(m.moving.since) };
        self.boxes.set(m.unit.index(), m.moving.bounds(m.moving.since, to));
    }
}

/// Makes forced moves to their end. `boxes` holds everybody as he stands, and from further off than `reach` nobody matters.
pub fn run_forced<D: Forced>(d: &mut D, mut first: Vec<MoverOf<D>>, boxes: Strips, reach: f64) {
    first.sort_by_key(|m| m.unit);
    let which = vec![None; d.clock().len()];
    let mut movers = Movers { all: Vec::with_capacity(first.len()), which, boxes, reach };
    first.into_iter().for_each(|m| movers.set(m));
    let mut near = Vec::new();
    let mut at = 0.0;
    for _ in 0..MOST {
        let Some(next) = next_moment(d, &movers, at, &mut near) else { break };
        at = next;
        moment(d, &mut movers, at, &mut near);
        if movers.all.iter().all(|m| m.done && !m.fresh) {
            break;
        }
    }
    movers.all.into_iter().for_each(|m| d.over(m));
}

/// Does a mover touch another and press on him by its own motion?
pub fn presses(m: &Moving, there: &Moving, at: f64) -> bool {
    gap_at(m.whole(), there.whole(), at) <= TOGETHER && runs_into(m, there, at)
}

fn next_stretch<D: Forced>(d: &mut D, m: &mut MoverOf<D>, at: f64) {
    m.moving = m.moving.then(at, Motion::Stand);
    d.place(m.unit, m.moving.base);
    if at + TICK >= m.until {
        m.done = true;
        return;
    }
    match d.stretch(m) {
        Some(Stretch { from, velocity, takes }) => {
            m.moving = Moving { base: from, since: at, motion: Motion::March { velocity } };
            m.stretch = (at + takes).min(m.until);
        }
        None => m.done = true,
    }
}

/// The next moment at which something happens.
fn next_moment<D: Forced>(d: &D, movers: &MoversOf<D>, at: f64, near: &mut Vec<u16>) -> Option<f64> {
    let mut next = f64::INFINITY;
    if movers.all.iter().any(|m| m.fresh) {
        return Some(at);
    }
    for (i, m) in movers.all.iter().enumerate().filter(|(_, m)| !m.done) {
        next = next.min(m.stretch);
        movers.near(i, near);
        for o in near.iter().map(|o| D::Unit::of(usize::from(*o))) {
            if o == m.unit || !d.present(o) {
                continue;
            }
            let there = movers.place(d, o);
            let until = next.min(m.until);
            let mine = m.moving.whole();
            let looks = d.look_at(m, o, &there, at);
            if let Some(t) = looks.and_then(|r| first_within(mine, there.whole(), r, at, until)) {
                next = next.min(t);
            }
            if m.behind == Some(o) {
                // Through him and just clear behind.
                let clear = first_within(mine, there.whole(), 0.0, at, until)
                    .and_then(|t| first_beyond(mine, there.whole(), 0.0, t, until));
                if let Some(t) = clear.filter(|t| *t > at + 1e-9) {
                    next = next.min(t);
                }
            }
        }
    }
    next.is_finite().then_some(next)
}

/// Everybody is brought to a moment, and each looks at those near him.
fn moment<D: Forced>(d: &mut D, movers: &mut MoversOf<D>, at: f64, near: &mut Vec<u16>) {
    for m in &mut movers.all {
        if !m.done {
            let base = m.moving.at(at);
            d.place(m.unit, base);
            m.track.push(base);
        }
        m.fresh = false;
    }
    for i in 0..movers.all.len() {
        if movers.all[i].done {
            continue;
        }
        let mut stop = None;
        movers.near(i, near);
        for o in near.iter().map(|o| D::Unit::of(usize::from(*o))) {
            if o == movers.all[i].unit || !d.present(o) {
                continue;
            }
            let there = movers.place(d, o);
            if let Some(why) = d.meet(&mut movers.all[i], o, &there, at) {
                stop = Some(why);
            }
        }
        let m = &mut movers.all[i];
        if let Some(why) = stop {
            m.halt(at);
            d.stop(m, why);
            movers.note_box(i);
            continue;
        }
        if m.stretch <= at + TICK {
            next_stretch(d, m, at);
            movers.note_box(i);
        } else {
            m.moving = m.moving.rebased(at);
        }
        ends_behind(d, movers, i, at);
    }
    d.spread(movers, at);
}

/// Clear behind him behind whom it is to end?
fn ends_behind<D: Forced>(d: &D, movers: &mut MoversOf<D>, i: usize, at: f64) {
    let m = &movers.all[i];
    let Some(behind) = m.behind else { return };
    let (here, there) = (m.moving.at(at), movers.place(d, behind).at(at));
    let past = (here.centre() - there.centre()).dot(m.dir);
    if here.rect().penetration(&there.rect()) <= TOGETHER && past > 0.0 {
        movers.all[i].halt(at);
        movers.note_box(i);
    }
}
