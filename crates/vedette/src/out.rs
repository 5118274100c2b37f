//! Standard output, where a reader that has seen enough (`| head`) is no failure.

use std::fmt::Arguments;
use std::io::Write;

/// Writes a line. When nobody reads any more the program ends quietly.
pub fn line(what: Arguments<'_>) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{what}").is_err() {
        std::process::exit(0);
    }
}

/// Like `println!`, but a closed pipe does not panic.
#[macro_export]
macro_rules! say {
    ($($what:tt)*) => { $crate::out::line(format_args!($($what)*)) };
}
