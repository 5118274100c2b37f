//! What the book resolves, with dice or from a table. A procedure knows nothing of the table-top; it is told the facts.
//!
//! Distances are in centimetres at the standard ground scale, times in moves, losses in men unless figures are named. A situation carries
//! the readings that matter to it and, where table 14 or 15 is looked up, the [`crate::book::SheetRef`] that is played.

use umpire::AnyProcedure;

/// Every procedure of the book.
pub static ALL: &[&dyn AnyProcedure] = &[];
