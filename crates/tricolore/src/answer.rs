//! What a player may answer. Units, officers, commands and town zones are named by their codes.

use crate::ground::BridgeKind;
use crate::orders::OrderKind;
use crate::troop::FormationKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Pose;
use umpire::Side;

/// Every answer that a battle can ask for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// The order phase: what is arranged about guns and stars, and the new orders (play.order-phase).
    Orders {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        arrange: Vec<Arrange>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        give: Vec<NewOrder>,
    },
    /// Which commands do not let themselves be engaged by enemies whom they may decline (engagement.3).
    Decline {
        #[serde(default)]
        commands: Vec<String>,
    },
    /// A command that disengages takes up its former order, or not (disengage.6).
    Resume { resume: bool },
    /// The winner of the initiative names side A (initiative.2).
    SideA { side: Side },
    /// Is the sequence bonus added or subtracted (sequence-bonus.1)?
    Bonus { add: bool },
    /// A side's whole list of attacks (play.declare).
    Declare {
        #[serde(default)]
        attacks: Vec<Attack>,
    },
    /// Which targets retreat before the attack, and to where (attack.retreat.1).
    Evade {
        #[serde(default)]
        retreat: Vec<Evasion>,
    },
    /// An operation formation acts for one operation point (op.actions.1).
    Move { units: Vec<UnitMove> },
    /// One unit changes its formation (tmove.formation.1).
    Change(Change),
    /// Lines form march column by a turn to their right, or to their left, and go on so many metres: a whole operation formation of a
    /// linear army for one point (pivot.6, linear.4).
    Turn {
        units: Vec<String>,
        #[serde(default, skip_serializing_if = "zero")]
        ahead: f64,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        left: bool,
    },
    /// The movement of a command officer (tmove.officer.1).
    Officer { officer: String, act: OfficerAct },
    /// A battery is manhandled, or retreats (tmove.artillery.1, tmove.artillery.4).
    Guns { unit: String, act: GunAct },
    /// A unit in a town zone assembles, spreads out again or leaves (tmove.town.5).
    Town { unit: String, act: TownAct },
    /// An engineer base within reach blows a prepared bridge (demolition.2).
    Blow { unit: String, bridge: String },
    /// No more moves or reactions of this side in this step.
    End,
    /// What every battery fires at; the others hold their fire (play.fire-step).
    Fire {
        #[serde(default)]
        fire: Vec<FireOrder>,
    },
    /// The unit in the zone that takes the next loss (bombardment-effect.7).
    Loss { unit: String },
    /// What is chosen before melees: skirmish combats that skip the initial table (melee.2), fronts of squares (flank-cover.9), and who uses
    /// his skirmish value in a town (town-fight.10).
    Melees {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        continued: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        skirmish: Vec<String>,
    },
    /// A breakthrough that was won (breakthrough.2).
    Breakthrough(Breakthrough),
    /// Cavalry named as target of a breakthrough attack counter-attacks or stands (breakthrough.6).
    Counter { counter: bool },
    /// What a command does that disengaged (disengage.3).
    Disengage { to: Disengaged },
    /// The manoeuvre phase: the plan of each command on manoeuvre or march order (play.grand-moves). A command that is not named stands.
    Manoeuvre {
        #[serde(default)]
        commands: Vec<CommandMove>,
    },
    /// Superior officers move for themselves (superior-move.3), and engineers and reserve batteries go where they are sent.
    Superiors {
        #[serde(default)]
        moves: Vec<SuperiorMove>,
    },
    /// The deployment phase (deployment-phase.1).
    Deploy {
        #[serde(default)]
        officers: Vec<OfficerPlace>,
        #[serde(default)]
        units: Vec<Deployment>,
    },
    /// Squares and about-turns at the end of the deployment phase (deployment-other.1, deployment-other.2), and the guns (gt-guns.1).
    Settle {
        #[serde(default)]
        units: Vec<Settling>,
    },
}

/// What is arranged in the order phase besides orders.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Arrange {
    /// A battery with 6 U or more goes to the artillery reserve (gun-reserve.2).
    ToReserve { unit: String },
    /// A battery of the reserve replaces one that went there, or comes to a formation besides those it has (gun-reserve.3, gun-reserve.4).
    Send {
        unit: String,
        to: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<String>,
    },
    /// An artillery chief forms an artillery command of batteries of the reserve and marches to his objective (gun-command.1).
    GrandBattery { chief: String, batteries: Vec<String>, objective: [f64; 2], facing: f64 },
    /// An artillery command is dissolved (gun-command-dissolve.1).
    Dissolve { chief: String },
    /// An engineer base is set to make a bridge ready to be blown, or from now on to nothing (work-test.1, demolition.1).
    Work {
        unit: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bridge: Option<String>,
    },
    /// An engineer base is set to build a bridge over the water there (pontoon.1, foot-bridge.1).
    Build { unit: String, kind: BridgeKind, at: [f64; 2] },
    /// An engineer base is set to take down a pontoon bridge (pontoon.4).
    TakeDown { unit: String, bridge: String },
    /// A star officer joins the commander of a formation (formation-morale.10).
    Attach { officer: String, to: String },
    /// He leaves it.
    Release { officer: String },
}

/// A new order to a command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewOrder {
    pub command: String,
    pub order: OrderKind,
    /// Of a march: the way, its last point the objective (orders.march.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub route: Vec<[f64; 2]>,
    /// The round in which it is tried first (orders.delayed.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<u32>,
    /// The immediate superior who tries it for all who have the same (orders.coordination.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub through: Option<String>,
}

/// A declared attack: on a unit or a town zone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    pub unit: String,
    pub target: String,
    /// Exactly straight forward, without a pivot to the target's centre (tmove.attack.2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub straight: bool,
}

/// A retreat before an attack: where the unit is placed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Evasion {
    pub unit: String,
    pub to: Pose,
}

/// The move of one unit, its parts in the order in which they are made (play.move).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UnitMove {
    pub unit: String,
    /// It turns about first (pivot.4).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub about: bool,
    /// It turns about at the end of its move, where that is played (play.move).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub about_last: bool,
    /// Degrees of its pivot, to the right if positive (pivot.1).
    #[serde(skip_serializing_if = "zero")]
    pub wheel: f64,
    /// The free wing swings back instead of forward.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub backward: bool,
    /// Metres straight ahead; skirmishers also back, if negative (tmove.skirmish.2).
    #[serde(skip_serializing_if = "zero")]
    pub ahead: f64,
    /// Degrees off straight ahead, to the right if positive (tmove.skirmish.1, manoeuvre-phase.4).
    #[serde(skip_serializing_if = "zero")]
    pub slant: f64,
    /// Instead of all this: an adjustment in metres east and north (tmove.adjust.1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjust: Option<[f64; 2]>,
    /// It enters the town zone that it touches at the end (tmove.town.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enter: Option<String>,
}

fn zero(x: &f64) -> bool {
    *x == 0.0
}

/// A change of formation (formchange.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    pub unit: String,
    pub to: FormationKind,
    /// Bases in front, where there is a choice (formations.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front: Option<u8>,
    /// Where it stands then; without it, where its front stands now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Pose>,
    /// The unit that joins it (formchange.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub join: Option<String>,
    /// So many bases leave it as a unit of their own (formchange.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detach: Option<u8>,
}

/// What an engaged command officer does in a movement phase (tmove.officer.1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum OfficerAct {
    /// Metres straight ahead.
    Ahead(f64),
    /// He turns about.
    About,
    /// He faces there, if his ability lets him.
    Face(f64),
}

/// What a battery does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum GunAct {
    /// The gunners drag it there (tmove.artillery.1).
    Manhandle { at: Pose },
    /// It limbers up and retreats there (tmove.artillery.4, guns-retreat.1).
    Retreat { to: Pose },
    /// It unlimbers where it stands (tmove.artillery.3, gt-guns.6).
    Unlimber,
    /// The whole artillery command pivots about a flank, to the right if positive (gun-command-pivot.1).
    Wheel {
        degrees: f64,
        /// The free wing swings back instead of forward.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        backward: bool,
    },
    /// It limbers up and goes there (gt-guns.8).
    Limber { to: Pose },
    /// Limbered, it goes there (gt-guns.2).
    Go {
        to: Pose,
        #[serde(default)]
        unlimber: bool,
    },
}

/// What a unit in a town zone does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TownAct {
    /// In column at this side of the zone, facing out (tmove.town.5).
    Assemble { facing: f64 },
    /// Over the zone again (tmove.town.7).
    Spread,
    /// Out of it, so many metres beyond the edge (tmove.town.6).
    Leave { ahead: f64 },
}

/// What a battery fires at (play.fire-step).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireOrder {
    pub unit: String,
    /// A unit or a town zone.
    pub at: String,
    /// The point of the target to which the firing line is drawn; without it, the nearest (firing-line.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f64; 2]>,
    /// The middle of the bombardment zone; without it, that of the target (bombardment.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<[f64; 2]>,
}

/// What becomes of a breakthrough that was won.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Breakthrough {
    /// It stays, if it is let; at a battery to destroy it (breakthrough.2, melee-guns.1).
    Stay,
    /// It attacks (breakthrough.3).
    Attack {
        target: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        straight: bool,
    },
    /// There being nobody to attack, it goes so many metres straight ahead (breakthrough.8).
    Ahead(f64),
}

/// What a command does that disengaged (disengage.4, disengage.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Disengaged {
    Defence,
    Manoeuvre,
}

/// The plan of a command in the manoeuvre phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CommandMove {
    pub command: String,
    /// It means to engage the enemy (manoeuvre-phase.12).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub engage: bool,
    /// Slowly, all being in line or all in square (manoeuvre-phase.8).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub slow: bool,
    /// The march is broken off (orders.march.7).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub halt: bool,
    /// If the march ends now, its officer faces the nearest enemy and not the way of the march (orders.march.9).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub to_enemy: bool,
    /// How far its officer goes.
    #[serde(skip_serializing_if = "zero")]
    pub ahead: f64,
    /// Degrees off straight ahead, to the right if positive.
    #[serde(skip_serializing_if = "zero")]
    pub slant: f64,
    /// The moves of its operation formations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub formations: Vec<Vec<UnitMove>>,
}

/// A move of an officer or of somebody who needs no order (superior-move.3, engineer.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuperiorMove {
    pub officer: String,
    pub to: [f64; 2],
    /// The unit or officer whom he joins there (superior-move.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub join: Option<String>,
}

/// Where an officer on deployment order goes (deployment-order.1), or how one on defence order turns (deployment-defence.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfficerPlace {
    pub officer: String,
    pub at: Pose,
}

/// A deployment move (deployment-order.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deployment {
    pub unit: String,
    pub at: Pose,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<FormationKind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front: Option<u8>,
    /// It engages the enemy by its move, if its officer is let (deployment-defence.2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub engage: bool,
    /// It enters this town zone (manoeuvre-phase.14).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enter: Option<String>,
}

/// What a unit does when the deployment moves are over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Settling {
    pub unit: String,
    pub act: SettleAct,
}

/// The ways to settle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SettleAct {
    /// It forms square (deployment-other.1).
    Square,
    /// It turns about (deployment-other.2).
    About,
    /// Of a battery (gt-guns.1).
    Guns(GunAct),
}

/// What the umpire may put right (play.scenario-states).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Correction {
    /// A unit or officer stands elsewhere.
    Place { piece: String, at: Pose },
    /// A unit has so many points of disorder.
    Disorder { unit: String, u: u8 },
    /// A unit has so many bases, one of them marked or not.
    Bases {
        unit: String,
        bases: u8,
        #[serde(default)]
        marked: bool,
    },
    /// A unit stands in another formation.
    Form {
        unit: String,
        to: FormationKind,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        front: Option<u8>,
    },
    /// A unit is off the table.
    Remove { unit: String },
}
