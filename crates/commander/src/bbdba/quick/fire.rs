//! The shooting phase: which target is called, and who shoots at it.

use super::bearing;
use bbdba_acw::field::Element;
use bbdba_acw::{Answer, ElementId, Field, Side, Target, Troop, book};

/// The chance in 36 that a volley of one, two or three destroys a target of factor 4 that stands in the open.
const KILLS: [f64; 4] = [0.0, 1.0, 4.0, 9.0];

/// With more targets than this they are weighed a part of the line at a time, as far as `PART` paces from the first.
const MANY: usize = 40;
const PART: f64 = 400.0;

/// What an enemy target is worth to us.
fn value(f: &Field, id: ElementId) -> f64 {
    let e = &f[id];
    let kind = match e.troop {
        Troop::Artillery => 1.3,
        Troop::Cavalry => 1.6,
        Troop::Commander => 1.2,
        // They flee from a line's fire and come back.
        Troop::Jaeger => 0.4,
        _ => 1.0,
    };
    let unspent = if e.has_shot { 1.0 } else { 1.25 };
    kind * unspent * bearing::weight(f, e)
}

/// As the passive player: our own shots first, where most can shoot together at what is worth most; then the enemy's.
pub fn next_call(f: &Field, side: Side, targets: &[Target]) -> Target {
    let mut foes: Vec<ElementId> =
        targets.iter().filter_map(|t| t.element()).filter(|e| e.side() != side).collect();
    let mut shooters: Vec<&Element> = Vec::new();
    if foes.len() > MANY {
        // In a great battle one part of the line after the other.
        let here = f[foes[0]].base.centre();
        foes.retain(|e| f[*e].base.centre().dist(here) <= PART);
        shooters.extend(f.near_of(side, (here, here), PART + book::data().longest_range()));
    } else {
        shooters.extend(f.side(side));
    }
    let mut bearing_on = vec![0usize; f.army(side.other()).elements.len()];
    let mut least = f64::INFINITY;
    let mut tied: Vec<(f64, ElementId)> = Vec::with_capacity(8);
    if foes.len() > 1 {
        for s in shooters.into_iter().filter(|e| !e.has_shot) {
            let Some(range) = s.troop.stats().range else { continue };
            tied.clear();
            for t in foes.iter().copied() {
                if let Some(d) = bearing::bears(&s.base, range, &f[t].rect()) {
                    least = if tied.is_empty() { d } else { least.min(d) };
                    tied.push((d, t));
                }
            }
            for (_, t) in tied.iter().filter(|(d, _)| *d <= least + 1.0) {
                bearing_on[t.index()] += 1;
            }
        }
    }
    let worth = |t: &Target| match t {
        Target::Element(e) if e.side() != side => 100.0 + KILLS[bearing_on[e.index()].min(3)] * value(f, *e),
        Target::Camp(s) if *s != side => 100.0,
        // What the enemy shoots at: what we can spare best first, as his shots are then spent.
        Target::Element(e) => 10.0 - value(f, *e),
        Target::Camp(_) => 20.0,
    };
    *targets
        .iter()
        .max_by(|a, b| worth(a).total_cmp(&worth(b)))
        .expect("a call is asked only where there is a target")
}

/// The strongest shooter fires, with as many others as may.
pub fn volley(f: &Field, target: Target, shooters: &[Target]) -> Answer {
    let mounted = target.element().is_some_and(|e| f[e].troop.is_mounted());
    let strength = |t: &Target| {
        let troop = t.element().map_or(Troop::Camp, |e| f[e].troop);
        let mut n = f64::from(troop.stats().shooting[usize::from(mounted)]);
        if let (Target::Element(s), Target::Element(e)) = (t, target) {
            let b = &f[e].base;
            // Flank fire: wholly behind the target's front line.
            if f[*s].base.corners().iter().all(|c| b.local(*c).y <= 0.0) {
                n += 2.0;
            }
            if troop == Troop::Artillery {
                // Guns do not mind being beaten at a distance.
                n += if f[*s].rect().gap(&f[e].rect()) <= 300.0 { 1.2 } else { 0.2 };
            }
            // Jaeger are destroyed only by their like and by dismounted troopers.
            if f[e].troop == Troop::Jaeger && matches!(troop, Troop::Jaeger | Troop::Dismounted) {
                n += 1.0;
            }
        }
        n
    };
    let main = *shooters
        .iter()
        .max_by(|a, b| strength(a).total_cmp(&strength(b)).then(b.cmp(a)))
        .expect("a shot is asked only where there is a shooter");
    if main.element().is_none() {
        return Answer::Shoot { main, with: vec![] };
    }
    let mut with: Vec<ElementId> =
        shooters.iter().filter(|s| **s != main).filter_map(|s| s.element()).collect();
    // The weak support as well as the strong, and guns could shoot elsewhere.
    with.sort_by(|a, b| {
        strength(&Target::Element(*a)).total_cmp(&strength(&Target::Element(*b))).then(a.cmp(b))
    });
    with.truncate(2);
    // Alone against stronger troops that can answer, light troops keep quiet.
    if let (true, Target::Element(e), Some(m)) = (with.is_empty(), target, main.element()) {
        let their = f[e].troop.stats();
        let answers = !f[e].has_shot
            && their.range.is_some_and(|r| bearing::bears(&f[e].base, r, &f[m].rect()).is_some());
        if answers && strength(&main) + 2.0 <= f64::from(their.shooting[0]) {
            return Answer::HoldFire;
        }
    }
    Answer::Shoot { main, with }
}
