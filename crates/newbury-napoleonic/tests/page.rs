//! The page: whatever is drawn by hand is judged by the rules, what stands is sent and taken, and what cannot be says why.

use desk::board::{Act, AimPoint, Control, Means, Setting, Sketched, Stroke};
use desk::{Eye, Rules, Seating, Stage};
use newbury_napoleonic::answer::{Answer, LegOrder, Pace};
use newbury_napoleonic::battle::{Awaits, Battle, Terms};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::{Side, scenario};
use serde_json::{Value, json};
use std::sync::Arc;
use umpire::{BattleDice, Log, Seat, Seed, Seeded};

fn begin(name: &str, seed: u64) -> Battle {
    let (name, text) = scenario::SHIPPED.iter().find(|(n, _)| *n == name).expect("it is shipped");
    let s = scenario::read(name, text).unwrap_or_else(|r| panic!("{r:#}"));
    let (terms, dice) = (Arc::new(Terms::from(&s)), BattleDice::from_number(seed));
    Battle::begin(terms, s.muster(), Seed::new("page"), dice, Log::On(Vec::new()), Seating::SIDES_ONLY)
}

fn asked(b: &Battle, side: Side) -> Awaits {
    b.awaits(side).expect("it is waited for").clone()
}

/// One stroke on what was drawn.
fn draw(b: &Battle, side: Side, before: &Sketched, pieces: &[&str], act: Act) -> Sketched {
    let awaits = asked(b, side);
    let pieces = pieces.iter().map(|p| (*p).to_owned()).collect();
    let stroke = Stroke { asks: awaits.name().into(), draft: before.draft.clone(), pieces, act };
    b.stroke(side, &awaits, &stroke).unwrap_or_else(|no| panic!("{stroke:?}: {no}"))
}

fn blank(b: &Battle, side: Side) -> Sketched {
    b.blank(side, &asked(b, side)).expect("every question is drawn")
}

fn set(control: &str, value: impl Into<Value>) -> Act {
    Act::Set { control: control.into(), value: value.into() }
}

fn sent(s: &Sketched) -> Answer {
    serde_json::from_value(s.answer.clone().expect("something is sent")).expect("an answer")
}

fn orders(s: &Sketched) -> Vec<newbury_napoleonic::answer::MoveOrder> {
    let Answer::Orders { orders, .. } = sent(s) else { panic!("move orders") };
    orders
}

fn control<'s>(s: &'s Sketched, id: &str) -> &'s Control {
    s.controls.iter().find(|c| c.id == id).unwrap_or_else(|| panic!("no control {id}"))
}

#[test]
fn a_unit_that_is_dragged_wheels_and_marches_there() {
    let b = begin("two-brigades", 1);
    let s = draw(&b, Side::A, &blank(&b, Side::A), &["1/57"], Act::Drag { x: 84.0, y: 42.0, facing: None });
    assert_eq!(s.refusal, None);
    let [o] = &orders(&s)[..] else { panic!("one order") };
    assert!(
        matches!(o.legs[..], [LegOrder::Wheel { degrees }, LegOrder::March { .. }] if degrees > 0.0),
        "{o:?}"
    );
    let [ghost] = &s.ghosts[..] else { panic!("one ghost") };
    assert_eq!(ghost.piece, "1/57");
    assert!(ghost.legal && (ghost.at.x - 84.0).abs() < 0.3 && (ghost.at.y - 42.0).abs() < 0.3, "{ghost:?}");
    assert_eq!(s.orders.len(), 1);
    // A place to point at is gone to from there; what is left over is said.
    let s = draw(&b, Side::A, &s, &["1/57"], Act::Point { x: 90.0, y: 70.0 });
    assert_eq!(orders(&s)[0].legs.len(), 4);
    assert!(s.says.iter().any(|m| m.to_string().contains("moves")), "{:?}", s.says);
    // Taken back.
    let s = draw(&b, Side::A, &s, &["1/57"], Act::Clear);
    assert_eq!(sent(&s), b.silence(Side::A).unwrap());
    assert!(s.ghosts.is_empty() && s.draft == json!({ "answer": null }));
}

#[test]
fn several_go_the_same_way() {
    let b = begin("two-brigades", 1);
    let at = |code: &str| b.field()[b.field().by_code(code).unwrap()].base.front;
    let to = at("1/57") + table::v2(0.0, 12.0);
    let act = Act::Drag { x: to.x, y: to.y, facing: None };
    let s = draw(&b, Side::A, &blank(&b, Side::A), &["1/57", "2/57"], act);
    let all = orders(&s);
    assert_eq!(all.len(), 2);
    assert!(all.iter().all(|o| o.legs == [LegOrder::March { cm: 12.0, towards: None }]), "{all:?}");
}

#[test]
fn what_the_rules_forbid_is_refused_by_its_clause_and_leaves_the_draft() {
    let b = begin("two-brigades", 1);
    let marches = draw(&b, Side::A, &blank(&b, Side::A), &["1/57"], set("ahead", 10.0));
    // Away from its objective (10.1.b).
    let s = draw(&b, Side::A, &marches, &["1/57"], Act::Drag { x: 78.0, y: 6.0, facing: None });
    assert_eq!(s.refusal.as_ref().and_then(|r| r.clause.as_deref()), Some("10.1.b"));
    assert_eq!(s.draft, marches.draft);
    assert!(s.ghosts.iter().any(|g| !g.legal), "where the hand led is shown");
    // It cannot form what its arm does not, and the control says so.
    let Setting::Choice { options, .. } = &control(&marches, "form").setting else { panic!("a choice") };
    let of = |id: &str| options.iter().find(|o| o.id == id);
    assert!(of("squadron-column").is_none());
    assert!(of("line").is_some_and(|o| o.refusal.is_none() && o.says.to_string().contains("move")));
    assert_eq!(
        of("company-column").and_then(|o| o.refusal.as_ref()?.clause.clone()).as_deref(),
        Some("8.2.d")
    );
}

#[test]
fn what_else_it_does_is_set() {
    let b = begin("two-brigades", 1);
    let mut s = blank(&b, Side::A);
    for (id, value) in [("form", json!("line")), ("hold_fire", json!(true)), ("wheel", json!(-10.0))] {
        s = draw(&b, Side::A, &s, &["1/57"], set(id, value));
        assert_eq!(s.refusal, None, "{id}");
    }
    let o = &orders(&s)[0];
    assert!(
        matches!(o.legs[..], [LegOrder::Wheel { .. }, LegOrder::Form { formation: Formation::Line, .. }]),
        "{o:?}"
    );
    assert!(o.hold_fire);
    let s = draw(&b, Side::A, &s, &["2/57"], set("double", true));
    assert_eq!(orders(&s)[1].pace, Pace::Double);
    // A change of formation is not made in a double move (8.4.e).
    let s = draw(&b, Side::A, &s, &["1/57"], set("double", true));
    assert_eq!(s.refusal.and_then(|r| r.clause).as_deref(), Some("8.4.e"));
}

#[test]
fn generals_ride_and_go_with_units() {
    let b = begin("two-brigades", 1);
    let s = draw(&b, Side::A, &blank(&b, Side::A), &["Morel"], Act::Aim { at: "2/57".into() });
    let Answer::Orders { generals, .. } = sent(&s) else { panic!("orders") };
    assert_eq!(generals[0].with.as_deref(), Some("2/57"));
    assert!(s.reach.iter().any(|r| r.of == desk::board::Reaches::Command));
    let s = draw(&b, Side::A, &s, &["Morel"], Act::Drag { x: 92.0, y: 110.0, facing: None });
    assert_eq!(s.refusal.and_then(|r| r.clause).as_deref(), Some("12.8"));
}

/// Both sides say nothing until this side is asked something else than orders, or a move is over.
fn until(b: &mut Battle, what: &str) -> Option<Side> {
    for _ in 0..60 {
        let (side, awaits) = Rules::pending(b).into_iter().next()?;
        if awaits.name() == what {
            return Some(side);
        }
        let a = b.silence(side)?;
        b.answer(side, a).unwrap();
    }
    None
}

#[test]
fn game_orders_are_pointed_at_the_ground_and_aimed_at_the_enemy() {
    let mut b = begin("two-brigades", 1);
    let side = until(&mut b, "game_orders").expect("the move comes to its last step");
    let unit = if side == Side::A { "1/57" } else { "1/14" };
    let s = draw(&b, side, &blank(&b, side), &[unit], Act::Point { x: 55.0, y: 62.0 });
    let Answer::GameOrders { orders } = sent(&s) else { panic!("game orders") };
    assert_eq!(orders[0].objective.as_deref(), Some("Farm"));
    assert!(matches!(s.aims[..], [ref a] if matches!(a.at, AimPoint::Place(_))));
    let s = draw(&b, side, &s, &[unit], set("double", true));
    let s = draw(&b, side, &s, &[unit], set("task", "attack"));
    assert_eq!(s.refusal, None);
    b.answer(side, sent(&s)).unwrap();
    assert!(b.play().secret[side.index()].is_some(), "what was drawn was taken");
}

/// An enemy within reach is aimed at: a charge, with what the first reaction may come to.
#[test]
fn an_enemy_who_is_aimed_at_is_charged_and_the_odds_add_up() {
    let mut b = begin("two-brigades", 4);
    let mut chance = Seeded::from_number(4);
    for _ in 0..60 {
        let Some((side, awaits)) = Rules::pending(&b).into_iter().next() else { break };
        let offers = b.offers(side, &awaits).offers;
        let charge = offers.iter().find_map(|o| match &o.answer {
            Answer::Orders { orders, .. } => orders[..].iter().find(|o| o.charge.is_some()).cloned(),
            _ => None,
        });
        if let Some(c) = charge {
            let target = c.charge.clone().unwrap();
            let s = draw(&b, side, &blank(&b, side), &[&c.unit], Act::Aim { at: target.clone() });
            assert_eq!(s.refusal, None, "it is offered");
            assert_eq!(orders(&s)[0].charge.as_ref(), Some(&target));
            assert!(
                s.aims.iter().any(|a| a.means == Means::Charge && a.at == AimPoint::Piece(target.clone()))
            );
            let all: f64 = s.odds.iter().map(|o| o.share).sum();
            assert!(s.odds.len() > 1 && (all - 1.0).abs() < 1e-9, "{:?}", s.odds);
            b.answer(side, sent(&s)).unwrap();
            return;
        }
        let pick = if offers.len() > 1 && chance.below(4) > 0 { 1 } else { 0 };
        b.answer(side, offers[pick].answer.clone()).unwrap();
    }
    panic!("they never came near each other");
}

/// Values that a page can send for a control.
fn values(c: &Control) -> Vec<Value> {
    match &c.setting {
        Setting::Choice { options, .. } => options.iter().map(|o| json!(o.id)).collect(),
        Setting::Switch { .. } => vec![json!(true), json!(false)],
        Setting::Number { least, greatest, .. } => {
            vec![json!(least), json!((least + greatest) / 2.0), json!(greatest)]
        }
        Setting::Words { .. } => vec![json!("come up")],
        Setting::Piece { among, .. } => among.iter().take(3).map(|p| json!(p)).collect(),
        Setting::Place { .. } => vec![json!({ "x": 10.0, "y": 10.0 })],
        Setting::Press => vec![json!(true)],
    }
}

/// How often each control of each question is set in one battle, besides now and then one that was set before.
const EACH: usize = 1;

/// Whatever can be set is refused with a reason or leads to an answer that the battle takes; an option that is shown as open is never refused
/// for itself. Of a control's values two are sent, others with each battle.
#[test]
fn whatever_can_be_set_is_lawful_or_says_why() {
    for (seed, (name, _)) in (1..).zip(scenario::SHIPPED) {
        let mut b = begin(name, seed);
        let mut chance = Seeded::from_number(seed);
        let mut set_so_far: std::collections::BTreeMap<(&str, String), usize> = Default::default();
        for _ in 0..12 {
            let Some((side, awaits)) = Rules::pending(&b).into_iter().next() else { break };
            let empty = blank(&b, side);
            let own: Vec<String> = b.field().side(side).map(|u| u.code.to_string()).collect();
            let unit = own[chance.below(own.len() as u32) as usize].clone();
            let picked = draw(&b, side, &empty, &[&unit], Act::Pick);
            for c in picked.controls.iter().chain(&empty.controls) {
                let times = set_so_far.entry((awaits.name(), c.id.to_string())).or_default();
                if *times >= EACH && chance.below(12) > 0 {
                    continue;
                }
                *times += 1;
                let all = values(c);
                let first = chance.below(all.len().max(1) as u32) as usize;
                for value in all.iter().cycle().skip(first).take(all.len().min(2)) {
                    let said = format!("{name}, {}: {unit} {} = {value}", awaits.name(), c.id);
                    let s = draw(&b, side, &empty, &[&unit], set(&c.id, value.clone()));
                    // A draft that the battle would not take is refused with the next stroke.
                    let again = draw(&b, side, &s, &[&unit], Act::Pick);
                    assert_eq!(again.answer, s.answer, "{said}");
                    if let Some(r) = &s.refusal {
                        assert!(!r.reason.to_string().is_empty(), "{said}");
                    }
                }
            }
            let offers = b.offers(side, &awaits).offers;
            let pick = if chance.below(3) == 0 {
                chance.below(offers.len() as u32) as usize
            } else {
                1.min(offers.len() - 1)
            };
            b.answer(side, offers[pick].answer.clone()).unwrap();
        }
        for (asks, least) in [("orders", 8), ("game_orders", 2)] {
            let set = set_so_far.keys().filter(|(a, _)| *a == asks).count();
            assert!(set >= least, "{name}: {set} controls of {asks} were set");
        }
    }
}

#[test]
fn a_question_says_its_step_and_who_is_waited_for() {
    let b = begin("two-brigades", 1);
    for (side, awaits) in Rules::pending(&b) {
        let q = b.question(side, &awaits);
        assert!(q.says.to_string().starts_with("Step 1 of 21"), "{}", q.says);
        assert_eq!(q.clause.id(), "11.1");
    }
    let still = b.still();
    let sight = b.sight(&still, Eye::of(Seat::Side(0), false), None);
    let facts = b.facts(&still, &sight);
    assert!(
        facts.iter().any(|f| f.says.to_string().contains("of 21") && f.clause.as_deref() == Some("11.1"))
    );
}

/// A draft that this question never handed out is no draft.
#[test]
fn a_foreign_draft_is_refused() {
    let b = begin("two-brigades", 1);
    let awaits = asked(&b, Side::A);
    for draft in [
        json!({ "answer": { "do": "fire" } }),
        json!(3),
        json!({ "answer": { "do": "orders", "orders": [{ "unit": "1/14" }] } }),
    ] {
        let stroke = Stroke { asks: "orders".into(), draft, pieces: vec!["1/57".into()], act: Act::Pick };
        assert!(b.stroke(Side::A, &awaits, &stroke).is_err());
    }
}
