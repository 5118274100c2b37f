//! Movement: changes of formation, pivots, moving in line and square, passing through friends, break-in distances, reactions.

use super::dice::{Against, Disordered, Letter, NEAR_ENEMY, disordered, trained};
use super::{Within, check_disorder, check_metres, check_value};
use crate::book::Sheet;
use crate::break_in;
use crate::troop::{Arm, FormationKind};
use crate::unit::BROKEN_U;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Procedure, Readings, Record, SituationError, check_number, impossible};
use words::Message;

/// Which pivots over 30 degrees test like a change of formation (formchange.7)?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PivotTests {
    /// Those of attacks, not those in the deployment phase.
    #[default]
    Attacks,
    /// Those in the deployment phase too.
    DeploymentToo,
    /// Neither.
    NotAttacks,
}

umpire::choice!(
    /// When are the tests of moving in line rolled (line-move.1)?
    LineDice { After, Before }
);
umpire::choice!(
    /// Does a square that attacks without moving test (line-move.6)?
    SquareAttack { Tests, DistanceOnly }
);
umpire::choice!(
    /// Is there a disorder test for passing through skirmishers (pass-through.4)?
    PassSkirmishers { No, Yes }
);
umpire::choice!(
    /// Does passing through unlimbered artillery reduce the move (pass-through.3)?
    PassGuns { None, Normal }
);
umpire::choice!(
    /// Do friends test whom a unit passes that retreats from melee (melee-retreat.2)?
    PassedInRetreat { Free, Test }
);
umpire::choice!(
    /// Does the turn from line to march column cost an operation point (pivot.6)?
    TurnCost { Pays, Free }
);
umpire::choice!(
    /// May infantry that is the target of cavalry form square as a reaction (tmove.phase.2)?
    TargetSquare { Pinned, May }
);
umpire::choice!(
    /// May a battery pivot as a reaction (play.reaction)?
    GunsReact { No, Pivot }
);

/// The readings that matter to movement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct MoveReadings {
    pub within: Within,
    pub pivot_tests: PivotTests,
    #[serde(rename = "line-tests-when")]
    pub line_dice: LineDice,
    #[serde(rename = "square-attacks")]
    pub square_attack: SquareAttack,
    #[serde(rename = "pass-skirmishers-test")]
    pub pass_skirmishers: PassSkirmishers,
    #[serde(rename = "pass-guns-cost")]
    pub pass_guns: PassGuns,
    pub passed_in_retreat: PassedInRetreat,
    #[serde(rename = "turn-to-march-column")]
    pub turn_cost: TurnCost,
    pub target_square: TargetSquare,
    pub guns_react: GunsReact,
}

impl MoveReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> MoveReadings {
        MoveReadings {
            within: Within::of(r),
            pivot_tests: if r.is(reading!("pivot-tests", "deployment-too")) {
                PivotTests::DeploymentToo
            } else if r.is(reading!("pivot-tests", "not-attacks")) {
                PivotTests::NotAttacks
            } else {
                PivotTests::Attacks
            },
            line_dice: LineDice::pick(r.is(reading!("line-tests-when", "before"))),
            square_attack: SquareAttack::pick(r.is(reading!("square-attacks", "distance-only"))),
            pass_skirmishers: PassSkirmishers::pick(r.is(reading!("pass-skirmishers-test", "yes"))),
            pass_guns: PassGuns::pick(r.is(reading!("pass-guns-cost", "normal"))),
            passed_in_retreat: PassedInRetreat::pick(r.is(reading!("passed-in-retreat", "test"))),
            turn_cost: TurnCost::pick(r.is(reading!("turn-to-march-column", "free"))),
            target_square: TargetSquare::pick(r.is(reading!("target-square", "may"))),
            guns_react: GunsReact::pick(r.is(reading!("guns-react", "pivot"))),
        }
    }
}

/// When a formation is changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangePhase {
    /// As a tactical move or a reaction.
    #[default]
    Tactical,
    /// In the deployment phase, by a unit that is not engaged.
    Deployment,
    /// In the deployment phase, by an engaged unit.
    Engaged,
}

/// A unit that wants to change its formation. Dice: one for O1/1 or two for O2/1, then two for T2/U.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormationChangeSituation {
    pub arm: Arm,
    pub from: FormationKind,
    pub to: FormationKind,
    #[schemars(range(min = 1, max = 6))]
    pub bases: u8,
    #[serde(default)]
    pub irregular: bool,
    #[schemars(range(min = 1, max = 10))]
    pub officer: u8,
    #[schemars(range(min = 1, max = 10))]
    pub training: u8,
    /// Active U.
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    /// Metres to the nearest enemy.
    #[serde(default)]
    pub enemy: Option<f64>,
    #[serde(default)]
    pub phase: ChangePhase,
    /// It is in continued melee.
    #[serde(default)]
    pub continued: bool,
    /// It moved in this round's manoeuvre phase.
    #[serde(default)]
    pub manoeuvred: bool,
    /// A line forms march column by a turn towards its flank.
    #[serde(default)]
    pub by_turn: bool,
    #[serde(default)]
    pub readings: MoveReadings,
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FormationChangeOutcome {
    /// It changes, for so many operation points, and has so many U then.
    Changes {
        points: u8,
        disorder: u8,
    },
    /// It does nothing more in the phase; the points are spent.
    Fails {
        points: u8,
    },
    MayNot,
}

impl FormationChangeOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            FormationChangeOutcome::Changes { points, disorder } => say!("change-done", points, disorder),
            FormationChangeOutcome::Fails { points } => say!("change-fails", points),
            FormationChangeOutcome::MayNot => say!("change-may-not"),
        }
    }
}
words::spoken!(FormationChangeOutcome);

/// Why a unit cannot change its formation so, whatever the dice.
pub fn cannot_change(s: &FormationChangeSituation) -> Option<Clause> {
    let foot = matches!(s.arm, Arm::Infantry | Arm::Engineers);
    match s.to {
        FormationKind::Square if !foot || s.bases < 2 => return Some(clause!("formations.3")),
        FormationKind::Chain if !foot || s.bases < 2 => return Some(clause!("formations.4")),
        FormationKind::Line if s.irregular => return Some(clause!("units.7")),
        _ => {}
    }
    match s.phase {
        ChangePhase::Tactical => {
            let deploys = foot && s.from == FormationKind::Column && s.to == FormationKind::Line;
            if s.continued && !deploys {
                return Some(clause!("tmove.formation.5"));
            }
            let near = s.enemy.is_some_and(|m| s.readings.within.inside(m, NEAR_ENEMY));
            (s.from == FormationKind::Chain && near).then(|| clause!("tmove.formation.3"))
        }
        ChangePhase::Engaged if s.to != FormationKind::Square => Some(clause!("engagement.engaged.2")),
        _ if s.continued || s.manoeuvred => Some(clause!("deployment-other.1")),
        _ => None,
    }
}

/// A change of formation weighed up.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    MayNot,
    /// Without any test.
    Free {
        points: u8,
        disorder: u8,
    },
    /// Dice of the officer test, the value; T2/U.
    Tested {
        officer: Option<(u8, Against)>,
        training: Against,
        points: u8,
        disorder: u8,
    },
}

/// Changing formation.
#[derive(Clone, Copy, Debug)]
pub struct FormationChange;

impl Procedure for FormationChange {
    type Situation = FormationChangeSituation;
    type Prepared = Change;
    type Outcome = FormationChangeOutcome;

    const NAME: &'static str = "formation-change";

    fn title() -> Message {
        say!("title-formation-change")
    }

    fn check(s: &FormationChangeSituation) -> Result<(), SituationError> {
        check_number("bases", s.bases.into(), 1, 6)?;
        check_value("officer", s.officer)?;
        check_value("training", s.training)?;
        check_disorder("disorder", s.disorder)?;
        check_metres("enemy", s.enemy)?;
        if !matches!(s.arm, Arm::Infantry | Arm::Cavalry | Arm::Engineers) {
            let by = clause!("formchange.1");
            return Err(impossible("arm", say!("change-of-foot-and-horse", by)));
        }
        let stands = |f| {
            matches!(
                f,
                FormationKind::Line
                    | FormationKind::Column
                    | FormationKind::MarchColumn
                    | FormationKind::Square
                    | FormationKind::Chain
            )
        };
        if !stands(s.from) {
            return Err(impossible("from", say!("change-among-formations")));
        }
        if !stands(s.to) {
            return Err(impossible("to", say!("change-among-formations")));
        }
        let turns = s.from == FormationKind::Line && s.to == FormationKind::MarchColumn;
        if s.by_turn && !turns {
            let by = clause!("pivot.6");
            return Err(impossible("by_turn", say!("turn-of-a-line", by)));
        }
        Ok(())
    }

    fn prepare(s: &FormationChangeSituation, r: &mut impl Record) -> Change {
        if let Some(by) = cannot_change(s) {
            r.reckon(|| say!("reckon-cannot-change", by), by);
            return Change::MayNot;
        }
        let disorder = s.disorder;
        let tactical = s.phase == ChangePhase::Tactical;
        if s.by_turn {
            let points = u8::from(tactical && s.readings.turn_cost == TurnCost::Pays);
            r.reckon(|| say!("reckon-march-column-turn", points), clause!("pivot.6"));
            return Change::Free { points, disorder };
        }
        let from = matches!(s.from, FormationKind::Line | FormationKind::Square);
        if s.disorder >= BROKEN_U && from && s.to == FormationKind::Column {
            r.reckon(|| say!("reckon-broken-free"), clause!("disorder.9"));
            return Change::Free { points: 0, disorder };
        }
        let square = s.to == FormationKind::Square;
        let (officer, points) = match s.phase {
            ChangePhase::Tactical if square => {
                r.reckon(|| say!("reckon-square-tests"), clause!("tmove.formation.4"));
                (Some((2, Against::new(Letter::O, s.officer))), 0)
            }
            ChangePhase::Tactical => {
                r.reckon(|| say!("reckon-change-tests"), clause!("tmove.formation.1"));
                r.reckon(|| say!("reckon-whole-phase"), clause!("formchange.1"));
                r.reckon(|| say!("reckon-change-costs"), clause!("tmove.formation.2"));
                if s.continued {
                    r.reckon(|| say!("reckon-deploys-in-melee"), clause!("tmove.formation.5"));
                }
                (Some((1, Against::new(Letter::O, s.officer))), 1)
            }
            ChangePhase::Deployment if square => {
                r.reckon(|| say!("reckon-no-officer-test"), clause!("deployment-other.1"));
                (None, 0)
            }
            ChangePhase::Deployment => {
                r.reckon(|| say!("reckon-no-officer-test"), clause!("deployment-order.2"));
                (None, 0)
            }
            ChangePhase::Engaged => {
                r.reckon(|| say!("reckon-no-officer-test"), clause!("engagement.engaged.2"));
                (None, 0)
            }
        };
        r.reckon(|| say!("reckon-change-disorders"), clause!("formchange.7"));
        let training = trained(s.training, disorder, s.enemy, s.readings.within, r);
        Change::Tested { officer, training, points, disorder }
    }

    fn resolve(p: &Change, d: &mut impl Dice, r: &mut impl Record) -> FormationChangeOutcome {
        match *p {
            Change::MayNot => FormationChangeOutcome::MayNot,
            Change::Free { points, disorder } => FormationChangeOutcome::Changes { points, disorder },
            Change::Tested { officer, training, points, disorder } => {
                if officer.is_some_and(|(dice, o)| !o.pass(dice, 1, d, r)) {
                    return FormationChangeOutcome::Fails { points };
                }
                let gained = training.disorders(2, d, r);
                FormationChangeOutcome::Changes { points, disorder: disordered(disorder, gained, r) }
            }
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "arm": "infantry", "from": "column", "to": "line", "bases": 4, "officer": 5, "training": 5, "enemy": 150
        })
    }
}

/// Why a unit pivots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PivotWhy {
    /// An attack, counter-attack or breakthrough; of a mutual attack its own share.
    Attack,
    /// A column turns freely as its change of formation.
    Column,
    /// On deployment order, where units pivot freely.
    Deployment,
    /// By a result of a melee.
    Forced,
}

/// A unit that has pivoted. Two dice if it tests.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PivotSituation {
    pub why: PivotWhy,
    #[schemars(range(min = 0, max = 180))]
    pub degrees: f64,
    #[schemars(range(min = 1, max = 10))]
    pub training: u8,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    #[serde(default)]
    pub enemy: Option<f64>,
    #[serde(default)]
    pub readings: MoveReadings,
}

/// Up to here a pivot is an ordinary one (pivot.1).
pub const PIVOT: f64 = 30.0;

/// A pivot over 30 degrees.
#[derive(Clone, Copy, Debug)]
pub struct PivotTest;

impl Procedure for PivotTest {
    type Situation = PivotSituation;
    /// What is tested, if anything, and the U it has.
    type Prepared = (Option<Against>, u8);
    type Outcome = Disordered;

    const NAME: &'static str = "pivot-test";

    fn title() -> Message {
        say!("title-pivot-test")
    }

    fn check(s: &PivotSituation) -> Result<(), SituationError> {
        if !(s.degrees.is_finite() && (0.0..=180.0).contains(&s.degrees)) {
            return Err(impossible("degrees", say!("degrees-to-180")));
        }
        check_value("training", s.training)?;
        check_disorder("disorder", s.disorder)?;
        check_metres("enemy", s.enemy)
    }

    fn prepare(s: &PivotSituation, r: &mut impl Record) -> (Option<Against>, u8) {
        let tests = match s.why {
            PivotWhy::Attack => s.readings.pivot_tests != PivotTests::NotAttacks,
            PivotWhy::Column => true,
            PivotWhy::Deployment => s.readings.pivot_tests == PivotTests::DeploymentToo,
            PivotWhy::Forced => false,
        };
        let wide = super::beyond(s.degrees, PIVOT);
        let degrees = words::tenths(s.degrees);
        if !(tests && wide) {
            r.reckon(|| say!("reckon-pivot-free", degrees), clause!("formchange.7"));
            return (None, s.disorder);
        }
        r.reckon(|| say!("reckon-pivot-tests", degrees), clause!("formchange.7"));
        (Some(trained(s.training, s.disorder, s.enemy, s.readings.within, r)), s.disorder)
    }

    fn resolve(p: &(Option<Against>, u8), d: &mut impl Dice, r: &mut impl Record) -> Disordered {
        let gained = p.0.map_or(0, |t| t.disorders(2, d, r));
        Disordered { gained, disorder: disordered(p.1, gained, r) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "why": "attack", "degrees": 40, "training": 5, "enemy": 100 })
    }
}

/// As what a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoveWhy {
    Ordinary,
    /// Up to 50 in any direction.
    Adjustment,
    /// Attack or counter-attack.
    Attack,
    /// Each new attack of a breakthrough.
    Breakthrough,
    /// On deployment order, or as if on one.
    Deployment,
}

/// A unit that has moved. One die for each test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LineSituation {
    pub arm: Arm,
    pub formation: FormationKind,
    pub why: MoveWhy,
    /// Movement spent: reductions for ground, obstacles and pivots included.
    #[schemars(range(min = 0, max = 5000))]
    pub metres: f64,
    /// How much of it was lost to an about-turn or to passing through friends.
    #[serde(default)]
    #[schemars(range(min = 0, max = 5000))]
    pub lost: f64,
    #[schemars(range(min = 1, max = 10))]
    pub training: u8,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    /// Metres to the nearest enemy where it stands now.
    #[serde(default)]
    pub enemy: Option<f64>,
    /// The same where it began.
    #[serde(default)]
    pub enemy_before: Option<f64>,
    #[serde(default)]
    pub readings: MoveReadings,
}

/// Metres of movement for each test in line or square (line-move.1).
pub fn line_step(arm: Arm) -> f64 {
    Sheet::built_in().march().stretch[usize::from(arm == Arm::Cavalry)]
}

/// Moving in line or square.
#[derive(Clone, Copy, Debug)]
pub struct LineTest;

impl Procedure for LineTest {
    type Situation = LineSituation;
    /// Against what, with how many dice, and the U it has.
    type Prepared = (Against, u8, u8);
    type Outcome = Disordered;

    const NAME: &'static str = "line-test";

    fn title() -> Message {
        say!("title-line-test")
    }

    fn check(s: &LineSituation) -> Result<(), SituationError> {
        for (field, m) in [("metres", s.metres), ("lost", s.lost)] {
            if !(m.is_finite() && (0.0..=5000.0).contains(&m)) {
                return Err(impossible(field, say!("metres-from-to", most = 5000)));
            }
        }
        if s.lost > s.metres {
            return Err(impossible("lost", say!("lost-of-movement")));
        }
        check_value("training", s.training)?;
        check_disorder("disorder", s.disorder)?;
        check_metres("enemy", s.enemy)?;
        check_metres("enemy_before", s.enemy_before)
    }

    fn prepare(s: &LineSituation, r: &mut impl Record) -> (Against, u8, u8) {
        let none = (Against::new(Letter::T, s.training), 0, s.disorder);
        let square = s.formation == FormationKind::Square;
        if s.formation != FormationKind::Line && !square {
            r.reckon(|| say!("reckon-moves-in-order"), clause!("line-move.1"));
            return none;
        }
        match s.why {
            MoveWhy::Adjustment => {
                r.reckon(|| say!("reckon-adjustment"), clause!("line-move.5"));
                return none;
            }
            MoveWhy::Deployment => {
                r.reckon(|| say!("reckon-deployment-move"), clause!("deployment-order.2"));
                return none;
            }
            _ => {}
        }
        if s.lost > 0.0 {
            r.reckon(|| say!("reckon-lost-movement", lost = words::tenths(s.lost)), clause!("line-move.3"));
        }
        let step = line_step(s.arm);
        let moved = s.metres - s.lost;
        r.reckon(|| say!("reckon-movement-spent"), clause!("line-move.4"));
        // What is begun counts; the tolerance of distances is not a step begun.
        let mut tests = ((moved - super::TOLERANCE) / step).ceil().max(0.0) as u8;
        r.reckon(
            || say!("reckon-line-tests", moved = words::tenths(moved), step, tests),
            clause!("line-move.1"),
        );
        if f64::from(tests) * step > moved + super::TOLERANCE {
            r.reckon(|| say!("reckon-step-begun", step), clause!("line-move.2"));
        }
        let as_moved = square && s.readings.square_attack == SquareAttack::DistanceOnly;
        if tests == 0 && s.why == MoveWhy::Attack && !as_moved {
            tests = 1;
            r.reckon(|| say!("reckon-attack-always-tests"), clause!("line-move.6"));
            r.clause(clause!("tmove.attack.4"));
        }
        if tests == 0 && s.why == MoveWhy::Breakthrough {
            tests = 1;
            r.reckon(|| say!("reckon-breakthrough-tests"), clause!("line-move.7"));
        }
        let enemy = match s.readings.line_dice {
            LineDice::After => s.enemy,
            LineDice::Before => s.enemy_before,
        };
        (trained(s.training, s.disorder, enemy, s.readings.within, r), tests, s.disorder)
    }

    fn resolve(p: &(Against, u8, u8), d: &mut impl Dice, r: &mut impl Record) -> Disordered {
        let gained = p.0.disorders(p.1, d, r);
        Disordered { gained, disorder: disordered(p.2, gained, r) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "arm": "infantry", "formation": "line", "why": "ordinary", "metres": 450, "training": 5 })
    }
}

/// One of two units of which one passes through the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Passer {
    pub formation: FormationKind,
    #[schemars(range(min = 1, max = 10))]
    pub training: u8,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    #[serde(default)]
    pub enemy: Option<f64>,
}

/// In which phase friends are passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PassPhase {
    #[default]
    Tactical,
    Manoeuvre,
    Deployment,
    /// A retreat after melee.
    Retreat,
}

/// A unit that passes through a friendly one. Dice of the passing unit first, then of the one passed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PassThroughSituation {
    pub passing: Passer,
    pub passed: Passer,
    #[serde(default)]
    pub phase: PassPhase,
    #[serde(default)]
    pub readings: MoveReadings,
}

/// What passing through costs both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct PassThroughOutcome {
    pub passing: Disordered,
    pub passed: Disordered,
    /// Metres of movement that each loses.
    pub reduction: u16,
}

impl PassThroughOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let (passing, passed) = (self.passing.gained, self.passed.gained);
        say!("pass-through-done", passing, passed, reduction = self.reduction)
    }
}
words::spoken!(PassThroughOutcome);

/// Passing through friends.
#[derive(Clone, Copy, Debug)]
pub struct PassThrough;

impl Procedure for PassThrough {
    type Situation = PassThroughSituation;
    /// Of each the value, the dice and the U; then the reduction.
    type Prepared = ([(Against, u8, u8); 2], u16);
    type Outcome = PassThroughOutcome;

    const NAME: &'static str = "pass-through";

    fn title() -> Message {
        say!("title-pass-through")
    }

    fn check(s: &PassThroughSituation) -> Result<(), SituationError> {
        for (field, p) in [("passing", &s.passing), ("passed", &s.passed)] {
            check_value(field, p.training)?;
            check_disorder(field, p.disorder)?;
            check_metres(field, p.enemy)?;
        }
        Ok(())
    }

    fn prepare(s: &PassThroughSituation, r: &mut impl Record) -> Self::Prepared {
        let either = |f| s.passing.formation == f || s.passed.formation == f;
        let retreats = s.phase == PassPhase::Retreat;
        let broken = s.passing.disorder >= BROKEN_U && !retreats;
        let normal = !either(FormationKind::Chain) && !either(FormationKind::Unlimbered);
        let march = Sheet::built_in().march();
        let chain = either(FormationKind::Chain);
        let (cost, by) = if broken {
            (march.pass_broken, clause!("pass-through.6"))
        } else if normal {
            (march.pass, clause!("pass-through.2"))
        } else if chain {
            (march.pass_skirmishers, clause!("pass-through.4"))
        } else {
            (march.pass_guns, clause!("pass-through.3"))
        };
        let (mut dice, mut reduction) = (cost.dice, cost.metres);
        if !broken && chain && s.readings.pass_skirmishers == PassSkirmishers::Yes {
            dice = march.pass.dice;
        } else if !broken && !normal && !chain && s.readings.pass_guns == PassGuns::Normal {
            reduction = march.pass.metres;
        }
        r.reckon(|| say!("reckon-pass-through", dice, reduction), by);
        let mut tests = [dice; 2];
        match s.phase {
            PassPhase::Manoeuvre if dice > 0 && !normal && !chain => {
                r.reckon(|| say!("reckon-guns-passed-in-manoeuvre"), clause!("manoeuvre-phase.6"));
                tests = [0; 2];
            }
            PassPhase::Deployment => {
                r.reckon(|| say!("reckon-deployment-move"), clause!("deployment-order.2"));
                tests = [0; 2];
            }
            PassPhase::Retreat => {
                r.reckon(|| say!("reckon-retreat-passes"), clause!("melee-retreat.2"));
                reduction = 0;
                tests[0] = 0;
                if s.readings.passed_in_retreat == PassedInRetreat::Free {
                    tests[1] = 0;
                }
            }
            _ => {}
        }
        if tests != [0; 2] || reduction > 0 {
            r.reckon(|| say!("reckon-both-units"), clause!("pass-through.1"));
        }
        let mut of = |p: &Passer, dice: u8| {
            let against = match dice {
                0 => Against::new(Letter::T, p.training),
                _ => trained(p.training, p.disorder, p.enemy, s.readings.within, r),
            };
            (against, dice, p.disorder)
        };
        ([of(&s.passing, tests[0]), of(&s.passed, tests[1])], reduction)
    }

    fn resolve(p: &Self::Prepared, d: &mut impl Dice, r: &mut impl Record) -> PassThroughOutcome {
        let [passing, passed] = p.0.map(|(against, dice, had)| {
            let gained = against.disorders(dice, d, r);
            Disordered { gained, disorder: disordered(had, gained, r) }
        });
        PassThroughOutcome { passing, passed, reduction: p.1 }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "passing": { "formation": "column", "training": 5 }, "passed": { "formation": "line", "training": 6 }
        })
    }
}

/// A unit or a town zone whose break-in distance is asked. No dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BreakInSituation {
    /// It is in the course of an attack.
    pub attacking: bool,
    /// It is in continued melee.
    pub continued: bool,
    /// It is in difficult terrain.
    pub difficult: bool,
    /// It is a town zone that holds units.
    pub town: bool,
    /// A town fight is going on in it.
    pub fight: bool,
}

/// A distance in metres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Metres {
    pub metres: u16,
}

impl Metres {
    /// In words.
    pub fn message(&self) -> Message {
        say!("so-many-metres", metres = self.metres)
    }
}
words::spoken!(Metres);

/// The break-in distance.
#[derive(Clone, Copy, Debug)]
pub struct BreakIn;

impl Procedure for BreakIn {
    type Situation = BreakInSituation;
    type Prepared = Metres;
    type Outcome = Metres;

    const NAME: &'static str = "break-in";

    fn title() -> Message {
        say!("title-break-in")
    }

    fn check(s: &BreakInSituation) -> Result<(), SituationError> {
        if s.fight && !s.town {
            return Err(impossible("fight", say!("fight-in-a-town")));
        }
        Ok(())
    }

    fn prepare(s: &BreakInSituation, r: &mut impl Record) -> Metres {
        let z = Sheet::built_in().zones();
        let found = match s.town {
            true => break_in::of_town(z, s.fight),
            false => break_in::of_unit(z, s.attacking, s.continued, s.difficult),
        };
        let metres = found.metres as u16;
        r.reckon(|| say!("reckon-break-in", metres), found.by);
        Metres { metres }
    }

    fn resolve(p: &Metres, _: &mut impl Dice, _: &mut impl Record) -> Metres {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "attacking": true })
    }
}

/// What a unit wants to do as its reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    Change,
    Square,
    /// Infantry from column to line.
    Deploy,
    AboutTurn,
    /// Up to 30 degrees on the spot.
    Pivot,
    /// Anything else.
    Other,
}

/// A unit that wants to react. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReactSituation {
    pub wants: Reaction,
    pub arm: Arm,
    /// It has acted in this movement phase.
    #[serde(default)]
    pub acted: bool,
    /// It is the target of an attack and does not counter-attack.
    #[serde(default)]
    pub target: bool,
    /// That attack is by cavalry.
    #[serde(default)]
    pub by_cavalry: bool,
    /// It attacks or counter-attacks.
    #[serde(default)]
    pub attacks: bool,
    /// It failed a test to attack.
    #[serde(default)]
    pub frozen: bool,
    #[serde(default)]
    pub continued: bool,
    /// Operation points that its officer has left.
    #[serde(default)]
    pub points: u8,
    #[serde(default)]
    pub readings: MoveReadings,
}

/// Whether it may react, and for how many operation points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReactOutcome {
    May { points: u8 },
    MayNot,
}

impl ReactOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            ReactOutcome::May { points } => say!("react-may", points),
            ReactOutcome::MayNot => say!("react-may-not"),
        }
    }
}
words::spoken!(ReactOutcome);

/// The points that a reaction costs, or the clause that forbids it.
pub fn may_react(s: &ReactSituation) -> Result<(u8, Clause), Clause> {
    let guns = s.arm == Arm::Artillery;
    if s.acted || s.attacks {
        return Err(clause!("tmove.reaction.1"));
    }
    if s.frozen {
        return Err(clause!("attack.require.5"));
    }
    let square = s.wants == Reaction::Square && s.arm == Arm::Infantry;
    if s.target && !(square && s.by_cavalry && s.readings.target_square == TargetSquare::May) {
        return Err(clause!("tmove.phase.2"));
    }
    if s.continued && !(s.wants == Reaction::Deploy && s.arm == Arm::Infantry) {
        return Err(clause!("tmove.formation.5"));
    }
    let pivots = s.wants == Reaction::Pivot;
    if guns {
        let may = pivots && s.readings.guns_react == GunsReact::Pivot;
        return if may { Ok((0, clause!("play.reaction"))) } else { Err(clause!("play.reaction")) };
    }
    let points = match s.wants {
        Reaction::Other => return Err(clause!("tmove.reaction.3")),
        Reaction::AboutTurn | Reaction::Square => 0,
        Reaction::Change | Reaction::Deploy | Reaction::Pivot => 1,
    };
    if points > s.points {
        return Err(clause!("tmove.reaction.2"));
    }
    Ok((points, clause!("tmove.reaction.3")))
}

/// Reaction moves.
#[derive(Clone, Copy, Debug)]
pub struct MayReact;

impl Procedure for MayReact {
    type Situation = ReactSituation;
    type Prepared = ReactOutcome;
    type Outcome = ReactOutcome;

    const NAME: &'static str = "may-react";

    fn title() -> Message {
        say!("title-may-react")
    }

    fn prepare(s: &ReactSituation, r: &mut impl Record) -> ReactOutcome {
        match may_react(s) {
            Ok((points, by)) => {
                r.reckon(|| say!("reckon-may-react", points), by);
                ReactOutcome::May { points }
            }
            Err(by) => {
                r.reckon(|| say!("reckon-may-not-react", by), by);
                ReactOutcome::MayNot
            }
        }
    }

    fn resolve(p: &ReactOutcome, _: &mut impl Dice, _: &mut impl Record) -> ReactOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "wants": "square", "arm": "infantry" })
    }
}
