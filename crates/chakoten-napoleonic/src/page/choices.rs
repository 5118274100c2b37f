//! The choices within a turn (play.asks), each as a control with its default.

use super::odds;
use crate::battle::Battle;
use crate::order::{Answer, Choice, FireOrder, When};
use crate::turn::{AskKind, Asked};
use crate::unit::{Side, StaffId, UnitId};
use crate::{rule, say, words};
use ::words::Message;
use desk::board::{Control, Setting, Sketched, Stroke};
use desk::sketch::{Choices, Choosing, Chosen};
use desk::{Eye, Offered};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use umpire::Refusal;

/// Behind the key of a question: the moment of a skirmish line's fire.
const TIME: &str = " time";

/// The units and the staff figure that a question is about.
fn about(k: &AskKind) -> (Vec<UnitId>, Option<StaffId>) {
    use AskKind as A;
    match k {
        A::React { unit }
        | A::Attack { unit }
        | A::Support { unit }
        | A::Fire { unit }
        | A::LineFires { unit }
        | A::GoBack { unit }
        | A::LineStands { unit }
        | A::Retreat { unit }
        | A::GunsRetreat { unit }
        | A::GunsFlee { unit }
        | A::Soutien { unit }
        | A::PutOut { unit, .. } => (vec![*unit], None),
        A::Replace { .. } => (Vec::new(), None),
        A::FireOrder { target, units } | A::MeleeOrder { target, units } => {
            (units.iter().copied().chain([*target]).collect(), None)
        }
        A::Commit { staff, unit } | A::StaffGoes { staff, unit } => (vec![*unit], Some(*staff)),
        A::Stays { unit, foe } | A::Follow { unit, foe } | A::GoesOn { unit, foe } => {
            (vec![*unit, *foe], None)
        }
    }
}

fn pieces(b: &Battle, side: Side, k: &AskKind) -> Vec<String> {
    let known = b.known(side);
    let (eye, f) = (b.viewer(&known), b.field());
    let (units, staff) = about(k);
    let staff = staff.map(|s| f[s].code.to_string());
    let units = units.iter().map(|u| &f[*u]).filter(|u| eye.sees(u)).map(|u| eye.id(u));
    staff.into_iter().chain(units).collect()
}

fn question(b: &Battle, side: Side, k: &AskKind) -> Message {
    words::question(b.field(), k, &|u| b.name(Eye::of(side.into(), false), u))
}

/// What was taken for known of the enemy stands behind what is chosen.
fn noted(says: Message, note: Option<Message>) -> Message {
    match note {
        Some(note) => say!("choice-with-note", says, note),
        None => says,
    }
}

fn put(b: &Battle, side: Side, a: &Asked) -> Choosing<Choice> {
    let key = a.key.clone();
    let options: Vec<Chosen<Choice>> = a
        .offers
        .iter()
        .map(|c| {
            let (odds, note) = odds::of_choice(b, &a.kind, c);
            Chosen { says: noted(words::chosen(c), note), choice: c.clone(), odds }
        })
        .collect();
    let more = match &a.kind {
        AskKind::LineFires { .. } => vec![Control {
            id: format!("{key}{TIME}"),
            label: say!("set-line-fires-at"),
            clause: Some(rule!("03.02.2").to_string()),
            pieces: Vec::new(),
            setting: Setting::Number {
                value: None,
                least: 0.0,
                greatest: 1.0,
                step: 0.05,
                unit: say!("of-the-turn"),
            },
        }],
        _ => Vec::new(),
    };
    Choosing {
        key,
        says: question(b, side, &a.kind),
        clause: a.clause,
        pieces: pieces(b, side, &a.kind),
        default: a.default.clone(),
        options,
        more,
    }
}

fn chosen(a: Answer) -> Option<BTreeMap<String, Choice>> {
    match a {
        Answer::Choices { choices } => Some(choices),
        Answer::Orders { .. } => None,
    }
}

/// What is asked of the side now, and how it is taken.
fn with<T>(b: &Battle, side: Side, then: impl FnOnce(&Choices<'_, Answer, Choice>) -> T) -> T {
    then(&Choices {
        asked: b.questions(side).iter().map(|a| put(b, side, a)).collect(),
        fits: &|key, c| b.fits(side, key, c),
        answer: |choices| Answer::Choices { choices },
        chosen,
        says: &words::chosen,
    })
}

/// What nothing chosen yet looks like.
pub(super) fn empty(b: &Battle, side: Side) -> Sketched {
    with(b, side, |c| c.blank())
}

/// One stroke.
pub(super) fn stroke(b: &Battle, side: Side, s: &Stroke) -> Result<Sketched, Refusal> {
    // A time of fire keeps the target that was chosen.
    let set = |control: &str, value: &Value, now: &BTreeMap<String, Choice>| {
        let key = control.strip_suffix(TIME)?;
        let Some(at) = value.as_f64() else {
            return Some(Err(Refusal::by(rule!("play.clock"), say!("check-clock"))));
        };
        let at_whom = match now.get(key) {
            Some(Choice::Fire(f)) => f.at.clone(),
            _ => Vec::new(),
        };
        let fire = FireOrder { when: When::Time(at), at: at_whom, range_in: false };
        Some(Ok((key.to_owned(), Choice::Fire(fire))))
    };
    let mut out = with(b, side, |c| c.stroke(s, set))?;
    out.pieces =
        s.pieces.iter().filter(|p| crate::check::own(b.field(), side, p).is_some()).cloned().collect();
    Ok(out)
}

/// Answers in words: all defaults, and each choice by itself.
pub(super) fn offers(b: &Battle, side: Side) -> Vec<Offered<Answer>> {
    with(b, side, |c| c.offers())
}

/// What is to be chosen, as data in the names that the side knows.
pub(super) fn asked_about(b: &Battle, side: Side) -> Value {
    let name = |u: &UnitId| b.name(Eye::of(side.into(), false), *u);
    let one = |a: &Asked| {
        let (units, staff) = about(&a.kind);
        json!({
            "ask": words::asks(&a.kind),
            "units": units.iter().map(name).collect::<Vec<_>>(),
            "staff": staff.map(|s| b.field()[s].code.to_string()),
            "key": a.key,
            "says": question(b, side, &a.kind),
            "default": a.default,
            "offers": a.offers,
            "clause": a.clause,
        })
    };
    json!({ "choices": b.questions(side).iter().map(one).collect::<Vec<_>>() })
}
