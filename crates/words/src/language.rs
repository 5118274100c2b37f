use fluent_langneg::{NegotiationStrategy, negotiate_languages, parse_accepted_languages};
use std::cell::Cell;
use std::sync::atomic::{AtomicU8, Ordering};

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// A language that is spoken here: English, those in `words/` beside it, and the one that shows what was left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Language(u8);

/// What is spoken where nobody said otherwise.
static DEFAULT: AtomicU8 = AtomicU8::new(0);

thread_local! {
    static SPOKEN: Cell<Option<Language>> = const { Cell::new(None) };
}

impl Language {
    pub const ENGLISH: Language = Language(0);
    /// English in strange letters between ⟦ and ⟧: whatever is read without them is no message.
    pub const PSEUDO: Language = Language(NAMES.len() as u8);
    /// How many there are with the pseudo-language.
    pub(crate) const COUNT: usize = NAMES.len() + 1;

    /// All that one may choose. The pseudo-language is found by its name only.
    pub fn all() -> impl Iterator<Item = Language> {
        (0..Self::PSEUDO.0).map(Language)
    }

    /// The language of a tag (`da`, `en-XA`).
    ///
    /// ```
    /// use words::Language;
    /// assert_eq!(Language::named("en"), Some(Language::ENGLISH));
    /// assert_eq!(Language::named("en-xa"), Some(Language::PSEUDO));
    /// assert_eq!(Language::named("tlh"), None);
    /// ```
    pub fn named(tag: &str) -> Option<Language> {
        if tag.eq_ignore_ascii_case(PSEUDO) {
            return Some(Language::PSEUDO);
        }
        Language::all().find(|l| l.tag().eq_ignore_ascii_case(tag))
    }

    /// The best language for what a browser sends as `Accept-Language`.
    ///
    /// ```
    /// use words::Language;
    /// assert_eq!(Language::accepted("tlh, en-GB;q=0.7"), Language::ENGLISH);
    /// assert_eq!(Language::accepted("en-XA"), Language::PSEUDO);
    /// assert_eq!(Language::accepted("\u{1}"), Language::ENGLISH);
    /// ```
    pub fn accepted(header: &str) -> Language {
        if let Some(pseudo) = Language::named(header).filter(|l| *l == Language::PSEUDO) {
            return pseudo;
        }
        let header: String = header.chars().take(200).collect();
        let wanted = parse_accepted_languages(&header);
        let here: Vec<unic_langid::LanguageIdentifier> =
            Language::all().filter_map(|l| l.tag().parse().ok()).collect();
        let found = negotiate_languages(&wanted, &here, here.first(), NegotiationStrategy::Lookup);
        found.first().and_then(|l| Language::named(&l.to_string())).unwrap_or(Language::ENGLISH)
    }

    pub fn tag(self) -> &'static str {
        NAMES.get(self.index()).copied().unwrap_or(PSEUDO)
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(crate) fn comma(self) -> bool {
        COMMA.get(self.index()).copied().unwrap_or(false)
    }

    /// What is spoken here and now.
    pub fn current() -> Language {
        SPOKEN.get().unwrap_or_else(Language::ordinary)
    }

    /// What is spoken where nobody asked for anything else.
    pub fn ordinary() -> Language {
        Language(DEFAULT.load(Ordering::Relaxed))
    }

    /// From now on this is spoken wherever nothing else is, on every thread.
    pub fn by_default(self) {
        DEFAULT.store(self.0, Ordering::Relaxed);
    }

    /// Speaks this language on this thread while something is done.
    pub fn speak<T>(self, done: impl FnOnce() -> T) -> T {
        struct Back(Option<Language>);
        impl Drop for Back {
            fn drop(&mut self) {
                SPOKEN.set(self.0);
            }
        }
        let _back = Back(SPOKEN.replace(Some(self)));
        done()
    }
}

const PSEUDO: &str = "en-XA";

impl std::fmt::Display for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.tag())
    }
}

#[cfg(test)]
mod tests {
    use super::NAMES;

    /// Nothing else sees that a language was left out of the list.
    #[test]
    fn every_language_is_listed() {
        let words = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../words");
        let entries = std::fs::read_dir(words).expect("the words are there").flatten();
        let folders =
            entries.filter(|e| e.path().is_dir()).map(|e| e.file_name().to_string_lossy().into_owned());
        let mut folders: Vec<String> = folders.collect();
        folders.sort();
        let mut listed = NAMES.to_vec();
        listed.sort();
        assert_eq!(folders, listed);
    }
}
