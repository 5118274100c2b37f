//! What acting costs in operation points, how far who moves, and how many bases of a formation are in good order.

use super::check_disorder;
use super::movement::Metres;
use crate::book::march::{Mover, Pace};
use crate::book::{BAD, SheetRef, table};
use crate::unit::BROKEN_U;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use umpire::{Clause, Dice, Procedure, Readings, Record, SituationError, check_number, impossible};
use words::Message;

umpire::choice!(
    /// Does an adjustment cost an operation point (tmove.adjust.1)?
    AdjustmentCost { Pays, Free }
);
umpire::choice!(
    /// Does a whole line of a linear army pay to form march column by a turn (linear.4)?
    LinearTurn { Point, Free }
);

/// The readings that matter to what acting costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct CostReadings {
    pub adjustment_cost: AdjustmentCost,
    #[serde(rename = "linear-turn-cost")]
    pub linear_turn: LinearTurn,
    #[serde(rename = "turn-to-march-column")]
    pub turn_cost: super::movement::TurnCost,
}

impl CostReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> CostReadings {
        CostReadings {
            adjustment_cost: AdjustmentCost::pick(r.is(reading!("adjustment-cost", "free"))),
            linear_turn: LinearTurn::pick(r.is(reading!("linear-turn-cost", "free"))),
            turn_cost: super::movement::TurnCost::pick(r.is(reading!("turn-to-march-column", "free"))),
        }
    }
}

/// What a unit or an operation formation does, by the rows of table op-costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// An operation formation moves, and may attack.
    Move,
    OutOfCommand,
    Change,
    SkirmishersChange,
    Square,
    /// Infantry from column to line in continued melee.
    Deploy,
    AboutTurn,
    /// A line turns into march column.
    MarchColumn,
    Adjustment,
    /// Anything of a unit with 6 to 8 U.
    Broken,
    Forced,
    CavalryCounterAttack,
    Breakthrough,
    Manhandle,
    BatteryRetreat,
    /// An attack out of a town zone.
    Sortie,
    /// A pivot as a reaction.
    Pivot,
}

impl Act {
    /// In the order of the table.
    pub const ALL: [Act; 17] = [
        Act::Move,
        Act::OutOfCommand,
        Act::Change,
        Act::SkirmishersChange,
        Act::Square,
        Act::Deploy,
        Act::AboutTurn,
        Act::MarchColumn,
        Act::Adjustment,
        Act::Broken,
        Act::Forced,
        Act::CavalryCounterAttack,
        Act::Breakthrough,
        Act::Manhandle,
        Act::BatteryRetreat,
        Act::Sortie,
        Act::Pivot,
    ];

    /// Each unit does it by itself, and pays by itself (op.actions.2).
    pub fn each(self) -> bool {
        matches!(
            self,
            Act::OutOfCommand
                | Act::Change
                | Act::SkirmishersChange
                | Act::Deploy
                | Act::Sortie
                | Act::MarchColumn
        )
    }

    /// Operation points by the table.
    fn points(self) -> u8 {
        static POINTS: OnceLock<Vec<u8>> = OnceLock::new();
        let points = POINTS.get_or_init(|| {
            let first = |c: &umpire::Cell| c.to_string().chars().next()?.to_digit(10);
            table("op-costs").rows.iter().map(|r| first(&r[1]).expect(BAD) as u8).collect()
        });
        points[self as usize]
    }

    /// By what it costs so much.
    fn by(self) -> Clause {
        match self {
            Act::Move | Act::Pivot => clause!("op.actions.1"),
            Act::OutOfCommand => clause!("op.command.2"),
            Act::Change | Act::SkirmishersChange | Act::Deploy => clause!("op.actions.2"),
            Act::Square | Act::AboutTurn | Act::Broken | Act::Forced => clause!("op.actions.4"),
            Act::MarchColumn => clause!("pivot.6"),
            Act::Adjustment => clause!("tmove.adjust.1"),
            Act::CavalryCounterAttack => clause!("op.actions.5"),
            Act::Breakthrough => clause!("breakthrough.1"),
            Act::Manhandle | Act::BatteryRetreat => clause!("op.actions.6"),
            Act::Sortie => clause!("attack.town.2"),
        }
    }
}

/// Something to be done by units of one command. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CostSituation {
    pub act: Act,
    /// Units that do it.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 50))]
    pub units: u8,
    /// They are one operation formation of a linear army.
    #[serde(default)]
    pub linear: bool,
    #[serde(default)]
    pub readings: CostReadings,
}

fn one() -> u8 {
    1
}

/// Operation points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Points {
    pub points: u8,
}

impl Points {
    /// In words.
    pub fn message(&self) -> Message {
        say!("costs-points", points = self.points)
    }
}
words::spoken!(Points);

/// What acting costs.
#[derive(Clone, Copy, Debug)]
pub struct ActionCost;

impl Procedure for ActionCost {
    type Situation = CostSituation;
    type Prepared = Points;
    type Outcome = Points;

    const NAME: &'static str = "action-cost";

    fn title() -> Message {
        say!("title-action-cost")
    }

    fn check(s: &CostSituation) -> Result<(), SituationError> {
        check_number("units", s.units.into(), 1, 50)
    }

    fn prepare(s: &CostSituation, r: &mut impl Record) -> Points {
        let (mut each, mut by) = (s.act.points(), s.act.by());
        let mut times = if s.act.each() { s.units } else { 1 };
        match s.act {
            Act::Adjustment if s.readings.adjustment_cost == AdjustmentCost::Free => each = 0,
            Act::MarchColumn if s.linear => {
                (times, by) = (1, clause!("linear.4"));
                each = u8::from(s.readings.linear_turn == LinearTurn::Point);
            }
            Act::MarchColumn if s.readings.turn_cost == super::movement::TurnCost::Free => each = 0,
            _ => {}
        }
        let points = each * times;
        r.reckon(|| say!("reckon-costs", each, times, points), by);
        Points { points }
    }

    fn resolve(p: &Points, _: &mut impl Dice, _: &mut impl Record) -> Points {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "act": "change", "units": 2 })
    }
}

/// Somebody who moves. No dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AllowanceSituation {
    pub mover: Mover,
    pub pace: Pace,
    /// It turns about first.
    #[serde(default)]
    pub about_turn: bool,
    /// Skirmishers that go backwards.
    #[serde(default)]
    pub backwards: bool,
    /// A limbered battery that goes on a road in the deployment phase.
    #[serde(default)]
    pub on_road: bool,
    /// The reference sheet that is played; the built-in one where nothing is said.
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// How far one moves.
#[derive(Clone, Copy, Debug)]
pub struct Allowance;

impl Procedure for Allowance {
    type Situation = AllowanceSituation;
    type Prepared = Metres;
    type Outcome = Metres;

    const NAME: &'static str = "allowance";

    fn title() -> Message {
        say!("title-allowance")
    }

    fn check(s: &AllowanceSituation) -> Result<(), SituationError> {
        if s.sheet.march().rate(s.mover, s.pace).is_none() {
            let by = clause!("tmove.general.1");
            return Err(impossible("pace", say!("no-such-pace", by)));
        }
        if s.backwards && s.mover != Mover::Skirmishers {
            let by = clause!("tmove.skirmish.2");
            return Err(impossible("backwards", say!("only-skirmishers-back", by)));
        }
        let battery = matches!(s.mover, Mover::FootBattery | Mover::HorseBattery);
        if s.on_road && !(battery && s.pace == Pace::Deployment) {
            let by = clause!("gt-guns.2");
            return Err(impossible("on_road", say!("batteries-double-on-road", by)));
        }
        Ok(())
    }

    fn prepare(s: &AllowanceSituation, r: &mut impl Record) -> Metres {
        let Some(rate) = s.sheet.march().rate(s.mover, s.pace) else { return Metres { metres: 0 } };
        if rate.stand_in {
            r.reckon(|| say!("reckon-stand-in", table = "missing.movement"), clause!("missing-tables.1"));
        }
        let battery = matches!(s.mover, Mover::FootBattery | Mover::HorseBattery);
        let officer = matches!(s.mover, Mover::OfficerOfFoot | Mover::OfficerOfHorse);
        let by = match s.pace {
            Pace::Deployment if battery => clause!("gt-guns.2"),
            Pace::Deployment => clause!("deployment-order.2"),
            Pace::Manoeuvre if officer => clause!("manoeuvre-phase.3"),
            Pace::Manoeuvre => clause!("orders.manoeuvre.2"),
            Pace::Road if s.mover == Mover::Train => clause!("corps-train.3"),
            Pace::Road => clause!("march-phase.2"),
            Pace::March => clause!("orders.march.3"),
            Pace::Tactical if officer => clause!("tmove.officer.1"),
            Pace::Tactical => clause!("tmove.general.1"),
        };
        let mut metres = rate.value as u16;
        r.reckon(|| say!("reckon-allowance", metres), by);
        if s.on_road {
            metres *= 2;
            r.reckon(|| say!("reckon-double-on-road", metres), clause!("gt-guns.2"));
        }
        if s.about_turn {
            metres /= 2;
            r.reckon(|| say!("reckon-about-turn", metres), clause!("pivot.5"));
        }
        if s.backwards {
            metres /= 2;
            r.reckon(|| say!("reckon-backwards", metres), clause!("tmove.skirmish.2"));
        }
        Metres { metres }
    }

    fn resolve(p: &Metres, _: &mut impl Dice, _: &mut impl Record) -> Metres {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "mover": "infantry", "pace": "tactical", "about_turn": true })
    }
}

/// Where a battery belongs that might count with a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Belongs {
    /// To the formation whose morale is tested.
    Here,
    /// Of a division whose brigades have their own morale, nearest to another of them.
    NearerToAnother,
    /// To the reserve of a corps or army.
    Reserve,
    /// To an artillery command.
    ArtilleryCommand,
}

/// A unit of a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// Bases at the start of the battle.
    #[schemars(range(min = 1, max = 6))]
    pub start: u8,
    /// Bases now.
    #[schemars(range(max = 6))]
    pub now: u8,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    /// Of a battery.
    #[serde(default)]
    pub battery: Option<Belongs>,
    /// It has or had a battalion gun, which is not counted.
    #[serde(default)]
    pub battalion_gun: bool,
}

/// All units of a formation. No dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StrengthSituation {
    #[schemars(length(min = 1, max = 500))]
    pub units: Vec<Counted>,
}

/// What a formation tests its morale by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Strength {
    /// Bases at the start.
    pub bases: u32,
    pub removed: u32,
    /// Bases left of units with six or more U.
    pub disordered: u32,
}

impl Strength {
    /// In words.
    pub fn message(&self) -> Message {
        say!("formation-strength", bases = self.bases, removed = self.removed, disordered = self.disordered)
    }
}
words::spoken!(Strength);

/// Bases of a formation in good order.
#[derive(Clone, Copy, Debug)]
pub struct FormationStrength;

impl Procedure for FormationStrength {
    type Situation = StrengthSituation;
    type Prepared = Strength;
    type Outcome = Strength;

    const NAME: &'static str = "formation-strength";

    fn title() -> Message {
        say!("title-formation-strength")
    }

    fn check(s: &StrengthSituation) -> Result<(), SituationError> {
        if !(1..=500).contains(&s.units.len()) {
            return Err(impossible("units", say!("list-at-most", most = 500)));
        }
        for u in &s.units {
            check_number("units", u.start.into(), 1, 6)?;
            check_number("units", u.now.into(), 0, u.start.into())?;
            check_disorder("units", u.disorder)?;
        }
        Ok(())
    }

    fn prepare(s: &StrengthSituation, r: &mut impl Record) -> Strength {
        let mut all = Strength::default();
        for u in &s.units {
            match u.battery {
                Some(Belongs::Reserve | Belongs::ArtilleryCommand) => {
                    r.reckon(|| say!("reckon-reserve-not-counted"), clause!("formation-morale.9"));
                    continue;
                }
                Some(Belongs::NearerToAnother) => {
                    r.reckon(|| say!("reckon-battery-elsewhere"), clause!("formation-morale.8"));
                    continue;
                }
                _ => {}
            }
            if u.battalion_gun {
                r.reckon(|| say!("reckon-battalion-gun-not-counted"), clause!("battalion-gun.7"));
            }
            all.bases += u32::from(u.start);
            all.removed += u32::from(u.start - u.now);
            if u.disorder >= BROKEN_U {
                all.disordered += u32::from(u.now);
            }
        }
        r.reckon(
            || {
                let bad = all.removed + all.disordered;
                let (removed, disordered) = (all.removed, all.disordered);
                say!("reckon-good-order", bad, bases = all.bases, removed, disordered)
            },
            clause!("formation-morale.5"),
        );
        all
    }

    fn resolve(p: &Strength, _: &mut impl Dice, _: &mut impl Record) -> Strength {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "units": [{ "start": 3, "now": 2, "disorder": 6 }, { "start": 4, "now": 4, "battery": "here" }] })
    }
}
