//! How far a move may go (dba.4, table `stats`): by troop and going; a group goes as far as its slowest element.

use super::impossible;
use crate::field::Nature;
use crate::troop::Troop;
use crate::{book, clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Record, SituationError};
use words::Message;

/// The ground an element has under any part of its base at any time of the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Going {
    #[default]
    Good,
    Heavy,
    /// The whole move is along a road (dba.50), as a single element or column; what the road runs through does not matter.
    Road,
}

/// Paces a troop type may move, by the table.
pub fn paces(troop: Troop, going: Going) -> f64 {
    let s = troop.stats();
    match going {
        Going::Good => s.move_good,
        Going::Heavy => s.move_heavy,
        Going::Road => s.move_road,
    }
}

/// The allowance of an element or group: the smallest of all, and at most `river_rate` if any part of it is in the bed of
/// a river that slows (crossing.3) off road.
pub fn of_group(
    elements: impl IntoIterator<Item = (Troop, Going)>,
    in_bed: Option<Nature>,
    river_rate: f64,
) -> f64 {
    let mut least = f64::INFINITY;
    let mut by_road = true;
    for (t, g) in elements {
        least = least.min(paces(t, g));
        by_road &= g == Going::Road;
    }
    if !least.is_finite() {
        return 0.0;
    }
    if !by_road && in_bed.is_some_and(super::river_nature::slows) {
        least = least.min(river_rate);
    }
    least
}

/// How far a move may go.
#[derive(Clone, Copy, Debug)]
pub struct Allowance;

/// An element or a group is about to move. No dice.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// The moving elements.
    #[schemars(length(min = 1, max = 500))]
    pub elements: Vec<Mover>,
    /// The move is made entirely along a road, as a single element or column: the road distance replaces the others.
    #[serde(default)]
    pub along_road: bool,
    /// A part of the element or group is inside the bed of a river of this nature, off road.
    #[serde(default)]
    pub in_river: Option<Nature>,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: AllowanceReadings,
}

/// The readings that matter here, by the ids that `vedette rules bbdba-acw readings` lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct AllowanceReadings {
    /// The most a move in a river that is not shallow goes, in paces (crossing.3); 100 unless given.
    #[schemars(range(min = 20, max = 400))]
    pub river_rate: Option<f64>,
}

/// One moving element.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mover {
    /// What it is.
    pub troop: Troop,
    /// A part of it is in heavy going, off road, at some time of the move.
    #[serde(default)]
    pub in_heavy_going: bool,
}

/// The greatest distance, known without dice. The move may be shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    pub paces: u32,
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        say!("at-most-paces", paces = self.paces)
    }
}
words::spoken!(Outcome);

impl Procedure for Allowance {
    type Situation = Situation;
    type Prepared = Outcome;
    type Outcome = Outcome;

    const NAME: &'static str = "allowance";

    fn title() -> Message {
        say!("title-allowance")
    }

    fn check(s: &Situation) -> Result<(), SituationError> {
        if s.elements.is_empty() || s.elements.len() > 500 {
            return Err(impossible("elements", say!("list-1-500-moving", elements = s.elements.len())));
        }
        if s.elements.iter().any(|m| m.troop == Troop::Camp) {
            return Err(impossible("elements", say!("camp-stays-place-whole")));
        }
        if s.along_road && s.in_river.is_some() {
            return Err(impossible("in_river", say!("along-road-river-crossed")));
        }
        let [least, most] = book::text().readings[reading!("river-rate")].range.unwrap_or([0.0, 0.0]);
        if s.readings.river_rate.is_some_and(|r| !(least..=most).contains(&r)) {
            return Err(impossible("readings", say!("river-rate-out-of-range", least, most)));
        }
        Ok(())
    }

    fn prepare(s: &Situation, r: &mut impl Record) -> Outcome {
        let going = |m: &Mover| match (s.along_road, m.in_heavy_going) {
            (true, _) => Going::Road,
            (false, true) => Going::Heavy,
            (false, false) => Going::Good,
        };
        let rate = s.readings.river_rate.unwrap_or(book::data().river_rate);
        let most = of_group(s.elements.iter().map(|m| (m.troop, going(m))), s.in_river, rate) as u32;
        let mut said: Vec<(Troop, bool)> = Vec::new();
        for m in &s.elements {
            if said.contains(&(m.troop, m.in_heavy_going)) {
                continue;
            }
            said.push((m.troop, m.in_heavy_going));
            let how = match going(m) {
                Going::Good => say!("good-going"),
                Going::Heavy => say!("heavy-going"),
                Going::Road => say!("along-a-road"),
            };
            r.modifier(
                "mover",
                say!("troop-going", troop = m.troop, how),
                paces(m.troop, going(m)) as i32,
                clause!("stats.1"),
            );
        }
        r.clause(clause!("dba.4"));
        if s.in_river.is_some_and(super::river_nature::slows) {
            r.modifier("mover", say!("river-most"), rate as i32, clause!("crossing.3"));
        }
        Outcome { paces: most }
    }

    fn resolve(p: &Outcome, _: &mut impl Dice, r: &mut impl Record) -> Outcome {
        r.total("paces", p.paces as i32);
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "elements": [
            { "troop": "rifles" },
            { "troop": "artillery", "in_heavy_going": true },
        ] })
    }
}
