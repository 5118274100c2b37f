//! Lawful answers picked by chance: the yardstick, and the umpire's most tireless tester.

use super::{ChakotenView, Commander, choices};
use crate::common::chance;
use chakoten_acw::Answer;
use chakoten_acw::battle::Awaits;
use chakoten_acw::order::{
    Aim, FireOrder, Moment, MoveOrder, Order, OrderSheet, PartFire, StaffMove, Step, Work, Written,
};
use chakoten_acw::troop::{Ammunition, Arm, Formation};
use chakoten_acw::unit::{RepairItem, Unit};
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

    fn place(&mut self, v: &ChakotenView<'_>, about: V2) -> [f64; 2] {
        chance::place(&mut self.dice, v.ground.width, v.ground.depth, about)
    }

    fn orders(&mut self, v: &ChakotenView<'_>) -> Answer {
        let mut sheet = OrderSheet::new();
        let mut parts = 0;
        for &u in &v.own {
            for _ in 0..IDEAS {
                let Some(o) = self.idea(v, u, &mut parts) else { break };
                if v.lawful(u.id, &o).is_some() {
                    sheet.insert(u.code.to_string(), o);
                    break;
                }
            }
        }
        v.strike_refused(&mut sheet);
        let orders = sheet.into_iter().map(|(k, o)| (k, Written::Data(o))).collect();
        Answer::Orders { orders, instructions: BTreeMap::new() }
    }

    fn idea(&mut self, v: &ChakotenView<'_>, u: &Unit, parts: &mut u32) -> Option<Order> {
        Some(match self.dice.below(16) {
            0 => return None,
            1 => Order::Reorganise,
            2 => Order::Repeat,
            3 => {
                let wagons: Vec<&Unit> = v.own.iter().filter(|w| w.arm == Arm::Wagon).copied().collect();
                let wagon = self.dice.pick(&wagons)?.code.to_string();
                Order::Resupply { wagon }
            }
            4..=8 => Order::Fire(self.fire(v, u)),
            _ => self.go(v, u, parts)?,
        })
    }

    fn somebody(&mut self, v: &ChakotenView<'_>, u: &Unit) -> Option<String> {
        let e = self.dice.pick(&v.enemies)?.id;
        v.may_name(u.command, e).then(|| v.label(e)).flatten()
    }

    fn moment(&mut self, v: &ChakotenView<'_>, u: &Unit) -> Moment {
        let enemy = if self.dice.one_in(3) { self.somebody(v, u) } else { None };
        match self.dice.below(12) {
            0 => Moment::Clock { at: self.dice.between(0.0, 1.0) },
            1 => Moment::Within { enemy, cm: self.dice.between(2.0, 40.0) },
            2 => {
                let (from, to) = (self.place(v, u.base.front), self.place(v, u.base.front));
                Moment::Passes { enemy, from, to: if self.dice.one_in(3) { from } else { to } }
            }
            3 | 4 => match self.dice.pick(&v.ground.patches).map(|p| p.name.clone()) {
                Some(ground) if self.dice.one_in(2) => Moment::Enters { enemy, ground },
                Some(ground) => Moment::Leaves { enemy, ground },
                None => Moment::AtOnce,
            },
            5 => Moment::Fires { enemy },
            6 => {
                let friends: Vec<&Unit> = v.own.clone();
                let friend = if self.dice.one_in(3) {
                    self.dice.pick(&friends).map(|f| f.code.to_string())
                } else {
                    None
                };
                Moment::Attacks { enemy, friend }
            }
            7 => Moment::BeforeShock,
            8 => Moment::AfterShock,
            _ => Moment::AtOnce,
        }
    }

    fn fire(&mut self, v: &ChakotenView<'_>, u: &Unit) -> FireOrder {
        let moment = self.moment(v, u);
        let mut at = match self.dice.below(4) {
            0 => self.somebody(v, u).map_or(Aim::Nearest, Aim::Unit),
            1 if !matches!(moment, Moment::AtOnce | Moment::Clock { .. }) => Aim::Culprit,
            _ => Aim::Nearest,
        };
        let mut o = FireOrder {
            moment,
            at: at.clone(),
            parts: Vec::new(),
            ammunition: None,
            guess: None,
            also: Vec::new(),
            repair: None,
        };
        if u.arm == Arm::Artillery {
            let all = [Ammunition::Shell, Ammunition::RoundShot, Ammunition::Canister];
            o.ammunition = self.dice.pick(&all).copied();
            if o.ammunition != Some(Ammunition::Canister) {
                if self.dice.one_in(8) {
                    at = Aim::Point(self.place(v, u.base.front + u.base.dir * 40.0));
                }
                let near = self.dice.pick(&v.enemies).map(|e| e.base.front.dist(u.base.front));
                o.guess = Some(match near {
                    Some(d) if !self.dice.one_in(4) => d * self.dice.between(0.9, 1.1),
                    _ => self.dice.between(5.0, 120.0),
                });
            } else if self.dice.one_in(3) {
                o.also.extend(self.somebody(v, u));
            }
            o.at = at;
            if self.dice.one_in(6) {
                o.repair = Some(if self.dice.one_in(2) { RepairItem::Gun } else { RepairItem::Limber });
            }
        } else if self.dice.one_in(6) {
            for _ in 0..2 {
                let companies = 1 + self.dice.below(5) as u16;
                let moment = self.moment(v, u);
                o.parts.push(PartFire { companies, moment, at: Aim::Nearest });
            }
        }
        o
    }

    fn go(&mut self, v: &ChakotenView<'_>, u: &Unit, parts: &mut u32) -> Option<Order> {
        let mut m = MoveOrder::default();
        let n = 1 + self.dice.below(3);
        for i in 0..n {
            let s = self.step(v, u, parts, i + 1 == n)?;
            m.steps.push(s);
        }
        if self.dice.one_in(3) {
            m.attack = true;
            m.charge = self.dice.one_in(2);
            if self.dice.one_in(3) {
                m.target = self.somebody(v, u);
            }
        }
        if self.dice.one_in(20) && u.battery.is_some() {
            m = MoveOrder { repair: Some(RepairItem::Gun), ..MoveOrder::default() };
        }
        Some(Order::Move(m))
    }

    fn step(&mut self, v: &ChakotenView<'_>, u: &Unit, parts: &mut u32, last: bool) -> Option<Step> {
        let open = last && !self.dice.one_in(3);
        Some(match self.dice.below(26) {
            0 => Step::Back { cm: Some(self.dice.between(1.0, 8.0)) },
            1 | 2 => Step::Wheel { degrees: self.dice.between(-60.0, 60.0) },
            3 => Step::Wheel { degrees: self.dice.between(-180.0, 180.0) },
            4 => Step::Face { degrees: *self.dice.pick(&[-90.0, 90.0, 180.0])? },
            5 => Step::Face { degrees: self.dice.between(-179.0, 179.0) },
            6 | 7 => {
                let formation = *self.dice.pick(&Formation::ALL)?;
                Step::Form { formation, files: None, gap: None }
            }
            8 => Step::Mount,
            9 => Step::Dismount,
            10 => Step::Limber { about: self.dice.one_in(2) },
            11 => Step::Unlimber { about: self.dice.one_in(2), second_left: self.dice.one_in(2) },
            12 => Step::Wait { until: self.dice.between(0.0, 1.0) },
            13 => {
                let e = self.dice.pick(&v.enemies)?.base.front;
                Step::To { x: e.x, y: e.y }
            }
            14 | 15 => {
                let [x, y] = self.place(v, u.base.front);
                Step::To { x, y }
            }
            16 => {
                let road = self.dice.pick(&v.ground.roads)?.name.clone();
                Step::Road { road, cm: if open { None } else { Some(self.dice.between(5.0, 20.0)) } }
            }
            17 if self.dice.one_in(3) => {
                *parts += 1;
                let root = v.unit(u.regiment).map_or(&u.code, |r| &r.code);
                let code = format!("{root}-{}.{parts}", v.turn);
                Step::Detach {
                    companies: 1 + self.dice.below(4) as u16,
                    squadrons: 0,
                    left: self.dice.one_in(2),
                    code,
                }
            }
            18 => {
                let same: Vec<&Unit> =
                    v.own.iter().filter(|o| o.regiment == u.regiment && o.id != u.id).copied().collect();
                Step::Join { unit: self.dice.pick(&same)?.code.to_string() }
            }
            19 => Step::Enter { building: self.dice.pick(&v.ground.buildings)?.name.clone() },
            20 => {
                let [x, y] = self.place(v, u.base.front);
                Step::Leave { x, y, formation: *self.dice.pick(&Formation::ALL)? }
            }
            21 => Step::Man,
            22 if self.dice.one_in(3) => {
                let work = match self.dice.below(3) {
                    0 => Work::LightFortification,
                    1 => Work::Abatis { whole: self.dice.one_in(2) },
                    _ => {
                        let (from, to) = (self.place(v, u.base.front), self.place(v, u.base.front));
                        Work::Barricade { from, to }
                    }
                };
                Step::Work { work }
            }
            _ => Step::March { cm: if open { None } else { Some(self.dice.between(1.0, 20.0)) } },
        })
    }

    fn staff(&mut self, v: &ChakotenView<'_>) -> Answer {
        let mut moves = Vec::new();
        for &s in &v.staff {
            if !self.dice.one_in(4) {
                continue;
            }
            let who = s.code.to_string();
            moves.push(match self.dice.below(3) {
                0 => StaffMove { who, to: Some(self.place(v, s.base.front)), join: None },
                1 => {
                    let general =
                        v.staff.iter().find(|g| g.general && g.command == s.command && g.id != s.id);
                    StaffMove { who, to: None, join: general.map(|g| g.code.to_string()) }
                }
                _ => {
                    let own = v.own.clone();
                    StaffMove { who, to: None, join: self.dice.pick(&own).map(|u| u.code.to_string()) }
                }
            });
        }
        Answer::Staff { moves: v.lawful_staff(moves) }
    }
}

impl Commander for Random {
    fn decide(&mut self, v: &ChakotenView<'_>) -> Answer {
        match v.awaits {
            Awaits::Orders => self.orders(v),
            Awaits::Choices => choices::by_chance(v, &mut self.dice),
            Awaits::Staff => self.staff(v),
        }
    }
}
