//! The ground: hills in hachures, woods, water, roads, houses and works.

use super::mm;
use crate::field::Field;
use crate::ground::{Building, HillStep, Line, LineKind, Patch, PatchKind};
use table::draw;
use table::pen::{N, Path, Sheet, Text, ink, noise, short};
use table::{Area, Polyline, V2, v2};

/// Signs used many times.
pub(super) fn stamps(s: &mut Sheet) {
    draw!(
        s,
        r##"<g id="tree"><ellipse cx="3" cy="4" rx="11" ry="8" fill="{k}" fill-opacity="0.22"/><path d="M-10 2a7 7 0 0 1 4-11a8 8 0 0 1 14 1a7 7 0 0 1 2 11a9 7 0 0 1-20-1z" fill="{w}" stroke="{g}" stroke-width="1.8"/><path d="M2 5q7-2 6-9M-3 6q4 1 7 0" fill="none" stroke="{g}" stroke-width="1.5"/></g><g id="reed"><path d="M-14 6h28M-8 10h16M-5 5v-8M0 5v-12M5 5v-8" fill="none" stroke="{m}" stroke-width="2"/></g>"##,
        k = ink::BLACK,
        w = ink::GREEN_WASH,
        g = ink::GREEN,
        m = ink::MARSH
    );
}

/// Everything on the table that is no troop.
pub(super) fn ground(s: &mut Sheet, f: &Field, line: &dyn Fn(usize) -> bool) {
    let g = &f.ground;
    let of = |kind: PatchKind| g.patches.iter().enumerate().filter(move |(_, p)| p.kind == kind);
    for (i, h) in g.hills.iter().enumerate() {
        hill(s, h, i as u32);
    }
    for (i, p) in of(PatchKind::Difficult) {
        difficult(s, p, i as u32);
    }
    for (_, p) in of(PatchKind::Town) {
        let o = outline(s, &p.area);
        s.stroke(
            &o,
            &format!(
                r#"fill="{}" fill-opacity="0.55" stroke="{}" stroke-width="2" stroke-dasharray="9 6""#,
                ink::STRAW_WASH,
                ink::BROWN
            ),
        );
    }
    for (i, p) in of(PatchKind::Swamp) {
        let o = outline(s, &p.area);
        s.stroke(&o, &format!(r#"fill="{}" fill-opacity="0.8""#, ink::MARSH_WASH));
        for q in strewn(&p.area, 44.0, 14.0, 77 + i as u32) {
            draw!(s, r##"<use href="#reed" x="{}" y="{}"/>"##, N(q.x), N(s.fy(q.y)));
        }
    }
    for kind in [PatchKind::Lake, PatchKind::Watercourse] {
        for (_, p) in of(kind) {
            water(s, p);
        }
    }
    for (i, p) in of(PatchKind::Impassable) {
        let o = outline(s, &p.area);
        s.stroke(
            &o,
            &format!(r#"fill="{}" fill-opacity="0.35" stroke="{}" stroke-width="3""#, ink::BROWN, ink::BLACK),
        );
        let mut x = s.path();
        for q in strewn(&p.area, 30.0, 6.0, i as u32) {
            x.to(q - v2(6.0, 6.0)).line(q + v2(6.0, 6.0));
            x.to(q - v2(6.0, -6.0)).line(q + v2(6.0, -6.0));
        }
        s.stroke(&x, &format!(r#"stroke="{}" stroke-width="2""#, ink::BLACK));
    }
    roads(s, f);
    let near_road = |q: V2| {
        g.roads
            .iter()
            .any(|r| r.path.nearest(v2(q.x / 10.0, q.y / 10.0)).is_some_and(|n| n.0 < r.width / 2.0 + 1.0))
    };
    for (i, p) in of(PatchKind::Wood) {
        wood(s, p, i as u32, &near_road);
    }
    for b in &g.buildings {
        building(s, b);
    }
    for (i, l) in f.lines.iter().enumerate().filter(|(i, _)| line(*i)) {
        object(s, l, i as u32);
    }
}

fn outline(s: &Sheet, a: &Area) -> Path {
    let mut p = s.path();
    let all: Vec<V2> = a.outline().iter().map(|p| mm(*p)).collect();
    p.polygon(&all);
    p
}

/// Points along the outline at about a distance, with the way inward.
fn rim(a: &Area, step: f64) -> Vec<(V2, V2)> {
    let mut all = Vec::new();
    for (p, q) in a.edges() {
        let (p, q) = (mm(p), mm(q));
        let n = ((p.dist(q) / step).round() as usize).clamp(1, 400);
        let inward = -(q - p).unit().right();
        all.extend((0..n).map(|k| (p.lerp(q, (k as f64 + 0.5) / n as f64), inward)));
    }
    all
}

/// Places strewn evenly but not regularly in an area, from north to south, at least `margin` from its border.
fn strewn(a: &Area, step: f64, margin: f64, seed: u32) -> Vec<V2> {
    let (lo, hi) = a.bounds();
    let (lo, hi) = (mm(lo), mm(hi));
    let size = hi - lo;
    let step = step.max(size.x / 80.0).max(size.y / 80.0);
    let mut out = Vec::new();
    for iy in 0..(size.y / step) as u32 + 1 {
        for ix in 0..(size.x / step) as u32 + 1 {
            let k = iy * 128 + ix;
            let stagger = if iy % 2 == 0 { 0.0 } else { 0.5 };
            let x = f64::from(ix) + stagger + (noise(seed, 2 * k) - 0.5) * 0.5;
            let y = f64::from(iy) + 0.5 + (noise(seed, 2 * k + 1) - 0.5) * 0.5;
            let p = v2(lo.x + x * step, hi.y - y * step);
            let at = v2(p.x / 10.0, p.y / 10.0);
            let clear = a
                .edges()
                .all(|(p, q)| Polyline::new(vec![p, q]).nearest(at).is_none_or(|n| n.0 * 10.0 >= margin));
            if a.contains(at) && clear {
                out.push(p);
            }
        }
    }
    out
}

/// A step of a hill: a wash, and strokes down the slope, heavier away from the light in the north-west.
fn hill(s: &mut Sheet, h: &HillStep, seed: u32) {
    let o = outline(s, &h.area);
    s.stroke(&o, &format!(r#"fill="{}" fill-opacity="0.30""#, ink::HILL_WASH));
    let light = v2(-0.7, 0.7);
    let (mut thin, mut thick) = (s.path(), s.path());
    for (i, (p, inward)) in rim(&h.area, 9.0).into_iter().enumerate() {
        let dark = inward.dot(light) > 0.15;
        let long = 20.0 + 12.0 * noise(seed, i as u32) + if dark { 10.0 } else { 0.0 };
        let path = if dark { &mut thick } else { &mut thin };
        path.to(p + inward * long).line(p + inward * 2.0);
    }
    for (p, width) in [(&thin, "1.5"), (&thick, "2.7")] {
        s.stroke(
            p,
            &format!(
                r#"stroke="{}" stroke-width="{width}" stroke-opacity="0.7" stroke-linecap="round""#,
                ink::HILL
            ),
        );
    }
    if let Some(c) = &h.crest {
        let mut p = s.path();
        let all: Vec<V2> = c.points.iter().map(|p| mm(*p)).collect();
        p.polyline(&all);
        s.stroke(
            &p,
            &format!(r#"fill="none" stroke="{}" stroke-width="3" stroke-dasharray="18 6 3 6""#, ink::HILL),
        );
    }
}

fn wood(s: &mut Sheet, w: &Patch, seed: u32, near_road: &dyn Fn(V2) -> bool) {
    let o = outline(s, &w.area);
    s.stroke(
        &o,
        &format!(
            r#"fill="{}" fill-opacity="0.6" stroke="{}" stroke-width="2.5" stroke-dasharray="2 5" stroke-linecap="round""#,
            ink::GREEN_WASH,
            ink::GREEN
        ),
    );
    let mut dots = s.path();
    for q in strewn(&w.area, 15.0, 5.0, 900 + seed) {
        dots.dot(q);
    }
    s.stroke(
        &dots,
        &format!(
            r#"stroke="{}" stroke-width="2.6" stroke-linecap="round" stroke-opacity="0.55""#,
            ink::GREEN
        ),
    );
    for q in strewn(&w.area, 31.0, 12.0, seed).into_iter().filter(|q| !near_road(*q)) {
        draw!(s, r##"<use href="#tree" x="{}" y="{}"/>"##, N(q.x), N(s.fy(q.y)));
    }
}

fn difficult(s: &mut Sheet, p: &Patch, seed: u32) {
    let o = outline(s, &p.area);
    s.stroke(
        &o,
        &format!(
            r#"fill="{}" fill-opacity="0.6" stroke="{}" stroke-width="2" stroke-dasharray="6 5""#,
            ink::STRAW_WASH,
            ink::STRAW
        ),
    );
    let mut x = s.path();
    for q in strewn(&p.area, 18.0, 8.0, seed) {
        x.to(q - v2(6.0, 2.0)).line(q + v2(6.0, 2.0));
    }
    s.stroke(&x, &format!(r#"stroke="{}" stroke-width="2.2""#, ink::STRAW));
}

fn water(s: &mut Sheet, p: &Patch) {
    let o = outline(s, &p.area);
    let lake = p.kind == PatchKind::Lake;
    s.stroke(
        &o,
        &format!(
            r#"fill="{}" stroke="{}" stroke-width="{}" stroke-linejoin="round""#,
            ink::WATER_WASH,
            ink::WATER,
            if lake { "3.5" } else { "2" }
        ),
    );
    let mut x = s.path();
    for (q, inward) in rim(&p.area, 26.0) {
        let along = inward.right() * 9.0;
        x.to(q + inward * 7.0 - along).line(q + inward * 7.0 + along);
    }
    s.stroke(&x, &format!(r#"stroke="{}" stroke-width="1.4" stroke-opacity="0.8""#, ink::WATER));
}

fn roads(s: &mut Sheet, f: &Field) {
    // All casings before all surfaces, so that crossings are open.
    for pass in 0..2 {
        for r in &f.ground.roads {
            let mut p = s.path();
            let all: Vec<V2> = r.path.points.iter().map(|p| mm(*p)).collect();
            p.polyline(&all);
            // The rules' width is kept by the casing; the surface is drawn narrower so that columns stand out.
            let (colour, width) =
                if pass == 0 { (ink::BROWN, r.width * 6.0 + 4.0) } else { (ink::PAPER, r.width * 6.0) };
            s.stroke(
                &p,
                &format!(
                    r#"fill="none" stroke="{colour}" stroke-width="{}" stroke-linejoin="round""#,
                    N(width)
                ),
            );
        }
    }
    for b in &f.ground.bridges {
        let c: Vec<V2> = b.rect.corners().iter().map(|p| mm(*p)).collect();
        let mut p = s.path();
        p.polygon(&c);
        s.stroke(&p, &format!(r#"fill="{}" fill-opacity="0.9""#, ink::PAPER_DARK));
        let mut rails = s.path();
        rails.to(c[0]).line(c[3]);
        rails.to(c[1]).line(c[2]);
        s.stroke(&rails, &format!(r#"stroke="{}" stroke-width="5""#, ink::BLACK));
    }
}

fn building(s: &mut Sheet, b: &Building) {
    let p = b.base.pose();
    let (w, d) = (b.base.width * 10.0, b.base.depth * 10.0);
    draw!(
        s,
        r#"<g transform="translate({} {}) rotate({})"><rect x="{}" y="5" width="{}" height="{}" fill="{}" fill-opacity="0.3"/><rect x="{}" width="{}" height="{}" fill="{}" stroke="{}" stroke-width="3"/><path d="M{} {}h{}M{} 0l{} {}M{} 0l{} {}M{} {}l{} {}M{} {}l{} {}" stroke="{}" stroke-width="2"/></g>"#,
        N(p.x * 10.0),
        N(s.fy(p.y * 10.0)),
        N(p.facing),
        N(-w / 2.0 + 6.0),
        N(w),
        N(d),
        ink::BLACK,
        N(-w / 2.0),
        N(w),
        N(d),
        if b.stone { "#9b948a" } else { "#b98a63" },
        ink::BLACK,
        N(-w / 2.0 + d / 3.0),
        N(d / 2.0),
        N(w - d / 1.5),
        N(-w / 2.0),
        N(d / 3.0),
        N(d / 2.0),
        N(w / 2.0),
        N(-d / 3.0),
        N(d / 2.0),
        N(-w / 2.0),
        N(d),
        N(d / 3.0),
        N(-d / 2.0),
        N(w / 2.0),
        N(d),
        N(-d / 3.0),
        N(-d / 2.0),
        ink::BLACK
    );
}

/// The stretches of a line that stand, as points with the line's direction, some mm apart.
fn standing(l: &Line, step: f64) -> Vec<(V2, V2)> {
    let len = l.path.len();
    let n = ((len * 10.0 / step) as usize).clamp(1, 2000);
    (0..=n)
        .map(|i| len * i as f64 / n as f64)
        .filter(|a| !l.cleared.iter().any(|c| *a > c.0 && *a < c.1))
        .filter_map(|a| l.path.at(a))
        .map(|(p, d)| (mm(p), d))
        .collect()
}

fn object(s: &mut Sheet, l: &Line, seed: u32) {
    let mut p = s.path();
    let stroke = |s: &mut Sheet, p: &Path, colour: &str, width: &str| {
        s.stroke(
            p,
            &format!(r#"fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round""#),
        );
    };
    // The line itself, where it stands.
    let mut body = s.path();
    for (q, d) in standing(l, 6.0) {
        body.to(q - d * 3.2).line(q + d * 3.2);
    }
    match l.kind {
        LineKind::FullFortification | LineKind::LightFortification => {
            let full = l.kind == LineKind::FullFortification;
            stroke(s, &body, ink::BLACK, if full { "13" } else { "7" });
            if full {
                stroke(s, &body, ink::HILL_WASH, "6");
            }
            for (q, d) in standing(l, 13.0) {
                let out = d.right() * if full { 13.0 } else { 9.0 };
                p.to(q - out).line(q + out);
            }
            stroke(s, &p, ink::BLACK, "1.6");
        }
        LineKind::Abatis => {
            for (i, (q, d)) in standing(l, 14.0).into_iter().enumerate() {
                let lean = (noise(seed, i as u32) - 0.5) * 8.0;
                for k in [-1.0, 0.0, 1.0] {
                    p.to(q - d.right() * 9.0).line(q + d.right() * 10.0 + d * (k * 8.0 + lean));
                }
            }
            stroke(s, &p, ink::GREEN, "2.4");
        }
        LineKind::ChevauxDeFrise => {
            for (q, d) in standing(l, 12.0) {
                for k in [1.0, -1.0] {
                    p.to(q - d.right() * 8.0 - d * (k * 5.0)).line(q + d.right() * 8.0 + d * (k * 5.0));
                }
            }
            stroke(s, &body, ink::BLACK, "2");
            stroke(s, &p, ink::BLACK, "2");
        }
        LineKind::Ditch => {
            stroke(s, &body, ink::HILL, "9");
            stroke(s, &body, ink::PAPER, "4");
        }
        LineKind::Bank => {
            for (q, d) in standing(l, 7.0) {
                p.to(q).line(q - d.right() * 9.0);
            }
            stroke(s, &body, ink::HILL, "3");
            stroke(s, &p, ink::HILL, "1.6");
        }
        LineKind::Fence => {
            for (q, d) in standing(l, 26.0) {
                p.to(q - d.right() * 5.0).line(q + d.right() * 5.0);
            }
            stroke(s, &body, ink::BROWN, "2");
            stroke(s, &p, ink::BROWN, "3.4");
        }
        LineKind::Wall => {
            stroke(s, &body, ink::BLACK, "8");
            for (q, _) in standing(l, 11.0) {
                p.dot(q);
            }
            stroke(s, &p, "#cfc6b4", "6");
        }
        LineKind::Barricade | LineKind::Other => {
            for (i, (q, d)) in standing(l, 9.0).into_iter().enumerate() {
                let k = if i % 2 == 0 { 6.0 } else { -6.0 };
                p.to(q - d * 6.0 - d.right() * k).line(q + d * 6.0 + d.right() * k);
            }
            stroke(s, &p, ink::BRICK, "4");
        }
    }
}

/// Names of the ground, under the troops.
pub(super) fn names(s: &mut Sheet, f: &Field) {
    let g = &f.ground;
    let mut all: Vec<(V2, &str, f64, &str)> = Vec::new();
    let mid = |a: &Area| {
        let (lo, hi) = a.bounds();
        mm((lo + hi) * 0.5)
    };
    let mut last = "";
    for p in &g.patches {
        let colour = match p.kind {
            PatchKind::Lake | PatchKind::Watercourse | PatchKind::Swamp => ink::WATER,
            PatchKind::Wood => "#33462a",
            _ => ink::BLACK,
        };
        if p.name == last {
            continue;
        }
        last = &p.name;
        if matches!(p.kind, PatchKind::Lake | PatchKind::Watercourse) {
            // On its longest edge, a third of the way, clear of most bridges.
            let long = p.area.edges().max_by(|a, b| a.0.dist(a.1).total_cmp(&b.0.dist(b.1)));
            let at = long.map_or_else(|| mid(&p.area), |(a, b)| mm(a.lerp(b, 0.35)));
            all.push((at, &p.name, 30.0, colour));
        } else if p.kind == PatchKind::Town {
            // Below its houses.
            let (lo, hi) = p.area.bounds();
            all.push((mm(v2((lo.x + hi.x) / 2.0, lo.y - 3.0)), &p.name, 34.0, colour));
        } else {
            all.push((mid(&p.area), &p.name, 34.0, colour));
        }
    }
    for h in g.hills.iter().filter(|h| h.level == 1) {
        // At its southern foot, where troops seldom hide it all.
        let (lo, hi) = h.area.bounds();
        all.push((mm(v2((lo.x + hi.x) / 2.0, lo.y + 2.0)), &h.name, 38.0, ink::BLACK));
    }
    for b in &g.buildings {
        let c = mm(b.base.centre());
        all.push((c - v2(0.0, b.base.depth * 5.0 + 20.0), &b.name, 24.0, ink::BLACK));
    }
    for b in &g.bridges {
        all.push((mm(b.rect.centre) + v2(0.0, b.rect.half_depth * 10.0 + 12.0), &b.name, 24.0, ink::BLACK));
    }
    for r in &g.roads {
        if let Some((p, d)) = r.path.at(r.path.len() * 0.7) {
            all.push((mm(p) + d.right() * 24.0, &r.name, 22.0, ink::BROWN));
        }
    }
    for (p, name, size, colour) in all {
        let half = name.chars().count() as f64 * size * 0.28;
        let x = p.x.clamp(half + 6.0, (g.width * 10.0 - half - 6.0).max(half + 6.0));
        draw!(
            s,
            r#"<text x="{}" y="{}" font-size="{size}" font-style="italic" text-anchor="middle" letter-spacing="1.5" fill="{colour}" paint-order="stroke" stroke="{}" stroke-width="7" stroke-linejoin="round" stroke-opacity="0.8">{}</text>"#,
            N(x),
            N(s.fy(p.y).clamp(size, (g.depth * 10.0 - 6.0).max(size))),
            ink::PAPER,
            Text(&short(name, 40))
        );
    }
}
