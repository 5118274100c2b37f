//! Wounded and renumbered text, and bytes that are none. The tests of a book that reads a language of its own use it too.

use umpire::Seeded;

const TOKENS: &[&str] = &[
    "nan",
    "inf",
    "-inf",
    "1e308",
    "-1e308",
    "1e999",
    "1e-320",
    "-0",
    "0",
    "-1",
    "18446744073709551616",
    "255",
    "256",
    "65536",
    "0.0001",
    "null",
    "true",
    "\"\"",
    "''",
    "[]",
    "{}",
    "[[[[[[",
    "]]",
    "}}",
    "{",
    "\"",
    "\"\"\"",
    "\\u0000",
    "\\",
    "\u{0}",
    "\u{feff}",
    "é",
    "😀",
    "\n",
    "\r",
    "#",
    "=",
    ".",
    ",",
    ":",
    ";",
    "[table]",
    "[[side]]",
    "1979-05-27T07:32:00Z",
    "240.0000001",
];

pub fn one<'t, T: ?Sized>(all: &[&'t T], r: &mut Seeded) -> &'t T {
    all[r.below(all.len() as u32) as usize]
}

pub fn bytes(r: &mut Seeded) -> String {
    let b: Vec<u8> = (0..r.below(300)).map(|_| r.below(256) as u8).collect();
    String::from_utf8_lossy(&b).into_owned()
}

/// A valid text with a few wounds.
pub fn wounded(text: &str, r: &mut Seeded) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut b: Vec<u8> = text.bytes().collect();
    for _ in 0..=r.below(3) {
        if b.is_empty() {
            break;
        }
        let at = r.below(b.len() as u32) as usize;
        let other = if r.below(2) == 0 || words.is_empty() { one(TOKENS, r) } else { one(&words, r) };
        match r.below(9) {
            0 => b[at] = r.below(256) as u8,
            1 => b.truncate(at),
            2 => drop(b.drain(at..(at + r.below(40) as usize).min(b.len()))),
            3 => {
                let piece = b[at..(at + r.below(200) as usize).min(b.len())].to_vec();
                b.splice(at..at, piece);
            }
            4 => drop(b.splice(at..at, other.bytes())),
            _ => {
                // A whole number or word becomes something else.
                let word = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-' | b'_' | b'*');
                let from = b[..at].iter().rposition(|c| !word(*c)).map_or(0, |i| i + 1);
                let to = b[at..].iter().position(|c| !word(*c)).map_or(b.len(), |i| at + i);
                b.splice(from..to, other.bytes());
            }
        }
    }
    String::from_utf8_lossy(&b).into_owned()
}

/// The same text with a few other numbers in it.
pub fn renumbered(text: &str, r: &mut Seeded) -> String {
    let mut out = text.to_string();
    for _ in 0..=r.below(3) {
        let digits: Vec<usize> = out.match_indices(|c: char| c.is_ascii_digit()).map(|(i, _)| i).collect();
        let Some(at) = digits.get(r.below(digits.len() as u32) as usize).copied() else { break };
        let number = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
        let from = out[..at].rfind(|c| !number(c)).map_or(0, |i| i + 1);
        let to = out[at..].find(|c| !number(c)).map_or(out.len(), |i| at + i);
        let v: f64 = out[from..to].parse().unwrap_or(0.0);
        let new = match r.below(8) {
            0 => 0.0,
            1 => -v,
            2 => v * 10.0,
            3 => 1e12,
            4 => v + 0.0001,
            _ => (v + (r.unit() - 0.5) * v.abs().max(10.0)).round(),
        };
        let whole = new.fract() == 0.0 && new.abs() < 1e9;
        out.replace_range(from..to, &if whole { format!("{}", new as i64) } else { format!("{new:?}") });
    }
    out
}
