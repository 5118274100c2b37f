//! Before the first step: the weather, arrivals, and what begins anew with each move (play.sequence, 4.4, play.arrivals); then the orders of
//! both sides (11.1).

use crate::answer::{Answer, Ride};
use crate::battle::Battle;
use crate::event::Kind;
use crate::formation::{Drawn, Formation};
use crate::measure::within;
use crate::procedures::special::Outcome;
use crate::procedures::weather::{
    ChangeSituation, ChangeWeather, RollWeather, WeatherOutcome, WeatherSituation, Wind, WindSituation,
};
use crate::scenario::Arrival;
use crate::unit::{Deeds, Fate, GeneralFate, Side, State};
use crate::{clause, reading, say};
use std::sync::Arc;
use table::{V2, v2};
use umpire::{Procedure, judge};

/// The weather changes every so many moves (4.4.c).
const WEATHER_LASTS: u16 = 4;
/// Who comes takes the nearest free stretch of the edge within this (play.arrivals).
const ALONG_EDGE: f64 = 30.0;

impl Battle {
    pub(super) fn move_begins(&mut self) {
        self.cue();
        self.field.turn += 1;
        let turn = self.field.turn;
        self.dice.begin_turn(u32::from(turn));
        self.play.clear_for_move(&self.field);
        for u in self.field.units.as_they_stand() {
            u.last = u.deeds;
            u.deeds = Deeds::default();
            u.disorder.causes.clear();
            u.disorder.apart = 0;
            u.losses.at_move = u.figures();
            let over = u.state == State::Halted && u.halted_until < turn && u.disorder.now() == 0;
            if over {
                u.state = State::UnderOrders;
            }
        }
        if turn == 1 && self.field.readings.is(reading!("loaded-at-the-start", "unloaded")) {
            self.field.units.as_they_stand().iter_mut().for_each(|u| u.loading.loaded = false);
        }
        self.say(clause!("play.sequence"), Kind::Turn, &[], || say!("event-turn", turn));
        self.also(if turn == 1 { clause!("9.8") } else { clause!("9.9") });
        if turn == 1 {
            self.game_orders_written();
        }
        self.fall_in_again();
        self.weather();
        self.arrive();
        self.evaders_return();
        self.fires_burn();
        self.orders_in_force();
        if turn == 1 {
            self.act_on_given_states();
        }
    }

    /// Before the first move both sides have written game orders (9.6).
    fn game_orders_written(&mut self) {
        for side in Side::BOTH {
            let has = |u: &&crate::unit::Unit| self.play.game.get(u.id.index()).is_some_and(Option::is_some);
            let count = self.field.side(side).filter(has).count();
            if count > 0 {
                let called = self.terms.head.called(side);
                self.confide(clause!("9.6"), Kind::GameOrder, side, &[], None, || {
                    say!("event-game-orders-written", side = called, count)
                });
            }
        }
    }

    /// Results that a scenario gives act as if they had just come: guns are limbered, left or moved off (play.states, 23.12.b).
    fn act_on_given_states(&mut self) {
        let given: Vec<_> = self.field.present().map(|u| (u.id, u.state)).collect();
        for (u, state) in given {
            match state {
                State::Withdrawing => self.special_act(u, Outcome::Withdraw),
                State::Retreating => self.special_act(u, Outcome::Retreat),
                State::Routing => self.special_act(u, Outcome::Break),
                _ => {}
            }
        }
    }

    /// Rolled for before the first move, and changing before moves 5, 9, 13 (4.4.a to 4.4.c).
    fn weather(&mut self) {
        let turn = self.field.turn;
        let sky = self.field.sky;
        if turn == 1 && self.terms.rolls_weather {
            let s = WeatherSituation { season: sky.season, competition: self.field.options.competition };
            let (o, ruling) =
                judge::<RollWeather>(&s, self.dice.occasion(RollWeather::NAME, "weather", Side::A));
            self.weather_is(o, ruling);
        } else if turn > 1 && turn % WEATHER_LASTS == 1 && sky.changes {
            let Some(total) = sky.total.and_then(|t| i8::try_from(t).ok()) else { return };
            let s = ChangeSituation { season: sky.season, total };
            let (o, ruling) =
                judge::<ChangeWeather>(&s, self.dice.occasion(ChangeWeather::NAME, "weather", Side::A));
            self.weather_is(o, ruling);
        }
    }

    fn weather_is(&mut self, o: WeatherOutcome, ruling: umpire::Ruling) {
        self.field.sky.weather = o.weather;
        self.field.sky.total = o.total.map(i32::from);
        self.rule_on(clause!("4.4.a"), Kind::Weather, &[], ruling, || {
            say!("event-weather", weather = crate::words::weather(o.weather))
        });
        if self.field.turn == 1 {
            self.also(clause!("9.3"));
        }
        self.field.sky.wind = None;
        if o.windy {
            let s = WindSituation { windy: true };
            let (w, ruling) = judge::<Wind>(&s, self.dice.occasion(Wind::NAME, "wind", Side::A));
            self.field.sky.wind = Some(f64::from(w.towards));
            self.rule_on(clause!("4.5.a"), Kind::Weather, &[], ruling, || {
                say!("event-wind", bearing = w.towards)
            });
        }
    }

    /// Who is due enters with his front at the edge, at the place named or the nearest that is free (play.arrivals).
    fn arrive(&mut self) {
        let turn = u32::from(self.field.turn);
        let due: Vec<Arrival> = self.terms.arrivals.iter().filter(|a| a.turn <= turn).cloned().collect();
        for a in due {
            for id in &a.units {
                if self.field[*id].fate == Fate::Awaited {
                    self.enter(*id, &a);
                }
            }
        }
    }

    fn enter(&mut self, id: crate::unit::UnitId, a: &Arrival) {
        let u = &mut self.field[id];
        if u.arm().battery() {
            u.drawn = Drawn { files: 1, ..Drawn::new(Formation::Limbered) };
        } else if u.troop.regular() && u.arm().infantry() {
            u.drawn = Drawn::new(Formation::MarchColumn);
        }
        let plan = self.field[id].plan(&self.field.options);
        let free = |at: table::V2| {
            let base = plan.at(at + a.dir * plan.depth, a.dir);
            let rect = base.rect();
            let clear = self.field.present().all(|o| {
                self.field.rects(o).iter().all(|r| {
                    let near =
                        if o.side == self.field[id].side { 0.0 } else { self.field.attack_distance(o).0 };
                    rect.gap(r) > near
                })
            });
            let inside = base.corners().iter().all(|c| self.field.ground.holds(*c));
            (clear && inside).then_some(base)
        };
        let along = a.dir.right();
        let steps = (ALONG_EDGE / 2.0) as i32;
        let places = (0..=steps).flat_map(|n| [f64::from(n) * 2.0, f64::from(-n) * 2.0]);
        let found = places.into_iter().find_map(|x| free(a.at + along * x));
        let Some(base) = found else { return };
        let u = &mut self.field[id];
        u.base = base;
        u.fate = Fate::Hidden;
        self.play.stood[id.index()] = base;
        let side = self.field[id].side;
        let code = self.code(id);
        self.confide(clause!("play.arrivals"), Kind::Arrives, side, &[id], None, || {
            say!("event-arrives", unit = code)
        });
    }

    /// Step 1 is over when both have locked their orders (play.sequence).
    pub(super) fn orders_locked(&mut self) {
        self.take_orders(clause!("11.1"));
        self.send_out();
        self.part_dismounts();
    }

    /// With fewer written orders the others are told in step 4 how they move (10.2.alt).
    pub(super) fn orders_unwritten(&mut self) {
        if self.field.options.fewer_orders {
            self.take_orders(clause!("10.2.alt"));
            self.send_out();
            self.part_dismounts();
        }
    }

    fn take_orders(&mut self, by: umpire::Clause) {
        for side in Side::BOTH {
            let Some(Answer::Orders { orders, generals }) = self.answered(side) else { continue };
            let count = orders.len();
            for o in orders {
                if let Some(u) = self.field.by_code(&o.unit) {
                    self.field[u].loading.loose_ball |= o.loose_ball;
                    self.play.orders[u.index()] = Some(Arc::new(o));
                }
            }
            self.ride(&generals);
            let called = self.terms.head.called(side);
            self.confide(by, Kind::OrdersLocked, side, &[], None, || {
                say!("event-orders", side = called, count)
            });
            // Nobody moves without one (10.2.0).
            self.also(clause!("10.2.0"));
            if self.field.turn == 1 {
                self.also(clause!("9.7"));
            }
        }
    }

    /// Generals are told where to ride in step 4; until then they stay where they are, or with those with whom they go on (play.generals).
    fn ride(&mut self, rides: &[Ride]) {
        for r in rides {
            let Some(g) = self.field.general_by_code(&r.general) else { continue };
            let with = r.with.as_ref().and_then(|u| self.field.by_code(u));
            if self.field[g].with != with {
                self.field[g].with = None;
            }
            self.play.rides.push(r.clone());
        }
    }

    /// Step 4: generals ride where they were told, or go with a unit (11.4, 12.8, play.generals).
    pub(super) fn generals_ride(&mut self) {
        for r in std::mem::take(&mut self.play.rides) {
            let Some(g) = self.field.general_by_code(&r.general) else { continue };
            if self.field[g].fate != GeneralFate::OnTable {
                continue;
            }
            let with = r.with.as_ref().and_then(|u| self.field.by_code(u));
            self.field[g].with = with;
            if let Some([x, y]) = r.to {
                // A place beside a unit that has charged is beside it where it is now, if he can ride so far.
                let told = v2(x, y);
                let beside = with.map(|u| self.field[u].base.world(self.play.stood[u.index()].local(told)));
                let reach = self.field.general_rate();
                let may = |to: &V2| within(self.field[g].at.dist(*to), reach) && self.field.ground.holds(*to);
                let to = beside.filter(may).unwrap_or(told);
                self.field[g].at = to;
                let name = self.field[g].name.to_string();
                self.say(clause!("12.8"), Kind::GeneralRides, &[], || say!("event-general-rides", name));
            }
        }
    }
}
