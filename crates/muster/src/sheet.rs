//! Reading a person's TOML with every mistake kept: where it stands, what is wrong, what would be right.

use crate::Mistake;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use umpire::{Reading, Readings};

/// Mistakes beyond this many are only counted.
const SHOWN: usize = 100;

/// The mistakes found so far.
#[derive(Debug, Default)]
pub struct Sheet {
    pub mistakes: Vec<Mistake>,
    more: usize,
    /// What lengths are measured in, for messages.
    unit: &'static str,
}

/// A table of the file: what it is called in messages, what it holds, where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Tab<'a> {
    pub what: &'static str,
    pub table: &'a DeTable<'a>,
    start: usize,
    end: usize,
}

/// A value and where it stands.
pub type Found<T> = Option<(T, Range<usize>)>;

impl<'a> Tab<'a> {
    pub fn new(what: &'static str, table: &'a DeTable<'a>, at: Range<usize>) -> Tab<'a> {
        Tab { what, table, start: at.start, end: at.end }
    }

    pub fn at(&self) -> Range<usize> {
        self.start..self.end
    }

    pub fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    pub fn has(&self, key: &str) -> bool {
        self.table.get(key).is_some()
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

fn kind(v: &DeValue<'_>) -> &'static str {
    match v {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// Enough of a text to know it by.
pub fn short(t: &str) -> String {
    t.chars().take(40).collect()
}

/// A number however it is written; `None` when it is none or none that anybody measures with.
pub fn number_of(v: &DeValue<'_>) -> Option<f64> {
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
    /// A clean sheet of a book that measures in this unit.
    pub fn of(unit: &'static str) -> Sheet {
        Sheet { unit, ..Sheet::default() }
    }

    pub fn push(&mut self, m: Mistake) {
        if self.mistakes.len() < SHOWN {
            self.mistakes.push(m);
        } else {
            self.more += 1;
        }
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
            self.mistakes.push(Mistake::new(None, format!("and {} more mistakes", self.more)));
        }
        self.mistakes
    }

    /// Reports keys that mean nothing here.
    pub fn known(&mut self, t: &Tab<'_>, keys: &[&str]) {
        for (k, _) in t.table.iter() {
            let name: &str = k.get_ref();
            if keys.contains(&name) {
                continue;
            }
            let shown: String = name.chars().take(40).collect();
            let right = match nearest(name, keys.iter().copied()) {
                Some(n) => format!("did you mean `{n}`?"),
                None => format!("{} knows {}", t.what, keys.join(", ")),
            };
            self.push(Mistake::new(k.span(), format!("{} has no `{shown}`", t.what)).right(right));
        }
    }

    fn wrong_type(&mut self, t: &Tab<'_>, key: &str, v: &Spanned<DeValue<'_>>, want: &str) {
        self.push(
            Mistake::new(v.span(), format!("`{key}` of {} is {}", t.what, kind(v.get_ref())))
                .right(format!("it must be {want}")),
        );
    }

    /// Reports a key that is missing.
    pub fn missing(&mut self, t: &Tab<'_>, key: &str, right: &str) {
        self.push(Mistake::new(t.at(), format!("{} needs `{key}`", t.what)).right(right));
    }

    pub fn text(&mut self, t: &Tab<'_>, key: &str) -> Found<String> {
        let v = t.get(key)?;
        match v.get_ref() {
            DeValue::String(s) => Some((s.to_string(), v.span())),
            _ => {
                self.wrong_type(t, key, v, "a text");
                None
            }
        }
    }

    pub fn truth(&mut self, t: &Tab<'_>, key: &str) -> Found<bool> {
        let v = t.get(key)?;
        match v.get_ref() {
            DeValue::Boolean(b) => Some((*b, v.span())),
            _ => {
                self.wrong_type(t, key, v, "true or false");
                None
            }
        }
    }

    pub fn number(&mut self, t: &Tab<'_>, key: &str) -> Found<f64> {
        let v = t.get(key)?;
        match (number_of(v.get_ref()), v.get_ref()) {
            (Some(n), _) => Some((n, v.span())),
            (None, DeValue::Integer(_) | DeValue::Float(_)) => {
                self.push(
                    Mistake::new(v.span(), format!("`{key}` of {} is no sensible number", t.what))
                        .right("from -1000000 to 1000000"),
                );
                None
            }
            _ => {
                self.wrong_type(t, key, v, "a number");
                None
            }
        }
    }

    /// A number that must be there.
    pub fn must_number(&mut self, t: &Tab<'_>, key: &str) -> Option<f64> {
        if !t.has(key) {
            self.missing(t, key, &format!("a number, in {}", self.unit));
        }
        self.number(t, key).map(|(n, _)| n)
    }

    pub fn whole(&mut self, t: &Tab<'_>, key: &str, [least, most]: [i64; 2]) -> Found<i64> {
        let (n, at) = self.number(t, key)?;
        if n.fract() != 0.0 || n < least as f64 || n > most as f64 {
            self.push(
                Mistake::new(at, format!("`{key}` of {} is {n}", t.what))
                    .right(format!("a whole number from {least} to {most}")),
            );
            return None;
        }
        Some((n as i64, at))
    }

    pub fn table<'a>(&mut self, t: &Tab<'a>, key: &str, what: &'static str) -> Option<Tab<'a>> {
        let v = t.get(key)?;
        match v.get_ref() {
            DeValue::Table(x) => Some(Tab::new(what, x, v.span())),
            _ => {
                self.wrong_type(t, key, v, "a table");
                None
            }
        }
    }

    pub fn list<'a>(&mut self, t: &Tab<'a>, key: &str) -> Option<&'a [Spanned<DeValue<'a>>]> {
        let v = t.get(key)?;
        match v.get_ref() {
            DeValue::Array(a) => Some(a),
            _ => {
                self.wrong_type(t, key, v, "a list");
                None
            }
        }
    }

    /// Tables written `[[like.this]]`.
    pub fn tables<'a>(&mut self, t: &Tab<'a>, key: &str, what: &'static str) -> Vec<Tab<'a>> {
        let mut out = Vec::new();
        for v in self.list(t, key).unwrap_or_default() {
            match v.get_ref() {
                DeValue::Table(x) => out.push(Tab::new(what, x, v.span())),
                other => self.push(
                    Mistake::new(v.span(), format!("`{key}` lists {}", kind(other)))
                        .right(format!("it lists tables: {what}")),
                ),
            }
        }
        out
    }

    /// One of some words.
    pub fn word<T: Copy>(&mut self, t: &Tab<'_>, key: &str, words: &[(&str, T)]) -> Found<T> {
        let (s, at) = self.text(t, key)?;
        match words.iter().find(|(w, _)| *w == s) {
            Some((_, x)) => Some((*x, at)),
            None => {
                let all: Vec<&str> = words.iter().map(|(w, _)| *w).collect();
                let shown: String = s.chars().take(40).collect();
                let hint = match nearest(&s, all.iter().copied()) {
                    Some(n) => format!("did you mean \"{n}\"? It is one of {}", all.join(", ")),
                    None => format!("one of {}", all.join(", ")),
                };
                self.push(Mistake::new(at, format!("`{key}` of {} is \"{shown}\"", t.what)).right(hint));
                None
            }
        }
    }
}

impl Sheet {
    /// The table `[readings]`: the readings chosen, the defaults of the book for the others.
    pub fn readings(&mut self, root: &Tab<'_>, book: &str, all: &[Reading]) -> Readings {
        let mut r = Readings::defaults(all);
        let Some(t) = self.table(root, "readings", "[readings]") else { return r };
        for (k, v) in t.table.iter() {
            let id: &str = k.get_ref();
            let Some(known) = all.iter().find(|x| x.id == id) else {
                let right = match nearest(id, all.iter().map(|x| x.id.as_str())) {
                    Some(n) => format!("did you mean `{n}`?"),
                    None => format!("`vedette rules {book} readings` lists them"),
                };
                self.push(
                    Mistake::new(k.span(), format!("there is no reading `{}`", short(id))).right(right),
                );
                continue;
            };
            let given = match v.get_ref() {
                DeValue::String(x) => x.to_string(),
                other => match number_of(other) {
                    Some(n) => n.to_string(),
                    None => {
                        let wrong =
                            format!("the reading `{}` is neither a text nor a sensible number", short(id));
                        self.push(
                            Mistake::new(v.span(), wrong)
                                .right(format!("its default is \"{}\"", known.default)),
                        );
                        continue;
                    }
                },
            };
            match r.with(all, id, &given) {
                Ok(next) => r = next,
                Err(e) => self.push(
                    Mistake::new(v.span(), e.to_string().chars().take(200).collect::<String>())
                        .right(format!("{} Its default is \"{}\"", known.question, known.default)),
                ),
            }
        }
        r
    }
}
