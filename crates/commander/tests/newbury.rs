//! Commanders of *Napoleonic Wars*: lawful, from what their side knows, the same for the same seeds, and better than chance.

use crate::duel;
use commander::Strength::{self, Quick, Random, Steady};
use commander::newbury::{begin, commander, play_one};
use newbury_napoleonic::answer::{Answer, LegOrder, MoveOrder, Pace};
use newbury_napoleonic::battle::{Awaits, Battle};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::scenario::{self, Scenario};
use newbury_napoleonic::unit::Fate;
use newbury_napoleonic::view::View;
use newbury_napoleonic::{Side, troop::Class};
use umpire::Seed;

fn text(name: &str) -> &'static str {
    scenario::SHIPPED.iter().find(|(n, _)| *n == name).expect("a shipped scenario").1
}

fn shipped(name: &str) -> Scenario {
    scenario::read(name, text(name)).expect("a good scenario")
}

#[test]
fn whole_battles_without_a_refused_answer() {
    for (name, _) in scenario::SHIPPED {
        for (n, strengths) in [[Quick, Steady], [Steady, Random], [Random, Quick]].into_iter().enumerate() {
            let (b, p) = play_one(&shipped(name), strengths, 3, n as u64, 100);
            assert_eq!(p.refused, 0, "{name}: {:?}", p.refusal);
            assert!(p.ended.is_some(), "{name} is not over in move {}", b.field().turn);
        }
    }
}

#[test]
fn the_same_seeds_give_the_same_battle() {
    let s = shipped("two-brigades");
    let fight = || {
        let (b, p) = play_one(&s, [Quick, Steady], 9, 4, 6);
        (b.field().units.clone(), p.turns)
    };
    assert_eq!(fight(), fight());
}

/// Whom bodies can fire at is worked out once and told again to whoever asks: nothing comes out otherwise than if it were worked out each time.
#[test]
fn what_is_kept_of_aims_changes_no_battle() {
    for (name, moves) in [("two-brigades", 12), ("village-and-bridge", 7), ("by-points", 7)] {
        let s = shipped(name);
        let fight = |keeps: bool| {
            let mut b = begin(&s, &Seed::new("kept"));
            if !keeps {
                b.keeps_nothing();
            }
            let mut both = [Steady, Quick].map(|k| commander(k, 1));
            let mut asked = 0;
            while let Some((side, awaits)) = b.pending().first().cloned() {
                if u32::from(b.field().turn) > moves {
                    break;
                }
                asked += u32::from(matches!(awaits, Awaits::Fire(_)));
                let answer = both[side.index()].decide(&View::of(&b, side).expect("it is asked"));
                b.answer(side, answer).unwrap_or_else(|no| panic!("{name}: {no}"));
            }
            (b, asked)
        };
        let ((kept, asked), (fresh, _)) = (fight(true), fight(false));
        assert!(asked > 2, "{name}: nobody is asked whom he fires at");
        assert_eq!(kept.field(), fresh.field(), "{name}");
        assert_eq!(kept.play(), fresh.play(), "{name}");
    }
}

/// What a body covers is kept until it stands otherwise, whatever else of it is changed.
#[test]
fn what_is_kept_of_a_bodys_ground_is_what_it_covers() {
    let mut b = begin(&shipped("squares-and-sabres"), &Seed::new("ground"));
    let mut both = [Steady, Random].map(|k| commander(k, 1));
    let mut formed = 0;
    while let Some((side, _)) = b.pending().first().cloned() {
        if b.field().turn > 8 {
            break;
        }
        let answer = both[side.index()].decide(&View::of(&b, side).expect("it is asked"));
        b.answer(side, answer).unwrap_or_else(|no| panic!("{no}"));
        let mut f = b.field().clone();
        for i in 0..f.units.len() {
            let id = f.units[i].id;
            let was = f.units[i].clone();
            f[id].deeds.fired ^= true;
            assert_eq!(f.rects(&f[id]), f.rects(&was), "{} after it fired", was.code);
            f[id].base = was.base.moved(was.base.dir * 3.0);
            let moved = f[id].clone();
            assert_eq!(f.rects(&f[id]), f.rects(&moved), "{} after it moved", was.code);
            f[id] = was;
            formed += u32::from(f[id].formation().square());
        }
    }
    assert!(formed > 0, "somebody forms square");
}

fn answers(s: &Scenario, strength: Strength, most: usize) -> Vec<Answer> {
    let mut own = commander(strength, 1);
    let decide = |b: &Battle| own.decide(&View::of(b, Side::A).expect("it is waited for"));
    duel::answers(begin(s, &Seed::new("fog")), Side::A, most, decide, Battle::silence)
}

/// Classes and orders of the other side stand in its papers (5.1.c, play.view).
#[test]
fn the_other_sides_papers_change_no_answer() {
    let plain = text("two-brigades");
    let (own, theirs) = plain.split_at(plain.find("name = \"Brigade Kroyher\"").expect("the other side"));
    let other = theirs
        .replace(
            "task = \"advance\", objective = \"Mill hill\"",
            "task = \"hold\", objective = \"Rye field\"",
        )
        .replace("code = \"1/14\"", "class = \"A\"\ncode = \"1/14\"");
    let other = format!("{own}{other}");
    assert_ne!(plain, other);
    let [one, two] = [plain, &other].map(|t| scenario::read("papers", t).unwrap_or_else(|r| panic!("{r:#}")));
    for strength in [Quick, Steady] {
        assert_eq!(answers(&one, strength, 3), answers(&two, strength, 3), "{strength:?}");
    }
}

/// Of troops that are marked on the other side's map alone nothing is in the view (9.5).
#[test]
fn hidden_enemies_are_not_in_the_view() {
    for (name, _) in scenario::SHIPPED {
        let b = begin(&shipped(name), &Seed::new("hidden"));
        for side in Side::BOTH {
            let v = View::of(&b, side).expect("both are asked for orders");
            for u in b.field().enemies(side) {
                let seen = v.field().enemies(side).any(|e| e.id == u.id);
                assert_eq!(seen, u.fate != Fate::Hidden, "{name}: {}", u.code);
            }
            let all = v.field().enemies(side);
            assert!(all.into_iter().all(|e| e.class_known || e.class() == Class::C), "{name}");
            let theirs = |u: &newbury_napoleonic::Unit| u.side != side;
            let orders = v.field().units.iter().filter(|u| theirs(u));
            assert!(orders.into_iter().all(|u| v.battle().play().game[u.id.index()].is_none()), "{name}");
        }
    }
}

/// The dice to come are not the commander's.
#[test]
fn the_dice_to_come_change_no_answer() {
    let s = shipped("two-brigades");
    let first = |seed: &str| {
        let b = begin(&s, &Seed::new(seed));
        let v = View::of(&b, Side::A).expect("both are asked for orders");
        assert_eq!(v.awaits, Awaits::Orders);
        [Quick, Steady].map(|k| commander(k, 7).decide(&v))
    };
    assert_eq!(first("one"), first("another"));
}

/// A short look; docs/commanders.md has the figures of longer series.
#[test]
fn steady_beats_chance() {
    let s = shipped("two-brigades");
    let won = duel::won([Steady, Random], 24, |who, n| {
        play_one(&s, who, 21, n, 100).1.ended.and_then(|e| e.winner).map(Side::index)
    });
    assert!(won >= 22, "{won} of 24");
}

/// A shipped battle with some lines changed; each of them must be there.
fn changed(name: &str, lines: &[(&str, &str)]) -> Scenario {
    let mut all = text(name).to_owned();
    for (was, is) in lines {
        assert!(all.contains(was), "{name} has no {was}");
        all = all.replacen(was, is, 1);
    }
    scenario::read(name, &all).unwrap_or_else(|r| panic!("{r:#}"))
}

/// What steady orders in the first move, asked so often without anything having stirred.
fn first_orders(s: &Scenario, side: Side, times: usize) -> Vec<MoveOrder> {
    let b = begin(s, &Seed::new("orders"));
    let v = View::of(&b, side).expect("both are asked for orders");
    let mut who = commander(Steady, 1);
    let mut last = Vec::new();
    for _ in 0..times {
        let Answer::Orders { orders, .. } = who.decide(&v) else { panic!("he was asked for orders") };
        last = orders;
    }
    last
}

fn of<'a>(orders: &'a [MoveOrder], unit: &str) -> Option<&'a MoveOrder> {
    orders.iter().find(|o| o.unit == unit)
}

/// What did not get a body on twice is not tried a third time: foot steps back or goes aside.
#[test]
fn who_does_not_get_on_tries_another_way() {
    let s = shipped("two-brigades");
    let [first, second, third] = [1, 2, 3].map(|n| first_orders(&s, Side::A, n));
    assert_eq!(of(&first, "1/57"), of(&second, "1/57"));
    let legs = &of(&third, "1/57").expect("it is ordered something").legs;
    let aside =
        matches!(legs[..], [LegOrder::Back { .. }] | [LegOrder::Wheel { .. }, LegOrder::March { .. }]);
    assert!(aside && of(&first, "1/57").is_none_or(|o| o.legs != *legs), "{legs:?}");
}

/// An enemy who shows his flank is charged, but in the last moves not by who holds the hill (24.2.a).
#[test]
fn who_holds_an_objective_at_the_end_stays_on_it() {
    let places = [
        ("x = 94\ny = 30", "x = 96\ny = 62"),
        (
            "formation = \"company-column\"\nx = 84\ny = 90\nfacing = 180",
            "formation = \"line\"\nx = 96\ny = 78\nfacing = 90",
        ),
    ];
    let anywhere = "area = [[0, 0], [180, 0], [180, 120], [0, 120]]";
    let [south, north] =
        ["south", "north"].map(|e| (format!("edge = \"{e}\""), format!("edge = \"{e}\"\n{anywhere}")));
    let [early, late] = ["moves = 14", "moves = 3"].map(|moves| {
        let edges = [(&*south.0, &*south.1), (&*north.0, &*north.1), ("moves = 14", moves)];
        let lines = [&places[..], &edges[..]].concat();
        first_orders(&changed("two-brigades", &lines), Side::A, 1)
    });
    assert_eq!(of(&early, "2/57").and_then(|o| o.charge.as_deref()), Some("1/14"));
    let stays =
        |o: &MoveOrder| o.charge.is_none() && !o.legs.iter().any(|l| matches!(l, LegOrder::March { .. }));
    assert!(of(&late, "2/57").is_none_or(stays), "{late:?}");
}

/// Horse beyond the water makes nobody form square; on this side of it it does.
#[test]
fn nobody_forms_square_before_horse_beyond_the_river() {
    let squares = |lines: &[(&str, &str)], side: Side| {
        let orders = first_orders(&changed("village-and-bridge", lines), side, 1);
        let forms = |l: &LegOrder| matches!(l, LegOrder::Form { formation: Formation::Square, .. });
        orders.into_iter().filter(|o| o.legs.iter().any(forms)).map(|o| o.unit).collect::<Vec<_>>()
    };
    assert_eq!(squares(&[("x = 150\ny = 100", "x = 128\ny = 70")], Side::A), Vec::<String>::new());
    let near = [
        ("x = 150\ny = 100", "x = 128\ny = 50"),
        (
            "area = [[0, 68], [200, 68], [200, 130], [0, 130]]",
            "area = [[0, 45], [200, 45], [200, 130], [0, 130]]",
        ),
    ];
    assert!(squares(&near, Side::A).contains(&"2/7".to_owned()));
}

/// A double move goes on to the objective of the game order (12.2.a): who is to stand beside it does not begin one.
#[test]
fn nobody_doubles_who_is_to_stand_beside_the_objective() {
    let all = answers(&shipped("two-brigades"), Steady, 8);
    let orders =
        all.iter().filter_map(|a| if let Answer::Orders { orders, .. } = a { Some(orders) } else { None });
    let doubled: Vec<&str> =
        orders.flatten().filter(|o| o.pace == Pace::Double).map(|o| o.unit.as_str()).collect();
    assert!(!doubled.contains(&"1/57") && !doubled.contains(&"1/61"), "{doubled:?}");
}
