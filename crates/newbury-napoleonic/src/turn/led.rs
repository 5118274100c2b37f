//! Led horses of dismounted cavalry: held near their riders, abandoned, running, and stopped (6.2.a.v, 12.7.a, 12.7.b, 12.7.h).

use crate::battle::{Battle, Leads, Led};
use crate::book::TOLERANCE;
use crate::event::Kind;
use crate::order::Gait;
use crate::unit::UnitId;
use crate::{clause, say};
use table::V2;

/// Horses are held no farther than this from their riders (12.7.a).
const HELD_WITHIN: f64 = 10.0;
/// One holder for so many horses, his own with them (12.7.b).
const HORSES_A_HOLDER: u16 = 4;
/// Who is so near catches running horses.
const CAUGHT: f64 = 1.0;

impl Battle {
    /// Figures of a body that fire and fight: of dismounted cavalry those who do not hold horses (12.7.b).
    pub(crate) fn afoot(&self, u: UnitId) -> u32 {
        let held = self.led_of(u).filter(|l| l.what == Leads::Horses && !l.runs).map_or(0, |l| l.holders);
        u32::from(self.field[u].figures().saturating_sub(held).max(1))
    }

    /// After movement: horses of those who dismounted are held behind them, those of riders are gone, abandoned ones run.
    pub(super) fn mind_horses(&mut self) {
        let afoot: Vec<UnitId> = self
            .field
            .present()
            .filter(|u| u.arm().cavalry() && u.dismounted && self.led_of(u.id).is_none())
            .filter(|u| !self.play.horseless.contains(&u.id))
            .map(|u| u.id)
            .collect();
        for u in afoot {
            self.hold_horses(u);
        }
        let rides = |l: &Led| l.what == Leads::Horses && !self.field[l.owner].dismounted && !l.runs;
        let mounted: Vec<UnitId> = self.play.led.iter().filter(|l| rides(l)).map(|l| l.owner).collect();
        self.play.led.retain(|l| !mounted.contains(&l.owner));
        for i in 0..self.play.led.len() {
            let l = self.play.led[i].clone();
            let abandoned = l.what == Leads::Horses
                && (self.play.horseless.contains(&l.owner) || !self.field[l.owner].present());
            match (l.runs, abandoned) {
                (true, _) => self.horses_run(i),
                (false, true) => self.play.led[i].runs = true,
                (false, false) => self.keep_near(i),
            }
        }
        let g = self.field.ground.clone();
        self.play.led.retain(|l| l.base.corners().iter().any(|c| g.holds(*c)));
        self.catch_horses();
    }

    pub(super) fn hold_horses(&mut self, u: UnitId) {
        let unit = &self.field[u];
        let holders = unit.figures().div_ceil(HORSES_A_HOLDER);
        let base = unit.base.moved(unit.base.dir * -(unit.base.depth + 0.5));
        let side = unit.side;
        self.play.led.push(Led { owner: u, side, what: Leads::Horses, base, holders, runs: false });
        let code = self.code(u);
        self.say(clause!("12.7.b"), Kind::Changes, &[u], || say!("event-horses-held", unit = code, holders));
        self.also(clause!("6.2.a.v"));
    }

    /// Horses are led after their riders, so that they are never farther off than 10 cm (12.7.a).
    fn keep_near(&mut self, i: usize) {
        let l = self.play.led[i].clone();
        if l.what != Leads::Horses {
            return;
        }
        let at = self.field[l.owner].base;
        let gap = l.base.rect().gap(&at.rect());
        if gap <= HELD_WITHIN + TOLERANCE {
            return;
        }
        let towards = (at.centre() - l.base.centre()).unit();
        let mut riders = self.field[l.owner].clone();
        riders.dismounted = false;
        let most = self.field.rate(&riders, Gait::Double).unwrap_or(0.0);
        self.play.led[i].base = l.base.moved(towards * (gap - HELD_WITHIN).min(most));
        let (side, unit) = (l.side, self.code(l.owner));
        self.confide(clause!("12.7.a"), Kind::Moves, side, &[l.owner], None, || {
            say!("event-horses-led", unit)
        });
    }

    /// Straight away from the nearest place where there is firing, at the double (12.7.h).
    fn horses_run(&mut self, i: usize) {
        let l = self.play.led[i].clone();
        let f = &self.field;
        let at = l.base.centre();
        let firing = f.present().filter(|u| u.deeds.fired || u.last.fired).map(|u| u.base.centre());
        let nearest = firing.min_by(|a, b| a.dist(at).total_cmp(&b.dist(at)));
        let Some(from) = nearest else { return };
        let mut riders = f[l.owner].clone();
        riders.dismounted = false;
        let cm = f.rate(&riders, Gait::Double).unwrap_or(0.0);
        let away: V2 = if from.dist(at) < 1e-6 { l.base.dir * -1.0 } else { (at - from).unit() };
        self.play.led[i].base = l.base.moved(away * cm);
        let unit = self.code(l.owner);
        self.say(clause!("12.7.h"), Kind::Moves, &[l.owner], || say!("event-horses-run", unit));
    }

    /// Mounted figures who come up with running horses stop them (12.7.h).
    fn catch_horses(&mut self) {
        let caught: Vec<(UnitId, UnitId)> = self
            .play
            .led
            .iter()
            .filter(|l| l.runs)
            .filter_map(|l| {
                let rider = self.field.present().find(|u| {
                    let near = u.base.rect().gap(&l.base.rect()) <= CAUGHT + TOLERANCE;
                    u.mounted() && !u.state.forced() && near
                });
                rider.map(|r| (l.owner, r.id))
            })
            .collect();
        for (owner, by) in caught {
            let own = self.field[by].side == self.field[owner].side;
            if own && self.field[owner].present() {
                self.play.horseless.retain(|u| *u != owner);
                self.play.led.iter_mut().filter(|l| l.owner == owner).for_each(|l| l.runs = false);
            } else {
                self.play.led.retain(|l| l.owner != owner);
            }
            let (unit, rider) = (self.code(owner), self.code(by));
            self.say(clause!("12.7.h"), Kind::Halts, &[by, owner], || {
                say!("event-horses-caught", unit, rider)
            });
        }
    }
}
