//! The ground of a scenario: the book's kinds of it, and what the brief fixes of table VI and of built-up areas.

use crate::book::features::{Feature, Values};
use crate::book::march::STREAM;
use crate::book::{BAD, num, table};
use crate::ground::{
    Building, Crossing, CrossingKind, Ground, HillStep, Line, Patch, PatchKind, Road, Track,
};
use crate::troop::{Cover, Obstacle};
use crate::{clause, say};
use muster::{Kinds, Land, Mistake, Shape, Sheet, Tab, Usual, name_of};
use table::{Base, Polyline};

/// Cm that outlines and roads may run beyond the table.
const BEYOND: f64 = 500.0;
/// Sizes in cm of what the book gives no size.
const ROAD: Usual = Usual(4.0, [0.5, 30.0]);
const PATH: Usual = Usual(2.0, [0.5, 10.0]);
const BRIDGE: [Usual; 2] = [Usual(4.0, [0.5, 50.0]), Usual(6.0, [0.5, 500.0])];
const HOUSE: [Usual; 2] = [Usual(8.0, [1.0, 60.0]), Usual(6.0, [1.0, 60.0])];
/// Figures that a building may hold.
const ROOM: [i64; 2] = [1, 200];

const PATCHES: Kinds<PatchKind> = Kinds {
    example: "wood",
    law: None,
    words: &[
        ("wood", PatchKind::Wood),
        ("plantation", PatchKind::Plantation),
        ("difficult", PatchKind::Difficult),
        ("scrub", PatchKind::Scrub),
        ("garden", PatchKind::Garden),
        ("soft", PatchKind::Soft),
        ("swamp", PatchKind::Swamp),
        ("water", PatchKind::Water),
        ("lake", PatchKind::Lake),
        ("town", PatchKind::Town),
        ("impassable", PatchKind::Impassable),
    ],
};

/// Words for trees that do not say which of the two they are (01.01.3).
const TREES: [&str; 8] = ["tree", "trees", "forest", "grove", "park", "orchard", "copse", "woodland"];

const CROSSINGS: Kinds<CrossingKind> = Kinds {
    example: "stone_bridge",
    law: None,
    words: &[
        ("wooden_bridge", CrossingKind::WoodenBridge),
        ("stone_bridge", CrossingKind::StoneBridge),
        ("pontoon_bridge", CrossingKind::PontoonBridge),
        ("footbridge", CrossingKind::Footbridge),
        ("ford", CrossingKind::Ford),
    ],
};

const OBSTACLES: [Obstacle; 5] =
    [Obstacle::None, Obstacle::I, Obstacle::II, Obstacle::III, Obstacle::Impassable];
const COVERS: [Cover; 4] = [Cover::None, Cover::I, Cover::II, Cover::III];

pub(super) fn read(s: &mut Sheet, root: &Tab<'_>, width: f64, depth: f64) -> Ground {
    let mut g = Ground { width, depth, ..Ground::default() };
    let Some(t) = s.table(root, "ground") else { return g };
    let mut land = Land::new(s, [width, depth]).beyond(BEYOND).named();
    for x in land.tables(&t, "ground.area") {
        area(&mut land, &x, &mut g);
    }
    for h in land.tables(&t, "ground.hill") {
        let steps = land.steps(&h, "ground.hill.step", || clause!("01.03.2"));
        g.hills.extend(steps.into_iter().map(|s| HillStep {
            name: s.name,
            level: s.level,
            area: s.area,
            crest: s.crest,
        }));
    }
    for (section, usual, path) in [("ground.road", ROAD, false), ("ground.path", PATH, true)] {
        let tracks = land.tracks(&t, section, "path", usual, if path { "path" } else { "road" });
        g.tracks.extend(
            tracks
                .into_iter()
                .map(|r| Track { road: Road { name: r.name, path: r.path, width: r.width }, path }),
        );
    }
    for x in land.tables(&t, "ground.crossing") {
        let kind = land.kind(&x, CROSSINGS);
        let name = land.name(&x, "bridge");
        land.s.need(&x, "length", || say!("right-number-in-cm"));
        let rect = land.rect(&x, ("width", BRIDGE[0]), ("length", BRIDGE[1]));
        let (Some(kind), Some(rect)) = (kind, rect) else { continue };
        if land.shows(&x, &rect) {
            g.crossings.push(Crossing { name, kind, rect });
        }
    }
    for x in land.tables(&t, "ground.building") {
        building(&mut land, &x, &mut g.buildings);
    }
    for x in land.tables(&t, "ground.line") {
        line(&mut land, &x, &mut g.lines);
    }
    // Every built-up area has a building (17.02.1).
    for x in land.tables(&t, "ground.area") {
        let name = land.s.text_or_none(&x, "name");
        let towns = || g.patches.iter().filter(|p| p.kind == PatchKind::Town && p.name == name);
        let built = |p: &Patch| g.buildings.iter().any(|b| p.area.touches(&b.rect()));
        if towns().next().is_some() && !towns().any(built) {
            let wrong = Mistake::new(x.at(), say!("town-without-building", name = name.as_str()));
            land.s.push(wrong.right(say!("right-town")).by(clause!("17.02.1")));
        }
    }
    g
}

fn area(land: &mut Land<'_>, t: &Tab<'_>, g: &mut Ground) {
    let given = t.get("kind").and_then(|v| v.get_ref().as_str()).map(str::to_ascii_lowercase);
    if given.is_some_and(|w| TREES.contains(&w.as_str())) {
        let wrong = Mistake::new(t.at_key("kind"), say!("which-trees")).right(say!("right-trees"));
        land.s.push(wrong.by(clause!("01.01.3")));
        return;
    }
    let kind = land.kind(t, PATCHES);
    let name = land.name(t, "wood");
    let shape = land.shape(t);
    let edge = land.s.word_of(t, "edge", &COVERS);
    let (Some(kind), Some(shape)) = (kind, shape) else { return };
    if let (Some((_, at)), false) = (&edge, matches!(kind, PatchKind::Wood | PatchKind::Plantation)) {
        let wrong = Mistake::new(at.clone(), say!("edge-of-no-trees")).right(say!("leave-it-out"));
        land.s.push(wrong.by(clause!("16.03.2.b")));
    }
    let garden = kind == PatchKind::Garden;
    for key in ["fenced", "obstacle", "cover"] {
        if t.has(key) && !garden {
            let wrong = Mistake::new(t.at_key(key), say!("fence-of-no-garden", key));
            land.s.push(wrong.right(say!("right-fence-of-no-garden")).by(clause!("17.02.2")));
        }
    }
    let mut width = 0.0;
    match &shape {
        Shape::Band { width: w, .. } if kind == PatchKind::Water => {
            width = *w;
            if *w < STREAM.0 {
                let wrong = Mistake::new(t.at_key("width"), say!("narrow-water", width = *w));
                land.s.push(wrong.right(say!("right-narrow-water")).by(clause!("07.04.1.b")));
            }
        }
        _ if kind == PatchKind::Water => {
            let wrong = Mistake::new(t.at(), say!("water-without-path")).right(say!("right-water"));
            land.s.push(wrong.by(clause!("07.04.1.a")));
        }
        _ => {}
    }
    let areas = shape.areas().unwrap_or_default();
    if garden {
        if let (Some(a), true) = (areas.first(), land.s.truth(t, "fenced").unwrap_or(true)) {
            let mut round = a.outline().to_vec();
            round.extend(round.first().copied());
            fence(land, t, &name, Polyline::new(round), &mut g.lines);
        }
    }
    let edge = edge.map(|(c, _)| c);
    g.patches.extend(areas.into_iter().map(|area| Patch { name: name.clone(), kind, area, width, edge }));
}

/// What the fence of a kitchen garden is: obstacle I to II, perhaps cover I (17.02.2).
fn fence(land: &mut Land<'_>, t: &Tab<'_>, garden: &str, path: Polyline, to: &mut Vec<Line>) {
    let (o, c, _) = built("kitchen garden fence");
    let obstacle = land.s.word_of(t, "obstacle", &OBSTACLES);
    let cover = land.s.word_of(t, "cover", &COVERS);
    let right = || say!("right-fence", from = name_of(&o.0), to = name_of(&o.1), cover = name_of(&c.1));
    for (bad, at) in [
        obstacle.as_ref().map(|(x, at)| (*x < o.0 || *x > o.1, at.clone())),
        cover.as_ref().map(|(x, at)| (*x < c.0 || *x > c.1, at.clone())),
    ]
    .into_iter()
    .flatten()
    {
        if bad {
            land.s.push(Mistake::new(at, say!("no-such-fence")).right(right()).by(clause!("17.02.2")));
        }
    }
    to.push(Line {
        name: say!("fence-of", garden).to_string(),
        kind: Feature::Hedge,
        path,
        depth: 0.0,
        obstacle: obstacle.map_or(o.0, |(x, _)| x),
        cover: cover.map_or(c.0, |(x, _)| x),
        loopholes: false,
        embrasures: false,
        cleared: Vec::new(),
        built: false,
    });
}

/// Obstacle, cover and figures of a row of table text-buildings: the least and the most.
fn built(row: &str) -> ((Obstacle, Obstacle), (Cover, Cover), u16) {
    let cell = |c: &str| table("text-buildings").cell(row, c).expect(BAD);
    let ends = |c: &str| {
        let t = cell(c).text().expect(BAD);
        let (a, b) = t.split_once('-').unwrap_or((t, t));
        (a.to_string(), b.to_string())
    };
    let obstacle = |t: &str| OBSTACLES.into_iter().find(|o| name_of(o) == t).unwrap_or_default();
    let cover = |t: &str| COVERS.into_iter().find(|o| name_of(o) == t).unwrap_or_default();
    let (o, c) = (ends("obstacle"), ends("cover"));
    let figures = num(cell("figures")).unwrap_or(0.0) as u16;
    ((obstacle(&o.0), obstacle(&o.1)), (cover(&c.0), cover(&c.1)), figures)
}

fn building(land: &mut Land<'_>, t: &Tab<'_>, to: &mut Vec<Building>) {
    let name = land.name(t, "church");
    let rect = land.rect(t, ("width", HOUSE[0]), ("depth", HOUSE[1]));
    let grade = land.s.under(|| clause!("17.02.3.a"), |s| s.word_of(t, "strong", &COVERS));
    let (o, c, usual) = built(if grade.is_some() { "strong building" } else { "building" });
    let (mut obstacle, mut cover) = (o.0, c.0);
    if let Some((x, at)) = grade.clone() {
        if x < c.0 || x > c.1 {
            let right = say!("right-strong", from = name_of(&c.0), to = name_of(&c.1));
            let wrong = Mistake::new(at, say!("no-such-strong"));
            land.s.push(wrong.right(right).by(clause!("17.02.3.a")));
        }
        (obstacle, cover) = (if x == c.1 { o.1 } else { o.0 }, x);
    }
    let capacity = land.s.under(|| clause!("17.02.3.b"), |s| s.whole(t, "holds", ROOM));
    let capacity = capacity.map_or(usual, |(n, _)| n as u16);
    let Some(r) = rect else { return };
    if land.stands(t, &name, &r, to.iter().map(|o| (o.name.as_str(), o.rect()))) {
        let (width, depth) = (r.half_width * 2.0, r.half_depth * 2.0);
        let base = Base { front: r.centre + r.dir * r.half_depth, dir: r.dir, width, depth };
        to.push(Building { name, base, strong: grade.is_some(), obstacle, cover, capacity });
    }
}

fn line(land: &mut Land<'_>, t: &Tab<'_>, to: &mut Vec<Line>) {
    land.s.need(t, "kind", || say!("right-line-kind"));
    let kind = land.s.word_of(t, "kind", &Feature::ALL);
    let name = land.name(t, "wall");
    let depth = land.s.length(t, "depth", 0.0, [0.0, 20.0]);
    let obstacle = land.s.word_of(t, "obstacle", &OBSTACLES);
    let cover = land.s.word_of(t, "cover", &COVERS);
    let [loopholes, embrasures] = ["loopholes", "embrasures"].map(|k| land.s.flag(t, k));
    let path = land.path(t, "path");
    let (Some((kind, _)), Some((path, _))) = (kind, path) else { return };
    let mut values = kind.values();
    let row = kind.row();
    // Values that the table leaves open are fixed in the brief (table VI).
    if let Some((x, at)) = obstacle {
        values.obstacle = x;
        let (from, to) = row.obstacle;
        refuse(
            land.s,
            kind,
            Values { cover: kind.values().cover, obstacle: x },
            at,
            name_of(&from),
            name_of(&to),
        );
    }
    if let Some((x, at)) = cover {
        values.cover = x;
        let (from, to) = row.cover;
        refuse(
            land.s,
            kind,
            Values { cover: x, obstacle: kind.values().obstacle },
            at,
            name_of(&from),
            name_of(&to),
        );
    }
    to.push(Line {
        name,
        kind,
        path,
        depth,
        obstacle: values.obstacle,
        cover: values.cover,
        loopholes,
        embrasures,
        cleared: Vec::new(),
        built: false,
    });
}

/// Says of values that the table does not have for the object what it has.
fn refuse(s: &mut Sheet, kind: Feature, given: Values, at: std::ops::Range<usize>, from: String, to: String) {
    if let Err(no) = kind.with(given) {
        let right = if from == to { say!("table-vi-fixes", to) } else { say!("table-vi-has", from, to) };
        let wrong = Mistake::new(at, no.reason).right(right);
        s.push(match no.clause {
            Some(by) => wrong.by(by),
            None => wrong,
        });
    }
}
