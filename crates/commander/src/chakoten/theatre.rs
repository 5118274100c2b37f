//! A scenario of the book, ready to be fought many times.

use super::play_one;
use crate::common::play::kind_of_losses;
use ::desk::{Fought, Strength};
use chakoten_acw::field::StaffFate;
use chakoten_acw::scenario::{self, Scenario};
use chakoten_acw::troop::Arm;
use chakoten_acw::unit::Fate;
use chakoten_acw::{Field, Side};
use muster::Report;
use std::collections::BTreeMap;
use std::sync::Arc;
use words::Message;

struct Theatre(Arc<Scenario>);

/// The scenario of a file, to be fought again and again.
pub fn theatre(file: &str, text: &str) -> Result<Box<dyn ::desk::Theatre>, Report> {
    Ok(Box::new(Theatre(Arc::new(scenario::read(file, text)?))))
}

impl ::desk::Theatre for Theatre {
    fn sides(&self) -> [String; 2] {
        [0, 1].map(|i| self.0.sides[i].name.clone())
    }

    fn kind(&self, lost: &'static str) -> Message {
        kind_of_losses(lost)
    }

    fn fight(&self, strengths: [Strength; 2], series: u64, number: u64, most_turns: u32) -> Fought {
        let (b, p) = play_one(&self.0, strengths, series, number, most_turns);
        let lost = Side::BOTH.map(|s| lost(b.field(), s));
        p.fought(|e| (e.winner, e.by.to_string(), Message::verbatim(e.by.to_string())), lost)
    }
}

/// Men, prisoners, guns, wagons and staff that a side has lost.
fn lost(f: &Field, s: Side) -> BTreeMap<&'static str, u64> {
    let mut all = BTreeMap::new();
    for u in f.units.iter().filter(|u| u.side == s) {
        let kind = match u.arm {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "gunners",
            Arm::Wagon => {
                *all.entry("wagons").or_default() +=
                    u64::from(matches!(u.fate, Fate::Captured | Fate::Destroyed));
                continue;
            }
        };
        *all.entry(kind).or_default() += u64::from(u.losses.men);
        *all.entry("prisoners").or_default() += u64::from(u.losses.prisoners);
        *all.entry("fled").or_default() += u64::from(u.losses.fled);
    }
    for x in f.staff.iter().filter(|x| x.side == s && x.general) {
        *all.entry("generals").or_default() +=
            u64::from(matches!(x.fate, StaffFate::Fallen | StaffFate::Captured));
    }
    all
}
