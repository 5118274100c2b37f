//! How far and how fast: rates, ground, obstacles, double moves, times of doings, doors, passing through friends (chapter 12).

use super::formations::{Takes, yes};
use super::{Verdict, anything, check_troop, known, procedure};
use crate::book::march::{Goer, Mover};
use crate::book::numbers;
use crate::formation::Formation;
use crate::order::Gait;
use crate::terrain::{Going, Obstacle, Slope, Terrain, Weather};
use crate::troop::{Arm, GunWeight, Troop};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{
    Clause, Exact, Readings, Record, SituationError, check_count, check_length, check_number, impossible,
};
use words::Message;

umpire::choice!(
    /// What do horse-artillery teams suffer who have lost two horses (12.7.f)?
    LostHorses { AsField, FieldRateOnly }
);
umpire::choice!(
    /// How many figures fire out of a building (4.1.d)?
    FireOut { EachWall, Perimeter }
);

/// The readings that matter to movement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct MoveReadings {
    #[serde(rename = "horse-teams-with-losses")]
    pub lost_horses: LostHorses,
    #[serde(rename = "fire-out-of-buildings")]
    pub fire_out: FireOut,
}

impl MoveReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> MoveReadings {
        MoveReadings {
            lost_horses: LostHorses::pick(r.is(reading!("horse-teams-with-losses", "field-rate-only"))),
            fire_out: FireOut::pick(r.is(reading!("fire-out-of-buildings", "perimeter"))),
        }
    }
}

/// Horses of the weakest team of a battery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamLeft {
    #[schemars(range(min = 1, max = 20))]
    pub horses: u8,
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub killed: u8,
    /// A dead animal is not cut free yet.
    #[serde(default)]
    pub uncut: bool,
}

/// A body that moves over one kind of ground. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RateSituation {
    pub troop: Troop,
    pub formation: Formation,
    #[serde(default)]
    pub gait: Gait,
    /// Cavalry on foot, or gunners away from their guns.
    #[serde(default)]
    pub on_foot: bool,
    /// A single sub-unit of infantry, separated from its unit.
    #[serde(default)]
    pub lone: bool,
    #[serde(default)]
    pub ground: Terrain,
    #[serde(default)]
    pub slope: Option<(Slope, Going)>,
    /// On a road, in march column or limbered.
    #[serde(default)]
    pub road: bool,
    #[serde(default)]
    pub weather: Weather,
    /// Of a battery.
    #[serde(default)]
    pub weight: Option<GunWeight>,
    /// Deployed guns that fire in this move.
    #[serde(default)]
    pub firing: bool,
    #[serde(default)]
    pub team: Option<TeamLeft>,
    #[serde(default)]
    pub readings: MoveReadings,
}

/// Cm in a whole move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rate {
    Cm { cm: Exact },
    MayNot { by: Clause },
}

impl Rate {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Rate::Cm { cm } => say!("rate-cm", cm = words::tenths(cm.0)),
            Rate::MayNot { by } => say!("verdict-may-not", by),
        }
    }

    /// The distance, where there is one.
    pub fn cm(self) -> Option<f64> {
        match self {
            Rate::Cm { cm } => Some(cm.0),
            Rate::MayNot { .. } => None,
        }
    }
}
words::spoken!(Rate);

fn check_rate(s: &RateSituation) -> Result<(), SituationError> {
    check_troop("troop", &s.troop)?;
    if s.troop.arm.battery() && !s.on_foot && s.weight.is_none() && !s.troop.arm.rockets() {
        return Err(impossible("weight", say!("guns-need-weight")));
    }
    if let Some(t) = s.team {
        check_number("team", t.horses.into(), 1, 20)?;
        check_number("team", t.killed.into(), 0, t.horses.into())?;
    }
    Ok(())
}

/// On horse, camel or elephant, or a crew that rides.
pub fn mounted(t: &Troop, f: Formation, on_foot: bool) -> bool {
    !on_foot && (t.arm.cavalry() || (t.arm.rides() && f == Formation::Limbered))
}

/// The column of table 4.
pub fn goer(t: &Troop, f: Formation, on_foot: bool, routing: bool) -> Goer {
    if routing || f.open_order() || (t.arm.battery() && on_foot) {
        Goer::Skirmishers
    } else if t.arm.battery() && f == Formation::Limbered {
        Goer::Teams
    } else {
        Goer::Others
    }
}

/// The row of table 3.
fn mover(s: &RateSituation, r: &mut impl Record) -> Result<Mover, Clause> {
    let t = &s.troop;
    let light_horse = s.team.is_some_and(|t| t.killed >= 2);
    let heavy = s.weight == Some(GunWeight::Heavy);
    let light = s.weight == Some(GunWeight::Light);
    let field = if heavy { Mover::HeavyFieldArtillery } else { Mover::FieldArtillery };
    if t.arm.battery() && !s.on_foot {
        if t.arm == Arm::SiegeArtillery || s.weight == Some(GunWeight::Siege) {
            let by = clause!("T3.guns");
            if s.formation == Formation::Deployed {
                r.reckon(|| say!("reckon-siege-stays"), by);
                return Err(by);
            }
            return Ok(Mover::SiegeArtillery);
        }
        if s.formation == Formation::Deployed {
            let by = clause!("T3.guns");
            r.reckon(|| say!("reckon-deployed-guns"), by);
            return match (heavy, s.firing) {
                (true, true) => Err(by),
                (true, false) => Ok(Mover::DeployedHeavy),
                (false, true) => Ok(Mover::DeployedFiring),
                (false, false) => Ok(Mover::Deployed),
            };
        }
        return Ok(match t.arm {
            Arm::FootRockets => Mover::FootRockets,
            // Rocket batteries are treated as horse batteries (AI.AU.3, AI.GB.3).
            Arm::HorseRockets if light_horse => {
                r.reckon(|| say!("reckon-horse-team-as-field"), clause!("12.7.f"));
                Mover::FootRockets
            }
            Arm::HorseRockets => Mover::HorseRockets,
            Arm::HorseArtillery if light_horse => {
                r.reckon(|| say!("reckon-horse-team-as-field"), clause!("12.7.f"));
                field
            }
            Arm::HorseArtillery if light => Mover::LightHorseArtillery,
            Arm::HorseArtillery => Mover::HorseArtillery,
            _ => field,
        });
    }
    if mounted(t, s.formation, s.on_foot) {
        return Ok(match t.arm {
            Arm::Elephants | Arm::Camels => {
                r.reckon(|| say!("reckon-camels-and-elephants"), clause!("A5.6"));
                if t.arm == Arm::Elephants { Mover::Elephants } else { Mover::Camels }
            }
            Arm::HeavyCavalry if t.regular() => Mover::HeavyCavalry,
            _ => Mover::LightCavalry,
        });
    }
    if s.formation.open_order() || t.arm.battery() {
        return Ok(Mover::FootSkirmishers);
    }
    if s.formation.square() {
        return Ok(Mover::Square);
    }
    if s.formation.line() && !t.irregular() {
        if s.lone {
            r.reckon(|| say!("reckon-lone-sub-unit"), clause!("T3.lone"));
            return Ok(Mover::Column);
        }
        return Ok(Mover::Line);
    }
    Ok(Mover::Column)
}

/// Double moves are forbidden there (12.2.d).
fn no_double(s: &RateSituation) -> bool {
    let steep_up = s.slope == Some((Slope::Steep, Going::Up));
    let ground = !s.road && matches!(s.ground, Terrain::DenseWood | Terrain::River | Terrain::Marsh);
    s.gait == Gait::Double && (steep_up || ground)
}

/// Charges are forbidden there (17.1.b).
fn no_charge(s: &RateSituation) -> bool {
    let steep_up = s.slope == Some((Slope::Steep, Going::Up));
    let ground =
        matches!(s.ground, Terrain::DenseWood | Terrain::River | Terrain::Marsh | Terrain::Impassable);
    s.gait == Gait::Charge && (steep_up || ground)
}

/// Light infantry in line or column is faster (T3.light).
const LIGHT_BONUS: f64 = 2.0;

/// The rate over open ground (table 3).
fn open_rate(s: &RateSituation, r: &mut impl Record) -> Result<f64, Clause> {
    let march = &numbers().march;
    let t = &s.troop;
    match s.gait {
        Gait::Rout => {
            r.reckon(|| say!("reckon-rout-rate"), clause!("T3"));
            return Ok(match t.arm {
                Arm::Elephants if !s.on_foot => march.rout_elephants,
                Arm::Camels if !s.on_foot => march.rout_camels,
                _ if mounted(t, s.formation, s.on_foot) => march.rout_mounted,
                _ => march.rout_foot,
            });
        }
        Gait::Back => {
            let by = clause!("12.5.c");
            r.reckon(|| say!("reckon-stepping-back"), by);
            let foot = s.on_foot || t.arm.infantry();
            return if t.regular() && foot { Ok(march.back) } else { Err(by) };
        }
        _ => {}
    }
    let who = mover(s, r)?;
    let by = clause!("T3");
    let Some(mut cm) = march.rate(who, s.gait) else {
        r.reckon(|| say!("reckon-no-such-rate"), by);
        return Err(by);
    };
    r.reckon(|| say!("reckon-rate", cm), by);
    r.clause(clause!("12.1.a"));
    let formed = s.formation.line() || s.formation.column();
    if t.arm == Arm::LightInfantry && formed && t.regular() {
        cm += LIGHT_BONUS;
        r.modifier("rate", say!("mod-light-infantry"), LIGHT_BONUS as i32, clause!("T3.light"));
    }
    Ok(cm)
}

/// What snow leaves (12.1.d).
fn snow(guns: bool) -> f64 {
    if guns { 0.5 } else { 0.75 }
}

/// What ground leaves of the rate (table 4).
fn fraction(s: &RateSituation, r: &mut impl Record) -> Result<f64, Clause> {
    let march = &numbers().march;
    let who = goer(&s.troop, s.formation, s.on_foot, s.gait == Gait::Rout);
    let ground = if s.road { Terrain::Open } else { s.ground };
    if s.gait == Gait::Charge && (ground != Terrain::Open || s.slope.is_some()) {
        r.reckon(|| say!("reckon-charge-not-slowed"), clause!("12.1.b"));
        return Ok(1.0);
    }
    let guns_in_rain = s.weather == Weather::Rain && s.troop.arm.battery() && !s.on_foot && !s.road;
    let by = clause!("T4");
    let Some(mut part) = march.fraction(ground, who) else {
        r.reckon(|| say!("reckon-ground-forbidden"), by);
        return Err(by);
    };
    if guns_in_rain {
        let mud = march.fraction(Terrain::Mud, who).unwrap_or(1.0);
        r.reckon(|| say!("reckon-rain-is-mud"), clause!("12.7.g"));
        // The ground is mud then, which slows nobody whom slower ground slows already.
        part = part.min(mud);
    }
    if part < 1.0 {
        r.reckon(|| say!("reckon-difficult-ground", part), by);
    }
    if let Some((slope, going)) = s.slope {
        let on_slope = march.slope(slope, going, who);
        if on_slope < 1.0 {
            r.reckon(|| say!("reckon-slope", part = on_slope), by);
        }
        part *= on_slope;
    }
    Ok(part)
}

/// What lost horses leave (12.7.d to 12.7.f).
fn teams(s: &RateSituation, r: &mut impl Record) -> Result<f64, Clause> {
    let Some(team) = s.team.filter(|_| s.troop.arm.battery() && s.formation == Formation::Limbered) else {
        return Ok(1.0);
    };
    if team.uncut {
        let by = clause!("12.7.d");
        r.reckon(|| say!("reckon-dead-animal"), by);
        return Err(by);
    }
    let rides = s.troop.arm.rides();
    if rides && (team.killed < 2 || s.readings.lost_horses == LostHorses::FieldRateOnly) {
        return Ok(1.0);
    }
    if team.killed == 0 {
        return Ok(1.0);
    }
    let by = clause!("12.7.e");
    if s.gait == Gait::Double && team.killed >= 2 {
        r.reckon(|| say!("reckon-no-double-with-dead"), by);
        return Err(by);
    }
    let part = f64::from(team.horses - team.killed) / f64::from(team.horses);
    r.reckon(|| say!("reckon-horses-killed", killed = team.killed, horses = team.horses), by);
    Ok(part)
}

fn rate(s: &RateSituation, r: &mut impl Record) -> Rate {
    let found = (|| {
        if no_double(s) {
            let by = clause!("12.2.d");
            r.reckon(|| say!("reckon-no-double-there"), by);
            return Err(by);
        }
        if no_charge(s) {
            let by = clause!("17.1.b");
            r.reckon(|| say!("reckon-no-charge-there"), by);
            return Err(by);
        }
        let mut cm = open_rate(s, r)?;
        if s.weather == Weather::Snow {
            cm *= snow(s.troop.arm.battery() && !s.on_foot);
            r.reckon(|| say!("reckon-snow"), clause!("12.1.d"));
            r.clause(clause!("4.4.e"));
        }
        cm *= fraction(s, r)?;
        cm *= teams(s, r)?;
        Ok(cm)
    })();
    match found {
        Ok(cm) => Rate::Cm { cm: Exact(cm) },
        Err(by) => Rate::MayNot { by },
    }
}

procedure!(
    /// How far a body goes in a move.
    MoveRate: RateSituation => Rate => Rate, "move-rate", "title-move-rate",
    check_rate, rate, known,
    { "troop": { "nation": "france", "arm": "light-infantry", "footing": "regular", "class": "C", "training": "C" },
      "formation": "company-column", "ground": "scrub" }
);

/// A body at a linear obstacle. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CrossSituation {
    pub troop: Troop,
    pub formation: Formation,
    #[serde(default)]
    pub on_foot: bool,
    pub obstacle: Obstacle,
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 10_000))]
    pub ranks: u32,
    /// It charges or attacks, and the enemy defends the obstacle.
    #[serde(default)]
    pub defended: bool,
}

fn one() -> u32 {
    1
}

fn check_cross(s: &CrossSituation) -> Result<(), SituationError> {
    check_troop("troop", &s.troop)?;
    check_count("ranks", s.ranks, 1)
}

fn cross(s: &CrossSituation, r: &mut impl Record) -> Takes {
    let who = goer(&s.troop, s.formation, s.on_foot, false);
    let by = clause!("T5");
    let Some(time) = numbers().march.crossing(s.obstacle, who, mounted(&s.troop, s.formation, s.on_foot))
    else {
        r.reckon(|| say!("reckon-cannot-cross"), by);
        return Takes::MayNot { by };
    };
    if s.defended {
        r.reckon(|| say!("reckon-crossed-in-the-fight"), clause!("12.1.c"));
        return Takes::Time { moves: Exact(0.0), advancing: false };
    }
    let moves = time.first_rank + time.further_rank * f64::from(s.ranks - 1);
    r.reckon(|| say!("reckon-crossing", ranks = s.ranks, moves), by);
    r.clause(clause!("12.1.c"));
    if s.obstacle == Obstacle::Hedge && s.formation.column() {
        r.reckon(|| say!("reckon-hedge-destroyed"), clause!("16.8.d"));
    }
    Takes::Time { moves: Exact(moves), advancing: false }
}

procedure!(
    /// Crossing an obstacle.
    CrossObstacle: CrossSituation => Takes => Takes, "cross-obstacle", "title-cross-obstacle",
    check_cross, cross, known,
    { "troop": { "nation": "other", "arm": "line-infantry", "footing": "regular", "class": "C", "training": "C" },
      "formation": "company-column", "obstacle": "hedge", "ranks": 4 }
);

/// A body that wants to double move. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoubleSituation {
    /// Its game order names an objective: a piece of ground, or a place by own troops.
    pub objective: bool,
    /// It double moved in the last move.
    #[serde(default)]
    pub already: bool,
    /// It has reached the objective, or its attack distance from an enemy.
    #[serde(default)]
    pub arrived: bool,
    /// It wants to halt.
    #[serde(default)]
    pub halts: bool,
}

fn may_double(s: &DoubleSituation, r: &mut impl Record) -> Verdict {
    let by = clause!("12.2.a");
    if s.halts {
        return if s.already && !s.arrived {
            Verdict::no(say!("reckon-must-go-on"), by, r)
        } else {
            Verdict::yes(say!("reckon-may-halt"), clause!("10.1.b"), r)
        };
    }
    if !s.objective {
        return Verdict::no(say!("reckon-no-objective"), by, r);
    }
    if s.arrived {
        return Verdict::no(say!("reckon-has-arrived"), by, r);
    }
    Verdict::yes(say!("reckon-double-move"), by, r)
}

procedure!(
    /// May it double move?
    MayDouble: DoubleSituation => Verdict => Verdict, "may-double", "title-may-double",
    anything, may_double, known, { "objective": true }
);

/// What takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    LieDownOrStandUp,
    MountOrDismount,
    LimberOrUnlimber { weight: GunWeight },
    SetUpOrPackRockets,
    SetRocket,
    SpikeGun,
    CutFreeDeadAnimal,
    LoadGun,
    LoadFirearm,
    LoadRifle,
    LoadLooseBall,
    DisarmPrisoners,
}

/// Something that is done. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoingSituation {
    pub task: Task,
}

fn doing(s: &DoingSituation, r: &mut impl Record) -> Takes {
    let t = &numbers().march.times;
    let (moves, by) = match s.task {
        Task::LieDownOrStandUp => (t.lie_down, clause!("12.5.a")),
        Task::MountOrDismount => (t.mount, clause!("12.5.b")),
        Task::LimberOrUnlimber { weight } => (numbers().march.limbering(weight), clause!("12.6.a")),
        Task::SetUpOrPackRockets => (t.rockets, clause!("12.6.b")),
        Task::SetRocket => (t.set_rocket, clause!("16.4.e")),
        Task::SpikeGun => (t.spike, clause!("12.5.e")),
        Task::CutFreeDeadAnimal => (t.cut_free, clause!("12.7.d")),
        Task::LoadGun => (t.load_gun, clause!("16.4.b")),
        Task::LoadFirearm => (t.load, clause!("15.2.b")),
        Task::LoadRifle => (t.load_rifle, clause!("15.2.c")),
        Task::LoadLooseBall => (t.load_loose, clause!("15.2.e")),
        Task::DisarmPrisoners => (t.disarm, clause!("23.10.b")),
    };
    r.reckon(|| say!("reckon-takes-time", moves), by);
    Takes::Time { moves: Exact(moves), advancing: false }
}

procedure!(
    /// How long something takes.
    Doing: DoingSituation => Takes => Takes, "doing", "title-doing",
    anything, doing, known, { "task": { "limber-or-unlimber": { "weight": "heavy" } } }
);

/// A building, its walls and the time. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoorwaySituation {
    /// Cm of all outside walls.
    pub perimeter: f64,
    /// Cm of the wall that is used.
    pub wall: f64,
    /// Whole quarters of a move.
    #[schemars(range(max = 4))]
    pub quarters: u8,
    #[serde(default)]
    pub readings: MoveReadings,
}

/// What a building lets do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Doors {
    /// Figures it holds.
    pub holds: u32,
    /// Figures that go in or out by that wall in the time.
    pub pass: u32,
    /// Figures that fight for that wall on each side.
    pub fight: u32,
    /// Figures that fire out of it.
    pub fire: u32,
}

impl Doors {
    /// In words.
    pub fn message(&self) -> Message {
        say!("doors", holds = self.holds, pass = self.pass, fight = self.fight, fire = self.fire)
    }
}
words::spoken!(Doors);

fn check_doorway(s: &DoorwaySituation) -> Result<(), SituationError> {
    check_length("perimeter", s.perimeter)?;
    check_length("wall", s.wall)?;
    check_number("quarters", s.quarters.into(), 0, 4)?;
    if s.wall > s.perimeter + super::TOLERANCE {
        return Err(impossible("wall", say!("wall-of-perimeter")));
    }
    Ok(())
}

/// Whole figures of a length, so many cm to each (4.1.b to 4.1.d).
fn along(cm: f64, each: f64) -> u32 {
    libm::floor((cm + super::TOLERANCE) / each) as u32
}

fn doorway(s: &DoorwaySituation, r: &mut impl Record) -> Doors {
    let holds = along(s.perimeter, 1.0);
    r.reckon(|| say!("reckon-building-holds", figures = holds), clause!("4.1.c"));
    let fight = along(s.wall, 2.0);
    r.reckon(|| say!("reckon-at-the-wall", figures = fight), clause!("4.1.b"));
    let pass = fight * u32::from(s.quarters);
    r.reckon(|| say!("reckon-through-the-wall", figures = pass), clause!("12.5.d"));
    let fire = match s.readings.fire_out {
        FireOut::EachWall => fight,
        FireOut::Perimeter => along(s.perimeter, 2.0),
    };
    r.reckon(|| say!("reckon-fire-out", figures = fire), clause!("4.1.d"));
    r.reckon(|| say!("reckon-building-stands-for-several"), clause!("4.1.a"));
    Doors { holds, pass, fight, fire }
}

procedure!(
    /// Going in and out of a building.
    Doorway: DoorwaySituation => Doors => Doors, "doorway", "title-doorway",
    check_doorway, doorway, known, { "perimeter": 30, "wall": 9, "quarters": 2 }
);

/// One of two own bodies that pass through each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Passer {
    /// In open order, or gunners away from their guns.
    #[serde(default)]
    pub skirmishers: bool,
    #[serde(default)]
    pub mounted: bool,
    #[serde(default = "yes")]
    pub regular: bool,
    /// Deployed guns with their crews.
    #[serde(default)]
    pub deployed_guns: bool,
    #[serde(default)]
    pub moving: bool,
    #[serde(default)]
    pub charging: bool,
    #[serde(default)]
    pub doubling: bool,
    #[serde(default)]
    pub evading: bool,
    /// It routs, with so many factors of disorganisation.
    #[serde(default)]
    pub routing: Option<u8>,
}

impl Default for Passer {
    fn default() -> Passer {
        Passer {
            skirmishers: false,
            mounted: false,
            regular: true,
            deployed_guns: false,
            moving: false,
            charging: false,
            doubling: false,
            evading: false,
            routing: None,
        }
    }
}

impl Passer {
    fn regular_foot_skirmishers(&self) -> bool {
        self.skirmishers && self.regular && !self.mounted
    }

    fn stationary(&self) -> bool {
        !(self.moving || self.charging || self.doubling || self.evading || self.routing.is_some())
    }

    fn hurried(&self) -> bool {
        self.doubling || self.routing.is_some()
    }
}

/// Two own bodies. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PassSituation {
    /// Who passes.
    pub one: Passer,
    /// Through whom.
    pub other: Passer,
}

/// Factors that each takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Passed {
    pub one: u8,
    pub other: u8,
}

impl Passed {
    /// In words.
    pub fn message(&self) -> Message {
        say!("passed-through", one = self.one, other = self.other)
    }
}
words::spoken!(Passed);

/// May they pass freely, by which clause?
fn free(a: &Passer, b: &Passer) -> Option<Clause> {
    let routing = a.routing.is_some() || b.routing.is_some();
    if a.skirmishers && (b.skirmishers || b.deployed_guns) && !routing {
        return Some(clause!("12.9.a"));
    }
    let (light, formed) = if a.skirmishers { (a, b) } else { (b, a) };
    if !light.skirmishers || formed.skirmishers || formed.deployed_guns {
        return None;
    }
    if light.evading {
        let may = light.regular && formed.stationary();
        return may.then(|| clause!("12.9.b"));
    }
    if light.regular_foot_skirmishers() && !light.hurried() {
        if formed.charging && !formed.hurried() {
            return Some(clause!("17.9.b"));
        }
        return (!formed.hurried()).then(|| clause!("12.9.c"));
    }
    let calm = |p: &Passer| !p.charging && !p.hurried();
    let one_stands = light.stationary() || formed.stationary();
    (light.mounted && one_stands && calm(light) && calm(formed)).then(|| clause!("12.9.d"))
}

fn pass(s: &PassSituation, r: &mut impl Record) -> Passed {
    // Whoever goes through the other: routers take none, and leave as many as they have with those who do not rout.
    if let Some(factors) = s.one.routing.or(s.other.routing) {
        r.reckon(|| say!("reckon-routers-pass", factors), clause!("T8.H"));
        let takes = |p: &Passer| if p.routing.is_some() { 0 } else { factors };
        return Passed { one: takes(&s.one), other: takes(&s.other) };
    }
    if let Some(by) = free(&s.one, &s.other) {
        r.reckon(|| say!("reckon-pass-freely"), by);
        return Passed::default();
    }
    let pass = &numbers().disorder.pass;
    let open = [&s.one, &s.other].iter().any(|p| p.skirmishers || p.deployed_guns);
    let factors = if open { pass.open } else { pass.close } as u8;
    let by = if s.one.evading { clause!("12.3.d") } else { clause!("12.9.e") };
    r.reckon(|| say!("reckon-pass-disorders", factors), by);
    r.clause(clause!("T8.H"));
    Passed { one: factors, other: factors }
}

procedure!(
    /// Passing through own troops.
    PassThrough: PassSituation => Passed => Passed, "pass-through", "title-pass-through",
    anything, pass, known,
    { "one": { "skirmishers": true, "evading": true, "moving": true }, "other": { "moving": true } }
);
