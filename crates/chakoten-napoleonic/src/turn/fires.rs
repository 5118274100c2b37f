//! What burns, at the end of the turn (17.04.4, 17.04.5, 19.06, play.end): fires fought, burnt down and spread, and whom they endanger.

use super::choices::{AskKind, Asked};
use super::run::Ordered as Ordering;
use super::works::{Doing, Gang, resting};
use super::{Stage, Table};
use crate::book::works::Object;
use crate::clause;
use crate::event::{By, EventKind};
use crate::going;
use crate::ground::CrossingKind;
use crate::order::{Choice, Leg, Order, Until, Way, WorkOrder};
use crate::procedures::fires::{
    FireSpreads, FireSpreadsOutcome, GunsNearFire, GunsNearFireOutcome, GunsNearFireSituation, PutOutFire,
    SetFire, SetFireOutcome, Wind, WindSituation,
};
use crate::procedures::works::WorkReadings;
use crate::terrain::{Blaze, Cut, Kindling, Thing};
use crate::troop::{Gait, Going, State};
use crate::unit::{Side, UnitId};
use crate::works::fires::{self, Blaze as How, Burning, Cause, Fighters, Threat};
use crate::works::task::fire_fighters;
use crate::{reading, say, stance};
use table::V2;
use umpire::{Procedure, Ruling};

/// So far, in cm, a way out of the reach of fires is looked for.
const FARTHEST: u8 = 60;

impl Table {
    /// Rolled for the ground by a side, under a name.
    pub(super) fn judge_for<P: Procedure>(
        &mut self,
        s: &P::Situation,
        who: &str,
        side: Side,
    ) -> (P::Outcome, Ruling) {
        let dice = self.dice.occasion(P::NAME, who, side);
        umpire::judge::<P>(s, dice)
    }

    /// Who holds a building that burns puts it out or leaves it (play.asks).
    pub(crate) fn ask_blazes(&mut self) -> Stage {
        let (turn, readings) = (self.field.turn, WorkReadings::of(&self.field.readings));
        let mut asked = Vec::new();
        for b in &self.field.terrain.blazes {
            let Thing::Building(i) = b.on else { continue };
            let Some(u) = self.field.occupant(i).filter(|u| u.state.intact()) else { continue };
            let fighters = Fighters { occupants: u.figures.into(), helpers: 0, needed: 0 };
            if b.fire.attempt(turn, &fighters, &readings).is_none() {
                continue;
            }
            let by_hand = b.fire.cause == Cause::ByHand;
            asked.push(Asked {
                key: format!("fire {}", u.code),
                side: u.side,
                kind: AskKind::PutOut { unit: u.id, building: i },
                default: Choice::Yes,
                offers: [Choice::Yes, Choice::No].into(),
                clause: if by_hand { clause!("19.06.4.b") } else { clause!("17.04.4") },
            });
        }
        self.ask(asked);
        Stage::End
    }

    /// All that burns, at the end of the turn.
    pub(super) fn fires_burn(&mut self, gangs: &[Gang]) {
        let chosen = self.take_choices();
        let mut leave: Vec<UnitId> = Vec::new();
        for (a, c) in chosen {
            if let (AskKind::PutOut { unit, .. }, Choice::No) = (a.kind, c) {
                leave.push(unit);
            }
        }
        if self.field.terrain.blazes.is_empty() {
            return;
        }
        let wind = self.wind();
        self.fight_fires(gangs, &leave);
        self.burn_down();
        self.spread(wind);
        self.field.terrain.blazes.retain(|b| b.fire.state() == How::Burning);
        for u in leave {
            self.leaves_fire(u);
        }
        self.endangered(wind, gangs);
    }

    /// Where the wind blows to: as the scenario says, or by a die (19.06.5).
    fn wind(&mut self) -> f64 {
        if let Some(w) = self.field.special.wind.or(self.field.terrain.wind) {
            return w;
        }
        let (out, ruling) = self.judge_for::<Wind>(&WindSituation {}, "wind", Side::A);
        let w = f64::from(out.towards);
        self.field.terrain.wind = Some(w);
        let (says, ruling) = (out.message(), Some(Box::new(ruling)));
        self.tell_to(clause!("19.06.5"), [true; 2], || EventKind::Place {
            place: String::new(),
            says,
            ruling,
        });
        w
    }

    /// What was made ready to burn is set alight, at the end of the turn (19.06.1, 19.06.2).
    pub(super) fn kindle(&mut self) {
        let turn = self.field.turn;
        for k in std::mem::take(&mut self.field.terrain.kindling) {
            let Some(s) = k.tinder.attempt(turn) else {
                self.field.terrain.kindling.push(k);
                continue;
            };
            let place = self.field.name_of(k.on);
            let (out, ruling) = self.judge_for::<SetFire>(&s, &place, k.side);
            if let Some(tinder) = k.tinder.tried(turn, &out) {
                self.field.terrain.kindling.push(Kindling { tinder, ..k });
            }
            if out == SetFireOutcome::Fire {
                let occupied = self.people_on(k.on);
                let large = k.tinder.object.large();
                let house = matches!(k.on, Thing::Building(_));
                let fire = Burning::set(turn, large, house, occupied);
                let object = Some(k.tinder.object);
                self.field.terrain.blazes.push(Blaze { on: k.on, fire, object });
            }
            let (says, ruling) = (out.message(), Some(Box::new(ruling)));
            let by = By::from(clause!("19.06.2")).and(clause!("19.06.1"));
            self.tell(by, &[k.party], || EventKind::Place { place, says, ruling });
        }
    }

    fn people_on(&self, t: Thing) -> bool {
        match t {
            Thing::Building(i) => self.field.occupant(i).is_some(),
            _ => false,
        }
    }

    /// Those in a building, and those ordered to it, fight a fire (17.04.4, 19.06.4).
    fn fight_fires(&mut self, gangs: &[Gang], leave: &[UnitId]) {
        let (turn, readings) = (self.field.turn, WorkReadings::of(&self.field.readings));
        for i in 0..self.field.terrain.blazes.len() {
            let b = self.field.terrain.blazes[i];
            let inside = match b.on {
                Thing::Building(h) => {
                    self.field.occupant(h).filter(|u| u.state.intact() && !leave.contains(&u.id))
                }
                _ => None,
            };
            let (occupants, holder) = (inside.map_or(0, |u| u.figures.into()), inside.map(|u| u.id));
            let here: Vec<UnitId> = gangs
                .iter()
                .filter(|g| g.doing == Doing::PutOut(b.on) && !self.stirred_in_turn(g.unit))
                .map(|g| g.unit)
                .collect();
            let (helpers, needed) = self.fighters(&here, b.object);
            let fighters = Fighters { occupants, helpers, needed };
            let Some(s) = b.fire.attempt(turn, &fighters, &readings) else { continue };
            let Some(who) = holder.or_else(|| here.first().copied()) else { continue };
            let (out, ruling) = self.judge::<PutOutFire>(&s, who);
            self.field.terrain.blazes[i].fire.fought(&out);
            let place = self.field.name_of(b.on);
            let by = match b.fire.cause {
                Cause::Shelling => By::from(clause!("17.04.4")),
                Cause::ByHand => By::from(clause!("19.06.4.b")).and(clause!("19.06.4.a")),
            };
            let (says, ruling) = (out.message(), Some(Box::new(ruling)));
            self.tell(by.and(clause!("play.end")), &[who], || EventKind::Place { place, says, ruling });
            if self.field.terrain.blazes[i].fire.state() == How::HalfDestroyed {
                self.half_destroyed(b.on);
            }
        }
    }

    /// The figures of those who came to help, and how many it takes of them.
    fn fighters(&self, here: &[UnitId], object: Option<Object>) -> (u32, u32) {
        let Some(object) = object else { return (0, 0) };
        let figures = |u: &UnitId| u32::from(self.field[*u].figures);
        let skilled = |u: &&UnitId| {
            let unit = &self.field[**u];
            unit.troops.pioneers || unit.arm == crate::troop::Arm::Artillery
        };
        let (pioneers, others, _) = fire_fighters(object);
        let all: u32 = here.iter().map(figures).sum();
        let needed = if here.iter().all(|u| skilled(&u)) { pioneers } else { others };
        (all, needed.map_or(0, |s| s.least))
    }

    /// A fire put out late: half of it is gone. Of a bridge that is as after a blast in part; for the rest it is the umpire's to say.
    fn half_destroyed(&mut self, t: Thing) {
        if let Thing::Crossing(i) = t {
            self.field.terrain.cut.insert(i, Cut::Partly);
        }
        if self.umpire {
            self.field.terrain.half_burnt.push(t);
        } else {
            let says = say!("event-half-destroyed", place = self.field.name_of(t));
            self.tell_to(clause!("19.06.4.b"), [true; 2], || EventKind::ByDefault { says });
        }
    }

    fn burn_down(&mut self) {
        let turn = self.field.turn;
        for i in 0..self.field.terrain.blazes.len() {
            let Some(by) = self.field.terrain.blazes[i].fire.burnt_down(turn) else { continue };
            let on = self.field.terrain.blazes[i].on;
            let place = self.field.name_of(on);
            let by = resting(&by, clause!("19.06.3")).and(clause!("play.end"));
            let says = say!("event-burnt-down");
            let name = place.clone();
            self.tell_to(by, [true; 2], || EventKind::Place { place, says, ruling: None });
            match on {
                Thing::Building(b) => {
                    self.field.terrain.buildings.entry(b).or_default().burnt = true;
                    self.ruined(b, &name, clause!("17.04.4"));
                }
                other => self.destroyed(other, None),
            }
        }
    }

    /// To what fire may spread: what burns as it does.
    fn fuel(&self) -> Vec<Thing> {
        let f = &self.field;
        let ruin = |b: &u16| f.terrain.buildings.get(b).is_some_and(|d| d.ruined());
        let houses = (0..f.ground.buildings.len() as u16).filter(|b| !ruin(b)).map(Thing::Building);
        let wooden = |k: CrossingKind| !matches!(k, CrossingKind::StoneBridge | CrossingKind::Ford);
        let bridges = f.crossings().filter(|(_, c)| wooden(c.kind)).map(|(i, _)| Thing::Crossing(i));
        let craft = (0..f.terrain.vessels.len() as u16).map(Thing::Craft);
        let abatis =
            (0..f.lines.len() as u16).map(Thing::Line).filter(|t| f.object(*t) == Some(Object::Abatis));
        let all = houses.chain(bridges).chain(craft).chain(abatis);
        all.filter(|t| !f.burns(*t) && f.outline(*t).is_some()).collect()
    }

    fn threat(&self, from: Thing, corners: &[V2], wind: f64) -> Option<Threat> {
        let burning = self.field.outline(from)?.corners();
        Some(fires::lies(&burning, corners, wind, 0.0))
    }

    /// In the turn after it broke out a fire may spread (17.04.5, 19.06.5).
    fn spread(&mut self, wind: f64) {
        let turn = self.field.turn;
        for b in self.field.terrain.blazes.clone() {
            let mut near: Vec<(Thing, Threat)> = Vec::new();
            for t in self.fuel() {
                let corners = self.field.outline(t).map(|r| r.corners());
                let Some(threat) = corners.and_then(|c| self.threat(b.on, &c, wind)) else { continue };
                let house = matches!(t, Thing::Building(_));
                let may = b.fire.cause == Cause::ByHand || house;
                if may && b.fire.spreads(turn, &threat).is_some_and(|s| s.reached()) {
                    near.push((t, threat));
                }
            }
            near.sort_by(|a, b| a.1.distance.total_cmp(&b.1.distance).then(a.0.cmp(&b.0)));
            // Of a building on fire by shelling one neighbour, the nearest downwind.
            let most = if b.fire.cause == Cause::Shelling { 1 } else { near.len() };
            for (t, threat) in near.into_iter().take(most) {
                let Some(s) = b.fire.spreads(turn, &threat) else { continue };
                let (place, from) = (self.field.name_of(t), self.field.name_of(b.on));
                let (out, ruling) = self.judge_for::<FireSpreads>(&s, &place, Side::A);
                if out == FireSpreadsOutcome::Catches {
                    let occupied = self.people_on(t);
                    let object = self.field.object(t);
                    let fire = match t {
                        Thing::Building(_) => Burning::caught(turn, b.fire.cause, occupied),
                        _ => Burning::set(turn, object.is_some_and(Object::large), false, occupied),
                    };
                    self.field.terrain.blazes.push(Blaze { on: t, fire, object });
                }
                let by = By::from(clause!("17.04.5")).and(clause!("19.06.5")).and(clause!("play.end"));
                let says = say!("event-fire-reaches", from, outcome = out.message());
                let ruling = Some(Box::new(ruling));
                self.tell_to(by, [true; 2], || EventKind::Place { place, says, ruling });
            }
        }
    }

    /// Who chose to leave a burning building comes out in the next turn unless he is ordered otherwise (17.04.4, 17.01.3).
    fn leaves_fire(&mut self, u: UnitId) {
        let away = self.away(u, None);
        let to = self.free_facade(u, away).unwrap_or(self.field[u].base.centre() + away * 1000.0);
        let run = self.run_mut(u);
        run.order.legs = vec![Leg::Leave { x: to.x, y: to.y }];
        (run.order.at, run.order.begun, run.order.spent) = (0, true, 0.0);
        run.order.void = false;
    }

    /// Whoever stands where fire can spread must be ordered away; guns may catch fire and their powder blow up (19.06.6).
    fn endangered(&mut self, wind: f64, gangs: &[Gang]) {
        let blazes = self.field.terrain.blazes.clone();
        for u in self.standing() {
            let fights = gangs.iter().any(|g| g.unit == u && matches!(g.doing, Doing::PutOut(_)));
            let corners: Vec<V2> =
                self.field.rects(&self.field[u]).iter().flat_map(|r| r.corners()).collect();
            let danger = blazes.iter().find_map(|b| {
                let holds = matches!(b.on, Thing::Building(i) if self.field[u].inside == Some(i));
                let threat = self.threat(b.on, &corners, wind)?;
                fires::must_clear(&threat, b.fire.large, fights || holds)
            });
            let Some(by) = danger else { continue };
            let by = resting(&by, clause!("19.06.6.a"));
            self.tell_owner(by, u, || EventKind::Worked { unit: u, says: say!("event-endangered") });
            if self.field[u].battery.as_ref().is_some_and(|b| b.left.is_none()) {
                self.guns_near_fire(u);
            }
        }
    }

    /// Whoever stands where fire can spread and is ordered neither away nor to fight it is ordered away all the same (19.06.6.a), the
    /// shortest way out.
    pub(super) fn out_of_the_fire(&mut self) {
        let Some(wind) = self.field.special.wind.or(self.field.terrain.wind) else { return };
        let told = self.field.readings.is(reading!("danger-zone", "told"));
        if told || self.field.terrain.blazes.is_empty() {
            return;
        }
        for u in self.standing() {
            let stays = |l: &Leg| match l {
                Leg::Work { work } => !matches!(work, WorkOrder::PutOut { .. }),
                Leg::Stand { .. } | Leg::Reorganise | Leg::Resupply { .. } | Leg::MakeReady => true,
                _ => false,
            };
            let unit = &self.field[u];
            let here = unit.state != State::Complete && unit.inside.is_none() && unit.leads.is_none();
            let idle = self.run(u).order.legs.iter().all(stays) && unit.record.aboard.is_none();
            if !here || !idle || !self.in_danger(u, wind, V2::default()) {
                continue;
            }
            let Some(legs) = self.way_out(u, wind) else { continue };
            let order = Order { legs, ..Order::default() };
            // He is moved by the fire, whoever hears of it: no roll is made for it.
            self.run_mut(u).order = Ordering { given: false, ..Ordering::of(order.clone()) };
            let by = By::from(clause!("19.06.6.a")).and(clause!("19.06.5"));
            self.tell_owner(by, u, || EventKind::Ordered { unit: u, order });
        }
    }

    /// Would fire reach it, moved by so much?
    fn in_danger(&self, u: UnitId, wind: f64, by: V2) -> bool {
        let f = &self.field;
        let corners: Vec<V2> = f.rects(&f[u]).iter().flat_map(|r| r.corners()).map(|c| c + by).collect();
        f.terrain.blazes.iter().any(|b| {
            let threat = self.threat(b.on, &corners, wind);
            threat.is_some_and(|t| fires::must_clear(&t, b.fire.large, false).is_some())
        })
    }

    /// The quickest way out of the reach of all fires: straight on, back or aside as it may go, or about and straight on.
    fn way_out(&self, u: UnitId, wind: f64) -> Option<Vec<Leg>> {
        let f = &self.field;
        let base = f[u].base;
        let speed = |way: Way| {
            let how = going::How { way, ..going::How::ahead(Gait::March) };
            going::length_on(f, &f[u], Going::Ordinary, &how).ok().map(|g| g.amount)
        };
        let least = |dir: V2| {
            let out =
                |cm: &f64| !self.in_danger(u, wind, dir * *cm) && f.ground.holds(base.front + dir * *cm);
            (1..=2 * FARTHEST).map(|half| f64::from(half) / 2.0).find(out)
        };
        let march = |way: Way, cm: f64| Leg::March { way, gait: Gait::March, until: Until::Cm(cm) };
        let mut all: Vec<(f64, Vec<Leg>)> = Vec::new();
        for way in [Way::Ahead, Way::Back, Way::Left, Way::Right] {
            if let (Some(rate), Some(cm)) = (speed(way), least(stance::way(&base, way))) {
                all.push((cm / rate, vec![march(way, cm)]));
            }
        }
        let about = stance::facing(&f[u], true).ok().zip(speed(Way::Ahead)).zip(least(-base.dir));
        if let Some(((turn, rate), cm)) = about {
            all.push((turn.amount + cm / rate, vec![Leg::About, march(Way::Ahead, cm)]));
        }
        all.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|x| x.1)
    }

    fn guns_near_fire(&mut self, u: UnitId) {
        let loads = self.field[u].battery.as_ref().map_or(0, |b| b.loads.into());
        let (out, ruling) = self.judge::<GunsNearFire>(&GunsNearFireSituation { loads }, u);
        let (says, place) = (out.message(), self.code(u));
        let ruling = Some(Box::new(ruling));
        self.tell(clause!("19.06.6.b"), &[u], || EventKind::Place { place, says, ruling });
        if let GunsNearFireOutcome::Explodes { charges, partly } = out {
            let charges = if partly { charges.div_ceil(2) } else { charges };
            if let Some(b) = self.field[u].battery.as_mut() {
                b.loads = if partly { b.loads / 2 } else { 0 };
            }
            let (rect, side) = (self.field[u].base.rect(), self.field[u].side);
            self.blast(&rect, |_| false, 4 * charges, None, side, None);
            self.flee_at_the_end();
        }
    }
}
