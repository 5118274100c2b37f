//! Where a battle has got to, apart from what stands on the table.

use crate::answer::Answer;
use crate::command::{BodyId, CommandId};
use crate::field::Field;
use crate::ground::{Bridge, RedoubtId, ZoneId};
use crate::officer::OfficerId;
use crate::scenario::{Arrival, Scenario, Task};
use crate::troop::Formation;
use crate::unit::{Side, UnitId};
use muster::Head;
use serde::{Deserialize, Serialize};
use table::Base;
use umpire::Clause;
use words::Message;

/// What a scenario lays down besides the field.
#[derive(Clone, Debug)]
pub struct Terms {
    pub head: Head,
    /// The battle ends after so many rounds (play.victory).
    pub rounds: u32,
    /// The values on the rosters are open to both sides (play.hidden).
    pub open: bool,
    pub tasks: Vec<Task>,
    /// The colours that each side wears.
    pub colours: [&'static str; 2],
    pub arrivals: Vec<Arrival>,
    /// Formations that never break the integrity of a corps (corps-integrity.2).
    pub reserves: Vec<BodyId>,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            head: Head::default(),
            rounds: 12,
            open: false,
            tasks: Vec::new(),
            colours: [""; 2],
            arrivals: Vec::new(),
            reserves: Vec::new(),
        }
    }
}

impl From<&Scenario> for Terms {
    fn from(s: &Scenario) -> Terms {
        Terms {
            head: s.head.clone(),
            rounds: s.rounds,
            open: s.open_values,
            tasks: s.tasks.clone(),
            colours: Side::BOTH.map(|side| s.side(side).nation.colours()),
            arrivals: s.arrivals.clone(),
            reserves: s.reserves.clone(),
        }
    }
}

/// A step of the round (play.machine). The battle stands before it, or waits in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    RoundBegins,
    Orders,
    Activation,
    Engagement,
    Initiative,
    Bonus,
    SequenceBegins,
    DeclareA,
    DeclareB,
    AdjustA,
    MovesA,
    MovesB,
    ReactionsA,
    ReactionsB,
    TacticalFire,
    MeleeChoices,
    InitialMelees,
    ContinuedMelees,
    TownFights,
    Breakthroughs,
    SequenceEnds,
    SequenceRoll,
    AfterFirst,
    Manoeuvre,
    Superiors,
    Bombardment,
    Deployment,
    Settling,
    Administration,
    EndCheck,
    Over,
}

/// Which declarations are asked for (play.declare).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Declaring {
    /// The side's whole list.
    All,
    /// New targets for those whose targets retreated (attack.retreat.4).
    Again(Vec<UnitId>),
    /// Targets that dropped their own attack may attack who attacks them (attack.declare.3).
    Adjust(Vec<UnitId>),
}

/// What a side is waited for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Awaits {
    Orders,
    /// These commands may decline to be engaged.
    Decline(Vec<CommandId>),
    /// This command may take up its former order.
    Resume(CommandId),
    SideA,
    Bonus,
    Declare(Declaring),
    /// These targets may retreat.
    Evade(Vec<UnitId>),
    Moves,
    Reactions,
    /// Fire of batteries: in a tactical sequence, or in the bombardment phase.
    Fire,
    /// One of these units takes the next loss.
    Loss(Vec<UnitId>),
    /// Choices before melees.
    Melees,
    Breakthrough(UnitId),
    /// This cavalry may counter-attack.
    Counter(UnitId),
    /// This command has disengaged.
    Disengage(CommandId),
    /// This command moves away at once (disengage.5).
    Away(CommandId),
    Manoeuvre,
    Superiors,
    Deploy,
    Settle,
    /// Enemies have come onto these bridges, by their places, which the side may blow (demolition.2).
    Blow(Vec<u16>),
}

impl Awaits {
    /// May a bridge be blown instead, what is asked being asked again afterwards (demolition.2)?
    pub fn lets_blow(&self) -> bool {
        let sheet = matches!(self, Awaits::Orders | Awaits::Manoeuvre | Awaits::Superiors);
        let late = matches!(self, Awaits::Deploy | Awaits::Settle | Awaits::Declare(Declaring::All));
        sheet || late || matches!(self, Awaits::Moves | Awaits::Reactions | Awaits::Blow(_))
    }
}

/// What is attacked or fired at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    Unit(UnitId),
    Zone(ZoneId),
}

/// An attack that was declared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Declared {
    pub unit: UnitId,
    pub target: Target,
    pub straight: bool,
    /// It has been carried out.
    pub done: bool,
    /// It has reached its target and fights it.
    pub reached: bool,
    /// It was made to an open flank or the rear (flank-threat.5).
    pub flank: bool,
}

/// An operation formation for which an operation point is spent (op.actions.5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Paid {
    pub command: CommandId,
    pub units: Vec<UnitId>,
}

/// A unit as it stood at the start of the sequence (play.snapshot).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stood {
    pub base: Base,
    pub formation: Formation,
}

/// A breakthrough that was won (breakthrough.1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Won {
    pub unit: UnitId,
    /// Metres that are left of it.
    pub left: f64,
    /// It attacked or counter-attacked, and so must unless it is let (breakthrough.2).
    pub must: bool,
    /// The battery that it beat (melee-guns.1).
    pub battery: Option<UnitId>,
    /// It has made a breakthrough attack already (breakthrough.7, breakthrough.8).
    pub again: bool,
    /// It attacks this unit now, which is asked whether it counter-attacks or retreats.
    pub at: Option<(UnitId, bool)>,
}

/// A unit that stays at a battery to destroy it (melee-guns.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pin {
    pub by: UnitId,
    pub battery: UnitId,
    /// It has stood there since this sequence of this round.
    pub since: (u32, u8),
}

/// A fire whose losses are being shared out (bombardment-effect.7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Firing {
    pub by: Side,
    pub units: Vec<UnitId>,
    pub target: Option<UnitId>,
    /// Units with bases in the zone, and how many losses each has been given.
    pub zone: Vec<(UnitId, u8)>,
    /// Whole losses still to be named.
    pub left: u8,
    /// Who names the next.
    pub names: Side,
}

/// A bridge that engineers build or take down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Site {
    pub work: Building,
    /// Work points done, and how many it needs.
    pub points: u16,
    pub needs: u16,
}

/// What is done at a site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Building {
    /// This bridge is built.
    Up(Bridge),
    /// The bridge of that place is taken down.
    Down(u16),
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ended {
    pub winner: Option<Side>,
    pub clause: Clause,
    pub why: Message,
}

/// Where a battle has got to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    pub step: Step,
    /// Who is waited for, and for what.
    pub pending: Vec<(Side, Awaits)>,
    /// What a side has committed without the other seeing it (play.simultaneous).
    pub secret: [Option<Answer>; 2],
    /// The book's side A in this round.
    pub first: Side,
    /// Who was side A in the round before (initiative.1).
    pub was_first: Option<Side>,
    /// The tactical sequence under way, from 1; 0 outside the tactical part.
    pub sequence: u8,
    /// The sequence bonus is added (sequence-bonus.1).
    pub adds: [bool; 2],
    pub attacks: Vec<Declared>,
    /// Who has been declared a target, also of an attack that was dropped since: it may no longer declare (play.declare).
    pub targets: Vec<UnitId>,
    /// Attackers whose targets retreated.
    pub freed: Vec<UnitId>,
    pub paid: Vec<Paid>,
    pub stood: Vec<Stood>,
    /// Officers who have acted in this movement phase (tmove.officer.1).
    pub acted: Vec<OfficerId>,
    /// Bonus points of attached superiors used in this sequence (officers.11).
    pub bonus_used: Vec<(OfficerId, u8)>,
    pub won: Vec<Won>,
    pub pins: Vec<Pin>,
    /// Melees lost and won in this sequence by each unit's side of it.
    pub tally: Vec<(UnitId, bool)>,
    pub firing: Vec<Firing>,
    /// Stars of this step that still lower the cover of a town zone, for which that side tests, or else of a redoubt, by its place
    /// (bombardment-town.3, redoubt.4).
    #[serde(default)]
    pub stars: Vec<(Option<Side>, u16, u8)>,
    /// Batteries that tried to fire in the tactical part and failed (tactical-bombardment.1).
    pub tried_to_fire: Vec<UnitId>,
    /// Attackers whose owner goes straight to the continued table (melee.2).
    pub skip_initial: Vec<UnitId>,
    /// Attackers of continued melees that began in this sequence (melee-tables.3).
    pub new_melees: Vec<UnitId>,
    /// Bases of each unit when its continued melee began (melee-continued.5).
    pub bases_at: Vec<u8>,
    /// Units that have made a breakthrough attack in this sequence (breakthrough.8).
    pub won_before: Vec<UnitId>,
    /// Cavalry that counter-attacks a breakthrough (breakthrough.6).
    pub countering: Vec<UnitId>,
    /// Units from which no way leads back to their headquarters (corps-hq.3).
    pub unsupported: Vec<UnitId>,
    /// The side that was alone in each zone when it was last looked at.
    pub alone_since: Vec<Option<Side>>,
    /// Redoubts in which somebody has stood.
    pub held_redoubts: Vec<RedoubtId>,
    /// Units in towns that use their skirmish value (town-fight.10).
    pub by_skirmish: Vec<UnitId>,
    /// Who is in melee or was fired upon, for officers attached to them (officers.12).
    pub in_danger: Vec<UnitId>,
    /// Who was fired upon, likewise.
    pub under_fire: Vec<UnitId>,
    /// Pairs of which the first cannot be pushed back.
    pub stuck: Vec<(UnitId, UnitId)>,
    /// Sides in each town zone at the start of the round (town-fight.4).
    pub in_zone: Vec<[bool; 2]>,
    /// The side that was alone in each zone for the whole sequence before, or in the deployment phase (town-fight.3).
    pub alone: Vec<Option<Side>>,
    /// Units that did not get cover from the town in which they fight, having been assembled (tmove.town.8).
    pub uncovered: Vec<UnitId>,
    /// Commands that may move without restrictions in the deployment phase (disengage.4).
    pub unbound: Vec<CommandId>,
    /// Commands that moved in the manoeuvre phase, and units on their way to a new superior.
    pub moved: Vec<CommandId>,
    /// Commands engaged on their own: units out of command (engagement.4).
    pub alone_units: Vec<UnitId>,
    /// Batteries that follow an artillery chief (gun-command.3), or go to a new superior (gun-reserve.3).
    pub called: Vec<(UnitId, BodyId)>,
    /// Batteries of a dissolved artillery command on their way back to the reserve (gun-command-dissolve.2).
    #[serde(default)]
    pub returning: Vec<UnitId>,
    /// Batteries limbered in this deployment phase, and how near the enemy was when they unlimbered (gt-guns.5).
    pub limbered: Vec<(UnitId, Option<f64>)>,
    /// Formations that have sent a battery to the reserve (gun-reserve.3).
    pub vacancies: Vec<BodyId>,
    /// Units that were driven off the table, and the round from which on they come back (play.edge).
    #[serde(default)]
    pub driven_off: Vec<(UnitId, u32)>,
    /// Guns on their way to the train, and the round in which they are there (play.edge).
    #[serde(default)]
    pub to_train: Vec<(UnitId, u32)>,
    /// Bridges that could not be blown in this round (demolition.2).
    pub failed_blows: Vec<u16>,
    /// Enemies on bridges that could be blown, about whom the other side has been asked in this round.
    #[serde(default)]
    pub on_bridges: Vec<(u16, UnitId)>,
    /// What the step does at its beginning is done.
    pub begun: bool,
    /// The side that moves or reacts has done.
    pub passed: bool,
    /// Cavalry among its own infantry (integrity.7).
    pub broken_units: Vec<UnitId>,
    /// Corps whose integrity is broken (corps-integrity.1).
    pub broken_corps: Vec<BodyId>,
    /// Formations that never break the integrity of a corps (corps-integrity.2).
    pub reserves: Vec<BodyId>,
    /// Engaged commands that had no enemy in reach at the end of the last tactical part (disengage.1).
    pub clear: Vec<CommandId>,
    /// Commands that said in this manoeuvre phase that they engage (manoeuvre-phase.12).
    pub means_to_engage: Vec<CommandId>,
    /// Who was fired upon in this round (work-test.4).
    pub bombarded: Vec<UnitId>,
    /// Engineer bases at work, each at a bridge by its place (work-test.1).
    pub at_work: Vec<(UnitId, u16)>,
    /// Work points done on bridges.
    pub work_done: Vec<(u16, u16)>,
    /// Bridges that are being built or taken down (pontoon.1, foot-bridge.1).
    #[serde(default)]
    pub sites: Vec<Site>,
    /// Engineer bases at these, each at one by its place.
    #[serde(default)]
    pub building: Vec<(UnitId, u16)>,
    /// Units fired at in this round, each with the battery (fire-coordination.1).
    #[serde(default)]
    pub fired_at: Vec<(UnitId, UnitId)>,
    /// Batteries that have retreated of their own will since the last order phase (gun-reserve.2).
    #[serde(default)]
    pub retreated: Vec<UnitId>,
    /// Of each task how much is done for good (play.victory).
    pub tasks: Vec<Option<u32>>,
    #[serde(skip)]
    pub ended: Option<Ended>,
}

impl Play {
    /// Before the first round.
    pub fn new(f: &Field) -> Play {
        Play {
            step: Step::RoundBegins,
            pending: Vec::new(),
            secret: [None, None],
            first: Side::A,
            was_first: None,
            sequence: 0,
            adds: [true, false],
            attacks: Vec::new(),
            targets: Vec::new(),
            freed: Vec::new(),
            paid: Vec::new(),
            stood: Vec::new(),
            acted: Vec::new(),
            bonus_used: Vec::new(),
            won: Vec::new(),
            pins: Vec::new(),
            tally: Vec::new(),
            firing: Vec::new(),
            tried_to_fire: Vec::new(),
            skip_initial: Vec::new(),
            new_melees: Vec::new(),
            bases_at: Vec::new(),
            won_before: Vec::new(),
            countering: Vec::new(),
            unsupported: Vec::new(),
            alone_since: vec![None; f.zones.len()],
            held_redoubts: f.units.iter().filter_map(|u| u.redoubt).collect(),
            by_skirmish: Vec::new(),
            in_danger: Vec::new(),
            under_fire: Vec::new(),
            stuck: Vec::new(),
            in_zone: vec![[false; 2]; f.zones.len()],
            alone: vec![None; f.zones.len()],
            uncovered: Vec::new(),
            unbound: Vec::new(),
            moved: Vec::new(),
            alone_units: Vec::new(),
            called: Vec::new(),
            limbered: Vec::new(),
            vacancies: Vec::new(),
            returning: Vec::new(),
            stars: Vec::new(),
            driven_off: Vec::new(),
            to_train: Vec::new(),
            failed_blows: Vec::new(),
            on_bridges: Vec::new(),
            begun: false,
            passed: false,
            broken_units: Vec::new(),
            broken_corps: Vec::new(),
            reserves: Vec::new(),
            clear: Vec::new(),
            means_to_engage: Vec::new(),
            bombarded: Vec::new(),
            at_work: Vec::new(),
            work_done: Vec::new(),
            sites: Vec::new(),
            building: Vec::new(),
            fired_at: Vec::new(),
            retreated: Vec::new(),
            tasks: Vec::new(),
            ended: None,
        }
    }

    /// The book's side B.
    pub fn second(&self) -> Side {
        self.first.other()
    }

    /// The attack that a unit has declared.
    pub fn attack_of(&self, u: UnitId) -> Option<&Declared> {
        self.attacks.iter().find(|a| a.unit == u)
    }

    /// The attack of which a unit is the target.
    pub fn attack_on(&self, u: UnitId) -> Option<&Declared> {
        self.attacks.iter().find(|a| a.target == Target::Unit(u))
    }

    /// Is the unit a target without a counter-attack on its attacker (tmove.phase.2)?
    pub fn pinned(&self, u: UnitId) -> bool {
        self.attack_on(u)
            .is_some_and(|on| self.attack_of(u).is_none_or(|own| own.target != Target::Unit(on.unit)))
    }
}
