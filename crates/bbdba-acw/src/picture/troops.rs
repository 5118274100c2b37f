//! The troops, as the painted blocks of the old Kriegsspiel: one side's solid, the other's hatched, each arm with its
//! sign, the front edge thick.

use crate::field::{CampSite, CampState, Element, Field, Side};
use crate::troop::Troop;
use crate::words;
use std::fmt::Write;
use table::draw;
use table::pen::{N, Sheet, Text, ink, short};

/// How a side's blocks are printed.
#[derive(Clone, Copy)]
pub(super) struct Livery {
    /// The side's ink.
    pub dark: &'static str,
    /// What fills a block.
    pub fill: &'static str,
    /// What fills it when its command is demoralised.
    pub faded: &'static str,
    /// Signs and letters on the fill.
    pub sign: &'static str,
    /// Drawn under signs, so that hatching does not swallow them.
    pub halo: &'static str,
    pub hatched: bool,
}

const BLUE: Livery = Livery {
    dark: "#16304f",
    fill: "#2b5080",
    faded: "#8fa3b8",
    sign: "#fbf4e2",
    halo: "none",
    hatched: false,
};

const RED: Livery = Livery {
    dark: "#7e2420",
    fill: "#f7ead6",
    faded: "#f3ebdc",
    sign: "#7e2420",
    halo: "#f7ead6",
    hatched: true,
};

pub(super) fn livery(side: Side, blue: Side) -> Livery {
    if side == blue { BLUE } else { RED }
}

/// The hatching of the second livery.
pub(super) fn patterns(s: &mut Sheet) {
    for (id, width) in [("hatch", "3.6"), ("hatch-faded", "1.3")] {
        draw!(
            s,
            r#"<pattern id="{id}" patternUnits="userSpaceOnUse" width="10" height="10" patternTransform="rotate(45)"><path d="M0 5H10" stroke="{}" stroke-width="{width}" stroke-opacity="0.75"/></pattern>"#,
            RED.dark
        );
    }
}

/// Everyone on the table; those further back first.
pub(super) fn troops(s: &mut Sheet, f: &Field, blue: Side) {
    for e in f.all().filter(|e| !e.is_commander()) {
        standing(s, f, e, blue);
    }
    // A commander may stand among his troops and must be seen.
    for e in f.all().filter(|e| e.is_commander()) {
        standing(s, f, e, blue);
    }
}

fn standing(s: &mut Sheet, f: &Field, e: &Element, blue: Side) {
    let p = e.base.pose();
    if !p.is_finite() {
        return;
    }
    let demoralised = f.army(e.side()).commands.get(usize::from(e.command)).is_some_and(|c| c.demoralised);
    draw!(s, r#"<g transform="translate({} {}) rotate({})">"#, N(p.x), N(s.fy(p.y)), N(p.facing));
    let label = e.id.to_string();
    block(
        s,
        &Block {
            troop: e.troop,
            width: e.base.width,
            depth: e.base.depth,
            livery: livery(e.side(), blue),
            demoralised,
            label: &label,
            // Letters never stand on their head.
            flip: p.facing > 91.0 && p.facing < 269.0,
            pips: e.command + 1,
        },
    );
    draw!(s, "</g>");
}

/// A block in its own frame: the middle of the front edge at the origin, the rear downward.
pub(super) struct Block<'a> {
    pub troop: Troop,
    pub width: f64,
    pub depth: f64,
    pub livery: Livery,
    pub demoralised: bool,
    pub label: &'a str,
    pub flip: bool,
    /// Dots that tell the command.
    pub pips: u8,
}

pub(super) fn block(s: &mut Sheet, b: &Block) {
    let (w, d, l) = (b.width, b.depth, b.livery);
    let x = -w / 2.0;
    let fill = if b.demoralised { l.faded } else { l.fill };
    draw!(
        s,
        r##"<path d="M{} 4h{}v{}h{}z" fill="{}" fill-opacity="0.28"/>"##,
        N(x + 5.0),
        N(w),
        N(d + 2.0),
        N(-w),
        ink::BLACK
    );
    draw!(
        s,
        r#"<rect x="{}" y="1.5" width="{}" height="{}" fill="{fill}" stroke="{}" stroke-width="3"{}/>"#,
        N(x + 1.5),
        N(w - 3.0),
        N(d - 3.0),
        l.dark,
        if b.demoralised { r#" stroke-dasharray="9 6""# } else { "" }
    );
    let tall = w < 120.0 || d > 140.0;
    // The part with the sign is hatched, the part with the name stays clear.
    let (hx, hy, hw, hh) =
        if tall { (x + 3.0, 3.0, w - 6.0, d * 0.6) } else { (x + 3.0, 3.0, w * 0.5 - 3.0, d - 6.0) };
    if l.hatched {
        let id = if b.demoralised { "hatch-faded" } else { "hatch" };
        draw!(
            s,
            r##"<rect x="{}" y="{}" width="{}" height="{}" fill="url(#{id})"/>"##,
            N(hx),
            N(hy),
            N(hw),
            N(hh)
        );
    }
    // The front: a heavy bar with a notch pointing at the enemy.
    draw!(
        s,
        r#"<path d="M{} 0h{}v11h{}l-13 11l-13-11h{}z" fill="{}"{}/>"#,
        N(x),
        N(w),
        N(-(w / 2.0 - 13.0)),
        N(-(w / 2.0 - 13.0)),
        l.dark,
        if b.demoralised { r#" fill-opacity="0.6""# } else { "" }
    );
    let (cx, cy) = (hx + hw / 2.0, if tall { hy + hh / 2.0 + 8.0 } else { 11.0 + (d - 11.0) / 2.0 });
    sign(s, b, cx, cy, hw, if tall { hh - 22.0 } else { d - 26.0 });
    label(s, b, if tall { (0.0, d * 0.785) } else { (w * 0.235, 11.0 + (d - 11.0) * 0.45) });
    if b.demoralised {
        // The white flag flies behind the block, where it hides no sign.
        draw!(
            s,
            r##"<path d="M{x} {}v40" stroke="{k}" stroke-width="4"/><path d="M{x} {}q-9 6-18 0t-18 0v20q9 6 18 0t18 0z" fill="#fff" stroke="{k}" stroke-width="2.5"/>"##,
            N(d),
            N(d + 18.0),
            x = N(w / 2.0 - 6.0),
            k = ink::BLACK
        );
    }
}

fn label(s: &mut Sheet, b: &Block, (x, y): (f64, f64)) {
    if b.label.is_empty() {
        return;
    }
    let tall = b.width < 120.0 || b.depth > 140.0;
    let room = if b.width < 120.0 { b.width - 12.0 } else { 76.0 };
    let size = (if tall { 46.0f64 } else { 44.0 }).min(room / (0.52 * b.label.len() as f64)).min(46.0);
    let ink = if b.demoralised { b.livery.dark } else { b.livery.sign };
    let pips = b.pips.min(6);
    let mut dots = String::new();
    for i in 0..pips {
        let dx = (f64::from(i) - f64::from(pips - 1) / 2.0) * 13.0;
        let _ = write!(dots, r#"<circle cx="{}" cy="23" r="4.2"/>"#, N(dx));
    }
    draw!(
        s,
        r#"<g transform="translate({} {}){}" fill="{ink}"><text y="{}" font-size="{}" font-weight="700" text-anchor="middle">{}</text>{dots}</g>"#,
        N(x),
        N(y),
        if b.flip { " rotate(180)" } else { "" },
        N(size * 0.31 - 3.0),
        N(size),
        Text(b.label)
    );
}

/// The sign of the arm about a centre, within a box.
fn sign(s: &mut Sheet, b: &Block, cx: f64, cy: f64, w: f64, h: f64) {
    let ink = if b.demoralised { b.livery.dark } else { b.livery.sign };
    let (w, h) = (w / 2.0 - 10.0, h / 2.0 - 3.0);
    let (line, fill) = match b.troop {
        Troop::Rifles => (
            format!("M{} {}L{} {}M{} {}L{} {}", N(-w), N(-h), N(w), N(h), N(-w), N(h), N(w), N(-h)),
            String::new(),
        ),
        Troop::Muskets => (
            format!("M{} {}H{}M{} {}H{}", N(-w), N(-h * 0.45), N(w), N(-w), N(h * 0.55), N(w)),
            String::new(),
        ),
        Troop::Jaeger => {
            let d = format!("M0 {}L{} 0L0 {}L{} 0z", N(-h), N(w * 0.85), N(h), N(-w * 0.85));
            (d.clone(), d)
        }
        Troop::Cavalry => (
            format!(
                "M{} {}H{}V{}H{}zM{} {}L{} {}",
                N(-w),
                N(-h),
                N(w),
                N(h),
                N(-w),
                N(-w),
                N(h),
                N(w),
                N(-h)
            ),
            format!("M{} {}H{}V{}z", N(-w), N(h), N(w), N(-h)),
        ),
        Troop::Dismounted => (
            format!(
                "M{} {}L{} {}M{} {}m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0",
                N(-w),
                N(h),
                N(w),
                N(-h),
                N(w * 0.45),
                N(h * 0.5)
            ),
            String::new(),
        ),
        Troop::Artillery => (
            format!("M0 {}V{}M-31 {a}V{b}M31 {a}V{b}", N(h * 0.3), N(-h), a = N(-h * 0.2), b = N(h * 0.85)),
            format!("M-17 {}a17 17 0 1 0 34 0a17 17 0 1 0-34 0", N(h * 0.35)),
        ),
        Troop::Commander => (
            format!("M-20 {}V{}", N(h), N(-h)),
            format!("M-20 {}q12-8 24 0t20 0v{f}q-10 8-20 0t-24 0z", N(-h + 1.0), f = N(h * 0.95)),
        ),
        Troop::Camp => (String::new(), String::new()),
    };
    draw!(
        s,
        r#"<g transform="translate({} {})" stroke-linejoin="round" stroke-linecap="round">"#,
        N(cx),
        N(cy)
    );
    if b.livery.halo != "none" && !line.is_empty() {
        draw!(s, r#"<path d="{line}" fill="none" stroke="{}" stroke-width="15"/>"#, b.livery.halo);
    }
    if !fill.is_empty() {
        if b.livery.halo != "none" {
            draw!(s, r#"<path d="{fill}" fill="{h}" stroke="{h}" stroke-width="12"/>"#, h = b.livery.halo);
        }
        draw!(s, r#"<path d="{fill}" fill="{ink}"/>"#);
    }
    let thick = if b.troop == Troop::Artillery { 9.0 } else { 6.0 };
    draw!(s, r#"<path d="{line}" fill="none" stroke="{ink}" stroke-width="{thick}"/>"#);
    draw!(s, "</g>");
}

/// Both camps: rows of tents in a palisade.
pub(super) fn camps(s: &mut Sheet, f: &Field, blue: Side) {
    for (side, c) in f.camps() {
        camp(s, c, side, livery(side, blue));
    }
}

fn camp(s: &mut Sheet, c: &CampSite, side: Side, l: Livery) {
    let (w, d) = (c.rect.half_width * 2.0, c.rect.half_depth * 2.0);
    if !(w.is_finite() && d.is_finite() && c.rect.centre.is_finite()) || w <= 0.0 || d <= 0.0 {
        return;
    }
    let mut wall = s.path();
    wall.polygon(&c.rect.corners());
    s.stroke(
        &wall,
        &format!(
            r#"fill="{}" fill-opacity="0.92" stroke="{}" stroke-width="7" stroke-linejoin="miter""#,
            if c.state == CampState::Plundered { "#cdbb9b" } else { "#efe2c4" },
            l.dark
        ),
    );
    // Stakes of the palisade.
    s.stroke(&wall, &format!(r#"fill="none" stroke="{}" stroke-width="15" stroke-dasharray="4 11""#, l.dark));
    let (x0, y0) = (c.rect.centre.x, s.fy(c.rect.centre.y));
    draw!(s, r#"<g transform="translate({} {}) rotate({})">"#, N(x0), N(y0), N(c.rect.dir.bearing_degrees()));
    let (nx, ny) = (((w / 74.0) as i32).clamp(1, 12), (((d - 10.0) / 66.0) as i32).clamp(1, 12));
    for iy in 0..ny {
        for ix in 0..nx {
            let x = (f64::from(ix) + 0.5) / f64::from(nx) * (w - 20.0) - (w - 20.0) / 2.0;
            let y = (f64::from(iy) + 0.5) / f64::from(ny) * (d - 14.0) - (d - 14.0) / 2.0;
            let odd = (ix + iy) % 2 == 1;
            match c.state {
                CampState::Holds => tent(s, x, y, l, false),
                CampState::Silenced => tent(s, x, y, l, odd),
                CampState::Plundered => tent(s, x, y, l, true),
            }
        }
    }
    draw!(s, "</g>");
    if c.state == CampState::Plundered {
        let k = c.rect.corners();
        let mut cross = s.path();
        cross.to(k[0]).line(k[2]).to(k[1]).line(k[3]);
        s.stroke(&cross, &format!(r#"stroke="{}" stroke-width="12" stroke-opacity="0.75""#, ink::FIRE));
    }
    let says = match c.state {
        CampState::Holds => format!("{} {side}", words::map::CAMP),
        state => format!("{} {side}, {}", words::map::CAMP, words::camp_state(state)),
    };
    // On the side of the camp that looks at the table.
    let y = if y0 > s.depth / 2.0 { y0 - d / 2.0 - 16.0 } else { y0 + d / 2.0 + 40.0 };
    draw!(
        s,
        r#"<text x="{}" y="{}" font-size="38" font-style="italic" text-anchor="middle" fill="{}" paint-order="stroke" stroke="{}" stroke-width="9" stroke-opacity="0.85" stroke-linejoin="round">{}</text>"#,
        N(x0),
        N(y),
        l.dark,
        ink::PAPER,
        Text(&short(&says, 40))
    );
}

fn tent(s: &mut Sheet, x: f64, y: f64, l: Livery, fallen: bool) {
    if fallen {
        draw!(
            s,
            r##"<path d="M{} {}l14-9l10 5l16-8l8 12z" fill="#b39e7c" stroke="{}" stroke-width="2.5" stroke-linejoin="round"/>"##,
            N(x - 24.0),
            N(y + 18.0),
            ink::BLACK
        );
        return;
    }
    draw!(
        s,
        r##"<g transform="translate({} {})" stroke="{k}" stroke-width="2.5" stroke-linejoin="round"><path d="M-27 20L0-20L27 20z" fill="#fffaf0"/><path d="M0-20L27 20H9z" fill="{}" fill-opacity="0.75"/><path d="M-8 20L0-2L7 20z" fill="{k}" stroke="none"/><path d="M0-20v-9" stroke-width="3.5"/></g>"##,
        N(x),
        N(y + 3.0),
        l.dark,
        k = ink::BLACK
    );
}
