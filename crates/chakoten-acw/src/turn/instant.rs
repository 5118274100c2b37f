//! The instants of the turn and their steps (play.instant).

use super::meet::{What, about};
use super::{Mode, Stage, Table, Turn};
use crate::check::Trigger;
use crate::event::{EventKind, Halt, Why};
use crate::troop::{Arm, State};
use crate::unit::UnitId;
use crate::{attack, clause, passing, reading};
use smallvec::SmallVec;

/// So many instants a turn has at most.
const MOST_INSTANTS: u32 = 20_000;
/// What is said when a turn would have more.
pub const ENDLESS: &str = "the turn found no end: everybody stands";

impl Table {
    /// Step 2: what fire is due, and who may fire as surprised.
    pub(crate) fn fire_due(&mut self) -> Stage {
        let _ = clause!("play.instant");
        let clock = self.clock();
        let due = self.turn().due.clone();
        // Attackers at break-in distance.
        self.find_breakins(&due);
        if clock <= 0.0 && self.turn().rounds == 0 && !self.turn().staff_asked {
            self.true_from_the_start();
        }
        // Orders whose moment has come.
        for k in 0..self.turn().armed.len() {
            let id = self.turn().armed[k];
            for i in 0..self.run(id).volleys.len() {
                let v = &self.run(id).volleys[i];
                if v.done || v.due.is_some() {
                    continue;
                }
                // Of several who bring it about the nearest is meant (play.tie).
                let nearest = |all: &mut dyn Iterator<Item = UnitId>| -> Option<Option<UnitId>> {
                    all.filter(|e| about(&v.shot.when, *e)).reduce(|a, b| self.nearer(id, a, b)).map(Some)
                };
                let attackers = |of: UnitId| {
                    self.turn().breakins.iter().filter(move |b| b.target == of).map(|b| b.attacker)
                };
                let now = match &v.shot.when {
                    Trigger::AtOnce => (clock <= 0.0).then(|| {
                        let _ = clause!("04.01.3.a");
                        None
                    }),
                    Trigger::Clock(at) => (*at <= clock + super::INSTANT).then_some(None),
                    Trigger::BeforeShock => {
                        let _ = clause!("07.02.2");
                        nearest(&mut attackers(id))
                    }
                    // Attacked is he whom an enemy attack has reached (play.attacked).
                    Trigger::Attacks { friend, .. } => nearest(&mut attackers(*friend)),
                    Trigger::Fires { .. } => {
                        let side = self.field[id].side;
                        let fires = self.turn().fires.iter().copied();
                        nearest(&mut fires.filter(|f| self.field[*f].side != side))
                    }
                    _ => None,
                };
                if now.is_some() {
                    self.run_mut(id).volleys[i].due = now;
                }
            }
        }
        for m in &due {
            if let What::Trigger(i) = m.what {
                self.event_for(m.other, i, m.who);
            }
        }
        self.turn_mut().fires.clear();
        self.ask_surprised();
        Stage::Surprise
    }

    /// An event that already holds at clock 0 occurs at clock 0, with the immediate fire (play.fire-order).
    fn true_from_the_start(&mut self) {
        let waits = self.turn().volleys().any(|v| {
            matches!(v.shot.when, Trigger::Within { .. } | Trigger::Enters { .. } | Trigger::Passes { .. })
        });
        if !waits {
            return;
        }
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            if self.field[id].on_table() {
                let here = table::Moving::standing(self.field[id].base);
                self.brings_about(id, &here);
            }
        }
    }

    /// Is something due again at this very clock value?
    pub(super) fn another_round(&mut self) -> bool {
        let t = self.turn_mut();
        t.rounds += 1;
        if t.rounds > 50 {
            return false;
        }
        let fires = !t.fires.is_empty()
            && t.volleys().any(|v| {
                !v.done
                    && v.due.is_none()
                    && matches!(&v.shot.when, Trigger::Fires { .. })
                    && t.fires.iter().any(|f| about(&v.shot.when, *f))
            });
        // A move without time may have brought about what an order waited for.
        let waited = t.volleys().any(|v| !v.done && v.due.is_some() && v.shot.when != Trigger::AfterShock);
        t.due.clear();
        fires || waited
    }

    /// Step 9: the clock runs to the next instant.
    pub(crate) fn march(&mut self) -> Stage {
        self.turn_mut().rounds = 0;
        self.keep_moment(crate::page::Cue::Instant);
        if self.clock() >= 1.0 {
            return self.clock_runs_out();
        }
        let (mut at, due) = self.next_due();
        self.turn_mut().instants += 1;
        if self.turn().instants > MOST_INSTANTS {
            // Nothing a turn is made of comes near this; should it ever happen, everybody stands.
            self.tell_to(clause!("play.clock"), [true; 2], || EventKind::ByDefault { says: ENDLESS.into() });
            return self.clock_runs_out();
        }
        let Turn { armed, runs, .. } = self.turn_mut();
        armed.retain(|u| runs[u.index()].volleys.iter().any(|v| !v.done));
        // Fire at a moment of the clock.
        let timed = self
            .turn()
            .volleys()
            .filter(|v| !v.done && v.due.is_none())
            .filter_map(|v| if let Trigger::Clock(at) = v.shot.when { Some(at) } else { None })
            .filter(|t| *t > self.clock() + super::INSTANT)
            .fold(f64::INFINITY, f64::min);
        let mut due = due;
        if timed < at - super::INSTANT && timed < 1.0 {
            // What was found is put off.
            for m in due.drain(..) {
                self.put_back(m);
            }
            at = timed;
        }
        if due.is_empty() && timed > 1.0 && at >= 1.0 {
            return self.clock_runs_out();
        }
        let _ = clause!("04.01.4");
        self.look_round_until(at);
        self.carry(at);
        if due.is_empty() || due.iter().any(|m| m.what != What::LegEnds) {
            self.frame();
        }
        self.meet_all(due);
        Stage::Fire
    }

    /// Keeps the table as it stands now, if it is filmed.
    fn frame(&mut self) {
        let (turn, clock) = (self.field.turn, self.clock());
        if let Some(film) = &mut self.film {
            film.push((turn, clock, self.field.clone()));
        }
    }

    fn clock_runs_out(&mut self) -> Stage {
        let _ = clause!("04.01.4");
        self.look_round_until(1.0);
        self.carry(1.0);
        let mut all: Vec<UnitId> = (0..self.field.units.len() as u16).map(UnitId).collect();
        for &u in &all {
            self.settle(u);
        }
        all.sort_by_cached_key(|u| self.claim(*u));
        for u in all {
            self.done_at_the_end(u);
        }
        self.go_along();
        Stage::End
    }

    /// Sorts out what has come about: legs that end, friends met, threats, staff, flights; the rest is for the steps.
    fn meet_all(&mut self, due: Vec<super::meet::Meet>) {
        let mut rest = Vec::new();
        // Before anybody's march ends here: whose march has brought it nearer (play.threat)?
        let clock = self.clock();
        for m in due.iter().filter(|m| m.what == What::Threat) {
            let _ = clause!("play.threat");
            if self.own_march(m.who, m.other, clock) {
                self.turn_mut().threats.push((m.other, m.who));
            }
        }
        // Of two who come together only he is stopped who ran into the other, not who was run into from behind or the side.
        let due: Vec<_> = due
            .into_iter()
            .filter(|m| match m.what {
                What::Friend => self.own_march(m.who, m.other, clock),
                What::BreakIn => self.run(m.who).leg.advancing || self.own_march(m.who, m.other, clock),
                _ => true,
            })
            .collect();
        // Who changes his formation or front takes the ground he needs: first who has the better claim to it.
        let mut ends: SmallVec<[UnitId; 8]> =
            due.iter().filter(|m| m.what == What::LegEnds).map(|m| m.who).collect();
        if ends.len() > 1 {
            ends.sort_by_cached_key(|u| self.claim(*u));
        }
        for u in ends {
            self.leg_over(u);
        }
        let mut panics = Vec::new();
        for m in due {
            match m.what {
                What::LegEnds | What::Threat => {}
                What::Friend => self.meet_friend(m.who, m.other),
                What::Brush => {
                    self.settle(m.who);
                    let touch = self.field.gap(&self.field[m.who], &self.field[m.other]) <= table::EPS;
                    if touch && self.field[m.other].on_table() {
                        self.halt(m.who, Halt::Contact, clause!("play.contact"));
                    }
                }
                What::Staff(s) => self.turn_mut().staff_due.push((s, m.who)),
                What::Panic => panics.push((m.who, m.other)),
                What::Contact => self.contact(m.who, m.other),
                What::Guns => {
                    self.settle(m.who);
                    self.reach_guns(m.who, m.other);
                }
                What::BreakIn | What::Trigger(_) => rest.push(m),
            }
        }
        if !panics.is_empty() {
            self.panic(&panics);
        }
        self.turn_mut().due = rest;
    }

    /// Is it the unit's own march that brings it nearer to the other, wherever he goes himself?
    fn own_march(&self, u: UnitId, other: UnitId, clock: f64) -> bool {
        super::meet::runs_into(&self.run(u).leg.moving, &self.run(other).leg.moving, clock)
    }

    /// A march has come up against a friend (02.06.3, 04.02.5.a, 04.02.9).
    fn meet_friend(&mut self, u: UnitId, friend: UnitId) {
        use passing::Pass;
        self.settle(u);
        let charging = self.run(u).leg.why == Why::Charges;
        let has = self.run(friend).has_order();
        let pass = passing::may_pass(&self.field, &self.field[u], charging, &self.field[friend], has);
        match pass {
            Pass::Free(_) => {
                let _ = clause!("02.06.3.a");
                self.passes(u, friend);
            }
            Pass::Pinned(_) => {
                if self.pass_pinned(u, friend) {
                    self.passes(u, friend);
                }
            }
            Pass::Blocked(by) => {
                let _ = clause!("04.02.5.a");
                if self.run(u).held_by != Some(friend) {
                    self.run_mut(u).held_by = Some(friend);
                    self.tell(by, &[u], || EventKind::Halted { unit: u, why: Halt::Friend });
                }
                let ordered = self.run(u).mode == Mode::Order;
                let stays = self.field.readings.is(reading!("way-clears", "stays"));
                if charging || !ordered || stays {
                    let _ = clause!("play.blocked");
                    self.run_mut(u).full_charge = false;
                    if let Some(a) = &mut self.run_mut(u).attack {
                        a.over = true;
                    }
                    self.run_mut(u).mode = Mode::Stand;
                } else {
                    self.turn_mut().holds_up(u);
                    let blocked = &mut self.run_mut(u).blocked;
                    if !blocked.contains(&friend) {
                        blocked.push(friend);
                    }
                }
            }
        }
        self.plan_leg(u);
    }

    /// The unit goes through a friend.
    fn passes(&mut self, u: UnitId, friend: UnitId) {
        self.run_mut(friend).passed = true;
        let through = &mut self.run_mut(u).through;
        if !through.contains(&friend) {
            through.push(friend);
        }
    }

    /// The attack of a unit is over.
    pub(crate) fn end_attack(&mut self, u: UnitId, why: Halt) {
        let run = self.run_mut(u);
        run.full_charge = false;
        let Some(a) = run.attack.as_mut().filter(|a| !a.over) else { return };
        a.over = true;
        let target = a.won.last().copied().or(a.announced);
        self.tell(clause!("07.02.1"), &[u], || EventKind::AttackEnds { unit: u, target, why });
    }

    /// Fire breaks an attack off: an announced frontal attack has then been made on its target (07.01.5). One that ends because
    /// friends carry it away, or because it cannot pass a pinned friend, has not.
    pub(crate) fn broken_off_by_fire(&mut self, u: UnitId) {
        let Some(a) = self.run(u).attack.as_ref().filter(|a| !a.over) else { return };
        let Some(t) = a.announced.filter(|t| self.field[*t].on_table()) else { return };
        let advance = self.field[u].base.dir;
        if attack::aspect(&self.field, &self.field[u], &self.field[t], advance).frontal() {
            let _ = clause!("07.01.5");
            self.run_mut(t).frontally = true;
        }
    }

    /// Is it a unit that can be asked to fight at all?
    pub(crate) fn fighter(&self, u: UnitId) -> bool {
        matches!(self.field[u].arm, Arm::Infantry | Arm::Cavalry) && self.field[u].state != State::Complete
    }
}
