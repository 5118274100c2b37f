//! The ground: hills in hachures, woods, water, roads and houses, as an engraver would cut them.

use crate::book;
use crate::field::Field;
use crate::terrain::{Area, Feature, Outline, River, Road, Waterway};
use crate::words;
use table::draw;
use table::pen::{N, Path, Sheet, Text, ink, noise, short};
use table::{Ellipse, V2, v2};

/// Everything on the table that is no troop.
pub(super) fn ground(s: &mut Sheet, f: &Field) {
    let t = &f.terrain;
    if let Some(w) = t.waterway.as_ref().filter(|w| w.beach) {
        beach(s, w);
    }
    let free = |p: V2, margin: f64| {
        let near = |l: &table::Polyline, w: f64| l.nearest(p).is_some_and(|(d, ..)| d < w / 2.0 + margin);
        !t.roads.iter().any(|r| near(&r.line, r.width)) && !t.rivers.iter().any(|r| near(&r.line, r.width))
    };
    // Low things first, so that a wood on a hill shows both.
    for layer in [
        Feature::Fields,
        Feature::GentleHill,
        Feature::SteepHill,
        Feature::Dunes,
        Feature::Marsh,
        Feature::RoughGround,
        Feature::Wood,
        Feature::Oasis,
        Feature::Settlement,
    ] {
        for (i, a) in t.areas.iter().enumerate().filter(|(_, a)| a.feature == layer) {
            area(s, a, i as u32, &free);
        }
    }
    for r in &t.rivers {
        river(s, r);
    }
    roads(s, &t.roads);
    for (i, a) in t.roads.iter().enumerate() {
        for r in &t.rivers {
            bridges(s, a, r, i as u32);
        }
    }
    if let Some(w) = &t.waterway {
        waterway(s, f, w);
    }
}

/// Is there room for a house or a tree at a place, so far from roads and rivers?
pub(super) type Free<'a> = &'a dyn Fn(V2, f64) -> bool;

/// Names of places, over everything of the ground and under the troops.
pub(super) fn names(s: &mut Sheet, f: &Field) {
    let halo = format!(
        r#"font-style="italic" text-anchor="middle" paint-order="stroke" stroke="{}" stroke-width="9" stroke-linejoin="round" stroke-opacity="0.85""#,
        ink::PAPER
    );
    for a in &f.terrain.areas {
        if a.name.is_empty() {
            continue;
        }
        let (lo, _) = bounds(a);
        let c = centre(a);
        // At the southern foot of the feature, where troops seldom hide it all.
        let y = s.fy(lo.y.max(30.0)) - 14.0;
        draw!(
            s,
            r#"<text x="{}" y="{}" font-size="44" letter-spacing="3" fill="{}" {halo}>{}</text>"#,
            N(c.x.clamp(150.0, (f.width - 150.0).max(150.0))),
            N(y),
            ink::BLACK,
            Text(&short(&a.name, 40))
        );
    }
    for (r, state) in f.terrain.rivers.iter().zip(&f.rivers) {
        let Some((p, dir)) = r.line.at(r.line.len() * 0.2) else { continue };
        let mut angle = dir.bearing_degrees() - 90.0;
        if !(-90.0..=90.0).contains(&angle) {
            angle -= 180.0;
        }
        draw!(
            s,
            r#"<text transform="translate({} {}) rotate({})" y="12" font-size="36" letter-spacing="4" fill="{}" {}>{}</text>"#,
            N(p.x),
            N(s.fy(p.y)),
            N(angle),
            ink::WATER,
            halo.replace(ink::PAPER, "#dfe8dd"),
            Text(words::sounding(state.nature))
        );
    }
}

/// One piece of ground; the margin's legend uses it too.
pub(super) fn area(s: &mut Sheet, a: &Area, seed: u32, free: Free) {
    let whole = match &a.outline {
        Outline::Oval(e) => [e.a, e.b, e.centre.x, e.centre.y],
        Outline::Box(r) => [r.half_width, r.half_depth, r.centre.x, r.centre.y],
    };
    // A piece without extent or beyond all measure cannot be drawn.
    if whole.iter().any(|v| !v.is_finite() || v.abs() > 1e6) || whole[0] <= 0.0 || whole[1] <= 0.0 {
        return;
    }
    match a.feature {
        Feature::GentleHill => hill(s, a, seed, false),
        Feature::SteepHill => hill(s, a, seed, true),
        Feature::Wood => wood(s, a, seed, free),
        Feature::Marsh => marsh(s, a, seed),
        Feature::RoughGround => rough(s, a, seed, free),
        Feature::Dunes => dunes(s, a, seed),
        Feature::Oasis => oasis(s, a, seed, free),
        Feature::Fields => fields(s, a, seed),
        Feature::Settlement => settlement(s, a, seed, free),
    }
}

fn bounds(a: &Area) -> (V2, V2) {
    match &a.outline {
        Outline::Oval(e) => e.bounds(),
        Outline::Box(r) => r.bounds(),
    }
}

fn centre(a: &Area) -> V2 {
    match &a.outline {
        Outline::Oval(e) => e.centre,
        Outline::Box(r) => r.centre,
    }
}

/// Inside by at least a margin.
fn inside(a: &Area, p: V2, margin: f64) -> bool {
    match &a.outline {
        Outline::Oval(e) => {
            let e = Ellipse { a: e.a - margin, b: e.b - margin, ..*e };
            e.a > 0.0 && e.b > 0.0 && e.contains(p)
        }
        Outline::Box(r) => r.contains(p, -margin),
    }
}

/// Points round the outline at about a distance.
fn rim(a: &Area, step: f64) -> Vec<V2> {
    match &a.outline {
        Outline::Oval(e) => {
            let round = std::f64::consts::PI * (1.5 * (e.a + e.b) - (e.a * e.b).sqrt());
            e.rim(((round / step) as usize).clamp(12, 400))
        }
        Outline::Box(r) => {
            let c = r.corners();
            let mut out = Vec::new();
            for i in 0..4 {
                let (p, q) = (c[i], c[(i + 1) % 4]);
                let n = ((p.dist(q) / step) as usize).clamp(1, 100);
                out.extend((0..n).map(|k| p.lerp(q, k as f64 / n as f64)));
            }
            // Counter-clockwise like the rim of an oval.
            out.reverse();
            out
        }
    }
}

fn outline(s: &Sheet, a: &Area) -> Path {
    let mut p = s.path();
    p.polygon(&rim(a, 24.0));
    p
}

/// Places strewn evenly but not regularly inside the outline, from north to south.
fn strewn(a: &Area, step: f64, margin: f64, seed: u32) -> Vec<V2> {
    let (lo, hi) = bounds(a);
    let size = hi - lo;
    let step = step.max(size.x / 90.0).max(size.y / 90.0);
    let (nx, ny) = ((size.x / step) as u32 + 1, (size.y / step) as u32 + 1);
    let mut out = Vec::new();
    for iy in 0..ny {
        for ix in 0..nx {
            let k = iy * 128 + ix;
            let stagger = if iy % 2 == 0 { 0.0 } else { 0.5 };
            let x = f64::from(ix) + stagger + (noise(seed, 2 * k) - 0.5) * 0.55;
            let y = f64::from(iy) + 0.5 + (noise(seed, 2 * k + 1) - 0.5) * 0.55;
            let p = v2(lo.x + x * step, hi.y - y * step);
            if inside(a, p, margin) {
                out.push(p);
            }
        }
    }
    out
}

/// Hachures: wedges down the slope, heavier away from the light in the north-west; the crest as a dash-dotted line.
fn hill(s: &mut Sheet, a: &Area, seed: u32, steep: bool) {
    let Outline::Oval(e) = &a.outline else {
        let o = outline(s, a);
        s.stroke(&o, &format!(r#"fill="{}" fill-opacity="0.3" stroke="{}""#, ink::HILL_WASH, ink::HILL));
        return;
    };
    let steps: &[(f64, f64)] =
        if steep { &[(0.0, 0.27), (0.29, 0.56), (0.58, 0.84)] } else { &[(0.0, 0.34), (0.42, 0.7)] };
    // Down the slope from the crest to the rim: along the straight from the crest point abreast of the rim point.
    let place = |t: f64, k: f64| {
        let u = v2(1.0, 0.0).turned(t);
        let foot = v2(e.a * u.x, e.b * u.y);
        let top = v2((e.a - e.b * 0.62) * u.x, 0.0);
        e.world(foot.lerp(top, k))
    };
    let ring = |s: &Sheet, k: f64| {
        let mut p = s.path();
        let points: Vec<V2> =
            (0..72).map(|i| place(f64::from(i) / 72.0 * std::f64::consts::TAU, k)).collect();
        p.polygon(&points);
        p
    };
    for (i, (k, _)) in steps.iter().enumerate() {
        let p = ring(s, *k);
        let o = if steep { 0.34 } else { 0.24 };
        let line = if i == 0 { ink::HILL } else { "none" };
        s.stroke(
            &p,
            &format!(
                r#"fill="{}" fill-opacity="{o}" stroke="{line}" stroke-width="2" stroke-opacity="0.55""#,
                ink::HILL_WASH
            ),
        );
    }
    let mut marks = s.path();
    for (row, (from, to)) in steps.iter().enumerate() {
        let spacing = if steep { 12.0 } else { 17.0 };
        let round = std::f64::consts::PI * (1.5 * (e.a + e.b) - (e.a * e.b).sqrt()) * (1.0 - from * 0.55);
        let n = ((round / spacing) as u32).clamp(16, 600);
        for i in 0..n {
            let k = seed * 31 + row as u32 * 7;
            let t = (f64::from(i) + 0.5 * (noise(k, i) - 0.5)) / f64::from(n) * std::f64::consts::TAU;
            let low = from + 0.035 + 0.03 * noise(k + 1, i);
            let high = to - 0.07 * noise(k + 2, i);
            let (p, q) = (place(t, low), place(t, high));
            let down = (p - q).unit();
            let light = down.dot(v2(0.707, -0.707));
            let w = (if steep { 4.2 } else { 2.6 }) * (1.0 + 0.55 * light);
            let side = down.right() * (w / 2.0);
            marks.polygon(&[p + side * 0.25, p - side * 0.25, q - side, q + side]);
        }
    }
    s.stroke(&marks, &format!(r#"fill="{}" fill-opacity="0.82""#, ink::HILL));
    let (p, q) = e.long_axis();
    let mut crest = s.path();
    crest.to(p).line(q);
    s.stroke(
        &crest,
        &format!(
            r#"fill="none" stroke="{}" stroke-width="4" stroke-dasharray="30 9 4 9" stroke-opacity="0.8""#,
            ink::HILL
        ),
    );
}

/// The scalloped edge of leaves.
fn scallops(s: &Sheet, a: &Area) -> Path {
    let r = rim(a, 30.0);
    let mut p = s.path();
    p.to(r[0]);
    for i in 1..=r.len() {
        let q = r[i % r.len()];
        p.arc(q, r[i - 1].dist(q) * 0.62, false);
    }
    p.close();
    p
}

fn wood(s: &mut Sheet, a: &Area, seed: u32, free: Free) {
    let edge = scallops(s, a);
    s.stroke(
        &edge,
        &format!(
            r#"fill="{}" fill-opacity="0.75" stroke="{}" stroke-width="3""#,
            ink::GREEN_WASH,
            ink::GREEN
        ),
    );
    let mut stipple = s.path();
    for p in strewn(a, 24.0, 10.0, seed * 17 + 5) {
        stipple.dot(p);
    }
    s.stroke(
        &stipple,
        &format!(
            r#"stroke="{}" stroke-width="3.4" stroke-linecap="round" stroke-opacity="0.45""#,
            ink::GREEN
        ),
    );
    for (i, p) in strewn(a, 56.0, 24.0, seed * 17 + 6).into_iter().enumerate() {
        if !free(p, 18.0) {
            continue;
        }
        let kind = if noise(seed + 91, i as u32) < 0.28 { "fir" } else { "oak" };
        draw!(s, r##"<use href="#{kind}" x="{}" y="{}"/>"##, N(p.x), N(s.fy(p.y)));
    }
}

fn marsh(s: &mut Sheet, a: &Area, seed: u32) {
    let o = outline(s, a);
    s.stroke(
        &o,
        &format!(
            r#"fill="{}" fill-opacity="0.7" stroke="{}" stroke-width="2.5" stroke-dasharray="16 9""#,
            ink::MARSH_WASH,
            ink::MARSH
        ),
    );
    let mut water = s.path();
    for (i, p) in strewn(a, 34.0, 22.0, seed * 13 + 1).into_iter().enumerate() {
        let h = 10.0 + 16.0 * noise(seed + 3, i as u32);
        if inside(a, p + v2(h, 0.0), 6.0) && inside(a, p - v2(h, 0.0), 6.0) {
            water.to(p - v2(h, 0.0)).line(p + v2(h, 0.0));
        }
    }
    s.stroke(
        &water,
        &format!(r#"fill="none" stroke="{}" stroke-width="2.2" stroke-opacity="0.75""#, ink::WATER),
    );
    for p in strewn(a, 78.0, 30.0, seed * 13 + 2) {
        draw!(s, r##"<use href="#tuft" x="{}" y="{}"/>"##, N(p.x), N(s.fy(p.y)));
    }
}

fn rough(s: &mut Sheet, a: &Area, seed: u32, free: Free) {
    let o = outline(s, a);
    s.stroke(
        &o,
        &format!(
            r#"fill="{}" fill-opacity="0.28" stroke="{}" stroke-width="2.5" stroke-dasharray="3 9" stroke-linecap="round""#,
            ink::HILL_WASH,
            ink::BROWN
        ),
    );
    let mut stones = s.path();
    let mut shade = s.path();
    for (i, p) in strewn(a, 46.0, 20.0, seed * 11 + 1).into_iter().enumerate() {
        if !free(p, 14.0) {
            continue;
        }
        let i = i as u32;
        let r = 6.0 + 9.0 * noise(seed + 21, i);
        let turn = noise(seed + 22, i) * 2.0;
        let corner = |k: u32| {
            let t = turn + f64::from(k) * std::f64::consts::TAU / 5.0;
            p + v2(1.0, 0.0).turned(t) * (r * (0.75 + 0.5 * noise(seed + 23, i * 5 + k)))
        };
        let c: Vec<V2> = (0..5).map(corner).collect();
        stones.polygon(&c);
        shade.to(p + v2(r * 0.9, -r * 0.5)).line(p + v2(r * 0.2, -r * 1.15)).line(p + v2(-r * 0.5, -r * 1.1));
    }
    s.stroke(&stones, &format!(r#"fill="{}" stroke="{}" stroke-width="2""#, "#e6d6b6", ink::BROWN));
    s.stroke(&shade, &format!(r#"fill="none" stroke="{}" stroke-width="3.4""#, ink::BROWN));
}

fn dunes(s: &mut Sheet, a: &Area, seed: u32) {
    let o = outline(s, a);
    s.stroke(
        &o,
        &format!(
            r#"fill="{}" fill-opacity="0.85" stroke="{}" stroke-width="2" stroke-dasharray="2 8" stroke-linecap="round""#,
            ink::SAND_WASH,
            ink::SAND
        ),
    );
    let mut crests = s.path();
    let mut grains = s.path();
    for (i, p) in strewn(a, 74.0, 34.0, seed * 7 + 1).into_iter().enumerate() {
        let h = 20.0 + 12.0 * noise(seed + 41, i as u32);
        crests.to(p - v2(h, 6.0)).curve(p + v2(-h * 0.2, h * 0.9), p + v2(h, -8.0));
        for k in 0..5 {
            let t = f64::from(k) / 4.0;
            grains.dot(p + v2(-h * 0.6 + 1.3 * h * t, -11.0 - 5.0 * noise(seed + 42, i as u32 * 5 + k)));
        }
    }
    s.stroke(
        &crests,
        &format!(r#"fill="none" stroke="{}" stroke-width="3.6" stroke-linecap="round""#, ink::SAND),
    );
    s.stroke(&grains, &format!(r#"stroke="{}" stroke-width="3" stroke-linecap="round""#, ink::SAND));
}

fn oasis(s: &mut Sheet, a: &Area, seed: u32, free: Free) {
    let o = outline(s, a);
    s.stroke(
        &o,
        &format!(
            r#"fill="{}" fill-opacity="0.6" stroke="{}" stroke-width="2.5" stroke-dasharray="10 6""#,
            ink::GREEN_WASH,
            ink::GREEN
        ),
    );
    let c = centre(a);
    let (lo, hi) = bounds(a);
    let (w, h) = ((hi.x - lo.x) * 0.16, (hi.y - lo.y) * 0.12);
    draw!(
        s,
        r#"<ellipse cx="{}" cy="{}" rx="{}" ry="{}" fill="{}" stroke="{}" stroke-width="3"/>"#,
        N(c.x),
        N(s.fy(c.y)),
        N(w),
        N(h),
        ink::WATER_WASH,
        ink::WATER
    );
    for p in strewn(a, 66.0, 28.0, seed * 5 + 2) {
        let d = p - c;
        if (d.x / (w + 22.0)).powi(2) + (d.y / (h + 30.0)).powi(2) > 1.0 && free(p, 18.0) {
            draw!(s, r##"<use href="#palm" x="{}" y="{}"/>"##, N(p.x), N(s.fy(p.y)));
        }
    }
}

/// Furrows in strips of ploughland lying athwart each other, inside a hedge.
fn fields(s: &mut Sheet, a: &Area, seed: u32) {
    let o = outline(s, a);
    s.stroke(&o, &format!(r#"fill="{}" fill-opacity="0.7""#, ink::STRAW_WASH));
    let (axis, half, across) = match &a.outline {
        Outline::Oval(e) => (e.axis, e.a, e.b),
        Outline::Box(r) => (r.dir.right(), r.half_width, r.half_depth),
    };
    let c = centre(a);
    let side = axis.right();
    let mut furrows = s.path();
    let mut hedges = s.path();
    let strips = ((half / 90.0) as i32).clamp(2, 8);
    let width = 2.0 * half / f64::from(strips);
    for i in 0..strips {
        let at = -half + width * f64::from(i);
        let cut = |p: V2, q: V2| a.clip(p, q).map(|(t, u)| (p.lerp(q, t), p.lerp(q, u)));
        if i > 0 {
            let (p, q) = (c + axis * at - side * across, c + axis * at + side * across);
            if let Some((p, q)) = cut(p, q) {
                hedges.to(p).line(q);
            }
        }
        if (i + (seed as i32 & 1)) % 2 == 0 {
            let rows = (width / 15.0).clamp(2.0, 60.0) as i32;
            for k in 1..rows {
                let x = at + width * f64::from(k) / f64::from(rows);
                if let Some((p, q)) = cut(c + axis * x - side * across, c + axis * x + side * across) {
                    let d = (q - p) * (0.015 + 0.03 * noise(seed, k as u32));
                    furrows.to(p + d).line(q - d);
                }
            }
        } else {
            let rows = (2.0 * across / 15.0).clamp(2.0, 120.0) as i32;
            for k in 1..rows {
                let y = -across + 2.0 * across * f64::from(k) / f64::from(rows);
                let p = c + side * y + axis * (at + 8.0);
                if let Some((p, q)) = cut(p, p + axis * (width - 16.0)) {
                    furrows.to(p).line(q);
                }
            }
        }
    }
    s.stroke(
        &furrows,
        &format!(r#"fill="none" stroke="{}" stroke-width="2" stroke-opacity="0.65""#, ink::STRAW),
    );
    let hedge = format!(
        r#"fill="none" stroke="{}" stroke-width="5" stroke-dasharray="0.1 9" stroke-linecap="round""#,
        ink::GREEN
    );
    s.stroke(&hedges, &hedge);
    s.stroke(&o, &hedge);
}

/// Blocks of houses along two streets, a church in the middle.
fn settlement(s: &mut Sheet, a: &Area, seed: u32, free: Free) {
    let o = outline(s, a);
    s.stroke(
        &o,
        &format!(
            r#"fill="{}" fill-opacity="0.9" stroke="{}" stroke-width="3" stroke-dasharray="14 5""#,
            "#e8d3b8",
            ink::BRICK
        ),
    );
    let (axis, half, across, c) = match &a.outline {
        Outline::Oval(e) => (e.axis, e.a, e.b, e.centre),
        Outline::Box(r) => (r.dir.right(), r.half_width, r.half_depth, r.centre),
    };
    let side = axis.right();
    let mut houses = s.path();
    let mut ridges = s.path();
    let step = (across / 1.75).min(52.0).max(half / 30.0);
    let g = (step / 52.0).min(1.0);
    let mut church = None;
    let (nx, ny) = ((half / step) as i32, (across / step) as i32);
    for iy in -ny..=ny {
        for ix in -nx..=nx {
            let k = ((iy + 64) * 128 + ix + 64) as u32;
            let p = c + axis * (f64::from(ix) * step) + side * (f64::from(iy) * step);
            // The streets stay open, the church keeps its green.
            if iy == 0 || (ix == 0 && iy.abs() < 3) || noise(seed + 51, k) < 0.1 || !free(p, 20.0 * g) {
                continue;
            }
            if church.is_none() && g == 1.0 && ix >= 0 && inside(a, p, 34.0) && free(p, 26.0) {
                church = Some(p);
                continue;
            }
            let (w, h) = ((14.0 + 9.0 * noise(seed + 52, k)) * g, (12.0 + 7.0 * noise(seed + 53, k)) * g);
            let (u, v) = (axis * w, side * h);
            let corners = [p - u - v, p + u - v, p + u + v, p - u + v];
            if corners.iter().all(|q| inside(a, *q, 4.0)) {
                houses.polygon(&corners);
                ridges.to(p - u).line(p + u);
            }
        }
    }
    s.stroke(
        &houses,
        &format!(r#"fill="{}" fill-opacity="0.88" stroke="{}" stroke-width="2""#, ink::BRICK, ink::BLACK),
    );
    s.stroke(&ridges, &format!(r#"fill="none" stroke="{}" stroke-width="2""#, "#e0b9a0"));
    if let Some(p) = church {
        draw!(s, r##"<use href="#church" x="{}" y="{}"/>"##, N(p.x), N(s.fy(p.y)));
    }
}

pub(super) fn river(s: &mut Sheet, r: &River) {
    let mut bed = s.path();
    bed.polyline(&r.line.points);
    let w = r.width.clamp(1.0, 2000.0);
    // Square ends: a river that meets the edge at a slant leaves no dry corner there.
    s.stroke(
        &bed,
        &format!(
            r#"fill="none" stroke="{}" stroke-width="{}" stroke-linejoin="round" stroke-linecap="square""#,
            ink::WATER,
            N(w)
        ),
    );
    s.stroke(
        &bed,
        &format!(
            r#"fill="none" stroke="{}" stroke-width="{}" stroke-linejoin="round" stroke-linecap="square""#,
            ink::WATER_WASH,
            N((w - 7.0).max(1.0))
        ),
    );
    // Lines of the current, parallel to the banks.
    let mut flow = s.path();
    for (k, off) in [-0.34, -0.2, 0.0, 0.2, 0.34].into_iter().enumerate() {
        for (i, (a, b)) in r.line.segments().enumerate() {
            let l = a.dist(b);
            let dir = (b - a).unit();
            let mut at = 40.0 * noise(k as u32, i as u32);
            let mut n = 0u32;
            let step = 110.0f64.max(l / 200.0);
            while at < l {
                let long = step * (0.45 + 0.45 * noise(k as u32 + 9, n + 77 * i as u32));
                let end = (at + long).min(l);
                let p = a + dir * at + dir.right() * (off * w);
                let q = a + dir * end + dir.right() * (off * w);
                flow.to(p).line(q);
                at = end + step * 0.45;
                n += 1;
            }
        }
    }
    s.stroke(
        &flow,
        &format!(r#"fill="none" stroke="{}" stroke-width="1.8" stroke-opacity="0.7""#, ink::WATER),
    );
}

/// Double lines; all edges first, so that roads run into each other.
pub(super) fn roads(s: &mut Sheet, roads: &[Road]) {
    for fill in [false, true] {
        for r in roads {
            let mut line = s.path();
            line.polyline(&r.line.points);
            let w = r.width.clamp(1.0, 2000.0);
            let (colour, width) = if fill { ("#faf3e1", (w - 8.0).max(1.0)) } else { (ink::BROWN, w) };
            s.stroke(
                &line,
                &format!(
                    r#"fill="none" stroke="{colour}" stroke-width="{}" stroke-linejoin="round" stroke-linecap="round""#,
                    N(width)
                ),
            );
        }
    }
}

/// A bridge wherever the middle lines cross.
fn bridges(s: &mut Sheet, road: &Road, river: &River, seed: u32) {
    let mut deck = s.path();
    let mut planks = s.path();
    let mut rails = s.path();
    for (a, b) in road.line.segments() {
        for (c, d) in river.line.segments() {
            let (u, v) = (b - a, d - c);
            let k = u.cross(v);
            if k.abs() < 1e-9 {
                continue;
            }
            let (t, q) = ((c - a).cross(v) / k, (c - a).cross(u) / k);
            if !(0.0..=1.0).contains(&t) || !(0.0..=1.0).contains(&q) {
                continue;
            }
            let at = a + u * t;
            let dir = u.unit();
            // As long as the slanting water under it.
            let sine = dir.cross(v.unit()).abs().max(0.35);
            let half = (river.width / 2.0 / sine + 12.0).min(600.0);
            let side = dir.right() * (road.width / 2.0 + 4.0);
            let (f, e) = (at - dir * half, at + dir * half);
            deck.polygon(&[f - side, e - side, e + side, f + side]);
            let n = (2.0 * half / 11.0) as u32;
            for i in 1..n {
                let p = f.lerp(e, f64::from(i) / f64::from(n)) + dir * (noise(seed, i) - 0.5);
                planks.to(p - side).line(p + side);
            }
            for sg in [-1.0, 1.0] {
                let w = side * sg;
                let flare = dir * 16.0;
                rails.to(f + w * 1.6 - flare).line(f + w).line(e + w).line(e + w * 1.6 + flare);
            }
        }
    }
    s.stroke(&deck, &format!(r#"fill="{}""#, "#f0dfbd"));
    s.stroke(
        &planks,
        &format!(r#"fill="none" stroke="{}" stroke-width="1.6" stroke-opacity="0.6""#, ink::BROWN),
    );
    s.stroke(
        &rails,
        &format!(r#"fill="none" stroke="{}" stroke-width="7" stroke-linejoin="round""#, ink::BLACK),
    );
}

/// The flat strip beside the water, stippled.
fn beach(s: &mut Sheet, w: &Waterway) {
    let (lo, hi) = w.water.bounds();
    if !lo.is_finite() || !hi.is_finite() {
        return;
    }
    let (shore, land) = if w.west { (hi.x, 1.0) } else { (lo.x, -1.0) };
    let band = 2.0 * book::data().bw;
    let inland = shore + land * band;
    let mut sand = s.path();
    let mut stipple = s.path();
    sand.polygon(&[v2(shore, lo.y), v2(shore, hi.y), v2(inland, hi.y), v2(inland, lo.y)]);
    let rows = ((hi.y - lo.y) / 26.0).clamp(1.0, 400.0) as u32;
    for iy in 0..rows {
        for ix in 0..12 {
            let k = iy * 12 + ix;
            // Thick at the water and thin inland.
            let t = noise(71, k);
            let y = lo.y + (f64::from(iy) + noise(72, k)) * 26.0;
            stipple.dot(v2(shore + land * band * t * t, y.min(hi.y)));
        }
    }
    s.stroke(&sand, &format!(r#"fill="{}" fill-opacity="0.75""#, ink::SAND_WASH));
    s.stroke(
        &stipple,
        &format!(r#"stroke="{}" stroke-width="3.4" stroke-linecap="round" stroke-opacity="0.8""#, ink::SAND),
    );
}

/// The old engravers' water lining: lines along the shore that grow apart and fade.
fn waterway(s: &mut Sheet, f: &Field, w: &Waterway) {
    let (lo, hi) = w.water.bounds();
    if !lo.is_finite() || !hi.is_finite() {
        return;
    }
    draw!(
        s,
        r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>"#,
        N(lo.x),
        N(s.fy(hi.y)),
        N(hi.x - lo.x),
        N(hi.y - lo.y),
        ink::WATER_WASH
    );
    let (shore, out) = if w.west { (hi.x, -1.0) } else { (lo.x, 1.0) };
    let rows = 60;
    let edge = |off: f64, wave: f64, k: u32| -> Vec<V2> {
        (0..=rows)
            .map(|i| {
                let y = lo.y + (hi.y - lo.y) * f64::from(i) / f64::from(rows);
                v2(shore + out * (off + wave * (noise(k, i) - 0.5)), y)
            })
            .collect()
    };
    let mut off = 9.0;
    let mut gap = 11.0;
    let mut k = 0u32;
    while off < w.depth.min(f.width) && k < 40 {
        let mut p = s.path();
        p.polyline(&edge(off, (off * 0.12).min(14.0), 300 + k));
        let fade = (0.85 - off / w.depth.max(1.0) * 0.65).max(0.12);
        s.stroke(
            &p,
            &format!(
                r#"fill="none" stroke="{}" stroke-width="2" stroke-opacity="{fade:.2}" stroke-linejoin="round""#,
                ink::WATER
            ),
        );
        off += gap;
        gap *= 1.13;
        k += 1;
    }
    let mut p = s.path();
    p.to(v2(shore, lo.y)).line(v2(shore, hi.y));
    s.stroke(&p, &format!(r#"fill="none" stroke="{}" stroke-width="6""#, ink::WATER));
}

/// The little marks that woods and marshes are strewn with.
pub(super) fn stamps(s: &mut Sheet) {
    draw!(
        s,
        r##"<g id="oak" stroke-width="2.2" stroke-linejoin="round" stroke="{g}"><path d="M0 22V8" stroke-width="4"/><path d="M-16 8a10 10 0 0 1-1-17a12 12 0 0 1 20-10a11 11 0 0 1 14 13a9.5 9.5 0 0 1-3 14z" fill="#93a468"/><path d="M2 7a12 12 0 0 0 12-13M7 7a9 9 0 0 0 9-8M-8-9a7 7 0 0 1 8-6" fill="none"/></g>
<g id="fir" stroke="{g}" stroke-width="2.2" stroke-linejoin="round"><path d="M0 22V10" stroke-width="4"/><path d="M0-24L-8-8h4L-13 10H13L4-8h4z" fill="#7f9360"/><path d="M3-12L9 8M1-2L4 9" fill="none"/></g>
<g id="palm" stroke="{g}" fill="none" stroke-width="2.8" stroke-linecap="round"><path d="M0 22Q4 8 1-6" stroke="{b}" stroke-width="4"/><path d="M1-6Q-8-16-18-6M1-6Q-6-20-14-19M1-6Q10-18 19-8M1-6Q8-22 15-20M1-6Q1-16 1-24"/></g>
<g id="tuft" stroke="{m}" fill="none" stroke-width="2.6" stroke-linecap="round"><path d="M-14 8H14M0 6V-14M-4 6Q-6-4-12-9M4 6Q6-4 12-9M-7 6Q-10 1-16-1M7 6Q10 1 16-1"/></g>
<g id="church" stroke="{k}" stroke-width="2.5" stroke-linejoin="round"><path d="M-18 18V-2L0-12L18-2V18z" fill="{r}"/><path d="M0-12V-34M-8-27H8" fill="none" stroke-width="4"/></g>"##,
        g = ink::GREEN,
        b = ink::BROWN,
        m = ink::MARSH,
        k = ink::BLACK,
        r = ink::BRICK
    );
}
