//! The ground of a board: what lies on the table as far as the seat knows it, and the ground that its tasks name.

use super::Viewer;
use crate::field::Field;
use crate::ground::{Line, LineKind, PatchKind};
use crate::rule;
use crate::scenario::{Scenario, TaskKind};
use crate::troop::{Cover, Obstacle};
use desk::board::{Fact, Feature, Ground, Shape};
use table::{V2, v2};

fn area(points: &[V2]) -> Shape {
    Shape::Area(points.iter().map(|p| [p.x, p.y]).collect())
}

fn line(points: &[V2], width: f64) -> Shape {
    Shape::Line { points: points.iter().map(|p| [p.x, p.y]).collect(), width }
}

/// What crossing it and standing behind it is worth (table XXII).
fn worth(obstacle: Obstacle, cover: Cover) -> Vec<Fact> {
    let mut facts = Vec::new();
    if obstacle != Obstacle::None {
        facts.push(Fact::by("Obstacle", format!("{obstacle:?}"), rule!("XXII.a")));
    }
    if cover != Cover::None {
        facts.push(Fact::by("Cover", format!("{cover:?}"), rule!("XXII.a")));
    }
    facts
}

fn patch(kind: PatchKind) -> (Ground, &'static str) {
    match kind {
        PatchKind::Wood => (Ground::Wood, "wood"),
        PatchKind::Swamp => (Ground::Marsh, "swamp"),
        PatchKind::Lake => (Ground::Water, "deep water, impassable"),
        PatchKind::Watercourse => (Ground::River, "watercourse that can be waded"),
        PatchKind::Difficult => (Ground::Rough, "difficult ground"),
        PatchKind::Town => (Ground::Town, "ground of a town"),
        PatchKind::Impassable => (Ground::Rough, "impassable"),
    }
}

fn object(l: &Line) -> Ground {
    match l.kind {
        LineKind::Barricade | LineKind::ChevauxDeFrise => Ground::Barricade,
        LineKind::LightFortification | LineKind::FullFortification | LineKind::Ditch | LineKind::Bank => {
            Ground::Works
        }
        LineKind::Abatis => Ground::Abatis,
        LineKind::Fence => Ground::Fence,
        LineKind::Wall => Ground::Wall,
        LineKind::Other => Ground::Works,
    }
}

/// Everything on the ground that the eye may know, in the order in which it is drawn.
pub(super) fn features(s: &Scenario, f: &Field, eye: &Viewer) -> Vec<Feature> {
    let g = &f.ground;
    let mut all = Vec::new();
    let mut put = |kind, name: &str, shape, level: u32, facts| {
        all.push(Feature { kind, name: name.into(), shape, level, side: None, facts });
    };
    let mut hills: Vec<_> = g.hills.iter().collect();
    hills.sort_by_key(|h| h.level);
    for h in hills {
        let facts = vec![Fact::by("Ground", format!("hill, step {}", h.level), rule!("01.01.3.b"))];
        put(Ground::Hill, &h.name, area(h.area.outline()), u32::from(h.level), facts);
    }
    for p in &g.patches {
        let (kind, what) = patch(p.kind);
        put(kind, &p.name, area(p.area.outline()), 0, vec![Fact::by("Ground", what, rule!("play.ground"))]);
    }
    for r in &g.roads {
        put(
            Ground::Road,
            &r.name,
            line(&r.path.points, r.width),
            0,
            vec![Fact::by("Ground", "road", rule!("play.ground"))],
        );
    }
    for b in &g.bridges {
        let facts = vec![Fact::by("Ground", "bridge, ford or causeway", rule!("play.ground"))];
        put(Ground::Bridge, &b.name, area(&b.rect.corners()), 0, facts);
    }
    for b in &g.buildings {
        let mut facts = vec![Fact::by(
            "Building",
            if b.stone { "of stone, room for three companies" } else { "room for three companies" },
            rule!("02.04.3.b"),
        )];
        facts.extend(worth(b.obstacle, b.cover));
        put(Ground::Building, &b.name, area(&b.rect().corners()), 0, facts);
    }
    for (i, l) in f.lines.iter().enumerate() {
        let known = match eye {
            Viewer::Side(k, ..) => k.knows_line(f, i),
            // A watcher sees the works that stand.
            _ => true,
        };
        if !known {
            continue;
        }
        let mut facts = vec![Fact::new("Object", l.kind.called())];
        facts.extend(worth(l.obstacle, l.cover));
        if !l.cleared.is_empty() {
            facts.push(Fact::by("State", "cleared in part", rule!("10.06.1")));
        }
        for (a, b) in l.standing() {
            put(object(l), &l.name, line(&[a, b], l.depth), 0, facts.clone());
        }
    }
    for w in &f.works {
        let Some(u) = f.units.get(w.unit.index()).filter(|u| eye.reads(u.side)) else { continue };
        let facts = vec![
            Fact::by("State", format!("under way, turn {} of the work", w.turns), rule!("10.01.1")),
            Fact::new("Made by", &*u.code),
        ];
        put(Ground::Works, "work under way", line(&[w.from, w.to], 0.0), 0, facts);
    }
    all.extend(zones(s, f, eye));
    all
}

/// The ground that the tasks of a side name.
fn zones(s: &Scenario, f: &Field, eye: &Viewer) -> Vec<Feature> {
    let g = &f.ground;
    let mut all = Vec::new();
    for t in s.tasks.iter().filter(|t| eye.reads(t.side)) {
        let shapes: Vec<(String, Shape)> = match &t.kind {
            TaskKind::HoldPlace { place, within } => {
                let rim: Vec<V2> = (0..48)
                    .map(|i| {
                        let a = f64::from(i) * std::f64::consts::TAU / 48.0;
                        *place + v2(libm::cos(a), libm::sin(a)) * *within
                    })
                    .collect();
                vec![("the marked ground".into(), area(&rim))]
            }
            TaskKind::Hold { ground } => {
                let mut found: Vec<Shape> =
                    g.patches.iter().filter(|p| p.name == *ground).map(|p| area(p.area.outline())).collect();
                found.extend(g.hills.iter().filter(|h| h.name == *ground).map(|h| area(h.area.outline())));
                found.extend(g.bridges.iter().filter(|b| b.name == *ground).map(|b| area(&b.rect.corners())));
                found.extend(
                    g.buildings.iter().filter(|b| b.name == *ground).map(|b| area(&b.rect().corners())),
                );
                found.into_iter().map(|x| (ground.clone(), x)).collect()
            }
            _ => continue,
        };
        for (name, shape) in shapes {
            all.push(Feature {
                kind: Ground::Zone,
                name: format!("hold {name}"),
                shape,
                level: 0,
                side: Some(t.side.index() as u8),
                facts: vec![Fact::by(
                    "Task",
                    super::facts::task(f, t, eye).to_string(),
                    rule!("play.victory"),
                )],
            });
        }
    }
    all
}
