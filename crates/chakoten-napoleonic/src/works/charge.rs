//! An object made ready for a blast or for burning: misfires, second blasts, second attempts (19.06.2, 19.07.4).

use crate::book::numbers;
use crate::book::works::Object;
use crate::procedures::demolition::{BlastObjectOutcome, BlastObjectSituation};
use crate::procedures::fires::{SetFireOutcome, SetFireSituation};
use crate::{clause, say};
use serde::{Deserialize, Serialize};
use umpire::{Clause, Refusal, allow};

/// The turns in which a misfire is put right, and after which fire may be tried again (19.07.4, 19.06.2).
const AGAIN_AFTER: u32 = numbers::FIRE_AGAIN as u32;

/// Powder laid at an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    pub object: Object,
    /// How many of the object's stretches it lies under.
    pub pieces: u32,
    /// It has been partly destroyed before.
    pub second: bool,
    /// From this turn on it can be fired.
    ready: u32,
}

/// Powder for an object, in quarters of a charge: half of it for a second blast, rounded up to whole charges, or to quarters below one.
pub fn powder_for(object: Object, second: bool) -> (u32, Clause) {
    let first = object.row().quarters;
    if !second {
        return (first, clause!("19.05.4"));
    }
    let half = first.div_ceil(2);
    let needed = if first >= 4 { half.div_ceil(4) * 4 } else { half };
    (needed, clause!("19.07.4.b"))
}

impl Charge {
    /// Laid in this turn; it can be fired from the next.
    pub fn laid(object: Object, pieces: u32, second: bool, turn: u32) -> Charge {
        Charge { object, pieces: pieces.max(1), second, ready: turn.saturating_add(1) }
    }

    /// Fires it in this turn.
    pub fn fire(&self, turn: u32) -> Result<BlastObjectSituation, Refusal> {
        allow(turn >= self.ready, clause!("19.07.4.a"), || say!("misfire-not-yet-right"))?;
        Ok(BlastObjectSituation { object: self.object, second: self.second })
    }

    /// What came of it: the charge that still lies there, if it misfired.
    pub fn fired(mut self, turn: u32, came: &BlastObjectOutcome) -> Option<Charge> {
        match came {
            BlastObjectOutcome::Misfire { turns } => {
                self.ready = turn.saturating_add(*turns).saturating_add(1);
                Some(self)
            }
            BlastObjectOutcome::Partial { .. } | BlastObjectOutcome::Complete => None,
        }
    }
}

/// Something made ready to be set alight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tinder {
    pub object: Object,
    attempt: u8,
    ready: u32,
}

impl Tinder {
    /// Made ready in this turn, at the end of which the first attempt is made.
    pub fn laid(object: Object, turn: u32) -> Tinder {
        Tinder { object, attempt: 1, ready: turn }
    }

    /// The attempt that is due in this turn.
    pub fn attempt(&self, turn: u32) -> Option<SetFireSituation> {
        (turn >= self.ready).then_some(SetFireSituation { attempt: self.attempt })
    }

    /// What came of it: what is left to be tried again.
    pub fn tried(mut self, turn: u32, came: &SetFireOutcome) -> Option<Tinder> {
        match came {
            SetFireOutcome::Again => {
                self.attempt += 1;
                self.ready = turn.saturating_add(AGAIN_AFTER + 1);
                Some(self)
            }
            SetFireOutcome::Fire | SetFireOutcome::PrepareAgain => None,
        }
    }
}
