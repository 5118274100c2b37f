//! Fire orders (03.02.2, 03.02.5).

use super::{Case, FirePlan, Named, Walk};
use crate::order::{FireOrder, When};
use crate::troop::Arm;
use crate::unit::{Goal, UnitId};
use crate::{clause, reading, say};
use umpire::{Refusal, allow};

/// When fire is given, with its names found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Watch {
    AtOnce,
    Time(f64),
    /// An enemy passes this piece of ground.
    Passes(Named),
    /// Just before an enemy comes within contact distance of this own unit.
    BeforeContact(UnitId),
}

pub(super) fn plan(w: &mut Walk<'_>, o: &FireOrder) -> Result<FirePlan, Refusal> {
    let u = w.case.u;
    let unit = &u.code;
    allow(u.body.is_none(), clause!("03.02.2"), || say!("check-lines-fire-unwritten", unit))?;
    if w.case.order.attack.is_some() {
        let before = matches!(o.when, When::BeforeContact(_))
            && w.case.f.readings.is(reading!("fire-and-attack", "before-contact"));
        allow(before, clause!("03.01.4.b"), || say!("check-fires-or-attacks", unit))?;
    }
    match u.arm {
        Arm::Infantry | Arm::Cavalry => small_arms(w, o)?,
        Arm::Artillery => guns(w, o)?,
        Arm::Train => return Err(Refusal::by(clause!("04.05.1.c"), say!("check-no-firearms", unit))),
    }
    let when = watch(&w.case, &o.when)?;
    let at = o.at.iter().map(|e| goal(w, e)).collect::<Result<Vec<_>, _>>()?;
    let twice = (1..at.len()).any(|i| at[..i].contains(&at[i]));
    allow(!twice, clause!("09.01.4"), || say!("check-target-twice"))?;
    if !at.is_empty() {
        // Whether he is in range nobody is told before the shot.
        w.by.add(clause!("03.02.12"));
    }
    w.by.add(match when {
        Watch::AtOnce | Watch::Time(_) => clause!("03.02.5.a"),
        Watch::Passes(_) | Watch::BeforeContact(_) => clause!("03.02.5.b"),
    });
    Ok(FirePlan { when, at, range_in: o.range_in })
}

/// An enemy, or of artillery a building that is no ruin and that no own unit holds (17.04.1).
fn goal(w: &mut Walk<'_>, name: &str) -> Result<Goal, Refusal> {
    let f = w.case.f;
    let Some(b) = f.ground.building(name).filter(|_| w.case.known.enemy(name).is_none()) else {
        return w.case.enemy(name).map(Goal::Unit);
    };
    let by = clause!("17.04.1");
    allow(w.case.u.arm == Arm::Artillery, by, || say!("check-only-guns-hit-buildings", name))?;
    let ruin = f.terrain.buildings.get(&b).is_some_and(|d| d.ruined());
    allow(!ruin, clause!("17.04.2"), || say!("check-fires-at-ruin", name))?;
    let own = f.occupant(b).is_some_and(|o| o.side == w.case.u.side);
    allow(!own, by, || say!("check-own-in-building", name))?;
    w.by.add(by);
    Ok(Goal::House(b))
}

fn small_arms(w: &mut Walk<'_>, o: &FireOrder) -> Result<(), Refusal> {
    let u = w.case.u;
    let unit = &u.code;
    allow(u.weapon.is_some(), clause!("04.05.1.c"), || say!("check-no-firearms", unit))?;
    allow(u.ammunition > 0, clause!("09.01.7"), || say!("check-no-ammunition", unit))?;
    allow(!o.range_in, clause!("10.02.3.b"), || say!("check-only-guns-range-in"))?;
    // Ten figures make a firing unit, three more another one (09.01.3).
    let parts = usize::from(u.figures / 10 + u16::from(u.figures % 10 >= 3)).max(1);
    allow(o.at.len() <= parts, clause!("09.01.4"), || say!("check-too-many-targets", unit, parts))?;
    w.by.add(clause!("09.01.7"));
    Ok(())
}

/// The battery as it stands after its legs: made ready, manned, with ammunition.
fn guns(w: &mut Walk<'_>, o: &FireOrder) -> Result<(), Refusal> {
    let u = &w.at;
    let unit = &u.code;
    let Some(b) = u.battery.as_ref().filter(|b| b.left.is_none()) else {
        return Err(Refusal::by(clause!("play.battery"), say!("check-no-guns-unlimbered", unit)));
    };
    let by = clause!("10.01.2");
    // It may fire before it limbers up.
    let ready = w.case.u.battery.as_ref().is_some_and(|b| w.case.u.unlimbered() && b.ready.is_some());
    // Or with the guns that are not limbered yet (06.03.3, 10.01.3).
    let now = ready || w.case.u.record.hooking.is_some();
    let then = u.unlimbered() && b.ready.is_some();
    allow(now || then, by, || say!("check-guns-not-ready", unit))?;
    allow(b.manned(u.figures) > 0, clause!("10.01.1"), || say!("check-too-few-gunners", unit))?;
    allow(o.range_in || b.loads > 0, by, || say!("check-no-ammunition", unit))?;
    let models = usize::from(b.models());
    allow(o.at.len() <= models, clause!("10.01.3"), || say!("check-too-many-targets", unit, parts = models))?;
    w.by.add(if o.range_in { clause!("10.02.3.b") } else { by });
    Ok(())
}

fn watch(case: &Case<'_>, when: &When) -> Result<Watch, Refusal> {
    Ok(match when {
        When::AtOnce => Watch::AtOnce,
        When::Time(t) => {
            allow((0.0..=1.0).contains(t), clause!("play.clock"), || say!("check-clock"))?;
            Watch::Time(*t)
        }
        When::Passes(name) => Watch::Passes(
            Named::ground(case.f, case.known, name)
                .ok_or_else(|| Refusal::by(clause!("03.02.5.b"), say!("check-no-ground", name)))?,
        ),
        When::BeforeContact(name) if name.is_empty() => Watch::BeforeContact(case.u.id),
        When::BeforeContact(name) => Watch::BeforeContact(case.own(name, clause!("03.02.5.b"))?.id),
    })
}
