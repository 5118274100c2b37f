//! Melee, initial and continued: two dice with the modifiers of both sides, a row of the table for that kind, losses, and what becomes
//! of both units. Town fights are in [`super::town`].

pub mod modifiers;
pub mod results;

pub use modifiers::{Sum, level_change, odds, value_of};
pub use results::{Action, Fate, break_off};

use super::attack::DefenderBreaks;
use super::{check_disorder, check_value};
use crate::book::SheetRef;
use crate::book::numbers::MeleeKind;
use crate::field::Weather;
use crate::troop::{Arm, FormationKind, Weight};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Die, Procedure, Readings, Record, SituationError, check_number, impossible};
use words::Message;

umpire::choice!(
    /// Has a unit attacked in the rear an open flank if both are covered (melee-modifiers.4)?
    RearOpen { Counts, NotIfCovered }
);
umpire::choice!(
    /// Does a battalion gun help a unit that attacks (melee-modifiers.7)?
    GunHelps { Always, Attacked }
);
umpire::choice!(
    /// By what is the larger of two units known that attack each other (melee-result.3)?
    LargerBy { Bases, Adjusted }
);
umpire::choice!(
    /// Who is the attacker of two equal units that attack each other (melee-result.3)?
    MutualTie { SideA, Die }
);
umpire::choice!(
    /// Which bases of the enemy make a loss factor (melee-loss.1)?
    LossBases { Front, All }
);
umpire::choice!(
    /// When is a unit of one base reduced to one base (melee-continued.5)?
    SingleBase { LostOne, Always }
);
umpire::choice!(
    /// Which of two units retreats that both reach six U (melee-continued.6)?
    BothBreak { Fewest, Most }
);
umpire::choice!(
    /// What is the cover value of a redoubt worth in melee (redoubt.1)?
    RedoubtCover { Full, Half }
);
umpire::choice!(
    /// Does rain break off a continued melee of infantry (weather.4)?
    RainContinued { Unaffected, Breaks }
);
umpire::choice!(
    /// Can skirmishers support in rain (weather.5)?
    RainSkirmishers { No, Support }
);
umpire::choice!(
    /// Can the flanks of a square be threatened (flank-cover.9)?
    SquareFlanks { Threatened, None }
);

umpire::choice!(
    /// Can skirmishers destroy a battery (melee-guns.1)?
    SkirmishersAtGuns { Stay, Cannot }
);

/// The readings that matter to melee.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct MeleeReadings {
    pub rear_open: RearOpen,
    pub gun_helps: GunHelps,
    pub larger_by: LargerBy,
    pub mutual_tie: MutualTie,
    pub loss_bases: LossBases,
    pub single_base: SingleBase,
    pub both_break: BothBreak,
    pub redoubt_cover: RedoubtCover,
    pub rain_continued: RainContinued,
    pub rain_skirmishers: RainSkirmishers,
    pub square_flanks: SquareFlanks,
    pub skirmishers_at_guns: SkirmishersAtGuns,
    #[serde(rename = "defender-breaks-through")]
    pub defender_breaks: DefenderBreaks,
}

impl MeleeReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> MeleeReadings {
        MeleeReadings {
            rear_open: RearOpen::pick(r.is(reading!("rear-open", "not-if-covered"))),
            gun_helps: GunHelps::pick(r.is(reading!("gun-helps", "attacked"))),
            larger_by: LargerBy::pick(r.is(reading!("larger-by", "adjusted"))),
            mutual_tie: MutualTie::pick(r.is(reading!("mutual-tie", "die"))),
            loss_bases: LossBases::pick(r.is(reading!("loss-bases", "all"))),
            single_base: SingleBase::pick(r.is(reading!("single-base", "always"))),
            both_break: BothBreak::pick(r.is(reading!("both-break", "most"))),
            redoubt_cover: RedoubtCover::pick(r.is(reading!("redoubt-cover", "half"))),
            rain_continued: RainContinued::pick(r.is(reading!("rain-continued", "breaks"))),
            rain_skirmishers: RainSkirmishers::pick(r.is(reading!("rain-skirmishers", "support"))),
            skirmishers_at_guns: SkirmishersAtGuns::pick(r.is(reading!("skirmishers-at-guns", "cannot"))),
            square_flanks: SquareFlanks::pick(r.is(reading!("square-flanks", "none"))),
            defender_breaks: DefenderBreaks::pick(r.is(reading!("defender-breaks-through", "never"))),
        }
    }
}

/// How far the flanks of a unit are secured (flank-cover.2, flank-cover.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Flanks {
    /// At least one is open.
    #[default]
    Open,
    /// Both are covered.
    Covered,
    /// It is anchored on both.
    Anchored,
}

/// A support unit on one flank (support.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Support {
    Infantry,
    Skirmishers,
    Artillery,
}

/// What keeps a unit from a formation that a result forces on it (melee-tables.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    #[default]
    Free,
    /// Other units, friends or enemies.
    Units,
    /// Impassable ground.
    Ground,
}

/// One of two units in melee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fighter {
    pub arm: Arm,
    pub formation: FormationKind,
    /// Of cavalry.
    #[serde(default)]
    pub weight: Option<Weight>,
    #[serde(default)]
    pub irregular: bool,
    /// Bases that fight: of a line or chain those in front.
    #[schemars(range(min = 1, max = 6))]
    pub bases: u8,
    /// Its other bases.
    #[serde(default)]
    #[schemars(range(max = 6))]
    pub behind: u8,
    /// A base carries a single loss.
    #[serde(default)]
    pub marked: bool,
    /// It has lost a base in this melee before.
    #[serde(default)]
    pub reduced: bool,
    #[schemars(range(min = 1, max = 10))]
    pub melee: u8,
    /// Used by skirmishers.
    #[serde(default)]
    pub skirmish: Option<u8>,
    #[schemars(range(min = 1, max = 10))]
    pub training: u8,
    #[schemars(range(min = 1, max = 10))]
    pub morale: u8,
    /// Active U.
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    /// Passive U by the ground.
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub passive: u8,
    /// Bonus stars of an attached officer.
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub stars: u8,
    /// Morale level of its formation.
    #[serde(default = "full_level")]
    #[schemars(range(min = 1, max = 9))]
    pub level: u8,
    #[serde(default)]
    pub integrity_broken: bool,
    /// Flanks that are open and threatened; in a flank attack without the flank that is attacked.
    #[serde(default)]
    #[schemars(range(max = 2))]
    pub threatened: u8,
    #[serde(default)]
    pub flanks: Flanks,
    #[serde(default)]
    #[schemars(length(max = 2))]
    pub supports: Vec<Support>,
    /// Cover that ground or a linear obstacle gives it against this enemy.
    #[serde(default)]
    #[schemars(range(max = 9))]
    pub cover: u8,
    /// Cover value of the redoubt in which it stands.
    #[serde(default)]
    pub redoubt: Option<u8>,
    /// It is in open ground.
    #[serde(default = "yes")]
    pub in_open: bool,
    #[serde(default)]
    pub battalion_gun: bool,
    /// Counter-attacking cavalry that halts before a linear obstacle.
    #[serde(default)]
    pub halts_at_obstacle: bool,
    #[serde(default)]
    pub room: Room,
}

fn full_level() -> u8 {
    3
}

fn yes() -> bool {
    true
}

impl Fighter {
    /// So many bases in order, all values 5.
    pub fn new(arm: Arm, formation: FormationKind, bases: u8) -> Fighter {
        Fighter {
            arm,
            formation,
            weight: None,
            irregular: false,
            bases,
            behind: 0,
            marked: false,
            reduced: false,
            melee: 5,
            skirmish: None,
            training: 5,
            morale: 5,
            disorder: 0,
            passive: 0,
            stars: 0,
            level: full_level(),
            integrity_broken: false,
            threatened: 0,
            flanks: Flanks::Open,
            supports: Vec::new(),
            cover: 0,
            redoubt: None,
            in_open: true,
            battalion_gun: false,
            halts_at_obstacle: false,
            room: Room::Free,
        }
    }

    /// In skirmish formation.
    pub fn skirmishes(&self) -> bool {
        self.formation == FormationKind::Chain
    }

    /// Infantry of any kind, skirmishers and engineers too.
    pub fn on_foot(&self) -> bool {
        matches!(self.arm, Arm::Infantry | Arm::Engineers)
    }

    /// The formation in which it counts: infantry in a redoubt is in line (redoubt.7).
    pub fn stands(&self) -> FormationKind {
        if self.redoubt.is_some() && self.on_foot() && !self.skirmishes() {
            return FormationKind::Line;
        }
        self.formation
    }
}

/// From where an attack comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Approach {
    #[default]
    Front,
    /// A flank attack.
    Flank,
    /// In the rear, which counts as a flank attack.
    Rear,
}

/// How far a melee has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    #[default]
    Initial,
    Continued,
    /// A skirmish combat that skips the initial table, in its first sequence.
    Skirmish,
}

/// A melee of two units. Dice: two for the melee; of each side, the attacker's first, one for each test of a circled loss, then one for
/// half a loss; last one if nothing else says which of two broken units retreats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeleeSituation {
    pub attacker: Fighter,
    pub defender: Fighter,
    /// Both declared an attack on each other.
    #[serde(default)]
    pub mutual: bool,
    /// The unit named as attacker is side A's.
    #[serde(default = "yes")]
    pub attacker_is_a: bool,
    #[serde(default)]
    pub from: Approach,
    #[serde(default)]
    pub stage: Stage,
    #[serde(default)]
    pub weather: Weather,
    #[serde(default)]
    pub readings: MeleeReadings,
    /// The reference sheet that is played; the built-in one where nothing is said.
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

impl MeleeSituation {
    /// An initial melee from the front in fair weather.
    pub fn new(attacker: Fighter, defender: Fighter) -> MeleeSituation {
        MeleeSituation {
            attacker,
            defender,
            mutual: false,
            attacker_is_a: true,
            from: Approach::Front,
            stage: Stage::Initial,
            weather: Weather::Fair,
            readings: MeleeReadings::default(),
            sheet: SheetRef::default(),
        }
    }

    /// The table by which it is fought (melee-test.2).
    pub fn kind(&self) -> Option<MeleeKind> {
        let (a, f) = (&self.attacker, &self.defender);
        let continued = self.stage != Stage::Initial;
        match (a.arm, f.arm) {
            _ if a.on_foot() && f.on_foot() && continued => Some(MeleeKind::ContinuedInfantry),
            _ if a.on_foot() && f.on_foot() => Some(MeleeKind::InfantryInfantry),
            (Arm::Cavalry, Arm::Cavalry) => Some(MeleeKind::CavalryCavalry),
            _ if continued => None,
            (Arm::Cavalry, _) if f.on_foot() => Some(MeleeKind::CavalryInfantry),
            (_, Arm::Cavalry) if a.on_foot() => Some(MeleeKind::InfantryCavalry),
            (Arm::Cavalry | Arm::Infantry | Arm::Engineers, Arm::Artillery) => {
                (f.formation == FormationKind::Unlimbered).then_some(MeleeKind::Guns)
            }
            _ => None,
        }
    }
}

/// What comes of a melee, by the names that the situation gives the units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MeleeOutcome {
    pub attacker: Fate,
    pub defender: Fate,
    /// They fight on in the next sequence, 50 apart.
    pub continued: bool,
    /// In a mutual attack the unit named as defender counted as attacker.
    pub swapped: bool,
}

impl MeleeOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        say!("melee-result", attacker = self.attacker, defender = self.defender)
    }
}
words::spoken!(MeleeOutcome);

/// A melee weighed up.
#[derive(Clone, Debug)]
pub struct Weighed {
    situation: MeleeSituation,
    kind: MeleeKind,
    sum: Sum,
    /// The same with the roles exchanged, where a die decides on them.
    other: Option<Sum>,
}

impl Weighed {
    /// What is added to the two dice: the more, the better for the attacker.
    pub fn total(&self) -> i32 {
        self.sum.total
    }
}

/// Melee.
#[derive(Clone, Copy, Debug)]
pub struct Melee;

impl Procedure for Melee {
    type Situation = MeleeSituation;
    type Prepared = Weighed;
    type Outcome = MeleeOutcome;

    const NAME: &'static str = "melee";

    fn title() -> Message {
        say!("title-melee")
    }

    fn check(s: &MeleeSituation) -> Result<(), SituationError> {
        for (field, f) in [("attacker", &s.attacker), ("defender", &s.defender)] {
            check_fighter(field, f)?;
        }
        if s.attacker.arm == Arm::Artillery {
            let by = clause!("attack.require.2");
            return Err(impossible("attacker", say!("guns-never-attack", by)));
        }
        let Some(kind) = s.kind() else {
            let by = clause!("melee-test.2");
            return Err(impossible("defender", say!("no-melee-of-these", by)));
        };
        for (field, f, attacks) in [("attacker", &s.attacker, true), ("defender", &s.defender, s.mutual)] {
            let numbers = s.sheet.numbers();
            if numbers.multiplier(kind, attacks, f.arm, f.stands(), f.training).is_none() {
                let by = clause!("melee-modifiers.2");
                return Err(impossible(field, say!("no-such-formation", by)));
            }
        }
        let alike = s.attacker.arm == s.defender.arm || (s.attacker.on_foot() && s.defender.on_foot());
        if s.mutual && (!alike || s.stage == Stage::Continued || s.from != Approach::Front) {
            let by = clause!("attack.infcav.4");
            return Err(impossible("mutual", say!("mutual-of-one-arm", by)));
        }
        if s.from != Approach::Front && s.defender.formation == FormationKind::Square {
            let by = clause!("flank-cover.9");
            return Err(impossible("from", say!("square-has-its-front", by)));
        }
        if s.from != Approach::Front && s.stage != Stage::Initial {
            let by = clause!("melee-continued.3");
            return Err(impossible("from", say!("flank-attack-is-initial", by)));
        }
        if s.from == Approach::Rear && s.defender.flanks == Flanks::Anchored {
            let by = clause!("flank-threat.7");
            return Err(impossible("defender", say!("rear-not-anchored", by)));
        }
        let skirmish = s.attacker.skirmishes() || s.defender.skirmishes();
        if s.stage == Stage::Skirmish && !skirmish {
            let by = clause!("melee.2");
            return Err(impossible("stage", say!("skirmishers-skip", by)));
        }
        Ok(())
    }

    fn prepare(s: &MeleeSituation, r: &mut impl Record) -> Weighed {
        let kind = s.kind().unwrap_or(MeleeKind::InfantryInfantry);
        r.reckon(|| say!("reckon-melee-kind", kind), clause!("melee-test.2"));
        super::stand_in(&s.sheet, kind.table(), r);
        if kind == MeleeKind::InfantryCavalry {
            r.reckon(|| say!("reckon-fire-at-cavalry"), clause!("attack.infcav.1"));
        }
        if s.stage == Stage::Skirmish {
            r.reckon(|| say!("reckon-skips-initial"), clause!("melee.2"));
        }
        let (swapped, by_die) = modifiers::roles(s, kind, r);
        let sum = modifiers::weigh(s, kind, swapped, r);
        let other = by_die.then(|| modifiers::weigh(s, kind, true, &mut umpire::Silent));
        Weighed { situation: s.clone(), kind, sum, other }
    }

    fn resolve(p: &Weighed, d: &mut impl Dice, r: &mut impl Record) -> MeleeOutcome {
        let mut sum = &p.sum;
        if let Some(other) = &p.other {
            let face = d.reach(Die::D10, super::dice::HALF + 1);
            r.die(face);
            if face > super::dice::HALF {
                sum = other;
            }
            r.reckon(|| say!("reckon-roles-by-die", face), clause!("melee-result.3"));
        }
        let dice = d.sum_seen(2, Die::D10, &mut |face| r.die(face));
        let result = i32::from(dice) + sum.total;
        r.total("dice", dice.into());
        r.total("modifier", sum.total);
        r.total("result", result);
        r.reckon(|| say!("reckon-melee", dice, modifier = sum.total, result), clause!("melee-test.1"));
        results::apply(&p.situation, p.kind, sum.swapped, result, d, r)
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "attacker": { "arm": "infantry", "formation": "column", "bases": 3, "melee": 6, "training": 5, "morale": 5 },
            "defender": {
                "arm": "infantry", "formation": "line", "bases": 4, "melee": 5, "training": 5, "morale": 5,
                "disorder": 2, "threatened": 1, "cover": 1
            }
        })
    }
}

fn check_fighter(field: &'static str, f: &Fighter) -> Result<(), SituationError> {
    check_number(field, f.bases.into(), 1, 6)?;
    check_number(field, f.behind.into(), 0, 6)?;
    check_value(field, f.melee)?;
    check_value(field, f.training)?;
    check_value(field, f.morale)?;
    check_disorder(field, f.disorder)?;
    check_disorder(field, f.passive)?;
    check_number(field, f.stars.into(), 0, 5)?;
    check_number(field, f.level.into(), 1, 9)?;
    check_number(field, f.threatened.into(), 0, 2)?;
    check_number(field, f.cover.into(), 0, 9)?;
    check_number(field, f.redoubt.unwrap_or(0).into(), 0, 9)?;
    if f.supports.len() > 2 {
        let by = clause!("support.2");
        return Err(impossible(field, say!("two-supports", by)));
    }
    if f.skirmishes() {
        let Some(value) = f.skirmish else {
            let by = clause!("melee-modifiers.5");
            return Err(impossible(field, say!("skirmish-value-needed", by)));
        };
        check_value(field, value)?;
    }
    if (f.arm == Arm::Cavalry) != f.weight.is_some() {
        let by = clause!("units.4");
        return Err(impossible(field, say!("cavalry-has-a-class", by)));
    }
    let never = f.skirmishes() || f.formation == FormationKind::Square || f.arm == Arm::Cavalry;
    if f.flanks == Flanks::Anchored && never {
        let by = clause!("flank-cover.3");
        return Err(impossible(field, say!("never-anchored", by)));
    }
    Ok(())
}
