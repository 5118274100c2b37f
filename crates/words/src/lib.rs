//! What a person reads, in every language: messages with arguments, in the files `words/<language>/*.ftl` in the form of
//! [Project Fluent](https://projectfluent.org). Code names a message and hands over its arguments, checked when it is compiled;
//! the sentence is made at the edge, in the language of whoever reads it.

#[cfg(feature = "check")]
pub mod check;
mod language;
mod message;
mod number;
mod pseudo;
#[path = "../say.rs"]
pub mod speech;
mod spoken;

// The shared messages are said as any other crate says its own.
extern crate self as words;

pub use language::Language;
pub use message::{Arg, Joint, Message, Says, list};
pub use number::{Number, decimals, signed, tenths, whole};
pub use spoken::{Spec, Speech};
use std::cmp::Ordering;

/// The place of a message in a crate's list. In a constant it is a compile error if there is none, or if the arguments are
/// not those of the message.
pub const fn find(listed: &[(&str, &[&str])], id: &str, args: &[&str]) -> usize {
    // They are sorted, and halving them spares the compiler seconds: it asks for thousands.
    let (mut from, mut to) = (0, listed.len());
    while from < to {
        let i = (from + to) / 2;
        match compare(listed[i].0, id) {
            Ordering::Less => from = i + 1,
            Ordering::Greater => to = i,
            Ordering::Equal => {
                let wanted = listed[i].1;
                let mut k = 0;
                while k < wanted.len() {
                    assert!(has(args, wanted[k]), "an argument of this message is missing");
                    k += 1;
                }
                assert!(wanted.len() == args.len(), "this message has no argument of that name");
                return i;
            }
        }
    }
    panic!("there is no message of that id")
}

/// The order of two ids, in constants too.
pub const fn compare(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return if a[i] < b[i] { Ordering::Less } else { Ordering::Greater };
        }
        i += 1;
    }
    if a.len() < b.len() {
        Ordering::Less
    } else if a.len() > b.len() {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

const fn has(all: &[&str], one: &str) -> bool {
    let mut i = 0;
    while i < all.len() {
        if matches!(compare(all[i], one), Ordering::Equal) {
            return true;
        }
        i += 1;
    }
    false
}

/// For types with `fn message(&self) -> Message`: they are shown by it, and are arguments and items of lists.
#[macro_export]
macro_rules! spoken {
    ($($t:ty),+ $(,)?) => {$(
        impl std::fmt::Display for $t {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.message(), f)
            }
        }
        impl From<$t> for $crate::Message {
            fn from(said: $t) -> $crate::Message {
                said.message()
            }
        }
        impl From<$t> for $crate::Arg {
            fn from(said: $t) -> $crate::Arg {
                said.message().into()
            }
        }
        impl From<&$t> for $crate::Arg {
            fn from(said: &$t) -> $crate::Arg {
                said.message().into()
            }
        }
    )+};
}

/// For types that are shown as a name or code which no language translates: they are arguments and items of lists.
#[macro_export]
macro_rules! coded {
    ($($t:ty),+ $(,)?) => {$(
        impl From<$t> for $crate::Message {
            fn from(named: $t) -> $crate::Message {
                $crate::Message::verbatim(named.to_string())
            }
        }
        impl From<$t> for $crate::Arg {
            fn from(named: $t) -> $crate::Arg {
                $crate::Arg::code(named)
            }
        }
        impl From<&$t> for $crate::Arg {
            fn from(named: &$t) -> $crate::Arg {
                $crate::Arg::code(named)
            }
        }
    )+};
}

/// One argument of `say!`: `name` alone is `name = name`.
#[doc(hidden)]
#[macro_export]
macro_rules! arg {
    ($name:ident = $value:expr) => {
        $crate::Arg::from($value)
    };
    ($name:ident) => {
        $crate::Arg::from($name)
    };
}
