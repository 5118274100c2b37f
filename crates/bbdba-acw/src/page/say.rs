//! Answers in plain words, as one would say them at the table.

use crate::event::Target;
use crate::field::{Edge, ElementId, Field, Side};
use crate::moves::Plan;
use crate::order::{Answer, Facet, Manner, MoveOrder, Placement, Step};
use crate::words;
use std::fmt::Write;

/// What the styles of a ready deployment are called, in their order.
pub(super) const STYLES: [&str; 5] = [
    "in one line, guns in the middle",
    "in two ranks, guns on the wings",
    "in one line held back, guns before it",
    "in two ranks, guns on the wings, cavalry in reserve",
    "three ranks deep, guns in the middle",
];

fn steps(s: &[Step]) -> String {
    let mut out: Vec<String> = Vec::new();
    for s in s {
        out.push(match *s {
            Step::Advance(p) => format!("advance {}", long(p)),
            Step::WheelLeft(a) => format!("wheel {a:.0}° to the left"),
            Step::WheelRight(a) => format!("wheel {a:.0}° to the right"),
        });
    }
    out.join(", then ")
}

fn long(p: f64) -> String {
    words::paces(p).replace(" p", " paces")
}

fn facet(on: Facet) -> &'static str {
    match on {
        Facet::Front => "front",
        Facet::LeftFlank => "left flank",
        Facet::RightFlank => "right flank",
        Facet::Rear => "rear",
        Facet::Overlap => "side, as an overlap",
    }
}

fn capital(mut s: String) -> String {
    if let Some(c) = s.get_mut(0..1) {
        c.make_ascii_uppercase();
    }
    s
}

/// A facet of an enemy, as one names it.
pub(super) fn against(foe: Target, on: Facet) -> String {
    format!("{foe}'s {}", facet(on))
}

/// A move in words: what is done, and what it takes.
pub(super) fn order(f: &Field, o: &MoveOrder, plan: Option<&Plan>) -> String {
    let who = words::list(&o.elements);
    let mut out = match &o.how {
        Manner::Legs(legs) if legs.is_empty() && o.dismount => format!("Dismount {who}"),
        Manner::Legs(legs) => {
            let far = plan.map_or(String::new(), |p| format!(" {}", long(p.paces)));
            let first = o.elements.first().and_then(|id| f.get(*id));
            match (first, legs.last()) {
                (Some(e), Some(to)) => {
                    let turned = (e.base.pose().facing - to.facing + 540.0).rem_euclid(360.0) - 180.0;
                    let back = e.base.local(table::v2(to.x, to.y)).y < -1.0;
                    let still =
                        e.base.centre().dist(table::Base::new(*to, e.base.width, e.base.depth).centre())
                            < 1.0;
                    match (turned.abs() > 1.0, still, back) {
                        (true, true, _) => format!("Turn {who} to face {}", words::compass(to.facing)),
                        (true, ..) => format!("Move {who}{far}, to face {}", words::compass(to.facing)),
                        (false, _, true) => format!("Move {who} back{far}"),
                        _ => format!("Move {who}{far}"),
                    }
                }
                _ => format!("Move {who}{far}"),
            }
        }
        Manner::Group(s) | Manner::Column(s) if s.is_empty() && o.dismount => format!("Dismount {who}"),
        Manner::Group(s) => match s[..] {
            [Step::Advance(p)] => format!("Advance {who} {}", long(p)),
            [Step::WheelLeft(a)] => format!("Wheel {who} {a:.0}° to the left"),
            [Step::WheelRight(a)] => format!("Wheel {who} {a:.0}° to the right"),
            _ => format!("{who}: {}", steps(s)),
        },
        Manner::Column(s) => format!("Column of {who}: {}", steps(s)),
        Manner::FormColumn(s) => format!("Form {who} into a column behind its first element: {}", steps(s)),
        Manner::Road(p) => format!("March {who} along the road, {}", long(*p)),
        Manner::BreakOff => {
            let foe =
                o.elements.first().filter(|id| f.get(**id).is_some()).and_then(|id| f.front_opponent(*id));
            match foe {
                Some(foe) => format!("Break off with {who} from {foe}"),
                None => format!("Break off with {who}"),
            }
        }
    };
    if o.dismount && !out.starts_with("Dismount") {
        out.push_str(" and dismount");
    }
    if !o.with.is_empty() {
        let _ = write!(out, ", with {}", words::list(&o.with));
    }
    match (&o.against, plan.is_some_and(|p| p.contacts)) {
        (Some(a), _) => {
            let _ = write!(out, ", against {}", against(a.foe, a.on));
        }
        (None, true) => out.push_str(", into contact"),
        (None, false) => {}
    }
    if let Some(p) = plan.filter(|p| p.cost > 1) {
        let _ = write!(out, " ({} points)", p.cost);
    }
    capital(out)
}

fn command(f: &Field, side: Side, c: u8) -> String {
    words::command(f, side, c)
}

/// Which commands are placed.
fn placed(f: &Field, side: Side, all: &[Placement]) -> String {
    let mut c: Vec<u8> = all.iter().filter_map(|p| f.get(p.element)).map(|e| e.command).collect();
    c.sort_unstable();
    c.dedup();
    if c.len() == f.army(side).commands.len() && c.len() > 1 {
        return "the whole army".into();
    }
    words::list(&c.iter().map(|c| command(f, side, *c)).collect::<Vec<_>>())
}

/// Any answer of a side in words. `style` is that of a ready deployment.
pub(super) fn answer(f: &Field, side: Side, a: &Answer, plan: Option<&Plan>, style: usize) -> String {
    match a {
        Answer::LayTerrain { terrain } => ground(terrain),
        Answer::ChooseEdge { edge } => match edge {
            Edge::South => "Come from the southern edge".into(),
            Edge::North => "Come from the northern edge".into(),
        },
        Answer::PlaceCamp { x, width, depth } => {
            format!("Camp {width:.0} by {depth:.0} paces, its middle {x:.0} paces from the western edge")
        }
        Answer::Rank { order } => {
            let names: Vec<String> = order.iter().map(|n| command(f, side, n.saturating_sub(1))).collect();
            match names.split_first() {
                Some((first, rest)) => format!("{first} gets the highest die, then {}", rest.join(", then ")),
                None => "No ranking".into(),
            }
        }
        Answer::Deploy { elements } => {
            let how = STYLES.get(style).map_or(String::new(), |s| format!(" {s}"));
            format!("Deploy {}{how}", placed(f, side, elements))
        }
        Answer::Move(o) => order(f, o, plan),
        Answer::EndMoves => "End your moves".into(),
        Answer::Call { target } => format!("Call {} as the next target", words::whom(f, *target)),
        Answer::Shoot { main, with } if with.is_empty() => format!("Shoot with {}", words::whom(f, *main)),
        Answer::Shoot { main, with } => {
            format!("Shoot with {}, supported by {}", words::whom(f, *main), words::list(with))
        }
        Answer::HoldFire => "Hold your fire".into(),
        Answer::Fight { element, against } => {
            format!("Fight {} against {}", words::who(f, *element), words::whom(f, *against))
        }
    }
}

/// A battlefield in a line: its kind and what lies on it.
fn ground(t: &serde_json::Value) -> String {
    let kind = t.get("type").and_then(|k| k.as_str()).unwrap_or("ground");
    let mut counts: Vec<(String, usize)> = Vec::new();
    let mut count = |what: &str| match counts.iter_mut().find(|(w, _)| w == what) {
        Some((_, n)) => *n += 1,
        None => counts.push((what.replace('_', " "), 1)),
    };
    for a in t.get("area").and_then(|a| a.as_array()).into_iter().flatten() {
        count(a.get("kind").and_then(|k| k.as_str()).unwrap_or("area"));
    }
    for what in ["river", "road"] {
        for _ in t.get(what).and_then(|a| a.as_array()).into_iter().flatten() {
            count(what);
        }
    }
    if t.get("waterway").is_some_and(|w| !w.is_null()) {
        count("waterway");
    }
    let list: Vec<String> =
        counts.iter().map(|(w, n)| if *n == 1 { w.clone() } else { format!("{n} × {w}") }).collect();
    format!(
        "{}: {}",
        capital(kind.replace('_', " ")),
        if list.is_empty() { "open".into() } else { list.join(", ") }
    )
}

/// The pieces that an answer is about.
pub(super) fn pieces(a: &Answer) -> Vec<String> {
    let ids = |e: &[ElementId]| e.iter().map(ToString::to_string).collect::<Vec<_>>();
    match a {
        Answer::Move(o) => {
            let mut out = ids(&o.elements);
            out.extend(ids(&o.with));
            out.extend(o.against.map(|x| x.foe.to_string()));
            out
        }
        Answer::Deploy { elements } => elements.iter().map(|p| p.element.to_string()).collect(),
        Answer::Call { target } => vec![target.to_string()],
        Answer::Shoot { main, with } => {
            let mut out = vec![main.to_string()];
            out.extend(ids(with));
            out
        }
        Answer::Fight { element, against } => vec![element.to_string(), against.to_string()],
        _ => Vec::new(),
    }
}
