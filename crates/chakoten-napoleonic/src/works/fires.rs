//! What burns, turn by turn, and what it endangers (17.04.4, 17.04.5, 19.06.3 to 19.06.6).

use super::grounds;
use crate::book::numbers;
use crate::clause;
use crate::procedures::fires::{FireSpreadsSituation, PutOutOutcome, PutOutSituation};
use crate::procedures::works::{ShelledFire, WorkReadings};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{V2, hull, v2};
use umpire::{Clause, Grounds};

/// How a fire broke out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Of a building, by artillery, or by a neighbour that was shelled.
    Shelling,
    ByHand,
}

/// How long fires last, in larger objects and in smaller ones (19.06.3, 17.04.4).
const LASTS: [u32; 2] = [numbers::FIRE_LARGE as u32, numbers::FIRE_SMALL as u32];

/// How long fire lasts.
pub fn lasts(large: bool) -> (u32, Clause) {
    (LASTS[usize::from(!large)], clause!("19.06.3"))
}

/// The attempts to put out a fire set by hand (19.06.4).
const ATTEMPTS: u8 = numbers::PUT_OUT as u8;

/// Something that burns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Burning {
    pub cause: Cause,
    /// A building, a wooden bridge or the like (19.06.3).
    pub large: bool,
    /// A building, which those in it can put out.
    pub building: bool,
    /// It was occupied when the fire broke out (17.04.4).
    pub occupied: bool,
    /// The turn in which it broke out.
    pub since: u32,
    /// The first whole or part turn of burning: one that is set at the end of a turn burns from the next.
    first: u32,
    state: Blaze,
}

/// How it is with a fire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blaze {
    #[default]
    Burning,
    /// Put out before there was damage.
    Out,
    /// Put out when the object was half destroyed; the umpire says what that means.
    HalfDestroyed,
    BurntDown,
}

/// Who fights a fire in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fighters {
    /// Figures in the building.
    pub occupants: u32,
    /// Figures that came to help, and how many it takes (19.06.4).
    pub helpers: u32,
    pub needed: u32,
}

impl Burning {
    /// A building that has caught fire at the end of this turn from something that burns: it burns, and may be put out, from the next
    /// turn on, as what it caught fire from (17.04.4, 17.04.5, 19.06.4).
    pub fn caught(turn: u32, from: Cause, occupied: bool) -> Burning {
        Burning { cause: from, ..Burning::set(turn, true, true, occupied) }
    }

    /// A building set on fire by artillery in this turn.
    pub fn shelled(turn: u32, occupied: bool) -> Burning {
        Burning {
            cause: Cause::Shelling,
            large: true,
            building: true,
            occupied,
            since: turn,
            first: turn,
            state: Blaze::Burning,
        }
    }

    /// An object set on fire by hand at the end of this turn.
    pub fn set(turn: u32, large: bool, building: bool, occupied: bool) -> Burning {
        let first = turn.saturating_add(1);
        Burning { cause: Cause::ByHand, large, building, occupied, since: turn, first, state: Blaze::Burning }
    }

    pub fn state(&self) -> Blaze {
        self.state
    }

    fn by_hand(&self, readings: &WorkReadings) -> bool {
        self.cause == Cause::ByHand || readings.shelled_fire == ShelledFire::AsSetByHand
    }

    /// The attempt to put it out that may be made at the end of this turn.
    pub fn attempt(&self, turn: u32, f: &Fighters, readings: &WorkReadings) -> Option<PutOutSituation> {
        let attempt = turn.checked_sub(self.first)?.saturating_add(1);
        let by_hand = self.by_hand(readings);
        let most = if by_hand { ATTEMPTS } else { 1 };
        if self.state != Blaze::Burning || attempt > most.into() {
            return None;
        }
        let s = PutOutSituation {
            cause: if by_hand { Cause::ByHand } else { Cause::Shelling },
            attempt: attempt as u8,
            occupied: self.building && self.occupied,
            occupants: if self.building { f.occupants } else { 0 },
            helpers: f.helpers,
            needed: f.needed,
        };
        s.possible().is_ok().then_some(s)
    }

    /// What came of the attempt.
    pub fn fought(&mut self, came: &PutOutOutcome) {
        self.state = match came {
            PutOutOutcome::Out => Blaze::Out,
            PutOutOutcome::HalfDestroyed => Blaze::HalfDestroyed,
            PutOutOutcome::GoesOn | PutOutOutcome::BurnsDown => self.state,
        };
    }

    /// The roll for spreading to one object within reach, due in the turn after the outbreak alone.
    pub fn spreads(&self, turn: u32, other: &Threat) -> Option<FireSpreadsSituation> {
        let due = self.state == Blaze::Burning && turn == self.since.saturating_add(1);
        due.then_some(FireSpreadsSituation {
            cause: self.cause,
            distance: other.distance,
            downwind: other.downwind,
            large: self.large,
            further: other.further,
        })
    }

    /// The end of a turn: has it burnt down? Its place is impassable then.
    pub fn burnt_down(&mut self, turn: u32) -> Option<Grounds> {
        let (long, by) = lasts(self.large);
        let over = turn.saturating_add(1) >= self.first.saturating_add(long);
        if self.state != Blaze::Burning || !over {
            return None;
        }
        self.state = Blaze::BurntDown;
        Some(match self.cause {
            Cause::Shelling => grounds([by, clause!("17.04.4")]),
            Cause::ByHand => grounds([by, clause!("19.06.4.b")]),
        })
    }
}

/// How far fire reaches: all round, and downwind from smaller and from larger objects, in cm (19.06.5).
const REACH: (f64, f64, f64) = (numbers::SPREAD, numbers::SPREAD_DOWNWIND, numbers::SPREAD_DOWNWIND_LARGE);

/// Something beside a fire.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threat {
    /// Between the two, in cm; downwind, within the sector.
    pub distance: f64,
    /// It lies, at least in part, in the sector of 30 degrees to each side of the wind.
    pub downwind: bool,
    /// Cm that the umpire adds downwind in strong wind.
    pub further: f64,
}

impl Threat {
    /// Can fire spread to it?
    pub fn reached(&self, large: bool) -> bool {
        self.distance <= reach(large, self.downwind, self.further) + table::EPS
    }
}

/// How far fire spreads (19.06.5).
pub fn reach(large: bool, downwind: bool, further: f64) -> f64 {
    match (downwind, large) {
        (false, _) => REACH.0,
        (true, false) => REACH.1 + further,
        (true, true) => REACH.2 + further,
    }
}

/// Where another object or a unit lies from a fire, by their corners; the wind blows towards this bearing. Both are taken as convex.
pub fn lies(burning: &[V2], other: &[V2], wind: f64, further: f64) -> Threat {
    let apart: Vec<V2> = other.iter().flat_map(|b| burning.iter().map(move |a| *b - *a)).collect();
    let between = hull(&apart);
    let near = distance(between.points());
    // The sector to each side of the wind, seen from every point of what burns.
    let w = V2::bearing(wind);
    let side = libm::sqrt(3.0) / 2.0;
    let right = v2(w.x * side + w.y / 2.0, w.y * side - w.x / 2.0);
    let left = v2(w.x * side - w.y / 2.0, w.y * side + w.x / 2.0);
    let sector = cut(&cut(between.points(), right), v2(-left.x, -left.y));
    if sector.is_empty() {
        return Threat { distance: near, downwind: false, further };
    }
    let along = distance(&sector);
    if near <= REACH.0 + table::EPS {
        return Threat { distance: near, downwind: true, further };
    }
    Threat { distance: along, downwind: true, further }
}

/// The part of a convex outline to the left of a line through the origin.
fn cut(points: &[V2], along: V2) -> Vec<V2> {
    let n = points.len();
    let mut out = Vec::with_capacity(n + 1);
    for i in 0..n {
        let (p, q) = (points[i], points[(i + 1) % n]);
        let (sp, sq) = (along.cross(p), along.cross(q));
        if sp >= -1e-9 {
            out.push(p);
        }
        if (sp > 1e-9 && sq < -1e-9) || (sp < -1e-9 && sq > 1e-9) {
            out.push(p.lerp(q, sp / (sp - sq)));
        }
    }
    out
}

/// How far the origin is from a convex outline, counter-clockwise; nothing inside it.
fn distance(points: &[V2]) -> f64 {
    let n = points.len();
    let origin = v2(0.0, 0.0);
    let inside = n > 2 && (0..n).all(|i| (points[(i + 1) % n] - points[i]).cross(origin - points[i]) >= 0.0);
    if inside {
        return 0.0;
    }
    let to = |i: usize| {
        let (a, b) = (points[i], points[(i + 1) % n]);
        let along = b - a;
        let t =
            if along.len2() > 0.0 { ((origin - a).dot(along) / along.len2()).clamp(0.0, 1.0) } else { 0.0 };
        a.lerp(b, t).len()
    };
    (0..n).map(to).fold(f64::INFINITY, f64::min)
}

/// Must a unit there be ordered away (19.06.6)? Those who fight the fire stay.
pub fn must_clear(threat: &Threat, large: bool, fights_fire: bool) -> Option<Grounds> {
    let endangered = threat.reached(large);
    (endangered && !fights_fire).then(|| grounds([clause!("19.06.6.a"), clause!("19.06.5")]))
}
