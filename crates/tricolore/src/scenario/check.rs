//! Can everybody stand where the scenario puts him, and are the forces organised as the book wants them?

use super::army::Raised;
use crate::book::terrain::Class;
use crate::command::{CommandKind, Level};
use crate::field::Field;
use crate::footprint::Rects;
use crate::ground::ZoneId;
use crate::orders::OrderKind;
use crate::troop::{Arm, Formation};
use crate::unit::{Fate, Side, Unit};
use crate::{clause, forming, reading, say, terrain, town};
use muster::{Mistake, Placed, Sheet};
use umpire::Clause;

/// Bases of other arms for one of support artillery (reserve-guns.2).
const BASES_A_GUN: u16 = 2;

pub(super) fn standing(s: &mut Sheet, f: &mut Field, r: &Raised) {
    let size = [f.ground.width, f.ground.depth];
    let outside =
        |u: &Unit| u.present() && r.placed[u.id.index()] && !matches!(u.formation, Formation::InTown { .. });
    for u in &f.units {
        let at = r.unit_at[u.id.index()].clone();
        if let Err(no) = forming::may_form(&f.sheet, &u.troop, u.bases.now, u.formation) {
            let wrong = Mistake::new(at.clone(), say!("cannot-stand-so", code = &*u.code)).right(no.reason);
            s.push(match no.clause {
                Some(by) => wrong.by(by),
                None => wrong,
            });
        }
        if !outside(u) {
            continue;
        }
        let placed = Placed { code: &u.code, base: u.base, due: 0, at: at.clone() };
        if s.under(|| clause!("play.scenario-states"), |s| s.stands_on_table(size, &placed)) {
            ground(s, f, u, at);
        }
    }
    let placed: Vec<Placed<'_>> = f
        .units
        .iter()
        .filter(|u| outside(u))
        .map(|u| Placed { code: &u.code, base: u.base, due: 0, at: r.unit_at[u.id.index()].clone() })
        .collect();
    s.under(|| clause!("play.scenario-states"), |s| s.stand_apart(&placed));
    for o in f.officers.iter().filter(|o| o.present()) {
        if !f.ground.holds(o.at) {
            let wrong =
                Mistake::new(r.officer_at[o.id.index()].clone(), say!("officer-off-table", code = &*o.code));
            s.push(wrong.right(say!("right-officer-place")).by(clause!("play.setup")));
        }
    }
    towns(s, f, r);
    redoubts(s, f, r);
    // Who is put down wrongly is not complained of twice.
    if s.is_clean() {
        radius(s, f, r);
    }
}

/// Nobody stands where his arm cannot be, in a river or in the houses of a town.
fn ground(s: &mut Sheet, f: &Field, u: &Unit, at: std::ops::Range<usize>) {
    let rects: Rects = f.rects(u);
    let class = Class::of(u.troop.arm, u.skirmishing());
    let front = f.front(u);
    let deep = f.tolerance().max(table::EPS);
    let road = terrain::on_road(f, u.formation, &front);
    let mut wrong = |name: &str, by: Clause| {
        let m = Mistake::new(at.clone(), say!("stands-where-it-cannot", code = &*u.code, name));
        s.push(m.right(say!("put-elsewhere")).by(by));
    };
    for p in &f.ground.patches {
        let on = p.area.pieces().iter().any(|x| rects.iter().any(|r| x.penetration(r) > deep));
        if on && !road && terrain::impassable(f, p.kind, class) {
            wrong(&p.name, clause!("terrain.2"));
        }
    }
    for l in &f.ground.lines {
        let in_it =
            |(p, q)| rects.iter().any(|r: &table::Rect| r.clip(p, q).is_some_and(|(s, e)| (e - s) > 1e-6));
        let bridge = f.bridges.iter().any(|b| b.bridge.rect.penetration(&front.rect()) > deep);
        if terrain::uncrossable(f, l.kind, class) && !bridge && l.path.segments().any(in_it) {
            wrong(&l.name, clause!("terrain.3"));
        }
    }
    for z in &f.ground.zones {
        let on = rects.iter().any(|r| z.rect.penetration(r) > deep);
        let assembled = u.formation.zone().is_some();
        if on && !road && !assembled {
            wrong(&z.name, clause!("town.4"));
        }
    }
}

/// No more bases in a town zone than it holds; one unit of a side may stand partly in it.
fn towns(s: &mut Sheet, f: &mut Field, r: &Raised) {
    for z in 0..f.ground.zones.len() {
        let zone = ZoneId(z as u16);
        let capacity = u16::from(f.ground[zone].capacity);
        for side in Side::BOTH {
            let inside: Vec<_> = town::inside(f, zone).filter(|u| u.side == side).map(|u| u.id).collect();
            let mut taken = 0u16;
            for id in &inside {
                let bases = u16::from(f[*id].bases.now);
                let room = capacity.saturating_sub(taken);
                taken += bases;
                if bases <= room {
                    continue;
                }
                if room > 0 {
                    f.units[id.index()].outside = (bases - room) as u8;
                    continue;
                }
                let (code, name) = (&*f[*id].code, f.ground[zone].name.as_str());
                let wrong = Mistake::new(r.unit_at[id.index()].clone(), say!("town-too-full", code, name));
                s.push(wrong.right(say!("right-town-room", capacity)).by(clause!("play.scenario-states")));
            }
        }
        if town::fight(f, zone) && f.zones[z].fight.is_none() {
            // Who attacks: the side with fewer bases (play.scenario-states).
            let of = |side| {
                town::inside(f, zone).filter(|u| u.side == side).map(|u| u16::from(u.bases.now)).sum::<u16>()
            };
            let fewer = if of(Side::B) < of(Side::A) { Side::B } else { Side::A };
            f.zones[z].fight = Some(fewer);
        } else if !town::fight(f, zone) {
            f.zones[z].fight = None;
        }
        if let (town::Held::By(side), _) = town::held(f, zone) {
            f.zones[z].holder = Some(side);
        }
    }
}

/// Units in a redoubt stand inside it, and find room (redoubt.2).
fn redoubts(s: &mut Sheet, f: &Field, r: &Raised) {
    for (i, work) in f.ground.redoubts.iter().enumerate() {
        let inside = || f.present().filter(|u| u.redoubt.is_some_and(|x| x.index() == i));
        for u in inside() {
            let holds = f.front(u).corners().iter().all(|c| work.base.rect().contains(*c, 1.0));
            if !holds && u.troop.arm == Arm::Artillery {
                let (code, name) = (&*u.code, work.name.as_str());
                let wrong = Mistake::new(r.unit_at[u.id.index()].clone(), say!("not-in-redoubt", code, name));
                s.push(wrong.right(say!("right-in-redoubt")).by(clause!("redoubt.2")));
            }
        }
        let bases = |guns: bool| -> u16 {
            let of = inside().filter(|u| (u.troop.arm == Arm::Artillery) == guns);
            of.map(|u| u16::from(u.bases.now)).sum()
        };
        for (has, room) in [(bases(true), work.guns), (bases(false), work.infantry)] {
            if has > u16::from(room) {
                let at = inside().last().map(|u| r.unit_at[u.id.index()].clone());
                let wrong = Mistake::new(at, say!("redoubt-too-full", name = work.name.as_str(), has));
                s.push(wrong.right(say!("at-most", most = room)).by(clause!("redoubt.2")));
            }
        }
    }
}

/// Every unit within its officer's radius (play.setup).
fn radius(s: &mut Sheet, f: &Field, r: &Raised) {
    for u in f.present().filter(|u| r.placed[u.id.index()]) {
        let superior = match u.command {
            Some(c) if f[c].kind == CommandKind::Troops => Some(f[c].officer),
            None if u.troop.arm == Arm::Artillery => f[u.body].officer,
            _ => None,
        };
        let Some(o) = superior.map(|o| &f[o]) else { continue };
        if o.present() && !f.in_radius(o, u) {
            let (code, officer) = (&*u.code, &*o.code);
            let wrong = Mistake::new(r.unit_at[u.id.index()].clone(), say!("out-of-radius", code, officer));
            s.push(wrong.right(say!("right-radius", metres = o.gifts.radius)).by(clause!("play.setup")));
        }
    }
}

/// Orders, morale and support artillery.
pub(super) fn organised(s: &mut Sheet, f: &mut Field, r: &Raised) {
    if !s.is_clean() {
        return;
    }
    orders(s, f, r);
    morale(s, f, r);
    support(s, f, r);
}

/// A march order needs march columns, a manoeuvre order no more than half skirmishers (play.setup).
fn orders(s: &mut Sheet, f: &Field, r: &Raised) {
    for c in &f.commands {
        let at = || r.body_at[c.body.index()].clone();
        let units = || f.of_command(c.id).filter(|u| matches!(u.troop.arm, Arm::Infantry | Arm::Cavalry));
        match c.orders.kind() {
            Some(OrderKind::March) => {
                let ready = units().all(|u| u.formation == Formation::MarchColumn);
                let limbered = f.of_command(c.id).all(|u| u.formation != Formation::Unlimbered);
                if !(ready && limbered) {
                    let wrong = Mistake::new(at(), say!("march-not-in-column", code = &*c.code));
                    s.push(wrong.right(say!("right-march-column")).by(clause!("orders.march.2")));
                }
            }
            Some(OrderKind::Manoeuvre) => {
                let bases = |chain: bool| -> u16 {
                    let of = units().filter(|u| !chain || u.skirmishing());
                    of.map(|u| u16::from(u.bases.now)).sum()
                };
                let by_units = f.readings.is(reading!("half-skirmishers", "units"));
                let (chain, all) = if by_units {
                    (units().filter(|u| u.skirmishing()).count() as u16, units().count() as u16)
                } else {
                    (bases(true), bases(false))
                };
                if chain * 2 > all {
                    let wrong = Mistake::new(at(), say!("manoeuvre-skirmishers", code = &*c.code));
                    s.push(
                        wrong.right(say!("right-manoeuvre-skirmishers")).by(clause!("orders.manoeuvre.3")),
                    );
                }
            }
            _ => {}
        }
    }
}

/// Every unit has its formation morale from one level, brigade to corps (formation-morale.1); bases at the start are counted.
fn morale(s: &mut Sheet, f: &mut Field, r: &Raised) {
    for c in f.commands.iter().filter(|c| c.kind == CommandKind::Troops) {
        let assigned: Vec<&str> = f.chain(c.body).filter(|b| b.morale.is_some()).map(|b| &*b.code).collect();
        let at = r.body_at[c.body.index()].clone();
        let law = clause!("formation-morale.1");
        match assigned[..] {
            [_] => {}
            [] => {
                let wrong = Mistake::new(at, say!("no-morale", code = &*c.code));
                s.push(wrong.right(say!("right-morale")).by(law));
            }
            [one, other, ..] => {
                let wrong = Mistake::new(at, say!("morale-twice", code = &*c.code, one, other));
                s.push(wrong.right(say!("right-morale")).by(law));
            }
        }
    }
    for i in 0..f.bodies.len() {
        let id = f.bodies[i].id;
        // Batteries in reserve, wagons and engineers are not of the formation (formation-morale.9).
        let counted = f.units.iter().filter(|u| {
            let arm = matches!(u.troop.arm, Arm::Infantry | Arm::Cavalry | Arm::Artillery);
            arm && u.fate != Fate::InReserve && f.chain(u.body).any(|b| b.id == id)
        });
        let bases = counted.map(|u| u16::from(u.bases.start)).sum();
        if let Some(m) = &mut f.bodies[i].morale {
            m.bases = bases;
        }
    }
}

/// At most one base of support artillery for every two of the other arms of a division (reserve-guns.2).
fn support(s: &mut Sheet, f: &Field, r: &Raised) {
    let level = if f.readings.is(reading!("support-guns", "corps")) { Level::Corps } else { Level::Division };
    for b in f.bodies.iter().filter(|b| b.level == level || (b.above.is_none() && b.level < level)) {
        let of = |guns: bool| -> u16 {
            let units = f.units.iter().filter(|u| {
                let arm = match u.troop.arm {
                    Arm::Artillery => guns && u.fate != Fate::InReserve,
                    Arm::Infantry | Arm::Cavalry => !guns,
                    _ => false,
                };
                arm && f.chain(u.body).any(|x| x.id == b.id)
            });
            units.map(|u| u16::from(u.bases.start)).sum()
        };
        let (guns, most) = (of(true), of(false) / BASES_A_GUN);
        if guns > most {
            let wrong =
                Mistake::new(r.body_at[b.id.index()].clone(), say!("too-many-guns", code = &*b.code, guns));
            s.push(wrong.right(say!("at-most", most)).by(clause!("reserve-guns.2")));
        }
    }
}
