//! Scenarios: what the organiser writes (01.05), read and checked by the book, and the field it musters.

mod army;
mod check;
pub mod generate;
mod ground;
mod read;
mod task;

pub use read::{KEYS, read};
pub use task::{Task, TaskKind, When};

use crate::field::Field;
use crate::troop::Nation;
use crate::unit::Side;

/// The scenarios in the program: name and text.
pub static SHIPPED: &[(&str, &str)] = &[
    ("two-brigades", include_str!("../../../../scenarios/chakoten-acw/two-brigades.toml")),
    ("fortified-ridge", include_str!("../../../../scenarios/chakoten-acw/fortified-ridge.toml")),
    ("raid-on-the-train", include_str!("../../../../scenarios/chakoten-acw/raid-on-the-train.toml")),
];

/// A battle to be fought, read and checked.
///
/// ```
/// use chakoten_acw::scenario;
/// let (name, text) = scenario::SHIPPED[0];
/// let s = scenario::read(name, text).unwrap();
/// let f = s.muster();
/// assert!(f.present().count() >= 30);
/// ```
#[derive(Clone, Debug)]
pub struct Scenario {
    pub title: String,
    /// When it is fought, and whatever the climate means for it (01.05.1).
    pub period: String,
    pub climate: String,
    /// What everybody reads.
    pub briefing: String,
    pub turns: u32,
    pub sides: [SideSpec; 2],
    pub tasks: Vec<Task>,
    /// As it stands before the first turn.
    field: Field,
}

/// A side as the scenario names it.
#[derive(Clone, Debug, PartialEq)]
pub struct SideSpec {
    pub name: String,
    pub nation: Nation,
    /// What this side alone reads.
    pub briefing: String,
    /// Figures of infantry, cavalry and gunners at the start, reserves included.
    pub strength: u32,
}

impl Scenario {
    /// A scenario about nothing but a field.
    pub fn drill(field: &Field) -> Scenario {
        let side =
            |name: &str, nation| SideSpec { name: name.into(), nation, briefing: String::new(), strength: 0 };
        Scenario {
            title: "Drill".into(),
            period: String::new(),
            climate: String::new(),
            briefing: String::new(),
            turns: 0,
            sides: [side("A", Nation::Union), side("B", Nation::Confederate)],
            tasks: Vec::new(),
            field: field.clone(),
        }
    }

    /// The field before the first turn.
    pub fn muster(&self) -> Field {
        self.field.clone()
    }

    pub fn side(&self, s: Side) -> &SideSpec {
        &self.sides[s.index()]
    }

    /// What a seat is told: the general briefing, and its own below it. Without a side (the umpire) both.
    pub fn briefing_for(&self, side: Option<Side>) -> String {
        let mut text = self.briefing.clone();
        for s in Side::BOTH {
            let own = self.side(s);
            if side.is_none_or(|x| x == s) && !own.briefing.is_empty() {
                text.push_str(&format!("\n\n{}: {}", own.name, own.briefing));
            }
        }
        text
    }
}

/// What a scenario holds, in a few lines: its title, the sides, the table.
pub fn describe(file: &str, text: &str) -> Result<Vec<String>, muster::Report> {
    let s = read(file, text)?;
    let mut lines = vec![s.title.clone()];
    for side in Side::BOTH {
        let units = s.field.units.iter().filter(|u| u.side == side).count();
        let own = s.side(side);
        lines.push(format!("{side}  {}: {units} units, {} figures", own.name, own.strength));
    }
    let g = &s.field.ground;
    lines.push(format!("{:.0} x {:.0} cm, {} turns", g.width, g.depth, s.turns));
    Ok(lines)
}
