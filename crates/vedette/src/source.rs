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
    let what = if path == "-" { "standard input" } else { path };
    let read: Box<dyn Read> = if path == "-" {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(path).into_diagnostic().wrap_err_with(|| format!("cannot read {path}"))?)
    };
    read.take(MOST + 1)
        .read_to_end(&mut bytes)
        .into_diagnostic()
        .wrap_err_with(|| format!("cannot read {what}"))?;
    if bytes.len() as u64 > MOST {
        return Err(miette!("{what} is longer than {} MiB", MOST >> 20));
    }
    String::from_utf8(bytes).map_err(|_| miette!("{what} is not text in UTF-8"))
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
            help = format!("{} (or the path of a scenario file)", f.help.unwrap_or_default()),
            "{}",
            f.says
        ));
    }
    Ok(ScenarioText { name: name.into(), text: text(name)? })
}
