//! The ground as features.

use super::{fact, round};
use crate::field::{CampSite, CampState, Field, Side};
use crate::terrain::{Area, Feature as Land, Outline, River, Road};
use crate::{book, rule, say, words};
use ::words::Message;
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
    let mut facts = vec![fact(say!("fact-ground"), what.clone(), rule!("terrain.5"))];
    facts.push(if a.feature.is_heavy() {
        fact(say!("fact-going"), say!("going-heavy"), rule!("terrain.8"))
    } else {
        fact(say!("fact-going"), say!("going-good"), rule!("terrain.8"))
    });
    if a.feature.is_close() {
        facts.push(fact(say!("fact-sight"), say!("hides-what-only-skirmish-fire"), rule!("terrain.11")));
    }
    if a.feature.is_hill() {
        facts.push(fact(
            say!("fact-height"),
            if level == 1 { say!("one-step") } else { say!("one-step-steep") },
            rule!("dba.45"),
        ));
    }
    let name = if a.name.is_empty() { what } else { Message::verbatim(a.name.clone()) };
    Feature { kind, name, shape: Shape::Area(outline), level, side: None, facts }
}

fn line(kind: Ground, name: Message, p: &[V2], width: f64, facts: Vec<Fact>) -> Feature {
    let shape = Shape::Line { points: points(p), width: round(width) };
    Feature { kind, name, shape, level: 0, side: None, facts }
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
                    say!("bridge"),
                    &[at - half, at + half],
                    road.width + 8.0,
                    vec![fact(say!("fact-crossing"), say!("road-crosses-river-here"), rule!("road.1"))],
                ));
            }
        }
    }
    out
}

fn camp(f: &Field, side: Side, c: &CampSite) -> Feature {
    Feature {
        kind: Ground::Camp,
        name: say!("camp-of", side = words::side(f, side)),
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
        say!("fact-state"),
        match c.state {
            CampState::Holds => say!("camp-holds-out"),
            CampState::Silenced => say!("silenced-neither-shoots-nor-defends"),
            CampState::Plundered => say!("plundered-counts-two-elements-lost"),
        },
        match c.state {
            CampState::Holds => rule!("camp.1"),
            CampState::Silenced => rule!("dba.36"),
            CampState::Plundered => rule!("victory.3"),
        },
    )];
    facts.push(fact(
        say!("fact-shots-left"),
        say!("shots-left", own = c.shots[0], enemy = c.shots[1]),
        rule!("camp.6"),
    ));
    facts.push(fact(
        say!("fact-factors"),
        say!(
            "camp-factors",
            shooting_foot = s.shooting[0],
            shooting_mounted = s.shooting[1],
            combat_foot = s.melee[0],
            combat_mounted = s.melee[1],
        ),
        rule!("stats.1"),
    ));
    if let Some(r) = s.range {
        facts.push(fact(say!("fact-range"), say!("so-many-p", p = ::words::whole(r)), rule!("stats.1")));
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
                name: say!("beach"),
                shape: Shape::Area(points(&[
                    table::v2(a, lo.y),
                    table::v2(b, lo.y),
                    table::v2(b, hi.y),
                    table::v2(a, hi.y),
                ])),
                level: 0,
                side: None,
                facts: vec![fact(say!("fact-ground"), say!("flat-shore"), rule!("waterway.1"))],
            });
        }
        out.push(Feature {
            kind: Ground::Water,
            name: say!("waterway"),
            shape: Shape::Area(points(&w.water.corners())),
            level: 0,
            side: None,
            facts: vec![fact(say!("fact-going"), say!("nobody-enters"), rule!("waterway.2"))],
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
            say!("fact-nature"),
            known.nature.map_or_else(|| say!("river-unknown"), words::nature),
            rule!("river.2"),
        )];
        if known.closed {
            facts.push(fact(say!("fact-this-turn"), say!("nobody-else-may-try-cross"), rule!("crossing.4")));
        }
        let name =
            known.nature.map_or_else(|| say!("river"), |n| say!("river-known", nature = words::sounding(n)));
        out.push(line(Ground::River, name, &r.line.points, r.width, facts));
    }
    for r in &t.roads {
        out.push(line(
            Ground::Road,
            say!("road"),
            &r.line.points,
            r.width,
            vec![fact(say!("fact-going"), say!("going-road"), rule!("move.7"))],
        ));
    }
    for road in &t.roads {
        out.extend(t.rivers.iter().flat_map(|river| bridges(road, river)));
    }
    out.extend(f.camps().map(|(s, c)| camp(f, s, c)));
    out
}
