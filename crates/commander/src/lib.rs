//! Computer commanders of the books. They see what a player sees, the view, and nothing else, and answer what a player may
//! answer. What a commander is to those who seat him says [`desk::Staff`].

pub mod bbdba;
pub mod chakoten;
mod common;
pub mod napoleonic;
pub mod newbury;
#[path = "../../words/say.rs"]
pub mod speech;
pub mod tricolore;

pub use desk::Strength;
