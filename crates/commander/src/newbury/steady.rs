//! The commander who thinks: what everybody does in a move, from the view alone.

use super::Commander;
use super::desk::{Desk, order};
use super::jam::Jams;
use super::plan::Plan;
use crate::common::routes::Routes;
use newbury_napoleonic::answer::{LegOrder, MoveOrder};
use newbury_napoleonic::battle::Awaits;
use newbury_napoleonic::unit::{State, UnitId};
use newbury_napoleonic::view::View;
use newbury_napoleonic::{Answer, formation::Formation};

/// How a commander is minded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temper {
    /// What a charge must promise: the factors of its reaction (T13.A).
    pub charge: i32,
    /// How much less of one by cavalry at foot that is in no square.
    pub dash: i32,
    /// Whether worn troops are spared, and the general goes with those who charge.
    pub careful: bool,
}

impl Temper {
    pub const QUICK: Temper = Temper { charge: 2, dash: 2, careful: false };
    pub const STEADY: Temper = Temper { charge: 4, dash: 2, careful: true };
}

/// A commander of that mind.
#[derive(Debug)]
pub struct Steady {
    temper: Temper,
    routes: Routes,
    jams: Jams,
}

/// What somebody is to do besides the plan: guns to fetch, an objective to stand on, by their places in the lists.
#[derive(Clone, Copy)]
struct Tasks {
    errand: Option<usize>,
    taker: Option<usize>,
}

/// Does an order lead anywhere?
fn goes(o: &MoveOrder) -> bool {
    o.legs.iter().any(|l| matches!(l, LegOrder::March { .. } | LegOrder::Wheel { .. }))
}

impl Steady {
    pub fn with(temper: Temper) -> Steady {
        Steady { temper, routes: Routes::default(), jams: Jams::default() }
    }

    fn orders(&mut self, v: &View) -> Answer {
        let desk = Desk::of(v, self.temper);
        self.jams.look(desk.f);
        let mut plan = desk.plan();
        let takers = desk.takers();
        desk.to_take(&mut plan, &takers);
        let mut errands = desk.errands();
        errands.retain(|e| !takers.iter().any(|t| t.0 == e.0));
        let mut orders = desk.charges(&errands, &takers, &self.jams);
        for o in &orders {
            if let Some(u) = desk.f.by_code(&o.unit) {
                self.jams.charges(u);
            }
        }
        for u in desk.own() {
            let code = &*desk.f[u].code;
            if orders.iter().any(|o| *o.unit == *code) {
                continue;
            }
            let errand = errands.iter().find(|e| e.0 == u).map(|e| e.1);
            let taker = takers.iter().find(|t| t.0 == u).map(|t| t.1);
            let o = self.order_for(&desk, &plan, u, Tasks { errand, taker });
            let on = taker.is_some_and(|n| desk.stands_on(u, n));
            let jammed = self.jams.jammed(u) && !on && o.as_ref().is_some_and(goes);
            let other = if jammed { desk.aside(&desk.f[u], self.jams.times(u)) } else { None };
            let o = other.or(o);
            self.jams.tries(u, o.as_ref().is_some_and(goes));
            orders.extend(o);
        }
        let generals = desk.rides(&orders);
        Answer::Orders { orders, generals }
    }

    /// What a body that charges nobody does.
    fn order_for(
        &mut self,
        desk: &Desk<'_>,
        plan: &Plan,
        id: UnitId,
        Tasks { errand, taker }: Tasks,
    ) -> Option<MoveOrder> {
        let u = &desk.f[id];
        if u.formation() == Formation::Building || u.changing.is_some() {
            return None;
        }
        if u.arm().battery() {
            return desk.battery(&mut self.routes, u, plan.of[id.index()].map(|x| x.1));
        }
        if !u.mounted()
            && let Some(o) = desk.square(u)
        {
            return Some(o);
        }
        let reorders = u.disorder.accumulated > 0 || matches!(u.state, State::Evading | State::Rallied);
        if reorders
            && let Some(n) = taker
            && let Some(o) = desk.takes_and_reorders(&mut self.routes, u, n)
        {
            return Some(o);
        }
        if reorders {
            // Who fires does not reorder (13.2.d): a few factors are borne while there is somebody to fire at.
            let near = desk.near(id).first().map_or(f64::INFINITY, |x| x.0);
            let bears = u.disorder.accumulated <= 2 && near < 12.0 && u.weapon().is_some() && !u.mounted();
            let o = MoveOrder { hold_fire: !bears, ..order(u, vec![LegOrder::Reorder]) };
            let safe = if errand.is_some() { None } else { desk.reorders_in_safety(u) };
            return safe.or_else(|| desk.lawful([o]));
        }
        if let Some(n) = taker
            && !u.formation().square()
            && let Some(o) = desk.takes(&mut self.routes, u, n)
        {
            return Some(o);
        }
        if let Some(n) = errand
            && let Some(o) = desk.errand(&mut self.routes, u, n)
        {
            return o;
        }
        if u.mounted() {
            return desk.horse(&mut self.routes, u, plan);
        }
        desk.foot(&mut self.routes, u, plan)
    }
}

impl Commander for Steady {
    fn decide(&mut self, v: &View) -> Answer {
        let a = match &v.awaits {
            Awaits::Orders => self.orders(v),
            Awaits::GameOrders => Desk::of(v, self.temper).game_orders(),
            _ => Desk::of(v, self.temper).choice(),
        };
        // What is fired at was chosen among what may be.
        if matches!(a, Answer::Fire { .. }) || v.lawful(&a).is_ok() {
            return a;
        }
        // What each line of a sheet is judged by may leave something out that the whole is judged by: better fewer lines than none.
        if let Answer::Orders { orders, .. } = a {
            let alone = Answer::Orders { orders, generals: Vec::new() };
            if v.lawful(&alone).is_ok() {
                return alone;
            }
        }
        v.battle().silence(v.side).unwrap_or(Answer::Fire { fire: Vec::new() })
    }
}
