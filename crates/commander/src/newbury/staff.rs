//! Generals: with those who charge, near those who rout, otherwise behind the middle of their brigade; and the orders they write.

use super::desk::Desk;
use newbury_napoleonic::Answer;
use newbury_napoleonic::answer::{MoveOrder, NewGameOrder, Ride};
use newbury_napoleonic::order::GameTask;
use newbury_napoleonic::unit::{General, State, Unit, UnitId};
use table::V2;

impl Desk<'_> {
    /// Where the generals ride in this move.
    pub fn rides(&self, orders: &[MoveOrder]) -> Vec<Ride> {
        let mut with: Vec<UnitId> = Vec::new();
        let mut all = Vec::new();
        // Who is swept along goes where his troops go.
        for g in self.f.generals(self.side).filter(|g| !self.f.swept(g, State::forced)) {
            let Some(u) = self.place_for(g, orders, &with) else { continue };
            with.push(u);
            let unit = &self.f[u];
            let behind = unit.base.rear() - unit.base.dir * 1.5;
            let ride = |to: V2| Ride {
                general: g.code.to_string(),
                to: Some([to.x, to.y]),
                with: Some(unit.code.to_string()),
            };
            let most = self.f.general_rate() - 0.1;
            let way = behind - g.at;
            let to = if way.len() > most { g.at + way.unit() * most } else { behind };
            let to = V2 {
                x: to.x.clamp(0.5, self.f.ground.width - 0.5),
                y: to.y.clamp(0.5, self.f.ground.depth - 0.5),
            };
            if to.dist(g.at) > 1.0 || g.with != Some(u) {
                all.push(ride(to));
            }
        }
        all
    }

    /// The body with which a general goes.
    fn place_for(&self, g: &General, orders: &[MoveOrder], taken: &[UnitId]) -> Option<UnitId> {
        let mine =
            |u: &&Unit| self.f.counts_for(g, u).is_some() && !taken.contains(&u.id) && u.inside.is_none();
        let far = |u: &Unit| self.f.gap_to(u.id, g.at);
        let nearest = |a: &&Unit, b: &&Unit| far(a).total_cmp(&far(b)).then(a.id.cmp(&b.id));
        let charges = |u: &&Unit| orders.iter().any(|o| *o.unit == *u.code && o.charge.is_some());
        let own = || self.f.side(self.side).filter(mine);
        if self.temper.careful {
            if let Some(u) = own().filter(charges).filter(|u| far(u) < 55.0).min_by(nearest) {
                return Some(u.id);
            }
            let runs = |u: &&Unit| matches!(u.state, State::Routing | State::Retreating);
            if let Some(u) = own().filter(runs).filter(|u| far(u) < 55.0).min_by(nearest) {
                return Some(u.id);
            }
        }
        // The middle of his brigade, or of the army.
        let units: Vec<&Unit> = own().filter(|u| !u.arm().battery() && !u.open_order()).collect();
        let (mut sum, n) = (V2 { x: 0.0, y: 0.0 }, units.len() as f64);
        for u in &units {
            sum += u.base.centre();
        }
        let middle = sum * (1.0 / n.max(1.0));
        let off = |u: &&Unit| u.base.centre().dist(middle);
        let best = units.iter().copied().min_by(|a, b| off(a).total_cmp(&off(b)).then(a.id.cmp(&b.id)));
        best.map(|u| u.id)
    }

    /// New game orders: to those whose order does not lead where the plan wants them.
    pub fn game_orders(&self) -> Answer {
        let plan = self.plan();
        let play = self.v.battle().play();
        let mut orders = Vec::new();
        for u in self.f.side(self.side) {
            if matches!(u.state, State::Routing | State::Prisoner | State::Surrendering) {
                continue;
            }
            let Some((i, at)) = plan.of[u.id.index()] else { continue };
            let p = &plan.purposes[i];
            if self.coming(u.id).is_some() {
                continue;
            }
            let game = play.game.get(u.id.index()).and_then(Option::as_ref);
            let fits = game.is_some_and(|g| match &g.objective {
                Some(o) => o.at().dist(p.at) < 3.0 || (u.arm().battery() && u.base.front.dist(at) < 30.0),
                // Who has got where he was sent is free to go on.
                None => u.arm().battery() || u.base.front.dist(at) < 45.0,
            });
            if fits {
                continue;
            }
            if let Some(o) = self.game_order(u, &p.name) {
                orders.push(o);
            }
        }
        Answer::GameOrders { orders }
    }

    /// An order to go there, by whoever may give it.
    fn game_order(&self, u: &Unit, objective: &str) -> Option<NewGameOrder> {
        let mut generals: Vec<&General> =
            self.f.generals(self.side).filter(|g| self.f.counts_for(g, u).is_some()).collect();
        generals.sort_by(|a, b| {
            let far = |g: &General| self.f.gap_to(u.id, g.at);
            far(a).total_cmp(&far(b)).then(a.id.cmp(&b.id))
        });
        let order = |g: &General| NewGameOrder {
            unit: u.code.to_string(),
            by: g.code.to_string(),
            task: GameTask::Advance,
            objective: Some(objective.to_owned()),
            double: true,
            ..NewGameOrder::default()
        };
        let lawful =
            |o: &NewGameOrder| self.v.lawful(&Answer::GameOrders { orders: vec![o.clone()] }).is_ok();
        generals.into_iter().map(order).find(lawful)
    }
}
