//! Laying the battlefield: what a scenario or the defender writes, and whether the book allows it (terrain.3 to
//! terrain.14, linear.1, waterway.1, waterway.3, river.1, road.1, bigbattle.2, bigbattle.5, dba.39, dba.59).

mod areas;
mod counts;
mod lines;
mod read;

use self::areas::{apart, apart_one, area};
use self::counts::counts;
use self::lines::{joined, river, road, settlement_road};
pub(super) use self::read::read;
use super::board::Board;
use super::tables::{TypeRow, tables};
use crate::say;
use crate::terrain::{Area, Feature, Outline, River, Road, Terrain, Waterway};
use crate::{clause, reading};
pub use muster::At;
use muster::Mistake;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{EPS, Ellipse, Polyline, Rect, V2, v2};
use umpire::{Clause, Readings, Refusal};
use words::Message;

/// Global terrain types (terrain.3, table `terrain-types`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TerrainKind {
    Farmland,
    Woodland,
    Mountains,
    Steppe,
    Desert,
    Tropics,
    Coast,
}

impl TerrainKind {
    pub const ALL: [TerrainKind; 7] = [
        TerrainKind::Farmland,
        TerrainKind::Woodland,
        TerrainKind::Mountains,
        TerrainKind::Steppe,
        TerrainKind::Desert,
        TerrainKind::Tropics,
        TerrainKind::Coast,
    ];

    /// The name of its row in the book's table.
    pub fn name(self) -> &'static str {
        match self {
            TerrainKind::Farmland => "farmland",
            TerrainKind::Woodland => "woodland",
            TerrainKind::Mountains => "mountains",
            TerrainKind::Steppe => "steppe",
            TerrainKind::Desert => "desert",
            TerrainKind::Tropics => "tropics",
            TerrainKind::Coast => "coast",
        }
    }

    /// Its row of the table.
    pub fn row(self) -> &'static TypeRow {
        tables().types.iter().find(|t| t.name == self.name()).expect("every type has its row")
    }
}

impl std::fmt::Display for TerrainKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
words::coded!(TerrainKind);

/// The outline of an area feature (terrain.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    #[default]
    Oval,
    Rectangle,
}

fn east() -> f64 {
    90.0
}

/// An area feature as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AreaSpec {
    pub kind: Feature,
    /// The middle.
    pub x: f64,
    pub y: f64,
    pub length: f64,
    pub width: f64,
    /// Of the long axis; 90 is east-west.
    #[serde(default = "east")]
    pub bearing: f64,
    #[serde(default)]
    pub shape: Shape,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip)]
    #[schemars(skip)]
    pub at: At,
}

/// A river or a road as it is written: the bends of its middle line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LineSpec {
    pub points: Vec<[f64; 2]>,
    pub width: f64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip)]
    #[schemars(skip)]
    pub at: At,
}

/// A side edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SideEdge {
    West,
    East,
}

/// A waterway as it is written (waterway.1, waterway.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaterwaySpec {
    pub side: SideEdge,
    pub depth: f64,
    #[serde(default)]
    pub beach: bool,
    #[serde(skip)]
    #[schemars(skip)]
    pub at: At,
}

/// A whole battlefield as a scenario or the defender writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainSpec {
    #[serde(rename = "type")]
    pub kind: TerrainKind,
    #[serde(default, rename = "area", skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<AreaSpec>,
    #[serde(default, rename = "river", skip_serializing_if = "Vec::is_empty")]
    pub rivers: Vec<LineSpec>,
    #[serde(default, rename = "road", skip_serializing_if = "Vec::is_empty")]
    pub roads: Vec<LineSpec>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waterway: Option<WaterwaySpec>,
    #[serde(skip)]
    #[schemars(skip)]
    pub at: At,
}

/// Every type with its name in scenarios.
pub(super) const KINDS: [(&str, TerrainKind); 7] = [
    ("farmland", TerrainKind::Farmland),
    ("woodland", TerrainKind::Woodland),
    ("mountains", TerrainKind::Mountains),
    ("steppe", TerrainKind::Steppe),
    ("desert", TerrainKind::Desert),
    ("tropics", TerrainKind::Tropics),
    ("coast", TerrainKind::Coast),
];

/// A feature's name in the book's tables.
pub fn feature_name(f: Feature) -> &'static str {
    match f {
        Feature::GentleHill => "gentle hills",
        Feature::SteepHill => "steep hills",
        Feature::Wood => "wood",
        Feature::Marsh => "marsh",
        Feature::RoughGround => "rough ground",
        Feature::Dunes => "dunes",
        Feature::Oasis => "oasis",
        Feature::Fields => "fields",
        Feature::Settlement => "settlement",
    }
}

/// A feature as one speaks of it in a scenario.
pub fn in_words(f: Feature) -> Message {
    match f {
        Feature::GentleHill => say!("a-gentle-hill"),
        Feature::SteepHill => say!("a-steep-hill"),
        Feature::Wood => say!("a-wood"),
        Feature::Marsh => say!("a-marsh"),
        Feature::RoughGround => say!("a-rough-ground"),
        Feature::Dunes => say!("some-dunes"),
        Feature::Oasis => say!("an-oasis"),
        Feature::Fields => say!("some-fields"),
        Feature::Settlement => say!("a-settlement"),
    }
}

/// Every area feature with its name in scenarios.
pub const FEATURES: [(&str, Feature); 9] = [
    ("gentle_hill", Feature::GentleHill),
    ("steep_hill", Feature::SteepHill),
    ("wood", Feature::Wood),
    ("marsh", Feature::Marsh),
    ("rough_ground", Feature::RoughGround),
    ("dunes", Feature::Dunes),
    ("oasis", Feature::Oasis),
    ("fields", Feature::Fields),
    ("settlement", Feature::Settlement),
];

/// What the terrain type calls for, with plain hills spelled out.
fn expand(names: &[String], readings: &Readings) -> Vec<&'static str> {
    let mut out = Vec::new();
    for n in names {
        match n.as_str() {
            "hills" => {
                out.push("gentle hills");
                if readings.is(reading!("plain-hills", "either")) {
                    out.push("steep hills");
                }
            }
            "river" => out.push("river"),
            "road" => out.push("road"),
            "waterway" => out.push("waterway"),
            other => out.extend(FEATURES.iter().map(|(_, f)| feature_name(*f)).filter(|f| *f == other)),
        }
    }
    out
}

/// The features a terrain type has present and possible, by their names in the tables.
pub fn called_for(kind: TerrainKind, readings: &Readings) -> (Vec<&'static str>, Vec<&'static str>) {
    let row = kind.row();
    (expand(&row.present, readings), expand(&row.possible, readings))
}

/// No place on any table is further off than this.
const FAR: f64 = 1.0e6;
/// More pieces or bends than this are no battlefield.
const MANY: usize = 200;

fn sane(n: f64) -> bool {
    n.is_finite() && n.abs() <= FAR
}

impl AreaSpec {
    pub fn outline(&self) -> Outline {
        match self.shape {
            Shape::Oval => {
                // dba.45: the crest of a circular hill runs parallel to the long table edges.
                let axis = if (self.length - self.width).abs() <= EPS {
                    v2(1.0, 0.0)
                } else {
                    V2::bearing(self.bearing)
                };
                Outline::Oval(Ellipse {
                    centre: v2(self.x, self.y),
                    axis,
                    a: self.length / 2.0,
                    b: self.width / 2.0,
                })
            }
            Shape::Rectangle => Outline::Box(Rect {
                centre: v2(self.x, self.y),
                dir: V2::bearing(self.bearing),
                half_width: self.width / 2.0,
                half_depth: self.length / 2.0,
            }),
        }
    }

    fn area(&self) -> Area {
        Area { feature: self.kind, outline: self.outline(), name: self.name.clone() }
    }

    /// How a message calls it.
    fn called(&self) -> Message {
        let kind = in_words(self.kind);
        if self.name.is_empty() {
            say!("feature-at", kind, x = ::words::whole(self.x), y = ::words::whole(self.y))
        } else {
            say!("feature-named", name = &self.name, kind)
        }
    }
}

impl LineSpec {
    fn line(&self) -> Polyline {
        Polyline::new(self.points.iter().map(|p| v2(p[0], p[1])).collect())
    }
}

impl TerrainSpec {
    /// A battlefield of a type with nothing on it yet.
    pub fn bare(kind: TerrainKind) -> TerrainSpec {
        TerrainSpec {
            kind,
            areas: Vec::new(),
            rivers: Vec::new(),
            roads: Vec::new(),
            waterway: None,
            at: At(None),
        }
    }

    /// How many pieces lie on it.
    pub fn pieces(&self) -> usize {
        self.areas.len() + self.rivers.len() + self.roads.len() + usize::from(self.waterway.is_some())
    }

    /// The ground as the rules read it. Call only for what [`sanity`] found sane.
    pub fn build(&self, board: &Board) -> Terrain {
        Terrain {
            areas: self.areas.iter().map(AreaSpec::area).collect(),
            rivers: self.rivers.iter().map(|r| River::new(r.line(), r.width)).collect(),
            roads: self.roads.iter().map(|r| Road::new(r.line(), r.width)).collect(),
            waterway: self.waterway.as_ref().map(|w| Waterway {
                west: w.side == SideEdge::West,
                depth: w.depth,
                beach: w.beach,
                water: water(board, w, w.depth),
            }),
        }
    }
}

/// The band along the waterway's edge to that depth: it covers the whole edge (waterway.1).
fn water(board: &Board, w: &WaterwaySpec, depth: f64) -> Rect {
    let (lo, hi) = match w.side {
        SideEdge::West => (0.0, depth),
        SideEdge::East => (board.width - depth, board.width),
    };
    Rect::upright(v2(lo, 0.0), v2(hi, board.depth))
}

/// What no house rule waives: numbers that are numbers, pieces on the table.
pub fn sanity(board: &Board, t: &TerrainSpec) -> Vec<Mistake> {
    let mut out = Vec::new();
    if t.pieces() > MANY {
        out.push(
            Mistake::new(t.at.0.clone(), say!("pieces-of-terrain", pieces = t.pieces()))
                .right(say!("at-most", many = MANY)),
        );
        return out;
    }
    for a in &t.areas {
        if ![a.x, a.y, a.length, a.width, a.bearing].into_iter().all(sane)
            || a.length <= 0.0
            || a.width <= 0.0
        {
            out.push(
                Mistake::new(a.at.0.clone(), say!("area-feature-needs-x-y"))
                    .right(say!("sizes-above-0-places-table")),
            );
        } else if !on_table(board, &a.outline()) {
            out.push(
                Mistake::new(a.at.0.clone(), say!("reaches-over-the-table-edge", called = a.called()))
                    .right(say!(
                        "area-features-lie-wholly-table",
                        width = ::words::whole(board.width),
                        depth = ::words::whole(board.depth)
                    ))
                    .by(clause!("dba.59")),
            );
        }
    }
    for (what, l) in lines(t) {
        if !(2..=MANY).contains(&l.points.len())
            || !l.points.iter().flatten().all(|n| sane(*n))
            || !sane(l.width)
            || l.width <= 0.0
        {
            out.push(
                Mistake::new(l.at.0.clone(), say!("line-needs-points", what))
                    .right(say!("points-600-0-700-2400")),
            );
            continue;
        }
        if l.points.iter().any(|p| !within(board, v2(p[0], p[1]))) {
            out.push(
                Mistake::new(l.at.0.clone(), say!("line-leaves-table", what = &what))
                    .right(say!(
                        "points-0-0",
                        width = ::words::whole(board.width),
                        depth = ::words::whole(board.depth)
                    ))
                    .by(clause!("linear.1")),
            );
        }
        if l.line().segments().any(|(a, b)| a.dist(b) < 1.0) {
            out.push(Mistake::new(l.at.0.clone(), say!("line-points-coincide", what)));
        }
    }
    if let Some(w) = &t.waterway {
        if !sane(w.depth) || w.depth <= 0.0 || w.depth >= board.width {
            out.push(Mistake::new(w.at.0.clone(), say!("waterways-depth-no-sensible-number")));
        }
    }
    out
}

fn lines(t: &TerrainSpec) -> impl Iterator<Item = (Message, &LineSpec)> {
    t.rivers.iter().map(|r| (say!("the-river"), r)).chain(t.roads.iter().map(|r| (say!("the-road"), r)))
}

fn within(board: &Board, p: V2) -> bool {
    p.x >= -EPS && p.y >= -EPS && p.x <= board.width + EPS && p.y <= board.depth + EPS
}

fn bounds(o: &Outline) -> (V2, V2) {
    match o {
        Outline::Oval(e) => e.bounds(),
        Outline::Box(r) => r.bounds(),
    }
}

fn on_table(board: &Board, o: &Outline) -> bool {
    let (lo, hi) = bounds(o);
    within(board, lo) && within(board, hi)
}

/// Everything that is wrong with a battlefield by the book. `home` is the type that the defender's homeland or the
/// scenario demands.
pub fn check(board: &Board, readings: &Readings, home: Option<TerrainKind>, t: &TerrainSpec) -> Vec<Mistake> {
    let mut out = sanity(board, t);
    if out.is_empty() {
        kind_and_counts(board, readings, home, t, &mut out);
        pieces(board, readings, t, &mut out);
    }
    out
}

/// The same without counting, for a file of which some pieces could not be read.
pub(super) fn check_pieces(board: &Board, readings: &Readings, t: &TerrainSpec) -> Vec<Mistake> {
    let mut out = sanity(board, t);
    if out.is_empty() {
        pieces(board, readings, t, &mut out);
    }
    out
}

fn kind_and_counts(
    board: &Board,
    readings: &Readings,
    home: Option<TerrainKind>,
    t: &TerrainSpec,
    out: &mut Vec<Mistake>,
) {
    let home =
        home.or_else(|| readings.is(reading!("homeland", "farmland")).then_some(TerrainKind::Farmland));
    if let Some(home) = home.filter(|h| *h != t.kind) {
        out.push(
            Mistake::new(t.at.0.clone(), say!("battlefield", kind = &t.kind))
                .right(say!("defenders-homeland", home))
                .by(clause!("terrain.3")),
        );
    }
    counts(board, readings, t, out);
}

fn pieces(board: &Board, readings: &Readings, t: &TerrainSpec, out: &mut Vec<Mistake>) {
    for a in &t.areas {
        area(board, readings, a, out);
    }
    apart(board, readings, t, out);
    if let Some(w) = &t.waterway {
        let [least, most] = tables().waterway;
        if w.depth < least - EPS || w.depth > most + EPS {
            out.push(
                Mistake::new(w.at.0.clone(), say!("waterway-p-deep", depth = ::words::whole(w.depth)))
                    .right(say!("from-to-p", least = ::words::whole(least), most = ::words::whole(most)))
                    .by(clause!("waterway.1")),
            );
        }
    }
    for (i, r) in t.rivers.iter().enumerate() {
        river(board, readings, t, i, r, out);
    }
    joined(board, readings, t, out);
    for r in &t.roads {
        road(board, readings, t, r, out);
    }
    settlement_road(readings, t, out);
}

/// The defender's answer: the same check as for a scenario; the first mistake refuses it.
pub fn lay(
    board: &Board,
    readings: &Readings,
    home: Option<TerrainKind>,
    answer: &serde_json::Value,
) -> Result<TerrainSpec, Refusal> {
    let t: TerrainSpec = umpire::read_value(answer)
        .map_err(|e| Refusal::form(say!("terrain-cannot-be-read", why = e.message())))?;
    match check(board, readings, home, &t).into_iter().next() {
        None => Ok(t),
        Some(m) => {
            let reason = match m.right {
                Some(right) => say!("wrong-and-right", wrong = m.wrong, right),
                None => m.wrong,
            };
            Err(Refusal { clause: m.clause.map(Clause), reason })
        }
    }
}

/// Does the area feature laid last lie lawfully among the others? For whoever lays piece by piece.
pub(super) fn newest_is_clear(board: &Board, readings: &Readings, t: &TerrainSpec) -> bool {
    let Some(a) = t.areas.last() else { return true };
    let o = a.outline();
    if !on_table(board, &o) {
        return false;
    }
    let mut wrong = Vec::new();
    area(board, readings, a, &mut wrong);
    apart_one(board, readings, t, t.areas.len() - 1, &mut wrong);
    wrong.is_empty()
}
