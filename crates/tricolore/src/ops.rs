//! Operation formations and being in command (op.formation.1 to op.command.2).

use crate::check::near::HAIR;
use crate::clause;
use crate::command::{CommandId, Level};
use crate::field::Field;
use crate::flanks;
use crate::measure::{SAME_ANGLE, degrees_between};
use crate::officer::{Attached, Officer};
use crate::troop::{Arm, Formation, FormationKind};
use crate::unit::{Unit, UnitId};
use umpire::Clause;

/// March columns one behind another, at most so far apart.
const BEHIND: f64 = 100.0;

/// Do two units of a command belong together in an operation formation (op.formation.2, op.formation.3, op.formation.5, linear.2)?
pub fn linked(f: &Field, a: &Unit, b: &Unit) -> bool {
    if a.id == b.id || a.command != b.command || a.command.is_none() {
        return false;
    }
    let in_operation =
        |u: &Unit| matches!(u.arm(), Arm::Infantry | Arm::Cavalry) && u.formation.zone().is_none();
    if !in_operation(a) || !in_operation(b) {
        return false;
    }
    let (x, y) = (a.formation.kind(), b.formation.kind());
    if x != y && !a.skirmishing() && !b.skirmishing() {
        return false;
    }
    if [a, b]
        .iter()
        .any(|u| u.troop.linear && matches!(u.formation, Formation::Column { .. } | Formation::Chain { .. }))
    {
        return false;
    }
    if x == FormationKind::MarchColumn && y == FormationKind::MarchColumn {
        return follows(a, b) || follows(b, a);
    }
    if x == FormationKind::MarchColumn || y == FormationKind::MarchColumn {
        return false;
    }
    let anchored = || {
        f.reaches(f.gap(a, b), flanks::ANCHOR)
            && degrees_between(a.base.dir, b.base.dir) <= flanks::SAME_FACING + SAME_ANGLE
    };
    flanks::neighbour(f, a, b).is_some() || flanks::neighbour(f, b, a).is_some() || anchored()
}

/// Does march column `b` stand behind `a` (op.formation.5)?
fn follows(a: &Unit, b: &Unit) -> bool {
    let strip = a.base.behind(BEHIND);
    strip.grown(a.base.width / 2.0).contains(b.base.front, HAIR)
}

/// All units of its command that are linked to a unit, itself among them.
pub fn linked_to(f: &Field, u: UnitId) -> Vec<UnitId> {
    let Some(c) = f[u].command else { return vec![u] };
    let all: Vec<&Unit> = f.of_command(c).collect();
    let mut found = vec![u];
    let mut next = 0;
    while let Some(&x) = found.get(next) {
        next += 1;
        for o in &all {
            if !found.contains(&o.id) && linked(f, &f[x], o) {
                found.push(o.id);
            }
        }
    }
    found
}

/// Are these units one operation formation, each linked to another through the others (op.formation.2)? The clause by which they are.
pub fn one_formation(f: &Field, units: &[UnitId]) -> bool {
    let Some(&first) = units.first() else { return false };
    let mut found = vec![first];
    let mut next = 0;
    while let Some(&x) = found.get(next) {
        next += 1;
        for o in units {
            if !found.contains(o) && linked(f, &f[x], &f[*o]) {
                found.push(*o);
            }
        }
    }
    found.len() == units.len()
}

/// Does the unit stand within the radius of its officer?
pub fn in_radius(f: &Field, u: &Unit) -> bool {
    let Some(o) = officer_of(f, u) else { return false };
    f.in_radius(o, u)
}

/// The officer who commands a unit directly: its command officer, or of a battery under a division or corps its commander.
pub fn officer_of<'f>(f: &'f Field, u: &Unit) -> Option<&'f Officer> {
    let by_command = u.command.map(|c| f[c].officer);
    let id = by_command.or_else(|| f.chain(u.body).find_map(|b| b.officer))?;
    Some(&f[id]).filter(|o| o.present())
}

/// Is a unit in command: within the radius, or in an operation formation of which one unit is (op.command.1)?
pub fn in_command(f: &Field, u: &Unit) -> bool {
    in_radius(f, u) || linked_to(f, u.id).iter().any(|o| *o != u.id && in_radius(f, &f[*o]))
}

/// The operation points of a command, and by what (op.officers.1, op.officers.2, integrity.6).
pub fn points(f: &Field, c: CommandId) -> (u8, Clause) {
    let o = &f[f[c].officer];
    if !o.present() {
        return (0, clause!("op.officers.1"));
    }
    if integrity_broken(f, c) {
        return (o.gifts.points.min(1), clause!("integrity.6"));
    }
    // One who is attached to a unit keeps them for it; one who stands by a formation's commander does not (officers.11).
    let with_unit = |s: &Officer| matches!(s.attached, Some(Attached::Unit(_)));
    let with = f.superiors(o.id).filter(|s| s.present() && !with_unit(s) && f.officers_in_contact(s, o));
    let bonus: u8 = with.map(|s| s.gifts.bonus_points).sum();
    match bonus {
        0 => (o.gifts.points, clause!("op.officers.1")),
        _ => (o.gifts.points + bonus, clause!("op.officers.2")),
    }
}

/// The operation points that a command has left.
pub fn points_left(f: &Field, c: CommandId) -> u8 {
    points(f, c).0.saturating_sub(f[c].used)
}

/// Is the integrity broken of the formation of a command (integrity.2)?
pub fn integrity_broken(f: &Field, c: CommandId) -> bool {
    f.chain(f[c].body).take_while(|b| b.level <= Level::Division).any(|b| b.broken)
}

/// The superior officer who is attached to a unit (officers.11).
pub fn attached_to(f: &Field, u: UnitId) -> impl Iterator<Item = &Officer> {
    f.officers.iter().filter(move |o| o.present() && o.attached == Some(Attached::Unit(u)))
}
