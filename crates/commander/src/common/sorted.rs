//! Who stands where, from west to east, and angles and middles.

use table::{Base, V2, v2};

/// No base reaches further than this from its middle, but for very large lines.
pub(crate) const GIRTH: f64 = 24.0;

/// Those whose middle may be so near to a stretch from west to east; `all` is sorted from west to east.
pub(crate) fn window(all: &[(f64, usize)], from: f64, to: f64, reach: f64) -> &[(f64, usize)] {
    window_of(all, all, from, to, reach)
}

/// The same of things that are kept in the same order.
pub(crate) fn window_of<'t, T>(all: &[(f64, usize)], of: &'t [T], from: f64, to: f64, reach: f64) -> &'t [T] {
    let i = all.partition_point(|x| x.0 < from - reach - GIRTH);
    let j = all.partition_point(|x| x.0 <= to + reach + GIRTH);
    &of[i..j.max(i)]
}

/// From west to east, each with its place in the list.
pub(crate) fn west_to_east(middles: impl Iterator<Item = f64>) -> Vec<(f64, usize)> {
    let mut all: Vec<(f64, usize)> = middles.enumerate().map(|(i, x)| (x, i)).collect();
    all.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    all
}

/// Degrees from a direction to a place, right positive.
pub(crate) fn degrees_to(b: &Base, to: V2) -> f64 {
    let way = to - b.front;
    if way.len2() < 1e-9 { 0.0 } else { -b.dir.turn_to(way.unit()).to_degrees() }
}

/// The middle of some places.
pub(crate) fn mean(of: impl Iterator<Item = V2>) -> Option<V2> {
    let (mut sum, mut n) = (v2(0.0, 0.0), 0.0);
    for p in of {
        sum += p;
        n += 1.0;
    }
    (n > 0.0).then(|| sum * (1.0 / n))
}
