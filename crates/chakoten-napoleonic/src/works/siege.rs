//! What a siege needs to have settled beforehand (chapter 18).

use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Grounds, Refusal, allow};

/// The ordinary turns that one step of a siege may stand for (18.02.2).
pub const STEP: std::ops::RangeInclusive<u32> = 4..=16;

/// The terms of a siege, as a scenario gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Siege {
    /// How many ordinary turns a step stands for; one where nothing is said.
    pub turns_a_step: Option<u32>,
    /// Steps of the night are skipped.
    pub skip_nights: bool,
    /// What each side has to live and work on, in words.
    pub supply: Option<String>,
    /// Rules for this siege alone, in words.
    pub rules: Vec<String>,
}

impl Siege {
    /// Refuses steps that are no steps of a siege, and a siege the supply of which is not settled.
    pub fn check(&self) -> Result<Grounds, Refusal> {
        let mut by = Grounds::default();
        if let Some(turns) = self.turns_a_step {
            let (least, most) = (*STEP.start(), *STEP.end());
            let so = turns == 1 || STEP.contains(&turns);
            allow(so, clause!("18.02.2"), || say!("siege-step", least, most, turns))?;
            by.add(clause!("18.02.2"));
        }
        let settled = self.supply.as_ref().is_some_and(|s| !s.trim().is_empty());
        allow(settled, clause!("18.02.1"), || say!("siege-supply-unsettled"))?;
        by.add(clause!("18.02.1"));
        if !self.rules.is_empty() {
            by.add(clause!("18.01.2"));
        }
        Ok(by)
    }

    /// The ordinary turns of a step.
    pub fn step(&self) -> (u32, Clause) {
        (self.turns_a_step.unwrap_or(1).max(1), clause!("18.02.2"))
    }

    /// The rules that hold besides the book's; none where the umpire lays down none.
    pub fn special_rules(&self) -> (&[String], Clause) {
        (&self.rules, clause!("18.01.2"))
    }
}
