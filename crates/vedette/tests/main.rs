//! Everything that is proved of the built program, in one program. One chapter alone: `cargo test -p vedette serve::`.

mod battle_command_line;
mod camp;
mod chakoten_command_line;
mod command_line;
mod faults;
mod language;
mod napoleonic_command_line;
mod newbury_command_line;
mod serve;

/// A chapter that is not named above would never be run.
#[test]
fn every_chapter_is_bound_in() {
    umpire::proof::all_bound_in(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), include_str!("main.rs"));
}
