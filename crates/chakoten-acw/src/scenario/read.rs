//! A scenario's text, read and checked.

use super::army::{Raised, raise};
use super::{Scenario, SideSpec, check, ground, task};
use crate::field::{Edge, Field, Special};
use crate::troop::Nation;
use crate::unit::Side;
use crate::{book, clause};
use muster::{Found, Mistake, Report, Sheet, Tab, number_of, short};
use serde::Serialize;
use std::ops::Range;
use std::sync::Arc;
use table::V2;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use umpire::Readings;

/// A longer text is no scenario.
const LONGEST: usize = 512 * 1024;
/// Cm: the least and the greatest side of a table.
const SIDES: [f64; 2] = [40.0, 2000.0];

/// Every table of a scenario with its keys; the reference in `docs/scenarios-chakoten.md` lists the same.
pub const KEYS: &[(&str, &[&str])] = &[
    (
        "scenario",
        &[
            "book", "title", "period", "climate", "briefing", "turns", "table", "readings", "rules",
            "ground", "side",
        ],
    ),
    ("table", &["width", "depth"]),
    ("rules", &["free_staffs"]),
    ("ground", &["area", "hill", "road", "bridge", "building", "line"]),
    ("ground.area", &["kind", "name", "outline", "oval", "path", "width"]),
    ("ground.hill", &["name", "step"]),
    ("ground.hill.step", &["outline", "oval", "crest"]),
    ("ground.road", &["name", "path", "width"]),
    ("ground.bridge", &["name", "x", "y", "length", "width", "bearing"]),
    ("ground.building", &["name", "x", "y", "width", "depth", "bearing", "stone"]),
    ("ground.line", &["kind", "name", "path", "depth", "obstacle", "cover"]),
    ("oval", &["x", "y", "length", "width", "bearing"]),
    ("side", &["name", "nation", "edge", "briefing", "exits", "chevaux", "command", "task"]),
    ("command", &["code", "name", "level", "under", "general", "orderlies", "valour", "weapon", "unit"]),
    ("general", &["name", "code", "with", "x", "y", "facing", "arrives"]),
    (
        "unit",
        &[
            "code",
            "name",
            "arm",
            "size",
            "figures",
            "company",
            "valour",
            "weapon",
            "gun",
            "guns",
            "horse",
            "mounted",
            "formation",
            "front",
            "gap",
            "x",
            "y",
            "facing",
            "inside",
            "in_march",
            "ammunition",
            "rounds",
            "arrives",
            "edge",
            "at",
        ],
    ),
    ("rounds", &["shell", "round_shot", "canister"]),
    (
        "task",
        &[
            "task", "points", "ground", "place", "within", "turn", "by", "units", "percent", "guns", "edge",
            "each",
        ],
    ),
];

pub(super) fn keys(of: &str) -> &'static [&'static str] {
    KEYS.iter().find(|(k, _)| *k == of).map_or(&[], |(_, k)| k)
}

/// Reads a scenario and checks it by the book. Every mistake is reported, not only the first.
pub fn read(file: &str, text: &str) -> Result<Scenario, Report> {
    if text.len() > LONGEST {
        let m = Mistake::new(None, format!("the file is {} bytes long", text.len()))
            .right(format!("a scenario has at most {LONGEST}"));
        return Err(Report::new(file, "", vec![m]));
    }
    let (doc, errors) = DeTable::parse_recoverable(text);
    let mut s = Sheet::of("cm");
    if !errors.is_empty() {
        for e in errors {
            let at = e.span().map(|r| r.start.min(text.len())..r.end.min(text.len()));
            s.push(Mistake::new(at, format!("this is not TOML: {}", e.message())));
        }
        return Err(Report::new(file, text, s.finish()));
    }
    // The whole file's place would mark every line; a missing key is marked at its beginning.
    let root = Tab::new("a scenario", doc.get_ref(), 0..text.find('\n').unwrap_or(text.len()));
    let scenario = scenario(&mut s, &root);
    match scenario {
        Some(sc) if s.is_clean() => Ok(sc),
        _ => {
            if s.is_clean() {
                s.push(Mistake::new(None, "this is no scenario"));
            }
            Err(Report::new(file, text, s.finish()))
        }
    }
}

fn scenario(s: &mut Sheet, root: &Tab<'_>) -> Option<Scenario> {
    s.known(root, keys("scenario"));
    match s.text(root, "book") {
        Some((b, at)) if b != book::ID => s.push(
            Mistake::new(at, format!("the book is \"{}\"", short(&b)))
                .right(format!("this reader knows \"{}\"", book::ID)),
        ),
        None if !root.has("book") => s.missing(root, "book", &format!("book = \"{}\"", book::ID)),
        _ => {}
    }
    let title = must_text(s, root, "title", "title = \"The battle's name\"");
    // What the organiser issues: the period, the situation and how long there is.
    let by_content = |s: &mut Sheet, key: &str, right: &str| {
        if !root.has(key) {
            s.push(
                Mistake::new(root.at(), format!("a scenario needs `{key}`"))
                    .right(right)
                    .by(clause!("01.05.1")),
            );
        }
        s.text(root, key).map_or(String::new(), |(t, _)| t.trim().to_string())
    };
    let period = by_content(s, "period", "period = \"July 1863, a hot afternoon\"");
    let briefing = by_content(s, "briefing", "briefing = \"\"\"The situation, for both sides.\"\"\"");
    let climate = s.text(root, "climate").map_or(String::new(), |(t, _)| t.trim().into());
    if !root.has("turns") {
        s.push(
            Mistake::new(root.at(), "a scenario needs `turns`")
                .right("turns = 20: the book has no length of game")
                .by(clause!("play.victory")),
        );
    }
    let turns = s.whole(root, "turns", [1, 500]).map_or(1, |(n, _)| n as u32);
    let readings = readings(s, root);
    let mut free_staffs = false;
    if let Some(t) = s.table(root, "rules", "[rules]") {
        s.known(&t, keys("rules"));
        free_staffs = s.truth(&t, "free_staffs").is_some_and(|(b, _)| b);
    }

    if !root.has("table") {
        s.missing(root, "table", "[table] with width and depth in cm");
    }
    let (mut width, mut depth) = (0.0, 0.0);
    if let Some(t) = s.table(root, "table", "[table]") {
        s.known(&t, keys("table"));
        for (key, to) in [("width", &mut width), ("depth", &mut depth)] {
            let Some(n) = s.must_number(&t, key) else { continue };
            if !(SIDES[0]..=SIDES[1]).contains(&n) {
                s.push(
                    Mistake::new(t.get(key).map(Spanned::span), format!("a table with a side of {n} cm"))
                        .right(format!("{} to {} cm", SIDES[0], SIDES[1])),
                );
            }
            *to = n;
        }
    }
    let sound_table = s.is_clean() || (width >= SIDES[0] && depth >= SIDES[0]);
    let ground = ground::read(s, root, width, depth);
    let ground = Arc::new(ground);

    let tabs = s.tables(root, "side", "a side");
    if tabs.len() != 2 {
        let at = tabs.get(2).map_or(root.at(), |t| t.at());
        s.push(Mistake::new(at, format!("{} sides", tabs.len())).right("write [[side]] exactly twice"));
        return None;
    }
    let mut raised = Raised::new(free_staffs);
    let mut sides = Vec::new();
    let mut edges = Vec::new();
    let mut special = Special::default();
    for (t, side) in tabs.iter().zip(Side::BOTH) {
        let (spec, edge) = one_side(s, t, side, &mut special);
        raise(s, t, side, spec.nation, &ground, &mut raised);
        sides.push(spec);
        edges.push(edge);
    }
    if let [Some(a), Some((b, at))] = &edges[..] {
        if a.0 == *b {
            s.push(
                Mistake::new(at.clone(), "both sides have the same edge")
                    .right("give each side an edge of its own")
                    .by(clause!("play.edge")),
            );
        }
    }
    let edge = |i: usize, or: Edge| edges[i].as_ref().map_or(or, |e| e.0);
    if readings.is(crate::reading!("list-order", "codes")) {
        raised.in_order();
    }
    raised.place_staff(s);
    let mut field = Field {
        lines: ground.lines.clone(),
        ground,
        works: Vec::new(),
        units: std::mem::take(&mut raised.units),
        staff: std::mem::take(&mut raised.staff),
        commands: std::mem::take(&mut raised.commands),
        edges: [edge(0, Edge::South), edge(1, Edge::North)],
        turn: 0,
        readings,
        guns_taken: [0, 0],
        special,
        arrivals: std::mem::take(&mut raised.arrivals),
        tasks: Vec::new(),
    };
    field.arrivals.sort();
    if sound_table {
        check::standing(s, &field, &raised);
    }
    let mut tasks = Vec::new();
    for (t, side) in tabs.iter().zip(Side::BOTH) {
        task::read(s, t, side, &field, turns, &mut tasks);
    }
    field.tasks = vec![None; tasks.len()];
    let [mut a, mut b]: [SideSpec; 2] = sides.try_into().ok()?;
    a.strength = field.original(Side::A);
    b.strength = field.original(Side::B);
    Some(Scenario { title, period, climate, briefing, turns, sides: [a, b], tasks, field })
}

fn one_side(s: &mut Sheet, t: &Tab<'_>, side: Side, special: &mut Special) -> (SideSpec, Found<Edge>) {
    s.known(t, keys("side"));
    let name = must_text(s, t, "name", "name = \"Union\"");
    let nations = [("union", Nation::Union), ("confederate", Nation::Confederate)];
    if !t.has("nation") {
        s.missing(
            t,
            "nation",
            "nation = \"union\" or \"confederate\": it decides the size of squadrons (01.02)",
        );
    }
    let nation = s.word(t, "nation", &nations).map_or(Nation::Union, |(n, _)| n);
    if !t.has("edge") {
        s.push(
            Mistake::new(t.at(), "a side needs `edge`")
                .right("edge = \"south\": its own table edge, by which it flees")
                .by(clause!("play.edge")),
        );
    }
    let edge = word_of(s, t, "edge", &Edge::ALL);
    let briefing = s.text(t, "briefing").map_or(String::new(), |(b, _)| b.trim().into());
    if let Some(list) = s.list(t, "exits") {
        for v in list {
            let e = match v.get_ref() {
                DeValue::String(x) => Edge::ALL.into_iter().find(|e| name_of(e) == *x),
                _ => None,
            };
            match e {
                Some(e) => {
                    let _ = clause!("01.05.3");
                    special.exits[side.index()].push(e);
                }
                None => s.push(
                    Mistake::new(v.span(), "`exits` lists edges").right("exits = [\"north\", \"east\"]"),
                ),
            }
        }
    }
    if let Some((n, at)) = s.number(t, "chevaux") {
        if (0.0..=1000.0).contains(&n) {
            special.chevaux[side.index()] = n;
            let _ = clause!("10.05.1");
        } else {
            s.push(
                Mistake::new(at, format!("material for {n} cm of chevaux de frise"))
                    .right("0 to 1000 cm")
                    .by(clause!("10.05.1")),
            );
        }
    }
    (SideSpec { name, nation, briefing, strength: 0 }, edge)
}

/// Changes that hold for this battle alone.
fn readings(s: &mut Sheet, root: &Tab<'_>) -> Readings {
    let all = &book::text().readings;
    let chosen = s.readings(root, book::ID, all);
    if chosen != Readings::defaults(all) {
        let _ = clause!("01.05.3");
    }
    chosen
}

pub(super) fn must_text(s: &mut Sheet, t: &Tab<'_>, key: &str, right: &str) -> String {
    if !t.has(key) {
        s.missing(t, key, right);
    }
    s.text(t, key).map_or(String::new(), |(x, _)| x)
}

/// The word by which a thing is called in files.
pub(super) fn name_of<T: Serialize>(x: &T) -> String {
    serde_json::to_value(x).ok().and_then(|v| v.as_str().map(Into::into)).unwrap_or_default()
}

/// One of some things by the words they have in files.
pub(super) fn word_of<T: Copy + Serialize>(s: &mut Sheet, t: &Tab<'_>, key: &str, all: &[T]) -> Found<T> {
    let words: Vec<(String, T)> = all.iter().map(|x| (name_of(x), *x)).collect();
    let words: Vec<(&str, T)> = words.iter().map(|(w, x)| (w.as_str(), *x)).collect();
    s.word(t, key, &words)
}

pub(super) fn point(s: &mut Sheet, v: &Spanned<DeValue<'_>>) -> Option<V2> {
    if let DeValue::Array(a) = v.get_ref() {
        if let [x, y] = &a[..] {
            if let (Some(x), Some(y)) = (number_of(x.get_ref()), number_of(y.get_ref())) {
                return Some(V2 { x, y });
            }
        }
    }
    s.push(Mistake::new(v.span(), "this is no point").right("two numbers, [x, y], in cm"));
    None
}

/// A list of points; `None` when one of them is none, or there are too few.
pub(super) fn points(s: &mut Sheet, t: &Tab<'_>, key: &str, least: usize) -> Option<(Vec<V2>, Range<usize>)> {
    let at = t.get(key)?.span();
    let list = s.list(t, key)?;
    if list.len() < least || list.len() > 512 {
        s.push(
            Mistake::new(at, format!("`{key}` of {} has {} points", t.what, list.len()))
                .right(format!("{least} to 512 points, [[x, y], [x, y], ...] in cm")),
        );
        return None;
    }
    let all: Vec<V2> = list.iter().filter_map(|p| point(s, p)).collect();
    (all.len() == list.len()).then_some((all, at))
}
