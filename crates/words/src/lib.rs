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

/// The place of a message in a crate's list. In a constant it is a compile error if there is none, or if the arguments are
/// not those of the message.
pub const fn find(listed: &[(&str, &[&str])], id: &str, args: &[&str]) -> usize {
    let mut i = 0;
    while i < listed.len() {
        if same(listed[i].0, id) {
            let wanted = listed[i].1;
            let mut k = 0;
            while k < wanted.len() {
                assert!(has(args, wanted[k]), "an argument of this message is missing");
                k += 1;
            }
            assert!(wanted.len() == args.len(), "this message has no argument of that name");
            return i;
        }
        i += 1;
    }
    panic!("there is no message of that id")
}

const fn has(all: &[&str], one: &str) -> bool {
    let mut i = 0;
    while i < all.len() {
        if same(all[i], one) {
            return true;
        }
        i += 1;
    }
    false
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
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
