//! The limits of arcs.

use chakoten_acw::arc::{of_battery, of_figure};
use table::{Base, v2};

#[test]
fn limits_belong_to_the_arc() {
    let a = of_figure(v2(0.0, 0.0), v2(0.0, 1.0));
    let t = 30f64.to_radians().tan();
    assert!(a.holds(v2(10.0 * t, 10.0)) && a.holds(v2(-10.0 * t, 10.0)));
    assert!(!a.holds(v2(10.0 * t + 0.01, 10.0)) && !a.holds(v2(-10.0 * t - 0.01, 10.0)));
    let b = of_battery(&Base { front: v2(0.0, 0.0), dir: v2(0.0, 1.0), width: 4.0, depth: 4.5 });
    assert!(b.holds(v2(12.0, 10.0)) && !b.holds(v2(12.01, 10.0)) && !b.holds(v2(0.0, -0.01)));
}
