//! What counts as having moved, acted and stood still: one definition for every rule that asks (play.moved).

use crate::unit::Record;
use crate::{clause, reading};
use umpire::{Clause, Readings};

/// What a unit does or has done to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doing {
    /// Forward, aslant or back.
    Goes,
    Pivots,
    TurnsAbout,
    Adjusts,
    /// Formation, detaching and joining.
    ChangesFormation,
    /// Limbering or unlimbering.
    Limbers,
    Manhandles,
    /// In a town zone, or spreads out again.
    Assembles,
    EntersTown,
    LeavesTown,
    /// Attack, counter-attack or breakthrough, even of length nil.
    Attacks,
    /// For whatever reason.
    Retreats,
    IsPushed,
    /// In a continued melee or a town fight.
    Stands,
    Fires,
    /// A test to be allowed to act.
    FailsTest,
    /// Of a square.
    NamesFront,
    IsPassedThrough,
}

impl Doing {
    pub const ALL: [Doing; 18] = [
        Doing::Goes,
        Doing::Pivots,
        Doing::TurnsAbout,
        Doing::Adjusts,
        Doing::ChangesFormation,
        Doing::Limbers,
        Doing::Manhandles,
        Doing::Assembles,
        Doing::EntersTown,
        Doing::LeavesTown,
        Doing::Attacks,
        Doing::Retreats,
        Doing::IsPushed,
        Doing::Stands,
        Doing::Fires,
        Doing::FailsTest,
        Doing::NamesFront,
        Doing::IsPassedThrough,
    ];
}

/// What follows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// It has moved.
    pub moved: bool,
    /// It has moved, where it is asked for reorganising.
    pub stirred: bool,
    /// It has acted in the phase (tmove.reaction.1).
    pub acted: bool,
    pub by: Clause,
}

/// What counts as what.
pub fn counts(what: Doing, readings: &Readings) -> Counts {
    let still = matches!(
        what,
        Doing::IsPushed
            | Doing::Stands
            | Doing::Fires
            | Doing::FailsTest
            | Doing::NamesFront
            | Doing::IsPassedThrough
    );
    let on_the_spot = matches!(what, Doing::Pivots | Doing::TurnsAbout);
    let place_only = readings.is(reading!("what-moves", "place-only"));
    Counts {
        moved: !still,
        stirred: !(still || on_the_spot && place_only),
        acted: !still || what == Doing::FailsTest,
        by: clause!("play.moved"),
    }
}

impl Record {
    /// Notes what the unit does.
    pub fn note(&mut self, what: Doing, readings: &Readings) -> Counts {
        let c = counts(what, readings);
        self.moved_in_phase |= c.moved;
        self.moved_in_sequence |= c.moved;
        self.moved_in_round |= c.moved;
        self.acted_in_phase |= c.acted;
        if what == Doing::Fires {
            self.fired_in_sequence = true;
            self.fired_in_round = true;
        }
        c
    }
}
