//! Fire of one battery that hits (06.03, tables IX to XI). One roll serves the losses in men and the equipment.

use super::target::Opened;
use super::{
    Behind, CombatReadings, Losses, Part, Roll, Rounding, Tally, Target, check_count, check_length,
    check_valour, impossible, men_left, small_arms,
};
use crate::book;
pub use crate::book::Equipment;
use crate::clause;
use crate::say;
use crate::troop::{Ammunition, Cover, Gun, Kind, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use umpire::{Dice, Procedure, Record, SituationError};
use words::{Joint, Message};

/// A battery's fire that has hit. Two dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArtillerySituation {
    pub gun: Gun,
    pub ammunition: Ammunition,
    /// The real guns that are fit to fire.
    pub guns: u8,
    /// Its gunner figures, without one who repairs.
    pub gunners: u16,
    #[serde(default)]
    pub state: State,
    #[serde(default)]
    pub valour: i8,
    /// It fires as surprised.
    #[serde(default)]
    pub surprised: bool,
    /// The unit hit; for canister each chosen target.
    pub targets: Vec<Aimed>,
    /// Round shot: the other units whose ranks are counted, from the front (06.02.3).
    #[serde(default)]
    pub behind: Vec<Behind>,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: CombatReadings,
}

/// One target of a battery.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Aimed {
    pub unit: Target,
    /// Cm from gun to target.
    pub distance: f64,
    /// Canister at several targets: its figures in the two front ranks inside the zone, by which losses are shared.
    #[serde(default = "one")]
    pub figures: u16,
    /// The target is a battery: the cover of each ammunition wagon in base contact with it.
    #[serde(default)]
    pub wagons: Vec<Cover>,
}

fn one() -> u16 {
    1
}

impl Aimed {
    /// The only target.
    pub fn new(unit: Target, distance: f64) -> Aimed {
        Aimed { unit, distance, figures: 1, wagons: Vec::new() }
    }
}

/// What one target suffers.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Hit {
    pub losses: Losses,
    /// What a battery loses besides men (06.03.3).
    pub equipment: Equipment,
    /// The target itself if it is a wagon, otherwise the wagons in contact with it as they were given.
    pub wagons: Vec<WagonLoss>,
}

/// What an ammunition wagon suffers (06.03.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct WagonLoss {
    pub destroyed: bool,
    /// Horses killed, in figures.
    pub horses: u8,
}

/// What a battery's fire does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ArtilleryOutcome {
    /// As the targets were given.
    pub targets: Vec<Hit>,
    /// As the units behind were given.
    pub behind: Vec<Losses>,
    /// One of the battery's own guns bursts (06.03.7).
    pub bursts: bool,
}

impl Hit {
    /// In words.
    pub fn message(&self) -> Message {
        let e = &self.equipment;
        let equipment = [
            (e.horses > 0).then(|| say!("horses-killed", count = e.horses)),
            (e.guns_damaged > 0).then(|| say!("guns-damaged", count = e.guns_damaged)),
            (e.guns_destroyed > 0).then(|| say!("guns-destroyed", count = e.guns_destroyed)),
            (e.limbers_damaged > 0).then(|| say!("limbers-damaged", count = e.limbers_damaged)),
            (e.limbers_destroyed > 0).then(|| say!("limbers-destroyed", count = e.limbers_destroyed)),
        ];
        let wagon = |w: &WagonLoss| match w {
            WagonLoss { destroyed: true, .. } => Some(say!("wagon-destroyed")),
            WagonLoss { horses: 0, .. } => None,
            WagonLoss { horses, .. } => Some(say!("wagon-horses-killed", count = horses)),
        };
        let wagons = self.wagons.iter().filter_map(wagon);
        let losses = std::iter::once(self.losses.message());
        words::list(losses.chain(equipment.into_iter().flatten()).chain(wagons), Joint::Comma)
    }
}
words::spoken!(Hit);

impl ArtilleryOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let behind = self.behind.iter().map(|b| say!("losses-behind", losses = b));
        let bursts = self.bursts.then(|| say!("gun-bursts"));
        words::list(self.targets.iter().map(Hit::message).chain(behind).chain(bursts), Joint::Semicolon)
    }
}
words::spoken!(ArtilleryOutcome);

/// The real guns that fire: half a gunner figure to each (06.01.3).
pub fn guns_firing(serviceable: u8, gunners: u16) -> u8 {
    u16::from(serviceable).min(gunners.saturating_mul(2)) as u8
}

#[derive(Clone, Debug)]
struct PreparedTarget {
    modifier: i32,
    part: Part,
    general: bool,
    men: bool,
    equipment: Option<(bool, i32)>,
    /// The deduction of each wagon that may be lost.
    wagons: SmallVec<[i32; 1]>,
}

/// All that can be known of a battery's fire before the dice.
#[derive(Clone, Debug)]
pub struct PreparedArtillery {
    guns: u8,
    canister: bool,
    may_burst: bool,
    targets: SmallVec<[PreparedTarget; 1]>,
    behind: SmallVec<[Behind; 2]>,
    /// What the ranks of the units behind add to what those of the front unit do.
    ranks: i32,
    rounding: Rounding,
}

/// The procedure of artillery fire.
#[derive(Clone, Copy, Debug)]
pub struct Artillery;

/// The row of table IX for ranks hit by round shot.
fn ranks_row(ranks: u32) -> Option<&'static book::Row> {
    let d = book::data();
    if ranks >= u32::from(d.shot_ranks.1) {
        Some(&d.gunnery.ranks_5)
    } else if ranks >= u32::from(d.shot_ranks.0) {
        Some(&d.gunnery.ranks_3)
    } else {
        None
    }
}

fn equipment_deduction(cover: Cover) -> i32 {
    let rows = &book::data().equipment_cover;
    match cover {
        Cover::None => 0,
        Cover::I => rows.cover_1.own,
        Cover::II => rows.cover_2.own,
        Cover::III => rows.cover_3.own,
    }
}

/// What the battery itself brings to the roll.
fn own<R: Record>(t: &mut Tally<'_, R>, s: &ArtillerySituation) {
    let d = book::data();
    let g = d.gun(s.gun);
    t.add("own", Message::verbatim(g.name), g.size, clause!("IX.a"));
    if s.surprised {
        t.own(&d.gunnery.surprised, clause!("04.02.13.a"));
    }
    match s.state {
        State::Slight => t.own(&d.gunnery.slight, clause!("08.02.3")),
        State::Disorder => t.own(&d.gunnery.disorder, clause!("08.02.5")),
        State::Order | State::Complete => {}
    }
    t.valour(s.valour);
    if s.ammunition == Ammunition::Canister {
        t.own(&d.gunnery.canister, clause!("IX.b"));
    }
}

/// What the target and its distance bring to the roll.
fn against<R: Record>(t: &mut Tally<'_, R>, s: &ArtillerySituation, a: &Aimed) {
    let d = book::data();
    match s.ammunition {
        Ammunition::Shell => {
            let by = clause!("IX.b");
            if a.distance > d.shell_beyond + table::EPS {
                t.own(&d.gunnery.shell, by);
            }
        }
        Ammunition::RoundShot => {
            if let Some(row) = ranks_row(a.unit.ranks.into()) {
                t.opponent(row, clause!("IX.b"));
            }
        }
        Ammunition::Canister => {}
    }
    match a.unit.opened() {
        Some((Opened::ThinLine, by)) => t.opponent(&d.gunnery.thin_line, by),
        Some((Opened::Chain, by)) => t.opponent(&d.gunnery.chain, by),
        None if a.unit.state == State::Complete => t.rests_on(clause!("02.04.2")),
        None => {}
    }
    match a.unit.kind {
        Kind::Limbered => t.opponent(&d.gunnery.limbered, clause!("06.03.1")),
        Kind::Wagon => t.opponent(&d.gunnery.limbered, clause!("06.03.4")),
        _ => {}
    }
    match a.unit.cover {
        Cover::I => t.opponent(&d.gunnery.cover_1, clause!("06.03.1")),
        Cover::II => t.opponent(&d.gunnery.cover_2, clause!("06.03.1")),
        Cover::None | Cover::III => {}
    }
}

/// The fractions below table X.
fn fractions(u: &Target, r: &mut impl Record) -> Part {
    let mut part = Part::WHOLE;
    if u.cover == Cover::III {
        r.reckon(|| say!("reckon-cover", cover = format!("{:?}", u.cover), by = 4), clause!("X.a"));
        part = part.over(4);
    }
    if u.kind == Kind::Unlimbered {
        r.reckon(|| say!("reckon-unlimbered"), clause!("X.a"));
        part = part.over(2);
    }
    if u.pinned {
        r.reckon(|| say!("reckon-pinned"), clause!("06.03.8"));
        part = part.over(2);
    }
    part
}

impl Procedure for Artillery {
    type Situation = ArtillerySituation;
    type Prepared = PreparedArtillery;
    type Outcome = ArtilleryOutcome;

    const NAME: &'static str = "artillery";

    fn title() -> Message {
        say!("title-artillery")
    }

    fn check(s: &ArtillerySituation) -> Result<(), SituationError> {
        let d = book::data();
        let g = d.gun(s.gun);
        let Some(range) = g.range(s.ammunition) else {
            return Err(impossible(
                "ammunition",
                say!("no-table-vii", gun = g.name, ammunition = s.ammunition),
            ));
        };
        let most = d.artillery_losses.len();
        if !(1..=most).contains(&usize::from(s.guns)) {
            return Err(impossible("guns", say!("battery-1-real-guns", most)));
        }
        check_count("gunners", s.gunners.into(), 0)?;
        if s.gunners == 0 {
            let by = clause!("06.01.3");
            return Err(impossible("gunners", say!("gun-needs-half-gunner", by)));
        }
        check_valour("valour", s.valour)?;
        if s.state == State::Complete {
            let by = clause!("08.02.6.a");
            return Err(impossible("state", say!("battery-fu-cannot-fire", by)));
        }
        let canister = s.ammunition == Ammunition::Canister;
        if s.targets.is_empty() || s.targets.len() > 100 || (!canister && s.targets.len() > 1) {
            let by = clause!("06.02.1.a");
            return Err(impossible("targets", say!("unit-only-canister-several", by)));
        }
        let reach = if canister { range } else { d.reach_of_guns(range) };
        for a in &s.targets {
            a.unit.check("targets")?;
            check_length("targets", a.distance)?;
            check_count("targets", a.figures.into(), 1)?;
            if a.distance > reach + table::EPS {
                let by = if canister { clause!("06.02.1.a") } else { clause!("06.02.2.b") };
                return Err(impossible(
                    "targets",
                    say!("reaches-cm-table-vii", ammunition = s.ammunition, gun = g.name, reach, by),
                ));
            }
            if !a.wagons.is_empty() && !a.unit.kind.artillery() || a.wagons.len() > 100 {
                let by = clause!("06.03.4");
                return Err(impossible("targets", say!("wagons-share-fate-battery", by)));
            }
        }
        if !s.behind.is_empty() && s.ammunition != Ammunition::RoundShot {
            let by = clause!("06.02.3.b");
            return Err(impossible("behind", say!("only-round-shot-counts", by)));
        }
        for b in &s.behind {
            check_count("behind", b.ranks.into(), 1)?;
        }
        if s.behind.len() > 100 {
            return Err(impossible("behind", say!("most-100-units")));
        }
        Ok(())
    }

    fn prepare(s: &ArtillerySituation, r: &mut impl Record) -> PreparedArtillery {
        r.clause(clause!("06.03.1"));
        let mut t = Tally::new(r);
        own(&mut t, s);
        let base = t.sum;
        let canister = s.ammunition == Ammunition::Canister;
        let shares: u64 = s.targets.iter().map(|a| u64::from(a.figures)).sum();
        let mut targets = SmallVec::new();
        for a in &s.targets {
            let mut t = Tally::new(r);
            against(&mut t, s, a);
            let modifier = base + t.sum;
            let mut part = fractions(&a.unit, r);
            if s.targets.len() > 1 {
                r.reckon(|| say!("reckon-share", of = a.figures, all = shares), clause!("06.02.1.b"));
                part = part.share(a.figures.into(), shares);
            }
            let deduction = equipment_deduction(a.unit.cover);
            let equipment = a.unit.kind.artillery().then(|| {
                r.clause(clause!("06.03.3.a"));
                (a.unit.kind == Kind::Limbered, deduction)
            });
            let mut wagons: SmallVec<[i32; 1]> = a.wagons.iter().map(|c| equipment_deduction(*c)).collect();
            if a.unit.kind == Kind::Wagon {
                wagons.push(deduction);
            }
            targets.push(PreparedTarget {
                modifier,
                part,
                general: a.unit.general,
                men: a.unit.kind != Kind::Wagon,
                equipment,
                wagons,
            });
        }
        let mut ranks = 0;
        if let (Some(front), false) = (s.targets.first(), s.behind.is_empty()) {
            let value = |n: u32| ranks_row(n).map_or(0, |row| row.opponent);
            let own = u32::from(front.unit.ranks);
            let all = own + s.behind.iter().map(|b| u32::from(b.ranks)).sum::<u32>();
            ranks = value(all) - value(own);
            r.reckon(|| say!("reckon-ranks", own, all, more = ranks), clause!("06.02.4"));
        }
        let guns = guns_firing(s.guns, s.gunners);
        if guns < s.guns {
            r.reckon(|| say!("reckon-crew", gunners = s.gunners, guns, of = s.guns), clause!("06.01.3"));
        }
        PreparedArtillery {
            guns,
            canister,
            may_burst: s.gun == Gun::TenPounderParrott,
            targets,
            behind: s.behind.iter().copied().collect(),
            ranks,
            rounding: s.readings.for_artillery(),
        }
    }

    fn resolve(p: &PreparedArtillery, d: &mut impl Dice, r: &mut impl Record) -> ArtilleryOutcome {
        // Two ones are a sum of 2, so the sum is enough for bursting too.
        p.read(Roll::sum(d, r), r)
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "gun": "napoleon", "ammunition": "shell", "guns": 6, "gunners": 6,
            "targets": [{ "unit": { "kind": "infantry" }, "distance": 45 }],
        })
    }
}

impl PreparedArtillery {
    /// What a roll comes to.
    pub fn read(&self, roll: Roll, r: &mut impl Record) -> ArtilleryOutcome {
        let d = book::data();
        let at = usize::from(self.guns).min(d.artillery_losses.len());
        let loss =
            |result: i32| at.checked_sub(1).map_or(0, |row| book::loss_at(&d.artillery_losses[row], result));
        let mut targets = Vec::with_capacity(self.targets.len());
        for t in &self.targets {
            let result = roll.with(t.modifier, clause!("06.03.1"), r);
            let men = if t.men {
                let (guns, all) = (self.guns, loss(result));
                r.reckon(|| say!("reckon-battery", result, guns, loss = all), clause!("06.03.1"));
                men_left(t.part, all, self.rounding, clause!("X.a"), r)
            } else {
                0
            };
            let losses = fate(men, t.general, roll, r);
            let equipment = t.equipment.map_or(Equipment::default(), |(limbered, deduction)| {
                self.gear(limbered, roll.at() + deduction, r)
            });
            let wagons = t.wagons.iter().map(|deduction| self.wagon(roll.at() + deduction, r)).collect();
            targets.push(Hit { losses, equipment, wagons });
        }
        let mut behind = Vec::new();
        if let (Some(front), false) = (self.targets.first(), self.behind.is_empty()) {
            let result = roll.at() + front.modifier;
            let extra = loss(result + self.ranks).saturating_sub(loss(result));
            let all: u64 = self.behind.iter().map(|b| u64::from(b.ranks)).sum();
            for b in &self.behind {
                let men = men_left(
                    front.part.share(b.ranks.into(), all),
                    extra,
                    self.rounding,
                    clause!("06.02.4"),
                    r,
                );
                behind.push(fate(men, b.general, roll, r));
            }
        }
        let bursts = self.may_burst && roll.sum == 2;
        if bursts {
            r.reckon(|| say!("reckon-bursts"), clause!("06.03.7"));
        }
        ArtilleryOutcome { targets, behind, bursts }
    }

    /// The real guns that fire.
    pub fn guns(&self) -> u8 {
        self.guns
    }

    fn gear(&self, limbered: bool, result: i32, r: &mut impl Record) -> Equipment {
        r.total("equipment", result);
        r.reckon(|| say!("reckon-equipment", result), clause!("06.03.3.a"));
        let rows = &book::data().equipment[usize::from(limbered)];
        let row = rows[result.clamp(4, 12) as usize - 4];
        if self.canister && row != Equipment::default() {
            r.reckon(|| say!("reckon-only-horses"), clause!("06.03.3.c"));
            return Equipment { horses: row.horses, ..Equipment::default() };
        }
        row
    }

    fn wagon(&self, result: i32, r: &mut impl Record) -> WagonLoss {
        let least = book::data().wagon_destroyed;
        r.reckon(|| say!("reckon-wagon", result, least), clause!("06.03.4"));
        if result >= least && !self.canister {
            return WagonLoss { destroyed: true, horses: 0 };
        }
        r.total("equipment", result);
        if self.canister && result >= least {
            r.reckon(|| say!("reckon-only-horses"), clause!("06.03.3.c"));
        }
        let row = book::data().equipment[1][result.clamp(4, 12) as usize - 4];
        WagonLoss { destroyed: false, horses: row.horses }
    }
}

fn fate(men: u32, general: bool, roll: Roll, r: &mut impl Record) -> Losses {
    let general_falls = general && men > 0 && roll.sum == small_arms::GENERAL_FALLS;
    if general_falls {
        r.reckon(|| say!("reckon-general", sum = roll.sum), clause!("06.03.9"));
    }
    Losses { men, general_falls }
}
