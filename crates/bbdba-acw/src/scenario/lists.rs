//! Army lists (army.1 to army.5) and raising an army that satisfies one.

use super::tables::{ArmyList, COMMANDS, GROUP, LEAST_COMMAND, tables};
use crate::troop::Troop;
use crate::{clause, reading};
use umpire::{Clause, Readings, Seeded};

/// The list of that name. `Confederate` is as good as `Confederates`.
pub fn list(name: &str) -> Option<&'static ArmyList> {
    let plain = |s: &str| {
        s.to_ascii_lowercase()
            .replace("confederates", "confederate")
            .replace(['\u{2013}', '/'], "-")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let name = plain(name);
    tables().lists.iter().find(|l| plain(&l.name) == name)
}

/// How many elements of each kind: cavalry (mounted or not), muskets, rifles, Jaeger, artillery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub cavalry: u32,
    pub muskets: u32,
    pub rifles: u32,
    pub jaeger: u32,
    pub artillery: u32,
}

impl Count {
    pub fn of(troops: impl IntoIterator<Item = Troop>) -> Count {
        let mut c = Count::default();
        for t in troops {
            match t {
                Troop::Cavalry | Troop::Dismounted => c.cavalry += 1,
                Troop::Muskets => c.muskets += 1,
                Troop::Rifles => c.rifles += 1,
                Troop::Jaeger => c.jaeger += 1,
                Troop::Artillery => c.artillery += 1,
                // Additional to every list (army.4); a camp is no element.
                Troop::Commander | Troop::Camp => {}
            }
        }
        c
    }

    pub fn total(&self) -> u32 {
        self.cavalry + self.muskets + self.rifles + self.jaeger + self.artillery
    }
}

/// Something an army may not be: clause, what is wrong, what would be right.
pub type Fault = (Clause, String, String);

/// Checks a side's elements against its list. Elements are counted over all groups of twelve together: identical ranges
/// for every group mean that the whole can be dealt into lawful groups exactly when each sum is in its range.
pub fn check(c: &Count, l: &ArmyList, readings: &Readings) -> Vec<Fault> {
    let mut out = Vec::new();
    let total = c.total();
    if total == 0 || total % GROUP != 0 {
        out.push((
            clause!("army.1"),
            format!("{total} elements"),
            format!("an army group has exactly {GROUP} elements, a side {GROUP} or a multiple of it; commanders are additional"),
        ));
        return out;
    }
    let n = total / GROUP;
    let groups = if n == 1 { String::new() } else { format!(" for {n} groups of {GROUP}") };
    let mut range = |what: &str, have: u32, [least, most]: [u32; 2]| {
        if have < least * n || have > most * n {
            let may = if least == most {
                format!("exactly {}", least * n)
            } else {
                format!("{} to {}", least * n, most * n)
            };
            out.push((
                clause!("army.5"),
                format!("{have} {what} in the list {}", l.name),
                format!("{may}{groups}"),
            ));
        }
    };
    range("cavalry", c.cavalry, l.cavalry);
    range("rifles", c.rifles, l.rifles);
    range("artillery", c.artillery, l.artillery);
    let [none, slots] = l.either;
    // Muskets beyond the fixed ones and Jaeger beyond theirs fill the free places.
    let (fixed, own) = (l.muskets[1], l.jaeger[1]);
    range("muskets", c.muskets, [l.muskets[0], fixed + slots]);
    range("Jaeger", c.jaeger, [l.jaeger[0], own + slots]);
    let (more_m, more_j) = (c.muskets.saturating_sub(fixed * n), c.jaeger.saturating_sub(own * n));
    if out.is_empty() && slots > 0 {
        if more_m + more_j > slots * n || more_m + more_j < none * n {
            out.push((
                clause!("army.5"),
                format!(
                    "{} elements beyond the fixed ones that are muskets or Jaeger in the list {}",
                    more_m + more_j,
                    l.name
                ),
                format!("{} to {}{groups}", none * n, slots * n),
            ));
        } else if readings.is(reading!("muskets-or-jaeger", "alike"))
            && more_m.div_ceil(slots) + more_j.div_ceil(slots) > n
        {
            out.push((
                clause!("army.5"),
                format!("{more_m} further muskets and {more_j} Jaeger in the list {}", l.name),
                format!("within a group of {GROUP} they are alike"),
            ));
        }
    }
    out
}

/// Commands by number and size (army.3, setup.7). `sizes` leave commanders out.
pub fn check_commands(sizes: &[usize]) -> Vec<(Option<usize>, Fault)> {
    let mut out = Vec::new();
    let total: usize = sizes.iter().sum();
    let want = if total >= 2 * GROUP as usize { COMMANDS } else { 1 };
    // Between one group and two no army of the book can be; its size is the mistake.
    let odd = total > GROUP as usize && total < 2 * GROUP as usize;
    if sizes.len() != want && !odd {
        out.push((
            None,
            (
                clause!("army.3"),
                format!(
                    "{total} elements in {} command{}",
                    sizes.len(),
                    if sizes.len() == 1 { "" } else { "s" }
                ),
                if want == 1 {
                    format!("an army of {GROUP} elements is one command")
                } else {
                    format!("more than {GROUP} elements are divided into {COMMANDS} commands")
                },
            ),
        ));
    }
    for (i, n) in sizes.iter().enumerate() {
        if *n < LEAST_COMMAND {
            out.push((
                Some(i),
                (
                    clause!("setup.7"),
                    format!("{n} elements in a command"),
                    format!("at least {LEAST_COMMAND}"),
                ),
            ));
        }
    }
    out
}

/// Do the two lists share a year (army.2), and is the scenario's year in both?
pub fn check_years(a: &ArmyList, b: &ArmyList, readings: &Readings) -> Option<Fault> {
    if readings.is(reading!("same-period", "any")) {
        return None;
    }
    let shared = a.years[0].max(b.years[0]) <= a.years[1].min(b.years[1]);
    (!shared).then(|| {
        (
            clause!("army.2"),
            format!("the lists {} and {} share no year", a.name, b.name),
            "both sides belong to the same period".into(),
        )
    })
}

/// Is a list in use in a year (army.5)?
pub fn check_year(l: &ArmyList, year: u16, readings: &Readings) -> Option<Fault> {
    if year < l.years[0] || year > l.years[1] {
        return Some((
            clause!("army.5"),
            format!("the list {} in {year}", l.name),
            format!("it serves from {} to {}", l.years[0], l.years[1]),
        ));
    }
    let later = readings.is(reading!("year-1863", "later"))
        && tables()
            .lists
            .iter()
            .find(|o| {
                o.name.split(' ').next() == l.name.split(' ').next()
                    && o.years[0] > l.years[0]
                    && o.years[0] <= year
            })
            .is_some();
    later.then(|| {
        (
            clause!("army.5"),
            format!("the list {} in {year}", l.name),
            "a later list of this army serves that year".into(),
        )
    })
}

/// Raises a lawful army of so many groups, varied by the dice; in the order of a line of battle.
pub fn raise(l: &ArmyList, groups: u32, dice: &mut Seeded) -> Vec<Troop> {
    let mut out = Vec::new();
    for _ in 0..groups.max(1) {
        let mut pick = |[least, most]: [u32; 2]| least + dice.below(most - least + 1);
        loop {
            let (cavalry, artillery, jaeger) = (pick(l.cavalry), pick(l.artillery), pick(l.jaeger));
            let either = pick(l.either);
            let as_jaeger = pick([0, either]);
            let muskets = pick(l.muskets) + either - as_jaeger;
            let jaeger = jaeger + as_jaeger;
            let other = cavalry + artillery + jaeger + muskets;
            let rifles = GROUP.saturating_sub(other);
            if other + rifles != GROUP || rifles < l.rifles[0] || rifles > l.rifles[1] {
                continue;
            }
            for (t, n) in [
                (Troop::Jaeger, jaeger),
                (Troop::Rifles, rifles),
                (Troop::Muskets, muskets),
                (Troop::Artillery, artillery),
                (Troop::Cavalry, cavalry),
            ] {
                out.extend(std::iter::repeat_n(t, n as usize));
            }
            break;
        }
    }
    out
}
