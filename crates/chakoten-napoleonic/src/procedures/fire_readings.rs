//! The readings that matter where fire is reckoned.

use super::Groups;
use crate::reading;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Readings, choice};

choice!(
    /// Which support unit steadies under fire (09.02.5): one named when the fire is announced, or only one of this turn's melees.
    SupportUnderFire { Named, MeleeOnly }
);
choice!(
    /// Who is in the smoke of a fire in the turn after it (09.02.7): who fired, or who was fired at as well.
    SmokeCarrier { Firer, Both }
);
choice!(
    /// Does a melee fought since clear the smoke (09.02.7)?
    SmokeAfterMelee { Stays, Cleared }
);
choice!(
    /// Do units armed only with rifles make smoke that hampers (04.05.4.a)?
    RifleSmoke { None, AsOthers }
);
choice!(
    /// Whose fire is an answer (table VIII): that at the firer, or any in this turn.
    ReturnsFire { AtTheFirer, AtAnyone }
);
choice!(
    /// Has a swarm that has moved the deduction for it (table VIII)?
    SwarmMoving { Deducted, Exempt }
);
choice!(
    /// As what a battalion mass is fired at (05.02.2).
    MassUnderFire { Column, Square }
);
choice!(
    /// Do rifle figures fire apart in zone II of the muskets (play.mixed-arms)?
    MixedRifles { Together, Apart }
);
choice!(
    /// Who takes the morale result of a fire whose losses are shared (14.03.1.b).
    SharedMorale { Target, Both }
);
choice!(
    /// Does fire pass a line more than 15 cm ahead of its unit (14.03.1.a)?
    LineFarAhead { Through, Blocks }
);
choice!(
    /// Do additions for column, flank and square count against units in buildings (17.03.4.b)?
    BuildingsColumn { None, Counts }
);
choice!(
    /// Five men of what, that equipment suffers (10.02.1.b)?
    EquipmentLoss { WholeFire, EachGun }
);
choice!(
    /// Does a fire in zone 1 range a battery in (10.02.3.a)?
    ZoneOneRanging { RangesIn, DoesNot }
);
choice!(
    /// What a hit on the rear adds to artillery fire (10.03.3).
    RearUnderGuns { Nothing, AsFlank }
);
choice!(
    /// How near is directly behind no-ricochet ground (10.04.1)?
    DirectlyBehind { FiveCm, Contact }
);
choice!(
    /// Is the deduction of units behind the same for all of them (10.05.5)?
    EachBehind { Once, AddsUp }
);
choice!(
    /// When a battery does not answer artillery fire (table XI).
    Unanswered { UnderFire, Always }
);
choice!(
    /// Does a commander count against artillery fire (08.02.1)?
    CommanderUnderGuns { DoesNot, Counts }
);
choice!(
    /// How many hits a fire scores on a building (17.04.1).
    HitsOnBuilding { AFiring, AModelGun }
);
choice!(
    /// What becomes of those in a building that is ruined (17.04.2).
    FateOfOccupants { Leave, SetOutside }
);
choice!(
    /// When a unit that has used its last ammunition is without (11.02.2).
    LastAmmunition { TurnEnd, AtOnce }
);
choice!(
    /// Does a shot found to be out of range use ammunition (play.fire.target)?
    OutOfRangeShot { Free, Spent }
);

choice!(
    /// How fires of both sides at one moment are resolved (play.fire.mutual).
    MutualFire { Together, ByLot }
);

/// The readings of fire, by the ids that `vedette rules chakoten-napoleonic readings` lists, and the groups of modifiers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct FireReadings {
    /// Rows of tables VIII and XI in other groups than the tables have them in.
    pub groups: Groups,
    pub support_under_fire: SupportUnderFire,
    pub smoke_carrier: SmokeCarrier,
    pub smoke_after_melee: SmokeAfterMelee,
    pub rifle_smoke: RifleSmoke,
    pub returns_fire: ReturnsFire,
    pub swarm_moving: SwarmMoving,
    pub mass_under_fire: MassUnderFire,
    pub mixed_rifles: MixedRifles,
    pub shared_morale: SharedMorale,
    pub line_far_ahead: LineFarAhead,
    pub buildings_column: BuildingsColumn,
    pub equipment_loss: EquipmentLoss,
    pub zone_one_ranging: ZoneOneRanging,
    pub rear_under_guns: RearUnderGuns,
    pub directly_behind: DirectlyBehind,
    pub each_behind: EachBehind,
    pub unanswered: Unanswered,
    pub commander_under_guns: CommanderUnderGuns,
    pub building_hit: HitsOnBuilding,
    pub ruined_occupants: FateOfOccupants,
    pub last_ammunition: LastAmmunition,
    pub out_of_range_shot: OutOfRangeShot,
    pub mutual_fire: MutualFire,
}

/// The groups of tables VIII and XI as the named readings have them.
pub fn fire_groups(r: &Readings) -> Groups {
    let rows = crate::book::fire::data();
    let (arms, guns) = (&rows.arms, &rows.guns);
    let mut groups = Groups::default();
    if r.is(reading!("groups-arm", "with-formation")) {
        for row in [&arms.mounted, &arms.charge, &arms.limbered, &arms.unlimbered] {
            groups = groups.with(row.table, row.name, arms.column.letter);
        }
    }
    if r.is(reading!("groups-firing", "one-group")) {
        for row in [&arms.moved, &arms.hill] {
            groups = groups.with(row.table, row.name, arms.smoke.letter);
        }
    }
    if r.is(reading!("groups-silent", "with-flank")) {
        groups = groups.with(arms.silent.table, arms.silent.name, arms.flank.letter);
    }
    if r.is(reading!("column-and-flank", "both")) {
        groups = groups.with(guns.flank.table, guns.flank.name, "flank");
    }
    if r.is(reading!("groups-unseen", "apart")) {
        groups = groups.with(guns.unseen.table, guns.unseen.name, "unseen");
    }
    groups
}

impl FireReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> FireReadings {
        FireReadings {
            groups: fire_groups(r),
            support_under_fire: SupportUnderFire::pick(r.is(reading!("support-under-fire", "melee-only"))),
            smoke_carrier: SmokeCarrier::pick(r.is(reading!("smoke-carrier", "both"))),
            smoke_after_melee: SmokeAfterMelee::pick(r.is(reading!("smoke-after-melee", "cleared"))),
            rifle_smoke: RifleSmoke::pick(r.is(reading!("rifle-smoke", "as-others"))),
            returns_fire: ReturnsFire::pick(r.is(reading!("returns-fire", "at-anyone"))),
            swarm_moving: SwarmMoving::pick(r.is(reading!("swarm-moving", "exempt"))),
            mass_under_fire: MassUnderFire::pick(r.is(reading!("mass-under-fire", "square"))),
            mixed_rifles: MixedRifles::pick(r.is(reading!("mixed-rifles", "apart"))),
            shared_morale: SharedMorale::pick(r.is(reading!("shared-morale", "both"))),
            line_far_ahead: LineFarAhead::pick(r.is(reading!("line-far-ahead", "blocks"))),
            buildings_column: BuildingsColumn::pick(r.is(reading!("buildings-column", "counts"))),
            equipment_loss: EquipmentLoss::pick(r.is(reading!("equipment-loss", "each-gun"))),
            zone_one_ranging: ZoneOneRanging::pick(r.is(reading!("zone-one-ranging", "does-not"))),
            rear_under_guns: RearUnderGuns::pick(r.is(reading!("rear-under-guns", "as-flank"))),
            directly_behind: DirectlyBehind::pick(r.is(reading!("directly-behind", "contact"))),
            each_behind: EachBehind::pick(r.is(reading!("each-behind", "adds-up"))),
            unanswered: Unanswered::pick(r.is(reading!("unanswered", "always"))),
            commander_under_guns: CommanderUnderGuns::pick(r.is(reading!("commander-under-guns", "counts"))),
            building_hit: HitsOnBuilding::pick(r.is(reading!("building-hit", "a-model-gun"))),
            ruined_occupants: FateOfOccupants::pick(r.is(reading!("ruined-occupants", "set-outside"))),
            last_ammunition: LastAmmunition::pick(r.is(reading!("last-ammunition", "at-once"))),
            out_of_range_shot: OutOfRangeShot::pick(r.is(reading!("out-of-range-shot", "spent"))),
            mutual_fire: MutualFire::pick(r.is(reading!("mutual-fire", "by-lot"))),
        }
    }
}
