//! A mine: shaft, gallery and chamber, its loading, and what is left when it has been fired (19.08).

use super::grounds;
use crate::book::numbers;
use crate::book::works::Digging;
use crate::procedures::mines::{MineOutcome, MineSituation};
use crate::{clause, say};
use serde::{Deserialize, Serialize};
use umpire::{Clause, Grounds, Refusal, allow};

/// How far the charge is carried in a turn in the galleries, in cm, and the turns through the shaft (19.08.5).
const CARRIED: (f64, u32) = (numbers::GALLERY_CARRIED, numbers::SHAFT_CARRIED as u32);

/// A mine under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mine {
    /// Metres of shaft; none where it is laid at the foot of the object (19.08.1).
    pub shaft: f64,
    /// Cm of gallery.
    pub gallery: f64,
    /// Room in the chamber, in charges.
    pub chamber: u32,
    /// Charges in it.
    pub loaded: u32,
    /// Turns of carrying that have passed.
    carried: u32,
    /// From this turn on it can be fired.
    ready: u32,
    fired: bool,
}

/// The turns in which the charge is carried to its place.
pub fn carrying(shaft: f64, gallery: f64) -> (u32, Clause) {
    let down = if shaft > 0.0 { CARRIED.1 } else { 0 };
    let along = ((gallery / CARRIED.0) - 1e-9).ceil().clamp(0.0, f64::from(umpire::MANY)) as u32;
    (down + along, clause!("19.08.5"))
}

impl Mine {
    /// A part of it was dug.
    pub fn dug(&mut self, what: Digging, amount: f64) -> Result<Clause, Refusal> {
        allow(!self.fired, clause!("19.08.7"), || say!("mine-was-fired"))?;
        match what {
            Digging::Shaft => self.shaft += amount,
            Digging::Gallery => self.gallery += amount,
            Digging::Chamber => self.chamber += amount as u32,
        }
        Ok(clause!("19.08.1"))
    }

    /// A turn of carrying so many charges to the chamber; true when they lie there. Without a chamber they lie at the object's foot.
    pub fn carry(&mut self, charges: u32, turn: u32) -> Result<(bool, Grounds), Refusal> {
        allow(!self.fired, clause!("19.08.7"), || say!("mine-was-fired"))?;
        let open = self.shaft <= 0.0 && self.gallery <= 0.0;
        let room = open || charges <= self.chamber;
        allow(room, clause!("19.08.4"), || say!("chamber-too-small", room = self.chamber, charges))?;
        let (needed, by) = carrying(self.shaft, self.gallery);
        self.carried += 1;
        if self.carried < needed {
            return Ok((false, grounds([by])));
        }
        self.loaded = charges;
        self.ready = turn.saturating_add(1);
        Ok((true, if open { grounds([by, clause!("19.08.1")]) } else { grounds([by]) }))
    }

    /// Fires it in this turn, with the points that the umpire takes off.
    pub fn fire(&self, turn: u32, depth: f64, minus: u32) -> Result<MineSituation, Refusal> {
        allow(!self.fired, clause!("19.08.7"), || say!("mine-was-fired"))?;
        allow(self.loaded > 0, clause!("19.08.5"), || say!("mine-not-loaded"))?;
        allow(turn >= self.ready, clause!("19.08.6.b"), || say!("mine-not-ready"))?;
        Ok(MineSituation { charges: self.loaded, depth, gallery: self.gallery, minus, turns: None })
    }

    /// What came of it.
    pub fn came(&mut self, turn: u32, o: &MineOutcome) {
        match o {
            MineOutcome::Misfire { turns } => self.ready = turn.saturating_add(*turns).saturating_add(1),
            MineOutcome::Half { .. } | MineOutcome::Full { .. } => self.fired = true,
        }
    }
}
