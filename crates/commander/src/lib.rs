//! Computer commanders of the books. They see what a player sees, the view, and nothing else, and answer what a player may
//! answer. What a commander is to those who seat him says [`desk::Staff`].

#[cfg(feature = "bbdba-acw")]
pub mod bbdba;
#[cfg(feature = "chakoten-acw")]
pub mod chakoten;
// Some of it serves books that are not compiled when one is measured alone.
#[cfg_attr(not(feature = "default"), allow(dead_code))]
mod common;
#[cfg(feature = "chakoten-napoleonic")]
pub mod napoleonic;
#[cfg(feature = "newbury-napoleonic")]
pub mod newbury;
#[path = "../../words/say.rs"]
pub mod speech;
#[cfg(feature = "tricolore")]
pub mod tricolore;

pub use common::play::Played;
pub use desk::Strength;
