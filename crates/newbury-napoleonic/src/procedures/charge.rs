//! What becomes of a declared charge, how it is answered, and what chargers do whose target is gone (17.1 to 17.5).

use super::formations::yes;
use super::{check_troop, known, procedure};
use crate::book::numbers;
use crate::formation::Formation;
use crate::order::{Quarter, Response};
use crate::terrain::{Going, Slope, Terrain};
use crate::troop::{Class, Troop};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Readings, Record, SituationError, check_length};
use words::Message;

umpire::choice!(
    /// What is barred to charges: rivers that can be forded, or fords too (17.1.b)?
    Fords { MayCharge, Barred }
);
umpire::choice!(
    /// What do troops do whose charge fails for another reason than reach (play.charge.check)?
    NoCharge { Attack, Stand }
);
umpire::choice!(
    /// Against whom must skirmishers in the open evade (18.2.a)?
    SkirmishersEvade { CloseOrder, AnyCharge }
);
umpire::choice!(
    /// When does a retreating unit break that is charged (17.5.a)?
    RetreatingBreak { InReach, AtAttackDistance }
);

/// The readings that matter to declaring and answering charges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct ChargeReadings {
    #[serde(rename = "charging-fords")]
    pub fords: Fords,
    #[serde(rename = "failed-charge")]
    pub no_charge: NoCharge,
    pub skirmishers_evade: SkirmishersEvade,
    pub retreating_break: RetreatingBreak,
}

impl ChargeReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> ChargeReadings {
        ChargeReadings {
            fords: Fords::pick(r.is(reading!("charging-fords", "barred"))),
            no_charge: NoCharge::pick(r.is(reading!("failed-charge", "stand"))),
            skirmishers_evade: SkirmishersEvade::pick(r.is(reading!("skirmishers-evade", "any-charge"))),
            retreating_break: RetreatingBreak::pick(r.is(reading!("retreating-break", "at-attack-distance"))),
        }
    }
}

/// Attack distance (17.2.c).
pub fn attack_distance(mounted: bool) -> f64 {
    numbers().march.attack[usize::from(mounted)]
}

/// A charge that was declared. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MayChargeSituation {
    pub troop: Troop,
    pub formation: Formation,
    /// Cavalry on foot.
    #[serde(default)]
    pub on_foot: bool,
    pub target: Formation,
    #[serde(default = "yes")]
    pub ordered: bool,
    /// The subgroup, or a general within 5 cm of it, sees the target.
    #[serde(default = "yes")]
    pub seen: bool,
    /// Cm to the target.
    pub distance: f64,
    /// It can make contact in one move or less, obstacles and manoeuvre counted.
    #[serde(default = "yes")]
    pub in_reach: bool,
    /// The worst ground on the way.
    #[serde(default)]
    pub ground: Terrain,
    #[serde(default)]
    pub slope: Option<(Slope, Going)>,
    /// An obstacle on the way that it cannot cross.
    #[serde(default)]
    pub impassable: bool,
    /// Close-order enemy or deployed artillery bar the way.
    #[serde(default)]
    pub way_barred: bool,
    /// It is under a halt, or withdraws, gives ground, retreats or routs.
    #[serde(default)]
    pub forced: bool,
    /// It came upon the enemy unseen in the move before.
    #[serde(default)]
    pub surprised: bool,
    #[serde(default)]
    pub readings: ChargeReadings,
}

/// What it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Declared {
    Charge,
    /// No charge: an attack at normal speed.
    Attack {
        by: Clause,
    },
    /// It advances at normal speed and counts as having charged.
    OutOfReach,
    /// A charge on those who bar the way.
    OnOthers,
    /// Nothing.
    Stand {
        by: Clause,
    },
}

impl Declared {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Declared::Charge => say!("declared-charge"),
            Declared::Attack { by } => say!("declared-attack", by),
            Declared::OutOfReach => say!("declared-out-of-reach"),
            Declared::OnOthers => say!("declared-on-others"),
            Declared::Stand { by } => say!("declared-stand", by),
        }
    }
}
words::spoken!(Declared);

fn check_may_charge(s: &MayChargeSituation) -> Result<(), SituationError> {
    check_troop("troop", &s.troop)?;
    check_length("distance", s.distance)
}

/// Why it is no charge, though it may be an attack.
fn no_charge(s: &MayChargeSituation) -> Option<(Message, Clause)> {
    let mounted = super::movement::mounted(&s.troop, s.formation, s.on_foot);
    let barred = match s.ground {
        Terrain::DenseWood | Terrain::River | Terrain::Marsh => true,
        Terrain::Ford => s.readings.fords == Fords::Barred,
        _ => false,
    };
    if s.slope == Some((Slope::Steep, Going::Up)) || barred {
        return Some((say!("reckon-no-charge-there"), clause!("17.1.b")));
    }
    if s.target == Formation::Building {
        return Some((say!("reckon-no-charge-on-building"), clause!("17.1.b")));
    }
    if s.surprised {
        return Some((say!("reckon-came-upon-enemy"), clause!("17.1.a")));
    }
    if !s.seen {
        return Some((say!("reckon-target-not-seen"), clause!("17.2.b")));
    }
    let least = attack_distance(mounted);
    if s.distance < least - super::TOLERANCE {
        return Some((say!("reckon-too-near-to-charge", cm = least), clause!("17.2.b")));
    }
    None
}

fn may_charge(s: &MayChargeSituation, r: &mut impl Record) -> Declared {
    let stand = |says: Message, by: Clause, r: &mut _| {
        Record::reckon(r, || says, by);
        Declared::Stand { by }
    };
    if !s.ordered {
        return stand(say!("reckon-charge-unordered"), clause!("17.2.a"), r);
    }
    if s.troop.arm.battery() && !s.on_foot {
        return stand(say!("reckon-artillery-never"), clause!("play.artillery"), r);
    }
    if s.forced {
        return stand(say!("reckon-may-not-declare"), clause!("23.3.b"), r);
    }
    let skirmishers = s.formation.open_order();
    let fair = s.target.open_order() || matches!(s.target, Formation::Deployed | Formation::Building);
    if skirmishers && !fair {
        return stand(say!("reckon-skirmishers-not-on-formed"), clause!("17.1.c"), r);
    }
    if s.impassable || s.ground == Terrain::Impassable {
        return stand(say!("reckon-cannot-cross"), clause!("17.2.h"), r);
    }
    let square = s.formation.square();
    if square {
        return stand(say!("reckon-squares-do-not-charge"), clause!("T3"), r);
    }
    if let Some((says, by)) = no_charge(s) {
        r.reckon(|| says, by);
        r.clause(clause!("play.charge.check"));
        if s.readings.no_charge == NoCharge::Stand && by != clause!("17.1.b") {
            return Declared::Stand { by };
        }
        r.reckon(|| say!("reckon-attack-instead"), clause!("17.3.a"));
        return Declared::Attack { by };
    }
    if s.way_barred {
        r.reckon(|| say!("reckon-way-barred"), clause!("17.2.b"));
        return Declared::OnOthers;
    }
    if !s.in_reach {
        r.reckon(|| say!("reckon-out-of-reach"), clause!("17.6.a.note"));
        r.clause(clause!("17.6.a.2"));
        return Declared::OutOfReach;
    }
    r.reckon(|| say!("reckon-charge-stands"), clause!("17.2.b"));
    Declared::Charge
}

procedure!(
    /// What becomes of a declared charge.
    MayCharge: MayChargeSituation => Declared => Declared, "may-charge", "title-may-charge",
    check_may_charge, may_charge, known,
    { "troop": { "nation": "france", "arm": "heavy-cavalry", "footing": "regular", "class": "C", "training": "C" },
      "formation": "line", "target": "line", "distance": 30 }
);

/// What a charged unit is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Doing {
    #[default]
    Ordinary,
    Pursuing,
    Retreating,
    /// It gives ground, withdraws to cover or steps back.
    MovingBack,
    DoubleMoving,
    /// Under the result to halt.
    Halted,
    DisarmingPrisoners,
}

/// A charge on a unit. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RespondSituation {
    pub troop: Troop,
    pub formation: Formation,
    #[serde(default)]
    pub on_foot: bool,
    /// The charger is mounted.
    #[serde(default)]
    pub by_mounted: bool,
    /// The charger is in open order.
    #[serde(default)]
    pub by_skirmishers: bool,
    #[serde(default)]
    pub from: Quarter,
    #[serde(default)]
    pub doing: Doing,
    /// It has move orders to change formation or facing.
    #[serde(default)]
    pub changing: bool,
    /// Skirmishers that touch an obstacle which they defend.
    #[serde(default)]
    pub behind_obstacle: bool,
    #[serde(default)]
    pub frenzied: bool,
    /// It screens the unit that is charged, as a unit of its own.
    #[serde(default)]
    pub screen: bool,
    #[serde(default)]
    pub readings: ChargeReadings,
}

/// What it may answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answers {
    /// One of these.
    Any { responses: Vec<Response> },
    /// It breaks at once.
    Breaks,
    /// It goes on with what it does and breaks when the charger is at attack distance.
    GoesOn,
    /// It goes on pursuing; there is no reaction test.
    NoTest,
}

impl Answers {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Answers::Any { responses } => {
                let each = responses.iter().map(|r| match r {
                    Response::Countercharge => say!("response-countercharge"),
                    Response::Stand => say!("response-stand"),
                    Response::Evade => say!("response-evade"),
                });
                words::list(each, words::Joint::Or)
            }
            Answers::Breaks => say!("answers-breaks"),
            Answers::GoesOn => say!("answers-goes-on"),
            Answers::NoTest => say!("answers-no-test"),
        }
    }

    fn only(r: Response) -> Answers {
        Answers::Any { responses: vec![r] }
    }
}
words::spoken!(Answers);

/// May it evade at all (12.3.a)?
fn may_evade(s: &RespondSituation, mounted: bool) -> bool {
    let cavalry_behind = mounted && s.troop.arm.cavalry() && s.by_mounted && s.from == Quarter::Rear;
    s.formation.open_order() || s.troop.arm.battery() || cavalry_behind
}

/// May it countercharge, or by what not?
fn may_countercharge(s: &RespondSituation, mounted: bool) -> Result<(), (Message, Clause)> {
    if !mounted && s.by_mounted {
        return Err((say!("reckon-foot-not-at-cavalry"), clause!("17.5.g")));
    }
    if s.changing {
        return Err((say!("reckon-changing-not-counter"), clause!("17.5.b")));
    }
    if s.doing == Doing::Halted {
        return Err((say!("reckon-halted-not-counter"), clause!("23.3.b")));
    }
    if s.doing == Doing::DisarmingPrisoners {
        return Err((say!("reckon-disarming-not-counter"), clause!("23.10.e")));
    }
    let unable = s.formation.square()
        || matches!(s.formation, Formation::Building | Formation::Deployed | Formation::Limbered)
        || (s.formation.open_order() && !s.by_skirmishers);
    if unable {
        return Err((say!("reckon-unable-to-counter"), clause!("T16.A")));
    }
    Ok(())
}

fn respond(s: &RespondSituation, r: &mut impl Record) -> Answers {
    let mounted = super::movement::mounted(&s.troop, s.formation, s.on_foot);
    let evade = may_evade(s, mounted);
    let aside = s.from != Quarter::Front;
    match s.doing {
        Doing::Retreating => {
            r.reckon(|| say!("reckon-retreating-charged"), clause!("17.5.a"));
            return match s.readings.retreating_break {
                RetreatingBreak::InReach => {
                    r.reckon(|| say!("reckon-retreating-breaks"), clause!("23.3.d"));
                    Answers::Breaks
                }
                RetreatingBreak::AtAttackDistance => Answers::GoesOn,
            };
        }
        Doing::Pursuing => {
            let by = clause!("17.5.c");
            r.reckon(|| say!("reckon-pursuers-charged"), by);
            if aside {
                return Answers::NoTest;
            }
            let counter = mounted || !s.by_mounted;
            return Answers::only(if counter { Response::Countercharge } else { Response::Stand });
        }
        Doing::MovingBack => {
            r.reckon(|| say!("reckon-moving-back-charged"), clause!("17.5.d"));
            return Answers::only(if evade { Response::Evade } else { Response::Stand });
        }
        _ => {}
    }
    if s.frenzied {
        let able = may_countercharge(s, mounted).is_ok();
        r.reckon(|| say!("reckon-frenzied-charged"), clause!("23.4.d"));
        return Answers::only(if able { Response::Countercharge } else { Response::Stand });
    }
    if s.doing == Doing::DoubleMoving {
        r.reckon(|| say!("reckon-doubling-charged"), clause!("17.5.e"));
        let excepted = aside || (!mounted && s.by_mounted);
        if !excepted && may_countercharge(s, mounted).is_ok() {
            return Answers::only(Response::Countercharge);
        }
        // Skirmishers have a rule of their own (18.2.a), and guns cannot countercharge.
        if !s.formation.open_order() {
            return if evade {
                Answers::Any { responses: vec![Response::Stand, Response::Evade] }
            } else {
                Answers::only(Response::Stand)
            };
        }
    }
    if s.screen {
        r.reckon(|| say!("reckon-screen-evades"), clause!("17.9.a"));
        return Answers::only(Response::Evade);
    }
    let open = s.formation.open_order();
    let covered = s.behind_obstacle || s.formation == Formation::Building;
    let must = !s.by_skirmishers || s.readings.skirmishers_evade == SkirmishersEvade::AnyCharge;
    if open && !covered && must {
        r.reckon(|| say!("reckon-skirmishers-evade"), clause!("18.2.a"));
        r.clause(clause!("10.2.a"));
        return Answers::only(Response::Evade);
    }
    let mut responses = Vec::new();
    match may_countercharge(s, mounted) {
        Ok(()) => responses.push(Response::Countercharge),
        Err((says, by)) => r.reckon(|| says, by),
    }
    responses.push(Response::Stand);
    if evade {
        r.reckon(|| say!("reckon-may-evade"), clause!("12.3.a"));
        responses.push(Response::Evade);
    }
    r.reckon(|| say!("reckon-three-responses"), clause!("17.5.b"));
    Answers::Any { responses }
}

fn check_respond(s: &RespondSituation) -> Result<(), SituationError> {
    check_troop("troop", &s.troop)
}

procedure!(
    /// How a charge may be answered.
    Respond: RespondSituation => Answers => Answers, "respond", "title-respond",
    check_respond, respond, known,
    { "troop": { "nation": "austria", "arm": "line-infantry", "footing": "regular", "class": "C", "training": "C" },
      "formation": "line", "by_mounted": true }
);

/// Chargers whose target evaded or broke. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GoneSituation {
    pub troop: Troop,
    /// A general within 5 cm of them.
    #[serde(default)]
    pub general: bool,
    /// Another enemy is in their way and within reach.
    #[serde(default)]
    pub another: bool,
    #[serde(default)]
    pub frenzied: bool,
}

/// What they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Gone {
    /// They may halt at attack distance, without penalty.
    pub may_halt: bool,
    /// A charge on the next counts as declared.
    pub charge_next: bool,
    /// That is for them to choose.
    pub choose_next: bool,
}

impl Gone {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Gone { choose_next: true, .. } => say!("gone-may-charge-next"),
            Gone { charge_next: true, .. } => say!("gone-charges-next"),
            Gone { may_halt: true, .. } => say!("gone-may-halt"),
            _ => say!("gone-goes-on"),
        }
    }
}
words::spoken!(Gone);

fn gone(s: &GoneSituation, r: &mut impl Record) -> Gone {
    let steady = s.troop.regular() && s.troop.class <= Class::C;
    let may_halt = steady && s.general && !s.frenzied;
    r.reckon(
        || if may_halt { say!("reckon-may-halt-charge") } else { say!("reckon-must-complete-charge") },
        clause!("17.2.f"),
    );
    if may_halt {
        r.clause(clause!("23.1.c"));
    }
    if !s.another {
        return Gone { may_halt, charge_next: false, choose_next: false };
    }
    let choose_next = s.general && s.troop.regular() && !s.frenzied;
    r.reckon(
        || if choose_next { say!("reckon-next-optional") } else { say!("reckon-next-declared") },
        clause!("17.2.g"),
    );
    Gone { may_halt, charge_next: !choose_next, choose_next }
}

fn check_gone(s: &GoneSituation) -> Result<(), SituationError> {
    check_troop("troop", &s.troop)
}

procedure!(
    /// Chargers whose target is gone.
    TargetGone: GoneSituation => Gone => Gone, "target-gone", "title-target-gone",
    check_gone, gone, known,
    { "troop": { "nation": "france", "arm": "heavy-cavalry", "footing": "regular", "class": "C", "training": "C" }, "another": true }
);
