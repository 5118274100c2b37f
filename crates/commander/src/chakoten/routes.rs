//! Ways over the ground: round lakes, swamps and woods, over bridges and along roads. The map is open to both sides, so it is
//! studied once a battle, and only when somebody cannot go straight.

use super::ChakotenView;
use super::desk::window;
use chakoten_acw::ground::{Ground, Line, PatchKind};
use chakoten_acw::troop::{Arm, Kind, Obstacle};
use chakoten_acw::unit::{Unit, UnitId};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use table::{Area, Rect, Strips, V2, v2};

/// How somebody gets along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gait {
    Foot,
    Horse,
    Guns,
    Wagon,
}

impl Gait {
    pub fn of(u: &Unit) -> Gait {
        match u.arm {
            Arm::Cavalry if u.mounted => Gait::Horse,
            Arm::Infantry | Arm::Cavalry => Gait::Foot,
            Arm::Artillery => Gait::Guns,
            Arm::Wagon => Gait::Wagon,
        }
    }

    /// How much longer a cm takes on this ground than in the open, in column (table I); infinite where there is no way.
    fn on(self, kind: PatchKind) -> f64 {
        use Gait::*;
        use PatchKind::*;
        match (kind, self) {
            (Town, _) => 1.0,
            (Difficult, Foot | Guns) => 2.1,
            (Difficult, Horse) => 1.6,
            (Wood, Foot) => 4.2,
            (Wood, Horse | Guns) => 6.6,
            (Watercourse, Foot | Guns) => 4.2,
            (Watercourse, Horse) => 6.6,
            (Swamp, Foot) => 8.4,
            _ => f64::INFINITY,
        }
    }

    /// What a column keeps off the rails of a bridge, so that it goes straight over.
    fn berth(self) -> f64 {
        match self {
            Gait::Horse => 6.6,
            _ => 4.5,
        }
    }

    /// The same on a road.
    fn on_road(self) -> f64 {
        match self {
            Gait::Foot => 0.84,
            Gait::Horse => 0.8,
            Gait::Guns => 0.63,
            Gait::Wagon => 0.25,
        }
    }

    /// Cm of open ground that crossing an obstacle is worth (table III).
    fn over(self, o: Obstacle) -> f64 {
        use Gait::*;
        match (o, self) {
            (Obstacle::None, _) | (Obstacle::I, Foot | Horse) => 0.0,
            (Obstacle::I, _) => 10.0,
            (Obstacle::II, Foot | Horse) => 9.0,
            (Obstacle::III, Foot) => 30.0,
            _ => f64::INFINITY,
        }
    }
}

/// The places through which ways lead, and the ways found for units.
#[derive(Debug, Default)]
pub(super) struct Routes {
    nodes: Option<Vec<Node>>,
    links: BTreeMap<Gait, Links>,
    kept: BTreeMap<UnitId, Kept>,
    chart: Option<Chart>,
}

/// What lies where on the ground, by strips from west to east, so that a stretch of way asks only about what is near it.
#[derive(Debug)]
struct Chart {
    patches: Strips,
    buildings: Strips,
    lines: Strips,
    /// So many lines were known when it was drawn, and in that turn.
    drawn: (usize, u32),
    /// Room for what is found.
    near: RefCell<Vec<u16>>,
}

/// The chart's strips are so wide.
const STRIP: f64 = 60.0;

impl Chart {
    fn of(v: &ChakotenView<'_>) -> Chart {
        let g = v.ground;
        let strips = |all: &mut dyn Iterator<Item = (V2, V2)>| Strips::new(g.width, STRIP, all);
        Chart {
            patches: strips(&mut g.patches.iter().map(|p| p.area.bounds())),
            buildings: strips(&mut g.buildings.iter().map(|b| b.rect().bounds())),
            lines: strips(&mut v.lines.iter().map(|l| about(&l.path.points))),
            drawn: Chart::key(v),
            near: RefCell::default(),
        }
    }

    fn key(v: &ChakotenView<'_>) -> (usize, u32) {
        (v.lines.len(), v.turn)
    }

    /// Does for each thing whose box the straight way may meet, in their order.
    fn along(&self, of: &Strips, a: V2, b: V2, mut each: impl FnMut(usize)) {
        let mut near = self.near.take();
        // A hair more than the way: what only touches it is not missed by rounding.
        let hair = v2(1e-6, 1e-6);
        let (lo, hi) = about(&[a, b]);
        of.meeting(lo - hair, hi + hair, &mut near);
        near.iter().for_each(|i| each(usize::from(*i)));
        self.near.replace(near);
    }
}

/// The upright box about some places.
fn about(places: &[V2]) -> (V2, V2) {
    let far = f64::INFINITY;
    places.iter().fold((v2(far, far), v2(-far, -far)), |(l, h), p| {
        (v2(l.x.min(p.x), l.y.min(p.y)), v2(h.x.max(p.x), h.y.max(p.y)))
    })
}

/// A place to be looked at next: the cheapest to come to first, then the earlier in the list.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Next(f64, usize);

impl Eq for Next {}
impl Ord for Next {
    fn cmp(&self, o: &Next) -> std::cmp::Ordering {
        self.0.total_cmp(&o.0).then(self.1.cmp(&o.1))
    }
}
impl PartialOrd for Next {
    fn partial_cmp(&self, o: &Next) -> Option<std::cmp::Ordering> {
        Some(self.cmp(o))
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    at: V2,
    /// The stretch of road it lies on, counted over all roads, and its number on it.
    road: Option<(u16, u16)>,
    /// The bridge of which it is an end.
    bridge: Option<u16>,
}

type Links = Vec<Vec<(u16, f64)>>;

#[derive(Clone, Debug)]
struct Kept {
    to: V2,
    gait: Gait,
    way: Vec<V2>,
    /// When it was thought of.
    turn: u32,
}

/// Places are joined when they are no further apart than this.
const LINK: f64 = 75.0;
/// Nobody plans a longer way than this.
const FAR: f64 = 260.0;
/// After so many turns a way is thought about again: the enemy may have come to stand on it.
const AGAIN: u32 = 4;
/// Cm that a place is worth avoiding at which the enemy stands, and how near that is.
const DANGER: f64 = 70.0;
const CLOSE_BY: f64 = 18.0;
/// Roads are studied in stretches of this length.
const STRETCH: f64 = 20.0;
/// Corners are passed at this distance.
const BERTH: f64 = 4.5;

impl Routes {
    /// The places through which a unit goes to another, the last of which is `to`; `None` if there is no way. `foes` are the
    /// enemies from west to east.
    pub fn way(&mut self, v: &ChakotenView<'_>, foes: &[(f64, usize)], u: &Unit, to: V2) -> Option<Vec<V2>> {
        let chart = match self.chart.take() {
            Some(c) if c.drawn == Chart::key(v) => c,
            _ => Chart::of(v),
        };
        let way = self.way_by(&chart, v, foes, u, to);
        self.chart = Some(chart);
        way
    }

    fn way_by(
        &mut self,
        chart: &Chart,
        v: &ChakotenView<'_>,
        foes: &[(f64, usize)],
        u: &Unit,
        to: V2,
    ) -> Option<Vec<V2>> {
        let gait = Gait::of(u);
        let from = u.base.front;
        // What lies further off is thought about when it is nearer.
        let cm = from.dist(to).min(FAR);
        let to = if cm < FAR { to } else { from + (to - from).unit() * FAR };
        let straight = cost(chart, v, gait, from, to);
        let roads = match gait {
            Gait::Wagon => cm > 12.0,
            Gait::Guns => cm > 60.0,
            _ => false,
        };
        if !roads && straight <= cm * 1.25 + 4.0 {
            self.kept.remove(&u.id);
            return Some(vec![to]);
        }
        if let Some(k) = self.kept.get_mut(&u.id) {
            if k.gait == gait && k.to.dist(to) < 8.0 && v.turn < k.turn + AGAIN {
                // There, or past it.
                let done = |w: &[V2]| from.dist(w[0]) < 3.0 || (w[1] - w[0]).dot(from - w[0]) > 0.0;
                while k.way.len() > 1 && done(&k.way) && cost(chart, v, gait, from, k.way[1]).is_finite() {
                    k.way.remove(0);
                }
                if cost(chart, v, gait, from, k.way[0]).is_finite() {
                    if let Some(last) = k.way.last_mut() {
                        *last = to;
                    }
                    return Some(k.way.clone());
                }
            }
        }
        let way = self.find(chart, v, foes, gait, from, to, straight)?;
        self.kept.insert(u.id, Kept { to, gait, way: way.clone(), turn: v.turn });
        Some(way)
    }

    /// Dijkstra over the places, with both ends added.
    #[expect(clippy::too_many_arguments)]
    fn find(
        &mut self,
        chart: &Chart,
        v: &ChakotenView<'_>,
        foes: &[(f64, usize)],
        gait: Gait,
        from: V2,
        to: V2,
        straight: f64,
    ) -> Option<Vec<V2>> {
        let nodes = self.nodes.get_or_insert_with(|| places(v.ground, &v.lines));
        let links = self.links.entry(gait).or_insert_with(|| links(chart, v, gait, nodes));
        let n = nodes.len();
        let price = |a: V2, b: V2| cost(chart, v, gait, a, b);
        let mut best = vec![f64::INFINITY; n];
        let mut back = vec![usize::MAX; n];
        let mut done = vec![false; n];
        // Where the enemy stands nobody rides through who can ride round. Looked at once for each place that matters.
        let mut fear: Vec<Option<f64>> = vec![None; n];
        let mut fears = |i: usize| {
            *fear[i].get_or_insert_with(|| {
                let p = nodes[i].at;
                let there = gait != Gait::Foot
                    && window(foes, p.x, p.x, 45.0).iter().map(|e| &v.enemies[e.1]).any(|e| {
                        !e.fleeing
                            && e.kind != Kind::Wagon
                            && (e.rect.centre.x - p.x).abs() < 45.0
                            && e.rect.gap_to_point(p) < CLOSE_BY
                    });
                if there { DANGER } else { 0.0 }
            })
        };
        let mut next: BinaryHeap<Reverse<Next>> = BinaryHeap::new();
        for i in 0..n {
            if nodes[i].at.dist(from) < LINK * 1.6 {
                best[i] = price(from, nodes[i].at) + fears(i);
                if best[i] < f64::INFINITY {
                    next.push(Reverse(Next(best[i], i)));
                }
            }
        }
        let mut end = (straight, usize::MAX);
        while let Some(Reverse(Next(so_far, i))) = next.pop() {
            // A cheaper way to it was found since.
            if done[i] || so_far != best[i] {
                continue;
            }
            if so_far >= end.0 {
                break;
            }
            done[i] = true;
            if nodes[i].at.dist(to) < LINK * 1.6 {
                let whole = best[i] + price(nodes[i].at, to);
                if whole < end.0 - 1e-9 {
                    end = (whole, i);
                }
            }
            for (j, c) in &links[i] {
                let j = usize::from(*j);
                // Without the fear it is no cheaper, so that need not be known.
                if best[i] + c >= best[j] {
                    continue;
                }
                let c = c + fears(j);
                if best[i] + c < best[j] - 1e-9 {
                    best[j] = best[i] + c;
                    back[j] = i;
                    if !done[j] {
                        next.push(Reverse(Next(best[j], j)));
                    }
                }
            }
        }
        if !end.0.is_finite() {
            return None;
        }
        let mut way = vec![to];
        let mut i = end.1;
        while i != usize::MAX {
            way.push(nodes[i].at);
            i = back[i];
        }
        way.reverse();
        while way.len() > 1 && from.dist(way[0]) < 2.0 {
            way.remove(0);
        }
        Some(straightened(from, &way))
    }
}

/// The same way without places at which nothing turns.
fn straightened(from: V2, way: &[V2]) -> Vec<V2> {
    let mut all: Vec<V2> = Vec::with_capacity(way.len());
    let mut at = from;
    for (i, p) in way.iter().enumerate() {
        let last = i + 1 == way.len();
        let turns = way.get(i + 1).is_none_or(|q| {
            let (a, b) = (*p - at, *q - *p);
            a.len2() > 1e-6 && b.len2() > 1e-6 && a.unit().turn_to(b.unit()).abs() > 0.01
        });
        if last || (turns && p.dist(at) > 1.0) {
            all.push(*p);
            at = *p;
        }
    }
    all
}

/// Is there ground between two places that nobody can cross?
pub(super) fn divided(g: &Ground, a: V2, b: V2) -> bool {
    g.patches.iter().any(|p| {
        matches!(p.kind, PatchKind::Lake | PatchKind::Impassable)
            && near(&p.area, a, b)
            && p.area.length_inside(a, b) > 0.5
            && !g.bridges.iter().any(|x| x.rect.clip(a, b).is_some())
    })
}

/// Is a stretch of the way no ground for a body so wide: over a narrow bridge, through water?
pub(super) fn narrow(g: &Ground, wide: f64, from: V2, to: V2) -> bool {
    let bridge = g.bridges.iter().find(|b| b.rect.grown(1.0).clip(from, to).is_some());
    match bridge {
        Some(b) => 2.0 * b.rect.half_width < wide + 1.0,
        None => g.patches.iter().any(|p| {
            matches!(p.kind, PatchKind::Swamp | PatchKind::Watercourse)
                && near(&p.area, from, to)
                && p.area.length_inside(from, to) > 0.1
        }),
    }
}

fn near(a: &Area, p: V2, q: V2) -> bool {
    let (lo, hi) = a.bounds();
    p.x.max(q.x) >= lo.x && p.x.min(q.x) <= hi.x && p.y.max(q.y) >= lo.y && p.y.min(q.y) <= hi.y
}

/// What the straight way costs, in cm of open ground.
fn cost(chart: &Chart, v: &ChakotenView<'_>, gait: Gait, a: V2, b: V2) -> f64 {
    let g = v.ground;
    let length = a.dist(b);
    if length < 1e-6 {
        return 0.0;
    }
    let mut sum = length;
    chart.along(&chart.patches, a, b, |i| {
        let p = &g.patches[i];
        let slow = gait.on(p.kind);
        if slow <= 1.0 || !near(&p.area, a, b) {
            return;
        }
        let mut inside = p.area.length_inside(a, b);
        if inside > 0.0 && matches!(p.kind, PatchKind::Lake | PatchKind::Swamp | PatchKind::Watercourse) {
            // The middle of a base has to keep off the rails.
            let bridged: f64 = g
                .bridges
                .iter()
                .filter_map(|x| {
                    Rect { half_width: (x.rect.half_width - gait.berth()).max(0.3), ..x.rect }.clip(a, b)
                })
                .map(|(s, e)| (e - s) * length)
                .sum();
            inside = (inside - bridged).max(0.0);
        }
        if inside > 0.3 {
            sum += inside * (slow - 1.0);
        }
    });
    chart.along(&chart.buildings, a, b, |i| {
        if g.buildings[i].rect().clip(a, b).is_some() {
            sum += if gait == Gait::Foot { 25.0 } else { 60.0 };
        }
    });
    chart.along(&chart.lines, a, b, |i| {
        let l = v.lines[i];
        let dear = gait.over(l.obstacle);
        if dear > 0.0 && l.cleared.is_empty() && crosses(l, a, b) {
            sum += dear;
        }
    });
    sum
}

fn crosses(l: &Line, a: V2, b: V2) -> bool {
    l.path.segments().any(|(p, q)| {
        let (d, e) = (b - a, q - p);
        let (s, t) = (d.cross(p - a), d.cross(q - a));
        let (x, y) = (e.cross(a - p), e.cross(b - p));
        s * t < 0.0 && x * y < 0.0
    })
}

/// The corners of what is in the way, the ends of bridges, and the roads.
fn places(g: &Ground, lines: &[&Line]) -> Vec<Node> {
    let mut all: Vec<Node> = Vec::new();
    let plain = |at: V2| Node { at, road: None, bridge: None };
    for (i, b) in g.bridges.iter().enumerate() {
        let axis = b.rect.dir * (b.rect.half_depth + 4.0);
        for at in [b.rect.centre + axis, b.rect.centre - axis] {
            all.push(Node { at, road: None, bridge: Some(i as u16) });
        }
    }
    for (i, r) in g.roads.iter().enumerate() {
        let mut k = 0u16;
        for (j, (a, b)) in r.path.segments().enumerate() {
            let n = (a.dist(b) / STRETCH).ceil().max(1.0);
            for s in usize::from(j > 0)..=(n as usize) {
                all.push(Node { at: a.lerp(b, s as f64 / n), road: Some((i as u16, k)), bridge: None });
                k += 1;
            }
        }
    }
    for p in &g.patches {
        if matches!(p.kind, PatchKind::Town | PatchKind::Difficult | PatchKind::Watercourse) {
            continue;
        }
        let o = p.area.outline();
        let n = o.len();
        let left: f64 = (0..n).map(|i| o[i].cross(o[(i + 1) % n])).sum();
        let side = if left > 0.0 { 1.0 } else { -1.0 };
        for i in (0..n).step_by(n.div_ceil(10)) {
            let (a, b, c) = (o[(i + n - 1) % n], o[i], o[(i + 1) % n]);
            let out = ((b - a).unit().right() + (c - b).unit().right()).unit() * side;
            all.push(plain(b + out * BERTH));
        }
    }
    for b in &g.buildings {
        all.extend(b.rect().grown(BERTH).corners().into_iter().map(plain));
    }
    for l in lines.iter().filter(|l| l.obstacle >= Obstacle::II) {
        let p = &l.path.points;
        if let ([a, b, ..], [.., y, z]) = (&p[..], &p[..]) {
            all.push(plain(*a + (*a - *b).unit() * 6.0));
            all.push(plain(*z + (*z - *y).unit() * 6.0));
        }
    }
    let inside = v2(g.width - 3.0, g.depth - 3.0);
    all.retain(|n| {
        let p = n.at;
        let here = p.x > 3.0 && p.y > 3.0 && p.x < inside.x && p.y < inside.y;
        (here || n.road.is_some())
            && (n.road.is_some()
                || !g.patches.iter().any(|x| {
                    matches!(
                        x.kind,
                        PatchKind::Lake | PatchKind::Impassable | PatchKind::Swamp | PatchKind::Wood
                    ) && x.area.contains(p)
                        && !g.bridged(p)
                }))
    });
    all.truncate(400);
    all
}

fn links(chart: &Chart, v: &ChakotenView<'_>, gait: Gait, nodes: &[Node]) -> Links {
    let mut all: Links = vec![Vec::new(); nodes.len()];
    for i in 0..nodes.len() {
        for j in i + 1..nodes.len() {
            let (a, b) = (&nodes[i], &nodes[j]);
            let cm = a.at.dist(b.at);
            if cm > LINK {
                continue;
            }
            let mut c = cost(chart, v, gait, a.at, b.at);
            let across = || -> f64 {
                let mut sum = 0.0;
                chart.along(&chart.lines, a.at, b.at, |i| {
                    let l = v.lines[i];
                    if l.cleared.is_empty() && crosses(l, a.at, b.at) {
                        sum += gait.over(l.obstacle);
                    }
                });
                sum
            };
            // Along the road nothing counts but what lies across it.
            if let (Some(x), Some(y)) = (a.road, b.road) {
                let next = x.0 == y.0 && x.1.abs_diff(y.1) == 1;
                let wet = v.ground.patches.iter().any(|p| {
                    matches!(p.kind, PatchKind::Lake | PatchKind::Impassable)
                        && near(&p.area, a.at, b.at)
                        && p.area.length_inside(a.at, b.at) > 0.1
                });
                if next && (!wet || c.is_finite()) {
                    c = c.min(cm * gait.on_road() + across());
                }
            }
            if a.bridge.is_some() && a.bridge == b.bridge {
                c = c.min(cm * 1.5 + across());
            }
            if c.is_finite() {
                all[i].push((j as u16, c));
                all[j].push((i as u16, c));
            }
        }
    }
    all
}
