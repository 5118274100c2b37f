//! What can be set for those who are taken up, each with why it cannot be, and its odds where it rolls dice.

use super::{Desk, acting, grand, odds, sheets};
use crate::answer::{Answer, FireOrder, NewOrder};
use crate::battle::Awaits;
use crate::book::march::Pace;
use crate::check::{self, way};
use crate::officer::Post;
use crate::orders::OrderKind;
use crate::troop::{Arm, Formation};
use crate::unit::{Fate, Unit, UnitId};
use crate::{ops, rule, say, town};
use desk::board::{Alternative, Control, Refused, Setting};
use umpire::{Clause, Refusal};
use words::Message;

fn control(id: &str, label: Message, by: Clause, setting: Setting) -> Control {
    Control { id: id.into(), label, clause: Some(by.to_string()), pieces: Vec::new(), setting }
}

fn option(id: &str, says: Message, refusal: Option<Refusal>) -> Alternative {
    Alternative { refusal: refusal.map(Refused::from), ..Alternative::new(id, says) }
}

fn choice(
    id: &str,
    label: Message,
    by: Clause,
    chosen: Option<String>,
    options: Vec<Alternative>,
) -> Control {
    control(id, label, by, Setting::Choice { chosen, options })
}

fn number(id: &str, label: Message, by: Clause, value: f64, range: (f64, f64), unit: Message) -> Control {
    let (least, greatest) = range;
    let step = if greatest - least > 60.0 { 10.0 } else { 1.0 };
    control(id, label, by, Setting::Number { value: Some(value), least, greatest, step, unit })
}

fn switch(id: &str, label: Message, by: Clause, on: bool) -> Control {
    control(id, label, by, Setting::Switch { on })
}

pub(super) fn controls(desk: &Desk<'_>, now: Option<&Answer>, pieces: &[String]) -> Vec<Control> {
    match (desk.awaits, now) {
        (Awaits::Orders, Some(Answer::Orders { give, .. })) => orders(desk, pieces, give),
        (Awaits::Declare(_), Some(Answer::Declare { attacks })) => {
            let unit = desk.units(pieces).first().copied();
            let own = unit.and_then(|u| attacks.iter().find(|a| *a.unit == *desk.b.field[u].code));
            let Some(u) = unit else { return Vec::new() };
            let u = &desk.b.field[u];
            let mut all = vec![attack_targets(desk, u, own.map(|a| a.target.clone()))];
            if let Some(a) = own {
                all.push(switch("straight", say!("set-straight"), rule!("tmove.attack.2"), a.straight));
            }
            all
        }
        (Awaits::Fire, Some(Answer::Fire { fire })) => {
            let Some(u) = desk.units(pieces).first().map(|u| &desk.b.field[*u]) else { return Vec::new() };
            let chosen = fire.iter().find(|o| *o.unit == *u.code).map(|o| o.at.clone());
            vec![fire_targets(desk, u, chosen)]
        }
        (Awaits::Evade(targets), Some(Answer::Evade { retreat })) => targets
            .iter()
            .map(|u| &desk.b.field[*u])
            .filter(|u| pieces.iter().any(|p| **p == *u.code))
            .map(|u| {
                let on = retreat.iter().any(|e| *e.unit == *u.code);
                switch("retreat", say!("set-retreat", unit = &*u.code), rule!("attack.retreat.1"), on)
            })
            .collect(),
        (Awaits::Decline(all), Some(Answer::Decline { commands })) => {
            let of = |c: &crate::command::CommandId| {
                let c = &desk.b.field[*c];
                let on = commands.iter().any(|x| **x == *c.code);
                let label = say!("set-decline", command = &*c.name);
                switch(&format!("decline {}", c.code), label, rule!("engagement.3"), on)
            };
            all.iter().map(of).collect()
        }
        (Awaits::Melees, Some(Answer::Melees { continued, skirmish })) => {
            let f = &desk.b.field;
            let skip = desk.b.may_skip(desk.side).into_iter().map(|u| {
                let code = &*f[u].code;
                let on = continued.iter().any(|c| c == code);
                let label = say!("set-skip-initial", unit = code);
                Control {
                    pieces: vec![code.to_owned()],
                    ..switch(&format!("skip {code}"), label, rule!("melee.2"), on)
                }
            });
            let by_skirmish = desk.b.in_town_fights(desk.side).into_iter().map(|u| {
                let code = &*f[u].code;
                let on = skirmish.iter().any(|c| c == code);
                let label = say!("set-skirmish", unit = code);
                Control {
                    pieces: vec![code.to_owned()],
                    ..switch(&format!("skirmish {code}"), label, rule!("town-fight.10"), on)
                }
            });
            skip.chain(by_skirmish).collect()
        }
        (Awaits::Breakthrough(u), _) => {
            let f = &desk.b.field;
            let mut options = vec![option("none", say!("do-stay"), None)];
            for (e, _) in desk.b.breakthrough_targets(*u) {
                let target = f[e].code.to_string();
                options.push(Alternative {
                    odds: odds::of_breakthrough(desk, *u, &target),
                    ..option(&target, say!("do-break-through", target = &*target), None)
                });
            }
            let chosen = match now {
                Some(Answer::Breakthrough(crate::answer::Breakthrough::Attack { target, .. })) => {
                    Some(target.clone())
                }
                Some(_) => Some("none".into()),
                None => None,
            };
            vec![choice("target", say!("set-target"), rule!("breakthrough.3"), chosen, options)]
        }
        (Awaits::Moves | Awaits::Reactions, _) => acts(desk, now, pieces),
        (Awaits::Manoeuvre | Awaits::Away(_), Some(Answer::Manoeuvre { commands })) => {
            let Some(c) = desk.command(pieces) else { return Vec::new() };
            let f = &desk.b.field;
            let own = commands.iter().find(|m| *m.command == *f[c].code).cloned().unwrap_or_default();
            if f[c].orders.kind() == Some(OrderKind::March) {
                return vec![switch("halt", say!("set-halt"), rule!("orders.march.7"), own.halt)];
            }
            if f[c].orders.kind() != Some(OrderKind::Manoeuvre) {
                return Vec::new();
            }
            let most = check::grand::officer_rate(desk.b, c, Pace::Manoeuvre);
            let mut all = vec![
                number(
                    "ahead",
                    say!("set-ahead"),
                    rule!("orders.manoeuvre.2"),
                    own.ahead,
                    (0.0, most),
                    say!("metres"),
                ),
                number(
                    "slant",
                    say!("set-slant"),
                    rule!("orders.manoeuvre.1"),
                    own.slant,
                    (-30.0, 30.0),
                    say!("degrees"),
                ),
                switch("engage", say!("set-engage"), rule!("manoeuvre-phase.12"), own.engage),
            ];
            if check::grand::may_be_slow(desk.b, c) {
                all.push(switch("slow", say!("set-slow"), rule!("manoeuvre-phase.8"), own.slow));
            }
            all
        }
        (Awaits::Superiors, Some(Answer::Superiors { moves })) => {
            let Some(code) = pieces.first() else { return Vec::new() };
            let value = moves.iter().find(|m| m.officer == *code).and_then(|m| m.join.clone());
            let f = &desk.b.field;
            let officers =
                f.officers.iter().filter(|o| o.side == desk.side && o.present() && *o.code != **code);
            let units = f.side(desk.side).filter(|u| matches!(u.arm(), Arm::Infantry | Arm::Cavalry));
            let among =
                officers.map(|o| o.code.to_string()).chain(units.map(|u| u.code.to_string())).collect();
            vec![control("join", say!("set-join"), rule!("superior-move.1"), Setting::Piece { value, among })]
        }
        (Awaits::Deploy, Some(Answer::Deploy { units, .. })) => deployment(desk, pieces, units),
        (Awaits::Settle, Some(Answer::Settle { units })) => settling(desk, pieces, units),
        _ => Vec::new(),
    }
}

fn orders(desk: &Desk<'_>, pieces: &[String], give: &[NewOrder]) -> Vec<Control> {
    let f = &desk.b.field;
    let mut all = Vec::new();
    if let Some(o) = desk.officer(pieces).map(|o| &f[o]) {
        match o.post {
            Post::Superior if o.gifts.stars > 0 => {
                let mut options = vec![option("none", say!("set-nobody"), None)];
                for b in f.bodies.iter().filter(|b| b.side == desk.side && b.morale.is_some() && !b.removed) {
                    options.push(option(&b.code, Message::verbatim(b.name.to_string()), None));
                }
                let chosen = match o.attached {
                    Some(crate::officer::Attached::Body(b)) => Some(f[b].code.to_string()),
                    _ => None,
                };
                all.push(choice("attach", say!("set-attach"), rule!("formation-morale.10"), chosen, options));
                if matches!(o.attached, Some(crate::officer::Attached::Body(_))) {
                    all.push(control(
                        "release",
                        say!("set-release"),
                        rule!("formation-morale.10"),
                        Setting::Press,
                    ));
                }
            }
            Post::ArtilleryChief => {
                let place = Setting::Place { value: None };
                all.push(control("grand_battery", say!("set-grand-battery"), rule!("gun-command.1"), place));
                all.push(control(
                    "dissolve",
                    say!("set-dissolve"),
                    rule!("gun-command-dissolve.1"),
                    Setting::Press,
                ));
            }
            Post::TrainChief => {
                let reserve = f.units.iter().filter(|u| u.side == desk.side && u.fate == Fate::InReserve);
                for u in reserve {
                    let mut options = vec![option("none", say!("set-nobody"), None)];
                    let bodies = f.bodies.iter().filter(|b| b.side == desk.side && b.officer.is_some());
                    options
                        .extend(bodies.map(|b| option(&b.code, Message::verbatim(b.name.to_string()), None)));
                    let label = say!("set-send", unit = &*u.code);
                    all.push(choice(
                        &format!("send {}", u.code),
                        label,
                        rule!("gun-reserve.4"),
                        None,
                        options,
                    ));
                }
            }
            _ => {}
        }
    }
    if let Some(u) = desk.units(pieces).first().map(|u| &f[*u]) {
        if u.arm() == Arm::Artillery && u.broken() {
            all.push(switch("to_reserve", say!("set-to-reserve"), rule!("gun-reserve.2"), false));
        }
        if u.arm() == Arm::Engineers {
            let mut options = vec![option("none", say!("set-nothing"), None)];
            for b in f.bridges.iter().filter(|b| !b.gone) {
                options.push(option(&b.bridge.name, Message::verbatim(b.bridge.name.clone()), None));
            }
            all.push(choice("work", say!("set-work"), rule!("work-test.1"), None, options));
        }
    }
    let Some(c) = desk.command(pieces).map(|c| &f[c]) else { return all };
    let own = give.iter().find(|o| *o.command == *c.code);
    let mut options = vec![option("none", say!("set-no-new-order"), None)];
    for kind in OrderKind::ALL {
        let o = &f[c.officer];
        let to = o.at + o.dir * 600.0;
        let route = match (kind, own) {
            (OrderKind::March, Some(own)) if own.order == kind => own.route.clone(),
            (OrderKind::March, _) => vec![[to.x.clamp(0.0, f.ground.width), to.y.clamp(0.0, f.ground.depth)]],
            _ => Vec::new(),
        };
        let new = NewOrder { command: c.code.to_string(), order: kind, route, starts: None, through: None };
        let refusal = check::orders::all(desk.b, desk.side, &[], std::slice::from_ref(&new)).err();
        let odds = if refusal.is_none() { odds::of_order(desk, &new) } else { Vec::new() };
        let id =
            serde_json::to_value(kind).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
        options.push(Alternative { odds, ..option(&id, crate::words::order(kind), refusal) });
    }
    let chosen = own
        .and_then(|o| serde_json::to_value(o.order).ok())
        .and_then(|v| v.as_str().map(str::to_owned))
        .or(Some("none".into()));
    let label = say!("set-order", command = &*c.name);
    all.push(choice("order", label, rule!("orders.phase.2"), chosen, options));
    if let Some(own) = own {
        let round = f64::from(f.round);
        let starts = own.starts.map_or(round, f64::from);
        let range = (round, round + 20.0);
        all.push(number(
            "starts",
            say!("set-starts"),
            rule!("orders.delayed.1"),
            starts,
            range,
            Message::default(),
        ));
        let mut options = vec![option("himself", say!("set-himself"), None)];
        if let Some(s) = f[c.officer].superior.map(|s| &f[s]).filter(|s| s.present()) {
            options.push(option(&s.code, Message::verbatim(s.name.to_string()), None));
        }
        if options.len() > 1 {
            let chosen = own.through.clone().or(Some("himself".into()));
            all.push(choice("through", say!("set-through"), rule!("orders.coordination.1"), chosen, options));
        }
        if own.order == OrderKind::March {
            let value = own.route.last().copied();
            all.push(control("route", say!("set-route"), rule!("orders.march.1"), Setting::Place { value }));
        }
    }
    all
}

fn attack_targets(desk: &Desk<'_>, u: &Unit, chosen: Option<String>) -> Control {
    let mut options = vec![option("none", say!("do-no-attack"), None)];
    for (a, _) in desk.b.attacks_of(u) {
        let odds = odds::of_attack(desk, &a);
        let says = Message::verbatim(a.target.clone());
        options.push(Alternative { odds, ..option(&a.target, says, None) });
    }
    choice("target", say!("set-target"), rule!("attack.declare.1"), chosen.or(Some("none".into())), options)
}

fn fire_targets(desk: &Desk<'_>, u: &Unit, chosen: Option<String>) -> Control {
    let tactical = desk.b.play.step == crate::battle::Step::TacticalFire;
    let may = check::fire::may_fire(desk.b, u, tactical);
    let mut options = vec![option("none", say!("do-hold-fire"), None)];
    if let Err(no) = &may {
        options.push(option("may-not", say!("set-fires"), Some(no.clone())));
    } else {
        for a in check::fire::targets(desk.b, u) {
            let at = desk.b.named_target(a.target);
            let order = FireOrder { unit: u.code.to_string(), at: at.clone(), point: None, zone: None };
            let odds = odds::of_fire(desk, &order);
            let says = say!("set-at-range", target = &*at, metres = words::whole(a.range));
            options.push(Alternative { odds, ..option(&at, says, None) });
        }
    }
    choice("target", say!("set-target"), rule!("bombardment.1"), chosen.or(Some("none".into())), options)
}

/// What can be done in a movement phase with whoever is taken up.
fn acts(desk: &Desk<'_>, now: Option<&Answer>, pieces: &[String]) -> Vec<Control> {
    let f = &desk.b.field;
    let reaction = *desk.awaits == Awaits::Reactions;
    if desk.officer(pieces).is_some() {
        let by = rule!("tmove.officer.1");
        return vec![
            number("ahead", say!("set-ahead"), by, 0.0, (0.0, 400.0), say!("metres")),
            number("face", say!("set-face"), by, 0.0, (0.0, 359.0), say!("degrees")),
            control("about", say!("set-about"), by, Setting::Press),
        ];
    }
    let units = desk.units(pieces);
    let Some(u) = units.first().map(|u| &f[*u]) else { return Vec::new() };
    if let Err(no) = check::moves::may_act(desk.b, u) {
        let options = vec![option("no", say!("set-acts"), Some(no))];
        return vec![choice("acts", say!("set-act"), rule!("tmove.general.1"), None, options)];
    }
    if u.arm() == Arm::Artillery {
        let by = rule!("tmove.artillery.1");
        let most = u.troop.guns.map_or(0.0, |g| crate::procedures::guns::manhandled_degrees(g.calibre));
        let pivot = |by| number("wheel", say!("set-wheel"), by, 0.0, (-most, most), say!("degrees"));
        if reaction {
            let act = crate::answer::GunAct::Manhandle { at: u.base.pose() };
            if let Err(no) = desk.b.guns_may_react(desk.side, &u.code, act) {
                let options = vec![option("no", say!("set-acts"), Some(no))];
                return vec![choice("acts", say!("set-act"), rule!("play.reaction"), None, options)];
            }
            return vec![pivot(rule!("play.reaction"))];
        }
        let mut all = vec![
            control("unlimber", say!("set-unlimber"), by, Setting::Press),
            control("retreat", say!("set-guns-retreat"), rule!("tmove.artillery.4"), Setting::Press),
        ];
        if u.unlimbered() {
            all.push(pivot(rule!("tmove.artillery.2")));
        }
        return all;
    }
    if let Some(z) = u.formation.zone() {
        if let Formation::Assembled { .. } = u.formation {
            let half = way::allowance(f, u, Pace::Tactical) / 2.0;
            return vec![
                number("leave", say!("set-leave"), rule!("tmove.town.6"), 0.0, (0.0, half), say!("metres")),
                control("spread", say!("set-spread"), rule!("tmove.town.7"), Setting::Press),
            ];
        }
        let refusal = town::may_assemble(f, u).err();
        let options = acting::sides(f.ground[z].rect.dir)
            .map(|d| {
                let says = say!("set-facing-degrees", degrees = words::whole(d));
                option(&format!("{d}"), says, refusal.clone())
            })
            .to_vec();
        return vec![choice("assemble", say!("set-assemble"), rule!("tmove.town.5"), None, options)];
    }
    let m = acting::drawn(now, &u.code);
    let mut all = vec![forms(desk, u, now)];
    let most = way::allowance(f, u, Pace::Tactical);
    if !reaction {
        all.push(number(
            "ahead",
            say!("set-ahead"),
            rule!("tmove.general.1"),
            match now {
                Some(Answer::Turn { units, ahead, .. }) if units.iter().any(|x| **x == *u.code) => *ahead,
                _ => m.ahead,
            },
            (0.0, most),
            say!("metres"),
        ));
    }
    all.push(number("wheel", say!("set-wheel"), rule!("pivot.1"), m.wheel, (-30.0, 30.0), say!("degrees")));
    all.push(switch("about", say!("set-about"), rule!("pivot.4"), m.about));
    if matches!(u.formation, Formation::Line { .. }) {
        all.push(turns(desk, now, &units, reaction));
    }
    if reaction {
        return all;
    }
    let linked = ops::linked_to(f, u.id).len();
    if linked > 1 && units.len() < linked {
        let label = say!("set-together", n = linked);
        all.push(control("together", label, rule!("op.formation.1"), Setting::Press));
    }
    let near: Vec<Alternative> = sheets::zones(desk)
        .filter(|(z, _)| f.gap_to_zone(u, *z) < most && u.arm() == Arm::Infantry)
        .map(|(z, name)| {
            option(name, Message::verbatim(name.to_owned()), town::may_enter(f, u, z, false).err())
        })
        .collect();
    if !near.is_empty() {
        all.push(choice("enter", say!("set-enter"), rule!("tmove.town.2"), m.enter.clone(), near));
    }
    let joins: Vec<String> = f
        .side(desk.side)
        .filter(|o| {
            o.id != u.id && o.arm() == u.arm() && !sheets::in_town(o.formation) && f.gap(u, o) <= 100.0
        })
        .filter(|o| u.bases.now + o.bases.now <= f.sheet.scale().most(u.arm(), u.troop.skirmishers).0)
        .map(|o| o.code.to_string())
        .collect();
    if !joins.is_empty() {
        let setting = Setting::Piece { value: None, among: joins };
        all.push(control("join", say!("set-join-unit"), rule!("formchange.5"), setting));
    }
    if u.bases.now > 1 {
        let range = (0.0, f64::from(u.bases.now - 1));
        all.push(number("detach", say!("set-detach"), rule!("formchange.6"), 0.0, range, say!("set-bases")));
    }
    all
}

/// To which flank lines turn into march column.
fn turns(desk: &Desk<'_>, now: Option<&Answer>, units: &[UnitId], reaction: bool) -> Control {
    let codes: Vec<String> = units.iter().map(|u| desk.b.field[*u].code.to_string()).collect();
    let (ahead, chosen) = match now {
        Some(Answer::Turn { units, ahead, left }) if units.iter().any(|u| codes.contains(u)) => {
            (*ahead, Some(if *left { "left" } else { "right" }))
        }
        _ => (0.0, None),
    };
    let option = |id: &str, says: Message, left: bool| {
        let no = check::moves::turned(desk.b, desk.side, &codes, ahead, left, reaction).err();
        option(id, says, no)
    };
    let options =
        vec![option("right", say!("set-to-right"), false), option("left", say!("set-to-left"), true)];
    choice("turn", say!("set-turn"), rule!("pivot.6"), chosen.map(Into::into), options)
}

fn forms(desk: &Desk<'_>, u: &Unit, now: Option<&Answer>) -> Control {
    let chosen = match now {
        Some(Answer::Change(c)) if *c.unit == *u.code => Some(acting::form_id(c.to, c.front)),
        _ => None,
    };
    let mut options = Vec::new();
    for (kind, front) in grand::forms(u) {
        let id = acting::form_id(kind, front);
        if kind == u.formation.kind() && front.is_none() {
            continue;
        }
        let Some(c) = acting::change_of(u, &id) else { continue };
        let refusal = check::moves::change(desk.b, desk.side, &c).err();
        let odds = if refusal.is_none() { odds::of_change(desk, &c) } else { Vec::new() };
        options.push(Alternative { odds, ..option(&id, form_says(kind, front), refusal) });
    }
    choice("form", say!("set-form"), rule!("tmove.formation.1"), chosen, options)
}

fn form_says(kind: crate::troop::FormationKind, front: Option<u8>) -> Message {
    match front {
        Some(n) => say!("set-form-wide", formation = crate::words::formation(kind), n),
        None => crate::words::formation(kind),
    }
}

fn deployment(desk: &Desk<'_>, pieces: &[String], all: &[crate::answer::Deployment]) -> Vec<Control> {
    let f = &desk.b.field;
    if let Some(o) = desk.officer(pieces) {
        let facing = f[o].dir.bearing_degrees().round().rem_euclid(360.0);
        let by = rule!("deployment-order.1");
        return vec![number("facing", say!("set-face"), by, facing, (0.0, 359.0), say!("degrees"))];
    }
    let Some(u) = desk.units(pieces).first().map(|u| &f[*u]) else { return Vec::new() };
    let own = all.iter().find(|d| *d.unit == *u.code);
    let keep = option("keep", say!("set-keep-formation"), None);
    let options = grand::forms(u).into_iter().map(|(kind, front)| {
        let refusal = check::moves::formation(u, kind, front).err();
        option(&acting::form_id(kind, front), form_says(kind, front), refusal)
    });
    let options = std::iter::once(keep).chain(options).collect();
    let chosen = own.and_then(|d| d.form.map(|k| acting::form_id(k, d.front))).or(Some("keep".into()));
    let mut out = vec![choice("form", say!("set-form"), rule!("deployment-order.2"), chosen, options)];
    let zones: Vec<Alternative> = std::iter::once(option("none", say!("set-no-town"), None))
        .chain(sheets::zones(desk).filter(|(z, _)| f.gap_to_zone(u, *z) < 300.0).map(|(z, name)| {
            option(name, Message::verbatim(name.to_owned()), town::may_enter(f, u, z, false).err())
        }))
        .collect();
    if zones.len() > 1 {
        let chosen = own.and_then(|d| d.enter.clone());
        out.push(choice("enter", say!("set-enter"), rule!("manoeuvre-phase.14"), chosen, zones));
    }
    let engage = own.is_some_and(|d| d.engage);
    out.push(switch("engage", say!("set-engage"), rule!("deployment-defence.2"), engage));
    out
}

fn settling(desk: &Desk<'_>, pieces: &[String], all: &[crate::answer::Settling]) -> Vec<Control> {
    use crate::answer::{GunAct, SettleAct};
    let f = &desk.b.field;
    let Some(u) = desk.units(pieces).first().map(|u| &f[*u]) else { return Vec::new() };
    let own = all.iter().find(|s| *s.unit == *u.code);
    if u.arm() == Arm::Artillery {
        let mut out = Vec::new();
        if u.unlimbered() {
            let by = rule!("gt-guns.1");
            out.push(control("retreat", say!("set-guns-retreat"), by, Setting::Press));
        } else {
            out.push(control("unlimber", say!("set-unlimber"), rule!("gt-guns.6"), Setting::Press));
            if let Some(SettleAct::Guns(GunAct::Go { unlimber, .. })) = own.map(|s| s.act) {
                out.push(switch("and_unlimber", say!("set-and-unlimber"), rule!("gt-guns.6"), unlimber));
            }
        }
        if u.command.is_some_and(|c| f[c].kind == crate::command::CommandKind::Artillery) {
            let by = rule!("gun-command-pivot.1");
            out.push(number("swing", say!("set-wheel"), by, 0.0, (-90.0, 90.0), say!("degrees")));
        }
        return out;
    }
    let may = |act: SettleAct| desk.b.may_settle(u.id, act).err();
    let options = vec![
        option("none", say!("set-nothing"), None),
        option("square", say!("formation-square"), may(SettleAct::Square)),
        option("about", say!("set-about"), may(SettleAct::About)),
    ];
    let chosen = match own.map(|s| s.act) {
        Some(SettleAct::Square) => "square",
        Some(SettleAct::About) => "about",
        _ => "none",
    };
    vec![choice("settle", say!("set-settle"), rule!("deployment-other.1"), Some(chosen.into()), options)]
}
