//! Answers that are accepted as they stand, as they are put to a person, and what one needs to know to answer.

use super::{choices, odds};
use crate::battle::{Awaits, Battle};
use crate::field::Field;
use crate::order::Answer;
use crate::reach::{Reach, reach};
use crate::troop::{Arm, Kind, State};
use crate::unit::{Fate, Side, Unit};
use crate::{rule, say, slip, view};
use desk::{Offered, Offers};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use umpire::Clause;
use words::Message;

pub(crate) fn offers(m: &Battle, side: Side, awaits: &Awaits) -> Offers<Answer> {
    let (about, offers) = match awaits {
        Awaits::Orders => (about_orders(m, side), order_offers(m, side)),
        Awaits::Staff => {
            let stays = Answer::Staff { moves: Vec::new() };
            let odds = odds::of_rallying(m, m.field(), side);
            let stay = Offered { odds, ..Offered::new(say!("everybody-stays-where-he"), stays).ending() };
            (about_staff(m, side), vec![stay])
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
                "pinned_to": u.pinned_to, "melee": u.against, "fire_fight": u.fire_fight,
                "ammunition": u.ammunition, "rounds": u.battery.map(|b| b.rounds), "last_charge": u.last_charge,
                "decides": f.by_code(&u.code).map(|id| decides(f, &f[id], u)),
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

/// What decides which orders a unit can be given, and what becomes of others: each in words, with its clause.
fn decides(f: &Field, u: &Unit, seen: &view::OwnUnit) -> Vec<Value> {
    let turn = f.turn + 1;
    let mut all = Vec::new();
    let mut put = |clause: Clause, says: Message| all.push(json!({ "says": says, "clause": clause }));
    if let Some(to) = u.record.halted_to.filter(|t| turn <= *t) {
        put(rule!("01.06.2"), say!("decides-halted", to));
    }
    if u.state == State::Complete {
        put(rule!("08.02.6.a"), say!("decides-flees"));
        return all;
    }
    if !u.locked.is_empty() {
        put(rule!("play.melee"), say!("decides-melee"));
    }
    if let Some(to) = u.pinned_to.filter(|t| turn <= *t) {
        put(rule!("04.02.8.a"), say!("decides-pinned", to));
    }
    if u.state == State::Disorder {
        put(rule!("07.01.4"), say!("decides-disorder"));
    }
    if let Some((enemy, _)) = crate::fire::locked_on(f, u.id) {
        let who = seen.fire_fight.clone().filter(|_| f[enemy].on_table());
        put(
            rule!("04.02.14.a"),
            say!("decides-fire-fight", who = who.map_or_else(|| say!("an-enemy"), Message::verbatim)),
        );
    }
    if matches!(u.arm, Arm::Infantry | Arm::Cavalry) && !u.ammunition {
        put(rule!("05.01.1"), say!("decides-no-ammunition"));
    }
    let rest = f.readings.number(crate::reading!("charge-interval")) as u32;
    if let Some(t) = u.record.last_charge.filter(|t| turn < t.saturating_add(rest)) {
        put(rule!("03.03.4.c"), say!("decides-last-charge", turn = t, again = t.saturating_add(rest)));
    }
    if u.kind() == Kind::Mounted && !u.record.in_motion {
        put(rule!("02.06.4"), say!("decides-not-in-motion"));
    }
    if u.battery.as_ref().is_some_and(|b| b.unmanned.is_some()) {
        put(rule!("play.guns-unmanned"), say!("decides-unmanned"));
    } else if u.limbered() && u.battery.as_ref().is_some_and(|b| b.horses == 0) {
        put(rule!("06.03.5.b"), say!("decides-no-horses"));
    }
    if reach(f, u) == Reach::Out {
        put(rule!("03.03.3"), say!("decides-out-of-reach"));
    }
    all
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
    let march = Order::Move(MoveOrder { steps: vec![Step::March { cm: None }], ..MoveOrder::default() });
    let all = [
        (say!("all-units-stand"), Order::Stand),
        (say!("all-repeat-order"), Order::Repeat),
        (say!("all-march-ahead"), march),
    ];
    let mut offers = Vec::new();
    for (says, order) in all {
        let sheet: crate::order::OrderSheet = f
            .side(side)
            .filter(|u| crate::check::check(f, side, u.id, &order, &known).is_ok())
            .map(|u| (u.code.to_string(), order.clone()))
            .collect();
        // That nobody does anything can always be ordered.
        let nothing = sheet.is_empty() && order != Order::Stand;
        if nothing || !crate::check::check_sheet(f, side, &sheet, &known).refused.is_empty() {
            continue;
        }
        let orders = sheet.iter().map(|(c, o)| (c.clone(), Written::Slip(slip::write(o)))).collect();
        offers.push(Offered::new(says, Answer::Orders { orders, instructions: BTreeMap::new() }));
    }
    offers
}
