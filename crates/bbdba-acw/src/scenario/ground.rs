//! Laying the battlefield: what a scenario or the defender writes, and whether the book allows it (terrain.3 to
//! terrain.14, linear.1, waterway.1, waterway.3, river.1, road.1, bigbattle.2, bigbattle.5, dba.39, dba.59).

use super::board::Board;
use super::gap::{gap, holds_point};
use super::tables::{TypeRow, tables};
use crate::terrain::{Area, Feature, Outline, River, Road, Terrain, Waterway};
use crate::{clause, reading};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use table::{EPS, Ellipse, Polyline, Rect, V2, v2};
use umpire::{Clause, Mistake, Readings, Refusal};

/// Where something stands in the file it came from; two pieces of ground are the same wherever they were written.
#[derive(Clone, Debug, Default)]
pub struct At(pub Option<Range<usize>>);

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

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
        let _ = clause!("terrain.4");
        tables().types.iter().find(|t| t.name == self.name()).expect("every type has its row")
    }
}

impl std::fmt::Display for TerrainKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

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
                let _ = clause!("terrain.4");
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
    fn called(&self) -> String {
        let kind = feature_name(self.kind);
        if self.name.is_empty() {
            format!("the {kind} at {:.0}, {:.0}", self.x, self.y)
        } else {
            format!("{} ({kind})", self.name)
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
            waterway: self.waterway.as_ref().map(|w| {
                let _ = clause!("waterway.1");
                Waterway {
                    west: w.side == SideEdge::West,
                    depth: w.depth,
                    beach: w.beach,
                    water: water(board, w, w.depth),
                }
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
            Mistake::new(t.at.0.clone(), format!("{} pieces of terrain", t.pieces()))
                .right(format!("at most {MANY}")),
        );
        return out;
    }
    for a in &t.areas {
        if ![a.x, a.y, a.length, a.width, a.bearing].into_iter().all(sane)
            || a.length <= 0.0
            || a.width <= 0.0
        {
            out.push(
                Mistake::new(
                    a.at.0.clone(),
                    "an area feature needs x, y, length, width and bearing that are sensible numbers",
                )
                .right("sizes above 0, places on the table, in paces"),
            );
        } else if !on_table(board, &a.outline()) {
            out.push(
                Mistake::new(a.at.0.clone(), format!("{} reaches over the table edge", a.called()))
                    .right(format!(
                        "area features lie wholly on the table, {:.0} p wide and {:.0} p deep; touching its edge is allowed",
                        board.width, board.depth
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
                Mistake::new(
                    l.at.0.clone(),
                    format!("a {what} needs at least two points and a width that are sensible numbers"),
                )
                .right("points = [[600, 0], [700, 2400]], width in paces"),
            );
            continue;
        }
        if l.points.iter().any(|p| !within(board, v2(p[0], p[1]))) {
            out.push(
                Mistake::new(l.at.0.clone(), format!("the {what} leaves the table"))
                    .right(format!("points from 0, 0 to {:.0}, {:.0}", board.width, board.depth))
                    .by(clause!("linear.1")),
            );
        }
        if l.line().segments().any(|(a, b)| a.dist(b) < 1.0) {
            out.push(Mistake::new(l.at.0.clone(), format!("two points of the {what} coincide")));
        }
    }
    if let Some(w) = &t.waterway {
        if !sane(w.depth) || w.depth <= 0.0 || w.depth >= board.width {
            out.push(Mistake::new(w.at.0.clone(), "the waterway's depth is no sensible number"));
        }
    }
    out
}

fn lines(t: &TerrainSpec) -> impl Iterator<Item = (&'static str, &LineSpec)> {
    t.rivers.iter().map(|r| ("river", r)).chain(t.roads.iter().map(|r| ("road", r)))
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
            Mistake::new(t.at.0.clone(), format!("the battlefield is {}", t.kind))
                .right(format!("the defender's homeland is {home}"))
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
                Mistake::new(w.at.0.clone(), format!("the waterway is {:.0} p deep", w.depth))
                    .right(format!("{least:.0} to {most:.0} p"))
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
    let t: TerrainSpec = serde_json::from_value(answer.clone())
        .map_err(|e| Refusal::form(format!("the terrain cannot be read: {e}")))?;
    match check(board, readings, home, &t).into_iter().next() {
        None => Ok(t),
        Some(m) => {
            let reason = match m.right {
                Some(r) => format!("{} ({r})", m.wrong),
                None => m.wrong,
            };
            Err(Refusal { clause: m.clause.map(Clause), reason })
        }
    }
}

/// terrain.4, terrain.12, bigbattle.2, bigbattle.5: which features and how many.
fn counts(board: &Board, readings: &Readings, t: &TerrainSpec, out: &mut Vec<Mistake>) {
    let row = &tables().counts[usize::from(board.several)];
    let by = if board.several { clause!("bigbattle.2") } else { clause!("terrain.12") };
    let (present, possible) = called_for(t.kind, readings);
    let mut pieces: Vec<(&'static str, &At)> =
        t.areas.iter().map(|a| (feature_name(a.kind), &a.at)).collect();
    pieces.extend(t.rivers.iter().map(|r| ("river", &r.at)));
    pieces.extend(t.roads.iter().map(|r| ("road", &r.at)));
    pieces.extend(t.waterway.iter().map(|w| ("waterway", &w.at)));

    let mut seen: Vec<(&str, usize)> = Vec::new();
    for (name, at) in &pieces {
        let n = match seen.iter_mut().find(|(k, _)| k == name) {
            Some((_, n)) => {
                *n += 1;
                *n
            }
            None => {
                seen.push((name, 1));
                1
            }
        };
        let most = match *name {
            "waterway" => row.waterway,
            "river" => row.river,
            "oasis" => row.oasis,
            "settlement" => row.settlement,
            _ => row.same_kind,
        };
        if n == most + 1 {
            out.push(
                Mistake::new(at.0.clone(), format!("more than {most} of the kind {name}"))
                    .right(format!("at most {most}"))
                    .by(by),
            );
        }
    }

    let extra =
        board.large || (board.several && readings.is(reading!("extra-settlement", "several-commands")));
    let settled = seen.iter().any(|(k, _)| *k == "settlement");
    for (name, at) in &pieces {
        let listed = present.contains(name) || possible.contains(name);
        if *name == "settlement" && extra {
            let _ = clause!("bigbattle.5");
        } else if !listed {
            let mut may = present.clone();
            may.extend(possible.iter().filter(|p| !present.contains(p)));
            out.push(
                Mistake::new(at.0.clone(), format!("{} has no {name}", t.kind))
                    .right(format!("it has {}", may.join(", ")))
                    .by(clause!("terrain.4")),
            );
        }
    }

    // A kind that is both present and possible (rough ground of the desert) may count as either.
    let many = |f: &dyn Fn(&&'static str) -> bool| pieces.iter().filter(|(k, _)| f(k)).count();
    let must = many(&|k| present.contains(k) && !possible.contains(k));
    let both = many(&|k| present.contains(k) && possible.contains(k));
    let may = many(&|k| possible.contains(k) && !present.contains(k));
    let spare = usize::from(extra && settled && possible.contains(&"settlement"));
    let fits = |r: [usize; 2], n: usize| n >= r[0] && n <= r[1];
    let fit = (0..=both).any(|b| {
        fits(row.present, must + b)
            && (0..=spare).any(|s| fits(row.possible, (may + both - b).saturating_sub(s)))
    });
    if fit {
        return;
    }
    let whole = [row.present[0] + row.possible[0], row.present[1] + row.possible[1]];
    if both > 0 {
        out.push(
            Mistake::new(
                t.at.0.clone(),
                format!(
                    "{} pieces of terrain, of which {} are {}",
                    must + both + may,
                    must + both,
                    present.join(", ")
                ),
            )
            .right(format!(
                "{}-{} pieces of the present feature ({}) and {}-{} of the possible ones ({}), {}-{} in all",
                row.present[0],
                row.present[1],
                present.join(", "),
                row.possible[0],
                row.possible[1],
                possible.join(", "),
                whole[0],
                whole[1]
            ))
            .by(by),
        );
        return;
    }
    if !fits(row.present, must) {
        out.push(
            Mistake::new(
                t.at.0.clone(),
                format!("{must} pieces of the present feature of {}: {}", t.kind, present.join(", ")),
            )
            .right(format!("{} to {}", row.present[0], row.present[1]))
            .by(by),
        );
    }
    if !(0..=spare).any(|s| fits(row.possible, may.saturating_sub(s))) {
        out.push(
            Mistake::new(t.at.0.clone(), format!("{may} possible features of {}", t.kind))
                .right(format!("{} to {} of {}", row.possible[0], row.possible[1], possible.join(", ")))
                .by(by),
        );
    }
}

/// terrain.6, terrain.7, terrain.14: one area feature by itself.
fn area(board: &Board, readings: &Readings, a: &AreaSpec, out: &mut Vec<Mistake>) {
    let k = tables();
    let mut wrong = |c: Clause, wrong: String, right: String| {
        out.push(Mistake::new(a.at.0.clone(), wrong).right(right).by(c));
    };
    if a.length < a.width - EPS {
        wrong(
            clause!("terrain.6"),
            format!("{} is {:.0} p long and {:.0} p wide", a.called(), a.length, a.width),
            "the length is the longer side; turn it with `bearing`".into(),
        );
    }
    if a.length.min(a.width) < k.area_least - EPS {
        wrong(
            clause!("terrain.6"),
            format!("{} is only {:.0} p wide", a.called(), a.length.min(a.width)),
            format!("nowhere narrower than {:.0} p", k.area_least),
        );
    }
    if a.length + a.width > k.area_sum + EPS {
        wrong(
            clause!("terrain.6"),
            format!("length plus width of {} is {:.0} p", a.called(), a.length + a.width),
            format!("at most {:.0} p", k.area_sum),
        );
    }
    if let Some(times) = longest(a.kind) {
        if a.length.max(a.width) > times * a.length.min(a.width) + EPS {
            wrong(
                clause!("terrain.6"),
                format!("{} is {:.0} p long and only {:.0} p wide", a.called(), a.length, a.width),
                format!("at most {times} times as long as wide"),
            );
        }
    }
    if a.shape == Shape::Rectangle && a.kind != Feature::Settlement {
        wrong(
            clause!("terrain.7"),
            format!("{} is rectangular", a.called()),
            "only a settlement may be; write shape = \"oval\"".into(),
        );
    }
    if a.kind == Feature::Settlement
        && board.is_wide()
        && readings.is(reading!("settlement-sectors", "flanks"))
    {
        let flank = board.sectors()[0].half_width * 2.0;
        let (lo, hi) = bounds(&a.outline());
        if hi.x > flank + EPS && lo.x < board.width - flank - EPS {
            wrong(
                clause!("terrain.14"),
                format!("{} reaches into the centre", a.called()),
                format!(
                    "settlements lie in the flank sectors: x up to {flank:.0} or from {:.0}",
                    board.width - flank
                ),
            );
        }
    }
}

/// How many times its width a feature may be long, by the table.
fn longest(f: Feature) -> Option<f64> {
    crate::book::text().table("terrain-features")?.cell(feature_name(f), "max_length_to_width")?.number()
}

/// dba.59, waterway.3: pieces kept apart.
fn apart(board: &Board, readings: &Readings, t: &TerrainSpec, out: &mut Vec<Mistake>) {
    for i in 0..t.areas.len() {
        apart_one(board, readings, t, i, out);
    }
}

/// One area feature against those laid before it, the waterway and the rivers.
fn apart_one(board: &Board, readings: &Readings, t: &TerrainSpec, i: usize, out: &mut Vec<Mistake>) {
    let least = readings.number(reading!("terrain-spacing"));
    let a = &t.areas[i];
    let o = a.outline();
    let (lo, hi) = bounds(&o);
    for b in &t.areas[..i] {
        let (blo, bhi) = bounds(&b.outline());
        let clear = (lo.x - bhi.x).max(blo.x - hi.x).max((lo.y - bhi.y).max(blo.y - hi.y));
        if clear >= least - EPS && clear > 0.0 {
            continue;
        }
        let g = gap(&o, &b.outline(), least);
        if g < least - EPS || (least <= EPS && g <= EPS && pieces_overlap(&o, &b.outline())) {
            out.push(
                Mistake::new(a.at.0.clone(), format!("{} and {} are {g:.0} p apart", a.called(), b.called()))
                    .right(format!("at least {least:.0} p"))
                    .by(clause!("dba.59")),
            );
        }
    }
    if let Some(w) = &t.waterway {
        let g = match w.side {
            SideEdge::West => lo.x - w.depth,
            SideEdge::East => board.width - w.depth - hi.x,
        };
        let beach = if w.beach { tables().beach } else { 0.0 };
        if g < least - EPS {
            out.push(
                Mistake::new(
                    a.at.0.clone(),
                    format!("{} is {:.0} p from the waterway", a.called(), g.max(0.0)),
                )
                .right(format!("at least {least:.0} p"))
                .by(clause!("dba.59")),
            );
        } else if g < beach - EPS && a.kind.is_heavy() {
            out.push(
                Mistake::new(a.at.0.clone(), format!("{} lies on the beach", a.called()))
                    .right(format!("the beach, {beach:.0} p from the water, is good going"))
                    .by(clause!("waterway.3")),
            );
        }
    }
    let ground = a.area();
    if t.rivers.iter().any(|r| r.line().band(r.width).iter().any(|b| ground.meets(b))) {
        out.push(
            Mistake::new(a.at.0.clone(), format!("{} lies in a river bed", a.called()))
                .right("a river passes between area features")
                .by(clause!("dba.59")),
        );
    }
}

fn pieces_overlap(a: &Outline, b: &Outline) -> bool {
    let probe = |o: &Outline| match o {
        Outline::Oval(e) => e.rim(64),
        Outline::Box(r) => r.corners().to_vec(),
    };
    probe(a).into_iter().any(|p| holds_point(b, p)) || probe(b).into_iter().any(|p| holds_point(a, p))
}

/// The table edges, as a line sees them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rim {
    West,
    East,
    South,
    North,
}

const RIMS: [Rim; 4] = [Rim::West, Rim::East, Rim::South, Rim::North];

fn to_rim(board: &Board, r: Rim, p: V2) -> f64 {
    match r {
        Rim::West => p.x,
        Rim::East => board.width - p.x,
        Rim::South => p.y,
        Rim::North => board.depth - p.y,
    }
}

fn opposite(r: Rim) -> Rim {
    match r {
        Rim::West => Rim::East,
        Rim::East => Rim::West,
        Rim::South => Rim::North,
        Rim::North => Rim::South,
    }
}

/// The edges on which a point lies; two at a corner. A waterway's shore, where it is asked for, is as good as its edge.
fn rims_at(board: &Board, shore: Option<&WaterwaySpec>, p: V2) -> impl Iterator<Item = Rim> {
    let wet = shore.and_then(|w| {
        let r = if w.side == SideEdge::West { Rim::West } else { Rim::East };
        (to_rim(board, r, p) <= w.depth + EPS).then_some(r)
    });
    let (b, p) = (*board, p);
    RIMS.into_iter().filter(move |r| to_rim(&b, *r, p) <= EPS || wet == Some(*r))
}

fn ends(l: &LineSpec) -> (V2, V2) {
    let p = |q: &[f64; 2]| v2(q[0], q[1]);
    (p(&l.points[0]), p(&l.points[l.points.len() - 1]))
}

/// Does the line run from one edge to the opposite one? Says over which it comes in.
fn runs_through(board: &Board, shore: Option<&WaterwaySpec>, l: &LineSpec) -> Option<Rim> {
    let (a, b) = ends(l);
    rims_at(board, shore, a).find(|r| rims_at(board, shore, b).any(|s| s == opposite(*r)))
}

fn crosses(board: &Board, readings: &Readings, what: &str, l: &LineSpec, out: &mut Vec<Mistake>) {
    let most = readings.number(reading!("sectors-crossed"));
    let line = l.line();
    let n = board
        .sectors()
        .iter()
        .filter(|s| {
            let inner = s.grown(-EPS);
            line.segments().any(|(a, b)| inner.clip(a, b).is_some())
        })
        .count();
    if n as f64 > most {
        out.push(
            Mistake::new(l.at.0.clone(), format!("the {what} runs through {n} terrain sectors"))
                .right(format!(
                    "at most {most}; the table has {} sectors",
                    if board.is_wide() { "three by two" } else { "two by two" }
                ))
                .by(clause!("linear.1")),
        );
    }
}

/// Does this river end in another one's bed or in the waterway (terrain.13)?
fn flows_into(board: &Board, t: &TerrainSpec, i: usize) -> bool {
    let (a, b) = ends(&t.rivers[i]);
    let wet = |p: V2| {
        t.waterway.as_ref().is_some_and(|w| water(board, w, w.depth).contains(p, EPS))
            || t.rivers
                .iter()
                .enumerate()
                .any(|(j, o)| j != i && o.line().nearest(p).is_some_and(|(d, _, _)| d <= o.width / 2.0 + EPS))
    };
    let edge = |p: V2| rims_at(board, None, p).next().is_some();
    (edge(a) && wet(b)) || (edge(b) && wet(a))
}

/// With two rivers, the one that may end in the other: the narrower, or the shorter of two equally wide.
fn smaller(t: &TerrainSpec) -> Option<usize> {
    if t.rivers.len() < 2 {
        return None;
    }
    let size = |i: usize| (t.rivers[i].width, t.rivers[i].line().len());
    Some(if size(0) < size(1) { 0 } else { 1 })
}

/// linear.1, river.1.
fn river(
    board: &Board,
    readings: &Readings,
    t: &TerrainSpec,
    i: usize,
    r: &LineSpec,
    out: &mut Vec<Mistake>,
) {
    let k = tables();
    let through = runs_through(board, t.waterway.as_ref(), r);
    let tributary = smaller(t) == Some(i) && flows_into(board, t, i);
    if through.is_none() && !tributary {
        out.push(
            Mistake::new(r.at.0.clone(), "the river does not run from one table edge to the opposite one")
                .right("its first and last point lie on opposite table edges")
                .by(clause!("linear.1")),
        );
    }
    crosses(board, readings, "river", r, out);
    if r.width > k.river_width + EPS {
        out.push(
            Mistake::new(r.at.0.clone(), format!("the river is {:.0} p wide", r.width))
                .right(format!("at most {:.0} p", k.river_width))
                .by(clause!("river.1")),
        );
    }
    let side = if readings.is(reading!("river-length", "shorter")) {
        board.width.min(board.depth)
    } else {
        board.width.max(board.depth)
    };
    let (len, most) = (r.line().len(), side * k.river_length);
    if len > most + EPS {
        out.push(
            Mistake::new(r.at.0.clone(), format!("the river is {len:.0} p long"))
                .right(format!("at most {most:.0} p, {} times the table's length", k.river_length))
                .by(clause!("river.1")),
        );
    }
    if let Some((p, g)) = too_near(board, t.waterway.as_ref(), r, k.river_to_edge) {
        out.push(
            Mistake::new(
                r.at.0.clone(),
                format!("at {:.0}, {:.0} the river bed is {:.0} p from a table edge", p.x, p.y, g.max(0.0)),
            )
            .right(format!("at least {:.0} p, except where it flows in and out", k.river_to_edge))
            .by(clause!("river.1")),
        );
    }
}

/// Where the bed comes too near to a table edge. The stretch at either end up to where the bed is first clear of the
/// edge it flows over is its in- or outflow.
fn too_near(board: &Board, shore: Option<&WaterwaySpec>, r: &LineSpec, least: f64) -> Option<(V2, f64)> {
    let pts: Vec<V2> = r.points.iter().map(|p| v2(p[0], p[1])).collect();
    let (first, last) = (pts[0], pts[pts.len() - 1]);
    let half = r.width / 2.0;
    for rim in RIMS {
        // A waterway lies between the river and this edge.
        if shore.is_some_and(|w| {
            (w.side == SideEdge::West) == (rim == Rim::West) && matches!(rim, Rim::West | Rim::East)
        }) {
            continue;
        }
        let over = |p: V2| rims_at(board, None, p).any(|x| x == rim);
        let far = |p: V2| to_rim(board, rim, p) - half >= least - EPS;
        let (mut lo, mut hi) = (0, pts.len());
        if over(first) {
            lo = pts.iter().position(|p| far(*p)).unwrap_or(pts.len());
        }
        if over(last) {
            hi = pts.iter().rposition(|p| far(*p)).map_or(0, |i| i + 1);
        }
        // Distances along straight pieces are least at their ends, so the bends in between tell all.
        for p in pts.iter().take(hi).skip(lo) {
            if !far(*p) {
                return Some((*p, to_rim(board, rim, *p) - half));
            }
        }
        // A river that flows in over an edge and never comes clear of it runs along it.
        if (over(first) || over(last)) && !pts.iter().any(|p| far(*p)) {
            return Some((pts[pts.len() / 2], to_rim(board, rim, pts[pts.len() / 2]) - half));
        }
    }
    None
}

/// terrain.13
fn joined(board: &Board, readings: &Readings, t: &TerrainSpec, out: &mut Vec<Mistake>) {
    if let Some(i) = smaller(t) {
        if readings.is(reading!("two-rivers", "must-join")) && !flows_into(board, t, i) {
            out.push(
                Mistake::new(t.rivers[i].at.0.clone(), "two rivers that do not join")
                    .right("the smaller ends in the bed of the larger or in the waterway")
                    .by(clause!("terrain.13")),
            );
        }
    }
}

/// linear.1, road.1, dba.59.
fn road(board: &Board, readings: &Readings, t: &TerrainSpec, r: &LineSpec, out: &mut Vec<Mistake>) {
    let k = tables();
    if runs_through(board, None, r).is_none() {
        out.push(
            Mistake::new(r.at.0.clone(), "the road does not connect two opposite table edges")
                .right("its first and last point lie on opposite table edges")
                .by(clause!("linear.1")),
        );
    }
    crosses(board, readings, "road", r, out);
    if r.width > k.road_width - EPS {
        out.push(
            Mistake::new(r.at.0.clone(), format!("the road is {:.0} p wide", r.width))
                .right(format!("narrower than {:.0} p", k.road_width))
                .by(clause!("road.1")),
        );
    }
    let bends = readings.number(reading!("road-bends"));
    if (r.points.len() - 2) as f64 > bends {
        out.push(
            Mistake::new(r.at.0.clone(), format!("the road has {} bends", r.points.len() - 2))
                .right(format!("as few as possible, at most {bends}"))
                .by(clause!("road.1")),
        );
    }
    if let Some(w) = &t.waterway {
        let wet = water(board, w, w.depth);
        if r.line().band(r.width).iter().any(|b| b.penetration(&wet) > EPS) {
            out.push(
                Mistake::new(r.at.0.clone(), "the road runs through the waterway")
                    .right("roads cross everything except a waterway")
                    .by(clause!("dba.59")),
            );
        }
    }
}

/// road.1: a road runs past or through the settlement.
fn settlement_road(readings: &Readings, t: &TerrainSpec, out: &mut Vec<Mistake>) {
    if t.roads.is_empty() || readings.is(reading!("road-settlement", "free")) {
        return;
    }
    for s in t.areas.iter().filter(|a| a.kind == Feature::Settlement) {
        let o = s.outline();
        let touched = t
            .roads
            .iter()
            .any(|r| r.line().band(r.width).iter().any(|b| gap(&o, &Outline::Box(*b), EPS) <= EPS));
        if !touched {
            out.push(
                Mistake::new(s.at.0.clone(), format!("no road touches {}", s.called()))
                    .right("where there are a road and a settlement, a road runs past or through it")
                    .by(clause!("road.1")),
            );
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
