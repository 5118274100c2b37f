//! Troops by the names that the book gives them: nations, arms, classes, weapons, guns.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whose troops they are. The lists are those of five nations; others are organised in the same spirit (AI.1).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Nation {
    Austria,
    Britain,
    France,
    Prussia,
    Russia,
    /// Any other state, or natives.
    #[default]
    Other,
}

impl Nation {
    /// The colours that its troops wear.
    pub fn colours(self) -> &'static str {
        match self {
            Nation::Austria => "austrian",
            Nation::Britain => "british",
            Nation::France => "french",
            Nation::Prussia => "prussian",
            Nation::Russia => "russian",
            Nation::Other => "",
        }
    }

    pub const ALL: [Nation; 6] =
        [Nation::Austria, Nation::Britain, Nation::France, Nation::Prussia, Nation::Russia, Nation::Other];
    /// Those with army lists.
    pub const LISTED: [Nation; 5] =
        [Nation::Austria, Nation::Britain, Nation::France, Nation::Prussia, Nation::Russia];
}

/// What a figure is. Irregulars and natives have the same arms; see [`Footing`].
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    #[default]
    LineInfantry,
    /// Light infantry, rifles, light companies of line battalions (T1.n.c).
    LightInfantry,
    LightCavalry,
    /// Cuirassiers, dragoons (T1.n.e), heavy horse.
    HeavyCavalry,
    /// Appendix V.
    Camels,
    /// Appendix V: four crew to a model.
    Elephants,
    /// Foot artillery.
    FieldArtillery,
    HorseArtillery,
    SiegeArtillery,
    FootRockets,
    HorseRockets,
}

impl Arm {
    pub const ALL: [Arm; 11] = [
        Arm::LineInfantry,
        Arm::LightInfantry,
        Arm::LightCavalry,
        Arm::HeavyCavalry,
        Arm::Camels,
        Arm::Elephants,
        Arm::FieldArtillery,
        Arm::HorseArtillery,
        Arm::SiegeArtillery,
        Arm::FootRockets,
        Arm::HorseRockets,
    ];

    pub fn infantry(self) -> bool {
        matches!(self, Arm::LineInfantry | Arm::LightInfantry)
    }

    /// Horse, camels and elephants: what moves, charges and reacts as cavalry (A5.6, A5.11).
    pub fn cavalry(self) -> bool {
        matches!(self, Arm::LightCavalry | Arm::HeavyCavalry | Arm::Camels | Arm::Elephants)
    }

    /// Guns: not rockets.
    pub fn guns(self) -> bool {
        matches!(self, Arm::FieldArtillery | Arm::HorseArtillery | Arm::SiegeArtillery)
    }

    pub fn rockets(self) -> bool {
        matches!(self, Arm::FootRockets | Arm::HorseRockets)
    }

    /// A battery: guns or launchers with crews and teams.
    pub fn battery(self) -> bool {
        self.guns() || self.rockets()
    }

    /// Horse artillery and mounted rocketeers, whose crews ride.
    pub fn rides(self) -> bool {
        matches!(self, Arm::HorseArtillery | Arm::HorseRockets)
    }
}

/// Discipline: sub-units and staff, or none.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Footing {
    /// Of an army with sub-units (glossary.regular); militia too (glossary.militia).
    #[default]
    Regular,
    /// Without sub-units (glossary.irregular).
    Irregular,
    /// Irregulars under their own chiefs (glossary.native).
    Native,
}

/// Morale class, or class of training (glossary.class).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Class {
    A,
    B,
    #[default]
    C,
    D,
    /// Irregulars alone.
    E,
}

impl Class {
    pub const ALL: [Class; 5] = [Class::A, Class::B, Class::C, Class::D, Class::E];

    /// Its letter, which names its columns in the tables.
    pub fn letter(self) -> &'static str {
        match self {
            Class::A => "A",
            Class::B => "B",
            Class::C => "C",
            Class::D => "D",
            Class::E => "E",
        }
    }

    /// Of class A or B (8.2.c, 13.1.c, 23.5.d).
    pub fn steady(self) -> bool {
        self <= Class::B
    }
}

/// What a figure shoots with, hand weapons apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Weapon {
    Musket,
    Rifle,
    /// Gunners carry it too (5.5).
    DragoonMusket,
    RifledCarbine,
    Carbine,
    Bow,
    /// Grenz sharpshooters: a rifle barrel and a musket barrel (AI.AU.1.d).
    DoubleBarrelled,
    /// Appendix IV.
    RifledMusket,
}

impl Weapon {
    pub const ALL: [Weapon; 8] = [
        Weapon::Musket,
        Weapon::Rifle,
        Weapon::DragoonMusket,
        Weapon::RifledCarbine,
        Weapon::Carbine,
        Weapon::Bow,
        Weapon::DoubleBarrelled,
        Weapon::RifledMusket,
    ];

    /// Powder and ball.
    pub fn firearm(self) -> bool {
        self != Weapon::Bow
    }

    /// Rifles and rifled carbines load in a whole move (15.2.c).
    pub fn rifled(self) -> bool {
        matches!(self, Weapon::Rifle | Weapon::RifledCarbine | Weapon::DoubleBarrelled)
    }
}

/// What a figure is and carries, whatever its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Troop {
    pub nation: Nation,
    pub arm: Arm,
    pub footing: Footing,
    /// For reactions, morale and rallying (tables 13 and 16).
    pub class: Class,
    /// For fire and melee (tables 9B and 11A); nearly always the same (AI.PR.1.e).
    pub training: Class,
    /// Training while in open order, where the list gives another (AI.AU.1.c).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_training: Option<Class>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<Weapon>,
    /// Lancers count as light cavalry (T1.n.d).
    #[serde(default)]
    pub lance: bool,
    /// A cuirass or other armour.
    #[serde(default)]
    pub armour: bool,
    /// Of irregulars: a weapon for hand-to-hand fighting. Regulars always have one.
    #[serde(default)]
    pub melee_weapon: bool,
    /// It may go in open order (8.1.b, or by its list).
    #[serde(default)]
    pub skirmishes: bool,
    /// Guards, for prices and names only.
    #[serde(default)]
    pub guard: bool,
    /// Mameluke cavalry, not in French service (A3.8, A3.9).
    #[serde(default)]
    pub mameluke: bool,
}

impl Default for Troop {
    fn default() -> Troop {
        Troop::of(Arm::LineInfantry)
    }
}

impl Troop {
    /// Regulars of class C with the weapon that is usual in the arm.
    pub fn of(arm: Arm) -> Troop {
        let weapon = match arm {
            Arm::LineInfantry | Arm::LightInfantry => Some(Weapon::Musket),
            Arm::LightCavalry | Arm::HeavyCavalry => Some(Weapon::Carbine),
            Arm::Camels | Arm::Elephants => None,
            _ => Some(Weapon::DragoonMusket),
        };
        Troop {
            nation: Nation::Other,
            arm,
            footing: Footing::Regular,
            class: Class::C,
            training: Class::C,
            open_training: None,
            weapon,
            lance: false,
            armour: false,
            melee_weapon: true,
            skirmishes: arm == Arm::LightInfantry,
            guard: false,
            mameluke: false,
        }
    }

    /// The same of another class, in morale and training.
    #[must_use]
    pub fn class(self, class: Class) -> Troop {
        Troop { class, training: class, ..self }
    }

    #[must_use]
    pub fn nation(self, nation: Nation) -> Troop {
        Troop { nation, ..self }
    }

    #[must_use]
    pub fn armed(self, weapon: Option<Weapon>) -> Troop {
        Troop { weapon, ..self }
    }

    pub fn regular(&self) -> bool {
        self.footing == Footing::Regular
    }

    pub fn irregular(&self) -> bool {
        !self.regular()
    }

    /// Training for fire and melee in that density.
    pub fn trained(&self, open_order: bool) -> Class {
        if open_order { self.open_training.unwrap_or(self.training) } else { self.training }
    }

    pub fn british(&self) -> bool {
        self.nation == Nation::Britain
    }

    /// Of 5 or 6 mm figures: ten to a base. Gunners and crews of elephants count one by one (A6.1, A6.7).
    pub fn on_bases_of_ten(&self) -> bool {
        !self.arm.battery() && self.arm != Arm::Elephants
    }
}

/// A gun, howitzer or launcher model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    #[serde(rename = "3-pounder")]
    Three,
    #[serde(rename = "4-pounder")]
    Four,
    #[serde(rename = "6-pounder")]
    Six,
    #[serde(rename = "8-pounder")]
    Eight,
    #[serde(rename = "9-pounder")]
    Nine,
    #[serde(rename = "12-pounder")]
    Twelve,
    Howitzer,
    SiegeGun,
    SiegeHowitzer,
    Launcher,
}

impl Piece {
    pub const ALL: [Piece; 10] = [
        Piece::Three,
        Piece::Four,
        Piece::Six,
        Piece::Eight,
        Piece::Nine,
        Piece::Twelve,
        Piece::Howitzer,
        Piece::SiegeGun,
        Piece::SiegeHowitzer,
        Piece::Launcher,
    ];

    pub fn howitzer(self) -> bool {
        matches!(self, Piece::Howitzer | Piece::SiegeHowitzer)
    }

    pub fn siege(self) -> bool {
        matches!(self, Piece::SiegeGun | Piece::SiegeHowitzer)
    }

    /// A cannon: it fires round shot.
    pub fn gun(self) -> bool {
        !self.howitzer() && self != Piece::Launcher
    }
}

/// How heavy a piece is to move and limber (12.6.a, table 1C.i).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GunWeight {
    Light,
    Medium,
    Heavy,
    Siege,
}

/// What is fired (16.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ammunition {
    RoundShot,
    Canister,
    Shell,
    Shrapnel,
    RocketShell,
    RocketShrapnel,
    IncendiaryRocket,
}

impl Ammunition {
    pub const ALL: [Ammunition; 7] = [
        Ammunition::RoundShot,
        Ammunition::Canister,
        Ammunition::Shell,
        Ammunition::Shrapnel,
        Ammunition::RocketShell,
        Ammunition::RocketShrapnel,
        Ammunition::IncendiaryRocket,
    ];

    pub fn rocket(self) -> bool {
        matches!(self, Ammunition::RocketShell | Ammunition::RocketShrapnel | Ammunition::IncendiaryRocket)
    }
}
