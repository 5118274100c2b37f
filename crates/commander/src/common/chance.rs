//! Choices by chance that are none of the battle's own dice.

use table::V2;
use umpire::Seeded;

/// A place within 40 cm about another each way, on a table of this size.
pub(crate) fn place(dice: &mut Seeded, width: f64, depth: f64, about: V2) -> [f64; 2] {
    let (x, y) = (dice.between(-40.0, 40.0), dice.between(-40.0, 40.0));
    [(about.x + x).clamp(1.0, width - 1.0), (about.y + y).clamp(1.0, depth - 1.0)]
}
