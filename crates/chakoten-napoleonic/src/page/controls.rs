//! What can be set for a unit that was taken up: whatever an order can hold, as far as it would be accepted (play.orders).

use super::compose;
use super::controls_parts;
use super::controls_works;
use super::offers;
use super::orders::{Desk, Draft};
use crate::order::{AttackOrder, Leg, Order, Ref, Until, Way, When, WorkOrder};
use crate::troop::{Arm, Density, Formation, Gait, State};
use crate::unit::{Unit, UnitId};
use crate::{aim, rule, say};
use desk::board::{Alternative, Control, Setting};
use serde_json::Value;
use umpire::{Clause, Refusal};
use words::{Message, Says};

/// What a unit can be told to do by one press, behind what is written for it.
const ACTIONS: &[(&str, Says)] = &[
    ("stand", || say!("action-stand")),
    ("march", || say!("action-march")),
    ("attack", || say!("action-attack")),
    ("charge", || say!("action-charge")),
    ("fire", || say!("action-fire")),
    ("reorganise", || say!("action-reorganise")),
    ("repeat", || say!("action-repeat")),
    ("back", || say!("action-back")),
    ("left", || say!("action-left")),
    ("right", || say!("action-right")),
    ("about", || say!("action-about")),
    ("face_outward", || say!("action-face-outward")),
    ("limber", || say!("action-limber")),
    ("limber_about", || say!("action-limber-about")),
    ("limber_column", || say!("action-limber-column")),
    ("limber_column_about", || say!("action-limber-column-about")),
    ("unlimber", || say!("action-unlimber")),
    ("unlimber_about", || say!("action-unlimber-about")),
    ("make_ready", || say!("action-make-ready")),
    ("leave_guns", || say!("action-leave-guns")),
    ("leave_guns_limbers", || say!("action-leave-guns-limbers")),
    ("man", || say!("action-man")),
    ("draw_in", || say!("action-draw-in")),
    ("disband", || say!("action-disband")),
    ("leave", || say!("action-leave")),
    ("charges", || say!("action-charges")),
];

/// The order an action makes of what is written; `None` where it makes no sense for the unit at all.
fn begin(desk: &Desk, u: &Unit, now: Option<&Order>, action: &str) -> Option<Order> {
    let men = matches!(u.arm, Arm::Infantry | Arm::Cavalry);
    let guns = u.arm == Arm::Artillery;
    let leg = |l: Leg| Some(compose::with_legs(now, [l]));
    let march = |way| Leg::March { way, gait: Gait::March, until: Until::End };
    match action {
        "stand" => Some(Order::default()),
        "march" => Some(Order { attack: None, ..compose::with_legs(now, [march(Way::Ahead)]) }),
        "attack" => men.then(|| {
            let kept = now.cloned().unwrap_or_default();
            let attack = Some(kept.attack.clone().unwrap_or_default());
            let goes = kept.legs.iter().any(|l| gait(l).is_some());
            let way = if goes { kept } else { compose::with_legs(now, [march(Way::Ahead)]) };
            Order { attack, fire: None, ..way }
        }),
        "charge" => {
            let mut o = now
                .cloned()
                .filter(|o| o.legs.iter().any(|l| gait(l).is_some()))
                .unwrap_or_else(offers::ahead);
            o.legs.iter_mut().for_each(|l| set_gait(l, Gait::Charge));
            Some(o)
        }
        "fire" => (u.arm != Arm::Train).then(|| {
            let fire = Some(compose::fire(now));
            Order { fire, attack: None, ..now.cloned().unwrap_or_default() }
        }),
        "reorganise" => {
            (u.state != State::Order).then(|| Order { legs: vec![Leg::Reorganise], ..Order::default() })
        }
        "repeat" => offers::last(desk.b, u).filter(|o| *o != Order::default()),
        "back" => leg(march(Way::Back)),
        "left" => leg(march(Way::Left)),
        "right" => leg(march(Way::Right)),
        "about" => leg(Leg::About),
        "face_outward" if u.formation == Formation::Square => leg(Leg::FaceSquare { degrees: None }),
        "limber" if guns => leg(Leg::Limber { column: false, about: false }),
        "limber_about" if guns => leg(Leg::Limber { column: false, about: true }),
        "limber_column" if guns => leg(Leg::Limber { column: true, about: false }),
        "limber_column_about" if guns => leg(Leg::Limber { column: true, about: true }),
        "unlimber" if guns => leg(Leg::Unlimber { about: false }),
        "unlimber_about" if guns => leg(Leg::Unlimber { about: true }),
        "make_ready" if guns => leg(Leg::MakeReady),
        "leave_guns" if guns => leg(Leg::LeaveGuns { limbers: false }),
        "leave_guns_limbers" if guns => leg(Leg::LeaveGuns { limbers: true }),
        "man" if guns => leg(Leg::Man),
        "draw_in" if men => leg(Leg::DrawIn),
        "disband" if !u.joined.is_empty() => leg(Leg::Disband),
        "leave" if u.inside.is_some() => {
            let p = u.base.front + u.base.dir;
            leg(Leg::Leave { x: p.x, y: p.y })
        }
        "charges" => leg(Leg::Work { work: WorkOrder::Charges }),
        _ => None,
    }
}

/// The gait of a leg that marches.
pub(super) fn gait(l: &Leg) -> Option<Gait> {
    match l {
        Leg::March { gait, .. } | Leg::Arrow { gait, .. } | Leg::To { gait, .. } => Some(*gait),
        _ => None,
    }
}

fn set_gait(l: &mut Leg, to: Gait) {
    if let Leg::March { gait, .. } | Leg::Arrow { gait, .. } | Leg::To { gait, .. } = l {
        *gait = to;
    }
}

/// How long the last march lasts.
fn until(o: &mut Order) -> Option<&mut Until> {
    o.legs.iter_mut().rev().find_map(|l| match l {
        Leg::March { until, .. } | Leg::Arrow { until, .. } | Leg::Road { until, .. } => Some(until),
        _ => None,
    })
}

pub(super) fn control(id: &str, label: Message, by: Clause, setting: Setting) -> Control {
    Control { id: id.into(), label, clause: Some(by.to_string()), pieces: Vec::new(), setting }
}

pub(super) fn may(desk: &Desk, u: &Unit, o: &Order) -> bool {
    desk.check(u, o).is_ok()
}

/// Everything that can be set for a unit.
pub(super) fn controls(desk: &Desk, u: &Unit, now: Option<&Order>) -> Vec<Control> {
    if u.state == State::Complete || u.leads.is_some() {
        return Vec::new();
    }
    let mut all = vec![actions(desk, &[u.id], |_| now.cloned())];
    moving(desk, u, now, &mut all);
    combat(desk, u, now, &mut all);
    controls_parts::show(desk, u, now, &mut all);
    lists(desk, u, now, &mut all);
    controls_works::details(now, &mut all);
    all
}

fn actions(desk: &Desk, units: &[UnitId], now: impl Fn(&Unit) -> Option<Order>) -> Control {
    let fits = |id: &str| {
        units
            .iter()
            .map(|u| &desk.f[*u])
            .all(|u| begin(desk, u, now(u).as_ref(), id).is_some_and(|o| may(desk, u, &o)))
    };
    let options = ACTIONS.iter().filter(|(id, _)| fits(id)).map(|(id, says)| Alternative::new(*id, says()));
    let setting = Setting::Choice { chosen: None, options: options.collect() };
    control("do", say!("set-order"), rule!("play.orders"), setting)
}

/// For several units at once: what all of them can do.
pub(super) fn of_many(desk: &Desk, units: &[UnitId], d: &Draft) -> Vec<Control> {
    vec![actions(desk, units, |u| d.orders.get(&*u.code).cloned())]
}

pub(super) fn form_id(f: Formation) -> &'static str {
    match f {
        Formation::Line => "line",
        Formation::AttackColumn => "attack_column",
        Formation::MarchColumn => "march_column",
        Formation::SingleFile => "single_file",
        Formation::Square => "square",
        Formation::Mass => "mass",
        Formation::Clump => "clump",
        Formation::Skirmish => "skirmish",
    }
}

/// The order with a formation taken before (or after) everything else; `None` keeps the formation.
fn formed(now: Option<&Order>, to: Option<Formation>, files: Option<u16>, last: bool) -> Order {
    let mut o = now.cloned().unwrap_or_default();
    let is_form = |s: Option<&Leg>| matches!(s, Some(Leg::Form { .. }));
    if last {
        if is_form(o.legs.last()) && o.legs.len() > 1 {
            o.legs.pop();
        }
    } else if is_form(o.legs.first()) {
        o.legs.remove(0);
    }
    let Some(formation) = to else { return o };
    let form = Leg::Form { formation, files, density: None };
    if last {
        return compose::with_legs(Some(&o), [form]);
    }
    o.legs.insert(0, form);
    o
}

fn first_form(now: Option<&Order>) -> Option<(Formation, Option<u16>)> {
    match now?.legs.first()? {
        Leg::Form { formation, files, .. } => Some((*formation, *files)),
        _ => None,
    }
}

fn moving(desk: &Desk, u: &Unit, now: Option<&Order>, all: &mut Vec<Control>) {
    if u.by_figures() && u.inside.is_none() {
        let first = first_form(now);
        let after = now.filter(|o| o.legs.len() > 1).and_then(|o| match o.legs.last()? {
            Leg::Form { formation, .. } => Some(*formation),
            _ => None,
        });
        for (id, label, chosen, last) in [
            ("formation", say!("set-formation-first"), first.map(|x| x.0), false),
            ("formation_after", say!("set-formation-after"), after, true),
        ] {
            let fits = |f: &&Formation| may(desk, u, &formed(now, Some(**f), None, last));
            let skip = last && now.is_none_or(|o| o.legs.is_empty());
            let mut options = vec![Alternative::new("keep", say!("as-it-is"))];
            options.extend(
                Formation::ALL
                    .iter()
                    .filter(|f| last || **f != u.formation)
                    .filter(fits)
                    .map(|f| Alternative::new(form_id(*f), f.message())),
            );
            if skip || options.len() == 1 {
                continue;
            }
            let chosen = Some(chosen.map_or("keep", form_id).to_owned());
            all.push(control(id, label, rule!("06.02.1"), Setting::Choice { chosen, options }));
        }
        if let Some(Leg::Form { formation: Formation::Skirmish, density, .. }) =
            now.and_then(|o| o.legs.first())
        {
            let on = *density == Some(Density::Thin);
            all.push(control("thin", say!("set-thin"), rule!("05.01.1"), Setting::Switch { on }));
        }
        if let Some((Formation::AttackColumn | Formation::Mass, files)) = first {
            let setting = Setting::Number {
                value: files.map(f64::from),
                least: 3.0,
                greatest: 10.0,
                step: 1.0,
                unit: say!("figures"),
            };
            all.push(control("files", say!("set-files"), rule!("05.01.3"), setting));
        }
    }
    let waits = now.and_then(|o| waited(&o.legs));
    if waits.is_some() || may(desk, u, &waiting(now, 0.5)) {
        let setting = Setting::Number {
            value: waits,
            least: 0.0,
            greatest: 1.0,
            step: 0.05,
            unit: say!("of-the-turn"),
        };
        all.push(control("wait", say!("set-wait"), rule!("play.orders"), setting));
    }
    let Some(o) = now else { return };
    if let Some(on) = o.legs.last().and_then(on_its_middle) {
        if on || may(desk, u, &turning(o, true)) {
            all.push(control("rotate", say!("set-rotate"), rule!("06.04.1"), Setting::Switch { on }));
        }
    }
    if o.legs.iter().any(|l| gait(l).is_some()) {
        let on = o.legs.iter().any(|l| gait(l) == Some(Gait::Charge));
        let mut charging = o.clone();
        charging.legs.iter_mut().for_each(|l| set_gait(l, Gait::Charge));
        if on || may(desk, u, &charging) {
            all.push(control("charging", say!("set-charging"), rule!("07.02.1"), Setting::Switch { on }));
        }
    }
    let mut part = o.clone();
    if let Some(u) = until(&mut part) {
        let value = match u {
            Until::Turns(t) => Some(*t),
            _ => None,
        };
        let setting =
            Setting::Number { value, least: 0.0, greatest: 1.0, step: 0.05, unit: say!("of-the-turn") };
        all.push(control("for", say!("set-for"), rule!("orders.3"), setting));
    }
}

/// For how long it stands before it does anything else.
fn waited(legs: &[Leg]) -> Option<f64> {
    match legs.first()? {
        Leg::Stand { turns } => Some(*turns),
        _ => None,
    }
}

/// The order, begun after so much of the turn.
fn waiting(now: Option<&Order>, turns: f64) -> Order {
    let mut o = now.cloned().unwrap_or_default();
    if waited(&o.legs).is_some() {
        o.legs.remove(0);
    }
    if turns > 0.0 {
        o.legs.insert(0, Leg::Stand { turns });
    }
    o
}

/// Does it turn about its middle, or about a wing?
fn on_its_middle(l: &Leg) -> Option<bool> {
    match l {
        Leg::Rotate { .. } => Some(true),
        Leg::Pivot { .. } => Some(false),
        _ => None,
    }
}

/// The order with its last turn made about the middle, or about a wing (06.04.1, 06.04.2).
fn turning(o: &Order, middle: bool) -> Order {
    let mut o = o.clone();
    if let Some(l) = o.legs.last_mut() {
        if let Leg::Rotate { degrees } | Leg::Pivot { degrees } = l {
            let degrees = *degrees;
            *l = if middle { Leg::Rotate { degrees } } else { Leg::Pivot { degrees } };
        }
    }
    o
}

/// Enemies that the unit's commander may name.
fn nameable(desk: &Desk, u: &Unit) -> Vec<Ref> {
    let of = desk.f.tactical(u).command;
    desk.known
        .seen()
        .iter()
        .filter(|e| desk.known.may_name(of, **e))
        .filter_map(|e| desk.known.label(*e))
        .collect()
}

/// Firing units or model guns, each of which may have a target of its own (09.01.4, 10.01.3).
fn shares(desk: &Desk, u: &Unit) -> usize {
    match &u.battery {
        Some(b) => usize::from(b.models()),
        None => aim::parts(desk.f, u, u.base.front + u.base.dir).len(),
    }
}

/// Pieces of ground by their names on the map.
fn grounds(desk: &Desk) -> Vec<String> {
    let g = &desk.f.ground;
    let named = g.patches.iter().map(|p| &p.name).chain(g.buildings.iter().map(|b| &b.name));
    let named = named.chain(g.hills.iter().map(|h| &h.name)).chain(g.crossings.iter().map(|c| &c.name));
    let named = named.chain(desk.f.terrain.crossings.iter().map(|c| &c.name));
    let lines = (0..desk.f.lines.len()).filter(|i| desk.known.knows_line(desk.f, *i));
    let named =
        named.chain(lines.map(|i| &desk.f.lines[i].name)).chain(g.tracks.iter().map(|t| &t.road.name));
    let mut all: Vec<String> = named.filter(|n| !n.is_empty()).cloned().collect();
    all.sort();
    all.dedup();
    all
}

fn combat(desk: &Desk, u: &Unit, now: Option<&Order>, all: &mut Vec<Control>) {
    let Some(o) = now else { return };
    if let Some(a) = &o.attack {
        let setting = Setting::Piece { value: a.target.clone(), among: nameable(desk, u) };
        all.push(control("target", say!("set-attack-target"), rule!("12.01.1"), setting));
        let setting = Setting::Piece { value: a.then.first().cloned(), among: nameable(desk, u) };
        all.push(control("then", say!("set-attack-then"), rule!("12.02.6"), setting));
    }
    if let Some(f) = &o.fire {
        let setting = Setting::Piece { value: f.at.first().cloned(), among: nameable(desk, u) };
        all.push(control("fire_at", say!("set-fire-at"), rule!("03.02.5.a"), setting));
        if !f.at.is_empty() && shares(desk, u) > f.at.len() {
            let among = nameable(desk, u).into_iter().filter(|e| !f.at.contains(e)).collect::<Vec<_>>();
            if !among.is_empty() {
                let by = if u.arm == Arm::Artillery { rule!("10.01.3") } else { rule!("09.01.4") };
                let setting = Setting::Piece { value: None, among };
                all.push(control("fire_also", say!("set-fire-also"), by, setting));
            }
        }
        let value = match f.when {
            When::Time(t) => Some(t),
            _ => None,
        };
        let setting =
            Setting::Number { value, least: 0.0, greatest: 1.0, step: 0.05, unit: say!("of-the-turn") };
        all.push(control("fire_time", say!("set-fire-time"), rule!("03.02.2"), setting));
        let event = |w: When, id: String, says: Message| {
            let fire = Some(crate::order::FireOrder { when: w, ..f.clone() });
            may(desk, u, &Order { fire, ..o.clone() }).then(|| Alternative::new(id, says))
        };
        let mut options = vec![Alternative::new("none", say!("no-event"))];
        options.extend(event(
            When::BeforeContact(String::new()),
            "contact".into(),
            say!("moment-own-contact"),
        ));
        for ground in grounds(desk) {
            let says = say!("moment-passes", ground = &ground);
            options.extend(event(When::Passes(ground.clone()), format!("passes {ground}"), says));
        }
        let chosen = match &f.when {
            When::Passes(g) => format!("passes {g}"),
            When::BeforeContact(_) => "contact".into(),
            _ => "none".into(),
        };
        let setting = Setting::Choice { chosen: Some(chosen), options };
        all.push(control("fire_event", say!("set-fire-event"), rule!("03.02.5.b"), setting));
        if let When::BeforeContact(of) = &f.when {
            let near = |c: &&Unit| {
                let when = When::BeforeContact(c.code.to_string());
                let fire = Some(crate::order::FireOrder { when, ..f.clone() });
                may(desk, u, &Order { fire, ..o.clone() })
            };
            let among = desk.f.side(desk.side).filter(near).map(|c| c.code.to_string()).collect();
            let value = Some(if of.is_empty() { u.code.to_string() } else { of.clone() });
            let setting = Setting::Piece { value, among };
            all.push(control("fire_contact_of", say!("set-fire-contact-of"), rule!("03.02.5.b"), setting));
        }
        if u.arm == Arm::Artillery {
            let setting = Setting::Switch { on: f.range_in };
            all.push(control("range_in", say!("set-range-in"), rule!("10.02.3.b"), setting));
        }
    }
}

pub(super) fn without(now: Option<&Order>, gone: impl Fn(&Leg) -> bool) -> Option<Order> {
    now.map(|o| Order { legs: o.legs.iter().filter(|l| !gone(l)).cloned().collect(), ..o.clone() })
}

/// Leg by leg what a list can offer: roads, buildings, own units, wagons, works.
fn listed(desk: &Desk, u: &Unit, list: &str) -> Vec<(String, Message, Leg)> {
    let g = &desk.f.ground;
    let named = |n: &str| Message::verbatim(n.to_owned());
    let own = |leg: &dyn Fn(Vec<Ref>) -> Leg| -> Vec<(String, Message, Leg)> {
        let others = desk.f.side(desk.side).filter(|o| o.id != u.id);
        others.map(|o| (o.code.to_string(), named(&o.code), leg(vec![o.code.to_string()]))).collect()
    };
    match list {
        "road" => {
            let tracks = g.tracks.iter().map(|t| &t.road.name).filter(|n| !n.is_empty());
            tracks.map(|n| (n.clone(), named(n), Leg::Road { road: n.clone(), until: Until::End })).collect()
        }
        "enter" => {
            let houses = g.buildings.iter().map(|b| &b.name).filter(|n| !n.is_empty());
            houses.map(|n| (n.clone(), named(n), Leg::Enter { building: n.clone() })).collect()
        }
        "join" => own(&|units| Leg::Join { units }),
        "combine" => own(&|units| Leg::Combine { units, square: false }),
        "combine_square" => own(&|units| Leg::Combine { units, square: true }),
        "resupply" => {
            let wagons = desk.f.side(desk.side).filter(|w| w.load.is_some());
            let leg = |w: &Unit| Leg::Resupply { wagon: w.code.to_string() };
            wagons.map(|w| (w.code.to_string(), named(&w.code), leg(w))).collect()
        }
        "send_craft" => controls_parts::craft(desk),
        "gap" => controls_works::gaps(desk),
        "build" => controls_works::builds(u),
        "work_on" => controls_works::under_way(desk),
        "work" => controls_works::undoings(desk),
        "set_off" => controls_works::prepared(desk),
        "put_out" => controls_works::fires(desk),
        "mine" => controls_works::mines(desk, u),
        _ => Vec::new(),
    }
}

/// The order with one thing more of a list: another unit for the column or the parts to be joined, another craft, or a new leg.
fn added(now: Option<&Order>, leg: Leg) -> Order {
    let mut o = now.cloned().unwrap_or_default();
    let names = |all: &mut Vec<Ref>, more: &[Ref]| {
        let new = more.iter().filter(|m| !all.contains(m)).cloned().collect::<Vec<_>>();
        all.extend(new);
    };
    match (o.legs.last_mut(), &leg) {
        (Some(Leg::Combine { units, square }), Leg::Combine { units: more, square: s }) if square == s => {
            names(units, more);
            return o;
        }
        (Some(Leg::Join { units }), Leg::Join { units: more }) => {
            names(units, more);
            return o;
        }
        (Some(Leg::Ferry { craft, empty: true, .. }), Leg::Ferry { craft: more, empty: true, .. }) => {
            names(craft, more);
            return o;
        }
        _ => {}
    }
    compose::with_legs(now, [leg])
}

/// A list to choose from: its name, what it is called, and where the book has it.
type Listed = (&'static str, Says, fn() -> Clause);

const LISTS: &[Listed] = &[
    ("road", || say!("set-road"), || rule!("play.ground")),
    ("enter", || say!("set-enter"), || rule!("17.01.2.b")),
    ("join", || say!("set-join"), || rule!("04.01.3")),
    ("combine", || say!("set-combine"), || rule!("05.01.6.a")),
    ("combine_square", || say!("set-combine-square"), || rule!("05.02.5")),
    ("resupply", || say!("set-resupply"), || rule!("11.04.1")),
    ("send_craft", || say!("set-send-craft"), || rule!("19.11.4")),
    ("gap", || say!("set-gap"), || rule!("07.05.5")),
    ("build", || say!("set-build"), || rule!("19.04.1")),
    ("work_on", || say!("set-work-on"), || rule!("19.04.3.b")),
    ("work", || say!("set-work"), || rule!("19.05.1")),
    ("set_off", || say!("set-set-off"), || rule!("19.07.4.a")),
    ("put_out", || say!("set-put-out"), || rule!("19.06.4.a")),
    ("mine", || say!("set-mine"), || rule!("19.08.1")),
];

fn lists(desk: &Desk, u: &Unit, now: Option<&Order>, all: &mut Vec<Control>) {
    for (id, label, by) in LISTS {
        let options: Vec<Alternative> = listed(desk, u, id)
            .into_iter()
            .filter(|(_, _, leg)| may(desk, u, &added(now, leg.clone())))
            .map(|(id, says, _)| Alternative::new(id, says))
            .collect();
        if !options.is_empty() {
            all.push(control(id, label(), by(), Setting::Choice { chosen: None, options }));
        }
    }
    let attacks = |c: &&Unit| {
        let o = Order { supports: Some(c.code.to_string()), ..now.cloned().unwrap_or_default() };
        c.id != u.id && may(desk, u, &o)
    };
    let among: Vec<String> = desk.f.side(desk.side).filter(attacks).map(|c| c.code.to_string()).collect();
    if !among.is_empty() {
        let value = now.and_then(|o| o.supports.clone());
        all.push(control(
            "supports",
            say!("set-supports"),
            rule!("12.03.7"),
            Setting::Piece { value, among },
        ));
    }
}

/// What setting a control makes of an order; `None` where nothing is left of it.
pub(super) fn set(
    desk: &Desk,
    u: &Unit,
    now: Option<&Order>,
    id: &str,
    value: &Value,
) -> Result<Option<Order>, Refusal> {
    let none = || Refusal::form(say!("no-such-control-here"));
    let kept = || now.cloned().unwrap_or_default();
    let text = value.as_str();
    let number = |range: std::ops::RangeInclusive<f64>| {
        let n = value.as_f64().filter(|n| range.contains(n));
        n.ok_or_else(|| Refusal::form(say!("a-number-here")))
    };
    let fire = |change: &dyn Fn(&mut crate::order::FireOrder)| {
        let mut f = compose::fire(now);
        change(&mut f);
        Order { fire: Some(f), ..kept() }
    };
    if let Some(works) = controls_works::set(now, id, value) {
        return works.map(Some);
    }
    if let Some(parts) = controls_parts::set(desk, u, now, id, value) {
        return parts.map(Some);
    }
    let new = match id {
        "do" => {
            let action = text.ok_or_else(none)?;
            begin(desk, u, now, action).ok_or_else(none)?
        }
        "formation" | "formation_after" => {
            let to = match text.ok_or_else(none)? {
                "keep" => None,
                t => Some(Formation::ALL.into_iter().find(|f| form_id(*f) == t).ok_or_else(none)?),
            };
            formed(now, to, None, id == "formation_after")
        }
        "files" => {
            let files = number(1.0..=100.0)? as u16;
            formed(now, first_form(now).map(|f| f.0), Some(files), false)
        }
        "charging" => {
            let to = if value.as_bool().ok_or_else(none)? { Gait::Charge } else { Gait::March };
            let mut o = kept();
            o.legs.iter_mut().for_each(|l| set_gait(l, to));
            o
        }
        "wait" => waiting(now, number(0.0..=1.0)?),
        "rotate" => turning(&kept(), value.as_bool().ok_or_else(none)?),
        "thin" => {
            let thin = value.as_bool().ok_or_else(none)?;
            let mut o = kept();
            if let Some(Leg::Form { density, .. }) = o.legs.first_mut() {
                *density = Some(if thin { Density::Thin } else { Density::Dense });
            }
            o
        }
        "for" => {
            let part = number(0.0..=1.0)?;
            let mut o = kept();
            *until(&mut o).ok_or_else(none)? = if part == 0.0 { Until::End } else { Until::Turns(part) };
            o
        }
        "target" | "then" => {
            let mut o = kept();
            let a = o.attack.get_or_insert_with(AttackOrder::default);
            let name = text.map(str::to_owned);
            if id == "target" {
                a.target = name;
            } else {
                a.then = name.into_iter().collect();
            }
            o
        }
        "supports" => Order { supports: text.map(str::to_owned), ..kept() },
        "fire_at" => fire(&|f| f.at = text.map(str::to_owned).into_iter().collect()),
        "fire_also" => {
            let target = text.filter(|t| !t.is_empty()).ok_or_else(none)?;
            fire(&|f| {
                if !f.at.iter().any(|t| t == target) {
                    f.at.push(target.to_owned());
                }
            })
        }
        "fire_contact_of" => {
            let own = text.filter(|t| !t.is_empty()).ok_or_else(none)?;
            fire(&|f| f.when = When::BeforeContact(own.to_owned()))
        }
        "fire_time" => {
            let at = number(0.0..=1.0)?;
            fire(&|f| f.when = if at == 0.0 { When::AtOnce } else { When::Time(at) })
        }
        "fire_event" => {
            let when = match text.ok_or_else(none)? {
                "none" => When::AtOnce,
                "contact" => When::BeforeContact(String::new()),
                t => When::Passes(t.strip_prefix("passes ").ok_or_else(none)?.to_owned()),
            };
            fire(&|f| f.when = when.clone())
        }
        "range_in" => {
            let on = value.as_bool().ok_or_else(none)?;
            fire(&|f| f.range_in = on)
        }
        list if LISTS.iter().any(|l| l.0 == list) => {
            let option = text.ok_or_else(none)?;
            let found = listed(desk, u, list).into_iter().find(|o| o.0 == option);
            added(now, found.ok_or_else(none)?.2)
        }
        _ => return Err(none()),
    };
    // Standing is what is meant where nothing is written.
    Ok(Some(new).filter(|o| *o != Order::default()))
}
