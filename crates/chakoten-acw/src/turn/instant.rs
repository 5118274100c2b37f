//! The instants of the turn and their steps (play.instant).

use super::orders_due::about;
use super::watch::What;
use super::{Meet, Mode, Stage, Table, Turn};
use crate::check::Trigger;
use crate::event::{By, EventKind, Halt, Why};
use crate::troop::{Arm, State};
use crate::unit::UnitId;
use crate::{attack, clause, passing, reading};
use clock::{Due, Flow};
use smallvec::SmallVec;
use umpire::Clause;

impl Table {
    /// Step 2: what fire is due, and who may fire as surprised.
    pub(crate) fn fire_due(&mut self) -> Stage {
        let clock = self.time();
        let due = self.turn().instant.due.clone();
        // Attackers at break-in distance.
        self.find_breakins(&due);
        if clock <= 0.0 && self.turn().instant.rounds == 0 && !self.turn().staff_asked {
            self.true_from_the_start();
        }
        // Orders whose moment has come.
        for k in 0..self.turn().fire.armed.len() {
            let id = self.turn().fire.armed[k];
            for i in 0..self.run(id).fire.volleys.len() {
                let v = &self.run(id).fire.volleys[i];
                if v.done || v.due.is_some() {
                    continue;
                }
                // Of several who bring it about the nearest is meant (play.tie).
                let nearest = |all: &mut dyn Iterator<Item = UnitId>| -> Option<Option<UnitId>> {
                    all.filter(|e| about(&v.shot.when, *e)).reduce(|a, b| self.nearer(id, a, b)).map(Some)
                };
                let attackers = |of: UnitId| {
                    self.turn().instant.breakins.iter().filter(move |b| b.target == of).map(|b| b.attacker)
                };
                let now = match &v.shot.when {
                    Trigger::AtOnce => (clock <= 0.0).then_some(None),
                    Trigger::Clock(at) => (*at <= clock + super::INSTANT).then_some(None),
                    Trigger::BeforeShock => nearest(&mut attackers(id)),
                    // Attacked is he whom an enemy attack has reached (play.attacked).
                    Trigger::Attacks { friend, .. } => nearest(&mut attackers(*friend)),
                    Trigger::Fires { .. } => {
                        let side = self.field[id].side;
                        let fires = self.turn().instant.fires.iter().copied();
                        nearest(&mut fires.filter(|f| self.field[*f].side != side))
                    }
                    _ => None,
                };
                if now.is_some() {
                    self.run_mut(id).fire.volleys[i].due = now;
                }
            }
        }
        for m in &due {
            if let Due::Met(What::Trigger(i)) = m.what {
                self.event_for(m.other, i, m.who);
            }
        }
        self.turn_mut().instant.fires.clear();
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
        t.instant.rounds += 1;
        if t.instant.rounds > 50 {
            return false;
        }
        let fires = !t.instant.fires.is_empty()
            && t.volleys().any(|v| {
                !v.done
                    && v.due.is_none()
                    && matches!(&v.shot.when, Trigger::Fires { .. })
                    && t.instant.fires.iter().any(|f| about(&v.shot.when, *f))
            });
        // A move without time may have brought about what an order waited for.
        let waited = t.volleys().any(|v| !v.done && v.due.is_some() && v.shot.when != Trigger::AfterShock);
        t.instant.due.clear();
        fires || waited
    }

    /// Step 9: the clock runs on, until somebody must choose something (`None`) or it has run out.
    pub(crate) fn march(&mut self) -> Option<Stage> {
        self.settled();
        match clock::run(self, 1.0) {
            Flow::Ask => None,
            Flow::On | Flow::Over => Some(self.clock_runs_out()),
        }
    }

    /// The steps of an instant until it is settled or somebody must choose something.
    pub(super) fn run_steps(&mut self) {
        while self.pending.is_none() && self.turn().stage != Stage::March {
            let next = self.step();
            self.turn_mut().stage = next;
        }
        if self.turn().stage == Stage::March {
            self.settled();
        }
    }

    /// Nothing is left of the instant.
    fn settled(&mut self) {
        self.turn_mut().instant.rounds = 0;
        self.cue(desk::Cue::Instant);
        let Turn { fire, runs, .. } = self.turn_mut();
        fire.armed.retain(|u| runs[u.index()].fire.volleys.iter().any(|v| !v.done));
    }

    fn clock_runs_out(&mut self) -> Stage {
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
    pub(super) fn meet_all(&mut self, due: Vec<Meet>) {
        let mut rest = Vec::new();
        // Before anybody's march ends here: whose march has brought it nearer (play.threat)?
        let clock = self.time();
        for m in due.iter().filter(|m| m.what == Due::Met(What::Threat)) {
            if self.own_march(m.who, m.other, clock) {
                self.turn_mut().instant.threats.push((m.other, m.who));
            }
        }
        // Of two who come together only he is stopped who ran into the other, not who was run into from behind or the side.
        let due: Vec<_> = due
            .into_iter()
            .filter(|m| match m.what {
                Due::Met(What::Friend) => self.own_march(m.who, m.other, clock),
                Due::Met(What::BreakIn) => {
                    self.leg(m.who).how.advancing || self.own_march(m.who, m.other, clock)
                }
                _ => true,
            })
            .collect();
        // Who changes his formation or front takes the ground he needs: first who has the better claim to it.
        let mut ends: SmallVec<[UnitId; 8]> =
            due.iter().filter(|m| m.what == Due::LegEnds).map(|m| m.who).collect();
        if ends.len() > 1 {
            ends.sort_by_cached_key(|u| self.claim(*u));
        }
        for u in ends {
            self.leg_over(u);
        }
        let mut panics = Vec::new();
        for m in due {
            let Due::Met(what) = m.what else { continue };
            match what {
                What::Threat => {}
                What::Friend => self.meet_friend(m.who, m.other),
                What::Brush => {
                    self.settle(m.who);
                    let touch = self.field.gap(&self.field[m.who], &self.field[m.other]) <= table::EPS;
                    if touch && self.field[m.other].on_table() {
                        self.halt(m.who, Halt::Contact, clause!("play.contact"));
                    }
                }
                What::Staff(s) => self.turn_mut().instant.staff_due.push((s, m.who)),
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
        self.turn_mut().instant.due = rest;
    }

    /// Is it the unit's own march that brings it nearer to the other, wherever he goes himself?
    fn own_march(&self, u: UnitId, other: UnitId, clock: f64) -> bool {
        clock::runs_into(&self.leg(u).moving, &self.leg(other).moving, clock)
    }

    /// A march has come up against a friend (02.06.3, 04.02.5.a, 04.02.9).
    fn meet_friend(&mut self, u: UnitId, friend: UnitId) {
        use passing::Pass;
        self.settle(u);
        let charging = self.leg(u).how.why == Why::Charges;
        let has = self.run(friend).has_order();
        let pass = passing::may_pass(&self.field, &self.field[u], charging, &self.field[friend], has);
        match pass {
            Pass::Free(_) => self.passes(u, friend),
            Pass::Pinned(_) => {
                if self.pass_pinned(u, friend) {
                    self.passes(u, friend);
                }
            }
            Pass::Blocked(by) => {
                if self.run(u).course.held_by != Some(friend) {
                    self.run_mut(u).course.held_by = Some(friend);
                    // At base contact with a close formation; it waits there, or its march is over.
                    let stop = [clause!("04.02.5.a"), clause!("02.04.1"), clause!("play.blocked")];
                    self.tell(By::from(by).with(stop), &[u], || EventKind::Halted {
                        unit: u,
                        why: Halt::Friend,
                    });
                }
                let ordered = self.run(u).course.mode == Mode::Order;
                let stays = self.field.readings.is(reading!("way-clears", "stays"));
                if charging || !ordered || stays {
                    self.run_mut(u).assault.ends();
                    self.run_mut(u).course.mode = Mode::Stand;
                } else {
                    self.clock_mut().hold_up(u, friend);
                }
            }
        }
        self.plan_leg(u);
    }

    /// The unit goes through a friend.
    fn passes(&mut self, u: UnitId, friend: UnitId) {
        self.run_mut(friend).befell.passed = true;
        let through = &mut self.run_mut(u).course.through;
        if !through.contains(&friend) {
            through.push(friend);
        }
    }

    /// The attack of a unit is over.
    pub(crate) fn end_attack(&mut self, u: UnitId, why: Halt, by: Clause) {
        let run = self.run_mut(u);
        run.assault.full_charge = false;
        let Some(a) = run.assault.attack.as_mut().filter(|a| !a.over) else { return };
        a.over = true;
        let target = a.won.last().copied().or(a.announced);
        self.tell(by, &[u], || EventKind::AttackEnds { unit: u, target, why });
    }

    /// Fire breaks an attack off: an announced frontal attack has then been made on its target (07.01.5). One that ends because
    /// friends carry it away, or because it cannot pass a pinned friend, has not.
    pub(crate) fn broken_off_by_fire(&mut self, u: UnitId) {
        let Some(a) = self.run(u).assault.under_way() else { return };
        let Some(t) = a.announced.filter(|t| self.field[*t].on_table()) else { return };
        let advance = self.field[u].base.dir;
        if attack::aspect(&self.field, &self.field[u], &self.field[t], advance).frontal() {
            self.run_mut(t).befell.frontally = true;
        }
    }

    /// Is it a unit that can be asked to fight at all?
    pub(crate) fn fighter(&self, u: UnitId) -> bool {
        matches!(self.field[u].arm, Arm::Infantry | Arm::Cavalry) && self.field[u].state != State::Complete
    }
}
