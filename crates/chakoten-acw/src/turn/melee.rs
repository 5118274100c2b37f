//! Melees at clock 0, before immediate fire (07.04, 07.05, 07.06, play.melee).

use super::forced;
use super::{Stage, Table};
use crate::event::{By, EventKind};
use crate::field::Field;
use crate::losses::{self, Cause};
use crate::procedures::melee::{Enemy, Fighter};
use crate::procedures::{CombatReadings, Melee, MeleeSituation, Prisoners, PrisonersSituation, Roll};
use crate::troop::{Arm, Kind, State};
use crate::unit::UnitId;
use crate::{clause, cover, reading};
use smallvec::SmallVec;
use table::EPS;
use umpire::{Clause, Procedure, Ruling};

/// What one unit did to the enemies it touches.
struct Bout {
    unit: UnitId,
    enemies: SmallVec<[UnitId; 2]>,
    men: Vec<u32>,
    general: Vec<bool>,
    sum: u8,
    /// Its figures counted against each of them.
    figures: SmallVec<[u16; 2]>,
}

impl Bout {
    /// Its place in the list of its enemies.
    fn against(&self, u: UnitId) -> Option<usize> {
        self.enemies.iter().position(|e| *e == u)
    }

    fn men_against(&self, u: UnitId) -> u32 {
        self.against(u).map_or(0, |i| self.men[i])
    }
}

/// On which side of it a unit is fought.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Face {
    Front,
    Flank,
    Rear,
}

impl Table {
    /// Step 1 at clock 0.
    pub(crate) fn melees(&mut self) -> Stage {
        let mut bouts: Vec<Bout> = Vec::new();
        // All from the positions and figures at that moment.
        for i in 0..self.field.units.len() {
            let u = UnitId(i as u16);
            if self.field[u].on_table() && !self.field[u].locked.is_empty() {
                bouts.extend(self.fight(u));
            }
        }
        if !bouts.is_empty() {
            self.settle_melees(&bouts);
        }
        // Who is still in contact neither marches nor fires, whatever was written; who is free again may march.
        for u in bouts.iter().map(|b| b.unit) {
            self.run_mut(u).befell.melee = true;
            if self.field[u].on_table() && !self.field[u].locked.is_empty() {
                self.overrides(u, clause!("play.melee"));
                self.run_mut(u).assault.attack = None;
                self.run_mut(u).assault.full_charge = false;
                self.void(u, false);
            } else if self.field[u].on_table() && self.field.readings.is(reading!("after-melee", "stands")) {
                self.overrides(u, clause!("play.melee"));
                self.void(u, false);
            }
        }
        // Units that declared a retreat retire now in any case, after immediate fire (04.01.3.b).
        self.set_out();
        Stage::Fire
    }

    fn fight(&mut self, u: UnitId) -> Option<Bout> {
        let Fight { enemies, figures, by, situation } = fight_of(&self.field, u)?;
        let unit = &self.field[u];
        let mut r = Ruling::new(Melee::NAME);
        let p = Melee::prepare(&situation, &mut r);
        let roll: Roll = p.roll(self.dice.occasion(Melee::NAME, &*unit.code, unit.side), &mut r);
        let o = p.read(roll, &mut r);
        r.result = serde_json::to_value(&o).unwrap_or_default();
        let men: Vec<u32> = o.enemies.iter().map(|l| l.men).collect();
        let total = men.iter().sum();
        let against = enemies.clone();
        let mut about = vec![u];
        about.extend(&enemies);
        self.tell(by, &about, || EventKind::Melee { unit: u, against, men: total, ruling: Box::new(r) });
        let turn = self.field.turn;
        let melee_too = self.field.readings.is(crate::reading!("first-fire", "melee-too"));
        let unit = &mut self.field[u];
        unit.record.used_arms = true;
        if melee_too {
            unit.record.first_fire.get_or_insert(turn);
        }
        unit.record.last_melee = Some(turn);
        unit.record.last_activity = Some(turn);
        unit.record.stirred = Some(turn);
        if o.out_of_ammunition && unit.ammunition {
            unit.ammunition = false;
            self.tell(clause!("09.01.1"), &[u], || EventKind::OutOfAmmunition { unit: u });
        }
        self.run_mut(u).befell.melee = true;
        let general = o.enemies.iter().map(|l| l.general_falls).collect();
        Some(Bout { unit: u, enemies, men, general, sum: roll.sum, figures })
    }

    fn settle_melees(&mut self, bouts: &[Bout]) {
        let turn = self.field.turn;
        let ids: Vec<UnitId> = bouts.iter().map(|b| b.unit).collect();
        let rolled_against = |u: UnitId| -> u32 { bouts.iter().map(|b| b.men_against(u)).sum() };
        let supported: Vec<bool> =
            ids.iter().map(|u| crate::attack::support(&self.field, &self.field[*u]).is_some()).collect();
        // All losses are noted before anybody tests.
        let mut lost: Vec<u32> = Vec::with_capacity(ids.len());
        let mut removed: Vec<(usize, u16)> = Vec::new();
        for (i, u) in ids.iter().enumerate() {
            let u = *u;
            let generals = losses::generals_with(&self.field, u);
            let s = losses::suffer(&mut self.field, u, rolled_against(u), turn);
            lost.push(s.men);
            if s.men > 0 {
                let (men, figures, carried) = (s.men, s.figures_removed, self.field[u].carried);
                self.run_mut(u).befell.hurt = true;
                let by = By::from(clause!("07.05.2")).with(s.by().iter());
                self.tell(by, &[u], || EventKind::Lost { unit: u, men, figures, carried });
            }
            if bouts.iter().any(|b| b.against(u).is_some_and(|k| b.general[k])) {
                self.generals_fall(u, &generals, clause!("07.05.4"));
            }
            if s.figures_removed > 0 && !s.destroyed {
                removed.push((i, s.figures_removed));
            }
            if s.destroyed {
                self.gone(u);
            }
        }
        let fights = melees(bouts);
        let mut fled: Vec<UnitId> = Vec::new();
        for (i, figures) in removed {
            let u = ids[i];
            if !self.field[u].on_table() {
                continue;
            }
            // Most of the loss came from him; of equals the larger, then the earlier in the list.
            let worst = bouts.iter().filter(|b| b.against(u).is_some()).max_by_key(|b| {
                let size = self.field[b.unit].figures;
                (b.men_against(u), size, std::cmp::Reverse(b.unit))
            });
            let Some(worst) = worst else { continue };
            let from = self.field[worst.unit].base.front;
            let other = self.field[u].kind() != Kind::Mounted;
            let mounted =
                bouts.iter().any(|b| b.against(u).is_some() && self.field[b.unit].kind() == Kind::Mounted);
            // The men that both sides lost in this melee.
            let side = self.field[u].side;
            let of = |own: bool| -> u32 {
                (0..ids.len())
                    .filter(|k| fights[*k] == fights[i] && (self.field[ids[*k]].side == side) == own)
                    .map(|k| lost[k])
                    .sum()
            };
            let more_losses = of(true) > of(false);
            let cause = Cause::Melee { from, against_mounted: other && mounted, more_losses };
            let o = self.test_morale(u, cause, figures, supported[i]);
            if o.fell && o.state >= State::Disorder {
                let winner = worst.unit;
                self.must_go(forced::MustGo::of(u, Some(winner), o.state));
                if o.state == State::Complete {
                    fled.push(u);
                }
            }
        }
        for u in fled {
            // By the winner's loss roll of this turn (07.06.2.a); who flees himself takes nobody.
            let winners: Vec<(UnitId, u16, u8)> = bouts
                .iter()
                .filter(|b| self.field[b.unit].on_table() && self.field[b.unit].state != State::Complete)
                .filter_map(|b| b.against(u).map(|k| (b.unit, b.figures[k], b.sum)))
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
        let (o, ruling) = umpire::judge::<Prisoners>(&s, &mut self.dice);
        if o.general {
            for s in losses::generals_with(&self.field, loser) {
                let by = By::from(clause!("07.06.2.b")).with(self.lose_general(s, true));
                self.tell(by, &[loser], || EventKind::StaffLost { staff: s, captured: true });
            }
        }
        if o.figures == 0 {
            return;
        }
        let given = losses::give_up(&mut self.field, loser, o.figures);
        let by = By::from(clause!("07.06.1")).and(clause!("07.06.4"));
        self.tell(by, &[loser, winner], || EventKind::Prisoners {
            unit: loser,
            by: winner,
            figures: given,
            ruling: Box::new(ruling),
        });
        self.gone(loser);
    }
}

/// Figures of a unit that fight an enemy it touches or is about to touch, and the clause that counts them.
pub(super) fn figures_fighting(f: &Field, u: UnitId, enemy: UnitId) -> (u16, Clause) {
    let (a, b) = (&f[u], &f[enemy]);
    let front = clause!("07.04.4");
    if a.arm == Arm::Artillery {
        return (a.figures, front);
    }
    if !a.inside.is_empty() {
        return (a.figures, clause!("02.04.3.c"));
    }
    let rects = f.rects(b);
    let face = faced(&a.base, &rects);
    if face == Face::Flank && a.turned > 0 {
        return (a.turned.min(a.figures), clause!("07.04.5.a"));
    }
    let (w, h) = a.figure();
    let right = a.base.dir.right();
    let across = if face == Face::Flank { a.base.dir } else { right };
    let middle = a.base.centre();
    let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
    for c in rects.iter().flat_map(|r| r.corners()) {
        let x = (c - middle).dot(across);
        lo = lo.min(x);
        hi = hi.max(x);
    }
    // Files along the side that is fought, how wide each is, and how many stand in the second rank behind them.
    let (files, size, second) = match face {
        Face::Flank => (a.ranks(), h, if a.files > 1 { a.ranks() } else { 0 }),
        _ => (a.rank(0), w + if a.open() { a.gap } else { 0.0 }, a.rank(1)),
    };
    let extent = f64::from(files) * size / 2.0;
    let first = ((lo + extent) / size + 1e-6).floor().clamp(0.0, f64::from(files)) as u16;
    let last = ((hi + extent) / size - 1e-6).ceil().clamp(0.0, f64::from(files)) as u16;
    let touching = last.saturating_sub(first);
    if touching == 0 {
        return (a.wrapped.min(a.figures), front);
    }
    let behind = touching.min(second);
    // One overlapping figure on each flank, and those that came round the enemy's flanks; nobody twice.
    let overlap = u16::from(first > 0) + u16::from(last < files);
    let beyond = files - touching + (second - behind);
    ((touching + behind + (overlap + a.wrapped).min(beyond)).min(a.figures), front)
}

/// The fight of a unit in contact: the enemies it touches, its figures counted against each, by what, and what its roll is made on.
pub(crate) struct Fight {
    enemies: SmallVec<[UnitId; 2]>,
    figures: SmallVec<[u16; 2]>,
    by: By,
    pub situation: MeleeSituation,
}

/// The same with everybody as on this table: the field itself, or what a side knows of it.
pub(crate) fn fight_of(f: &Field, u: UnitId) -> Option<Fight> {
    let unit = &f[u];
    let enemies: SmallVec<[UnitId; 2]> = unit.locked.iter().copied().filter(|e| f[*e].on_table()).collect();
    if enemies.is_empty() {
        return None;
    }
    let mut by = By::from(clause!("07.05.1")).and(clause!("07.04.1.a")).and(clause!("play.melee"));
    let mut counts: SmallVec<[u16; 2]> = SmallVec::new();
    for e in &enemies {
        let (n, counted) = figures_fighting(f, u, *e);
        counts.push(n);
        by = by.and(counted);
    }
    let figures = counts.iter().sum::<u16>().min(unit.figures);
    // He touches them all: the largest of them is meant, then the earlier in the list (play.tie).
    let first = enemies.iter().min_by_key(|e| (std::cmp::Reverse(f[**e].figures), **e));
    let nearest = first.map_or(unit.base.front, |e| f[*e].base.front);
    let mut fighter = Fighter::new(unit.kind(), figures, unit.weapon);
    fighter.state = unit.state;
    fighter.cover = cover::against(f, unit, nearest, false);
    fighter.valour = unit.valour;
    fighter.first_use = !unit.record.used_arms;
    fighter.out_of_ammunition = !unit.ammunition;
    let against = |(e, n): (&UnitId, &u16)| Enemy {
        figures: *n,
        cover: cover::against(f, &f[*e], unit.base.front, false),
        general: !losses::generals_with(f, *e).is_empty(),
    };
    let situation = MeleeSituation {
        fighter,
        enemies: enemies.iter().zip(&counts).map(against).collect(),
        readings: CombatReadings::of(&f.readings),
    };
    Some(Fight { enemies, figures: counts, by, situation })
}

/// Which melee each bout belongs to: all who touch each other, directly or through others.
fn melees(bouts: &[Bout]) -> Vec<usize> {
    let mut of: Vec<usize> = (0..bouts.len()).collect();
    for _ in 0..bouts.len() {
        let mut changed = false;
        for i in 0..bouts.len() {
            for j in 0..bouts.len() {
                if bouts[i].against(bouts[j].unit).is_some() && of[i] != of[j] {
                    let least = of[i].min(of[j]);
                    (of[i], of[j]) = (least, least);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    of
}

/// On which side of its base a unit has the enemy: where they are furthest apart.
fn faced(base: &table::Base, enemy: &[table::Rect]) -> Face {
    let local = || enemy.iter().flat_map(|r| r.corners()).map(|c| base.local(c));
    let least = |f: &dyn Fn(table::V2) -> f64| local().map(f).fold(f64::INFINITY, f64::min);
    let half = base.width / 2.0;
    let ahead = least(&|p| p.y);
    let back = least(&|p| -base.depth - p.y);
    let beside = least(&|p| p.x - half).max(least(&|p| -half - p.x));
    if ahead >= beside - EPS && ahead >= back {
        Face::Front
    } else if back >= beside - EPS {
        Face::Rear
    } else {
        Face::Flank
    }
}
