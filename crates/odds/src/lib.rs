//! Exact odds. The enumerator is a kind of dice: it runs the very code that plays, once for every way the dice can fall,
//! and adds up whole-number weights. No second implementation of any rule, no rounding.
//!
//! ```
//! use umpire::Dice;
//! let t = odds::weigh(|d| d.d6() > d.d6()).unwrap();
//! assert_eq!(t.chance(&true).to_string(), "5/12");
//! ```

mod enumerator;
mod fraction;
pub mod judging;
mod table;

pub use enumerator::{Enumerator, LIMIT};
pub use fraction::Fraction;
pub use table::{Chance, Compared, Odds, Tally, odds_of, weigh};
