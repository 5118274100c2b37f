//! One act of a movement phase, drawn by hand: a unit or an operation formation goes, pivots, turns about or changes its formation; an officer
//! rides, guns are handled, towns are left.

use super::{Desk, sane, senseless};
use crate::answer::{Answer, Breakthrough, Change, GunAct, OfficerAct, TownAct, UnitMove};
use crate::check::moves::PIVOT;
use crate::troop::{Arm, Formation, FormationKind};
use crate::unit::{Unit, UnitId};
use desk::board::Act;
use serde_json::Value;
use table::{Pose, V2, v2};
use umpire::Refusal;

/// How finely a way that is too long is shortened.
const STEPS: u32 = 16;

pub(super) fn proposed(
    desk: &Desk<'_>,
    pieces: &[String],
    act: &Act,
    now: Option<&Answer>,
) -> Result<Vec<Answer>, Refusal> {
    let f = &desk.b.field;
    if let Some(o) = desk.officer(pieces) {
        return officer(desk, o, act);
    }
    let units = desk.units(pieces);
    let u = units.first().map(|u| &f[*u]).ok_or_else(senseless)?;
    if u.arm() == Arm::Artillery {
        return guns(u, act);
    }
    if u.formation.zone().is_some() {
        return town(desk, u, act);
    }
    match act {
        Act::Drag { x, y, facing } => {
            sane(&[*x, *y, facing.unwrap_or(0.0)])?;
            Ok(dragged(desk, &units, v2(*x, *y), *facing, now))
        }
        Act::Point { x, y } => {
            sane(&[*x, *y])?;
            Ok(dragged(desk, &units, v2(*x, *y), None, now))
        }
        Act::Turn { degrees } => {
            sane(&[*degrees])?;
            Ok(turned(desk, &units, *degrees))
        }
        Act::Set { control, value } => set(desk, &units, control, value, now),
        _ => Err(senseless()),
    }
}

/// The move of a unit as it is drawn so far.
pub(super) fn drawn(now: Option<&Answer>, code: &str) -> UnitMove {
    match now {
        Some(Answer::Move { units }) => units.iter().find(|m| m.unit == code).cloned(),
        _ => None,
    }
    .unwrap_or_else(|| UnitMove { unit: code.into(), ..UnitMove::default() })
}

/// Parts of a way from the whole of it down.
fn parts() -> impl Iterator<Item = f64> {
    (1..=STEPS).rev().map(|k| f64::from(k) / f64::from(STEPS))
}

fn dragged(
    desk: &Desk<'_>,
    units: &[UnitId],
    to: V2,
    facing: Option<f64>,
    now: Option<&Answer>,
) -> Vec<Answer> {
    let f = &desk.b.field;
    let first = &f[units[0]];
    if units.len() > 1 {
        // An operation formation keeps its order: it goes straight ahead, or adjusts.
        let by = to - first.base.front;
        let ahead = by.dot(first.base.dir);
        let each = |make: &dyn Fn(&Unit) -> UnitMove| Answer::Move {
            units: units.iter().map(|u| make(&f[*u])).collect(),
        };
        let mut all = Vec::new();
        if by.len() <= f.sheet.march().adjustment + 0.5 && ahead < 0.9 * by.len() {
            all.push(each(&|u| UnitMove {
                unit: u.code.to_string(),
                adjust: Some([by.x, by.y]),
                ..UnitMove::default()
            }));
        }
        all.extend(parts().map(|part| {
            each(&|u| UnitMove {
                unit: u.code.to_string(),
                ahead: whole(ahead.max(0.0) * part),
                ..UnitMove::default()
            })
        }));
        return all;
    }
    let about = drawn(now, &first.code).about;
    let base = if about { first.base.about_face() } else { first.base };
    let by = to - base.front;
    let code = || first.code.to_string();
    let of = |m: UnitMove| Answer::Move { units: vec![m] };
    let mut all = Vec::new();
    if by.len() < 1.0 {
        let turn =
            facing.map_or(0.0, |to| (to - base.dir.bearing_degrees() + 540.0).rem_euclid(360.0) - 180.0);
        return turned(desk, units, turn);
    }
    let aside = by.dot(base.dir.right()).abs();
    let ahead = by.dot(base.dir);
    if ahead > 0.0 && (aside < 12.0 || facing.is_some()) {
        for part in parts() {
            let m = UnitMove { unit: code(), about, ahead: whole(ahead * part), ..UnitMove::default() };
            all.push(of(m));
        }
        if aside < 12.0 {
            return all;
        }
        all.truncate(1);
    }
    if first.skirmishing() {
        // Skirmishers go aslant, and back.
        let slant = -base.dir.turn_to(by.unit()).to_degrees();
        for part in parts() {
            let (slant, ahead) = match slant {
                s if s.abs() <= 45.0 => (s, by.len() * part),
                s if s.abs() >= 135.0 => ((s.abs() - 180.0) * -s.signum(), -by.len() * part),
                s => (45.0 * s.signum(), by.len() * part),
            };
            all.push(of(UnitMove { unit: code(), about, slant, ahead, ..UnitMove::default() }));
        }
        return all;
    }
    if by.len() <= f.sheet.march().adjustment + 0.5 {
        all.push(of(UnitMove { unit: code(), adjust: Some([by.x, by.y]), ..UnitMove::default() }));
    }
    if let Some((wheel, far)) = ranks::wheel_towards(&base, to) {
        let left = PIVOT - f64::from(first.record.pivoted);
        let wheel = wheel.clamp(-left, left);
        for part in parts() {
            all.push(of(UnitMove {
                unit: code(),
                about,
                wheel,
                ahead: whole(far * part),
                ..UnitMove::default()
            }));
        }
        all.push(of(UnitMove { unit: code(), about, wheel, ..UnitMove::default() }));
    }
    all
}

/// To whole metres, so that a hand need not be steadier than a ruler.
fn whole(metres: f64) -> f64 {
    metres.floor().max(0.0)
}

/// Pivots about a front corner as far as it may, or turns about.
fn turned(desk: &Desk<'_>, units: &[UnitId], degrees: f64) -> Vec<Answer> {
    let f = &desk.b.field;
    let degrees = (degrees + 540.0).rem_euclid(360.0) - 180.0;
    let each = |make: &dyn Fn(&Unit) -> UnitMove| Answer::Move {
        units: units.iter().map(|u| make(&f[*u])).collect(),
    };
    let code = |u: &Unit| u.code.to_string();
    if degrees.abs() > 150.0 {
        return vec![each(&|u| UnitMove { unit: code(u), about: true, ..UnitMove::default() })];
    }
    let mut all = Vec::new();
    for part in parts() {
        let wheel = (degrees * part).clamp(-PIVOT, PIVOT);
        for backward in [false, true] {
            all.push(each(&|u| UnitMove { unit: code(u), wheel, backward, ..UnitMove::default() }));
        }
    }
    all
}

/// The name of a formation in a control.
pub(super) fn form_id(k: FormationKind, front: Option<u8>) -> String {
    let name = serde_json::to_value(k).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
    match front {
        Some(n) => format!("{name} {n}"),
        None => name,
    }
}

/// The change of formation that a control stands for.
pub(super) fn change_of(u: &Unit, id: &str) -> Option<Change> {
    let (name, front) = match id.split_once(' ') {
        Some((name, n)) => (name, Some(n.parse().ok()?)),
        None => (id, None),
    };
    let to = crate::book::named::<FormationKind>(name)?;
    Some(Change { unit: u.code.to_string(), to, front, at: None, join: None, detach: None })
}

fn set(
    desk: &Desk<'_>,
    units: &[UnitId],
    control: &str,
    value: &Value,
    now: Option<&Answer>,
) -> Result<Vec<Answer>, Refusal> {
    let f = &desk.b.field;
    let u = &f[units[0]];
    let code = u.code.to_string();
    let number = || value.as_f64().ok_or_else(senseless);
    let text = || value.as_str().ok_or_else(senseless);
    let each = |make: &dyn Fn(UnitMove) -> UnitMove| {
        vec![Answer::Move { units: units.iter().map(|u| make(drawn(now, &f[*u].code))).collect() }]
    };
    let change = |c: Change| vec![Answer::Change(c)];
    Ok(match control {
        "form" => match change_of(u, text()?) {
            Some(c) => change(c),
            None => return Err(senseless()),
        },
        "join" => {
            let join = Some(text()?.to_owned());
            let to = FormationKind::Column;
            change(Change { unit: code, to, front: None, at: None, join, detach: None })
        }
        "detach" => {
            let n = number()?.clamp(0.0, 9.0) as u8;
            let to = u.formation.kind();
            change(Change { unit: code, to, front: None, at: None, join: None, detach: Some(n) })
        }
        // Lines turn to a flank into march column, and go on (pivot.6).
        "turn" => {
            let left = match text()? {
                "left" => true,
                "right" => false,
                _ => return Err(senseless()),
            };
            let ahead = match now {
                Some(Answer::Turn { ahead, .. }) => *ahead,
                _ => 0.0,
            };
            let units = units.iter().map(|u| f[*u].code.to_string()).collect();
            vec![Answer::Turn { units, ahead, left }]
        }
        "ahead" if matches!(now, Some(Answer::Turn { units, .. }) if units.contains(&code)) => {
            let Some(Answer::Turn { units, left, .. }) = now else { return Err(senseless()) };
            let ahead = number()?;
            sane(&[ahead])?;
            vec![Answer::Turn { units: units.clone(), ahead, left: *left }]
        }
        "ahead" => {
            let ahead = number()?;
            sane(&[ahead])?;
            each(&|m| UnitMove { ahead, adjust: None, ..m })
        }
        "wheel" => {
            let wheel = number()?;
            sane(&[wheel])?;
            each(&|m| UnitMove { wheel, adjust: None, ..m })
        }
        "about" => {
            let about = value == &Value::Bool(true);
            each(&|m| UnitMove { about, adjust: None, ..m })
        }
        "backward" => {
            let backward = value == &Value::Bool(true);
            each(&|m| UnitMove { backward, ..m })
        }
        "together" => {
            let all = crate::ops::linked_to(f, u.id);
            let m = drawn(now, &code);
            let far = if m.ahead > 0.0 {
                m.ahead
            } else {
                crate::check::way::allowance(f, u, crate::book::march::Pace::Tactical)
            };
            parts()
                .map(|part| Answer::Move {
                    units: all
                        .iter()
                        .filter(|x| crate::check::moves::may_act(desk.b, &f[**x]).is_ok())
                        .map(|x| UnitMove {
                            unit: f[*x].code.to_string(),
                            ahead: whole(far * part),
                            ..UnitMove::default()
                        })
                        .collect(),
                })
                .collect()
        }
        "enter" => {
            let name = text()?;
            let zone = f.ground.zone(name).ok_or_else(senseless)?;
            let rect = f.ground[zone].rect;
            let wheel = ranks::wheel_towards(&u.base, rect.centre).map_or(0.0, |w| w.0).clamp(-PIVOT, PIVOT);
            [0.0, wheel]
                .into_iter()
                .filter_map(|wheel| {
                    let base = if wheel == 0.0 { u.base } else { ranks::wheeled(&u.base, wheel) };
                    let ahead = base.rect().travel_to(&rect, base.dir)?.max(0.0);
                    let enter = Some(name.to_owned());
                    let m = UnitMove { unit: code.clone(), wheel, ahead, enter, ..UnitMove::default() };
                    Some(Answer::Move { units: vec![m] })
                })
                .collect()
        }
        "blow" => vec![Answer::Blow { unit: code, bridge: text()?.to_owned() }],
        _ => return Err(senseless()),
    })
}

fn officer(desk: &Desk<'_>, o: crate::officer::OfficerId, act: &Act) -> Result<Vec<Answer>, Refusal> {
    let of = &desk.b.field[o];
    let answer = |act: OfficerAct| Answer::Officer { officer: of.code.to_string(), act };
    Ok(match act {
        Act::Drag { x, y, .. } | Act::Point { x, y } => {
            sane(&[*x, *y])?;
            // He rides straight ahead and no other way.
            let ahead = (v2(*x, *y) - of.at).dot(of.dir).max(0.0);
            parts().map(|part| answer(OfficerAct::Ahead(whole(ahead * part)))).collect()
        }
        Act::Turn { degrees } => {
            sane(&[*degrees])?;
            if degrees.abs() > 150.0 {
                vec![answer(OfficerAct::About)]
            } else {
                vec![answer(OfficerAct::Face((of.dir.bearing_degrees() + degrees).rem_euclid(360.0)))]
            }
        }
        Act::Set { control, value } => match (control.as_str(), value.as_f64()) {
            ("ahead", Some(m)) => vec![answer(OfficerAct::Ahead(m))],
            ("face", Some(d)) => vec![answer(OfficerAct::Face(d))],
            ("about", _) => vec![answer(OfficerAct::About)],
            _ => return Err(senseless()),
        },
        _ => return Err(senseless()),
    })
}

/// What a battery is made to do by a stroke: dragged by hand where it is unlimbered, in retreat where it is told so.
pub(super) fn gun_acts(u: &Unit, act: &Act, deploys: bool) -> Result<Vec<GunAct>, Refusal> {
    let here = u.base.pose();
    Ok(match act {
        Act::Drag { x, y, facing } => {
            sane(&[*x, *y, facing.unwrap_or(0.0)])?;
            let facing = facing.unwrap_or(here.facing);
            let (from, to) = (v2(here.x, here.y), v2(*x, *y));
            let at = |part: f64| {
                let p = from.lerp(to, part);
                Pose { x: p.x, y: p.y, facing }
            };
            if u.unlimbered() {
                let far = from.dist(to);
                let by_hand = parts().map(|part| GunAct::Manhandle { at: at(part) });
                if deploys && far > 120.0 {
                    parts().map(|part| GunAct::Limber { to: at(part) }).collect()
                } else if far > 400.0 {
                    std::iter::once(GunAct::Retreat { to: at(1.0) }).chain(by_hand).collect()
                } else {
                    by_hand.collect()
                }
            } else {
                parts().map(|part| GunAct::Go { to: at(part), unlimber: false }).collect()
            }
        }
        Act::Turn { degrees } => {
            sane(&[*degrees])?;
            let facing = (here.facing + degrees).rem_euclid(360.0);
            if u.unlimbered() {
                vec![GunAct::Manhandle { at: Pose { facing, ..here } }]
            } else {
                vec![GunAct::Go { to: Pose { facing, ..here }, unlimber: false }]
            }
        }
        Act::Set { control, value } => match (control.as_str(), value.as_f64()) {
            ("unlimber", _) => vec![GunAct::Unlimber],
            ("wheel", Some(degrees)) => {
                sane(&[degrees])?;
                let facing = (here.facing + degrees).rem_euclid(360.0);
                vec![GunAct::Manhandle { at: Pose { facing, ..here } }]
            }
            ("swing", Some(degrees)) => {
                [false, true].map(|backward| GunAct::Wheel { degrees, backward }).to_vec()
            }
            ("retreat", _) => {
                let back = from_back(u);
                back.into_iter().map(|to| GunAct::Retreat { to }).collect()
            }
            _ => return Err(senseless()),
        },
        _ => return Err(senseless()),
    })
}

/// Places behind a battery to which it could retreat.
fn from_back(u: &Unit) -> Vec<Pose> {
    let mut all = Vec::new();
    for far in [500.0, 600.0, 800.0, 1000.0] {
        for degrees in [0.0, 20.0, -20.0, 40.0, -40.0, 60.0, -60.0, 80.0, -80.0f64] {
            let dir = (-u.base.dir).turned(degrees.to_radians());
            let at = u.base.front + dir * far;
            all.push(Pose { x: at.x, y: at.y, facing: u.base.dir.bearing_degrees() });
        }
    }
    all
}

fn guns(u: &Unit, act: &Act) -> Result<Vec<Answer>, Refusal> {
    let unit = || u.code.to_string();
    Ok(gun_acts(u, act, false)?.into_iter().map(|act| Answer::Guns { unit: unit(), act }).collect())
}

/// The four sides of a zone, as they face.
pub(super) fn sides(dir: V2) -> [f64; 4] {
    [0.0, 90.0, 180.0, 270.0].map(|d| (dir.bearing_degrees() + d).rem_euclid(360.0))
}

fn town(desk: &Desk<'_>, u: &Unit, act: &Act) -> Result<Vec<Answer>, Refusal> {
    let f = &desk.b.field;
    let zone = u.formation.zone().ok_or_else(senseless)?;
    let answer = |act: TownAct| Answer::Town { unit: u.code.to_string(), act };
    let rect = f.ground[zone].rect;
    Ok(match act {
        Act::Drag { x, y, .. } | Act::Point { x, y } => {
            sane(&[*x, *y])?;
            let to = v2(*x, *y);
            if let Formation::Assembled { .. } = u.formation {
                let ahead = rect.gap_to_point(to);
                return Ok(parts()
                    .map(|part| answer(TownAct::Leave { ahead: whole(ahead * part) }))
                    .collect());
            }
            // Towards the side to which the hand leads.
            let way = (to - rect.centre).unit();
            let mut all = sides(rect.dir);
            let off = |d: &f64| V2::bearing(*d).angle_to(way);
            all.sort_by(|a, b| off(a).total_cmp(&off(b)));
            vec![answer(TownAct::Assemble { facing: all[0] })]
        }
        Act::Set { control, value } => match (control.as_str(), value) {
            ("assemble", v) => {
                let facing = v.as_str().and_then(|t| t.parse().ok()).ok_or_else(senseless)?;
                vec![answer(TownAct::Assemble { facing })]
            }
            ("spread", _) => vec![answer(TownAct::Spread)],
            ("leave", v) => vec![answer(TownAct::Leave { ahead: v.as_f64().ok_or_else(senseless)? })],
            _ => return Err(senseless()),
        },
        _ => return Err(senseless()),
    })
}

/// A breakthrough that was won: at whom, straight on, or not at all.
pub(super) fn breakthrough(desk: &Desk<'_>, id: UnitId, act: &Act) -> Result<Vec<Answer>, Refusal> {
    let f = &desk.b.field;
    let of = |b: Breakthrough| Answer::Breakthrough(b);
    let at = |target: &str| {
        [false, true].map(|straight| of(Breakthrough::Attack { target: target.into(), straight })).to_vec()
    };
    Ok(match act {
        Act::Aim { at: target } => at(target),
        Act::Set { control, value } => match (control.as_str(), value.as_str()) {
            ("target", Some("none")) => vec![of(Breakthrough::Stay)],
            ("target", Some(target)) => at(target),
            _ => return Err(senseless()),
        },
        Act::Drag { x, y, .. } | Act::Point { x, y } => {
            sane(&[*x, *y])?;
            let u = &f[id];
            let ahead = (v2(*x, *y) - u.base.front).dot(u.base.dir).max(0.0);
            parts().map(|part| of(Breakthrough::Ahead(whole(ahead * part)))).collect()
        }
        _ => return Err(senseless()),
    })
}
