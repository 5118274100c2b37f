//! What troops are and how they stand: arms, formations, states of order, weapons, gaits, cover.

use crate::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use words::Message;

/// The arms (04.01.1.a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    /// Ammunition wagons, pontoons, the engineer park.
    Train,
}

impl Arm {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            Arm::Infantry => say!("arm-infantry"),
            Arm::Cavalry => say!("arm-cavalry"),
            Arm::Artillery => say!("arm-artillery"),
            Arm::Train => say!("arm-train"),
        }
    }
}
words::spoken!(Arm);

/// The weight of a regiment's horses (04.05.1.c, table XV).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    Heavy,
    Medium,
    Light,
    /// Cossacks and the like (chapter 15).
    Cossack,
}

/// The nations of the book's appendix, and others without rules of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Nation {
    Bavaria,
    Denmark,
    England,
    /// The King's German Legion, trained as the English.
    Kgl,
    France,
    Poland,
    Prussia,
    Russia,
    Saxony,
    Austria,
    Other,
}

/// How a unit stands (chapter 05). Artillery is in [`Formation::MarchColumn`] or [`Formation::Line`], limbered or not. A unit in FU is
/// dispersed whatever formation it had (05.04.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    Line,
    /// Battalion column of infantry, regiment column of cavalry (05.01.3).
    AttackColumn,
    MarchColumn,
    /// Single-file column (05.01.5).
    SingleFile,
    Square,
    /// Battalion mass (05.02.2).
    Mass,
    Clump,
    /// Skirmish line of infantry, swarm of cavalry (05.01.1).
    Skirmish,
}

impl Formation {
    pub const ALL: [Formation; 8] = [
        Formation::Line,
        Formation::AttackColumn,
        Formation::MarchColumn,
        Formation::SingleFile,
        Formation::Square,
        Formation::Mass,
        Formation::Clump,
        Formation::Skirmish,
    ];

    /// Closed formations (05.04.1); a unit in FU or at work is dispersed all the same.
    pub fn closed(self) -> bool {
        self != Formation::Skirmish
    }

    /// A column for fire upon it (tables VIII and XI, group of formation): the deep formations, not line, square or clump.
    pub fn column(self) -> bool {
        use Formation::*;
        matches!(self, AttackColumn | MarchColumn | SingleFile | Mass)
    }

    /// Front on all sides.
    pub fn all_round(self) -> bool {
        matches!(self, Formation::Square | Formation::Mass | Formation::Clump)
    }

    /// In words.
    pub fn message(self) -> Message {
        match self {
            Formation::Line => say!("formation-line"),
            Formation::AttackColumn => say!("formation-attack-column"),
            Formation::MarchColumn => say!("formation-march-column"),
            Formation::SingleFile => say!("formation-single-file"),
            Formation::Square => say!("formation-square"),
            Formation::Mass => say!("formation-mass"),
            Formation::Clump => say!("formation-clump"),
            Formation::Skirmish => say!("formation-skirmish"),
        }
    }
}
words::spoken!(Formation);

/// The state of order of a unit, best first: in order, light disorder of three grades, disorder, complete disorder (03.03.3 to 03.03.7).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum State {
    #[default]
    #[serde(rename = "OR")]
    Order,
    #[serde(rename = "LU-1")]
    Light1,
    #[serde(rename = "LU-2")]
    Light2,
    #[serde(rename = "LU-3")]
    Light3,
    #[serde(rename = "U")]
    Disorder,
    #[serde(rename = "FU")]
    Complete,
}

words::coded!(State);

impl State {
    /// In order or in light disorder (03.03.3).
    pub fn intact(self) -> bool {
        self <= State::Light3
    }

    /// The grades of light disorder: 0 in order, 3 at most; none in U and FU.
    pub fn grades(self) -> u8 {
        match self {
            State::Light1 => 1,
            State::Light2 => 2,
            State::Light3 => 3,
            _ => 0,
        }
    }

    /// Light disorder of so many grades; none is order, and four or more are disorder (03.03.7).
    pub fn of_grades(grades: u8) -> State {
        match grades {
            0 => State::Order,
            1 => State::Light1,
            2 => State::Light2,
            3 => State::Light3,
            _ => State::Disorder,
        }
    }
}

/// What a result does to a unit's state of order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// It receives so many grades of light disorder, none being no effect: fire and accidents.
    Grades(u8),
    /// It is in at least this state: U, FU, and LU-2 after a melee (03.03.6).
    AtLeast(State),
}

/// The state of a unit after an effect (03.03.6, 03.03.7). Grades are added to those it has, four make U, and it is never the better
/// for a result.
pub fn worsened(was: State, effect: Effect) -> State {
    match effect {
        Effect::Grades(grades) if was.intact() => State::of_grades(was.grades().saturating_add(grades)),
        Effect::Grades(_) => was,
        Effect::AtLeast(state) => was.max(state),
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            State::Order => "OR",
            State::Light1 => "LU-1",
            State::Light2 => "LU-2",
            State::Light3 => "LU-3",
            State::Disorder => "U",
            State::Complete => "FU",
        })
    }
}

/// How close the figures of a skirmish line or swarm stand (05.01.1).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Density {
    #[default]
    Dense,
    Thin,
}

/// Cover against one fire or attack (table VI).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Cover {
    #[default]
    #[serde(rename = "none")]
    None,
    I,
    II,
    III,
}

/// How hard an object is to pass (tables VI and VII).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Obstacle {
    #[default]
    #[serde(rename = "none")]
    None,
    I,
    II,
    III,
    /// Walls over 2 m but at openings or with ladders (07.05.2), ruins.
    #[serde(rename = "impassable")]
    Impassable,
}

/// Small arms (table X).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weapon {
    Carbine,
    Musket,
    Rifle,
}

/// How a battery goes (tables III and V).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Harness {
    Foot,
    Driven,
    Horse,
}

/// How heavy its guns are to move (table III); howitzers are light (skema.III.a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GunWeight {
    /// 3 to 6 pdr, and the English 9 pdr.
    Light,
    /// 8 pdr.
    Medium,
    /// 12 pdr.
    Heavy,
}

/// The gaits (07.01.1). Half march speed is half of the ordinary march.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Gait {
    March,
    Charge,
    Flight,
}

/// What lies under the front rank, as the columns of table III have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Going {
    Road,
    Path,
    Ordinary,
    Difficult,
    Plantation,
    Watercourse,
}
