//! Reads which clauses each book's code cites and its tests prove, and puts the list into the program, for `vedette rules
//! coverage`.

#[path = "src/rules/scan.rs"]
#[allow(dead_code)]
mod scan;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../..");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/rules/scan.rs");
    println!("cargo:rerun-if-changed={}", root.join("rulebooks").display());
    let mut out = String::from("/// Book, clause, file, line, whether it is a proof.\n");
    out.push_str("pub static CITATIONS: &[(&str, &str, &str, u32, bool)] = &[\n");
    let mut books: Vec<PathBuf> = fs::read_dir(root.join("rulebooks"))
        .expect("the rule books are there")
        .map(|e| e.expect("a readable folder").path())
        .collect();
    books.sort();
    for book in books {
        let id = book.file_name().and_then(|n| n.to_str()).expect("a plain name").to_string();
        let home = root.join("crates").join(&id);
        if !home.is_dir() {
            continue;
        }
        let mut sources = Vec::new();
        println!("cargo:rerun-if-changed={}", home.join("src").display());
        println!("cargo:rerun-if-changed={}", home.join("tests").display());
        follow(&home.join("src/lib.rs"), true, false, &mut sources);
        for root in test_roots(&home.join("tests")) {
            follow(&root, true, true, &mut sources);
        }
        for (file, source, tests) in &sources {
            println!("cargo:rerun-if-changed={}", file.display());
            let shown = file.strip_prefix(&root).unwrap_or(file).display().to_string();
            for found in scan::scan(source, *tests) {
                let proof = found.what == scan::What::Proof;
                writeln!(out, "    ({id:?}, {:?}, {shown:?}, {}, {proof}),", found.clause, found.line)
                    .expect("writing to a string");
            }
        }
    }
    out.push_str("];\n");
    let to = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&to).join("citations.rs"), out).expect("writable");
}

/// The files that cargo makes tests of: those in the folder itself, and `main.rs` of a folder in it.
fn test_roots(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut roots: Vec<PathBuf> = entries
        .filter_map(|e| e.ok().map(|e| e.path()))
        .map(|p| if p.is_dir() { p.join("main.rs") } else { p })
        .filter(|p| p.is_file() && p.extension().is_some_and(|x| x == "rs"))
        .collect();
    roots.sort();
    roots
}

/// A file and the modules it declares, so that a file that is not compiled does not count. `root`: its modules lie beside
/// it.
fn follow(file: &Path, root: bool, tests: bool, out: &mut Vec<(PathBuf, String, bool)>) {
    let Ok(source) = fs::read_to_string(file) else { return };
    if out.iter().any(|(f, _, _)| f == file) {
        return;
    }
    let beside = file.parent().unwrap_or(Path::new(".")).to_path_buf();
    let stem = file.file_stem().and_then(|n| n.to_str()).unwrap_or_default();
    let own = if root || stem == "mod" { beside.clone() } else { beside.join(stem) };
    let declared = scan::modules(&source);
    out.push((file.to_path_buf(), source, tests));
    for m in declared {
        let tests = tests || m.test;
        match m.path {
            Some(p) => follow(&beside.join(p), false, tests, out),
            None => {
                follow(&own.join(format!("{}.rs", m.name)), false, tests, out);
                follow(&own.join(&m.name).join("mod.rs"), false, tests, out);
            }
        }
    }
}
