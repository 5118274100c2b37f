//! A book without commanders of its own is fought by taking what is offered.

use desk::{Book, Commanders, Entry, Owes, Seating, Strength};
use umpire::{Seat, Seed};

static WITHOUT: [Entry; 2] = [
    Entry { book: &bbdba_acw::BOOK, commanders: Commanders::ByOffers, owes: Owes::NOTHING },
    Entry { book: &chakoten_acw::BOOK, commanders: Commanders::ByOffers, owes: Owes::NOTHING },
];

fn first_scenario(book: &Book) -> (&'static str, &'static str) {
    book.shipped[0]
}

#[test]
fn a_series_is_fought_and_comes_out_the_same_again() {
    for entry in &WITHOUT {
        let (name, text) = first_scenario(entry.book);
        let theatre = entry.theatre(name, text).expect("a lawful scenario");
        assert!(theatre.sides().iter().all(|s| !s.is_empty()));
        let fought = theatre.fight([Strength::Quick; 2], 1, 1, 3);
        assert_eq!(fought.refused, 0, "{}", entry.book.id);
        assert!(fought.turns >= 3 || fought.ended.is_some(), "{}: {fought:?}", entry.book.id);
        assert_eq!(fought, theatre.fight([Strength::Quick; 2], 1, 1, 3));
    }
}

#[test]
fn he_answers_only_what_his_seat_is_asked() {
    for entry in &WITHOUT {
        let (name, text) = first_scenario(entry.book);
        let seed = Seed::new("offers");
        let mut game =
            (entry.book.begin)(name, text, &seed, Seating::WITH_UMPIRE).expect("a lawful scenario");
        let mut staff = entry.appoint(Strength::Steady, 4);
        assert_eq!(staff.answer(&*game, Seat::Spectator), None);
        assert_eq!(staff.answer(&*game, Seat::Umpire), None, "what may be said at any time is not asked");
        let asked = game.waits_for()[0];
        let answer = staff.answer(&*game, asked).expect("something is offered");
        game.answer(asked, &answer).expect("what is offered is accepted");
    }
}
