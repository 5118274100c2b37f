//! Every book that is listed is on trial, and the toy book with them.

mod program;
mod toy;

use desk::Entry;
use trial::secrets::{By, Hidden, Unseen};
use trial::{back, chance, ending, film, hostile, keeping, offers, secrets, turned};
use umpire::Seat;

/// All of them, or the one whose name is in `VEDETTE_TRIAL_OF`.
fn books() -> impl Iterator<Item = &'static Entry> {
    let only = std::env::var("VEDETTE_TRIAL_OF").ok();
    let all = trial::TOYS.entries().iter().chain(library::BOOKS.entries());
    all.filter(move |e| only.as_deref().is_none_or(|o| o == e.book.id))
}

/// A book of the list, if it is on trial.
fn on_trial(book: &str) -> Option<&'static Entry> {
    let listed = trial::TOYS.entries().iter().chain(library::BOOKS.entries()).any(|e| e.book.id == book);
    assert!(listed, "{book} is not listed");
    books().find(|e| e.book.id == book)
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
    a_decision_is_taken_back_by_consent: back::by_consent;
    offers_are_accepted: offers::are_accepted;
    a_ready_answer_fills_the_sheet: offers::fill_the_sheet;
    refused_answers_change_nothing: offers::refused_change_nothing;
    the_same_seed_gives_the_same_battle: keeping::same_seed_same_battle;
    saved_and_opened_at_any_moment: keeping::saved_and_opened_at_any_moment;
    put_away_and_taken_up_at_any_moment: keeping::put_away_and_taken_up;
    a_file_of_another_version: keeping::of_another_version;
    dice_of_everybodys_parts: chance::of_everybodys_parts;
    dice_rolled_by_hand: chance::rolled_by_hand;
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
    (
        "chakoten-napoleonic",
        Hidden { scenario: "brigades-meet", is: "valour = 0", might_be: "valour = -1", from: Seat::Side(0) },
    ),
    // The values of the last unit of the second side, and the ability of its last officer.
    (
        "tricolore",
        Hidden {
            scenario: "divisions-meet",
            is: "quality = \"veteran\"",
            might_be: "quality = \"elite\"",
            from: Seat::Side(0),
        },
    ),
    (
        "tricolore",
        Hidden {
            scenario: "divisions-meet",
            is: "ability = 6",
            might_be: "ability = 7",
            from: Seat::Spectator,
        },
    ),
    // Whom the guns of the second side are to fire at first, and of which class its last battalion but one is.
    (
        "newbury-napoleonic",
        Hidden {
            scenario: "two-brigades",
            is: "targets = [\"1/57\"]",
            might_be: "targets = [\"2/57\"]",
            from: Seat::Side(0),
        },
    ),
    (
        "newbury-napoleonic",
        Hidden {
            scenario: "two-brigades",
            is: "kind = \"german-line-battalion\"",
            might_be: "kind = \"german-line-battalion\"\nclass = \"B\"",
            from: Seat::Spectator,
        },
    ),
];

#[test]
fn what_a_scenario_hides_is_a_secret() {
    for (book, hidden) in HIDDEN {
        if let Some(entry) = on_trial(book) {
            secrets::of_the_scenario(entry, hidden);
        }
    }
}

/// Troops that are out of sight for as long as the battle lasts.
const UNSEEN: &[(&str, Unseen)] = &[
    (
        "chakoten-acw",
        Unseen {
            scenario: "hidden",
            text: include_str!("../../../web/tests/scenarios/hidden.toml"),
            without: r#"{ code = "QW9", name = "The Wakulla Guards", arm = "infantry", valour = 0, formation = "attack_column", x = 151.19, y = 95.61, facing = 180 },"#,
            from: Seat::Side(0),
            asks: "orders",
            orders: &[
                &[("QZ7", By::Text("wheel right 7, march 2.63")), ("QW9", By::Text("march 3.77"))],
                &[("QZ7", By::Text("march 2.37")), ("QW9", By::Text("wheel left 5, march 1.93"))],
                &[("QZ7", By::Text("march 1.07")), ("QW9", By::Text("march 2.21"))],
            ],
        },
    ),
    (
        "chakoten-napoleonic",
        Unseen {
            scenario: "hidden",
            text: include_str!("../../../web/tests/scenarios/hidden-napoleonic.toml"),
            without: r#"{ code = "QW9", name = "Wakenitz Battalion", kind = "battalion", valour = 0, figures = 36, formation = "attack_column", x = 148.19, y = 96.61, facing = 180 },"#,
            from: Seat::Side(0),
            asks: "orders",
            orders: &[
                &[("QZ7", By::Text("pivot right 7, march 2.63 cm")), ("QW9", By::Text("march 3.77 cm"))],
                &[("QZ7", By::Text("march 2.37 cm")), ("QW9", By::Text("form line, pivot left 5"))],
                &[("QZ7", By::Text("march 1/4")), ("QW9", By::Text("march 1/5"))],
            ],
        },
    ),
    (
        "newbury-napoleonic",
        Unseen {
            scenario: "hidden",
            text: include_str!("../../../web/tests/scenarios/hidden-newbury.toml"),
            without: r#"{ code = "QW9", name = "Wakenitz Battalion", kind = "german-line-battalion", formation = "company-column", x = 148.19, y = 96.61, facing = 180 },"#,
            from: Seat::Side(0),
            asks: "orders",
            orders: &[
                &[("QZ7", By::Drag(-1.0, -6.0)), ("QW9", By::Drag(-2.0, -5.0))],
                &[("QZ7", By::Drag(0.0, -4.0)), ("QW9", By::Drag(0.0, -3.0))],
                &[("QZ7", By::Drag(0.0, -2.0)), ("QW9", By::Drag(0.0, -1.0))],
            ],
        },
    ),
];

#[test]
fn what_unseen_troops_do_and_how_many_they_are_is_a_secret() {
    for (book, unseen) in UNSEEN {
        if let Some(entry) = on_trial(book) {
            secrets::of_unseen_troops(entry, unseen);
        }
    }
}
