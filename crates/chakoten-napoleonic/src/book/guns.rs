//! The guns of table XIV.guns, each with its group of ranges.

use super::fire::{self, numbers};
use super::{BAD, table};
use crate::say;
use crate::troop::{GunWeight, Nation};
use crate::unit::GunRow;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

/// A gun: one row of table XIV.guns. Written as its nation and name, `france-12-pdr-an-xi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gun(u8);

/// What is to be known of a gun.
#[derive(Clone, Debug)]
pub struct GunData {
    /// As a situation writes it.
    pub id: String,
    /// The nation as the table names it.
    pub country: &'static str,
    pub nation: Nation,
    /// The gun as the table names it.
    pub name: &'static str,
    /// Its row of table XIV.
    pub group: &'static str,
    /// Where its zones I to IV end, in cm.
    pub zones: [f64; 4],
    /// Weight of shot in pounds; none for a howitzer measured in inches.
    pub pounds: Option<u8>,
    pub howitzer: bool,
    /// How heavy it is to move (table III, skema.III.a).
    pub weight: GunWeight,
}

impl GunData {
    /// A 12 pdr cannon, whatever its group (skema.XI.a).
    pub fn twelve(&self) -> bool {
        !self.howitzer && self.pounds == Some(12)
    }
}

fn nation(name: &str) -> Nation {
    match name {
        "Bavaria" => Nation::Bavaria,
        "Denmark" => Nation::Denmark,
        "England" => Nation::England,
        "France" => Nation::France,
        "Prussia" => Nation::Prussia,
        "Russia" => Nation::Russia,
        "Saxony" => Nation::Saxony,
        "Austria-Hungary" => Nation::Austria,
        _ => Nation::Other,
    }
}

fn slug(country: &str, name: &str) -> String {
    let words = [country, name].join(" ").to_lowercase();
    let words = words.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn weight(nation: Nation, pounds: Option<u8>, howitzer: bool) -> GunWeight {
    match pounds {
        _ if howitzer => GunWeight::Light,
        Some(12) => GunWeight::Heavy,
        Some(9) if nation == Nation::England => GunWeight::Light,
        Some(7..=11) => GunWeight::Medium,
        _ => GunWeight::Light,
    }
}

fn all() -> &'static [GunData] {
    static ALL: OnceLock<Vec<GunData>> = OnceLock::new();
    ALL.get_or_init(|| {
        let zones = &fire::data().zones;
        let row = |r: &'static Vec<umpire::Cell>| {
            let text = |at: usize| r[at].text().expect(BAD);
            let (group, country, name) = (text(0), text(1), text(2));
            let nation = nation(country);
            let howitzer = name.contains("howitzer");
            let pounds = name.contains("pdr").then(|| numbers(&r[2])[0] as u8);
            GunData {
                id: slug(country, name),
                country,
                nation,
                name,
                group,
                zones: zones.iter().find(|z| z.0 == group).map(|z| z.1).expect(BAD),
                pounds,
                howitzer,
                weight: weight(nation, pounds, howitzer),
            }
        };
        table("XIV.guns").rows.iter().map(row).collect()
    })
}

impl Gun {
    /// Every gun of the table, in its order.
    pub fn all() -> impl Iterator<Item = Gun> {
        (0..all().len()).map(|i| Gun(i as u8))
    }

    /// A gun by the name a situation or scenario writes.
    pub fn named(id: &str) -> Option<Gun> {
        Gun::all().find(|g| g.data().id == id)
    }

    /// The guns of a nation; the King's German Legion has those of the English.
    pub fn of(nation: Nation) -> impl Iterator<Item = Gun> {
        let nation = if nation == Nation::Kgl { Nation::England } else { nation };
        Gun::all().filter(move |g| g.data().nation == nation)
    }

    pub fn data(self) -> &'static GunData {
        &all()[usize::from(self.0)]
    }
}

impl From<GunRow> for Gun {
    /// Rows that the table does not have are its last.
    fn from(row: GunRow) -> Gun {
        Gun(row.0.min(all().len() as u8 - 1))
    }
}

impl From<Gun> for GunRow {
    fn from(gun: Gun) -> GunRow {
        GunRow(gun.0)
    }
}

impl fmt::Display for Gun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.data().id)
    }
}

impl Serialize for Gun {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.data().id)
    }
}

impl<'de> Deserialize<'de> for Gun {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Gun, D::Error> {
        let id = Cow::<'de, str>::deserialize(d)?;
        let names = || Gun::all().map(|g| g.data().id.as_str()).collect::<Vec<_>>().join(", ");
        Gun::named(&id)
            .ok_or_else(|| serde::de::Error::custom(say!("no-such-gun", gun = id.as_ref(), names = names())))
    }
}

impl JsonSchema for Gun {
    fn schema_name() -> Cow<'static, str> {
        "Gun".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<_> = Gun::all().map(|g| g.data().id.as_str()).collect();
        json_schema!({ "type": "string", "enum": names })
    }
}
