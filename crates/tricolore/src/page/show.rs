//! What has been drawn so far, as it is shown: the lines of the sheet, where everybody would stand, what is aimed at whom, what it costs.

use super::{Desk, controls, ghost, handed, odds, round};
use crate::answer::{Answer, CommandMove, GunAct, OfficerAct, SettleAct, TownAct, UnitMove};
use crate::battle::Awaits;
use crate::check::moves::{Manner, Planned};
use crate::check::{self, near};
use crate::troop::{Arm, Formation};
use crate::unit::{Unit, UnitId};
use crate::{ops, say};
use desk::board::{Act, AimPoint, Aimed, Ghost, Means, Missing, Reach, Reaches, Sketch, Sketched};
use desk::sketch::json;
use table::{Base, V2, v2};
use words::Message;

pub(super) fn show(desk: &Desk<'_>, now: Option<&Answer>, pieces: &[String]) -> Sketched {
    let drawn = now.filter(|a| desk.empty().as_ref() != Some(*a));
    let mut out = Sketched {
        draft: handed(drawn),
        answer: now.map(json),
        pieces: pieces.to_vec(),
        ..Sketched::default()
    };
    if let Some(a) = now {
        lines(desk, a, &mut out);
    }
    out.controls = controls::controls(desk, now, pieces);
    if !pieces.is_empty() {
        out.says = says(desk, now, pieces);
        out.odds = chances(desk, now, pieces);
        out.reach = reach(desk, pieces);
        // A group that goes together is taken up together.
        if let Some(Answer::Move { units }) = now
            && units.len() > 1
            && units.iter().any(|m| pieces.contains(&m.unit))
        {
            out.pieces = units.iter().map(|m| m.unit.clone()).collect();
        }
    }
    out.missing = missing(desk, now);
    out
}

/// Where the hand would have put those taken up.
pub(super) fn tried(desk: &Desk<'_>, pieces: &[String], act: &Act) -> Vec<Ghost> {
    let (Act::Drag { x, y, .. } | Act::Point { x, y }) = act else { return Vec::new() };
    let Some(u) = pieces.first().and_then(|p| desk.unit(p)) else { return Vec::new() };
    if !x.is_finite() || !y.is_finite() {
        return Vec::new();
    }
    vec![ghost(&u.code, u.base.front, &Base { front: v2(*x, *y), ..u.base }, false)]
}

/// Commands with an order to move of which nothing is drawn yet, and points that are left.
fn missing(desk: &Desk<'_>, now: Option<&Answer>) -> Vec<Missing> {
    let f = &desk.b.field;
    let mut all = Vec::new();
    if let (Awaits::Manoeuvre, Some(Answer::Manoeuvre { commands })) = (desk.awaits, now) {
        for c in f
            .commands
            .iter()
            .filter(|c| c.side == desk.side && c.orders.kind() == Some(crate::orders::OrderKind::Manoeuvre))
        {
            if !commands.iter().any(|m| *m.command == *c.code) {
                all.push(Missing {
                    pieces: vec![f[c.officer].code.to_string()],
                    says: say!("missing-manoeuvre", command = &*c.name),
                    must: false,
                });
            }
        }
    }
    all
}

/// What is said of those taken up.
fn says(desk: &Desk<'_>, now: Option<&Answer>, pieces: &[String]) -> Vec<Message> {
    let f = &desk.b.field;
    let mut all = Vec::new();
    if let Some(c) = desk.command(pieces) {
        let (name, left, of) = (&*f[c].name, ops::points_left(f, c), ops::points(f, c).0);
        all.push(say!("draw-points", command = name, left, of));
    }
    if let Some(Answer::Move { units }) = now
        && units.iter().any(|m| pieces.contains(&m.unit))
    {
        let reaction = *desk.awaits == Awaits::Reactions;
        if let Ok(t) = check::moves::together(desk.b, desk.side, units, reaction) {
            all.push(say!("draw-costs", points = t.points));
            if t.out_of_command {
                all.push(say!("draw-out-of-command"));
            }
        }
    }
    if let (Some(Answer::Declare { attacks }), Awaits::Declare(_)) = (now, desk.awaits)
        && let Ok(list) = check::attack::list(desk.b, desk.side, attacks, None)
    {
        all.push(say!("draw-costs", points = list.paid.len()));
    }
    all
}

fn chances(desk: &Desk<'_>, now: Option<&Answer>, pieces: &[String]) -> Vec<desk::board::Chance> {
    let has = |code: &str| pieces.iter().any(|p| p == code);
    match now {
        Some(Answer::Declare { attacks }) => {
            attacks.iter().find(|a| has(&a.unit)).map_or_else(Vec::new, |a| odds::of_attack(desk, a))
        }
        Some(Answer::Fire { fire }) => {
            fire.iter().find(|o| has(&o.unit)).map_or_else(Vec::new, |o| odds::of_fire(desk, o))
        }
        Some(Answer::Change(c)) if has(&c.unit) => odds::of_change(desk, c),
        _ => match desk.units(pieces)[..] {
            [u] if desk.b.field[u].continued.is_some() => odds::of_continued(desk, u),
            _ => Vec::new(),
        },
    }
}

/// How far those taken up reach: an officer's command, a battery's fire, a unit's move.
fn reach(desk: &Desk<'_>, pieces: &[String]) -> Vec<Reach> {
    let f = &desk.b.field;
    let circle = |at: V2, radius: f64| -> Vec<[f64; 2]> {
        (0..48)
            .map(|i| {
                let p = at + V2::bearing(f64::from(i) * 7.5) * radius;
                [round(p.x), round(p.y)]
            })
            .collect()
    };
    if let Some(o) = desk.officer(pieces).map(|o| &f[o]) {
        let outline = circle(o.at, f64::from(o.gifts.radius));
        return vec![Reach { of: Reaches::Command, outline, says: say!("reach-command") }];
    }
    let Some(u) = desk.units(pieces).first().map(|u| &f[*u]) else { return Vec::new() };
    if u.arm() == Arm::Artillery && u.unlimbered() {
        let zone = check::fire::arc(f, u);
        let outline = zone.iter().map(|p| [round(p.x), round(p.y)]).collect();
        return vec![Reach { of: Reaches::Fire, outline, says: say!("reach-fire") }];
    }
    let mut all = Vec::new();
    if let Some(o) = ops::officer_of(f, u) {
        let outline = circle(o.at, f64::from(o.gifts.radius));
        all.push(Reach { of: Reaches::Command, outline, says: say!("reach-command") });
    }
    all
}

fn line(out: &mut Sketched, pieces: &[&str], says: Message) {
    out.orders.push(Sketch {
        pieces: pieces.iter().map(|p| (*p).to_owned()).collect(),
        says,
        slip: String::new(),
        refusal: None,
    });
}

fn planned(desk: &Desk<'_>, units: &[UnitMove], manner: Manner) -> Vec<Planned> {
    let f = &desk.b.field;
    let ids: Vec<UnitId> = units.iter().filter_map(|m| f.by_code(&m.unit)).collect();
    let common = check::moves::common_pivot(f, units, &ids).ok().flatten();
    let plan = |m: &UnitMove| {
        let u = &f[f.by_code(&m.unit)?];
        check::moves::unit_move(desk.b, u, m, manner, &ids, common).ok()
    };
    units.iter().filter_map(plan).collect()
}

fn move_says(m: &UnitMove) -> Message {
    let unit = &*m.unit;
    match (m.about, m.wheel != 0.0, m.ahead != 0.0) {
        _ if m.adjust.is_some() => say!("draw-adjusts", unit),
        (true, _, false) => say!("do-turn-about", unit),
        (_, true, false) => say!("draw-pivots", unit, degrees = words::whole(m.wheel.abs())),
        (_, true, true) => say!(
            "draw-pivots-and-goes",
            unit,
            degrees = words::whole(m.wheel.abs()),
            metres = words::whole(m.ahead)
        ),
        _ => say!("do-ahead", unit, metres = words::whole(m.ahead)),
    }
}

fn place(out: &mut Sketched, u: &Unit, end: &Base) {
    out.ghosts.push(ghost(&u.code, u.base.front, end, true));
}

/// The lines of a sheet, with their ghosts and aims.
fn lines(desk: &Desk<'_>, a: &Answer, out: &mut Sketched) {
    let f = &desk.b.field;
    match a {
        Answer::Orders { arrange, give } => {
            for o in give {
                let Some(c) = f.command_by_code(&o.command).map(|c| &f[c]) else { continue };
                let officer = &f[c.officer];
                let says = say!("do-order", command = &*c.name, order = crate::words::order(o.order));
                line(out, &[&officer.code], says);
                let mut from = officer.at;
                for p in &o.route {
                    let to = v2(p[0], p[1]);
                    let base = Base { front: to, dir: (to - from).unit(), width: 30.0, depth: 30.0 };
                    let mut g = ghost(&officer.code, from, &base, true);
                    g.piece = format!("{} {}", officer.code, out.ghosts.len());
                    out.ghosts.push(g);
                    from = to;
                }
            }
            for x in arrange {
                let who = super::sheets::who(x);
                line(out, &[who], say!("draw-arranged", who));
            }
        }
        Answer::Declare { attacks } => {
            for x in attacks {
                let (unit, target) = (&*x.unit, &*x.target);
                line(out, &[unit], say!("do-attack", unit, target));
                let at = aim_point(desk, target);
                let means = f.by_code(unit).map_or(Means::Attack, |u| match f[u].arm() {
                    Arm::Cavalry => Means::Charge,
                    _ => Means::Attack,
                });
                out.aims.push(Aimed { from: unit.to_owned(), at, means });
                let Some(u) = f.by_code(unit).map(|u| &f[u]) else { continue };
                if let Ok(t) = check::attack::target(desk.b, desk.side, target)
                    && let Ok(path) = check::attack::path(desk.b, u, t, x.straight)
                {
                    place(out, u, &path.end());
                }
            }
        }
        Answer::Fire { fire } => {
            for o in fire {
                let (unit, target) = (&*o.unit, &*o.at);
                line(out, &[unit], say!("do-fire", unit, target));
                let at = aim_point(desk, target);
                out.aims.push(Aimed { from: unit.to_owned(), at, means: Means::Fire });
            }
        }
        Answer::Evade { retreat } => {
            for e in retreat {
                line(out, &[&e.unit], say!("do-evade", unit = &*e.unit));
                if let Some(u) = f.by_code(&e.unit).map(|u| &f[u]) {
                    place(out, u, &Base::new(e.to, u.base.width, u.base.depth));
                }
            }
        }
        Answer::Move { units } => {
            let reaction = *desk.awaits == Awaits::Reactions;
            let manner = if reaction { Manner::Reaction } else { Manner::Tactical };
            for m in units {
                line(out, &[&m.unit], move_says(m));
            }
            for p in planned(desk, units, manner) {
                place(out, &f[p.unit], &p.end);
            }
        }
        Answer::Change(c) => {
            let formation = crate::words::formation(c.to);
            line(out, &[&c.unit], say!("do-form", unit = &*c.unit, formation));
            if let Ok(plan) = check::moves::change(desk.b, desk.side, c) {
                place(out, &f[plan.unit], &plan.end);
            }
        }
        Answer::Turn { units, ahead, left } => {
            let reaction = *desk.awaits == Awaits::Reactions;
            for unit in units {
                let says = if *left { say!("do-turn-left", unit) } else { say!("do-turn-right", unit) };
                line(out, &[unit], says);
            }
            if let Ok(t) = check::moves::turned(desk.b, desk.side, units, *ahead, *left, reaction) {
                for (u, end) in &t.units {
                    place(out, &f[*u], end);
                }
            }
        }
        Answer::Officer { officer, act } => {
            let Some(o) = f.officer_by_code(officer).map(|o| &f[o]) else { return };
            let says = match act {
                OfficerAct::Ahead(m) => {
                    let base = Base { front: o.base().front + o.dir * *m, ..o.base() };
                    out.ghosts.push(ghost(&o.code, o.base().front, &base, true));
                    say!("do-ahead", unit = &*o.code, metres = words::whole(*m))
                }
                OfficerAct::About => say!("do-turn-about", unit = &*o.code),
                OfficerAct::Face(d) => say!("draw-faces", unit = &*o.code, degrees = words::whole(*d)),
            };
            line(out, &[officer], says);
        }
        Answer::Guns { unit, act } => guns(desk, out, unit, *act),
        Answer::Town { unit, act } => {
            let says = match act {
                TownAct::Assemble { .. } => say!("draw-assembles", unit),
                TownAct::Spread => say!("draw-spreads", unit),
                TownAct::Leave { ahead } => say!("draw-leaves", unit, metres = words::whole(*ahead)),
            };
            line(out, &[unit], says);
        }
        Answer::Blow { unit, bridge } => line(out, &[unit], say!("draw-blows", unit, bridge)),
        Answer::Manoeuvre { commands } => {
            for m in commands {
                advance(desk, out, m);
            }
        }
        Answer::Superiors { moves } => {
            for m in moves {
                line(out, &[&m.officer], say!("draw-rides", officer = &*m.officer));
                let to = v2(m.to[0], m.to[1]);
                if let Some(o) = f.officer_by_code(&m.officer).map(|o| &f[o]) {
                    let base = Base { front: to + o.dir * 15.0, ..o.base() };
                    out.ghosts.push(ghost(&o.code, o.base().front, &base, true));
                } else if let Some(u) = f.by_code(&m.officer).map(|u| &f[u]) {
                    place(out, u, &Base { front: to, ..u.base });
                }
            }
        }
        Answer::Deploy { officers, units } => {
            for p in officers {
                let Some(o) = f.officer_by_code(&p.officer).map(|o| &f[o]) else { continue };
                line(out, &[&p.officer], say!("draw-rides", officer = &*p.officer));
                let dir = V2::bearing(p.at.facing);
                let base = Base { front: v2(p.at.x, p.at.y) + dir * 15.0, dir, ..o.base() };
                out.ghosts.push(ghost(&o.code, o.base().front, &base, true));
            }
            for d in units {
                let Some(u) = f.by_code(&d.unit).map(|u| &f[u]) else { continue };
                let says = match (&d.enter, d.form) {
                    (Some(town), _) => say!("draw-enters", unit = &*d.unit, town = &**town),
                    (None, Some(k)) => {
                        say!("draw-deploys-in", unit = &*d.unit, formation = crate::words::formation(k))
                    }
                    _ => say!("draw-deploys", unit = &*d.unit),
                };
                line(out, &[&d.unit], says);
                let formation =
                    d.form.and_then(|k| check::moves::formation(u, k, d.front).ok()).unwrap_or(u.formation);
                let formation =
                    if formation.zone().is_some() { Formation::Column { front: 1 } } else { formation };
                let at = (v2(d.at.x, d.at.y), V2::bearing(d.at.facing));
                place(out, u, &near::drawn_up(f, u, formation, u.bases.now, at.0, at.1));
            }
        }
        Answer::Settle { units } => {
            for s in units {
                match s.act {
                    SettleAct::Square => {
                        let formation = say!("formation-square");
                        line(out, &[&s.unit], say!("do-form", unit = &*s.unit, formation));
                    }
                    SettleAct::About => line(out, &[&s.unit], say!("do-turn-about", unit = &*s.unit)),
                    SettleAct::Guns(g) => guns(desk, out, &s.unit, g),
                }
            }
        }
        Answer::Breakthrough(b) => match b {
            crate::answer::Breakthrough::Stay => line(out, &[], say!("do-stay")),
            crate::answer::Breakthrough::Attack { target, .. } => {
                line(out, &[target], say!("do-break-through", target));
                if let Awaits::Breakthrough(u) = desk.awaits {
                    let from = f[*u].code.to_string();
                    out.aims.push(Aimed { from, at: AimPoint::Piece(target.clone()), means: Means::Attack });
                }
            }
            crate::answer::Breakthrough::Ahead(m) => {
                if let Awaits::Breakthrough(u) = desk.awaits {
                    let u = &f[*u];
                    line(out, &[&u.code], say!("do-ahead", unit = &*u.code, metres = words::whole(*m)));
                    place(out, u, &u.base.moved(u.base.dir * *m));
                }
            }
        },
        _ => {}
    }
}

/// A target as a line leads to it.
fn aim_point(desk: &Desk<'_>, target: &str) -> AimPoint {
    let f = &desk.b.field;
    match f.ground.zone(target) {
        Some(z) => AimPoint::Place([round(f.ground[z].rect.centre.x), round(f.ground[z].rect.centre.y)]),
        None => AimPoint::Piece(target.to_owned()),
    }
}

fn advance(desk: &Desk<'_>, out: &mut Sketched, m: &CommandMove) {
    let f = &desk.b.field;
    let Some(c) = f.command_by_code(&m.command).map(|c| &f[c]) else { return };
    let o = &f[c.officer];
    let command = &*c.name;
    let says = match (m.halt, m.engage) {
        (true, _) => say!("draw-halts", command),
        (_, true) => say!("draw-advances-to-engage", command, metres = words::whole(m.ahead)),
        _ => say!("do-advance", command, metres = words::whole(m.ahead)),
    };
    line(out, &[&o.code], says);
    if m.ahead > 0.0 {
        let to = o.base().front + o.dir.turned(-m.slant.to_radians()) * m.ahead;
        out.ghosts.push(ghost(&o.code, o.base().front, &Base { front: to, ..o.base() }, true));
    }
    for g in &m.formations {
        for p in planned(desk, g, Manner::Manoeuvre { slow: m.slow }) {
            place(out, &f[p.unit], &p.end);
        }
    }
}

fn guns(desk: &Desk<'_>, out: &mut Sketched, unit: &str, act: GunAct) {
    let f = &desk.b.field;
    let Some(u) = f.by_code(unit).map(|u| &f[u]) else { return };
    let (says, at) = match act {
        GunAct::Manhandle { at } => (say!("draw-manhandles", unit), Some((at, Formation::Unlimbered))),
        GunAct::Retreat { to } => (say!("draw-guns-retreat", unit), Some((to, Formation::Limbered))),
        GunAct::Unlimber => (say!("draw-unlimbers", unit), None),
        GunAct::Wheel { degrees, .. } => {
            (say!("draw-pivots", unit, degrees = words::whole(degrees.abs())), None)
        }
        GunAct::Limber { to } => (say!("draw-limbers", unit), Some((to, Formation::Limbered))),
        GunAct::Go { to, unlimber } => {
            let formation = if unlimber { Formation::Unlimbered } else { Formation::Limbered };
            let says =
                if unlimber { say!("draw-goes-and-unlimbers", unit) } else { say!("draw-guns-go", unit) };
            (says, Some((to, formation)))
        }
    };
    line(out, &[unit], says);
    if let Some((p, formation)) = at {
        let base = near::drawn_up(f, u, formation, u.bases.now, v2(p.x, p.y), V2::bearing(p.facing));
        place(out, u, &base);
    }
}
