//! The questions that wait for a seat, as they are put to a person.

use super::{choices, correct, json, orders, staff};
use crate::battle::{Awaits, Match, read};
use crate::order::{Answer, Correction};
use crate::slip;
use desk::UmpireSays;
use desk::board::{Offer, Prompt};
use serde_json::{Value, json as j};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use umpire::Seat;

fn form<T: schemars::JsonSchema>(kept: &'static OnceLock<Arc<Value>>) -> Arc<Value> {
    kept.get_or_init(|| Arc::new(json(schemars::schema_for!(T)))).clone()
}

/// What waits for a seat.
pub(super) fn prompts(m: &Match, seat: Seat) -> Vec<Prompt> {
    static ANSWERS: OnceLock<Arc<Value>> = OnceLock::new();
    static SAYS: OnceLock<Arc<Value>> = OnceLock::new();
    if seat == Seat::Umpire {
        if !m.has_umpire() {
            return Vec::new();
        }
        return m
            .battle
            .umpire_asks(&Value::Null)
            .into_iter()
            .map(|a| {
                let reads = a.asks == read::ASKS;
                Prompt {
                    asks: a.asks,
                    says: a.says,
                    clause: a.clause.to_string(),
                    standing: a.standing,
                    offers: if reads { read_offers(m, a.offers) } else { vec![play_on()] },
                    complete: false,
                    sketch: (!reads).then(|| correct::empty(m)),
                    form: form::<UmpireSays<Correction>>(&SAYS),
                }
            })
            .collect();
    }
    let Some(side) = umpire::Side::of(seat) else { return Vec::new() };
    let Some((_, awaits)) = m.battle.pending().into_iter().find(|(s, _)| *s == side) else {
        return Vec::new();
    };
    let nothing = |says: &str, answer: Answer| Offer {
        says: says.into(),
        answer: json(answer),
        pieces: Vec::new(),
        ghosts: Vec::new(),
        ends: true,
    };
    let (offers, sketch) = match awaits {
        Awaits::Orders => (order_offers(m, side), orders::empty(m, side)),
        Awaits::Staff => (
            vec![nothing("Everybody stays where he is.", Answer::Staff { moves: Vec::new() })],
            staff::empty(m, side),
        ),
        Awaits::Choices => (choices::offers(m, side), choices::empty(m, side)),
    };
    vec![Prompt {
        asks: awaits.name().into(),
        says: awaits.says().into(),
        clause: awaits.clause().to_string(),
        standing: false,
        offers,
        complete: false,
        sketch: Some(sketch),
        form: form::<Answer>(&ANSWERS),
    }]
}

fn play_on() -> Offer {
    Offer {
        says: "Play on.".into(),
        answer: j!({ "do": "rule", "says": "Play on." }),
        pieces: Vec::new(),
        ghosts: Vec::new(),
        ends: true,
    }
}

/// The orders under an instruction, each to be struck; or all of them stand.
fn read_offers(m: &Match, answers: Vec<Value>) -> Vec<Offer> {
    let (f, orders) = (m.battle.field(), m.battle.instructed());
    let one = |o: &read::Instructed<'_>| {
        let says = format!(
            "Strike the order of {}: {}. {} is told: {}",
            f[o.unit].name,
            slip::write(o.order),
            o.command,
            o.instruction
        );
        (says, vec![o.code.to_string()])
    };
    let all = ("All that is left agrees: the turn runs.".to_string(), Vec::new());
    std::iter::once(all)
        .chain(orders.iter().map(one))
        .zip(answers)
        .enumerate()
        .map(|(i, ((says, pieces), answer))| Offer { says, answer, pieces, ghosts: Vec::new(), ends: i == 0 })
        .collect()
}

/// Everybody stands, everybody goes on as last turn, everybody marches: each as far as it may.
fn order_offers(m: &Match, side: crate::unit::Side) -> Vec<Offer> {
    use crate::order::{MoveOrder, Order, Step, Written};
    let f = m.battle.field();
    let known = m.battle.known(side);
    let mut offers = vec![Offer {
        says: "All units stand.".into(),
        answer: json(Answer::Orders { orders: BTreeMap::new(), instructions: BTreeMap::new() }),
        pieces: Vec::new(),
        ghosts: Vec::new(),
        ends: true,
    }];
    let march = Order::Move(MoveOrder { steps: vec![Step::March { cm: None }], ..MoveOrder::default() });
    for (says, order) in [
        ("All units that can repeat their last order.", Order::Repeat),
        ("All units that can march straight ahead.", march),
    ] {
        let sheet: crate::order::OrderSheet = f
            .side(side)
            .filter(|u| crate::check::check(f, side, u.id, &order, &known).is_ok())
            .map(|u| (u.code.to_string(), order.clone()))
            .collect();
        if sheet.is_empty() || !crate::check::check_sheet(f, side, &sheet, &known).refused.is_empty() {
            continue;
        }
        let orders = sheet.iter().map(|(c, o)| (c.clone(), Written::Slip(slip::write(o)))).collect();
        offers.push(Offer {
            says: says.into(),
            answer: json(Answer::Orders { orders, instructions: BTreeMap::new() }),
            pieces: Vec::new(),
            ghosts: Vec::new(),
            ends: false,
        });
    }
    offers
}
