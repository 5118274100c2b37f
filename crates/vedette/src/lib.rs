//! Parts of the command line that stand on their own.

pub mod png;
