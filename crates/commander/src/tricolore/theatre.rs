//! A scenario of the book, ready to be fought many times.

use super::play_one;
use desk::{Fought, Strength};
use muster::Report;
use tricolore::Side;
use tricolore::scenario::{self, Scenario};

struct Theatre(Scenario);

/// The scenario of a file, to be fought again and again.
pub fn theatre(file: &str, text: &str) -> Result<Box<dyn desk::Theatre>, Report> {
    Ok(Box::new(Theatre(scenario::read(file, text)?)))
}

impl desk::Theatre for Theatre {
    fn sides(&self) -> [String; 2] {
        Side::BOTH.map(|s| self.0.head.side(s).map_or_else(String::new, |x| x.name.clone()))
    }

    fn fight(&self, strengths: [Strength; 2], series: u64, number: u64, most_turns: u32) -> Fought {
        let (b, p) = play_one(&self.0, strengths, series, number, most_turns);
        let lost = Side::BOTH.map(|s| [("bases", u64::from(b.shares(s).1))].into_iter().collect());
        p.fought(|e| (e.winner, e.clause.to_string(), e.why), lost)
    }
}
