use crate::Seat;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::Read;

/// What a battle's dice come from. Nobody sees it before the battle is over; every seat sees its [`Seed::commitment`] from the
/// start, so that anyone can check afterwards that it was fixed beforehand.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Seed {
    text: String,
    /// Without it a short seed could be guessed from its commitment.
    salt: String,
    by_hand: bool,
}

/// A seed as it stands in a file: of a time before seeds were salted, a text.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Salted {
        text: String,
        salt: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_hand: bool,
    },
}

impl From<Written> for Seed {
    fn from(w: Written) -> Seed {
        match w {
            Written::Text(text) => Seed::new(text),
            Written::Salted { text, salt, by_hand } => Seed { text, salt, by_hand },
        }
    }
}

impl From<Seed> for Written {
    fn from(Seed { text, salt, by_hand }: Seed) -> Written {
        match salt.is_empty() && !by_hand {
            true => Written::Text(text),
            false => Written::Salted { text, salt, by_hand },
        }
    }
}

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(secret)")
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Bits that nobody can guess, in hexadecimal.
fn chance<const BYTES: usize>() -> std::io::Result<String> {
    let mut b = [0u8; BYTES];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut b)?;
    Ok(hex(&b))
}

impl Seed {
    /// For drills and series: without a salt.
    pub fn new(text: impl Into<String>) -> Seed {
        Seed { text: text.into(), salt: String::new(), by_hand: false }
    }

    /// 256 bits nobody can guess.
    pub fn secret() -> std::io::Result<Seed> {
        Ok(Seed { text: chance::<32>()?, salt: chance::<16>()?, by_hand: false })
    }

    /// A seed that somebody chose. Whoever chose it knows the dice.
    pub fn by_hand(text: impl Into<String>) -> std::io::Result<Seed> {
        Ok(Seed { text: text.into(), salt: chance::<16>()?, by_hand: true })
    }

    /// As it was stored in parts.
    pub fn stored(text: impl Into<String>, salt: impl Into<String>, by_hand: bool) -> Seed {
        Seed { text: text.into(), salt: salt.into(), by_hand }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn salt(&self) -> &str {
        &self.salt
    }

    pub fn is_by_hand(&self) -> bool {
        self.by_hand
    }

    /// The hash that binds the host to this seed without telling it: SHA-256 of `vedette seed: `, the salt, `: ` and its text.
    pub fn commitment(&self) -> String {
        match self.salt.as_str() {
            "" => hex(&Sha256::digest(format!("vedette seed: {}", self.text))),
            salt => hex(&Sha256::digest(format!("vedette seed: {salt}: {}", self.text))),
        }
    }

    /// The generator's key: SHA-256 of `vedette dice: ` and the text.
    pub fn key(&self) -> [u8; 32] {
        Sha256::digest(format!("vedette dice: {}", self.text)).into()
    }

    /// The seed of this part, which is the host's, and of the parts of the seats: SHA-256 of a line `vedette parts`, a line with
    /// the host's, and a line for each seat, such as `A 5eed`.
    ///
    /// ```
    /// use umpire::{Seat, Seed};
    /// let host = Seed::new("host");
    /// let with = |part: &str| host.with_parts(&[(Seat::Side(0), part.to_owned())].into());
    /// assert_eq!(with("x"), with("x"));
    /// assert_ne!(with("x").key(), with("y").key());
    /// assert_ne!(with("x").key(), Seed::new("other").with_parts(&[(Seat::Side(0), "x".to_owned())].into()).key());
    /// ```
    pub fn with_parts(&self, parts: &BTreeMap<Seat, String>) -> Seed {
        let mut all = format!("vedette parts\n{}\n", self.text);
        for (seat, part) in parts {
            all.push_str(&format!("{seat} {part}\n"));
        }
        Seed { text: hex(&Sha256::digest(all)), ..self.clone() }
    }
}
