//! For the build script of a book that has a table of numbers: each row as a constant, so that a number of the book stands in its table alone
//! and costs nothing to read.

use std::fmt::Write as _;
use std::{env, fs, path::Path};

/// Writes `numbers.rs`: the rows of a table whose columns are a name, what it is, the number, its unit and the clause.
pub fn numbers(book: &str, table: &str) {
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let file = Path::new(&here).join("../../rulebooks").join(book).join("tables.toml");
    println!("cargo:rerun-if-changed={}", file.display());
    let doc: toml::Table =
        fs::read_to_string(&file).expect("the rule book is there").parse().expect("tables are TOML");
    let tables = doc.get("table").and_then(|t| t.as_array()).expect("the book has tables");
    let found = tables.iter().find(|t| t.get("id").and_then(|i| i.as_str()) == Some(table));
    let rows = found.and_then(|t| t.get("rows")).and_then(|r| r.as_array()).expect("the table is there");
    let mut out = String::new();
    for row in rows {
        let cells = row.as_array().expect("a row is a list");
        let [name, what, number, unit, clause] = &cells[..] else { panic!("five cells, not {row}") };
        let text = |c: &toml::Value| c.as_str().expect("a word").to_owned();
        let value = number.as_float().or_else(|| number.as_integer().map(|n| n as f64)).expect("a number");
        let (name, what, unit, clause) = (text(name), text(what), text(unit), text(clause));
        let name = name.to_uppercase().replace('-', "_");
        writeln!(out, "/// {what}, {unit} ({clause}).\npub const {name}: f64 = {value:?};")
            .expect("writing to a string");
    }
    let to = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&to).join("numbers.rs"), out).expect("writable");
}
