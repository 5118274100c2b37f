//! What is wrong with the arguments, in words.

use crate::failure::Failure;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::num::{ParseFloatError, ParseIntError};
use words::{Joint, Message};

/// What the reader of the command line has found, as a person says it.
pub fn wrong(e: &clap::Error) -> Failure {
    let given = |kind| e.get(kind).map(named).unwrap_or_default();
    let one = |kind| given(kind).into_iter().next().unwrap_or_default();
    let all = |kind| words::list(given(kind).into_iter().map(Message::verbatim), Joint::And).to_string();
    let (arg, value) = (all(ContextKind::InvalidArg), one(ContextKind::InvalidValue));
    let says = match e.kind() {
        ErrorKind::UnknownArgument => match one(ContextKind::SuggestedArg) {
            near if near.is_empty() => text!("no-such-argument", arg),
            near => text!("no-such-argument-but", arg, near),
        },
        ErrorKind::InvalidSubcommand => {
            let command = one(ContextKind::InvalidSubcommand);
            match one(ContextKind::SuggestedSubcommand) {
                near if near.is_empty() => text!("there-is-no", what = text!("command"), given = command),
                nearest => text!("there-is-no-but", what = text!("command"), given = command, nearest),
            }
        }
        ErrorKind::MissingRequiredArgument => text!("argument-missing", arg),
        ErrorKind::MissingSubcommand => text!("command-missing"),
        ErrorKind::ArgumentConflict => text!("arguments-conflict", arg, other = all(ContextKind::PriorArg)),
        ErrorKind::InvalidValue if value.is_empty() => text!("argument-needs-value", arg),
        ErrorKind::InvalidValue | ErrorKind::TooManyValues => text!("no-such-value", arg, value),
        ErrorKind::ValueValidation => match e.source() {
            // What a number is everybody knows; the rest has its own words.
            Some(why) if !why.is::<ParseIntError>() && !why.is::<ParseFloatError>() => {
                text!("no-such-value-because", arg, value, why = why.to_string())
            }
            _ => text!("no-such-value", arg, value),
        },
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => text!("argument-needs-value", arg),
        // Help that nobody asked for is in words already.
        _ => return Failure::new(e.to_string().trim_end()),
    };
    let known = [ContextKind::ValidValue, ContextKind::ValidSubcommand].map(given).concat();
    if known.is_empty() {
        Failure::new(says)
    } else {
        Failure::new(says).help(text!("known", all = known.join(", ")))
    }
}

fn named(value: &ContextValue) -> Vec<String> {
    match value {
        ContextValue::Strings(all) => all.clone(),
        ContextValue::String(one) => vec![one.clone()],
        other => vec![other.to_string()],
    }
}
