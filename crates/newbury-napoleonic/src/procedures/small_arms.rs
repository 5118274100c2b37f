//! Fire of small arms and bows (chapter 15, table 9).

use super::losses::MoreFigures;
use super::target::{Target, TargetReadings};
use super::{LossSystem, Options, Sum, check_factors, check_list, check_troop, counted, procedure};
use crate::book::{SheetRef, numbers};
use crate::formation::Formation;
use crate::terrain::Cover;
use crate::troop::{Class, Troop, Weapon};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{
    Dice, Die, Part, Readings, Record, Round, SituationError, check_count, check_length, check_number,
    impossible,
};
use words::{Joint, Message};

umpire::choice!(
    /// How is fire reduced that lasts for a part of the move (15.3.b)?
    PartOfMove { QuartersDown, Exactly }
);

/// The readings that matter to small arms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct FireReadings {
    pub target: TargetReadings,
    pub part_of_move: PartOfMove,
    #[serde(rename = "more-than-25-figures")]
    pub more: MoreFigures,
}

impl FireReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> FireReadings {
        FireReadings {
            target: TargetReadings::of(r),
            part_of_move: PartOfMove::pick(r.is(reading!("part-of-move", "exactly"))),
            more: MoreFigures::of(r),
        }
    }
}

/// The unit that fires.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Firer {
    pub troop: Troop,
    /// In open order.
    #[serde(default)]
    pub skirmishers: bool,
    /// In the saddle.
    #[serde(default)]
    pub mounted: bool,
    /// Artillerymen with their muskets.
    #[serde(default)]
    pub gunners: bool,
    /// It fires out of a building.
    #[serde(default)]
    pub in_building: bool,
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub disorganisation: u8,
    /// Moves since it last fired: 1 is the move before. Nothing if it never did.
    #[serde(default)]
    pub last_fired: Option<u32>,
    /// One round instead of two.
    #[serde(default)]
    pub one_round: bool,
    /// Rifles loaded with a loose ball.
    #[serde(default)]
    pub loose_ball: bool,
    /// Both barrels of a double-barrelled gun.
    #[serde(default)]
    pub both_barrels: bool,
    /// Quarters of the move in which bows cannot shoot.
    #[serde(default)]
    #[schemars(range(max = 4))]
    pub quarters_lost: u8,
}

impl Firer {
    /// In close order, having fired in the move before, two rounds.
    pub fn new(troop: Troop) -> Firer {
        Firer {
            troop,
            skirmishers: false,
            mounted: false,
            gunners: false,
            in_building: false,
            disorganisation: 0,
            last_fired: Some(1),
            one_round: false,
            loose_ball: false,
            both_barrels: false,
            quarters_lost: 0,
        }
    }

    /// As what its weapon counts, by what.
    fn weapon(&self) -> Weapon {
        if self.gunners {
            return Weapon::DragoonMusket;
        }
        let weapon = self.troop.weapon.unwrap_or(Weapon::Musket);
        if self.loose_ball && weapon.rifled() { Weapon::Carbine } else { weapon }
    }

    /// The first volley is that of close order, in which gunners at their guns are not (8.1.d).
    fn first_volley(&self) -> bool {
        !self.skirmishers
            && !self.gunners
            && self.weapon().firearm()
            && self.last_fired.is_none_or(|moves| moves > SILENT_MOVES)
    }
}

impl Firer {
    /// Time that it loses is counted already: a single round of a musket or carbine, and bows by the quarter (15.3.b, 15.3.i).
    fn time_counted(&self) -> bool {
        let weapon = self.weapon();
        weapon == Weapon::Bow || (self.one_round && !weapon.rifled())
    }
}

/// After so many moves without firing a volley is a first one again (glossary.first-volley).
const SILENT_MOVES: u32 = 3;

/// Figures that fire at one target in one range band.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    #[schemars(range(min = 1, max = 10_000))]
    pub figures: u32,
    /// Cm.
    pub distance: f64,
    pub target: Target,
    /// A screen before it that does not stop the fire, and its distance.
    #[serde(default)]
    pub screen: Option<ScreenBefore>,
    /// The part of the move in which the target is under fire.
    #[serde(default = "whole")]
    pub part: f64,
}

/// Skirmishers through whom is fired (20.4).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScreenBefore {
    pub distance: f64,
    pub target: Target,
}

fn whole() -> f64 {
    1.0
}

/// A unit's fire in a move. One ordinary die for all of it; none with the optional loss system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SmallArmsSituation {
    pub firer: Firer,
    #[schemars(length(min = 1, max = 20))]
    pub shots: Vec<Shot>,
    #[serde(default)]
    pub rain: bool,
    #[serde(default)]
    pub options: Options,
    #[serde(default)]
    pub readings: FireReadings,
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// Men lost at each target, and by the screen before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Hit {
    pub men: u32,
    pub screen: u32,
}

/// Men lost by each shot, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Hits {
    pub hits: Vec<Hit>,
}

impl Hits {
    /// In words.
    pub fn message(&self) -> Message {
        let each = self.hits.iter().map(|h| {
            if h.screen > 0 {
                say!("men-lost-and-screen", men = h.men, screen = h.screen)
            } else {
                say!("men-lost", men = h.men)
            }
        });
        words::list(each, Joint::Semicolon)
    }
}
words::spoken!(Hits);

/// Close order fires at skirmishers with a base factor of 20 and more alone (T9.A.i).
fn may_not_at_skirmishers(s: &SmallArmsSituation, target: &Target, base: i32) -> bool {
    let least = numbers().small_arms.least_at_skirmishers;
    target.formation.open_order() && !s.firer.skirmishers && base < least
}

fn check_range(
    s: &SmallArmsSituation,
    distance: f64,
    target: &Target,
    field: &'static str,
) -> Result<(), SituationError> {
    check_length(field, distance)?;
    target.check(field)?;
    let n = &numbers().small_arms;
    let weapon = s.firer.weapon();
    let Some(base) = n.base(weapon, distance) else {
        let by = clause!("T9.A");
        return Err(impossible(field, say!("out-of-range", reach = n.reach(weapon), by)));
    };
    if may_not_at_skirmishers(s, target, base) {
        let by = clause!("T9.A.i");
        return Err(impossible(field, say!("not-at-skirmishers-so-far", least = n.least_at_skirmishers, by)));
    }
    if target.in_melee {
        let by = clause!("14.4.a");
        return Err(impossible(field, say!("not-into-melee", by)));
    }
    Ok(())
}

fn check(s: &SmallArmsSituation) -> Result<(), SituationError> {
    let f = &s.firer;
    check_troop("firer", &f.troop)?;
    check_factors("firer", f.disorganisation)?;
    check_number("firer", f.quarters_lost.into(), 0, 4)?;
    if f.troop.weapon.is_none() && !f.gunners {
        return Err(impossible("firer", say!("no-weapon-to-fire")));
    }
    let from_saddle = matches!(f.weapon(), Weapon::Carbine | Weapon::RifledCarbine | Weapon::Bow);
    if f.mounted && !from_saddle {
        let by = clause!("15.2.f");
        return Err(impossible("firer", say!("must-dismount-to-fire", by)));
    }
    if f.quarters_lost > 0 && f.weapon() != Weapon::Bow {
        let by = clause!("15.3.i");
        return Err(impossible("firer", say!("only-of-bows", by)));
    }
    check_list("shots", &s.shots, 20)?;
    for shot in &s.shots {
        check_count("shots", shot.figures, 1)?;
        super::check_part("shots", shot.part, 1.0)?;
        check_range(s, shot.distance, &shot.target, "shots")?;
        if let Some(screen) = &shot.screen {
            check_range(s, screen.distance, &screen.target, "shots")?;
            if f.weapon() == Weapon::Bow {
                let by = clause!("8.6.c");
                return Err(impossible("shots", say!("bows-not-through-screens", by)));
            }
        }
    }
    Ok(())
}

/// Factors of the firers (table 9B), and whether the target is in cover, for bows.
fn firers<R: Record>(s: &SmallArmsSituation, sum: &mut Sum<'_, R>) {
    let f = &s.firer;
    let n = &numbers().small_arms.firers;
    let by = || clause!("T9.B");
    if f.first_volley() {
        sum.add(say!("row-first-volley"), n.first_volley, clause!("glossary.first-volley"));
    }
    // Riflemen stay riflemen, whatever ball they load (15.2.e).
    let riflemen = f.troop.weapon == Some(Weapon::Rifle);
    let british_foot = f.troop.british() && f.troop.arm.infantry() && !riflemen;
    if f.skirmishers && !british_foot {
        sum.add(say!("row-skirmishers"), n.skirmishers, by());
    }
    if british_foot {
        sum.add(say!("row-british-infantry"), n.british, by());
    }
    match f.troop.trained(f.skirmishers) {
        Class::A => sum.add(say!("row-class-a"), n.class_a, by()),
        Class::D => sum.add(say!("row-class-d"), n.class_d, by()),
        Class::E => sum.add(say!("row-class-e"), n.class_e, by()),
        Class::B | Class::C => {}
    }
    sum.times(say!("row-bow-quarter"), n.bow_quarter, f.quarters_lost, clause!("15.3.i"));
    let factors = counted(&f.troop, f.disorganisation, sum.r).min(MOST_FACTORS);
    sum.times(say!("row-disorganisation"), n.disorder, factors, by());
    if f.mounted {
        sum.add(say!("row-saddle"), n.mounted, clause!("15.2.f"));
    }
    if f.gunners {
        sum.add(say!("row-gunners-muskets"), n.gunners, clause!("5.5"));
    }
    if s.rain && !f.in_building {
        sum.add(say!("row-rain"), n.rain, clause!("4.4.e"));
    }
}

/// Disorganisation counts for no more than this (tables 9 to 11 and 13).
pub const MOST_FACTORS: u8 = 6;

/// Factors of the target (table 9C); nothing where it cannot be hit.
fn target<R: Record>(s: &SmallArmsSituation, t: &Target, distance: f64, sum: &mut Sum<'_, R>) -> Option<()> {
    let n = &numbers().small_arms.targets;
    let mut cover = t.covered(&s.readings.target, sum.r)?;
    if cover == Cover::Building && t.fires_out && distance < BARE - super::TOLERANCE {
        sum.r.reckon(|| say!("reckon-bare-at-windows", cm = BARE), clause!("14.5.d"));
        cover = Cover::None;
    }
    let column = match cover {
        Cover::None => 0,
        Cover::Soft => 1,
        Cover::Hard | Cover::Building | Cover::Complete => 2,
    };
    let by = clause!("T9.C");
    let inside = matches!(t.cover, Cover::Building | Cover::Complete) || t.formation == Formation::Building;
    if let Some(why) = t.open_order() {
        sum.add(say!("row-skirmishers-target"), n.skirmishers[column], why.unwrap_or(by));
    } else if inside {
        sum.add(say!("row-in-building"), n.skirmishers[column], clause!("T9.C.bld"));
    } else if t.formation == Formation::Limbered {
        sum.add(say!("row-limbered"), n.limbered[column], by);
    } else if t.formation == Formation::Deployed {
        sum.add(say!("row-deployed"), n.deployed[column], by);
    } else if t.formation.square() {
        sum.add(say!("row-square"), n.square[column], by);
    } else {
        let (says, row) = match t.ranks {
            5.. => (say!("row-five-ranks"), n.five_ranks),
            3 | 4 => (say!("row-three-ranks"), n.three_ranks),
            _ => (say!("row-close-order"), n.other_close),
        };
        if t.ranks >= 3 {
            sum.r.clause(clause!("glossary.line-of-fire"));
        }
        sum.add(says, row[column], by);
    }
    if cover != Cover::None {
        sum.r.reckon(|| say!("reckon-cover-counts"), clause!("14.5.a"));
    }
    t.movement([n.moved_12, n.moved_25], &s.readings.target, by, sum);
    if t.prone {
        sum.add(say!("row-prone"), n.lying_down, by);
    }
    if t.small_bases && t.formation.open_order() {
        sum.add(say!("row-small-bases"), n.small_bases, by);
    }
    if t.elephants {
        sum.add(say!("row-elephants"), ELEPHANTS, clause!("A5.12"));
    }
    if s.firer.weapon() == Weapon::Bow && cover != Cover::None {
        sum.add(say!("row-bow-cover"), numbers().small_arms.firers.bow_at_cover, clause!("T9.B"));
    }
    Some(())
}

/// Figures that fire out of a building have no cover from those nearer than this (14.5.d).
pub(super) const BARE: f64 = 2.0;
/// Fire of small arms at elephants (A5.12).
const ELEPHANTS: i32 = 6;

/// One weapon on one target, before the die: its factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    figures: u32,
    factor: i32,
}

/// A shot before the die. Two barrels are two of them.
#[derive(Clone, Debug)]
pub struct ShotLaid {
    target: Vec<Laid>,
    screen: Option<Vec<Laid>>,
    part: f64,
}

/// Fire weighed up.
#[derive(Clone, Debug)]
pub struct Volley {
    shots: Vec<ShotLaid>,
    rolls: bool,
    readings: FireReadings,
    tens: bool,
    sheet: SheetRef,
}

fn lay(s: &SmallArmsSituation, figures: u32, distance: f64, t: &Target, r: &mut impl Record) -> Vec<Laid> {
    let n = &numbers().small_arms;
    let f = &s.firer;
    let weapon = f.weapon();
    let barrels: &[(Weapon, bool)] = match weapon {
        Weapon::DoubleBarrelled if f.both_barrels => &[(Weapon::Rifle, false), (Weapon::Musket, true)],
        Weapon::DoubleBarrelled => &[(Weapon::Rifle, false)],
        _ => &[(weapon, f.one_round)],
    };
    let mut laid = Vec::new();
    for (weapon, one) in barrels {
        let Some(base) = n.base(*weapon, distance) else { continue };
        if may_not_at_skirmishers(s, t, base) {
            r.reckon(
                || say!("reckon-not-at-skirmishers-so-far", least = n.least_at_skirmishers),
                clause!("T9.A.i"),
            );
            continue;
        }
        let mut sum = Sum::new("factor", r);
        let by = match *weapon {
            Weapon::RifledMusket => clause!("A4.3"),
            _ if f.weapon() == Weapon::DoubleBarrelled => clause!("AI.AU.1.d"),
            _ => clause!("T9.A"),
        };
        sum.add(say!("row-base", cm = words::tenths(distance)), base, by);
        sum.r.clause(clause!("T9.A.iii"));
        firers(s, &mut sum);
        if *one && !weapon.rifled() && weapon.firearm() {
            sum.add(say!("row-one-shot"), n.firers.one_shot, clause!("T9.B.one"));
        }
        if s.options.losses == LossSystem::Chance {
            sum.add(say!("row-instead-of-the-die"), n.fixed, clause!("T9.A.ii"));
        }
        if target(s, t, distance, &mut sum).is_some() {
            let factor = sum.total;
            r.total("factor", factor);
            laid.push(Laid { figures, factor });
        }
    }
    laid
}

fn prepare(s: &SmallArmsSituation, r: &mut impl Record) -> Volley {
    if s.firer.loose_ball && s.firer.troop.weapon.is_some_and(Weapon::rifled) {
        r.reckon(|| say!("reckon-loose-ball"), clause!("15.2.e"));
    }
    if s.shots.len() > 1 {
        r.reckon(|| say!("reckon-groups-of-figures"), clause!("15.4.a"));
    }
    let shots = s.shots.iter().map(|shot| {
        let screen = shot.screen.map(|x| lay(s, shot.figures, x.distance, &x.target, r));
        // What is counted by the round or by the quarter is not reduced a second time.
        let part = if s.firer.time_counted() { 1.0 } else { shot.part };
        ShotLaid { target: lay(s, shot.figures, shot.distance, &shot.target, r), screen, part }
    });
    Volley {
        shots: shots.collect(),
        rolls: s.options.losses == LossSystem::Twenties,
        readings: s.readings,
        tens: s.options.small_figures && !s.firer.gunners && s.firer.troop.on_bases_of_ten(),
        sheet: s.sheet.clone(),
    }
}

impl Volley {
    fn men(&self, laid: &[Laid], random: i32, r: &mut impl Record) -> u32 {
        let each = laid.iter();
        each.map(|l| super::losses::men(l.figures, l.factor + random, self.readings.more, &self.sheet, r))
            .sum()
    }

    /// What a part of a move leaves (15.3.b).
    fn reduced(&self, men: u32, part: f64, r: &mut impl Record) -> u32 {
        if super::at_least(part, 1.0) {
            return men;
        }
        let left = match self.readings.part_of_move {
            PartOfMove::QuartersDown => {
                let quarters = libm::floor(part * 4.0 + 1e-6) as u64;
                Part::WHOLE.share(quarters, 4).of(men, Round::Down)
            }
            PartOfMove::Exactly => libm::floor(f64::from(men) * part + 0.5) as u32,
        };
        r.reckon(|| say!("reckon-part-of-move", men, left), clause!("15.3.b"));
        left
    }
}

/// The random factor, where it is rolled (T9.D, 15.4.c).
fn random(rolls: bool, d: &mut impl Dice, r: &mut impl Record) -> i32 {
    if !rolls {
        return 0;
    }
    let die = d.roll(Die::D6);
    r.die(die);
    let random = numbers().small_arms.random(die);
    r.reckon(|| say!("reckon-random-factor", die, random = words::signed(random)), clause!("T9.D"));
    r.clause(clause!("15.4.c"));
    random
}

fn resolve(v: &Volley, d: &mut impl Dice, r: &mut impl Record) -> Hits {
    let random = random(v.rolls, d, r);
    let tens = if v.tens { 10 } else { 1 };
    if v.tens {
        r.reckon(|| say!("reckon-ten-times"), clause!("A6.7"));
    }
    let mut hits = Vec::new();
    for shot in &v.shots {
        let men = v.men(&shot.target, random, r);
        let mut hit = Hit { men, screen: 0 };
        if let Some(screen) = &shot.screen {
            let screen = v.men(screen, random, r);
            hit = proportional(men, screen, r);
        }
        hit.men = v.reduced(hit.men, shot.part, r) * tens;
        hit.screen = v.reduced(hit.screen, shot.part, r) * tens;
        hits.push(hit);
    }
    r.clause(clause!("15.4.b"));
    Hits { hits }
}

/// Losses of a screen and of those behind it (20.4).
pub(super) fn proportional(behind: u32, screen: u32, r: &mut impl Record) -> Hit {
    r.reckon(|| say!("reckon-screen-alone", men = screen), clause!("20.4.b"));
    r.reckon(|| say!("reckon-as-if-no-screen", men = behind), clause!("20.4.c"));
    let men = behind.saturating_sub(screen);
    r.reckon(|| say!("reckon-difference", men), clause!("20.4.d"));
    r.clause(clause!("20.4.a"));
    Hit { men, screen }
}

procedure!(
    /// Fire of small arms.
    SmallArms: SmallArmsSituation => Volley => Hits, "small-arms", "title-small-arms",
    check, prepare, resolve,
    { "firer": { "troop": { "nation": "britain", "arm": "line-infantry", "footing": "regular", "class": "B", "training": "B", "weapon": "musket" } },
      "shots": [{ "figures": 20, "distance": 8, "target": { "formation": "division-column", "ranks": 3 } }] }
);
