//! The order sheet (chapter 03): what a player writes for each unit before the turn. A short form that a person can type
//! is in [`crate::slip`].

use crate::troop::{Ammunition, Cover, Formation, Obstacle, RepairItem, State};
use crate::unit::{CommandId, StaffId, UnitId};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use umpire::Clause;

/// How a unit, a staff figure or a piece of ground is named in orders: an own unit's code, the label under which an enemy
/// was sighted (`x3`), or the name of a feature on the map.
pub type Ref = String;

/// One unit's order for the turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Stand still. Also what a unit without an order does (03.01.2.b).
    Stand,
    /// Stand and restore order (08.04); counts as standing still.
    Reorganise,
    /// The order of the last turn again (03.03.3).
    Repeat,
    Move(MoveOrder),
    Fire(FireOrder),
    /// Take ammunition from a wagon in base contact (09.03).
    Resupply {
        wagon: Ref,
    },
}

/// A movement order: steps one after the other from clock 0 (play.clock).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveOrder {
    pub steps: Vec<Step>,
    /// The unit attacks.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub attack: bool,
    /// It uses the charge move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub charge: bool,
    /// The announced target of the attack (play.attack-target).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Ref>,
    /// A battery repairs while it does not move (06.03.6): see [`FireOrder::repair`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<RepairItem>,
}

/// One step of a movement order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "step", rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Straight ahead, so many cm or to the end of the turn.
    March {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cm: Option<f64>,
    },
    /// Backwards without turning round, at half speed (02.06.2).
    Back {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cm: Option<f64>,
    },
    /// Wheel towards a place and march until the middle of the front is there.
    To {
        x: f64,
        y: f64,
    },
    /// Along a named road to the end of the turn or so many cm, in the direction nearer to the front.
    Road {
        road: Ref,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cm: Option<f64>,
    },
    /// Wheel by so many degrees, right positive, about the front corner on the inner side (02.05.5).
    Wheel {
        degrees: f64,
    },
    /// Turn on the spot, right positive: up to 90 a quarter facing, more an about-face (table II). Line and march column
    /// become each other by a quarter facing (02.05.4).
    Face {
        degrees: f64,
    },
    /// Change formation (02.05.1), keeping the middle of the front.
    Form {
        formation: Formation,
        /// Front of a cavalry attack column: 5 or 6 figures.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        files: Option<u16>,
        /// Gap between bases in mm, for thin line and chain.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gap: Option<f64>,
    },
    Mount,
    Dismount,
    /// Limber up, with or without the free about-face just after it (02.05.3.b).
    Limber {
        #[serde(default)]
        about: bool,
    },
    /// Unlimber, with or without the free about-face just before it; the second gun of six stands on this side.
    Unlimber {
        #[serde(default)]
        about: bool,
        #[serde(default)]
        second_left: bool,
    },
    /// Work on a fieldwork for the whole turn (chapter 10).
    Work {
        work: Work,
    },
    /// Stand until this clock value.
    Wait {
        until: f64,
    },
    /// Make whole companies, or squadrons of cavalry, a unit of their own, standing where it stood in the line: from the left or
    /// the right end (play.detach).
    Detach {
        #[serde(default)]
        companies: u16,
        #[serde(default, skip_serializing_if = "nobody")]
        squadrons: u16,
        #[serde(default)]
        left: bool,
        /// The new unit's code.
        code: Ref,
    },
    /// Join another part of the same regiment in base contact.
    Join {
        unit: Ref,
    },
    /// Occupy a building (play.building).
    Enter {
        building: Ref,
    },
    /// Leave the building on the side towards a place, in this formation.
    Leave {
        x: f64,
        y: f64,
        formation: Formation,
    },
    /// Gunners go back to their guns (play.guns-unmanned).
    Man,
}

fn nobody(n: &u16) -> bool {
    *n == 0
}

/// A fieldwork (chapter 10).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Work {
    LightFortification,
    /// Half the width in 6 turns, or the whole in 12 (10.03.1).
    Abatis {
        whole: bool,
    },
    Barricade {
        from: [f64; 2],
        to: [f64; 2],
    },
    ChevauxDeFrise {
        from: [f64; 2],
        to: [f64; 2],
    },
    /// Clear a fence, barricade or chevaux de frise, the part nearest to the unit.
    Clear {
        object: Ref,
    },
}

/// A fire order (03.03.6, 03.03.7, play.fire-order).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireOrder {
    pub moment: Moment,
    #[serde(default)]
    pub at: Aim,
    /// Fire by parts: each a number of companies with its own moment and target; the first named from the right
    /// (05.01.3.b). Empty: every figure that can take part fires at `moment`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartFire>,
    /// Artillery: what it fires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ammunition: Option<Ammunition>,
    /// Artillery with shell or round shot: the guessed distance in cm (play.guess).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guess: Option<f64>,
    /// Canister at several targets (06.02.1.a), besides `at`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Ref>,
    /// One gunner figure repairs meanwhile (06.03.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<RepairItem>,
}

/// Some companies of a unit that fire by themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartFire {
    pub companies: u16,
    pub moment: Moment,
    #[serde(default)]
    pub at: Aim,
}

/// When fire is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "when", rename_all = "snake_case", deny_unknown_fields)]
pub enum Moment {
    /// At clock 0, before anything moves (04.01.3.a).
    AtOnce,
    /// At this clock value between 0 and 1.
    Clock {
        at: f64,
    },
    /// The enemy comes within a distance of the firing unit.
    Within {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enemy: Option<Ref>,
        cm: f64,
    },
    /// The enemy crosses the line between two points, or comes up to a point (the line's two ends are the same).
    Passes {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enemy: Option<Ref>,
        from: [f64; 2],
        to: [f64; 2],
    },
    /// The enemy enters a named piece of ground.
    Enters {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enemy: Option<Ref>,
        ground: Ref,
    },
    /// The enemy leaves a named piece of ground.
    Leaves {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enemy: Option<Ref>,
        ground: Ref,
    },
    /// The enemy fires.
    Fires {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enemy: Option<Ref>,
    },
    /// The enemy attacks this unit or, where a friend is named, him.
    Attacks {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enemy: Option<Ref>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        friend: Option<Ref>,
    },
    BeforeShock,
    AfterShock,
}

/// At whom.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Aim {
    /// The nearest enemy that can be fired at.
    #[default]
    Nearest,
    /// The unit that brought about the event.
    Culprit,
    Unit(Ref),
    /// Artillery: a place.
    Point([f64; 2]),
}

/// All orders of a side for a turn, by unit code. A unit left out stands.
pub type OrderSheet = BTreeMap<Ref, Order>;

/// A general or orderly goes (03.01.5): to a place, or into base contact with a friendly unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffMove {
    pub who: Ref,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<[f64; 2]>,
    /// Join this unit, or the general whose orderly he is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub join: Option<Ref>,
}

/// What a player answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "answer", rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// Orders for the turn. Each order as data, or as a slip.
    Orders {
        #[serde(default)]
        orders: BTreeMap<Ref, Written>,
        /// Instructions to generals below (03.01.1): by command, as text.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        instructions: BTreeMap<Ref, String>,
    },
    /// Choices of this instant, by the names under which they were asked; one left out takes its default (play.choice).
    Choices {
        #[serde(default)]
        choices: BTreeMap<String, Choice>,
    },
    /// Moves of generals and orderlies (play.staff).
    Staff {
        #[serde(default)]
        moves: Vec<StaffMove>,
    },
}

/// An order as data or as typed on a slip.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Written {
    Slip(String),
    Data(Order),
}

// By hand, so that a wrong order is told what is wrong with it and not that it is neither of the two.
impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Written, D::Error> {
        match serde_json::Value::deserialize(d)? {
            serde_json::Value::String(slip) => Ok(Written::Slip(slip)),
            data @ serde_json::Value::Object(_) => {
                umpire::read_value(&data).map(Written::Data).map_err(serde::de::Error::custom)
            }
            _ => Err(serde::de::Error::custom(say!("order-slip-such-march"))),
        }
    }
}

/// What an umpire may put right, lay on or agree to (01.06.1, 01.06.2, 10.01.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Correction {
    /// A penalty: the unit stands for so many turns, whatever is written.
    Halt { unit: Ref, turns: u32 },
    /// A penalty: its valour is lowered by so much.
    Valour { unit: Ref, by: u8 },
    /// It stands elsewhere or faces another way.
    Place { unit: Ref, at: table::Pose },
    /// It is in this state of order, and not pinned.
    State { unit: Ref, state: State },
    /// It has so many figures.
    Figures { unit: Ref, figures: u16 },
    /// A fieldwork that the book does not mention is made.
    Fieldwork { name: String, from: [f64; 2], to: [f64; 2], obstacle: Obstacle, cover: Cover },
}

/// What is to be chosen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "choice", rename_all = "snake_case")]
pub enum ChoiceKind {
    /// Draw a pinned or locked unit back in disorder (04.02.8.b, 04.02.14.b).
    Retreat { unit: UnitId },
    /// Fire as surprised at the attacker (04.02.13.a).
    SurprisedFire { unit: UnitId, attacker: UnitId },
    /// A chain falls back before a threat (04.02.10.a).
    FallBack { unit: UnitId, threat: UnitId },
    /// Gunners take shelter (04.02.12).
    Shelter { unit: UnitId, threat: UnitId },
    /// Which of several simultaneous frontal attackers goes in (play.shock-batch).
    WhoAttacks { target: UnitId, attackers: Vec<UnitId> },
    /// Pursue, or turn on another enemy (07.02.5).
    Pursue { unit: UnitId, beaten: UnitId },
    /// Stop in contact with an enemy in flight instead of passing through him (play.no-shock).
    StopWith { unit: UnitId, enemy: UnitId },
    /// Turn two companies, or the whole unit, to the attacker (07.04.5).
    TurnTo { unit: UnitId, attacker: UnitId, rear: bool },
    /// A lone general or orderly flees from capture (07.06.3).
    Escape { staff: StaffId, from: UnitId },
    /// Which general follows the commander-in-chief (08.05.2). `left` is the command of the one who took over for the time being.
    Heir { command: CommandId, left: CommandId },
}

impl ChoiceKind {
    /// The clause by which it comes to the choice, where another says what may be chosen.
    pub(crate) fn comes_of(&self) -> Option<Clause> {
        match self {
            ChoiceKind::FallBack { .. } | ChoiceKind::Shelter { .. } => Some(clause!("play.threat")),
            _ => None,
        }
    }
}

/// One choice of play.choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Yes,
    No,
    /// A battery's surprised fire with this ammunition.
    With(Ammunition),
    /// Which of several attackers goes in, which general takes over, to which friend one flees.
    Pick(Ref),
    /// A general or orderly who flees from capture goes to this place.
    Go {
        x: f64,
        y: f64,
    },
    /// Attack this new target, wheeling by so many degrees (07.02.5).
    Target {
        unit: Ref,
        degrees: f64,
    },
}
