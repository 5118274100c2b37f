//! The same scenario in other hands: listed otherwise, or the sides exchanged and the table turned round; and the same answers
//! for it. For proofs that no result hangs on who is looked at first (play.tie).

use chakoten_acw::battle::Battle;
use chakoten_acw::order::{Aim, Answer, Choice, FireOrder, Moment, Order, Step, Work, Written};
use chakoten_acw::{Event, Field, Side};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toml::Value as T;

/// How the second battle differs from the first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hands {
    /// Sides, commands and units are listed from the last to the first.
    pub reversed: bool,
    /// The sides are exchanged and the table is turned by a half circle.
    pub turned: bool,
}

fn number(v: &T) -> f64 {
    v.as_float().or(v.as_integer().map(|n| n as f64)).expect("a number")
}

fn edge(v: &mut T) {
    let to = match v.as_str().expect("an edge") {
        "south" => "north",
        "north" => "south",
        "east" => "west",
        _ => "east",
    };
    *v = T::String(to.into());
}

/// The scenario's text for other hands.
pub fn scenario(text: &str, h: Hands) -> String {
    let mut t: toml::Table = text.parse().expect("TOML");
    let size = |k: &str| number(&t["table"][k]);
    let (w, d) = (size("width"), size("depth"));
    let mut all = T::Table(std::mem::take(&mut t));
    if h.turned {
        turn(&mut all, w, d);
        all["side"].as_array_mut().expect("two sides").reverse();
    }
    if h.reversed {
        for s in all["side"].as_array_mut().expect("two sides") {
            let commands = s["command"].as_array_mut().expect("commands");
            commands.reverse();
            for c in commands {
                if let Some(units) = c.get_mut("unit").and_then(T::as_array_mut) {
                    units.reverse();
                }
            }
        }
    }
    toml::to_string(&all).expect("it was TOML")
}

fn turn(v: &mut T, w: f64, d: f64) {
    match v {
        T::Array(a) => a.iter_mut().for_each(|x| turn(x, w, d)),
        T::Table(t) => {
            let along = t.get("at").is_some().then(|| {
                let flat = matches!(t["edge"].as_str(), Some("south" | "north"));
                if flat { w } else { d }
            });
            let placed = t.contains_key("x") && t.contains_key("y");
            // Whoever has a place faces north where nothing is written, and so does a building; ovals and bridges are the same
            // turned round.
            if placed && t.contains_key("depth") {
                t.entry("bearing").or_insert(T::Float(0.0));
            } else if placed && !t.contains_key("length") {
                t.entry("facing").or_insert(T::Float(0.0));
            }
            for (k, x) in t.iter_mut() {
                match k.as_str() {
                    "x" => *x = T::Float(w - number(x)),
                    "y" => *x = T::Float(d - number(x)),
                    "facing" | "bearing" => *x = T::Float((number(x) + 180.0) % 360.0),
                    "at" => *x = T::Float(along.expect("an edge") - number(x)),
                    "edge" => edge(x),
                    "exits" => x.as_array_mut().expect("edges").iter_mut().for_each(edge),
                    "place" => point(x, w, d),
                    "outline" | "path" | "crest" => {
                        x.as_array_mut().expect("places").iter_mut().for_each(|p| point(p, w, d))
                    }
                    _ => turn(x, w, d),
                }
            }
        }
        _ => {}
    }
}

fn point(p: &mut T, w: f64, d: f64) {
    let p = p.as_array_mut().expect("a place");
    p[0] = T::Float(w - number(&p[0]));
    p[1] = T::Float(d - number(&p[1]));
}

/// The side that leads the same army in other hands.
pub fn side(s: Side, h: Hands) -> Side {
    if h.turned { s.other() } else { s }
}

/// The same answer in other hands. `from` and `to` are the battles as they stand.
pub fn answer(a: &Answer, of: Side, h: Hands, from: &Battle, to: &Battle) -> Answer {
    let g = &from.field().ground;
    let place = |p: &mut [f64; 2]| {
        if h.turned {
            *p = [g.width - p[0], g.depth - p[1]];
        }
    };
    // Who is called x3 by one may be called x1 by the other.
    let label = |l: &mut String| {
        let unit = from.known(of).enemy(l).map(|u| from.field()[u].code.to_string());
        if let Some(code) = unit {
            let id = to.field().by_code(&code).expect("the same units");
            *l = to.known(side(of, h)).label(id).expect("sighted by the same");
        }
    };
    let moment = |m: &mut Moment| match m {
        Moment::Passes { enemy, from, to } => {
            place(from);
            place(to);
            enemy.iter_mut().for_each(label);
        }
        Moment::Within { enemy, .. }
        | Moment::Enters { enemy, .. }
        | Moment::Leaves { enemy, .. }
        | Moment::Fires { enemy }
        | Moment::Attacks { enemy, .. } => enemy.iter_mut().for_each(label),
        _ => {}
    };
    let aim = |a: &mut Aim| match a {
        Aim::Unit(u) => label(u),
        Aim::Point(p) => place(p),
        _ => {}
    };
    let fire = |f: &mut FireOrder| {
        moment(&mut f.moment);
        aim(&mut f.at);
        f.also.iter_mut().for_each(label);
        for p in &mut f.parts {
            moment(&mut p.moment);
            aim(&mut p.at);
        }
    };
    let step = |s: &mut Step| match s {
        Step::To { x, y } | Step::Leave { x, y, .. } => {
            let mut p = [*x, *y];
            place(&mut p);
            (*x, *y) = (p[0], p[1]);
        }
        Step::Work { work: Work::Barricade { from, to } | Work::ChevauxDeFrise { from, to } } => {
            place(from);
            place(to);
        }
        _ => {}
    };
    let mut a = a.clone();
    match &mut a {
        Answer::Orders { orders, .. } => {
            let written = std::mem::take(orders);
            for (code, mut w) in written {
                if let Written::Slip(s) = &w {
                    w = Written::Data(chakoten_acw::slip::parse(s).expect("a good slip"));
                }
                if let Written::Data(o) = &mut w {
                    match o {
                        Order::Move(m) => {
                            m.steps.iter_mut().for_each(step);
                            m.target.iter_mut().for_each(label);
                        }
                        Order::Fire(f) => fire(f),
                        _ => {}
                    }
                }
                orders.insert(code, w);
            }
        }
        Answer::Choices { choices } => {
            for c in choices.values_mut() {
                if let Choice::Target { unit, .. } = c {
                    label(unit);
                }
            }
        }
        Answer::Staff { moves } => {
            for m in moves {
                m.to.iter_mut().for_each(place);
            }
        }
    }
    a
}

/// An event with names instead of places in the list, seen from the first battle's table and side.
pub fn named(f: &Field, e: &Event, h: Hands) -> Value {
    let mut v = serde_json::to_value(e).expect("an event is data");
    let unit = |n: &Value| n.as_u64().map_or(Value::Null, |n| json!(&*f.units[n as usize].code));
    let o = v.as_object_mut().expect("an object");
    o.remove("order");
    for key in ["unit", "target", "by", "behind", "pinned", "part", "wagon", "hit", "with"] {
        if let Some(n) = o.get_mut(key).filter(|n| n.is_u64()) {
            *n = unit(n);
        }
    }
    if let Some(a) = o.get_mut("against").and_then(Value::as_array_mut) {
        let mut names: Vec<String> = a.iter().map(|n| unit(n).to_string()).collect();
        names.sort();
        *a = names.into_iter().map(Value::String).collect();
    }
    if let Some(n) = o.get("staff").and_then(Value::as_u64) {
        o["staff"] = json!(&*f.staff[n as usize].code);
    }
    let mut seen = e.seen;
    if h.turned {
        seen.reverse();
        for key in ["side", "winner"] {
            if let Some(Value::String(s)) = o.get_mut(key) {
                *s = if s == "A" { "B".into() } else { "A".into() };
            }
        }
        for x in o.values_mut() {
            back(x, f.ground.width, f.ground.depth);
        }
    }
    o.insert("seen".into(), json!(seen));
    v
}

fn back(v: &mut Value, w: f64, d: f64) {
    match v {
        Value::Object(o) => {
            if let (Some(x), Some(y)) =
                (o.get("x").and_then(Value::as_f64), o.get("y").and_then(Value::as_f64))
            {
                o["x"] = json!(w - x);
                o["y"] = json!(d - y);
                if let Some(f) = o.get("facing").and_then(Value::as_f64) {
                    o["facing"] = json!((f + 180.0) % 360.0);
                }
            } else {
                o.values_mut().for_each(|x| back(x, w, d));
            }
        }
        Value::Array(a) => a.iter_mut().for_each(|x| back(x, w, d)),
        _ => {}
    }
}

/// Are they the same, numbers to a millionth of a centimetre, a turn or a radian?
pub fn alike(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => near(x, y, 1e-6),
        (Value::Array(x), Value::Array(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| alike(x, y)),
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len()
                && x.iter().all(|(k, x)| match (x, y.get(k)) {
                    (Value::Number(x), Some(Value::Number(y))) if k == "facing" => near(x, y, 5e-5),
                    (x, Some(y)) => alike(x, y),
                    _ => false,
                })
        }
        _ => a == b,
    }
}

/// Bearings just either side of north are near too.
fn near(x: &serde_json::Number, y: &serde_json::Number, by: f64) -> bool {
    let apart = (x.as_f64().unwrap_or(f64::NAN) - y.as_f64().unwrap_or(f64::NAN)).abs();
    apart <= by || (apart - 360.0).abs() <= by
}

/// Everybody's state at the end by name, seen from the first battle's table.
pub fn standing(f: &Field, h: Hands) -> BTreeMap<String, Value> {
    f.units
        .iter()
        .map(|u| {
            let mut at = json!({ "x": u.base.front.x, "y": u.base.front.y, "facing": u.base.pose().facing });
            if h.turned {
                back(&mut at, f.ground.width, f.ground.depth);
            }
            let rounds = u.battery.as_ref().map(|b| (b.sound, b.damaged, b.limbers, b.horses, b.rounds));
            let says = json!({
                "at": at, "figures": u.figures, "carried": u.carried, "state": format!("{:?}", u.state),
                "formation": format!("{:?}", u.formation), "fate": format!("{:?}", u.fate),
                "pinned": u.pinned_to, "ammunition": u.ammunition, "battery": format!("{rounds:?}"),
                "inside": u.inside.len(), "width": u.base.width, "depth": u.base.depth,
            });
            (u.code.to_string(), says)
        })
        .collect()
}
