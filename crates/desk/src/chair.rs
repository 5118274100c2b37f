//! The umpire's chair: what a book leaves to a human umpire, and what he may say while he sits there. With nobody in the
//! chair the first course of each question is taken and the log says so.

use crate::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Refusal, RuleText};
use words::Message;

/// Who sits at the table besides the sides. It is fixed when a battle begins, as the answers that are waited for depend
/// on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Seating {
    /// A human umpire is asked what the book leaves to him, and may rule and correct at any time.
    pub umpire: bool,
    /// Every seat gives a part of the seed before the battle begins.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub parts: bool,
    /// The players roll their own dice.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub own_dice: bool,
}

impl Seating {
    /// Nobody but the sides.
    pub const SIDES_ONLY: Seating = Seating { umpire: false, parts: false, own_dice: false };
    /// The sides and an umpire.
    pub const WITH_UMPIRE: Seating = Seating { umpire: true, ..Seating::SIDES_ONLY };

    pub fn is_sides_only(&self) -> bool {
        *self == Seating::SIDES_ONLY
    }
}

/// What an umpire says. `C` is what the book lets him put right on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum UmpireSays<C> {
    /// Decides the question that waits for him: the name of one of its courses.
    Decide {
        choice: String,
        #[serde(default)]
        because: String,
    },
    /// Rules on what the book does not settle, or on a dispute. Everybody reads it; it changes nothing on the table.
    Rule {
        says: String,
        /// The clause it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<String>,
    },
    /// Puts right what stands wrong on the table, all of it or nothing.
    Correct { because: String, changes: Vec<C> },
}

/// No ruling is longer, in characters.
const LONGEST: usize = 2000;

pub(crate) fn short(s: &str) -> String {
    s.chars().take(40).filter(|c| !c.is_control()).collect()
}

/// What the umpire says must be there and can be printed.
pub fn spoken(text: &str, what: Message) -> Result<String, Refusal> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Refusal::form(say!("is-missing", what)));
    }
    said(text, what)
}

/// The same where it may be left out.
pub fn said(text: &str, what: Message) -> Result<String, Refusal> {
    let text = text.trim();
    if text.chars().count() > LONGEST {
        return Err(Refusal::form(say!("is-too-long", what, most = LONGEST)));
    }
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(Refusal::form(say!("cannot-be-printed", what)));
    }
    Ok(text.into())
}

/// The clause that a ruling is about must be in the book.
pub fn clause_of(text: &RuleText, id: Option<&str>) -> Result<Option<String>, Refusal> {
    match id {
        Some(id) if text.clause(id).is_none() => {
            Err(Refusal::form(say!("no-such-clause", given = short(id))))
        }
        id => Ok(id.map(str::to_owned)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_can_be_read() {
        assert_eq!(spoken("  Play on.\n", say!("the-ruling")), Ok("Play on.".into()));
        assert!(spoken(" \n\t", say!("the-ruling")).is_err());
        assert!(spoken("\u{1b}[2J", say!("the-ruling")).is_err());
        assert_eq!(said("", say!("the-reason")), Ok(String::new()));
        assert!(said(&"x".repeat(2000), say!("the-reason")).is_ok());
        assert!(said(&"x".repeat(2001), say!("the-reason")).is_err());
    }

    #[test]
    fn hostile_words_are_an_error() {
        type Says = UmpireSays<u8>;
        for bad in [
            "null",
            "[]",
            "{}",
            r#"{"do":"decide"}"#,
            r#"{"do":"decide","choice":3}"#,
            r#"{"do":"rule"}"#,
            r#"{"do":"rule","says":"x","more":1}"#,
            r#"{"do":"correct","because":"x","changes":{}}"#,
            r#"{"do":"correct","because":"x","changes":[300]}"#,
            r#"{"do":"move"}"#,
        ] {
            assert!(serde_json::from_str::<Says>(bad).is_err(), "{bad}");
        }
        let good = r#"{"do":"correct","because":"x","changes":[3]}"#;
        assert!(matches!(serde_json::from_str(good), Ok(Says::Correct { .. })));
    }
}
