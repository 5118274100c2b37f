//! The order slip (03.02, orders.1 to orders.6, play.orders): what a player writes for each unit before the turn. A short form that a
//! person can type is in the slips.

use crate::troop::{Density, Formation, Gait};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a unit, a staff figure or a piece of ground is named in orders: an own unit's code, the label under which an enemy was sighted
/// (`x3`), or the name of a feature on the map.
pub type Ref = String;

/// One unit's order for the turn. Nothing written at all is standing still (03.02.1).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// Carried out one after another from the start of the turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legs: Vec<Leg>,
    /// S: fire at a time or on an event (orders.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fire: Option<FireOrder>,
    /// A: the movement is an attack (orders.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<AttackOrder>,
    /// The attacking unit that it supports (12.03.7.8).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supports: Option<Ref>,
}

/// Which way a march goes, as the unit stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    #[default]
    Ahead,
    /// Backwards without turning round (07.01.2).
    Back,
    Left,
    Right,
}

/// How long a march lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// To the end of the turn, or until something stops it.
    #[default]
    End,
    /// For that part of a turn (orders.3).
    Turns(f64),
    /// So far.
    Cm(f64),
    /// Until the middle of the front is at this place.
    Place([f64; 2]),
}

/// One thing that is carried out in a turn (play.orders).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "leg", rename_all = "snake_case", deny_unknown_fields)]
pub enum Leg {
    /// Straight on.
    March {
        #[serde(default)]
        way: Way,
        #[serde(default = "march")]
        gait: Gait,
        #[serde(default)]
        until: Until,
    },
    /// An arrow (orders.2): in the direction of so many degrees, own rear edge being below: 0 ahead to the enemy's edge, 90 to the right. The
    /// unit first turns that way, by a pivot or an about face; dispersed troops just go.
    Arrow {
        degrees: f64,
        #[serde(default = "march")]
        gait: Gait,
        #[serde(default)]
        until: Until,
    },
    /// To a place: turns towards it and marches until the middle of its front is there.
    To {
        x: f64,
        y: f64,
        #[serde(default = "march")]
        gait: Gait,
    },
    /// Along a named road or path, in the direction nearer to its front.
    Road {
        road: Ref,
        #[serde(default)]
        until: Until,
    },
    /// About a wing of the front rank, right positive (06.04.2).
    Pivot { degrees: f64 },
    /// About the middle of the front rank (06.04.1).
    Rotate { degrees: f64 },
    /// About face (06.04.3).
    About,
    /// A square turns all its figures one way, or back to all sides (06.02.5): by so many degrees to the right of its front.
    FaceSquare {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        degrees: Option<f64>,
    },
    /// Change of formation (06.02).
    Form {
        formation: Formation,
        /// Front of an attack column, in figures.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        files: Option<u16>,
        /// The whole unit as skirmish line or swarm: how close.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        density: Option<Density>,
    },
    /// Limber up, in line or to march column, with or without the free about face (06.03.3, 06.03.4).
    Limber {
        #[serde(default)]
        column: bool,
        #[serde(default)]
        about: bool,
    },
    /// Unlimber, with or without the free about face (06.03.1, 06.03.2).
    Unlimber {
        #[serde(default)]
        about: bool,
    },
    /// KS: make ready to fire (10.01.2).
    MakeReady,
    /// The crew leaves its guns, with the limbers or without (04.04.3).
    LeaveGuns {
        #[serde(default)]
        limbers: bool,
    },
    /// The crew goes back and mans its guns (06.02.2).
    Man,
    /// Sends out a skirmish line or swarm (14.01.1): so many figures, so close, so far ahead of the front (or another side of it).
    SendOut {
        /// The new line's code.
        code: Ref,
        figures: u16,
        #[serde(default)]
        density: Density,
        #[serde(default)]
        way: Way,
        /// Cm between the body and the line.
        cm: f64,
    },
    /// Draws in its skirmish line or swarm.
    DrawIn,
    /// Splits off whole companies, squadrons or model guns from the left or right end, as a unit of their own (04.01.1.b).
    Split {
        code: Ref,
        companies: u8,
        #[serde(default)]
        left: bool,
    },
    /// An arrow with a fraction before it (orders.3): that part of the unit splits off and marches so; the rest goes on with its
    /// own order.
    Part {
        part: f64,
        /// The new unit's code; the unit's own with a number behind it where nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<Ref>,
        degrees: f64,
        #[serde(default = "march")]
        gait: Gait,
        #[serde(default)]
        until: Until,
    },
    /// Joins a part in base contact again, or merges with worn units (04.01.3, 13.07.2).
    Join { units: Vec<Ref> },
    /// Forms a brigade or division column or square with these behind it, itself leading (04.01.4, 05.02.5).
    Combine {
        units: Vec<Ref>,
        #[serde(default)]
        square: bool,
    },
    /// Dissolves it.
    Disband,
    /// Into a building (17.01.2.b).
    Enter { building: Ref },
    /// Out of it, through the facade towards a place (17.01.3).
    Leave { x: f64, y: f64 },
    /// Over water in ferries or boats that lie beside it, to a place on the far bank (19.11): loads, crosses and lands. Pioneers also send
    /// them over empty.
    Ferry {
        craft: Vec<Ref>,
        x: f64,
        y: f64,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        empty: bool,
    },
    /// Artillery finds or makes a passage in an obstacle I without cover, in a whole turn (07.05.5).
    MakeGap { object: Ref },
    /// Works for the whole turn (chapter 19).
    Work { work: WorkOrder },
    /// Takes ammunition from a wagon beside it (11.04.1).
    Resupply { wagon: Ref },
    /// X: stands and reorganises (13.06.1).
    Reorganise,
    /// Stands for that part of a turn.
    Stand { turns: f64 },
}

fn march() -> Gait {
    Gait::March
}

/// What is worked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum WorkOrder {
    /// Builds a work of table XX along a line or at a place.
    Build { work: String, from: [f64; 2], to: [f64; 2] },
    /// Goes on with a work that is there, by its name.
    GoOn { at: Ref },
    /// Levels an earthwork (19.12.4).
    Level { object: Ref },
    /// Destroys an object of table XXI, by this method.
    Destroy { object: Ref, method: Method },
    /// Fires what has been prepared: a charge, a mine, a fire.
    Fire { object: Ref },
    /// Puts out a fire (19.06.4).
    PutOut { object: Ref },
    /// Makes powder charges from ammunition loads (19.07.2).
    Charges,
    /// Raises a strong building to grade III (17.02.4).
    Strengthen { building: Ref },
    /// Digs a shaft, gallery or chamber towards a place, or loads the chamber (19.08).
    Mine {
        part: MinePart,
        at: [f64; 2],
        #[serde(default)]
        charges: f64,
    },
}

/// How something is destroyed (19.05.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    Blast,
    Burn,
    ThrowOff,
    Other,
}

/// A part of a mine (19.08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MinePart {
    Shaft,
    Gallery,
    Chamber,
    Load,
}

/// A fire order (03.02.2, 03.02.5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireOrder {
    #[serde(default)]
    pub when: When,
    /// At whom; the nearest where nothing is said. Several: their firing units are shared out (09.01.4, 10.01.3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Ref>,
    /// Artillery ranges in only, without effect and without ammunition (10.02.3.b).
    #[serde(default)]
    pub range_in: bool,
}

/// When fire is given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    #[default]
    AtOnce,
    /// At this time of the turn, from 0 to 1.
    Time(f64),
    /// When an enemy passes, or passes close by, a named piece of ground.
    Passes(Ref),
    /// Just before an enemy comes within contact distance of the named own unit, itself (also where the name is empty) or another.
    BeforeContact(Ref),
}

/// An attack order (12.01.1).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackOrder {
    /// The target; the nearest on its path where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Ref>,
    /// Targets of a continued attack, also beyond 20 degrees (12.02.6).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Ref>,
}

/// All orders of a side for a turn, by unit code. A unit left out stands.
pub type OrderSheet = BTreeMap<Ref, Order>;

/// An order as data, or as a slip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Written {
    Slip(String),
    Data(Order),
}

/// A staff figure's own move of the turn (08.01.7, play.staff).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffMove {
    pub who: Ref,
    /// To a place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<[f64; 2]>,
    /// Into base contact with this unit or staff figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub join: Option<Ref>,
    /// From that time of the turn on.
    #[serde(default)]
    pub from: f64,
}

/// A written message (08.03.1): the staff figure who carries it, and to which command or unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Letter {
    pub courier: Ref,
    pub to: Ref,
    pub says: String,
}

/// What a player answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "answer", rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// Orders, moves of staff figures, messages and instructions, for the turn.
    Orders {
        #[serde(default)]
        orders: BTreeMap<Ref, Written>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        staff: Vec<StaffMove>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        letters: Vec<Letter>,
        /// Instructions to units about to be out of command, by unit code (08.03.4).
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        instructions: BTreeMap<Ref, String>,
    },
    /// What is decided within the turn, by the key of each question; what is left out takes its default.
    Choices {
        #[serde(default)]
        choices: BTreeMap<String, Choice>,
    },
}

/// A decision within the turn (play.asks).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Yes,
    No,
    /// One of those named in the question.
    Pick(Ref),
    /// Several of them, in this order.
    Picks(Vec<Ref>),
    /// Fire of a skirmish line: when and at whom.
    Fire(FireOrder),
    /// The way to go on after a melee, to retreat, and the like.
    Way(Course),
}

/// Ways to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Course {
    Stand,
    GoBack,
    Follow,
    AsOrdered,
    Backwards,
    AboutFace,
    Limber,
    Manhandle,
    LeaveGuns,
    WithLimbers,
    WithoutLimbers,
    FormSoutien,
}
