//! A tactical unit: what it is, how it stands, what it has lost and what it has done.

use crate::book::stand::{self, LEAST_SQUARE, THIN_SQUARE, bases};
use crate::order::Order;
use crate::troop::{Arm, Density, Formation, GunWeight, Harness, Nation, State, Weapon, Weight};
use crate::works::labour::Labour;
use crate::{clause, reading};
use ranks::{DrawnUp, Figure, Front, Ratio, Toll};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;
use table::{Base, EPS, Rect, V2};
use umpire::{Clause, Readings};

pub use umpire::Side;

umpire::id!(
    /// A unit by its place in [`crate::field::Field::units`]: the scenario's list, then lines sent out and parts split off.
    UnitId: clock::Id
);
umpire::id!(
    /// A staff figure by its place in [`crate::field::Field::staff`].
    StaffId
);
umpire::id!(
    /// A command (regiment, brigade, division, corps, army) by its place in [`crate::field::Field::commands`].
    CommandId
);

/// Absolute time in turns: whole turns played before, plus the clock of the turn under way (play.clock). The first turn runs from 0 to 1.
pub type Time = f64;

/// The sine of the least turn by which a column lies about a corner.
const LEAST_BEND: f64 = 0.02;

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
    /// Firing from the skirmish line, which may differ (prussia.3).
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

/// Guns that are limbered one by one as the column moves off (06.03.3): the line in which they stood ready, where the head of the column
/// was when its first gun was limbered, and how many are limbered by now.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hooking {
    pub line: Base,
    pub from: V2,
    pub limbered: u8,
}

/// What is fired at: a unit, or a building that nobody holds, by its place in the ground's list (17.04.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    Unit(UnitId),
    House(u16),
}

impl Goal {
    /// The unit, if it is one.
    pub fn unit(self) -> Option<UnitId> {
        match self {
            Goal::Unit(u) => Some(u),
            Goal::House(_) => None,
        }
    }
}

/// A target on which a battery is ranged in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RangedIn {
    pub target: Goal,
    /// Of the last fire at it, or of ranging in.
    pub turn: u32,
    /// By what it is ranged in, and how far the target has moved since in a turn unfired at.
    pub ranging: crate::gunnery::Ranging,
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
    /// Degrees it has swung in all (07.02.5).
    #[serde(default)]
    pub swung: f64,
}

/// An obstacle in the middle of whose passage the turn has ended (play.left).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// Which way, and how far along it the obstacle lies.
    pub dir: V2,
    pub at: f64,
    /// Turns that are still to be spent on it.
    pub left: f64,
}

/// Something begun that takes time and is not finished at the end of a turn (play.left).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unfinished {
    pub leg: crate::order::Leg,
    pub spent: f64,
}

/// In ferries or boats on the water (19.11).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aboard {
    /// By their places in the list.
    pub craft: SmallVec<[u16; 2]>,
    /// Where it was loaded.
    pub from: V2,
}

/// What a unit was before a part was split off: attrition is reckoned against its strength then until they are joined again (04.01.2,
/// 13.07.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undivided {
    pub original_men: u32,
    pub original: u16,
    /// Men lost before.
    pub lost: u32,
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
    /// As a skirmish line or swarm.
    pub smoke_open: bool,
    /// The turn in which a closed formation without rifles only last fired at it.
    pub smoked_at: Option<u32>,
    /// And the moment of it.
    #[serde(default)]
    pub smoked_since: Option<Time>,
    /// It must stand until then after firing (03.01.4.a), re-hitching (07.01.6).
    pub still_until: Time,
    /// The end of its last march, front change, formation change or forced move.
    pub moved: Option<Time>,
    /// The turn of its last melee, and with whom in that turn (03.01.3.c).
    pub last_melee: Option<u32>,
    pub pairs: SmallVec<[UnitId; 2]>,
    /// The enemies fought last turn at whose contact distance it has stood since (12.03.4, mark 2 of table XV).
    pub held: SmallVec<[UnitId; 2]>,
    /// The enemies fought last turn, wherever they have gone since (skema.XV.b).
    pub met: SmallVec<[UnitId; 2]>,
    /// The turn in which it beat an enemy into FU (12.03.12).
    pub victory: Option<u32>,
    /// And the moment of it.
    #[serde(default)]
    pub victory_at: Option<Time>,
    /// Small front changes of the last turn's length: when and how far in degrees (06.01.3.a).
    pub turned: SmallVec<[(Time, f64); 4]>,
    pub charge: Option<Charge>,
    /// Since when it has gone forward in ordinary march without a break (07.02.4).
    pub approach: Option<Time>,
    /// Which way it went in it, from when on.
    #[serde(default)]
    pub bearings: SmallVec<[(Time, V2); 4]>,
    /// When a front or formation change last cost it a grade.
    #[serde(default)]
    pub change_graded: Option<Time>,
    #[serde(default)]
    pub passage: Option<Passage>,
    /// Turns that part of a line still takes to close up as its soutien (14.02.4.b).
    #[serde(default)]
    pub closing: Option<f64>,
    /// A battery whose guns were left or that has retreated: it must make ready anew (10.01.2).
    #[serde(default)]
    pub unready: bool,
    /// A battery that limbers up to march column: the guns that are not limbered yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hooking: Option<Hooking>,
    /// How far it has gone straight up to now, and in which direction (12.03.4).
    pub straight: f64,
    pub heading: Option<V2>,
    /// Reorganising since then (13.06).
    pub reorganising: Option<Time>,
    /// The turn in which it came into FU, and whether it gave up prisoners then (13.02.4, table XIX).
    pub flight_turn: Option<u32>,
    /// Which way it fled last (play.flight).
    pub flight_dir: Option<V2>,
    pub gave_prisoners: bool,
    /// It came into U in this turn.
    pub retreat_turn: Option<u32>,
    /// Lost melees in succession as FU (13.02.2).
    pub fu_lost: u8,
    /// The order of the last turn, and whether it was carried out.
    pub last_order: Option<Order>,
    pub carried_out: bool,
    /// The order carried out last, and the last that was not (table II.reaction).
    #[serde(default)]
    pub done_order: Option<Order>,
    #[serde(default)]
    pub failed_order: Option<Order>,
    pub unfinished: Option<Unfinished>,
    /// Degrees that a pivot had left at the end of the turn, to the right above 0, and whether it is a rotation (06.01.3.a).
    #[serde(default)]
    pub swinging: Option<(f64, bool)>,
    #[serde(default)]
    pub undivided: Option<Undivided>,
    /// The instruction it has, as text, and when it was given (08.03.4).
    pub instruction: Option<(u32, String)>,
    /// Of a column: corners of its way that it has not wholly passed, the nearest to its head first, and which way it came to each
    /// (play.path).
    #[serde(default)]
    pub track: SmallVec<[(V2, V2); 4]>,
    /// How many of how many figures had rifles when it was made up as it is (play.mixed-arms).
    #[serde(default)]
    pub armed: Option<(u16, u16)>,
    /// The craft that carry it over water.
    #[serde(default)]
    pub aboard: Option<Aboard>,
    /// Its spells of work (19.01.3.b).
    pub labour: Labour,
    /// Whole turns beside a wagon that issues ammunition to it, the last of them, and which wagon (11.04.1).
    pub issue: Option<(u8, u32, UnitId)>,
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

impl Battery {
    /// Model guns that still stand for real ones: those lost are taken from one model until it is gone (play.battery).
    pub fn models(&self) -> u8 {
        let each = self.guns_of.div_ceil(self.models_of.max(1)).max(1);
        self.guns.div_ceil(each).max(1)
    }

    /// Pairs of limber horses beyond the first of each limber.
    fn extra_pairs(&self) -> u16 {
        u16::from(self.horses_of.div_ceil(2)).saturating_sub(u16::from(self.models_of))
    }

    /// Front and depth of its guns, or of its limbers without them, in line or in column (play.footprint, bases.3).
    fn size(&self, column: bool) -> (f64, f64) {
        let b = bases();
        let models = f64::from(self.models());
        if !self.limbered && self.left.is_none() {
            return (models * b.gun.width, b.gun.depth);
        }
        let gun = if self.left.is_some() { 0.0 } else { b.gun.depth };
        let extra = f64::from(self.extra_pairs()) / f64::from(self.models_of.max(1));
        if column {
            (b.gun.width, models * (gun + b.limber.depth) + (extra * models).ceil() * b.pair.depth)
        } else {
            (models * b.gun.width, gun + b.limber.depth + extra.ceil() * b.pair.depth)
        }
    }

    /// More than half of its horses are gone (07.01.6).
    pub fn short_of_horses(&self) -> bool {
        2 * u16::from(self.horses_of - self.horses.min(self.horses_of)) > u16::from(self.horses_of)
    }

    /// Gunner figures suffice for so many of its guns: one for each two (10.01.1, 07.01.4).
    pub fn manned(&self, gunners: u16) -> u8 {
        self.guns.min(u8::try_from(gunners.saturating_mul(2)).unwrap_or(u8::MAX))
    }
}

/// Size of a staff figure's base in cm (bases.2).
pub fn staff_size() -> (f64, f64) {
    let Figure { width, depth } = bases().rider;
    (width, depth)
}

impl Unit {
    pub fn on_table(&self) -> bool {
        self.fate == Fate::OnTable
    }

    /// Artillery that stands or goes with its limbers, or gunners who have taken them along.
    pub fn limbered(&self) -> bool {
        self.battery.as_ref().is_some_and(|b| match b.left {
            Some(left) => left.with_limbers,
            None => b.limbered,
        })
    }

    /// Guns in position with their gunners.
    pub fn unlimbered(&self) -> bool {
        self.battery.as_ref().is_some_and(|b| b.left.is_none() && !b.limbered)
    }

    /// Gunners away from their guns (07.01.5).
    pub fn crew_alone(&self) -> bool {
        self.battery.as_ref().is_some_and(|b| b.left.is_some())
    }

    /// Guns that stand on the table without gunners (01.03.5).
    pub fn unmanned_guns(&self) -> Option<Base> {
        self.battery.as_ref().filter(|b| b.guns > 0).and_then(|b| b.left).map(|l| l.base)
    }

    /// On horseback: cavalry, and horse gunners who left their guns and limbers.
    pub fn mounted(&self) -> bool {
        match &self.battery {
            Some(b) => b.harness == Harness::Horse && b.left.is_some_and(|l| !l.with_limbers),
            None => self.arm == Arm::Cavalry,
        }
    }

    /// Cossacks and the like (chapter 15).
    pub fn cossacks(&self) -> bool {
        self.weight == Some(Weight::Cossack)
    }

    /// A skirmish line or swarm, not in FU.
    pub fn skirmishing(&self) -> bool {
        self.formation == Formation::Skirmish && self.state != State::Complete && self.inside.is_none()
    }

    /// Dispersed: skirmish line, swarm, whatever is in FU, and who works (05.04.2).
    pub fn dispersed(&self) -> bool {
        self.state == State::Complete || self.working || self.skirmishing()
    }

    /// In closed formation (05.04.1). Artillery and train, which no list names, are where they are not in FU.
    pub fn closed(&self) -> bool {
        !self.dispersed()
    }

    /// Closed or not, and by which clause.
    pub fn closed_by(&self) -> (bool, Clause) {
        if self.closed() { (true, clause!("05.04.1")) } else { (false, clause!("05.04.2")) }
    }

    /// Have all its figures rifles (04.05.4, play.mixed-arms)?
    pub fn rifles_only(&self) -> bool {
        self.weapon == Some(Weapon::Rifle) || (self.rifles >= self.figures && self.figures > 0)
    }

    /// As what it counts: a square or mass of fewer than 8 figures is a clump (05.02.3), and so is who holds a building (17.01.2.a).
    pub fn counts_as(&self) -> Formation {
        self.counted().0
    }

    /// The same with the clause that makes it another formation than its own.
    pub fn counted(&self) -> (Formation, Option<Clause>) {
        let small = self.figures < LEAST_SQUARE;
        match self.formation {
            _ if self.inside.is_some() => (Formation::Clump, Some(clause!("17.01.2.a"))),
            Formation::Square | Formation::Mass if small => (Formation::Clump, Some(clause!("05.02.3"))),
            f => (f, None),
        }
    }

    /// In what formation it attacks or is attacked: in a building in clump, whatever it stood in before (17.01.2.a).
    pub fn fights_in(&self) -> Formation {
        if self.inside.is_some() { Formation::Clump } else { self.formation }
    }

    /// A front on every side, no flanks and no rear: square, mass, clump, a garrison; not a square whose figures all face one way.
    pub fn all_round(&self) -> bool {
        self.counts_as().all_round() && !(self.faced && self.formation == Formation::Square)
    }

    /// How close the figures of its skirmish line stand (05.01.1).
    pub fn density(&self) -> (Density, Clause) {
        let dense = self.spacing <= stand::SPACING.0 + EPS;
        (if dense { Density::Dense } else { Density::Thin }, clause!("05.01.1"))
    }

    /// Men present: those of its figures less the loss carried (play.figures).
    pub fn men(&self) -> u32 {
        MEN.men(self.figures, self.carried)
    }

    /// Men lost since the start or the split, prisoners included (13.07.1, 13.07.4).
    pub fn men_lost(&self) -> u32 {
        let before = self.record.undivided.map_or(0, |u| u.lost);
        (self.losses.men + MEN.of(self.losses.prisoners)).saturating_sub(before)
    }

    /// Its valour now, attrition of its own losses taken off (13.07.1). Losses of its skirmish line: [`crate::Field::valour`].
    pub fn valour(&self, readings: &Readings) -> i8 {
        self.valour_with(readings, self.men_lost()).0
    }

    /// Its valour when so many men are lost, and the clause by which it has sunk.
    pub fn valour_with(&self, readings: &Readings, lost: u32) -> (i8, Option<Clause>) {
        if self.arm == Arm::Artillery {
            return (self.valour_of, None);
        }
        let change = if readings.is(reading!("attrition", "figures")) {
            stand::attrition(lost / MEN.of(1), self.original_men / MEN.of(1))
        } else {
            stand::attrition(lost, self.original_men)
        };
        let split = self.whole.is_some() || self.record.undivided.is_some();
        let by = || if split { clause!("13.07.4") } else { clause!("13.07.1") };
        (self.valour_of.saturating_add(change), (change != 0).then(by))
    }

    /// Width and depth of one figure in cm (table bases).
    pub fn figure(&self) -> Figure {
        let b = bases();
        match (self.arm, &self.battery) {
            (Arm::Cavalry, _) => b.rider,
            (_, Some(guns)) if guns.harness == Harness::Horse => b.rider,
            (Arm::Artillery | Arm::Train, _) => b.gunner,
            (Arm::Infantry, _) if self.troops.two_ranks => b.two_rank_foot,
            (Arm::Infantry, _) => b.foot,
        }
    }

    /// Does it stand figure by figure: infantry, cavalry, gunners without guns and limbers?
    pub fn by_figures(&self) -> bool {
        match self.arm {
            Arm::Infantry | Arm::Cavalry => true,
            Arm::Artillery => self.crew_alone() && !self.limbered(),
            Arm::Train => false,
        }
    }

    /// Ranks of a side of its square: one is allowed up to 16 figures (05.02.1).
    fn square_ranks(&self) -> u16 {
        if self.figures <= THIN_SQUARE { 1 } else { 2 }
    }

    /// Does it stand as a block as wide as deep: clump, in FU?
    fn blocked(&self) -> bool {
        self.state == State::Complete || self.counts_as() == Formation::Clump
    }

    /// Its figures in ranks and files, for troops that stand so. Of a square one side.
    pub fn drawn_up(&self) -> DrawnUp {
        let figure = self.figure();
        let n = self.figures;
        if self.blocked() {
            return DrawnUp::closed(n, Front::Files(root(n)), figure);
        }
        match self.formation {
            Formation::Square => {
                let ranks = self.square_ranks();
                DrawnUp::closed(n.div_ceil(4), Front::Ranks(ranks), figure)
            }
            Formation::Skirmish => DrawnUp {
                gap: (self.spacing - figure.width).max(0.0),
                ..DrawnUp::closed(n, Front::Ranks(1), figure)
            },
            _ => DrawnUp::closed(n, Front::Files(self.files.max(1)), figure),
        }
    }

    /// Is it a hollow square on the ground?
    fn hollow(&self) -> bool {
        self.formation == Formation::Square && !self.blocked()
    }

    /// Files of its front.
    pub fn front_files(&self) -> u16 {
        if self.by_figures() { self.drawn_up().files } else { 1 }
    }

    /// How many ranks it has, the last perhaps not full; a battery or wagon is one.
    pub fn ranks(&self) -> u16 {
        if self.by_figures() { self.drawn_up().ranks() } else { 1 }
    }

    /// Figures in a rank, counted from 0 at the front; of a square on all sides together.
    pub fn rank(&self, n: u16) -> u16 {
        if !self.by_figures() {
            return if n == 0 { self.figures } else { 0 };
        }
        if self.hollow() {
            let (ranks, all) = (self.square_ranks(), self.figures);
            return match n {
                0 => all.div_ceil(ranks),
                1 if ranks == 2 => all / 2,
                _ => 0,
            };
        }
        self.drawn_up().rank(n)
    }

    /// Width and depth in cm of the ground it covers as it stands now (play.footprint).
    pub fn size(&self) -> (f64, f64) {
        if let Some(b) = self.battery.as_ref().filter(|_| !self.by_figures()) {
            return b.size(self.formation == Formation::MarchColumn);
        }
        if self.arm == Arm::Train {
            let Figure { width, depth } = bases().wagon;
            return (width, depth);
        }
        if self.hollow() {
            let (d, figure) = (f64::from(self.square_ranks()) * self.figure().depth, self.figure());
            let side = f64::from(self.drawn_up().files) * figure.width + 2.0 * d;
            return (side, side);
        }
        self.drawn_up().size()
    }

    /// Does its rear follow the track of its head: a march or single-file column by itself (play.path)?
    pub fn bends(&self) -> bool {
        let column = matches!(self.formation, Formation::MarchColumn | Formation::SingleFile);
        let alone = self.joined.is_empty() && self.leads.is_none() && self.arm != Arm::Train;
        let afoot = self.inside.is_none() && self.record.aboard.is_none();
        column && alone && afoot && self.state != State::Complete
    }

    /// Is it a column that lies about a corner of its way now?
    pub fn bent(&self) -> bool {
        !self.record.track.is_empty() && self.bends()
    }

    /// The straight stretches of a column from its head on; of any other unit its base alone.
    pub fn stretches(&self) -> SmallVec<[Base; 4]> {
        let mut all = SmallVec::new();
        let (mut at, mut left) = (self.base, self.base.depth);
        for (corner, came) in self.record.track.iter().filter(|_| self.bends()) {
            let depth = (at.front - *corner).dot(at.dir).clamp(0.0, left);
            if depth > EPS {
                all.push(Base { depth, ..at });
            }
            left -= depth;
            at = Base { front: *corner, dir: *came, ..at };
        }
        if left > EPS || all.is_empty() {
            all.push(Base { depth: left, ..at });
        }
        all
    }

    /// Its head turns here: what is behind it comes after it to this corner (play.path).
    pub fn turns_here(&mut self) {
        if self.bends() {
            self.record.track.insert(0, (self.base.front, self.base.dir));
        }
    }

    /// Its head has gone on; while it turns the corner is where its old way and its new one cross. What is passed is forgotten.
    pub fn comes_after(&mut self, turning: bool) {
        if !self.bends() {
            self.record.track.clear();
            return;
        }
        let b = self.base;
        if let Some((corner, came)) = self.record.track.first_mut().filter(|_| turning) {
            let cross = |v: V2, w: V2| v.x * w.y - v.y * w.x;
            let across = cross(*came, b.dir);
            if across.abs() > LEAST_BEND {
                let on = cross(b.front - *corner, b.dir) / across;
                *corner += *came * on.clamp(-b.width, b.width);
            }
        }
        let (mut at, mut left) = (b, b.depth);
        let mut kept = 0;
        for (corner, came) in &self.record.track {
            left -= (at.front - *corner).dot(at.dir).max(0.0);
            if left <= EPS {
                break;
            }
            kept += 1;
            at = Base { front: *corner, dir: *came, ..at };
        }
        self.record.track.truncate(kept);
    }

    /// A column about a corner faces about: its rear is its head, and it lies on the same ground.
    pub(crate) fn about_on_track(&mut self) {
        let all = self.stretches();
        let Some(last) = all.last() else { return };
        let width = self.base.width;
        self.base = Base { front: last.rear(), dir: -last.dir, width, depth: self.base.depth };
        let joints = all.iter().rev().skip(1);
        self.record.track = joints.map(|s| (s.rear(), -s.dir)).collect();
    }

    /// Lays the ground it covers anew after figures, formation, state or spacing changed; the middle of the front stays.
    pub fn lay(&mut self) {
        if !self.bends() {
            self.record.track.clear();
        }
        let (w, d) = self.size();
        self.base.width = w;
        self.base.depth = d;
    }

    /// The bases themselves: one rectangle for a block, the last rank by itself when it is not full, each figure of a skirmish line. A
    /// square is all that it encloses. Who holds a building: [`crate::Field::rects`].
    pub fn rects(&self) -> SmallVec<[Rect; 4]> {
        self.rects_at(&self.base)
    }

    /// The same if it stood there.
    pub fn rects_at(&self, base: &Base) -> SmallVec<[Rect; 4]> {
        if self.bent() {
            // As it lies behind its head, wherever that is.
            let from = |v: V2| table::v2(v.dot(self.base.dir.right()), v.dot(self.base.dir));
            let own = |r: Rect| Rect { centre: self.base.local(r.centre), dir: from(r.dir), ..r };
            return self.stretches().iter().map(|s| base.placed(&own(s.rect()))).collect();
        }
        if self.by_figures() && !self.hollow() {
            self.drawn_up().rects(base)
        } else {
            SmallVec::from_slice(&[base.rect()])
        }
    }

    /// Takes men from it: figures come off at once when 20 are full (09.02.2, play.figures), from the rear rank, the wings of a skirmish
    /// line, evenly from a square, the gunners of a battery. What remains stands with its front where it was.
    pub fn lose(&mut self, men: u32) -> (Toll, Clause) {
        let toll = MEN.take(self.figures, self.carried, men);
        self.losses.men += toll.men;
        self.carried = toll.carried;
        self.take_off(toll.figures);
        (toll, clause!("play.figures"))
    }

    /// Read otherwise, the figures with rifles fall first, or last (play.mixed-arms): those it had, before and after so many fell.
    pub fn rifles_after(&mut self, readings: &Readings, had: u16, fallen: u16) -> Option<Clause> {
        if had == 0 {
            return None;
        }
        if readings.is(reading!("rifles-fall", "last")) {
            self.rifles = had.min(self.figures);
        } else if readings.is(reading!("rifles-fall", "first")) {
            self.rifles = had.saturating_sub(fallen);
        }
        Some(clause!("play.mixed-arms"))
    }

    /// Takes whole figures as prisoners; no more than there are.
    pub fn captured(&mut self, figures: u16) -> u16 {
        let n = figures.min(self.figures);
        self.losses.prisoners += n;
        self.take_off(n);
        n
    }

    /// Takes figures off the table. Of a unit of which a part has rifles the same part keeps them (play.mixed-arms).
    fn take_off(&mut self, figures: u16) {
        if self.rifles > 0 {
            self.record.armed.get_or_insert((self.rifles, self.figures));
        }
        self.figures = self.figures.saturating_sub(figures);
        if let Some((rifles, of)) = self.record.armed.filter(|_| self.rifles > 0) {
            self.rifles = crate::fire::rifle_figures(self.figures, rifles, of.max(1)).0;
        }
        if self.figures == 0 {
            self.carried = 0;
            self.fate = Fate::Destroyed;
            let (base, limbered) = (self.base, self.limbered());
            if let Some(b) = self.battery.as_mut().filter(|b| b.left.is_none()) {
                b.left = Some(LeftGuns { base, with_limbers: false });
                b.limbered = limbered;
            }
            return;
        }
        self.files = match self.formation {
            Formation::Skirmish => self.figures,
            _ => self.files.min(self.figures).max(1),
        };
        self.lay();
    }
}

/// The least whole number whose square is no less.
pub(crate) fn root(n: u16) -> u16 {
    (1..=n.max(1)).find(|r| u32::from(*r) * u32::from(*r) >= u32::from(n)).unwrap_or(1)
}
