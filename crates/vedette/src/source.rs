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

/// A scenario by file name, or by the name of one that comes with the program.
pub fn scenario(library: Library, name: &str) -> Result<ScenarioText> {
    let shipped = || library.entries().iter().flat_map(|e| e.book.shipped);
    if let Some((n, t)) = shipped().find(|(n, _)| *n == name) {
        if !std::path::Path::new(name).exists() {
            return Ok(ScenarioText { name: (*n).into(), text: (*t).into() });
        }
    }
    if name != "-" && !std::path::Path::new(name).exists() {
        let f = Failure::unknown("scenario", name, shipped().map(|(n, _)| *n));
        return Err(miette!(
            help = text!("path-scenario-file", known = f.help.unwrap_or_default()),
            "{}",
            f.says
        ));
    }
    Ok(ScenarioText { name: name.into(), text: text(name)? })
}
