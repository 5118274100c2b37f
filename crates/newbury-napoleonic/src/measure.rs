//! Distances, touching, front, flank and rear, read off the table (3.d, 17.8, play.measure, play.facing).

use crate::Field;
use crate::book::{TOLERANCE, numbers};
use crate::formation::Formation;
use crate::order::Quarter;
use crate::unit::{General, GeneralId, Side, State, Unit, UnitId};
use crate::{clause, reading};
use table::{Rect, V2, v2};
use umpire::Clause;

/// A general so near to a body touches it (23.15).
pub const TOUCHES: f64 = 0.05;

/// The least distance between two outlines.
pub fn gap(a: &[Rect], b: &[Rect]) -> f64 {
    let mut least = f64::INFINITY;
    for x in a {
        for y in b {
            least = least.min(x.gap(y));
        }
    }
    least
}

/// Do touching outlines share a part of an edge? Drawn in a little, corners part further than edges do.
fn along_an_edge(a: &[Rect], b: &[Rect]) -> bool {
    const IN: f64 = 0.05;
    const EDGES: f64 = 0.13;
    let drawn_in = |all: &[Rect]| -> Vec<Rect> { all.iter().map(|r| r.grown(-IN)).collect() };
    gap(&drawn_in(a), &drawn_in(b)) <= EDGES
}

/// The same from a place.
pub fn gap_to(a: &[Rect], p: V2) -> f64 {
    a.iter().map(|r| r.gap_to_point(p)).fold(f64::INFINITY, f64::min)
}

/// Within a distance, the limit included (play.measure).
pub fn within(cm: f64, limit: f64) -> bool {
    cm <= limit + TOLERANCE
}

/// Nearer than a distance: not at it.
pub fn nearer(cm: f64, limit: f64) -> bool {
    cm < limit - TOLERANCE
}

/// From where something at an angle to the facing comes, in degrees (17.8.a); exactly 135 is a flank, or by the other reading the rear.
pub fn quarter(degrees: f64, rear_at_135: bool) -> (Quarter, Clause) {
    let slack = 1e-6;
    let most = if rear_at_135 { 135.0 - slack } else { 135.0 + slack };
    let q = match degrees.abs() {
        d if d < 90.0 - slack => Quarter::Front,
        d if d <= most => Quarter::Flank,
        _ => Quarter::Rear,
    };
    (q, clause!("17.8.a"))
}

impl Field {
    /// The distance of two bodies: from base to base (3.d).
    pub fn gap(&self, a: UnitId, b: UnitId) -> f64 {
        match (self.units.stand(&self[a]), self.units.stand(&self[b])) {
            (Some(a), Some(b)) => gap(&a.rects, &b.rects),
            _ => gap(&self.rects(&self[a]), &self.rects(&self[b])),
        }
    }

    /// The same with the clause by which it is measured.
    pub fn measured(&self, a: UnitId, b: UnitId) -> (f64, Clause) {
        (self.gap(a, b), clause!("3.d"))
    }

    /// The distance of a body from a place.
    pub fn gap_to(&self, a: UnitId, p: V2) -> f64 {
        match self.units.stand(&self[a]) {
            Some(s) => gap_to(&s.rects, p),
            None => gap_to(&self.rects(&self[a]), p),
        }
    }

    /// Do two bodies touch (19.1.a)?
    pub fn touch(&self, a: UnitId, b: UnitId) -> bool {
        if !within(self.gap(a, b), 0.0) {
            return false;
        }
        !self.readings.is(reading!("corner-contact", "apart"))
            || along_an_edge(&self.rects(&self[a]), &self.rects(&self[b]))
    }

    /// The nearest enemy of a body and how far off he is. Of two equally near the first of the roster.
    pub fn nearest_enemy(&self, id: UnitId) -> Option<(UnitId, f64)> {
        let rects = self.rects(&self[id]);
        if rects.is_empty() {
            return self.enemies(self[id].side).next().map(|e| (e.id, f64::INFINITY));
        }
        // Looked for farther and farther off: on a large table most are nowhere near.
        for far in [15.0, 60.0, 240.0, f64::INFINITY] {
            let mut best: Option<(UnitId, f64)> = None;
            for e in self.enemies_about(self[id].side, &rects, far) {
                let d = gap(&rects, &self.rects(e));
                if best.is_none_or(|(_, b)| d < b) {
                    best = Some((e.id, d));
                }
            }
            if best.is_some_and(|(_, d)| d <= far) {
                return best;
            }
        }
        None
    }

    /// How far a place is from the nearest body of either side.
    pub fn nearest_troops(&self, at: V2) -> f64 {
        // Looked for farther and farther off, as above.
        for far in [15.0, 120.0, f64::INFINITY] {
            let about = (at - v2(far, far), at + v2(far, far));
            let least = self.within(about).map(|u| self.gap_to(u.id, at)).fold(f64::INFINITY, f64::min);
            if least <= far {
                return least;
            }
        }
        f64::INFINITY
    }

    /// No body has a greater attack distance (17.2.c).
    pub fn most_attack_distance(&self) -> f64 {
        numbers().march.attack.iter().copied().fold(0.0, f64::max)
    }

    /// A body's attack distance (17.2.c).
    pub fn attack_distance(&self, u: &Unit) -> (f64, Clause) {
        (numbers().march.attack[usize::from(u.mounted())], clause!("17.2.c"))
    }

    /// Squares, open order, crews of deployed guns, troops in buildings and routers have neither flank nor rear (play.facing).
    pub fn has_flanks(&self, u: &Unit) -> bool {
        let f = u.formation();
        !(f.square()
            || u.open_order()
            || matches!(f, Formation::Deployed | Formation::Building | Formation::Circle))
    }

    /// From which side of a body a place lies: at the middle of its front edge (17.8.a, play.facing).
    pub fn quarter_of(&self, of: &Unit, p: V2) -> (Quarter, Clause) {
        if !self.has_flanks(of) {
            return (Quarter::Front, clause!("play.facing"));
        }
        let corner = self.readings.is(reading!("facing-point", "corner"));
        let nearer = |a: V2, b: V2| if a.dist(p) <= b.dist(p) { a } else { b };
        let from = if corner { nearer(of.base.front_left(), of.base.front_right()) } else { of.base.front };
        let way = p - from;
        if way.len() < 1e-9 {
            return (Quarter::Front, clause!("17.8.a"));
        }
        let rear = self.readings.is(reading!("at-135-degrees", "rear"));
        quarter(of.base.dir.angle_to(way.unit()).to_degrees(), rear)
    }

    /// From which side of the second the first comes: from the middle of his front edge.
    pub fn comes_from(&self, who: &Unit, on: &Unit) -> (Quarter, Clause) {
        self.quarter_of(on, who.base.front)
    }

    /// The contour on which most of a body stands (play.ground).
    pub fn level(&self, u: &Unit) -> u8 {
        match self.units.stand(u) {
            Some(s) => s.level,
            None => self.level_of(&self.rects(u)),
        }
    }

    pub(crate) fn level_of(&self, rects: &[Rect]) -> u8 {
        let mut counts = [0u32; 32];
        for r in rects {
            for p in r.corners().into_iter().chain([r.centre]) {
                counts[usize::from(self.ground.level(p).min(31))] += 1;
            }
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        counts.iter().rposition(|n| *n == most && most > 0).map_or(0, |n| n as u8)
    }

    /// Does the first stand higher by a whole contour (play.ground)?
    pub fn higher(&self, a: &Unit, b: &Unit) -> bool {
        self.level(a) > self.level(b)
    }

    /// How far a general is from a body.
    pub fn general_gap(&self, g: GeneralId, u: UnitId) -> f64 {
        self.gap_to(u, self[g].at)
    }

    /// Does this general count for a body: his brigade's own, or one above him (7.4)?
    pub fn counts_for(&self, g: &General, u: &Unit) -> Option<Clause> {
        if g.side != u.side || !g.known {
            return None;
        }
        let own = u.brigade.and_then(|b| self[b].general);
        let mut above = own;
        while let Some(id) = above {
            if id == g.id {
                return Some(clause!("7.4"));
            }
            above = self[id].superior;
        }
        // The commander of all counts where a brigade has no general of its own.
        (own.is_none() && g.superior.is_none()).then(|| clause!("7.4"))
    }

    /// The nearest general who counts for a body, and how far off he is.
    pub fn own_general(&self, u: &Unit) -> Option<(GeneralId, f64, Clause)> {
        let mut best: Option<(GeneralId, f64, Clause)> = None;
        for g in self.generals(u.side) {
            let Some(by) = self.counts_for(g, u) else { continue };
            let d = self.general_gap(g.id, u.id);
            if best.as_ref().is_none_or(|(_, b, _)| d < *b) {
                best = Some((g.id, d, by));
            }
        }
        best
    }

    /// Does a general touch the body with which he goes, which is under such a result, so that he reacts with it (23.15)?
    pub fn swept(&self, g: &General, result: impl Fn(State) -> bool) -> bool {
        let goes = |u: UnitId| self[u].present() && result(self[u].state) && self.gap_to(u, g.at) <= TOUCHES;
        g.with.is_some_and(goes)
    }

    /// Any general of a side within so far of a body (7.3).
    pub fn general_within(&self, side: Side, u: UnitId, cm: f64) -> Option<GeneralId> {
        self.generals(side).find(|g| within(self.general_gap(g.id, u), cm)).map(|g| g.id)
    }
}
