//! For tests: what a crate's sources say, and whether they say it by messages.

use crate::{Language, Message, Speech};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What was found in the sources of a crate.
#[derive(Debug, Default)]
pub struct Sources {
    /// Every literal: the ids of messages are among them.
    pub said: BTreeSet<String>,
    /// Literals that read like sentences, with the line, by file.
    pub sentences: BTreeMap<PathBuf, Vec<(usize, String)>>,
}

/// Macros and methods whose words nobody reads but the programmer.
const FOR_PROGRAMMERS: &[&str] = &[
    "expect",
    "panic",
    "unreachable",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "cfg",
    "include_str",
    "concat",
    "env",
    "derive",
];

impl Sources {
    /// Reads every file below a folder.
    pub fn read(folder: impl AsRef<Path>) -> io::Result<Sources> {
        let mut found = Sources::default();
        found.folder(folder.as_ref())?;
        Ok(found)
    }

    fn folder(&mut self, folder: &Path) -> io::Result<()> {
        let mut all: Vec<PathBuf> =
            fs::read_dir(folder)?.map(|e| e.map(|e| e.path())).collect::<io::Result<_>>()?;
        all.sort();
        for path in all {
            if path.is_dir() {
                self.folder(&path)?;
            } else if path.extension().is_some_and(|x| x == "rs") {
                let text = fs::read_to_string(&path)?;
                let tokens: TokenStream = text.parse().map_err(|e| io::Error::other(format!("{e}")))?;
                self.tokens(&path, tokens);
            }
        }
        Ok(())
    }

    fn tokens(&mut self, path: &Path, tokens: TokenStream) {
        let all: Vec<TokenTree> = tokens.into_iter().collect();
        let word = |i: usize| match all.get(i) {
            Some(TokenTree::Ident(w)) => w.to_string(),
            _ => String::new(),
        };
        let sign = |i: usize, c: char| matches!(all.get(i), Some(TokenTree::Punct(p)) if p.as_char() == c);
        let mut i = 0;
        while i < all.len() {
            match &all[i] {
                // Attributes, doc comments among them; a test module goes with its attribute.
                TokenTree::Punct(p) if p.as_char() == '#' => {
                    let at = if sign(i + 1, '!') { i + 2 } else { i + 1 };
                    if let Some(TokenTree::Group(g)) = all.get(at) {
                        if g.delimiter() == Delimiter::Bracket {
                            i = at + 1;
                            // What an error says is in its attribute, and so is what the command line says of itself.
                            let speaks =
                                |t: TokenTree| ["error", "arg", "command"].contains(&t.to_string().as_str());
                            if g.stream().into_iter().next().is_some_and(speaks) {
                                self.tokens(path, g.stream());
                            }
                            let test = g.stream().to_string().replace(' ', "") == "cfg(test)";
                            if test && word(i) == "mod" {
                                i += 3;
                            }
                            continue;
                        }
                    }
                }
                TokenTree::Group(g) => {
                    let before =
                        if i > 0 && sign(i - 1, '!') { i.wrapping_sub(2) } else { i.wrapping_sub(1) };
                    if !FOR_PROGRAMMERS.contains(&word(before).as_str()) {
                        self.tokens(path, g.stream());
                    }
                }
                t @ TokenTree::Literal(l) => {
                    let Some(text) = literal(t.clone()) else {
                        i += 1;
                        continue;
                    };
                    if reads_like_a_sentence(&text) {
                        let line = l.span().start().line;
                        self.sentences.entry(path.to_owned()).or_default().push((line, text));
                    } else {
                        self.said.insert(text);
                    }
                }
                _ => {}
            }
            i += 1;
        }
    }

    /// How many literals read like sentences.
    pub fn count(&self) -> usize {
        self.sentences.values().map(Vec::len).sum()
    }
}

fn literal(t: TokenTree) -> Option<String> {
    let TokenTree::Literal(l) = t else { return None };
    let text = l.to_string();
    let inner = text.strip_prefix('r').unwrap_or(&text).trim_matches('#');
    Some(inner.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

/// Two words of letters after one another.
pub fn reads_like_a_sentence(text: &str) -> bool {
    let plain = |w: &str| {
        let w = w.trim_matches(|c: char| ",;:.!?()'`\"".contains(c));
        // A flag of a command is no word.
        (w.len() > 1 || w == "a")
            && !w.starts_with('-')
            && w.chars().all(|c| c.is_alphabetic() || c == '\'' || c == '-')
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(2).any(|w| plain(w[0]) && plain(w[1]))
}

/// Fails unless every message of a crate is said in its sources, and every language has every message.
///
/// # Panics
/// It names what is missing.
pub fn complete(speech: &Speech, listed: &[(&str, &[&str])], sources: &Sources) {
    let idle: Vec<_> = listed.iter().map(|(id, _)| *id).filter(|id| !sources.said.contains(*id)).collect();
    assert!(idle.is_empty(), "nobody says these messages of {}: {idle:?}", speech.speaker());
    for language in Language::all() {
        let lost: Vec<_> = listed.iter().map(|(id, _)| *id).filter(|id| !speech.has(language, id)).collect();
        assert!(lost.is_empty(), "{language} does not have these messages of {}: {lost:?}", speech.speaker());
    }
}

/// Literals of a file that read like sentences and are none: the end of the file's path, how many there are, and why.
pub type Excused<'a> = (&'a str, usize, &'a str);

/// Fails if a sentence in the sources is no message, but for those excused; and if fewer are there than are excused.
///
/// # Panics
/// It shows them.
pub fn left_behind(sources: &Sources, excused: &[Excused<'_>]) {
    let mut wrong: Vec<String> = Vec::new();
    for (path, all) in &sources.sentences {
        let most = excused.iter().find(|(end, _, _)| path.ends_with(end)).map_or(0, |(_, most, _)| *most);
        if all.len() > most {
            wrong.extend(all.iter().map(|(line, text)| format!("{}:{line}: {text}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "sentences that are no messages:\n{}", wrong.join("\n"));
    for (end, most, why) in excused {
        let found =
            sources.sentences.iter().find(|(path, _)| path.ends_with(end)).map_or(0, |(_, a)| a.len());
        assert!(found == *most, "{end} has {found} sentences, and {most} are excused: {why}");
    }
}

/// Tests say what a person reads.
impl PartialEq<&str> for Message {
    fn eq(&self, text: &&str) -> bool {
        self.render(Language::current()).as_str() == *text
    }
}

impl Message {
    /// Does a person read this in it?
    pub fn contains(&self, text: &str) -> bool {
        self.to_string().contains(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_told_from_ids() {
        for yes in ["would leave the table", "{id} would leave", "did you mean `{n}`? It is so"] {
            assert!(reads_like_a_sentence(yes), "{yes}");
        }
        for no in ["shock_test", "zone.2", "{} {}", "A1", "<rect width='3'/>", "side {side}", "--seed"] {
            assert!(!reads_like_a_sentence(no), "{no}");
        }
    }

    #[test]
    fn what_only_programmers_read_does_not_count() {
        let mut s = Sources::default();
        let code = r#"
            /// A comment of words.
            #[doc = "An attribute of words"]
            fn f() { x.expect("it is there"); g("left behind here"); say!("an-id", a = h("and here too")); }
            #[cfg(test)] mod tests { fn t() { g("not in tests"); } }
        "#;
        s.tokens(Path::new("x.rs"), code.parse().expect("tokens"));
        let found: Vec<_> = s.sentences.values().flatten().map(|(_, t)| t.as_str()).collect();
        assert_eq!(found, ["left behind here", "and here too"]);
        assert!(s.said.contains("an-id"));
    }

    #[test]
    fn the_shared_messages_are_all_said() {
        let sources =
            Sources::read(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).expect("the sources are there");
        complete(&crate::speech::SPEECH, crate::speech::LISTED, &sources);
        left_behind(&sources, &[]);
    }
}
