//! What happens in a battle, as data, with its moment on the clock. Each event names the clause that caused it; words are
//! made in `words`.

use crate::order::{Choice, ChoiceKind, Order};
use crate::troop::{Ammunition, Formation, State};
use crate::unit::{Side, StaffId, UnitId};
use serde::Serialize;
use smallvec::SmallVec;
use table::{Pose, V2};
pub use umpire::By;
use umpire::{Ruled, Ruling};
use words::Message;

/// Something that happened; who saw or heard it goes by play.view.
pub type Event = umpire::Told<EventKind>;

impl Ruled for EventKind {
    fn ruling(&self) -> Option<&Ruling> {
        EventKind::ruling(self)
    }
}

/// Why a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    Marches,
    Charges,
    Wheels,
    MovesBack,
    /// Retires in U (04.02.3, 04.02.4).
    Retires,
    Flees,
    /// Mounted or limbered troops turned back by close fire, or repelled (04.02.6, 07.02.3.b).
    TurnsAway,
    /// A chain before a threat (04.02.10).
    FallsBack,
    /// Laid flush against the enemy (play.contact).
    ClosesUp,
    /// Set down clear of a unit it was passing when the turn ended (02.06.3.a).
    SteppedClear,
    /// Gunners to or from shelter and guns.
    Gunners,
    /// A reserve arrives.
    Arrives,
    /// An umpire's correction.
    Corrected,
}

impl Why {
    /// Goes back, and not of its own will.
    pub fn is_back(self) -> bool {
        matches!(self, Why::Retires | Why::Flees | Why::TurnsAway | Why::FallsBack)
    }
}

/// Why a march stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Halt {
    OrderDone,
    Friend,
    BreakIn,
    Contact,
    Impassable,
    Edge,
    Pinned,
    Disorder,
    Repelled,
    BrokenOff,
    Obstacle,
    Reforms,
}

/// An answer as battles have always recorded it.
fn by_name<S: serde::Serializer>(c: &Choice, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&format_args!("{c:?}"))
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum EventKind {
    /// The battle opens.
    Opens,
    /// The umpire's seat is empty and the stated default applies.
    ByDefault {
        says: Message,
    },
    TurnBegins,
    /// A side has given in its orders (they are secret until they are carried out).
    OrdersIn {
        side: Side,
    },
    /// What a unit was ordered to do; the owner's alone.
    Ordered {
        unit: UnitId,
        order: Order,
    },
    Instruction {
        side: Side,
        to: String,
        says: String,
    },
    AttackAnnounced {
        unit: UnitId,
        target: Option<UnitId>,
        charge: bool,
    },
    RetreatDeclared {
        unit: UnitId,
    },
    FireAnnounced {
        unit: UnitId,
        moment: Message,
    },
    /// What is heard of an announcement by those who do not see the unit: only the fact (play.view).
    Heard {
        side: Side,
        says: Message,
    },
    /// A fieldwork in sight is made known (04.01.2).
    WorkKnown {
        work: Message,
    },
    /// What was ordered is not carried out, for the rules ask something else of the unit.
    Overridden {
        unit: UnitId,
        order: Order,
    },
    /// A move between two moments of the clock, straight or about a pivot: enough to draw it.
    Moved {
        unit: UnitId,
        from: Pose,
        to: Pose,
        since: f64,
        /// How far it went: along its way, not from where its front was to where its front is.
        cm: f64,
        why: Why,
        pivot: Option<V2>,
    },
    Halted {
        unit: UnitId,
        why: Halt,
    },
    FormationChanged {
        unit: UnitId,
        formation: Formation,
        at: Pose,
    },
    Faced {
        unit: UnitId,
        at: Pose,
    },
    Mounted {
        unit: UnitId,
        mounted: bool,
    },
    Limbered {
        unit: UnitId,
        limbered: bool,
        at: Pose,
    },
    /// Small-arms fire with its ruling.
    Fired {
        unit: UnitId,
        target: UnitId,
        cm: f64,
        surprised: bool,
        men: u32,
        ruling: Box<Ruling>,
    },
    /// Artillery fire: where it fell.
    ShotFell {
        unit: UnitId,
        ammunition: Ammunition,
        at: V2,
        hit: Option<UnitId>,
        ruling: Option<Box<Ruling>>,
    },
    /// What the shot did.
    Shelled {
        unit: UnitId,
        target: UnitId,
        ammunition: Ammunition,
        men: u32,
        ruling: Box<Ruling>,
    },
    NotFired {
        unit: UnitId,
        why: Message,
    },
    Equipment {
        unit: UnitId,
        says: Message,
    },
    GunBurst {
        unit: UnitId,
    },
    Lost {
        unit: UnitId,
        men: u32,
        figures: u16,
        /// Men lost that are now carried towards the next figure (05.02.2).
        carried: u16,
    },
    Tested {
        unit: UnitId,
        ruling: Box<Ruling>,
    },
    StateChanged {
        unit: UnitId,
        from: State,
        to: State,
    },
    Pinned {
        unit: UnitId,
        to_turn: u32,
    },
    PinEnds {
        unit: UnitId,
    },
    BreakIn {
        unit: UnitId,
        target: UnitId,
    },
    Shock {
        unit: UnitId,
        target: UnitId,
        ruling: Box<Ruling>,
    },
    AttackEnds {
        unit: UnitId,
        target: Option<UnitId>,
        why: Halt,
    },
    AttackGoesOn {
        unit: UnitId,
        target: UnitId,
    },
    Contact {
        unit: UnitId,
        target: UnitId,
    },
    Melee {
        unit: UnitId,
        against: SmallVec<[UnitId; 2]>,
        men: u32,
        ruling: Box<Ruling>,
    },
    Prisoners {
        unit: UnitId,
        by: UnitId,
        figures: u16,
        ruling: Box<Ruling>,
    },
    Surrendered {
        unit: UnitId,
        figures: u16,
    },
    CarriedAway {
        unit: UnitId,
        by: UnitId,
        ruling: Box<Ruling>,
    },
    FlightChecked {
        unit: UnitId,
        behind: UnitId,
    },
    PassedPinned {
        unit: UnitId,
        pinned: UnitId,
        ruling: Box<Ruling>,
    },
    Chose {
        side: Side,
        what: String,
        #[serde(skip)]
        kind: ChoiceKind,
        #[serde(serialize_with = "by_name")]
        choice: Choice,
    },
    StaffMoved {
        staff: StaffId,
        to: Pose,
        with: Option<UnitId>,
    },
    StaffLost {
        staff: StaffId,
        captured: bool,
    },
    Appointed {
        staff: StaffId,
        ruling: Box<Ruling>,
    },
    NotAppointed {
        staff: StaffId,
        ruling: Box<Ruling>,
    },
    Reorganised {
        unit: UnitId,
        from: State,
        to: State,
        ruling: Option<Box<Ruling>>,
    },
    NotReorganised {
        unit: UnitId,
        attempt: u8,
        ruling: Box<Ruling>,
    },
    OutOfAmmunition {
        unit: UnitId,
    },
    Resupplied {
        unit: UnitId,
        wagon: UnitId,
        done: bool,
        ruling: Box<Ruling>,
    },
    Worked {
        unit: UnitId,
        work: Message,
        turns: u8,
        of: u8,
        done: bool,
    },
    WorkLost {
        unit: UnitId,
    },
    Repaired {
        unit: UnitId,
        item: Message,
    },
    GunsTaken {
        unit: UnitId,
        by: UnitId,
        guns: u8,
    },
    WagonTaken {
        unit: UnitId,
        by: UnitId,
    },
    Detached {
        unit: UnitId,
        part: UnitId,
    },
    Joined {
        unit: UnitId,
        part: UnitId,
    },
    Occupied {
        unit: UnitId,
        building: u16,
    },
    LeftTable {
        unit: UnitId,
        fled: bool,
    },
    Arrived {
        unit: UnitId,
    },
    /// An umpire sits at the table.
    UmpireSits {},
    UmpireRuled {
        says: String,
        /// The clause it is about.
        #[serde(skip_serializing_if = "Option::is_none")]
        about: Option<String>,
    },
    /// What the umpire has put right, of a unit or on the ground.
    Corrected {
        unit: Option<UnitId>,
        says: Message,
    },
    /// An order is struck before the turn runs, by the umpire or by what he put right; the owner's alone.
    Struck {
        unit: UnitId,
        because: Message,
    },
    TurnEnds,
    Ended {
        winner: Option<Side>,
        why: Message,
    },
}

impl EventKind {
    /// What the event is called in data.
    pub fn name(&self) -> &'static str {
        use EventKind::*;
        match self {
            Opens => "opens",
            ByDefault { .. } => "by_default",
            TurnBegins => "turn_begins",
            OrdersIn { .. } => "orders_in",
            Ordered { .. } => "ordered",
            Instruction { .. } => "instruction",
            AttackAnnounced { .. } => "attack_announced",
            RetreatDeclared { .. } => "retreat_declared",
            FireAnnounced { .. } => "fire_announced",
            Heard { .. } => "heard",
            WorkKnown { .. } => "work_known",
            Overridden { .. } => "overridden",
            Moved { .. } => "moved",
            Halted { .. } => "halted",
            FormationChanged { .. } => "formation_changed",
            Faced { .. } => "faced",
            Mounted { .. } => "mounted",
            Limbered { .. } => "limbered",
            Fired { .. } => "fired",
            ShotFell { .. } => "shot_fell",
            Shelled { .. } => "shelled",
            NotFired { .. } => "not_fired",
            Equipment { .. } => "equipment",
            GunBurst { .. } => "gun_burst",
            Lost { .. } => "lost",
            Tested { .. } => "tested",
            StateChanged { .. } => "state_changed",
            Pinned { .. } => "pinned",
            PinEnds { .. } => "pin_ends",
            BreakIn { .. } => "break_in",
            Shock { .. } => "shock",
            AttackEnds { .. } => "attack_ends",
            AttackGoesOn { .. } => "attack_goes_on",
            Contact { .. } => "contact",
            Melee { .. } => "melee",
            Prisoners { .. } => "prisoners",
            Surrendered { .. } => "surrendered",
            CarriedAway { .. } => "carried_away",
            FlightChecked { .. } => "flight_checked",
            PassedPinned { .. } => "passed_pinned",
            Chose { .. } => "chose",
            StaffMoved { .. } => "staff_moved",
            StaffLost { .. } => "staff_lost",
            Appointed { .. } => "appointed",
            NotAppointed { .. } => "not_appointed",
            Reorganised { .. } => "reorganised",
            NotReorganised { .. } => "not_reorganised",
            OutOfAmmunition { .. } => "out_of_ammunition",
            Resupplied { .. } => "resupplied",
            Worked { .. } => "worked",
            WorkLost { .. } => "work_lost",
            Repaired { .. } => "repaired",
            GunsTaken { .. } => "guns_taken",
            WagonTaken { .. } => "wagon_taken",
            Detached { .. } => "detached",
            Joined { .. } => "joined",
            Occupied { .. } => "occupied",
            LeftTable { .. } => "left_table",
            Arrived { .. } => "arrived",
            UmpireSits { .. } => "umpire_sits",
            UmpireRuled { .. } => "umpire_ruled",
            Corrected { .. } => "corrected",
            Struck { .. } => "struck",
            TurnEnds => "turn_ends",
            Ended { .. } => "ended",
        }
    }

    /// How it was decided.
    pub fn ruling(&self) -> Option<&Ruling> {
        use EventKind::*;
        match self {
            Fired { ruling, .. }
            | Shelled { ruling, .. }
            | Tested { ruling, .. }
            | Shock { ruling, .. }
            | Melee { ruling, .. }
            | Prisoners { ruling, .. }
            | CarriedAway { ruling, .. }
            | PassedPinned { ruling, .. }
            | Appointed { ruling, .. }
            | NotAppointed { ruling, .. }
            | NotReorganised { ruling, .. }
            | Resupplied { ruling, .. } => Some(ruling),
            ShotFell { ruling, .. } | Reorganised { ruling, .. } => ruling.as_deref(),
            _ => None,
        }
    }

    /// The unit that it is first of all about.
    pub fn unit(&self) -> Option<UnitId> {
        use EventKind::*;
        match self {
            Ordered { unit, .. }
            | AttackAnnounced { unit, .. }
            | RetreatDeclared { unit }
            | FireAnnounced { unit, .. }
            | Overridden { unit, .. }
            | Moved { unit, .. }
            | Halted { unit, .. }
            | FormationChanged { unit, .. }
            | Faced { unit, .. }
            | Mounted { unit, .. }
            | Limbered { unit, .. }
            | Fired { unit, .. }
            | ShotFell { unit, .. }
            | Shelled { unit, .. }
            | NotFired { unit, .. }
            | Equipment { unit, .. }
            | GunBurst { unit }
            | Lost { unit, .. }
            | Tested { unit, .. }
            | StateChanged { unit, .. }
            | Pinned { unit, .. }
            | PinEnds { unit }
            | BreakIn { unit, .. }
            | Shock { unit, .. }
            | AttackEnds { unit, .. }
            | AttackGoesOn { unit, .. }
            | Contact { unit, .. }
            | Melee { unit, .. }
            | Prisoners { unit, .. }
            | Surrendered { unit, .. }
            | CarriedAway { unit, .. }
            | FlightChecked { unit, .. }
            | PassedPinned { unit, .. }
            | Reorganised { unit, .. }
            | NotReorganised { unit, .. }
            | OutOfAmmunition { unit }
            | Resupplied { unit, .. }
            | Worked { unit, .. }
            | WorkLost { unit }
            | Repaired { unit, .. }
            | GunsTaken { unit, .. }
            | WagonTaken { unit, .. }
            | Detached { unit, .. }
            | Joined { unit, .. }
            | Struck { unit, .. }
            | Occupied { unit, .. }
            | LeftTable { unit, .. }
            | Arrived { unit } => Some(*unit),
            _ => None,
        }
    }
}
