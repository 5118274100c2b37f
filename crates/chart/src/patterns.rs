//! The engraver's patterns: strewn signs, hachures, rounded outlines. Everything is the same for the same place.

use crate::pen::{N, Path};
use std::fmt::Write as _;
use table::{V2, v2};

/// From 0 to 1, always the same for the same numbers.
pub fn noise(seed: i64, i: i64) -> f64 {
    let mut h = (seed as u32).wrapping_mul(0x9E37_79B9) ^ (i as u32).wrapping_mul(0x85EB_CA6B) ^ 0x2545_F491;
    h ^= h >> 16;
    h = h.wrapping_mul(0x7FEB_352D);
    h ^= h >> 15;
    h = h.wrapping_mul(0x846C_A68B);
    h ^= h >> 16;
    f64::from(h) / 4_294_967_296.0
}

/// A seed of where a thing lies.
pub fn seed_of(points: &[V2]) -> i64 {
    let part = |v: f64| (v + 0.5).floor() as i64;
    let seed = points.iter().fold(17, |h: i32, p| {
        i64::from(h.wrapping_mul(31)).wrapping_add(part(p.x * 7.0)).wrapping_add(part(p.y * 13.0)) as i32
    });
    i64::from(seed)
}

/// The stretches of a line; of an outline, back to its beginning.
pub fn stretches(line: &[V2], closed: bool) -> impl Iterator<Item = (V2, V2)> + '_ {
    let home = match (line.first(), line.last()) {
        (Some(a), Some(b)) if closed && line.len() > 1 => Some((*b, *a)),
        _ => None,
    };
    line.windows(2).map(|w| (w[0], w[1])).chain(home)
}

pub fn inside(p: V2, area: &[V2]) -> bool {
    let mut odd = false;
    for (a, b) in stretches(area, true) {
        if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            odd = !odd;
        }
    }
    odd
}

fn distance(p: V2, a: V2, b: V2) -> f64 {
    let d = b - a;
    let long = d.len2();
    let t = if long == 0.0 { 0.0 } else { ((p - a).dot(d) / long).clamp(0.0, 1.0) };
    p.dist(a + d * t)
}

/// How far a place is from a line of several stretches.
pub fn far_from(p: V2, line: &[V2], closed: bool) -> f64 {
    stretches(line, closed).map(|(a, b)| distance(p, a, b)).fold(f64::INFINITY, f64::min)
}

pub fn bounds(points: &[V2]) -> (V2, V2) {
    points
        .iter()
        .fold((v2(f64::INFINITY, f64::INFINITY), v2(-f64::INFINITY, -f64::INFINITY)), |(lo, hi), p| {
            (v2(lo.x.min(p.x), lo.y.min(p.y)), v2(hi.x.max(p.x), hi.y.max(p.y)))
        })
}

/// Twice nothing for a line; positive where the outline runs clockwise on the sheet.
pub fn signed_area(points: &[V2]) -> f64 {
    stretches(points, true).map(|(p, q)| p.cross(q)).sum::<f64>() / 2.0
}

/// Where a name would stand in an area: its centre of mass, or the middle of its bounds where it has none.
pub fn heart(points: &[V2]) -> V2 {
    let a = signed_area(points);
    if a.abs() > 1e-6 {
        let sum = stretches(points, true).fold(v2(0.0, 0.0), |sum, (p, q)| sum + (p + q) * p.cross(q));
        return sum * (1.0 / (6.0 * a));
    }
    let (lo, hi) = bounds(points);
    (lo + hi) * 0.5
}

/// Places strewn evenly but not regularly in an area, at least `margin` from its border, from top to bottom.
pub fn strewn(area: &[V2], step: f64, margin: f64, seed: i64) -> Vec<V2> {
    let (lo, hi) = bounds(area);
    let size = hi - lo;
    if !size.is_finite() {
        return Vec::new();
    }
    let wide = step.max(size.x / 90.0).max(size.y / 90.0);
    let mut out = Vec::new();
    for iy in 0..(size.y / wide) as i32 + 1 {
        for ix in 0..(size.x / wide) as i32 + 1 {
            let k = i64::from(iy * 128 + ix);
            let stagger = f64::from(iy % 2) * 0.5;
            let p = v2(
                lo.x + (f64::from(ix) + stagger + (noise(seed, 2 * k) - 0.5) * 0.55) * wide,
                lo.y + (f64::from(iy) + 0.5 + (noise(seed, 2 * k + 1) - 0.5) * 0.55) * wide,
            );
            if inside(p, area) && far_from(p, area, true) >= margin {
                out.push(p);
            }
        }
    }
    out
}

/// A place on a line with the way along it, a unit vector.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub at: V2,
    pub along: V2,
}

/// Steps along a line at about a distance, from half a step in.
pub fn paced(line: &[V2], step: f64, closed: bool) -> Vec<Step> {
    let total: f64 = stretches(line, closed).map(|(a, b)| a.dist(b)).sum();
    let count = (total / step).round().clamp(1.0, 2000.0) as usize;
    let each = total / count as f64;
    let mut out = Vec::with_capacity(count);
    let (mut next, mut run) = (each / 2.0, 0.0);
    for (a, b) in stretches(line, closed) {
        let long = a.dist(b);
        if long == 0.0 {
            continue;
        }
        let along = (b - a) * (1.0 / long);
        while next <= run + long + 1e-9 && out.len() < count {
            out.push(Step { at: a + along * (next - run), along });
            next += each;
        }
        run += long;
    }
    out
}

/// A path through the points; sharp corners are rounded a little, as an engraver would.
pub fn rounded(points: &[V2], radius: f64, closed: bool) -> Path {
    let mut d = Path::default();
    let n = points.len();
    if n < 3 {
        d.polyline(points);
        return d;
    }
    for (i, p) in points.iter().enumerate() {
        if !closed && (i == 0 || i == n - 1) {
            if i == 0 {
                d.to(*p)
            } else {
                d.line(*p)
            };
            continue;
        }
        let near = |q: V2| {
            let long = p.dist(q);
            let r = if long == 0.0 { 0.0 } else { radius.min(long * 0.45) / long };
            p.lerp(q, r)
        };
        let (from, to) = (near(points[(i + n - 1) % n]), near(points[(i + 1) % n]));
        if i == 0 {
            d.to(from)
        } else {
            d.line(from)
        };
        d.curve(*p, to);
    }
    if closed {
        d.close();
    }
    d
}

/// The corners cut once or more (Chaikin): a smooth outline as points.
pub fn softened(points: &[V2], times: u32) -> Vec<V2> {
    let mut p = points.to_vec();
    for _ in 0..times {
        if !(3..800).contains(&p.len()) {
            break;
        }
        p = stretches(&p, true)
            .flat_map(|(a, b)| {
                // Long edges keep their straight: only their ends are cut.
                let cut = (16.0 / a.dist(b).max(1.0)).min(0.25);
                [a.lerp(b, cut), b.lerp(a, cut)]
            })
            .collect();
    }
    p
}

/// How hachures are cut: a stroke each `step`, from `from` to `from + long` inward of the rim.
#[derive(Clone, Copy, Debug)]
pub struct Hachures {
    pub step: f64,
    pub from: f64,
    pub long: f64,
    pub weight: f64,
    pub seed: i64,
}

/// Hachures down a slope: wedges, heavier away from a north-western light.
pub fn hachures(area: &[V2], given: Hachures) -> Path {
    let rim = paced(&softened(area, 2), given.step, true);
    let turn = if signed_area(area) > 0.0 { 1.0 } else { -1.0 };
    let count = rim.len();
    let mut d = Path::default();
    for i in 0..count {
        // The way inward, averaged over the neighbours so that strokes fan out round a corner.
        let sum = (0..7).fold(v2(0.0, 0.0), |sum, j| sum + rim[(i + j + 7 * count - 3) % count].along);
        let inward = v2(-sum.y, sum.x) * turn;
        if inward.len() < 1e-6 {
            continue;
        }
        let inward = inward.unit();
        // Slopes that fall to the south-east lie in shadow.
        let dark = (inward.dot(v2(-0.7, -0.7)) + 1.0) / 2.0;
        let k = i as i64;
        let start = given.from + noise(given.seed, k) * 3.0;
        let end = start + given.long * (0.55 + 0.35 * noise(given.seed + 1, k) + 0.35 * dark);
        let aside = v2(-inward.y, inward.x) * (given.weight * (0.35 + 0.95 * dark));
        let (tip, top) = (rim[i].at + inward * start, rim[i].at + inward * end);
        if inside(top, area) {
            d.polygon(&[tip, top + aside, top - aside]);
        }
    }
    d
}

/// Parallel strokes that fill an area, cut at its border, with gaps here and there.
pub fn furrows(area: &[V2], gap: f64, degrees: f64, seed: i64, broken: f64) -> Path {
    let radians = degrees.to_radians();
    let along: Vec<V2> = area.iter().map(|p| p.turned(-radians)).collect();
    let (lo, hi) = bounds(&along);
    let mut d = Path::default();
    if !(lo.is_finite() && hi.is_finite()) {
        return d;
    }
    let step = gap.max((hi.y - lo.y) / 160.0);
    let mut v = lo.y + step / 2.0;
    for row in 0..160 {
        if v >= hi.y {
            break;
        }
        let mut cuts: Vec<f64> = stretches(&along, true)
            .filter(|(p, q)| (p.y > v) != (q.y > v))
            .map(|(p, q)| p.x + (v - p.y) / (q.y - p.y) * (q.x - p.x))
            .collect();
        cuts.sort_by(f64::total_cmp);
        for pair in cuts.chunks_exact(2) {
            let (mut u, end) = (pair[0] + 3.0, pair[1] - 3.0);
            let mut k = 0;
            while u < end {
                let long = if broken > 0.0 { broken * (0.6 + noise(seed + row, k) * 0.9) } else { end - u };
                let to = end.min(u + long);
                if to - u > 1.5 {
                    d.to(v2(u, v).turned(radians)).line(v2(to, v).turned(radians));
                }
                u = to + if broken > 0.0 { broken * 0.35 } else { 1.0 };
                k += 1;
            }
        }
        v += step;
    }
    d
}

/// A circle.
pub fn ring(d: &mut Path, c: V2, r: f64) {
    d.to(c - v2(r, 0.0));
    let r = N(r);
    let long = N(2.0 * r.0);
    let _ = write!(d.d, "a{r} {r} 0 1 0 {long} 0a{r} {r} 0 1 0 -{long} 0z");
}
