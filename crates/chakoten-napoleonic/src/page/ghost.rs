//! Where the units of a sheet will be at the end of the turn if no enemy interferes: the turn itself is run on a copy of the table on which
//! no enemy stands, so that nothing unseen can show. Enemies in sight are then thought to stay where they are: whoever comes upon one goes
//! no further.

use super::{as_known, spot};
use crate::check::Checked;
use crate::event::EventKind;
use crate::field::{Field, StaffFate};
use crate::order::{Order, StaffMove};
use crate::say;
use crate::troop::State;
use crate::turn::{Noticed, Sheets, Table};
use crate::unit::{Fate, UnitId};
use crate::view::Known;
use clock::{Traced, come_upon, corners};
use desk::board::Ghost;
use std::collections::BTreeMap;
use table::{Base, Rect, v2};
use umpire::{BattleDice, Log};
use words::Message;

/// A way shorter than this is none.
const NEAR: f64 = 0.05;

/// The ghosts of a sheet of judged orders and of moves of staff figures.
pub(super) fn ghosts(
    f: &Field,
    known: &Known,
    orders: &BTreeMap<UnitId, Checked>,
    staff: &[StaffMove],
) -> Vec<Ghost> {
    let moving = |c: &Checked| !c.order.legs.is_empty();
    if !orders.values().any(moving) && staff.is_empty() {
        return Vec::new();
    }
    let (after, mut ways) = run(f, known, orders, staff);
    let seen: Vec<Rect> = f
        .enemies(known.side)
        .filter(|e| known.sees(e.id) && e.inside.is_none())
        .map(|e| e.base.rect())
        .collect();
    let mut all = Vec::new();
    for (id, _) in orders.iter().filter(|x| moving(x.1)) {
        let (was, is) = (&f[*id], &after[*id]);
        let way = ways.remove(id).unwrap_or_default();
        let met = come_upon(&is.base, &way.legs, &seen);
        let at = met.map(|m| m.1).or(way.end).unwrap_or(is.base);
        let mut path = vec![[was.base.front.x, was.base.front.y]];
        let gone = met.map_or(way.legs.len(), |m| m.0);
        path.extend(corners(&way.legs[..gone]).iter().map(|p| [p.x, p.y]));
        if path.last().is_none_or(|p| v2(p[0], p[1]).dist(at.front) > NEAR) {
            path.push([at.front.x, at.front.y]);
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
    }
    for m in staff {
        let Some(s) = f.staff_by_code(&m.who) else { continue };
        let (was, at) = (f[s].base(), after[s].base());
        all.push(Ghost {
            piece: m.who.clone(),
            at: spot(at),
            width: at.width,
            depth: at.depth,
            path: vec![[was.front.x, was.front.y], [at.front.x, at.front.y]],
            legal: true,
            note: m.join.as_ref().map(|whom| say!("rides-to", whom)).unwrap_or_default(),
        });
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

/// Runs the turn without the enemy. Dice fall as they may: nothing that is shown hangs on them.
fn run(
    f: &Field,
    known: &Known,
    orders: &BTreeMap<UnitId, Checked>,
    staff: &[StaffMove],
) -> (Field, BTreeMap<UnitId, Way>) {
    let mut field = as_known(f, known);
    for u in &mut field.units {
        if u.side != known.side {
            u.fate = Fate::Awaited;
        }
        // Nobody retires or flees on the sheet.
        if u.state >= State::Disorder && !orders.contains_key(&u.id) {
            u.state = State::Light3;
        }
    }
    // Whoever is to come is not on the sheet, and everybody obeys.
    field.arrivals.clear();
    for s in &mut field.staff {
        if s.side != known.side {
            s.fate = StaffFate::Awaited;
        }
    }
    let mut t = Table {
        field,
        dice: BattleDice::from_number(0),
        log: Log::On(Vec::new()),
        now: None,
        pending: None,
        umpire: false,
        said: Default::default(),
        noticed: Noticed::default(),
    };
    let marches = |o: &Order| Order { legs: o.legs.clone(), ..Order::default() };
    t.begin_turn(Sheets {
        orders: orders.iter().map(|(u, c)| (*u, marches(&c.order))).collect(),
        staff: staff.iter().map(|m| (known.side, m.clone())).collect(),
        ..Sheets::default()
    });
    t.run_on();
    // Whatever is asked takes its default.
    for _ in 0..1000 {
        if t.pending.is_none() {
            break;
        }
        t.resume();
    }
    let mut ways: BTreeMap<UnitId, Way> = BTreeMap::new();
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
