//! Steps 7, 9, 12 and 15: factors of disorganisation (table 8, chapter 13, play.disorder).

use crate::battle::{Battle, Charge, Closing};
use crate::drill::known;
use crate::event::Kind;
use crate::order::{Gait, Quarter, Response};
use crate::procedures::disorder::{
    ContactDisorder, ContactSituation, DisorderReadings, FireDisorder, FireDisorderSituation, Forced,
    MeleeDisorder, MeleeDisorderSituation, MoveDisorder, MoveDisorderSituation,
};
use crate::unit::{Cause, Fate, State, UnitId};
use crate::{clause, reading, say};
use umpire::Ruling;

/// Horses are startled by elephants so near (A5.8).
const STARTLED: f64 = 10.0;

impl Battle {
    /// Are enemy elephants so near (A5.8, A5.11)?
    pub(super) fn elephants_within(&self, u: UnitId, cm: f64) -> bool {
        let f = &self.field;
        let there = |e: &crate::unit::Unit| e.arm() == crate::troop::Arm::Elephants;
        !there(&f[u]) && f.enemies(f[u].side).any(|e| there(e) && crate::measure::within(f.gap(u, e.id), cm))
    }

    pub(super) fn disorder_readings(&self) -> DisorderReadings {
        DisorderReadings::of(&self.field.readings)
    }

    /// A body gains factors, which count from now on (13.1.a, 13.1.d).
    pub(super) fn gains(&mut self, u: UnitId, factors: u8, cause: Cause, ruling: Ruling) {
        if factors == 0 {
            return;
        }
        let d = &mut self.field[u].disorder;
        d.gained += u16::from(factors);
        if cause.after_contact() {
            d.apart += u16::from(factors);
        }
        d.causes.push(cause);
        let (side, unit, now) = (self.field[u].side, self.code(u), self.field[u].disorder());
        self.confide(clause!("13.1.a"), Kind::Disorder, side, &[u], Some(ruling), || {
            say!("event-disorder", unit, factors, now)
        });
        self.also(clause!("13.1.d"));
        let step = self.step_of_factors();
        self.also(step);
        self.also(clause!("play.disorder"));
    }

    /// The step that works out such factors.
    fn step_of_factors(&self) -> umpire::Clause {
        use crate::battle::Step;
        match self.play.step {
            Step::MoveDisorder => clause!("11.7"),
            Step::FireDisorder => clause!("11.9"),
            Step::ContactDisorder => clause!("11.12"),
            Step::Impact => clause!("11.13"),
            Step::MeleeDisorder => clause!("11.15"),
            _ => clause!("13.1.a"),
        }
    }

    fn bodies(&self) -> Vec<UnitId> {
        self.field.present().map(|u| u.id).collect()
    }

    /// Step 7: from movement, and of those who rout, retreat or pursue (11.7, tables 8A and 8G).
    pub(super) fn factors_of_movement(&mut self) {
        for u in self.bodies() {
            let unit = &self.field[u];
            let (now, last) = (&unit.deeds, &unit.last);
            let own = self.play.charge_of(u).is_some_and(|c| c.what == Closing::Charge && !c.over);
            // A countercharge is a charge too (23.1.b); one that was refused in the move before was none.
            let charged = own || self.play.charges_on(u).any(|c| self.countercharges(c));
            let went = last.no_contact || last.contacted || last.gait == Some(Gait::Charge);
            let evaded = unit.state == State::Evading && self.play.charges_on(u).any(|c| self.evades(c));
            let s = MoveDisorderSituation {
                skirmishers: unit.open_order() && unit.state != State::Routing,
                met: self.play.met[u.index()].clone(),
                double_again: now.double_move && last.double_move,
                charge_again: charged && (last.double_move || (last.charged && went)),
                no_contact: now.no_contact,
                evaded,
                caught_changing: false,
                near_elephants: unit.mounted() && self.elephants_within(u, STARTLED),
                elephants_counted: self.play.startled.contains(&u),
                readings: self.disorder_readings(),
            };
            let (o, ruling) = known::<MoveDisorder>(&s);
            self.play.startled.retain(|x| *x != u);
            if s.near_elephants {
                self.play.startled.push(u);
            }
            self.play.met[u.index()].clear();
            self.gains(u, o.factors, Cause::Rough, ruling);
            if self.field[u].deeds.no_contact {
                self.field[u].disorder.causes.push(Cause::NoContact);
            }
            if evaded {
                self.field[u].disorder.causes.push(Cause::Evading);
            }
            let began = !self.play.broken.iter().any(|(b, _)| *b == u);
            match self.field[u].state {
                State::Routing if began => self.gains_by_state(u, Forced::Routing, Cause::Routing),
                State::Pursuing => self.gains_by_state(u, Forced::Pursuing, Cause::Pursuing),
                State::Retreating if self.field[u].deeds.moved > 0.01 => {
                    self.gains_by_state(u, Forced::Retreating, Cause::Retreating);
                }
                _ => {}
            }
        }
    }

    /// Ground and missed contacts of steps 10 and 11, when they are met (play.disorder).
    pub(super) fn factors_met_later(&mut self) {
        for u in self.bodies() {
            let no_contact =
                self.field[u].deeds.no_contact && !self.field[u].disorder.causes.contains(&Cause::NoContact);
            // From a charge that went on to it in step 10 (17.2.g).
            let fled = |c: &Charge| c.on == u && c.goes_on && c.response == Some(Response::Evade);
            let evaded = self.field[u].state == State::Evading
                && !self.field[u].disorder.causes.contains(&Cause::Evading)
                && self.play.charges.iter().any(fled);
            let met = std::mem::take(&mut self.play.met[u.index()]);
            if met.is_empty() && !no_contact && !evaded {
                continue;
            }
            let s = MoveDisorderSituation {
                skirmishers: self.field[u].open_order() && self.field[u].state != State::Routing,
                met,
                double_again: false,
                charge_again: false,
                no_contact,
                evaded,
                caught_changing: false,
                near_elephants: false,
                elephants_counted: false,
                readings: self.disorder_readings(),
            };
            let (o, ruling) = known::<MoveDisorder>(&s);
            self.gains(u, o.factors, Cause::NoContact, ruling);
        }
    }

    /// Step 9: from fire (11.9, table 8B).
    pub(super) fn factors_of_fire(&mut self) {
        for u in self.bodies() {
            self.factors_of_fire_on(u);
        }
    }

    /// The factors of the fire that is written down for a body.
    pub(super) fn factors_of_fire_on(&mut self, u: UnitId) {
        let fire = self.play.fire[u.index()].clone();
        if fire.men == 0 || !self.field[u].present() {
            return;
        }
        let unit = &self.field[u];
        let s = FireDisorderSituation {
            figures: u32::from(unit.losses.at_move.max(1)),
            lost: u32::from(fire.figures),
            men: fire.men,
            by_shell: fire.by_shell,
            by_rockets: fire.by_rockets,
            mounted: unit.mounted(),
            changing_formation: unit.deeds.turned_or_changed,
            sheet: self.field.sheet.clone(),
        };
        let (o, ruling) = known::<FireDisorder>(&s);
        self.gains(u, o.factors, Cause::Fire, ruling);
    }

    /// Step 12: from contact (11.12, table 8C).
    pub(super) fn factors_of_contact(&mut self) {
        self.factors_met_later();
        let charges: Vec<_> = self.play.charges.iter().filter(|c| c.contact).cloned().collect();
        for c in charges {
            self.factors_of_contact_of(&c);
            // By now they are on their feet, however they were found (18.3.a).
            self.field[c.on].prone = false;
        }
    }

    /// The same of one contact.
    pub(super) fn factors_of_contact_of(&mut self, c: &crate::battle::Charge) {
        for (u, charger) in [(c.by, true), (c.on, false)] {
            let unit = &self.field[u];
            let counter = !charger && self.countercharges(c);
            let fast = (charger || counter) && self.charge_gait(u) == Gait::Double;
            let double = unit.deeds.double_move || fast;
            let attack = c.what == Closing::Attack;
            // Who turns is caught too, though that is nothing to the reaction.
            let changes = match attack {
                true => unit.changing.is_some(),
                false => c.faced_at > self.at_attack_distance(c) + 1e-6,
            };
            let caught = !charger && changes;
            let marched = self.field.readings.is(reading!("foot-receiving-cavalry", "marched"));
            let marching = match unit.state {
                State::Pursuing | State::Withdrawing | State::GivingGround => true,
                _ => unit.deeds.double_move || (c.goes_on && unit.deeds.moved > 0.01),
            };
            let moving = marching || (marched && unit.deeds.moved > 0.01);
            let foot = !charger && unit.on_foot() && self.field[c.by].mounted() && moving;
            let s = ContactSituation {
                double_speed: double,
                charging_at_double: double && (charger || counter) && !attack,
                foot_moving: foot && !attack,
                changing: caught,
                disarming: !charger && self.disarms(u),
                prone: !charger && unit.prone,
                from: if charger { Quarter::Front } else { self.quarter_at_contact(c) },
                no_flanks: !self.field.has_flanks(unit),
                no_impetus: attack || self.no_impetus(c),
                readings: self.disorder_readings(),
            };
            let (o, ruling) = known::<ContactDisorder>(&s);
            self.gains(u, o.factors, Cause::Caught, ruling);
        }
    }

    /// Are chargers barred from impetus: at double-move speed, on foot against mounted troops, or on figures in a melee (18.1.g)?
    fn no_impetus(&self, c: &Charge) -> bool {
        let foot_on_horse = self.field[c.by].on_foot() && self.field[c.on].mounted();
        self.charge_gait(c.by) == Gait::Double || foot_on_horse || self.play.fights(c.on)
    }

    /// Step 15: in melee, and of melees that are over (11.15, tables 8E and 8F).
    pub(super) fn factors_of_melee(&mut self) {
        for i in 0..self.play.fights.len() {
            let m = self.play.fights[i].clone();
            if m.lost == [0, 0] && m.over {
                continue;
            }
            for (n, u) in [m.a, m.b].into_iter().enumerate() {
                let gone = self.field[u].fate != Fate::OnTable && self.field[u].fate != Fate::Hidden;
                if gone {
                    continue;
                }
                let enemy = if n == 0 { m.b } else { m.a };
                let destroyed = !self.field[enemy].present();
                let ended = destroyed && !m.counted;
                self.play.fights[i].got_over[n] = false;
                let had = self.field[u].disorder();
                self.melee_factors(u, &m, ended);
                self.play.fights[i].gained[n] += self.field[u].disorder() - had;
                if destroyed {
                    (self.play.fights[i].over, self.play.fights[i].counted) = (true, true);
                }
            }
        }
    }

    pub(super) fn melee_factors(&mut self, u: UnitId, m: &crate::battle::Fight, ended: bool) {
        let unit = &self.field[u];
        let enemy = if m.a == u { m.b } else { m.a };
        let s = MeleeDisorderSituation {
            round: m.round,
            lancers: unit.troop.lance,
            crossed_obstacle: m.got_over[usize::from(m.a != u)],
            changed_formation: unit.deeds.turned_or_changed && m.round > 1,
            against_camels: unit.mounted() && self.field[enemy].arm() == crate::troop::Arm::Camels,
            ended,
            readings: self.disorder_readings(),
        };
        let (o, ruling) = known::<MeleeDisorder>(&s);
        self.gains(u, o.factors, Cause::AfterMelee, ruling);
    }

    /// A melee that was fought is over: the factors of that alone for both, once for each melee (table 8F, play.disorder).
    pub(super) fn melee_costs(&mut self, i: usize) {
        let m = &mut self.play.fights[i];
        if m.round == 0 || std::mem::replace(&mut m.counted, true) {
            return;
        }
        let both = [m.a, m.b];
        both.into_iter().for_each(|u| self.melee_over_for(u));
    }

    fn melee_over_for(&mut self, u: UnitId) {
        if !self.field[u].present() {
            return;
        }
        let s = MeleeDisorderSituation {
            round: 1,
            lancers: false,
            crossed_obstacle: false,
            changed_formation: false,
            against_camels: false,
            ended: true,
            readings: self.disorder_readings(),
        };
        let (o, ruling) = known::<MeleeDisorder>(&s);
        self.gains(u, o.factors, Cause::JoiningMelee, ruling);
    }
}
