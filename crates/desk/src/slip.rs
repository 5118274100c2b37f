//! Orders as a person types them.

use crate::say;
use words::Message;

/// A slip that cannot be read: which word, where, and what would be right.
#[derive(Clone, Debug, PartialEq)]
pub struct SlipError {
    /// The character of the slip, from 1.
    pub place: usize,
    /// The word found there; empty at the end of the slip.
    pub word: String,
    /// What would be right.
    pub expected: Message,
}

impl SlipError {
    /// In words.
    pub fn message(&self) -> Message {
        if self.word.is_empty() {
            say!("slip-wrong-at-end", expected = &self.expected)
        } else {
            say!("slip-wrong", place = self.place, word = &self.word, expected = &self.expected)
        }
    }
}
words::spoken!(SlipError);

impl std::error::Error for SlipError {}

/// A name in double quotes, as it stands on a slip where it would be taken for something else.
///
/// ```
/// assert_eq!(desk::quoted("Dunn's \"Wood\""), "\"Dunn's \\\"Wood\\\"\"");
/// ```
pub fn quoted(name: &str) -> String {
    let mut q = String::from("\"");
    for c in name.chars() {
        if matches!(c, '"' | '\\') {
            q.push('\\');
        }
        q.push(c);
    }
    q.push('"');
    q
}
