//! What can be set for the parts of a unit: skirmishers sent out, companies split off, a part that marches off by itself; and for craft that
//! pioneers send over empty.

use super::compose;
use super::controls::{control, may, without};
use super::orders::Desk;
use crate::ferry::over_water;
use crate::order::{Leg, Order, Until, Way};
use crate::terrain::Vessel;
use crate::troop::{Density, Gait};
use crate::unit::Unit;
use crate::{parting, rule, say, stance};
use desk::board::{Alternative, Control, Setting};
use desk::sketch::round;
use serde_json::Value;
use table::{V2, v2};
use umpire::Refusal;
use words::{Message, Says};

/// How far ahead of its body a skirmish line is sent out where nothing else is said, in cm.
const AHEAD: f64 = 5.0;

/// As far as a place to land is looked for, in cm.
const FAR: u16 = 120;

/// Which way skirmishers are sent out.
const WAYS: [(&str, Way, Says); 4] = [
    ("ahead", Way::Ahead, || say!("way-ahead")),
    ("back", Way::Back, || say!("way-back")),
    ("left", Way::Left, || say!("way-left")),
    ("right", Way::Right, || say!("way-right")),
];

/// A code that a new line or part of the unit could have.
fn new_code(desk: &Desk, u: &Unit, behind: &str) -> String {
    let root = &u.code;
    let free = |c: &String| desk.f.by_code(c).is_none();
    let mut all =
        std::iter::once(format!("{root}{behind}")).chain((2..100).map(|n| format!("{root}{behind}{n}")));
    all.find(free).unwrap_or_else(|| format!("{root}{behind}"))
}

fn is_line(l: &Leg) -> bool {
    matches!(l, Leg::SendOut { .. })
}

fn is_split(l: &Leg) -> bool {
    matches!(l, Leg::Split { .. })
}

fn is_part(l: &Leg) -> bool {
    matches!(l, Leg::Part { .. })
}

/// The leg of an order that is such a one.
fn found(now: Option<&Order>, is: fn(&Leg) -> bool) -> Option<&Leg> {
    now?.legs.iter().find(|l| is(l))
}

fn send_out(desk: &Desk, u: &Unit, now: Option<&Order>, figures: u16) -> Order {
    let leg = match found(now, is_line).cloned() {
        Some(Leg::SendOut { code, density, way, cm, .. }) => Leg::SendOut { code, figures, density, way, cm },
        _ => {
            let code = new_code(desk, u, "f");
            Leg::SendOut { code, figures, density: Density::Dense, way: Way::Ahead, cm: AHEAD }
        }
    };
    compose::with_legs(without(now, is_line).as_ref(), [leg])
}

fn split(desk: &Desk, u: &Unit, now: Option<&Order>, companies: u8) -> Order {
    let left = matches!(found(now, is_split), Some(Leg::Split { left: true, .. }));
    let leg = Leg::Split { code: new_code(desk, u, "d"), companies, left };
    compose::with_legs(without(now, is_split).as_ref(), [leg])
}

/// So many of its companies march off by themselves; the rest goes on with what is written (orders.3).
fn marches_off(u: &Unit, now: Option<&Order>, companies: u8) -> Order {
    let part = f64::from(companies) / f64::from(parting::pieces(u).max(1));
    let leg = match found(now, is_part).cloned() {
        Some(Leg::Part { code, degrees, gait, until, .. }) => Leg::Part { part, code, degrees, gait, until },
        _ => Leg::Part { part, code: None, degrees: 0.0, gait: Gait::March, until: Until::End },
    };
    let mut o = without(now, is_part).unwrap_or_default();
    o.legs.insert(0, leg);
    o
}

/// Own craft that lie free, each to be sent over the water where it is narrowest.
pub(super) fn craft(desk: &Desk) -> Vec<(String, Message, Leg)> {
    let own = |v: &&Vessel| v.side == desk.side && !v.gone && v.with.is_none();
    let across = |v: &Vessel| {
        let to = far_bank(desk, v.at)?;
        let leg = Leg::Ferry { craft: vec![v.name.clone()], x: round(to.x), y: round(to.y), empty: true };
        Some((v.name.clone(), Message::verbatim(v.name.clone()), leg))
    };
    desk.f.terrain.vessels.iter().filter(own).filter_map(across).collect()
}

/// The nearest place on the table to which there is water all the way.
fn far_bank(desk: &Desk, from: V2) -> Option<V2> {
    let to = |cm: u16, degrees: u16| {
        let a = f64::from(degrees).to_radians();
        from + v2(libm::sin(a), libm::cos(a)) * f64::from(cm)
    };
    let lands = |p: &V2| desk.f.ground.holds(*p) && over_water(desk.f, from, *p).is_ok() && on_land(desk, *p);
    (1..=FAR).flat_map(|cm| (0..360).step_by(10).map(move |d| (cm, d))).map(|(cm, d)| to(cm, d)).find(lands)
}

fn on_land(desk: &Desk, p: V2) -> bool {
    use crate::ground::PatchKind::{Lake, Water};
    !desk.f.ground.patches.iter().any(|x| matches!(x.kind, Water | Lake) && x.area.contains(p))
}

fn number(value: Option<f64>, [least, greatest, step]: [f64; 3], unit: Message) -> Setting {
    Setting::Number { value, least, greatest, step, unit }
}

/// The skirmishers and parts that it can give.
pub(super) fn show(desk: &Desk, u: &Unit, now: Option<&Order>, all: &mut Vec<Control>) {
    let most = stance::may_skirmish(desk.f, u).0;
    let sent = found(now, is_line);
    if let Some(least) = (1..=most).find(|n| may(desk, u, &send_out(desk, u, now, *n))) {
        let value = match sent {
            Some(Leg::SendOut { figures, .. }) => Some(f64::from(*figures)),
            _ => None,
        };
        let setting = number(value, [least.into(), most.into(), 1.0], say!("figures"));
        all.push(control("send_out", say!("set-send-out"), rule!("14.01.1"), setting));
    }
    if let Some(Leg::SendOut { cm, density, way, .. }) = sent {
        let setting = number(Some(*cm), [1.0, 15.0, 1.0], say!("cm"));
        all.push(control("send_out_cm", say!("set-send-out-cm"), rule!("14.02.1"), setting));
        let chosen = WAYS.iter().find(|w| w.1 == *way).map(|w| w.0.to_owned());
        let options = WAYS.iter().map(|(id, _, says)| Alternative::new(*id, says())).collect();
        let setting = Setting::Choice { chosen, options };
        all.push(control("send_out_way", say!("set-send-out-way"), rule!("06.02.2"), setting));
        let on = *density == Density::Thin;
        all.push(control("send_out_thin", say!("set-thin"), rule!("05.01.1"), Setting::Switch { on }));
    }
    let whole = parting::pieces(u);
    if whole > 1 && may(desk, u, &split(desk, u, now, 1)) {
        let (value, left) = match found(now, is_split) {
            Some(Leg::Split { companies, left, .. }) => (Some(f64::from(*companies)), Some(*left)),
            _ => (None, None),
        };
        let setting = number(value, [1.0, f64::from(whole - 1), 1.0], say!("companies"));
        all.push(control("split", say!("set-split"), rule!("04.01.1.b"), setting));
        if let Some(on) = left {
            let setting = Setting::Switch { on };
            all.push(control("split_left", say!("set-split-left"), rule!("04.01.1.b"), setting));
        }
    }
    off_by_itself(desk, u, now, whole, all);
    if let Some(Leg::Ferry { x, y, empty: true, .. }) = now.and_then(|o| o.legs.last()) {
        let setting = Setting::Place { value: Some([*x, *y]) };
        all.push(control("craft_to", say!("set-craft-to"), rule!("19.11.3"), setting));
    }
}

/// The part of it that marches off, which way and for how long (orders.3).
fn off_by_itself(desk: &Desk, u: &Unit, now: Option<&Order>, whole: u8, all: &mut Vec<Control>) {
    let part = found(now, is_part);
    let fits = |n: &u8| may(desk, u, &marches_off(u, now, *n));
    let Some(least) = (1..whole).find(fits) else { return };
    let value = match part {
        Some(Leg::Part { part, .. }) => Some((part * f64::from(whole)).round()),
        _ => None,
    };
    let setting = number(value, [least.into(), f64::from(whole - 1), 1.0], say!("companies"));
    all.push(control("part", say!("set-part"), rule!("orders.3"), setting));
    if let Some(Leg::Part { degrees, until, .. }) = part {
        let setting = number(Some(*degrees), [-180.0, 360.0, 5.0], say!("degrees-of-the-slip"));
        all.push(control("part_way", say!("set-part-way"), rule!("orders.2"), setting));
        let value = match until {
            Until::Turns(t) => Some(*t),
            _ => None,
        };
        let setting = number(value, [0.0, 1.0, 0.05], say!("of-the-turn"));
        all.push(control("part_for", say!("set-part-for"), rule!("orders.3"), setting));
    }
}

/// What setting one of these makes of the order; `None` where it is none of them.
pub(super) fn set(
    desk: &Desk,
    u: &Unit,
    now: Option<&Order>,
    id: &str,
    value: &Value,
) -> Option<Result<Order, Refusal>> {
    let n = |range: std::ops::RangeInclusive<f64>| value.as_f64().filter(|n| range.contains(n));
    let mut o = now.cloned().unwrap_or_default();
    let mut change = |is: fn(&Leg) -> bool, with: &dyn Fn(&mut Leg) -> Option<()>| {
        let leg = o.legs.iter_mut().find(|l| is(l))?;
        with(leg)?;
        Some(o.clone())
    };
    let made = match id {
        "send_out" => n(1.0..=1000.0).map(|n| send_out(desk, u, now, n as u16)),
        "send_out_cm" => change(is_line, &|l| match l {
            Leg::SendOut { cm, .. } => n(0.0..=100.0).map(|to| *cm = to),
            _ => None,
        }),
        "send_out_way" => change(is_line, &|l| match l {
            Leg::SendOut { way, .. } => {
                *way = WAYS.iter().find(|w| Some(w.0) == value.as_str())?.1;
                Some(())
            }
            _ => None,
        }),
        "send_out_thin" => change(is_line, &|l| match l {
            Leg::SendOut { density, .. } => {
                *density = if value.as_bool()? { Density::Thin } else { Density::Dense };
                Some(())
            }
            _ => None,
        }),
        "split" => n(1.0..=100.0).map(|n| split(desk, u, now, n as u8)),
        "split_left" => change(is_split, &|l| match l {
            Leg::Split { left, .. } => value.as_bool().map(|to| *left = to),
            _ => None,
        }),
        "part" => n(1.0..=100.0).map(|n| marches_off(u, now, n as u8)),
        "part_way" => change(is_part, &|l| match l {
            Leg::Part { degrees, .. } => n(-360.0..=360.0).map(|to| *degrees = to),
            _ => None,
        }),
        "part_for" => change(is_part, &|l| match l {
            Leg::Part { until, .. } => {
                let part = n(0.0..=1.0)?;
                *until = if part == 0.0 { Until::End } else { Until::Turns(part) };
                Some(())
            }
            _ => None,
        }),
        "craft_to" => change(|l| matches!(l, Leg::Ferry { empty: true, .. }), &|l| match l {
            Leg::Ferry { x, y, .. } => {
                let shown = |k: &str| value[k].as_f64().filter(|n| n.is_finite()).map(round);
                (*x, *y) = (shown("x")?, shown("y")?);
                Some(())
            }
            _ => None,
        }),
        _ => return None,
    };
    Some(made.ok_or_else(|| Refusal::form(say!("a-number-here"))))
}
