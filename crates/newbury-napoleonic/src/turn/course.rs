//! What a body is to do on the clock of a move, from one thing to the next (play.clock, play.path, play.time-budget).

use crate::answer::{LegOrder, Turning};
use crate::formation::Drawn;
use crate::order::Gait;
use crate::procedures::disorder::Stretch as Met;
use crate::unit::UnitId;
use smallvec::SmallVec;
use std::collections::VecDeque;
use table::V2;
use umpire::Clause;

/// One thing after another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Act {
    /// So far straight ahead, or that way without turning.
    March { left: f64, towards: Option<V2>, gait: Gait },
    /// Degrees of a wheel, to the right if positive.
    Wheel { left: f64, gait: Gait },
    /// Something of fixed duration, and what it comes to.
    Fixed { left: f64, then: Then },
}

/// What comes of a doing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Then {
    Nothing,
    Turn(Turning),
    Form(Drawn),
    /// Into line to that flank.
    IntoLine(Turning),
    /// Out of its house by a wall.
    Leave(u8, Drawn),
    /// It faces that way, free of cost.
    Face(V2),
    Do(LegOrder),
}

/// Whom the 17.1.a halt binds, and how a body behaves towards others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Manner {
    #[default]
    Ordinary,
    /// It charges, countercharges or attacks: it stops by its target only.
    Closing,
    /// It evades: contact breaks it (12.3.g).
    Evading,
    /// It routs, retreats, withdraws or gives ground.
    Forced,
    /// It follows those who rout or give ground.
    Chasing,
}

/// Why a body halted before it had done all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Halted {
    pub by: Clause,
    pub before: Option<UnitId>,
}

/// The whole course of a body in a stretch of the clock.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Course {
    /// It stands until then.
    pub starts: f64,
    pub acts: VecDeque<Act>,
    pub manner: Manner,
    /// It closes at the charge, not to attack.
    pub charges: bool,
    /// On whom it closes, and how near it comes.
    pub closing: Option<(UnitId, f64)>,
    /// A way that is only gone over again, as it was gone in an earlier step.
    pub replay: bool,
    /// The order says that it goes through own troops (play.pass-through).
    pub through: bool,
    /// Skirmishers who give way to close order without orders (10.2.a, 17.3.d).
    pub gives_way: bool,
    /// Obstacles that it has crossed or is astride of.
    pub crossed: SmallVec<[u16; 2]>,
    /// Obstacles that the enemy defends or has just left: they are crossed in the fight, for no time and by the factors of that (12.1.c).
    pub defended: SmallVec<[u16; 1]>,
    /// It is in the middle of a change of formation.
    pub forming: bool,
    /// It got across one of them.
    pub got_over: bool,
    /// By what the slopes are as steep as they are on which it marched (4.2).
    pub slope: Option<Clause>,
    /// Formations that it took up, and by what (8.1, 8.2).
    pub formed: Option<(crate::formation::Formation, Clause)>,
    /// Hedges that its column trod down (16.8.d).
    pub flattened: SmallVec<[u16; 1]>,
    /// What came of it.
    pub reached: Option<f64>,
    pub halted: Option<Halted>,
    pub off_table: bool,
    pub touched: Option<(UnitId, f64)>,
    /// Centimetres gone, wheels by their arc, and time spent turning or changing.
    pub moved: f64,
    pub busy: f64,
    pub met: Vec<Met>,
    /// The gait of what it marched.
    pub gait: Option<Gait>,
}

impl Course {
    /// Nothing is done any more.
    pub fn halt(&mut self, by: Clause, before: Option<UnitId>) {
        self.acts.clear();
        self.halted.get_or_insert(Halted { by, before });
    }

    /// It has met something that disorganises, once a move for each kind (play.disorder).
    pub fn meets(&mut self, met: crate::procedures::disorder::Met, fast: bool) {
        use crate::procedures::disorder::Met as Kind;
        let separately = matches!(met, Kind::LinearObstacle | Kind::Building);
        match self.met.iter_mut().find(|m| m.met == met && !separately) {
            Some(m) => m.fast |= fast,
            None => self.met.push(Met { met, fast }),
        }
    }
}
