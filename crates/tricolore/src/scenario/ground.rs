//! The ground of a scenario: the book's kinds of it, towns with capacity and cover, redoubts with their room.

use crate::book::{BAD, Sheet as Printed, table, whole};
use crate::ground::{
    Bridge, BridgeKind, Ground, HillStep, Line, Obstacle, Patch, Redoubt, Road, Step, Terrain, Zone,
};
use crate::unit::Side;
use crate::{clause, say};
use muster::{Kinds, Land, Mistake, Oblong, Sheet, Tab, Usual};
use table::Base;
use umpire::Clause;

/// Metres that outlines and roads may run beyond the table.
const BEYOND: f64 = 5000.0;
/// Sizes in metres of what the book gives no size.
const LINE: [f64; 2] = [0.0, 300.0];
const BRIDGE: Usual = Usual(60.0, [10.0, 400.0]);
const REDOUBT: [Usual; 2] = [Usual(150.0, [30.0, 600.0]), Usual(80.0, [30.0, 600.0])];
/// A side of a town zone.
const USUAL_TOWN: f64 = 200.0;
/// Width of a lane of a bridge.
const LANE: f64 = 30.0;
/// Bases for which a redoubt may have room.
const ROOM: [i64; 2] = [0, 20];

const PATCHES: Kinds<Terrain> = Kinds {
    example: "light-wood",
    law: Some(|| clause!("terrain.8")),
    words: &[
        ("closed-1", Terrain::Closed1),
        ("closed-2", Terrain::Closed2),
        ("closed-3", Terrain::Closed3),
        ("light-wood", Terrain::LightWood),
        ("dense-wood", Terrain::DenseWood),
        ("impassable", Terrain::Impassable),
    ],
};

const LINES: Kinds<Obstacle> = Kinds {
    example: "brook",
    law: Some(|| clause!("terrain.1")),
    words: &[
        ("hedge", Obstacle::Hedge),
        ("brook", Obstacle::Brook),
        ("deep-brook", Obstacle::DeepBrook),
        ("river", Obstacle::River),
        ("ford", Obstacle::Ford),
    ],
};

const BRIDGES: Kinds<BridgeKind> = Kinds {
    example: "stone",
    law: None,
    words: &[
        ("stone", BridgeKind::Stone),
        ("wooden", BridgeKind::Wooden),
        ("light-pontoon", BridgeKind::LightPontoon),
        ("heavy-pontoon", BridgeKind::HeavyPontoon),
        ("light-trestle", BridgeKind::LightTrestle),
        ("heavy-trestle", BridgeKind::HeavyTrestle),
    ],
};

const SIDE_WORDS: [(&str, Side); 2] = [("A", Side::A), ("B", Side::B)];

/// From and to of the cover value of a kind of work (table works.cover).
fn cover_of(kind: &str) -> [i64; 2] {
    let cell = |c| table("works.cover").cell(kind, c).and_then(whole).expect(BAD);
    [cell("cover value from"), cell("to")]
}

/// From and to of a row of table town-zone, such as 1-10 or 100 x 100 to 400 x 400.
fn town_span(row: &str) -> [i64; 2] {
    let text = table("town-zone").cell(row, "value").expect(BAD).to_string();
    let numbers: Vec<i64> =
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    [*numbers.first().expect(BAD), *numbers.last().expect(BAD)]
}

pub(super) fn read(s: &mut Sheet, root: &Tab<'_>, width: f64, depth: f64) -> (Ground, Vec<Option<Side>>) {
    let mut g = Ground { width, depth, ..Ground::default() };
    let mut attackers = Vec::new();
    let Some(t) = s.table(root, "ground") else { return (g, attackers) };
    let mut land = Land::new(s, [width, depth]).beyond(BEYOND).named();
    for x in land.features(&t, "ground.area", PATCHES) {
        let areas = x.shape.areas().unwrap_or_default();
        for area in areas {
            g.patches.push(Patch { name: x.name.clone(), kind: x.kind, area });
        }
    }
    for h in land.tables(&t, "ground.hill") {
        let steps = land.steps(&h, "ground.hill.step", || clause!("sight.1"));
        for s in steps {
            g.hills.push(Step(HillStep { name: s.name, level: s.level, area: s.area, crest: s.crest }));
        }
    }
    for x in land.tables(&t, "ground.road") {
        let name = land.name(&x, "road");
        let lanes = land.s.under(|| clause!("roads.1"), |s| s.whole(&x, "lanes", [1, 2]));
        let cobbled = land.s.flag(&x, "cobbled");
        if let Some((path, _)) = land.path(&x, "path") {
            g.roads.push(Road { name, path, lanes: lanes.map_or(1, |(n, _)| n as u8), cobbled });
        }
    }
    for x in land.tables(&t, "ground.line") {
        let kind = land.kind(&x, LINES);
        let name = land.name(&x, "brook");
        let width = land.s.length(&x, "width", 0.0, LINE);
        let low_water = land.s.flag(&x, "low_water");
        if let (Some(kind), Some((path, _))) = (kind, land.path(&x, "path")) {
            g.lines.push(Line { name, kind, path, width, low_water });
        }
    }
    for x in land.tables(&t, "ground.bridge") {
        let kind = land.kind(&x, BRIDGES);
        let name = land.name(&x, "bridge");
        let lanes = land.s.under(|| clause!("roads.1"), |s| s.whole(&x, "lanes", [1, 2]));
        let lanes = lanes.map_or(1, |(n, _)| n as u8);
        let across = LANE * f64::from(lanes);
        let rect = land.rect(&x, ("no_width", Usual(across, [across, across])), ("length", BRIDGE));
        if let (Some(kind), Some(rect)) = (kind, rect) {
            if land.shows(&x, &rect) {
                g.bridges.push(Bridge { name, kind, rect, lanes });
            }
        }
    }
    for x in land.tables(&t, "ground.town") {
        if town(&mut land, &x, &mut g.zones) {
            attackers.push(land.s.word(&x, "attacker", &SIDE_WORDS).map(|(s, _)| s));
        }
    }
    for x in land.tables(&t, "ground.redoubt") {
        redoubt(&mut land, &x, &mut g.redoubts);
    }
    (g, attackers)
}

/// A whole number that must be there and in its range, by a clause.
fn count(
    land: &mut Land<'_>,
    t: &Tab<'_>,
    key: &'static str,
    range: [i64; 2],
    law: fn() -> Clause,
) -> Option<u8> {
    let [least, most] = range;
    land.s.under(law, |s| {
        s.need(t, key, || say!("from-to", least, most));
        s.whole(t, key, range).map(|(n, _)| n as u8)
    })
}

fn town(land: &mut Land<'_>, t: &Tab<'_>, to: &mut ::ground::Areas<Zone>) -> bool {
    let name = land.name(t, "Aspern, west");
    let fortress = land.s.flag(t, "fortress");
    let size = town_span("size").map(|n| n as f64);
    let [x, y] = ["x", "y"].map(|k| land.s.must_number(t, k));
    let [width, length] =
        ["width", "depth"].map(|k| land.s.under(|| clause!("town.2"), |s| s.length(t, k, USUAL_TOWN, size)));
    let bearing = land.s.bearing(t, 0.0);
    let made = x.zip(y).map(|(x, y)| Oblong { x, y, length, width, bearing }.rect());
    let capacity =
        count(land, t, "capacity", town_span("capacity, infantry bases per side"), || clause!("town.1"));
    let cover = if fortress {
        count(land, t, "cover", cover_of("fortress"), || clause!("fortress.1"))
    } else {
        count(land, t, "cover", cover_of("town zone"), || clause!("town.3"))
    };
    let (Some(rect), Some(capacity), Some(cover)) = (made, capacity, cover) else { return false };
    if !land.stands(t, &name, &rect, to.iter().map(|o| (o.name.as_str(), o.rect))) {
        return false;
    }
    to.push(Zone { name, rect, capacity, cover, fortress });
    true
}

fn redoubt(land: &mut Land<'_>, t: &Tab<'_>, to: &mut Vec<Redoubt>) {
    let name = land.name(t, "redoubt");
    land.s.need(t, "side", || say!("right-redoubt-side"));
    let side = land.s.word(t, "side", &SIDE_WORDS).map(|(s, _)| s);
    let cover = count(land, t, "cover", cover_of("redoubt"), || clause!("redoubt.1"));
    let cavalry = land.s.under(
        || clause!("redoubt.1"),
        |s| {
            s.need(t, "cavalry", || say!("right-redoubt-cavalry"));
            s.flag(t, "cavalry")
        },
    );
    let guns =
        land.s.under(|| clause!("redoubt.2"), |s| s.whole(t, "guns", ROOM)).map_or(0, |(n, _)| n as u8);
    let infantry =
        land.s.under(|| clause!("redoubt.2"), |s| s.whole(t, "infantry", ROOM)).map_or(0, |(n, _)| n as u8);
    if guns == 0 && infantry == 0 {
        let wrong = Mistake::new(t.at(), say!("redoubt-room", name = name.as_str()));
        land.s.push(wrong.right(say!("right-redoubt-room")).by(clause!("redoubt.2")));
    }
    let width = land.s.length(t, "width", REDOUBT[0].0, REDOUBT[0].1);
    let depth = land.s.length(t, "depth", REDOUBT[1].0, REDOUBT[1].1);
    let pose = land.s.pose(t);
    let (Some(side), Some(cover), Some(pose)) = (side, cover, pose) else { return };
    let base = Base::new(pose, width, depth);
    let least = f64::from(guns) * Printed::built_in().scale().artillery.0;
    if width < least {
        let wrong = Mistake::new(t.at_key("width"), say!("redoubt-narrow", name = name.as_str(), guns));
        land.s
            .push(wrong.right(say!("at-least-metres", least = words::whole(least))).by(clause!("redoubt.2")));
    }
    let others = to.iter().map(|o| (o.name.as_str(), o.base.rect()));
    if land.stands(t, &name, &base.rect(), others.collect::<Vec<_>>()) {
        to.push(Redoubt { name, side, base, cover, guns, infantry, cavalry });
    }
}
