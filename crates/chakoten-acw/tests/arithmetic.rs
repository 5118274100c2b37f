//! Rulings whose arithmetic can be checked with pencil and book: each step with its clause, just inside a limit and just outside.

use crate::field_day::{done, find, turn, two_lines};
use crate::papers::{ruled, steps};

use chakoten_acw::battle::Battle;
use chakoten_acw::procedures::{
    Appointment, CarriedAway, Deviation, Initiative, MarchTime, Melee, Morale, PassPinned, Prisoners,
    Reorganise, Resupply, Shock,
};
use chakoten_acw::{EventKind, Side, proves};
use desk::{Game, Match};
use serde_json::{Value, json};
use umpire::{Procedure, Ruling, Seat};

/// What a ruling reckons by a clause.
fn by(r: &Ruling, clause: &str) -> Vec<String> {
    steps(r).into_iter().filter(|s| s.1 == clause).map(|s| s.0).collect()
}

/// The only step of a ruling by a clause.
#[track_caller]
fn one<P: Procedure>(s: Value, dice: &[u8], clause: &str) -> String {
    let all = by(&ruled::<P>(s, dice), clause);
    assert_eq!(all.len(), 1, "{all:?}");
    all[0].clone()
}

fn attack(own: u16, other: u16) -> Value {
    json!({
        "attacker": { "kind": "infantry", "formation": "attack_column", "figures": own },
        "opponent": { "kind": "infantry", "figures": other },
    })
}

#[test]
fn a_shock_roll() {
    let p = proves!("XII.b", "07.03.2", "XIII.a");
    // 30 against 15 is just twice as many: +1.
    let r = ruled::<Shock>(attack(30, 15), &[3, 4]);
    assert_eq!(*p.shows("XII.b", &by(&r, "XII.b")), ["30 figures against 15: 100 % more"]);
    assert_eq!(*p.shows("07.03.2", &by(&r, "07.03.2")), ["7 on the dice, +1: 8"]);
    assert_eq!(*p.shows("XIII.a", &by(&r, "XIII.a")), ["8 in table XIII: LU for the other side"]);
    // 29 is not, and nobody suffers.
    let r = ruled::<Shock>(attack(29, 15), &[3, 4]);
    assert_eq!(by(&r, "XII.b"), ["29 figures against 15: less than 100 % more"]);
    assert_eq!(by(&r, "07.03.2"), ["7 on the dice, +0: 7"]);
    assert_eq!(by(&r, "XIII.a"), ["7 in table XIII: nobody suffers"]);
    assert_eq!(one::<Shock>(attack(15, 45), &[3, 4], "XII.b"), "15 figures against 45: 200 % more");
    assert_eq!(one::<Shock>(attack(15, 44), &[3, 4], "XII.b"), "15 figures against 44: 100 % more");
    // Shaken already: 6 - 2 is 4, LU for itself.
    let mut s = attack(20, 20);
    s["attacker"]["state"] = json!("LU");
    let r = ruled::<Shock>(s, &[3, 3]);
    assert_eq!(by(&r, "XIII.a"), ["4 in table XIII: LU for the side that rolls"]);
    assert_eq!(by(&r, "07.03.2"), ["6 on the dice, -2: 4", "in LU already, which no result betters"]);
}

#[test]
fn who_has_the_initiative() {
    let p = proves!("07.03.1");
    let r = ruled::<Initiative>(json!({}), &[3, 4, 5, 2, 6, 2, 1, 4]);
    assert_eq!(*p.shows("07.03.1", &by(&r, "07.03.1")), ["7 against 7", "8 against 5"]);
}

#[test]
fn a_melee_adds_up_its_rows() {
    let _p = proves!("07.05.1");
    let s = json!({
        "fighter": { "kind": "infantry", "figures": 15, "state": "U", "valour": 1 },
        "enemies": [{}],
    });
    // U -2, valour +1; a remainder of 3 makes a third element.
    let r = ruled::<Melee>(s, &[5, 3]);
    assert_eq!(by(&r, "07.05.1"), ["8 on the dice, -1: 7", "7 costs 8 men to an element: 3 x 8 is 24"]);
}

fn tested(lost: u16, distance: f64, kind: &str) -> Value {
    json!({
        "kind": kind, "removed": 1, "lost": lost, "original": 30,
        "cause": { "small_arms": { "distance": distance } },
    })
}

#[test]
fn a_morale_test() {
    let p = proves!("XV.a", "08.02.7.a", "04.02.7.a", "04.02.6");
    // One figure removed, and a third lost with it: -2; 5 on the dice -1: LU, at 15 cm pinned.
    let r = ruled::<Morale>(tested(10, 15.0, "infantry"), &[2, 3]);
    assert_eq!(*p.shows("XV.a", &by(&r, "XV.a")), ["10 of 30 figures lost: 1/3 or more"]);
    assert_eq!(
        *p.shows("08.02.7.a", &by(&r, "08.02.7.a")),
        ["5 on the dice is -1 in table XVI", "-2 and -1 make -3: LU in table XVII"]
    );
    assert_eq!(*p.shows("04.02.7.a", &by(&r, "04.02.7.a")), ["LU by fire from within 15 cm: pinned"]);
    // A figure less, and a hair farther.
    let r = ruled::<Morale>(tested(9, 15.1, "infantry"), &[2, 3]);
    assert_eq!(by(&r, "XV.a"), ["9 of 30 figures lost: less than 1/3"]);
    assert_eq!(by(&r, "08.02.7.a")[1], "-1 and -1 make -2: LU in table XVII");
    assert_eq!(by(&r, "04.02.7.a"), [] as [&str; 0]);
    let r = ruled::<Morale>(tested(20, 20.0, "infantry"), &[3, 4]);
    assert_eq!(by(&r, "XV.a"), ["20 of 30 figures lost: 2/3 or more"]);
    assert_eq!(by(&r, "08.02.7.a")[1], "-4 and +0 make -4: U in table XVII");
    // Riders go.
    let r = ruled::<Morale>(tested(10, 15.0, "mounted"), &[2, 3]);
    assert_eq!(*p.shows("04.02.6", &by(&r, "04.02.6")), ["LU by fire from within 15 cm: moves away"]);
    // Nobody is bettered: U already, and LU comes of it. -1, -4 and +2.
    let mut s = tested(1, 20.0, "infantry");
    s["state"] = json!("U");
    let r = ruled::<Morale>(s, &[5, 5]);
    assert_eq!(
        by(&r, "08.02.7.a"),
        [
            "10 on the dice is +2 in table XVI",
            "-5 and +2 make -3: LU in table XVII",
            "in U already, which no result betters",
        ]
    );
}

fn beaten(winner: &str, figures: u16, left: u16, dice: u8) -> Value {
    json!({
        "dice": dice, "winner": winner, "winner_figures": figures, "loser": "infantry", "loser_figures": left,
        "general": true,
    })
}

#[test]
fn prisoners() {
    let p = proves!("07.04.2", "07.06.2.a", "07.06.2.b", "XIV.a");
    let r = ruled::<Prisoners>(beaten("infantry", 14, 20, 10), &[]);
    assert_eq!(
        *p.shows("07.04.2", &by(&r, "07.04.2")),
        ["14 figures make 2 elements of 6, 3 left over making one more"]
    );
    assert_eq!(
        *p.shows("07.06.2.a", &by(&r, "07.06.2.a")),
        ["10 on the dice takes 2 figures to an element: 2 x 2 is 4"]
    );
    assert_eq!(*p.shows("07.06.2.b", &by(&r, "07.06.2.b")), ["the dice show 10: the general is taken"]);
    // A figure more makes a third element; five are all that are left.
    let r = ruled::<Prisoners>(beaten("infantry", 15, 5, 9), &[]);
    assert_eq!(by(&r, "07.06.2.a"), ["9 on the dice takes 1 figure to an element: 3 x 1 is 3"]);
    assert_eq!(by(&r, "07.06.2.b"), [] as [&str; 0]);
    let r = ruled::<Prisoners>(beaten("infantry", 15, 5, 10), &[]);
    assert_eq!(
        by(&r, "07.06.2.a"),
        ["10 on the dice takes 2 figures to an element: 3 x 2 is 6", "only 5 figures are left"]
    );
    assert_eq!(r.result["figures"], 5);
    let r = ruled::<Prisoners>(beaten("unlimbered", 8, 20, 11), &[]);
    assert_eq!(*p.shows("XIV.a", &by(&r, "XIV.a")), ["a battery counts once"]);
    assert_eq!(by(&r, "07.06.2.a"), ["11 on the dice takes 1 figure to an element: 1 x 1 is 1"]);
}

#[test]
fn being_carried_away() {
    let p = proves!("08.03.3", "08.03.2", "XVIII.a");
    let near = |figures: u16| json!({ "figures": figures, "fleeing": 10, "valour": 1 });
    let r = ruled::<CarriedAway>(near(30), &[]);
    assert_eq!(
        *p.shows("08.03.3", &by(&r, "08.03.3")),
        ["30 figures against 10 in flight: three times as many or more, so no roll"]
    );
    let r = ruled::<CarriedAway>(near(29), &[2, 3]);
    assert_eq!(by(&r, "08.03.3"), ["29 figures against 10 in flight: less than three times as many"]);
    assert_eq!(*p.shows("08.03.2", &by(&r, "08.03.2")), ["5 on the dice, +1: 6"]);
    assert_eq!(*p.shows("XVIII.a", &by(&r, "XVIII.a")), ["6 in table XVIII: U"]);
    assert_eq!(one::<CarriedAway>(near(29), &[2, 2], "XVIII.a"), "5 in table XVIII: FU");
    assert_eq!(one::<CarriedAway>(near(29), &[3, 3], "XVIII.a"), "7 in table XVIII: OR");
}

#[test]
fn what_a_roll_needed() {
    let p = proves!("XIX.a", "08.05.4", "09.03.1.c", "04.02.9");
    let r = ruled::<Reorganise>(json!({ "attempt": 2, "valour": 1 }), &[4, 4]);
    assert_eq!(by(&r, "08.04.3.a"), ["8 on the dice, +1: 9"]);
    assert_eq!(*p.shows("XIX.a", &by(&r, "XIX.a")), ["9; 9 or more is needed"]);
    assert_eq!(one::<Reorganise>(json!({ "attempt": 3 }), &[4, 5], "XIX.a"), "9; 10 or more is needed");
    let r = ruled::<Appointment>(json!({}), &[4, 4]);
    assert_eq!(*p.shows("08.05.4", &by(&r, "08.05.4")), ["8; 9 or more is needed"]);
    let r = ruled::<Resupply>(json!({ "kind": "unlimbered" }), &[2]);
    assert_eq!(*p.shows("09.03.1.c", &by(&r, "09.03.1.c")), ["2; 3 or more is needed"]);
    assert_eq!(one::<Resupply>(json!({ "kind": "infantry" }), &[2], "09.03.1.c"), "2; 2 or more is needed");
    let r = ruled::<PassPinned>(json!({ "kind": "infantry", "attacking": true, "valour": 1 }), &[4, 5]);
    assert_eq!(
        *p.shows("04.02.9", &by(&r, "04.02.9")),
        ["9 on the dice, +1: 10", "10; 10 or more is needed"]
    );
}

#[test]
fn where_a_shot_falls() {
    let p = proves!("06.02.2.a", "06.02.2.b");
    let shot = json!({ "gun": "napoleon", "ammunition": "shell", "guess": 60 });
    let r = ruled::<Deviation>(shot.clone(), &[4, 5]);
    assert_eq!(*p.shows("06.02.2.a", &by(&r, "06.02.2.a")), ["9 in table VIII: right"]);
    assert_eq!(*p.shows("06.02.2.b", &by(&r, "06.02.2.b")), ["10 % of 60.0 cm is 6.0 cm"]);
    let r = ruled::<Deviation>(shot, &[4, 4]);
    assert_eq!(by(&r, "06.02.2.a"), ["8 in table VIII: on the spot"]);
    assert_eq!(by(&r, "06.02.2.b"), ["60.0 cm as guessed"]);
}

#[test]
fn how_long_a_march_takes() {
    let p = proves!("02.06.1", "02.05.5");
    let s =
        json!({ "kind": "infantry", "formation": "attack_column", "step": { "march": { "distance": 10 } } });
    let r = ruled::<MarchTime>(s, &[]);
    assert_eq!(*p.shows("02.06.1", &by(&r, "02.06.1")), ["10.0 cm at 25.0 cm to the turn"]);
    let s = json!({ "kind": "infantry", "step": { "wheel": { "degrees": -90, "front": 12 } } });
    let r = ruled::<MarchTime>(s, &[]);
    assert_eq!(
        *p.shows("02.05.5", &by(&r, "02.05.5")),
        ["a wheel of 90.0 degrees by a front of 12.0 cm costs 18.0 cm"]
    );
    assert_eq!(by(&r, "02.06.1"), ["18.0 cm at 12.0 cm to the turn"]);
}

#[test]
fn men_to_figures() {
    let p = proves!("05.02.2");
    // First fire at 10 cm: 5 + 3 is 8, in zone 2 five men to each of five elements. With 13 carried 38: a figure, and 18.
    let (mut d, _, e) = two_lines(10.0);
    d.general(Side::A, 100.0, 40.0);
    d.unit(e).carried = 13;
    let mut b = Battle::drill(d.field(), [2, 3, 6, 6]);
    turn(&mut b, &[("A1", "fire")], &[]);
    let lost = find(&b, |x| match x.kind {
        EventKind::Lost { unit, men, figures, carried } if unit == e => Some((men, figures, carried)),
        _ => None,
    });
    assert_eq!(p.shows("05.02.2", lost), Some((25, 1, 18)));
    done(&b);
    // The owner reads it, the enemy does not.
    let at = b.events().iter().position(|x| matches!(x.kind, EventKind::Lost { .. })).unwrap();
    let game = Match::new(b);
    let told = |seat| {
        let all: Vec<Value> =
            game.events_for(seat, at).into_iter().filter(|x| x["event"] == "lost").collect();
        all.first().map(|x| x["carried"].clone())
    };
    assert_eq!(told(Seat::Side(1)), Some(json!(18)));
    assert_eq!(told(Seat::Side(0)).filter(|x| !x.is_null()), None);
}

#[test]
fn the_enemys_papers_are_not_in_it() {
    // His valour is: the whole reckoning is kept from who rolls.
    let mut s = attack(30, 15);
    s["opponent"]["valour"] = json!(1);
    let r = ruled::<Shock>(s, &[3, 4]);
    assert!(!r.reckoning.is_empty());
    assert_eq!(r.without_kept().reckoning, []);
}
