//! The permitted values of officers (table officer-values).

use super::{BAD, table};
use crate::officer::Rank;
use std::sync::OnceLock;

/// What an officer has, by the rows of table officer-values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gift {
    Radius,
    Ability,
    Morale,
    OrderBonus,
    Points,
    BonusPoints,
}

const ROWS: [&str; 6] =
    ["command radius", "ability E", "morale", "order bonus", "operation points", "bonus operation points"];

/// Least and most of a value; `None` where such an officer has none.
type Range = Option<[i64; 2]>;

fn values() -> &'static [[Range; 3]; 6] {
    static VALUES: OnceLock<[[Range; 3]; 6]> = OnceLock::new();
    VALUES.get_or_init(|| {
        let columns = ["command officer (brigade)", "division commander", "corps / army commander"];
        ROWS.map(|row| {
            columns.map(|column| {
                let cell = table("officer-values").cell(row, column).expect(BAD).to_string();
                let (least, most) = cell.split_once('-')?;
                Some([least.parse().ok()?, most.parse().ok()?])
            })
        })
    })
}

/// The permitted range of a value. A command officer's order bonus, for which none is printed, is taken as a superior's (officers.8).
pub fn range(gift: Gift, rank: Rank, commands: bool) -> Range {
    let column = match rank {
        _ if commands => 0,
        Rank::Regiment | Rank::Brigade => 0,
        Rank::Division => 1,
        Rank::Corps | Rank::Wing | Rank::Army => 2,
    };
    let of = |column: usize| values()[gift as usize][column];
    match gift {
        Gift::OrderBonus => of(column).or_else(|| of(1)),
        _ => of(column),
    }
}
