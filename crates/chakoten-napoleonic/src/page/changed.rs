//! What the battle has made of the ground: crossings made and cut, ruins, powder laid, works under way, mines, craft, and what burns. Works,
//! powder, mines and craft stand in their side's papers; what burns, stands or is cut is seen by all (play.hidden).

use super::Viewer;
use super::ground::{area, line};
use crate::field::Field;
use crate::terrain::{Cut, Thing};
use crate::works::Stage;
use crate::{rule, say};
use desk::board::{Fact, Feature, Ground, Shape};
use table::Rect;
use words::Message;

fn feature(kind: Ground, name: Message, shape: Shape, facts: Vec<Fact>) -> Feature {
    Feature { kind, name, shape, level: 0, side: None, facts }
}

fn covered(r: &Rect) -> Shape {
    area(&r.corners())
}

fn called(name: &str) -> Message {
    Message::verbatim(name.to_owned())
}

/// What has become of a crossing.
pub(super) fn of_crossing(f: &Field, i: u16, eye: &Viewer) -> Vec<Fact> {
    let cut = f.terrain.cut.get(&i).map(|c| match c {
        Cut::DeckOff => Fact::by(say!("fact-crossing"), say!("crossing-deck-off"), rule!("19.09.3")),
        Cut::Partly => Fact::by(say!("fact-crossing"), say!("crossing-partly-gone"), rule!("19.07.4.b")),
        Cut::Gone => Fact::by(say!("fact-crossing"), say!("crossing-gone"), rule!("19.05.1")),
    });
    cut.into_iter().chain(laid_at(f, Thing::Crossing(i), eye)).collect()
}

/// What has become of a building.
pub(super) fn of_building(f: &Field, i: u16, eye: &Viewer) -> Vec<Fact> {
    let mut facts = Vec::new();
    if let Some(d) = f.terrain.buildings.get(&i) {
        if d.ruined() {
            facts.push(Fact::by(say!("fact-building"), say!("building-ruined"), rule!("17.04.2")));
        } else if d.hits > 0 {
            let says = say!("building-hit", hits = d.hits);
            facts.push(Fact::by(say!("fact-building"), says, rule!("17.04.2")));
        }
    }
    facts.extend(laid_at(f, Thing::Building(i), eye));
    facts
}

/// Powder and tinder that were laid at something, for whose papers they stand in.
fn laid_at(f: &Field, t: Thing, eye: &Viewer) -> Vec<Fact> {
    let powder = f.terrain.powder.iter().filter(|p| p.on == t && eye.reads(p.side)).map(|p| {
        let charges = words::decimals(f64::from(p.quarters) / 4.0, 2);
        Fact::by(say!("fact-prepared"), say!("powder-laid", charges), rule!("19.07.3"))
    });
    let tinder = f.terrain.kindling.iter().filter(|k| k.on == t && eye.reads(k.side));
    let tinder = tinder.map(|_| Fact::by(say!("fact-prepared"), say!("tinder-laid"), rule!("19.06.1")));
    powder.chain(tinder).collect()
}

/// Works under way, mines, what is made and has no line of its own, craft, and fires.
pub(super) fn features(f: &Field, eye: &Viewer) -> Vec<Feature> {
    let mut all = Vec::new();
    sites(f, eye, &mut all);
    mines(f, eye, &mut all);
    let own = f.terrain.made.iter().filter(|m| eye.reads(m.side));
    all.extend(own.map(|m| {
        let facts = vec![Fact::by(say!("fact-object"), m.work.message(), rule!("19.04.1"))];
        feature(Ground::Works, called(&m.name), line(&[m.from, m.to], 1.0), facts)
    }));
    let own = f.terrain.vessels.iter().enumerate().filter(|(_, v)| !v.gone && eye.reads(v.side));
    all.extend(own.filter_map(|(i, v)| {
        let shape = covered(&f.outline(Thing::Craft(i as u16))?);
        let what = Fact::by(say!("fact-object"), v.craft.message(), rule!("19.11.1"));
        Some(feature(Ground::Boat, called(&v.name), shape, vec![what]))
    }));
    fires(f, eye, &mut all);
    all
}

fn sites(f: &Field, eye: &Viewer, all: &mut Vec<Feature>) {
    let open = f.terrain.sites.iter().filter(|s| s.site.stage() != Stage::Done && eye.reads(s.side));
    for s in open {
        let shape = match s.on.and_then(|t| f.outline(t)) {
            Some(r) => covered(&r),
            None if s.from.dist(s.to) > table::EPS => line(&[s.from, s.to], 1.0),
            None => covered(&Rect::between(s.from, s.from).grown(1.0)),
        };
        let facts = vec![Fact::by(say!("fact-work"), s.site.task.message(), rule!("19.04.3.b"))];
        all.push(feature(Ground::Digging, called(&s.name), shape, facts));
    }
}

fn mines(f: &Field, eye: &Viewer, all: &mut Vec<Feature>) {
    for m in f.terrain.mines.iter().filter(|m| eye.reads(m.side)) {
        let shape = match m.from.dist(m.to) > table::EPS {
            true => line(&[m.from, m.to], 1.0),
            false => covered(&Rect::between(m.from, m.from).grown(1.0)),
        };
        let says =
            if m.mine.loaded > 0 { say!("mine-loaded", charges = m.mine.loaded) } else { say!("mine-empty") };
        let facts = vec![Fact::by(say!("fact-mine"), says, rule!("19.08.5"))];
        all.push(feature(Ground::Digging, called(&m.name), shape, facts));
    }
}

fn fires(f: &Field, eye: &Viewer, all: &mut Vec<Feature>) {
    for b in &f.terrain.blazes {
        let shown = match b.on {
            Thing::Line(i) => eye.knows_line(f, usize::from(i)),
            Thing::Craft(i) => f.terrain.vessels.get(usize::from(i)).is_some_and(|v| eye.reads(v.side)),
            Thing::Building(_) | Thing::Crossing(_) => true,
        };
        let Some(r) = f.outline(b.on).filter(|_| shown) else { continue };
        let facts = vec![Fact::by(say!("fact-fire"), say!("it-burns"), rule!("19.06.3"))];
        all.push(feature(Ground::Fire, say!("fire-of", name = f.name_of(b.on)), covered(&r), facts));
    }
}
