//! Every book that is listed is on trial, and the toy book with them.

mod program;
mod toy;

use desk::Entry;
use trial::secrets::Hidden;
use trial::{ending, film, hostile, keeping, offers, secrets, turned};
use umpire::Seat;

fn books() -> impl Iterator<Item = &'static Entry> {
    trial::TOYS.entries().iter().chain(library::BOOKS.entries())
}

macro_rules! trials {
    ($($name:ident: $trial:path;)+) => {$(
        #[test]
        fn $name() {
            books().for_each($trial);
        }
    )+};
}

trials! {
    whoever_resigns_has_lost: ending::by_resigning;
    offers_are_accepted: offers::are_accepted;
    a_ready_answer_fills_the_sheet: offers::fill_the_sheet;
    refused_answers_change_nothing: offers::refused_change_nothing;
    the_same_seed_gives_the_same_battle: keeping::same_seed_same_battle;
    saved_and_opened_at_any_moment: keeping::saved_and_opened_at_any_moment;
    put_away_and_taken_up_at_any_moment: keeping::put_away_and_taken_up;
    a_file_of_another_version: keeping::of_another_version;
    the_film_equals_the_table: film::equals_the_table;
    the_seed_is_a_secret: secrets::the_seed;
    what_the_other_answered_is_a_secret: secrets::what_the_other_answered;
    in_a_mirror: turned::in_a_mirror;
    in_another_order: turned::in_another_order;
    hostile_scenarios: hostile::scenarios;
    hostile_battle_files: hostile::battle_files;
    hostile_strokes: hostile::strokes;
    hostile_situations: hostile::situations;
    nobody_else_answers: hostile::nobody_else_answers;
}

/// What the scenarios of each book keep from a side.
const HIDDEN: &[(&str, Hidden)] = &[
    ("toy", Hidden { scenario: "garden", is: "men = 5", might_be: "men = 4", from: Seat::Side(0) }),
    ("toy", Hidden { scenario: "garden", is: "men = 5", might_be: "men = 4", from: Seat::Spectator }),
    // The valour of the last unit of the second side.
    (
        "chakoten-acw",
        Hidden { scenario: "two-brigades", is: "valour = 0", might_be: "valour = 1", from: Seat::Side(0) },
    ),
];

#[test]
fn what_a_scenario_hides_is_a_secret() {
    for (book, hidden) in HIDDEN {
        let entry = books().find(|e| e.book.id == *book).expect("a listed book");
        secrets::of_the_scenario(entry, hidden);
    }
}
