//! Attacks: the tests before one, retreating before one, and breaking through or not.

use super::dice::{Against, Letter, disordered, trained};
use super::{Within, check_disorder, check_metres, check_value, granted, stand_in_row};
use crate::book::numbers::MayAttack;
use crate::book::{BAD, SheetRef, table, whole};
use crate::unit::BROKEN_U;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use umpire::{Dice, Procedure, Readings, Record, SituationError, check_number};
use words::Message;

umpire::choice!(
    /// How long does a failed test to attack out of a town bar the unit (attack.town.2)?
    TownFailure { Sequence, Phase }
);
umpire::choice!(
    /// Behind which infantry may skirmishers retreat before an attack (attack.retreat.2)?
    RetreatBehind { Any, InOrder }
);
umpire::choice!(
    /// May a defender that did not counter-attack break through (breakthrough.2)?
    DefenderBreaks { May, Never }
);

/// The readings that matter to attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct AttackReadings {
    pub within: Within,
    #[serde(rename = "town-sortie-failed")]
    pub town_failure: TownFailure,
    pub retreat_behind: RetreatBehind,
    #[serde(rename = "defender-breaks-through")]
    pub defender_breaks: DefenderBreaks,
}

impl AttackReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> AttackReadings {
        AttackReadings {
            within: Within::of(r),
            town_failure: TownFailure::pick(r.is(reading!("town-sortie-failed", "phase"))),
            retreat_behind: RetreatBehind::pick(r.is(reading!("retreat-behind", "in-order"))),
            defender_breaks: DefenderBreaks::pick(r.is(reading!("defender-breaks-through", "never"))),
        }
    }
}

/// A unit whose attack is being declared. Dice: one for N1/1 where it is needed; out of a town zone one for O1/1, then two for T2/U.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackSituation {
    #[serde(default)]
    pub irregular: bool,
    /// Active U.
    #[schemars(range(max = 8))]
    pub disorder: u8,
    /// Melee value, after all that changes it.
    #[schemars(range(max = 15))]
    pub melee: u8,
    /// It attacks out of a town zone.
    #[serde(default)]
    pub sortie: Option<Sortie>,
    #[serde(default)]
    pub readings: AttackReadings,
    /// The reference sheet that is played; the built-in one where nothing is said.
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// What an attack out of a town zone asks besides (attack.town.2).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sortie {
    #[schemars(range(min = 1, max = 10))]
    pub officer: u8,
    #[schemars(range(min = 1, max = 10))]
    pub training: u8,
    /// Metres to the nearest enemy.
    #[serde(default)]
    pub enemy: Option<f64>,
}

/// What comes of declaring an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackOutcome {
    /// It may attack, with so many U now.
    Attacks { disorder: u8 },
    /// It does nothing more in the sequence.
    Frozen,
    /// It does nothing more in the movement phase.
    Halted,
    /// It has too much disorder to attack at all.
    Barred,
}

impl AttackOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            AttackOutcome::Attacks { disorder } => say!("attack-allowed", disorder),
            AttackOutcome::Frozen => say!("attack-frozen"),
            AttackOutcome::Halted => say!("attack-halted"),
            AttackOutcome::Barred => say!("attack-barred"),
        }
    }
}
words::spoken!(AttackOutcome);

/// An attack weighed up.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    may: MayAttack,
    melee: u8,
    disorder: u8,
    sortie: Option<(Against, Against)>,
    failure: TownFailure,
}

/// The tests before an attack.
#[derive(Clone, Copy, Debug)]
pub struct AttackTest;

impl Procedure for AttackTest {
    type Situation = AttackSituation;
    type Prepared = Declared;
    type Outcome = AttackOutcome;

    const NAME: &'static str = "attack-test";

    fn title() -> Message {
        say!("title-attack-test")
    }

    fn check(s: &AttackSituation) -> Result<(), SituationError> {
        check_disorder("disorder", s.disorder)?;
        check_number("melee", s.melee.into(), 0, 15)?;
        if let Some(x) = &s.sortie {
            check_value("sortie", x.officer)?;
            check_value("sortie", x.training)?;
            check_metres("sortie", x.enemy)?;
        }
        Ok(())
    }

    fn prepare(s: &AttackSituation, r: &mut impl Record) -> Declared {
        let may = s.sheet.numbers().may_attack(s.irregular, s.disorder);
        let disorder = s.disorder;
        r.reckon(
            || match may {
                MayAttack::Freely => say!("reckon-attack-free", disorder),
                MayAttack::Tested => say!("reckon-attack-tested", disorder),
                MayAttack::No => say!("reckon-attack-no", disorder),
            },
            clause!("attack.require.4"),
        );
        if s.irregular {
            r.reckon(|| say!("reckon-irregular-tests"), clause!("units.7"));
            let t = s.sheet.table("missing.irregular-attack");
            stand_in_row(&s.sheet, "missing.irregular-attack", t.rows.len() - 1, r);
        }
        let sortie = s.sortie.filter(|_| may != MayAttack::No).map(|x| {
            r.reckon(|| say!("reckon-sortie"), clause!("attack.town.2"));
            (
                Against::new(Letter::O, x.officer),
                trained(x.training, s.disorder, x.enemy, s.readings.within, r),
            )
        });
        Declared { may, melee: s.melee, disorder, sortie, failure: s.readings.town_failure }
    }

    fn resolve(p: &Declared, d: &mut impl Dice, r: &mut impl Record) -> AttackOutcome {
        match p.may {
            MayAttack::No => return AttackOutcome::Barred,
            MayAttack::Tested if !Against::new(Letter::N, p.melee).pass(1, 1, d, r) => {
                r.reckon(|| say!("reckon-frozen"), clause!("attack.require.5"));
                return AttackOutcome::Frozen;
            }
            _ => {}
        }
        let Some((officer, training)) = p.sortie else {
            return AttackOutcome::Attacks { disorder: p.disorder };
        };
        if !officer.pass(1, 1, d, r) {
            if p.failure == TownFailure::Phase {
                r.reckon(|| say!("reckon-halted"), clause!("tmove.formation.1"));
                return AttackOutcome::Halted;
            }
            r.reckon(|| say!("reckon-frozen"), clause!("attack.require.5"));
            return AttackOutcome::Frozen;
        }
        let gained = training.disorders(2, d, r);
        AttackOutcome::Attacks { disorder: disordered(p.disorder, gained, r) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "disorder": 4, "melee": 5 })
    }
}

/// Who is the target of an attack and might retreat before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    Skirmishers,
    Unlimbered,
    Limbered,
    /// Anybody else.
    Formed,
}

/// A unit on which an attack is declared. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RetreatBeforeSituation {
    pub target: Target,
    #[schemars(range(max = 8))]
    pub disorder: u8,
    /// Metres to the nearest friendly infantry or occupied town zone.
    #[serde(default)]
    pub friends: Option<f64>,
    /// That infantry has 6 U or more.
    #[serde(default)]
    pub friends_broken: bool,
    #[serde(default)]
    pub readings: AttackReadings,
}

/// Where a unit goes that retreats before an attack (attack.retreat.2, attack.retreat.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Goes {
    BehindInfantry,
    /// So many metres, from and to.
    Back {
        from: u16,
        to: u16,
    },
    ToTrain,
}

impl Goes {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Goes::BehindInfantry => say!("goes-behind-infantry"),
            Goes::Back { from, to } => say!("goes-back", from, to),
            Goes::ToTrain => say!("goes-to-train"),
        }
    }
}
words::spoken!(Goes);

/// Whether a unit retreats before an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RetreatBeforeOutcome {
    MayNot,
    /// It may, and has so many U then.
    May {
        goes: Goes,
        disorder: u8,
    },
    /// It must.
    Must {
        goes: Goes,
        disorder: u8,
    },
}

impl RetreatBeforeOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            RetreatBeforeOutcome::MayNot => say!("retreat-before-may-not"),
            RetreatBeforeOutcome::May { goes, disorder } => say!("retreat-before-may", goes, disorder),
            RetreatBeforeOutcome::Must { goes, disorder } => say!("retreat-before-must", goes, disorder),
        }
    }
}
words::spoken!(RetreatBeforeOutcome);

/// From here skirmishers reach their infantry (attack.retreat.1).
pub const TO_INFANTRY: f64 = 200.0;

/// The lengths of a battery's retreat (guns-retreat.1, attack.retreat.2).
pub fn battery_retreats() -> Goes {
    static GOES: OnceLock<Goes> = OnceLock::new();
    *GOES.get_or_init(|| {
        let cell = table("distances.summary").cell("artillery retreat", "distance");
        let ends = cell.and_then(umpire::Cell::text).and_then(|t| t.split_once('-'));
        let (from, to) = ends.and_then(|(a, b)| a.parse().ok().zip(b.parse().ok())).expect(BAD);
        Goes::Back { from, to }
    })
}

/// Retreating before an attack.
#[derive(Clone, Copy, Debug)]
pub struct RetreatBefore;

impl Procedure for RetreatBefore {
    type Situation = RetreatBeforeSituation;
    type Prepared = RetreatBeforeOutcome;
    type Outcome = RetreatBeforeOutcome;

    const NAME: &'static str = "retreat-before";

    fn title() -> Message {
        say!("title-retreat-before")
    }

    fn check(s: &RetreatBeforeSituation) -> Result<(), SituationError> {
        check_disorder("disorder", s.disorder)?;
        check_metres("friends", s.friends)
    }

    fn prepare(s: &RetreatBeforeSituation, r: &mut impl Record) -> RetreatBeforeOutcome {
        let broken = s.disorder >= BROKEN_U;
        let row = match s.target {
            Target::Formed => {
                r.reckon(|| say!("reckon-formed-stay"), clause!("attack.retreat.1"));
                return RetreatBeforeOutcome::MayNot;
            }
            Target::Skirmishers => "skirmishers",
            _ if broken => "artillery with 6-8 U",
            Target::Unlimbered => "unlimbered artillery, 0-5 U",
            Target::Limbered => "limbered artillery, 0-5 U",
        };
        if s.target == Target::Skirmishers {
            let near = s.friends.is_some_and(|m| granted(m, TO_INFANTRY));
            let fit = !s.friends_broken || s.readings.retreat_behind == RetreatBehind::Any;
            if !near {
                r.reckon(
                    || say!("reckon-no-infantry-near", limit = TO_INFANTRY),
                    clause!("attack.retreat.1"),
                );
                return RetreatBeforeOutcome::MayNot;
            }
            if !fit {
                r.reckon(|| say!("reckon-infantry-broken"), clause!("attack.retreat.2"));
                return RetreatBeforeOutcome::MayNot;
            }
        }
        let gained = table("retreat-before-attack").cell(row, "U received").and_then(whole).expect(BAD) as u8;
        r.modifier("target", say!("mod-retreat-disorder"), gained.into(), clause!("attack.retreat.3"));
        let goes = if s.target == Target::Skirmishers {
            Goes::BehindInfantry
        } else if broken {
            Goes::ToTrain
        } else {
            battery_retreats()
        };
        r.reckon(|| say!("reckon-retreat-goes", goes), clause!("attack.retreat.2"));
        let disorder = disordered(s.disorder, gained, r);
        if s.target == Target::Limbered {
            r.reckon(|| say!("reckon-limbered-must"), clause!("attack.retreat.1"));
            return RetreatBeforeOutcome::Must { goes, disorder };
        }
        r.clause(clause!("attack.retreat.1"));
        RetreatBeforeOutcome::May { goes, disorder }
    }

    fn resolve(p: &RetreatBeforeOutcome, _: &mut impl Dice, _: &mut impl Record) -> RetreatBeforeOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "target": "skirmishers", "disorder": 1, "friends": 120 })
    }
}

/// How a unit came to win a breakthrough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Won {
    Attacking,
    CounterAttacking,
    /// It stood and was attacked.
    Defending,
    /// It attacked a battery (melee-guns.1).
    AtGuns,
}

/// A unit that has won a breakthrough. One die, if it wants not to go and must test for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BreakthroughSituation {
    pub won: Won,
    /// It is in skirmish formation.
    #[serde(default)]
    pub skirmishers: bool,
    /// It would rather stay.
    #[serde(default)]
    pub declines: bool,
    #[schemars(range(min = 1, max = 10))]
    pub officer: u8,
    #[serde(default)]
    pub readings: AttackReadings,
}

/// Whether it breaks through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BreakthroughOutcome {
    Goes,
    Stays,
    MayNot,
}

impl BreakthroughOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            BreakthroughOutcome::Goes => say!("breakthrough-goes"),
            BreakthroughOutcome::Stays => say!("breakthrough-stays"),
            BreakthroughOutcome::MayNot => say!("breakthrough-may-not"),
        }
    }
}
words::spoken!(BreakthroughOutcome);

/// Breaking through, or declining to.
#[derive(Clone, Copy, Debug)]
pub struct Breakthrough;

impl Procedure for Breakthrough {
    type Situation = BreakthroughSituation;
    /// Known, or by a test that keeps it back.
    type Prepared = Result<BreakthroughOutcome, Against>;
    type Outcome = BreakthroughOutcome;

    const NAME: &'static str = "breakthrough";

    fn title() -> Message {
        say!("title-breakthrough")
    }

    fn check(s: &BreakthroughSituation) -> Result<(), SituationError> {
        check_value("officer", s.officer)
    }

    fn prepare(s: &BreakthroughSituation, r: &mut impl Record) -> Self::Prepared {
        if s.skirmishers {
            r.reckon(|| say!("reckon-skirmishers-stay"), clause!("breakthrough.2"));
            return Ok(BreakthroughOutcome::MayNot);
        }
        if s.won == Won::Defending && s.readings.defender_breaks == DefenderBreaks::Never {
            r.reckon(|| say!("reckon-defender-stays"), clause!("breakthrough.2"));
            return Ok(BreakthroughOutcome::MayNot);
        }
        if !s.declines {
            r.reckon(|| say!("reckon-breaks-through-free"), clause!("breakthrough.1"));
            return Ok(BreakthroughOutcome::Goes);
        }
        match s.won {
            Won::Defending => {
                r.reckon(|| say!("reckon-defender-not-forced"), clause!("breakthrough.2"));
                Ok(BreakthroughOutcome::Stays)
            }
            Won::AtGuns => {
                r.reckon(|| say!("reckon-at-guns-not-forced"), clause!("melee-guns.1"));
                Ok(BreakthroughOutcome::Stays)
            }
            Won::Attacking | Won::CounterAttacking => {
                r.reckon(|| say!("reckon-held-back"), clause!("breakthrough.2"));
                Err(Against::new(Letter::O, s.officer))
            }
        }
    }

    fn resolve(p: &Self::Prepared, d: &mut impl Dice, r: &mut impl Record) -> BreakthroughOutcome {
        match p {
            Ok(o) => *o,
            Err(against) if against.pass(1, 1, d, r) => BreakthroughOutcome::Stays,
            Err(_) => BreakthroughOutcome::Goes,
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "won": "attacking", "declines": true, "officer": 5 })
    }
}
