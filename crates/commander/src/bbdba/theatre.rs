//! A scenario of the book, ready to be fought many times.

use super::{Ended, play_one};
use bbdba_acw::scenario::{self, Scenario};
use bbdba_acw::{Side, Troop, battle};
use desk::{Fought, Strength};
use muster::Report;
use std::sync::Arc;
use words::Message;

struct Theatre(Arc<Scenario>);

/// The scenario of a file, to be fought again and again.
pub fn theatre(file: &str, text: &str) -> Result<Box<dyn desk::Theatre>, Report> {
    Ok(Box::new(Theatre(Arc::new(scenario::read(file, text)?))))
}

impl desk::Theatre for Theatre {
    fn sides(&self) -> [String; 2] {
        [0, 1].map(|i| self.0.armies[i].name.clone())
    }

    fn kind(&self, lost: &'static str) -> Message {
        let troop = Troop::ALL.into_iter().find(|t| t.row() == lost);
        troop.map_or_else(|| Message::verbatim(lost), Troop::message)
    }

    fn fight(&self, strengths: [Strength; 2], series: u64, number: u64, most_turns: u32) -> Fought {
        let (b, p) = play_one(&self.0, strengths, series, number, most_turns);
        let lost = Side::BOTH.map(|s| {
            let n = battle::losses_by_troop(b.field(), s);
            Troop::ALL.iter().map(|t| (t.row(), u64::from(n[*t as usize]))).collect()
        });
        let name = |e: &Ended| serde_json::to_value(e.reason).ok()?.as_str().map(str::to_string);
        p.fought(|e| (e.winner, name(&e).unwrap_or_default(), e.reason.message()), lost)
    }
}
