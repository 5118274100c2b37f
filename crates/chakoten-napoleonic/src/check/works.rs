//! Orders to work (chapter 19): who may, at what, and under whom.

use super::{Named, Walk};
use crate::book::orders::SPELLS;
use crate::book::stand::BASE_CONTACT;
use crate::book::works::{Digging, Work};
use crate::field::{Field, Post, Staff};
use crate::order::{Method, MinePart, WorkOrder};
use crate::troop::{Arm, Cover};
use crate::unit::{Side, Unit};
use crate::works::Footing;
use crate::works::labour::SPELL;
use crate::works::task::{Idle, Leaders, Party, Task};
use crate::{clause, rule, say};
use smallvec::SmallVec;
use table::EPS;
use umpire::{Refusal, allow};

/// A work of table XX by its id, the name of its row, or the slip's abbreviation (orders.6).
pub fn work_named(name: &str) -> Option<Work> {
    if name.eq_ignore_ascii_case("BAR") || name.eq_ignore_ascii_case("HDR") {
        return Some(Work::Abatis);
    }
    Work::named(&name.to_ascii_lowercase())
        .or_else(|| Work::ALL.into_iter().find(|w| w.row().name.eq_ignore_ascii_case(name)))
}

/// The figures of a unit as they work (19.01.2).
pub fn party(u: &Unit) -> Party {
    let n = u32::from(u.figures);
    let mut p = Party::default();
    if u.arm == Arm::Artillery {
        p.gunners = n;
    } else if u.troops.miners {
        p.miners = n;
    } else if u.troops.pioneers {
        p.pioneers = n;
    } else {
        p.others = n;
    }
    p
}

/// The officers of a unit, and the NCOs of pioneers and gunners: one for every 50 figures.
pub fn own_leaders(u: &Unit) -> Leaders {
    let own = u32::from(u.figures).div_ceil(50);
    let mut l = Leaders { officers: own, ..Leaders::default() };
    if u.arm == Arm::Artillery {
        l.artillery_ncos = own;
    } else if u.troops.pioneers || u.troops.miners {
        l.pioneer_ncos = own;
    }
    l
}

/// Is a staff figure in base contact with a unit, or with an own unit beside it?
pub fn leads_at(f: &Field, s: &Staff, u: &Unit) -> bool {
    let near = |o: &Unit| s.with == Some(o.id) || f.gap_to(o, &s.base().rect()) <= BASE_CONTACT + EPS;
    let own = s.side == u.side && s.present();
    own && f.side(u.side).any(|o| (o.id == u.id || f.in_contact(o, u)) && near(o))
}

/// Counts a staff figure among those who lead, if he is a specialist.
pub fn add_leader(l: &mut Leaders, post: Post) {
    match post {
        Post::EngineerOfficer => l.engineer_officers += 1,
        Post::ArtilleryOfficer => l.artillery_officers += 1,
        Post::PioneerNco => l.pioneer_ncos += 1,
        Post::Commander | Post::Courier => {}
    }
}

/// Those who lead at a unit: its own officers, the NCOs of pioneers and gunners, and staff figures in base contact with it or with an
/// own unit beside it.
pub fn leaders(f: &Field, u: &Unit) -> Leaders {
    let mut l = own_leaders(u);
    f.staff.iter().filter(|s| leads_at(f, s, u)).for_each(|s| add_leader(&mut l, s.post));
    l
}

pub(super) fn work(w: &mut Walk<'_>, o: &WorkOrder) -> Result<SmallVec<[Named; 2]>, Refusal> {
    let u = w.case.u;
    let unit = &u.code;
    allow(u.arm != Arm::Train, clause!("19.04.3.a"), || say!("check-train-works-not", unit))?;
    allow(u.state.intact(), clause!("play.work"), || say!("check-u-works-not", unit))?;
    let (turns, spells) = (SPELL, SPELLS);
    match u.record.labour.may_work(w.case.f.working_turn(w.case.f.turn + 1).0) {
        // Who was relieved at his rest takes it (19.04.5.b).
        Err(r) if r.clause != Some(rule!("19.01.3.b")) => return Err(r),
        fresh => {
            allow(fresh.is_ok(), clause!("19.01.3.b"), || say!("check-worked-enough", unit, turns, spells))?
        }
    }
    w.by.add(clause!("19.01.1"));
    let mut found = SmallVec::new();
    match o {
        WorkOrder::Build { work, from, to } => {
            w.case.place(*from)?;
            w.case.place(*to)?;
            let work = work_named(work)
                .ok_or_else(|| Refusal::by(clause!("19.04.1"), say!("check-no-such-work", name = work)))?;
            task(w, Task::Build { work })?;
        }
        WorkOrder::Mine { at, charges, part } => {
            w.case.place(*at)?;
            mine(w, *part, *charges)?;
        }
        // Where works lie that are under way, play knows.
        WorkOrder::GoOn { .. } => {}
        WorkOrder::Level { object: name } => {
            let n = object(w, name)?;
            let work = earthwork(w.case.f, n);
            let work = work.ok_or_else(|| Refusal::by(clause!("19.12.4"), say!("check-no-object", name)))?;
            task(w, Task::Level { work })?;
            found.push(n);
        }
        WorkOrder::Destroy { object: name, method } => {
            let n = object(w, name)?;
            if earthwork(w.case.f, n).is_some() && *method == Method::Blast {
                let why = say!("check-mines-blow-earthworks", name);
                return Err(Refusal::by(clause!("19.12.5"), why));
            }
            let object = n
                .thing()
                .and_then(|t| w.case.f.destroyed_as(t, *method))
                .ok_or_else(|| Refusal::by(clause!("19.05.1"), say!("check-not-destroyed", name)))?;
            task(w, Task::Destroy { object, method: *method })?;
            found.push(n);
        }
        WorkOrder::Fire { object: name } => {
            // A mine lies under the ground and on no map.
            let own = |m: &crate::terrain::Gallery| m.name == *name && m.side == u.side;
            if w.case.f.terrain.mines.iter().any(own) {
                w.by.add(clause!("19.08.6.a"));
            } else {
                found.push(object(w, name)?);
            }
        }
        WorkOrder::PutOut { object: name } => found.push(object(w, name)?),
        WorkOrder::Strengthen { building } => found.push(strengthen(w, building)?),
        WorkOrder::Charges => {
            let loads = u.battery.as_ref().is_some_and(|b| b.loads >= 2);
            allow(loads, clause!("19.07.2"), || say!("check-no-loads", unit))?;
        }
    }
    Ok(found)
}

/// Are there figures and leaders enough with the unit (19.04.2, 19.04.3)?
fn task(w: &mut Walk<'_>, task: Task) -> Result<(), Refusal> {
    let u = w.case.u;
    let unit = &u.code;
    let terms = task.terms()?;
    let mut r = Footing::default();
    match terms.crew(&party(u), &leaders(w.case.f, u), &mut r) {
        Ok(_) => {}
        Err(Idle::TooFew) => {
            let barred = terms.strict.is_some() && party(u).others > 0;
            let by = if barred { clause!("19.05.3") } else { clause!("19.04.3.a") };
            return Err(Refusal::by(by, say!("check-too-few-workers", unit, task)));
        }
        Err(Idle::NoLeader) => {
            let by = terms.strict.unwrap_or(terms.led);
            return Err(Refusal::by(by, say!("check-nobody-leads", unit, task)));
        }
    }
    w.by.join(r.0);
    w.work = Some(task);
    Ok(())
}

fn mine(w: &mut Walk<'_>, part: MinePart, charges: f64) -> Result<(), Refusal> {
    let load = part == MinePart::Load;
    let makes_sense = if load { charges > 0.0 && charges <= 1000.0 } else { charges == 0.0 };
    allow(makes_sense, clause!("19.08.5"), || say!("check-mine-charges"))?;
    let digging = match part {
        MinePart::Shaft => Some(Digging::Shaft),
        MinePart::Gallery => Some(Digging::Gallery),
        MinePart::Chamber => Some(Digging::Chamber),
        MinePart::Load => None,
    };
    let led = match digging {
        Some(digging) => {
            let task = Task::Dig { digging };
            w.work = Some(task);
            task.terms()?.led
        }
        None => clause!("19.07.1"),
    };
    // Miners and helpers are units of their own: whose officer leads all of them is seen at the place.
    allow(engineers(w.case.f, w.case.u.side), led, || say!("check-mine-led"))?;
    w.by.add(led);
    Ok(())
}

fn engineers(f: &Field, side: Side) -> bool {
    let leads = |p: Post| matches!(p, Post::EngineerOfficer | Post::ArtilleryOfficer);
    f.staff.iter().any(|s| s.side == side && s.present() && leads(s.post))
}

fn object(w: &Walk<'_>, name: &str) -> Result<Named, Refusal> {
    Named::ground(w.case.f, w.case.known, name).ok_or_else(|| Refusal::form(say!("check-no-object", name)))
}

/// The earthwork that a linear object is, by the row of table VI that the scenario or the builders gave it.
fn earthwork(f: &Field, n: Named) -> Option<Work> {
    let Named::Line(i) = n else { return None };
    let feature = f.lines.get(usize::from(i))?.kind;
    Work::ALL.into_iter().find(|w| w.earthwork() && w.feature() == Some(feature))
}

fn strengthen(w: &mut Walk<'_>, name: &str) -> Result<Named, Refusal> {
    let Some(b) = w.case.f.ground.building(name) else {
        return Err(Refusal::form(say!("check-no-building", name)));
    };
    let house = &w.case.f.ground.buildings[usize::from(b)];
    let second = house.strong && house.cover == Cover::II;
    allow(second, clause!("17.02.4"), || say!("check-strengthen", name))?;
    task(w, Task::Strengthen { capacity: u32::from(house.capacity) })?;
    Ok(Named::Building(b))
}
