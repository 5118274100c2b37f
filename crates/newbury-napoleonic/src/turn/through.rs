//! Breakthroughs on the table, smoke, and evaders who come back (4.6.d, 12.3.f, 18.1.e, play.breakthrough).

use crate::battle::{Battle, Charge};
use crate::drill::known;
use crate::event::Kind;
use crate::procedures::sight::{Smoke, SmokeLeft, SmokeSituation};
use crate::unit::{Fate, State, UnitId};
use crate::{clause, say};

/// Who came out behind is so far clear of those he broke through (play.breakthrough).
const CLEAR: f64 = 0.5;

impl Battle {
    /// The charger goes on through the footprint of the other with what is left of his move (18.1.e, play.breakthrough).
    pub(super) fn break_through(&mut self, c: &Charge, i: usize, n: usize) {
        let f = &self.field;
        let rate = f.rate(&f[c.by], self.charge_gait(c.by)).unwrap_or(0.0);
        let left = rate * (1.0 - c.at).max(0.0);
        let (by, on) = (f[c.by].base, &f[c.on]);
        let dir = by.dir;
        let along = |corners: [table::V2; 4], far: bool| {
            let all = corners.into_iter().map(|p| p.dot(dir));
            if far { all.fold(f64::NEG_INFINITY, f64::max) } else { all.fold(f64::INFINITY, f64::min) }
        };
        let (near, end) = (along(on.base.corners(), false), along(on.base.corners(), true));
        let front = along(by.corners(), true);
        let out = (end - along(by.corners(), false)) + CLEAR;
        let ranks = self.ranks_deep(c.on);
        let (_, deep) = on.plan(&f.options).figure;
        let clear = by.moved(dir * out);
        let comes_out = left >= out && self.clear_behind(c.by, c.on, &clear);
        let gone = if comes_out { out } else { left.min((end - front).max(0.0)) };
        let entered = (front + gone - near.max(front)).max(0.0);
        let passed = if comes_out { ranks } else { ((entered / deep.max(0.1)) as u16).clamp(1, ranks) };
        self.field[c.by].base = by.moved(dir * gone);
        self.field[c.by].deeds.moved += gone;
        self.play.fights[i].passed[n] = passed;
        self.play.fights[i].came_out[n] = comes_out;
        self.play.fights[i].left[n] = if comes_out { left - out } else { 0.0 };
        let (unit, target) = (self.code(c.by), self.code(c.on));
        self.say(clause!("18.1.e"), Kind::Impact, &[c.by, c.on], || {
            say!("event-breaks-through", unit, target, ranks = passed)
        });
        self.also(clause!("play.breakthrough"));
    }

    /// Is the ground behind those who are broken through free of everybody else?
    fn clear_behind(&self, by: UnitId, on: UnitId, to: &table::Base) -> bool {
        let f = &self.field;
        let rect = to.rect();
        let on_table = to.corners().iter().all(|p| f.ground.holds(*p));
        let others = f.present().filter(|o| o.id != by && o.id != on && o.inside.is_none());
        on_table && others.flat_map(|o| f.rects(o)).all(|r| rect.penetration(&r) <= 0.01)
    }

    /// Who has passed right through has done with those he passed: the factors of a melee at once (18.1.f, 19.2.c).
    pub(super) fn passed_through(&mut self) -> bool {
        let mut any = false;
        for i in 0..self.play.fights.len() {
            let m = self.play.fights[i].clone();
            let Some(n) = (0..2).find(|n| m.came_out[*n]).filter(|_| !m.over && !m.counted) else { continue };
            let by = [m.a, m.b][n];
            any = true;
            // What the round came to is found all the same (21.1.d); then they have parted.
            self.melee_costs(i);
            let unit = self.code(by);
            self.say(clause!("18.1.f"), Kind::Melee, &[by], || say!("event-passed-through", unit));
            self.also(clause!("19.2.c"));
            self.onto_the_next(by, m.left[n]);
        }
        any
    }

    /// What is left of his move brings him on to the next enemy straight ahead: a charge on him counts as declared, and its impact and melee
    /// are worked out at once (18.1.f, 17.2.g, play.breakthrough). Regulars with a general near halt instead, unless their order says
    /// otherwise (play.asks).
    fn onto_the_next(&mut self, by: UnitId, left: f64) {
        let Some(c) = self.play.charge_of(by).cloned().filter(|_| self.field[by].present() && left > 0.0)
        else {
            return;
        };
        let halts = self.field[by].troop.regular()
            && self.general_near(by) == crate::procedures::GeneralNear::Within5
            && !self.play.order(by).is_some_and(|o| o.press_on);
        let rate = self.field.rate(&self.field[by], self.charge_gait(by)).unwrap_or(0.0).max(0.01);
        let at = (1.0 - left / rate).clamp(0.0, 1.0);
        let again = Charge { at, over: false, contact: false, ..c };
        if halts || self.field[by].state.forced() || !self.charge_next_of(&again) {
            return;
        }
        let k = self.play.charges.len() - 1;
        self.ride_home(k);
        if self.play.charges[k].contact {
            self.second_impact(k);
        }
    }

    /// At the end of a move smoke gathers before those who fired, and clears (4.5.b, 4.6.d).
    pub(super) fn smoke_drifts(&mut self) {
        let windy = self.field.sky.wind.is_some();
        let bodies: Vec<UnitId> = self.field.present().map(|u| u.id).collect();
        for u in bodies {
            let unit = &self.field[u];
            if unit.smoke == 0 && (!unit.deeds.fired || windy) {
                continue;
            }
            let s = SmokeSituation {
                smoke: unit.smoke,
                windy,
                fired: unit.deeds.fired,
                moved: unit.deeds.moved,
                left: SmokeLeft::of(&self.field.readings),
            };
            let (o, ruling) = known::<Smoke>(&s);
            self.field[u].smoke = o.smoke;
            let code = self.code(u);
            self.rule_on(clause!("4.6.d.3"), Kind::Weather, &[u], ruling, || {
                say!("event-smoke", unit = code, smoke = o.smoke)
            });
        }
    }

    /// Evaders who left the table have reordered off it and come back where they left, as soon as no enemy is near (12.3.f).
    pub(super) fn evaders_return(&mut self) {
        let gone: Vec<UnitId> =
            self.field.units.iter().filter(|u| u.fate == Fate::EvadedOff).map(|u| u.id).collect();
        for u in gone {
            let unit = &self.field[u];
            let factors = f64::from(unit.disorder());
            let quick = unit.troop.regular() && unit.troop.class < crate::troop::Class::D;
            let each = if quick && !unit.arm().battery() { 0.25 } else { 0.5 };
            let since = f64::from(self.field.turn - unit.halted_until.min(self.field.turn));
            if factors * each > since {
                continue;
            }
            let g = &self.field.ground;
            let half = unit.base.width.max(unit.base.depth) / 2.0 + unit.base.depth;
            let at = unit.base.centre();
            let inside = table::v2(at.x.clamp(half, g.width - half), at.y.clamp(half, g.depth - half));
            let dir = self.field.edges[unit.side.index()].outward() * -1.0;
            let base = unit.plan(&self.field.options).at(inside, dir);
            let near = self.field.enemies(unit.side).any(|e| {
                let reach = self.field.attack_distance(e).0.max(self.field.attack_distance(unit).0);
                self.field.rects(e).iter().any(|r| base.rect().gap(r) <= reach)
            });
            if near || !self.free_ground(u, &base) {
                continue;
            }
            let unit = &mut self.field[u];
            unit.fate = Fate::OnTable;
            unit.state = State::UnderOrders;
            unit.base = base;
            unit.disorder.accumulated = 0;
            unit.disorder.gained = 0;
            self.play.stood[u.index()] = base;
            let code = self.code(u);
            self.say(clause!("12.3.f"), Kind::Arrives, &[u], || say!("event-evaders-return", unit = code));
        }
    }
}
