//! Ways over the ground: where water lies between a command and its goal, the bridge by which it goes, and the place beyond where it
//! forms up.

use crate::common::routes::{Country, Gait, Patch, Routes};
use table::{Area, Polyline, Rect, V2};
use tricolore::book::terrain::{Class, Defile, Files, Passes};
use tricolore::check::declinable;
use tricolore::command::Command;
use tricolore::terrain::{defile_of, is_road};
use tricolore::{Field, Side};

/// The search for ways thinks in centimetres of a table: so many metres are one.
const CM: f64 = 20.0;
/// A march keeps so far from the enemy (march-phase.5), and so far from troops that it may decline.
const KEEPS: (f64, f64) = (400.0, 100.0);
/// Beyond that a little more, for the enemy moves too.
const SPARE: f64 = 30.0;
/// A march by road ends so far from its goal, to form up.
const SHORT: f64 = 400.0;
/// And so much before the place from which the enemy is near.
const SPARE_FAR: f64 = 300.0;
/// The end of a bridge at which a march leaves it lies so far from its rails.
const EXIT: f64 = 80.0;

/// The ground of a battle as it is now.
#[derive(Debug)]
struct Land {
    size: V2,
    round: u32,
    areas: Vec<(Area, Patch, f64)>,
    houses: Vec<Rect>,
    lines: Vec<(Polyline, f64)>,
    bridges: Vec<Rect>,
    roads: Vec<Polyline>,
}

fn small(p: V2) -> V2 {
    p * (1.0 / CM)
}

fn shrunk(r: &Rect) -> Rect {
    Rect { centre: small(r.centre), half_width: r.half_width / CM, half_depth: r.half_depth / CM, ..*r }
}

fn path(p: &Polyline) -> Polyline {
    Polyline::new(p.points.iter().map(|x| small(*x)).collect())
}

impl Land {
    fn of(f: &Field, bridges: &[Rect]) -> Land {
        let terrain = f.sheet.terrain();
        let mut areas = Vec::new();
        for p in &f.ground.patches {
            let outline: Vec<V2> = p.area.outline().iter().map(|x| small(*x)).collect();
            let Ok(area) = Area::new(&outline) else { continue };
            let cost = terrain.area(p.kind, Class::Infantry).cost;
            let closed = cost.is_none();
            let patch = Patch { closed, wet: false, corners: cost != Some(1.0), shunned: closed };
            areas.push((area, patch, cost.unwrap_or(f64::INFINITY)));
        }
        let mut lines = Vec::new();
        for l in &f.ground.lines {
            match terrain.line(l.kind, Class::Infantry).cost {
                Some(cost) => lines.push((path(&l.path), cost / CM)),
                None => {
                    // Water that nobody passes, as wide as it is and no bend left open.
                    let wet = Patch { closed: true, wet: true, corners: false, shunned: true };
                    for r in path(&l.path).band(l.width.max(20.0) / CM) {
                        let r = Rect { half_depth: r.half_depth + 0.5, ..r };
                        let r = Rect { half_width: r.half_width + 0.5, ..r };
                        if let Ok(area) = Area::new(&r.corners()) {
                            areas.push((area, wet, f64::INFINITY));
                        }
                    }
                }
            }
        }
        Land {
            size: small(table::v2(f.ground.width, f.ground.depth)),
            round: f.round,
            areas,
            houses: f.ground.zones.iter().map(|z| shrunk(&z.rect)).collect(),
            lines,
            // A little longer than they are, so that they reach from bank to bank.
            bridges: bridges
                .iter()
                .map(shrunk)
                .map(|r| Rect { half_depth: r.half_depth + 1.0, half_width: r.half_width + 1.0, ..r })
                .collect(),
            roads: f.ground.roads.iter().filter(|r| is_road(f, r.cobbled)).map(|r| path(&r.path)).collect(),
        }
    }
}

impl Country for Land {
    fn size(&self) -> V2 {
        self.size
    }

    fn turn(&self) -> u32 {
        self.round
    }

    fn patches(&self) -> usize {
        self.areas.len()
    }

    fn area(&self, patch: usize) -> &Area {
        &self.areas[patch].0
    }

    fn patch(&self, patch: usize) -> Patch {
        self.areas[patch].1
    }

    fn slow(&self, _: Gait, patch: usize) -> f64 {
        self.areas[patch].2
    }

    fn buildings(&self) -> usize {
        self.houses.len()
    }

    fn building(&self, i: usize) -> Rect {
        self.houses[i]
    }

    fn house(&self, _: Gait) -> f64 {
        f64::INFINITY
    }

    fn lines(&self) -> usize {
        self.lines.len()
    }

    fn line(&self, i: usize) -> &Polyline {
        &self.lines[i].0
    }

    fn over(&self, _: Gait, line: usize) -> f64 {
        self.lines[line].1
    }

    fn bars(&self, _: usize) -> bool {
        false
    }

    fn bridges(&self) -> usize {
        self.bridges.len()
    }

    fn bridge(&self, i: usize) -> Rect {
        self.bridges[i]
    }

    fn berth(&self, _: Gait) -> f64 {
        0.0
    }

    fn bridged(&self, p: V2) -> bool {
        self.bridges.iter().any(|b| b.contains(p, 1e-6))
    }

    fn roads(&self) -> usize {
        self.roads.len()
    }

    fn road(&self, i: usize) -> &Polyline {
        &self.roads[i]
    }

    fn on_road(&self, _: Gait) -> f64 {
        0.5
    }
}

/// Does water that nobody passes lie between two places, bridged or not?
pub(super) fn divided(f: &Field, a: V2, b: V2) -> bool {
    let closed = |k| f.sheet.terrain().line(k, Class::Infantry).cost.is_none();
    f.ground
        .lines
        .iter()
        .filter(|l| closed(l.kind))
        .any(|l| l.path.segments().any(|(p, q)| Rect::between(p, q).grown(0.5).clip(a, b).is_some()))
}

/// May a march come there: far enough from every enemy?
fn clear(f: &Field, side: Side, p: V2) -> bool {
    let point = Rect { centre: p, dir: V2::bearing(0.0), half_width: 0.0, half_depth: 0.0 };
    f.enemies_about(side, &[point], KEEPS.0 + SPARE + 1.0).all(|e| {
        let keep = if declinable(e) { KEEPS.1 } else { KEEPS.0 } + SPARE;
        let near = e.base.front.dist(p) <= keep + 1600.0;
        !near || f.rects(e).iter().all(|r| r.gap_to_point(p) > keep)
    })
}

fn clear_between(f: &Field, side: Side, a: V2, b: V2) -> bool {
    let n = (a.dist(b) / 100.0).ceil().max(1.0) as u32;
    (0..=n).all(|i| clear(f, side, a.lerp(b, f64::from(i) / f64::from(n))))
}

/// Over which bridges march columns may go now, whose ends no enemy commands.
fn open_bridges(f: &Field, side: Side) -> Vec<Rect> {
    let passes = |d: Defile| {
        !matches!(f.sheet.terrain().defile(d, Files::MarchColumn).value, Passes::No | Passes::AsMarchColumn)
    };
    f.bridges
        .iter()
        .filter(|b| !b.gone && passes(defile_of(b.bridge.kind, b.bridge.lanes)))
        .map(|b| b.bridge.rect)
        .filter(|r| {
            let out = r.dir * (r.half_depth + EXIT);
            let houses = |p: V2| f.ground.zones.iter().any(|z| z.rect.contains(p, 0.0));
            [r.centre + out, r.centre - out].into_iter().all(|p| clear(f, side, p) && !houses(p))
        })
        .collect()
}

/// The ways of one side, thought about anew each round.
#[derive(Debug)]
pub(super) struct Ways {
    round: u32,
    land: Option<(Land, Routes)>,
}

impl Ways {
    pub fn new() -> Ways {
        Ways { round: u32::MAX, land: None }
    }

    /// The way by which a command whose officer stands there marches to its goal: over open bridges, and beyond the last of them to a place
    /// where it can form up, so many metres of column from the water.
    pub fn over_bridges(&mut self, f: &Field, c: &Command, goal: V2, length: f64) -> Option<Vec<V2>> {
        let (side, from) = (c.side, f[c.officer].at);
        self.look(f, side);
        let (land, routes) = self.land.as_mut()?;
        // The bridge that is left soonest for the goal: the way to a place beyond each, and from there to the goal.
        let ends = land.bridges.iter().flat_map(|r| {
            let r = Rect { centre: r.centre * CM, half_depth: r.half_depth * CM, ..*r };
            let out = r.dir * (r.half_depth + EXIT);
            [r.centre + out, r.centre - out]
        });
        let ends: Vec<V2> = ends.filter(|p| f.ground.holds(*p) && !divided(f, *p, goal)).collect();
        let feared = |p: V2| !clear(f, side, p * CM);
        let mut best: Option<(f64, Vec<V2>)> = None;
        for (n, exit) in ends.into_iter().enumerate() {
            let who = c.id.0 * 32 + n as u16;
            let Some(to) = bridgehead(f, side, exit, goal, length) else { continue };
            let Some(way) = routes.way(land, feared, who, Gait::Horse, small(from), small(exit)) else {
                continue;
            };
            let mut way: Vec<V2> = way.into_iter().map(|p| p * CM).collect();
            if way.iter().any(|p| !clear(f, side, *p)) {
                continue;
            }
            way.push(to);
            let far: f64 =
                std::iter::once(from).chain(way.iter().copied()).zip(&way).map(|(a, b)| a.dist(*b)).sum();
            let cost = far + 1.5 * to.dist(goal);
            if best.as_ref().is_none_or(|(c, _)| cost < *c) {
                best = Some((cost, way));
            }
        }
        best.map(|(_, places)| places)
    }

    /// The way by road or straight on which a column comes near its goal, as far as no enemy is by.
    pub fn by_road(&mut self, f: &Field, c: &Command, goal: V2) -> Option<Vec<V2>> {
        let (side, from) = (c.side, f[c.officer].at);
        self.look(f, side);
        let (land, routes) = self.land.as_mut()?;
        let who = c.id.0 * 32 + 31;
        let feared = |p: V2| !clear(f, side, p * CM);
        let way = routes.way(land, feared, who, Gait::Guns, small(from), small(goal))?;
        let way = Polyline::new(std::iter::once(from).chain(way.into_iter().map(|p| p * CM)).collect());
        let most = way.len() - SHORT;
        let mut end = 0.0;
        while end + 50.0 < most && clear(f, side, way.at(end + 50.0)?.0) {
            end += 50.0;
        }
        // The enemy comes nearer in the meantime.
        let end = if end + 100.0 < most { end - SPARE_FAR } else { end };
        if end < 600.0 {
            return None;
        }
        let mut places: Vec<V2> = Vec::new();
        let mut along = 0.0;
        for (a, b) in way.segments() {
            along += a.dist(b);
            if along >= end {
                break;
            }
            places.push(b);
        }
        places.push(way.at(end)?.0);
        Some(places)
    }

    fn look(&mut self, f: &Field, side: Side) {
        if self.round != f.round {
            self.round = f.round;
            self.land = Some((Land::of(f, &open_bridges(f, side)), Routes::default()));
        }
    }
}

/// Where a column that comes over a bridge halts and forms up: as near to its goal as it may without the enemy, and so far from the bridge
/// that its tail is over.
fn bridgehead(f: &Field, side: Side, exit: V2, goal: V2, length: f64) -> Option<V2> {
    let mut best: Option<(f64, V2)> = None;
    for turn in 0..24 {
        let dir = V2::bearing(f64::from(turn) * 15.0);
        for far in [200.0, 350.0, 500.0, 650.0, 800.0, 1000.0] {
            let p = exit + dir * far;
            let room = f.ground.holds(p + dir * 60.0)
                && !divided(f, exit, p)
                && !f
                    .ground
                    .zones
                    .iter()
                    .any(|z| z.rect.gap_to_point(p) < 30.0 || z.rect.clip(exit, p).is_some())
                && f.ground.patches.iter().all(|x| {
                    let closed = f.sheet.terrain().area(x.kind, Class::Infantry).cost.is_none();
                    !closed || x.area.length_inside(exit, p) < 1.0
                })
                && clear_between(f, side, exit, p);
            if !room {
                break;
            }
            let cost = p.dist(goal) + 1.2 * (length - far - EXIT).max(0.0);
            if best.is_none_or(|(c, _)| cost < c) {
                best = Some((cost, p));
            }
        }
    }
    best.map(|(_, p)| p)
}
