use crate::{Fault, Mistake, Report, Sheet, Tab};
use toml::de::DeTable;
use words::{Message, Says};

/// A longer text is no scenario.
const LONGEST: usize = 512 * 1024;

/// A table of a book's files.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its path, such as `ground.area`; the last part is the key under which it stands.
    pub id: &'static str,
    /// What messages call it.
    pub called: Called,
    pub keys: &'static [&'static str],
}

/// What something is called.
#[derive(Clone, Copy, Debug)]
pub enum Called {
    /// As it is written in the file, such as `[[army]]`.
    Code(&'static str),
    Says(Says),
}

impl Called {
    pub fn message(self) -> Message {
        match self {
            Called::Code(code) => Message::verbatim(code),
            Called::Says(says) => says(),
        }
    }
}

impl Section {
    /// A section that is called as it is written, such as `[table]`.
    pub const fn new(id: &'static str, code: &'static str, keys: &'static [&'static str]) -> Section {
        Section { id, called: Called::Code(code), keys }
    }

    /// A section that has a name in words.
    pub const fn named(id: &'static str, says: Says, keys: &'static [&'static str]) -> Section {
        Section { id, called: Called::Says(says), keys }
    }

    pub(crate) fn key(&self) -> &'static str {
        self.id.rsplit('.').next().unwrap_or(self.id)
    }
}

/// Which way a man faces of whom the file says only where he stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// The file must say.
    Said,
    /// North.
    North,
}

/// What the files of a book are like: the one description of their tables, from which the reader knows what may stand
/// where and the reference in `docs/` is checked.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The book's id.
    pub book: &'static str,
    /// What lengths are measured in.
    pub unit: Called,
    pub facing: Facing,
    /// The first is the file itself.
    pub sections: &'static [Section],
}

impl Format {
    pub fn section(&self, id: &str) -> Option<&'static Section> {
        self.sections.iter().find(|s| s.id == id)
    }

    /// Reads a file by a book's reader. Every mistake is reported, not only the first.
    pub fn read<T>(
        &'static self,
        file: &str,
        text: &str,
        reader: impl FnOnce(&mut Sheet, &Tab<'_>) -> Option<T>,
    ) -> Result<T, Report> {
        if text.len() > LONGEST {
            let fault = Fault::TooLong { bytes: text.len(), most: LONGEST };
            return Err(Report::new(file, "", vec![Mistake::of(None, &fault)]));
        }
        let (doc, errors) = DeTable::parse_recoverable(text);
        let mut s = Sheet::of(self);
        for e in &errors {
            let at = e.span().map(|r| r.start.min(text.len())..r.end.min(text.len()));
            s.push(Mistake::of(at, &Fault::NotToml { says: e.message().into() }));
        }
        if !errors.is_empty() {
            return Err(Report::new(file, text, s.finish()));
        }
        // The whole file's place would mark every line; a missing key is marked at its beginning.
        let root = Tab::new(&self.sections[0], doc.get_ref(), 0..text.find('\n').unwrap_or(text.len()));
        s.known(&root);
        match reader(&mut s, &root) {
            Some(made) if s.is_clean() => Ok(made),
            _ => {
                if s.is_clean() {
                    s.push(Mistake::of(None, &Fault::NoScenario));
                }
                Err(Report::new(file, text, s.finish()))
            }
        }
    }
}
