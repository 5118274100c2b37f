//! Small-arms fire as far as distances and numbers decide it (chapter 09, 14.03, play.mixed-arms).

use crate::book::fire;
use crate::book::numbers;
use crate::procedures::{
    FireReadings, LineFarAhead, MixedRifles, MutualFire, RifleSmoke, SmokeAfterMelee, SmokeCarrier,
};
use crate::troop::{Arm, Formation, Weapon};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};
use umpire::{Clause, Refusal};

/// Figures of a firing unit, and the fewest that make one (09.01.3).
const FIRING_UNIT: u16 = numbers::PART as u16;
const LEAST_FIRING_UNIT: u16 = numbers::PART_REST as u16;

/// The firing units that figures make: tens from the left, three or more left over making one more (09.01.3).
pub fn firing_units(figures: u16) -> u16 {
    figures / FIRING_UNIT + u16::from(figures % FIRING_UNIT >= LEAST_FIRING_UNIT)
}

/// The figures of each firing unit, from the left wing, as far as they count (09.01.3). Up to two more stand with the last.
pub fn parted(figures: u16) -> Vec<u16> {
    let units = firing_units(figures);
    let mut left = figures;
    (0..units)
        .map(|i| {
            let n = if i + 1 == units { left } else { FIRING_UNIT };
            left -= n;
            n
        })
        .collect()
}

/// The ranks that fire: two, of cavalry one (09.01.1).
pub fn ranks_that_fire(arm: Arm) -> (u16, Clause) {
    let ranks = if arm == Arm::Cavalry { 1 } else { 2 };
    (ranks, clause!("09.01.1"))
}

/// Where the zones of a weapon end, in cm.
pub(crate) fn ends(weapon: Weapon) -> &'static [f64] {
    fire::weapon(weapon)
}

/// The zone of a range, 1 or 2, and the clause that draws it (09.03.1); none out of range. A limit belongs to the nearer zone.
pub fn zone(weapon: Weapon, cm: f64) -> (Option<u8>, Clause) {
    let zone = ends(weapon).iter().position(|end| cm <= end + table::EPS).map(|i| i as u8 + 1);
    (zone, clause!("09.03.1"))
}

/// The widest angle to the front at which a formation fires, in degrees (09.03.2, 09.03.3).
pub fn widest_angle(formation: Formation) -> (f64, Clause) {
    match formation {
        Formation::Skirmish => (numbers::FIRE_ANGLE_LINE, clause!("09.03.3")),
        _ => (numbers::FIRE_ANGLE, clause!("09.03.2")),
    }
}

/// Does a line that meets a flank at this angle, in degrees, strike it as a flank (09.03.4)?
pub fn strikes_flank(degrees: f64) -> (bool, Clause) {
    ((numbers::FLANK - table::EPS..=90.0 + table::EPS).contains(&degrees), clause!("09.03.4"))
}

/// Figures that fire together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volley {
    pub figures: u16,
    pub weapon: Weapon,
}

/// The figures of a unit armed with muskets, some of them with rifles, that fire at this range (play.mixed-arms).
pub fn volleys(
    figures: u16,
    rifles: u16,
    cm: f64,
    readings: &FireReadings,
) -> (SmallVec<[Volley; 2]>, Clause) {
    let by = clause!("play.mixed-arms");
    let rifles = rifles.min(figures);
    let rifle = Volley { figures: rifles, weapon: Weapon::Rifle };
    let all = Volley { figures, weapon: Weapon::Musket };
    let fire = match zone(Weapon::Musket, cm).0 {
        None if zone(Weapon::Rifle, cm).0.is_some() && rifles > 0 => smallvec![rifle],
        None => smallvec![],
        _ if rifles == figures && figures > 0 => smallvec![rifle],
        Some(2) if readings.mixed_rifles == MixedRifles::Apart && rifles > 0 => {
            smallvec![Volley { figures: figures - rifles, ..all }, rifle]
        }
        Some(_) => smallvec![all],
    };
    (fire, by)
}

/// The rifle figures of a unit of which a part has rifles: that many, rounded to the nearest (play.mixed-arms).
pub fn rifle_figures(figures: u16, of: u16, by: u16) -> (u16, Clause) {
    let part = umpire::Part::WHOLE.share(of.into(), by.into()).of(figures.into(), umpire::Round::Nearest);
    ((part as u16).min(figures), clause!("play.mixed-arms"))
}

/// What a unit did in the last turn that may have left it in smoke (09.02.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Smoke {
    /// It fired, otherwise than in a melee.
    pub fired: bool,
    /// It fired as a skirmish line or swarm.
    pub open: bool,
    /// All its figures have rifles.
    pub rifles_only: bool,
    /// A closed formation without rifles only fired at it.
    pub fired_at: bool,
    /// It has fought a melee since.
    pub melee_since: bool,
}

impl Smoke {
    /// It fired in the last turn, in a closed formation.
    pub const FIRED: Smoke =
        Smoke { fired: true, open: false, rifles_only: false, fired_at: false, melee_since: false };

    /// Does smoke hang about it, and by which clause does it, or does it not; none where nothing was fired.
    pub fn hangs(&self, readings: &FireReadings) -> Option<(bool, Clause)> {
        let own = self.fired.then(|| {
            if self.open {
                return (false, clause!("09.02.7"));
            }
            if self.rifles_only && readings.rifle_smoke == RifleSmoke::None {
                return (false, clause!("04.05.4.a"));
            }
            (true, clause!("09.02.7"))
        });
        let theirs = (self.fired_at && readings.smoke_carrier == SmokeCarrier::Both)
            .then(|| (true, clause!("09.02.7")));
        let (hangs, by) = own.filter(|o| o.0).or(theirs).or(own)?;
        let cleared = self.melee_since && readings.smoke_after_melee == SmokeAfterMelee::Cleared;
        Some((hangs && !cleared, by))
    }
}

/// What a skirmish line or swarm between the firer and its unit does to small-arms fire at the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// Losses are shared (14.03.1.b).
    Shares,
    /// The line is the target (14.03.1.a).
    Screens,
    /// The fire passes it.
    Passed,
    /// It stops the fire (09.03.5).
    Blocks,
}

/// What a line so many cm before its unit does to small-arms fire (14.03.1), measured in the direction of fire.
pub fn screen(gap: f64, readings: &FireReadings) -> (Screen, Clause) {
    if gap < numbers::SCREEN_NEAR - table::EPS {
        return (Screen::Shares, clause!("14.03.1.b"));
    }
    if gap <= numbers::SCREEN_FAR + table::EPS {
        return (Screen::Screens, clause!("14.03.1.a"));
    }
    match readings.line_far_ahead {
        LineFarAhead::Through => (Screen::Passed, clause!("14.03.1.a")),
        LineFarAhead::Blocks => (Screen::Blocks, clause!("09.03.5")),
    }
}

/// Infantry directly behind a stone wall so many metres high fires only with loopholes or a firing step (09.01.8).
pub fn over_wall(metres: f64, loopholes_or_step: bool) -> Result<(), Refusal> {
    if metres > 1.0 + table::EPS && !loopholes_or_step {
        return Err(Refusal::by(clause!("09.01.8"), say!("fire-wall-too-high")));
    }
    Ok(())
}

/// The figures that may fire from one facade of a building: half of them (17.03.4.a).
pub fn from_facade(figures: u16) -> (u16, Clause) {
    (figures / 2, clause!("17.03.4.a"))
}

/// How fires of both sides at one moment are resolved (play.fire.mutual).
pub fn mutual(readings: &FireReadings) -> (MutualFire, Clause) {
    (readings.mutual_fire, clause!("play.fire.mutual"))
}
