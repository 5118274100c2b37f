//! The ground of a scenario: the book's kinds of it, and what the organiser fixes of table XXII.

use crate::clause;
use crate::ground::{Bridge, Building, Ground, HillStep, Line, LineKind, Patch, PatchKind, Road};
use crate::raising;
use crate::say;
use crate::troop::{Cover, Obstacle};
use muster::{Kinds, Land, Mistake, Sheet, Tab, Usual};
use std::ops::Range;
use table::Base;
use words::Message;

/// Cm that outlines and roads may run beyond the table.
const BEYOND: f64 = 500.0;
/// Sizes in cm of what the book gives no size.
const ROAD: Usual = Usual(4.0, [0.5, 30.0]);
const BRIDGE: [Usual; 2] = [Usual(5.0, [0.5, 50.0]), Usual(5.0, [0.5, 500.0])];
const HOUSE: [Usual; 2] = [Usual(8.0, [1.0, 60.0]), Usual(6.0, [1.0, 60.0])];

const PATCHES: Kinds<PatchKind> = Kinds {
    example: "wood",
    law: None,
    words: &[
        ("wood", PatchKind::Wood),
        ("swamp", PatchKind::Swamp),
        ("lake", PatchKind::Lake),
        ("watercourse", PatchKind::Watercourse),
        ("difficult", PatchKind::Difficult),
        ("town", PatchKind::Town),
        ("impassable", PatchKind::Impassable),
    ],
};

const LINES: Kinds<LineKind> = Kinds {
    example: "wall",
    law: None,
    words: &[
        ("barricade", LineKind::Barricade),
        ("light_fortification", LineKind::LightFortification),
        ("full_fortification", LineKind::FullFortification),
        ("abatis", LineKind::Abatis),
        ("chevaux_de_frise", LineKind::ChevauxDeFrise),
        ("ditch", LineKind::Ditch),
        ("bank", LineKind::Bank),
        ("fence", LineKind::Fence),
        ("wall", LineKind::Wall),
        ("other", LineKind::Other),
    ],
};

const OBSTACLES: [Obstacle; 5] = [Obstacle::None, Obstacle::I, Obstacle::II, Obstacle::III, Obstacle::IV];
const COVERS: [Cover; 4] = [Cover::None, Cover::I, Cover::II, Cover::III];

pub(super) fn read(s: &mut Sheet, root: &Tab<'_>, width: f64, depth: f64) -> Ground {
    let mut g = Ground { width, depth, ..Ground::default() };
    let Some(t) = s.table(root, "ground") else { return g };
    let mut land = Land::new(s, [width, depth]).beyond(BEYOND).named();
    for f in land.features(&t, "ground.area", PATCHES) {
        let areas = f.shape.areas().unwrap_or_default();
        g.patches.extend(areas.into_iter().map(|area| Patch { name: f.name.clone(), kind: f.kind, area }));
    }
    for h in land.tables(&t, "ground.hill") {
        let steps = land.steps(&h, "ground.hill.step", || clause!("01.01.3.b"));
        g.hills.extend(steps.into_iter().map(|s| HillStep {
            name: s.name,
            level: s.level,
            area: s.area,
            crest: s.crest,
        }));
    }
    let roads = land.tracks(&t, "ground.road", "path", ROAD, "road");
    g.roads.extend(roads.into_iter().map(|r| Road { name: r.name, path: r.path, width: r.width }));
    for x in land.tables(&t, "ground.bridge") {
        let name = land.name(&x, "bridge");
        land.s.need(&x, "length", || say!("right-number-in-cm"));
        let Some(rect) = land.rect(&x, ("width", BRIDGE[0]), ("length", BRIDGE[1])) else { continue };
        if land.shows(&x, &rect) {
            g.bridges.push(Bridge { name, rect });
        }
    }
    for x in land.tables(&t, "ground.building") {
        building(&mut land, &x, &mut g.buildings);
    }
    for x in land.tables(&t, "ground.line") {
        line(&mut land, &x, &mut g.lines);
    }
    g
}

fn building(land: &mut Land<'_>, t: &Tab<'_>, to: &mut Vec<Building>) {
    let name = land.name(t, "church");
    let rect = land.rect(t, ("width", HOUSE[0]), ("depth", HOUSE[1]));
    let stone = land.s.flag(t, "stone");
    let (obstacle, cover) = raising::building_values(stone);
    let Some(r) = rect else { return };
    if land.stands(t, &name, &r, to.iter().map(|o| (o.name.as_str(), o.rect()))) {
        let (width, depth) = (r.half_width * 2.0, r.half_depth * 2.0);
        let base = Base { front: r.centre + r.dir * r.half_depth, dir: r.dir, width, depth };
        to.push(Building { name, base, stone, obstacle, cover });
    }
}

fn line(land: &mut Land<'_>, t: &Tab<'_>, to: &mut Vec<Line>) {
    let kind = land.kind(t, LINES);
    let name = land.name(t, "wall");
    let depth = land.s.length(t, "depth", 0.0, [0.0, 20.0]);
    let given = (land.s.word_of(t, "obstacle", &OBSTACLES), land.s.word_of(t, "cover", &COVERS));
    let path = land.path(t, "path");
    let (Some(kind), Some((path, _))) = (kind, path) else { return };
    let (mut obstacle, mut cover) = raising::line_values(kind);
    let (o, c) = raising::line_range(kind);
    if let Some((x, at)) = given.0 {
        if x < o.0 || x > o.1 {
            land.s.push(out_of_range(
                at,
                say!("no-obstacle-of", kind),
                &format!("{:?}", o.0),
                &format!("{:?}", o.1),
            ));
        }
        obstacle = x;
    }
    if let Some((x, at)) = given.1 {
        if x < c.0 || x > c.1 {
            land.s.push(out_of_range(
                at,
                say!("no-cover-of", kind),
                &format!("{:?}", c.0),
                &format!("{:?}", c.1),
            ));
        }
        cover = x;
    }
    to.push(Line { name, kind, path, depth, obstacle, cover, cleared: Vec::new(), built: false });
}

fn out_of_range(at: Range<usize>, wrong: Message, least: &str, most: &str) -> Mistake {
    let right = if least == most {
        say!("table-xxii-fixes-kind-other", most)
    } else {
        say!("table-xxii-kind-other-values", least, most)
    };
    Mistake::new(at, wrong).right(right).by(clause!("XXII.a"))
}
