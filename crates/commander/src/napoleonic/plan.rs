//! The plan of the turn: from the tasks of the briefing what each brigade is about, where its lines belong, and whom somebody
//! has to look after.

use super::desk::mean;
use super::march::turns_for;
use super::{Enemy, NapoleonicView};
use crate::common::routes;
use crate::common::sorted::west_to_east;
use chakoten_napoleonic::field::Edge;
use chakoten_napoleonic::ground::grown;
use chakoten_napoleonic::scenario::{TaskKind, When};
use chakoten_napoleonic::troop::Arm;
use chakoten_napoleonic::unit::{CommandId, Unit, UnitId};
use muster::TaskKind as Common;
use std::collections::BTreeMap;
use table::{Area, Base, Box2, Polyline, Rect, V2, v2};

/// Cm between two battalions side by side: nearer they cannot march at their pace (07.06.1).
const BETWEEN: f64 = 4.6;
/// Cm from the first line to the second: within a march, beyond contact distance (12.03.7).
const DEPTH: f64 = 15.0;
/// Nobody looks further for somebody to fight.
const AHEAD: f64 = 150.0;
/// Enemies this near to the ground, or to the brigade, have to be reckoned with.
const ABOUT: f64 = 45.0;
/// So many times the figures of those about make a brigade bold.
const ODDS: f64 = 1.4;
/// Further from its ground than this a brigade fronts that and nobody else.
const FRONT_THE_GOAL: f64 = 60.0;
/// Degrees by which the front may be out before it is changed.
const SAME_FRONT: f64 = 40.0;
/// So many times the figures of the enemies about a piece of ground are sent to take it.
const ENOUGH: f64 = 1.5;
/// Brigades within this are sent to help.
const AT_HAND: f64 = 170.0;
/// Who is so near to ground that nobody holds goes up to it.
const NEAR: f64 = 70.0;
/// With so many turns left nobody waits any more.
const PRESSING: u32 = 10;
/// Prey nearer together than this is hunted by one brigade.
const HERD: f64 = 45.0;

/// What a brigade is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mission {
    /// To have a piece of ground in its hands when it is looked at.
    Seize,
    /// To catch what the briefing names.
    Hunt,
    /// To stand between the enemy and what must be kept or brought off.
    Guard,
    /// To beat the enemy.
    Fight,
}

/// A piece of ground that a task names.
#[derive(Clone, Debug)]
pub(super) enum Spot {
    Area(Area),
    Rect(Rect),
    /// A work or wall: who stands at it.
    Line(Polyline, f64),
    Place(V2, f64),
}

impl Spot {
    /// The pieces of ground of a name, hills from the foot up.
    fn named(v: &NapoleonicView<'_>, name: &str) -> Vec<Spot> {
        let g = v.ground;
        let patches = g.patches.iter().filter(|p| p.name == name).map(|p| Spot::Area(p.area.clone()));
        let hills = g.hills.iter().filter(|h| h.name == name).map(|h| Spot::Area(h.area.clone()));
        let crossings = g.crossings.iter().filter(|c| c.name == name).map(|c| Spot::Rect(c.rect));
        let houses = g.buildings.iter().filter(|b| b.name == name).map(|b| Spot::Rect(b.rect()));
        let lines = v.lines().iter().filter(|l| l.name == name).map(|l| Spot::Line(l.path.clone(), l.depth));
        patches.chain(hills).chain(crossings).chain(houses).chain(lines).collect()
    }

    /// Does who stands so stand on it?
    pub fn meets(&self, r: &Rect) -> bool {
        match self {
            Spot::Area(a) => a.overlaps(r),
            Spot::Rect(x) => x.gap(r) <= 0.0,
            Spot::Line(p, depth) => {
                p.segments().any(|(a, b)| Rect::between(a, b).gap(r) <= depth / 2.0 + 1.8)
            }
            Spot::Place(p, within) => r.gap_to_point(*p) <= *within,
        }
    }

    /// An upright box that no place of it is outside of.
    fn about(&self) -> Box2 {
        match self {
            Spot::Area(a) => a.bounds(),
            Spot::Rect(r) => r.bounds(),
            Spot::Line(p, depth) => grown(routes::about(&p.points), depth / 2.0 + 1.8),
            Spot::Place(p, within) => grown((*p, *p), within.max(0.0)),
        }
    }

    fn middle(&self) -> V2 {
        match self {
            Spot::Area(a) => {
                let (lo, hi) = a.bounds();
                lo.lerp(hi, 0.5)
            }
            Spot::Rect(r) => r.centre,
            Spot::Line(p, _) => p.at(p.len() / 2.0).map_or(v2(0.0, 0.0), |x| x.0),
            Spot::Place(p, _) => *p,
        }
    }
}

/// Something worth doing somewhere.
#[derive(Clone, Debug)]
struct Purpose {
    points: i32,
    at: V2,
    mission: Mission,
    /// Turns until it is looked at.
    left: u32,
    spots: Vec<Spot>,
}

/// A brigade, and what it is about.
#[derive(Clone, Debug)]
pub(super) struct Brigade {
    pub command: CommandId,
    pub mission: Mission,
    /// The middle of its fighting units.
    pub centre: V2,
    /// Where it goes: the ground it was sent to, or the enemy who stands on it.
    pub goal: V2,
    /// The ground it was sent to.
    sent_to: V2,
    pub spots: Vec<Spot>,
    /// The way it fronts.
    pub forward: V2,
    /// It has what it wants: the enemy may come.
    pub stands: bool,
    /// Turns until its task is looked at.
    pub left: u32,
    /// It has far more figures than the enemies about the ground it is to have: it may be bold.
    pub strong: bool,
    /// It is to have ground and has the men or no time to wait: it closes in.
    pub presses: bool,
    /// The unit that alone holds the ground.
    pub holder: Option<UnitId>,
    /// The unit that goes up to the ground, when nobody stands there.
    pub taker: Option<UnitId>,
    /// Units of the first line and of the second, from left to right, and where each belongs.
    first: Vec<(UnitId, V2)>,
    second: Vec<(UnitId, V2)>,
    /// Half the front of its first line.
    half: f64,
    /// The middle of the first line when this turn is over.
    pub line: V2,
}

/// What stays in mind from turn to turn: where those who are hunted were seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    prey: BTreeMap<UnitId, (V2, u32)>,
}

/// The units of each command that can fight, in the order of the list.
type Bodies<'v> = BTreeMap<CommandId, Vec<&'v Unit>>;

/// The plan of one turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub brigades: Vec<Brigade>,
    /// Own units that are to leave now, and by which edge.
    pub leaving: Vec<(UnitId, Edge)>,
    /// Own units that are to be kept from harm.
    pub keeping: Vec<UnitId>,
    /// Crossings that are to be broken, as the briefing names them.
    pub broken: Vec<String>,
    /// Losses count against the side.
    pub sparing: bool,
}

impl Plan {
    /// Draws it up.
    pub fn of(v: &NapoleonicView<'_>, before: &Plan, memory: &mut Memory) -> Plan {
        let mut plan = Plan::default();
        let last = v.last_turn.unwrap_or(u32::MAX);
        let bound = v.tasks.iter().any(|t| matches!(t.kind, TaskKind::HoldFor { .. }));
        for t in &v.tasks {
            match &t.kind {
                TaskKind::Common(Common::Exit { units, edge, .. }) => {
                    for u in units.iter().filter_map(|u| v.unit(*u)) {
                        let out = edge.outward();
                        let end = (v.ground.width * out.x).max(0.0) + (v.ground.depth * out.y).max(0.0);
                        let need = turns_for(u, (end - u.base.front.dot(out)).max(0.0)) + 1.0;
                        let left = f64::from(last.saturating_sub(v.turn));
                        if left <= need || (!bound && worn(u)) || (!bound && v.turn + 9 > last) {
                            plan.leaving.push((u.id, *edge));
                        }
                    }
                }
                TaskKind::Common(Common::Keep { units, .. }) => {
                    plan.keeping.extend(units.iter().filter(|u| v.unit(**u).is_some()));
                }
                TaskKind::Spare { .. } => plan.sparing = true,
                TaskKind::Judged { says } => {
                    let named = v.ground.crossings.iter().filter(|c| says.contains(&c.name));
                    plan.broken.extend(named.map(|c| c.name.clone()));
                }
                _ => {}
            }
        }
        memory.look(v);
        let purposes = plan.purposes(v, memory);
        let mut bodies: Bodies<'_> = BTreeMap::new();
        v.own.iter().filter(|u| fights(u)).for_each(|u| bodies.entry(u.command).or_default().push(u));
        plan.assign(v, &bodies, &purposes, before);
        let inward = v.edge.outward() * -1.0;
        let leaving: Vec<UnitId> = plan.leaving.iter().map(|x| x.0).collect();
        let abreast = Abreast::of(v);
        for b in &mut plan.brigades {
            let front = before.brigade(b.command).map(|x| x.forward);
            let his = bodies.get(&b.command).map_or(&[][..], |all| all);
            shape(v, &abreast, b, his, inward, front, &leaving);
        }
        plan
    }

    /// The brigade of a command.
    pub fn brigade(&self, c: CommandId) -> Option<&Brigade> {
        self.brigades.iter().find(|b| b.command == c)
    }

    /// The edge by which a unit is to leave.
    pub fn leaves(&self, u: UnitId) -> Option<Edge> {
        self.leaving.iter().find(|x| x.0 == u).map(|x| x.1)
    }

    /// What there is to do, the dearest first.
    fn purposes(&self, v: &NapoleonicView<'_>, memory: &Memory) -> Vec<Purpose> {
        let mut all: Vec<Purpose> = Vec::new();
        for t in &v.tasks {
            let until = match t.when {
                When::End => v.last_turn.unwrap_or(u32::MAX),
                When::Turn(n) | When::By(n) => n,
            };
            let mut left = until.saturating_sub(v.turn);
            let kind = match &t.kind {
                TaskKind::Common(kind) => kind,
                TaskKind::HoldFor { what, .. } => {
                    left = left.min(3);
                    what
                }
                TaskKind::Spare { .. } | TaskKind::Judged { .. } => continue,
            };
            let mut put = |points: i32, at: V2, mission, spots| {
                all.push(Purpose { points, at, mission, left, spots });
            };
            match kind {
                Common::Hold { ground } => {
                    let spots = Spot::named(v, ground);
                    if let Some(at) = spots.last().map(Spot::middle) {
                        put(t.points, at, Mission::Seize, spots);
                    }
                }
                Common::HoldPlace { place, within } => {
                    put(t.points, *place, Mission::Seize, vec![Spot::Place(*place, *within)]);
                }
                Common::Take { units, each } => {
                    let worth = if *each { t.points * units.len() as i32 } else { t.points };
                    for at in herds(memory.prey.values().map(|x| x.0)) {
                        put(worth, at, Mission::Hunt, Vec::new());
                    }
                }
                Common::Guns { .. } => {
                    let home = v.edge.outward() * 400.0;
                    let battery = v
                        .enemies()
                        .iter()
                        .filter(|e| e.arm == Arm::Artillery)
                        .min_by(|a, b| a.base.front.dist(home).total_cmp(&b.base.front.dist(home)));
                    if let Some(e) = battery {
                        put(t.points.min(2), e.base.centre(), Mission::Fight, Vec::new());
                    }
                }
                Common::Keep { units, each } => {
                    let worth = if *each { units.len() as i32 } else { 1 };
                    let wards: Vec<V2> =
                        units.iter().filter_map(|u| v.unit(*u)).map(|u| u.base.centre()).collect();
                    if let Some(at) = guard_post(v, &wards) {
                        put(worth.min(2), at, Mission::Guard, Vec::new());
                    }
                }
                Common::Exit { .. } | Common::Losses { .. } => {}
            }
        }
        all.sort_by_key(|p| -p.points);
        all
    }

    /// The dearest purpose gets the brigade that is there soonest; whoever is left over helps where most is wanted.
    fn assign(&mut self, v: &NapoleonicView<'_>, bodies: &Bodies<'_>, purposes: &[Purpose], before: &Plan) {
        let mut free: Vec<(usize, f64)> = Vec::new();
        let mut strength: Vec<f64> = Vec::new();
        let mut guns: Vec<usize> = Vec::new();
        for c in &v.commands {
            let Some(his) = bodies.get(&c.id) else { continue };
            let Some(centre) = mean(his.iter().map(|u| u.base.centre())) else { continue };
            let foot = his.iter().filter(|u| u.arm == Arm::Infantry && u.figures >= 12).count();
            let horse = his.iter().filter(|u| u.arm == Arm::Cavalry).count();
            if foot + horse > 0 {
                free.push((self.brigades.len(), if horse > foot { 1.6 } else { 1.0 }));
            } else {
                guns.push(self.brigades.len());
            }
            strength.push(his.iter().map(|u| f64::from(u.figures)).sum());
            self.brigades.push(Brigade {
                command: c.id,
                mission: Mission::Fight,
                centre,
                goal: somebody_to_fight(v, centre),
                sent_to: centre,
                spots: Vec::new(),
                forward: v.edge.outward() * -1.0,
                stands: false,
                left: v.last_turn.map_or(u32::MAX, |t| t.saturating_sub(v.turn)),
                strong: false,
                presses: false,
                holder: None,
                taker: None,
                first: Vec::new(),
                second: Vec::new(),
                half: 0.0,
                line: centre,
            });
        }
        let Some(main) = purposes.first() else { return };
        let goals: Vec<Option<V2>> =
            self.brigades.iter().map(|b| before.brigade(b.command).map(|x| x.sent_to)).collect();
        // How soon each brigade is there.
        let soon = |b: usize, times: f64, p: &Purpose| {
            // Who is about it already stays with it.
            let same = goals[b].is_some_and(|goal| goal.dist(p.at) < 20.0);
            self.brigades[b].centre.dist(p.at) * times - if same { 40.0 } else { 0.0 }
        };
        let mut all_soon = vec![Vec::new(); self.brigades.len()];
        for (b, times) in &free {
            all_soon[*b] = purposes.iter().map(|p| soon(*b, *times, p)).collect();
        }
        let mut open: Vec<(usize, &Purpose)> = purposes.iter().enumerate().collect();
        while let Some(points) = open.first().map(|p| p.1.points) {
            let alike = open.iter().take_while(|p| p.1.points == points).count();
            let mut best: Option<(f64, usize, usize)> = None;
            for (q, (purpose, _)) in open[..alike].iter().enumerate() {
                for (k, (brigade, _)) in free.iter().enumerate() {
                    let soon = all_soon[*brigade][*purpose];
                    if best.is_none_or(|b| soon < b.0) {
                        best = Some((soon, k, q));
                    }
                }
            }
            let Some((_, k, q)) = best else { break };
            let p = open.remove(q).1;
            let first = free.swap_remove(k).0;
            self.brigades[first].sent(p);
            // Where the enemy stands in strength one brigade is not enough: the next ones go along before lesser things are thought of.
            let mut lacks = ENOUGH * about(v, p.at) - strength[first];
            // But not where that leaves ground untried that is worth half as much.
            let also = |q: &&(usize, &Purpose)| q.1.mission == Mission::Seize && 2 * q.1.points >= p.points;
            let others = open.iter().filter(also).count();
            while p.mission == Mission::Seize && lacks > 0.0 && free.len() > others {
                let at_hand = |k: &usize| {
                    let b = &self.brigades[free[*k].0];
                    let busy =
                        before.brigade(b.command).is_some_and(|x| x.stands && x.sent_to.dist(p.at) > 20.0);
                    !busy && free[*k].1 < 1.5 && b.centre.dist(p.at) < AT_HAND
                };
                let far = |k: &usize| self.brigades[free[*k].0].centre.dist(p.at);
                let next = (0..free.len()).filter(at_hand).min_by(|a, b| far(a).total_cmp(&far(b)));
                let Some(k) = next else { break };
                let i = free.swap_remove(k).0;
                lacks -= strength[i];
                self.brigades[i].sent(p);
            }
        }
        for i in free.into_iter().map(|x| x.0).chain(guns) {
            self.brigades[i].sent(main);
        }
    }
}

impl Memory {
    /// Notes where the prey is seen; drops what turned out to be gone.
    fn look(&mut self, v: &NapoleonicView<'_>) {
        for e in v.enemies().iter().filter(|e| v.sought.contains(&e.arm)) {
            self.prey.insert(e.id, (e.base.centre(), v.turn));
        }
        self.prey.retain(|_, s| {
            let gone = v.own.iter().any(|u| u.base.centre().dist(s.0) < 15.0);
            s.1 == v.turn || (v.turn < s.1 + 6 && !gone)
        });
    }
}

/// Are two places nearer to each other than this? Mostly it is seen from west to east that they are not.
fn within(p: V2, q: V2, cm: f64) -> bool {
    (p.x - q.x).abs() < cm && p.dist(q) < cm
}

/// Can fight, and is no wagon.
fn fights(u: &Unit) -> bool {
    u.arm != Arm::Train && u.state.intact() && u.body.is_none()
}

/// Has lost so much that it should not be sent in again.
pub(super) fn worn(u: &Unit) -> bool {
    u.body.is_none() && u32::from(u.figures) * 100 < u32::from(u.original) * 45
}

/// Prey in groups: the middle of each.
fn herds(prey: impl Iterator<Item = V2>) -> Vec<V2> {
    let mut all: Vec<Vec<V2>> = Vec::new();
    for p in prey {
        match all.iter_mut().find(|h| h.iter().any(|q| q.dist(p) < HERD)) {
            Some(h) => h.push(p),
            None => all.push(vec![p]),
        }
    }
    all.iter().filter_map(|h| mean(h.iter().copied())).collect()
}

/// The middle of the enemies within reach of a brigade, else the nearest, else the middle of the table ahead.
fn somebody_to_fight(v: &NapoleonicView<'_>, from: V2) -> V2 {
    let fights = |e: &&Enemy| e.fights();
    let near = |e: &&Enemy| within(e.base.front, from, AHEAD);
    let all = || v.enemies().iter().filter(fights);
    mean(all().filter(near).map(|e| e.base.centre())).unwrap_or_else(|| {
        all().map(|e| e.base.centre()).min_by(|a, b| a.dist(from).total_cmp(&b.dist(from))).unwrap_or_else(
            || {
                let middle = v2(v.ground.width / 2.0, v.ground.depth / 2.0);
                let out = v.edge.outward();
                from + out * (middle - from).dot(out)
            },
        )
    })
}

/// The figures of the enemies about a place, guns counted higher than their gunners.
fn about(v: &NapoleonicView<'_>, at: V2) -> f64 {
    let near = v.enemies().iter().filter(|e| e.fights() && within(e.base.centre(), at, ABOUT));
    near.map(|e| f64::from(e.figures) + if e.guns() { 8.0 } else { 0.0 }).sum()
}

/// Before those who are in most danger, towards the enemy.
fn guard_post(v: &NapoleonicView<'_>, wards: &[V2]) -> Option<V2> {
    let danger = wards
        .iter()
        .flat_map(|w| {
            let foes = v.enemies().iter().filter(|e| e.fights());
            foes.map(move |e| (e.base.centre().dist(*w), *w, e.base.centre()))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0));
    let (d, w, e) = danger?;
    Some(w + (e - w).unit() * (d / 2.0).min(22.0))
}

/// Everybody from west to east by the middle of his front, with his place in the list.
struct Abreast {
    own: Vec<(f64, usize)>,
    foes: Vec<(f64, usize)>,
    /// Nobody reaches further from there.
    widest: f64,
}

impl Abreast {
    fn of(v: &NapoleonicView<'_>) -> Abreast {
        let own = v.own.iter().map(|u| &u.base);
        let foes = v.enemies().iter().map(|e| &e.base);
        let widest = own.clone().chain(foes.clone()).map(|b| b.width + b.depth).fold(0.0, f64::max);
        let [own, foes] = [west_to_east(own.map(|b| b.front.x)), west_to_east(foes.map(|b| b.front.x))];
        Abreast { own, foes, widest }
    }

    /// Enemies within so many cm of a stretch from west to east, in the order of the list.
    fn foes(&self, (west, east): (f64, f64), cm: f64) -> Vec<usize> {
        let mut all: Vec<usize> = between(&self.foes, west - cm, east + cm).map(|x| x.1).collect();
        all.sort_unstable();
        all
    }
}

fn between(all: &[(f64, usize)], west: f64, east: f64) -> impl Iterator<Item = &(f64, usize)> {
    let from = all.partition_point(|x| x.0 < west);
    all[from..].iter().take_while(move |x| x.0 <= east)
}

/// Those among some bases, given from west to east, who stand on any of these pieces of ground, by their places. Who is clearly away from them is
/// not measured.
fn stand_on<'b>(
    spots: &[Spot],
    all: &[(f64, usize)],
    widest: f64,
    base: impl Fn(usize) -> &'b Base,
) -> Vec<usize> {
    if spots.is_empty() {
        return Vec::new();
    }
    let corners: Vec<V2> = spots.iter().map(Spot::about).flat_map(|(lo, hi)| [lo, hi]).collect();
    let (lo, hi) = routes::about(&corners);
    let on = |base: &Base| {
        let (at, by) = (base.front, base.width + base.depth + 1.0);
        let near = at.x >= lo.x - by && at.x <= hi.x + by && at.y >= lo.y - by && at.y <= hi.y + by;
        near && spots.iter().any(|s| s.meets(&base.rect()))
    };
    let near = between(all, lo.x - widest - 1.0, hi.x + widest + 1.0).map(|x| x.1);
    let mut those: Vec<usize> = near.filter(|i| on(base(*i))).collect();
    those.sort_unstable();
    those
}

/// The lines of a brigade and where its first line goes.
fn shape(
    v: &NapoleonicView<'_>,
    abreast: &Abreast,
    b: &mut Brigade,
    his: &[&Unit],
    inward: V2,
    before: Option<V2>,
    leaving: &[UnitId],
) {
    let enemies = v.enemies();
    let close = |e: &&Enemy| e.fights() && within(e.base.front, b.centre, 90.0);
    let near = abreast.foes((b.centre.x, b.centre.x), 90.0);
    let near = mean(near.iter().map(|i| &enemies[*i]).filter(close).map(|e| e.base.centre()));
    let holders = stand_on(&b.spots, &abreast.own, abreast.widest, |i| &v.own[i].base);
    let holders = holders.iter().map(|i| &v.own[*i]).filter(|u| fights(u) || u.body.is_some());
    let holders: Vec<UnitId> = holders.filter(|u| u.state.intact()).map(|u| u.id).collect();
    let held = !holders.is_empty();
    let intruders = stand_on(&b.spots, &abreast.foes, abreast.widest, |i| &enemies[i].base);
    let intruders: Vec<&Enemy> = intruders.iter().map(|i| &enemies[*i]).filter(|e| e.fights()).collect();
    let contested = !intruders.is_empty();
    if let Some(e) = intruders.iter().min_by(|x, y| {
        x.base.front.dist(b.centre).total_cmp(&y.base.front.dist(b.centre)).then(x.id.cmp(&y.id))
    }) {
        b.goal = e.base.centre();
    }
    let away = b.goal.dist(b.centre);
    b.forward = match near {
        _ if away > FRONT_THE_GOAL => (b.goal - b.centre).unit(),
        Some(p) if p.dist(b.centre) > 5.0 => (p - b.centre).unit(),
        _ if away > 25.0 => (b.goal - b.centre).unit(),
        _ => inward,
    };
    // A brigade that changes its front every turn never gets into order: a little askew it keeps the old one.
    if let Some(old) = before.filter(|f| f.angle_to(b.forward).to_degrees() < SAME_FRONT) {
        b.forward = old;
    }
    let (f, r) = (b.forward, b.forward.right());
    let mut foot: Vec<&Unit> = his
        .iter()
        .filter(|u| {
            u.arm == Arm::Infantry && u.inside.is_none() && !u.troops.pioneers && !leaving.contains(&u.id)
        })
        .copied()
        .collect();
    let horse = his.iter().filter(|u| u.arm == Arm::Cavalry);
    let own: f64 = foot.iter().copied().chain(horse.clone().copied()).map(|u| f64::from(u.figures)).sum();
    let about = |e: &&Enemy| {
        e.fights() && (within(e.base.front, b.goal, ABOUT) || within(e.base.front, b.centre, ABOUT))
    };
    let stretch = (b.goal.x.min(b.centre.x), b.goal.x.max(b.centre.x));
    let theirs: f64 = abreast
        .foes(stretch, ABOUT)
        .iter()
        .map(|i| &enemies[*i])
        .filter(about)
        .map(|e| f64::from(e.figures) + if e.guns() { 8.0 } else { 0.0 })
        .sum();
    b.strong = own >= ODDS * theirs;
    b.stands = match b.mission {
        Mission::Seize => held && !contested,
        Mission::Guard => !contested && away < 30.0,
        _ => false,
    };
    b.holder = match holders[..] {
        [one] if b.stands && b.mission == Mission::Seize => Some(one),
        _ => None,
    };
    b.presses = b.mission == Mission::Seize && !b.stands && (b.strong || b.left <= PRESSING);
    if b.mission == Mission::Seize && !held && !contested {
        let goal = b.goal;
        let all = foot.iter().copied().chain(horse.clone().copied());
        b.taker = all
            .filter(|u| u.base.front.dist(goal) < NEAR && !leaving.contains(&u.id))
            .min_by(|x, y| x.base.front.dist(goal).total_cmp(&y.base.front.dist(goal)).then(x.id.cmp(&y.id)))
            .map(|u| u.id);
    }
    if foot.is_empty() {
        b.line = if away > 1.0 { b.centre + (b.goal - b.centre).unit() * away.min(45.0) } else { b.centre };
        return;
    }
    foot.sort_by(|x, y| y.base.front.dot(f).total_cmp(&x.base.front.dot(f)).then(x.id.cmp(&y.id)));
    // The worn go behind.
    foot.sort_by_key(|u| worn(u));
    let n = (foot.len() * 2).div_ceil(3);
    let (mut first, mut second) = (foot[..n].to_vec(), foot[n..].to_vec());
    for l in [&mut first, &mut second] {
        l.sort_by(|x, y| x.base.front.dot(r).total_cmp(&y.base.front.dot(r)).then(x.id.cmp(&y.id)));
    }
    let line = mean(first.iter().map(|u| u.base.front)).unwrap_or(b.centre);
    // Nobody waits for the last: the line is dressed on those who are well forward.
    let ahead = first.iter().map(|u| (u.base.front - line).dot(f)).fold(0.0, f64::max);
    let line = line + f * (ahead * 0.6).min(14.0);
    let left = (b.goal - line).len();
    b.line = if left > 1.0 { line + (b.goal - line).unit() * left.min(22.0) } else { line };
    b.first = side_by_side(&first, b.line, r);
    b.second = side_by_side(&second, b.line - f * DEPTH, r);
    b.half = first.iter().map(|u| u.base.width + BETWEEN).sum::<f64>() / 2.0;
}

/// Places side by side about a middle, each with room for the march.
fn side_by_side(units: &[&Unit], middle: V2, right: V2) -> Vec<(UnitId, V2)> {
    let whole: f64 = units.iter().map(|u| u.base.width.min(16.0) + BETWEEN).sum();
    let mut at = -whole / 2.0;
    units
        .iter()
        .map(|u| {
            let wide = u.base.width.min(16.0) + BETWEEN;
            let place = middle + right * (at + wide / 2.0);
            at += wide;
            (u.id, place)
        })
        .collect()
}

impl Brigade {
    fn sent(&mut self, p: &Purpose) {
        self.goal = p.at;
        self.sent_to = p.at;
        self.mission = p.mission;
        self.left = p.left;
        self.spots.clone_from(&p.spots);
    }

    /// Little time is left for what it is to do.
    pub fn late(&self) -> bool {
        self.left < 6
    }

    pub fn second_line(&self, u: UnitId) -> bool {
        self.second.iter().any(|x| x.0 == u)
    }

    /// Where a unit belongs when this turn is over.
    pub fn place_of(&self, u: &Unit) -> V2 {
        let mut all = self.first.iter().chain(&self.second);
        all.find(|x| x.0 == u.id).map_or(self.line - self.forward * DEPTH, |x| x.1)
    }

    /// Does who stands so stand on the ground it is to have?
    pub fn on_ground(&self, r: &Rect) -> bool {
        self.spots.iter().any(|s| s.meets(r))
    }

    /// Where those go who belong on a flank: right of the first line or left of it.
    pub fn flank(&self, right: bool, back: f64) -> V2 {
        let half = self.half + 8.0;
        self.line + self.forward.right() * if right { half } else { -half } - self.forward * back
    }
}
