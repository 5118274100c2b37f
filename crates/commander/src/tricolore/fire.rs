//! What the guns fire at.

use tricolore::answer::FireOrder;
use tricolore::battle::{Battle, Step, Target};
use tricolore::check::fire;
use tricolore::ground::ZoneId;
use tricolore::troop::Arm;
use tricolore::unit::Unit;
use tricolore::{Side, town};

/// No gun fires farther (bombardment-effect.2).
const RANGE: f64 = 1200.0;
/// So many of the nearest are looked at.
const LOOKS: usize = 7;

fn worth(b: &Battle, u: &Unit, a: &fire::Aimed) -> f64 {
    let f = b.field();
    let near = 1.6 - a.range / RANGE;
    let hit = match (a.target, &a.zone) {
        (Target::Unit(e), None) => 1.2 + 0.2 * f64::from(f[e].bases.now),
        (Target::Unit(e), Some(zone)) => {
            let foes: u32 = f
                .side_about(u.side.other(), &[*zone], 400.0)
                .filter(|x| x.formation.zone().is_none() && x.continued.is_none())
                .filter(|x| x.base.front.dist(zone.centre) < 400.0)
                .map(|x| u32::from(fire::bases_in(f, x, zone)))
                .sum();
            let attacks = b.play().attack_of(e).is_some();
            f64::from(foes) * if attacks { 1.3 } else { 1.0 } + 0.15 * f64::from(f[e].disorder.active)
        }
        (Target::Zone(z), _) => {
            let foes: u32 =
                town::inside(f, z).filter(|x| x.side != u.side).map(|x| u32::from(x.bases.now)).sum();
            0.25 * f64::from(foes)
        }
    };
    hit * near
}

/// The fire of all batteries of a side.
pub(super) fn orders(b: &Battle, side: Side) -> Vec<FireOrder> {
    let f = b.field();
    let tactical = b.play().step == Step::TacticalFire;
    let mut all: Vec<FireOrder> = Vec::new();
    let mut taken: Vec<Target> = Vec::new();
    for u in f.side(side).filter(|u| u.arm() == Arm::Artillery) {
        if fire::may_fire(b, u, tactical).is_err() {
            continue;
        }
        // In the tactical part a battery that fires may not fire later: it waits for a good mark.
        let mut near: Vec<(f64, String)> = f
            .enemies_about(side, &[u.base.rect()], RANGE + 200.0)
            .filter(|e| e.formation.zone().is_none())
            .map(|e| (e.base.front.dist(u.base.front), e))
            .filter(|(d, e)| {
                *d <= RANGE + 200.0
                    && (e.base.centre() - u.base.front).dot(u.base.dir) > 0.3 * (*d)
                    && !taken.contains(&Target::Unit(e.id))
            })
            .map(|(d, e)| (d, e.code.to_string()))
            .collect();
        let x = u.base.front.x;
        for (n, z) in f.ground.zones.between(x - 2.0 * RANGE, x + 2.0 * RANGE) {
            let d = z.rect.centre.dist(u.base.front);
            if d <= RANGE + 100.0 && town::inside(f, ZoneId(n as u16)).any(|e| e.side != side) {
                near.push((d, z.name.clone()));
            }
        }
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        let order = |at: &str| FireOrder { unit: u.code.to_string(), at: at.into(), point: None, zone: None };
        let best = near
            .iter()
            .filter_map(|(_, at)| Some((at, fire::one(b, u, &order(at)).ok()?)))
            .take(LOOKS)
            .map(|(at, a)| (worth(b, u, &a), at, a.target))
            .filter(|(w, ..)| *w > 0.2)
            .max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, at, target)) = best {
            all.push(order(at));
            if let Target::Unit(_) = target {
                taken.push(target);
            }
        }
    }
    all
}
