//! What a battle came to, event by event, without the events themselves.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// How many events there were, and a digest onto which each of them was hashed in its turn. So it can go on without those that went before.
///
/// ```
/// use desk::Past;
/// let mut all = Past::default();
/// all.add("the battle opens");
/// let mut early = all.clone();
/// all.add("a shot falls");
/// early.add("a shot falls");
/// assert_eq!((all.events(), all.digest()), (early.events(), early.digest()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Past {
    events: usize,
    digest: String,
}

/// Digits of a [`Past::mark`].
pub const MARK: usize = 8;

impl Default for Past {
    fn default() -> Past {
        Past { events: 0, digest: hex(&Sha256::digest("vedette battle")) }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

impl Past {
    /// One more event, written as data.
    pub fn add(&mut self, event: &str) {
        let mut h = Sha256::new();
        h.update(&self.digest);
        h.update(event);
        self.digest = hex(&h.finalize());
        self.events += 1;
    }

    pub fn events(&self) -> usize {
        self.events
    }

    /// The first eight digits of the digest: enough to see where two battles part.
    pub fn mark(&self) -> &str {
        self.digest.get(..MARK).unwrap_or(&self.digest)
    }

    /// SHA-256 of the digest before the last event, in hexadecimal, and the event; before the first, of `vedette battle`.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}
