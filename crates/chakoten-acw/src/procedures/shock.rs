//! The shock roll (07.03, tables XII and XIII).

use super::small::dice_for_initiative;
use super::target::{self, Opened, check_troops};
use super::{
    CombatReadings, FlankAndWorking, HasInitiative, KeepsOrder, RearAttack, Roll, Superiority, Tally,
    check_count, check_valour, impossible, worse_of,
};
use crate::book::{self, Shock as Fall};
use crate::clause;
use crate::say;
use crate::troop::{Cover, Formation, Kind, Nation, Obstacle, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Procedure, Record, Silent, SituationError};
use words::{Joint, Message};

/// One attack at break-in distance. Two dice; before them two for each side, attacker first, if both attack and nothing
/// else settles who has the initiative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShockSituation {
    pub attacker: ShockSide,
    #[serde(default)]
    pub attack: Attack,
    pub opponent: ShockSide,
    /// Given when the opponent attacks as well.
    #[serde(default)]
    pub counter: Option<Attack>,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: CombatReadings,
}

/// A unit in a shock roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShockSide {
    pub kind: Kind,
    #[serde(default = "union")]
    pub nation: Nation,
    #[serde(default = "target::line")]
    pub formation: Formation,
    /// An attacker's figures that take part; all figures of a unit attacked.
    pub figures: u16,
    #[serde(default)]
    pub state: State,
    #[serde(default)]
    pub valour: i8,
    /// A general is with it, in base contact.
    #[serde(default)]
    pub general: bool,
    /// It has a support unit.
    #[serde(default)]
    pub support: bool,
    /// Its cover against the other side.
    #[serde(default)]
    pub cover: Cover,
    #[serde(default)]
    pub building: bool,
    /// It is at work on fieldworks.
    #[serde(default)]
    pub working: bool,
    /// It is on the march at this moment. Cavalry that is not stands halted.
    #[serde(default)]
    pub marching: bool,
}

fn union() -> Nation {
    Nation::Union
}

impl ShockSide {
    /// In line and in order, halted.
    pub fn new(kind: Kind, nation: Nation, figures: u16) -> ShockSide {
        ShockSide {
            kind,
            nation,
            formation: Formation::Line,
            figures,
            state: State::Order,
            valour: 0,
            general: false,
            support: false,
            cover: Cover::None,
            building: false,
            working: false,
            marching: false,
        }
    }

    fn check(&self, field: &'static str) -> Result<(), SituationError> {
        check_troops(field, self.kind, self.formation, self.state, false, self.building)?;
        check_count(field, self.figures.into(), 1)?;
        if self.working && self.marching {
            let by = clause!("10.01.1");
            return Err(impossible(field, say!("works-or-marches", by)));
        }
        check_valour(field, self.valour)
    }
}

/// How a unit attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Attack {
    pub ordered: bool,
    /// With the charge move.
    pub charge: bool,
    pub approach: Approach,
    /// The highest obstacle that it must cross to reach the other.
    pub obstacle: Obstacle,
}

impl Default for Attack {
    fn default() -> Attack {
        Attack { ordered: true, charge: false, approach: Approach::Front, obstacle: Obstacle::None }
    }
}

/// Where an attack comes from (07.03.3, 07.03.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Approach {
    #[default]
    Front,
    /// At the front, outflanking.
    Outflanking,
    Flank,
    Rear,
}

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    Attacker,
    Opponent,
}

impl Who {
    pub fn other(self) -> Who {
        match self {
            Who::Attacker => Who::Opponent,
            Who::Opponent => Who::Attacker,
        }
    }
}

impl Who {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Who::Attacker => say!("the-attacker"),
            Who::Opponent => say!("the-opponent"),
        }
    }
}
words::spoken!(Who);

/// What a shock roll comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ShockOutcome {
    /// The attacker's state after it.
    pub attacker: State,
    /// The opponent's state after it.
    pub opponent: State,
    /// Whose advance continues (07.02.4); `None`: no attack goes on.
    pub goes_on: Option<Who>,
    /// Mounted cavalry that is repelled by another arm and turns away (07.02.3).
    pub turns_away: Option<Who>,
    /// Who rolled.
    pub rolled_by: Who,
}

impl ShockOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let states = say!("shock-states", attacker = self.attacker, opponent = self.opponent);
        let goes_on = match self.goes_on {
            Some(who) => say!("attack-goes-on", who),
            None => say!("attack-broken-off"),
        };
        let turns_away = self.turns_away.map(|who| say!("turns-away", who));
        let all = words::list([states, goes_on].into_iter().chain(turns_away), Joint::Semicolon);
        if self.rolled_by == Who::Opponent { say!("opponent-had-initiative", outcome = all) } else { all }
    }
}
words::spoken!(ShockOutcome);

/// All that can be known of a shock roll before the dice.
#[derive(Clone, Copy, Debug)]
pub struct PreparedShock {
    s: ShockSituation,
    /// `None`: they dice for it.
    initiative: Option<Who>,
    modifier: [i32; 2],
}

/// The procedure of the shock roll.
#[derive(Clone, Copy, Debug)]
pub struct Shock;

/// Who rolls (07.03.1); `None`: the sides dice for it.
fn initiative(s: &ShockSituation) -> Option<Who> {
    let Some(c) = s.counter else { return Some(Who::Attacker) };
    if s.readings.initiative == HasInitiative::Dice {
        return None;
    }
    let by = |a: bool, b: bool| (a != b).then_some(if a { Who::Attacker } else { Who::Opponent });
    by(s.attack.charge, c.charge).or_else(|| by(s.attack.ordered, c.ordered))
}

/// The rows for numbers (XII.b), from one side.
fn numbers<R: Record>(t: &mut Tally<'_, R>, own: u16, other: u16, how: Superiority) {
    let rows = &book::data().shock_rows;
    let (own, other) = (u32::from(own), u32::from(other));
    let (most, least) = (own.max(other), own.min(other));
    let times = || {
        if most >= 3 * least {
            "thrice"
        } else if most >= 2 * least {
            "twice"
        } else {
            "less"
        }
    };
    t.reckon(|| say!("reckon-numbers", own, other, times = times()), clause!("XII.b"));
    let mut count = |more: u32, less: u32, ours: bool| {
        let mut add = |row: &book::Row| {
            if ours { t.own(row, clause!("XII.b")) } else { t.opponent(row, clause!("XII.b")) }
        };
        if more >= 3 * less {
            add(&rows.thrice);
            if how == Superiority::AddsUp {
                add(&rows.twice);
            }
        } else if more >= 2 * less {
            add(&rows.twice);
        }
    };
    count(own, other, true);
    count(other, own, false);
}

/// The row for how a unit stands, and the clause where one says how: a garrison stands in line, a limbered battery in march
/// column.
fn stands(u: &ShockSide) -> (Option<&'static book::Row>, Option<Clause>) {
    let rows = &book::data().shock_rows;
    if u.building {
        return (None, Some(clause!("02.04.3.a")));
    }
    if u.kind == Kind::Limbered {
        return (Some(&rows.thin), Some(clause!("02.03.1")));
    }
    let row = match target::opened(u.kind, u.formation, u.state) {
        Some((Opened::ThinLine, _)) => Some(&rows.thin),
        Some((Opened::Chain, _)) => Some(&rows.chain),
        None if u.formation == Formation::MarchColumn && u.kind != Kind::Unlimbered => Some(&rows.thin),
        None => None,
    };
    (row, None)
}

fn obstacle_row(o: Obstacle) -> Option<&'static book::Row> {
    let rows = &book::data().shock_rows;
    match o {
        Obstacle::None => None,
        Obstacle::I => Some(&rows.obstacle_1),
        Obstacle::II => Some(&rows.obstacle_2),
        Obstacle::III | Obstacle::IV => Some(&rows.obstacle_3),
    }
}

/// From where the attack comes upon the other side.
fn approach<R: Record>(t: &mut Tally<'_, R>, a: &Attack, on: &ShockSide, ours: bool, read: CombatReadings) {
    let rows = &book::data().shock_rows;
    let mut add = |row: &book::Row, by| if ours { t.own(row, by) } else { t.opponent(row, by) };
    let mut flank = false;
    // A building has no flanks (02.04.3.a).
    if !on.building {
        match a.approach {
            Approach::Front => {}
            Approach::Outflanking => add(&rows.outflanking, clause!("07.03.3")),
            Approach::Rear if read.rear_attack == RearAttack::BothRows => {
                add(&rows.rear, clause!("XII.c"));
            }
            Approach::Flank | Approach::Rear => {
                add(&rows.flank, clause!("07.03.4"));
                flank = true;
            }
        }
    }
    if on.working && (!flank || read.flank_and_working == FlankAndWorking::Twice) {
        add(&rows.flank, clause!("XII.c"));
    }
}

/// The sum of table XII when this side rolls.
fn modifiers(s: &ShockSituation, roller: Who, r: &mut impl Record) -> i32 {
    let rows = &book::data().shock_rows;
    let (own, other, attack, counter) = match (roller, s.counter) {
        (Who::Opponent, Some(c)) => (&s.opponent, &s.attacker, c, Some(s.attack)),
        (_, counter) => (&s.attacker, &s.opponent, s.attack, counter),
    };
    r.clause(clause!("07.03.2"));
    let mut t = Tally::new(r);
    numbers(&mut t, own.figures, other.figures, s.readings.superiority);
    let ((own_row, own_by), (other_row, other_by)) = (stands(own), stands(other));
    if let Some(row) = own_row {
        t.own(row, clause!("XII.a"));
    }
    if let Some(row) = other_row {
        t.opponent(row, clause!("XII.a"));
    }
    own_by.into_iter().chain(other_by).for_each(|by| t.rests_on(by));
    approach(&mut t, &attack, other, true, s.readings);
    if own.kind == Kind::Mounted {
        if own.nation == Nation::Confederate {
            t.own(&rows.confederate, clause!("XII.d"));
        }
        if other.kind != Kind::Mounted {
            t.own(&rows.other_arms, clause!("XII.d"));
        } else if !other.marching && counter.is_none() {
            t.own(&rows.halted, clause!("XII.d"));
        }
    }
    if other.kind == Kind::Mounted && other.nation == Nation::Confederate {
        t.opponent(&rows.confederate, clause!("XII.d"));
    }
    if !attack.ordered {
        t.own(&rows.no_order, clause!("07.01.3"));
    }
    if attack.charge {
        t.own(&rows.charge, clause!("XII.a"));
    }
    if let Some(row) = obstacle_row(attack.obstacle) {
        t.own(row, clause!("XII.a"));
    }
    if let Some(c) = counter {
        approach(&mut t, &c, own, false, s.readings);
        if !c.ordered {
            t.opponent(&rows.no_order, clause!("XII.a"));
        }
        if c.charge {
            t.opponent(&rows.charge, clause!("XII.a"));
        }
        if let (Obstacle::None, Some(row)) = (attack.obstacle, obstacle_row(c.obstacle)) {
            t.opponent(row, clause!("XII.a"));
        }
    }
    for (u, ours) in [(own, true), (other, false)] {
        let mut add = |row: &book::Row, by| if ours { t.own(row, by) } else { t.opponent(row, by) };
        if u.support {
            add(&rows.support, clause!("07.03.5"));
        }
        if u.general {
            add(&rows.general, clause!("tables.general-with-unit"));
        }
        match u.state {
            State::Slight => add(&rows.slight, clause!("08.02.3")),
            State::Disorder => add(&rows.disorder, clause!("08.02.5")),
            State::Order | State::Complete => {}
        }
    }
    if other.cover == Cover::III {
        t.opponent(&rows.cover_3, clause!("XII.a"));
    }
    if !own.kind.on_foot() {
        t.valour(own.valour);
    }
    if !(other.kind.on_foot() && counter.is_some()) {
        t.keep("opponent", say!("valour"), -i32::from(other.valour), clause!("07.03.2"));
    }
    t.sum
}

fn check_attack(field: &'static str, u: &ShockSide, a: &Attack) -> Result<(), SituationError> {
    if !u.kind.on_foot() && u.kind != Kind::Mounted {
        let by = clause!("07.01.4");
        return Err(impossible(field, say!("cannot-attack", kind = u.kind, by)));
    }
    if u.state > State::Slight {
        let by = clause!("07.01.4");
        return Err(impossible(field, say!("unit-cannot-attack", state = u.state, by)));
    }
    if u.building || u.working {
        let by = if u.building { clause!("play.building") } else { clause!("10.01.1") };
        return Err(impossible(field, say!("unit-attacks-left-building", by)));
    }
    let crossing = book::crossing(a.obstacle, u.kind);
    if crossing == book::Crossing::Impassable {
        let by = clause!("07.01.6.b");
        return Err(impossible(field, say!("cannot-attack-across-obstacle", kind = u.kind, by)));
    }
    if !a.charge {
        return Ok(());
    }
    if !a.ordered {
        let by = clause!("03.03.5.c");
        return Err(impossible(field, say!("attack-without-order-no", by)));
    }
    if u.kind == Kind::Mounted && a.obstacle != Obstacle::None {
        let by = clause!("02.06.4");
        return Err(impossible(field, say!("mounted-cavalry-not-charge", by)));
    }
    if crate::march::pace_of(u.kind, u.formation, false, crate::march::Haste::Charge).is_err() {
        let by = clause!("03.03.4.b");
        return Err(impossible(field, say!("no-charge-move-2", kind = u.kind, formation = u.formation, by)));
    }
    Ok(())
}

impl Procedure for Shock {
    type Situation = ShockSituation;
    type Prepared = PreparedShock;
    type Outcome = ShockOutcome;

    const NAME: &'static str = "shock";

    fn title() -> Message {
        say!("title-shock")
    }

    fn check(s: &ShockSituation) -> Result<(), SituationError> {
        s.attacker.check("attacker")?;
        s.opponent.check("opponent")?;
        check_attack("attacker", &s.attacker, &s.attack)?;
        if let Some(c) = &s.counter {
            check_attack("counter", &s.opponent, c)?;
        }
        if s.opponent.kind == Kind::Wagon || s.opponent.state == State::Complete {
            let by = clause!("play.no-shock");
            return Err(impossible("opponent", say!("wagons-units-fu-met", by)));
        }
        Ok(())
    }

    fn prepare(s: &ShockSituation, r: &mut impl Record) -> PreparedShock {
        let initiative = initiative(s);
        if s.counter.is_some() {
            r.clause(clause!("07.03.1"));
        }
        let modifier = match initiative {
            Some(Who::Attacker) => [modifiers(s, Who::Attacker, r), 0],
            Some(Who::Opponent) => [0, modifiers(s, Who::Opponent, r)],
            None => [modifiers(s, Who::Attacker, &mut Silent), modifiers(s, Who::Opponent, &mut Silent)],
        };
        PreparedShock { s: *s, initiative, modifier }
    }

    fn resolve(p: &PreparedShock, d: &mut impl Dice, r: &mut impl Record) -> ShockOutcome {
        let roller = p.roller(d, r);
        p.read(roller, Roll::sum(d, r), r)
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "attacker": { "kind": "infantry", "formation": "attack_column", "figures": 30, "support": true },
            "attack": { "charge": true },
            "opponent": { "kind": "infantry", "nation": "confederate", "figures": 24, "valour": 1 },
        })
    }
}

impl PreparedShock {
    /// Who has the initiative; they dice for it if they must.
    pub fn roller(&self, d: &mut impl Dice, r: &mut impl Record) -> Who {
        if let Some(w) = self.initiative {
            if self.s.counter.is_some() {
                r.clause(clause!("07.03.1"));
            }
            return w;
        }
        let w = if dice_for_initiative(d, r) { Who::Attacker } else { Who::Opponent };
        modifiers(&self.s, w, r);
        w
    }

    /// What a roll of this side comes to.
    pub fn read(&self, roller: Who, roll: Roll, r: &mut impl Record) -> ShockOutcome {
        let s = &self.s;
        let result = roll.with(self.modifier[roller as usize], clause!("07.03.2"), r);
        let fall = book::data().shock[result.clamp(1, 15) as usize - 1];
        let read = || match fall {
            Fall::Own(state) => say!("reckon-shock-own", result, state),
            Fall::Neither => say!("reckon-shock-neither", result),
            Fall::Opponent(state) => say!("reckon-shock-opponent", result, state),
        };
        r.reckon(read, clause!("XIII.a"));
        let on = match fall {
            Fall::Own(x) => Some((roller, x)),
            Fall::Neither => None,
            Fall::Opponent(x) => Some((roller.other(), x)),
        };
        let mut states = [s.attacker.state, s.opponent.state];
        if let Some((w, x)) = on {
            states[w as usize] = worse_of(states[w as usize], x, clause!("07.03.2"), r);
        }
        let mut goes_on = on.map(|(w, _)| w.other()).filter(|w| *w == Who::Attacker || s.counter.is_some());
        if on.is_none()
            && s.readings.keeps_order == KeepsOrder::InOrder
            && states[roller.other() as usize] > State::Order
        {
            goes_on = Some(roller);
        }
        r.clause(if goes_on.is_some() { clause!("07.02.4.a") } else { clause!("07.02.3.a") });
        let repelled = |w: Who| {
            let (own, other, attacks) = match w {
                Who::Attacker => (&s.attacker, &s.opponent, true),
                Who::Opponent => (&s.opponent, &s.attacker, s.counter.is_some()),
            };
            attacks
                && own.kind == Kind::Mounted
                && other.kind != Kind::Mounted
                && goes_on != Some(w)
                && states[w as usize] < State::Disorder
        };
        let turns_away = [Who::Attacker, Who::Opponent].into_iter().find(|w| repelled(*w));
        if turns_away.is_some() {
            r.clause(clause!("07.02.3.b"));
        }
        ShockOutcome { attacker: states[0], opponent: states[1], goes_on, turns_away, rolled_by: roller }
    }
}
