//! Bombardment: hits, losses by the zone, batteries and towns as targets, sharing out losses, cover, and works that crumble.

use super::dice::{Halves, count_above};
use super::{check_disorder, check_metres, stand_in};
use crate::book::{BAD, SheetRef, num, table, whole};
use crate::troop::{Arm, FormationKind};
use crate::unit::BROKEN_U;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::OnceLock;
use umpire::{Dice, Procedure, Readings, Record, SituationError, check_number, impossible};
use words::Message;

umpire::choice!(
    /// How are half target bases rounded (bombardment-effect.4)?
    TargetHalves { Down, Up }
);
umpire::choice!(
    /// Who names the first unit to take a loss after the target (bombardment-effect.7)?
    NamesFirst { Firing, FiredAt }
);
umpire::choice!(
    /// How do several batteries fire at one town zone (fire-coordination.3)?
    TownFire { Apart, Added }
);
umpire::choice!(
    /// With how many dice does a redoubt hold its cover (redoubt.4)?
    RedoubtStars { TwoDice, OneDie }
);
umpire::choice!(
    /// How does a fortress hold its cover (fortress.4)?
    FortressStars { OneOfTwo, Each }
);

/// The readings that matter to bombardment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct FireReadings {
    pub target_halves: TargetHalves,
    pub names_first: NamesFirst,
    pub town_fire: TownFire,
    pub redoubt_stars: RedoubtStars,
    pub fortress_stars: FortressStars,
}

impl FireReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> FireReadings {
        FireReadings {
            target_halves: TargetHalves::pick(r.is(reading!("target-halves", "up"))),
            names_first: NamesFirst::pick(r.is(reading!("names-first", "fired-at"))),
            town_fire: TownFire::pick(r.is(reading!("town-fire", "added"))),
            redoubt_stars: RedoubtStars::pick(r.is(reading!("redoubt-stars", "one-die"))),
            fortress_stars: FortressStars::pick(r.is(reading!("fortress-stars", "each"))),
        }
    }
}

/// A gun base hits with this value, less the U of its battery (bombardment-effect.1).
pub const HITS: u8 = 6;

/// A battery that fires.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Firing {
    #[schemars(range(min = 1, max = 6))]
    pub bases: u8,
    /// Pounds; a pure howitzer battery counts as 6-pounders.
    #[schemars(range(min = 1, max = 48))]
    pub calibre: u8,
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub disorder: u8,
    /// Metres along its firing line.
    pub range: f64,
}

/// An enemy unit of which bases lie wholly in the bombardment zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InZone {
    pub arm: Arm,
    pub formation: FormationKind,
    #[schemars(range(max = 6))]
    pub bases: u8,
    /// The firing line strikes its flank.
    #[serde(default)]
    pub flank_fire: bool,
}

/// A battery that is fired at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Battery {
    pub limbered: bool,
    /// The firing line strikes its flank.
    pub flank_fire: bool,
}

/// What is fired at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// All units with bases in the zone.
    Units(Vec<InZone>),
    Battery(Battery),
    /// A whole town zone or fortress.
    Town,
}

/// A bombardment. Dice: one for each gun base, then one for half a loss.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BombardmentSituation {
    #[schemars(length(min = 1, max = 20))]
    pub firing: Vec<Firing>,
    /// They are of one artillery command, or together in a redoubt.
    #[serde(default)]
    pub one_command: bool,
    /// What is fired at stands in a redoubt, whose cover may suffer (redoubt.4).
    #[serde(default)]
    pub work: bool,
    pub aim: Aim,
    #[serde(default)]
    pub readings: FireReadings,
    /// The reference sheet that is played; the built-in one where nothing is said.
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// What a bombardment does, before it is shared out and cover is tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct BombardmentOutcome {
    pub losses: u8,
    /// U of a battery.
    pub disorder: u8,
    /// Stars against a town zone or a work.
    pub stars: u8,
}

impl BombardmentOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match *self {
            BombardmentOutcome { losses, stars, .. } if stars > 0 => say!("bombarded-town", losses, stars),
            BombardmentOutcome { losses, disorder, .. } if disorder > 0 => {
                say!("bombarded-battery", losses, disorder)
            }
            BombardmentOutcome { losses, .. } => say!("bombarded", losses),
        }
    }
}
words::spoken!(BombardmentOutcome);

/// What a base counts in halves, and the extra bases of a unit, by table bombardment.target-bases.
#[derive(Clone, Copy, Debug)]
struct Weights {
    line: (u16, u16),
    column: (u16, u16),
    square: (u16, u16),
    chain: (u16, u16),
    flanked: (u16, u16),
}

fn weights() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| {
        let t = table("bombardment.target-bases");
        let of = |row: &str| {
            let cell = |column| t.cell(row, column).and_then(num).expect(BAD);
            let each = cell("each base wholly in zone counts") * 2.0;
            (each as u16, cell("extra bases per unit") as u16)
        };
        Weights {
            line: of("infantry or cavalry in line"),
            column: of("infantry or cavalry in column"),
            square: of("infantry in square"),
            chain: of("skirmishers"),
            flanked: of("any unit under flank fire (replaces the above extra)"),
        }
    })
}

/// Target bases in the zone, in halves (bombardment-effect.3, bombardment-effect.4).
fn target_halves(zone: &[InZone], r: &mut impl Record) -> u16 {
    let weights = weights();
    let mut all = 0;
    for u in zone.iter().filter(|u| u.bases > 0) {
        let (each, mut extra) = match (u.arm, u.formation) {
            (Arm::Artillery | Arm::Train | Arm::Pontoons, _) => {
                r.reckon(|| say!("reckon-guns-unharmed"), clause!("bombardment-guns.1"));
                continue;
            }
            (_, FormationKind::Chain) => weights.chain,
            (_, FormationKind::Square) => weights.square,
            (_, FormationKind::Column | FormationKind::MarchColumn) => weights.column,
            _ => weights.line,
        };
        if u.flank_fire {
            extra = weights.flanked.1;
            r.reckon(|| say!("reckon-flank-fire", extra), clause!("firing-line.2"));
        }
        let halves = u16::from(u.bases) * each + extra * 2;
        all += halves;
        r.modifier(
            "zone",
            say!("mod-target-bases", bases = u.bases, extra),
            (halves / 2).into(),
            clause!("bombardment-effect.4"),
        );
    }
    let bases = f64::from(all) / 2.0;
    if zone.len() > 1 {
        r.reckon(
            || say!("reckon-units-together", units = zone.len(), bases),
            clause!("bombardment-effect.5"),
        );
    }
    r.reckon(|| say!("reckon-target-bases", bases), clause!("bombardment-effect.3"));
    all
}

/// A bombardment weighed up.
#[derive(Clone, Debug)]
pub struct Laid {
    /// Bases, what a base hits with, and the loss factor of a hit.
    firing: SmallVec<[(u8, i32, u16); 4]>,
    aim: Aimed,
    work: bool,
    sheet: SheetRef,
}

#[derive(Clone, Copy, Debug)]
enum Aimed {
    Bases(u16),
    Battery(Battery),
    Town,
}

/// Bombarding.
#[derive(Clone, Copy, Debug)]
pub struct Bombardment;

impl Procedure for Bombardment {
    type Situation = BombardmentSituation;
    type Prepared = Laid;
    type Outcome = BombardmentOutcome;

    const NAME: &'static str = "bombardment";

    fn title() -> Message {
        say!("title-bombardment")
    }

    fn check(s: &BombardmentSituation) -> Result<(), SituationError> {
        if !(1..=20).contains(&s.firing.len()) {
            return Err(impossible("firing", say!("list-at-most", most = 20)));
        }
        for f in &s.firing {
            check_number("firing", f.bases.into(), 1, 6)?;
            check_number("firing", f.calibre.into(), 1, 48)?;
            check_metres("firing", Some(f.range))?;
            check_disorder("firing", f.disorder)?;
            if f.disorder >= BROKEN_U {
                let by = clause!("bombardment.1");
                return Err(impossible("firing", say!("broken-battery-is-silent", by)));
            }
        }
        let joint = s.aim == Aim::Town && s.readings.town_fire == TownFire::Added;
        if s.firing.len() > 1 && !s.one_command && !joint {
            let by = match s.aim {
                Aim::Town => clause!("fire-coordination.3"),
                _ => clause!("fire-coordination.1"),
            };
            return Err(impossible("firing", say!("batteries-fire-apart", by)));
        }
        if let Aim::Units(zone) = &s.aim {
            if !(1..=50).contains(&zone.len()) {
                return Err(impossible("aim", say!("list-at-most", most = 50)));
            }
            zone.iter().try_for_each(|u| check_number("aim", u.bases.into(), 0, 6))?;
            if zone.iter().all(|u| u.arm == Arm::Artillery) {
                let by = clause!("bombardment-guns.1");
                return Err(impossible("aim", say!("guns-are-named", by)));
            }
        }
        Ok(())
    }

    fn prepare(s: &BombardmentSituation, r: &mut impl Record) -> Laid {
        let numbers = s.sheet.numbers();
        if s.firing.len() > 1 {
            if s.one_command {
                r.reckon(|| say!("reckon-one-large-battery"), clause!("gun-command-fire.1"));
            } else {
                r.reckon(|| say!("reckon-town-fired-on-jointly"), clause!("fire-coordination.3"));
            }
        }
        let firing = s.firing.iter().map(|f| {
            let value = i32::from(HITS) - i32::from(f.disorder);
            let factor = numbers.fire_factor(f.calibre, f.range);
            r.reckon(
                || say!("reckon-hits-with", bases = f.bases, value, disorder = f.disorder),
                clause!("bombardment-effect.1"),
            );
            r.reckon(
                || say!("reckon-loss-factor", calibre = f.calibre, range = words::tenths(f.range), factor),
                clause!("bombardment-effect.2"),
            );
            (f.bases, value, factor)
        });
        let firing = firing.collect();
        stand_in(&s.sheet, "bombardment.proposal-range", r);
        stand_in(&s.sheet, "bombardment.proposal-losses", r);
        let aim = match &s.aim {
            Aim::Units(zone) => {
                let halves = target_halves(zone, r);
                let up = u16::from(s.readings.target_halves == TargetHalves::Up);
                Aimed::Bases((halves + up) / 2)
            }
            Aim::Battery(b) => {
                r.reckon(|| say!("reckon-only-the-battery"), clause!("bombardment-guns.2"));
                Aimed::Battery(*b)
            }
            Aim::Town => {
                r.reckon(|| say!("reckon-whole-zone"), clause!("bombardment-town.1"));
                Aimed::Town
            }
        };
        Laid { firing, aim, work: s.work && s.aim != Aim::Town, sheet: s.sheet.clone() }
    }

    fn resolve(p: &Laid, d: &mut impl Dice, r: &mut impl Record) -> BombardmentOutcome {
        let mut factor = 0;
        for (bases, value, each) in &p.firing {
            let hits = *bases - count_above(*value, *bases, d, r);
            factor += u16::from(hits) * each;
        }
        r.total("factor", factor.into());
        let numbers = p.sheet.numbers();
        let stars = if p.work && factor > 0 { numbers.town_bombarded(factor).besides } else { 0 };
        if p.work {
            r.reckon(|| say!("reckon-work-bombarded", factor, stars), clause!("redoubt.4"));
        }
        match p.aim {
            Aimed::Bases(bases) => {
                r.total("bases", bases.into());
                let halves = numbers.bombarded(factor, bases);
                r.reckon(
                    || say!("reckon-bombarded", factor, bases, losses = halves.shown()),
                    clause!("bombardment-effect.6"),
                );
                BombardmentOutcome { losses: halves.rolled(d, r), disorder: 0, stars }
            }
            Aimed::Battery(b) => {
                let struck = numbers.guns_bombarded(factor);
                let (mut halves, mut disorder) = (struck.losses, struck.besides);
                r.reckon(
                    || say!("reckon-guns-bombarded", factor, disorder, losses = halves.shown()),
                    clause!("bombardment-guns.3"),
                );
                if factor == 0 {
                    return BombardmentOutcome::default();
                }
                if b.limbered {
                    halves = Halves(halves.0 + 2);
                    r.reckon(|| say!("reckon-limbered-loss"), clause!("bombardment-guns.4"));
                } else if b.flank_fire {
                    halves = Halves((halves.0 * 2).max(1));
                    disorder += 1;
                    r.reckon(
                        || say!("reckon-guns-in-flank", losses = halves.shown()),
                        clause!("bombardment-guns.5"),
                    );
                }
                BombardmentOutcome { losses: halves.rolled(d, r), disorder, stars }
            }
            Aimed::Town => {
                let struck = numbers.town_bombarded(factor);
                let (halves, stars) = (struck.losses, struck.besides);
                r.reckon(
                    || say!("reckon-town-bombarded", factor, stars, losses = halves.shown()),
                    clause!("bombardment-town.2"),
                );
                BombardmentOutcome { losses: halves.rolled(d, r), disorder: 0, stars }
            }
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "firing": [{ "bases": 4, "calibre": 8, "range": 500 }],
            "aim": { "units": [
                { "arm": "infantry", "formation": "square", "bases": 3 },
                { "arm": "infantry", "formation": "column", "bases": 3 },
                { "arm": "infantry", "formation": "column", "bases": 3, "flank_fire": true },
            ] }
        })
    }
}

/// A unit among which losses are shared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sharer {
    /// Losses of this bombardment that it has.
    #[serde(default)]
    pub losses: u8,
    /// It is the named target.
    #[serde(default)]
    pub target: bool,
    /// It takes the losses of another bombardment in this step.
    #[serde(default)]
    pub elsewhere: bool,
    /// Losses that it can take before it is gone.
    #[schemars(range(max = 12))]
    pub stands: u8,
}

/// The next loss of a bombardment. No dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShareSituation {
    /// All units with bases in the zone.
    #[schemars(length(min = 1, max = 50))]
    pub units: Vec<Sharer>,
    #[serde(default)]
    pub readings: FireReadings,
}

/// Who says which unit takes a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Names {
    /// It is the target's.
    Target,
    Firing,
    FiredAt,
    /// There is nobody left to take it.
    Nobody,
}

/// Who names, and who may be named, by their places in the list from 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ShareOutcome {
    pub names: Names,
    pub among: Vec<u8>,
}

impl ShareOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let among = self.among.iter().map(|n| Message::verbatim((n + 1).to_string()));
        let among = words::list(among, words::Joint::Or);
        match self.names {
            Names::Target => say!("share-target", among),
            Names::Firing => say!("share-firing", among),
            Names::FiredAt => say!("share-fired-at", among),
            Names::Nobody => say!("share-nobody"),
        }
    }
}
words::spoken!(ShareOutcome);

/// Sharing out losses.
#[derive(Clone, Copy, Debug)]
pub struct ShareLoss;

impl Procedure for ShareLoss {
    type Situation = ShareSituation;
    type Prepared = ShareOutcome;
    type Outcome = ShareOutcome;

    const NAME: &'static str = "share-loss";

    fn title() -> Message {
        say!("title-share-loss")
    }

    fn check(s: &ShareSituation) -> Result<(), SituationError> {
        if !(1..=50).contains(&s.units.len()) {
            return Err(impossible("units", say!("list-at-most", most = 50)));
        }
        if s.units.iter().filter(|u| u.target).count() > 1 {
            return Err(impossible("units", say!("one-target")));
        }
        s.units.iter().try_for_each(|u| check_number("units", u.stands.into(), 0, 12))
    }

    fn prepare(s: &ShareSituation, r: &mut impl Record) -> ShareOutcome {
        if s.units.iter().any(|u| u.elsewhere) {
            r.reckon(|| say!("reckon-loses-elsewhere"), clause!("fire-coordination.2"));
        }
        let takes = |u: &&(usize, &Sharer)| !u.1.elsewhere && u.1.stands > 0;
        let all: Vec<(usize, &Sharer)> = s.units.iter().enumerate().collect();
        let dealt: u32 = s.units.iter().map(|u| u32::from(u.losses)).sum();
        if let Some(t) = all.iter().find(|u| u.1.target).filter(|u| dealt == 0 && takes(u)) {
            r.reckon(|| say!("reckon-first-loss"), clause!("bombardment-effect.7"));
            return ShareOutcome { names: Names::Target, among: vec![t.0 as u8] };
        }
        let fewest = all.iter().filter(takes).map(|u| u.1.losses).min();
        let Some(fewest) = fewest else {
            r.reckon(|| say!("reckon-no-taker"), clause!("bombardment-effect.7"));
            return ShareOutcome { names: Names::Nobody, among: Vec::new() };
        };
        let among: Vec<u8> =
            all.iter().filter(takes).filter(|u| u.1.losses == fewest).map(|u| u.0 as u8).collect();
        // The target's own loss is nobody's choice.
        let chosen = dealt - u32::from(dealt > 0 && s.units.iter().any(|u| u.target));
        let firing = (chosen % 2 == 0) == (s.readings.names_first == NamesFirst::Firing);
        r.reckon(|| say!("reckon-evenly", fewest), clause!("bombardment-effect.7"));
        ShareOutcome { names: if firing { Names::Firing } else { Names::FiredAt }, among }
    }

    fn resolve(p: &ShareOutcome, _: &mut impl Dice, _: &mut impl Record) -> ShareOutcome {
        p.clone()
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "units": [{ "target": true, "losses": 1, "stands": 5 }, { "stands": 6 }, { "stands": 6 }] })
    }
}

/// A unit in cover that takes losses and U. One die for each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoverSituation {
    /// The cover value that ground, town or work gives it.
    #[schemars(range(max = 9))]
    pub cover: u8,
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub losses: u8,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    /// It is assembled to leave a town zone.
    #[serde(default)]
    pub assembled: bool,
    /// It has the cover bonus of a fortress in a town fight.
    #[serde(default)]
    pub fortress: bool,
}

/// What is left of losses and U after cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct CoverOutcome {
    pub losses: u8,
    pub disorder: u8,
}

impl CoverOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        say!("cover-leaves", losses = self.losses, disorder = self.disorder)
    }
}
words::spoken!(CoverOutcome);

/// Cover against losses and U.
#[derive(Clone, Copy, Debug)]
pub struct CoverTest;

impl Procedure for CoverTest {
    type Situation = CoverSituation;
    /// The cover that counts, losses, U.
    type Prepared = (u8, u8, u8);
    type Outcome = CoverOutcome;

    const NAME: &'static str = "cover-test";

    fn title() -> Message {
        say!("title-cover-test")
    }

    fn check(s: &CoverSituation) -> Result<(), SituationError> {
        check_number("cover", s.cover.into(), 0, 9)?;
        check_number("losses", s.losses.into(), 0, 50)?;
        check_disorder("disorder", s.disorder)
    }

    fn prepare(s: &CoverSituation, r: &mut impl Record) -> (u8, u8, u8) {
        let cover = s.cover;
        if s.assembled {
            r.reckon(|| say!("reckon-assembled-uncovered"), clause!("tmove.town.8"));
            return (0, s.losses, s.disorder);
        }
        if s.fortress {
            r.reckon(|| say!("reckon-cover-each", cover), clause!("fortress.3"));
        } else {
            r.reckon(|| say!("reckon-cover-each", cover), clause!("cover.1"));
        }
        (cover, s.losses, s.disorder)
    }

    fn resolve(p: &(u8, u8, u8), d: &mut impl Dice, r: &mut impl Record) -> CoverOutcome {
        let (cover, losses, disorder) = *p;
        if cover == 0 {
            return CoverOutcome { losses, disorder };
        }
        CoverOutcome {
            losses: count_above(cover.into(), losses, d, r),
            disorder: count_above(cover.into(), disorder, d, r),
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "cover": 6, "losses": 2, "disorder": 1 })
    }
}

/// What gives the cover that fire may reduce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    Town,
    FieldWork,
    Redoubt,
    Fortress,
}

/// A zone or work that is hit by stars. One or two dice for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReduceSituation {
    pub work: Work,
    /// Its cover value now.
    #[schemars(range(min = 1, max = 9))]
    pub cover: u8,
    /// Its cover value at the start.
    #[schemars(range(min = 1, max = 9))]
    pub start: u8,
    #[schemars(range(max = 20))]
    pub stars: u8,
    #[serde(default)]
    pub readings: FireReadings,
}

/// The cover value that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ReduceOutcome {
    pub cover: u8,
}

impl ReduceOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        say!("cover-left", cover = self.cover)
    }
}
words::spoken!(ReduceOutcome);

/// Works that crumble under fire.
#[derive(Clone, Copy, Debug)]
pub struct ReduceCover;

/// How a work is tested for each star.
#[derive(Clone, Copy, Debug)]
pub struct Crumbles {
    cover: u8,
    least: u8,
    stars: u8,
    dice: u8,
    needed: u8,
    /// Each die that fails lowers it.
    each: bool,
}

impl Procedure for ReduceCover {
    type Situation = ReduceSituation;
    type Prepared = Crumbles;
    type Outcome = ReduceOutcome;

    const NAME: &'static str = "reduce-cover";

    fn title() -> Message {
        say!("title-reduce-cover")
    }

    fn check(s: &ReduceSituation) -> Result<(), SituationError> {
        check_number("start", s.start.into(), 1, 9)?;
        check_number("cover", s.cover.into(), s.start.div_ceil(2).into(), s.start.into())?;
        check_number("stars", s.stars.into(), 0, 20)
    }

    fn prepare(s: &ReduceSituation, r: &mut impl Record) -> Crumbles {
        let row = match s.work {
            Work::Town => "town zone",
            Work::FieldWork => "field fortification",
            Work::Redoubt if s.readings.redoubt_stars == RedoubtStars::OneDie => "town zone",
            Work::Redoubt => "redoubt",
            Work::Fortress => "fortress",
        };
        let cell = |column| table("works.cover").cell(row, column).and_then(whole).expect(BAD) as u8;
        let (dice, needed) = (cell("dice per star against reduction"), cell("passes needed"));
        let by = match s.work {
            Work::Town => clause!("bombardment-town.3"),
            Work::FieldWork => clause!("bombardment-town.4"),
            Work::Redoubt => clause!("redoubt.4"),
            Work::Fortress => clause!("fortress.4"),
        };
        r.reckon(|| say!("reckon-star-dice", stars = s.stars, dice, needed), by);
        let least = s.start.div_ceil(2);
        r.reckon(|| say!("reckon-least-cover", least), clause!("bombardment-town.3"));
        let each = s.work == Work::Fortress && s.readings.fortress_stars == FortressStars::Each;
        Crumbles { cover: s.cover, least, stars: s.stars, dice, needed, each }
    }

    fn resolve(p: &Crumbles, d: &mut impl Dice, r: &mut impl Record) -> ReduceOutcome {
        let mut cover = p.cover;
        for _ in 0..p.stars {
            if cover <= p.least {
                break;
            }
            let failed = count_above(cover.into(), p.dice, d, r);
            let lowered = if p.each { failed } else { u8::from(p.dice - failed < p.needed) };
            cover = cover.saturating_sub(lowered).max(p.least);
        }
        ReduceOutcome { cover }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "work": "town", "cover": 6, "start": 6, "stars": 2 })
    }
}
