//! Infantry: the line of skirmishers before it, the fire-fight, the attack with a support behind it, the mass against horse, and
//! when to put itself in order.

use super::Enemy;
use super::desk::{Desk, degrees_to, fires, form, moves, reorganise, to, turn};
use super::plan::{Brigade, worn};
use chakoten_napoleonic::book::fire::weapon;
use chakoten_napoleonic::order::{Leg, Order, Way, When};
use chakoten_napoleonic::troop::{Arm, Density, Formation, State};
use chakoten_napoleonic::unit::Unit;
use table::V2;

/// Cm from a battalion to its line: screens it (14.03.1), within 20 cm of it (14.02.3).
const LINE_AHEAD: f64 = 9.0;
/// Lines go out when the enemy is this near, and not when he is nearer than the second.
const SEND_OUT: (f64, f64) = (75.0, 16.0);
/// Horse this near may ride in this turn.
const HORSE: f64 = 48.0;
/// The same for who has ground to take.
const HORSE_ON_THE_MARCH: f64 = 20.0;
/// Horse that does not come for so many turns holds nobody up who has ground to take, unless it is nearer than the second.
const PATIENCE: u32 = 2;
const UPON_HIM: f64 = 9.0;
/// With nobody so near one may stand and put oneself in order.
const PRESSED: f64 = 22.0;
/// Nobody further off is thought of on the march.
const AHEAD: f64 = 150.0;
/// Enemies behind count as no nearer than this.
const BEHIND: f64 = 60.0;
/// By so much nearer than to others one goes up to who sits in a house.
const UP_TO_HOUSES: f64 = 12.5;

impl Desk<'_, '_> {
    /// A battalion or company.
    pub fn foot(&mut self, u: &Unit, b: &Brigade, sparing: bool, ideas: &mut Vec<Order>) {
        let near = self.nearest(u);
        let gap = near.map(|n| n.1);
        if u.inside.is_some() {
            self.garrison(u, near, ideas);
            return;
        }
        if u.state == State::Disorder {
            ideas.push(reorganise());
            return;
        }
        let pressed = gap.is_some_and(|d| d < PRESSED);
        let grades = u.state.grades();
        if grades >= 2 && !pressed {
            ideas.push(reorganise());
        }
        if u.ammunition == 0 && !pressed && self.fetch(u, ideas) {
            return;
        }
        if self.against_horse(u, b, ideas) {
            return;
        }
        // Who alone holds the ground does not leave it to attack, and on a bridge does not form for the fight.
        let sole = b.holder == Some(u.id);
        if let Some(a) = self.assault(u).filter(|_| !sole) {
            let wanted = self.wanted(u, b, sparing);
            if a.score >= wanted {
                self.means_to_attack = Some(a.target);
                ideas.push(a.order);
            }
        }
        self.volley(u, b, ideas);
        // Whatever it does besides would put it into worse order.
        if grades >= 2 {
            ideas.push(reorganise());
            return;
        }
        if self.send_out(u, b, gap, ideas) {
            return;
        }
        if b.taker == Some(u.id) {
            self.go_up(u, b.goal, ideas);
            return;
        }
        if self.enter(u, b, ideas) {
            return;
        }
        // Who has its ground stays; the others close up to it.
        if sole && super::country::on_water(self.v, &u.base.rect()) {
            if grades > 0 {
                ideas.push(reorganise());
            }
            return;
        }
        if b.stands && (b.on_ground(&u.base.rect()) || gap.is_some_and(|d| d < 40.0)) {
            let e = near.filter(|n| n.1 < 60.0).map(|n| n.0.base.centre() - u.base.front);
            self.front(u, e.map_or(b.forward, V2::unit), ideas);
            return;
        }
        if worn(u) && gap.is_some_and(|d| d < 45.0) {
            self.front(u, b.forward, ideas);
            return;
        }
        let formed = self.standing_off(u, b);
        self.march_on(u, b, formed, ideas);
        if ideas.is_empty() && grades > 0 {
            ideas.push(reorganise());
        }
    }

    /// How far it is to those for whom it stops on its way. Skirmishers are pressed back by who marches on (14.04.1): nobody stops for
    /// them. Who is behind holds nobody up, nor horse that does not stand in the way; who sits in a house does not come out: up to
    /// him one goes, and up to horse too, which foot cannot strike.
    fn standing_off(&self, u: &Unit, b: &Brigade) -> Option<f64> {
        let r = u.base.rect();
        let way = (b.place_of(u) - u.base.front).unit();
        let near = self.foes_by(r.centre, AHEAD).filter(|e| e.fights() && e.closed());
        near.map(|e| {
            let gap = r.gap(&e.rect);
            let to = e.base.centre() - u.base.front;
            let broad = u.base.width / 2.0 + e.rect.half_width.max(e.rect.half_depth) + 3.0;
            let aside = to.dot(way.right()).abs() > broad;
            let horse = e.arm == Arm::Cavalry;
            if to.dot(way) < -4.0 || (aside && (horse || b.presses)) {
                gap.max(BEHIND)
            } else if e.inside || horse {
                gap + UP_TO_HOUSES
            } else {
                gap
            }
        })
        .min_by(f64::total_cmp)
    }

    /// What an attack has to promise before it is ordered: less the nearer the hour, for who has not got what he wants, and less for
    /// who has far more men.
    fn wanted(&self, u: &Unit, b: &Brigade, sparing: bool) -> f64 {
        let mut w = if b.stands { 2.0 } else { 0.0 };
        if !b.stands {
            w -= match b.left {
                0..=2 => 3.0,
                3..=5 => 2.0,
                6..=9 => 1.2,
                10..=13 => 0.6,
                _ => 0.0,
            };
            if b.strong {
                w -= 1.0;
            }
            // Where others are at hand to go in after it, the first wave need not carry it alone.
            if self.waves(u) >= 2 {
                w -= 0.6;
            }
        }
        if sparing {
            w += 0.3;
        }
        if worn(u) {
            w += 3.0;
        }
        if self.quick {
            w += 0.5;
        }
        w
    }

    /// Battalions of the brigade close by that could go in after it.
    fn waves(&self, u: &Unit) -> usize {
        let at = u.base.front;
        self.own_between(at.x, at.x, 30.0)
            .filter(|o| {
                o.id != u.id
                    && o.command == u.command
                    && o.arm == Arm::Infantry
                    && o.body.is_none()
                    && o.state.grades() < 2
                    && o.state.intact()
                    && o.figures >= 12
                    && o.base.front.dist(at) < 30.0
            })
            .count()
    }

    /// Straight up to a place, whoever is shooting.
    fn go_up(&mut self, u: &Unit, goal: V2, ideas: &mut Vec<Order>) {
        self.go(u, goal, None, 0.0, ideas);
    }

    /// Who holds a house keeps it and fires.
    fn garrison(&self, u: &Unit, near: Option<(&Enemy, f64)>, ideas: &mut Vec<Order>) {
        if let Some((e, d)) = near.filter(|n| n.1 < 30.0) {
            let far = u.weapon.map_or(0.0, |w| weapon(w)[1]);
            let at = self.v.named(u.command, e.id);
            if d < far {
                ideas.push(fires(When::AtOnce, at));
            }
            ideas.push(fires(When::BeforeContact(String::new()), None));
        }
        if u.state.grades() > 0 {
            ideas.push(reorganise());
        }
    }

    /// A small unit goes into a house on the ground that is to be held.
    fn enter(&self, u: &Unit, b: &Brigade, ideas: &mut Vec<Order>) -> bool {
        if u.troops.pioneers || u.dispersed() {
            return false;
        }
        let house = self.v.ground.buildings.iter().filter(|h| {
            u.figures <= h.capacity
                && b.on_ground(&h.rect())
                && h.rect().gap(&u.base.rect()) < 25.0
                && !self
                    .v
                    .own
                    .iter()
                    .any(|o| o.inside.is_some() && o.base.centre().dist(h.base.centre()) < 1.0)
                && !self.v.enemies().iter().any(|e| e.inside && e.base.centre().dist(h.base.centre()) < 1.0)
        });
        let best = house.min_by(|x, y| x.rect().gap(&u.base.rect()).total_cmp(&y.rect().gap(&u.base.rect())));
        let Some(h) = best else { return false };
        ideas.push(moves(vec![Leg::Enter { building: h.name.clone() }]));
        ideas.push(moves(vec![to(h.base.centre()), Leg::Enter { building: h.name.clone() }]));
        true
    }

    /// Mass or square while horse may ride in; says whether it does nothing else.
    fn against_horse(&self, u: &Unit, b: &Brigade, ideas: &mut Vec<Order>) -> bool {
        let r = u.base.rect();
        let formed = matches!(u.formation, Formation::Square | Formation::Mass);
        // Who has to get on forms later, and goes on sooner.
        let mut reach = if b.stands { HORSE } else { HORSE_ON_THE_MARCH };
        if formed {
            reach += 6.0;
        }
        // Who stands so in vain, or finds no room for it, goes on, unless they are upon him.
        let in_vain = self.massed.get(&u.id).is_some_and(|n| *n >= PATIENCE)
            || (!formed && self.stalled.get(&u.id).is_some_and(|n| *n > 0));
        if in_vain && !b.stands {
            reach = UPON_HIM;
        }
        let threat =
            |e: &Enemy| e.arm == Arm::Cavalry && e.closed() && 2 * e.figures >= u.figures && e.figures >= 12;
        let Some((e, d)) = self.nearest_of(&r, threat).filter(|n| n.1 < reach) else { return false };
        let comes = degrees_to(&e.base, u.base.centre()).abs() < 70.0;
        if !comes || u.dispersed() || u.figures < 8 || self.screened(u.id, u.base.centre(), e.base.centre()) {
            return false;
        }
        if self.covered(u, e.base.centre()) || self.nearest(u).is_some_and(|n| n.0.id != e.id && n.1 < 12.0) {
            return false;
        }
        if matches!(u.formation, Formation::Square | Formation::Mass) {
            if d < 20.0 && u.ammunition > 0 {
                ideas.push(fires(When::BeforeContact(String::new()), None));
            } else if u.state.grades() > 0 {
                ideas.push(reorganise());
            }
            return true;
        }
        let fire = |legs: Vec<Leg>| Order {
            fire: fires(When::BeforeContact(String::new()), None).fire,
            ..moves(legs)
        };
        let square = form(Formation::Square);
        let mass = form(Formation::Mass);
        let legs = match u.formation {
            Formation::Line => vec![square, mass],
            _ => vec![mass, square],
        };
        for leg in legs {
            if u.ammunition > 0 {
                ideas.push(fire(vec![leg.clone()]));
            }
            ideas.push(moves(vec![leg]));
        }
        true
    }

    /// Is there something between it and him that horse does not pass?
    fn covered(&self, u: &Unit, from: V2) -> bool {
        super::country::wet(self.v, u.base.centre(), from)
            || crate::common::routes::divided(self.v, u.base.centre(), from)
    }

    /// Fire at who is near and in front; before contact at who may come in.
    fn volley(&self, u: &Unit, b: &Brigade, ideas: &mut Vec<Order>) {
        let Some(w) = u.weapon.filter(|_| u.ammunition > 0 && u.body.is_none()) else { return };
        let [good, far] = *weapon(w);
        let r = u.base.rect();
        let mark = self
            .foes_by(r.centre, far)
            .filter(|e| !e.fleeing && !r.far_from(&e.rect, far))
            .filter_map(|e| {
                let d = u.base.front_line().gap(&e.rect);
                let centre = e.base.centre();
                let open = u.all_round() || degrees_to(&u.base, centre).abs() < 32.0;
                (d <= far && open && !self.masked(u.id, u.base.front, centre)).then_some((e, d))
            })
            .min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.id.cmp(&b.0.id)));
        let Some((e, d)) = mark else { return };
        let stays = b.stands || b.second_line(u.id) || worn(u);
        if d <= good || u.formation == Formation::Skirmish {
            ideas.push(fires(When::AtOnce, self.v.named(u.command, e.id)));
            ideas.push(fires(When::AtOnce, None));
        } else if stays {
            ideas.push(fires(When::BeforeContact(String::new()), None));
        }
    }

    /// Sends out its skirmishers when the enemy is near enough and not too near.
    fn send_out(&mut self, u: &Unit, b: &Brigade, gap: Option<f64>, ideas: &mut Vec<Order>) -> bool {
        let fits = gap.is_some_and(|d| (SEND_OUT.1..SEND_OUT.0).contains(&d));
        let closed = matches!(u.formation, Formation::AttackColumn | Formation::Line);
        if !fits || !closed || u.arm != Arm::Infantry || u.figures < 18 || u.troops.pioneers {
            return false;
        }
        // Where there was no room for it last turn there is none now.
        let tried = u
            .record
            .last_order
            .as_ref()
            .is_some_and(|o| o.legs.iter().any(|l| matches!(l, Leg::SendOut { .. })));
        if self.v.line_of(u.id).is_some() || u.weapon.is_none() || tried {
            return false;
        }
        let most = self.v.may_send_out(u);
        // At most a company's worth or a third: sending out no more than a company costs no order (06.01.3.b).
        let company = u.original.div_ceil(u16::from(u.companies.max(1)));
        let figures = most.min(company).min(u.figures / 3);
        if figures < 3 {
            return false;
        }
        let code = format!("{}-{}", u.code, self.v.turn);
        let out = Leg::SendOut { code, figures, density: Density::Dense, way: Way::Ahead, cm: LINE_AHEAD };
        // The body goes on with what is left of the turn.
        if !b.stands {
            let formed = self.standing_off(u, b);
            let mut on = Vec::new();
            self.march_on(u, b, formed, &mut on);
            let goes = |o: &&Order| o.legs.iter().all(|l| matches!(l, Leg::To { .. } | Leg::March { .. }));
            if let Some(o) = on.iter().find(goes) {
                let mut legs = vec![out.clone()];
                legs.extend(o.legs.iter().cloned());
                ideas.push(moves(legs));
            }
        }
        ideas.push(moves(vec![out]));
        true
    }

    /// A line or swarm keeps before its body, where that will be, and fires by itself.
    pub fn line(&mut self, u: &Unit, ideas: &mut Vec<Order>) {
        let Some(body) = u.body.and_then(|b| self.v.unit(b)) else {
            self.adrift(u, ideas);
            return;
        };
        if u.state >= State::Disorder {
            ideas.push(reorganise());
            return;
        }
        let gap = self.nearest(u).map(|n| n.1);
        if u.state.grades() >= 2 && gap.is_none_or(|d| d > PRESSED) {
            ideas.push(reorganise());
            return;
        }
        if !body.state.intact() || matches!(body.formation, Formation::MarchColumn) {
            ideas.push(moves(vec![Leg::DrawIn]));
        }
        let will = self.will_be(body);
        let mut place = will.front + will.dir * LINE_AHEAD;
        if let Some((e, _)) = self.nearest_of(&will.rect(), |e| e.closed() && e.fights()) {
            // It does not run into the enemy.
            let clear = e.rect.gap_to_point(place);
            if clear < 8.0 {
                place -= will.dir * (8.0 - clear).min(LINE_AHEAD - 1.0);
            }
        }
        let place = self.on_table(place, 3.0);
        if place.dist(u.base.front) > 2.5 {
            ideas.push(moves(vec![to(place)]));
        } else {
            let angle = degrees_to(&u.base, u.base.front + will.dir * 10.0);
            if angle.abs() > 25.0 {
                ideas.push(moves(vec![turn(u, angle)]));
            }
        }
    }

    /// Skirmishers whose body is gone, and whole units in skirmish line without an enemy near.
    fn adrift(&mut self, u: &Unit, ideas: &mut Vec<Order>) {
        if u.state.grades() > 0 || u.state == State::Disorder {
            ideas.push(reorganise());
            return;
        }
        ideas.push(moves(vec![form(Formation::Clump)]));
    }

    /// Goes to the nearest wagon, or takes what it has. Says whether there is one worth the way.
    pub fn fetch(&mut self, u: &Unit, ideas: &mut Vec<Order>) -> bool {
        let r = u.base.rect();
        let wagon = self
            .v
            .own
            .iter()
            .filter(|w| matches!(w.load, Some(chakoten_napoleonic::unit::Load::Ammunition { .. })))
            .map(|w| (r.gap(&w.base.rect()), *w))
            .filter(|w| w.0 < 70.0)
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
        let Some((d, w)) = wagon else { return false };
        if d <= 0.1 {
            ideas.push(moves(vec![Leg::Resupply { wagon: w.code.to_string() }]));
            return true;
        }
        if u.unlimbered() {
            return false;
        }
        // Up to it: the march halts at base contact.
        self.go_straight(u, w.base.centre(), ideas);
        true
    }

    /// Straight to a place, through whoever gives way.
    fn go_straight(&self, u: &Unit, p: V2, ideas: &mut Vec<Order>) {
        let p = self.on_table(p, 2.0);
        let mut legs = Vec::new();
        let angle = degrees_to(&u.base, p);
        if angle.abs() > 60.0 {
            legs.push(turn(u, angle));
        }
        legs.push(to(p));
        ideas.push(moves(legs));
    }
}
