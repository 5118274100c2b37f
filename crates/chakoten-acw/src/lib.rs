//! *Krigsspil fra den amerikanske borgerkrig* (Chakoten): simultaneous turns by written orders.

pub mod book;
pub mod cite;
pub mod march;
pub mod procedures;
pub mod troop;
