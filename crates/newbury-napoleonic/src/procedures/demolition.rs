//! Breaching obstacles, setting buildings on fire, and fires that burn (16.8, 16.9).

use super::artillery::{ArtillerySituation, GunReadings, Guns, OnLine, factor, random};
use super::target::Target;
use super::{LossSystem, Options, Sum, known, procedure};
use crate::book::{SheetRef, numbers};
use crate::formation::Formation;
use crate::terrain::Roof;
use crate::troop::Ammunition;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{
    Dice, Die, Readings, Record, SituationError, check_count, check_length, check_number, impossible,
};
use words::Message;

umpire::choice!(
    /// When is a building hit (16.9.a)?
    BuildingHit { ByALoss, ByEveryShot }
);

impl BuildingHit {
    /// That of a battle.
    pub fn of(r: &Readings) -> BuildingHit {
        BuildingHit::pick(r.is(reading!("building-hit", "by-every-shot")))
    }
}

/// As at foot in the open, one rank deep, standing (16.8.a).
fn as_at_foot(
    guns: Guns,
    distance: f64,
    rain: bool,
    options: Options,
    readings: GunReadings,
    sheet: &SheetRef,
) -> ArtillerySituation {
    ArtillerySituation {
        guns,
        line: vec![OnLine::new(Target::new(Formation::Line), distance)],
        screen: None,
        rain,
        options,
        readings,
        sheet: sheet.clone(),
    }
}

fn check_guns(g: &Guns, distance: f64, fits: bool, by: fn() -> umpire::Clause) -> Result<(), SituationError> {
    g.check("guns")?;
    check_length("distance", distance)?;
    if !fits {
        let by = by();
        return Err(impossible("guns", say!("not-with-that-ammunition", by)));
    }
    if numbers().guns.base(g.ammunition, g.piece, distance).is_none() {
        let by = clause!("T10.A");
        let reach = numbers().guns.reach(g.ammunition, g.piece);
        return Err(impossible("distance", say!("out-of-range", reach, by)));
    }
    Ok(())
}

/// Guns that fire at a wall, fence or hedge. Dice as of their fire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BreachSituation {
    pub guns: Guns,
    /// Cm.
    pub distance: f64,
    /// The obstacle is hard cover.
    pub hard: bool,
    /// Mm of the gap so far.
    #[serde(default)]
    #[schemars(range(max = 10_000))]
    pub gap: u32,
    /// Mm of front of the body behind it.
    #[serde(default)]
    #[schemars(range(max = 10_000))]
    pub body: u32,
    #[serde(default)]
    pub rain: bool,
    #[serde(default)]
    pub options: Options,
    #[serde(default)]
    pub readings: GunReadings,
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// The gap there is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Gap {
    /// Mm.
    pub gap: u32,
    /// The body behind it has no cover any more.
    pub no_cover: bool,
    /// It passes without loss of time, and the obstacle does not count in melee.
    pub passable: bool,
}

impl Gap {
    /// In words.
    pub fn message(&self) -> Message {
        if self.passable {
            say!("gap-passable", mm = self.gap)
        } else if self.no_cover {
            say!("gap-no-cover", mm = self.gap)
        } else {
            say!("gap-is", mm = self.gap)
        }
    }
}
words::spoken!(Gap);

fn check_breach(s: &BreachSituation) -> Result<(), SituationError> {
    let fits =
        matches!(s.guns.ammunition, Ammunition::RoundShot | Ammunition::Shell | Ammunition::RocketShell);
    check_guns(&s.guns, s.distance, fits, || clause!("16.8.a"))?;
    check_count("gap", s.gap, 0)?;
    check_count("body", s.body, 0)
}

/// Guns, figures, factor, gap, body behind it, mm for each loss.
#[derive(Clone, Debug)]
pub struct Breaching {
    s: BreachSituation,
    figures: u32,
    factor: Option<i32>,
}

fn prepare_breach(s: &BreachSituation, r: &mut impl Record) -> Breaching {
    let at = as_at_foot(s.guns, s.distance, s.rain, s.options, s.readings, &s.sheet);
    let figures = s.guns.firing(r);
    let factor = factor(&at, &at.line[0].target, s.distance, 1, r);
    Breaching { s: s.clone(), figures, factor }
}

fn breach(p: &Breaching, d: &mut impl Dice, r: &mut impl Record) -> Gap {
    let s = &p.s;
    let random = random(&s.guns, s.options.losses == LossSystem::Twenties, d, r);
    let men = p.factor.map_or(0, |f| super::losses::men(p.figures, f + random, s.readings.more, &s.sheet, r));
    let gaps = &numbers().guns.gaps;
    let each = if s.hard { gaps.hard } else { gaps.soft } as u32;
    let gap = s.gap + men * each;
    r.reckon(|| say!("reckon-gap", men, each, gap), clause!("16.8.a"));
    let no_cover = s.body > 0 && gap * 2 >= s.body;
    let passable = s.body > 0 && gap >= s.body;
    if no_cover {
        r.reckon(|| say!("reckon-gap-wide", body = s.body), clause!("16.8.c"));
    }
    Gap { gap, no_cover, passable }
}

procedure!(
    /// Breaching an obstacle.
    Breach: BreachSituation => Breaching => Gap, "breach", "title-breach",
    check_breach, prepare_breach, breach,
    { "guns": { "troop": { "nation": "france", "arm": "field-artillery", "footing": "regular", "class": "B", "training": "B" },
                "piece": "8-pounder", "ammunition": "round-shot", "models": 3, "crew": 12 },
      "distance": 30, "hard": false, "gap": 20, "body": 150 }
);

/// Howitzers or launchers that fire at a building. Dice as of their fire, then two ordinary dice for each model that hits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IgniteSituation {
    pub guns: Guns,
    /// Cm.
    pub distance: f64,
    #[serde(default)]
    pub wooden_walls: bool,
    #[serde(default)]
    pub roof: Roof,
    #[serde(default)]
    pub rain: bool,
    #[serde(default)]
    pub options: Options,
    #[serde(default)]
    pub readings: GunReadings,
    #[serde(default, rename = "building-hit")]
    pub hit: BuildingHit,
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// Fires that were started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FiresStarted {
    pub fires: u32,
}

impl FiresStarted {
    /// In words.
    pub fn message(&self) -> Message {
        say!("fires-started", fires = self.fires)
    }
}
words::spoken!(FiresStarted);

/// So many models may fire at one building in a situation.
const MOST_MODELS: i32 = 12;

fn check_ignite(s: &IgniteSituation) -> Result<(), SituationError> {
    let fits = matches!(
        s.guns.ammunition,
        Ammunition::Shell | Ammunition::RocketShell | Ammunition::IncendiaryRocket
    );
    check_guns(&s.guns, s.distance, fits, || clause!("16.9.a"))?;
    check_number("guns", s.guns.models as i32, 1, MOST_MODELS)
}

/// The factor of a model, its crew, the models, and what is added to the dice besides losses.
#[derive(Clone, Debug)]
pub struct Igniting {
    s: IgniteSituation,
    factor: Option<i32>,
    crews: Vec<u32>,
    added: i32,
}

fn prepare_ignite(s: &IgniteSituation, r: &mut impl Record) -> Igniting {
    let at = as_at_foot(s.guns, s.distance, s.rain, s.options, s.readings, &s.sheet);
    let all = s.guns.firing(r);
    let crews = (0..s.guns.models).map(|n| (all + s.guns.models - 1 - n) / s.guns.models).collect();
    let factor = factor(&at, &at.line[0].target, s.distance, 1, r);
    let n = &numbers().guns.ignition;
    let mut sum = Sum::new("ignition", r);
    let by = || clause!("16.9.a");
    if s.guns.ammunition == Ammunition::IncendiaryRocket {
        sum.add(say!("row-incendiary"), n.incendiary, by());
    }
    if s.wooden_walls {
        sum.add(say!("row-wooden-walls"), n.wooden_walls, by());
    }
    match s.roof {
        Roof::Tiled => {}
        Roof::Wooden => sum.add(say!("row-wooden-roof"), n.wooden_roof, by()),
        Roof::Thatched => sum.add(say!("row-thatched-roof"), n.thatched_roof, by()),
    }
    if s.rain {
        sum.add(say!("row-rain"), n.rain, by());
    }
    let added = sum.total;
    Igniting { s: s.clone(), factor, crews, added }
}

fn ignite(p: &Igniting, d: &mut impl Dice, r: &mut impl Record) -> FiresStarted {
    let s = &p.s;
    let n = &numbers().guns;
    let random = random(&s.guns, s.options.losses == LossSystem::Twenties, d, r);
    let mut fires = 0;
    for crew in &p.crews {
        let men = p.factor.map_or(0, |f| super::losses::men(*crew, f + random, s.readings.more, &s.sheet, r));
        if men == 0 && s.hit == BuildingHit::ByALoss {
            r.reckon(|| say!("reckon-building-missed"), clause!("16.9.a"));
            continue;
        }
        let dice = d.sum_seen(2, Die::D6, &mut |face| r.die(face));
        let total = i32::from(dice) + p.added + n.ignition.each_loss * men as i32;
        let burns = total >= n.ignites;
        r.reckon(|| say!("reckon-ignition", dice, men, total, needed = n.ignites), clause!("16.9.a"));
        fires += u32::from(burns);
    }
    FiresStarted { fires }
}

procedure!(
    /// Setting a building on fire.
    Ignite: IgniteSituation => Igniting => FiresStarted, "ignite", "title-ignite",
    check_ignite, prepare_ignite, ignite,
    { "guns": { "troop": { "nation": "austria", "arm": "field-artillery", "footing": "regular", "class": "B", "training": "B" },
                "piece": "howitzer", "ammunition": "shell", "models": 1, "crew": 4 },
      "distance": 45, "roof": "thatched" }
);

/// Who stands how near a fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NearFire {
    Foot,
    Mounted,
    Artillery,
}

/// A building that burns, or is to, at the end of a move. No dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BurningSituation {
    #[schemars(range(max = 10_000))]
    pub fires: u32,
    /// Moves since it was set alight.
    #[schemars(range(max = 10_000))]
    pub moves: u32,
    /// Figures inside that neither moved, fired nor fought in the whole move, and put fires out.
    #[schemars(range(max = 10_000))]
    pub putting_out: u32,
    /// Figures that did the same for at least a move and now set it alight.
    #[schemars(range(max = 10_000))]
    pub setting: u32,
    pub windy: bool,
    /// Somebody who wants to stand so many cm from it.
    pub near: Option<(NearFire, f64)>,
}

/// How it burns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct BurningOutcome {
    pub fires: u32,
    /// All must leave in the next move or are destroyed.
    pub out_of_control: bool,
    /// There is a column of smoke down the wind.
    pub smoke: bool,
    /// Whoever wants to stand near it may not.
    pub too_near: bool,
}

impl BurningOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            BurningOutcome { fires: 0, .. } => say!("burning-out"),
            BurningOutcome { out_of_control: true, fires, .. } => say!("burning-uncontrolled", fires),
            BurningOutcome { fires, .. } => say!("burning", fires),
        }
    }
}
words::spoken!(BurningOutcome);

/// Moves in which a fire can be put out, figures for each fire, and cm to be kept from it (16.9.c, d, f).
pub const CONTROLLED: u32 = 2;
pub const TO_PUT_OUT: u32 = 4;
pub const KEEP_OFF: [f64; 3] = [1.0, 2.0, 5.0];
/// Length and width of the smoke (16.9.f).
pub const SMOKE: (f64, f64) = (15.0, 5.0);

fn check_burning(s: &BurningSituation) -> Result<(), SituationError> {
    check_count("fires", s.fires, 0)?;
    check_count("moves", s.moves, 0)?;
    check_count("putting_out", s.putting_out, 0)?;
    check_count("setting", s.setting, 0)?;
    s.near.map_or(Ok(()), |(_, cm)| check_length("near", cm))
}

fn burning(s: &BurningSituation, r: &mut impl Record) -> BurningOutcome {
    let mut fires = s.fires + s.setting;
    if s.setting > 0 {
        r.reckon(|| say!("reckon-set-from-inside", fires = s.setting), clause!("16.9.b"));
    }
    if s.fires > 0 && s.moves <= CONTROLLED && s.putting_out > 0 {
        let out = (s.putting_out / TO_PUT_OUT).min(s.fires);
        r.reckon(|| say!("reckon-put-out", out), clause!("16.9.d"));
        fires -= out;
    }
    let out_of_control = s.fires > 0 && fires > 0 && s.moves >= CONTROLLED;
    if out_of_control {
        r.reckon(|| say!("reckon-out-of-control"), clause!("16.9.e"));
    }
    if fires > 0 {
        r.reckon(|| say!("reckon-burns-on"), clause!("16.9.c"));
    }
    let smoke = out_of_control && s.windy;
    let too_near =
        out_of_control && s.near.is_some_and(|(who, cm)| cm < KEEP_OFF[who as usize] - super::TOLERANCE);
    if out_of_control {
        r.reckon(|| say!("reckon-smoke-column", length = SMOKE.0, width = SMOKE.1), clause!("16.9.f"));
    }
    BurningOutcome { fires, out_of_control, smoke, too_near }
}

procedure!(
    /// A building that burns.
    Burning: BurningSituation => BurningOutcome => BurningOutcome, "burning", "title-burning",
    check_burning, burning, known, { "fires": 3, "moves": 1, "putting_out": 9 }
);
