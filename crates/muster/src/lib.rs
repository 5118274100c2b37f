//! What a person writes for a battle (scenarios, army lists), read into typed data with a report of every mistake: where it
//! stands, what is wrong, what would be right. No word and no number of any book lives here.

mod report;
mod sheet;

pub use report::{Mistake, Report};
pub use sheet::{Found, Sheet, Tab, nearest, number_of, short};
