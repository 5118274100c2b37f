//! The battlefield as the file has it.

use super::{AreaSpec, FEATURES, KINDS, LineSpec, Shape, SideEdge, TerrainKind, TerrainSpec, WaterwaySpec};
use crate::clause;
use crate::scenario::board::Board;
use muster::{Feature, Kinds, Land, Sheet, Tab, Track, Usual};
use words::Message;

/// The area features that there are (terrain.5).
const AREAS: Kinds<crate::terrain::Feature> =
    Kinds { words: &FEATURES, example: "wood", law: Some(|| clause!("terrain.5")) };

/// Paces: the usual widths, and any that the clauses will look at.
const RIVER: Usual = Usual(120.0, [1.0, 1.0e6]);
const ROAD: Usual = Usual(60.0, [1.0, 1.0e6]);

/// The table `[terrain]`, and its type where it can be read.
pub fn read(s: &mut Sheet, t: &Tab<'_>, board: &Board) -> (TerrainSpec, Option<TerrainKind>) {
    s.need(t, "type", || Message::verbatim("type = \"farmland\" (terrain.3)"));
    let kind = s.word(t, "type", &KINDS).map(|(k, _)| k);
    let mut spec = TerrainSpec::bare(kind.unwrap_or(TerrainKind::Farmland));
    spec.at = t.at().into();
    let mut land = Land::new(s, [board.width, board.depth]);
    spec.areas = land.features(t, "terrain.area", AREAS).into_iter().filter_map(area).collect();
    let rivers = land.tracks(t, "terrain.river", "points", RIVER, "river");
    spec.rivers = rivers.into_iter().map(line).collect();
    let roads = land.tracks(t, "terrain.road", "points", ROAD, "road");
    spec.roads = roads.into_iter().map(line).collect();
    if let Some(w) = s.table(t, "terrain.waterway") {
        s.need(&w, "side", || Message::verbatim("side = \"west\""));
        let side = s.word(&w, "side", &[("west", SideEdge::West), ("east", SideEdge::East)]);
        let depth = s.must_number(&w, "depth");
        let beach = s.flag(&w, "beach");
        if let (Some((side, _)), Some(depth)) = (side, depth) {
            spec.waterway = Some(WaterwaySpec { side, depth, beach, at: w.at().into() });
        }
    }
    (spec, kind)
}

fn area(f: Feature<crate::terrain::Feature>) -> Option<AreaSpec> {
    let (o, shape) = match f.shape {
        muster::Shape::Oval(o) => (o, Shape::Oval),
        muster::Shape::Box(o) => (o, Shape::Rectangle),
        _ => return None,
    };
    let muster::Oblong { x, y, length, width, bearing } = o;
    Some(AreaSpec { kind: f.kind, x, y, length, width, bearing, shape, name: f.name, at: f.at.into() })
}

fn line(t: Track) -> LineSpec {
    let points = t.path.points.iter().map(|p| [p.x, p.y]).collect();
    LineSpec { points, width: t.width, name: t.name, at: t.at.into() }
}
