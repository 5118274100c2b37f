//! Lawful answers picked by chance: the yardstick, and the umpire's most tireless tester.

use super::{Commander, NapoleonicView, choices};
use crate::common::chance;
use chakoten_napoleonic::battle::Awaits;
use chakoten_napoleonic::order::{
    Answer, AttackOrder, FireOrder, Leg, Order, OrderSheet, Ref, StaffMove, Until, Way, When, Written,
};
use chakoten_napoleonic::troop::{Arm, Density, Formation, Gait};
use chakoten_napoleonic::unit::Unit;
use std::collections::BTreeMap;
use table::V2;
use umpire::Seeded;

/// Every order is lawful and none is given for a reason.
#[derive(Debug)]
pub struct Random {
    dice: Seeded,
}

/// How many ideas a unit gets before it stands.
const IDEAS: u32 = 4;

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { dice: Seeded::from_number(seed) }
    }

    fn place(&mut self, v: &NapoleonicView<'_>, about: V2) -> [f64; 2] {
        chance::place(&mut self.dice, v.ground.width, v.ground.depth, about)
    }

    fn orders(&mut self, v: &NapoleonicView<'_>) -> Answer {
        let mut sheet = OrderSheet::new();
        for &u in &v.own {
            for _ in 0..IDEAS {
                let Some(o) = self.idea(v, u) else { break };
                if v.lawful(u.id, &o).is_some() {
                    sheet.insert(u.code.to_string(), o);
                    break;
                }
            }
        }
        v.strike_refused(&mut sheet);
        let orders = sheet.into_iter().map(|(k, o)| (k, Written::Data(o))).collect();
        let staff = self.staff(v);
        Answer::Orders { orders, staff, letters: Vec::new(), instructions: BTreeMap::new() }
    }

    fn idea(&mut self, v: &NapoleonicView<'_>, u: &Unit) -> Option<Order> {
        let mut o = Order::default();
        match self.dice.below(12) {
            0 => return None,
            1 => o.legs.push(Leg::Reorganise),
            2..=4 => o.fire = Some(self.fire(v, u)),
            _ => {
                let n = 1 + self.dice.below(3);
                for i in 0..n {
                    let leg = self.leg(v, u, i + 1 == n)?;
                    o.legs.push(leg);
                }
                if self.dice.one_in(3) {
                    let target = if self.dice.one_in(3) { self.somebody(v, u) } else { None };
                    o.attack = Some(AttackOrder { target, then: Vec::new() });
                } else if self.dice.one_in(8) {
                    o.fire = Some(self.fire(v, u));
                } else if self.dice.one_in(12) {
                    let own = v.own.clone();
                    o.supports = self.dice.pick(&own).map(|x| x.code.to_string());
                }
            }
        }
        Some(o)
    }

    fn somebody(&mut self, v: &NapoleonicView<'_>, u: &Unit) -> Option<Ref> {
        let e = self.dice.pick(v.enemies())?.id;
        v.named(u.command, e)
    }

    fn fire(&mut self, v: &NapoleonicView<'_>, u: &Unit) -> FireOrder {
        let when = match self.dice.below(6) {
            0 => When::Time(self.dice.between(0.0, 1.0)),
            1 => When::BeforeContact(String::new()),
            2 => match self.dice.pick(&v.ground.patches).map(|p| p.name.clone()) {
                Some(ground) => When::Passes(ground),
                None => When::AtOnce,
            },
            _ => When::AtOnce,
        };
        let at = if self.dice.one_in(3) { self.somebody(v, u).into_iter().collect() } else { Vec::new() };
        FireOrder { when, at, range_in: u.arm == Arm::Artillery && self.dice.one_in(6) }
    }

    fn until(&mut self, last: bool) -> Until {
        match self.dice.below(4) {
            0 if last => Until::End,
            1 => Until::Turns(self.dice.between(0.1, 1.0)),
            _ => Until::Cm(self.dice.between(1.0, 25.0)),
        }
    }

    fn leg(&mut self, v: &NapoleonicView<'_>, u: &Unit, last: bool) -> Option<Leg> {
        let gait = if self.dice.one_in(6) { Gait::Charge } else { Gait::March };
        Some(match self.dice.below(22) {
            0 => {
                let way = *self.dice.pick(&[Way::Back, Way::Left, Way::Right])?;
                Leg::March { way, gait: Gait::March, until: self.until(last) }
            }
            1 | 2 => Leg::Pivot { degrees: self.dice.between(-90.0, 90.0) },
            3 => Leg::Rotate { degrees: self.dice.between(-90.0, 90.0) },
            4 => Leg::About,
            5 | 6 => {
                let formation = *self.dice.pick(&Formation::ALL)?;
                Leg::Form { formation, files: None, density: None }
            }
            7 => Leg::Limber { column: self.dice.one_in(2), about: self.dice.one_in(2) },
            8 => Leg::Unlimber { about: self.dice.one_in(2) },
            9 => Leg::Man,
            10 => {
                let [x, y] = self.place(v, u.base.front);
                Leg::To { x, y, gait }
            }
            11 => {
                let e = self.dice.pick(v.enemies())?.base.front;
                Leg::To { x: e.x, y: e.y, gait }
            }
            12 => {
                let road = self.dice.pick(&v.ground.tracks)?.road.name.clone();
                Leg::Road { road, until: self.until(last) }
            }
            13 => Leg::SendOut {
                code: format!("{}-{}", u.code, v.turn),
                figures: 3 + self.dice.below(8) as u16,
                density: if self.dice.one_in(2) { Density::Dense } else { Density::Thin },
                way: Way::Ahead,
                cm: self.dice.between(2.0, 20.0),
            },
            14 => Leg::DrawIn,
            15 => Leg::Enter { building: self.dice.pick(&v.ground.buildings)?.name.clone() },
            16 => {
                let [x, y] = self.place(v, u.base.front);
                Leg::Leave { x, y }
            }
            17 => Leg::Stand { turns: self.dice.between(0.1, 1.0) },
            18 => Leg::Arrow { degrees: self.dice.between(-180.0, 180.0), gait, until: self.until(last) },
            _ => Leg::March { way: Way::Ahead, gait, until: self.until(last) },
        })
    }

    fn staff(&mut self, v: &NapoleonicView<'_>) -> Vec<StaffMove> {
        let mut moves = Vec::new();
        for &s in &v.staff {
            if !self.dice.one_in(4) {
                continue;
            }
            let who = s.code.to_string();
            moves.push(if self.dice.one_in(2) {
                StaffMove { who, to: Some(self.place(v, s.base().front)), join: None, from: 0.0 }
            } else {
                let own = v.own.clone();
                StaffMove { who, to: None, join: self.dice.pick(&own).map(|u| u.code.to_string()), from: 0.0 }
            });
        }
        v.lawful_staff(moves)
    }
}

impl Commander for Random {
    fn decide(&mut self, v: &NapoleonicView<'_>) -> Answer {
        match v.awaits {
            Awaits::Orders => self.orders(v),
            Awaits::Choices => choices::by_chance(v, &mut self.dice),
        }
    }
}
