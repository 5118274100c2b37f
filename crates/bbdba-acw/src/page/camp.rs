//! A camp pitched by hand (setup.3).

use super::{draft, ghost, sane};
use crate::battle::json_of;
use crate::event::Target;
use crate::field::{CampSite, Field, Side};
use crate::order::Answer;
use crate::{rule, say, scenario};
use desk::board::{Act, Control, Ghost, Refused, Setting, Sketched, Stroke};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Base, v2};
use umpire::Refusal;
use words::Message;

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    x: f64,
    width: f64,
    depth: f64,
}

pub(super) fn ghost_of(f: &Field, side: Side, c: &CampSite, legal: bool) -> Ghost {
    rectangle(f, side, c.rect.centre.x, c.rect.half_width * 2.0, c.rect.half_depth * 2.0, legal)
}

fn rectangle(f: &Field, side: Side, x: f64, width: f64, depth: f64, legal: bool) -> Ghost {
    let out = f.army(side).edge.outward();
    let edge = if out.y < 0.0 { 0.0 } else { f.depth };
    let b = Base { front: v2(x, edge - out.y * depth), dir: -out, width, depth };
    ghost(Target::Camp(side), &b, legal)
}

fn first(f: &Field, side: Side) -> Option<Draft> {
    scenario::camp_offer(f, side).first().map(|(x, width, depth)| Draft {
        x: *x,
        width: *width,
        depth: *depth,
    })
}

fn drawn(f: &Field, side: Side, d: Draft, refused: Option<(Refusal, Draft)>) -> Sketched {
    let mut out = Sketched {
        draft: serde_json::to_value(d).unwrap_or(Value::Null),
        pieces: vec![Target::Camp(side).to_string()],
        ..Sketched::default()
    };
    if let Some((r, at)) = refused {
        out.ghosts
            .push(Ghost { note: r.reason.clone(), ..rectangle(f, side, at.x, at.width, at.depth, false) });
        out.refusal = Some(r.into());
    }
    match scenario::check_camp(f, side, d.x, d.width, d.depth) {
        Ok(c) => {
            let a = Answer::PlaceCamp { x: d.x, width: d.width, depth: d.depth };
            out.ghosts.push(ghost_of(f, side, &c, true));
            out.says.push(super::says::answer(f, side, &a, None, 0));
            out.answer = Some(json_of(&a));
        }
        Err(r) => {
            out.refusal.get_or_insert(Refused::from(r));
        }
    }
    let length = |id: &str, label: Message, value: f64, greatest: f64| Control {
        id: id.into(),
        pieces: Vec::new(),
        label,
        clause: Some(rule!("camp.3").to_string()),
        setting: Setting::Number { value: Some(value), least: 0.0, greatest, step: 20.0, unit: say!("p") },
    };
    let most = scenario::tables().camp_sum;
    out.controls = vec![
        length("x", say!("set-western-edge"), d.x, f.width),
        length("width", say!("set-width"), d.width, most),
        length("depth", say!("set-depth"), d.depth, most),
    ];
    out
}

pub(super) fn blank(f: &Field, side: Side) -> Option<Sketched> {
    first(f, side).map(|d| drawn(f, side, d, None))
}

pub(super) fn sketch(f: &Field, side: Side, stroke: &Stroke) -> Result<Sketched, Refusal> {
    let start = || first(f, side).ok_or_else(|| Refusal::form(say!("there-no-room-camp")));
    let d = if stroke.draft.is_null() { start()? } else { draft::<Draft>(stroke)? };
    sane(&[d.x, d.width, d.depth])?;
    let mut new = d;
    match &stroke.act {
        Act::Pick => {}
        Act::Clear => new = start()?,
        Act::Drag { x, .. } | Act::Point { x, .. } => new.x = *x,
        Act::Set { control, value } => {
            let n = value.as_f64().ok_or_else(|| Refusal::form(say!("wants-number")))?;
            sane(&[n])?;
            match control.as_str() {
                "x" => new.x = n,
                "width" => new.width = n,
                "depth" => new.depth = n,
                _ => return Err(Refusal::form(say!("there-no-such-control"))),
            }
        }
        Act::Fill { answer } => match super::ready(answer)? {
            Answer::PlaceCamp { x, width, depth } => {
                sane(&[x, width, depth])?;
                new = Draft { x, width, depth };
            }
            _ => return Err(Refusal::form(say!("no-draft-answer"))),
        },
        Act::Turn { .. } | Act::Aim { .. } | Act::Type { .. } => {
            return Err(Refusal::form(say!("camp-dragged-along-base-edge")));
        }
    }
    Ok(match scenario::check_camp(f, side, new.x, new.width, new.depth) {
        Ok(_) => drawn(f, side, new, None),
        Err(r) => drawn(f, side, d, Some((r, new))),
    })
}
