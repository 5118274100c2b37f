//! Full-text search in a book: everything in which all the words occur, best first.

use super::show;
use crate::failure::Failure;
use crate::page;
use desk::Book;
use serde_json::{Value, json};
use umpire::{ClauseText, Reading, Table, Word};

enum Hit {
    Clause(&'static ClauseText),
    Table(&'static Table),
    Word(&'static Word),
    Reading(&'static Reading),
}

impl Hit {
    /// What to look for besides, where a term of art was found.
    fn english(&self) -> Option<String> {
        match self {
            // `Jaeger (Jae)`: without what stands in brackets.
            Hit::Word(w) => w.english.split(" (").next().map(|e| e.trim().to_lowercase()),
            _ => None,
        }
    }

    fn name(&self) -> String {
        match self {
            Hit::Clause(c) => format!("clause {}", c.id),
            Hit::Table(t) => format!("table {}", t.id),
            Hit::Word(w) => format!("word {} {}", w.original, w.english),
            Hit::Reading(r) => format!("reading {}", r.id),
        }
    }
}

/// How much a hit is worth: words in the id or title weigh more than in the text, and whole words more than parts.
/// `None` where a word does not occur at all.
fn score(words: &[String], name: &str, title: &str, text: &str) -> Option<u32> {
    let (name, title, text) = (name.to_lowercase(), title.to_lowercase(), text.to_lowercase());
    let whole = |text: &str, w: &str| text.split(|c: char| !c.is_alphanumeric()).any(|x| x == w);
    let mut sum = 0;
    for w in words {
        let mut s = 0;
        if name.contains(w) {
            s += 8;
        }
        if title.contains(w) {
            s += if whole(&title, w) { 12 } else { 6 };
        }
        if text.contains(w) {
            s += if whole(&text, w) { 3 } else { 1 } + (text.matches(w.as_str()).count() as u32).min(3);
        }
        if s == 0 {
            return None;
        }
        sum += s;
    }
    // The words as one phrase.
    let phrase = words.join(" ");
    if words.len() > 1 {
        sum += if title.contains(&phrase) { 12 } else { 0 } + if text.contains(&phrase) { 6 } else { 0 };
    }
    Some(sum)
}

fn table_text(t: &Table) -> String {
    let cells: Vec<_> = t.rows.iter().flatten().map(ToString::to_string).collect();
    format!("{} {} {}", t.columns.join(" ").replace('_', " "), cells.join(" "), t.notes)
}

fn find(book: &Book, words: &[String]) -> Vec<Hit> {
    let t = (book.text)();
    let mut hits: Vec<(u32, Hit)> = Vec::new();
    for c in &t.clauses {
        let text = format!("{} {}", c.says, c.unclear.as_deref().unwrap_or_default());
        let title = format!("{} {}", c.title, c.topic);
        hits.extend(score(words, &c.id, &title, &text).map(|s| (s, Hit::Clause(c))));
    }
    for x in &t.tables {
        hits.extend(score(words, &x.id, &x.title, &table_text(x)).map(|s| (s, Hit::Table(x))));
    }
    for w in &t.words {
        let title = format!("{} {}", w.english, w.original);
        hits.extend(score(words, "", &title, &w.means).map(|s| (s, Hit::Word(w))));
    }
    for r in &t.readings {
        let options: Vec<_> = r.options.iter().map(|o| o.says.as_str()).collect();
        hits.extend(score(words, &r.id, &r.question, &options.join(" ")).map(|s| (s, Hit::Reading(r))));
    }
    // Stable: among equals the book's order.
    hits.sort_by_key(|h| std::cmp::Reverse(h.0));
    hits.into_iter().map(|(_, h)| h).collect()
}

/// Searches and shows.
pub fn run(book: &Book, words: &[&str], as_json: bool) -> Result<String, Failure> {
    let words: Vec<String> = words
        .iter()
        .flat_map(|w| w.split_whitespace())
        .map(str::to_lowercase)
        .filter(|w| !w.is_empty())
        .collect();
    if words.is_empty() {
        return Err(Failure::new(text!("give-words-search")));
    }
    let mut hits = find(book, &words);
    // A term in the book's own language is followed to the clauses that use its English.
    let mut marked = words.clone();
    if !hits.is_empty() && hits.iter().all(|h| matches!(h, Hit::Word(_))) {
        for english in hits.iter().filter_map(Hit::english).collect::<Vec<_>>() {
            let phrase = vec![english.clone()];
            hits.extend(find(book, &phrase).into_iter().filter(|h| !matches!(h, Hit::Word(_))));
            marked.push(english);
        }
        let mut seen = std::collections::BTreeSet::new();
        hits.retain(|h| seen.insert(h.name()));
    }
    if as_json {
        let all: Vec<Value> = hits.iter().map(data).collect();
        return Ok(page::json(&json!({ "book": book.id, "words": words, "hits": all })));
    }
    if hits.is_empty() {
        let said = words.join(" ");
        let f = Failure::new(text!("nothing-speaks", id = book.id, said = &said));
        let ids = (book.text)().clauses.iter().map(|c| c.id.as_str());
        return Err(match crate::failure::nearest(&said, ids) {
            Some(n) if words.len() == 1 => f.help(text!("did-you-mean-clause", nearest = n)),
            _ => f.help(text!("all-words-must-occur")),
        });
    }
    let mut out = String::new();
    for (i, h) in hits.iter().enumerate() {
        if i > 0 {
            page::line(&mut out, "");
        }
        let mut one = String::new();
        match h {
            Hit::Clause(c) => {
                page::heading(&mut one, &format!("{}  {}", c.id, c.title));
                page::paragraph(&mut one, &c.says, 2);
                if let Some(u) = c.unclear.as_deref().filter(|u| mentions(u, &words)) {
                    page::entry(&mut one, "  unclear", page::DIM, 11, u);
                }
            }
            Hit::Table(t) => {
                let (name, dim) = (page::NAME, page::DIM);
                page::line(
                    &mut one,
                    &format!("{name}table {}{name:#}  {}  {dim}{}{dim:#}", t.id, t.title, t.clause),
                );
                for r in t.rows.iter().filter(|r| r.iter().any(|c| mentions(&c.to_string(), &words))) {
                    let cells: Vec<_> = r.iter().map(ToString::to_string).collect();
                    page::paragraph(&mut one, &cells.join(" · "), 2);
                }
            }
            Hit::Word(w) => show::one_word(&mut one, w),
            Hit::Reading(r) => show::one_reading(&mut one, r),
        }
        out.push_str(&highlight(&one, &marked));
    }
    Ok(out)
}

fn data(h: &Hit) -> Value {
    match h {
        Hit::Clause(c) => json!({ "clause": c }),
        Hit::Table(t) => json!({ "table": t }),
        Hit::Word(w) => json!({ "word": w }),
        Hit::Reading(r) => json!({ "reading": r }),
    }
}

fn mentions(text: &str, words: &[String]) -> bool {
    let text = text.to_lowercase();
    words.iter().any(|w| text.contains(w.as_str()))
}

/// Marks the words where they occur, outside of the escape sequences that are there already.
fn highlight(text: &str, words: &[String]) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '\u{1b}' {
            let end = rest.find('m').map_or(rest.len(), |i| i + 1);
            out.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        if let Some(n) = words.iter().filter_map(|w| starts(rest, w)).max() {
            let h = page::HIT;
            out.push_str(&format!("{h}{}{h:#}", &rest[..n]));
            rest = &rest[n..];
            continue;
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

/// The bytes at the start of `text` that are `word` in any case.
fn starts(text: &str, word: &str) -> Option<usize> {
    let mut n = 0;
    let mut have = text.chars();
    let mut want = word.chars().peekable();
    while want.peek().is_some() {
        let c = have.next()?;
        for l in c.to_lowercase() {
            if want.next() != Some(l) {
                return None;
            }
        }
        n += c.len_utf8();
    }
    (n > 0).then_some(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_marked_in_any_case_and_escapes_left_alone() {
        let plain = |s: &str| anstream::adapter::strip_str(s).to_string();
        let words = vec!["jäger".to_string(), "m".to_string()];
        let s = highlight("\u{1b}[1mJÄGER\u{1b}[0m form", &words);
        assert_eq!(plain(&s), "JÄGER form");
        assert!(s.contains("JÄGER\u{1b}"), "{s:?}");
        assert_eq!(starts("Flank", "fla"), Some(3));
        assert_eq!(starts("Fl", "fla"), None);
    }

    #[test]
    fn every_word_must_occur_and_titles_weigh_more() {
        let w = |s: &str| s.split(' ').map(str::to_string).collect::<Vec<_>>();
        assert_eq!(score(&w("flank rout"), "", "Flank fire", "from behind"), None);
        let title = score(&w("flank"), "", "Flank fire", "from behind");
        let text = score(&w("flank"), "", "Fire", "from the flank");
        assert!(title > text);
    }
}
