//! What one unit does in the turn under way: its order, its course, its fire, its attack, and what has befallen it.

use super::watch::What;
use crate::attack::Heading;
use crate::check::{Action, Primitive, Shot};
use crate::event::Why;
use crate::order::Order;
use crate::troop::State;
use crate::unit::UnitId;
use smallvec::SmallVec;
use table::Base;
use umpire::{Clause, Grounds};

/// What moves a unit now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mode {
    /// Its order.
    Order,
    /// Flight from the start of the turn (04.02.2).
    Flight(Heading),
    /// Retirement for the whole turn at half speed (04.02.4).
    Retire(Heading),
    /// Turned back for the rest of the turn (04.02.6, 07.02.3.b).
    Away(Heading),
    /// It stands to the end of the turn.
    Stand,
}

/// What the book says of a leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gait {
    /// Marching forward or wheeling by order (play.advance).
    pub advancing: bool,
    pub why: Why,
    /// The clause by which it moves so, if it is not by its order alone.
    pub by: Option<Clause>,
    /// Where to, or for how long, if another clause says so.
    pub also: Option<Clause>,
}

impl Default for Gait {
    fn default() -> Gait {
        Gait { advancing: false, why: Why::Marches, by: None, also: None }
    }
}

/// A piece of motion between two instants.
pub(crate) type Leg = clock::Leg<Gait>;
/// Something due at an instant.
pub(crate) type Meet = clock::Meet<UnitId, What>;

/// An attack under way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Attack {
    /// Written in the order and announced (04.01.2), with enough figures for an ordered attack or not.
    pub declared: bool,
    pub ordered: bool,
    /// By which clause enough of the regiment takes part, or too few of it; `None` where no attack was ordered.
    pub share: Option<Clause>,
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

/// What was ordered, and how far it has been carried out.
#[derive(Clone, Debug)]
pub(crate) struct Ordered {
    pub written: Order,
    pub action: Action,
    pub steps: Vec<Primitive>,
    /// The step it is at.
    pub at: usize,
    /// Cm or degrees left of the step.
    pub left: Option<f64>,
    /// Turns spent on a step of fixed duration.
    pub spent: f64,
    /// The rest of it is void (play.order-void).
    pub void: bool,
    /// It has come to the step in which it works.
    pub working: bool,
    /// A retreat has been declared instead (04.01.2).
    pub retreat: bool,
    /// What makes it lawful.
    pub by: Grounds,
}

impl Ordered {
    /// Nothing was ordered.
    pub(super) fn nothing() -> Ordered {
        Ordered {
            written: Order::Stand,
            action: Action::Stand { reorganise: false },
            steps: Vec::new(),
            at: 0,
            left: None,
            spent: 0.0,
            void: false,
            working: false,
            retreat: false,
            by: Grounds::default(),
        }
    }

    /// From the step it is at, these are made instead of what was ordered.
    pub(super) fn go_on_with(&mut self, steps: impl IntoIterator<Item = Primitive>) {
        self.steps.truncate(self.at);
        self.steps.extend(steps);
        self.left = None;
        self.spent = 0.0;
    }

    /// The step is done; the next one begins.
    pub(super) fn step_done(&mut self) {
        self.at += 1;
        self.left = None;
        self.spent = 0.0;
    }
}

/// Where it is going, and whom it has met on the way.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub mode: Mode,
    /// A checked flight goes so many cm yet (08.03.4).
    pub stop_after: Option<f64>,
    /// The front it had before it turned to flee (08.03.1).
    pub former: Base,
    /// The friend of whom it has been told that he is in the way.
    pub held_by: Option<UnitId>,
    /// When it stood ready to go into a building.
    pub at_door: Option<f64>,
    /// Friends it has passed through.
    pub through: SmallVec<[UnitId; 2]>,
}

/// Its fire.
#[derive(Clone, Debug, Default)]
pub(crate) struct Firing {
    pub volleys: SmallVec<[Volley; 1]>,
    pub fired: bool,
    /// It fires as surprised.
    pub surprised: bool,
}

impl Firing {
    /// Whatever it was to fire it does not.
    pub(super) fn cease(&mut self) {
        self.volleys.iter_mut().for_each(|v| v.done = true);
    }
}

/// Its attack.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assault {
    pub attack: Option<Attack>,
    /// Still charging without a break since clock 0 (07.01.6.a).
    pub full_charge: bool,
    /// An announced attack ran into impassable ground (07.01.6.b).
    pub stopped: bool,
    /// It has changed its direction in this turn (02.05.6).
    pub wheeled: bool,
    /// Enemies it has rolled against.
    pub shocked: SmallVec<[UnitId; 2]>,
}

impl Assault {
    /// The attack under way, if there is one.
    pub(super) fn under_way(&self) -> Option<&Attack> {
        self.attack.as_ref().filter(|a| !a.over)
    }

    /// It is over; there is no charge any more.
    pub(super) fn ends(&mut self) {
        self.full_charge = false;
        if let Some(a) = &mut self.attack {
            a.over = true;
        }
    }
}

/// What has befallen it in this turn.
#[derive(Clone, Debug)]
pub(crate) struct Befallen {
    /// State at clock 0.
    pub began: State,
    pub moved: bool,
    pub forced: bool,
    /// A friend passed through it (04.02.13.b).
    pub passed: bool,
    pub attacked: bool,
    /// A frontal attack has been made on it (07.01.5).
    pub frontally: bool,
    pub melee: bool,
    /// Men or equipment lost this turn.
    pub hurt: bool,
    pub reforms: bool,
    pub fell_back: bool,
    /// Enemies about whose threat its owner has been asked.
    pub asked: SmallVec<[UnitId; 4]>,
    /// Friends that have been tested for being carried away by it.
    pub panicked: SmallVec<[UnitId; 4]>,
}

impl Befallen {
    /// Has it been used, or disturbed, otherwise than by fire?
    pub(super) fn stirred(&self) -> bool {
        self.moved || self.forced || self.attacked || self.melee
    }
}

/// What one unit does in the turn under way.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub order: Ordered,
    pub course: Course,
    pub fire: Firing,
    pub assault: Assault,
    pub befell: Befallen,
}

impl Run {
    /// It stands, and nothing has befallen it yet.
    pub(super) fn standing(base: Base, state: State) -> Run {
        Run {
            order: Ordered::nothing(),
            course: Course {
                mode: Mode::Order,
                stop_after: None,
                former: base,
                held_by: None,
                at_door: None,
                through: SmallVec::new(),
            },
            fire: Firing::default(),
            assault: Assault::default(),
            befell: Befallen {
                began: state,
                moved: false,
                forced: false,
                passed: false,
                attacked: false,
                frontally: false,
                melee: false,
                hurt: false,
                reforms: false,
                fell_back: false,
                asked: SmallVec::new(),
                panicked: SmallVec::new(),
            },
        }
    }

    /// Has an order to move or to fire for this turn that has not become void (02.06.3.c).
    pub(crate) fn has_order(&self) -> bool {
        match self.order.action {
            Action::Move(_) => !self.order.void,
            // A pinned unit keeps a fire order that it still has.
            Action::Fire(_) => !self.order.void || self.fire.volleys.iter().any(|v| !v.done),
            _ => false,
        }
    }

    /// Horse artillery at the charge move, which is no attack (03.03.4.b).
    pub(crate) fn charging_guns(&self) -> bool {
        match &self.order.action {
            Action::Move(c) => c.charge && !c.attack,
            _ => false,
        }
    }
}
