//! What is known of a unit, in the book's own terms, each with its clause.

use super::Viewer;
use crate::book::data;
use crate::check::{Reach, locked_target, reach};
use crate::field::Field;
use crate::scenario::{Task, TaskKind};
use crate::troop::{Ammunition, Arm, Kind, State};
use crate::unit::{RepairItem, Unit};
use crate::{rule, say};
use crate::{slip, victory};
use desk::board::{Badge, Fact, Tone};
use words::Message;

/// The state of order in words.
pub(super) fn state(s: State) -> &'static str {
    match s {
        State::Order => "in order",
        State::Slight => "in slight disorder",
        State::Disorder => "in disorder",
        State::Complete => "in complete disorder",
    }
}

/// How orders reach a unit, in words.
pub(super) fn reached(r: Reach) -> &'static str {
    match r {
        Reach::General(_) => "within reach of the general",
        Reach::Orderly(_) => "by an orderly",
        Reach::Out => "out of reach: it can only repeat, stand or fire",
    }
}

/// States to be seen at a glance.
pub(super) fn badges(f: &Field, u: &Unit, eye: &Viewer) -> Vec<Badge> {
    let badge = |short: &str, says: &str, tone| Badge { short: short.into(), says: says.into(), tone };
    let mut all = Vec::new();
    let papers = eye.reads(u.side);
    // A watcher sees the markers on the table; an enemy only who flees or lies down (play.view).
    if papers || matches!(eye, Viewer::Onlooker) {
        let tone = match u.state {
            State::Order => Tone::Good,
            State::Slight => Tone::Worn,
            _ => Tone::Bad,
        };
        all.push(badge(&u.state.to_string(), state(u.state), tone));
    }
    if u.state == State::Complete {
        all.push(badge("FL", "flees", Tone::Bad));
    }
    if u.pinned(f.turn) {
        all.push(badge("NH", "pinned: lies down", Tone::Bad));
    }
    if !u.locked.is_empty() && (papers || !matches!(eye, Viewer::Side(..))) {
        all.push(badge("M", "in melee", Tone::Bad));
    }
    if papers {
        if matches!(u.arm, Arm::Infantry | Arm::Cavalry) && !u.ammunition {
            all.push(badge("OA", "out of ammunition", Tone::Bad));
        }
        if u.battery.as_ref().is_some_and(|b| b.rounds.iter().all(|r| *r == 0)) {
            all.push(badge("OA", "out of ammunition", Tone::Bad));
        }
        if u.arm == Arm::Artillery && u.gunners_alone() {
            all.push(badge("GA", "gunners away from their guns", Tone::Bad));
        }
        if reach(f, u) == Reach::Out {
            all.push(badge("--", "no general or orderly reaches it", Tone::Worn));
        }
        if u.record.halted_to.is_some_and(|t| f.turn < t) {
            all.push(badge("H", "halted by the umpire", Tone::Worn));
        }
    }
    all
}

fn weapon(u: &Unit) -> Option<Fact> {
    u.weapon.map(|w| Fact::by("Weapon", data().weapon(w).name, rule!("05.01.1")))
}

fn battery(u: &Unit, facts: &mut Vec<Fact>) {
    let Some(b) = &u.battery else { return };
    let gun = data().gun(b.gun);
    facts.push(Fact::by("Guns", format!("{} of {} {}", b.sound, b.of, gun.name), rule!("06.01.2")));
    if b.damaged > 0 || b.limbers_damaged > 0 {
        facts.push(Fact::by(
            "Damaged",
            format!("{} guns, {} limbers", b.damaged, b.limbers_damaged),
            rule!("06.03.3.b"),
        ));
    }
    facts.push(Fact::by("Limbers", b.limbers.to_string(), rule!("06.03.3.b")));
    facts.push(Fact::by("Horses", format!("{} of {}", b.horses, b.horses_of), rule!("06.03.5.a")));
    let rounds: Vec<String> = Ammunition::ALL
        .iter()
        .filter(|a| gun.range(**a).is_some())
        .map(|a| format!("{a} {}", b.rounds[*a as usize]))
        .collect();
    facts.push(Fact::by("Rounds", rounds.join(", "), rule!("06.01.2")));
    if let Some(r) = b.repair {
        let what = if r.item == RepairItem::Gun { "a gun" } else { "a limber" };
        facts.push(Fact::by("Repairs", what, rule!("06.03.6")));
    }
    if b.unmanned.is_some() {
        facts.push(Fact::by("Gunners", "away from their guns", rule!("play.guns-unmanned")));
    }
}

/// Everything the eye knows of a unit.
pub(super) fn facts(f: &Field, u: &Unit, eye: &Viewer) -> Vec<Fact> {
    let mut all = Vec::with_capacity(20);
    all.push(Fact::new("Troops", u.kind().to_string()));
    let gunners = u.arm == Arm::Artillery;
    let what = if gunners { "Gunners" } else { "Figures" };
    let houses: Vec<&str> = u
        .inside
        .iter()
        .filter_map(|b| f.ground.buildings.get(usize::from(*b)))
        .map(|b| b.name.as_str())
        .collect();
    if !eye.reads(u.side) {
        // What play.view lists and nothing else.
        let by = rule!("play.view");
        if u.arm != Arm::Wagon {
            all.push(Fact::by(what, u.figures.to_string(), by));
        }
        all.push(Fact::by("Formation", formation(u), by));
        if matches!(eye, Viewer::Onlooker) {
            all.push(Fact::by("State", format!("{}, {}", u.state, state(u.state)), rule!("08.02.1")));
        } else if u.state == State::Complete {
            all.push(Fact::by("State", "flees", by));
        }
        if u.pinned(f.turn) {
            all.push(Fact::by("Lies down", "pinned", by));
        }
        if !houses.is_empty() {
            all.push(Fact::by("In", houses.join(", "), by));
        }
        return all;
    }
    all.push(Fact::new("Command", &*f[u.command].name));
    if u.regiment != u.id {
        all.push(Fact::by("Part of", &*f[u.regiment].code, rule!("play.detach")));
    }
    if u.arm == Arm::Wagon {
        all.push(Fact::by("Horses", format!("{} of {}", u.figures, u.original), rule!("06.03.4")));
    } else {
        all.push(Fact::by(what, format!("{} of {}", u.figures, u.original), rule!("01.01.2.a")));
        all.push(Fact::by("Men", u.men().to_string(), rule!("01.01.2.a")));
        all.push(Fact::by("Fallen", format!("{} men", u.losses.men), rule!("play.removal")));
        if u.losses.prisoners > 0 {
            all.push(Fact::by("Prisoners", format!("{} figures", u.losses.prisoners), rule!("07.06.1")));
        }
        if u.carried > 0 {
            let says = format!("{} men towards the next figure", u.carried);
            all.push(Fact::by("Carried", says, rule!("play.removal")));
        }
        all.push(Fact::by("State", format!("{}, {}", u.state, state(u.state)), rule!("08.02.1")));
        all.push(Fact::by("Valour", u.valour.to_string(), rule!("08.01.1")));
    }
    all.push(Fact::by("Formation", formation(u), rule!("02.04.1")));
    if matches!(u.arm, Arm::Infantry | Arm::Cavalry) {
        all.push(Fact::by("Company", format!("{} figures", u.company), rule!("01.01.2.a")));
        all.extend(weapon(u));
        let says = if u.ammunition { "in the pouches" } else { "none left" };
        all.push(Fact::by("Ammunition", says, rule!("09.01.1")));
    }
    battery(u, &mut all);
    if !houses.is_empty() {
        all.push(Fact::by("In", houses.join(", "), rule!("play.building")));
    }
    if u.pinned(f.turn) {
        all.push(Fact::by("Pinned", "lies down and does not move", rule!("04.02.8.a")));
    }
    let name = |e: &crate::unit::UnitId| match f.units.get(e.index()) {
        Some(x) => match eye {
            Viewer::Side(_, s, _) => s.label(u.side, x.id).unwrap_or_else(|| "an enemy".into()),
            _ => x.code.to_string(),
        },
        None => String::new(),
    };
    if !u.locked.is_empty() {
        let who: Vec<String> = u.locked.iter().map(name).collect();
        all.push(Fact::by("In melee with", who.join(", "), rule!("play.contact")));
    }
    if let Some(e) = locked_target(f, u) {
        all.push(Fact::by("Locked in fire with", name(&e), rule!("04.02.14.a")));
    }
    all.push(Fact::by("Orders", reached(reach(f, u)), rule!("03.03.2")));
    if let Some(g) = f.general_with(u.id) {
        all.push(Fact::by("With it", &*f[g].name, rule!("tables.general-with-unit")));
    }
    if let Some(o) = &u.record.last_order {
        all.push(Fact::by("Last order", slip::write(o), rule!("03.03.3")));
    }
    if let Some(t) = u.record.last_charge {
        all.push(Fact::by("Last charge", format!("turn {t}"), rule!("03.03.4.c")));
    }
    if u.kind() == Kind::Mounted {
        let says = if u.record.in_motion { "yes" } else { "no" };
        all.push(Fact::by("In motion", says, rule!("02.06.4")));
    }
    if u.record.attempts > 0 {
        let says = format!("{} attempts to rally have failed", u.record.attempts);
        all.push(Fact::by("Rally", says, rule!("08.04.1")));
    }
    all
}

/// Its formation, in words.
pub(super) fn formation(u: &Unit) -> String {
    match u.kind() {
        Kind::Unlimbered if u.gunners_alone() => "gunners in the open".into(),
        Kind::Unlimbered => "unlimbered".into(),
        Kind::Limbered => "limbered".into(),
        Kind::Wagon => "wagon".into(),
        _ if !u.inside.is_empty() => "in a building".into(),
        _ => u.formation.to_string(),
    }
}

/// A task in words, without a measure on the table and without a name that the eye could not know.
pub(super) fn task(f: &Field, t: &Task, eye: &Viewer) -> Message {
    let instead = match &t.kind {
        TaskKind::HoldPlace { .. } => say!("task-hold-marked"),
        TaskKind::Take { units, .. } if matches!(eye, Viewer::Side(..)) => {
            let mut kinds: Vec<String> =
                units.iter().filter_map(|u| f.units.get(u.index())).map(|u| what(u.arm).into()).collect();
            kinds.sort();
            kinds.dedup();
            say!("task-take-some", units = units.len(), kinds = kinds.join(", "))
        }
        _ => return victory::says(f, t),
    };
    victory::terms(t, instead)
}

fn what(a: Arm) -> &'static str {
    match a {
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::Artillery => "artillery",
        Arm::Wagon => "wagons",
    }
}
