use crate::V2;

/// No piece: the end of a cell's list.
const NONE: u16 = u16::MAX;

/// Finds what is near a place without looking at everything: a grid of square cells, each listing whose centre is in it.
/// The lists run through the pieces themselves, so that moving a piece or copying the grid allocates nothing per cell.
#[derive(Clone, Debug)]
pub struct Grid {
    cell: f64,
    cols: usize,
    rows: usize,
    /// The first piece of each cell.
    first: Vec<u16>,
    /// The next piece of the same cell, for each piece.
    next: Vec<u16>,
    /// Where each piece's centre is.
    at: Vec<V2>,
    whose: Vec<Option<u32>>,
}

impl Grid {
    /// A grid over a table of the given size. Places off the table count to the cells at its rim.
    pub fn new(width: f64, depth: f64, cell: f64) -> Grid {
        let cols = ((width / cell).ceil() as usize).clamp(1, 512);
        let rows = ((depth / cell).ceil() as usize).clamp(1, 512);
        let first = vec![NONE; cols * rows];
        Grid { cell, cols, rows, first, next: Vec::new(), at: Vec::new(), whose: Vec::new() }
    }

    // A cast takes what is negative or no number to 0, and cuts off the fraction.
    #[inline]
    fn col(&self, x: f64) -> usize {
        ((x / self.cell) as u32 as usize).min(self.cols - 1)
    }

    #[inline]
    fn row(&self, y: f64) -> usize {
        ((y / self.cell) as u32 as usize).min(self.rows - 1)
    }

    /// Puts a piece there, from wherever it was. Numbers run up to 65534.
    pub fn put(&mut self, id: u16, at: V2) {
        let c = (self.row(at.y) * self.cols + self.col(at.x)) as u32;
        let i = usize::from(id);
        if self.whose.len() <= i {
            self.whose.resize(i + 1, None);
            self.next.resize(i + 1, NONE);
            self.at.resize(i + 1, V2::default());
        }
        self.at[i] = at;
        if self.whose[i] == Some(c) {
            return;
        }
        self.remove(id);
        // Sorted, so that the order in which pieces came here never shows.
        let mut before = NONE;
        let mut after = self.first[c as usize];
        while after < id {
            before = after;
            after = self.next[usize::from(after)];
        }
        self.next[i] = after;
        *self.link(c, before) = id;
        self.whose[i] = Some(c);
    }

    /// What names the piece after `before` in a cell's list.
    #[inline]
    fn link(&mut self, cell: u32, before: u16) -> &mut u16 {
        if before == NONE { &mut self.first[cell as usize] } else { &mut self.next[usize::from(before)] }
    }

    pub fn remove(&mut self, id: u16) {
        if let Some(Some(c)) = self.whose.get(usize::from(id)).copied() {
            let mut before = NONE;
            let mut at = self.first[c as usize];
            while at != id {
                before = at;
                at = self.next[usize::from(at)];
            }
            *self.link(c, before) = self.next[usize::from(id)];
            self.whose[usize::from(id)] = None;
        }
    }

    /// Everyone whose centre may lie in the box; a superset, in a fixed order.
    #[inline]
    pub fn within(&self, lo: V2, hi: V2) -> impl Iterator<Item = u16> + '_ {
        self.look(lo, hi).map(|(id, _)| id)
    }

    /// Everyone whose centre lies in the box, its border included, in the same order.
    #[inline]
    pub fn inside(&self, lo: V2, hi: V2) -> impl Iterator<Item = u16> + '_ {
        self.look(lo, hi)
            .filter(move |(_, c)| c.x >= lo.x && c.x <= hi.x && c.y >= lo.y && c.y <= hi.y)
            .map(|(id, _)| id)
    }

    #[inline]
    fn look(&self, lo: V2, hi: V2) -> Look<'_> {
        let (c0, c1) = (self.col(lo.x), self.col(hi.x));
        let (r0, r1) = (self.row(lo.y), self.row(hi.y));
        if c0 > c1 || r0 > r1 {
            return Look { grid: self, cell: 0, last: 0, end: 0, wide: 0, id: NONE };
        }
        let cell = r0 * self.cols + c0;
        let (last, end) = (r0 * self.cols + c1, r1 * self.cols + c1);
        Look { grid: self, cell, last, end, wide: c1 - c0, id: self.first[cell] }
    }
}

/// Walks cell by cell through a box, rows from the south, in a row from the west.
struct Look<'a> {
    grid: &'a Grid,
    cell: usize,
    /// The last cell of this row.
    last: usize,
    /// The last cell of all.
    end: usize,
    wide: usize,
    id: u16,
}

impl Iterator for Look<'_> {
    type Item = (u16, V2);

    #[inline]
    fn next(&mut self) -> Option<(u16, V2)> {
        while self.id == NONE {
            if self.cell >= self.end {
                return None;
            }
            if self.cell == self.last {
                self.last += self.grid.cols;
                self.cell = self.last - self.wide;
            } else {
                self.cell += 1;
            }
            self.id = self.grid.first[self.cell];
        }
        let i = usize::from(self.id);
        let found = (self.id, self.grid.at[i]);
        self.id = self.grid.next[i];
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v2;

    /// The lists through the pieces hold what a list per cell would.
    #[test]
    fn many_pieces_come_and_go() {
        let mut g = Grid::new(1000.0, 600.0, 100.0);
        let mut there: Vec<Option<V2>> = vec![None; 60];
        let mut n = 1u64;
        let mut next = |of: u64| {
            n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (n >> 33) % of
        };
        for _ in 0..4000 {
            let id = next(60) as usize;
            if next(5) == 0 {
                g.remove(id as u16);
                there[id] = None;
            } else {
                let at = v2(next(1100) as f64 - 50.0, next(700) as f64 - 50.0);
                g.put(id as u16, at);
                there[id] = Some(at);
            }
            let (lo, hi) = (v2(next(900) as f64, next(500) as f64), v2(next(1000) as f64, next(600) as f64));
            let mut found: Vec<u16> = g.inside(lo, hi).collect();
            found.sort_unstable();
            let holds = |p: V2| p.x >= lo.x && p.x <= hi.x && p.y >= lo.y && p.y <= hi.y;
            let all: Vec<u16> = (0..60).filter(|i| there[usize::from(*i)].is_some_and(holds)).collect();
            assert_eq!(found, all);
        }
    }

    #[test]
    fn moving_about_the_grid() {
        let mut g = Grid::new(1000.0, 1000.0, 100.0);
        g.put(3, v2(50.0, 50.0));
        g.put(1, v2(60.0, 50.0));
        assert_eq!(g.within(v2(0.0, 0.0), v2(99.0, 99.0)).collect::<Vec<_>>(), [1, 3]);
        g.put(3, v2(-50.0, 2000.0));
        assert_eq!(g.within(v2(0.0, 0.0), v2(99.0, 99.0)).collect::<Vec<_>>(), [1]);
        assert_eq!(g.within(v2(0.0, 900.0), v2(99.0, 999.0)).collect::<Vec<_>>(), [3]);
        assert_eq!(g.inside(v2(0.0, 900.0), v2(99.0, 999.0)).count(), 0);
        assert_eq!(g.inside(v2(-50.0, 900.0), v2(99.0, 2000.0)).collect::<Vec<_>>(), [3]);
        assert_eq!(g.inside(v2(0.0, 0.0), v2(999.0, 999.0)).collect::<Vec<_>>(), [1]);
        assert_eq!(g.within(v2(900.0, 0.0), v2(0.0, 999.0)).count(), 0);
        g.remove(3);
        assert_eq!(g.within(v2(0.0, 0.0), v2(999.0, 999.0)).collect::<Vec<_>>(), [1]);
    }
}
