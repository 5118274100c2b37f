//! The ground of a table by kinds that the book names: pieces of ground and how bases and lines lie to them, going along a way,
//! lines of sight, arcs, and what is known of whom. No rule of any book lives here: how fast troops go over what, how deep one
//! sees into it and who may look for whom, the book says.

mod arc;
mod areas;
mod known;
mod lie;
mod piece;
mod sight;
mod span;
mod sure;
mod way;

pub use arc::{Arc, Between};
pub use areas::{Areas, Lies};
pub use known::{Before, Look, Lookout, Sighted, Sightings, label_name, look, look_at};
pub use lie::{astride, crossing, holds, leading_edge, nearest_of, standing, strip};
pub use piece::{Bridge, HillStep, Patch, Road, apart, level};
pub use sight::{By, Depth, Far, Hindrances, Points, Post, Screens, Through, box_about, near_enough};
pub use span::{common, tidy, without};
pub use sure::{SURE, Sure};
pub use way::{Leg, Stretch, Stretches, Walker, Way, time_over};
