//! The turn as a clock from 0 to 1 for both sides at once (play.clock, play.instant). Before it runs, command is settled, routed troops
//! rally, attacks and fires are announced (03.02.4, 03.02.5). Between two instants everybody marches on; at an instant everything due is
//! settled in the steps the book's play needs, whoever it belongs to.

mod after;
mod announce;
mod attack;
mod begin;
mod beside;
mod blasts;
mod buildings;
mod camera;
mod changes;
mod choices;
mod columns;
mod command;
mod couriers;
mod drive;
mod end;
mod eyes;
mod ferries;
mod fires;
mod flight;
mod forced;
mod instant;
mod legs;
mod losses;
mod melee;
mod messages;
mod parts;
mod passing;
mod press;
mod prospect;
mod run;
mod shooting;
mod staff;
mod states;
mod supply;
mod support;
mod watch;
mod way;
mod works;

pub(crate) use begin::Written as Sheets;
pub(crate) use camera::Noticed;
pub use choices::{AskKind, Asked, Offered, Pending};
pub(crate) use prospect::Prospect;

use crate::event::{By, Event, EventKind};
use crate::field::Field;
use crate::order::Choice;
use crate::sight;
use crate::strayed::Strayed;
use crate::unit::{Side, Time, UnitId};
use crate::whereabouts::Whereabouts;
use run::{Gait, Leg, Meet, Mode, Run};
use std::collections::BTreeMap;
use umpire::{BattleDice, Log, Procedure, Ruling, Silent};
use watch::What;

/// Moments closer than this are one instant (play.clock).
pub const INSTANT: f64 = 1.0e-3;

/// After which of its steps an instant goes on when forced moves have been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    /// Attacks are announced, before the clock runs.
    Announce,
    /// Skirmishers are pressed back, then melees.
    Press,
    /// Choices after melee.
    After,
    /// New legs.
    Go,
}

/// Where the turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    // Before the clock runs.
    Command,
    Reactions,
    Rally,
    Replace,
    Announce,
    Announced,
    Supported,
    Fires,
    SetOut,
    // The steps of an instant.
    Arrive,
    Before,
    Falls(Then),
    Forced(Then),
    Press,
    Pressed,
    Melees,
    Fight,
    After,
    AfterFirst,
    AfterAll,
    Fire,
    Shoot,
    Go,
    Soutiens,
    March,
    /// Fires in buildings are fought or not.
    Blaze,
    End,
    Done,
}

/// The turn under way.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub clock: clock::Clock<UnitId, What, Gait>,
    pub stage: Stage,
    pub runs: Vec<Run>,
    pub instant: Instant,
    /// What was asked last, and what was chosen.
    pub asks: Vec<(Asked, Choice)>,
    /// Units that were under fire in this turn and the support units that were named for them (09.02.5).
    pub backed: Vec<(UnitId, UnitId)>,
    /// Own moves of staff figures that have yet to be made.
    pub staff: Vec<staff::Ride>,
    /// The ground over which they ride.
    pub ridden: staff::Ridden,
    /// Where everybody was when staff figures were last looked after.
    pub places: Whereabouts,
    /// Who works in this turn.
    pub gangs: Vec<works::Gang>,
    /// Buildings struck by the fires of the moment, and by whom.
    pub struck: Vec<(u16, UnitId, crate::procedures::artillery::Damaged)>,
    /// When a melee was last fought, and a fire last given, in this turn.
    pub fought: Option<f64>,
    pub fired: Option<f64>,
    /// Who has announced fire in this turn, whether it has been given or not, in the order of the list: nobody else has an order to fire.
    pub firers: Vec<UnitId>,
    /// Some fire of the turn waits for somebody to pass a piece of ground (03.02.5.b).
    pub fire_waits_for_places: bool,
    /// Who has gone through own units in this turn.
    pub passers: Vec<UnitId>,
    /// How far everybody has come, and what was found of skirmish lines for as long as that may hold.
    pub strayed: Strayed,
    /// Who marched when it was last asked who is beside whom.
    pub marching: beside::Marching,
    /// Units that others have joined in one column or square.
    pub columns: columns::Columns,
}

/// What has come about at the instant and is not settled yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Instant {
    /// Rounds of its steps so far.
    pub rounds: u32,
    /// What is due.
    pub due: Vec<Meet>,
    /// Nothing of this side is due: it must not notice that anything is.
    pub elsewhere: [bool; 2],
    /// Who has come to contact distance of whom by his own movement.
    pub arrivals: Vec<(UnitId, UnitId)>,
    /// Fires that are to be given.
    pub volleys: Vec<shooting::Volley>,
    /// At whom they were aimed when they were asked for: nothing is done before they are given.
    pub aimed: Vec<(shooting::Volley, Vec<shooting::Shot>)>,
    /// Units under fire with whom their commander is committed.
    pub committed: Vec<UnitId>,
    /// Units under fire and the support units that were named for them.
    pub backed: Vec<(UnitId, UnitId)>,
    /// Who must retreat or flee.
    pub falls: Vec<states::Fall>,
    /// Skirmishers who are pressed back, and by whom.
    pub pressed: Vec<(UnitId, UnitId)>,
    pub melees: Vec<melee::Bout>,
    /// Who fights at this moment, or has fought in it.
    pub fighting: Vec<UnitId>,
    /// Melees that are over, whose choices are to be asked.
    pub after: Vec<after::Aftermath>,
    /// Whose way has ended or is to be looked at anew.
    pub legs: Vec<UnitId>,
}

impl Turn {
    /// The clock, from 0 to 1.
    pub(crate) fn time(&self) -> f64 {
        self.clock.now()
    }

    /// Has a melee been fought at this very moment?
    pub(crate) fn has_fought(&self) -> bool {
        self.fought.is_some_and(|t| self.time() - t < INSTANT)
    }

    /// Has a fire been given at this very moment?
    pub(crate) fn has_fired(&self) -> bool {
        self.fired.is_some_and(|t| self.time() - t < INSTANT)
    }

    pub(crate) fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }
}

/// What an umpire has said about the orders of a turn before it runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    /// Does the order follow the unit's instruction (08.03.5)?
    pub follows: BTreeMap<UnitId, bool>,
    /// Points off the die of a mine (19.08.6.b).
    pub minus: BTreeMap<String, u32>,
    /// By how many turns a passage over water is held up (19.11.3).
    pub delays: BTreeMap<UnitId, f64>,
    /// In how many turns materials are brought to where the unit builds, if they are (19.03.3.a, 19.10.4).
    pub materials: BTreeMap<UnitId, Option<u32>>,
    /// How many times as far as usual a blast is felt (19.07.8).
    pub radii: BTreeMap<String, f64>,
}

/// All that a turn works on: the field, the dice, the log and the turn itself.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) field: Field,
    pub(crate) dice: BattleDice,
    pub(crate) log: Log<Event>,
    pub(crate) now: Option<Box<Turn>>,
    pub(crate) pending: Option<Pending>,
    /// Somebody sits in the umpire's seat.
    pub(crate) umpire: bool,
    /// What he has said about the turn before it ran.
    pub(crate) said: Said,
    /// What has been seen so far, and stills of it.
    pub(crate) noticed: Noticed,
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

    /// The absolute clock, on which periods run (play.timers, 03.01.6).
    pub(crate) fn abs(&self) -> Time {
        self.since_start(self.time())
    }

    /// A moment of this turn on the absolute clock.
    pub(crate) fn since_start(&self, clock: f64) -> Time {
        f64::from(self.field.turn.saturating_sub(1)) + clock
    }

    /// A moment of the absolute clock as one of this turn.
    pub(crate) fn in_turn(&self, at: Time) -> f64 {
        at - f64::from(self.field.turn.saturating_sub(1))
    }

    /// All units, by their place in the list.
    pub(crate) fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.field.units.len() as u16).map(UnitId)
    }

    /// Units on the table, by their place in the list.
    pub(crate) fn standing(&self) -> Vec<UnitId> {
        self.field.present().map(|u| u.id).collect()
    }

    pub(crate) fn code(&self, u: UnitId) -> String {
        String::from(&*self.field[u].code)
    }

    pub(crate) fn only(side: Side) -> [bool; 2] {
        Side::BOTH.map(|s| s == side)
    }

    /// Logs an event that is about some units: seen by a side if one of them is its own or one of its units sees it.
    pub(crate) fn tell(&mut self, by: impl Into<By>, about: &[UnitId], kind: impl FnOnce() -> EventKind) {
        if !self.log.is_on() {
            return;
        }
        let seen = self.witnesses(about);
        self.tell_to(by, seen, kind);
    }

    /// Logs an event that is its owner's affair.
    pub(crate) fn tell_owner(&mut self, by: impl Into<By>, u: UnitId, kind: impl FnOnce() -> EventKind) {
        let seen = Table::only(self.field[u].side);
        self.tell_to(by, seen, kind);
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
                if next == Stage::March {
                    // What came about at this moment is seen now, not when somebody stirs next.
                    self.cue(desk::Cue::Instant);
                }
            }
        }
    }

    /// Does what the turn has come to, and says what comes next.
    fn step(&mut self) -> Stage {
        match self.turn().stage {
            Stage::Command => self.command_check(),
            Stage::Reactions => self.reactions(),
            Stage::Rally => self.rally(),
            Stage::Replace => self.replacements(),
            Stage::Announce => self.announce(),
            Stage::Announced => self.announced(),
            Stage::Supported => self.supported(),
            Stage::Fires => self.fires_announced(),
            Stage::SetOut => self.set_out(),
            Stage::Arrive => self.arrive(),
            Stage::Before => self.shoot_before(),
            Stage::Falls(then) => self.ask_falls(then),
            Stage::Forced(then) => self.forced(then),
            Stage::Press => self.ask_pressed(),
            Stage::Pressed => self.press_back(),
            Stage::Melees => self.ask_melees(),
            Stage::Fight => self.fight_all(),
            Stage::After => self.ask_after(),
            Stage::AfterFirst => self.after_first(),
            Stage::AfterAll => self.after_all(),
            Stage::Fire => self.fires_due(),
            Stage::Shoot => self.shoot(),
            Stage::Go => self.go(),
            Stage::Blaze => self.ask_blazes(),
            Stage::Soutiens => self.soutiens(),
            Stage::End => self.turn_end(),
            done @ (Stage::March | Stage::Done) => done,
        }
    }

    /// Judges what is rolled for a unit by its own side. How it was decided is written down only where somebody will read it.
    pub(crate) fn judge<P: Procedure>(&mut self, s: &P::Situation, u: UnitId) -> (P::Outcome, Ruling) {
        let told = self.log.is_on();
        let unit = &self.field[u];
        let dice = self.dice.occasion(P::NAME, &*unit.code, unit.side);
        if told {
            return umpire::judge::<P>(s, dice);
        }
        let prepared = P::prepare(s, &mut Silent);
        (P::resolve(&prepared, dice, &mut Silent), Ruling::new(P::NAME))
    }

    /// Enemies of a unit on the table, in the scenario's order.
    pub(crate) fn foes(&self, u: UnitId) -> Vec<UnitId> {
        let s = self.field[u].side;
        self.field.enemies(s).map(|e| e.id).collect()
    }

    /// The enemy nearest to a unit; of equally near ones the one listed first.
    pub(crate) fn nearest_foe(&self, u: UnitId) -> Option<UnitId> {
        let f = &self.field;
        let unit = &f[u];
        let (here, reach) = f.circle(unit);
        let off = |e: &&crate::Unit| (e.base.front - here).len2();
        let first = f.enemies(unit.side).min_by(|a, b| off(a).total_cmp(&off(b)))?;
        let to_first = f.gap(unit, first);
        // Who is clearly farther off than he whose front is nearest is not measured.
        let most = to_first + 2.0 * table::EPS;
        let within = most.max(0.0) + reach + 2.0 * table::EPS;
        let mut best: Option<(f64, UnitId)> = None;
        for e in f.enemies(unit.side) {
            let (off, by) = (e.base.front - here, within + e.base.width + 2.0 * e.base.depth);
            if e.inside.is_none() && (off.x.abs() > by || off.y.abs() > by) {
                continue;
            }
            let (there, about) = f.circle(e);
            if here.dist(there) > within + about {
                continue;
            }
            let envelopes = unit.inside.is_none() && e.inside.is_none() && !unit.bent() && !e.bent();
            if envelopes
                && !unit.base.rect().grown(table::EPS).comes_within(&e.base.rect().grown(table::EPS), most)
            {
                continue;
            }
            let gap = if e.id == first.id { to_first } else { f.gap(unit, e) };
            if best.is_none_or(|(was, _)| gap < was - table::EPS) {
                best = Some((gap, e.id));
            }
        }
        best.map(|b| b.1)
    }

    /// The nearest enemy whom a unit sees; of equally near ones the one listed first. They are looked for from the nearest on, and who is
    /// certainly farther off than one that it sees is not looked for.
    pub(crate) fn nearest_seen(&self, u: UnitId) -> Option<UnitId> {
        let f = &self.field;
        let unit = &f[u];
        let (here, reach) = f.circle(unit);
        let least = |e: &crate::unit::Unit| {
            let (there, about) = f.circle(e);
            here.dist(there) - reach - about
        };
        let may_see = |e: &&crate::unit::Unit| !sight::out_of_sight(f, (here, reach), e);
        let mut foes: Vec<(f64, UnitId)> =
            f.enemies(unit.side).filter(may_see).map(|e| (least(e), e.id)).collect();
        foes.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut seen: Vec<(UnitId, f64)> = Vec::new();
        let mut most = f64::INFINITY;
        for (least, e) in foes {
            if least > most {
                break;
            }
            let gap = f.gap(unit, &f[e]);
            if gap <= most && self.sees(u, e) {
                most = most.min(gap + 2.0 * table::EPS);
                seen.push((e, gap));
            }
        }
        seen.sort_unstable_by_key(|x| x.0);
        let nearer = |a: (UnitId, f64), b: (UnitId, f64)| if b.1 < a.1 - table::EPS { b } else { a };
        seen.into_iter().reduce(nearer).map(|x| x.0)
    }

    /// Which sides could see what happens to these units (play.hidden).
    fn witnesses(&self, about: &[UnitId]) -> [bool; 2] {
        let f = &self.field;
        Side::BOTH.map(|s| about.iter().any(|u| f[*u].side == s || self.spotted(s, *u)))
    }

    /// Does a unit see another?
    pub(crate) fn sees(&self, u: UnitId, o: UnitId) -> bool {
        sight::sees_him(&self.field, &self.field[u], &self.field[o])
    }

    /// A unit of this name: an own unit's code, or an enemy's.
    pub(crate) fn named(&self, name: &str) -> Option<UnitId> {
        self.field.by_code(name).filter(|u| self.field[*u].on_table())
    }
}
