//! Targets, shooters and close combats picked on the table.

use super::{draft, says};
use crate::battle::{Awaits, Battle, json_of};
use crate::event::Target;
use crate::field::{ElementId, Side};
use crate::order::Answer;
use crate::{rule, say, words};
use desk::board::{Act, Control, Refused, Setting, Sketched, Stroke};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use umpire::Refusal;

/// Who has been picked, in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Draft {
    picked: Vec<Target>,
}

/// Whom one may pick.
fn among(awaits: &Awaits) -> Vec<Target> {
    let mut out: Vec<Target> = match awaits {
        Awaits::Call { targets } => targets.clone(),
        Awaits::Shoot { shooters, .. } => shooters.clone(),
        Awaits::Fight { bouts } => bouts.iter().flat_map(|(a, b)| [Target::Element(*a), *b]).collect(),
        _ => Vec::new(),
    };
    out.sort_unstable();
    out.dedup();
    out
}

fn target(name: &str) -> Result<Target, Refusal> {
    umpire::read_value(&json!(name)).map_err(|_| Refusal::form(say!("there-no-such-piece")))
}

fn control(awaits: &Awaits, d: &Draft) -> Control {
    let (id, label, clause) = match awaits {
        Awaits::Call { .. } => ("target", say!("set-target"), rule!("dba.28")),
        Awaits::Shoot { .. } => ("main", say!("set-main-shooter"), rule!("dba.28")),
        _ => ("fight", say!("set-who-fights"), rule!("turn.1")),
    };
    let among: Vec<String> = among(awaits).iter().map(ToString::to_string).collect();
    let mut pieces = among.clone();
    if let Awaits::Shoot { target, .. } = awaits {
        pieces.push(target.to_string());
    }
    let value = d.picked.first().map(ToString::to_string);
    Control {
        id: id.into(),
        pieces,
        label,
        clause: Some(clause.to_string()),
        setting: Setting::Piece { value, among },
    }
}

pub(super) fn blank(awaits: &Awaits) -> Sketched {
    let d = Draft::default();
    let says = match awaits {
        Awaits::Call { .. } => say!("pick-next-target-shot"),
        Awaits::Shoot { .. } => say!("pick-main-shooter-then-up"),
        _ => say!("pick-one-those-who-fight"),
    };
    Sketched { says: vec![says], controls: vec![control(awaits, &d)], ..Sketched::default() }
}

/// The answer that has been picked, if it is one.
fn answer(awaits: &Awaits, d: &Draft) -> Option<Answer> {
    match (awaits, &d.picked[..]) {
        (Awaits::Call { targets }, [t]) if targets.contains(t) => Some(Answer::Call { target: *t }),
        (Awaits::Shoot { .. }, [main, with @ ..]) => {
            let with: Vec<ElementId> = with.iter().filter_map(|t| t.element()).collect();
            Some(Answer::Shoot { main: *main, with })
        }
        (Awaits::Fight { bouts }, picked) if !picked.is_empty() => {
            let has = |t: &Target, (a, b): &(ElementId, Target)| Target::Element(*a) == *t || b == t;
            let mut fits = bouts.iter().filter(|b| picked.iter().all(|t| has(t, b)));
            let (a, b) = fits.next()?;
            // Picked one of those who fight several: the enemy must be named too.
            if fits.next().is_some() {
                return None;
            }
            Some(Answer::Fight { element: *a, against: *b })
        }
        _ => None,
    }
}

/// One more picked; picked again it is left out.
fn toggle(awaits: &Awaits, d: &mut Draft, t: Target) {
    if let Some(i) = d.picked.iter().position(|p| *p == t) {
        d.picked.remove(i);
        return;
    }
    match awaits {
        Awaits::Call { .. } => d.picked = vec![t],
        Awaits::Fight { .. }
            if d.picked.len() > 1 || d.picked.first().is_some_and(|p| p.side() == t.side()) =>
        {
            d.picked = vec![t];
        }
        _ => d.picked.push(t),
    }
}

/// One stroke on a call, a shooting or a close combat.
pub(super) fn sketch(b: &Battle, side: Side, awaits: &Awaits, stroke: &Stroke) -> Result<Sketched, Refusal> {
    let f = b.field();
    let d: Draft = draft(stroke)?;
    if d.picked.len() > 8 || stroke.pieces.len() > 8 {
        return Err(Refusal::form(say!("more-than-anybody-picks")));
    }
    let all = among(awaits);
    if d.picked.iter().any(|t| !all.contains(t)) {
        return Err(Refusal::form(say!("draft-about-others-than-asked")));
    }
    let mut new = d.clone();
    let mut named: Vec<Target> = Vec::new();
    match &stroke.act {
        Act::Pick => {
            for p in &stroke.pieces {
                named.push(target(p)?);
            }
        }
        Act::Aim { at } => {
            for p in &stroke.pieces {
                let t = target(p)?;
                if !d.picked.contains(&t) {
                    named.push(t);
                }
            }
            let t = target(at)?;
            // Pointing shooters at the target that was called says nothing new.
            let called = matches!(awaits, Awaits::Shoot { target, .. } if *target == t);
            if !called && !d.picked.contains(&t) {
                named.push(t);
            }
        }
        Act::Set { control, value } if ["target", "main", "fight"].contains(&control.as_str()) => {
            let t = target(value.as_str().unwrap_or_default())?;
            new.picked.retain(|p| *p != t);
            new.picked.insert(0, t);
            if !matches!(awaits, Awaits::Shoot { .. }) {
                new.picked.truncate(1);
            }
        }
        Act::Fill { answer } => {
            new.picked = match super::ready(answer)? {
                Answer::Call { target } => vec![target],
                Answer::Shoot { main, with } => {
                    [main].into_iter().chain(with.into_iter().map(Target::Element)).collect()
                }
                Answer::Fight { element, against } => vec![Target::Element(element), against],
                _ => return Err(Refusal::form(say!("no-draft-answer"))),
            };
        }
        Act::Clear => return Ok(blank(awaits)),
        _ => return Err(Refusal::form(say!("pick-piece-table"))),
    }
    let mut refusal: Option<Refused> = None;
    for t in named {
        if all.contains(&t) {
            toggle(awaits, &mut new, t);
        } else {
            let asked = awaits.clause();
            refusal =
                Some(Refused { clause: Some(asked.to_string()), reason: say!("not-among-those-who-can", t) });
        }
    }
    if new.picked.iter().any(|t| !all.contains(t)) {
        return Err(Refusal::form(say!("piece-cannot-picked-now")));
    }
    let mut given = answer(awaits, &new);
    if let (Some(a), Awaits::Shoot { .. }) = (&given, awaits) {
        if let Err(r) = b.rehearsal().answer(side, a.clone()) {
            refusal = Some(r.into());
            new = d;
            given = answer(awaits, &new).filter(|a| b.rehearsal().answer(side, a.clone()).is_ok());
        }
    }
    let mut out = Sketched {
        pieces: new.picked.iter().map(ToString::to_string).collect(),
        controls: vec![control(awaits, &new)],
        refusal,
        ..blank(awaits)
    };
    if let Some(a) = &given {
        let mut says = says::answer(f, side, a, None, 0);
        if let Awaits::Shoot { target, .. } = awaits {
            says = say!("do-shoot-at", says, target = words::whom(f, *target));
        }
        out.says = vec![says];
        let called = if let Awaits::Shoot { target, .. } = awaits { Some(*target) } else { None };
        out.odds = super::odds::of_answer(b, side, called, a);
        out.answer = Some(json_of(a));
    }
    out.draft = serde_json::to_value(&new).unwrap_or(Value::Null);
    Ok(out)
}
