//! Writing a slip.

use super::read::number_of;
use super::{ARROWS, is_word};
use crate::order::{FireOrder, Leg, Method, MinePart, Order, Ref, Until, Way, When, WorkOrder};
use crate::troop::{Density, Formation, Gait};

/// An order as a person would type it.
pub fn write(order: &Order) -> String {
    let mut items = Vec::new();
    if let Some(a) = &order.attack {
        let mut s = String::from("attack");
        if let Some(t) = &a.target {
            s += &format!(" {}", name(t));
        }
        if !a.then.is_empty() {
            s += &format!(" then {}", names(&a.then));
        }
        items.push(s);
    }
    items.extend(order.legs.iter().map(leg));
    items.extend(order.fire.as_ref().map(fire));
    items.extend(order.supports.as_ref().map(|u| format!("supports {}", name(u))));
    if items.is_empty() { "stand".into() } else { items.join(", ") }
}

/// A name as it stands, or in quotes where it would be taken for something else.
fn name(n: &str) -> String {
    let plain = n.starts_with(char::is_alphanumeric)
        && n.chars().all(|c| c.is_alphanumeric() || "_.'/&".contains(c) || c == '-')
        && !is_word(n)
        && number_of(n).is_none();
    if plain { n.into() } else { desk::quoted(n) }
}

fn names(all: &[Ref]) -> String {
    all.iter().map(|n| name(n)).collect::<Vec<_>>().join(" and ")
}

/// A part of a turn: quarters and halves as the slip has them.
fn part(n: f64) -> String {
    match n {
        0.25 => "1/4".into(),
        0.5 => "1/2".into(),
        0.75 => "3/4".into(),
        n => n.to_string(),
    }
}

fn place(p: [f64; 2]) -> String {
    format!("{} {}", p[0], p[1])
}

fn until(u: Until) -> String {
    match u {
        Until::End => String::new(),
        Until::Turns(t) => format!(" {} turn", part(t)),
        Until::Cm(cm) => format!(" {cm} cm"),
        Until::Place(p) => format!(" until {}", place(p)),
    }
}

fn gait(g: Gait) -> &'static str {
    match g {
        Gait::March => "",
        Gait::Charge => " charge",
        Gait::Flight => " flight",
    }
}

fn way(w: Way) -> &'static str {
    match w {
        Way::Ahead => "",
        Way::Back => " back",
        Way::Left => " left",
        Way::Right => " right",
    }
}

fn turn(degrees: f64) -> String {
    format!("{} {}", if degrees < 0.0 { "left" } else { "right" }, degrees.abs())
}

/// An arrow of the slip, or its degrees.
fn arrow(degrees: f64, g: Gait, u: Until) -> String {
    let eighth = (0..8).find(|i| f64::from(*i) * 45.0 == degrees);
    let head = match eighth {
        Some(i) => ARROWS[i as usize].to_string(),
        None => format!("arrow {degrees}"),
    };
    format!("{head}{}{}", gait(g), until(u))
}

fn formation(f: Formation) -> &'static str {
    match f {
        Formation::Line => "line",
        Formation::AttackColumn => "attack column",
        Formation::MarchColumn => "march column",
        Formation::SingleFile => "single-file column",
        Formation::Square => "square",
        Formation::Mass => "battalion mass",
        Formation::Clump => "clump",
        Formation::Skirmish => "skirmish line",
    }
}

fn density(d: Density) -> &'static str {
    match d {
        Density::Dense => "dense",
        Density::Thin => "thin",
    }
}

fn leg(l: &Leg) -> String {
    let about = |a: bool| if a { " about" } else { "" };
    match l {
        Leg::March { way: Way::Ahead, gait: Gait::Charge, until: u } => format!("charge{}", until(*u)),
        Leg::March { way: Way::Ahead, gait: Gait::Flight, until: u } => format!("flight{}", until(*u)),
        Leg::March { way: w, gait: g, until: u } => format!("march{}{}{}", way(*w), gait(*g), until(*u)),
        Leg::Arrow { degrees, gait, until } => arrow(*degrees, *gait, *until),
        Leg::To { x, y, gait: g } => format!("to {}{}", place([*x, *y]), gait(*g)),
        Leg::Road { road, until: u } => format!("road {}{}", name(road), until(*u)),
        Leg::Pivot { degrees } => format!("pivot {}", turn(*degrees)),
        Leg::Rotate { degrees } => format!("rotate {}", turn(*degrees)),
        Leg::About => "about face".into(),
        Leg::FaceSquare { degrees: None } => "face square outward".into(),
        Leg::FaceSquare { degrees: Some(d) } => format!("face square {}", turn(*d)),
        Leg::Form { formation: f, files, density: d } => {
            let mut s = format!("form {}", formation(*f));
            if let Some(n) = files {
                s += &format!(" {n} wide");
            }
            if let Some(d) = d {
                s += &format!(" {}", density(*d));
            }
            s
        }
        Leg::Limber { column, about: a } => {
            format!("limber{}{}", if *column { " column" } else { "" }, about(*a))
        }
        Leg::Unlimber { about: a } => format!("unlimber{}", about(*a)),
        Leg::MakeReady => "make ready".into(),
        Leg::LeaveGuns { limbers } => format!("leave guns{}", if *limbers { " with limbers" } else { "" }),
        Leg::Man => "man guns".into(),
        Leg::SendOut { code, figures, density: d, way: w, cm } => {
            let to = if *w == Way::Ahead { " ahead" } else { way(*w) };
            format!("send out {figures} {} {cm} cm{to} as {}", density(*d), name(code))
        }
        Leg::DrawIn => "draw in".into(),
        Leg::Split { code, companies, left } => {
            format!("split {companies} {} as {}", if *left { "left" } else { "right" }, name(code))
        }
        Leg::Part { part: n, code, degrees, gait, until } => {
            let code = code.as_ref().map_or_else(String::new, |c| format!(" as {}", name(c)));
            format!("part {}{code} {}", part(*n), arrow(*degrees, *gait, *until))
        }
        Leg::Join { units } => format!("join {}", names(units)),
        Leg::Combine { units, square } => {
            format!("brigade {} with {}", if *square { "square" } else { "column" }, names(units))
        }
        Leg::Disband => "disband".into(),
        Leg::Enter { building } => format!("enter {}", name(building)),
        Leg::Leave { x, y } => format!("leave to {}", place([*x, *y])),
        Leg::Ferry { craft, x, y, empty } => {
            format!("ferry {}{} to {}", names(craft), if *empty { " empty" } else { "" }, place([*x, *y]))
        }
        Leg::MakeGap { object } => format!("make gap in {}", name(object)),
        Leg::Work { work: w } => format!("work {}", work(w)),
        Leg::Resupply { wagon } => format!("resupply from {}", name(wagon)),
        Leg::Reorganise => "reorganise".into(),
        Leg::Stand { turns } => format!("stand {} turn", part(*turns)),
    }
}

fn work(w: &WorkOrder) -> String {
    match w {
        WorkOrder::Build { work, from, to } => {
            format!("build {} from {} to {}", name(work), place(*from), place(*to))
        }
        WorkOrder::GoOn { at } => format!("on {}", name(at)),
        WorkOrder::Level { object } => format!("level {}", name(object)),
        WorkOrder::Destroy { object, method } => {
            let by = match method {
                Method::Blast => "blast",
                Method::Burn => "burn",
                Method::ThrowOff => "throw-off",
                Method::Other => "other",
            };
            format!("destroy {} by {by}", name(object))
        }
        WorkOrder::Fire { object } => format!("fire {}", name(object)),
        WorkOrder::PutOut { object } => format!("put out {}", name(object)),
        WorkOrder::Charges => "charges".into(),
        WorkOrder::Strengthen { building } => format!("strengthen {}", name(building)),
        WorkOrder::Mine { part, at, charges } => {
            let what = match part {
                MinePart::Shaft => "shaft",
                MinePart::Gallery => "gallery",
                MinePart::Chamber => "chamber",
                MinePart::Load => "load",
            };
            let n = if *charges == 0.0 { String::new() } else { format!(" charges {charges}") };
            format!("mine {what} at {}{n}", place(*at))
        }
    }
}

fn fire(f: &FireOrder) -> String {
    let mut s = String::from("fire");
    match &f.when {
        When::AtOnce => {}
        When::Time(t) => s += &format!(" at {}", part(*t)),
        When::Passes(g) => s += &format!(" when passes {}", name(g)),
        When::BeforeContact(u) if u.is_empty() => s += " before contact",
        When::BeforeContact(u) => s += &format!(" before contact of {}", name(u)),
    }
    if !f.at.is_empty() {
        s += &format!(" at {}", names(&f.at));
    }
    if f.range_in {
        s += " range in";
    }
    s
}
