//! Linear objects as they are now, found by where they lie.

use super::{Line, grown};
use ::ground::{Areas, Lies, box_about};
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::sync::{Arc, OnceLock};
use table::{Box2, EPS};

/// Linear objects by their places in the list.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    all: Vec<Line>,
    /// Where they lie, found when it is first asked; anew when one of them may have changed.
    found: Arc<OnceLock<Areas<Lying>>>,
}

/// An upright box about an object, its depth included.
#[derive(Debug)]
struct Lying(Box2);

impl Lies for Lying {
    const STRIP: f64 = 30.0;

    fn reach(&self) -> (f64, f64) {
        (self.0.0.x - EPS, self.0.1.x + EPS)
    }
}

impl Lines {
    pub fn push(&mut self, l: Line) {
        self.found = Arc::default();
        self.all.push(l);
    }

    /// Those of which some part may come within so much of an upright box, with their places in the list, in its order.
    pub fn near(&self, about: Box2, within: f64) -> impl Iterator<Item = (usize, &Line)> + '_ {
        let lying = |l: &Line| Lying(grown(box_about(l.path.points.iter()), l.depth + EPS));
        let found = self.found.get_or_init(|| self.all.iter().map(lying).collect());
        let (lo, hi) = grown(about, within + EPS);
        let near = found.between(lo.x, hi.x).filter(move |(_, l)| !::ground::apart(l.0, (lo, hi)));
        near.map(|(i, _)| (i, &self.all[i]))
    }
}

impl From<Vec<Line>> for Lines {
    fn from(all: Vec<Line>) -> Lines {
        Lines { all, found: Arc::default() }
    }
}

impl PartialEq for Lines {
    fn eq(&self, o: &Lines) -> bool {
        self.all == o.all
    }
}

impl Deref for Lines {
    type Target = [Line];

    fn deref(&self) -> &[Line] {
        &self.all
    }
}

impl DerefMut for Lines {
    fn deref_mut(&mut self) -> &mut [Line] {
        self.found = Arc::default();
        &mut self.all
    }
}

impl Index<usize> for Lines {
    type Output = Line;

    fn index(&self, i: usize) -> &Line {
        &self.all[i]
    }
}

impl IndexMut<usize> for Lines {
    fn index_mut(&mut self, i: usize) -> &mut Line {
        self.found = Arc::default();
        &mut self.all[i]
    }
}

impl<'a> IntoIterator for &'a Lines {
    type Item = &'a Line;
    type IntoIter = std::slice::Iter<'a, Line>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}
