//! What the battle has made of the ground: crossings made and cut, ruins, powder laid, works under way, mines, craft, and what burns. Powder
//! and mines stand in their side's papers alone; works under way and craft are marked for an enemy who sees them (19.01.1); what burns,
//! stands or is cut is seen by all (play.hidden).

use super::ground::{area, line};
use super::{Shown, Viewer};
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

/// By its name in the papers, or as what anybody sees.
fn named(shown: Shown, name: &str, seen: Message) -> Message {
    match shown {
        Shown::Papers => called(name),
        Shown::Marked(_) => seen,
    }
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
    for (i, m) in f.terrain.made.iter().enumerate() {
        let Some(shown) = eye.shown(m.side, |k| k.marks_made(i)) else { continue };
        let by = match shown {
            Shown::Papers => rule!("19.04.1"),
            Shown::Marked(by) => by,
        };
        let facts = vec![Fact::by(say!("fact-object"), m.work.message(), by)];
        let shape = line(&[m.from, m.to], 1.0);
        all.push(feature(Ground::Works, named(shown, &m.name, say!("enemy-works")), shape, facts));
    }
    for (i, v) in f.terrain.vessels.iter().enumerate().filter(|(_, v)| !v.gone) {
        let Some(shown) = eye.shown(v.side, |k| k.marks_craft(i)) else { continue };
        let Some(r) = f.outline(Thing::Craft(i as u16)) else { continue };
        let by = match shown {
            Shown::Papers => rule!("19.11.1"),
            Shown::Marked(by) => by,
        };
        let what = Fact::by(say!("fact-object"), v.craft.message(), by);
        let name = named(shown, &v.name, say!("enemy-craft"));
        all.push(feature(Ground::Boat, name, covered(&r), vec![what]));
    }
    fires(f, eye, &mut all);
    all
}

fn sites(f: &Field, eye: &Viewer, all: &mut Vec<Feature>) {
    for (i, s) in f.terrain.sites.iter().enumerate().filter(|(_, s)| s.site.stage() != Stage::Done) {
        let Some(shown) = eye.shown(s.side, |k| k.marks_site(i)) else { continue };
        let shape = match s.on.and_then(|t| f.outline(t)) {
            Some(r) => covered(&r),
            None if s.from.dist(s.to) > table::EPS => line(&[s.from, s.to], 1.0),
            None => covered(&Rect::between(s.from, s.from).grown(1.0)),
        };
        // What it is to be stands in its side's papers.
        let what = match shown {
            Shown::Papers => Fact::by(say!("fact-work"), s.site.task.message(), rule!("19.04.3.b")),
            Shown::Marked(by) => Fact::by(say!("fact-work"), say!("work-under-way"), by),
        };
        all.push(feature(Ground::Digging, named(shown, &s.name, say!("enemy-works")), shape, vec![what]));
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
            Thing::Craft(i) => {
                let i = usize::from(i);
                let shown = |v: &crate::terrain::Vessel| eye.shown(v.side, |k| k.marks_craft(i)).is_some();
                f.terrain.vessels.get(i).is_some_and(shown)
            }
            Thing::Building(_) | Thing::Crossing(_) => true,
        };
        let Some(r) = f.outline(b.on).filter(|_| shown) else { continue };
        let facts = vec![Fact::by(say!("fact-fire"), say!("it-burns"), rule!("19.06.3"))];
        all.push(feature(Ground::Fire, say!("fire-of", name = f.name_of(b.on)), covered(&r), facts));
    }
}
