//! Melees at clock 0, before immediate fire (07.04, 07.05, 07.06, play.melee).

use super::forced::Forced;
use super::{Stage, Table};
use crate::event::EventKind;
use crate::losses::{self, Cause};
use crate::procedures::melee::{Enemy, Fighter};
use crate::procedures::{CombatReadings, Melee, MeleeSituation, Prisoners, PrisonersSituation, Roll};
use crate::troop::{Arm, Kind, State};
use crate::unit::UnitId;
use crate::{clause, cover};
use smallvec::SmallVec;
use umpire::{Procedure, Ruling, judge};

/// What one unit did to the enemies it touches.
struct Bout {
    unit: UnitId,
    enemies: SmallVec<[UnitId; 2]>,
    men: Vec<u32>,
    general: Vec<bool>,
    sum: u8,
    figures: u16,
}

impl Table {
    /// Step 1 at clock 0.
    pub(crate) fn melees(&mut self) -> Stage {
        let mut bouts: Vec<Bout> = Vec::new();
        // All from the positions and figures at that moment.
        for i in 0..self.field.units.len() {
            let u = UnitId(i as u16);
            if self.field[u].on_table() && !self.field[u].locked.is_empty() {
                let _ = clause!("07.04.1.a");
                bouts.push(self.fight(u));
            }
        }
        if !bouts.is_empty() {
            self.settle_melees(&bouts);
        }
        // Units that declared a retreat retire now in any case, after immediate fire (04.01.3.b).
        self.set_out();
        Stage::Fire
    }

    /// Figures of a unit that fight an enemy it touches or is about to touch (07.04.4).
    pub(crate) fn figures_fighting(&self, u: UnitId, enemy: UnitId) -> u16 {
        let f = &self.field;
        let (a, b) = (&f[u], &f[enemy]);
        let _ = clause!("07.04.4");
        if a.arm == Arm::Artillery {
            return a.figures;
        }
        if !a.inside.is_empty() {
            let _ = clause!("02.04.3.c");
            return a.figures;
        }
        // Fought from which side of it?
        let to = a.base.local(b.base.centre());
        let half = a.base.width / 2.0;
        let at_flank = to.x.abs() > half && to.y < 0.0 && to.y > -a.base.depth;
        if at_flank && a.turned > 0 {
            let _ = clause!("07.04.5.a");
            return a.turned.min(a.figures);
        }
        let (w, h) = a.figure();
        let across = if at_flank { a.base.dir } else { a.base.dir.right() };
        let middle = a.base.centre();
        let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
        for r in f.rects(b) {
            for c in r.corners() {
                let x = (c - middle).dot(across);
                lo = lo.min(x);
                hi = hi.max(x);
            }
        }
        let (files, size, deep) = if at_flank {
            (a.ranks(), h, a.files)
        } else {
            (
                a.rank(0),
                w + if a.formation == crate::troop::Formation::Chain { a.gap } else { 0.0 },
                a.ranks(),
            )
        };
        let extent = f64::from(files) * size / 2.0;
        // Files that touch.
        let first = ((lo + extent) / size + 1e-9).floor().max(0.0) as u16;
        let last = ((hi + extent) / size - 1e-9).ceil().min(f64::from(files)).max(0.0) as u16;
        let touching = last.saturating_sub(first);
        if touching == 0 {
            return a.wrapped.min(a.figures);
        }
        let overlap = u16::from(first > 0) + u16::from(last < files);
        let ranks = deep.min(2);
        (touching * ranks + overlap + a.wrapped).min(a.figures)
    }

    fn fight(&mut self, u: UnitId) -> Bout {
        let enemies: SmallVec<[UnitId; 2]> =
            self.field[u].locked.iter().copied().filter(|e| self.field[*e].on_table()).collect();
        let f = &self.field;
        let unit = &f[u];
        let counts: SmallVec<[u16; 2]> = enemies.iter().map(|e| self.figures_fighting(u, *e)).collect();
        let figures = counts.iter().sum::<u16>().min(unit.figures);
        let nearest = enemies.first().map_or(unit.base.front, |e| f[*e].base.front);
        let mut fighter = Fighter::new(unit.kind(), figures, unit.weapon);
        fighter.state = unit.state;
        fighter.cover = cover::against(f, unit, nearest, false);
        fighter.valour = unit.valour;
        fighter.first_use = !unit.record.used_arms;
        fighter.out_of_ammunition = !unit.ammunition;
        let s = MeleeSituation {
            fighter,
            enemies: enemies
                .iter()
                .zip(&counts)
                .map(|(e, n)| Enemy {
                    figures: *n,
                    cover: cover::against(f, &f[*e], unit.base.front, false),
                    general: losses::generals_with(f, *e).first().is_some(),
                })
                .collect(),
            readings: CombatReadings::of(&f.readings),
        };
        let mut r = Ruling::new(Melee::NAME);
        let p = Melee::prepare(&s, &mut r);
        let roll: Roll = p.roll(&mut self.dice, &mut r);
        let o = p.read(roll, &mut r);
        r.result = serde_json::to_value(&o).unwrap_or_default();
        let men: Vec<u32> = o.enemies.iter().map(|l| l.men).collect();
        let total = men.iter().sum();
        let against = enemies.clone();
        let mut about = vec![u];
        about.extend(&enemies);
        self.tell(clause!("07.05.1"), &about, || EventKind::Melee {
            unit: u,
            against,
            men: total,
            ruling: Box::new(r),
        });
        let turn = self.field.turn;
        let unit = &mut self.field[u];
        unit.record.used_arms = true;
        unit.record.last_melee = Some(turn);
        unit.record.last_activity = Some(turn);
        unit.record.stirred = Some(turn);
        if o.out_of_ammunition && unit.ammunition {
            unit.ammunition = false;
            self.tell(clause!("09.01.1"), &[u], || EventKind::OutOfAmmunition { unit: u });
        }
        self.run_mut(u).melee = true;
        let general = o.enemies.iter().map(|l| l.general_falls).collect();
        Bout { unit: u, enemies, men, general, sum: roll.sum, figures }
    }

    fn settle_melees(&mut self, bouts: &[Bout]) {
        let turn = self.field.turn;
        let ids: Vec<UnitId> = bouts.iter().map(|b| b.unit).collect();
        let lost_by = |u: UnitId| -> u32 {
            bouts
                .iter()
                .flat_map(|b| b.enemies.iter().zip(&b.men))
                .filter(|(e, _)| **e == u)
                .map(|(_, m)| *m)
                .sum()
        };
        let dealt = |u: UnitId| bouts.iter().find(|b| b.unit == u).map_or(0, |b| b.men.iter().sum::<u32>());
        // All losses are noted before anybody tests.
        let mut removed: Vec<(UnitId, u16)> = Vec::new();
        for u in &ids {
            let s = losses::suffer(&mut self.field, *u, lost_by(*u), turn);
            if s.men > 0 {
                let (u, men, figures) = (*u, s.men, s.figures_removed);
                self.run_mut(u).hurt = true;
                self.tell(clause!("07.05.2"), &[u], || EventKind::Lost { unit: u, men, figures });
            }
            if s.figures_removed > 0 && !s.destroyed {
                removed.push((*u, s.figures_removed));
            }
            if s.destroyed {
                self.gone(*u);
            }
        }
        for b in bouts {
            for (e, falls) in b.enemies.iter().zip(&b.general) {
                if *falls {
                    self.general_falls(*e, clause!("07.05.4"));
                }
            }
        }
        let mut fled: Vec<UnitId> = Vec::new();
        for (u, figures) in removed {
            if !self.field[u].on_table() {
                continue;
            }
            let worst = bouts
                .iter()
                .filter(|b| b.enemies.contains(&u))
                .max_by_key(|b| (b.men.iter().sum::<u32>(), std::cmp::Reverse(b.unit)));
            let Some(worst) = worst else { continue };
            let from = self.field[worst.unit].base.front;
            let other = self.field[u].kind() != Kind::Mounted;
            let mounted =
                bouts.iter().any(|b| b.enemies.contains(&u) && self.field[b.unit].kind() == Kind::Mounted);
            let cause =
                Cause::Melee { from, against_mounted: other && mounted, more_losses: lost_by(u) > dealt(u) };
            let _ = clause!("07.05.3");
            let o = self.test_morale(u, cause, figures);
            if o.fell && o.state >= State::Disorder {
                let winner = worst.unit;
                self.turn_mut().flights.push(Forced::of(u, Some(winner), o.state));
                if o.state == State::Complete {
                    fled.push(u);
                }
            }
        }
        for u in fled {
            // By the winner's loss roll of this turn (07.06.2.a).
            let winners: Vec<(UnitId, u16, u8)> = bouts
                .iter()
                .filter(|b| b.enemies.contains(&u) && self.field[b.unit].on_table())
                .map(|b| (b.unit, b.figures, b.sum))
                .collect();
            for (w, figures, sum) in winners {
                self.take_prisoners(w, u, figures, sum);
            }
        }
        self.run_forced();
    }

    /// A unit that fell into FU in shock or melee gives up prisoners (07.06).
    pub(crate) fn take_prisoners(&mut self, winner: UnitId, loser: UnitId, figures: u16, sum: u8) {
        let f = &self.field;
        if !f[loser].on_table() {
            return;
        }
        let s = PrisonersSituation {
            dice: sum,
            winner: f[winner].kind(),
            winner_figures: figures,
            loser: f[loser].kind(),
            loser_figures: f[loser].figures,
            general: !losses::generals_with(f, loser).is_empty(),
        };
        let (o, ruling) = judge::<Prisoners>(&s, &mut self.dice);
        if o.general {
            for s in losses::generals_with(&self.field, loser) {
                crate::staffwork::lose_general(&mut self.field, s, true, None);
                self.tell(clause!("07.06.2.b"), &[loser], || EventKind::StaffLost {
                    staff: s,
                    captured: true,
                });
            }
        }
        if o.figures == 0 {
            return;
        }
        let given = losses::give_up(&mut self.field, loser, o.figures);
        self.tell(clause!("07.06.1"), &[loser, winner], || EventKind::Prisoners {
            unit: loser,
            by: winner,
            figures: given,
            ruling: Box::new(ruling),
        });
        self.gone(loser);
    }
}
