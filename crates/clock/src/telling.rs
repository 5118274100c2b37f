//! A movement is run in many short legs; told, it is one.

use table::Pose;

/// A leg as it is written down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToldLeg<W> {
    pub why: W,
    /// From this moment of the clock to that.
    pub since: f64,
    pub until: f64,
    pub from: Pose,
    pub to: Pose,
    pub cm: f64,
}

/// Several legs of one unit's movement told as one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// Since this moment of the clock.
    pub since: f64,
    pub cm: f64,
    /// Turned by, right positive.
    pub degrees: f64,
}

impl Way {
    /// One leg since this moment.
    pub fn of(since: f64, from: &Pose, to: &Pose, cm: f64) -> Way {
        let degrees = (to.facing - from.facing + 540.0).rem_euclid(360.0) - 180.0;
        Way { since, cm, degrees }
    }

    /// This leg and then another.
    #[must_use]
    pub fn and(self, next: Way) -> Way {
        Way { since: self.since, cm: self.cm + next.cm, degrees: self.degrees + next.degrees }
    }
}

/// Part of a movement that is told at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Walk {
    GoesOn,
    Ends(Way),
}

/// What a leg is part of, with what happened to the unit next, and before, the latest first; `None` for what is no leg.
///
/// ```
/// use clock::{ToldLeg, Walk, Way, walked};
/// use table::Pose;
/// let at = |x: f64| Pose { x, y: 0.0, facing: 90.0 };
/// let leg = |since: f64, until: f64| {
///     ToldLeg { why: "marches", since, until, from: at(since), to: at(until), cm: until - since }
/// };
/// let (first, second) = (leg(0.0, 0.25), leg(0.25, 1.0));
/// assert_eq!(walked(&first, Some(second), []), Walk::GoesOn);
/// let whole = Way { since: 0.0, cm: 1.0, degrees: 0.0 };
/// assert_eq!(walked(&second, None, [Some(first)]), Walk::Ends(whole));
/// // What happened between them parts them.
/// assert_eq!(walked(&second, None, [None, Some(first)]), Walk::Ends(Way { since: 0.25, cm: 0.75, ..whole }));
/// ```
pub fn walked<W: PartialEq>(
    leg: &ToldLeg<W>,
    next: Option<ToldLeg<W>>,
    before: impl IntoIterator<Item = Option<ToldLeg<W>>>,
) -> Walk {
    let same = |o: &ToldLeg<W>, ends: f64, begins: f64| o.why == leg.why && (ends - begins).abs() < 1e-9;
    if next.is_some_and(|n| same(&n, leg.until, n.since)) {
        return Walk::GoesOn;
    }
    let way = |l: &ToldLeg<W>| Way::of(l.since, &l.from, &l.to, l.cm);
    let mut whole = way(leg);
    for b in before.into_iter().map_while(|b| b) {
        if !same(&b, b.until, whole.since) {
            break;
        }
        whole = way(&b).and(whole);
    }
    Walk::Ends(whole)
}
