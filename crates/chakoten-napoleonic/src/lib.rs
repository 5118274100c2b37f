//! *Krigsspil fra Napoleonstiden* (Chakoten): simultaneous turns by written orders, three dice with groups of modifiers, works and
//! sieges.

pub mod book;
#[path = "../../umpire/cite.rs"]
pub mod cite;
#[path = "../../words/say.rs"]
pub mod speech;
pub mod troop;
