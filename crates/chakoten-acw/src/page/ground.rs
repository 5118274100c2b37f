//! The ground of a board: what lies on the table as far as the seat knows it, and the ground that its tasks name.

use super::Viewer;
use crate::field::Field;
use crate::ground::{Line, LineKind, PatchKind};
use crate::scenario::{Scenario, TaskKind};
use crate::troop::{Cover, Obstacle};
use crate::{rule, say};
use desk::board::{Fact, Feature, Ground, Shape};
use table::{V2, v2};
use words::Message;

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
        facts.push(Fact::by(
            say!("fact-obstacle"),
            Message::verbatim(format!("{obstacle:?}")),
            rule!("XXII.a"),
        ));
    }
    if cover != Cover::None {
        facts.push(Fact::by(say!("fact-cover"), Message::verbatim(format!("{cover:?}")), rule!("XXII.a")));
    }
    facts
}

fn patch(kind: PatchKind) -> (Ground, Message) {
    match kind {
        PatchKind::Wood => (Ground::Wood, say!("ground-wood")),
        PatchKind::Swamp => (Ground::Marsh, say!("ground-swamp")),
        PatchKind::Lake => (Ground::Water, say!("deep-water-impassable")),
        PatchKind::Watercourse => (Ground::River, say!("watercourse-can-waded")),
        PatchKind::Difficult => (Ground::Rough, say!("difficult-ground")),
        PatchKind::Town => (Ground::Town, say!("ground-town")),
        PatchKind::Impassable => (Ground::Rough, say!("ground-impassable")),
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
    let named = |name: &str| Message::verbatim(name.to_owned());
    let mut put = |kind, name: Message, shape, level: u32, facts| {
        all.push(Feature { kind, name, shape, level, side: None, facts });
    };
    let mut hills: Vec<_> = g.hills.iter().collect();
    hills.sort_by_key(|h| h.level);
    for h in hills {
        let facts =
            vec![Fact::by(say!("fact-ground"), say!("ground-hill", step = h.level), rule!("01.01.3.b"))];
        put(Ground::Hill, named(&h.name), area(h.area.outline()), u32::from(h.level), facts);
    }
    for p in &g.patches {
        let (kind, what) = patch(p.kind);
        put(
            kind,
            named(&p.name),
            area(p.area.outline()),
            0,
            vec![Fact::by(say!("fact-ground"), what, rule!("play.ground"))],
        );
    }
    for r in &g.roads {
        put(
            Ground::Road,
            named(&r.name),
            line(&r.path.points, r.width),
            0,
            vec![Fact::by(say!("fact-ground"), say!("ground-road"), rule!("play.ground"))],
        );
    }
    for b in &g.bridges {
        let facts = vec![Fact::by(say!("fact-ground"), say!("bridge-ford-causeway"), rule!("play.ground"))];
        put(Ground::Bridge, named(&b.name), area(&b.rect.corners()), 0, facts);
    }
    for b in &g.buildings {
        let mut facts = vec![Fact::by(
            say!("fact-building"),
            if b.stone { say!("stone-room-three-companies") } else { say!("room-three-companies") },
            rule!("02.04.3.b"),
        )];
        facts.extend(worth(b.obstacle, b.cover));
        put(Ground::Building, named(&b.name), area(&b.rect().corners()), 0, facts);
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
        let mut facts = vec![Fact::new(say!("fact-object"), l.kind)];
        facts.extend(worth(l.obstacle, l.cover));
        if !l.cleared.is_empty() {
            facts.push(Fact::by(say!("fact-state"), say!("cleared-part"), rule!("10.06.1")));
        }
        for (a, b) in l.standing() {
            put(object(l), named(&l.name), line(&[a, b], l.depth), 0, facts.clone());
        }
    }
    for w in &f.works {
        let Some(u) = f.units.get(w.unit.index()).filter(|u| eye.reads(u.side)) else { continue };
        let facts = vec![
            Fact::by(say!("fact-state"), say!("work-under-way-turn", turn = w.turns), rule!("10.01.1")),
            Fact::new(say!("fact-made"), named(&u.code)),
        ];
        put(Ground::Works, say!("work-under-way"), line(&[w.from, w.to], 0.0), 0, facts);
    }
    all.extend(zones(s, f, eye));
    all
}

/// The ground that the tasks of a side name.
fn zones(s: &Scenario, f: &Field, eye: &Viewer) -> Vec<Feature> {
    let g = &f.ground;
    let mut all = Vec::new();
    for t in s.tasks.iter().filter(|t| eye.reads(t.side)) {
        let shapes: Vec<(Message, Shape)> = match &t.kind {
            TaskKind::HoldPlace { place, within } => {
                let rim: Vec<V2> = (0..48)
                    .map(|i| {
                        let a = f64::from(i) * std::f64::consts::TAU / 48.0;
                        *place + v2(libm::cos(a), libm::sin(a)) * *within
                    })
                    .collect();
                vec![(say!("the-marked-ground"), area(&rim))]
            }
            TaskKind::Hold { ground } => {
                let mut found: Vec<Shape> =
                    g.patches.iter().filter(|p| p.name == *ground).map(|p| area(p.area.outline())).collect();
                found.extend(g.hills.iter().filter(|h| h.name == *ground).map(|h| area(h.area.outline())));
                found.extend(g.bridges.iter().filter(|b| b.name == *ground).map(|b| area(&b.rect.corners())));
                found.extend(
                    g.buildings.iter().filter(|b| b.name == *ground).map(|b| area(&b.rect().corners())),
                );
                found.into_iter().map(|x| (Message::verbatim(ground.clone()), x)).collect()
            }
            _ => continue,
        };
        for (name, shape) in shapes {
            all.push(Feature {
                kind: Ground::Zone,
                name: say!("hold-ground", name),
                shape,
                level: 0,
                side: Some(t.side.index() as u8),
                facts: vec![Fact::by(
                    say!("fact-task"),
                    super::facts::task(f, t, eye),
                    rule!("play.victory"),
                )],
            });
        }
    }
    all
}
