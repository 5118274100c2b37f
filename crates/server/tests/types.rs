//! The page's types are the server's.

use std::collections::BTreeMap;
use std::path::Path;

fn read(dir: &Path, under: &str, all: &mut BTreeMap<String, String>) {
    for e in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = format!("{under}{}", e.file_name().to_string_lossy());
        if e.path().is_dir() {
            read(&e.path(), &format!("{name}/"), all);
        } else {
            all.insert(name, std::fs::read_to_string(e.path()).unwrap());
        }
    }
}

#[test]
fn the_pages_types_are_up_to_date() {
    let there = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/types");
    let new = tempfile::tempdir().unwrap();
    server::types::write(new.path()).unwrap();
    let (mut a, mut b) = (BTreeMap::new(), BTreeMap::new());
    read(&there, "", &mut a);
    read(new.path(), "", &mut b);
    let names = |m: &BTreeMap<String, String>| m.keys().cloned().collect::<Vec<_>>();
    let how = "renew them: cargo run -p server --example types";
    assert_eq!(names(&a), names(&b), "{how}");
    for (n, t) in &b {
        assert_eq!(&a[n], t, "{n} is out of date; {how}");
    }
}

#[test]
fn the_rules_are_as_described() {
    for book in library::BOOKS.books() {
        let text = serde_json::to_value((book.text)()).unwrap();
        serde_json::from_value::<server::api::Rules>(text).unwrap_or_else(|e| panic!("{}: {e}", book.id));
    }
}
