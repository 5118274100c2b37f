//! Disorganisation gained by movement, fire, contact, impact, melee, retreat, rout and pursuit (table 8).

use super::{Sum, check_list, known, procedure};
use crate::book::disorder::Moving;
use crate::book::{SheetRef, numbers};
use crate::order::Quarter;
use crate::terrain::Terrain;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Readings, Record, SituationError, check_count, check_number, impossible};
use words::Message;

umpire::choice!(
    /// Do two patches of like ground in one move count once or each (T8.A)?
    LikeGround { Once, EachPatch }
);
umpire::choice!(
    /// What do chargers take who still change formation at attack distance (8.4.e)?
    CaughtCharging { Four, Two }
);
umpire::choice!(
    /// What do troops take who charge after a double move and strike home (17.1.d)?
    DoubleContact { Both, MovementOnly }
);
umpire::choice!(
    /// How often do lancers take their factor in a melee (T8.E)?
    Lancers { EachRound, Once }
);
umpire::choice!(
    /// What does a sub-unit take that changes formation in melee (19.1.c)?
    ChangesInMelee { AsContacted, Nothing }
);
umpire::choice!(
    /// How often does cavalry take its factor that fights camels (A5.7)?
    Camels { OnceAMelee, EachRound }
);
umpire::choice!(
    /// How often does cavalry near elephants take its factors (A5.8)?
    Elephants { EachMove, Once }
);
umpire::choice!(
    /// When does the factor of an effective flank or rear attack count (17.8.b)?
    FlankAttack { BeforeImpact, AfterImpetus }
);

/// The readings that matter to disorganisation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct DisorderReadings {
    pub like_ground: LikeGround,
    pub caught_charging: CaughtCharging,
    pub double_contact: DoubleContact,
    #[serde(rename = "lancers-in-melee")]
    pub lancers: Lancers,
    pub changes_in_melee: ChangesInMelee,
    #[serde(rename = "camels-in-melee")]
    pub camels: Camels,
    #[serde(rename = "near-elephants")]
    pub elephants: Elephants,
    pub flank_attack: FlankAttack,
}

impl DisorderReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> DisorderReadings {
        DisorderReadings {
            like_ground: LikeGround::pick(r.is(reading!("like-ground", "each-patch"))),
            caught_charging: CaughtCharging::pick(r.is(reading!("caught-charging", "two"))),
            double_contact: DoubleContact::pick(r.is(reading!("double-contact", "movement-only"))),
            lancers: Lancers::pick(r.is(reading!("lancers-in-melee", "once"))),
            changes_in_melee: ChangesInMelee::pick(r.is(reading!("changes-in-melee", "nothing"))),
            camels: Camels::pick(r.is(reading!("camels-in-melee", "each-round"))),
            elephants: Elephants::pick(r.is(reading!("near-elephants", "once"))),
            flank_attack: FlankAttack::pick(r.is(reading!("flank-attack", "after-impetus"))),
        }
    }
}

/// Factors gained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Gained {
    pub factors: u8,
}

impl Gained {
    /// In words.
    pub fn message(&self) -> Message {
        say!("factors-gained", factors = self.factors)
    }

    fn of<R: Record>(sum: &Sum<'_, R>) -> Gained {
        Gained { factors: sum.total.clamp(0, 255) as u8 }
    }
}
words::spoken!(Gained);

/// Ground or an obstacle that was met in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Met {
    Ground(Terrain),
    SteepSlope,
    LinearObstacle,
    /// Entering or leaving one.
    Building,
}

/// What was met, and at which pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    pub met: Met,
    /// Some of it was gone at charge or double rate.
    #[serde(default)]
    pub fast: bool,
}

/// A body after its move. No dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MoveDisorderSituation {
    /// In open order; crews away from their guns too.
    pub skirmishers: bool,
    #[schemars(length(max = 50))]
    pub met: Vec<Stretch>,
    /// It double moved, and in the move before too.
    pub double_again: bool,
    /// It charged, after a double move or charge in the move before.
    pub charge_again: bool,
    /// It ended a charge without contact, and was not halted by a general.
    pub no_contact: bool,
    pub evaded: bool,
    /// Charging cavalry that had not finished a change of formation at attack distance.
    pub caught_changing: bool,
    /// Cavalry within 10 cm of enemy elephants.
    pub near_elephants: bool,
    /// It took the factors for elephants while it stayed near before.
    pub elephants_counted: bool,
    pub readings: DisorderReadings,
}

fn check_move(s: &MoveDisorderSituation) -> Result<(), SituationError> {
    if s.met.is_empty() {
        return Ok(());
    }
    check_list("met", &s.met, 50)?;
    for m in &s.met {
        let Some(row) = row_of(m.met) else { continue };
        if numbers().disorder.moving(row, s.skirmishers, m.fast).is_none() {
            let by = clause!("T8.A");
            return Err(impossible("met", say!("no-such-passage", by)));
        }
    }
    Ok(())
}

fn row_of(m: Met) -> Option<Moving> {
    match m {
        Met::SteepSlope | Met::Ground(Terrain::DenseWood) => Some(Moving::Steep),
        Met::LinearObstacle | Met::Ground(Terrain::River) => Some(Moving::Obstacle),
        Met::Building => Some(Moving::Building),
        Met::Ground(Terrain::Marsh) => Some(Moving::Marsh),
        Met::Ground(Terrain::Open | Terrain::Impassable) => None,
        Met::Ground(_) => Some(Moving::Rough),
    }
}

fn row_message(m: Moving) -> Message {
    match m {
        Moving::Rough => say!("row-rough-ground"),
        Moving::Steep => say!("row-steep-or-dense"),
        Moving::Marsh => say!("row-marsh"),
        Moving::Obstacle => say!("row-linear-obstacle"),
        Moving::Building => say!("row-building-passage"),
        Moving::DoubleAfterDouble => say!("row-double-again"),
        Moving::ChargeAfter => say!("row-charge-again"),
        Moving::NoContact => say!("row-no-contact"),
    }
}

fn move_disorder(s: &MoveDisorderSituation, r: &mut impl Record) -> Gained {
    let table = &numbers().disorder;
    let value = |row, fast| table.moving(row, s.skirmishers, fast).unwrap_or(0);
    let mut sum = Sum::new("movement", r);
    // Each different row once, at the faster pace; obstacles and buildings each.
    let mut rows: Vec<(Moving, bool)> = Vec::new();
    for m in &s.met {
        let Some(row) = row_of(m.met) else { continue };
        let each = matches!(row, Moving::Obstacle | Moving::Building);
        let known = rows.iter_mut().find(|(r, _)| *r == row);
        match known {
            Some(known) if !each && s.readings.like_ground == LikeGround::Once => known.1 |= m.fast,
            _ => rows.push((row, m.fast)),
        }
    }
    for (row, fast) in rows {
        sum.add(row_message(row), value(row, fast), clause!("T8.A"));
    }
    for (holds, row) in [
        (s.double_again, Moving::DoubleAfterDouble),
        (s.charge_again, Moving::ChargeAfter),
        (s.no_contact || s.evaded, Moving::NoContact),
    ] {
        if holds {
            let by = match row {
                Moving::ChargeAfter => clause!("17.1.d"),
                Moving::NoContact if s.no_contact => clause!("17.6.c"),
                Moving::NoContact => clause!("play.evade"),
                _ => clause!("T8.A"),
            };
            sum.add(row_message(row), value(row, true), by);
        }
    }
    if s.caught_changing {
        let factors = match s.readings.caught_charging {
            CaughtCharging::Four => table.contact.changing,
            CaughtCharging::Two => value(Moving::NoContact, true),
        };
        sum.add(say!("row-contact-changing"), factors, clause!("8.4.e"));
    }
    let again = s.elephants_counted && s.readings.elephants == Elephants::Once;
    if s.near_elephants && !again {
        sum.add(say!("row-near-elephants"), NEAR_ELEPHANTS, clause!("A5.8"));
    }
    let gained = Gained::of(&sum);
    r.reckon(|| say!("reckon-factors-add-up", factors = gained.factors), clause!("13.1.a"));
    gained
}

/// Factors of cavalry near enemy elephants, and of cavalry that fights camels (A5.7, A5.8).
const NEAR_ELEPHANTS: i32 = 2;
const FOUGHT_CAMELS: i32 = 1;

procedure!(
    /// Disorganisation from movement.
    MoveDisorder: MoveDisorderSituation => Gained => Gained, "move-disorder", "title-move-disorder",
    check_move, move_disorder, known,
    { "met": [{ "met": { "ground": "scrub" } }, { "met": "linear-obstacle", "fast": true }] }
);

/// A body after fire. No dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireDisorderSituation {
    /// Figures at the start of the move.
    #[schemars(range(min = 1, max = 10_000))]
    pub figures: u32,
    /// Figures taken off by fire in this move.
    #[serde(default)]
    pub lost: u32,
    /// Men lost to all fire, to shell, and to rockets.
    #[serde(default)]
    pub men: u32,
    #[serde(default)]
    pub by_shell: u32,
    #[serde(default)]
    pub by_rockets: u32,
    #[serde(default)]
    pub mounted: bool,
    #[serde(default)]
    pub changing_formation: bool,
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

fn check_fire(s: &FireDisorderSituation) -> Result<(), SituationError> {
    check_count("figures", s.figures, 1)?;
    check_count("lost", s.lost, 0)?;
    if s.lost > s.figures {
        return Err(impossible("lost", say!("no-more-than-all", all = s.figures)));
    }
    check_count("men", s.men, 0)?;
    check_count("by_shell", s.by_shell, 0)?;
    check_count("by_rockets", s.by_rockets, 0)?;
    if s.by_shell + s.by_rockets > s.men {
        return Err(impossible("men", say!("no-more-than-all", all = s.men)));
    }
    Ok(())
}

fn fire_disorder(s: &FireDisorderSituation, r: &mut impl Record) -> Gained {
    let n = &numbers().disorder.fire;
    let percent = super::losses::percent_of(s.figures, s.lost, &s.sheet, r);
    let mut sum = Sum::new("fire", r);
    sum.times(say!("row-ten-percent"), n.each_tenth, i32::from(percent / 10), clause!("T8.B"));
    let each = |men: u32| men >= s.figures;
    if s.mounted && each(s.by_shell) {
        sum.add(say!("row-shelled-horse"), n.shell_mounted, clause!("T8.B"));
    }
    if each(s.by_rockets) {
        let (says, value) = if s.mounted {
            (say!("row-rocketed-horse"), n.rockets_mounted)
        } else {
            (say!("row-rocketed-foot"), n.rockets_foot)
        };
        sum.add(says, value, clause!("T8.B"));
    }
    if s.changing_formation && each(s.men) {
        sum.add(say!("row-hit-changing"), n.changing, clause!("T8.B"));
    }
    let gained = Gained::of(&sum);
    r.reckon(|| say!("reckon-factors-add-up", factors = gained.factors), clause!("11.9"));
    gained
}

procedure!(
    /// Disorganisation from fire.
    FireDisorder: FireDisorderSituation => Gained => Gained, "fire-disorder", "title-fire-disorder",
    check_fire, fire_disorder, known, { "figures": 20, "lost": 4, "men": 85, "by_rockets": 40 }
);

/// A body that makes contact or is contacted. No dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ContactSituation {
    /// It makes contact, or is contacted, at double-move speed.
    pub double_speed: bool,
    /// It charges or countercharges so after a double move.
    pub charging_at_double: bool,
    /// Foot that is charged by cavalry while it still marches.
    pub foot_moving: bool,
    /// It changes formation or turns; disarming prisoners counts so.
    pub changing: bool,
    pub disarming: bool,
    pub prone: bool,
    /// From where the chargers still come when they reach attack distance.
    pub from: Quarter,
    /// It has no flank or rear: a square, open order, gun crews, troops in buildings.
    pub no_flanks: bool,
    /// The chargers are barred from impetus, or it is an attack.
    pub no_impetus: bool,
    pub readings: DisorderReadings,
}

fn contact(s: &ContactSituation, r: &mut impl Record) -> Gained {
    let n = &numbers().disorder.contact;
    let mut sum = Sum::new("contact", r);
    if s.double_speed {
        if s.charging_at_double && s.readings.double_contact == DoubleContact::MovementOnly {
            sum.r.reckon(|| say!("reckon-movement-only"), clause!("17.1.d"));
        } else {
            let by = if s.charging_at_double { clause!("17.1.d") } else { clause!("T8.C") };
            sum.add(say!("row-contact-double"), n.double_speed, by);
        }
    }
    if s.foot_moving {
        sum.add(say!("row-foot-moving"), n.foot_moving, clause!("T8.C"));
    }
    let flanked = !s.no_flanks && !s.no_impetus && s.readings.flank_attack == FlankAttack::BeforeImpact;
    // Only the highest of these counts.
    let starred = [
        (s.from == Quarter::Rear && flanked, n.rear, "rear"),
        (s.from == Quarter::Flank && flanked, n.flank, "flank"),
        (s.disarming, n.changing, "disarming"),
        (s.changing, n.changing, "changing"),
        (s.prone, n.lying_down, "prone"),
    ];
    let held: Vec<_> = starred.iter().filter(|(holds, ..)| *holds).collect();
    if let Some((_, value, what)) = held.iter().max_by_key(|(_, value, _)| *value) {
        let (says, by) = match *what {
            "rear" => (say!("row-rear-attack"), clause!("17.8.b")),
            "flank" => (say!("row-flank-attack"), clause!("17.8.b")),
            "disarming" => (say!("row-disarming"), clause!("23.10.e")),
            "changing" => (say!("row-contact-changing"), clause!("T8.C")),
            _ => (say!("row-contact-prone"), clause!("18.3.a")),
        };
        sum.add(says, *value, by);
        if held.len() > 1 {
            sum.r.reckon(|| say!("reckon-one-of-these"), clause!("T8.C.x"));
        }
    }
    let gained = Gained::of(&sum);
    r.reckon(|| say!("reckon-factors-add-up", factors = gained.factors), clause!("11.12"));
    gained
}

procedure!(
    /// Disorganisation at contact.
    ContactDisorder: ContactSituation => Gained => Gained, "contact-disorder", "title-contact-disorder",
    super::anything, contact, known, { "from": "flank", "changing": true }
);

/// A body after the impact, before the melee. No dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ImpactDisorderSituation {
    /// It crossed a defended obstacle at the end of its charge.
    pub crossed_obstacle: bool,
    /// A line or square that was charged by a column with impetus.
    pub struck_by_column: bool,
    pub broken_through: bool,
    /// From where the chargers came who had impetus.
    pub from: Quarter,
    pub no_flanks: bool,
    pub readings: DisorderReadings,
}

fn after_impact(s: &ImpactDisorderSituation, r: &mut impl Record) -> Gained {
    let n = &numbers().disorder;
    let mut sum = Sum::new("impact", r);
    if s.crossed_obstacle {
        sum.add(say!("row-crossed-in-charge"), n.impact.obstacle, clause!("18.1.d"));
    }
    if s.struck_by_column {
        sum.add(say!("row-struck-by-column"), n.impact.column, clause!("T8.D"));
    }
    if s.broken_through {
        sum.add(say!("row-broken-through"), n.impact.broken_through, clause!("18.1.e"));
    }
    if s.readings.flank_attack == FlankAttack::AfterImpetus && !s.no_flanks {
        match s.from {
            Quarter::Front => {}
            Quarter::Flank => sum.add(say!("row-flank-attack"), n.contact.flank, clause!("17.8.b")),
            Quarter::Rear => sum.add(say!("row-rear-attack"), n.contact.rear, clause!("17.8.b")),
        }
    }
    let gained = Gained::of(&sum);
    r.reckon(|| say!("reckon-factors-add-up", factors = gained.factors), clause!("T8.D"));
    gained
}

procedure!(
    /// Disorganisation after the impact.
    ImpactDisorder: ImpactDisorderSituation => Gained => Gained, "impact-disorder", "title-impact-disorder",
    super::anything, after_impact, known, { "struck_by_column": true, "broken_through": true }
);

/// A body in a round of melee. No dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MeleeDisorderSituation {
    /// The round, from 1.
    #[serde(default = "first")]
    #[schemars(range(min = 1, max = 10_000))]
    pub round: u32,
    pub lancers: bool,
    /// It got across a defended obstacle in this round, for which it took no factor at the impact.
    pub crossed_obstacle: bool,
    /// One of its sub-units in the melee changed formation or facing.
    pub changed_formation: bool,
    /// Cavalry that fights camels.
    pub against_camels: bool,
    /// The melee is over for it.
    pub ended: bool,
    pub readings: DisorderReadings,
}

fn first() -> u32 {
    1
}

fn check_melee(s: &MeleeDisorderSituation) -> Result<(), SituationError> {
    check_count("round", s.round, 1)
}

fn melee_disorder(s: &MeleeDisorderSituation, r: &mut impl Record) -> Gained {
    let n = &numbers().disorder;
    let mut sum = Sum::new("melee", r);
    let lancers = s.round == 2 || (s.round > 2 && s.readings.lancers == Lancers::EachRound);
    if s.lancers && lancers {
        sum.add(say!("row-lancers-later"), n.melee.lancers, clause!("T8.E"));
    }
    if s.crossed_obstacle {
        sum.add(say!("row-crossed-in-melee"), n.melee.obstacle, clause!("T8.E"));
    }
    if s.changed_formation {
        match s.readings.changes_in_melee {
            ChangesInMelee::AsContacted => {
                sum.add(say!("row-contact-changing"), n.contact.changing, clause!("19.1.c"));
            }
            ChangesInMelee::Nothing => sum.r.reckon(|| say!("reckon-no-row"), clause!("19.1.c")),
        }
    }
    if s.against_camels && (s.round == 1 || s.readings.camels == Camels::EachRound) {
        sum.add(say!("row-against-camels"), FOUGHT_CAMELS, clause!("A5.7"));
    }
    if s.ended {
        sum.add(say!("row-after-melee"), n.after.ended, clause!("T8.F"));
    }
    let gained = Gained::of(&sum);
    r.reckon(|| say!("reckon-factors-add-up", factors = gained.factors), clause!("11.15"));
    gained
}

procedure!(
    /// Disorganisation in and after melee.
    MeleeDisorder: MeleeDisorderSituation => Gained => Gained, "melee-disorder", "title-melee-disorder",
    check_melee, melee_disorder, known, { "round": 2, "lancers": true, "ended": true }
);

/// What a body does against its orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Forced {
    Retreating,
    Routing,
    Pursuing,
}

/// So many moves of it. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StateSituation {
    pub state: Forced,
    #[schemars(range(max = 100))]
    pub moves: u8,
}

fn check_state(s: &StateSituation) -> Result<(), SituationError> {
    check_number("moves", s.moves.into(), 0, 100)
}

fn state_disorder(s: &StateSituation, r: &mut impl Record) -> Gained {
    let n = &numbers().disorder.state;
    let mut sum = Sum::new("state", r);
    let (says, value) = match s.state {
        Forced::Retreating => (say!("row-retreating"), n.retreating),
        Forced::Routing => (say!("row-routing"), n.routing),
        Forced::Pursuing => (say!("row-pursuing"), n.pursuing),
    };
    sum.times(says, value, s.moves, clause!("T8.G"));
    let gained = Gained::of(&sum);
    r.clause(clause!("T8.G"));
    gained
}

procedure!(
    /// Disorganisation in retreat, rout and pursuit.
    StateDisorder: StateSituation => Gained => Gained, "state-disorder", "title-state-disorder",
    check_state, state_disorder, known, { "state": "routing", "moves": 2 }
);
