//! What a question about moving bases and about ground costs: the mean over many random situations on a table of 180 by 120,
//! and the dearest of them.

use std::hint::black_box;
use std::time::Instant;
use table::{
    Area, Base, Body, Ellipse, Motion, Moving, Pose, Rect, Sweep, V2, first_ahead, first_beyond,
    first_crossing, first_within, v2,
};

/// Numbers from 0 to 1 without end, the same in every run.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * self.next()
    }

    fn mover(&mut self, wheels: bool) -> Moving {
        let pose = Pose {
            x: self.between(0.0, 180.0),
            y: self.between(0.0, 120.0),
            facing: self.between(0.0, 360.0),
        };
        let base = Base::new(pose, self.between(2.0, 25.0), self.between(2.0, 6.0));
        let motion = if wheels {
            Motion::Wheel { pivot: base.front_left(), rate: self.between(-1.5, 1.5) }
        } else {
            Motion::March { velocity: base.dir * self.between(5.0, 30.0) }
        };
        Moving { base, since: 0.0, motion }
    }
}

/// Prints the mean and the dearest.
fn measure<T, R>(what: &str, cases: &[T], ask: impl Fn(&T) -> R) {
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let begun = Instant::now();
        for c in cases {
            black_box(ask(black_box(c)));
        }
        best = best.min(begun.elapsed().as_secs_f64() / cases.len() as f64 * 1e9);
    }
    let mut worst = 0.0f64;
    for c in cases {
        // The least of a few, so that an interruption does not count.
        let one = (0..5).map(|_| {
            let begun = Instant::now();
            black_box(ask(black_box(c)));
            begun.elapsed().as_secs_f64() * 1e9
        });
        worst = worst.max(one.fold(f64::INFINITY, f64::min));
    }
    println!("{what:<60} {best:>9.0} ns, at most {worst:>9.0} ns");
}

fn main() {
    let mut dice = Chance(7);
    let pairs = |dice: &mut Chance, a: bool, b: bool, near: bool| -> Vec<(Moving, Moving)> {
        let mut all = Vec::new();
        while all.len() < 20_000 {
            let (x, y) = (dice.mover(a), dice.mover(b));
            if !near || x.base.front.dist(y.base.front) < 30.0 {
                all.push((x, y));
            }
        }
        all
    };
    for (what, a, b, near) in [
        ("two marches anywhere", false, false, false),
        ("two marches near each other", false, false, true),
        ("a march and a wheel near each other", false, true, true),
        ("two wheels near each other", true, true, true),
    ] {
        let cases = pairs(&mut dice, a, b, near);
        measure(&format!("within 2: {what}"), &cases, |(a, b)| first_within(a, b, 2.0, 0.0, 1.0));
        measure(&format!("ahead within 2: {what}"), &cases, |(a, b)| first_ahead(a, b, 2.0, 0.0, 1.0));
        measure(&format!("beyond 2: {what}"), &cases, |(a, b)| first_beyond(a, b, 2.0, 0.0, 1.0));
    }
    let cases = pairs(&mut dice, false, true, true);
    let pieces: Vec<Rect> = (0..6)
        .map(|i| Rect {
            centre: v2(f64::from(i) * 2.0 - 5.0, -0.5),
            dir: v2(0.0, 1.0),
            half_width: 0.5,
            half_depth: 0.5,
        })
        .collect();
    measure("within 2: six pieces marching, six wheeling", &cases, |(a, b)| {
        first_within(a.pieces(&pieces), b.pieces(&pieces), 2.0, 0.0, 1.0)
    });
    measure("crossing a segment, wheeling", &cases, |(a, b)| {
        first_crossing(b, a.base.front, a.base.front + v2(20.0, 5.0), 0.0, 1.0)
    });

    let star: Vec<V2> = (0..12)
        .map(|i| {
            let r = if i % 2 == 0 { 25.0 } else { 14.0 };
            v2(90.0, 60.0) + v2(r, 0.0).turned(f64::from(i) * std::f64::consts::TAU / 12.0)
        })
        .collect();
    let oval = Ellipse { centre: v2(90.0, 60.0), axis: v2(1.0, 0.0), a: 25.0, b: 15.0 };
    for (what, area) in [("star of 12 corners", Area::new(&star)), ("oval of 32 sides", Area::ellipse(&oval))]
    {
        let area = area.expect("a simple outline");
        println!("{what}: {} convex pieces", area.pieces().len());
        measure("  contains a point", &cases, |(a, _)| area.contains(a.base.front));
        measure("  clips a segment", &cases, |(a, b)| area.clip(a.base.front, b.base.front));
        measure("  touches a rectangle", &cases, |(a, _)| area.touches(&a.base.rect()));
        measure("  gap to a rectangle", &cases, |(a, _)| area.gap(&a.base.rect()));
        measure("  passages of a rectangle", &cases, |(a, _)| area.passages(&a.base.rect(), a.base.dir));
        measure("  first within 0 of a march", &cases, |(a, _)| first_within(a, &area, 0.0, 0.0, 1.0));
        measure("  first within 0 of a wheel", &cases, |(_, b)| {
            first_within(b, Body::from(&area), 0.0, 0.0, 1.0)
        });
    }

    for n in [32, 320] {
        // As thick on the table as 32 are on 180 by 120.
        let grow = (f64::from(n) / 32.0).sqrt();
        let movers: Vec<Moving> = (0..n)
            .map(|i| {
                let mut m = dice.mover(i % 4 == 0);
                let to = m.base.front * grow;
                if let Motion::Wheel { pivot, .. } = &mut m.motion {
                    *pivot += to - m.base.front;
                }
                m.base.front = to;
                m
            })
            .collect();
        let turn = |found: &mut usize| {
            let boxes: Vec<_> = movers.iter().map(|m| m.bounds(0.0, 1.0)).collect();
            let mut sweep = Sweep::default();
            sweep.visit(&boxes, 2.0, |i, j| {
                *found += usize::from(first_within(&movers[i], &movers[j], 2.0, 0.0, 1.0).is_some());
                *found += usize::from(first_ahead(&movers[i], &movers[j], 2.0, 0.0, 1.0).is_some());
                *found += usize::from(first_ahead(&movers[j], &movers[i], 2.0, 0.0, 1.0).is_some());
            });
        };
        measure(&format!("all meetings of a turn of {n} movers"), &[(); 200], |()| {
            let mut found = 0;
            turn(&mut found);
            found
        });
    }
}
