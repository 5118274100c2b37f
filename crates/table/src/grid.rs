use crate::V2;

/// Finds what is near a place without looking at everything: a grid of square cells, each listing whose centre is in it.
#[derive(Clone, Debug)]
pub struct Grid {
    cell: f64,
    cols: usize,
    rows: usize,
    cells: Vec<Vec<u16>>,
    whose: Vec<Option<u32>>,
}

impl Grid {
    /// A grid over a table of the given size. Places off the table count to the cells at its rim.
    pub fn new(width: f64, depth: f64, cell: f64) -> Grid {
        let cols = ((width / cell).ceil() as usize).clamp(1, 512);
        let rows = ((depth / cell).ceil() as usize).clamp(1, 512);
        Grid { cell, cols, rows, cells: vec![Vec::new(); cols * rows], whose: Vec::new() }
    }

    fn col(&self, x: f64) -> usize {
        ((x / self.cell).floor().max(0.0) as usize).min(self.cols - 1)
    }

    fn row(&self, y: f64) -> usize {
        ((y / self.cell).floor().max(0.0) as usize).min(self.rows - 1)
    }

    pub fn put(&mut self, id: u16, at: V2) {
        let c = (self.row(at.y) * self.cols + self.col(at.x)) as u32;
        if self.whose.len() <= id as usize {
            self.whose.resize(id as usize + 1, None);
        }
        if self.whose[id as usize] == Some(c) {
            return;
        }
        self.remove(id);
        let list = &mut self.cells[c as usize];
        // Sorted, so that the order in which pieces came here never shows.
        let at = list.partition_point(|o| *o < id);
        list.insert(at, id);
        self.whose[id as usize] = Some(c);
    }

    pub fn remove(&mut self, id: u16) {
        if let Some(Some(c)) = self.whose.get(id as usize).copied() {
            self.cells[c as usize].retain(|o| *o != id);
            self.whose[id as usize] = None;
        }
    }

    /// Everyone whose centre may lie in the box; a superset, in a fixed order.
    pub fn within(&self, lo: V2, hi: V2) -> impl Iterator<Item = u16> + '_ {
        let (c0, c1) = (self.col(lo.x), self.col(hi.x));
        let (r0, r1) = (self.row(lo.y), self.row(hi.y));
        (r0..=r1)
            .flat_map(move |r| (c0..=c1).flat_map(move |c| self.cells[r * self.cols + c].iter().copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v2;

    #[test]
    fn moving_about_the_grid() {
        let mut g = Grid::new(1000.0, 1000.0, 100.0);
        g.put(3, v2(50.0, 50.0));
        g.put(1, v2(60.0, 50.0));
        assert_eq!(g.within(v2(0.0, 0.0), v2(99.0, 99.0)).collect::<Vec<_>>(), [1, 3]);
        g.put(3, v2(-50.0, 2000.0));
        assert_eq!(g.within(v2(0.0, 0.0), v2(99.0, 99.0)).collect::<Vec<_>>(), [1]);
        assert_eq!(g.within(v2(0.0, 900.0), v2(99.0, 999.0)).collect::<Vec<_>>(), [3]);
        g.remove(3);
        assert_eq!(g.within(v2(0.0, 0.0), v2(999.0, 999.0)).collect::<Vec<_>>(), [1]);
    }
}
