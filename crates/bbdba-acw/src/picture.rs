//! The map of a field: a printed sheet of the nineteenth century with the blocks of the old Kriegsspiel on it, as SVG.
//!
//! Drawn from the public [`Field`] alone; who may see what is decided by whoever makes the field. One unit of the SVG is
//! one pace, the table's north-west corner is the origin. Equal fields give equal bytes.

mod action;
mod ground;
mod margin;
mod troops;

use crate::event::Event;
use crate::field::{Field, Side};
use crate::words;
use table::draw;
use table::pen::{N, Sheet, Text, ink};

/// Pixels of the finished picture: its width, the map's width, and the margins left and above.
const SHEET: f64 = 1600.0;
const WIDE: f64 = SHEET - 2.0 * LEFT;
const LEFT: f64 = 54.0;
const ABOVE: f64 = 136.0;

/// What the sheet shows besides the table.
#[derive(Clone, Copy, Debug)]
pub struct PictureOptions<'a> {
    /// Over the map; where nothing is given, who fights whom.
    pub title: Option<&'a str>,
    /// Under the map.
    pub caption: Option<&'a str>,
    /// Drawn over the map: this turn's moves, shots, combats and losses.
    pub last_events: &'a [Event],
    /// Explains the signs that the map uses.
    pub legend: bool,
    /// The side with solid blue blocks; the other's are hatched in red.
    pub blue: Side,
}

impl Default for PictureOptions<'_> {
    fn default() -> Self {
        PictureOptions { title: None, caption: None, last_events: &[], legend: true, blue: Side::A }
    }
}

/// The map of the field as an SVG document.
///
/// ```
/// use bbdba_acw::{Troop, drill::Drill, picture};
/// let mut d = Drill::new();
/// d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
/// let svg = picture::svg(&d.field(), &Default::default());
/// assert!(svg.starts_with("<svg") && svg.contains(">A1</text>"));
/// ```
pub fn svg(f: &Field, opts: &PictureOptions) -> String {
    let sane = |v: f64| if v.is_finite() { v.clamp(100.0, 100_000.0) } else { 2400.0 };
    let (w, d) = (sane(f.width), sane(f.depth));
    let per_pace = WIDE / w;
    let foot = margin::Foot::plan(f, opts);
    let high = ABOVE + d * per_pace + 58.0 + foot.height;
    let mut s = Sheet { out: String::with_capacity(256 * 1024), depth: d };
    let u = 1.0 / per_pace;
    draw!(
        s,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="{} {} {} {}" role="img" font-family="'Libertinus Serif', Georgia, 'Times New Roman', serif" fill="{}">"#,
        N(SHEET),
        N(high.round()),
        N(-LEFT * u),
        N(-ABOVE * u),
        N(SHEET * u),
        N(high.round() * u),
        ink::BLACK
    );
    draw!(s, "<title>{}</title>", Text(opts.title.unwrap_or(&words::map_title(f))));
    draw!(s, "<defs>");
    draw!(
        s,
        r#"<radialGradient id="paper" cx="0.5" cy="0.45" r="0.75">{}</radialGradient><radialGradient id="stain">{}</radialGradient><clipPath id="face"><rect width="{}" height="{}"/></clipPath>"#,
        shades(0.6, true, 12, 1.0),
        shades(0.55, false, 6, 0.3),
        N(w),
        N(d)
    );
    troops::patterns(&mut s);
    ground::stamps(&mut s);
    draw!(s, "</defs>");
    for paper in [ink::PAPER, "url(#paper)"] {
        draw!(
            s,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{paper}"/>"#,
            N(-LEFT * u),
            N(-ABOVE * u),
            N(SHEET * u),
            N(high.round() * u)
        );
    }
    // The years have left their traces on the sheet.
    for (x, y, r) in [(0.13, 0.2, 0.16), (0.83, 0.74, 0.2), (0.6, 0.05, 0.1), (0.3, 0.93, 0.12)] {
        draw!(
            s,
            r##"<ellipse cx="{}" cy="{}" rx="{}" ry="{}" fill="url(#stain)"/>"##,
            N(w * x),
            N(d * y),
            N(w * r),
            N(w * r * 0.7)
        );
    }
    draw!(s, r##"<g clip-path="url(#face)">"##);
    crosses(&mut s, w, d);
    ground::ground(&mut s, f);
    ground::names(&mut s, f);
    troops::camps(&mut s, f, opts.blue);
    action::ways(&mut s, f, opts.last_events, opts.blue);
    troops::troops(&mut s, f, opts.blue);
    action::fights(&mut s, f, opts.last_events);
    draw!(s, "</g>");
    draw!(s, r#"<g transform="scale({u:.5})">"#);
    margin::margin(&mut s, f, opts, &foot, per_pace);
    draw!(s, "</g>\n</svg>");
    s.out
}

/// The stops of a shade of the old paper that grows from the middle (or towards it) in steps too fine to be seen; flat
/// steps make a picture that packs four times smaller than a smooth one.
fn shades(from: f64, grows: bool, steps: u32, most: f64) -> String {
    use std::fmt::Write as _;
    let mut out = String::new();
    for i in 0..=steps {
        let k = f64::from(i) / f64::from(steps);
        let opacity = most * if grows { k } else { 1.0 - k };
        let a = if i == 0 { 0.0 } else { from + (1.0 - from) * f64::from(i) / f64::from(steps + 1) };
        let b = from + (1.0 - from) * f64::from(i + 1) / f64::from(steps + 1);
        for at in [a, b] {
            let _ = write!(
                out,
                r#"<stop offset="{at:.4}" stop-color="{}" stop-opacity="{opacity:.3}"/>"#,
                ink::PAPER_DARK
            );
        }
    }
    out
}

/// Faint crosses every 400 paces, to measure by.
fn crosses(s: &mut Sheet, w: f64, d: f64) {
    let step = 400.0f64.max(w.max(d) / 40.0);
    let mut p = s.path();
    for iy in 1..(d / step).ceil() as u32 {
        for ix in 1..(w / step).ceil() as u32 {
            let c = table::v2(f64::from(ix) * step, f64::from(iy) * step);
            p.to(c - table::v2(14.0, 0.0)).line(c + table::v2(14.0, 0.0));
            p.to(c - table::v2(0.0, 14.0)).line(c + table::v2(0.0, 14.0));
        }
    }
    s.stroke(&p, &format!(r#"stroke="{}" stroke-width="2" stroke-opacity="0.45""#, ink::BROWN));
}
