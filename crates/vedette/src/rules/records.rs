//! What the tests wrote down when they ran: which clause was proved in which test that passed (`umpire::proof`).

use crate::failure::Failure;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A proof that ran.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Proved {
    pub book: String,
    pub clause: String,
    /// The test proves this clause and no other.
    pub alone: bool,
    pub test: String,
    /// File and line.
    pub at: String,
}

/// Where the tests that were built with this program wrote.
pub fn folder() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    program.parent().unwrap_or(Path::new(".")).join("proofs")
}

/// The records of the newest build of every test program; `None` where no test has written any.
pub fn read(folder: &Path) -> Result<Option<Vec<Proved>>, Failure> {
    let Ok(files) = std::fs::read_dir(folder) else { return Ok(None) };
    // By package and program: the newest build, and its records.
    let mut newest: BTreeMap<String, (u128, Vec<PathBuf>)> = BTreeMap::new();
    for file in files.flatten() {
        let name = file.file_name();
        let Some((program, built)) = name.to_str().and_then(of_which) else { continue };
        let (at, all) = newest.entry(program).or_default();
        if built > *at {
            (*at, *all) = (built, Vec::new());
        }
        if built == *at {
            all.push(file.path());
        }
    }
    let mut all = Vec::new();
    for file in newest.into_values().flat_map(|(_, files)| files) {
        let text = std::fs::read_to_string(&file)
            .map_err(|e| Failure::new(format!("{} cannot be read: {e}", file.display())))?;
        all.extend(text.split_inclusive('\n').filter_map(line));
    }
    all.sort();
    all.dedup();
    Ok((!all.is_empty()).then_some(all))
}

/// `package.program.built.process.tsv`
fn of_which(name: &str) -> Option<(String, u128)> {
    let mut parts = name.strip_suffix(".tsv")?.rsplitn(3, '.');
    let (_process, built, program) = (parts.next()?, parts.next()?, parts.next()?);
    Some((program.into(), built.parse().ok()?))
}

/// A line that was written to its end.
fn line(l: &str) -> Option<Proved> {
    let parts: Vec<&str> = l.strip_suffix('\n')?.split('\t').collect();
    let [book, clause, among, test, at] = parts[..] else { return None };
    Some(Proved {
        book: book.into(),
        clause: clause.into(),
        alone: among == "alone",
        test: test.into(),
        at: at.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_build_of_each_program_counts() {
        let folder = std::env::temp_dir().join(format!("vedette-records-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        assert_eq!(read(&folder.join("none")).unwrap(), None);
        assert_eq!(read(&folder).unwrap(), None);
        write("toy.book.100.1.tsv", "toy\told.1\talone\tt\tf.rs:1\n");
        write(
            "toy.book.200.1.tsv",
            "toy\tnew.1\talone\ta::t\tf.rs:1\ntoy\tnew.2\tamong\tu\tf.rs:2\ntoy\tcut.1",
        );
        write("toy.book.200.2.tsv", "toy\tnew.1\talone\ta::t\tf.rs:1\ntoy\tnew.3\tamong\tu\tf.rs:2\n");
        write("toy.other.50.1.tsv", "toy\tother.1\talone\tt\tf.rs:1\nrubbish\n");
        write("notes.txt", "rubbish");
        let all = read(&folder).unwrap().unwrap();
        let ids: Vec<_> = all.iter().map(|p| (p.clause.as_str(), p.alone)).collect();
        assert_eq!(ids, [("new.1", true), ("new.2", false), ("new.3", false), ("other.1", true)]);
        assert_eq!((all[0].test.as_str(), all[0].at.as_str()), ("a::t", "f.rs:1"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
