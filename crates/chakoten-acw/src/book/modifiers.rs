//! The tables of modifiers, row by row.

use super::{BAD, num, table};
use crate::say;
use words::Message;

/// A row of a table of modifiers. `own` counts when the condition is true of the rolling side's unit, `opponent` when it is
/// true of the other (XII.a); a table with one column has only `own`. A dash is 0: the row does not work that way.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// As the table names the condition.
    pub name: &'static str,
    pub says: fn() -> Message,
    /// Of the enemy it is not known (play.view).
    pub kept: bool,
    pub own: i32,
    pub opponent: i32,
}

impl Row {
    fn read(id: &str, name: &'static str, says: fn() -> Message, kept: bool) -> Row {
        let t = table(id);
        let r = t.rows.iter().find(|r| r[0].text() == Some(name)).expect(BAD);
        let at = |column: &[&str]| {
            let c = t.columns.iter().position(|c| column.contains(&c.as_str()));
            c.and_then(|c| num(&r[c])).unwrap_or(0.0) as i32
        };
        Row { name, says, kept, own: at(&["own", "modifier", "deduction"]), opponent: at(&["opponent"]) }
    }
}

umpire::rows!(
    /// Table V: small-arms fire and melee. The rows of single weapons are in [`super::WeaponData`].
    FireRows, "V",
    thin_line = "thin line" as "row-thin-line";
    chain = "chain" as "row-chain";
    deep_column = "column of 5 or more ranks" as "row-column-of-5-or-more-ranks";
    limbered = "limbered artillery" as "row-limbered-artillery";
    unlimbered = "unlimbered artillery" as "row-unlimbered-artillery";
    mounted = "mounted cavalry" as "row-mounted-cavalry";
    first_fire = "first fire in the game" as "row-first-fire-in-the-game";
    pause = "did not fire last turn" as "row-did-not-fire-last-turn";
    surprised = "surprised" as "row-surprised";
    cover_1 = "cover I" as "row-cover-i";
    cover_2_3 = "cover II-III" as "row-cover-ii-iii";
    slight = "LU" as "row-slight-disorder", kept;
    disorder = "U" as "row-disorder", kept;
    shotgun = "shotgun in zone 1" as "row-shotgun-in-zone-1";
);

umpire::rows!(
    /// Table IX: artillery fire. The rows of gun size are in [`super::GunData`].
    GunneryRows, "IX",
    canister = "canister" as "row-canister";
    shell = "shell over 20 cm" as "row-shell-over-20-cm";
    ranks_3 = "round shot, 3-4 ranks" as "row-round-shot-3-4-ranks";
    ranks_5 = "round shot, 5 or more ranks" as "row-round-shot-5-or-more-ranks";
    thin_line = "thin line" as "row-thin-line";
    chain = "chain" as "row-chain";
    limbered = "limbered artillery or ammunition wagon" as "row-limbered-artillery-or-ammunition-wagon";
    cover_1 = "cover I" as "row-cover-i";
    cover_2 = "cover II" as "row-cover-ii";
    surprised = "surprised" as "row-surprised";
    slight = "LU" as "row-slight-disorder", kept;
    disorder = "U" as "row-disorder", kept;
);

umpire::rows!(
    /// The deductions below table XI.
    EquipmentRows, "XI.cover",
    cover_1 = "I" as "row-i";
    cover_2 = "II" as "row-ii";
    cover_3 = "III" as "row-iii";
);

umpire::rows!(
    /// Table XII: the shock roll.
    ShockRows, "XII",
    twice = "100 % more" as "row-100-more";
    thrice = "200 % more" as "row-200-more";
    thin = "march column or thin line" as "row-march-column-or-thin-line";
    chain = "chain" as "row-chain";
    outflanking = "outflanking" as "row-outflanking";
    rear = "attacking in the rear" as "row-attacking-in-the-rear";
    flank = "attacking in the flank, or attacking a working unit" as "row-attacking-in-the-flank-or-attacking-a-workin";
    confederate = "mounted Confederate cavalry" as "row-mounted-confederate-cavalry";
    halted = "mounted cavalry against halted cavalry" as "row-mounted-cavalry-against-halted-cavalry";
    other_arms = "mounted cavalry against other arms" as "row-mounted-cavalry-against-other-arms";
    no_order = "attack without order" as "row-attack-without-order";
    charge = "attack with charge move" as "row-attack-with-charge-move";
    support = "support unit" as "row-support-unit";
    general = "general with the unit" as "row-general-with-the-unit";
    obstacle_1 = "obstacle I" as "row-obstacle-i";
    obstacle_2 = "obstacle II" as "row-obstacle-ii";
    obstacle_3 = "obstacle III" as "row-obstacle-iii";
    cover_3 = "cover III" as "row-cover-iii";
    slight = "LU" as "row-slight-disorder", kept;
    disorder = "U" as "row-disorder", kept;
);

umpire::rows!(
    /// Table XV: the morale test.
    MoraleRows, "XV",
    removed_1 = "1 figure removed" as "row-1-figure-removed";
    removed_2 = "2 figures removed" as "row-2-figures-removed";
    removed_3 = "3 figures removed" as "row-3-figures-removed";
    removed_4 = "4 figures removed" as "row-4-figures-removed";
    removed_5 = "5 or more figures removed" as "row-5-or-more-figures-removed";
    detached = "detached companies (fewer than 5 companies)" as "row-detached-companies-fewer-than-5-companies";
    lost_third = "lost 1/3 of original strength" as "row-lost-third-of-original-strength";
    lost_two_thirds = "lost 2/3 of original strength" as "row-lost-two-thirds-of-original-strength";
    support = "support unit" as "row-support-unit";
    general = "general with the unit" as "row-general-with-the-unit";
    cover_1 = "cover I" as "row-cover-i";
    cover_2 = "cover II" as "row-cover-ii";
    cover_3 = "cover III" as "row-cover-iii";
    pinned = "pinned" as "row-pinned";
    against_mounted = "other arms in melee with mounted cavalry" as "row-other-arms-in-melee-with-mounted-cavalry";
    more_losses = "more losses than the opponent in melee" as "row-more-losses-than-the-opponent-in-melee";
    flank_or_rear = "fired at in flank or rear" as "row-fired-at-in-flank-or-rear";
    silent = "stationary and does not answer small-arms fire" as "row-stationary-and-does-not-answer-small-arms-fi";
    slight = "LU" as "row-slight-disorder", kept;
    disorder = "U" as "row-disorder", kept;
);

umpire::rows!(
    /// Table XVIII: being carried away.
    CarriedRows, "XVIII",
    support = "support unit" as "row-support-unit";
    general = "general with the unit" as "row-general-with-the-unit";
    cover = "cover (any)" as "row-cover-any";
    slight = "LU" as "row-slight-disorder", kept;
    disorder = "U" as "row-disorder", kept;
);

umpire::rows!(
    /// Table XIX: reorganising from complete disorder.
    ReorganiseRows, "XIX",
    checked = "flight checked this turn behind a friendly unit not carried away into FU" as "row-flight-checked-this-turn-behind-a-friendly-u";
    general = "general with the unit" as "row-general-with-the-unit";
);
