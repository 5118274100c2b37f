//! Which formations a unit can take (formations.1 to formations.7, units.7, town.4).

use crate::book::Sheet;
use crate::footprint::MOST_IN_CHAIN;
use crate::troop::{Arm, Formation, Troop};
use crate::{clause, say};
use umpire::{Clause, Refusal, allow};

/// Widest front of a column (formations.1).
const WIDEST_COLUMN: u8 = 2;

/// Can so many bases of such troops stand in that formation? By which clause they can, or why not.
pub fn may_form(sheet: &Sheet, troop: &Troop, bases: u8, formation: Formation) -> Result<Clause, Refusal> {
    let foot = troop.arm == Arm::Infantry;
    let troops = matches!(troop.arm, Arm::Infantry | Arm::Cavalry);
    let least = sheet.scale().least_bases(formation);
    let enough = |by: Clause| allow(bases >= least, by, || say!("forming-needs-bases", least)).map(|()| by);
    match formation {
        Formation::Line { front } => {
            allow(!troop.irregular, clause!("units.7"), || say!("forming-irregulars"))?;
            allow(troops && front <= bases.max(1), clause!("formations.1"), || say!("forming-not-this-arm"))?;
            let by = if front < bases { clause!("formations.5") } else { clause!("formations.1") };
            allow(front > 0, by, || say!("forming-front", most = bases))?;
            enough(by)
        }
        Formation::Column { front } => {
            let by = clause!("formations.1");
            allow(troops || troop.arm == Arm::Engineers, by, || say!("forming-not-this-arm"))?;
            let by = clause!("formations.1");
            allow((1..=WIDEST_COLUMN).contains(&front), by, || say!("forming-front", most = WIDEST_COLUMN))?;
            enough(by)
        }
        Formation::MarchColumn => {
            let by = clause!("formations.2");
            allow(troops || troop.arm == Arm::Engineers, by, || say!("forming-not-this-arm"))?;
            enough(clause!("formations.2"))
        }
        Formation::Square => {
            allow(foot, clause!("formations.3"), || say!("forming-not-this-arm"))?;
            enough(clause!("formations.3"))
        }
        Formation::Chain { front } => {
            let by = clause!("formations.4");
            allow(foot, by, || say!("forming-not-this-arm"))?;
            let most = MOST_IN_CHAIN.min(bases.max(1));
            allow((1..=most).contains(&front), clause!("formations.4"), || say!("forming-front", most))?;
            // What is left of a unit of skirmishers is still one.
            if troop.skirmishers { Ok(clause!("formations.4")) } else { enough(clause!("formations.4")) }
        }
        Formation::Unlimbered | Formation::Limbered => {
            allow(troop.arm == Arm::Artillery, clause!("formations.7"), || say!("forming-not-this-arm"))?;
            Ok(clause!("formations.7"))
        }
        Formation::InTown { .. } | Formation::Assembled { .. } => {
            allow(foot, clause!("town.4"), || say!("forming-not-this-arm"))?;
            Ok(clause!("town.4"))
        }
        Formation::Park | Formation::Train => {
            let wagons = matches!(troop.arm, Arm::Train | Arm::Pontoons);
            allow(wagons, clause!("corps-train.1"), || say!("forming-not-this-arm"))?;
            Ok(clause!("corps-train.1"))
        }
    }
}
