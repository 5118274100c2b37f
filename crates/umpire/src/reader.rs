//! What is wrong with JSON that cannot be read, in our own words: where, what stands there, and what should. What the reader itself says
//! is at most a detail of it. A text is read by `serde_json`, and only what it refuses is looked at again here; what is JSON already is read
//! here at once, so that what a book reads is compiled for one reader alone.

use crate::say;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use serde_json::error::Category;
use std::fmt;
use words::{Joint, Message};

/// No more of a text is quoted.
const LONGEST: usize = 40;
/// No more names are listed.
const MOST: usize = 24;

/// Why something cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    /// Line and column, from 1, where there is a text.
    pub at: Option<(usize, usize)>,
    /// The field, such as `orders.A1[2]`; empty where it is the whole.
    pub field: String,
    pub why: Why,
}

/// What is wrong with it.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    NotJson {
        says: String,
    },
    /// Something that was begun is not ended.
    Ends,
    /// Something of another kind should stand there.
    Kind {
        found: Found,
        wanted: Due,
    },
    UnknownField {
        name: String,
        known: &'static [&'static str],
    },
    UnknownChoice {
        name: String,
        known: &'static [&'static str],
    },
    Missing {
        name: &'static str,
    },
    Twice {
        name: &'static str,
    },
    Length {
        length: usize,
        says: String,
    },
    /// It has none of the forms that it may have.
    NoForm,
    /// What it is read into refuses it, in these words.
    Refused {
        says: String,
    },
    /// Only the reader can say.
    Reader {
        says: String,
    },
}

/// What stands there.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    Null,
    Truth(bool),
    Number(String),
    Text(String),
    List,
    Object,
    Other,
}

/// What should stand there.
#[derive(Clone, Debug, PartialEq)]
pub enum Due {
    Null,
    Truth,
    Whole,
    /// A whole number from the first to the second.
    Between(i64, u64),
    Number,
    Text,
    List,
    Object,
    OneOf(&'static [&'static str]),
    /// Only the reader can say.
    Says(String),
}

/// Reads a text, or says what is wrong with it.
pub fn read_json<T: DeserializeOwned>(text: &str) -> Result<T, Unread> {
    serde_json::from_str(text).map_err(|e| {
        let at = (e.line() > 0).then(|| (e.line(), e.column().max(1)));
        match e.classify() {
            Category::Eof => Unread { at, field: String::new(), why: Why::Ends },
            Category::Data => {
                let found = serde_json::from_str(text).ok().and_then(|v| T::deserialize(At(&v)).err());
                let found = found.unwrap_or_else(|| Wrong::new(Why::Reader { says: plain(&e) }));
                Unread { at, ..found.into() }
            }
            Category::Syntax | Category::Io => {
                Unread { at, field: String::new(), why: Why::NotJson { says: plain(&e) } }
            }
        }
    })
}

/// Reads what was JSON, or says what is wrong with it.
pub fn read_value<T: DeserializeOwned>(v: &Value) -> Result<T, Unread> {
    T::deserialize(At(v)).map_err(Unread::from)
}

/// What the reader says, without the place, which stands before it.
fn plain(e: &serde_json::Error) -> String {
    let says = e.to_string();
    let place = format!(" at line {} column {}", e.line(), e.column());
    says.strip_suffix(&place).unwrap_or(&says).to_owned()
}

fn listed(names: &[&'static str]) -> Message {
    words::list(names.iter().take(MOST).map(|n| Message::verbatim(format!("`{n}`"))), Joint::Comma)
}

impl Unread {
    /// With the place.
    pub fn message(&self) -> Message {
        let why = self.why.message();
        let why = if self.field.is_empty() { why } else { say!("unread-field", field = &self.field, why) };
        match self.at {
            Some((line, column)) => say!("unread-at", line, column, why),
            None => why,
        }
    }
}
words::spoken!(Unread);
impl std::error::Error for Unread {}

impl Why {
    /// Without the place.
    pub fn message(&self) -> Message {
        match self {
            Why::NotJson { says } => say!("unread-not-json", says),
            Why::Ends => say!("unread-ends"),
            Why::Kind { found, wanted: Due::Says(says) } => {
                say!("unread-found", found = found.message(), says)
            }
            Why::Kind { found, wanted } => {
                say!("unread-kind", found = found.message(), wanted = wanted.message())
            }
            Why::UnknownField { name, known: [] } => say!("unread-no-fields", name),
            Why::UnknownField { name, known } => say!("unread-unknown-field", name, known = listed(known)),
            Why::UnknownChoice { name, known: [] } => say!("unread-no-choices", name),
            Why::UnknownChoice { name, known } => say!("unread-unknown-choice", name, known = listed(known)),
            Why::Missing { name } => say!("situation-lacks", field = *name),
            Why::Twice { name } => say!("unread-twice", name = *name),
            Why::Length { length, says } => say!("unread-length", length = *length, says),
            Why::NoForm => say!("unread-no-form"),
            Why::Refused { says } => Message::verbatim(says.clone()),
            Why::Reader { says } => say!("unread-reader", says),
        }
    }
}

impl Found {
    fn message(&self) -> Message {
        match self {
            Found::Null => say!("found-null"),
            Found::Truth(t) => say!("found-truth", truth = t.to_string()),
            Found::Number(n) => say!("found-number", number = n),
            Found::Text(t) => say!("found-text", text = t),
            Found::List => say!("found-list"),
            Found::Object => say!("found-object"),
            Found::Other => say!("found-other"),
        }
    }

    fn of(v: &Value) -> Found {
        match v {
            Value::Null => Found::Null,
            Value::Bool(t) => Found::Truth(*t),
            Value::Number(n) => Found::Number(n.to_string()),
            Value::String(t) => Found::text(t),
            Value::Array(_) => Found::List,
            Value::Object(_) => Found::Object,
        }
    }

    fn text(t: &str) -> Found {
        let short: String = t.chars().take(LONGEST).collect();
        Found::Text(if short.len() < t.len() { short + "…" } else { short })
    }
}

impl From<Unexpected<'_>> for Found {
    fn from(u: Unexpected<'_>) -> Found {
        match u {
            Unexpected::Bool(t) => Found::Truth(t),
            Unexpected::Unsigned(n) => Found::Number(n.to_string()),
            Unexpected::Signed(n) => Found::Number(n.to_string()),
            Unexpected::Float(n) => Found::Number(n.to_string()),
            Unexpected::Char(c) => Found::text(c.encode_utf8(&mut [0; 4])),
            Unexpected::Str(t) => Found::text(t),
            Unexpected::Unit | Unexpected::Option => Found::Null,
            Unexpected::Seq => Found::List,
            Unexpected::Map | Unexpected::StructVariant | Unexpected::NewtypeVariant => Found::Object,
            _ => Found::Other,
        }
    }
}

impl Due {
    fn message(&self) -> Message {
        match self {
            Due::Null => say!("found-null"),
            Due::Truth => say!("wanted-truth"),
            Due::Whole => say!("wanted-whole"),
            Due::Between(least, most) => {
                say!("wanted-between", least = least.to_string(), most = most.to_string())
            }
            Due::Number => say!("wanted-number"),
            Due::Text => say!("wanted-text"),
            Due::List => say!("found-list"),
            Due::Object => say!("found-object"),
            Due::OneOf(names) => say!("wanted-one-of", names = listed(names)),
            Due::Says(says) => Message::verbatim(says.clone()),
        }
    }
}

/// A part of the way to a field.
#[derive(Clone, Debug)]
enum Step {
    Name(String),
    Place(usize),
}

/// What is wrong. It is handed on from everything that is read, and seldom made: so it is no larger than need be.
#[derive(Debug)]
struct Wrong(Box<Mistake>);

/// What is wrong, with the way to it from the inside out.
#[derive(Debug)]
struct Mistake {
    way: Vec<Step>,
    why: Why,
}

impl Wrong {
    #[cold]
    fn new(why: Why) -> Wrong {
        Wrong(Box::new(Mistake { way: Vec::new(), why }))
    }

    fn kind(v: &Value, wanted: Due) -> Wrong {
        Wrong::new(Why::Kind { found: Found::of(v), wanted })
    }

    /// More than there is a place for.
    fn long(length: usize, taken: usize) -> Wrong {
        Wrong::new(Why::Length { length, says: taken.to_string() })
    }

    fn under(mut self, name: &str) -> Wrong {
        self.0.way.push(Step::Name(name.into()));
        self
    }

    fn at(mut self, place: usize) -> Wrong {
        self.0.way.push(Step::Place(place));
        self
    }

    /// What was wanted in this very place, where only the reader has said so.
    fn wanting(mut self, wanted: Due) -> Wrong {
        if let (true, Why::Kind { wanted: w @ Due::Says(_), .. }) = (self.0.way.is_empty(), &mut self.0.why) {
            *w = wanted;
        }
        self
    }
}

impl From<Wrong> for Unread {
    fn from(w: Wrong) -> Unread {
        let mut field = String::new();
        for step in w.0.way.iter().rev() {
            match step {
                Step::Name(n) if field.is_empty() => field.push_str(n),
                Step::Name(n) => field.extend([".", n]),
                Step::Place(n) => field.push_str(&format!("[{n}]")),
            }
        }
        Unread { at: None, field, why: w.0.why }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.why.message().fmt(f)
    }
}
impl std::error::Error for Wrong {}

impl de::Error for Wrong {
    fn custom<T: fmt::Display>(says: T) -> Wrong {
        let says = says.to_string();
        // The reader tells it by these words alone.
        Wrong::new(match says.starts_with("data did not match any variant") {
            true => Why::NoForm,
            false => Why::Refused { says },
        })
    }
    fn invalid_type(found: Unexpected<'_>, wanted: &dyn Expected) -> Wrong {
        Wrong::new(Why::Kind { found: found.into(), wanted: Due::Says(wanted.to_string()) })
    }
    fn invalid_value(found: Unexpected<'_>, wanted: &dyn Expected) -> Wrong {
        Wrong::new(Why::Kind { found: found.into(), wanted: Due::Says(wanted.to_string()) })
    }
    fn invalid_length(length: usize, wanted: &dyn Expected) -> Wrong {
        Wrong::new(Why::Length { length, says: wanted.to_string() })
    }
    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Wrong {
        Wrong::new(Why::UnknownChoice { name: name.into(), known })
    }
    fn unknown_field(name: &str, known: &'static [&'static str]) -> Wrong {
        Wrong::new(Why::UnknownField { name: name.into(), known })
    }
    fn missing_field(name: &'static str) -> Wrong {
        Wrong::new(Why::Missing { name })
    }
    fn duplicate_field(name: &'static str) -> Wrong {
        Wrong::new(Why::Twice { name })
    }
}

/// A value that is read.
#[derive(Clone, Copy)]
struct At<'a>(&'a Value);

// Each kind has a reader of its own: one for all of them would be compiled whole for everything that is read. And each is a plain match:
// a closure handed to `map` would be compiled for everything that is read, too.

fn number<'a, V: Visitor<'a>>(n: &serde_json::Number, visitor: V) -> Result<V::Value, Wrong> {
    match (n.as_u64(), n.as_i64(), n.as_f64()) {
        (Some(n), _, _) => visitor.visit_u64(n),
        (_, Some(n), _) => visitor.visit_i64(n),
        (_, _, n) => visitor.visit_f64(n.unwrap_or(f64::NAN)),
    }
}

fn list<'a, V: Visitor<'a>>(all: &'a [Value], visitor: V) -> Result<V::Value, Wrong> {
    let mut parts = Parts { rest: all.iter().enumerate() };
    let read = visitor.visit_seq(&mut parts)?;
    match parts.rest.len() {
        0 => Ok(read),
        left => Err(Wrong::long(all.len(), all.len() - left)),
    }
}

fn object<'a, V: Visitor<'a>>(
    all: &'a serde_json::Map<String, Value>,
    visitor: V,
) -> Result<V::Value, Wrong> {
    let mut fields = Fields { rest: all.iter(), value: None };
    let read = visitor.visit_map(&mut fields)?;
    match fields.rest.len() {
        0 => Ok(read),
        left => Err(Wrong::long(all.len(), all.len() - left)),
    }
}

macro_rules! whole_numbers {
    ($($read:ident $kind:ty),*) => {$(
        fn $read<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
            match self.0 {
                Value::Number(n) => number(n, visitor).map_err(|e| match whole(n) {
                    // Too great or too small for its place.
                    Some(n) if <$kind>::try_from(n).is_err() => {
                        e.wanting(Due::Between(<$kind>::MIN as i64, <$kind>::MAX as u64))
                    }
                    Some(_) => e,
                    None => e.wanting(Due::Whole),
                }),
                v => Err(Wrong::kind(v, Due::Whole)),
            }
        }
    )*};
}

fn whole(n: &serde_json::Number) -> Option<i128> {
    n.as_u64().map(i128::from).or(n.as_i64().map(i128::from))
}

macro_rules! numbers {
    ($($read:ident $wanted:ident),*) => {$(
        fn $read<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
            match self.0 {
                Value::Number(n) => number(n, visitor).map_err(|e| e.wanting(Due::$wanted)),
                v => Err(Wrong::kind(v, Due::$wanted)),
            }
        }
    )*};
}

impl<'a> de::Deserializer<'a> for At<'a> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(t) => visitor.visit_bool(*t),
            Value::Number(n) => number(n, visitor),
            Value::String(t) => visitor.visit_borrowed_str(t),
            Value::Array(all) => list(all, visitor),
            Value::Object(all) => object(all, visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_unit()
    }

    whole_numbers!(
        deserialize_u8 u8, deserialize_u16 u16, deserialize_u32 u32, deserialize_u64 u64,
        deserialize_i8 i8, deserialize_i16 i16, deserialize_i32 i32, deserialize_i64 i64
    );
    numbers!(deserialize_u128 Whole, deserialize_i128 Whole, deserialize_f32 Number, deserialize_f64 Number);

    fn deserialize_bool<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Bool(t) => visitor.visit_bool(*t),
            v => Err(Wrong::kind(v, Due::Truth)),
        }
    }

    fn deserialize_str<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::String(t) => visitor.visit_borrowed_str(t),
            v => Err(Wrong::kind(v, Due::Text)),
        }
    }

    fn deserialize_string<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            v => Err(Wrong::kind(v, Due::Null)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'a>>(self, _: &'static str, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Array(all) => list(all, visitor),
            v => Err(Wrong::kind(v, Due::List)),
        }
    }

    fn deserialize_tuple<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Object(all) => object(all, visitor),
            v => Err(Wrong::kind(v, Due::Object)),
        }
    }

    fn deserialize_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(Chosen { name, value: None }),
            Value::Object(all) if all.len() == 1 => match all.iter().next() {
                Some((name, v)) => visitor.visit_enum(Chosen { name, value: Some(v) }),
                None => Err(Wrong::kind(self.0, Due::OneOf(variants))),
            },
            v => Err(Wrong::kind(v, Due::OneOf(variants))),
        }
    }

    forward_to_deserialize_any! { <V: Visitor<'a>> bytes byte_buf }
}

/// What is left of a list.
struct Parts<'a> {
    rest: std::iter::Enumerate<std::slice::Iter<'a, Value>>,
}

impl<'a> de::SeqAccess<'a> for &mut Parts<'a> {
    type Error = Wrong;

    fn next_element_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<Option<S::Value>, Wrong> {
        let Some((n, v)) = self.rest.next() else { return Ok(None) };
        match seed.deserialize(At(v)) {
            Ok(read) => Ok(Some(read)),
            Err(e) => Err(e.at(n)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// What is left of an object.
struct Fields<'a> {
    rest: serde_json::map::Iter<'a>,
    value: Option<(&'a str, &'a Value)>,
}

impl<'a> de::MapAccess<'a> for &mut Fields<'a> {
    type Error = Wrong;

    fn next_key_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<Option<S::Value>, Wrong> {
        let Some((name, v)) = self.rest.next() else { return Ok(None) };
        self.value = Some((name, v));
        match seed.deserialize(Key(name)) {
            Ok(read) => Ok(Some(read)),
            Err(e) => Err(e),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<S::Value, Wrong> {
        match self.value.take() {
            Some((name, v)) => match seed.deserialize(At(v)) {
                Ok(read) => Ok(read),
                Err(e) => Err(e.under(name)),
            },
            None => Err(Wrong::new(Why::NoForm)),
        }
    }
}

/// The name of a field, which is a number or a choice where the names are such.
#[derive(Clone, Copy)]
struct Key<'a>(&'a str);

macro_rules! keys {
    ($($read:ident $visit:ident),*) => {$(
        fn $read<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
            match self.0.parse() {
                Ok(n) => visitor.$visit(n),
                Err(_) => Err(Wrong::new(Why::Kind { found: Found::text(self.0), wanted: Due::Whole })),
            }
        }
    )*};
}

impl<'a> de::Deserializer<'a> for Key<'a> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_borrowed_str(self.0)
    }

    keys!(
        deserialize_u8 visit_u8, deserialize_u16 visit_u16, deserialize_u32 visit_u32, deserialize_u64 visit_u64,
        deserialize_i8 visit_i8, deserialize_i16 visit_i16, deserialize_i32 visit_i32, deserialize_i64 visit_i64,
        deserialize_u128 visit_u128, deserialize_i128 visit_i128
    );

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_enum(Chosen { name: self.0, value: None })
    }

    forward_to_deserialize_any! {
        <V: Visitor<'a>> bool f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}

/// One of several, with what belongs to it.
struct Chosen<'a> {
    name: &'a str,
    value: Option<&'a Value>,
}

impl<'a> de::EnumAccess<'a> for Chosen<'a> {
    type Error = Wrong;
    type Variant = Chosen<'a>;

    fn variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<(S::Value, Chosen<'a>), Wrong> {
        seed.deserialize(self.name.into_deserializer()).map(|v| (v, self))
    }
}

impl<'a> Chosen<'a> {
    fn value(&self) -> At<'a> {
        At(self.value.unwrap_or(&Value::Null))
    }
}

impl<'a> de::VariantAccess<'a> for Chosen<'a> {
    type Error = Wrong;

    fn unit_variant(self) -> Result<(), Wrong> {
        <() as de::Deserialize>::deserialize(self.value()).map_err(|e| e.under(self.name))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<S::Value, Wrong> {
        seed.deserialize(self.value()).map_err(|e| e.under(self.name))
    }

    fn tuple_variant<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Wrong> {
        de::Deserializer::deserialize_seq(self.value(), visitor).map_err(|e| e.under(self.name))
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        de::Deserializer::deserialize_map(self.value(), visitor).map_err(|e| e.under(self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "snake_case")]
    struct Unit {
        men: u8,
        #[serde(default)]
        width: f64,
        #[serde(default)]
        arm: Option<Arm>,
        #[serde(default)]
        orders: BTreeMap<String, Order>,
        #[serde(default)]
        places: Vec<[f64; 2]>,
        #[serde(default)]
        named: bool,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Arm {
        Infantry,
        Cavalry { mounted: bool },
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(untagged)]
    enum Order {
        Slip(String),
        March { paces: f64 },
    }

    fn wrong(v: Value) -> (String, Why) {
        let e = read_value::<Unit>(&v).expect_err("it cannot be read");
        (e.field, e.why)
    }

    #[test]
    fn what_is_wrong_is_told_with_its_field() {
        let whole = json!({
            "men": 3, "width": 1.5, "arm": { "cavalry": { "mounted": true } }, "named": true,
            "orders": { "A1": "halt", "A2": { "paces": 2 } }, "places": [[1, 2]],
        });
        let march = Order::March { paces: 2.0 };
        let read = Unit {
            men: 3,
            width: 1.5,
            arm: Some(Arm::Cavalry { mounted: true }),
            orders: BTreeMap::from([("A1".into(), Order::Slip("halt".into())), ("A2".into(), march)]),
            places: vec![[1.0, 2.0]],
            named: true,
        };
        assert_eq!(read_value::<Unit>(&whole).unwrap(), read);
        let kind = |found, wanted| Why::Kind { found, wanted };
        assert_eq!(wrong(json!({})), (String::new(), Why::Missing { name: "men" }));
        assert_eq!(
            wrong(json!({ "men": "many" })),
            ("men".into(), kind(Found::Text("many".into()), Due::Whole))
        );
        assert_eq!(
            wrong(json!({ "men": 1.5 })),
            ("men".into(), kind(Found::Number("1.5".into()), Due::Whole))
        );
        for n in [-1, 256] {
            let found = Found::Number(n.to_string());
            assert_eq!(wrong(json!({ "men": n })), ("men".into(), kind(found, Due::Between(0, 255))));
        }
        let says = read_value::<Unit>(&json!({ "men": 256 })).unwrap_err().to_string();
        assert_eq!(says, "men: the number 256 stands where a whole number from 0 to 255 should");
        assert_eq!(wrong(json!({ "men": 1, "named": 0 })).0, "named");
        assert_eq!(
            wrong(json!({ "men": 1, "places": [[1, 2], [3, "x"]] })),
            ("places[1][1]".into(), kind(Found::Text("x".into()), Due::Number))
        );
        assert_eq!(
            wrong(json!({ "men": 1, "places": {} })),
            ("places".into(), kind(Found::Object, Due::List))
        );
        let known: &[&str] = &["infantry", "cavalry"];
        assert_eq!(
            wrong(json!({ "men": 1, "arm": "guns" })),
            ("arm".into(), Why::UnknownChoice { name: "guns".into(), known })
        );
        assert_eq!(
            wrong(json!({ "men": 1, "arm": 7 })),
            ("arm".into(), kind(Found::Number("7".into()), Due::OneOf(known)))
        );
        assert_eq!(
            wrong(json!({ "men": 1, "arm": { "cavalry": { "mounted": "no" } } })),
            ("arm.cavalry.mounted".into(), kind(Found::Text("no".into()), Due::Truth))
        );
        assert_eq!(wrong(json!({ "men": 1, "orders": { "A1": 7 } })), ("orders.A1".into(), Why::NoForm));
        let (field, Why::UnknownField { name, .. }) = wrong(json!({ "men": 1, "mne": 2 })) else { panic!() };
        assert_eq!((field.as_str(), name.as_str()), ("", "mne"));
    }

    #[test]
    fn names_are_read_as_what_they_are_and_nothing_is_left_over() {
        #[derive(Debug, PartialEq, PartialOrd, Eq, Ord, Deserialize)]
        struct Id(u16);
        #[derive(Debug, PartialEq, PartialOrd, Eq, Ord, Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Arm {
            Horse,
            Foot,
        }
        let by_number = json!({ "3": 1, "12": 2 });
        assert_eq!(read_value::<BTreeMap<Id, u8>>(&by_number).unwrap(), [(Id(3), 1), (Id(12), 2)].into());
        assert_eq!(read_value::<BTreeMap<i8, u8>>(&json!({ "-3": 1 })).unwrap(), [(-3, 1)].into());
        assert_eq!(read_value::<BTreeMap<Arm, u8>>(&json!({ "foot": 1 })).unwrap(), [(Arm::Foot, 1)].into());
        let e = read_value::<BTreeMap<Id, u8>>(&json!({ "70000": 1 })).unwrap_err();
        assert_eq!(e.why, Why::Kind { found: Found::Text("70000".into()), wanted: Due::Whole });
        let e = read_value::<BTreeMap<Arm, u8>>(&json!({ "guns": 1 })).unwrap_err();
        assert!(matches!(e.why, Why::UnknownChoice { .. }), "{e:?}");
        assert_eq!(read_value::<(u8, u8)>(&json!([1, 2])).unwrap(), (1, 2));
        let e = read_value::<Vec<(u8, u8)>>(&json!([[1, 2], [1, 2, 3]])).unwrap_err();
        assert_eq!((e.field.as_str(), e.why), ("[1]", Why::Length { length: 3, says: "2".into() }));
        assert!(read_value::<(u8, u8)>(&json!([1])).is_err());
    }

    #[test]
    fn of_a_text_the_line_and_the_column_are_told() {
        let e = read_json::<Unit>("{\n  \"men\": 3,\n  \"width\": \"wide\"\n}").unwrap_err();
        assert_eq!((e.at.map(|(line, _)| line), e.field.as_str()), (Some(3), "width"));
        let e = read_json::<Unit>("{\n \"men\": }").unwrap_err();
        assert_eq!(e.at, Some((2, 9)));
        assert!(matches!(e.why, Why::NotJson { .. }));
        assert!(!e.message().to_string().contains("at line"), "{e}");
        assert_eq!(read_json::<Unit>("{ \"men\": 3").unwrap_err().why, Why::Ends);
        // Told by the reader alone, since what is written twice is read once.
        let e = read_json::<Unit>("{ \"men\": 3, \"men\": 4 }").unwrap_err();
        assert!(e.at.is_some() && matches!(e.why, Why::Reader { .. }), "{e:?}");
    }
}
