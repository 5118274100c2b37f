//! Orders drawn by hand where a piece that is put somewhere is the whole answer: taken up, dragged, turned, let go. A book says
//! which answer a piece at a place stands for ([`Rules::dragged`], [`Rules::put_right`]); whether it may stand is asked of the
//! battle itself, on a copy. Books whose orders are richer sketch them themselves.

use crate::board::{Act, Control, Ghost, Missing, Piece, Refused, Setting, Sketch, Sketched, Spot, Stroke};
use crate::rules::Rules;
use crate::sketch::{draft, json};
use crate::{Eye, UmpireSays, chair, film, say};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use umpire::{Refusal, Seat, Side};

/// A piece put somewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Put {
    piece: String,
    at: Spot,
}

/// What has been sketched of an answer: a piece put somewhere, or a ready answer that was taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Sheet {
    Put(Put),
    Ready { ready: Value },
}

/// What the umpire has put right so far, and why.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Draft {
    because: String,
    put: Vec<Put>,
}

/// The pieces that an eye sees, by their names.
struct Table(BTreeMap<String, Piece>);

impl Table {
    fn seen_by<R: Rules>(rules: &R, seat: Seat) -> Table {
        let board = film::board(rules, &rules.still(), Eye::of(seat, false));
        Table(board.pieces.into_iter().map(|p| (p.id.clone(), p)).collect())
    }

    fn find(&self, id: &str) -> Result<&Piece, Refusal> {
        self.0.get(id).ok_or_else(|| Refusal::form(say!("no-such-piece")))
    }
}

fn ghost(from: &Piece, at: Spot, legal: bool) -> Ghost {
    Ghost {
        piece: from.id.clone(),
        at,
        width: from.width,
        depth: from.depth,
        path: vec![[from.at.x, from.at.y], [at.x, at.y]],
        legal,
        note: Default::default(),
    }
}

/// Where the stroke puts a piece that stands there now; `None` where it only takes it up or lets it go.
fn put_there(act: &Act, now: Spot) -> Result<Option<Spot>, Refusal> {
    Ok(match *act {
        Act::Pick | Act::Clear => None,
        Act::Drag { x, y, facing } => Some(Spot { x, y, facing: facing.unwrap_or(now.facing) }),
        Act::Point { x, y } => Some(Spot { x, y, facing: now.facing }),
        Act::Turn { degrees } => Some(Spot { facing: (now.facing + degrees).rem_euclid(360.0), ..now }),
        _ => return Err(Refusal::form(say!("no-such-stroke"))),
    })
}

/// One stroke on an answer that is a piece put somewhere.
pub(crate) fn stroke<R: Rules>(
    rules: &R,
    side: Side,
    awaits: &R::Awaits,
    stroke: &Stroke,
) -> Result<Sketched, Refusal> {
    let before: Option<Sheet> = draft(&stroke.draft)?;
    let table = Table::seen_by(rules, side.into());
    let shown = |sheet: Option<Sheet>| match sheet {
        Some(Sheet::Put(put)) => shown(rules, &table, side, awaits, put),
        Some(Sheet::Ready { ready }) => taken(rules, side, ready),
        None => Ok(Sketched::default()),
    };
    if let Act::Fill { answer } = &stroke.act {
        return shown(Some(Sheet::Ready { ready: answer.clone() }));
    }
    let Some(id) = stroke.pieces.first() else { return Ok(Sketched::default()) };
    let piece = table.find(id)?;
    let now = match &before {
        Some(Sheet::Put(p)) if p.piece == *id => p.at,
        _ => piece.at,
    };
    let Some(at) = put_there(&stroke.act, now)? else {
        let kept = before.filter(|_| stroke.act != Act::Clear);
        return Ok(Sketched { pieces: vec![id.clone()], ..shown(kept).unwrap_or_default() });
    };
    let put = |at: Spot| shown(Some(Sheet::Put(Put { piece: id.clone(), at })));
    put(at).or_else(|refusal| {
        // A hand that went too far goes as far as it may.
        if let Some(there) = as_far_as_it_may(piece.at, at, put) {
            return Ok(Sketched { refusal: Some(refusal.into()), ..there });
        }
        let mut out = shown(before).unwrap_or_default();
        out.pieces = vec![id.clone()];
        out.ghosts.push(ghost(piece, at, false));
        out.refusal = Some(refusal.into());
        Ok(out)
    })
}

/// The farthest place on the way that is not refused, to a thousandth of it.
fn as_far_as_it_may(
    from: Spot,
    to: Spot,
    put: impl Fn(Spot) -> Result<Sketched, Refusal>,
) -> Option<Sketched> {
    let (mut best, mut least, mut most) = (None, 0.0, 1.0);
    for _ in 0..10 {
        let part = (least + most) / 2.0;
        let at = |a: f64, b: f64| a + (b - a) * part;
        match put(Spot { x: at(from.x, to.x), y: at(from.y, to.y), facing: to.facing }) {
            Ok(there) => (best, least) = (Some(there), part),
            Err(_) => most = part,
        }
    }
    best
}

fn shown<R: Rules>(
    rules: &R,
    table: &Table,
    side: Side,
    awaits: &R::Awaits,
    put: Put,
) -> Result<Sketched, Refusal> {
    let piece = table.find(&put.piece)?;
    let answer = rules.dragged(side, awaits, &put.piece, put.at);
    let answer = json(answer.ok_or_else(|| Refusal::form(say!("not-by-hand")))?);
    let read = umpire::read_value(&answer).map_err(|_| Refusal::form(say!("not-by-hand")))?;
    rules.snapshot().answer(side, read)?;
    Ok(Sketched {
        answer: Some(answer),
        pieces: vec![put.piece.clone()],
        ghosts: vec![ghost(piece, put.at, true)],
        draft: json(put),
        ..Sketched::default()
    })
}

/// A ready answer as the whole of what is sketched.
fn taken<R: Rules>(rules: &R, side: Side, ready: Value) -> Result<Sketched, Refusal> {
    let read = umpire::read_value(&ready).map_err(|_| Refusal::form(say!("no-such-draft")))?;
    rules.snapshot().answer(side, read)?;
    Ok(Sketched { answer: Some(ready.clone()), draft: json(Sheet::Ready { ready }), ..Sketched::default() })
}

/// What an umpire who has put nothing right yet sees.
pub(crate) fn blank_correction<R: Rules>(rules: &R) -> Sketched {
    corrected(rules, &Table::seen_by(rules, Seat::Umpire), &Draft::default()).unwrap_or_default()
}

/// One stroke on what the umpire puts right.
pub(crate) fn stroke_correction<R: Rules>(rules: &R, stroke: &Stroke) -> Result<Sketched, Refusal> {
    let before: Draft = draft(&stroke.draft)?;
    let table = Table::seen_by(rules, Seat::Umpire);
    let mut new = before.clone();
    if let Act::Set { control, value } = &stroke.act {
        let said = value.as_str().filter(|_| control == "because");
        let said = said.ok_or_else(|| Refusal::form(say!("no-such-control")))?;
        new.because = said.into();
        return corrected(rules, &table, &new);
    }
    let mut tried = Vec::new();
    for id in &stroke.pieces {
        let piece = table.find(id)?;
        let put = before.put.iter().find(|p| p.piece == *id);
        let at = put_there(&stroke.act, put.map_or(piece.at, |p| p.at))?;
        if at.is_some() || stroke.act == Act::Clear {
            new.put.retain(|p| p.piece != *id);
        }
        if let Some(at) = at {
            tried.push(ghost(piece, at, false));
            new.put.push(Put { piece: id.clone(), at });
        }
    }
    let mut out = match corrected(rules, &table, &new) {
        Ok(out) => out,
        Err(refusal) => {
            let mut out = corrected(rules, &table, &before)?;
            out.ghosts.extend(tried);
            out.refusal = Some(Refused::from(refusal));
            out
        }
    };
    out.pieces.clone_from(&stroke.pieces);
    Ok(out)
}

fn corrected<R: Rules>(rules: &R, table: &Table, d: &Draft) -> Result<Sketched, Refusal> {
    let mut out = Sketched { draft: json(d), ..Sketched::default() };
    let because = chair::said(&d.because, say!("the-reason"))?;
    if d.put.len() > table.0.len() {
        return Err(Refusal::form(say!("no-such-draft")));
    }
    let mut changes = Vec::new();
    for p in &d.put {
        let piece = table.find(&p.piece)?;
        let change = rules.put_right(&p.piece, p.at);
        changes.push(change.ok_or_else(|| Refusal::form(say!("not-by-hand")))?);
        out.ghosts.push(ghost(piece, p.at, true));
        out.orders.push(Sketch {
            pieces: vec![p.piece.clone()],
            says: say!("put-elsewhere", piece = &p.piece),
            slip: String::new(),
            refusal: None,
        });
    }
    let says: UmpireSays<R::Correction> = if changes.is_empty() {
        UmpireSays::Rule { says: because.clone(), clause: None }
    } else {
        let says = UmpireSays::Correct { because: because.clone(), changes };
        let read = umpire::read_value(&json(&says)).map_err(|_| Refusal::form(say!("not-by-hand")))?;
        if let UmpireSays::Correct { changes, .. } = read {
            rules.snapshot().correct(because.clone(), changes)?;
        }
        says
    };
    if because.is_empty() {
        let says = say!("reason-missing");
        out.missing.push(Missing { pieces: Vec::new(), says, must: true });
    } else {
        out.answer = Some(json(says));
    }
    out.controls.push(Control {
        id: "because".into(),
        pieces: Vec::new(),
        label: say!("ruling-or-reason"),
        clause: Some(rules.chair().clause.to_string()),
        setting: Setting::Words { value: d.because.clone(), hint: say!("ruling-hint") },
    });
    Ok(out)
}
