//! How often guns fire, over whom, action moves, supply, and damage to guns (14.3, 16.2, 16.4, 16.5, 16.7.g).

use super::artillery::{DamageSituation, Damaged, check_damage, damage};
use super::formations::yes;
use super::{Verdict, anything, at_least, check_part, known, procedure, within};
use crate::book::numbers;
use crate::terrain::Slope;
use crate::troop::{Ammunition, GunWeight, Piece};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Exact, Readings, Record, SituationError, check_length, impossible};
use words::Message;

umpire::choice!(
    /// Over whom may artillery fire with a difference in height (14.3.b)?
    LowerThan { EitherEnd, BothEnds }
);
umpire::choice!(
    /// How far may a rocket battery move that fires in the same move (16.5.e)?
    RocketMove { HalfAMove, AQuarter }
);

/// The readings that matter to gunnery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct GunneryReadings {
    #[serde(rename = "overhead-lower-than")]
    pub lower: LowerThan,
    #[serde(rename = "rocket-move-and-fire")]
    pub rocket_move: RocketMove,
}

impl GunneryReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> GunneryReadings {
        GunneryReadings {
            lower: LowerThan::pick(r.is(reading!("overhead-lower-than", "both-ends"))),
            rocket_move: RocketMove::pick(r.is(reading!("rocket-move-and-fire", "a-quarter"))),
        }
    }
}

/// A piece that wants to fire. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GunRateSituation {
    pub piece: Piece,
    pub ammunition: Ammunition,
    /// The part of the move in which it can fire.
    #[serde(default = "whole")]
    pub time: f64,
    /// Parts of a move since its last round.
    #[serde(default = "whole")]
    pub since: f64,
    /// Its crew reordered for half of the move.
    #[serde(default)]
    pub reordered: bool,
    /// Its crew was ordered to fire muskets.
    #[serde(default)]
    pub muskets: bool,
    /// It moved limbered in this move, and not as an action move.
    #[serde(default)]
    pub moved_limbered: bool,
    /// Cm that it moved or wheeled deployed.
    #[serde(default)]
    pub moved_deployed: f64,
    #[serde(default)]
    pub weight: Option<GunWeight>,
    /// The part of a move that a rocket battery marched.
    #[serde(default)]
    pub marched: f64,
    /// Gunners are with it.
    #[serde(default = "yes")]
    pub crewed: bool,
    #[serde(default)]
    pub readings: GunneryReadings,
}

fn whole() -> f64 {
    1.0
}

/// Rounds in the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct GunRounds {
    pub rounds: u8,
    pub by: Clause,
}

impl GunRounds {
    /// In words.
    pub fn message(&self) -> Message {
        say!("gun-rounds", rounds = self.rounds)
    }
}
words::spoken!(GunRounds);

fn check_gun_rate(s: &GunRateSituation) -> Result<(), SituationError> {
    check_part("time", s.time, 1.0)?;
    check_part("since", s.since, 1000.0)?;
    check_part("marched", s.marched, 1.0)?;
    check_length("moved_deployed", s.moved_deployed)?;
    check_ammunition(s.piece, s.ammunition)
}

/// What is fired must be of the piece, whatever its nation (16.1, table 10A).
fn check_ammunition(piece: Piece, ammunition: Ammunition) -> Result<(), SituationError> {
    if numbers().guns.reach(ammunition, piece) > 0.0 {
        return Ok(());
    }
    let rocket = ammunition.rocket() || piece == Piece::Launcher;
    let by = if rocket { clause!("16.1.b") } else { clause!("16.1.a") };
    Err(impossible("ammunition", say!("no-such-ammunition", by)))
}

/// Deployed guns move so far and still fire (16.5.d).
const NUDGE: f64 = 2.0;

fn gun_rounds(s: &GunRateSituation, r: &mut impl Record) -> GunRounds {
    let (rounds, says, by) = gun_rate(s);
    r.reckon(|| says, by);
    GunRounds { rounds, by }
}

fn gun_rate(s: &GunRateSituation) -> (u8, Message, Clause) {
    let none = |says, by| (0, says, by);
    if !s.crewed {
        return none(say!("reckon-no-gunners"), clause!("16.4.f"));
    }
    if s.muskets {
        return none(say!("reckon-crew-fires-muskets"), clause!("16.4.g"));
    }
    if s.piece == Piece::Launcher {
        let most = if s.readings.rocket_move == RocketMove::HalfAMove { 0.5 } else { 0.25 };
        if !at_least(most, s.marched) {
            return none(say!("reckon-rockets-marched"), clause!("16.5.e"));
        }
        let by = if s.marched > 0.0 { clause!("16.5.e") } else { clause!("16.4.e") };
        return (1, say!("reckon-rockets-fire"), by);
    }
    if s.moved_limbered {
        return none(say!("reckon-moved-limbered"), clause!("16.5.b"));
    }
    let heavy = matches!(s.weight, Some(GunWeight::Heavy | GunWeight::Siege));
    if s.moved_deployed > 0.0 && (heavy || !within(s.moved_deployed, NUDGE)) {
        return none(say!("reckon-moved-deployed"), clause!("16.5.d"));
    }
    if s.reordered {
        return (1, say!("reckon-half-reordered"), clause!("13.2.g"));
    }
    if s.ammunition == Ammunition::Canister {
        let rounds = numbers().guns.canister_rounds(s.time);
        return (rounds, say!("reckon-canister-rounds", rounds), clause!("16.4.c"));
    }
    if !at_least(s.since, numbers().march.times.load_gun) {
        return none(say!("reckon-still-loading"), clause!("16.4.b"));
    }
    (1, say!("reckon-one-round"), clause!("16.4.a"))
}

procedure!(
    /// Rounds of a gun.
    GunRate: GunRateSituation => GunRounds => GunRounds, "gun-rate", "title-gun-rate",
    check_gun_rate, gun_rounds, known, { "piece": "6-pounder", "ammunition": "canister", "time": 0.4 }
);

/// Troops on the line of fire. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OverheadSituation {
    pub piece: Piece,
    pub ammunition: Ammunition,
    #[serde(default)]
    pub british: bool,
    /// The troops stand lower than the firer.
    #[serde(default)]
    pub below_firer: bool,
    /// They stand lower than the target.
    #[serde(default)]
    pub below_target: bool,
    /// The slope on which firer or target is higher.
    #[serde(default)]
    pub slope: Option<Slope>,
    /// Cm from them to the firer, and to the target.
    pub from_firer: f64,
    pub from_target: f64,
    /// A member of the crew sees the target.
    #[serde(default)]
    pub crew_sees: bool,
    /// An observer sees it, so many cm from the gun.
    #[serde(default)]
    pub observer: Option<f64>,
    #[serde(default)]
    pub readings: GunneryReadings,
}

/// An observer is at most so far from his gun (14.3.note).
pub const OBSERVER: f64 = 5.0;

fn check_overhead(s: &OverheadSituation) -> Result<(), SituationError> {
    check_ammunition(s.piece, s.ammunition)?;
    check_length("from_firer", s.from_firer)?;
    check_length("from_target", s.from_target)?;
    s.observer.map_or(Ok(()), |cm| check_length("observer", cm))
}

fn overhead(s: &OverheadSituation, r: &mut impl Record) -> Verdict {
    let n = &numbers().guns.overhead;
    if s.ammunition == Ammunition::Canister {
        return Verdict::no(say!("reckon-no-canister-overhead"), clause!("14.3.e"), r);
    }
    let clear = |(firer, target): (f64, f64)| {
        at_least(s.from_firer + super::TOLERANCE, firer) && at_least(s.from_target + super::TOLERANCE, target)
    };
    let lower = match s.readings.lower {
        LowerThan::EitherEnd => s.below_firer || s.below_target,
        LowerThan::BothEnds => s.below_firer && s.below_target,
    };
    if let (true, Some(slope), false) = (lower, s.slope, s.ammunition.rocket()) {
        let least = if slope == Slope::Steep { n.steep } else { n.gentle };
        if clear(least) {
            return Verdict::yes(say!("reckon-overhead-by-height"), clause!("14.3.b"), r);
        }
    }
    let shell = matches!(s.ammunition, Ammunition::Shell | Ammunition::Shrapnel);
    let (least, by) = if s.ammunition.rocket() {
        (n.rocket, clause!("14.3.f"))
    } else if s.piece.howitzer() && shell {
        (n.howitzer, clause!("14.3.d"))
    } else if s.british && s.ammunition == Ammunition::Shrapnel {
        (n.british_shrapnel, clause!("14.3.c"))
    } else {
        return Verdict::no(say!("reckon-no-overhead"), clause!("14.3.b"), r);
    };
    let seen = s.crew_sees
        || s.observer.is_some_and(|cm| {
            let near = within(cm, OBSERVER);
            r.reckon(
                || if near { say!("reckon-observer") } else { say!("reckon-observer-far") },
                clause!("14.3.note"),
            );
            if near {
                r.clause(clause!("glossary.observer"));
            }
            near
        });
    if !seen {
        return Verdict::no(say!("reckon-target-unseen"), by, r);
    }
    if clear(least) {
        return Verdict::yes(say!("reckon-overhead", firer = least.0, target = least.1), by, r);
    }
    Verdict::no(say!("reckon-too-near-overhead", firer = least.0, target = least.1), by, r)
}

procedure!(
    /// May artillery fire over own troops?
    Overhead: OverheadSituation => Verdict => Verdict, "overhead", "title-overhead",
    check_overhead, overhead, known,
    { "piece": "howitzer", "ammunition": "shell", "from_firer": 12, "from_target": 30, "crew_sees": true }
);

/// An action move (16.5.a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Three quarters of a move and unlimber.
    MoveAndUnlimber,
    /// Half a move, unlimber and fire.
    MoveUnlimberAndFire,
    /// Limber, half a move, unlimber.
    LimberMoveAndUnlimber,
    /// Limber, a quarter of a move, unlimber and fire.
    LimberMoveUnlimberAndFire,
}

impl Action {
    pub const ALL: [Action; 4] = [
        Action::MoveAndUnlimber,
        Action::MoveUnlimberAndFire,
        Action::LimberMoveAndUnlimber,
        Action::LimberMoveUnlimberAndFire,
    ];

    /// A round is fired at its end.
    pub fn fires(self) -> bool {
        matches!(self, Action::MoveUnlimberAndFire | Action::LimberMoveUnlimberAndFire)
    }

    /// It begins limbered.
    pub fn limbered(self) -> bool {
        matches!(self, Action::MoveAndUnlimber | Action::MoveUnlimberAndFire)
    }
}

/// A battery that wants to make one. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionSituation {
    pub action: Action,
    pub weight: GunWeight,
    pub limbered: bool,
    /// It made one in the move before.
    #[serde(default)]
    pub again: bool,
}

/// What it may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActionOutcome {
    /// The part of a move at double rate, and rounds.
    May {
        movement: Exact,
        rounds: u8,
    },
    MayNot {
        by: Clause,
    },
}

impl ActionOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            ActionOutcome::May { movement, rounds } => say!("action-move", part = movement.0, rounds),
            ActionOutcome::MayNot { by } => say!("verdict-may-not", by),
        }
    }
}
words::spoken!(ActionOutcome);

fn check_action(s: &ActionSituation) -> Result<(), SituationError> {
    if s.action.limbered() != s.limbered {
        let by = clause!("16.5.a");
        return Err(impossible("limbered", say!("action-from-elsewhere", by)));
    }
    Ok(())
}

fn action(s: &ActionSituation, r: &mut impl Record) -> ActionOutcome {
    let by = clause!("16.5.a");
    let no = |says: Message, r: &mut _| {
        Record::reckon(r, || says, by);
        ActionOutcome::MayNot { by }
    };
    if s.again {
        return no(say!("reckon-no-two-actions"), r);
    }
    let row = match s.action {
        Action::MoveAndUnlimber => 0,
        Action::MoveUnlimberAndFire => 1,
        Action::LimberMoveAndUnlimber => 2,
        Action::LimberMoveUnlimberAndFire => 3,
    };
    let move_ = numbers().march.action_moves[row];
    let movement = match (s.weight, s.action) {
        (GunWeight::Siege, _) => return no(say!("reckon-no-siege-action"), r),
        // Heavy guns take half a move to unlimber.
        (GunWeight::Heavy, Action::MoveAndUnlimber) => 1.0 - numbers().march.limbering(GunWeight::Heavy),
        (GunWeight::Heavy, _) => return no(say!("reckon-heavy-action"), r),
        _ => move_.movement,
    };
    r.reckon(|| say!("reckon-action", part = movement, rounds = move_.rounds), by);
    ActionOutcome::May { movement: Exact(movement), rounds: move_.rounds }
}

procedure!(
    /// An action move of artillery.
    ActionMove: ActionSituation => ActionOutcome => ActionOutcome, "action-move", "title-action-move",
    check_action, action, known, { "action": "move-unlimber-and-fire", "weight": "medium", "limbered": true }
);

/// Supply of a gun or launcher. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupplySituation {
    /// A rocket battery, with ammunition horses or wagons instead of limbers.
    #[serde(default)]
    pub rockets: bool,
    /// Cm to its own limber, horses or wagon; nothing if there is none.
    #[serde(default)]
    pub own: Option<f64>,
    /// Cm to another limber of the same kind.
    #[serde(default)]
    pub other: Option<f64>,
    /// It lost them in this move: it may still fire in it.
    #[serde(default)]
    pub lost_now: bool,
}

/// Ammunition is handed over so far (16.2.a, 16.2.b).
pub const SUPPLIED: f64 = 5.0;

fn check_supply(s: &SupplySituation) -> Result<(), SituationError> {
    [s.own, s.other].into_iter().flatten().try_for_each(|cm| check_length("own", cm))
}

fn supply(s: &SupplySituation, r: &mut impl Record) -> Verdict {
    let near = |cm: Option<f64>| cm.is_some_and(|cm| within(cm, SUPPLIED));
    if s.rockets {
        let by = clause!("16.2.b");
        return if near(s.own) || near(s.other) || s.lost_now {
            Verdict::yes(say!("reckon-supplied"), by, r)
        } else {
            Verdict::no(say!("reckon-unsupplied"), by, r)
        };
    }
    let by = clause!("16.2.a");
    if near(s.own) || near(s.other) || s.lost_now {
        return Verdict::yes(say!("reckon-supplied"), by, r);
    }
    Verdict::no(say!("reckon-unsupplied"), by, r)
}

procedure!(
    /// Has it ammunition?
    Supply: SupplySituation => Verdict => Verdict, "supply", "title-supply",
    check_supply, supply, known, { "own": 2 }
);

procedure!(
    /// Guns and limbers destroyed.
    GunDamage: DamageSituation => Damaged => Damaged, "gun-damage", "title-gun-damage",
    check_damage, damage, known, { "carried": 100, "eighths": 72, "models": 3 }
);

/// May the crew take over an abandoned gun: only gunners (16.4.f)?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CrewSituation {
    /// They are gunners or rocketeers.
    pub gunners: bool,
}

fn crew(s: &CrewSituation, r: &mut impl Record) -> Verdict {
    let by = clause!("16.4.f");
    if s.gunners {
        return Verdict::yes(say!("reckon-gunners-serve"), by, r);
    }
    Verdict::no(say!("reckon-only-gunners-serve"), by, r)
}

procedure!(
    /// May they serve a gun?
    ServeGun: CrewSituation => Verdict => Verdict, "serve-gun", "title-serve-gun",
    anything, crew, known, { "gunners": true }
);
