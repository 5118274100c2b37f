//! The dice of a battle. A die is drawn by what it is rolled for: the turn, the procedure, who rolls, and how many-th it is of
//! these. So one roll more in one place changes no other, and who imagines how a battle might go on can give two ways the
//! same dice for the same decision.

use crate::{Dice, DiceError, Die, HandDice, Seed, Seeded, Side};
use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher24;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::hash::Hasher;

/// Somebody or something for which dice are rolled. Its number is its own from the beginning of a battle to the end.
pub trait Roller: Display {
    fn number(&self) -> u64;
}

/// By a name, in whatever order troops are listed.
impl Roller for str {
    fn number(&self) -> u64 {
        SipHasher24::new().hash(self.as_bytes())
    }
}

impl Roller for Side {
    fn number(&self) -> u64 {
        self.index() as u64
    }
}

/// Whose hand rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rolls {
    One(Side),
    /// So many dice each, in this order, as often as it takes.
    Each([Side; 2], u8),
}

impl Rolls {
    /// Whose die is the `n`-th, counted from 0?
    fn turn_of(self, n: usize) -> Side {
        match self {
            Rolls::One(s) => s,
            Rolls::Each(both, dice) => both[n / usize::from(dice).max(1) % 2],
        }
    }
}

impl From<Side> for Rolls {
    fn from(s: Side) -> Rolls {
        Rolls::One(s)
    }
}

/// The dice of a battle: from its seed, written down beforehand, or rolled by the players at a real table.
///
/// ```
/// use umpire::{BattleDice, Dice, Side};
/// let roll = |more: u32| {
///     let mut d = BattleDice::from_number(7);
///     d.begin_turn(1);
///     for _ in 0..more {
///         d.occasion("shooting", "2NY", Side::A).d6();
///     }
///     d.occasion("morale", "1VA", Side::B).d6()
/// };
/// assert_eq!(roll(0), roll(5));
/// ```
#[derive(Clone, Debug)]
pub struct BattleDice(Source);

#[derive(Clone, Debug)]
enum Source {
    Keyed(Keyed),
    Script(HandDice),
    Own(Box<OwnDice>),
}

impl BattleDice {
    pub fn of(seed: &Seed) -> BattleDice {
        BattleDice::keyed(seed.key())
    }

    /// Of a battle that is only imagined, or of a drill.
    pub fn from_number(n: u64) -> BattleDice {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&n.to_le_bytes());
        BattleDice::keyed(key)
    }

    fn keyed(key: [u8; 32]) -> BattleDice {
        // Both halves of the seed's key count.
        let mut short = [0; 16];
        for (i, b) in key.iter().enumerate() {
            short[i % 16] ^= b.rotate_left(u32::from(i >= 16));
        }
        let mut d = Keyed {
            hasher: SipHasher24::new_with_key(&short),
            turn: 0,
            occasion: 0,
            rolled: 0,
            all: 0,
            before: BTreeMap::new(),
        };
        d.begin_turn(0);
        BattleDice(Source::Keyed(d))
    }

    /// Dice written down beforehand, in the order in which they are rolled.
    pub fn script(dice: impl Into<Vec<u8>>) -> BattleDice {
        BattleDice(Source::Script(HandDice::new(dice)))
    }

    /// Dice that players roll: those that they have rolled so far since the last answer.
    pub fn own(rolled: Vec<u8>) -> BattleDice {
        BattleDice(Source::Own(Box::new(OwnDice::new(rolled))))
    }

    /// A turn begins.
    pub fn begin_turn(&mut self, turn: u32) {
        if let Source::Keyed(d) = &mut self.0 {
            d.begin_turn(turn);
        }
    }

    /// The dice of a procedure: for whom they are rolled, and by whose hand.
    pub fn occasion<R: Roller + ?Sized>(
        &mut self,
        procedure: &'static str,
        who: &R,
        by: impl Into<Rolls>,
    ) -> &mut BattleDice {
        match &mut self.0 {
            Source::Keyed(d) => d.turn_to(procedure, who.number()),
            Source::Script(_) => {}
            Source::Own(d) => d.turn_to(procedure, who.to_string(), by.into()),
        }
        self
    }

    /// Were exactly the dice rolled that were written down?
    pub fn finish(&self) -> Result<(), DiceError> {
        match &self.0 {
            Source::Script(d) => d.finish(),
            Source::Keyed(_) | Source::Own(_) => Ok(()),
        }
    }

    /// How many have fallen since these were taken up. Those that players roll are taken up anew with every answer.
    pub fn fallen(&self) -> u64 {
        match &self.0 {
            Source::Keyed(d) => d.all,
            Source::Script(d) => d.used() as u64,
            Source::Own(d) => d.used as u64,
        }
    }

    /// The first die that players have still to roll. What came after it was only supposed and must not be kept.
    pub fn wanted(&self) -> Option<&Wanted> {
        match &self.0 {
            Source::Own(d) => d.wanted.as_ref(),
            Source::Keyed(_) | Source::Script(_) => None,
        }
    }
}

/// How far a battle's dice have come in the turn under way, so that they can go on from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DicePlace {
    turn: u32,
    occasion: u64,
    rolled: u32,
    before: BTreeMap<u64, u32>,
}

impl BattleDice {
    /// How far they have come; nothing of dice that are written down. Those that players roll are always at their beginning.
    pub fn place(&self) -> Option<DicePlace> {
        match &self.0 {
            Source::Keyed(d) => Some(DicePlace {
                turn: d.turn,
                occasion: d.occasion,
                rolled: d.rolled,
                before: d.before.clone(),
            }),
            Source::Own(_) => Some(DicePlace { turn: 0, occasion: 0, rolled: 0, before: BTreeMap::new() }),
            Source::Script(_) => None,
        }
    }

    /// Dice of the same seed go on from there.
    pub fn go_to(&mut self, place: &DicePlace) {
        if let Source::Keyed(d) = &mut self.0 {
            (d.turn, d.occasion, d.rolled) = (place.turn, place.occasion, place.rolled);
            d.before.clone_from(&place.before);
        }
    }
}

impl Dice for BattleDice {
    #[inline]
    fn roll(&mut self, die: Die) -> u8 {
        match &mut self.0 {
            Source::Keyed(d) => d.roll(die),
            Source::Script(d) => d.roll(die),
            Source::Own(d) => d.roll(die),
        }
    }

    fn again(&mut self) -> bool {
        match &mut self.0 {
            Source::Keyed(d) => d.again(),
            Source::Script(d) => d.again(),
            Source::Own(d) => d.again(),
        }
    }
}

/// Dice by a keyed hash of what they are rolled for.
#[derive(Clone, Debug)]
struct Keyed {
    hasher: SipHasher24,
    turn: u32,
    /// What is rolled for now.
    occasion: u64,
    /// How many have been rolled for it in this turn.
    rolled: u32,
    /// How many have been rolled in all.
    all: u64,
    /// The same of everything else.
    before: BTreeMap<u64, u32>,
}

impl Keyed {
    fn begin_turn(&mut self, turn: u32) {
        self.turn = turn;
        self.before.clear();
        self.rolled = 0;
        self.occasion = self.name("", 0);
    }

    fn name(&self, procedure: &str, who: u64) -> u64 {
        let mut h = self.hasher;
        h.write(&self.turn.to_le_bytes());
        h.write(&who.to_le_bytes());
        h.write(procedure.as_bytes());
        h.finish()
    }

    fn turn_to(&mut self, procedure: &str, who: u64) {
        let occasion = self.name(procedure, who);
        if occasion == self.occasion {
            return;
        }
        if self.rolled > 0 {
            self.before.insert(self.occasion, self.rolled);
        }
        self.occasion = occasion;
        self.rolled = self.before.get(&occasion).copied().unwrap_or(0);
    }
}

impl Dice for Keyed {
    fn roll(&mut self, die: Die) -> u8 {
        let faces = die.faces();
        let n = faces.len() as u64;
        let mut drawn = [0; 20];
        drawn[..8].copy_from_slice(&self.occasion.to_le_bytes());
        drawn[8..12].copy_from_slice(&self.rolled.to_le_bytes());
        self.rolled += 1;
        self.all += 1;
        // Rejection keeps it fair.
        let zone = u64::MAX - (u64::MAX - n + 1) % n;
        for attempt in 0u64.. {
            drawn[12..].copy_from_slice(&attempt.to_le_bytes());
            let v = self.hasher.hash(&drawn);
            if v <= zone {
                return faces[(v % n) as usize];
            }
        }
        faces[0]
    }
}

/// A die that somebody has to roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub procedure: &'static str,
    pub who: String,
    pub side: Side,
    pub die: Die,
}

/// Dice rolled by players. Where they have not rolled far enough the battle runs on with dice that are only supposed, and is put
/// back when somebody has looked what is wanted.
#[derive(Clone, Debug)]
struct OwnDice {
    rolled: Vec<u8>,
    used: usize,
    procedure: &'static str,
    who: String,
    by: Rolls,
    /// How many have been rolled for it.
    nth: usize,
    wanted: Option<Wanted>,
    supposed: Seeded,
}

impl OwnDice {
    fn new(rolled: Vec<u8>) -> OwnDice {
        OwnDice {
            rolled,
            used: 0,
            procedure: "",
            who: String::new(),
            by: Rolls::One(Side::A),
            nth: 0,
            wanted: None,
            supposed: Seeded::from_number(0),
        }
    }

    fn turn_to(&mut self, procedure: &'static str, who: String, by: Rolls) {
        (self.procedure, self.who, self.by, self.nth) = (procedure, who, by, 0);
    }
}

impl Dice for OwnDice {
    fn roll(&mut self, die: Die) -> u8 {
        let side = self.by.turn_of(self.nth);
        self.nth += 1;
        if let Some(v) = self.rolled.get(self.used).filter(|v| die.faces().contains(v)) {
            self.used += 1;
            return *v;
        }
        self.wanted.get_or_insert_with(|| Wanted {
            procedure: self.procedure,
            who: self.who.clone(),
            side,
            die,
        });
        self.supposed.roll(die)
    }

    fn again(&mut self) -> bool {
        self.wanted.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rolled(d: &mut BattleDice, procedure: &'static str, who: &str, n: usize) -> Vec<u8> {
        let d = d.occasion(procedure, who, Side::A);
        (0..n).map(|_| d.d6()).collect()
    }

    #[test]
    fn a_roll_more_changes_no_other() {
        let fresh = || {
            let mut d = BattleDice::of(&Seed::new("x"));
            d.begin_turn(3);
            d
        };
        let (mut a, mut b) = (fresh(), fresh());
        rolled(&mut b, "fire", "1", 7);
        rolled(&mut b, "morale", "2", 1);
        let before = rolled(&mut b, "fire", "2", 20);
        assert_eq!(rolled(&mut a, "fire", "2", 20), before);
        // Coming back to it goes on where it was left.
        let mut c = fresh();
        let mut parts = rolled(&mut c, "fire", "2", 9);
        rolled(&mut c, "fire", "1", 3);
        parts.extend(rolled(&mut c, "fire", "2", 11));
        assert_eq!(parts, before);
    }

    #[test]
    fn everything_counts() {
        let of = |seed: &str, turn, procedure, who: &str| {
            let mut d = BattleDice::of(&Seed::new(seed));
            d.begin_turn(turn);
            rolled(&mut d, procedure, who, 24)
        };
        let one = of("x", 1, "fire", "1");
        for other in [
            of("y", 1, "fire", "1"),
            of("x", 2, "fire", "1"),
            of("x", 1, "melee", "1"),
            of("x", 1, "fire", "2"),
        ] {
            assert_ne!(one, other);
        }
        assert_eq!(one, of("x", 1, "fire", "1"));
    }

    #[test]
    fn they_are_fair() {
        let mut n = [0u32; 6];
        let mut pairs = [[0u32; 6]; 6];
        for turn in 0..3_000 {
            let mut d = BattleDice::from_number(1);
            d.begin_turn(turn);
            for who in ["a", "b", "c", "d", "e"] {
                let v = rolled(&mut d, "fire", who, 4);
                v.iter().for_each(|v| n[usize::from(*v) - 1] += 1);
                pairs[usize::from(v[0]) - 1][usize::from(v[1]) - 1] += 1;
            }
        }
        assert!(n.iter().all(|c| (9_500..10_500).contains(c)), "{n:?}");
        assert!(pairs.iter().flatten().all(|c| (330..500).contains(c)), "{pairs:?}");
    }

    #[test]
    fn players_are_asked_for_the_first_die_they_have_not_rolled() {
        let run = |dice: &[u8]| {
            let mut d = BattleDice::own(dice.to_vec());
            let e = d.occasion("close-combat", "A1", Rolls::Each([Side::A, Side::B], 1));
            let fell = [e.d6(), e.d6()];
            d.occasion("morale", "B2", Side::B).d6();
            (fell, d.wanted().cloned())
        };
        let (_, wanted) = run(&[]);
        let first = Wanted { procedure: "close-combat", who: "A1".into(), side: Side::A, die: Die::D6 };
        assert_eq!(wanted, Some(first.clone()));
        assert_eq!(run(&[4]).1, Some(Wanted { side: Side::B, ..first }));
        let (fell, wanted) = run(&[4, 2]);
        assert_eq!((fell, wanted.map(|w| w.procedure)), ([4, 2], Some("morale")));
        assert_eq!(run(&[4, 2, 6]).1, None);
    }
}
