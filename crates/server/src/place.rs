//! The data file in its place: readable by its owner alone, held by one server at a time, and looked after while it is used. A file
//! that was deleted, moved or exchanged can still be written to by who has it open, but nobody would find it again.

use crate::store::{Fault, StoreError};
use fs4::{FileExt, TryLockError};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Which file it is, whatever it is called.
type Identity = Option<(u64, u64)>;

#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).map(|m| Some((m.dev(), m.ino())))
}

/// Elsewhere a file that is open stays where it is.
#[cfg(not(unix))]
fn identity(path: &Path) -> std::io::Result<Identity> {
    std::fs::metadata(path).map(|_| None)
}

/// The file beside it with that ending.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Opens a file, or makes it, so that nobody but its owner can read it: it holds seeds and secret orders.
fn private(path: &Path) -> std::io::Result<File> {
    let mut o = OpenOptions::new();
    o.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut o, 0o600);
    let file = o.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mut rights = file.metadata()?.permissions();
        if rights.mode() & 0o077 != 0 {
            rights.set_mode(0o600);
            file.set_permissions(rights)?;
        }
    }
    Ok(file)
}

/// The place of a data file that this program holds.
#[derive(Debug)]
pub struct Place {
    path: PathBuf,
    file: Identity,
    /// The log beside it, known as soon as there is one.
    log: Mutex<Identity>,
    lock: Mutex<Option<File>>,
}

impl Place {
    /// Takes the file, or makes it. Refused if another program holds it.
    pub fn take(path: &Path) -> Result<Place, StoreError> {
        let named = path.display().to_string();
        let cannot = |e: std::io::Error| {
            StoreError::new(Fault::Disk, text!("data-file-cannot-open", file = &named, why = e.to_string()))
        };
        private(path).map_err(cannot)?;
        let path = path.canonicalize().map_err(cannot)?;
        let mut lock = private(&beside(&path, ".lock")).map_err(cannot)?;
        match FileExt::try_lock(&lock) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut by = String::new();
                // Who it is helps; where it cannot be read the refusal is the same.
                let _ = lock.read_to_string(&mut by);
                let by = by.trim();
                return Err(StoreError::new(Fault::InUse, text!("data-file-in-use", file = &named, by)));
            }
            Err(TryLockError::Error(e)) => return Err(cannot(e)),
        }
        // Who holds it, for whoever comes next.
        lock.set_len(0).and_then(|()| writeln!(lock, "{}", std::process::id())).map_err(cannot)?;
        let file = identity(&path).map_err(cannot)?;
        Ok(Place { path, file, log: Mutex::new(None), lock: Mutex::new(Some(lock)) })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Notes which file the log beside it is: from now on it must stay.
    pub fn note_log(&self) {
        let log = identity(&beside(&self.path, "-wal")).ok().flatten();
        *self.log.lock().unwrap_or_else(PoisonError::into_inner) = log;
    }

    /// The log may go until it is noted anew.
    pub fn forget_log(&self) {
        *self.log.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Is the file still where it was, and its log beside it?
    pub fn check(&self) -> Result<(), StoreError> {
        let log = *self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let there = |path: &Path, which: Identity| identity(path).is_ok_and(|now| now == which);
        if there(&self.path, self.file) && (log.is_none() || there(&beside(&self.path, "-wal"), log)) {
            return Ok(());
        }
        Err(StoreError::new(Fault::Gone, text!("data-file-gone", file = self.path.display().to_string())))
    }

    /// Says of damage which file it is and what to do.
    pub fn explain(&self, e: StoreError) -> StoreError {
        match e.fault {
            Fault::Damaged => damaged(&self.path, &e.says),
            _ => e,
        }
    }

    /// Lets go of the file.
    pub fn leave(&self) {
        *self.lock.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// What cannot be read, and what to do.
pub fn damaged(path: &Path, why: &str) -> StoreError {
    StoreError::new(Fault::Damaged, text!("data-file-damaged", file = path.display().to_string(), why))
}
