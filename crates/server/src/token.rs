//! Seat tokens: 32 random bytes that name a battle and a seat at once. Only their hash is kept.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// A new token that nobody can guess.
pub fn new() -> std::io::Result<String> {
    let mut b = [0u8; 32];
    getrandom::fill(&mut b).map_err(|e| std::io::Error::other(e.to_string()))?;
    Ok(URL_SAFE_NO_PAD.encode(b))
}

/// What is kept of a token. Finding a seat is a look-up of this hash, so that how long it takes says nothing about how
/// near a guess was.
pub fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(format!("vedette seat: {token}")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_differ() {
        let (a, b) = (new().unwrap(), new().unwrap());
        assert_ne!(a, b);
        assert_eq!(a.len(), 43);
    }
}
