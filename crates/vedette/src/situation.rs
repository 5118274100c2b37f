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
        Some("-") => ("standard input", input()?),
        Some(f) => (f, open(f)?),
        // Where there is nothing to tell, nobody is asked for it.
        None if std::io::stdin().is_terminal() && needs_nothing(p) => return Ok(Value::Object(Map::new())),
        None if std::io::stdin().is_terminal() => {
            let (b, p) = (book.id, p.name());
            return Err(Failure::new("a situation is wanted: a JSON file, or `-` for standard input").help(
                format!(
                    "`vedette judge {b} {p} --example > situation.json` writes one to start from,\n  \
                     `vedette judge {b} {p} --schema` says what it may hold,\n  \
                     `vedette judge {b} {p} situation.json` judges it"
                ),
            ));
        }
        None => ("standard input", input()?),
    };
    if text.trim().is_empty() {
        return Err(Failure::new(format!("{name} is empty")).help(example_hint(book, p)));
    }
    serde_json::from_str(&text).map_err(|e| {
        let says = e.to_string();
        let says = says.split(" at line ").next().unwrap_or_default();
        Failure::new(format!("{name}, line {} column {}: not JSON: {says}", e.line(), e.column()))
            .help(example_hint(book, p))
    })
}

/// Can it be judged without any facts, but for the dice?
fn needs_nothing(p: &dyn AnyProcedure) -> bool {
    matches!(p.judge_by_hand(&Value::Object(Map::new()), Vec::new()), Ok(_) | Err(SituationError::Dice(_)))
}

fn example_hint(book: &Book, p: &dyn AnyProcedure) -> String {
    format!("a situation to start from: vedette judge {} {} --example", book.id, p.name())
}

/// A situation that cannot be judged, said to a person.
pub fn refused(e: &SituationError, file: Option<&str>, book: &Book, p: &dyn AnyProcedure) -> Failure {
    let name = match file {
        None | Some("-") => "standard input",
        Some(f) => f,
    };
    match e {
        SituationError::Dice(e) => Failure::new(format!("--dice: {e}")).help(
            "give the dice in the order the book rolls them, such as --dice 5,2; without --dice they are rolled",
        ),
        SituationError::Odds(e) => Failure::new(e.to_string()),
        SituationError::Unreadable(why) => {
            Failure::new(format!("{name}: {why}")).help(schema_hint(book, p))
        }
        other => Failure::new(format!("{name}: {other}")).help(schema_hint(book, p)),
    }
}

fn schema_hint(book: &Book, p: &dyn AnyProcedure) -> String {
    format!("what it may hold: vedette judge {} {} --schema", book.id, p.name())
}

fn open(file: &str) -> Result<String, Failure> {
    let f = std::fs::File::open(file).map_err(|e| Failure::new(format!("cannot read {file}: {e}")))?;
    limited(f, file)
}

fn input() -> Result<String, Failure> {
    limited(std::io::stdin().lock(), "standard input")
}

fn limited(r: impl Read, name: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    r.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| Failure::new(format!("cannot read {name}: {e}")))?;
    if bytes.len() as u64 > LARGEST {
        return Err(Failure::new(format!(
            "{name} is larger than {} MiB, which no situation is",
            LARGEST >> 20
        )));
    }
    String::from_utf8(bytes).map_err(|e| {
        Failure::new(format!("{name} is not UTF-8 text (byte {})", e.utf8_error().valid_up_to()))
    })
}
