//! Who may know what. A thing that somebody might keep from somebody else is made together with its [`Audience`]; what is not
//! said to be visible is not.

use umpire::{Seat, Side};

/// A seat that looks and listens. When the battle is over nothing is kept back any more.
///
/// ```
/// use desk::{Audience, Eye};
/// use umpire::{Seat, Side};
/// let (a, b) = (Eye::of(Seat::Side(0), false), Eye::of(Seat::Side(1), false));
/// assert!(Audience::side(Side::A).has(a) && !Audience::side(Side::A).has(b));
/// assert!(Audience::UMPIRE.has(Eye::of(Seat::Side(1), true)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Eye {
    pub seat: Seat,
    pub over: bool,
}

impl Eye {
    pub fn of(seat: Seat, over: bool) -> Eye {
        Eye { seat, over }
    }

    /// Sees and hears everything: the umpire, and everybody when the battle is over.
    pub fn all(self) -> bool {
        self.over || self.seat == Seat::Umpire
    }

    /// The side through whose eyes it looks; none for those who see everything and those who only watch.
    pub fn side(self) -> Option<Side> {
        Side::of(self.seat).filter(|_| !self.over)
    }

    /// Does it read what a side keeps to itself?
    pub fn reads(self, side: Side) -> bool {
        self.all() || self.side() == Some(side)
    }

    /// Does it command that side?
    pub fn commands(self, side: Side) -> bool {
        Side::of(self.seat) == Some(side)
    }
}

/// Who may know a thing while the battle goes on. The umpire knows everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Audience {
    sides: [bool; 2],
    onlookers: bool,
}

impl Audience {
    pub const ALL: Audience = Audience { sides: [true; 2], onlookers: true };
    pub const UMPIRE: Audience = Audience { sides: [false; 2], onlookers: false };

    /// One side alone.
    pub fn side(side: Side) -> Audience {
        Audience::sides(Side::BOTH.map(|s| s == side), false)
    }

    /// These sides, and those who watch or not.
    pub fn sides(sides: [bool; 2], onlookers: bool) -> Audience {
        Audience { sides, onlookers }
    }

    /// Is somebody among them?
    pub fn has(self, eye: Eye) -> bool {
        eye.all() || eye.side().map_or(self.onlookers, |s| self.sides[s.index()])
    }
}

/// A thing and who may know it. Nobody else gets it out, and it cannot be written down whole.
///
/// ```
/// use desk::{Audience, Eye, Kept};
/// use umpire::{Seat, Side};
/// let valour = Kept::new(Audience::side(Side::A), 3);
/// assert_eq!(valour.to(Eye::of(Seat::Side(0), false)), Some(&3));
/// assert_eq!(valour.to(Eye::of(Seat::Spectator, false)), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept<T> {
    audience: Audience,
    what: T,
}

impl<T> Kept<T> {
    pub fn new(audience: Audience, what: T) -> Kept<T> {
        Kept { audience, what }
    }

    /// Everybody may know it.
    pub fn open(what: T) -> Kept<T> {
        Kept::new(Audience::ALL, what)
    }

    pub fn to(&self, eye: Eye) -> Option<&T> {
        self.audience.has(eye).then_some(&self.what)
    }

    pub fn into(self, eye: Eye) -> Option<T> {
        self.audience.has(eye).then_some(self.what)
    }
}
