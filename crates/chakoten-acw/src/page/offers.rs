//! Answers that are accepted as they stand, as they are put to a person, and what one needs to know to answer.

use super::choices;
use crate::battle::{Awaits, Battle};
use crate::order::Answer;
use crate::unit::{Fate, Side};
use crate::{say, slip, view};
use desk::{Offered, Offers};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(crate) fn offers(m: &Battle, side: Side, awaits: &Awaits) -> Offers<Answer> {
    let (about, offers) = match awaits {
        Awaits::Orders => (about_orders(m, side), order_offers(m, side)),
        Awaits::Staff => {
            let stays = Answer::Staff { moves: Vec::new() };
            (about_staff(m, side), vec![Offered::new(say!("everybody-stays-where-he"), stays).ending()])
        }
        Awaits::Choices => (choices::asked_about(m, side), choices::offers(m, side)),
    };
    Offers { about, offers, complete: false }
}

fn about_orders(m: &Battle, side: Side) -> Value {
    let f = m.field();
    let known = m.known(side);
    let seen = view::view(f, side, &known);
    let here = |u: &&view::OwnUnit| u.fate == Fate::OnTable;
    let units: Vec<Value> = seen
        .own
        .iter()
        .filter(here)
        .map(|u| {
            json!({
                "unit": u.code, "name": u.name, "kind": u.kind, "command": u.command,
                "formation": u.formation, "state": u.state, "figures": u.figures, "at": u.at,
                "orders_by": u.reach, "last_order": u.last_order,
            })
        })
        .collect();
    let enemies: Vec<Value> = seen
        .enemies
        .iter()
        .map(|e| {
            json!({
                "label": e.label, "kind": e.kind, "formation": e.formation, "figures": e.figures,
                "at": e.at, "named_by": e.named_by,
            })
        })
        .collect();
    json!({ "turn": f.turn + 1, "units": units, "enemies": enemies })
}

fn about_staff(m: &Battle, side: Side) -> Value {
    let f = m.field();
    let turn = f.turn;
    let who: Vec<Value> = f
        .staff
        .iter()
        .filter(|s| s.side == side && s.present() && s.moved != Some(turn))
        .map(|s| {
            let with = s.with.map(|u| f[u].code.clone());
            json!({ "who": s.code, "name": s.name, "at": s.base.pose(), "with": with })
        })
        .collect();
    json!({ "staff": who })
}

/// Everybody stands, everybody goes on as last turn, everybody marches: each as far as it may.
fn order_offers(m: &Battle, side: Side) -> Vec<Offered<Answer>> {
    use crate::order::{MoveOrder, Order, Step, Written};
    let f = m.field();
    let known = m.known(side);
    let none = Answer::Orders { orders: BTreeMap::new(), instructions: BTreeMap::new() };
    let mut offers = vec![Offered::new(say!("all-units-stand"), none).ending()];
    let march = Order::Move(MoveOrder { steps: vec![Step::March { cm: None }], ..MoveOrder::default() });
    for (says, order) in [(say!("all-repeat-order"), Order::Repeat), (say!("all-march-ahead"), march)] {
        let sheet: crate::order::OrderSheet = f
            .side(side)
            .filter(|u| crate::check::check(f, side, u.id, &order, &known).is_ok())
            .map(|u| (u.code.to_string(), order.clone()))
            .collect();
        if sheet.is_empty() || !crate::check::check_sheet(f, side, &sheet, &known).refused.is_empty() {
            continue;
        }
        let orders = sheet.iter().map(|(c, o)| (c.clone(), Written::Slip(slip::write(o)))).collect();
        offers.push(Offered::new(says, Answer::Orders { orders, instructions: BTreeMap::new() }));
    }
    offers
}
