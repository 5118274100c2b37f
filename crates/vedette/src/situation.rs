//! Reading a situation from a file or from standard input.

use crate::failure::Failure;
use desk::Book;
use serde_json::{Map, Value};
use std::io::{IsTerminal, Read};
use umpire::{AnyProcedure, SituationError};

/// No situation a person writes is larger.
const LARGEST: u64 = 4 << 20;

/// Reads the situation; without a file from standard input, unless that is a terminal where nobody knows what is awaited.
pub fn read(file: Option<&str>, book: &Book, p: &dyn AnyProcedure) -> Result<Value, Failure> {
    let (name, text) = match file {
        Some("-") => (text!("standard-input"), input()?),
        Some(f) => (f.to_string(), open(f)?),
        // Where there is nothing to tell, nobody is asked for it.
        None if std::io::stdin().is_terminal() && needs_nothing(p) => return Ok(Value::Object(Map::new())),
        None if std::io::stdin().is_terminal() => {
            let (b, p) = (book.id, p.name());
            return Err(Failure::new(text!("situation-wanted-json-file")).help(text!(
                "vedette-judge-example-situation",
                book = b,
                procedure = p
            )));
        }
        None => (text!("standard-input"), input()?),
    };
    if text.trim().is_empty() {
        return Err(Failure::new(text!("is-empty", name)).help(example_hint(book, p)));
    }
    umpire::read_json(&text)
        .map_err(|e| Failure::new(text!("not-read", name, why = e.message())).help(example_hint(book, p)))
}

/// Can it be judged without any facts, but for the dice?
fn needs_nothing(p: &dyn AnyProcedure) -> bool {
    matches!(p.judge_by_hand(&Value::Object(Map::new()), Vec::new()), Ok(_) | Err(SituationError::Dice(_)))
}

fn example_hint(book: &Book, p: &dyn AnyProcedure) -> String {
    text!("situation-start-vedette-judge", book = book.id, procedure = p.name())
}

/// A situation that cannot be judged, said to a person.
pub fn refused(e: &SituationError, file: Option<&str>, book: &Book, p: &dyn AnyProcedure) -> Failure {
    let name = match file {
        None | Some("-") => text!("standard-input"),
        Some(f) => f.to_string(),
    };
    match e {
        SituationError::Dice(e) => Failure::new(format!("--dice: {e}")).help(text!("give-dice-order-book")),
        SituationError::Odds(e) => Failure::new(e.to_string()),
        SituationError::Unreadable(why) => Failure::new(format!("{name}: {why}")).help(schema_hint(book, p)),
        other => Failure::new(format!("{name}: {other}")).help(schema_hint(book, p)),
    }
}

fn schema_hint(book: &Book, p: &dyn AnyProcedure) -> String {
    text!("what-hold-vedette-judge", book = book.id, procedure = p.name())
}

fn open(file: &str) -> Result<String, Failure> {
    let f = std::fs::File::open(file)
        .map_err(|e| Failure::new(text!("cannot-read-because", name = file, why = e.to_string())))?;
    limited(f, file)
}

fn input() -> Result<String, Failure> {
    limited(std::io::stdin().lock(), &text!("standard-input"))
}

fn limited(r: impl Read, name: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    r.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| Failure::new(text!("cannot-read-because", name, why = e.to_string())))?;
    if bytes.len() as u64 > LARGEST {
        return Err(Failure::new(text!("larger-than-mib-no", name, largest = LARGEST >> 20)));
    }
    String::from_utf8(bytes)
        .map_err(|e| Failure::new(text!("not-utf-8-text-byte", name, byte = e.utf8_error().valid_up_to())))
}
