//! What is known of a unit, in the book's own terms, each with its clause.

use super::Viewer;
use super::board::number;
use crate::book::guns::Gun;
use crate::field::Field;
use crate::reach::{Reach, reach};
use crate::scenario::{Task, TaskKind};
use crate::troop::{Arm, Density, Formation, State};
use crate::unit::{Goal, Load, Side, Unit, UnitId};
use crate::{rule, say, slip, victory};
use desk::board::{Badge, Fact, Tone};
use desk::{Audience, Kept};
use words::{Joint, Message};

/// The state of order in words, with its code.
pub(super) fn state(s: State) -> Message {
    match s {
        State::Order => say!("state-order"),
        State::Light1 => say!("state-light", grades = 1),
        State::Light2 => say!("state-light", grades = 2),
        State::Light3 => say!("state-light", grades = 3),
        State::Disorder => say!("state-disorder"),
        State::Complete => say!("state-complete"),
    }
}

/// What everybody who sees a unit may know of it (play.hidden), and nothing else: for who does not read its papers its piece is made of
/// this.
pub(super) struct Sighted {
    /// None of a wagon.
    pub figures: Option<u16>,
    pub formation: Message,
    arm: Message,
    flees: bool,
    works: bool,
    /// The building in which it stands.
    house: Option<String>,
    /// The markers on the table: those who watch see them, an enemy does not.
    state: Kept<State>,
}

impl Sighted {
    pub fn of(f: &Field, u: &Unit) -> Sighted {
        let markers = Audience::sides(Side::BOTH.map(|s| s == u.side), true);
        let house = u.inside.and_then(|b| f.ground.buildings.get(usize::from(b)));
        Sighted {
            figures: (u.arm != Arm::Train).then_some(u.figures),
            formation: formation(u),
            arm: u.arm.message(),
            flees: u.state == State::Complete,
            works: u.working,
            house: house.map(|b| b.name.clone()),
            state: Kept::new(markers, u.state),
        }
    }

    /// The facts of a unit whose papers the eye does not read.
    fn facts(self, eye: &Viewer) -> Vec<Fact> {
        let mut all = vec![Fact::new(say!("fact-arm"), self.arm)];
        all.extend(self.figures.map(|n| Fact::by(say!("fact-figures"), number(n), rule!("play.hidden"))));
        all.push(Fact::by(say!("fact-formation"), self.formation, rule!("play.hidden")));
        if let Some(s) = self.state.to(eye.eye()) {
            all.push(Fact::by(say!("fact-state"), state(*s), rule!("03.03.3")));
        } else if self.flees {
            all.push(Fact::by(say!("fact-state"), say!("badge-flees"), rule!("03.03.5")));
        }
        if self.works {
            all.push(Fact::by(say!("fact-works"), say!("yes"), rule!("05.04.2")));
        }
        all.extend(
            self.house.map(|h| Fact::by(say!("fact-in"), Message::verbatim(h), rule!("play.building"))),
        );
        all
    }
}

/// States to be seen at a glance.
pub(super) fn badges(f: &Field, seen: &Sighted, papers: Option<&Unit>, eye: &Viewer) -> Vec<Badge> {
    let badge = |short: &str, says: Message, tone| Badge { short: short.into(), says, tone };
    let mut all = Vec::new();
    match seen.state.to(eye.eye()) {
        Some(s) => {
            let tone = match s {
                State::Order => Tone::Good,
                State::Light1 | State::Light2 | State::Light3 => Tone::Worn,
                _ => Tone::Bad,
            };
            all.push(badge(&s.to_string().replace('-', ""), state(*s), tone));
        }
        None if seen.flees => all.push(badge("FU", say!("badge-flees"), Tone::Bad)),
        None => {}
    }
    if seen.works {
        all.push(badge("W", say!("badge-works"), Tone::Plain));
    }
    let Some(u) = papers else { return all };
    let dry = match &u.battery {
        Some(b) => b.loads == 0,
        None => u.weapon.is_some() && u.ammunition == 0,
    };
    if dry {
        all.push(badge("OA", say!("badge-out-of-ammunition"), Tone::Bad));
    }
    if u.crew_alone() {
        all.push(badge("GA", say!("badge-gunners-away"), Tone::Bad));
    }
    match reach(f, u).0 {
        Reach::Commander(_) => {}
        Reach::Beyond => all.push(badge("--", say!("badge-out-of-command"), Tone::Worn)),
        Reach::Fallen => all.push(badge("-x", say!("badge-commander-fallen"), Tone::Worn)),
    }
    if u.record.charge.is_some_and(|c| c.ended.is_none()) {
        all.push(badge("SM", say!("badge-charging"), Tone::Plain));
    }
    all
}

/// How orders reach a unit, in words.
fn reached(r: Reach) -> Message {
    match r {
        Reach::Commander(_) => say!("within-command"),
        Reach::Beyond => say!("badge-out-of-command"),
        Reach::Fallen => say!("badge-commander-fallen"),
    }
}

fn battery(f: &Field, u: &Unit, all: &mut Vec<Fact>, name: &dyn Fn(UnitId) -> Message) {
    let Some(b) = &u.battery else { return };
    let guns = say!("guns-left-of", now = b.guns, of = b.guns_of, gun = Gun::from(b.gun).data().name);
    all.push(Fact::by(say!("fact-guns"), guns, rule!("10.01.1")));
    let horses = say!("so-many-of", now = b.horses, of = b.horses_of);
    all.push(Fact::by(say!("fact-horses"), horses, rule!("07.01.6")));
    all.push(Fact::by(say!("fact-loads"), say!("turns-of-fire", turns = b.loads), rule!("11.03.1")));
    let ready = match (b.left.is_some(), b.limbered, b.ready.is_some()) {
        (true, ..) => say!("badge-gunners-away"),
        (_, true, _) => say!("is-limbered"),
        (_, _, true) => say!("is-made-ready"),
        _ => say!("is-unlimbered-not-ready"),
    };
    all.push(Fact::by(say!("fact-ready"), ready, rule!("10.01.2")));
    let ranged: Vec<Message> = b
        .ranged
        .iter()
        .filter_map(|r| match r.target {
            Goal::Unit(u) => f[u].on_table().then(|| name(u)),
            Goal::House(h) => f.building(h).map(|b| Message::verbatim(b.name.clone())),
        })
        .collect();
    if !ranged.is_empty() {
        let who = words::list(ranged, Joint::Comma);
        all.push(Fact::by(say!("fact-ranged-in"), who, rule!("10.02.3.a")));
    }
}

fn load(u: &Unit) -> Option<Fact> {
    let says = match u.load.as_ref()? {
        Load::Ammunition { infantry, guns } => say!("carries-ammunition", infantry, guns),
        Load::Pontoons(n) => say!("carries-pontoons", pontoons = n),
        Load::Park { quarters_of_charge } => {
            say!("carries-park", charges = words::decimals(f64::from(*quarters_of_charge) / 4.0, 2))
        }
    };
    Some(Fact::by(say!("fact-carries"), says, rule!("11.01.3")))
}

/// Everything the eye knows of a unit.
pub(super) fn facts(f: &Field, seen: Sighted, papers: Option<&Unit>, eye: &Viewer) -> Vec<Fact> {
    let Some(u) = papers else { return seen.facts(eye) };
    let name = |id: UnitId| match (f.units.get(id.index()), eye) {
        (Some(x), Viewer::Side(k, s, _)) if x.side != k.side => {
            s.label(k.side, id).map_or_else(|| say!("an-enemy"), Message::verbatim)
        }
        (Some(x), _) => Message::verbatim(x.code.to_string()),
        (None, _) => Message::default(),
    };
    let mut all = vec![
        Fact::new(say!("fact-arm"), seen.arm),
        Fact::new(say!("fact-command"), Message::verbatim(f[u.command].name.to_string())),
    ];
    if let Some(whole) = u.whole {
        all.push(Fact::by(say!("fact-part-of"), name(whole), rule!("04.01.2")));
    }
    if let Some(body) = u.body {
        all.push(Fact::by(say!("fact-line-of"), name(body), rule!("04.02.3")));
    }
    if !u.joined.is_empty() {
        let behind = words::list(u.joined.iter().map(|j| name(*j)), Joint::Comma);
        all.push(Fact::by(say!("fact-column-with"), behind, rule!("05.01.6.a")));
    }
    if u.arm != Arm::Train {
        let figures = say!("so-many-of", now = u.figures, of = u.original);
        all.push(Fact::by(say!("fact-figures"), figures, rule!("01.02.3.a")));
        all.push(Fact::by(say!("fact-men"), number(u.men()), rule!("play.figures")));
        if u.losses.men > 0 {
            let fallen = say!("so-many-men", men = u.losses.men);
            all.push(Fact::by(say!("fact-fallen"), fallen, rule!("09.02.2")));
        }
        if u.losses.prisoners > 0 {
            let taken = say!("figures-counted", figures = u.losses.prisoners);
            all.push(Fact::by(say!("fact-prisoners"), taken, rule!("13.04.1.a")));
        }
        if u.carried > 0 {
            let says = say!("men-towards-next-figure", carried = u.carried);
            all.push(Fact::by(say!("fact-carried"), says, rule!("09.02.2")));
        }
        all.push(Fact::by(say!("fact-state"), state(u.state), rule!("03.03.3")));
        let (valour, _) = f.valour(u.id);
        let valour = words::signed(valour);
        let says = if f.valour(u.id).1.is_some() {
            say!("valour-of", valour, of = words::signed(u.valour_of))
        } else {
            say!("valour-is", valour)
        };
        all.push(Fact::by(say!("fact-valour"), says, rule!("13.07.1")));
    }
    all.push(Fact::by(say!("fact-formation"), seen.formation, rule!("05.04.1")));
    if u.formation == Formation::Skirmish {
        let says = match u.density().0 {
            Density::Dense => say!("density-dense"),
            Density::Thin => say!("density-thin"),
        };
        all.push(Fact::by(say!("fact-density"), says, rule!("05.01.1")));
    }
    if let Some(w) = u.weapon {
        let says = if u.rifles > 0 && u.rifles < u.figures {
            say!("weapon-and-rifles", weapon = weapon(w), rifles = u.rifles)
        } else {
            weapon(w)
        };
        all.push(Fact::by(say!("fact-weapon"), says, rule!("04.05.4.a")));
        if u.battery.is_none() {
            let says = say!("turns-of-fire", turns = u.ammunition);
            all.push(Fact::by(say!("fact-ammunition"), says, rule!("11.02.1")));
        }
    }
    battery(f, u, &mut all, &name);
    all.extend(load(u));
    if let Some(h) = seen.house {
        all.push(Fact::by(say!("fact-in"), Message::verbatim(h), rule!("play.building")));
    }
    if let Some(c) = u.record.charge {
        let says = match c.ended {
            None => say!("badge-charging"),
            Some(at) => say!("charge-ended-in", turn = at.floor() as u32 + 1),
        };
        all.push(Fact::by(say!("fact-charge"), says, rule!("07.02.3.b")));
    }
    if u.record.reorganising.is_some() {
        all.push(Fact::by(say!("fact-reorganises"), say!("yes"), rule!("13.06.1")));
    }
    let (by_whom, clause) = reach(f, u);
    all.push(Fact { clause: Some(clause.to_string()), ..Fact::new(say!("fact-orders"), reached(by_whom)) });
    if let Some(o) = &u.record.last_order {
        let order = slip::write(&eye.order(f, u.side, o));
        all.push(Fact::by(say!("fact-last-order"), Message::verbatim(order), rule!("03.02.1")));
    }
    if let Some((turn, says)) = &u.record.instruction {
        let says = say!("instruction-of-turn", says, turn);
        all.push(Fact::by(say!("fact-instruction"), says, rule!("08.03.4")));
    }
    all
}

fn weapon(w: crate::troop::Weapon) -> Message {
    use crate::troop::Weapon;
    match w {
        Weapon::Carbine => say!("weapon-carbine"),
        Weapon::Musket => say!("weapon-musket"),
        Weapon::Rifle => say!("weapon-rifle"),
    }
}

/// Its formation, in words.
pub(super) fn formation(u: &Unit) -> Message {
    if u.inside.is_some() {
        return say!("in-building");
    }
    match u.arm {
        Arm::Train => say!("formation-wagon"),
        Arm::Artillery if u.crew_alone() => say!("formation-gunners"),
        Arm::Artillery if u.limbered() => say!("is-limbered"),
        Arm::Artillery => say!("is-unlimbered"),
        _ => u.formation.message(),
    }
}

/// A task in words, without a measure on the table and without a name that the eye could not know.
pub(super) fn task(f: &Field, t: &Task, eye: &Viewer) -> Message {
    use muster::TaskKind as Common;
    let hidden = match &t.kind {
        TaskKind::Common(Common::HoldPlace { .. }) => Some(say!("task-hold-marked")),
        TaskKind::Common(Common::Take { units, .. }) if matches!(eye, Viewer::Side(..)) => {
            Some(say!("task-take-some", units = units.len()))
        }
        _ => None,
    };
    match hidden {
        Some(says) => say!("task-worth", says, points = t.points),
        None => victory::says(f, t),
    }
}
