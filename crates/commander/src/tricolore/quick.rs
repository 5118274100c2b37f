//! Plays by rules of thumb: sends its commands to the places that are worth having, fights what it can beat, keeps its guns firing and its
//! broken troops out of the way.

use super::goals::{Goal, Shares, goals};
use super::moves::{self, Idea};
use super::{Commander, assault, deploy, fire};
use tricolore::answer::{Breakthrough, Disengaged, Evasion, NewOrder, SuperiorMove};
use tricolore::battle::{Awaits, Battle, Step};
use tricolore::check::{self, retreat};
use tricolore::command::{Command, CommandKind, Engagement};
use tricolore::officer::{Attached, Post};
use tricolore::orders::OrderKind;
use tricolore::procedures::attack::RetreatBeforeOutcome;
use tricolore::unit::UnitId;
use tricolore::view::View;
use tricolore::{Answer, Field, Side};

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
}

/// From here on the officer has come to his goal.
pub(super) const THERE: f64 = 260.0;

impl Quick {
    pub fn with(temper: Temper) -> Quick {
        Quick { temper, goals: Vec::new(), shares: Shares::default(), when: None, queue: Vec::new() }
    }

    /// Looks at the tasks once, and again when nobody is left of a command.
    fn look(&mut self, v: &View) {
        if self.shares.is_empty() {
            self.goals = goals(v.battle(), v.side);
            self.shares = Shares::of(v.field(), v.side, &self.goals);
        }
        if v.awaits == Awaits::Orders {
            self.shares.move_on(v.field(), v.side, &self.goals);
        }
    }

    /// The goal of a command.
    fn goal(&self, c: &Command) -> Option<&Goal> {
        self.shares.goal(c.id).and_then(|g| self.goals.get(g))
    }

    fn orders(&self, v: &View) -> Answer {
        let b = v.battle();
        let f = v.field();
        let mut give: Vec<NewOrder> = Vec::new();
        for c in f.commands.iter().filter(|c| c.side == v.side && c.kind == CommandKind::Troops) {
            let Some(order) = self.order_for(f, c) else { continue };
            let new = NewOrder {
                command: c.code.to_string(),
                order,
                route: Vec::new(),
                starts: None,
                through: None,
            };
            give.push(new);
            if check::orders::all(b, v.side, &[], &give[give.len() - 1..]).is_err() {
                give.pop();
            }
        }
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
        let way = goal.at - o.at;
        let want = if way.len() <= THERE {
            OrderKind::Defence
        } else if o.dir.angle_to(way.unit()).to_degrees() <= 40.0 {
            OrderKind::Manoeuvre
        } else {
            OrderKind::Deployment
        };
        let now = c.orders.kind();
        (now != Some(want)).then_some(want)
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
        let goal_of = |c: &Command| self.goal(c).cloned();
        match &v.awaits {
            Awaits::Orders => self.orders(v),
            Awaits::Declare(what) => {
                Answer::Declare { attacks: assault::declare(b, v.side, what, &self.temper) }
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
                Answer::Manoeuvre { commands: deploy::manoeuvres(b, v.side, &self.temper, &goal_of) }
            }
            Awaits::Superiors => self.superiors(v),
            Awaits::Deploy => deploy::deployment(b, v.side, &goal_of),
            Awaits::Settle => Answer::Settle { units: deploy::settling(b, v.side, &self.temper, &goal_of) },
            Awaits::Melees => {
                let f = v.field();
                let better = |u: &UnitId| f[*u].values.skirmish.is_some_and(|s| s > f[*u].values.melee);
                let skirmish = b.in_town_fights(v.side).into_iter().filter(better);
                Answer::Melees {
                    continued: Vec::new(),
                    skirmish: skirmish.map(|u| f[u].code.to_string()).collect(),
                }
            }
            Awaits::Decline(_) | Awaits::SideA | Awaits::Bonus | Awaits::Loss(_) | Awaits::Away(_) => {
                b.silence(v.side).unwrap_or(Answer::End)
            }
        }
    }
}
