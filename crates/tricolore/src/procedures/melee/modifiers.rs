//! The modifiers of a melee: columns A and F, odds, flanks, supports, cover.

use super::{
    Approach, Fighter, Flanks, GunHelps, LargerBy, MeleeSituation, MutualTie, RainSkirmishers, RearOpen,
    RedoubtCover, SquareFlanks, Stage, Support,
};
use crate::book::numbers::{Factor, MeleeKind};
use crate::book::{distance, table, whole};
use crate::field::Weather;
use crate::troop::{Arm, FormationKind};
use crate::{clause, say};
use std::cmp::Ordering;
use std::sync::OnceLock;
use umpire::{Clause, Record};
use words::Message;

/// Most and least of the odds (melee-modifiers.3).
pub const MOST_ODDS: i32 = 10;

/// Both sides' modifiers added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    pub total: i32,
    /// The unit named as defender counts as attacker.
    pub swapped: bool,
}

/// What a morale level takes off melee and skirmish value (formation-morale.6).
pub fn level_change(level: u8) -> i32 {
    static CHANGES: OnceLock<[i32; 4]> = OnceLock::new();
    let changes = CHANGES.get_or_init(|| {
        [0, 1, 2, 3].map(|level: u8| {
            let t = table("formation-morale.levels");
            t.cell(&level.to_string(), "melee value change").and_then(whole).unwrap_or(0) as i32
        })
    });
    changes[usize::from(level.min(3))]
}

/// The value with which a unit fights, after all that changes it: its own, stars, the morale of its formation, broken integrity.
pub fn value_of(own: u8, stars: u8, level: u8, integrity_broken: bool) -> i32 {
    (i32::from(own) + i32::from(stars) + level_change(level) - i32::from(integrity_broken)).max(0)
}

/// Who has the role of attacker: the larger of two that attack each other (melee-result.3). Whether it is exchanged, and whether a die
/// decides on it.
pub(super) fn roles(s: &MeleeSituation, kind: MeleeKind, r: &mut impl Record) -> (bool, bool) {
    if !s.mutual {
        return (false, false);
    }
    let size = |f: &Fighter| match s.readings.larger_by {
        LargerBy::Bases => u32::from(f.bases + f.behind),
        LargerBy::Adjusted => adjusted(s, kind, f, true),
    };
    let (a, b) = (size(&s.attacker), size(&s.defender));
    match a.cmp(&b) {
        Ordering::Greater => {
            r.reckon(|| say!("reckon-larger-attacks", larger = a, smaller = b), clause!("melee-result.3"));
            (false, false)
        }
        Ordering::Less => {
            r.reckon(|| say!("reckon-larger-attacks", larger = b, smaller = a), clause!("melee-result.3"));
            (true, false)
        }
        Ordering::Equal if s.readings.mutual_tie == MutualTie::Die => (false, true),
        Ordering::Equal => {
            r.reckon(|| say!("reckon-side-a-attacks"), clause!("melee-result.3"));
            (!s.attacker_is_a, false)
        }
    }
}

/// The bases of a unit as they count for odds, in hundredths (melee-modifiers.2).
fn adjusted(s: &MeleeSituation, kind: MeleeKind, f: &Fighter, attacks: bool) -> u32 {
    let by = s.sheet.numbers().multiplier(kind, attacks, f.arm, f.stands(), f.training);
    u32::from(f.bases) * by.unwrap_or(100)
}

/// The odds of two numbers of bases from the first one's view: one for each full quarter by which the larger exceeds the smaller.
pub fn odds(a: u32, b: u32) -> i32 {
    let (larger, smaller) = (a.max(b), a.min(b).max(1));
    let steps = (4 * (larger - smaller) / smaller) as i32;
    let steps = steps.min(MOST_ODDS);
    if a >= b { steps } else { -steps }
}

/// Adds up modifiers of both roles.
pub(in crate::procedures) struct Tally<'a, R: Record> {
    pub r: &'a mut R,
    pub total: i32,
    /// The defender attacks too: he uses column A with the sign reversed (melee-result.3).
    pub mutual: bool,
}

impl<R: Record> Tally<'_, R> {
    /// What a factor is worth in a role, `times` over.
    pub fn add(&mut self, attacker: bool, f: Factor, times: i32, what: Message, by: Clause) {
        let each = match (attacker, self.mutual) {
            (true, _) => f.attacker,
            (false, true) => f.attacker.map(|a| -a),
            (false, false) => f.defender,
        };
        let times = if f.repeats { times } else { times.signum() };
        let value = each.unwrap_or(0) * times;
        if value != 0 {
            self.total += value;
            self.r.modifier(if attacker { "attacker" } else { "defender" }, what, value, by);
        }
    }
}

pub(super) fn weigh(s: &MeleeSituation, kind: MeleeKind, swapped: bool, r: &mut impl Record) -> Sum {
    let (a, f) = if swapped { (&s.defender, &s.attacker) } else { (&s.attacker, &s.defender) };
    let factors = &s.sheet.numbers().factors;
    super::super::stand_in(&s.sheet, "melee.proposal-modifiers", r);
    super::super::stand_in(&s.sheet, "melee.proposal-odds", r);
    let mut t = Tally { r, total: 0, mutual: s.mutual };
    // Flanks and support count in the first sequence of a fight only (melee-continued.3).
    let first = s.stage != Stage::Continued;
    let horse = kind == MeleeKind::CavalryInfantry || (kind == MeleeKind::Guns && a.arm == Arm::Cavalry);
    for (attacks, u) in [(true, a), (false, f)] {
        values(s, &mut t, attacks, u);
        if first {
            let square = horse && !attacks && u.formation == FormationKind::Square;
            let none = u.formation == FormationKind::Square && s.readings.square_flanks == SquareFlanks::None;
            if !square && !none {
                let by = clause!("flank-threat.2");
                t.add(attacks, factors.open_flank, u.threatened.into(), say!("mod-threatened-flank"), by);
            }
        }
    }
    if a.behind > 0 || f.behind > 0 {
        t.r.reckon(|| say!("reckon-behind-do-not-fight"), clause!("formations.6"));
    }
    let (x, y) = (adjusted(s, kind, a, true), adjusted(s, kind, f, s.mutual));
    let steps = odds(x, y);
    if steps != 0 {
        if 4 * (x.max(y) - x.min(y)) / x.min(y).max(1) > MOST_ODDS as u32 {
            t.r.reckon(|| say!("reckon-odds-capped", most = MOST_ODDS), clause!("melee-modifiers.3"));
        }
        let (mine, theirs) = (f64::from(x) / 100.0, f64::from(y) / 100.0);
        t.r.reckon(|| say!("reckon-odds", mine, theirs, steps), clause!("melee-modifiers.2"));
        t.r.clause(clause!("play.dice"));
        t.add(steps > 0, factors.odds, steps.abs(), say!("mod-odds"), clause!("melee-modifiers.2"));
    }
    if first && s.from != Approach::Front {
        let by = match s.from {
            Approach::Rear => clause!("flank-threat.7"),
            _ => clause!("melee-modifiers.4"),
        };
        t.add(true, factors.flank_attack, 1, say!("mod-flank-attack"), by);
        let covered_rear = s.from == Approach::Rear && f.flanks != Flanks::Open;
        if !(covered_rear && s.readings.rear_open == RearOpen::NotIfCovered) {
            t.add(false, factors.open_flank, 1, say!("mod-attacked-flank"), clause!("melee-modifiers.4"));
        }
    }
    if first && !s.mutual && (f.on_foot() || f.arm == Arm::Artillery) {
        supports(s, &mut t, f);
    }
    guns(s, &mut t, a, f, first);
    t.add(false, factors.cover, f.cover.into(), say!("mod-cover"), clause!("terrain.6"));
    if let Some(cover) = f.redoubt {
        let cover = match s.readings.redoubt_cover {
            RedoubtCover::Full => cover,
            RedoubtCover::Half => cover.div_ceil(2),
        };
        t.add(false, factors.redoubt, cover.into(), say!("mod-redoubt"), clause!("redoubt.1"));
    }
    if horse {
        against_cavalry(s, &mut t, f);
    }
    if kind == MeleeKind::CavalryCavalry {
        if s.stage == Stage::Initial && !s.mutual {
            if f.halts_at_obstacle {
                t.r.reckon(|| say!("reckon-halts-at-obstacle"), clause!("attack.cavcav.2"));
            } else {
                t.add(false, factors.standing, 1, say!("mod-standing-still"), clause!("attack.cavcav.1"));
            }
        }
        let heavier = a.weight.map_or(0, |w| w as i32) - f.weight.map_or(0, |w| w as i32);
        let by = clause!("melee-modifiers.1");
        t.add(heavier > 0, factors.heavier, heavier.abs(), say!("mod-heavier"), by);
    }
    t.r.reckon(|| say!("reckon-combined", total = t.total), clause!("melee-result.2"));
    Sum { total: t.total, swapped }
}

/// Value and disorder of one side.
fn values(s: &MeleeSituation, t: &mut Tally<'_, impl Record>, attacks: bool, u: &Fighter) {
    let factors = &s.sheet.numbers().factors;
    let own = if u.skirmishes() { u.skirmish.unwrap_or(u.melee) } else { u.melee };
    if !attacks && t.mutual {
        t.r.reckon(|| say!("reckon-uses-column-a"), clause!("melee-result.3"));
    } else if !attacks {
        t.r.clause(clause!("melee-result.1"));
    }
    if u.skirmishes() {
        let by = clause!("melee-modifiers.5");
        t.add(attacks, factors.value, own.into(), say!("mod-skirmish-value", value = own), by);
        if attacks && s.defender.arm == Arm::Cavalry {
            t.r.clause(clause!("attack.infcav.6"));
        }
    } else {
        let by = clause!("melee-modifiers.1");
        t.add(attacks, factors.value, own.into(), say!("mod-melee-value", value = own), by);
    }
    t.add(attacks, factors.star, u.stars.into(), say!("mod-stars"), clause!("officers.13"));
    let level = level_change(u.level).max(-i32::from(own));
    t.add(
        attacks,
        factors.value,
        level,
        say!("mod-morale-level", level = u.level),
        clause!("formation-morale.6"),
    );
    if u.integrity_broken && i32::from(own) + level > 0 {
        t.add(attacks, factors.value, -1, say!("mod-integrity"), clause!("integrity.6"));
    }
    let by = clause!("melee-modifiers.1");
    t.add(attacks, factors.disorder, u.disorder.into(), say!("mod-disorder", disorder = u.disorder), by);
    if u.passive > 0 {
        t.r.reckon(|| say!("reckon-passive-alone"), clause!("disorder.5"));
    }
    let by = clause!("disorder.4");
    t.add(attacks, factors.disorder, u.passive.into(), say!("mod-passive", disorder = u.passive), by);
}

/// The support units of whoever is attacked and does not counter-attack.
fn supports(s: &MeleeSituation, t: &mut Tally<'_, impl Record>, f: &Fighter) {
    let factors = &s.sheet.numbers().factors;
    let rain = s.weather == Weather::Rain;
    let can = |x: &&Support| match x {
        Support::Artillery => true,
        Support::Infantry => !rain,
        Support::Skirmishers => !rain || s.readings.rain_skirmishers == RainSkirmishers::Support,
    };
    let count = f.supports.iter().filter(can).count();
    if count < f.supports.len() {
        t.r.reckon(|| say!("reckon-rain-no-support"), clause!("weather.5"));
    }
    t.add(false, factors.support, count as i32, say!("mod-support", count), clause!("melee-modifiers.7"));
}

/// The further bonus of artillery support, also by a battalion gun; once.
fn guns(s: &MeleeSituation, t: &mut Tally<'_, impl Record>, a: &Fighter, f: &Fighter, first: bool) {
    let factor = s.sheet.numbers().factors.artillery;
    let attacked = s.readings.gun_helps == GunHelps::Attacked;
    if a.battalion_gun && !attacked {
        t.add(true, factor, 1, say!("mod-battalion-gun"), clause!("battalion-gun.5"));
    }
    let may = f.on_foot() || f.arm == Arm::Artillery;
    let supported = first && !s.mutual && may && f.supports.contains(&Support::Artillery);
    if f.battalion_gun && !(attacked && s.mutual) {
        t.add(false, factor, 1, say!("mod-battalion-gun"), clause!("battalion-gun.5"));
    } else if supported {
        t.add(false, factor, 1, say!("mod-artillery-support"), clause!("melee-modifiers.7"));
    }
}

/// What helps and hurts whoever is attacked by cavalry.
fn against_cavalry(s: &MeleeSituation, t: &mut Tally<'_, impl Record>, f: &Fighter) {
    let factors = &s.sheet.numbers().factors;
    match f.flanks {
        Flanks::Anchored => {
            t.add(false, factors.anchored, 1, say!("mod-anchored"), clause!("melee-modifiers.6"));
        }
        Flanks::Covered => {
            t.add(false, factors.covered, 1, say!("mod-covered"), clause!("melee-modifiers.6"));
        }
        Flanks::Open => {}
    }
    if f.formation == FormationKind::Square {
        t.add(false, factors.square, 1, say!("mod-square"), clause!("melee-modifiers.1"));
    }
    if f.skirmishes() && f.in_open {
        t.add(false, factors.skirmishers, 1, say!("mod-skirmishers-open"), clause!("melee-modifiers.1"));
    }
}

/// A distance in whole metres.
pub(super) fn metres(what: &str) -> u16 {
    distance(what) as u16
}
