//! What artillery fire breaks (06.03.3 to 06.03.7): guns, limbers, horses and wagons, and their repair.

use crate::clause;
use crate::event::By;
use crate::field::Field;
use crate::guns::Bombardment;
use crate::losses;
use crate::procedures::artillery::Equipment;
use crate::procedures::{ArtilleryOutcome, WagonLoss};
use crate::unit::{Battery, Fate, Repair, RepairItem, UnitId};
use smallvec::SmallVec;
use umpire::Clause;

/// One thing broken by a fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// A battery's guns, limbers and horses.
    Battery(Equipment),
    Wagon(WagonLoss),
    /// One of the firing battery's own guns has burst (06.03.7).
    Burst,
}

impl Damage {
    /// The clauses by which it is broken.
    pub fn by(&self) -> By {
        match self {
            Damage::Battery(_) => By::from(clause!("06.03.3.b")).and(clause!("01.01.2.b")),
            Damage::Wagon(_) => clause!("06.03.4").into(),
            Damage::Burst => clause!("06.03.7").into(),
        }
    }
}

/// Applies the equipment losses of a fire, and a gun that bursts. Men are apart ([`losses::suffer`]).
pub fn damage(f: &mut Field, b: &Bombardment, o: &ArtilleryOutcome) -> SmallVec<[(UnitId, Damage); 2]> {
    let mut done: SmallVec<[(UnitId, Damage); 2]> = SmallVec::new();
    for (i, hit) in o.targets.iter().enumerate() {
        let Some(target) = b.targets.get(i).copied() else { continue };
        if hit.equipment != Equipment::default() && break_battery(f, target, hit.equipment) {
            done.push((target, Damage::Battery(hit.equipment)));
        }
        let touching = b.wagons.get(i).map_or(&[][..], |w| w.as_slice());
        let own = [target];
        let wagons = if touching.is_empty() { &own[..] } else { touching };
        for (w, loss) in wagons.iter().zip(&hit.wagons) {
            if *loss != WagonLoss::default() && break_wagon(f, *w, *loss) {
                done.push((*w, Damage::Wagon(*loss)));
            }
        }
    }
    if o.bursts && burst(f, b.battery) {
        done.push((b.battery, Damage::Burst));
    }
    done
}

/// A battery loses guns, limbers and horses (06.03.3.b).
pub fn break_battery(f: &mut Field, u: UnitId, e: Equipment) -> bool {
    let Some(b) = f[u].battery.as_mut() else { return false };
    b.suffer(e);
    let left = [RepairItem::Gun, RepairItem::Limber].map(|i| damaged(b, i));
    if let Some(r) = b.repair.as_mut() {
        // Under effective fire a repair takes longer (06.03.6).
        r.under_fire = true;
        if left[r.item as usize] == 0 {
            b.repair = None;
        }
    }
    true
}

/// An ammunition wagon is destroyed, or loses horses (06.03.4).
pub fn break_wagon(f: &mut Field, u: UnitId, loss: WagonLoss) -> bool {
    if !f[u].on_table() || f[u].arm != crate::troop::Arm::Wagon {
        return false;
    }
    if loss.destroyed {
        losses::gone(f, u, Fate::Destroyed);
    } else {
        let w = &mut f[u];
        w.figures = w.figures.saturating_sub(loss.horses.into());
    }
    true
}

/// One of a battery's own guns bursts (06.03.7).
pub fn burst(f: &mut Field, u: UnitId) -> bool {
    let Some(b) = f[u].battery.as_mut().filter(|b| b.sound > 0) else { return false };
    b.burst();
    true
}

fn damaged(b: &Battery, item: RepairItem) -> u8 {
    match item {
        RepairItem::Gun => b.damaged,
        RepairItem::Limber => b.limbers_damaged,
    }
}

/// Turns that a repair takes, and when it was made under effective fire (06.03.6).
const REPAIR_TURNS: (u8, u8) = (2, 3);

/// A gunner figure is told to repair, at the start of the turn; `false` where there is nothing of that kind to repair or
/// nobody to do it. Work done before on the same kind of thing is not lost.
pub fn begin_repair(f: &mut Field, u: UnitId, item: RepairItem) -> bool {
    let unit = &mut f[u];
    let gunners = unit.on_table() && unit.figures > 0;
    let Some(b) = unit.battery.as_mut().filter(|b| gunners && b.unmanned.is_none()) else { return false };
    if damaged(b, item) == 0 {
        return false;
    }
    if b.repair.is_none_or(|r| r.item != item) {
        b.repair = Some(Repair { item, turns: 0, under_fire: false });
    }
    true
}

/// The turn ends for a battery that was told to repair: `hindered` if it moved, was attacked or was in melee, so that the turn does
/// not count. Says what is whole again, and by which clause.
pub fn end_repair_turn(f: &mut Field, u: UnitId, hindered: bool) -> Option<(RepairItem, Clause)> {
    let b = f[u].battery.as_mut()?;
    let r = b.repair.as_mut()?;
    if hindered {
        return None;
    }
    r.turns += 1;
    let needed = if r.under_fire { REPAIR_TURNS.1 } else { REPAIR_TURNS.0 };
    if r.turns < needed {
        return None;
    }
    let item = r.item;
    b.repair = None;
    let (sound, damaged) = match item {
        RepairItem::Gun => (&mut b.sound, &mut b.damaged),
        RepairItem::Limber => (&mut b.limbers, &mut b.limbers_damaged),
    };
    if *damaged == 0 {
        return None;
    }
    *damaged -= 1;
    *sound += 1;
    Some((item, clause!("06.03.6")))
}
