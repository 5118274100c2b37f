//! Reading a person's TOML with every mistake kept: where it stands, what is wrong, what would be right.

use crate::format::Called;
use crate::{Fault, Format, Mistake, Section, Type, say};
use serde::Serialize;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use umpire::{Clause, Reading, Readings};
use words::Message;

/// Mistakes beyond this many are only counted.
const SHOWN: usize = 100;

/// The mistakes found so far in a file of a book.
#[derive(Debug)]
pub struct Sheet {
    pub mistakes: Vec<Mistake>,
    more: usize,
    format: &'static Format,
}

/// A table of the file: what it is called in messages, what it holds, where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Tab<'a> {
    called: Called,
    keys: &'static [&'static str],
    table: &'a DeTable<'a>,
    start: usize,
    end: usize,
}

/// A value of the file and where it stands.
pub type Value<'a> = &'a Spanned<DeValue<'a>>;

/// What was read, and where it stands.
pub type Found<T> = Option<(T, Range<usize>)>;

/// What stands in a list: a text, a table or something else.
#[derive(Clone, Debug)]
pub enum Item<'a> {
    Text(String),
    Table(Tab<'a>),
    Other,
}

/// Where something stands in the file it came from. Two things are the same wherever they were written.
#[derive(Clone, Debug, Default)]
pub struct At(pub Option<Range<usize>>);

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

impl From<Range<usize>> for At {
    fn from(r: Range<usize>) -> At {
        At(Some(r))
    }
}

impl<'a> Tab<'a> {
    pub(crate) fn new(section: &Section, table: &'a DeTable<'a>, at: Range<usize>) -> Tab<'a> {
        Tab { called: section.called, keys: section.keys, table, start: at.start, end: at.end }
    }

    /// What messages call it.
    pub fn what(&self) -> Message {
        self.called.message()
    }

    pub fn at(&self) -> Range<usize> {
        self.start..self.end
    }

    pub fn get(&self, key: &str) -> Option<Value<'a>> {
        self.table.get(key)
    }

    pub fn has(&self, key: &str) -> bool {
        self.table.get(key).is_some()
    }

    pub fn is_text(&self, key: &str) -> bool {
        self.get(key).is_some_and(|v| matches!(v.get_ref(), DeValue::String(_)))
    }

    /// Where a key's value stands, or else the table.
    pub fn at_key(&self, key: &str) -> Range<usize> {
        self.get(key).map_or(self.at(), Spanned::span)
    }

    /// May this key stand here?
    pub fn takes(&self, key: &str) -> bool {
        self.keys.contains(&key)
    }
}

/// The nearest of some known words, if one is near.
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let word: String = word.chars().take(64).collect();
    known
        .into_iter()
        .map(|k| (strsim::levenshtein(&word.to_ascii_lowercase(), &k.to_ascii_lowercase()), k))
        .filter(|(d, k)| *d <= 2.max(k.chars().count() / 3))
        .min_by_key(|(d, _)| *d)
        .map(|(_, k)| k)
}

pub(crate) fn type_of(v: &DeValue<'_>) -> Type {
    match v {
        DeValue::String(_) => Type::Text,
        DeValue::Integer(_) | DeValue::Float(_) => Type::Number,
        DeValue::Boolean(_) => Type::Truth,
        DeValue::Datetime(_) => Type::Date,
        DeValue::Array(_) => Type::List,
        DeValue::Table(_) => Type::Table,
    }
}

/// Enough of a text to know it by.
pub fn short(t: &str) -> String {
    t.chars().take(40).collect()
}

/// The word by which a thing is called in files.
pub fn name_of<T: Serialize>(x: &T) -> String {
    toml::Value::try_from(x).ok().and_then(|v| v.as_str().map(Into::into)).unwrap_or_default()
}

/// A number however it is written; `None` when it is none or none that anybody measures with.
pub(crate) fn number_of(v: &DeValue<'_>) -> Option<f64> {
    match v {
        DeValue::Integer(i) => {
            let s: String = i.as_str().chars().filter(|c| *c != '_').collect();
            i64::from_str_radix(&s, i.radix()).ok().map(|n| n as f64)
        }
        DeValue::Float(x) => {
            let s: String = x.as_str().chars().filter(|c| *c != '_').collect();
            s.parse().ok()
        }
        _ => None,
    }
    .filter(|n: &f64| n.is_finite() && n.abs() <= 1.0e6)
}

impl Sheet {
    /// A clean sheet.
    pub fn of(format: &'static Format) -> Sheet {
        Sheet { mistakes: Vec::new(), more: 0, format }
    }

    /// What lengths are measured in.
    pub fn unit(&self) -> Message {
        self.format.unit.message()
    }

    pub(crate) fn format(&self) -> &'static Format {
        self.format
    }

    pub fn push(&mut self, m: Mistake) {
        if self.mistakes.len() < SHOWN {
            self.mistakes.push(m);
        } else {
            self.more += 1;
        }
    }

    /// Notes what is wrong in files of any book.
    pub fn fault(&mut self, at: impl Into<Option<Range<usize>>>, fault: Fault) {
        self.push(Mistake::of(at, &fault));
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.mistakes.len() + self.more
    }

    pub fn is_clean(&self) -> bool {
        self.mistakes.is_empty()
    }

    /// All mistakes in the order of the file.
    pub fn finish(mut self) -> Vec<Mistake> {
        self.mistakes.sort_by_key(|m| m.at.as_ref().map_or(0, |r| r.start));
        if self.more > 0 {
            self.mistakes.push(Mistake::of(None, &Fault::More { count: self.more }));
        }
        self.mistakes
    }

    /// Reports keys that mean nothing here.
    pub(crate) fn known(&mut self, t: &Tab<'_>) {
        for (k, _) in t.table.iter() {
            let key: &str = k.get_ref();
            if !t.keys.contains(&key) {
                self.fault(k.span(), Fault::UnknownKey { of: t.what(), key: key.into(), known: t.keys });
            }
        }
    }

    fn wrong_type(&mut self, t: &Tab<'_>, key: &str, v: Value<'_>, want: Type) {
        let is = type_of(v.get_ref());
        self.fault(v.span(), Fault::WrongType { of: t.what(), key: key.into(), is, want });
    }

    /// Reports a key that is missing.
    pub fn missing(&mut self, t: &Tab<'_>, key: &str, right: Message) {
        self.fault(t.at(), Fault::Missing { of: t.what(), key: key.into(), right });
    }

    /// Reports a key that is missing.
    pub fn need(&mut self, t: &Tab<'_>, key: &str, right: impl FnOnce() -> Message) {
        if !t.has(key) {
            self.missing(t, key, right());
        }
    }

    /// Reads something that a clause speaks of: what is wrong with it is wrong by that clause.
    pub fn under<T>(&mut self, law: fn() -> Clause, read: impl FnOnce(&mut Sheet) -> T) -> T {
        let before = self.mistakes.len();
        let made = read(self);
        for m in &mut self.mistakes[before..] {
            m.clause.get_or_insert_with(|| law().id());
        }
        made
    }

    pub fn text(&mut self, t: &Tab<'_>, key: &str) -> Found<String> {
        let v = t.get(key)?;
        match v.get_ref() {
            DeValue::String(s) => Some((s.to_string(), v.span())),
            _ => {
                self.wrong_type(t, key, v, Type::Text);
                None
            }
        }
    }

    /// A text, empty where there is none.
    pub fn text_or_none(&mut self, t: &Tab<'_>, key: &str) -> String {
        self.text(t, key).map_or(String::new(), |(x, _)| x)
    }

    /// A text that must be there.
    pub fn must_text(&mut self, t: &Tab<'_>, key: &str, right: impl FnOnce() -> Message) -> String {
        self.need(t, key, right);
        self.text_or_none(t, key)
    }

    pub fn truth(&mut self, t: &Tab<'_>, key: &str) -> Option<bool> {
        let v = t.get(key)?;
        match v.get_ref() {
            DeValue::Boolean(b) => Some(*b),
            _ => {
                self.wrong_type(t, key, v, Type::Truth);
                None
            }
        }
    }

    /// Is it said to be so?
    pub fn flag(&mut self, t: &Tab<'_>, key: &str) -> bool {
        self.truth(t, key).unwrap_or(false)
    }

    pub fn number(&mut self, t: &Tab<'_>, key: &str) -> Found<f64> {
        let v = t.get(key)?;
        match (number_of(v.get_ref()), v.get_ref()) {
            (Some(n), _) => Some((n, v.span())),
            (None, DeValue::Integer(_) | DeValue::Float(_)) => {
                self.fault(v.span(), Fault::NoNumber { of: t.what(), key: key.into() });
                None
            }
            _ => {
                self.wrong_type(t, key, v, Type::Number);
                None
            }
        }
    }

    /// A number that must be there.
    pub fn must_number(&mut self, t: &Tab<'_>, key: &str) -> Option<f64> {
        let unit = self.format.unit;
        self.need(t, key, || say!("right-number-in", unit = unit.message()));
        self.number(t, key).map(|(n, _)| n)
    }

    pub fn whole(&mut self, t: &Tab<'_>, key: &str, range: [i64; 2]) -> Found<i64> {
        let (n, at) = self.number(t, key)?;
        if n.fract() != 0.0 || n < range[0] as f64 || n > range[1] as f64 {
            self.fault(at, Fault::NotWhole { of: t.what(), key: key.into(), given: n, range });
            return None;
        }
        Some((n as i64, at))
    }

    fn section(&self, id: &str) -> &'static Section {
        self.format.section(id).expect("a book's reader opens only sections of its format")
    }

    /// A table of a value, with its unknown keys reported.
    pub fn table_in<'a>(&mut self, v: Value<'a>, section: &str) -> Option<Tab<'a>> {
        let DeValue::Table(x) = v.get_ref() else { return None };
        let t = Tab::new(self.section(section), x, v.span());
        self.known(&t);
        Some(t)
    }

    /// The table of this section, with its unknown keys reported.
    pub fn table<'a>(&mut self, t: &Tab<'a>, section: &str) -> Option<Tab<'a>> {
        let key = self.section(section).key();
        let v = t.get(key)?;
        let found = self.table_in(v, section);
        if found.is_none() {
            self.wrong_type(t, key, v, Type::Table);
        }
        found
    }

    pub fn list<'a>(&mut self, t: &Tab<'a>, key: &str) -> Option<&'a [Spanned<DeValue<'a>>]> {
        let v = t.get(key)?;
        match v.get_ref() {
            DeValue::Array(a) => Some(a),
            _ => {
                self.wrong_type(t, key, v, Type::List);
                None
            }
        }
    }

    /// Tables written `[[like.this]]`, at most so many, with their unknown keys reported.
    pub fn tables<'a>(&mut self, t: &Tab<'a>, section: &str, most: usize) -> Vec<Tab<'a>> {
        let s = self.section(section);
        let list = self.list(t, s.key()).unwrap_or_default();
        if list.len() > most {
            self.fault(
                list[most].span(),
                Fault::TooMany { what: s.called.message(), given: list.len(), most },
            );
        }
        let mut out = Vec::new();
        for v in list.iter().take(most) {
            match self.table_in(v, section) {
                Some(t) => out.push(t),
                None => {
                    let is = type_of(v.get_ref());
                    self.fault(
                        v.span(),
                        Fault::NoTable { key: s.key().into(), is, want: s.called.message() },
                    );
                }
            }
        }
        out
    }

    /// One of some words.
    pub fn word<T: Copy>(&mut self, t: &Tab<'_>, key: &str, words: &[(&str, T)]) -> Found<T> {
        let (given, at) = self.text(t, key)?;
        match words.iter().find(|(w, _)| *w == given) {
            Some((_, x)) => Some((*x, at)),
            None => {
                let known = words.iter().map(|(w, _)| (*w).into()).collect();
                self.fault(at, Fault::UnknownWord { of: t.what(), key: key.into(), given, known });
                None
            }
        }
    }

    /// One of some things by the words they have in files.
    pub fn word_of<T: Copy + Serialize>(&mut self, t: &Tab<'_>, key: &str, all: &[T]) -> Found<T> {
        let words: Vec<(String, T)> = all.iter().map(|x| (name_of(x), *x)).collect();
        let words: Vec<(&str, T)> = words.iter().map(|(w, x)| (w.as_str(), *x)).collect();
        self.word(t, key, &words)
    }

    /// The texts of a list, each with its place; `wrong` is said of what is no text.
    pub fn texts(
        &mut self,
        t: &Tab<'_>,
        key: &str,
        wrong: impl Fn(Range<usize>) -> Mistake,
    ) -> Option<Vec<(String, Range<usize>)>> {
        let mut out = Vec::new();
        for v in self.list(t, key)? {
            match v.get_ref() {
                DeValue::String(x) => out.push((x.to_string(), v.span())),
                _ => self.push(wrong(v.span())),
            }
        }
        Some(out)
    }

    /// What stands in a list of texts and tables of a section.
    pub fn item<'a>(&mut self, v: Value<'a>, section: &str) -> Item<'a> {
        match v.get_ref() {
            DeValue::String(x) => Item::Text(x.to_string()),
            _ => self.table_in(v, section).map_or(Item::Other, Item::Table),
        }
    }

    /// The table `[readings]`: the readings chosen, the defaults of the book for the others.
    pub fn readings(&mut self, root: &Tab<'_>, all: &[Reading]) -> Readings {
        let mut r = Readings::defaults(all);
        let Some(v) = root.get("readings") else { return r };
        let DeValue::Table(t) = v.get_ref() else {
            self.wrong_type(root, "readings", v, Type::Table);
            return r;
        };
        for (k, v) in t.iter() {
            let id: &str = k.get_ref();
            let Some(known) = all.iter().find(|x| x.id == id) else {
                let near = nearest(id, all.iter().map(|x| x.id.as_str())).map(Into::into);
                self.fault(k.span(), Fault::NoReading { given: id.into(), near, book: self.format.book });
                continue;
            };
            let given = match v.get_ref() {
                DeValue::String(x) => Some(x.to_string()),
                other => number_of(other).map(|n| n.to_string()),
            };
            let default = known.default.clone();
            let Some(given) = given else {
                self.fault(v.span(), Fault::ReadingType { reading: id.into(), default });
                continue;
            };
            match r.with(all, id, &short(&given)) {
                Ok(next) => r = next,
                Err(e) => {
                    let question = known.question.clone();
                    self.fault(v.span(), Fault::ReadingValue { says: e.message(), question, default });
                }
            }
        }
        r
    }
}
