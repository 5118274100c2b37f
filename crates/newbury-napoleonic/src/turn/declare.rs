//! Step 2, first part: all charges and attacks are shown at one moment, then reach is measured (17.2.d, 17.3.b, 17.6.a.1, 17.6.a.2,
//! play.charge.check).

use crate::battle::{Battle, Charge, Closing, Mark};
use crate::book::results::Charger;
use crate::check::{closing, orders};
use crate::drill::known;
use crate::event::Kind;
use crate::order::Gait;
use crate::procedures::charge::{ChargeReadings, Declared, MayCharge, MayChargeSituation};
use crate::unit::{Side, State, UnitId};
use crate::{clause, say};

impl Battle {
    pub(super) fn mark(&self, u: UnitId) -> Mark {
        let u = &self.field[u];
        Mark { lost: u.losses.start.saturating_sub(u.figures()), factors: u.disorder() }
    }

    /// Everything that was ordered is declared; what becomes of it is found from where all stand now.
    pub(super) fn declare(&mut self) {
        let ordered: Vec<(UnitId, UnitId, bool)> = self
            .field
            .present()
            .filter_map(|u| {
                let o = self.play.order(u.id)?;
                let target = o.charge.as_ref().or(o.attack.as_ref())?;
                Some((u.id, self.field.by_code(target)?, o.charge.is_some()))
            })
            .collect();
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
            } else {
                self.also(clause!("17.7.1"));
            }
        }
        let measured: Vec<Option<Charge>> =
            ordered.iter().map(|(by, on, charge)| self.measured(*by, *on, *charge)).collect();
        self.play.charges = measured.into_iter().flatten().collect();
        for c in self.play.charges.clone() {
            let by = &mut self.field[c.by].deeds;
            by.charged |= c.what != Closing::Attack;
            by.attacked |= c.what == Closing::Attack;
            let on = &mut self.field[c.on].deeds;
            on.was_charged |= c.what == Closing::Charge;
            on.was_attacked |= c.what == Closing::Attack;
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
        Charge {
            by,
            on,
            what: Closing::Attack,
            in_support_of: None,
            from,
            from_now: from,
            tested: true,
            response,
            value: None,
            charger: Charger::MakeTheCharge,
            defender: None,
            fires_at: None,
            marks: [self.mark(by), self.mark(on)],
            caught: self.changes(on),
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
        let run = closing::run(self, u, &legs, on, self.charge_gait(by));
        let s = MayChargeSituation {
            troop: u.troop,
            formation: u.formation(),
            on_foot: u.walks(),
            target: self.field[on].formation(),
            ordered: true,
            seen: orders::sees(self, by, on),
            distance: self.field.gap(by, on),
            in_reach: run.in_reach,
            ground: run.ground,
            slope: run.slope,
            impassable: run.impassable,
            way_barred: run.barred.is_some(),
            forced: u.state.forced() || (u.state == State::Halted && u.halted_until >= self.field.turn),
            surprised: false,
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
            }
            Declared::OnOthers => {
                c.what = Closing::Charge;
                c.on = run.barred.unwrap_or(on);
                c.from = self.field.comes_from(&self.field[by], &self.field[c.on]).0;
                c.marks[1] = self.mark(c.on);
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

    /// Is a body in the middle of a change, or ordered to make one (17.5.b)?
    pub(super) fn changes(&self, u: UnitId) -> bool {
        use crate::answer::LegOrder;
        let ordered = self.play.order(u).is_some_and(|o| {
            o.legs.iter().any(|l| matches!(l, LegOrder::Form { .. } | LegOrder::Turn { .. }))
        });
        ordered || self.field[u].changing.is_some()
    }

    /// Whose hand rolls for a pair: first the one, then the other, two each (play.dice).
    pub(super) fn hands(&self, first: UnitId, second: UnitId, each: u8) -> umpire::Rolls {
        let sides: [Side; 2] = [self.field[first].side, self.field[second].side];
        umpire::Rolls::Each(sides, each)
    }
}
