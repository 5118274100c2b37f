//! Area features: their size and shape, and how far apart they lie.

use super::{AreaSpec, Shape, SideEdge, TerrainSpec, bounds, feature_name};
use crate::say;
use crate::scenario::board::Board;
use crate::scenario::gap::{gap, holds_point};
use crate::scenario::tables::tables;
use crate::terrain::{Feature, Outline};
use crate::{clause, reading};
use muster::Mistake;
use table::EPS;
use umpire::{Clause, Readings};
use words::Message;

/// terrain.6, terrain.7, terrain.14: one area feature by itself.
pub(super) fn area(board: &Board, readings: &Readings, a: &AreaSpec, out: &mut Vec<Mistake>) {
    let k = tables();
    let mut wrong = |c: Clause, wrong: Message, right: Message| {
        out.push(Mistake::new(a.at.0.clone(), wrong).right(right).by(c));
    };
    if a.length < a.width - EPS {
        wrong(
            clause!("terrain.6"),
            say!(
                "p-long-p-wide",
                called = a.called(),
                length = ::words::whole(a.length),
                width = ::words::whole(a.width)
            ),
            say!("length-longer-side-turn-bearing"),
        );
    }
    if a.length.min(a.width) < k.area_least - EPS {
        wrong(
            clause!("terrain.6"),
            say!("only-p-wide", called = a.called(), length = ::words::whole(a.length.min(a.width))),
            say!("nowhere-narrower-than-p", area_least = ::words::whole(k.area_least)),
        );
    }
    if a.length + a.width > k.area_sum + EPS {
        wrong(
            clause!("terrain.6"),
            say!("length-plus-width-p", called = a.called(), width = ::words::whole(a.length + a.width)),
            say!("most-p", area_sum = ::words::whole(k.area_sum)),
        );
    }
    if let Some(times) = longest(a.kind) {
        if a.length.max(a.width) > times * a.length.min(a.width) + EPS {
            wrong(
                clause!("terrain.6"),
                say!(
                    "p-long-only-p-wide",
                    called = a.called(),
                    length = ::words::whole(a.length),
                    width = ::words::whole(a.width)
                ),
                say!("most-times-long-wide", times),
            );
        }
    }
    if a.shape == Shape::Rectangle && a.kind != Feature::Settlement {
        wrong(
            clause!("terrain.7"),
            say!("rectangular", called = a.called()),
            say!("only-settlement-may-write-shape"),
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
                say!("reaches-into-centre", called = a.called()),
                say!(
                    "settlements-lie-flank-sectors-x",
                    flank = ::words::whole(centre.start),
                    other_flank = ::words::whole(centre.end)
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
                Mistake::new(
                    a.at.0.clone(),
                    say!("so-far-apart", first = a.called(), second = b.called(), p = ::words::whole(g)),
                )
                .right(say!("least-p", least = ::words::whole(least)))
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
                    say!("p-waterway", called = a.called(), g = ::words::whole(g.max(0.0))),
                )
                .right(say!("least-p", least = ::words::whole(least)))
                .by(clause!("dba.59")),
            );
        } else if g < beach - EPS && a.kind.is_heavy() {
            out.push(
                Mistake::new(a.at.0.clone(), say!("lies-beach", called = a.called()))
                    .right(say!("beach-p-water-good-going", beach = ::words::whole(beach)))
                    .by(clause!("waterway.3")),
            );
        }
    }
    let ground = a.area();
    if t.rivers.iter().any(|r| r.line().band(r.width).iter().any(|b| ground.meets(b))) {
        out.push(
            Mistake::new(a.at.0.clone(), say!("lies-river-bed", called = a.called()))
                .right(say!("river-passes-between-area-features"))
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
