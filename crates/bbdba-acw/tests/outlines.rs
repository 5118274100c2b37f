//! Pieces of ground: how far apart they lie, and how they are found.

use bbdba_acw::scenario::gap::gap;
use bbdba_acw::terrain::{Area, Feature, Outline};
use ground::Areas;
use table::{Ellipse, Rect, V2, v2};
use umpire::Seeded;

#[test]
fn ovals_and_boxes() {
    let oval = |x: f64, y: f64, a: f64, b: f64| {
        Outline::Oval(Ellipse { centre: v2(x, y), axis: v2(1.0, 0.0), a, b })
    };
    let near = |g: f64, d: f64| (g - d).abs() < 1e-4;
    assert!(near(gap(&oval(0.0, 0.0, 200.0, 100.0), &oval(560.0, 0.0, 200.0, 100.0), 1e9), 160.0));
    assert!(near(gap(&oval(0.0, 0.0, 200.0, 200.0), &oval(300.0, 400.0, 100.0, 100.0), 1e9), 200.0));
    assert!(near(gap(&oval(0.0, 0.0, 200.0, 200.0), &oval(300.0, 0.0, 200.0, 100.0), 1e9), 0.0));
    let b = Outline::Box(Rect::upright(v2(250.0, -50.0), v2(400.0, 50.0)));
    assert!(near(gap(&oval(0.0, 0.0, 200.0, 100.0), &b, 1e9), 50.0));
}

/// Looking at some strips finds every feature that looking at all of them does, in the same order.
#[test]
fn features_are_found_where_they_lie() {
    let mut d = Seeded::from_number(8);
    let mut met = 0;
    for few in [0, 1, 3, 20, 64, 65, 200] {
        let mut at = |lo: f64, hi: f64| lo + d.unit() * (hi - lo);
        let wide = if few > 20 { 60_000.0 } else { 4800.0 };
        let mut areas: Areas<Area> = Areas::default();
        for i in 0..few {
            let (centre, dir) = (v2(at(0.0, wide), at(0.0, 2400.0)), V2::bearing(at(0.0, 360.0)));
            let (a, b) = (at(50.0, 400.0), at(50.0, 400.0));
            let outline = if i % 3 == 0 {
                Outline::Box(Rect { centre, dir, half_width: a, half_depth: b })
            } else {
                Outline::Oval(Ellipse { centre, axis: dir, a: a.max(b), b: a.min(b) })
            };
            areas.push(Area { feature: Feature::Wood, outline, name: String::new() });
        }
        for _ in 0..400 {
            let r = Rect {
                centre: v2(at(-500.0, wide + 500.0), at(0.0, 2400.0)),
                dir: V2::bearing(at(0.0, 360.0)),
                half_width: 80.0,
                half_depth: 40.0,
            };
            let meets = |(_, a): &(usize, &Area)| a.meets(&r);
            let all: Vec<usize> = areas.iter().enumerate().filter(meets).map(|(i, _)| i).collect();
            let found: Vec<usize> = areas.about(&r).filter(meets).map(|(i, _)| i).collect();
            assert_eq!(found, all, "{few} features");
            met += all.len();
        }
    }
    assert!(met > 300, "only {met} met");
}
