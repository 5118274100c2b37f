//! Marches: officer and units follow the route head by head, each at its own speed, halting behind what blocks them (orders.march.*,
//! march-phase.*, march-guns.1).

use crate::battle::Battle;
use crate::book::march::Pace;
use crate::check::{declinable, grand, near, way};
use crate::command::{CommandId, CommandKind};
use crate::event::Kind;
use crate::orders::OrderKind;
use crate::troop::{Arm, Formation};
use crate::unit::{Crossing, Unit, UnitId};
use crate::{clause, reading, say, terrain};
use smallvec::SmallVec;
use table::{Base, Polyline, V2};
use umpire::Clause;

/// Marching units keep so far from the enemy (march-phase.5).
const KEEPS: f64 = 400.0;
/// A march is looked at in such steps; within the last of them the place is found by halving.
const STEP: f64 = 10.0;
/// A train halts so far from the enemy (corps-train.4).
const TRAIN_KEEPS: f64 = 1000.0;

/// What stopped a marching unit.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Halt {
    /// Friends or enemies before it (orders.march.5, march-phase.5).
    Others,
    /// Ground that it may not enter or pass.
    Ground(Clause),
}

/// How far of so many metres a mover comes before something stops it there.
fn last_free(far: f64, stops: &dyn Fn(f64) -> bool) -> f64 {
    if stops(0.0) {
        return 0.0;
    }
    let (mut lo, mut hi) = (0.0, far);
    for _ in 0..30 {
        let mid = (lo + hi) / 2.0;
        if stops(mid) { hi = mid } else { lo = mid }
    }
    lo
}

/// The way of one who stands there: to the route at that place of it, and along it.
fn joined(from: V2, route: &Polyline, along: f64) -> Polyline {
    let mut points = vec![from];
    let mut so_far = 0.0;
    if let Some((p, _)) = route.at(along)
        && p.dist(from) > near::HAIR
    {
        points.push(p);
    }
    for (a, b) in route.segments() {
        so_far += a.dist(b);
        if so_far > along + near::HAIR {
            points.push(b);
        }
    }
    if points.len() == 1 {
        points.push(from);
    }
    Polyline::new(points)
}

/// Could guns go over that stretch as well (battalion-gun.3)?
fn guns_pass(f: &crate::Field, u: &Unit, base: &Base, met: &[terrain::Met]) -> bool {
    let guns = crate::book::terrain::Class::Artillery;
    let line = |m: &terrain::Met| f.ground.lines[usize::from(m.line)].kind;
    let front = Base { depth: base.depth.min(f.plan(u).front_depth), ..*base };
    let here = terrain::under_base(f, u, &front).kind;
    !terrain::impassable(f, here, guns) && !met.iter().any(|m| terrain::uncrossable(f, line(m), guns))
}

impl Battle {
    /// All commands on march order march, the book's side A's first.
    pub(super) fn march(&mut self, to_enemy: &[CommandId]) {
        for side in self.in_turn() {
            let ids: Vec<CommandId> = self
                .field
                .commands
                .iter()
                .filter(|c| c.side == side && c.orders.kind() == Some(OrderKind::March))
                .map(|c| c.id)
                .collect();
            for c in ids {
                match self.field[c].kind {
                    CommandKind::Troops => self.march_command(c, to_enemy.contains(&c)),
                    CommandKind::Train => self.march_train(c),
                    CommandKind::Artillery => {}
                }
            }
        }
    }

    fn route(&self, c: CommandId) -> Option<Polyline> {
        let route = &self.field[c].orders.active.as_ref()?.order.route;
        let start = self.field[self.field[c].officer].at;
        (!route.is_empty()).then(|| {
            let mut points = route.clone();
            if points.len() == 1 {
                points.insert(0, start);
            }
            Polyline::new(points)
        })
    }

    /// One march of a command along its route.
    fn march_command(&mut self, c: CommandId, to_enemy: bool) {
        let Some(route) = self.route(c) else { return };
        let o = self.field[c].officer;
        let guns = self.batteries_along(c);
        let with_guns = !guns.is_empty();
        let columns = self
            .field
            .of_command(c)
            .filter(|u| matches!(u.formation, Formation::MarchColumn | Formation::Limbered))
            .map(|u| u.id)
            .chain(guns);
        let mut cut_off = false;
        let mut units: Vec<(UnitId, f64)> = Vec::new();
        for u in columns {
            match self.joins(&self.field[u], &route) {
                Some(along) => units.push((u, along)),
                None => cut_off = true,
            }
        }
        // The foremost first.
        units.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let engages = self.of_horse(c);
        let mut reached = false;
        let mut blocked = false;
        let mut ground: SmallVec<[Clause; 1]> = SmallVec::new();
        let mut passed: SmallVec<[Clause; 1]> = SmallVec::new();
        if cut_off {
            ground.push(clause!("terrain.3"));
        }
        for (u, along) in units {
            let own = joined(self.field[u].base.front, &route, along);
            let length = own.len();
            let (at, halted) = self.march_unit(u, &own, engages, &mut passed);
            match halted {
                Some(Halt::Others) => blocked = true,
                Some(Halt::Ground(by)) if !ground.contains(&by) => ground.push(by),
                _ => {}
            }
            reached |= at + near::HAIR >= length;
        }
        let at = self.field[o].at;
        let own = joined(at, &route, route.nearest(at).map_or(0.0, |n| n.1));
        let to = self.officer_along(c, &own);
        if let Some((p, dir)) = own.at(to) {
            self.move_officer(o, p);
            self.field[o].dir = dir;
        }
        let name = self.field[c].name.clone();
        self.cue();
        self.say(clause!("march-phase.3"), Kind::Moves, &[], || {
            if blocked {
                say!("event-marches-blocked", command = &*name)
            } else if !ground.is_empty() {
                say!("event-marches-no-way", command = &*name)
            } else {
                say!("event-marches", command = &*name)
            }
        });
        for by in ground.into_iter().chain(passed) {
            self.also(by);
        }
        self.also(clause!("orders.march.3"));
        self.also(clause!("march-phase.1"));
        self.also(clause!("march-phase.4"));
        self.also(clause!("march-phase.6"));
        if with_guns {
            self.also(clause!("march-guns.1"));
        }
        let near = self.field.of_command(c).any(|u| self.field.enemy_within(u, KEEPS + 1.0));
        if blocked && near {
            self.also(clause!("march-phase.5"));
            self.also(clause!("orders.march.6"));
        }
        if blocked {
            self.also(clause!("orders.march.5"));
        }
        self.play.moved.push(c);
        if reached {
            self.end_march(c, clause!("orders.march.8"), to_enemy);
        }
    }

    /// Limbered batteries of the division that start in the radius of a marching officer go with him (march-guns.1).
    fn batteries_along(&self, c: CommandId) -> Vec<UnitId> {
        let f = &self.field;
        let o = &f[f[c].officer];
        let division = f.above(f[c].body, crate::command::Level::Division);
        f.side(f[c].side)
            .filter(|u| {
                u.arm() == Arm::Artillery && u.formation == Formation::Limbered && u.command.is_none()
            })
            .filter(|u| {
                division.is_some()
                    && f.above(u.body, crate::command::Level::Division) == division
                    && f.in_radius(o, u)
            })
            .map(|u| u.id)
            .collect()
    }

    /// How far along its route an officer comes with one move, at road speed where he is on a road (march-phase.2).
    fn officer_along(&self, c: CommandId, route: &Polyline) -> f64 {
        let (road, off) =
            (grand::officer_rate(self, c, Pace::Road), grand::officer_rate(self, c, Pace::March));
        let mut at = 0.0;
        let mut spent = 0.0;
        while at < route.len() {
            let Some((p, dir)) = route.at(at) else { break };
            let base = Base { front: p, dir, width: 20.0, depth: 20.0 };
            let rate = if terrain::on_road(&self.field, Formation::MarchColumn, &base) { road } else { off };
            if rate <= 0.0 {
                break;
            }
            let next = (at + STEP).min(route.len());
            let far = (next - at).min((1.0 - spent) * rate);
            let side = self.field[c].side;
            let near = |s: f64| {
                let at = route.at(at + s).map_or(p, |(q, _)| q);
                self.field.nearer(self.field.enemy_from(side, at), KEEPS)
            };
            // He that stands so near already is not kept from going away.
            if near(far) && !near(0.0) {
                return at + last_free(far, &|s| near(s));
            }
            at += far;
            spent += far / rate;
            if far < STEP - 1e-9 {
                break;
            }
        }
        at
    }

    /// Where along the route a unit joins it: at the nearest place to which no line is in its way that nobody passes (terrain.3).
    fn joins(&self, u: &Unit, route: &Polyline) -> Option<f64> {
        let f = &self.field;
        let open = |along: f64| {
            let (p, _) = route.at(along)?;
            let way = p - u.base.front;
            if way.len() <= near::HAIR {
                return Some(0.0);
            }
            let front = Base { front: u.base.front, dir: way.unit(), width: 1.0, depth: 1.0 };
            let met = terrain::lines_met(f, u, &front, front.dir, way.len());
            met.iter().all(|m| m.cost.is_some()).then_some(way.len())
        };
        let (_, nearest, _) = route.nearest(u.base.front)?;
        if open(nearest).is_some() {
            return Some(nearest);
        }
        let steps = (route.len() / STEP).ceil() as u32;
        let places = (0..=steps).map(|n| (f64::from(n) * STEP).min(route.len()));
        places.filter_map(|s| Some((open(s)?, s))).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, s)| s)
    }

    /// One unit along its way: how far it is then, and what stopped it.
    fn march_unit(
        &mut self,
        id: UnitId,
        route: &Polyline,
        engages: bool,
        passed_by: &mut SmallVec<[Clause; 1]>,
    ) -> (f64, Option<Halt>) {
        let f = &self.field;
        let mut u = f[id].clone();
        let (road, off) = (way::allowance(f, &u, Pace::Road), way::allowance(f, &u, Pace::March));
        let mut at = 0.0;
        let mut spent = 0.0;
        let mut halted = None;
        let start = u.base.front;
        // Lines that its front lies on: they are paid for once.
        let mut on: SmallVec<[u16; 2]> = SmallVec::new();
        // Whether its battalion gun can go where it goes.
        let mut gun = u.gun;
        while at < route.len() - 1e-6 {
            let next = (at + STEP).min(route.len());
            let (Some((here, _)), Some((p, dir))) = (route.at(at), route.at(next)) else { break };
            let base = Base { front: p, dir, ..u.base };
            let rate = if terrain::on_road(f, u.formation, &base) { road } else { off };
            let under = self.ground_under(&u, &base);
            let (Some(cost), true) = (under.effect.cost, rate > 0.0) else {
                halted = Some(Halt::Ground(under.by));
                break;
            };
            let each = if rate == road { 1.0 } else { cost } / rate;
            let mut far = (next - at).min((1.0 - spent) / each);
            if far <= 1e-9 {
                break;
            }
            let leg = route.at(at + far).map_or(p, |(q, _)| q) - here;
            let front = Base { front: here, dir: leg.unit(), depth: 1.0, ..u.base };
            let met = terrain::lines_met(f, &u, &front, front.dir, leg.len());
            for m in met.iter().filter(|m| !on.contains(&m.line)) {
                let Some(deduction) = m.cost else {
                    (far, halted) = (m.at.min(far), Some(Halt::Ground(m.by)));
                    break;
                };
                let before = u.disorder.crossings.iter().find(|c| c.line == m.line && !c.passed);
                let paid = before.map_or(0.0, |c| c.paid);
                let begun_before = before.is_some_and(|c| c.begun_before);
                let due = (deduction - paid).max(0.0) / rate;
                let left = (1.0 - spent - m.at * each).max(0.0);
                let passed = due <= left + 1e-9;
                let paid = if passed { deduction } else { paid + left * rate };
                u.disorder.crossings.retain(|c| c.line != m.line);
                u.disorder.crossings.push(Crossing { line: m.line, paid, passed, begun_before });
                let by = if passed { m.by } else { clause!("terrain.4") };
                if !passed_by.contains(&by) {
                    passed_by.push(by);
                }
                if !passed {
                    // It stops at it, having paid what it had left (terrain.4).
                    (far, spent) = (m.at.min(far), 1.0);
                    break;
                }
                spent += due;
                far = far.min((1.0 - spent) / each);
            }
            on = met.iter().map(|m| m.line).collect();
            gun &= guns_pass(f, &u, &base, &met);
            let stopped = |s: f64| {
                let base = route.at(at + s).map_or(base, |(p, dir)| Base { front: p, dir, ..u.base });
                self.in_the_way(&u, &base, engages)
            };
            if let Some(by) = stopped(far) {
                halted = Some(by);
                at += last_free(far, &|s| stopped(s).is_some());
                break;
            }
            spent += far * each;
            at += far;
            if halted.is_some() || spent >= 1.0 - 1e-9 {
                break;
            }
        }
        self.field[id].disorder.crossings = u.disorder.crossings;
        if at > 1e-6 {
            let plan = self.field.plan(&self.field[id]);
            let Some((p, dir)) = route.at(at) else { return (at, halted) };
            let mut trail: smallvec::SmallVec<[V2; 4]> = smallvec::SmallVec::new();
            let mut back = at - STEP;
            while back > 0.0 && at - back < plan.depth {
                if let Some((q, _)) = route.at(back) {
                    trail.push(q);
                }
                back -= STEP * 2.0;
            }
            if at < plan.depth {
                trail.push(start);
            }
            let straight = trail.iter().all(|q| {
                let base = Base { front: p, dir, width: 1.0, depth: 1.0 };
                base.local(*q).x.abs() <= 1.0
            });
            let unit = &mut self.field[id];
            unit.base = plan.at(p, dir);
            unit.trail = if straight { Default::default() } else { trail };
            super::moves::has_moved(&mut unit.record);
            if u.gun && !gun {
                self.field[id].gun = false;
                self.redraw(id);
                let code = u.code.clone();
                self.say(clause!("battalion-gun.3"), Kind::Loss, &[id], || {
                    say!("event-gun-left", unit = &*code)
                });
            }
            self.attached_follow(id);
        }
        (at, halted)
    }

    /// What it would stand on there.
    fn ground_under(&self, u: &Unit, base: &Base) -> terrain::Under {
        let front = Base { depth: base.depth.min(self.field.plan(u).front_depth), ..*base };
        terrain::under_base(&self.field, u, &front)
    }

    /// Friends or enemies before a marching unit: it waits behind the one, and keeps 400 from the other (orders.march.5, march-phase.5).
    /// Through a town zone it goes by its road alone (tmove.town.1).
    fn in_the_way(&self, u: &Unit, base: &Base, engages: bool) -> Option<Halt> {
        let f = &self.field;
        let head = Base { depth: base.depth.min(40.0), ..*base };
        let houses = f.ground.zones.about(&head.rect()).any(|(_, z)| {
            z.rect.penetration(&head.rect()) > near::HAIR && z.rect.penetration(&u.base.rect()) <= near::HAIR
        });
        if houses && !terrain::on_road(f, u.formation, base) {
            return Some(Halt::Ground(clause!("tmove.town.1")));
        }
        let friend = |o: &&Unit| {
            o.side == u.side && o.id != u.id && o.formation.zone().is_none() && {
                let rects = f.rects(o);
                let stood =
                    rects.iter().any(|r| r.penetration(&Base { depth: 10.0, ..u.base }.rect()) > near::HAIR);
                !stood && rects.iter().any(|r| r.penetration(&head.rect()) > near::HAIR)
            }
        };
        if f.side_about(u.side, &[head.rect()], 1.0).any(|o| friend(&o)) {
            return Some(Halt::Others);
        }
        // With 6 U or more it only goes away from the nearest enemy (disorder.8).
        if u.broken()
            && let Some((e, now)) = near::nearest_enemy(f, u)
            && near::gap_to(f, &[head.rect()], e) < now - near::HAIR
        {
            return Some(Halt::Ground(clause!("disorder.8")));
        }
        let free = f.readings.is(reading!("march-engages", "any"));
        let near = f.enemies_about(u.side, &[head.rect()], KEEPS + 1.0).any(|e| {
            let may = engages && (free || e.arm() == Arm::Infantry);
            let limit = if declinable(e) {
                100.0
            } else if may {
                200.0
            } else {
                KEEPS
            };
            let (was, is) = (f.gap(u, e), near::gap_to(f, &[head.rect()], e));
            f.nearer(is, limit) && is < was - near::HAIR
        });
        near.then_some(Halt::Others)
    }

    /// The march is over; the command is on defence, its officer facing along the march or to the enemy (orders.march.9).
    pub(super) fn end_march(&mut self, c: CommandId, by: Clause, to_enemy: bool) {
        self.defend(c, by);
        let o = self.field[c].officer;
        if to_enemy {
            self.field[o].dir = -self.away_from_enemy(o);
        }
        self.also(clause!("orders.march.9"));
    }

    /// A train follows its chief on the road, 800 at most, and halts 1000 from the enemy (corps-train.3, corps-train.4).
    fn march_train(&mut self, c: CommandId) {
        let Some(route) = self.route(c) else { return };
        let o = self.field[c].officer;
        let side = self.field[c].side;
        let from = route.nearest(self.field[o].at).map_or(0.0, |n| n.1);
        let mut at = from;
        let mut spent = 0.0;
        let (mut halted, mut no_way) = (false, false);
        while at < route.len() - 1e-6 {
            let next = (at + STEP).min(route.len());
            let Some((p, _)) = route.at(next) else { break };
            let cobbled = self
                .field
                .ground
                .roads
                .iter()
                .any(|r| r.cobbled && r.path.nearest(p).is_some_and(|n| n.0 <= 10.0));
            let road = self.field.ground.roads.iter().any(|r| r.path.nearest(p).is_some_and(|n| n.0 <= 10.0));
            let rate = match (road, self.field.mud && !cobbled) {
                (false, _) => 0.0,
                (true, true) => 300.0,
                (true, false) => self
                    .field
                    .sheet
                    .march()
                    .rate(crate::book::march::Mover::Train, Pace::Road)
                    .map_or(0.0, |g| g.value),
            };
            if rate <= 0.0 {
                halted = true;
                break;
            }
            let far = (next - at).min((1.0 - spent) * rate);
            let near = |s: f64| {
                let there = route.at(at + s).map_or(p, |(q, _)| q);
                self.field.nearer(self.field.enemy_from(side, there), TRAIN_KEEPS)
            };
            if near(far) {
                halted = true;
                at += last_free(far, &near);
                break;
            }
            if let Some(before) = self.bridge_gone(c, &route, at, far) {
                no_way = true;
                at += before;
                break;
            }
            spent += far / rate;
            at += far;
            if spent >= 1.0 - 1e-9 {
                break;
            }
        }
        let Some((p, dir)) = route.at(at) else { return };
        self.field[o].at = p;
        self.field[o].dir = dir;
        let wagons: Vec<UnitId> = self.field.of_command(c).map(|u| u.id).collect();
        for u in wagons {
            self.field[u].formation = Formation::Train;
            let plan = self.field.plan(&self.field[u]);
            self.field[u].base = plan.at(p, dir);
            super::moves::has_moved(&mut self.field[u].record);
        }
        let reserve: Vec<UnitId> = self
            .field
            .units
            .iter()
            .filter(|u| u.fate == crate::unit::Fate::InReserve && self.train_of(u.body) == Some(o))
            .map(|u| u.id)
            .collect();
        let with_guns = !reserve.is_empty();
        for u in reserve {
            self.field[u].base.front = p;
        }
        let name = self.field[o].name.clone();
        self.say(clause!("corps-train.3"), Kind::Moves, &[], || say!("event-train-marches", train = &*name));
        if with_guns {
            self.also(clause!("gun-reserve.1"));
        }
        if halted {
            self.also(clause!("corps-train.4"));
        }
        if no_way {
            self.also(clause!("terrain.3"));
        }
        if at + near::HAIR >= route.len() {
            self.defend(c, clause!("corps-train.3"));
            self.park(c);
            self.also(clause!("corps-train.2"));
        }
    }

    /// How far on a stretch of its road wagons come before water over which no bridge stands any more.
    fn bridge_gone(&self, c: CommandId, route: &Polyline, at: f64, far: f64) -> Option<f64> {
        let f = &self.field;
        let (p, q) = (route.at(at)?.0, route.at(at + far)?.0);
        let way = q - p;
        let front = Base { front: p, dir: way.unit(), width: 1.0, depth: 1.0 };
        let wagon = f.of_command(c).next()?;
        let wagon = Unit { formation: Formation::Train, ..wagon.clone() };
        let met = terrain::lines_met(f, &wagon, &front, front.dir, way.len());
        met.iter().find(|m| m.cost.is_none()).map(|m| m.at)
    }

    /// Wagons form a park about their chief (corps-train.2).
    pub(super) fn park(&mut self, c: CommandId) {
        let at = self.field[self.field[c].officer].at;
        let wagons: Vec<UnitId> = self.field.of_command(c).map(|u| u.id).collect();
        for u in wagons {
            self.field[u].formation = Formation::Park;
            let plan = self.field.plan(&self.field[u]);
            let dir = self.field[u].base.dir;
            self.field[u].base = plan.at(at - dir * 15.0, dir);
        }
    }
}
