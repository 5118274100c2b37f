//! Ways over the ground: round lakes, swamps and woods, over bridges and along roads. The map is open to both sides, so it is
//! studied once a battle, and only when somebody cannot go straight. What ground costs whom, the book says.

use super::sorted::{west_to_east, window};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use table::{Area, Polyline, Rect, Strips, V2, v2};

/// How somebody gets along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gait {
    Foot,
    Horse,
    Guns,
    Wagon,
}

/// What a patch of ground is to who looks for a way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Patch {
    /// Nobody gets through.
    pub closed: bool,
    /// Bridges lead over it.
    pub wet: bool,
    /// It is worth going round its corners.
    pub corners: bool,
    /// No way turns inside it but on a road.
    pub shunned: bool,
}

/// The ground as a book has it, for who looks for a way.
pub(crate) trait Country {
    /// From west to east and from south to north, in cm.
    fn size(&self) -> V2;
    fn turn(&self) -> u32;
    fn patches(&self) -> usize;
    fn area(&self, patch: usize) -> &Area;
    fn patch(&self, patch: usize) -> Patch;
    /// How much longer a cm takes there than in the open, in column; infinite where there is no way.
    fn slow(&self, gait: Gait, patch: usize) -> f64;
    fn buildings(&self) -> usize;
    fn building(&self, i: usize) -> Rect;
    /// Cm of open ground that a building in the way is worth.
    fn house(&self, gait: Gait) -> f64;
    /// Linear objects the side knows of.
    fn lines(&self) -> usize;
    fn line(&self, i: usize) -> &Polyline;
    /// Cm of open ground that crossing it is worth; nothing where it has gaps.
    fn over(&self, gait: Gait, line: usize) -> f64;
    /// It is worth going round its ends.
    fn bars(&self, line: usize) -> bool;
    fn bridges(&self) -> usize;
    fn bridge(&self, i: usize) -> Rect;
    /// What a column keeps off the rails of a bridge, so that it goes straight over.
    fn berth(&self, gait: Gait) -> f64;
    fn bridged(&self, p: V2) -> bool;
    fn roads(&self) -> usize;
    fn road(&self, i: usize) -> &Polyline;
    /// What a cm of road is worth in cm of open ground.
    fn on_road(&self, gait: Gait) -> f64;
    /// At what distance corners are passed: those who are broad keep further off.
    fn corner(&self) -> f64 {
        BERTH
    }
}

/// The places through which ways lead, and the ways found for units.
#[derive(Debug, Default)]
pub(crate) struct Routes {
    nodes: Option<Vec<Node>>,
    links: BTreeMap<Gait, Links>,
    kept: BTreeMap<u16, Kept>,
    chart: Option<Chart>,
}

/// What lies where on the ground, by strips from west to east, so that a stretch of way asks only about what is near it.
#[derive(Debug)]
struct Chart {
    /// Patches first, then buildings, then lines.
    all: Strips,
    /// So many of them are patches, and so many buildings.
    patches: usize,
    buildings: usize,
    /// So many lines were known when it was drawn, and in that turn.
    drawn: (usize, u32),
    /// Room for what is found.
    near: RefCell<Vec<u16>>,
}

/// The chart's strips are so wide.
const STRIP: f64 = 60.0;

impl Chart {
    fn of(c: &impl Country) -> Chart {
        let patches = (0..c.patches()).map(|i| c.area(i).bounds());
        let buildings = (0..c.buildings()).map(|i| c.building(i).bounds());
        let lines = (0..c.lines()).map(|i| about(&c.line(i).points));
        Chart {
            all: Strips::new(c.size().x, STRIP, patches.chain(buildings).chain(lines)),
            patches: c.patches(),
            buildings: c.buildings(),
            drawn: Chart::key(c),
            near: RefCell::default(),
        }
    }

    fn key(c: &impl Country) -> (usize, u32) {
        (c.lines(), c.turn())
    }

    /// Does for each thing whose box the straight way may meet, in their order.
    fn along(&self, a: V2, b: V2, mut each: impl FnMut(Thing)) {
        let mut near = self.near.take();
        // A hair more than the way: what only touches it is not missed by rounding.
        let hair = v2(1e-6, 1e-6);
        let (lo, hi) = about(&[a, b]);
        self.all.meeting(lo - hair, hi + hair, &mut near);
        near.iter().for_each(|i| each(self.thing(usize::from(*i))));
        self.near.replace(near);
    }

    fn thing(&self, i: usize) -> Thing {
        match i.checked_sub(self.patches) {
            None => Thing::Patch(i),
            Some(i) => i.checked_sub(self.buildings).map_or(Thing::Building(i), Thing::Line),
        }
    }
}

/// Something on the chart, by its place among its like.
#[derive(Clone, Copy, Debug)]
enum Thing {
    Patch(usize),
    Building(usize),
    Line(usize),
}

/// The upright box about some places.
pub(crate) fn about(places: &[V2]) -> (V2, V2) {
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

/// To which other places one is joined, and what it costs to get there: of each it is found when somebody comes there.
#[derive(Debug)]
struct Links {
    all: Vec<Option<Vec<(u16, f64)>>>,
    /// The places from west to east.
    along: Vec<(f64, usize)>,
}

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
/// Cm that a place is worth avoiding at which the enemy stands.
const DANGER: f64 = 70.0;
/// Roads are studied in stretches of this length.
const STRETCH: f64 = 20.0;
/// Corners are passed at this distance.
const BERTH: f64 = 4.5;

impl Routes {
    /// The places through which somebody goes to another, the last of which is `to`; `None` if there is no way. Who rides keeps away
    /// from places that are feared.
    pub fn way(
        &mut self,
        c: &impl Country,
        feared: impl Fn(V2) -> bool,
        who: u16,
        gait: Gait,
        from: V2,
        to: V2,
    ) -> Option<Vec<V2>> {
        let chart = match self.chart.take() {
            Some(x) if x.drawn == Chart::key(c) => x,
            _ => Chart::of(c),
        };
        let way = self.way_by(&chart, c, feared, who, gait, from, to);
        self.chart = Some(chart);
        way
    }

    #[expect(clippy::too_many_arguments)]
    fn way_by(
        &mut self,
        chart: &Chart,
        c: &impl Country,
        feared: impl Fn(V2) -> bool,
        who: u16,
        gait: Gait,
        from: V2,
        to: V2,
    ) -> Option<Vec<V2>> {
        // What lies further off is thought about when it is nearer.
        let cm = from.dist(to).min(FAR);
        let to = if cm < FAR { to } else { from + (to - from).unit() * FAR };
        let straight = cost(chart, c, gait, from, to);
        let roads = match gait {
            Gait::Wagon => cm > 12.0,
            Gait::Guns => cm > 60.0,
            _ => false,
        };
        if !roads && straight <= cm * 1.25 + 4.0 {
            self.kept.remove(&who);
            return Some(vec![to]);
        }
        if let Some(k) = self.kept.get_mut(&who) {
            if k.gait == gait && k.to.dist(to) < 8.0 && c.turn() < k.turn + AGAIN {
                // There, or past it.
                let done = |w: &[V2]| from.dist(w[0]) < 3.0 || (w[1] - w[0]).dot(from - w[0]) > 0.0;
                while k.way.len() > 1 && done(&k.way) && cost(chart, c, gait, from, k.way[1]).is_finite() {
                    k.way.remove(0);
                }
                if cost(chart, c, gait, from, k.way[0]).is_finite() {
                    if let Some(last) = k.way.last_mut() {
                        *last = to;
                    }
                    return Some(k.way.clone());
                }
            }
        }
        let way = self.find(chart, c, feared, gait, from, to, straight)?;
        self.kept.insert(who, Kept { to, gait, way: way.clone(), turn: c.turn() });
        Some(way)
    }

    /// Dijkstra over the places, with both ends added.
    #[expect(clippy::too_many_arguments)]
    fn find(
        &mut self,
        chart: &Chart,
        c: &impl Country,
        feared: impl Fn(V2) -> bool,
        gait: Gait,
        from: V2,
        to: V2,
        straight: f64,
    ) -> Option<Vec<V2>> {
        let nodes = self.nodes.get_or_insert_with(|| places(c));
        let links = self.links.entry(gait).or_insert_with(|| Links::of(nodes));
        let n = nodes.len();
        let price = |a: V2, b: V2| cost(chart, c, gait, a, b);
        let mut best = vec![f64::INFINITY; n];
        let mut back = vec![usize::MAX; n];
        let mut done = vec![false; n];
        // Where the enemy stands nobody rides through who can ride round. Looked at once for each place that matters.
        let mut fear: Vec<Option<f64>> = vec![None; n];
        let mut fears = |i: usize| {
            *fear[i].get_or_insert_with(|| {
                let there = gait != Gait::Foot && feared(nodes[i].at);
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
            for (j, cm) in links.from(chart, c, gait, nodes, i) {
                let j = usize::from(*j);
                // Without the fear it is no cheaper, so that need not be known.
                if best[i] + cm >= best[j] {
                    continue;
                }
                let cm = cm + fears(j);
                if best[i] + cm < best[j] - 1e-9 {
                    best[j] = best[i] + cm;
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
pub(crate) fn divided(c: &impl Country, a: V2, b: V2) -> bool {
    (0..c.patches()).any(|i| {
        near(c.area(i), a, b)
            && c.patch(i).closed
            && c.area(i).length_inside(a, b) > 0.5
            && !(0..c.bridges()).any(|x| c.bridge(x).clip(a, b).is_some())
    })
}

fn near(a: &Area, p: V2, q: V2) -> bool {
    let (lo, hi) = a.bounds();
    p.x.max(q.x) >= lo.x && p.x.min(q.x) <= hi.x && p.y.max(q.y) >= lo.y && p.y.min(q.y) <= hi.y
}

/// What the straight way costs, in cm of open ground.
fn cost(chart: &Chart, c: &impl Country, gait: Gait, a: V2, b: V2) -> f64 {
    let length = a.dist(b);
    if length < 1e-6 {
        return 0.0;
    }
    let mut sum = length;
    chart.along(a, b, |thing| sum += worth(c, gait, thing, (a, b), length));
    sum
}

/// What something on the straight way costs.
fn worth(c: &impl Country, gait: Gait, thing: Thing, (a, b): (V2, V2), length: f64) -> f64 {
    match thing {
        Thing::Patch(i) => {
            let slow = c.slow(gait, i);
            if slow <= 1.0 || !near(c.area(i), a, b) {
                return 0.0;
            }
            let mut inside = c.area(i).length_inside(a, b);
            if inside > 0.0 && c.patch(i).wet {
                // The middle of a base has to keep off the rails.
                let bridged: f64 = (0..c.bridges())
                    .map(|x| c.bridge(x))
                    .filter_map(|x| {
                        Rect { half_width: (x.half_width - c.berth(gait)).max(0.3), ..x }.clip(a, b)
                    })
                    .map(|(s, e)| (e - s) * length)
                    .sum();
                inside = (inside - bridged).max(0.0);
            }
            if inside > 0.3 { inside * (slow - 1.0) } else { 0.0 }
        }
        Thing::Building(i) => c.building(i).clip(a, b).map_or(0.0, |_| c.house(gait)),
        Thing::Line(i) => {
            let dear = c.over(gait, i);
            if dear > 0.0 && crosses(c.line(i), a, b) { dear } else { 0.0 }
        }
    }
}

fn crosses(l: &Polyline, a: V2, b: V2) -> bool {
    l.segments().any(|(p, q)| {
        let (d, e) = (b - a, q - p);
        let (s, t) = (d.cross(p - a), d.cross(q - a));
        let (x, y) = (e.cross(a - p), e.cross(b - p));
        s * t < 0.0 && x * y < 0.0
    })
}

/// The corners of what is in the way, the ends of bridges, and the roads.
fn places(c: &impl Country) -> Vec<Node> {
    let mut all: Vec<Node> = Vec::new();
    let plain = |at: V2| Node { at, road: None, bridge: None };
    for i in 0..c.bridges() {
        let r = c.bridge(i);
        let axis = r.dir * (r.half_depth + 4.0);
        for at in [r.centre + axis, r.centre - axis] {
            all.push(Node { at, road: None, bridge: Some(i as u16) });
        }
    }
    for i in 0..c.roads() {
        let mut k = 0u16;
        for (j, (a, b)) in c.road(i).segments().enumerate() {
            let n = (a.dist(b) / STRETCH).ceil().max(1.0);
            for s in usize::from(j > 0)..=(n as usize) {
                all.push(Node { at: a.lerp(b, s as f64 / n), road: Some((i as u16, k)), bridge: None });
                k += 1;
            }
        }
    }
    let keeps_off = c.corner();
    for p in (0..c.patches()).filter(|p| c.patch(*p).corners) {
        let o = c.area(p).outline();
        let n = o.len();
        let left: f64 = (0..n).map(|i| o[i].cross(o[(i + 1) % n])).sum();
        let side = if left > 0.0 { 1.0 } else { -1.0 };
        for i in (0..n).step_by(n.div_ceil(10)) {
            let (a, b, c) = (o[(i + n - 1) % n], o[i], o[(i + 1) % n]);
            let out = ((b - a).unit().right() + (c - b).unit().right()).unit() * side;
            all.push(plain(b + out * keeps_off));
        }
    }
    for b in 0..c.buildings() {
        all.extend(c.building(b).grown(keeps_off).corners().into_iter().map(plain));
    }
    for l in (0..c.lines()).filter(|l| c.bars(*l)) {
        let p = &c.line(l).points;
        if let ([a, b, ..], [.., y, z]) = (&p[..], &p[..]) {
            all.push(plain(*a + (*a - *b).unit() * 6.0));
            all.push(plain(*z + (*z - *y).unit() * 6.0));
        }
    }
    let inside = c.size() - v2(3.0, 3.0);
    all.retain(|n| {
        let p = n.at;
        let here = p.x > 3.0 && p.y > 3.0 && p.x < inside.x && p.y < inside.y;
        (here || n.road.is_some())
            && (n.road.is_some()
                || !(0..c.patches()).any(|x| c.patch(x).shunned && c.area(x).contains(p) && !c.bridged(p)))
    });
    all.truncate(400);
    all
}

impl Links {
    fn of(nodes: &[Node]) -> Links {
        Links { all: vec![None; nodes.len()], along: west_to_east(nodes.iter().map(|n| n.at.x)) }
    }

    /// In the order of the list.
    fn from(
        &mut self,
        chart: &Chart,
        c: &impl Country,
        gait: Gait,
        nodes: &[Node],
        i: usize,
    ) -> &[(u16, f64)] {
        let along = &self.along;
        self.all[i].get_or_insert_with(|| {
            let x = nodes[i].at.x;
            let mut others: Vec<usize> = window(along, x, x, LINK).iter().map(|n| n.1).collect();
            others.sort_unstable();
            let others = others.into_iter().filter(|j| *j != i);
            // The same there and back.
            let link = |j: usize| Some((j as u16, link(chart, c, gait, &nodes[i.min(j)], &nodes[i.max(j)])?));
            others.filter_map(link).collect()
        })
    }
}

/// What it costs to get from one place to another, if they are joined.
fn link(chart: &Chart, c: &impl Country, gait: Gait, a: &Node, b: &Node) -> Option<f64> {
    let cm = a.at.dist(b.at);
    if cm > LINK {
        return None;
    }
    let mut dear = cost(chart, c, gait, a.at, b.at);
    let across = || -> f64 {
        let mut sum = 0.0;
        chart.along(a.at, b.at, |thing| {
            if let Thing::Line(_) = thing {
                sum += worth(c, gait, thing, (a.at, b.at), cm);
            }
        });
        sum
    };
    // Along the road nothing counts but what lies across it.
    if let (Some(x), Some(y)) = (a.road, b.road) {
        let next = x.0 == y.0 && x.1.abs_diff(y.1) == 1;
        let wet = || {
            (0..c.patches()).any(|p| {
                near(c.area(p), a.at, b.at) && c.patch(p).closed && c.area(p).length_inside(a.at, b.at) > 0.1
            })
        };
        if next && (dear.is_finite() || !wet()) {
            dear = dear.min(cm * c.on_road(gait) + across());
        }
    }
    if a.bridge.is_some() && a.bridge == b.bridge {
        dear = dear.min(cm * 1.5 + across());
    }
    dear.is_finite().then_some(dear)
}
