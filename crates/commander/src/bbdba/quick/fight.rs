//! Close combat: who is the better, and which fight comes first.

use bbdba_acw::{ElementId, Field, Target, Troop, melee};
use table::Base;

/// The combat we are likeliest to win first: what falls may leave an overlap for the next.
pub fn next_fight(f: &Field, side: bbdba_acw::Side, bouts: &[(ElementId, Target)]) -> (ElementId, Target) {
    let odds = |(a, b): &(ElementId, Target)| {
        let (own, foe) = match b {
            Target::Element(e) if a.side() != side => (*e, Target::Element(*a)),
            _ => (*a, *b),
        };
        advantage(f, own, foe, &f[own].base)
    };
    *bouts
        .iter()
        .max_by(|a, b| odds(a).total_cmp(&odds(b)))
        .expect("a fight is asked only where there is one")
}

/// A rough count of the pips by which `own`, standing at `at`, is better than `foe` in close combat.
pub fn advantage(f: &Field, own: ElementId, foe: Target, at: &Base) -> f64 {
    let me = f[own].troop;
    let Target::Element(foe) = foe else {
        // A camp fights with its factor and two for its defences.
        return f64::from(me.stats().melee[0] - Troop::Camp.stats().melee[usize::from(me.is_mounted())])
            - 2.0;
    };
    let (foe_troop, foe_base) = (f[foe].troop, f[foe].base);
    let mut d = f64::from(me.stats().melee[usize::from(foe_troop.is_mounted())])
        - f64::from(foe_troop.stats().melee[usize::from(me.is_mounted())]);
    let hinders = |t: Troop| !matches!(t, Troop::Jaeger | Troop::Dismounted);
    let heavy_here = f.terrain.heavy(&at.rect());
    let heavy_there = f.terrain.heavy(&foe_base.rect());
    if heavy_here && hinders(me) {
        d -= 2.0;
    }
    if heavy_there && hinders(foe_troop) {
        d += 2.0;
    }
    if me == Troop::Cavalry {
        if f.front_opponent(own) != Some(foe) {
            d += 1.0;
        }
        if heavy_there {
            d -= 2.0;
        }
    }
    if foe_troop == Troop::Cavalry && heavy_here {
        d += 2.0;
    }
    if f.terrain.areas.iter().any(|a| a.feature.is_hill()) {
        let rise = melee::height(f, at) - melee::height(f, &foe_base);
        if rise > 0.05 {
            d += 1.0;
        } else if rise < -0.05 {
            d -= 1.0;
        }
    }
    // What merely beats guns destroys them, and Jaeger in the open beaten by horsemen.
    match foe_troop {
        Troop::Artillery => d += 0.7,
        Troop::Jaeger if me == Troop::Cavalry && !heavy_there => d += 0.7,
        _ => {}
    }
    for e in f.near(at.rect().bounds(), 60.0) {
        if e.id == own || e.id == foe {
            continue;
        }
        let ours = e.side() == own.side();
        if e.is_commander() {
            if e.base.rect().gap(&if ours { at.rect() } else { foe_base.rect() }) <= 1.0 {
                d += if ours { 1.0 } else { -1.0 };
            }
            continue;
        }
        let l = at.local(e.base.front);
        let alike = at.dir.dot(e.base.dir);
        if l.y.abs() < 20.0 && (l.x.abs() - at.width).abs() < 20.0 && alike.abs() > 0.98 {
            // Level beside the fight.
            if ours == (alike > 0.0) {
                d += if ours { 0.8 } else { -0.8 };
            }
        } else if ours && alike > 0.98 && l.x.abs() < 3.0 && (l.y + at.depth).abs() < 3.0 {
            if me.is_line() && e.troop == me && foe_troop.is_line() {
                d += 1.0;
            }
        } else if !ours && foe_troop.is_line() && e.troop == foe_troop {
            let k = foe_base.local(e.base.front);
            if k.x.abs() < 3.0 && (k.y + foe_base.depth).abs() < 3.0 && me.is_line() {
                d -= 1.0;
            }
        }
    }
    d
}
