//! Everything that is proved of the commanders, in one program. One chapter alone: `cargo test -p commander bbdba::`.

mod bbdba;
mod bbdba_weighing;
mod chakoten;
mod duel;
mod napoleonic;
mod newbury;
mod offers;
mod tricolore;

/// A chapter that is not named above would never be run.
#[test]
fn every_chapter_is_bound_in() {
    umpire::proof::all_bound_in(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), include_str!("main.rs"));
}
