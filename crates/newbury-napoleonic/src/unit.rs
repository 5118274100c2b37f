//! A unit: what it is, how it stands, what it has lost and what it is doing. A detachment is a body of its own with a parent (6.3, 6.4);
//! subgroups that keep a record of their own are in [`Unit::parts`].

use crate::formation::{Drawn, Formation};
use crate::order::Gait;
use crate::troop::{Arm, Class, Piece, Troop, Weapon};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;
use table::{Base, V2};

pub use umpire::Side;

umpire::id!(
    /// A body by its place in the field's list: the scenario's list, then detachments made in play.
    UnitId: clock::Id
);

umpire::id!(
    /// A general by his place in the field's list.
    GeneralId
);

umpire::id!(
    /// A brigade, or another formation with a general.
    BrigadeId
);

/// Men for whom a figure stands when losses are counted, whatever the scale (20.1.e).
pub const MEN: ranks::Ratio = ranks::Ratio::men_a_figure(20);

/// A sub-unit of a regular unit: a company, squadron, platoon or gun section; of irregulars the whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Company {
    pub name: Arc<str>,
    pub troop: Troop,
    /// Figures at the start of the battle, and now.
    pub start: u8,
    pub figures: u8,
    /// Points a figure, its horse with it (24.3, T1.n.a).
    pub price: i32,
    /// It may be detached with command points (6.3); which of them are is [`Unit::parent`].
    pub detachable: bool,
}

/// A gun, howitzer or launcher model with its crew and team.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gun {
    pub piece: Piece,
    /// Gunner figures, four at most (AI.6).
    pub crew: u8,
    pub team: Option<Team>,
    pub spiked: bool,
    pub destroyed: bool,
    /// In whose hands it is, if not its owner's (play.prisoners).
    pub taken: Option<Side>,
}

/// Limber or wagon with its animals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Team {
    /// Animals at the start, and now.
    pub horses: u8,
    pub alive: u8,
    pub drivers: u8,
    /// Dead animals not cut free yet (12.7.d).
    pub uncut: u8,
    /// The limber itself is destroyed (16.7.g).
    pub destroyed: bool,
}

/// Guns and the losses that count against models (16.7.e to g).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Battery {
    pub guns: SmallVec<[Gun; 4]>,
    /// 'Losses' towards the next gun and the next limber.
    pub gun_losses: u16,
    pub limber_losses: u16,
    /// Men lost by the teams towards the next horse (20.2.c).
    #[serde(default)]
    pub team_losses: u16,
    /// The move in which each target was last fired at is kept by the turn; this is whether it has fired since it unlimbered.
    pub fired_since_unlimbering: bool,
    pub last_target: Option<UnitId>,
}

/// Losses in men that are no whole figure yet, and what percentages are counted of (20.1, 20.3, 6.4.d).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Losses {
    /// Figures at the start of the battle; of a part, when it was split off.
    pub start: u16,
    /// Percentage that the unit had lost when this part was split off.
    pub before: u8,
    /// Figures at step 1 of this move.
    pub at_move: u16,
    /// Men lost towards the next figure.
    pub carried: u16,
    /// More than a quarter was lost (22.1.b.2), so that every tenth in a move tests (22.1.b.3).
    pub over_quarter: bool,
}

/// Factors of disorganisation (13.1, play.disorder).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disorder {
    /// Carried in from earlier moves.
    pub accumulated: u16,
    /// Gained in this move.
    pub gained: u16,
    /// Of these, by tables 8D, 8G and 8H, which do not count at the impact of a charge (18.1.c).
    #[serde(default)]
    pub apart: u16,
    /// What each was gained by in this move, so that a cause counts once (T8.A).
    pub causes: SmallVec<[Cause; 4]>,
}

impl Disorder {
    /// Recorded factors now.
    pub fn now(&self) -> u16 {
        self.accumulated + self.gained
    }
}

/// A row of table 8 that was counted in this move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Scrub, light wood, orchard, ford, mud, cultivated field (8A row 1).
    Rough,
    /// Steep hill, dense wood.
    Steep,
    Marsh,
    /// A linear obstacle or river, by its place in the ground's list.
    Obstacle(u16),
    Building(u16),
    DoubleAfterDouble,
    ChargeAfter,
    NoContact,
    Evading,
    Fire,
    FireOnChange,
    Shell,
    Rockets,
    DoubleContact,
    FootMoving,
    Caught,
    Flank,
    Rear,
    DefendedObstacle,
    ColumnImpetus,
    BrokenThrough,
    Lancers,
    AfterMelee,
    Retreating,
    Routing,
    Pursuing,
    PassedThrough,
    RoutedThrough,
    Camels,
    Elephants,
    JoiningMelee,
}

impl Cause {
    /// Of tables 8D, 8G and 8H.
    pub fn after_contact(self) -> bool {
        matches!(
            self,
            Cause::DefendedObstacle
                | Cause::ColumnImpetus
                | Cause::BrokenThrough
                | Cause::Retreating
                | Cause::Routing
                | Cause::Pursuing
                | Cause::PassedThrough
                | Cause::RoutedThrough
        )
    }
}

/// What a body is doing: one of these at a time (play.states).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    #[default]
    UnderOrders,
    Halted,
    GivingGround,
    FollowingUp,
    Evading,
    Withdrawing,
    Retreating,
    Pursuing,
    Routing,
    /// Reordering after a rout, until it has new orders (23.6.d).
    Rallied,
    Surrendering,
    Prisoner,
}

/// What has become of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    #[default]
    OnTable,
    /// Marked on its owner's map and seen by no enemy (9.5, play.detect).
    Hidden,
    /// It has yet to come (play.arrivals).
    Awaited,
    /// It left the table evading and may return (12.3.f).
    EvadedOff,
    /// Forced off the table by giving ground, withdrawing or retreating: half its value (24.3.c).
    ForcedOff,
    /// It routed off the table, or no figure is left, or it dispersed.
    Destroyed,
    RoutedOff,
    Dispersed,
    /// Taken off the table as prisoners.
    LedOff,
    /// Joined its parent again.
    Joined,
}

/// A change of formation or facing that is under way (play.time-budget).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    pub to: Drawn,
    /// Moves that it still takes.
    pub left: f64,
    /// The wall by which it comes out of a house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall: Option<u8>,
}

/// Weapons of a body: one flag for all (play.fire.rounds).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loading {
    pub loaded: bool,
    /// Rifles once loaded with a loose ball stay so (15.2.e).
    pub loose_ball: bool,
    /// The move in which it fired last.
    pub last_fired: Option<u16>,
    /// The move in which guns fired shot, shell or shrapnel after its middle (16.4.b).
    pub late_shot: Option<u16>,
}

impl Default for Loading {
    fn default() -> Loading {
        Loading { loaded: true, loose_ball: false, last_fired: None, late_shot: None }
    }
}

/// What a body did in a move, kept for the next one too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Deeds {
    /// The gait of what it marched, if it marched.
    pub gait: Option<Gait>,
    /// Centimetres, wheels by their arc (play.path).
    pub moved: f64,
    pub double_move: bool,
    /// Charged, countercharged or tried to.
    pub charged: bool,
    /// It ended a charge without contact.
    pub no_contact: bool,
    pub attacked: bool,
    /// A charge or attack was declared on it.
    pub was_charged: bool,
    pub was_attacked: bool,
    pub fired: bool,
    pub loaded: bool,
    pub in_melee: bool,
    pub turned_or_changed: bool,
    /// An artillery action move (16.5.a).
    pub action_move: bool,
    /// It crossed an obstacle, ford or river, or left dense wood, marsh or mud (13.2.a).
    pub crossed: bool,
    pub contacted: bool,
    /// It took part in a charge or melee reaction test (22.1.c).
    pub reacted: bool,
}

/// A subgroup that keeps its own record: engaged figures, screens 10 cm out, crews and drivers, horse-holders (6.2.a, 6.4.b).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub kind: PartKind,
    /// Its sub-units, by place.
    pub companies: SmallVec<[u8; 8]>,
    pub figures: u16,
    pub losses: Losses,
    pub disorder: Disorder,
    pub state: State,
}

/// Why a subgroup is one (6.2.a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PartKind {
    Wave,
    /// In open order before the rest, or in close order behind it.
    Screen,
    Engaged,
    Horses,
    Dismounted,
    Crew,
    Drivers,
}

/// A battalion, cavalry regiment, battery, irregular band, or a detachment of one (AI.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    pub id: UnitId,
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    /// What most of its figures are; its sub-units may differ.
    pub troop: Troop,
    /// Sub-units in the order of the roster: grenadiers right, lights left. Irregulars have one, the whole band. A battery's are its crews.
    pub companies: SmallVec<[Company; 6]>,
    pub battery: Option<Battery>,
    /// The unit that this detachment or screen is of.
    pub parent: Option<UnitId>,
    /// Its sub-units' places in that unit, if it was told off in play and may join it again.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub places: SmallVec<[u8; 6]>,
    /// Detachments for which command points are paid (6.3).
    #[serde(default, skip_serializing_if = "nothing")]
    pub detachments: u8,
    /// It acts by itself, with game orders of its own (6.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub detached: bool,
    pub brigade: Option<BrigadeId>,
    /// Points at the start of the battle, command points with them.
    pub points: f64,
    pub drawn: Drawn,
    /// The whole body: the middle of its front edge, facing, front and depth.
    pub base: Base,
    /// Where the head of a march column came from, nearest first; empty if it is straight.
    pub trail: SmallVec<[V2; 4]>,
    /// The building in which it is, and figures of it inside.
    pub inside: Option<(u16, u16)>,
    pub losses: Losses,
    pub disorder: Disorder,
    pub state: State,
    pub fate: Fate,
    /// The move to the end of which it may not advance (23.3.b).
    pub halted_until: u16,
    pub frenzied: bool,
    pub prone: bool,
    /// Cavalry and horse gunners on foot.
    pub dismounted: bool,
    pub changing: Option<Change>,
    pub loading: Loading,
    /// Moves of firing in calm weather, 0 to 4 (4.6.d.3).
    pub smoke: u8,
    /// In this move, and in the one before.
    pub deeds: Deeds,
    pub last: Deeds,
    pub parts: Vec<Part>,
    /// Its morale class is known to the enemy (5.1.c).
    pub class_known: bool,
    /// The enemy has detected it once (play.detect).
    pub seen: bool,
}

fn nothing(n: &u8) -> bool {
    *n == 0
}

impl Unit {
    /// On the table for its owner, hidden or not.
    pub fn present(&self) -> bool {
        matches!(self.fate, Fate::OnTable | Fate::Hidden)
    }

    pub fn arm(&self) -> Arm {
        self.troop.arm
    }

    pub fn formation(&self) -> Formation {
        self.drawn.formation
    }

    /// Figures now: of a battery its crews.
    pub fn figures(&self) -> u16 {
        match &self.battery {
            Some(b) => b.guns.iter().map(|g| u16::from(g.crew)).sum(),
            None => self.companies.iter().map(|c| u16::from(c.figures)).sum(),
        }
    }

    /// Foot now: infantry, dismounted cavalry, deployed and foot batteries (play.artillery).
    pub fn on_foot(&self) -> bool {
        !self.mounted()
    }

    /// In the saddle now.
    pub fn mounted(&self) -> bool {
        let arm = self.arm();
        if arm.battery() {
            return arm.rides() && self.formation() == Formation::Limbered && !self.dismounted;
        }
        arm.cavalry() && !self.dismounted
    }

    /// Skirmishers: in open order, or routing (8.1.i).
    pub fn open_order(&self) -> bool {
        self.formation().open_order() || self.state == State::Routing
    }

    /// Guns or launchers ready to fire.
    pub fn deployed(&self) -> bool {
        self.formation() == Formation::Deployed
    }

    /// Recorded factors, all of them.
    pub fn disorder(&self) -> u16 {
        self.disorder.now()
    }

    /// Factors as calculations use them: classes A and B ignore one (13.1.c).
    pub fn felt_disorder(&self) -> u16 {
        felt(self.disorder(), self.troop.class)
    }

    /// What most of its figures shoot with.
    pub fn weapon(&self) -> Option<Weapon> {
        self.troop.weapon
    }

    /// The class of most of its figures; where as many are of two, the lower (T13.A.x).
    pub fn class(&self) -> Class {
        let mut figures = [0u16; 5];
        for c in &self.companies {
            figures[c.troop.class as usize] += u16::from(c.figures);
        }
        let most = figures.iter().copied().max().unwrap_or(0);
        let last = figures.iter().rposition(|n| *n == most && most > 0);
        last.map_or(self.troop.class, |n| Class::ALL[n])
    }
}

/// Factors as calculations use them: classes A and B ignore one (13.1.c).
pub fn felt(recorded: u16, class: Class) -> u16 {
    recorded.saturating_sub(u16::from(class.steady()))
}

/// A general: one mounted figure with his staff (20.6.a, play.generals).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct General {
    pub id: GeneralId,
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub rank: Rank,
    /// The brigade that he commands; the commander-in-chief and others above have none.
    pub brigade: Option<BrigadeId>,
    pub superior: Option<GeneralId>,
    pub at: V2,
    /// The body with which he goes.
    pub with: Option<UnitId>,
    /// Men left in the figure, of twenty.
    pub men: u8,
    pub fate: GeneralFate,
    /// Promoted in the battle: he counts when all concerned have been told (7.5).
    pub known: bool,
    pub points: u16,
}

/// How high he stands (7.1, T1.E).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    Commander,
    /// Of a division or corps.
    General,
    Brigadier,
}

/// What has become of him.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GeneralFate {
    #[default]
    OnTable,
    Awaited,
    Killed,
    Captured,
    RoutedOff,
}

/// Units under one general (AI.9).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Brigade {
    pub id: BrigadeId,
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub general: Option<GeneralId>,
}
