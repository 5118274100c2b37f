//! Where each figure of a body stands, and which touch an enemy (play.formation, 19.1, 19.2).

use crate::book::TOLERANCE;
use crate::field::Field;
use crate::formation::Formation;
use crate::unit::{Unit, UnitId};
use table::{Base, Rect, V2};

/// A figure in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    pub rect: Rect,
    /// Its rank from 1, and whether it stands at a flank of it.
    pub rank: u32,
    pub flank_file: bool,
    /// The way that it faces.
    pub dir: V2,
}

impl Field {
    /// The figures of a body, or the models of a battery, in their places.
    pub fn figures_of(&self, u: &Unit) -> Vec<Placed> {
        let plan = u.plan(&self.options);
        let (w, d) = plan.figure;
        let b = &u.base;
        if u.formation().square() {
            return square(b, plan.files, plan.ranks, (w, d), u.figures());
        }
        if matches!(u.formation(), Formation::Building) {
            return Vec::new();
        }
        let gap = if u.formation() == Formation::Deployed && plan.files > 1 {
            (b.width - f64::from(plan.files) * w) / f64::from(plan.files - 1)
        } else {
            0.0
        };
        let mut all = Vec::with_capacity(plan.lines.iter().map(|(n, _)| usize::from(*n)).sum());
        for (rank, (n, back)) in plan.lines.iter().enumerate() {
            let wide = f64::from(*n) * w + f64::from(n.saturating_sub(1)) * gap;
            for i in 0..*n {
                let x = -wide / 2.0 + w / 2.0 + f64::from(i) * (w + gap);
                let centre = b.front + b.dir.right() * x - b.dir * (back + d / 2.0);
                let rect = Rect { centre, dir: b.dir, half_width: w / 2.0, half_depth: d / 2.0 };
                let flank_file = i == 0 || i + 1 == *n;
                all.push(Placed { rect, rank: rank as u32 + 1, flank_file, dir: b.dir });
            }
        }
        all
    }

    /// How many figures of the one touch the other, and how many stand beside those in the first rank (19.2.a).
    pub fn touching(&self, a: UnitId, b: UnitId) -> (u32, u32) {
        self.touching_but(a, b, &[], &[])
    }

    /// The same without those figures that these others touch (17.8.c); of those beside, without figures that any of its foes touches, and
    /// without those beside the others' (19.2.e).
    pub fn touching_but(&self, a: UnitId, b: UnitId, others: &[UnitId], foes: &[UnitId]) -> (u32, u32) {
        let theirs = self.rects(&self[b]);
        let figures = self.figures_of(&self[a]);
        let of = |all: &[UnitId]| all.iter().flat_map(|o| self.rects(&self[*o])).collect::<Vec<Rect>>();
        let (elsewhere, anywhere) = (of(others), of(foes));
        let touches = |p: &Placed, all: &[Rect]| all.iter().any(|r| p.rect.gap(r) <= TOLERANCE * 2.0);
        let near = |p: &Placed| touches(p, &theirs) && !touches(p, &elsewhere);
        let touch: Vec<bool> = figures.iter().map(near).collect();
        let count = touch.iter().filter(|t| **t).count() as u32;
        let beside = figures.iter().enumerate().filter(|(i, p)| {
            let next = |j: usize| touch.get(j).copied().unwrap_or(false) && figures[j].rank == 1;
            let theirs = |j: usize| figures.get(j).is_some_and(|p| p.rank == 1 && touches(p, &elsewhere));
            let taken = touches(p, &anywhere) || theirs(i + 1) || (*i > 0 && theirs(i - 1));
            !touch[*i] && p.rank == 1 && !taken && ((*i > 0 && next(i - 1)) || next(i + 1))
        });
        (count, beside.count().min(2) as u32)
    }

    /// Figures of a body's first rank that take part in a melee with the other, and figures that its engaged sub-units have in that rank
    /// (6.2.a.iii).
    pub fn engaged_front(&self, a: UnitId, b: UnitId) -> (u32, u32) {
        let unit = &self[a];
        let (touching, beside) = self.touching(a, b);
        let files = u32::from(unit.plan(&self.options).files.max(1));
        let whole = ((touching + beside).clamp(1, files), files);
        let abreast = matches!(unit.formation(), Formation::Line | Formation::Skirmish);
        if !abreast || unit.drawn.files != 0 {
            return whole;
        }
        let theirs = self.rects(&self[b]);
        let near = |p: &Placed| theirs.iter().any(|r| p.rect.gap(r) <= TOLERANCE * 2.0);
        let first: Vec<bool> = self.figures_of(unit).iter().filter(|p| p.rank == 1).map(near).collect();
        let takes =
            |i: usize| first[i] || (i > 0 && first[i - 1]) || first.get(i + 1).copied().unwrap_or(false);
        let engaged = (0..first.len()).filter(|i| takes(*i)).count();
        if engaged == 0 {
            return whole;
        }
        // Sub-units stand abreast in the order of the roster.
        let deep = u16::from(unit.drawn.ranks.max(1));
        let (mut from, mut front) = (0, 0);
        for n in unit.strengths().iter().filter(|n| **n > 0) {
            let wide = usize::from(n.div_ceil(deep).max(1));
            if (from..(from + wide).min(first.len())).any(takes) {
                front += wide;
            }
            from += wide;
        }
        (engaged as u32, front.max(engaged) as u32)
    }
}

/// Four sides facing outward.
fn square(b: &Base, files: u16, ranks: u16, (w, d): (f64, f64), figures: u16) -> Vec<Placed> {
    let centre = b.centre();
    let half = b.depth / 2.0;
    let mut all = Vec::with_capacity(4 * usize::from(files) * usize::from(ranks));
    let mut dir = b.dir;
    for _ in 0..4 {
        for rank in 0..ranks {
            for i in 0..files {
                let x = (f64::from(i) + 0.5 - f64::from(files) / 2.0) * w;
                let at = centre + dir * (half - d / 2.0 - f64::from(rank) * d) + dir.right() * x;
                let rect = Rect { centre: at, dir, half_width: w / 2.0, half_depth: d / 2.0 };
                all.push(Placed { rect, rank: u32::from(rank) + 1, flank_file: false, dir });
            }
        }
        dir = dir.right();
    }
    all.truncate(usize::from(figures));
    all
}
