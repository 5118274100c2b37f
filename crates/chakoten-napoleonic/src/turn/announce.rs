//! Announcing attacks, supports and fires, and going back before an attack (03.02.4 to 03.02.8).

use super::choices::{AskKind, Asked, Offered};
use super::run::Attack;
use super::{Mode, Stage, Table, Then};
use crate::event::{By, EventKind, NoFire};
use crate::order::{Choice, FireOrder, When};
use crate::procedures::may_attack::{self, Body, MayAttackSituation, may_attack};
use crate::procedures::morale_readings::MoraleReadings;
use crate::troop::{Arm, State};
use crate::unit::{Side, UnitId};
use crate::{clause, reading, say, support};
use words::Message;

impl Table {
    /// Step 3: each written attack is announced with its target (03.02.4.c).
    pub(crate) fn announce(&mut self) -> Stage {
        if self.field.readings.is(reading!("flight-moment", "at-once")) && self.flee_again() {
            return Stage::Falls(Then::Announce);
        }
        let mut asked = Vec::new();
        for u in self.standing() {
            let unit = &self.field[u];
            let run = self.run(u);
            let Some(order) = run.order.written.attack.as_ref().filter(|_| !run.order.void) else { continue };
            if unit.state == State::Complete || self.afloat(u) {
                continue;
            }
            let named = order.target.as_ref().and_then(|t| self.named(t));
            // Whom its side does not see is no target (play.hidden).
            let found = match named {
                Some(t) => Some(t).filter(|t| self.may_announce(unit.side, *t, true)),
                None => self.nearest_on_path(u),
            };
            let target = found.filter(|t| may_attack(&self.attack_on(u, *t)).is_ok());
            let mut offers: Vec<Choice> = target.iter().map(|t| Choice::Pick(self.code(*t))).collect();
            offers.push(Choice::No);
            let default = offers[0].clone();
            asked.push(Asked {
                key: format!("attack {}", unit.code),
                side: unit.side,
                kind: AskKind::Attack { unit: u },
                default,
                offers: offers.into(),
                clause: clause!("03.02.4.c"),
            });
        }
        self.ask(asked);
        Stage::Announced
    }

    /// Whether one may attack another is judged on this (12.01).
    pub(super) fn attack_on(&self, u: UnitId, target: UnitId) -> MayAttackSituation {
        let f = &self.field;
        let body = |u: UnitId| {
            let unit = &f[u];
            // With those of its line, and of all who stand in one column with it (12.02.3).
            let line = f.line_of(u).map_or(0, |l| u32::from(l.figures));
            let all = (f.body_figures(unit) + line).min(u16::MAX.into()) as u16;
            let mut b = Body::new(unit.arm, all);
            (b.formation, b.state, b.working) = (unit.fights_in(), unit.state, unit.working);
            b
        };
        MayAttackSituation {
            attacker: body(u),
            target: body(target),
            fire_order: self.run(u).order.written.fire.is_some(),
            fire_before_contact: matches!(
                self.run(u).order.written.fire.as_ref().map(|f| &f.when),
                Some(When::BeforeContact(_))
            ),
            attacked_already: f[u].record.pairs.contains(&target),
            unordered: None,
            fu_contact: MoraleReadings::of(&f.readings).fu_contact,
            fire_order_bars: self.fire_order_bars(),
        }
    }

    /// What a fire order leaves of attacking (03.01.4.b).
    fn fire_order_bars(&self) -> may_attack::FireOrder {
        let r = &self.field.readings;
        if r.is(reading!("fire-and-attack", "automatic")) {
            may_attack::FireOrder::Automatic
        } else if r.is(reading!("fire-and-attack", "before-contact")) {
            may_attack::FireOrder::BeforeContact
        } else {
            may_attack::FireOrder::Excluded
        }
    }

    /// The nearest enemy straight ahead of it that its side sees.
    fn nearest_on_path(&self, u: UnitId) -> Option<UnitId> {
        let f = &self.field;
        let base = f[u].base;
        let ahead = |e: &crate::unit::Unit| Some((base.rect().travel_to(&e.base.rect(), base.dir)?, e.id));
        let mut all: Vec<(f64, UnitId)> = f.enemies(f[u].side).filter_map(ahead).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        all.into_iter().map(|(_, e)| e).find(|e| self.spotted(f[u].side, *e))
    }

    pub(crate) fn announced(&mut self) -> Stage {
        for (a, c) in self.take_choices() {
            let AskKind::Attack { unit: u } = a.kind else { continue };
            let target = match &c {
                Choice::Pick(code) => self.named(code),
                _ => None,
            };
            let announced = target.is_some();
            self.run_mut(u).assault.attack = Some(Attack { announced, target, bent: 0.0, over: !announced });
            if announced {
                // It is announced with its target: whose it is hears of it, though he may not see by whom.
                let by = By::from(clause!("03.02.4.c")).and(clause!("12.01.1"));
                let known = self.field.readings.is(reading!("attack-unseen", "known"));
                let unseen = known && target.is_some_and(|t| !self.spotted(self.field[u].side, t));
                let by = by.with(unseen.then(|| clause!("play.attack")));
                let about: Vec<UnitId> = [Some(u), target].into_iter().flatten().collect();
                self.tell(by, &about, || EventKind::AttackAnnounced { unit: u, target });
            } else {
                let named = self.run(u).order.written.attack.as_ref().and_then(|a| a.target.clone());
                let named = named.and_then(|t| self.named(&t));
                let barred = named.and_then(|t| may_attack(&self.attack_on(u, t)).err());
                let unseen = named.is_some_and(|t| !self.may_announce(self.field[u].side, t, true));
                let by = By::from(clause!("03.02.4.d")).with(barred.map(|b| b.clause()));
                let by = by.with(unseen.then(|| clause!("play.hidden")));
                let broken = !self.field[u].state.intact();
                let by = by.with(broken.then(|| clause!("12.01.2")));
                self.tell_owner(by, u, || EventKind::AttackNotAnnounced { unit: u });
            }
        }
        // The attacker's support is on his slip; the defender names his now (12.03.7.8).
        for u in self.standing() {
            // Who failed his reaction roll has not received the order to support (08.03.5).
            let supports = self.run(u).order.written.supports.clone().filter(|_| !self.run(u).befell.deaf);
            let Some(o) = supports.and_then(|r| self.named(&r)) else { continue };
            if self.run(o).assault.target().is_some() && self.run(o).assault.support.is_none() {
                self.run_mut(o).assault.support = Some(u);
                self.support_named(clause!("12.03.7.8"), o, u);
            } else if self.run(o).assault.support.is_some() {
                // Several support units give no more than one.
                let says = say!("event-support-counts-once", unit = self.code(o));
                self.tell_owner(clause!("12.03.7.10"), u, || EventKind::Worked { unit: u, says });
            }
        }
        self.ask_supports();
        Stage::Supported
    }

    /// Defenders name their support units (03.02.4.c).
    fn ask_supports(&mut self) {
        let mut asked = Vec::new();
        for t in self.attacked() {
            if self.run(t).assault.support.is_some() {
                continue;
            }
            let unit = &self.field[t];
            let may: Vec<UnitId> = self.may_support(t);
            let mut offers: Vec<Choice> = may.iter().map(|u| Choice::Pick(self.code(*u))).collect();
            offers.push(Choice::No);
            let default = not_yet_named(&asked, &offers);
            asked.push(Asked {
                key: format!("support {}", unit.code),
                side: unit.side,
                kind: AskKind::Support { unit: t },
                default,
                offers: offers.into(),
                clause: clause!("12.03.7"),
            });
        }
        self.ask(asked);
    }

    /// Whom announced attacks are made on, in the order of the list.
    fn attacked(&self) -> Vec<UnitId> {
        let targets: Vec<UnitId> =
            self.field.present().filter_map(|u| self.run(u.id).assault.target()).collect();
        self.standing().into_iter().filter(|u| targets.contains(u)).collect()
    }

    /// Step 4: fires are announced, and who is attacked may go back.
    pub(crate) fn supported(&mut self) -> Stage {
        for (a, c) in self.take_choices() {
            let (AskKind::Support { unit }, Choice::Pick(code)) = (a.kind, c) else { continue };
            let Some(by) = self.named(&code) else { continue };
            if self.supports_another(by, unit) {
                self.counts_for_another(by);
                continue;
            }
            self.run_mut(unit).assault.support = Some(by);
            self.support_named(clause!("12.03.7"), unit, by);
        }
        let mut asked = Vec::new();
        let attacked = self.attacked();
        let fires = |u: UnitId| self.run(u).order.written.fire.is_some() && !self.run(u).order.void;
        // Whoever is in sight may be fired at, by all alike.
        let at: [Offered; 2] = Side::BOTH.map(|s| {
            let any = self.field.side(s).any(|u| fires(u.id));
            let seen = if any { self.in_sight(s) } else { Vec::new() };
            let seen = seen.iter().map(|e| Choice::Pick(self.code(*e)));
            [Choice::Yes, Choice::No].into_iter().chain(seen).collect()
        });
        for u in self.standing() {
            let unit = &self.field[u];
            // Its soutien is its body, or whoever else serves it as one (14.02.2).
            let near = |b: &UnitId| {
                let by = &self.field[*b];
                by.side == unit.side && !support::out_of_soutien_reach(&self.field, unit, by)
            };
            let behind = || self.soutien(u).is_some_and(|b| attacked.contains(&b));
            let threatened =
                attacked.contains(&u) || (unit.skirmishing() && attacked.iter().any(near) && behind());
            let ask = |key: &str, kind, default: Choice, offers: Offered, clause| Asked {
                key: format!("{key} {}", unit.code),
                side: unit.side,
                kind,
                default,
                offers,
                clause,
            };
            if fires(u) {
                let offers = at[unit.side.index()].clone();
                let kind = AskKind::Fire { unit: u };
                asked.push(ask("fire", kind, Choice::Yes, offers, clause!("03.02.5.a")));
            }
            if unit.skirmishing() && unit.weapon.is_some() && unit.body.is_some() && self.line_may_fire(u) {
                let fire = Choice::Fire(FireOrder { when: When::AtOnce, at: Vec::new(), range_in: false });
                let offers = [fire.clone(), Choice::No].into();
                let kind = AskKind::LineFires { unit: u };
                let default = if threatened { Choice::No } else { fire };
                asked.push(ask("line fires", kind, default, offers, clause!("03.02.2")));
            }
            if !threatened {
                continue;
            }
            let swarm = unit.arm == Arm::Cavalry && self.field.readings.is(reading!("swarms-go-back", "no"));
            let line = unit.skirmishing() && !swarm && self.soutien(u).is_some();
            let works = self.may_shelter(u);
            if line || works.is_some() || unit.unlimbered() {
                let (default, offers) = match line || works.is_some() {
                    true => (Choice::Yes, [Choice::Yes, Choice::No]),
                    false => (Choice::No, [Choice::No, Choice::Yes]),
                };
                let by = works.unwrap_or_else(|| clause!("03.02.8"));
                asked.push(ask("go back", AskKind::GoBack { unit: u }, default, offers.into(), by));
            }
        }
        self.ask(asked);
        Stage::Fires
    }

    /// The line of a unit without an order may fire all the same (play.orders).
    fn line_may_fire(&self, u: UnitId) -> bool {
        let body = self.field[u].body;
        let mute = self.field.readings.is(reading!("line-of-the-mute", "mute"));
        !(mute && body.is_some_and(|b| self.run(b).befell.deaf || !self.run(b).order.given))
    }

    pub(crate) fn fires_announced(&mut self) -> Stage {
        let chosen = self.take_choices();
        for (a, c) in &chosen {
            match (&a.kind, c) {
                (AskKind::Fire { unit }, Choice::No) => {
                    let u = *unit;
                    self.tell_owner(clause!("03.02.6"), u, || EventKind::NotFired {
                        unit: u,
                        why: NoFire::NotAnnounced,
                    });
                }
                (AskKind::Fire { unit }, c) => {
                    let Some(mut order) = self.run(*unit).order.written.fire.clone() else { continue };
                    match c {
                        Choice::Pick(code) => order.at = vec![code.clone()],
                        Choice::Picks(codes) => order.at.clone_from(codes),
                        _ => {}
                    }
                    self.announce_fire(*unit, order);
                }
                (AskKind::LineFires { unit }, Choice::Fire(order)) => {
                    self.announce_fire(*unit, order.clone());
                    // By one reading fire of the line bars its body's attack (play.skirmish).
                    if let Some(body) = self.field[*unit].body {
                        if self.field.readings.is(reading!("line-and-body", "barred")) {
                            self.end_attack(body, clause!("play.skirmish"));
                        }
                    }
                }
                _ => {}
            }
        }
        for (a, c) in &chosen {
            let (AskKind::GoBack { unit }, Choice::Yes) = (&a.kind, c) else { continue };
            self.goes_back(*unit);
        }
        Stage::SetOut
    }

    fn announce_fire(&mut self, u: UnitId, order: FireOrder) {
        let moment = moment(&order.when);
        self.turn_mut().fire_waits_for_places |= matches!(order.when, When::Passes(_));
        self.run_mut(u).fire.order = Some(order);
        let firers = &mut self.turn_mut().firers;
        if let Err(at) = firers.binary_search(&u) {
            firers.insert(at, u);
        }
        let by = By::from(clause!("03.02.5.a")).and(clause!("03.02.2"));
        self.tell(by, &[u], || EventKind::FireAnnounced { unit: u, moment });
    }

    /// Skirmishers go back to their soutien, gunners leave their guns; who has announced fire only half a turn after it (03.02.8).
    pub(super) fn goes_back(&mut self, u: UnitId) {
        if self.run(u).fire.order.is_some() {
            self.run_mut(u).befell.evades_later = true;
            return;
        }
        if self.may_shelter(u).is_some() {
            return self.shelters(u);
        }
        if self.field[u].unlimbered() {
            // Without horses there are no limbers to go with (07.01.6).
            let horses = self.field[u].battery.as_ref().is_some_and(|b| b.horses > 0);
            let limbers = horses && self.room_for_limbers(u);
            self.leave_guns(u, limbers, clause!("03.02.8"));
            let to = -self.field[u].base.dir;
            self.lose_order(u);
            self.run_mut(u).course.mode = Mode::GoBack { dir: to, backwards: false };
            self.tell(clause!("03.02.8"), &[u], || EventKind::GoesBack { unit: u, to: None });
            return;
        }
        let Some(to) = self.soutien(u) else { return };
        self.lose_order(u);
        let run = self.run_mut(u);
        run.course.mode = Mode::ToSoutien(to);
        run.befell.evades = true;
        self.tell(clause!("03.02.8"), &[u], || EventKind::GoesBack { unit: u, to: Some(to) });
    }
}

/// The nearest support unit that is not the default of another question: it supports one unit a turn (12.03.7.8).
pub(super) fn not_yet_named(asked: &[Asked], offers: &[Choice]) -> Choice {
    let named = |c: &Choice| {
        let support = |a: &&Asked| matches!(a.kind, AskKind::Support { .. });
        *c != Choice::No && asked.iter().filter(support).any(|a| a.default == *c)
    };
    offers.iter().find(|c| !named(c)).cloned().unwrap_or(Choice::No)
}

/// When a fire is given, as it is announced.
fn moment(when: &When) -> Message {
    match when {
        When::AtOnce => say!("fire-moment-at-once"),
        When::Time(at) => say!("fire-moment-time", clock = ::words::decimals(*at, 2)),
        When::Passes(place) => say!("fire-moment-passes", place),
        When::BeforeContact(unit) => say!("fire-moment-before-contact", unit),
    }
}
