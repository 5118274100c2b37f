//! What was done, drawn over the map: ways gone, shots, fights, and where somebody was lost.

use crate::pen::{N, Path, Sheet, draw};
use crate::{Scale, ahead, inks};
use desk::board::{Piece, Spot};
use table::{V2, v2};

/// Where a piece stood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    pub at: Spot,
    pub width: f64,
    pub depth: f64,
}

impl Stand {
    pub fn of(p: &Piece) -> Stand {
        Stand { at: p.at, width: p.width, depth: p.depth }
    }

    /// Its middle.
    pub fn middle(&self) -> [f64; 2] {
        let ahead = V2::bearing(self.at.facing);
        [self.at.x - ahead.x * self.depth / 2.0, self.at.y - ahead.y * self.depth / 2.0]
    }
}

/// What a deed leaves on the map, in places of the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Trace {
    /// Somebody went, of his own will or not: through these places, the first and the last left out.
    Went { piece: String, nation: String, from: Stand, over: Vec<[f64; 2]>, to: Stand, back: bool },
    /// Somebody fired at somebody.
    Fired { from: [f64; 2], at: [f64; 2] },
    /// Hand to hand.
    Fought { at: [f64; 2] },
    /// Somebody was lost there.
    Fell(Stand),
}

fn on_sheet(s: &Scale, p: [f64; 2]) -> V2 {
    let q = s.place(p[0], p[1]);
    // Nothing is drawn beyond the table.
    v2(q.x.clamp(0.0, s.width), q.y.clamp(0.0, s.height))
}

/// Who went where: under the troops.
pub fn ways(out: &mut Sheet, all: &[Trace], s: &Scale) {
    for t in all {
        let Trace::Went { nation, from, over, to, back, .. } = t else { continue };
        let corners = s.corners(&from.at, from.width, from.depth);
        let mut points: Vec<V2> = [&[from.middle()][..], over, &[to.middle()]]
            .concat()
            .into_iter()
            .map(|p| on_sheet(s, p))
            .filter(|p| p.is_finite())
            .collect();
        let [.., before, end] = points[..] else { continue };
        let ghost = corners.iter().all(|c| c.is_finite() && inside(s, *c)).then_some(corners);
        // The head stands where the block begins, for the block hides what is under it.
        let along = end - before;
        let ahead = ahead(to.at.facing);
        let reach = |half: f64, way: V2| half * s.k / along.unit().dot(way).abs().max(1e-6);
        let hidden = reach(to.depth / 2.0, ahead).min(reach(to.width / 2.0, ahead.right())) + 1.0;
        if along.len() > hidden + 12.0 {
            if let Some(last) = points.last_mut() {
                *last = end - along.unit() * hidden;
            }
        }
        way(out, &points, nation, *back, ghost);
    }
}

fn inside(s: &Scale, p: V2) -> bool {
    p.x >= 0.0 && p.y >= 0.0 && p.x <= s.width && p.y <= s.height
}

/// A way with its head, from where the piece stood.
pub fn way(out: &mut Sheet, points: &[V2], nation: &str, back: bool, ghost: Option<[V2; 4]>) {
    let &[.., before, end] = points else { return };
    let nation = if inks::knows(nation) { nation } else { "other" };
    draw!(out, r#"<g class="piece {nation}{}">"#, if back { " back" } else { "" });
    let mut stood = Path::default();
    stood.polygon(ghost.as_ref().map_or(&[], |g| &g[..]));
    out.path("stood", &stood);
    if before.dist(end) > 0.5 {
        let along = (end - before).unit();
        let aside = along.right() * 4.0;
        let (mut line, mut head) = (Path::default(), Path::default());
        line.polyline(points);
        head.polygon(&[end, end - along * 10.0 + aside, end - along * 10.0 - aside]);
        out.path("way", &line);
        out.path("way-head", &head);
    }
    draw!(out, "</g>");
}

/// Shots, fights and losses: over the troops.
pub fn strikes(out: &mut Sheet, all: &[Trace], s: &Scale) {
    for t in all {
        match t {
            Trace::Fired { from, at } => shot(out, on_sheet(s, *from), on_sheet(s, *at)),
            Trace::Fought { at } => swords(out, on_sheet(s, *at)),
            Trace::Fell(stand) => fallen(out, on_sheet(s, stand.middle())),
            Trace::Went { .. } => {}
        }
    }
}

/// The way of a shot and where it strikes.
pub fn shot(out: &mut Sheet, from: V2, at: V2) {
    let mut line = Path::default();
    line.stroke(from, at);
    out.path("shot", &line);
    let points: Vec<V2> = (0..16)
        .map(|i| {
            let r = if i % 2 == 0 { 8.0 } else { 3.6 };
            at + v2(0.0, r).turned(f64::from(i) * std::f64::consts::TAU / 16.0)
        })
        .collect();
    let mut burst = Path::default();
    burst.polygon(&points);
    out.path("burst", &burst);
}

/// Crossed swords.
pub fn swords(out: &mut Sheet, at: V2) {
    draw!(
        out,
        r#"<g class="swords" transform="translate({} {})"><circle r="10"/><path d="M-5.5 5.5L5.5-5.5M5.5 5.5L-5.5-5.5"/><path class="hilt" d="M-6.3 2.6l3.7 3.7M6.3 2.6l-3.7 3.7"/></g>"#,
        N(at.x),
        N(at.y)
    );
}

/// A cross where somebody was lost.
pub fn fallen(out: &mut Sheet, at: V2) {
    let mut cross = Path::default();
    let (u, v) = (v2(9.0, 9.0), v2(9.0, -9.0));
    cross.stroke(at - u, at + u).stroke(at - v, at + v);
    out.path("fallen-halo", &cross);
    out.path("fallen", &cross);
}
