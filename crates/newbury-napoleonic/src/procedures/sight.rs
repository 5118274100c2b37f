//! How far is seen, what is noticed, smoke, and looking over features and troops (4.6, 4.7).

use super::{TOLERANCE, Verdict, anything, known, procedure, within};
use crate::book::numbers;
use crate::book::weather as book;
use crate::terrain::{Terrain, Weather};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Readings, Record, SituationError, check_length, check_number, impossible};
use words::Message;

/// Smoke in the line of sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Haze {
    #[default]
    None,
    /// Of a firing line in calm weather.
    Battle,
    /// Of a burning building.
    Burning,
}

/// Who looks at whom. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SightSituation {
    /// Cm between them.
    pub distance: f64,
    #[serde(default)]
    pub weather: Weather,
    /// Where the observer is.
    #[serde(default)]
    pub from: Terrain,
    /// Where the other is.
    #[serde(default)]
    pub ground: Terrain,
    /// Both are in the same piece of that ground.
    #[serde(default)]
    pub same: bool,
    /// Cm from the edge of a wood or scrub, of whoever is inside and looked at across it or looks out.
    #[serde(default)]
    pub inside: f64,
    #[serde(default)]
    pub haze: Haze,
    /// The one who is looked at moves or fires.
    #[serde(default)]
    pub stirs: bool,
    /// He stands directly behind a hedge, fence or wall.
    #[serde(default)]
    pub behind_linear: bool,
    /// He is in a building.
    #[serde(default)]
    pub in_building: bool,
}

/// What an eye makes of somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seen {
    Noticed,
    /// Within sight, but not noticed.
    Unnoticed {
        by: Clause,
    },
    /// Too far.
    Unseen {
        by: Clause,
    },
}

impl Seen {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Seen::Noticed => say!("sight-noticed"),
            Seen::Unnoticed { by } => say!("sight-unnoticed", by),
            Seen::Unseen { by } => say!("sight-unseen", by),
        }
    }
}
words::spoken!(Seen);

fn check_sight(s: &SightSituation) -> Result<(), SituationError> {
    check_length("distance", s.distance)?;
    check_length("inside", s.inside)?;
    if s.same && s.from != s.ground {
        return Err(impossible("same", say!("not-the-same-ground")));
    }
    Ok(())
}

/// As far as smoke lets see in that ground (4.6.d.2, 4.6.e).
fn limit(s: &SightSituation, ground: Terrain, r: &mut impl Record) -> Option<f64> {
    let n = &numbers().weather;
    match s.haze {
        Haze::None => n.sight(ground, s.weather),
        Haze::Battle => {
            r.reckon(|| say!("reckon-smoke"), clause!("4.6.d.2"));
            Some(n.smoke(ground, s.weather))
        }
        Haze::Burning => {
            r.reckon(|| say!("reckon-burning-smoke", cm = n.burning), clause!("4.6.e"));
            Some(n.burning)
        }
    }
}

fn in_sight(s: &SightSituation, r: &mut impl Record) -> Result<(), Clause> {
    let open = |r: &mut _| limit(s, Terrain::Open, r);
    let ok = |cm: f64, most: Option<f64>| most.is_none_or(|most| within(cm, most));
    if s.weather != Weather::Fine {
        r.reckon(|| say!("reckon-weather-matters"), clause!("4.4.e"));
    }
    if s.same || (s.from == Terrain::Open && !s.ground.wooded() && s.ground != Terrain::Scrub) {
        let most = limit(s, s.ground, r);
        let by = clause!("4.6.a");
        r.reckon(|| say!("reckon-visibility"), by);
        return if ok(s.distance, most) { Ok(()) } else { Err(by) };
    }
    if s.from.wooded() {
        // Looking out: the observer must be able to see to the edge (play.sight).
        let by = clause!("play.sight");
        r.reckon(|| say!("reckon-out-of-the-wood"), by);
        let edge = numbers().weather.sight(s.from, s.weather);
        let far = open(r);
        // Into another wood or scrub no farther than one sees there.
        let there = match s.ground {
            g if g.wooded() || g == Terrain::Scrub => limit(s, g, r),
            _ => None,
        };
        let seen = ok(s.inside, edge) && ok(s.distance, far) && ok(s.distance, there);
        return if seen { Ok(()) } else { Err(by) };
    }
    match s.ground {
        g if g.wooded() => {
            if s.stirs && within(s.inside, numbers().weather.wood_edge) {
                let by = clause!("4.6.c.2");
                r.reckon(|| say!("reckon-at-the-edge", cm = numbers().weather.wood_edge), by);
                let far = open(r);
                return if ok(s.distance, far) { Ok(()) } else { Err(by) };
            }
            let by = clause!("4.6.c.1");
            r.reckon(|| say!("reckon-into-the-wood"), by);
            let most = limit(s, g, r);
            if ok(s.distance, most) { Ok(()) } else { Err(by) }
        }
        Terrain::Scrub => {
            let by = clause!("4.6.b");
            r.reckon(|| say!("reckon-into-the-scrub"), by);
            let (far, deep) = (open(r), limit(s, Terrain::Scrub, r));
            let edge = (s.distance - s.inside).max(0.0);
            if ok(edge, far) && ok(s.inside, deep) { Ok(()) } else { Err(by) }
        }
        // Out of scrub the shortest visibility met counts for the whole line (play.sight).
        _ => {
            let by = clause!("play.sight");
            r.reckon(|| say!("reckon-shortest-visibility"), by);
            let most = limit(s, s.from, r);
            if ok(s.distance, most) { Ok(()) } else { Err(by) }
        }
    }
}

fn look(s: &SightSituation, r: &mut impl Record) -> Seen {
    if let Err(by) = in_sight(s, r) {
        return Seen::Unseen { by };
    }
    if s.stirs {
        return Seen::Noticed;
    }
    if s.behind_linear && !within(s.distance, numbers().weather.behind_line) {
        let by = clause!("4.7.a");
        r.reckon(|| say!("reckon-behind-linear", cm = numbers().weather.behind_line), by);
        return Seen::Unnoticed { by };
    }
    if s.in_building || s.ground.wooded() {
        let by = clause!("4.7.b");
        r.reckon(|| say!("reckon-does-not-stir"), by);
        return Seen::Unnoticed { by };
    }
    Seen::Noticed
}

procedure!(
    /// Seeing and noticing.
    Sight: SightSituation => Seen => Seen, "sight", "title-sight",
    check_sight, look, known, { "distance": 40, "ground": "scrub", "inside": 12, "weather": "rain" }
);

umpire::choice!(
    /// What becomes of a unit's smoke when it moves more than 5 cm and fires (4.6.d.3)?
    SmokeLeft { Gone, Stays }
);

impl SmokeLeft {
    /// That of a battle.
    pub fn of(r: &Readings) -> SmokeLeft {
        SmokeLeft::pick(r.is(reading!("smoke-left-behind", "stays")))
    }
}

/// Smoke before the front of a unit, at the end of a move. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SmokeSituation {
    /// From 0 to 4: moves of firing.
    #[schemars(range(max = 4))]
    pub smoke: u8,
    pub windy: bool,
    pub fired: bool,
    /// Cm that the unit moved.
    #[serde(default)]
    pub moved: f64,
    #[serde(default, rename = "smoke-left-behind")]
    pub left: SmokeLeft,
}

/// The smoke there is now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SmokeOutcome {
    pub smoke: u8,
    /// It hides the front.
    pub hides: bool,
}

impl SmokeOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.hides {
            say!("smoke-hides", smoke = self.smoke)
        } else {
            say!("smoke-is", smoke = self.smoke)
        }
    }
}
words::spoken!(SmokeOutcome);

/// Smoke that hides a front: of so many moves of firing (4.6.d.1).
pub const THICK: u8 = 4;
/// A unit that moved no more than this stays in its smoke (4.6.d.1).
pub const IN_SMOKE: f64 = 5.0;

fn check_smoke(s: &SmokeSituation) -> Result<(), SituationError> {
    check_number("smoke", s.smoke.into(), 0, THICK.into())?;
    check_length("moved", s.moved)
}

fn smoke(s: &SmokeSituation, r: &mut impl Record) -> SmokeOutcome {
    let now = if s.windy {
        r.reckon(|| say!("reckon-wind-clears"), clause!("4.6.d.4"));
        0
    } else if !s.fired {
        r.reckon(|| say!("reckon-smoke-clears"), clause!("4.6.d.3"));
        s.smoke.saturating_sub(2)
    } else if within(s.moved, IN_SMOKE) {
        r.reckon(|| say!("reckon-smoke-gathers"), clause!("4.5.b"));
        (s.smoke + 1).min(THICK)
    } else {
        r.reckon(|| say!("reckon-smoke-left", cm = IN_SMOKE), clause!("4.6.d.1"));
        if s.left == SmokeLeft::Gone { 0 } else { s.smoke }
    };
    let hides = now >= THICK;
    if hides {
        r.reckon(|| say!("reckon-smoke-hides", moves = THICK), clause!("4.6.d.1"));
    }
    SmokeOutcome { smoke: now, hides }
}

procedure!(
    /// Smoke that gathers and clears.
    Smoke: SmokeSituation => SmokeOutcome => SmokeOutcome, "smoke", "title-smoke",
    check_smoke, smoke, known, { "smoke": 3, "windy": false, "fired": true }
);

/// What is looked over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// By its storeys.
    Building {
        storeys: u8,
    },
    Wood,
    /// By its contours.
    Hill {
        contours: u8,
    },
}

/// A feature between two bodies. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeeOverSituation {
    pub feature: Feature,
    /// Contours by which the higher end is above the ground the feature stands on, or above the highest contour of a hill.
    #[schemars(range(min = -20, max = 20))]
    pub above: i8,
    /// Contours by which the observer is above the other.
    #[serde(default)]
    #[schemars(range(min = -20, max = 20))]
    pub above_target: i8,
    /// Cm of the other behind the feature (behind the foot of a hill).
    pub behind: f64,
}

/// Whether it is seen over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeenOver {
    Seen,
    /// In dead ground: neither seen nor fired at.
    Dead,
    Blocked,
}

impl SeenOver {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            SeenOver::Seen => say!("seen-over"),
            SeenOver::Dead => say!("seen-dead-ground"),
            SeenOver::Blocked => say!("seen-blocked"),
        }
    }
}
words::spoken!(SeenOver);

fn check_over(s: &SeeOverSituation) -> Result<(), SituationError> {
    check_length("behind", s.behind)?;
    check_number("above", s.above.into(), -20, 20)?;
    check_number("above_target", s.above_target.into(), -20, 20)?;
    match s.feature {
        Feature::Building { storeys } => check_number("feature", storeys.into(), 1, 2),
        Feature::Hill { contours } => check_number("feature", contours.into(), 1, 20),
        Feature::Wood => Ok(()),
    }
}

fn see_over(s: &SeeOverSituation, r: &mut impl Record) -> SeenOver {
    let n = &numbers().weather;
    let what = match s.feature {
        Feature::Building { storeys } => book::Feature::Building(storeys),
        Feature::Wood => book::Feature::Wood,
        Feature::Hill { contours } => book::Feature::Hill(contours),
    };
    let least = n.see_over(what);
    if i32::from(s.above) < i32::from(least) {
        r.reckon(|| say!("reckon-not-high-enough", least), clause!("4.6.f"));
        return SeenOver::Blocked;
    }
    r.reckon(|| say!("reckon-high-enough", least), clause!("4.6.f"));
    let beyond = (i32::from(s.above_target) - i32::from(least)).max(0) as u8;
    let blind = n.blind(what, beyond);
    r.reckon(|| say!("reckon-blind-zone", cm = blind), clause!("4.6.g"));
    if s.behind < blind - TOLERANCE {
        r.reckon(|| say!("reckon-dead-ground"), clause!("glossary.dead-ground"));
        return SeenOver::Dead;
    }
    SeenOver::Seen
}

procedure!(
    /// Looking over a feature.
    SeeOver: SeeOverSituation => SeenOver => SeenOver, "see-over", "title-see-over",
    check_over, see_over, known, { "feature": { "building": { "storeys": 2 } }, "above": 3, "above_target": 3, "behind": 2 }
);

/// Troops in the line of sight. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeePastSituation {
    /// Units of foot in close order between them.
    #[serde(default)]
    pub foot: u8,
    /// Mounted units in close order between them.
    #[serde(default)]
    pub mounted: u8,
    /// One of the two ends is on a higher level than they.
    #[serde(default)]
    pub higher: bool,
    /// The one who is looked at is mounted.
    #[serde(default)]
    pub target_mounted: bool,
    /// One of the ends are elephants, on the same or a higher level.
    #[serde(default)]
    pub elephants: bool,
}

fn see_past(s: &SeePastSituation, r: &mut impl Record) -> Verdict {
    let by = clause!("4.6.h");
    if s.foot == 0 && s.mounted == 0 {
        return Verdict::yes(say!("reckon-nobody-between"), by, r);
    }
    if s.elephants {
        return Verdict::yes(say!("reckon-elephants-see-over"), clause!("A5.5"), r);
    }
    if s.higher {
        return Verdict::yes(say!("reckon-seen-from-above"), by, r);
    }
    if s.target_mounted && s.mounted == 0 && s.foot == 1 {
        return Verdict::yes(say!("reckon-mounted-over-foot"), by, r);
    }
    Verdict::no(say!("reckon-hidden-by-troops"), by, r)
}

procedure!(
    /// Seeing past troops.
    SeePast: SeePastSituation => Verdict => Verdict, "see-past", "title-see-past",
    anything, see_past, known, { "foot": 1, "target_mounted": true }
);
