//! What the build scripts do: they list what a crate says and which clauses and readings a book has, so that what does not exist
//! does not compile. It is compiled once for all of them.

mod book;
mod messages;
mod numbers;

pub use book::book;
pub use messages::messages;
pub use numbers::numbers;
