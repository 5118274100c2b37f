//! Tactical moves. [`plan`] says whether an order is lawful and where it leads, [`carry_out`] does it.
//!
//! Every kind of move becomes a way: a short list of rigid stages for everyone who moves. The chapters then look at that
//! one way: how far it may go ([`rate`]), what lies in it (`sweep`, `pass`), whom it meets (`meet`, [`lineup`]), whose
//! zone it enters (`zone`), which rivers it crosses (`river`).
//!
//! ```
//! use bbdba_acw::{Manner, MoveOrder, Step, Troop, drill::Drill, moves};
//! let mut d = Drill::new();
//! let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
//! let f = d.field();
//! let order = |p| MoveOrder {
//!     elements: vec![a], how: Manner::Group(vec![Step::Advance(p)]), dismount: false, with: vec![], against: None,
//! };
//! assert_eq!(moves::plan(&f, &order(200.0)).unwrap().paces, 200.0);
//! assert!(moves::plan(&f, &order(201.0)).unwrap_err().to_string().starts_with("dba.4"));
//! ```

mod again;
mod breakoff;
mod column;
mod group;
pub mod lineup;
mod meet;
mod offers;
mod pass;
mod phase;
mod points;
mod rate;
mod river;
mod road;
mod shape;
mod shorter;
mod single;
mod sweep;
mod way;
mod zone;

pub use offers::{offers, planned};
pub use phase::{begin_phase, end_of_phase};
pub use points::cost;
pub(crate) use river::turns_in_a_bed;
pub(crate) use shape::{alike, check_group, front_corners, hang_together, is_column};
pub use shape::{column_link, groups};
pub(crate) use shorter::with_what_could_be;

use crate::event::{Event, EventKind, Why};
use crate::field::{ElementId, Field, Side};
use crate::order::{Manner, MoveOrder};
use crate::troop::Troop;
use crate::{book, clause, say};
use meet::Meeting;
use smallvec::SmallVec;
use table::{Base, EPS, V2};
use umpire::{BattleDice, Clause, Grounds, Log, Refusal};
use way::{Around, Way};
use words::Message;

/// A lawful move, ready to be carried out.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Movement points it takes.
    pub cost: u8,
    /// Paces it covers, up to the first touch.
    pub paces: f64,
    /// Where everyone ends, if the dice for a river do not interfere.
    pub ends: Vec<(ElementId, Base)>,
    /// Does it end in contact with an enemy or his camp?
    pub contacts: bool,
    /// The enemy from whom it breaks off; if he is cavalry he follows at once (impetuous.1).
    pub leaves: Option<ElementId>,
    /// What makes it lawful besides the points and the kind of move that it is.
    pub by: Grounds,
    side: Side,
    command: u8,
    dismount: bool,
    clause: Clause,
    why: Why,
    meeting: Meeting,
    entries: Vec<river::Entry>,
    way: Way,
}

impl Plan {
    /// The way of the middle of somebody's front, from where it stands to where it ends.
    pub fn track(&self, id: ElementId) -> Vec<V2> {
        let Some(i) = self.way.who.iter().position(|w| *w == id) else { return Vec::new() };
        let mut out: Vec<V2> = (0..=self.way.stages()).map(|k| self.way.after(k)[i].front).collect();
        out.extend(self.ends.get(i).map(|(_, b)| b.front));
        out.dedup_by(|a, b| a.dist(*b) < 0.5);
        out
    }
}

/// Is the order lawful now, and where does it lead? Changes nothing.
pub fn plan(f: &Field, order: &MoveOrder) -> Result<Plan, Refusal> {
    let mut by = Grounds::default();
    let command = points::may_order(f, order, &mut by)?;
    let cost = points::check(f, order, command)?;
    let ids = &order.elements;
    if ids.len() > 1 && cost == 1 {
        // Its best placed element is enough.
        by.add(clause!("dba.11"));
    }
    let (mut way, clause) = match &order.how {
        Manner::Legs(legs) => match ids[..] {
            [id] => (single::way(f, id, legs)?, clause!("dba.5")),
            _ => {
                return Err(Refusal::by(clause!("dba.6"), say!("legs-single-element-group")));
            }
        },
        // A column wheels by following its leader, whatever it is called.
        Manner::Group(steps) if column::wheels(f, ids, steps) => {
            (column::way(f, &column::leader_first(f, ids), &order.with, steps)?, clause!("dba.7"))
        }
        Manner::Group(steps) => (group::way(f, ids, &order.with, steps)?, clause!("move.5")),
        Manner::Column(steps) => (column::way(f, ids, &order.with, steps)?, clause!("dba.7")),
        Manner::FormColumn(steps) => (column::form(f, ids, steps)?, clause!("dba.7")),
        Manner::Road(paces) => (road::way(f, ids, &order.with, *paces)?, clause!("dba.50")),
        Manner::BreakOff => match ids[..] {
            [id] => (breakoff::way(f, id)?, clause!("breakoff.1")),
            _ => return Err(Refusal::by(clause!("breakoff.1"), say!("only-single-element-breaks"))),
        },
    };
    let forms = matches!(order.how, Manner::FormColumn(_));
    let along_road = matches!(order.how, Manner::Road(_));
    by.join(std::mem::take(&mut way.by));
    let around = Around::of(f, &way);
    let meeting = match order.how {
        Manner::BreakOff => {
            breakoff::check(f, &way)?;
            Meeting::None
        }
        // It has been tried element by element.
        Manner::FormColumn(_) => Meeting::None,
        _ => meet::meet(f, &mut way, &around, order.against, &mut by)?,
    };
    if way.length() <= EPS
        && !order.dismount
        && (meeting.is_none() || matches!(meeting, Meeting::Lawful))
        && still(&way)
    {
        return Err(Refusal::form(say!("move-goes-nowhere")));
    }
    if !forms {
        let allowed = allowance(f, &way, order, along_road, &mut by)?;
        // Into contact it needs the distance only up to the first touch (dba.14).
        let reaches =
            || matches!(meeting, Meeting::Lawful) && meet::touches_within(f, &way, &around, allowed);
        if way.length() > allowed + EPS && !reaches() {
            return Err(Refusal::by(
                clause!("dba.4"),
                say!(
                    "may-go-no-further",
                    who = names(ids),
                    allowed = words::whole(allowed),
                    length = words::tenths(way.length())
                ),
            ));
        }
        sweep::check_way(f, &way, &around, &mut by)?;
    }
    again::check(f, &way, along_road, &mut by)?;
    let ends: Vec<Base> = match &meeting {
        Meeting::LinesUp(bases, _) => bases.clone(),
        _ => way.end().to_vec(),
    };
    if !matches!(meeting, Meeting::LinesUp(..)) {
        sweep::check_place(f, &way, &around, &ends)?;
    }
    let mut entries = Vec::new();
    if !along_road && !f.terrain.rivers.is_empty() {
        river::check_facing(f, &way)?;
        if let Meeting::LinesUp(bases, _) = &meeting {
            river::check_lining_up(f, &way, &around, bases)?;
        }
        entries = river::entries(f, &way);
        river::check_known(f, &way, &entries)?;
        if !entries.is_empty() {
            by.add(clause!("river.3"));
        }
    }
    if order.how != Manner::BreakOff {
        let fights: &[(ElementId, Base)] = match &meeting {
            Meeting::FoeTurns(turn) => turn,
            _ => &[],
        };
        zone::check(f, &way, &around, &ends, fights, &mut by)?;
    }
    let mut ends: Vec<(ElementId, Base)> = way.who.iter().copied().zip(ends).collect();
    if order.dismount {
        for (id, b) in &mut ends {
            if f[*id].troop == Troop::Cavalry {
                b.depth = Troop::Dismounted.stats().depth;
            }
        }
        // A bent column may come apart at the bend when its bases become shorter.
        let bases: Vec<Base> = ends.iter().map(|(_, b)| *b).collect();
        sweep::check_place(f, &way, &around, &bases)?;
    }
    Ok(Plan {
        cost,
        paces: way.length(),
        ends,
        contacts: !meeting.is_none(),
        leaves: if order.how == Manner::BreakOff { f.front_opponent(ids[0]) } else { None },
        by,
        side: f.active,
        command,
        dismount: order.dismount,
        clause,
        why: if order.how == Manner::BreakOff { Why::BreaksOff } else { Why::Moves },
        meeting,
        entries,
        way,
    })
}

fn still(way: &Way) -> bool {
    way.start()
        .iter()
        .zip(way.end())
        .all(|(a, b)| a.front.dist(b.front) <= EPS && a.dir.dot(b.dir) > 1.0 - 1e-9)
}

fn names(ids: &[ElementId]) -> Message {
    match ids {
        [one] => Message::from(*one),
        [first, .., last] => say!("the-group-to", first, last),
        [] => Message::default(),
    }
}

/// How far the move may go (dba.4).
fn allowance(
    f: &Field,
    way: &Way,
    order: &MoveOrder,
    along_road: bool,
    by: &mut Grounds,
) -> Result<f64, Refusal> {
    if along_road {
        let rate = |t: Troop| {
            let r = t.stats().move_road;
            if order.dismount { r.min(Troop::Dismounted.stats().move_road) } else { r }
        };
        return Ok(order.elements.iter().map(|id| rate(f[*id].troop)).fold(f64::INFINITY, f64::min));
    }
    let wide = match order.how {
        Manner::Group(_) => order.elements.len() > 1 && !shape::one_wide(f, &order.elements),
        _ => false,
    };
    rate::allowance(f, way, order.dismount, wide, by)
}

/// For narrowing to a column: one element's way with everything that a move without contact must fulfil; then it stands
/// there.
pub(crate) fn try_leg_by_leg(f: &mut Field, way: &mut Way) -> Result<(), Refusal> {
    let around = Around::of(f, way);
    let mut by = std::mem::take(&mut way.by);
    if !meet::meet(f, way, &around, None, &mut by)?.is_none() {
        return Err(Refusal::by(clause!("dba.7"), say!("group-narrows-column-not")));
    }
    let allowed = rate::allowance(f, way, false, false, &mut by)?;
    if way.length() > allowed + EPS {
        return Err(Refusal::by(
            clause!("dba.4"),
            say!(
                "may-go-no-further",
                who = way.who[0],
                allowed = words::whole(allowed),
                length = words::tenths(way.length())
            ),
        ));
    }
    sweep::check_way(f, way, &around, &mut by)?;
    sweep::check_place(f, way, &around, way.end())?;
    zone::check(f, way, &around, way.end(), &[], &mut by)?;
    if !f.terrain.rivers.is_empty() && !river::entries(f, way).is_empty() {
        return Err(Refusal::by(clause!("dba.7"), say!("group-narrows-column-not-enter")));
    }
    drop(around);
    way.by = by;
    let (id, to) = (way.who[0], way.end()[0]);
    f.set(id, to);
    Ok(())
}

/// Makes the move: spends the points, rolls for rivers, places everyone, lines up, and notes the contacts.
pub fn carry_out(f: &mut Field, plan: Plan, dice: &mut BattleDice, log: &mut Log<Event>) {
    let Plan { cost, way, side, command, meeting, .. } = &plan;
    let left = {
        let c = &mut f.army_mut(*side).commands[usize::from(*command)];
        c.points = c.points.saturating_sub(*cost);
        c.points
    };
    let by = if *cost > 1 { clause!("command.1") } else { clause!("move.2") };
    log.push(|| {
        let mut grounds = plan.by.clone();
        if let Some(rule) = (*cost > 1).then(|| points::out_of_sight(f, &way.who)).flatten() {
            grounds.add(rule);
        }
        Event::new(
            by,
            EventKind::Spends {
                side: *side,
                command: *command,
                points: *cost,
                left,
                elements: way.who.clone(),
                paces: plan.paces,
                by: grounds,
            },
        )
    });
    let stops = if plan.entries.is_empty() { None } else { river::roll(f, way, &plan.entries, dice, log) };
    let cut = stops.is_some();
    let ends: Vec<Base> = match &stops {
        Some(stops) => settle(f, way, stops),
        None => way.end().to_vec(),
    };
    rout_commanders(f, way, &ends, log);
    for (i, id) in way.who.iter().enumerate() {
        if f[*id].base != ends[i] {
            f.go(*id, ends[i], plan.why, plan.clause, log);
        }
    }
    if !cut {
        match meeting {
            Meeting::LinesUp(bases, by) => {
                for (i, id) in way.who.iter().enumerate() {
                    if f[*id].base != bases[i] {
                        f.go(*id, bases[i], Why::LinesUp, *by, log);
                    }
                }
            }
            Meeting::FoeTurns(turn) => {
                for (foe, to) in turn {
                    f.go(*foe, *to, Why::TurnsToFace, clause!("contact.4"), log);
                }
            }
            Meeting::Short(no) => {
                let (element, paces) = (way.who[0], plan.paces);
                let by = no.clause.unwrap_or(plan.clause);
                log.push(|| Event::new(by, EventKind::StopsShort { element, paces, why: no.reason.clone() }));
            }
            Meeting::None | Meeting::Lawful => {}
        }
    }
    for id in &way.who {
        if plan.dismount && f[*id].troop == Troop::Cavalry {
            let depth = Troop::Dismounted.stats().depth;
            let mut b = f[*id].base;
            b.depth = depth;
            f.set(*id, b);
            let e = &mut f[*id];
            e.troop = Troop::Dismounted;
            e.dismounted_this_turn = true;
            log.push(|| Event::new(clause!("troops.3"), EventKind::Dismounts { element: *id }));
        }
        f[*id].moves = f[*id].moves.saturating_add(1);
    }
    for id in &way.who {
        let to = f[*id].base;
        crate::outcome::make_way(f, *id, &to, log);
        if let Meeting::FoeTurns(turn) = meeting {
            for (foe, to) in turn.iter().filter(|_| !cut) {
                crate::outcome::make_way(f, *foe, to, log);
            }
        }
    }
    f.refresh();
    for id in &way.who {
        f.note_contacts(*id);
    }
}

/// Enemy commanders under the way flee before the movement goes on (dba.57).
fn rout_commanders(f: &mut Field, way: &Way, ends: &[Base], log: &mut Log<Event>) {
    let t = book::data().touch;
    let foe = way.who[0].side().other();
    let under = f.near_of(foe, way.bounds(), t).filter(|e| e.is_commander());
    let mut there: SmallVec<[ElementId; 4]> = under.map(|e| e.id).collect();
    there.sort_unstable_by_key(|id| f[*id].command);
    for id in there {
        let mut by: Option<V2> = None;
        let r = f[id].rect().grown(t);
        'found: for k in 0..way.stages() {
            for (i, end) in ends.iter().enumerate() {
                // Nobody goes further than where the dice let him.
                let stopped = end.front.dist(way.start()[i].front) + EPS;
                let a = &way.after(k)[i];
                if a.front.dist(way.start()[i].front) <= stopped && way.enters(k, i, &r, 0.0) {
                    by = Some(a.centre());
                    break 'found;
                }
            }
        }
        if let Some(from) = by {
            crate::outcome::ride_down(f, id, from, log);
        }
    }
}

/// Where everyone stands who has to stop at a moment of the way. Those who stop first stay; others come no further than
/// where they are free of them.
fn settle(f: &Field, way: &Way, stops: &[f64]) -> Vec<Base> {
    let t = book::data().touch;
    let mut order: Vec<usize> = (0..way.n()).collect();
    order.sort_by(|a, b| stops[*a].total_cmp(&stops[*b]).then(a.cmp(b)));
    let mut out: Vec<Option<Base>> = vec![None; way.n()];
    for i in order {
        let free = |b: &Base, out: &[Option<Base>]| {
            sweep::barred(f, b, |o| way.includes(o)).is_none()
                && out.iter().flatten().all(|o| o.rect().penetration(&b.rect()) <= t || column_link(o, b))
        };
        let mut paces = way.paces_at(stops[i]);
        let mut b = way.base(i, stops[i]);
        while !free(&b, &out) && paces > 0.0 {
            paces = (paces - 5.0).max(0.0);
            b = way.base(i, way.time_at(paces));
        }
        out[i] = Some(b);
    }
    out.into_iter().zip(way.start()).map(|(b, start)| b.unwrap_or(*start)).collect()
}
