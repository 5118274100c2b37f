//! Exact odds beside what is chosen and ordered: those of the procedure that will be rolled, by what the side that decides knows.

use crate::field_day::{self, orders};

use chakoten_acw::battle::{Awaits, Battle};
use chakoten_acw::drill::Drill;
use chakoten_acw::order::{Answer, Choice};
use chakoten_acw::procedures::ALL;
use chakoten_acw::troop::{Formation, Gun, State};
use chakoten_acw::unit::FireFight;
use chakoten_acw::{Side, UnitId};
use desk::board::{Act, Chance, Offer, Setting, Sketched, Stroke};
use desk::{Game, Match};
use serde_json::{Value, json};
use umpire::Seat;

/// Plays on, answering by what is asked, until nothing is left to answer so.
fn play_on(b: &mut Battle, mut answer: impl FnMut(&Battle, Side, &Awaits) -> Option<Answer>) {
    for _ in 0..50 {
        let Some((side, what)) = b.pending().first().cloned() else { return };
        let Some(a) = answer(b, side, &what) else { return };
        b.answer(side, a).unwrap();
    }
    panic!("it does not come to that");
}

/// Nobody of the staff moves, and what begins so is answered, until another choice comes.
fn to_choices(b: &mut Battle, given: &[(&str, Choice)]) {
    play_on(b, |b, side, what| match what {
        Awaits::Orders => None,
        Awaits::Staff => Some(Answer::Staff { moves: Vec::new() }),
        Awaits::Choices => {
            let all = b.asked().unwrap().asked.iter().filter(|a| a.side == side);
            let known = |key: &str| given.iter().find(|(k, _)| key.starts_with(k)).map(|g| g.1.clone());
            let choices = all.map(|a| Some((a.key.clone(), known(&a.key)?))).collect::<Option<_>>()?;
            Some(Answer::Choices { choices })
        }
    });
    assert_eq!(b.pending()[0].1, Awaits::Choices, "a choice");
}

fn offers(b: &Battle, side: Side) -> Vec<Offer> {
    let seat = Seat::Side(side.index() as u8);
    Match::new(b.clone()).prompts(seat).remove(0).offers
}

fn shares(odds: &[Chance]) -> Vec<(String, String)> {
    let mut all: Vec<_> = odds.iter().map(|c| (c.says.to_string(), c.exact.clone())).collect();
    all.sort();
    all
}

/// The odds of a situation, from the book's procedures as the desk asks them.
fn exact(procedure: &str, situation: Value) -> Vec<(String, String)> {
    let p = *ALL.iter().find(|p| p.name() == procedure).unwrap();
    let found = odds::Odds::of(p, &situation).unwrap();
    let mut all: Vec<_> =
        found.outcomes.iter().map(|c| (c.says.clone(), found.chance(c).to_string())).collect();
    all.sort();
    all
}

fn two(gap: f64) -> (Drill, UnitId, UnitId) {
    let (mut d, a, b) = field_day::two_lines(gap);
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 90.0);
    (d, a, b)
}

#[test]
fn surprised_fire_has_the_odds_of_the_volley() {
    let (d, _, _) = two(6.0);
    let mut b = Battle::drill(d.field(), []);
    orders(&mut b, &[("A1", "attack: march")], &[]);
    to_choices(&mut b, &[]);
    let all = offers(&b, Side::B);
    // All thirty muskets at 2 cm, for the first time, as surprised.
    let volley = exact(
        "small-arms",
        json!({
            "firer": {
                "kind": "infantry", "figures": 30, "weapon": "rifled_musket", "last_fire": "never",
                "surprised": true,
            },
            "target": { "kind": "infantry" }, "distance": 2,
        }),
    );
    assert_eq!(shares(&all[0].odds), volley, "as it stands it fires");
    assert!(all[0].odds.windows(2).all(|c| c[0].share >= c[1].share), "the likeliest first");
    assert_eq!(all.len(), 2);
    assert_eq!(all[1].odds, [], "who does not fire rolls nothing");
    // On the sheet the same stand beside each way to choose, whatever is chosen.
    let seat = Seat::Side(1);
    let game = Match::new(b);
    let blank = game.prompts(seat).remove(0).sketch.unwrap();
    let no = Act::Set { control: blank.controls[0].id.clone(), value: json!("1") };
    let stroke = Stroke { asks: "choices".into(), draft: blank.draft.clone(), pieces: vec![], act: no };
    for sketched in [blank, game.sketch(seat, &stroke).unwrap()] {
        let Setting::Choice { options, .. } = &sketched.controls[0].setting else { panic!("{sketched:?}") };
        assert_eq!(options.len(), 2);
        assert_eq!((&options[0].odds, &options[1].odds), (&all[0].odds, &all[1].odds));
    }
}

#[test]
fn guns_that_are_surprised_have_odds_for_each_kind_of_shot() {
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.battery(Side::B, Gun::Napoleon, 4, 100.0, 56.0, 180.0);
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 90.0);
    let mut b = Battle::drill(d.field(), []);
    orders(&mut b, &[("A1", "attack: march")], &[]);
    to_choices(&mut b, &[]);
    let all = offers(&b, Side::B);
    let shots = b.asked().unwrap().asked[0].offers.len();
    assert_eq!((shots, all.len()), (4, 4), "canister, round shot, shell, nothing");
    for o in &all[..3] {
        let whole: f64 = o.odds.iter().map(|c| c.share).sum();
        assert!((whole - 1.0).abs() < 1e-9, "{}: {:?}", o.says, o.odds);
    }
    assert_eq!(all[3].odds, []);
    assert_ne!(shares(&all[0].odds), shares(&all[1].odds), "canister is another roll");
}

/// Two columns at one line at the same instant: it is asked which of them goes in.
fn rivals(change: impl Fn(&mut Drill, UnitId, UnitId)) -> Battle {
    let mut d = Drill::new();
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.infantry(Side::A, 30, Formation::AttackColumn, 97.0, 52.0, 0.0);
    let c = d.infantry(Side::A, 12, Formation::AttackColumn, 103.0, 52.0, 0.0);
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 90.0);
    change(&mut d, c, e);
    let mut b = Battle::drill(d.field(), []);
    orders(&mut b, &[("A1", "attack: march"), ("A2", "attack: march")], &[]);
    to_choices(&mut b, &[("retreat", Choice::No), ("surprised", Choice::No)]);
    b
}

fn shock(figures: u16, state: &str) -> Vec<(String, String)> {
    exact(
        "shock",
        json!({
            "attacker": {
                "kind": "infantry", "formation": "attack_column", "figures": figures, "state": state,
                "marching": true,
            },
            "opponent": { "kind": "infantry", "figures": 30 },
        }),
    )
}

#[test]
fn of_several_attackers_each_has_the_odds_of_its_shock() {
    let all = offers(&rivals(|_, _, _| {}), Side::A);
    assert_eq!(all.len(), 2);
    assert_eq!(shares(&all[0].odds), shock(30, "OR"), "the larger, as it stands");
    assert_eq!(shares(&all[1].odds), shock(12, "OR"), "of twelve the enemy has 100 % more");
    assert_ne!(shares(&all[0].odds), shares(&all[1].odds));
    for o in &all {
        assert!(o.says.to_string().contains("valour 0"), "it says what was taken for known: {}", o.says);
    }
    // One's own papers count.
    let shaken = offers(
        &rivals(|d, c, _| {
            d.state(c, State::Slight);
        }),
        Side::A,
    );
    assert_eq!(shares(&shaken[1].odds), shock(12, "LU"));
}

#[test]
fn odds_give_away_nothing_of_the_enemys_papers() {
    let plain = offers(&rivals(|_, _, _| {}), Side::A);
    let brave = offers(
        &rivals(|d, _, e| {
            d.valour(e, 2);
        }),
        Side::A,
    );
    let shaken = offers(
        &rivals(|d, _, e| {
            d.state(e, State::Slight);
        }),
        Side::A,
    );
    let supported = offers(
        &rivals(|d, _, _| {
            d.infantry(Side::B, 30, Formation::Line, 100.0, 66.0, 180.0);
        }),
        Side::A,
    );
    for other in [brave, shaken, supported] {
        for (a, b) in plain.iter().zip(&other) {
            assert_eq!(a.odds, b.odds);
        }
    }
    // Who lies down is seen to.
    let lies = offers(
        &rivals(|d, _, e| {
            d.state(e, State::Slight);
            d.unit(e).pinned_to = Some(2);
        }),
        Side::A,
    );
    assert_ne!(plain[0].odds, lies[0].odds);
}

#[test]
fn who_does_not_retreat_from_a_fire_fight_fires() {
    let (mut d, a, e) = two(7.0);
    d.unit(a).record.fire_fight = Some(FireFight { target: e, turns: 2, last: 0 });
    let mut b = Battle::drill(d.field(), []);
    orders(&mut b, &[], &[]);
    to_choices(&mut b, &[]);
    let all = offers(&b, Side::A);
    let volley = exact(
        "small-arms",
        json!({
            "firer": { "kind": "infantry", "figures": 30, "weapon": "rifled_musket", "last_fire": "never" },
            "target": { "kind": "infantry" }, "distance": 7,
        }),
    );
    assert_eq!(shares(&all[0].odds), volley, "as it stands it stays");
    assert_eq!(all[1].odds, []);
}

#[test]
fn a_unit_in_melee_has_the_odds_of_its_roll() {
    let (mut d, a, e) = two(0.0);
    d.unit(a).locked.push(e);
    d.unit(e).locked.push(a);
    d.unit(e).valour = 2;
    let game = Match::new(Battle::drill(d.field(), []));
    let pick =
        Stroke { asks: "orders".into(), draft: Value::Null, pieces: vec!["A1".into()], act: Act::Pick };
    let s = game.sketch(Seat::Side(0), &pick).unwrap();
    // Fifteen files touch, two ranks deep; its first use of arms empties no boxes.
    let roll = exact(
        "melee",
        json!({
            "fighter": { "kind": "infantry", "figures": 30, "weapon": "rifled_musket", "first_use": true },
            "enemies": [{ "figures": 30 }],
        }),
    );
    assert_eq!(shares(&s.odds), roll);
}

#[test]
fn another_target_has_the_odds_of_the_shock_to_come() {
    let mut d = Drill::new();
    d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.infantry(Side::B, 30, Formation::Line, 113.0, 62.0, 180.0);
    d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 54.0, 0.0);
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 90.0);
    // 12: the first enemy in U.
    let mut b = Battle::drill(d.field(), [6, 6]);
    orders(&mut b, &[("A1", "attack: march")], &[]);
    to_choices(&mut b, &[("surprised", Choice::No)]);
    let all = offers(&b, Side::A);
    assert_eq!(all.len(), 2);
    assert_eq!(all[0].odds, [], "to pursue rolls nothing");
    let whole: f64 = all[1].odds.iter().map(|c| c.share).sum();
    assert!((whole - 1.0).abs() < 1e-9, "{:?}", all[1].odds);
    assert!(all[1].says.to_string().contains("if it gets there"), "{}", all[1].says);
}

#[test]
fn who_rallies_is_known_before_the_generals_have_gone() {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 100.0, 0.0);
    d.state(a, State::Complete);
    let g = d.general(Side::A, 90.0, 60.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 120.0, 180.0);
    let field = d.field();
    let general = field[g].code.to_string();
    let mut b = Battle::drill(field, []);
    orders(&mut b, &[], &[]);
    assert_eq!(b.pending()[0], (Side::A, Awaits::Staff));
    assert_eq!(offers(&b, Side::A)[0].odds, [], "a whole turn is before them");
    b.answer(Side::A, Answer::Staff { moves: Vec::new() }).unwrap();
    assert_eq!(b.pending()[0], (Side::A, Awaits::Staff), "the clock has run out");
    let of = |odds: &[Chance]| odds.iter().map(|c| (c.says.to_string(), c.exact.clone())).collect::<Vec<_>>();
    let line = |says: &str, exact: &str| (says.to_string(), exact.to_string());
    // 8 or more in the first attempt.
    let alone = [line("A1: flees on", "7/12"), line("A1: reorganised to U", "5/12")];
    assert_eq!(of(&offers(&b, Side::A)[0].odds), alone);
    // A general with them: 6 or more.
    let game = Match::new(b);
    let stroke = Stroke {
        asks: "staff".into(),
        draft: Value::Null,
        pieces: vec![general],
        act: Act::Aim { at: "A1".into() },
    };
    let s: Sketched = game.sketch(Seat::Side(0), &stroke).unwrap();
    assert_eq!(s.refusal, None);
    let led = [line("A1: reorganised to U", "13/18"), line("A1: flees on", "5/18")];
    assert_eq!(of(&s.odds), led);
}

/// What an order typed for A1 is sketched as.
fn sketched(d: Drill, slip: &str) -> Sketched {
    let game = Match::new(Battle::drill(d.field(), []));
    let stroke = Stroke {
        asks: "orders".into(),
        draft: Value::Null,
        pieces: vec!["A1".into()],
        act: Act::Type { text: slip.into() },
    };
    let s = game.sketch(Seat::Side(0), &stroke).unwrap();
    assert_eq!(s.refusal, None, "{slip}");
    s
}

#[test]
fn an_order_shows_what_can_be_reckoned_without_measuring() {
    let guns = || {
        let mut d = Drill::new();
        d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 65.0, 180.0);
        d.general(Side::A, 100.0, 40.0);
        d
    };
    // Table VIII for a smoothbore: 2 and 3 short, 4 and 5 left, 6 to 8 on the spot, 9 and 10 right, 11 and 12 long.
    let falls = sketched(guns(), "shell 60 at x1").odds;
    let told: Vec<(String, &str)> = falls.iter().map(|c| (c.says.to_string(), c.exact.as_str())).collect();
    let said = |says: &str, exact| (says.to_string(), exact);
    assert_eq!(
        told,
        [
            said("on the spot", "4/9"),
            said("left", "7/36"),
            said("right", "7/36"),
            said("short", "1/12"),
            said("long", "1/12"),
        ]
    );
    // The same at any range: nothing is measured.
    assert_eq!(sketched(guns(), "shell 15 at x1").odds, falls);
    // How canister and muskets do hangs on how far it is.
    assert_eq!(sketched(guns(), "canister at x1").odds, []);
    let (d, _, _) = two(10.0);
    assert_eq!(sketched(d, "fire at x1").odds, []);
    let (mut d, a, _) = two(100.0);
    d.unit(a).ammunition = false;
    d.wagon(Side::A, 100.0, 47.0, 0.0);
    let odds = sketched(d, "resupply A2").odds;
    assert_eq!(shares(&odds), exact("resupply", json!({ "kind": "infantry" })));
}
