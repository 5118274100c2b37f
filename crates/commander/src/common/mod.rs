//! What commanders of several books share: no rule of any of them.

pub(crate) mod chance;
pub(crate) mod play;
pub(crate) mod routes;
pub(crate) mod sorted;
