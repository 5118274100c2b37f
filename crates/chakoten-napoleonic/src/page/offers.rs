//! Answers that are accepted as they stand, as they are put to a person, and what one needs to know to answer.

use super::choices;
use crate::battle::{Awaits, Battle};
use crate::check;
use crate::field::Field;
use crate::order::{Answer, Leg, Order, OrderSheet, Until, Way, Written};
use crate::reach::Reach;
use crate::troop::{Arm, Gait, State};
use crate::unit::{Fate, Side, Unit};
use crate::{rule, say, slip, view};
use desk::{Offered, Offers};
use serde_json::{Value, json};
use umpire::Clause;
use words::Message;

pub(crate) fn offers(b: &Battle, side: Side, awaits: Awaits) -> Offers<Answer> {
    let (about, offers) = match awaits {
        Awaits::Orders => (about_orders(b, side), order_offers(b, side)),
        Awaits::Choices => (choices::asked_about(b, side), choices::offers(b, side)),
    };
    Offers { about, offers, complete: false }
}

fn about_orders(b: &Battle, side: Side) -> Value {
    let f = b.field();
    let seen = super::view_of(b, side, view::view(f, side, &b.known(side)));
    let mut about = json!({ "turn": f.turn + 1 });
    let here = |u: &Value| u["fate"] == json!(Fate::OnTable);
    let mut own: Vec<Value> =
        seen["own"].as_array().into_iter().flatten().filter(|u| here(u)).cloned().collect();
    for u in &mut own {
        let id = u["code"].as_str().and_then(|c| f.by_code(c));
        u["decides"] = id.map(|id| decides(f, &f[id])).into();
    }
    about["units"] = own.into();
    for part in ["enemies", "reports", "staff", "commands", "messages"] {
        about[part] = seen[part].clone();
    }
    about
}

/// What decides which orders a unit can be given, and what becomes of others: each in words, with its clause.
fn decides(f: &Field, u: &Unit) -> Vec<Value> {
    let mut all = Vec::new();
    let mut put = |clause: Clause, says: Message| all.push(json!({ "says": says, "clause": clause }));
    if u.state == State::Complete {
        put(rule!("03.03.5"), say!("decides-flees"));
        return all;
    }
    if let Some(lead) = u.leads {
        put(rule!("05.01.6.a"), say!("decides-column", lead = &f[lead].code));
    }
    if u.state == State::Disorder {
        put(rule!("03.03.4"), say!("decides-disorder"));
    }
    let dry = match &u.battery {
        Some(b) => b.loads == 0,
        None => u.weapon.is_some() && u.ammunition == 0,
    };
    if dry {
        put(rule!("11.01.1"), say!("decides-no-ammunition"));
    }
    if u.record.charge.is_some_and(|c| c.ended.is_some()) && u.arm == Arm::Cavalry {
        put(rule!("07.02.3.b"), say!("decides-charge-rest"));
    }
    if u.crew_alone() {
        put(rule!("play.battery"), say!("decides-crew-alone"));
    }
    match crate::reach::reach(f, u).0 {
        Reach::Commander(_) => {}
        Reach::Beyond => put(rule!("08.03.5"), say!("decides-out-of-command")),
        Reach::Fallen => put(rule!("08.03.6"), say!("decides-commander-fallen")),
    }
    all
}

/// The order of straight marching on.
pub(super) fn ahead() -> Order {
    let march = Leg::March { way: Way::Ahead, gait: Gait::March, until: Until::End };
    Order { legs: vec![march], ..Order::default() }
}

/// What was ordered last, in the names that the side knows.
pub(super) fn last(b: &Battle, u: &Unit) -> Option<Order> {
    let o = u.record.last_order.as_ref()?;
    Some(crate::battle::with_labels(b.field(), b.sightings(), u.side, o))
}

/// Everybody stands, reorganises, marches ahead, or does again what was ordered last: each as far as it may.
fn order_offers(b: &Battle, side: Side) -> Vec<Offered<Answer>> {
    let f = b.field();
    let known = b.known(side);
    let reorganise = Order { legs: vec![Leg::Reorganise], ..Order::default() };
    let worn = |u: &Unit| u.state != State::Order;
    type Ready<'a> = (Message, bool, &'a dyn Fn(&Unit) -> Option<Order>);
    let all: [Ready; 4] = [
        (say!("all-stand"), true, &|_| Some(Order::default())),
        (say!("all-reorganise"), false, &|u| worn(u).then(|| reorganise.clone())),
        (say!("all-march-ahead"), false, &|u| u.body.is_none().then(ahead)),
        (say!("all-repeat"), false, &|u| last(b, u).filter(|o| *o != Order::default())),
    ];
    let mut offers = Vec::new();
    for (says, ends, order) in all {
        let mut sheet = OrderSheet::new();
        for u in f.side(side) {
            let Some(o) = order(u) else { continue };
            if check::check(f, side, u.id, &o, &known).is_ok() {
                sheet.insert(u.code.to_string(), o);
            }
        }
        // Those who may each be ordered so, but not together, are left out.
        for code in check::check_sheet(f, side, &sheet, &known).refused.keys() {
            sheet.remove(code);
        }
        if (sheet.is_empty() && !ends) || !check::check_sheet(f, side, &sheet, &known).refused.is_empty() {
            continue;
        }
        // Standing has no sign of its own.
        let written = |o: &Order| match slip::write(o) {
            slip if slip.is_empty() => Written::Data(o.clone()),
            slip => Written::Slip(slip),
        };
        let orders = sheet.iter().map(|(c, o)| (c.clone(), written(o))).collect();
        let answer = Answer::Orders {
            orders,
            staff: Vec::new(),
            letters: Vec::new(),
            instructions: Default::default(),
        };
        let offer = Offered::new(says, answer);
        offers.push(if ends { offer.ending() } else { offer });
    }
    offers
}
