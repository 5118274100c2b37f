//! Plays by rules of thumb: keeps its line, brings massed fire to bear, charges what it can beat, turns flanks, looks
//! after its camp. Fast enough for thousands of battles.

use super::Commander;
use bbdba_acw::battle::{Awaits, Battle, View};
use bbdba_acw::field::{CampState, Element, Fate};
use bbdba_acw::order::{Against, Facet, Manner, MoveOrder, Step};
use bbdba_acw::{Answer, ElementId, Field, Side, Target, Troop, contact, moves, scenario};
use table::{Base, V2};
use umpire::Seeded;

/// What a commander has a mind to do this turn. [`super::Steady`] tries several and keeps the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posture {
    /// Advance into the enemy's range (1) or wait for him (0).
    pub press: f64,
    /// Charge at what chance of success (in die pips of advantage needed).
    pub charge: f64,
    /// How far inside its own range a line halts to shoot, in paces.
    pub close_in: f64,
    /// How much a flank or rear attack is worth.
    pub flank: f64,
}

impl Posture {
    pub const PRESS: Posture = Posture { press: 1.0, charge: 1.0, close_in: 15.0, flank: 1.0 };
    pub const HOLD: Posture = Posture { press: 0.0, charge: 2.0, close_in: 15.0, flank: 1.0 };
    pub const STORM: Posture = Posture { press: 1.0, charge: -1.0, close_in: 150.0, flank: 1.5 };
}

/// The quick commander.
#[derive(Clone, Debug)]
pub struct Quick {
    dice: Seeded,
    posture: Option<Posture>,
    turn: u32,
    queue: Vec<MoveOrder>,
    replans: u8,
}

impl Quick {
    pub fn new(seed: u64) -> Quick {
        Quick { dice: Seeded::from_number(seed), posture: None, turn: 0, queue: Vec::new(), replans: 0 }
    }

    /// A quick commander with a fixed mind.
    pub fn with(posture: Posture, seed: u64) -> Quick {
        Quick { posture: Some(posture), ..Quick::new(seed) }
    }

    fn posture(&self, f: &Field, side: Side) -> Posture {
        self.posture.unwrap_or_else(|| {
            // The attacker attacks; the defender waits for him, but not for ever.
            let attacks = (f.bound % 2 == 1) == (f.active == side);
            if attacks || f.bound > 12 { Posture::PRESS } else { Posture::HOLD }
        })
    }

    fn next_move(&mut self, v: &View<'_>) -> Answer {
        let f = v.field;
        if self.turn != f.bound {
            self.turn = f.bound;
            self.replans = 0;
            self.queue = intents(f, v.side, self.posture(f, v.side));
        }
        loop {
            while let Some(order) = self.queue.pop() {
                if order.elements.iter().all(|e| f[*e].on_table() && f[*e].moves == 0)
                    && moves::plan(f, &order).is_ok()
                {
                    return Answer::Move(order);
                }
            }
            // Points left: look once more at the table as it now is.
            if self.replans >= 1 || f.army(v.side).commands.iter().all(|c| c.points == 0) {
                return Answer::EndMoves;
            }
            self.replans += 1;
            self.queue = intents(f, v.side, self.posture(f, v.side));
        }
    }
}

impl Commander for Quick {
    fn decide(&mut self, v: &View<'_>) -> Answer {
        match v.awaits {
            Awaits::Move => self.next_move(v),
            Awaits::Call { targets } => Answer::Call { target: next_call(v.field, v.side, targets) },
            Awaits::Shoot { target, shooters } => fire(v.field, *target, shooters),
            Awaits::Fight { bouts } => {
                let (element, against) = next_fight(v.field, v.side, bouts);
                Answer::Fight { element, against }
            }
            Awaits::Rank => Answer::Rank { order: ranking(v) },
            Awaits::Deploy { commands, all } => {
                let style = self.dice.below(4);
                let b = Battle::imagined(v, Seeded::from_number(0));
                let elements = if *all {
                    b.deploy_all(v.side, commands, style)
                } else {
                    scenario::auto_deploy(v.field, v.side, commands[0], style)
                };
                Answer::Deploy { elements }
            }
            Awaits::Terrain | Awaits::Edge | Awaits::Camp => {
                let b = Battle::imagined(v, Seeded::from_number(0));
                let mut offers = b.offers(v.side, v.awaits).0;
                let n = self.dice.below(offers.len().max(1) as u32) as usize;
                if offers.is_empty() { Answer::EndMoves } else { offers.swap_remove(n) }
            }
        }
    }
}

/// The largest command gets the best die.
fn ranking(v: &View<'_>) -> Vec<u8> {
    let c = &v.field.army(v.side).commands;
    let mut order: Vec<usize> = (0..c.len()).filter(|i| !c[*i].allied).collect();
    order.sort_by_key(|i| std::cmp::Reverse(c[*i].strength));
    order.into_iter().map(|i| i as u8 + 1).collect()
}

/// As the passive player: our own shots first, at what is worth most; then the enemy's.
fn next_call(f: &Field, side: Side, targets: &[Target]) -> Target {
    let worth = |t: &Target| {
        let ours = t.side() == side;
        let value = match t {
            Target::Camp(_) => 1,
            Target::Element(e) => match f[*e].troop {
                Troop::Artillery => 6,
                Troop::Cavalry => 5,
                Troop::Commander => 4,
                _ => 3,
            },
        };
        if ours { -value } else { value }
    };
    *targets.iter().max_by_key(|t| worth(t)).expect("a call is asked only where there is a target")
}

/// The strongest shooter fires, with as many others as may.
fn fire(f: &Field, target: Target, shooters: &[Target]) -> Answer {
    let foot = match target {
        Target::Element(e) => usize::from(f[e].troop.is_mounted()),
        Target::Camp(_) => 0,
    };
    let strength = |t: &Target| match t {
        Target::Camp(_) => Troop::Camp.stats().shooting[foot],
        Target::Element(e) => f[*e].troop.stats().shooting[foot],
    };
    let behind = |t: &Target| match (t, target) {
        // Flank fire: wholly behind the target's front line.
        (Target::Element(s), Target::Element(e)) => {
            let b = &f[e].base;
            f[*s].base.corners().iter().all(|c| b.local(*c).y <= 0.0)
        }
        _ => false,
    };
    let main = *shooters
        .iter()
        .max_by_key(|t| (strength(t) + if behind(t) { 2 } else { 0 }, std::cmp::Reverse(**t)))
        .expect("a shot is asked only where there is a shooter");
    if main.element().is_none() {
        return Answer::Shoot { main, with: vec![] };
    }
    let with: Vec<ElementId> =
        shooters.iter().filter(|s| **s != main).filter_map(|s| s.element()).take(2).collect();
    // Alone against stronger troops that can answer, light troops keep quiet.
    if with.is_empty() {
        if let Target::Element(e) = target {
            let their = f[e].troop.stats();
            let answers = their.range.is_some_and(|r| {
                main.element().is_some_and(|m| f[m].rect().gap(&f[e].rect()) <= r) && !f[e].has_shot
            });
            if answers && strength(&main) + 2 <= their.shooting[0] {
                return Answer::HoldFire;
            }
        }
    }
    Answer::Shoot { main, with }
}

/// The combat we are likeliest to win first: what falls may leave an overlap for the next.
fn next_fight(f: &Field, side: Side, bouts: &[(ElementId, Target)]) -> (ElementId, Target) {
    *bouts
        .iter()
        .max_by_key(|(a, b)| {
            let (own, foe) = match b {
                Target::Element(e) if a.side() != side => (*e, Target::Element(*a)),
                _ => (*a, *b),
            };
            (advantage(f, own, foe, &f[own].base) * 10.0) as i32
        })
        .expect("a fight is asked only where there is one")
}

/// A rough count of the pips by which `own`, standing at `at`, is better than `foe` in close combat.
fn advantage(f: &Field, own: ElementId, foe: Target, at: &Base) -> f64 {
    let me = f[own].troop;
    let (foe_troop, foe_base) = match foe {
        Target::Camp(_) => return f64::from(me.stats().melee[0]) - 4.0,
        Target::Element(e) => (f[e].troop, f[e].base),
    };
    let mut d = f64::from(me.stats().melee[usize::from(foe_troop.is_mounted())])
        - f64::from(foe_troop.stats().melee[usize::from(me.is_mounted())]);
    let heavy = |t: Troop, b: &Base| {
        if matches!(t, Troop::Jaeger | Troop::Dismounted) { false } else { f.terrain.heavy(&b.rect()) }
    };
    if heavy(me, at) {
        d -= 2.0;
    }
    if heavy(foe_troop, &foe_base) {
        d += 2.0;
    }
    if me == Troop::Cavalry {
        d += 1.0;
        if f.terrain.heavy(&foe_base.rect()) {
            d -= 2.0;
        }
    }
    // Friends and enemies level beside the fight.
    for e in f.near(at.rect().bounds(), 90.0) {
        if e.id == own || foe == Target::Element(e.id) || e.is_commander() {
            continue;
        }
        let l = at.local(e.base.front);
        if l.y.abs() < 20.0 && (l.x.abs() - at.width).abs() < 20.0 {
            d += if e.side() == own.side() { 0.7 } else { -0.7 };
        }
    }
    d
}

/// What a group could do, and how much it is worth.
struct Idea {
    worth: f64,
    order: MoveOrder,
}

fn single(e: ElementId, to: Base, against: Option<Against>) -> MoveOrder {
    MoveOrder {
        elements: vec![e],
        how: Manner::Legs(vec![to.pose()]),
        dismount: false,
        with: vec![],
        against,
    }
}

/// The moves to try this turn, the best last.
fn intents(f: &Field, side: Side, p: Posture) -> Vec<MoveOrder> {
    let mut ideas = Vec::new();
    for group in moves::groups(f, side) {
        let lead = &f[group[0]];
        let command = &f.army(side).commands[usize::from(lead.command)];
        if command.points == 0 || command.demoralised {
            continue;
        }
        if group.len() > 1 {
            group_ideas(f, side, &group, p, &mut ideas);
        }
        for id in &group {
            element_ideas(f, side, *id, group.len(), p, &mut ideas);
        }
    }
    for c in &f.army(side).commands {
        if c.points > 0 {
            commander_idea(f, side, c.commander, &mut ideas);
        }
    }
    ideas.retain(|i| i.worth > 0.0);
    ideas.sort_by(|a, b| a.worth.total_cmp(&b.worth));
    ideas.into_iter().map(|i| i.order).collect()
}

fn enemies<'a>(f: &'a Field, side: Side, at: &Base, reach: f64) -> impl Iterator<Item = &'a Element> + 'a {
    f.near(at.rect().bounds(), reach).filter(move |e| e.side() != side)
}

/// The nearest enemy and its distance; looks further only if there is nobody near.
fn nearest(f: &Field, side: Side, at: &Base) -> Option<(ElementId, f64)> {
    for reach in [600.0, 1600.0, 1.0e5] {
        let r = at.rect();
        let found = enemies(f, side, at, reach)
            .filter(|e| !e.is_commander())
            .map(|e| (e.id, e.rect().gap(&r)))
            .min_by(|a, b| a.1.total_cmp(&b.1));
        if found.is_some_and(|(_, d)| d <= reach) {
            return found;
        }
    }
    None
}

/// The distance at which this troop wants to stand from the enemy to shoot.
fn stand_off(f: &Field, t: Troop, p: Posture) -> f64 {
    let _ = f;
    match t.stats().range {
        Some(r) if t == Troop::Artillery => (r - 100.0).min(600.0),
        Some(r) => (r - p.close_in).max(90.0),
        None => 420.0,
    }
}

fn group_ideas(f: &Field, side: Side, group: &[ElementId], p: Posture, ideas: &mut Vec<Idea>) {
    if group.iter().any(|e| f[*e].moves > 0 || f.in_close_combat(*e)) {
        return;
    }
    let lead = f[group[0]].base;
    let allow = group.iter().map(|e| f[*e].troop.stats().move_good).fold(f64::INFINITY, f64::min);
    let Some((foe, _)) =
        group.iter().filter_map(|e| nearest(f, side, &f[*e].base)).min_by(|a, b| a.1.total_cmp(&b.1))
    else {
        return;
    };
    let n = group.len() as f64;
    // The front corners of the group, seen along its facing.
    let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
    for e in group {
        let l = lead.local(f[*e].base.front);
        left = left.min(l.x - 80.0);
        right = right.max(l.x + 80.0);
    }
    let middle = lead.world(table::v2((left + right) / 2.0, 0.0));
    let toward = (f[foe].base.centre() - middle).unit();
    let off = lead.dir.turn_to(toward).to_degrees();
    let width = right - left;
    // How far ahead until the first of us would be where it wants to stand.
    let mut ahead = f64::INFINITY;
    let mut touch = f64::INFINITY;
    for e in group {
        let r = f[*e].rect();
        let want = stand_off(f, f[*e].troop, p);
        for o in enemies(f, side, &f[*e].base, allow + 500.0).filter(|o| !o.is_commander()) {
            let d = o.rect().gap(&r);
            let in_front = f[*e].base.local(o.base.centre()).y > 0.0;
            if in_front {
                ahead = ahead.min(d - want);
            }
            if let Some(t) = r.travel_to(&o.rect(), lead.dir) {
                touch = touch.min(t);
            }
        }
    }
    let turn = if off.abs() > 25.0 && off.abs() < 100.0 {
        // Wheel toward the enemy as far as the outer corner can go.
        let most = (allow / width).to_degrees();
        Some(off.abs().min(most).min(60.0))
    } else {
        None
    };
    let order = |steps: Vec<Step>| MoveOrder {
        elements: group.to_vec(),
        how: Manner::Group(steps),
        dismount: false,
        with: vec![],
        against: None,
    };
    if let Some(t) = turn {
        let step = if off > 0.0 { Step::WheelLeft(t * 0.98) } else { Step::WheelRight(t * 0.98) };
        ideas.push(Idea { worth: n * 0.6 * p.press, order: order(vec![step]) });
        return;
    }
    if touch <= allow {
        // A charge in line: worth it where the pairs that would meet favour us.
        let mut sum = 0.0;
        let mut pairs = 0.0;
        for e in group {
            let at = f[*e].base.moved(lead.dir * touch);
            for o in enemies(f, side, &at, 5.0).filter(|o| !o.is_commander()) {
                if at.local(o.base.front).y.abs() < 30.0 && at.local(o.base.front).x.abs() < 80.0 {
                    sum += advantage(f, *e, Target::Element(o.id), &at);
                    pairs += 1.0;
                }
            }
        }
        if pairs > 0.0 && sum / pairs >= p.charge {
            ideas
                .push(Idea { worth: 3.0 + sum, order: order(vec![Step::Advance((touch + 2.0).min(allow))]) });
        }
    }
    if p.press > 0.0 {
        let go = ahead.min(allow).min(touch - 3.0);
        if go > 15.0 {
            ideas.push(Idea {
                worth: n * (0.2 + go / allow) * p.press,
                order: order(vec![Step::Advance(go.floor())]),
            });
            // Where the whole line cannot go, half the way may do.
            if go > 120.0 {
                ideas.push(Idea {
                    worth: n * 0.1 * p.press,
                    order: order(vec![Step::Advance((go / 2.0).floor())]),
                });
            }
        }
    }
}

fn element_ideas(f: &Field, side: Side, id: ElementId, group: usize, p: Posture, ideas: &mut Vec<Idea>) {
    let e = &f[id];
    if e.moves > 0 || e.is_commander() || f.front_to_front(id) {
        return;
    }
    let allow = e.troop.stats().move_good;
    let near_edge = |b: &Base| f.off_table(b);
    // Charge what can be beaten, on the best side of it.
    if e.troop != Troop::Artillery {
        for o in enemies(f, side, &e.base, allow) {
            if o.is_commander() || o.rect().gap(&e.rect()) > allow {
                continue;
            }
            let busy = f.front_opponent(o.id).is_some();
            for on in [Facet::Front, Facet::LeftFlank, Facet::RightFlank, Facet::Rear] {
                if on == Facet::Front && busy {
                    continue;
                }
                let to = contact::aligned(&e.base, &o.base, on);
                if e.base.front_left().dist(to.front_left()).max(e.base.front_right().dist(to.front_right()))
                    > allow + 60.0
                    || near_edge(&to)
                {
                    continue;
                }
                let mut worth = advantage(f, id, Target::Element(o.id), &to) - p.charge;
                if on != Facet::Front {
                    worth += if busy { 2.5 } else { 1.0 } * p.flank;
                }
                if group > 2 && on == Facet::Front {
                    worth -= 0.5;
                }
                if worth > 0.0 {
                    ideas.push(Idea {
                        worth: 1.5 + worth,
                        order: single(id, to, Some(Against { foe: Target::Element(o.id), on })),
                    });
                }
            }
        }
        if let Some(c) = f.army(side.other()).camp.as_ref().filter(|c| c.state != CampState::Plundered) {
            if c.rect.gap(&e.rect()) <= allow {
                if let Some(to) = camp_side(&e.base, c.rect) {
                    ideas.push(Idea {
                        worth: if c.state == CampState::Silenced { 6.0 } else { 1.0 },
                        order: single(
                            id,
                            to,
                            Some(Against { foe: Target::Camp(side.other()), on: Facet::Front }),
                        ),
                    });
                }
            }
        }
    }
    if group > 1 {
        return;
    }
    // Alone: back into line beside a friend, or up to where it can shoot.
    let Some((foe, d)) = nearest(f, side, &e.base) else { return };
    let want = stand_off(f, e.troop, p);
    let mut best: Option<(f64, Base)> = None;
    for o in f.near(e.base.rect().bounds(), allow + 200.0) {
        if o.id == id || o.side() != side || o.is_commander() || o.command != e.command {
            continue;
        }
        if (o.troop == Troop::Artillery) != (e.troop == Troop::Artillery) {
            continue;
        }
        for s in [-1.0, 1.0] {
            let to = e.base.at(o.base.front + o.base.dir.right() * (o.base.width * s), o.base.dir);
            let way =
                e.base.front_left().dist(to.front_left()).max(e.base.front_right().dist(to.front_right()));
            if way > allow || way < 5.0 || near_edge(&to) || taken(f, id, &to) {
                continue;
            }
            let gain = 1.2 - way / allow * 0.3;
            if best.is_none_or(|(g, _)| gain > g) {
                best = Some((gain, to));
            }
        }
    }
    if let Some((g, to)) = best {
        ideas.push(Idea { worth: g, order: single(id, to, None) });
    }
    if (p.press > 0.0 || e.troop == Troop::Artillery) && d > want + 20.0 {
        let dir = (f[foe].base.centre() - e.base.centre()).unit();
        let go = (d - want).min(allow * 0.95);
        let to = e.base.at(e.base.front + dir * go, turned_toward(e.base.dir, dir));
        if !near_edge(&to) && !taken(f, id, &to) {
            ideas.push(Idea { worth: 0.5 * go / allow, order: single(id, to, None) });
        }
    } else if d <= want && e.base.dir.angle_to((f[foe].base.centre() - e.base.front).unit()) > 0.9 {
        // Face the enemy.
        let dir = (f[foe].base.centre() - e.base.centre()).unit();
        let to = e.base.at(e.base.centre() + dir * (e.base.depth / 2.0), dir);
        if !near_edge(&to) && !taken(f, id, &to) {
            ideas.push(Idea { worth: 0.8, order: single(id, to, None) });
        }
    }
}

/// Facing along one of the axes if that is nearly where the enemy is: lines form more easily.
fn turned_toward(_own: V2, dir: V2) -> V2 {
    for d in [0.0, 90.0, 180.0, 270.0] {
        let a = V2::bearing(d);
        if a.dot(dir) > 0.92 {
            return a;
        }
    }
    dir
}

fn taken(f: &Field, id: ElementId, to: &Base) -> bool {
    let r = to.rect();
    f.near(r.bounds(), 0.0).any(|o| o.id != id && !o.is_commander() && o.rect().penetration(&r) > 1.0)
        || f.in_camp(&r)
        || f.terrain.impassable(&r)
}

/// Where an element stands in full front contact with the nearest side of a camp.
fn camp_side(from: &Base, camp: table::Rect) -> Option<Base> {
    let mut best: Option<(f64, Base)> = None;
    for (normal, half, extent) in [
        (camp.dir, camp.half_depth, camp.half_width),
        (-camp.dir, camp.half_depth, camp.half_width),
        (camp.dir.right(), camp.half_width, camp.half_depth),
        (-camp.dir.right(), camp.half_width, camp.half_depth),
    ] {
        let along = (from.front - camp.centre).dot(normal.right());
        let room = (extent - from.width / 2.0).abs();
        let at = camp.centre + normal * half + normal.right() * along.clamp(-room, room);
        let to = from.at(at, -normal);
        let way = from.front.dist(to.front);
        if best.is_none_or(|(w, _)| way < w) {
            best = Some((way, to));
        }
    }
    best.map(|(_, b)| b)
}

/// The commander stays behind the middle of his command.
fn commander_idea(f: &Field, side: Side, id: ElementId, ideas: &mut Vec<Idea>) {
    let Some(c) = f.get(id).filter(|c| c.on_table() && c.side() == side && c.moves == 0) else { return };
    let (mut sum, mut n, mut dir) = (table::v2(0.0, 0.0), 0.0, table::v2(0.0, 0.0));
    for e in f
        .army(side)
        .elements
        .iter()
        .filter(|e| e.fate == Fate::OnTable && e.command == c.command && e.id != id)
    {
        sum += e.base.centre();
        dir += e.base.dir;
        n += 1.0;
    }
    if n == 0.0 {
        return;
    }
    let middle = sum * (1.0 / n) - dir.unit() * 220.0;
    let way = middle - c.base.centre();
    let far = way.len();
    if far < 700.0 {
        return;
    }
    let go = way.unit() * far.min(480.0);
    let to = c.base.moved(go);
    if !f.off_table(&to) && !taken(f, id, &to) {
        ideas.push(Idea { worth: 0.4, order: single(id, to, None) });
    }
}
