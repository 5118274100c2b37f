//! Ranks, melee units, men lost and prisoners (12.02.3, tables XVII and XVIII).

use super::{Comrade, Fighter, LineInMelee, MeleeReadings, NoAmmunition, Who};
use crate::book::melee::melee;
use crate::book::numbers;
use crate::troop::{Arm, Formation, State};
use crate::{clause, say};
use umpire::Record;

/// Figures of a melee unit, and of a remainder that makes one more (12.02.3).
pub const UNIT: u32 = numbers::PART as u32;
pub const REMAINDER: u32 = numbers::PART_REST as u32;

/// The melee units in so many figures (12.02.3).
pub fn melee_units(figures: u32) -> u32 {
    figures / UNIT + u32::from(figures % UNIT >= REMAINDER)
}

impl Fighter {
    /// Figures in the first rank.
    pub fn first_rank(&self) -> u16 {
        let n = self.figures;
        let all = n.saturating_add(self.joined);
        let usual = if self.state == State::Complete {
            square_root(n)
        } else {
            match self.formation {
                _ if !matches!(self.arm, Arm::Infantry | Arm::Cavalry) => n,
                // Every unit of a common square stands in its first rank (05.02.5).
                Formation::Square => all.div_ceil(2),
                Formation::Line => n.div_ceil(2),
                // The units of a brigade or division column stand in lines behind one another (05.01.6.a).
                Formation::AttackColumn if self.joined > 0 => n.div_ceil(2),
                Formation::AttackColumn | Formation::Mass => (n / 4).clamp(3, 10),
                Formation::MarchColumn => 2,
                Formation::SingleFile => 1,
                Formation::Clump => square_root(n),
                Formation::Skirmish => n,
            }
        };
        self.front.unwrap_or(usual).clamp(1, all.max(1))
    }

    /// Figures in so many ranks from the front; ranks that are not there cannot take part. So many of others stand behind it in one
    /// column, or in one square with it.
    pub fn in_ranks(&self, ranks: u8, others: u32) -> u32 {
        let all = u32::from(self.first_rank()) * u32::from(ranks);
        all.min(u32::from(self.figures) + others)
    }
}

fn square_root(n: u16) -> u16 {
    (1..=n).find(|w| u32::from(*w) * u32::from(*w) >= u32::from(n)).unwrap_or(1)
}

/// One side when losses are read.
#[derive(Clone, Copy, Debug)]
pub struct Party<'a> {
    pub who: Who,
    pub u: &'a Fighter,
    /// Those who fight one joint melee beside it.
    pub comrades: &'a [Comrade],
    pub other: &'a Fighter,
    /// Its ranks by table XVII.
    pub ranks: u8,
    /// Its final result.
    pub total: i32,
    /// It reads the attacker's column.
    pub attacks: bool,
    /// The other goes into FU, or is in it.
    pub breaks_other: bool,
    pub readings: MeleeReadings,
}

/// The ranks that take part and the melee units in them.
pub fn engaged(p: &Party<'_>, r: &mut impl Record) -> (u8, u32) {
    let mut ranks = p.ranks;
    if p.u.no_ammunition && p.u.arm == Arm::Infantry && ranks > 1 {
        r.reckon(|| say!("melee-reckon-first-rank"), clause!("12.01.5"));
        ranks = 1;
    }
    let line = match p.readings.line_in_melee {
        LineInMelee::NumbersAndUnits if ranks > 0 => u32::from(p.u.line),
        _ => 0,
    };
    let beside: u32 = p.comrades.iter().map(|c| c.in_ranks(ranks)).sum();
    // Those who fight beside it are no ranks of its own.
    let joint: u32 = p.comrades.iter().map(|c| u32::from(c.figures)).sum();
    let figures = p.u.in_ranks(ranks, u32::from(p.u.joined).saturating_sub(joint)) + line + beside;
    let units = melee_units(figures);
    let who = p.who;
    if beside > 0 {
        r.reckon(|| say!("melee-reckon-joint", beside), clause!("play.melee.several"));
    }
    r.reckon(|| say!("melee-reckon-ranks", who, ranks, figures, units), clause!("12.02.3"));
    (ranks, units)
}

/// The men that this side costs the other.
pub fn men(p: &Party<'_>, units: u32, r: &mut impl Record) -> u32 {
    let who = p.who;
    if !p.attacks && p.u.state == State::Complete {
        r.reckon(|| say!("melee-reckon-none-by-fleeing"), clause!("13.02.2"));
        return 0;
    }
    let limited = match p.readings.no_ammunition_losses {
        NoAmmunition::BothArms => true,
        NoAmmunition::InfantryOnly => p.u.arm == Arm::Infantry,
    };
    if p.u.no_ammunition && limited && !p.breaks_other {
        r.reckon(|| say!("melee-reckon-no-ammunition", who), clause!("12.01.5"));
        return 0;
    }
    let (result, each) = (p.total, melee().toll(p.total).men);
    let men = each * units;
    r.reckon(|| say!("melee-reckon-men", who, result, each, units, men), clause!("skema.XVIII.a"));
    r.clause(clause!("12.02.2.4"));
    men
}

/// The figures that the winner may take; a defender takes none (13.04.1.b, 13.04.2).
pub fn prisoners(p: &Party<'_>, units: u32, r: &mut impl Record) -> u32 {
    if !p.attacks {
        r.reckon(|| say!("melee-reckon-defender-takes-none"), clause!("13.04.2"));
        return 0;
    }
    let toll = melee().toll(p.total);
    let cavalry = p.u.arm == Arm::Cavalry && p.other.arm != Arm::Cavalry;
    let each = if cavalry { toll.by_cavalry } else { toll.by_others };
    let figures = each * units;
    r.reckon(|| say!("melee-reckon-prisoners", each, units, figures), clause!("13.04.1.b"));
    figures
}
