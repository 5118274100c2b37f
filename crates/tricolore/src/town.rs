//! Town zones: who holds them, how many go in, and who may enter, assemble and leave (town.1 to town.4, tmove.town.1 to tmove.town.9).

use crate::Field;
use crate::ground::ZoneId;
use crate::troop::{Arm, Formation};
use crate::unit::{Side, Unit};
use crate::{clause, say};
use umpire::{Clause, Refusal, allow};

/// Whole movement phases that a unit must have been in a zone before it can assemble (tmove.town.7).
const PHASES_BEFORE_ASSEMBLING: u8 = 1;

/// Who is in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Nobody: whoever held it last.
    Empty,
    By(Side),
    /// Both: a town fight.
    Fight,
}

/// The units in a zone.
pub fn inside(f: &Field, zone: ZoneId) -> impl Iterator<Item = &Unit> {
    let (lo, hi) = f.ground[zone].rect.bounds();
    f.units.within(lo, hi).filter(move |u| u.formation.zone() == Some(zone))
}

/// Who holds a zone (play.town-zones).
pub fn held(f: &Field, zone: ZoneId) -> (Held, Clause) {
    let by = clause!("play.town-zones");
    let [a, b] = Side::BOTH.map(|s| inside(f, zone).any(|u| u.side == s));
    let held = match (a, b) {
        (false, false) => Held::Empty,
        (true, false) => Held::By(Side::A),
        (false, true) => Held::By(Side::B),
        (true, true) => Held::Fight,
    };
    (held, by)
}

/// Is there a town fight in the zone?
pub fn fight(f: &Field, zone: ZoneId) -> bool {
    held(f, zone).0 == Held::Fight
}

/// For how many bases of a side there is still room: its capacity less those inside (town.1).
pub fn room(f: &Field, zone: ZoneId, side: Side) -> (u8, Clause) {
    let taken: u8 =
        inside(f, zone).filter(|u| u.side == side).map(|u| u.bases.now - u.outside.min(u.bases.now)).sum();
    (f.ground[zone].capacity.saturating_sub(taken), clause!("town.1"))
}

/// How many bases of a unit find room, and whether it would stand partly outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub inside: u8,
    pub outside: u8,
    pub by: Clause,
}

/// May the unit go into the zone, by an ordinary move or, where `attack`, by an attack (tmove.town.2 to tmove.town.4)?
pub fn may_enter(f: &Field, u: &Unit, zone: ZoneId, attack: bool) -> Result<Entry, Refusal> {
    let name = &*f.ground[zone].name;
    let unit = &*u.code;
    if attack {
        allow(u.troop.arm == Arm::Infantry, clause!("attack.require.3"), || {
            say!("town-attack-foot-only", unit, town = name)
        })?;
    } else {
        allow(u.troop.arm == Arm::Infantry, clause!("tmove.town.2"), || {
            say!("town-foot-only", unit, town = name)
        })?;
        let (held, by) = held(f, zone);
        let free = matches!(held, Held::Empty) || held == Held::By(u.side);
        allow(free, by, || say!("town-enemy-inside", unit, town = name))?;
    }
    let (room, by) = room(f, zone, u.side);
    allow(room > 0, clause!("tmove.town.3"), || {
        say!("town-full", unit, town = name, capacity = f.ground[zone].capacity)
    })?;
    if room >= u.bases.now {
        return Ok(Entry { inside: u.bases.now, outside: 0, by });
    }
    let another = inside(f, zone).any(|o| o.side == u.side && o.outside > 0 && o.id != u.id);
    allow(!another, clause!("town-fight.5"), || say!("town-one-partly", unit, town = name))?;
    Ok(Entry { inside: room, outside: u.bases.now - room, by: clause!("tmove.town.4") })
}

/// May a unit in a zone assemble to leave it (tmove.town.5, tmove.town.7)?
pub fn may_assemble(f: &Field, u: &Unit) -> Result<Clause, Refusal> {
    let Formation::InTown { zone } = u.formation else {
        return Err(Refusal::by(clause!("tmove.town.5"), say!("town-not-inside", unit = &*u.code)));
    };
    let long = u.record.phases_in_town >= PHASES_BEFORE_ASSEMBLING;
    allow(long && !fight(f, zone), clause!("tmove.town.7"), || {
        say!("town-may-not-assemble", unit = &*u.code, town = &*f.ground[zone].name)
    })?;
    Ok(clause!("tmove.town.5"))
}

/// May it leave its zone: only assembled, and half a move (tmove.town.6)? The part of its move that it has.
pub fn may_leave(f: &Field, u: &Unit) -> Result<(f64, Clause), Refusal> {
    match u.formation {
        Formation::Assembled { .. } => Ok((0.5, clause!("tmove.town.6"))),
        _ => Err(Refusal::by(clause!("tmove.town.5"), {
            let town = u.formation.zone().map_or("", |z| &*f.ground[z].name);
            say!("town-assemble-first", unit = &*u.code, town)
        })),
    }
}
