//! Enemies are named to a side by the labels under which it has sighted them (play.hidden); the turn names everybody by his code.

use super::Battle;
use crate::field::Field;
use crate::order::{Choice, Order, Ref};
use crate::turn::Asked;
use crate::unit::{Side, UnitId};
use crate::view::{Known, Sightings};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The order with another name for every enemy that it names.
fn renamed(o: &Order, name: &dyn Fn(&str) -> Ref) -> Order {
    let mut o = o.clone();
    if let Some(fire) = &mut o.fire {
        fire.at.iter_mut().for_each(|r| *r = name(r));
    }
    if let Some(a) = &mut o.attack {
        a.target.iter_mut().chain(&mut a.then).for_each(|r| *r = name(r));
    }
    o
}

/// An order of a side as the turn carries it out.
pub(super) fn with_codes(f: &Field, known: &Known, o: &Order) -> Order {
    renamed(o, &|r| known.enemy(r).map_or_else(|| r.into(), |u| f[u].code.to_string()))
}

/// Finds what goes with a code. Codes are short, and the scenario gives them: so simple a way to tell them apart does.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ByLetters(u64);

impl Hasher for ByLetters {
    fn write(&mut self, letters: &[u8]) {
        for l in letters {
            self.0 = (self.0.rotate_left(5) ^ u64::from(*l)).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// What goes with each code.
pub(crate) type ByCode<'f, T> = HashMap<&'f str, T, BuildHasherDefault<ByLetters>>;

/// The names under which a side reads of everybody, for many questions at once: as [`label`].
pub(super) struct Names<'f> {
    side: Side,
    field: &'f Field,
    sightings: &'f Sightings,
    /// The words that may be asked for, sorted, each with whom it means: of several of one code the first of the list.
    words: Vec<(&'f str, Option<UnitId>)>,
}

impl<'f> Names<'f> {
    pub fn new(
        f: &'f Field,
        sightings: &'f Sightings,
        side: Side,
        words: impl Iterator<Item = &'f str>,
    ) -> Names<'f> {
        let mut words: Vec<(&str, Option<UnitId>)> = words.map(|w| (w, None)).collect();
        words.sort_unstable();
        words.dedup();
        // Most codes are none of the words, which a bit tells.
        let bit = |w: &str| 1u64 << ((5 * w.len() + usize::from(w.bytes().last().unwrap_or(0))) % 64);
        let bits = words.iter().fold(0, |all, w| all | bit(w.0));
        for u in f.units.iter().filter(|u| bits & bit(&u.code) != 0) {
            if let Ok(i) = words.binary_search_by_key(&&*u.code, |w| w.0) {
                words[i].1.get_or_insert(u.id);
            }
        }
        Names { side, field: f, sightings, words }
    }

    pub fn label(&self, code: &str) -> Option<Ref> {
        let means = |i: usize| self.words[i].1.filter(|u| self.field[*u].side != self.side);
        match self.words.binary_search_by_key(&code, |w| w.0).ok().and_then(means) {
            Some(enemy) => self.sightings.label(self.side, enemy),
            None => Some(code.into()),
        }
    }
}

/// The label of whoever has this code, if he is an enemy of the side; `None` for an enemy who was never sighted.
pub(super) fn label(f: &Field, sightings: &Sightings, side: Side, code: &str) -> Option<Ref> {
    match f.by_code(code).filter(|u| f[*u].side != side) {
        Some(enemy) => sightings.label(side, enemy),
        None => Some(code.into()),
    }
}

/// An order that was carried out as its side reads it.
pub(crate) fn with_labels(f: &Field, sightings: &Sightings, side: Side, o: &Order) -> Order {
    renamed(o, &|r| label(f, sightings, side, r).unwrap_or_else(|| "?".into()))
}

/// A choice as its side reads it; `None` where it names somebody of whom the side knows nothing.
pub(super) fn choice_with_labels(label: impl Fn(&str) -> Option<Ref>, c: &Choice) -> Option<Choice> {
    let name = |r: &Ref| label(r);
    Some(match c {
        Choice::Pick(r) => Choice::Pick(name(r)?),
        Choice::Picks(all) => Choice::Picks(all.iter().map(name).collect::<Option<_>>()?),
        Choice::Fire(fire) => {
            let mut fire = fire.clone();
            fire.at = fire.at.iter().map(name).collect::<Option<_>>()?;
            Choice::Fire(fire)
        }
        Choice::Yes | Choice::No | Choice::Way(_) => c.clone(),
    })
}

/// A choice of a side as the turn takes it; `None` where it names an enemy by anything but his label.
pub(super) fn choice_with_codes(b: &Battle, side: Side, c: &Choice) -> Option<Choice> {
    let (f, sightings) = (b.field(), b.sightings());
    let name = |r: &Ref| match sightings.enemy(side, r) {
        Some(u) => Some(f[u].code.to_string()),
        None => f.by_code(r).is_none_or(|u| f[u].side == side).then(|| r.clone()),
    };
    Some(match c {
        Choice::Pick(r) => Choice::Pick(name(r)?),
        Choice::Picks(all) => Choice::Picks(all.iter().map(name).collect::<Option<_>>()?),
        Choice::Fire(fire) => {
            let mut fire = fire.clone();
            fire.at = fire.at.iter().map(name).collect::<Option<_>>()?;
            Choice::Fire(fire)
        }
        Choice::Yes | Choice::No | Choice::Way(_) => c.clone(),
    })
}

/// The codes that a question names, in its own name and in what is offered.
pub(super) fn all_in(a: &Asked) -> impl Iterator<Item = &str> {
    a.key.split(' ').chain(a.offers.iter().flat_map(offered).map(|r| &**r))
}

/// The same, and those in what is taken for granted. Where another question that was read offers the same, nothing of what is offered.
pub(super) fn read_in(a: &Asked, same: bool) -> impl Iterator<Item = &str> {
    let offers = if same { &[] } else { &a.offers[..] };
    let all = offers.iter().chain([&a.default]).flat_map(offered).map(|r| &**r);
    a.key.split(' ').chain(all)
}

fn offered(c: &Choice) -> &[Ref] {
    match c {
        Choice::Pick(r) => std::slice::from_ref(r),
        Choice::Picks(all) => all,
        Choice::Fire(fire) => &fire.at,
        Choice::Yes | Choice::No | Choice::Way(_) => &[],
    }
}

/// The name under which a side answers a question: the turn's, in which enemies go by their codes, with labels for those.
pub(super) fn key_with_labels(label: impl Fn(&str) -> Option<Ref>, key: &str) -> String {
    let word = |w: &str| label(w).unwrap_or_else(|| "?".into());
    key.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
