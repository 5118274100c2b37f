//! The margin of the sheet: the frame with its numbers, title, north, scale, both armies and the legend.

use crate::blocks::{self, Cut, Placed, is_round};
use crate::pen::{N, Path, Sheet, Text, draw, short};
use crate::{LONG, MARGIN, Options, Scale, Trace, drawn, ground, say, traces, words};
use desk::board::{Arm, Board, Fact, Ground, Piece};
use std::fmt::Write as _;
use table::{V2, v2};

/// Heights of a title and of the line below it.
const TITLE: f64 = 48.0;
const SUBTITLE: f64 = 28.0;

/// Room for a scale below the frame.
const BAR: f64 = 34.0;

/// The foot of the sheet: gaps, and heights of a head, a line and a row of the legend.
const GAP: f64 = 36.0;
const HEAD: f64 = 36.0;
const LINE: f64 = 19.0;
const ROW: f64 = 34.0;

/// Widths of letters, by which lines are broken.
const LETTER: f64 = 7.0;
const SUBTITLE_LETTER: f64 = 8.6;

/// A legend's sample and the column it stands in.
const SAMPLE: (f64, f64) = (44.0, 24.0);
const ENTRY: f64 = 168.0;

const ARMS: [Arm; 8] = [
    Arm::Infantry,
    Arm::Cavalry,
    Arm::Dismounted,
    Arm::Artillery,
    Arm::Limbered,
    Arm::Wagon,
    Arm::General,
    Arm::Orderly,
];

const GROUND: [Ground; 25] = [
    Ground::Hill,
    Ground::Wood,
    Ground::Field,
    Ground::Rough,
    Ground::Marsh,
    Ground::Water,
    Ground::Beach,
    Ground::River,
    Ground::Stream,
    Ground::Road,
    Ground::Bridge,
    Ground::Ford,
    Ground::Town,
    Ground::Building,
    Ground::Fence,
    Ground::Hedge,
    Ground::Wall,
    Ground::Works,
    Ground::Abatis,
    Ground::Barricade,
    Ground::Camp,
    Ground::Digging,
    Ground::Fire,
    Ground::Boat,
    Ground::Zone,
];

/// One line of the legend.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Arm(Arm, bool),
    Ground(Ground, u32),
    Went(bool),
    Fired,
    Fought,
    Fell,
}

#[derive(Clone, Debug)]
enum Panel {
    Army {
        side: u8,
        name: String,
        lines: Vec<String>,
    },
    /// What stands over the battle and found no room under the title.
    Rest(Vec<String>),
    Legend(Vec<Entry>),
}

impl Panel {
    fn height(&self, width: f64) -> f64 {
        match self {
            Panel::Army { lines, .. } => HEAD + lines.len() as f64 * LINE,
            Panel::Rest(lines) => lines.len() as f64 * LINE,
            Panel::Legend(entries) => entries.len().div_ceil(columns(width)) as f64 * ROW,
        }
    }
}

fn columns(width: f64) -> usize {
    ((width / ENTRY) as usize).max(1)
}

/// What stands under the map, and how much room it takes.
#[derive(Clone, Debug)]
pub struct Foot {
    subtitle: String,
    panels: Vec<(V2, Panel)>,
    /// The width of a panel.
    width: f64,
    height: f64,
}

fn says(f: &Fact, joint: &str) -> String {
    let both = [&f.label, &f.says].map(ToString::to_string);
    both.into_iter().filter(|t| !t.is_empty()).collect::<Vec<_>>().join(joint)
}

fn wrapped(facts: impl Iterator<Item = String>, width: f64) -> Vec<String> {
    let letters = ((width / LETTER) as usize).max(16);
    facts
        .flat_map(|f| textwrap::wrap(&f, letters).into_iter().take(4).map(String::from).collect::<Vec<_>>())
        .collect()
}

impl Foot {
    pub fn plan(b: &Board, o: &Options<'_>, s: &Scale) -> Foot {
        let across = ((s.width + GAP) / 420.0).floor().clamp(1.0, 3.0);
        let width = (s.width - GAP * (across - 1.0)) / across;
        let (subtitle, rest) = subtitle(b, o, s);
        let side_of = |f: &&Fact| f.side.filter(|n| usize::from(*n) < o.sides.len());
        let of = |side: u8| b.facts.iter().filter(move |f| side_of(f) == Some(side)).map(|f| says(f, ": "));
        let mut columns = vec![0.0_f64; across as usize];
        let mut panels: Vec<(V2, Panel)> = Vec::new();
        let mut put = |column: usize, below_all: bool, p: Panel| {
            let y = if below_all { columns.iter().copied().fold(0.0, f64::max) } else { columns[column] };
            let high = p.height(width);
            if high > 0.0 {
                columns[column] = y + high + GAP * 0.5;
                panels.push((v2(column as f64 * (width + GAP), y), p));
            }
        };
        let last = across as usize - 1;
        for (i, name) in o.sides.iter().enumerate().take(usize::from(u8::MAX)) {
            let army = Panel::Army { side: i as u8, name: name.clone(), lines: wrapped(of(i as u8), width) };
            put(if i == 0 { 0 } else { last }, false, army);
        }
        let (middle, below) = if across > 2.0 { (1, false) } else { (0, true) };
        put(middle, below, Panel::Rest(wrapped(rest.into_iter(), width)));
        if o.legend {
            put(middle, below, Panel::Legend(entries(b, o, s)));
        }
        let height = columns.iter().copied().fold(0.0, f64::max);
        Foot { subtitle, panels, width, height }
    }
}

/// As much as has room under the title, and what is left.
fn subtitle(b: &Board, o: &Options<'_>, s: &Scale) -> (String, Vec<String>) {
    let most = (s.width / SUBTITLE_LETTER) as usize;
    let mut line = short(o.subtitle, most);
    let mut rest = Vec::new();
    let own = |f: &&Fact| f.side.is_none_or(|n| usize::from(n) >= o.sides.len());
    for f in b.facts.iter().filter(own) {
        let more = says(f, " ");
        let long = line.chars().count() + 3 + more.chars().count();
        if rest.is_empty() && long <= most {
            if !line.is_empty() {
                line.push_str(" · ");
            }
            line.push_str(&more);
        } else {
            rest.push(says(f, ": "));
        }
    }
    (line, rest)
}

fn entries(b: &Board, o: &Options<'_>, s: &Scale) -> Vec<Entry> {
    let mut all = Vec::new();
    for arm in ARMS {
        for open in [false, true] {
            if b.pieces.iter().any(|p| p.arm == arm && (p.open && !is_round(arm)) == open) {
                all.push(Entry::Arm(arm, open));
            }
        }
    }
    let lines = ground::lines(&b.features, s);
    for kind in GROUND {
        if kind == Ground::Hill {
            let steep = [false, true].into_iter().filter(|steep| ground::has_hills(&lines, *steep));
            all.extend(steep.map(|steep| Entry::Ground(kind, 1 + u32::from(steep))));
        } else if lines.iter().any(|l| l.kind == kind) {
            all.push(Entry::Ground(kind, 0));
        }
    }
    let any = |is: &dyn Fn(&Trace) -> bool| o.traces.iter().any(is);
    for back in [false, true] {
        if any(&|t| matches!(t, Trace::Went { back: b, .. } if *b == back)) {
            all.push(Entry::Went(back));
        }
    }
    for (e, is) in [
        (Entry::Fired, any(&|t| matches!(t, Trace::Fired { .. }))),
        (Entry::Fought, any(&|t| matches!(t, Trace::Fought { .. }))),
        (Entry::Fell, any(&|t| matches!(t, Trace::Fell(_)))),
    ] {
        if is {
            all.push(e);
        }
    }
    all
}

/// The table and whoever stands beside it.
fn reach(b: &Board, s: &Scale) -> (V2, V2) {
    let corners = drawn(b, s).flat_map(|p| s.corners(&p.at, p.width, p.depth));
    corners.fold((v2(0.0, 0.0), v2(s.width, s.height)), |(lo, hi), c| {
        (v2(lo.x.min(c.x), lo.y.min(c.y)), v2(hi.x.max(c.x), hi.y.max(c.y)))
    })
}

/// The stops of the shade that years have left on the paper: steps too fine to be seen; flat ones make a picture that packs
/// four times smaller than a smooth one.
pub fn shades() -> String {
    const STEPS: u32 = 12;
    let mut out = String::new();
    for i in 0..=STEPS {
        let at = |i: u32| 0.6 + 0.4 * f64::from(i) / f64::from(STEPS + 1);
        for at in [if i == 0 { 0.0 } else { at(i) }, at(i + 1)] {
            let opacity = 0.5 * f64::from(i) / f64::from(STEPS);
            let _ = write!(out, r#"<stop class="old" offset="{at:.4}" stop-opacity="{opacity:.3}"/>"#);
        }
    }
    out
}

fn has_bar(b: &Board) -> bool {
    b.scale.is_some() || b.measured
}

/// The corners of the whole sheet.
pub fn paper(b: &Board, o: &Options<'_>, s: &Scale, foot: &Foot) -> (V2, V2) {
    let (lo, hi) = reach(b, s);
    let title = if o.title.is_empty() { 0.0 } else { TITLE };
    let subtitle = if foot.subtitle.is_empty() { 0.0 } else { SUBTITLE };
    let bar = if has_bar(b) { BAR } else { 0.0 };
    (
        lo - v2(MARGIN, MARGIN + title + subtitle),
        hi + v2(MARGIN, MARGIN + bar + if foot.height > 0.0 { foot.height + GAP * 0.5 } else { 0.0 }),
    )
}

/// The frame of the table with its numbers, north and the scale.
pub fn frame(out: &mut Sheet, b: &Board, o: &Options<'_>, s: &Scale) {
    for (off, w) in [(0.0, 1.2), (9.0, 1.2), (14.0, 3.6)] {
        draw!(
            out,
            r#"<path class="neat" style="stroke-width:{w}px" d="M{a} {a}H{}V{}H{a}z"/>"#,
            N(s.width + off),
            N(s.height + off),
            a = N(-off)
        );
    }
    if o.places {
        numbers(out, s);
    }
    draw!(
        out,
        r#"<g class="rose" transform="translate({} 62)"><path class="half" d="M0 -38L9 4L0 -3Z"/><path class="full" d="M0 -38L-9 4L0 -3Z"/><path d="M0 -3V34M-7 27H7"/><text y="-43">{}</text></g>"#,
        N(s.width - 44.0),
        say!("north-mark")
    );
    if has_bar(b) {
        let y = reach(b, s).1.y + 46.0;
        bar(out, b, s, y);
    }
}

/// The largest round number not above `most`.
fn round(most: f64) -> f64 {
    let mut ten = 1e-4;
    while ten * 10.0 <= most {
        ten *= 10.0;
    }
    [5.0, 2.0].into_iter().map(|m| m * ten).find(|m| *m <= most).unwrap_or(ten)
}

fn plain(v: f64) -> String {
    let text = format!("{v:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Numbers and ticks from the south-west corner on, at a round distance.
fn numbers(out: &mut Sheet, s: &Scale) {
    let each = round(140.0 / s.k);
    let (mut ticks, mut bars) = (Path::default(), Path::default());
    let (w, h) = (s.width, s.height);
    let mut strip = |a: V2, b: V2| {
        bars.polygon(&[a, v2(b.x, a.y), b, v2(a.x, b.y)]);
    };
    for i in 0..=(LONG / (each * s.k)) as u32 {
        let n = f64::from(i) * each;
        let label = plain(n);
        // Every other half of the distance is black.
        let (from, to) = (n * s.k, (n + each / 2.0) * s.k);
        for y in [-8.0, h + 1.0].into_iter().filter(|_| from < w) {
            strip(v2(from, y), v2(to.min(w), y + 7.0));
        }
        for x in [-8.0, w + 1.0].into_iter().filter(|_| from < h) {
            strip(v2(x, h - from), v2(x + 7.0, (h - to).max(0.0)));
        }
        if n * s.k <= w + 0.1 {
            let x = n * s.k;
            ticks.stroke(v2(x, -14.0), v2(x, -19.0)).stroke(v2(x, h + 14.0), v2(x, h + 19.0));
            out.text("measure", v2(x, -23.0), &label);
            out.text("measure", v2(x, h + 31.0), &label);
        }
        if n * s.k <= h + 0.1 {
            let y = h - n * s.k;
            ticks.stroke(v2(-14.0, y), v2(-19.0, y)).stroke(v2(w + 14.0, y), v2(w + 19.0, y));
            for x in [-23.0, w + 32.0] {
                draw!(
                    out,
                    r#"<text class="measure" transform="translate({} {}) rotate(-90)">{label}</text>"#,
                    N(x),
                    N(y)
                );
            }
        }
    }
    out.path("ticks", &ticks);
    out.path("bars", &bars);
}

/// A bar of four lengths: of the ground that the table stands for, or of the table's own unit.
fn bar(out: &mut Sheet, b: &Board, s: &Scale, y: f64) {
    let (each, ends) = match &b.scale {
        Some(g) if g.length.is_finite() && g.length > 0.0 => {
            ((g.length / 4.0 * s.k).min(s.width / 5.0), vec![(4, short(&g.says.to_string(), 60))])
        }
        _ => {
            let each = round(s.width / s.k / 20.0);
            let mut marks: Vec<(u32, String)> = [0, 2].map(|i| (i, plain(f64::from(i) * each))).into();
            marks.push((4, format!("{} {}", plain(4.0 * each), b.unit)));
            (each * s.k, marks)
        }
    };
    draw!(out, r#"<g class="scale" transform="translate(0 {})">"#, N(y));
    for i in 0..4 {
        let class = if i % 2 == 0 { "full" } else { "half" };
        draw!(out, r#"<path class="{class}" d="M{} 0h{w}v6h-{w}z"/>"#, N(f64::from(i) * each), w = N(each));
    }
    for (i, says) in ends {
        let x = f64::from(i) * each;
        if i == 4 {
            draw!(out, r#"<text class="bar-end" x="{}" y="7">{}</text>"#, N(x + 8.0), Text(&says));
        } else {
            draw!(out, r#"<text class="bar" x="{}" y="-4">{}</text>"#, N(x), Text(&says));
        }
    }
    draw!(out, "</g>");
}

/// The title over the map, and the foot below it.
pub fn write(out: &mut Sheet, b: &Board, o: &Options<'_>, s: &Scale, foot: &Foot) {
    let (lo, hi) = reach(b, s);
    let middle = s.width / 2.0;
    let mut y = lo.y - MARGIN;
    if !foot.subtitle.is_empty() {
        out.text("subtitle", v2(middle, y + 18.0), &foot.subtitle);
        y -= SUBTITLE;
    }
    if !o.title.is_empty() {
        let title = short(o.title, 80);
        let size = (s.width * 1.8 / title.chars().count().max(1) as f64).clamp(12.0, 34.0);
        draw!(
            out,
            r#"<text class="title" style="font-size:{}px" x="{}" y="{}">{}</text>"#,
            N(size),
            N(middle),
            N(y + 20.0),
            Text(&title)
        );
    }
    let top = hi.y + MARGIN + if has_bar(b) { BAR } else { 0.0 };
    for (at, panel) in &foot.panels {
        let at = *at + v2(0.0, top);
        match panel {
            Panel::Army { side, name, lines } => army(out, b, at, *side, name, lines),
            Panel::Rest(lines) => write_lines(out, at, lines),
            Panel::Legend(entries) => legend(out, b, at, entries, foot.width),
        }
    }
}

fn write_lines(out: &mut Sheet, at: V2, lines: &[String]) {
    for (i, l) in lines.iter().enumerate() {
        out.text("panel-line", at + v2(0.0, 13.0 + i as f64 * LINE), l);
    }
}

/// The colours of a side: those of its first piece.
fn nation(b: &Board, side: Option<u8>) -> &str {
    let of = |p: &&Piece| side.is_none() || p.side == side;
    b.pieces.iter().find(of).map_or("", |p| &p.nation)
}

fn army(out: &mut Sheet, b: &Board, at: V2, side: u8, name: &str, lines: &[String]) {
    let cut = Cut { arm: Arm::Infantry, open: false, files: 0, side: Some(side), command: 0 };
    let placed = Placed { at: at + v2(22.0, 6.0), facing: 0.0, size: (44.0, 18.0) };
    blocks::block(out, placed, nation(b, Some(side)), &cut, None, 1);
    out.text("panel-head", at + v2(56.0, 22.0), &short(name, 40));
    write_lines(out, at + v2(0.0, HEAD), lines);
}

fn legend(out: &mut Sheet, b: &Board, at: V2, entries: &[Entry], width: f64) {
    let (w, h) = SAMPLE;
    let columns = columns(width);
    let colours = nation(b, None);
    for (i, e) in entries.iter().enumerate() {
        let corner = at + v2((i % columns) as f64 * (width / columns as f64), (i / columns) as f64 * ROW);
        let middle = corner + v2(w / 2.0, h / 2.0);
        let says = match e {
            Entry::Arm(arm, open) => {
                let cut = Cut { arm: *arm, open: *open, files: 0, side: None, command: 0 };
                let size = if is_round(*arm) { (16.0, 16.0) } else { (34.0, 16.0) };
                let placed = Placed { at: corner + v2(w / 2.0, 4.0), facing: 0.0, size };
                blocks::block(out, placed, colours, &cut, None, 1);
                if *open { words::open_order(*arm) } else { words::arm(*arm) }
            }
            Entry::Ground(kind, level) => {
                draw!(out, r#"<g transform="translate({} {})">"#, N(corner.x), N(corner.y));
                out.inked(&ground::ink_ground(&[ground::sample(*kind, *level, w, h)]));
                draw!(out, "</g>");
                words::ground(*kind, *level > 1)
            }
            Entry::Went(back) => {
                let ends = [corner + v2(2.0, h / 2.0), corner + v2(w - 4.0, h / 2.0)];
                traces::way(out, &ends, colours, *back, None);
                if *back { say!("fell-back") } else { say!("went") }
            }
            Entry::Fired => {
                traces::shot(out, corner + v2(2.0, h / 2.0), corner + v2(w - 10.0, h / 2.0));
                say!("fired")
            }
            Entry::Fought => {
                traces::swords(out, middle);
                say!("fought")
            }
            Entry::Fell => {
                traces::fallen(out, middle);
                say!("fell")
            }
        };
        out.text("panel-line", corner + v2(w + 10.0, h / 2.0 + 5.0), &says.to_string());
    }
}
