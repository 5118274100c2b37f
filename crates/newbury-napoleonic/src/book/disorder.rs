//! Table 8: factors of disorganisation.

use super::entries;
use muster::{BAD_TABLES as BAD, Tables};

/// A row of table 8A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moving {
    /// Scrub, light wood, orchard, ford, mud, cultivated field.
    Rough,
    /// Steep hill, dense wood.
    Steep,
    Marsh,
    /// A linear obstacle, a fordable stretch of river.
    Obstacle,
    Building,
    DoubleAfterDouble,
    ChargeAfter,
    /// A charge that ended without contact, or evading.
    NoContact,
}

impl Moving {
    pub const ALL: [Moving; 8] = [
        Moving::Rough,
        Moving::Steep,
        Moving::Marsh,
        Moving::Obstacle,
        Moving::Building,
        Moving::DoubleAfterDouble,
        Moving::ChargeAfter,
        Moving::NoContact,
    ];

    fn row(self) -> &'static str {
        match self {
            Moving::Rough => "scrub, light wood, orchard, ford, muddy ground, cultivated field",
            Moving::Steep => "steep hill, dense wood",
            Moving::Marsh => "marsh",
            Moving::Obstacle => "linear obstacle; fordable stretch of river (unless 8D or 8E applies)",
            Moving::Building => "entering or leaving a building",
            Moving::DoubleAfterDouble => "double move after a double move the move before",
            Moving::ChargeAfter => "charge after a double move or charge the move before",
            Moving::NoContact => "ending a charge without contact, or evading",
        }
    }
}

entries!(
    /// Table 8B.
    FireFactors: i32, "8B", "factor";
    each_tenth = "each 10% losses by fire suffered in one move",
    shell_mounted = "mounted, at least 1 loss per figure in one move from shell",
    rockets_foot = "foot, at least 1 loss per figure in one move from rockets",
    rockets_mounted = "mounted, at least 1 loss per figure in one move from rockets",
    changing = "any troops changing formation, at least 1 loss per figure in one move",
);

entries!(
    /// Table 8C: on contact. Of the last four only the highest counts (T8.C.x).
    ContactFactors: i32, "8C", "factor";
    double_speed = "making contact or contacted at double-move speed (also charging or countercharging at it, 17.1.d)",
    foot_moving = "foot receiving a cavalry charge while moving",
    changing = "contacted while changing formation or turning",
    lying_down = "contacted while lying down",
    flank = "receiving an effective flank attack",
    rear = "receiving an effective rear attack",
);

entries!(
    /// Table 8D: after contact, before the melee.
    ImpactFactors: i32, "8D", "factor";
    obstacle = "crossing a defended obstacle at the end of a charge",
    column = "line or square charged by a column with impetus",
    broken_through = "formation broken through",
);

entries!(
    /// Table 8E: in melee.
    MeleeFactors: i32, "8E", "factor";
    lancers = "lancers in the second and each later round of a melee",
    obstacle = "crossing a defended obstacle (unless 8D counted)",
);

entries!(
    /// Table 8F.
    AfterMelee: i32, "8F", "factor";
    ended = "immediately after a melee ends",
);

entries!(
    /// Table 8G: each move.
    StateFactors: i32, "8G", "factor_per_move";
    retreating = "retreating",
    routing = "routing",
    pursuing = "pursuing",
);

entries!(
    /// Table 8H. Those through whom routers run take as many as the routers have.
    PassFactors: i32, "8H", "factor";
    open = "open-order troops or deployed artillery involved",
    close = "close-order troops only",
);

/// Table 8.
#[derive(Clone, Debug)]
pub struct DisorderTables {
    moving: [[Option<i32>; 4]; 8],
    pub fire: FireFactors,
    pub contact: ContactFactors,
    pub impact: ImpactFactors,
    pub melee: MeleeFactors,
    pub after: AfterMelee,
    pub state: StateFactors,
    pub pass: PassFactors,
}

impl DisorderTables {
    pub(super) fn read(t: &Tables) -> DisorderTables {
        let columns = [
            "close_order_or_artillery_normal",
            "close_order_or_artillery_charge_or_double",
            "skirmishers_normal",
            "skirmishers_charge_or_double",
        ];
        let moving = |m: Moving| columns.map(|c| t.whole_if("8A", &[m.row()], c).expect(BAD));
        DisorderTables {
            moving: Moving::ALL.map(moving),
            fire: FireFactors::read(t),
            contact: ContactFactors::read(t),
            impact: ImpactFactors::read(t),
            melee: MeleeFactors::read(t),
            after: AfterMelee::read(t),
            state: StateFactors::read(t),
            pass: PassFactors::read(t),
        }
    }

    /// A factor of table 8A; `None` where the table has a dash.
    pub fn moving(&self, cause: Moving, skirmishers: bool, charge_or_double: bool) -> Option<i32> {
        self.moving[cause as usize][usize::from(skirmishers) * 2 + usize::from(charge_or_double)]
    }
}
