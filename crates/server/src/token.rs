//! Seat tokens: 32 random bytes that name a battle and a seat at once. Only their hash is kept.

use sha2::{Digest, Sha256};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bytes as base64 for links, without padding.
fn base64(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let n = chunk.iter().enumerate().fold(0u32, |n, (i, b)| n | u32::from(*b) << (16 - 8 * i));
        for i in 0..=chunk.len() {
            out.push(ALPHABET[(n >> (18 - 6 * i) & 63) as usize].into());
        }
    }
    out
}

/// A new token that nobody can guess.
pub fn new() -> std::io::Result<String> {
    let mut b = [0u8; 32];
    getrandom::fill(&mut b).map_err(|e| std::io::Error::other(e.to_string()))?;
    Ok(base64(&b))
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
        assert_eq!(base64(b"Man"), "TWFu");
        assert_eq!(base64(b"Ma"), "TWE");
        assert_eq!(base64(&[0xfb, 0xff]), "-_8");
        let (a, b) = (new().unwrap(), new().unwrap());
        assert_ne!(a, b);
        assert_eq!(a.len(), 43);
    }
}
