//! What can be set for a unit that was taken up: its action, formation, moment, target, ammunition and guess.

use super::compose;
use super::orders::{Desk, Draft, unfinished};
use crate::book::data;
use crate::check;
use crate::order::{Aim, Moment, MoveOrder, Order, Step, Work};
use crate::troop::{Ammunition, Arm, Formation};
use crate::unit::{RepairItem, Unit, UnitId};
use crate::{clause, rule, say};
use desk::board::{Alternative, Control, Refused, Setting};
use serde_json::Value;
use umpire::{Clause, Refusal};
use words::{Message, Says};

/// The actions of the order form, as they are offered.
const ACTIONS: &[(&str, Says)] = &[
    ("stand", || say!("action-stand")),
    ("march", || say!("action-march")),
    ("attack", || say!("action-attack")),
    ("charge", || say!("action-charge")),
    ("fire", || say!("action-fire")),
    ("reorganise", || say!("action-reorganise")),
    ("repeat", || say!("action-repeat")),
    ("back", || say!("action-back")),
    ("about", || say!("action-about")),
    ("left", || say!("action-left")),
    ("right", || say!("action-right")),
    ("limber", || say!("action-limber")),
    ("limber_about", || say!("action-limber-about")),
    ("unlimber", || say!("action-unlimber")),
    ("unlimber_about", || say!("action-unlimber-about")),
    ("mount", || say!("action-mount")),
    ("dismount", || say!("action-dismount")),
    ("man", || say!("action-man")),
    ("resupply", || say!("action-resupply")),
    ("repair_gun", || say!("action-repair-gun")),
    ("repair_limber", || say!("action-repair-limber")),
    ("leave", || say!("action-leave")),
    ("fortify", || say!("action-fortify")),
    ("abatis_half", || say!("action-abatis-half")),
    ("abatis_whole", || say!("action-abatis-whole")),
    ("clear", || say!("action-clear")),
];

fn stepped(s: Step) -> Option<Order> {
    Some(Order::Move(MoveOrder { steps: vec![s], ..MoveOrder::default() }))
}

/// The order an action begins with; `None` where it makes no sense for the unit at all.
fn begin(desk: &Desk, u: &Unit, now: Option<&Order>, action: &str) -> Option<Order> {
    let men = matches!(u.arm, Arm::Infantry | Arm::Cavalry);
    let guns = u.arm == Arm::Artillery;
    // A way already written is kept.
    let way = || match now {
        Some(Order::Move(m)) if m.repair.is_none() && !m.steps.is_empty() => m.clone(),
        _ => MoveOrder { steps: vec![Step::March { cm: None }], ..MoveOrder::default() },
    };
    match action {
        "stand" => Some(Order::Stand),
        "reorganise" => (u.state != crate::troop::State::Order).then_some(Order::Reorganise),
        "repeat" => u.record.last_order.as_ref().map(|_| Order::Repeat),
        "march" => Some(Order::Move(MoveOrder { attack: false, charge: false, target: None, ..way() })),
        "attack" => men.then(|| Order::Move(MoveOrder { attack: true, charge: false, ..way() })),
        "charge" => {
            let horse = u.battery.as_ref().is_some_and(|b| b.horse);
            (men || horse).then(|| {
                let mut m = way();
                m.attack = men;
                m.charge = true;
                if men
                    && !matches!(
                        m.steps.last(),
                        Some(Step::March { cm: None } | Step::To { .. } | Step::Enter { .. })
                    )
                {
                    m.steps.push(Step::March { cm: None });
                }
                Order::Move(m)
            })
        }
        "fire" => (u.arm != Arm::Wagon).then(|| Order::Fire(compose::fire(u, now))),
        "back" => stepped(Step::Back { cm: None }),
        "about" | "left" | "right" => {
            let degrees = match action {
                "about" => 180.0,
                "left" => -90.0,
                _ => 90.0,
            };
            let mut m = compose::steps(now);
            m.steps.push(Step::Face { degrees });
            Some(Order::Move(m))
        }
        "limber" | "limber_about" if guns && !u.limbered() => {
            stepped(Step::Limber { about: action == "limber_about" })
        }
        "unlimber" | "unlimber_about" if guns => {
            let mut m = compose::steps(now);
            m.steps.push(Step::Unlimber { about: action == "unlimber_about", second_left: false });
            Some(Order::Move(m))
        }
        "mount" if u.arm == Arm::Cavalry && !u.mounted => stepped(Step::Mount),
        "dismount" if u.arm == Arm::Cavalry && u.mounted => stepped(Step::Dismount),
        "man" if u.gunners_alone() => stepped(Step::Man),
        "resupply" => {
            let wagon = desk.f.side(desk.side).filter(|w| w.arm == Arm::Wagon).find(|w| {
                let o = Order::Resupply { wagon: w.code.to_string() };
                check::check(desk.f, desk.side, u.id, &o, desk.known).is_ok()
            });
            wagon.map(|w| Order::Resupply { wagon: w.code.to_string() })
        }
        "repair_gun" | "repair_limber" if guns => {
            let item = if action == "repair_gun" { RepairItem::Gun } else { RepairItem::Limber };
            let b = u.battery.as_ref()?;
            let any = if item == RepairItem::Gun { b.damaged } else { b.limbers_damaged };
            (any > 0).then(|| Order::Move(MoveOrder { repair: Some(item), ..MoveOrder::default() }))
        }
        "leave" if !u.inside.is_empty() => {
            let p = u.base.front + u.base.dir;
            stepped(Step::Leave { x: p.x, y: p.y, formation: u.formation })
        }
        "fortify" if u.kind().on_foot() => stepped(Step::Work { work: Work::LightFortification }),
        "abatis_half" | "abatis_whole" if u.kind().on_foot() => {
            stepped(Step::Work { work: Work::Abatis { whole: action == "abatis_whole" } })
        }
        "clear" if u.kind().on_foot() => {
            (0..desk.f.lines.len()).filter(|i| desk.known.knows_line(desk.f, *i)).find_map(|i| {
                let object = desk.f.lines[i].name.clone();
                let o = stepped(Step::Work { work: Work::Clear { object } })?;
                check::check(desk.f, desk.side, u.id, &o, desk.known).is_ok().then_some(o)
            })
        }
        _ => None,
    }
}

/// Which action an order is.
fn action(now: Option<&Order>) -> &'static str {
    match now {
        None | Some(Order::Stand) => "stand",
        Some(Order::Reorganise) => "reorganise",
        Some(Order::Repeat) => "repeat",
        Some(Order::Fire(_)) => "fire",
        Some(Order::Resupply { .. }) => "resupply",
        Some(Order::Move(m)) => match (m.repair, m.attack, m.charge, &m.steps[..]) {
            (Some(RepairItem::Gun), ..) => "repair_gun",
            (Some(RepairItem::Limber), ..) => "repair_limber",
            (_, _, true, _) => "charge",
            (_, true, ..) => "attack",
            (.., [Step::Back { .. }]) => "back",
            (.., [Step::Limber { about }]) => {
                if *about {
                    "limber_about"
                } else {
                    "limber"
                }
            }
            (.., [Step::Unlimber { about, .. }]) => {
                if *about {
                    "unlimber_about"
                } else {
                    "unlimber"
                }
            }
            (.., [Step::Mount]) => "mount",
            (.., [Step::Dismount]) => "dismount",
            (.., [Step::Man]) => "man",
            (.., [Step::Leave { .. }]) => "leave",
            (.., [Step::Work { work }]) => match work {
                Work::LightFortification => "fortify",
                Work::Abatis { whole: false } => "abatis_half",
                Work::Abatis { whole: true } => "abatis_whole",
                _ => "clear",
            },
            _ => "march",
        },
    }
}

fn control(id: &str, label: Message, by: Clause, setting: Setting) -> Control {
    Control { id: id.into(), label, clause: Some(by.to_string()), pieces: Vec::new(), setting }
}

fn option(id: &str, says: Message, refusal: Option<Refusal>) -> Alternative {
    Alternative { refusal: refusal.map(Refused::from), ..Alternative::new(id, says) }
}

/// The words of an instruction to a general (03.01.1).
pub(super) fn instruction(value: String) -> Control {
    let hint = say!("what-he-is-to-do");
    control("instruction", say!("set-instruction"), rule!("03.01.1"), Setting::Words { value, hint })
}

fn judged(desk: &Desk, u: &Unit, o: &Order) -> Option<Refusal> {
    check::check(desk.f, desk.side, u.id, o, desk.known).err().filter(|_| !unfinished(o))
}

/// Everything that can be set for a unit.
pub(super) fn controls(desk: &Desk, u: &Unit, now: Option<&Order>) -> Vec<Control> {
    let mut all = vec![actions(desk, u, now)];
    match now {
        Some(Order::Fire(_)) => super::controls_fire::controls(desk, u, now, &mut all),
        Some(Order::Move(m)) if m.repair.is_some() => {}
        None | Some(Order::Stand | Order::Move(_)) => moving(desk, u, now, &mut all),
        _ => {}
    }
    all
}

fn actions(desk: &Desk, u: &Unit, now: Option<&Order>) -> Control {
    let options = ACTIONS
        .iter()
        .filter_map(|(id, says)| {
            let o = begin(desk, u, now, id)?;
            Some(option(id, says(), judged(desk, u, &o)))
        })
        .collect();
    let chosen = Some(action(now).to_string());
    control("do", say!("set-order"), rule!("03.03.1.a"), Setting::Choice { chosen, options })
}

/// For several units at once: what all of them can begin.
pub(super) fn of_many(desk: &Desk, units: &[UnitId], d: &Draft) -> Vec<Control> {
    let options = ACTIONS
        .iter()
        .filter_map(|(id, says)| {
            let mut refusal = None;
            for u in units {
                let u = &desk.f[*u];
                let o = begin(desk, u, d.orders.get(&*u.code), id)?;
                refusal = refusal.or_else(|| judged(desk, u, &o));
            }
            Some(option(id, says(), refusal))
        })
        .collect();
    vec![control("do", say!("set-order"), rule!("03.03.1.a"), Setting::Choice { chosen: None, options })]
}

fn form_id(f: Formation) -> &'static str {
    match f {
        Formation::MarchColumn => "march_column",
        Formation::AttackColumn => "attack_column",
        Formation::Line => "line",
        Formation::ThinLine => "thin_line",
        Formation::Chain => "chain",
    }
}

/// The order with a formation taken before (or after) everything else; `None` keeps the formation.
fn formed(u: &Unit, now: Option<&Order>, to: Option<Formation>, last: bool) -> Order {
    let mut m = match now {
        Some(Order::Move(m)) if m.repair.is_none() => m.clone(),
        _ => MoveOrder::default(),
    };
    let is_form = |s: Option<&Step>| matches!(s, Some(Step::Form { .. }));
    if last {
        if is_form(m.steps.last()) && m.steps.len() > 1 {
            m.steps.pop();
        }
    } else if is_form(m.steps.first()) {
        m.steps.remove(0);
    }
    if let Some(formation) = to.filter(|f| last || *f != u.formation) {
        let s = Step::Form { formation, files: None, gap: None };
        if last {
            m = compose::steps(Some(&Order::Move(m)));
            m.steps.push(s);
        } else {
            m.steps.insert(0, s);
        }
    }
    if m.steps.is_empty() { Order::Stand } else { Order::Move(m) }
}

fn moving(desk: &Desk, u: &Unit, now: Option<&Order>, all: &mut Vec<Control>) {
    let m = match now {
        Some(Order::Move(m)) => m.clone(),
        _ => MoveOrder::default(),
    };
    let men = matches!(u.arm, Arm::Infantry | Arm::Cavalry);
    if men && u.inside.is_empty() {
        let form = |s: Option<&Step>| match s {
            Some(Step::Form { formation, .. }) => form_id(*formation),
            _ => "keep",
        };
        let first = form(m.steps.first());
        let after = if m.steps.len() > 1 { form(m.steps.last()) } else { "keep" };
        for (id, label, chosen, last) in [
            ("formation", say!("set-formation-first"), first, false),
            ("formation_after", say!("set-formation-after"), after, true),
        ] {
            if last && m.steps.is_empty() {
                continue;
            }
            let mut options = vec![option("keep", say!("as-it-is"), None)];
            options.extend(Formation::ALL.iter().filter(|f| last || **f != u.formation).map(|f| {
                let o = formed(u, now, Some(*f), last);
                option(form_id(*f), f.message(), judged(desk, u, &o))
            }));
            let setting = Setting::Choice { chosen: Some(chosen.into()), options };
            all.push(control(id, label, rule!("02.05.1"), setting));
        }
    }
    if m.attack {
        let among = nameable(desk, u);
        let setting = Setting::Piece { value: m.target.clone(), among };
        all.push(control("target", say!("set-target-attack"), rule!("play.attack-target"), setting));
    }
    let roads: Vec<Alternative> = desk
        .f
        .ground
        .roads
        .iter()
        .filter(|r| !r.name.is_empty())
        .map(|r| {
            let o = with_step(now, Step::Road { road: r.name.clone(), cm: None });
            option(&r.name, say!("along-road", road = &r.name), judged(desk, u, &o))
        })
        .collect();
    if !roads.is_empty() && u.inside.is_empty() {
        let chosen = match m.steps.last() {
            Some(Step::Road { road, .. }) => Some(road.clone()),
            _ => None,
        };
        all.push(control(
            "road",
            say!("set-road-march"),
            rule!("play.ground"),
            Setting::Choice { chosen, options: roads },
        ));
    }
    if u.kind().on_foot() && u.inside.is_empty() {
        let options: Vec<Alternative> = desk
            .f
            .ground
            .buildings
            .iter()
            .filter(|b| !b.name.is_empty())
            .map(|b| {
                let o = with_step(now, Step::Enter { building: b.name.clone() });
                option(&b.name, say!("into-building", building = &b.name), judged(desk, u, &o))
            })
            .collect();
        if !options.is_empty() {
            let chosen = match m.steps.last() {
                Some(Step::Enter { building }) => Some(building.clone()),
                _ => None,
            };
            let setting = Setting::Choice { chosen, options };
            all.push(control("building", say!("set-occupy"), rule!("play.building"), setting));
        }
    }
    let wait = match m.steps.first() {
        Some(Step::Wait { until }) => Some(*until),
        _ => None,
    };
    if !m.steps.is_empty() {
        let setting =
            Setting::Number { value: wait, least: 0.0, greatest: 1.0, step: 0.05, unit: say!("of-the-turn") };
        all.push(control("wait", say!("set-wait-first-until"), rule!("play.clock"), setting));
        all.push(control("undo", say!("set-take-back-last-step"), rule!("03.03.4.a"), Setting::Press));
    }
    if men && u.figures > u.company {
        let whole = |size: u16, unit| {
            let greatest = f64::from((u.figures - 1) / size.max(1));
            Setting::Number { value: None, least: 1.0, greatest, step: 1.0, unit }
        };
        let mut detach = |id, says, setting| all.push(control(id, says, rule!("play.detach"), setting));
        detach("detach_left", say!("set-detach-left"), whole(u.company, say!("companies")));
        detach("detach_right", say!("set-detach-right"), whole(u.company, say!("companies")));
        if let Some(size) = crate::raising::squadron(u).filter(|s| u.figures > *s) {
            detach("squadrons_left", say!("set-squadrons-left"), whole(size, say!("squadrons")));
            detach("squadrons_right", say!("set-squadrons-right"), whole(size, say!("squadrons")));
        }
    }
}

/// Enemies that orders to the unit may name (03.02.2), by their labels.
pub(super) fn nameable(desk: &Desk, u: &Unit) -> Vec<String> {
    desk.known
        .seen()
        .iter()
        .filter(|e| desk.known.may_name(desk.f, u.command, **e))
        .filter_map(|e| desk.known.label(*e))
        .collect()
}

fn with_step(now: Option<&Order>, s: Step) -> Order {
    let mut m = compose::steps(now);
    m.steps.push(s);
    Order::Move(m)
}

fn text(value: &Value) -> Result<&str, Refusal> {
    value.as_str().filter(|t| t.len() <= 200).ok_or_else(|| Refusal::form(say!("value-control-text")))
}

pub(super) fn number(value: &Value) -> Result<f64, Refusal> {
    value
        .as_f64()
        .filter(|x| x.is_finite() && x.abs() < 1e6)
        .ok_or_else(|| Refusal::form(say!("value-control-number")))
}

type Became = Result<Option<Order>, Refusal>;

/// Sets a control. The outer error is a value that makes no sense; the inner one breaks a rule. `None`: no order at all.
pub(super) fn set(
    desk: &Desk,
    u: &Unit,
    now: Option<&Order>,
    control: &str,
    value: &Value,
) -> Result<Became, Refusal> {
    let m = || match now {
        Some(Order::Move(m)) => m.clone(),
        _ => MoveOrder::default(),
    };
    let order = match control {
        "do" => {
            let a = text(value)?;
            let Some(o) = begin(desk, u, now, a) else {
                return Ok(Err(Refusal::by(
                    clause!("03.03.1.a"),
                    say!("cannot-ordered-now", code = &u.code),
                )));
            };
            o
        }
        "formation" | "formation_after" => {
            let name = text(value)?;
            let to = Formation::ALL.into_iter().find(|f| form_id(*f) == name);
            if to.is_none() && name != "keep" {
                return Err(Refusal::form(say!("there-no-such-formation")));
            }
            formed(u, now, to, control == "formation_after")
        }
        "target" if !matches!(now, Some(Order::Fire(_))) => {
            let mut m = m();
            if m.steps.is_empty() {
                return Ok(compose::aim(desk, u, now, text(value)?).map(Some));
            }
            m.attack = true;
            m.target = if value.is_null() { None } else { Some(text(value)?.into()) };
            Order::Move(m)
        }
        "road" => with_step(now, Step::Road { road: text(value)?.into(), cm: None }),
        "building" => with_step(now, Step::Enter { building: text(value)?.into() }),
        "wait" => {
            let mut m = m();
            if matches!(m.steps.first(), Some(Step::Wait { .. })) {
                m.steps.remove(0);
            }
            let until = if value.is_null() { 0.0 } else { number(value)? };
            if until != 0.0 {
                m.steps.insert(0, Step::Wait { until });
            }
            if m.steps.is_empty() { Order::Stand } else { Order::Move(m) }
        }
        "undo" => {
            let mut m = m();
            m.steps.pop();
            if m.steps.is_empty() {
                return Ok(Ok(None));
            }
            if m.charge && !matches!(m.steps.last(), Some(Step::March { cm: None } | Step::To { .. })) {
                m.charge = false;
                m.attack = false;
                m.target = None;
            }
            Order::Move(m)
        }
        "detach_left" | "detach_right" | "squadrons_left" | "squadrons_right" => {
            let n = number(value)?;
            if !(1.0..=100.0).contains(&n) {
                return Err(Refusal::form(say!("many-companies-cannot-detached")));
            }
            let root = &desk.f[u.regiment].code;
            let mut m = compose::steps(now);
            let free = |c: &String| {
                !desk.f.units.iter().any(|o| o.side == u.side && *o.code == **c)
                    && !m.steps.iter().any(|s| matches!(s, Step::Detach { code, .. } if code == c))
            };
            let Some(code) = (1..50).map(|i| format!("{root}-{i}")).find(free) else {
                return Ok(Err(Refusal::by(clause!("play.detach"), say!("no-more-parts-name"))));
            };
            let (companies, squadrons) =
                if control.starts_with("squadrons") { (0, n as u16) } else { (n as u16, 0) };
            m.steps.push(Step::Detach { companies, squadrons, left: control.ends_with("left"), code });
            Order::Move(m)
        }
        _ => return super::controls_fire::set(desk, u, now, control, value),
    };
    Ok(Ok(Some(order)))
}

pub(super) fn ammunition_id(a: Ammunition) -> &'static str {
    match a {
        Ammunition::Shell => "shell",
        Ammunition::RoundShot => "round_shot",
        Ammunition::Canister => "canister",
    }
}

/// The greatest guess that a battery's ammunition allows (table VII): the book's number, not the table's.
pub(super) fn farthest(u: &Unit, a: Option<Ammunition>) -> f64 {
    let range = u.battery.as_ref().zip(a).and_then(|(b, a)| data().gun(b.gun).range(a));
    range.unwrap_or(0.0)
}

pub(super) fn places(desk: &Desk) -> Vec<String> {
    let g = &desk.f.ground;
    let mut all: Vec<String> = g.patches.iter().map(|x| x.name.clone()).collect();
    all.extend(g.hills.iter().map(|x| x.name.clone()));
    all.extend(g.buildings.iter().map(|x| x.name.clone()));
    all.extend(g.bridges.iter().map(|x| x.name.clone()));
    all.extend(g.roads.iter().map(|x| x.name.clone()));
    all.retain(|n| !n.is_empty());
    all.sort();
    all.dedup();
    all
}

/// An event's moment or a clear aim.
pub(super) fn eventful(m: &Moment) -> bool {
    !matches!(m, Moment::AtOnce | Moment::Clock { .. })
}

/// An aim that fits a moment.
pub(super) fn fitting(at: Aim, m: &Moment) -> Aim {
    match at {
        Aim::Culprit if !eventful(m) => Aim::Nearest,
        Aim::Nearest if eventful(m) => Aim::Culprit,
        other => other,
    }
}
