//! Routers through friends, pursuit, prisoners and surrounded troops (23.5, 23.7, 23.9, 23.10).

use super::formations::yes;
use super::{anything, check_factors, check_list, check_troop, known, procedure, within};
use crate::troop::{Class, Troop};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Readings, Record, SituationError, check_count, check_length};
use words::Message;

umpire::choice!(
    /// When could routers not get away (23.5.e)?
    CannotGetAway { WithinFive, InContact }
);
umpire::choice!(
    /// Does the edge of the table close a ring (23.9.c)?
    TableEdge { Closes, Open }
);

/// The readings that matter to prisoners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct PrisonerReadings {
    pub cannot_get_away: CannotGetAway,
    #[serde(rename = "ring-at-table-edge")]
    pub table_edge: TableEdge,
}

impl PrisonerReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> PrisonerReadings {
        PrisonerReadings {
            cannot_get_away: CannotGetAway::pick(r.is(reading!("cannot-get-away", "in-contact"))),
            table_edge: TableEdge::pick(r.is(reading!("ring-at-table-edge", "open"))),
        }
    }
}

/// Routers who run into somebody. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoutersSituation {
    pub routers: Troop,
    /// Factors of the routers.
    #[schemars(range(max = 200))]
    pub factors: u8,
    pub others: Troop,
    /// They are enemies.
    #[serde(default)]
    pub enemy: bool,
    /// They are in close order.
    #[serde(default = "yes")]
    pub close_order: bool,
    /// They can be gone round.
    #[serde(default)]
    pub avoidable: bool,
    /// Own infantry that may refuse does so.
    #[serde(default = "yes")]
    pub refuse: bool,
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoutersDo {
    /// They go round.
    Turn,
    /// They surrender to enemies who bar the way.
    Surrender,
    /// They run through enemies without fighting.
    ThroughEnemy,
    /// They are not let through.
    Refused,
    /// They run through; the others stay and take so many factors.
    Through { factors: u8 },
    /// They run through, and the others rout too.
    OthersRout,
}

impl RoutersDo {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            RoutersDo::Turn => say!("routers-turn"),
            RoutersDo::Surrender => say!("routers-surrender"),
            RoutersDo::ThroughEnemy => say!("routers-through-enemy"),
            RoutersDo::Refused => say!("routers-refused"),
            RoutersDo::Through { factors } => say!("routers-through", factors),
            RoutersDo::OthersRout => say!("routers-carry-away"),
        }
    }
}
words::spoken!(RoutersDo);

fn check_routers(s: &RoutersSituation) -> Result<(), SituationError> {
    check_troop("routers", &s.routers)?;
    check_troop("others", &s.others)?;
    check_factors("factors", s.factors)
}

fn routers(s: &RoutersSituation, r: &mut impl Record) -> RoutersDo {
    if s.avoidable {
        r.reckon(|| say!("reckon-routers-turn"), clause!("23.5.b"));
        return RoutersDo::Turn;
    }
    if s.enemy {
        r.reckon(
            || {
                if s.close_order {
                    say!("reckon-routers-blocked")
                } else {
                    say!("reckon-routers-run-through")
                }
            },
            clause!("23.5.c"),
        );
        return if s.close_order { RoutersDo::Surrender } else { RoutersDo::ThroughEnemy };
    }
    let by = clause!("23.5.d");
    let o = &s.others;
    let steady = o.arm.infantry() && (o.class.steady() || o.class < s.routers.class);
    if steady && s.refuse {
        r.reckon(|| say!("reckon-routers-refused"), by);
        return RoutersDo::Refused;
    }
    let weak = if o.regular() { o.class >= Class::D } else { o.class >= Class::C };
    if weak {
        r.reckon(|| say!("reckon-carried-away"), by);
        return RoutersDo::OthersRout;
    }
    r.reckon(|| say!("reckon-routers-pass", factors = s.factors), by);
    r.clause(clause!("T8.H"));
    RoutersDo::Through { factors: s.factors }
}

procedure!(
    /// Routers who run into somebody.
    RoutersThrough: RoutersSituation => RoutersDo => RoutersDo, "routers-through", "title-routers-through",
    check_routers, routers, known,
    { "routers": { "nation": "other", "arm": "line-infantry", "footing": "regular", "class": "C", "training": "C" }, "factors": 6,
      "others": { "nation": "other", "arm": "line-infantry", "footing": "regular", "class": "D", "training": "D" } }
);

/// A move of pursuit. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PrisonersSituation {
    /// The move of the pursuit, from 1.
    #[schemars(range(min = 1, max = 10_000))]
    pub moves: u32,
    #[schemars(range(max = 10_000))]
    pub pursuers: u32,
    /// Pursuers who have a prisoner already.
    #[serde(default)]
    #[schemars(range(max = 10_000))]
    pub have: u32,
    #[schemars(range(max = 10_000))]
    pub routers: u32,
    /// Cm between them at the end of the first move.
    pub gap: f64,
    #[serde(default)]
    pub frenzied: bool,
    /// The routers are stopped by an obstacle that they cannot cross.
    #[serde(default)]
    pub trapped: bool,
    #[serde(default)]
    pub readings: PrisonerReadings,
}

/// Figures that surrender, or are killed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct PrisonersTaken {
    pub prisoners: u32,
    pub killed: u32,
}

impl PrisonersTaken {
    /// In words.
    pub fn message(&self) -> Message {
        if self.killed > 0 {
            say!("prisoners-killed", figures = self.killed)
        } else {
            say!("prisoners-taken", figures = self.prisoners)
        }
    }
}
words::spoken!(PrisonersTaken);

fn check_prisoners(s: &PrisonersSituation) -> Result<(), SituationError> {
    check_count("moves", s.moves, 1)?;
    super::check_count_all(&[("pursuers", s.pursuers), ("have", s.have), ("routers", s.routers)])?;
    check_length("gap", s.gap)
}

fn prisoners(s: &PrisonersSituation, r: &mut impl Record) -> PrisonersTaken {
    if s.trapped {
        r.reckon(|| say!("reckon-trapped"), clause!("23.5.f"));
        return PrisonersTaken { prisoners: s.routers, killed: 0 };
    }
    if s.moves == 1 {
        r.reckon(|| say!("reckon-first-pursuit-move"), clause!("23.7.b"));
        return PrisonersTaken::default();
    }
    let near = match s.readings.cannot_get_away {
        CannotGetAway::WithinFive => within(s.gap, super::rally::ESCAPED),
        CannotGetAway::InContact => within(s.gap, 0.0),
    };
    if !near {
        r.reckon(|| say!("reckon-got-away"), clause!("23.5.e"));
        return PrisonersTaken::default();
    }
    let free = s.pursuers.saturating_sub(s.have);
    // Half of those who have none, an odd one rounded up.
    let taken = free.div_ceil(2).min(s.routers);
    if s.frenzied {
        r.reckon(|| say!("reckon-no-quarter"), clause!("23.10.a"));
        return PrisonersTaken { prisoners: 0, killed: taken };
    }
    r.reckon(|| say!("reckon-prisoners", free, taken), clause!("23.5.e"));
    r.clause(clause!("23.7.c"));
    PrisonersTaken { prisoners: taken, killed: 0 }
}

procedure!(
    /// Prisoners of a pursuit.
    Prisoners: PrisonersSituation => PrisonersTaken => PrisonersTaken, "prisoners", "title-prisoners",
    check_prisoners, prisoners, known, { "moves": 2, "pursuers": 11, "routers": 14, "gap": 1 }
);

/// Troops to whom others surrender. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CaptorsSituation {
    #[schemars(range(min = 1, max = 10_000))]
    pub prisoners: u32,
    #[schemars(range(max = 10_000))]
    pub captors: u32,
    /// They accept it.
    pub accept: bool,
    #[serde(default)]
    pub frenzied: bool,
}

/// What becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaptorsDo {
    /// So many of them guard the prisoners; all of them disarm them for a move.
    Guard { guards: u32 },
    /// They are too few to guard so many.
    TooFew { guards: u32 },
    /// The others are ignored, and may rally.
    Ignore,
    /// They are killed in the next move.
    Kill,
}

impl CaptorsDo {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            CaptorsDo::Guard { guards } => say!("captors-guard", guards),
            CaptorsDo::TooFew { guards } => say!("captors-too-few", guards),
            CaptorsDo::Ignore => say!("captors-ignore"),
            CaptorsDo::Kill => say!("captors-kill"),
        }
    }
}
words::spoken!(CaptorsDo);

/// Prisoners that one guard watches (23.10.b).
pub const GUARDED: u32 = 5;

fn check_captors(s: &CaptorsSituation) -> Result<(), SituationError> {
    check_count("prisoners", s.prisoners, 1)?;
    check_count("captors", s.captors, 0)
}

fn captors(s: &CaptorsSituation, r: &mut impl Record) -> CaptorsDo {
    if s.frenzied {
        r.reckon(|| say!("reckon-no-quarter"), clause!("23.10.a"));
        return CaptorsDo::Kill;
    }
    if !s.accept {
        r.reckon(|| say!("reckon-surrender-ignored"), clause!("23.10.b"));
        return CaptorsDo::Ignore;
    }
    let guards = s.prisoners.div_ceil(GUARDED);
    r.reckon(|| say!("reckon-guards", guards), clause!("23.10.b"));
    if guards > s.captors { CaptorsDo::TooFew { guards } } else { CaptorsDo::Guard { guards } }
}

procedure!(
    /// Accepting a surrender.
    Captors: CaptorsSituation => CaptorsDo => CaptorsDo, "captors", "title-captors",
    check_captors, captors, known, { "prisoners": 12, "captors": 9, "accept": true }
);

/// A gap in the ring.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RingGap {
    /// Cm.
    pub width: f64,
    /// Enemy artillery fills it, so many cm from the surrounded troops.
    #[serde(default)]
    pub artillery: Option<f64>,
    /// Impassable ground lies in it.
    #[serde(default)]
    pub impassable: bool,
    /// The edge of the table.
    #[serde(default)]
    pub table_edge: bool,
}

/// The result of a test of troops who may be surrounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TestResult {
    /// Fight on, halt, stand, follow up, pursue, good morale.
    Holds,
    /// Withdraw or give ground.
    FallsBack,
    /// Retreat or break.
    Flees,
}

/// Troops with enemies around them. No dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SurroundedSituation {
    /// The lines around them are of close-order troops.
    pub close_order: bool,
    #[schemars(length(max = 50))]
    #[serde(default)]
    pub gaps: Vec<RingGap>,
    /// Cm of the ring, and of that part of it that has them in range or charge reach.
    pub ring: f64,
    pub reaching: f64,
    /// Their rout move in cm.
    pub rout_move: f64,
    /// In melee in a building with no line of retreat.
    #[serde(default)]
    pub cut_off_inside: bool,
    pub result: TestResult,
    #[serde(default)]
    pub readings: PrisonerReadings,
}

/// What they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SurroundedDo {
    /// They are not surrounded: the result stands.
    NotSurrounded,
    FightOn,
    /// One more move, then they surrender.
    OneMoreMove,
    Surrender,
}

impl SurroundedDo {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            SurroundedDo::NotSurrounded => say!("surrounded-not"),
            SurroundedDo::FightOn => say!("surrounded-fight-on"),
            SurroundedDo::OneMoreMove => say!("surrounded-one-more-move"),
            SurroundedDo::Surrender => say!("surrounded-surrender"),
        }
    }
}
words::spoken!(SurroundedDo);

/// A gap no wider than this closes a ring (23.9.c).
pub const RING_GAP: f64 = 5.0;

fn check_surrounded(s: &SurroundedSituation) -> Result<(), SituationError> {
    if !s.gaps.is_empty() {
        check_list("gaps", &s.gaps, 50)?;
    }
    for g in &s.gaps {
        check_length("gaps", g.width)?;
        g.artillery.map_or(Ok(()), |cm| check_length("gaps", cm))?;
    }
    check_length("ring", s.ring)?;
    check_length("reaching", s.reaching)?;
    check_length("rout_move", s.rout_move)
}

fn is_surrounded(s: &SurroundedSituation) -> bool {
    let edge = s.readings.table_edge == TableEdge::Closes;
    let closed = |g: &RingGap| {
        within(g.width, RING_GAP)
            || g.artillery.is_some_and(|cm| within(cm, s.rout_move))
            || g.impassable
            || (g.table_edge && edge)
    };
    s.close_order && s.gaps.iter().all(closed) && s.reaching * 2.0 >= s.ring - super::TOLERANCE
}

fn surrounded(s: &SurroundedSituation, r: &mut impl Record) -> SurroundedDo {
    if !s.cut_off_inside {
        let by = clause!("23.9.c");
        if !is_surrounded(s) {
            r.reckon(|| say!("reckon-not-surrounded"), by);
            return SurroundedDo::NotSurrounded;
        }
        r.reckon(|| say!("reckon-surrounded"), by);
    }
    match s.result {
        TestResult::Holds => {
            r.reckon(|| say!("reckon-surrounded-holds"), clause!("23.9.a"));
            SurroundedDo::FightOn
        }
        TestResult::FallsBack => {
            r.reckon(|| say!("reckon-surrounded-one-more"), clause!("23.9.b"));
            SurroundedDo::OneMoreMove
        }
        TestResult::Flees => {
            r.reckon(|| say!("reckon-surrounded-gives-up"), clause!("23.9.b"));
            SurroundedDo::Surrender
        }
    }
}

procedure!(
    /// Surrounded troops.
    Surrounded: SurroundedSituation => SurroundedDo => SurroundedDo, "surrounded", "title-surrounded",
    check_surrounded, surrounded, known,
    { "close_order": true, "gaps": [{ "width": 4 }], "ring": 60, "reaching": 30, "rout_move": 35, "result": "falls-back" }
);

/// Pursuers and those they pursue. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PursuitRateSituation {
    /// Cm of the pursuers' double move over the ground they go.
    pub double: f64,
    /// Cm of the routers' rout move.
    pub rout: f64,
}

fn check_pursuit_rate(s: &PursuitRateSituation) -> Result<(), SituationError> {
    check_length("double", s.double)?;
    check_length("rout", s.rout)
}

fn pursuit_rate(s: &PursuitRateSituation, r: &mut impl Record) -> super::movement::Rate {
    let cm = s.double.min(s.rout);
    r.reckon(|| say!("reckon-pursuit-rate", cm = words::tenths(cm)), clause!("23.7.a"));
    super::movement::Rate::Cm { cm: umpire::Exact(cm) }
}

procedure!(
    /// How far pursuers go.
    PursuitRate: PursuitRateSituation => super::movement::Rate => super::movement::Rate, "pursuit-rate", "title-pursuit-rate",
    check_pursuit_rate, pursuit_rate, known, { "double": 50, "rout": 35 }
);

/// The side on which a body that gives ground goes back, and how far (23.2.c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GiveGroundSituation {
    pub mounted: bool,
    /// It was broken through.
    #[serde(default)]
    pub broken_through: bool,
}

fn give_ground(s: &GiveGroundSituation, r: &mut impl Record) -> super::movement::Rate {
    let cm =
        if s.broken_through { 0.0 } else { crate::book::numbers().march.give_ground[usize::from(s.mounted)] };
    r.reckon(|| say!("reckon-gives-ground", cm), clause!("23.2.c"));
    super::movement::Rate::Cm { cm: umpire::Exact(cm) }
}

procedure!(
    /// How far a body gives ground.
    GiveGround: GiveGroundSituation => super::movement::Rate => super::movement::Rate, "give-ground", "title-give-ground",
    anything, give_ground, known, { "mounted": true }
);
