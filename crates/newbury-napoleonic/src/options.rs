//! What is agreed before a battle: the book's options as switches.

use crate::book::scale::Figures;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The options in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Figures and ground scale (3.a to 3.e, appendix VI).
    pub figures: Figures,
    /// A competition: fine and windy, one general a side, the recommended limits (4.4.d, 7.1, AI.10).
    pub competition: bool,
    /// National characteristics: all of appendix III or none (A3.1, A3.2).
    pub national: bool,
    /// The Crimean War or the Mutiny, with rifled muskets (A4.1, A4.5).
    pub crimea: bool,
    /// Camels and elephants (A5.1).
    pub beasts: bool,
    /// Losses as chances (20.7).
    pub losses_by_chance: bool,
    /// Dice in melee reaction (21.3.a.note.ii).
    pub melee_dice: bool,
    /// Straight charges only (17.2.e.alt).
    pub straight_charges: bool,
    /// No written move orders but for charges and moves to contact (10.2.alt).
    pub fewer_orders: bool,
}

impl Options {
    /// Men for whom an infantry or cavalry figure stands: 20, or 40 with 25 mm figures on the standard ground scale (3.b).
    pub fn ratio(&self) -> u8 {
        if self.figures == Figures::TwentyFive { 40 } else { 20 }
    }

    /// By how much distances of the rules are multiplied on this ground (3.e, A6.5).
    pub fn ground(&self) -> f64 {
        match self.figures {
            Figures::TwentyFiveEnlarged => 2.0,
            Figures::Six => 0.5,
            Figures::Fifteen | Figures::TwentyFive => 1.0,
        }
    }
}
