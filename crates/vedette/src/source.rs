//! Where input comes from: files, standard input, and the scenarios that come with the program.

use crate::failure::Failure;
use desk::Library;
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use std::io::Read;

/// No file a person writes is longer than this.
const MOST: u64 = 64 << 20;

/// A scenario's text and the name it goes by.
#[derive(Clone, Debug)]
pub struct ScenarioText {
    pub name: String,
    pub text: String,
}

/// Reads a file, or standard input for `-`.
pub fn text(path: &str) -> Result<String> {
    let mut bytes = Vec::new();
    let what = if path == "-" { text!("standard-input") } else { path.to_string() };
    let read: Box<dyn Read> = if path == "-" {
        Box::new(std::io::stdin())
    } else {
        Box::new(
            std::fs::File::open(path)
                .into_diagnostic()
                .wrap_err_with(|| text!("cannot-read", name = path))?,
        )
    };
    read.take(MOST + 1)
        .read_to_end(&mut bytes)
        .into_diagnostic()
        .wrap_err_with(|| text!("cannot-read", name = &what))?;
    if bytes.len() as u64 > MOST {
        return Err(miette!("{}", text!("longer-than-mib", what = &what, most = MOST >> 20)));
    }
    String::from_utf8(bytes).map_err(|_| miette!("{}", text!("not-text-utf-8", what)))
}

/// The same scenario with what a club plays by: tables of its own file, which hold wherever the scenario says nothing else.
pub fn with_house(s: ScenarioText, house: Option<&str>) -> Result<ScenarioText> {
    let Some(file) = house else { return Ok(s) };
    let parsed = |name: &str, text: &str| {
        text.parse::<toml::Table>()
            .map_err(|e| miette!("{}", text!("no-toml", name = name, why = e.message())))
    };
    let (mut club, scenario) = (parsed(file, &text(file)?)?, parsed(&s.name, &s.text)?);
    if let Some(book) = club.remove("book").filter(|b| Some(b) != scenario.get("book")) {
        let book = book.as_str().unwrap_or_default().to_owned();
        return Err(miette!("{}", text!("house-of-another-book", file = file, book = book)));
    }
    overlay(&mut club, scenario);
    let text = toml::to_string(&club).into_diagnostic()?;
    Ok(ScenarioText { name: s.name, text })
}

/// Lays one table over another: what both have, the upper one says.
fn overlay(under: &mut toml::Table, over: toml::Table) {
    for (key, value) in over {
        match (under.get_mut(&key), value) {
            (Some(toml::Value::Table(u)), toml::Value::Table(o)) => overlay(u, o),
            (_, value) => drop(under.insert(key, value)),
        }
    }
}

/// What a battle that comes with the program is called: by its name, and by its book's before it where an earlier book has one of that name.
pub fn called(library: Library, book: &str, name: &str) -> String {
    let first = library.entries().iter().find(|e| e.book.shipped.iter().any(|(n, _)| *n == name));
    match first {
        Some(e) if e.book.id != book => format!("{book}/{name}"),
        _ => name.to_owned(),
    }
}

/// A scenario by file name, or by the name of one that comes with the program, alone or after its book's.
pub fn scenario(library: Library, name: &str) -> Result<ScenarioText> {
    let shipped = || {
        let of = |e: &'static desk::Entry| e.book.shipped.iter().map(move |(n, t)| (e.book.id, *n, *t));
        library.entries().iter().flat_map(of)
    };
    let is = |book: &str, n: &str| name == n || name.split_once('/') == Some((book, n));
    if let Some((_, n, t)) = shipped().find(|(book, n, _)| is(book, n)) {
        if !std::path::Path::new(name).exists() {
            return Ok(ScenarioText { name: n.into(), text: t.into() });
        }
    }
    if name != "-" && !std::path::Path::new(name).exists() {
        let known: Vec<String> = shipped().map(|(book, n, _)| called(library, book, n)).collect();
        let f = Failure::unknown("scenario", name, known.iter().map(String::as_str));
        return Err(miette!(
            help = text!("path-scenario-file", known = f.help.unwrap_or_default()),
            "{}",
            f.says
        ));
    }
    Ok(ScenarioText { name: name.into(), text: text(name)? })
}
