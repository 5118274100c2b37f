//! The table and what lies on it, as the file has it.

use super::{Board, House, KINDS, ground, keys};
use crate::clause;
use crate::scenario::ground::{
    AreaSpec, At, FEATURES, LineSpec, Shape, SideEdge, TerrainKind, TerrainSpec, WaterwaySpec,
};
use crate::terrain::Feature;
use muster::{Mistake, Sheet, Tab, number_of};
use toml::Spanned;
use toml::de::DeValue;

pub(super) fn board(s: &mut Sheet, root: &Tab<'_>, several: bool, house: &House) -> Option<Board> {
    let book_board = if several { Board::several_commands() } else { Board::ordinary() };
    let Some(t) = s.table(root, "table", "[table]") else { return Some(book_board) };
    s.known(&t, keys("table"));
    if s.truth(&t, "custom").is_some_and(|(c, _)| c) {
        let (w, d) = (s.must_number(&t, "width"), s.must_number(&t, "depth"));
        let (w, d) = (w?, d?);
        if !(800.0..=100_000.0).contains(&w) || !(800.0..=100_000.0).contains(&d) {
            s.push(
                Mistake::new(t.at(), format!("a table of {w} by {d} p")).right("sides of 800 to 100000 p"),
            );
            return None;
        }
        let mut b = Board::of(w, d, several);
        if let Some((n, at)) = s.number(&t, "deployment") {
            if !(80.0..=d / 2.0).contains(&n) {
                s.push(
                    Mistake::new(at, format!("a deployment area {n} p deep"))
                        .right(format!("80 to {} p, half the table", d / 2.0)),
                );
            }
            b.deployment = n;
        }
        if let Some((n, at)) = s.number(&t, "margin") {
            if !(0.0..=w / 4.0).contains(&n) {
                s.push(
                    Mistake::new(at, format!("a side margin of {n} p")).right(format!("0 to {} p", w / 4.0)),
                );
            }
            b.margin = n;
        }
        return Some(b);
    }
    for key in ["width", "depth", "deployment", "margin"] {
        if let Some(v) = t.get(key) {
            s.push(
                Mistake::new(v.span(), format!("`{key}` of a board of the book"))
                    .right("write custom = true for a table of your own size")
                    .by(clause!("bigbattle.1")),
            );
        }
    }
    let Some((name, at)) = s.word(&t, "board", &[("ordinary", 0u8), ("several-commands", 1), ("large", 2)])
    else {
        return Some(book_board);
    };
    if (name > 0) != several && !house.free_commands {
        s.push(
            if several {
                Mistake::new(at, "several commands on the ordinary board")
                    .right("board = \"several-commands\" or \"large\"")
            } else {
                Mistake::new(at, "one command a side on a board for several").right("board = \"ordinary\"")
            }
            .by(clause!("bigbattle.1")),
        );
    }
    Some(match name {
        0 => Board { several, ..Board::ordinary() },
        1 => Board::several_commands(),
        _ => Board::large(),
    })
}

pub(super) fn terrain(s: &mut Sheet, t: &Tab<'_>) -> (Option<TerrainSpec>, Option<TerrainKind>) {
    s.known(t, keys("terrain"));
    if !t.has("type") {
        s.missing(t, "type", "type = \"farmland\" (terrain.3)");
    }
    let kind = s.word(t, "type", &KINDS).map(|(k, _)| k);
    let mut spec = TerrainSpec::bare(kind.unwrap_or(TerrainKind::Farmland));
    spec.at = At(Some(t.at()));
    for a in s.tables(t, "area", "[[terrain.area]]") {
        s.known(&a, keys("terrain.area"));
        if !a.has("kind") {
            s.missing(&a, "kind", "kind = \"wood\"");
        }
        let kind = feature(s, &a);
        let n = ["x", "y", "length", "width"].map(|k| s.must_number(&a, k));
        let bearing = s.number(&a, "bearing").map_or(90.0, |(n, _)| n);
        let shape = s
            .word(&a, "shape", &[("oval", Shape::Oval), ("rectangle", Shape::Rectangle)])
            .map_or(Shape::Oval, |(x, _)| x);
        let name = s.text(&a, "name").map_or(String::new(), |(x, _)| x);
        if let (Some(kind), [Some(x), Some(y), Some(length), Some(width)]) = (kind, n) {
            spec.areas.push(AreaSpec {
                kind,
                x,
                y,
                length,
                width,
                bearing,
                shape,
                name,
                at: At(Some(a.at())),
            });
        }
    }
    for (key, what, usual) in [("river", "[[terrain.river]]", 120.0), ("road", "[[terrain.road]]", 60.0)] {
        for l in s.tables(t, key, what) {
            s.known(&l, keys(if key == "river" { "terrain.river" } else { "terrain.road" }));
            let width = s.number(&l, "width").map_or(usual, |(n, _)| n);
            let name = s.text(&l, "name").map_or(String::new(), |(x, _)| x);
            if !l.has("points") {
                s.missing(&l, "points", "points = [[600, 0], [700, 2400]]");
                continue;
            }
            let Some(list) = s.list(&l, "points") else { continue };
            let points: Vec<[f64; 2]> = list.iter().filter_map(|p| point(s, p)).collect();
            if points.len() == list.len() {
                let line = LineSpec { points, width, name, at: At(Some(l.at())) };
                if key == "river" {
                    spec.rivers.push(line);
                } else {
                    spec.roads.push(line);
                }
            }
        }
    }
    if let Some(w) = s.table(t, "waterway", "[terrain.waterway]") {
        s.known(&w, keys("terrain.waterway"));
        if !w.has("side") {
            s.missing(&w, "side", "side = \"west\"");
        }
        let side = s.word(&w, "side", &[("west", SideEdge::West), ("east", SideEdge::East)]);
        let depth = s.must_number(&w, "depth");
        let beach = s.truth(&w, "beach").is_some_and(|(b, _)| b);
        if let (Some((side, _)), Some(depth)) = (side, depth) {
            spec.waterway = Some(WaterwaySpec { side, depth, beach, at: At(Some(w.at())) });
        }
    }
    (Some(spec), kind)
}

pub(super) fn feature(s: &mut Sheet, t: &Tab<'_>) -> Option<Feature> {
    let _ = clause!("terrain.5");
    // The book's own names are as good: `gentle hills`, `rough ground`.
    if let Some(DeValue::String(x)) = t.get("kind").map(|v| v.get_ref()) {
        let plain = x.to_ascii_lowercase().replace(['-', '_'], " ");
        if let Some((_, f)) = FEATURES.iter().find(|(_, f)| ground::feature_name(*f) == plain) {
            return Some(*f);
        }
    }
    s.word(t, "kind", &FEATURES).map(|(f, _)| f)
}

pub(super) fn point(s: &mut Sheet, v: &Spanned<DeValue<'_>>) -> Option<[f64; 2]> {
    if let DeValue::Array(a) = v.get_ref() {
        if let [x, y] = a.iter().map(|n| number_of(n.get_ref())).collect::<Vec<_>>()[..] {
            if let (Some(x), Some(y)) = (x, y) {
                return Some([x, y]);
            }
        }
    }
    s.push(Mistake::new(v.span(), "this is no point").right("two numbers, [x, y], in paces"));
    None
}
