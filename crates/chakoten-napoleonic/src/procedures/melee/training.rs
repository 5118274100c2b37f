//! What the nations' appendix says of troops in melee: training and traits.

use super::Fighter;
use crate::book::melee::trait_value;
use crate::clause;
use crate::troop::{Arm, Formation, Nation, Weight};
use crate::unit::Unit;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use umpire::Clause;

/// What kind of troops a unit is, where the appendix on its nation says something of them that touches melee.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    #[default]
    Ordinary,
    Lancers,
    /// Polish lancers in French service.
    PolishLancers,
    Uhlans,
    /// Cavalry with lances that are no uhlans.
    LanceArmed,
    /// Not the Elite Gendarmes of the Guard.
    Gendarmes,
    Pioneers,
    /// Fighting troops who can do pioneers' work (france.12).
    Sappers,
    /// The Danish company of sailors.
    Sailors,
    /// Schützen.
    Rifles,
    Jagers,
    /// Enthusiasts such as Lützow's.
    FreeCorps,
    /// Armed only with pikes.
    Pikes,
    ZealandHussars,
    PrinceClemens,
}

/// The year of the battles for which the appendix has most to say.
pub const YEAR: u16 = 1813;

type Parts = SmallVec<[(i32, Clause); 2]>;

/// What training gives a unit in melee by the appendix, and by which clause.
pub fn training(u: &Fighter) -> Parts {
    let mut parts = Parts::new();
    let (infantry, cavalry) = (u.arm == Arm::Infantry, u.arm == Arm::Cavalry);
    let then = u.year == YEAR;
    let mut add = |nation, who, by| parts.push((trait_value(nation, who), by));
    match (u.nation, u.body) {
        (Nation::Denmark, Body::ZealandHussars) => {
            add("Denmark", "Zealand Hussar Corps", clause!("denmark.3"));
        }
        (Nation::England | Nation::Kgl, _) if infantry => {
            add("England", "all English infantry and Hanoverian KGL infantry", clause!("england.3"));
        }
        (Nation::Poland, Body::Lancers | Body::Uhlans) | (Nation::France, Body::PolishLancers)
            if (1812..=1815).contains(&u.year) =>
        {
            add("France/Poland", "Polish lancers incl. Guard", clause!("france.8"));
        }
        (Nation::France, Body::Lancers) if then => add("France", "French lancers", clause!("france.8")),
        (Nation::France, Body::Gendarmes) => {
            add("France", "gendarmes (not Elite Gendarmes of the Guard)", clause!("france.9"));
        }
        (Nation::Prussia, Body::Rifles) if infantry => {
            add("Prussia", "Schutzen (rifle) battalions", clause!("prussia.4"));
        }
        (Nation::Prussia, Body::FreeCorps) if then => {
            let who = "enthusiast units such as Lutzow's Free Corps, incl. its artillery";
            add("Prussia", who, clause!("prussia.5"));
        }
        (Nation::Prussia, Body::LanceArmed | Body::Lancers) if then && cavalry => {
            add("Prussia", "lance-armed cavalry except uhlans", clause!("prussia.6"));
        }
        (Nation::Russia, Body::Pikes) => {
            add("Russia", "Landsturm (and others) armed only with pikes", clause!("russia.2"));
        }
        (Nation::Russia, _) if cavalry && u.weight == Some(Weight::Cossack) => {
            add("Russia", "Cossacks", clause!("russia.5"));
        }
        (Nation::Saxony, Body::PrinceClemens) => {
            add("Saxony", "Prince Clemens chevauleger", clause!("saxony.3"));
        }
        (Nation::Saxony, _) if cavalry => add("Saxony", "all cavalry", clause!("saxony.6")),
        (Nation::Saxony, _) if u.arm == Arm::Artillery => add("Saxony", "artillery", clause!("saxony.4")),
        (Nation::Austria, Body::Jagers) if infantry => {
            add("Austria-Hungary", "jager battalions", clause!("austria.2"));
        }
        (Nation::Austria, Body::Uhlans) if cavalry => {
            add("Austria-Hungary", "uhlans", clause!("austria.3"));
        }
        _ => {}
    }
    parts
}

impl Body {
    /// What a unit of the table is, where its training is known besides.
    pub fn of(u: &Unit) -> Body {
        match (u.troops.craftsmen, u.nation) {
            (true, Nation::Denmark) => Body::Sailors,
            (true, _) => Body::Pioneers,
            (false, _) if u.troops.pioneers => Body::Sappers,
            _ => Body::Ordinary,
        }
    }
}

/// What a national trait gives besides.
pub fn trait_of(u: &Fighter, defends: bool) -> Option<(i32, Clause)> {
    let russian = u.nation == Nation::Russia && u.arm == Arm::Infantry && defends;
    russian.then(|| (trait_value("Russia", "infantry as defender in melee"), clause!("russia.3")))
}

/// Troops that are none to fight with: an attack on them is one on artillery.
pub fn no_fighters(u: &Fighter) -> Option<Clause> {
    match (u.nation, u.body) {
        (Nation::Denmark, Body::Sailors) => Some(clause!("denmark.5")),
        (Nation::France, Body::Pioneers) => Some(clause!("france.11")),
        (Nation::Prussia, Body::Pioneers) => Some(clause!("prussia.8")),
        (_, Body::Pioneers | Body::Sappers) if u.working => Some(clause!("12.02.1")),
        _ => None,
    }
}

/// Does its column only carry it about the field (england.4)?
pub fn column_for_transport(u: &Fighter, kgl: bool) -> bool {
    let english = u.nation == Nation::England || (kgl && u.nation == Nation::Kgl);
    english && u.arm == Arm::Infantry
}

/// English cavalry in regiment column has nothing for its first attack (england.5); the King's German Legion is not named.
pub fn no_first_attack(u: &Fighter) -> bool {
    u.nation == Nation::England && u.arm == Arm::Cavalry && u.formation == Formation::AttackColumn
}
