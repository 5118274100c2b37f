//! The steady commander: reads the view, draws up the plan, and has an order written for each unit by the chapter of its arm.

use super::desk::Desk;
use super::march::worth_repeating;
use super::plan::{Memory, Plan};
use super::{ChakotenView, Commander, choices, guns, staff};
use crate::common::routes::Routes;
use chakoten_acw::Answer;
use chakoten_acw::battle::Awaits;
use chakoten_acw::check::Reach;
use chakoten_acw::order::{Order, Written};
use chakoten_acw::troop::{Arm, State};
use chakoten_acw::unit::{Unit, UnitId};
use std::collections::BTreeMap;
use table::V2;
use umpire::Seeded;

/// The steady commander, and the quick one: the same rules of thumb with fewer second thoughts.
#[derive(Debug)]
pub struct Steady {
    pub(super) dice: Seeded,
    /// Attacks only where it can charge.
    quick: bool,
    pub(super) ranging: BTreeMap<UnitId, guns::Ranging>,
    /// Ordered to attack this turn: their general goes with them.
    pub(super) attackers: Vec<UnitId>,
    /// What the brigades were about when orders were last written.
    pub(super) plan: Plan,
    memory: Memory,
    routes: Routes,
    /// Where units stood that were ordered to march, and for how many turns they have not got on.
    stuck: BTreeMap<UnitId, (V2, u32)>,
}

impl Steady {
    pub fn new(seed: u64) -> Steady {
        Steady {
            dice: Seeded::from_number(seed),
            quick: false,
            ranging: BTreeMap::new(),
            attackers: Vec::new(),
            plan: Plan::default(),
            memory: Memory::default(),
            routes: Routes::default(),
            stuck: BTreeMap::new(),
        }
    }

    pub fn quick(seed: u64) -> Steady {
        Steady { quick: true, ..Steady::new(seed) }
    }

    /// Notes who did not get on last turn though he was to march.
    fn look_for_jams(&mut self, v: &ChakotenView<'_>) {
        let mut now = BTreeMap::new();
        for u in v.own.iter().filter(|u| matches!(u.record.last_order, Some(Order::Move(_)))) {
            // By its middle: who only turns about on the spot has not got on.
            let at = u.base.centre();
            let turns = match self.stuck.get(&u.id) {
                Some((was, n)) if was.dist(at) < 1.0 => n + 1,
                _ => 0,
            };
            now.insert(u.id, (at, turns));
        }
        self.stuck = now;
    }

    fn orders(&mut self, v: &ChakotenView<'_>) -> Answer {
        self.attackers.clear();
        self.plan = Plan::of(v, &self.plan, &mut self.memory);
        self.look_for_jams(v);
        let plan = &self.plan;
        let mut d = Desk::new(v, self.quick, &mut self.routes);
        let mut orders: BTreeMap<String, Written> = BTreeMap::new();
        // Who is ahead goes first, so that those behind know where he will be.
        let mut queue: Vec<(f64, usize, usize)> = Vec::with_capacity(v.own.len());
        for (i, u) in v.own.iter().enumerate() {
            if u.state == State::Complete {
                continue;
            }
            let Some(b) = plan.brigades.iter().position(|b| b.command == u.command) else { continue };
            queue.push((-u.base.front.dot(plan.brigades[b].forward), i, b));
        }
        queue.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (_, i, b) in queue {
            let u = v.own[i];
            let brigade = &plan.brigades[b];
            let mut ideas: Vec<Order> = Vec::with_capacity(4);
            if yields(&self.stuck, &d, u) {
                continue;
            }
            match u.arm {
                Arm::Wagon => d.wagon(u, plan, brigade, &mut ideas),
                _ if plan.leaves(u.id).is_some() => {
                    plan.leaves(u.id).into_iter().for_each(|e| d.leave(u, e, &mut ideas));
                }
                Arm::Infantry => d.foot(u, brigade, &mut ideas),
                Arm::Cavalry => d.cavalry(u, plan, brigade, &mut ideas),
                Arm::Artillery => {
                    let r = self.ranging.entry(u.id).or_default();
                    guns::battery(&mut d, u, brigade, r, &mut self.dice, &mut ideas);
                }
            }
            if d.v.reach(u) == Reach::Out && !ideas.is_empty() && worth_repeating(u) {
                ideas.push(Order::Repeat);
            }
            for o in ideas {
                if v.lawful(u.id, &o).is_none() {
                    continue;
                }
                if let Order::Move(m) = &o {
                    if m.attack {
                        self.attackers.push(u.id);
                    }
                    d.goes(u, m);
                }
                // Repeated, an order is what it was before; a wagon serves two (09.03.1.b).
                let meant = if o == Order::Repeat { u.record.last_order.as_ref() } else { Some(&o) };
                if let Some(Order::Resupply { wagon }) = meant {
                    if !d.has_more(wagon) {
                        continue;
                    }
                    d.supplied.push(wagon.clone());
                }
                if let Order::Fire(f) = &o {
                    if u.arm == Arm::Artillery {
                        if let Some(r) = self.ranging.get_mut(&u.id) {
                            r.fired(f);
                        }
                    }
                }
                if o != Order::Stand {
                    orders.insert(u.code.to_string(), Written::Data(o));
                }
                break;
            }
        }
        Answer::Orders { orders, instructions: BTreeMap::new() }
    }
}

/// Two who block each other never get on: one stands, so that the other may pass through him (02.06.3).
fn yields(stuck: &BTreeMap<UnitId, (V2, u32)>, d: &Desk<'_, '_>, u: &Unit) -> bool {
    let jammed = |id: UnitId| stuck.get(&id).is_some_and(|x| x.1 > 0);
    jammed(u.id) && u.locked.is_empty() && {
        let r = u.base.rect();
        d.own_by(r.centre, 3.0).any(|o| o.id < u.id && jammed(o.id) && o.base.rect().gap(&r) < 2.0)
    }
}

impl Commander for Steady {
    fn decide(&mut self, v: &ChakotenView<'_>) -> Answer {
        match v.awaits {
            Awaits::Orders => self.orders(v),
            Awaits::Choices => choices::sensible(v),
            Awaits::Staff => staff::moves(self, v),
        }
    }
}
