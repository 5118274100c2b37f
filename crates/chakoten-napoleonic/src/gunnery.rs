//! Artillery fire as far as distances and numbers decide it (chapter 10).

use crate::book::guns::Gun;
use crate::book::numbers;
use crate::book::stand::ready_turns;
use crate::book::turn::periods;
use crate::book::{BAD, num, table};
use crate::procedures::{DirectlyBehind, FireReadings, ZoneOneRanging};
use crate::troop::Obstacle;
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Refusal, allow};

use ::table::EPS;

/// Where the zones of a gun end, in cm.
pub(crate) fn ends(gun: Gun) -> &'static [f64] {
    &gun.data().zones
}

/// The zone of a range, 1 to 4, and the clause that draws it (10.03.1); none out of range. A limit belongs to the nearer zone.
pub fn zone(gun: Gun, cm: f64) -> (Option<u8>, Clause) {
    (ends(gun).iter().position(|end| cm <= end + EPS).map(|i| i as u8 + 1), clause!("10.03.1"))
}

/// The guns that gunners serve: two to a figure (10.01.1).
pub fn guns_served(guns: u8, gunners: u16) -> (u8, Clause) {
    let served = u16::from(guns).min(gunners.saturating_mul(2)) as u8;
    (served, clause!("10.01.1"))
}

/// The gunner figures that so many guns need (10.01.1).
pub fn gunners_needed(guns: u8) -> (u16, Clause) {
    (u16::from(guns).div_ceil(2), clause!("10.01.1"))
}

/// The real guns of one model gun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    pub guns: u8,
    pub unlimbered: bool,
    pub ready: bool,
}

/// The guns of a battery that can fire at this moment, though others are limbered or not ready (10.01.3).
pub fn guns_ready(battery: &[Model]) -> (u8, Clause) {
    let ready = battery.iter().filter(|m| m.unlimbered && m.ready);
    (ready.map(|m| m.guns).fold(0, u8::saturating_add), clause!("10.01.3"))
}

/// The guns that reach a target, of model guns each of which reaches it or does not: all if one does, when they stand in line (10.01.4).
pub fn guns_that_reach(models: &[(u8, bool)], in_line: bool) -> (u8, Clause) {
    let one = in_line && models.iter().any(|m| m.1);
    let guns = models.iter().filter(|m| one || m.1).map(|m| m.0);
    (guns.fold(0, u8::saturating_add), clause!("10.01.4"))
}

/// The widest angle to the front at which guns fire, in degrees (10.03.2).
pub fn widest_angle(embrasures: bool) -> (f64, Clause) {
    (if embrasures { numbers::EMBRASURE_ANGLE } else { numbers::GUN_ANGLE }, clause!("10.03.2"))
}

/// Does a line that meets a flank at this angle, in degrees, strike it as a flank (10.03.3)?
pub fn strikes_flank(degrees: f64) -> (bool, Clause) {
    ((numbers::FLANK - EPS..=90.0 + EPS).contains(&degrees), clause!("10.03.3"))
}

/// Guns fire from the open or directly behind an obstacle I, else through embrasures (10.01.7).
pub fn may_fire_from(obstacle: Obstacle, embrasures: bool) -> Result<(), Refusal> {
    let so = embrasures || matches!(obstacle, Obstacle::None | Obstacle::I);
    allow(so, clause!("10.01.7"), || say!("guns-need-embrasures"))
}

/// Why guns must be made ready (10.01.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unready {
    /// They were unlimbered or manhandled: that includes it.
    Moved,
    /// They were manned again, or the battery retreated.
    MannedOrRetreated,
    Otherwise,
}

/// The part of a turn it takes to make guns ready (10.01.2, table IV).
pub fn making_ready(why: Unready) -> (f64, Clause) {
    let turns = match why {
        Unready::Moved => 0.0,
        Unready::MannedOrRetreated => periods().ready_again,
        Unready::Otherwise => ready_turns(),
    };
    (turns, clause!("10.01.2"))
}

/// What a battery has done towards ranging in on a target, since it last fired at another (10.02.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Ranging {
    /// A gun of it has fired at this target, outside zone 1.
    pub fired: bool,
    /// A gun of it has fired at this target, in zone 1.
    pub fired_in_zone_1: bool,
    /// It ranged in in a turn of its own (10.02.3.b).
    pub apart: bool,
    /// Cm that the target has since moved in a turn in which it was not fired at: the most in one turn.
    pub moved: f64,
}

/// A ranged-in target that moves so far unfired at must be ranged in on again, in cm (10.02.3.a).
const LOST_BY: f64 = numbers::RANGING_LOST;

impl Ranging {
    /// Ranged in by its fire.
    pub const FIRED: Ranging = Ranging { fired: true, fired_in_zone_1: false, apart: false, moved: 0.0 };

    /// Is the battery ranged in, and by which clause is it, or is it not?
    pub fn ranged_in(&self, readings: &FireReadings) -> (bool, Clause) {
        if self.moved >= LOST_BY - EPS {
            return (false, clause!("10.02.3.a"));
        }
        if self.apart {
            return (true, clause!("10.02.3.b"));
        }
        let close = self.fired_in_zone_1 && readings.zone_one_ranging == ZoneOneRanging::RangesIn;
        (self.fired || close, clause!("10.02.3.a"))
    }
}

/// Ground in which shot does not ricochet: the rows of table text-no-ricochet (10.04.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Dead {
    UpwardSlope,
    /// Swamp, bog, very soft meadow, certain ploughed fields.
    Soft,
    Wood,
    /// Plantations and scrub.
    Scrub,
    BuiltUp,
    /// At least two hill steps below the battery.
    FarBelow,
}

impl Dead {
    pub const ALL: [Dead; 6] =
        [Dead::UpwardSlope, Dead::Soft, Dead::Wood, Dead::Scrub, Dead::BuiltUp, Dead::FarBelow];

    /// The least depth from its near edge to the target, in cm.
    pub fn least_depth(self) -> f64 {
        num(&table("text-no-ricochet").rows[self as usize][1]).expect(BAD)
    }
}

/// Ground two hill steps or more below a battery is no-ricochet ground (10.04.2).
pub fn far_below(steps: i32) -> Option<(Dead, Clause)> {
    (f64::from(steps) >= numbers::FAR_BELOW).then(|| (Dead::FarBelow, clause!("10.04.2")))
}

/// Is a target robbed of ricochets by ground whose near edge is so many cm before it along the line of fire (10.04.1)? `beyond` is
/// how far it stands behind the far edge; none if it stands in the ground.
pub fn no_ricochet(
    ground: Dead,
    near_edge: f64,
    beyond: Option<f64>,
    readings: &FireReadings,
) -> (bool, Clause) {
    let reach = match readings.directly_behind {
        DirectlyBehind::FiveCm => numbers::RICOCHET_BEHIND,
        DirectlyBehind::Contact => 0.0,
    };
    let in_it = beyond.is_none_or(|cm| cm <= reach + EPS);
    (in_it && near_edge >= ground.least_depth() - EPS, clause!("10.04.1"))
}

/// The safety distance to each side of a line of fire, in cm (10.05.1): a tenth of the range, at least half the battery's front.
pub fn side_safety(range: f64, front: f64) -> (f64, Clause) {
    ((range * numbers::SIDE_SAFETY / 100.0).max(front / 2.0), clause!("10.05.1"))
}

/// Where along the line of fire the side safety distance counts (10.05.1): everywhere, or in overhead fire near both ends.
pub fn safety_counts(range: f64, at: f64, overhead: bool) -> (bool, Clause) {
    let near_ends = at <= numbers::SAFETY_ENDS + EPS || at >= range - numbers::SAFETY_ENDS - EPS;
    (!overhead || near_ends, clause!("10.05.1"))
}

/// A unit fired over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FiredOver {
    /// Hill steps by which the battery stands higher.
    pub below: i32,
    /// It is of the battery's side.
    pub own: bool,
    /// Cm from the battery to its nearest base edge.
    pub from_battery: f64,
    /// Cm from its farthest base edge to the target.
    pub to_target: f64,
}

/// May guns fire over a unit (10.05.2, 10.05.3)?
pub fn overhead(gun: Gun, zone: u8, over: &FiredOver) -> Result<(), Refusal> {
    let least = i32::from(!gun.data().howitzer);
    allow(zone >= 2, clause!("10.05.2"), || say!("guns-overhead-beyond-zone-1"))?;
    allow(over.below >= least, clause!("10.05.2"), || say!("guns-overhead-from-above", steps = least))?;
    let clear = [over.from_battery, over.to_target].iter().all(|cm| *cm >= numbers::OVERHEAD_CLEAR - EPS);
    allow(!over.own || clear, clause!("10.05.3"), || say!("guns-overhead-clear"))
}

/// May guns shoot through to a unit so many cm behind the foremost edge of the first one hit (10.05.4)?
pub fn through(zone: u8, behind: f64, no_ricochet: bool) -> Result<(), Refusal> {
    let within = if no_ricochet { numbers::SHOT_THROUGH_SOFT } else { numbers::SHOT_THROUGH };
    allow(zone >= 2, clause!("10.05.4"), || say!("guns-through-beyond-zone-1"))?;
    allow(behind < within - EPS, clause!("10.05.4"), || say!("guns-through-within", within))
}

/// The deduction on morale of a target of so many figures from so many firing units, given in quarters (10.02.2).
pub fn too_large(figures: u16, quarters: u32) -> (i32, Clause) {
    let beyond = (u64::from(figures) * 4).saturating_sub(u64::from(quarters) * 10);
    (-(beyond.div_ceil(40) as i32), clause!("10.02.2"))
}
