//! The steady commander: reads the view, draws up the plan, and has an order written for each unit by the chapter of its arm.

use super::desk::{Desk, ahead, reorganise};
use super::plan::{Memory, Plan};
use super::{Commander, NapoleonicView, choices};
use crate::common::routes::Routes;
use chakoten_napoleonic::battle::Awaits;
use chakoten_napoleonic::order::{Answer, Leg, Order, OrderSheet, Until, Way, WorkOrder, Written};
use chakoten_napoleonic::reach::Reach;
use chakoten_napoleonic::troop::{Arm, Formation, Gait, State};
use chakoten_napoleonic::unit::{Unit, UnitId};
use std::collections::BTreeMap;
use table::V2;

/// The steady commander, and the quick one: the same rules of thumb with fewer second thoughts.
#[derive(Debug, Default)]
pub struct Steady {
    /// Asks for more before it attacks, and looks for no way past those who jam each other.
    quick: bool,
    /// What the brigades were about when orders were last written.
    plan: Plan,
    memory: Memory,
    routes: Routes,
    /// Where units stood that were ordered to march, and for how many turns they have not got on.
    stuck: BTreeMap<UnitId, (V2, u32)>,
    /// For how many turns battalions have stood in mass or square.
    massed: BTreeMap<UnitId, u32>,
    /// Turns of work ordered at each object.
    worked: BTreeMap<String, u32>,
}

impl Steady {
    pub fn new() -> Steady {
        Steady::default()
    }

    pub fn quick() -> Steady {
        Steady { quick: true, ..Steady::default() }
    }

    /// Notes who did not get on last turn though he was to march.
    fn look_for_jams(&mut self, v: &NapoleonicView<'_>) {
        let marches = |u: &Unit| {
            let goes = |l: &Leg| match l {
                Leg::To { .. } | Leg::March { .. } | Leg::Road { .. } => true,
                // For want of room it may try for ever (06.01.2.b).
                Leg::Form { formation, .. } => *formation != u.formation,
                _ => false,
            };
            u.record.last_order.as_ref().is_some_and(|o| o.legs.iter().any(goes))
        };
        let mut now = BTreeMap::new();
        for u in &v.own {
            let at = u.base.centre();
            let here = self.stuck.get(&u.id).filter(|x| x.0.dist(at) < 1.0).map(|x| x.1);
            // Who stopped to put himself in order has not got on either, but tries again sooner.
            match (marches(u), here) {
                (true, n) => now.insert(u.id, (at, n.map_or(0, |n| n + 1))),
                (false, Some(n)) if n > 0 => now.insert(u.id, (at, n - 1)),
                _ => None,
            };
        }
        self.stuck = now;
    }

    fn orders(&mut self, v: &NapoleonicView<'_>) -> Answer {
        self.plan = Plan::of(v, &self.plan, &mut self.memory);
        if !self.quick {
            self.look_for_jams(v);
        }
        let plan = &self.plan;
        let mut d = Desk::new(v, self.quick, &mut self.routes);
        let in_mass = |u: &&&Unit| matches!(u.formation, Formation::Mass | Formation::Square);
        let before = std::mem::take(&mut self.massed);
        let turns = |u: &Unit| (u.id, before.get(&u.id).map_or(0, |n| n + 1));
        self.massed = v.own.iter().filter(in_mass).map(|u| turns(u)).collect();
        d.massed.clone_from(&self.massed);
        d.stalled = self.stuck.iter().map(|(u, x)| (*u, x.1)).collect();
        let mut sheet = OrderSheet::new();
        // Who is ahead goes first, so that those behind know where he will be; lines after their bodies.
        let mut queue: Vec<(bool, f64, usize)> = Vec::with_capacity(v.own.len());
        for (i, u) in v.own.iter().enumerate() {
            if u.state == State::Complete || u.leads.is_some() {
                continue;
            }
            let forward = plan.brigade(u.command).map_or(v.edge.outward() * -1.0, |b| b.forward);
            queue.push((u.body.is_some(), -u.base.front.dot(forward), i));
        }
        queue.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        for (_, _, i) in queue {
            let u = v.own[i];
            if sheet.contains_key(&*u.code) {
                continue;
            }
            if yields(&self.stuck, &d, u) {
                if u.state != State::Order && v.lawful(u.id, &reorganise()).is_some() {
                    sheet.insert(u.code.to_string(), reorganise());
                }
                continue;
            }
            d.means_to_attack = None;
            let ideas = ideas(&mut d, plan, &self.worked, u);
            let Some(o) = ideas.into_iter().find(|o| v.lawful(u.id, o).is_some()) else { continue };
            if o == Order::default() {
                continue;
            }
            d.goes(u, &o);
            if o.attack.is_some() {
                if let Some(e) = d.means_to_attack {
                    *d.struck.entry(e).or_default() += 1;
                }
                supported(&mut d, u, &o, &mut sheet);
            }
            for leg in &o.legs {
                if let Leg::Work { work: WorkOrder::Destroy { object, .. } } = leg {
                    *self.worked.entry(object.clone()).or_default() += 1;
                }
            }
            sheet.insert(String::from(&*u.code), o);
        }
        v.strike_refused(&mut sheet);
        let staff = d.staff(plan);
        let instructions = instructions(v, plan);
        let orders = sheet.into_iter().map(|(code, o)| (code, Written::Data(o))).collect();
        Answer::Orders { orders, staff, letters: Vec::new(), instructions }
    }
}

/// What comes to mind for a unit, the best first.
fn ideas(d: &mut Desk<'_, '_>, plan: &Plan, worked: &BTreeMap<String, u32>, u: &Unit) -> Vec<Order> {
    let mut ideas: Vec<Order> = Vec::with_capacity(6);
    if let Some(edge) = plan.leaves(u.id) {
        if u.state.intact() {
            d.leave(u, edge, &mut ideas);
            return ideas;
        }
    }
    if u.body.is_some() {
        d.line(u, &mut ideas);
        return ideas;
    }
    let Some(b) = plan.brigade(u.command) else { return ideas };
    match u.arm {
        Arm::Train => d.wagon(u, b, &mut ideas),
        Arm::Infantry if u.troops.pioneers || u.troops.miners => d.pioneers(u, plan, b, worked, &mut ideas),
        Arm::Infantry => d.foot(u, b, plan.sparing, &mut ideas),
        Arm::Cavalry => d.cavalry(u, b, &mut ideas),
        Arm::Artillery => d.battery(u, b, &mut ideas),
    }
    // Beyond command distance what was done before is understood best (table II.reaction).
    let stalled = d.stalled.get(&u.id).copied().unwrap_or(0);
    if d.v.reach(u) == Reach::Beyond && stalled == 0 && u.state.intact() && u.state.grades() < 2 {
        if let Some(last) = u.record.last_order.as_ref().filter(|o| repeats(u, o)) {
            ideas.insert(0, last.clone());
        }
    }
    unwedged(d, u, stalled, &mut ideas);
    ideas
}

/// Who has not got on for turns is wedged in: what did not work is not tried again at once, and every third turn it is a few steps
/// back, or a turn to one side, and another way.
fn unwedged(d: &Desk<'_, '_>, u: &Unit, stalled: u32, ideas: &mut Vec<Order>) {
    let fit = u.state.intact() && u.state.grades() < 3 && u.arm != Arm::Train && !u.unlimbered();
    if stalled == 0 || !fit || d.quick {
        return;
    }
    if let Some(last) = &u.record.last_order {
        // The same again comes last.
        let (mut other, same): (Vec<Order>, Vec<Order>) = ideas.drain(..).partition(|o| o != last);
        other.extend(same);
        *ideas = other;
    }
    let alone = d.nearest(u).is_none_or(|n| n.1 > 25.0);
    if stalled % 3 != 2 || !alone {
        return;
    }
    let ways = match u.arm {
        Arm::Infantry => vec![Leg::March { way: Way::Back, gait: Gait::March, until: Until::Cm(9.0) }],
        _ => Vec::new(),
    };
    let side = if (stalled / 3 + u32::from(u.id.0)) % 2 == 0 { 1.0 } else { -1.0 };
    let aside = |degrees: f64| vec![Leg::Pivot { degrees: degrees * side }, ahead(9.0)];
    let tries = [ways, aside(45.0), aside(-45.0), aside(90.0), vec![Leg::About, ahead(12.0)]];
    let orders = tries.into_iter().filter(|legs| !legs.is_empty()).map(super::desk::moves);
    ideas.splice(0..0, orders.collect::<Vec<_>>());
}

/// Would the last order again lead on? A march to a place not yet reached does.
fn repeats(u: &Unit, o: &Order) -> bool {
    let on = |l: &Leg| match l {
        Leg::To { x, y, .. } => (table::v2(*x, *y) - u.base.front).dot(u.base.dir) > 5.0,
        _ => false,
    };
    o.fire.is_none() && o.attack.is_none() && !o.legs.is_empty() && o.legs.iter().all(on)
}

/// A unit behind the attacker is named as its support and goes along (12.03.7).
fn supported(d: &mut Desk<'_, '_>, u: &Unit, order: &Order, sheet: &mut OrderSheet) {
    let Some(s) = d.supporter_of(u).filter(|s| !sheet.contains_key(&*s.code)) else { return };
    let will = d.will_be(u);
    let gone = will.front.dist(u.base.front);
    let follow = (gone - 3.0).min(super::country::pace(s, s.formation));
    let free = d.room(s, &s.base, follow);
    let supports = Some(u.code.to_string());
    let mut all = Vec::new();
    if free > 2.0 {
        all.push(Order { legs: vec![ahead(free)], supports: supports.clone(), ..Order::default() });
    }
    all.push(Order { supports, ..Order::default() });
    let s = d.v.unit(s.id);
    let Some(s) = s.filter(|_| order.attack.is_some()) else { return };
    if let Some(o) = all.into_iter().find(|o| d.v.lawful(s.id, o).is_some()) {
        d.goes(s, &o);
        sheet.insert(s.code.to_string(), o);
    }
}

/// Every unit that has none gets an instruction while it can be given: what its brigade is about (08.03.4).
fn instructions(v: &NapoleonicView<'_>, plan: &Plan) -> BTreeMap<String, String> {
    let within = |u: &&&Unit| v.reach(u).within() && u.record.instruction.is_none() && u.body.is_none();
    v.own
        .iter()
        .filter(within)
        .filter(|u| u.arm != Arm::Train)
        .filter_map(|u| {
            let b = plan.brigade(u.command)?;
            Some((u.code.to_string(), format!("{:.0}/{:.0}", b.goal.x, b.goal.y)))
        })
        .collect()
}

/// Two who block each other never get on: one stands, so that the other may pass through him (07.07.1).
fn yields(stuck: &BTreeMap<UnitId, (V2, u32)>, d: &Desk<'_, '_>, u: &Unit) -> bool {
    let jammed = |id: UnitId| stuck.get(&id).is_some_and(|x| x.1 > 0);
    // Not for ever.
    let still = stuck.get(&u.id).is_some_and(|x| x.1 % 4 != 3);
    jammed(u.id) && still && {
        let r = u.base.rect();
        d.own_between(r.centre.x, r.centre.x, 3.0)
            .any(|o| o.id < u.id && jammed(o.id) && o.base.rect().gap(&r) < 2.0)
    }
}

impl Commander for Steady {
    fn decide(&mut self, v: &NapoleonicView<'_>) -> Answer {
        match v.awaits {
            Awaits::Orders => self.orders(v),
            Awaits::Choices => choices::sensible(v),
        }
    }
}
