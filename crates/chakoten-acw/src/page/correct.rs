//! What an umpire puts right, sketched: drag a piece, turn it, set its state or figures, with the reason in words.

use super::{draft, json, spot};
use crate::battle::Battle;
use crate::order::Correction;
use crate::rule;
use crate::say;
use crate::troop::State;
use crate::unit::Unit;
use desk::UmpireSays;
use desk::board::{Act, Alternative, Control, Ghost, Missing, Refused, Setting, Sketch, Sketched, Stroke};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Base, Pose};
use umpire::Refusal;
use words::Message;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    #[serde(default)]
    because: String,
    #[serde(default)]
    changes: Vec<Correction>,
}

const STATES: [State; 4] = [State::Order, State::Slight, State::Disorder, State::Complete];

/// Whose it is, and of which kind: of two of a kind for one unit the later counts.
fn slot(c: &Correction) -> (&str, u8) {
    match c {
        Correction::Halt { unit, .. } => (unit, 0),
        Correction::Valour { unit, .. } => (unit, 1),
        Correction::Place { unit, .. } => (unit, 2),
        Correction::State { unit, .. } => (unit, 3),
        Correction::Figures { unit, .. } => (unit, 4),
        Correction::Fieldwork { name, .. } => (name, 5),
    }
}

fn says(c: &Correction) -> Message {
    match c {
        Correction::Halt { unit, turns } => say!("halted-turns", unit, turns),
        Correction::Valour { unit, by } => say!("valour-lowered", unit, by),
        Correction::Place { unit, .. } => say!("stands-place-shown", unit),
        Correction::State { unit, state } => say!("is-in-state", unit, state = super::facts::state(*state)),
        Correction::Figures { unit, figures } => say!("unit-has-figures", unit, figures),
        Correction::Fieldwork { name, .. } => say!("made", name),
    }
}

fn whole(value: &Value, most: f64) -> Result<Option<u32>, Refusal> {
    if value.is_null() {
        return Ok(None);
    }
    let x = value.as_f64().filter(|x| (0.0..=most).contains(x) && x.fract() == 0.0);
    x.map(|x| Some(x as u32)).ok_or_else(|| Refusal::form(say!("value-control-whole-number")))
}

/// One stroke.
pub(crate) fn stroke(m: &Battle, s: &Stroke) -> Result<Sketched, Refusal> {
    let f = m.field();
    let before: Draft = draft(&s.draft)?;
    if before.changes.len() > 200 || before.because.len() > 8000 {
        return Err(Refusal::form(say!("draft-longer-than-any-correction")));
    }
    let units: Vec<&Unit> = s
        .pieces
        .iter()
        .map(|p| {
            f.present()
                .find(|u| *u.code == **p)
                .ok_or_else(|| Refusal::form(say!("correction-units-table-none")))
        })
        .collect::<Result<_, _>>()?;
    let mut after = before.clone();
    let mut new = Vec::new();
    match &s.act {
        Act::Set { control, value } if control == "because" => {
            let text = value.as_str().ok_or_else(|| Refusal::form(say!("reason-words")))?;
            after.because = text.chars().take(2000).collect();
        }
        Act::Clear if units.is_empty() => after = Draft::default(),
        _ => {}
    }
    for u in &units {
        let code = u.code.to_string();
        let placed = before.changes.iter().find_map(|c| match c {
            Correction::Place { unit, at } if *unit == code => Some(*at),
            _ => None,
        });
        let now = placed.unwrap_or_else(|| u.base.pose());
        let first = units[0].base.pose();
        match &s.act {
            Act::Drag { x, y, facing } => new.push(Correction::Place {
                unit: code,
                at: Pose {
                    x: x + u.base.pose().x - first.x,
                    y: y + u.base.pose().y - first.y,
                    facing: facing.unwrap_or(now.facing),
                },
            }),
            Act::Turn { degrees } => new.push(Correction::Place {
                unit: code,
                at: Pose { facing: (now.facing + degrees).rem_euclid(360.0), ..now },
            }),
            Act::Clear => after.changes.retain(|c| slot(c).0 != code),
            Act::Set { control, value } if control != "because" => {
                let drop = |kind: u8, d: &mut Draft| d.changes.retain(|c| slot(c) != (code.as_str(), kind));
                match control.as_str() {
                    "state" => {
                        match value.as_str().and_then(|t| STATES.into_iter().find(|x| x.to_string() == t)) {
                            Some(state) => new.push(Correction::State { unit: code, state }),
                            None => drop(3, &mut after),
                        }
                    }
                    "figures" => match whole(value, 10_000.0)? {
                        Some(n) => new.push(Correction::Figures { unit: code, figures: n as u16 }),
                        None => drop(4, &mut after),
                    },
                    "halt" => match whole(value, 1000.0)?.filter(|n| *n > 0) {
                        Some(turns) => new.push(Correction::Halt { unit: code, turns }),
                        None => drop(0, &mut after),
                    },
                    "valour" => match whole(value, 100.0)?.filter(|n| *n > 0) {
                        Some(by) => new.push(Correction::Valour { unit: code, by: by as u8 }),
                        None => drop(1, &mut after),
                    },
                    _ => return Err(Refusal::form(say!("there-no-such-control"))),
                }
            }
            _ => {}
        }
    }
    for c in new {
        after.changes.retain(|x| slot(x) != slot(&c));
        after.changes.push(c);
    }
    let mut refusal = None;
    if after.changes != before.changes && !after.changes.is_empty() {
        if let Err(r) = m.would_correct(&after.changes) {
            refusal = Some(Refused::from(r));
            after = before;
        }
    }
    let mut out = show(m, &after);
    out.refusal = refusal;
    out.pieces = units.iter().map(|u| u.code.to_string()).collect();
    if let [u] = units[..] {
        out.controls.extend(controls(u, &after));
        out.says = after.changes.iter().filter(|c| slot(c).0 == &*u.code).map(says).collect();
    }
    Ok(out)
}

fn controls(u: &Unit, d: &Draft) -> Vec<Control> {
    let mine = || d.changes.iter().filter(|c| slot(c).0 == &*u.code);
    let control = |id: &str, label: Message, by: umpire::Clause, setting| Control {
        id: id.into(),
        pieces: Vec::new(),
        label,
        clause: Some(by.to_string()),
        setting,
    };
    let state =
        mine().find_map(|c| if let Correction::State { state, .. } = c { Some(*state) } else { None });
    let figures =
        mine().find_map(|c| if let Correction::Figures { figures, .. } = c { Some(*figures) } else { None });
    let halt = mine().find_map(|c| if let Correction::Halt { turns, .. } = c { Some(*turns) } else { None });
    let valour = mine().find_map(|c| if let Correction::Valour { by, .. } = c { Some(*by) } else { None });
    let number = |value: Option<f64>, greatest: f64, unit: Message| Setting::Number {
        value,
        least: 0.0,
        greatest,
        step: 1.0,
        unit,
    };
    let options =
        STATES.iter().map(|s| Alternative::new(s.to_string(), super::facts::state_in_full(*s))).collect();
    let chosen = Some(state.unwrap_or(u.state).to_string());
    let most = f64::from(u.figures) + f64::from(u.losses.men) / 20.0;
    vec![
        control("state", say!("set-state-order"), rule!("08.02.1"), Setting::Choice { chosen, options }),
        control(
            "figures",
            say!("set-figures"),
            rule!("01.06.1"),
            number(Some(f64::from(figures.unwrap_or(u.figures))), most.floor(), say!("figures")),
        ),
        control(
            "halt",
            say!("set-halt"),
            rule!("01.06.2"),
            number(halt.map(f64::from), 100.0, say!("turns")),
        ),
        control(
            "valour",
            say!("set-lower-valour"),
            rule!("01.06.2"),
            number(valour.map(f64::from), 8.0, Message::default()),
        ),
    ]
}

fn show(m: &Battle, d: &Draft) -> Sketched {
    let f = m.field();
    let ghosts = d
        .changes
        .iter()
        .filter_map(|c| match c {
            Correction::Place { unit, at } => {
                let u = f.present().find(|u| *u.code == **unit)?;
                let b = Base::new(*at, u.base.width, u.base.depth);
                Some(Ghost {
                    piece: unit.clone(),
                    at: spot(&b),
                    width: b.width,
                    depth: b.depth,
                    path: vec![[u.base.front.x, u.base.front.y], [at.x, at.y]],
                    legal: true,
                    note: Message::default(),
                })
            }
            _ => None,
        })
        .collect();
    let reasoned = desk::chair::spoken(&d.because, say!("the-reason")).is_ok();
    let fits = d.changes.is_empty() || m.would_correct(&d.changes).is_ok();
    // Words without a change are a ruling.
    let answer = (reasoned && fits).then(|| {
        json(if d.changes.is_empty() {
            UmpireSays::<Correction>::Rule { says: d.because.clone(), clause: None }
        } else {
            UmpireSays::Correct { because: d.because.clone(), changes: d.changes.clone() }
        })
    });
    let missing = if reasoned {
        Vec::new()
    } else {
        vec![Missing { pieces: Vec::new(), says: say!("reason-everybody-read"), must: true }]
    };
    Sketched {
        draft: json(d),
        answer,
        ghosts,
        orders: d
            .changes
            .iter()
            .map(|c| Sketch {
                pieces: match c {
                    Correction::Fieldwork { .. } => Vec::new(),
                    _ => vec![slot(c).0.to_string()],
                },
                says: says(c),
                slip: String::new(),
                refusal: None,
            })
            .collect(),
        controls: vec![Control {
            id: "because".into(),
            pieces: Vec::new(),
            label: say!("set-ruling-reason"),
            clause: Some(rule!("01.06.1").to_string()),
            setting: Setting::Words {
                value: d.because.clone(),
                hint: say!("everybody-reads-without-change-ruling"),
            },
        }],
        missing,
        ..Sketched::default()
    }
}

/// What nothing said yet looks like.
pub(crate) fn empty(m: &Battle) -> Sketched {
    show(m, &Draft::default())
}
