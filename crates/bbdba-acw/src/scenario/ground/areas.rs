//! Area features: their size and shape, and how far apart they lie.

use super::{AreaSpec, Shape, SideEdge, TerrainSpec, bounds, feature_name};
use crate::scenario::board::Board;
use crate::scenario::gap::{gap, holds_point};
use crate::scenario::tables::tables;
use crate::terrain::{Feature, Outline};
use crate::{clause, reading};
use muster::Mistake;
use table::EPS;
use umpire::{Clause, Readings};

/// terrain.6, terrain.7, terrain.14: one area feature by itself.
pub(super) fn area(board: &Board, readings: &Readings, a: &AreaSpec, out: &mut Vec<Mistake>) {
    let k = tables();
    let mut wrong = |c: Clause, wrong: String, right: String| {
        out.push(Mistake::new(a.at.0.clone(), wrong).right(right).by(c));
    };
    if a.length < a.width - EPS {
        wrong(
            clause!("terrain.6"),
            format!("{} is {:.0} p long and {:.0} p wide", a.called(), a.length, a.width),
            "the length is the longer side; turn it with `bearing`".into(),
        );
    }
    if a.length.min(a.width) < k.area_least - EPS {
        wrong(
            clause!("terrain.6"),
            format!("{} is only {:.0} p wide", a.called(), a.length.min(a.width)),
            format!("nowhere narrower than {:.0} p", k.area_least),
        );
    }
    if a.length + a.width > k.area_sum + EPS {
        wrong(
            clause!("terrain.6"),
            format!("length plus width of {} is {:.0} p", a.called(), a.length + a.width),
            format!("at most {:.0} p", k.area_sum),
        );
    }
    if let Some(times) = longest(a.kind) {
        if a.length.max(a.width) > times * a.length.min(a.width) + EPS {
            wrong(
                clause!("terrain.6"),
                format!("{} is {:.0} p long and only {:.0} p wide", a.called(), a.length, a.width),
                format!("at most {times} times as long as wide"),
            );
        }
    }
    if a.shape == Shape::Rectangle && a.kind != Feature::Settlement {
        wrong(
            clause!("terrain.7"),
            format!("{} is rectangular", a.called()),
            "only a settlement may be; write shape = \"oval\"".into(),
        );
    }
    if a.kind == Feature::Settlement
        && board.is_wide()
        && readings.is(reading!("settlement-sectors", "flanks"))
    {
        let flank = board.sectors()[0].half_width * 2.0;
        let (lo, hi) = bounds(&a.outline());
        let centre = flank..board.width - flank;
        if hi.x > centre.start + EPS && lo.x < centre.end - EPS {
            // How far a flank reaches is another clause than that it must be one.
            let within = lo.x > centre.start - EPS && hi.x < centre.end + EPS;
            wrong(
                if within { clause!("terrain.14") } else { clause!("dba.39") },
                format!("{} reaches into the centre", a.called()),
                format!(
                    "settlements lie in the flank sectors: x up to {:.0} or from {:.0}",
                    centre.start, centre.end
                ),
            );
        }
    }
}

/// How many times its width a feature may be long, by the table.
fn longest(f: Feature) -> Option<f64> {
    crate::book::text().table("terrain-features")?.cell(feature_name(f), "max_length_to_width")?.number()
}

/// dba.59, waterway.3: pieces kept apart.
pub(super) fn apart(board: &Board, readings: &Readings, t: &TerrainSpec, out: &mut Vec<Mistake>) {
    for i in 0..t.areas.len() {
        apart_one(board, readings, t, i, out);
    }
}

/// One area feature against those laid before it, the waterway and the rivers.
pub(super) fn apart_one(
    board: &Board,
    readings: &Readings,
    t: &TerrainSpec,
    i: usize,
    out: &mut Vec<Mistake>,
) {
    let least = readings.number(reading!("terrain-spacing"));
    let a = &t.areas[i];
    let o = a.outline();
    let (lo, hi) = bounds(&o);
    for b in &t.areas[..i] {
        let (blo, bhi) = bounds(&b.outline());
        let clear = (lo.x - bhi.x).max(blo.x - hi.x).max((lo.y - bhi.y).max(blo.y - hi.y));
        if clear >= least - EPS && clear > 0.0 {
            continue;
        }
        let g = gap(&o, &b.outline(), least);
        if g < least - EPS || (least <= EPS && g <= EPS && pieces_overlap(&o, &b.outline())) {
            out.push(
                Mistake::new(a.at.0.clone(), format!("{} and {} are {g:.0} p apart", a.called(), b.called()))
                    .right(format!("at least {least:.0} p"))
                    .by(clause!("dba.59")),
            );
        }
    }
    if let Some(w) = &t.waterway {
        let g = match w.side {
            SideEdge::West => lo.x - w.depth,
            SideEdge::East => board.width - w.depth - hi.x,
        };
        let beach = if w.beach { tables().beach } else { 0.0 };
        if g < least - EPS {
            out.push(
                Mistake::new(
                    a.at.0.clone(),
                    format!("{} is {:.0} p from the waterway", a.called(), g.max(0.0)),
                )
                .right(format!("at least {least:.0} p"))
                .by(clause!("dba.59")),
            );
        } else if g < beach - EPS && a.kind.is_heavy() {
            out.push(
                Mistake::new(a.at.0.clone(), format!("{} lies on the beach", a.called()))
                    .right(format!("the beach, {beach:.0} p from the water, is good going"))
                    .by(clause!("waterway.3")),
            );
        }
    }
    let ground = a.area();
    if t.rivers.iter().any(|r| r.line().band(r.width).iter().any(|b| ground.meets(b))) {
        out.push(
            Mistake::new(a.at.0.clone(), format!("{} lies in a river bed", a.called()))
                .right("a river passes between area features")
                .by(clause!("dba.59")),
        );
    }
}

fn pieces_overlap(a: &Outline, b: &Outline) -> bool {
    let probe = |o: &Outline| match o {
        Outline::Oval(e) => e.rim(64),
        Outline::Box(r) => r.corners().to_vec(),
    };
    probe(a).into_iter().any(|p| holds_point(b, p)) || probe(b).into_iter().any(|p| holds_point(a, p))
}
