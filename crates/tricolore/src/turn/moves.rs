//! Tactical movement: attack moves first, then ordinary moves, then reactions (tmove.*, play.attack-move).

use crate::answer::{Answer, Change, GunAct, OfficerAct};
use crate::battle::{Awaits, Battle, Declared, Step, Target};
use crate::check::attack::Path;
use crate::check::moves::{Changed, Planned, Together};
use crate::check::{self, near, way};
use crate::event::Kind;
use crate::officer::{Attached, OfficerId};
use crate::ops;
use crate::procedures::movement::{
    ChangePhase, FormationChange, FormationChangeOutcome, FormationChangeSituation, MoveReadings, MoveWhy,
    PassPhase, PivotWhy, ReactSituation, Reaction, may_react,
};
use crate::procedures::orders::{OfficerTurn, OfficerTurnSituation, OutOfCommand, OutOfCommandSituation};
use crate::troop::{Arm, Formation};
use crate::unit::{Bases, Continued, Fate, Record, Side, Unit, UnitId};
use crate::{clause, disorder, integrity, reading, say, terrain, town};
use table::{Base, Pose, V2};
use umpire::{Clause, Procedure, Refusal, allow, judge};

/// Officers keep so far from the enemy (tmove.officer.2).
const OFFICER_KEEPS: f64 = 100.0;
/// Broken units go back from an enemy nearer than this, where they must (disorder.8).
const BROKEN_NEAR: f64 = 200.0;

impl Battle {
    /// A side's ordinary moves: its attacks are carried out, then it is asked for the rest.
    pub(super) fn begin_moves(&mut self, side: Side, next: Step) {
        if !self.play.begun {
            self.play.begun = true;
            if side == self.play.first {
                self.phase(say!("phase-moves"));
                self.also(clause!("tmove.phase.1"));
            }
            let own: Vec<Declared> =
                self.play.attacks.iter().filter(|a| self.field[a.unit].side == side).copied().collect();
            for a in own {
                self.attack_move(&a);
            }
        }
        if self.ask_to_decline() || self.ask_to_blow(side.other()) {
            return;
        }
        if self.play.passed || !self.could_act(side, false) {
            self.play.passed = false;
            self.play.begun = false;
            self.broken_retreat(side);
            self.limbered_guns(side);
            self.to(next);
            return;
        }
        self.ask(side, Awaits::Moves);
    }

    pub(super) fn begin_reactions(&mut self, side: Side, next: Step) {
        if self.ask_to_decline() {
            return;
        }
        if self.play.passed || !self.could_act(side, true) {
            self.play.passed = false;
            if next == Step::TacticalFire {
                self.end_movement();
            }
            self.to(next);
            return;
        }
        self.ask(side, Awaits::Reactions);
    }

    /// Is there anybody of a side who may still act in this movement phase?
    fn could_act(&self, side: Side, reaction: bool) -> bool {
        let unit = |u: &Unit| {
            let guns = u.arm() == Arm::Artillery;
            let done = u.record.acted_in_phase || u.record.frozen;
            let idle = u.record.fired_in_round || reaction && guns && !self.guns_react(u) || done;
            !idle && (check::moves::may_act(self, u).is_ok() || check::moves::squares_as_target(self, u))
        };
        let officer = |o: &OfficerId| !self.play.acted.contains(o);
        let engaged =
            |c: &crate::command::Command| c.side == side && c.engagement.engaged() && officer(&c.officer);
        self.field.side(side).any(unit) || !reaction && self.field.commands.iter().any(engaged)
    }

    /// Does a battery react: by a pivot without a move, where that is played (play.reaction)?
    fn guns_react(&self, u: &Unit) -> bool {
        u.unlimbered() && self.field.readings.is(reading!("guns-react", "pivot"))
    }

    /// May a battery do that in reaction (play.reaction)?
    pub(crate) fn guns_may_react(&self, side: Side, unit: &str, act: GunAct) -> Result<(), Refusal> {
        let u = &self.field[check::moves::own(self, side, unit)?];
        // About the middle of its front, or about its own.
        let stays = |at: Pose| {
            let end = Base::new(at, u.base.width, u.base.depth);
            end.front.dist(u.base.front) <= 1.0 || end.centre().dist(u.base.centre()) <= 1.0
        };
        let pivots = matches!(act, GunAct::Manhandle { at } if stays(at));
        let s = ReactSituation {
            wants: if pivots { Reaction::Pivot } else { Reaction::Other },
            arm: u.arm(),
            acted: u.record.acted_in_phase,
            target: self.play.pinned(u.id),
            by_cavalry: false,
            attacks: self.play.attack_of(u.id).is_some(),
            frozen: u.record.frozen,
            continued: u.continued.is_some(),
            points: 0,
            readings: MoveReadings::of(&self.field.readings),
        };
        may_react(&s).map(drop).map_err(|by| Refusal::by(by, say!("guns-do-not-react", unit)))
    }

    /// The side has done.
    pub(super) fn end_moves(&mut self, _: Side) {
        self.play.pending.clear();
        self.play.passed = true;
    }

    /// The movement phase is over (tmove.town.7).
    fn end_movement(&mut self) {
        for u in self.field.units.as_they_stand() {
            if u.formation.zone().is_some() && !u.record.moved_in_phase {
                u.record.phases_in_town = u.record.phases_in_town.saturating_add(1);
            }
        }
    }

    /// One action of a side in its moves or reactions.
    pub(super) fn tactical_action(
        &mut self,
        side: Side,
        reaction: bool,
        answer: Answer,
    ) -> Result<(), Refusal> {
        match answer {
            Answer::Move { units } => {
                let t = check::moves::together(self, side, &units, reaction)?;
                self.move_together(side, &t, reaction);
            }
            Answer::Change(c) => self.change(side, &c, reaction)?,
            Answer::Turn { units, ahead, left } => {
                let t = check::moves::turned(self, side, &units, ahead, left, reaction)?;
                self.turn_to_column(&t);
            }
            Answer::Officer { officer, act } if !reaction => self.officer_acts(side, &officer, act)?,
            Answer::Guns { unit, act } => {
                if reaction {
                    self.guns_may_react(side, &unit, act)?;
                }
                self.guns_act(side, &unit, act)?;
                if reaction {
                    self.also(clause!("play.reaction"));
                }
            }
            Answer::Town { unit, act } if !reaction => self.town_act(side, &unit, act)?,
            _ => return Err(Refusal::form(say!("not-in-this-step"))),
        }
        self.play.pending.clear();
        self.after_action();
        Ok(())
    }

    /// What is looked at after every completed move (play.engagement, play.sequence-end).
    pub(crate) fn after_action(&mut self) {
        self.left_works();
        self.officers_fall_back();
        self.look_at_integrity();
        self.look_at_engagement();
    }

    /// Units out of command move only if their officer is able (op.command.2). True if they may.
    pub(super) fn out_of_command(&mut self, units: &[UnitId], points: u8) -> bool {
        let u = units[0];
        let Some(o) = ops::officer_of(&self.field, &self.field[u]).map(|o| o.id) else { return false };
        let (code, side) = (self.field[o].code.clone(), self.field[o].side);
        let s = OutOfCommandSituation {
            ability: self.field[o].gifts.ability,
            disorder: self.field[u].disorder.active,
        };
        let (out, ruling) = judge::<OutOfCommand>(&s, self.dice.occasion(OutOfCommand::NAME, &*code, side));
        let unit = self.field[u].code.clone();
        self.rule_on(clause!("op.command.2"), Kind::Tested, side, units, ruling, || {
            if out.moves {
                say!("event-reached", unit = &*unit, points)
            } else {
                say!("event-not-reached", unit = &*unit, points)
            }
        });
        self.also(clause!("op.command.1"));
        out.moves
    }

    fn spend(&mut self, t: &Together) {
        match (t.by_superior, t.command) {
            (Some(o), _) => match self.play.bonus_used.iter_mut().find(|(x, _)| *x == o) {
                Some((_, n)) => *n += t.points,
                None => self.play.bonus_used.push((o, t.points)),
            },
            (None, Some(c)) => self.field[c].used += t.points,
            (None, None) => {}
        }
    }

    /// Bonus points of an attached superior that are used up (officers.11).
    pub(crate) fn bonus_used(&self, o: OfficerId) -> u8 {
        self.play.bonus_used.iter().find(|(x, _)| *x == o).map_or(0, |(_, n)| *n)
    }

    fn move_together(&mut self, side: Side, t: &Together, reaction: bool) {
        self.cue();
        self.spend(t);
        let ids: Vec<UnitId> = t.moves.iter().map(|p| p.unit).collect();
        if t.points == 0 {
            // A formation whose point was spent on an attack goes on once (op.actions.5).
            self.play.paid.retain(|p| {
                !ids.iter().all(|u| p.units.contains(u)) || t.moves.iter().all(Planned::only_about)
            });
        }
        if t.points > 0 && ids.len() > 1 {
            let (n, side) = (ids.len(), self.called(side));
            let command = t.command.map_or_else(Default::default, |c| self.field[c].name.clone());
            self.say(clause!("op.actions.1"), Kind::Moves, &ids, || {
                say!("event-together", command = &*command, n, side)
            });
            let chains = ids.iter().filter(|u| self.field[**u].skirmishing()).count();
            if chains > 0 && chains < ids.len() {
                self.also(clause!("op.formation.3"));
            }
            if ids.iter().all(|u| self.field[*u].formation == Formation::MarchColumn) {
                self.also(clause!("op.formation.5"));
            }
            if t.by_superior.is_some() {
                self.also(clause!("officers.11"));
            }
        }
        if t.out_of_command && !self.out_of_command(&ids, t.points) {
            for u in ids {
                self.field[u].record.acted_in_phase = true;
            }
            return;
        }
        for p in &t.moves {
            let before = self.enemy_of(p.unit);
            self.put(p, reaction);
            for other in &p.passes {
                self.pass_through(p.unit, *other, PassPhase::Tactical);
            }
            let why = if p.adjusted { MoveWhy::Adjustment } else { MoveWhy::Ordinary };
            if !p.only_about() {
                self.line_test(p.unit, p.counted, why, before);
            }
        }
    }

    /// Puts a unit where its move ends.
    fn put(&mut self, p: &Planned, reaction: bool) {
        let from = self.field[p.unit].base;
        let u = &mut self.field[p.unit];
        u.base = p.end;
        u.trail.clear();
        for c in &p.crossings {
            u.disorder.crossings.retain(|x| x.line != c.line);
            u.disorder.crossings.push(*c);
        }
        u.record.pivoted = u.record.pivoted.saturating_add(p.degrees.abs().ceil() as u16);
        u.record.spent = p.counted.ceil() as u16;
        has_moved(&mut u.record);
        let (code, metres) = (u.code.clone(), words::whole(p.metres));
        let by = match (reaction, p.adjusted) {
            (true, _) => clause!("tmove.reaction.3"),
            (_, true) => clause!("tmove.adjust.1"),
            _ if p.only_about() => clause!("pivot.4"),
            _ => clause!("tmove.general.1"),
        };
        self.say(by, Kind::Moves, &[p.unit], || match (p.only_about(), p.metres > 0.0) {
            (true, _) => say!("event-turns-about", unit = &*code),
            (_, true) => say!("event-moves", unit = &*code, metres),
            _ => say!("event-pivots", unit = &*code, degrees = words::whole(p.degrees.abs())),
        });
        if p.only_about() {
            self.also(clause!("pivot.4"));
            self.also(clause!("op.actions.4"));
        }
        if p.about && p.metres > 0.0 {
            self.also(clause!("pivot.5"));
        }
        if p.degrees != 0.0 {
            self.also(clause!("pivot.2"));
            self.also(clause!("pivot.3"));
            self.also(clause!("tmove.general.2"));
        }
        self.also(clause!("engagement.engaged.1"));
        if self.field[p.unit].gun {
            self.also(clause!("battalion-gun.2"));
        }
        if p.street {
            self.also(clause!("tmove.town.1"));
        }
        if let Some(z) = p.enter {
            self.enter_town(p.unit, z, clause!("tmove.town.2"));
        }
        self.gun_left_behind(p.unit, &from);
        self.attached_follow(p.unit);
    }

    /// A battalion gun does not go where guns cannot: neither over obstacles nor through ground from there to where the unit is now
    /// (battalion-gun.3).
    pub(super) fn gun_left_behind(&mut self, id: UnitId, from: &Base) {
        let f = &self.field;
        let u = &f[id];
        if !u.gun {
            return;
        }
        let guns = crate::book::terrain::Class::Artillery;
        let line = |c: &crate::unit::Crossing| f.ground.lines.get(usize::from(c.line)).map(|l| l.kind);
        let barred = |c: &crate::unit::Crossing| line(c).is_some_and(|k| terrain::uncrossable(f, k, guns));
        let road = [from, &u.base].iter().all(|b| terrain::on_road(f, u.formation, b));
        let deep = f.sheet.scale().base(u.arm()).1;
        let front = |b: &Base| Base { depth: deep, ..*b }.corners();
        let swept = table::hull(&[front(from), front(&u.base)].concat());
        let through = |p: &crate::ground::Patch| {
            terrain::impassable(f, p.kind, guns)
                && p.area.pieces().iter().any(|x| x.overlaps(&swept, f.tolerance()))
        };
        if u.disorder.crossings.iter().any(barred) || !road && f.ground.patches.iter().any(through) {
            self.field[id].gun = false;
            self.redraw(id);
            let code = self.field[id].code.clone();
            self.say(clause!("battalion-gun.3"), Kind::Loss, &[id], || say!("event-gun-left", unit = &*code));
        }
    }

    /// Officers attached to a unit go where it goes (superior-move.1).
    pub(super) fn attached_follow(&mut self, id: UnitId) {
        let rear = self.field[id].base.rear() - self.field[id].base.dir * 15.0;
        let at = self.within_table(rear);
        for o in &mut self.field.officers {
            if o.present() && o.attached == Some(Attached::Unit(id)) {
                o.at = at;
            }
        }
    }

    fn within_table(&self, p: V2) -> V2 {
        let g = &self.field.ground;
        table::v2(p.x.clamp(0.0, g.width), p.y.clamp(0.0, g.depth))
    }

    /// Officers whom the enemy has come near fall back along their axis (tmove.officer.2).
    pub(super) fn officers_fall_back(&mut self) {
        self.field.find_units();
        self.looked.officers.refresh(&self.field, OFFICER_KEEPS);
        for n in 0..self.field.officers.len() {
            let o = &self.field.officers[n];
            let kind = matches!(o.post, crate::officer::Post::Command);
            if !o.present() || !kind {
                continue;
            }
            if self.looked.officers.is_clear(o) {
                debug_assert!(!self.field.enemy_nearer(o.side, o.at, OFFICER_KEEPS), "{}", o.code);
                continue;
            }
            if !self.field.enemy_nearer(o.side, o.at, OFFICER_KEEPS) {
                self.looked.officers.note_clear(o);
                continue;
            }
            let (side, at, dir) = (o.side, o.at, o.dir);
            // The first place behind him that is far enough.
            let enemies: Vec<table::Rect> =
                self.field.enemies(side).flat_map(|e| self.field.rects(e)).collect();
            let point = table::Rect { centre: at, dir, half_width: 0.0, half_depth: 0.0 };
            let near = |p: &table::Rect, e: &table::Rect| e.gap_to_point(p.centre) < OFFICER_KEEPS;
            let back = near::clear_of(&[point], -dir, 0.0, &enemies, &near);
            let to = self.within_table(at - dir * back);
            self.move_officer(OfficerId(n as u16), to);
            let name = self.field.officers[n].name.clone();
            self.say(clause!("tmove.officer.2"), Kind::OfficerMoves, &[], || {
                say!("event-officer-falls-back", officer = &*name)
            });
        }
    }

    /// Moves an officer, and those superiors along who stand in contact with him (superior-move.1).
    pub(super) fn move_officer(&mut self, o: OfficerId, to: V2) {
        let with: Vec<OfficerId> = self
            .field
            .officers
            .iter()
            .filter(|s| s.id != o && s.present() && s.post == crate::officer::Post::Superior)
            .filter(|s| !matches!(s.attached, Some(Attached::Unit(_))) && s.side == self.field[o].side)
            .filter(|s| self.field.officers_in_contact(s, &self.field[o]))
            .map(|s| s.id)
            .collect();
        let by = to - self.field[o].at;
        self.field[o].at = to;
        for s in with {
            let at = self.within_table(self.field[s].at + by);
            self.field[s].at = at;
        }
    }

    /// Looks whose integrity is broken, on both sides (integrity.1).
    pub(crate) fn look_at_integrity(&mut self) {
        for side in Side::BOTH {
            let found = self.looked.integrity[side.index()].look(&self.field, side);
            debug_assert_eq!(found, integrity::broken(&self.field, side));
            for (body, by) in found.bodies {
                if !self.field[body].broken {
                    self.field[body].broken = true;
                    let (name, intruder) = (self.field[body].name.clone(), self.field[by].code.clone());
                    self.say(clause!("integrity.1"), Kind::Integrity, &[by], || {
                        say!("event-integrity-broken", body = &*name, intruder = &*intruder)
                    });
                    for g in found.grounds.iter() {
                        self.also(g);
                    }
                }
            }
            for u in found.cavalry {
                if !self.play.broken_units.contains(&u) {
                    self.play.broken_units.push(u);
                    let code = self.field[u].code.clone();
                    self.say(clause!("integrity.7"), Kind::Integrity, &[u], || {
                        say!("event-cavalry-among-infantry", unit = &*code)
                    });
                }
            }
            for (corps, by, clause) in integrity::broken_corps(&self.field, side, &self.play.reserves) {
                if !self.play.broken_corps.contains(&corps) {
                    self.play.broken_corps.push(corps);
                    let (name, intruder) = (self.field[corps].name.clone(), self.field[by].code.clone());
                    self.say(clause, Kind::Integrity, &[by], || {
                        say!("event-integrity-broken", body = &*name, intruder = &*intruder)
                    });
                }
            }
        }
    }

    /// Broken integrity is lifted at an administration and looked at afresh (integrity.8).
    pub(super) fn lift_integrity(&mut self) {
        let any = self.field.bodies.iter().any(|b| b.broken) || !self.play.broken_units.is_empty();
        if any {
            self.say(clause!("integrity.8"), Kind::Integrity, &[], || say!("event-integrity-lifted"));
        }
        for b in &mut self.field.bodies {
            b.broken = false;
        }
        self.play.broken_units.clear();
        self.play.broken_corps.clear();
        self.look_at_integrity();
    }

    /// Is the integrity of a unit broken, or does it count so (integrity.6, integrity.7, corps-hq.3)?
    pub(crate) fn integrity_broken(&self, u: &Unit) -> bool {
        self.play.broken_units.contains(&u.id)
            || crate::worth::broken(&self.field, u)
            || self.only_unsupported(u)
    }

    /// The melee value of a unit as it stands.
    pub(crate) fn melee_value(&self, u: &Unit) -> i32 {
        let broken = self.integrity_broken(u) && !crate::worth::broken(&self.field, u);
        crate::worth::melee(&self.field, u) - i32::from(broken)
    }

    /// The move of an attack.
    fn attack_move(&mut self, a: &Declared) {
        let target_gone = match a.target {
            Target::Unit(e) => !self.field[e].present() || self.field[e].formation.zone().is_some(),
            Target::Zone(z) => !town::inside(&self.field, z).any(|e| e.side != self.field[a.unit].side),
        };
        if !self.field[a.unit].present() || target_gone {
            self.drop_attack(a.unit, clause!("play.attack-move"));
            return;
        }
        self.cue();
        if !self.attack_paid(a) {
            self.drop_attack(a.unit, clause!("op.actions.5"));
            return;
        }
        let mutual = match a.target {
            Target::Unit(e) => {
                self.play.attack_of(e).is_some_and(|d| d.target == Target::Unit(a.unit)).then_some(e)
            }
            Target::Zone(_) => None,
        };
        if let Some(e) = mutual {
            self.mutual_attack(a.unit, e);
            return;
        }
        let path = check::attack::path(self, &self.field[a.unit], a.target, a.straight);
        let Ok(path) = path else {
            self.drop_attack(a.unit, clause!("play.attack-move"));
            return;
        };
        self.charge(a.unit, a.target, &path, MoveWhy::Attack);
        if let Target::Unit(e) = a.target
            && matches!(self.field[e].arm(), Arm::Train | Arm::Pontoons)
        {
            self.train_taken(e);
        }
        if path.at_guns {
            self.also(clause!("melee-guns.4"));
        }
        let reached = path.at_guns
            || self.fires_standing(a.unit, a.target)
            || self.gap_to_target(a.unit, a.target)
                <= check::attack::stops_at(self, &self.field[a.unit], a.target) + 1.0;
        if let Some(d) = self.play.attacks.iter_mut().find(|d| d.unit == a.unit) {
            d.done = true;
            d.reached = reached;
            d.flank = path.flank;
        }
    }

    /// Fire at cavalry from where the infantry stands (attack.infcav.1).
    fn fires_standing(&self, u: UnitId, t: Target) -> bool {
        matches!(t, Target::Unit(e) if check::attack::fires_standing(&self.field, &self.field[u], &self.field[e]))
    }

    /// Is an attack paid for: when it was declared, or now where that is played; counter-attacks of cavalry cost nothing (op.actions.5)?
    fn attack_paid(&mut self, a: &Declared) -> bool {
        if !self.field.readings.is(reading!("attack-points", "moved")) {
            return true;
        }
        let u = &self.field[a.unit];
        let counter = matches!(a.target, Target::Unit(e) if self.play.attack_of(e).is_some_and(|d| d.target == Target::Unit(a.unit)));
        if counter && u.arm() == Arm::Cavalry || self.play.paid.iter().any(|p| p.units.contains(&a.unit)) {
            return true;
        }
        let Some(command) = u.command.filter(|c| ops::points_left(&self.field, *c) > 0) else { return false };
        let units = ops::linked_to(&self.field, a.unit);
        self.field[command].used += 1;
        self.play.paid.push(crate::battle::Paid { command, units });
        true
    }

    /// A train that is attacked is removed, with its chief (corps-train.7).
    fn train_taken(&mut self, e: UnitId) {
        let command = self.field[e].command;
        let all: Vec<UnitId> = match command {
            Some(c) if self.field[c].kind == crate::command::CommandKind::Train => {
                self.field.of_command(c).map(|u| u.id).collect()
            }
            _ => vec![e],
        };
        for u in all {
            self.lose(u, Fate::Removed, clause!("corps-train.7"));
        }
        if let Some(c) = command.filter(|c| self.field[*c].kind == crate::command::CommandKind::Train) {
            let o = self.field[c].officer;
            self.field[o].fate = crate::officer::OfficerFate::Removed;
        }
    }

    /// At what distance of the enemy a battery cannot stay limbered (tmove.artillery.3).
    pub(super) fn limbered_limit(&self, u: &Unit) -> f64 {
        let by_arm = self.field.readings.is(reading!("limbered-distance", "by-arm"));
        if by_arm && !u.troop.horse_guns() { 600.0 } else { 400.0 }
    }

    /// Guns that are still limbered within engagement distance unlimber at once, or retreat where there is no room (tmove.artillery.3).
    fn limbered_guns(&mut self, side: Side) {
        let near: Vec<UnitId> = self
            .field
            .side(side)
            .filter(|u| u.arm() == Arm::Artillery && u.formation == Formation::Limbered)
            .filter(|u| self.field.enemy_within(u, self.limbered_limit(u)))
            .map(|u| u.id)
            .collect();
        for id in near {
            let u = &self.field[id];
            let end =
                near::drawn_up(&self.field, u, Formation::Unlimbered, u.bases.now, u.base.front, u.base.dir);
            let code = u.code.clone();
            if self.free_for(id, &end) {
                self.field[id].formation = Formation::Unlimbered;
                self.field[id].base = end;
                has_moved(&mut self.field[id].record);
                self.say(clause!("tmove.artillery.3"), Kind::Changes, &[id], || {
                    say!("event-unlimbers", unit = &*code)
                });
                continue;
            }
            let away = self
                .field
                .nearest_enemy(u)
                .map_or(-u.base.dir, |(e, _)| (u.base.centre() - self.field.centre(&self.field[e])).unit());
            let fits =
                |p: table::Pose| check::retreat::back(self, id, p, (500.0, 1000.0)).is_ok().then_some(p);
            match check::retreat::guns_back(self, id, away, (500.0, 1000.0), &fits) {
                Some(to) => self.gun_act(id, crate::answer::GunAct::Retreat { to }, true),
                None => self.lose(id, Fate::Eliminated, clause!("tmove.artillery.3")),
            }
        }
    }

    /// Broken units near the enemy that have not moved go back as far as they can, where they must (disorder.8).
    fn broken_retreat(&mut self, side: Side) {
        if !self.field.readings.is(reading!("broken-retreat", "must")) {
            return;
        }
        let must = |u: &&Unit| {
            let guns = u.arm() == Arm::Artillery;
            u.broken() && !guns && u.continued.is_none() && self.field.enemy_within(u, BROKEN_NEAR)
        };
        let ids: Vec<UnitId> = self.field.side(side).filter(must).map(|u| u.id).collect();
        for id in ids {
            let u = &self.field[id];
            let far = way::allowance(&self.field, u, crate::book::march::Pace::Tactical);
            let one = |about: bool, ahead: f64| crate::answer::UnitMove {
                unit: u.code.to_string(),
                about,
                ahead,
                ..Default::default()
            };
            // As it faces or about, the longest way first.
            let mut ways: Vec<_> = Vec::new();
            for part in [1.0, 0.75, 0.5, 0.25] {
                ways.extend([one(false, far * part), one(true, far * part)]);
            }
            let found = ways.into_iter().find_map(|m| check::moves::together(self, side, &[m], false).ok());
            if let Some(t) = found {
                self.move_together(side, &t, false);
                self.also(clause!("disorder.8"));
                self.after_action();
            }
        }
    }

    fn gap_to_target(&self, u: UnitId, t: Target) -> f64 {
        let f = &self.field;
        match t {
            Target::Unit(e) => f.gap(&f[u], &f[e]),
            Target::Zone(z) => {
                if f[u].formation.zone() == Some(z) {
                    0.0
                } else {
                    f.gap_to_zone(&f[u], z)
                }
            }
        }
    }

    /// A unit goes over the way of its attack: those swept are passed or pushed aside, and it tests (play.attack-path).
    pub(super) fn charge(&mut self, u: UnitId, t: Target, path: &Path, why: MoveWhy) {
        let before = self.enemy_of(u);
        self.push_aside(u, t, path);
        let end = path.end();
        let from = self.field[u].base;
        self.ground_crossed(u, &path.turned, path.turned.dir * path.metres, false);
        let unit = &mut self.field[u];
        if let Formation::Assembled { .. } = unit.formation {
            unit.formation = Formation::Column { front: 1 };
        }
        unit.base = end;
        unit.trail.clear();
        for c in &path.crossings {
            unit.disorder.crossings.retain(|x| x.line != c.line);
            unit.disorder.crossings.push(*c);
        }
        has_moved(&mut unit.record);
        unit.record.attacking = true;
        let (code, metres) = (unit.code.clone(), words::whole(path.metres));
        self.say(clause!("tmove.attack.1"), Kind::Charges, &[u], || {
            say!("event-charges", unit = &*code, metres)
        });
        self.also(clause!("tmove.attack.3"));
        for other in &path.passes {
            self.pass_through(u, *other, PassPhase::Tactical);
            self.set_back(u, *other);
        }
        if !self.fires_standing(u, t) || why == MoveWhy::Breakthrough {
            self.pivot_test(u, path.degrees, PivotWhy::Attack);
            self.line_test(u, path.counted, why, before);
        }
        self.attached_follow(u);
        if let Target::Zone(z) = t {
            self.enter_town(u, z, clause!("play.attack-move"));
        }
        self.gun_left_behind(u, &from);
        self.after_action();
    }

    /// U for the ground through which a unit goes in an attack, or in closing to 50 (melee-terrain.1, melee-terrain.2).
    pub(super) fn ground_crossed(&mut self, u: UnitId, from: &Base, way: V2, closing: bool) {
        if way.len() <= near::HAIR {
            return;
        }
        let (f, unit) = (&self.field, &self.field[u]);
        let front = Base { depth: from.depth.min(f.plan(unit).front_depth), ..*from };
        let over = terrain::leg(f, unit, &front, way.unit(), way.len());
        let got = disorder::of_ground(f, &over, closing);
        self.field[u].disorder.attack = self.field[u].disorder.attack.max(got.passive);
        self.disorder(u, got.active, got.by);
    }

    /// A friendly chain upon which an attacker stops is set back behind him.
    fn set_back(&mut self, u: UnitId, other: UnitId) {
        let (r, o) = (self.field.rects(&self.field[u]), self.field.rects(&self.field[other]));
        if self.field.overlap(&r, &o).is_none() || !self.field[other].skirmishing() {
            return;
        }
        let behind = self.field[u].base.rear();
        let dir = self.field[u].base.dir;
        let base = Base { front: behind, dir, ..self.field[other].base };
        self.field[other].base = base;
        let code = self.field[other].code.clone();
        self.say(clause!("play.attack-path"), Kind::Pushed, &[other], || {
            say!("event-set-back", unit = &*code)
        });
    }

    /// Enemies with 6-8 U in the way are moved sideways, the shorter way, until 50 from it (attack.require.7).
    fn push_aside(&mut self, u: UnitId, t: Target, path: &Path) {
        let hard = self.field.sheet.zones().hard;
        let sweep = check::attack::strip(path);
        for e in &path.aside {
            let base = self.field[*e].base;
            let l = sweep.local(base.centre());
            let side = if l.x >= 0.0 { 1.0 } else { -1.0 };
            let mut moved = None;
            for way in [side, -side] {
                let dir = sweep.dir.right() * way;
                let far = near::clear_of(&[base.rect()], dir, 0.0, &[sweep], &|a, b| a.gap(b) < hard);
                let there = base.moved(dir * far);
                if self.free_for(*e, &there) {
                    moved = Some(there);
                    break;
                }
            }
            let there = moved.unwrap_or_else(|| {
                // No room: straight back behind the target.
                let beyond = match t {
                    Target::Unit(x) => self.field[x].base.depth + 120.0,
                    Target::Zone(_) => 120.0,
                };
                base.moved(sweep.dir * (path.metres + beyond))
            });
            self.field[*e].base = there;
            let (code, by) = (self.field[*e].code.clone(), self.field[u].code.clone());
            let shaken = self.field.readings.is(reading!("pushed-aside", "one-u"));
            self.say(clause!("attack.require.7"), Kind::Pushed, &[*e], || {
                say!("event-pushed-aside", unit = &*code, by = &*by)
            });
            if shaken {
                self.disorder(*e, 1, clause!("play.attack-path"));
            }
            if !self.on_table(&there) {
                self.driven_off(*e);
            }
        }
    }

    pub(crate) fn on_table(&self, b: &Base) -> bool {
        b.corners().iter().all(|c| self.field.ground.holds(*c))
    }

    /// Is there room for a unit: on the table and on nobody?
    pub(crate) fn free_for(&self, u: UnitId, b: &Base) -> bool {
        way::stands(self, &self.field[u], b, &[]).is_ok()
    }

    /// Two units that attack each other turn half of the way each; the first to move goes until 50 from the other, or as far as he can, and the
    /// other closes what is left (tmove.attack.2, play.attack-move).
    fn mutual_attack(&mut self, u: UnitId, e: UnitId) {
        let first = !self.play.attacks.iter().any(|a| a.unit == e && a.done);
        if first {
            for (id, by) in self.shared_pivot(u, e) {
                // About the flank to which it turns, as all pivots are (pivot.2).
                self.field[id].base = ranks::wheeled(&self.field[id].base, -by.to_degrees());
                let code = self.field[id].code.clone();
                self.say(clause!("tmove.attack.2"), Kind::Turns, &[id], || {
                    say!("event-turns-to-meet", unit = &*code, degrees = words::whole(by.to_degrees().abs()))
                });
                self.also(clause!("pivot.2"));
                self.pivot_test(id, by.to_degrees(), PivotWhy::Attack);
            }
        }
        let f = &self.field;
        let stop = f.sheet.zones().break_in_attacking;
        let (x, y) = (&f[u], &f[e]);
        let dir = (f.centre(y) - x.base.front).unit();
        let gap = f.gap(x, y);
        // The pivot is paid for, and the ground, as in any attack (tmove.attack.1, tmove.attack.2).
        let stood = self.play.stood.get(u.index()).map_or(x.base.dir, |s| s.base.dir);
        let pivot = way::pivot_cost(f, x.base.width, stood.angle_to(x.base.dir).to_degrees());
        let allowance = way::allowance(f, x, crate::book::march::Pace::Tactical);
        let has = (allowance - f64::from(x.record.passed_through) - pivot).max(0.0);
        let halfway = first && f.readings.is(reading!("mutual-meeting", "halfway"));
        let want = ((gap - stop) / if halfway { 2.0 } else { 1.0 }).max(0.0);
        let far = check::attack::as_far_as(f, x, &x.base, dir, want, has);
        let cost = way::straight(f, x, &x.base, dir, far, has).unwrap_or_default();
        let before = self.enemy_of(u);
        let from = self.field[u].base;
        self.ground_crossed(u, &from, dir * far, false);
        let unit = &mut self.field[u];
        unit.base = from.moved(dir * far);
        for c in &cost.crossings {
            unit.disorder.crossings.retain(|x| x.line != c.line);
            unit.disorder.crossings.push(*c);
        }
        has_moved(&mut unit.record);
        unit.record.attacking = true;
        let (code, metres) = (unit.code.clone(), words::whole(far));
        self.say(clause!("play.attack-move"), Kind::Charges, &[u, e], || {
            say!("event-charges", unit = &*code, metres)
        });
        self.line_test(u, pivot + cost.spent, MoveWhy::Attack, before);
        self.attached_follow(u);
        self.gun_left_behind(u, &from);
        let met = self.field.gap(&self.field[u], &self.field[e]) <= stop + 1.0;
        for d in self.play.attacks.iter_mut() {
            if d.unit == u {
                d.done = true;
            }
            if d.unit == u || d.unit == e {
                d.reached = met;
            }
        }
        self.after_action();
    }

    /// By how much each of two units turns that attack each other (tmove.attack.2).
    fn shared_pivot(&self, u: UnitId, e: UnitId) -> [(UnitId, f64); 2] {
        let f = &self.field;
        if f.readings.is(reading!("shared-pivot", "half-each")) {
            let half = |a: UnitId, b: UnitId| f[a].base.dir.turn_to(f.centre(&f[b]) - f.centre(&f[a])) / 2.0;
            return [(u, half(u, e)), (e, half(e, u))];
        }
        let turn = f[u].base.dir.turn_to(-f[e].base.dir);
        [(u, turn / 2.0), (e, -turn / 2.0)]
    }

    /// What a change of formation is tested on.
    pub(crate) fn change_of(&self, plan: &Changed) -> FormationChangeSituation {
        let u = &self.field[plan.unit];
        FormationChangeSituation {
            arm: u.arm(),
            from: u.formation.kind(),
            to: plan.to.kind(),
            bases: u.bases.now,
            irregular: u.troop.irregular,
            officer: u.values.officer,
            training: u.values.training,
            disorder: u.disorder.active,
            enemy: self.enemy_of(plan.unit),
            phase: ChangePhase::Tactical,
            continued: u.continued.is_some(),
            manoeuvred: false,
            by_turn: plan.by_turn,
            readings: MoveReadings::of(&self.field.readings),
        }
    }

    /// A change of formation in the tactical part (tmove.formation.1).
    fn change(&mut self, side: Side, c: &Change, _reaction: bool) -> Result<(), Refusal> {
        let plan = check::moves::change(self, side, c)?;
        let s = self.change_of(&plan);
        self.cue();
        if let Some(c) = self.field[plan.unit].command {
            self.field[c].used += plan.points;
        }
        if plan.out_of_command && !self.out_of_command(&[plan.unit], plan.points) {
            self.field[plan.unit].record.acted_in_phase = true;
            return Ok(());
        }
        let code = self.field[plan.unit].code.clone();
        let same = plan.join.is_some() || plan.detach.is_some() || s.from == s.to;
        let (o, ruling) = if plan.free && same {
            (
                FormationChangeOutcome::Changes { points: 0, disorder: s.disorder },
                umpire::Ruling::new(FormationChange::NAME),
            )
        } else {
            judge::<FormationChange>(&s, self.dice.occasion(FormationChange::NAME, &*code, side))
        };
        let formation = crate::words::formation(plan.to.kind());
        match o {
            FormationChangeOutcome::Changes { disorder, .. } => {
                self.rule_on(clause!("tmove.formation.1"), Kind::Changes, side, &[plan.unit], ruling, || {
                    say!("event-forms", unit = &*code, formation)
                });
                self.also(clause!("formchange.1"));
                self.also(clause!("op.actions.2"));
                self.field[plan.unit].disorder.active = disorder;
                self.reform(&plan);
            }
            FormationChangeOutcome::Fails { .. } | FormationChangeOutcome::MayNot => {
                self.rule_on(clause!("tmove.formation.1"), Kind::Changes, side, &[plan.unit], ruling, || {
                    say!("event-does-not-form", unit = &*code, formation)
                });
                self.field[plan.unit].record.acted_in_phase = true;
            }
        }
        Ok(())
    }

    /// Lines form march column by a turn (pivot.6), whole operation formations of linear armies together (linear.4).
    fn turn_to_column(&mut self, t: &check::moves::Turned) {
        self.cue();
        self.field[t.command].used += t.points;
        let ids: Vec<UnitId> = t.units.iter().map(|(u, _)| *u).collect();
        if t.out_of_command && !self.out_of_command(&ids, t.points) {
            for u in ids {
                self.field[u].record.acted_in_phase = true;
            }
            return;
        }
        for (u, end) in t.units.iter().copied() {
            let from = self.field[u].base;
            let unit = &mut self.field[u];
            unit.formation = Formation::MarchColumn;
            unit.base = end;
            unit.trail.clear();
            has_moved(&mut unit.record);
            let (code, formation) = (unit.code.clone(), crate::words::formation(unit.formation.kind()));
            let by = if t.linear { clause!("linear.4") } else { clause!("pivot.6") };
            self.say(by, Kind::Changes, &[u], || say!("event-forms", unit = &*code, formation));
            self.gun_left_behind(u, &from);
            self.attached_follow(u);
        }
    }

    /// Draws a unit up in its new formation, joined or divided.
    fn reform(&mut self, plan: &Changed) {
        if let Some(j) = plan.join {
            self.join(plan.unit, j);
        }
        if let Some((n, base)) = plan.detach {
            self.detach(plan.unit, n, base);
        }
        let u = &mut self.field[plan.unit];
        u.formation = plan.to;
        u.base = plan.end;
        u.trail.clear();
        has_moved(&mut u.record);
        self.attached_follow(plan.unit);
    }

    /// The bases of another unit join this one (formchange.5): the higher U, single losses add up, the values of the larger.
    fn join(&mut self, u: UnitId, other: UnitId) {
        let o = self.field[other].clone();
        let averaged = self.field.readings.is(reading!("merged-u", "average"));
        let was_broken = self.field[u].broken();
        let x = &mut self.field[u];
        let (a, b) = (x.bases.now, o.bases.now);
        let stands = 2 * (a + b) - u8::from(x.bases.marked) - u8::from(o.bases.marked);
        let both = u16::from(x.disorder.active) * u16::from(a) + u16::from(o.disorder.active) * u16::from(b);
        x.disorder.active = if averaged {
            both.div_ceil(u16::from(a + b)) as u8
        } else {
            x.disorder.active.max(o.disorder.active)
        };
        x.bases =
            Bases { start: x.bases.start + o.bases.start, now: stands.div_ceil(2), marked: stands % 2 == 1 };
        if b > a {
            x.values = o.values;
        }
        x.gun |= o.gun;
        self.field[other].fate = Fate::Joined;
        self.drop_attack(other, clause!("formchange.5"));
        let (code, with) = (self.field[u].code.clone(), o.code.clone());
        self.say(clause!("formchange.5"), Kind::Changes, &[u, other], || {
            say!("event-joined", unit = &*code, other = &*with)
        });
        let one = self.field.readings.is(reading!("broken-merging", "one"));
        if was_broken && o.broken() || one && (was_broken || o.broken()) {
            self.also(clause!("disorder.10"));
        }
    }

    /// Some bases leave a unit as one of their own (formchange.6).
    fn detach(&mut self, u: UnitId, n: u8, base: Base) {
        let id = UnitId(self.field.units.len() as u16);
        let part = self.field.units.iter().filter(|x| x.code.starts_with(&*self.field[u].code)).count();
        let shared = self.field.readings.is(reading!("detached-u", "shared"));
        let x = &mut self.field[u];
        let (bases, active) = (u16::from(x.bases.now), u16::from(x.disorder.active));
        x.bases.now -= n;
        x.bases.start -= n.min(x.bases.start);
        let mut new = x.clone();
        if shared {
            let part = (active * u16::from(n)).div_ceil(bases.max(1)) as u8;
            new.disorder.active = part;
            x.disorder.active -= part;
        }
        new.id = id;
        new.code = format!("{}.{part}", x.code).into();
        new.bases = Bases::full(n);
        new.formation = Formation::Column { front: 1 };
        new.base = base;
        new.gun = false;
        new.record = Record {
            moved_in_phase: true,
            moved_in_sequence: true,
            moved_in_round: true,
            acted_in_phase: true,
            ..Record::default()
        };
        let (code, of) = (new.code.clone(), x.code.clone());
        self.field.units.push(new);
        self.play.stood.push(crate::battle::Stood { base, formation: Formation::Column { front: 1 } });
        self.say(clause!("formchange.6"), Kind::Changes, &[u, id], || {
            say!("event-detached", unit = &*of, part = &*code)
        });
    }

    /// What an engaged command officer does in a movement phase (tmove.officer.1).
    fn officer_acts(&mut self, side: Side, code: &str, act: OfficerAct) -> Result<(), Refusal> {
        let f = &self.field;
        let id = f.officer_by_code(code).filter(|o| f[*o].side == side && f[*o].present());
        let id = id.ok_or_else(|| Refusal::form(say!("no-such-officer", officer = code)))?;
        let c = f.commands.iter().find(|c| c.officer == id && c.engagement.engaged());
        let Some(c) = c.map(|c| c.id) else {
            return Err(Refusal::by(clause!("tmove.officer.1"), say!("officer-not-engaged", officer = code)));
        };
        allow(!self.play.acted.contains(&id), clause!("tmove.officer.1"), || {
            say!("officer-has-acted", officer = code)
        })?;
        let o = &f[id];
        let name = o.name.clone();
        match act {
            OfficerAct::Ahead(m) => {
                check::moves::sane(&[m])?;
                let mover = if self.of_horse(c) {
                    crate::book::march::Mover::OfficerOfHorse
                } else {
                    crate::book::march::Mover::OfficerOfFoot
                };
                let most =
                    f.sheet.march().rate(mover, crate::book::march::Pace::Tactical).map_or(0.0, |g| g.value);
                allow((0.0..=most + near::HAIR).contains(&m), clause!("tmove.officer.1"), || {
                    say!("officer-too-far", officer = code, most = words::whole(most))
                })?;
                let to = o.at + o.dir * m;
                allow(f.ground.holds(to), clause!("play.edge"), || say!("off-the-table", unit = code))?;
                let clear = (0..=20).all(|i| {
                    !f.nearer(f.enemy_from(side, o.at + o.dir * (m * f64::from(i) / 20.0)), OFFICER_KEEPS)
                });
                allow(clear, clause!("tmove.officer.2"), || say!("officer-too-near", officer = code))?;
                self.move_officer(id, to);
                self.say(clause!("tmove.officer.1"), Kind::OfficerMoves, &[], || {
                    say!("event-officer-moves", officer = &*name, metres = words::whole(m))
                });
            }
            OfficerAct::About | OfficerAct::Face(_) => {
                let (about, to) = match act {
                    OfficerAct::Face(d) => {
                        check::moves::sane(&[d])?;
                        (false, V2::bearing(d))
                    }
                    _ => (true, -o.dir),
                };
                let s = OfficerTurnSituation { ability: o.gifts.ability, about };
                let (done, ruling) =
                    judge::<OfficerTurn>(&s, self.dice.occasion(OfficerTurn::NAME, code, side));
                if done.done() {
                    self.field[id].dir = to;
                }
                self.rule_on(clause!("tmove.officer.1"), Kind::OfficerMoves, side, &[], ruling, || {
                    if done.done() {
                        say!("event-officer-turns", officer = &*name)
                    } else {
                        say!("event-officer-does-not-turn", officer = &*name)
                    }
                });
            }
        }
        self.play.acted.push(id);
        Ok(())
    }

    /// A unit is out of play.
    pub(super) fn lose(&mut self, id: UnitId, fate: Fate, by: Clause) {
        if !self.field[id].present() {
            return;
        }
        self.drop_attack(id, by);
        self.play.attacks.retain(|a| a.target != Target::Unit(id));
        self.part(id);
        let u = &mut self.field[id];
        u.fate = fate;
        if fate == Fate::Eliminated {
            u.bases.now = 0;
            u.bases.marked = false;
        }
        let code = u.code.clone();
        self.say(by, Kind::Gone, &[id], || match fate {
            Fate::Left => say!("event-left-table", unit = &*code),
            Fate::Removed => say!("event-removed", unit = &*code),
            _ => say!("event-eliminated", unit = &*code),
        });
        self.officers_without_troops();
        self.evacuated();
    }

    /// A unit is in no melee any more, and no enemy stands at its guns.
    pub(crate) fn part(&mut self, id: UnitId) {
        self.leave_melee(id);
        let pins: Vec<_> = self.play.pins.iter().filter(|p| p.by == id || p.battery == id).copied().collect();
        for p in pins {
            self.field[p.battery].pinned = None;
        }
        self.play.pins.retain(|p| p.by != id && p.battery != id);
        self.play.won.retain(|w| w.unit != id);
    }

    /// A unit fights on with nobody. Whoever fought it is free, unless another fights him still (play.continued).
    fn leave_melee(&mut self, id: UnitId) {
        if self.field[id].continued.take().is_none() {
            return;
        }
        let against = |f: &crate::Field, of: UnitId| -> Vec<UnitId> {
            f.present().filter(|u| u.continued.is_some_and(|c| c.with == of)).map(|u| u.id).collect()
        };
        for o in against(&self.field, id) {
            let another = against(&self.field, o).first().copied();
            self.field[o].continued = another.map(|with| Continued { with, attacker: false });
        }
    }

    /// A command officer whose units are all gone is removed (play.edge).
    fn officers_without_troops(&mut self) {
        for n in 0..self.field.commands.len() {
            let c = &self.field.commands[n];
            if c.kind != crate::command::CommandKind::Troops || !self.field[c.officer].present() {
                continue;
            }
            let any = self.field.units.iter().any(|u| {
                let away = || self.play.driven_off.iter().any(|(x, _)| *x == u.id);
                let there = matches!(u.fate, Fate::OnTable | Fate::Awaited | Fate::InReserve);
                u.command == Some(c.id) && (there || away())
            });
            if any {
                continue;
            }
            let o = c.officer;
            self.field[o].fate = crate::officer::OfficerFate::Removed;
            let name = self.field[o].name.clone();
            self.say(clause!("play.edge"), Kind::OfficerFalls, &[], || {
                say!("event-officer-removed", officer = &*name)
            });
        }
    }

    /// An engineer base blows a prepared bridge at any time that its side is asked (demolition.2). What was asked is asked again; where both
    /// are asked at once, of the enemy too, whose answer was given for a bridge that stood.
    pub(super) fn blow(
        &mut self,
        side: Side,
        awaits: &Awaits,
        unit: &str,
        bridge: &str,
    ) -> Result<(), Refusal> {
        let id = check::moves::own(self, side, unit)?;
        let n = check::works::blow(self, id, bridge)?;
        self.cue();
        self.blow_bridge(id, n);
        if matches!(awaits, Awaits::Moves | Awaits::Reactions | Awaits::Blow(_)) {
            self.play.pending.clear();
        }
        let other = side.other();
        if self.field.bridges[n].gone && self.play.secret[other.index()].take().is_some() {
            self.play.pending.push((other, awaits.clone()));
            self.play.pending.sort_by_key(|(s, _)| s.index());
        }
        if self.play.sequence > 0 {
            self.after_action();
        } else {
            self.look_at_integrity();
        }
        Ok(())
    }

    /// Asks a side about bridges that it can blow and onto which an enemy has come; true if it is asked.
    pub(super) fn ask_to_blow(&mut self, side: Side) -> bool {
        let f = &self.field;
        let mut asked: Vec<u16> = Vec::new();
        let mut there: Vec<(u16, UnitId)> = Vec::new();
        for (_, name) in self.blows(side) {
            let Some(n) = f.bridges.iter().position(|x| x.bridge.name == name && !x.gone) else { continue };
            let rect = [f.bridges[n].bridge.rect];
            let on = |e: &&Unit| f.rects(e).iter().any(|r| r.penetration(&rect[0]) > near::HAIR);
            let new = f.enemies_about(side, &rect, 1.0).filter(on).map(|e| (n as u16, e.id));
            let known = there.len();
            there.extend(new.filter(|x| !self.play.on_bridges.contains(x)));
            if there.len() > known {
                asked.push(n as u16);
            }
        }
        self.play.on_bridges.extend(there);
        let any = !asked.is_empty();
        if any {
            self.ask(side, Awaits::Blow(asked));
        }
        any
    }
}

/// What counts as moved (play.moved).
pub(super) fn has_moved(r: &mut Record) {
    r.moved_in_phase = true;
    r.moved_in_sequence = true;
    r.moved_in_round = true;
    r.acted_in_phase = true;
}
