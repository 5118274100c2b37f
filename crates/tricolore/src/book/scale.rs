//! Sizes: bases in metres, limber bases, most bases of a unit, values by quality.

use super::sheet::{Reader, SheetFault};
use crate::clause;
use crate::troop::{Arm, Formation, Guns, Harness, Quality};
use umpire::Clause;

/// Width and depth of a base in metres.
pub type Size = (f64, f64);

/// Calibre from which a battery counts as heavy for limbers (basing.2).
const TWELVE: u8 = 12;

/// What the tables base-sizes, limber-bases, unit-sizes, quality-values and battalion-gun.base say.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    pub infantry: Size,
    pub cavalry: Size,
    pub artillery: Size,
    pub skirmishers: Size,
    pub limber: Size,
    pub battalion_gun: Size,
    /// From so many gun bases to so many: limber bases of a foot battery under 12 pounds, and of horse artillery or 12-pounders.
    limbers: Vec<(u8, u8, u8, u8)>,
    most: [u8; 4],
    least: [u8; 6],
    quality: [u8; 7],
    men: [(u16, u16); 2],
}

/// Guns of one artillery base (scale.2).
const GUNS_A_BASE: u16 = 2;
/// A round is so long (scale.1).
const MINUTES_A_ROUND: u32 = 20;

impl Scale {
    pub(super) fn read(r: &Reader) -> Result<Scale, SheetFault> {
        let size = |row: &str| -> Result<Size, SheetFault> {
            Ok((r.number("base-sizes", row, "width 1:1000")?, r.number("base-sizes", row, "depth 1:1000")?))
        };
        let most = |row: &str| r.count("unit-sizes", row, "maximum bases");
        let mut limbers = Vec::new();
        for (n, _) in r.table("limber-bases").rows.iter().enumerate() {
            let (from, to) = r.span("limber-bases", n, "artillery bases")?;
            let of = |column: &str| r.count_at("limber-bases", n, column);
            limbers.push((from as u8, to as u8, of("foot, under 12-pdr")?, of("horse artillery or 12-pdr")?));
        }
        let least = |row: &str| r.count("formations", row, "minimum bases");
        let men = |row: &str| -> Result<(u16, u16), SheetFault> {
            let text = r.text("base-strength", row, "represents")?;
            let ends = text.split_once(' ').and_then(|(n, _)| n.split_once('-'));
            let ends = ends.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
            ends.ok_or_else(|| r.bad("base-strength", row, "represents"))
        };
        let mut quality = [0; 7];
        for (i, of) in quality.iter_mut().enumerate() {
            *of = r.count_at("quality-values", i, "value")?;
        }
        Ok(Scale {
            infantry: size("infantry")?,
            cavalry: size("cavalry")?,
            artillery: size("artillery")?,
            skirmishers: size("skirmishers")?,
            limber: size("limber / train")?,
            battalion_gun: (
                r.number("battalion-gun.base", "1:1000", "width")?,
                r.number("battalion-gun.base", "1:1000", "depth")?,
            ),
            limbers,
            most: [most("infantry")?, most("cavalry")?, most("skirmishers")?, most("artillery")?],
            least: [
                least("line")?,
                least("column, 1-base front")?,
                least("column, 2-base front")?,
                least("march column")?,
                least("square")?,
                least("skirmish chain")?,
            ],
            quality,
            men: [men("infantry")?, men("cavalry")?],
        })
    }

    /// Fewest bases that can form so (table formations).
    pub fn least_bases(&self, formation: Formation) -> u8 {
        match formation {
            Formation::Line { .. } => self.least[0],
            Formation::Column { front } if front > 1 => self.least[2],
            Formation::Column { .. } => self.least[1],
            Formation::MarchColumn => self.least[3],
            Formation::Square => self.least[4],
            Formation::Chain { .. } => self.least[5],
            _ => 1,
        }
    }

    /// One base of an arm in its ordinary formations.
    pub fn base(&self, arm: Arm) -> Size {
        match arm {
            Arm::Infantry | Arm::Engineers => self.infantry,
            Arm::Cavalry => self.cavalry,
            Arm::Artillery => self.artillery,
            Arm::Train | Arm::Pontoons => self.limber,
        }
    }

    /// Limber bases of a battery of so many gun bases (basing.2); `twice` where a horse battery of 12-pounders has two more and not one.
    pub fn limber_bases(&self, guns: Guns, bases: u8, twice: bool) -> u8 {
        let heavy = guns.calibre >= TWELVE;
        let horse = guns.harness == Harness::Horse;
        let row = self.limbers.iter().find(|(from, to, ..)| (*from..=*to).contains(&bases));
        let (_, _, foot, more) = row.or(self.limbers.last()).copied().unwrap_or((1, 6, 1, 2));
        let extra = if twice && heavy && horse { more - foot } else { 0 };
        if heavy || horse { more + extra } else { foot }
    }

    /// The same with the clause that says so (basing.1).
    pub fn base_by(&self, arm: Arm) -> (Size, Clause) {
        (self.base(arm), clause!("basing.1"))
    }

    /// From how many to how many men a base stands for; of guns none is told (scale.2).
    pub fn men(&self, arm: Arm) -> (Option<(u16, u16)>, Clause) {
        let men = match arm {
            Arm::Infantry | Arm::Engineers => Some(self.men[0]),
            Arm::Cavalry => Some(self.men[1]),
            _ => None,
        };
        (men, clause!("scale.2"))
    }

    /// Guns of so many artillery bases (scale.2).
    pub fn guns_of(&self, bases: u8) -> (u16, Clause) {
        (u16::from(bases) * GUNS_A_BASE, clause!("scale.2"))
    }

    /// Most bases of a unit, and the clause (units.2). One base is a company of engineers; wagons are not limited.
    pub fn most(&self, arm: Arm, skirmishers: bool) -> (u8, Clause) {
        let most = match arm {
            Arm::Infantry if skirmishers => self.most[2],
            Arm::Infantry => self.most[0],
            Arm::Cavalry => self.most[1],
            Arm::Artillery => self.most[3],
            Arm::Engineers => 1,
            Arm::Train | Arm::Pontoons => u8::MAX,
        };
        (most, clause!("units.2"))
    }

    /// The guideline of units.6.
    pub fn value(&self, q: Quality) -> (u8, Clause) {
        (self.quality[q as usize], clause!("units.6"))
    }
}

/// So many metres of the rules on a table of 1 to that (scale.3).
pub fn millimetres(metres: f64, scale: u32) -> (f64, Clause) {
    (metres * 1000.0 / f64::from(scale), clause!("scale.3"))
}

/// The minutes for which so many rounds stand (scale.1).
pub fn minutes(rounds: u32) -> (u32, Clause) {
    (rounds * MINUTES_A_ROUND, clause!("scale.1"))
}
