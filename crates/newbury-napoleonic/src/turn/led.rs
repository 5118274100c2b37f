//! Led horses of dismounted cavalry: held near their riders, abandoned, running, and stopped (6.2.a.v, 12.7.a, 12.7.b, 12.7.h).

use crate::battle::{Battle, Leads, Led};
use crate::book::TOLERANCE;
use crate::drill::known;
use crate::event::Kind;
use crate::footprint::BASE_OF_TEN;
use crate::formation::{Drawn, Formation};
use crate::order::Gait;
use crate::procedures::special::{Acts, Outcome, Special, SpecialSituation, SpecialTroops};
use crate::unit::UnitId;
use crate::{clause, say};
use table::V2;
use umpire::Clause;

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
        match self.on_bases(u) {
            true => self.counted(u).saturating_sub(u32::from(held.div_ceil(BASE_OF_TEN))),
            false => self.counted(u).saturating_sub(u32::from(held)).max(1),
        }
    }

    /// Does it stand on bases of ten figures of 5 or 6 mm (A6.2)?
    fn on_bases(&self, u: UnitId) -> bool {
        self.agreed().small_figures && self.field[u].troop.on_bases_of_ten()
    }

    /// What counts as its figures when it fires and fights: at 5 or 6 mm its bases, while they have more than half of their men (A6.7).
    pub(crate) fn counted(&self, u: UnitId) -> u32 {
        let unit = &self.field[u];
        if self.on_bases(u) { unit.fit_bases() } else { u32::from(unit.figures()) }
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
            if l.away {
                self.leads_on(i);
                continue;
            }
            let abandoned = l.what == Leads::Horses
                && (self.play.horseless.contains(&l.owner) || !self.field[l.owner].present());
            match (l.runs, abandoned) {
                (true, _) => self.horses_run(i),
                (false, true) => self.play.led[i].runs = true,
                (false, false) => self.keep_near(i),
            }
        }
        let g = self.field.ground.clone();
        let (on, off): (Vec<Led>, Vec<Led>) =
            self.play.led.drain(..).partition(|l| l.base.corners().iter().any(|c| g.holds(*c)));
        self.play.led = on;
        for l in off.iter().filter(|l| l.what == Leads::Teams) {
            self.without_teams(l.owner);
        }
        self.catch_horses();
    }

    pub(super) fn hold_horses(&mut self, u: UnitId) {
        let unit = &self.field[u];
        let holders = unit.figures().div_ceil(HORSES_A_HOLDER);
        let base = unit.base.moved(unit.base.dir * -(unit.base.depth + 0.5));
        let side = unit.side;
        self.play.led.push(Led {
            owner: u,
            side,
            what: Leads::Horses,
            base,
            holders,
            runs: false,
            away: false,
        });
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

    /// Holders or drivers whom the rest of their body has left go away with what they hold, unless the enemy would be upon them: then they
    /// leave it as well (23.11.b, 23.13).
    pub(super) fn left_behind(&mut self, u: UnitId, what: Leads, by: Clause) {
        let Some(i) = self.play.led.iter().position(|l| l.owner == u && l.what == what) else { return };
        let l = &self.play.led[i];
        let (f, rect) = (&self.field, l.base.rect());
        let cm = self.led_at(l);
        let caught = f.enemies(l.side).filter(|e| !e.arm().battery() && !e.state.forced()).any(|e| {
            let gap = f.rects(e).iter().map(|r| r.gap(&rect)).fold(f64::INFINITY, f64::min);
            gap + cm <= f.rate(e, Gait::Charge).unwrap_or(0.0)
        });
        let troops = match what {
            Leads::Horses => Special::HoldersAbandoned,
            Leads::Teams => Special::DriversAbandoned,
        };
        let s = SpecialSituation {
            troops,
            result: Outcome::Retreat,
            in_melee: false,
            safety_near: false,
            in_time: !caught,
            uncut: false,
        };
        let (o, ruling) = known::<SpecialTroops>(&s);
        self.play.led[i].away = o.acts == Acts::LeadAway;
        let unit = self.code(u);
        self.rule_on(by, Kind::FallsBack, &[u], ruling, || say!("event-left-behind", unit));
    }

    /// At the double, as those go who ride or drive.
    fn led_at(&self, l: &Led) -> f64 {
        let mut riders = self.field[l.owner].clone();
        riders.dismounted = false;
        if l.what == Leads::Teams {
            riders.drawn = Drawn::new(Formation::Limbered);
        }
        self.field.rate(&riders, Gait::Double).unwrap_or(0.0)
    }

    /// Straight from the nearest enemy, until those to whom they belong have rallied or serve their guns again.
    fn leads_on(&mut self, i: usize) {
        let l = self.play.led[i].clone();
        let owner = &self.field[l.owner];
        let again = match l.what {
            Leads::Horses => owner.present() && !owner.state.forced(),
            Leads::Teams => owner.present() && owner.battery.is_some(),
        };
        if again {
            self.play.led[i].away = false;
            self.play.horseless.retain(|u| *u != l.owner);
            return;
        }
        let (f, rect) = (&self.field, l.base.rect());
        let gap =
            |e: &crate::unit::Unit| f.rects(e).iter().map(|r| r.gap(&rect)).fold(f64::INFINITY, f64::min);
        let nearest = f.enemies(l.side).map(|e| (gap(e), e.base.centre())).min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, from)) = nearest else { return };
        let at = l.base.centre();
        let way: V2 = if from.dist(at) < 1e-6 { l.base.dir * -1.0 } else { (at - from).unit() };
        self.play.led[i].base = l.base.moved(way * self.led_at(&l));
        let unit = self.code(l.owner);
        let by = if l.what == Leads::Teams { clause!("23.13") } else { clause!("23.11.b") };
        self.say(by, Kind::Moves, &[l.owner], || say!("event-led-away", unit));
    }

    /// The teams of a battery have left the table.
    fn without_teams(&mut self, u: UnitId) {
        let left = self.field.abandoned.iter_mut().filter(|a| a.owner == u).flat_map(|a| &mut a.guns);
        left.for_each(|g| g.team = None);
        self.field[u].battery.iter_mut().flat_map(|b| &mut b.guns).for_each(|g| g.team = None);
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
