//! What can be set for a unit that works (chapter 19): gaps, works to build and to go on with, things to level, destroy, set off and put out,
//! mines; and where and how much of each.

use super::orders::Desk;
use crate::book::works::Work;
use crate::check::works::work_named;
use crate::order::{Leg, Method, MinePart, Order, WorkOrder};
use crate::unit::Unit;
use crate::works::Stage;
use crate::{rule, say};
use desk::board::{Control, Setting};
use desk::sketch::round;
use serde_json::Value;
use table::V2;
use umpire::Refusal;
use words::Message;

/// One entry of a list: its id, how it is said, and what is then ordered.
pub(super) type Entry = (String, Message, Leg);

fn named(n: &str) -> Message {
    Message::verbatim(n.to_owned())
}

fn place(p: V2) -> [f64; 2] {
    [round(p.x), round(p.y)]
}

fn work(id: String, says: Message, work: WorkOrder) -> Entry {
    (id, says, Leg::Work { work })
}

/// Linear objects that the side knows.
fn lines(desk: &Desk) -> Vec<String> {
    let known = (0..desk.f.lines.len()).filter(|i| desk.known.knows_line(desk.f, *i));
    known.map(|i| desk.f.lines[i].name.clone()).filter(|n| !n.is_empty()).collect()
}

/// Obstacles in which guns may find a passage (07.05.5).
pub(super) fn gaps(desk: &Desk) -> Vec<Entry> {
    let gap = |n: String| (n.clone(), named(&n), Leg::MakeGap { object: n });
    lines(desk).into_iter().map(gap).collect()
}

/// Works of table XX, along its front and a step before it (19.04.1).
pub(super) fn builds(u: &Unit) -> Vec<Entry> {
    let (from, to) = (u.base.front_left() + u.base.dir, u.base.front_right() + u.base.dir);
    let build = |w: Work| {
        // As an order writes it.
        let id = desk::sketch::json(w).as_str().unwrap_or(w.row().name).to_owned();
        let order = WorkOrder::Build { work: id.clone(), from: place(from), to: place(to) };
        work(format!("build {id}"), w.message(), order)
    };
    Work::ALL.into_iter().map(build).collect()
}

/// Own works that are under way (19.04.3.b).
pub(super) fn under_way(desk: &Desk) -> Vec<Entry> {
    let own = desk.f.terrain.sites.iter().filter(|s| s.side == desk.side && s.site.stage() != Stage::Done);
    own.map(|s| {
        let says = say!("site-of", name = &s.name, task = s.site.task);
        work(s.name.clone(), says, WorkOrder::GoOn { at: s.name.clone() })
    })
    .collect()
}

/// What can be levelled, destroyed and strengthened, by each of the ways (17.02.4, 19.05, 19.12.4).
pub(super) fn undoings(desk: &Desk) -> Vec<Entry> {
    let f = desk.f;
    let crossings = f.crossings().map(|(_, c)| c.name.clone());
    let own = f.terrain.vessels.iter().filter(|v| v.side == desk.side && !v.gone).map(|v| v.name.clone());
    let houses = f.ground.buildings.iter().map(|b| b.name.clone());
    let objects = lines(desk).into_iter().chain(crossings).chain(own).chain(houses);
    let mut all = Vec::new();
    for object in objects.filter(|n| !n.is_empty()) {
        let says = say!("does-level", object = &object);
        all.push(work(format!("level {object}"), says, WorkOrder::Level { object: object.clone() }));
        for (id, method, says) in [
            ("blast", Method::Blast, say!("does-blast", object = &object)),
            ("burn", Method::Burn, say!("does-burn", object = &object)),
            ("throw_off", Method::ThrowOff, say!("does-throw-off", object = &object)),
            ("other", Method::Other, say!("does-destroy", object = &object)),
        ] {
            let order = WorkOrder::Destroy { object: object.clone(), method };
            all.push(work(format!("{id} {object}"), says, order));
        }
        let says = say!("does-strengthen", building = &object);
        let order = WorkOrder::Strengthen { building: object.clone() };
        all.push(work(format!("strengthen {object}"), says, order));
    }
    all
}

/// Own charges and mines that are ready to be fired (19.07.4, 19.08.6).
pub(super) fn prepared(desk: &Desk) -> Vec<Entry> {
    let t = &desk.f.terrain;
    let laid = t.powder.iter().filter(|p| p.side == desk.side).map(|p| desk.f.name_of(p.on));
    let mines = t.mines.iter().filter(|m| m.side == desk.side && m.mine.loaded > 0).map(|m| m.name.clone());
    laid.chain(mines).map(|object| work(object.clone(), named(&object), WorkOrder::Fire { object })).collect()
}

/// What burns (19.06.4).
pub(super) fn fires(desk: &Desk) -> Vec<Entry> {
    let names = desk.f.terrain.blazes.iter().map(|b| desk.f.name_of(b.on));
    names.map(|object| work(object.clone(), named(&object), WorkOrder::PutOut { object })).collect()
}

/// Parts of a mine: at the end of the own mine that begins beside the unit, or where it stands (19.08).
pub(super) fn mines(desk: &Desk, u: &Unit) -> Vec<Entry> {
    let beside = |m: &&crate::terrain::Gallery| {
        m.side == desk.side && desk.f.stands_at(u, &table::Rect::between(m.from, m.from))
    };
    let mine = desk.f.terrain.mines.iter().find(beside);
    let at = mine.map_or(u.base.front, |m| m.to);
    let room = mine.map_or(1, |m| m.mine.chamber.max(1));
    let part = |id: &str, says: Message, part: MinePart, charges: f64| {
        work(id.into(), says, WorkOrder::Mine { part, at: place(at), charges })
    };
    vec![
        part("shaft", say!("does-dig-shaft"), MinePart::Shaft, 0.0),
        part("gallery", say!("does-dig-gallery"), MinePart::Gallery, 0.0),
        part("chamber", say!("does-dig-chamber"), MinePart::Chamber, 0.0),
        part("load", say!("does-load-mine"), MinePart::Load, f64::from(room)),
    ]
}

/// The work that an order holds.
fn ordered(o: &Order) -> Option<&WorkOrder> {
    o.legs.iter().find_map(|l| match l {
        Leg::Work { work } => Some(work),
        _ => None,
    })
}

/// Where a work lies and how much powder it takes.
pub(super) fn details(now: Option<&Order>, all: &mut Vec<Control>) {
    let mut put = |id: &str, label: Message, by: umpire::Clause, setting: Setting| {
        all.push(Control { id: id.into(), label, clause: Some(by.to_string()), pieces: Vec::new(), setting });
    };
    match now.and_then(ordered) {
        Some(WorkOrder::Build { from, to, .. }) => {
            put("work_from", say!("set-work-from"), rule!("19.04.1"), Setting::Place { value: Some(*from) });
            put("work_to", say!("set-work-to"), rule!("19.04.1"), Setting::Place { value: Some(*to) });
        }
        Some(WorkOrder::Mine { part, at, charges }) => {
            put("mine_at", say!("set-mine-at"), rule!("19.08.1"), Setting::Place { value: Some(*at) });
            if *part == MinePart::Load {
                let setting = Setting::Number {
                    value: Some(*charges),
                    least: 1.0,
                    greatest: 100.0,
                    step: 1.0,
                    unit: say!("charges"),
                };
                put("mine_charges", say!("set-mine-charges"), rule!("19.08.5"), setting);
            }
        }
        _ => {}
    }
}

/// What setting one of these makes of the order; `None` where it is none of them.
pub(super) fn set(now: Option<&Order>, id: &str, value: &Value) -> Option<Result<Order, Refusal>> {
    if !["work_from", "work_to", "mine_at", "mine_charges"].contains(&id) {
        return None;
    }
    let number = |v: &Value| v.as_f64().filter(|n| n.is_finite()).map(round);
    let shown = || Some([number(&value["x"])?, number(&value["y"])?]);
    let mut o = now.cloned().unwrap_or_default();
    let work = o.legs.iter_mut().find_map(|l| match l {
        Leg::Work { work } => Some(work),
        _ => None,
    });
    let done = match (work, id) {
        (Some(WorkOrder::Build { from, .. }), "work_from") => shown().map(|p| *from = p),
        (Some(WorkOrder::Build { to, .. }), "work_to") => shown().map(|p| *to = p),
        (Some(WorkOrder::Mine { at, .. }), "mine_at") => shown().map(|p| *at = p),
        (Some(WorkOrder::Mine { charges, .. }), "mine_charges") => number(value).map(|n| *charges = n),
        _ => None,
    };
    Some(done.map(|()| o).ok_or_else(|| Refusal::form(say!("no-such-control-here"))))
}

/// A work of table XX as it is said, whatever the slip calls it.
pub(super) fn called(name: &str) -> Message {
    work_named(name).map_or_else(|| named(name), |w| w.message())
}
