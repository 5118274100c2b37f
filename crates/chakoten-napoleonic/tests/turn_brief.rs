//! Battles of a brief from the first order to the end: what is refused before the turn, what is found in it, and when it is over.

use crate::field_day::{ahead, find, fire, form, legs, play_out, sheet, told_by};
use crate::setup_brief::{HEAD, whole};
use chakoten_napoleonic::battle::{Awaits, Battle};
use chakoten_napoleonic::event::NoFire;
use chakoten_napoleonic::order::{Answer, FireOrder, Leg, Order, Until, Way, When};
use chakoten_napoleonic::troop::{Formation, Gait};
use chakoten_napoleonic::{EventKind, Side, proves, scenario};
use std::sync::Arc;
use umpire::{Log, Refusal, Seed};

/// A battalion with its front 80 cm before that of B1, and one without firearms.
fn brief(turns: u32) -> Battle {
    let head = HEAD.replace("turns = 10", &format!("turns = {turns}"));
    let units = r#"unit = [
  { code = "A1", arm = "infantry", companies = 6, figures = 24, valour = 0, weapon = "musket", x = 120, y = 60 },
  { code = "A2", arm = "infantry", companies = 6, figures = 24, valour = 0, weapon = "none", x = 60, y = 60 },
]"#;
    let text = whole(&head, "", "other", units);
    let s = scenario::read("drill", &text).unwrap_or_else(|r| panic!("{r:#}"));
    Battle::new(Arc::new(s), Seed::new("brief"), Log::On(Vec::new()))
}

fn gives(b: &mut Battle, code: &str, order: Order) -> Result<(), Refusal> {
    b.answer(Side::A, sheet(&[(code, order)]))
}

fn goes_on(b: &mut Battle) {
    b.answer(Side::B, sheet(&[])).expect("nothing is ordered");
    play_out(b, &[]);
}

#[test]
fn it_is_over_with_its_last_turn() {
    let p = proves!("play.victory");
    let mut b = brief(2);
    for turn in 1..=2 {
        assert!(b.ended().is_none(), "turn {turn} is still to be played");
        b.answer(Side::A, sheet(&[])).expect("nothing is ordered");
        goes_on(&mut b);
    }
    let ended = b.ended().expect("the second was the last");
    assert_eq!((ended.winner, ended.clause.id()), (None, "play.victory"));
    assert_eq!(told_by(&p, &b, "play.victory").len(), 1);
    assert!(b.pending().is_empty());
    assert!(b.answer(Side::A, sheet(&[])).is_err());
}

#[test]
fn what_may_not_be_ordered_is_refused_and_changes_nothing() {
    let p = proves!("08.03.3", "orders.5", "play.orders", "04.05.1.c");
    let mut b = brief(4);
    let told = b.events().len();
    // Of others, of nobody.
    for code in ["B1", "A9"] {
        p.refused_by("08.03.3", gives(&mut b, code, legs([ahead()])));
    }
    let flees = Leg::March { way: Way::Ahead, gait: Gait::Flight, until: Until::End };
    p.refused_by("orders.5", gives(&mut b, "A1", legs([flees])));
    // What stands behind a march without an end never comes.
    p.refused_by("play.orders", gives(&mut b, "A1", legs([ahead(), form(Formation::AttackColumn)])));
    p.refused_by("04.05.1.c", gives(&mut b, "A2", fire(When::AtOnce)));
    // One order that is refused refuses the whole sheet.
    let both = sheet(&[("A1", legs([ahead()])), ("A2", fire(When::AtOnce))]);
    p.refused_by("04.05.1.c", b.answer(Side::A, both));
    assert_eq!(b.events().len(), told);
    assert!(b.pending().contains(&(Side::A, Awaits::Orders)));
    assert!(b.answer(Side::A, Answer::Choices { choices: Default::default() }).is_err());
    gives(&mut b, "A1", legs([ahead()])).expect("a march is lawful");
    goes_on(&mut b);
    let a1 = b.field().by_code("A1").expect("it is there");
    assert!((b.field()[a1].base.front.y - 70.0).abs() < 0.02, "{}", b.field()[a1].base.front.y);
    told_by(&p, &b, "08.03.3");
}

#[test]
fn nobody_is_told_before_the_shot_that_it_falls_short() {
    let p = proves!("03.02.12", "play.fire.target");
    let mut b = brief(4);
    let b1 = b.field().by_code("B1").expect("it is there");
    assert!(b.known(Side::A).sees(b1));
    let at = |name: &str| Order {
        fire: Some(FireOrder { when: When::AtOnce, at: vec![name.into()], range_in: false }),
        ..Order::default()
    };
    assert_eq!(gives(&mut b, "A1", at("x9")).unwrap_err().clause.map(|c| c.id()), Some("play.hidden"));
    // At 80 cm no musket reaches him: the order is taken all the same.
    assert!(p.shows("03.02.12", gives(&mut b, "A1", at("x1"))).is_ok());
    goes_on(&mut b);
    let a1 = b.field().by_code("A1").expect("it is there");
    let why = find(&b, |e| match e.kind {
        EventKind::NotFired { unit, why } if unit == a1 => Some(why),
        _ => None,
    });
    assert_eq!(why, Some(NoFire::NoTarget));
    assert_eq!(b.field()[a1].ammunition, 12);
    told_by(&p, &b, "play.fire.target");
}
