//! What a person writes for a battle (scenarios, army lists), read into typed data with a report of every mistake: where it
//! stands, what is wrong, what would be right. No word and no number of any book lives here.
//!
//! A book says in a [`Format`] which tables its files have, and reads them with a [`Sheet`]: the [`Head`], the ground by a
//! [`Land`] and the book's own kinds, the forces with [`Codes`] and their [`chain`] of command, each [`Arrival`], the
//! [`Task`]s with the words for them and the [`Verdict`]. What no book may have is complained of here, as a [`Fault`]; what a book's clause forbids, by the book. For
//! battles by the dice there is [`generate`].

mod army;
mod arrival;
mod date;
mod fault;
mod format;
pub mod generate;
mod head;
mod land;
mod order;
mod place;
mod printed;
mod report;
mod roster;
mod sheet;
#[path = "../../words/say.rs"]
pub mod speech;
mod stand;
mod task;
mod typed;
mod verdict;

pub use army::{Codes, Leader, Link, MOST_TURNS, chain};
pub use arrival::{Arrival, bring_on};
pub use date::Date;
pub use fault::{Fault, Type};
pub use format::{Called, Facing, Format, Section};
pub use head::{Head, SideHead};
pub use land::{Feature, Kinds, Land, MOST_PIECES, Oblong, Shape, Step, Track, Usual};
pub use order::Reordered;
pub use place::{behind, beside, side_by_side};
pub use printed::{BAD_TABLES, Played, Printed, TableFault, Tables, num, replaceable, whole};
pub use report::{Mistake, Report};
pub use roster::{
    ArmyList, Choosable, NationList, Reviewed, Roster, RosterGroup, RosterLine, RosterNote, RosterSum,
    RosterUnit, UnitChoice, army_as_data,
};
pub use sheet::{At, Found, Item, Sheet, Tab, Value, name_of, nearest, short};
pub use stand::Placed;
pub use task::{Roll, Stands, Task, TaskKind, When};
pub use typed::{
    IN_SCENARIO, Typed, TypedTable, of_owner, put_in, read_sheet, sheet_form, sheet_format, sheet_inside,
    typed_columns, write_sheet,
};
pub use verdict::{Done, Spot, Tally, Verdict, progress};
