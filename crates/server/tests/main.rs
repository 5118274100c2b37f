//! Everything that is proved of the server, in one program. One chapter alone: `cargo test -p server live::`.

mod back;
mod behind;
mod common;
mod faults;
mod hostile;
mod live;
mod neighbours;
mod openapi;
mod outlive;
mod play;
mod sealed;
mod secrets;
mod types;

/// A chapter that is not named above would never be run.
#[test]
fn every_chapter_is_bound_in() {
    umpire::proof::all_bound_in(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), include_str!("main.rs"));
}
