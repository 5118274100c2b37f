//! Fire orders (03.03.6, 03.03.7, play.fire-order).

use super::steps::{on_table, repair};
use super::{Case, FirePlan, Place, Shot, Target, Trigger, own};
use crate::book::data;
use crate::clause;
use crate::order::{Aim, FireOrder, Moment};
use crate::say;
use crate::troop::{Ammunition, Arm};
use crate::unit::Battery;
use smallvec::SmallVec;
use table::EPS;
use umpire::{Grounds, Refusal};

/// Lays out a fire order.
pub(super) fn plan(case: &Case, o: &FireOrder, by: &mut Grounds) -> Result<FirePlan, Refusal> {
    let u = case.u;
    if !u.locked.is_empty() {
        return Err(Refusal::by(clause!("play.melee"), say!("melee-not-fire-turn", unit = &u.code)));
    }
    let shots = match u.arm {
        Arm::Infantry | Arm::Cavalry => small_arms(case, o, by)?,
        Arm::Artillery => SmallVec::from_iter([artillery(case, o, by)?]),
        Arm::Wagon => {
            return Err(Refusal::by(clause!("05.01.1"), say!("no-arms-fire", unit = &u.code)));
        }
    };
    if let Some(item) = o.repair {
        repair(u, item)?;
    }
    Ok(FirePlan { shots, repair: o.repair })
}

fn small_arms(case: &Case, o: &FireOrder, by: &mut Grounds) -> Result<SmallVec<[Shot; 2]>, Refusal> {
    let u = case.u;
    if u.weapon.is_none() || !u.ammunition {
        let unit = &u.code;
        let why =
            if u.weapon.is_none() { say!("no-firearms", unit) } else { say!("out-of-ammunition", unit) };
        return Err(Refusal::by(clause!("05.01.1"), why));
    }
    if o.ammunition.is_some() || o.guess.is_some() || !o.also.is_empty() {
        return Err(Refusal::by(clause!("03.03.7"), say!("only-artillery-names-ammunition")));
    }
    if o.parts.is_empty() {
        return Ok(SmallVec::from_iter([shot(case, None, &o.moment, &o.at)?]));
    }
    by.add(clause!("05.01.3.b"));
    let have = u32::from(u.figures.div_ceil(u.company.max(1)));
    let fire: u32 = o.parts.iter().map(|p| u32::from(p.companies)).sum();
    if o.parts.iter().any(|p| p.companies == 0) || fire > have {
        return Err(Refusal::by(
            clause!("05.01.3.b"),
            say!("parts-whole-companies-all", unit = &u.code, have),
        ));
    }
    o.parts.iter().map(|p| shot(case, Some(p.companies), &p.moment, &p.at)).collect()
}

fn artillery(case: &Case, o: &FireOrder, by: &mut Grounds) -> Result<Shot, Refusal> {
    let u = case.u;
    let Some(b) = &u.battery else {
        return Err(Refusal::by(clause!("06.01.2"), say!("no-guns", unit = &u.code)));
    };
    if b.unmanned.is_some() {
        return Err(Refusal::by(clause!("play.guns-unmanned"), say!("gunners-not-guns", unit = &u.code)));
    }
    if u.limbered() {
        return Err(Refusal::by(clause!("06.01.2"), say!("is-limbered", unit = &u.code)));
    }
    if b.sound == 0 || u.figures == 0 {
        return Err(Refusal::by(clause!("06.01.3"), say!("no-gun-fire", unit = &u.code)));
    }
    if !o.parts.is_empty() {
        return Err(Refusal::by(clause!("06.01.3"), say!("battery-fires")));
    }
    let Some(a) = o.ammunition else {
        return Err(Refusal::by(clause!("03.03.7"), say!("artillery-fire-order-states")));
    };
    let gun = data().gun(b.gun);
    let Some(range) = gun.range(a) else {
        return Err(Refusal::by(
            clause!("06.01.2"),
            say!("gun-does-not-fire", gun = gun.name, ammunition = a),
        ));
    };
    if b.rounds[a as usize] == 0 {
        return Err(Refusal::by(clause!("06.01.2"), say!("no-rounds-left", unit = &u.code, ammunition = a)));
    }
    let mut s = shot(case, None, &o.moment, &o.at)?;
    s.ammunition = Some(a);
    match (a, o.guess) {
        (Ammunition::Canister, Some(_)) => {
            return Err(Refusal::by(clause!("play.guess"), say!("canister-not-fired-guessed")));
        }
        (Ammunition::Canister, None) => {
            if let Target::Point(_) = s.at {
                return Err(Refusal::by(clause!("06.02.1.a"), say!("canister-fired-units-not")));
            }
            by.add(clause!("06.02.1.a"));
            s.also = o.also.iter().map(|e| case.enemy(e)).collect::<Result<_, _>>()?;
        }
        (_, Some(g)) => {
            if !(g > 0.0 && g <= range + EPS) {
                return Err(Refusal::by(
                    clause!("play.guess"),
                    say!("guess-greater-than-0", range, ammunition = a),
                ));
            }
            s.guess = Some(g);
        }
        (_, None) if continues(case, b, a, s.at) => by.add(clause!("06.02.5")),
        (_, None) => {
            return Err(Refusal::by(
                clause!("03.03.7"),
                say!("artillery-fire-order-states-guessed", ammunition = a),
            ));
        }
    }
    if a != Ammunition::Canister && !o.also.is_empty() {
        return Err(Refusal::by(clause!("06.02.1.a"), say!("only-canister-fired-several")));
    }
    Ok(s)
}

/// Continued fire at the unit hit last turn, with the same ammunition, from the same place (06.02.5). Whether the target has
/// moved too far is found out when the gun fires.
fn continues(case: &Case, _: &Battery, a: Ammunition, at: Target) -> bool {
    case.u.record.last_hit.as_ref().is_some_and(|h| {
        at == Target::Unit(h.target)
            && h.ammunition == a
            && h.turn + 1 == case.turn
            && h.from.front.dist(case.u.base.front) <= EPS
            && h.from.dir.dist(case.u.base.dir) <= EPS
    })
}

fn shot(case: &Case, companies: Option<u16>, when: &Moment, at: &Aim) -> Result<Shot, Refusal> {
    let when = trigger(case, when)?;
    let at = match at {
        Aim::Nearest => Target::Nearest,
        Aim::Culprit if !when.event() => {
            return Err(Refusal::by(clause!("play.fire-order"), say!("fire-once-clock-brought")));
        }
        Aim::Culprit => Target::Culprit,
        Aim::Unit(e) => Target::Unit(case.enemy(e)?),
        Aim::Point(_) if case.u.arm != Arm::Artillery => {
            return Err(Refusal::by(clause!("play.fire-order"), say!("only-artillery-fires-place")));
        }
        Aim::Point(p) => Target::Point(on_table(case.f, *p)?),
    };
    Ok(Shot { companies, when, at, ammunition: None, guess: None, also: SmallVec::new() })
}

fn trigger(case: &Case, m: &Moment) -> Result<Trigger, Refusal> {
    let by = clause!("play.fire-order");
    let who = |e: &Option<String>| e.as_deref().map(|e| case.enemy(e)).transpose();
    let place =
        |name: &str| Place::named(case.f, name).ok_or_else(|| Refusal::form(say!("no-ground-called", name)));
    Ok(match m {
        Moment::AtOnce => Trigger::AtOnce,
        Moment::Clock { at } if (0.0..=1.0).contains(at) => {
            if *at == 0.0 {
                Trigger::AtOnce
            } else {
                Trigger::Clock(*at)
            }
        }
        Moment::Clock { .. } => return Err(Refusal::by(clause!("play.clock"), say!("clock-runs-0-1"))),
        Moment::Within { enemy, cm } if *cm > 0.0 && cm.is_finite() => {
            Trigger::Within { enemy: who(enemy)?, cm: *cm }
        }
        Moment::Within { .. } => return Err(Refusal::by(by, say!("distance-number-cm-greater"))),
        Moment::Passes { enemy, from, to } => {
            Trigger::Passes { enemy: who(enemy)?, from: on_table(case.f, *from)?, to: on_table(case.f, *to)? }
        }
        Moment::Enters { enemy, ground } => Trigger::Enters { enemy: who(enemy)?, place: place(ground)? },
        Moment::Leaves { enemy, ground } => Trigger::Leaves { enemy: who(enemy)?, place: place(ground)? },
        Moment::Fires { enemy } => Trigger::Fires { enemy: who(enemy)? },
        Moment::Attacks { enemy, friend } => Trigger::Attacks {
            enemy: who(enemy)?,
            friend: match friend {
                None => case.u.id,
                Some(name) => own(case.f, case.u.side, name)
                    .ok_or_else(|| Refusal::by(by, say!("no-own-unit-table", name)))?,
            },
        },
        Moment::BeforeShock => Trigger::BeforeShock,
        Moment::AfterShock => Trigger::AfterShock,
    })
}
