//! Fire at an instant (steps 2, 3 and 5 of play.instant): all of it is rolled on the situation before it, then the losses on
//! each target are applied one fire after the other, nearest firer first (play.fire-batch).

use super::choices::{Asked, ChoiceKind};
use super::forced;
use super::{Stage, Table, Volley};
use crate::check::{Shot, Target, Trigger};
use crate::event::{EventKind, Halt};
use crate::fire::{self, NoFire, Occasion, Part};
use crate::guns::{self, Bombardment, Mark};
use crate::losses::{self, Cause};
use crate::order::Choice;
use crate::procedures::{Artillery, Deviation, SmallArms};
use crate::troop::{Ammunition, Arm, State};
use crate::unit::UnitId;
use crate::{clause, gear};
use smallvec::{SmallVec, smallvec};
use umpire::{Ruling, judge};

/// One fire that is made at this instant.
#[derive(Clone, Debug)]
struct Fire {
    unit: UnitId,
    what: Salvo,
    surprised: bool,
}

/// A fire order that is due: its place in the list, what it says, the companies before it, and who brought it about.
type Due = (usize, Shot, u16, Option<UnitId>);

#[derive(Clone, Debug)]
enum Salvo {
    Small(Box<fire::Volley>),
    /// Shell or round shot, to be seen where it falls.
    Laid(Box<guns::Shot>),
    Canister(Box<Bombardment>),
}

/// A loss on one target by one fire.
struct Blow {
    target: UnitId,
    firer: UnitId,
    men: u32,
    cm: f64,
    from: table::V2,
    small: bool,
    general: bool,
}

/// What the fire of an instant has done to a unit besides its losses.
struct Suffered {
    /// The state it has fallen into, and by whose fire.
    worst: Option<(State, UnitId)>,
    /// Mounted or limbered, it turns away from him.
    recoil: Option<UnitId>,
    pinned: Option<umpire::Clause>,
}

impl Table {
    /// The unit is locked in a close fire-fight with this enemy.
    pub(crate) fn fire_locked(&self, u: UnitId) -> Option<UnitId> {
        fire::locked_on(&self.field, u)
    }

    /// A locked unit whose order is not to fire at that enemy fires at it at once (04.02.14.a).
    pub(crate) fn lock_fire(&mut self, u: UnitId) {
        let Some(target) = self.fire_locked(u) else { return };
        let unit = &self.field[u];
        if self.run(u).order.retreat || unit.state >= State::Disorder || !unit.locked.is_empty() {
            return;
        }
        let already = self.run(u).fire.volleys.iter().any(|v| v.shot.at == Target::Unit(target));
        if already {
            return;
        }
        let _ = clause!("04.02.14.a");
        let shot = Shot {
            companies: None,
            when: Trigger::AtOnce,
            at: Target::Unit(target),
            ammunition: None,
            guess: None,
            also: SmallVec::new(),
        };
        let run = self.run_mut(u);
        run.fire.volleys = smallvec![Volley { shot: shot.clone(), after: 0, done: false, due: None }];
        run.order.steps.clear();
        run.assault.attack = None;
        run.order.action =
            crate::check::Action::Fire(crate::check::FirePlan { shots: smallvec![shot], repair: None });
        self.turn_mut().fire.arm(u);
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
            if !self.may_surprise(u) {
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

    fn may_surprise(&self, u: UnitId) -> bool {
        let unit = &self.field[u];
        let run = self.run(u);
        if unit.state == State::Complete || !unit.locked.is_empty() || run.befell.melee || run.order.retreat {
            return false;
        }
        let r = &self.field.readings;
        if unit.arm == Arm::Artillery && r.is(crate::reading!("surprised-who", "not-guns"))
            || matches!(run.order.action, crate::check::Action::Resupply(_))
                && r.is(crate::reading!("resupply-surprised", "never"))
        {
            return false;
        }
        // An order that fires now is carried out instead; one whose target cannot be fired at leaves the choice
        // (play.fire-order).
        let fires = |v: &Volley| {
            let due = v.due.filter(|_| !v.done);
            due.is_some_and(|by| self.prepare_fire(u, &v.shot, v.after, by).is_ok())
        };
        if run.fire.volleys.iter().any(fires) {
            return false;
        }
        let moved = run.befell.moved || run.befell.forced || !self.leg(u).stands();
        let after = run.fire.volleys.iter().any(|v| !v.done && v.shot.when == Trigger::AfterShock);
        if moved || run.fire.fired || run.befell.passed || after {
            let _ = clause!("04.02.13.b");
            return false;
        }
        true
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

    /// One gunner figure of the battery is told off for a repair.
    pub(crate) fn repairs(&self, u: UnitId) -> bool {
        let ordered = match &self.run(u).order.action {
            crate::check::Action::Move(c) => c.repair,
            crate::check::Action::Fire(p) => p.repair,
            _ => None,
        };
        ordered.is_some() && self.field[u].battery.as_ref().is_some_and(|b| b.repair.is_some())
    }

    /// The surprised unit fires at the attacker: its fire of this turn.
    pub(crate) fn surprised_volley(&mut self, u: UnitId, attacker: UnitId, with: Option<Ammunition>) {
        let _ = clause!("04.02.13.a");
        let shot = Shot {
            companies: None,
            when: Trigger::BeforeShock,
            at: Target::Unit(attacker),
            ammunition: with,
            guess: None,
            also: SmallVec::new(),
        };
        let run = self.run_mut(u);
        // A fire order for later in the turn lapses.
        run.fire.cease();
        run.fire.surprised = true;
        run.fire.volleys.push(Volley { shot, after: 0, done: false, due: Some(Some(attacker)) });
        self.turn_mut().fire.arm(u);
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
                    let _ = clause!("07.02.2");
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
                        fires.push(Fire { unit: u, what, surprised });
                    }
                    Err(why) => {
                        let says = why.to_string();
                        let side = self.field[u].side;
                        let mut seen = [false; 2];
                        seen[side.index()] = true;
                        self.tell_to(why.clause(), seen, || EventKind::NotFired { unit: u, why: says });
                    }
                }
            }
        }
        if !fires.is_empty() {
            self.settle_fires(fires);
        }
    }

    fn prepare_fire(
        &self,
        u: UnitId,
        shot: &Shot,
        after: u16,
        culprit: Option<UnitId>,
    ) -> Result<Salvo, NoFire> {
        let f = &self.field;
        let unit = &f[u];
        let marching = |x: UnitId| !self.leg(x).stands();
        let why = Occasion { surprised: self.run(u).fire.surprised, marching: &marching };
        let _ = clause!("play.fire-order");
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
            && self.turn().instant.breakins.iter().any(comes_on)
        {
            // At the attacker it is measured at break-in distance, from wherever the firing figures stand (07.02.2).
            let _ = clause!("07.02.2");
            v.cm = crate::book::data().d.break_in;
            v.situation.distance = v.cm;
        }
        Ok(Salvo::Small(Box::new(v)))
    }

    /// Rolls all fires on the situation before them, then applies the losses.
    fn settle_fires(&mut self, fires: Vec<Fire>) {
        let _ = clause!("play.fire-batch");
        let mut blows: Vec<Blow> = Vec::new();
        let mut damages = Vec::new();
        for fire in fires {
            let u = fire.unit;
            if self.field[u].arm != Arm::Artillery && !self.field[u].ammunition {
                // A double by one part stops the parts that have not fired yet (09.01.1).
                continue;
            }
            self.run_mut(u).fire.fired = true;
            self.turn_mut().instant.fires.push(u);
            match fire.what {
                Salvo::Small(v) => {
                    if !crate::fire::sides_free(&self.field, &v) {
                        // One element from each side of a building (02.04.3.c).
                        continue;
                    }
                    let (o, ruling) = judge::<SmallArms>(&v.situation, &mut self.dice);
                    let (target, cm, men) = (v.target, v.cm, o.target.men);
                    let surprised = fire.surprised;
                    self.tell(clause!("05.02.1"), &[u, target], || EventKind::Fired {
                        unit: u,
                        target,
                        cm,
                        surprised,
                        men,
                        ruling: Box::new(ruling),
                    });
                    fire::note_fire(&mut self.field, &v, &o);
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
                    blows.push(blow(v.target, &o.target));
                    for (b, l) in v.behind.iter().zip(&o.behind) {
                        blows.push(blow(*b, l));
                    }
                }
                Salvo::Laid(s) => {
                    let mut ruling: Option<Ruling> = None;
                    let at = match s.deviation() {
                        None => s.certain.map_or(s.from, |t| s.certain_impact(&self.field, t)),
                        Some(d) => {
                            let (o, r) = judge::<Deviation>(&d, &mut self.dice);
                            ruling = Some(r);
                            s.impact(&o)
                        }
                    };
                    let hit = s.certain.or_else(|| guns::struck(&self.field, &s, at));
                    let ammunition = s.ammunition;
                    let by = if s.certain.is_some() { clause!("06.02.5") } else { clause!("06.02.2.b") };
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
                        let why = Occasion { surprised: fire.surprised, marching: &marching };
                        let b = guns::bombardment(&self.field, &s, at, h, why);
                        self.bombard(b, &mut blows, &mut damages);
                    }
                    guns::note_shot(&mut self.field, u, ammunition, hit);
                }
                Salvo::Canister(b) => {
                    let first = b.targets.first().copied();
                    self.bombard(*b, &mut blows, &mut damages);
                    guns::note_shot(&mut self.field, u, Ammunition::Canister, first);
                }
            }
        }
        self.apply_blows(blows);
        for (b, o) in damages {
            for (unit, what) in gear::damage(&mut self.field, &b, &o) {
                if unit != b.battery {
                    self.run_mut(unit).befell.hurt = true;
                }
                let says = gear_words(&what);
                let by = if matches!(what, gear::Damage::Burst) {
                    clause!("06.03.7")
                } else {
                    clause!("06.03.3.b")
                };
                self.tell(by, &[unit], || EventKind::Equipment { unit, says });
                self.gone(unit);
            }
        }
    }

    fn bombard(
        &mut self,
        b: Bombardment,
        blows: &mut Vec<Blow>,
        damages: &mut Vec<(Bombardment, crate::procedures::ArtilleryOutcome)>,
    ) {
        let (o, ruling) = judge::<Artillery>(&b.situation, &mut self.dice);
        let u = b.battery;
        let ammunition = b.ammunition;
        for (i, hit) in o.targets.iter().enumerate() {
            let (target, cm) = (b.targets[i], b.cm[i]);
            let men = hit.losses.men;
            let r = ruling.clone();
            self.tell(clause!("06.03.1"), &[u, target], || EventKind::Shelled {
                unit: u,
                target,
                ammunition,
                men,
                ruling: Box::new(r),
            });
            blows.push(Blow {
                target,
                firer: u,
                men,
                cm,
                from: b.from,
                small: false,
                general: hit.losses.general_falls,
            });
        }
        let cm = b.cm.first().copied().unwrap_or(0.0);
        for (t, l) in b.behind.iter().zip(&o.behind) {
            blows.push(Blow {
                target: *t,
                firer: u,
                men: l.men,
                cm,
                from: b.from,
                small: false,
                general: l.general_falls,
            });
        }
        damages.push((b, o));
    }

    /// Each target suffers its losses nearest firer first, and tests for each by itself.
    fn apply_blows(&mut self, mut blows: Vec<Blow>) {
        blows.retain(|b| b.men > 0);
        blows.sort_by_key(|b| {
            let firer = &self.field[b.firer];
            (b.target, crate::attack::place_among((b.cm, firer.figures, b.firer)))
        });
        // Whether it has support is as it was before the step, whoever of several tests first.
        let _ = clause!("play.tie");
        let supported: Vec<bool> = blows
            .chunk_by(|a, b| a.target == b.target)
            .map(|c| crate::attack::support(&self.field, &self.field[c[0].target]).is_some())
            .collect();
        // What follows is worked out from how everybody stands when all losses have been taken.
        let suffered: Vec<(UnitId, Suffered)> = blows
            .chunk_by(|a, b| a.target == b.target)
            .zip(supported)
            .map(|(c, support)| (c[0].target, self.suffer_fire(c[0].target, c, support)))
            .collect();
        for (u, s) in suffered {
            self.after_fire(u, s);
        }
    }

    /// Losses and tests of one target.
    fn suffer_fire(&mut self, u: UnitId, blows: &[Blow], support: bool) -> Suffered {
        let turn = self.field.turn;
        let close = crate::book::data().d.close_fire;
        let mut worst: Option<(State, UnitId)> = None;
        let mut recoil: Option<UnitId> = None;
        let mut pinned: Option<umpire::Clause> = None;
        for b in blows {
            if !self.field[u].on_table() {
                break;
            }
            let silent = {
                let run = self.run(u);
                !run.befell.moved && !run.fire.fired && run.fire.volleys.iter().all(|v| v.done)
            };
            let marching = !self.leg(u).stands();
            self.settle(u);
            let was_pinned = self.field[u].pinned(turn);
            let generals = losses::generals_with(&self.field, u);
            let s = losses::suffer(&mut self.field, u, b.men, turn);
            if s.men == 0 {
                continue;
            }
            self.run_mut(u).befell.hurt = true;
            let (men, figures) = (s.men, s.figures_removed);
            self.tell(clause!("05.02.2"), &[u], || EventKind::Lost { unit: u, men, figures });
            if b.general {
                let by = if b.small { clause!("05.02.7") } else { clause!("06.03.9") };
                self.generals_fall(u, &generals, by);
            }
            let near = b.cm <= close + table::EPS;
            if was_pinned && near {
                pinned.get_or_insert(clause!("04.02.7.b"));
            }
            if s.destroyed {
                self.gone(u);
                break;
            }
            let cause = if b.small {
                Cause::SmallArms { cm: b.cm, from: b.from, marching, silent }
            } else {
                Cause::Artillery { cm: b.cm, from: b.from, marching }
            };
            if s.must_test(&cause).is_none() {
                continue;
            }
            let o = self.test_morale(u, cause, figures, support);
            if o.fell && o.state >= State::Disorder {
                worst = Some((o.state, b.firer));
            }
            if o.pinned && self.field[u].state == State::Slight {
                // The next fire of the instant finds it pinned already.
                pinned.get_or_insert(clause!("04.02.7.a"));
                self.field[u].pinned_to = Some(turn + 1);
            }
            if o.recoils {
                recoil.get_or_insert(b.firer);
            }
            if s.must_reform {
                self.must_reform(u);
            }
        }
        Suffered { worst, recoil, pinned }
    }

    /// What the fire of the instant makes a unit do.
    fn after_fire(&mut self, u: UnitId, Suffered { worst, recoil, pinned }: Suffered) {
        if !self.field[u].on_table() {
            return;
        }
        self.relaid(u);
        let began = self.run(u).befell.began;
        let state = self.field[u].state;
        if let Some((s, cause)) = worst {
            self.broken_off_by_fire(u);
            self.end_attack(u, Halt::Disorder);
            self.must_go(forced::MustGo::of(u, Some(cause), s));
        } else if self.time() <= 0.0
            && began == State::Disorder
            && state == State::Disorder
            && !self.run(u).order.retreat
        {
            // In U from the start and hurt by immediate fire (04.02.4).
            let _ = clause!("04.02.4");
            let dir = crate::attack::retreat_direction(&self.field, &self.field[u]);
            let run = self.run_mut(u);
            run.course.mode = super::Mode::Retire(dir);
            run.order.void = true;
            run.fire.volleys.clear();
            run.befell.forced = true;
            self.plan_leg(u);
        } else if let (Some(from), State::Slight) = (recoil, state) {
            self.broken_off_by_fire(u);
            self.end_attack(u, Halt::BrokenOff);
            self.void(u, false);
            self.turn_mut().instant.turning.push((u, from, clause!("04.02.6")));
        } else if let (Some(by), State::Slight) = (pinned, state) {
            self.broken_off_by_fire(u);
            self.pin(u, by);
        }
    }

    /// A chain that is stretched too far re-forms for the rest of the turn (04.02.11).
    fn must_reform(&mut self, u: UnitId) {
        let _ = clause!("04.02.11");
        self.run_mut(u).befell.reforms = true;
        self.end_attack(u, Halt::Reforms);
        self.void(u, false);
        self.tell(clause!("04.02.11"), &[u], || EventKind::Halted { unit: u, why: Halt::Reforms });
    }

    /// Its width or depth may have changed: it goes on from there.
    pub(crate) fn relaid(&mut self, u: UnitId) {
        if self.now.is_some() && self.field[u].on_table() {
            self.settle(u);
            self.plan_leg(u);
        }
    }

    /// The generals who were with the unit fall.
    pub(crate) fn generals_fall(&mut self, u: UnitId, who: &[crate::unit::StaffId], by: umpire::Clause) {
        for s in who.iter().copied() {
            if !self.field[s].present() {
                continue;
            }
            self.lose_general(s, false);
            self.tell(by, &[u], || EventKind::StaffLost { staff: s, captured: false });
        }
    }

    /// A unit that has been destroyed or captured leaves the turn.
    pub(crate) fn gone(&mut self, u: UnitId) {
        if self.field[u].on_table() {
            return;
        }
        let fate = self.field[u].fate;
        self.remove(u, fate);
    }
}

fn gear_words(d: &gear::Damage) -> String {
    match d {
        gear::Damage::Battery(e) => {
            let mut all = Vec::new();
            let mut add = |n: u8, what: &str| {
                if n > 0 {
                    all.push(format!("{n} {what}"));
                }
            };
            add(e.horses, "horse figures killed");
            add(e.guns_damaged, "guns damaged");
            add(e.guns_destroyed, "guns destroyed");
            add(e.limbers_damaged, "limbers damaged");
            add(e.limbers_destroyed, "limbers destroyed");
            all.join(", ")
        }
        gear::Damage::Wagon(w) if w.destroyed => "the wagon is destroyed".into(),
        gear::Damage::Wagon(w) => format!("{} of its horses killed", w.horses),
        gear::Damage::Burst => "one of its guns bursts".into(),
    }
}
