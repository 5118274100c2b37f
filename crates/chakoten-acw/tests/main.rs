//! Everything that is proved of Chakoten's American Civil War, in one program: it is built and linked once.
//! One chapter alone: `cargo test -p chakoten-acw moves::`.

mod arc;
mod arithmetic;
mod aspect;
mod chair;
mod closed_ground;
mod cover;
mod desk_board;
mod desk_hand;
mod desk_moments;
mod desk_sketch;
mod determinism;
mod fair;
mod field_day;
mod fire;
mod generated;
mod going;
mod guns;
mod hard_cases;
mod hard_marches;
mod hard_turns;
mod hostile_input;
mod impossible;
mod in_contact;
mod losses;
mod march;
mod messages;
mod mirrored;
mod odds_offered;
mod orders;
mod other_hands;
mod papers;
mod passing;
mod preface;
mod procedures_exact;
mod procedures_fire;
mod procedures_morale;
mod procedures_shock;
mod promises;
mod properties;
mod readings;
mod readings_in_play;
mod room;
mod scenarios;
mod secrets;
mod setup;
mod sight;
mod slip;
mod staff;
mod stirring;
mod turn;
mod turn_attack;
mod turn_buildings;
mod turn_end;
mod turn_fire;
mod turn_forced;
mod turn_melee;
mod turn_moves;
mod turn_orders;
mod turn_symmetry;
mod turning;
mod victory;
mod view;

/// A chapter that is not named above would never be run.
#[test]
fn every_chapter_is_bound_in() {
    umpire::proof::all_bound_in(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), include_str!("main.rs"));
}
