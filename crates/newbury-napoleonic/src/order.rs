//! How fast a body goes, and what it is doing: words that orders, procedures and the turn share.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The rates of table 3.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Gait {
    #[default]
    Normal,
    Charge,
    Double,
    /// Routing.
    Rout,
    /// Regular foot stepping back (12.5.c).
    Back,
}

/// What a charged unit answers (17.5.b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Response {
    Countercharge,
    Stand,
    Evade,
}

/// From where a charge or fire comes (17.8.a, play.facing).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Quarter {
    #[default]
    Front,
    Flank,
    Rear,
}
