//! Writes the TypeScript of the wire's types to `web/src/types`.

use std::path::Path;

fn main() {
    let into = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/types");
    // What is no longer a type must not stay behind.
    let _ = std::fs::remove_dir_all(&into);
    if let Err(e) = server::types::write(&into) {
        eprintln!("cannot write the types: {e}");
        std::process::exit(1);
    }
    println!("the types are in web/src/types");
}
