//! What happens in a battle, as data, with its moment on the clock. Each event names the clause that caused it; words are made in
//! `words`.

use crate::order::{Choice, Order};
use crate::troop::{Formation, State};
use crate::unit::{CommandId, Side, StaffId, UnitId};
use serde::Serialize;
use table::{Pose, V2};
pub use umpire::By;
use umpire::{Ruled, Ruling};
use words::Message;

/// Something that happened; who saw or heard it goes by play.hidden.
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
    /// At the charge (07.02).
    Charges,
    Pivots,
    Rotates,
    /// Backwards or sideways (07.01.2).
    MovesBack,
    MovesSideways,
    /// Retreats in U (13.01.1).
    Retreats,
    /// Flees in FU (13.01.2).
    Flees,
    /// Goes back by choice, after a melee or before an attack (03.02.8, 12.02.4).
    GoesBack,
    /// Follows a beaten enemy (12.02.7).
    Follows,
    /// Skirmishers set back to their soutien (14.04.1).
    PressedBack,
    /// Units behind the leading one of a column go along with it.
    GoesAlong,
    Arrives,
    /// Carried over water (19.11.3).
    Ferried,
    /// An umpire's correction.
    Corrected,
}

/// Why a march stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Halt {
    /// At contact distance of an enemy (03.03.2).
    Contact,
    /// An own unit is in the way (07.07.1).
    Friend,
    /// Ground or an obstacle that it cannot pass.
    Impassable,
    Edge,
    /// No room for what it was to do (06.01.2.b).
    NoRoom,
    /// Its fire has come (03.02.9).
    Fire,
    /// It has lost horses (07.01.6).
    Horses,
    /// What it was to do cannot be done (any more).
    Impossible,
}

/// Why a fire was not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoFire {
    /// Not announced (03.02.6).
    NotAnnounced,
    NoTarget,
    /// It has fired in this turn (03.01.3.b).
    Fired,
    /// It has fought in this turn (03.01.3.b).
    Fought,
    NoAmmunition,
    /// It is in no state or formation to fire.
    Cannot,
}

/// How a melee ended for the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Won,
    Lost,
    Drawn,
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
    /// It is out of command and does or does not take its order (08.03.5).
    Reacted {
        unit: UnitId,
        obeys: bool,
        ruling: Option<Box<Ruling>>,
    },
    /// Somebody takes, or fails to take, the place of a fallen commander (08.02.6).
    Replaced {
        command: CommandId,
        staff: StaffId,
        done: bool,
        ruling: Box<Ruling>,
    },
    /// A unit in FU tries to rally (13.06.5).
    Rallied {
        unit: UnitId,
        to: State,
        ruling: Option<Box<Ruling>>,
    },
    AttackAnnounced {
        unit: UnitId,
        target: Option<UnitId>,
    },
    AttackNotAnnounced {
        unit: UnitId,
    },
    /// A support unit is named (12.03.7).
    SupportNamed {
        unit: UnitId,
        by: UnitId,
    },
    FireAnnounced {
        unit: UnitId,
        moment: Message,
    },
    /// Skirmishers or gunners go back before an attack (03.02.8).
    GoesBack {
        unit: UnitId,
        to: Option<UnitId>,
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
        before: Option<UnitId>,
    },
    /// It waits behind or goes through an own unit (07.07).
    PassesThrough {
        unit: UnitId,
        other: UnitId,
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
    Limbered {
        unit: UnitId,
        limbered: bool,
        at: Pose,
    },
    /// A battery has made ready (10.01.2).
    Ready {
        unit: UnitId,
    },
    GunsLeft {
        unit: UnitId,
        limbers: bool,
    },
    GunsManned {
        unit: UnitId,
    },
    /// Guns in the enemy's hands (play.battery).
    GunsTaken {
        unit: UnitId,
        by: UnitId,
        guns: u32,
    },
    SentOut {
        unit: UnitId,
        line: UnitId,
    },
    DrawnIn {
        unit: UnitId,
        line: UnitId,
    },
    Split {
        unit: UnitId,
        part: UnitId,
    },
    Joined {
        unit: UnitId,
        other: UnitId,
    },
    Entered {
        unit: UnitId,
        building: u16,
    },
    LeftBuilding {
        unit: UnitId,
        building: u16,
    },
    /// It has gone aboard a ferry or boat, which casts off (19.11.3).
    Embarked {
        unit: UnitId,
        craft: String,
        at: Pose,
        ruling: Box<Ruling>,
    },
    /// It has landed.
    Landed {
        unit: UnitId,
        at: Pose,
    },
    /// A charge march begins, or is over (07.02).
    Charging {
        unit: UnitId,
        begins: bool,
    },
    StateChanged {
        unit: UnitId,
        from: State,
        to: State,
    },
    Reorganised {
        unit: UnitId,
        from: State,
        to: State,
    },
    Fired {
        unit: UnitId,
        target: UnitId,
        men: u32,
        ruling: Box<Ruling>,
    },
    /// Artillery has fired at a building that nobody holds, or where nobody is seen (17.04.1).
    FiredAt {
        unit: UnitId,
        place: String,
        ruling: Box<Ruling>,
    },
    /// A hidden enemy has shown himself there by his fire (play.hidden).
    Shown {
        unit: UnitId,
        to: UnitId,
        at: Pose,
    },
    /// By lot one side fires first (play.fire.mutual).
    FiresFirst {
        side: Side,
    },
    RangedIn {
        unit: UnitId,
        target: UnitId,
    },
    NotFired {
        unit: UnitId,
        why: NoFire,
    },
    /// A commander is committed (08.02.1).
    Committed {
        staff: StaffId,
        unit: UnitId,
        ruling: Option<Box<Ruling>>,
    },
    Lost {
        unit: UnitId,
        men: u32,
        figures: u16,
        /// Men lost that are now carried towards the next figure (09.02.2).
        carried: u16,
    },
    /// What a battery has lost besides men (table XIII).
    Equipment {
        unit: UnitId,
        guns: u8,
        horses: u8,
        loads: u8,
    },
    Melee {
        unit: UnitId,
        target: UnitId,
        outcome: Outcome,
        ruling: Box<Ruling>,
    },
    AttackEnds {
        unit: UnitId,
        target: Option<UnitId>,
    },
    /// The attack goes on against another (12.02.5).
    AttackGoesOn {
        unit: UnitId,
        target: UnitId,
    },
    /// Skirmishers are pressed back (14.04.1).
    PressedBack {
        unit: UnitId,
        by: UnitId,
        to: Option<UnitId>,
    },
    SweptAlong {
        unit: UnitId,
        by: UnitId,
        to: State,
        ruling: Box<Ruling>,
    },
    /// It is in U and cannot go back further (13.02.1).
    Cornered {
        unit: UnitId,
    },
    Surrendered {
        unit: UnitId,
    },
    Prisoners {
        unit: UnitId,
        by: UnitId,
        figures: u16,
    },
    Destroyed {
        unit: UnitId,
    },
    LeftTable {
        unit: UnitId,
        fled: bool,
    },
    Arrived {
        unit: UnitId,
    },
    StaffMoved {
        staff: StaffId,
        to: Pose,
        with: Option<UnitId>,
    },
    StaffFell {
        staff: StaffId,
        ruling: Option<Box<Ruling>>,
    },
    /// Reached by the enemy, or a courier who was alone (08.02.5, play.staff).
    StaffLost {
        staff: StaffId,
        ruling: Option<Box<Ruling>>,
    },
    StaffArrived {
        staff: StaffId,
    },
    /// A message is written, or handed over (08.03.1).
    Message {
        side: Side,
        says: String,
        handed: bool,
    },
    /// How long a message will wait with its receiver: the umpire's alone (08.03.2).
    Delayed {
        side: Side,
        says: Message,
        ruling: Box<Ruling>,
    },
    Instructed {
        unit: UnitId,
        says: String,
    },
    /// The last of its ammunition is gone (11.02.2).
    OutOfAmmunition {
        unit: UnitId,
    },
    /// None of a unit in FU are taken, for nobody reached its position and stayed there (13.04.2).
    NoPrisoners {
        unit: UnitId,
        by: UnitId,
    },
    /// What stands on its slip at the end of the turn: its state, men lost towards the next figure, turns of fire left (09.02.3).
    Noted {
        unit: UnitId,
        state: State,
        carried: u16,
        left: u8,
    },
    /// Part of a skirmish line or swarm begins to close up as its soutien (14.02.4.b).
    ClosesUp {
        unit: UnitId,
    },
    /// In FU it is placed with as many figures in width as in depth (13.01.3).
    StandsAsBlock {
        unit: UnitId,
        at: Pose,
    },
    Resupplied {
        unit: UnitId,
        loads: u8,
    },
    Worked {
        unit: UnitId,
        says: Message,
    },
    /// A side has decided something within the turn; its own affair.
    Chose {
        side: Side,
        what: String,
        choice: Choice,
    },
    UmpireSits,
    UmpireRuled {
        says: Message,
        /// The clause it is about.
        about: Option<String>,
    },
    Corrected {
        unit: Option<UnitId>,
        says: Message,
    },
    TurnEnds,
    Ended {
        winner: Option<Side>,
        why: Message,
    },
    /// Work is begun or taken up at a place.
    WorkBegins {
        unit: UnitId,
        place: String,
        ruling: Option<Box<Ruling>>,
    },
    /// A work is finished.
    WorkDone {
        unit: UnitId,
        place: String,
        says: Message,
    },
    /// Something happens to a place: fire, blast, ruin, delay.
    Place {
        place: String,
        says: Message,
        ruling: Option<Box<Ruling>>,
    },
    /// A unit is near a blast (19.07.6).
    Blasted {
        unit: UnitId,
        men: u32,
        ruling: Box<Ruling>,
    },
}

impl EventKind {
    /// Its name, as it stands in data.
    pub fn name(&self) -> &'static str {
        use EventKind::*;
        match self {
            Opens => "opens",
            ByDefault { .. } => "by_default",
            TurnBegins => "turn_begins",
            OrdersIn { .. } => "orders_in",
            Ordered { .. } => "ordered",
            Reacted { .. } => "reacted",
            Replaced { .. } => "replaced",
            Rallied { .. } => "rallied",
            AttackAnnounced { .. } => "attack_announced",
            AttackNotAnnounced { .. } => "attack_not_announced",
            SupportNamed { .. } => "support_named",
            FireAnnounced { .. } => "fire_announced",
            GoesBack { .. } => "goes_back",
            Moved { .. } => "moved",
            Halted { .. } => "halted",
            PassesThrough { .. } => "passes_through",
            FormationChanged { .. } => "formation_changed",
            Faced { .. } => "faced",
            Limbered { .. } => "limbered",
            Ready { .. } => "ready",
            GunsLeft { .. } => "guns_left",
            GunsManned { .. } => "guns_manned",
            GunsTaken { .. } => "guns_taken",
            SentOut { .. } => "sent_out",
            DrawnIn { .. } => "drawn_in",
            Split { .. } => "split",
            Joined { .. } => "joined",
            Entered { .. } => "entered",
            LeftBuilding { .. } => "left_building",
            Embarked { .. } => "embarked",
            Landed { .. } => "landed",
            Charging { .. } => "charging",
            StateChanged { .. } => "state_changed",
            Reorganised { .. } => "reorganised",
            Fired { .. } => "fired",
            FiredAt { .. } => "fired_at",
            Shown { .. } => "shown",
            RangedIn { .. } => "ranged_in",
            NotFired { .. } => "not_fired",
            Committed { .. } => "committed",
            Lost { .. } => "lost",
            Equipment { .. } => "equipment",
            Melee { .. } => "melee",
            AttackEnds { .. } => "attack_ends",
            AttackGoesOn { .. } => "attack_goes_on",
            PressedBack { .. } => "pressed_back",
            SweptAlong { .. } => "swept_along",
            Cornered { .. } => "cornered",
            Surrendered { .. } => "surrendered",
            Prisoners { .. } => "prisoners",
            Destroyed { .. } => "destroyed",
            LeftTable { .. } => "left_table",
            Arrived { .. } => "arrived",
            StaffMoved { .. } => "staff_moved",
            StaffFell { .. } => "staff_fell",
            StaffLost { .. } => "staff_lost",
            StaffArrived { .. } => "staff_arrived",
            Message { .. } => "message",
            Delayed { .. } => "delayed",
            Instructed { .. } => "instructed",
            OutOfAmmunition { .. } => "out_of_ammunition",
            NoPrisoners { .. } => "no_prisoners",
            Noted { .. } => "noted",
            ClosesUp { .. } => "closes_up",
            StandsAsBlock { .. } => "stands_as_block",
            Resupplied { .. } => "resupplied",
            Worked { .. } => "worked",
            Chose { .. } => "chose",
            UmpireSits => "umpire_sits",
            FiresFirst { .. } => "fires_first",
            WorkBegins { .. } => "work_begins",
            WorkDone { .. } => "work_done",
            Place { .. } => "place",
            Blasted { .. } => "blasted",
            UmpireRuled { .. } => "umpire_ruled",
            Corrected { .. } => "corrected",
            TurnEnds => "turn_ends",
            Ended { .. } => "ended",
        }
    }

    /// How it was decided.
    pub fn ruling(&self) -> Option<&Ruling> {
        use EventKind::*;
        match self {
            Fired { ruling, .. }
            | FiredAt { ruling, .. }
            | Melee { ruling, .. }
            | SweptAlong { ruling, .. }
            | Replaced { ruling, .. }
            | Delayed { ruling, .. }
            | Embarked { ruling, .. }
            | Blasted { ruling, .. } => Some(ruling),
            Reacted { ruling, .. }
            | Rallied { ruling, .. }
            | Committed { ruling, .. }
            | StaffFell { ruling, .. }
            | StaffLost { ruling, .. }
            | WorkBegins { ruling, .. }
            | Place { ruling, .. } => ruling.as_deref(),
            _ => None,
        }
    }

    /// The unit that it is first of all about.
    pub fn unit(&self) -> Option<UnitId> {
        use EventKind::*;
        match self {
            Ordered { unit, .. }
            | Reacted { unit, .. }
            | Rallied { unit, .. }
            | AttackAnnounced { unit, .. }
            | AttackNotAnnounced { unit }
            | SupportNamed { unit, .. }
            | FireAnnounced { unit, .. }
            | GoesBack { unit, .. }
            | Moved { unit, .. }
            | Halted { unit, .. }
            | PassesThrough { unit, .. }
            | FormationChanged { unit, .. }
            | Faced { unit, .. }
            | Limbered { unit, .. }
            | Ready { unit }
            | GunsLeft { unit, .. }
            | GunsManned { unit }
            | GunsTaken { unit, .. }
            | SentOut { unit, .. }
            | DrawnIn { unit, .. }
            | Split { unit, .. }
            | Joined { unit, .. }
            | Entered { unit, .. }
            | LeftBuilding { unit, .. }
            | Embarked { unit, .. }
            | Landed { unit, .. }
            | Charging { unit, .. }
            | StateChanged { unit, .. }
            | Reorganised { unit, .. }
            | Fired { unit, .. }
            | FiredAt { unit, .. }
            | Shown { unit, .. }
            | RangedIn { unit, .. }
            | NotFired { unit, .. }
            | Committed { unit, .. }
            | Lost { unit, .. }
            | Equipment { unit, .. }
            | Melee { unit, .. }
            | AttackEnds { unit, .. }
            | AttackGoesOn { unit, .. }
            | PressedBack { unit, .. }
            | SweptAlong { unit, .. }
            | Cornered { unit }
            | Surrendered { unit }
            | Prisoners { unit, .. }
            | Destroyed { unit }
            | LeftTable { unit, .. }
            | Arrived { unit }
            | Instructed { unit, .. }
            | OutOfAmmunition { unit }
            | NoPrisoners { unit, .. }
            | Noted { unit, .. }
            | ClosesUp { unit }
            | StandsAsBlock { unit, .. }
            | Resupplied { unit, .. }
            | Worked { unit, .. }
            | WorkBegins { unit, .. }
            | WorkDone { unit, .. }
            | Blasted { unit, .. } => Some(*unit),
            _ => None,
        }
    }
}
