//! The ground of a board: what lies on the table as far as the seat knows it, and the ground that its tasks name.

use super::{Viewer, changed};
use crate::book::features::Feature as Row;
use crate::field::Field;
use crate::ground::{CrossingKind, Line, PatchKind};
use crate::scenario::{Scenario, TaskKind};
use crate::terrain::Cut;
use crate::troop::{Cover, Obstacle};
use crate::{rule, say};
use desk::board::{Fact, Feature, Ground, Shape};
use table::{V2, v2};
use words::Message;

pub(super) fn area(points: &[V2]) -> Shape {
    Shape::Area(points.iter().map(|p| [p.x, p.y]).collect())
}

pub(super) fn line(points: &[V2], width: f64) -> Shape {
    Shape::Line { points: points.iter().map(|p| [p.x, p.y]).collect(), width }
}

fn obstacle(o: Obstacle) -> Option<Message> {
    match o {
        Obstacle::None => None,
        Obstacle::I => Some(Message::verbatim("I")),
        Obstacle::II => Some(Message::verbatim("II")),
        Obstacle::III => Some(Message::verbatim("III")),
        Obstacle::Impassable => Some(say!("ground-impassable")),
    }
}

fn cover(c: Cover) -> Option<Message> {
    match c {
        Cover::None => None,
        Cover::I => Some(Message::verbatim("I")),
        Cover::II => Some(Message::verbatim("II")),
        Cover::III => Some(Message::verbatim("III")),
    }
}

/// What crossing it and standing behind it is worth (table VI).
fn worth(o: Obstacle, c: Cover) -> impl Iterator<Item = Fact> {
    let o = obstacle(o).map(|says| Fact::by(say!("fact-obstacle"), says, rule!("07.05.1")));
    let c = cover(c).map(|says| Fact::by(say!("fact-cover"), says, rule!("16.03.1")));
    o.into_iter().chain(c)
}

fn patch(kind: PatchKind) -> (Ground, Message) {
    match kind {
        PatchKind::Wood => (Ground::Wood, say!("ground-wood")),
        PatchKind::Plantation => (Ground::Field, say!("ground-plantation")),
        PatchKind::Difficult => (Ground::Rough, say!("ground-difficult")),
        PatchKind::Scrub => (Ground::Rough, say!("ground-scrub")),
        PatchKind::Garden => (Ground::Field, say!("ground-garden")),
        PatchKind::Soft => (Ground::Field, say!("ground-soft")),
        PatchKind::Swamp => (Ground::Marsh, say!("ground-swamp")),
        PatchKind::Water => (Ground::River, say!("ground-watercourse")),
        PatchKind::Lake => (Ground::Water, say!("ground-lake")),
        PatchKind::Town => (Ground::Town, say!("ground-town")),
        PatchKind::Impassable => (Ground::Rough, say!("ground-impassable")),
    }
}

fn crossing(kind: CrossingKind) -> (Ground, Message) {
    match kind {
        CrossingKind::WoodenBridge => (Ground::Bridge, say!("crossing-wooden")),
        CrossingKind::StoneBridge => (Ground::Bridge, say!("crossing-stone")),
        CrossingKind::PontoonBridge => (Ground::Bridge, say!("crossing-pontoon")),
        CrossingKind::Footbridge => (Ground::Bridge, say!("crossing-footbridge")),
        CrossingKind::Ford => (Ground::Ford, say!("crossing-ford")),
    }
}

/// How a row of table VI is drawn.
fn object(l: &Line) -> Ground {
    match l.kind {
        Row::Hedge | Row::Hedgebank => Ground::Hedge,
        Row::LowWall | Row::Wall | Row::HighWall => Ground::Wall,
        Row::Abatis => Ground::Abatis,
        Row::Barricade => Ground::Barricade,
        _ => Ground::Works,
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
        let says = say!("ground-hill", step = h.level);
        let facts = vec![Fact::by(say!("fact-ground"), says, rule!("01.03.2"))];
        put(Ground::Hill, named(&h.name), area(h.area.outline()), u32::from(h.level), facts);
    }
    for p in &g.patches {
        let (kind, what) = patch(p.kind);
        let mut facts = vec![Fact::by(say!("fact-ground"), what, rule!("play.ground"))];
        if let Some(c) = p.edge.and_then(cover) {
            facts.push(Fact::by(say!("fact-edge-cover"), c, rule!("16.03.2.b")));
        }
        put(kind, named(&p.name), area(p.area.outline()), 0, facts);
    }
    for t in &f.terrain.trails {
        let what = if t.narrow { say!("ground-path") } else { say!("ground-road") };
        let facts = vec![Fact::by(say!("fact-ground"), what, rule!("19.04.1"))];
        put(Ground::Road, named(&t.name), line(&t.path.points, t.width), 0, facts);
    }
    for t in &g.tracks {
        let what = if t.path { say!("ground-path") } else { say!("ground-road") };
        let facts = vec![Fact::by(say!("fact-ground"), what, rule!("play.ground"))];
        put(Ground::Road, named(&t.road.name), line(&t.road.path.points, t.road.width), 0, facts);
    }
    let crossings = g.crossings.iter().chain(&f.terrain.crossings).enumerate();
    for (i, c) in crossings.map(|(i, c)| (i as u16, c)) {
        let gone = f.terrain.cut.get(&i) == Some(&Cut::Gone);
        let (kind, what) = if gone { (Ground::Rough, say!("crossing-ruin")) } else { crossing(c.kind) };
        let mut facts = vec![Fact::by(say!("fact-ground"), what, rule!("play.ground"))];
        facts.extend(changed::of_crossing(f, i, eye));
        put(kind, named(&c.name), area(&c.rect.corners()), 0, facts);
    }
    for (i, b) in g.buildings.iter().enumerate() {
        let i = i as u16;
        let ruin = f.terrain.buildings.get(&i).is_some_and(|d| d.ruined());
        let now = f.building_values(i);
        let what = if b.strong { say!("building-strong") } else { say!("building-ordinary") };
        let mut facts = vec![Fact::by(say!("fact-ground"), what, rule!("17.02.3.b"))];
        facts.push(Fact::by(
            say!("fact-holds"),
            say!("figures-counted", figures = b.capacity),
            rule!("17.02.3.b"),
        ));
        facts.extend(worth(now.obstacle, now.cover));
        facts.extend(changed::of_building(f, i, eye));
        put(
            if ruin { Ground::Rough } else { Ground::Building },
            named(&b.name),
            area(&b.rect().corners()),
            0,
            facts,
        );
    }
    for (i, l) in f.lines.iter().enumerate().filter(|(i, _)| eye.knows_line(f, *i)) {
        let mut facts = vec![Fact::by(say!("fact-object"), l.kind.message(), rule!("07.05.1"))];
        facts.extend(worth(l.obstacle, l.cover));
        if l.loopholes {
            facts.push(Fact::by(say!("fact-loopholes"), say!("yes"), rule!("09.01.8")));
        }
        if l.embrasures {
            facts.push(Fact::by(say!("fact-embrasures"), say!("yes"), rule!("10.01.7")));
        }
        if !l.cleared.is_empty() {
            facts.push(Fact::by(say!("fact-gaps"), say!("cleared-in-part"), rule!("07.05.5")));
        }
        if f.lines[i].built {
            facts.push(Fact::by(say!("fact-built"), say!("yes"), rule!("19.01.1")));
        }
        for (a, b) in l.standing() {
            put(object(l), named(&l.name), line(&[a, b], l.depth), 0, facts.clone());
        }
    }
    all.extend(changed::features(f, eye));
    all.extend(zones(s, f, eye));
    all
}

/// The ground that the tasks of a side name.
fn zones(s: &Scenario, f: &Field, eye: &Viewer) -> Vec<Feature> {
    use muster::TaskKind::{Hold, HoldPlace};
    let g = &f.ground;
    let mut all = Vec::new();
    for t in s.tasks.iter().filter(|t| eye.reads(t.side)) {
        let kind = match &t.kind {
            TaskKind::Common(kind) | TaskKind::HoldFor { what: kind, .. } => kind,
            TaskKind::Spare { .. } | TaskKind::Judged { .. } => continue,
        };
        let shapes: Vec<(Message, Shape)> = match kind {
            HoldPlace { place, within } => {
                let rim: Vec<V2> = (0..48)
                    .map(|i| {
                        let a = f64::from(i) * std::f64::consts::TAU / 48.0;
                        *place + v2(libm::cos(a), libm::sin(a)) * *within
                    })
                    .collect();
                vec![(say!("the-marked-ground"), area(&rim))]
            }
            Hold { ground } => {
                let patches = g.patches.iter().filter(|p| p.name == *ground).map(|p| area(p.area.outline()));
                let hills = g.hills.iter().filter(|h| h.name == *ground).map(|h| area(h.area.outline()));
                let crossings =
                    g.crossings.iter().filter(|b| b.name == *ground).map(|b| area(&b.rect.corners()));
                let buildings =
                    g.buildings.iter().filter(|b| b.name == *ground).map(|b| area(&b.rect().corners()));
                let lines =
                    g.lines.iter().filter(|l| l.name == *ground).map(|l| line(&l.path.points, l.depth));
                let found = patches.chain(hills).chain(crossings).chain(buildings).chain(lines);
                found.map(|x| (Message::verbatim(ground.clone()), x)).collect()
            }
            _ => continue,
        };
        for (name, shape) in shapes {
            let task = super::facts::task(f, t, eye);
            all.push(Feature {
                kind: Ground::Zone,
                name: say!("hold-ground", name),
                shape,
                level: 0,
                side: Some(t.side.index() as u8),
                facts: vec![Fact::by(say!("fact-task"), task, rule!("play.victory"))],
            });
        }
    }
    all
}
