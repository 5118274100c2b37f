//! Blocks of the old Kriegsspiel: what is cut into each, about the middle of its front edge, front upward.

use crate::patterns::{noise, ring};
use crate::pen::{N, Path, Sheet, Text, draw};
use crate::{Scale, inks};
use desk::board::{Arm, Piece, Stretch};
use table::{V2, v2};

/// Drawn as a disc, not as a block.
pub fn is_round(arm: Arm) -> bool {
    matches!(arm, Arm::General | Arm::Orderly)
}

/// What of a piece decides how its block is cut.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    pub arm: Arm,
    pub open: bool,
    pub files: u32,
    pub side: Option<u8>,
    /// Its command's number among those of its side, as dots.
    pub command: u32,
}

/// Letters upon a block, and how much of it they leave to the sign of its arm.
#[derive(Clone, Debug)]
pub struct Label {
    text: String,
    size: f64,
    /// The rear corner of the sign's part at the right, seen from behind.
    sign: V2,
    middle: V2,
}

/// Width of a bold letter to its height.
const LETTER: f64 = 0.56;

/// What can be written upon a piece: all of it, or the label alone; beside the sign or, on a deep base, behind it.
pub fn label(p: &Piece, s: &Scale) -> Option<Label> {
    let (w, d) = (p.width * s.k, p.depth * s.k);
    if is_round(p.arm) || p.label.is_empty() || d < 12.0 {
        return None;
    }
    let whole = format!("{} {}", p.label, p.strength);
    for text in [whole.trim(), &p.label] {
        let letters = text.chars().count() as f64 * LETTER;
        let sign = (d * 1.2).min(w * 0.42).max(10.0);
        let room = w - sign - 5.0;
        let size = (d * 0.78).min(15.0).min(room / letters);
        if size >= 9.5 && d < w * 0.8 {
            let middle = v2(-w / 2.0 + sign + (w - sign) / 2.0, d / 2.0);
            return Some(Label { text: text.into(), size, sign: v2(-w / 2.0 + sign, d), middle });
        }
        let size = (d * 0.34).min(14.0).min((w - 4.0) / letters);
        if size >= 9.5 {
            let sign = v2(w / 2.0, d - size - 2.0);
            return Some(Label { text: text.into(), size, sign, middle: v2(0.0, d - size * 0.6) });
        }
    }
    None
}

/// The lines of a block.
#[derive(Clone, Debug, Default)]
struct Block {
    face: Path,
    /// The hatching of the second side, so that colour alone is never the sign.
    hatch: Path,
    /// Subdivisions: figures abreast.
    files: Path,
    /// The sign of its arm, as strokes and as filled shapes.
    mark: Path,
    solid: Path,
    /// The heavy edge it fights with, and the tick that shows where it faces.
    front: Path,
    tick: Path,
    pips: Path,
    /// Between the sign and the letters.
    divide: Path,
}

fn cut(p: &Cut, (width, depth): (f64, f64), label: Option<&Label>, seed: i64) -> Block {
    let (w, d) = (width.max(5.0), depth.max(4.5));
    let h = w / 2.0;
    let mut b = Block::default();
    // The part of the face that has the sign of the arm in it.
    let part = (v2(-h, 0.0), label.map_or(v2(h, d), |l| l.sign));
    let tick = (w.min(d) * 0.35).clamp(3.5, 7.0);
    if is_round(p.arm) {
        let r = h.max(d / 2.0);
        ring(&mut b.face, v2(0.0, d / 2.0), r);
        let top = d / 2.0 - r;
        b.tick.polygon(&[v2(-tick * 0.7, top - 0.5), v2(0.0, top - tick), v2(tick * 0.7, top - 0.5)]);
    } else {
        b.face.polygon(&[v2(-h, 0.0), v2(h, 0.0), v2(h, d), v2(-h, d)]);
        b.front.stroke(v2(-h, 0.0), v2(h, 0.0));
        b.tick.polygon(&[v2(-tick, 0.0), v2(0.0, -tick), v2(tick, 0.0)]);
        if p.open {
            loose(&mut b.solid, p.files, part, seed);
        } else {
            if (2..=60).contains(&p.files) && w / f64::from(p.files) > 3.0 {
                for i in 1..p.files {
                    let x = -h + w * f64::from(i) / f64::from(p.files);
                    b.files.stroke(v2(x, 0.0), v2(x, d * 0.34));
                }
            }
            if p.side == Some(1) {
                // The rear half is hatched.
                let mut x = -h + 3.0;
                while x < h {
                    let to = h.min(x + d / 2.0);
                    b.hatch.stroke(v2(x, d), v2(to, d - (to - x)));
                    x += 4.5;
                }
            }
        }
        if label.is_some() {
            let (from, to) = (if part.1.x < h { v2(part.1.x, 0.0) } else { v2(-h, part.1.y) }, part.1);
            b.divide.stroke(from, to);
        }
        pips(&mut b.pips, p.command, w, d);
    }
    sign(&mut b, p, part);
    b
}

/// Dots along the rear edge: one for the first command of a side, two for the second.
fn pips(d: &mut Path, command: u32, w: f64, depth: f64) {
    let n = command.min(6);
    let (r, apart) = (1.9, 6.0);
    if f64::from(n) * apart > w || depth < 12.0 {
        return;
    }
    for i in 0..n {
        let x = (f64::from(i) - f64::from(n - 1) / 2.0) * apart;
        ring(d, v2(x, depth - r - 1.8), r);
    }
}

/// Open order: loose figures instead of a solid block.
fn loose(d: &mut Path, files: u32, (lo, hi): (V2, V2), seed: i64) {
    let (w, depth) = (hi.x - lo.x, hi.y - lo.y);
    let most = if files > 1 { f64::from(files) } else { 12.0 };
    let columns = (w / 7.0).round().min(most).max(3.0);
    let rows = (depth / 8.0).round().clamp(1.0, 3.0);
    let s = (w / columns / 2.6).clamp(1.8, 3.4);
    for r in 0..rows as i64 {
        for c in 0..columns as i64 {
            let k = r * 64 + c;
            let x = lo.x + (c as f64 + 0.5 + (noise(seed, k) - 0.5) * 0.3) * w / columns;
            let y = lo.y + (r as f64 + 0.5 + (noise(seed + 1, k) - 0.5) * 0.3) * depth / rows;
            let (u, v) = (v2(s, s * 0.8), v2(s, -s * 0.8));
            d.polygon(&[v2(x, y) - u, v2(x, y) + v, v2(x, y) + u, v2(x, y) - v]);
        }
    }
}

/// The sign of the arm, in a part of the face.
fn sign(b: &mut Block, p: &Cut, (lo, hi): (V2, V2)) {
    let (w, d) = (hi.x - lo.x, hi.y - lo.y);
    let (h, m) = (w / 2.0, d / 2.0);
    let at = |x: f64, y: f64| v2(lo.x + h + x, lo.y + y);
    match p.arm {
        Arm::Infantry if p.open => {}
        Arm::Infantry => {
            b.mark.stroke(at(-h, 0.0), at(h, d)).stroke(at(h, 0.0), at(-h, d));
        }
        Arm::Cavalry => {
            b.mark.stroke(at(-h, d), at(h, 0.0));
            if !p.open {
                b.solid.polygon(&[at(-h, d), at(h, 0.0), at(h, d)]);
            }
        }
        Arm::Dismounted => {
            b.mark.stroke(at(-h, d), at(h, 0.0));
            let r = (d / 6.0).min(3.0);
            ring(&mut b.solid, at(h * 0.45, d * 0.72), r);
            ring(&mut b.solid, at(-h * 0.45, d * 0.28), r);
        }
        Arm::Artillery => {
            let r = (w.min(d) / 5.5).max(1.8);
            ring(&mut b.solid, at(0.0, m), r);
            b.mark.stroke(at(0.0, m), at(0.0, -m.min(6.0)));
            for x in [-2.0 * r, 2.0 * r] {
                b.mark.stroke(at(x, m - r), at(x, m + r));
            }
        }
        Arm::Limbered => {
            let r = (w.min(d) / 7.0).max(1.6);
            ring(&mut b.solid, at(0.0, d * 0.68), r);
            b.mark.stroke(at(0.0, d * 0.68), at(0.0, d * 0.2));
            for y in [d * 0.2, d * 0.36] {
                b.mark.stroke(at(-r * 1.6, y), at(r * 1.6, y));
            }
        }
        Arm::Wagon => {
            let r = (w.min(d) / 3.4).max(2.4);
            ring(&mut b.mark, at(0.0, m), r);
            b.mark.stroke(at(-r, m), at(r, m)).stroke(at(0.0, m - r), at(0.0, m + r));
        }
        Arm::General => star(&mut b.solid, at(0.0, m), h.max(m) * 0.74),
        Arm::Orderly => {
            let r = h.max(m) * 0.5;
            b.mark.stroke(at(0.0, m + r), at(0.0, m - r));
            b.mark.polyline(&[at(-r * 0.8, m - r * 0.2), at(0.0, m - r), at(r * 0.8, m - r * 0.2)]);
        }
    }
}

fn star(d: &mut Path, at: V2, r: f64) {
    let points: Vec<V2> = (0..10)
        .map(|i| {
            let reach = if i % 2 == 0 { r } else { r * 0.42 };
            at + v2(0.0, -reach).turned(f64::from(i) * std::f64::consts::PI / 5.0)
        })
        .collect();
    d.polygon(&points);
}

/// How a block stands on the sheet: the middle of its front edge, its bearing and its size.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    pub at: V2,
    pub facing: f64,
    pub size: (f64, f64),
}

/// A block in the colours of a nation.
pub fn block(out: &mut Sheet, placed: Placed, nation: &str, p: &Cut, label: Option<&Label>, seed: i64) {
    let b = cut(p, placed.size, label, seed);
    let nation = if inks::knows(nation) { nation } else { "other" };
    draw!(
        out,
        r#"<g class="piece {nation}{}" transform="translate({} {}) rotate({})">"#,
        if p.open && !is_round(p.arm) { " open" } else { "" },
        N(placed.at.x),
        N(placed.at.y),
        N(placed.facing)
    );
    draw!(out, r#"<path class="shade" d="{}" transform="translate(1.6 1.6)"/>"#, b.face.d);
    for (class, path) in [
        ("face", &b.face),
        ("hatch", &b.hatch),
        ("solid", &b.solid),
        ("mark", &b.mark),
        ("files", &b.files),
        ("divide", &b.divide),
        ("pips", &b.pips),
        ("rim", &b.face),
        ("front", &b.front),
        ("tick", &b.tick),
    ] {
        out.path(class, path);
    }
    if let Some(l) = label {
        // Letters never stand on their head.
        let facing = placed.facing.rem_euclid(360.0);
        let turn = if facing > 91.0 && facing < 269.0 { " rotate(180)" } else { "" };
        draw!(
            out,
            r#"<text class="label" style="font-size:{}px" transform="translate({} {}){turn}" y="{}">{}</text>"#,
            N(l.size),
            N(l.middle.x),
            N(l.middle.y),
            N(l.size * 0.32),
            Text(&l.text)
        );
    }
    draw!(out, "</g>");
}

/// What of a column about a corner lies behind its head: bare ground covered, under the block itself.
fn draw_tail(out: &mut Sheet, p: &Piece, s: &Scale) {
    let nation = if inks::knows(&p.nation) { &p.nation } else { "other" };
    let sane = |t: &&Stretch| [t.at.x, t.at.y, t.at.facing, t.depth].iter().all(|v| v.is_finite());
    for t in p.tail.iter().filter(sane) {
        let mut face = Path::default();
        face.polygon(&s.corners(&t.at, p.width, t.depth));
        draw!(out, r#"<g class="piece {nation} tail">"#);
        draw!(out, r#"<path class="shade" d="{}" transform="translate(1.6 1.6)"/>"#, face.d);
        out.path("face", &face);
        out.path("rim", &face);
        draw!(out, "</g>");
    }
}

pub fn draw_piece(out: &mut Sheet, p: &Piece, s: &Scale) {
    draw_tail(out, p, s);
    let cut = Cut { arm: p.arm, open: p.open, files: p.files, side: p.side, command: p.command.unwrap_or(0) };
    let placed = Placed { at: s.spot(&p.at), facing: p.at.facing, size: (p.width * s.k, p.depth * s.k) };
    block(out, placed, &p.nation, &cut, label(p, s).as_ref(), p.id.len() as i64);
}
