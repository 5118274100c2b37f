//! Rivers and roads: from where to where they run, and how.

use super::{LineSpec, SideEdge, TerrainSpec, WaterwaySpec, water};
use crate::say;
use crate::scenario::board::Board;
use crate::scenario::gap::gap;
use crate::scenario::tables::tables;
use crate::terrain::{Feature, Outline};
use crate::{clause, reading};
use muster::Mistake;
use table::{EPS, V2, v2};
use umpire::Readings;
use words::Message;

/// The table edges, as a line sees them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rim {
    West,
    East,
    South,
    North,
}

const RIMS: [Rim; 4] = [Rim::West, Rim::East, Rim::South, Rim::North];

fn to_rim(board: &Board, r: Rim, p: V2) -> f64 {
    match r {
        Rim::West => p.x,
        Rim::East => board.width - p.x,
        Rim::South => p.y,
        Rim::North => board.depth - p.y,
    }
}

fn opposite(r: Rim) -> Rim {
    match r {
        Rim::West => Rim::East,
        Rim::East => Rim::West,
        Rim::South => Rim::North,
        Rim::North => Rim::South,
    }
}

/// The edges on which a point lies; two at a corner. A waterway's shore, where it is asked for, is as good as its edge.
fn rims_at(board: &Board, shore: Option<&WaterwaySpec>, p: V2) -> impl Iterator<Item = Rim> {
    let wet = shore.and_then(|w| {
        let r = if w.side == SideEdge::West { Rim::West } else { Rim::East };
        (to_rim(board, r, p) <= w.depth + EPS).then_some(r)
    });
    let (b, p) = (*board, p);
    RIMS.into_iter().filter(move |r| to_rim(&b, *r, p) <= EPS || wet == Some(*r))
}

fn ends(l: &LineSpec) -> (V2, V2) {
    let p = |q: &[f64; 2]| v2(q[0], q[1]);
    (p(&l.points[0]), p(&l.points[l.points.len() - 1]))
}

/// Does the line run from one edge to the opposite one? Says over which it comes in.
fn runs_through(board: &Board, shore: Option<&WaterwaySpec>, l: &LineSpec) -> Option<Rim> {
    let (a, b) = ends(l);
    rims_at(board, shore, a).find(|r| rims_at(board, shore, b).any(|s| s == opposite(*r)))
}

fn crosses(board: &Board, readings: &Readings, what: Message, l: &LineSpec, out: &mut Vec<Mistake>) {
    let most = readings.number(reading!("sectors-crossed"));
    let line = l.line();
    let n = board
        .sectors()
        .iter()
        .filter(|s| {
            let inner = s.grown(-EPS);
            line.segments().any(|(a, b)| inner.clip(a, b).is_some())
        })
        .count();
    if n as f64 > most {
        out.push(
            Mistake::new(l.at.0.clone(), say!("runs-through-sectors", what, n))
                .right(if board.is_wide() {
                    say!("sectors-three-by-two", most)
                } else {
                    say!("sectors-two-by-two", most)
                })
                .by(clause!("linear.1")),
        );
    }
}

/// Does this river end in another one's bed or in the waterway (terrain.13)?
fn flows_into(board: &Board, t: &TerrainSpec, i: usize) -> bool {
    let (a, b) = ends(&t.rivers[i]);
    let wet = |p: V2| {
        t.waterway.as_ref().is_some_and(|w| water(board, w, w.depth).contains(p, EPS))
            || t.rivers
                .iter()
                .enumerate()
                .any(|(j, o)| j != i && o.line().nearest(p).is_some_and(|(d, _, _)| d <= o.width / 2.0 + EPS))
    };
    let edge = |p: V2| rims_at(board, None, p).next().is_some();
    (edge(a) && wet(b)) || (edge(b) && wet(a))
}

/// With two rivers, the one that may end in the other: the narrower, or the shorter of two equally wide.
fn smaller(t: &TerrainSpec) -> Option<usize> {
    if t.rivers.len() < 2 {
        return None;
    }
    let size = |i: usize| (t.rivers[i].width, t.rivers[i].line().len());
    Some(if size(0) < size(1) { 0 } else { 1 })
}

/// linear.1, river.1.
pub(super) fn river(
    board: &Board,
    readings: &Readings,
    t: &TerrainSpec,
    i: usize,
    r: &LineSpec,
    out: &mut Vec<Mistake>,
) {
    let k = tables();
    let through = runs_through(board, t.waterway.as_ref(), r);
    let tributary = smaller(t) == Some(i) && flows_into(board, t, i);
    if through.is_none() && !tributary {
        out.push(
            Mistake::new(r.at.0.clone(), say!("river-does-not-run"))
                .right(say!("first-last-point-lie-opposite"))
                .by(clause!("linear.1")),
        );
    }
    crosses(board, readings, say!("the-river"), r, out);
    if r.width > k.river_width + EPS {
        out.push(
            Mistake::new(r.at.0.clone(), say!("river-p-wide", width = ::words::whole(r.width)))
                .right(say!("at-most-p", river_width = ::words::whole(k.river_width)))
                .by(clause!("river.1")),
        );
    }
    let side = if readings.is(reading!("river-length", "shorter")) {
        board.width.min(board.depth)
    } else {
        board.width.max(board.depth)
    };
    let (len, most) = (r.line().len(), side * k.river_length);
    if len > most + EPS {
        out.push(
            Mistake::new(r.at.0.clone(), say!("river-p-long", len = ::words::whole(len)))
                .right(say!(
                    "most-p-times-tables-length",
                    most = ::words::whole(most),
                    river_length = &k.river_length
                ))
                .by(clause!("river.1")),
        );
    }
    if let Some((p, g)) = too_near(board, t.waterway.as_ref(), r, k.river_to_edge) {
        out.push(
            Mistake::new(
                r.at.0.clone(),
                say!(
                    "river-bed-p-table-edge",
                    x = ::words::whole(p.x),
                    y = ::words::whole(p.y),
                    g = ::words::whole(g.max(0.0))
                ),
            )
            .right(say!("least-p-except-where-flows", river_to_edge = ::words::whole(k.river_to_edge)))
            .by(clause!("river.1")),
        );
    }
}

/// Where the bed comes too near to a table edge. The stretch at either end up to where the bed is first clear of the
/// edge it flows over is its in- or outflow.
fn too_near(board: &Board, shore: Option<&WaterwaySpec>, r: &LineSpec, least: f64) -> Option<(V2, f64)> {
    let pts: Vec<V2> = r.points.iter().map(|p| v2(p[0], p[1])).collect();
    let (first, last) = (pts[0], pts[pts.len() - 1]);
    let half = r.width / 2.0;
    for rim in RIMS {
        // A waterway lies between the river and this edge.
        if shore.is_some_and(|w| {
            (w.side == SideEdge::West) == (rim == Rim::West) && matches!(rim, Rim::West | Rim::East)
        }) {
            continue;
        }
        let over = |p: V2| rims_at(board, None, p).any(|x| x == rim);
        let far = |p: V2| to_rim(board, rim, p) - half >= least - EPS;
        let (mut lo, mut hi) = (0, pts.len());
        if over(first) {
            lo = pts.iter().position(|p| far(*p)).unwrap_or(pts.len());
        }
        if over(last) {
            hi = pts.iter().rposition(|p| far(*p)).map_or(0, |i| i + 1);
        }
        // Distances along straight pieces are least at their ends, so the bends in between tell all.
        for p in pts.iter().take(hi).skip(lo) {
            if !far(*p) {
                return Some((*p, to_rim(board, rim, *p) - half));
            }
        }
        // A river that flows in over an edge and never comes clear of it runs along it.
        if (over(first) || over(last)) && !pts.iter().any(|p| far(*p)) {
            return Some((pts[pts.len() / 2], to_rim(board, rim, pts[pts.len() / 2]) - half));
        }
    }
    None
}

/// terrain.13
pub(super) fn joined(board: &Board, readings: &Readings, t: &TerrainSpec, out: &mut Vec<Mistake>) {
    if let Some(i) = smaller(t) {
        if readings.is(reading!("two-rivers", "must-join")) && !flows_into(board, t, i) {
            out.push(
                Mistake::new(t.rivers[i].at.0.clone(), say!("two-rivers-do-not-join"))
                    .right(say!("smaller-ends-bed-larger-waterway"))
                    .by(clause!("terrain.13")),
            );
        }
    }
}

/// linear.1, road.1, dba.59.
pub(super) fn road(
    board: &Board,
    readings: &Readings,
    t: &TerrainSpec,
    r: &LineSpec,
    out: &mut Vec<Mistake>,
) {
    let k = tables();
    if runs_through(board, None, r).is_none() {
        out.push(
            Mistake::new(r.at.0.clone(), say!("road-does-not-connect-two"))
                .right(say!("first-last-point-lie-opposite"))
                .by(clause!("linear.1")),
        );
    }
    crosses(board, readings, say!("the-road"), r, out);
    if r.width > k.road_width - EPS {
        out.push(
            Mistake::new(r.at.0.clone(), say!("road-p-wide", width = ::words::whole(r.width)))
                .right(say!("narrower-than-p", road_width = ::words::whole(k.road_width)))
                .by(clause!("road.1")),
        );
    }
    let bends = readings.number(reading!("road-bends"));
    if (r.points.len() - 2) as f64 > bends {
        out.push(
            Mistake::new(r.at.0.clone(), say!("road-bends", len = r.points.len() - 2))
                .right(say!("few-possible-most", bends))
                .by(clause!("road.1")),
        );
    }
    if let Some(w) = &t.waterway {
        let wet = water(board, w, w.depth);
        if r.line().band(r.width).iter().any(|b| b.penetration(&wet) > EPS) {
            out.push(
                Mistake::new(r.at.0.clone(), say!("road-runs-through-waterway"))
                    .right(say!("roads-cross-everything-except-waterway"))
                    .by(clause!("dba.59")),
            );
        }
    }
}

/// road.1: a road runs past or through the settlement.
pub(super) fn settlement_road(readings: &Readings, t: &TerrainSpec, out: &mut Vec<Mistake>) {
    if t.roads.is_empty() || readings.is(reading!("road-settlement", "free")) {
        return;
    }
    for s in t.areas.iter().filter(|a| a.kind == Feature::Settlement) {
        let o = s.outline();
        let touched = t
            .roads
            .iter()
            .any(|r| r.line().band(r.width).iter().any(|b| gap(&o, &Outline::Box(*b), EPS) <= EPS));
        if !touched {
            out.push(
                Mistake::new(s.at.0.clone(), say!("no-road-touches", called = s.called()))
                    .right(say!("where-there-road-settlement-road"))
                    .by(clause!("road.1")),
            );
        }
    }
}
