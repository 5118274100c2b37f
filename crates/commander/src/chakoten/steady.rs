//! Plays by rules of thumb: brigades march on their objectives in columns, deploy out of effective range, fight as lines
//! with something behind them, and go in where the enemy is weak or turned away.

use super::{ChakotenView, Commander, Enemy, choices, guns, staff};
use chakoten_acw::Answer;
use chakoten_acw::battle::Awaits;
use chakoten_acw::book::data;
use chakoten_acw::check::Reach;
use chakoten_acw::ground::PatchKind;
use chakoten_acw::order::{Aim, FireOrder, Moment, MoveOrder, Order, Step, Written};
use chakoten_acw::scenario::TaskKind;
use chakoten_acw::troop::{Arm, Cover, Formation, Kind, State};
use chakoten_acw::unit::{CommandId, Unit, UnitId};
use std::collections::BTreeMap;
use table::{Base, Rect, V2, v2};
use umpire::Seeded;

/// The steady commander, and the quick one: the same rules of thumb with fewer second thoughts.
#[derive(Debug)]
pub struct Steady {
    pub(super) dice: Seeded,
    /// Attacks only where it can charge.
    quick: bool,
    pub(super) ranging: BTreeMap<UnitId, guns::Ranging>,
    /// Ordered to attack this turn: their general goes with them.
    pub(super) attackers: Vec<UnitId>,
    /// Where the brigades were to go when orders were last written.
    pub(super) brigades: Vec<Brigade>,
}

/// A brigade, and what it is about.
#[derive(Clone, Debug)]
pub(super) struct Brigade {
    pub command: CommandId,
    /// The middle of its fighting units.
    pub centre: V2,
    pub goal: V2,
    /// The way it fronts.
    pub forward: V2,
    /// It stays where it is.
    pub holds: bool,
    /// Units of the first line and of the second, from left to right.
    first: Vec<UnitId>,
    second: Vec<UnitId>,
    /// The middle of the first line when this turn is over.
    pub line: V2,
}

/// Cm from the middle of one regiment to the next, and from the first line to the second.
const FRONT: f64 = 13.5;
const DEPTH: f64 = 16.0;
/// Columns deploy no nearer than this to the enemy.
const DEPLOY: f64 = 46.0;
/// Somebody this near is dealt with before anything else.
const NEAR: f64 = 52.0;

/// The best attack there is: what it promises, and how it is ordered.
struct Assault {
    score: f64,
    order: Order,
}

impl Steady {
    pub fn new(seed: u64) -> Steady {
        Steady {
            dice: Seeded::from_number(seed),
            quick: false,
            ranging: BTreeMap::new(),
            attackers: Vec::new(),
            brigades: Vec::new(),
        }
    }

    pub fn quick(seed: u64) -> Steady {
        Steady { quick: true, ..Steady::new(seed) }
    }

    fn orders(&mut self, v: &ChakotenView<'_>) -> Answer {
        self.attackers.clear();
        self.brigades = brigades(v);
        let mut d = Desk {
            v,
            quick: self.quick,
            where_to: v.own.iter().map(|u| (u.id, u.base.rect())).collect(),
            supplied: Vec::new(),
            late: v.last_turn.is_some_and(|t| v.turn + 6 > t),
            fit: Fit::of(v),
        };
        let mut orders: BTreeMap<String, Written> = BTreeMap::new();
        // Who is ahead goes first, so that those behind know where he will be.
        let mut queue: Vec<(f64, usize, usize)> = Vec::with_capacity(v.own.len());
        for (i, u) in v.own.iter().enumerate() {
            if u.state == State::Complete {
                continue;
            }
            let Some(b) = self.brigades.iter().position(|b| b.command == u.command) else { continue };
            queue.push((-u.base.front.dot(self.brigades[b].forward), i, b));
        }
        queue.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (_, i, b) in queue {
            let u = v.own[i];
            let brigade = &self.brigades[b];
            let mut ideas: Vec<Order> = Vec::with_capacity(4);
            match u.arm {
                Arm::Infantry => d.foot(u, brigade, &mut ideas),
                Arm::Cavalry => d.cavalry(u, brigade, &mut ideas),
                Arm::Artillery => {
                    let r = self.ranging.entry(u.id).or_default();
                    guns::battery(&mut d, u, brigade, r, &mut self.dice, &mut ideas);
                }
                Arm::Wagon => d.wagon(u, brigade, &mut ideas),
            }
            if d.v.reach(u) == Reach::Out && !ideas.is_empty() {
                ideas.push(Order::Repeat);
            }
            for o in ideas {
                if v.lawful(u.id, &o).is_none() {
                    continue;
                }
                if let Order::Move(m) = &o {
                    if m.attack {
                        self.attackers.push(u.id);
                    }
                    d.goes(u, m);
                }
                if let Order::Resupply { wagon } = &o {
                    d.supplied.push(wagon.clone());
                }
                if let Order::Fire(f) = &o {
                    if u.arm == Arm::Artillery {
                        if let Some(r) = self.ranging.get_mut(&u.id) {
                            r.fired(f);
                        }
                    }
                }
                if o != Order::Stand {
                    orders.insert(u.code.to_string(), Written::Data(o));
                }
                break;
            }
        }
        Answer::Orders { orders, instructions: BTreeMap::new() }
    }
}

impl Commander for Steady {
    fn decide(&mut self, v: &ChakotenView<'_>) -> Answer {
        match v.awaits {
            Awaits::Orders => self.orders(v),
            Awaits::Choices => choices::sensible(v),
            Awaits::Staff => staff::moves(self, v),
        }
    }
}

/// The ground a task names.
fn middle_of(v: &ChakotenView<'_>, name: &str) -> Option<V2> {
    let g = v.ground;
    let area = |a: &table::Area| {
        let (lo, hi) = a.bounds();
        lo.lerp(hi, 0.5)
    };
    g.hills
        .iter()
        .find(|h| h.name == name)
        .map(|h| area(&h.area))
        .or_else(|| g.patches.iter().find(|p| p.name == name).map(|p| area(&p.area)))
        .or_else(|| g.buildings.iter().find(|b| b.name == name).map(|b| b.base.centre()))
        .or_else(|| g.bridges.iter().find(|b| b.name == name).map(|b| b.rect.centre))
}

fn mean(of: impl Iterator<Item = V2>) -> Option<V2> {
    let (mut sum, mut n) = (v2(0.0, 0.0), 0.0);
    for p in of {
        sum += p;
        n += 1.0;
    }
    (n > 0.0).then(|| sum * (1.0 / n))
}

/// Degrees from a direction to a place, right positive.
pub(super) fn degrees_to(b: &Base, to: V2) -> f64 {
    let way = to - b.front;
    if way.len2() < 1e-9 { 0.0 } else { -b.dir.turn_to(way.unit()).to_degrees() }
}

/// What each brigade is to do.
fn brigades(v: &ChakotenView<'_>) -> Vec<Brigade> {
    let inward = v.edge.outward() * -1.0;
    let fights = |u: &Unit| u.arm != Arm::Wagon && u.state != State::Complete;
    // Places to be held, the dearest first.
    let mut places: Vec<(i32, V2)> = v
        .tasks
        .iter()
        .filter_map(|t| match &t.kind {
            TaskKind::Hold { ground } => middle_of(v, ground).map(|p| (t.points, p)),
            TaskKind::HoldPlace { place, .. } => Some((t.points, *place)),
            _ => None,
        })
        .collect();
    places.sort_by_key(|p| -p.0);
    let foe = mean(v.enemies.iter().filter(|e| !e.fleeing && e.kind != Kind::Wagon).map(|e| e.base.centre()));
    let table = v2(v.ground.width / 2.0, v.ground.depth / 2.0);
    let mut all: Vec<Brigade> = Vec::new();
    for c in &v.commands {
        let Some(centre) =
            mean(v.own.iter().filter(|u| u.command == c.id && fights(u)).map(|u| u.base.centre()))
        else {
            continue;
        };
        let goal = foe.unwrap_or(table);
        all.push(Brigade {
            command: c.id,
            centre,
            goal,
            forward: inward,
            holds: false,
            first: Vec::new(),
            second: Vec::new(),
            line: centre,
        });
    }
    // The dearest place gets the nearest brigade, and whoever is left over.
    if let Some(&(_, main)) = places.first() {
        let mut free: Vec<usize> = (0..all.len()).collect();
        for (_, p) in &places {
            let Some(k) = (0..free.len())
                .min_by(|a, b| all[free[*a]].centre.dist(*p).total_cmp(&all[free[*b]].centre.dist(*p)))
            else {
                break;
            };
            all[free.swap_remove(k)].goal = *p;
        }
        for k in free {
            all[k].goal = main;
        }
    }
    for b in &mut all {
        shape(v, b, inward);
    }
    all
}

/// The lines of a brigade and where its first line goes.
fn shape(v: &ChakotenView<'_>, b: &mut Brigade, inward: V2) {
    let near = mean(
        v.enemies
            .iter()
            .filter(|e| !e.fleeing && e.base.front.dist(b.centre) < 80.0)
            .map(|e| e.base.centre()),
    );
    let away = b.goal.dist(b.centre);
    b.forward = match near {
        Some(p) if p.dist(b.centre) > 5.0 => (p - b.centre).unit(),
        _ if away > 25.0 => (b.goal - b.centre).unit(),
        _ => inward,
    };
    let (f, r) = (b.forward, b.forward.right());
    let mut foot: Vec<&Unit> = v
        .own
        .iter()
        .filter(|u| u.command == b.command && u.arm == Arm::Infantry && u.state <= State::Slight)
        .copied()
        .collect();
    let behind_works = foot.iter().filter(|u| in_works(v, u)).count();
    b.holds = 2 * behind_works > foot.len();
    if foot.is_empty() {
        return;
    }
    foot.sort_by(|x, y| y.base.front.dot(f).total_cmp(&x.base.front.dot(f)).then(x.id.cmp(&y.id)));
    let n = (foot.len() * 2).div_ceil(3);
    let mut first: Vec<&Unit> = foot[..n].to_vec();
    let mut second: Vec<&Unit> = foot[n..].to_vec();
    for l in [&mut first, &mut second] {
        l.sort_by(|x, y| x.base.front.dot(r).total_cmp(&y.base.front.dot(r)).then(x.id.cmp(&y.id)));
    }
    let line = mean(first.iter().map(|u| u.base.front)).unwrap_or(b.centre);
    let left = (b.goal - line).len();
    let way = (b.goal - line).unit();
    b.line = if left > 1.0 { line + way * left.min(23.0) } else { line };
    b.first = first.iter().map(|u| u.id).collect();
    b.second = second.iter().map(|u| u.id).collect();
}

/// Stands close behind something that covers it.
fn in_works(v: &ChakotenView<'_>, u: &Unit) -> bool {
    !u.inside.is_empty()
        || v.lines.iter().any(|l| {
            l.cover != Cover::None && l.path.nearest(u.base.front).is_some_and(|(off, _, _)| off < 2.5)
        })
}

impl Brigade {
    /// Where a regiment belongs when this turn is over.
    fn place_of(&self, u: &Unit) -> V2 {
        let r = self.forward.right();
        let slot = |i: usize, n: usize| (i as f64 - (n as f64 - 1.0) / 2.0) * FRONT;
        if let Some(i) = self.first.iter().position(|x| *x == u.id) {
            return self.line + r * slot(i, self.first.len());
        }
        if let Some(i) = self.second.iter().position(|x| *x == u.id) {
            return self.line + r * slot(i, self.second.len()) - self.forward * DEPTH;
        }
        self.line - self.forward * DEPTH
    }

    /// Where those go who belong on a flank: right of the first line or left of it.
    pub(super) fn flank(&self, right: bool, back: f64) -> V2 {
        let half = (self.first.len() as f64 * FRONT) / 2.0 + 6.0;
        self.line + self.forward.right() * if right { half } else { -half } - self.forward * back
    }
}

/// What is on the general's desk while he writes the orders of one turn.
pub(super) struct Desk<'v, 'a> {
    pub v: &'v ChakotenView<'a>,
    quick: bool,
    /// Where everybody of his own will be.
    where_to: Vec<(UnitId, Rect)>,
    supplied: Vec<String>,
    /// Little time is left.
    late: bool,
    fit: Fit,
}

/// Enemies who can fight, from west to east: where their middles are, and their places in the view's list.
struct Fit {
    row: Vec<(f64, usize)>,
    /// No part of any is farther from its middle.
    widest: f64,
}

impl Fit {
    fn of(v: &ChakotenView<'_>) -> Fit {
        let fit = || v.enemies.iter().enumerate().filter(|(_, e)| !e.fleeing && e.kind != Kind::Wagon);
        let mut row: Vec<(f64, usize)> = fit().map(|(i, e)| (e.rect.centre.x, i)).collect();
        row.sort_by(|a, b| a.0.total_cmp(&b.0));
        let widest = fit().map(|(_, e)| e.rect.half_width + e.rect.half_depth).fold(0.0, f64::max);
        Fit { row, widest }
    }
}

impl Desk<'_, '_> {
    /// The nearest enemy who can fight, and how far he is.
    pub(super) fn nearest(&self, u: &Unit) -> Option<(&Enemy, f64)> {
        let r = u.base.rect();
        let size = |r: &Rect| r.half_width + r.half_depth;
        let Fit { row, widest } = &self.fit;
        // From his place to the west and to the east, until nobody beyond can be nearer.
        let mut east = row.partition_point(|f| f.0 < r.centre.x);
        let mut west = east;
        let mut best: Option<(f64, usize)> = None;
        loop {
            let left = if west > 0 { r.centre.x - row[west - 1].0 } else { f64::INFINITY };
            let right = row.get(east).map_or(f64::INFINITY, |f| f.0 - r.centre.x);
            let beyond = left.min(right);
            if beyond == f64::INFINITY || best.is_some_and(|b| beyond - size(&r) - widest > b.0 + 1e-6) {
                break;
            }
            let i = if left <= right {
                west -= 1;
                row[west].1
            } else {
                east += 1;
                row[east - 1].1
            };
            let e = &self.v.enemies[i].rect;
            if best.is_some_and(|b| r.far_from(e, b.0)) {
                continue;
            }
            let gap = r.gap(e);
            // Of two as near the first in the list.
            if best.is_none_or(|b| gap < b.0 || (gap == b.0 && i < b.1)) {
                best = Some((gap, i));
            }
        }
        best.map(|(gap, i)| (&self.v.enemies[i], gap))
    }

    /// Does a friend stand across the line?
    pub(super) fn screened(&self, u: UnitId, from: V2, to: V2) -> bool {
        self.v
            .own
            .iter()
            .any(|o| !o.base.beside(from, to, 0.0) && o.id != u && o.base.rect().clip(from, to).is_some())
    }

    /// The enemy at whom a unit on foot can fire now, the nearest first.
    fn mark(&self, u: &Unit, farthest: f64) -> Option<(&Enemy, f64)> {
        let r = u.base.rect();
        let arc = data().d.small_arms_arc;
        self.v
            .enemies
            .iter()
            .filter(|e| !e.fleeing || e.base.front.dist(u.base.front) < 12.0)
            .filter_map(|e| {
                if r.far_from(&e.rect, farthest) {
                    return None;
                }
                let d = r.gap(&e.rect);
                let centre = e.base.centre();
                let ahead = u.base.local(centre);
                let straight = ahead.y > 0.0 && ahead.x.abs() < u.base.width / 2.0;
                let open = straight || degrees_to(&u.base, centre).abs() <= arc;
                (d <= farthest && open && !self.screened(u.id, u.base.front, centre)).then_some((e, d))
            })
            .min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.id.cmp(&b.0.id)))
    }

    fn fire(&self, u: &Unit, e: &Enemy, moment: Moment) -> Order {
        let at = if self.v.may_name(u.command, e.id) {
            self.v.label(e.id).map_or(Aim::Nearest, Aim::Unit)
        } else {
            Aim::Nearest
        };
        Order::Fire(FireOrder {
            moment,
            at,
            parts: Vec::new(),
            ammunition: None,
            guess: None,
            also: Vec::new(),
            repair: None,
        })
    }

    /// How far the unit can go straight on before it is on a friend's heels.
    pub(super) fn room(&self, u: &Unit, base: &Base, cm: f64) -> f64 {
        let r = base.rect();
        let mut free = cm;
        for (id, o) in &self.where_to {
            if *id == u.id || r.far_from(o, free + 1.0) {
                continue;
            }
            if let Some(t) = r.travel_to(o, base.dir) {
                free = free.min((t - 0.8).max(0.0));
            }
        }
        free
    }

    /// Notes where a unit will be.
    fn goes(&mut self, u: &Unit, m: &MoveOrder) {
        let mut x = u.clone();
        let rate = u
            .pace(chakoten_acw::unit::Haste::March)
            .and_then(|p| data().march(p, chakoten_acw::troop::Going::Ordinary))
            .unwrap_or(10.0);
        let mut left = rate;
        for s in &m.steps {
            match s {
                Step::March { cm } => {
                    let go = cm.unwrap_or(left).min(left);
                    left -= go;
                    x.base = x.base.moved(x.base.dir * go);
                }
                Step::To { x: px, y: py } => {
                    let p = v2(*px, *py);
                    let d = p.dist(x.base.front);
                    if d > 0.1 {
                        let dir = (p - x.base.front).unit();
                        let go = d.min(left);
                        left -= go;
                        x.base = x.base.at(x.base.front + dir * go, dir);
                    }
                }
                Step::Form { formation, .. } => {
                    chakoten_acw::stance::set_formation(&mut x, *formation, true, 0.0);
                }
                _ => {}
            }
        }
        if let Some(w) = self.where_to.iter_mut().find(|w| w.0 == u.id) {
            w.1 = x.base.rect();
        }
    }

    /// Infantry, and cavalry on foot.
    fn foot(&mut self, u: &Unit, b: &Brigade, ideas: &mut Vec<Order>) {
        if !u.locked.is_empty() {
            return;
        }
        let zones = u.weapon.map(|w| data().weapon(w).zones).unwrap_or_default();
        let zone = |i: usize, or: f64| zones[i].unwrap_or(or);
        let far = zone(3, 12.0);
        let mark = if u.ammunition { self.mark(u, far) } else { None };
        if u.pinned(self.v.turn) {
            if let Some((e, _)) = mark {
                ideas.push(self.fire(u, e, Moment::AtOnce));
            }
            ideas.push(Order::Reorganise);
            return;
        }
        if u.state == State::Disorder {
            ideas.push(Order::Reorganise);
            return;
        }
        if !u.inside.is_empty() {
            if let Some((e, _)) = mark {
                ideas.push(self.fire(u, e, Moment::AtOnce));
            }
            return;
        }
        if !u.ammunition && self.fetch_ammunition(u, ideas) {
            return;
        }
        let near = self.nearest(u);
        if let Some(a) = self.assault(u) {
            if a.score >= if self.late { 1.0 } else { 2.0 } {
                ideas.push(a.order);
            }
        }
        let holds = b.holds || in_works(self.v, u);
        let Some((e, d)) = near.filter(|n| n.1 <= NEAR) else {
            if !holds {
                self.march_on(u, b, near.map(|n| n.1), ideas);
            }
            return;
        };
        let chain = u.formation == Formation::Chain;
        let turn = degrees_to(&u.base, e.base.centre());
        // Deploy and front him first.
        if !chain && u.formation != Formation::Line {
            let mut steps = Vec::new();
            if turn.abs() > 20.0 {
                steps.push(Step::Face { degrees: oblique(turn) });
            }
            let water = water_at(self.v, &u.base.rect());
            if water {
                self.march_on(u, b, Some(d), ideas);
                return;
            }
            // A column with a friend before it is a support: it stays what it is.
            if self.second_line(u, e) && d > 20.0 {
                self.close_up(u, e, ideas);
                return;
            }
            steps.push(Step::Form { formation: Formation::Line, files: None, gap: None });
            ideas.push(moves(steps));
        }
        if let Some((m, cm)) = mark {
            // Better shots are worth a step forward while he cannot answer well.
            let good = zone(2, 9.0);
            let close = zone(1, 5.0);
            let weaker = e.figures * 10 < u.figures * 7 || e.lying_down;
            let wanted = if self.late || weaker { close } else { good };
            if cm <= wanted || holds || u.state == State::Slight {
                let horse = m.kind == Kind::Mounted && cm > 12.0 && cm < 55.0;
                let moment = if horse { Moment::Within { enemy: None, cm: 8.0 } } else { Moment::AtOnce };
                ideas.push(self.fire(u, m, moment));
                return;
            }
        }
        if turn.abs() > 27.0 && mark.is_none() && !self.second_line(u, e) {
            ideas.push(moves(vec![Step::Face { degrees: oblique(turn) }]));
            return;
        }
        if holds {
            if let Some((m, _)) = mark {
                ideas.push(self.fire(u, m, Moment::AtOnce));
            }
            return;
        }
        if self.second_line(u, e) {
            self.close_up(u, e, ideas);
            return;
        }
        let stop = if self.late { zone(1, 5.0) } else { zone(2, 9.0) - 3.0 };
        let go = self.room(u, &u.base, (d - stop).max(0.0));
        if go > 1.5 && turn.abs() < 30.0 {
            ideas.push(march(u, turn, go));
        }
        if let Some((m, _)) = mark {
            ideas.push(self.fire(u, m, Moment::AtOnce));
        }
    }

    /// Is a friend who fights between it and the enemy?
    fn second_line(&self, u: &Unit, e: &Enemy) -> bool {
        let to = e.base.centre();
        self.v.own.iter().any(|o| {
            o.id != u.id
                && o.arm != Arm::Wagon
                && o.state <= State::Slight
                && !o.base.beside(u.base.front, to, 0.0)
                && o.base.front.dist(to) < u.base.front.dist(to)
                && o.base.rect().clip(u.base.front, to).is_some()
        })
    }

    /// A support keeps within reach of the line before it, and no nearer.
    fn close_up(&self, u: &Unit, e: &Enemy, ideas: &mut Vec<Order>) {
        let turn = degrees_to(&u.base, e.base.centre());
        if turn.abs() > 35.0 {
            ideas.push(moves(vec![Step::Face { degrees: oblique(turn) }]));
            return;
        }
        let go = self.room(u, &u.base, 40.0);
        if go > 14.0 {
            ideas.push(moves(vec![Step::March { cm: Some((go - 10.0).min(20.0)) }]));
        }
    }

    /// To its place in the brigade's line.
    fn march_on(&self, u: &Unit, b: &Brigade, enemy: Option<f64>, ideas: &mut Vec<Order>) {
        let place = b.place_of(u);
        let place =
            v2(place.x.clamp(4.0, self.v.ground.width - 4.0), place.y.clamp(4.0, self.v.ground.depth - 4.0));
        let way = place - u.base.front;
        let mut cm = way.len();
        if let Some(d) = enemy {
            cm = cm.min((d - DEPLOY).max(3.0));
        }
        if cm < 3.0 {
            // There: front the right way, in line.
            let turn = degrees_to(&u.base, u.base.front + b.forward * 10.0);
            let mut steps = Vec::new();
            if turn.abs() > 25.0 {
                steps.push(Step::Face { degrees: oblique(turn) });
            }
            if matches!(u.formation, Formation::MarchColumn | Formation::AttackColumn)
                && !water_at(self.v, &u.base.rect())
                && b.goal.dist(b.line) < 5.0
            {
                steps.push(Step::Form { formation: Formation::Line, files: None, gap: None });
            }
            if !steps.is_empty() {
                ideas.push(moves(steps));
            }
            return;
        }
        let column = if u.figures > 12 { Formation::AttackColumn } else { Formation::MarchColumn };
        let dir = way.unit();
        let ahead = Base { dir, ..u.base };
        let wet = water_at(self.v, &ahead.ahead(cm.min(25.0), 0.0)) || water_at(self.v, &u.base.rect());
        let want = if wet { Formation::MarchColumn } else { column };
        let chain = u.formation == Formation::Chain;
        let mut steps = Vec::new();
        let columns = matches!(u.formation, Formation::MarchColumn | Formation::AttackColumn);
        if !chain && u.formation != want && (cm > 18.0 || wet) && !(columns && !wet && cm < 25.0) {
            steps.push(Step::Form { formation: want, files: None, gap: None });
        }
        let turn = degrees_to(&u.base, place);
        if turn.abs() > 100.0 || (u.formation == Formation::Line && turn.abs() > 40.0) {
            steps.push(Step::Face { degrees: oblique(turn) });
            ideas.push(moves(steps));
            return;
        }
        let free = self.room(u, &u.base.at(u.base.front, dir), cm);
        if free < 2.0 {
            // Round the friend ahead: nothing to do but wait, or take the formation meanwhile.
            if !steps.is_empty() {
                ideas.push(moves(steps));
            }
            return;
        }
        let to = u.base.front + dir * free;
        steps.push(Step::To { x: to.x, y: to.y });
        ideas.push(moves(steps.clone()));
        steps.pop();
        steps.push(Step::March { cm: Some(free) });
        if turn.abs() < 20.0 {
            ideas.push(moves(steps));
        } else {
            ideas.push(moves(vec![Step::Face { degrees: oblique(turn) }]));
        }
    }

    /// Goes to the nearest wagon, or takes what it has. Says whether there is one worth the way.
    pub(super) fn fetch_ammunition(&self, u: &Unit, ideas: &mut Vec<Order>) -> bool {
        let r = u.base.rect();
        let wagon = self
            .v
            .own
            .iter()
            .filter(|w| w.arm == Arm::Wagon && w.figures > 0)
            .map(|w| (r.gap(&w.base.rect()), *w))
            .filter(|w| w.0 < 90.0)
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
        let Some((d, w)) = wagon else { return false };
        if d <= table::EPS {
            if self.supplied.iter().filter(|x| ***x == *w.code).count() < 2 {
                ideas.push(Order::Resupply { wagon: w.code.to_string() });
            }
            return true;
        }
        if u.arm == Arm::Artillery {
            return false;
        }
        let to = w.base.centre();
        let turn = degrees_to(&u.base, to);
        if turn.abs() > 45.0 {
            ideas.push(moves(vec![Step::Face { degrees: oblique(turn) }]));
            return true;
        }
        // Up to it: the march halts at base contact.
        let way = u.base.at(u.base.front, (to - u.base.front).unit());
        let cm = way.rect().travel_to(&w.base.rect(), way.dir).unwrap_or(d);
        let p = u.base.front + way.dir * cm;
        ideas.push(moves(vec![Step::To { x: p.x, y: p.y }]));
        true
    }

    /// The attack that promises most.
    fn assault(&self, u: &Unit) -> Option<Assault> {
        if u.state > State::Slight || u.figures < 8 || u.formation == Formation::Chain {
            return None;
        }
        let mounted = u.kind() == Kind::Mounted;
        let rate = match (mounted, u.formation) {
            (true, _) if u.record.in_motion => 50.0,
            (true, _) => 28.0,
            (false, Formation::Line) => 19.0,
            (false, Formation::AttackColumn | Formation::MarchColumn) => 28.0,
            _ => return None,
        };
        let r = u.base.rect();
        let mut best: Option<Assault> = None;
        for e in &self.v.enemies {
            if e.fleeing || r.far_from(&e.rect, rate) || e.inside {
                continue;
            }
            let to = e.base.centre();
            let turn = degrees_to(&u.base, to);
            if turn.abs() > 40.0 {
                continue;
            }
            let cm = r.gap(&e.rect) + turn.abs() / 90.0 * 1.5 * u.base.width;
            if cm > rate || self.screened(u.id, u.base.front, to) {
                continue;
            }
            let way = u.base.at(u.base.front, (to - u.base.front).unit());
            if self.room(u, &way, cm) + 1.0 < r.gap(&e.rect) - 2.0 {
                continue;
            }
            let score = self.promise(u, e, mounted);
            if best.as_ref().is_some_and(|b| b.score >= score) {
                continue;
            }
            let charge = Order::Move(MoveOrder {
                steps: if turn.abs() > 4.0 {
                    vec![Step::Wheel { degrees: turn }, Step::March { cm: None }]
                } else {
                    vec![Step::March { cm: None }]
                },
                attack: true,
                charge: true,
                target: if self.v.may_name(u.command, e.id) { self.v.label(e.id) } else { None },
                repair: None,
            });
            if self.v.lawful(u.id, &charge).is_some() {
                best = Some(Assault { score, order: charge });
                continue;
            }
            let walk = match charge {
                Order::Move(m) => Order::Move(MoveOrder { charge: false, ..m }),
                o => o,
            };
            let slow = if u.formation == Formation::Line && !mounted { 11.0 } else { 24.0 };
            if !self.quick && cm <= slow && score > 1.0 && self.v.lawful(u.id, &walk).is_some() {
                best = Some(Assault { score: score - 1.0, order: walk });
            }
        }
        best
    }

    /// What the shock roll promises, less what his fire will cost on the way in.
    fn promise(&self, u: &Unit, e: &Enemy, mounted: bool) -> f64 {
        let mut s = 0.0;
        let (own, his) = (f64::from(u.figures), f64::from(e.figures.max(1)));
        if own >= 3.0 * his {
            s += 2.0;
        } else if own >= 2.0 * his {
            s += 1.0;
        }
        // His front against our way in.
        let bearing = degrees_to(&e.base, u.base.front).abs();
        let close = matches!(e.kind, Kind::Infantry | Kind::Dismounted | Kind::Mounted);
        if bearing > 130.0 {
            s += 2.0;
        } else if bearing > 75.0 && close {
            s += 4.0;
        }
        s += match e.formation {
            Formation::Chain => 3.0,
            Formation::ThinLine | Formation::MarchColumn => 2.0,
            _ => 0.0,
        };
        if e.lying_down {
            s += 2.0;
        }
        if u.state == State::Slight {
            s -= 2.0;
        }
        if mounted && e.kind != Kind::Mounted {
            s += 1.0;
        }
        let behind = u.base.behind(20.0);
        if self.v.own.iter().any(|o| {
            let far = o.base.rect().far_from(&behind, 0.0);
            !far && o.id != u.id && o.close() && o.state <= State::Slight && o.base.rect().gap(&behind) <= 0.0
        }) {
            s += 1.0;
        }
        s += 1.0; // the charge move
        let arc = if e.kind == Kind::Unlimbered { 50.0 } else { 38.0 };
        if bearing <= arc {
            let men = match e.kind {
                Kind::Infantry | Kind::Dismounted => {
                    f64::from(e.figures.min(2 * e.files)) / 6.0 * if e.lying_down { 4.0 } else { 7.5 }
                }
                Kind::Mounted => f64::from(e.figures.min(2 * e.files)) / 6.0 * 3.0,
                Kind::Unlimbered => 45.0,
                _ => 0.0,
            };
            let deep = if u.formation == Formation::AttackColumn { 1.3 } else { 1.0 };
            let figures = men * deep / 20.0;
            s -= if figures < 1.0 { figures } else { 1.0 + (figures - 1.0) * 3.0 };
        }
        s
    }

    /// Cavalry: charges what is helpless or turned away, fights on foot otherwise.
    fn cavalry(&mut self, u: &Unit, b: &Brigade, ideas: &mut Vec<Order>) {
        if !u.mounted {
            self.foot(u, b, ideas);
            return;
        }
        if !u.locked.is_empty() {
            return;
        }
        if u.state == State::Disorder {
            ideas.push(Order::Reorganise);
            return;
        }
        if let Some(a) = self.assault(u).filter(|a| a.score >= 3.0) {
            ideas.push(a.order);
        }
        let near = self.nearest(u);
        if let Some((e, d)) = near.filter(|n| n.1 < 45.0) {
            let turn = degrees_to(&u.base, e.base.centre());
            if d < 16.0 && turn.abs() < 60.0 && u.figures < e.figures {
                // Too near to get off: back out.
                ideas.push(moves(vec![Step::Face { degrees: 180.0 }, Step::March { cm: Some(20.0) }]));
            }
            let mut steps = Vec::new();
            if turn.abs() > 20.0 {
                steps.push(Step::Face { degrees: oblique(turn) });
            }
            if u.formation != Formation::Line {
                steps.push(Step::Form { formation: Formation::Line, files: None, gap: None });
            }
            steps.push(Step::Dismount);
            ideas.push(moves(steps));
            return;
        }
        let right = (u.base.front - b.centre).dot(b.forward.right()) >= 0.0;
        let to = b.flank(right, 12.0);
        self.ride(u, to, near.map(|n| n.1), ideas);
    }

    /// Towards a place, however far.
    pub(super) fn ride(&self, u: &Unit, to: V2, enemy: Option<f64>, ideas: &mut Vec<Order>) {
        let to = v2(to.x.clamp(6.0, self.v.ground.width - 6.0), to.y.clamp(6.0, self.v.ground.depth - 6.0));
        let way = to - u.base.front;
        let mut cm = way.len().min(40.0);
        if let Some(d) = enemy {
            cm = cm.min((d - DEPLOY).max(0.0));
        }
        if cm < 5.0 {
            return;
        }
        let turn = degrees_to(&u.base, to);
        if turn.abs() > 90.0 {
            ideas.push(moves(vec![Step::Face { degrees: oblique(turn) }]));
            return;
        }
        let dir = way.unit();
        let free = self.room(u, &u.base.at(u.base.front, dir), cm);
        if free < 3.0 {
            return;
        }
        let p = u.base.front + dir * free;
        ideas.push(moves(vec![Step::To { x: p.x, y: p.y }]));
        if turn.abs() < 30.0 {
            ideas.push(moves(vec![Step::March { cm: Some(free) }]));
        }
    }

    /// Wagons follow at a distance and keep out of the enemy's way.
    fn wagon(&self, u: &Unit, b: &Brigade, ideas: &mut Vec<Order>) {
        let near = self.nearest(u).map(|n| n.1);
        if near.is_some_and(|d| d < 40.0)
            || self.v.own.iter().any(|o| !o.ammunition && o.base.rect().gap(&u.base.rect()) < 30.0)
        {
            return;
        }
        let to = b.line - b.forward * 45.0;
        if to.dist(u.base.front) > 15.0 && (to - u.base.front).dot(b.forward) > 0.0 {
            self.ride(u, to, None, ideas);
        }
    }
}

/// A turn that is no quarter facing: a line turned by exactly 90 degrees becomes a column (02.05.4).
pub(super) fn oblique(degrees: f64) -> f64 {
    let d = degrees.clamp(-180.0, 180.0);
    if d.abs() > 165.0 {
        return 180.0;
    }
    if (d.abs() - 90.0).abs() < 1.0 { 88.0 * d.signum() } else { d }
}

pub(super) fn moves(steps: Vec<Step>) -> Order {
    Order::Move(MoveOrder { steps, ..MoveOrder::default() })
}

/// Straight on, with a small wheel if it helps.
fn march(u: &Unit, turn: f64, cm: f64) -> Order {
    if turn.abs() > 10.0 && u.base.width < 16.0 {
        return moves(vec![Step::Wheel { degrees: turn.clamp(-20.0, 20.0) }, Step::March { cm: Some(cm) }]);
    }
    moves(vec![Step::March { cm: Some(cm) }])
}

/// Is there swamp or water that only columns and chains can cross?
fn water_at(v: &ChakotenView<'_>, r: &Rect) -> bool {
    v.ground
        .patches
        .iter()
        .any(|p| matches!(p.kind, PatchKind::Swamp | PatchKind::Watercourse) && p.area.touches(r))
}
