//! A tactical unit: what it is, how it stands, what it has lost and what it has done.

use crate::order::Order;
use crate::troop::{Arm, Formation, GunWeight, Harness, Nation, State, Weapon, Weight};
use ranks::Ratio;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;
use table::{Base, V2};

pub use umpire::Side;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u16);
        impl $name {
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    };
}

id!(
    /// A unit by its place in [`crate::field::Field::units`]: the scenario's list, then lines sent out and parts split off.
    UnitId
);
id!(
    /// A staff figure by its place in [`crate::field::Field::staff`].
    StaffId
);
id!(
    /// A command (regiment, brigade, division, corps, army) by its place in [`crate::field::Field::commands`].
    CommandId
);

/// Absolute time in turns: whole turns played before, plus the clock of the turn under way (play.clock). The first turn runs from 0 to 1.
pub type Time = f64;

/// Men of a figure (01.02.3.a).
pub const MEN: Ratio = Ratio::men_a_figure(20);

/// What has become of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    OnTable,
    /// It has yet to come.
    Awaited,
    /// No figure left.
    Destroyed,
    /// Retreated or fled off the table (13.02.3).
    Fled,
    /// Left by order, where the scenario allows it.
    Left,
    Surrendered,
    /// Drawn in by its body, or joined to another part (04.01.3).
    Joined,
}

/// Of what quality and kind troops are, beyond their arm: what clauses of the nations ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Troops {
    pub guard: bool,
    /// Light infantry or cavalry: as a rule it may skirmish wholly (14.01.1).
    pub light: bool,
    pub landwehr: bool,
    pub lancers: bool,
    /// Pioneers, sappers, miners, sailors, pontoneers: who counts as such in chapter 19.
    pub pioneers: bool,
    pub miners: bool,
    /// No fighting troops: an attack on them counts as one on artillery (france.11, prussia.8, denmark.5).
    pub craftsmen: bool,
    /// May not form line or square for want of training (04.05.3, france.5).
    pub no_line: bool,
    pub no_square: bool,
    /// Infantry that forms in two ranks, on bases 20 mm wide (bases.2, bases.5).
    pub two_ranks: bool,
    /// No addition for attack column, no battalion mass (england.4).
    pub english_drill: bool,
    /// +1 as defender in melee (russia.3).
    pub steadfast: bool,
    /// Its lines may receive an attack in the open (russia.4).
    pub lines_stand: bool,
}

/// Additions and deductions for training (04.05.1.b), where each of the tables has a row for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Training {
    pub fire: i8,
    /// Firing from the skirmish line, where it differs (prussia.3).
    pub fire_in_line: i8,
    pub melee: i8,
}

/// How many of its figures a unit may send out as skirmish line or swarm (14.01.1 and the nations).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MaySkirmish {
    None,
    /// A sixth of its present figures.
    Sixth,
    /// So many of its companies or squadrons.
    Companies(u8),
    /// So many figures.
    Figures(u16),
    /// Up to three quarters (15.02.3).
    ThreeQuarters,
    Whole,
    /// All of it where another unit is its soutien (france.6, russia.5).
    WholeWithSoutien,
}

/// A gun by the row of table XIV.guns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GunRow(pub u8);

/// The guns of a battery, counted in real guns, models, gunners and horse figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Battery {
    pub gun: GunRow,
    pub weight: GunWeight,
    pub harness: Harness,
    /// Real guns at the start and now: its firing units (10.01.1).
    pub guns_of: u8,
    pub guns: u8,
    /// Model guns at the start (bases.7).
    pub models_of: u8,
    pub horses_of: u8,
    pub horses: u8,
    /// Ammunition loads left, in turns of fire (11.03).
    pub loads: u8,
    pub limbered: bool,
    /// Made ready to fire since then (10.01.2); `None` while it is not.
    pub ready: Option<Time>,
    /// The guns stand alone here, their gunners are elsewhere (07.01.5); whether those took the limbers along.
    pub left: Option<LeftGuns>,
    /// The enemy has taken the guns (play.battery).
    pub taken: bool,
    /// On whom it is ranged in, the turn of the last fire at him, and where he then was (10.02.3.a).
    pub ranged: SmallVec<[RangedIn; 2]>,
}

/// Guns left by their gunners.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeftGuns {
    pub base: Base,
    pub with_limbers: bool,
}

/// A target on which a battery is ranged in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RangedIn {
    pub target: UnitId,
    pub turn: u32,
}

/// What a wagon of the train carries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Load {
    /// Ammunition: issues left, in battalions' fills or twice as many model guns' (11.01.3).
    Ammunition {
        infantry: u16,
        guns: u16,
    },
    Pontoons(u16),
    /// The engineer park: powder charges in quarters (19.02.2), tools.
    Park {
        quarters_of_charge: u16,
    },
}

/// What a unit has lost since the start, or since it was split off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Losses {
    /// Men fallen, those of removed figures included.
    pub men: u32,
    /// Figures given up as prisoners.
    pub prisoners: u16,
}

/// A charge march under way or the last one (07.02).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    pub began: Time,
    /// `None` while it lasts.
    pub ended: Option<Time>,
    /// It was begun before the rest was over (07.02.3.b).
    pub early: bool,
    /// Half turns of it for which grades have been given.
    pub halves: u8,
}

/// Something begun that takes time and is not finished at the end of a turn (play.left).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unfinished {
    pub leg: crate::order::Leg,
    pub spent: f64,
}

/// What a unit has done and suffered, kept over turns. Times run on the absolute clock (play.timers).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Has fired small arms in the game; a line's fire is not its body's (play.skirmish).
    pub fired: bool,
    /// Has fought a melee in the game.
    pub fought: bool,
    /// Cavalry has attacked in the game (12.03.9.b).
    pub attacked: bool,
    /// The moment of its last fire, and its turn.
    pub last_fire: Option<Time>,
    pub last_fire_turn: Option<u32>,
    /// It made smoke with it (09.02.7).
    pub smoke_turn: Option<u32>,
    /// It must stand until then after firing (03.01.4.a), re-hitching (07.01.6).
    pub still_until: Time,
    /// The end of its last march, front change, formation change or forced move.
    pub moved: Option<Time>,
    /// The turn of its last melee, and with whom in that turn (03.01.3.c).
    pub last_melee: Option<u32>,
    pub pairs: SmallVec<[UnitId; 2]>,
    /// The enemies fought last turn at whose contact distance it has stood since (12.03.4, mark 2 of table XV).
    pub held: SmallVec<[UnitId; 2]>,
    /// The turn in which it beat an enemy into FU (12.03.12).
    pub victory: Option<u32>,
    /// Small front changes of the last turn's length: when and how far in degrees (06.01.3.a).
    pub turned: SmallVec<[(Time, f64); 4]>,
    pub charge: Option<Charge>,
    /// Since when it has gone forward in ordinary march without a break (07.02.4).
    pub approach: Option<Time>,
    /// How far it has gone straight up to now, and in which direction (12.03.4).
    pub straight: f64,
    pub heading: Option<V2>,
    /// Reorganising since then (13.06).
    pub reorganising: Option<Time>,
    /// The turn in which it came into FU, and whether it gave up prisoners then (13.02.4, table XIX).
    pub flight_turn: Option<u32>,
    pub gave_prisoners: bool,
    /// It came into U in this turn.
    pub retreat_turn: Option<u32>,
    /// Lost melees in succession as FU (13.02.2).
    pub fu_lost: u8,
    /// The order of the last turn, and whether it was carried out (table II.reaction).
    pub last_order: Option<Order>,
    pub carried_out: bool,
    pub unfinished: Option<Unfinished>,
    /// The instruction it has, as text, and when it was given (08.03.4).
    pub instruction: Option<(u32, String)>,
    /// Turns of work in this spell, and spells in this day (19.01.3.b).
    pub spell: u16,
    pub spells: u8,
}

/// A tactical unit, a skirmish line or swarm sent out by one, a part split off, or a wagon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    pub id: UnitId,
    /// Short name on the order slip, unique in the battle.
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub command: CommandId,
    /// Of a skirmish line or swarm: the unit that sent it out (04.02.3).
    pub body: Option<UnitId>,
    /// Of a part split off: the unit it was part of (04.01.2).
    pub whole: Option<UnitId>,
    /// Units behind it in one brigade or division column or square with it (05.01.6, 05.02.5); of those, the leading one.
    pub joined: SmallVec<[UnitId; 2]>,
    pub leads: Option<UnitId>,
    pub nation: Nation,
    pub arm: Arm,
    /// Of cavalry.
    pub weight: Option<Weight>,
    pub troops: Troops,
    pub training: Training,
    pub skirmish: MaySkirmish,
    /// As the scenario brief has it; attrition is taken off in [`Unit::valour`].
    pub valour_of: i8,
    /// `None`: it has no firearms.
    pub weapon: Option<Weapon>,
    /// Figures that have rifles, of a unit armed with muskets (play.mixed-arms).
    pub rifles: u16,
    pub battery: Option<Battery>,
    pub load: Option<Load>,
    /// Companies or squadrons.
    pub companies: u8,
    /// Figures on the table: men, riders, gunners.
    pub figures: u16,
    /// The men that attrition is reckoned against (13.07.1, 04.01.2), and the figures of them.
    pub original_men: u32,
    pub original: u16,
    /// Men lost towards the next figure, 0 to 19 (09.02.2).
    pub carried: u16,
    pub losses: Losses,
    pub state: State,
    pub formation: Formation,
    /// Figures abreast in front.
    pub files: u16,
    /// Of a skirmish line or swarm: cm of front for each figure (05.01.1).
    pub spacing: f64,
    /// A square whose figures all face one way (06.02.5).
    pub faced: bool,
    /// It works (05.04.2).
    pub working: bool,
    /// Envelope: middle of the front edge, facing, width and depth in cm. Inside a building, of that.
    pub base: Base,
    /// The building it holds, by its place in the ground's list.
    pub inside: Option<u16>,
    pub fate: Fate,
    /// Small arms: turns of fire left (11.02).
    pub ammunition: u8,
    pub record: Record,
}
