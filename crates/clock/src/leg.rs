use table::{Base, Motion, Moving, Rect};

/// What is less than this between two motions or two bases is rounding.
const DUST: f64 = 1e-6;

/// How a leg ends by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// Not before the clock runs out.
    Never,
    /// A stretch of march or slice of wheel is done: so much of it is left when the leg begins, in what its rate counts.
    Stretch(f64),
    /// Something of fixed duration is done.
    Fixed,
    /// One in its way may have cleared it.
    WayFree,
}

/// A piece of motion between two instants. `H` is what the book has to say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg<H> {
    pub moving: Moving,
    pub ends: f64,
    pub end: End,
    /// How much of the stretch is done in a unit of time: lengths, or degrees of a wheel.
    pub rate: f64,
    pub how: H,
}

/// What a leg has come to since it began or was last settled.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled<H> {
    /// The leg as it was.
    pub was: Leg<H>,
    /// Where it has led to.
    pub base: Base,
    /// The time it took.
    pub spent: f64,
    /// How much of the stretch is done.
    pub done: f64,
}

impl<H: Default> Leg<H> {
    /// It stands from a moment on.
    pub fn stand(base: Base, since: f64) -> Leg<H> {
        Leg {
            moving: Moving { base, since, motion: Motion::Stand },
            ends: f64::INFINITY,
            end: End::Never,
            rate: 0.0,
            how: H::default(),
        }
    }

    /// It stands until a moment.
    pub fn stand_until(base: Base, since: f64, ends: f64, end: End) -> Leg<H> {
        Leg { ends, end, ..Leg::stand(base, since) }
    }
}

impl<H> Leg<H> {
    /// It moves from a moment on until so long a stretch is done at that rate.
    pub fn stretch(moving: Moving, length: f64, rate: f64, how: H) -> Leg<H> {
        Leg { moving, ends: moving.since + length / rate, end: End::Stretch(length), rate, how }
    }

    pub fn stands(&self) -> bool {
        self.moving.motion == Motion::Stand
    }

    /// Does another leg carry it on in the same way, from the place at which this one has come at `now`?
    pub fn goes_on_as(&self, next: &Leg<H>, now: f64) -> bool {
        goes_alike(&self.moving.motion, &next.moving.motion)
            && stands_alike(&self.moving.at(now.min(self.ends)), &next.moving.base)
    }
}

impl<H: Clone> Leg<H> {
    /// Takes what has been done up to `now` into account: the leg goes on from there. `None` if no time has passed.
    pub fn settle(&mut self, now: f64) -> Option<Settled<H>> {
        let t = now.min(self.ends);
        let spent = t - self.moving.since;
        if spent <= 0.0 {
            return None;
        }
        let was = self.clone();
        let base = was.moving.at(t);
        // Exactly the stretch when it is done, so that no dust is left.
        let done = match was.end {
            End::Stretch(whole) if t >= was.ends => whole,
            _ => was.rate * spent,
        };
        self.moving = Moving { base, since: t, motion: was.moving.motion };
        if let End::Stretch(whole) = &mut self.end {
            *whole -= done;
        }
        Some(Settled { was, base, spent, done })
    }
}

/// Do two motions carry a base in the same way? A wheel may be planned in slices, its pivot reckoned anew for each.
fn goes_alike(a: &Motion, b: &Motion) -> bool {
    match (a, b) {
        (Motion::Stand, Motion::Stand) => true,
        (Motion::March { velocity: v }, Motion::March { velocity: w }) => v.dist(*w) <= DUST,
        (Motion::Wheel { pivot: p, rate: r }, Motion::Wheel { pivot: q, rate: s }) => {
            p.dist(*q) <= DUST && (r - s).abs() <= DUST
        }
        _ => false,
    }
}

/// Are two bases the same but for dust?
fn stands_alike(a: &Base, b: &Base) -> bool {
    a.front.dist(b.front) <= DUST
        && a.dir.dist(b.dir) <= DUST
        && (a.width - b.width).abs() <= DUST
        && (a.depth - b.depth).abs() <= DUST
}

/// A moment of time in which one sees which way a motion leads.
const GLANCE: f64 = 1e-3;
/// A base presses on another if it goes deeper by more than this in a glance.
const DEEPER: f64 = 1e-9;

/// Does a base's own motion bring it nearer to another, or press on it, wherever that one is going itself?
pub fn runs_into(a: &Moving, b: &Moving, at: f64) -> bool {
    let (a0, a1) = (a.at(at).rect(), a.at(at + GLANCE).rect());
    let there = b.at(at).rect();
    let gap = a0.gap(&there);
    if gap > table::EPS {
        return a1.gap(&there) < gap - DEEPER;
    }
    a1.penetration(&there) > a0.penetration(&there) + DEEPER
}

/// Does the first of two bases that touch press on the other, by its own motion?
pub fn closing(a: &Moving, b: &Moving, at: f64) -> bool {
    let (a0, a1) = (a.at(at).rect(), a.at(at + GLANCE).rect());
    let (b0, b1) = (b.at(at).rect(), b.at(at + GLANCE).rect());
    let then = a1.penetration(&b1);
    then > a0.penetration(&b0) + DEEPER && then > a0.penetration(&b1) + DEEPER
}

/// The same of one who comes against another of several pieces that lie still.
pub fn closing_on(at: impl Fn(f64) -> Rect, pieces: &[Rect], now: f64) -> bool {
    let (here, then) = (at(now), at(now + GLANCE));
    let upon = |p: &Rect| here.gap(p) <= table::EPS && then.penetration(p) > here.penetration(p) + DEEPER;
    pieces.iter().any(upon)
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Pose, v2};

    fn base(y: f64) -> Base {
        Base::new(Pose { x: 0.0, y, facing: 0.0 }, 8.0, 4.0)
    }

    fn march(y: f64, speed: f64) -> Moving {
        Moving { base: base(y), since: 0.0, motion: Motion::March { velocity: v2(0.0, speed) } }
    }

    #[test]
    fn a_stretch_that_is_done_leaves_no_dust() {
        let mut leg = Leg::stretch(march(0.0, 30.0), 10.0, 30.0, ());
        assert_eq!(leg.settle(0.1).map(|s| s.done), Some(3.0));
        let End::Stretch(left) = leg.end else { panic!("it is a stretch") };
        let rest = leg.settle(2.0).unwrap();
        assert_eq!(rest.done, left);
        assert_eq!(leg.end, End::Stretch(0.0));
        assert!((rest.base.front.y - 10.0).abs() < 1e-12);
        assert_eq!(leg.settle(3.0), None, "it has ended");
    }

    #[test]
    fn time_is_spent_standing() {
        let mut leg: Leg<()> = Leg::stand_until(base(0.0), 0.25, 0.5, End::Fixed);
        assert_eq!(leg.settle(0.25), None);
        let s = leg.settle(0.75).unwrap();
        assert_eq!((s.spent, s.done, s.base), (0.25, 0.0, base(0.0)));
    }

    #[test]
    fn going_on_in_the_same_way() {
        let leg = Leg::stretch(march(0.0, 30.0), 10.0, 30.0, ());
        let on = Leg::stretch(march(0.0, 30.0).rebased(0.2), 5.0, 30.0, ());
        assert!(leg.goes_on_as(&on, 0.2));
        assert!(!leg.goes_on_as(&on, 0.3), "from another place");
        let slower = Leg::stretch(
            march(0.0, 30.0).then(0.2, Motion::March { velocity: v2(0.0, 20.0) }),
            5.0,
            20.0,
            (),
        );
        assert!(!leg.goes_on_as(&slower, 0.2));
        assert!(!leg.goes_on_as(&Leg::stand(base(6.0), 0.2), 0.2));
    }

    #[test]
    fn who_presses_on_whom() {
        // One right behind the other, front to rear.
        let (rear, front) = (march(0.0, 10.0), march(4.0, 0.0));
        assert!(closing(&rear, &front, 0.0) && !closing(&front, &rear, 0.0));
        assert!(!closing(&rear, &march(4.0, 10.0), 0.0), "at the same pace");
        assert!(runs_into(&rear, &march(4.0, 10.0), 0.0), "wherever he goes himself");
        assert!(runs_into(&march(0.0, 10.0), &march(9.0, -5.0), 0.0));
        assert!(!runs_into(&march(0.0, -1.0), &march(9.0, -5.0), 0.0), "it is run into");
    }
}
