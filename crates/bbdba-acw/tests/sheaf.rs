//! Lines of sight between two outlines, many at once.

use bbdba_acw::sight::{Scene, Shape, closest, points, sight_line};
use table::{Ellipse, Rect, V2, v2};
use umpire::Seeded;

/// The search by halves finds a free line exactly where trying every line of the set does.
#[test]
fn the_sheaf_answers_as_all_its_lines_do() {
    let mut d = Seeded::from_number(27);
    let (mut open, mut shut) = (0, 0);
    for _ in 0..3000 {
        let mut at = |lo: f64, hi: f64| lo + d.unit() * (hi - lo);
        let rect = |x: f64, y: f64, bearing: f64, wide: f64, deep: f64| Rect {
            centre: v2(x, y),
            dir: V2::bearing(bearing),
            half_width: wide,
            half_depth: deep,
        };
        let from = [v2(-80.0, 0.0), v2(80.0, 0.0)];
        let to = rect(at(-150.0, 150.0), at(200.0, 400.0), at(0.0, 360.0), 80.0, 40.0).corners();
        let (length, p, q) = closest(&from, &to);
        let gap = if at(0.0, 1.0) < 0.5 { 0.0 } else { 1.0 };
        let mut scene = Scene::about(from.iter().chain(&to), gap);
        for i in 0..6 {
            let r = rect(at(-250.0, 250.0), at(40.0, 200.0), at(0.0, 360.0), 80.0, 40.0);
            match i {
                0 => {
                    let e = Ellipse { centre: r.centre, axis: r.dir, a: 90.0, b: 40.0 };
                    scene.block(Shape::Oval(e), if at(0.0, 1.0) < 0.5 { length + 30.0 } else { 0.0 });
                }
                1 => scene.block(Shape::Crest(r.centre, r.centre + r.dir * 90.0), 0.0),
                _ => scene.block(Shape::Box(r), 0.0),
            }
        }
        let all = |outline| points(outline, sight_line(&from, &to), gap / 2.0);
        let every = scene.free(p, q) || all(&from).any(|p| all(&to).any(|q| scene.free(p, q)));
        assert_eq!(scene.open(&from, &to, (p, q)).is_ok(), every);
        if every {
            open += 1;
        } else {
            shut += 1;
        }
    }
    assert!(open > 300 && shut > 300, "{open} open, {shut} shut");
}
