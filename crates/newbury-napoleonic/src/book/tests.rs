//! Table 13: factors of charge reaction, melee reaction, morale and rallying.

use super::{Entry, entries};
use muster::Tables;

/// A row of table 13A in both columns; a dash is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Both {
    pub charger: i32,
    pub defender: i32,
}

impl Both {
    fn read(t: &Tables, row: &str) -> Both {
        let of = |c: &str| <Option<i32> as Entry>::read(t, "13A", row, c).unwrap_or(0);
        Both { charger: of("charger"), defender: of("defender") }
    }
}

macro_rules! both {
    ($(#[$doc:meta])* $name:ident; $($field:ident = $row:literal),+ $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name {
            $(#[doc = $row] pub $field: Both),+
        }

        impl $name {
            fn read(t: &Tables) -> $name {
                $name { $($field: Both::read(t, $row)),+ }
            }
        }
    };
}

both!(
    /// Table 13A.
    ChargeReaction;
    general_5 = "general within 5 cm",
    general_50 = "general otherwise within 50 cm",
    class_a = "class A",
    class_b = "class B",
    class_d = "class D",
    class_e = "class E",
    higher_class = "subgroup contains a sub-unit of higher class",
    higher = "higher than the enemy",
    half_strength = "unit less than half the strength of the enemy in the charge",
    disorder = "each disorganisation factor (at most 6)",
    losses = "each 5% losses",
    support = "each supporting unit within 25 cm (at most 4)",
    giving_ground = "each own unit giving ground or withdrawing within 25 cm",
    retreating = "each own unit retreating within 25 cm",
    routing = "each own unit routing, destroyed or surrendered within 25 cm",
    soft_cover = "defender in soft cover",
    hard_cover = "defender in hard cover",
    line_on_square = "line charges square",
    column_on_line = "close column charges line",
    column_on_square = "close column charges square",
    cavalry_on_column = "cavalry charges column",
    cavalry_on_line = "cavalry charges line",
    cavalry_on_square = "cavalry charges square",
    cavalry_on_double_square = "cavalry charges double square",
    light_on_heavy = "light cavalry charges heavy",
    flank_or_changing = "charge on enemy flank, or on an enemy changing formation (*)",
    rear = "charge on enemy rear (*)",
    mameluke = "Mameluke cavalry, first charge (appendix III option)",
);

entries!(
    /// Table 13B.
    MeleeReaction: i32, "13B", "factor";
    loss_per_figure = "each loss per figure inflicted this move on the subgroup fought",
    disorder = "each disorganisation factor of the subgroup fought",
    general = "general within 5 cm",
    class_a = "class A",
    class_b = "class B",
    enemy_d = "enemy class D",
    enemy_e = "enemy class E",
    against_natives = "regulars fighting natives after the first round",
    cavalry_won = "cavalry that won the current round",
    charged = "charged, attacked or followed up this move",
    support = "each supporting unit within 25 cm (at most 4)",
    square = "infantry in square fighting cavalry (if not broken through)",
    double_square = "infantry in double square fighting cavalry (if not broken through)",
    column = "infantry in column fighting infantry in line or square",
    soft_cover = "infantry in soft cover",
    hard_cover = "infantry in hard cover",
    enemy_routed = "each enemy unit put to rout within 25 cm (visible to any engaged figure)",
    rounds_won = "each earlier round won in the same melee",
    russian = "Russian infantry losing a melee against infantry (appendix III option)",
);

entries!(
    /// Table 13C.
    Morale: i32, "13C", "factor";
    disorder = "each disorganisation factor (at most 6)",
    losses = "each 5% losses",
    enemy_flank = "enemy on the flank able to charge it",
    enemy_rear = "enemy in the rear able to charge it",
    enemy_shooting = "each enemy unit shooting at the unit",
    round_shot = "under round shot (*)",
    shell = "under shell or shrapnel (*)",
    canister = "under canister or rockets (*)",
    flank_losses = "suffering losses from flank or rear",
    own_giving_ground = "each own unit giving ground or withdrawing within 25 cm",
    own_retreating = "each own unit retreating within 25 cm",
    own_routing = "each own unit routing, surrendering or destroyed within 25 cm",
    retreating = "the testing unit is retreating",
    general_lost = "general killed, captured or put to rout within 5 cm",
    enemy_advancing = "each enemy unit advancing within 25 cm",
    general_5 = "general within 5 cm (not if routing)",
    general_50 = "general otherwise within 50 cm",
    higher_class = "unit contains a sub-unit of higher class (present with it)",
    close_column = "infantry in close column",
    secured_flank = "each secured flank",
    support = "each supporting unit within 25 cm (at most 4)",
    soft_cover = "in soft cover",
    hard_cover = "in hard cover, not a building",
    building = "in a building",
    enemy_giving_ground = "each enemy unit giving ground or withdrawing within 25 cm",
    enemy_retreating = "each enemy unit retreating within 25 cm",
    enemy_routing = "each enemy unit routing, destroyed or surrendering within 25 cm",
    screen = "in open order acting as a screen",
    square = "in square or double square, no enemy infantry or artillery within 25 cm",
    elephants_under_fire = "elephants under artillery or rocket fire (appendix V)",
    enemy_elephants = "enemy elephants within 25 cm (appendix V)",
);

entries!(
    /// Table 13D.
    Rally: i32, "13D", "factor";
    disorder = "each disorganisation factor (at most 6)",
    losses = "each 5% losses",
    enemy_near = "each enemy unit in good morale within 25 cm",
    own_giving_ground = "each own unit giving ground or withdrawing within 25 cm",
    own_retreating = "each own unit retreating within 25 cm",
    own_routing = "each own unit routing, surrendering or destroyed within 25 cm",
    general_5 = "general within 5 cm (not if routing)",
    general_50 = "general otherwise within 50 cm",
    support = "each supporting unit within 25 cm (no maximum printed)",
    soft_cover = "in soft cover",
    hard_cover = "in hard cover",
    enemy_far = "nearest visible enemy unit in good morale more than 50 cm away",
    enemy_giving_ground = "each enemy unit giving ground or withdrawing within 25 cm",
    enemy_retreating = "each enemy unit retreating within 25 cm",
    enemy_routing = "each enemy unit routing, destroyed or surrendering within 25 cm (for a pursuit test not the unit being pursued)",
);

/// Table 13.
#[derive(Clone, Debug)]
pub struct Tests {
    pub charge: ChargeReaction,
    pub melee: MeleeReaction,
    pub morale: Morale,
    pub rally: Rally,
}

impl Tests {
    pub(super) fn read(t: &Tables) -> Tests {
        Tests {
            charge: ChargeReaction::read(t),
            melee: MeleeReaction::read(t),
            morale: Morale::read(t),
            rally: Rally::read(t),
        }
    }
}
