//! Standard output, where a reader that has seen enough (`| head`) is no failure.

use crate::text;
use std::fmt::Arguments;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Nobody reads any more.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Writes a line. When nobody reads any more the rest is not told, but what was to be done (a battle to be saved) is done.
/// Output that cannot be written for another reason is lost, and the program ends with that error.
pub fn line(what: Arguments<'_>) {
    if CLOSED.load(Ordering::Relaxed) {
        return;
    }
    match writeln!(std::io::stdout().lock(), "{what}") {
        Ok(()) => {}
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => CLOSED.store(true, Ordering::Relaxed),
        Err(e) => {
            let _ = writeln!(
                std::io::stderr(),
                "{} {}",
                text!("error"),
                text!("cannot-write-standard-output", why = e.to_string())
            );
            std::process::exit(2);
        }
    }
}

/// Like `println!`, but a closed pipe does not panic.
#[macro_export]
macro_rules! tell {
    () => { $crate::out::line(format_args!("")) };
    ($format:literal $($what:tt)*) => { $crate::out::line(format_args!($format $($what)*)) };
    ($message:expr) => { $crate::out::line(format_args!("{}", $message)) };
}

/// A message in the language of the command line.
#[macro_export]
macro_rules! text {
    ($($said:tt)*) => { $crate::say!($($said)*).to_string() };
}
