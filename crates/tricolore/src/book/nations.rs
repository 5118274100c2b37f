//! Armies, dates, and which armies fought by linear tactics (table linear.armies).

use super::{BAD, table, whole};
use crate::clause;
use crate::troop::Weight;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use umpire::Clause;

pub use muster::Date;

/// Whose tactics an army follows. A smaller nation is put under the one whose it copied (linear.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Nation {
    France,
    Britain,
    Russia,
    Austria,
    Prussia,
    Spain,
    /// None of these: never linear after the beginning of the Revolutionary Wars.
    Other,
}

impl Nation {
    pub const ALL: [Nation; 7] = [
        Nation::France,
        Nation::Britain,
        Nation::Russia,
        Nation::Austria,
        Nation::Prussia,
        Nation::Spain,
        Nation::Other,
    ];
}

impl Nation {
    /// The colours that its troops wear.
    pub fn colours(self) -> &'static str {
        match self {
            Nation::France => "french",
            Nation::Britain => "british",
            Nation::Russia => "russian",
            Nation::Austria => "austrian",
            Nation::Prussia => "prussian",
            Nation::Spain => "spanish",
            Nation::Other => "",
        }
    }
}

/// The last year of linear tactics of each nation, and the first year after the old wars.
fn years() -> &'static ([Option<u16>; 7], u16) {
    static YEARS: OnceLock<([Option<u16>; 7], u16)> = OnceLock::new();
    YEARS.get_or_init(|| {
        let t = table("linear.armies");
        let until = |row: &str| t.cell(row, "linear until").and_then(whole).map(|n| n as u16);
        let rows =
            ["British", "Russian", "Austrian", "Prussian", "Spanish"].map(|r| Some(until(r).expect(BAD)));
        let old = t.rows.last().and_then(|r| r.last()).and_then(|c| c.text()).expect(BAD);
        let first = old.rsplit(' ').next().and_then(|y| y.parse().ok()).expect(BAD);
        ([None, rows[0], rows[1], rows[2], rows[3], rows[4], None], first)
    })
}

/// Does the army fight by linear tactics in that year (linear.1)? `inclusive`: up to and including the year of the table.
pub fn linear(nation: Nation, year: u16, inclusive: bool) -> (bool, Clause) {
    let (until, first) = years();
    let so = match until[nation as usize] {
        _ if year < *first => true,
        Some(y) if inclusive => year <= y,
        Some(y) => year < y,
        None => false,
    };
    (so, clause!("linear.1"))
}

/// Need troops of a linear army not be put under its rules: light cavalry and irregulars (linear.3)?
pub fn exempt(weight: Option<Weight>, irregular: bool) -> (bool, Clause) {
    (irregular || weight == Some(Weight::Light), clause!("linear.3"))
}
