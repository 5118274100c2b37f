//! What can be set for those who are taken up, each with the clause, why it cannot be, and its odds where it rolls dice.

use super::{Desk, game, odds, orders};
use crate::answer::{
    Action, Answer, FireChoice, LegOrder, MoveOrder, NewGameOrder, Pace, Ride, SendOut, Turning,
};
use crate::battle::Awaits;
use crate::check;
use crate::drill::drawn;
use crate::formation::Formation;
use crate::order::{Gait, GameTask, Response};
use crate::procedures::formations::Takes;
use crate::unit::{Unit, UnitId};
use crate::{rule, say, words as names};
use desk::board::{Alternative, Control, Refused, Setting};
use serde::Serialize;
use umpire::{Clause, Refusal};
use words::Message;

fn control(id: &str, label: Message, by: Clause, setting: Setting) -> Control {
    Control { id: id.into(), label, clause: Some(by.to_string()), pieces: Vec::new(), setting }
}

fn option(id: &str, says: Message, refusal: Option<Refusal>) -> Alternative {
    Alternative { refusal: refusal.map(Refused::from), ..Alternative::new(id, says) }
}

fn choice(id: &str, label: Message, by: Clause, chosen: &str, options: Vec<Alternative>) -> Control {
    control(id, label, by, Setting::Choice { chosen: Some(chosen.to_owned()), options })
}

fn switch(id: &str, label: Message, by: Clause, on: bool) -> Control {
    control(id, label, by, Setting::Switch { on })
}

fn number(
    id: &str,
    label: Message,
    by: Clause,
    value: f64,
    [least, greatest]: [f64; 2],
    unit: Message,
) -> Control {
    let step = if greatest - least > 60.0 { 5.0 } else { 0.5 };
    control(id, label, by, Setting::Number { value: Some(value), least, greatest, step, unit })
}

/// The name by which data calls it.
fn id(x: impl Serialize) -> String {
    serde_json::to_value(x).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

/// A control of one of several bodies, which is shown on the table.
fn about(unit: &str, c: Control) -> Control {
    Control { id: format!("{} {unit}", c.id), pieces: vec![unit.to_owned()], ..c }
}

pub(super) fn controls(desk: &Desk<'_>, now: &Answer, pieces: &[String]) -> Vec<Control> {
    let f = &desk.b.field;
    let code = |u: &UnitId| f[*u].code.to_string();
    match (desk.awaits, now) {
        (Awaits::Orders, Answer::Orders { orders, generals }) => match desk.units(pieces).first() {
            Some(u) => move_order(desk, u, &orders::of(orders, &u.code)),
            None => general(desk, pieces, generals),
        },
        (Awaits::GameOrders, Answer::GameOrders { orders }) => {
            let u = desk.units(pieces).into_iter().next();
            u.map_or_else(Vec::new, |u| game_order(desk, u, orders))
        }
        (Awaits::Respond(units), Answer::Respond { responses }) => units
            .iter()
            .flat_map(|u| {
                let own = responses.iter().find(|r| r.unit == code(u));
                let mut all = vec![about(&code(u), response(desk, *u, own.map(|r| r.response)))];
                if let Some(r) = own.filter(|r| r.response == Response::Evade) {
                    let label = say!("set-late-evade", unit = code(u));
                    all.push(about(&code(u), switch("late", label, rule!("12.3.b"), r.late == Some(true))));
                }
                all
            })
            .collect(),
        (Awaits::Fire(units), Answer::Fire { fire }) => {
            let taken: Vec<UnitId> = desk.units(pieces).iter().map(|u| u.id).collect();
            let shown = units.iter().filter(|u| taken.is_empty() || taken.contains(u));
            shown.flat_map(|u| firing(desk, *u, fire)).collect()
        }
        (Awaits::Press(units), Answer::Press { units: said }) => units
            .iter()
            .map(|u| {
                let on = said.iter().any(|p| p.unit == code(u) && p.go_on);
                let label = say!("set-press", unit = code(u));
                about(&code(u), switch("press", label, rule!("17.2.f"), on))
            })
            .collect(),
        (Awaits::Follow(units, melee), Answer::Follow { follow, give_ground }) => {
            let follows = units.iter().map(|u| {
                let label = say!("set-follow", unit = code(u));
                about(&code(u), switch("follow", label, rule!("19.5.l"), follow.contains(&code(u))))
            });
            let gives = melee.iter().map(|u| {
                let label = say!("set-give-ground", unit = code(u));
                let on = give_ground.contains(&code(u));
                about(&code(u), switch("give_ground", label, rule!("19.5.h"), on))
            });
            follows.chain(gives).collect()
        }
        (Awaits::Pursue(units, given_up), Answer::Pursue { go_on, refuse }) => {
            let pursues = units.iter().map(|u| {
                let label = say!("set-pursue", unit = code(u));
                about(&code(u), switch("pursue", label, rule!("23.8.a"), go_on.contains(&code(u))))
            });
            let refuses = given_up.iter().map(|u| {
                let label = say!("set-refuse", unit = code(u));
                about(&code(u), switch("refuse", label, rule!("23.10.b"), refuse.contains(&code(u))))
            });
            pursues.chain(refuses).collect()
        }
        _ => Vec::new(),
    }
}

/// How a charged unit may respond, with what may come of each (17.5.b).
fn response(desk: &Desk<'_>, u: UnitId, said: Option<Response>) -> Control {
    let unit = desk.b.field[u].code.to_string();
    let usual = desk.b.usual_response(u);
    let options = desk
        .b
        .may_respond(u)
        .into_iter()
        .map(|r| Alternative {
            odds: odds::of_response(desk, &unit, r),
            ..option(&id(r), names::response(r), None)
        })
        .collect();
    let chosen = said.or(usual).map(id).unwrap_or_default();
    choice("response", say!("set-response", unit), rule!("17.5.b"), &chosen, options)
}

/// At whom a body fires and what with (15.1.a, 16.3.a, 16.6.a).
fn firing(desk: &Desk<'_>, u: UnitId, fire: &[FireChoice]) -> Vec<Control> {
    let f = &desk.b.field;
    let unit = f[u].code.to_string();
    let own = fire.iter().find(|c| c.unit == unit).cloned().unwrap_or_default();
    let battery = f[u].arm().battery();
    let by = if battery { rule!("16.3.a.1") } else { rule!("15.1.a.1") };
    let mut options =
        vec![option("none", say!("set-by-the-book"), None), option("hold", say!("set-hold"), None)];
    let targets = if battery { desk.b.gun_targets(u) } else { desk.b.targets(u) };
    for t in targets {
        let target = f[t].code.to_string();
        let at_skirmishers = f[t].open_order();
        let c = FireChoice {
            unit: unit.clone(),
            target: Some(target.clone()),
            at_skirmishers,
            ..FireChoice::default()
        };
        let refusal = desk.b.may_choose(u, &c).err();
        let odds = if refusal.is_none() { odds::of_fire(desk, &unit, &target) } else { Vec::new() };
        options.push(Alternative { odds, ..option(&target, Message::verbatim(target.clone()), refusal) });
    }
    let chosen = match (&own.target, own.hold) {
        (_, true) => "hold".to_owned(),
        (Some(t), _) => t.clone(),
        _ => "none".to_owned(),
    };
    let mut all =
        vec![about(&unit, choice("target", say!("set-fires", unit = &*unit), by, &chosen, options))];
    if battery {
        let target = own.target.as_deref().and_then(|t| desk.enemy(t));
        let mut options = vec![option("none", say!("set-best-load"), None)];
        options.extend(
            desk.b.ammunition(u, target).into_iter().map(|a| option(&id(a), names::ammunition(a), None)),
        );
        let chosen = own.ammunition.map_or_else(|| "none".to_owned(), id);
        let label = say!("set-ammunition", unit = &*unit);
        all.push(about(&unit, choice("ammunition", label, rule!("16.6.a"), &chosen, options)));
        all.extend(divided(desk, u, &own));
        all.extend(demolition(desk, u, &own));
        if target.is_some_and(|t| f[t].deployed()) {
            let label = say!("set-at-teams", unit = &*unit);
            all.push(about(&unit, switch("at_teams", label, rule!("16.7.b"), own.at_teams)));
        }
    }
    if desk.b.play.charges_on(u).any(|c| !c.over && c.what == crate::battle::Closing::Attack) {
        let label = say!("set-late-fire", unit = &*unit);
        all.push(about(&unit, switch("late", label, rule!("15.3.f"), own.late)));
    }
    all
}

/// A second target, the howitzers' target, and an observer (6.5, 14.3.note).
fn divided(desk: &Desk<'_>, u: UnitId, own: &FireChoice) -> Vec<Control> {
    let f = &desk.b.field;
    let unit = f[u].code.to_string();
    let mut all = Vec::new();
    let others: Vec<String> =
        desk.b.gun_targets_with(u, own.observer).into_iter().map(|t| f[t].code.to_string()).collect();
    let choose = |name: &str, label: Message, by: Clause, now: &Option<String>, guns: u8| {
        let mut options = vec![option("none", say!("set-nobody"), None)];
        for t in others.iter().filter(|t| Some(*t) != own.target.as_ref()) {
            let mut c = FireChoice { other: None, howitzers: None, ..own.clone() };
            match guns {
                0 => c.howitzers = Some(t.clone()),
                n => (c.other, c.other_guns) = (Some(t.clone()), n),
            }
            options.push(option(t, Message::verbatim(t.clone()), desk.b.may_choose(u, &c).err()));
        }
        let chosen = now.clone().unwrap_or_else(|| "none".into());
        about(&unit, choice(name, label, by, &chosen, options))
    };
    if own.target.is_some() && others.len() > 1 {
        let guns = own.other_guns.max(1);
        all.push(choose("other", say!("set-other-target", unit = &*unit), rule!("6.5.a"), &own.other, guns));
        if own.other.is_some() {
            let label = say!("set-other-guns", unit = &*unit);
            let most = f[u].battery.as_ref().map_or(1.0, |b| b.guns.len() as f64 - 1.0).max(1.0);
            let guns =
                number("other_guns", label, rule!("6.5.a"), f64::from(guns), [1.0, most], Message::default());
            all.push(about(&unit, guns));
        }
        if desk.b.mixed(u) {
            let label = say!("set-howitzers", unit = &*unit);
            all.push(choose("howitzers", label, rule!("6.5.b"), &own.howitzers, 0));
        }
    }
    let label = say!("set-observer", unit = &*unit);
    all.push(about(&unit, switch("observer", label, rule!("14.3.note"), own.observer)));
    all
}

/// What covers the enemy and could be breached, and houses that could be set alight (16.8.a, 16.9.a).
fn demolition(desk: &Desk<'_>, u: UnitId, own: &FireChoice) -> Vec<Control> {
    let unit = desk.b.field[u].code.to_string();
    let mut all = Vec::new();
    let places = desk.b.breaches_offered(u);
    if !places.is_empty() || own.breach.is_some() {
        let mut options = vec![option("none", say!("set-nothing"), None)];
        let mut named: Vec<[f64; 2]> = places.iter().map(|p| [p.x, p.y]).collect();
        named.extend(own.breach.filter(|b| !named.contains(b)));
        for at in named {
            let c = FireChoice { unit: unit.clone(), breach: Some(at), ..FireChoice::default() };
            let says = say!("set-breach-at", x = words::tenths(at[0]), y = words::tenths(at[1]));
            options.push(option(&place(at), says, desk.b.may_choose(u, &c).err()));
        }
        let chosen = own.breach.map_or_else(|| "none".to_owned(), place);
        let label = say!("set-breach", unit = &*unit);
        all.push(about(&unit, choice("breach", label, rule!("16.8.a"), &chosen, options)));
    }
    let try_house = |name: &str| {
        let c = FireChoice { unit: unit.clone(), house: Some(name.to_owned()), ..FireChoice::default() };
        desk.b.may_choose(u, &c)
    };
    let houses = desk.b.field.ground.buildings.iter().map(|b| b.name.to_string());
    let houses: Vec<String> = houses.filter(|n| try_house(n).is_ok()).collect();
    if !houses.is_empty() {
        let mut options = vec![option("none", say!("set-nothing"), None)];
        options.extend(houses.iter().map(|n| option(n, Message::verbatim(n.clone()), None)));
        let chosen = own.house.clone().unwrap_or_else(|| "none".into());
        let label = say!("set-house", unit = &*unit);
        all.push(about(&unit, choice("house", label, rule!("16.9.a"), &chosen, options)));
    }
    all
}

/// A place as a control names it.
fn place([x, y]: [f64; 2]) -> String {
    format!("{x} {y}")
}

/// With whom a general goes (12.8, play.generals).
fn general(desk: &Desk<'_>, pieces: &[String], generals: &[Ride]) -> Vec<Control> {
    let f = &desk.b.field;
    let Some(g) = desk.general(pieces) else { return Vec::new() };
    let value = generals.iter().find(|r| *r.general == *f[g].code).and_then(|r| r.with.clone());
    let value = value.or_else(|| f[g].with.map(|u| f[u].code.to_string()));
    let among = f.side(desk.side).map(|u| u.code.to_string()).collect();
    vec![control("with", say!("set-with"), rule!("play.generals"), Setting::Piece { value, among })]
}

/// In quarters of a move, as the book counts.
fn moves(n: f64) -> Message {
    say!("takes-so-many-moves", moves = (n * 100.0).round() / 100.0)
}

fn move_order(desk: &Desk<'_>, u: &Unit, o: &MoveOrder) -> Vec<Control> {
    let (b, f) = (desk.b, &desk.b.field);
    let battery = u.arm().battery();
    let try_with = |change: &dyn Fn(&mut MoveOrder)| {
        let mut o = MoveOrder { unit: u.code.to_string(), ..MoveOrder::default() };
        change(&mut o);
        check::orders::one(b, desk.side, &o).err()
    };
    let mut all = Vec::new();
    if u.disorder.accumulated > 0 {
        let on = o.legs.contains(&LegOrder::Reorder);
        all.push(switch("reorder", say!("set-reorder"), rule!("13.2.e"), on));
    }
    all.extend(closing(desk, u, o, &try_with));
    let rate = f.rate(u, if o.pace == Pace::Double { Gait::Double } else { Gait::Normal }).unwrap_or(0.0);
    if rate > 0.0 {
        let ahead = o.legs.iter().find_map(|l| match l {
            LegOrder::March { cm, .. } => Some(*cm),
            _ => None,
        });
        let cm = ahead.unwrap_or(0.0);
        let most = rate.max(cm).ceil();
        all.push(number("ahead", say!("set-ahead"), rule!("T3"), cm, [0.0, most], say!("centimetres")));
    }
    if !u.open_order() {
        let wheel = o.legs.iter().find_map(|l| match l {
            LegOrder::Wheel { degrees } => Some(*degrees),
            _ => None,
        });
        let range = [-180.0, 180.0];
        let label = say!("set-wheel");
        all.push(number("wheel", label, rule!("12.4.a"), wheel.unwrap_or(0.0), range, say!("degrees")));
        all.push(turns(desk, u, o, &try_with));
    }
    let game = b.play.game.get(u.id.index()).and_then(Option::as_ref);
    if game.is_some_and(|g| g.double) {
        all.push(switch("double", say!("set-double"), rule!("12.2.a"), o.pace == Pace::Double));
    }
    if !battery {
        all.push(formations(desk, u, o, &try_with));
    } else {
        let on = o.legs.iter().any(|l| matches!(l, LegOrder::Limber | LegOrder::Unlimber { .. }));
        let label = match u.formation() {
            Formation::Limbered => say!("set-unlimber"),
            _ => say!("set-limber"),
        };
        all.push(switch("limber", label, rule!("12.6.a"), on));
        all.extend(gunners(desk, u, o, &try_with));
    }
    if u.on_foot() && !battery && u.arm().infantry() {
        let on = o.legs.iter().any(|l| matches!(l, LegOrder::LieDown | LegOrder::StandUp));
        let label = if u.prone { say!("set-stand-up") } else { say!("set-lie-down") };
        all.push(switch("lie_down", label, rule!("12.5.a"), on));
    }
    if u.arm().cavalry() {
        let on = o.legs.iter().any(|l| matches!(l, LegOrder::Mount | LegOrder::Dismount));
        let label = if u.dismounted { say!("set-mount") } else { say!("set-dismount") };
        all.push(switch("mount", label, rule!("12.5.b"), on));
    }
    all.extend(parts(desk, u, o, &try_with));
    all.push(switch("through", say!("set-through"), rule!("play.pass-through"), o.through));
    if u.inside.is_some() {
        let mut options = vec![option("none", say!("set-stays-inside"), None)];
        for wall in 0..4u8 {
            let leg = LegOrder::Leave { wall, formation: Formation::Line };
            let refusal = try_with(&|o| o.legs = vec![leg]);
            options.push(option(&wall.to_string(), say!("set-by-wall", wall = wall + 1), refusal));
        }
        let chosen = o.legs.iter().find_map(|l| match l {
            LegOrder::Leave { wall, .. } => Some(wall.to_string()),
            _ => None,
        });
        let chosen = chosen.unwrap_or_else(|| "none".into());
        all.push(choice("leave", say!("set-leave"), rule!("12.5.d"), &chosen, options));
        all.push(switch("set_fire", say!("set-set-fire"), rule!("16.9.b"), o.set_fire));
    } else if try_with(&|o| o.legs = vec![LegOrder::Enter]).is_none() {
        let on = o.legs.contains(&LegOrder::Enter);
        all.push(switch("enter", say!("set-enter"), rule!("12.5.d"), on));
    }
    if u.weapon().is_some() || battery {
        all.push(switch("hold_fire", say!("set-hold-fire"), rule!("play.orders.form"), o.hold_fire));
    }
    if u.weapon().is_some_and(crate::troop::Weapon::rifled) && !u.loading.loose_ball {
        all.push(switch("loose_ball", say!("set-loose-ball"), rule!("15.2.e"), o.loose_ball));
    }
    if let Some(of) = game.and_then(|g| g.supports).map(|s| f[s].code.to_string()) {
        let options = vec![
            option("none", say!("set-nobody"), None),
            option(&of, say!("set-supports", unit = &*of), None),
        ];
        let chosen = o.support.clone().unwrap_or_else(|| "none".into());
        all.push(choice("support", say!("set-support"), rule!("17.5.h"), &chosen, options));
    }
    let near: Vec<_> = f.generals(desk.side).filter(|g| f.general_gap(g.id, u.id) <= 5.01).collect();
    if !near.is_empty() {
        let mut options = vec![option("none", say!("set-by-game-order"), None)];
        options.extend(near.iter().map(|g| option(&g.code, Message::verbatim(g.name.to_string()), None)));
        let chosen = o.by.clone().unwrap_or_else(|| "none".into());
        all.push(choice("by", say!("set-in-person"), rule!("7.3"), &chosen, options));
    }
    all
}

/// What gunners do besides: action moves, teams, spiking, cutting free (16.5.a, 16.2.a, 12.5.e, 12.7.d).
fn gunners(desk: &Desk<'_>, u: &Unit, o: &MoveOrder, try_with: Try<'_>) -> Vec<Control> {
    let limbered = u.formation() == Formation::Limbered;
    let mut options = vec![option("none", say!("set-screen-none"), None)];
    for a in Action::ALL.into_iter().filter(|a| a.limbered() == limbered) {
        let legs = check::guns::ahead(desk.b, u, a).unwrap_or_default();
        let refusal = try_with(&|o| (o.action, o.legs) = (Some(a), legs.clone()));
        options.push(option(&id(a), names::action(a), refusal));
    }
    let chosen = o.action.map_or_else(|| "none".to_owned(), id);
    let mut all = vec![choice("action", say!("set-action-move"), rule!("16.5.a"), &chosen, options)];
    if !limbered {
        let now =
            o.teams.unwrap_or_else(|| desk.b.led_of(u.id).map_or(0.0, |l| l.base.rect().gap(&u.base.rect())));
        all.push(number("teams", say!("set-teams"), rule!("16.2.a"), now, [0.0, 60.0], say!("centimetres")));
    }
    if try_with(&|o| o.muskets = true).is_none() {
        all.push(switch("muskets", say!("set-muskets"), rule!("16.4.g"), o.muskets));
    }
    if try_with(&|o| o.reorder_and_fire = true).is_none() {
        all.push(switch(
            "reorder_and_fire",
            say!("set-reorder-and-fire"),
            rule!("13.2.g"),
            o.reorder_and_fire,
        ));
    }
    if u.battery.iter().flat_map(|b| &b.guns).filter_map(|g| g.team).any(|t| t.uncut > 0) {
        let on = o.legs.contains(&LegOrder::CutFree);
        all.push(switch("cut_free", say!("set-cut-free"), rule!("12.7.d"), on));
    }
    all
}

/// Parts of a unit: a screen that goes out, one that comes back, and guns beside it that are spiked (6.2, 12.5.e).
fn parts(desk: &Desk<'_>, u: &Unit, o: &MoveOrder, try_with: Try<'_>) -> Vec<Control> {
    let mut all = Vec::new();
    if desk.b.belongs_to(u).is_some() {
        let on = o.legs.contains(&LegOrder::Rejoin);
        all.push(switch("rejoin", say!("set-rejoin"), rule!("6.2.b"), on));
    }
    if u.on_foot() && desk.b.spikes(u).is_some() {
        let on = o.legs.contains(&LegOrder::Spike);
        all.push(switch("spike", say!("set-spike"), rule!("12.5.e"), on));
    }
    if u.companies.len() < 2 || u.arm().battery() {
        return all;
    }
    if u.mounted() && u.companies.len() > 1 {
        let mut options = vec![option("none", say!("set-nobody"), None)];
        for (i, c) in u.companies.iter().enumerate() {
            let n = i as u8 + 1;
            let refusal = try_with(&|o| o.dismount = vec![n]);
            options.push(option(&n.to_string(), say!("set-screen-of", n, name = &*c.name), refusal));
        }
        if options.iter().skip(1).any(|x| x.refusal.is_none()) {
            let chosen = o.dismount.first().map_or_else(|| "none".into(), u8::to_string);
            all.push(choice("dismount", say!("set-dismount-part"), rule!("6.2.a.vi"), &chosen, options));
        }
    }
    let mut options = vec![option("none", say!("set-screen-none"), None)];
    for (i, c) in u.companies.iter().enumerate() {
        let n = i as u8 + 1;
        let screen = SendOut { companies: vec![n], cm: 10.0 };
        let refusal = try_with(&|o| o.screen = Some(screen.clone()));
        options.push(option(&n.to_string(), say!("set-screen-of", n, name = &*c.name), refusal));
    }
    if options.iter().skip(1).all(|x| x.refusal.is_some()) {
        return all;
    }
    let chosen = o.screen.as_ref().and_then(|s| s.companies.first()).map(u8::to_string);
    let chosen = chosen.unwrap_or_else(|| "none".into());
    all.push(choice("screen", say!("set-screen"), rule!("6.2.a.ii"), &chosen, options));
    if let Some(s) = &o.screen {
        let label = say!("set-screen-cm");
        all.push(number("screen_cm", label, rule!("6.2.b"), s.cm, [0.0, 20.0], say!("centimetres")));
    }
    all
}

type Try<'t> = &'t dyn Fn(&dyn Fn(&mut MoveOrder)) -> Option<Refusal>;

fn turns(desk: &Desk<'_>, u: &Unit, o: &MoveOrder, try_with: Try<'_>) -> Control {
    let year = desk.b.terms.year;
    let mut options = vec![option("none", say!("set-no-turn"), None)];
    for (name, to, says) in [
        ("left", Turning::Left, say!("set-left")),
        ("right", Turning::Right, say!("set-right")),
        ("about", Turning::About, say!("set-about")),
    ] {
        let refusal = try_with(&|o| o.legs = vec![LegOrder::Turn { to }]);
        let says = match desk.b.field.turn_takes(u, to, year).0 {
            Takes::Time { moves: n, .. } => say!("set-and-takes", what = says, takes = moves(n.0)),
            Takes::MayNot { .. } => says,
        };
        options.push(option(name, says, refusal));
    }
    let chosen = o.legs.iter().find_map(|l| match l {
        LegOrder::Turn { to } => Some(id(to)),
        _ => None,
    });
    choice("turn", say!("set-turn"), rule!("12.4.b"), &chosen.unwrap_or_else(|| "none".into()), options)
}

/// The formations of its arm, with the time that each takes (8.4, table 6).
fn formations(desk: &Desk<'_>, u: &Unit, o: &MoveOrder, try_with: Try<'_>) -> Control {
    let (f, year) = (&desk.b.field, desk.b.terms.year);
    let mut options =
        vec![option("none", say!("set-as-it-is", formation = names::formation(u.formation())), None)];
    for formation in Formation::ALL {
        let other = matches!(formation, Formation::Limbered | Formation::Deployed | Formation::Building);
        if other || formation == u.formation() {
            continue;
        }
        let leg = LegOrder::Form { formation, ranks: None, files: None };
        let refusal = try_with(&|o| o.legs = vec![leg]);
        let to = drawn(u, formation, None, None);
        let says = names::formation(formation);
        let (says, refusal) = match (refusal, f.change_takes(u, to, year, false).0) {
            // What another arm forms is not worth a line.
            (Some(_), _) if !fits(u, formation) => continue,
            (Some(no), _) => (says, Some(no)),
            (None, Takes::Time { moves: n, .. }) => {
                (say!("set-and-takes", what = says, takes = moves(n.0)), None)
            }
            (None, Takes::MayNot { by }) => {
                (says, Some(Refusal::by(by, say!("may-not-do-that", unit = &*u.code))))
            }
        };
        options.push(option(&id(formation), says, refusal));
    }
    let chosen = o.legs.iter().find_map(|l| match l {
        LegOrder::Form { formation, .. } => Some(id(formation)),
        _ => None,
    });
    choice("form", say!("set-form"), rule!("8.4.a"), &chosen.unwrap_or_else(|| "none".into()), options)
}

fn fits(u: &Unit, f: Formation) -> bool {
    use Formation::{
        Circle, DoubleLine, Line, MarchColumn, Mass, OpenSquadronColumn, Skirmish, SquadronColumn,
    };
    let horse = matches!(f, DoubleLine | SquadronColumn | OpenSquadronColumn | Circle);
    let both = matches!(f, Line | MarchColumn | Skirmish);
    both || (horse == u.mounted() && (f != Mass || u.troop.irregular()))
}

/// Enemies in sight: charged with what may come of it, or attacked (17.2, 17.3).
fn closing(desk: &Desk<'_>, u: &Unit, o: &MoveOrder, try_with: Try<'_>) -> Vec<Control> {
    let f = &desk.b.field;
    if u.arm().battery() {
        return Vec::new();
    }
    let mut charges = vec![option("none", say!("set-nobody"), None)];
    let mut attacks = charges.clone();
    let mut also = charges.clone();
    let mut enemies: Vec<&Unit> = f.enemies(desk.side).filter(|e| desk.b.known(e.id)).collect();
    let far = |e: &Unit| u.base.front.dist(e.base.centre());
    enemies.sort_by(|a, b| far(a).total_cmp(&far(b)));
    for e in enemies.into_iter().take(8) {
        let target = e.code.to_string();
        let says = Message::verbatim(target.clone());
        let no = try_with(&|o| o.charge = Some(target.clone()));
        let odds = if no.is_none() { odds::of_charge(desk, &u.code, &target) } else { Vec::new() };
        charges.push(Alternative { odds, ..option(&target, says.clone(), no) });
        if o.charge.as_ref().is_some_and(|first| *first != target) {
            let no = try_with(&|o| o.charge_also = vec![target.clone()]);
            also.push(option(&target, says.clone(), no));
        }
        attacks.push(option(&target, says, try_with(&|o| o.attack = Some(target.clone()))));
    }
    let chosen = |x: &Option<String>| x.clone().unwrap_or_else(|| "none".into());
    let second = chosen(&o.charge_also.first().cloned());
    let both = also.len() > 1;
    let also = choice("charge_also", say!("set-charge-also"), rule!("17.4.b"), &second, also);
    let mut all = vec![choice("charge", say!("set-charge"), rule!("17.2.b"), &chosen(&o.charge), charges)];
    all.extend(both.then_some(also));
    let general = desk.b.general_near(u.id) == crate::procedures::GeneralNear::Within5;
    if o.charge.is_some() && general && u.troop.regular() {
        all.push(switch("press_on", say!("set-press-on"), rule!("18.1.f"), o.press_on));
    }
    all.push(choice("attack", say!("set-attack"), rule!("17.3.b"), &chosen(&o.attack), attacks));
    all
}

fn game_order(desk: &Desk<'_>, u: &Unit, orders: &[NewGameOrder]) -> Vec<Control> {
    let f = &desk.b.field;
    let written = orders.iter().find(|o| *o.unit == *u.code);
    let own = game::of(desk, u, orders);
    let generals = game::generals(desk, u);
    let mut tasks = vec![option("none", say!("set-no-new-order"), None)];
    let nobody =
        generals.is_empty().then(|| Refusal::by(rule!("10.1.a"), say!("nobody-may-order", unit = &*u.code)));
    tasks.extend(GameTask::ALL.map(|t| option(&id(t), names::game_task(t), nobody.clone())));
    let chosen = written.map_or_else(|| "none".to_owned(), |o| id(o.task));
    let mut all = vec![choice("task", say!("set-task"), rule!("play.orders.game"), &chosen, tasks)];
    if generals.is_empty() {
        return all;
    }
    let mut places = vec![option("none", say!("set-nothing"), None)];
    places.extend(game::places(desk).into_iter().map(|n| option(&n, Message::verbatim(n.clone()), None)));
    let chosen = own.objective.clone().unwrap_or_else(|| "none".into());
    all.push(choice("objective", say!("set-objective"), rule!("12.2.a"), &chosen, places));
    if written.is_some() {
        let mut supports = vec![option("none", say!("set-nobody"), None)];
        let others = f.side(desk.side).filter(|x| x.id != u.id);
        supports.extend(others.map(|x| option(&x.code, Message::verbatim(x.code.to_string()), None)));
        let chosen = own.supports.clone().unwrap_or_else(|| "none".into());
        all.push(choice("supports", say!("set-support"), rule!("15.1.a.3"), &chosen, supports));
        let by = generals.iter().map(|g| {
            let name = f.general_by_code(g).map_or_else(|| g.clone(), |x| f[x].name.to_string());
            option(g, Message::verbatim(name), None)
        });
        all.push(choice("by", say!("set-given-by"), rule!("7.2"), &own.by, by.collect()));
        if own.objective.is_some() || own.place.is_some() {
            all.push(switch("double", say!("set-may-double"), rule!("12.2.a"), own.double));
        }
        if u.detachments > 0 && u.companies.len() > 1 {
            let mut options = vec![option("none", say!("set-nobody"), None)];
            for (i, c) in u.companies.iter().enumerate().filter(|(_, c)| c.detachable) {
                let n = i + 1;
                options.push(option(&n.to_string(), say!("set-screen-of", n, name = &*c.name), None));
            }
            let chosen = own.detach.first().map_or_else(|| "none".to_owned(), u8::to_string);
            all.push(choice("detach", say!("set-detach"), rule!("6.3"), &chosen, options));
        }
        let words = Setting::Words { value: own.says.clone(), hint: say!("set-says-hint") };
        all.push(control("says", say!("set-says"), rule!("play.orders.game"), words));
    }
    all
}
