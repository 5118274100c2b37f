//! The troop types and what the tables say of them.

use crate::{book, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an element is. A camp is none, but it shoots and fights by the same tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Troop {
    /// Reiterei
    Cavalry,
    /// abgesessene Reiterei
    Dismounted,
    /// Musketen
    Muskets,
    /// Gewehre
    Rifles,
    /// Jäger
    Jaeger,
    Artillery,
    /// Befehlselement
    Commander,
    /// Lager
    Camp,
}

use Troop::*;

impl Troop {
    pub const ALL: [Troop; 8] = [Cavalry, Dismounted, Muskets, Rifles, Jaeger, Artillery, Commander, Camp];

    /// The name of its row in the book's tables.
    pub fn row(self) -> &'static str {
        match self {
            Cavalry => "cavalry",
            Dismounted => "dismounted cavalry",
            Muskets => "muskets",
            Rifles => "rifles",
            Jaeger => "Jaeger",
            Artillery => "artillery",
            Commander => "command element",
            Camp => "camp",
        }
    }

    /// troops.1
    pub fn is_line(self) -> bool {
        matches!(self, Muskets | Rifles)
    }

    /// stats.1 (d): cavalry and command elements; everything else uses the foot column.
    pub fn is_mounted(self) -> bool {
        matches!(self, Cavalry | Commander)
    }

    pub fn stats(self) -> &'static Stats {
        &book::data().stats[self as usize]
    }
}

impl Troop {
    /// In words.
    pub fn message(self) -> words::Message {
        match self {
            Cavalry => say!("troop-cavalry"),
            Dismounted => say!("troop-dismounted"),
            Muskets => say!("troop-muskets"),
            Rifles => say!("troop-rifles"),
            Jaeger => say!("troop-jaeger"),
            Artillery => say!("troop-artillery"),
            Commander => say!("troop-commander"),
            Camp => say!("troop-camp"),
        }
    }
}
words::spoken!(Troop);

/// One row of the tables `stats` and `bases`, in paces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    pub move_good: f64,
    pub move_heavy: f64,
    pub move_road: f64,
    /// Combat factors against foot and mounted, in shooting combat.
    pub shooting: [i32; 2],
    /// Combat factors against foot and mounted, in close combat.
    pub melee: [i32; 2],
    pub range: Option<f64>,
    pub width: f64,
    pub depth: f64,
}
