//! Army lists (army.1 to army.5) and raising an army that satisfies one.

use super::tables::{ArmyList, COMMANDS, GROUP, LEAST_COMMAND, tables};
use crate::troop::Troop;
use crate::{clause, reading, say};
use umpire::{Clause, Readings, Seeded};
use words::Message;

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
pub type Fault = (Clause, Message, Message);

/// Checks a side's elements against its list. Elements are counted over all groups of twelve together: identical ranges
/// for every group mean that the whole can be dealt into lawful groups exactly when each sum is in its range.
pub fn check(c: &Count, l: &ArmyList, readings: &Readings) -> Vec<Fault> {
    let mut out = Vec::new();
    let total = c.total();
    if total == 0 || total % GROUP != 0 {
        out.push((
            clause!("army.1"),
            say!("so-many-elements", total),
            say!("army-group-exactly-elements-side", group = GROUP),
        ));
        return out;
    }
    let n = total / GROUP;
    // What is allowed of something, in one group or in several.
    let allowed = |may: Message| if n == 1 { may } else { say!("for-groups", may, n, group = GROUP) };
    let mut range = |what: Troop, have: u32, [least, most]: [u32; 2]| {
        if have < least * n || have > most * n {
            let may = if least == most {
                say!("exactly-so-many", count = least * n)
            } else {
                say!("from-to", least = least * n, most = most * n)
            };
            out.push((clause!("army.5"), say!("so-many-in-list", have, what, list = &l.name), allowed(may)));
        }
    };
    range(Troop::Cavalry, c.cavalry, l.cavalry);
    range(Troop::Rifles, c.rifles, l.rifles);
    range(Troop::Artillery, c.artillery, l.artillery);
    let [none, slots] = l.either;
    // Muskets beyond the fixed ones and Jaeger beyond theirs fill the free places.
    let (fixed, own) = (l.muskets[1], l.jaeger[1]);
    range(Troop::Muskets, c.muskets, [l.muskets[0], fixed + slots]);
    range(Troop::Jaeger, c.jaeger, [l.jaeger[0], own + slots]);
    let (more_m, more_j) = (c.muskets.saturating_sub(fixed * n), c.jaeger.saturating_sub(own * n));
    if out.is_empty() && slots > 0 {
        if more_m + more_j > slots * n || more_m + more_j < none * n {
            out.push((
                clause!("army.5"),
                say!("elements-beyond-fixed-ones-muskets", more_j = more_m + more_j, name = &l.name),
                allowed(say!("from-to", least = none * n, most = slots * n)),
            ));
        } else if readings.is(reading!("muskets-or-jaeger", "alike"))
            && more_m.div_ceil(slots) + more_j.div_ceil(slots) > n
        {
            out.push((
                clause!("army.5"),
                say!("further-muskets-jaeger-list", more_m, more_j, name = &l.name),
                say!("within-group-they-alike", group = GROUP),
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
                say!("elements-in-commands", total, commands = sizes.len()),
                if want == 1 {
                    say!("army-elements-one-command", group = GROUP)
                } else {
                    say!("more-than-elements-divided-into", group = GROUP, commands = COMMANDS)
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
                    say!("elements-in-a-command", n),
                    say!("at-least", least = LEAST_COMMAND),
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
            say!("lists-share-no-year", name = &a.name, other_name = &b.name),
            say!("both-sides-belong-same-period"),
        )
    })
}

/// Is a list in use in a year (army.5)?
pub fn check_year(l: &ArmyList, year: u16, readings: &Readings) -> Option<Fault> {
    if year < l.years[0] || year > l.years[1] {
        return Some((
            clause!("army.5"),
            say!("list", name = &l.name, year),
            say!("serves", years = l.years[0], other_years = l.years[1]),
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
    later
        .then(|| (clause!("army.5"), say!("list", name = &l.name, year), say!("later-list-army-serves-year")))
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
