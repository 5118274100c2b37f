//! The answers when nobody answers (play.asks), and answers that will be accepted as they stand.

use super::{Awaits, Battle};
use crate::answer::{
    Action, Answer, FireChoice, LegOrder, MoveOrder, NewGameOrder, Pace, Pressing, Reply, SendOut, Turning,
};
use crate::check;
use crate::formation::Formation;
use crate::order::{Gait, GameTask};
use crate::say;
use crate::unit::{Side, Unit, UnitId};
use desk::Offered;
use words::Message;

impl Battle {
    /// The default if no answer comes (play.asks).
    pub(crate) fn default_answer(&self, awaits: &Awaits) -> Answer {
        match awaits {
            Awaits::Orders => Answer::Orders { orders: Vec::new(), generals: Vec::new() },
            Awaits::Respond(_) => Answer::Respond { responses: Vec::new() },
            Awaits::Fire(_) => Answer::Fire { fire: Vec::new() },
            Awaits::Press(_) => Answer::Press { units: Vec::new() },
            Awaits::Follow(..) => Answer::Follow { follow: Vec::new(), give_ground: Vec::new() },
            Awaits::Pursue(..) => Answer::Pursue { go_on: Vec::new(), refuse: Vec::new() },
            Awaits::GameOrders => Answer::GameOrders { orders: Vec::new() },
        }
    }

    fn silence_in_words(awaits: &Awaits) -> Message {
        match awaits {
            Awaits::Orders => say!("do-no-orders"),
            Awaits::Respond(_) => say!("do-stand"),
            Awaits::Fire(_) => say!("do-fire-by-the-book"),
            Awaits::Press(_) => say!("do-halt"),
            Awaits::Follow(..) => say!("do-stay"),
            Awaits::Pursue(..) => say!("do-halt-and-accept"),
            Awaits::GameOrders => say!("do-no-game-orders"),
        }
    }

    /// Answers that will be accepted as they stand; whether they are all there are.
    pub(crate) fn offered(&self, side: Side, awaits: &Awaits) -> (Vec<Offered<Answer>>, bool) {
        let silent = Offered::new(Battle::silence_in_words(awaits), self.default_answer(awaits)).ending();
        let mut all = vec![silent];
        let mut complete = false;
        match awaits {
            Awaits::Orders => self.offer_orders(side, &mut all),
            Awaits::Respond(units) => self.offer_responses(units, &mut all),
            Awaits::Fire(units) => self.offer_fire(units, &mut all),
            Awaits::Press(units) => {
                let go = |u: &UnitId| Pressing { unit: self.code(*u), go_on: true };
                let answer = Answer::Press { units: units.iter().map(go).collect() };
                all.push(Offered::new(say!("do-charge-on"), answer));
                complete = units.len() == 1;
            }
            Awaits::Follow(units, melee) => {
                if !units.is_empty() {
                    let follow = units.iter().map(|u| self.code(*u)).collect();
                    let answer = Answer::Follow { follow, give_ground: Vec::new() };
                    all.push(Offered::new(say!("do-follow"), answer));
                }
                for u in melee {
                    let unit = self.code(*u);
                    let give_ground = vec![unit.clone()];
                    let answer = Answer::Follow { follow: Vec::new(), give_ground };
                    all.push(Offered::new(say!("do-give-ground", unit), answer));
                }
                complete = units.len() + melee.len() == 1;
            }
            Awaits::Pursue(units, given_up) => {
                let codes = |all: &[UnitId]| all.iter().map(|u| self.code(*u)).collect::<Vec<_>>();
                let (go_on, refuse) = (codes(units), codes(given_up));
                if !go_on.is_empty() {
                    let answer = Answer::Pursue { go_on: go_on.clone(), refuse: Vec::new() };
                    all.push(Offered::new(say!("do-pursue"), answer));
                }
                if !refuse.is_empty() {
                    let answer = Answer::Pursue { go_on: Vec::new(), refuse: refuse.clone() };
                    all.push(Offered::new(say!("do-ignore-surrender"), answer));
                }
                complete = units.len() + given_up.len() == 1;
            }
            Awaits::GameOrders => self.offer_game_orders(side, &mut all),
        }
        all.retain(|o| check::answer(self, side, awaits, &o.answer).is_ok());
        (all, complete)
    }

    fn offer_responses(&self, units: &[UnitId], all: &mut Vec<Offered<Answer>>) {
        for u in units {
            for r in self.may_respond(*u) {
                let unit = self.code(*u);
                let says = say!("do-respond", unit = &*unit, response = crate::words::response(r));
                let responses = vec![Reply { unit: unit.clone(), response: r, late: None }];
                all.push(Offered { pieces: vec![unit], ..Offered::new(says, Answer::Respond { responses }) });
            }
        }
    }

    fn offer_fire(&self, units: &[UnitId], all: &mut Vec<Offered<Answer>>) {
        for u in units {
            let unit = self.code(*u);
            let hold = vec![FireChoice { unit: unit.clone(), hold: true, ..FireChoice::default() }];
            let says = say!("do-hold-fire", unit = &*unit);
            all.push(Offered {
                pieces: vec![unit.clone()],
                ..Offered::new(says, Answer::Fire { fire: hold })
            });
            let targets =
                if self.field[*u].arm().battery() { self.gun_targets(*u) } else { self.targets(*u) };
            if self.field[*u].arm().battery() {
                self.offer_guns(*u, all);
            }
            for t in targets {
                let target = self.code(t);
                let choice =
                    FireChoice { unit: unit.clone(), target: Some(target.clone()), ..FireChoice::default() };
                let says = say!("do-fire-at", unit = &*unit, target = &*target);
                let pieces = vec![unit.clone(), target];
                all.push(Offered { pieces, ..Offered::new(says, Answer::Fire { fire: vec![choice] }) });
            }
        }
    }

    /// One unit marches, charges, turns, forms; and all march together towards their objectives.
    fn offer_orders(&self, side: Side, all: &mut Vec<Offered<Answer>>) {
        let mut together: Vec<MoveOrder> = Vec::new();
        for u in self.field.side(side) {
            let orders = self.orders_for(u);
            if let Some((o, _)) = orders.iter().find(|(o, _)| check::orders::one(self, side, o).is_ok()) {
                together.push(o.clone());
            }
            for (order, says) in orders {
                let pieces = vec![order.unit.clone()];
                let answer = Answer::Orders { orders: vec![order], generals: Vec::new() };
                all.push(Offered { pieces, ..Offered::new(says, answer) });
            }
        }
        if together.len() > 1 {
            let answer = Answer::Orders { orders: together, generals: Vec::new() };
            all.insert(1, Offered::new(say!("do-all-go-on"), answer));
        }
    }

    /// Orders for one unit, the likeliest first.
    fn orders_for(&self, u: &Unit) -> Vec<(MoveOrder, Message)> {
        let f = &self.field;
        let unit = u.code.to_string();
        let order = |legs: Vec<LegOrder>| MoveOrder { unit: unit.clone(), legs, ..MoveOrder::default() };
        let mut all = Vec::new();
        if u.disorder.accumulated > 0 {
            all.push((order(vec![LegOrder::Reorder]), say!("do-reorder", unit = &*unit)));
            return all;
        }
        self.offer_closing(u, &mut all);
        let game = self.play.game.get(u.id.index()).and_then(Option::as_ref);
        let goal = game.and_then(|g| g.objective.as_ref()).map(|g| g.at());
        let rate = f.rate(u, Gait::Normal).unwrap_or(0.0);
        if let Some(at) = goal.filter(|_| rate > 0.0) {
            let legs = match u.open_order() {
                true => {
                    let way = at - u.base.front;
                    vec![LegOrder::March { cm: way.len().min(rate), towards: Some(way.bearing_degrees()) }]
                }
                false => match ranks::wheel_towards(&u.base, at) {
                    Some((d, ahead)) if d.abs() <= 90.0 => {
                        let mut legs = Vec::new();
                        if d.abs() > 1.0 {
                            legs.push(LegOrder::Wheel { degrees: d });
                        }
                        legs.push(LegOrder::March { cm: ahead.min(rate), towards: None });
                        legs
                    }
                    Some(_) => vec![LegOrder::Turn { to: Turning::About }],
                    None => vec![LegOrder::March { cm: rate, towards: None }],
                },
            };
            all.push((order(legs.clone()), say!("do-march-to-objective", unit = &*unit)));
            if game.is_some_and(|g| g.double) && f.rate(u, Gait::Double).is_ok() {
                let o = MoveOrder { pace: Pace::Double, ..order(legs) };
                all.push((o, say!("do-double-to-objective", unit = &*unit)));
            }
        }
        for part in [1.0, 0.5] {
            let cm = rate * part;
            all.push((
                order(vec![LegOrder::March { cm, towards: None }]),
                say!("do-march", unit = &*unit, cm = words::tenths(cm)),
            ));
        }
        all.push((order(vec![LegOrder::Turn { to: Turning::About }]), say!("do-turn-about", unit = &*unit)));
        let forms = [
            Formation::Line,
            Formation::CompanyColumn,
            Formation::DivisionColumn,
            Formation::Square,
            Formation::Skirmish,
        ];
        for formation in forms.into_iter().filter(|x| *x != u.formation() && !u.arm().battery()) {
            let says = say!("do-form", unit = &*unit, formation = crate::words::formation(formation));
            all.push((order(vec![LegOrder::Form { formation, ranks: None, files: None }]), says));
        }
        if u.arm().battery() {
            let (leg, says) = match u.formation() {
                Formation::Limbered => {
                    (LegOrder::Unlimber { facing: None }, say!("do-unlimber", unit = &*unit))
                }
                _ => (LegOrder::Limber, say!("do-limber", unit = &*unit)),
            };
            all.push((order(vec![leg]), says));
        }
        self.offer_works(u, &mut all);
        all
    }

    /// Action moves and other work of gunners, and parts of a unit that go out or come back (16.5.a, 12.5.e, 12.7.d, 6.2).
    fn offer_works(&self, u: &Unit, all: &mut Vec<(MoveOrder, Message)>) {
        let unit = u.code.to_string();
        let order = |legs: Vec<LegOrder>| MoveOrder { unit: unit.clone(), legs, ..MoveOrder::default() };
        if u.battery.is_some() {
            let limbered = u.formation() == Formation::Limbered;
            for a in Action::ALL.into_iter().filter(|a| a.limbered() == limbered) {
                if let Some(legs) = check::guns::ahead(self, u, a) {
                    let says = say!("do-action-move", unit = &*unit, action = crate::words::action(a));
                    all.push((MoveOrder { action: Some(a), ..order(legs) }, says));
                }
            }
            if u.battery.iter().flat_map(|b| &b.guns).filter_map(|g| g.team).any(|t| t.uncut > 0) {
                all.push((order(vec![LegOrder::CutFree]), say!("do-cut-free", unit = &*unit)));
            }
        } else if matches!(self.spikes(u), Some(Some(_))) {
            all.push((order(vec![LegOrder::Spike]), say!("do-spike", unit = &*unit)));
        }
        if self.belongs_to(u).is_some() {
            all.push((order(vec![LegOrder::Rejoin]), say!("do-rejoin", unit = &*unit)));
        }
        let lights = u.companies.iter().rposition(|c| c.troop.skirmishes && c.figures > 0);
        if let Some(n) = lights.filter(|_| u.companies.len() > 1 && !u.open_order()) {
            let screen = Some(SendOut { companies: vec![n as u8 + 1], cm: 10.0 });
            all.push((MoveOrder { screen, ..order(Vec::new()) }, say!("do-send-out", unit = &*unit)));
        }
    }

    /// Batteries divide their fire, and fire at what covers the enemy (6.5.a, 16.8.a).
    fn offer_guns(&self, u: UnitId, all: &mut Vec<Offered<Answer>>) {
        let unit = self.code(u);
        let targets = self.gun_targets(u);
        let free = self.free_gun_targets(u, &targets);
        if let (Some(first), Some(other)) = (free.first(), targets.iter().find(|t| Some(*t) != free.first()))
        {
            let (target, other) = (self.code(*first), self.code(*other));
            let choice = FireChoice {
                unit: unit.clone(),
                target: Some(target.clone()),
                other: Some(other.clone()),
                other_guns: 1,
                ..FireChoice::default()
            };
            let says = say!("do-divide-fire", unit = &*unit, target = &*target, other = &*other);
            let pieces = vec![unit.clone(), target, other];
            all.push(Offered { pieces, ..Offered::new(says, Answer::Fire { fire: vec![choice] }) });
        }
        for at in self.breaches_offered(u) {
            let breach = Some([at.x, at.y]);
            let choice = FireChoice { unit: unit.clone(), breach, ..FireChoice::default() };
            let says = say!("do-breach", unit = &*unit, x = words::tenths(at.x), y = words::tenths(at.y));
            let pieces = vec![unit.clone()];
            all.push(Offered { pieces, ..Offered::new(says, Answer::Fire { fire: vec![choice] }) });
        }
    }

    /// Charges on enemies near and before it. Nothing is measured: all whom it sees and could go for are offered.
    fn offer_closing(&self, u: &Unit, all: &mut Vec<(MoveOrder, Message)>) {
        if u.arm().battery() {
            return;
        }
        let f = &self.field;
        for e in f.enemies(u.side).filter(|e| self.known(e.id)) {
            let (unit, target) = (u.code.to_string(), e.code.to_string());
            let far = u.base.front.dist(e.base.centre());
            let wheel = if u.open_order() {
                Some((0.0, far))
            } else {
                ranks::wheel_towards(&u.base, e.base.centre())
            };
            let Some((degrees, _)) = wheel.filter(|(d, _)| d.abs() <= 45.0 && far < 45.0) else { continue };
            let turns = degrees.abs() > 1.0 && !f.options.straight_charges;
            let legs = if turns { vec![LegOrder::Wheel { degrees }] } else { Vec::new() };
            let charge = MoveOrder {
                unit: unit.clone(),
                legs: legs.clone(),
                charge: Some(target.clone()),
                ..MoveOrder::default()
            };
            all.push((charge, say!("do-charge", unit = &*unit, target = &*target)));
            let attack =
                MoveOrder { unit: unit.clone(), legs, attack: Some(target.clone()), ..MoveOrder::default() };
            all.push((attack, say!("do-attack", unit = &*unit, target = &*target)));
        }
    }

    /// To those who have none: the nearest objective of the battle.
    fn offer_game_orders(&self, side: Side, all: &mut Vec<Offered<Answer>>) {
        let f = &self.field;
        let mut together = Vec::new();
        for u in f.side(side).filter(|u| u.parent.is_none()) {
            let game = self.play.game.get(u.id.index()).and_then(Option::as_ref);
            let idle = game.is_none_or(|g| g.objective.is_none() && g.task != GameTask::Support);
            let waits = self.play.on_the_way.iter().any(|w| w.unit == u.id);
            if !idle || waits {
                continue;
            }
            let g = f.generals(side).find(|g| f.counts_for(g, u).is_some());
            let Some(g) = g else { continue };
            let near = |o: &&crate::field::Objective| !o.name.is_empty();
            let best = f
                .objectives
                .iter()
                .filter(near)
                .min_by(|a, b| u.base.front.dist(a.at).total_cmp(&u.base.front.dist(b.at)));
            let Some(goal) = best else { continue };
            let order = NewGameOrder {
                unit: u.code.to_string(),
                by: g.code.to_string(),
                task: GameTask::Advance,
                objective: Some(goal.name.clone()),
                ..NewGameOrder::default()
            };
            let may = u.companies.iter().position(|c| c.detachable && c.figures > 0);
            if let Some(n) = may.filter(|_| u.detachments > 0) {
                let part = NewGameOrder { detach: vec![n as u8 + 1], ..order.clone() };
                let says = say!("do-detach", unit = &*u.code, objective = &*goal.name);
                let answer = Answer::GameOrders { orders: vec![part] };
                all.push(Offered { pieces: vec![u.code.to_string()], ..Offered::new(says, answer) });
            }
            let says = say!("do-game-order", unit = &*u.code, objective = &*goal.name);
            let pieces = vec![u.code.to_string()];
            let answer = Answer::GameOrders { orders: vec![order.clone()] };
            all.push(Offered { pieces, ..Offered::new(says, answer) });
            together.push(order);
        }
        if together.len() > 1 {
            all.push(Offered::new(say!("do-all-game-orders"), Answer::GameOrders { orders: together }));
        }
    }
}
