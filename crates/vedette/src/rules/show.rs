//! Clauses, tables, terms and readings as pages.

use crate::failure::Failure;
use crate::page;
use desk::Book;
use serde_json::{Value, json};
use umpire::{ClauseText, Reading, Table, Word};

fn data(v: &impl serde::Serialize) -> Value {
    serde_json::to_value(v).unwrap_or(Value::Null)
}

/// A book's table of contents, chapter by chapter.
pub fn contents(book: &Book, as_json: bool) -> String {
    let t = (book.text)();
    if as_json {
        let all: Vec<_> = t
            .clauses
            .iter()
            .map(|c| json!({ "id": c.id, "title": c.title, "topic": c.topic, "kind": c.kind }))
            .collect();
        return page::json(
            &json!({ "id": book.id, "title": book.title, "about": (book.about)(), "clauses": all }),
        );
    }
    let mut out = String::new();
    page::heading(&mut out, &format!("{}: {}", book.id, book.title));
    page::paragraph(&mut out, &(book.about)().to_string(), 0);
    let mut chapter = "";
    let wide = t.clauses.iter().map(|c| c.id.len()).max().unwrap_or(0) + 4;
    for c in &t.clauses {
        let this = c.id.split('.').next().unwrap_or_default();
        if this != chapter {
            page::line(&mut out, "");
            chapter = this;
        }
        let dim = page::DIM;
        page::entry(&mut out, &format!("  {}", c.id), page::NAME, wide, &c.title);
        if c.kind != umpire::Kind::Engine {
            out.truncate(out.trim_end().len());
            page::line(&mut out, &format!("  {dim}{}{dim:#}", c.kind));
        }
    }
    page::line(&mut out, "");
    page::paragraph(
        &mut out,
        &text!(
            "clauses-tables-terms-readings",
            clauses = t.clauses.len(),
            tables = t.tables.len(),
            terms = t.words.len(),
            readings = t.readings.len(),
            id = book.id
        ),
        0,
    );
    out
}

/// The tables a clause names, or that name it.
fn tables_of(book: &Book, c: &ClauseText) -> Vec<&'static Table> {
    let cited = |t: &Table| c.see.iter().any(|s| s.strip_prefix("table ") == Some(t.id.as_str()));
    (book.text)().tables.iter().filter(|t| t.clause == c.id || cited(t)).collect()
}

fn readings_of(book: &Book, clause: &str) -> Vec<&'static Reading> {
    (book.text)().readings.iter().filter(|r| r.clause == clause).collect()
}

/// One clause with its tables, what to see also, and its readings.
pub fn clause(book: &Book, id: &str, as_json: bool) -> Result<String, Failure> {
    let t = (book.text)();
    let Some(c) = t.clause(id) else { return Err(super::no_clause(book, id)) };
    let (tables, readings) = (tables_of(book, c), readings_of(book, id));
    if as_json {
        let mut v = data(c);
        if let Some(m) = v.as_object_mut() {
            m.insert("tables".into(), data(&tables));
            m.insert("readings".into(), data(&readings));
        }
        return Ok(page::json(&v));
    }
    let mut out = String::new();
    page::heading(&mut out, &format!("{}  {}", c.id, c.title));
    page::line(&mut out, &format!("{}{}, {}{:#}", page::DIM, c.kind, c.topic, page::DIM));
    page::line(&mut out, "");
    page::paragraph(&mut out, &c.says, 2);
    if let Some(u) = &c.unclear {
        page::line(&mut out, "");
        page::entry(&mut out, "  unclear", page::DIM, 11, u);
    }
    let also: Vec<&ClauseText> = c.see.iter().filter_map(|s| t.clause(s)).collect();
    if !also.is_empty() {
        page::line(&mut out, "");
        page::line(&mut out, &text!("see-also"));
        let wide = also.iter().map(|c| c.id.len()).max().unwrap_or(0) + 4;
        for a in also {
            page::entry(&mut out, &format!("  {}", a.id), page::NAME, wide, &a.title);
        }
    }
    for r in readings {
        page::line(&mut out, "");
        one_reading(&mut out, r);
    }
    for t in tables {
        page::line(&mut out, "");
        one_table(&mut out, t);
    }
    Ok(out)
}

/// All tables by name.
pub fn tables(book: &Book, as_json: bool) -> String {
    let all = &(book.text)().tables;
    if as_json {
        return page::json(&json!({ "book": book.id, "tables": all }));
    }
    let mut out = String::new();
    let rows: Vec<_> = all.iter().map(|t| vec![t.id.clone(), t.title.clone(), t.clause.clone()]).collect();
    page::columns(&mut out, 0, &[], &rows);
    page::line(&mut out, "");
    page::line(&mut out, &text!("vedette-rules-table-id", id = book.id));
    out
}

/// One table.
pub fn table(book: &Book, id: &str, as_json: bool) -> Result<String, Failure> {
    let text = (book.text)();
    let t = text.table(id).ok_or_else(|| {
        Failure::unknown(&text!("table-in", id = book.id), id, text.tables.iter().map(|t| t.id.as_str()))
    })?;
    if as_json {
        return Ok(page::json(&data(t)));
    }
    let mut out = String::new();
    one_table(&mut out, t);
    Ok(out)
}

/// A table in columns where it fits the page, with its widest columns wrapped if need be; otherwise row by row.
pub fn one_table(out: &mut String, t: &Table) {
    page::heading(out, &format!("table {}  {}", t.id, t.title));
    page::line(out, &format!("{}{}{:#}", page::DIM, t.clause, page::DIM));
    let heads: Vec<String> = t.columns.iter().map(|c| c.replace('_', " ")).collect();
    let rows: Vec<Vec<String>> = t.rows.iter().map(|r| r.iter().map(ToString::to_string).collect()).collect();
    let mut all = vec![heads.clone()];
    all.extend(rows.clone());
    if let Some(wide) = widths(&all, page::width().saturating_sub(2)) {
        let right: Vec<bool> = (0..heads.len()).map(|c| t.rows.iter().all(|r| is_number(r, c))).collect();
        let mut lines = Vec::new();
        for r in &all {
            let cells: Vec<_> = r.iter().zip(&wide).map(|(cell, w)| textwrap::wrap(cell, *w)).collect();
            let tall = cells.iter().map(Vec::len).max().unwrap_or(0);
            lines.extend((0..tall).map(|i| {
                cells
                    .iter()
                    .map(|c| c.get(i).map(ToString::to_string).unwrap_or_default())
                    .collect::<Vec<_>>()
            }));
        }
        page::columns(out, 2, &right, &lines);
    } else {
        let label = heads.iter().map(|h| textwrap::core::display_width(h)).max().unwrap_or(0) + 4;
        for r in &rows {
            page::line(out, "");
            for (h, cell) in heads.iter().zip(r) {
                page::entry(out, &format!("  {h}"), page::DIM, label, cell);
            }
        }
    }
    if !t.notes.trim().is_empty() {
        page::line(out, "");
        page::paragraph(out, &t.notes, 2);
    }
}

/// How wide each column may be so that the table fits; the widest give way first, down to their longest word. `None` if
/// even that does not fit.
fn widths(all: &[Vec<String>], page: usize) -> Option<Vec<usize>> {
    let columns = all.iter().map(Vec::len).max().unwrap_or(0);
    let most = |measure: fn(&str) -> usize, c: usize| {
        all.iter().filter_map(|r| r.get(c)).map(|s| measure(s)).max().unwrap_or(0)
    };
    let word = |s: &str| s.split_whitespace().map(textwrap::core::display_width).max().unwrap_or(0);
    let least: Vec<usize> = (0..columns).map(|c| most(word, c)).collect();
    let mut wide: Vec<usize> = (0..columns).map(|c| most(textwrap::core::display_width, c)).collect();
    while wide.iter().sum::<usize>() + 2 * columns > page {
        let c = (0..columns).filter(|c| wide[*c] > least[*c]).max_by_key(|c| wide[*c])?;
        wide[c] -= 1;
    }
    Some(wide)
}

fn is_number(row: &[umpire::Cell], c: usize) -> bool {
    row.get(c).is_some_and(|x| x.number().is_some())
}

/// The terms of art.
pub fn words(book: &Book, as_json: bool) -> String {
    let all = &(book.text)().words;
    if as_json {
        return page::json(&json!({ "book": book.id, "words": all }));
    }
    let mut out = String::new();
    for w in all {
        one_word(&mut out, w);
    }
    out
}

pub fn one_word(out: &mut String, w: &Word) {
    page::entry(out, &w.english, page::NAME, 28, &format!("{} ({})", w.means, w.original));
}

/// Every reading, or those of one clause, in the order of the book.
pub fn readings(book: &Book, of: Option<&str>, as_json: bool) -> String {
    let text = (book.text)();
    let wanted = |r: &&Reading| of.is_none_or(|c| r.clause == c);
    if as_json {
        let all: Vec<&Reading> = text.readings.iter().filter(wanted).collect();
        return page::json(&json!({ "book": book.id, "readings": all }));
    }
    let mut out = String::new();
    let (mut n, mut open) = (0, 0);
    for c in &text.clauses {
        let mut titled = false;
        for r in text.readings.iter().filter(|r| r.clause == c.id).filter(wanted) {
            if !titled {
                page::heading(&mut out, &format!("{}  {}", c.id, c.title));
                titled = true;
            }
            n += 1;
            open += u32::from(r.range.is_some() || r.options.len() > 1);
            one_of_a_clause(&mut out, r);
            page::line(&mut out, "");
        }
    }
    if n == 0 {
        page::line(&mut out, &text!("nothing-left-open-here"));
        return out;
    }
    let many = text!("reading-switched-what-played", count = n, open);
    page::paragraph(&mut out, &many, 0);
    let example = text.readings.iter().filter(wanted).find(|r| r.options.len() > 1 || r.range.is_some());
    if let Some(r) = example {
        page::line(&mut out, &text!("for-example", id = &r.id));
        how_to_switch(&mut out, r);
    }
    out
}

/// What to write in a scenario to play it otherwise.
fn how_to_switch(out: &mut String, r: &Reading) {
    let other = match (r.range, r.options.iter().find(|o| o.id != r.default)) {
        (Some([least, greatest]), _) => {
            if r.default == least.to_string() {
                greatest.to_string()
            } else {
                least.to_string()
            }
        }
        (None, Some(o)) => format!("\"{}\"", o.id),
        (None, None) => return,
    };
    page::paragraph(out, &text!("play-otherwise-write-scenario"), 0);
    page::line(out, "  [readings]");
    page::line(out, &format!("  {} = {other}", r.id));
}

/// One reading.
pub fn reading(book: &Book, id: &str, as_json: bool) -> Result<String, Failure> {
    let all = &(book.text)().readings;
    let r = all.iter().find(|r| r.id == id).ok_or_else(|| {
        Failure::unknown(&text!("reading-in", id = book.id), id, all.iter().map(|r| r.id.as_str()))
    })?;
    if as_json {
        return Ok(page::json(&data(r)));
    }
    let mut out = String::new();
    one_reading(&mut out, r);
    if r.options.len() > 1 || r.range.is_some() {
        page::line(&mut out, "");
        how_to_switch(&mut out, r);
    }
    Ok(out)
}

pub fn one_reading(out: &mut String, r: &Reading) {
    let (name, dim) = (page::NAME, page::DIM);
    page::line(out, &format!("{name}reading {}{name:#}  {dim}{}{dim:#}", r.id, r.clause));
    body(out, r, 2);
}

/// Below the heading of its clause.
fn one_of_a_clause(out: &mut String, r: &Reading) {
    let name = page::NAME;
    page::line(out, &format!("  {name}{}{name:#}", r.id));
    body(out, r, 4);
}

fn body(out: &mut String, r: &Reading, indent: usize) {
    page::paragraph(out, &r.question, indent);
    let pad = " ".repeat(indent);
    if let Some([least, greatest]) = r.range {
        let unit = r.unit.as_deref().map(|u| format!(" {u}")).unwrap_or_default();
        let (mark, style) = ("*", page::GOOD);
        page::entry(
            out,
            &format!("{pad}{mark} {}{unit}", r.default),
            style,
            indent + 2 + r.default.len() + unit.len() + 2,
            &text!("default-any-number", least, greatest),
        );
        return;
    }
    let wide = r.options.iter().map(|o| o.id.len()).max().unwrap_or(0) + indent + 4;
    for o in &r.options {
        let (mark, style) = if o.id == r.default { ("*", page::GOOD) } else { (" ", page::NAME) };
        let says = match (o.id == r.default, r.options.len()) {
            (true, 2..) => format!("{} (default)", o.says),
            _ => o.says.clone(),
        };
        page::entry(out, &format!("{pad}{mark} {}", o.id), style, wide, &says);
    }
    if let Some(only) = &r.only {
        page::paragraph(out, only, indent + 2);
    }
}
