//! What one unit does in the turn under way: its order, its course, its fire, its attack, and what has befallen it.

use super::watch::What;
use crate::event::Why;
use crate::going::Gate;
use crate::order::{FireOrder, Leg as Ordered1, Order, When};
use crate::troop::State;
use crate::unit::UnitId;
use smallvec::SmallVec;
use table::{Base, V2};
use umpire::Clause;

/// What moves a unit now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mode {
    /// Its order.
    Order,
    /// It retreats in U to the end of the turn (play.retreat), backwards or, when it has turned about, ahead.
    Retreat { dir: V2, backwards: bool },
    /// It goes back by choice: after a melee (12.02.4).
    GoBack { dir: V2, backwards: bool },
    /// Skirmishers go back to their soutien (03.02.8, 14.02.4).
    ToSoutien(UnitId),
    /// It follows a beaten enemy straight ahead (12.02.7).
    Follow(UnitId),
    /// Part of a line closes up as its soutien until then, on the absolute clock (14.02.4.b).
    ClosesUp(f64),
    /// It stands to the end of the turn.
    Stand,
}

/// What the book says of a leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gait {
    pub why: Why,
    /// Its own march, pivot or rotation, by which it comes to an enemy (play.event).
    pub own: bool,
    /// It only waits: nothing of its step is done meanwhile.
    pub waits: bool,
    /// The clause by which it moves so, if it is not by its order alone.
    pub by: Option<Clause>,
    /// And another one.
    pub also: Option<Clause>,
}

impl Default for Gait {
    fn default() -> Gait {
        Gait { why: Why::Marches, own: false, waits: false, by: None, also: None }
    }
}

/// A piece of motion between two instants.
pub(crate) type Leg = clock::Leg<Gait>;
/// Something due at an instant.
pub(crate) type Meet = clock::Meet<UnitId, What>;

/// An attack under way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Attack {
    /// Announced (03.02.4.c), or made without an order (12.01.3).
    pub announced: bool,
    pub target: Option<UnitId>,
    /// Degrees by which it has turned of itself towards its target (play.attack).
    pub bent: f64,
    pub over: bool,
}

/// What was ordered, and how far it has been carried out.
#[derive(Clone, Debug)]
pub(crate) struct Ordered {
    pub written: Order,
    pub legs: Vec<Ordered1>,
    /// The leg it is at.
    pub at: usize,
    /// Cm or degrees left of the leg.
    pub left: Option<f64>,
    /// The absolute moment at which a leg for part of a turn ends.
    pub until: Option<f64>,
    /// Turns spent on something of fixed duration.
    pub spent: f64,
    /// The leg has begun: its grade of disorder has been given.
    pub begun: bool,
    /// The rest of it is lost.
    pub void: bool,
    /// Something was written for it.
    pub given: bool,
    /// The sign of the slip by which it turns and marches.
    pub by: Option<Clause>,
    /// What the part does that it splits off, and that part's code (orders.3).
    pub part_goes: Option<(String, Ordered1)>,
}

impl Ordered {
    /// Nothing was ordered.
    pub(super) fn nothing() -> Ordered {
        Ordered {
            written: Order::default(),
            legs: Vec::new(),
            at: 0,
            left: None,
            until: None,
            spent: 0.0,
            begun: false,
            void: false,
            given: false,
            by: None,
            part_goes: None,
        }
    }

    /// Of an order.
    pub(super) fn of(written: Order) -> Ordered {
        Ordered { legs: written.legs.clone(), written, given: true, ..Ordered::nothing() }
    }

    /// The leg it is at, if the order still holds.
    pub(super) fn now(&self) -> Option<&Ordered1> {
        self.legs.get(self.at).filter(|_| !self.void)
    }

    /// The leg is done; the next one begins.
    pub(super) fn next(&mut self) {
        self.at += 1;
        self.afresh();
    }

    /// These are made in the place of the leg it is at.
    pub(super) fn instead(&mut self, legs: impl IntoIterator<Item = Ordered1>) {
        self.legs.splice(self.at..=self.at, legs);
        self.afresh();
    }

    fn afresh(&mut self) {
        self.left = None;
        self.until = None;
        self.spent = 0.0;
        self.begun = false;
    }
}

/// An obstacle that it is passing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Passing {
    /// On the absolute clock.
    pub until: f64,
    /// Which way, and how far along it the obstacle lies.
    pub dir: V2,
    pub at: f64,
}

/// Where it is going, and whom it has met on the way.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub mode: Mode,
    /// The own unit of which it has been told that it is in the way.
    pub held_by: Option<UnitId>,
    /// How often it has come up against own units in this turn.
    pub bumps: u32,
    /// Own units it is passing through or has passed (07.07).
    pub through: SmallVec<[UnitId; 2]>,
    /// Beside another on the march: no faster than infantry in line (07.06.1).
    pub beside: Option<Clause>,
    /// The obstacles it has passed: which way, and how far along it they lie.
    pub over: SmallVec<[(V2, f64); 2]>,
    /// The one it has come to.
    pub passing: Option<Passing>,
    /// The one it was coming to when it was last looked at: which way, how far along it, and what it is. Water and woods that it stands
    /// at the edge of are known by this alone.
    pub coming: Option<(V2, f64, Gate)>,
    /// Enemies at whose contact distance it has been halted.
    pub halted: SmallVec<[UnitId; 2]>,
    /// No charge march any more in this turn (07.02.6).
    pub slowed: bool,
    /// Until then it faces about before it retreats, on the absolute clock.
    pub about: Option<f64>,
}

/// Its fire.
#[derive(Clone, Debug, Default)]
pub(crate) struct Firing {
    /// What was announced and has not been carried out.
    pub order: Option<FireOrder>,
    /// It has fired in this turn.
    pub fired: bool,
    /// For which moment or event that was ordered.
    pub given: Option<When>,
    /// At whom.
    pub at: SmallVec<[UnitId; 2]>,
    /// A shot was found to be out of range.
    pub missed: bool,
}

/// What a melee on the way leaves to count on (play.after-melee).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Through {
    pub straight: f64,
    pub dir: V2,
    /// On the absolute clock.
    pub at: f64,
}

/// Its attack.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assault {
    pub attack: Option<Attack>,
    /// Its support unit, named at the start (12.03.7).
    pub support: Option<UnitId>,
    /// How far it had come straight when it fought its last melee of the turn, and which way.
    pub through: Option<Through>,
    /// Enemies whom it may come nearer to, for its own attack has brought them into FU (03.03.2).
    pub free: SmallVec<[UnitId; 2]>,
}

impl Assault {
    /// The attack under way, if there is one.
    pub(super) fn under_way(&self) -> Option<&Attack> {
        self.attack.as_ref().filter(|a| !a.over)
    }

    /// Its announced target, while the attack lasts.
    pub(super) fn target(&self) -> Option<UnitId> {
        self.under_way().filter(|a| a.announced).and_then(|a| a.target)
    }

    pub(super) fn ends(&mut self) {
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
    /// Out of command, and the reaction roll has failed (08.03.5).
    pub deaf: bool,
    /// It has retreated or fled.
    pub forced: bool,
    pub fled: bool,
    /// It has fought a melee.
    pub fought: bool,
    pub hurt: bool,
    /// Cm of its path in this turn (10.02.3.a).
    pub path: f64,
    /// It has fired, or as infantry fought: a turn's ammunition is used (11.01.1).
    pub used_arms: bool,
    /// It has used its last ammunition, and has its grade for it (11.02.2).
    pub out: bool,
    /// It has only ranged in, which uses none.
    pub ranged_in: bool,
    /// By what ammunition was booked for it (11.01.1).
    pub booked: Option<Clause>,
    /// Both came into the same disorder: it stands and is LU-3 at the end (13.01.4).
    pub levelled: bool,
    /// It stands where the melee left it and may not be passed (12.02.4).
    pub stays: bool,
    pub pressed: bool,
    /// And set back into base contact with its soutien, where it halts nobody (play.press-back).
    pub set_back: bool,
    /// It goes back before an announced attack (03.02.8).
    pub evades: bool,
    /// It has announced fire, and goes back half a turn after it (03.02.8).
    pub evades_later: bool,
    /// When gunners who have fired leave their guns, on the absolute clock.
    pub evades_at: Option<f64>,
    /// It cannot go back further (13.02.1).
    pub cornered: bool,
    /// Own units that have been tried for being swept along by it (13.05).
    pub swept: SmallVec<[UnitId; 4]>,
    /// Where it stood at the melee in which it came into FU, by whom, and how many prisoners are due (13.04).
    pub prisoners: Option<(UnitId, Base, u16)>,
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
    pub(super) fn standing(state: State) -> Run {
        Run {
            order: Ordered::nothing(),
            course: Course {
                mode: Mode::Order,
                held_by: None,
                bumps: 0,
                through: SmallVec::new(),
                beside: None,
                over: SmallVec::new(),
                passing: None,
                coming: None,
                halted: SmallVec::new(),
                slowed: false,
                about: None,
            },
            fire: Firing::default(),
            assault: Assault::default(),
            befell: Befallen {
                began: state,
                deaf: false,
                forced: false,
                fled: false,
                fought: false,
                hurt: false,
                path: 0.0,
                used_arms: false,
                out: false,
                ranged_in: false,
                booked: None,
                levelled: false,
                stays: false,
                pressed: false,
                set_back: false,
                evades: false,
                evades_later: false,
                evades_at: None,
                cornered: false,
                swept: SmallVec::new(),
                prisoners: None,
            },
        }
    }
}
