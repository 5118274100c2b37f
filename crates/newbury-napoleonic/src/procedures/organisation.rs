//! Subgroups, and dividing and joining what a unit has lost (chapter 6, 20.3.d).

use super::losses::{PER_FIGURE, Taken};
use super::{Verdict, at_least, beyond, check_list, known, procedure, within};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Readings, Record, SituationError, check_count, check_length};
use words::{Joint, Message};

/// Why parts of a unit might be subgroups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Parts {
    /// Close-order waves.
    Waves,
    /// One part in close and one in open order.
    CloseAndOpen,
    /// Riders on foot and their led horses.
    LedHorses,
    /// Dismounted and mounted parts of cavalry.
    PartlyDismounted,
    /// Crews and drivers of a deployed battery.
    CrewAndDrivers,
    /// Parts that fight different opponents.
    SeveralOpponents,
    /// The howitzer and the guns of a mixed battery.
    MixedBattery,
    /// None of these.
    Other,
}

/// Two parts of a unit. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SubgroupsSituation {
    pub parts: Parts,
    /// Cm between them.
    pub apart: f64,
    /// They are detached from each other, with points paid and by their list.
    #[serde(default)]
    pub detached: bool,
    /// An enemy wants to fire at one of them alone.
    #[serde(default)]
    pub fired_at_alone: bool,
    #[serde(default, rename = "detachments-as-targets")]
    pub targets: DetachmentsAsTargets,
}

umpire::choice!(
    /// When may a detachment be fired at by itself (6.4.e)?
    DetachmentsAsTargets { TenApart, Always }
);

impl DetachmentsAsTargets {
    /// That of a battle.
    pub fn of(r: &Readings) -> DetachmentsAsTargets {
        DetachmentsAsTargets::pick(r.is(reading!("detachments-as-targets", "always")))
    }
}

/// What two parts are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Subgrouped {
    /// They are subgroups with their own record.
    pub subgroups: bool,
    /// They must come nearer to each other.
    pub must_rejoin: bool,
    /// One of them may be fired at alone.
    pub target: bool,
}

impl Subgrouped {
    /// In words.
    pub fn message(&self) -> Message {
        let parts = [
            if self.subgroups { say!("subgroups-are") } else { say!("subgroups-are-not") },
            if self.target { say!("subgroups-targets") } else { say!("subgroups-no-targets") },
        ];
        words::list(
            parts.into_iter().chain(self.must_rejoin.then(|| say!("subgroups-must-rejoin"))),
            Joint::Semicolon,
        )
    }
}
words::spoken!(Subgrouped);

/// Waves, and parts in close and open order, are subgroups this far apart (6.2.a.i, 6.2.a.ii).
pub const APART: f64 = 10.0;
/// Subgroups go no farther from each other (6.2.b).
pub const TOGETHER: f64 = 20.0;

fn check_subgroups(s: &SubgroupsSituation) -> Result<(), SituationError> {
    check_length("apart", s.apart)
}

fn subgroups(s: &SubgroupsSituation, r: &mut impl Record) -> Subgrouped {
    let far = at_least(s.apart, APART);
    let (subgroups, by) = match s.parts {
        Parts::Waves => (far, clause!("6.2.a.i")),
        Parts::CloseAndOpen => (far, clause!("6.2.a.ii")),
        Parts::SeveralOpponents => (true, clause!("6.2.a.iv")),
        Parts::LedHorses => (true, clause!("6.2.a.v")),
        Parts::PartlyDismounted => (true, clause!("6.2.a.vi")),
        Parts::CrewAndDrivers => (true, clause!("6.2.a.vii")),
        Parts::MixedBattery => (beyond(s.apart, APART), clause!("6.5.b")),
        Parts::Other => (false, clause!("6.2.a.0")),
    };
    let subgroups = subgroups || s.detached;
    r.reckon(|| if subgroups { say!("reckon-subgroups") } else { say!("reckon-one-body") }, by);
    if s.detached {
        r.reckon(|| say!("reckon-detached"), clause!("6.4.a"));
        r.clause(clause!("glossary.detachment"));
    } else if subgroups {
        r.reckon(|| say!("reckon-own-record"), clause!("6.4.b"));
        r.clause(clause!("glossary.subgroup"));
    }
    let must_rejoin = subgroups && !s.detached && !within(s.apart, TOGETHER);
    if must_rejoin {
        r.reckon(|| say!("reckon-must-rejoin", cm = TOGETHER), clause!("6.2.b"));
    }
    let target = match (s.detached, s.targets) {
        (true, DetachmentsAsTargets::TenApart) => far,
        _ => subgroups,
    };
    if s.fired_at_alone {
        let says = || if target { say!("reckon-target-alone") } else { say!("reckon-target-whole") };
        r.reckon(says, clause!("6.4.e"));
    }
    Subgrouped { subgroups, must_rejoin, target }
}

procedure!(
    /// Subgroups of a unit.
    Subgroups: SubgroupsSituation => Subgrouped => Subgrouped, "subgroups", "title-subgroups",
    check_subgroups, subgroups, known, { "parts": "waves", "apart": 12 }
);

umpire::choice!(
    /// How deep is an engaged subgroup (6.2.a.iii)?
    EngagedDepth { WholeDepth, RanksBehind }
);

impl EngagedDepth {
    /// That of a battle.
    pub fn of(r: &Readings) -> EngagedDepth {
        EngagedDepth::pick(r.is(reading!("engaged-depth", "ranks-behind")))
    }
}

/// A body of which a part is in melee. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EngagedSituation {
    /// Figures of its front that take part.
    #[schemars(range(min = 1, max = 10_000))]
    pub engaged: u32,
    /// Figures of the sub-units that are partly or wholly engaged, in the first rank; of irregulars the figures that take part.
    #[schemars(range(min = 1, max = 10_000))]
    pub front: u32,
    /// Ranks that stand there, each behind the other and touching.
    #[schemars(range(min = 1, max = 10_000))]
    pub ranks: u32,
    /// Figures of the whole body.
    #[schemars(range(min = 1, max = 10_000))]
    pub figures: u32,
    /// In close order.
    pub close_order: bool,
    #[serde(default)]
    pub irregular: bool,
    #[serde(default, rename = "engaged-depth")]
    pub depth: EngagedDepth,
}

/// Figures of the subgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct EngagedOutcome {
    pub figures: u32,
}

impl EngagedOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        say!("engaged-subgroup", figures = self.figures)
    }
}
words::spoken!(EngagedOutcome);

fn check_engaged(s: &EngagedSituation) -> Result<(), SituationError> {
    check_count("engaged", s.engaged, 1)?;
    check_count("front", s.front, s.engaged)?;
    check_count("ranks", s.ranks, 1)?;
    check_count("figures", s.figures, s.front)
}

fn engaged(s: &EngagedSituation, r: &mut impl Record) -> EngagedOutcome {
    let most = match s.depth {
        EngagedDepth::WholeDepth => s.engaged,
        EngagedDepth::RanksBehind => s.engaged + 1,
    };
    let ranks = if s.close_order || s.irregular { s.ranks.min(most) } else { 1 };
    let front = if s.irregular { s.engaged } else { s.front };
    let figures = (front * ranks).min(s.figures);
    r.reckon(|| say!("reckon-engaged", front, ranks, figures), clause!("6.2.a.iii"));
    r.clause(clause!("19.4.a"));
    EngagedOutcome { figures }
}

procedure!(
    /// The subgroup that is engaged in a melee.
    EngagedSubgroup: EngagedSituation => EngagedOutcome => EngagedOutcome, "engaged-subgroup", "title-engaged-subgroup",
    check_engaged, engaged, known, { "engaged": 4, "front": 6, "ranks": 3, "figures": 24, "close_order": true }
);

umpire::choice!(
    /// Who takes the odd man when carried losses are divided (20.3.d)?
    OddLoss { Larger, Smaller }
);

impl OddLoss {
    /// That of a battle.
    pub fn of(r: &Readings) -> OddLoss {
        OddLoss::pick(r.is(reading!("odd-carried-loss", "smaller")))
    }
}

/// A unit with carried losses that is divided. No dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SplitSituation {
    /// Men.
    #[schemars(range(max = 10_000))]
    pub carried: u32,
    /// Figures of each part.
    #[schemars(length(min = 1, max = 20))]
    pub parts: Vec<u32>,
    #[serde(default, rename = "odd-carried-loss")]
    pub odd: OddLoss,
}

/// Men that each part carries.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SplitOutcome {
    pub carried: Vec<u32>,
}

impl SplitOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let each = self.carried.iter().map(|men| say!("men-carried", men));
        words::list(each, Joint::Comma)
    }
}
words::spoken!(SplitOutcome);

fn check_split(s: &SplitSituation) -> Result<(), SituationError> {
    check_count("carried", s.carried, 0)?;
    check_list("parts", &s.parts, 20)?;
    s.parts.iter().try_for_each(|n| check_count("parts", *n, 1))
}

fn split(s: &SplitSituation, r: &mut impl Record) -> SplitOutcome {
    let all: u32 = s.parts.iter().sum();
    let mut carried: Vec<u32> = s.parts.iter().map(|n| s.carried * n / all).collect();
    let mut odd = s.carried - carried.iter().sum::<u32>();
    let mut order: Vec<usize> = (0..s.parts.len()).collect();
    order.sort_by_key(|i| std::cmp::Reverse(s.parts[*i]));
    if s.odd == OddLoss::Smaller {
        order.reverse();
    }
    for i in order.into_iter().cycle() {
        if odd == 0 {
            break;
        }
        // Only where it is not exact.
        if s.carried * s.parts[i] % all != 0 {
            carried[i] += 1;
            odd -= 1;
        }
    }
    r.reckon(|| say!("reckon-carried-divided", carried = s.carried), clause!("20.3.d"));
    r.clause(clause!("6.4.c"));
    SplitOutcome { carried }
}

procedure!(
    /// Dividing carried losses.
    SplitLosses: SplitSituation => SplitOutcome => SplitOutcome, "split-losses", "title-split-losses",
    check_split, split, known, { "carried": 13, "parts": [16, 8] }
);

/// Parts of a unit that join again. No dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReuniteSituation {
    /// Men that each carries.
    #[schemars(length(min = 1, max = 20))]
    pub carried: Vec<u32>,
    /// Disorganisation of each.
    #[serde(default)]
    pub disorganisation: Vec<u8>,
}

/// The joined unit. A figure that is taken off now adds no disorganisation and causes no test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Reunited {
    pub taken: Taken,
    pub disorganisation: u8,
}

impl Reunited {
    /// In words.
    pub fn message(&self) -> Message {
        say!("reunited", taken = self.taken, factors = self.disorganisation)
    }
}
words::spoken!(Reunited);

fn check_reunite(s: &ReuniteSituation) -> Result<(), SituationError> {
    check_list("carried", &s.carried, 20)?;
    s.carried.iter().try_for_each(|n| check_count("carried", *n, 0))
}

fn reunite(s: &ReuniteSituation, r: &mut impl Record) -> Reunited {
    let all: u32 = s.carried.iter().sum();
    let taken = Taken { figures: all / PER_FIGURE, carried: all % PER_FIGURE };
    r.reckon(|| say!("reckon-remainders-added", all), clause!("6.4.c"));
    let disorganisation = s.disorganisation.iter().copied().max().unwrap_or(0);
    if s.disorganisation.len() > 1 {
        r.reckon(|| say!("reckon-most-disorganised", factors = disorganisation), clause!("13.2.j"));
    }
    Reunited { taken, disorganisation }
}

procedure!(
    /// Parts that join again.
    Reunite: ReuniteSituation => Reunited => Reunited, "reunite", "title-reunite",
    check_reunite, reunite, known, { "carried": [12, 11], "disorganisation": [2, 1] }
);

/// A subgroup that is to act by itself. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DetachSituation {
    /// Its army list allows it.
    pub listed: bool,
    /// Command points are paid for it.
    pub paid: bool,
    /// It has game orders of its own.
    pub ordered: bool,
}

fn detach(s: &DetachSituation, r: &mut impl Record) -> Verdict {
    if s.listed && s.paid && s.ordered {
        return Verdict::yes(say!("reckon-detachment"), clause!("6.3"), r);
    }
    Verdict::no(say!("reckon-no-detachment"), clause!("6.3"), r)
}

procedure!(
    /// May a subgroup be detached?
    Detach: DetachSituation => Verdict => Verdict, "detach", "title-detach",
    super::anything, detach, known, { "listed": true, "paid": true, "ordered": true }
);
