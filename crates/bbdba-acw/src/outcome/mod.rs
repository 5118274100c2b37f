//! What results do to the elements on the table: recoil and pushing, flight, ricochets, impetuous advances, turning to
//! face, the retreat of the demoralised, and command elements giving way.
//!
//! Every function leaves the table in order: no two bases overlap by more than the tolerance of dba.44 (the links of a
//! bent column excepted), nobody stands in a camp or the waterway, and nobody hangs over the edge.

mod advance;
mod commander;
mod face;
mod flight;
mod recoil;
mod retreat;
mod ricochet;
mod room;
mod support;

pub use advance::{follow_up, line_advances};
pub use commander::{flee_commander, make_way, ride_down};
pub use face::{turn_to_face, unturned};
pub use flight::flee;
pub use recoil::{destroy, flankers_fall_back, hemmed, recoil};
pub use retreat::demoralised_retreat;
pub use ricochet::ricochets;
pub use support::{rear_supporter, supports};

use crate::field::Field;

/// Sees the contacts afresh after a result (dba.58).
fn settle(f: &mut Field) {
    f.refresh();
}
