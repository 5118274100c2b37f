//! Deployment by hand: begins with a ready one, and each element can be put elsewhere (setup.4, setup.8).

use super::{draft, elements, ghost, pose, sane, says};
use crate::battle::{Battle, json_of};
use crate::field::{ElementId, Field, Side};
use crate::order::{Answer, Placement};
use crate::troop::Troop;
use crate::{rule, say, scenario, words};
use ::words::Message;
use desk::board::{Act, Alternative, Control, Missing, Refused, Setting, Sketched, Stroke};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::v2;
use umpire::Refusal;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    elements: Vec<Placement>,
    /// The ready style it still is.
    #[serde(default)]
    style: Option<u32>,
}

/// The commands that a deployment is about: all, or the one to which its first element belongs.
fn chosen(f: &Field, d: &Draft, commands: &[u8], all: bool) -> Vec<u8> {
    if all {
        return commands.to_vec();
    }
    let first = d.elements.first().and_then(|p| f.get(p.element)).map(|e| e.command);
    first.into_iter().collect()
}

fn ready(b: &Battle, side: Side, commands: &[u8], all: bool, command: u8, style: u32) -> Draft {
    let elements = if all {
        b.deploy_all(side, commands, style)
    } else {
        scenario::auto_deploy(b.field(), side, command, style)
    };
    Draft { elements, style: Some(style) }
}

/// Every ready deployment with its style, to name them.
pub(super) fn styles(b: &Battle, side: Side, commands: &[u8], all: bool) -> Vec<(usize, Vec<Placement>)> {
    let each: &[u8] = if all { &commands[..commands.len().min(1)] } else { commands };
    let of = |s: u32| each.iter().map(move |c| (s as usize, ready(b, side, commands, all, *c, s).elements));
    (0..scenario::STYLES).flat_map(of).collect()
}

pub(super) fn blank(b: &Battle, side: Side, commands: &[u8], all: bool) -> Sketched {
    let command = commands.first().copied().unwrap_or(0);
    drawn(b, side, commands, all, ready(b, side, commands, all, command, 0), None, &[])
}

fn drawn(
    b: &Battle,
    side: Side,
    commands: &[u8],
    all: bool,
    d: Draft,
    refused: Option<(Refusal, Vec<Placement>)>,
    ids: &[ElementId],
) -> Sketched {
    let f = b.field();
    let mut out = Sketched::default();
    let which = chosen(f, &d, commands, all);
    out.pieces = ids.iter().map(ToString::to_string).collect();
    out.ghosts =
        d.elements.iter().map(|p| ghost(p.element, &scenario::deploy::footprint(f, p), true)).collect();
    if let Some((r, there)) = refused {
        for (i, p) in there.iter().enumerate() {
            let mut g = ghost(p.element, &scenario::deploy::footprint(f, p), false);
            if i == 0 {
                g.note = r.reason.clone();
            }
            out.ghosts.push(g);
        }
        out.refusal = Some(r.into());
    }
    match scenario::check_deploy(f, side, &d.elements, &which) {
        Ok(_) => {
            let names: Vec<Message> = which.iter().map(|c| words::command(f, side, *c)).collect();
            out.says.push(say!("do-deploy", who = words::list(&names)));
            out.answer = Some(json_of(&Answer::Deploy { elements: d.elements.clone() }));
        }
        Err(r) => {
            out.missing.push(Missing { pieces: Vec::new(), says: r.reason.clone(), must: true });
            out.refusal.get_or_insert(Refused::from(r));
        }
    }
    if !all && commands.len() > 1 {
        out.controls.push(Control {
            id: "command".into(),
            pieces: Vec::new(),
            label: say!("set-which-command"),
            clause: Some(rule!("setup.4").to_string()),
            setting: Setting::Choice {
                chosen: which.first().map(|c| (c + 1).to_string()),
                options: commands
                    .iter()
                    .map(|c| Alternative::new((c + 1).to_string(), words::command(f, side, *c)))
                    .collect(),
            },
        });
    }
    out.controls.push(Control {
        id: "style".into(),
        pieces: Vec::new(),
        label: say!("set-drawn-up"),
        clause: None,
        setting: Setting::Choice {
            chosen: d.style.map(|s| s.to_string()),
            options: says::styles()
                .into_iter()
                .enumerate()
                .map(|(i, says)| Alternative::new(i.to_string(), says))
                .collect(),
        },
    });
    if let Some(p) = ids.first().and_then(|id| d.elements.iter().find(|p| p.element == *id)) {
        out.controls.extend(super::place_controls(f, p.at));
        if f[p.element].troop == Troop::Cavalry {
            out.controls.push(Control {
                id: "dismounted".into(),
                pieces: Vec::new(),
                label: say!("set-dismounted"),
                clause: Some(rule!("dba.37").to_string()),
                setting: Setting::Switch { on: p.dismounted },
            });
        }
    }
    out.draft = serde_json::to_value(&d).unwrap_or(Value::Null);
    out
}

/// The draft must be about troops of this side.
fn fits(f: &Field, side: Side, d: &Draft) -> Result<(), Refusal> {
    if d.elements.len() > f.army(side).elements.len() {
        return Err(Refusal::form(say!("draft-places-more-elements")));
    }
    for p in &d.elements {
        if p.element.side() != side || f.get(p.element).is_none() {
            return Err(Refusal::form(say!("draft-places-elements-not-yours")));
        }
        sane(&[p.at.x, p.at.y, p.at.facing])?;
    }
    Ok(())
}

/// One stroke on a deployment.
pub(super) fn sketch(
    b: &Battle,
    side: Side,
    commands: &[u8],
    all: bool,
    stroke: &Stroke,
) -> Result<Sketched, Refusal> {
    let f = b.field();
    let first = commands.first().copied().unwrap_or(0);
    let start = |command: u8| ready(b, side, commands, all, command, 0);
    let d: Draft = if stroke.draft.is_null() { start(first) } else { draft(stroke)? };
    fits(f, side, &d)?;
    let ids = elements(f, &stroke.pieces)?;
    let mut new = d.clone();
    let placed = |d: &Draft, id: ElementId| d.elements.iter().position(|p| p.element == id);
    let hand = || {
        let id = *ids.first().ok_or_else(|| Refusal::form(say!("pick-somebody-first")))?;
        placed(&d, id).ok_or_else(|| Refusal::form(say!("not-deployed-now", id)))
    };
    let moved = |new: &mut Draft, pivot: table::V2, by: table::V2, turn: f64| {
        for id in &ids {
            let Some(i) = placed(new, *id) else { continue };
            let p = new.elements[i];
            let at = v2(p.at.x, p.at.y);
            let at = if turn == 0.0 { at } else { pivot + (at - pivot).turned(-turn.to_radians()) } + by;
            new.style = None;
            let p = &mut new.elements[i];
            p.at = pose(
                at.x,
                at.y,
                if turn == 0.0 { p.at.facing } else { (p.at.facing + turn).rem_euclid(360.0) },
            );
        }
    };
    match &stroke.act {
        Act::Pick => {}
        Act::Clear => {
            let command = chosen(f, &d, commands, all).first().copied().filter(|c| commands.contains(c));
            new = start(command.unwrap_or(first));
        }
        Act::Drag { x, y, .. } | Act::Point { x, y } => {
            let facing = if let Act::Drag { facing, .. } = stroke.act { facing } else { None };
            let at = d.elements[hand()?].at;
            let pivot = v2(at.x, at.y);
            let turn = facing.map_or(0.0, |to| super::drag::turn(at.facing, to));
            moved(&mut new, pivot, v2(*x, *y) - pivot, turn);
        }
        Act::Turn { degrees } => {
            let p = &d.elements[hand()?];
            let pivot = scenario::deploy::footprint(f, p).centre();
            moved(&mut new, pivot, v2(0.0, 0.0), *degrees);
        }
        Act::Set { control, value } => {
            let no = || Refusal::form(say!("control-cannot-set"));
            match control.as_str() {
                "command" => {
                    let n: u8 = value.as_str().and_then(|s| s.parse().ok()).ok_or_else(no)?;
                    let c = n.checked_sub(1).filter(|c| commands.contains(c)).ok_or_else(no)?;
                    new = start(c);
                }
                "style" => {
                    let n: u32 = value.as_str().and_then(|s| s.parse().ok()).ok_or_else(no)?;
                    if n >= scenario::STYLES {
                        return Err(no());
                    }
                    let command =
                        chosen(f, &d, commands, all).first().copied().filter(|c| commands.contains(c));
                    new = ready(b, side, commands, all, command.unwrap_or(first), n);
                }
                "dismounted" => {
                    let i = hand()?;
                    new.style = None;
                    new.elements[i].dismounted = value.as_bool().ok_or_else(no)?;
                }
                "x" | "y" | "facing" => {
                    let n = value.as_f64().ok_or_else(no)?;
                    sane(&[n])?;
                    new.style = None;
                    let p = &mut new.elements[hand()?].at;
                    match control.as_str() {
                        "x" => p.x = n,
                        "y" => p.y = n,
                        _ => p.facing = n.rem_euclid(360.0),
                    }
                }
                _ => return Err(Refusal::form(say!("there-no-such-control"))),
            }
        }
        Act::Fill { answer } => {
            let Answer::Deploy { elements } = super::ready(answer)? else {
                return Err(Refusal::form(say!("no-draft-answer")));
            };
            let style = styles(b, side, commands, all).into_iter().find(|(_, e)| *e == elements);
            new = Draft { elements, style: style.map(|(s, _)| s as u32) };
            fits(f, side, &new)?;
        }
        Act::Aim { .. } | Act::Type { .. } => {
            return Err(Refusal::form(say!("troops-deployed-dragging-them")));
        }
    }
    let which = chosen(f, &new, commands, all);
    let lawful = match scenario::check_deploy(f, side, &new.elements, &which) {
        Ok(_) => Ok(()),
        Err(r) if which.iter().all(|c| commands.contains(c)) => Err(r),
        Err(r) => return Err(r),
    };
    Ok(match lawful {
        Ok(()) => drawn(b, side, commands, all, new, None, &ids),
        // What was drawn was already wrong, or nothing was moved: nothing is taken back.
        Err(_) if new.elements == d.elements => drawn(b, side, commands, all, d, None, &ids),
        Err(r) => {
            let there: Vec<Placement> =
                new.elements.iter().filter(|p| !d.elements.contains(p)).copied().collect();
            drawn(b, side, commands, all, d, Some((r, there)), &ids)
        }
    })
}
