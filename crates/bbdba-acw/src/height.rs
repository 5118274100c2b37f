//! How high up a hill a base reaches (dba.45).

use crate::field::Field;
use crate::terrain::{Area, Outline};
use table::{Base, Ellipse, V2, v2};

/// The greatest height of any point of the base: 1 on a crest line, 0 at a hill's edge and off hills.
pub fn height(f: &Field, b: &Base) -> f64 {
    let r = b.rect();
    let corners = b.corners();
    let mut best = 0.0f64;
    for (_, Area { outline, .. }) in
        f.terrain.areas.about(&r).filter(|(_, a)| a.feature.is_hill() && a.meets(&r))
    {
        if let Outline::Oval(e) = outline {
            if r.contains(e.centre, 0.0) {
                return 1.0;
            }
            // Two hills never add up: the greater height counts.
            best = best.max(on_hill(e, &corners));
        }
    }
    best
}

/// In the frame in which the hill is the unit circle a point's height is 1 - |y| / sqrt(1 - x²). Lines of equal height are
/// half ellipses through the ends of the crest, so on a straight edge the greatest is at an end, where the edge crosses
/// the crest, or at one place found in closed form.
fn on_hill(e: &Ellipse, corners: &[V2; 4]) -> f64 {
    let unit = |p: V2| {
        let l = e.local(p);
        v2(l.x / e.a, l.y / e.b)
    };
    let at = |p: V2| {
        let k = 1.0 - p.x * p.x;
        if k <= 0.0 { 0.0 } else { (1.0 - p.y.abs() / k.sqrt()).max(0.0) }
    };
    let mut best = 0.0f64;
    for i in 0..4 {
        let (p, q) = (unit(corners[i]), unit(corners[(i + 1) % 4]));
        best = best.max(at(p));
        let d = q - p;
        if p.y * q.y < 0.0 {
            best = best.max(at(p + d * (p.y / (p.y - q.y))));
        }
        let below = d.x * (d.y * p.x - p.y * d.x);
        if below.abs() > 1e-12 {
            let t = (d.y * (1.0 - p.x * p.x) + d.x * p.x * p.y) / below;
            if t > 0.0 && t < 1.0 {
                best = best.max(at(p + d * t));
            }
        }
    }
    best
}
