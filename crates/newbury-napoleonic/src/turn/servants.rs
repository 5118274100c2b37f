//! What gunners do besides firing: dead animals are cut free, guns are spiked, teams are led away and brought back (12.5.e, 12.7, 16.2.a).

use crate::answer::LegOrder;
use crate::battle::{Battle, Leads, Led};
use crate::book::TOLERANCE;
use crate::drill::known;
use crate::event::Kind;
use crate::formation::Formation;
use crate::procedures::losses::{HorsesLost, HorsesSituation, PER_FIGURE};
use crate::procedures::movement::{Doing, DoingSituation, Task};
use crate::unit::{State, Unit, UnitId};
use crate::{clause, say};

/// Figures who cut out one animal (12.7.d).
const CUTTERS: u16 = 2;
/// Who spikes guns stands so near them (play.prisoners).
const AT_HAND: f64 = 1.0;
/// Moves that spiking takes (12.5.e).
const SPIKING: u8 = 2;

impl Battle {
    /// The teams or horses of a body that stand apart from it.
    pub(crate) fn led_of(&self, u: UnitId) -> Option<&Led> {
        self.play.led.iter().find(|l| l.owner == u)
    }

    /// Losses of teams: an animal for each twenty, which must be cut free, and a driver with every second of a team (16.7, 12.7.d, 20.2.c).
    pub(super) fn teams_lose(&mut self, u: UnitId, men: u32) {
        let Some(b) = &mut self.field[u].battery else { return };
        if men == 0 {
            return;
        }
        let all = u32::from(b.team_losses) + men;
        b.team_losses = (all % PER_FIGURE) as u16;
        let mut horses = 0u32;
        let mut why = None;
        for _ in 0..all / PER_FIGURE {
            let teams = b.guns.iter_mut().filter(|g| !g.destroyed).filter_map(|g| g.team.as_mut());
            let Some(t) = teams.filter(|t| t.alive > 0).max_by_key(|t| t.alive) else { break };
            let before = u32::from(t.horses.saturating_sub(t.alive));
            let (o, ruling) = known::<HorsesLost>(&HorsesSituation { team: true, before, killed: 1 });
            t.alive -= 1;
            t.uncut += 1;
            t.drivers = t.drivers.saturating_sub(o.handlers as u8);
            horses += 1;
            why = Some(ruling);
        }
        let Some(ruling) = why else { return };
        let unit = self.code(u);
        self.rule_on(clause!("20.2.c"), Kind::Loss, &[u], ruling, || {
            say!("event-horses-lost", unit, men, horses)
        });
        self.also(clause!("12.7.d"));
        self.also(clause!("20.2.e"));
    }

    /// Does a body spend its move on one thing alone, not fighting, firing or marching?
    fn spends_move_on(&self, u: &Unit, leg: LegOrder) -> bool {
        let ordered = self.play.order(u.id).is_some_and(|o| o.legs == [leg]);
        let quiet =
            u.deeds.moved < TOLERANCE && !u.deeds.fired && !u.deeds.in_melee && !self.play.fights(u.id);
        ordered && quiet && matches!(u.state, State::UnderOrders | State::Halted | State::Rallied)
    }

    /// At the end of a move: what was cut free, and which guns are spiked.
    pub(super) fn servants_work(&mut self) {
        let cut: Vec<UnitId> = self
            .field
            .present()
            .filter(|u| self.spends_move_on(u, LegOrder::CutFree))
            .map(|u| u.id)
            .collect();
        for u in cut {
            self.cut_free(u);
        }
        let spikers: Vec<UnitId> =
            self.field.present().filter(|u| self.spends_move_on(u, LegOrder::Spike)).map(|u| u.id).collect();
        self.play.spiking.retain(|(u, _)| spikers.contains(u));
        for u in spikers {
            self.spike(u);
        }
    }

    fn cut_free(&mut self, u: UnitId) {
        let mut left = self.field[u].figures() / CUTTERS;
        let (_, ruling) = known::<Doing>(&DoingSituation { task: Task::CutFreeDeadAnimal });
        let mut freed = 0;
        for t in self.field[u].battery.iter_mut().flat_map(|b| &mut b.guns).filter_map(|g| g.team.as_mut()) {
            let now = u16::from(t.uncut).min(left);
            t.uncut -= now as u8;
            (left, freed) = (left - now, freed + now);
        }
        if freed > 0 {
            let unit = self.code(u);
            self.rule_on(clause!("12.7.d"), Kind::Changes, &[u], ruling, || {
                say!("event-cut-free", unit, freed)
            });
        }
    }

    /// The guns that a body could spike: its own, or those that stand alone beside it.
    pub(crate) fn spikes(&self, u: &Unit) -> Option<Option<usize>> {
        if u.battery.as_ref().is_some_and(|b| b.guns.iter().any(|g| !g.destroyed && !g.spiked)) {
            return Some(None);
        }
        let near = |a: &crate::field::Abandoned| {
            let left = a.guns.iter().any(|g| !g.destroyed && !g.spiked);
            left && u.base.rect().gap(&a.base.rect()) <= AT_HAND + TOLERANCE
        };
        self.field.abandoned.iter().position(near).map(Some)
    }

    /// One figure spikes one gun in two moves on end (12.5.e).
    fn spike(&mut self, u: UnitId) {
        let Some(which) = self.spikes(&self.field[u]) else { return };
        let moves = match self.play.spiking.iter_mut().find(|(x, _)| *x == u) {
            Some((_, n)) => {
                *n += 1;
                *n
            }
            None => {
                self.play.spiking.push((u, 1));
                1
            }
        };
        if moves < SPIKING {
            return;
        }
        self.play.spiking.retain(|(x, _)| *x != u);
        let most = usize::from(self.field[u].figures());
        let (_, ruling) = known::<Doing>(&DoingSituation { task: Task::SpikeGun });
        let guns: Vec<&mut crate::unit::Gun> = match which {
            Some(i) => self.field.abandoned[i].guns.iter_mut().collect(),
            None => self.field[u].battery.iter_mut().flat_map(|b| &mut b.guns).collect(),
        };
        let mut spiked = 0;
        for g in guns.into_iter().filter(|g| !g.destroyed && !g.spiked).take(most) {
            g.spiked = true;
            spiked += 1;
        }
        let unit = self.code(u);
        self.rule_on(clause!("12.5.e"), Kind::GunLost, &[u], ruling, || say!("event-spiked", unit, spiked));
        self.also(clause!("play.prisoners"));
    }

    /// Teams of deployed guns are led away or brought back (16.2.a, 12.7.c, play.artillery).
    pub(super) fn lead_teams(&mut self) {
        let ordered: Vec<(UnitId, f64)> = self
            .field
            .present()
            .filter(|u| u.formation() == Formation::Deployed && u.battery.is_some())
            .filter_map(|u| Some((u.id, self.play.order(u.id)?.teams?)))
            .collect();
        for (u, cm) in ordered {
            self.play.led.retain(|l| l.owner != u);
            let unit = &self.field[u];
            let (b, side) = (unit.base, unit.side);
            let code = self.code(u);
            if cm > TOLERANCE {
                let base = b.moved(b.dir * -(b.depth + cm));
                let holders = self.drivers(u);
                self.play.led.push(Led {
                    owner: u,
                    side,
                    what: Leads::Teams,
                    base,
                    holders,
                    runs: false,
                    away: false,
                });
            }
            self.say(clause!("play.artillery"), Kind::Changes, &[u], || {
                say!("event-teams-led", unit = code, cm = words::tenths(cm))
            });
            self.also(clause!("12.7.c"));
        }
    }

    /// The teams of guns that have been left are apart from them from then on; those with dead animals stay where they are (12.7.d, 23.13).
    pub(super) fn teams_stand_behind(&mut self, u: UnitId, holders: u16) {
        if self.led_of(u).is_some() {
            return;
        }
        let Some(a) = self.field.abandoned.iter().rev().find(|a| a.owner == u) else { return };
        if a.guns.iter().filter_map(|g| g.team).all(|t| t.uncut > 0 || t.destroyed) {
            return;
        }
        let (side, base) = (a.side, a.base.moved(a.base.dir * -(a.base.depth + 0.5)));
        let what = Leads::Teams;
        self.play.led.push(Led { owner: u, side, what, base, holders, runs: false, away: false });
    }

    /// Drivers stay with their teams while the guns are in action (12.7.c).
    pub(super) fn drivers(&self, u: UnitId) -> u16 {
        let teams = self.field[u].battery.iter().flat_map(|b| &b.guns).filter_map(|g| g.team);
        teams.filter(|t| !t.destroyed).map(|t| u16::from(t.drivers)).sum()
    }
}
