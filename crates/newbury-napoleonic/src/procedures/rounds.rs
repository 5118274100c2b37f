//! How many rounds small arms fire, and whether they bear (14.2 to 14.4, 15.2, 15.3).

use super::formations::yes;
use super::{Verdict, at_least, check_part, check_troop, known, procedure, within};
use crate::book::numbers;
use crate::troop::{Troop, Weapon};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Readings, Record, SituationError, check_count, check_length, impossible};
use words::Message;

/// A body with small arms in a move. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundsSituation {
    pub troop: Troop,
    /// In the saddle.
    #[serde(default)]
    pub mounted: bool,
    /// In open order.
    #[serde(default)]
    pub skirmishers: bool,
    /// Loaded when the move began.
    #[serde(default = "yes")]
    pub loaded: bool,
    /// Rifles that are, or once were, loaded with a loose ball.
    #[serde(default)]
    pub loose_ball: bool,
    /// Cm that it moved or wheeled.
    #[serde(default)]
    pub moved: f64,
    /// The part of the move in which it stood, without turning or changing, before the last moment at which it could fire.
    #[serde(default = "whole")]
    pub stood: f64,
    /// The part of the move in which it stands after its last round.
    #[serde(default)]
    pub stands_after: f64,
    /// Charged or attacked: the moment at which it must cease fire.
    #[serde(default)]
    pub must_cease: Option<f64>,
    #[serde(default)]
    pub double_move: bool,
    #[serde(default)]
    pub prone: bool,
    /// In melee, pursuing or routing.
    #[serde(default)]
    pub fighting: bool,
    #[serde(default)]
    pub reordering: bool,
    /// In a fordable river.
    #[serde(default)]
    pub wading: bool,
    /// It does not fire, by choice or for want of a target.
    #[serde(default)]
    pub holds_fire: bool,
}

fn whole() -> f64 {
    1.0
}

/// Rounds, and whether it is loaded afterwards. A rifle's one round is its full effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct RoundsOutcome {
    pub rounds: u8,
    /// The rounds are all that the weapon fires in a move.
    pub full: bool,
    pub loaded: bool,
}

impl RoundsOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.loaded {
            say!("rounds-and-loaded", rounds = self.rounds)
        } else {
            say!("rounds-and-unloaded", rounds = self.rounds)
        }
    }
}
words::spoken!(RoundsOutcome);

fn check_rounds(s: &RoundsSituation) -> Result<(), SituationError> {
    check_troop("troop", &s.troop)?;
    if s.troop.weapon.is_none() {
        return Err(impossible("troop", say!("no-weapon-to-fire")));
    }
    check_length("moved", s.moved)?;
    check_part("stood", s.stood, 1.0)?;
    check_part("stands_after", s.stands_after, 1.0)?;
    s.must_cease.map_or(Ok(()), |t| check_part("must_cease", t, 1.0))
}

/// Skirmishers may move so far and fire all the same (15.2.d).
const SKIRMISH: [f64; 2] = [5.0, 10.0];
const QUARTER: f64 = 0.25;
const HALF: f64 = 0.5;

/// Why it cannot fire at all.
fn silent(s: &RoundsSituation, weapon: Weapon) -> Option<(Message, Clause)> {
    if s.prone {
        return Some((say!("reckon-prone-silent"), clause!("glossary.prone")));
    }
    if s.fighting {
        return Some((say!("reckon-fighting-silent"), clause!("15.2.g")));
    }
    if s.reordering {
        return Some((say!("reckon-reordering-silent"), clause!("13.2.h")));
    }
    let bow = weapon == Weapon::Bow;
    if s.double_move && !(bow && s.mounted && s.troop.irregular()) {
        return Some((say!("reckon-double-silent"), clause!("12.2.c")));
    }
    let from_saddle = matches!(weapon, Weapon::Carbine | Weapon::RifledCarbine | Weapon::Bow);
    if s.mounted && !from_saddle {
        return Some((say!("reckon-must-dismount"), clause!("15.2.f")));
    }
    if s.mounted && !bow && !s.skirmishers && s.must_cease.is_none() && !at_least(s.stood, 1.0) {
        return Some((say!("reckon-saddle-stands"), clause!("15.2.f")));
    }
    None
}

/// Rounds of charged or attacked troops (15.3.c, 15.3.d).
fn charged(s: &RoundsSituation, rifle: bool, cease: f64) -> (u8, Clause) {
    match (rifle, s.loaded) {
        (true, true) => (1, clause!("15.3.d")),
        (true, false) => (u8::from(at_least(cease, HALF)), clause!("15.3.d")),
        (false, true) => (if at_least(cease, QUARTER) { 2 } else { 1 }, clause!("15.3.c.ii")),
        (false, false) => {
            let rounds = u8::from(at_least(cease, QUARTER)) + u8::from(at_least(cease, HALF));
            (rounds, clause!("15.3.c.i"))
        }
    }
}

fn fired(s: &RoundsSituation, weapon: Weapon, rifle: bool) -> (u8, Clause) {
    let all = if rifle { 1 } else { 2 };
    if weapon == Weapon::Bow {
        return (2, clause!("15.2.h"));
    }
    // In the water nobody loads, charged or not.
    if s.wading {
        return (u8::from(s.loaded), clause!("15.2.i"));
    }
    if let Some(cease) = s.must_cease {
        return charged(s, rifle, cease);
    }
    if s.skirmishers && within(s.moved, SKIRMISH[usize::from(s.mounted)]) {
        return (all, clause!("15.2.d"));
    }
    let stood = at_least(s.stood, 1.0);
    if rifle {
        return (u8::from(s.loaded || stood), clause!("15.2.c"));
    }
    if stood {
        return (all, clause!("15.2.b"));
    }
    (u8::from(s.loaded || at_least(s.stood, HALF)), clause!("15.2.b"))
}

fn rounds(s: &RoundsSituation, r: &mut impl Record) -> RoundsOutcome {
    let weapon = s.troop.weapon.unwrap_or(Weapon::Musket);
    let mut rifle = weapon.rifled();
    if rifle && s.loose_ball {
        r.reckon(|| say!("reckon-loose-ball"), clause!("15.2.e"));
        rifle = false;
    }
    let times = &numbers().march.times;
    let loading = if rifle { times.load_rifle } else { times.load };
    if let Some((says, by)) = silent(s, weapon) {
        r.reckon(|| says, by);
        // Whoever only may not fire, such as riders who marched, loads as all others do while he stands (15.2.a).
        let busy = s.prone || s.fighting || s.double_move || s.wading;
        let stands = !busy && at_least(s.stood.max(s.stands_after), loading);
        let loaded = s.loaded || s.reordering || stands;
        if s.reordering {
            r.reckon(|| say!("reckon-loads-reordering"), clause!("13.2.i"));
        }
        return RoundsOutcome { rounds: 0, full: false, loaded };
    }
    let (rounds, by) = if s.holds_fire { (0, clause!("15.3.g")) } else { fired(s, weapon, rifle) };
    r.reckon(|| say!("reckon-rounds", rounds), by);
    let may_load = !s.wading;
    let loaded = match rounds {
        0 => s.loaded || (may_load && at_least(s.stood.max(s.stands_after), loading)),
        _ if weapon == Weapon::Bow => true,
        _ => {
            let steady = s.must_cease.is_none() && at_least(s.stood, 1.0);
            let twice = s.loaded && steady && (rifle || rounds == 2);
            may_load && (twice || at_least(s.stands_after, loading))
        }
    };
    if !loaded {
        r.reckon(|| say!("reckon-must-stand-to-load"), clause!("15.2.a"));
    }
    let full = rounds == if rifle { 1 } else { 2 };
    RoundsOutcome { rounds, full, loaded }
}

procedure!(
    /// Rounds of small arms.
    Rounds: RoundsSituation => RoundsOutcome => RoundsOutcome, "rounds", "title-rounds",
    check_rounds, rounds, known,
    { "troop": { "nation": "other", "arm": "line-infantry", "footing": "regular", "class": "C", "training": "C", "weapon": "musket" },
      "must_cease": 0.3, "loaded": false }
);

umpire::choice!(
    /// Where do figures of a flank file fire (14.2.c)?
    FlankFiles { OwnFacing, FrontToo }
);

impl FlankFiles {
    /// That of a battle.
    pub fn of(r: &Readings) -> FlankFiles {
        FlankFiles::pick(r.is(reading!("flank-files", "front-too")))
    }
}

/// A figure and its target. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LineSituation {
    #[serde(default)]
    pub open_order: bool,
    #[serde(default)]
    pub square: bool,
    /// From 1, the first.
    #[serde(default = "first")]
    #[schemars(range(min = 1, max = 10_000))]
    pub rank: u32,
    #[serde(default)]
    pub flank_file: bool,
    /// Degrees between the line of fire and the perpendicular to the front of the body.
    pub off_front: f64,
    /// Degrees between it and the direction in which the figure itself faces, if another.
    #[serde(default)]
    pub off_facing: Option<f64>,
    /// Own troops are in the line.
    #[serde(default)]
    pub own_between: bool,
    /// The target takes part in a melee, or touches one that does.
    #[serde(default)]
    pub target_in_melee: bool,
    #[serde(default, rename = "flank-files")]
    pub files: FlankFiles,
}

fn first() -> u32 {
    1
}

fn check_line(s: &LineSituation) -> Result<(), SituationError> {
    check_count("rank", s.rank, 1)?;
    for (field, degrees) in [("off_front", Some(s.off_front)), ("off_facing", s.off_facing)] {
        if degrees.is_some_and(|d| !(0.0..=180.0).contains(&d)) {
            return Err(impossible(field, say!("degrees-from-to")));
        }
    }
    Ok(())
}

/// Degrees to each side, in close order and in square (14.2.a).
pub const ARC: f64 = 22.5;
pub const SQUARE_ARC: f64 = 45.0;

fn line_of_fire(s: &LineSituation, r: &mut impl Record) -> Verdict {
    if s.target_in_melee {
        return Verdict::no(say!("reckon-not-into-melee"), clause!("14.4.a"), r);
    }
    if s.own_between {
        return Verdict::no(say!("reckon-not-overhead"), clause!("14.3.a"), r);
    }
    if s.open_order {
        return Verdict::yes(say!("reckon-open-order-fires"), clause!("14.2.b"), r);
    }
    if s.rank > 1 {
        if !s.flank_file {
            return Verdict::no(say!("reckon-first-rank-fires"), clause!("14.2.d"), r);
        }
        let own = within(s.off_facing.unwrap_or(s.off_front), ARC);
        let front = s.files == FlankFiles::FrontToo && within(s.off_front, ARC);
        let by = clause!("14.2.c");
        return if own || front {
            Verdict::yes(say!("reckon-flank-file-fires"), by, r)
        } else {
            Verdict::no(say!("reckon-out-of-arc", degrees = ARC), by, r)
        };
    }
    let arc = if s.square { SQUARE_ARC } else { ARC };
    let by = clause!("14.2.a");
    if within(s.off_front, arc) {
        return Verdict::yes(say!("reckon-in-arc", degrees = arc), by, r);
    }
    Verdict::no(say!("reckon-out-of-arc", degrees = arc), by, r)
}

procedure!(
    /// May a figure fire there?
    LinesOfFire: LineSituation => Verdict => Verdict, "line-of-fire", "title-line-of-fire",
    check_line, line_of_fire, known, { "off_front": 20 }
);
