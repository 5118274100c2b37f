//! The single figures of a body where they stand: what fires, fights and is hit is counted by them.

use crate::Field;
use crate::formation::Formation;
use crate::unit::Unit;
use table::{Base, Rect, V2};

/// A figure: its base and where it faces, its rank from the front, and its place in the rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    pub base: Base,
    pub rank: u16,
    pub file: u16,
    /// At an end of its rank.
    pub flank: bool,
}

impl Figure {
    pub fn rect(&self) -> Rect {
        self.base.rect()
    }

    /// The middle of its front edge.
    pub fn front(&self) -> V2 {
        self.base.front
    }
}

impl Field {
    /// All figures of a body drawn up in the open; guns and troops in buildings have none of their own here.
    pub fn figures(&self, u: &Unit) -> Vec<Figure> {
        let plan = u.plan(&self.options);
        let (w, d) = plan.figure;
        let b = &u.base;
        match u.formation() {
            Formation::Building | Formation::Deployed | Formation::Limbered => Vec::new(),
            Formation::Square | Formation::DoubleSquare => self.square(u, plan.ranks, w, d),
            Formation::Circle => {
                let n = plan.files.max(1);
                let centre = b.centre();
                let radius = (b.width / 2.0 - d / 2.0).max(w / 2.0);
                let at = |i: u16| {
                    let dir = V2::bearing(360.0 * f64::from(i) / f64::from(n));
                    let base = Base { front: centre + dir * (radius + d / 2.0), dir, width: w, depth: d };
                    Figure { base, rank: 0, file: i, flank: false }
                };
                (0..n).map(at).collect()
            }
            _ => {
                let right = b.dir.right();
                let mut all = Vec::new();
                for (rank, (files, back)) in plan.lines.iter().enumerate() {
                    let half = (f64::from(*files) - 1.0) / 2.0;
                    for i in 0..*files {
                        let front = b.front - b.dir * *back + right * ((f64::from(i) - half) * w);
                        let base = Base { front, dir: b.dir, width: w, depth: d };
                        all.push(Figure {
                            base,
                            rank: rank as u16,
                            file: i,
                            flank: i == 0 || i + 1 == *files,
                        });
                    }
                }
                all
            }
        }
    }

    /// Four sides that face outward, figures shared as evenly as can be (play.formation).
    fn square(&self, u: &Unit, deep: u16, w: f64, d: f64) -> Vec<Figure> {
        let all: u16 = u.figures();
        let b = &u.base;
        let centre = b.centre();
        let half = b.width / 2.0;
        let mut out = Vec::new();
        let dirs = [b.dir, b.dir.right(), -b.dir, -b.dir.right()];
        for (side, dir) in dirs.into_iter().enumerate() {
            let n = all / 4 + u16::from((side as u16) < all % 4);
            let files = n.div_ceil(deep.max(1)).max(1);
            for i in 0..n {
                let (rank, file) = (i / files, i % files);
                let across = (f64::from(file) - (f64::from(files) - 1.0) / 2.0) * w;
                let front = centre + dir * (half - f64::from(rank) * d) + dir.right() * across;
                let base = Base { front, dir, width: w, depth: d };
                out.push(Figure { base, rank, file, flank: false });
            }
        }
        out
    }

    /// The guns of a deployed battery, from the left, each by its base; destroyed ones are gone.
    pub fn guns(&self, u: &Unit) -> Vec<(usize, Base)> {
        let Some(battery) = &u.battery else { return Vec::new() };
        let (w, d) = u.plan(&self.options).figure;
        let here: Vec<usize> = (0..battery.guns.len()).filter(|i| !battery.guns[*i].destroyed).collect();
        let n = here.len() as f64;
        let step = if n > 1.0 { (u.base.width - w) / (n - 1.0) } else { 0.0 };
        let right = u.base.dir.right();
        here.into_iter()
            .enumerate()
            .map(|(i, gun)| {
                let front = u.base.front + right * ((i as f64 - (n - 1.0) / 2.0) * step);
                (gun, Base { front, dir: u.base.dir, width: w, depth: d })
            })
            .collect()
    }
}
