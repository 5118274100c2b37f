//! The ground of a scenario: the book's kinds of it (chapter 4).

use crate::ground::{Bridge, Building, Ground, HillStep, Line, Patch, Road, Step};
use crate::terrain::{Obstacle, Roof, Terrain};
use crate::{clause, say};
use ::ground::Areas;
use muster::{Kinds, Land, Mistake, Oblong, Sheet, Tab, Usual};

/// Centimetres that outlines and roads may run beyond the table.
const BEYOND: f64 = 200.0;
const ROAD: Usual = Usual(3.0, [1.0, 20.0]);
const BRIDGE: [Usual; 2] = [Usual(4.0, [1.0, 30.0]), Usual(8.0, [2.0, 60.0])];
/// A side of a building.
const WALL: Usual = Usual(8.0, [2.0, 60.0]);

const PATCHES: Kinds<Terrain> = Kinds {
    example: "light-wood",
    law: Some(|| clause!("T4")),
    words: &[
        ("scrub", Terrain::Scrub),
        ("field", Terrain::Field),
        ("mud", Terrain::Mud),
        ("ford", Terrain::Ford),
        ("river", Terrain::River),
        ("light-wood", Terrain::LightWood),
        ("orchard", Terrain::Orchard),
        ("dense-wood", Terrain::DenseWood),
        ("marsh", Terrain::Marsh),
        ("impassable", Terrain::Impassable),
    ],
};

const LINES: Kinds<Obstacle> = Kinds {
    example: "hedge",
    law: Some(|| clause!("T5")),
    words: &[
        ("ditch", Obstacle::Ditch),
        ("stream", Obstacle::Stream),
        ("hedge", Obstacle::Hedge),
        ("wall", Obstacle::Wall),
        ("fence", Obstacle::Fence),
    ],
};

const ROOFS: [(&str, Roof); 3] =
    [("tiled", Roof::Tiled), ("wooden", Roof::Wooden), ("thatched", Roof::Thatched)];

pub(super) fn read(s: &mut Sheet, root: &Tab<'_>, width: f64, depth: f64) -> Ground {
    let mut g = Ground { width, depth, ..Ground::default() };
    let Some(t) = s.table(root, "ground") else { return g };
    let mut land = Land::new(s, [width, depth]).beyond(BEYOND).named();
    for x in land.features(&t, "ground.area", PATCHES) {
        let areas = x.shape.areas().unwrap_or_default();
        for area in areas {
            g.patches.push(Patch { name: x.name.clone(), kind: x.kind, area });
        }
    }
    for h in land.tables(&t, "ground.hill") {
        let steps = land.steps(&h, "ground.hill.step", || clause!("4.2.a"));
        for s in steps {
            g.hills.push(Step(HillStep { name: s.name, level: s.level, area: s.area, crest: s.crest }));
        }
    }
    for x in land.tables(&t, "ground.road") {
        let name = land.name(&x, "road");
        let width = land.s.length(&x, "width", ROAD.0, ROAD.1);
        if let Some((path, _)) = land.path(&x, "path") {
            g.roads.push(Road { name, path, width });
        }
    }
    for x in land.tables(&t, "ground.line") {
        let kind = land.kind(&x, LINES);
        let name = land.name(&x, "hedge");
        if let (Some(kind), Some((path, _))) = (kind, land.path(&x, "path")) {
            g.lines.push(Line { name, kind, path });
        }
    }
    for x in land.tables(&t, "ground.bridge") {
        let name = land.name(&x, "bridge");
        let rect = land.rect(&x, ("width", BRIDGE[0]), ("length", BRIDGE[1]));
        if let Some(rect) = rect {
            if land.shows(&x, &rect) {
                g.bridges.push(Bridge { name, rect });
            }
        }
    }
    for x in land.tables(&t, "ground.building") {
        building(&mut land, &x, &mut g.buildings);
    }
    g
}

fn building(land: &mut Land<'_>, t: &Tab<'_>, to: &mut Areas<Building>) {
    let name = land.name(t, "farm");
    let [x, y] = ["x", "y"].map(|k| land.s.must_number(t, k));
    let [width, length] = ["width", "depth"].map(|k| land.s.length(t, k, WALL.0, WALL.1));
    let bearing = land.s.bearing(t, 0.0);
    let storeys = land.s.under(|| clause!("4.6.f"), |s| s.whole(t, "storeys", [1, 2]));
    let walls = land.s.word(t, "walls", &[("stone", false), ("wooden", true)]);
    let roof = land.s.word(t, "roof", &ROOFS);
    let fortification = land.s.flag(t, "fortification");
    let (Some(x), Some(y)) = (x, y) else { return };
    let rect = Oblong { x, y, length, width, bearing }.rect();
    if !land.stands(t, &name, &rect, to.iter().map(|o| (o.name.as_str(), o.rect))) {
        return;
    }
    if 4.0 * (rect.half_width + rect.half_depth) < 1.0 {
        land.s.push(Mistake::new(t.at(), say!("building-too-small")).by(clause!("4.1.c")));
        return;
    }
    to.push(Building {
        name,
        rect,
        storeys: storeys.map_or(1, |(n, _)| n as u8),
        wooden_walls: walls.is_some_and(|(w, _)| w),
        roof: roof.map_or(Roof::Tiled, |(r, _)| r),
        fortification,
    });
}
