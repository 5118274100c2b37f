//! Command: activating orders, moving what is out of command, officers who turn and ride, engaging from defence.

use super::dice::{Against, Letter};
use super::{Within, check_disorder, check_metres, check_value};
use crate::book::distance;
use crate::orders::OrderKind;
use crate::unit::BROKEN_U;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Readings, Record, SituationError, check_number, impossible};
use words::Message;

/// Ability tests that an order needs without bonuses (orders.activation.2).
pub const TESTS: i32 = 6;

umpire::choice!(
    /// How does the bonus of a delayed order go on (orders.delayed.1)?
    DelayedBonus { Fixed, Grows }
);
umpire::choice!(
    /// Whose order bonus counts for a coordinated order (orders.coordination.2)?
    CoordinatedBonus { WithSuperiors, Alone }
);
umpire::choice!(
    /// How much easier are orders in the reserve zone (corps-reserve-zone.2)?
    ReserveZone { One, Two }
);
umpire::choice!(
    /// How is the march order of a train activated (corps-train.1)?
    TrainOrder { Tested, Automatic }
);

/// The readings that matter to orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct OrderReadings {
    pub delayed_bonus: DelayedBonus,
    pub coordinated_bonus: CoordinatedBonus,
    #[serde(rename = "reserve-zone-orders")]
    pub reserve_zone: ReserveZone,
    pub train_order: TrainOrder,
}

impl OrderReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> OrderReadings {
        OrderReadings {
            delayed_bonus: DelayedBonus::pick(r.is(reading!("delayed-bonus", "grows"))),
            coordinated_bonus: CoordinatedBonus::pick(r.is(reading!("coordinated-bonus", "alone"))),
            reserve_zone: ReserveZone::pick(r.is(reading!("reserve-zone-orders", "two"))),
            train_order: TrainOrder::pick(r.is(reading!("train-order", "automatic"))),
        }
    }
}

/// Who tests for an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tester {
    /// The command officer himself.
    #[default]
    Command,
    /// The immediate superior of several, for all of them (orders.coordination.2).
    Superior,
    TrainChief,
    ArtilleryChief,
}

/// A superior of whoever tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Superior {
    #[schemars(range(max = 5))]
    pub bonus: u8,
    /// Whoever tests stands inside his command radius.
    #[serde(default = "yes")]
    pub in_radius: bool,
    /// He is attached to a unit.
    #[serde(default)]
    pub attached: bool,
    /// He commands the corps, and its headquarters is closed or lost, or its integrity broken.
    #[serde(default)]
    pub no_headquarters: bool,
}

impl Superior {
    /// Whoever tests stands inside the radius of one with this bonus.
    pub fn new(bonus: u8) -> Superior {
        Superior { bonus, in_radius: true, attached: false, no_headquarters: false }
    }
}

/// One of the command officers whose orders are coordinated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Coordinated {
    pub order: OrderKind,
    /// The superior who tests is his immediate one.
    #[serde(default = "yes")]
    pub under_him: bool,
    #[serde(default = "yes")]
    pub in_radius: bool,
}

fn yes() -> bool {
    true
}

/// An order that is tried in an order phase. Dice: one for each test, until one fails; two for E2/1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActivateSituation {
    pub order: OrderKind,
    #[serde(default)]
    pub tester: Tester,
    /// E of whoever tests.
    #[schemars(range(min = 1, max = 10))]
    pub ability: u8,
    /// His own order bonus.
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub bonus: u8,
    /// He is himself a superior officer attached to a unit.
    #[serde(default)]
    pub attached: bool,
    #[serde(default)]
    #[schemars(length(max = 6))]
    pub superiors: Vec<Superior>,
    /// Of a coordinated order: the command officers.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub coordinated: Vec<Coordinated>,
    /// Rounds from the giving of a delayed order to its first try.
    #[serde(default)]
    pub delayed: u8,
    /// Rounds since the first try.
    #[serde(default)]
    pub rounds: u8,
    /// He stands in the reserve zone of his corps.
    #[serde(default)]
    pub reserve_zone: bool,
    /// Of a march: all units are in march column.
    #[serde(default = "yes")]
    pub in_march_column: bool,
    /// Of a train: the enemy has come within 1000 of it.
    #[serde(default)]
    pub enemy_near: bool,
    #[serde(default)]
    pub readings: OrderReadings,
}

impl ActivateSituation {
    /// An order tried for the first time by a command officer without any bonus.
    pub fn new(order: OrderKind, ability: u8) -> ActivateSituation {
        ActivateSituation {
            order,
            tester: Tester::Command,
            ability,
            bonus: 0,
            attached: false,
            superiors: Vec::new(),
            coordinated: Vec::new(),
            delayed: 0,
            rounds: 0,
            reserve_zone: false,
            in_march_column: true,
            enemy_near: false,
            readings: OrderReadings::default(),
        }
    }
}

/// What comes of trying an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ActivateOutcome {
    Activated,
    /// It needs so many tests next round, all else being equal; 0 is E2/1.
    NotYet {
        next: u8,
    },
    /// A march whose units are not all in march column is not tried.
    Unfit,
}

impl ActivateOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            ActivateOutcome::Activated => say!("order-activated"),
            ActivateOutcome::NotYet { next } => say!("order-not-yet", next),
            ActivateOutcome::Unfit => say!("order-unfit"),
        }
    }
}
words::spoken!(ActivateOutcome);

/// How an order is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    Automatic,
    Unfit,
    /// So many tests with one die each against this ability, none or fewer is E2/1; for so many commands at once.
    Tests {
        ability: u8,
        needed: i32,
        commands: u8,
    },
}

/// Activating an order.
#[derive(Clone, Copy, Debug)]
pub struct ActivateOrder;

impl Procedure for ActivateOrder {
    type Situation = ActivateSituation;
    type Prepared = Activation;
    type Outcome = ActivateOutcome;

    const NAME: &'static str = "activate-order";

    fn title() -> Message {
        say!("title-activate-order")
    }

    fn check(s: &ActivateSituation) -> Result<(), SituationError> {
        check_value("ability", s.ability)?;
        check_number("bonus", s.bonus.into(), 0, 5)?;
        for x in &s.superiors {
            check_number("superiors", x.bonus.into(), 0, 5)?;
        }
        if s.superiors.len() > 6 {
            return Err(impossible("superiors", say!("list-at-most", most = 6)));
        }
        let by = clause!("orders.coordination.1");
        let together = s.tester == Tester::Superior;
        let alike = s.coordinated.iter().all(|c| c.order == s.order && c.under_him && c.in_radius);
        if together != (s.coordinated.len() >= 2) || s.coordinated.len() > 20 || !alike {
            return Err(impossible("coordinated", say!("orders-to-coordinate", by)));
        }
        let by = match s.tester {
            Tester::TrainChief => clause!("corps-train.1"),
            Tester::ArtilleryChief => clause!("gun-chief.3"),
            _ => return Ok(()),
        };
        if matches!(s.order, OrderKind::Defence | OrderKind::March) {
            return Ok(());
        }
        Err(impossible("order", say!("chief-defends-or-marches", by)))
    }

    fn prepare(s: &ActivateSituation, r: &mut impl Record) -> Activation {
        r.clause(clause!("orders.activation.1"));
        if s.tester == Tester::TrainChief {
            if s.order == OrderKind::Defence || s.readings.train_order == TrainOrder::Automatic {
                r.reckon(|| say!("reckon-train-at-will"), clause!("corps-train.1"));
                return Activation::Automatic;
            }
            if s.enemy_near {
                r.reckon(|| say!("reckon-train-in-danger"), clause!("corps-train.5"));
                return Activation::Automatic;
            }
        }
        if s.order == OrderKind::March && !s.in_march_column {
            r.reckon(|| say!("reckon-not-in-march-column"), clause!("orders.march.2"));
            return Activation::Unfit;
        }
        let mut needed = TESTS;
        r.modifier("tests", say!("mod-tests"), TESTS, clause!("orders.activation.2"));
        let coordinated = s.tester == Tester::Superior;
        if coordinated {
            let count = s.coordinated.len();
            r.reckon(|| say!("reckon-superior-tests", count), clause!("orders.coordination.2"));
        }
        let mut fewer = |what: Message, by: u8, clause| {
            if by > 0 {
                needed -= i32::from(by);
                r.modifier("tests", what, -i32::from(by), clause);
            }
        };
        if s.attached {
            fewer(say!("mod-own-bonus"), 0, clause!("officers.11"));
        } else {
            fewer(say!("mod-own-bonus"), s.bonus, clause!("officers.8"));
        }
        let alone = coordinated && s.readings.coordinated_bonus == CoordinatedBonus::Alone;
        for x in s.superiors.iter().filter(|x| x.bonus > 0 && !alone) {
            let why: Option<(Message, _)> = if !x.in_radius {
                Some((say!("why-out-of-radius"), clause!("orders.activation.4")))
            } else if x.attached {
                Some((say!("why-attached"), clause!("officers.11")))
            } else if x.no_headquarters {
                Some((say!("why-no-headquarters"), clause!("corps-hq.4")))
            } else {
                None
            };
            match why {
                None => {
                    needed -= i32::from(x.bonus);
                    r.modifier(
                        "tests",
                        say!("mod-superior-bonus"),
                        -i32::from(x.bonus),
                        clause!("officers.8"),
                    );
                }
                Some((why, by)) => r.reckon(|| say!("reckon-no-bonus", bonus = x.bonus, why), by),
            }
        }
        let in_zone = s.reserve_zone && matches!(s.order, OrderKind::Manoeuvre | OrderKind::Deployment);
        let mut fewer = |what: Message, by: u8, clause| {
            if by > 0 {
                needed -= i32::from(by);
                r.modifier("tests", what, -i32::from(by), clause);
            }
        };
        if in_zone {
            let by = if s.readings.reserve_zone == ReserveZone::Two { 2 } else { 1 };
            fewer(say!("mod-reserve-zone"), by, clause!("corps-reserve-zone.2"));
        }
        let (delayed, later) = match s.readings.delayed_bonus {
            DelayedBonus::Grows if s.delayed > 0 => (s.delayed.saturating_add(s.rounds), 0),
            _ => (s.delayed, s.rounds),
        };
        fewer(say!("mod-delayed"), delayed, clause!("orders.delayed.1"));
        fewer(say!("mod-later-rounds"), later, clause!("orders.activation.3"));
        r.total("needed", needed);
        Activation::Tests { ability: s.ability, needed, commands: s.coordinated.len() as u8 }
    }

    fn resolve(p: &Activation, d: &mut impl Dice, r: &mut impl Record) -> ActivateOutcome {
        let (ability, needed, commands) = match *p {
            Activation::Automatic => return ActivateOutcome::Activated,
            Activation::Unfit => return ActivateOutcome::Unfit,
            Activation::Tests { ability, needed, commands } => {
                (Against::new(Letter::E, ability), needed, commands)
            }
        };
        let activated = if needed <= 0 {
            r.reckon(|| say!("reckon-no-test-left"), clause!("orders.activation.3"));
            ability.pass(2, 1, d, r)
        } else {
            (0..needed).all(|_| ability.pass(1, 1, d, r))
        };
        if activated {
            r.reckon(|| say!("reckon-order-replaces"), clause!("orders.activation.5"));
            if commands > 0 {
                r.reckon(|| say!("reckon-all-at-once", commands), clause!("orders.coordination.3"));
            }
            return ActivateOutcome::Activated;
        }
        ActivateOutcome::NotYet { next: (needed - 1).max(0) as u8 }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "order": "manoeuvre", "ability": 6, "bonus": 1, "superiors": [{ "bonus": 1 }, { "bonus": 2 }]
        })
    }
}

/// A unit out of command that is to be moved. One die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutOfCommandSituation {
    /// E of its command officer.
    #[schemars(range(min = 1, max = 10))]
    pub ability: u8,
    /// Active U of the unit.
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
}

/// Whether a unit moves that is out of command, and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct OutOfCommandOutcome {
    pub moves: bool,
    /// Operation points spent.
    pub points: u8,
}

impl OutOfCommandOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.moves {
            say!("out-of-command-moves", points = self.points)
        } else {
            say!("out-of-command-stays")
        }
    }
}
words::spoken!(OutOfCommandOutcome);

/// Moving a unit that is out of command.
#[derive(Clone, Copy, Debug)]
pub struct OutOfCommand;

impl Procedure for OutOfCommand {
    type Situation = OutOfCommandSituation;
    /// Against what; nothing if it moves by itself.
    type Prepared = Option<Against>;
    type Outcome = OutOfCommandOutcome;

    const NAME: &'static str = "out-of-command";

    fn title() -> Message {
        say!("title-out-of-command")
    }

    fn check(s: &OutOfCommandSituation) -> Result<(), SituationError> {
        check_value("ability", s.ability)?;
        check_disorder("disorder", s.disorder)
    }

    fn prepare(s: &OutOfCommandSituation, r: &mut impl Record) -> Option<Against> {
        if s.disorder >= BROKEN_U {
            r.reckon(|| say!("reckon-broken-free"), clause!("disorder.9"));
            return None;
        }
        Some(Against::new(Letter::E, s.ability))
    }

    fn resolve(p: &Option<Against>, d: &mut impl Dice, r: &mut impl Record) -> OutOfCommandOutcome {
        let Some(against) = p else { return OutOfCommandOutcome { moves: true, points: 0 } };
        let moves = against.pass(1, 1, d, r);
        r.reckon(|| say!("reckon-point-spent"), clause!("op.command.2"));
        r.clause(clause!("tmove.general.3"));
        OutOfCommandOutcome { moves, points: 1 }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "ability": 6 })
    }
}

/// An officer's test to turn freely while engaged. Two dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfficerTurnSituation {
    #[schemars(range(min = 1, max = 10))]
    pub ability: u8,
    /// He turns right about, for which he need not test.
    #[serde(default)]
    pub about: bool,
}

/// Whether something that was tried may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tried {
    Done,
    Failed,
}

impl Tried {
    pub fn of(done: bool) -> Tried {
        if done { Tried::Done } else { Tried::Failed }
    }

    pub fn done(self) -> bool {
        self == Tried::Done
    }

    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Tried::Done => say!("tried-done"),
            Tried::Failed => say!("tried-failed"),
        }
    }
}
words::spoken!(Tried);

/// An engaged command officer turns.
#[derive(Clone, Copy, Debug)]
pub struct OfficerTurn;

impl Procedure for OfficerTurn {
    type Situation = OfficerTurnSituation;
    type Prepared = Option<Against>;
    type Outcome = Tried;

    const NAME: &'static str = "officer-turn";

    fn title() -> Message {
        say!("title-officer-turn")
    }

    fn check(s: &OfficerTurnSituation) -> Result<(), SituationError> {
        check_value("ability", s.ability)
    }

    fn prepare(s: &OfficerTurnSituation, r: &mut impl Record) -> Option<Against> {
        if s.about {
            r.reckon(|| say!("reckon-officer-about"), clause!("tmove.officer.1"));
            return None;
        }
        r.reckon(|| say!("reckon-officer-turns"), clause!("tmove.officer.1"));
        Some(Against::new(Letter::E, s.ability))
    }

    fn resolve(p: &Option<Against>, d: &mut impl Dice, r: &mut impl Record) -> Tried {
        Tried::of(p.is_none_or(|e| e.pass(2, 2, d, r)))
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "ability": 7 })
    }
}

/// A superior officer who rides by himself. One die for each 500 that he wants to go, until one fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuperiorMoveSituation {
    #[schemars(range(min = 1, max = 10))]
    pub ability: u8,
    /// Metres that he wants to go.
    #[schemars(range(min = 1, max = 2000))]
    pub metres: u16,
}

/// How far an officer may ride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Rides {
    pub metres: u16,
}

impl Rides {
    /// In words.
    pub fn message(&self) -> Message {
        say!("superior-rides", metres = self.metres)
    }
}
words::spoken!(Rides);

/// A superior officer's own move.
#[derive(Clone, Copy, Debug)]
pub struct SuperiorMove;

impl Procedure for SuperiorMove {
    type Situation = SuperiorMoveSituation;
    /// Against what, how many tests, metres of each.
    type Prepared = (Against, u16, u16);
    type Outcome = Rides;

    const NAME: &'static str = "superior-move";

    fn title() -> Message {
        say!("title-superior-move")
    }

    fn check(s: &SuperiorMoveSituation) -> Result<(), SituationError> {
        check_value("ability", s.ability)?;
        let most = distance("superior officer maximum per phase");
        if (1.0..=most).contains(&f64::from(s.metres)) {
            return Ok(());
        }
        let by = clause!("superior-move.3");
        Err(impossible("metres", say!("superior-rides-at-most", most, by)))
    }

    fn prepare(s: &SuperiorMoveSituation, r: &mut impl Record) -> (Against, u16, u16) {
        let each = distance("superior officer per passed test") as u16;
        let tests = s.metres.div_ceil(each.max(1));
        r.reckon(
            || say!("reckon-superior-tests-each", metres = s.metres, each, tests),
            clause!("superior-move.3"),
        );
        (Against::new(Letter::E, s.ability), tests, each)
    }

    fn resolve(p: &(Against, u16, u16), d: &mut impl Dice, r: &mut impl Record) -> Rides {
        let passed = (0..p.1).take_while(|_| p.0.pass(1, 1, d, r)).count() as u16;
        Rides { metres: passed * p.2 }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "ability": 7, "metres": 1200 })
    }
}

umpire::choice!(
    /// In what is half of a command counted (deployment-defence.2)?
    HalfOf { Units, Bases }
);

/// A command on defence order whose units want to engage in the deployment phase. One die, if it may try.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EngageSituation {
    #[schemars(range(min = 1, max = 10))]
    pub ability: u8,
    /// Metres from the command officer to the nearest enemy.
    pub officer: f64,
    /// Units of the command, or its bases if halves are counted so.
    #[schemars(range(min = 1, max = 10_000))]
    pub all: u32,
    /// How many of them are nearer to the enemy than 600.
    pub near: u32,
    #[serde(default)]
    pub half_of: HalfOf,
    #[serde(default)]
    pub within: Within,
}

/// Whether a command on defence order may engage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EngageOutcome {
    MayEngage,
    /// Its officer failed the test.
    Held,
    /// Too few of it, or its officer, are near enough.
    TooFar,
}

impl EngageOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            EngageOutcome::MayEngage => say!("engage-may"),
            EngageOutcome::Held => say!("engage-held"),
            EngageOutcome::TooFar => say!("engage-too-far"),
        }
    }
}
words::spoken!(EngageOutcome);

/// Engaging from a defence order.
#[derive(Clone, Copy, Debug)]
pub struct EngageFromDefence;

impl Procedure for EngageFromDefence {
    type Situation = EngageSituation;
    type Prepared = Option<Against>;
    type Outcome = EngageOutcome;

    const NAME: &'static str = "engage-from-defence";

    fn title() -> Message {
        say!("title-engage-from-defence")
    }

    fn check(s: &EngageSituation) -> Result<(), SituationError> {
        check_value("ability", s.ability)?;
        check_metres("officer", Some(s.officer))?;
        umpire::check_count("all", s.all, 1)?;
        if s.near > s.all {
            return Err(impossible("near", say!("no-more-than-all", all = s.all)));
        }
        Ok(())
    }

    fn prepare(s: &EngageSituation, r: &mut impl Record) -> Option<Against> {
        let limit = distance("defence order may engage if officer and half the command nearer than");
        let (near, all) = (s.near, s.all);
        let enough = s.near * 2 >= s.all && s.within.inside(s.officer, limit);
        r.reckon(
            || {
                let officer = words::tenths(s.officer);
                match s.half_of {
                    HalfOf::Units => say!("reckon-half-units-near", near, all, officer, limit),
                    HalfOf::Bases => say!("reckon-half-bases-near", near, all, officer, limit),
                }
            },
            clause!("deployment-defence.2"),
        );
        enough.then(|| Against::new(Letter::E, s.ability))
    }

    fn resolve(p: &Option<Against>, d: &mut impl Dice, r: &mut impl Record) -> EngageOutcome {
        match p {
            None => EngageOutcome::TooFar,
            Some(e) if e.pass(1, 1, d, r) => EngageOutcome::MayEngage,
            Some(_) => EngageOutcome::Held,
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "ability": 6, "officer": 550, "all": 4, "near": 2 })
    }
}
