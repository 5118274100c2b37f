//! The seals that were seen on this machine, each with the file of its battle, so that an exchanged one is noticed at the end.

use crate::keep;
use std::fs::File;
use std::path::{Path, PathBuf};

/// So many are remembered, the newest.
const MOST: usize = 1000;

fn place() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|p| p.is_absolute());
    let home = || std::env::var_os("HOME").map(|h| PathBuf::from(h).join(".local/state"));
    Some(state.or_else(home)?.join("vedette").join("seals"))
}

fn named(file: &Path) -> String {
    file.canonicalize().unwrap_or_else(|_| file.to_owned()).display().to_string()
}

/// The seal that was first seen of a battle.
pub fn seen(file: &Path) -> Option<String> {
    let all = std::fs::read_to_string(place()?).ok()?;
    let name = named(file);
    let mine = all.lines().filter_map(|l| l.split_once(' ')).find(|(_, of)| *of == name);
    mine.map(|(seal, _)| seal.to_owned())
}

/// Remembers the seal of a battle that has just been begun in that file.
pub fn remember(file: &Path, seal: &str) {
    note(file, seal, true);
}

/// Remembers a seal that is seen, unless one of this battle is remembered.
pub fn see(file: &Path, seal: &str) {
    note(file, seal, false);
}

/// Where nothing can be written nothing is remembered: without the reminder the battle itself is not harmed.
fn note(file: &Path, seal: &str, anew: bool) {
    if let Some(place) = place() {
        let _ = write(&place, &named(file), seal, anew);
    }
}

fn write(place: &Path, name: &str, seal: &str, anew: bool) -> std::io::Result<()> {
    if let Some(folder) = place.parent() {
        std::fs::create_dir_all(folder)?;
    }
    File::options().create(true).append(true).open(place)?;
    // Another battle may be begun at the same time.
    let _held = keep::hold(place)?;
    let all = std::fs::read_to_string(place)?;
    let is_mine = |l: &&str| l.split_once(' ').is_some_and(|(_, of)| of == name);
    if !anew && all.lines().any(|l| is_mine(&l)) {
        return Ok(());
    }
    let others: Vec<&str> = all.lines().filter(|l| !is_mine(l)).collect();
    let newest = &others[others.len().saturating_sub(MOST - 1)..];
    let mut kept = newest.join("\n");
    if !kept.is_empty() {
        kept.push('\n');
    }
    keep::write(place, &format!("{kept}{seal} {name}\n"))
}
