//! What the values of a unit are worth as it stands: less by the level of its formation's morale and by broken integrity, more by stars.

use crate::command::Level;
use crate::field::Field;
use crate::officer::Attached;
use crate::ops;
use crate::unit::Unit;

/// What changes the melee and skirmish value of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// Level of its formation's morale, stars of an attached officer included (formation-morale.6, formation-morale.10).
    pub level: u8,
    /// Its integrity is broken (integrity.6).
    pub broken: bool,
    /// Stars of officers attached to it (officers.13).
    pub stars: u8,
}

impl Worth {
    /// That of a unit.
    pub fn of(f: &Field, u: &Unit) -> Worth {
        Worth {
            level: level(f, u),
            broken: broken(f, u),
            stars: ops::attached_to(f, u.id).map(|o| o.gifts.stars).sum(),
        }
    }

    /// By how much melee and skirmish value change.
    pub fn change(self) -> i32 {
        let level = match self.level {
            0 | 1 => -2,
            2 => -1,
            _ => 0,
        };
        level - i32::from(self.broken) + i32::from(self.stars)
    }
}

/// The level of the morale under which a unit stands; 3 where none is assigned.
pub fn level(f: &Field, u: &Unit) -> u8 {
    let Some(b) = f.chain(u.body).find(|b| b.morale.is_some()) else { return 3 };
    let stars: u8 = f
        .officers
        .iter()
        .filter(|o| o.present() && o.attached == Some(Attached::Body(b.id)))
        .map(|o| o.gifts.stars)
        .sum();
    b.morale.map_or(3, |m| (i16::from(m.level) + i16::from(stars)).max(0) as u8)
}

/// Is the integrity of a unit broken: of its brigade, division or corps?
pub fn broken(f: &Field, u: &Unit) -> bool {
    f.chain(u.body).take_while(|b| b.level <= Level::Division).any(|b| b.broken)
}

/// The morale against which a unit tests (units.3).
pub fn morale(f: &Field, u: &Unit) -> u8 {
    let formation = || f.chain(u.body).find_map(|b| b.morale).map_or(5, |m| m.value);
    u.values.morale.unwrap_or_else(formation)
}

/// The melee value of a unit as it stands.
pub fn melee(f: &Field, u: &Unit) -> i32 {
    i32::from(u.values.melee) + Worth::of(f, u).change()
}
