use crate::{Language, Number, Spec, say};
use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Something to be said: which message, and its arguments. Shown, it is a sentence in the language that is spoken where it is
/// shown ([`Language::current`]).
///
/// ```
/// use words::{Joint, Language, Message, list};
/// let units = ["A1", "A2", "A3"].map(Message::verbatim);
/// assert_eq!(list(units, Joint::And).to_string(), "A1, A2 and A3");
/// assert_eq!(Language::PSEUDO.speak(|| list(["A1", "A2"].map(Message::verbatim), Joint::Or).to_string()), "⟦A1 öŕ A2⟧");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Message(Said);

#[derive(Clone, Debug, PartialEq)]
enum Said {
    Message(&'static Spec, Box<[(&'static str, Arg)]>),
    Verbatim(Cow<'static, str>),
}

/// What makes a message where one is shown: for lists that are there before anybody speaks.
pub type Says = fn() -> Message;

/// An argument of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    Text(Cow<'static, str>),
    /// A short name that no language translates: the code of a unit, the number of a clause.
    Code(ArrayString<15>),
    Number(Number),
    Message(Box<Message>),
}

impl Arg {
    /// A name that no language translates.
    pub fn code(name: impl fmt::Display) -> Arg {
        let mut short = ArrayString::new();
        match fmt::write(&mut short, format_args!("{name}")) {
            Ok(()) => Arg::Code(short),
            Err(_) => Arg::Text(name.to_string().into()),
        }
    }
}

impl Message {
    /// As `say!` makes it, which knows that the arguments are right.
    pub fn new<const N: usize>(spec: &'static Spec, args: [(&'static str, Arg); N]) -> Message {
        Message(Said::Message(spec, Box::new(args)))
    }

    /// What is said as it stands in every language: words that a person wrote, a name, a code.
    pub fn verbatim(text: impl Into<Cow<'static, str>>) -> Message {
        Message(Said::Verbatim(text.into()))
    }

    /// Is there nothing to say?
    pub fn is_empty(&self) -> bool {
        matches!(&self.0, Said::Verbatim(t) if t.is_empty())
    }

    /// The message's id, where it is one of a file's.
    pub fn id(&self) -> Option<&'static str> {
        match &self.0 {
            Said::Message(spec, _) => Some(spec.id),
            Said::Verbatim(_) => None,
        }
    }

    pub fn render(&self, language: Language) -> String {
        match &self.0 {
            Said::Message(spec, args) => spec.render(language, args),
            Said::Verbatim(text) => text.clone().into_owned(),
        }
    }
}

impl Default for Message {
    fn default() -> Message {
        Message::verbatim("")
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Said::Message(..) => f.pad(&self.render(Language::current())),
            Said::Verbatim(text) => f.pad(text),
        }
    }
}

/// Written down, a message is the sentence.
impl Serialize for Message {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

/// A sentence that is read back stays as it was written.
impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Message, D::Error> {
        String::deserialize(d).map(Message::verbatim)
    }
}

impl schemars::JsonSchema for Message {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Message".into()
    }
    fn json_schema(g: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(g)
    }
}

#[cfg(feature = "ts")]
impl ts_rs::TS for Message {
    type WithoutGenerics = Message;
    type OptionInnerType = Message;
    fn name() -> String {
        "string".into()
    }
    fn inline() -> String {
        "string".into()
    }
    fn inline_flattened() -> String {
        "string".into()
    }
    fn decl() -> String {
        ["type", "Message", "=", &Self::name()].join(" ") + ";"
    }
    fn decl_concrete() -> String {
        Self::decl()
    }
}

impl From<Says> for Message {
    fn from(says: Says) -> Message {
        says()
    }
}

impl From<Message> for Arg {
    fn from(m: Message) -> Arg {
        match m.0 {
            Said::Verbatim(text) => Arg::Text(text),
            Said::Message(..) => Arg::Message(Box::new(m)),
        }
    }
}

impl From<&Message> for Arg {
    fn from(m: &Message) -> Arg {
        Arg::from(m.clone())
    }
}

impl From<String> for Arg {
    fn from(t: String) -> Arg {
        Arg::Text(t.into())
    }
}

impl From<&str> for Arg {
    fn from(t: &str) -> Arg {
        Arg::Text(t.to_owned().into())
    }
}

impl From<&&str> for Arg {
    fn from(t: &&str) -> Arg {
        Arg::from(*t)
    }
}

impl From<&String> for Arg {
    fn from(t: &String) -> Arg {
        Arg::from(t.as_str())
    }
}

impl From<&Arc<str>> for Arg {
    fn from(name: &Arc<str>) -> Arg {
        Arg::code(name)
    }
}

impl From<Cow<'static, str>> for Arg {
    fn from(t: Cow<'static, str>) -> Arg {
        Arg::Text(t)
    }
}

impl From<char> for Arg {
    fn from(c: char) -> Arg {
        Arg::code(c)
    }
}

impl From<Number> for Arg {
    fn from(n: Number) -> Arg {
        Arg::Number(n)
    }
}

macro_rules! numbers {
    ($($t:ty),+) => {$(
        impl From<$t> for Arg {
            fn from(n: $t) -> Arg {
                Arg::Number(Number { value: n as f64, decimals: None, signed: false })
            }
        }
        impl From<&$t> for Arg {
            fn from(n: &$t) -> Arg {
                Arg::from(*n)
            }
        }
    )+};
}
numbers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, f64);

/// How the last of a list is joined to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    And,
    Or,
    /// With commas alone.
    Comma,
    /// As items that have commas of their own.
    Semicolon,
}

/// A list as a language writes it. An empty one is nothing.
pub fn list(items: impl IntoIterator<Item = impl Into<Message>>, joint: Joint) -> Message {
    joined(&mut items.into_iter().map(Into::into), joint)
}

// Compiled once, not for each kind of list.
fn joined(items: &mut dyn Iterator<Item = Message>, joint: Joint) -> Message {
    let Some(mut all) = items.next() else { return Message::default() };
    let mut next = items.next();
    while let Some(item) = next {
        next = items.next();
        all = match (joint, &next) {
            (Joint::Semicolon, _) => say!("list-semicolon", before = all, item),
            (Joint::Comma, _) | (_, Some(_)) => say!("list-comma", before = all, item),
            (Joint::And, None) => say!("list-and", before = all, item),
            (Joint::Or, None) => say!("list-or", before = all, item),
        };
    }
    all
}
