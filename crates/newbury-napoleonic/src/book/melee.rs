//! Tables 11 and 12: melee and the impact of a charge.

use super::entries;
use muster::{BAD_TABLES as BAD, Tables, whole};

entries!(
    /// Base factors of table 11.
    Base: i32, "11.base", "base";
    foot = "all foot",
    light = "regular light cavalry, lancers, irregular cavalry",
    heavy = "regular heavy cavalry",
);

entries!(
    /// The same with the alternative losses.
    FixedBase: i32, "11.base", "base_with_20_7";
    foot = "all foot",
    light = "regular light cavalry, lancers, irregular cavalry",
    heavy = "regular heavy cavalry",
);

entries!(
    /// Table 11A.
    Fighters: i32, "11A", "factor";
    irregular_first = "irregular infantry with melee weapons, first round",
    loaded_first = "foot with loaded muskets, first round",
    extra_rank = "breaking through: each rank of the charging unit after its first (19.2.b)",
    class_a = "class A",
    class_b = "class B",
    class_d = "class D",
    class_e = "class E",
    disorder = "each disorganisation factor (at most -6)",
    against_armour = "fighting armoured cavalry",
    no_melee_weapon = "irregulars without melee weapons",
    artillery = "artillery",
    british_thin = "British infantry in line, square (not double square) or open column",
    mameluke = "Mameluke cavalry with impetus (appendix III option, in addition)",
);

entries!(
    /// Table 11B.
    Ground: i32, "11B", "factor";
    higher = "higher than the enemy, or charged downhill this move",
    cavalry_in_wood = "cavalry fighting in a wood or orchard",
    hard_obstacle = "attacking an enemy behind a hard obstacle",
    building = "attacking a defended building",
    soft_obstacle = "attacking an enemy behind a soft obstacle",
);

entries!(
    /// Table 11C.
    Impetus: i32, "11C", "factor";
    follow_up_foot = "follow-up: infantry",
    follow_up_cavalry = "follow-up: cavalry",
    line = "impetus: infantry line, open column or close column of divisions",
    company_column = "impetus: infantry in close company column",
    irregular_foot = "impetus: irregular infantry with melee weapons",
    light = "impetus: light cavalry, or irregular cavalry with melee weapons",
    heavy = "impetus: heavy cavalry and lancers",
);

entries!(
    /// Table 12A.
    Impact: i32, "12A", "factor";
    skirmishers = "any close-order troops charging skirmishers (who may stand only if behind an obstacle)",
    heavy_on_foot = "heavy cavalry charging foot",
    lancers_on_foot = "lancers charging foot",
    light_on_foot = "light or irregular cavalry charging foot",
    close_column = "close column charging a line, foot skirmishers or deployed gun crews",
    heavy_on_light = "heavy cavalry charging light cavalry",
    square = "cavalry charging a square",
    double_square = "cavalry charging a double square",
    wood = "cavalry charging in a wood or orchard",
    obstacle = "charging a defended obstacle",
    uphill = "charging uphill",
    downhill = "charging downhill",
    mameluke = "Mameluke cavalry, first charge (appendix III option)",
);

/// What an impact comes to (table 12B).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Struck {
    NoImpetus,
    Impetus,
    /// Of a charge in the open.
    Breakthrough,
    /// Of a charge on a defended obstacle.
    CrossedWithout,
    CrossedWith,
}

/// Where the charge strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Where {
    Open,
    Wood,
    Obstacle,
}

/// Tables 11 and 12.
#[derive(Clone, Debug)]
pub struct Melee {
    pub base: Base,
    pub fixed_base: FixedBase,
    pub fighters: Fighters,
    pub ground: Ground,
    pub impetus: Impetus,
    pub impact: Impact,
    /// The least totals of the first two rows of table 12B.
    struck: [i32; 2],
}

impl Melee {
    pub(super) fn read(t: &Tables) -> Melee {
        let least = |n: usize| whole(&t.table("12B").rows[n][0]).expect(BAD) as i32;
        Melee {
            base: Base::read(t),
            fixed_base: FixedBase::read(t),
            fighters: Fighters::read(t),
            ground: Ground::read(t),
            impetus: Impetus::read(t),
            impact: Impact::read(t),
            struck: [least(0), least(1)],
        }
    }

    /// The result of an impact (table 12B).
    pub fn struck(&self, total: i32, at: Where) -> Struck {
        let row = self.struck.iter().position(|least| total >= *least).unwrap_or(2);
        match (row, at) {
            (0, Where::Open) => Struck::Breakthrough,
            (0, Where::Wood) | (1, Where::Open | Where::Wood) => Struck::Impetus,
            (0, Where::Obstacle) => Struck::CrossedWith,
            (1, Where::Obstacle) => Struck::CrossedWithout,
            _ => Struck::NoImpetus,
        }
    }
}
