//! The choices of an instant (play.choice), each as a control with its default.

use super::{draft, json};
use crate::battle::Match;
use crate::order::{Answer, Choice};
use crate::turn::{Asked, ChoiceKind};
use crate::unit::{Side, UnitId};
use crate::words;
use desk::board::{Act, Alternative, Control, Offer, Setting, Sketch, Sketched, Stroke};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use umpire::{Refusal, Seat};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    #[serde(default)]
    choices: BTreeMap<String, Choice>,
}

/// What is asked of the side now.
fn asked(m: &Match, side: Side) -> Vec<&Asked> {
    m.battle.asked().into_iter().flat_map(|p| &p.asked).filter(|a| a.side == side).collect()
}

/// A choice in words, for the question it answers.
fn says(c: &Choice) -> String {
    match c {
        Choice::Yes => "yes".into(),
        Choice::No => "no".into(),
        Choice::With(a) => format!("yes, with {a}"),
        Choice::Pick(u) => u.clone(),
        Choice::Target { unit, .. } => format!("turn on {unit}"),
        Choice::Go { .. } => "to the place pointed at".into(),
    }
}

/// The own unit and the others that a choice is about.
fn about(k: &ChoiceKind) -> Vec<UnitId> {
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

fn pieces(m: &Match, side: Side, a: &Asked) -> Vec<String> {
    let known = m.battle.known(side);
    let eye = m.eye(Seat::from(side), Some(&known));
    let f = m.battle.field();
    let mut all: Vec<String> = match &a.kind {
        ChoiceKind::Escape { staff, .. } => vec![f[*staff].code.to_string()],
        _ => Vec::new(),
    };
    all.extend(about(&a.kind).iter().map(|u| &f[*u]).filter(|u| eye.sees(u)).map(|u| eye.id(u)));
    all
}

/// Is this one of the choices?
fn find<'a>(m: &'a Match, side: Side, key: &str) -> Option<&'a Asked> {
    asked(m, side).into_iter().find(|a| a.key == key)
}

/// One stroke.
pub(super) fn stroke(m: &Match, side: Side, s: &Stroke) -> Result<Sketched, Refusal> {
    let mut d: Draft = draft(&s.draft)?;
    for (key, c) in &d.choices {
        if m.battle.fits(side, key, c).is_err() {
            return Err(Refusal::form("the draft has choices that are not asked; begin it again"));
        }
    }
    let mut refusal = None;
    match &s.act {
        // A general or orderly who flees is shown where to.
        Act::Drag { x, y, .. } | Act::Point { x, y } => {
            let f = m.battle.field();
            let flees = asked(m, side).into_iter().find(|a| match &a.kind {
                ChoiceKind::Escape { staff, .. } => s.pieces.iter().any(|p| *p == *f[*staff].code),
                _ => false,
            });
            let a = flees.ok_or_else(|| Refusal::form("nobody taken up is asked where to go"))?;
            let c = Choice::Go { x: *x, y: *y };
            match m.battle.fits(side, &a.key, &c) {
                Ok(()) => drop(d.choices.insert(a.key.clone(), c)),
                Err(_) => refusal = Some(Refusal::by(a.clause, "he cannot flee to that place")),
            }
        }
        Act::Set { control, value } => {
            let a = find(m, side, control).ok_or_else(|| Refusal::form("nothing of that name is asked"))?;
            let n = value.as_str().and_then(|t| t.parse::<usize>().ok());
            let c = n
                .and_then(|n| a.offers.get(n))
                .ok_or_else(|| Refusal::form("that is none of the choices"))?;
            d.choices.insert(control.clone(), c.clone());
        }
        Act::Clear => d.choices.clear(),
        _ => {}
    }
    let mut out = show(m, side, &d);
    out.refusal = refusal.map(Into::into);
    out.pieces =
        s.pieces.iter().filter(|p| crate::check::own(m.battle.field(), side, p).is_some()).cloned().collect();
    Ok(out)
}

fn show(m: &Match, side: Side, d: &Draft) -> Sketched {
    let f = m.battle.field();
    let name = |u: UnitId| m.name(Seat::from(side), u);
    let mut controls = Vec::new();
    let mut orders = Vec::new();
    for a in asked(m, side) {
        let chosen = d.choices.get(&a.key).unwrap_or(&a.default);
        let question = words::choice(f, &a.kind, &name).to_string();
        let at = a.offers.iter().position(|o| o == chosen);
        controls.push(Control {
            id: a.key.clone(),
            label: question.clone(),
            clause: Some(a.clause.to_string()),
            setting: Setting::Choice {
                chosen: at.map(|i| i.to_string()),
                options: a
                    .offers
                    .iter()
                    .enumerate()
                    .map(|(i, o)| Alternative { id: i.to_string(), says: says(o), refusal: None })
                    .collect(),
            },
        });
        if d.choices.contains_key(&a.key) {
            orders.push(Sketch {
                pieces: pieces(m, side, a),
                says: format!("{question} {}", says(chosen)),
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

/// Answers in words: all defaults, and each choice by itself.
pub(super) fn offers(m: &Match, side: Side) -> Vec<Offer> {
    let f = m.battle.field();
    let name = |u: UnitId| m.name(Seat::from(side), u);
    let all = asked(m, side);
    let defaults: Vec<String> =
        all.iter().map(|a| format!("{} {}", words::choice(f, &a.kind, &name), says(&a.default))).collect();
    let mut offers = vec![Offer {
        says: format!("As it stands: {}", defaults.join("; ")),
        answer: json(Answer::Choices { choices: BTreeMap::new() }),
        pieces: Vec::new(),
        ghosts: Vec::new(),
        ends: true,
    }];
    for a in all {
        for o in a.offers.iter().filter(|o| **o != a.default) {
            offers.push(Offer {
                says: format!("{} {}", words::choice(f, &a.kind, &name), says(o)),
                answer: json(Answer::Choices { choices: BTreeMap::from([(a.key.clone(), o.clone())]) }),
                pieces: pieces(m, side, a),
                ghosts: Vec::new(),
                ends: false,
            });
        }
    }
    offers
}

/// What nothing chosen yet looks like.
pub(super) fn empty(m: &Match, side: Side) -> Sketched {
    show(m, side, &Draft::default())
}
