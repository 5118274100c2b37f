//! Objectives and their points, agreed before the battle (24.1).

use crate::field::Objective;
use crate::ground::Ground;
use crate::options::Options;
use crate::{clause, say};
use muster::{Mistake, Sheet, Tab};
use table::V2;

/// Objectives that a battle may have.
const MOST: usize = 40;
/// Points of one.
const POINTS: [i64; 2] = [0, 100_000];
/// A place reaches so far where nothing is said.
const WITHIN: f64 = 5.0;

/// Where a named piece of ground lies: its middle.
pub(super) fn middle(g: &Ground, name: &str) -> Option<V2> {
    let centre = |a: &table::Area| {
        let (lo, hi) = a.bounds();
        (lo + hi) * 0.5
    };
    let patch = g.patches.iter().find(|p| p.name == name).map(|p| centre(&p.area));
    let hill = || {
        // Its top.
        let all = g.hills.iter().filter(|h| h.name == name || h.name.starts_with(&format!("{name} ")));
        all.max_by_key(|h| h.level).map(|h| centre(&h.area))
    };
    let line = || {
        g.lines.iter().find(|l| l.name == name).and_then(|l| l.path.at(l.path.len() / 2.0)).map(|(p, _)| p)
    };
    let bridge = || g.bridges.iter().find(|b| b.name == name).map(|b| b.rect.centre);
    let building = || g.buildings.iter().find(|b| b.name == name).map(|b| b.rect.centre);
    patch.or_else(hill).or_else(line).or_else(bridge).or_else(building)
}

pub(super) fn read(s: &mut Sheet, root: &Tab<'_>, g: &Ground, o: &Options) -> Vec<Objective> {
    let mut all: Vec<Objective> = Vec::new();
    for t in s.tables(root, "objective", MOST) {
        let name = s.under(|| clause!("24.1"), |s| s.must_text(&t, "name", || say!("right-objective")));
        s.under(|| clause!("24.1"), |s| s.need(&t, "points", || say!("right-objective-points")));
        let Some(points) = points(s, &t) else { continue };
        let within = s.length(&t, "within", WITHIN, [0.5, 100.0]);
        let ground = s.text(&t, "ground");
        let place = t.get("place").and_then(|v| s.point(v));
        let at = match (&ground, place) {
            (Some((name, at)), _) => {
                let found = middle(g, name);
                if found.is_none() {
                    let wrong = Mistake::new(at.clone(), say!("no-such-ground", name = muster::short(name)));
                    s.push(wrong.right(say!("right-objective")).by(clause!("24.1")));
                }
                found
            }
            (None, Some(p)) if g.holds(p) => Some(p),
            _ => {
                let wrong = Mistake::new(t.at(), say!("objective-nowhere"));
                s.push(wrong.right(say!("right-objective")).by(clause!("24.1")));
                None
            }
        };
        if all.iter().any(|x| x.name == name) {
            let wrong = Mistake::new(t.at_key("name"), say!("objective-twice", name = name.as_str()));
            s.push(wrong.right(say!("right-objective")).by(clause!("24.1")));
        }
        if let Some(at) = at {
            all.push(Objective { name, ground: ground.map(|(n, _)| n), at, within, points });
        }
    }
    if all.is_empty() && o.competition {
        // In competitions the winner is found by points, of which objectives are a part.
        let wrong = Mistake::new(root.at(), say!("competition-without-objectives"));
        s.push(wrong.right(say!("right-objective")).by(clause!("24.1")));
    }
    all
}

/// One number for both sides, or one for each.
fn points(s: &mut Sheet, t: &Tab<'_>) -> Option<[u32; 2]> {
    if t.get("points").is_some_and(|v| v.get_ref().as_array().is_some()) {
        let list = s.list(t, "points")?;
        let read: Vec<u32> = list
            .iter()
            .filter_map(|x| x.get_ref().as_integer()?.as_str().parse().ok())
            .filter(|n| i64::from(*n) <= POINTS[1])
            .collect();
        if let [a, b] = read[..] {
            return Some([a, b]);
        }
        let wrong = Mistake::new(t.at_key("points"), say!("points-of-each-side"));
        s.push(wrong.right(say!("right-objective-points")).by(clause!("24.1")));
        return None;
    }
    let (n, _) = s.under(|| clause!("24.1"), |s| s.whole(t, "points", POINTS))?;
    Some([n as u32; 2])
}
