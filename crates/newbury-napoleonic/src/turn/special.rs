//! Gunners, drivers, rocketeers and dismounted cavalry under a result (23.11 to 23.14).

use super::course::Act;
use crate::answer::LegOrder;
use crate::battle::Battle;
use crate::drill::known;
use crate::event::Kind;
use crate::order::Gait;
use crate::procedures::special::{Acts, Outcome, Special, SpecialSituation, SpecialTroops};
use crate::troop::Arm;
use crate::unit::{State, Unit, UnitId};
use crate::{clause, say};
use std::collections::VecDeque;

impl Battle {
    /// Special troops, if it is such a body.
    fn special(&self, u: UnitId) -> Option<(Special, umpire::Clause)> {
        let unit = &self.field[u];
        let deployed = unit.deployed() && unit.battery.is_some();
        match unit.arm() {
            Arm::FootRockets | Arm::HorseRockets if deployed => {
                Some((Special::Rocketeers { mounted: unit.arm() == Arm::HorseRockets }, clause!("23.14.a")))
            }
            a if a.battery() && deployed => Some((Special::Gunners { horse: a.rides() }, clause!("23.12.b"))),
            a if a.cavalry() && unit.dismounted => Some((Special::DismountedCavalry, clause!("23.11.a"))),
            _ => None,
        }
    }

    /// What special troops make of a result.
    pub(super) fn special_act(&mut self, u: UnitId, result: Outcome) {
        let Some((troops, by)) = self.special(u) else { return };
        let f = &self.field;
        let threatened = f.enemies(f[u].side).any(|e| {
            let reach = f.rate(e, Gait::Charge).unwrap_or(0.0);
            !e.arm().battery() && !e.state.forced() && f.gap(u, e.id) <= reach
        });
        let s = SpecialSituation {
            troops,
            result,
            in_melee: self.play.fights(u) || f[u].deeds.in_melee,
            safety_near: false,
            in_time: !threatened,
            uncut: false,
        };
        let gunners = matches!(troops, Special::Gunners { .. });
        let by = if gunners && s.in_melee { clause!("23.12.a") } else { by };
        let (o, ruling) = known::<SpecialTroops>(&s);
        let unit = self.code(u);
        self.rule_on(by, Kind::FallsBack, &[u], ruling, || say!("event-special", unit));
        match o.acts {
            Acts::AbandonGuns | Acts::AbandonGunsAndHorses => {
                self.abandons_guns(u, by);
                self.also(clause!("23.13"));
            }
            Acts::DefendGuns => self.field[u].state = State::UnderOrders,
            Acts::AbandonHorses => self.play.horseless.push(u),
            _ => {}
        }
    }

    /// What has to be done before a body falls back: guns are limbered, horses mounted (23.11.a, 23.12.b).
    pub(super) fn packs_up(&self, u: &Unit, acts: &mut VecDeque<Act>) {
        let mut now = u.clone();
        if u.deployed() && u.battery.is_some() {
            self.act_of(&mut now, LegOrder::Limber, Gait::Normal, acts);
        } else if u.arm().cavalry() && u.dismounted && !self.play.horseless.contains(&u.id) {
            self.act_of(&mut now, LegOrder::Mount, Gait::Normal, acts);
        }
    }
}
