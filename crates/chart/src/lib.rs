//! The board as a printed sheet: SVG, and PNG under the feature `png`. Any book's board is drawn, as the page draws it: the same
//! sheet, the same signs, and the inks of the page's own style sheets. What is not on the board is not on the sheet.
//!
//! ```
//! # use desk::board::{Arm, Board, Piece, Spot};
//! # use words::Message;
//! let piece = Piece {
//!     side: Some(0), nation: "union".into(), arm: Arm::Infantry, label: "7NY".into(), strength: Message::verbatim("30"),
//!     at: Spot { x: 60.0, y: 40.0, facing: 0.0 }, width: 12.0, depth: 3.0,
//!     ..Piece::new("7NY")
//! };
//! let board = Board { pieces: vec![piece], ..Board::new(120.0, 80.0, Message::verbatim("cm")) };
//! let svg = chart::svg(&board, &chart::Options::default());
//! assert!(svg.starts_with("<svg") && svg.contains("7NY 30"));
//! ```

mod blocks;
mod film;
mod ground;
mod inks;
mod margin;
mod names;
mod patterns;
mod pen;
#[cfg(feature = "png")]
mod png;
#[path = "../../words/say.rs"]
pub mod speech;
mod tags;
mod traces;
mod words;

pub use film::Film;
#[cfg(feature = "png")]
pub use png::{FAMILY, PngError, png};
pub use traces::{Stand, Trace};

use desk::Game;
use desk::board::{Board, Piece, Spot};
use pen::{N, Sheet, Text, draw};
use table::{V2, v2};
use umpire::Seat;

/// What the sheet shows besides the board.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// Over the map.
    pub title: &'a str,
    /// Under the title, before what stands over the battle.
    pub subtitle: &'a str,
    /// The names of the sides, for the margin.
    pub sides: &'a [String],
    /// Explains the signs that are on the map.
    pub legend: bool,
    /// Numbers along the frame, by which places are named in orders.
    pub places: bool,
    /// Drawn over the map: who went where, who fired at whom.
    pub traces: &'a [Trace],
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { title: "", subtitle: "", sides: &[], legend: true, places: true, traces: &[] }
    }
}

/// How long the longer side of any table is on the sheet, so that inks and signs are the same for every book.
const LONG: f64 = 1600.0;

/// Paper beyond the table's edge.
const MARGIN: f64 = 56.0;

/// The way from the table (`x` east, `y` north, the book's own unit) to the sheet (`y` down).
#[derive(Clone, Copy, Debug)]
struct Scale {
    /// Units of the sheet in one unit of the table.
    k: f64,
    width: f64,
    height: f64,
}

impl Scale {
    fn of(b: &Board) -> Scale {
        let sane = |v: f64| if v.is_finite() { v.clamp(1e-3, 1e6) } else { 1.0 };
        let (w, d) = (sane(b.width), sane(b.depth));
        let k = LONG / w.max(d);
        Scale { k, width: (w * k).max(1.0), height: (d * k).max(1.0) }
    }

    fn place(&self, x: f64, y: f64) -> V2 {
        v2(x * self.k, self.height - y * self.k)
    }

    fn spot(&self, at: &Spot) -> V2 {
        self.place(at.x, at.y)
    }

    /// The corners of a block: front left, front right, rear right, rear left.
    fn corners(&self, at: &Spot, width: f64, depth: f64) -> [V2; 4] {
        let front = self.spot(at);
        let ahead = ahead(at.facing);
        let (right, back) = (rightward(ahead) * (width * self.k / 2.0), -ahead * (depth * self.k));
        [front - right, front + right, front + right + back, front - right + back]
    }
}

/// The way a bearing points on the sheet.
fn ahead(degrees: f64) -> V2 {
    let d = V2::bearing(degrees);
    v2(d.x, -d.y)
}

/// To the right of a way on the sheet, whose `y` runs down.
fn rightward(way: V2) -> V2 {
    -way.right()
}

/// What lies on the table or near enough beside it to have a place on the sheet.
fn drawn<'a>(b: &'a Board, s: &'a Scale) -> impl Iterator<Item = &'a Piece> {
    let far = v2(s.width, s.height) * 0.5;
    b.pieces.iter().filter(move |p| {
        let sizes = [p.width, p.depth, p.at.facing];
        let within = |q: V2| q.x > -far.x && q.y > -far.y && q.x < s.width + far.x && q.y < s.height + far.y;
        sizes.iter().all(|v| v.is_finite() && v.abs() < 1e4)
            && p.width >= 0.0
            && p.depth >= 0.0
            && s.corners(&p.at, p.width, p.depth).into_iter().all(|c| c.is_finite() && within(c))
    })
}

/// The board as an SVG document. Equal boards give equal bytes.
pub fn svg(board: &Board, options: &Options<'_>) -> String {
    let scale = Scale::of(board);
    let foot = margin::Foot::plan(board, options, &scale);
    let (lo, hi) = margin::paper(board, options, &scale, &foot);
    let size = hi - lo;
    let mut s = Sheet::default();
    draw!(
        s,
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="map" role="img" width="{w}" height="{h}" viewBox="{} {} {w} {h}">"#,
        N(lo.x),
        N(lo.y),
        w = N(size.x),
        h = N(size.y)
    );
    draw!(s, "<title>{}</title><style>{}</style>", Text(options.title), inks::style());
    draw!(
        s,
        r#"<defs><clipPath id="face"><rect width="{}" height="{}"/></clipPath><radialGradient id="old" cx="0.5" cy="0.45" r="0.75">{}</radialGradient></defs>"#,
        N(scale.width),
        N(scale.height),
        margin::shades()
    );
    draw!(
        s,
        r#"<rect class="sheet-edge" x="{}" y="{}" width="{}" height="{}"/><rect class="sheet-paper" width="{}" height="{}"/>"#,
        N(lo.x),
        N(lo.y),
        N(size.x),
        N(size.y),
        N(scale.width),
        N(scale.height)
    );
    draw!(
        s,
        r##"<rect x="{}" y="{}" width="{}" height="{}" fill="url(#old)"/>"##,
        N(lo.x),
        N(lo.y),
        N(size.x),
        N(size.y)
    );
    ground::grain(&mut s, &scale);
    draw!(s, r##"<g clip-path="url(#face)">"##);
    let lines = ground::lines(&board.features, &scale);
    s.inked(&ground::ink_ground(&lines));
    draw!(s, "</g>");
    margin::frame(&mut s, board, options, &scale);
    names::write(&mut s, &names::settled(&lines, board, &scale));
    traces::ways(&mut s, options.traces, &scale);
    let pieces: Vec<&Piece> = drawn(board, &scale).collect();
    // A general may stand among his troops and must be seen.
    for general in [false, true] {
        for p in pieces.iter().filter(|p| blocks::is_round(p.arm) == general) {
            blocks::draw_piece(&mut s, p, &scale);
        }
    }
    traces::strikes(&mut s, options.traces, &scale);
    tags::write(&mut s, &pieces, &scale, (lo, hi));
    margin::write(&mut s, board, options, &scale, &foot);
    draw!(s, "</svg>");
    s.out
}

/// The map of a battle as a seat may have it.
pub fn map(game: &dyn Game, seat: Seat, title: &str) -> String {
    let sides = game.sides();
    let subtitle = words::seen_by(seat, &sides).to_string();
    svg(&game.board(seat), &Options { title, subtitle: &subtitle, sides: &sides, ..Options::default() })
}
