//! Objectives and points (chapter 24).

use super::formations::yes;
use super::{check_list, known, procedure};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Readings, Record, SituationError, check_count};
use words::Message;

umpire::choice!(
    /// Do halted troops hold an objective (24.2.a.i)?
    HaltedHold { Hold, DoNot }
);
umpire::choice!(
    /// Whose score do freed prisoners lower (24.3.e)?
    FreedPrisoners { OwnersLess, CaptorsLess }
);

/// The readings that matter to victory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct VictoryReadings {
    pub halted_hold: HaltedHold,
    pub freed_prisoners: FreedPrisoners,
}

impl VictoryReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> VictoryReadings {
        VictoryReadings {
            halted_hold: HaltedHold::pick(r.is(reading!("halted-hold", "do-not"))),
            freed_prisoners: FreedPrisoners::pick(r.is(reading!("freed-prisoners", "captors-less"))),
        }
    }
}

/// An objective and the troops of one side. No dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ObjectiveSituation {
    #[schemars(range(max = 10_000))]
    pub points: u32,
    /// Figures on it who are under no forced result.
    #[schemars(range(max = 10_000))]
    pub figures: u32,
    /// They are halted by a test.
    pub halted: bool,
    pub close_order: bool,
    pub in_building: bool,
    /// Enemies within charge reach are able to charge.
    pub enemy_can_charge: bool,
    /// Figures of enemies in melee with them.
    #[schemars(range(max = 10_000))]
    pub enemy_in_melee: u32,
    /// They threw the enemy back in this round.
    pub threw_back: bool,
    /// An enemy figure is on it, and not withdrawing, retreating or routing.
    pub enemy_on_it: bool,
    pub surrounded: bool,
    pub surrendering: bool,
    /// It was passed over by at least a detachment, and no enemy can reach it by double move earlier than a move after own troops.
    pub passed_over: bool,
    pub readings: VictoryReadings,
}

/// Points in quarters, so that halves and quarters are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    Yes { quarters: u32 },
    No { by: Clause },
}

impl Holds {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Holds::Yes { quarters } => say!("objective-held", points = f64::from(*quarters) / 4.0),
            Holds::No { by } => say!("objective-not-held", by),
        }
    }

    /// Quarters of a point.
    pub fn quarters(self) -> u32 {
        match self {
            Holds::Yes { quarters } => quarters,
            Holds::No { .. } => 0,
        }
    }
}
words::spoken!(Holds);

fn check_objective(s: &ObjectiveSituation) -> Result<(), SituationError> {
    super::check_count_all(&[
        ("points", s.points),
        ("figures", s.figures),
        ("enemy_in_melee", s.enemy_in_melee),
    ])
}

fn objective(s: &ObjectiveSituation, r: &mut impl Record) -> Holds {
    let no = |says: Message, by: Clause, r: &mut _| {
        Record::reckon(r, || says, by);
        Holds::No { by }
    };
    let by = clause!("24.2.a.i");
    let halted = s.halted && s.readings.halted_hold == HaltedHold::DoNot;
    if s.enemy_on_it {
        return no(say!("reckon-enemy-on-objective"), by, r);
    }
    if s.figures == 0 || halted {
        if s.passed_over {
            r.reckon(|| say!("reckon-passed-over"), clause!("24.2.a.ii"));
            return Holds::Yes { quarters: s.points * 4 };
        }
        return no(say!("reckon-nobody-holds"), by, r);
    }
    if !s.in_building {
        let too_few = s.enemy_in_melee > 0 && (s.figures * 2 < s.enemy_in_melee || !s.close_order);
        if too_few || (s.enemy_can_charge && !s.close_order) {
            return no(say!("reckon-too-weak-to-hold"), by, r);
        }
    }
    if s.surrounded {
        let by = clause!("24.2.c");
        if s.surrendering {
            return no(say!("reckon-surrendering-on-objective"), by, r);
        }
        r.reckon(|| say!("reckon-quarter-of-points"), by);
        return Holds::Yes { quarters: s.points };
    }
    if s.enemy_in_melee > 0 && !s.threw_back {
        r.reckon(|| say!("reckon-half-of-points"), clause!("24.2.b"));
        return Holds::Yes { quarters: s.points * 2 };
    }
    r.reckon(|| say!("reckon-holds"), by);
    Holds::Yes { quarters: s.points * 4 }
}

procedure!(
    /// Is an objective held?
    Objective: ObjectiveSituation => Holds => Holds, "objective", "title-objective",
    check_objective, objective, known, { "points": 100, "figures": 12, "close_order": true, "enemy_in_melee": 20 }
);

/// Points of one side, whole where nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SidePoints {
    /// Troops and equipment on the table, not killed, destroyed, routing or captured.
    #[schemars(range(max = 10_000))]
    pub on_table: u32,
    /// Routing troops on the table.
    #[schemars(range(max = 10_000))]
    pub routing: u32,
    /// Troops that left it evading, giving ground, withdrawing or retreating.
    #[schemars(range(max = 10_000))]
    pub left: u32,
    /// Guns, limbers, launchers and horses captured from the enemy and held.
    #[schemars(range(max = 10_000))]
    pub captured: u32,
    /// Prisoners taken and under guard.
    #[schemars(range(max = 10_000))]
    pub prisoners: u32,
    /// Own troops that were prisoners and are free: their value, and their figures, foot and mounted.
    #[schemars(range(max = 10_000))]
    pub freed: u32,
    #[schemars(range(max = 10_000))]
    pub freed_foot: u32,
    #[schemars(range(max = 10_000))]
    pub freed_mounted: u32,
    /// Objectives, in quarters of a point.
    #[schemars(range(max = 10_000))]
    pub objective_quarters: u32,
}

/// The score of a battle. No dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoreSituation {
    /// Both sides.
    #[schemars(length(min = 2, max = 2))]
    pub sides: Vec<SidePoints>,
    #[serde(default = "yes")]
    pub competition: bool,
    #[serde(default)]
    pub readings: VictoryReadings,
}

/// Totals, and who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Scored {
    pub totals: [u32; 2],
    /// The place of the winner in the list; nothing where it is drawn.
    pub winner: Option<u8>,
}

impl Scored {
    /// In words.
    pub fn message(&self) -> Message {
        let [first, second] = self.totals;
        match self.winner {
            None => say!("score-drawn", first, second),
            Some(n) => say!("score-won", first, second, winner = n + 1),
        }
    }
}
words::spoken!(Scored);

fn check_score(s: &ScoreSituation) -> Result<(), SituationError> {
    check_list("sides", &s.sides, 2)?;
    check_count("sides", s.sides.len() as u32, 2)?;
    s.sides.iter().try_for_each(|p| {
        super::check_count_all(&[
            ("sides", p.on_table),
            ("sides", p.routing),
            ("sides", p.left),
            ("sides", p.captured),
            ("sides", p.prisoners),
            ("sides", p.freed),
            ("sides", p.freed_foot),
            ("sides", p.freed_mounted),
            ("sides", p.objective_quarters),
        ])
    })
}

/// What freed figures are worth less, foot and mounted: the horse of a cavalryman is 4 of his points (24.3.e, T1.n.a).
const LESS: [u32; 2] = [2, 2 + HORSE];
const HORSE: u32 = 4;

/// The total of one side in quarters of a point.
fn quarters(s: &ScoreSituation, side: usize, r: &mut impl Record) -> i64 {
    let (own, other) = (&s.sides[side], &s.sides[1 - side]);
    let name = if side == 0 { "first" } else { "second" };
    let mut total = 0;
    let mut add = |says: Message, quarters: i64, by: Clause, r: &mut _| {
        if quarters != 0 {
            Record::modifier(r, name, says, (quarters / 4) as i32, by);
            total += quarters;
        }
    };
    let whole = |points: u32| i64::from(points) * 4;
    let half = |points: u32| i64::from(points) * 2;
    add(say!("score-on-table"), whole(own.on_table), clause!("24.3.a"), r);
    add(say!("score-routing"), half(own.routing), clause!("24.3.b"), r);
    add(say!("score-left"), half(own.left), clause!("24.3.c"), r);
    add(say!("score-captured"), whole(own.captured), clause!("24.3.d"), r);
    add(say!("score-prisoners"), half(own.prisoners), clause!("24.3.e"), r);
    let less = |p: &SidePoints| whole(p.freed_foot * LESS[0] + p.freed_mounted * LESS[1]);
    if own.freed_mounted > 0 {
        r.clause(clause!("T1.n.a"));
    }
    match s.readings.freed_prisoners {
        FreedPrisoners::OwnersLess => {
            add(say!("score-freed"), (whole(own.freed) - less(own)).max(0), clause!("24.3.e"), r);
        }
        FreedPrisoners::CaptorsLess => {
            add(say!("score-freed"), whole(own.freed), clause!("24.3.e"), r);
            add(say!("score-freed-by-enemy"), -less(other), clause!("24.3.e"), r);
        }
    }
    add(say!("score-objectives"), own.objective_quarters.into(), clause!("24.3.f"), r);
    total
}

fn score(s: &ScoreSituation, r: &mut impl Record) -> Scored {
    let totals = [0, 1].map(|side| (quarters(s, side, r).max(0) / 4) as u32);
    let (high, low) = (totals[0].max(totals[1]), totals[0].min(totals[1]));
    let near = u64::from(high - low) * 10 < u64::from(high);
    let drawn = high == low || (!s.competition && near);
    r.reckon(|| say!("reckon-score", high, low), clause!("24.3.g"));
    let winner = (!drawn).then_some(u8::from(totals[1] > totals[0]));
    Scored { totals, winner }
}

procedure!(
    /// Who has won?
    Score: ScoreSituation => Scored => Scored, "score", "title-score",
    check_score, score, known,
    { "sides": [{ "on_table": 1500, "routing": 101 }, { "on_table": 1300, "objective_quarters": 400 }] }
);
