//! Bombardment, in a tactical sequence and in the bombardment phase alike (play.fire-step).

use crate::answer::Answer;
use crate::battle::{Awaits, Battle, Firing, Step, Target};
use crate::check;
use crate::check::fire::Aimed;
use crate::event::Kind;
use crate::ground::ZoneId;
use crate::procedures::bombardment::{
    Aim, Battery, Bombardment, BombardmentSituation, CoverSituation, CoverTest, FireReadings, Firing as Gun,
    InZone, Names, ReduceCover, ReduceSituation, ShareLoss, ShareSituation, Sharer, Work,
};
use crate::procedures::guns::{FirePhase, GunReadings, MayBombard, MayBombardOutcome, MayBombardSituation};
use crate::troop::{Arm, Formation};
use crate::unit::{Side, UnitId};
use crate::{clause, reading, say, town};
use table::V2;
use umpire::{Procedure, Refusal, judge};

impl Battle {
    /// Is this the step of a tactical sequence?
    fn fires_tactically(&self) -> bool {
        self.play.step == Step::TacticalFire
    }

    pub(super) fn begin_fire(&mut self, next: Step) {
        if !self.play.begun {
            self.play.begun = true;
            let tactical = self.fires_tactically();
            let asked: Vec<Side> =
                Side::BOTH.into_iter().filter(|s| check::fire::anybody(self, *s, tactical)).collect();
            if !asked.is_empty() {
                self.phase(if tactical { say!("phase-tactical-fire") } else { say!("phase-bombardment") });
                self.play.secret = [None, None];
                self.play.pending = asked.into_iter().map(|s| (s, Awaits::Fire)).collect();
                let first = self.play.first;
                if self.targets_are_open() && self.play.pending.iter().any(|(s, _)| *s == first) {
                    self.ask(first, Awaits::Fire);
                }
                return;
            }
        }
        // Losses that are still to be shared out.
        while !self.play.firing.is_empty() {
            if self.share_next() {
                return;
            }
        }
        self.play.begun = false;
        self.stars_land();
        if !self.fires_tactically() {
            self.officers_at_risk(true);
        }
        self.to(next);
    }

    /// Are targets named openly, side A's first (play.fire-step)?
    fn targets_are_open(&self) -> bool {
        self.field.readings.is(reading!("fire-named", "a-first"))
    }

    /// Side A has named its targets openly, and side B is asked for its own; true if it is.
    pub(super) fn fire_of_second(&mut self) -> bool {
        let (first, second) = (self.play.first, self.play.second());
        let waits = matches!(self.play.step, Step::TacticalFire | Step::Bombardment)
            && self.targets_are_open()
            && self.play.secret[second.index()].is_none()
            && check::fire::anybody(self, second, self.fires_tactically());
        if waits {
            let named = match &self.play.secret[first.index()] {
                Some(Answer::Fire { fire }) => fire.clone(),
                _ => Vec::new(),
            };
            for o in named {
                self.say(clause!("play.fire-step"), Kind::Declared, &[], || {
                    say!("event-target-named", unit = &*o.unit, target = &*o.at)
                });
            }
            self.ask(second, Awaits::Fire);
        }
        waits
    }

    pub(super) fn check_fire(&self, side: Side, answer: &Answer) -> Result<(), Refusal> {
        let Answer::Fire { fire } = answer else { return Ok(()) };
        check::fire::all(self, side, fire, self.fires_tactically()).map(|_| ())
    }

    pub(super) fn fire_in(&mut self, both: &[Option<Answer>; 2]) {
        let tactical = self.fires_tactically();
        let mut aimed: Vec<Aimed> = Vec::new();
        for side in self.in_turn() {
            let Some(Answer::Fire { fire }) = &both[side.index()] else { continue };
            aimed.extend(check::fire::all(self, side, fire, tactical).unwrap_or_default());
        }
        aimed.retain(|a| self.may_bombard(a, tactical));
        let mut groups: Vec<Vec<Aimed>> = Vec::new();
        // At a town all may fire as one, where that is played (fire-coordination.3).
        let added = self.field.readings.is(reading!("town-fire", "added"));
        for a in aimed {
            let town = added && matches!(a.target, Target::Zone(_));
            let together = |g: &&mut Vec<Aimed>| {
                g[0].target == a.target
                    && self.field[g[0].unit].side == self.field[a.unit].side
                    && (town || self.of_one_command(g[0].unit, a.unit))
            };
            match groups.iter_mut().find(together) {
                Some(g) => g.push(a),
                None => groups.push(vec![a]),
            }
        }
        // All are worked out from the state at the start of the step.
        let mut taken: Vec<UnitId> = groups
            .iter()
            .filter_map(|g| match g[0].target {
                Target::Unit(u) => Some(u),
                Target::Zone(_) => None,
            })
            .collect();
        let worked: Vec<_> = groups.iter().map(|g| self.work_out(g)).collect();
        for (g, (zone, out, ruling)) in groups.iter().zip(worked) {
            self.cue();
            let side = self.field[g[0].unit].side;
            let units: Vec<UnitId> = g.iter().map(|a| a.unit).collect();
            let code = self.field[g[0].unit].code.clone();
            let target = match g[0].target {
                Target::Unit(e) => self.field[e].code.to_string(),
                Target::Zone(z) => self.field.ground[z].name.clone(),
            };
            let by = if tactical { clause!("tactical-bombardment.3") } else { clause!("bombardment.1") };
            self.rule_on(by, Kind::Fires, side, &units, ruling, || {
                say!("event-fires", unit = &*code, target = &*target, losses = out.losses)
            });
            self.also(clause!("play.fire-step"));
            self.also(clause!("round.3"));
            self.also(clause!("bombardment.3"));
            self.also(clause!("safety-zone.1"));
            if g.len() > 1 && self.field[units[0]].redoubt.is_some() {
                self.also(clause!("redoubt.6"));
            }
            if let Target::Unit(e) = g[0].target {
                self.play.fired_at.extend(units.iter().map(|u| (e, *u)));
            }
            for u in &units {
                self.field[*u].record.fired_in_round = true;
                self.field[*u].record.fired_in_sequence = true;
            }
            self.land(g, &zone, out, &mut taken);
        }
    }

    fn of_one_command(&self, a: UnitId, b: UnitId) -> bool {
        a == b || check::fire::one_command(&self.field, &self.field[a], &self.field[b])
    }

    /// What a battery is tested on before it fires.
    pub(super) fn readiness(&self, a: &Aimed, tactical: bool) -> MayBombardSituation {
        let u = &self.field[a.unit];
        let target_continued = matches!(a.target, Target::Unit(e) if self.field[e].continued.is_some());
        MayBombardSituation {
            phase: if tactical { FirePhase::Tactical } else { FirePhase::Bombardment },
            officer: u.values.officer,
            disorder: u.disorder.active,
            limbered: u.formation == Formation::Limbered,
            battalion_gun: false,
            moved: if tactical { u.record.moved_in_sequence } else { u.record.moved_in_round },
            bombarded: u.record.fired_in_round,
            tried: self.play.tried_to_fire.contains(&a.unit),
            attacked: tactical && (u.record.attacked || self.play.attack_on(a.unit).is_some()),
            continued: u.continued.is_some(),
            target_continued,
            integrity_broken: self.integrity_broken(u),
            readings: GunReadings::of(&self.field.readings),
        }
    }

    /// O1/1 in the tactical step; a failure gives 1 U (tactical-bombardment.1).
    fn may_bombard(&mut self, a: &Aimed, tactical: bool) -> bool {
        let s = self.readiness(a, tactical);
        let u = &self.field[a.unit];
        let (code, side) = (u.code.clone(), u.side);
        let (o, ruling) = judge::<MayBombard>(&s, self.dice.occasion(MayBombard::NAME, &*code, side));
        match o {
            MayBombardOutcome::Fires => {
                if !ruling.dice.is_empty() {
                    self.rule_on(
                        clause!("tactical-bombardment.1"),
                        Kind::Tested,
                        side,
                        &[a.unit],
                        ruling,
                        || say!("event-may-fire", unit = &*code),
                    );
                }
                true
            }
            MayBombardOutcome::Fails { disorder } => {
                self.field[a.unit].disorder.active = disorder;
                self.play.tried_to_fire.push(a.unit);
                self.rule_on(
                    clause!("tactical-bombardment.1"),
                    Kind::Silenced,
                    side,
                    &[a.unit],
                    ruling,
                    || say!("event-does-not-fire", unit = &*code),
                );
                false
            }
            MayBombardOutcome::MayNot => false,
        }
    }

    /// What a bombardment is aimed at, and the units with bases in its zone, the target first.
    pub(super) fn aim_at(&self, g: &[Aimed]) -> (Vec<UnitId>, Aim) {
        let f = &self.field;
        let side = f[g[0].unit].side;
        let (from, to) = g[0].line;
        let mut zone: Vec<UnitId> = Vec::new();
        let aim = match g[0].target {
            Target::Zone(z) => {
                zone.extend(town::inside(f, z).filter(|u| u.side != side).map(|u| u.id));
                Aim::Town
            }
            Target::Unit(e) if f[e].arm() == Arm::Artillery => {
                zone.push(e);
                Aim::Battery(Battery {
                    limbered: f[e].formation == Formation::Limbered,
                    flank_fire: check::fire::strikes_flank(&f[e], from, to),
                })
            }
            Target::Unit(e) => {
                let mut units = Vec::new();
                if let Some(r) = &g[0].zone {
                    for u in f.side_about(side.other(), &[*r, f[e].base.rect()], 1.0).filter(|u| {
                        matches!(u.arm(), Arm::Infantry | Arm::Cavalry | Arm::Engineers)
                            && u.formation.zone().is_none()
                            && (u.continued.is_none() || !check::fire::spares_melee(self))
                    }) {
                        let n = check::fire::bases_in(f, u, r);
                        if n > 0 || u.id == e {
                            zone.push(u.id);
                            units.push(InZone {
                                arm: u.arm(),
                                formation: u.formation.kind(),
                                bases: n,
                                flank_fire: if u.id == e {
                                    check::fire::strikes_flank(u, from, to)
                                } else {
                                    check::fire::flanked_in_zone(f, u, from, to)
                                },
                            });
                        }
                    }
                }
                units.retain(|u| u.bases > 0);
                Aim::Units(units)
            }
        };
        // The target first.
        if let Target::Unit(e) = g[0].target {
            zone.sort_by_key(|u| *u != e);
        }
        (zone, aim)
    }

    /// What a bombardment does, by the state at the start of the step; and the units with bases in the zone.
    fn work_out(
        &mut self,
        g: &[Aimed],
    ) -> (Vec<UnitId>, crate::procedures::bombardment::BombardmentOutcome, umpire::Ruling) {
        let (zone, aim) = self.aim_at(g);
        let f = &self.field;
        let side = f[g[0].unit].side;
        let gun = |a: &Aimed| {
            let u = &f[a.unit];
            Gun {
                bases: u.bases.now,
                calibre: u.troop.guns.map_or(6, |x| x.calibre),
                disorder: u.disorder.active,
                range: a.range,
            }
        };
        let s = BombardmentSituation {
            firing: g.iter().map(gun).collect(),
            one_command: g.len() > 1 && g.iter().all(|a| self.of_one_command(g[0].unit, a.unit)),
            work: matches!(g[0].target, Target::Unit(e) if f[e].redoubt.is_some()),
            aim,
            readings: FireReadings::of(&f.readings),
            sheet: f.sheet.clone(),
        };
        let code = f[g[0].unit].code.clone();
        let (o, ruling) = judge::<Bombardment>(&s, self.dice.occasion(Bombardment::NAME, &*code, side));
        (zone, o, ruling)
    }

    /// Losses are shared out, U and stars applied.
    fn land(
        &mut self,
        g: &[Aimed],
        zone: &[UnitId],
        out: crate::procedures::bombardment::BombardmentOutcome,
        taken: &mut Vec<UnitId>,
    ) {
        let side = self.field[g[0].unit].side;
        let from = g[0].line.0;
        for u in zone {
            self.play.under_fire.push(*u);
            self.play.bombarded.push(*u);
        }
        match g[0].target {
            Target::Unit(e) if self.field[e].arm() == Arm::Artillery => {
                let work = self.field[e].redoubt;
                self.hit(e, out.losses, out.disorder, from);
                if let Some(r) = work {
                    self.keep_stars(None, r.index(), out.stars);
                }
            }
            Target::Zone(z) => {
                self.keep_stars(Some(side.other()), z.index(), out.stars);
                self.queue(side, g, None, zone, out.losses, taken);
            }
            Target::Unit(e) => {
                if let Some(r) = self.field[e].redoubt {
                    self.keep_stars(None, r.index(), out.stars);
                }
                self.queue(side, g, Some(e), zone, out.losses, taken);
            }
        }
    }

    fn queue(
        &mut self,
        by: Side,
        g: &[Aimed],
        target: Option<UnitId>,
        zone: &[UnitId],
        losses: u8,
        taken: &mut Vec<UnitId>,
    ) {
        // A unit takes losses of one bombardment only (fire-coordination.2).
        let zone: Vec<(UnitId, u8)> = zone
            .iter()
            .filter(|u| Some(**u) == target || target.is_none() || !taken.contains(u))
            .map(|u| (*u, 0))
            .collect();
        if target.is_some() {
            taken.extend(zone.iter().map(|(u, _)| *u));
        }
        if losses == 0 {
            return;
        }
        self.play.firing.push(Firing {
            by,
            units: g.iter().map(|a| a.unit).collect(),
            target,
            zone,
            left: losses,
            names: by,
        });
    }

    /// Shares out the next loss of the first bombardment that has any; true if somebody is asked.
    fn share_next(&mut self) -> bool {
        let Some(f) = self.play.firing.first().cloned() else { return false };
        if f.left == 0 {
            self.play.firing.remove(0);
            self.losses_land(&f);
            return false;
        }
        let stands = |u: UnitId, n: u8| (self.field[u].bases.left() as u8).saturating_sub(n);
        let s = ShareSituation {
            units: f
                .zone
                .iter()
                .map(|(u, n)| Sharer {
                    losses: *n,
                    target: Some(*u) == f.target,
                    elsewhere: false,
                    stands: stands(*u, *n),
                })
                .collect(),
            readings: FireReadings::of(&self.field.readings),
        };
        let (o, _) = judge::<ShareLoss>(&s, &mut umpire::HandDice::default());
        let among: Vec<UnitId> =
            o.among.iter().filter_map(|i| f.zone.get(usize::from(*i))).map(|(u, _)| *u).collect();
        match (o.names, &among[..]) {
            (Names::Nobody, _) | (_, []) => {
                self.play.firing[0].left = 0;
                false
            }
            (Names::Target, [u, ..]) | (_, [u]) => {
                self.give_loss(*u);
                false
            }
            (names, _) => {
                let side = if names == Names::Firing { f.by } else { f.by.other() };
                self.ask(side, Awaits::Loss(among));
                true
            }
        }
    }

    fn give_loss(&mut self, u: UnitId) {
        let Some(f) = self.play.firing.first_mut() else { return };
        if let Some((_, n)) = f.zone.iter_mut().find(|(x, _)| *x == u) {
            *n += 1;
        }
        f.left -= 1;
        f.names = f.names.other();
    }

    pub(super) fn name_loss(&mut self, among: &[UnitId], unit: &str) -> Result<(), Refusal> {
        let u = self.field.by_code(unit).filter(|u| among.contains(u));
        let u =
            u.ok_or_else(|| Refusal::by(clause!("bombardment-effect.7"), say!("not-among-those", unit)))?;
        self.play.pending.clear();
        self.give_loss(u);
        Ok(())
    }

    /// All losses of a bombardment are named: cover is tested, then they are taken.
    fn losses_land(&mut self, f: &Firing) {
        let from = f.units.first().map_or(V2::default(), |u| self.field[*u].base.front);
        let mut cancelled = 0;
        let mut others = f.zone.clone();
        for (u, n) in &f.zone {
            let saved = self.hit(*u, *n, 0, from);
            if saved > 0 {
                others.retain(|(x, _)| x != u);
            }
            cancelled += saved;
        }
        // What cover cancels is named afresh for another unit, where that is played (cover.1).
        others.retain(|(u, _)| self.field[*u].present());
        let afresh = self.field.readings.is(reading!("covered-loss", "named-afresh"));
        if afresh && cancelled > 0 && !others.is_empty() {
            let zone = others.into_iter().map(|(u, _)| (u, 0)).collect();
            self.play.firing.insert(0, Firing { target: None, zone, left: cancelled, ..f.clone() });
        }
    }

    /// Losses and U of one unit, after cover (cover.1): how many losses it cancels.
    fn hit(&mut self, u: UnitId, losses: u8, disorder: u8, from: V2) -> u8 {
        if losses == 0 && disorder == 0 || !self.field[u].present() {
            return 0;
        }
        let named = losses;
        let (cover, assembled) = self.cover_against(&self.field[u], from);
        let (mut losses, mut gained) = (losses, disorder);
        if cover > 0 {
            let s = CoverSituation { cover, losses, disorder, assembled, fortress: false };
            let (code, side) = (self.field[u].code.clone(), self.field[u].side);
            let (o, ruling) = judge::<CoverTest>(&s, self.dice.occasion(CoverTest::NAME, &*code, side));
            if !ruling.dice.is_empty() {
                self.rule_on(clause!("cover.1"), Kind::Tested, side, &[u], ruling, || {
                    say!("event-cover", unit = &*code, losses = o.losses, disorder = o.disorder)
                });
            }
            (losses, gained) = (o.losses, o.disorder);
        }
        self.disorder(u, gained, clause!("bombardment-guns.3"));
        for _ in 0..losses {
            if self.field[u].present() {
                self.take_loss(u, clause!("bombardment-effect.7"));
            }
        }
        named - losses
    }

    /// Stars are kept until all losses of the step have been tested against the cover that there was at its start (play.fire-step).
    fn keep_stars(&mut self, of_town: Option<Side>, at: usize, stars: u8) {
        if stars > 0 {
            self.play.stars.push((of_town, at as u16, stars));
        }
    }

    fn stars_land(&mut self) {
        for (of_town, at, stars) in std::mem::take(&mut self.play.stars) {
            match of_town {
                Some(side) => self.stars(ZoneId(at), stars, side),
                None => self.stars_on_redoubt(crate::ground::RedoubtId(at), stars),
            }
        }
    }

    /// Stars lower the cover of a town zone or fortress (bombardment-town.3).
    fn stars(&mut self, z: ZoneId, stars: u8, side: Side) {
        let zone = &self.field.ground[z];
        let s = ReduceSituation {
            work: if zone.fortress { Work::Fortress } else { Work::Town },
            cover: self.field.zones[z.index()].cover,
            start: zone.cover,
            stars,
            readings: FireReadings::of(&self.field.readings),
        };
        let name = zone.name.clone();
        let (o, ruling) = judge::<ReduceCover>(&s, self.dice.occasion(ReduceCover::NAME, &*name, side));
        self.field.zones[z.index()].cover = o.cover;
        self.rule_on(clause!("bombardment-town.3"), Kind::Works, side, &[], ruling, || {
            say!("event-cover-reduced", town = &*name, cover = o.cover)
        });
    }

    fn stars_on_redoubt(&mut self, r: crate::ground::RedoubtId, stars: u8) {
        let work = &self.field.ground[r];
        let s = ReduceSituation {
            work: Work::Redoubt,
            cover: self.field.redoubts[r.index()].cover,
            start: work.cover,
            stars,
            readings: FireReadings::of(&self.field.readings),
        };
        let (name, side) = (work.name.clone(), work.side);
        let (o, ruling) = judge::<ReduceCover>(&s, self.dice.occasion(ReduceCover::NAME, &*name, side));
        self.field.redoubts[r.index()].cover = o.cover;
        self.rule_on(clause!("redoubt.4"), Kind::Works, side, &[], ruling, || {
            say!("event-cover-reduced", town = &*name, cover = o.cover)
        });
    }
}
