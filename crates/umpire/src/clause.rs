use serde::Serialize;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::fmt;
use words::compare;

/// A clause of a rule book. Made by a book's macros `clause!`, where it decides, and `rule!`, where it is only named; both
/// refuse at compile time an id that the book does not have, so that nothing can cite a rule that does not exist.
#[must_use = "a clause goes into what shows its decision; `rule!` names one where nothing is decided"]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clause(pub &'static str);

impl Clause {
    pub fn id(self) -> &'static str {
        note_shown(self).0
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(note_shown(*self).0)
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for Clause {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(note_shown(*self).0)
    }
}

/// The clauses on which a decision rests, in order of first use, each once. As many as a move has fit in without memory of
/// their own: they are found for every move that somebody thinks of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grounds(SmallVec<[Clause; 8]>);

impl Grounds {
    pub fn add(&mut self, clause: Clause) {
        if !self.0.contains(&clause) {
            self.0.push(note_shown(clause));
        }
    }

    pub fn join(&mut self, other: Grounds) {
        other.0.into_iter().for_each(|c| self.add(c));
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = Clause> {
        self.0.iter().copied()
    }

    /// Does the decision rest on the clause of this id?
    pub fn rests_on(&self, id: &str) -> bool {
        self.0.iter().any(|c| c.id() == id)
    }
}

impl Serialize for Grounds {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}

/// Looks a clause up in a book's sorted list of ids; in a constant an unknown id is a compile error.
pub const fn find_clause(ids: &[&'static str], id: &str) -> Clause {
    let (mut from, mut to) = (0, ids.len());
    while from < to {
        let i = (from + to) / 2;
        match compare(ids[i], id) {
            Ordering::Less => from = i + 1,
            Ordering::Greater => to = i,
            Ordering::Equal => return Clause(ids[i]),
        }
    }
    panic!("this book has no clause of that id")
}

/// The place of a reading in a book's list of readings and options; in a constant an unknown one is a compile error. The list goes by
/// place; `sorted` has the places by id.
pub const fn find_reading(ids: &[(&str, &[&str])], sorted: &[usize], id: &str) -> usize {
    let (mut from, mut to) = (0, sorted.len());
    while from < to {
        let i = (from + to) / 2;
        match compare(ids[sorted[i]].0, id) {
            Ordering::Less => from = i + 1,
            Ordering::Greater => to = i,
            Ordering::Equal => return sorted[i],
        }
    }
    panic!("this book has no reading of that id")
}

/// The places of a reading and of one of its options.
pub const fn find_option(
    ids: &[(&str, &[&str])],
    sorted: &[usize],
    id: &str,
    option: &str,
) -> (usize, usize) {
    let r = find_reading(ids, sorted, id);
    let options = ids[r].1;
    let mut i = 0;
    while i < options.len() {
        if matches!(compare(options[i], option), Ordering::Equal) {
            return (r, i);
        }
        i += 1;
    }
    panic!("this reading has no option of that id")
}

/// Called where a clause comes into what shows a decision: under the feature `proof` it notes that it did.
#[inline(always)]
pub fn note_shown(c: Clause) -> Clause {
    #[cfg(feature = "proof")]
    crate::proof::note_shown(c);
    c
}

/// Called by every `clause!`: under the feature `proof` it notes that the citing code ran.
#[inline(always)]
pub fn note_citation(c: Clause) -> Clause {
    #[cfg(feature = "proof")]
    crate::proof::note(c);
    c
}
