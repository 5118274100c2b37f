//! What a side knows (play.view): whom it sees, whom each brigade may name in its orders (03.02.2), and under which names.

use crate::clause;
use crate::field::Field;
use crate::order::Ref;
use crate::unit::{CommandId, Side, UnitId};
use std::collections::BTreeMap;

/// Enemies and enemy works that each side has sighted so far. An enemy keeps his label (`x1`, `x2`, ...) for the battle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sightings {
    seen: [Vec<UnitId>; 2],
    works: [Vec<usize>; 2],
}

/// What a side knows now.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    pub side: Side,
    /// Labels in order of first sighting: x1 first.
    labels: Vec<UnitId>,
    /// Enemies in sight now, in the order of the battle's list.
    seen: Vec<UnitId>,
    nameable: BTreeMap<CommandId, Vec<UnitId>>,
    works: Vec<usize>,
}

impl Known {
    /// Enemies in sight now.
    pub fn seen(&self) -> &[UnitId] {
        &self.seen
    }
    /// The enemy sighted under a label, whether in sight now or not.
    pub fn enemy(&self, label: &str) -> Option<UnitId> {
        let n: usize = label.strip_prefix('x')?.parse().ok()?;
        self.labels.get(n.checked_sub(1)?).copied()
    }
    /// The label of an enemy.
    pub fn label(&self, id: UnitId) -> Option<Ref> {
        self.labels.iter().position(|u| *u == id).map(|i| format!("x{}", i + 1))
    }
    /// May orders to units of this command name the enemy (03.02.2)?
    pub fn may_name(&self, command: CommandId, enemy: UnitId) -> bool {
        let _ = clause!("03.02.2");
        self.nameable.get(&command).is_some_and(|n| n.binary_search(&enemy).is_ok())
    }
    /// Is the linear object known to the side: terrain always, a work built in the battle once seen?
    pub fn knows_line(&self, f: &Field, line: usize) -> bool {
        f.lines.get(line).is_some_and(|l| !l.built || self.works.contains(&line))
    }
    /// May orders to units of this command name the object?
    pub fn may_name_line(&self, f: &Field, _command: CommandId, line: usize) -> bool {
        self.knows_line(f, line)
    }
}
