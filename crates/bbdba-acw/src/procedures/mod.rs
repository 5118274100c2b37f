//! What the book resolves with dice. A procedure knows nothing of the table; it is told the facts.

mod aftermath;
pub mod close_combat;
pub mod results;
pub mod shooting;
pub mod small;

pub use aftermath::{Behind, Then};
pub use close_combat::{CloseCombat, CloseCombatOutcome, CloseCombatSituation, Fighter, RearSupport};
pub use results::{Effect, Suffers};
pub use shooting::{Cover, ReturnFire, Shooting, ShootingOutcome, ShootingSituation};
pub use small::*;

use crate::reading;
use recoil::RecoilFlanked;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{AnyProcedure, Readings};

/// Every procedure of the book.
pub static ALL: &[&dyn AnyProcedure] = &[
    &std::marker::PhantomData::<Shooting>,
    &std::marker::PhantomData::<CloseCombat>,
    &std::marker::PhantomData::<Attacker>,
    &std::marker::PhantomData::<MovementPoints>,
    &std::marker::PhantomData::<PointsCost>,
    &std::marker::PhantomData::<Allowance>,
    &std::marker::PhantomData::<RiverNature>,
    &std::marker::PhantomData::<Torrent>,
    &std::marker::PhantomData::<Morale>,
    &std::marker::PhantomData::<Recoil>,
    &std::marker::PhantomData::<Ricochet>,
    &std::marker::PhantomData::<FollowUp>,
    &std::marker::PhantomData::<MayShoot>,
    &std::marker::PhantomData::<FurtherMove>,
    &std::marker::PhantomData::<ZoneMove>,
    &std::marker::PhantomData::<LineUp>,
    &std::marker::PhantomData::<BreakOff>,
];

/// The readings that matter in a combat, by the ids that `vedette rules bbdba-acw readings` lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct CombatReadings {
    /// Does skirmish fire replace the factors or add to them (shooting.7)?
    pub skirmish_factor: SkirmishFactor,
    /// Where does no factor fall below zero (shooting.10)?
    pub factor_floor: FactorFloor,
    /// Does the defended position add to height, bank and camp (melee-mod.2)?
    pub same_cause: SameCause,
    /// Do an overlap and a flank contact on one side both count (dba.19)?
    pub flank_and_overlap: FlankAndOverlap,
    /// Do both penalties of mounted troops for heavy going count (melee-mod.9)?
    pub mounted_and_heavy: MountedAndHeavy,
    /// Who is of the same kind for rear support (support.1)?
    pub rear_support: SupportKind,
    /// Whose ground must be good for mounted to destroy Jaeger (results.2)?
    pub jaeger_ridden_down: JaegerRiddenDown,
    /// What becomes of Jaeger halved by mounted in good going (results.7)?
    pub jaeger_halved: JaegerHalved,
    /// Does an enemy front against a flank destroy who recoils (recoil.4)?
    pub recoil_flanked: RecoilFlanked,
    /// Do elements on the victor's flank or rear recoil with their beaten friend (dba.41)?
    pub flankers: Flankers,
}

umpire::choice!(
    /// Does skirmish fire replace the factors or add to them (shooting.7)?
    SkirmishFactor { Replaced, Added }
);
umpire::choice!(
    /// Where no factor falls below zero (shooting.10).
    FactorFloor { AllCombats, ShootingOnly }
);
umpire::choice!(
    /// Does the defended position add to height, bank and camp (melee-mod.2)?
    SameCause { Once, AddsUp }
);
umpire::choice!(
    /// Do an overlap and a flank contact on one side both count (dba.19)?
    FlankAndOverlap { OneASide, Each }
);
umpire::choice!(
    /// Do both penalties of mounted troops for heavy going count (melee-mod.9)?
    MountedAndHeavy { Adds, Once }
);
umpire::choice!(
    /// Who is of the same kind for rear support (support.1)?
    SupportKind { SameType, AnyLine }
);
umpire::choice!(
    /// Whose ground must be good for mounted to destroy Jaeger (results.2)?
    JaegerRiddenDown { JaegerGround, MountedGround }
);
umpire::choice!(
    /// What becomes of Jaeger halved by mounted in good going (results.7)?
    JaegerHalved { NoMilder, Literal }
);

umpire::choice!(
    /// Do elements on the victor's flank or rear recoil with their beaten friend (dba.41)?
    Flankers { Recoil, Stay }
);

impl CombatReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> CombatReadings {
        fn pick<T>(other: bool, first: T, second: T) -> T {
            if other { second } else { first }
        }
        CombatReadings {
            skirmish_factor: pick(
                r.is(reading!("skirmish-factor", "added")),
                SkirmishFactor::Replaced,
                SkirmishFactor::Added,
            ),
            factor_floor: pick(
                r.is(reading!("factor-floor", "shooting-only")),
                FactorFloor::AllCombats,
                FactorFloor::ShootingOnly,
            ),
            same_cause: pick(r.is(reading!("same-cause", "adds-up")), SameCause::Once, SameCause::AddsUp),
            flank_and_overlap: pick(
                r.is(reading!("flank-and-overlap", "each")),
                FlankAndOverlap::OneASide,
                FlankAndOverlap::Each,
            ),
            mounted_and_heavy: pick(
                r.is(reading!("mounted-and-heavy", "once")),
                MountedAndHeavy::Adds,
                MountedAndHeavy::Once,
            ),
            rear_support: pick(
                r.is(reading!("rear-support", "any-line")),
                SupportKind::SameType,
                SupportKind::AnyLine,
            ),
            jaeger_ridden_down: pick(
                r.is(reading!("jaeger-ridden-down", "mounted-ground")),
                JaegerRiddenDown::JaegerGround,
                JaegerRiddenDown::MountedGround,
            ),
            jaeger_halved: pick(
                r.is(reading!("jaeger-halved", "literal")),
                JaegerHalved::NoMilder,
                JaegerHalved::Literal,
            ),
            recoil_flanked: pick(
                r.is(reading!("recoil-flanked", "dies")),
                RecoilFlanked::Slides,
                RecoilFlanked::Dies,
            ),
            flankers: pick(r.is(reading!("flankers", "stay")), Flankers::Recoil, Flankers::Stay),
        }
    }
}
