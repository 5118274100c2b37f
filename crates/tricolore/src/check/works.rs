//! Engineers at a bridge (demolition.2).

use crate::battle::Battle;
use crate::troop::Arm;
use crate::unit::UnitId;
use crate::{clause, say};
use umpire::{Refusal, allow};

/// An engineer base may blow so far off (demolition.2).
const REACH: f64 = 100.0;

/// The bridge of that name, if the engineer base may try to blow it.
pub fn blow(b: &Battle, id: UnitId, bridge: &str) -> Result<usize, Refusal> {
    let f = &b.field;
    let u = &f[id];
    let by = clause!("demolition.2");
    allow(u.arm() == Arm::Engineers, by, || say!("no-engineers", unit = &*u.code))?;
    let n = f.bridges.iter().position(|x| x.bridge.name == bridge && !x.gone);
    let n = n.ok_or_else(|| Refusal::form(say!("no-such-bridge", bridge)))?;
    allow(f.bridges[n].prepared == Some(u.side), clause!("demolition.1"), || say!("not-prepared", bridge))?;
    let near = f.reaches(crate::measure::gap(&f.rects(u), &[f.bridges[n].bridge.rect]), REACH);
    allow(near, by, || say!("too-far-to-blow", unit = &*u.code, bridge))?;
    allow(!b.play.failed_blows.contains(&(n as u16)), by, || say!("not-again-this-round", bridge))?;
    Ok(n)
}
