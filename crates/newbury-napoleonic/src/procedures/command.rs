//! Generals: whom they may order, when an order is obeyed, who counts in tests, their danger and their successors (chapters 7 and 10, 20.6).

use super::{Verdict, anything, known, procedure, within};
use crate::book::march::Mover;
use crate::book::{BAD, numbers};
use crate::order::Gait;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{
    Dice, Die, Part, Readings, Record, Round, SituationError, check_count, check_length, check_number,
    impossible,
};
use words::Message;

umpire::choice!(
    /// From which move is an order obeyed that a general gives in person (play.orders.courier)?
    InPerson { AfterAMove, NextMove }
);
umpire::choice!(
    /// How is a general's share of losses rounded (20.6.c)?
    GeneralShare { Nearest, Down }
);

/// The readings that matter to generals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct CommandReadings {
    #[serde(rename = "order-in-person")]
    pub in_person: InPerson,
    pub general_share: GeneralShare,
}

impl CommandReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> CommandReadings {
        CommandReadings {
            in_person: InPerson::pick(r.is(reading!("order-in-person", "next-move"))),
            general_share: GeneralShare::pick(r.is(reading!("general-share", "down"))),
        }
    }
}

/// Near a unit: he gives orders in person, takes it over, shares its losses (7.3, 10.1.d, 20.6.c).
pub const NEAR: f64 = 5.0;

/// A new game order, written in step 21 of a move. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderSituation {
    /// The move in which it is written.
    #[schemars(range(min = 1, max = 10_000))]
    pub written: u32,
    /// Cm from the general to the unit.
    pub distance: f64,
    /// Cm of the way that a courier has to ride, if longer.
    #[serde(default)]
    pub way: Option<f64>,
    #[serde(default)]
    pub readings: CommandReadings,
}

/// When it arrives and when it is obeyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct OrderArrival {
    /// The move in which it reaches the unit.
    pub arrives: u32,
    /// The move from whose first step it is in force.
    pub obeyed: u32,
    /// The general may give the unit a move order in person meanwhile.
    pub personal: bool,
}

impl OrderArrival {
    /// In words.
    pub fn message(&self) -> Message {
        say!("order-arrives", arrives = self.arrives, obeyed = self.obeyed)
    }
}
words::spoken!(OrderArrival);

/// A courier's ride in a move (12.8, table 3).
pub fn ride() -> f64 {
    numbers().march.rate(Mover::General, Gait::Normal).expect(BAD)
}

fn check_order(s: &OrderSituation) -> Result<(), SituationError> {
    check_count("written", s.written, 1)?;
    check_length("distance", s.distance)?;
    s.way.map_or(Ok(()), |w| check_length("way", w))
}

fn order_arrives(s: &OrderSituation, r: &mut impl Record) -> OrderArrival {
    if within(s.distance, NEAR) {
        let later = if s.readings.in_person == InPerson::AfterAMove { 2 } else { 1 };
        r.reckon(|| say!("reckon-in-person", cm = NEAR), clause!("10.1.d"));
        r.reckon(|| say!("reckon-obeyed", obeyed = s.written + later), clause!("play.orders.courier"));
        return OrderArrival { arrives: s.written, obeyed: s.written + later, personal: true };
    }
    let way = (s.way.unwrap_or(s.distance).max(s.distance) - NEAR).max(0.0);
    let moves = (libm::ceil((way - super::TOLERANCE) / ride()) as u32).max(1);
    let arrives = s.written + moves;
    r.reckon(|| say!("reckon-courier", cm = words::tenths(way), moves), clause!("12.8"));
    r.reckon(|| say!("reckon-obeyed", obeyed = arrives + 2), clause!("play.orders.courier"));
    r.clause(clause!("10.1.d"));
    OrderArrival { arrives, obeyed: arrives + 2, personal: false }
}

procedure!(
    /// When a new game order is obeyed.
    OrderArrives: OrderSituation => OrderArrival => OrderArrival, "order-arrives", "title-order-arrives",
    check_order, order_arrives, known, { "written": 3, "distance": 80 }
);

/// What a general is to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// He commands its brigade.
    Brigade,
    /// He is the superior of its brigade's general.
    Superior,
    /// It is under his own direct command.
    Direct,
    /// A general of another formation.
    Other,
}

/// What he wants to give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Giving {
    GameOrder,
    /// A move order in person, whatever its game order says.
    MoveOrder,
}

/// A general who wants to give an order. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MayOrderSituation {
    pub relation: Relation,
    pub giving: Giving,
    /// Cm to the unit.
    pub distance: f64,
    /// He has taken over another unit in this move.
    #[serde(default)]
    pub commands_another: bool,
    /// He was promoted, and not all concerned have been told.
    #[serde(default)]
    pub not_yet_known: bool,
}

fn check_may_order(s: &MayOrderSituation) -> Result<(), SituationError> {
    check_length("distance", s.distance)
}

fn may_order(s: &MayOrderSituation, r: &mut impl Record) -> Verdict {
    match s.giving {
        Giving::GameOrder => {
            if s.not_yet_known {
                return Verdict::no(say!("reckon-not-yet-known"), clause!("7.5"), r);
            }
            match s.relation {
                Relation::Brigade | Relation::Direct => {
                    Verdict::yes(say!("reckon-chain-of-command"), clause!("7.2"), r)
                }
                Relation::Superior | Relation::Other => {
                    Verdict::no(say!("reckon-not-his-to-order"), clause!("7.2"), r)
                }
            }
        }
        Giving::MoveOrder => {
            let by = clause!("7.3");
            if !within(s.distance, NEAR) {
                return Verdict::no(say!("reckon-too-far-to-take-over", cm = NEAR), by, r);
            }
            if s.commands_another {
                return Verdict::no(say!("reckon-one-unit-at-a-time"), by, r);
            }
            Verdict::yes(say!("reckon-takes-over"), by, r)
        }
    }
}

procedure!(
    /// May a general give the order?
    MayOrder: MayOrderSituation => Verdict => Verdict, "may-order", "title-may-order",
    check_may_order, may_order, known, { "relation": "brigade", "giving": "game-order", "distance": 30 }
);

/// A general near a unit that tests. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountsSituation {
    pub relation: Relation,
    /// Cm to the unit.
    pub distance: f64,
    /// He was promoted, and not all concerned have been told.
    #[serde(default)]
    pub not_yet_known: bool,
    /// He routs.
    #[serde(default)]
    pub routing: bool,
}

/// As what he counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountsAs {
    Nobody,
    Within50,
    Within5,
}

impl CountsAs {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            CountsAs::Nobody => say!("general-does-not-count"),
            CountsAs::Within50 => say!("general-within-50"),
            CountsAs::Within5 => say!("general-within-5"),
        }
    }
}
words::spoken!(CountsAs);

/// The farther distance of generals in tests (tables 13A, 13C, 13D).
pub const SEEN_BY: f64 = 50.0;

fn check_counts(s: &CountsSituation) -> Result<(), SituationError> {
    check_length("distance", s.distance)
}

fn counts(s: &CountsSituation, r: &mut impl Record) -> CountsAs {
    if s.not_yet_known {
        r.reckon(|| say!("reckon-not-yet-known"), clause!("7.5"));
        return CountsAs::Nobody;
    }
    if s.relation == Relation::Other || s.routing {
        r.reckon(|| say!("reckon-general-not-counted"), clause!("7.4"));
        return CountsAs::Nobody;
    }
    r.reckon(|| say!("reckon-general-counted"), clause!("7.4"));
    match s.distance {
        cm if within(cm, NEAR) => CountsAs::Within5,
        cm if within(cm, SEEN_BY) => CountsAs::Within50,
        _ => CountsAs::Nobody,
    }
}

procedure!(
    /// Does a general count in a test?
    GeneralCounts: CountsSituation => CountsAs => CountsAs, "general-counts", "title-general-counts",
    check_counts, counts, known, { "relation": "superior", "distance": 35 }
);

/// A general whose figure takes losses. Three average dice, if it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RiskSituation {
    /// Men left in his figure before.
    #[serde(default = "whole_staff")]
    #[schemars(range(min = 1, max = 20))]
    pub men: u32,
    /// Losses of the unit he is with, or his own if he was a target by himself.
    #[schemars(range(max = 10_000))]
    pub losses: u32,
    /// Figures of that unit under fire or fighting; 0 if he was a target by himself.
    #[schemars(range(max = 10_000))]
    pub figures: u32,
    #[serde(default)]
    pub readings: CommandReadings,
}

fn whole_staff() -> u32 {
    STAFF
}

/// A general with his officers and aides (20.6.a).
pub const STAFF: u32 = 20;

/// What became of him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct RiskOutcome {
    pub killed: bool,
    /// Men left in his figure.
    pub men: u32,
}

impl RiskOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.killed { say!("general-killed") } else { say!("general-lives", men = self.men) }
    }
}
words::spoken!(RiskOutcome);

fn check_risk(s: &RiskSituation) -> Result<(), SituationError> {
    check_number("men", s.men.min(1000) as i32, 1, STAFF as i32)?;
    check_count("losses", s.losses, 0)?;
    check_count("figures", s.figures, 0)
}

/// Men left, and whether he took any losses.
fn share(s: &RiskSituation, r: &mut impl Record) -> (u32, bool) {
    let lost = if s.figures == 0 {
        r.reckon(|| say!("reckon-lone-general", lost = s.losses), clause!("20.6.b"));
        s.losses
    } else {
        let round = match s.readings.general_share {
            GeneralShare::Nearest => Round::Nearest,
            GeneralShare::Down => Round::Down,
        };
        let lost = Part::WHOLE.over(u64::from(s.figures) + 1).of(s.losses, round);
        r.reckon(
            || say!("reckon-general-share", losses = s.losses, figures = s.figures, lost),
            clause!("20.6.c"),
        );
        lost
    };
    r.reckon(|| say!("reckon-staff", men = s.men), clause!("20.6.a"));
    (s.men.saturating_sub(lost), lost > 0)
}

fn risk(p: &(u32, bool), d: &mut impl Dice, r: &mut impl Record) -> RiskOutcome {
    let (men, hit) = *p;
    if !hit {
        return RiskOutcome { killed: false, men };
    }
    let roll = d.sum_seen(3, Die::Average, &mut |face| r.die(face));
    r.total("dice", roll.into());
    let killed = u32::from(roll) > men;
    r.reckon(|| say!("reckon-general-rolled", roll, men), clause!("20.6.d"));
    if killed {
        r.reckon(|| say!("reckon-general-removed"), clause!("20.6.e"));
    }
    RiskOutcome { killed, men }
}

procedure!(
    /// Is the general killed?
    GeneralAtRisk: RiskSituation => (u32, bool) => RiskOutcome, "general-at-risk", "title-general-at-risk",
    check_risk, share, risk, { "men": 12, "losses": 20, "figures": 19 }
);

/// Who was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LostGeneral {
    Brigadier,
    CommanderInChief,
    /// Any other.
    Other,
}

/// A general who was killed. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuccessorSituation {
    pub lost: LostGeneral,
    /// News of it has reached his superior.
    pub superior_told: bool,
    /// All concerned have been told of the appointment.
    #[serde(default)]
    pub all_told: bool,
}

/// Who follows him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Follows {
    /// Nobody yet: the news is on its way.
    Nobody,
    /// A commander of one of his units; the unit loses no figure.
    UnitCommander { in_command: bool },
    /// The next in seniority.
    NextInSeniority { in_command: bool },
    /// Whom the superior names.
    Named { in_command: bool },
}

impl Follows {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Follows::Nobody => say!("follows-nobody"),
            Follows::UnitCommander { in_command: true } => say!("follows-unit-commander"),
            Follows::NextInSeniority { in_command: true } => say!("follows-next"),
            Follows::Named { in_command: true } => say!("follows-named"),
            _ => say!("follows-not-yet-known"),
        }
    }
}
words::spoken!(Follows);

fn successor(s: &SuccessorSituation, r: &mut impl Record) -> Follows {
    let in_command = s.all_told;
    if s.lost == LostGeneral::CommanderInChief {
        r.reckon(|| say!("reckon-next-in-seniority"), clause!("7.5"));
        return Follows::NextInSeniority { in_command };
    }
    if !s.superior_told {
        r.reckon(|| say!("reckon-news-first"), clause!("7.5"));
        return Follows::Nobody;
    }
    r.reckon(|| say!("reckon-successor"), clause!("7.5"));
    if s.lost == LostGeneral::Brigadier {
        r.reckon(|| say!("reckon-promoted"), clause!("7.6"));
        return Follows::UnitCommander { in_command };
    }
    Follows::Named { in_command }
}

procedure!(
    /// The successor of a general.
    Successor: SuccessorSituation => Follows => Follows, "successor", "title-successor",
    anything, successor, known, { "lost": "brigadier", "superior_told": true }
);

/// May a general's figure be fired at by itself: only farther than 5 cm from other troops (20.6.b)?
pub fn lone_target(from_troops: f64) -> Result<(), SituationError> {
    if within(from_troops, NEAR) {
        let by = clause!("20.6.b");
        return Err(impossible("target", say!("general-among-troops", by)));
    }
    Ok(())
}
