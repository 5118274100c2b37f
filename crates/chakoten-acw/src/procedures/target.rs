//! What is fired at, and how troops stand for the rows of the tables.

use super::{Men, check_count, impossible};
use crate::clause;
use crate::say;
use crate::troop::{Cover, Formation, Kind, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, SituationError};
use words::{Joint, Message};

pub(super) fn line() -> Formation {
    Formation::Line
}

fn two() -> u16 {
    2
}

/// A unit under fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Target {
    pub kind: Kind,
    /// How it stands. Artillery and wagons need none.
    #[serde(default = "line")]
    pub formation: Formation,
    /// Its ranks: all of them for small arms, those counted by 06.02.3 for round shot.
    #[serde(default = "two")]
    pub ranks: u16,
    #[serde(default)]
    pub state: State,
    #[serde(default)]
    pub pinned: bool,
    /// What covers it against this fire.
    #[serde(default)]
    pub cover: Cover,
    /// It is in a building.
    #[serde(default)]
    pub building: bool,
    /// A general is with it, in base contact.
    #[serde(default)]
    pub general: bool,
}

impl Target {
    /// In line, in order, in the open.
    pub fn new(kind: Kind) -> Target {
        Target {
            kind,
            formation: Formation::Line,
            ranks: two(),
            state: State::Order,
            pinned: false,
            cover: Cover::None,
            building: false,
            general: false,
        }
    }

    pub(super) fn check(&self, field: &'static str) -> Result<(), SituationError> {
        check_troops(field, self.kind, self.formation, self.state, self.pinned, self.building)?;
        check_count(field, self.ranks.into(), 1)
    }

    /// It stands in thin line or in chain, with the clause that says so.
    pub(super) fn opened(&self) -> Option<(Opened, Clause)> {
        if self.building {
            return Some((Opened::ThinLine, clause!("02.04.3.a")));
        }
        opened(self.kind, self.formation, self.state)
    }
}

/// A unit behind the one hit, in the same column or line of fire (05.02.5, 06.02.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Behind {
    /// Its ranks counted.
    pub ranks: u16,
    /// A general is with it, in base contact.
    #[serde(default)]
    pub general: bool,
}

/// What a unit suffers from one roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Losses {
    pub men: u32,
    /// The general with it falls.
    pub general_falls: bool,
}

impl Losses {
    /// In words.
    pub fn message(&self) -> Message {
        let men = Men(self.men).message();
        words::list(
            [Some(men), self.general_falls.then(|| say!("general-falls"))].into_iter().flatten(),
            Joint::Comma,
        )
    }
}
words::spoken!(Losses);

/// The open formations that have rows of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opened {
    ThinLine,
    Chain,
}

/// Guns, wagons and crowds in flight (02.04.2) are in neither.
pub(super) fn opened(kind: Kind, formation: Formation, state: State) -> Option<(Opened, Clause)> {
    if kind.artillery() || kind == Kind::Wagon || state == State::Complete {
        return None;
    }
    let which = match formation {
        Formation::ThinLine => (Opened::ThinLine, clause!("02.01.4")),
        Formation::Chain if kind == Kind::Mounted => (Opened::Chain, clause!("02.02.4")),
        Formation::Chain => (Opened::Chain, clause!("02.01.5")),
        _ => return None,
    };
    Some(which)
}

/// The clause by which guns and wagons never stand in this formation. A limbered one of which nothing is said stands in its
/// column all the same.
fn never_so(kind: Kind, formation: Formation) -> Option<Clause> {
    use Formation::{Line, MarchColumn};
    match (kind, formation) {
        (Kind::Limbered | Kind::Wagon, Line | MarchColumn) | (Kind::Unlimbered, Line) => None,
        (Kind::Limbered, _) => Some(clause!("02.03.1")),
        (Kind::Unlimbered, _) => Some(clause!("02.03.2")),
        (Kind::Wagon, _) => Some(clause!("02.04.2")),
        _ => None,
    }
}

/// Refuses more ranks than a formation has. Lines have two; of an open formation of which nothing is said two are taken.
pub(super) fn check_ranks(field: &'static str, t: &Target) -> Result<(), SituationError> {
    let by = match (t.formation, t.kind) {
        _ if t.ranks <= two() || t.building || t.state == State::Complete => return Ok(()),
        (_, Kind::Limbered | Kind::Unlimbered | Kind::Wagon) => return Ok(()),
        (Formation::MarchColumn | Formation::AttackColumn, _) => return Ok(()),
        (Formation::Line, Kind::Mounted) => clause!("02.02.3"),
        (Formation::Line, _) => clause!("02.01.3"),
        (Formation::ThinLine, _) => clause!("02.01.4"),
        (Formation::Chain, Kind::Mounted) => clause!("02.02.4"),
        (Formation::Chain, _) => clause!("02.01.5"),
    };
    Err(impossible(field, say!("not-so-deep", formation = t.formation, ranks = t.ranks, by)))
}

/// Refuses troops that cannot stand so.
pub(super) fn check_troops(
    field: &'static str,
    kind: Kind,
    formation: Formation,
    state: State,
    pinned: bool,
    building: bool,
) -> Result<(), SituationError> {
    if kind == Kind::Mounted && formation == Formation::ThinLine {
        let by = clause!("02.02.4");
        return Err(impossible(field, say!("mounted-cavalry-no-thin-line", by)));
    }
    if let Some(by) = never_so(kind, formation) {
        return Err(impossible(field, say!("cannot-stand-so", kind, formation, by)));
    }
    if pinned && !kind.on_foot() {
        let by = clause!("04.02.7.a");
        return Err(impossible(field, say!("only-infantry-dismounted-cavalry-pinned", by)));
    }
    if pinned && state != State::Slight {
        let by = clause!("08.02.1");
        return Err(impossible(field, say!("pinned-unit-lu-not", by, state)));
    }
    if building && !kind.on_foot() {
        let by = clause!("play.building");
        return Err(impossible(field, say!("cannot-building", kind, by)));
    }
    Ok(())
}
