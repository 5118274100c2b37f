//! Batteries: leave to fire, manhandling, limbering, retreating, the artillery reserve and artillery commands.

use super::attack::{Goes, battery_retreats};
use super::dice::{Against, Disordered, Letter, disordered, trained};
use super::orders::Tried;
use super::{Within, beyond, check_disorder, check_metres, check_value, granted};
use crate::book::{BAD, SheetRef, distance, num, table, whole};
use crate::unit::BROKEN_U;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use umpire::{Clause, Dice, Procedure, Readings, Record, SituationError, check_number, impossible};
use words::Message;

umpire::choice!(
    /// Does a failed try to fire in the tactical part count as an action (tactical-bombardment.1)?
    FailedTry { Nothing, Action }
);
umpire::choice!(
    /// Where may units in continued melee not fire or be fired at (bombardment.1)?
    MeleeFire { Nowhere, TacticalOnly }
);
umpire::choice!(
    /// What disorders a battery that retreats in the tactical moves (tmove.artillery.4)?
    TacticalRetreat { Both, OnlyTwo }
);
umpire::choice!(
    /// When does a manhandled battery test (tmove.artillery.2)?
    ManhandleTest { Pivoting, Always }
);
umpire::choice!(
    /// From how far may a battery be sent to the reserve (gun-reserve.2)?
    SupportDistance { Route, ReserveZone }
);
umpire::choice!(
    /// What does one test in the reserve zone mean for an extra battery (gun-reserve.4)?
    ZoneTest { OneDie, OneOfTwo }
);

/// The readings that matter to batteries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct GunReadings {
    pub within: Within,
    pub failed_try: FailedTry,
    pub melee_fire: MeleeFire,
    #[serde(rename = "battery-retreat")]
    pub tactical_retreat: TacticalRetreat,
    pub manhandle_test: ManhandleTest,
    pub support_distance: SupportDistance,
    #[serde(rename = "reserve-zone-test")]
    pub zone_test: ZoneTest,
}

impl GunReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> GunReadings {
        GunReadings {
            within: Within::of(r),
            failed_try: FailedTry::pick(r.is(reading!("failed-try", "action"))),
            melee_fire: MeleeFire::pick(r.is(reading!("melee-fire", "tactical-only"))),
            tactical_retreat: TacticalRetreat::pick(r.is(reading!("battery-retreat", "only-two"))),
            manhandle_test: ManhandleTest::pick(r.is(reading!("manhandle-test", "always"))),
            support_distance: SupportDistance::pick(r.is(reading!("support-distance", "reserve-zone"))),
            zone_test: ZoneTest::pick(r.is(reading!("reserve-zone-test", "one-of-two"))),
        }
    }
}

/// When a battery fires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FirePhase {
    #[default]
    Tactical,
    Bombardment,
}

/// A battery that wants to fire. One die in the tactical step, if it may; none in the bombardment phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MayBombardSituation {
    #[serde(default)]
    pub phase: FirePhase,
    #[schemars(range(min = 1, max = 10))]
    pub officer: u8,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    #[serde(default)]
    pub limbered: bool,
    /// It is a battalion gun.
    #[serde(default)]
    pub battalion_gun: bool,
    /// It has moved: in this sequence, or in the bombardment phase in the tactical part.
    #[serde(default)]
    pub moved: bool,
    /// It has bombarded in this round.
    #[serde(default)]
    pub bombarded: bool,
    /// It tried in the tactical part and failed.
    #[serde(default)]
    pub tried: bool,
    /// It is itself the target of an attack in this sequence.
    #[serde(default)]
    pub attacked: bool,
    /// It is in continued melee.
    #[serde(default)]
    pub continued: bool,
    /// Its target is in continued melee.
    #[serde(default)]
    pub target_continued: bool,
    #[serde(default)]
    pub integrity_broken: bool,
    #[serde(default)]
    pub readings: GunReadings,
}

/// Whether a battery fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MayBombardOutcome {
    Fires,
    /// It does not, and has so many U now.
    Fails {
        disorder: u8,
    },
    MayNot,
}

impl MayBombardOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            MayBombardOutcome::Fires => say!("battery-fires"),
            MayBombardOutcome::Fails { disorder } => say!("battery-fails", disorder),
            MayBombardOutcome::MayNot => say!("battery-may-not"),
        }
    }
}
words::spoken!(MayBombardOutcome);

/// Why a battery may not fire.
pub fn cannot_bombard(s: &MayBombardSituation) -> Option<Clause> {
    let tactical = s.phase == FirePhase::Tactical;
    if s.battalion_gun {
        return Some(clause!("battalion-gun.4"));
    }
    if s.limbered {
        return Some(clause!("formations.7"));
    }
    if s.integrity_broken {
        return Some(clause!("integrity.6"));
    }
    let here = || if tactical { clause!("tactical-bombardment.2") } else { clause!("bombardment.1") };
    let in_melee = s.continued || s.target_continued;
    if in_melee && (tactical || s.readings.melee_fire == MeleeFire::Nowhere) {
        return Some(here());
    }
    if s.disorder >= BROKEN_U || s.moved {
        return Some(here());
    }
    if s.bombarded {
        return Some(if tactical { clause!("tactical-bombardment.4") } else { clause!("bombardment.1") });
    }
    if tactical && s.attacked {
        return Some(here());
    }
    let acted = !tactical && s.tried && s.readings.failed_try == FailedTry::Action;
    acted.then(|| clause!("tactical-bombardment.1"))
}

/// Leave to fire.
#[derive(Clone, Copy, Debug)]
pub struct MayBombard;

impl Procedure for MayBombard {
    type Situation = MayBombardSituation;
    /// Known, or by a test; and the U it has.
    type Prepared = (Result<MayBombardOutcome, Against>, u8);
    type Outcome = MayBombardOutcome;

    const NAME: &'static str = "may-bombard";

    fn title() -> Message {
        say!("title-may-bombard")
    }

    fn check(s: &MayBombardSituation) -> Result<(), SituationError> {
        check_value("officer", s.officer)?;
        check_disorder("disorder", s.disorder)
    }

    fn prepare(s: &MayBombardSituation, r: &mut impl Record) -> Self::Prepared {
        if let Some(by) = cannot_bombard(s) {
            r.reckon(|| say!("reckon-may-not-fire", by), by);
            return (Ok(MayBombardOutcome::MayNot), s.disorder);
        }
        if s.phase == FirePhase::Bombardment {
            r.reckon(|| say!("reckon-fires-untested"), clause!("bombardment.1"));
            return (Ok(MayBombardOutcome::Fires), s.disorder);
        }
        r.reckon(|| say!("reckon-fire-tested"), clause!("tactical-bombardment.1"));
        (Err(Against::new(Letter::O, s.officer)), s.disorder)
    }

    fn resolve(p: &Self::Prepared, d: &mut impl Dice, r: &mut impl Record) -> MayBombardOutcome {
        match p.0 {
            Ok(o) => o,
            Err(o) if o.pass(1, 1, d, r) => {
                r.reckon(|| say!("reckon-normal-fire"), clause!("tactical-bombardment.3"));
                MayBombardOutcome::Fires
            }
            Err(_) => {
                r.modifier("battery", say!("mod-failed-to-fire"), 1, clause!("tactical-bombardment.1"));
                MayBombardOutcome::Fails { disorder: disordered(p.1, 1, r) }
            }
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "officer": 5, "disorder": 1 })
    }
}

/// A battery that is pushed by hand. One die for O1/1, one for T1/U.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ManhandleSituation {
    /// Pounds.
    #[schemars(range(min = 1, max = 48))]
    pub calibre: u8,
    #[schemars(range(min = 1, max = 10))]
    pub officer: u8,
    #[schemars(range(min = 1, max = 10))]
    pub training: u8,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    #[serde(default)]
    pub enemy: Option<f64>,
    #[serde(default)]
    pub metres: f64,
    #[serde(default)]
    pub degrees: f64,
    #[serde(default)]
    pub redoubt: bool,
    #[serde(default)]
    pub readings: GunReadings,
    /// The reference sheet that is played; the built-in one where nothing is said.
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// Whether a battery does what it tried, and its U then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GunsOutcome {
    Done { disorder: u8 },
    Fails,
    MayNot,
}

impl GunsOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            GunsOutcome::Done { disorder } => say!("guns-done", disorder),
            GunsOutcome::Fails => say!("guns-fail"),
            GunsOutcome::MayNot => say!("guns-may-not"),
        }
    }
}
words::spoken!(GunsOutcome);

/// Within this of the enemy a battery is engaged (engagement.1).
const ENGAGED: f64 = 400.0;

/// Is a battery of the heavy calibres (tmove.artillery.2)?
pub fn heavy(calibre: u8) -> bool {
    calibre >= 8
}

/// Degrees that a manhandled battery may pivot (tmove.artillery.2).
pub fn manhandled_degrees(calibre: u8) -> f64 {
    let row = if heavy(calibre) { "8-12 pdr" } else { "3-6 pdr (below 8)" };
    table("manhandling").cell(row, "pivot up to, degrees").and_then(whole).expect(BAD) as f64
}

/// Why guns cannot be pushed so, whatever the dice: by which clause, and in words.
pub fn cannot_manhandle(s: &ManhandleSituation) -> Option<(Clause, Message)> {
    if s.redoubt && s.degrees > super::TOLERANCE {
        return Some((clause!("redoubt.3"), say!("reckon-no-pivot-in-redoubt")));
    }
    let most = manhandled_degrees(s.calibre);
    if beyond(s.degrees, most) {
        return Some((clause!("tmove.artillery.2"), say!("reckon-manhandled-degrees", most)));
    }
    let most = s.sheet.march().manhandled[usize::from(heavy(s.calibre))].value;
    beyond(s.metres, most).then(|| (clause!("tmove.artillery.1"), say!("reckon-manhandled-metres", most)))
}

/// Pushing guns by hand.
#[derive(Clone, Copy, Debug)]
pub struct Manhandle;

impl Procedure for Manhandle {
    type Situation = ManhandleSituation;
    /// Both tests, the second with so many dice, and the U it has; nothing: it may not.
    type Prepared = Option<(Against, Against, u8, u8)>;
    type Outcome = GunsOutcome;

    const NAME: &'static str = "manhandle";

    fn title() -> Message {
        say!("title-manhandle")
    }

    fn check(s: &ManhandleSituation) -> Result<(), SituationError> {
        check_number("calibre", s.calibre.into(), 1, 48)?;
        check_value("officer", s.officer)?;
        check_value("training", s.training)?;
        check_disorder("disorder", s.disorder)?;
        check_metres("enemy", s.enemy)?;
        check_metres("metres", Some(s.metres))?;
        check_metres("degrees", Some(s.degrees))
    }

    fn prepare(s: &ManhandleSituation, r: &mut impl Record) -> Self::Prepared {
        if let Some((by, why)) = cannot_manhandle(s) {
            r.reckon(|| why, by);
            return None;
        }
        if s.sheet.march().manhandled[usize::from(heavy(s.calibre))].stand_in {
            r.reckon(|| say!("reckon-stand-in", table = "missing.movement"), clause!("missing-tables.1"));
        }
        // Whoever is not engaged is manhandled in the deployment phase.
        let by = if s.enemy.is_some_and(|m| s.readings.within.inside(m, ENGAGED)) {
            clause!("tmove.artillery.1")
        } else {
            clause!("gt-guns.7")
        };
        r.reckon(|| say!("reckon-manhandle-tested"), by);
        let pivots = s.degrees > super::TOLERANCE || s.readings.manhandle_test == ManhandleTest::Always;
        let training = if pivots {
            r.reckon(|| say!("reckon-manhandled-pivot"), clause!("tmove.artillery.2"));
            trained(s.training, s.disorder, s.enemy, s.readings.within, r)
        } else {
            Against::new(Letter::T, s.training)
        };
        Some((Against::new(Letter::O, s.officer), training, u8::from(pivots), s.disorder))
    }

    fn resolve(p: &Self::Prepared, d: &mut impl Dice, r: &mut impl Record) -> GunsOutcome {
        let Some((officer, training, dice, had)) = *p else { return GunsOutcome::MayNot };
        if !officer.pass(1, 1, d, r) {
            return GunsOutcome::Fails;
        }
        let gained = training.disorders(dice, d, r);
        GunsOutcome::Done { disorder: disordered(had, gained, r) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "calibre": 6, "officer": 5, "training": 5, "metres": 50, "degrees": 45 })
    }
}

/// An unlimbered battery that wants to limber up in the deployment phase. Two dice, if it may.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimberSituation {
    #[schemars(range(min = 1, max = 10))]
    pub officer: u8,
    /// Metres to the nearest enemy.
    #[serde(default)]
    pub enemy: Option<f64>,
    /// It stands in a redoubt, which it leaves so.
    #[serde(default)]
    pub redoubt: bool,
    #[serde(default)]
    pub disorder: u8,
}

/// Limbering up.
#[derive(Clone, Copy, Debug)]
pub struct LimberUp;

impl Procedure for LimberUp {
    type Situation = LimberSituation;
    type Prepared = (Option<Against>, u8);
    type Outcome = GunsOutcome;

    const NAME: &'static str = "limber-up";

    fn title() -> Message {
        say!("title-limber-up")
    }

    fn check(s: &LimberSituation) -> Result<(), SituationError> {
        check_value("officer", s.officer)?;
        check_disorder("disorder", s.disorder)?;
        check_metres("enemy", s.enemy)
    }

    fn prepare(s: &LimberSituation, r: &mut impl Record) -> (Option<Against>, u8) {
        let limit = distance("battery may limber only if farther from enemy than");
        if s.enemy.is_some_and(|m| !beyond(m, limit)) {
            r.reckon(|| say!("reckon-too-near-to-limber", limit), clause!("gt-guns.8"));
            return (None, s.disorder);
        }
        r.reckon(|| say!("reckon-limber-tested"), clause!("gt-guns.8"));
        if s.redoubt {
            r.reckon(|| say!("reckon-leaves-redoubt"), clause!("redoubt.5"));
        }
        (Some(Against::new(Letter::O, s.officer)), s.disorder)
    }

    fn resolve(p: &(Option<Against>, u8), d: &mut impl Dice, r: &mut impl Record) -> GunsOutcome {
        match p.0 {
            None => GunsOutcome::MayNot,
            Some(o) if o.pass(2, 2, d, r) => GunsOutcome::Done { disorder: p.1 },
            Some(_) => GunsOutcome::Fails,
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "officer": 6, "enemy": 700 })
    }
}

/// A battery that has been limbered in the deployment phase. Dice by the distance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimberedSituation {
    #[schemars(range(min = 1, max = 10))]
    pub officer: u8,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    /// Metres to the nearest enemy at the end of the phase.
    #[serde(default)]
    pub enemy: Option<f64>,
    /// The same at the moment it unlimbered, if it did.
    #[serde(default)]
    pub when_unlimbering: Option<f64>,
    #[serde(default)]
    pub readings: GunReadings,
}

/// Within how many metres of the enemy a battery that was limbered tests with how many dice (gt-guns.4).
fn limbered_bands() -> &'static [(f64, u8)] {
    static BANDS: OnceLock<Vec<(f64, u8)>> = OnceLock::new();
    BANDS.get_or_init(|| {
        let band = |r: &Vec<umpire::Cell>| {
            let dice = r[1].text()?.strip_prefix('O')?.strip_suffix("/U")?.parse().ok()?;
            Some((num(&r[0])?, dice))
        };
        table("guns.limbered-near-enemy").rows.iter().map(|r| band(r).expect(BAD)).collect()
    })
}

/// Being limbered near the enemy.
#[derive(Clone, Copy, Debug)]
pub struct LimberedNear;

impl Procedure for LimberedNear {
    type Situation = LimberedSituation;
    type Prepared = (Against, u8, u8);
    type Outcome = Disordered;

    const NAME: &'static str = "limbered-near";

    fn title() -> Message {
        say!("title-limbered-near")
    }

    fn check(s: &LimberedSituation) -> Result<(), SituationError> {
        check_value("officer", s.officer)?;
        check_disorder("disorder", s.disorder)?;
        check_metres("enemy", s.enemy)?;
        check_metres("when_unlimbering", s.when_unlimbering)
    }

    fn prepare(s: &LimberedSituation, r: &mut impl Record) -> (Against, u8, u8) {
        let enemy = s.when_unlimbering.or(s.enemy);
        if let Some(m) = s.when_unlimbering {
            r.reckon(|| say!("reckon-when-unlimbering", metres = words::tenths(m)), clause!("gt-guns.5"));
        }
        let near = |b: &&(f64, u8)| enemy.is_some_and(|m| s.readings.within.inside(m, b.0));
        let dice = limbered_bands().iter().filter(near).map(|b| b.1).max().unwrap_or(0);
        r.reckon(|| say!("reckon-limbered-near", dice), clause!("gt-guns.4"));
        (Against::new(Letter::O, s.officer), dice, s.disorder)
    }

    fn resolve(p: &(Against, u8, u8), d: &mut impl Dice, r: &mut impl Record) -> Disordered {
        let gained = p.0.disorders(p.1, d, r);
        Disordered { gained, disorder: disordered(p.2, gained, r) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "officer": 5, "enemy": 550 })
    }
}

/// When a battery retreats of its own will.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RetreatPhase {
    #[default]
    Tactical,
    Deployment,
}

/// A battery that retreats of its own will. Two dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BatteryRetreatSituation {
    #[serde(default)]
    pub phase: RetreatPhase,
    #[schemars(range(min = 1, max = 10))]
    pub officer: u8,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    /// It has bombarded in this round.
    #[serde(default)]
    pub bombarded: bool,
    #[serde(default)]
    pub readings: GunReadings,
}

/// Where it goes, and its U then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BatteryRetreatOutcome {
    Retreats { goes: Goes, disorder: u8 },
    MayNot,
}

impl BatteryRetreatOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            BatteryRetreatOutcome::Retreats { goes, disorder } => say!("battery-retreats", goes, disorder),
            BatteryRetreatOutcome::MayNot => say!("battery-may-not-retreat"),
        }
    }
}
words::spoken!(BatteryRetreatOutcome);

/// U that a retreat in the tactical moves gives besides (tmove.artillery.4).
pub const TACTICAL_RETREAT: u8 = 2;

/// A battery's own retreat.
#[derive(Clone, Copy, Debug)]
pub struct BatteryRetreat;

impl Procedure for BatteryRetreat {
    type Situation = BatteryRetreatSituation;
    /// Against what, with how many dice, U besides, U had, where to; nothing: it may not.
    type Prepared = Option<(Against, u8, u8, u8, Goes)>;
    type Outcome = BatteryRetreatOutcome;

    const NAME: &'static str = "battery-retreat";

    fn title() -> Message {
        say!("title-battery-retreat")
    }

    fn check(s: &BatteryRetreatSituation) -> Result<(), SituationError> {
        check_value("officer", s.officer)?;
        check_disorder("disorder", s.disorder)
    }

    fn prepare(s: &BatteryRetreatSituation, r: &mut impl Record) -> Self::Prepared {
        if s.bombarded {
            r.reckon(|| say!("reckon-has-bombarded"), clause!("tactical-bombardment.4"));
            return None;
        }
        let tactical = s.phase == RetreatPhase::Tactical;
        let besides = if tactical {
            r.modifier(
                "battery",
                say!("mod-tactical-retreat"),
                TACTICAL_RETREAT.into(),
                clause!("tmove.artillery.4"),
            );
            TACTICAL_RETREAT
        } else {
            0
        };
        let dice = if tactical && s.readings.tactical_retreat == TacticalRetreat::OnlyTwo { 0 } else { 2 };
        if dice > 0 {
            r.reckon(|| say!("reckon-retreat-tests", dice), clause!("guns-retreat.1"));
        }
        let goes = if s.disorder >= BROKEN_U {
            r.reckon(|| say!("reckon-to-the-train"), clause!("guns-retreat.2"));
            Goes::ToTrain
        } else {
            battery_retreats()
        };
        Some((Against::new(Letter::O, s.officer), dice, besides, s.disorder, goes))
    }

    fn resolve(p: &Self::Prepared, d: &mut impl Dice, r: &mut impl Record) -> BatteryRetreatOutcome {
        let Some((officer, dice, besides, had, goes)) = *p else { return BatteryRetreatOutcome::MayNot };
        let gained = officer.disorders(dice, d, r) + besides;
        BatteryRetreatOutcome::Retreats { goes, disorder: disordered(had, gained, r) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "phase": "tactical", "officer": 5, "disorder": 1 })
    }
}

/// A battery that is to go to the artillery reserve in the order phase. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToReserveSituation {
    #[schemars(range(max = 8))]
    pub disorder: u8,
    /// It is retreating of its own will.
    #[serde(default)]
    pub retreating: bool,
    /// It is supported by the headquarters: a route leads there.
    #[serde(default)]
    pub supported: bool,
    /// Metres to the headquarters.
    #[serde(default)]
    pub headquarters: Option<f64>,
    #[serde(default)]
    pub readings: GunReadings,
}

/// U that the transfer gives (gun-reserve.2).
pub const TO_RESERVE: u8 = 2;

/// Sending a battery to the reserve.
#[derive(Clone, Copy, Debug)]
pub struct ToReserve;

impl Procedure for ToReserve {
    type Situation = ToReserveSituation;
    type Prepared = GunsOutcome;
    type Outcome = GunsOutcome;

    const NAME: &'static str = "to-reserve";

    fn title() -> Message {
        say!("title-to-reserve")
    }

    fn check(s: &ToReserveSituation) -> Result<(), SituationError> {
        check_disorder("disorder", s.disorder)?;
        check_metres("headquarters", s.headquarters)
    }

    fn prepare(s: &ToReserveSituation, r: &mut impl Record) -> GunsOutcome {
        let near = match s.readings.support_distance {
            SupportDistance::Route => s.supported,
            SupportDistance::ReserveZone => {
                s.headquarters.is_some_and(|m| granted(m, distance("reserve zone radius")))
            }
        };
        if !(near && (s.disorder >= BROKEN_U || s.retreating)) {
            r.reckon(|| say!("reckon-not-to-reserve"), clause!("gun-reserve.2"));
            return GunsOutcome::MayNot;
        }
        r.modifier("battery", say!("mod-to-reserve"), TO_RESERVE.into(), clause!("gun-reserve.2"));
        GunsOutcome::Done { disorder: disordered(s.disorder, TO_RESERVE, r) }
    }

    fn resolve(p: &GunsOutcome, _: &mut impl Dice, _: &mut impl Record) -> GunsOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "disorder": 6, "supported": true })
    }
}

/// What a reserve battery is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReservePurpose {
    /// Take the place of one that was sent to the reserve.
    Replace,
    /// Be an extra one of a division or an artillery command.
    Attach,
}

/// A reserve battery that is to leave the train. One or two dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FromReserveSituation {
    pub purpose: ReservePurpose,
    /// E of an inactive artillery chief of the corps, if there is one.
    #[serde(default)]
    pub chief: Option<u8>,
    /// O of the battery.
    #[schemars(range(min = 1, max = 10))]
    pub officer: u8,
    /// The corps has an active headquarters.
    #[serde(default = "yes")]
    pub headquarters: bool,
    /// The command to which it goes is in the reserve zone.
    #[serde(default)]
    pub reserve_zone: bool,
    /// Gun bases of that division or artillery command with it.
    #[schemars(range(min = 1, max = 100))]
    pub guns: u8,
    /// Most gun bases that it may have: of a division one for every two bases of other arms, of an artillery chief twenty.
    #[schemars(range(max = 100))]
    pub most: u8,
    #[serde(default)]
    pub readings: GunReadings,
}

fn yes() -> bool {
    true
}

/// A battery out of the reserve.
#[derive(Clone, Copy, Debug)]
pub struct FromReserve;

impl Procedure for FromReserve {
    type Situation = FromReserveSituation;
    /// Against what, dice, how many must pass; nothing: it may not.
    type Prepared = Option<(Against, u8, u8)>;
    type Outcome = GunsOutcome;

    const NAME: &'static str = "from-reserve";

    fn title() -> Message {
        say!("title-from-reserve")
    }

    fn check(s: &FromReserveSituation) -> Result<(), SituationError> {
        if let Some(e) = s.chief {
            check_value("chief", e)?;
        }
        check_value("officer", s.officer)?;
        check_number("guns", s.guns.into(), 1, 100)?;
        check_number("most", s.most.into(), 0, 100)
    }

    fn prepare(s: &FromReserveSituation, r: &mut impl Record) -> Self::Prepared {
        if !s.headquarters {
            r.reckon(|| say!("reckon-no-headquarters"), clause!("gun-reserve.5"));
            return None;
        }
        let (guns, most) = (s.guns, s.most);
        if s.purpose == ReservePurpose::Attach && guns > most {
            r.reckon(|| say!("reckon-too-many-guns", guns, most), clause!("gun-reserve.4"));
            return None;
        }
        let against = match s.chief {
            Some(e) => Against::new(Letter::E, e),
            None => Against::new(Letter::O, s.officer),
        };
        if s.purpose == ReservePurpose::Replace {
            r.reckon(|| say!("reckon-replaces"), clause!("gun-reserve.3"));
            return Some((against, 1, 1));
        }
        let dice = match (s.reserve_zone, s.readings.zone_test) {
            (false, _) => (2, 2),
            (true, ZoneTest::OneDie) => (1, 1),
            (true, ZoneTest::OneOfTwo) => (2, 1),
        };
        r.reckon(|| say!("reckon-attaches", dice = dice.0, needed = dice.1), clause!("gun-reserve.4"));
        Some((against, dice.0, dice.1))
    }

    fn resolve(p: &Self::Prepared, d: &mut impl Dice, r: &mut impl Record) -> GunsOutcome {
        match *p {
            None => GunsOutcome::MayNot,
            Some((against, dice, needed)) if against.pass(dice, needed, d, r) => {
                GunsOutcome::Done { disorder: 0 }
            }
            Some(_) => GunsOutcome::Fails,
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "purpose": "attach", "chief": 6, "officer": 5, "guns": 8, "most": 12 })
    }
}

/// An artillery chief who calls a battery to him. One die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FollowSituation {
    /// E of the chief.
    #[schemars(range(min = 1, max = 10))]
    pub ability: u8,
}

/// Following the artillery chief.
#[derive(Clone, Copy, Debug)]
pub struct FollowChief;

impl Procedure for FollowChief {
    type Situation = FollowSituation;
    type Prepared = Against;
    type Outcome = Tried;

    const NAME: &'static str = "follow-chief";

    fn title() -> Message {
        say!("title-follow-chief")
    }

    fn check(s: &FollowSituation) -> Result<(), SituationError> {
        check_value("ability", s.ability)
    }

    fn prepare(s: &FollowSituation, r: &mut impl Record) -> Against {
        r.reckon(|| say!("reckon-follows-chief"), clause!("gun-command.3"));
        Against::new(Letter::E, s.ability)
    }

    fn resolve(p: &Against, d: &mut impl Dice, r: &mut impl Record) -> Tried {
        Tried::of(p.pass(1, 1, d, r))
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "ability": 6 })
    }
}

/// A battery of an artillery command.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandBattery {
    #[schemars(range(min = 1, max = 10))]
    pub training: u8,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    #[serde(default)]
    pub enemy: Option<f64>,
}

/// An artillery command that pivots. Two dice for E2/2, then one for each battery.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandPivotSituation {
    /// E of the chief.
    #[schemars(range(min = 1, max = 10))]
    pub ability: u8,
    /// Metres that the base moves which moves farthest.
    pub farthest: f64,
    #[schemars(length(min = 1, max = 12))]
    pub batteries: Vec<CommandBattery>,
    #[serde(default)]
    pub readings: GunReadings,
}

/// Whether it pivots, and the U of its batteries then, as they were named.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandPivotOutcome {
    Pivots { disorder: Vec<u8> },
    Fails,
    MayNot,
}

impl CommandPivotOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            CommandPivotOutcome::Pivots { disorder } => {
                let each = disorder.iter().map(|u| Message::verbatim(u.to_string()));
                say!("command-pivots", each = words::list(each, words::Joint::Comma))
            }
            CommandPivotOutcome::Fails => say!("guns-fail"),
            CommandPivotOutcome::MayNot => say!("guns-may-not"),
        }
    }
}
words::spoken!(CommandPivotOutcome);

/// A whole artillery command pivots.
#[derive(Clone, Copy, Debug)]
pub struct CommandPivot;

impl Procedure for CommandPivot {
    type Situation = CommandPivotSituation;
    /// The chief's test, and of each battery the value and its U; nothing: it may not.
    type Prepared = Option<(Against, Vec<(Against, u8)>)>;
    type Outcome = CommandPivotOutcome;

    const NAME: &'static str = "command-pivot";

    fn title() -> Message {
        say!("title-command-pivot")
    }

    fn check(s: &CommandPivotSituation) -> Result<(), SituationError> {
        check_value("ability", s.ability)?;
        check_metres("farthest", Some(s.farthest))?;
        if !(1..=12).contains(&s.batteries.len()) {
            return Err(impossible("batteries", say!("list-at-most", most = 12)));
        }
        for b in &s.batteries {
            check_value("batteries", b.training)?;
            check_disorder("batteries", b.disorder)?;
            check_metres("batteries", b.enemy)?;
        }
        Ok(())
    }

    fn prepare(s: &CommandPivotSituation, r: &mut impl Record) -> Self::Prepared {
        let most = distance("artillery command pivot, any base at most");
        if beyond(s.farthest, most) {
            r.reckon(|| say!("reckon-pivot-too-far", most), clause!("gun-command-pivot.1"));
            return None;
        }
        r.reckon(|| say!("reckon-command-pivot"), clause!("gun-command-pivot.1"));
        let each = s
            .batteries
            .iter()
            .map(|b| (trained(b.training, b.disorder, b.enemy, s.readings.within, r), b.disorder));
        Some((Against::new(Letter::E, s.ability), each.collect()))
    }

    fn resolve(p: &Self::Prepared, d: &mut impl Dice, r: &mut impl Record) -> CommandPivotOutcome {
        let Some((chief, batteries)) = p else { return CommandPivotOutcome::MayNot };
        if !chief.pass(2, 2, d, r) {
            return CommandPivotOutcome::Fails;
        }
        r.reckon(|| say!("reckon-each-battery-tests"), clause!("gun-command-pivot.2"));
        let disorder = batteries.iter().map(|(training, had)| {
            let gained = training.disorders(1, d, r);
            disordered(*had, gained, r)
        });
        CommandPivotOutcome::Pivots { disorder: disorder.collect() }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "ability": 7, "farthest": 150, "batteries": [{ "training": 5 }, { "training": 6 }] })
    }
}
