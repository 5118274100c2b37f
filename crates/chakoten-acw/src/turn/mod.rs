//! The turn as a clock from 0 to 1 for both sides at once (play.clock, play.instant). Between two instants everybody marches
//! on; at an instant everything due is settled in the steps the book's play needs, whoever it belongs to.

mod begin;
mod camera;
mod choices;
mod choosing;
mod end;
mod forced;
mod instant;
mod legs;
mod meet;
mod melee;
mod morale;
mod room;
mod shock;
mod shooting;
pub(crate) mod staff;
mod steps;

pub use choices::{Asked, ChoiceKind, Pending};
pub use instant::ENDLESS;

use crate::check::{Action, Primitive, Shot};
use crate::clause;
use crate::event::{Event, EventKind, Why};
use crate::field::Field;
use crate::order::{Choice, Order};
use crate::troop::State;
use crate::unit::{Side, StaffId, UnitId};
use crate::view::Sightings;
use meet::{Agenda, Meet};
use smallvec::SmallVec;
use table::{Motion, Moving, Strips, V2};
use umpire::{Clause, Dice, Die, HandDice, Log, Seeded};

/// Moments closer than this are one instant (play.instant).
pub const INSTANT: f64 = 1.0e-4;

/// The dice of a battle: from its seed, or written down by a test.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a battle has one")]
pub enum BattleDice {
    Seeded(Seeded),
    Script(HandDice),
}

impl Dice for BattleDice {
    fn roll(&mut self, die: Die) -> u8 {
        match self {
            BattleDice::Seeded(d) => d.roll(die),
            BattleDice::Script(d) => d.roll(die),
        }
    }
    fn again(&mut self) -> bool {
        match self {
            BattleDice::Seeded(d) => d.again(),
            BattleDice::Script(d) => d.again(),
        }
    }
}

/// What moves a unit now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mode {
    /// Its order.
    Order,
    /// Flight from the start of the turn (04.02.2).
    Flight(V2),
    /// Retirement for the whole turn at half speed (04.02.4).
    Retire(V2),
    /// Turned back for the rest of the turn (04.02.6, 07.02.3.b).
    Away(V2),
    /// It stands to the end of the turn.
    Stand,
}

/// How the motion under way ends by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    /// Not before clock 1.
    Never,
    /// The stretch of march or slice of wheel is done: so many cm or degrees.
    Stretch(f64),
    /// A step of fixed duration is done.
    Fixed,
    /// A friend that held it up may have cleared the way.
    Friend,
}

/// A piece of motion between two instants.
#[derive(Clone, Debug)]
pub(crate) struct Leg {
    pub moving: Moving,
    pub since: f64,
    pub ends: f64,
    pub end: End,
    /// Marching forward or wheeling by order (play.advance).
    pub advancing: bool,
    pub why: Why,
    /// Cm or degrees a turn.
    pub rate: f64,
}

/// An attack under way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Attack {
    /// Written in the order and announced (04.01.2), with enough figures for an ordered attack or not.
    pub declared: bool,
    pub ordered: bool,
    pub charge: bool,
    pub announced: Option<UnitId>,
    /// The shock roll was won against these enemies: the advance goes on, and contact with one makes a melee.
    pub won: SmallVec<[UnitId; 2]>,
    pub over: bool,
}

/// A fire order or a part of one.
#[derive(Clone, Debug)]
pub(crate) struct Volley {
    pub shot: Shot,
    /// Companies that fire before it, from the right.
    pub after: u16,
    pub done: bool,
    /// The event it waits for has occurred, brought about by this enemy.
    pub due: Option<Option<UnitId>>,
}

/// What one unit does in the turn under way.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub written: Order,
    pub action: Action,
    pub steps: Vec<Primitive>,
    pub at: usize,
    /// Cm or degrees left of the step.
    pub left: Option<f64>,
    /// Turns spent on a step of fixed duration.
    pub spent: f64,
    pub mode: Mode,
    pub leg: Leg,
    pub serial: u32,
    pub void: bool,
    pub moved: bool,
    pub fired: bool,
    pub forced: bool,
    /// A friend passed through it (04.02.13.b).
    pub passed: bool,
    pub attacked: bool,
    pub working: bool,
    pub melee: bool,
    pub reforms: bool,
    pub retreat: bool,
    /// It fires as surprised.
    pub surprised: bool,
    /// A checked flight goes so many cm yet (08.03.4).
    pub stop_after: Option<f64>,
    pub volleys: SmallVec<[Volley; 1]>,
    pub attack: Option<Attack>,
    /// A frontal attack has been made on it (07.01.5).
    pub frontally: bool,
    /// Friends it may not pass and presses on.
    pub blocked: SmallVec<[UnitId; 2]>,
    /// How often it had to look anew whether friends hold it up.
    pub holds: u32,
    /// How often it waited for the moment at which a friend would be out of its way.
    pub waits: u32,
    /// The friend of whom it has been told that he is in the way.
    pub held_by: Option<UnitId>,
    /// When it stood ready to go into a building.
    pub at_door: Option<f64>,
    pub asked: SmallVec<[UnitId; 4]>,
    /// Enemies it has rolled against.
    pub shocked: SmallVec<[UnitId; 2]>,
    /// Friends it has passed through.
    pub through: SmallVec<[UnitId; 2]>,
    pub fell_back: bool,
    /// Still charging without a break since clock 0 (07.01.6.a).
    pub full_charge: bool,
    /// An announced attack ran into impassable ground (07.01.6.b).
    pub stopped: bool,
    /// Men or equipment lost this turn.
    pub hurt: bool,
    /// Friends that have been tested for being carried away by it.
    pub panicked: SmallVec<[UnitId; 4]>,
    /// State at clock 0.
    pub began: State,
    /// The front it had before it turned to flee (08.03.1).
    pub former: table::Base,
}

/// Where the turn stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stage {
    Announce,
    Retreats,
    Melees,
    /// Steps 2 to 9 of an instant.
    Fire,
    Surprise,
    Shoot,
    Pick,
    Shock,
    Forced,
    Choose,
    Chosen,
    Staff,
    StaffGone,
    March,
    End,
    LateStaff,
    LateStaffGone,
    Finish,
    Done,
}

/// The turn under way.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub clock: f64,
    pub stage: Stage,
    pub runs: Vec<Run>,
    /// Of each run the upright box about all places it is at while its leg lasts.
    pub swept: Strips,
    /// Room for those found near somebody.
    pub near: Vec<u16>,
    pub agenda: Agenda,
    /// What is due in this round of the instant.
    pub due: Vec<Meet>,
    /// Attackers at break-in distance now, with their target.
    pub breakins: Vec<shock::BreakIn>,
    /// Shock rolls of this round.
    pub shocks: Vec<shock::Shocked>,
    /// Forced moves to make in step 7.
    pub flights: Vec<forced::Forced>,
    /// Mounted and limbered troops that turn away in step 7: who, from whom, and why.
    pub turning: Vec<(UnitId, UnitId, Clause)>,
    /// Attackers that have come up with an enemy in flight (play.no-shock).
    pub caught: Vec<(UnitId, UnitId)>,
    /// Fires of this instant, for orders that wait for them.
    pub fires: Vec<UnitId>,
    pub asks: Vec<(Asked, Option<Choice>)>,
    /// The staff has been asked at clock 0.
    pub staff_asked: bool,
    pub rounds: u32,
    /// Instants of the turn so far.
    pub instants: u32,
    /// Resupply, repairs and works of the turn that have not been broken off.
    pub threats: Vec<(UnitId, UnitId)>,
    pub staff_due: Vec<(StaffId, UnitId)>,
    /// The longest distance at which an encounter matters this turn.
    pub reach: f64,
    /// A fire order waits for somebody to pass a line or enter or leave a piece of ground.
    pub ground_events: bool,
    /// Those who have fire orders that may still be carried out, in order; perhaps some more.
    pub armed: Vec<UnitId>,
    /// Those whose fire orders wait for an enemy to come near or to some place, in order.
    pub watching: Vec<UnitId>,
    /// Those who have waited behind a friend this turn, in order.
    pub held_up: Vec<UnitId>,
    /// The clock has run out: what is still to be asked belongs to the end of the turn.
    pub ending: bool,
    /// Commands that have lost their commander-in-chief, whose heir the owner may name (08.05.2).
    pub orphaned: Vec<crate::unit::CommandId>,
}

impl Turn {
    /// A unit waits behind a friend.
    pub(crate) fn holds_up(&mut self, u: UnitId) {
        if let Err(at) = self.held_up.binary_search(&u) {
            self.held_up.insert(at, u);
        }
    }

    /// A unit is given something to fire.
    pub(crate) fn arms(&mut self, u: UnitId) {
        if let Err(at) = self.armed.binary_search(&u) {
            self.armed.insert(at, u);
        }
    }

    /// The fire orders of this turn that may still be carried out, those done among them.
    pub(crate) fn volleys(&self) -> impl Iterator<Item = &Volley> {
        self.armed.iter().flat_map(|u| &self.runs[u.index()].volleys)
    }

    pub(crate) fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }
}

/// All that a turn works on: the field, the dice, the log and the turn itself.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) field: Field,
    pub(crate) dice: BattleDice,
    pub(crate) log: Log<Event>,
    pub(crate) now: Option<Box<Turn>>,
    pub(crate) pending: Option<Pending>,
    pub(crate) sightings: Sightings,
    /// Takes stills while the battle is recorded.
    pub(crate) camera: Option<Box<desk::Camera<crate::battle::Still>>>,
    pub(crate) noticed: camera::Noticed,
}

impl Table {
    pub(crate) fn turn(&self) -> &Turn {
        self.now.as_ref().expect("a turn is under way")
    }

    pub(crate) fn turn_mut(&mut self) -> &mut Turn {
        self.now.as_mut().expect("a turn is under way")
    }

    pub(crate) fn run(&self, u: UnitId) -> &Run {
        &self.turn().runs[u.index()]
    }

    pub(crate) fn run_mut(&mut self, u: UnitId) -> &mut Run {
        &mut self.turn_mut().runs[u.index()]
    }

    pub(crate) fn clock(&self) -> f64 {
        self.now.as_ref().map_or(0.0, |t| t.clock)
    }

    /// Logs an event that is about some units: seen by a side if one of them is its own or one of its units sees it.
    pub(crate) fn tell(&mut self, clause: Clause, about: &[UnitId], kind: impl FnOnce() -> EventKind) {
        if !self.log.is_on() {
            return;
        }
        let seen = self.witnesses(about);
        self.tell_to(clause, seen, kind);
    }

    /// Which sides could see what happens to these units (play.view).
    fn witnesses(&self, about: &[UnitId]) -> [bool; 2] {
        let f = &self.field;
        Side::BOTH.map(|s| {
            about.iter().any(|u| f[*u].side == s)
                || about.iter().any(|u| crate::sight::side_sees(f, s, &f[*u]))
        })
    }

    /// Logs an event for those who may know it.
    pub(crate) fn tell_to(&mut self, clause: Clause, seen: [bool; 2], kind: impl FnOnce() -> EventKind) {
        let (turn, clock) = (self.field.turn, self.clock());
        self.log.push(|| Event { turn, clock, clause, kind: kind(), seen });
    }

    /// Runs the turn on until a player must choose something or the turn is over.
    pub(crate) fn run_on(&mut self) {
        while self.pending.is_none() {
            let stage = self.turn().stage.clone();
            let next = match stage {
                Stage::Announce => self.announce(),
                Stage::Retreats => self.retreats(),
                Stage::Melees => self.melees(),
                Stage::Fire => self.fire_due(),
                Stage::Surprise => self.surprise(),
                Stage::Shoot => self.shoot(),
                Stage::Pick => self.pick(),
                Stage::Shock => self.shock(),
                Stage::Forced => self.forced(),
                Stage::Choose => self.choose(),
                Stage::Chosen => self.chosen(),
                Stage::Staff => self.staff_time(),
                Stage::StaffGone => {
                    self.expect_all_staff();
                    Stage::March
                }
                Stage::March => self.march(),
                Stage::End => self.turn_end(),
                Stage::LateStaff => self.late_staff(),
                Stage::LateStaffGone => Stage::Finish,
                Stage::Finish => self.finish(),
                Stage::Done => return,
            };
            self.turn_mut().stage = next;
        }
    }

    /// The new state of a unit is the worse of the present one and the result (07.03.2, 08.02.7.a). Says whether it became
    /// worse.
    pub(crate) fn worsen(&mut self, u: UnitId, to: State, by: Clause) -> bool {
        let turn = self.field.turn;
        let from = self.field[u].state;
        if to <= from {
            return false;
        }
        self.settle(u);
        let unit = &mut self.field[u];
        // By whatever cause: losses, movement, shock, or friends in flight (08.02.8).
        let _ = clause!("08.02.8");
        unit.state = to;
        unit.record.state_since = turn;
        if to > State::Slight {
            // Only a unit in LU can be pinned (08.02.1).
            let _ = clause!("08.02.1");
            unit.pinned_to = None;
        }
        if to == State::Complete {
            unit.record.attempts = 0;
            unit.record.checked = None;
        }
        if self.field.staff.iter().any(|s| s.with == Some(u)) {
            // Generals and orderlies with it keep their heads.
            let _ = clause!("08.02.9");
        }
        self.tell(by, &[u], || EventKind::StateChanged { unit: u, from, to });
        true
    }

    /// The rest of the order is void: the unit stands where it is (play.order-void). A pinned unit keeps its fire order.
    pub(crate) fn void(&mut self, u: UnitId, keep_fire: bool) {
        let _ = clause!("play.order-void");
        self.settle(u);
        let run = self.run_mut(u);
        if !run.leg.stands() {
            let _ = clause!("play.interrupt");
        }
        run.void = true;
        run.mode = Mode::Stand;
        run.blocked.clear();
        if !keep_fire {
            for v in &mut run.volleys {
                v.done = true;
            }
        }
        self.plan_leg(u);
    }

    /// Pins a unit to the end of the next turn (play.pin-clock).
    pub(crate) fn pin(&mut self, u: UnitId, by: Clause) {
        let _ = clause!("play.pin-clock");
        let to = self.field.turn + 1;
        self.field[u].pinned_to = Some(to);
        let _ = clause!("04.02.8.a");
        self.void(u, true);
        self.run_mut(u).full_charge = false;
        self.end_attack(u, crate::event::Halt::Pinned);
        self.tell(by, &[u], || EventKind::Pinned { unit: u, to_turn: to });
    }

    /// Everybody's bases at the clock.
    pub(crate) fn carry(&mut self, to: f64) {
        let now = self.now.as_mut().expect("a turn is under way");
        now.clock = to;
        for (i, run) in now.runs.iter().enumerate() {
            if run.leg.moving.motion != Motion::Stand {
                self.field.units[i].base = run.leg.moving.at(to);
            }
        }
        self.go_along();
    }

    /// Generals, orderlies and gunners in shelter go where their unit goes.
    pub(crate) fn go_along(&mut self) {
        staff::follow(&mut self.field);
        self.gunners_follow();
    }

    /// Enemies of a unit on the table, in the scenario's order.
    pub(crate) fn foes(&self, u: UnitId) -> Vec<UnitId> {
        let s = self.field[u].side;
        self.field.enemies(s).map(|e| e.id).collect()
    }
}
