//! The book as data: its text, and its tables as numbers, chapter by chapter. The tables of losses, which are lost in the source, are read
//! through a [`Sheet`] that an owner of the printed ones may replace; all others are [`numbers`].

pub mod disorder;
pub mod drill;
pub mod guns;
pub mod losses;
pub mod march;
pub mod melee;
pub mod points;
pub mod results;
pub mod scale;
pub mod sheet;
pub mod small_arms;
pub mod tests;
pub mod weather;

use muster::Tables;
use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};
use std::sync::OnceLock;

pub const ID: &str = "newbury-napoleonic";

pub use crate::cite::text;
pub use muster::{BAD_TABLES as BAD, TableFault, num, whole};
pub use sheet::{Sheet, SheetRef};

/// The tables that nobody may replace, as numbers.
#[derive(Clone, Debug)]
pub struct Numbers {
    pub points: points::Points,
    pub scale: scale::Scale,
    pub march: march::March,
    pub drill: drill::Drill,
    pub disorder: disorder::DisorderTables,
    pub small_arms: small_arms::SmallArms,
    pub guns: guns::Guns,
    pub melee: melee::Melee,
    pub tests: tests::Tests,
    pub results: results::Results,
    pub weather: weather::WeatherTables,
}

/// All of them.
pub fn numbers() -> &'static Numbers {
    static ALL: OnceLock<Numbers> = OnceLock::new();
    ALL.get_or_init(|| {
        let t = Tables::built_in(text());
        Numbers {
            points: points::Points::read(&t),
            scale: scale::Scale::read(&t),
            march: march::March::read(&t),
            drill: drill::Drill::read(&t),
            disorder: disorder::DisorderTables::read(&t),
            small_arms: small_arms::SmallArms::read(&t),
            guns: guns::Guns::read(&t),
            melee: melee::Melee::read(&t),
            tests: tests::Tests::read(&t),
            results: results::Results::read(&t),
            weather: weather::WeatherTables::read(&t),
        }
    })
}

/// What a scenario or an order writes by its name.
pub fn named<T: for<'de> Deserialize<'de>>(name: &str) -> Option<T> {
    T::deserialize(StrDeserializer::<Error>::new(name)).ok()
}

/// A number of a table by the beginning of its row and its column.
pub(crate) trait Entry: Sized {
    fn read(t: &Tables, table: &str, row: &str, column: &str) -> Self;
}

impl Entry for i32 {
    fn read(t: &Tables, table: &str, row: &str, column: &str) -> i32 {
        t.whole(table, &[row], column).unwrap_or_else(|f| panic!("{BAD}: {}", f.says))
    }
}

impl Entry for f64 {
    fn read(t: &Tables, table: &str, row: &str, column: &str) -> f64 {
        t.number(table, &[row], column).unwrap_or_else(|f| panic!("{BAD}: {}", f.says))
    }
}

impl Entry for Option<f64> {
    fn read(t: &Tables, table: &str, row: &str, column: &str) -> Option<f64> {
        t.number_if(table, &[row], column).unwrap_or_else(|f| panic!("{BAD}: {}", f.says))
    }
}

impl Entry for Option<i32> {
    fn read(t: &Tables, table: &str, row: &str, column: &str) -> Option<i32> {
        t.whole_if(table, &[row], column).unwrap_or_else(|f| panic!("{BAD}: {}", f.says))
    }
}

/// Rows of a table as fields: `entries!(/** Table 8F. */ After: i32, "8F", "factor"; melee = "immediately after a melee ends");`.
macro_rules! entries {
    ($(#[$doc:meta])* $name:ident: $ty:ty, $table:literal, $column:literal; $($field:ident = $row:literal),+ $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name {
            $(#[doc = $row] pub $field: $ty),+
        }

        impl $name {
            pub(crate) fn read(t: &::muster::Tables) -> $name {
                $name { $($field: <$ty as $crate::book::Entry>::read(t, $table, $row, $column)),+ }
            }
        }
    };
}
pub(crate) use entries;

/// The ends of the bands in a table's heading, such as `2-6`, from a column on: the upper limit of each belongs to it.
pub(crate) fn bands(t: &Tables, table: &str, from: usize) -> Vec<f64> {
    let columns = &t.table(table).columns[from..];
    columns.iter().map(|c| c.split_once('-').and_then(|(_, to)| to.parse().ok()).expect(BAD)).collect()
}

/// The band in which a distance lies; beyond the last it is `None`. A hundredth of a centimetre is nothing (play.measure).
pub fn band(ends: &[f64], cm: f64) -> Option<usize> {
    ends.iter().position(|end| cm <= end + TOLERANCE)
}

/// Lengths that differ by no more than this are the same, in cm (play.measure).
pub const TOLERANCE: f64 = 0.01;
