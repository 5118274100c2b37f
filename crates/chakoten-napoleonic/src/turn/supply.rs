//! Ammunition from the train on the clock (11.04.1): two whole turns beside the wagon.

use super::legs::Did;
use super::{INSTANT, Table};
use crate::clause;
use crate::event::{By, EventKind};
use crate::procedures::supply::{Resupply, ResupplySituation, Source, a_gun_fill};
use crate::troop::Arm;
use crate::unit::{Load, UnitId};
use umpire::Clause;

impl Table {
    /// It stands beside the wagon for the whole turn.
    pub(super) fn resupply_leg(&mut self, u: UnitId, wagon: &str) -> Did {
        if !self.run(u).order.begun {
            if let Err(by) = self.may_resupply(u, wagon) {
                self.cannot(u, by);
                return self.after_giving_up(u);
            }
            self.run_mut(u).order.begun = true;
        }
        self.works_on(u, clause!("11.04.1"))
    }

    /// Beside a wagon that has ammunition for it, from the beginning of the turn.
    fn may_resupply(&self, u: UnitId, wagon: &str) -> Result<(), Clause> {
        let f = &self.field;
        let by = clause!("11.04.1");
        let Some(w) = self.named(wagon) else { return Err(by) };
        if f[w].arm != Arm::Train {
            return Err(clause!("11.04.2"));
        }
        let beside = f[w].side == f[u].side && f.in_contact(&f[u], &f[w]) && self.time() <= INSTANT;
        if f[u].arm == Arm::Train || !beside {
            return Err(by);
        }
        if self.stock(w) == 0 { Err(clause!("11.01.3")) } else { Ok(()) }
    }

    /// What a wagon has left, in fills of a battalion.
    fn stock(&self, wagon: UnitId) -> u32 {
        match self.field[wagon].load {
            Some(Load::Ammunition { infantry, guns }) => {
                u32::from(infantry).max(u32::from(guns) * a_gun_fill())
            }
            _ => 0,
        }
    }

    /// The end of a turn beside a wagon.
    pub(super) fn issue_ammunition(&mut self) {
        let turn = self.field.turn;
        for u in self.standing() {
            let run = self.run(u);
            let Some(crate::order::Leg::Resupply { wagon }) = run.order.now().filter(|_| run.order.begun)
            else {
                continue;
            };
            let Some(w) = self.named(wagon) else { continue };
            let stood = !self.stirred_in_turn(u) && self.field.in_contact(&self.field[u], &self.field[w]);
            if !stood {
                self.field[u].record.issue = None;
                continue;
            }
            let spent = match self.field[u].record.issue {
                Some((n, last, of)) if last + 1 == turn && of == w => n + 1,
                _ => 1,
            };
            let unit = &self.field[u];
            let holds = unit.battery.as_ref().map_or(unit.ammunition, |b| b.loads);
            let s = ResupplySituation {
                arm: unit.arm,
                company: unit.companies == 1 && unit.whole.is_none() && unit.arm == Arm::Infantry,
                model_guns: unit.battery.as_ref().map_or(0, |b| b.models().into()),
                holds: holds.into(),
                allotment: None,
                stock: Some(self.stock(w)),
                turns: spent.into(),
                source: Source::Wagon,
                umpire_allows: false,
            };
            let (out, ruling) = self.judge::<Resupply>(&s, u);
            if out.turns_left > 0 {
                self.field[u].record.issue = Some((spent, turn, w));
                continue;
            }
            self.field[u].record.issue = None;
            let loads = out.issued.min(u8::MAX.into()) as u8;
            let unit = &mut self.field[u];
            match unit.battery.as_mut() {
                Some(b) => b.loads = b.loads.saturating_add(loads),
                None => unit.ammunition = unit.ammunition.saturating_add(loads),
            }
            let left = out.stock.min(u16::MAX.into()) as u16;
            if let Some(Load::Ammunition { infantry, guns }) = &mut self.field[w].load {
                *infantry = (*infantry).min(left);
                *guns = (*guns).min(left / a_gun_fill().max(1) as u16);
            }
            let by = By::from(clause!("11.04.1")).with(ruling.clauses.iter().copied());
            self.tell_owner(by, u, || EventKind::Resupplied { unit: u, loads });
            self.run_mut(u).order.next();
        }
    }
}
