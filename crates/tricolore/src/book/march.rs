//! How far who may move in which phase (table missing.movement), and what moving in line or through friends costs.

use super::sheet::{Given, Reader, SheetFault};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who moves, by the rows of table missing.movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mover {
    /// In all formations but square and chain.
    Infantry,
    Square,
    Skirmishers,
    Cavalry,
    FootBattery,
    HorseBattery,
    Train,
    Pontoons,
    /// The officer of a command with infantry or foot artillery.
    OfficerOfFoot,
    /// The officer of a command of cavalry and possibly horse artillery alone.
    OfficerOfHorse,
}

/// Which allowance is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    Tactical,
    Manoeuvre,
    Deployment,
    /// With a marching command, off the road.
    March,
    /// With a marching command, on a road.
    Road,
}

/// Which row is whose.
const ROWS: &[(Mover, Pace, &str, &str)] = &[
    (
        Mover::OfficerOfFoot,
        Pace::Manoeuvre,
        "command officer, command with infantry or foot artillery",
        "manoeuvre",
    ),
    (
        Mover::OfficerOfFoot,
        Pace::March,
        "command officer, command with infantry or foot artillery",
        "manoeuvre",
    ),
    (
        Mover::OfficerOfHorse,
        Pace::Manoeuvre,
        "command officer, command without infantry and foot artillery",
        "manoeuvre",
    ),
    (
        Mover::OfficerOfHorse,
        Pace::March,
        "command officer, command without infantry and foot artillery",
        "manoeuvre",
    ),
    (Mover::OfficerOfFoot, Pace::Tactical, "command officer, engaged", "tactical"),
    (
        Mover::OfficerOfHorse,
        Pace::Tactical,
        "command officer, engaged, only cavalry and horse artillery",
        "tactical",
    ),
    (
        Mover::OfficerOfFoot,
        Pace::Road,
        "command officer on march order on road, command with infantry or foot artillery",
        "march",
    ),
    (Mover::OfficerOfHorse, Pace::Road, "command officer on march order on road, other commands", "march"),
    (Mover::Infantry, Pace::Manoeuvre, "infantry, all formations but square", "manoeuvre"),
    (Mover::Infantry, Pace::March, "infantry, all formations but square", "manoeuvre"),
    (Mover::Infantry, Pace::Tactical, "infantry, all formations but square", "tactical"),
    (Mover::Infantry, Pace::Deployment, "infantry", "deployment"),
    (Mover::Infantry, Pace::Road, "infantry, march column on road", "march"),
    (Mover::Square, Pace::Tactical, "infantry in square", "tactical"),
    (Mover::Square, Pace::Manoeuvre, "infantry in square", "manoeuvre"),
    (Mover::Square, Pace::Deployment, "infantry", "deployment"),
    (Mover::Skirmishers, Pace::Tactical, "skirmishers", "tactical"),
    (Mover::Skirmishers, Pace::Manoeuvre, "skirmishers", "manoeuvre"),
    (Mover::Skirmishers, Pace::Deployment, "skirmishers", "deployment"),
    (Mover::Cavalry, Pace::Manoeuvre, "cavalry", "manoeuvre"),
    (Mover::Cavalry, Pace::March, "cavalry", "manoeuvre"),
    (Mover::Cavalry, Pace::Tactical, "cavalry", "tactical"),
    (Mover::Cavalry, Pace::Deployment, "cavalry", "deployment"),
    (Mover::Cavalry, Pace::Road, "cavalry, march column on road", "march"),
    (Mover::FootBattery, Pace::Deployment, "limbered foot battery", "deployment"),
    (Mover::HorseBattery, Pace::Deployment, "limbered horse battery", "deployment"),
    (Mover::FootBattery, Pace::March, "limbered foot battery with a marching command, off road", "march"),
    (Mover::HorseBattery, Pace::March, "limbered horse battery with a marching command, off road", "march"),
    (Mover::FootBattery, Pace::Road, "foot battery on road with a marching command", "march"),
    (Mover::HorseBattery, Pace::Road, "horse battery on road with a marching command", "march"),
    (Mover::Train, Pace::Road, "train", "march on road"),
    (Mover::Pontoons, Pace::Road, "pontoon train", "march on road"),
];

const RATES: &str = "missing.movement";

/// What passing through a friend costs each of the two (table pass-through).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassCost {
    /// Dice of the test for disorder against training; 0 is none.
    pub dice: u8,
    /// Movement lost.
    pub metres: u16,
}

/// What the tables missing.movement, line-tests and pass-through say.
#[derive(Clone, Debug, PartialEq)]
pub struct March {
    rates: Vec<(Mover, Pace, Given<f64>)>,
    /// A command wholly in line or wholly in square that slows down (orders.manoeuvre.8).
    pub slow: f64,
    /// An adjustment move (tmove.adjust.1).
    pub adjustment: f64,
    /// Manhandled guns under 8 pounds, and from 8 pounds on.
    pub manhandled: [Given<f64>; 2],
    /// Metres of movement for one test in line or square: infantry, cavalry.
    pub stretch: [f64; 2],
    pub pass: PassCost,
    pub pass_guns: PassCost,
    pub pass_skirmishers: PassCost,
    pub pass_broken: PassCost,
}

impl March {
    pub(super) fn read(r: &Reader) -> Result<March, SheetFault> {
        let rate =
            |who: &str, kind: &str| r.given(RATES, &[("who", who), ("kind of move", kind)], "allowance");
        let mut rates = Vec::with_capacity(ROWS.len());
        for (mover, pace, who, kind) in ROWS {
            rates.push((*mover, *pace, rate(who, kind)?));
        }
        let stretch = |row: &str| -> Result<f64, SheetFault> {
            let cell = r.text("line-tests", row, "number of T1/U tests")?;
            let n = cell.split_once('/').and_then(|(_, n)| n.trim_matches([' ', ')']).parse().ok());
            n.ok_or_else(|| r.bad("line-tests", row, "number of T1/U tests"))
        };
        let pass = |row: &str| -> Result<PassCost, SheetFault> {
            let test = r.text("pass-through", row, "disorder test, each of the two units")?;
            let dice = match test.strip_prefix('T').and_then(|t| t.strip_suffix("/U")) {
                Some(n) => n.parse().map_err(|_| r.bad("pass-through", row, "disorder test"))?,
                None => 0,
            };
            let metres = r.number("pass-through", row, "movement reduction, each of the two units")?;
            Ok(PassCost { dice, metres: metres as u16 })
        };
        let slow = "infantry or cavalry command wholly in line or wholly in square, slowed by choice";
        Ok(March {
            rates,
            slow: rate(slow, "manoeuvre")?.value,
            adjustment: rate("any unit", "adjustment")?.value,
            manhandled: [
                rate("unlimbered battery below 8 pdr", "manhandling")?,
                rate("unlimbered battery 8-12 pdr", "manhandling")?,
            ],
            stretch: [stretch("infantry, ordinary move of d")?, stretch("cavalry, ordinary move of d")?],
            pass: pass("normal")?,
            pass_guns: pass("one of the units is unlimbered artillery")?,
            pass_skirmishers: pass("one of the units is skirmishers")?,
            pass_broken: pass("passing unit has 6-8 U, not falling back after melee")?,
        })
    }

    /// The allowance; `None` where such a mover has no move of that kind.
    pub fn rate(&self, mover: Mover, pace: Pace) -> Option<Given<f64>> {
        self.rates.iter().find(|(m, p, _)| (*m, *p) == (mover, pace)).map(|(.., g)| *g)
    }
}
