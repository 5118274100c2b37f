//! Retreats before an attack, and those of guns: where the owner may place a unit (attack.retreat.2, play.retreat-path).

use super::near::{self, HAIR};
use crate::battle::Battle;
use crate::procedures::attack::{Goes, RetreatBeforeOutcome};
use crate::troop::{Arm, Formation};
use crate::unit::{Unit, UnitId};
use crate::{clause, reading, say};
use table::{Base, Pose, V2, v2};
use umpire::{Refusal, allow};

/// Such a place is no nearer to any enemy (play.retreat-path).
const KEEPS: f64 = 100.0;
/// Skirmishers stay within so far of the infantry behind which they go (attack.retreat.2).
const BEHIND: f64 = 200.0;
/// How far back there is room for them is looked for in such steps; within the last of them the place is found by halving.
const STEP: f64 = 5.0;

/// Where a unit is placed that retreats before an attack; nothing where it goes to the train.
pub fn before_attack(b: &Battle, id: UnitId, to: Pose) -> Result<Option<Base>, Refusal> {
    let goes = match b.retreat_before(id) {
        RetreatBeforeOutcome::May { goes, .. } | RetreatBeforeOutcome::Must { goes, .. } => goes,
        RetreatBeforeOutcome::MayNot => {
            return Err(Refusal::by(
                clause!("attack.retreat.1"),
                say!("may-not-retreat", unit = &*b.field[id].code),
            ));
        }
    };
    super::moves::sane(&[to.x, to.y, to.facing])?;
    match goes {
        Goes::ToTrain => Ok(None),
        Goes::BehindInfantry => behind_infantry(b, id, to).map(Some),
        Goes::Back { from, to: most } => back(b, id, to, (f64::from(from), f64::from(most))).map(Some),
    }
}

fn base_at(b: &Battle, id: UnitId, to: Pose) -> Base {
    let f = &b.field;
    let u = &f[id];
    let formation = if u.arm() == Arm::Artillery { Formation::Limbered } else { u.formation };
    near::drawn_up(f, u, formation, u.bases.now, v2(to.x, to.y), V2::bearing(to.facing))
}

/// Free ground, no nearer to an enemy than 100.
fn stands(b: &Battle, id: UnitId, base: &Base) -> Result<(), Refusal> {
    let f = &b.field;
    super::way::stands(b, &f[id], base, &[])?;
    let rects = [base.rect()];
    let mut enemies = f.enemies_about(f[id].side, &rects, KEEPS + 1.0);
    let near = enemies.any(|e| f.nearer(near::gap_to(f, &rects, e), KEEPS));
    allow(!near, clause!("play.retreat-path"), || say!("retreats-too-near", unit = &*f[id].code))
}

fn behind_infantry(b: &Battle, id: UnitId, to: Pose) -> Result<Base, Refusal> {
    let f = &b.field;
    let u = &f[id];
    let base = base_at(b, id, to);
    stands(b, id, &base)?;
    let attacker = b.play.attack_on(id).map(|a| f.centre(&f[a.unit]));
    let in_order = f.readings.is(reading!("retreat-behind", "in-order"));
    let fit = |o: &&Unit| o.arm() == Arm::Infantry && !o.skirmishing() && !(in_order && o.broken());
    let behind = |base: &Base| {
        f.side_about(u.side, &[base.rect()], BEHIND + 1.0).filter(|o| o.id != id).filter(fit).any(|o| {
            let near =
                f.reaches(f.gap(u, o), BEHIND) && f.reaches(near::gap_to(f, &[base.rect()], o), BEHIND);
            let farther = attacker.is_none_or(|a| base.centre().dist(a) + HAIR >= f.centre(o).dist(a));
            near && farther
        })
    };
    allow(behind(&base), clause!("attack.retreat.2"), || say!("not-behind-infantry", unit = &*u.code))?;
    // From there straight on, as far from the attacker as it can.
    let Some(a) = attacker else { return Ok(base) };
    let on = |far: f64| base.moved((base.centre() - a).unit() * far);
    let may = |far: f64| behind(&on(far)) && stands(b, id, &on(far)).is_ok();
    let steps = (BEHIND / STEP) as u32 * 2;
    let far = (1..=steps).rev().map(|n| f64::from(n) * STEP).find(|far| may(*far)).unwrap_or(0.0);
    let (mut lo, mut hi) = (far, far + STEP);
    for _ in 0..20 {
        let mid = (lo + hi) / 2.0;
        if may(mid) { lo = mid } else { hi = mid }
    }
    Ok(on(lo))
}

/// Where the train of a unit is.
fn train(b: &Battle, u: &Unit) -> Option<V2> {
    b.train_of(u.body).map(|o| b.field[o].at)
}

/// So far from where it stands, and away from whoever attacks it or stands nearest.
pub fn back(b: &Battle, id: UnitId, to: Pose, (least, most): (f64, f64)) -> Result<Base, Refusal> {
    let f = &b.field;
    let u = &f[id];
    let base = base_at(b, id, to);
    let far = base.front.dist(u.base.front);
    allow((least - HAIR..=most + HAIR).contains(&far), clause!("attack.retreat.2"), || {
        say!("retreats-so-far", unit = &*u.code, least = words::whole(least), most = words::whole(most))
    })?;
    let enemy = b
        .play
        .attack_on(id)
        .map(|a| f.centre(&f[a.unit]))
        .or_else(|| f.nearest_enemy(u).map(|(e, _)| f.centre(&f[e])));
    let away = enemy.is_none_or(|e| base.centre().dist(e) > u.base.centre().dist(e));
    allow(away, clause!("attack.retreat.2"), || say!("only-away", unit = &*u.code))?;
    // Towards the train, unless that is nearer than they go or lies beyond the enemy (guns-retreat.1).
    if let Some(train) = train(b, u) {
        let (was, is) = (u.base.front.dist(train), base.front.dist(train));
        let behind = enemy.is_none_or(|e| (train - u.base.centre()).dot(u.base.centre() - e) > 0.0);
        let by = clause!("guns-retreat.1");
        allow(was <= least || !behind || is < was, by, || say!("only-towards-train", unit = &*u.code))?;
    }
    stands(b, id, &base)?;
    Ok(base)
}

/// Some place to which a unit may retreat before an attack, if there is any.
pub fn some_place(b: &Battle, id: UnitId) -> Option<Pose> {
    let f = &b.field;
    let u = &f[id];
    let enemy = b
        .play
        .attack_on(id)
        .map(|a| f.centre(&f[a.unit]))
        .or_else(|| f.nearest_enemy(u).map(|(e, _)| f.centre(&f[e])));
    let away = enemy.map_or(-u.base.dir, |e| {
        if u.base.centre().dist(e) > HAIR { (u.base.centre() - e).unit() } else { -u.base.dir }
    });
    let goes = match b.retreat_before(id) {
        RetreatBeforeOutcome::May { goes, .. } | RetreatBeforeOutcome::Must { goes, .. } => goes,
        RetreatBeforeOutcome::MayNot => return None,
    };
    let fits = |p: Pose| before_attack(b, id, p).is_ok().then_some(p);
    match goes {
        Goes::ToTrain => {
            Some(Pose { x: u.base.front.x, y: u.base.front.y, facing: u.base.dir.bearing_degrees() })
        }
        Goes::BehindInfantry => {
            let mut friends: Vec<_> = f
                .side_about(u.side, &f.rects(u), BEHIND + 1.0)
                .filter(|o| {
                    o.id != id
                        && o.arm() == Arm::Infantry
                        && !o.skirmishing()
                        && f.reaches(f.gap(u, o), BEHIND)
                })
                .collect();
            friends.sort_by(|a, b| f.gap(u, a).total_cmp(&f.gap(u, b)));
            for o in friends {
                let centre = f.centre(o);
                let away = enemy.map_or(-o.base.dir, |e| (centre - e).unit());
                for far in [60.0, 100.0, 140.0, 180.0] {
                    for aside in [0.0, 60.0, -60.0, 120.0, -120.0] {
                        let at = centre + away * (far + o.base.depth) + away.right() * aside;
                        let facing = u.base.dir.bearing_degrees();
                        if let Some(p) = fits(Pose { x: at.x, y: at.y, facing }) {
                            return Some(p);
                        }
                    }
                }
            }
            None
        }
        Goes::Back { from, to } => guns_back(b, id, away, (f64::from(from), f64::from(to)), &fits),
    }
}

/// The first free place straight back, or a little aside.
pub fn guns_back(
    b: &Battle,
    id: UnitId,
    away: V2,
    (least, most): (f64, f64),
    fits: &dyn Fn(Pose) -> Option<Pose>,
) -> Option<Pose> {
    let u = &b.field[id];
    let steps = [least, (least + most) / 2.0, most];
    let to_train = train(b, u).map(|t| t - u.base.front).filter(|w| w.len() > HAIR).map(V2::unit);
    for straight in std::iter::once(away).chain(to_train) {
        for far in steps {
            for degrees in [0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 60.0, -60.0f64] {
                let dir = straight.turned(degrees.to_radians());
                let at = u.base.front + dir * far;
                let facing = dir.bearing_degrees();
                if let Some(p) = fits(Pose { x: at.x, y: at.y, facing }) {
                    return Some(p);
                }
            }
        }
    }
    None
}
