//! Fire without orders: as surprised at an attacker, and of those locked in a close fire-fight (04.02.13, 04.02.14).

use super::choices::Asked;
use super::{Table, Volley};
use crate::check::{Shot, Target, Trigger};
use crate::clause;
use crate::fire::{self, Occasion, Part};
use crate::guns::{self, Mark};
use crate::order::{Choice, ChoiceKind};
use crate::troop::{Ammunition, Arm, State};
use crate::unit::UnitId;
use smallvec::{SmallVec, smallvec};
use umpire::Clause;

/// What a unit fires without an order: all it can, at one enemy.
pub(super) fn shot_at(enemy: UnitId, when: Trigger, ammunition: Option<Ammunition>) -> Shot {
    Shot { companies: None, when, at: Target::Unit(enemy), ammunition, guess: None, also: SmallVec::new() }
}

impl Table {
    /// The unit is locked in a close fire-fight with this enemy.
    pub(crate) fn fire_locked(&self, u: UnitId) -> Option<(UnitId, Clause)> {
        fire::locked_on(&self.field, u)
    }

    /// A locked unit whose order is not to fire at that enemy fires at it at once, by this clause.
    pub(crate) fn lock_fire(&mut self, u: UnitId) -> Option<Clause> {
        let (target, by) = self.fire_locked(u)?;
        let unit = &self.field[u];
        if self.run(u).order.retreat || unit.state >= State::Disorder || !unit.locked.is_empty() {
            return None;
        }
        let already = self.run(u).fire.volleys.iter().any(|v| v.shot.at == Target::Unit(target));
        if already {
            return None;
        }
        let shot = shot_at(target, Trigger::AtOnce, None);
        let run = self.run_mut(u);
        run.fire.volleys = smallvec![Volley { shot: shot.clone(), after: 0, done: false, due: None }];
        run.order.steps.clear();
        run.assault.attack = None;
        run.order.action =
            crate::check::Action::Fire(crate::check::FirePlan { shots: smallvec![shot], repair: None });
        self.turn_mut().fire.arm(u);
        Some(by)
    }

    /// Who may fire as surprised at the attackers now at break-in distance (04.02.13).
    pub(crate) fn ask_surprised(&mut self) {
        let mut asked = Vec::new();
        for b in self.turn().instant.breakins.clone() {
            let (u, a) = (b.target, b.attacker);
            if asked
                .iter()
                .any(|x: &Asked| matches!(x.kind, ChoiceKind::SurprisedFire { unit, .. } if unit == u))
            {
                continue;
            }
            if self.may_surprise(u).is_err() {
                continue;
            }
            let (offers, default) = self.surprised_offers(u, a);
            if offers.len() < 2 {
                continue;
            }
            asked.push(Asked {
                key: format!("surprised fire {}", self.field[u].code),
                side: self.field[u].side,
                kind: ChoiceKind::SurprisedFire { unit: u, attacker: a },
                default,
                offers,
                clause: clause!("04.02.13.a"),
            });
        }
        self.ask(asked);
    }

    /// May it fire as surprised? If not, by which clause, where one says so.
    fn may_surprise(&self, u: UnitId) -> Result<(), Option<Clause>> {
        let unit = &self.field[u];
        let run = self.run(u);
        if unit.state == State::Complete || !unit.locked.is_empty() || run.befell.melee || run.order.retreat {
            return Err(None);
        }
        let r = &self.field.readings;
        if unit.arm == Arm::Artillery && r.is(crate::reading!("surprised-who", "not-guns"))
            || matches!(run.order.action, crate::check::Action::Resupply(_))
                && r.is(crate::reading!("resupply-surprised", "never"))
        {
            return Err(None);
        }
        // An order that fires now is carried out instead; one whose target cannot be fired at leaves the choice
        // (play.fire-order).
        let fires = |v: &Volley| {
            let due = v.due.filter(|_| !v.done);
            due.is_some_and(|by| self.prepare_fire(u, &v.shot, v.after, by).is_ok())
        };
        if run.fire.volleys.iter().any(fires) {
            return Err(None);
        }
        if run.fire.volleys.iter().any(|v| !v.done && v.shot.when == Trigger::AfterShock) {
            return Err(Some(clause!("04.02.13.b")));
        }
        self.no_longer_surprised(u).map_or(Ok(()), |by| Err(Some(by)))
    }

    /// The clause by which a unit that has moved, fired or been passed through in this turn does not fire as surprised.
    pub(super) fn no_longer_surprised(&self, u: UnitId) -> Option<Clause> {
        let run = self.run(u);
        let moved = run.befell.moved || run.befell.forced || !self.leg(u).stands();
        (moved || run.fire.fired || run.befell.passed).then(|| clause!("04.02.13.b"))
    }

    fn surprised_offers(&self, u: UnitId, attacker: UnitId) -> (Vec<Choice>, Choice) {
        let marching = |x: UnitId| !self.leg(x).stands();
        let why = Occasion { surprised: true, marching: &marching };
        if self.field[u].arm == Arm::Artillery {
            let mut offers = Vec::new();
            for a in [Ammunition::Canister, Ammunition::RoundShot, Ammunition::Shell] {
                let can = match a {
                    Ammunition::Canister => {
                        guns::canister(&self.field, u, &[attacker], self.repairs(u), why).is_ok()
                    }
                    _ => {
                        let mark = Mark::Unit(attacker);
                        guns::lay(&self.field, u, mark, a, None, self.repairs(u), why).is_ok()
                    }
                };
                if can {
                    offers.push(Choice::With(a));
                }
            }
            let default = offers.first().cloned().unwrap_or(Choice::No);
            offers.push(Choice::No);
            return (offers, default);
        }
        match fire::small_arms(&self.field, u, attacker, Part::Whole, why) {
            Ok(_) => (vec![Choice::Yes, Choice::No], Choice::Yes),
            Err(_) => (vec![Choice::No], Choice::No),
        }
    }

    /// The surprised unit fires at the attacker: its fire of this turn.
    pub(crate) fn surprised_volley(&mut self, u: UnitId, attacker: UnitId, with: Option<Ammunition>) {
        let shot = shot_at(attacker, Trigger::BeforeShock, with);
        let run = self.run_mut(u);
        // A fire order for later in the turn lapses.
        run.fire.cease();
        run.fire.surprised = true;
        run.fire.volleys.push(Volley { shot, after: 0, done: false, due: Some(Some(attacker)) });
        self.turn_mut().fire.arm(u);
    }
}
