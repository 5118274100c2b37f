//! Buildings: what they hold, what entering and leaving takes, and how artillery and fire undo them (chapter 17, play.building).

use super::grounds;
use crate::book::features::{Values, passage};
use crate::book::numbers;
use crate::book::turn::periods;
use crate::procedures::FateOfOccupants;
use crate::procedures::artillery::ruined_by;
use crate::procedures::works::{BeatenOccupants, WorkReadings};
use crate::troop::{Arm, Cover, Obstacle, State};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Grounds, Refusal, allow};

/// What a scenario says of a building.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Stated {
    /// An especially strong building: obstacle and cover II or III.
    pub grade: Option<u8>,
    /// The figures that it holds.
    pub capacity: Option<u32>,
}

/// The figures that a building holds where nothing is said (17.02.3).
const HOLDS: u32 = numbers::BUILDING_HOLDS as u32;

/// A building as it is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    pub values: Values,
    pub strong: bool,
    pub capacity: u32,
    pub by: Grounds,
}

/// What a building is by the scenario's word.
pub fn laid(s: &Stated) -> Result<Laid, Refusal> {
    let values = match s.grade {
        None => Values { cover: Cover::I, obstacle: Obstacle::II },
        Some(2) => Values { cover: Cover::II, obstacle: Obstacle::II },
        Some(3) => Values { cover: Cover::III, obstacle: Obstacle::III },
        Some(grade) => return Err(Refusal::by(clause!("17.02.3.a"), say!("strong-building-grade", grade))),
    };
    let capacity = s.capacity.unwrap_or(HOLDS);
    let counted = (1..=umpire::MANY).contains(&capacity);
    allow(counted, clause!("17.02.3.b"), || say!("building-holds-figures", capacity))?;
    Ok(Laid {
        values,
        strong: s.grade.is_some(),
        capacity,
        by: grounds([clause!("17.02.3.a"), clause!("17.02.3.b")]),
    })
}

/// The fence of a kitchen garden: what the scenario says, or an obstacle I (17.02.2).
pub fn garden_fence(stated: Option<Values>) -> (Values, Clause) {
    let plain = Values { cover: Cover::None, obstacle: Obstacle::I };
    (stated.unwrap_or(plain), clause!("17.02.2"))
}

/// How many of a unit's figures find room: refused where a unit that cannot be split does not fit.
pub fn fits(capacity: u32, figures: u32) -> Result<(u32, Clause), Refusal> {
    allow(figures <= capacity, clause!("17.02.3.b"), || say!("building-too-small", capacity, figures))?;
    Ok((figures, clause!("17.02.3.b")))
}

/// What artillery, fire and engineers have done to a building.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Damage {
    /// Hits by artillery.
    pub hits: u8,
    /// Raised to grade III (17.02.4).
    pub strengthened: bool,
    pub burnt: bool,
    /// Ruined by hits.
    pub shattered: bool,
}

impl Damage {
    /// What the building is worth now.
    pub fn values(&self, laid: Values) -> Values {
        if self.shattered || self.burnt {
            return Values { cover: Cover::None, obstacle: Obstacle::Impassable };
        }
        if self.strengthened {
            return Values { cover: Cover::III, obstacle: Obstacle::III };
        }
        laid
    }

    pub fn ruined(&self) -> bool {
        self.shattered || self.burnt
    }

    /// Artillery scored so many hits; is the building ruined by them?
    pub fn hit(&mut self, laid: Values, hits: u8) -> Option<Clause> {
        if self.ruined() {
            return None;
        }
        self.hits = self.hits.saturating_add(hits);
        let ruined = ruined_by(self.values(laid).cover).is_some_and(|most| self.hits >= most);
        self.shattered = ruined;
        ruined.then(|| clause!("17.04.2"))
    }

    /// Can it be strengthened?
    pub fn can_be_strengthened(&self, laid: Values, strong: bool) -> Result<(), Refusal> {
        let second = Values { cover: Cover::II, obstacle: Obstacle::II };
        let so = strong && self.values(laid) == second;
        allow(so, clause!("17.02.4"), || say!("only-second-grade-strengthened"))
    }
}

/// The time to enter a building, in turns: that of its obstacle, and nothing for the way or the change of formation.
pub fn entering(arm: Arm, ranks: u32, now: Values) -> Result<(f64, Grounds), Refusal> {
    let ruin = now.obstacle == Obstacle::Impassable;
    allow(!ruin, clause!("17.04.2"), || say!("ruins-cannot-be-entered"))?;
    let p = passage(arm, ranks, now.obstacle, false)?;
    let mut by = grounds([clause!("17.01.2.b")]);
    by.join(p.by);
    Ok((p.time, by))
}

/// The time to leave it, in turns, for a unit in this state.
pub fn leaving(state: State, readings: &WorkReadings) -> (f64, Grounds) {
    match state {
        State::Complete => (0.0, grounds([clause!("play.building")])),
        State::Disorder if readings.beaten_occupants == BeatenOccupants::SetOutside => {
            (0.0, grounds([clause!("play.building")]))
        }
        State::Disorder => (periods().leave, grounds([clause!("17.01.3"), clause!("play.building")])),
        _ => (periods().leave, grounds([clause!("17.01.3")])),
    }
}

/// The time in which the occupants come out of a building that was ruined about them; until then they have no cover.
pub fn driven_out(fate: FateOfOccupants) -> (f64, Grounds) {
    match fate {
        FateOfOccupants::Leave => (periods().leave, grounds([clause!("17.04.2"), clause!("17.01.3")])),
        FateOfOccupants::SetOutside => (0.0, grounds([clause!("17.04.2")])),
    }
}
