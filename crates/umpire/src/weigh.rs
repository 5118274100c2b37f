//! What books weigh by when they judge: parts of a loss, lengths that are compared exactly, choices between two readings, and
//! what a situation may name.

use crate::{Clause, Record, SituationError, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use words::Message;

/// A length or a part of a turn as part of an outcome, compared exactly.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(transparent)]
pub struct Exact(pub f64);

impl PartialEq for Exact {
    fn eq(&self, o: &Exact) -> bool {
        self.cmp(o) == Ordering::Equal
    }
}
impl Eq for Exact {}
impl PartialOrd for Exact {
    fn partial_cmp(&self, o: &Exact) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}
impl Ord for Exact {
    fn cmp(&self, o: &Exact) -> Ordering {
        self.0.total_cmp(&o.0)
    }
}

/// How parts of a man, a figure or a point are rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Round {
    /// To the nearest, halves up.
    #[default]
    Nearest,
    Down,
    Up,
}

/// A part of a loss, of strength or the like. It is multiplied by all of them and rounded once.
///
/// ```
/// use umpire::{Part, Round};
/// let third = Part::WHOLE.share(10, 30);
/// assert_eq!((third.of(20, Round::Nearest), third.of(20, Round::Down), third.of(20, Round::Up)), (7, 6, 7));
/// assert_eq!(Part::WHOLE.over(2).of(5, Round::Nearest), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    of: u64,
    by: u64,
}

impl Part {
    pub const WHOLE: Part = Part { of: 1, by: 1 };

    /// This part divided by so many; at least by one.
    #[must_use]
    pub fn over(self, by: u64) -> Part {
        self.share(1, by)
    }

    /// So many of so many of this part.
    #[must_use]
    pub fn share(self, of: u64, by: u64) -> Part {
        Part { of: self.of.saturating_mul(of), by: self.by.saturating_mul(by.max(1)) }
    }

    /// This part of a whole number.
    pub fn of(self, all: u32, round: Round) -> u32 {
        let (all, by) = (u128::from(all) * u128::from(self.of), u128::from(self.by));
        let part = match round {
            Round::Nearest => (2 * all + by) / (2 * by),
            Round::Down => all / by,
            Round::Up => all.div_ceil(by),
        };
        part.try_into().unwrap_or(u32::MAX)
    }

    /// So many of so many, as it was multiplied.
    pub fn fraction(self) -> (u64, u64) {
        (self.of, self.by)
    }

    /// The same, written down where it is less than the whole.
    pub fn left(self, all: u32, round: Round, by: Clause, r: &mut impl Record) -> u32 {
        let left = self.of(all, round);
        if self.of != self.by {
            r.reckon(|| say!("part-of", all, of = self.of, by = self.by, left), by);
        }
        left
    }
}

/// An enum of two ways to read a book, the first being the default: `umpire::choice!(/** Which? */ Which { First, Second });`.
/// `Which::pick(readings.is(reading!("which", "second")))` makes it of a battle's readings.
#[macro_export]
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $first:ident, $second:ident }) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema,
        )]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs)]
        pub enum $name {
            #[default]
            $first,
            $second,
        }

        impl $name {
            /// The second if it is chosen.
            pub fn pick(second: bool) -> $name {
                if second { $name::$second } else { $name::$first }
            }
        }
    };
}

/// Rows of a table of modifiers as fields, each with the message that names it; `kept` where the other side does not know of it. The
/// book's `Row` and `say!` are in scope: `Row::read(table, row, says, kept)` finds one.
#[macro_export]
macro_rules! rows {
    (@kept) => {
        false
    };
    (@kept kept) => {
        true
    };
    ($(#[$doc:meta])* $name:ident, $table:literal, $($field:ident = $row:literal as $id:literal $(, $kept:ident)?);+ $(;)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            $(#[doc = $row] pub $field: Row),+
        }

        impl $name {
            /// As the table has them.
            pub fn read() -> $name {
                $name { $($field: Row::read($table, $row, || say!($id), $crate::rows!(@kept $($kept)?))),+ }
            }

            /// All of them, in the order of the table.
            pub fn all(&self) -> Vec<Row> {
                vec![$(self.$field),+]
            }
        }
    };
}

/// The most figures, ranks and the like that a situation may name.
pub const MANY: u32 = 10_000;

/// A situation that cannot be, by the field in which it says so.
pub fn impossible(field: &'static str, why: Message) -> SituationError {
    SituationError::Impossible { field, why }
}

/// Refuses a number of figures, ranks or the like below the least, or beyond all measure.
pub fn check_count(field: &'static str, count: u32, least: u32) -> Result<(), SituationError> {
    if (least..=MANY).contains(&count) {
        return Ok(());
    }
    Err(impossible(field, say!("count-from-to", least, most = MANY, count)))
}

/// Refuses a number that is not from the least to the most.
pub fn check_number(field: &'static str, number: i32, least: i32, most: i32) -> Result<(), SituationError> {
    if (least..=most).contains(&number) {
        return Ok(());
    }
    Err(impossible(field, say!("number-from-to", least, most, number)))
}

/// Refuses what is no length in cm.
pub fn check_length(field: &'static str, cm: f64) -> Result<(), SituationError> {
    if cm.is_finite() && (0.0..=f64::from(MANY)).contains(&cm) {
        return Ok(());
    }
    Err(impossible(field, say!("length-from-to", most = MANY, cm)))
}
