//! Step 21: new game orders, their way to the units, and when they are in force (11.21, 10.1, play.orders.courier).

use crate::answer::Answer;
use crate::battle::{Awaits, Battle, Courier, Errand, OnTheWay};
use crate::check::game;
use crate::drill::known;
use crate::event::Kind;
use crate::procedures::command::{CommandReadings, OrderArrives, OrderSituation};
use crate::unit::{Side, State, UnitId};
use crate::{clause, reading, say};
use std::sync::Arc;

/// An objective is reached when a body is so near to it.
const REACHED: f64 = 3.0;

impl Battle {
    /// A side with a general on the table may write orders.
    pub(super) fn ask_game_orders(&mut self) {
        for side in Side::BOTH {
            let general = self.field.generals(side).next().is_some();
            if general && self.field.side(side).next().is_some() {
                self.ask(side, Awaits::GameOrders);
            }
        }
    }

    pub(super) fn new_game_orders(&mut self) {
        for side in Side::BOTH {
            let Some(Answer::GameOrders { orders }) = self.answered(side) else { continue };
            for o in orders {
                let Ok((u, g, order)) = game::read(self, side, &o) else { continue };
                let s = OrderSituation {
                    written: u32::from(self.field.turn),
                    distance: self.field.general_gap(g, u),
                    way: None,
                    readings: CommandReadings::of(&self.field.readings),
                };
                let (arrival, ruling) = known::<OrderArrives>(&s);
                let (code, obeyed) = (self.code(u), arrival.obeyed);
                // An order for a part that is to be detached is no order for the rest.
                let apart = order.detach.is_empty();
                self.play.on_the_way.retain(|w| w.unit != u || w.order.detach.is_empty() != apart);
                self.play.couriers.retain(|c| match &c.errand {
                    Errand::Order { unit, order } => *unit != u || order.detach.is_empty() != apart,
                    _ => true,
                });
                if arrival.personal {
                    self.play.on_the_way.push(OnTheWay { unit: u, order, obeyed });
                } else {
                    let errand = Errand::Order { unit: u, order };
                    self.play.couriers.push(Courier { side, at: self.field[g].at, errand });
                }
                self.confide(clause!("11.21"), Kind::GameOrder, side, &[u], Some(ruling), || {
                    say!("event-game-order", unit = code, turn = obeyed)
                });
                self.also(clause!("play.orders.courier"));
            }
        }
    }

    /// Before step 1: orders that have arrived are in force from now on.
    pub(super) fn orders_in_force(&mut self) {
        let turn = u32::from(self.field.turn);
        let (due, later): (Vec<_>, Vec<_>) = self.play.on_the_way.drain(..).partition(|w| w.obeyed <= turn);
        self.play.on_the_way = later;
        for w in due {
            if !self.field[w.unit].present() {
                continue;
            }
            if !w.order.detach.is_empty() {
                self.detaches(w.unit, w.order);
                continue;
            }
            self.play.game[w.unit.index()] = Some(Arc::new(w.order));
            let (side, code) = (self.field[w.unit].side, self.code(w.unit));
            self.confide(clause!("10.1.d"), Kind::GameOrder, side, &[w.unit], None, || {
                say!("event-order-in-force", unit = code)
            });
        }
    }

    /// A unit that has reached its objective has no game order any more (play.orders.game).
    pub(super) fn reach_objectives(&mut self) {
        let there: Vec<UnitId> = self
            .field
            .present()
            .filter(|u| u.state == State::UnderOrders && u.deeds.moved > 0.01)
            .filter(|u| {
                let order = self.play.game.get(u.id.index()).and_then(Option::as_ref);
                let goal = order.and_then(|o| o.objective.as_ref());
                let holds = order.is_some_and(|o| o.task == crate::order::GameTask::Hold);
                !holds && goal.is_some_and(|g| self.field.gap_to(u.id, g.at()) <= REACHED)
            })
            .map(|u| u.id)
            .collect();
        for u in there {
            // It awaits new orders (10.1.c), or holds its ground and may move about it (12.2.a).
            let holds = self.field.readings.is(reading!("objective-reached", "holds"));
            match &mut self.play.game[u.index()] {
                Some(o) if holds => {
                    let o = Arc::make_mut(o);
                    o.route.clear();
                    o.double = false;
                    o.task = crate::order::GameTask::Hold;
                }
                order => *order = None,
            }
            let (side, code) = (self.field[u].side, self.code(u));
            self.confide(clause!("12.2.a"), Kind::GameOrder, side, &[u], None, || {
                say!("event-objective-reached", unit = code)
            });
            self.also(clause!("10.1.c"));
        }
    }
}
