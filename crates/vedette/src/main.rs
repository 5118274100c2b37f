//! `vedette`: the umpire at the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    vedette::run(library::BOOKS)
}
