//! `vedette rules`: the books to look things up in, and how much of them the program enforces and proves.

mod coverage;
mod records;
mod scan;
mod search;
mod show;

use crate::books::{self, Example};
use crate::failure::Failure;
use crate::page;
use desk::{Book, Library};
use serde_json::json;

#[derive(Debug, clap::Args)]
#[command(about = text!("help-rules"))]
pub struct Args {
    #[arg(help = text!("help-rules-what"), value_name = "BOOK [CLAUSE|WORD…]")]
    what: Vec<String>,
    #[arg(help = text!("help-judge-json"), long)]
    json: bool,
    #[arg(help = text!("help-rules-where"), long)]
    r#where: bool,
    #[arg(help = text!("help-rules-strict"), long)]
    strict: bool,
    #[arg(help = text!("help-rules-proofs"), long, value_name = "FOLDER")]
    proofs: Option<std::path::PathBuf>,
}

pub fn examples(e: &Example) -> String {
    let Example { book, clause, table, reading, word, .. } = e;
    let all = [
        (String::new(), text!("the-books")),
        (book.to_string(), text!("books-table-contents")),
        (format!("{book} {clause}"), text!("clause-tables-readings-what")),
        (format!("{book} flank fire"), text!("everything-both-words-occur")),
        (format!("{book} {word}"), text!("books-own-words-understood")),
        (format!("{book} words"), text!("terms-art")),
        (format!("{book} tables"), text!("all-tables")),
        (format!("{book} table {table}"), text!("one-of-them")),
        (format!("{book} readings"), text!("every-reading-options-clause")),
        (format!("{book} readings {reading}"), text!("them-those-clause-id")),
        (format!("coverage {book}"), text!("clauses-enforced-code-proved")),
        (format!("coverage {book} {clause}"), text!("where")),
    ];
    let wide = all.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0);
    let lines =
        all.iter().map(|(what, does)| text!("example-of-rules", what = format!("{what:<wide$}"), does));
    text!("examples") + &lines.map(|l| format!("\n  {l}")).collect::<String>()
}

/// Does what the arguments ask; the page to be shown.
pub fn run(library: Library, a: &Args) -> Result<String, Failure> {
    let what: Vec<&str> = a.what.iter().map(String::as_str).collect();
    for (flag, given) in [("--where", a.r#where), ("--strict", a.strict), ("--proofs", a.proofs.is_some())] {
        if given && !what.iter().take(2).any(|w| *w == "coverage") {
            return Err(Failure::new(text!("goes-vedette-rules-coverage", flag)));
        }
    }
    let how =
        coverage::How { json: a.json, with_where: a.r#where, strict: a.strict, proofs: a.proofs.clone() };
    let (book, rest) = match what.as_slice() {
        [] => return Ok(list(library, a.json)),
        ["coverage", rest @ ..] => return coverage::run(library, rest, &how),
        [book, rest @ ..] => (books::find(library, book)?, rest),
    };
    match rest {
        [] => Ok(show::contents(book, a.json)),
        ["coverage", clause @ ..] => {
            let mut args = vec![book.id];
            args.extend(clause);
            coverage::run(library, &args, &how)
        }
        ["tables"] => Ok(show::tables(book, a.json)),
        ["table", id] => show::table(book, id, a.json),
        ["words"] => Ok(show::words(book, a.json)),
        ["readings"] => Ok(show::readings(book, None, a.json)),
        ["readings" | "reading", id] if (book.text)().clause(id).is_some() => {
            Ok(show::readings(book, Some(id), a.json))
        }
        ["readings" | "reading", id] => show::reading(book, id, a.json),
        [id] if (book.text)().clause(id).is_some() => show::clause(book, id, a.json),
        [id] if looks_like_an_id(id) => Err(no_clause(book, id)),
        words => search::run(book, words, a.json),
    }
}

/// `zone.12`: a mistyped clause rather than a word.
fn looks_like_an_id(s: &str) -> bool {
    s.rsplit_once('.').is_some_and(|(a, n)| {
        !a.is_empty() && !n.is_empty() && n.len() < 4 && n.bytes().all(|b| b.is_ascii_digit())
    })
}

/// A clause that the book does not have: the nearest id, and the others of its chapter.
fn no_clause(book: &Book, id: &str) -> Failure {
    let ids: Vec<&str> = (book.text)().clauses.iter().map(|c| c.id.as_str()).collect();
    let chapter = id.split('.').next().unwrap_or(id);
    let same: Vec<&str> = ids.iter().copied().filter(|i| i.split('.').next() == Some(chapter)).collect();
    if same.is_empty() {
        let near = crate::failure::nearest(id, ids.iter().copied());
        let f = Failure::new(text!("no-clause", book = book.id, id));
        match near {
            Some(n) => f.help(text!("did-you-mean-vedette", nearest = n, id = book.id)),
            None => f.help(text!("vedette-rules-lists-them", id = book.id)),
        }
    } else {
        Failure::new(text!("no-clause", book = book.id, id)).help(text!("there-are", ids = same.join(", ")))
    }
}

fn list(library: Library, as_json: bool) -> String {
    if as_json {
        let all: Vec<_> = library
            .books()
            .into_iter()
            .map(|b| {
                let t = (b.text)();
                json!({
                    "id": b.id, "title": b.title, "about": (b.about)(), "clauses": t.clauses.len(),
                    "tables": t.tables.len(), "words": t.words.len(), "readings": t.readings.len(),
                })
            })
            .collect();
        return page::json(&json!({ "books": all }));
    }
    let mut out = String::new();
    let wide = library.books().iter().map(|b| b.id.len()).max().unwrap_or(0) + 2;
    for b in library.books() {
        let t = (b.text)();
        let about = text!(
            "book-in-a-line",
            title = b.title,
            about = (b.about)(),
            clauses = t.clauses.len(),
            tables = t.tables.len()
        );
        page::entry(&mut out, b.id, page::NAME, wide, &about);
    }
    out
}
