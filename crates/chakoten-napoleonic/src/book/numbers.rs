//! Numbers that stand in the book's sentences and in none of its tables: the rows of table text-numbers, as constants.

include!(concat!(env!("OUT_DIR"), "/numbers.rs"));
