//! The ground as features.

use super::{fact, round};
use crate::field::{CampSite, CampState, Field, Side};
use crate::terrain::{Area, Feature as Land, Outline, River, Road};
use crate::{book, words};
use desk::board::{Fact, Feature, Ground, Shape};
use table::V2;

fn points(p: &[V2]) -> Vec<[f64; 2]> {
    p.iter().map(|p| [round(p.x), round(p.y)]).collect()
}

fn kind(l: Land) -> (Ground, u32) {
    match l {
        Land::GentleHill => (Ground::Hill, 1),
        Land::SteepHill => (Ground::Hill, 2),
        Land::Wood | Land::Oasis => (Ground::Wood, 0),
        Land::Marsh => (Ground::Marsh, 0),
        Land::RoughGround | Land::Dunes => (Ground::Rough, 0),
        Land::Fields => (Ground::Field, 0),
        Land::Settlement => (Ground::Town, 0),
    }
}

fn area(a: &Area) -> Feature {
    let (kind, level) = kind(a.feature);
    let outline = match &a.outline {
        Outline::Oval(e) => points(&e.rim(48)),
        Outline::Box(r) => points(&r.corners()),
    };
    let what = words::feature(a.feature);
    let mut facts = vec![fact("Ground", what, "terrain.5")];
    facts.push(if a.feature.is_heavy() {
        fact("Going", "heavy", "terrain.8")
    } else {
        fact("Going", "good", "terrain.8")
    });
    if a.feature.is_close() {
        facts.push(fact("Sight", "hides what is in it; only skirmish fire into and out of it", "terrain.11"));
    }
    if a.feature.is_hill() {
        facts.push(fact("Height", if level == 1 { "one step" } else { "one step, steep" }, "dba.45"));
    }
    let name = if a.name.is_empty() { what.into() } else { a.name.clone() };
    Feature { kind, name, shape: Shape::Area(outline), level, side: None, facts }
}

fn line(kind: Ground, name: &str, p: &[V2], width: f64, facts: Vec<Fact>) -> Feature {
    let shape = Shape::Line { points: points(p), width: round(width) };
    Feature { kind, name: name.into(), shape, level: 0, side: None, facts }
}

/// Where a road crosses a river it has a bridge.
fn bridges(road: &Road, river: &River) -> Vec<Feature> {
    let mut out = Vec::new();
    for (a, b) in road.line.segments() {
        for (p, q) in river.line.segments() {
            let (d, e) = (b - a, q - p);
            let den = d.cross(e);
            if den.abs() < 1e-9 {
                continue;
            }
            let (t, u) = ((p - a).cross(e) / den, (p - a).cross(d) / den);
            if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u) {
                let (at, along) = (a + d * t, d.unit());
                let slant = (d.unit().cross(e.unit())).abs().max(0.3);
                let half = along * (river.width / slant / 2.0 + 10.0);
                out.push(line(
                    Ground::Bridge,
                    "Bridge",
                    &[at - half, at + half],
                    road.width + 8.0,
                    vec![fact("Crossing", "the road crosses the river here", "road.1")],
                ));
            }
        }
    }
    out
}

fn camp(f: &Field, side: Side, c: &CampSite) -> Feature {
    Feature {
        kind: Ground::Camp,
        name: format!("Camp of {}", words::side(f, side)),
        shape: Shape::Area(points(&c.rect.corners())),
        level: 0,
        side: Some(side.index() as u8),
        facts: camp_facts(c),
    }
}

/// What is known of a camp.
pub(super) fn camp_facts(c: &CampSite) -> Vec<Fact> {
    let s = crate::troop::Troop::Camp.stats();
    let mut facts = vec![fact(
        "State",
        match c.state {
            CampState::Holds => "holds",
            CampState::Silenced => "silenced: neither shoots nor defends itself",
            CampState::Plundered => "plundered: counts as two elements lost",
        },
        match c.state {
            CampState::Holds => "camp.1",
            CampState::Silenced => "dba.36",
            CampState::Plundered => "victory.3",
        },
    )];
    facts.push(fact(
        "Shots left",
        format!("{} in its own side's turns, {} in the enemy's", c.shots[0], c.shots[1]),
        "camp.6",
    ));
    facts.push(fact(
        "Factors",
        format!(
            "shooting {}/{}, close combat {}/{} (against foot/mounted)",
            s.shooting[0], s.shooting[1], s.melee[0], s.melee[1]
        ),
        "stats.1",
    ));
    if let Some(r) = s.range {
        facts.push(fact("Range", format!("{r:.0} p"), "stats.1"));
    }
    facts
}

/// Everything on the table that is no troop, low things first.
pub(super) fn features(f: &Field) -> Vec<Feature> {
    let t = &f.terrain;
    let mut out = Vec::new();
    if let Some(w) = &t.waterway {
        let (lo, hi) = w.water.bounds();
        if w.beach {
            let band = 2.0 * book::data().bw;
            let (a, b) = if w.west { (hi.x, hi.x + band) } else { (lo.x - band, lo.x) };
            out.push(Feature {
                kind: Ground::Beach,
                name: "Beach".into(),
                shape: Shape::Area(points(&[
                    table::v2(a, lo.y),
                    table::v2(b, lo.y),
                    table::v2(b, hi.y),
                    table::v2(a, hi.y),
                ])),
                level: 0,
                side: None,
                facts: vec![fact("Ground", "a flat shore", "waterway.1")],
            });
        }
        out.push(Feature {
            kind: Ground::Water,
            name: "Waterway".into(),
            shape: Shape::Area(points(&w.water.corners())),
            level: 0,
            side: None,
            facts: vec![fact("Going", "nobody enters it", "waterway.2")],
        });
    }
    let mut areas: Vec<&Area> = t.areas.iter().collect();
    areas.sort_by_key(|a| {
        !matches!(a.feature, Land::Fields) as u8 + !(a.feature.is_hill() || a.feature == Land::Fields) as u8
    });
    out.extend(areas.into_iter().map(area));
    for (i, r) in t.rivers.iter().enumerate() {
        let known = f.rivers.get(i).copied().unwrap_or_default();
        let mut facts = vec![fact(
            "Nature",
            known.nature.map_or("unknown until somebody tries to cross it", words::nature),
            "river.2",
        )];
        if known.closed {
            facts.push(fact("This turn", "nobody else may try to cross the torrent", "crossing.4"));
        }
        let name = known.nature.map_or("River".into(), |n| format!("River, {}", words::sounding(n)));
        out.push(line(Ground::River, &name, &r.line.points, r.width, facts));
    }
    for r in &t.roads {
        out.push(line(Ground::Road, "Road", &r.line.points, r.width, vec![fact("Going", "road", "move.7")]));
    }
    for road in &t.roads {
        out.extend(t.rivers.iter().flat_map(|river| bridges(road, river)));
    }
    out.extend(f.camps().map(|(s, c)| camp(f, s, c)));
    out
}
