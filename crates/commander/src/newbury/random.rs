//! Picks among lawful answers by chance.

use super::Commander;
use newbury_napoleonic::Answer;
use newbury_napoleonic::view::View;
use umpire::Seeded;

/// The yardstick: every answer is one of those offered and none is chosen for a reason.
#[derive(Debug)]
pub struct Random {
    dice: Seeded,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { dice: Seeded::from_number(seed) }
    }

    fn below(&mut self, n: usize) -> usize {
        self.dice.below(n.max(1) as u32) as usize
    }

    /// An order of each unit that was drawn, some of them left out: what is offered is mostly one unit's order.
    fn some_orders(&mut self, v: &View, offers: Vec<Answer>) -> Answer {
        let mut all = Vec::new();
        for o in offers {
            if let Answer::Orders { orders, generals } = o
                && generals.is_empty()
                && orders.len() == 1
            {
                all.extend(orders);
            }
        }
        let mut orders = Vec::new();
        for u in v.field().side(v.side) {
            let own: Vec<_> = all.iter().filter(|o| *o.unit == *u.code).collect();
            let n = self.below(own.len() + 1);
            orders.extend(own.get(n).copied().cloned());
        }
        Answer::Orders { orders, generals: Vec::new() }
    }
}

impl Commander for Random {
    fn decide(&mut self, v: &View) -> Answer {
        let mut offers = v.offers();
        if self.below(2) == 0 && matches!(offers.first(), Some(Answer::Orders { .. })) {
            let a = self.some_orders(v, offers.clone());
            if v.lawful(&a).is_ok() {
                return a;
            }
        }
        let n = self.below(offers.len());
        if offers.is_empty() {
            return v.battle().silence(v.side).unwrap_or(Answer::Fire { fire: Vec::new() });
        }
        offers.swap_remove(n)
    }
}
