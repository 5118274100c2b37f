//! The turn as a clock from 0 to 1 for both sides at once (play.clock, play.instant). Between two instants everybody marches
//! on; at an instant everything due is settled in the steps the book's play needs, whoever it belongs to.

mod begin;
mod blows;
mod camera;
mod choices;
mod choosing;
mod contact;
mod drive;
mod end;
mod forced;
mod gunners;
mod instant;
mod legs;
mod melee;
mod morale;
mod orders_due;
mod parts;
mod prospect;
mod pursuit;
mod recover;
mod room;
mod run;
mod shock;
mod shooting;
pub(crate) mod staff;
mod steps;
mod surprise;
mod watch;
mod way;
mod works;

pub use crate::order::ChoiceKind;
pub(crate) use choices::Given;
pub use choices::{Asked, Pending};
pub use drive::ENDLESS;
pub(crate) use melee::fight_of;
pub(crate) use prospect::Prospect;
pub(crate) use recover::attempt_of;

use crate::clause;
use crate::event::{By, Event, EventKind};
use crate::field::Field;
use crate::order::Choice;
use crate::troop::State;
use crate::unit::{Side, StaffId, UnitId};
use crate::view::Sightings;
use run::{Attack, Gait, Leg, Meet, Mode, Run, Volley};
use umpire::{BattleDice, Clause, Grounds, Log, Procedure, Ruling, Silent};
use watch::What;

/// Moments closer than this are one instant (play.instant).
pub const INSTANT: f64 = 1.0e-4;

/// Where the turn stands.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    pub clock: clock::Clock<UnitId, What, Gait>,
    pub stage: Stage,
    pub runs: Vec<Run>,
    pub instant: Instant,
    pub fire: FireOrders,
    /// What was asked last, and what was chosen.
    pub asks: Vec<(Asked, Choice)>,
    /// The staff has been asked at clock 0.
    pub staff_asked: bool,
    /// The clock has run out: what is still to be asked belongs to the end of the turn.
    pub ending: bool,
}

/// What has come about at the instant and is not settled yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Instant {
    /// Rounds of its steps so far.
    pub rounds: u32,
    /// What is due in this round.
    pub due: Vec<Meet>,
    /// Attackers at break-in distance now, with their target.
    pub breakins: Vec<shock::BreakIn>,
    /// Shock rolls of this round.
    pub shocks: Vec<shock::Shocked>,
    /// Forced moves to make in step 7.
    pub flights: Vec<forced::MustGo>,
    /// Mounted and limbered troops that turn away in step 7: who, from whom, and why.
    pub turning: Vec<(UnitId, UnitId, Clause)>,
    /// Attackers that have come up with an enemy in flight (play.no-shock).
    pub caught: Vec<(UnitId, UnitId)>,
    /// Fires of this instant, for orders that wait for them.
    pub fires: Vec<UnitId>,
    /// Chains and batteries, and who threatens them.
    pub threats: Vec<(UnitId, UnitId)>,
    /// Lone staff, and the enemy within 2 cm.
    pub staff_due: Vec<(StaffId, UnitId)>,
    /// Commands that have lost their commander-in-chief, whose heir the owner may name (08.05.2), each with the command from which
    /// the one came who took over for the time being.
    pub orphaned: Vec<(crate::unit::CommandId, crate::unit::CommandId)>,
}

/// Who has fire orders, so that nobody else is looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct FireOrders {
    /// Those who have fire orders that may still be carried out, in order; perhaps some more.
    pub armed: Vec<UnitId>,
    /// Those whose fire orders wait for an enemy to come near or to some place, in order.
    pub watching: Vec<UnitId>,
    /// One waits for somebody to pass a line or enter or leave a piece of ground.
    pub ground_events: bool,
}

impl FireOrders {
    fn of(runs: &[Run]) -> FireOrders {
        let who = |wanted: fn(&Volley) -> bool| -> Vec<UnitId> {
            let all = runs.iter().enumerate().filter(|(_, r)| r.fire.volleys.iter().any(wanted));
            all.map(|(i, _)| UnitId(i as u16)).collect()
        };
        FireOrders { armed: who(|_| true), watching: who(|v| v.shot.when.watches()), ground_events: false }
    }

    /// A unit is given something to fire.
    pub(crate) fn arm(&mut self, u: UnitId) {
        if let Err(at) = self.armed.binary_search(&u) {
            self.armed.insert(at, u);
        }
    }
}

impl Turn {
    /// A turn that has just begun.
    fn new(clock: clock::Clock<UnitId, What, Gait>, runs: Vec<Run>) -> Turn {
        Turn {
            clock,
            stage: Stage::Announce,
            fire: FireOrders::of(&runs),
            runs,
            instant: Instant::default(),
            asks: Vec::new(),
            staff_asked: false,
            ending: false,
        }
    }

    /// The fire orders of this turn that may still be carried out, those done among them.
    pub(crate) fn volleys(&self) -> impl Iterator<Item = &Volley> {
        self.fire.armed.iter().flat_map(|u| &self.runs[u.index()].fire.volleys)
    }

    /// The clock, from 0 to 1.
    pub(crate) fn time(&self) -> f64 {
        self.clock.now()
    }

    pub(crate) fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }
}

/// All that a turn works on: the field, the dice, the log and the turn itself.
#[derive(Clone, Debug)]
pub(crate) struct Table {
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
    /// The dice of a procedure that is rolled for a unit by its own side.
    pub(crate) fn rolls_for<P: Procedure>(&mut self, u: UnitId) -> &mut BattleDice {
        let unit = &self.field[u];
        self.dice.occasion(P::NAME, &*unit.code, unit.side)
    }

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

    /// How the unit moves now.
    pub(crate) fn leg(&self, u: UnitId) -> &Leg {
        self.turn().clock.leg(u)
    }

    pub(crate) fn clock_mut(&mut self) -> &mut clock::Clock<UnitId, What, Gait> {
        &mut self.turn_mut().clock
    }

    /// The clock of the turn under way, from 0 to 1.
    pub(crate) fn time(&self) -> f64 {
        self.now.as_ref().map_or(0.0, |t| t.time())
    }

    /// Logs an event that is about some units: seen by a side if one of them is its own or one of its units sees it.
    pub(crate) fn tell(&mut self, by: impl Into<By>, about: &[UnitId], kind: impl FnOnce() -> EventKind) {
        if !self.log.is_on() {
            return;
        }
        let seen = self.witnesses(about);
        self.tell_to(by, seen, kind);
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
    pub(crate) fn tell_to(&mut self, by: impl Into<By>, seen: [bool; 2], kind: impl FnOnce() -> EventKind) {
        let (turn, clock) = (self.field.turn, self.time());
        self.log.push(|| {
            let By { clause, also } = by.into();
            Event { turn, clock, clause: umpire::note_shown(clause), also, kind: kind(), seen }
        });
    }

    /// Runs the turn on until a player must choose something or the turn is over.
    pub(crate) fn run_on(&mut self) {
        while self.pending.is_none() && !self.turn().is_done() {
            let next = match self.turn().stage {
                Stage::March => self.march(),
                _ => Some(self.step()),
            };
            if let Some(next) = next {
                self.turn_mut().stage = next;
            }
        }
    }

    /// Does what the turn has come to, and says what comes next.
    fn step(&mut self) -> Stage {
        match self.turn().stage {
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
            Stage::End => self.turn_end(),
            Stage::LateStaff => self.late_staff(),
            Stage::LateStaffGone => Stage::Finish,
            Stage::Finish => self.finish(),
            done @ (Stage::March | Stage::Done) => done,
        }
    }

    /// The new state of a unit is the worse of the present one and the result (07.03.2, 08.02.7.a). Says whether it became
    /// worse.
    pub(crate) fn worsen(&mut self, u: UnitId, to: State, by: impl Into<By>) -> bool {
        let turn = self.field.turn;
        let from = self.field[u].state;
        if to <= from {
            return false;
        }
        self.settle(u);
        let unit = &mut self.field[u];
        let mut by = by.into();
        unit.state = to;
        unit.record.state_since = turn;
        if to > State::Slight && unit.pinned_to.take().is_some() {
            // Only a unit in LU can be pinned.
            by = by.and(clause!("08.02.1"));
        }
        if to == State::Complete {
            unit.record.attempts = 0;
            unit.record.checked = None;
        }
        if self.field.staff.iter().any(|s| s.with == Some(u)) {
            // Generals and orderlies with it keep their heads.
            by = by.and(clause!("08.02.9"));
        }
        self.tell(by, &[u], || EventKind::StateChanged { unit: u, from, to });
        true
    }

    /// The rest of the order is void: the unit stands where it is. A pinned unit keeps its fire order. Says by what.
    pub(crate) fn void(&mut self, u: UnitId, keep_fire: bool) -> Grounds {
        let mut by = Grounds::default();
        by.add(clause!("play.order-void"));
        self.settle(u);
        if !self.leg(u).stands() {
            by.add(clause!("play.interrupt"));
        }
        self.clock_mut().release(u);
        let run = self.run_mut(u);
        run.order.void = true;
        run.course.mode = Mode::Stand;
        if !keep_fire {
            run.fire.cease();
        }
        self.plan_leg(u);
        by
    }

    /// Pins a unit to the end of the next turn (play.pin-clock). `ends`: by which an attack that it makes is over.
    pub(crate) fn pin(&mut self, u: UnitId, by: Clause, ends: Clause) {
        let to = self.field.turn + 1;
        self.field[u].pinned_to = Some(to);
        let by = By::from(by).and(clause!("play.pin-clock")).and(clause!("04.02.8.a"));
        let by = by.with(self.void(u, true).iter());
        self.run_mut(u).assault.full_charge = false;
        self.end_attack(u, crate::event::Halt::Pinned, ends);
        self.tell(by, &[u], || EventKind::Pinned { unit: u, to_turn: to });
    }

    /// Judges what is rolled for a unit by its own side. How it was decided is written down only where somebody will read it.
    pub(crate) fn judge<P: Procedure>(&mut self, s: &P::Situation, u: UnitId) -> (P::Outcome, Ruling) {
        let told = self.log.is_on();
        let dice = self.rolls_for::<P>(u);
        if told {
            return umpire::judge::<P>(s, dice);
        }
        let prepared = P::prepare(s, &mut Silent);
        (P::resolve(&prepared, dice, &mut Silent), Ruling::new(P::NAME))
    }

    /// Everybody's bases at a moment.
    pub(crate) fn carry(&mut self, to: f64) {
        clock::carry(self, to);
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
