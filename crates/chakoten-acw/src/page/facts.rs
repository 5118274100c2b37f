//! What is known of a unit, in the book's own terms, each with its clause.

use super::Viewer;
use super::board::number;
use crate::book::data;
use crate::check::{Reach, locked_target, reach};
use crate::field::Field;
use crate::scenario::{Task, TaskKind};
use crate::troop::{Ammunition, Arm, Kind, State};
use crate::unit::{RepairItem, Side, Unit};
use crate::{rule, say};
use crate::{slip, victory};
use desk::board::{Badge, Fact, Tone};
use desk::{Audience, Kept};
use words::{Joint, Message};

/// The state of order in words.
pub(super) fn state(s: State) -> Message {
    match s {
        State::Order => say!("order"),
        State::Slight => say!("slight-disorder"),
        State::Disorder => say!("disorder"),
        State::Complete => say!("complete-disorder"),
    }
}

/// The same with its code.
pub(super) fn state_in_full(state: State) -> Message {
    say!("state-in-full", state, says = self::state(state))
}

/// How orders reach a unit, in words.
pub(super) fn reached(r: Reach) -> Message {
    match r {
        Reach::General(_) => say!("within-reach-general"),
        Reach::Orderly(_) => say!("orderly"),
        Reach::Out => say!("out-reach-can-only-repeat"),
    }
}

/// What everybody who sees a unit may know of it (play.view), and nothing else: for who does not read its papers its piece is made of
/// this.
pub(super) struct Sighted {
    pub kind: Kind,
    /// None of a wagon: its horses are nobody's business.
    pub figures: Option<u16>,
    pub formation: Message,
    flees: bool,
    lies_down: bool,
    /// The houses in which it stands.
    houses: Message,
    /// The markers on the table: those who watch see them, an enemy does not.
    state: Kept<State>,
    in_melee: Kept<bool>,
}

impl Sighted {
    pub fn of(f: &Field, u: &Unit) -> Sighted {
        let markers = Audience::sides(Side::BOTH.map(|s| s == u.side), true);
        let houses = u.inside.iter().filter_map(|b| f.ground.buildings.get(usize::from(*b)));
        Sighted {
            kind: u.kind(),
            figures: (u.arm != Arm::Wagon).then_some(u.figures),
            formation: formation(u),
            flees: u.state == State::Complete,
            lies_down: u.pinned(f.turn),
            houses: words::list(houses.map(|b| Message::verbatim(b.name.clone())), Joint::Comma),
            state: Kept::new(markers, u.state),
            in_melee: Kept::new(markers, !u.locked.is_empty()),
        }
    }

    fn count(&self) -> Message {
        match self.kind {
            Kind::Unlimbered | Kind::Limbered => say!("fact-gunners"),
            _ => say!("fact-figures"),
        }
    }

    /// The facts of a unit whose papers the eye does not read.
    fn facts(self, eye: &Viewer) -> Vec<Fact> {
        let by = rule!("play.view");
        let mut all = vec![Fact::new(say!("fact-troops"), self.kind)];
        all.extend(self.figures.map(|n| Fact::by(self.count(), number(n), by)));
        all.push(Fact::by(say!("fact-formation"), self.formation, by));
        match self.state.into(eye.eye()) {
            Some(s) => all.push(Fact::by(say!("fact-state"), state_in_full(s), rule!("08.02.1"))),
            None if self.flees => all.push(Fact::by(say!("fact-state"), say!("badge-flees"), by)),
            None => {}
        }
        if self.lies_down {
            all.push(Fact::by(say!("fact-lies-down"), say!("pinned"), by));
        }
        if !self.houses.is_empty() {
            all.push(Fact::by(say!("fact-in"), self.houses, by));
        }
        all
    }
}

/// States to be seen at a glance.
pub(super) fn badges(f: &Field, seen: &Sighted, papers: Option<&Unit>, eye: &Viewer) -> Vec<Badge> {
    let badge = |short: &str, says: Message, tone| Badge { short: short.into(), says, tone };
    let mut all = Vec::new();
    if let Some(s) = seen.state.to(eye.eye()) {
        let tone = match s {
            State::Order => Tone::Good,
            State::Slight => Tone::Worn,
            _ => Tone::Bad,
        };
        all.push(badge(&s.to_string(), state(*s), tone));
    }
    if seen.flees {
        all.push(badge("FL", say!("badge-flees"), Tone::Bad));
    }
    if seen.lies_down {
        all.push(badge("NH", say!("badge-pinned-lies-down"), Tone::Bad));
    }
    if seen.in_melee.to(eye.eye()) == Some(&true) {
        all.push(badge("M", say!("badge-melee"), Tone::Bad));
    }
    let Some(u) = papers else { return all };
    if matches!(u.arm, Arm::Infantry | Arm::Cavalry) && !u.ammunition {
        all.push(badge("OA", say!("badge-out-ammunition"), Tone::Bad));
    }
    if u.battery.as_ref().is_some_and(|b| b.rounds.iter().all(|r| *r == 0)) {
        all.push(badge("OA", say!("badge-out-ammunition"), Tone::Bad));
    }
    if u.arm == Arm::Artillery && u.gunners_alone() {
        all.push(badge("GA", say!("badge-gunners-away-their-guns"), Tone::Bad));
    }
    if reach(f, u) == Reach::Out {
        all.push(badge("--", say!("badge-no-general-orderly-reaches"), Tone::Worn));
    }
    if u.record.halted_to.is_some_and(|t| f.turn < t) {
        all.push(badge("H", say!("badge-halted-umpire"), Tone::Worn));
    }
    all
}

fn weapon(u: &Unit) -> Option<Fact> {
    u.weapon
        .map(|w| Fact::by(say!("fact-weapon"), Message::verbatim(data().weapon(w).name), rule!("05.01.1")))
}

fn battery(u: &Unit, facts: &mut Vec<Fact>) {
    let Some(b) = &u.battery else { return };
    let gun = data().gun(b.gun);
    facts.push(Fact::by(
        say!("fact-guns"),
        say!("guns-left", sound = b.sound, of = b.of, gun = gun.name),
        rule!("06.01.2"),
    ));
    if b.damaged > 0 || b.limbers_damaged > 0 {
        facts.push(Fact::by(
            say!("fact-damaged"),
            say!("guns-and-limbers", guns = b.damaged, limbers = b.limbers_damaged),
            rule!("06.03.3.b"),
        ));
    }
    facts.push(Fact::by(say!("fact-limbers"), number(b.limbers), rule!("06.03.3.b")));
    facts.push(Fact::by(
        say!("fact-horses"),
        say!("so-many-of", now = b.horses, of = b.horses_of),
        rule!("06.03.5.a"),
    ));
    let rounds = Ammunition::ALL
        .iter()
        .filter(|a| gun.range(**a).is_some())
        .map(|a| say!("rounds-of", ammunition = *a, rounds = b.rounds[*a as usize]));
    facts.push(Fact::by(say!("fact-rounds"), words::list(rounds, Joint::Comma), rule!("06.01.2")));
    if let Some(r) = b.repair {
        let what = if r.item == RepairItem::Gun { say!("a-gun") } else { say!("a-limber") };
        facts.push(Fact::by(say!("fact-repairs"), what, rule!("06.03.6")));
    }
    if b.unmanned.is_some() {
        facts.push(Fact::by(say!("fact-gunners"), say!("away-their-guns"), rule!("play.guns-unmanned")));
    }
}

/// Everything the eye knows of a unit.
pub(super) fn facts(f: &Field, seen: Sighted, papers: Option<&Unit>, eye: &Viewer) -> Vec<Fact> {
    let Some(u) = papers else { return seen.facts(eye) };
    let mut all = Vec::with_capacity(20);
    all.push(Fact::new(say!("fact-troops"), u.kind()));
    all.push(Fact::new(say!("fact-command"), Message::verbatim(f[u.command].name.to_string())));
    if u.regiment != u.id {
        all.push(Fact::by(
            say!("fact-part"),
            Message::verbatim(f[u.regiment].code.to_string()),
            rule!("play.detach"),
        ));
    }
    if u.arm == Arm::Wagon {
        all.push(Fact::by(
            say!("fact-horses"),
            say!("so-many-of", now = u.figures, of = u.original),
            rule!("06.03.4"),
        ));
    } else {
        all.push(Fact::by(
            seen.count(),
            say!("so-many-of", now = u.figures, of = u.original),
            rule!("01.01.2.a"),
        ));
        all.push(Fact::by(say!("fact-men"), number(u.men()), rule!("01.01.2.a")));
        all.push(Fact::by(
            say!("fact-fallen"),
            say!("so-many-men", men = u.losses.men),
            rule!("play.removal"),
        ));
        if u.losses.prisoners > 0 {
            all.push(Fact::by(
                say!("fact-prisoners"),
                say!("so-many-figures", figures = u.losses.prisoners),
                rule!("07.06.1"),
            ));
        }
        if u.carried > 0 {
            let says = say!("men-towards-next-figure", carried = u.carried);
            all.push(Fact::by(say!("fact-carried"), says, rule!("play.removal")));
        }
        all.push(Fact::by(say!("fact-state"), state_in_full(u.state), rule!("08.02.1")));
        all.push(Fact::by(say!("fact-valour"), number(u.valour), rule!("08.01.1")));
    }
    all.push(Fact::by(say!("fact-formation"), formation(u), rule!("02.04.1")));
    if matches!(u.arm, Arm::Infantry | Arm::Cavalry) {
        all.push(Fact::by(
            say!("fact-company"),
            say!("so-many-figures", figures = u.company),
            rule!("01.01.2.a"),
        ));
        all.extend(weapon(u));
        let says = if u.ammunition { say!("pouches") } else { say!("none-left") };
        all.push(Fact::by(say!("fact-ammunition"), says, rule!("09.01.1")));
    }
    battery(u, &mut all);
    if !seen.houses.is_empty() {
        all.push(Fact::by(say!("fact-in"), seen.houses, rule!("play.building")));
    }
    if u.pinned(f.turn) {
        all.push(Fact::by(say!("fact-pinned"), say!("lies-down-does-not-move"), rule!("04.02.8.a")));
    }
    let name = |e: &crate::unit::UnitId| match f.units.get(e.index()) {
        Some(x) => match eye {
            Viewer::Side(_, s, _) => {
                s.label(u.side, x.id).map_or_else(|| say!("an-enemy"), Message::verbatim)
            }
            _ => Message::verbatim(x.code.to_string()),
        },
        None => Message::default(),
    };
    if !u.locked.is_empty() {
        let who = words::list(u.locked.iter().map(name), Joint::Comma);
        all.push(Fact::by(say!("fact-melee"), who, rule!("play.contact")));
    }
    if let Some(e) = locked_target(f, u) {
        all.push(Fact::by(say!("fact-locked-fire"), name(&e), rule!("04.02.14.a")));
    }
    all.push(Fact::by(say!("fact-orders"), reached(reach(f, u)), rule!("03.03.2")));
    if let Some(g) = f.general_with(u.id) {
        all.push(Fact::by(
            say!("fact-with-it"),
            Message::verbatim(f[g].name.to_string()),
            rule!("tables.general-with-unit"),
        ));
    }
    if let Some(o) = &u.record.last_order {
        all.push(Fact::by(say!("fact-last-order"), Message::verbatim(slip::write(o)), rule!("03.03.3")));
    }
    if let Some(t) = u.record.last_charge {
        all.push(Fact::by(say!("fact-last-charge"), say!("turn-number", turn = t), rule!("03.03.4.c")));
    }
    if u.kind() == Kind::Mounted {
        let says = if u.record.in_motion { say!("yes") } else { say!("no") };
        all.push(Fact::by(say!("fact-motion"), says, rule!("02.06.4")));
    }
    if u.record.attempts > 0 {
        let says = say!("attempts-rally-failed", attempts = u.record.attempts);
        all.push(Fact::by(say!("fact-rally"), says, rule!("08.04.1")));
    }
    all
}

/// Its formation, in words.
pub(super) fn formation(u: &Unit) -> Message {
    match u.kind() {
        Kind::Unlimbered if u.gunners_alone() => say!("gunners-open"),
        Kind::Unlimbered => say!("unlimbered"),
        Kind::Limbered => say!("limbered"),
        Kind::Wagon => say!("wagon"),
        _ if !u.inside.is_empty() => say!("building"),
        _ => u.formation.message(),
    }
}

/// A task in words, without a measure on the table and without a name that the eye could not know.
pub(super) fn task(f: &Field, t: &Task, eye: &Viewer) -> Message {
    let instead = match &t.kind {
        TaskKind::HoldPlace { .. } => say!("task-hold-marked"),
        TaskKind::Take { units, .. } if matches!(eye, Viewer::Side(..)) => {
            let there = |a: &Arm| units.iter().filter_map(|u| f.units.get(u.index())).any(|u| u.arm == *a);
            let arms = [Arm::Artillery, Arm::Cavalry, Arm::Infantry, Arm::Wagon].into_iter().filter(there);
            let kinds = words::list(arms.map(what), Joint::Comma);
            say!("task-take-some", units = units.len(), kinds)
        }
        _ => return victory::says(f, t),
    };
    t.terms(instead)
}

fn what(a: Arm) -> Message {
    match a {
        Arm::Infantry => say!("the-infantry"),
        Arm::Cavalry => say!("the-cavalry"),
        Arm::Artillery => say!("the-artillery"),
        Arm::Wagon => say!("the-wagons"),
    }
}
