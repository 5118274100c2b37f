use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Base, EPS, Rect, V2};

/// How many figures of a formation stand abreast, as books say it.
///
/// ```
/// use ranks::Front;
/// assert_eq!(Front::Files(3).files(10), 3); // a column of three
/// assert_eq!(Front::Ranks(2).files(15), 8); // a line two deep, its rear rank not full
/// assert_eq!(Front::Ranks(1).files(15), 15); // all in one rank
/// assert_eq!(Front::Files(6).files(4), 4); // no more than there are
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Front {
    /// So many abreast, however deep.
    Files(u16),
    /// In so many ranks, however wide.
    Ranks(u16),
}

impl Front {
    /// Abreast, of so many figures; at least one file.
    pub fn files(self, figures: u16) -> u16 {
        let n = match self {
            Front::Files(n) => n,
            Front::Ranks(n) => figures.div_ceil(n.max(1)),
        };
        n.min(figures).max(1)
    }
}

/// The ground that one figure takes up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    pub width: f64,
    pub depth: f64,
}

/// How a rank is divided in two wings with a hole between them: still one body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parted {
    /// Figures of the left wing.
    pub left: u16,
    /// How wide the hole is.
    pub hole: f64,
}

/// Figures drawn up in ranks and files, all facing the same way. The front rank is full; a last rank that is not stands
/// behind the middle.
///
/// ```
/// use ranks::{DrawnUp, Figure, Front};
/// use table::{Base, Pose};
/// let figure = Figure { width: 2.0, depth: 3.0 };
/// let line = DrawnUp::closed(9, Front::Ranks(2), figure);
/// assert_eq!((line.files, line.ranks(), line.rank(1)), (5, 2, 4));
/// assert_eq!(line.size(), (10.0, 6.0));
/// // A skirmish line keeps gaps between its bases.
/// let skirmishers = DrawnUp { gap: 2.0, ..DrawnUp::closed(5, Front::Ranks(1), figure) };
/// assert_eq!(skirmishers.size(), (18.0, 3.0));
/// let base = Base::new(Pose { x: 0.0, y: 0.0, facing: 0.0 }, 18.0, 3.0);
/// assert_eq!(skirmishers.rects(&base).len(), 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnUp {
    pub figures: u16,
    /// Figures abreast in front.
    pub files: u16,
    pub figure: Figure,
    /// Between two bases side by side.
    pub gap: f64,
    /// Of one rank only.
    pub parted: Option<Parted>,
}

impl DrawnUp {
    /// In base contact.
    pub fn closed(figures: u16, front: Front, figure: Figure) -> DrawnUp {
        DrawnUp { figures, files: front.files(figures), figure, gap: 0.0, parted: None }
    }

    /// How many ranks, the last perhaps not full.
    pub fn ranks(&self) -> u16 {
        self.figures.div_ceil(self.files.max(1))
    }

    /// Figures in a rank, counted from 0 at the front.
    pub fn rank(&self, n: u16) -> u16 {
        self.figures.saturating_sub(n.saturating_mul(self.files)).min(self.files)
    }

    /// Front and depth of the whole.
    pub fn size(&self) -> (f64, f64) {
        let n = f64::from(self.files.max(1));
        let hole = self.parted.map_or(0.0, |p| p.hole - self.gap);
        let front = n * self.figure.width + (n - 1.0) * self.gap + hole;
        (front, f64::from(self.ranks().max(1)) * self.figure.depth)
    }

    /// The gap with which one rank of these figures, parted or not, fills such a front.
    ///
    /// ```
    /// use ranks::{DrawnUp, Figure, Front};
    /// let mut chain = DrawnUp::closed(5, Front::Ranks(1), Figure { width: 2.0, depth: 3.0 });
    /// chain.gap = 2.0;
    /// let (front, _) = chain.size();
    /// // One falls, and the others open out over the same ground.
    /// let mut four = DrawnUp { figures: 4, files: 4, ..chain };
    /// four.gap = four.gap_over(front);
    /// assert_eq!((four.gap, four.size()), (10.0 / 3.0, (18.0, 3.0)));
    /// ```
    pub fn gap_over(&self, front: f64) -> f64 {
        let n = f64::from(self.figures);
        let hole = self.parted.map_or(0.0, |p| p.hole);
        let gaps = if self.parted.is_some() { n - 2.0 } else { n - 1.0 };
        if gaps < 0.5 { 0.0 } else { ((front - hole - n * self.figure.width) / gaps).max(0.0) }
    }

    /// How far to the right of the middle of the front the middle of a figure stands, the `i`th from the left of `n` in its
    /// rank.
    pub fn across(&self, i: u16, n: u16) -> f64 {
        let step = self.figure.width + self.gap;
        let x = (f64::from(i) - (f64::from(n) - 1.0) / 2.0) * step;
        match self.parted {
            Some(p) => x + (p.hole - self.gap) / if i < p.left { -2.0 } else { 2.0 },
            None => x,
        }
    }

    /// The bases of a rank from the left, where the whole stands with its front like that of `base`.
    ///
    /// ```
    /// use ranks::{DrawnUp, Figure, Front};
    /// use table::{Base, Pose, v2};
    /// let d = DrawnUp::closed(5, Front::Ranks(2), Figure { width: 2.0, depth: 3.0 });
    /// let base = Base::new(Pose { x: 10.0, y: 10.0, facing: 0.0 }, 6.0, 6.0);
    /// let fronts: Vec<_> = d.bases(&base, 1).map(|b| b.front).collect();
    /// assert_eq!(fronts, [v2(9.0, 7.0), v2(11.0, 7.0)]);
    /// ```
    pub fn bases(&self, base: &Base, rank: u16) -> impl Iterator<Item = Base> + use<> {
        let (all, dir, n) = (*self, base.dir, self.rank(rank));
        let at = base.front - dir * (f64::from(rank) * self.figure.depth);
        (0..n).map(move |i| Base {
            front: at + dir.right() * all.across(i, n),
            dir,
            width: all.figure.width,
            depth: all.figure.depth,
        })
    }

    /// Middles of the bases of the front rank, from left to right.
    pub fn front_rank(&self, base: &Base) -> SmallVec<[V2; 16]> {
        let n = self.files.min(self.figures).max(1);
        let half = self.figure.depth / 2.0;
        (0..n).map(|i| base.front + base.dir.right() * self.across(i, n) - base.dir * half).collect()
    }

    /// Middles of the bases of all figures, rank by rank.
    pub fn places(&self, base: &Base) -> SmallVec<[V2; 32]> {
        let mut all = SmallVec::new();
        for rank in 0..self.ranks() {
            let n = self.rank(rank);
            let back = base.dir * ((f64::from(rank) + 0.5) * self.figure.depth);
            all.extend((0..n).map(|i| base.front + base.dir.right() * self.across(i, n) - back));
        }
        all
    }

    /// The bases themselves, gaps left out: one rectangle for a full block, the last rank by itself when it is not full, each
    /// figure where there are gaps between them.
    pub fn rects(&self, base: &Base) -> SmallVec<[Rect; 4]> {
        let mut all = SmallVec::new();
        let Figure { width, depth } = self.figure;
        if self.gap > EPS {
            all.reserve_exact(self.figures.into());
            let right = base.dir.right();
            for i in 0..self.figures {
                let front = base.front + right * self.across(i, self.figures);
                all.push(Base { front, dir: base.dir, width, depth }.rect());
            }
            return all;
        }
        let files = self.files.max(1);
        let (full, rest) = (self.figures / files, self.figures % files);
        let deep = f64::from(full) * depth;
        if full > 0 {
            all.push(Base { depth: deep, ..*base }.rect());
        }
        if rest > 0 {
            let front = base.front - base.dir * deep;
            all.push(Base { front, dir: base.dir, width: f64::from(rest) * width, depth }.rect());
        }
        all
    }

    /// The bases of one rank with the gaps between them: one rectangle, or one for each wing.
    pub fn closed_by(&self, base: &Base) -> SmallVec<[Rect; 4]> {
        let Some(p) = self.parted else { return SmallVec::from_slice(&[base.rect()]) };
        let half = self.figure.width / 2.0;
        let wing = |from: u16, to: u16| {
            let (l, r) = (self.across(from, self.figures) - half, self.across(to - 1, self.figures) + half);
            Base { front: base.front + base.dir.right() * ((l + r) / 2.0), width: r - l, ..*base }.rect()
        };
        SmallVec::from_slice(&[wing(0, p.left), wing(p.left, self.figures)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use table::Pose;

    proptest! {
        /// However figures are drawn up, every base lies in the envelope, none over another, and together they are what the
        /// rectangles cover.
        #[test]
        fn bases_fill_the_envelope(
            figures in 1..40u16, ranks in 1..6u16, gap in 0.0..5.0f64, open in any::<bool>(),
            x in -50.0..50.0f64, facing in 0.0..360.0f64,
        ) {
            let figure = Figure { width: 1.5, depth: 2.0 };
            let mut d = DrawnUp::closed(figures, Front::Ranks(if open { 1 } else { ranks }), figure);
            if open {
                d.gap = gap;
            }
            let (width, depth) = d.size();
            let base = Base::new(Pose { x, y: 3.0, facing }, width, depth);
            let envelope = base.rect().grown(1e-9);
            let all: Vec<Base> = (0..d.ranks()).flat_map(|r| d.bases(&base, r)).collect();
            prop_assert_eq!(all.len(), usize::from(figures));
            for (i, b) in all.iter().enumerate() {
                prop_assert!(b.corners().iter().all(|c| envelope.contains(*c, 1e-9)));
                for o in &all[..i] {
                    prop_assert!(b.rect().penetration(&o.rect()) < 1e-9);
                }
            }
            for (p, b) in d.places(&base).iter().zip(&all) {
                prop_assert!(p.dist(b.centre()) < 1e-9);
            }
            let covered: f64 = d.rects(&base).iter().map(|r| 4.0 * r.half_width * r.half_depth).sum();
            prop_assert!((covered - f64::from(figures) * 3.0).abs() < 1e-6);
        }

        /// A parted rank is as wide as its wings and the hole between them, and no base stands in the hole.
        #[test]
        fn a_parted_rank_leaves_the_hole_free(figures in 3..30u16, gap in 0.1..4.0f64, hole in 4.0..30.0f64) {
            let left = figures / 2;
            let figure = Figure { width: 1.5, depth: 2.0 };
            let d = DrawnUp {
                gap,
                parted: Some(Parted { left, hole }),
                ..DrawnUp::closed(figures, Front::Ranks(1), figure)
            };
            let (width, depth) = d.size();
            let base = Base::new(Pose { x: 0.0, y: 0.0, facing: 0.0 }, width, depth);
            let wings = d.closed_by(&base);
            prop_assert_eq!(wings.len(), 2);
            prop_assert!((wings[0].gap(&wings[1]) - hole).abs() < 1e-9);
            prop_assert!(d.rects(&base).iter().all(|r| wings.iter().any(|w| w.grown(1e-6).contains(r.centre, 0.0))));
            prop_assert!((d.gap_over(width) - gap).abs() < 1e-9);
        }
    }
}
