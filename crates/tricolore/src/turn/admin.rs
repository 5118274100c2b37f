//! The end of a tactical sequence (play.sequence-end): officers at risk, batteries destroyed, formation morale, reorganising, pushes, and
//! whether another sequence follows.

use crate::battle::{Battle, Step};
use crate::break_in;
use crate::check::near;
use crate::command::{BodyId, CommandKind, Level};
use crate::event::Kind;
use crate::officer::{Attached, OfficerFate};
use crate::procedures::after_melee::{AtGuns, AtGunsOutcome, AtGunsSituation, Destroyer};
use crate::procedures::morale::{
    AttachedTo, FormationMorale, FormationMoraleSituation, MoraleReadings, OfficerRisk, RiskOutcome,
    RiskSituation,
};
use crate::procedures::rally::{Administration, RallyReadings, Reorganise, ReorganiseSituation};
use crate::procedures::turn::{AnotherSequence, SequenceBonus, SequenceOutcome, SequenceSituation};
use crate::troop::Arm;
use crate::unit::{Fate, Side, Unit, UnitId};
use crate::{clause, ops, reading, say, town};
use umpire::{Procedure, judge};

impl Battle {
    pub(super) fn end_sequence(&mut self) {
        self.phase(say!("phase-administration"));
        self.also(clause!("play.sequence-end"));
        self.officers_at_risk(false);
        self.batteries_destroyed();
        self.lift_integrity();
        self.formation_morale();
        if self.play.ended.is_some() {
            return;
        }
        for u in self.field.units.as_they_stand() {
            u.record.attacking = false;
        }
        if self.field.readings.is(reading!("when-pushed", "after-melee")) {
            self.pushes();
            self.reorganise(Administration::Tactical);
        } else {
            self.reorganise(Administration::Tactical);
            self.pushes();
        }
        self.play.attacks.clear();
        self.note_alone(true);
        self.look_at_engagement();
        let first = self.play.sequence == 1;
        self.to(if first { Step::AfterFirst } else { Step::SequenceRoll });
    }

    /// One die for every officer attached to a unit, or to a formation of which a unit, is in melee or under fire (officers.12,
    /// formation-morale.11).
    pub(super) fn officers_at_risk(&mut self, bombardment: bool) {
        for n in 0..self.field.officers.len() {
            let o = &self.field.officers[n];
            if !o.present() {
                continue;
            }
            let Some(attached) = o.attached else { continue };
            let concerns = |u: &UnitId| match attached {
                Attached::Unit(x) => *u == x,
                Attached::Body(b) => self.field.chain(self.field[*u].body).any(|x| x.id == b),
            };
            let fired = self.play.under_fire.iter().any(concerns);
            let fought = self.play.in_danger.iter().any(concerns);
            // A star officer may be at risk in each phase of them by itself (formation-morale.11).
            let apart = matches!(attached, Attached::Body(_))
                && self.field.readings.is(reading!("star-risk", "each-phase"));
            let occasions: &[(bool, bool)] = match (fought, fired) {
                (false, false) => continue,
                (true, true) if apart => &[(true, false), (false, true)],
                (fought, fired) => &[(fought, fired)],
            };
            for (fought, fired) in occasions.iter().copied() {
                if self.field.officers[n].present() {
                    self.officer_at_risk(n, attached, fought, fired, bombardment);
                }
            }
        }
        self.play.in_danger.clear();
        self.play.under_fire.clear();
    }

    /// One die for an officer (officers.12).
    fn officer_at_risk(
        &mut self,
        n: usize,
        attached: Attached,
        fought: bool,
        fired: bool,
        bombardment: bool,
    ) {
        let o = &self.field.officers[n];
        let s = RiskSituation {
            attached: match attached {
                Attached::Unit(_) => AttachedTo::Unit,
                Attached::Body(b) => {
                    AttachedTo::Formation { level: self.field[b].morale.map_or(3, |m| m.level) }
                }
            },
            in_melee: fought,
            under_fire: fired,
            bombardment_phase: bombardment,
            readings: MoraleReadings::of(&self.field.readings),
        };
        let (code, name, side) = (o.code.clone(), o.name.clone(), o.side);
        let (out, ruling) = judge::<OfficerRisk>(&s, self.dice.occasion(OfficerRisk::NAME, &*code, side));
        if ruling.dice.is_empty() {
            return;
        }
        let by = match attached {
            Attached::Unit(_) => clause!("officers.12"),
            Attached::Body(_) => clause!("formation-morale.11"),
        };
        match out {
            RiskOutcome::Unhurt => {
                self.rule_on(by, Kind::Tested, side, &[], ruling, || {
                    say!("event-officer-unhurt", officer = &*name)
                });
            }
            RiskOutcome::Falls { level } => {
                self.field.officers[n].fate = OfficerFate::Fallen;
                self.field.officers[n].attached = None;
                self.rule_on(by, Kind::OfficerFalls, side, &[], ruling, || {
                    say!("event-officer-falls", officer = &*name)
                });
                if let (Attached::Body(b), Some(level)) = (attached, level) {
                    self.set_level(b, level);
                }
            }
        }
    }

    /// Do the stars of officers attached to it keep a formation above level 0 (formation-morale.10)?
    fn held_up(&self, b: BodyId) -> bool {
        let with = |o: &&crate::officer::Officer| o.present() && o.attached == Some(Attached::Body(b));
        let stars: i16 = self.field.officers.iter().filter(with).map(|o| i16::from(o.gifts.stars)).sum();
        self.field[b].morale.is_none_or(|m| i16::from(m.level) + stars > 0)
    }

    /// A formation that the stars of an officer alone held up is taken off when he leaves it (formation-morale.10).
    pub(super) fn without_star(&mut self, b: BodyId) {
        if let Some(m) = self.field[b].morale
            && m.level <= 0
        {
            self.set_level(b, m.level);
        }
    }

    /// The level of a formation's morale; at 0 it is taken off with all its units (formation-morale.6).
    pub(super) fn set_level(&mut self, b: BodyId, level: i8) {
        if let Some(m) = &mut self.field[b].morale {
            m.level = level;
        }
        if level > 0 || self.held_up(b) {
            return;
        }
        self.field[b].removed = true;
        let name = self.field[b].name.clone();
        self.say(clause!("formation-morale.6"), Kind::FormationGone, &[], || {
            say!("event-formation-removed", body = &*name)
        });
        let all: Vec<UnitId> = self
            .field
            .present()
            .filter(|u| self.field.chain(u.body).any(|x| x.id == b))
            .map(|u| u.id)
            .collect();
        for u in all {
            self.lose(u, Fate::Removed, clause!("play.edge"));
        }
    }

    /// Batteries at which the enemy still stands since the last sequence (melee-guns.3).
    fn batteries_destroyed(&mut self) {
        let now = (self.field.round, self.play.sequence);
        let due: Vec<_> = self.play.pins.iter().filter(|p| p.since != now).copied().collect();
        for p in due {
            let near = self.field.gap(&self.field[p.by], &self.field[p.battery]) <= 60.0;
            let attacked = self.field[p.by].record.attacked;
            let destroyer = match (self.field[p.by].present() && near, attacked) {
                (true, true) => Destroyer::Held,
                (true, false) => Destroyer::Stays,
                (false, _) => Destroyer::Gone,
            };
            let s = AtGunsSituation { destroyer, disorder: self.field[p.by].disorder.active };
            let (o, ruling) = judge::<AtGuns>(&s, &mut umpire::HandDice::default());
            match o {
                AtGunsOutcome::Destroyed { disorder } => {
                    self.field[p.by].disorder.active = disorder;
                    let (x, y, side) = (
                        self.field[p.by].code.clone(),
                        self.field[p.battery].code.clone(),
                        self.field[p.by].side,
                    );
                    self.rule_on(
                        clause!("melee-guns.3"),
                        Kind::Pinned,
                        side,
                        &[p.by, p.battery],
                        ruling,
                        || say!("event-guns-destroyed", unit = &*x, battery = &*y),
                    );
                    self.play.tally.push((p.battery, false));
                    self.lose(p.battery, Fate::Eliminated, clause!("melee-guns.3"));
                }
                AtGunsOutcome::Free => {
                    self.field[p.battery].pinned = None;
                    self.play.pins.retain(|q| q.battery != p.battery);
                }
            }
        }
    }

    /// The formation whose morale is tested for a unit: where it was assigned (formation-morale.2); of a battery of a division with brigade
    /// morale, the nearest brigade (formation-morale.8); of reserve and grand batteries none (formation-morale.9).
    pub(crate) fn tested_with(&self, u: &Unit) -> Option<BodyId> {
        let f = &self.field;
        let grand = u.command.is_some_and(|c| f[c].kind != CommandKind::Troops);
        if grand || u.fate == Fate::InReserve {
            return None;
        }
        if let Some(b) = f.chain(u.body).find(|b| b.morale.is_some()) {
            return Some(b.id);
        }
        let division = f.above(u.body, Level::Division)?;
        let mut best: Option<(f64, BodyId)> = None;
        for o in f.side(u.side).filter(|o| o.id != u.id && f.above(o.body, Level::Division) == Some(division))
        {
            let Some(b) = f.chain(o.body).find(|b| b.morale.is_some()) else { continue };
            let d = f.gap(u, o);
            if best.is_none_or(|(m, _)| d < m) {
                best = Some((d, b.id));
            }
        }
        best.map(|(_, b)| b)
    }

    /// Every formation that lost more melees than it won tests (formation-morale.3, formation-morale.4).
    fn formation_morale(&mut self) {
        let ids: Vec<BodyId> =
            self.field.bodies.iter().filter(|b| b.morale.is_some() && !b.removed).map(|b| b.id).collect();
        for b in ids {
            let of = |u: &UnitId| {
                let unit = &self.field[*u];
                self.tested_with(unit) == Some(b)
            };
            let lost = self.play.tally.iter().filter(|(u, won)| !won && of(u)).count() as u32;
            let won = self.play.tally.iter().filter(|(u, won)| *won && of(u)).count() as u32;
            let Some(m) = self.field[b].morale else { continue };
            if lost <= won {
                continue;
            }
            let (removed, disordered) = self.out_of_order(b);
            let bases = u32::from(m.bases) + self.guests(b);
            let stars = self
                .field
                .officers
                .iter()
                .filter(|o| o.present() && o.attached == Some(Attached::Body(b)))
                .map(|o| o.gifts.stars)
                .sum();
            let s = FormationMoraleSituation {
                value: m.value,
                level: m.level,
                stars,
                bases,
                removed: removed.min(bases),
                disordered: disordered.min(bases.saturating_sub(removed)),
                lost,
                won,
                readings: MoraleReadings::of(&self.field.readings),
            };
            let (code, name, side) =
                (self.field[b].code.clone(), self.field[b].name.clone(), self.field[b].side);
            let (o, ruling) =
                judge::<FormationMorale>(&s, self.dice.occasion(FormationMorale::NAME, &*code, side));
            self.rule_on(clause!("formation-morale.3"), Kind::Morale, side, &[], ruling, || {
                say!("event-formation-morale", body = &*name, level = o.level)
            });
            self.also(clause!("formation-morale.2"));
            self.also(clause!("formation-morale.4"));
            let (nearest, left_out) = self.guns_counted(b, side);
            if nearest {
                self.also(clause!("formation-morale.8"));
            }
            if left_out {
                self.also(clause!("formation-morale.9"));
            }
            if o.removed {
                self.set_level(b, o.level);
            } else if let Some(m) = &mut self.field[b].morale {
                m.level = o.level;
            }
        }
    }

    /// Does a battery count with a formation because it stands nearest to it, and is one left out because it is of a reserve or an artillery
    /// command?
    fn guns_counted(&self, b: BodyId, side: Side) -> (bool, bool) {
        let f = &self.field;
        let guns = |u: &&Unit| {
            u.side == side && u.arm() == Arm::Artillery && matches!(u.fate, Fate::OnTable | Fate::InReserve)
        };
        let nearest =
            |u: &Unit| self.tested_with(u) == Some(b) && !f.chain(u.body).any(|x| x.morale.is_some());
        let all = || f.units.iter().filter(guns);
        (all().any(nearest), all().any(|u| self.tested_with(u).is_none()))
    }

    /// Bases of batteries that count with a formation though they are not of it, standing nearest to it (formation-morale.8).
    fn guests(&self, b: BodyId) -> u32 {
        let f = &self.field;
        let here = |u: &&Unit| {
            matches!(u.fate, Fate::OnTable | Fate::Awaited)
                && u.arm() == Arm::Artillery
                && !f.chain(u.body).any(|x| x.id == b)
                && self.tested_with(u) == Some(b)
        };
        f.units.iter().filter(here).map(|u| u32::from(u.bases.start)).sum()
    }

    /// Bases of a formation that are removed, and those of units with 6 or more U (formation-morale.5).
    pub(crate) fn out_of_order(&self, b: BodyId) -> (u32, u32) {
        let (mut removed, mut disordered) = (0, 0);
        for u in self.field.units.iter().filter(|u| u.fate != Fate::Joined) {
            let here = match u.fate {
                Fate::OnTable | Fate::Awaited => self.tested_with(u) == Some(b),
                Fate::InReserve => false,
                _ => self.field.chain(u.body).any(|x| x.id == b),
            };
            if !here || matches!(u.arm(), Arm::Train | Arm::Pontoons | Arm::Engineers) {
                continue;
            }
            match u.fate {
                Fate::OnTable | Fate::Awaited => {
                    removed += u32::from(u.bases.start - u.bases.now.min(u.bases.start));
                    if u.broken() {
                        disordered += u32::from(u.bases.now);
                    }
                }
                _ => removed += u32::from(u.bases.start),
            }
        }
        (removed, disordered)
    }

    /// All units that may reorganise do, by the state at the start (reorganise.1, gt-reorganise.1).
    pub(super) fn reorganise(&mut self, phase: Administration) {
        // Batteries in the reserve too, where the train is (gt-reorganise.3).
        let grand = phase == Administration::GrandTactical;
        let there =
            |u: &&Unit| u.present() || grand && u.fate == Fate::InReserve && u.arm() == Arm::Artillery;
        let all: Vec<UnitId> = self
            .field
            .units
            .iter()
            .filter(there)
            .filter(|u| u.disorder.active > 0 && !matches!(u.arm(), Arm::Train | Arm::Pontoons))
            .map(|u| u.id)
            .collect();
        let mut came = Vec::new();
        for id in all {
            let u = &self.field[id];
            let tactical = phase == Administration::Tactical;
            let engaged = self.engaged(u);
            if tactical && !(engaged || self.tactical(u)) || !tactical && engaged && u.arm() != Arm::Artillery
            {
                continue;
            }
            let s = ReorganiseSituation {
                phase,
                arm: u.arm(),
                training: u.values.training,
                disorder: u.disorder.active,
                enemy: if u.present() {
                    self.enemy_of(id)
                } else {
                    Some(self.field.enemy_from(u.side, u.base.front)).filter(|m| m.is_finite())
                },
                engaged: if tactical { true } else { engaged },
                initial_melee: u.record.fought_initially,
                moved: if tactical { u.record.moved_in_sequence } else { u.record.moved_in_round },
                town: u.formation.zone().is_some_and(|z| !town::fight(&self.field, z)),
                superior: ops::attached_to(&self.field, id).next().is_some(),
                no_headquarters: self.headquarters_closed(u.body),
                readings: RallyReadings::of(&self.field.readings),
            };
            let (code, side) = (u.code.clone(), u.side);
            let (o, ruling) = judge::<Reorganise>(&s, self.dice.occasion(Reorganise::NAME, &*code, side));
            came.push((id, o, ruling));
        }
        for (id, o, ruling) in came {
            self.field[id].disorder.active = o.disorder;
            if o.removed > 0 || !ruling.dice.is_empty() {
                let (code, side) = (self.field[id].code.clone(), self.field[id].side);
                let by = if phase == Administration::Tactical {
                    clause!("reorganise.1")
                } else {
                    clause!("gt-admin.1")
                };
                self.rule_on(by, Kind::Reorganises, side, &[id], ruling, || {
                    say!("event-reorganises", unit = &*code, removed = o.removed, left = o.disorder)
                });
                self.also(clause!("play.moved"));
            }
        }
    }

    /// Who stands inside a break-in distance is pushed straight back out of it, friends in the way with him (break-in.5, break-in.6).
    fn pushes(&mut self) {
        for _ in 0..100 {
            let Some((u, far)) = self.next_push() else { return };
            self.push(u, far);
        }
    }

    fn next_push(&self) -> Option<(UnitId, f64)> {
        let f = &self.field;
        let last = f.readings.is(reading!("who-is-pushed", "last-moved"));
        let exempt = |u: &Unit, e: &Unit| {
            u.continued.is_some_and(|c| c.with == e.id)
                || u.continued.is_some()
                || u.pinned == Some(e.id)
                || e.pinned == Some(u.id)
                || u.formation.zone().is_some()
                || self.play.stuck.contains(&(u.id, e.id))
        };
        for side in self.in_turn() {
            for u in f.side(side).filter(|u| f.is_enemy(side.other(), u)) {
                for e in f.enemies_about(side, &f.rects(u), break_in::most(f)) {
                    if exempt(u, e) || break_in::inside(f, u, e).is_none() {
                        continue;
                    }
                    let other = break_in::inside(f, e, u).is_some() && !exempt(e, u);
                    if other {
                        let (mine, theirs) = (u.record.moved_in_sequence, e.record.moved_in_sequence);
                        let me = match (mine, theirs) {
                            (true, false) => true,
                            (false, true) => false,
                            // Both have: the one who moved last, that of side B; or that of side A.
                            (true, true) if last => u.side != self.play.first,
                            _ => u.side == self.play.first,
                        };
                        if !me {
                            continue;
                        }
                    }
                    if let Some((far, _)) = break_in::push(f, u, e) {
                        return Some((u.id, far));
                    }
                }
            }
        }
        None
    }

    fn push(&mut self, u: UnitId, far: f64) {
        let dir = self.field[u].base.dir;
        let end = self.field[u].base.moved(-dir * far);
        let by = clause!("break-in.5");
        if !self.on_table(&end) || crate::check::way::impassable(&self.field, &self.field[u], &end).is_err() {
            // It cannot be moved back: the enemy is pushed instead, or both stay.
            let enemies: Vec<UnitId> = self
                .field
                .enemies_about(
                    self.field[u].side,
                    &self.field.rects(&self.field[u]),
                    break_in::most(&self.field),
                )
                .filter(|e| break_in::inside(&self.field, &self.field[u], e).is_some())
                .map(|e| e.id)
                .collect();
            for e in enemies {
                self.play.stuck.push((u, e));
            }
            return;
        }
        self.field[u].base = end;
        let code = self.field[u].code.clone();
        self.say(by, Kind::Pushed, &[u], || say!("event-pushed", unit = &*code, metres = words::whole(far)));
        self.also(clause!("break-in.6"));
        self.attached_follow(u);
        // Friends in the way go back too.
        let behind: Vec<UnitId> = {
            let f = &self.field;
            let rects = f.rects(&f[u]);
            f.side_about(f[u].side, &rects, 1.0)
                .filter(|o| {
                    o.id != u
                        && o.formation.zone().is_none()
                        && o.continued.is_none()
                        && f.overlap(&rects, &f.rects(o)).is_some()
                })
                .map(|o| o.id)
                .collect()
        };
        for o in behind {
            self.push_friend(o, u, -dir);
        }
    }

    fn push_friend(&mut self, o: UnitId, by: UnitId, dir: table::V2) {
        let rects = self.field.rects(&self.field[by]);
        let (base, own) = (self.field[o].base, self.field.rects(&self.field[o]));
        let deep = self.field.tolerance().max(table::EPS);
        let far = near::clear_of(&own, dir, 0.0, &rects, &|a, b| a.penetration(b) > deep);
        self.field[o].base = base.moved(dir * far);
        let code = self.field[o].code.clone();
        self.say(clause!("break-in.6"), Kind::Pushed, &[o], || {
            say!("event-pushed", unit = &*code, metres = words::whole(far))
        });
        if !self.on_table(&self.field[o].base.clone()) {
            self.driven_off(o);
        }
    }

    /// Side A's commander-in-chief rolls for another sequence (sequence-test.1).
    pub(super) fn roll_for_sequence(&mut self) {
        self.play.stuck.clear();
        if !self.anybody_tactical() {
            self.end_tactical();
            return;
        }
        let first = self.play.first;
        let of = |side: Side| SequenceBonus {
            bonus: self.in_chief(side).map_or(0, |o| o.gifts.sequence.max(0) as u8),
            subtracted: !self.play.adds[side.index()],
        };
        let s = SequenceSituation {
            played: self.play.sequence,
            a: of(first),
            b: of(first.other()),
            sheet: self.field.sheet.clone(),
        };
        let (o, ruling) =
            judge::<AnotherSequence>(&s, self.dice.occasion(AnotherSequence::NAME, "sequence", first));
        let n = self.play.sequence;
        self.rule_on(clause!("sequence-test.1"), Kind::Sequence, first, &[], ruling, || match o {
            SequenceOutcome::Another => say!("event-another-sequence"),
            SequenceOutcome::Over => say!("event-no-more-sequences", n),
        });
        match o {
            SequenceOutcome::Another => self.to(Step::SequenceBegins),
            SequenceOutcome::Over => self.end_tactical(),
        }
    }

    /// The tactical part is over.
    fn end_tactical(&mut self) {
        self.remember_who_is_near();
        self.play.sequence = 0;
        self.begin_grand_part();
    }
}
