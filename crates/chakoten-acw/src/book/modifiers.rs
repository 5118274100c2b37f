//! The tables of modifiers, row by row.

use super::{BAD, num, table};

/// A row of a table of modifiers. `own` counts when the condition is true of the rolling side's unit, `opponent` when it is
/// true of the other (XII.a); a table with one column has only `own`. A dash is 0: the row does not work that way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// As the table names the condition.
    pub name: &'static str,
    pub own: i32,
    pub opponent: i32,
}

fn row(id: &str, name: &'static str) -> Row {
    let t = table(id);
    let r = t.rows.iter().find(|r| r[0].text() == Some(name)).expect(BAD);
    let at = |column: &[&str]| {
        let c = t.columns.iter().position(|c| column.contains(&c.as_str()));
        c.and_then(|c| num(&r[c])).unwrap_or(0.0) as i32
    };
    Row { name, own: at(&["own", "modifier", "deduction"]), opponent: at(&["opponent"]) }
}

macro_rules! rows {
    ($(#[$doc:meta])* $name:ident, $table:literal, $($field:ident = $row:literal),+ $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            $(#[doc = $row] pub $field: Row),+
        }

        impl $name {
            pub(super) fn read() -> $name {
                $name { $($field: row($table, $row)),+ }
            }
        }
    };
}

rows!(
    /// Table V: small-arms fire and melee. The rows of single weapons are in [`super::WeaponData`].
    FireRows, "V",
    thin_line = "thin line",
    chain = "chain",
    deep_column = "column of 5 or more ranks",
    limbered = "limbered artillery",
    unlimbered = "unlimbered artillery",
    mounted = "mounted cavalry",
    first_fire = "first fire in the game",
    pause = "did not fire last turn",
    surprised = "surprised",
    cover_1 = "cover I",
    cover_2_3 = "cover II-III",
    slight = "LU",
    disorder = "U",
    shotgun = "shotgun in zone 1",
);

rows!(
    /// Table IX: artillery fire. The rows of gun size are in [`super::GunData`].
    GunneryRows, "IX",
    canister = "canister",
    shell = "shell over 20 cm",
    ranks_3 = "round shot, 3-4 ranks",
    ranks_5 = "round shot, 5 or more ranks",
    thin_line = "thin line",
    chain = "chain",
    limbered = "limbered artillery or ammunition wagon",
    cover_1 = "cover I",
    cover_2 = "cover II",
    surprised = "surprised",
    slight = "LU",
    disorder = "U",
);

rows!(
    /// The deductions below table XI.
    EquipmentRows, "XI.cover",
    cover_1 = "I",
    cover_2 = "II",
    cover_3 = "III",
);

rows!(
    /// Table XII: the shock roll.
    ShockRows, "XII",
    twice = "100 % more",
    thrice = "200 % more",
    thin = "march column or thin line",
    chain = "chain",
    outflanking = "outflanking",
    rear = "attacking in the rear",
    flank = "attacking in the flank, or attacking a working unit",
    confederate = "mounted Confederate cavalry",
    halted = "mounted cavalry against halted cavalry",
    other_arms = "mounted cavalry against other arms",
    no_order = "attack without order",
    charge = "attack with charge move",
    support = "support unit",
    general = "general with the unit",
    obstacle_1 = "obstacle I",
    obstacle_2 = "obstacle II",
    obstacle_3 = "obstacle III",
    cover_3 = "cover III",
    slight = "LU",
    disorder = "U",
);

rows!(
    /// Table XV: the morale test.
    MoraleRows, "XV",
    removed_1 = "1 figure removed",
    removed_2 = "2 figures removed",
    removed_3 = "3 figures removed",
    removed_4 = "4 figures removed",
    removed_5 = "5 or more figures removed",
    detached = "detached companies (fewer than 5 companies)",
    lost_third = "lost 1/3 of original strength",
    lost_two_thirds = "lost 2/3 of original strength",
    support = "support unit",
    general = "general with the unit",
    cover_1 = "cover I",
    cover_2 = "cover II",
    cover_3 = "cover III",
    pinned = "pinned",
    against_mounted = "other arms in melee with mounted cavalry",
    more_losses = "more losses than the opponent in melee",
    flank_or_rear = "fired at in flank or rear",
    silent = "stationary and does not answer small-arms fire",
    slight = "LU",
    disorder = "U",
);

rows!(
    /// Table XVIII: being carried away.
    CarriedRows, "XVIII",
    support = "support unit",
    general = "general with the unit",
    cover = "cover (any)",
    slight = "LU",
    disorder = "U",
);

rows!(
    /// Table XIX: reorganising from complete disorder.
    ReorganiseRows, "XIX",
    checked = "flight checked this turn behind a friendly unit not carried away into FU",
    general = "general with the unit",
);
