//! Marches: officer and units follow the route head by head, each at its own speed, halting behind what blocks them (orders.march.*,
//! march-phase.*, march-guns.1).

use crate::battle::Battle;
use crate::book::march::Pace;
use crate::check::{declinable, grand, near, way};
use crate::command::{CommandId, CommandKind};
use crate::event::Kind;
use crate::orders::OrderKind;
use crate::troop::{Arm, Formation};
use crate::unit::{Unit, UnitId};
use crate::{clause, reading, say, terrain};
use table::{Base, Polyline, V2};
use umpire::Clause;

/// Marching units keep so far from the enemy (march-phase.5).
const KEEPS: f64 = 400.0;
/// A march is looked at in such steps; within the last of them the place is found by halving.
const STEP: f64 = 10.0;
/// A train halts so far from the enemy (corps-train.4).
const TRAIN_KEEPS: f64 = 1000.0;

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
        let length = route.len();
        let o = self.field[c].officer;
        let mut units: Vec<(UnitId, f64)> = self
            .field
            .of_command(c)
            .filter(|u| matches!(u.formation, Formation::MarchColumn | Formation::Limbered))
            .map(|u| (u.id, route.nearest(u.base.front).map_or(0.0, |n| n.1)))
            .collect();
        units.extend(
            self.batteries_along(c)
                .into_iter()
                .map(|u| (u, route.nearest(self.field[u].base.front).map_or(0.0, |n| n.1))),
        );
        let with_guns = !self.batteries_along(c).is_empty();
        // The foremost first.
        units.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let engages = self.of_horse(c);
        let mut reached = false;
        let mut blocked = false;
        for (u, along) in units {
            let (at, halted) = self.march_unit(u, &route, along, engages);
            blocked |= halted;
            reached |= at + near::HAIR >= length;
        }
        let along = route.nearest(self.field[o].at).map_or(0.0, |n| n.1);
        let to = self.officer_along(c, &route, along);
        if let Some((p, dir)) = route.at(to) {
            self.move_officer(o, p);
            self.field[o].dir = dir;
        }
        let name = self.field[c].name.clone();
        self.cue();
        self.say(clause!("march-phase.3"), Kind::Moves, &[], || {
            if blocked {
                say!("event-marches-blocked", command = &*name)
            } else {
                say!("event-marches", command = &*name)
            }
        });
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
    fn officer_along(&self, c: CommandId, route: &Polyline, from: f64) -> f64 {
        let (road, off) =
            (grand::officer_rate(self, c, Pace::Road), grand::officer_rate(self, c, Pace::March));
        let mut at = from;
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

    /// One unit along the route: how far it is then, and whether something stopped it.
    fn march_unit(&mut self, id: UnitId, route: &Polyline, from: f64, engages: bool) -> (f64, bool) {
        let f = &self.field;
        let u = f[id].clone();
        let (road, off) = (way::allowance(f, &u, Pace::Road), way::allowance(f, &u, Pace::March));
        let mut at = from;
        let mut spent = 0.0;
        let mut blocked = false;
        let start = u.base.front;
        // Obstacles that it has paid for, and whether its battalion gun can go where it goes.
        let mut passed: smallvec::SmallVec<[u16; 2]> = smallvec::SmallVec::new();
        let mut gun = u.gun;
        let mut joined = route.at(from).map_or(0.0, |(p, _)| p.dist(start));
        while at < route.len() - 1e-6 {
            let next = (at + STEP).min(route.len());
            let Some((p, dir)) = route.at(next) else { break };
            let base = Base { front: p, dir, ..u.base };
            let rate = if terrain::on_road(f, u.formation, &base) { road } else { off };
            let cost = self.ground_factor(&u, &base);
            let (Some(cost), true) = (cost, rate > 0.0) else {
                blocked = true;
                break;
            };
            let each = if rate == road { 1.0 } else { cost } / rate;
            spent += std::mem::take(&mut joined) * each;
            // Linear obstacles on this stretch: a deduction each, and none that cannot be passed (terrain.3).
            let here = route.at(at).map_or(base, |(q, _)| Base { front: q, dir, ..u.base });
            let met = terrain::obstacles(f, &u, &here, dir, next - at);
            let due: Option<f64> = met.iter().filter(|m| !passed.contains(&m.line)).map(|m| m.cost).sum();
            let Some(due) = due else {
                // Up to the first that cannot be passed.
                let first = met.iter().filter(|m| m.cost.is_none()).map(|m| m.at).fold(STEP, f64::min);
                at += first.min(((1.0 - spent) / each).max(0.0));
                blocked = true;
                break;
            };
            passed.extend(met.iter().map(|m| m.line));
            spent += due / rate;
            let far = (next - at).min((1.0 - spent) / each);
            if far <= 1e-9 {
                break;
            }
            gun &= guns_pass(f, &u, &base, &met);
            let stopped = |s: f64| {
                let base = route.at(at + s).map_or(base, |(p, dir)| Base { front: p, dir, ..u.base });
                self.in_the_way(&u, &base, engages)
            };
            if stopped(far) {
                blocked = true;
                at += last_free(far, &stopped);
                break;
            }
            spent += far * each;
            at += far;
        }
        if at > from + 1e-6 {
            let plan = self.field.plan(&self.field[id]);
            let Some((p, dir)) = route.at(at) else { return (from, true) };
            let mut trail: smallvec::SmallVec<[V2; 4]> = smallvec::SmallVec::new();
            let mut back = at - STEP;
            while back > from && at - back < plan.depth {
                if let Some((q, _)) = route.at(back) {
                    trail.push(q);
                }
                back -= STEP * 2.0;
            }
            if at - from < plan.depth {
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
        (at, blocked)
    }

    /// Allowance that a metre costs there; nothing where it may not go.
    fn ground_factor(&self, u: &Unit, base: &Base) -> Option<f64> {
        let front = Base { depth: base.depth.min(self.field.plan(u).front_depth), ..*base };
        terrain::under_base(&self.field, u, &front).effect.cost
    }

    /// Friends or enemies before a marching unit: it waits behind the one, and keeps 400 from the other (orders.march.5, march-phase.5).
    fn in_the_way(&self, u: &Unit, base: &Base, engages: bool) -> bool {
        let f = &self.field;
        let head = Base { depth: base.depth.min(40.0), ..*base };
        let friend = |o: &&Unit| {
            o.side == u.side && o.id != u.id && o.formation.zone().is_none() && {
                let rects = f.rects(o);
                let stood =
                    rects.iter().any(|r| r.penetration(&Base { depth: 10.0, ..u.base }.rect()) > near::HAIR);
                !stood && rects.iter().any(|r| r.penetration(&head.rect()) > near::HAIR)
            }
        };
        if f.present().any(|o| friend(&o)) {
            return true;
        }
        let free = f.readings.is(reading!("march-engages", "any"));
        f.enemies(u.side).any(|e| {
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
        })
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
        let mut halted = false;
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
        if at + near::HAIR >= route.len() {
            self.defend(c, clause!("corps-train.3"));
            self.park(c);
            self.also(clause!("corps-train.2"));
        }
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
