//! The troops as painted blocks: one side solid, the other hatched, the front edge thick, each arm with its sign.

use super::{Shown, mm};
use crate::field::{Field, Staff};
use crate::troop::{Arm, Kind, State};
use crate::unit::{Side, Unit};
use table::draw;
use table::pen::{N, Sheet, Text, ink, short};
use table::{Base, V2};

/// Width of a bold letter to its height.
const LETTER: f64 = 0.63;

struct Livery {
    dark: &'static str,
    fill: &'static str,
    /// In U and FU.
    faded: &'static str,
    letters: &'static str,
    halo: &'static str,
    hatched: bool,
}

const BLUE: Livery = Livery {
    dark: "#16304f",
    fill: "#2b5080",
    faded: "#8fa3b8",
    letters: "#fbf4e2",
    halo: "#2b5080",
    hatched: false,
};
const RED: Livery = Livery {
    dark: "#7e2420",
    fill: "#f7ead6",
    faded: "#f3ebdc",
    letters: "#6a1b18",
    halo: "#f7ead6",
    hatched: true,
};

fn livery(s: Side) -> &'static Livery {
    if s == Side::A { &BLUE } else { &RED }
}

/// The hatching of the second livery.
pub(super) fn patterns(s: &mut Sheet) {
    draw!(
        s,
        r#"<pattern id="hatch" patternUnits="userSpaceOnUse" width="9" height="9" patternTransform="rotate(45)"><path d="M0 4.5H9" stroke="{}" stroke-width="2.6" stroke-opacity="0.6"/></pattern>"#,
        RED.dark
    );
}

/// Everyone whom the seat may see.
pub(super) fn troops(s: &mut Sheet, f: &Field, shown: &Shown<'_>) {
    for u in f.present() {
        if let Some(name) = (shown.unit)(u) {
            unit(s, f, u, &name);
        }
    }
    for m in f.staff.iter().filter(|m| m.present() && (shown.staff)(m)) {
        staff(s, m);
    }
}

/// Opens a group in the frame of a base: the middle of its front at the origin, its rear downward.
fn open(s: &mut Sheet, b: &Base) {
    let p = b.pose();
    draw!(
        s,
        r#"<g transform="translate({} {}) rotate({})">"#,
        N(p.x * 10.0),
        N(s.fy(p.y * 10.0)),
        N(p.facing)
    );
}

fn unit(s: &mut Sheet, f: &Field, u: &Unit, name: &str) {
    let l = livery(u.side);
    if !u.base.pose().is_finite() {
        return;
    }
    let broken = u.state >= State::Disorder;
    let fill = if broken { l.faded } else { l.fill };
    let mut p = s.path();
    for r in f.rects(u).iter().map(|r| if u.inside.is_empty() { *r } else { r.grown(-1.2) }) {
        let c: Vec<V2> = r.corners().iter().map(|c| mm(*c)).collect();
        p.polygon(&c);
    }
    let round = |fill: &str| {
        format!(
            r#"fill="{fill}" stroke="{}" stroke-width="2.2"{}"#,
            l.dark,
            if broken { r#" stroke-dasharray="6 3""# } else { "" }
        )
    };
    s.stroke(&p, &round(fill));
    if l.hatched && !broken {
        s.stroke(&p, r#"fill="url(#hatch)""#);
    }
    if let Some(b) = u.battery.as_ref().and_then(|b| b.standing_alone().copied()) {
        open(s, &b);
        gun_sign(s, l, 0.0, b.depth * 10.0);
        draw!(s, "</g>");
    }
    open(s, &u.base);
    let (w, d) = (u.base.width * 10.0, u.base.depth * 10.0);
    if u.inside.is_empty() {
        // The front edge, and which way it faces.
        draw!(
            s,
            r#"<path d="M{} 0h{}" stroke="{}" stroke-width="5"/><path d="M-7 -3L0 -12L7 -3z" fill="{}"/>"#,
            N(-w / 2.0),
            N(w),
            l.dark,
            l.dark
        );
    }
    match u.kind() {
        Kind::Mounted => draw!(
            s,
            r#"<path d="M{} {}L{} 0" stroke="{}" stroke-width="3.5"/>"#,
            N(-w / 2.0),
            N(d),
            N(w / 2.0),
            if l.hatched { l.dark } else { l.letters }
        ),
        Kind::Unlimbered => {
            let two = u.battery.as_ref().is_some_and(|b| b.of > 4);
            let at: &[f64] = if two { &[-0.25, 0.25] } else { &[0.0] };
            for k in at {
                gun_sign(s, l, k * w, d);
            }
        }
        Kind::Limbered => gun_sign(s, l, 0.0, d),
        Kind::Wagon => draw!(
            s,
            r#"<path d="M{} {}h{}v{}h{}z" fill="{}" stroke="{}" stroke-width="3"/><path d="M0 4v{}" stroke="{}" stroke-width="2.5"/>"#,
            N(-w / 2.0 + 6.0),
            N(d * 0.45),
            N(w - 12.0),
            N(d * 0.5),
            N(12.0 - w),
            ink::PAPER,
            l.dark,
            N(d * 0.4),
            l.dark
        ),
        Kind::Infantry | Kind::Dismounted => {}
    }
    label(s, u, name, l, w, d);
    draw!(s, "</g>");
}

/// A gun with its wheels.
fn gun_sign(s: &mut Sheet, l: &Livery, x: f64, d: f64) {
    let c = if l.hatched { l.dark } else { l.letters };
    draw!(
        s,
        r#"<path d="M{x} 3v{b}M{a} {y}v{h}M{e} {y}v{h}M{a} {m}h{g}" stroke="{c}" stroke-width="3.6" fill="none" stroke-linecap="round"/>"#,
        x = N(x),
        b = N(d.min(60.0) * 0.62),
        a = N(x - 8.0),
        e = N(x + 8.0),
        g = N(16.0),
        y = N(d.min(60.0) * 0.3),
        h = N(d.min(60.0) * 0.36),
        m = N(d.min(60.0) * 0.48)
    );
}

/// The name, figures and state: on the block where they have room, behind it where they have not.
fn label(s: &mut Sheet, u: &Unit, name: &str, l: &Livery, w: f64, d: f64) {
    let facing = u.base.pose().facing;
    let state = match u.state {
        State::Order => String::new(),
        other => format!(" {other}"),
    };
    let figures = if u.arm == Arm::Wagon { String::new() } else { format!(" {}", u.figures) };
    let whole = format!("{}{figures}{state}", short(name, 16));
    let whole = whole.trim();
    let wide = |t: &str, size: f64| t.chars().count() as f64 * size * LETTER;
    let men = matches!(u.arm, Arm::Infantry | Arm::Cavalry) && u.formation != crate::troop::Formation::Chain;
    let inside = !u.inside.is_empty();
    let mut rows: Vec<String> = vec![whole.into()];
    let mut size = 23.0_f64.min(d * 0.82);
    let mut turn = 0.0;
    let mut y = d / 2.0;
    let mut on = men || inside;
    if on && wide(whole, 13.0) <= w - 4.0 && d >= 15.0 {
        size = size.min((w - 4.0) / (whole.chars().count().max(1) as f64 * LETTER));
    }
    if on && (wide(whole, size) > w - 3.0 || d > w * 1.1) {
        if d > w * 2.2 {
            // A march column: along it.
            turn = 90.0;
            size = 22.0_f64.min(w * 0.85);
        } else {
            rows = vec![short(name, 16), format!("{}{state}", u.figures)];
            let longest = rows.iter().map(|r| r.chars().count()).max().unwrap_or(1).max(1) as f64;
            size = 23.0_f64.min((w - 3.0) / (longest * LETTER));
            if size < 12.0 {
                rows = vec![whole.into()];
                on = false;
            }
        }
    }
    if !on {
        size = 20.0;
        y = d + 17.0;
    }
    let size = size.max(12.0);
    // Letters never stand on their head.
    let upside = |a: f64| {
        let a = (facing + a).rem_euclid(360.0);
        a > 91.0 && a < 269.0
    };
    let mut a = turn;
    if upside(turn) {
        a += 180.0;
    }
    let (letters, halo) = if on { (l.letters, l.halo) } else { (l.dark, ink::PAPER) };
    let letters = if on && u.state >= State::Disorder { l.dark } else { letters };
    let halo = if on && u.state >= State::Disorder { l.faded } else { halo };
    draw!(s, r#"<g transform="translate(0 {}) rotate({})">"#, N(y), N(a));
    let n = rows.len() as f64;
    for (i, r) in rows.iter().enumerate() {
        draw!(
            s,
            r#"<text y="{}" font-size="{}" font-weight="bold" text-anchor="middle" fill="{letters}" paint-order="stroke" stroke="{halo}" stroke-width="5" stroke-linejoin="round">{}</text>"#,
            N((i as f64 - (n - 1.0) / 2.0) * size * 1.02 + size * 0.34),
            N(size),
            Text(r)
        );
    }
    draw!(s, "</g>");
}

/// A general with his flag, or an orderly.
fn staff(s: &mut Sheet, m: &Staff) {
    let l = livery(m.side);
    let c = mm(m.base.centre());
    if !c.is_finite() {
        return;
    }
    draw!(s, r#"<g transform="translate({} {})">"#, N(c.x), N(s.fy(c.y)));
    if m.general {
        draw!(
            s,
            r#"<circle r="10" fill="{p}" stroke="{k}" stroke-width="3"/><path d="M0 0v-34h24l-6 7l6 7h-24" fill="{f}" stroke="{k}" stroke-width="2.5"/><text x="28" y="-14" font-size="20" font-style="italic" fill="{k}" paint-order="stroke" stroke="{p}" stroke-width="5" stroke-linejoin="round">{}</text>"#,
            Text(&short(&m.code, 16)),
            p = ink::PAPER,
            k = l.dark,
            f = if l.hatched { l.dark } else { l.fill }
        );
    } else {
        draw!(s, r#"<circle r="7" fill="{}" stroke="{}" stroke-width="2.5"/>"#, ink::PAPER, l.dark);
    }
    draw!(s, "</g>");
}
