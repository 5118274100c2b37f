//! New orders and what is arranged with them (orders.*, gun-*): whether they may be given.

use crate::answer::{Arrange, NewOrder};
use crate::battle::Battle;
use crate::command::{Command, CommandKind};
use crate::officer::{OfficerId, Post};
use crate::orders::OrderKind;
use crate::troop::Arm;
use crate::unit::{Fate, Side, UnitId};
use crate::{clause, reading, say};
use table::v2;
use umpire::{Refusal, allow};

/// Judges all that a side orders and arranges in an order phase.
pub fn all(b: &Battle, side: Side, arrange: &[Arrange], give: &[NewOrder]) -> Result<(), Refusal> {
    let mut named: Vec<&str> = Vec::new();
    for a in arrange {
        arranged(b, side, a)?;
        let who = match a {
            Arrange::ToReserve { unit }
            | Arrange::Send { unit, .. }
            | Arrange::Work { unit, .. }
            | Arrange::Build { unit, .. }
            | Arrange::TakeDown { unit, .. } => unit,
            Arrange::GrandBattery { chief, .. } | Arrange::Dissolve { chief } => chief,
            Arrange::Attach { officer, .. } | Arrange::Release { officer } => officer,
        };
        if named.contains(&&**who) {
            return Err(Refusal::form(say!("named-twice", unit = &**who)));
        }
        named.push(who);
    }
    let mut given: Vec<&str> = Vec::new();
    for o in give {
        if given.contains(&&*o.command) {
            return Err(Refusal::by(
                clause!("orders.multiple.1"),
                say!("one-order-only", command = &*o.command),
            ));
        }
        given.push(&o.command);
        order(b, side, o, give)?;
    }
    Ok(())
}

/// Judges one new order.
fn order(b: &Battle, side: Side, o: &NewOrder, all: &[NewOrder]) -> Result<(), Refusal> {
    let f = &b.field;
    let superior =
        f.officer_by_code(&o.command).is_some_and(|x| f[x].side == side && f[x].post == Post::Superior);
    allow(!superior, clause!("officers.4"), || say!("superiors-take-no-orders", officer = &*o.command))?;
    let c = f.command_by_code(&o.command).filter(|c| f[*c].side == side).map(|c| &f[c]);
    let c = c.ok_or_else(|| Refusal::form(say!("no-such-command", command = &*o.command)))?;
    let name = &*c.name;
    allow(f[c.officer].present(), clause!("orders.phase.1"), || say!("officer-gone", command = name))?;
    let engaged = !matches!(c.engagement, crate::command::Engagement::Free);
    allow(!engaged, clause!("engagement.5"), || say!("engaged-takes-no-order", command = name))?;
    let withdrawn = f.readings.is(reading!("pending-order", "withdrawn"));
    allow(withdrawn || c.orders.pending.is_none(), clause!("orders.multiple.1"), || {
        say!("one-order-only", command = name)
    })?;
    match c.kind {
        CommandKind::Train => {
            let ok = matches!(o.order, OrderKind::Defence | OrderKind::March);
            allow(ok, clause!("corps-train.1"), || say!("defence-or-march", command = name))?;
        }
        CommandKind::Artillery => {
            return Err(Refusal::by(clause!("gun-command.5"), say!("no-new-orders", command = name)));
        }
        CommandKind::Troops => {}
    }
    if o.order == OrderKind::March {
        allow(!o.route.is_empty(), clause!("orders.march.1"), || say!("route-needed", command = name))?;
        for p in &o.route {
            super::moves::sane(p)?;
            allow(f.ground.holds(v2(p[0], p[1])), clause!("orders.march.1"), || {
                say!("round-route-off-table", command = name)
            })?;
        }
        if c.kind == CommandKind::Train {
            allow(on_roads(b, &o.route), clause!("corps-train.3"), || {
                say!("train-on-roads", command = name)
            })?;
        }
    } else {
        allow(o.route.is_empty(), clause!("orders.march.1"), || say!("route-only-on-march", command = name))?;
    }
    if o.order == OrderKind::Manoeuvre {
        allow(few_skirmishers(b, c), clause!("orders.manoeuvre.3"), || {
            say!("too-many-skirmishers", command = name)
        })?;
    }
    if let Some(starts) = o.starts {
        allow(starts > f.round, clause!("orders.delayed.1"), || say!("starts-later", command = name))?;
    }
    if let Some(through) = &o.through {
        let by = clause!("orders.coordination.1");
        let s = f.officer_by_code(through).filter(|s| f[*s].side == side && f[*s].present());
        let s = s.ok_or_else(|| Refusal::form(say!("no-such-officer", officer = &**through)))?;
        allow(f[c.officer].superior == Some(s), by, || say!("not-his-superior", command = name))?;
        allow(f.officer_in_radius(&f[s], &f[c.officer]), by, || say!("not-in-his-radius", command = name))?;
        let same = all
            .iter()
            .filter(|x| x.through.as_ref() == Some(through))
            .all(|x| x.order == o.order && x.starts == o.starts);
        allow(same, by, || say!("same-order-for-all", command = name))?;
    }
    Ok(())
}

/// Does a way follow roads (corps-train.3)?
fn on_roads(b: &Battle, route: &[[f64; 2]]) -> bool {
    route.iter().all(|p| {
        let p = v2(p[0], p[1]);
        b.field.ground.roads.iter().any(|r| r.path.nearest(p).is_some_and(|n| n.0 <= 10.0))
    })
}

/// At most half of a command on manoeuvre order are skirmishers, in bases without guns (orders.manoeuvre.3).
pub fn few_skirmishers(b: &Battle, c: &Command) -> bool {
    let by_units = b.field.readings.is(reading!("half-skirmishers", "units"));
    let count = |chains: bool| -> u32 {
        b.field
            .of_command(c.id)
            .filter(|u| u.arm() != Arm::Artillery && (!chains || u.skirmishing()))
            .map(|u| if by_units { 1 } else { u32::from(u.bases.now) })
            .sum()
    };
    2 * count(true) <= count(false)
}

/// A battery of a side, by its code, wherever it is.
pub fn battery(b: &Battle, side: Side, code: &str) -> Result<UnitId, Refusal> {
    let f = &b.field;
    let id = f.by_code(code).filter(|u| f[*u].side == side && f[*u].arm() == Arm::Artillery);
    id.ok_or_else(|| Refusal::form(say!("no-such-unit", unit = code)))
}

/// An artillery chief of a side, by his code.
pub fn chief(b: &Battle, side: Side, code: &str) -> Result<OfficerId, Refusal> {
    let f = &b.field;
    let id = f
        .officer_by_code(code)
        .filter(|o| f[*o].side == side && f[*o].post == Post::ArtilleryChief && f[*o].present());
    id.ok_or_else(|| Refusal::form(say!("no-such-officer", officer = code)))
}

/// Gun bases of an artillery chief's command.
pub fn guns_of(b: &Battle, batteries: &[UnitId]) -> u8 {
    batteries.iter().map(|u| b.field[*u].bases.now).sum()
}

fn arranged(b: &Battle, side: Side, a: &Arrange) -> Result<(), Refusal> {
    let f = &b.field;
    match a {
        Arrange::ToReserve { unit } => {
            let id = battery(b, side, unit)?;
            let u = &f[id];
            let may = u.present() && (u.broken() || b.play.retreated.contains(&id));
            allow(may, clause!("gun-reserve.2"), || say!("not-to-reserve", unit = &**unit))?;
            let near = |h: table::V2| f.reaches(h.dist(u.base.front), crate::corps::RESERVE_ZONE);
            let by_zone = f.readings.is(reading!("support-distance", "reserve-zone"));
            let may = if by_zone { b.headquarters(u.body).is_some_and(near) } else { b.supported(u) };
            allow(may, clause!("gun-reserve.2"), || say!("not-supported", unit = &**unit))
        }
        Arrange::Send { unit, to, replaces } => {
            let id = battery(b, side, unit)?;
            let u = &f[id];
            allow(u.fate == Fate::InReserve, clause!("gun-reserve.3"), || {
                say!("not-in-reserve", unit = &**unit)
            })?;
            allow(!u.broken(), clause!("disorder.8"), || say!("too-disordered", unit = &**unit))?;
            let open = b.headquarters(u.body).is_some();
            allow(open, clause!("gun-reserve.5"), || say!("no-headquarters", unit = &**unit))?;
            let grand = f.officer_by_code(to).and_then(|o| b.artillery_command(o));
            let grand = grand.filter(|c| f[*c].side == side);
            let body = f.body_by_code(to).filter(|x| f[*x].side == side).or(grand.map(|c| f[c].body));
            let Some(body) = body else {
                let why = say!("round-no-such-formation", formation = &**to);
                return Err(Refusal::by(clause!("gun-reserve.4"), why));
            };
            let low = grand.is_some() || f[body].level <= crate::command::Level::Division;
            allow(low, clause!("gun-reserve.4"), || say!("round-no-such-formation", formation = &**to))?;
            // In the place of one that was of it and has been sent to the reserve (gun-reserve.3).
            if let Some(r) = replaces {
                let gone = battery(b, side, r)?;
                let was = f[gone].fate == Fate::InReserve
                    && gone != id
                    && f.chain(f[gone].body)
                        .any(|x| x.id == body && x.level <= crate::command::Level::Division);
                allow(was, clause!("gun-reserve.3"), || say!("replaces-nobody", unit = &**r))?;
            }
            let s = b.sent_from_reserve(id, body, grand, replaces.is_some());
            let by = if grand.is_some() { clause!("gun-chief.2") } else { clause!("reserve-guns.2") };
            allow(s.guns <= s.most, by, || say!("round-too-many-guns", officer = &**to, most = s.most))
        }
        Arrange::GrandBattery { chief: code, batteries, objective, facing } => {
            let c = chief(b, side, code)?;
            super::moves::sane(&[objective[0], objective[1], *facing])?;
            let active = f.commands.iter().any(|x| {
                x.officer == c && x.kind == CommandKind::Artillery && f.of_command(x.id).next().is_some()
            });
            allow(!active, clause!("gun-command.5"), || say!("chief-is-active", officer = &**code))?;
            allow(!batteries.is_empty(), clause!("gun-command.1"), || {
                say!("batteries-needed", officer = &**code)
            })?;
            let mut ids = Vec::new();
            for x in batteries {
                let id = battery(b, side, x)?;
                allow(f[id].fate == Fate::InReserve && !ids.contains(&id), clause!("gun-command.1"), || {
                    say!("not-in-reserve", unit = &**x)
                })?;
                allow(b.headquarters(f[id].body).is_some(), clause!("gun-reserve.5"), || {
                    say!("no-headquarters", unit = &**x)
                })?;
                ids.push(id);
            }
            let most = f[c].gifts.most_guns;
            allow(guns_of(b, &ids) <= most, clause!("gun-chief.2"), || {
                say!("round-too-many-guns", officer = &**code, most)
            })?;
            let at = v2(objective[0], objective[1]);
            allow(f.ground.holds(at), clause!("orders.march.1"), || {
                say!("round-route-off-table", command = &**code)
            })
        }
        Arrange::Dissolve { chief: code } => {
            let c = chief(b, side, code)?;
            let active = f.commands.iter().any(|x| {
                x.officer == c && x.kind == CommandKind::Artillery && f.of_command(x.id).next().is_some()
            });
            allow(active, clause!("gun-command-dissolve.1"), || say!("chief-is-inactive", officer = &**code))
        }
        Arrange::Work { unit, bridge } => {
            let id = super::moves::own(b, side, unit)?;
            let by = clause!("work-test.1");
            allow(f[id].arm() == Arm::Engineers, by, || say!("no-engineers", unit = &**unit))?;
            let Some(bridge) = bridge else { return Ok(()) };
            let n = f.bridges.iter().position(|x| x.bridge.name == *bridge && !x.gone);
            let n = n.ok_or_else(|| Refusal::form(say!("no-such-bridge", bridge = &**bridge)))?;
            let near = f.reaches(crate::measure::gap(&f.rects(&f[id]), &[f.bridges[n].bridge.rect]), 100.0);
            allow(near, clause!("work-test.2"), || {
                say!("too-far-to-blow", unit = &**unit, bridge = &**bridge)
            })
        }
        Arrange::Build { unit, kind, at } => {
            let id = super::moves::own(b, side, unit)?;
            super::works::build(b, id, *kind, *at).map(|_| ())
        }
        Arrange::TakeDown { unit, bridge } => {
            let id = super::moves::own(b, side, unit)?;
            super::works::take_down(b, id, bridge).map(|_| ())
        }
        Arrange::Attach { officer, to } => {
            let o = f.officer_by_code(officer).filter(|o| f[*o].side == side && f[*o].present());
            let o = o.ok_or_else(|| Refusal::form(say!("no-such-officer", officer = &**officer)))?;
            let by = clause!("formation-morale.10");
            let high = f[o].gifts.stars > 0 && f[o].rank >= crate::officer::Rank::Corps;
            allow(high, by, || say!("no-star-officer", officer = &**officer))?;
            let body = f.body_by_code(to).filter(|x| f[*x].side == side && f[*x].morale.is_some());
            let body =
                body.ok_or_else(|| Refusal::form(say!("round-no-such-formation", formation = &**to)))?;
            let under = f[o].body.is_some_and(|own| f.chain(body).any(|x| x.id == own));
            allow(under, by, || say!("not-under-him", officer = &**officer, formation = &**to))?;
            let commander = f[body].officer.filter(|c| f[*c].present());
            let by_radius = f.readings.is(reading!("star-contact", "radius"));
            let there = commander.is_some_and(|c| {
                if by_radius {
                    f.officer_in_radius(&f[o], &f[c])
                } else {
                    f.officers_in_contact(&f[o], &f[c])
                }
            });
            allow(there, by, || say!("not-in-contact", officer = &**officer, formation = &**to))
        }
        Arrange::Release { officer } => {
            let o = f.officer_by_code(officer).filter(|o| f[*o].side == side && f[*o].present());
            let o = o.ok_or_else(|| Refusal::form(say!("no-such-officer", officer = &**officer)))?;
            let attached = matches!(f[o].attached, Some(crate::officer::Attached::Body(_)));
            allow(attached, clause!("formation-morale.10"), || say!("not-attached", officer = &**officer))
        }
    }
}
