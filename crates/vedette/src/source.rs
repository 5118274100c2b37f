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
