//! Everything that is proved of the Newbury book, in one program: it is built and linked once.
//! One chapter alone: `cargo test -p newbury-napoleonic text::`.

mod any_play;
mod armies;
mod beyond_doubt;
mod by_the_letter;
mod chapters;
mod fire_by_the_letter;
mod glossary;
mod guns_on_table;
mod judging;
mod land;
mod last_clauses;
mod late_chapters;
mod lists;
mod owed;
mod own_sheet;
mod page;
mod parts;
mod procedures_body;
mod procedures_charges;
mod procedures_fire;
mod procedures_guns;
mod procedures_melee;
mod procedures_morale;
mod procedures_moves;
mod procedures_weather;
mod read_charges;
mod read_fire;
mod read_morale;
mod read_moves;
mod read_otherwise;
mod scene;
mod second_look;
mod setup;
mod several_targets;
mod steps;
mod subgroups;
mod table;
mod text;
mod who_counts;

/// A chapter that is not named above would never be run.
#[test]
fn every_chapter_is_bound_in() {
    umpire::proof::all_bound_in(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), include_str!("main.rs"));
}
