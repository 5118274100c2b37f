//! The shooting phase: which target is called, and who shoots at it.

use super::bearing;
use bbdba_acw::field::Element;
use bbdba_acw::{Answer, ElementId, Field, Side, Target, Troop, book};
use smallvec::SmallVec;
use table::Rect;

/// The chance in 36 that a volley of one, two or three destroys a target of factor 4 that stands in the open.
const KILLS: [f64; 4] = [0.0, 1.0, 4.0, 9.0];

/// With more elements a side than this targets are weighed a part of the line at a time, as far as `PART` paces from the
/// first.
const GREAT: usize = 40;
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
    if Side::BOTH.iter().any(|s| f.army(*s).elements.len() > GREAT) {
        return next_call_here(f, side, targets);
    }
    best(f, side, targets, f.side(side))
}

/// In a great battle one part of the line after the other: whatever was weighed at its other end is still as it was.
fn next_call_here(f: &Field, side: Side, targets: &[Target]) -> Target {
    let first = targets.iter().find(|t| t.side() != side).or(targets.first());
    let first = *first.expect("a call is asked only where there is a target");
    let Some(e) = first.element() else { return first };
    let here = f[e].base.centre();
    let mut part: SmallVec<[Target; 16]> = f
        .near_of(e.side(), (here, here), PART)
        .map(|o| Target::Element(o.id))
        .filter(|t| targets.binary_search(t).is_ok())
        .collect();
    part.sort_unstable();
    if part.is_empty() {
        return first;
    }
    let shooters = f.near_of(side, (here, here), PART + book::data().longest_range());
    best(f, side, &part, shooters)
}

/// The best of some targets, when so many of ours may shoot.
fn best<'f>(
    f: &'f Field,
    side: Side,
    targets: &[Target],
    shooters: impl Iterator<Item = &'f Element>,
) -> Target {
    let foes: SmallVec<[(ElementId, Rect); 36]> = targets
        .iter()
        .filter_map(|t| t.element())
        .filter(|e| e.side() != side)
        .map(|e| (e, f[e].rect()))
        .collect();
    // For each foe, how many of ours have him as their nearest.
    let mut bearing_on: SmallVec<[usize; 36]> = SmallVec::from_elem(0, foes.len());
    let mut least = f64::INFINITY;
    let mut tied: SmallVec<[(f64, usize); 16]> = SmallVec::new();
    if foes.len() > 1 {
        for s in shooters.filter(|e| !e.has_shot) {
            let Some(range) = s.troop.stats().range else { continue };
            tied.clear();
            for (i, (_, foe)) in foes.iter().enumerate() {
                if let Some(d) = bearing::bears(&s.base, range, foe) {
                    least = if tied.is_empty() { d } else { least.min(d) };
                    tied.push((d, i));
                }
            }
            for (_, i) in tied.iter().filter(|(d, _)| *d <= least + 1.0) {
                bearing_on[*i] += 1;
            }
        }
    }
    let mut bears = bearing_on.into_iter();
    let mut worth = |t: &Target| match t {
        Target::Element(e) if e.side() != side => {
            100.0 + KILLS[bears.next().unwrap_or(0).min(3)] * value(f, *e)
        }
        Target::Camp(s) if *s != side => 100.0,
        // What the enemy shoots at: what we can spare best first, as his shots are then spent.
        Target::Element(e) => 10.0 - value(f, *e),
        Target::Camp(_) => 20.0,
    };
    let weighed = targets.iter().map(|t| (worth(t), *t));
    weighed.max_by(|a, b| a.0.total_cmp(&b.0)).expect("a call is asked only where there is a target").1
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
