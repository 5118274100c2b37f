//! The umpire's desk: questions with their courses, and corrections made by hand.

use super::{draft, elements, ghost, place_controls, pose, sane};
use crate::battle::Battle;
use crate::field::{ElementId, Fate, Field};
use crate::order::{Correction, Removal};
use crate::{rule, say, words};
use ::words::Message;
use desk::board::{Act, Alternative, Control, Missing, Refused, Setting, Sketch, Sketched, Stroke};
use desk::{UmpireSays, chair};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Base, Pose, v2};
use umpire::Refusal;

/// What has been put right so far, and why.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Draft {
    changes: Vec<Correction>,
    because: String,
    /// A ruling that changes nothing on the table.
    rules: String,
}

fn at(c: &Correction) -> Option<Pose> {
    match c {
        Correction::Place { at, .. } | Correction::Restore { at, .. } => Some(*at),
        Correction::Remove { .. } => None,
    }
}

fn says(f: &Field, c: &Correction) -> Message {
    let who = words::who(f, c.element());
    match c {
        Correction::Place { at, .. } => {
            say!(
                "put-to",
                who,
                x = ::words::whole(at.x),
                y = ::words::whole(at.y),
                wind = words::compass(at.facing)
            )
        }
        Correction::Remove { how: Removal::Destroyed, .. } => say!("off-table-destroyed", who),
        Correction::Remove { how: Removal::Left, .. } => say!("off-table-over-edge", who),
        Correction::Restore { at, .. } => {
            say!(
                "back-at",
                who,
                x = ::words::whole(at.x),
                y = ::words::whole(at.y),
                wind = words::compass(at.facing)
            )
        }
    }
}

impl Battle {
    /// What a correction looks like before anything is put right.
    pub(crate) fn no_corrections(&self) -> Sketched {
        self.corrections(Draft::default(), None, &[])
    }

    fn corrections(
        &self,
        d: Draft,
        refused: Option<(Refusal, Vec<(ElementId, Pose)>)>,
        ids: &[ElementId],
    ) -> Sketched {
        let f = self.field();
        let mut out = Sketched::default();
        let base = |id: ElementId, p: Pose| Base::new(p, f[id].base.width, f[id].base.depth);
        for c in &d.changes {
            match at(c) {
                Some(p) => out.ghosts.push(ghost(c.element(), &base(c.element(), p), true)),
                None => {
                    let mut g = ghost(c.element(), &f[c.element()].base, true);
                    g.note = say!("off-table");
                    out.ghosts.push(g);
                }
            }
            out.orders.push(Sketch {
                pieces: vec![c.element().to_string()],
                says: says(f, c),
                slip: String::new(),
                refusal: None,
            });
        }
        if let Some((r, there)) = refused {
            for (id, p) in there {
                out.ghosts
                    .push(desk::board::Ghost { note: r.reason.clone(), ..ghost(id, &base(id, p), false) });
            }
            out.refusal = Some(r.into());
        }
        let reason = !d.because.trim().is_empty();
        let ready: Option<UmpireSays<Correction>> = if !d.changes.is_empty() {
            reason.then(|| UmpireSays::Correct { because: d.because.clone(), changes: d.changes.clone() })
        } else if !d.rules.trim().is_empty() {
            Some(UmpireSays::Rule { says: d.rules.clone(), clause: None })
        } else {
            None
        };
        if let Some(s) = ready {
            let said = match &s {
                UmpireSays::Correct { because, changes } => chair::spoken(because, say!("the-reason"))
                    .and_then(|_| self.corrected(changes))
                    .map(|_| ()),
                UmpireSays::Rule { says, .. } => chair::spoken(says, say!("the-ruling")).map(|_| ()),
                UmpireSays::Decide { .. } => Ok(()),
            };
            match said {
                Ok(()) => out.answer = serde_json::to_value(s).ok(),
                Err(r) => {
                    out.refusal.get_or_insert(Refused::from(r));
                }
            }
        }
        if !d.changes.is_empty() && !reason {
            out.missing.push(Missing {
                pieces: Vec::new(),
                says: say!("reason-which-everybody-can-read"),
                must: true,
            });
        }
        out.says = if d.changes.is_empty() {
            vec![say!("drag-piece-where-should-stand")]
        } else {
            d.changes.iter().map(|c| says(f, c)).collect()
        };
        let words = |id: &str, label: Message, value: &str, hint: Message| Control {
            id: id.into(),
            pieces: Vec::new(),
            label,
            clause: Some(rule!("basis.1").to_string()),
            setting: Setting::Words { value: value.into(), hint },
        };
        out.controls.push(words("because", say!("set-reason"), &d.because, say!("what-stood-wrong")));
        if d.changes.is_empty() {
            out.controls.push(words(
                "rules",
                say!("set-ruling"),
                &d.rules,
                say!("what-book-does-not-settle"),
            ));
        }
        let choice = |id: &str, label: Message, chosen: Option<String>, options: Vec<Alternative>| Control {
            id: id.into(),
            pieces: Vec::new(),
            label,
            clause: Some(rule!("basis.1").to_string()),
            setting: Setting::Choice { chosen, options },
        };
        let option = |id: String, says: Message| Alternative::new(id, says);
        if let Some(id) = ids.first().filter(|id| f[**id].on_table()) {
            let now = d.changes.iter().find(|c| c.element() == *id);
            let chosen = match now {
                Some(Correction::Remove { how: Removal::Destroyed, .. }) => "destroyed",
                Some(Correction::Remove { how: Removal::Left, .. }) => "left",
                _ => "stands",
            };
            out.controls.push(choice(
                "fate",
                (*id).into(),
                Some(chosen.into()),
                vec![
                    option("stands".into(), say!("stands-table")),
                    option("destroyed".into(), say!("destroyed")),
                    option("left".into(), say!("left-table")),
                ],
            ));
            let p = now.and_then(at).unwrap_or_else(|| f[*id].base.pose());
            out.controls.extend(place_controls(f, p));
        }
        let lost: Vec<Alternative> = f
            .armies
            .iter()
            .flat_map(|a| &a.elements)
            .filter(|e| e.lost())
            .map(|e| option(e.id.to_string(), words::who(f, e.id)))
            .collect();
        if !lost.is_empty() {
            out.controls.push(choice("restore", say!("set-bring-back"), None, lost));
        }
        out.pieces = ids.iter().map(ToString::to_string).collect();
        out.draft = serde_json::to_value(&d).unwrap_or(Value::Null);
        out
    }

    /// One stroke on what the umpire puts right.
    pub(crate) fn sketch_correction(&self, stroke: &Stroke) -> Result<Sketched, Refusal> {
        let f = self.field();
        let d: Draft = draft(stroke)?;
        let known = d.changes.len() <= 1000
            && d.changes.iter().all(|c| {
                f.get(c.element()).is_some() && at(c).is_none_or(|p| sane(&[p.x, p.y, p.facing]).is_ok())
            });
        if !known {
            return Err(Refusal::form(say!("draft-about-elements-places")));
        }
        let ids = elements(f, &stroke.pieces)?;
        let mut new = d.clone();
        let hand = || ids.first().copied().ok_or_else(|| Refusal::form(say!("pick-somebody-first")));
        let where_is = |id: ElementId| {
            d.changes.iter().find(|c| c.element() == id).and_then(at).unwrap_or_else(|| f[id].base.pose())
        };
        let mut tried: Vec<(ElementId, Pose)> = Vec::new();
        let mut put = |new: &mut Draft, id: ElementId, p: Pose| {
            tried.push((id, p));
            new.changes.retain(|c| c.element() != id);
            new.changes.push(match f[id].fate {
                Fate::OnTable | Fate::Waiting => Correction::Place { element: id, at: p },
                Fate::Destroyed | Fate::Left => Correction::Restore { element: id, at: p },
            });
        };
        match &stroke.act {
            Act::Pick => {}
            Act::Clear => match ids.is_empty() {
                true => new = Draft::default(),
                false => new.changes.retain(|c| !ids.contains(&c.element())),
            },
            Act::Drag { x, y, .. } | Act::Point { x, y } => {
                let facing = if let Act::Drag { facing, .. } = stroke.act { facing } else { None };
                let first = where_is(hand()?);
                let by = v2(*x - first.x, *y - first.y);
                let turn = facing.map_or(0.0, |to| super::drag::turn(first.facing, to));
                for id in &ids {
                    let p = where_is(*id);
                    let facing = if turn == 0.0 { p.facing } else { (p.facing + turn).rem_euclid(360.0) };
                    put(&mut new, *id, pose(p.x + by.x, p.y + by.y, facing));
                }
            }
            Act::Turn { degrees } => {
                let id = hand()?;
                let p = where_is(id);
                let b = Base::new(p, f[id].base.width, f[id].base.depth);
                put(&mut new, id, b.turned_about(b.centre(), -degrees.to_radians()).pose());
            }
            Act::Set { control, value } => {
                let no = || Refusal::form(say!("control-cannot-set"));
                let text = || value.as_str().ok_or_else(no);
                match control.as_str() {
                    "because" | "rules" => {
                        let said = text()?;
                        if said.chars().count() > 2000 {
                            return Err(Refusal::form(say!("longer-than-2000-characters")));
                        }
                        if control == "because" {
                            new.because = said.into();
                        } else {
                            new.rules = said.into();
                        }
                    }
                    "fate" => {
                        let id = hand()?;
                        let how = match text()? {
                            "stands" => None,
                            "destroyed" => Some(Removal::Destroyed),
                            "left" => Some(Removal::Left),
                            _ => return Err(no()),
                        };
                        new.changes.retain(|c| c.element() != id);
                        new.changes.extend(how.map(|how| Correction::Remove { element: id, how }));
                    }
                    "restore" => {
                        let id = elements(f, &[text()?.to_string()])?[0];
                        if !f[id].lost() {
                            return Err(Refusal::form(say!("not-lost", id)));
                        }
                        put(&mut new, id, room_for(f, id));
                    }
                    "x" | "y" | "facing" => {
                        let n = value.as_f64().ok_or_else(no)?;
                        sane(&[n])?;
                        let id = hand()?;
                        let mut p = where_is(id);
                        match control.as_str() {
                            "x" => p.x = n,
                            "y" => p.y = n,
                            _ => p.facing = n.rem_euclid(360.0),
                        }
                        put(&mut new, id, p);
                    }
                    _ => return Err(Refusal::form(say!("there-no-such-control"))),
                }
            }
            Act::Aim { .. } | Act::Type { .. } | Act::Fill { .. } => {
                return Err(Refusal::form(say!("pieces-put-right-dragging-them")));
            }
        }
        if !new.changes.is_empty() && new.changes != d.changes {
            if let Err(r) = self.corrected(&new.changes) {
                return Ok(self.corrections(d, Some((r, tried)), &ids));
            }
        }
        Ok(self.corrections(new, None, &ids))
    }
}

/// Somewhere on the table for an element that comes back: where it was lost, or the nearest free place to it.
fn room_for(f: &Field, id: ElementId) -> Pose {
    let e = &f[id];
    let free = |p: Pose| {
        let b = Base::new(p, e.base.width, e.base.depth);
        let r = b.rect();
        !f.off_table(&b)
            && !f.terrain.impassable(&r)
            && !f.in_camp(&r)
            && !f.near(r.bounds(), 0.0).any(|o| o.rect().penetration(&r) > crate::book::data().touch)
    };
    let p = e.base.pose();
    for ring in 0..12 {
        for k in 0..12 {
            let by = table::V2::bearing(f64::from(k) * 30.0) * (f64::from(ring) * 120.0);
            let q = pose(p.x + by.x, p.y + by.y, p.facing);
            if free(q) {
                return q;
            }
        }
    }
    p
}
