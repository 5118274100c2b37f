//! The choices of an instant (play.choice), each as a control with its default.

use super::{draft, json, odds};
use crate::battle::Battle;
use crate::field::Field;
use crate::order::{Answer, Choice};
use crate::turn::{Asked, ChoiceKind};
use crate::unit::{Side, UnitId};
use crate::{say, words};
use ::words::{Joint, Message};
use desk::Offered;
use desk::board::{Act, Alternative, Chance, Control, Setting, Sketch, Sketched, Stroke};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use umpire::Refusal;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    #[serde(default)]
    choices: BTreeMap<String, Choice>,
}

/// What is asked of the side now.
pub(super) fn asked(m: &Battle, side: Side) -> Vec<&Asked> {
    m.asked().into_iter().flat_map(|p| &p.asked).filter(|a| a.side == side).collect()
}

/// The own unit and the others that a choice is about.
pub(super) fn about(k: &ChoiceKind) -> Vec<UnitId> {
    use ChoiceKind as C;
    match k {
        C::Retreat { unit } => vec![*unit],
        C::SurprisedFire { unit, attacker } | C::TurnTo { unit, attacker, .. } => vec![*unit, *attacker],
        C::FallBack { unit, threat } | C::Shelter { unit, threat } => vec![*unit, *threat],
        C::WhoAttacks { target, attackers } => {
            attackers.iter().copied().chain(std::iter::once(*target)).collect()
        }
        C::Pursue { unit, beaten } => vec![*unit, *beaten],
        C::StopWith { unit, enemy } => vec![*unit, *enemy],
        C::Escape { from, .. } => vec![*from],
        C::Heir { .. } => vec![],
    }
}

fn pieces(m: &Battle, side: Side, a: &Asked) -> Vec<String> {
    let known = m.known(side);
    let eye = m.viewer(&known);
    let f = m.field();
    let mut all: Vec<String> = match &a.kind {
        ChoiceKind::Escape { staff, .. } => vec![f[*staff].code.to_string()],
        _ => Vec::new(),
    };
    all.extend(about(&a.kind).iter().map(|u| &f[*u]).filter(|u| eye.sees(u)).map(|u| eye.id(u)));
    all
}

/// Is this one of the choices?
fn find<'a>(m: &'a Battle, side: Side, key: &str) -> Option<&'a Asked> {
    asked(m, side).into_iter().find(|a| a.key == key)
}

/// One stroke.
pub(super) fn stroke(m: &Battle, side: Side, s: &Stroke) -> Result<Sketched, Refusal> {
    let mut d: Draft = draft(&s.draft)?;
    for (key, c) in &d.choices {
        if m.fits(side, key, c).is_err() {
            return Err(Refusal::form(say!("draft-choices-not-asked-begin")));
        }
    }
    let mut refusal = None;
    match &s.act {
        // A general or orderly who flees is shown where to.
        Act::Drag { x, y, .. } | Act::Point { x, y } => {
            let f = m.field();
            let flees = asked(m, side).into_iter().find(|a| match &a.kind {
                ChoiceKind::Escape { staff, .. } => s.pieces.iter().any(|p| *p == *f[*staff].code),
                _ => false,
            });
            let a = flees.ok_or_else(|| Refusal::form(say!("nobody-taken-up-asked")))?;
            let c = Choice::Go { x: *x, y: *y };
            match m.fits(side, &a.key, &c) {
                Ok(()) => drop(d.choices.insert(a.key.clone(), c)),
                Err(_) => refusal = Some(Refusal::by(a.clause, say!("he-cannot-flee-place"))),
            }
        }
        Act::Set { control, value } => {
            let a = find(m, side, control).ok_or_else(|| Refusal::form(say!("nothing-name-asked")))?;
            let n = value.as_str().and_then(|t| t.parse::<usize>().ok());
            let c = n.and_then(|n| a.offers.get(n)).ok_or_else(|| Refusal::form(say!("none-choices")))?;
            d.choices.insert(control.clone(), c.clone());
        }
        Act::Fill { answer } => {
            let Ok(Answer::Choices { choices }) = umpire::read_value(answer) else {
                return Err(Refusal::form(say!("draft-choices-not-asked-begin")));
            };
            for (key, c) in choices {
                m.fits(side, &key, &c)?;
                d.choices.entry(key).or_insert(c);
            }
        }
        Act::Clear => d.choices.clear(),
        _ => {}
    }
    let mut out = show(m, side, &d);
    out.refusal = refusal.map(Into::into);
    out.pieces =
        s.pieces.iter().filter(|p| crate::check::own(m.field(), side, p).is_some()).cloned().collect();
    Ok(out)
}

/// One way to choose, with what the dice may come to.
fn option(m: &Battle, table: &Field, a: &Asked, place: usize, c: &Choice) -> Alternative {
    let (odds, note) = odds::of_choice(m, table, a, c);
    Alternative { odds, ..Alternative::new(place.to_string(), noted(words::chosen(c), note)) }
}

/// What was taken for known of the enemy stands behind what is chosen.
fn noted(says: Message, note: Option<Message>) -> Message {
    match note {
        Some(note) => say!("choice-with-note", says, note),
        None => says,
    }
}

fn show(m: &Battle, side: Side, d: &Draft) -> Sketched {
    let f = m.field();
    let name = |u: UnitId| m.name(desk::Eye::of(side.into(), false), u);
    let table = odds::known_table(m, side);
    let mut controls = Vec::new();
    let mut orders = Vec::new();
    for a in asked(m, side) {
        let chosen = d.choices.get(&a.key).unwrap_or(&a.default);
        let question = words::choice(f, &a.kind, &name);
        let at = a.offers.iter().position(|o| o == chosen);
        controls.push(Control {
            id: a.key.clone(),
            pieces: pieces(m, side, a),
            label: question.clone(),
            clause: Some(a.clause.to_string()),
            setting: Setting::Choice {
                chosen: at.map(|i| i.to_string()),
                options: a.offers.iter().enumerate().map(|(i, o)| option(m, &table, a, i, o)).collect(),
            },
        });
        if d.choices.contains_key(&a.key) {
            orders.push(Sketch {
                pieces: pieces(m, side, a),
                says: say!("question-answered", question, answer = words::chosen(chosen)),
                slip: String::new(),
                refusal: None,
            });
        }
    }
    Sketched {
        draft: json(d),
        answer: Some(json(Answer::Choices { choices: d.choices.clone() })),
        controls,
        orders,
        ..Sketched::default()
    }
}

/// What is to be chosen, as data in the names that the side knows.
pub(super) fn asked_about(m: &Battle, side: Side) -> serde_json::Value {
    let f = m.field();
    let name = |u: UnitId| m.name(desk::Eye::of(side.into(), false), u);
    let one = |a: &Asked| {
        let mut v = match &a.kind {
            ChoiceKind::Retreat { unit } => serde_json::json!({ "choice": "retreat", "unit": name(*unit) }),
            ChoiceKind::SurprisedFire { unit, attacker } => {
                serde_json::json!({ "choice": "surprised_fire", "unit": name(*unit), "attacker": name(*attacker) })
            }
            ChoiceKind::FallBack { unit, threat } => {
                serde_json::json!({ "choice": "fall_back", "unit": name(*unit), "threat": name(*threat) })
            }
            ChoiceKind::Shelter { unit, threat } => {
                serde_json::json!({ "choice": "shelter", "unit": name(*unit), "threat": name(*threat) })
            }
            ChoiceKind::WhoAttacks { target, attackers } => {
                let attackers: Vec<::words::Message> = attackers.iter().map(|u| name(*u)).collect();
                serde_json::json!({ "choice": "who_attacks", "target": name(*target), "attackers": attackers })
            }
            ChoiceKind::Pursue { unit, beaten } => {
                serde_json::json!({ "choice": "pursue", "unit": name(*unit), "beaten": name(*beaten) })
            }
            ChoiceKind::StopWith { unit, enemy } => {
                serde_json::json!({ "choice": "stop_with", "unit": name(*unit), "enemy": name(*enemy) })
            }
            ChoiceKind::TurnTo { unit, attacker, rear } => {
                serde_json::json!({ "choice": "turn_to", "unit": name(*unit), "attacker": name(*attacker), "rear": rear })
            }
            ChoiceKind::Escape { staff, from } => {
                let who = f.staff.get(staff.index()).map(|s| s.code.to_string());
                serde_json::json!({ "choice": "escape", "staff": who, "from": name(*from) })
            }
            ChoiceKind::Heir { command, .. } => {
                let of = f.commands.get(command.index()).map(|c| c.code.to_string());
                serde_json::json!({ "choice": "heir", "command": of })
            }
        };
        v["key"] = serde_json::json!(a.key);
        v["says"] = serde_json::json!(words::choice(f, &a.kind, &name));
        v["default"] = serde_json::json!(a.default);
        v["offers"] = serde_json::json!(a.offers);
        v["clause"] = serde_json::json!(a.clause);
        v
    };
    serde_json::json!({ "choices": asked(m, side).into_iter().map(one).collect::<Vec<_>>() })
}

/// Answers in words: all defaults, and each choice by itself.
pub(super) fn offers(m: &Battle, side: Side) -> Vec<Offered<Answer>> {
    let f = m.field();
    let name = |u: UnitId| m.name(desk::Eye::of(side.into(), false), u);
    let all = asked(m, side);
    let answered = |a: &Asked, c: &Choice| {
        say!("question-answered", question = words::choice(f, &a.kind, &name), answer = words::chosen(c))
    };
    let defaults = ::words::list(all.iter().map(|a| answered(a, &a.default)), Joint::Semicolon);
    let table = odds::known_table(m, side);
    let with_odds = |says: Message, choices, (odds, note): (Vec<Chance>, Option<Message>)| Offered {
        odds,
        ..Offered::new(noted(says, note), Answer::Choices { choices })
    };
    let of_defaults = match all[..] {
        [one] => odds::of_choice(m, &table, one, &one.default),
        _ => Default::default(),
    };
    let stands = say!("as-it-stands", defaults);
    let mut offers = vec![with_odds(stands, BTreeMap::new(), of_defaults).ending()];
    let several = all.len() > 1;
    for a in all {
        for o in &a.offers {
            let (odds, note) = odds::of_choice(m, &table, a, o);
            // The default needs no answer of its own, but among several its odds stand nowhere else.
            if *o == a.default && (!several || odds.is_empty()) {
                continue;
            }
            let choices = BTreeMap::from([(a.key.clone(), o.clone())]);
            let offer = with_odds(answered(a, o), choices, (odds, note));
            offers.push(Offered { pieces: pieces(m, side, a), ..offer });
        }
    }
    offers
}

/// What nothing chosen yet looks like.
pub(super) fn empty(m: &Battle, side: Side) -> Sketched {
    show(m, side, &Draft::default())
}
