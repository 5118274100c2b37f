//! What has been drawn so far, as it is shown: the lines of the sheet, where everybody would be at the end of the move, who is aimed at.

use super::{Desk, controls, ghost, handed, odds, orders, way};
use crate::answer::{Answer, LegOrder, MoveOrder, NewGameOrder, Pace, Turning};
use crate::battle::Awaits;
use crate::order::Gait;
use crate::unit::Unit;
use crate::{say, words as names};
use desk::board::{AimPoint, Aimed, Chance, Ghost, Means, Missing, Reach, Reaches, Sketch, Sketched};
use desk::sketch::{json, round};
use table::{Base, V2, v2};
use words::{Joint, Message};

/// Generals count within this (7.4).
const COMMAND: f64 = 50.0;

pub(super) fn show(desk: &Desk<'_>, now: &Answer, pieces: &[String]) -> Sketched {
    let mut out = Sketched {
        draft: handed(desk, now),
        answer: Some(json(now)),
        pieces: pieces.to_vec(),
        ..Sketched::default()
    };
    lines(desk, now, &mut out);
    out.controls = controls::controls(desk, now, pieces);
    if !pieces.is_empty() {
        out.says = says(desk, now, pieces);
        out.odds = chances(desk, now, pieces);
        out.reach = reach(desk, now, pieces);
    }
    out.missing = missing(desk, now);
    out
}

/// Where those taken up would be by an order that cannot stand.
pub(super) fn tried(desk: &Desk<'_>, proposed: &Answer, pieces: &[String]) -> Vec<Ghost> {
    let Answer::Orders { orders, .. } = proposed else { return Vec::new() };
    let taken = desk.units(pieces);
    let of = |u: &&Unit| {
        let o = orders.iter().find(|o| *o.unit == *u.code)?;
        Some(ghost(&u.code, u.base.front, &way::end(desk.b, u, o).base, false))
    };
    taken.iter().filter_map(of).collect()
}

/// Bodies with an objective of which nothing is drawn yet, and charged ones of which nothing is said.
fn missing(desk: &Desk<'_>, now: &Answer) -> Vec<Missing> {
    let f = &desk.b.field;
    let lacks = |u: &Unit, says: Message| Missing { pieces: vec![u.code.to_string()], says, must: false };
    match (desk.awaits, now) {
        (Awaits::Orders, Answer::Orders { orders, .. }) => f
            .side(desk.side)
            .filter(|u| u.state == crate::unit::State::UnderOrders && !desk.b.play.fights(u.id))
            .filter(|u| !orders.iter().any(|o| *o.unit == *u.code))
            .filter_map(|u| {
                let game = desk.b.play.game.get(u.id.index()).and_then(Option::as_ref);
                match game {
                    None => Some(lacks(u, say!("missing-game-order", unit = &*u.code))),
                    Some(g) if g.objective.is_some() => {
                        Some(lacks(u, say!("missing-order", unit = &*u.code)))
                    }
                    _ => None,
                }
            })
            .collect(),
        (Awaits::Respond(units), Answer::Respond { responses }) => units
            .iter()
            .map(|u| &f[*u])
            .filter(|u| !responses.iter().any(|r| *r.unit == *u.code))
            .map(|u| {
                let usual = desk.b.usual_response(u.id).map_or_else(Message::default, names::response);
                lacks(u, say!("missing-response", unit = &*u.code, usual))
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// What is said of those taken up: their game order, and what the move order comes to.
fn says(desk: &Desk<'_>, now: &Answer, pieces: &[String]) -> Vec<Message> {
    let mut all = Vec::new();
    for u in desk.units(pieces).into_iter().take(1) {
        match desk.b.play.game.get(u.id.index()).and_then(Option::as_ref) {
            Some(g) => {
                let task = names::game_task(g.task);
                all.push(match &g.objective {
                    Some(crate::order::Goal::Ground { name, .. }) => {
                        say!("draw-game-order-to", unit = &*u.code, task, objective = &**name)
                    }
                    _ => say!("draw-game-order", unit = &*u.code, task),
                });
            }
            None => all.push(say!("missing-game-order", unit = &*u.code)),
        }
        if let Answer::Orders { orders, .. } = now
            && let Some(o) = orders.iter().find(|o| *o.unit == *u.code)
        {
            let takes = way::end(desk.b, u, o).moves;
            if takes > 1.005 {
                all.push(say!("draw-takes", moves = (takes * 100.0).round() / 100.0));
            }
        }
    }
    all
}

fn chances(desk: &Desk<'_>, now: &Answer, pieces: &[String]) -> Vec<Chance> {
    let has = |code: &str| pieces.iter().any(|p| p == code);
    match now {
        Answer::Orders { orders, .. } => {
            let o = orders.iter().find(|o| has(&o.unit) && o.charge.is_some());
            o.and_then(|o| o.charge.as_ref().map(|on| odds::of_charge(desk, &o.unit, on))).unwrap_or_default()
        }
        Answer::Respond { responses } => responses
            .iter()
            .find(|r| has(&r.unit))
            .map_or_else(Vec::new, |r| odds::of_response(desk, &r.unit, r.response)),
        Answer::Fire { fire } => {
            let c = fire.iter().find(|c| has(&c.unit) && !c.hold);
            c.and_then(|c| c.target.as_ref().map(|t| odds::of_fire(desk, &c.unit, t))).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

fn outline(points: &[V2]) -> Vec<[f64; 2]> {
    points.iter().map(|p| [round(p.x), round(p.y)]).collect()
}

/// How far those taken up reach: where a general counts, how far a body marches, what its arms bear on.
fn reach(desk: &Desk<'_>, now: &Answer, pieces: &[String]) -> Vec<Reach> {
    let f = &desk.b.field;
    let circle = |at: V2, radius: f64| -> Vec<V2> {
        (0..48).map(|i| at + V2::bearing(f64::from(i) * 7.5) * radius).collect()
    };
    if let Some(g) = desk.general(pieces) {
        let outline = outline(&circle(f[g].at, COMMAND));
        return vec![Reach { of: Reaches::Command, outline, says: say!("reach-general") }];
    }
    let Some(u) = desk.units(pieces).into_iter().next() else { return Vec::new() };
    let mut all = Vec::new();
    if let (Awaits::Orders, Answer::Orders { orders, .. }) = (desk.awaits, now) {
        let double = orders::of(orders, &u.code).pace == Pace::Double;
        let rate = f.rate(u, if double { Gait::Double } else { Gait::Normal }).unwrap_or(0.0);
        let far = if u.open_order() {
            circle(u.base.centre(), rate + u.base.depth / 2.0)
        } else {
            let by = u.base.dir * rate;
            vec![
                u.base.front_left(),
                u.base.front_left() + by,
                u.base.front_right() + by,
                u.base.front_right(),
            ]
        };
        if rate > 0.0 {
            all.push(Reach {
                of: Reaches::Move,
                outline: outline(&far),
                says: say!("reach-move", cm = words::tenths(rate)),
            });
        }
    }
    let weapon = u.weapon().filter(|_| !u.arm().battery());
    if let Some(w) = weapon {
        let cm = crate::book::numbers().small_arms.reach(w);
        let fan = fan(&u.base, crate::aim::arc(u).0, cm);
        all.push(Reach {
            of: Reaches::Fire,
            outline: outline(&fan),
            says: say!("reach-fire", cm = words::whole(cm)),
        });
    }
    all
}

/// The ground that an arc covers from a front.
fn fan(base: &Base, arc: Option<f64>, cm: f64) -> Vec<V2> {
    let Some(most) = arc else {
        return (0..48).map(|i| base.centre() + V2::bearing(f64::from(i) * 7.5) * cm).collect();
    };
    let dir = |degrees: f64| base.dir.turned(-degrees.to_radians());
    let mut all = vec![base.front_left()];
    for i in 0..=4 {
        all.push(base.front_left() + dir(-most + most * f64::from(i) / 4.0) * cm);
    }
    for i in 0..=4 {
        all.push(base.front_right() + dir(most * f64::from(i) / 4.0) * cm);
    }
    all.push(base.front_right());
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

/// A leg in words.
fn leg_says(l: &LegOrder) -> Message {
    match l {
        LegOrder::March { cm, towards: None } => say!("leg-march", cm = words::tenths(*cm)),
        LegOrder::March { cm, towards: Some(d) } => {
            say!("leg-march-towards", cm = words::tenths(*cm), degrees = words::whole(*d))
        }
        LegOrder::Back { cm } => say!("leg-back", cm = words::tenths(*cm)),
        LegOrder::Wheel { degrees } if *degrees < 0.0 => {
            say!("leg-wheel-left", degrees = words::whole(-degrees))
        }
        LegOrder::Wheel { degrees } => say!("leg-wheel-right", degrees = words::whole(*degrees)),
        LegOrder::Turn { to: Turning::Left } => say!("leg-turn-left"),
        LegOrder::Turn { to: Turning::Right } => say!("leg-turn-right"),
        LegOrder::Turn { to: Turning::About } => say!("leg-turn-about"),
        LegOrder::Form { formation, .. } => say!("leg-form", formation = names::formation(*formation)),
        LegOrder::IntoLine { to: Turning::Left } => say!("leg-into-line-left"),
        LegOrder::IntoLine { .. } => say!("leg-into-line-right"),
        LegOrder::LieDown => say!("leg-lie-down"),
        LegOrder::StandUp => say!("leg-stand-up"),
        LegOrder::Mount => say!("leg-mount"),
        LegOrder::Dismount => say!("leg-dismount"),
        LegOrder::Limber => say!("leg-limber"),
        LegOrder::Unlimber { .. } => say!("leg-unlimber"),
        LegOrder::Wait { part } => say!("leg-wait", part = *part),
        LegOrder::Reorder => say!("leg-reorder"),
        LegOrder::Enter => say!("leg-enter"),
        LegOrder::Spike => say!("leg-spike"),
        LegOrder::CutFree => say!("leg-cut-free"),
        LegOrder::Rejoin => say!("leg-rejoin"),
        LegOrder::Leave { formation, .. } => say!("leg-leave", formation = names::formation(*formation)),
    }
}

/// An order in words, one thing after another.
fn order_says(o: &MoveOrder) -> Message {
    let mut parts: Vec<Message> = Vec::new();
    if o.pace == Pace::Double {
        parts.push(say!("leg-double"));
    }
    parts.extend(o.legs.iter().map(leg_says));
    if let Some(target) = &o.charge {
        parts.push(say!("leg-charge", target = &**target));
        parts.extend(o.charge_also.iter().map(|also| say!("leg-charge-also", target = &**also)));
    }
    if o.press_on {
        parts.push(say!("leg-press-on"));
    }
    parts.extend(o.dismount.iter().map(|n| say!("leg-dismount-part", n = *n)));
    if let Some(target) = &o.attack {
        parts.push(say!("leg-attack", target = &**target));
    }
    if let Some(unit) = &o.support {
        parts.push(say!("leg-support", unit = &**unit));
    }
    if o.through {
        parts.push(say!("leg-through"));
    }
    if o.set_fire {
        parts.push(say!("leg-set-fire"));
    }
    if o.hold_fire {
        parts.push(say!("leg-hold-fire"));
    }
    if o.loose_ball {
        parts.push(say!("leg-loose-ball"));
    }
    if let Some(g) = &o.by {
        parts.push(say!("leg-by", general = &**g));
    }
    say!("draw-order", unit = &*o.unit, does = words::list(parts, Joint::Comma))
}

fn game_says(o: &NewGameOrder) -> Message {
    let task = names::game_task(o.task);
    let mut parts = vec![task];
    if let Some(name) = &o.objective {
        parts.push(say!("game-to", objective = &**name));
    }
    if let Some(unit) = o.beside.as_ref().filter(|_| o.place.is_some()) {
        parts.push(say!("game-beside", unit = &**unit));
    }
    if let Some(unit) = &o.supports {
        parts.push(say!("game-supports", unit = &**unit));
    }
    if !o.targets.is_empty() {
        parts.push(say!("game-targets", targets = o.targets.join(", ")));
    }
    if o.double {
        parts.push(say!("game-double"));
    }
    if !o.says.is_empty() {
        parts.push(Message::verbatim(o.says.clone()));
    }
    say!("draw-new-game-order", unit = &*o.unit, general = &*o.by, does = words::list(parts, Joint::Comma))
}

/// The lines of a sheet, with their ghosts and aims.
fn lines(desk: &Desk<'_>, a: &Answer, out: &mut Sketched) {
    let f = &desk.b.field;
    let aim = |from: &str, at: &str, means: Means| Aimed {
        from: from.to_owned(),
        at: AimPoint::Piece(at.to_owned()),
        means,
    };
    match a {
        Answer::Orders { orders, generals } => {
            for o in orders {
                let Some(u) = desk.unit(&o.unit) else { continue };
                line(out, &[&o.unit], order_says(o));
                for at in o.charge.iter().chain(&o.charge_also) {
                    out.aims.push(aim(&o.unit, at, Means::Charge));
                }
                if let Some(at) = &o.attack {
                    out.aims.push(aim(&o.unit, at, Means::Attack));
                }
                let end = way::end(desk.b, u, o);
                if end.base != u.base {
                    let path = outline(&end.path);
                    out.ghosts.push(Ghost { path, ..ghost(&u.code, u.base.front, &end.base, true) });
                }
            }
            for r in generals {
                let Some(g) = f.general_by_code(&r.general).map(|g| &f[g]) else { continue };
                let says = match &r.with {
                    Some(unit) => say!("draw-rides-with", general = &*g.name, unit = &**unit),
                    None => say!("draw-rides", general = &*g.name),
                };
                line(out, &[&r.general], says);
                if let Some([x, y]) = r.to {
                    let base = Base { front: v2(x, y), dir: v2(0.0, 1.0), width: 2.0, depth: 2.0 };
                    out.ghosts.push(ghost(&g.code, g.at, &base, true));
                }
            }
        }
        Answer::Respond { responses } => {
            for r in responses {
                let says = say!("do-respond", unit = &*r.unit, response = names::response(r.response));
                line(out, &[&r.unit], says);
            }
        }
        Answer::Fire { fire } => {
            for c in fire {
                let unit = &*c.unit;
                match &c.target {
                    _ if c.hold => line(out, &[unit], say!("do-hold-fire", unit)),
                    Some(target) => {
                        line(out, &[unit], say!("do-fire-at", unit, target = &**target));
                        out.aims.push(aim(unit, target, Means::Fire));
                    }
                    None => line(out, &[unit], say!("draw-fires", unit)),
                }
            }
        }
        Answer::Press { units } => {
            for p in units.iter().filter(|p| p.go_on) {
                line(out, &[&p.unit], say!("draw-presses", unit = &*p.unit));
            }
        }
        Answer::Follow { follow, give_ground } => {
            for u in follow {
                line(out, &[u], say!("draw-follows", unit = &**u));
            }
            for u in give_ground {
                line(out, &[u], say!("draw-gives-ground", unit = &**u));
            }
        }
        Answer::Pursue { go_on, refuse } => {
            for u in go_on {
                line(out, &[u], say!("draw-pursues", unit = &**u));
            }
            for u in refuse {
                line(out, &[u], say!("draw-refuses", unit = &**u));
            }
        }
        Answer::GameOrders { orders } => {
            for o in orders {
                line(out, &[&o.unit], game_says(o));
                let place = o.place.map(|[x, y]| [round(x), round(y)]).or_else(|| {
                    let name = o.objective.as_ref()?;
                    let at = f.objective(name).map(|x| x.at);
                    let at = at.or_else(|| crate::scenario::middle(&f.ground, name))?;
                    Some([round(at.x), round(at.y)])
                });
                if let Some(at) = place {
                    let from = o.unit.clone();
                    out.aims.push(Aimed { from, at: AimPoint::Place(at), means: Means::Attack });
                }
            }
        }
    }
}
