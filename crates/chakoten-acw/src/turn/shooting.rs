//! Fire at an instant (steps 2, 3 and 5 of play.instant): all of it is rolled on the situation before it, then the losses on
//! each target are applied one fire after the other, nearest firer first (play.fire-batch).

use super::blows::Blow;
use super::{Stage, Table};
use crate::check::{Shot, Target, Trigger};
use crate::event::{By, EventKind};
use crate::field::Field;
use crate::fire::{self, NoFire, Occasion, Part};
use crate::guns::{self, Bombardment, Mark};
use crate::procedures::{Artillery, Deviation, SmallArms};
use crate::say;
use crate::troop::{Ammunition, Arm, State};
use crate::unit::UnitId;
use crate::{clause, gear, reading};
use smallvec::{SmallVec, smallvec};
use umpire::{Grounds, Record as _, Ruling};
use words::{Joint, Message};

/// One fire that is made at this instant.
#[derive(Clone, Debug)]
struct Fire {
    unit: UnitId,
    what: Salvo,
    surprised: bool,
    /// By what it is made at this moment.
    by: Grounds,
}

/// What the fires of an instant have done, before anybody suffers it.
#[derive(Default)]
struct Effects {
    blows: Vec<Blow>,
    damages: Vec<(Bombardment, crate::procedures::ArtilleryOutcome)>,
}

/// A fire order that is due: its place in the list, what it says, the companies before it, and who brought it about.
type Due = (usize, Shot, u16, Option<UnitId>);

#[derive(Clone, Debug)]
pub(super) enum Salvo {
    Small(Box<fire::Volley>),
    /// Shell or round shot, to be seen where it falls.
    Laid(Box<guns::Shot>),
    Canister(Box<Bombardment>),
}

impl Table {
    /// One gunner figure of the battery is told off for a repair.
    pub(crate) fn repairs(&self, u: UnitId) -> bool {
        let ordered = match &self.run(u).order.action {
            crate::check::Action::Move(c) => c.repair,
            crate::check::Action::Fire(p) => p.repair,
            _ => None,
        };
        ordered.is_some() && self.field[u].battery.as_ref().is_some_and(|b| b.repair.is_some())
    }

    /// Step 2 and 3.
    pub(crate) fn shoot(&mut self) -> Stage {
        self.fire_all(false);
        Stage::Pick
    }

    /// Step 5: fire after the shock roll by defenders who still stand.
    pub(crate) fn fire_after_shock(&mut self) {
        let attacked: Vec<(UnitId, UnitId)> =
            self.turn().instant.breakins.iter().map(|b| (b.target, b.attacker)).collect();
        for (t, a) in attacked {
            let stands = self.field[t].state <= State::Slight;
            for v in &mut self.run_mut(t).fire.volleys {
                if !v.done && v.due.is_none() && v.shot.when == Trigger::AfterShock && stands {
                    v.due = Some(Some(a));
                }
            }
        }
        self.fire_all(true);
    }

    fn fire_all(&mut self, after_shock: bool) {
        let mut fires: Vec<Fire> = Vec::new();
        for k in 0..self.turn().fire.armed.len() {
            let u = self.turn().fire.armed[k];
            if self.run(u).fire.volleys.iter().all(|v| v.done || v.due.is_none()) {
                continue;
            }
            let due: SmallVec<[Due; 2]> = self
                .run(u)
                .fire
                .volleys
                .iter()
                .enumerate()
                .filter(|(_, v)| !v.done && (v.shot.when == Trigger::AfterShock) == after_shock)
                .filter_map(|(i, v)| v.due.map(|c| (i, v.shot.clone(), v.after, c)))
                .collect();
            for (i, shot, after, culprit) in due {
                self.run_mut(u).fire.volleys[i].done = true;
                match self.prepare_fire(u, &shot, after, culprit) {
                    Ok(what) => {
                        let surprised = self.run(u).fire.surprised;
                        let by = self.fires_now_by(&shot, surprised);
                        fires.push(Fire { unit: u, what, surprised, by });
                    }
                    Err(why) => {
                        let says = why.message();
                        let side = self.field[u].side;
                        let mut seen = [false; 2];
                        seen[side.index()] = true;
                        self.tell_to(By::from(why.clause()).with(why.hidden_by()), seen, || {
                            EventKind::NotFired { unit: u, why: says }
                        });
                    }
                }
            }
        }
        if !fires.is_empty() {
            self.settle_fires(fires);
        }
    }

    pub(super) fn prepare_fire(
        &self,
        u: UnitId,
        shot: &Shot,
        after: u16,
        culprit: Option<UnitId>,
    ) -> Result<Salvo, NoFire> {
        self.salvo(&self.field, u, shot, after, culprit, self.run(u).fire.surprised)
    }

    /// The same with everybody as on this table: the field itself, or what a side knows of it.
    pub(super) fn salvo(
        &self,
        f: &Field,
        u: UnitId,
        shot: &Shot,
        after: u16,
        culprit: Option<UnitId>,
        surprised: bool,
    ) -> Result<Salvo, NoFire> {
        let unit = &f[u];
        let marching = |x: UnitId| !self.leg(x).stands();
        let why = Occasion { surprised, marching: &marching };
        if unit.state == State::Complete || !unit.locked.is_empty() || self.run(u).befell.melee {
            return Err(NoFire::InMelee);
        }
        if unit.arm == Arm::Artillery {
            let ammunition = shot.ammunition.unwrap_or(Ammunition::Canister);
            let repairing = self.repairs(u);
            if ammunition == Ammunition::Canister {
                let mut targets: SmallVec<[UnitId; 4]> = SmallVec::new();
                match shot.at {
                    Target::Unit(t) => targets.push(t),
                    Target::Culprit => targets.extend(culprit),
                    _ => targets.extend(guns::canister_candidates(f, u).first().map(|c| c.0)),
                }
                targets.extend(shot.also.iter().copied());
                return guns::canister(f, u, &targets, repairing, why).map(|b| Salvo::Canister(Box::new(b)));
            }
            let mark = match shot.at {
                Target::Unit(t) => Mark::Unit(t),
                Target::Point(p) => Mark::Point(p),
                Target::Culprit => Mark::Unit(culprit.ok_or(NoFire::NoTarget)?),
                Target::Nearest => {
                    let nearest = crate::attack::nearest_enemy_in_sight(f, unit).ok_or(NoFire::NoTarget)?;
                    Mark::Unit(nearest)
                }
            };
            return guns::lay(f, u, mark, ammunition, shot.guess, repairing, why)
                .map(|s| Salvo::Laid(Box::new(s)));
        }
        let part = match shot.companies {
            None => Part::Whole,
            Some(count) => Part::Companies { after, count },
        };
        let target = match shot.at {
            Target::Unit(t) => t,
            Target::Culprit => culprit.ok_or(NoFire::NoTarget)?,
            Target::Nearest => match shot.when {
                // Before and after the shock roll the attacker is fired at.
                Trigger::BeforeShock | Trigger::AfterShock => culprit.ok_or(NoFire::NoTarget)?,
                _ => fire::candidates(f, u).first().ok_or(NoFire::NoTarget)?.0,
            },
            Target::Point(_) => return Err(NoFire::NoTarget),
        };
        let mut v = fire::small_arms(f, u, target, part, why)?;
        let comes_on = |b: &super::shock::BreakIn| b.attacker == target && b.target == u;
        if matches!(shot.when, Trigger::BeforeShock | Trigger::AfterShock)
            && f.readings.is(reading!("fire-at-break-in", "two-cm"))
            && self.turn().instant.breakins.iter().any(comes_on)
        {
            // At the attacker it is measured at break-in distance, from wherever the firing figures stand (07.02.2).
            v.cm = crate::book::data().d.break_in;
            v.situation.distance = v.cm;
        }
        Ok(Salvo::Small(Box::new(v)))
    }

    /// Rolls all fires on the situation before them, then applies the losses.
    fn settle_fires(&mut self, mut fires: Vec<Fire>) {
        if fires.len() > 1 {
            fires.iter_mut().for_each(|f| f.by.add(clause!("play.fire-batch")));
        }
        let mut effects = Effects::default();
        for Fire { unit: u, what, surprised, by } in fires {
            if self.field[u].arm != Arm::Artillery && !self.field[u].ammunition {
                // A double by one part stops the parts that have not fired yet (09.01.1).
                continue;
            }
            self.run_mut(u).fire.fired = true;
            self.turn_mut().instant.fires.push(u);
            match what {
                Salvo::Small(v) => self.fire_small_arms(&v, surprised, &by, &mut effects),
                Salvo::Laid(s) => self.fire_laid(&s, surprised, &by, &mut effects),
                Salvo::Canister(b) => {
                    let first = b.targets.first().copied();
                    self.bombard(*b, &by, &mut effects);
                    guns::note_shot(&mut self.field, u, Ammunition::Canister, first);
                }
            }
        }
        self.apply_blows(effects.blows);
        for (b, o) in effects.damages {
            for (unit, what) in gear::damage(&mut self.field, &b, &o) {
                if unit != b.battery {
                    self.run_mut(unit).befell.hurt = true;
                }
                self.tell(what.by(), &[unit], || EventKind::Equipment { unit, says: gear_words(&what) });
                self.gone(unit);
            }
        }
    }

    /// By which clauses fire is made at this moment of the turn: its moment, and the step of the instant.
    fn fires_now_by(&self, shot: &Shot, surprised: bool) -> Grounds {
        let mut by = Grounds::default();
        by.add(match shot.when {
            _ if surprised => clause!("04.02.13.a"),
            Trigger::AtOnce => clause!("04.01.3.a"),
            Trigger::BeforeShock | Trigger::AfterShock => clause!("07.02.2"),
            _ => clause!("play.fire-order"),
        });
        if shot.when == Trigger::AfterShock {
            // Who waits for it has not fired as surprised before.
            by.add(clause!("04.02.13.b"));
        }
        if matches!(shot.at, Target::Nearest) {
            // Of several enemies the nearest, then the larger, then the earlier in the list.
            by.add(clause!("play.tie"));
        }
        by.add(clause!("play.instant"));
        if self.time() > 0.0 {
            by.add(clause!("04.01.4"));
        }
        by
    }

    fn fire_small_arms(&mut self, v: &fire::Volley, surprised: bool, now: &Grounds, effects: &mut Effects) {
        let u = v.firer;
        if !fire::sides_free(&self.field, v) {
            // One element from each side of a building (02.04.3.c).
            return;
        }
        let (o, ruling) = self.judge::<SmallArms>(&v.situation, u);
        let ruling = resting_on(ruling, &v.by);
        let (target, cm, men) = (v.target, v.cm, o.target.men);
        let by = By::from(clause!("05.02.1")).with(now.iter());
        self.tell(by, &[u, target], || EventKind::Fired {
            unit: u,
            target,
            cm,
            surprised,
            men,
            ruling: Box::new(ruling),
        });
        fire::note_fire(&mut self.field, v, &o);
        if o.out_of_ammunition {
            self.tell(clause!("09.01.1"), &[u], || EventKind::OutOfAmmunition { unit: u });
        }
        let blow = |target, l: &crate::procedures::Losses| Blow {
            target,
            firer: u,
            men: l.men,
            cm,
            from: v.from,
            small: true,
            general: l.general_falls,
        };
        effects.blows.push(blow(v.target, &o.target));
        effects.blows.extend(v.behind.iter().zip(&o.behind).map(|(b, l)| blow(*b, l)));
    }

    /// Shell or round shot falls somewhere.
    fn fire_laid(&mut self, s: &guns::Shot, surprised: bool, now: &Grounds, effects: &mut Effects) {
        let u = s.battery;
        let mut ruling: Option<Ruling> = None;
        let at = match s.deviation() {
            None => s.certain.map_or(s.from, |t| s.certain_impact(&self.field, t)),
            Some(d) => {
                let (o, r) = self.judge::<Deviation>(&d, u);
                ruling = Some(resting_on(r, &s.by));
                s.impact(&o)
            }
        };
        let struck = s.certain.or_else(|| guns::struck(&self.field, s, at));
        let too_near = struck.and_then(|h| guns::falls_too_near(&self.field, s, at, h));
        let hit = struck.filter(|_| too_near.is_none());
        let ammunition = s.ammunition;
        let by = if s.certain.is_none() {
            clause!("06.02.2.b")
        } else if surprised {
            clause!("04.02.13.a")
        } else {
            clause!("06.02.5")
        };
        let by = By::from(by).with(now.iter()).with(too_near);
        let mut about: SmallVec<[UnitId; 2]> = smallvec![u];
        about.extend(hit);
        self.tell(by, &about, || EventKind::ShotFell {
            unit: u,
            ammunition,
            at,
            hit,
            ruling: ruling.map(Box::new),
        });
        if let Some(h) = hit {
            let marching = |x: UnitId| !self.leg(x).stands();
            let why = Occasion { surprised, marching: &marching };
            let b = guns::bombardment(&self.field, s, at, h, why);
            self.bombard(b, now, effects);
        }
        guns::note_shot(&mut self.field, u, ammunition, hit);
    }

    fn bombard(&mut self, b: Bombardment, now: &Grounds, effects: &mut Effects) {
        let (o, ruling) = self.judge::<Artillery>(&b.situation, b.battery);
        let ruling = resting_on(ruling, &b.by);
        let u = b.battery;
        let ammunition = b.ammunition;
        let blow = |target, cm, l: &crate::procedures::Losses| Blow {
            target,
            firer: u,
            men: l.men,
            cm,
            from: b.from,
            small: false,
            general: l.general_falls,
        };
        for (i, hit) in o.targets.iter().enumerate() {
            let (target, cm) = (b.targets[i], b.cm[i]);
            let men = hit.losses.men;
            let r = ruling.clone();
            let by = By::from(clause!("06.03.1")).with(now.iter());
            self.tell(by, &[u, target], || EventKind::Shelled {
                unit: u,
                target,
                ammunition,
                men,
                ruling: Box::new(r),
            });
            effects.blows.push(blow(target, cm, &hit.losses));
        }
        let cm = b.cm.first().copied().unwrap_or(0.0);
        effects.blows.extend(b.behind.iter().zip(&o.behind).map(|(t, l)| blow(*t, cm, l)));
        effects.damages.push((b, o));
    }
}

/// A ruling with what let it come to the dice at all.
fn resting_on(mut r: Ruling, by: &Grounds) -> Ruling {
    by.iter().for_each(|c| r.clause(c));
    r
}

fn gear_words(d: &gear::Damage) -> Message {
    match d {
        gear::Damage::Battery(e) => {
            let all = [
                (e.horses > 0).then(|| say!("gear-horses-killed", count = e.horses)),
                (e.guns_damaged > 0).then(|| say!("gear-guns-damaged", count = e.guns_damaged)),
                (e.guns_destroyed > 0).then(|| say!("gear-guns-destroyed", count = e.guns_destroyed)),
                (e.limbers_damaged > 0).then(|| say!("gear-limbers-damaged", count = e.limbers_damaged)),
                (e.limbers_destroyed > 0)
                    .then(|| say!("gear-limbers-destroyed", count = e.limbers_destroyed)),
            ];
            words::list(all.into_iter().flatten(), Joint::Comma)
        }
        gear::Damage::Wagon(w) if w.destroyed => say!("the-wagon-is-destroyed"),
        gear::Damage::Wagon(w) => say!("gear-wagon-horses-killed", count = w.horses),
        gear::Damage::Burst => say!("one-of-its-guns-bursts"),
    }
}
