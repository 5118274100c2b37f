//! How units of the nations are trained to fire (appendix on nations, table nation.traits).

use crate::book::{BAD, num, table};
use crate::clause;
use crate::troop::{Arm, Formation, Nation, Weapon};
use crate::unit::Unit;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::Clause;

/// Troops whose training the appendix gives for fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum School {
    /// All English infantry and the Hanoverian infantry of the King's German Legion.
    EnglishInfantry,
    /// Prussian Landwehr, when it fires from the skirmish line in 1813.
    PrussianLandwehr,
    /// Prussian rifle battalions.
    Schuetzen,
    /// Enthusiast units such as Lützow's Free Corps, with their artillery, in 1813.
    FreeCorps,
    PrussianPioneers,
    /// Austrian jager battalions.
    AustrianJagers,
    SaxonArtillery,
    /// The Danish sailor company.
    DanishSailors,
    FrenchPioneers,
}

impl School {
    pub const ALL: [School; 9] = [
        School::EnglishInfantry,
        School::PrussianLandwehr,
        School::Schuetzen,
        School::FreeCorps,
        School::PrussianPioneers,
        School::AustrianJagers,
        School::SaxonArtillery,
        School::DanishSailors,
        School::FrenchPioneers,
    ];

    /// The troops that a unit of the table belongs to, as far as the appendix trains them for fire.
    pub fn of(u: &Unit) -> Option<School> {
        let foot = u.arm == Arm::Infantry;
        match u.nation {
            Nation::England | Nation::Kgl if foot => Some(School::EnglishInfantry),
            Nation::Prussia if u.troops.craftsmen => Some(School::PrussianPioneers),
            Nation::Prussia if foot && u.troops.landwehr => Some(School::PrussianLandwehr),
            Nation::Prussia if foot && u.weapon == Some(Weapon::Rifle) => Some(School::Schuetzen),
            Nation::Austria if foot && u.troops.light => Some(School::AustrianJagers),
            Nation::Saxony if u.arm == Arm::Artillery => Some(School::SaxonArtillery),
            Nation::Denmark if u.troops.craftsmen => Some(School::DanishSailors),
            Nation::France if u.troops.craftsmen => Some(School::FrenchPioneers),
            _ => None,
        }
    }

    /// Its row of table nation.traits: nation and who.
    fn row(self) -> (&'static str, &'static str) {
        match self {
            School::EnglishInfantry => ("England", "all English infantry and Hanoverian KGL infantry"),
            School::PrussianLandwehr => ("Prussia", "Landwehr skirmish lines"),
            School::Schuetzen => ("Prussia", "Schutzen (rifle) battalions"),
            School::FreeCorps => {
                ("Prussia", "enthusiast units such as Lutzow's Free Corps, incl. its artillery")
            }
            School::PrussianPioneers => ("Prussia", "pioneers"),
            School::AustrianJagers => ("Austria-Hungary", "jager battalions"),
            School::SaxonArtillery => ("Saxony", "artillery"),
            School::DanishSailors => ("Denmark", "sailor company"),
            School::FrenchPioneers => ("France", "pioneers"),
        }
    }

    /// What its training gives to fire in a year and formation, by which clause; nothing where it does not hold.
    pub fn fire(self, year: u16, formation: Formation) -> Option<(i8, Clause)> {
        let (nation, who) = self.row();
        let row = table("nation.traits").rows.iter();
        let row = row.filter(|r| r[0].text() == Some(nation)).find(|r| r[1].text() == Some(who)).expect(BAD);
        let when = row[2].text().and_then(|w| w.parse::<u16>().ok());
        let skirmish_only = self == School::PrussianLandwehr;
        if when.is_some_and(|w| w != year) || (skirmish_only && formation != Formation::Skirmish) {
            return None;
        }
        Some((num(&row[3]).expect(BAD) as i8, self.by()))
    }

    /// The clause of the appendix that trains them.
    fn by(self) -> Clause {
        match self {
            School::EnglishInfantry => clause!("england.3"),
            School::PrussianLandwehr => clause!("prussia.3"),
            School::Schuetzen => clause!("prussia.4"),
            School::FreeCorps => clause!("prussia.5"),
            School::PrussianPioneers => clause!("prussia.8"),
            School::AustrianJagers => clause!("austria.2"),
            School::SaxonArtillery => clause!("saxony.4"),
            School::DanishSailors => clause!("denmark.5"),
            School::FrenchPioneers => clause!("france.11"),
        }
    }

    /// What their small arms count as, where they are no fighting troops.
    pub fn weapon(self) -> Option<(Weapon, Clause)> {
        let no_fighters =
            matches!(self, School::PrussianPioneers | School::DanishSailors | School::FrenchPioneers);
        no_fighters.then(|| (Weapon::Carbine, self.by()))
    }

    /// Troops that fire guns only, or small arms only, by what they are.
    pub fn artillery(self) -> Option<bool> {
        match self {
            School::SaxonArtillery => Some(true),
            School::FreeCorps => None,
            _ => Some(false),
        }
    }
}
