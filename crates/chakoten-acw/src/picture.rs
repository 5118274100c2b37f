//! The map of a field: a printed campaign sheet with the blocks of the old Kriegsspiel on it, as SVG.
//!
//! One unit of the SVG is one millimetre of the table, whose north-west corner is the origin. Equal fields give equal bytes.

mod ground;
mod margin;
mod troops;

use crate::field::{Field, Staff};
use crate::unit::{Side, Unit, UnitId};
use crate::view::Known;
use table::draw;
use table::pen::{N, Sheet, Text, ink};
use table::{V2, v2};

/// Pixels of the finished picture: its width, and the margins.
const SHEET: f64 = 1600.0;
const LEFT: f64 = 50.0;
const ABOVE: f64 = 112.0;
const BELOW: f64 = 104.0;

/// Millimetres of the sheet from cm of the table.
pub(crate) fn mm(p: V2) -> V2 {
    v2(p.x * 10.0, p.y * 10.0)
}

/// What may be drawn for a seat.
struct Shown<'a> {
    /// The name under which a unit is drawn; `None`: it is not drawn.
    unit: &'a dyn Fn(&Unit) -> Option<String>,
    staff: &'a dyn Fn(&Staff) -> bool,
    line: &'a dyn Fn(usize) -> bool,
    title: &'a str,
    /// Under the title.
    seat: String,
}

/// The map as a seat may have it: all own troops and of the enemy the `known` units, without their names. Without a side,
/// everything. Works thrown up in the battle are on the umpire's map only; see [`map_for`].
///
/// ```
/// use chakoten_acw::{Side, drill::Drill, picture, troop::Formation};
/// let mut d = Drill::new();
/// d.infantry(Side::A, 30, Formation::Line, 120.0, 60.0, 0.0);
/// d.infantry(Side::B, 30, Formation::Line, 120.0, 120.0, 180.0);
/// let f = d.field();
/// assert!(picture::map(&f, &[], None, "Drill").contains("B1"));
/// assert!(!picture::map(&f, &[], Some(Side::A), "Drill").contains("B1"));
/// ```
pub fn map(f: &Field, known: &[UnitId], side: Option<Side>, title: &str) -> String {
    let own = |s: Side| side.is_none_or(|x| x == s);
    sheet(
        f,
        &Shown {
            unit: &|u| {
                if own(u.side) { Some(u.code.to_string()) } else { known.contains(&u.id).then(String::new) }
            },
            staff: &|s| own(s.side) || s.with.is_some_and(|u| known.contains(&u)),
            line: &|i| side.is_none() || f.lines.get(i).is_some_and(|l| !l.built),
            title,
            seat: seat(f, side),
        },
    )
}

/// The map by what a side knows: enemies under the labels it has for them, and the works it has seen.
pub fn map_for(f: &Field, known: &Known, title: &str) -> String {
    sheet(
        f,
        &Shown {
            unit: &|u| {
                if u.side == known.side {
                    Some(u.code.to_string())
                } else {
                    known.sees(u.id).then(|| known.label(u.id).unwrap_or_default())
                }
            },
            staff: &|s| s.side == known.side || s.with.is_some_and(|u| known.sees(u)),
            line: &|i| known.knows_line(f, i),
            title,
            seat: seat(f, Some(known.side)),
        },
    )
}

fn seat(f: &Field, side: Option<Side>) -> String {
    let when = if f.turn == 0 { "Before the first turn".to_string() } else { format!("Turn {}", f.turn) };
    match side {
        Some(s) => format!("{when} · as side {s} knows it"),
        None => format!("{when} · the umpire's map"),
    }
}

fn sheet(f: &Field, shown: &Shown<'_>) -> String {
    let sane = |v: f64| if v.is_finite() { (v * 10.0).clamp(100.0, 100_000.0) } else { 2400.0 };
    let (w, d) = (sane(f.ground.width), sane(f.ground.depth));
    let scale = (SHEET - 2.0 * LEFT) / w;
    let high = (ABOVE + d * scale + BELOW).round();
    let u = 1.0 / scale;
    let mut s = Sheet { out: String::with_capacity(128 * 1024), depth: d };
    draw!(
        s,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="{} {} {} {}" role="img" font-family="'Libertinus Serif', Georgia, 'Times New Roman', serif" fill="{}">"#,
        N(SHEET),
        N(high),
        N(-LEFT * u),
        N(-ABOVE * u),
        N(SHEET * u),
        N(high * u),
        ink::BLACK
    );
    draw!(s, "<title>{}</title>", Text(shown.title));
    draw!(
        s,
        r#"<defs><clipPath id="face"><rect width="{}" height="{}"/></clipPath><radialGradient id="paper" cx="0.5" cy="0.45" r="0.8"><stop offset="0.6" stop-color="{d}" stop-opacity="0"/><stop offset="1" stop-color="{d}" stop-opacity="0.9"/></radialGradient>"#,
        N(w),
        N(d),
        d = ink::PAPER_DARK
    );
    troops::patterns(&mut s);
    ground::stamps(&mut s);
    draw!(s, "</defs>");
    for fill in [ink::PAPER, "url(#paper)"] {
        draw!(
            s,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{fill}"/>"#,
            N(-LEFT * u),
            N(-ABOVE * u),
            N(SHEET * u),
            N(high * u)
        );
    }
    draw!(s, r##"<g clip-path="url(#face)">"##);
    ground::ground(&mut s, f, shown.line);
    ground::names(&mut s, f);
    troops::troops(&mut s, f, shown);
    draw!(s, "</g>");
    margin::margin(&mut s, f, shown, w, d, u);
    draw!(s, "</svg>");
    s.out
}
