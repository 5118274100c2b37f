//! May it shoot at that target (shooting.1 to shooting.7, dba.2, dba.25 to dba.28)? If not, why not.

use super::impossible;
use crate::procedures::shooting::range;
use crate::troop::Troop;
use crate::{book, clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::EPS;
use umpire::{Clause, Dice, Procedure, Readings, Record, SituationError};
use words::Message;

/// There is no shot: why not, and by which clause.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoShot {
    pub by: Clause,
    pub why: Why,
}

/// Why there is no shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// It is not on the table.
    NotThere,
    /// Only the active player's elements open fire.
    NotItsTurn,
    CommandElement,
    /// Cavalry that has not dismounted.
    NoWeapon,
    HasShot,
    NoAmmunition,
    /// A camp that was silenced or plundered.
    CampFallen,
    /// The shooter is front to front with an enemy.
    FrontToFront,
    /// The target is.
    TargetFrontToFront,
    OutOfArc,
    /// No more of the target than a point or a line lies in the field of fire.
    OnlyAnEdge,
    OutOfRange,
    /// Shooter or target is in a wood, an oasis or a settlement, and further away than skirmish fire reaches.
    BeyondSkirmish,
    /// By a crest, a hill, a wood or an oasis.
    HiddenByGround,
    /// By a base, a camp or houses.
    HiddenByTroops,
    /// By several things of which none hides it alone.
    HiddenBySeveral,
    /// A nearer enemy may be shot at.
    NotTheNearest,
}

impl Why {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            Why::NotThere => say!("no-shot-not-there"),
            Why::NotItsTurn => say!("no-shot-not-its-turn"),
            Why::CommandElement => say!("no-shot-command-element"),
            Why::NoWeapon => say!("no-shot-no-weapon"),
            Why::HasShot => say!("no-shot-has-shot"),
            Why::NoAmmunition => say!("no-shot-no-ammunition"),
            Why::CampFallen => say!("no-shot-camp-fallen"),
            Why::FrontToFront => say!("no-shot-front-to-front"),
            Why::TargetFrontToFront => say!("no-shot-target-front-to-front"),
            Why::OutOfArc => say!("no-shot-out-of-arc"),
            Why::OnlyAnEdge => say!("no-shot-only-an-edge"),
            Why::OutOfRange => say!("no-shot-out-of-range"),
            Why::BeyondSkirmish => say!("no-shot-beyond-skirmish", range = book::data().skirmish_range),
            Why::HiddenByGround => say!("no-shot-hidden-by-ground"),
            Why::HiddenByTroops => say!("no-shot-hidden-by-troops"),
            Why::HiddenBySeveral => say!("no-shot-hidden-by-several"),
            Why::NotTheNearest => say!("no-shot-not-the-nearest"),
        }
    }
}
words::spoken!(Why);

impl NoShot {
    pub const fn new(by: Clause, why: Why) -> NoShot {
        NoShot { by, why }
    }
}

umpire::choice!(
    /// Whose elements shoot in a shooting phase (turn.1)?
    WhoShoots { Both, Active }
);
umpire::choice!(
    /// Which enemy must be shot at (shooting.2)?
    NearestTarget { Nearest, Any }
);

/// The readings that matter here, by the ids that `vedette rules bbdba-acw readings` lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct ShotReadings {
    /// Whose elements shoot in a shooting phase (turn.1)?
    pub who_shoots: WhoShoots,
    /// Which enemy must be shot at (shooting.2)?
    pub nearest_target: NearestTarget,
}

impl ShotReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> ShotReadings {
        let active = r.is(reading!("who-shoots", "active"));
        let any = r.is(reading!("nearest-target", "any"));
        ShotReadings {
            who_shoots: if active { WhoShoots::Active } else { WhoShoots::Both },
            nearest_target: if any { NearestTarget::Any } else { NearestTarget::Nearest },
        }
    }
}

/// What a camp has left to shoot with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CampFire {
    /// Shots left for shooting phases of this side's turns.
    #[serde(default = "three")]
    pub shots_left: u8,
    /// It was silenced or plundered.
    #[serde(default)]
    pub fallen: bool,
}

fn three() -> u8 {
    3
}

/// May it open fire in this phase? Both sides may (turn.1), unless read otherwise.
pub fn opens_fire(own_turn: bool, how: WhoShoots) -> Result<(), NoShot> {
    if own_turn || how == WhoShoots::Both {
        Ok(())
    } else {
        Err(NoShot::new(clause!("turn.1"), Why::NotItsTurn))
    }
}

/// Has it a weapon, a shot left and its front free? Contact is looked for last.
pub fn able(
    shooter: Troop,
    has_shot: bool,
    camp: Option<CampFire>,
    front_to_front: impl FnOnce() -> bool,
) -> Result<(), NoShot> {
    if shooter == Troop::Commander {
        return Err(NoShot::new(clause!("command.3"), Why::CommandElement));
    }
    if let Some(c) = camp {
        if c.shots_left == 0 {
            return Err(NoShot::new(clause!("camp.6"), Why::NoAmmunition));
        }
        if c.fallen {
            return Err(NoShot::new(clause!("dba.36"), Why::CampFallen));
        }
    }
    if has_shot {
        return Err(NoShot::new(clause!("dba.28"), Why::HasShot));
    }
    if shooter.stats().range.is_none() {
        return Err(NoShot::new(clause!("stats.1"), Why::NoWeapon));
    }
    if front_to_front() {
        return Err(NoShot::new(clause!("shooting.1"), Why::FrontToFront));
    }
    Ok(())
}

/// May it be shot at, as far as contact goes?
pub fn exposed(front_to_front: bool) -> Result<(), NoShot> {
    if front_to_front { Err(NoShot::new(clause!("dba.25"), Why::TargetFrontToFront)) } else { Ok(()) }
}

/// Is the target near enough? `range` is the shooter's where it stands; in close terrain either of them limits it
/// (shooting.7). The target's ground is looked at only where it matters.
pub fn reaches(
    distance: f64,
    range: f64,
    shooter_in_close: bool,
    target_in_close: impl FnOnce() -> bool,
) -> Result<(), NoShot> {
    if distance > range + EPS {
        return Err(if shooter_in_close {
            NoShot::new(clause!("shooting.7"), Why::BeyondSkirmish)
        } else {
            NoShot::new(clause!("dba.2"), Why::OutOfRange)
        });
    }
    if !shooter_in_close && distance > book::data().skirmish_range + EPS && target_in_close() {
        return Err(NoShot::new(clause!("shooting.7"), Why::BeyondSkirmish));
    }
    Ok(())
}

/// May this target be chosen, past a nearer one that may be shot at? Only guns pass over Jaeger (shooting.6).
pub fn chosen(shooter: Troop, nearer: Option<Troop>, how: NearestTarget) -> Result<Clause, NoShot> {
    match nearer {
        Some(Troop::Jaeger) if shooter == Troop::Artillery => Ok(clause!("shooting.6")),
        Some(_) if how == NearestTarget::Nearest => {
            Err(NoShot::new(clause!("shooting.2"), Why::NotTheNearest))
        }
        _ => Ok(clause!("shooting.2")),
    }
}

/// Whether one may shoot at another.
#[derive(Clone, Copy, Debug)]
pub struct MayShoot;

/// An element or a camp looks at an enemy in a shooting phase. No dice.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// What would shoot.
    pub shooter: Troop,
    /// What would be shot at.
    pub target: Troop,
    /// Paces from the shooter's front edge to the nearest part of the target in its field of fire; a camp measures from its
    /// outline.
    #[schemars(range(min = 0))]
    pub distance: f64,
    /// How the target lies to the field of fire: straight ahead, widened by a base width on either side.
    #[serde(default)]
    pub field_of_fire: FieldOfFire,
    /// The shooter is at least partly on a hill.
    #[serde(default)]
    pub shooter_on_hill: bool,
    /// What stops every line from the shooter's front to the target, if anything does.
    #[serde(default)]
    pub hidden_by: Option<Hides>,
    /// The shooter is at least partly in a wood, an oasis or a settlement.
    #[serde(default)]
    pub shooter_in_close_terrain: bool,
    /// The target is.
    #[serde(default)]
    pub target_in_close_terrain: bool,
    /// A nearer enemy, by more than the pace of a tie, at which the shooter may shoot.
    #[serde(default)]
    pub nearer: Option<Troop>,
    /// The shooter is front to front with an enemy.
    #[serde(default)]
    pub shooter_front_to_front: bool,
    /// The target is.
    #[serde(default)]
    pub target_front_to_front: bool,
    /// It has shot in this phase.
    #[serde(default)]
    pub has_shot: bool,
    /// It is the other side's turn.
    #[serde(default)]
    pub enemy_turn: bool,
    /// Of a camp that would shoot; three shots unless given.
    #[serde(default)]
    pub camp: Option<CampFire>,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: ShotReadings,
}

/// How a target lies to the field of fire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldOfFire {
    #[default]
    Inside,
    /// No more of it than a point or a line lies inside.
    OnlyAnEdge,
    Outside,
}

impl FieldOfFire {
    /// Is enough of the target inside?
    pub fn holds(self) -> Result<(), NoShot> {
        match self {
            FieldOfFire::Inside => Ok(()),
            FieldOfFire::OnlyAnEdge => Err(NoShot::new(clause!("dba.26"), Why::OnlyAnEdge)),
            FieldOfFire::Outside => Err(NoShot::new(clause!("shooting.3"), Why::OutOfArc)),
        }
    }
}

/// What hides a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hides {
    /// A crest, a hill, a wood or an oasis.
    Ground,
    /// A base, a camp, or houses. Bases that touch leave no gap between them.
    Troops,
    /// Several things together.
    Several,
}

impl Hides {
    /// There is no shot because of it.
    pub fn no_shot(self) -> NoShot {
        match self {
            Hides::Ground => NoShot::new(clause!("terrain.10"), Why::HiddenByGround),
            Hides::Troops => NoShot::new(clause!("shooting.4"), Why::HiddenByTroops),
            Hides::Several => NoShot::new(clause!("dba.27"), Why::HiddenBySeveral),
        }
    }
}

/// Known without dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    MayShoot,
    MayNot(Why),
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Outcome::MayShoot => say!("may-shoot"),
            Outcome::MayNot(why) => say!("may-not-shoot", why = why.message()),
        }
    }
}
words::spoken!(Outcome);

fn decide(s: &Situation) -> Result<Clause, NoShot> {
    opens_fire(!s.enemy_turn, s.readings.who_shoots)?;
    able(s.shooter, s.has_shot, s.camp, || s.shooter_front_to_front)?;
    exposed(s.target_front_to_front)?;
    s.field_of_fire.holds()?;
    let close = s.shooter_in_close_terrain;
    reaches(s.distance, range(s.shooter, close).unwrap_or(0.0), close, || s.target_in_close_terrain)?;
    // From a hill one sees over troops (shooting.4).
    if let Some(h) = s.hidden_by.filter(|h| !(s.shooter_on_hill && *h == Hides::Troops)) {
        return Err(h.no_shot());
    }
    chosen(s.shooter, s.nearer, s.readings.nearest_target)
}

impl Procedure for MayShoot {
    type Situation = Situation;
    type Prepared = Outcome;
    type Outcome = Outcome;

    const NAME: &'static str = "may-shoot";

    fn title() -> Message {
        say!("title-may-shoot")
    }

    fn check(s: &Situation) -> Result<(), SituationError> {
        if !(0.0..=1e6).contains(&s.distance) {
            return Err(impossible("distance", say!("distance-paces-zero-more")));
        }
        if s.camp.is_some() && s.shooter != Troop::Camp {
            return Err(impossible("camp", say!("only-a-camp-has-shots")));
        }
        if s.shooter == Troop::Camp && s.field_of_fire != FieldOfFire::Inside {
            let by = clause!("camp.5");
            return Err(impossible("field_of_fire", say!("camp-shoots-all-round", by)));
        }
        Ok(())
    }

    fn prepare(s: &Situation, r: &mut impl Record) -> Outcome {
        match decide(s) {
            Ok(by) => {
                r.clause(by);
                Outcome::MayShoot
            }
            Err(no) => {
                r.clause(no.by);
                Outcome::MayNot(no.why)
            }
        }
    }

    fn resolve(p: &Outcome, _: &mut impl Dice, _: &mut impl Record) -> Outcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "shooter": "rifles", "target": "cavalry", "distance": 350, "hidden_by": "troops" })
    }
}
