//! Small-arms fire of one unit, or of a part of it (chapter 05, tables IV to VI).

use super::target::{self, Opened};
use super::{
    Behind, CombatReadings, FirstUse, Losses, Part, PinnedRemainder, Roll, Rounding, Tally, Target,
    check_count, check_length, check_valour, impossible, men_left,
};
use crate::book::{self, PerElement};
use crate::clause;
use crate::say;
use crate::troop::{Cover, Formation, Kind, State, Weapon, WeaponClass};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use umpire::{Dice, Procedure, Record, SituationError};
use words::{Joint, Message};

/// Who fires at whom. Two dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SmallArmsSituation {
    pub firer: Firer,
    pub target: Target,
    /// Cm from the middle of the front of the firing figures to the nearest base edge of the target.
    pub distance: f64,
    /// The units that stand behind the target in one column with it, from the front.
    #[serde(default)]
    pub behind: Vec<Behind>,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: CombatReadings,
}

/// The unit that fires, or the part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Firer {
    pub kind: Kind,
    #[serde(default = "target::line")]
    pub formation: Formation,
    /// The figures that fire, of the two front ranks.
    pub figures: u16,
    pub weapon: Weapon,
    #[serde(default)]
    pub state: State,
    #[serde(default)]
    pub pinned: bool,
    /// The cover it fires from, across it.
    #[serde(default)]
    pub cover: Cover,
    #[serde(default)]
    pub valour: i8,
    /// When it last fired.
    #[serde(default)]
    pub last_fire: LastFire,
    /// It has fought a melee before: then its first fire too may empty the cartridge boxes.
    #[serde(default)]
    pub fought: bool,
    /// It fires as surprised.
    #[serde(default)]
    pub surprised: bool,
    /// It fires out of one side of a building.
    #[serde(default)]
    pub building: bool,
}

impl Firer {
    /// In line and in order, firing for at least the second turn running.
    pub fn new(kind: Kind, figures: u16, weapon: Weapon) -> Firer {
        Firer {
            kind,
            formation: Formation::Line,
            figures,
            weapon,
            state: State::Order,
            pinned: false,
            cover: Cover::None,
            valour: 0,
            last_fire: LastFire::LastTurn,
            fought: false,
            surprised: false,
            building: false,
        }
    }

    /// Its fire elements (05.01.4 to 05.01.6).
    pub fn elements(&self, readings: CombatReadings) -> u32 {
        let elements = self.per_element(readings).elements(self.figures.into());
        if self.building { elements.min(1) } else { elements }
    }

    /// How many figures make an element.
    fn per_element(&self, readings: CombatReadings) -> PerElement {
        let chain = self.formation == Formation::Chain && !self.building;
        let mut per = book::per_fire_element(self.kind, chain);
        if self.pinned {
            let remainder = match readings.pinned_remainder {
                PinnedRemainder::Doubled => 2 * per.remainder,
                PinnedRemainder::Kept => per.remainder,
            };
            per = PerElement { figures: 2 * per.figures, remainder };
        }
        per
    }

    /// The most figures that can fire at once: those of the two front ranks (05.01.2.b).
    fn most(&self) -> Option<u16> {
        if self.building {
            return None;
        }
        let abreast = match (self.formation, self.kind) {
            (Formation::MarchColumn, Kind::Mounted) => 2,
            (Formation::MarchColumn, _) => 3,
            (Formation::AttackColumn, _) => 6,
            (Formation::Line | Formation::ThinLine | Formation::Chain, _) => return None,
        };
        Some(2 * abreast)
    }
}

/// When a unit last fired, before this turn. A melee last turn counts as fire, once it has ever fired (05.02.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LastFire {
    /// This turn's is its first fire in the game.
    Never,
    /// Before the last turn.
    Earlier,
    #[default]
    LastTurn,
}

/// What the fire does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SmallArmsOutcome {
    pub target: Losses,
    /// The units behind it, as they were given.
    pub behind: Vec<Losses>,
    /// The firer has no ammunition left after this fire.
    pub out_of_ammunition: bool,
}

impl SmallArmsOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let behind = self.behind.iter().map(|b| say!("losses-behind", losses = b));
        let out = self.out_of_ammunition.then(|| say!("firer-out-of-ammunition"));
        words::list(std::iter::once(self.target.message()).chain(behind).chain(out), Joint::Semicolon)
    }
}
words::spoken!(SmallArmsOutcome);

/// All that can be known of a fire before the dice.
#[derive(Clone, Debug)]
pub struct PreparedSmallArms {
    /// From 1; `None` out of range.
    zone: Option<u8>,
    elements: u32,
    modifier: i32,
    /// What the ranks of the whole column add to what those of the front unit do.
    column: i32,
    part: Part,
    general: bool,
    behind: SmallVec<[Behind; 2]>,
    exempt: bool,
    rounding: Rounding,
}

/// The procedure of small-arms fire.
#[derive(Clone, Copy, Debug)]
pub struct SmallArms;

/// The part of a loss that cover leaves against small arms and in melee (VI.a).
pub(super) fn covered(part: Part, cover: Cover, r: &mut impl Record) -> Part {
    let by = match cover {
        Cover::None => return part,
        Cover::I => 2,
        Cover::II | Cover::III => 4,
    };
    r.reckon(|| say!("reckon-cover", cover = format!("{cover:?}"), by), clause!("VI.a"));
    part.over(by)
}

/// The rows of table V below the line, which are used in melee too (V.a). `close` when a shotgun is used in zone 1.
pub(super) fn below_the_line<R: Record>(
    t: &mut Tally<'_, R>,
    cover: Cover,
    state: State,
    valour: i8,
    close_shotgun: bool,
) {
    let rows = &book::data().fire;
    match cover {
        Cover::None => {}
        Cover::I => t.own(&rows.cover_1, clause!("V.a")),
        Cover::II | Cover::III => t.own(&rows.cover_2_3, clause!("V.a")),
    }
    match state {
        State::Slight => t.own(&rows.slight, clause!("08.02.3")),
        State::Disorder => t.own(&rows.disorder, clause!("08.02.5")),
        State::Order | State::Complete => {}
    }
    if close_shotgun {
        t.own(&rows.shotgun, clause!("V.a"));
    }
    t.valour(valour);
}

fn by_weapon<R: Record>(t: &mut Tally<'_, R>, s: &SmallArmsSituation) {
    let w = book::data().weapon(s.firer.weapon);
    if w.class == WeaponClass::Shotgun {
        return;
    }
    match w.modifier_to {
        None => t.add("own", Message::verbatim(w.name), w.modifier, clause!("05.02.1")),
        Some(to) if s.distance <= to + table::EPS => {
            t.add("own", Message::verbatim(w.name), w.modifier, clause!("V.b"))
        }
        Some(_) => t.rests_on(clause!("V.b")),
    }
}

fn column(f: Formation) -> bool {
    matches!(f, Formation::MarchColumn | Formation::AttackColumn)
}

impl Procedure for SmallArms {
    type Situation = SmallArmsSituation;
    type Prepared = PreparedSmallArms;
    type Outcome = SmallArmsOutcome;

    const NAME: &'static str = "small-arms";

    fn title() -> Message {
        say!("title-small-arms")
    }

    fn check(s: &SmallArmsSituation) -> Result<(), SituationError> {
        let f = &s.firer;
        if !f.kind.on_foot() && f.kind != Kind::Mounted {
            return Err(impossible("firer", say!("no-small-arms-fire", kind = f.kind)));
        }
        target::check_troops("firer", f.kind, f.formation, f.state, f.pinned, f.building)?;
        if f.state == State::Complete {
            let by = clause!("08.02.6.a");
            return Err(impossible("firer", say!("unit-fu-cannot-fire", by)));
        }
        check_count("firer.figures", f.figures.into(), 1)?;
        if let Some(most) = f.most().filter(|most| f.figures > *most) {
            let (by, formation) = (clause!("05.01.2.b"), f.formation);
            return Err(impossible(
                "firer.figures",
                say!("most-figures-two-front-ranks", most, formation, by),
            ));
        }
        check_valour("firer.valour", f.valour)?;
        check_length("distance", s.distance)?;
        let w = book::data().weapon(f.weapon);
        if w.zone(s.distance).is_none() {
            let by = clause!("05.01.3.a");
            return Err(impossible(
                "distance",
                say!("weapon-reaches", weapon = w.name, reach = w.range(), by),
            ));
        }
        s.target.check("target")?;
        if s.target.kind == Kind::Wagon {
            let by = clause!("06.03.4");
            return Err(impossible("target", say!("small-arms-wagon-no", by)));
        }
        target::check_ranks("target", &s.target)?;
        check_behind(&s.behind, &s.target)
    }

    fn prepare(s: &SmallArmsSituation, r: &mut impl Record) -> PreparedSmallArms {
        let rows = &book::data().fire;
        let (f, at) = (&s.firer, &s.target);
        let weapon = book::data().weapon(f.weapon);
        let zone = weapon.zone(s.distance);
        if matches!(weapon.class, WeaponClass::Shotgun | WeaponClass::Pistol) {
            r.clause(clause!("IV.a"));
        }
        r.clause(clause!("05.02.1"));
        let mut t = Tally::new(r);
        match at.opened() {
            Some((Opened::ThinLine, by)) => t.opponent(&rows.thin_line, by),
            Some((Opened::Chain, by)) => t.opponent(&rows.chain, by),
            None if at.state == State::Complete => t.rests_on(clause!("02.04.2")),
            None => {}
        }
        match at.kind {
            Kind::Limbered => t.opponent(&rows.limbered, clause!("05.02.1")),
            Kind::Unlimbered => t.opponent(&rows.unlimbered, clause!("05.02.1")),
            Kind::Mounted => t.opponent(&rows.mounted, clause!("05.02.1")),
            _ => {}
        }
        if f.kind == Kind::Mounted {
            t.own(&rows.mounted, clause!("05.02.1"));
        }
        by_weapon(&mut t, s);
        match f.last_fire {
            LastFire::Never => t.own(&rows.first_fire, clause!("05.02.4")),
            LastFire::Earlier => t.own(&rows.pause, clause!("05.02.4")),
            LastFire::LastTurn => {}
        }
        if f.surprised {
            t.own(&rows.surprised, clause!("04.02.13.a"));
        }
        let close = weapon.class == WeaponClass::Shotgun && zone == Some(1);
        below_the_line(&mut t, f.cover, f.state, f.valour, close);

        let deep = book::data().deep_column;
        let formed = at.state != State::Complete && (at.kind.on_foot() || at.kind == Kind::Mounted);
        let alone = formed && column(at.formation) && !at.building && at.ranks >= deep;
        let ranks: u32 = u32::from(at.ranks) + s.behind.iter().map(|b| u32::from(b.ranks)).sum::<u32>();
        let together = !s.behind.is_empty() && ranks >= u32::from(deep);
        let mut column = 0;
        if alone {
            t.opponent(&rows.deep_column, clause!("05.02.1"));
        } else if together {
            column = rows.deep_column.opponent;
        }
        let modifier = t.sum;

        let mut part = covered(Part::WHOLE, at.cover, r);
        if at.pinned {
            r.reckon(|| say!("reckon-pinned"), clause!("05.02.6"));
            part = part.over(2);
        }
        let per = f.per_element(s.readings);
        let count = per.elements(f.figures.into());
        r.clause(clause!("05.01.5"));
        let (figures, each, rest) = (f.figures, per.figures, per.remainder);
        if f.pinned {
            r.reckon(|| say!("reckon-elements-pinned", each, rest), clause!("05.01.6"));
        }
        r.reckon(|| say!("reckon-elements", figures, count, each, rest), clause!("05.01.4"));
        if f.building {
            r.reckon(|| say!("reckon-one-side"), clause!("02.04.3.c"));
        }
        if let Some(zone) = zone {
            r.reckon(|| say!("reckon-zone", zone), clause!("05.01.3.a"));
        }
        let exempt = f.last_fire == LastFire::Never
            && !f.fought
            && s.readings.ammunition_first_use == FirstUse::FirstUse;
        PreparedSmallArms {
            zone,
            elements: f.elements(s.readings),
            modifier,
            column,
            part,
            general: at.general,
            behind: s.behind.iter().copied().collect(),
            exempt,
            rounding: s.readings.rounding,
        }
    }

    fn resolve(p: &PreparedSmallArms, d: &mut impl Dice, r: &mut impl Record) -> SmallArmsOutcome {
        let roll = if p.exempt { Roll::sum(d, r) } else { Roll::faces(d, r) };
        p.read(roll, r)
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "firer": { "kind": "infantry", "figures": 24, "weapon": "rifled_musket", "last_fire": "never" },
            "target": { "kind": "infantry", "formation": "attack_column", "ranks": 5 },
            "distance": 12,
        })
    }
}

impl PreparedSmallArms {
    /// What a roll comes to.
    pub fn read(&self, roll: Roll, r: &mut impl Record) -> SmallArmsOutcome {
        let result = roll.with(self.modifier, clause!("05.02.1"), r);
        let each = |result: i32| match self.zone {
            Some(z) => book::loss_at(&book::data().small_arms_losses[usize::from(z) - 1], result),
            None => 0,
        };
        let (one, front) = (each(result), each(result) * self.elements);
        let (elements, by) = (self.elements, clause!("05.02.1"));
        r.reckon(|| say!("reckon-loss", result, one, elements, loss = front), by);
        let men = men_left(self.part, front, self.rounding, clause!("VI.a"), r);
        let target = fate(men, self.general, roll, r);
        let deep = each(result + self.column);
        let extra = (deep * self.elements).saturating_sub(front);
        if !self.behind.is_empty() {
            let result = result + self.column;
            r.reckon(|| say!("reckon-column", result, one = deep, elements, extra), clause!("05.02.5"));
        }
        let behind = behind_losses(&self.behind, extra, self.part, self.rounding, roll, r);
        let out_of_ammunition = !self.exempt && roll.double.is_some_and(|n| n <= book::data().empty_double);
        if out_of_ammunition {
            r.reckon(|| say!("reckon-double"), clause!("09.01.1"));
        } else if self.exempt {
            r.clause(clause!("09.01.1"));
        }
        SmallArmsOutcome { target, behind, out_of_ammunition }
    }

    /// The fire elements counted.
    pub fn elements(&self) -> u32 {
        self.elements
    }
}

/// A general with a unit that loses men falls on exactly 10 (05.02.7, 06.03.9).
pub(super) const GENERAL_FALLS: u8 = 10;

fn fate(men: u32, general: bool, roll: Roll, r: &mut impl Record) -> Losses {
    let general_falls = general && men > 0 && roll.sum == GENERAL_FALLS;
    if general_falls {
        r.reckon(|| say!("reckon-general", sum = roll.sum), clause!("05.02.7"));
    }
    Losses { men, general_falls }
}

fn behind_losses(
    behind: &[Behind],
    extra: u32,
    part: Part,
    rounding: Rounding,
    roll: Roll,
    r: &mut impl Record,
) -> Vec<Losses> {
    if behind.is_empty() {
        return Vec::new();
    }
    let ranks: u64 = behind.iter().map(|b| u64::from(b.ranks)).sum();
    behind
        .iter()
        .map(|b| {
            let men = men_left(part.share(b.ranks.into(), ranks), extra, rounding, clause!("05.02.5"), r);
            fate(men, b.general, roll, r)
        })
        .collect()
}

/// Units can stand in column only behind a formed unit.
pub(super) fn check_behind(behind: &[Behind], at: &Target) -> Result<(), SituationError> {
    if behind.is_empty() {
        return Ok(());
    }
    let formed = at.kind.on_foot() || at.kind == Kind::Mounted;
    let close = !matches!(at.formation, Formation::Chain | Formation::ThinLine);
    if at.state == State::Complete {
        let by = clause!("02.04.2");
        return Err(impossible("behind", say!("fu-leads-no-column", by)));
    }
    if !(formed && close) || at.building {
        let by = clause!("05.02.5");
        return Err(impossible("behind", say!("only-unit-close-formation", by)));
    }
    for b in behind {
        check_count("behind", b.ranks.into(), 1)?;
    }
    Ok(())
}
