//! Drawing up a command: a sensible lawful deployment for whoever does not care to place every base himself.

use super::deploy::{check_deploy, margin};
use crate::field::{Edge, ElementId, Field, Side};
use crate::order::Placement;
use crate::terrain::Outline;
use crate::troop::Troop;
use table::{Poly, Pose, V2, v2};

/// How many styles there are: a long line, a double line, a refused line, a double line with the guns on its wings and a
/// mounted reserve, a deep column of attack.
pub const STYLES: u32 = 5;

/// The deployment area seen from the base edge: `u` is x, `v` the distance from the base edge.
#[derive(Clone, Copy, Debug)]
struct Region {
    u: (f64, f64),
    v: (f64, f64),
}

/// Where an element would like its front edge.
struct Wish {
    id: ElementId,
    u: f64,
    v: f64,
    dismounted: bool,
}

struct Yard<'a> {
    f: &'a Field,
    edge: Edge,
    region: Region,
    /// What stands: camps and elements, as boxes in u and v.
    taken: Vec<(V2, V2)>,
    /// River beds, in x and y.
    beds: Vec<Poly>,
}

/// The whole army, command by command, as for hidden deployment (setup.8).
pub fn auto_army(f: &Field, side: Side, style: u32) -> Vec<Placement> {
    let mut g = f.clone();
    let mut out = Vec::new();
    for c in 0..g.army(side).commands.len() as u8 {
        let p = auto_deploy(&g, side, c, style.wrapping_add(u32::from(c)));
        for q in &p {
            let b = super::deploy::footprint(&g, q);
            g.deploy(q.element, b);
        }
        out.extend(p);
    }
    out
}

/// Draws up one command, given what already stands. Lawful wherever there is room beside, before or behind the side's
/// other commands.
pub fn auto_deploy(f: &Field, side: Side, command: u8, style: u32) -> Vec<Placement> {
    let style = style % STYLES;
    let mut fallback = Vec::new();
    for (i, region) in regions(f, side, command).into_iter().enumerate() {
        for tight in [false, true] {
            if let Some(p) = fill(f, side, command, style, region, tight) {
                // The side's own sector is clear of everybody by construction.
                if i == 0 || check_deploy(f, side, &p, &[command]).is_ok() {
                    return p;
                }
                fallback = p;
            }
        }
    }
    fallback
}

/// Where a command may stand without mingling with others: its own share of the front first.
fn regions(f: &Field, side: Side, command: u8) -> Vec<Region> {
    let army = f.army(side);
    let m = margin(f);
    let (mut lo, mut hi) = (m, f.width - m);
    if let Some(w) = &f.terrain.waterway {
        if w.west {
            lo = lo.max(w.depth);
        } else {
            hi = hi.min(f.width - w.depth);
        }
    }
    let deep = f.board.deployment;
    let full = (0.0, deep);
    let v_of = |y: f64| if army.edge == Edge::South { y } else { f.depth - y };

    // Boxes about the commands that stand.
    let mut stands: Vec<(V2, V2)> = Vec::new();
    let mut there = vec![false; army.commands.len()];
    for (c, there) in there.iter_mut().enumerate() {
        let mut b: Option<(V2, V2)> = None;
        for e in f.side(side).filter(|e| usize::from(e.command) == c) {
            let (p, q) = e.rect().bounds();
            let (p, q) = (v2(p.x, v_of(p.y).min(v_of(q.y))), v2(q.x, v_of(p.y).max(v_of(q.y))));
            b =
                Some(b.map_or((p, q), |(a, z)| {
                    (v2(a.x.min(p.x), a.y.min(p.y)), v2(z.x.max(q.x), z.y.max(q.y)))
                }));
        }
        if let Some(b) = b {
            *there = true;
            stands.push(b);
        }
    }
    let share = |c: usize| f64::from(army.commands[c].strength) + 2.0;
    let sum: f64 = (0..army.commands.len()).map(share).sum();
    let mine = usize::from(command);
    let before: f64 = (0..mine).map(share).sum();
    let mut out = Vec::new();
    // The first command stands on the left as the side looks at the enemy.
    let (a, z) = (before / sum, (before + share(mine)) / sum);
    let slab = match army.edge {
        Edge::South => (lo + (hi - lo) * a, lo + (hi - lo) * z),
        Edge::North => (hi - (hi - lo) * z, hi - (hi - lo) * a),
    };
    let clear = |u: (f64, f64)| stands.iter().all(|(p, q)| q.x <= u.0 || p.x >= u.1);
    if clear(slab) {
        out.push(Region { u: slab, v: full });
    } else {
        // Keeps the place of the lawful-by-construction region.
        out.push(Region { u: (lo, lo), v: full });
    }
    let mut xs: Vec<(f64, f64)> = stands.iter().map(|(p, q)| (p.x, q.x)).collect();
    xs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut gaps = Vec::new();
    let mut at = lo;
    for (p, q) in xs.into_iter().chain([(hi, hi)]) {
        if p > at {
            gaps.push((at, p.min(hi)));
        }
        at = at.max(q);
    }
    gaps.sort_by(|a, b| (b.1 - b.0).total_cmp(&(a.1 - a.0)).then(a.0.total_cmp(&b.0)));
    let left: f64 = (0..army.commands.len()).filter(|c| !there[*c]).map(share).sum();
    for g in &gaps {
        let part = (g.1 - g.0) * share(mine) / left.max(share(mine));
        out.push(Region { u: (g.0, g.0 + part), v: full });
    }
    out.extend(gaps.iter().map(|g| Region { u: *g, v: full }));
    let (near, far) = stands.iter().fold((deep, 0.0f64), |(n, x), (p, q)| (n.min(p.y), x.max(q.y)));
    out.push(Region { u: (lo, hi), v: (0.0, near) });
    out.push(Region { u: (lo, hi), v: (far.min(deep), deep) });
    out.push(Region { u: (lo, hi), v: full });
    out
}

fn fill(
    f: &Field,
    side: Side,
    command: u8,
    style: u32,
    region: Region,
    tight: bool,
) -> Option<Vec<Placement>> {
    if region.u.1 - region.u.0 < 160.0 || region.v.1 - region.v.0 < 80.0 {
        return None;
    }
    let edge = f.army(side).edge;
    let facing = if edge == Edge::South { 0.0 } else { 180.0 };
    let y_of = |v: f64| if edge == Edge::South { v } else { f.depth - v };
    let (slo, shi) = f.board.strip(edge);
    let as_box = |(p, q): (V2, V2)| (v2(p.x, y_of(p.y).min(y_of(q.y))), v2(q.x, y_of(p.y).max(y_of(q.y))));
    let mut taken: Vec<(V2, V2)> = f.camps().map(|(_, c)| as_box(c.rect.bounds())).collect();
    taken.extend(f.near((v2(region.u.0, slo), v2(region.u.1, shi)), 0.0).map(|e| as_box(e.rect().bounds())));
    if let Some(w) = &f.terrain.waterway {
        taken.push(as_box(w.water.bounds()));
    }
    let beds = f.terrain.rivers.iter().flat_map(|r| &r.bed).map(|b| b.poly()).collect();
    let mut yard = Yard { f, edge, region, taken, beds };
    let mut out = Vec::new();
    for w in wishes(f, side, command, style, region, tight) {
        let t = if w.dismounted { Troop::Dismounted } else { f[w.id].troop };
        let (u, v) = yard.settle(w.u, w.v, t)?;
        out.push(Placement {
            element: w.id,
            at: Pose { x: u, y: y_of(v), facing },
            dismounted: w.dismounted,
        });
    }
    out.sort_by_key(|p| p.element);
    Some(out)
}

impl Yard<'_> {
    /// The free place nearest to the wished one; going back or forth counts double.
    fn settle(&mut self, u: f64, v: f64, troop: Troop) -> Option<(f64, f64)> {
        let s = troop.stats();
        let (w, d) = (s.width, s.depth);
        let (v0, v1) = self.region.v;
        let wish = v.clamp((v0 + d).min(v1), v1);
        let mut found: Option<(f64, f64, f64)> = None;
        if wish - d >= v0 - 1e-9 {
            if let Some(x) = self.nearest_in_row(u, wish, w, d) {
                found = Some((x, wish, (x - u).abs()));
            }
        }
        let mut row = v1;
        while row - d >= v0 - 1e-9 {
            let far = 2.0 * (row - wish).abs();
            if found.is_none_or(|o| far < o.2) {
                if let Some(x) = self.nearest_in_row(u, row, w, d) {
                    found = better(found, (x, row, (x - u).abs() + far));
                }
            }
            row -= 40.0;
        }
        let (x, y, _) = found?;
        self.take(x, y, w, d);
        Some((x, y))
    }

    fn take(&mut self, u: f64, v: f64, w: f64, d: f64) {
        self.taken.push((v2(u - w / 2.0, v - d), v2(u + w / 2.0, v)));
    }

    /// The free middle nearest to `u` for a base `w` wide and `d` deep with its front edge at `v`.
    fn nearest_in_row(&self, u: f64, v: f64, w: f64, d: f64) -> Option<f64> {
        let h = w / 2.0;
        let (lo, hi) = (self.region.u.0 + h, self.region.u.1 - h);
        if lo > hi {
            return None;
        }
        // Middles that are not free: open intervals.
        let mut shut: Vec<(f64, f64)> = Vec::new();
        for (p, q) in &self.taken {
            if p.y < v - 1e-6 && q.y > v - d + 1e-6 {
                shut.push((p.x - h, q.x + h));
            }
        }
        if !self.beds.is_empty() {
            let (y0, y1) = match self.edge {
                Edge::South => (v - d, v),
                Edge::North => (self.f.depth - v, self.f.depth - v + d),
            };
            let x1 = self.f.width;
            let band = Poly::of(&[v2(0.0, y0), v2(x1, y0), v2(x1, y1), v2(0.0, y1)]);
            for b in &self.beds {
                let c = b.clipped(&band);
                if c.points().len() > 2 {
                    let (p, q) = c.bounds();
                    shut.push((p.x - h, q.x + h));
                }
            }
        }
        let u = u.clamp(lo, hi);
        let free = |x: f64| x >= lo && x <= hi && shut.iter().all(|(a, b)| x <= *a || x >= *b);
        if free(u) {
            return Some(u);
        }
        let mut best: Option<f64> = None;
        for x in shut.iter().flat_map(|(a, b)| [*a, *b]) {
            if free(x) && best.is_none_or(|o| (x - u).abs() < (o - u).abs()) {
                best = Some(x);
            }
        }
        best
    }
}

fn better(old: Option<(f64, f64, f64)>, new: (f64, f64, f64)) -> Option<(f64, f64, f64)> {
    match old {
        Some(o) if o.2 <= new.2 => Some(o),
        _ => Some(new),
    }
}

/// Where everyone would like to stand, in the order in which they choose.
fn wishes(f: &Field, side: Side, command: u8, style: u32, r: Region, tight: bool) -> Vec<Wish> {
    let army = f.army(side);
    let of = |t: &dyn Fn(Troop) -> bool| -> Vec<ElementId> {
        army.elements.iter().filter(|e| e.command == command && t(e.troop)).map(|e| e.id).collect()
    };
    let line = of(&|t| t.is_line());
    let guns = of(&|t| t == Troop::Artillery);
    let horse = of(&|t| matches!(t, Troop::Cavalry | Troop::Dismounted));
    let jaeger = of(&|t| t == Troop::Jaeger);
    let chief = of(&|t| t == Troop::Commander);
    let bw = crate::book::data().bw;
    let (u0, u1) = r.u;
    let (v0, v1) = r.v;
    let mut out = Vec::new();
    let mut wish = |id, u, v, dismounted| out.push(Wish { id, u, v, dismounted });
    if tight {
        for id in guns.iter().chain(&chief).chain(&horse).chain(&line).chain(&jaeger) {
            wish(*id, u0, v0, false);
        }
        return out;
    }
    let mid = (u0 + u1) / 2.0;
    // The outer flank: away from the table's middle; a lone command guards both.
    let outer = if (mid - f.width / 2.0).abs() < bw { 0.0 } else { (mid - f.width / 2.0).signum() };
    let horse_files = if style == 3 { 0 } else { horse.len() };
    let files_in = ((u1 - u0) / bw).floor() as usize;
    let room = files_in.saturating_sub(guns.len() + horse_files).max(1);
    let ranks = match style {
        0 | 2 => 1,
        4 => 3,
        _ => 2,
    };
    let files = line.len().div_ceil(ranks).clamp(1, room);
    let front = match style {
        0 => v1 - 100.0,
        2 => v1 - 220.0,
        _ => v1 - 40.0,
    }
    .max(v0 + 80.0);
    let broad = (files + guns.len()) as f64 * bw;
    let shift = -outer * (horse_files as f64 * bw / 2.0);
    let start = (mid - broad / 2.0 + shift).max(u0);
    // Guns in the middle of the line, or on its wings; on a hill of the sector when there is one.
    let wings = matches!(style, 1 | 3);
    let split = files / 2;
    let file_at = |i: usize| {
        let place = if wings {
            i + guns.len().div_ceil(2)
        } else if i < split {
            i
        } else {
            i + guns.len()
        };
        start + (place as f64 + 0.5) * bw
    };
    let hill = f
        .terrain
        .areas
        .iter()
        .filter(|a| a.feature.is_hill() && !a.feature.is_heavy())
        .map(|a| local(f, army.edge, &a.outline))
        .find(|(u, v)| *u > u0 + bw && *u < u1 - bw && *v > v0 && *v < v1 + 200.0);
    for (i, id) in guns.iter().enumerate() {
        let u = match hill {
            Some((u, _)) => u + (i as f64 - (guns.len() as f64 - 1.0) / 2.0) * bw,
            None if wings => {
                if i % 2 == 0 {
                    start + (i / 2) as f64 * bw + bw / 2.0
                } else {
                    start + broad - (i / 2) as f64 * bw - bw / 2.0
                }
            }
            None => start + ((split + i) as f64 + 0.5) * bw,
        };
        let v = if style == 2 { v1 } else { front };
        wish(*id, u, v, false);
    }
    for (i, id) in line.iter().enumerate() {
        wish(*id, file_at(i % files), front - (i / files) as f64 * 80.0, false);
    }
    let wood = f
        .terrain
        .areas
        .iter()
        .filter(|a| a.feature.is_heavy())
        .map(|a| local(f, army.edge, &a.outline))
        .find(|(u, v)| *u > u0 && *u < u1 && *v > v0 && *v < v1 + 200.0);
    for (i, id) in jaeger.iter().enumerate() {
        let (u, v) = match wood {
            Some((u, v)) => (u + i as f64 * bw, (v + 40.0).min(v1)),
            None => (mid + shift + (i as f64 - (jaeger.len() as f64 - 1.0) / 2.0) * 2.0 * bw, v1),
        };
        wish(*id, u, v, false);
    }
    for (i, id) in horse.iter().enumerate() {
        let right = if outer == 0.0 { i % 2 == 0 } else { outer > 0.0 };
        let step = if outer == 0.0 { i / 2 } else { i } as f64;
        if style == 3 {
            wish(*id, mid + (i as f64 - (horse.len() as f64 - 1.0) / 2.0) * bw, front - 240.0, false);
        } else {
            let u = if right {
                start + broad + 40.0 + (step + 0.5) * bw
            } else {
                start - 40.0 - (step + 0.5) * bw
            };
            wish(*id, u, front, style == 2);
        }
    }
    for id in &chief {
        wish(*id, mid + shift, front - 80.0 * line.len().div_ceil(files) as f64 - 10.0, false);
    }
    // Whoever is dismounted already stays so; only cavalry can be deployed dismounted.
    for w in &mut out {
        w.dismounted &= f[w.id].troop == Troop::Cavalry;
    }
    out
}

/// A piece of ground's middle, seen from the base edge.
fn local(f: &Field, edge: Edge, o: &Outline) -> (f64, f64) {
    let c = match o {
        Outline::Oval(e) => e.centre,
        Outline::Box(r) => r.centre,
    };
    (c.x, if edge == Edge::South { c.y } else { f.depth - c.y })
}
