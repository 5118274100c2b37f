//! Step 2, first part: all charges and attacks are shown at one moment, then reach is measured (17.2.d, 17.3.b, 17.6.a.1, 17.6.a.2,
//! play.charge.check).

use super::course::{Act, Then};
use crate::battle::{Battle, Charge, Closing, Mark};
use crate::book::results::Charger;
use crate::check::{closing, orders};
use crate::drill::known;
use crate::event::Kind;
use crate::formation::Formation;
use crate::order::Gait;
use crate::procedures::charge::{ChargeReadings, Declared, MayCharge, MayChargeSituation};
use crate::unit::{Side, State, UnitId};
use crate::{clause, reading, say};
use std::sync::Arc;

/// A screen is no farther before the unit it screens than this.
const SCREENS: f64 = 25.0;

impl Battle {
    pub(super) fn mark(&self, u: UnitId) -> Mark {
        let u = &self.field[u];
        Mark { lost: u.losses.start.saturating_sub(u.figures()), factors: u.disorder() }
    }

    /// Everything that was ordered is declared; what becomes of it is found from where all stand now.
    pub(super) fn declare(&mut self) {
        self.oblige();
        let mut ordered: Vec<(UnitId, UnitId, bool)> = Vec::new();
        for u in self.field.present() {
            let Some(o) = self.play.order(u.id) else { continue };
            let first = o.charge.as_ref().or(o.attack.as_ref());
            let also = o.charge_also.iter().filter(|_| o.charge.is_some());
            let named = first.into_iter().chain(also).filter_map(|code| self.field.by_code(code));
            let mut named: Vec<UnitId> = named.collect();
            if named.len() > 1 {
                // He rides at the nearest of them (17.4.b).
                let far = |on: &UnitId| {
                    closing::run(self, u, &o.legs, *on, self.charge_gait(u.id)).far.unwrap_or(f64::INFINITY)
                };
                named.sort_by(|a, b| far(a).total_cmp(&far(b)));
            }
            ordered.extend(named.into_iter().map(|on| (u.id, on, o.charge.is_some())));
        }
        for (by, on, charge) in &ordered {
            let (unit, target) = (self.code(*by), self.code(*on));
            match charge {
                true => self.say(clause!("17.6.a.1"), Kind::Declared, &[*by, *on], || {
                    say!("event-charge-declared", unit, target)
                }),
                false => self.say(clause!("17.3.b"), Kind::Declared, &[*by, *on], || {
                    say!("event-attack-declared", unit, target)
                }),
            }
            if *charge {
                self.also(clause!("17.2.d"));
                self.also(clause!("17.2.a"));
                self.also(clause!("glossary.charge"));
            } else {
                self.also(clause!("17.7.1"));
                self.also(clause!("glossary.attack"));
            }
            self.also(clause!("11.2"));
        }
        let measured: Vec<Option<Charge>> =
            ordered.iter().map(|(by, on, charge)| self.measured(*by, *on, *charge)).collect();
        let mut charges: Vec<Charge> = Vec::new();
        for mut c in measured.into_iter().flatten() {
            // Beside the first only those count whom the same charge reaches (17.4.b).
            c.beside = charges.iter().any(|o| o.by == c.by);
            let twice = charges.iter().any(|o| o.by == c.by && o.on == c.on);
            if !twice && (!c.beside || c.what == Closing::Charge) {
                charges.push(c);
            }
        }
        // Whoever turns out to be no charge takes no other along.
        let led = |c: &Charge| charges.iter().any(|o| o.by == c.by && !o.beside && o.what == Closing::Charge);
        let charges: Vec<Charge> = charges.iter().filter(|c| !c.beside || led(c)).cloned().collect();
        for mut c in charges {
            // Its own sub-units before it fall in again; a screen of another unit is charged before it (17.9.a).
            for s in self.screens_before(&c) {
                match self.belongs_to(&self.field[s.on]) == Some(c.on) && !self.play.fights(s.on) {
                    true => {
                        self.reunite(s.on, c.on);
                        self.also(clause!("17.9.a"));
                        c.marks[1] = self.mark(c.on);
                    }
                    false => self.play.charges.push(s),
                }
            }
            self.play.charges.push(c);
        }
        self.support();
        for c in self.play.charges.clone() {
            let by = &mut self.field[c.by].deeds;
            by.charged |= c.what != Closing::Attack;
            by.attacked |= c.what == Closing::Attack;
            let on = &mut self.field[c.on].deeds;
            on.was_charged |= c.what == Closing::Charge;
            on.was_attacked |= c.what == Closing::Attack;
        }
    }

    /// Charges that nobody ordered: of those who were out of reach in the move before, and of frenzied troops on the nearest enemy in reach
    /// (17.6.a.note, 23.4.c).
    fn oblige(&mut self) {
        let bound = std::mem::take(&mut self.play.must_charge);
        let obliged: Vec<(UnitId, UnitId, umpire::Clause)> = self
            .field
            .present()
            .filter(|u| u.state == State::UnderOrders && !self.play.fights(u.id) && u.inside.is_none())
            .filter_map(|u| {
                let ordered = self.play.order(u.id).and_then(|o| o.charge.as_ref());
                let ordered = ordered.and_then(|code| self.field.by_code(code));
                let again = bound.iter().find(|(by, _)| *by == u.id).map(|(_, on)| *on);
                let again = again.filter(|on| self.field[*on].present() && self.known(*on));
                if let Some(on) = again {
                    // On its former target, or on those who stand directly in the way to it.
                    let in_the_way = || closing::run(self, u, &[], on, self.charge_gait(u.id)).barred;
                    let fits = ordered.is_some_and(|t| t == on || in_the_way() == Some(t));
                    return (!fits).then(|| (u.id, on, clause!("17.6.a.note")));
                }
                // On the nearest in reach, whomever its order names.
                let frenzied = self.frenzied_charge(u).filter(|on| ordered != Some(*on));
                frenzied.map(|on| (u.id, on, clause!("23.4.c")))
            })
            .collect();
        for (u, on, by) in obliged {
            let (unit, target) = (self.code(u), self.code(on));
            let order = crate::answer::MoveOrder {
                unit: unit.clone(),
                charge: Some(target.clone()),
                ..crate::answer::MoveOrder::default()
            };
            self.play.orders[u.index()] = Some(Arc::new(order));
            self.say(by, Kind::Declared, &[u, on], || say!("event-must-charge", unit, target));
            if self.field[u].frenzied {
                self.also(clause!("glossary.frenzied"));
            }
        }
    }

    /// The nearest enemy whom frenzied troops in the open have in reach.
    fn frenzied_charge(&self, u: &crate::unit::Unit) -> Option<UnitId> {
        let holds = u.formation().square()
            || u.open_order()
            || u.arm().battery()
            || u.formation() == Formation::Building;
        if !u.frenzied || holds {
            return None;
        }
        let mut near: Vec<(f64, UnitId)> = self
            .field
            .enemies(u.side)
            .filter(|e| self.known(e.id) && !matches!(e.state, State::Prisoner | State::Surrendering))
            .map(|e| (self.field.gap(u.id, e.id), e.id))
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let gait = self.charge_gait(u.id);
        near.into_iter().map(|(_, e)| e).find(|e| closing::run(self, u, &[], *e, gait).in_reach)
    }

    /// Skirmishers who screen the unit that is charged are charged before it (17.9.a).
    fn screens_before(&self, c: &Charge) -> Vec<Charge> {
        let f = &self.field;
        let (by, on) = (&f[c.by], &f[c.on]);
        if c.what != Closing::Charge || on.open_order() {
            return Vec::new();
        }
        let way = on.base.centre() - by.base.front;
        let strip = table::Rect {
            centre: by.base.front + way * 0.5,
            dir: way.unit(),
            half_width: by.base.width / 2.0,
            half_depth: way.len() / 2.0,
        };
        let before = |s: &&crate::unit::Unit| {
            s.open_order()
                && s.id != c.on
                && s.state != State::Routing
                && self.known(s.id)
                && f.rects(s).iter().any(|r| r.penetration(&strip) > 0.0)
                && f.gap(s.id, c.on) <= SCREENS
        };
        f.side(on.side)
            .filter(before)
            .map(|s| Charge {
                on: s.id,
                screen: true,
                from: f.comes_from(by, s).0,
                from_now: f.comes_from(by, s).0,
                marks: [c.marks[0], self.mark(s.id)],
                caught: false,
                formed_at: 0.0,
                faced_at: 0.0,
                ..c.clone()
            })
            .collect()
    }

    /// Those ordered to support a unit that is charged countercharge its charger (17.5.h).
    fn support(&mut self) {
        let mut all = Vec::new();
        for u in self.field.present() {
            let Some(of) = self.play.order(u.id).and_then(|o| o.support.as_ref()) else { continue };
            let Some(of) = self.field.by_code(of) else { continue };
            let free = u.state == State::UnderOrders && !self.play.fights(u.id);
            let on = self.play.charges.iter().find(|c| c.on == of && c.what == Closing::Charge && !c.screen);
            if let Some(c) = on.filter(|_| free) {
                let from = self.field.comes_from(u, &self.field[c.by]).0;
                all.push(Charge {
                    by: u.id,
                    on: c.by,
                    in_support_of: Some(of),
                    from,
                    from_now: from,
                    tested: false,
                    marks: [self.mark(u.id), self.mark(c.by)],
                    caught: false,
                    formed_at: 0.0,
                    faced_at: 0.0,
                    ..c.clone()
                });
            }
        }
        for c in all {
            let (unit, target) = (self.code(c.by), self.code(c.on));
            self.say(clause!("17.5.h"), Kind::Responds, &[c.by, c.on], || {
                say!("event-countercharges-in-support", unit, target)
            });
            self.play.charges.push(c);
        }
    }

    /// The gait of a charge: double-move speed after a double move (17.1.d).
    pub(super) fn charge_gait(&self, u: UnitId) -> Gait {
        if self.field[u].last.double_move { Gait::Double } else { Gait::Charge }
    }

    /// A charge or attack as it is declared, before reach is measured.
    pub(crate) fn a_charge(
        &self,
        by: UnitId,
        on: UnitId,
        response: Option<crate::order::Response>,
    ) -> Charge {
        let from = self.field.comes_from(&self.field[by], &self.field[on]).0;
        let [formed_at, faced_at] = self.changes_until(on);
        Charge {
            by,
            on,
            what: Closing::Attack,
            in_support_of: None,
            goes_on: false,
            screen: false,
            beside: false,
            late: false,
            from,
            from_now: from,
            tested: true,
            response,
            value: None,
            charger: Charger::MakeTheCharge,
            defender: None,
            fires_at: None,
            marks: [self.mark(by), self.mark(on)],
            caught: self.caught_at_first(by, on, formed_at),
            formed_at,
            faced_at,
            at: 0.0,
            contact: false,
            over: false,
        }
    }

    /// What becomes of one after reach was measured.
    fn measured(&mut self, by: UnitId, on: UnitId, charge: bool) -> Option<Charge> {
        let mut c = Charge { tested: charge, ..self.a_charge(by, on, None) };
        if !charge {
            return Some(c);
        }
        let u = &self.field[by];
        let legs = self.play.order(by).map(|o| o.legs.clone()).unwrap_or_default();
        let mut run = closing::run(self, u, &legs, on, self.charge_gait(by));
        // Those whom the same charge is declared on bar no way (17.4.b).
        let named = |x: &UnitId| {
            let also = self.play.order(by).map(|o| (&o.charge, &o.charge_also));
            let code = self.code(*x);
            also.is_some_and(|(first, also)| {
                !also.is_empty() && (first.as_ref() == Some(&code) || also.contains(&code))
            })
        };
        run.barred = run.barred.filter(|x| !named(x));
        let s = MayChargeSituation {
            troop: u.troop,
            formation: u.formation(),
            on_foot: u.walks(),
            // Routers count as open order (8.1.i).
            target: match self.field[on].state {
                State::Routing => Formation::Skirmish,
                _ => self.field[on].formation(),
            },
            ordered: true,
            seen: orders::sees(self, by, on),
            // Attack distance must be left after the manoeuvre too (17.2.e).
            distance: self.field.gap(by, on).min(run.far.unwrap_or(f64::INFINITY)).max(0.0),
            in_reach: run.in_reach,
            ground: run.ground,
            slope: run.slope,
            impassable: run.impassable,
            way_barred: run.barred.is_some(),
            // Halted for this and the next move, and longer until it has reordered (23.3.b).
            forced: u.state.forced() || u.state == State::Halted,
            surprised: self.play.surprised_before.contains(&by),
            readings: ChargeReadings::of(&self.field.readings),
        };
        let (o, ruling) = known::<MayCharge>(&s);
        let (unit, target) = (self.code(by), self.code(on));
        match o {
            Declared::Charge => {
                c.what = Closing::Charge;
                self.rule_on(clause!("17.6.a.2"), Kind::Declared, &[by, on], ruling, || {
                    say!("event-in-reach", unit, target)
                });
                self.also(clause!("play.charge.check"));
                self.also(clause!("glossary.charge-reach"));
                self.also(clause!("play.measure"));
            }
            Declared::OnOthers => {
                c.what = Closing::Charge;
                c.on = run.barred.unwrap_or(on);
                c.from = self.field.comes_from(&self.field[by], &self.field[c.on]).0;
                c.marks[1] = self.mark(c.on);
                [c.formed_at, c.faced_at] = self.changes_until(c.on);
                c.caught = self.caught_at_first(by, c.on, c.formed_at);
                let other = self.code(c.on);
                self.rule_on(clause!("play.charge.check"), Kind::Declared, &[by, c.on], ruling, || {
                    say!("event-charge-on-others", unit, other)
                });
            }
            Declared::OutOfReach => {
                c.what = Closing::OutOfReach;
                c.tested = false;
                self.rule_on(clause!("17.6.a.note"), Kind::NoCharge, &[by, on], ruling, || {
                    say!("event-out-of-reach", unit, target)
                });
            }
            Declared::Attack { by: why } => {
                c.tested = false;
                self.rule_on(why, Kind::NoCharge, &[by, on], ruling, || {
                    say!("event-attack-instead", unit, target)
                });
            }
            Declared::Stand { by: why } => {
                self.rule_on(why, Kind::NoCharge, &[by, on], ruling, || {
                    say!("event-no-charge", unit, target)
                });
                return None;
            }
        }
        Some(c)
    }

    /// Does a change of formation count when the charge is declared: can it not be over before the charger is at attack distance (T13.A.x)?
    fn caught_at_first(&self, by: UnitId, on: UnitId, formed_at: f64) -> bool {
        let carried = self.field.readings.is(reading!("caught-changing", "carried-over"));
        if formed_at <= 0.0 || (carried && self.field[on].changing.is_none()) {
            return false;
        }
        let legs = self.play.order(by).map(|o| o.legs.clone()).unwrap_or_default();
        let at = closing::at_attack_distance(self, &self.field[by], &legs, on, self.charge_gait(by));
        formed_at > at + 1e-6
    }

    /// When a charged body, which does not march, is through with changes of formation, and with turns too (17.5.b). To disarm prisoners is
    /// to change formation all the move (23.10.e).
    pub(super) fn changes_until(&self, u: UnitId) -> [f64; 2] {
        const ALL_THE_MOVE: f64 = 2.0;
        if self.disarms(u) {
            return [ALL_THE_MOVE; 2];
        }
        let unit = &self.field[u];
        let carried = unit.changing.map_or(0.0, |c| c.left);
        let Some(o) = self.play.order(u) else { return [carried; 2] };
        let (mut now, mut formed, mut faced) = (0.0, 0.0, 0.0);
        for act in self.acts_of(unit, o) {
            let Act::Fixed { left, then } = act else { continue };
            now += left;
            match then {
                Then::Form(_) | Then::Leave(..) => (formed, faced) = (now, now),
                Then::Turn(_) => faced = now,
                _ => {}
            }
        }
        if formed > 0.0 { [formed, faced] } else { [carried, faced.max(carried)] }
    }

    /// Is a body in the middle of a change, or ordered to make one (17.5.b)?
    pub(super) fn changes(&self, u: UnitId) -> bool {
        use crate::answer::LegOrder;
        let ordered = self.play.order(u).is_some_and(|o| {
            o.legs.iter().any(|l| matches!(l, LegOrder::Form { .. } | LegOrder::Turn { .. }))
        });
        ordered || self.field[u].changing.is_some() || self.disarms(u)
    }

    /// Whose hand rolls for a pair: first the one, then the other, two each (play.dice).
    pub(super) fn hands(&self, first: UnitId, second: UnitId, each: u8) -> umpire::Rolls {
        let sides: [Side; 2] = [self.field[first].side, self.field[second].side];
        umpire::Rolls::Each(sides, each)
    }
}
