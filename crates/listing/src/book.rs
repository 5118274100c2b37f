//! For the build script of every book: lists the book's clause ids and readings as constants, so that citing one that does not
//! exist does not compile.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::{env, fs, path::Path};

/// Writes the list of a book's clauses and readings, and its messages.
pub fn book(book: &str) {
    crate::messages(book);
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    // A book that is no book of the house (one for tests, say) brings its own.
    let own = Path::new(&here).join("rulebook");
    let root = if own.is_dir() { own } else { Path::new(&here).join("../../rulebooks").join(book) };
    println!("cargo:rerun-if-changed={}", root.display());
    let clauses = fs::read_to_string(root.join("clauses.toml")).expect("the rule book is there");
    let mut out = format!("/// The book's id.\npub const BOOK: &str = {book:?};\n");
    out.push_str("/// Every clause id of the book, sorted.\npub const CLAUSE_IDS: &[&str] = &[\n");
    let quoted = |l: &'_ str| Some(l.strip_prefix("id = ")?.trim().trim_matches('"').to_owned());
    let ids: BTreeSet<String> = clauses.lines().filter_map(quoted).collect();
    for id in ids {
        writeln!(out, "    {id:?},").expect("writing to a string");
    }
    out.push_str("];\n/// Every reading with its options.\npub const READING_IDS: &[(&str, &[&str])] = &[\n");
    let mut files: Vec<_> = fs::read_dir(root.join("readings"))
        .into_iter()
        .flatten()
        .map(|e| e.expect("a readable folder").path())
        .filter(|p| p.extension().is_some_and(|x| x == "toml"))
        .collect();
    files.sort();
    let mut all = String::new();
    for f in files {
        println!("cargo:rerun-if-changed={}", f.display());
        all.push_str(&fs::read_to_string(&f).expect("a readable file"));
        all.push('\n');
    }
    let doc: toml::Table = all.parse().expect("readings are TOML");
    let mut places = BTreeMap::new();
    for r in doc.get("reading").and_then(|r| r.as_array()).into_iter().flatten() {
        let id = r["id"].as_str().expect("a reading has an id");
        let place = places.len();
        assert!(places.insert(id, place).is_none(), "two readings are called `{id}`");
        let options: Vec<_> = r
            .get("options")
            .and_then(|o| o.as_array())
            .map(|o| {
                o.iter().map(|c| format!("{:?}", c["id"].as_str().expect("an option has an id"))).collect()
            })
            .unwrap_or_default();
        writeln!(out, "    ({id:?}, &[{}]),", options.join(", ")).expect("writing to a string");
    }
    let by_id: Vec<usize> = places.into_values().collect();
    writeln!(
        out,
        "];\n/// Their places, sorted by their ids.\npub const READINGS_BY_ID: &[usize] = &{by_id:?};"
    )
    .expect("writing to a string");
    // What a book has nothing of, its folder need not have.
    let file = |name: &str| {
        let file = root.join(name);
        if file.is_file() { format!("include_str!({:?})", file.display().to_string()) } else { "\"\"".into() }
    };
    let [clauses, tables, words] = ["clauses.toml", "tables.toml", "words.toml"].map(file);
    let readings = "include_str!(concat!(env!(\"OUT_DIR\"), \"/readings.toml\"))";
    write!(
        out,
        "/// The book's clauses, tables, terms and readings.\n\
         pub fn text() -> &'static ::umpire::RuleText {{\n    \
         static TEXT: std::sync::OnceLock<::umpire::RuleText> = std::sync::OnceLock::new();\n    \
         TEXT.get_or_init(|| ::umpire::RuleText::parse({clauses}, {tables}, {words}, {readings}))\n}}\n"
    )
    .expect("writing to a string");
    let to = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&to).join("ids.rs"), out).expect("writable");
    fs::write(Path::new(&to).join("readings.toml"), all).expect("writable");
}
