//! What the book resolves, with dice or from a table. A procedure knows nothing of the table-top; it is told the facts.
//!
//! Distances are in cm at the standard ground scale, times are parts of a move, losses are men unless figures are named. A situation
//! carries the readings and options that matter to it.

pub mod aftermath;
pub mod artillery;
pub mod charge;
pub mod command;
pub mod demolition;
pub mod disorder;
pub mod facts;
pub mod formations;

pub mod gunnery;
pub mod impact;
pub mod losses;
pub mod melee;
pub mod melee_reaction;
pub mod morale;
pub mod movement;
pub mod organisation;
pub mod rally;
pub mod reaction;
pub mod reorder;
pub mod rounds;
pub mod sight;
pub mod small_arms;
pub mod special;
pub mod storm;
pub mod target;
pub mod targets;
pub mod victory;
pub mod weather;

pub use facts::*;

use crate::say;
use std::marker::PhantomData;
use umpire::{AnyProcedure, Clause, Dice, Die, Record, SituationError, impossible};
use words::Message;

/// Every procedure of the book.
pub static ALL: &[&dyn AnyProcedure] = &[
    &PhantomData::<weather::RollWeather>,
    &PhantomData::<weather::ChangeWeather>,
    &PhantomData::<weather::Wind>,
    &PhantomData::<sight::Sight>,
    &PhantomData::<sight::Smoke>,
    &PhantomData::<sight::SeeOver>,
    &PhantomData::<sight::SeePast>,
    &PhantomData::<organisation::Subgroups>,
    &PhantomData::<organisation::EngagedSubgroup>,
    &PhantomData::<organisation::SplitLosses>,
    &PhantomData::<organisation::Reunite>,
    &PhantomData::<organisation::Detach>,
    &PhantomData::<command::OrderArrives>,
    &PhantomData::<command::MayOrder>,
    &PhantomData::<command::GeneralCounts>,
    &PhantomData::<command::GeneralAtRisk>,
    &PhantomData::<command::Successor>,
    &PhantomData::<formations::MayForm>,
    &PhantomData::<formations::FormationChange>,
    &PhantomData::<formations::Turn>,
    &PhantomData::<formations::Screen>,
    &PhantomData::<movement::MoveRate>,
    &PhantomData::<movement::CrossObstacle>,
    &PhantomData::<movement::MayDouble>,
    &PhantomData::<movement::Doing>,
    &PhantomData::<movement::Doorway>,
    &PhantomData::<movement::PassThrough>,
    &PhantomData::<disorder::MoveDisorder>,
    &PhantomData::<disorder::FireDisorder>,
    &PhantomData::<disorder::ContactDisorder>,
    &PhantomData::<disorder::ImpactDisorder>,
    &PhantomData::<disorder::MeleeDisorder>,
    &PhantomData::<disorder::StateDisorder>,
    &PhantomData::<reorder::Reorder>,
    &PhantomData::<rounds::Rounds>,
    &PhantomData::<rounds::LinesOfFire>,
    &PhantomData::<targets::SmallArmsTarget>,
    &PhantomData::<targets::GunTarget>,
    &PhantomData::<small_arms::SmallArms>,
    &PhantomData::<artillery::Artillery>,
    &PhantomData::<gunnery::GunRate>,
    &PhantomData::<gunnery::Overhead>,
    &PhantomData::<gunnery::ActionMove>,
    &PhantomData::<gunnery::Supply>,
    &PhantomData::<gunnery::GunDamage>,
    &PhantomData::<gunnery::ServeGun>,
    &PhantomData::<demolition::Breach>,
    &PhantomData::<demolition::Ignite>,
    &PhantomData::<demolition::Burning>,
    &PhantomData::<losses::LossTable>,
    &PhantomData::<losses::TakeLosses>,
    &PhantomData::<losses::PercentLosses>,
    &PhantomData::<losses::HorsesLost>,
    &PhantomData::<charge::MayCharge>,
    &PhantomData::<charge::Respond>,
    &PhantomData::<charge::TargetGone>,
    &PhantomData::<reaction::ChargeReaction>,
    &PhantomData::<reaction::FinalReaction>,
    &PhantomData::<reaction::SeveralCharges>,
    &PhantomData::<impact::Impact>,
    &PhantomData::<melee::FightingFigures>,
    &PhantomData::<melee::Melee>,
    &PhantomData::<melee::RoundResult>,
    &PhantomData::<melee_reaction::MeleeReaction>,
    &PhantomData::<storm::Storm>,
    &PhantomData::<morale::MustTest>,
    &PhantomData::<morale::CountsInTest>,
    &PhantomData::<morale::SecuredFlank>,
    &PhantomData::<morale::Morale>,
    &PhantomData::<rally::RallyRout>,
    &PhantomData::<rally::RallyPursuit>,
    &PhantomData::<aftermath::RoutersThrough>,
    &PhantomData::<aftermath::Prisoners>,
    &PhantomData::<aftermath::Captors>,
    &PhantomData::<aftermath::Surrounded>,
    &PhantomData::<aftermath::PursuitRate>,
    &PhantomData::<aftermath::GiveGround>,
    &PhantomData::<special::SpecialTroops>,
    &PhantomData::<victory::Objective>,
    &PhantomData::<victory::Score>,
];

/// A procedure: its situation, what is known before the dice, what comes of it; how it is called; and the functions that check, weigh
/// and resolve it.
macro_rules! procedure {
    ($(#[$doc:meta])* $name:ident: $situation:ty => $prepared:ty => $outcome:ty, $code:literal, $title:literal,
     $check:expr, $prepare:expr, $resolve:expr, $example:tt) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl umpire::Procedure for $name {
            type Situation = $situation;
            type Prepared = $prepared;
            type Outcome = $outcome;

            const NAME: &'static str = $code;

            fn title() -> words::Message {
                $crate::say!($title)
            }
            fn check(s: &$situation) -> Result<(), umpire::SituationError> {
                $check(s)
            }
            fn prepare(s: &$situation, r: &mut impl umpire::Record) -> $prepared {
                $prepare(s, r)
            }
            fn resolve(p: &$prepared, d: &mut impl umpire::Dice, r: &mut impl umpire::Record) -> $outcome {
                $resolve(p, d, r)
            }
            fn example() -> serde_json::Value {
                serde_json::json!($example)
            }
        }
    };
}
pub(crate) use procedure;

/// What is decided without dice is known when it is prepared.
pub(crate) fn known<O: Clone>(o: &O, _: &mut impl Dice, _: &mut impl Record) -> O {
    o.clone()
}

/// Any situation of the kind can be.
pub(crate) fn anything<S>(_: &S) -> Result<(), SituationError> {
    Ok(())
}

pub use crate::book::TOLERANCE;

/// Within a distance: it is included (play.measure).
pub fn within(cm: f64, limit: f64) -> bool {
    cm <= limit + TOLERANCE
}

/// Farther than a distance, not at it.
pub fn beyond(cm: f64, limit: f64) -> bool {
    !within(cm, limit)
}

/// At least so much of a move or so far.
pub fn at_least(amount: f64, least: f64) -> bool {
    amount >= least - 1e-6
}

/// Adds factors up and writes them down under a heading.
#[derive(Debug)]
pub struct Sum<'a, R> {
    pub r: &'a mut R,
    pub side: &'static str,
    pub total: i32,
}

impl<'a, R: Record> Sum<'a, R> {
    pub fn new(side: &'static str, r: &'a mut R) -> Sum<'a, R> {
        Sum { r, side, total: 0 }
    }

    /// A case of the table holds. Nothing is written where it is worth nothing.
    pub fn add(&mut self, says: Message, value: i32, clause: Clause) {
        if value != 0 {
            self.r.modifier(self.side, says, value, clause);
            self.total += value;
        }
    }

    /// It holds so many times.
    pub fn times(&mut self, says: Message, value: i32, times: impl Into<i32>, clause: Clause) {
        self.add(says, value * times.into(), clause);
    }
}

/// The die by which troops are tested: average for regulars, ordinary for irregulars (2.b, 2.c).
pub fn test_die(irregular: bool) -> Die {
    if irregular { Die::D6 } else { Die::Average }
}

/// Dice of a test, one by one: pairs matter (23.4.a).
pub(crate) fn faces<const N: usize>(die: Die, d: &mut impl Dice, r: &mut impl Record) -> [u8; N] {
    let faces = std::array::from_fn(|_| d.roll(die));
    faces.iter().for_each(|f| r.die(*f));
    faces
}

/// The sum of faces.
pub(crate) fn added(faces: &[u8]) -> i32 {
    faces.iter().map(|f| i32::from(*f)).sum()
}

/// Refuses a list that is empty or too long.
pub(crate) fn check_list<T>(field: &'static str, list: &[T], most: usize) -> Result<(), SituationError> {
    if (1..=most).contains(&list.len()) {
        return Ok(());
    }
    Err(impossible(field, say!("list-from-to", most, count = list.len())))
}

/// Refuses what is no part of a move.
pub(crate) fn check_part(field: &'static str, part: f64, most: f64) -> Result<(), SituationError> {
    if part.is_finite() && (0.0..=most).contains(&part) {
        return Ok(());
    }
    Err(impossible(field, say!("part-from-to", most, part)))
}

/// Refuses numbers beyond all measure.
pub(crate) fn check_count_all(all: &[(&'static str, u32)]) -> Result<(), SituationError> {
    all.iter().try_for_each(|(field, n)| umpire::check_count(field, *n, 0))
}
