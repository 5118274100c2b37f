//! The margin: title, frame, scale, north arrow and key.

use super::Shown;
use crate::field::Field;
use table::draw;
use table::pen::{N, Sheet, Text, ink, short};

/// `u` is a pixel of the finished sheet.
pub(super) fn margin(s: &mut Sheet, f: &Field, shown: &Shown<'_>, w: f64, d: f64, u: f64) {
    for (out, width) in [(3.0, 2.0), (9.0, 5.0)] {
        draw!(
            s,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="{}" stroke-width="{}"/>"#,
            N(-out * u),
            N(-out * u),
            N(w + 2.0 * out * u),
            N(d + 2.0 * out * u),
            ink::BLACK,
            N(width * u)
        );
    }
    // Ticks every 20 cm, lettered, so that places can be read off.
    let mut ticks = s.path();
    let each = 20.0f64.max((f.ground.width.max(f.ground.depth) / 400.0).ceil() * 20.0);
    let mut at = 0.0;
    while at * 10.0 <= w + 0.1 {
        let x = at * 10.0;
        ticks.to(table::v2(x, -9.0 * u)).line(table::v2(x, -18.0 * u));
        letters(s, x, d + 32.0 * u, 12.0 * u, "middle", &format!("{at}"));
        at += each;
    }
    at = 0.0;
    while at * 10.0 <= d + 0.1 {
        let y = at * 10.0;
        ticks.to(table::v2(-9.0 * u, y)).line(table::v2(-18.0 * u, y));
        letters(s, -21.0 * u, d - y + 4.0 * u, 12.0 * u, "end", &format!("{at}"));
        at += each;
    }
    s.stroke(&ticks, &format!(r#"stroke="{}" stroke-width="{}""#, ink::BLACK, N(1.5 * u)));
    draw!(
        s,
        r#"<text x="{}" y="{}" font-size="{}" text-anchor="middle" letter-spacing="{}">{}</text><text x="{}" y="{}" font-size="{}" font-style="italic" text-anchor="middle" fill="{}">{}</text>"#,
        N(w / 2.0),
        N(-58.0 * u),
        N(36.0 * u),
        N(2.0 * u),
        Text(&short(shown.title, 80)),
        N(w / 2.0),
        N(-28.0 * u),
        N(19.0 * u),
        ink::BROWN,
        Text(&shown.seat)
    );
    // North is up.
    draw!(
        s,
        r#"<g transform="translate({} {}) scale({u:.4})"><path d="M0 26V-22M-8 -8L0 -26L8 -8z" stroke="{k}" stroke-width="2.5" fill="{k}"/><text x="0" y="-30" font-size="18" text-anchor="middle">N</text></g>"#,
        N(w - 30.0 * u),
        N(-46.0 * u),
        k = ink::BLACK
    );
    // 80 cm are 1000 m.
    let (y, step) = (d + 62.0 * u, 200.0);
    for i in 0..4 {
        draw!(
            s,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{}" stroke="{k}" stroke-width="{}"/>"#,
            N(f64::from(i) * step),
            N(y),
            N(step),
            N(7.0 * u),
            if i % 2 == 0 { ink::BLACK } else { ink::PAPER },
            N(1.2 * u),
            k = ink::BLACK
        );
    }
    for i in 0..=4 {
        let x = f64::from(i) * step;
        let t = if i == 4 { "1000 m (80 cm)".to_string() } else { format!("{}", i * 250) };
        letters(s, x, y + 23.0 * u, 13.0 * u, if i == 4 { "start" } else { "middle" }, &t);
    }
    let key = "Block: code and figures · thick edge: front · diagonal: mounted · barrel and wheels: guns · flag: general · circle: orderly · dashed: U or FU";
    letters(s, w, y + 8.0 * u, 14.0 * u, "end", key);
    let steps = "Each hill step is 10 m · a grid number is 1 cm of the table";
    letters(s, w, y + 27.0 * u, 14.0 * u, "end", steps);
}

fn letters(s: &mut Sheet, x: f64, y: f64, size: f64, anchor: &str, t: &str) {
    draw!(
        s,
        r#"<text x="{}" y="{}" font-size="{}" text-anchor="{anchor}">{}</text>"#,
        N(x),
        N(y),
        N(size),
        Text(t)
    );
}
