//! Battle files on the disk. They hold the seed, so nobody but their owner may read them; they are exchanged whole, and whoever changes
//! one has it to himself from the reading to the writing.

use fs4::FileExt;
use std::fs::File;
use std::io::{Result, Write};
use std::path::Path;

/// A battle file that nobody else changes as long as this is there.
#[derive(Debug)]
pub struct Held {
    _lock: File,
}

/// The same file under that name as the one that is open?
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (open, there) = (file.metadata()?, std::fs::metadata(path)?);
    Ok((open.dev(), open.ino()) == (there.dev(), there.ino()))
}

/// Holds the file itself, which leaves nothing behind. Whoever waited for it may find that it was exchanged meanwhile, and takes
/// the one that is there now.
#[cfg(unix)]
pub fn hold(path: &Path) -> Result<Held> {
    loop {
        let lock = File::open(path)?;
        FileExt::lock(&lock)?;
        if is_at(&lock, path)? {
            return Ok(Held { _lock: lock });
        }
    }
}

/// Where a file that is held cannot be read by others, a file beside it is held in its place.
#[cfg(not(unix))]
pub fn hold(path: &Path) -> Result<Held> {
    File::open(path)?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(".lock");
    let lock = File::options().create(true).append(true).open(beside)?;
    FileExt::lock(&lock)?;
    Ok(Held { _lock: lock })
}

/// Writes beside the file and moves it into place, so that it is either as it was or wholly new, also after a loss of power.
pub fn write(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = tempfile::NamedTempFile::new_in(folder)?;
    beside.write_all(text.as_bytes())?;
    beside.as_file().sync_all()?;
    beside.persist(path).map_err(|e| e.error)?;
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}
