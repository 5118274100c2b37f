//! What troops are and how they stand: arms, formations, states of order, weapons and guns.

use crate::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use words::Message;

/// The arms. Dismounted cavalry is [`Arm::Cavalry`] that is not mounted: it counts as infantry except where the book gives
/// it numbers of its own (02.02.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    /// An ammunition wagon.
    Wagon,
}

/// Troops as the tables distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Infantry,
    /// Cavalry (or mounted infantry) on horseback.
    Mounted,
    Dismounted,
    /// Guns in action.
    Unlimbered,
    Limbered,
    /// An ammunition wagon.
    Wagon,
}

impl Kind {
    /// Infantry, or cavalry that counts as infantry (02.02.5).
    pub fn on_foot(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Dismounted)
    }

    pub fn artillery(self) -> bool {
        matches!(self, Kind::Unlimbered | Kind::Limbered)
    }
}

impl Kind {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            Kind::Infantry => say!("kind-infantry"),
            Kind::Mounted => say!("kind-mounted"),
            Kind::Dismounted => say!("kind-dismounted"),
            Kind::Unlimbered => say!("kind-unlimbered"),
            Kind::Limbered => say!("kind-limbered"),
            Kind::Wagon => say!("kind-wagon"),
        }
    }
}
words::spoken!(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Nation {
    Union,
    Confederate,
}

/// How a unit stands. Artillery is [`Formation::MarchColumn`] when limbered and [`Formation::Line`] when unlimbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    MarchColumn,
    AttackColumn,
    Line,
    ThinLine,
    Chain,
}

impl Formation {
    pub const ALL: [Formation; 5] = [
        Formation::MarchColumn,
        Formation::AttackColumn,
        Formation::Line,
        Formation::ThinLine,
        Formation::Chain,
    ];
}

impl Formation {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            Formation::MarchColumn => say!("formation-march-column"),
            Formation::AttackColumn => say!("formation-attack-column"),
            Formation::Line => say!("formation-line"),
            Formation::ThinLine => say!("formation-thin-line"),
            Formation::Chain => say!("formation-chain"),
        }
    }
}
words::spoken!(Formation);

impl Formation {
    /// As it is written on a slip.
    pub(crate) fn slip_word(self) -> &'static str {
        match self {
            Formation::MarchColumn => "march column",
            Formation::AttackColumn => "attack column",
            Formation::Line => "line",
            Formation::ThinLine => "thin line",
            Formation::Chain => "chain",
        }
    }
}

/// The state of order of a unit, best first (08.02.1): in order, slight disorder (LU), disorder (U), complete disorder (FU).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum State {
    #[default]
    #[serde(rename = "OR")]
    Order,
    #[serde(rename = "LU")]
    Slight,
    #[serde(rename = "U")]
    Disorder,
    #[serde(rename = "FU")]
    Complete,
}

words::coded!(State);

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            State::Order => "OR",
            State::Slight => "LU",
            State::Disorder => "U",
            State::Complete => "FU",
        })
    }
}

/// Cover against one fire, attack or melee (table XXII).
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

/// How hard an object is to cross (table III).
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
    IV,
}

/// A class of small arms (table IV).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WeaponClass {
    SmoothboreMusket,
    RifleWithBall,
    RifleWithCartridge,
    Sharpshooter,
    Sniper,
    RifledCarbine,
    Shotgun,
    Pistol,
}

impl WeaponClass {
    /// In the order of table IV.
    pub const ALL: [WeaponClass; 8] = [
        WeaponClass::SmoothboreMusket,
        WeaponClass::RifleWithBall,
        WeaponClass::RifleWithCartridge,
        WeaponClass::Sharpshooter,
        WeaponClass::Sniper,
        WeaponClass::RifledCarbine,
        WeaponClass::Shotgun,
        WeaponClass::Pistol,
    ];
}

/// Small arms by model: the row of the table `weapons`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weapon {
    TowerMusket,
    FlintlockMusket,
    PercussionMusket,
    MississippiRifle,
    HarpersFerryRifle,
    /// Enfield, Remington or Springfield M-61 to 64.
    RifledMusket,
    SharpsRifle,
    WhitworthRifle,
    EnfieldCarbine,
    BurnsideCarbine,
    SharpsCarbine,
    /// Spencer carbine or rifle.
    Spencer,
    Shotgun,
    Pistol,
}

impl Weapon {
    /// In the order of the table `weapons`.
    pub const ALL: [Weapon; 14] = [
        Weapon::TowerMusket,
        Weapon::FlintlockMusket,
        Weapon::PercussionMusket,
        Weapon::MississippiRifle,
        Weapon::HarpersFerryRifle,
        Weapon::RifledMusket,
        Weapon::SharpsRifle,
        Weapon::WhitworthRifle,
        Weapon::EnfieldCarbine,
        Weapon::BurnsideCarbine,
        Weapon::SharpsCarbine,
        Weapon::Spencer,
        Weapon::Shotgun,
        Weapon::Pistol,
    ];
}

/// Guns by model: the row of table VII.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Gun {
    SixPounder,
    SixPounderWhitworth,
    TenPounderParrott,
    TenPounderBrooke,
    ThreeInchRodman,
    /// The 12 pd gun-howitzer M-41 to M-44.
    GunHowitzer,
    /// The 12 pd gun-howitzer M-57.
    Napoleon,
    Blakely,
    Armstrong,
    TwelvePounderWhitworth,
    TwentyPounderParrott,
    ThirtyPounderParrott,
    TwelvePounderHowitzer,
    #[serde(rename = "twenty_four_pounder_howitzer")]
    TwentyFourPounderHowitzer,
    #[serde(rename = "thirty_two_pounder_howitzer")]
    ThirtyTwoPounderHowitzer,
    ThreePounderMountainHowitzer,
    TwelvePounderMountainHowitzer,
    TenInchMortar,
}

impl Gun {
    /// In the order of table VII.
    pub const ALL: [Gun; 18] = [
        Gun::SixPounder,
        Gun::SixPounderWhitworth,
        Gun::TenPounderParrott,
        Gun::TenPounderBrooke,
        Gun::ThreeInchRodman,
        Gun::GunHowitzer,
        Gun::Napoleon,
        Gun::Blakely,
        Gun::Armstrong,
        Gun::TwelvePounderWhitworth,
        Gun::TwentyPounderParrott,
        Gun::ThirtyPounderParrott,
        Gun::TwelvePounderHowitzer,
        Gun::TwentyFourPounderHowitzer,
        Gun::ThirtyTwoPounderHowitzer,
        Gun::ThreePounderMountainHowitzer,
        Gun::TwelvePounderMountainHowitzer,
        Gun::TenInchMortar,
    ];
}

/// How a gun deviates (table VIII).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeviationClass {
    Smoothbore,
    Rifled,
    /// Whitworth, Blakely, Armstrong.
    Precise,
}

/// What a gun has in its chests and how it may fire overhead (table XXI, 06.01.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GunClass {
    SmoothboreGun,
    RifledGun,
    Howitzer,
    Whitworth,
    Mortar,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ammunition {
    Shell,
    RoundShot,
    Canister,
}

impl Ammunition {
    pub const ALL: [Ammunition; 3] = [Ammunition::Shell, Ammunition::RoundShot, Ammunition::Canister];
}

impl Ammunition {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            Ammunition::Shell => say!("ammunition-shell"),
            Ammunition::RoundShot => say!("ammunition-round-shot"),
            Ammunition::Canister => say!("ammunition-canister"),
        }
    }
}
words::spoken!(Ammunition);

/// The ground under a marching unit, by the columns of table I. Ordered from fast to slow does not hold; ask the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Going {
    Road,
    Ordinary,
    Difficult,
    Wood,
    Swamp,
    Watercourse,
}

impl Going {
    /// In the order of the columns of table I.
    pub const ALL: [Going; 6] =
        [Going::Road, Going::Ordinary, Going::Difficult, Going::Wood, Going::Swamp, Going::Watercourse];
}

/// The rows of table I, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    InfantryMarchColumn,
    InfantryAttackColumn,
    InfantryThinLine,
    InfantryLine,
    InfantryChain,
    InfantryColumnCharge,
    InfantryLineCharge,
    InfantryFlight,
    InfantryFormationChange,
    MountedMarchColumn,
    MountedAttackColumn,
    MountedLine,
    MountedChain,
    MountedChargeOrFlight,
    MountedFormationChange,
    Staff,
    FieldLimbered,
    FieldFlight,
    HorseLimbered,
    HorseChargeOrFlight,
    Unlimbered,
    Wagon,
}

impl Pace {
    pub const COUNT: usize = 22;
}

/// What of a battery is repaired (06.03.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RepairItem {
    Gun,
    Limber,
}
