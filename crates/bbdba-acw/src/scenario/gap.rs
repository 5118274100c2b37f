//! The shortest distance between two pieces of ground.

use crate::terrain::Outline;
use table::{Ellipse, Rect, V2, v2};

/// Is the point strictly inside?
pub fn holds_point(o: &Outline, p: V2) -> bool {
    match o {
        Outline::Oval(e) => e.holds(p),
        Outline::Box(r) => r.contains(p, -table::EPS),
    }
}

/// The point of the piece nearest to `p`; `p` itself when it lies inside.
fn nearest(o: &Outline, p: V2) -> V2 {
    match o {
        Outline::Oval(e) => nearest_on_ellipse(e, p),
        Outline::Box(r) => nearest_on_rect(r, p),
    }
}

fn nearest_on_rect(r: &Rect, p: V2) -> V2 {
    let l = r.local(p);
    let (x, y) = (l.x.clamp(-r.half_width, r.half_width), l.y.clamp(-r.half_depth, r.half_depth));
    r.centre + r.dir.right() * x + r.dir * y
}

fn nearest_on_ellipse(e: &Ellipse, p: V2) -> V2 {
    let l = e.local(p);
    let (x, y) = (l.x.abs(), l.y.abs());
    let (a2, b2) = (e.a * e.a, e.b * e.b);
    if x * x / a2 + y * y / b2 <= 1.0 {
        return p;
    }
    // The foot of the perpendicular is (a² x / (t + a²), b² y / (t + b²)); Newton's method climbs to t from below,
    // because the function is convex and falls.
    let mut t = 0.0f64;
    for _ in 0..60 {
        let (u, w) = (e.a * x / (t + a2), e.b * y / (t + b2));
        let g = u * u + w * w - 1.0;
        let slope = -2.0 * (u * u / (t + a2) + w * w / (t + b2));
        if g <= 1e-14 || slope == 0.0 {
            break;
        }
        t -= g / slope;
    }
    let foot = v2(a2 * l.x / (t + a2), b2 * l.y / (t + b2));
    e.world(foot)
}

/// The distance between two pieces, zero where they touch or overlap. Projecting to and fro between two convex pieces
/// comes ever nearer to their closest points; it stops as soon as it is surely below `enough`.
pub fn gap(a: &Outline, b: &Outline, enough: f64) -> f64 {
    let centre = |o: &Outline| match o {
        Outline::Oval(e) => e.centre,
        Outline::Box(r) => r.centre,
    };
    let mut p = nearest(a, centre(b));
    let mut last = f64::INFINITY;
    for _ in 0..4000 {
        let q = nearest(b, p);
        p = nearest(a, q);
        let d = p.dist(q);
        if d <= 1e-9 {
            return 0.0;
        }
        if last - d < 1e-10 || (d < enough - 1.0 && last - d < 0.01) {
            return d;
        }
        last = d;
    }
    last
}
