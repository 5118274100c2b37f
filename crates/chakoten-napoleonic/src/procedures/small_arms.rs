//! Small-arms fire of one unit, or of a part of it (chapter 09, tables VIII to X).

use super::fire_readings::{FireReadings, ReturnsFire, SupportUnderFire, SwarmMoving};
use super::target::{self, Answer, Backing, Close, Shape, Shared, Struck, Suffered, Target, Victim};
use super::{Column, Roll, Sums, Tally, check_training, check_valour, within};
use crate::book::fire as book;
use crate::fire::{self, Screen, Smoke};
use crate::school::School;
use crate::troop::{Arm, Cover, Density, Formation, State, Weapon};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{
    Clause, Dice, Procedure, Record, SituationError, check_count, check_length, check_number, impossible,
};
use words::{Joint, Message};

/// Who fires at whom. Three dice, and one before them for a commander who is committed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SmallArmsSituation {
    pub firer: Firer,
    pub target: Target,
    /// Cm along the line of fire.
    pub distance: f64,
    /// Hill steps by which the firer stands higher, or lower, than the target.
    #[serde(default)]
    pub steps: i8,
    /// A skirmish line or swarm in front of the target, or the own unit behind a line that is the target.
    #[serde(default)]
    pub close: Option<Close>,
    /// The year, for training (appendix on nations).
    #[serde(default = "year")]
    pub year: u16,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: FireReadings,
}

pub(super) fn year() -> u16 {
    1813
}

fn yes() -> bool {
    true
}

/// The unit that fires, or the part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Firer {
    pub arm: Arm,
    #[serde(default = "target::line")]
    pub formation: Formation,
    #[serde(default)]
    pub density: Density,
    /// The figures that fire at this target: those of the front ranks that reach it.
    pub figures: u16,
    /// The firing units that fire at it, if not all that the figures make (09.01.4).
    #[serde(default)]
    pub units: Option<u16>,
    /// All figures of the unit, if more than those that fire.
    #[serde(default)]
    pub all: Option<u16>,
    pub weapon: Weapon,
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
    /// Troops whose training is in the appendix on nations.
    #[serde(default)]
    pub school: Option<School>,
    /// What it did in the last turn.
    #[serde(default)]
    pub smoke: Smoke,
    /// It has stood for the last quarter of a turn.
    #[serde(default = "yes")]
    pub stationary: bool,
    /// It has not fired before in the game.
    #[serde(default)]
    pub first_fire: bool,
    /// It has fought a melee before in the game.
    #[serde(default)]
    pub fought: bool,
    /// A skirmish line whose unit stands closed behind it.
    #[serde(default)]
    pub sent_out: bool,
    /// It fires from one facade of a building.
    #[serde(default)]
    pub building: bool,
}

impl Firer {
    /// In line and in order, stationary, having fired before, without smoke.
    pub fn new(arm: Arm, figures: u16, weapon: Weapon) -> Firer {
        Firer {
            arm,
            formation: Formation::Line,
            density: Density::Dense,
            figures,
            units: None,
            all: None,
            weapon,
            state: State::Order,
            cover: Cover::None,
            valour: 0,
            training: 0,
            school: None,
            smoke: Smoke::default(),
            stationary: true,
            first_fire: false,
            fought: false,
            sent_out: false,
            building: false,
        }
    }

    fn all(&self) -> u16 {
        self.all.unwrap_or(self.figures)
    }

    /// Does it fire as a skirmish line or swarm: in a building it is a clump (17.01.2.a)?
    fn skirmishes(&self) -> bool {
        self.formation == Formation::Skirmish && !self.building
    }

    /// What its arms count as, and by which clause that is not what they are.
    fn weapon(&self) -> (Weapon, Option<Clause>) {
        match self.school.and_then(School::weapon) {
            Some((w, by)) => (w, Some(by)),
            None => (self.weapon, None),
        }
    }

    /// The most figures of its front ranks, where its formation bounds them (09.01.1).
    fn most(&self) -> Option<(u16, Clause)> {
        if self.building {
            return Some(fire::from_facade(self.all.unwrap_or(u16::MAX)));
        }
        let (ranks, by) = fire::ranks_that_fire(self.arm);
        let abreast = match self.formation {
            Formation::SingleFile => 1,
            Formation::MarchColumn => 2,
            Formation::AttackColumn | Formation::Mass => 10,
            // The line of cavalry has two ranks, of which one fires.
            Formation::Line if self.arm == Arm::Cavalry => return self.all.map(|all| (all.div_ceil(2), by)),
            _ => return None,
        };
        Some((ranks * abreast, by))
    }

    fn check(&self) -> Result<(), SituationError> {
        if !matches!(self.arm, Arm::Infantry | Arm::Cavalry) {
            return Err(impossible("firer.arm", say!("fire-no-small-arms", arm = self.arm)));
        }
        target::check_stands("firer.formation", self.arm, self.formation)?;
        if self.state == State::Complete {
            let by = clause!("03.03.5");
            return Err(impossible("firer.state", say!("fire-not-in-complete-disorder", by)));
        }
        check_count("firer.figures", self.figures.into(), 1)?;
        if fire::firing_units(self.figures) == 0 {
            let by = clause!("09.01.3");
            return Err(impossible("firer.figures", say!("fire-too-few-figures", by)));
        }
        if let Some(all) = self.all {
            check_count("firer.all", all.into(), self.figures.into())?;
        } else if self.building {
            let by = clause!("17.03.4.a");
            return Err(impossible("firer.all", say!("fire-facade-needs-all", by)));
        }
        if let Some((most, by)) = self.most().filter(|(most, _)| self.figures > *most) {
            return Err(impossible("firer.figures", say!("fire-most-figures", most, by)));
        }
        if let Some(units) = self.units {
            check_number("firer.units", units.into(), 1, fire::firing_units(self.figures).into())?;
        }
        check_valour("firer.valour", self.valour)?;
        check_training("firer.training", self.training)?;
        if self.school.and_then(School::artillery) == Some(true) {
            return Err(impossible("firer.school", say!("fire-school-of-guns")));
        }
        Ok(())
    }
}

/// What the fire does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SmallArmsOutcome {
    pub target: Suffered,
    /// Who shares its losses.
    pub close: Option<Suffered>,
    /// The commander who was committed falls.
    pub commander_falls: bool,
}

impl SmallArmsOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let parts = [
            Some(self.target.message()),
            self.close.map(|c| say!("fire-shares", losses = c)),
            self.commander_falls.then(|| say!("fire-commander-falls")),
        ];
        words::list(parts.into_iter().flatten(), Joint::Semicolon)
    }
}
words::spoken!(SmallArmsOutcome);

/// All that can be known of a fire before the dice.
#[derive(Clone, Debug)]
pub struct PreparedSmallArms {
    units: u16,
    sums: Sums,
    target: Victim,
    artillery: bool,
    shared: Option<Shared>,
    commander: bool,
}

/// The procedure of small-arms fire.
#[derive(Clone, Copy, Debug)]
pub struct SmallArms;

/// The unit that fires and how it stands: the own column for loss.
fn own(t: &mut Tally<'_>, s: &SmallArmsSituation, zone: u8) {
    let rows = &book::data().arms;
    let f = &s.firer;
    let by = || clause!("09.02.1");
    let skirmish = f.skirmishes();
    match f.density {
        Density::Dense if skirmish => t.row(Column::Own, &rows.dense, by()),
        Density::Thin if skirmish => t.row(Column::Own, &rows.thin, by()),
        _ => {}
    }
    if f.arm == Arm::Cavalry {
        t.row(Column::Own, &rows.mounted, by());
    }
    match f.cover {
        Cover::None => {}
        Cover::I => t.row(Column::Own, &rows.cover_1, by()),
        Cover::II => t.row(Column::Own, &rows.cover_2, by()),
        Cover::III => t.row(Column::Own, &rows.cover_3, by()),
    }
    if let Some((true, by)) = f.smoke.hangs(&s.readings).filter(|_| !skirmish) {
        t.row(Column::Own, &rows.smoke, by);
    }
    let light_footed = skirmish && (f.arm == Arm::Infantry || s.readings.swarm_moving == SwarmMoving::Exempt);
    if !f.stationary && !light_footed {
        t.row(Column::Own, &rows.moved, by());
    }
    if s.steps != 0 && zone == 1 {
        t.row(Column::Own, &rows.hill, by());
    }
    target::by_state(t, Column::Own, f.state, (&rows.grade, &rows.disorder, Some(&rows.complete)), || {
        clause!("09.02.1")
    });
    if f.first_fire && f.arm == Arm::Infantry && !f.fought && !f.sent_out {
        t.row(Column::Own, &rows.first_fire, clause!("09.02.4"));
    }
    if zone == 2 {
        t.row(Column::Own, &rows.far, clause!("09.03.1"));
    }
    match f.school.and_then(|school| school.fire(s.year, f.formation)) {
        Some((training, by)) => t.put(Column::Own, &rows.training, training.into(), by),
        None => t.put(Column::Own, &rows.training, f.training.into(), clause!("04.05.1.b")),
    }
    t.put(Column::Own, &rows.valour, f.valour.into(), clause!("skema.VIII.b"));
}

/// The target and how it stands, for the loss.
fn against(t: &mut Tally<'_>, s: &SmallArmsSituation) {
    let rows = &book::data().arms;
    let at = &s.target;
    let by = || clause!("09.02.1");
    match at.shape(&s.readings).0 {
        Shape::Column => t.row(Column::Enemy, &rows.column, by()),
        Shape::Dense => t.row(Column::Enemy, &rows.dense, by()),
        Shape::Thin => t.row(Column::Enemy, &rows.thin, by()),
        Shape::Square | Shape::Other => {}
    }
    match at.arm {
        Arm::Cavalry if at.mounted() => {
            t.row(Column::Enemy, &rows.mounted, by());
            if at.charge {
                t.instead(Column::Enemy, &rows.charge, &rows.mounted, clause!("09.02.6"));
            }
        }
        Arm::Artillery if at.limbered => t.row(Column::Enemy, &rows.limbered, by()),
        Arm::Artillery => t.row(Column::Enemy, &rows.unlimbered, by()),
        Arm::Train => t.row(Column::Enemy, &rows.limbered, by()),
        Arm::Cavalry | Arm::Infantry => {}
    }
    match at.cover {
        Cover::None => {}
        Cover::I => t.row(Column::Enemy, &rows.cover_1, by()),
        Cover::II => t.row(Column::Enemy, &rows.cover_2, by()),
        Cover::III => t.row(Column::Enemy, &rows.cover_3, by()),
    }
}

/// How many times 100 % more one number is than another.
fn hundreds_more(one: u16, other: u16) -> i32 {
    i32::from(one / other.max(1)) - 1
}

/// What shakes or steadies the target: the column for morale.
fn morale(t: &mut Tally<'_>, s: &SmallArmsSituation) {
    let rows = &book::data().arms;
    let at = &s.target;
    if at.struck != Struck::Front && at.no_flanks(&s.readings).is_none() {
        t.row(Column::Morale, &rows.flank, clause!("09.03.4"));
    }
    let returned = match at.answer {
        Answer::AtTheFirer => true,
        Answer::AtAnother => s.readings.returns_fire == ReturnsFire::AtAnyone,
        Answer::None => false,
    };
    if !returned {
        t.row(Column::Morale, &rows.silent, clause!("skema.VIII.a"));
    }
    target::by_state(
        t,
        Column::Morale,
        at.state,
        (&rows.grade, &rows.disorder, Some(&rows.complete)),
        || clause!("09.02.1"),
    );
    let (ours, theirs) = (s.firer.all(), at.number());
    t.times(Column::Morale, &rows.more, hundreds_more(ours, theirs).max(0), clause!("09.02.1"));
    t.times(Column::Morale, &rows.fewer, hundreds_more(theirs, ours).max(0), clause!("09.02.1"));
    let named = s.readings.support_under_fire == SupportUnderFire::Named;
    let backed = match at.backing {
        Backing::None => false,
        Backing::Support => named,
        Backing::MeleeSupport | Backing::Soutien => true,
    };
    if backed && at.backing_hidden {
        t.hidden(Column::Morale, &rows.support, clause!("09.02.5"));
    } else if backed {
        t.row(Column::Morale, &rows.support, clause!("09.02.5"));
    }
    t.put(Column::Morale, &rows.valour, -i32::from(at.valour), clause!("skema.VIII.b"));
}

/// What was asked about and gives nothing, by which clause.
pub(super) fn say_why_not(at: &Target, readings: &FireReadings, r: &mut impl Record) {
    let formed = at.formation.column() || matches!(at.formation, Formation::Square | Formation::Skirmish);
    if let (true, (_, Some(by))) = (formed, at.shape(readings)) {
        r.reckon(|| say!("fire-reckon-no-formation", formation = at.formation), by);
    }
    if let Some(by) = at.no_flanks(readings).filter(|_| at.struck != Struck::Front) {
        r.reckon(|| say!("fire-reckon-no-flanks"), by);
    }
}

impl Procedure for SmallArms {
    type Situation = SmallArmsSituation;
    type Prepared = PreparedSmallArms;
    type Outcome = SmallArmsOutcome;

    const NAME: &'static str = "small-arms";

    fn title() -> Message {
        say!("fire-title-small-arms")
    }

    fn check(s: &SmallArmsSituation) -> Result<(), SituationError> {
        s.readings.groups.check("readings.groups")?;
        s.firer.check()?;
        s.target.check().map_err(|e| within("target", e))?;
        check_length("distance", s.distance)?;
        let weapon = s.firer.weapon().0;
        if let (None, by) = fire::zone(weapon, s.distance) {
            let reach = book::weapon(weapon)[1];
            return Err(impossible("distance", say!("fire-out-of-range", reach, by)));
        }
        check_number("steps", s.steps.into(), -20, 20)?;
        let Some(close) = &s.close else { return Ok(()) };
        close.check().map_err(|e| within("close", e))?;
        match fire::screen(close.gap, &s.readings) {
            (Screen::Shares | Screen::Passed, _) => Ok(()),
            // The line that screens is itself fired at.
            (Screen::Screens | Screen::Blocks, _) if s.target.formation == Formation::Skirmish => Ok(()),
            (Screen::Screens, by) => Err(impossible("close.gap", say!("fire-screened", by))),
            (Screen::Blocks, by) => Err(impossible("close.gap", say!("fire-blocked", by))),
        }
    }

    fn prepare(s: &SmallArmsSituation, r: &mut impl Record) -> PreparedSmallArms {
        let f = &s.firer;
        let (weapon, counted_as) = f.weapon();
        if let Some(by) = counted_as {
            r.reckon(|| say!("fire-reckon-carbines"), by);
        }
        let (zone, by) = fire::zone(weapon, s.distance);
        let zone = zone.unwrap_or(2);
        r.reckon(|| say!("fire-reckon-zone", zone), by);
        if f.building {
            r.reckon(|| say!("fire-reckon-facade", all = f.all()), clause!("17.03.4.a"));
            if f.formation == Formation::Skirmish {
                let formation = f.formation;
                r.reckon(|| say!("fire-reckon-no-formation", formation), clause!("17.01.2.a"));
            }
        }
        let made = fire::firing_units(f.figures);
        let units = f.units.unwrap_or(made);
        r.reckon(|| say!("fire-reckon-units", figures = f.figures, made), clause!("09.01.3"));
        if units < made {
            r.reckon(|| say!("fire-reckon-units-of-them", units), clause!("09.01.4"));
        }
        if let Some((false, by)) = f.smoke.hangs(&s.readings) {
            r.reckon(|| say!("fire-reckon-no-smoke"), by);
        }
        if f.first_fire && f.fought {
            r.reckon(|| say!("fire-reckon-has-fought"), clause!("09.02.4"));
        } else if f.first_fire && f.sent_out {
            r.reckon(|| say!("fire-reckon-sent-out"), clause!("play.skirmish"));
        }
        say_why_not(&s.target, &s.readings, r);
        if let Some(all) = s.target.together {
            r.reckon(|| say!("fire-reckon-together", all), clause!("05.01.6.a"));
        }
        let mut t = Tally::new(&s.readings.groups);
        own(&mut t, s, zone);
        against(&mut t, s);
        morale(&mut t, s);
        let sums = t.close(r);
        let shared =
            s.close.as_ref().filter(|c| matches!(fire::screen(c.gap, &s.readings).0, Screen::Shares));
        let shared = shared.map(|c| Shared {
            other: Victim::sharing(&c.unit),
            line_is_target: s.target.formation == Formation::Skirmish,
            morale: s.readings.shared_morale,
            by: clause!("14.03.1.b"),
        });
        if let Some(c) = s.close.as_ref().filter(|_| shared.is_none()) {
            let gap = c.gap;
            r.reckon(|| say!("fire-reckon-not-shared", gap = words::tenths(gap)), clause!("14.03.1.a"));
        }
        PreparedSmallArms {
            units,
            sums,
            target: Victim::of(&s.target),
            artillery: s.target.arm == Arm::Artillery,
            shared,
            commander: s.target.commander,
        }
    }

    fn resolve(p: &PreparedSmallArms, d: &mut impl Dice, r: &mut impl Record) -> SmallArmsOutcome {
        let commander = p.commander.then(|| super::one_die(d, r));
        p.read(commander, Roll::sum(d, r), r)
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "firer": { "arm": "infantry", "figures": 30, "weapon": "musket", "first_fire": true },
            "target": { "arm": "infantry", "formation": "attack_column", "figures": 36, "answer": "none" },
            "distance": 8,
        })
    }
}

/// What a commander's die adds to the morale sum, and whether he falls (table XVI, 08.02.1).
pub(super) fn commander(face: u8, r: &mut impl Record) -> (i32, bool) {
    let rows = book::data();
    let (for_unit, falls) = rows.commander[usize::from(face.clamp(1, 6)) - 1];
    let row = &rows.arms.commander;
    let value = row.held(Column::Morale, -for_unit);
    if value != 0 {
        r.modifier(Column::Morale.side(), row.says, value, clause!("skema.VIII.b"));
    }
    let by = clause!("08.02.1");
    r.reckon(|| say!("fire-reckon-commander", face, unit = words::signed(for_unit)), by);
    (value, falls)
}

impl PreparedSmallArms {
    /// What a roll comes to, after the die of a commander.
    pub fn read(&self, commander_die: Option<u8>, roll: Roll, r: &mut impl Record) -> SmallArmsOutcome {
        let (helped, commander_falls) = commander_die.map_or((0, false), |face| commander(face, r));
        let loss = roll.with(self.sums.loss(), "loss", clause!("skema.VIII.a"), r);
        let line = book::line_at(&book::data().small_arms, loss);
        let (each, units) = (line.men, self.units);
        let men = each * u32::from(units);
        r.reckon(|| say!("fire-reckon-loss", result = loss, each, units, men), clause!("09.02.1"));
        let shaken = self.sums.of(Column::Morale) + helped;
        let result = loss + shaken;
        r.total("morale", result);
        let effect = book::line_at(&book::data().small_arms, result).morale;
        let by = clause!("skema.VIII.a");
        let says = || super::morale_message(loss, shaken, result, effect);
        r.reckon(says, by);
        let horses = if self.artillery { line.horses } else { 0 };
        if horses > 0 {
            r.reckon(|| say!("fire-reckon-horses", result = loss, horses), clause!("skema.IX.a"));
        }
        let (mine, others) = match &self.shared {
            Some(shared) => shared.split(&self.target, men, r),
            None => (men, 0),
        };
        let target = self.target.suffers(mine, effect, horses, r);
        let close = self.shared.as_ref().map(|shared| shared.suffers(others, effect, r));
        SmallArmsOutcome { target, close, commander_falls }
    }

    /// The firing units counted.
    pub fn units(&self) -> u16 {
        self.units
    }
}
