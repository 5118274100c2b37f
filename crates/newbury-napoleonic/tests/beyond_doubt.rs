//! What is told of the ground and of sight without looking everywhere is the same as what looking everywhere finds.

use crate::scene::{field_with, form, id, put};
use ::ground::{HillStep, leading_edge};
use newbury_napoleonic::Field;
use newbury_napoleonic::book::TOLERANCE;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::going::Stretch;
use newbury_napoleonic::ground::{Ground, Patch, Road, Step};
use newbury_napoleonic::sight::blocks_sight;
use newbury_napoleonic::terrain::Terrain;
use newbury_napoleonic::unit::UnitId;
use proptest::prelude::*;
use std::sync::Arc;
use table::{Area, Base, Ellipse, Polyline, Rect, V2, v2};

/// How far apart it is looked at the ground (play.ground).
const STEP: f64 = 0.5;

fn corners(all: &[(f64, f64)]) -> Area {
    Area::new(&all.iter().map(|(x, y)| v2(*x, *y)).collect::<Vec<_>>()).unwrap()
}

fn hill(level: u8, area: Area) -> Step {
    Step(HillStep { name: format!("Hill {level}"), level, area, crest: None })
}

fn oval(at: V2, a: f64, b: f64, bearing: f64) -> Area {
    Area::ellipse(&Ellipse { centre: at, axis: V2::bearing(bearing), a, b }).unwrap()
}

/// A piece of ground, drawn from some numbers.
fn lay(g: &mut Ground, what: u8, at: V2, size: f64, bearing: f64) {
    let box_about = |r: f64| {
        let (d, e) = (V2::bearing(bearing) * r, V2::bearing(bearing + 90.0) * (r * 0.7));
        Area::new(&[at - d - e, at + d - e, at + d + e, at - d + e]).unwrap()
    };
    let patch = |kind: Terrain, area: Area| Patch { name: "Patch".into(), kind, area };
    match what {
        0 => g.hills.push(hill(1, oval(at, size, size * 0.6, bearing))),
        1 => g.hills.push(hill(1, box_about(size))),
        // Of two contours, near to each other and far.
        2 => {
            g.hills.push(hill(1, oval(at, size, size * 0.6, bearing)));
            g.hills.push(hill(2, oval(at, size - 4.0, size * 0.6 - 4.0, bearing)));
        }
        3 => {
            g.hills.push(hill(1, box_about(size)));
            g.hills.push(hill(2, box_about(size * 0.4)));
        }
        4 => g.patches.push(patch(Terrain::LightWood, box_about(size))),
        5 => g.patches.push(patch(Terrain::Field, oval(at, size, size * 0.5, bearing))),
        // Neither is convex.
        6 => {
            let l = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)];
            let area = corners(&l.map(|(x, y)| (at.x + x * size, at.y + y * size)));
            g.patches.push(patch(Terrain::Marsh, area));
        }
        7 => {
            let v = [(0.0, 0.0), (1.0, 0.8), (2.0, 0.0), (1.0, 2.0)];
            g.hills.push(hill(1, corners(&v.map(|(x, y)| (at.x + x * size, at.y + y * size)))));
        }
        8 => g.patches.push(patch(Terrain::Impassable, box_about(size * 0.3))),
        9 => g.patches.push(patch(Terrain::DenseWood, box_about(size * 0.6))),
        _ => {
            let way = V2::bearing(bearing) * 80.0;
            let path = Polyline::new(vec![at - way, at, at + way.turned(0.4)]);
            g.roads.push(Road { name: "Road".into(), path, width: 3.0 });
        }
    }
}

type Piece = (u8, f64, f64, f64, f64);

fn pieces(kinds: u8) -> impl Strategy<Value = Vec<Piece>> {
    // Bearings of whole degrees, so that fronts go along borders too.
    let one = (0..kinds, 20..180u32, 20..110u32, 8.0..40.0f64, 0..24u32)
        .prop_map(|(k, x, y, size, b)| (k, f64::from(x), f64::from(y), size, f64::from(b) * 15.0));
    prop::collection::vec(one, 0..4)
}

fn laid(f: &mut Field, all: &[Piece]) {
    let mut g = (*f.ground).clone();
    for (what, x, y, size, bearing) in all {
        lay(&mut g, *what, v2(*x, *y), *size, *bearing);
    }
    f.ground = Arc::new(g);
    f.find_units();
}

/// The stretches of a leg, looked at in every step.
fn step_by_step(f: &Field, u: UnitId, base: &Base, dir: V2, length: f64, charging: bool) -> Vec<Stretch> {
    let (a, b) = leading_edge(base, dir);
    let mut all: Vec<Stretch> = Vec::new();
    for i in 0..(length / STEP).ceil().max(1.0) as u32 {
        let (s, e) = (f64::from(i) * STEP, (f64::from(i + 1) * STEP).min(length));
        let by = dir * ((s + e) / 2.0);
        let here = f.pace_at(&f[u], (a + by, b + by), dir, charging);
        match all.last_mut() {
            Some(l) if (l.fraction, l.kind, l.slope) == (here.fraction, here.kind, here.slope) => l.to = e,
            _ => all.push(Stretch { from: s, to: e, ..here }),
        }
        if here.fraction.is_none() {
            break;
        }
    }
    all
}

const GUNS: &str = r#"{ code = "g1", kind = "foot-battery-6x8+2h", models = 3, formation = "limbered", x = 180, y = 20, facing = 0 },"#;

fn drill_ground() -> Field {
    field_with("", GUNS)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_leg_is_the_same_as_step_by_step(
        ground in pieces(11),
        (x, y) in (10.0..190.0f64, 10.0..120.0f64),
        (facing, off) in (0..72u32, prop_oneof![Just(0.0), Just(180.0), 0.0..360.0f64]),
        length in 0.01..80.0f64,
        who in 0..5u8,
        charging in any::<bool>(),
    ) {
        let mut f = drill_ground();
        let (code, formation) = match who {
            0 => ("a1", Formation::Line),
            1 => ("a1", Formation::DivisionColumn),
            2 => ("a3", Formation::MarchColumn),
            3 => ("a4", Formation::Skirmish),
            _ => ("g1", Formation::Limbered),
        };
        form(&mut f, code, formation);
        put(&mut f, code, x, y, f64::from(facing) * 5.0);
        laid(&mut f, &ground);
        let u = id(&f, code);
        let base = f[u].base;
        let dir = V2::bearing(f64::from(facing) * 5.0 + off);
        let found = f.over(&f[u], &base, dir, length, charging).stretches;
        let want = step_by_step(&f, u, &base, dir, length, charging);
        prop_assert_eq!(&found[..], &want[..]);
        let first = f.over_first(&f[u], &base, dir, length, charging).stretches;
        prop_assert_eq!(&first[..], &want[..1]);
    }

    #[test]
    fn whoever_is_hidden_is_hidden_from_every_place(
        ground in pieces(8),
        (x, y, facing) in (10.0..190.0f64, 5.0..60.0f64, 0.0..360.0f64),
        (ex, ey, looks) in (10.0..190.0f64, 70.0..125.0f64, 0.0..360.0f64),
    ) {
        let mut f = drill_ground();
        put(&mut f, "a1", x, y, facing);
        put(&mut f, "n1", ex, ey, looks);
        laid(&mut f, &ground);
        let (a, n) = (id(&f, "a1"), id(&f, "n1"));
        let eyes = |u: UnitId| {
            let (b, deep) = (f[u].base, f[u].plan(&f.options).figure.1);
            [-0.95, -0.5, 0.0, 0.5, 0.95].map(|t| b.front - b.dir * (deep / 2.0) + b.dir.right() * (b.width / 2.0) * t)
        };
        let outline = f.rects(&f[n]).into_iter().flat_map(|r| [r.centre].into_iter().chain(r.corners()));
        let marks: Vec<V2> = eyes(n).into_iter().chain(outline).collect();
        // The first that is seen, or what hides the last.
        let lines = eyes(a).into_iter().flat_map(|e| marks.iter().map(move |m| (e, *m)));
        let looks: Vec<_> = lines.map(|(e, m)| f.line_free(e, m, [Some(a), Some(n)])).collect();
        let want = looks.iter().find(|l| l.is_ok()).or(looks.last()).copied().unwrap();
        prop_assert_eq!(f.sees(a, n), want);
    }

    #[test]
    fn whoever_stands_behind_troops_is_hidden_from_every_place(
        (x, y, facing) in (40.0..160.0f64, 5.0..40.0f64, 0.0..360.0f64),
        (ex, ey, looks) in (40.0..160.0f64, 90.0..125.0f64, 0.0..360.0f64),
        others in prop::collection::vec((0.0..1.0f64, -6.0..6.0f64, 0.0..360.0f64), 3),
        mounted in any::<bool>(),
    ) {
        let mut f = drill_ground();
        let n = if mounted { "n2" } else { "n1" };
        put(&mut f, "a1", x, y, facing);
        put(&mut f, n, ex, ey, looks);
        // Somewhere between the two, mostly in the way.
        for (code, (t, off, faces)) in ["a2", "a3", "n3"].into_iter().zip(&others) {
            form(&mut f, code, Formation::Line);
            let at = v2(x, y).lerp(v2(ex, ey), 0.2 + 0.6 * t) + v2(*off, 0.0);
            put(&mut f, code, at.x, at.y, *faces);
        }
        f.find_units();
        let (a, n) = (id(&f, "a1"), id(&f, n));
        let eyes = |u: UnitId| {
            let (b, deep) = (f[u].base, f[u].plan(&f.options).figure.1);
            [-0.95, -0.5, 0.0, 0.5, 0.95].map(|t| b.front - b.dir * (deep / 2.0) + b.dir.right() * (b.width / 2.0) * t)
        };
        let outline = f.rects(&f[n]).into_iter().flat_map(|r| [r.centre].into_iter().chain(r.corners()));
        let marks: Vec<V2> = eyes(n).into_iter().chain(outline).collect();
        let free = |e: V2, m: V2| {
            let on_line = |r: &Rect| r.grown(-TOLERANCE).clip(e, m).is_some();
            let between = f.present().filter(|u| u.id != a && u.id != n && blocks_sight(u));
            let mut between = between.filter(|u| f.rects(u).iter().any(on_line));
            // Over one body of foot who is in the saddle is seen (4.6.h).
            let over = between.next();
            over.is_none_or(|u| f[n].mounted() && u.on_foot() && between.next().is_none())
        };
        let near = v2(x, y).dist(v2(ex, ey)) < 100.0;
        let want = eyes(a).into_iter().any(|e| marks.iter().any(|m| free(e, *m)));
        prop_assert!(!near || f.sees(a, n).is_ok() == want);
    }
}
