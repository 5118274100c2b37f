//! What the book resolves, one procedure a file.

pub mod small;

pub use small::*;
