//! Where the dice of a battle come from, and what binds everybody to them: a seed sealed beforehand, of the host's part and of a
//! part from each seat; or the players' own dice, asked for one by one.

use crate::rules::Rules;
use crate::{Book, Seating, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;
use umpire::{BattleDice, Refusal, Seat, Seed, Side, Wanted};
use words::Message;

/// No part is longer, in characters.
const LONGEST_PART: usize = 100;

/// What is asked of a seat before the first die can fall, and for each die that a hand rolls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum ByChance {
    /// A seat's part of the seed: anything that the host cannot foresee.
    Part { part: String },
    /// What a die shows.
    Roll { die: u8 },
}

impl ByChance {
    /// For a seat without hands: something that nobody can foresee.
    pub fn drawn(wants: &Lot) -> std::io::Result<ByChance> {
        let secret = Seed::secret()?;
        Ok(match wants {
            Lot::Part => ByChance::Part { part: secret.text().into() },
            Lot::Roll(die) => {
                let mut dice = BattleDice::of(&secret);
                ByChance::Roll { die: umpire::Dice::roll(&mut dice, *die) }
            }
        })
    }
}

/// What a seat has to leave to chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lot {
    Part,
    Roll(umpire::Die),
}

/// What everybody saw before anybody spoke, and all that it was made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Proof {
    pub book: String,
    /// Who sat at the table besides the sides, as data.
    pub seating: String,
    /// SHA-256 of the scenario's text.
    pub scenario: String,
    /// The host's part of the seed, and the salt.
    pub host: String,
    pub salt: String,
    pub by_hand: bool,
    /// The part of each seat.
    pub parts: BTreeMap<String, String>,
    pub seal: String,
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// SHA-256 of a text, in hexadecimal.
pub fn fingerprint(text: &str) -> String {
    hex(&Sha256::digest(text))
}

impl Proof {
    pub fn of(
        book: &Book,
        scenario: &str,
        seed: &Seed,
        seating: Seating,
        parts: &BTreeMap<Seat, String>,
    ) -> Proof {
        let mut proof = Proof {
            book: book.id.into(),
            seating: serde_json::to_string(&seating).unwrap_or_default(),
            scenario: fingerprint(scenario),
            host: seed.text().into(),
            salt: seed.salt().into(),
            by_hand: seed.is_by_hand(),
            parts: parts.iter().map(|(s, p)| (s.to_string(), p.clone())).collect(),
            seal: String::new(),
        };
        proof.seal = proof.sealed();
        proof
    }

    /// The seal of what it says: SHA-256 of the lines `vedette seal`, the book, the seating, the scenario's hash,
    /// `by hand` or `by chance`, and the [`Seed::commitment`] of the host's part.
    pub fn sealed(&self) -> String {
        let Proof { book, seating, scenario, host, salt, by_hand, .. } = self;
        let how = if *by_hand { "by hand" } else { "by chance" };
        let bound = Seed::stored(host, salt, *by_hand).commitment();
        fingerprint(&format!("vedette seal\n{book}\n{seating}\n{scenario}\n{how}\n{bound}\n"))
    }
}

type Make<R> = Arc<dyn Fn(&Seed, BattleDice) -> R + Send + Sync>;

/// How a battle is begun, as long as something must be known before.
pub(crate) struct Opening<R> {
    /// Begins it by a seed and with dice.
    make: Make<R>,
    /// The host's part.
    host: Seed,
    proof: Proof,
    parts: BTreeMap<Seat, String>,
    /// Has it begun? Before that nothing of it is to be seen but the ground.
    pub begun: bool,
    /// For whom moments are to be kept from the beginning on.
    pub recorded: Vec<Seat>,
}

impl<R> Clone for Opening<R> {
    fn clone(&self) -> Self {
        Opening {
            make: self.make.clone(),
            host: self.host.clone(),
            proof: self.proof.clone(),
            parts: self.parts.clone(),
            begun: self.begun,
            recorded: self.recorded.clone(),
        }
    }
}

impl<R: Rules> Opening<R> {
    pub fn new(scenario: &str, host: &Seed, seating: Seating, make: Make<R>) -> Opening<R> {
        let proof = Proof::of(R::book(), scenario, host, seating, &BTreeMap::new());
        Opening {
            make,
            host: host.clone(),
            proof,
            parts: BTreeMap::new(),
            begun: false,
            recorded: Vec::new(),
        }
    }

    pub fn seal(&self) -> &str {
        &self.proof.seal
    }

    pub fn proof(&self) -> Proof {
        let parts = self.parts.iter().map(|(s, p)| (s.to_string(), p.clone())).collect();
        Proof { parts, ..self.proof.clone() }
    }

    pub fn parts(&self) -> &BTreeMap<Seat, String> {
        &self.parts
    }

    /// The seats whose parts are missing.
    pub fn missing(&self, seating: Seating) -> Vec<Seat> {
        let all = Side::BOTH.map(Seat::from).into_iter().chain(seating.umpire.then_some(Seat::Umpire));
        all.filter(|s| seating.parts && !self.parts.contains_key(s)).collect()
    }

    /// The battle begun with dice of the seed, or with those that hands have rolled.
    pub fn make(&self, seating: Seating, rolled: &[u8]) -> R {
        let seed = if seating.parts { self.host.with_parts(&self.parts) } else { self.host.clone() };
        let dice = if seating.own_dice { BattleDice::own(rolled.to_vec()) } else { BattleDice::of(&seed) };
        (self.make)(&seed, dice)
    }

    /// Takes a seat's part.
    pub fn take(&mut self, seat: Seat, part: &str) -> Result<(), Refusal> {
        let part = part.trim();
        if part.is_empty() || part.chars().count() > LONGEST_PART || part.chars().any(char::is_control) {
            return Err(Refusal::form(say!("no-such-part", most = LONGEST_PART)));
        }
        self.parts.insert(seat, part.into());
        Ok(())
    }

    pub fn take_up(&mut self, parts: &BTreeMap<Seat, String>) {
        self.parts.clone_from(parts);
    }
}

/// What is being done and stops for a die.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    Begin,
    Answer(Seat, serde_json::Value),
}

/// A die is waited for. What is being done is done over from where it began with each die that has been rolled.
#[derive(Clone, Debug)]
pub(crate) struct Hand {
    pub deed: Deed,
    pub rolled: Vec<u8>,
    pub wanted: Wanted,
}

impl Hand {
    /// What the roller is asked.
    pub fn says<R: Rules>(&self) -> Message {
        let Wanted { procedure, who, die, .. } = &self.wanted;
        let what = R::book().procedures.iter().find(|p| p.name() == *procedure).map(|p| p.title());
        let what = what.unwrap_or_else(|| Message::verbatim((*procedure).to_owned()));
        say!("roll-a-die", die = die.message(), what, who)
    }

    /// The faces of the die, each once.
    pub fn faces(&self) -> Vec<u8> {
        let mut faces = self.wanted.die.faces().to_vec();
        faces.dedup();
        faces
    }

    /// The dice rolled so far, and this one.
    pub fn with(&self, die: u8) -> Result<Vec<u8>, Refusal> {
        let faces = self.faces();
        if !faces.contains(&die) {
            return Err(Refusal::form(say!("no-such-face", die = self.wanted.die.message(), given = die)));
        }
        let mut rolled = self.rolled.clone();
        rolled.push(die);
        Ok(rolled)
    }
}
