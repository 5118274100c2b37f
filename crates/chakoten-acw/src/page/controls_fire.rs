//! What can be set of a fire order: when, at whom, with what, and the guess, which is the player's alone.

use super::controls::{ammunition_id, eventful, farthest, fitting, nameable, number, places};
use super::orders::Desk;
use crate::book::data;
use crate::order::{Aim, FireOrder, Moment, Order};
use crate::troop::{Ammunition, Arm};
use crate::unit::{RepairItem, Unit};
use crate::{clause, rule, say};
use desk::board::{Alternative, Control, Setting};
use serde_json::Value;
use umpire::{Clause, Refusal};
use words::{Message, Says};

const WHEN: &[(&str, Says)] = &[
    ("at_once", || say!("fire-at-once")),
    ("clock", || say!("fire-clock")),
    ("within", || say!("fire-within")),
    ("passes", || say!("fire-passes")),
    ("enters", || say!("fire-enters")),
    ("leaves", || say!("fire-leaves")),
    ("fires", || say!("fire-fires")),
    ("attacks", || say!("fire-attacks")),
    ("before_shock", || say!("fire-before-shock")),
    ("after_shock", || say!("fire-after-shock")),
];

fn when(m: &Moment) -> &'static str {
    match m {
        Moment::AtOnce => "at_once",
        Moment::Clock { .. } => "clock",
        Moment::Within { .. } => "within",
        Moment::Passes { .. } => "passes",
        Moment::Enters { .. } => "enters",
        Moment::Leaves { .. } => "leaves",
        Moment::Fires { .. } => "fires",
        Moment::Attacks { .. } => "attacks",
        Moment::BeforeShock => "before_shock",
        Moment::AfterShock => "after_shock",
    }
}

/// Who brings the event about.
fn culprit(m: &Moment) -> Option<&Option<String>> {
    match m {
        Moment::Within { enemy, .. }
        | Moment::Passes { enemy, .. }
        | Moment::Enters { enemy, .. }
        | Moment::Leaves { enemy, .. }
        | Moment::Fires { enemy }
        | Moment::Attacks { enemy, .. } => Some(enemy),
        _ => None,
    }
}

fn control(id: &str, label: Message, by: Clause, setting: Setting) -> Control {
    Control { id: id.into(), label, clause: Some(by.to_string()), pieces: Vec::new(), setting }
}

fn choice(chosen: &str, options: impl IntoIterator<Item = (String, Message)>) -> Setting {
    Setting::Choice {
        chosen: Some(chosen.into()),
        options: options.into_iter().map(|(id, says)| Alternative::new(id, says)).collect(),
    }
}

fn named(options: &[(&str, Says)]) -> Vec<(String, Message)> {
    options.iter().map(|(id, says)| (id.to_string(), says())).collect()
}

/// The controls of a fire order.
pub(super) fn controls(desk: &Desk, u: &Unit, now: Option<&Order>, all: &mut Vec<Control>) {
    let Some(Order::Fire(o)) = now else { return };
    let by = rule!("play.fire-order");
    let enemies = nameable(desk, u);
    if let (Arm::Artillery, Some(b)) = (u.arm, &u.battery) {
        let gun = data().gun(b.gun);
        let kinds = Ammunition::ALL
            .iter()
            .filter(|a| gun.range(**a).is_some() && b.rounds[**a as usize] > 0)
            .map(|a| (ammunition_id(*a).into(), a.message()));
        let chosen = o.ammunition.map_or("", ammunition_id);
        all.push(control("ammunition", say!("set-ammunition"), rule!("03.03.7"), choice(chosen, kinds)));
        if !matches!(o.ammunition, None | Some(Ammunition::Canister)) {
            // Nothing stands here but what the player has typed.
            let greatest = farthest(u, o.ammunition);
            let setting =
                Setting::Number { value: o.guess, least: 1.0, greatest, step: 1.0, unit: say!("cm") };
            all.push(control("guess", say!("set-guessed-distance"), rule!("play.guess"), setting));
        }
        if b.damaged > 0 || b.limbers_damaged > 0 {
            let chosen = match o.repair {
                None => "none",
                Some(RepairItem::Gun) => "gun",
                Some(RepairItem::Limber) => "limber",
            };
            let options = named(&[
                ("none", || say!("nothing")),
                ("gun", || say!("a-gun")),
                ("limber", || say!("a-limber")),
            ]);
            all.push(control(
                "repair",
                say!("set-repairs-meanwhile"),
                rule!("06.03.6"),
                choice(chosen, options),
            ));
        }
    }
    all.push(control("when", say!("set-when"), by, choice(when(&o.moment), named(WHEN))));
    match &o.moment {
        Moment::Clock { at } => {
            let setting = Setting::Number {
                value: Some(*at),
                least: 0.0,
                greatest: 1.0,
                step: 0.05,
                unit: say!("of-the-turn"),
            };
            all.push(control("clock", say!("set-moment"), rule!("play.clock"), setting));
        }
        Moment::Within { cm, .. } => {
            let setting = Setting::Number {
                value: Some(*cm),
                least: 1.0,
                greatest: data().d.sight,
                step: 1.0,
                unit: say!("cm"),
            };
            all.push(control("within", say!("set-distance"), by, setting));
        }
        Moment::Passes { from, to, .. } => {
            all.push(control("line_from", say!("set-line"), by, Setting::Place { value: Some(*from) }));
            all.push(control("line_to", say!("set-line-to"), by, Setting::Place { value: Some(*to) }));
        }
        Moment::Enters { ground, .. } | Moment::Leaves { ground, .. } => {
            let options = places(desk).into_iter().map(|p| (p.clone(), Message::verbatim(p)));
            all.push(control("ground", say!("set-ground"), by, choice(ground, options)));
        }
        Moment::Attacks { friend, .. } => {
            let among = desk.f.side(desk.side).map(|x| x.code.to_string()).collect();
            let setting = Setting::Piece { value: friend.clone(), among };
            all.push(control("friend", say!("set-attacks-whom"), by, setting));
        }
        _ => {}
    }
    if let Some(e) = culprit(&o.moment) {
        let setting = Setting::Piece { value: e.clone(), among: enemies.clone() };
        all.push(control("enemy", say!("set-which-enemy-none-any"), rule!("03.02.2"), setting));
    }
    let mut aims: Vec<(&str, Says)> = vec![("nearest", || say!("the-nearest-enemy"))];
    if eventful(&o.moment) {
        aims.push(("culprit", || say!("him-who-brings-it-about")));
    }
    if !enemies.is_empty() {
        aims.push(("unit", || say!("one-enemy")));
    }
    if u.arm == Arm::Artillery && o.ammunition != Some(Ammunition::Canister) {
        aims.push(("place", || say!("a-place")));
    }
    let chosen = match &o.at {
        Aim::Nearest => "nearest",
        Aim::Culprit => "culprit",
        Aim::Unit(_) => "unit",
        Aim::Point(_) => "place",
    };
    all.push(control("at", say!("set-whom"), by, choice(chosen, named(&aims))));
    let target = match &o.at {
        Aim::Unit(e) => Some(e.clone()),
        _ => None,
    };
    if !enemies.is_empty() {
        let setting = Setting::Piece { value: target, among: enemies.clone() };
        all.push(control("target", say!("set-target"), rule!("03.02.2"), setting));
    }
    if let Aim::Point(p) = &o.at {
        all.push(control("place", say!("set-place"), by, Setting::Place { value: Some(*p) }));
    }
    if o.ammunition == Some(Ammunition::Canister) && matches!(o.at, Aim::Unit(_)) {
        let among = enemies.into_iter().filter(|e| !o.also.contains(e)).collect();
        let setting = Setting::Piece { value: None, among };
        all.push(control("also", say!("set-also"), rule!("06.02.1.a"), setting));
    }
}

fn text(value: &Value) -> Result<String, Refusal> {
    value
        .as_str()
        .filter(|t| t.len() <= 200)
        .map(str::to_owned)
        .ok_or_else(|| Refusal::form(say!("value-control-text")))
}

fn place(value: &Value) -> Result<[f64; 2], Refusal> {
    Ok([number(&value["x"])?, number(&value["y"])?])
}

/// The moment of that name, keeping what it has in common with the one before.
fn moment(desk: &Desk, u: &Unit, name: &str, was: &Moment) -> Option<Moment> {
    let enemy = culprit(was).cloned().flatten();
    let here = [u.base.front.x, u.base.front.y];
    let ground = || match was {
        Moment::Enters { ground, .. } | Moment::Leaves { ground, .. } => Some(ground.clone()),
        _ => places(desk).into_iter().next(),
    };
    Some(match name {
        "at_once" => Moment::AtOnce,
        "clock" => Moment::Clock { at: 0.5 },
        // The book's own number to begin with, whatever stands on the table.
        "within" => Moment::Within { enemy, cm: data().d.close_fire },
        "passes" => Moment::Passes { enemy, from: here, to: here },
        "enters" => Moment::Enters { enemy, ground: ground()? },
        "leaves" => Moment::Leaves { enemy, ground: ground()? },
        "fires" => Moment::Fires { enemy },
        "attacks" => Moment::Attacks { enemy, friend: None },
        "before_shock" => Moment::BeforeShock,
        "after_shock" => Moment::AfterShock,
        _ => return None,
    })
}

/// Sets a control of a fire order.
pub(super) fn set(
    desk: &Desk,
    u: &Unit,
    now: Option<&Order>,
    control: &str,
    value: &Value,
) -> Result<Result<Option<Order>, Refusal>, Refusal> {
    const OURS: &[&str] = &[
        "ammunition",
        "guess",
        "repair",
        "when",
        "clock",
        "within",
        "line_from",
        "line_to",
        "ground",
        "friend",
        "enemy",
        "at",
        "target",
        "place",
        "also",
    ];
    if !OURS.contains(&control) {
        return Err(Refusal::form(say!("there-no-such-control")));
    }
    let Some(Order::Fire(was)) = now else {
        return Ok(Err(Refusal::by(clause!("play.fire-order"), say!("order-fire-first"))));
    };
    let mut o: FireOrder = was.clone();
    let none = || Refusal::form(say!("none-choices"));
    match control {
        "ammunition" => {
            let name = text(value)?;
            let a = Ammunition::ALL.into_iter().find(|a| ammunition_id(*a) == name).ok_or_else(none)?;
            o.ammunition = Some(a);
            if a == Ammunition::Canister {
                o.guess = None;
                if matches!(o.at, Aim::Point(_)) {
                    o.at = Aim::Nearest;
                }
            } else {
                o.also.clear();
            }
        }
        "guess" => o.guess = if value.is_null() { None } else { Some(number(value)?) },
        "repair" => {
            o.repair = match &*text(value)? {
                "none" => None,
                "gun" => Some(RepairItem::Gun),
                "limber" => Some(RepairItem::Limber),
                _ => return Err(none()),
            }
        }
        "when" => {
            let m = moment(desk, u, &text(value)?, &o.moment).ok_or_else(none)?;
            o.at = fitting(o.at, &m);
            o.moment = m;
            o.parts.clear();
        }
        "clock" => o.moment = Moment::Clock { at: number(value)? },
        "within" => {
            let cm = number(value)?;
            let enemy = culprit(&o.moment).cloned().flatten();
            o.moment = Moment::Within { enemy, cm };
        }
        "line_from" | "line_to" => {
            let p = place(value)?;
            let Moment::Passes { from, to, .. } = &mut o.moment else { return Err(none()) };
            if control == "line_from" {
                *from = p;
            } else {
                *to = p;
            }
        }
        "ground" => {
            let name = text(value)?;
            match &mut o.moment {
                Moment::Enters { ground, .. } | Moment::Leaves { ground, .. } => *ground = name,
                _ => return Err(none()),
            }
        }
        "friend" => {
            let who = if value.is_null() { None } else { Some(text(value)?) };
            let Moment::Attacks { friend, .. } = &mut o.moment else { return Err(none()) };
            *friend = who;
        }
        "enemy" => {
            let who = if value.is_null() { None } else { Some(text(value)?) };
            match &mut o.moment {
                Moment::Within { enemy, .. }
                | Moment::Passes { enemy, .. }
                | Moment::Enters { enemy, .. }
                | Moment::Leaves { enemy, .. }
                | Moment::Fires { enemy }
                | Moment::Attacks { enemy, .. } => *enemy = who,
                _ => return Err(none()),
            }
        }
        "at" => {
            o.at = match &*text(value)? {
                "nearest" => Aim::Nearest,
                "culprit" => Aim::Culprit,
                "unit" => match nameable(desk, u).into_iter().next() {
                    Some(e) => Aim::Unit(e),
                    None => {
                        return Ok(Err(Refusal::by(clause!("03.02.2"), say!("no-enemy-sight-whom-orders"))));
                    }
                },
                "place" => {
                    let p = u.base.front + u.base.dir;
                    Aim::Point([p.x, p.y])
                }
                _ => return Err(none()),
            };
            o.also.clear();
        }
        "target" => {
            o.at = if value.is_null() { Aim::Nearest } else { Aim::Unit(text(value)?) };
        }
        "place" => o.at = Aim::Point(place(value)?),
        _ => {
            let e = text(value)?;
            if !o.also.contains(&e) {
                o.also.push(e);
            }
        }
    }
    Ok(Ok(Some(Order::Fire(o))))
}
