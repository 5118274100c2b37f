//! Everything that is proved of Chakoten's Napoleonic wars, in one program: it is built and linked once.
//! One chapter alone: `cargo test -p chakoten-napoleonic text::`.

mod buildings;
mod contact;
mod cover;
mod demolition;
mod desk_battle;
mod desk_ground;
mod desk_odds;
mod desk_orders;
mod determinism;
mod field_day;
mod fire_facts;
mod going;
mod kept;
mod looks;
mod nations;
mod orders_case;
mod orders_combat;
mod orders_staff;
mod orders_steps;
mod owed;
mod passing;
mod procedures_artillery;
mod procedures_fire;
mod procedures_melee;
mod procedures_morale;
mod scale;
mod scenarios;
mod setup_brief;
mod setup_hostile;
mod setup_units;
mod sides;
mod sight;
mod sites;
mod slip;
mod staff_seen;
mod stand_footprint;
mod stand_forming;
mod support_facts;
mod text;
mod turn_attack;
mod turn_brief;
mod turn_buildings;
mod turn_cases;
mod turn_charge;
mod turn_columns;
mod turn_command;
mod turn_ferries;
mod turn_fire;
mod turn_fires;
mod turn_formations;
mod turn_ground;
mod turn_guns;
mod turn_joint;
mod turn_melees;
mod turn_mines;
mod turn_moves;
mod turn_nations;
mod turn_order;
mod turn_parts;
mod turn_points;
mod turn_readings;
mod turn_readings_fight;
mod turn_secrets;
mod turn_shelling;
mod turn_sight;
mod turn_skirmish;
mod turn_small_arms;
mod turn_soutien;
mod turn_staff;
mod turn_stand;
mod turn_supply;
mod turn_table;
mod turn_umpire;
mod turn_unseen;
mod turn_volleys;
mod turn_works;
mod victory;
mod view;
mod works;

/// A chapter that is not named above would never be run.
#[test]
fn every_chapter_is_bound_in() {
    umpire::proof::all_bound_in(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), include_str!("main.rs"));
}
