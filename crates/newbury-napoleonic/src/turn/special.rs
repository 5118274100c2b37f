//! Gunners, drivers, rocketeers and dismounted cavalry under a result (23.11 to 23.14).

use super::course::Act;
use crate::answer::LegOrder;
use crate::battle::{Battle, Leads};
use crate::drill::known;
use crate::event::Kind;
use crate::order::Gait;
use crate::procedures::special::{Acts, Outcome, Special, SpecialSituation, SpecialTroops};
use crate::troop::Arm;
use crate::unit::{State, Unit, UnitId};
use crate::{clause, say};
use std::collections::VecDeque;
use table::V2;

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
        let safety = (result == Outcome::Withdraw).then(|| self.safety_near(u)).flatten();
        let s = SpecialSituation {
            troops,
            result,
            in_melee: self.play.fights(u) || f[u].deeds.in_melee,
            safety_near: safety.is_some(),
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
                let drivers = self.drivers(u);
                self.abandons_guns(u, by);
                if drivers > 0 {
                    self.teams_stand_behind(u, drivers);
                    self.left_behind(u, Leads::Teams, clause!("23.13"));
                }
                if matches!(troops, Special::Rocketeers { .. }) {
                    self.also(clause!("23.14.c"));
                }
            }
            Acts::DefendGuns => self.field[u].state = State::UnderOrders,
            Acts::AbandonHorses => {
                if self.led_of(u).is_none() {
                    self.hold_horses(u);
                }
                self.play.horseless.push(u);
                self.left_behind(u, Leads::Horses, clause!("23.11.b"));
            }
            Acts::MoveOffUnlimbered | Acts::GoOnFoot => {
                self.play.on_foot_to_cover.retain(|(x, ..)| *x != u);
                self.play.on_foot_to_cover.extend(safety.map(|(dir, cm)| (u, dir, cm)));
            }
            _ => {}
        }
    }

    /// The nearest place within reach where a body has cover or is out of the line of fire: two moves of deployed guns, one on foot. Which
    /// way, and how far (23.11.a, 23.12.b).
    fn safety_near(&self, u: UnitId) -> Option<(V2, f64)> {
        let f = &self.field;
        let unit = &f[u];
        let moves = if unit.battery.is_some() { 2.0 } else { 1.0 };
        let reach = f.rate(unit, Gait::Normal).unwrap_or(0.0) * moves;
        let mut enemies = self.play.fire[u.index()].shooters.clone();
        if enemies.is_empty() {
            enemies.extend(f.nearest_enemy(u).map(|(e, _)| e));
        }
        let first = f[*enemies.first()?].base.centre();
        let away = (unit.base.centre() - first).unit().bearing_degrees();
        let safe = |at: V2| {
            let cover = crate::book::weather::cover_in(f.ground.kind(at)) != crate::terrain::Cover::None;
            let hidden = |e: &UnitId| f.line_free(f[*e].base.front, at, [Some(*e), None]).is_err();
            f.ground.holds(at) && (cover || enemies.iter().all(hidden))
        };
        let ways = [0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0].map(|d| V2::bearing(away + d));
        (1..=8).map(|n| reach * f64::from(n) / 8.0).find_map(|cm| {
            let way = ways.into_iter().find(|dir| safe(unit.base.centre() + *dir * cm))?;
            Some((way, cm))
        })
    }

    /// What has to be done before a body falls back: guns are limbered, horses mounted (23.11.a, 23.12.b).
    pub(super) fn packs_up(&self, u: &Unit, acts: &mut VecDeque<Act>) {
        let mut now = u.clone();
        if self.play.on_foot_to_cover.iter().any(|(x, ..)| *x == u.id) {
            return;
        }
        if u.deployed() && u.battery.is_some() {
            self.act_of(&mut now, LegOrder::Limber, Gait::Normal, acts);
        } else if u.arm().cavalry() && u.dismounted && !self.play.horseless.contains(&u.id) {
            self.act_of(&mut now, LegOrder::Mount, Gait::Normal, acts);
        }
    }
}
