//! Everything that is proved of BBDBA-ACW, in one program: it is built and linked once.
//! One chapter alone: `cargo test -p bbdba-acw moves::`.

mod aftermath;
mod army_lists;
mod battle;
mod battle_properties;
mod breaking_off;
mod chooser;
mod combat_properties;
mod contact;
mod crossings;
mod demoralised;
mod deploy;
mod desk_board;
mod desk_moments;
mod desk_sketch;
mod determinism;
mod facing;
mod flight;
mod ground;
mod grounds;
mod hostile_input;
mod impetuous;
mod judging;
mod lawyer_combat;
mod lawyer_moves;
mod lawyer_turn;
mod meeting;
mod melee;
mod messages;
mod moves;
mod moves_properties;
mod moves_readings;
mod one_by_one;
mod orders;
mod outcome_properties;
mod outlines;
mod passing;
mod procedures;
mod readings;
mod recoil;
mod results;
mod scenario;
mod seats;
mod setup_play;
mod sheaf;
mod shooting;
mod sight;
mod small_procedures;
mod umpires_chair;
mod words;
mod zones;

/// A chapter that is not named above would never be run.
#[test]
fn every_chapter_is_bound_in() {
    umpire::proof::all_bound_in(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), include_str!("main.rs"));
}
