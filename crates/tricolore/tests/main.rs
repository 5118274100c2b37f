//! Everything that is proved of Tricolore, in one program: it is built and linked once.
//! One chapter alone: `cargo test -p tricolore text::`.

mod any_play;
mod breakthroughs;
mod by_the_text;
mod corps;
mod corps_play;
mod edges;
mod found;
mod kit;
mod land;
mod marches;
mod owed;
mod own_sheet;
mod procedures_dice;
mod procedures_fire;
mod procedures_melee;
mod procedures_morale;
mod procedures_moves;
mod round;
mod round_grand;
mod round_limits;
mod round_parts;
mod round_readings;
mod round_rest;
mod round_tactical;
mod scenarios;
mod seams;
mod setup;
mod stand;
mod text;
mod zones;

/// A chapter that is not named above would never be run.
#[test]
fn every_chapter_is_bound_in() {
    umpire::proof::all_bound_in(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), include_str!("main.rs"));
}
