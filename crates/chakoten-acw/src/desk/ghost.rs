//! Where the units of a sheet will be at the end of the turn if no enemy interferes: the turn itself is run on a copy of the
//! table on which no enemy stands, so that nothing unseen can show.

use super::{as_known, spot};
use crate::check::{Action, Checked, Course, Primitive};
use crate::event::EventKind;
use crate::field::{Field, StaffFate};
use crate::stance;
use crate::turn::{BattleDice, Table};
use crate::unit::{Fate, Unit, UnitId};
use crate::view::{Known, Sightings};
use std::collections::BTreeMap;
use table::{Base, V2, v2};
use umpire::board::Ghost;
use umpire::{Log, Seeded};

/// A way shorter than this is none.
const NEAR: f64 = 0.05;

/// The ghosts of a sheet of judged orders.
pub(super) fn ghosts(f: &Field, known: &Known, orders: &BTreeMap<UnitId, Checked>) -> Vec<Ghost> {
    let moving = |c: &Checked| matches!(&c.action, Action::Move(m) if !m.steps.is_empty());
    if !orders.values().any(moving) {
        return Vec::new();
    }
    let (after, ways) = run(f, known, orders);
    let mut all = Vec::new();
    for (id, c) in orders.iter().filter(|x| moving(x.1)) {
        let Action::Move(course) = &c.action else { continue };
        let (was, is) = (&f[*id], &after[*id]);
        let at = ways.get(id).and_then(|w| w.1).unwrap_or(is.base);
        let mut path = vec![[was.base.front.x, was.base.front.y]];
        path.extend(ways.get(id).into_iter().flat_map(|w| &w.0).map(|p| [p.x, p.y]));
        let end = v2(at.front.x, at.front.y);
        if path.last().is_none_or(|p| v2(p[0], p[1]).dist(end) > NEAR) {
            path.push([end.x, end.y]);
        }
        let leaves = is.fate == Fate::Left;
        all.push(Ghost {
            piece: was.code.to_string(),
            at: spot(&at),
            width: at.width,
            depth: at.depth,
            path,
            legal: true,
            note: if leaves { "leaves the table".into() } else { String::new() },
        });
        if leaves {
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
                note: "not in this turn; repeat the order to go on".into(),
            });
        }
    }
    all
}

type Ways = BTreeMap<UnitId, (Vec<V2>, Option<Base>)>;

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
        dice: BattleDice::Seeded(Seeded::from_number(0)),
        log: Log::On(Vec::new()),
        now: None,
        pending: None,
        sightings: Sightings::default(),
        film: None,
        recorder: None,
    };
    t.begin_turn(orders.iter().map(|(u, c)| (*u, (c.order.clone(), c.clone()))).collect());
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
            EventKind::Moved { unit, to, .. } => ways.entry(*unit).or_default().0.push(v2(to.x, to.y)),
            EventKind::LeftTable { unit, .. } => {
                let base = t.field[*unit].base;
                ways.entry(*unit).or_default().1 = Some(base);
            }
            _ => {}
        }
    }
    for w in ways.values_mut() {
        thin(&mut w.0);
    }
    (t.field, ways)
}

/// Leaves out points on a straight way.
fn thin(way: &mut Vec<V2>) {
    let mut out: Vec<V2> = Vec::with_capacity(way.len());
    for p in way.drain(..) {
        if out.last().is_some_and(|q| q.dist(p) <= 1e-6) {
            continue;
        }
        if let [.., a, b] = out[..] {
            let (x, y) = (b - a, p - b);
            if x.cross(y).abs() <= 1e-6 * x.len() * y.len() && x.dot(y) > 0.0 {
                out.pop();
            }
        }
        out.push(p);
    }
    *way = out;
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
                    u.base = stance::wheeled(&start, degrees * f64::from(i) / n);
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
