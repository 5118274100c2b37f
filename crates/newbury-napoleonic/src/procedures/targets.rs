//! Whom troops must fire at (15.1, 16.3).

use super::{check_list, known, procedure};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Record, SituationError, check_count, check_length};
use words::{Joint, Message};

/// An enemy who may be fired at with small arms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Candidate {
    /// Cm to it.
    pub distance: f64,
    #[schemars(range(max = 10_000))]
    pub figures: u32,
    /// In open order.
    pub skirmishers: bool,
    /// It charges the unit in this move.
    pub charging: bool,
    /// It advances towards the unit, in range and visible.
    pub advancing: bool,
    /// It fires at the unit, in range.
    pub firing: bool,
    /// It charges or fires at troops that the unit is to support.
    pub at_supported: bool,
    /// It is the unit's priority target.
    pub named: bool,
}

/// A unit with its enemies in range and arc. No dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SmallArmsTargetSituation {
    #[schemars(range(min = 1, max = 10_000))]
    pub figures: u32,
    #[schemars(length(min = 1, max = 50))]
    pub enemies: Vec<Candidate>,
    /// Orders to support and priority targets are game orders, or given by a general within 5 cm.
    #[serde(default = "super::formations::yes")]
    pub orders_count: bool,
    /// The player ignores skirmishers where he may.
    #[serde(default)]
    pub ignore_skirmishers: bool,
}

/// The target, by its place in the list; several where the fire must be divided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Chosen {
    pub priority: u8,
    pub targets: Vec<usize>,
}

impl Chosen {
    /// In words.
    pub fn message(&self) -> Message {
        let at = self.targets.iter().map(|n| say!("target-number", number = n + 1));
        say!("targets-chosen", priority = self.priority, targets = words::list(at, Joint::Comma))
    }
}
words::spoken!(Chosen);

fn check_targets(s: &SmallArmsTargetSituation) -> Result<(), SituationError> {
    check_count("figures", s.figures, 1)?;
    check_list("enemies", &s.enemies, 50)?;
    s.enemies.iter().try_for_each(|e| {
        check_length("enemies", e.distance)?;
        check_count("enemies", e.figures, 0)
    })
}

/// The priority of an enemy (table small-arms-priority).
fn priority(s: &SmallArmsTargetSituation, e: &Candidate) -> u8 {
    let strong = !e.skirmishers && e.figures * 2 >= s.figures;
    if e.charging {
        1
    } else if strong && (e.advancing || e.firing) {
        2
    } else if e.at_supported && s.orders_count {
        3
    } else if e.named && s.orders_count {
        4
    } else if e.firing {
        5
    } else {
        6
    }
}

fn cites(priority: u8) -> Clause {
    match priority {
        1 => clause!("15.1.a.1"),
        2 => clause!("15.1.a.2"),
        3 => clause!("15.1.a.3"),
        4 => clause!("15.1.a.4"),
        5 => clause!("15.1.a.5"),
        _ => clause!("15.1.a.6"),
    }
}

fn small_arms_target(s: &SmallArmsTargetSituation, r: &mut impl Record) -> Chosen {
    let ranked: Vec<(u8, usize)> = s.enemies.iter().enumerate().map(|(i, e)| (priority(s, e), i)).collect();
    let others = s.enemies.iter().any(|e| !e.skirmishers);
    let ignored =
        |(p, i): &(u8, usize)| s.ignore_skirmishers && others && *p > 1 && s.enemies[*i].skirmishers;
    let left: Vec<(u8, usize)> = ranked.iter().copied().filter(|x| !ignored(x)).collect();
    let best = left.iter().map(|(p, _)| *p).min().unwrap_or(6);
    let of_best: Vec<usize> = left.iter().filter(|(p, _)| *p == best).map(|(_, i)| *i).collect();
    r.reckon(|| say!("reckon-priority", priority = best), cites(best));
    let named = |e: &Candidate| e.at_supported || e.named;
    if !s.orders_count && s.enemies.iter().any(named) {
        r.reckon(|| say!("reckon-orders-not-given"), clause!("15.1.a.note.i"));
    }
    if of_best.len() > 1 || left.len() < ranked.len() {
        r.reckon(
            || if best == 1 { say!("reckon-fire-divided") } else { say!("reckon-nearer-first") },
            clause!("15.1.a.note.ii"),
        );
    }
    let targets = if best == 1 {
        of_best
    } else {
        let near = |a: &usize, b: &usize| s.enemies[*a].distance.total_cmp(&s.enemies[*b].distance);
        of_best.into_iter().min_by(near).into_iter().collect()
    };
    Chosen { priority: best, targets }
}

procedure!(
    /// The target of small arms.
    SmallArmsTarget: SmallArmsTargetSituation => Chosen => Chosen, "small-arms-target", "title-small-arms-target",
    check_targets, small_arms_target, known,
    { "figures": 20, "enemies": [
        { "distance": 12, "figures": 18, "advancing": true },
        { "distance": 8, "figures": 4, "skirmishers": true, "firing": true } ] }
);

/// An enemy in the arc of a battery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GunCandidate {
    /// It charges or attacks the battery in this move.
    pub coming: bool,
    /// It is named as priority target.
    pub named: bool,
    /// It advances towards the battery.
    pub advancing: bool,
}

/// A battery with the enemies in its arc. No dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GunTargetSituation {
    #[schemars(length(min = 1, max = 50))]
    pub enemies: Vec<GunCandidate>,
    /// Priority targets are of the game orders, or given by a general within 5 cm.
    #[serde(default = "super::formations::yes")]
    pub orders_count: bool,
    /// A howitzer of a mixed battery, which may take a target of its own.
    #[serde(default)]
    pub mixed_howitzer: bool,
}

fn check_gun_targets(s: &GunTargetSituation) -> Result<(), SituationError> {
    check_list("enemies", &s.enemies, 50)
}

fn gun_target(s: &GunTargetSituation, r: &mut impl Record) -> Chosen {
    let priority = |e: &GunCandidate| {
        if e.coming {
            1
        } else if e.named && s.orders_count {
            2
        } else if e.advancing {
            3
        } else {
            4
        }
    };
    let best = s.enemies.iter().map(priority).min().unwrap_or(4);
    let by = match best {
        1 => clause!("16.3.a.1"),
        2 => clause!("16.3.a.2"),
        3 => clause!("16.3.a.3"),
        _ => clause!("16.3.a.4"),
    };
    r.reckon(|| say!("reckon-priority", priority = best), by);
    if s.mixed_howitzer {
        r.reckon(|| say!("reckon-howitzer-apart"), clause!("16.3.b"));
    }
    let targets = (0..s.enemies.len()).filter(|i| priority(&s.enemies[*i]) == best).collect();
    Chosen { priority: best, targets }
}

procedure!(
    /// The targets among which a battery chooses.
    GunTarget: GunTargetSituation => Chosen => Chosen, "gun-target", "title-gun-target",
    check_gun_targets, gun_target, known, { "enemies": [{ "advancing": true }, { "named": true }] }
);
