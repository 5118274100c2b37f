//! The margin of the sheet: frame with its measure, title, north, scale, both armies and the legend. Laid out in pixels
//! of the finished picture, from the map's upper left corner.

use super::action;
use super::ground;
use super::troops::{Block, Livery, block, livery};
use super::{PictureOptions, WIDE};
use crate::event::EventKind;
use crate::field::{CampState, Edge, Field, Side};
use crate::terrain::{Area, Feature, Outline, River, Road};
use crate::troop::Troop;
use crate::words;
use table::draw;
use table::pen::{N, Sheet, Text, ink, short};
use table::{Base, Ellipse, Polyline, Pose, v2};

/// What stands under the map, and how much room it takes.
pub(super) struct Foot {
    entries: Vec<Entry>,
    caption: Vec<String>,
    panel: f64,
    pub height: f64,
}

#[derive(Clone, Copy)]
enum Entry {
    Arm(Troop),
    Ground(Feature),
    River,
    Road,
    Waterway,
    Moved,
    FellBack,
    Shot,
    Fought,
    Lost,
    Demoralised,
}

const ROW: f64 = 41.0;
const COLUMNS: usize = 3;
const HEAD: f64 = 66.0;
/// Left edges of the three panels, and the width of an army's.
const PANELS: [f64; 3] = [0.0, 476.0, 1060.0];
const ARMY: f64 = WIDE - PANELS[2];
const COMMAND: f64 = 52.0;

/// Breaks words into lines of at most so many letters.
fn lines(text: &str, most: usize, rows: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for w in text.split_whitespace() {
        let w = short(w, most);
        match out.last_mut() {
            Some(l) if l.chars().count() + 1 + w.chars().count() <= most => {
                l.push(' ');
                l.push_str(&w);
            }
            _ => out.push(w),
        }
    }
    if out.len() > rows {
        out.truncate(rows);
        if let Some(l) = out.last_mut() {
            l.push_str(" …");
        }
    }
    out
}

impl Foot {
    pub fn plan(f: &Field, o: &PictureOptions) -> Foot {
        let mut entries = Vec::new();
        if o.legend {
            for t in Troop::ALL {
                if f.all().any(|e| e.troop == t) {
                    entries.push(Entry::Arm(t));
                }
            }
            if f.armies.iter().flat_map(|a| &a.commands).any(|c| c.demoralised) {
                entries.push(Entry::Demoralised);
            }
            for k in [
                Feature::GentleHill,
                Feature::SteepHill,
                Feature::Wood,
                Feature::Marsh,
                Feature::RoughGround,
                Feature::Dunes,
                Feature::Oasis,
                Feature::Fields,
                Feature::Settlement,
            ] {
                if f.terrain.areas.iter().any(|a| a.feature == k) {
                    entries.push(Entry::Ground(k));
                }
            }
            if !f.terrain.rivers.is_empty() {
                entries.push(Entry::River);
            }
            if !f.terrain.roads.is_empty() {
                entries.push(Entry::Road);
            }
            if f.terrain.waterway.is_some() {
                entries.push(Entry::Waterway);
            }
            let any = |is: fn(&EventKind) -> bool| o.last_events.iter().any(|e| is(&e.kind));
            let went = |back: bool| {
                o.last_events.iter().any(
                    |e| matches!(&e.kind, EventKind::Goes { why, .. } if action::falls_back(*why) == back),
                )
            };
            if went(false) {
                entries.push(Entry::Moved);
            }
            if went(true) {
                entries.push(Entry::FellBack);
            }
            if any(|k| matches!(k, EventKind::Shooting { .. })) {
                entries.push(Entry::Shot);
            }
            if any(|k| matches!(k, EventKind::CloseCombat { .. })) {
                entries.push(Entry::Fought);
            }
            if any(|k| matches!(k, EventKind::Lost { .. })) {
                entries.push(Entry::Lost);
            }
        }
        let caption = o.caption.map_or(Vec::new(), |c| lines(c, 150, 4));
        let rows = entries.len().div_ceil(COLUMNS) as f64;
        let commands = f.armies.iter().map(|a| a.commands.len().min(12)).max().unwrap_or(0) as f64;
        let panel = (HEAD + 10.0 + rows * ROW).max(HEAD + commands * COMMAND);
        let height = panel + 24.0 + caption.len() as f64 * 30.0;
        Foot { entries, caption, panel, height }
    }
}

/// The frame, the title over it and everything under it.
pub(super) fn margin(s: &mut Sheet, f: &Field, o: &PictureOptions, foot: &Foot, per_pace: f64) {
    let (w, h) = (f.width * per_pace, f.depth * per_pace);
    frame(s, f, per_pace, o.blue);
    title(s, f, o);
    let top = h + 58.0;
    draw!(s, r#"<g transform="translate(0 {})">"#, N(top));
    army(s, f, Side::A, livery(Side::A, o.blue));
    army(s, f, Side::B, livery(Side::B, o.blue));
    scale_bar(s, (PANELS[1] + PANELS[2]) / 2.0 - 30.0, per_pace);
    legend(s, f, foot, o.blue);
    for (i, l) in foot.caption.iter().enumerate() {
        draw!(
            s,
            r#"<text x="{}" y="{}" font-size="22" font-style="italic" text-anchor="middle">{}</text>"#,
            N(w / 2.0),
            N(foot.panel + 22.0 + 30.0 * i as f64),
            Text(l)
        );
    }
    draw!(s, "</g>");
}

/// The measure round the map: alternating bars, numbered in paces from the south-west corner.
fn frame(s: &mut Sheet, f: &Field, k: f64, blue: Side) {
    let (w, h) = (f.width * k, f.depth * k);
    let mut step = 100.0;
    while step * k < 88.0 {
        step *= 2.0;
    }
    // Each side's base edge in its own ink, solid or hatched.
    for side in Side::BOTH {
        let l = livery(side, blue);
        let y = if f.army(side).edge == Edge::South { h - 5.0 } else { 0.0 };
        draw!(
            s,
            r#"<path d="M0 {y}h{w}v5h-{w}z" fill="{}"{}/>"#,
            l.dark,
            if l.hatched { r#" fill-opacity="0.75""# } else { "" },
            y = N(y),
            w = N(w)
        );
    }
    for (off, width) in [(0.0, 1.6), (11.0, 1.6), (17.0, 3.5)] {
        draw!(
            s,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="{}" stroke-width="{width}"/>"#,
            N(-off),
            N(-off),
            N(w + 2.0 * off),
            N(h + 2.0 * off),
            ink::BLACK
        );
    }
    let mut bars = String::new();
    let mut numbers = String::new();
    for (long, is_x) in [(f.width, true), (f.depth, false)] {
        let n = (long / (step / 2.0)).ceil().min(400.0) as u32;
        for i in 0..n {
            let a = f64::from(i) * step / 2.0;
            let b = (a + step / 2.0).min(long);
            if i % 2 == 0 {
                use std::fmt::Write as _;
                let _ = if is_x {
                    let (a, b) = (N(a * k), N((b - a) * k));
                    write!(bars, "M{a} -10h{b}v9h-{b}zM{a} {}h{b}v9h-{b}z", N(h + 1.0))
                } else {
                    let (a, b) = (N(h - b * k), N((b - a) * k));
                    write!(bars, "M-10 {a}h9v{b}h-9zM{} {a}h9v{b}h-9z", N(w + 1.0))
                };
                if i > 0 && a < long - step * 0.2 {
                    let _ = if is_x {
                        write!(
                            numbers,
                            r#"<text x="{x}" y="-24">{a:.0}</text><text x="{x}" y="{}">{a:.0}</text>"#,
                            N(h + 36.0),
                            x = N(a * k)
                        )
                    } else {
                        write!(
                            numbers,
                            r#"<text transform="translate(-24 {y}) rotate(-90)">{a:.0}</text><text transform="translate({} {y}) rotate(-90)">{a:.0}</text>"#,
                            N(w + 36.0),
                            y = N(h - a * k)
                        )
                    };
                }
            }
        }
    }
    draw!(s, r#"<path d="{bars}" fill="{}"/>"#, ink::BLACK);
    draw!(s, r#"<g font-size="15" text-anchor="middle" fill="{}">{numbers}</g>"#, ink::BROWN);
}

fn title(s: &mut Sheet, f: &Field, o: &PictureOptions) {
    let own = words::map_title(f);
    let title = o.title.unwrap_or(&own);
    let title = short(title, 64);
    let size = (1500.0 / title.chars().count().max(1) as f64).clamp(26.0, 46.0);
    draw!(
        s,
        r#"<text x="{}" y="-82" font-size="{}" font-weight="700" letter-spacing="2" text-anchor="middle">{}</text>"#,
        N(WIDE / 2.0),
        N(size),
        Text(&title)
    );
    draw!(
        s,
        r#"<text x="{}" y="-48" font-size="24" font-style="italic" text-anchor="middle">{}</text>"#,
        N(WIDE / 2.0),
        Text(&short(&words::map_subtitle(f), 110))
    );
    // Whose turn it is, also as a sign: his block with the number of the turn.
    draw!(s, r#"<g transform="translate(62 -112) scale(0.86)">"#);
    let label = f.bound.to_string();
    block(
        s,
        &Block {
            troop: Troop::Camp,
            width: 124.0,
            depth: 70.0,
            livery: livery(f.active, o.blue),
            demoralised: false,
            label: "",
            flip: false,
            pips: 0,
        },
    );
    draw!(
        s,
        r#"<text x="0" y="56" font-size="44" font-weight="700" text-anchor="middle" fill="{}" paint-order="stroke" stroke="{}" stroke-width="8" stroke-linejoin="round">{}</text></g>"#,
        livery(f.active, o.blue).sign,
        livery(f.active, o.blue).fill,
        Text(&label)
    );
    // North.
    draw!(
        s,
        r##"<g transform="translate({} -78)" stroke="{k}" stroke-linejoin="round"><circle r="27" fill="none" stroke-width="1.6"/><circle r="23" fill="none" stroke-width="0.8"/><path d="M0-37L9 0H-9z" fill="{k}" stroke-width="1.5"/><path d="M0 37L9 0H-9z" fill="{p}" stroke-width="1.5"/><path d="M-30 0H-9M9 0H30" stroke-width="1.6"/></g><text x="{}" y="-62" font-size="30" font-weight="700" text-anchor="middle">{}</text>"##,
        N(WIDE - 44.0),
        N(WIDE - 96.0),
        words::map::NORTH,
        k = ink::BLACK,
        p = ink::PAPER
    );
}

/// An army: its name and strength, each command with a box for every element, crossed out when lost.
fn army(s: &mut Sheet, f: &Field, side: Side, l: Livery) {
    let a = f.army(side);
    let x = if side == Side::A { PANELS[0] } else { PANELS[2] };
    draw!(s, r#"<g transform="translate({} 0)">"#, N(x));
    draw!(s, r#"<g transform="translate(34 4) scale(0.4)">"#);
    block(
        s,
        &Block {
            troop: Troop::Rifles,
            width: 160.0,
            depth: 90.0,
            livery: l,
            demoralised: false,
            label: if side == Side::A { "A" } else { "B" },
            flip: false,
            pips: 0,
        },
    );
    draw!(s, "</g>");
    draw!(
        s,
        r#"<text x="78" y="22" font-size="{}" font-weight="700" fill="{}">{}</text>"#,
        N(((ARMY - 78.0) / 0.54 / a.name.chars().count().clamp(1, 40) as f64).clamp(17.0, 27.0)),
        l.dark,
        Text(&short(&a.name, 36))
    );
    let mut state = words::map_army(f, side);
    if let Some(c) = &a.camp {
        if c.state != CampState::Holds {
            state = format!("{state}, camp {}", words::camp_state(c.state));
        }
    }
    draw!(s, r#"<text x="78" y="44" font-size="18" font-style="italic">{}</text>"#, Text(&state));
    draw!(s, r#"<path d="M0 55H{}" stroke="{}" stroke-width="1.6"/>"#, N(ARMY), ink::BROWN);
    for (i, c) in a.commands.iter().take(12).enumerate() {
        let y = HEAD + COMMAND * i as f64;
        for k in 0..=i.min(5) {
            draw!(
                s,
                r#"<circle cx="{}" cy="{}" r="3.4" fill="{}"/>"#,
                N(6.0 + 10.0 * k as f64),
                N(y + 9.0),
                l.dark
            );
        }
        draw!(
            s,
            r#"<text x="{}" y="{}" font-size="19">{}</text>"#,
            N(18.0 + 10.0 * i.min(5) as f64),
            N(y + 15.0),
            Text(&short(&c.name, 30))
        );
        if c.demoralised {
            draw!(
                s,
                r#"<text x="{}" y="{}" font-size="17" font-weight="700" letter-spacing="1" text-anchor="end" fill="{}">{}</text>"#,
                N(ARMY),
                N(y + 15.0),
                ink::FIRE,
                words::map::DEMORALISED.to_uppercase()
            );
        }
        let n = usize::from(c.strength).min(120);
        let size = (ARMY / n.max(1) as f64 - 3.0).clamp(1.0, 15.0);
        let (mut standing, mut lost) = (String::new(), String::new());
        for k in 0..n {
            use std::fmt::Write as _;
            let (x, y) = (k as f64 * (size + 3.0), y + 23.0);
            let gone = k + usize::from(c.lost) >= usize::from(c.strength);
            let to = if gone { &mut lost } else { &mut standing };
            let _ = write!(to, "M{} {}h{z}v{z}h-{z}z", N(x), N(y), z = N(size));
            if gone {
                let _ = write!(to, "l{z} {z}m-{z} 0l{z} -{z}", z = N(size));
            }
        }
        draw!(
            s,
            r#"<path d="{standing}" fill="{d}" stroke="{d}"{}/>"#,
            if c.demoralised { r#" fill-opacity="0.35""# } else { "" },
            d = l.dark
        );
        draw!(s, r#"<path d="{lost}" fill="none" stroke="{}" stroke-width="1.4"/>"#, ink::FIRE);
    }
    draw!(s, "</g>");
}

fn scale_bar(s: &mut Sheet, middle: f64, k: f64) {
    let mut step = 100.0;
    while step * k < 60.0 {
        step *= 2.0;
    }
    let (n, long) = (4u32, 4.0 * step * k);
    draw!(s, r#"<g transform="translate({} 0)">"#, N(middle - long / 2.0));
    for i in 0..n {
        let x = f64::from(i) * step * k;
        draw!(
            s,
            r#"<rect x="{}" y="20" width="{}" height="8" fill="{}" stroke="{}" stroke-width="1.4"/>"#,
            N(x),
            N(step * k),
            if i % 2 == 0 { ink::BLACK } else { ink::PAPER },
            ink::BLACK
        );
    }
    for i in 0..=n {
        let x = f64::from(i) * step * k;
        draw!(
            s,
            r#"<text x="{}" y="14" font-size="15" text-anchor="middle">{:.0}</text>"#,
            N(x),
            f64::from(i) * step
        );
    }
    draw!(
        s,
        r#"<text x="{}" y="28" font-size="17" font-style="italic">{}</text><text x="{}" y="47" font-size="15" font-style="italic" text-anchor="middle" fill="{}">{}</text></g>"#,
        N(long + 14.0),
        words::map::PACES,
        N(long / 2.0),
        ink::BROWN,
        Text(&words::map_scale())
    );
}

fn legend(s: &mut Sheet, f: &Field, foot: &Foot, blue: Side) {
    let wide = (PANELS[2] - PANELS[1] - 44.0) / COLUMNS as f64;
    let rows = foot.entries.len().div_ceil(COLUMNS).max(1);
    let depth = s.depth;
    // Samples are drawn about their own origin.
    s.depth = 0.0;
    for (i, e) in foot.entries.iter().enumerate() {
        let (x, y) = (PANELS[1] + (i / rows) as f64 * wide, HEAD + 6.0 + (i % rows) as f64 * ROW);
        draw!(s, r#"<g transform="translate({} {}) scale(0.32)">"#, N(x + 28.0), N(y + 15.0));
        let says = sample(s, f, *e, blue);
        draw!(s, "</g>");
        draw!(s, r#"<text x="{}" y="{}" font-size="17">{}</text>"#, N(x + 66.0), N(y + 21.0), Text(says));
    }
    s.depth = depth;
}

/// Draws a sample about the origin, some 160 by 90 paces, and says what it is.
fn sample(s: &mut Sheet, f: &Field, e: Entry, blue: Side) -> &'static str {
    let l = livery(blue, blue);
    let arm = |troop: Troop, demoralised: bool| {
        let st = troop.stats();
        Block {
            troop,
            width: st.width,
            depth: st.depth,
            livery: l,
            demoralised,
            label: "",
            flip: false,
            pips: 0,
        }
    };
    match e {
        Entry::Arm(t) => {
            let b = arm(t, false);
            let fit = (100.0 / b.depth).min(1.0);
            draw!(s, r#"<g transform="scale({fit:.3}) translate(0 {})">"#, N(-b.depth / 2.0));
            block(s, &b);
            draw!(s, "</g>");
            words::arm(t)
        }
        Entry::Demoralised => {
            draw!(s, r#"<g transform="translate(0 -40)">"#);
            block(s, &arm(Troop::Rifles, true));
            draw!(s, "</g>");
            words::map::DEMORALISED
        }
        Entry::Ground(feature) => {
            let outline =
                Outline::Oval(Ellipse { centre: v2(0.0, 0.0), axis: v2(1.0, 0.0), a: 84.0, b: 50.0 });
            ground::area(s, &Area { feature, outline, name: String::new() }, 3, &|_, _| true);
            words::feature(feature)
        }
        Entry::River => {
            let line = Polyline::new(vec![v2(-58.0, -12.0), v2(0.0, 12.0), v2(58.0, -6.0)]);
            ground::river(s, &River::new(line, 56.0));
            words::map::RIVER
        }
        Entry::Road => {
            let line = Polyline::new(vec![v2(-62.0, -8.0), v2(62.0, 8.0)]);
            let width = f.terrain.roads.first().map_or(40.0, |r| r.width.clamp(20.0, 70.0));
            ground::roads(s, &[Road::new(line, width)]);
            words::map::ROAD
        }
        Entry::Waterway => {
            draw!(
                s,
                r#"<rect x="-84" y="-45" width="168" height="90" fill="{}"/><path d="M-80-45V45M-68-45V45M-54-45V45M-36-45V45M-14-45V45M14-45V45M48-45V45" stroke="{}" stroke-width="3"/>"#,
                ink::WATER_WASH,
                ink::WATER
            );
            words::map::WATERWAY
        }
        Entry::Moved => {
            action::arrow(s, v2(-80.0, 0.0), v2(80.0, 0.0), l.dark, false);
            words::map::MOVED
        }
        Entry::FellBack => {
            action::arrow(s, v2(-80.0, 0.0), v2(80.0, 0.0), l.dark, true);
            words::map::FELL_BACK
        }
        Entry::Shot => {
            action::shot(s, v2(-80.0, 0.0), v2(55.0, 0.0), false);
            action::burst(s, v2(55.0, 0.0));
            words::map::SHOT
        }
        Entry::Fought => {
            action::swords(s, v2(0.0, 0.0));
            words::map::FOUGHT
        }
        Entry::Lost => {
            action::fallen(s, &Base::new(Pose { x: 0.0, y: 40.0, facing: 0.0 }, 160.0, 80.0));
            words::map::LOST
        }
    }
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn captions_break_at_words() {
        assert_eq!(lines("one two three", 7, 4), ["one two", "three"]);
        assert_eq!(lines("a b c d", 1, 2), ["a", "b …"]);
        assert!(lines("   ", 5, 2).is_empty());
    }
}
