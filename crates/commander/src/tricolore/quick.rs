//! Plays by rules of thumb: sends its commands to the places that are worth having, fights what it can beat, keeps its guns firing and its
//! broken troops out of the way.

use super::goals::{Goal, Shares, goals};
use super::moves::{self, Idea};
use super::ways::Ways;
use super::{Commander, assault, deploy, fire};
use muster::TaskKind;
use table::V2;
use tricolore::answer::{Breakthrough, Disengaged, Evasion, NewOrder, SuperiorMove};
use tricolore::battle::{Awaits, Battle, Declaring, Step};
use tricolore::check::{self, retreat};
use tricolore::command::{Command, CommandId, CommandKind, Engagement};
use tricolore::officer::{Attached, Post};
use tricolore::orders::OrderKind;
use tricolore::procedures::attack::RetreatBeforeOutcome;
use tricolore::troop::Formation;
use tricolore::unit::{Unit, UnitId};
use tricolore::view::View;
use tricolore::{Answer, Field, Side, ops};

/// What a commander dares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temper {
    /// The modifier of a melee from which on he attacks.
    pub attack: f64,
    /// What guns are worth beside it.
    pub guns: f64,
    /// How many to one he wants to storm a town.
    pub town: f64,
    /// Does foot in line fire at horse?
    pub fires_at_horse: bool,
    /// Does he look after everything: superiors, guns, squares, who faces where?
    pub careful: bool,
    /// How far from the enemy a command on manoeuvre stops that has its goal behind it or does not dare.
    pub shy: f64,
}

impl Temper {
    pub const QUICK: Temper =
        Temper { attack: 0.0, guns: 2.0, town: 1.3, fires_at_horse: false, careful: false, shy: 0.0 };
    pub const STEADY: Temper =
        Temper { attack: 1.0, guns: 2.0, town: 1.5, fires_at_horse: true, careful: true, shy: 0.0 };
}

/// When the ideas of a movement phase were made.
type When = (u32, u8, Step, Side);

/// The quick commander, and with more care the steady one.
#[derive(Debug)]
pub struct Quick {
    temper: Temper,
    goals: Vec<Goal>,
    shares: Shares,
    when: Option<When>,
    queue: Vec<Idea>,
    ways: Ways,
    /// Commands that are to march, and by which way.
    marches: Vec<(CommandId, Vec<V2>)>,
    /// Where the officers of marching commands, and the middle of their units, were when orders were given last.
    marched: Vec<(CommandId, V2)>,
}

/// A command marches that has farther to go, and farther to the enemy.
const FAR: f64 = 1300.0;

fn in_column(u: &Unit) -> bool {
    matches!(u.formation, Formation::MarchColumn | Formation::Limbered)
}

/// Are all of them in march column (orders.march.2)?
fn fit(f: &Field, c: &Command) -> bool {
    f.of_command(c.id).all(in_column)
}

/// The middle of a command's units.
fn middle_of(f: &Field, c: &Command) -> V2 {
    let (sum, n) = f.of_command(c.id).fold((V2::default(), 0.0), |(s, n), u| (s + u.base.front, n + 1.0));
    sum * (1.0 / f64::max(n, 1.0))
}

/// From here on the officer has come to his goal.
pub(super) const THERE: f64 = 260.0;

impl Quick {
    pub fn with(temper: Temper) -> Quick {
        Quick {
            temper,
            goals: Vec::new(),
            shares: Shares::default(),
            when: None,
            queue: Vec::new(),
            ways: Ways::new(),
            marches: Vec::new(),
            marched: Vec::new(),
        }
    }

    /// Looks at the tasks once, and again when nobody is left of a command.
    fn look(&mut self, v: &View) {
        if self.shares.is_empty() {
            self.goals = goals(v.battle(), v.side);
            self.shares = Shares::of(v.field(), v.side, &self.goals);
        }
        if v.awaits == Awaits::Orders {
            self.shares.with_comers(v.field(), v.side, &self.goals);
            self.shares.move_on(v.field(), v.side, &self.goals);
        }
    }

    /// The goal of a command.
    fn goal(&self, c: &Command) -> Option<&Goal> {
        self.shares.goal(c.id).and_then(|g| self.goals.get(g))
    }

    /// Which commands are to march this round, and by which way: over water by the bridges, and from far off by road.
    fn think_of_marches(&mut self, v: &View) {
        let f = v.field();
        self.marches.clear();
        for c in f.commands.iter().filter(|c| c.side == v.side && c.kind == CommandKind::Troops) {
            let o = &f[c.officer];
            let free = matches!(c.engagement, Engagement::Free);
            let Some(goal) = self.shares.goal(c.id).and_then(|g| self.goals.get(g)) else { continue };
            if !free || !o.present() || f.of_command(c.id).any(|u| u.formation.zone().is_some()) {
                continue;
            }
            let columns = |u: &Unit| f.plan(u).depth.max(40.0 * f64::from(u.bases.now));
            let length: f64 = f.of_command(c.id).map(columns).sum();
            let way = if goal.beyond_water(f, o.at) {
                self.ways.over_bridges(f, c, goal.at, length)
            } else if fit(f, c) && goal.at.dist(o.at) > FAR && f.enemy_from(v.side, o.at) > FAR {
                self.ways.by_road(f, c, goal.at)
            } else {
                None
            };
            if let Some(way) = way {
                self.marches.push((c.id, way));
            }
        }
    }

    fn orders(&mut self, v: &View) -> Answer {
        self.think_of_marches(v);
        let b = v.battle();
        let f = v.field();
        let mut give: Vec<NewOrder> = Vec::new();
        for c in f.commands.iter().filter(|c| c.side == v.side && c.kind == CommandKind::Troops) {
            let Some(order) = self.order_for(f, c) else { continue };
            let route = match order {
                OrderKind::March => {
                    let way = self.march_of(c).unwrap_or_default();
                    std::iter::once(f[c.officer].at).chain(way.iter().copied()).collect()
                }
                _ => Vec::new(),
            };
            let new = NewOrder {
                command: c.code.to_string(),
                order,
                route: route.iter().map(|p| [p.x.round(), p.y.round()]).collect(),
                starts: None,
                through: None,
            };
            give.push(new);
            if check::orders::all(b, v.side, &[], &give[give.len() - 1..]).is_err() {
                give.pop();
            }
        }
        let on_march = |c: &&Command| c.side == v.side && c.orders.kind() == Some(OrderKind::March);
        self.marched = f.commands.iter().filter(on_march).map(|c| (c.id, middle_of(f, c))).collect();
        Answer::Orders { arrange: Vec::new(), give }
    }

    /// The order that a command should have, where it has another.
    fn order_for(&self, f: &Field, c: &Command) -> Option<OrderKind> {
        let free = matches!(c.engagement, Engagement::Free) && c.orders.pending.is_none();
        let o = &f[c.officer];
        if !free || !o.present() || f.of_command(c.id).next().is_none() {
            return None;
        }
        let goal = self.goal(c)?;
        let now = c.orders.kind();
        if now == Some(OrderKind::March) {
            // Whoever stands in a jam looks for another way.
            let stuck = self.marched.iter().any(|(x, at)| *x == c.id && at.dist(middle_of(f, c)) < 20.0);
            let other = if self.march_of(c).is_some() { OrderKind::March } else { OrderKind::Defence };
            return stuck.then_some(other);
        }
        if self.march_of(c).is_some() {
            // It forms its columns first: all at once, or on defence as many as its officer can.
            let few =
                f.of_command(c.id).filter(|u| !in_column(u)).count() <= usize::from(ops::points(f, c.id).0);
            let want = match now {
                _ if fit(f, c) => OrderKind::March,
                Some(OrderKind::Defence) if few => OrderKind::Defence,
                _ => OrderKind::Deployment,
            };
            return (now != Some(want)).then_some(want);
        }
        if goal.beyond_water(f, o.at) {
            return (now != Some(OrderKind::Defence)).then_some(OrderKind::Defence);
        }
        let way = goal.at - o.at;
        // What has marched up forms before it goes on.
        let columns = f.of_command(c.id).filter(|u| u.formation == Formation::MarchColumn).count();
        if columns > 1 && way.len() > THERE {
            let turned = o.dir.angle_to(way.unit()).to_degrees() > 40.0;
            let want = if turned { OrderKind::Deployment } else { OrderKind::Defence };
            return (now != Some(want)).then_some(want);
        }
        let want = if way.len() <= THERE {
            OrderKind::Defence
        } else if o.dir.angle_to(way.unit()).to_degrees() <= 40.0 {
            OrderKind::Manoeuvre
        } else {
            OrderKind::Deployment
        };
        (now != Some(want)).then_some(want)
    }

    /// The way by which a command is to march.
    fn march_of(&self, c: &Command) -> Option<&[V2]> {
        self.marches.iter().find(|(x, _)| *x == c.id).map(|(_, w)| &w[..])
    }

    fn moves(&mut self, v: &View, reaction: bool) -> Answer {
        let b = v.battle();
        let when = (v.field().round, b.play().sequence, b.play().step, v.side);
        if self.when != Some(when) {
            self.when = Some(when);
            let goal_of = |c: &Command| self.goal(c).cloned();
            self.queue = moves::ideas(b, v.side, reaction, &self.temper, &goal_of);
        }
        while let Some(idea) = self.queue.pop() {
            if let Some(a) = moves::answer(b, v.side, &idea, reaction) {
                return a;
            }
        }
        Answer::End
    }

    /// Skirmishers and limbered guns give way; guns that are worth more alive do too.
    fn evade(&self, v: &View, targets: &[UnitId]) -> Answer {
        let b = v.battle();
        let f = v.field();
        let mut retreat: Vec<Evasion> = Vec::new();
        for u in targets {
            let goes = match b.retreat_before(*u) {
                RetreatBeforeOutcome::Must { .. } => true,
                RetreatBeforeOutcome::May { .. } => b.play().attack_on(*u).is_some_and(|a| {
                    let edge = assault::edge(b, &f[a.unit], &f[*u]);
                    edge.is_none_or(|e| e >= 1.0)
                }),
                RetreatBeforeOutcome::MayNot => false,
            };
            if goes && let Some(to) = retreat::some_place(b, *u) {
                retreat.push(Evasion { unit: f[*u].code.to_string(), to });
            }
        }
        let a = Answer::Evade { retreat };
        // Two may have found the same place.
        if targets.len() > 1 && v.imagined(1).answer(v.side, a.clone()).is_err() {
            return b.silence(v.side).unwrap_or(a);
        }
        a
    }

    /// Superiors ride to the command officer below them who fights, and lend him their points.
    fn superiors(&self, v: &View) -> Answer {
        let f = v.field();
        let mut moves = Vec::new();
        for o in f.officers.iter().filter(|o| o.side == v.side && o.present() && o.post == Post::Superior) {
            if !self.temper.careful || matches!(o.attached, Some(Attached::Body(_))) {
                continue;
            }
            let under = |c: &&Command| {
                c.side == v.side
                    && c.kind == CommandKind::Troops
                    && f[c.officer].present()
                    && f.superiors(c.officer).any(|s| s.id == o.id)
            };
            let cost = |c: &Command| {
                let far = f[c.officer].at.dist(o.at);
                far - if c.engagement.engaged() { 600.0 } else { 0.0 }
            };
            let best = f.commands.iter().filter(under).min_by(|a, b| cost(a).total_cmp(&cost(b)));
            let Some(c) = best else { continue };
            let to = f[c.officer].at - f[c.officer].dir * 30.0;
            let far = to.dist(o.at);
            let safe = f.enemy_from(v.side, to) > 120.0 && f.ground.holds(to);
            if far > 20.0 && far <= 2000.0 && safe {
                moves.push(SuperiorMove { officer: o.code.to_string(), to: [to.x, to.y], join: None });
            }
        }
        Answer::Superiors { moves }
    }

    fn breakthrough(&self, b: &Battle, unit: UnitId) -> Answer {
        let f = b.field();
        let at_guns = b.play().won.iter().any(|w| w.unit == unit && w.battery.is_some());
        let best = b
            .breakthrough_targets(unit)
            .into_iter()
            .filter_map(|(e, straight)| Some((assault::edge(b, &f[unit], &f[e])?, e, straight)))
            .max_by(|x, y| x.0.total_cmp(&y.0));
        let dares = if at_guns { 4.0 } else { self.temper.attack };
        Answer::Breakthrough(match best {
            Some((edge, e, straight)) if edge >= dares => {
                Breakthrough::Attack { target: f[e].code.to_string(), straight }
            }
            _ => Breakthrough::Stay,
        })
    }
}

impl Commander for Quick {
    fn decide(&mut self, v: &View) -> Answer {
        self.look(v);
        let b = v.battle();
        if v.awaits == Awaits::Orders {
            return self.orders(v);
        }
        let goal_of = |c: &Command| self.goal(c).cloned();
        let march_of = |c: &Command| self.march_of(c).and_then(|w| w.first().copied());
        match &v.awaits {
            Awaits::Orders => Answer::End,
            Awaits::Declare(what) => {
                let mut attacks = assault::declare(b, v.side, what, &self.temper);
                if b.one_at_a_time() && !matches!(what, Declaring::Adjust(_)) {
                    attacks.truncate(1);
                }
                Answer::Declare { attacks }
            }
            Awaits::Evade(targets) => self.evade(v, targets),
            Awaits::Moves => self.moves(v, false),
            Awaits::Reactions => self.moves(v, true),
            Awaits::Fire => Answer::Fire { fire: fire::orders(b, v.side) },
            Awaits::Breakthrough(u) => self.breakthrough(b, *u),
            Awaits::Counter(_) => Answer::Counter { counter: true },
            Awaits::Disengage(_) => Answer::Disengage { to: Disengaged::Defence },
            Awaits::Resume(c) => {
                let c = &v.field()[*c];
                let far = self.goal(c).is_some_and(|g| g.at.dist(v.field()[c.officer].at) > THERE);
                Answer::Resume { resume: far }
            }
            Awaits::Manoeuvre => {
                let mut commands = deploy::manoeuvres(b, v.side, &self.temper, &goal_of);
                commands.extend(deploy::marches(b, v.side));
                Answer::Manoeuvre { commands }
            }
            Awaits::Superiors => self.superiors(v),
            Awaits::Deploy => deploy::deployment(b, v.side, &goal_of, &march_of),
            Awaits::Settle => {
                Answer::Settle { units: deploy::settling(b, v.side, &self.temper, &goal_of, &march_of) }
            }
            Awaits::Melees => {
                let f = v.field();
                let better = |u: &UnitId| f[*u].values.skirmish.is_some_and(|s| s > f[*u].values.melee);
                let skirmish = b.in_town_fights(v.side).into_iter().filter(better);
                Answer::Melees {
                    continued: Vec::new(),
                    skirmish: skirmish.map(|u| f[u].code.to_string()).collect(),
                }
            }
            Awaits::Decline(commands) => {
                // Across water nobody fights: there is nothing in letting the enemy hold one up.
                let f = v.field();
                let idle = |c: &&CommandId| {
                    let c = &f[**c];
                    self.goal(c).is_some_and(|g| g.beyond_water(f, f[c.officer].at))
                };
                let commands = commands.iter().filter(idle).map(|c| f[*c].code.to_string()).collect();
                Answer::Decline { commands }
            }
            // No enemy comes over a bridge that the side is not to hold itself.
            Awaits::Blow(bridges) => {
                let f = v.field();
                let there = |name: &str| {
                    let named = |n: &u16| f.bridges.get(usize::from(*n)).map(|x| &*x.bridge.name);
                    bridges.iter().any(|n| named(n) == Some(name))
                };
                let own = |name: &str| {
                    let mut tasks = b.terms().tasks.iter().filter(|t| t.side == v.side);
                    tasks.any(|t| matches!(&t.kind, TaskKind::Hold { ground } if *ground == *name))
                };
                let blow =
                    |a: &Answer| matches!(a, Answer::Blow { bridge, .. } if there(bridge) && !own(bridge));
                let (offers, _) = b.offered(v.side, &v.awaits);
                offers.into_iter().map(|o| o.answer).find(blow).unwrap_or(Answer::End)
            }
            Awaits::SideA | Awaits::Bonus | Awaits::Loss(_) | Awaits::Away(_) => {
                b.silence(v.side).unwrap_or(Answer::End)
            }
        }
    }
}
