//! Each clause of the toy book, where it decides.

use desk::{Game, Match, Seating};
use serde_json::{Value, json};
use toy::{BOOK, Toy, proves};
use umpire::{AnyProcedure, Seat, Seed};

const A: Seat = Seat::Side(0);
const B: Seat = Seat::Side(1);

/// Two stands that face each other, so far apart.
fn garden(gap: f64, men: [u8; 2], turns: u32) -> String {
    let stand = |code: &str, men: u8, y: f64, facing: u32| {
        format!("stand = [{{ code = \"{code}\", men = {men}, x = 50, y = {y}, facing = {facing} }}]\n")
    };
    format!(
        "book = \"toy\"\ntitle = \"T\"\nturns = {turns}\n[table]\nwidth = 100\ndepth = 80\n\
         [[side]]\nname = \"Red\"\n{}[[side]]\nname = \"Blue\"\n{}",
        stand("R1", men[0], 20.0, 0),
        stand("B1", men[1], 20.0 + gap, 180),
    )
}

fn begin(text: &str, seating: Seating) -> Box<dyn Game> {
    (BOOK.begin)("t", text, &Seed::new("toys"), seating).unwrap_or_else(|r| panic!("{r:#}"))
}

fn march(stand: &str, x: f64, y: f64) -> Value {
    json!({ "do": "march", "stand": stand, "to": { "x": x, "y": y, "facing": 0.0 } })
}

fn attack(stand: &str, at: &str) -> Value {
    json!({ "do": "attack", "stand": stand, "at": at })
}

fn procedure(name: &str) -> &'static dyn AnyProcedure {
    *BOOK.procedures.iter().find(|p| p.name() == name).expect("a procedure of the book")
}

#[test]
fn the_sides_take_turns() {
    let p = proves!("toy.1");
    let mut g = begin(&garden(40.0, [3, 3], 2), Seating::SIDES_ONLY);
    assert_eq!((g.waits_for(), g.turn()), (vec![A], 1));
    p.refused_by("toy.1", g.answer(B, &march("B1", 50.0, 60.0)));
    p.refused_by("toy.1", g.answer(A, &march("B1", 50.0, 60.0)));
    g.answer(A, &march("R1", 50.0, 20.0)).expect("no step is a march too");
    assert_eq!((g.waits_for(), g.turn()), (vec![B], 1));
    g.answer(B, &march("B1", 50.0, 60.0)).expect("he is on");
    assert_eq!((g.waits_for(), g.turn()), (vec![A], 2));
}

#[test]
fn a_march_is_fifteen_and_on_the_table() {
    let p = proves!("toy.2");
    let g = begin(&garden(40.0, [3, 3], 2), Seating::SIDES_ONLY);
    assert!(g.snapshot().answer(A, &march("R1", 50.0, 35.0)).is_ok());
    p.refused_by("toy.2", g.snapshot().answer(A, &march("R1", 50.0, 35.01)));
    // The base is 6 wide and 3 deep behind its front.
    assert!(g.snapshot().answer(A, &march("R1", 50.0, 5.0)).is_ok());
    let near_edge = garden(40.0, [3, 3], 2).replace("x = 50, y = 20", "x = 5, y = 10");
    let g = begin(&near_edge, Seating::SIDES_ONLY);
    assert!(g.snapshot().answer(A, &march("R1", 3.0, 3.0)).is_ok());
    p.refused_by("toy.2", g.snapshot().answer(A, &march("R1", 2.9, 3.0)));
    p.refused_by("toy.2", g.snapshot().answer(A, &march("R1", 3.0, 2.9)));
}

#[test]
fn fire_reaches_thirty_and_needs_eight() {
    let p = proves!("toy.3");
    assert!(begin(&garden(30.0, [3, 3], 2), Seating::SIDES_ONLY).answer(A, &attack("R1", "B1")).is_ok());
    let mut g = begin(&garden(30.1, [3, 3], 2), Seating::SIDES_ONLY);
    p.refused_by("toy.3", g.answer(A, &attack("R1", "B1")));
    for (die, falls) in [(4, 1), (3, 0)] {
        let judged = procedure("fire").judge_by_hand(&json!({ "attacker": 4, "defender": 1 }), vec![die]);
        let ruling = judged.expect("one die").ruling;
        assert_eq!(p.shows("toy.3", ruling.result), json!({ "attacker": 0, "defender": falls }), "die {die}");
    }
}

#[test]
fn who_touches_fights() {
    let p = proves!("toy.4");
    let fight = |dice: [u8; 2]| {
        let judged = procedure("fight").judge_by_hand(&json!({ "attacker": 4, "defender": 3 }), dice.into());
        let result = judged.expect("two dice").ruling.result;
        [result["attacker"].clone(), result["defender"].clone()]
    };
    assert_eq!(fight([3, 3]), [0, 1]);
    assert_eq!(p.shows("toy.4", fight([2, 3])), [1, 1], "a tie costs both");
    assert_eq!(fight([2, 4]), [1, 0]);
    // At no distance they fight, at a little they fire.
    for (gap, procedure) in [(0.0, "fight"), (0.1, "fire")] {
        let mut g = begin(&garden(gap, [6, 1], 2), Seating::SIDES_ONLY);
        g.answer(A, &attack("R1", "B1")).expect("near enough");
        assert_eq!(g.events()[0]["ruling"]["procedure"], procedure);
    }
}

#[test]
fn nobody_counts_the_enemy_before_he_has_fought_him() {
    let p = proves!("toy.5");
    let mut g = begin(&garden(0.0, [5, 4], 2), Seating::SIDES_ONLY);
    let strength = |g: &dyn Game, seat, id: &str| g.board(seat).piece(id).expect("there").strength.clone();
    assert_eq!([A, Seat::Umpire, B, Seat::Spectator].map(|s| strength(&*g, s, "R1")), ["5", "5", "", ""]);
    g.answer(A, &attack("R1", "B1")).expect("they touch");
    let after = [B, Seat::Spectator].map(|s| strength(&*g, s, "R1"));
    assert_eq!(p.shows("toy.5", after)[0], strength(&*g, A, "R1"));
}

#[test]
fn what_a_shot_tells_of_the_shooter() {
    let mut g = begin(&garden(10.0, [5, 4], 2), Seating::SIDES_ONLY);
    g.answer(A, &attack("R1", "B1")).expect("near enough");
    let modifiers = |seat| g.events_for(seat, 0)[0]["ruling"]["modifiers"].as_array().map(Vec::len);
    assert_eq!([A, Seat::Umpire, B, Seat::Spectator].map(modifiers), [Some(1), Some(1), Some(0), Some(0)]);
}

#[test]
fn the_last_turn_and_the_last_man_end_it() {
    let p = proves!("toy.6");
    let mut g = begin(&garden(40.0, [3, 2], 1), Seating::SIDES_ONLY);
    g.answer(A, &march("R1", 50.0, 20.0)).expect("lawful");
    assert!(g.ending().is_none());
    g.answer(B, &march("B1", 50.0, 60.0)).expect("lawful");
    let end = p.shows("toy.6", g.ending()).expect("over");
    assert_eq!((end.winner, end.clause.id()), (Some(0), "toy.6"));
    assert!(g.answer(A, &march("R1", 50.0, 20.0)).is_err(), "nobody is on any more");
    // Six men against one: he falls at the latest in some turns.
    let mut g = begin(&garden(0.0, [6, 1], 100), Seating::SIDES_ONLY);
    while g.ending().is_none() {
        let (seat, attack) =
            if g.waits_for() == [A] { (A, attack("R1", "B1")) } else { (B, attack("B1", "R1")) };
        g.answer(seat, &attack).expect("they touch");
    }
    assert!(g.turn() < 100 && g.ending().expect("over").winner == Some(0));
}

#[test]
fn a_scenario_gives_men_who_stand_on_the_table() {
    let p = proves!("toy.7");
    let good = garden(40.0, [3, 3], 2);
    let wrong = |text: String| {
        let report = (BOOK.begin)("t", &text, &Seed::new("x"), Seating::SIDES_ONLY).err().expect("unlawful");
        format!("{report:#}")
    };
    for bad in ["men = 0", "men = 7"] {
        assert!(p.shows("toy.7", wrong(good.replacen("men = 3", bad, 1))).contains("toy.7"));
    }
    assert!(wrong(good.replacen("y = 20", "y = 2", 1)).contains("toy.7"));
    begin(&good.replacen("men = 3", "men = 6", 1).replacen("y = 20", "y = 3", 1), Seating::SIDES_ONLY);
}

#[test]
fn an_umpire_puts_a_stand_elsewhere() {
    let p = proves!("toy.8");
    let mut g = begin(&garden(40.0, [3, 3], 2), Seating::WITH_UMPIRE);
    let far = json!({ "do": "correct", "because": "it slid", "changes": [
        { "do": "march", "stand": "R1", "to": { "x": 90.0, "y": 70.0, "facing": 45.0 } }] });
    g.answer(Seat::Umpire, &far).expect("farther than any march");
    let e = p.shows("toy.8", g.events().last().cloned().expect("told"));
    assert_eq!((&e["clause"], &e["kind"]), (&json!("toy.8"), &json!("put")));
    let off = json!({ "do": "correct", "because": "it slid", "changes": [
        { "do": "march", "stand": "B1", "to": { "x": 50.0, "y": 50.0, "facing": 0.0 } },
        { "do": "march", "stand": "R1", "to": { "x": 990.0, "y": 70.0, "facing": 0.0 } }] });
    let events = g.events_len();
    assert!(g.answer(Seat::Umpire, &off).is_err());
    assert_eq!(g.events_len(), events, "all of it or nothing");
    g.answer(Seat::Umpire, &json!({ "do": "rule", "says": "The hose is a river." })).expect("he may");
    assert!(g.tell(g.events_len() - 1)[0].contains("The hose is a river."));
}

/// The whole book, with its imports and its blank lines.
#[test]
fn it_is_small() {
    let source = include_str!("../../toy/src/lib.rs");
    assert!(source.lines().count() <= 300, "{} lines", source.lines().count());
}

#[test]
fn every_message_is_said_and_nothing_else() {
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../toy/src");
    let sources = words::check::Sources::read(sources).expect("the sources are there");
    words::check::complete(&toy::speech::SPEECH, toy::speech::LISTED, &sources);
    words::check::left_behind(&sources, &[("src/lib.rs", 1, "the title of the book")]);
}

#[test]
fn the_book_can_be_played_by_its_types() {
    let g = begin(BOOK.shipped[0].1, Seating::SIDES_ONLY);
    let toy: &Toy = g.rules().downcast_ref().expect("this book's battle");
    assert_eq!(toy.stands.len(), 6);
    assert!(format!("{:?}", Match::new(toy.clone())).contains("toy"));
}
