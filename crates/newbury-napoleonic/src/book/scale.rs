//! Sizes: bases of figures, guns and teams (table 2, A6.bases), and what a figure or a model stands for (3.b, 3.c).

use crate::formation::Density;
use muster::{BAD_TABLES as BAD, Tables};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The figures and the ground scale of a battle (3.a to 3.e, appendix VI).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Figures {
    /// 12 or 15 mm, 1 cm for 10 paces.
    #[default]
    #[serde(rename = "15mm")]
    Fifteen,
    /// 20 or 25 mm on the standard ground scale.
    #[serde(rename = "25mm")]
    TwentyFive,
    /// 20 or 25 mm, 1 cm for 5 paces: all distances are doubled (3.e).
    #[serde(rename = "25mm-enlarged")]
    TwentyFiveEnlarged,
    /// 5 or 6 mm: ten to a base, 1 cm for 20 paces (appendix VI).
    #[serde(rename = "6mm")]
    Six,
}

impl Figures {
    pub const ALL: [Figures; 4] =
        [Figures::Fifteen, Figures::TwentyFive, Figures::TwentyFiveEnlarged, Figures::Six];
}

/// Width and depth in cm.
pub type Size = (f64, f64);

/// What takes up ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Footprint {
    Foot(Density),
    Mounted(Density),
    /// A team of so many animals.
    Team(u8),
    /// A deployed gun or launcher.
    Gun,
    Elephant,
}

/// Base sizes in cm.
#[derive(Clone, Debug)]
pub struct Scale {
    /// Table 2, by 12/15 and 20/25 mm.
    rows: [[Size; 2]; 8],
    elephant: [Size; 2],
    six: [Size; 8],
    /// Recommended skirmisher base; smaller ones are hit more easily (T2.ii).
    pub skirmisher: [f64; 2],
}

const ROWS: [&str; 8] = [
    "foot figure in open order",
    "other foot figure",
    "mounted figure in open order",
    "other mounted figure",
    "4-horse artillery team",
    "6-horse artillery team",
    "8-horse or 8-ox team",
    "deployed gun or launcher",
];

const SIX: [&str; 8] = [
    "foot skirmishers",
    "close-order infantry",
    "cavalry",
    "gun",
    "4-horse team",
    "6-horse team",
    "8-horse or 8-ox team",
    "elephant",
];

/// Of two numbers such as 20 x 30, in cm.
fn pair(text: &str) -> Option<Size> {
    let mut all = text.split_whitespace();
    let width: f64 = all.next()?.parse().ok()?;
    all.next().filter(|x| *x == "x")?;
    let depth: f64 = all.next()?.parse().ok()?;
    Some((width / 10.0, depth / 10.0))
}

impl Scale {
    pub(super) fn read(t: &Tables) -> Scale {
        let cm = |row: &str, column: &str| t.number("2", &[row], column).expect(BAD) / 10.0;
        let size = |row: &str| {
            [
                (cm(row, "width_12_15mm"), cm(row, "depth_12_15mm")),
                (cm(row, "width_20_25mm"), cm(row, "depth_20_25mm")),
            ]
        };
        let six = |row: &str| {
            let cm = |c: &str| t.number("A6.bases", &[row], c).expect(BAD) / 10.0;
            (cm("width"), cm("depth"))
        };
        let elephant = |row: &str| pair(t.text("A5", &[row], "elephants").expect(BAD)).expect(BAD);
        Scale {
            rows: ROWS.map(size),
            elephant: [
                elephant("base width x depth (mm), 12/15 mm figures"),
                elephant("base width x depth (mm), 20/25 mm figures"),
            ],
            six: SIX.map(six),
            skirmisher: [2.0, 4.0],
        }
    }

    /// The least base of it.
    pub fn base(&self, figures: Figures, what: Footprint) -> Size {
        let team = |n: u8| match n {
            0..=4 => 0,
            5..=6 => 1,
            _ => 2,
        };
        if figures == Figures::Six {
            return self.six[match what {
                Footprint::Foot(Density::Open) => 0,
                Footprint::Foot(Density::Close) => 1,
                Footprint::Mounted(_) => 2,
                Footprint::Gun => 3,
                Footprint::Team(n) => 4 + team(n),
                Footprint::Elephant => 7,
            }];
        }
        let column = usize::from(figures != Figures::Fifteen);
        let row = match what {
            Footprint::Foot(Density::Open) => 0,
            Footprint::Foot(Density::Close) => 1,
            Footprint::Mounted(Density::Open) => 2,
            Footprint::Mounted(Density::Close) => 3,
            Footprint::Team(n) => 4 + team(n),
            Footprint::Gun => 7,
            Footprint::Elephant => return self.elephant[column],
        };
        self.rows[row][column]
    }
}
