//! Zones about a unit: break-in distances, and what the lost drawings show (table missing.geometry).

use super::sheet::{Given, Reader, SheetFault};

/// What the tables break-in and missing.geometry say.
#[derive(Clone, Debug, PartialEq)]
pub struct Zones {
    pub break_in: f64,
    /// Of a unit in the course of an attack, in continued melee or in difficult terrain.
    pub break_in_attacking: f64,
    pub break_in_continued: f64,
    pub break_in_difficult: f64,
    pub break_in_town: f64,
    pub break_in_town_fight: f64,
    /// Nearer than this no attack passes other enemies (break-in.4).
    pub hard: f64,
    /// Outward from the flank, ahead of and behind the front line (neighbour.1).
    pub neighbour: Given<[f64; 3]>,
    /// How far a threat reaches, and from how many degrees forward of the extended front line (flank-threat.3).
    pub threat: Given<[f64; 2]>,
    /// Degrees to either side of straight ahead (attack.require.6).
    pub attack_angle: Given<f64>,
    /// Degrees to either side of an officer's or unit's facing (orders.manoeuvre.1).
    pub manoeuvre_angle: Given<f64>,
}

const DRAWN: &str = "missing.geometry";

impl Zones {
    pub(super) fn read(r: &Reader) -> Result<Zones, SheetFault> {
        let break_in = |row: &str| r.number("break-in", row, "break-in distance");
        let drawn = |zone: &str, column: &str| r.given(DRAWN, &[("zone", zone)], column);
        let outward = drawn("neighbour zone", "outward")?;
        let threat = drawn("threat zone", "outward")?;
        Ok(Zones {
            break_in: break_in("unit, normally")?,
            break_in_attacking: break_in("unit in the course of an attack")?,
            break_in_continued: break_in("unit in continued melee")?,
            break_in_difficult: break_in("unit in difficult terrain")?,
            break_in_town: break_in("town zone holding enemy units")?,
            break_in_town_fight: break_in("town zone with a town fight going on")?,
            hard: break_in("hard minimum for attack and breakthrough moves past other enemies")?,
            neighbour: Given {
                value: [
                    outward.value,
                    drawn("neighbour zone", "ahead")?.value,
                    drawn("neighbour zone", "behind")?.value,
                ],
                stand_in: outward.stand_in,
            },
            threat: Given {
                value: [threat.value, drawn("threat zone", "degrees")?.value],
                stand_in: threat.stand_in,
            },
            attack_angle: drawn("attack angle", "degrees")?,
            manoeuvre_angle: drawn("officer's manoeuvre angle", "degrees")?,
        })
    }
}
