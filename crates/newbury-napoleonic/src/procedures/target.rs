//! Who is fired at, as tables 9C and 10B to 10D ask.

use super::Sum;
use crate::formation::Formation;
use crate::terrain::Cover;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Readings, Record, SituationError, check_length, check_number, impossible};

umpire::choice!(
    /// What is complete cover worth (4.3.c)?
    CompleteCover { CannotBeHit, AsBuilding }
);
umpire::choice!(
    /// Does movement count of troops that charge those who fire at them (T9.C, T10.C)?
    ChargingTheFirers { Nothing, ByDistance }
);

/// The readings that matter to targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct TargetReadings {
    pub complete_cover: CompleteCover,
    pub charging_the_firers: ChargingTheFirers,
}

impl TargetReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> TargetReadings {
        TargetReadings {
            complete_cover: CompleteCover::pick(r.is(reading!("complete-cover", "as-building"))),
            charging_the_firers: ChargingTheFirers::pick(
                r.is(reading!("charging-the-firers", "by-distance")),
            ),
        }
    }
}

/// Whom a target charges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Charging {
    /// Those who fire at it.
    TheFirers,
    Others,
}

/// Who is fired at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Target {
    pub formation: Formation,
    /// Figures one behind the other on the line of fire.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 100))]
    pub ranks: u8,
    #[serde(default)]
    pub mounted: bool,
    /// British infantry.
    #[serde(default)]
    pub british: bool,
    #[serde(default)]
    pub elephants: bool,
    #[serde(default)]
    pub cover: Cover,
    /// Cm that it moved in this move.
    #[serde(default)]
    pub moved: f64,
    #[serde(default)]
    pub charging: Option<Charging>,
    #[serde(default)]
    pub prone: bool,
    /// Skirmishers on bases smaller than recommended.
    #[serde(default)]
    pub small_bases: bool,
    /// It routs: it counts as in open order.
    #[serde(default)]
    pub routing: bool,
    /// It fires out of a building.
    #[serde(default)]
    pub fires_out: bool,
    /// The wall of its building is breached before it, so that it has no cover (16.8.c).
    #[serde(default)]
    pub breached: bool,
    /// A single figure, a general or courier, so many cm from other troops.
    #[serde(default)]
    pub lone_figure: Option<f64>,
    /// It takes part in a melee.
    #[serde(default)]
    pub in_melee: bool,
    /// In a river, mud or marsh.
    #[serde(default)]
    pub wet_ground: bool,
}

fn one() -> u8 {
    1
}

impl Target {
    /// Foot in the open, one rank deep, standing.
    pub fn new(formation: Formation) -> Target {
        Target {
            formation,
            ranks: 1,
            mounted: false,
            british: false,
            elephants: false,
            cover: Cover::None,
            moved: 0.0,
            charging: None,
            prone: false,
            small_bases: false,
            routing: false,
            fires_out: false,
            breached: false,
            lone_figure: None,
            in_melee: false,
            wet_ground: false,
        }
    }

    pub(super) fn check(&self, field: &'static str) -> Result<(), SituationError> {
        check_number(field, self.ranks.into(), 1, 100)?;
        check_length(field, self.moved)?;
        if let Some(cm) = self.lone_figure {
            check_length(field, cm)?;
            super::command::lone_target(cm)?;
        }
        if (self.cover == Cover::Building || self.formation == Formation::Building) && self.mounted {
            let by = clause!("4.1.c");
            return Err(impossible(field, say!("only-foot-in-buildings", by)));
        }
        Ok(())
    }

    /// Does it count as in open order, by which clause where it is not so formed?
    pub(super) fn open_order(&self) -> Option<Option<Clause>> {
        if self.routing {
            return Some(Some(clause!("8.1.i")));
        }
        if self.lone_figure.is_some() {
            return Some(Some(clause!("8.1.h")));
        }
        self.formation.open_order().then_some(None)
    }

    /// Ranks as they count: a square 4, a mass 7 (T10.B.sq).
    pub(super) fn depth(&self, r: &mut impl Record) -> u8 {
        let counted = match self.formation {
            f if f.square() => 4,
            Formation::Mass => 7,
            _ => return self.ranks,
        };
        r.reckon(|| say!("reckon-counts-as-ranks", ranks = counted), clause!("T10.B.sq"));
        counted
    }

    /// Cover as it counts, and whether it can be hit at all (4.3.c).
    pub(super) fn covered(&self, readings: &TargetReadings, r: &mut impl Record) -> Option<Cover> {
        // Who is in a building has its cover, whatever else is said of him, unless its wall is breached (14.5.d, 16.8.c).
        let inside = self.formation == Formation::Building && !self.breached;
        if self.cover != Cover::Complete {
            return Some(if inside { Cover::Building } else { self.cover });
        }
        let hit = readings.complete_cover == CompleteCover::AsBuilding;
        let says = || if hit { say!("reckon-fort-as-building") } else { say!("reckon-fort-safe") };
        r.reckon(says, clause!("4.3.c"));
        hit.then_some(Cover::Building)
    }

    /// What its movement takes off: over 12 cm, over 25 cm (tables 9C and 10C). Whether the second counts.
    pub(super) fn movement<R: Record>(
        &self,
        values: [i32; 2],
        readings: &TargetReadings,
        by: Clause,
        sum: &mut Sum<'_, R>,
    ) -> bool {
        let far = match self.charging {
            Some(Charging::Others) => Some(self.mounted),
            Some(Charging::TheFirers) if readings.charging_the_firers == ChargingTheFirers::Nothing => None,
            _ if super::beyond(self.moved, MOVED[1]) => Some(true),
            _ if super::beyond(self.moved, MOVED[0]) => Some(false),
            _ => None,
        };
        match far {
            Some(true) => sum.add(say!("row-moved-25"), values[1], by),
            Some(false) => sum.add(say!("row-moved-12"), values[0], by),
            None => {}
        }
        far == Some(true)
    }
}

/// Cm of movement that make a target harder to hit (tables 9C and 10C).
const MOVED: [f64; 2] = [12.0, 25.0];
