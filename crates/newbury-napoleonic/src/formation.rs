//! Formations and densities of each arm, and the facts that tables ask about them (chapter 8, play.formation).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How close the figures stand (8.1).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Density {
    #[default]
    Close,
    /// Skirmishers (glossary.skirmishers).
    Open,
}

/// How a body is formed, whatever its ranks.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Formation {
    /// All sub-units abreast; every close-order body that is no column or square (glossary.line).
    #[default]
    Line,
    /// Cavalry in two lines, 5 cm or more apart (8.3.a).
    DoubleLine,
    /// One company wide, closed up.
    CompanyColumn,
    /// One company wide, at wheeling distance (8.2.c).
    OpenCompanyColumn,
    /// Two companies wide: French (8.2.d).
    DivisionColumn,
    OpenDivisionColumn,
    /// One squadron wide.
    SquadronColumn,
    OpenSquadronColumn,
    /// Two figures wide.
    MarchColumn,
    Square,
    DoubleSquare,
    /// Irregulars in close order, at least two ranks deep (8.2.b).
    Mass,
    /// Open order.
    Skirmish,
    /// Irregular cavalry in open order (8.3.c).
    Circle,
    /// Guns or launchers on their teams, or packed.
    Limbered,
    /// Guns or launchers ready to fire.
    Deployed,
    /// Inside a building there is no formation.
    Building,
}

impl Formation {
    pub const ALL: [Formation; 17] = [
        Formation::Line,
        Formation::DoubleLine,
        Formation::CompanyColumn,
        Formation::OpenCompanyColumn,
        Formation::DivisionColumn,
        Formation::OpenDivisionColumn,
        Formation::SquadronColumn,
        Formation::OpenSquadronColumn,
        Formation::MarchColumn,
        Formation::Square,
        Formation::DoubleSquare,
        Formation::Mass,
        Formation::Skirmish,
        Formation::Circle,
        Formation::Limbered,
        Formation::Deployed,
        Formation::Building,
    ];

    pub fn density(self) -> Density {
        match self {
            // Crews of deployed guns are not in close order (8.1.d), and those in a building in no order at all.
            Formation::Skirmish | Formation::Circle => Density::Open,
            _ => Density::Close,
        }
    }

    /// Skirmishers: troops in open order (glossary.skirmishers).
    pub fn open_order(self) -> bool {
        self.density() == Density::Open
    }

    /// Any column, open ones and march columns too.
    pub fn column(self) -> bool {
        self.close_column() || self.open_column()
    }

    /// A column with its sub-units closed up, march columns too (play.formation).
    pub fn close_column(self) -> bool {
        matches!(
            self,
            Formation::CompanyColumn
                | Formation::DivisionColumn
                | Formation::SquadronColumn
                | Formation::MarchColumn
        )
    }

    /// A column at wheeling distance (glossary.column-open).
    pub fn open_column(self) -> bool {
        matches!(
            self,
            Formation::OpenCompanyColumn | Formation::OpenDivisionColumn | Formation::OpenSquadronColumn
        )
    }

    /// Line or double line.
    pub fn line(self) -> bool {
        matches!(self, Formation::Line | Formation::DoubleLine)
    }

    /// A line as tables ask for it: all close order that is neither column nor square, a mass too (glossary.line).
    pub fn counts_as_line(self) -> bool {
        self.line() || self == Formation::Mass
    }

    /// Square or double square.
    pub fn square(self) -> bool {
        matches!(self, Formation::Square | Formation::DoubleSquare)
    }
}

/// How a body is drawn up: its formation with what is counted in it (play.formation).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    pub formation: Formation,
    /// Ranks in which each sub-unit stands, 1 to 4; of a mass or a circle how deep it is.
    pub ranks: u8,
    /// Files of irregulars, who have no sub-units; 0 where the sub-units give them.
    #[serde(default)]
    pub files: u8,
}

impl Drawn {
    /// Each sub-unit in one rank.
    pub fn new(formation: Formation) -> Drawn {
        let ranks = if matches!(formation, Formation::Mass | Formation::DoubleSquare) { 2 } else { 1 };
        Drawn { formation, ranks, files: 0 }
    }
}

impl Default for Drawn {
    fn default() -> Drawn {
        Drawn::new(Formation::Line)
    }
}
