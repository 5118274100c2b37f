//! Who sees whom (01.04, table I, play.sight).

use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::field::Level;
use chakoten_napoleonic::ground::{Building, Ground, HillStep, Lines, Patch, PatchKind, Road, Track};
use chakoten_napoleonic::sight::{Before, Eyes, Ray, Stand};
use chakoten_napoleonic::troop::Formation::{AttackColumn, Line, Skirmish};
use chakoten_napoleonic::troop::{Arm, Cover, Obstacle};
use chakoten_napoleonic::unit::Fate;
use chakoten_napoleonic::{Field, Side, UnitId, proves};
use chakoten_napoleonic::{scenario, sight};
use ground::nearest_of;
use std::sync::Arc;
use table::{Area, Base, EPS, Ellipse, Polyline, Rect, V2, v2};

fn sees(f: &Field, a: UnitId, b: UnitId) -> Result<(), &'static str> {
    sight::sees(f, &f[a], &f[b]).map_err(|c| c.id())
}

#[test]
fn distances_of_table_i() {
    let _p = proves!("skema.I.a");
    // Fronts so far apart.
    for (formation, limit) in [(AttackColumn, 100.0), (Skirmish, 60.0)] {
        for (cm, seen) in [(limit, Ok(())), (limit + 0.1, Err("skema.I.a"))] {
            let mut d = Drill::sized(400.0, 400.0);
            let a = d.infantry(Side::A, 24, Line, 100.0, 20.0, 0.0);
            let b = d.infantry(Side::B, 10, formation, 100.0, 20.0 + cm, 180.0);
            assert_eq!(sees(&d.field(), a, b), seen, "{formation:?} {cm}");
        }
    }
    // Two units of a brigade 20 cm apart are a larger body, seen from 300 cm.
    for (apart, seen) in [(20.0, true), (20.1, false)] {
        let mut d = Drill::sized(400.0, 400.0);
        let a = d.infantry(Side::A, 24, Line, 100.0, 20.0, 0.0);
        let b = d.infantry(Side::B, 24, AttackColumn, 100.0, 320.0, 180.0);
        let c = d.infantry(Side::B, 24, AttackColumn, 100.0, 320.0, 180.0);
        let wide = d.unit(c).base.width;
        d.unit(c).base.front = v2(100.0 + wide + apart, 320.0);
        assert_eq!(sees(&d.clone().field(), a, b).is_ok(), seen, "{apart}");
        d.read("larger-bodies", "columns");
        assert!(sees(&d.clone().field(), a, b).is_err());
        d.joined(b, &[c]);
        assert!(sees(&d.field(), a, b).is_ok());
    }
}

#[test]
fn a_larger_body_is_of_tactical_units_of_one_brigade() {
    let _p = proves!("skema.I.a");
    let seen = |wagon: bool, above: [bool; 2]| {
        let mut d = Drill::sized(400.0, 400.0);
        let a = d.infantry(Side::A, 24, Line, 100.0, 20.0, 0.0);
        let brigade = d.brigade(Side::B);
        let of = above.map(|under| d.command(Side::B, Level::Regiment, under.then_some(brigade)));
        d.under(of[0]);
        let b = d.infantry(Side::B, 24, AttackColumn, 100.0, 320.0, 180.0);
        d.under(if wagon { of[0] } else { of[1] });
        if wagon {
            d.wagon(Side::B, 115.0, 320.0, 180.0);
        } else {
            d.infantry(Side::B, 24, AttackColumn, 115.0, 320.0, 180.0);
        }
        sees(&d.field(), a, b)
    };
    // Two regiments of a brigade are one; of two brigades, or a battalion with its wagon, are not.
    assert_eq!(seen(false, [true, true]), Ok(()));
    assert_eq!(seen(false, [true, false]), Err("skema.I.a"));
    assert_eq!(seen(true, [true, true]), Err("skema.I.a"));
}

#[test]
fn staff_are_seen_from_sixty() {
    for (y, seen) in [(84.5, true), (84.6, false)] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 24, Line, 100.0, 24.5, 0.0);
        let s = d.courier(Side::B, 100.0, y);
        let f = d.field();
        assert_eq!(sight::sees_staff(&f, &f[a], &f[s]).is_ok(), seen);
        assert!(sight::staff_sees(&f, &f[s], &f[a]).is_ok());
    }
}

#[test]
fn height_extends_sight() {
    let _p = proves!("skema.I.b");
    for (level, more) in [(1, 10.0), (3, 30.0), (4, 35.0), (8, 55.0), (9, 55.0)] {
        for (cm, seen) in [(100.0 + more, true), (100.1 + more, false)] {
            let mut d = Drill::sized(300.0, 300.0);
            for l in 1..=level {
                d.hill("mount", l, (60.0, 2.0), (140.0, 24.0));
            }
            let a = d.infantry(Side::A, 24, Line, 100.0, 24.0, 0.0);
            let b = d.infantry(Side::B, 24, Line, 100.0, 24.0 + cm, 180.0);
            let f = d.clone().field();
            assert_eq!(sees(&f, a, b), if seen { Ok(()) } else { Err("skema.I.b") }, "{level} {cm}");
        }
    }
    // Read so, the difference counts.
    let mut d = Drill::sized(300.0, 300.0);
    d.hill("mount", 1, (60.0, 2.0), (140.0, 24.0)).hill("down", 1, (60.0, 134.0), (140.0, 180.0));
    let a = d.infantry(Side::A, 24, Line, 100.0, 24.0, 0.0);
    let b = d.infantry(Side::B, 24, Line, 100.0, 134.0, 180.0);
    assert!(sees(&d.clone().field(), a, b).is_ok());
    d.read("sight-steps", "difference");
    assert!(sees(&d.field(), a, b).is_err());
}

#[test]
fn partial_cover_halves_it() {
    let _p = proves!("skema.I.c");
    for (cm, seen) in [(30.0, true), (30.2, false)] {
        let mut d = Drill::new();
        d.line("hedge", Obstacle::I, Cover::I, &[(50.0, 20.0 + cm), (150.0, 20.0 + cm)]);
        let a = d.infantry(Side::A, 24, Line, 100.0, 20.0, 0.0);
        let b = d.infantry(Side::B, 5, Skirmish, 100.0, 20.0 + cm, 180.0);
        assert_eq!(sees(&d.field(), a, b), if seen { Ok(()) } else { Err("skema.I.c") });
    }
    // From the first step: (60 + 10) / 2, or 60 / 2 + 10.
    for (cm, all, then) in [(35.0, true, true), (38.0, false, true), (40.2, false, false)] {
        let mut d = Drill::new();
        d.hill("mount", 1, (50.0, 0.0), (150.0, 20.0));
        d.line("hedge", Obstacle::I, Cover::I, &[(50.0, 20.0 + cm), (150.0, 20.0 + cm)]);
        let a = d.infantry(Side::A, 24, Line, 100.0, 20.0, 0.0);
        let b = d.infantry(Side::B, 5, Skirmish, 100.0, 20.0 + cm, 180.0);
        assert_eq!(sees(&d.clone().field(), a, b).is_ok(), all);
        d.read("partial-cover-sight", "then-height");
        assert_eq!(sees(&d.field(), a, b).is_ok(), then);
    }
}

#[test]
fn fog_shortens_it() {
    let _p = proves!("01.04.1");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 100.0, 20.0, 0.0);
    let b = d.infantry(Side::B, 24, Line, 100.0, 45.0, 180.0);
    d.special().sight = Some(25.0);
    assert!(sees(&d.clone().field(), a, b).is_ok());
    d.special().sight = Some(24.9);
    assert_eq!(sees(&d.field(), a, b), Err("01.04.1"));
}

/// A plate of height `k` from y 40 to 80: its crest is at 60.
fn ridge(k: u8) -> Drill {
    let mut d = Drill::new();
    for l in 1..=k {
        d.hill("ridge", l, (0.0, 40.0), (240.0, 80.0));
    }
    d
}

#[test]
fn crests_make_dead_ground() {
    let p = proves!("01.04.3", "01.04.4", "01.04.2");
    let look = |d: &Drill, a: f64, b: f64| {
        let f = d.clone().field();
        sight::line(&f, v2(100.0, a), None, v2(100.0, b), None).map_err(|c| c.id())
    };
    let d = ridge(1);
    let over = look(&d, 20.0, 100.0);
    assert_eq!(p.shows("01.04.3", over), Err("01.04.3"));
    // Mutual, and free on this side of it.
    assert_eq!(look(&d, 100.0, 20.0), Err("01.04.3"));
    assert_eq!(look(&d, 20.0, 30.0), Ok(()));
    // Who stands on the step sees all of it, but not what is lower beyond the crest.
    assert_eq!(look(&d, 45.0, 78.0), Ok(()));
    let own = look(&d, 45.0, 100.0);
    assert_eq!(p.shows("01.04.4", own), Err("01.04.4"));
    assert_eq!(look(&d, 61.0, 100.0), Ok(()));
    assert_eq!(look(&d, 60.0, 100.0), Ok(()), "on the crest itself it is not between");
    assert_eq!(look(&d, 59.0, 100.0), Err("01.04.4"));
    // From higher up one looks over it.
    let mut high = ridge(1);
    high.hill("tower", 1, (0.0, 0.0), (240.0, 30.0)).hill("tower", 2, (0.0, 0.0), (240.0, 30.0));
    assert_eq!(look(&high, 25.0, 100.0), Ok(()));
    // A drawn crest is where it is drawn.
    let mut drawn = ridge(1);
    drawn.crest(&[(0.0, 45.0), (240.0, 45.0)]);
    let hid = look(&drawn, 20.0, 100.0);
    assert_eq!(p.shows("01.04.2", hid), Err("01.04.2"));
    assert_eq!(look(&drawn, 50.0, 100.0), Ok(()));
    // Read so, the hill has one crest as high as its top.
    let mut whole = Drill::new();
    whole.hill("hill", 1, (0.0, 40.0), (240.0, 80.0)).hill("hill", 2, (0.0, 70.0), (240.0, 80.0));
    whole.hill("post", 1, (0.0, 0.0), (240.0, 30.0)).hill("post", 2, (0.0, 0.0), (240.0, 30.0));
    assert_eq!(look(&whole, 25.0, 65.0), Ok(()), "from the second step over the crest of the first");
    whole.read("crest", "whole-hill");
    assert_eq!(look(&whole, 29.0, 65.0), Err("01.04.4"));
}

#[test]
fn plate_edges_hide_nothing() {
    let d = ridge(2);
    let f = d.field();
    // Up the slope to the near half of the plate.
    assert!(sight::line(&f, v2(100.0, 20.0), None, v2(100.0, 59.0), None).is_ok());
}

#[test]
fn woods_and_houses_block() {
    let _p = proves!("play.sight");
    let mut d = Drill::new();
    d.wood("forest", (80.0, 40.0), (120.0, 60.0)).building("farm", false, (200.0, 40.0), (210.0, 50.0));
    let a = d.infantry(Side::A, 10, AttackColumn, 100.0, 30.0, 0.0);
    let b = d.infantry(Side::B, 10, AttackColumn, 100.0, 80.0, 180.0);
    let c = d.infantry(Side::B, 10, AttackColumn, 170.0, 70.0, 180.0);
    let f = d.clone().field();
    assert_eq!(sees(&f, a, b), Err("play.sight"));
    assert_eq!(sees(&f, a, c), Ok(()), "past its corner");
    let line = |f: &Field, x: f64, y: f64| sight::line(f, v2(x, y), None, v2(x, 90.0), None).is_ok();
    assert!(!line(&f, 205.0, 20.0) && line(&f, 199.0, 20.0) && line(&f, 205.0, 50.0));
    // One step higher and 10 cm away one looks over it.
    for (y, seen) in [(30.0, true), (30.1, false)] {
        let mut d = d.clone();
        d.hill("knoll", 1, (180.0, 0.0), (230.0, 32.0)).crest(&[(180.0, 1.0), (230.0, 1.0)]);
        assert_eq!(line(&d.field(), 205.0, y), seen, "{y}");
    }
    // Along a road through the wood it is open.
    d.road("ride", &[(100.0, 0.0), (100.0, 120.0)], 4.0);
    assert_eq!(sees(&d.field(), a, b), Ok(()));
}

#[test]
fn a_thin_wood_hides_who_only_touches_its_far_side() {
    let p = proves!("play.sight");
    // Eight cm of wood; B fronts it from the far side so far from its edge, or in it with both ranks.
    let seen = |front: f64| {
        let mut d = Drill::new();
        d.wood("strip", (60.0, 50.0), (140.0, 58.0));
        let a = d.infantry(Side::A, 30, Line, 100.0, 40.0, 0.0);
        let b = d.infantry(Side::B, 30, Line, 100.0, front, 180.0);
        let f = d.field();
        assert_eq!(sees(&f, a, b), sees(&f, b, a), "{front}");
        sees(&f, a, b)
    };
    assert_eq!(p.shows("play.sight", seen(58.0)), Err("play.sight"));
    assert_eq!(seen(58.2), Err("play.sight"));
    assert_eq!(seen(55.0), Ok(()));
}

#[test]
fn into_and_out_of_woods() {
    let mut d = Drill::new();
    d.square(PatchKind::Plantation, "park", (60.0, 40.0), (140.0, 100.0));
    let deep = d.infantry(Side::B, 5, Skirmish, 100.0, 60.0, 180.0);
    let edge = d.infantry(Side::B, 24, Line, 100.0, 40.0, 180.0);
    let out = d.infantry(Side::A, 24, Line, 100.0, 20.0, 0.0);
    let f = d.clone().field();
    assert!(sight::in_growth(&f, &f[deep]) && !sight::in_growth(&f, &f[edge]));
    assert_eq!((sees(&f, out, edge), sees(&f, out, deep)), (Ok(()), Err("skema.I.a")));
    assert!(sees(&f, edge, out).is_ok());
    // 10 cm from one who is inside, through 10 cm of growth at most.
    d.unit(out).base.front = v2(100.0, 50.0);
    assert!(sees(&d.clone().field(), out, deep).is_ok());
    d.unit(out).base.front = v2(100.0, 49.9);
    assert!(sees(&d.clone().field(), out, deep).is_err());
    d.unit(out).base.front = v2(100.0, 20.0);
    d.read("seen-in-edge", "inside");
    assert!(sees(&d.field(), out, edge).is_err());
}

#[test]
fn garrisons_are_seen_in_their_houses() {
    let mut d = Drill::new();
    d.building("farm", false, (95.0, 60.0), (105.0, 70.0)).building(
        "church",
        true,
        (145.0, 60.0),
        (155.0, 70.0),
    );
    let a = d.infantry(Side::B, 10, Line, 20.0, 20.0, 0.0);
    let b = d.infantry(Side::B, 10, Line, 60.0, 20.0, 0.0);
    d.inside(a, "farm").inside(b, "church");
    let far = d.infantry(Side::A, 24, Line, 120.0, 20.0, 0.0);
    let near = d.infantry(Side::A, 24, Line, 150.0, 50.0, 0.0);
    let f = d.clone().field();
    assert_eq!((sees(&f, far, a), sees(&f, far, b), sees(&f, near, b)), (Ok(()), Err("skema.I.a"), Ok(())));
    assert_eq!((sees(&f, a, far), sees(&f, b, far)), (Ok(()), Ok(())));
    assert!(sight::side_sees(&f, Side::A, &f[b]));
}

/// The places of a body from which, and at which, lines of sight are tried.
fn places(rects: &[Rect]) -> Vec<V2> {
    let n = rects.len();
    let some = |i: &usize| n <= 3 || [0, (n - 1) / 2, n / 2, n - 1].contains(i);
    let of = |r: &Rect| {
        let c = r.corners();
        (0..4).flat_map(|i| [c[i], (c[i] + c[(i + 1) % 4]) * 0.5]).chain([r.centre]).collect::<Vec<_>>()
    };
    (0..n).filter(some).flat_map(|i| of(&rects[i])).collect()
}

/// Does the first see the second along one of all lines, tried one by one?
fn sees_line_by_line(f: &Field, a: UnitId, b: UnitId) -> bool {
    let (eyes, marks) = (f.rects(&f[a]), f.rects(&f[b]));
    let mark = sight::mark(f, &f[b]);
    let free = |e: V2, t: V2| {
        let more = if mark.gains { 10.0 * f64::from(f.level(e)) } else { 0.0 };
        e.dist(t) <= mark.cm + more + EPS && sight::line(f, e, None, t, None).is_ok()
    };
    let corners = |all: &[Rect]| all.iter().flat_map(|r| r.corners()).collect::<Vec<V2>>();
    let mut pairs: Vec<(V2, V2)> = corners(&eyes).into_iter().map(|c| (c, nearest_of(&marks, c))).collect();
    pairs.extend(corners(&marks).into_iter().map(|c| (nearest_of(&eyes, c), c)));
    let nearest = pairs.into_iter().min_by(|x, y| x.0.dist(x.1).total_cmp(&y.0.dist(y.1)));
    let near = || places(&eyes).into_iter().any(|e| free(e, nearest_of(&marks, e)));
    let all = || places(&eyes).into_iter().any(|e| places(&marks).into_iter().any(|t| free(e, t)));
    nearest.is_some_and(|(e, t)| free(e, t)) || near() || all()
}

/// A battalion of each side, alone on the ground of a battle. Walls halve the distance for some lines; that is tried by itself.
fn two_alone() -> (Field, UnitId, UnitId) {
    let (name, text) = scenario::SHIPPED[0];
    let mut f = scenario::read(name, text).expect("a shipped scenario").muster();
    f.lines = Lines::default();
    let foot = |f: &Field, s: Side| f.side(s).find(|u| u.arm == Arm::Infantry).map(|u| u.id);
    let (a, b) = (foot(&f, Side::A).expect("infantry"), foot(&f, Side::B).expect("infantry"));
    f.units.iter_mut().filter(|u| ![a, b].contains(&u.id)).for_each(|u| u.fate = Fate::Left);
    (f, a, b)
}

/// Numbers from 0 up to the one that is asked, the same ones each time.
fn by_lot(mut number: u64) -> impl FnMut(f64) -> f64 {
    move |most| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (number >> 33) as f64 / f64::from(1u32 << 31) * most
    }
}

/// What is told at once, by what lies across all lines or is too far for any, is what is found along the lines one by one: on the ground
/// of a battle with hills, woods and houses, wherever two units stand and however they are drawn up.
#[test]
fn a_quick_look_sees_as_much_as_a_long_one() {
    let (mut f, a, b) = two_alone();
    let mut draw = by_lot(7);
    let (mut seen, mut hidden) = (0, 0);
    for i in 0..260 {
        for (u, formation) in [(a, if i % 3 == 0 { Skirmish } else { Line }), (b, [Line, Skirmish][i % 2])] {
            let unit = &mut f[u];
            (unit.formation, unit.figures, unit.files, unit.spacing) = (formation, 12, 12, 1.6);
            unit.lay();
            let at = v2(20.0 + draw(260.0), 20.0 + draw(160.0));
            unit.base = unit.base.at(at, V2::bearing(draw(360.0)));
        }
        // Of who is among trees the cover halves the distance as well.
        let trees = |u: UnitId| f.on_patches(&f[u]).any(|p| p.kind != PatchKind::Town);
        if f[b].dispersed() && trees(b) {
            continue;
        }
        let quick = sees(&f, a, b).is_ok();
        assert_eq!(quick, sees_line_by_line(&f, a, b), "{i}: {:?} {:?}", f[a].base, f[b].base);
        assert_eq!(quick, sight::sees_him(&f, &f[a], &f[b]));
        *(if quick { &mut seen } else { &mut hidden }) += 1;
    }
    assert!(seen > 20 && hidden > 60, "{seen} {hidden}");
}

/// Ground by chance: hills of one or two steps, woods of any outline, some with a road through them, and houses.
fn by_chance(draw: &mut impl FnMut(f64) -> f64) -> Ground {
    let (width, depth) = (220.0, 160.0);
    let mut g = Ground { width, depth, ..Ground::default() };
    let place = |draw: &mut dyn FnMut(f64) -> f64| v2(30.0 + draw(160.0), 25.0 + draw(110.0));
    for k in 0..2 + draw(4.0) as usize {
        let (middle, a, b) = (place(draw), 10.0 + draw(20.0), 6.0 + draw(14.0));
        let axis = V2::bearing(draw(360.0));
        for level in 1..=1 + draw(2.0) as u8 {
            let by = f64::from(level) * 0.6 - 0.6;
            let oval = Ellipse { centre: middle, a: a * (1.0 - by), b: b * (1.0 - by), axis };
            let area = Area::ellipse(&oval).expect("an oval");
            g.hills.push(HillStep { name: format!("hill {k}"), level, area, crest: None });
        }
    }
    for k in 0..1 + draw(4.0) as usize {
        let (middle, n) = (place(draw), 3 + draw(6.0) as usize);
        let corner = |draw: &mut dyn FnMut(f64) -> f64, i: usize| {
            middle + V2::bearing(360.0 * i as f64 / n as f64) * (4.0 + draw(16.0))
        };
        let corners: Vec<V2> = (0..n).map(|i| corner(draw, i)).collect();
        let area = Area::new(&corners).expect("a star about its middle");
        let name = format!("wood {k}");
        g.patches.push(Patch { name, kind: PatchKind::Wood, area, width: 0.0, edge: None });
        if draw(1.0) < 0.3 {
            let path = Polyline::new(vec![middle - v2(40.0, 10.0), middle + v2(40.0, 20.0)]);
            let road = Road { name: format!("road {k}"), path, width: 3.0 };
            g.tracks.push(Track { road, path: false });
        }
    }
    for k in 0..draw(5.0) as usize {
        let base = Base { front: place(draw), dir: V2::bearing(draw(360.0)), width: 8.0, depth: 6.0 };
        g.buildings.push(Building {
            name: format!("house {k}"),
            base,
            strong: false,
            obstacle: Obstacle::I,
            cover: Cover::I,
            capacity: 10,
        });
    }
    g
}

/// Wherever two stand, on whatever ground: what is told at once is what is found along the lines one by one, whatever came of the look before; and it is still so
/// when both have come about by as much as it is told to hold for.
#[test]
fn what_is_told_at_once_is_so_for_as_long_as_it_is_told() {
    let (mut f, a, b) = two_alone();
    let mut draw = by_lot(23);
    let trees = |f: &Field, u: UnitId| f[u].dispersed() && f.on_patches(&f[u]).next().is_some();
    let (mut told, mut kept, mut held) = ([0; 2], [0; 2], 0.0);
    for i in 0..60 {
        f.ground = Arc::new(by_chance(&mut draw));
        for k in 0..12 {
            for (u, formation) in [(a, [Line, AttackColumn, Skirmish][k % 3]), (b, [Line, Skirmish][i % 2])] {
                let unit = &mut f[u];
                (unit.formation, unit.figures, unit.files, unit.spacing) = (formation, 12, 12, 1.6);
                unit.lay();
                let at = v2(10.0 + draw(200.0), 10.0 + draw(140.0));
                unit.base = unit.base.at(at, V2::bearing(draw(360.0)));
            }
            if trees(&f, b) || f.gap(&f[a], &f[b]) < EPS {
                continue;
            }
            let (eyes, mark) = (Eyes::of_unit(&f, &f[a]), sight::mark(&f, &f[b]));
            let plain = sees_line_by_line(&f, a, b);
            let what = |f: &Field| format!("{i} {k}: {:?} {:?}", f[a].base, f[b].base);
            let now = sight::glance(&f, &eyes, &mark, Before::Unknown);
            assert_eq!(now.sees, plain, "{}", what(&f));
            let others = [
                Before::Hidden(None),
                Before::Hidden(Some(0)),
                Before::Hidden(now.by),
                Before::Seen(now.ray),
            ];
            for before in others.into_iter().chain([Before::Seen(Some(Ray::Spot(8, 8)))]) {
                let again = sight::glance(&f, &eyes, &mark, before);
                assert_eq!(again.sees, plain, "{before:?} {}", what(&f));
            }
            told[usize::from(plain)] += 1;
            if now.holds <= 0.0 {
                continue;
            }
            let then = (Stand::of_unit(&f, &f[a]), mark);
            for _ in 0..4 {
                let (mine, all) = (draw(1.0), now.holds.min(40.0));
                let was = [a, b].map(|u| f[u].base);
                for (u, by) in [(a, all * mine), (b, all * (1.0 - mine))] {
                    // Some of it by turning.
                    let turn = draw(0.4) * by / (f[u].base.width + f[u].base.depth);
                    let base = f[u].base.turned_about(f[u].base.centre(), turn);
                    f[u].base = base.moved(V2::bearing(draw(360.0)) * (by * 0.55));
                }
                let strayed =
                    Stand::of_unit(&f, &f[a]).strayed(&then.0) + sight::mark(&f, &f[b]).strayed(&then.1);
                if strayed <= now.holds && !trees(&f, b) {
                    assert_eq!(sees_line_by_line(&f, a, b), plain, "{} after {strayed}", what(&f));
                    kept[usize::from(plain)] += 1;
                    held += strayed;
                }
                for (u, base) in [a, b].into_iter().zip(was) {
                    f[u].base = base;
                }
            }
        }
    }
    assert!(told[0] > 100 && told[1] > 100, "{told:?}");
    assert!(kept[0] > 200 && kept[1] > 100 && held > 300.0, "{kept:?} {held}");
}
