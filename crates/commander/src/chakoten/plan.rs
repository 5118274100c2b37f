//! The plan of the turn: from the tasks of the briefing what each brigade is about, where its lines belong, and whom somebody
//! has to look after.

use super::desk::mean;
use super::seize::{self, Hold};
use super::works::{self, Post};
use super::{ChakotenView, Enemy};
use chakoten_acw::field::Edge;
use chakoten_acw::scenario::{TaskKind, When};
use chakoten_acw::troop::{Arm, Kind, State};
use chakoten_acw::unit::{CommandId, Unit, UnitId};
use std::collections::BTreeMap;
use table::{V2, v2};

/// Cm from the middle of one regiment to the next, and from the first line to the second.
const FRONT: f64 = 13.5;
const DEPTH: f64 = 16.0;
/// Prey nearer together than this is hunted by one brigade.
const HERD: f64 = 45.0;
/// Cm from the edge at which the way off the table is barred.
const CUT: f64 = 45.0;
/// Nobody looks further for somebody to fight.
const AHEAD: f64 = 150.0;
/// Who is so near to the middle of a piece of ground stands on it.
const ON: f64 = 6.0;

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

/// Something worth doing somewhere.
#[derive(Clone, Debug)]
struct Purpose {
    points: i32,
    at: V2,
    mission: Mission,
    /// Turns until it is looked at.
    left: u32,
    /// Who is no further from there than this has it.
    reach: f64,
}

/// A brigade, and what it is about.
#[derive(Clone, Debug)]
pub(super) struct Brigade {
    pub command: CommandId,
    pub mission: Mission,
    /// The middle of its fighting units.
    pub centre: V2,
    pub goal: V2,
    /// The way it fronts.
    pub forward: V2,
    /// Most of it lies behind works: nobody leaves them.
    pub holds: bool,
    /// It has what it wants: the enemy may come.
    pub stands: bool,
    /// Turns until its task is looked at.
    pub left: u32,
    /// Who is no further from the goal than this has it.
    pub reach: f64,
    /// It has far more figures than the enemies about the ground it is to have: it may be bold.
    pub strong: bool,
    /// The regiment that goes up to the ground, when nobody stands there.
    pub taker: Option<UnitId>,
    /// Units of the first line and of the second, from left to right.
    first: Vec<UnitId>,
    second: Vec<UnitId>,
    /// Ready-made works for the first line.
    posts: Vec<(UnitId, Post)>,
    /// The middle of the first line when this turn is over.
    pub line: V2,
}

/// What stays in mind from turn to turn: where those who are hunted were seen, and how they moved.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    prey: BTreeMap<UnitId, Seen>,
}

#[derive(Clone, Copy, Debug)]
struct Seen {
    at: V2,
    /// Cm a turn.
    moves: V2,
    turn: u32,
}

/// The plan of one turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub brigades: Vec<Brigade>,
    /// Own units that are to leave, and by which edge.
    pub leaving: Vec<(UnitId, Edge)>,
    /// Own units that are to be kept from harm.
    pub keeping: Vec<UnitId>,
    /// Where the prey is or is thought to be.
    pub prey: Vec<V2>,
}

impl Plan {
    /// Draws it up.
    pub fn of(v: &ChakotenView<'_>, before: &Plan, memory: &mut Memory) -> Plan {
        let mut plan = Plan::default();
        for t in &v.tasks {
            match &t.kind {
                TaskKind::Exit { units, edge, .. } => {
                    plan.leaving.extend(units.iter().filter(|u| v.unit(**u).is_some()).map(|u| (*u, *edge)));
                }
                TaskKind::Keep { units, .. } => {
                    plan.keeping.extend(units.iter().filter(|u| v.unit(**u).is_some()));
                }
                _ => {}
            }
        }
        memory.look(v);
        plan.prey = memory.prey.values().map(|s| s.thought(v.turn)).collect();
        let purposes = plan.purposes(v);
        plan.assign(v, &purposes, before);
        let inward = v.edge.outward() * -1.0;
        for b in &mut plan.brigades {
            shape(v, b, inward);
        }
        plan
    }

    /// The brigade of a unit.
    pub fn brigade(&self, c: CommandId) -> Option<&Brigade> {
        self.brigades.iter().find(|b| b.command == c)
    }

    /// The edge by which a unit is to leave.
    pub fn leaves(&self, u: UnitId) -> Option<Edge> {
        self.leaving.iter().find(|x| x.0 == u).map(|x| x.1)
    }

    /// Somebody who is to be brought off or kept.
    pub fn is_ward(&self, u: UnitId) -> bool {
        self.leaving.iter().any(|x| x.0 == u) || self.keeping.contains(&u)
    }

    /// What there is to do, the dearest first.
    fn purposes(&self, v: &ChakotenView<'_>) -> Vec<Purpose> {
        let mut all: Vec<Purpose> = Vec::new();
        let foe = fighters(v);
        for t in &v.tasks {
            let until = match t.when {
                When::End => v.last_turn.unwrap_or(u32::MAX),
                When::Turn(n) | When::By(n) => n,
            };
            let left = until.saturating_sub(v.turn);
            let mut to =
                |points: i32, at: V2, mission| all.push(Purpose { points, at, mission, left, reach: ON });
            match &t.kind {
                TaskKind::Hold { ground } => {
                    if let Some(at) = middle_of(v, ground) {
                        to(t.points, at, Mission::Seize);
                    }
                }
                TaskKind::HoldPlace { place, within } => {
                    let reach = (within - 2.0).max(ON.min(*within));
                    all.push(Purpose { points: t.points, at: *place, mission: Mission::Seize, left, reach });
                }
                TaskKind::Take { units, each } => {
                    let worth = if *each { t.points * units.len() as i32 } else { t.points };
                    for at in herds(&self.prey) {
                        to(worth, at, Mission::Hunt);
                    }
                    if self.prey.is_empty() {
                        to(worth, where_they_may_be(v), Mission::Hunt);
                    }
                    // Somebody bars the way by which they would get off.
                    for at in v.enemy_exits.iter().filter_map(|e| way_out(v, *e)) {
                        to(worth + 1, at, Mission::Hunt);
                    }
                }
                TaskKind::Guns { .. } => {
                    let home = v.edge.outward() * -400.0;
                    let battery = v
                        .enemies
                        .iter()
                        .filter(|e| matches!(e.kind, Kind::Unlimbered | Kind::Limbered))
                        .min_by(|a, b| a.base.front.dist(home).total_cmp(&b.base.front.dist(home)));
                    if let Some(e) = battery {
                        to(t.points, e.base.centre(), Mission::Fight);
                    }
                }
                TaskKind::Exit { units, each, .. } | TaskKind::Keep { units, each } => {
                    let worth = if *each { t.points * units.len() as i32 } else { t.points };
                    let wards: Vec<V2> =
                        units.iter().filter_map(|u| v.unit(*u)).map(|u| u.base.centre()).collect();
                    if let Some(at) = guard_post(v, &wards, foe) {
                        to(worth, at, Mission::Guard);
                    }
                }
                TaskKind::Losses { .. } => {}
            }
        }
        all.sort_by_key(|p| -p.points);
        all
    }

    /// The dearest purpose gets the brigade that is there soonest, and whoever is left over.
    fn assign(&mut self, v: &ChakotenView<'_>, purposes: &[Purpose], before: &Plan) {
        let mut free: Vec<(usize, f64)> = Vec::new();
        let mut guns: Vec<usize> = Vec::new();
        let mut troops: BTreeMap<CommandId, Vec<&Unit>> = BTreeMap::new();
        for u in v.own.iter().filter(|u| fights(u) && !self.is_ward(u.id)) {
            troops.entry(u.command).or_default().push(u);
        }
        for c in &v.commands {
            let Some(his) = troops.get(&c.id) else { continue };
            let Some(centre) = mean(his.iter().map(|u| u.base.centre())) else { continue };
            let (mut foot, mut horse) = (0, 0);
            for u in his {
                match u.arm {
                    Arm::Infantry => foot += 1,
                    Arm::Cavalry if u.mounted => horse += 1,
                    Arm::Cavalry => foot += 1,
                    _ => {}
                }
            }
            if foot + horse > 0 {
                free.push((self.brigades.len(), if horse > foot { 0.5 } else { 1.0 }));
            } else {
                guns.push(self.brigades.len());
            }
            self.brigades.push(Brigade {
                command: c.id,
                mission: Mission::Fight,
                centre,
                goal: somebody_to_fight(v, centre),
                forward: v.edge.outward() * -1.0,
                holds: false,
                stands: false,
                left: v.last_turn.map_or(u32::MAX, |t| t.saturating_sub(v.turn)),
                reach: ON,
                strong: false,
                taker: None,
                first: Vec::new(),
                second: Vec::new(),
                posts: Vec::new(),
                line: centre,
            });
        }
        let Some(main) = purposes.first() else { return };
        let goals: Vec<Option<V2>> =
            self.brigades.iter().map(|b| before.brigade(b.command).map(|x| x.goal)).collect();
        // Of what is equally dear, first that to which somebody has the shortest way.
        let mut open: Vec<&Purpose> = purposes.iter().collect();
        while let Some(points) = open.first().map(|p| p.points) {
            let alike = open.iter().take_while(|p| p.points == points).count();
            let soon = |k: usize, q: usize| {
                let (b, p) = (&self.brigades[free[k].0], open[q]);
                // Who is about it already stays with it.
                let same = goals[free[k].0].is_some_and(|goal| goal.dist(p.at) < 20.0);
                b.centre.dist(p.at) * free[k].1 - if same { 30.0 } else { 0.0 }
            };
            let pairs = (0..alike).flat_map(|q| (0..free.len()).map(move |k| (k, q)));
            let Some((_, k, q)) = pairs.map(|(k, q)| (soon(k, q), k, q)).min_by(|a, b| a.0.total_cmp(&b.0))
            else {
                break;
            };
            self.brigades[free.swap_remove(k).0].sent(open.remove(q));
        }
        for (i, _) in free {
            self.brigades[i].sent(main);
        }
        // Guns that are a command of their own help with what is dearest.
        for i in guns {
            self.brigades[i].sent(main);
        }
    }
}

impl Memory {
    /// Notes where the prey is seen; drops what turned out to be gone.
    fn look(&mut self, v: &ChakotenView<'_>) {
        if v.sought.is_empty() {
            return;
        }
        for e in v.enemies.iter().filter(|e| v.sought.contains(&e.kind)) {
            let at = e.base.centre();
            let moves = match self.prey.get(&e.id) {
                Some(s) if v.turn > s.turn => (at - s.at) * (1.0 / f64::from(v.turn - s.turn)),
                Some(s) => s.moves,
                None => v2(0.0, 0.0),
            };
            self.prey.insert(e.id, Seen { at, moves, turn: v.turn });
        }
        // Somebody stands where it was, and it is not there.
        self.prey.retain(|_, s| {
            s.turn == v.turn
                || (v.turn < s.turn + 6
                    && !v.own.iter().any(|u| u.base.centre().dist(s.thought(v.turn)) < 15.0))
        });
    }
}

impl Seen {
    /// Where it will be when this turn is over, if it goes on as it did.
    fn thought(&self, turn: u32) -> V2 {
        self.at + self.moves * f64::from((turn - self.turn).min(3))
    }
}

fn fights(u: &Unit) -> bool {
    u.arm != Arm::Wagon && u.state != State::Complete
}

/// The middle of the enemies who can fight.
fn fighters(v: &ChakotenView<'_>) -> Option<V2> {
    let fights = |e: &&Enemy| !e.fleeing && e.kind != Kind::Wagon;
    mean(v.enemies.iter().filter(fights).map(|e| e.base.centre()))
}

/// The middle of the enemies within reach of a brigade, else the nearest, else the middle of the table ahead.
fn somebody_to_fight(v: &ChakotenView<'_>, from: V2) -> V2 {
    let fights = |e: &&Enemy| !e.fleeing && e.kind != Kind::Wagon;
    let near = |e: &&Enemy| (e.base.front.x - from.x).abs() < AHEAD && e.base.front.dist(from) < AHEAD;
    mean(v.enemies.iter().filter(fights).filter(near).map(|e| e.base.centre())).unwrap_or_else(|| {
        v.enemies
            .iter()
            .filter(fights)
            .map(|e| e.base.centre())
            .min_by(|a, b| a.dist(from).total_cmp(&b.dist(from)))
            .unwrap_or_else(|| {
                let middle = v2(v.ground.width / 2.0, v.ground.depth / 2.0);
                let out = v.edge.outward();
                from + out * (middle - from).dot(out)
            })
    })
}

/// Prey in groups: the middle of each.
fn herds(prey: &[V2]) -> Vec<V2> {
    let mut all: Vec<Vec<V2>> = Vec::new();
    for p in prey {
        match all.iter_mut().find(|h| h.iter().any(|q| q.dist(*p) < HERD)) {
            Some(h) => h.push(*p),
            None => all.push(vec![*p]),
        }
    }
    all.iter().filter_map(|h| mean(h.iter().copied())).collect()
}

/// Nobody has seen them yet: in a town, else in the middle of the enemy's half.
fn where_they_may_be(v: &ChakotenView<'_>) -> V2 {
    let far = v2(v.ground.width / 2.0, v.ground.depth / 2.0) - v.edge.outward() * (v.ground.depth / 4.0);
    let towns = v.ground.patches.iter().filter(|p| p.kind == chakoten_acw::ground::PatchKind::Town);
    let middle = |a: &table::Area| {
        let (lo, hi) = a.bounds();
        lo.lerp(hi, 0.5)
    };
    towns
        .map(|p| middle(&p.area))
        .min_by(|a, b| a.dist(far).total_cmp(&b.dist(far)))
        .map_or(far, |t| t - v.edge.outward() * 15.0)
}

/// The road by which the enemy would leave by an edge, a turn's ride from it.
fn way_out(v: &ChakotenView<'_>, edge: Edge) -> Option<V2> {
    let out = edge.outward();
    let end = (v.ground.width * out.x).max(0.0) + (v.ground.depth * out.y).max(0.0);
    for r in &v.ground.roads {
        let ends = [(r.path.points.first(), 0.0), (r.path.points.last(), r.path.len())];
        for (p, along) in ends {
            if p.is_some_and(|p| (end - p.dot(out)).abs() < 8.0) {
                let back = if along > 0.0 { along - CUT } else { CUT };
                return r.path.at(back.clamp(0.0, r.path.len())).map(|x| x.0);
            }
        }
    }
    None
}

/// Before those who are in most danger, towards the enemy.
fn guard_post(v: &ChakotenView<'_>, wards: &[V2], foe: Option<V2>) -> Option<V2> {
    let fights = |e: &&Enemy| !e.fleeing && e.kind != Kind::Wagon;
    let danger = wards
        .iter()
        .flat_map(|w| {
            v.enemies.iter().filter(fights).map(move |e| (e.base.centre().dist(*w), *w, e.base.centre()))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0));
    match danger {
        Some((d, w, e)) => Some(w + (e - w).unit() * (d / 2.0).min(22.0)),
        None => {
            let at = mean(wards.iter().copied())?;
            let to = foe.unwrap_or(at - v.edge.outward() * 30.0);
            Some(at + (to - at).unit() * 20.0)
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

/// The lines of a brigade and where its first line goes.
fn shape(v: &ChakotenView<'_>, b: &mut Brigade, inward: V2) {
    let close = |e: &&Enemy| !e.fleeing && e.kind != Kind::Wagon && e.base.front.dist(b.centre) < 80.0;
    let near = mean(v.enemies.iter().filter(close).map(|e| e.base.centre()));
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
    let behind_works = foot.iter().filter(|u| works::in_works(v, u)).count();
    let hold = Hold::of(v, b, &foot);
    let Hold { held, contested, strong } = hold;
    b.strong = strong;
    // Works that do not give it the ground it is to have are no reason to stop.
    let wants = b.mission == Mission::Seize && (!held || (contested && strong));
    b.holds = behind_works > 0 && 2 * behind_works > foot.len() && !wants;
    b.taker = seize::taker(b, hold, &foot).map(|u| u.id);
    b.stands = match b.mission {
        Mission::Seize => held && !contested && away < 30.0,
        Mission::Guard => !contested && away < 30.0,
        _ => false,
    };
    if foot.is_empty() {
        b.line = if away > 1.0 { b.centre + (b.goal - b.centre).unit() * away.min(45.0) } else { b.centre };
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
    if b.stands {
        b.posts = works::posts(v, b.goal, b.forward, &first);
    }
}

impl Brigade {
    fn sent(&mut self, p: &Purpose) {
        self.goal = p.at;
        self.mission = p.mission;
        self.left = p.left;
        self.reach = p.reach;
    }

    /// Little time is left for what it is to do.
    pub fn late(&self) -> bool {
        self.left < 6
    }

    /// Where a regiment belongs when this turn is over.
    pub fn place_of(&self, u: &Unit) -> V2 {
        let r = self.forward.right();
        let slot = |i: usize, n: usize| (i as f64 - (n as f64 - 1.0) / 2.0) * FRONT;
        if let Some((_, p)) = self.posts.iter().find(|x| x.0 == u.id) {
            return p.at;
        }
        if let Some(i) = self.first.iter().position(|x| *x == u.id) {
            return self.line + r * slot(i, self.first.len());
        }
        if let Some(i) = self.second.iter().position(|x| *x == u.id) {
            return self.line + r * slot(i, self.second.len()) - self.forward * DEPTH;
        }
        self.line - self.forward * DEPTH
    }

    /// The way a regiment fronts when it is in its place.
    pub fn front_of(&self, u: &Unit) -> V2 {
        self.posts.iter().find(|x| x.0 == u.id).map_or(self.forward, |x| x.1.dir)
    }

    /// Where those go who belong on a flank: right of the first line or left of it.
    pub fn flank(&self, right: bool, back: f64) -> V2 {
        let half = (self.first.len() as f64 * FRONT) / 2.0 + 6.0;
        self.line + self.forward.right() * if right { half } else { -half } - self.forward * back
    }
}
