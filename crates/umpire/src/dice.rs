use crate::say;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::Serialize;
use words::Message;

/// The kinds of dice the books roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Die {
    D6,
    D10,
    /// An average die: 2, 3, 3, 4, 4, 5.
    Average,
}

/// The faces of an average die.
pub const AVERAGE: [u8; 6] = [2, 3, 3, 4, 4, 5];

impl Die {
    /// The faces, each equally likely.
    pub fn faces(self) -> &'static [u8] {
        match self {
            Die::D6 => &[1, 2, 3, 4, 5, 6],
            Die::D10 => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
            Die::Average => &AVERAGE,
        }
    }
}

impl Die {
    pub fn message(self) -> Message {
        match self {
            Die::D6 => Message::verbatim("D6"),
            Die::D10 => Message::verbatim("D10"),
            Die::Average => say!("average-die"),
        }
    }
}
words::spoken!(Die);

/// Dice are an effect: a procedure rolls through this and does not know whether the dice come from the battle's seed, from
/// players at a real table, from a test's script or from the enumerator that walks every outcome.
pub trait Dice {
    /// One die.
    fn roll(&mut self, die: Die) -> u8;

    /// The sum of several dice, where only the sum matters. The enumerator walks sums, not faces.
    fn sum(&mut self, n: u8, die: Die) -> u16 {
        (0..n).map(|_| u16::from(self.roll(die))).sum()
    }

    /// The sum of several dice, shown one by one to `seen` where there are dice to show. The enumerator walks sums and has
    /// none.
    fn sum_seen(&mut self, n: u8, die: Die, seen: &mut dyn FnMut(u8)) -> u16 {
        (0..n)
            .map(|_| {
                let v = self.roll(die);
                seen(v);
                u16::from(v)
            })
            .sum()
    }

    fn d6(&mut self) -> u8 {
        self.roll(Die::D6)
    }

    /// One die of which only matters whether it shows at least `least`. The enumerator walks the two cases, not the faces.
    fn reach(&mut self, die: Die, _least: u8) -> u8 {
        self.roll(die)
    }

    /// How many of several dice show at least `least`, shown one by one to `seen` where there are dice to show. The enumerator
    /// walks counts, not faces, and has none.
    fn count_seen(&mut self, n: u8, die: Die, least: u8, seen: &mut dyn FnMut(u8)) -> u8 {
        (0..n)
            .filter(|_| {
                let v = self.roll(die);
                seen(v);
                v >= least
            })
            .count() as u8
    }

    /// The book says: roll again, all dice of this procedure anew. `false` means that there will be no more dice, and the
    /// procedure returns what it has: dice given by hand have run out (which [`HandDice::finish`] reports), or the
    /// enumerator drops this path, because starting afresh does not change the proportions of the others.
    fn again(&mut self) -> bool {
        true
    }
}

/// A stream of chance, the same on every machine: for scenarios laid by the dice and for choices that are not the book's.
#[derive(Clone, Debug)]
pub struct Seeded {
    rng: ChaCha12Rng,
}

impl Seeded {
    pub fn new(seed: [u8; 32]) -> Seeded {
        Seeded { rng: ChaCha12Rng::from_seed(seed) }
    }

    pub fn from_number(n: u64) -> Seeded {
        Seeded { rng: ChaCha12Rng::seed_from_u64(n) }
    }

    /// A number below `n`, every one equally likely.
    pub fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        // Rejection keeps it fair.
        let zone = u32::MAX - (u32::MAX - n + 1) % n;
        loop {
            let v = self.rng.next_u32();
            if v <= zone {
                return v % n;
            }
        }
    }

    /// A number in the unit interval, for choices that are not the book's dice.
    pub fn unit(&mut self) -> f64 {
        f64::from(self.rng.next_u32()) / 4_294_967_296.0
    }

    /// True once in so many times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// A number from one to another, for choices that are not the book's dice.
    pub fn between(&mut self, least: f64, most: f64) -> f64 {
        least + (most - least) * self.unit()
    }

    /// One of a list, every one as likely.
    pub fn pick<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        if all.is_empty() { None } else { all.get(self.below(all.len() as u32) as usize) }
    }
}

impl Dice for Seeded {
    #[inline]
    fn roll(&mut self, die: Die) -> u8 {
        let f = die.faces();
        f[self.below(f.len() as u32) as usize]
    }
}

/// Dice rolled by hand or written by a test, in the order the book rolls them. They must come out even:
/// [`HandDice::finish`] says when there were too few, too many or one that the die does not have.
///
/// ```
/// use umpire::{Dice, DiceError, HandDice};
/// let mut d = HandDice::new([5, 2]);
/// assert_eq!(d.d6(), 5);
/// assert_eq!(d.finish(), Err(DiceError::TooMany { given: 2, used: 1 }));
/// ```
#[derive(Clone, Debug, Default)]
pub struct HandDice {
    dice: Vec<u8>,
    used: usize,
    bad: Option<DiceError>,
}

/// What is wrong with dice given by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceError {
    TooFew { given: usize, needed: usize },
    TooMany { given: usize, used: usize },
    NoSuchFace { place: usize, shows: u8, die: Die },
}

impl DiceError {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            DiceError::TooFew { given, needed } => say!("too-few-dice", given, needed),
            DiceError::TooMany { given, used } => say!("too-many-dice", given, used),
            DiceError::NoSuchFace { place, shows, die } => say!("no-such-face", place, shows, die),
        }
    }
}
words::spoken!(DiceError);
impl std::error::Error for DiceError {}

impl HandDice {
    pub fn new(dice: impl Into<Vec<u8>>) -> HandDice {
        HandDice { dice: dice.into(), used: 0, bad: None }
    }

    /// How many have been rolled.
    pub fn used(&self) -> usize {
        self.used
    }

    /// Were exactly these dice rolled?
    pub fn finish(&self) -> Result<(), DiceError> {
        if let Some(e) = &self.bad {
            return Err(e.clone());
        }
        if self.used > self.dice.len() {
            return Err(DiceError::TooFew { given: self.dice.len(), needed: self.used });
        }
        if self.used < self.dice.len() {
            return Err(DiceError::TooMany { given: self.dice.len(), used: self.used });
        }
        Ok(())
    }
}

impl Dice for HandDice {
    fn roll(&mut self, die: Die) -> u8 {
        let place = self.used;
        self.used += 1;
        match self.dice.get(place) {
            Some(&v) if die.faces().contains(&v) => v,
            Some(&v) => {
                self.bad.get_or_insert(DiceError::NoSuchFace { place: place + 1, shows: v, die });
                die.faces()[0]
            }
            None => die.faces()[0],
        }
    }

    fn again(&mut self) -> bool {
        let more = self.used < self.dice.len();
        if !more {
            self.used += 1;
        }
        more
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn roll(&mut self, die: Die) -> u8 {
        (**self).roll(die)
    }
    fn sum(&mut self, n: u8, die: Die) -> u16 {
        (**self).sum(n, die)
    }
    fn sum_seen(&mut self, n: u8, die: Die, seen: &mut dyn FnMut(u8)) -> u16 {
        (**self).sum_seen(n, die, seen)
    }
    fn reach(&mut self, die: Die, least: u8) -> u8 {
        (**self).reach(die, least)
    }
    fn count_seen(&mut self, n: u8, die: Die, least: u8, seen: &mut dyn FnMut(u8)) -> u8 {
        (**self).count_seen(n, die, least, seen)
    }
    fn again(&mut self) -> bool {
        (**self).again()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hand_dice_must_come_out_even() {
        let mut d = HandDice::new([6, 7]);
        assert_eq!(d.d6(), 6);
        d.d6();
        assert_eq!(d.finish(), Err(DiceError::NoSuchFace { place: 2, shows: 7, die: Die::D6 }));
        let mut d = HandDice::new([3]);
        d.d6();
        assert_eq!(d.finish(), Ok(()));
        d.d6();
        assert_eq!(d.finish(), Err(DiceError::TooFew { given: 1, needed: 2 }));
    }

    #[test]
    fn hand_dice_end_a_roll_again() {
        let mut d = HandDice::new([3]);
        d.d6();
        assert!(!d.again());
        assert_eq!(d.finish(), Err(DiceError::TooFew { given: 1, needed: 2 }));
    }

    #[test]
    fn seeded_dice_are_fair_and_repeat() {
        let mut d = Seeded::from_number(1);
        let mut n = [0u32; 6];
        for _ in 0..60_000 {
            n[usize::from(d.d6()) - 1] += 1;
        }
        assert!(n.iter().all(|c| (9_500..10_500).contains(c)), "{n:?}");
        let (mut a, mut b) = (Seeded::new([7; 32]), Seeded::new([7; 32]));
        assert!((0..100).all(|_| a.d6() == b.d6()));
    }
}
