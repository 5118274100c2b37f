//! A scenario of the book, ready to be fought many times.

use super::play_one;
use crate::common::play::kind_of_losses;
use ::desk::{Fought, Strength};
use muster::Report;
use newbury_napoleonic::scenario::{self, Scenario};
use newbury_napoleonic::unit::{Fate, GeneralFate, State};
use newbury_napoleonic::{Field, Side};
use std::collections::BTreeMap;
use words::Message;

struct Theatre(Scenario);

/// The scenario of a file, to be fought again and again.
pub fn theatre(file: &str, text: &str) -> Result<Box<dyn ::desk::Theatre>, Report> {
    Ok(Box::new(Theatre(scenario::read(file, text)?)))
}

impl ::desk::Theatre for Theatre {
    fn sides(&self) -> [String; 2] {
        Side::BOTH.map(|s| self.0.head.side(s).map_or_else(String::new, |x| x.name.clone()))
    }

    fn kind(&self, lost: &'static str) -> Message {
        kind_of_losses(lost)
    }

    fn fight(&self, strengths: [Strength; 2], series: u64, number: u64, most_turns: u32) -> Fought {
        let (b, p) = play_one(&self.0, strengths, series, number, most_turns);
        let lost = Side::BOTH.map(|s| lost(b.field(), s));
        p.fought(|e| (e.winner, e.clause.to_string(), e.why), lost)
    }
}

/// Men, prisoners and generals that a side has lost; a figure stands for twenty men (20.1.e).
fn lost(f: &Field, s: Side) -> BTreeMap<&'static str, u64> {
    let mut all: BTreeMap<&'static str, u64> = BTreeMap::new();
    for u in f.units.iter().filter(|u| u.side == s) {
        let kind = match u.arm() {
            a if a.battery() => "gunners",
            a if a.cavalry() => "cavalry",
            _ => "infantry",
        };
        let figures = u64::from(u.figures());
        let gone = u64::from(u.losses.start).saturating_sub(figures);
        *all.entry(kind).or_default() += gone * 20 + u64::from(u.losses.carried);
        let taken = u.fate == Fate::LedOff || u.state == State::Prisoner;
        let fled = matches!(u.fate, Fate::RoutedOff | Fate::Dispersed | Fate::ForcedOff);
        *all.entry("prisoners").or_default() += if taken { figures } else { 0 };
        *all.entry("fled").or_default() += if fled { figures } else { 0 };
    }
    let fallen = |g: &&newbury_napoleonic::unit::General| {
        g.side == s && !matches!(g.fate, GeneralFate::OnTable | GeneralFate::Awaited)
    };
    all.insert("generals", f.generals.iter().filter(fallen).count() as u64);
    all
}
