//! Moves of generals and orderlies (play.staff), sketched by dragging them, or by pointing at whom they join.

use super::{as_known, draft, json, odds, spot};
use crate::battle::Battle;
use crate::field::Field;
use crate::order::{Answer, StaffMove};
use crate::staffwork;
use crate::unit::Side;
use crate::view::Known;
use crate::{rule, say};
use desk::board::{Act, Control, Ghost, Missing, Refused, Setting, Sketch, Sketched, Stroke};
use serde::{Deserialize, Serialize};
use umpire::Refusal;
use words::Message;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    #[serde(default)]
    moves: Vec<StaffMove>,
}

/// Judges the moves one after the other on the table as the side believes it to be: somebody unseen in the way shows in
/// nothing. The table comes back as they leave it.
fn judge(
    f: &Field,
    side: Side,
    known: &Known,
    moves: &[StaffMove],
) -> (Field, Vec<Ghost>, Vec<Option<Refusal>>) {
    let mut trial = as_known(f, known);
    let mut ghosts = Vec::new();
    let mut refused = Vec::new();
    for m in moves {
        match staffwork::check_move(&trial, side, m, known) {
            Ok(step) => {
                let from = trial[step.staff].base.front;
                let to = step.to;
                ghosts.push(Ghost {
                    piece: m.who.clone(),
                    at: spot(&to),
                    width: to.width,
                    depth: to.depth,
                    path: vec![[from.x, from.y], [to.front.x, to.front.y]],
                    legal: true,
                    note: m.join.as_ref().map(|j| say!("joins", whom = j)).unwrap_or_default(),
                });
                let _ = staffwork::carry_out(&mut trial, &step);
                refused.push(None);
            }
            Err(r) => refused.push(Some(r)),
        }
    }
    (trial, ghosts, refused)
}

fn says(m: &StaffMove) -> Message {
    match &m.join {
        Some(j) => say!("staff-to-join", who = &m.who, whom = j),
        None => say!("staff-to-go", who = &m.who),
    }
}

/// One stroke.
pub(super) fn stroke(m: &Battle, side: Side, s: &Stroke) -> Result<Sketched, Refusal> {
    let f = m.field();
    let known = m.known(side);
    let before: Draft = draft(&s.draft)?;
    if before.moves.len() > f.staff.len() {
        return Err(Refusal::form(say!("draft-moves-more-men")));
    }
    let who = match s.pieces.first() {
        None => None,
        Some(p) => Some(
            f.staff
                .iter()
                .find(|x| x.side == side && x.present() && *x.code == **p)
                .ok_or_else(|| Refusal::form(say!("only-own-generals-orderlies-go")))?,
        ),
    };
    let mut after = before.clone();
    let new = match (&who, &s.act) {
        (None, Act::Clear) => {
            after.moves.clear();
            None
        }
        (None, _) | (_, Act::Pick) => None,
        (Some(w), Act::Clear) => {
            after.moves.retain(|x| *x.who != *w.code);
            None
        }
        (Some(w), Act::Drag { x, y, .. } | Act::Point { x, y }) => {
            if !x.is_finite() || !y.is_finite() {
                return Err(Refusal::form(say!("no-place")));
            }
            Some(StaffMove { who: w.code.to_string(), to: Some([*x, *y]), join: None })
        }
        (Some(w), Act::Aim { at }) => {
            Some(StaffMove { who: w.code.to_string(), to: None, join: Some(at.clone()) })
        }
        (Some(w), Act::Set { control, value }) if control == "join" => {
            value.as_str().map(|at| StaffMove { who: w.code.to_string(), to: None, join: Some(at.into()) })
        }
        _ => return Err(Refusal::form(say!("general-orderly-goes-place-joins"))),
    };
    let mut refusal = None;
    if let Some(new) = new {
        after.moves.retain(|x| x.who != new.who);
        after.moves.push(new);
        let (_, _, refused) = judge(f, side, &known, &after.moves);
        if let Some(r) = refused.into_iter().flatten().next() {
            refusal = Some(Refused::from(r));
            after = before;
        }
    }
    let mut out = show(m, side, &known, &after);
    out.refusal = refusal;
    if let Some(w) = who {
        out.pieces = vec![w.code.to_string()];
        let mine = after.moves.iter().find(|x| *x.who == *w.code);
        out.says = mine.map(says).into_iter().collect();
        let among: Vec<String> = f
            .side(side)
            .map(|u| u.code.to_string())
            .chain(
                f.staff
                    .iter()
                    .filter(|g| !w.general && g.general && g.present() && g.command == w.command)
                    .map(|g| g.code.to_string()),
            )
            .collect();
        out.controls = vec![Control {
            id: "join".into(),
            pieces: Vec::new(),
            label: say!("set-join"),
            clause: Some(rule!("03.01.5.b").to_string()),
            setting: Setting::Piece { value: mine.and_then(|x| x.join.clone()), among },
        }];
    }
    Ok(out)
}

fn show(m: &Battle, side: Side, known: &Known, d: &Draft) -> Sketched {
    let f = m.field();
    let (after, ghosts, refused) = judge(f, side, known, &d.moves);
    let good = refused.iter().all(Option::is_none);
    let waiting: Vec<String> = f
        .staff
        .iter()
        .filter(|s| s.side == side && s.present() && s.moved != Some(f.turn))
        .filter(|s| !d.moves.iter().any(|m| *m.who == *s.code))
        .map(|s| s.code.to_string())
        .collect();
    let missing = if waiting.is_empty() {
        Vec::new()
    } else {
        vec![Missing {
            says: say!("staff-stay-where-they", count = waiting.len()),
            pieces: waiting,
            must: false,
        }]
    };
    Sketched {
        draft: json(d),
        answer: good.then(|| json(Answer::Staff { moves: d.moves.clone() })),
        ghosts,
        orders: d
            .moves
            .iter()
            .zip(&refused)
            .map(|(m, r)| Sketch {
                pieces: vec![m.who.clone()],
                says: says(m),
                slip: String::new(),
                refusal: r.as_ref().map(Refused::from),
            })
            .collect(),
        missing,
        odds: odds::of_rallying(m, &after, side),
        ..Sketched::default()
    }
}

/// What nothing sketched yet looks like.
pub(super) fn empty(m: &Battle, side: Side) -> Sketched {
    show(m, side, &m.known(side), &Draft::default())
}
