//! `vedette rules coverage`: which clauses are enforced and proved.
//!
//! A clause is *enforced* where code of its book cites it with `clause!`, and *proved* where besides a test names it with
//! `proves!`. Neither can be claimed for nothing: an id that the book does not have does not compile; and the guard that
//! `proves!` makes fails its test unless code citing the clause ran while it was open. So a proof stands only for code
//! that runs. The lists are made from the sources when the program is built: what is commented out, written in a string,
//! in a test that is ignored or in a helper that is no test does not count.

use crate::failure::Failure;
use crate::{books, page};
use desk::Book;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use umpire::Kind;

#[cfg(test)]
#[path = "scan.rs"]
mod scan;

include!(concat!(env!("OUT_DIR"), "/citations.rs"));

/// Where a clause is cited and proved: files and lines.
#[derive(Clone, Debug, Default)]
struct Where {
    code: Vec<(&'static str, u32)>,
    tests: Vec<(&'static str, u32)>,
}

impl Where {
    fn enforced(&self) -> bool {
        !self.code.is_empty()
    }
    fn proved(&self) -> bool {
        self.enforced() && !self.tests.is_empty()
    }
}

/// The places of every cited clause of a book.
fn places(book: &Book) -> BTreeMap<&'static str, Where> {
    let mut all: BTreeMap<&'static str, Where> = BTreeMap::new();
    for (id, clause, file, line, proof) in CITATIONS {
        if *id == book.id {
            let w = all.entry(clause).or_default();
            if *proof { &mut w.tests } else { &mut w.code }.push((file, *line));
        }
    }
    all
}

/// How it is to be told.
#[derive(Clone, Copy, Debug)]
pub struct How {
    pub json: bool,
    pub with_where: bool,
    /// Only what is missing, and that is a failure.
    pub strict: bool,
}

/// Kinds that play or the umpire answers for; what is physical or advice only need not be in code.
fn owed(k: Kind) -> bool {
    matches!(k, Kind::Engine | Kind::Setup | Kind::Table | Kind::Umpire)
}

/// Does what `rules coverage` was asked: all books, one, or one clause of it.
pub fn run(what: &[&str], how: How) -> Result<String, Failure> {
    let list: Vec<&'static Book> = match what {
        [] => books::BOOKS.to_vec(),
        [book] => vec![books::find(book)?],
        [book, clause] if !how.strict => return one(books::find(book)?, clause, how.json),
        _ => {
            return Err(Failure::new(
                "write `vedette rules coverage [BOOK [CLAUSE]]`, or `coverage [BOOK] --strict`",
            ));
        }
    };
    let missing: Vec<String> = list.iter().flat_map(|b| lacking(b)).collect();
    if how.strict && !missing.is_empty() {
        let mut f = Failure::new(format!("clauses not enforced and proved: {}", missing.join(", ")))
            .help("`vedette rules coverage BOOK CLAUSE` says where one is cited and proved");
        f.code = 1;
        return Err(f);
    }
    Ok(whole(&list, how))
}

/// Clauses of a book that are owed and not proved.
fn lacking(book: &Book) -> Vec<String> {
    let at = places(book);
    let proved = |id: &str| at.get(id).is_some_and(Where::proved);
    let text = (book.text)();
    text.clauses.iter().filter(|c| owed(c.kind) && !proved(&c.id)).map(|c| c.id.clone()).collect()
}

fn lines(at: &[(&str, u32)]) -> Vec<String> {
    at.iter().map(|(f, l)| format!("{f}:{l}")).collect()
}

fn whole(list: &[&'static Book], how: How) -> String {
    let How { json: as_json, with_where, strict } = how;
    let mut data = Vec::new();
    let mut out = String::new();
    for book in list {
        let text = (book.text)();
        let at = places(book);
        let nowhere = Where::default();
        let of = |id: &str| at.get(id).unwrap_or(&nowhere);
        let mut by_kind: BTreeMap<Kind, u32> = BTreeMap::new();
        for c in &text.clauses {
            *by_kind.entry(c.kind).or_default() += 1;
        }
        let engine: Vec<_> = text.clauses.iter().filter(|c| c.kind == Kind::Engine).collect();
        let enforced = engine.iter().filter(|c| of(&c.id).enforced()).count();
        let proved = engine.iter().filter(|c| of(&c.id).proved()).count();
        let missing = lacking(book);
        if as_json {
            let kinds: Map<String, Value> = by_kind.iter().map(|(k, n)| (k.to_string(), json!(n))).collect();
            let mut b = json!({
                "id": book.id,
                "clauses": text.clauses.len(),
                "by_kind": kinds,
                "engine": { "total": engine.len(), "enforced": enforced, "proved": proved },
                "missing": missing,
            });
            if with_where {
                let found: Map<String, Value> = text
                    .clauses
                    .iter()
                    .filter(|c| at.contains_key(c.id.as_str()))
                    .map(|c| {
                        let w = of(&c.id);
                        (c.id.clone(), json!({ "code": lines(&w.code), "tests": lines(&w.tests) }))
                    })
                    .collect();
                b["where"] = Value::Object(found);
            }
            data.push(b);
            continue;
        }
        if !out.is_empty() {
            page::line(&mut out, "");
        }
        page::heading(&mut out, &format!("{}: {} clauses", book.id, text.clauses.len()));
        let rows: Vec<_> = by_kind
            .iter()
            .map(|(k, n)| {
                let of_kind = text.clauses.iter().filter(|c| c.kind == *k);
                let e = of_kind.clone().filter(|c| of(&c.id).enforced()).count();
                let p = of_kind.filter(|c| of(&c.id).proved()).count();
                vec![k.to_string(), n.to_string(), format!("{e} enforced"), format!("{p} proved")]
            })
            .collect();
        page::columns(&mut out, 2, &[false, true, true, true], &rows);
        page::line(&mut out, "");
        if strict {
            page::line(&mut out, "every engine, setup, table and umpire clause is enforced and proved");
            continue;
        }
        let wide = text.clauses.iter().map(|c| c.id.len()).max().unwrap_or(0) + 4;
        for c in &text.clauses {
            let w = of(&c.id);
            let (state, style) = match (w.enforced(), w.proved()) {
                (_, true) => ("enforced, proved", page::GOOD),
                (true, false) => ("enforced        ", page::HIT),
                (false, _) if owed(c.kind) => ("-               ", page::BAD),
                (false, _) => ("-               ", page::DIM),
            };
            let title = format!("{} ({})", c.title, c.kind);
            let id = &c.id;
            let pad = " ".repeat(wide.saturating_sub(id.len() + 2));
            page::line(&mut out, &format!("  {id}{pad}{style}{state}{style:#}  {title}"));
            if with_where {
                for l in lines(&w.code).into_iter().chain(lines(&w.tests)) {
                    page::line(&mut out, &format!("      {l}"));
                }
            }
        }
        page::line(&mut out, "");
        page::line(
            &mut out,
            &format!(
                "of {} engine clauses {enforced} are enforced and {proved} of them proved; {} of all that are owed missing",
                engine.len(),
                missing.len()
            ),
        );
    }
    if as_json { page::json(&json!({ "books": data })) } else { out }
}

fn one(book: &Book, clause: &str, as_json: bool) -> Result<String, Failure> {
    let Some(c) = (book.text)().clause(clause) else { return Err(super::no_clause(book, clause)) };
    let w = places(book).remove(clause).unwrap_or_default();
    if as_json {
        return Ok(page::json(&json!({
            "id": c.id,
            "kind": c.kind,
            "enforced": w.enforced(),
            "proved": w.proved(),
            "code": lines(&w.code),
            "tests": lines(&w.tests),
        })));
    }
    let mut out = String::new();
    page::heading(&mut out, &format!("{}  {}", c.id, c.title));
    for (what, at) in [("code", &w.code), ("tests", &w.tests)] {
        let at = lines(at);
        page::line(&mut out, &format!("  {what}{}", if at.is_empty() { ": none" } else { "" }));
        for l in at {
            page::line(&mut out, &format!("    {l}"));
        }
    }
    Ok(out)
}
