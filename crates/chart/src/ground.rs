//! The ground as an engraver would cut it: features in, inked paths out. Nothing here is random.

use crate::patterns::{
    Hachures, Step, far_from, furrows, hachures, heart, inside, noise, paced, ring, rounded, seed_of,
    softened, strewn,
};
use crate::pen::{Inked, Path, Sheet};
use crate::{LONG, Scale};
use desk::board::{Feature, Ground, Shape};
use std::fmt::Write as _;
use table::{V2, v2};

const ROUND: f64 = 12.0;

/// A feature on the sheet.
#[derive(Clone, Debug)]
pub struct Line {
    pub kind: Ground,
    pub name: String,
    pub points: Vec<V2>,
    /// A closed outline.
    pub area: bool,
    pub width: f64,
    level: u32,
}

/// The features that have a place on the sheet, in the order given.
pub fn lines(features: &[Feature], s: &Scale) -> Vec<Line> {
    features
        .iter()
        .map(|f| {
            let (points, area, width) = match &f.shape {
                Shape::Area(p) => (p, true, 0.0),
                Shape::Line { points, width } => (points, false, width * s.k),
            };
            let width = if width.is_finite() { width.clamp(0.0, LONG) } else { 0.0 };
            let points = points.iter().map(|[x, y]| s.place(*x, *y)).filter(|p| reachable(*p)).collect();
            Line { kind: f.kind, name: f.name.to_string(), points, area, width, level: f.level }
        })
        .filter(|l| l.points.len() > 1)
        .collect()
}

/// Is it a place at all, and not so far away that nothing of it could be on the sheet?
fn reachable(p: V2) -> bool {
    p.is_finite() && p.x.abs() < 8.0 * LONG && p.y.abs() < 8.0 * LONG
}

/// The tooth of the paper.
pub fn grain(out: &mut Sheet, s: &Scale) {
    let mut d = Path::default();
    for i in 0..420 {
        let at = v2(noise(71, i) * s.width, noise(72, i) * s.height);
        d.stroke(at, at + v2(2.0 + noise(73, i) * 7.0, (noise(74, i) - 0.5) * 3.0));
    }
    out.path("grain", &d);
}

/// What signs have to keep clear of.
struct Clear<'a> {
    ways: Vec<&'a Line>,
    built: Vec<&'a Line>,
}

impl Clear<'_> {
    fn of<'a>(all: &'a [Line]) -> Clear<'a> {
        use Ground::{Building, River, Road, Stream};
        Clear {
            ways: all.iter().filter(|l| matches!(l.kind, Road | River | Stream)).collect(),
            built: all.iter().filter(|l| l.kind == Building && l.area).collect(),
        }
    }

    fn by(&self, p: V2, by: f64) -> bool {
        self.ways.iter().all(|l| far_from(p, &l.points, false) > l.width / 2.0 + by)
            && self.built.iter().all(|l| far_from(p, &l.points, true) > by)
    }
}

/// Everything on the table that is no troop, in the order given, roads joined at their crossings.
pub fn ink_ground(all: &[Line]) -> Vec<Inked> {
    let clear = Clear::of(all);
    let mut out = Vec::new();
    let mut i = 0;
    while i < all.len() {
        if all[i].kind == Ground::Road {
            // A run of roads is cased together, so that they open into one another.
            let run = all[i..].iter().take_while(|l| l.kind == Ground::Road).count();
            roads(&mut out, &all[i..i + run]);
            i += run;
        } else {
            let steps = steps_up(&all[i], all);
            ink(&mut out, &all[i], steps, &clear);
            i += 1;
        }
    }
    out
}

/// Are there hills that rise by one step at their rim, or (`steep`) by more?
pub fn has_hills(all: &[Line], steep: bool) -> bool {
    all.iter().any(|l| l.kind == Ground::Hill && (steps_up(l, all) > 1) == steep)
}

/// How many steps a hill rises at its rim: from the hill it stands upon, or from the plain.
fn steps_up(l: &Line, all: &[Line]) -> u32 {
    let middle = heart(&l.points);
    let below = all
        .iter()
        .filter(|o| o.kind == Ground::Hill && o.area && o.level < l.level && inside(middle, &o.points))
        .map(|o| o.level)
        .max();
    l.level.saturating_sub(below.unwrap_or(0))
}

fn roads(out: &mut Vec<Inked>, run: &[Line]) {
    let cut: Vec<(Path, f64)> = run
        .iter()
        .map(|l| {
            let d = rounded(&l.points, if l.area { ROUND } else { 30.0 }, l.area);
            (d, l.width.clamp(5.5, 22.0))
        })
        .collect();
    out.extend(cut.iter().map(|(d, w)| Inked::wide("road-case", d.clone(), w + 2.2)));
    out.extend(cut.into_iter().map(|(d, w)| Inked::wide("road-bed", d, w - 0.4)));
}

fn ink(out: &mut Vec<Inked>, l: &Line, steps: u32, clear: &Clear<'_>) {
    let p = &l.points[..];
    let seed = seed_of(p);
    let edge = if l.area { rounded(&softened(p, 1), ROUND, true) } else { rounded(p, ROUND, false) };
    let mut put = |ink, d: Path| out.push(Inked::new(ink, d));
    match l.kind {
        Ground::Hill if l.area => {
            let e = rounded(&softened(p, 3), ROUND, true);
            put("hill-wash", e.clone());
            // A steep rise is cut closer, heavier and higher.
            let steep = f64::from(steps.clamp(1, 3) - 1);
            let lower = Hachures {
                step: 3.9 - 0.5 * steep,
                from: 1.0,
                long: 19.0 + 3.0 * steep,
                weight: 0.8 + 0.25 * steep,
                seed,
            };
            put("hill-slope", hachures(p, lower));
            let upper = Hachures {
                step: 5.2 - steep,
                from: 22.0 + 3.0 * steep,
                long: 15.0,
                weight: 0.6 + 0.2 * steep,
                seed: seed + 5,
            };
            put(if steep > 0.0 { "hill-slope" } else { "hill-slope faint" }, hachures(p, upper));
            if steep > 0.0 {
                put("hill-slope faint", hachures(p, Hachures { from: 43.0, seed: seed + 9, ..upper }));
            }
            put("hill-line", e);
        }
        Ground::Hill => put("crest", rounded(&softened(p, 3), ROUND, false)),
        Ground::Wood => wood(out, p, edge, seed, clear),
        Ground::Field => {
            put("field-wash", edge.clone());
            let turn = (noise(seed, 1) * 6.0 + 0.5).floor() * 30.0 + 8.0;
            put("field-row", furrows(p, 7.0, turn, seed, 26.0));
            put("field-edge", edge);
        }
        Ground::Rough => {
            put("rough-wash", edge.clone());
            put("rough-tuft", tufts(p, seed));
            put("rough-edge", edge);
        }
        Ground::Marsh => {
            put("marsh-wash", edge);
            put("marsh-line", furrows(p, 8.0, 0.0, seed, 20.0));
            let mut reeds = Path::default();
            for q in strewn(p, 34.0, 10.0, seed) {
                reeds.stroke(q - v2(6.0, 0.0), q + v2(6.0, 0.0)).stroke(q, q - v2(0.0, 9.0));
                reeds.stroke(q - v2(3.0, 0.0), q - v2(4.6, 6.4)).stroke(q + v2(3.0, 0.0), q + v2(4.6, -6.4));
            }
            put("marsh-reed", reeds);
        }
        Ground::Water | Ground::River if l.area => water(out, &edge),
        Ground::Water | Ground::River => river(out, p, l.width.max(8.0)),
        Ground::Stream => {
            let d = rounded(p, 40.0, false);
            out.push(Inked::wide("water-edge line", d.clone(), l.width.max(3.4)));
            out.push(Inked::wide("water-fill line", d, (l.width - 2.0).max(1.4)));
        }
        Ground::Beach => {
            put("beach-wash", edge);
            put("beach-dot", dots(&strewn(p, 7.0, 2.0, seed)));
        }
        Ground::Road => roads(out, std::slice::from_ref(l)),
        Ground::Bridge => bridge(out, &boxed(l, 9.0)),
        Ground::Ford => {
            let bed = boxed(l, 10.0);
            put("ford-bed", rounded(&bed, 3.0, true));
            put("ford-dot", dots(&strewn(&bed, 4.2, 1.2, seed)));
        }
        Ground::Town => {
            put("town-wash", edge.clone());
            put("town-hatch", furrows(p, 6.0, 45.0, seed, 0.0));
            put("town-edge", edge);
            houses(out, p, seed, clear);
        }
        Ground::Building => building(out, &boxed(l, 6.0)),
        Ground::Fence => {
            put("fence", rounded(p, 2.0, l.area));
            put("fence", crossed(&paced(p, 13.0, l.area), 3.2));
        }
        Ground::Hedge => {
            let mut leaves = Path::default();
            for (i, s) in paced(p, 6.0, l.area).iter().enumerate() {
                let k = i as i64;
                ring(
                    &mut leaves,
                    s.at + v2((noise(seed, k + 900) - 0.5) * 2.0, 0.0),
                    2.6 + noise(seed, k) * 1.6,
                );
            }
            put("hedge", leaves);
        }
        Ground::Wall => {
            let d = rounded(p, 2.0, l.area);
            out.push(Inked::wide("wall-case", d.clone(), l.width.clamp(4.6, 8.0)));
            out.push(Inked::wide("wall-bed", d, (l.width - 2.4).clamp(2.4, 5.6)));
            let mut joints = Path::default();
            for s in paced(p, 7.0, l.area) {
                joints.stroke(s.at + across(s) * 2.0, s.at - across(s) * 2.0);
            }
            out.push(Inked::new("wall-joint", joints));
        }
        Ground::Works => works(out, p, l.area, l.width.clamp(4.5, 16.0)),
        Ground::Abatis => put("abatis", abatis(p, l.area, seed)),
        Ground::Barricade => {
            put("barricade", crossed(&paced(p, 11.0, l.area), 4.5));
            put("fence", rounded(p, 2.0, l.area));
        }
        Ground::Camp => camp(out, l, edge, seed),
        Ground::Digging => {
            put("digging", rounded(p, 2.0, l.area));
            put("spade", crossed(&paced(p, 14.0, l.area), 2.4));
        }
        Ground::Fire => flames(out, l, seed),
        Ground::Boat => {
            let c = heart(p);
            let hull = [v2(-9.0, -1.0), v2(-5.0, 5.0), v2(5.0, 5.0), v2(9.0, -1.0)].map(|q| c + q);
            let mut d = Path::default();
            d.polygon(&hull).stroke(c + v2(0.0, -1.0), c + v2(0.0, -9.0));
            put("boat", d);
        }
        Ground::Zone => put(if l.area { "zone" } else { "zone line" }, edge),
    }
}

/// Across a way, to its left on the sheet.
fn across(s: Step) -> V2 {
    v2(-s.along.y, s.along.x)
}

fn dots(at: &[V2]) -> Path {
    let mut d = Path::default();
    for q in at {
        d.dot(*q);
    }
    d
}

/// Saltires along a line: posts of a fence, stakes of a barricade.
fn crossed(steps: &[Step], size: f64) -> Path {
    let mut d = Path::default();
    for s in steps {
        let (a, b) = ((s.along + across(*s)) * size, (s.along - across(*s)) * size);
        d.stroke(s.at - a, s.at + a).stroke(s.at - b, s.at + b);
    }
    d
}

/// Grass and stones.
fn tufts(p: &[V2], seed: i64) -> Path {
    let mut d = Path::default();
    for (i, q) in strewn(p, 15.0, 6.0, seed).into_iter().enumerate() {
        if noise(seed, i as i64 * 3) < 0.6 {
            d.stroke(q - v2(4.0, 0.0), q - v2(2.4, 4.0)).stroke(q, q - v2(0.0, 5.4));
            d.stroke(q + v2(4.0, 0.0), q + v2(2.4, -4.0));
        } else {
            d.to(q - v2(3.0, 0.0));
            d.d.push_str("q1 -4 4 -3.4q3 .6 2.4 3.6z");
        }
    }
    d
}

fn wood(out: &mut Vec<Inked>, p: &[V2], edge: Path, seed: i64, clear: &Clear<'_>) {
    let under: Vec<V2> = strewn(p, 8.5, 2.5, seed + 3).into_iter().filter(|q| clear.by(*q, 3.0)).collect();
    let (mut crowns, mut bark, mut shade) = (Path::default(), Path::default(), Path::default());
    for (i, q) in strewn(p, 19.0, 7.0, seed).into_iter().enumerate() {
        if clear.by(q, 8.0) {
            tree(&mut crowns, &mut bark, &mut shade, q, 5.4 + noise(seed + 9, i as i64) * 2.2);
        }
    }
    for (ink, d) in [
        ("wood-wash", edge.clone()),
        ("wood-dot", dots(&under)),
        ("wood-shade", shade),
        ("wood-crown", crowns),
        ("wood-bark", bark),
        ("wood-edge", edge),
    ] {
        out.push(Inked::new(ink, d));
    }
}

/// A crown of leaves with its shade to the south-east.
fn tree(crown: &mut Path, bark: &mut Path, shade: &mut Path, at: V2, r: f64) {
    use crate::pen::N;
    let k = |f: f64| N(r * f);
    shade.to(at + v2(-r * 0.3, r * 0.95));
    let _ = write!(
        shade.d,
        "q{} {} {} {}l{} {}q{} {} {} {}z",
        k(1.6),
        k(0.3),
        k(1.7),
        k(-1.1),
        k(0.35),
        k(0.5),
        k(-0.3),
        k(1.1),
        k(-2.05),
        k(0.6)
    );
    crown.to(at + v2(-r, r * 0.35));
    let mut arc = |rx: f64, ry: f64, x: f64, y: f64| {
        let _ = write!(crown.d, "a{} {} 0 0 1 {} {}", k(rx), k(ry), k(x), k(y));
    };
    arc(0.55, 0.55, 0.25, -0.9);
    arc(0.62, 0.62, 1.15, -0.2);
    arc(0.58, 0.58, 0.45, 1.05);
    arc(0.95, 0.6, -1.85, 0.05);
    crown.close();
    bark.to(at + v2(r * 0.15, r * 0.5)).curve(at + v2(r * 0.75, r * 0.4), at + v2(r * 0.65, -r * 0.25));
    bark.to(at + v2(-r * 0.35, r * 0.55)).curve(at + v2(-r * 0.05, r * 0.65), at + v2(r * 0.2, r * 0.55));
}

/// Standing water: lines along the shore, ever further apart.
fn water(out: &mut Vec<Inked>, edge: &Path) {
    out.push(Inked::new("water-wash", edge.clone()));
    for o in [34.0, 24.0, 16.0, 9.5, 5.0] {
        for (ink, w) in [("water-line", 2.0 * o + 1.1), ("water-fill", 2.0 * o - 0.7)] {
            out.push(Inked { within: Some(edge.clone()), ..Inked::wide(ink, edge.clone(), w) });
        }
    }
    out.push(Inked::new("water-edge", edge.clone()));
}

fn river(out: &mut Vec<Inked>, p: &[V2], w: f64) {
    let d = rounded(p, 60.0, false);
    out.push(Inked::wide("water-edge line", d.clone(), w + 1.4));
    out.push(Inked::wide("water-fill line", d.clone(), (w - 1.0).max(2.0)));
    let (mut inner, mut gap) = (w - 7.0, 7.0);
    while inner > 3.0 {
        out.push(Inked::wide("water-line", d.clone(), inner));
        out.push(Inked::wide("water-fill line", d.clone(), inner - 1.5));
        inner -= gap;
        gap += 2.5;
    }
}

/// Outlines as they are; a line widened to four corners from its beginning to its end.
fn boxed(l: &Line, least: f64) -> Vec<V2> {
    if l.area {
        return l.points.clone();
    }
    let (a, b) = (l.points[0], l.points[l.points.len() - 1]);
    let along = if a == b { v2(1.0, 0.0) } else { (b - a).unit() };
    let side = v2(-along.y, along.x) * (l.width.max(least) / 2.0);
    vec![a + side, b + side, b - side, a - side]
}

fn polygon(p: &[V2]) -> Path {
    let mut d = Path::default();
    d.polygon(p);
    d
}

fn bridge(out: &mut Vec<Inked>, p: &[V2]) {
    out.push(Inked::new("bridge-bed", polygon(p)));
    let &[a, b, c, e] = p else {
        out.push(Inked::new("bridge-rail", polygon(p)));
        return;
    };
    // The rails run with the longer sides and splay at their ends.
    let sides =
        if a.dist(b) >= b.dist(c) { [[a, b, e, c], [e, c, a, b]] } else { [[b, c, a, e], [a, e, b, c]] };
    let flare = |at: V2, other: V2, off: V2| at + (at - other).unit() * 5.0 + (at - off).unit() * 5.0;
    let mut rails = Path::default();
    for [from, to, off_from, off_to] in sides {
        rails.polyline(&[flare(from, to, off_from), from, to, flare(to, from, off_to)]);
    }
    out.push(Inked::new("bridge-rail", rails));
}

fn building(out: &mut Vec<Inked>, p: &[V2]) {
    let shade: Vec<V2> = p.iter().map(|q| *q + v2(3.0, 3.0)).collect();
    out.push(Inked::new("house-shade", polygon(&shade)));
    out.push(Inked::new("house", polygon(p)));
    out.push(Inked::new("house-roof", roof(p)));
}

/// Houses of a town in which the book has none of its own.
fn houses(out: &mut Vec<Inked>, p: &[V2], seed: i64, clear: &Clear<'_>) {
    if clear.built.iter().any(|l| inside(heart(&l.points), p)) {
        return;
    }
    for (i, q) in strewn(p, 24.0, 9.0, seed).into_iter().enumerate() {
        let (x, y) = if noise(seed, i as i64) < 0.5 { (6.5, 4.0) } else { (4.0, 6.5) };
        if clear.by(q, 9.0) {
            building(out, &[q + v2(-x, -y), q + v2(x, -y), q + v2(x, y), q + v2(-x, y)]);
        }
    }
}

/// The ridge and hips of a roof over a four-cornered house.
fn roof(p: &[V2]) -> Path {
    let mut d = Path::default();
    let &[a, b, c, e] = p else { return d };
    let long = a.dist(b) >= b.dist(c);
    let (g, h) = if long { (e.lerp(a, 0.5), b.lerp(c, 0.5)) } else { (a.lerp(b, 0.5), c.lerp(e, 0.5)) };
    let (r, q) = (g.lerp(h, 0.28), g.lerp(h, 0.72));
    d.stroke(r, q);
    let corners = if long { [a, e, b, c] } else { [a, b, e, c] };
    for (i, k) in corners.into_iter().enumerate() {
        d.stroke(k, if i < 2 { r } else { q });
    }
    d
}

/// A parapet with its slope: a heavy line, and short strokes on both sides of it.
fn works(out: &mut Vec<Inked>, p: &[V2], area: bool, w: f64) {
    let d = if area { polygon(p) } else { rounded(p, 1.0, false) };
    let mut slope = Path::default();
    for (i, s) in paced(p, 4.2, area).into_iter().enumerate() {
        let r = w / 2.0 + if i % 2 == 0 { 5.0 } else { 3.2 };
        slope.stroke(s.at + across(s) * r, s.at - across(s) * r);
    }
    out.push(Inked::new("works-slope", slope));
    out.push(Inked::wide(if area { "works-area" } else { "works" }, d.clone(), w));
    if !area && w > 5.0 {
        out.push(Inked::wide("works-top", d, w - 3.2));
    }
}

/// Felled trees, their branches outward.
fn abatis(p: &[V2], area: bool, seed: i64) -> Path {
    let mut d = Path::default();
    for (i, s) in paced(p, 8.0, area).into_iter().enumerate() {
        let r = 5.0 + noise(seed, i as i64) * 4.0;
        for lean in [-0.55, 0.1, 0.7] {
            d.stroke(s.at, s.at + (s.along * lean - across(s)) * r);
        }
        d.stroke(s.at, s.at + across(s) * 5.0);
    }
    d
}

fn camp(out: &mut Vec<Inked>, l: &Line, edge: Path, seed: i64) {
    let tents = if l.area {
        strewn(&l.points, 26.0, 9.0, seed)
    } else {
        paced(&l.points, 26.0, false).iter().map(|s| s.at).collect()
    };
    let (mut tent, mut shade) = (Path::default(), Path::default());
    for q in tents {
        let (top, left, right) = (q - v2(0.0, 8.0), q + v2(-8.0, 5.0), q + v2(8.0, 5.0));
        shade.polygon(&[top, right, q + v2(0.0, 5.0)]);
        tent.polygon(&[left, top, right]).stroke(top, q + v2(0.0, 5.0)).stroke(top, top - v2(0.0, 4.0));
    }
    out.push(Inked::new("camp-wash", edge.clone()));
    out.push(Inked::new("tent", tent));
    out.push(Inked::new("tent-shade", shade));
    out.push(Inked::new("camp-edge", edge));
}

/// Tongues of fire over whatever burns: one at least.
fn flames(out: &mut Vec<Inked>, l: &Line, seed: i64) {
    let mut at = if l.area {
        strewn(&l.points, 17.0, 6.0, seed)
    } else {
        paced(&l.points, 17.0, false).iter().map(|s| s.at).collect()
    };
    if at.is_empty() {
        at.push(heart(&l.points));
    }
    let (mut flame, mut core) = (Path::default(), Path::default());
    for q in at {
        let tongue =
            [(-6.0, 6.0), (-6.5, -1.0), (-3.0, 1.0), (0.0, -10.0), (3.0, -1.0), (6.0, -5.0), (6.0, 6.0)];
        flame.polygon(&tongue.map(|(x, y)| q + v2(x, y)));
        core.polygon(&[q + v2(-2.6, 6.0), q + v2(0.0, -1.0), q + v2(2.6, 6.0)]);
    }
    out.push(Inked::new("flame", flame));
    out.push(Inked::new("flame-core", core));
}

/// A small piece of a kind of ground, for the legend.
pub fn sample(kind: Ground, level: u32, width: f64, height: f64) -> Line {
    let (w, h) = (width, height);
    let line = |points: Vec<V2>, wide: f64| Line {
        kind,
        name: String::new(),
        points,
        area: false,
        width: wide,
        level,
    };
    let middle = || vec![v2(2.0, h * 0.62), v2(w * 0.4, h * 0.45), v2(w - 2.0, h * 0.5)];
    match kind {
        Ground::River => line(middle(), 14.0),
        Ground::Stream => line(middle(), 4.0),
        Ground::Road => line(middle(), 7.0),
        Ground::Bridge => line(vec![v2(w * 0.25, h / 2.0), v2(w * 0.75, h / 2.0)], 11.0),
        Ground::Ford => line(vec![v2(w * 0.2, h / 2.0), v2(w * 0.8, h / 2.0)], 14.0),
        Ground::Fence
        | Ground::Hedge
        | Ground::Wall
        | Ground::Works
        | Ground::Abatis
        | Ground::Barricade
        | Ground::Digging => line(vec![v2(4.0, h / 2.0), v2(w - 4.0, h / 2.0)], 6.0),
        _ => {
            let house = kind == Ground::Building;
            let (x, y) = if house { (w * 0.22, h * 0.2) } else { (1.0, 1.0) };
            let points = vec![v2(x, y), v2(w - x, y), v2(w - x, h - y), v2(x, h - y)];
            Line { kind, name: String::new(), points, area: true, width: 0.0, level }
        }
    }
}
