//! Artillery fire of one battery, or of some of its guns (chapter 10, tables XI to XIV; 14.03.2, 17.04).

use super::fire_readings::{
    CommanderUnderGuns, EachBehind, EquipmentLoss, FateOfOccupants, FireReadings, HitsOnBuilding,
    RearUnderGuns, Unanswered,
};
use super::small_arms::{commander, say_why_not, year};
use super::target::{self, Close, Shape, Shared, Struck, Suffered, Target, Victim};
use super::{Column, Roll, Sums, Tally, check_training, check_valour, within};
use crate::book::fire::{self as book, Damage};
use crate::book::guns::Gun;
use crate::book::numbers;
use crate::gunnery::{self, Ranging};
use crate::school::School;
use crate::troop::{Arm, Cover, Effect, Formation, State};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use umpire::{
    Clause, Dice, Part, Procedure, Record, Round, SituationError, check_count, check_length, check_number,
    impossible,
};
use words::{Joint, Message};

/// What a battery fires at. Three dice serve all of it, and one before them for a commander who counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArtillerySituation {
    pub battery: Battery,
    /// The target, and the units behind it that are shot through with it, from the front. None for an empty building.
    #[serde(default)]
    pub targets: Vec<Aimed>,
    /// The building that the target is in, or an empty one.
    #[serde(default)]
    pub building: Option<House>,
    /// The year, for training (appendix on nations).
    #[serde(default = "year")]
    pub year: u16,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: FireReadings,
}

/// The battery that fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Battery {
    pub gun: Gun,
    /// Firing units that take part: real guns, unlimbered and ready.
    pub guns: u8,
    /// Gunner figures.
    pub gunners: u16,
    /// Model guns that take part.
    #[serde(default = "one")]
    pub models: u8,
    #[serde(default)]
    pub state: State,
    /// The cover it fires from.
    #[serde(default)]
    pub cover: Cover,
    #[serde(default)]
    pub valour: i8,
    /// What the scenario gives for its training.
    #[serde(default)]
    pub training: i8,
    /// Gunners whose training is in the appendix on nations.
    #[serde(default)]
    pub school: Option<School>,
    /// Artillery fire at it is announced in this turn.
    #[serde(default)]
    pub under_fire: bool,
    /// Its target is artillery that fires at it, or did so in this turn or the last.
    #[serde(default)]
    pub answers: bool,
}

fn one() -> u8 {
    1
}

impl Battery {
    /// In order and in the open, with as many gunners as it needs.
    pub fn new(gun: Gun, guns: u8) -> Battery {
        Battery {
            gun,
            guns,
            gunners: u16::from(guns).div_ceil(2),
            models: 1,
            state: State::Order,
            cover: Cover::None,
            valour: 0,
            training: 0,
            school: None,
            under_fire: false,
            answers: false,
        }
    }
}

/// A unit that a battery fires at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Aimed {
    pub unit: Target,
    /// Cm along the line of fire.
    pub distance: f64,
    /// Cm from the foremost base edge of the first unit, for one behind it.
    #[serde(default)]
    pub behind: f64,
    /// It is behind a terrain feature and cannot be seen.
    #[serde(default)]
    pub unseen: bool,
    /// It is in no-ricochet ground or directly behind it (10.04.1).
    #[serde(default)]
    pub no_ricochet: bool,
    /// What the battery has done towards ranging in on it.
    #[serde(default)]
    pub ranging: Ranging,
    /// A skirmish line close to an own unit: the one of the two that is not the target.
    #[serde(default)]
    pub close: Option<Close>,
}

impl Aimed {
    /// Seen, on ground that shot ricochets from, ranged in on.
    pub fn new(unit: Target, distance: f64) -> Aimed {
        Aimed {
            unit,
            distance,
            behind: 0.0,
            unseen: false,
            no_ricochet: false,
            ranging: Ranging::FIRED,
            close: None,
        }
    }
}

/// A building under fire.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct House {
    pub cover: Cover,
    /// Hits it has had.
    #[serde(default)]
    pub hits: u8,
    /// Cm along the line of fire, for an empty one.
    #[serde(default)]
    pub distance: f64,
    /// What the battery has done towards ranging in on it, for an empty one.
    #[serde(default)]
    pub ranging: Ranging,
}

/// What a battery's equipment suffers (table XIII).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Equipment {
    /// Horse figures.
    pub horses: u8,
    /// Firing units.
    pub guns: u8,
    /// Ammunition loads.
    pub loads: u8,
}

impl Equipment {
    fn of(d: Damage) -> Equipment {
        match d {
            Damage::None => Equipment::default(),
            Damage::Horses(horses) => Equipment { horses, ..Equipment::default() },
            Damage::Guns(guns) => Equipment { guns, ..Equipment::default() },
            Damage::Loads(loads) => Equipment { loads, ..Equipment::default() },
        }
    }
}

/// What becomes of a building.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Damaged {
    /// Hits it has had from now on.
    pub hits: u8,
    /// It has no cover any more and cannot be passed.
    pub ruined: bool,
    /// Fire breaks out.
    pub fire: bool,
    /// Its occupants are set outside at once; else those of a ruin leave in their next turn.
    pub set_outside: bool,
}

/// What one unit suffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Hit {
    pub unit: Suffered,
    /// Who shares its losses.
    pub close: Option<Suffered>,
    pub equipment: Equipment,
    /// The commander who was committed with it falls.
    pub commander_falls: bool,
}

/// What a battery's fire does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ArtilleryOutcome {
    /// As the targets were given.
    pub targets: Vec<Hit>,
    pub building: Option<Damaged>,
}

impl Hit {
    /// In words.
    pub fn message(&self) -> Message {
        let e = &self.equipment;
        let parts = [
            Some(self.unit.message()),
            self.close.map(|c| say!("fire-shares", losses = c)),
            (e.horses > 0).then(|| say!("fire-horses-lost", horses = e.horses)),
            (e.guns > 0).then(|| say!("guns-lost", guns = e.guns)),
            (e.loads > 0).then(|| say!("guns-loads-lost", loads = e.loads)),
            self.commander_falls.then(|| say!("fire-commander-falls")),
        ];
        words::list(parts.into_iter().flatten(), Joint::Comma)
    }
}
words::spoken!(Hit);

impl Damaged {
    /// In words.
    pub fn message(&self) -> Message {
        let parts = [
            Some(say!("guns-hits", hits = self.hits)),
            self.ruined.then(|| say!("guns-ruined")),
            self.set_outside.then(|| say!("guns-set-outside")),
            self.fire.then(|| say!("guns-burns")),
        ];
        words::list(parts.into_iter().flatten(), Joint::Comma)
    }
}
words::spoken!(Damaged);

impl ArtilleryOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let targets = self.targets.iter().map(Hit::message);
        let building = self.building.map(|b| say!("guns-building", damage = b));
        words::list(targets.chain(building), Joint::Semicolon)
    }
}
words::spoken!(ArtilleryOutcome);

#[derive(Clone, Debug)]
struct PreparedTarget {
    zone: u8,
    sums: Sums,
    /// What 10.05.5 takes off.
    behind: i32,
    victim: Victim,
    artillery: bool,
    commander: bool,
    shared: Option<Shared>,
}

/// A building that is struck.
#[derive(Clone, Copy, Debug)]
pub struct PreparedHouse {
    pub(super) cover: Cover,
    pub(super) hits: u8,
    /// Hits that one fire scores.
    pub(super) each: u8,
    /// The modifier of an empty one; else the result of the first target counts.
    pub(super) empty: Option<i32>,
    pub(super) howitzers: bool,
    pub(super) outside: bool,
}

/// All that can be known of a battery's fire before the dice.
#[derive(Clone, Debug)]
pub struct PreparedArtillery {
    guns: u8,
    targets: SmallVec<[PreparedTarget; 1]>,
    house: Option<PreparedHouse>,
    equipment: EquipmentLoss,
}

/// The procedure of artillery fire.
#[derive(Clone, Copy, Debug)]
pub struct Artillery;

/// What is taken off for a unit behind the first (10.05.5).
const BEHIND: i32 = numbers::THROUGH_POINTS as i32;

/// Men that must be lost before equipment suffers (10.02.1.b).
const EQUIPMENT_FROM: u32 = numbers::EQUIPMENT_FROM as u32;

/// The row of a zone.
fn zone_row(zone: u8) -> &'static super::Row {
    let rows = &book::data().guns;
    match zone {
        1 => &rows.zone_1,
        2 => &rows.zone_2,
        3 => &rows.zone_3,
        _ => &rows.zone_4,
    }
}

/// What the battery brings: the own column for loss.
fn own(t: &mut Tally<'_>, s: &ArtillerySituation) {
    let rows = &book::data().guns;
    let b = &s.battery;
    let by = || clause!("10.02.1.a");
    match b.cover {
        Cover::None | Cover::I => {}
        Cover::II => t.row(Column::Own, &rows.cover_2, by()),
        Cover::III => t.row(Column::Own, &rows.cover_3, by()),
    }
    let unanswered = match s.readings.unanswered {
        Unanswered::UnderFire => b.under_fire && !b.answers,
        Unanswered::Always => !b.answers,
    };
    if unanswered {
        t.row(Column::Own, &rows.unanswered, by());
    }
    target::by_state(t, Column::Own, b.state, (&rows.grade, &rows.disorder, None), || clause!("10.02.1.a"));
    always(t, s);
}

/// What counts against an empty building too: size of gun, training and valour.
fn always(t: &mut Tally<'_>, s: &ArtillerySituation) {
    let rows = &book::data().guns;
    let b = &s.battery;
    if b.gun.data().twelve() {
        t.always(Column::Own, &rows.twelve, clause!("skema.XI.a"));
    }
    match b.school.and_then(|school| school.fire(s.year, Formation::Line)) {
        Some((training, by)) => t.put(Column::Own, &rows.training, training.into(), by),
        None => t.put(Column::Own, &rows.training, b.training.into(), clause!("04.05.1.b")),
    }
    t.put(Column::Own, &rows.valour, b.valour.into(), clause!("10.02.1.a"));
}

/// The range and whether the battery is ranged in.
fn by_range(t: &mut Tally<'_>, zone: u8, ranging: Option<&Ranging>, readings: &FireReadings) {
    let rows = &book::data().guns;
    t.row(Column::Enemy, zone_row(zone), clause!("10.03.1"));
    t.row(Column::Morale, zone_row(zone), clause!("10.03.1"));
    if let Some((false, by)) = ranging.filter(|_| zone >= 2).map(|x| x.ranged_in(readings)) {
        t.row(Column::Enemy, &rows.ranging_in, by);
    }
}

fn by_cover(t: &mut Tally<'_>, cover: Cover, by: fn() -> Clause) {
    let rows = &book::data().guns;
    match cover {
        Cover::None | Cover::I => {}
        Cover::II => t.row(Column::Enemy, &rows.cover_2, by()),
        Cover::III => t.row(Column::Enemy, &rows.cover_3, by()),
    }
}

/// What a target brings to the roll, of artillery or of a blast: its condition for loss and for morale. Firing units are in quarters.
pub(super) fn against(
    t: &mut Tally<'_>,
    a: &Aimed,
    zone: u8,
    quarters: u32,
    ranged: bool,
    readings: &FireReadings,
) {
    let rows = &book::data().guns;
    let by = || clause!("10.02.1.a");
    let u = &a.unit;
    let far = zone >= 2;
    let (shape, _) = u.shape(readings);
    match (u.arm, shape) {
        (_, Shape::Thin) => t.row(Column::Enemy, &rows.thin, by()),
        (_, Shape::Dense) => t.row(Column::Enemy, &rows.dense, by()),
        (Arm::Artillery, _) if u.limbered => t.row(Column::Enemy, &rows.limbered, by()),
        (Arm::Artillery, _) => t.row(Column::Enemy, &rows.battery, by()),
        (Arm::Train, _) => t.row(Column::Enemy, &rows.limbered, by()),
        _ if u.working && u.pioneers => t.row(Column::Enemy, &rows.battery, by()),
        _ => {}
    }
    if far && shape == Shape::Column {
        t.row(Column::Enemy, &rows.column, clause!("10.02.5"));
    }
    let flank = match u.struck {
        Struck::Front => false,
        Struck::Flank => true,
        Struck::Rear => readings.rear_under_guns == RearUnderGuns::AsFlank,
    };
    if far && shape == Shape::Square {
        t.row(Column::Enemy, &rows.flank, clause!("10.02.5"));
    } else if far && flank && u.no_flanks(readings).is_none() {
        t.row(Column::Enemy, &rows.flank, clause!("10.03.3"));
    }
    if u.charge {
        t.row(Column::Enemy, &rows.charge, clause!("10.02.4"));
    }
    if a.unseen {
        t.row(Column::Enemy, &rows.unseen, by());
    }
    by_cover(t, u.cover, || clause!("10.02.1.a"));
    by_range(t, zone, ranged.then_some(&a.ranging), readings);
    if far && a.no_ricochet {
        t.row(Column::Enemy, &rows.no_ricochet, clause!("10.04.1"));
    }
    target::by_state(t, Column::Morale, u.state, (&rows.grade, &rows.disorder, None), || {
        clause!("10.02.1.a")
    });
    let (large, by) = gunnery::too_large(u.number(), quarters);
    t.put(Column::Morale, &rows.large, large, by);
    t.put(Column::Morale, &rows.valour, -i32::from(u.valour), clause!("10.02.1.a"));
}

/// The men of a fire, and what its morale result does.
pub(super) struct Read {
    pub loss: i32,
    /// Men lost to each firing unit.
    pub each: u32,
    pub effect: Effect,
}

/// Reads a roll in table XII for both its columns.
pub(super) fn read_roll(roll: Roll, modifier: i32, shaken: i32, by: Clause, r: &mut impl Record) -> Read {
    let loss = roll.with(modifier, "loss", by, r);
    let each = book::line_at(&book::data().artillery, loss).men;
    let result = loss + shaken;
    r.total("morale", result);
    let effect = book::line_at(&book::data().artillery, result).morale;
    r.reckon(|| super::morale_message(loss, shaken, result, effect), by);
    Read { loss, each, effect }
}

/// What equipment suffers where two dice are equal and enough men fall (10.02.1.b).
pub(super) fn equipment(roll: Roll, zone: u8, men: u32, of: &Victim, r: &mut impl Record) -> Equipment {
    let Some(third) = roll.third.filter(|_| men >= EQUIPMENT_FROM) else { return Equipment::default() };
    r.reckon(|| say!("guns-reckon-pair", third, zone), clause!("10.02.1.b"));
    let row = &book::data().damage[usize::from(third.clamp(1, 6)) - 1];
    let lost = Equipment::of(row[usize::from(zone.clamp(1, 4)) - 1]);
    Equipment { horses: of.horses.map_or(lost.horses, |there| lost.horses.min(there)), ..lost }
}

/// Hits that ruin a building (table 17.04.hits).
pub fn ruined_by(cover: Cover) -> Option<u8> {
    let at = match cover {
        Cover::None => return None,
        Cover::I => 0,
        Cover::II => 1,
        Cover::III => 2,
    };
    crate::book::num(&crate::book::table("17.04.hits").rows[at][1]).map(|n| n as u8)
}

/// What a unit that is fired at cannot be, wherever it stands in the line of fire.
fn check_target(s: &ArtillerySituation, a: &Aimed) -> Result<(), SituationError> {
    a.unit.check().map_err(|e| within("unit", e))?;
    check_length("distance", a.distance)?;
    check_length("behind", a.behind)?;
    check_length("ranging.moved", a.ranging.moved)?;
    if a.unit.commander && s.readings.commander_under_guns == CommanderUnderGuns::DoesNot {
        let by = clause!("08.02.1");
        return Err(impossible("unit.commander", say!("guns-no-commander", by)));
    }
    if s.targets.len() > 1 && a.unit.formation == Formation::Skirmish {
        let by = clause!("14.03.2");
        return Err(impossible("unit.formation", say!("guns-lines-share", by)));
    }
    a.close.map_or(Ok(()), |close| close.check().map_err(|e| within("close", e)))
}

fn check_targets(s: &ArtillerySituation) -> Result<(), SituationError> {
    let b = &s.battery;
    let reach = b.gun.data().zones[3];
    let in_range = |cm: f64| match gunnery::zone(b.gun, cm) {
        (Some(zone), _) => Ok(zone),
        (None, by) => Err(impossible("distance", say!("fire-out-of-range", reach, by))),
    };
    if s.targets.is_empty() {
        let Some(house) = &s.building else {
            return Err(impossible("targets", say!("guns-need-target")));
        };
        check_length("building.distance", house.distance)?;
        check_length("building.ranging.moved", house.ranging.moved)?;
        return in_range(house.distance).map(drop).map_err(|e| within("building", e));
    }
    check_number("targets", s.targets.len() as i32, 1, 20)?;
    for (i, a) in s.targets.iter().enumerate() {
        check_target(s, a).map_err(|e| within(&format!("targets[{i}]"), e))?;
        in_range(a.distance).map_err(|e| within(&format!("targets[{i}]"), e))?;
        if i > 0 {
            let zone = in_range(s.targets[0].distance)?;
            gunnery::through(zone, a.behind, a.no_ricochet).map_err(|refusal| {
                within(&format!("targets[{i}]"), impossible("behind", refusal.message()))
            })?;
        }
    }
    if s.building.is_some() && !s.targets[0].unit.building {
        return Err(impossible("building", say!("guns-target-in-building")));
    }
    Ok(())
}

impl Procedure for Artillery {
    type Situation = ArtillerySituation;
    type Prepared = PreparedArtillery;
    type Outcome = ArtilleryOutcome;

    const NAME: &'static str = "artillery";

    fn title() -> Message {
        say!("fire-title-artillery")
    }

    fn check(s: &ArtillerySituation) -> Result<(), SituationError> {
        s.readings.groups.check("readings.groups")?;
        let b = &s.battery;
        check_number("battery.guns", b.guns.into(), 1, 50)?;
        check_number("battery.models", b.models.into(), 1, b.guns.into())?;
        check_count("battery.gunners", b.gunners.into(), 0)?;
        if b.gunners == 0 {
            let by = clause!("10.01.1");
            return Err(impossible("battery.gunners", say!("guns-need-gunners", by)));
        }
        check_valour("battery.valour", b.valour)?;
        check_training("battery.training", b.training)?;
        if b.school.and_then(School::artillery) == Some(false) {
            return Err(impossible("battery.school", say!("guns-school-of-arms")));
        }
        if b.state == State::Complete {
            let by = clause!("03.03.5");
            return Err(impossible("battery.state", say!("fire-not-in-complete-disorder", by)));
        }
        if let Some(h) = &s.building {
            if h.cover == Cover::None {
                let by = clause!("17.02.3.a");
                return Err(impossible("building.cover", say!("guns-building-has-cover", by)));
            }
        }
        check_targets(s)
    }

    fn prepare(s: &ArtillerySituation, r: &mut impl Record) -> PreparedArtillery {
        let b = &s.battery;
        let (guns, by) = gunnery::guns_served(b.guns, b.gunners);
        if guns < b.guns {
            r.reckon(|| say!("guns-reckon-crew", gunners = b.gunners, guns, of = b.guns), by);
        } else {
            r.reckon(|| say!("guns-reckon-units", guns), by);
        }
        if s.targets.len() > 1 {
            r.reckon(|| say!("guns-reckon-through", count = s.targets.len() as u32), clause!("play.dice"));
        }
        let mut targets = SmallVec::new();
        for (i, a) in s.targets.iter().enumerate() {
            targets.push(prepare_target(s, a, i, guns, r));
        }
        PreparedArtillery {
            guns,
            targets,
            house: s.building.as_ref().map(|h| prepare_house(s, h, r)),
            equipment: s.readings.equipment_loss,
        }
    }

    fn resolve(p: &PreparedArtillery, d: &mut impl Dice, r: &mut impl Record) -> ArtilleryOutcome {
        let committed = p.targets.iter().filter(|t| t.commander);
        let dice: SmallVec<[u8; 1]> = committed.map(|_| super::one_die(d, r)).collect();
        let roll = if p.pairs_matter() { Roll::faces(d, r) } else { Roll::sum(d, r) };
        p.read(&dice, roll, r)
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "battery": { "gun": "france-6-pdr-an-xi", "guns": 6, "gunners": 8 },
            "targets": [{ "unit": { "arm": "infantry", "figures": 36 }, "distance": 45 }],
        })
    }
}

fn prepare_target(
    s: &ArtillerySituation,
    a: &Aimed,
    at: usize,
    guns: u8,
    r: &mut impl Record,
) -> PreparedTarget {
    let (zone, by) = gunnery::zone(s.battery.gun, a.distance);
    let zone = zone.unwrap_or(4);
    r.reckon(|| say!("fire-reckon-zone", zone), by);
    if at > 0 {
        let cm = a.behind;
        r.reckon(|| say!("guns-reckon-behind", cm = words::tenths(cm)), clause!("10.05.4"));
    }
    say_why_not(&a.unit, &s.readings, r);
    if let Some(all) = a.unit.together {
        r.reckon(|| say!("fire-reckon-together", all), clause!("10.05.6"));
    }
    if a.unit.building {
        r.reckon(|| say!("guns-reckon-in-building"), clause!("10.02.6"));
    }
    if a.unit.arm == Arm::Artillery && a.unit.limbered {
        r.reckon(|| say!("guns-reckon-limbered"), clause!("06.03.6"));
    }
    if let Some((true, by)) = (zone >= 2).then(|| a.ranging.ranged_in(&s.readings)) {
        r.reckon(|| say!("guns-reckon-ranged-in"), by);
    }
    let mut t = Tally::new(&s.readings.groups);
    own(&mut t, s);
    against(&mut t, a, zone, u32::from(guns) * 4, true, &s.readings);
    let sums = t.close(r);
    let times = match s.readings.each_behind {
        EachBehind::Once => at.min(1),
        EachBehind::AddsUp => at,
    };
    let behind = BEHIND * times as i32;
    if behind != 0 {
        r.modifier(Column::Enemy.side(), say!("guns-row-behind"), behind, clause!("10.05.5"));
    }
    // From 10 cm on the line and its unit are targets of their own.
    let shared = a.close.as_ref().filter(|c| c.gap < 10.0 - table::EPS).map(|c| Shared {
        other: Victim::sharing(&c.unit),
        line_is_target: a.unit.formation == Formation::Skirmish,
        morale: s.readings.shared_morale,
        by: clause!("14.03.2"),
    });
    if let Some(c) = a.close.as_ref().filter(|_| shared.is_none()) {
        let gap = c.gap;
        r.reckon(|| say!("fire-reckon-not-shared", gap = words::tenths(gap)), clause!("14.03.2"));
    }
    PreparedTarget {
        zone,
        sums,
        behind,
        victim: Victim::of(&a.unit),
        artillery: a.unit.arm == Arm::Artillery,
        commander: a.unit.commander,
        shared,
    }
}

fn prepare_house(s: &ArtillerySituation, h: &House, r: &mut impl Record) -> PreparedHouse {
    let empty = s.targets.is_empty().then(|| {
        let (zone, by) = gunnery::zone(s.battery.gun, h.distance);
        let zone = zone.unwrap_or(4);
        r.reckon(|| say!("fire-reckon-zone", zone), by);
        let mut t = Tally::new(&s.readings.groups);
        always(&mut t, s);
        by_range(&mut t, zone, Some(&h.ranging), &s.readings);
        by_cover(&mut t, h.cover, || clause!("17.04.1"));
        t.close(r).loss()
    });
    let each = match s.readings.building_hit {
        HitsOnBuilding::AFiring => 1,
        HitsOnBuilding::AModelGun => s.battery.models,
    };
    PreparedHouse {
        cover: h.cover,
        hits: h.hits,
        each,
        empty,
        howitzers: s.battery.gun.data().howitzer,
        outside: s.readings.ruined_occupants == FateOfOccupants::SetOutside && !s.targets.is_empty(),
    }
}

impl PreparedHouse {
    /// What a result does to the building: hit, ruin, fire (17.04.1 to 17.04.3).
    pub(super) fn struck(&self, result: i32, roll: Roll, r: &mut impl Record) -> Damaged {
        let hit = result >= 1;
        let hits = self.hits.saturating_add(if hit { self.each } else { 0 });
        r.reckon(|| say!("guns-reckon-house", result, hits), clause!("17.04.1"));
        let ruined = ruined_by(self.cover).is_some_and(|most| hits >= most);
        if ruined {
            r.reckon(|| say!("guns-reckon-ruin", hits), clause!("17.04.2"));
        }
        let from = if self.howitzers { 4 } else { 6 };
        let fire = hit && roll.third.is_some_and(|third| third >= from);
        if let Some(third) = roll.third.filter(|_| hit) {
            r.reckon(|| say!("guns-reckon-fire", third, from), clause!("17.04.3"));
        }
        Damaged { hits, ruined, fire, set_outside: ruined && self.outside }
    }
}

impl PreparedArtillery {
    /// Do pairs of dice matter: against artillery and buildings?
    fn pairs_matter(&self) -> bool {
        self.house.is_some() || self.targets.iter().any(|t| t.artillery)
    }

    /// What a roll comes to, after a die for each commander who is committed.
    pub fn read(&self, commanders: &[u8], roll: Roll, r: &mut impl Record) -> ArtilleryOutcome {
        let mut dice = commanders.iter();
        let mut targets = Vec::with_capacity(self.targets.len());
        let mut first = None;
        for t in &self.targets {
            let die = if t.commander { dice.next() } else { None };
            let (helped, commander_falls) = die.map_or((0, false), |face| commander(*face, r));
            let shaken = t.sums.of(Column::Morale) + helped;
            let read = read_roll(roll, t.sums.loss() + t.behind, shaken, clause!("10.02.1.a"), r);
            first = first.or(Some(read.loss));
            let (each, units) = (read.each, self.guns);
            let men = Part::WHOLE.share(units.into(), 1).of(each, Round::Nearest);
            let by = clause!("10.02.1.a");
            r.reckon(|| say!("fire-reckon-loss", result = read.loss, each, units, men), by);
            let counted = match self.equipment {
                EquipmentLoss::WholeFire => men,
                EquipmentLoss::EachGun => each,
            };
            let equipment = if t.artillery {
                equipment(roll, t.zone, counted, &t.victim, r)
            } else {
                Equipment::default()
            };
            let (mine, others) = match &t.shared {
                Some(shared) => shared.split(&t.victim, men, r),
                None => (men, 0),
            };
            let unit = t.victim.suffers(mine, read.effect, 0, r);
            let close = t.shared.as_ref().map(|shared| shared.suffers(others, read.effect, r));
            targets.push(Hit { unit, close, equipment, commander_falls });
        }
        let building = self.house.as_ref().map(|h| {
            let result = match (h.empty, first) {
                (Some(modifier), _) => roll.with(modifier, "loss", clause!("17.04.1"), r),
                (None, loss) => loss.unwrap_or(0),
            };
            h.struck(result, roll, r)
        });
        ArtilleryOutcome { targets, building }
    }

    /// The real guns that fire.
    pub fn guns(&self) -> u8 {
        self.guns
    }
}
