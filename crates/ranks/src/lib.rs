//! Troops in ranks and files: the ground that a formation covers, how it wheels, and losses in men with what is left over.
//! No rule of any book lives here: how many stand abreast, how large a base is and for how many men it stands, the book says.

mod drawn_up;
mod stance;
mod toll;

pub use drawn_up::{DrawnUp, Figure, Front, Parted};
pub use stance::{nearest_side, pivot, wheel_towards, wheeled};
pub use toll::{Ratio, Toll};
