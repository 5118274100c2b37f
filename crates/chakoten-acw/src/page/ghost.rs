//! Where the units of a sheet will be at the end of the turn if no enemy interferes: the turn itself is run on a copy of the
//! table on which no enemy stands, so that nothing unseen can show. Enemies in sight are then thought to stay where they are:
//! whoever comes upon one goes no further.

use super::{as_known, spot};
use crate::check::{Action, Checked, Course, Primitive};
use crate::event::EventKind;
use crate::field::{Field, StaffFate};
use crate::say;
use crate::stance;
use crate::turn::Table;
use crate::unit::{Fate, Unit, UnitId};
use crate::view::{Known, Sightings};
use clock::{Traced, come_upon, corners};
use desk::board::Ghost;
use std::collections::BTreeMap;
use table::{Base, Rect, V2, v2};
use umpire::{BattleDice, Log};
use words::Message;

/// A way shorter than this is none.
const NEAR: f64 = 0.05;

/// The ghosts of a sheet of judged orders.
pub(super) fn ghosts(f: &Field, known: &Known, orders: &BTreeMap<UnitId, Checked>) -> Vec<Ghost> {
    let moving = |c: &Checked| matches!(&c.action, Action::Move(m) if !m.steps.is_empty());
    if !orders.values().any(moving) {
        return Vec::new();
    }
    let (after, mut ways) = run(f, known, orders);
    let seen: Vec<Rect> = f
        .enemies(known.side)
        .filter(|e| known.sees(e.id) && e.inside.is_empty())
        .map(|e| e.base.rect())
        .collect();
    let mut all = Vec::new();
    for (id, c) in orders.iter().filter(|x| moving(x.1)) {
        let Action::Move(course) = &c.action else { continue };
        let (was, is) = (&f[*id], &after[*id]);
        let way = ways.remove(id).unwrap_or_default();
        let met = come_upon(&is.base, &way.legs, &seen);
        let at = met.map(|m| m.1).or(way.end).unwrap_or(is.base);
        let mut path = vec![[was.base.front.x, was.base.front.y]];
        let gone = met.map_or(way.legs.len(), |m| m.0);
        path.extend(corners(&way.legs[..gone]).iter().map(|p| [p.x, p.y]));
        let end = v2(at.front.x, at.front.y);
        if path.last().is_none_or(|p| v2(p[0], p[1]).dist(end) > NEAR) {
            path.push([end.x, end.y]);
        }
        let leaves = is.fate == Fate::Left && met.is_none();
        all.push(Ghost {
            piece: was.code.to_string(),
            at: spot(&at),
            width: at.width,
            depth: at.depth,
            path,
            legal: true,
            note: match (leaves, met) {
                (true, _) => say!("leaves-the-table"),
                (_, Some(_)) => say!("comes-upon-enemy"),
                _ => Message::default(),
            },
        });
        if leaves || met.is_some() {
            continue;
        }
        if let Some((rest, last)) = beyond(was, course, &at) {
            all.push(Ghost {
                piece: was.code.to_string(),
                at: spot(&last),
                width: last.width,
                depth: last.depth,
                path: std::iter::once(end).chain(rest).map(|p| [p.x, p.y]).collect(),
                legal: false,
                note: say!("not-turn-repeat-order-go"),
            });
        }
    }
    all
}

/// A unit's way through the turn.
#[derive(Default)]
struct Way {
    legs: Vec<Traced>,
    /// Where it left the table.
    end: Option<Base>,
}

type Ways = BTreeMap<UnitId, Way>;

/// Runs the turn without the enemy. Dice fall as they may: nothing that is shown hangs on them.
fn run(f: &Field, known: &Known, orders: &BTreeMap<UnitId, Checked>) -> (Field, Ways) {
    let mut field = as_known(f, known);
    for u in &mut field.units {
        if u.side != known.side {
            u.fate = Fate::Awaited;
        }
        u.locked.clear();
        // Nobody retires or flees on the sheet.
        if u.state > crate::troop::State::Slight && !orders.contains_key(&u.id) {
            u.state = crate::troop::State::Slight;
        }
    }
    for s in &mut field.staff {
        if s.side != known.side || s.with.is_none() {
            s.fate = StaffFate::Awaited;
        }
        s.moved = Some(field.turn + 1);
    }
    let mut t = Table {
        field,
        dice: BattleDice::from_number(0),
        log: Log::On(Vec::new()),
        now: None,
        pending: None,
        sightings: Sightings::default(),
        camera: None,
        noticed: Default::default(),
    };
    t.begin_turn(orders.iter().map(|(u, c)| (*u, c.clone())).collect());
    t.run_on();
    // Whatever is asked takes its default.
    for _ in 0..1000 {
        match &t.pending {
            Some(p) if p.staff => {
                t.pending = None;
                t.run_on();
            }
            Some(_) => t.resume(),
            None => break,
        }
    }
    let mut ways = Ways::new();
    let Log::On(events) = &t.log else { return (t.field, ways) };
    for e in events {
        match &e.kind {
            EventKind::Moved { unit, from, to, .. } => {
                ways.entry(*unit).or_default().legs.push(Traced { from: *from, to: *to });
            }
            EventKind::LeftTable { unit, .. } => {
                let base = t.field[*unit].base;
                ways.entry(*unit).or_default().end = Some(base);
            }
            _ => {}
        }
    }
    (t.field, ways)
}

/// What of the written way is left when the turn ends.
fn beyond(was: &Unit, course: &Course, end: &Base) -> Option<(Vec<V2>, Base)> {
    let mut u = was.clone();
    let mut stops = vec![u.base.front];
    for s in &course.steps {
        match s {
            Primitive::March { cm: Some(x) } => stance::march(&mut u, *x),
            Primitive::Back { cm: Some(x) } => stance::back(&mut u, *x),
            Primitive::Wheel { degrees } => {
                let whole = degrees.abs();
                let n = (whole / 5.0).ceil().max(1.0);
                let start = u.base;
                for i in 1..=(n as u32) {
                    u.base = ranks::wheeled(&start, degrees * f64::from(i) / n);
                    stops.push(u.base.front);
                }
                continue;
            }
            Primitive::Face { degrees } => stance::face(&mut u, *degrees),
            Primitive::Form { formation, wide, gap } => {
                stance::set_formation(&mut u, *formation, *wide, *gap)
            }
            Primitive::Mount => stance::mount(&mut u),
            Primitive::Dismount => stance::dismount(&mut u),
            Primitive::Limber { about } => stance::limber(&mut u, *about),
            Primitive::Unlimber { about, second_left } => stance::unlimber(&mut u, *about, *second_left),
            Primitive::Wait { .. } => continue,
            // An open march, a door, a work: where it ends is not written.
            _ => return None,
        }
        stops.push(u.base.front);
    }
    if u.base.front.dist(end.front) <= 0.2 && u.base.dir.dist(end.dir) <= 0.05 {
        return None;
    }
    // From the place of the written way that is nearest to where the turn leaves it.
    let mut best = (f64::INFINITY, 0);
    for i in 0..stops.len() - 1 {
        let (a, b) = (stops[i], stops[i + 1]);
        let d = b - a;
        let t = if d.len2() > 1e-12 { ((end.front - a).dot(d) / d.len2()).clamp(0.0, 1.0) } else { 0.0 };
        let off = end.front.dist(a + d * t);
        if off <= best.0 {
            best = (off, i + 1);
        }
    }
    Some((stops[best.1.min(stops.len())..].to_vec(), u.base))
}
