//! Puts the built page (`web/dist`) into the program. Without it the program still builds and says how to make it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for e in entries.flatten() {
        let p = e.path();
        if p.is_dir() { files(&p, found) } else { found.push(p) }
    }
}

fn main() {
    listing::messages("server");
    let here = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it"));
    let web = here.join("../../web");
    let dist = web.join("dist");
    // The folder above too: dist may be made later.
    println!("cargo:rerun-if-changed={}", if dist.exists() { dist.display() } else { web.display() });
    let mut found = Vec::new();
    files(&dist, &mut found);
    found.sort();
    let mut code = String::from("pub static FILES: &[(&str, &[u8])] = &[\n");
    for f in &found {
        println!("cargo:rerun-if-changed={}", f.display());
        let name = f.strip_prefix(&dist).expect("it was found there").to_string_lossy().replace('\\', "/");
        if name.ends_with(".map") || name.ends_with(".br") || name.ends_with(".gz") {
            continue;
        }
        let from = f.canonicalize().expect("it was found there");
        writeln!(code, "    ({name:?}, include_bytes!({:?})),", from.to_string_lossy()).expect("text grows");
    }
    code.push_str("];\n");
    std::fs::write(out.join("files.rs"), code).expect("the build folder can be written");
}
