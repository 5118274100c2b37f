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
        for (folder, tests) in [("src", false), ("tests", true)] {
            let folder = home.join(folder);
            println!("cargo:rerun-if-changed={}", folder.display());
            let mut files = Vec::new();
            gather(&folder, &mut files);
            let sources: Vec<(PathBuf, String)> = files
                .into_iter()
                .map(|f| {
                    println!("cargo:rerun-if-changed={}", f.display());
                    let s = fs::read_to_string(&f).expect("readable source");
                    (f, s)
                })
                .collect();
            let for_tests: Vec<String> = sources.iter().flat_map(|(_, s)| scan::test_modules(s)).collect();
            for (f, source) in &sources {
                let name = f.file_stem().and_then(|n| n.to_str()).unwrap_or_default();
                let all_tests = tests || for_tests.iter().any(|m| m == name);
                let shown = f.strip_prefix(&root).unwrap_or(f).display().to_string();
                for found in scan::scan(source, all_tests) {
                    let proof = found.what == scan::What::Proof;
                    writeln!(out, "    ({id:?}, {:?}, {shown:?}, {}, {proof}),", found.clause, found.line)
                        .expect("writing to a string");
                }
            }
        }
    }
    out.push_str("];\n");
    let to = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&to).join("citations.rs"), out).expect("writable");
}

/// Every Rust file under a folder, in a fixed order.
fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut here: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    here.sort();
    for p in here {
        if p.is_dir() {
            gather(&p, files);
        } else if p.extension().is_some_and(|x| x == "rs") {
            files.push(p);
        }
    }
}
