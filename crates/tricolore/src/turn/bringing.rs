//! Guns outside the fighting line: manhandled, limbered, retreating, in the reserve, in artillery commands (gt-guns.*, gun-*); and
//! engineers at their works.

use crate::answer::{Arrange, GunAct};
use crate::battle::{Battle, Building, Site};
use crate::book::march::Pace;
use crate::check::{self, near, way};
use crate::command::{BodyId, CommandId, CommandKind, Level};
use crate::event::Kind;
use crate::field::BridgeState;
use crate::ground::{BridgeKind, RedoubtId};
use crate::officer::Attached;
use crate::orders::{Activated, CommandOrder, OrderKind, Pending};
use crate::procedures::attack::Goes;
use crate::procedures::guns::{
    BatteryRetreat, BatteryRetreatOutcome, BatteryRetreatSituation, CommandBattery, CommandPivot,
    CommandPivotOutcome, CommandPivotSituation, FollowChief, FollowSituation, FromReserve,
    FromReserveSituation, GunReadings, GunsOutcome, LimberSituation, LimberUp, LimberedNear,
    LimberedSituation, Manhandle, ManhandleSituation, ReservePurpose, RetreatPhase, ToReserve,
    ToReserveSituation, cannot_manhandle,
};
use crate::procedures::works::{
    BlowBridge, BlowOutcome, BlowSituation, Engineer, Task, TaskOutcome, TaskSituation, Water, WorkPoints,
    WorkReadings, WorkSituation, WorkTests,
};
use crate::troop::{Arm, Formation};
use crate::unit::{Fate, Side, Unit, UnitId};
use crate::{clause, reading, say, terrain};
use table::{Base, Motion, Moving, Pose, V2, v2};
use umpire::{Clause, Procedure, Refusal, allow, judge};

impl Battle {
    /// What a battery does in the tactical moves.
    pub(super) fn guns_act(&mut self, side: Side, unit: &str, act: GunAct) -> Result<(), Refusal> {
        let id = check::moves::own(self, side, unit)?;
        check::moves::may_act(self, &self.field[id])?;
        self.check_guns(id, act, true)?;
        self.cue();
        self.gun_act(id, act, true);
        Ok(())
    }

    /// Judges what a battery is to do: in the tactical moves, or in the deployment phase.
    pub(crate) fn check_guns(&self, id: UnitId, act: GunAct, tactical: bool) -> Result<(), Refusal> {
        let f = &self.field;
        let u = &f[id];
        let code = &*u.code;
        allow(u.arm() == Arm::Artillery, clause!("gt-guns.1"), || say!("no-battery", unit = code))?;
        allow(u.continued.is_none() && u.pinned.is_none(), clause!("melee-guns.2"), || {
            say!("enemy-at-its-guns", unit = code)
        })?;
        allow(!u.record.fired_in_round, clause!("tactical-bombardment.4"), || {
            say!("has-fired", unit = code)
        })?;
        let grand = u.command.is_some_and(|c| f[c].kind == CommandKind::Artillery);
        if !tactical {
            let engaged = self.engaged(u);
            let retreats = matches!(act, GunAct::Retreat { .. });
            allow(!engaged || retreats, clause!("engagement.engaged.2"), || {
                say!("engaged-guns-only-retreat", unit = code)
            })?;
            allow(!u.record.moved_in_phase || retreats, clause!("unengaged.2"), || {
                say!("has-acted", unit = code)
            })?;
        }
        match act {
            GunAct::Manhandle { at } => {
                check::moves::sane(&[at.x, at.y, at.facing])?;
                allow(u.unlimbered(), clause!("tmove.artillery.1"), || say!("not-unlimbered", unit = code))?;
                allow(!grand, clause!("gun-command-pivot.1"), || say!("grand-battery-stands", unit = code))?;
                let end = Base::new(at, u.base.width, u.base.depth);
                if let Some((by, why)) = cannot_manhandle(&self.manhandled(id, &end)) {
                    return Err(Refusal::by(by, why));
                }
                // Nor out of a redoubt, which it leaves limbered (redoubt.5).
                let stays = |r: RedoubtId| f.ground[r].base.rect().contains(end.centre(), 1.0);
                allow(u.redoubt.is_none_or(stays), clause!("redoubt.5"), || {
                    say!("leaves-redoubt-limbered", unit = code)
                })?;
                // By hand no gun is brought over an obstacle (missing.terrain-linear).
                let ways = u.base.corners().into_iter().zip(end.corners());
                let over = |(a, b): (V2, V2)| {
                    f.ground
                        .lines
                        .iter()
                        .find(|l| l.path.segments().any(|(p, q)| ::ground::crossing(a, b, p, q).is_some()))
                };
                if let Some(line) = ways.into_iter().find_map(over) {
                    let by = clause!("terrain.3");
                    return Err(Refusal::by(by, say!("cannot-pass-line", unit = code, line = &*line.name)));
                }
                self.guns_stand(u, &end)
            }
            GunAct::Retreat { to } => {
                allow(!tactical || self.tactical(u), clause!("tmove.artillery.4"), || {
                    say!("not-engaged", unit = code)
                })?;
                if u.broken() {
                    return Ok(());
                }
                let end = check::retreat::back(self, id, to, (500.0, 1000.0))?;
                let there = [end.rect()];
                let mut enemies = f.enemies_about(u.side, &there, 401.0);
                let far = enemies.all(|e| !f.nearer(near::gap_to(f, &there, e), 400.0));
                allow(!tactical || far, clause!("tmove.artillery.4"), || {
                    say!("retreats-too-near", unit = code)
                })
            }
            GunAct::Unlimber => {
                allow(u.formation == Formation::Limbered, clause!("gt-guns.6"), || {
                    say!("not-limbered", unit = code)
                })?;
                self.in_superiors_radius(u, &u.base)?;
                if !tactical && let Some((_, end)) = self.redoubt_for(u, &u.base) {
                    return self.guns_stand(u, &end);
                }
                let end = near::drawn_up(f, u, Formation::Unlimbered, u.bases.now, u.base.front, u.base.dir);
                self.guns_stand(u, &end)
            }
            GunAct::Wheel { degrees, backward } => {
                check::moves::sane(&[degrees])?;
                let by = clause!("gun-command-pivot.1");
                allow(!tactical && grand && u.unlimbered(), by, || say!("no-grand-battery", unit = code))?;
                let (ends, farthest) = self.wheeled(id, degrees, backward);
                allow(farthest <= 200.0 + near::HAIR, by, || {
                    say!("goes-too-far", unit = code, needs = words::whole(farthest), has = 200)
                })?;
                let works = ends.iter().any(|(x, _)| f[*x].redoubt.is_some());
                allow(!works, clause!("redoubt.3"), || say!("reckon-no-pivot-in-redoubt"))?;
                let free = ends.iter().all(|(x, end)| {
                    let stands = way::stands(self, &f[*x], end, &ends);
                    stands.is_ok()
                });
                allow(free, by, || say!("no-room", unit = code))
            }
            GunAct::Limber { to } => {
                allow(!tactical, clause!("tmove.artillery.3"), || say!("not-in-this-step"))?;
                allow(u.unlimbered(), clause!("gt-guns.8"), || say!("not-unlimbered", unit = code))?;
                allow(!grand, clause!("gun-command-pivot.1"), || say!("grand-battery-stands", unit = code))?;
                let far = !f.enemy_within(u, 400.0) && near::enemy(f, u) > 400.0;
                allow(far, clause!("gt-guns.8"), || say!("too-near-to-limber", unit = code))?;
                let end = self.gun_march(u, to)?;
                self.not_limbered_so_near(u, &end)
            }
            GunAct::Go { to, unlimber } => {
                allow(!tactical, clause!("tmove.artillery.3"), || say!("not-in-this-step"))?;
                allow(u.formation == Formation::Limbered, clause!("gt-guns.2"), || {
                    say!("not-limbered", unit = code)
                })?;
                let end = self.gun_march(u, to)?;
                if unlimber {
                    self.in_superiors_radius(u, &end)?;
                    if let Some((_, inside)) = self.redoubt_for(u, &end) {
                        return self.guns_stand(u, &inside);
                    }
                    let then = near::drawn_up(f, u, Formation::Unlimbered, u.bases.now, end.front, end.dir);
                    return self.guns_stand(u, &then);
                }
                self.not_limbered_so_near(u, &end)
            }
        }
    }

    /// A battery unlimbers where it stands, or into a redoubt (gt-guns.6, redoubt.5).
    fn unlimber(&mut self, id: UnitId, work: Option<(RedoubtId, Base)>) {
        let code = self.field[id].code.clone();
        self.field[id].formation = Formation::Unlimbered;
        let by = match work {
            Some((r, base)) => {
                self.field[id].base = base;
                self.field[id].redoubt = Some(r);
                if !self.play.held_redoubts.contains(&r) {
                    self.play.held_redoubts.push(r);
                }
                clause!("redoubt.5")
            }
            None => {
                self.redraw(id);
                clause!("gt-guns.6")
            }
        };
        self.say(by, Kind::Changes, &[id], || say!("event-unlimbers", unit = &*code));
    }

    /// The redoubt of its side that a limbered battery touches and in which there is room for it, and where it would stand: beside those
    /// who are there (redoubt.2, redoubt.5).
    fn redoubt_for(&self, u: &Unit, at: &Base) -> Option<(RedoubtId, Base)> {
        let f = &self.field;
        if u.formation != Formation::Limbered || f.readings.is(reading!("redoubt-entry", "leave-only")) {
            return None;
        }
        (0..f.ground.redoubts.len()).map(|n| RedoubtId(n as u16)).find_map(|r| {
            let work = &f.ground[r];
            let inside = || f.present().filter(|o| o.redoubt == Some(r));
            let guns: u8 = inside().filter(|o| o.arm() == Arm::Artillery).map(|o| o.bases.now).sum();
            let open = work.side == u.side && !f.redoubts[r.index()].gone;
            let room = guns + u.bases.now <= work.guns;
            if !open || !room || at.rect().gap(&work.base.rect()) > 1.0 + near::HAIR {
                return None;
            }
            let drawn =
                near::drawn_up(f, u, Formation::Unlimbered, u.bases.now, work.base.front, work.base.dir);
            let across = |x: f64| Base { front: work.base.world(v2(x, 0.0)), ..drawn };
            // In the middle, or edge to edge beside whoever is there.
            let beside = inside().flat_map(|o| {
                let (x, off) = (work.base.local(o.base.front).x, (o.base.width + drawn.width) / 2.0);
                [x - off, x + off]
            });
            let place = std::iter::once(0.0).chain(beside).map(across).find(|b| {
                let inside = b.corners().iter().all(|c| work.base.rect().contains(*c, 1.0));
                inside && self.free_for(u.id, b)
            });
            place.map(|b| (r, b))
        })
    }

    /// Free ground for guns, outside the enemy's break-in distances.
    fn guns_stand(&self, u: &Unit, end: &Base) -> Result<(), Refusal> {
        let f = &self.field;
        way::stands(self, u, end, &[])?;
        for e in f.enemies_about(u.side, &[end.rect()], crate::break_in::most(f)) {
            let (was, is) = (f.gap(u, e), near::gap_to(f, &[end.rect()], e));
            let limit = near::break_in(f, e).min(was);
            allow(!f.nearer(is, limit), clause!("break-in.1"), || {
                say!("comes-too-near", unit = &*u.code, enemy = &*e.code, metres = words::whole(limit))
            })?;
        }
        Ok(())
    }

    fn in_superiors_radius(&self, u: &Unit, at: &Base) -> Result<(), Refusal> {
        let f = &self.field;
        let Some(o) = crate::ops::officer_of(f, u) else { return Ok(()) };
        let front = Base { depth: at.depth.min(f.plan(u).front_depth), ..*at };
        let inside = f.reaches(front.rect().gap_to_point(o.at), f64::from(o.gifts.radius));
        allow(inside, clause!("gt-guns.6"), || say!("round-out-of-radius", unit = &*u.code))
    }

    /// Where limbered guns go in the deployment phase: 300 or 600, double on a road, inside the radius of their superior (gt-guns.2, gt-guns.3).
    fn gun_march(&self, u: &Unit, to: Pose) -> Result<Base, Refusal> {
        let f = &self.field;
        let code = &*u.code;
        check::moves::sane(&[to.x, to.y, to.facing])?;
        let limbered = Unit { formation: Formation::Limbered, ..u.clone() };
        let end =
            near::drawn_up(f, u, Formation::Limbered, u.bases.now, v2(to.x, to.y), V2::bearing(to.facing));
        let by = end.front - u.base.front;
        let far = by.len();
        let mut allowance = way::allowance(f, u, Pace::Deployment);
        let along =
            Base { front: u.base.front, dir: if far > near::HAIR { by.unit() } else { end.dir }, ..end };
        let road = [
            along,
            Base { front: end.front, ..along },
            Base { front: u.base.front.lerp(end.front, 0.5), ..along },
        ];
        if road.iter().all(|b| terrain::on_road(f, Formation::Limbered, b)) {
            allowance *= 2.0;
        }
        if far > near::HAIR {
            let march = Moving {
                base: Base { width: 1.0, depth: 1.0, ..along },
                since: 0.0,
                motion: Motion::March { velocity: by },
            };
            way::towns(f, &limbered, &march, None)?;
            let cost = way::straight(f, &limbered, &along, by.unit(), far, allowance)?;
            allow(cost.spent <= allowance + near::HAIR, clause!("gt-guns.2"), || {
                say!(
                    "goes-too-far",
                    unit = code,
                    needs = words::whole(cost.spent),
                    has = words::whole(allowance)
                )
            })?;
        }
        if let Some(o) = crate::ops::officer_of(f, u) {
            let radius = f64::from(o.gifts.radius);
            let front = Base { depth: end.depth.min(f.plan(&limbered).front_depth), ..end };
            let (was, is) = (near::from_officer(f, o, u), front.rect().gap_to_point(o.at));
            let ok = f.reaches(is, radius) || !f.reaches(was, radius) && is < was + near::HAIR;
            allow(ok, clause!("gt-guns.3"), || say!("round-out-of-radius", unit = code))?;
        }
        way::stands(self, &limbered, &end, &[])?;
        for e in f.enemies_about(u.side, &[end.rect()], crate::break_in::most(f)) {
            let limit = near::break_in(f, e);
            allow(!f.nearer(near::gap_to(f, &[end.rect()], e), limit), clause!("break-in.1"), || {
                say!("comes-too-near", unit = code, enemy = &*e.code, metres = words::whole(limit))
            })?;
        }
        Ok(end)
    }

    /// Guns do not stay limbered within engagement distance (tmove.artillery.3).
    fn not_limbered_so_near(&self, u: &Unit, end: &Base) -> Result<(), Refusal> {
        let f = &self.field;
        let metres = self.limbered_limit(u);
        let there = [end.rect()];
        let mut enemies = f.enemies_about(u.side, &there, metres + 1.0);
        let near = enemies.any(|e| f.nearer(near::gap_to(f, &there, e), metres));
        allow(!near, clause!("tmove.artillery.3"), || {
            say!("limbered-too-near", unit = &*u.code, metres = words::whole(metres))
        })
    }

    /// What the gunners are tested on who drag a battery there.
    fn manhandled(&self, id: UnitId, end: &Base) -> ManhandleSituation {
        let u = &self.field[id];
        ManhandleSituation {
            calibre: u.troop.guns.map_or(6, |g| g.calibre),
            officer: u.values.officer,
            training: u.values.training,
            disorder: u.disorder.active,
            enemy: self.enemy_of(id),
            metres: end.centre().dist(u.base.centre()),
            degrees: u.base.dir.angle_to(end.dir).to_degrees(),
            redoubt: u.redoubt.is_some(),
            readings: GunReadings::of(&self.field.readings),
            sheet: self.field.sheet.clone(),
        }
    }

    /// A battery does what was judged.
    pub(super) fn gun_act(&mut self, id: UnitId, act: GunAct, tactical: bool) {
        let u = self.field[id].clone();
        let (code, side) = (u.code.clone(), u.side);
        match act {
            GunAct::Manhandle { at } => {
                let end = Base::new(at, u.base.width, u.base.depth);
                let s = self.manhandled(id, &end);
                let (o, ruling) = judge::<Manhandle>(&s, self.dice.occasion(Manhandle::NAME, &*code, side));
                let done = matches!(o, GunsOutcome::Done { .. });
                let by = if tactical { clause!("tmove.artillery.1") } else { clause!("gt-guns.7") };
                self.rule_on(by, Kind::Moves, side, &[id], ruling, || {
                    if done {
                        say!("event-manhandled", unit = &*code)
                    } else {
                        say!("event-not-manhandled", unit = &*code)
                    }
                });
                self.field[id].record.acted_in_phase = true;
                if let GunsOutcome::Done { disorder } = o {
                    self.field[id].disorder.active = disorder;
                    self.field[id].base = end;
                    super::moves::has_moved(&mut self.field[id].record);
                }
            }
            GunAct::Retreat { to } => self.battery_retreats(id, to, tactical),
            GunAct::Unlimber => {
                let work = self.redoubt_for(&u, &u.base).filter(|_| !tactical);
                self.unlimber(id, work);
                super::moves::has_moved(&mut self.field[id].record);
                if !tactical {
                    self.play.limbered.retain(|(x, _)| *x != id);
                    let enemy = self.enemy_of(id);
                    self.play.limbered.push((id, enemy));
                }
            }
            GunAct::Wheel { degrees, backward } => self.command_pivots(id, degrees, backward),
            GunAct::Limber { to } => {
                let s = LimberSituation {
                    officer: u.values.officer,
                    enemy: self.enemy_of(id),
                    redoubt: u.redoubt.is_some(),
                    disorder: u.disorder.active,
                };
                let (o, ruling) = judge::<LimberUp>(&s, self.dice.occasion(LimberUp::NAME, &*code, side));
                let done = matches!(o, GunsOutcome::Done { .. });
                self.rule_on(clause!("gt-guns.8"), Kind::Changes, side, &[id], ruling, || {
                    if done {
                        say!("event-limbers", unit = &*code)
                    } else {
                        say!("event-does-not-limber", unit = &*code)
                    }
                });
                if done && let Ok(end) = self.gun_march(&self.field[id], to) {
                    let unit = &mut self.field[id];
                    unit.formation = Formation::Limbered;
                    unit.redoubt = None;
                    unit.base = end;
                    super::moves::has_moved(&mut unit.record);
                    self.play.limbered.push((id, None));
                    self.evacuated();
                }
            }
            GunAct::Go { to, unlimber } => {
                let Ok(end) = self.gun_march(&self.field[id], to) else { return };
                self.field[id].base = end;
                self.field[id].trail.clear();
                super::moves::has_moved(&mut self.field[id].record);
                self.say(clause!("gt-guns.2"), Kind::Moves, &[id], || say!("event-guns-go", unit = &*code));
                if unlimber {
                    let work = self.redoubt_for(&self.field[id], &end);
                    self.unlimber(id, work);
                    let enemy = self.enemy_of(id);
                    self.play.limbered.push((id, enemy));
                } else {
                    self.play.limbered.push((id, None));
                }
            }
        }
    }

    /// Where the batteries of an artillery command stand after a pivot of so many degrees about its flank, forward or backward, and how far
    /// the farthest base moves.
    fn wheeled(&self, id: UnitId, degrees: f64, backward: bool) -> (Vec<(UnitId, Base)>, f64) {
        let f = &self.field;
        let command = f[id].command;
        let all: Vec<&Unit> = f.present().filter(|u| u.command == command && u.unlimbered()).collect();
        let dir = f[id].base.dir;
        let along = |p: V2| p.dot(dir.right());
        let corners = all.iter().flat_map(|u| [u.base.front_left(), u.base.front_right()]);
        let by = |a: &V2, b: &V2| along(*a).total_cmp(&along(*b));
        let pivot = if (degrees >= 0.0) != backward { corners.max_by(by) } else { corners.min_by(by) };
        let pivot = pivot.unwrap_or(f[id].base.front);
        let turn = -degrees.to_radians();
        let ends: Vec<(UnitId, Base)> =
            all.iter().map(|u| (u.id, u.base.turned_about(pivot, turn))).collect();
        let moved = |(u, end): &(UnitId, Base)| {
            let before = f[*u].base.corners();
            before.iter().zip(end.corners()).map(|(a, b)| a.dist(b)).fold(0.0, f64::max)
        };
        let farthest = ends.iter().map(moved).fold(0.0, f64::max);
        (ends, farthest)
    }

    /// The artillery chief tests E2/2, then each battery T1/U (gun-command-pivot.1, gun-command-pivot.2).
    fn command_pivots(&mut self, id: UnitId, degrees: f64, backward: bool) {
        let (ends, farthest) = self.wheeled(id, degrees, backward);
        let Some(c) = self.field[id].command else { return };
        let o = self.field[c].officer;
        let battery = |u: &UnitId| CommandBattery {
            training: self.field[*u].values.training,
            disorder: self.field[*u].disorder.active,
            enemy: self.enemy_of(*u),
        };
        let s = CommandPivotSituation {
            ability: self.field[o].gifts.ability,
            farthest,
            batteries: ends.iter().map(|(u, _)| battery(u)).collect(),
            readings: GunReadings::of(&self.field.readings),
        };
        let (code, side) = (self.field[o].code.clone(), self.field[o].side);
        let (out, ruling) = judge::<CommandPivot>(&s, self.dice.occasion(CommandPivot::NAME, &*code, side));
        let units: Vec<UnitId> = ends.iter().map(|(u, _)| *u).collect();
        let name = self.field[o].name.clone();
        let done = matches!(out, CommandPivotOutcome::Pivots { .. });
        self.rule_on(clause!("gun-command-pivot.1"), Kind::Moves, side, &units, ruling, || {
            if done {
                say!("event-command-pivots", officer = &*name)
            } else {
                say!("event-command-does-not-pivot", officer = &*name)
            }
        });
        if let CommandPivotOutcome::Pivots { disorder } = out {
            self.also(clause!("gun-command-pivot.2"));
            for ((u, end), d) in ends.into_iter().zip(disorder) {
                self.field[u].base = end;
                self.field[u].disorder.active = d;
                super::moves::has_moved(&mut self.field[u].record);
            }
        }
    }

    /// Work tests of the engineers at each bridge (work-test.3); enough points make it ready to be blown (demolition.1).
    pub(super) fn work(&mut self) {
        let mut sites: Vec<u16> = self.play.at_work.iter().map(|(_, n)| *n).collect();
        sites.sort_unstable();
        sites.dedup();
        for n in sites {
            let at = usize::from(n);
            let units: Vec<UnitId> = self
                .play
                .at_work
                .iter()
                .filter(|(u, m)| *m == n && self.field[*u].present())
                .map(|(u, _)| *u)
                .collect();
            if units.is_empty() || self.field.bridges[at].gone || self.field.bridges[at].prepared.is_some() {
                continue;
            }
            let bridge = self.field.bridges[at].bridge.clone();
            let task = match bridge.kind {
                BridgeKind::Stone => Task::PrepareStone,
                _ => Task::PrepareWooden,
            };
            let length = 2.0 * bridge.rect.half_depth;
            let t = TaskSituation { task, length, water: Water::River, pontoons: false };
            let TaskOutcome::Needs { points, .. } =
                judge::<WorkPoints>(&t, &mut umpire::HandDice::default()).0
            else {
                continue;
            };
            let done = self.play.work_done.iter().find(|(m, _)| *m == n).map_or(0, |(_, p)| *p);
            let s = WorkSituation {
                engineers: units.iter().map(|u| self.at_work(*u)).collect(),
                needed: points.saturating_sub(done).max(1),
                readings: WorkReadings::of(&self.field.readings),
            };
            let side = self.field[units[0]].side;
            let name = bridge.name.clone();
            let (o, ruling) = judge::<WorkTests>(&s, self.dice.occasion(WorkTests::NAME, &*name, side));
            let all = done + u16::from(o.points);
            self.play.work_done.retain(|(m, _)| *m != n);
            self.play.work_done.push((n, all));
            self.rule_on(clause!("work-test.3"), Kind::Works, side, &units, ruling, || {
                say!("event-works", bridge = &*name, points = all, needed = points)
            });
            if all >= points {
                self.field.bridges[at].prepared = Some(side);
                self.say(clause!("demolition.1"), Kind::Works, &units, || {
                    say!("event-prepared", bridge = &*name)
                });
            }
        }
        self.build();
        self.play.bombarded.clear();
    }

    /// Work tests of the engineers at each bridge that is built or taken down (work-test.3, pontoon.2, pontoon.4, foot-bridge.1).
    fn build(&mut self) {
        for n in 0..self.play.sites.len() {
            let here = |(u, m): &&(UnitId, u16)| usize::from(*m) == n && self.field[*u].present();
            let units: Vec<UnitId> = self.play.building.iter().filter(here).map(|(u, _)| *u).collect();
            let site = &self.play.sites[n];
            if units.is_empty() || site.points >= site.needs {
                continue;
            }
            let name = match &site.work {
                Building::Up(b) => b.name.clone(),
                Building::Down(b) => self.field.bridges[usize::from(*b)].bridge.name.clone(),
            };
            let needs = site.needs;
            let s = WorkSituation {
                engineers: units.iter().map(|u| self.at_work(*u)).collect(),
                needed: needs.saturating_sub(site.points).max(1),
                readings: WorkReadings::of(&self.field.readings),
            };
            let side = self.field[units[0]].side;
            let (o, ruling) = judge::<WorkTests>(&s, self.dice.occasion(WorkTests::NAME, &*name, side));
            let points = site.points + u16::from(o.points);
            self.play.sites[n].points = points;
            self.rule_on(clause!("work-test.3"), Kind::Works, side, &units, ruling, || {
                say!("event-works", bridge = &*name, points, needed = needs)
            });
            if points >= needs {
                self.built(n, &units);
            }
        }
    }

    /// A bridge stands, or is no more.
    fn built(&mut self, n: usize, units: &[UnitId]) {
        match self.play.sites[n].work.clone() {
            Building::Up(bridge) => {
                let by = match bridge.kind {
                    BridgeKind::LightPontoon => clause!("pontoon.2"),
                    BridgeKind::HeavyPontoon => clause!("pontoon.3"),
                    _ => clause!("foot-bridge.1"),
                };
                let name = bridge.name.clone();
                self.field.bridges.push(BridgeState { bridge, prepared: None, gone: false });
                self.say(by, Kind::Works, units, || say!("event-bridge-built", bridge = &*name));
            }
            Building::Down(b) => {
                let state = &mut self.field.bridges[usize::from(b)];
                state.gone = true;
                let name = state.bridge.name.clone();
                self.say(clause!("pontoon.4"), Kind::Works, units, || {
                    say!("event-bridge-taken-down", bridge = &*name)
                });
            }
        }
        self.play.building.retain(|(_, m)| usize::from(*m) != n);
    }

    /// An engineer base at its work (work-test.2, work-test.4).
    fn at_work(&self, u: UnitId) -> Engineer {
        let x = &self.field[u];
        Engineer {
            training: x.values.training,
            disorder: x.disorder.active,
            enemy: self.enemy_of(u),
            disturbed: self.engaged(x) || self.play.bombarded.contains(&u),
            stood_still: !x.record.moved_in_round,
            in_melee: x.record.fought_in_round || x.continued.is_some(),
        }
    }

    /// An engineer base is set to a site, which is opened if it is new.
    fn set_to(&mut self, id: UnitId, work: Building, needs: u16, name: &str) {
        let at = self.play.sites.iter().position(|s| match (&s.work, &work) {
            (Building::Up(a), Building::Up(b)) => a.kind == b.kind && a.rect == b.rect,
            (a, b) => a == b,
        });
        let at = at.unwrap_or_else(|| {
            self.play.sites.push(Site { work, points: 0, needs });
            self.play.sites.len() - 1
        });
        self.play.at_work.retain(|(u, _)| *u != id);
        self.play.building.retain(|(u, _)| *u != id);
        self.play.building.push((id, at as u16));
        let code = self.field[id].code.clone();
        self.say(clause!("work-test.1"), Kind::Works, &[id], || {
            say!("event-set-to-work", unit = &*code, bridge = name)
        });
    }

    /// A battery retreats of its own will (tmove.artillery.4, guns-retreat.1).
    fn battery_retreats(&mut self, id: UnitId, to: Pose, tactical: bool) {
        let u = &self.field[id];
        let s = BatteryRetreatSituation {
            phase: if tactical { RetreatPhase::Tactical } else { RetreatPhase::Deployment },
            officer: u.values.officer,
            disorder: u.disorder.active,
            bombarded: u.record.fired_in_round,
            readings: GunReadings::of(&self.field.readings),
        };
        let (code, side) = (u.code.clone(), u.side);
        let (o, ruling) = judge::<BatteryRetreat>(&s, self.dice.occasion(BatteryRetreat::NAME, &*code, side));
        let BatteryRetreatOutcome::Retreats { goes, disorder } = o else { return };
        let by = if tactical { clause!("tmove.artillery.4") } else { clause!("guns-retreat.1") };
        self.rule_on(by, Kind::Retreats, side, &[id], ruling, || {
            say!("event-battery-retreats", unit = &*code)
        });
        self.field[id].disorder.active = disorder;
        self.field[id].redoubt = None;
        self.play.retreated.push(id);
        if goes == Goes::ToTrain {
            self.retreat_to_train(id);
            return;
        }
        if let Ok(end) = check::retreat::back(self, id, to, (500.0, 1000.0)) {
            let unit = &mut self.field[id];
            unit.formation = Formation::Limbered;
            unit.base = end;
            unit.trail.clear();
            super::moves::has_moved(&mut unit.record);
        }
        self.evacuated();
    }

    /// Batteries that have been limbered in the deployment phase near the enemy test (gt-guns.4, gt-guns.5), whether or not they moved.
    pub(super) fn guns_near_enemy(&mut self) {
        // Those too that stood limbered all the phase; a battery that retreated in it has tested for that (guns-retreat.1).
        let retreated = |u: &Unit| u.record.moved_in_phase && self.play.retreated.contains(&u.id);
        let stood: Vec<UnitId> = self
            .field
            .present()
            .filter(|u| u.arm() == Arm::Artillery && u.formation == Formation::Limbered && !retreated(u))
            .map(|u| u.id)
            .filter(|u| !self.play.limbered.iter().any(|(x, _)| x == u))
            .collect();
        self.play.limbered.extend(stood.into_iter().map(|u| (u, None)));
        for (id, when_unlimbering) in std::mem::take(&mut self.play.limbered) {
            if !self.field[id].present() {
                continue;
            }
            let u = &self.field[id];
            let s = LimberedSituation {
                officer: u.values.officer,
                disorder: u.disorder.active,
                enemy: self.enemy_of(id),
                when_unlimbering,
                readings: GunReadings::of(&self.field.readings),
            };
            let (code, side) = (u.code.clone(), u.side);
            let (o, ruling) = judge::<LimberedNear>(&s, self.dice.occasion(LimberedNear::NAME, &*code, side));
            if ruling.dice.is_empty() {
                continue;
            }
            self.field[id].disorder.active = o.disorder;
            self.rule_on(clause!("gt-guns.4"), Kind::Disorder, side, &[id], ruling, || {
                say!("event-disordered", unit = &*code, gained = o.gained, all = o.disorder)
            });
        }
    }

    /// Does a way passable for artillery lead from a unit back to its headquarters (corps-hq.2)? Of a side without trains everybody is supported.
    pub(crate) fn supported(&self, u: &Unit) -> bool {
        !self.play.unsupported.contains(&u.id)
    }

    pub(super) fn arrange_guns(&mut self, side: Side, a: &Arrange) {
        match a {
            Arrange::ToReserve { unit } => {
                let Some(id) = self.field.by_code(unit) else { return };
                let u = &self.field[id];
                let hq = self.headquarters(u.body);
                let s = ToReserveSituation {
                    disorder: u.disorder.active,
                    retreating: self.play.retreated.contains(&id),
                    supported: self.supported(u),
                    headquarters: hq.map(|h| h.dist(u.base.front)),
                    readings: GunReadings::of(&self.field.readings),
                };
                let code = u.code.clone();
                let (o, ruling) = judge::<ToReserve>(&s, &mut umpire::HandDice::default());
                if let GunsOutcome::Done { disorder } = o {
                    self.field[id].disorder.active = disorder;
                    self.rule_on(clause!("gun-reserve.2"), Kind::Arranged, side, &[id], ruling, || {
                        say!("event-to-reserve", unit = &*code)
                    });
                    self.send_to_train(id);
                    self.play.vacancies.push(self.field[id].body);
                }
            }
            Arrange::Send { unit, to, replaces } => {
                let Some(id) = self.field.by_code(unit) else { return };
                let chief = self.field.officer_by_code(to).and_then(|o| self.artillery_command(o));
                let body = self.field.body_by_code(to).or(chief.map(|c| self.field[c].body));
                let gone = replaces.as_ref().and_then(|r| self.field.by_code(r));
                if let Some(body) = body {
                    self.send_battery(side, id, body, chief, gone);
                }
            }
            Arrange::GrandBattery { chief, batteries, objective, facing } => {
                self.grand_battery(side, chief, batteries, *objective, *facing)
            }
            Arrange::Dissolve { chief } => self.dissolve(chief),
            Arrange::Work { unit, bridge } => {
                let Some(id) = self.field.by_code(unit) else { return };
                self.play.at_work.retain(|(u, _)| *u != id);
                self.play.building.retain(|(u, _)| *u != id);
                let at =
                    bridge.as_ref().and_then(|b| self.field.bridges.iter().position(|x| x.bridge.name == *b));
                if let Some(n) = at {
                    self.play.at_work.push((id, n as u16));
                    let (code, name) =
                        (self.field[id].code.clone(), self.field.bridges[n].bridge.name.clone());
                    self.say(clause!("work-test.1"), Kind::Works, &[id], || {
                        say!("event-set-to-work", unit = &*code, bridge = &*name)
                    });
                }
            }
            Arrange::Build { unit, kind, at } => {
                let Some(id) = self.field.by_code(unit) else { return };
                if let Ok((bridge, needs)) = check::works::build(self, id, *kind, *at) {
                    let name = bridge.name.clone();
                    self.set_to(id, Building::Up(bridge), needs, &name);
                    self.also(clause!("pontoon.1"));
                }
            }
            Arrange::TakeDown { unit, bridge } => {
                let Some(id) = self.field.by_code(unit) else { return };
                if let Ok((n, needs)) = check::works::take_down(self, id, bridge) {
                    self.set_to(id, Building::Down(n), needs, bridge);
                }
            }
            Arrange::Attach { officer, to } => {
                let (Some(o), Some(b)) = (self.field.officer_by_code(officer), self.field.body_by_code(to))
                else {
                    return;
                };
                self.field[o].attached = Some(Attached::Body(b));
                let (name, body) = (self.field[o].name.clone(), self.field[b].name.clone());
                self.say(clause!("formation-morale.10"), Kind::Arranged, &[], || {
                    say!("event-star-joins", officer = &*name, body = &*body)
                });
            }
            Arrange::Release { officer } => {
                let Some(o) = self.field.officer_by_code(officer) else { return };
                let was = self.field[o].attached.take();
                let name = self.field[o].name.clone();
                self.say(clause!("formation-morale.10"), Kind::Arranged, &[], || {
                    say!("event-star-leaves", officer = &*name)
                });
                if let Some(Attached::Body(b)) = was {
                    self.without_star(b);
                }
            }
        }
    }

    /// On what a battery of the reserve is tested that is sent to a new superior (gun-reserve.3, gun-reserve.4).
    pub(crate) fn sent_from_reserve(
        &self,
        id: UnitId,
        to: BodyId,
        grand: Option<CommandId>,
        replaces: bool,
    ) -> FromReserveSituation {
        let side = self.field[id].side;
        let f = &self.field;
        let corps = f.above(to, Level::Corps);
        let chief = f
            .officers
            .iter()
            .filter(|o| o.side == side && o.present() && o.post == crate::officer::Post::ArtilleryChief)
            .filter(|o| !f.commands.iter().any(|c| c.officer == o.id && f.of_command(c.id).next().is_some()))
            .find(|o| corps.is_none() || o.body.and_then(|b| f.above(b, Level::Corps)) == corps)
            .map(|o| o.gifts.ability);
        let division = f.above(to, Level::Division).unwrap_or(to);
        let of = |u: &&Unit| {
            f.chain(u.body).any(|b| b.id == division) && matches!(u.fate, Fate::OnTable | Fate::Awaited)
        };
        let guns: u8 =
            f.units.iter().filter(of).filter(|u| u.arm() == Arm::Artillery).map(|u| u.bases.now).sum();
        let others: u16 = f
            .units
            .iter()
            .filter(of)
            .filter(|u| matches!(u.arm(), Arm::Infantry | Arm::Cavalry))
            .map(|u| u16::from(u.bases.start))
            .sum();
        let officer = grand.map(|c| f[c].officer).or(f[to].officer);
        // An artillery command has a ceiling of its own (gun-chief.2).
        let (guns, most) = match grand {
            Some(c) => (f.of_command(c).map(|u| u.bases.now).sum(), f[f[c].officer].gifts.most_guns),
            None => (guns, if replaces { u8::MAX } else { (others / 2).min(255) as u8 }),
        };
        FromReserveSituation {
            purpose: if replaces { ReservePurpose::Replace } else { ReservePurpose::Attach },
            chief,
            officer: f[id].values.officer,
            headquarters: self.headquarters(f[id].body).is_some(),
            reserve_zone: officer.is_some_and(|o| self.in_reserve_zone(o)),
            guns: guns.saturating_add(f[id].bases.now),
            most,
            readings: GunReadings::of(&f.readings),
        }
    }

    /// A battery of the reserve is tested for and goes to its new superior (gun-reserve.3, gun-reserve.4).
    fn send_battery(
        &mut self,
        side: Side,
        id: UnitId,
        to: BodyId,
        grand: Option<CommandId>,
        gone: Option<UnitId>,
    ) {
        let replaces = gone.is_some();
        let s = self.sent_from_reserve(id, to, grand, replaces);
        let code = self.field[id].code.clone();
        let (o, ruling) = judge::<FromReserve>(&s, self.dice.occasion(FromReserve::NAME, &*code, side));
        let done = matches!(o, GunsOutcome::Done { .. });
        let by = if replaces { clause!("gun-reserve.3") } else { clause!("gun-reserve.4") };
        let name = self.field[to].name.clone();
        self.rule_on(by, Kind::Arranged, side, &[id], ruling, || {
            if done {
                say!("event-battery-sent", unit = &*code, body = &*name)
            } else {
                say!("event-battery-not-sent", unit = &*code, body = &*name)
            }
        });
        if done {
            self.bring_out(id);
            // Whom it replaces is of the reserve now, as it was itself.
            if let Some(gone) = gone {
                self.field[gone].body = self.field[id].body;
                self.field[gone].command = None;
            }
            self.field[id].body = to;
            self.field[id].command = grand;
            self.play.called.push((id, to));
        }
    }

    /// A battery leaves the reserve: limbered, at the train.
    fn bring_out(&mut self, id: UnitId) {
        let Some(chief) = self.train_of(self.field[id].body) else { return };
        let (at, dir) = (self.field[chief].at, self.field[chief].dir);
        let u = &mut self.field[id];
        u.fate = Fate::OnTable;
        u.formation = Formation::Limbered;
        let plan = self.field.plan(&self.field[id]);
        let mut there = plan.at(at + dir * 60.0, dir);
        for n in 0..40 {
            let turn = f64::from(n) * 23.0;
            let way = dir.turned(turn.to_radians());
            there = plan.at(at + way * (60.0 + f64::from(n) * 20.0), way);
            if self.free_for(id, &there) {
                break;
            }
        }
        self.field[id].base = there;
    }

    pub(crate) fn artillery_command(&self, chief: crate::officer::OfficerId) -> Option<CommandId> {
        self.field
            .commands
            .iter()
            .find(|c| c.officer == chief && c.kind == CommandKind::Artillery)
            .map(|c| c.id)
    }

    /// An artillery chief is given batteries and a march order (gun-command.1).
    fn grand_battery(
        &mut self,
        side: Side,
        chief: &str,
        batteries: &[String],
        objective: [f64; 2],
        facing: f64,
    ) {
        let Some(o) = self.field.officer_by_code(chief) else { return };
        let id = match self.artillery_command(o) {
            Some(c) => c,
            None => {
                let id = CommandId(self.field.commands.len() as u16);
                let officer = &self.field[o];
                let body = officer.body.unwrap_or(BodyId(0));
                let new = crate::command::Command {
                    id,
                    code: officer.code.clone(),
                    name: officer.name.clone(),
                    side,
                    kind: CommandKind::Artillery,
                    officer: o,
                    body,
                    orders: Default::default(),
                    engagement: Default::default(),
                    used: 0,
                    declines: None,
                };
                self.field.commands.push(new);
                id
            }
        };
        let round = self.field.round;
        let order = CommandOrder { kind: OrderKind::March, route: vec![v2(objective[0], objective[1])] };
        self.field[id].orders.pending = Some(Pending { order, given: round, starts: round, through: None });
        self.field[o].dir = V2::bearing(facing);
        let mut units = Vec::new();
        for b in batteries {
            if let Some(u) = self.field.by_code(b) {
                self.field[u].command = Some(id);
                units.push(u);
            }
        }
        let name = self.field[o].name.clone();
        self.confide(clause!("gun-command.1"), Kind::Arranged, side, None, || {
            say!("event-grand-battery", officer = &*name, n = units.len())
        });
    }

    /// The chief is placed on his objective and goes on defence; batteries for which he passes follow him (gun-command.3).
    pub(super) fn place_artillery_chief(&mut self, c: CommandId) {
        let o = self.field[c].officer;
        let Some(at) = self.field[c].orders.active.as_ref().and_then(|a| a.order.objective()) else { return };
        self.field[o].at = at;
        let round = self.field.round;
        self.field[c].orders.active =
            Some(Activated { order: CommandOrder::plain(OrderKind::Defence), since: round });
        let name = self.field[o].name.clone();
        self.say(clause!("gun-command.3"), Kind::OfficerMoves, &[], || {
            say!("event-chief-placed", officer = &*name)
        });
        self.call_batteries(c);
    }

    /// The batteries of a chief that are still at the train are tested for.
    pub(super) fn call_batteries(&mut self, c: CommandId) {
        let o = self.field[c].officer;
        let waiting: Vec<UnitId> = self
            .field
            .units
            .iter()
            .filter(|u| u.command == Some(c) && u.fate == Fate::InReserve)
            .map(|u| u.id)
            .collect();
        for id in waiting {
            let s = FollowSituation { ability: self.field[o].gifts.ability };
            let (code, side) = (self.field[id].code.clone(), self.field[id].side);
            let (t, ruling) = judge::<FollowChief>(&s, self.dice.occasion(FollowChief::NAME, &*code, side));
            let done = t.done();
            self.rule_on(clause!("gun-command.3"), Kind::Arranged, side, &[id], ruling, || {
                if done {
                    say!("event-follows-chief", unit = &*code)
                } else {
                    say!("event-does-not-follow", unit = &*code)
                }
            });
            if done {
                self.bring_out(id);
                let body = self.field[c].body;
                self.play.called.push((id, body));
            }
        }
    }

    /// Batteries on their way to an artillery chief or a new superior go on, and unlimber side by side when they are there (gun-command.4).
    pub(super) fn follow_chiefs(&mut self) {
        self.called_go(true);
        self.guns_return();
    }

    /// The chief of the artillery command to which a battery belongs.
    fn chief_of(&self, id: UnitId) -> Option<crate::officer::OfficerId> {
        let f = &self.field;
        f[id].command.filter(|c| f[*c].kind == CommandKind::Artillery).map(|c| f[c].officer)
    }

    /// Batteries that were called go on: those of artillery chiefs in the deployment phase (gun-command.3), those that go to a new superior in
    /// the manoeuvre phase, as if on march order (gun-reserve.3).
    pub(super) fn called_go(&mut self, to_chiefs: bool) {
        for (id, body) in self.play.called.clone() {
            if !self.field[id].present() || self.field[id].record.moved_in_phase {
                continue;
            }
            let chief = self.chief_of(id);
            if chief.is_some() != to_chiefs {
                continue;
            }
            let Some(o) = chief.or(self.field[body].officer).filter(|o| self.field[*o].present()) else {
                continue;
            };
            let (at, radius) = (self.field[o].at, f64::from(self.field[o].gifts.radius));
            let goal = if chief.is_some() { 60.0 } else { radius * 0.8 };
            let marches = self.field.readings.is(reading!("grand-battery-pace", "march"));
            let pace = if marches || chief.is_none() { Pace::March } else { Pace::Deployment };
            let by = if chief.is_some() { clause!("gun-command.3") } else { clause!("gun-reserve.3") };
            let (gone, left) = self.guns_towards(id, at, goal, pace, by);
            if gone && chief.is_some() {
                self.play.limbered.push((id, None));
            }
            if left <= 1.0 {
                self.play.called.retain(|(x, _)| *x != id);
                if chief.is_some() {
                    self.unlimber_beside(id, o);
                }
            }
        }
    }

    /// A limbered battery goes straight towards a place, until so far from it: whether it stirs, and how much of the way is left.
    fn guns_towards(&mut self, id: UnitId, at: V2, goal: f64, pace: Pace, by: Clause) -> (bool, f64) {
        let u = &self.field[id];
        let from = u.base.front;
        let far = (from.dist(at) - goal).max(0.0);
        let allowance = way::allowance(&self.field, u, pace);
        let dir = if from.dist(at) > near::HAIR { (at - from).unit() } else { u.base.dir };
        let there =
            |go: f64| near::drawn_up(&self.field, u, Formation::Limbered, u.bases.now, from + dir * go, dir);
        let mut go = far.min(allowance);
        while go > 1.0 {
            if self.guns_stand(u, &there(go)).is_ok()
                && way::straight(&self.field, u, &Base { dir, ..u.base }, dir, go, allowance)
                    .is_ok_and(|c| c.spent <= allowance + near::HAIR)
            {
                break;
            }
            go -= 20.0;
        }
        if go > 1.0 {
            let base = there(go);
            let unit = &mut self.field[id];
            unit.base = base;
            super::moves::has_moved(&mut unit.record);
            let code = unit.code.clone();
            self.say(by, Kind::Moves, &[id], || say!("event-guns-go", unit = &*code));
        }
        (go > 1.0, far - go.max(0.0))
    }

    /// Batteries of dissolved artillery commands go on to the reserve (gun-command-dissolve.2).
    fn guns_return(&mut self) {
        for id in std::mem::take(&mut self.play.returning) {
            if !self.field[id].present() || self.field[id].formation != Formation::Limbered {
                continue;
            }
            let Some(chief) = self.train_of(self.field[id].body) else {
                self.send_to_train(id);
                continue;
            };
            let at = self.field[chief].at;
            let left = if self.field[id].record.moved_in_phase {
                f64::INFINITY
            } else {
                let by = clause!("gun-command-dissolve.2");
                let (gone, left) = self.guns_towards(id, at, 60.0, Pace::Deployment, by);
                if gone {
                    self.play.limbered.push((id, None));
                }
                left
            };
            if left <= 1.0 {
                self.play.limbered.retain(|(x, _)| *x != id);
                self.send_to_train(id);
                self.also(clause!("gun-command-dissolve.2"));
            } else {
                self.play.returning.push(id);
            }
        }
    }

    /// In one line with the other batteries of the command, facing as the chief does.
    fn unlimber_beside(&mut self, id: UnitId, chief: crate::officer::OfficerId) {
        let dir = self.field[chief].dir;
        let at = self.field[chief].at + dir * 90.0;
        let u = &self.field[id];
        let plan = near::drawn_up(&self.field, u, Formation::Unlimbered, u.bases.now, at, dir);
        for n in 0..12 {
            let step = f64::from((n + 1) / 2) * (plan.width + 1.0) * if n % 2 == 0 { 1.0 } else { -1.0 };
            let there = Base { front: at + dir.right() * step, ..plan };
            if self.free_for(id, &there) {
                let unit = &mut self.field[id];
                unit.formation = Formation::Unlimbered;
                unit.base = there;
                let code = unit.code.clone();
                self.say(clause!("gun-command.4"), Kind::Changes, &[id], || {
                    say!("event-unlimbers", unit = &*code)
                });
                let enemy = self.enemy_of(id);
                self.play.limbered.retain(|(x, _)| *x != id);
                self.play.limbered.push((id, enemy));
                return;
            }
        }
    }

    /// An artillery command is dissolved: its batteries go back to the reserve (gun-command-dissolve.1, gun-command-dissolve.2).
    fn dissolve(&mut self, chief: &str) {
        let Some(o) = self.field.officer_by_code(chief) else { return };
        let Some(c) = self.artillery_command(o) else { return };
        let units: Vec<UnitId> =
            self.field.units.iter().filter(|u| u.command == Some(c)).map(|u| u.id).collect();
        for u in &units {
            self.field[*u].command = None;
            self.play.called.retain(|(x, _)| x != u);
            // Those that he has not called yet are at the train.
            if !self.field[*u].present() {
                continue;
            }
            let unit = &self.field[*u];
            let (now, at, dir) = (unit.bases.now, unit.base.front, unit.base.dir);
            let end = near::drawn_up(&self.field, unit, Formation::Limbered, now, at, dir);
            let limbered = Unit { formation: Formation::Limbered, ..unit.clone() };
            if way::stands(self, &limbered, &end, &[]).is_err() {
                self.send_to_train(*u);
                continue;
            }
            let unit = &mut self.field[*u];
            (unit.formation, unit.base, unit.redoubt) = (Formation::Limbered, end, None);
            self.play.returning.push(*u);
        }
        self.evacuated();
        if let Some(train) = self.train_of(self.field[c].body) {
            self.field[o].at = self.field[train].at;
        }
        let name = self.field[o].name.clone();
        self.say(clause!("gun-command-dissolve.1"), Kind::Arranged, &units, || {
            say!("event-dissolved", officer = &*name)
        });
        self.also(clause!("gun-command-dissolve.2"));
    }

    /// An engineer base tries to blow a bridge (demolition.2, demolition.3).
    pub(super) fn blow_bridge(&mut self, id: UnitId, n: usize) {
        let u = &self.field[id];
        let rect = self.field.bridges[n].bridge.rect;
        let on: Vec<UnitId> = self
            .field
            .present()
            .filter(|o| {
                o.formation.zone().is_none()
                    && self.field.rects(o).iter().any(|r| r.penetration(&rect) > near::HAIR)
            })
            .map(|o| o.id)
            .collect();
        let bases: u8 = on.iter().map(|o| self.field[*o].bases.now).sum();
        let s = BlowSituation {
            prepared: true,
            distance: crate::measure::gap(&self.field.rects(u), &[rect]),
            training: u.values.training,
            disorder: u.disorder.active,
            enemy: self.enemy_of(id),
            tried: false,
            bases,
            readings: WorkReadings::of(&self.field.readings),
        };
        let (code, side) = (u.code.clone(), u.side);
        let (o, ruling) = judge::<BlowBridge>(&s, self.dice.occasion(BlowBridge::NAME, &*code, side));
        let name = self.field.bridges[n].bridge.name.clone();
        let blown = matches!(o, BlowOutcome::Blown { .. });
        self.rule_on(clause!("demolition.2"), Kind::Works, side, &[id], ruling, || {
            if blown {
                say!("event-bridge-blown", bridge = &*name)
            } else {
                say!("event-bridge-stands", bridge = &*name)
            }
        });
        if !blown {
            self.play.failed_blows.push(n as u16);
            return;
        }
        self.field.bridges[n].gone = true;
        for o in on {
            let lost = check::fire::bases(&self.field, &self.field[o])
                .iter()
                .filter(|r| r.penetration(&rect) > near::HAIR)
                .count()
                .max(1);
            for _ in 0..lost * 2 {
                self.take_loss(o, clause!("demolition.3"));
            }
        }
    }
}
