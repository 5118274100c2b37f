//! Table 16: what a reaction, morale or rally test comes to.

use crate::troop::Class;
use muster::{BAD_TABLES as BAD, Tables, whole};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a charger does (16A, 23.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Charger {
    MakeTheCharge,
    StrikeHome,
    Refuse,
    /// Halt before contact.
    Halt,
    /// Halt; break if charged or countercharged.
    HaltOrBreak,
    WithdrawToCover,
}

/// What a charged unit does (16A, 23.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Charged {
    Break,
    /// Withdraw to cover at double-move speed.
    WithdrawAtDouble,
    /// A square stands against cavalry; others break.
    SquareStands,
    StandOrEvade,
    AsDeclared,
    /// The charger did not come.
    MoveOrders,
    Countercharge,
}

/// A row of table 16A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChargeRow {
    pub least: i32,
    /// Initial and final.
    pub charger: [Charger; 2],
    pub mounted: [Charged; 2],
    pub foot: [Charged; 2],
    /// The distance in cm at which foot that stands must stop firing (T16.A.fire).
    pub fires_at: Option<u8>,
}

/// What a side in melee does (16B, 23.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fighter {
    Break,
    GiveGround,
    /// Stand, or fight on.
    Stand,
    FollowUp,
    Pursue,
}

/// What a morale test comes to (16C, 23.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MoraleResult {
    Good,
    Halt,
    Withdraw,
    Retreat,
    /// Retreat; break if under fire or in melee.
    RetreatOrBreak,
}

/// What a rally from rout comes to (16D, 23.6.c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RallyResult {
    HaltAndRally,
    ContinueRout,
    Dispersed,
}

/// What a rally from pursuit comes to (16E, 23.8.c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PursuitResult {
    /// The player's choice.
    HaltOrContinue,
    Continue,
    Halt,
}

/// Table 16.
#[derive(Clone, Debug)]
pub struct Results {
    charge: Vec<ChargeRow>,
    melee: Vec<(i32, Fighter, Fighter)>,
    /// The least score of each row by class, from the top; the last has none.
    morale: [[i32; 4]; 5],
    rout: [[i32; 2]; 5],
    pursuit: [[i32; 2]; 5],
}

fn charger(text: &str) -> Charger {
    match text {
        "make the charge" => Charger::MakeTheCharge,
        "strike home" => Charger::StrikeHome,
        "refuse to charge" => Charger::Refuse,
        "halt" => Charger::Halt,
        "halt; break if charged or countercharged" => Charger::HaltOrBreak,
        "withdraw to cover" => Charger::WithdrawToCover,
        _ => panic!("{BAD}: {text}"),
    }
}

fn charged(text: &str) -> Charged {
    match text {
        "break" => Charged::Break,
        "withdraw to cover at double move" => Charged::WithdrawAtDouble,
        "carry out move orders" => Charged::MoveOrders,
        "countercharge" => Charged::Countercharge,
        t if t.starts_with("square stands against cavalry") => Charged::SquareStands,
        t if t.starts_with("stand") => Charged::StandOrEvade,
        t if t.starts_with("as declared") => Charged::AsDeclared,
        _ => panic!("{BAD}: {text}"),
    }
}

fn fighter(text: &str) -> Fighter {
    match text {
        "break" => Fighter::Break,
        "give ground" => Fighter::GiveGround,
        "stand" | "fight on" => Fighter::Stand,
        t if t.starts_with("pursue") => Fighter::Pursue,
        t if t.starts_with("follow up") => Fighter::FollowUp,
        _ => panic!("{BAD}: {text}"),
    }
}

impl Results {
    pub(super) fn read(t: &Tables) -> Results {
        let least = |c: &umpire::Cell| whole(c).map_or(i32::MIN, |n| n as i32);
        let text = |c: &umpire::Cell| c.to_string();
        let charge = t.table("16A").rows.iter().map(|r| {
            let foot = text(&r[6]);
            let fires_at = ["8", "5"].into_iter().find(|n| foot.contains(&format!("at {n} cm")));
            ChargeRow {
                least: least(&r[0]),
                charger: [charger(&text(&r[2])), charger(&text(&r[3]))],
                mounted: [charged(&text(&r[4])), charged(&text(&r[5]))],
                foot: [charged(&foot), charged(&text(&r[7]))],
                fires_at: fires_at.and_then(|n| n.parse().ok()),
            }
        });
        let melee =
            t.table("16B").rows.iter().map(|r| (least(&r[0]), fighter(&text(&r[2])), fighter(&text(&r[3]))));
        fn by_class<const N: usize>(t: &Tables, id: &str) -> [[i32; N]; 5] {
            let rows = &t.table(id).rows;
            Class::ALL.map(|c| {
                let column = c as usize * 2;
                std::array::from_fn(|n| whole(&rows[n][column]).expect(BAD) as i32)
            })
        }
        Results {
            charge: charge.collect(),
            melee: melee.collect(),
            morale: by_class(t, "16C"),
            rout: by_class(t, "16D"),
            pursuit: by_class(t, "16E"),
        }
    }

    /// The row of table 16A.
    pub fn charge(&self, total: i32) -> ChargeRow {
        *self.charge.iter().find(|r| total >= r.least).expect(BAD)
    }

    /// Loser and winner of a melee (16B).
    pub fn melee(&self, total: i32) -> (Fighter, Fighter) {
        let (_, loser, winner) = self.melee.iter().find(|(least, ..)| total >= *least).expect(BAD);
        (*loser, *winner)
    }

    pub fn morale(&self, class: Class, score: i32) -> MoraleResult {
        match self.morale[class as usize].iter().position(|least| score >= *least) {
            Some(0) => MoraleResult::Good,
            Some(1) => MoraleResult::Halt,
            Some(2) => MoraleResult::Withdraw,
            Some(_) => MoraleResult::Retreat,
            None => MoraleResult::RetreatOrBreak,
        }
    }

    pub fn rout(&self, class: Class, score: i32) -> RallyResult {
        match self.rout[class as usize].iter().position(|least| score >= *least) {
            Some(0) => RallyResult::HaltAndRally,
            Some(_) => RallyResult::ContinueRout,
            None => RallyResult::Dispersed,
        }
    }

    pub fn pursuit(&self, class: Class, score: i32) -> PursuitResult {
        match self.pursuit[class as usize].iter().position(|least| score >= *least) {
            Some(0) => PursuitResult::HaltOrContinue,
            Some(_) => PursuitResult::Continue,
            None => PursuitResult::Halt,
        }
    }
}
