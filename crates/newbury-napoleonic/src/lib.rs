//! *Napoleonic Wars*, the rules of the Newbury group (4th edition): moves of about a minute in twenty-one steps that both sides play
//! together, written orders, charges with responses and reactions, factors of disorganisation, losses by twenties of men, points and army lists.

pub mod aim;
pub mod army;
pub mod book;
#[path = "../../umpire/cite.rs"]
pub mod cite;
pub mod field;
pub mod figures;
pub mod footprint;
pub mod formation;
pub mod forming;
pub mod going;
pub mod ground;
pub mod measure;
pub mod options;
pub mod order;
pub mod procedures;
pub mod scenario;
pub mod sight;
#[path = "../../words/say.rs"]
pub mod speech;
pub mod terrain;
pub mod troop;
pub mod unit;
pub mod words;

pub use field::Field;
pub use umpire::Side;
pub use unit::{Unit, UnitId};
