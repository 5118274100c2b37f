//! The order slip.
