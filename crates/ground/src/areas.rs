use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::Rect;

/// What lies on the table from somewhere in the west to somewhere in the east.
pub trait Lies {
    /// How wide the strips are by which such things are found.
    const STRIP: f64;
    /// How far west and east it may reach, with a little to spare.
    fn reach(&self) -> (f64, f64);
}

const MOST_STRIPS: f64 = 512.0;

/// Pieces of ground, found by where they lie: on a long table most of them are far from any base. They are marked in strips
/// from west to east, a bit for each, so that they are always looked at in the order they were laid.
///
/// ```
/// use ground::{Areas, Lies};
/// use table::{Rect, v2};
/// #[derive(Clone, Debug, PartialEq)]
/// struct Field(Rect);
/// impl Lies for Field {
///     const STRIP: f64 = 50.0;
///     fn reach(&self) -> (f64, f64) {
///         let (lo, hi) = self.0.bounds();
///         (lo.x - 1.0, hi.x + 1.0)
///     }
/// }
/// let at = |x: f64| Field(Rect::upright(v2(x, 0.0), v2(x + 20.0, 20.0)));
/// let all: Areas<Field> = [at(900.0), at(100.0), at(110.0)].into_iter().collect();
/// let near: Vec<usize> = all.about(&Rect::upright(v2(115.0, 5.0), v2(118.0, 8.0))).map(|(i, _)| i).collect();
/// assert_eq!(near, [1, 2]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Areas<T> {
    all: Vec<T>,
    west: f64,
    /// How many strips there are to a unit of length.
    strips: f64,
    /// For each strip one word for every 64 pieces.
    marks: Vec<u64>,
}

impl<T> Areas<T> {
    fn words(&self) -> usize {
        self.all.len().div_ceil(64)
    }
}

impl<T> Default for Areas<T> {
    fn default() -> Areas<T> {
        Areas { all: Vec::new(), west: 0.0, strips: 0.0, marks: Vec::new() }
    }
}

impl<T: Lies> Areas<T> {
    pub fn push(&mut self, a: T) {
        self.all.push(a);
        self.mark();
    }

    /// Changes every piece, and finds anew where they lie.
    pub fn change(&mut self, how: impl FnMut(&mut T)) {
        self.all.iter_mut().for_each(how);
        self.mark();
    }

    // A cast takes what is negative or no number to 0, and cuts off the fraction.
    #[inline]
    fn strip(&self, x: f64) -> usize {
        ((x - self.west) * self.strips) as u32 as usize
    }

    fn mark(&mut self) {
        let reach = self.all.iter().map(T::reach);
        let (west, east) =
            reach.fold((f64::INFINITY, f64::NEG_INFINITY), |(w, e), (lo, hi)| (w.min(lo), e.max(hi)));
        self.west = west;
        self.strips = 1.0 / T::STRIP.max((east - west) / MOST_STRIPS);
        let words = self.words();
        self.marks = vec![0; (self.strip(east) + 1) * words];
        for i in 0..self.all.len() {
            let (lo, hi) = self.all[i].reach();
            for s in self.strip(lo)..=self.strip(hi) {
                self.marks[s * words + i / 64] |= 1 << (i % 64);
            }
        }
    }

    /// Those that may lie between two places from west to east, with their places in the list; a superset, in order.
    #[inline]
    pub fn between(&self, west: f64, east: f64) -> impl Iterator<Item = (usize, &T)> + '_ {
        let words = self.words();
        // West of the first strip there is nothing, and nothing to the east of the last.
        let strips = if words == 0 || east < self.west {
            0..0
        } else {
            self.strip(west)..(self.strip(east) + 1).min(self.marks.len() / words)
        };
        let mut found = Found { areas: self, strips, word: 0, left: 0 };
        found.read();
        found
    }

    /// Those that may lie under a base; a superset, in order.
    #[inline]
    pub fn about(&self, r: &Rect) -> impl Iterator<Item = (usize, &T)> + '_ {
        let far = r.half_width + r.half_depth;
        self.between(r.centre.x - far, r.centre.x + far)
    }
}

/// Goes through the marks of some strips, word by word.
struct Found<'a, T> {
    areas: &'a Areas<T>,
    strips: std::ops::Range<usize>,
    word: usize,
    left: u64,
}

impl<T> Found<'_, T> {
    #[inline]
    fn read(&mut self) {
        let words = self.areas.words();
        self.left = 0;
        for s in self.strips.clone() {
            self.left |= self.areas.marks[s * words + self.word];
        }
    }
}

impl<'a, T> Iterator for Found<'a, T> {
    type Item = (usize, &'a T);

    #[inline]
    fn next(&mut self) -> Option<(usize, &'a T)> {
        while self.left == 0 {
            if self.word + 1 >= self.areas.words() {
                return None;
            }
            self.word += 1;
            self.read();
        }
        let i = self.word * 64 + self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some((i, &self.areas.all[i]))
    }
}

impl<T> std::ops::Deref for Areas<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.all
    }
}

impl<'a, T> IntoIterator for &'a Areas<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl<T: Serialize> Serialize for Areas<T> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.all.serialize(s)
    }
}

impl<'de, T: Lies + Deserialize<'de>> Deserialize<'de> for Areas<T> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Areas<T>, D::Error> {
        Ok(Vec::deserialize(d)?.into_iter().collect())
    }
}

impl<T: Lies> FromIterator<T> for Areas<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Areas<T> {
        let mut a = Areas { all: all.into_iter().collect(), ..Areas::default() };
        a.mark();
        a
    }
}
