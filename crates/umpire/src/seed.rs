use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What a battle's dice come from. Every seat sees its [`Seed::commitment`] when the battle begins; the seed itself is
/// revealed when it is over, so that anyone can check that the dice were fixed beforehand.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(String);

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(secret)")
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

impl Seed {
    pub fn new(text: impl Into<String>) -> Seed {
        Seed(text.into())
    }

    /// 256 bits nobody can guess.
    pub fn secret() -> std::io::Result<Seed> {
        use std::io::Read;
        let mut b = [0u8; 32];
        std::fs::File::open("/dev/urandom")?.read_exact(&mut b)?;
        Ok(Seed(hex(&b)))
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// The hash that binds the umpire to this seed without telling it: SHA-256 of `vedette seed: ` and its text.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(format!("vedette seed: {}", self.0)))
    }

    /// The generator's key: SHA-256 of `vedette dice: ` and the text.
    pub fn key(&self) -> [u8; 32] {
        Sha256::digest(format!("vedette dice: {}", self.0)).into()
    }
}
