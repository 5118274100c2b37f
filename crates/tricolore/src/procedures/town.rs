//! Town fights, one for each zone and melee phase, and the town test after one.

use super::dice::{Against, Letter, disordered};
use super::melee::results::CIRCLED;
use super::melee::value_of;
use super::{check_disorder, check_value, stand_in};
use crate::book::SheetRef;
use crate::book::numbers::{Loss, MeleeKind, TownDice};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Die, Procedure, Readings, Record, SituationError, check_number, impossible};
use words::Message;

umpire::choice!(
    /// Is the enemy's fire in a town doubled like that of a line (town-fight.2)?
    TownLosses { Single, Doubled }
);
umpire::choice!(
    /// What is the cover value worth in an initial town fight (town-fight.3)?
    TownCover { Full, Half }
);
umpire::choice!(
    /// May the town test be made with the skirmish value (town-fight.10)?
    TownTestValue { Melee, Either }
);

/// The readings that matter to town fights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct TownReadings {
    pub town_losses: TownLosses,
    pub town_cover: TownCover,
    pub town_test_value: TownTestValue,
}

impl TownReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> TownReadings {
        TownReadings {
            town_losses: TownLosses::pick(r.is(reading!("town-losses", "doubled"))),
            town_cover: TownCover::pick(r.is(reading!("town-cover", "half"))),
            town_test_value: TownTestValue::pick(r.is(reading!("town-test-value", "either"))),
        }
    }
}

/// A unit in the zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Townsman {
    /// Bases inside the zone.
    #[schemars(range(min = 1, max = 6))]
    pub bases: u8,
    #[schemars(range(min = 1, max = 10))]
    pub melee: u8,
    #[serde(default)]
    pub skirmish: Option<u8>,
    /// It fights with its skirmish value.
    #[serde(default)]
    pub skirmishes: bool,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    #[schemars(range(min = 1, max = 10))]
    pub morale: u8,
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub stars: u8,
    #[serde(default = "full_level")]
    #[schemars(range(min = 1, max = 9))]
    pub level: u8,
    #[serde(default)]
    pub integrity_broken: bool,
    #[serde(default)]
    pub battalion_gun: bool,
    /// It was assembled when the zone was attacked, and has no cover.
    #[serde(default)]
    pub assembled: bool,
}

fn full_level() -> u8 {
    3
}

impl Townsman {
    /// So many bases in order, all values 5.
    pub fn new(bases: u8) -> Townsman {
        Townsman {
            bases,
            melee: 5,
            skirmish: None,
            skirmishes: false,
            disorder: 0,
            morale: 5,
            stars: 0,
            level: full_level(),
            integrity_broken: false,
            battalion_gun: false,
            assembled: false,
        }
    }

    /// The value with which it fights.
    fn value(&self) -> i32 {
        let own = if self.skirmishes { self.skirmish.unwrap_or(self.melee) } else { self.melee };
        value_of(own, self.stars, self.level, self.integrity_broken)
    }
}

/// A town fight. Dice: two for the fight; for half a loss one, the attackers' first; in a fortress one for each loss and U of the side
/// with cover.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TownFightSituation {
    #[schemars(length(min = 1, max = 10))]
    pub attackers: Vec<Townsman>,
    #[schemars(length(min = 1, max = 10))]
    pub defenders: Vec<Townsman>,
    /// The defender was alone in the zone for a whole sequence, or in the last grand-tactical phase.
    #[serde(default)]
    pub initial: bool,
    /// Cover value of the zone now.
    #[schemars(range(min = 1, max = 9))]
    pub cover: u8,
    #[serde(default)]
    pub fortress: bool,
    /// Of a fortress: the attackers stood in it at the last initial melee.
    #[serde(default)]
    pub attackers_hold: bool,
    /// No friends of the attackers were in the zone at the start of the round.
    #[serde(default)]
    pub newly_entered: bool,
    #[serde(default)]
    pub readings: TownReadings,
    /// The reference sheet that is played; the built-in one where nothing is said.
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// What a town fight does to a side: U to every unit, losses to be spread evenly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct TownFate {
    pub losses: u8,
    pub disorder: u8,
}

/// What comes of a town fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct TownFightOutcome {
    pub attackers: TownFate,
    pub defenders: TownFate,
}

impl TownFightOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let (a, f) = (self.attackers, self.defenders);
        say!("town-fight", losses = a.losses, disorder = a.disorder, others = f.losses, theirs = f.disorder)
    }
}
words::spoken!(TownFightOutcome);

/// An average weighted by bases, to the nearest, half up (town-fight.1).
fn average(units: &[Townsman], of: impl Fn(&Townsman) -> i32) -> i32 {
    let bases: i32 = units.iter().map(|u| i32::from(u.bases)).sum();
    let sum: i32 = units.iter().map(|u| i32::from(u.bases) * of(u)).sum();
    (2 * sum + bases).div_euclid(2 * bases.max(1))
}

fn bases(units: &[Townsman]) -> u32 {
    units.iter().map(|u| u32::from(u.bases)).sum()
}

/// A town fight weighed up.
#[derive(Clone, Debug)]
pub struct Fought {
    total: i32,
    bases: [u32; 2],
    /// On average, as it is tested where an entry is circled.
    morale: [i32; 2],
    doubled: bool,
    twice: bool,
    /// Which side of a fortress tests for each loss and U.
    tests: Option<usize>,
    cover: u8,
    sheet: SheetRef,
}

/// Town fights.
#[derive(Clone, Copy, Debug)]
pub struct TownFight;

impl Procedure for TownFight {
    type Situation = TownFightSituation;
    type Prepared = Fought;
    type Outcome = TownFightOutcome;

    const NAME: &'static str = "town-fight";

    fn title() -> Message {
        say!("title-town-fight")
    }

    fn check(s: &TownFightSituation) -> Result<(), SituationError> {
        for (field, side) in [("attackers", &s.attackers), ("defenders", &s.defenders)] {
            if !(1..=10).contains(&side.len()) {
                return Err(impossible(field, say!("list-at-most", most = 10)));
            }
            for u in side {
                check_number(field, u.bases.into(), 1, 6)?;
                check_value(field, u.melee)?;
                check_value(field, u.morale)?;
                check_disorder(field, u.disorder)?;
                check_number(field, u.stars.into(), 0, 5)?;
                check_number(field, u.level.into(), 1, 9)?;
                if let Some(v) = u.skirmish {
                    check_value(field, v)?;
                } else if u.skirmishes {
                    let by = clause!("melee-modifiers.5");
                    return Err(impossible(field, say!("skirmish-value-needed", by)));
                }
            }
        }
        check_number("cover", s.cover.into(), 1, 9)?;
        if s.attackers_hold && !s.fortress {
            let by = clause!("fortress.2");
            return Err(impossible("attackers_hold", say!("held-in-a-fortress", by)));
        }
        Ok(())
    }

    fn prepare(s: &TownFightSituation, r: &mut impl Record) -> Fought {
        let kind = MeleeKind::Town;
        let factors = &s.sheet.numbers().factors;
        r.reckon(|| say!("reckon-melee-kind", kind), clause!("melee-test.2"));
        stand_in(&s.sheet, kind.table(), r);
        stand_in(&s.sheet, "melee.proposal-modifiers", r);
        let sides = [&s.attackers, &s.defenders];
        let mut total = 0;
        for (i, (side, units)) in ["attacker", "defender"].into_iter().zip(sides).enumerate() {
            let mut add = |each: Option<i32>, times: i32, what: Message, by| {
                let value = each.unwrap_or(0) * times;
                if value != 0 {
                    total += value;
                    r.modifier(side, what, value, by);
                }
            };
            let column = |f: crate::book::numbers::Factor| if i == 0 { f.attacker } else { f.defender };
            let value = average(units, Townsman::value);
            let by = if units.iter().any(|u| u.skirmishes) {
                clause!("town-fight.10")
            } else {
                clause!("town-fight.1")
            };
            add(column(factors.value), value, say!("mod-town-value", value), by);
            let disorder = average(units, |u| u.disorder.into());
            add(column(factors.disorder), disorder, say!("mod-disorder", disorder), clause!("town-fight.1"));
            if units.iter().any(|u| u.battalion_gun) {
                add(column(factors.artillery), 1, say!("mod-battalion-gun"), clause!("battalion-gun.5"));
            }
        }
        let count = sides.map(|u| bases(u));
        r.reckon(|| say!("reckon-town-bases", a = count[0], b = count[1]), clause!("town-fight.6"));
        let [x, y] = count.map(|n| n * s.sheet.numbers().town_multiplier());
        let steps = super::melee::odds(x, y);
        if steps != 0 {
            let f = factors.odds;
            let (side, each) = if steps > 0 { ("attacker", f.attacker) } else { ("defender", f.defender) };
            let value = each.unwrap_or(0) * steps.abs();
            total += value;
            r.modifier(side, say!("mod-odds"), value, clause!("melee-modifiers.2"));
        }
        // Cover is for whoever defends in an initial fight, or held a fortress at the last one.
        let holder = if s.attackers_hold { 0 } else { 1 };
        let covers = s.fortress || s.initial;
        let mut tests = None;
        if covers {
            let all = u32::from(s.cover);
            let full = bases(sides[holder]);
            let under: u32 = sides[holder].iter().filter(|u| !u.assembled).map(|u| u32::from(u.bases)).sum();
            if under < full {
                r.reckon(|| say!("reckon-assembled-uncovered"), clause!("tmove.town.8"));
            }
            let mut cover = ((2 * all * under + full) / (2 * full.max(1))) as i32;
            if s.readings.town_cover == TownCover::Half {
                cover = (cover + 1) / 2;
            }
            let each = factors.town.defender.unwrap_or(0) * if holder == 1 { 1 } else { -1 };
            let value = each * cover;
            if value != 0 {
                total += value;
                let by = if s.fortress { clause!("fortress.2") } else { clause!("town-fight.3") };
                let side = if holder == 1 { "defender" } else { "attacker" };
                r.modifier(side, say!("mod-town-cover", cover), value, by);
            }
            if s.fortress && under > 0 {
                tests = Some(holder);
            }
        } else {
            r.reckon(|| say!("reckon-no-town-cover"), clause!("town-fight.3"));
        }
        r.total("modifier", total);
        Fought {
            total,
            bases: count,
            morale: sides.map(|units| average(units, |u| u.morale.into())),
            doubled: s.newly_entered,
            twice: s.readings.town_losses == TownLosses::Doubled,
            tests,
            cover: s.cover,
            sheet: s.sheet.clone(),
        }
    }

    fn resolve(p: &Fought, d: &mut impl Dice, r: &mut impl Record) -> TownFightOutcome {
        let dice = d.sum_seen(2, Die::D10, &mut |face| r.die(face));
        let result = i32::from(dice) + p.total;
        r.total("dice", dice.into());
        r.total("result", result);
        r.reckon(|| say!("reckon-melee", dice, modifier = p.total, result), clause!("melee-test.1"));
        let numbers = p.sheet.numbers();
        let row = numbers.row(MeleeKind::Town, result);
        r.reckon(|| say!("reckon-row", from = row.from, to = row.to), clause!("town-fight.2"));
        let mut fates = [row.attacker, row.defender].map(|h| (h, TownFate::default()));
        for (i, (half, fate)) in fates.iter_mut().enumerate() {
            let mut failed = 0;
            let value = match half.loss {
                Loss::Value(v) => v,
                Loss::Circled(n) => {
                    failed = n - Against::new(Letter::M, p.morale[i]).passes(n, d, r);
                    r.reckon(|| say!("reckon-circled", n, failed, value = CIRCLED), clause!("melee-loss.2"));
                    CIRCLED
                }
            };
            let factor = i32::from(value) * p.bases[1 - i] as i32 * if p.twice { 2 } else { 1 };
            let mut halves = numbers.losses(factor);
            let bases = p.bases[1 - i];
            r.reckon(
                || say!("reckon-loss", value, bases, factor, losses = halves.shown()),
                clause!("melee-loss.1"),
            );
            if i == 0 && p.doubled && (halves.0 > 0 || failed > 0) {
                halves.0 *= 2;
                failed *= 2;
                let losses = halves.shown() + f64::from(failed);
                r.reckon(|| say!("reckon-newly-entered", losses), clause!("town-fight.4"));
            }
            fate.losses = failed + halves.rolled(d, r);
            fate.disorder = half.disorder;
        }
        stand_in(&p.sheet, "losses.proposal", r);
        if let Some(i) = p.tests {
            let cover = p.cover;
            r.reckon(|| say!("reckon-cover-each", cover), clause!("fortress.3"));
            let fate = &mut fates[i].1;
            fate.losses = super::dice::count_above(cover.into(), fate.losses, d, r);
            fate.disorder = super::dice::count_above(cover.into(), fate.disorder, d, r);
        }
        TownFightOutcome { attackers: fates[0].1, defenders: fates[1].1 }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "attackers": [{ "bases": 3, "melee": 6, "morale": 5 }, { "bases": 3, "melee": 5, "morale": 5 }],
            "defenders": [{ "bases": 4, "melee": 5, "morale": 5 }],
            "initial": true, "cover": 6, "newly_entered": true
        })
    }
}

/// A unit that fought in a town. Dice: by its U against its melee value, then one for its morale if it fails.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TownTestSituation {
    #[schemars(range(min = 1, max = 10))]
    pub melee: u8,
    #[serde(default)]
    pub skirmish: Option<u8>,
    #[schemars(range(min = 1, max = 10))]
    pub morale: u8,
    /// U after the fight.
    #[schemars(range(max = 8))]
    pub disorder: u8,
    /// Morale level of its formation.
    #[serde(default = "full_level")]
    #[schemars(range(min = 1, max = 9))]
    pub level: u8,
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub stars: u8,
    #[serde(default)]
    pub integrity_broken: bool,
    #[serde(default)]
    pub readings: TownReadings,
    /// The reference sheet that is played; the built-in one where nothing is said.
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

impl TownTestSituation {
    /// A unit in order with these values.
    pub fn new(melee: u8, morale: u8, disorder: u8) -> TownTestSituation {
        TownTestSituation {
            melee,
            skirmish: None,
            morale,
            disorder,
            level: full_level(),
            stars: 0,
            integrity_broken: false,
            readings: TownReadings::default(),
            sheet: SheetRef::default(),
        }
    }
}

/// What comes of a town test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TownTestOutcome {
    Stays,
    /// It retreats so far out of the town, has so many U, and takes so many losses.
    Retreats {
        metres: u16,
        disorder: u8,
        losses: u8,
    },
}

impl TownTestOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            TownTestOutcome::Stays => say!("town-test-stays"),
            TownTestOutcome::Retreats { metres, disorder, losses } => {
                say!("town-test-retreats", metres, disorder, losses)
            }
        }
    }
}
words::spoken!(TownTestOutcome);

/// U of a unit that fails its town test (town-fight.9).
pub const DRIVEN_OUT: u8 = 2;

/// The town test.
#[derive(Clone, Copy, Debug)]
pub struct TownTest;

impl Procedure for TownTest {
    type Situation = TownTestSituation;
    /// Against what, how; its morale, its U.
    type Prepared = (Against, TownDice, u8, u8);
    type Outcome = TownTestOutcome;

    const NAME: &'static str = "town-test";

    fn title() -> Message {
        say!("title-town-test")
    }

    fn check(s: &TownTestSituation) -> Result<(), SituationError> {
        check_value("melee", s.melee)?;
        if let Some(v) = s.skirmish {
            check_value("skirmish", v)?;
        }
        check_value("morale", s.morale)?;
        check_number("level", s.level.into(), 1, 9)?;
        check_number("stars", s.stars.into(), 0, 5)?;
        check_disorder("disorder", s.disorder)
    }

    fn prepare(s: &TownTestSituation, r: &mut impl Record) -> Self::Prepared {
        let mut own = s.melee;
        if s.readings.town_test_value == TownTestValue::Either {
            own = own.max(s.skirmish.unwrap_or(0));
            r.reckon(|| say!("reckon-town-test-value", own), clause!("town-fight.10"));
        }
        let value = value_of(own, s.stars, s.level, s.integrity_broken);
        let test = s.sheet.numbers().town_test(s.disorder);
        r.reckon(
            || say!("reckon-town-test", disorder = s.disorder, dice = test.dice, needed = test.needed),
            clause!("town-fight.8"),
        );
        stand_in(&s.sheet, "town.proposal-test", r);
        (Against::new(Letter::N, value), test, s.morale, s.disorder)
    }

    fn resolve(p: &Self::Prepared, d: &mut impl Dice, r: &mut impl Record) -> TownTestOutcome {
        let (against, test, morale, had) = *p;
        if against.pass(test.dice, test.needed, d, r) {
            return TownTestOutcome::Stays;
        }
        r.modifier("unit", say!("mod-driven-out"), DRIVEN_OUT.into(), clause!("town-fight.9"));
        let losses = u8::from(!Against::new(Letter::M, morale).pass(1, 1, d, r));
        let metres = crate::book::distance("retreat out of town after failed town test") as u16;
        TownTestOutcome::Retreats { metres, disorder: disordered(had, DRIVEN_OUT, r), losses }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "melee": 5, "morale": 5, "disorder": 3 })
    }
}
