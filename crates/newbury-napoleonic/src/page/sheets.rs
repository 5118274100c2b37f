//! Responses, fire, and who presses on, follows up or pursues: a line for each body that is asked about.

use super::{Desk, senseless};
use crate::answer::{Answer, FireChoice, Pressing, Reply};
use crate::book::named;
use crate::order::Response;
use crate::troop::Ammunition;
use desk::board::Act;
use serde_json::Value;
use umpire::Refusal;

/// A list with a code on it or off it.
fn listed(list: &[String], code: &str, on: bool) -> Vec<String> {
    let mut all: Vec<String> = list.iter().filter(|c| *c != code).cloned().collect();
    if on {
        all.push(code.to_owned());
    }
    all
}

/// What a control says, and of whom: `response 1/57`; without a name it is about who is taken up.
fn about<'c>(control: &'c str, pieces: &'c [String]) -> Result<(&'c str, &'c str), Refusal> {
    match control.split_once(' ') {
        Some(both) => Ok(both),
        None => pieces.first().map(|p| (control, p.as_str())).ok_or_else(senseless),
    }
}

pub(super) fn proposed(
    desk: &Desk<'_>,
    pieces: &[String],
    act: &Act,
    now: &Answer,
) -> Result<Answer, Refusal> {
    let taken = pieces.iter().map(String::as_str).next();
    let (control, code, value) = match act {
        Act::Set { control, value } => {
            let (name, code) = about(control, pieces)?;
            (name, code, value.clone())
        }
        Act::Aim { at } => {
            let code = taken.ok_or_else(senseless)?;
            match now {
                Answer::Respond { .. } => ("response", code, Value::from("countercharge")),
                _ => ("target", code, Value::from(at.as_str())),
            }
        }
        _ => return Err(senseless()),
    };
    let on = value == Value::Bool(true);
    let mut a = now.clone();
    match &mut a {
        Answer::Respond { responses } => {
            let late = responses.iter().find(|r| r.unit == code).and_then(|r| r.late);
            let (response, late) = match control {
                "response" => (value.as_str().and_then(named::<Response>), late),
                "late" => (Some(Response::Evade), Some(on)),
                _ => return Err(senseless()),
            };
            responses.retain(|r| r.unit != code);
            if let Some(response) = response {
                let late = late.filter(|_| response == Response::Evade);
                responses.push(Reply { unit: code.to_owned(), response, late });
            }
        }
        Answer::Fire { fire } => {
            let own = fire.iter().find(|c| c.unit == code).cloned();
            let mut own =
                own.unwrap_or_else(|| FireChoice { unit: code.to_owned(), ..FireChoice::default() });
            match control {
                "target" => {
                    let at = value.as_str().filter(|t| *t != "none" && *t != "hold");
                    own.hold = value.as_str() == Some("hold");
                    own.target = at.map(str::to_owned);
                    (own.breach, own.house) = (None, None);
                    let loose = at.and_then(|t| desk.enemy(t)).is_some_and(|e| desk.b.field[e].open_order());
                    own.at_skirmishers |= loose;
                }
                "ammunition" => own.ammunition = value.as_str().and_then(named::<Ammunition>),
                "at_skirmishers" => own.at_skirmishers = on,
                "breach" => {
                    let own_fire = FireChoice { unit: code.to_owned(), ..FireChoice::default() };
                    own = FireChoice { breach: place(&value)?, ..own_fire };
                }
                "house" => {
                    let own_fire = FireChoice { unit: code.to_owned(), ..FireChoice::default() };
                    let house = value.as_str().filter(|t| *t != "none").map(str::to_owned);
                    own = FireChoice { house, ammunition: own.ammunition, ..own_fire };
                }
                "late" => own.late = on,
                "at_teams" => own.at_teams = on,
                "observer" => own.observer = on,
                "howitzers" => own.howitzers = value.as_str().filter(|t| *t != "none").map(str::to_owned),
                "other" => {
                    own.other = value.as_str().filter(|t| *t != "none").map(str::to_owned);
                    own.other_guns = if own.other.is_some() { own.other_guns.max(1) } else { 0 };
                }
                "other_guns" => {
                    let n = value.as_f64().filter(|n| (1.0..=20.0).contains(n)).ok_or_else(senseless)?;
                    own.other_guns = n as u8;
                }
                _ => return Err(senseless()),
            }
            fire.retain(|c| c.unit != code);
            if own != (FireChoice { unit: code.to_owned(), ..FireChoice::default() }) {
                fire.push(own);
            }
        }
        Answer::Press { units } => {
            units.retain(|p| p.unit != code);
            if on {
                units.push(Pressing { unit: code.to_owned(), go_on: true });
            }
        }
        Answer::Follow { follow, give_ground } => match control {
            "follow" => *follow = listed(follow, code, on),
            "give_ground" => *give_ground = listed(give_ground, code, on),
            _ => return Err(senseless()),
        },
        Answer::Pursue { go_on, refuse } => match control {
            "pursue" => *go_on = listed(go_on, code, on),
            "refuse" => *refuse = listed(refuse, code, on),
            _ => return Err(senseless()),
        },
        _ => return Err(senseless()),
    }
    Ok(a)
}

/// A place that a control names, or none.
fn place(value: &Value) -> Result<Option<[f64; 2]>, Refusal> {
    let text = value.as_str().ok_or_else(senseless)?;
    if text == "none" {
        return Ok(None);
    }
    let (x, y) = text.split_once(' ').ok_or_else(senseless)?;
    match (x.parse::<f64>(), y.parse::<f64>()) {
        (Ok(x), Ok(y)) if x.is_finite() && y.is_finite() => Ok(Some([x, y])),
        _ => Err(senseless()),
    }
}

/// What is ready, written where nothing is drawn yet.
pub(super) fn merged(now: &Answer, ready: &Answer) -> Option<Answer> {
    let mut a = now.clone();
    match (&mut a, ready) {
        (Answer::Orders { orders, generals }, Answer::Orders { orders: more, generals: rides }) => {
            if let [one] = &more[..] {
                orders.retain(|o| o.unit != one.unit);
            }
            let new = more.iter().filter(|o| !orders.iter().any(|x| x.unit == o.unit)).cloned();
            let new: Vec<_> = new.collect();
            orders.extend(new);
            let new: Vec<_> =
                rides.iter().filter(|r| !generals.iter().any(|x| x.general == r.general)).cloned().collect();
            generals.extend(new);
        }
        (Answer::Respond { responses }, Answer::Respond { responses: more }) => {
            responses.retain(|r| !more.iter().any(|x| x.unit == r.unit));
            responses.extend(more.iter().cloned());
        }
        (Answer::Fire { fire }, Answer::Fire { fire: more }) => {
            fire.retain(|r| !more.iter().any(|x| x.unit == r.unit));
            fire.extend(more.iter().cloned());
        }
        (Answer::GameOrders { orders }, Answer::GameOrders { orders: more }) => {
            orders.retain(|o| !more.iter().any(|x| x.unit == o.unit));
            orders.extend(more.iter().cloned());
        }
        _ => return None,
    }
    Some(a)
}

/// The sheet without what was drawn for those taken up; without anybody an empty one.
pub(super) fn without(now: &Answer, pieces: &[String]) -> Answer {
    let all = pieces.is_empty();
    let has = |code: &str| all || pieces.iter().any(|p| p == code);
    let mut a = now.clone();
    match &mut a {
        Answer::Orders { orders, generals } => {
            orders.retain(|o| !has(&o.unit));
            generals.retain(|r| !has(&r.general));
        }
        Answer::Respond { responses } => responses.retain(|r| !has(&r.unit)),
        Answer::Fire { fire } => fire.retain(|c| !has(&c.unit)),
        Answer::Press { units } => units.retain(|p| !has(&p.unit)),
        Answer::Follow { follow, give_ground } => {
            follow.retain(|c| !has(c));
            give_ground.retain(|c| !has(c));
        }
        Answer::Pursue { go_on, refuse } => {
            go_on.retain(|c| !has(c));
            refuse.retain(|_| !all);
        }
        Answer::GameOrders { orders } => orders.retain(|o| !has(&o.unit)),
    }
    a
}
