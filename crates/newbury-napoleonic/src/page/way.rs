//! How far an order gets in this move, and in which shape: by the rates and times that the move itself goes by, as if nobody were in the way.

use crate::answer::{LegOrder, MoveOrder, Pace, Turning};
use crate::battle::Battle;
use crate::drill::drawn;
use crate::formation::Formation;
use crate::order::Gait;
use crate::procedures::formations::Takes;
use crate::unit::Unit;
use table::{Base, V2};

/// Where a body is at the end of the move.
pub(super) struct End {
    pub base: Base,
    /// Corners of its way.
    pub path: Vec<V2>,
    /// Moves that the whole order takes; more than one goes on in the next.
    pub moves: f64,
}

/// The end of this move of one who carries out an order.
pub(super) fn end(b: &Battle, u: &Unit, o: &MoveOrder) -> End {
    let f = &b.field;
    let year = b.terms.year;
    let gait = if o.pace == Pace::Double { Gait::Double } else { Gait::Normal };
    let mut now = u.clone();
    let mut at = End { base: u.base, path: vec![u.base.front], moves: 0.0 };
    let time_of = |t: Takes| match t {
        Takes::Time { moves, .. } => moves.0,
        Takes::MayNot { .. } => 0.0,
    };
    // Time of a change that is made while advancing, for the march after it (T6.adv).
    let mut spare = 0.0;
    for leg in &o.legs {
        let advances = std::mem::take(&mut spare);
        let left = (1.0 - at.moves).max(0.0);
        let rate = f.rate(&now, gait).unwrap_or(0.0).max(0.01);
        match *leg {
            LegOrder::March { cm, towards } => {
                let dir = towards.map_or(at.base.dir, V2::bearing);
                let over = f.over(&now, &at.base, dir, cm.max(0.01), false);
                let needs = over.time(rate).unwrap_or(2.0);
                let advances = if towards.is_none() { advances } else { 0.0 };
                let left = left + advances;
                let gone = if needs <= left { cm } else { over.reach(rate, left).min(cm) };
                at.base = at.base.moved(dir * gone);
                at.moves += (needs - advances).max(0.0);
            }
            LegOrder::Back { cm } => {
                let rate = f.rate(&now, Gait::Back).unwrap_or(5.0).max(0.01);
                at.base = at.base.moved(at.base.dir * -cm.min(rate * left));
                at.moves += cm / rate;
            }
            LegOrder::Wheel { degrees } => {
                let needs = degrees.abs().to_radians() * at.base.width / rate;
                let part = if needs <= left { 1.0 } else { left / needs.max(1e-9) };
                at.base = ranks::wheeled(&at.base, degrees * part);
                at.moves += needs;
            }
            LegOrder::Turn { to } => {
                let needs = time_of(f.turn_takes(&now, to, year).0);
                if needs <= left + 1e-9 && to == Turning::About {
                    at.base = at.base.about_face();
                }
                at.moves += needs;
            }
            LegOrder::Form { formation, ranks, files } => {
                let to = drawn(&now, formation, ranks, files);
                let going_on = now.changing.filter(|c| c.to == to).map(|c| c.left);
                let takes = f.change_takes(&now, to, year, false).0;
                let needs = going_on.unwrap_or_else(|| time_of(takes));
                if matches!(takes, Takes::Time { advancing: true, .. }) {
                    spare = needs;
                }
                if needs <= left + 1e-9 {
                    now.drawn = to;
                    at.base = now.plan(&f.options).at(at.base.front, at.base.dir);
                }
                at.moves += needs;
            }
            LegOrder::IntoLine { to } => {
                let needs = time_of(f.into_line_takes(&now, year).0);
                if needs <= left + 1e-9 {
                    (now.drawn, at.base) = f.line_from_flank(&now, to);
                }
                at.moves += needs;
            }
            LegOrder::Wait { part } => at.moves += part,
            LegOrder::Reorder => at.moves = at.moves.max(1.0),
            _ => {
                let needs = f.task_of(&now, *leg).map_or(0.0, |t| time_of(f.doing_takes(t).0));
                if needs <= left + 1e-9 {
                    let to = match *leg {
                        LegOrder::Limber => Some(Formation::Limbered),
                        LegOrder::Unlimber { .. } => Some(Formation::Deployed),
                        _ => None,
                    };
                    if let Some(to) = to {
                        now.drawn.formation = to;
                        let dir = match *leg {
                            LegOrder::Unlimber { facing: Some(d) } => V2::bearing(d),
                            _ => at.base.dir,
                        };
                        at.base = now.plan(&f.options).at(at.base.front, dir);
                    }
                }
                at.moves += needs;
            }
        }
        now.base = at.base;
        at.path.push(at.base.front);
    }
    at
}

/// The legs that lead from a base to a place.
pub(super) fn legs_to(u: &Unit, base: &Base, to: V2) -> Vec<LegOrder> {
    let way = to - base.front;
    if way.len() < 0.3 {
        return Vec::new();
    }
    let tenth = |x: f64| (x * 10.0).round() / 10.0;
    if u.open_order() || u.deployed() {
        return vec![LegOrder::March { cm: tenth(way.len()), towards: Some(tenth(way.bearing_degrees())) }];
    }
    let ahead = way.dot(base.dir);
    let aside = way.dot(base.dir.right());
    if aside.abs() < 0.5 {
        if ahead > 0.0 {
            return vec![LegOrder::March { cm: tenth(ahead), towards: None }];
        }
        if -ahead <= 5.0 && u.troop.regular() && u.on_foot() {
            return vec![LegOrder::Back { cm: tenth(-ahead) }];
        }
    }
    let behind = base.dir.angle_to(way.unit()).to_degrees() > 120.0;
    let (mut legs, base) = match behind {
        true => (vec![LegOrder::Turn { to: Turning::About }], base.about_face()),
        false => (Vec::new(), *base),
    };
    match ranks::wheel_towards(&base, to) {
        Some((d, cm)) => {
            if d.abs() >= 0.5 {
                legs.push(LegOrder::Wheel { degrees: tenth(d.clamp(-180.0, 180.0)) });
            }
            if cm > 0.05 {
                legs.push(LegOrder::March { cm: tenth(cm), towards: None });
            }
        }
        None if ahead > 0.1 => legs.push(LegOrder::March { cm: tenth(ahead), towards: None }),
        None => {}
    }
    legs
}
