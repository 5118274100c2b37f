//! Town zones: entering, assembling and leaving them, and the fights for them (town-fight.*, play.town-zones).

use crate::answer::TownAct;
use crate::battle::{Battle, Step};
use crate::book::march::Pace;
use crate::check::{self, near, way};
use crate::event::Kind;
use crate::ground::ZoneId;
use crate::procedures::town::{
    TownFate, TownFight, TownFightSituation, TownReadings, TownTest, TownTestOutcome, TownTestSituation,
    Townsman,
};
use crate::troop::Formation;
use crate::unit::{Fate, Side, Unit, UnitId};
use crate::{clause, reading, say, terrain, town, worth};
use table::{Base, Motion, Moving, V2};
use umpire::{Clause, Procedure, Refusal, Rolls, allow, judge};

/// The way of a unit that leaves a town.
struct WayOut {
    end: Base,
    cost: way::Cost,
    /// Friends whom it passes through.
    passes: smallvec::SmallVec<[UnitId; 2]>,
    by: Clause,
}

impl Battle {
    /// Which sides have units in a zone.
    pub(crate) fn sides_in_zone(&self, z: ZoneId) -> [bool; 2] {
        Side::BOTH.map(|s| town::inside(&self.field, z).any(|u| u.side == s))
    }

    /// For how many bases of a side there is room in a zone.
    pub(crate) fn room_in_zone(&self, z: ZoneId, side: Side) -> u8 {
        town::room(&self.field, z, side).0
    }

    /// A unit goes into a zone, as many bases as there is room for (tmove.town.4).
    pub(super) fn enter_town(&mut self, u: UnitId, z: ZoneId, by: Clause) {
        let room = self.room_in_zone(z, self.field[u].side);
        let side = self.field[u].side;
        let had = self.sides_in_zone(z);
        let unit = &mut self.field[u];
        unit.formation = Formation::InTown { zone: z };
        unit.outside = unit.bases.now.saturating_sub(room);
        unit.record.phases_in_town = 0;
        unit.trail.clear();
        let (code, name) = (unit.code.clone(), self.field.ground[z].name.clone());
        self.say(by, Kind::Moves, &[u], || say!("event-enters-town", unit = &*code, town = &*name));
        if had[side.other().index()] && self.field.zones[z.index()].fight.is_some() {
            self.also(clause!("town-fight.7"));
        }
        if had[side.other().index()] && self.field.zones[z.index()].fight.is_none() {
            self.field.zones[z.index()].fight = Some(side);
            self.spread_out(z);
        }
        self.clear_the_road(z, u);
    }

    /// Assembled defenders spread out when their town is attacked, and have no cover from it (tmove.town.8).
    fn spread_out(&mut self, z: ZoneId) {
        let all: Vec<UnitId> = town::inside(&self.field, z)
            .filter(|u| matches!(u.formation, Formation::Assembled { .. }))
            .map(|u| u.id)
            .collect();
        for u in all {
            self.field[u].formation = Formation::InTown { zone: z };
            self.play.uncovered.push(u);
            let code = self.field[u].code.clone();
            self.say(clause!("tmove.town.8"), Kind::Changes, &[u], || {
                say!("event-spreads-out", unit = &*code)
            });
        }
    }

    /// Units on the road of a zone that is attacked are retreated out of it with 2 U (tmove.town.9).
    fn clear_the_road(&mut self, z: ZoneId, attacker: UnitId) {
        let rect = self.field.ground[z].rect;
        // An entry into a zone of its own is no attack on it.
        let from = self.field[attacker].base.centre();
        let attacker = self.field[attacker].side;
        let on: Vec<UnitId> = self
            .field
            .side(attacker.other())
            .filter(|u| {
                u.formation.zone().is_none()
                    && self.field.rects(u).iter().any(|r| r.penetration(&rect) > near::HAIR)
            })
            .map(|u| u.id)
            .collect();
        for u in on {
            self.disorder(u, 2, clause!("tmove.town.9"));
            // Along its road, whichever way leads from the attacker, until it is out.
            let dir = self.field[u].base.dir;
            let away = if dir.dot(rect.centre - from) >= 0.0 { dir } else { -dir };
            let base = self.field[u].base;
            let turned = Base { front: base.centre() + away * (base.depth / 2.0), dir: away, ..base };
            let on = |a: &table::Rect, b: &table::Rect| a.penetration(b) > near::HAIR;
            let far = near::clear_of(&[turned.rect()], away, 0.0, &[rect], &on);
            self.retreat(u, away, far, &[]);
        }
    }

    /// Bases outside move in when there is room (tmove.town.4).
    pub(super) fn fill_towns(&mut self) {
        for z in 0..self.field.zones.len() {
            let z = ZoneId(z as u16);
            let ids: Vec<UnitId> =
                town::inside(&self.field, z).filter(|u| u.outside > 0).map(|u| u.id).collect();
            for u in ids {
                let room = self.room_in_zone(z, self.field[u].side);
                let unit = &mut self.field[u];
                let more = room.min(unit.outside);
                unit.outside -= more;
                unit.outside = unit.outside.min(unit.bases.now);
            }
            let [a, b] = self.sides_in_zone(z);
            if !(a && b) {
                self.field.zones[z.index()].fight = None;
            }
        }
    }

    /// What a unit in a zone does in a movement phase.
    pub(super) fn town_act(&mut self, side: Side, unit: &str, act: TownAct) -> Result<(), Refusal> {
        let id = check::moves::own(self, side, unit)?;
        let u = &self.field[id];
        check::moves::may_act(self, u)?;
        let code = u.code.clone();
        let (points, by) = self.check_town(id, act)?;
        self.cue();
        if let Some(c) = self.field[id].command {
            self.field[c].used += points;
        }
        // Out of command its officer must be able to reach it (op.command.2).
        let out = points > 0 && !crate::ops::in_command(&self.field, &self.field[id]);
        if out && !self.out_of_command(&[id], points) {
            self.field[id].record.acted_in_phase = true;
            return Ok(());
        }
        let u = &self.field[id];
        match act {
            TownAct::Assemble { facing } => {
                let Some(z) = u.formation.zone() else { return Ok(()) };
                let base = self.assembled_at(u, z, V2::bearing(facing));
                let unit = &mut self.field[id];
                unit.formation = Formation::Assembled { zone: z };
                unit.base = base;
                super::moves::has_moved(&mut unit.record);
                self.say(by, Kind::Changes, &[id], || say!("event-assembles", unit = &*code));
            }
            TownAct::Spread => {
                let Formation::Assembled { zone } = u.formation else { return Ok(()) };
                let unit = &mut self.field[id];
                unit.formation = Formation::InTown { zone };
                super::moves::has_moved(&mut unit.record);
                self.say(by, Kind::Changes, &[id], || say!("event-spreads-out", unit = &*code));
            }
            TownAct::Leave { ahead } => {
                let Ok(WayOut { end, cost, passes, .. }) = self.way_out(u, ahead) else { return Ok(()) };
                let before = self.enemy_of(id);
                let unit = &mut self.field[id];
                unit.formation = Formation::Column { front: 1 };
                unit.base = end;
                unit.outside = 0;
                for c in cost.crossings {
                    unit.disorder.crossings.retain(|x| x.line != c.line);
                    unit.disorder.crossings.push(c);
                }
                super::moves::has_moved(&mut unit.record);
                self.say(by, Kind::Moves, &[id], || say!("event-leaves-town", unit = &*code));
                for other in passes {
                    self.pass_through(id, other, crate::procedures::movement::PassPhase::Tactical);
                }
                self.line_test(id, cost.spent, crate::procedures::movement::MoveWhy::Ordinary, before);
                self.attached_follow(id);
            }
        }
        Ok(())
    }

    /// May a unit in a zone do that, and for how many operation points: it is an act like any other (op.actions.1)?
    fn check_town(&self, id: UnitId, act: TownAct) -> Result<(u8, Clause), Refusal> {
        let (f, u) = (&self.field, &self.field[id]);
        let unit = &*u.code;
        let by = match act {
            TownAct::Assemble { facing } => {
                check::moves::sane(&[facing])?;
                town::may_assemble(f, u)?
            }
            TownAct::Spread => {
                let (assembled, by) =
                    (matches!(u.formation, Formation::Assembled { .. }), clause!("tmove.town.7"));
                allow(assembled, by, || say!("not-assembled", unit))?;
                by
            }
            TownAct::Leave { ahead } => {
                check::moves::sane(&[ahead])?;
                self.way_out(u, ahead)?.by
            }
        };
        if u.broken() {
            return Ok((0, by));
        }
        let costs = clause!("op.actions.1");
        let Some(c) = u.command else {
            return Err(Refusal::by(costs, say!("no-command-officer", unit)));
        };
        allow(crate::ops::points_left(f, c) > 0, costs, || say!("no-points-left", command = &*f[c].name))?;
        Ok((1, by))
    }

    /// The way of an assembled unit out of its zone: half a move in column beyond the edge, over the ground and past whoever is there
    /// (tmove.town.6).
    fn way_out(&self, u: &Unit, ahead: f64) -> Result<WayOut, Refusal> {
        let f = &self.field;
        let code = &*u.code;
        let (part, by) = town::may_leave(f, u)?;
        let column = Unit { formation: Formation::Column { front: 1 }, ..u.clone() };
        let edge = near::drawn_up(f, &column, column.formation, u.bases.now, u.base.front, u.base.dir);
        let half = way::allowance(f, &column, Pace::Tactical) * part;
        // What it is deep it has to go besides, to be out of the houses; that costs it nothing on open ground.
        let whole = edge.depth + ahead.max(0.0);
        let mut cost = way::straight(f, &column, &edge, edge.dir, whole, half + edge.depth)?;
        cost.spent = (cost.spent - edge.depth).max(0.0);
        let start = edge.moved(edge.dir * edge.depth);
        let end = start.moved(edge.dir * ahead);
        let march = Moving { base: start, since: 0.0, motion: Motion::March { velocity: edge.dir * ahead } };
        let mut met = way::Met::default();
        let way = way::Part { way: &march, end: &end, keep: way::Keep::BreakIn, along: &[], enter: None };
        way::look(self, &column, way, &mut met)?;
        let passed = |o: &UnitId| f64::from(way::pass_cost(f, &column, &f[*o], false).0.metres);
        let needs = cost.spent + met.passes.iter().map(passed).sum::<f64>();
        allow(ahead >= 0.0 && needs <= half + near::HAIR, by, || {
            say!("goes-too-far", unit = code, needs = words::whole(needs), has = words::whole(half))
        })?;
        self.may_stand_outside(&column, &end)?;
        Ok(WayOut { end, cost, passes: met.passes, by })
    }

    /// In column at the side of a zone that faces a direction, its front at the edge.
    pub(crate) fn assembled_at(&self, u: &Unit, z: ZoneId, dir: V2) -> Base {
        let rect = self.field.ground[z].rect;
        let around = Base {
            front: rect.centre + rect.dir * rect.half_depth,
            dir: rect.dir,
            width: 2.0 * rect.half_width,
            depth: 2.0 * rect.half_depth,
        };
        let (front, out) = ranks::nearest_side(&around, rect.centre + dir * 10_000.0);
        near::drawn_up(&self.field, u, Formation::Assembled { zone: z }, u.bases.now, front, out)
    }

    fn may_stand_outside(&self, u: &Unit, end: &Base) -> Result<(), Refusal> {
        let f = &self.field;
        way::stands(self, u, end, &[])?;
        for e in f.enemies_about(u.side, &[end.rect()], crate::break_in::most(f)) {
            let near = f.nearer(near::gap_to(f, &[end.rect()], e), near::break_in(f, e));
            allow(!near, clause!("break-in.1"), || {
                say!(
                    "comes-too-near",
                    unit = &*u.code,
                    enemy = &*e.code,
                    metres = words::whole(near::break_in(f, e))
                )
            })?;
        }
        Ok(())
    }

    fn townsman(&self, u: &Unit) -> Townsman {
        let w = worth::Worth::of(&self.field, u);
        Townsman {
            bases: u.bases.now.saturating_sub(u.outside).max(1),
            melee: u.values.melee,
            skirmish: u.values.skirmish,
            skirmishes: self.play.by_skirmish.contains(&u.id),
            disorder: u.disorder.active,
            morale: worth::morale(&self.field, u),
            stars: w.stars,
            level: w.level.min(3),
            integrity_broken: self.integrity_broken(u),
            battalion_gun: u.gun,
            assembled: self.play.uncovered.contains(&u.id),
        }
    }

    /// One fight in every zone in which both sides have troops (town-fight.1).
    pub(super) fn town_fights(&mut self) {
        self.fill_towns();
        for z in 0..self.field.zones.len() {
            let z = ZoneId(z as u16);
            if town::fight(&self.field, z) {
                self.cue();
                self.town_fight(z);
            }
        }
        self.fill_towns();
        self.after_action();
        self.to(Step::Breakthroughs);
    }

    fn town_fight(&mut self, z: ZoneId) {
        let attacker = self.field.zones[z.index()].fight.unwrap_or(self.play.first);
        let defender = attacker.other();
        let of = |side: Side| -> Vec<UnitId> {
            town::inside(&self.field, z).filter(|u| u.side == side).map(|u| u.id).collect()
        };
        let (attackers, defenders) = (of(attacker), of(defender));
        let initial = self.play.alone[z.index()] == Some(defender);
        // Whoever has to fight for it is not alone in it for the whole sequence (town-fight.3).
        self.play.alone_since[z.index()] = None;
        let zone = &self.field.ground[z];
        let s = TownFightSituation {
            attackers: attackers.iter().map(|u| self.townsman(&self.field[*u])).collect(),
            defenders: defenders.iter().map(|u| self.townsman(&self.field[*u])).collect(),
            initial,
            cover: self.field.zones[z.index()].cover,
            fortress: zone.fortress,
            attackers_hold: self.field.zones[z.index()].holder == Some(attacker),
            newly_entered: !self.play.in_zone[z.index()][attacker.index()]
                && (initial || !self.field.readings.is(reading!("doubled-losses", "first-sequence"))),
            readings: TownReadings::of(&self.field.readings),
            sheet: self.field.sheet.clone(),
        };
        let name = zone.name.clone();
        let (o, ruling) =
            judge::<TownFight>(&s, self.dice.occasion(TownFight::NAME, &*name, Rolls::One(attacker)));
        let all: Vec<UnitId> = attackers.iter().chain(&defenders).copied().collect();
        self.rule_on(clause!("town-fight.1"), Kind::TownFight, attacker, &all, ruling, || {
            say!(
                "event-town-fight",
                town = &*name,
                attackers = o.attackers.losses,
                defenders = o.defenders.losses
            )
        });
        if initial {
            self.field.zones[z.index()].holder = Some(defender);
        }
        for u in &all {
            self.field[*u].record.fought_initially |= initial;
            self.field[*u].record.fought_in_round = true;
            self.field[*u].record.attacked = true;
            self.play.in_danger.push(*u);
        }
        self.town_fate(&attackers, o.attackers);
        self.town_fate(&defenders, o.defenders);
        for u in all {
            if self.field[u].present() {
                self.town_test(u, z);
            }
        }
    }

    /// U to every unit, losses dealt one at a time round them (town-fight.2).
    fn town_fate(&mut self, units: &[UnitId], fate: TownFate) {
        for u in units {
            self.disorder(*u, fate.disorder, clause!("town-fight.2"));
        }
        // Evenly: always to whoever has had the fewest, and of these to the first (town-fight.2).
        let mut had: Vec<(UnitId, u8)> = units.iter().map(|u| (*u, 0)).collect();
        for _ in 0..fate.losses {
            let there = had.iter_mut().filter(|(u, _)| self.field[*u].present());
            let Some((u, n)) = there.min_by_key(|(_, n)| *n) else { break };
            *n += 1;
            let u = *u;
            self.take_loss(u, clause!("town-fight.2"));
        }
    }

    /// One loss; a unit without bases is eliminated.
    pub(super) fn take_loss(&mut self, u: UnitId, by: Clause) {
        let Some(taken) = self.field[u].bases.take() else { return };
        let code = self.field[u].code.clone();
        self.say(by, Kind::Loss, &[u], || {
            if taken.removed {
                say!("event-base-removed", unit = &*code)
            } else {
                say!("event-base-marked", unit = &*code)
            }
        });
        self.also(taken.by);
        if self.field[u].bases.now == 0 {
            self.lose(u, Fate::Eliminated, clause!("losses.1"));
        } else if taken.removed {
            let bases = self.field[u].bases.now;
            self.field[u].formation = super::melee::shrunk(self.field[u].formation, bases);
            self.field[u].outside = self.field[u].outside.min(bases);
            self.redraw(u);
        }
    }

    /// Every unit that fought tests whether it stays (town-fight.8, town-fight.9).
    fn town_test(&mut self, u: UnitId, z: ZoneId) {
        let unit = &self.field[u];
        let w = worth::Worth::of(&self.field, unit);
        let s = TownTestSituation {
            melee: unit.values.melee,
            skirmish: unit.values.skirmish,
            morale: worth::morale(&self.field, unit),
            disorder: unit.disorder.active,
            level: w.level.min(3),
            stars: w.stars,
            integrity_broken: self.integrity_broken(unit),
            readings: TownReadings::of(&self.field.readings),
            sheet: self.field.sheet.clone(),
        };
        let (code, side) = (unit.code.clone(), unit.side);
        let (o, ruling) = judge::<TownTest>(&s, self.dice.occasion(TownTest::NAME, &*code, side));
        let TownTestOutcome::Retreats { metres, disorder, losses } = o else {
            self.rule_on(clause!("town-fight.8"), Kind::TownTest, side, &[u], ruling, || {
                say!("event-stays-in-town", unit = &*code)
            });
            return;
        };
        self.rule_on(clause!("town-fight.9"), Kind::TownTest, side, &[u], ruling, || {
            say!("event-driven-from-town", unit = &*code)
        });
        self.field[u].disorder.active = disorder;
        self.play.tally.push((u, false));
        if self.field.readings.is(reading!("town-test-lost", "no")) {
            self.play.tally.pop();
        }
        for _ in 0..losses {
            self.take_loss(u, clause!("town-fight.9"));
        }
        if self.field[u].present() {
            self.out_of_town(u, z, f64::from(metres));
        }
    }

    /// A unit retreats out of a zone: over the nearest point of the edge away from the enemies outside, so far measured from the edge
    /// (play.retreat-path).
    fn out_of_town(&mut self, u: UnitId, z: ZoneId, metres: f64) {
        let rect = self.field.ground[z].rect;
        let side = self.field[u].side;
        let dirs = [rect.dir, -rect.dir, rect.dir.right(), -rect.dir.right()];
        let reach = |d: V2| if d.dot(rect.dir).abs() > 0.5 { rect.half_depth } else { rect.half_width };
        let far = |d: &V2| {
            self.field
                .enemies(side)
                .filter(|e| e.formation.zone() != Some(z))
                .map(|e| self.field.centre(e).dist(rect.centre + *d * (reach(*d) + metres)))
                .fold(f64::INFINITY, f64::min)
        };
        let mut best = dirs[0];
        for d in &dirs[1..] {
            if far(d) > far(&best) + near::HAIR {
                best = *d;
            }
        }
        let unit = &self.field[u];
        let base = near::drawn_up(
            &self.field,
            unit,
            Formation::Column { front: 1 },
            unit.bases.now,
            rect.centre + best * reach(best),
            best,
        );
        let unit = &mut self.field[u];
        unit.formation = Formation::Column { front: 1 };
        unit.outside = 0;
        unit.base = base;
        let inside: Vec<UnitId> = town::inside(&self.field, z).map(|e| e.id).collect();
        self.retreat(u, best, metres + base.depth, &inside);
    }

    /// Who is alone in each zone, for the fights to come (town-fight.3).
    pub(super) fn note_alone(&mut self, through_sequence: bool) {
        for z in 0..self.field.zones.len() {
            let now = match self.sides_in_zone(ZoneId(z as u16)) {
                [true, false] => Some(Side::A),
                [false, true] => Some(Side::B),
                _ => None,
            };
            let was = self.play.alone_since.get(z).copied().flatten();
            self.field.zones[z].last = now.or(self.field.zones[z].last);
            self.play.alone[z] = if through_sequence && was != now { None } else { now };
            if self.play.alone_since.len() <= z {
                self.play.alone_since.resize(z + 1, None);
            }
            self.play.alone_since[z] = now;
        }
        if through_sequence && self.field.readings.is(reading!("assembled-cover", "sequence")) {
            self.play.uncovered.clear();
        }
        self.play
            .uncovered
            .retain(|u| self.field[*u].formation.zone().is_some_and(|z| town::fight(&self.field, z)));
    }

    /// Who does not stand in his redoubt any more has left it, and its cover with it (redoubt.5, redoubt.9).
    pub(crate) fn left_works(&mut self) {
        let f = &self.field;
        if f.ground.redoubts.is_empty() {
            return;
        }
        let out = |u: &&Unit| {
            let inside = |r: crate::ground::RedoubtId| f.ground[r].base.rect().contains(u.base.centre(), 1.0);
            u.redoubt.is_some_and(|r| !inside(r))
        };
        let left: Vec<UnitId> = f.present().filter(out).map(|u| u.id).collect();
        for u in &left {
            self.field[*u].redoubt = None;
        }
        if !left.is_empty() {
            self.evacuated();
        }
    }

    /// A redoubt that is left by all is gone (redoubt.9).
    pub(crate) fn evacuated(&mut self) {
        for r in 0..self.field.redoubts.len() {
            let id = crate::ground::RedoubtId(r as u16);
            let held = self.field.present().any(|u| u.redoubt == Some(id));
            if !held && !self.field.redoubts[r].gone && self.play.held_redoubts.contains(&id) {
                self.field.redoubts[r].gone = true;
                let name = self.field.ground[id].name.clone();
                self.say(clause!("redoubt.9"), Kind::Works, &[], || {
                    say!("event-redoubt-gone", redoubt = &*name)
                });
            }
        }
    }

    /// Cover that a unit has against fire from there: of its town, or of ground and works (cover.1).
    pub(crate) fn cover_against(&self, u: &Unit, from: V2) -> (u8, bool) {
        match u.formation {
            Formation::InTown { zone } => {
                (self.field.zones[zone.index()].cover, self.play.uncovered.contains(&u.id))
            }
            Formation::Assembled { zone } => (self.field.zones[zone.index()].cover, true),
            _ => (terrain::cover(&self.field, u, from).value, false),
        }
    }
}
