//! The tables that only the set-up reads: boards, army lists, terrain types and counts, dimensions.

use crate::book;
use std::sync::OnceLock;
use umpire::{Cell, Table};

const BAD: &str = "the embedded tables are complete (a test reads them)";

/// One row of the table `boards`.
#[derive(Clone, Debug)]
pub struct BoardRow {
    pub width: f64,
    pub depth: f64,
    pub deployment: f64,
    pub margin: f64,
}

/// One row of the table `army-lists`; ranges for one group of twelve.
#[derive(Clone, Debug)]
pub struct ArmyList {
    pub name: String,
    pub years: [u16; 2],
    pub cavalry: [u32; 2],
    pub muskets: [u32; 2],
    pub rifles: [u32; 2],
    pub jaeger: [u32; 2],
    /// Further elements, each muskets or Jaeger.
    pub either: [u32; 2],
    pub artillery: [u32; 2],
}

/// One row of the table `terrain-types`.
#[derive(Clone, Debug)]
pub struct TypeRow {
    pub name: String,
    pub present: Vec<String>,
    pub possible: Vec<String>,
}

/// One row of the table `terrain-counts`.
#[derive(Clone, Debug)]
pub struct CountRow {
    pub present: [usize; 2],
    pub possible: [usize; 2],
    pub same_kind: usize,
    pub waterway: usize,
    pub river: usize,
    pub oasis: usize,
    pub settlement: usize,
}

/// Everything the set-up takes from the tables. Distances in paces.
#[derive(Clone, Debug)]
pub struct SetupTables {
    /// Ordinary, several commands, larger.
    pub boards: [BoardRow; 3],
    pub lists: Vec<ArmyList>,
    pub types: Vec<TypeRow>,
    /// Ordinary, several commands.
    pub counts: [CountRow; 2],
    pub waterway: [f64; 2],
    pub beach: f64,
    pub river_width: f64,
    pub river_to_edge: f64,
    pub river_length: f64,
    pub road_width: f64,
    pub camp_sum: f64,
    pub area_sum: f64,
    pub area_least: f64,
}

/// An army list's total (army.1) and the least size of a command (army.3): stated in the text, not in a table.
pub const GROUP: u32 = 12;
pub const LEAST_COMMAND: usize = 6;
/// army.3
pub const COMMANDS: usize = 3;

/// The set-up tables as numbers.
pub fn tables() -> &'static SetupTables {
    static T: OnceLock<SetupTables> = OnceLock::new();
    T.get_or_init(|| {
        let t = |id: &str| -> &'static Table { book::text().table(id).expect(BAD) };
        let boards = t("boards");
        let board = |row: &str| {
            let n = |c: &str| boards.cell(row, c).expect(BAD).number();
            BoardRow {
                width: n("width_paces").expect(BAD),
                depth: n("depth_paces").expect(BAD),
                deployment: n("deployment_depth_paces").expect(BAD),
                margin: n("side_margin_paces").unwrap_or(0.0),
            }
        };
        let armies = t("army-lists");
        let lists = armies
            .rows
            .iter()
            .map(|r| {
                let name = r[0].to_string();
                let n = |c: &str| armies.cell(&name, c).expect(BAD).number().expect(BAD) as u32;
                let range = |c: &str| [n(&format!("{c}_min")), n(&format!("{c}_max"))];
                ArmyList {
                    years: [n("from_year") as u16, n("to_year") as u16],
                    cavalry: range("cavalry"),
                    muskets: range("muskets"),
                    rifles: range("rifles"),
                    jaeger: range("jaeger"),
                    either: range("either_muskets_or_jaeger"),
                    artillery: range("artillery"),
                    name,
                }
            })
            .collect();
        let list = |c: &Cell| match c {
            Cell::List(l) => l.clone(),
            other => vec![other.to_string()],
        };
        let types = t("terrain-types")
            .rows
            .iter()
            .map(|r| TypeRow { name: r[0].to_string(), present: list(&r[1]), possible: list(&r[2]) })
            .collect();
        let counts = t("terrain-counts");
        let count = |row: &str| {
            let n = |c: &str| counts.cell(row, c).expect(BAD).number().expect(BAD) as usize;
            CountRow {
                present: [n("present_min"), n("present_max")],
                possible: [n("possible_min"), n("possible_max")],
                same_kind: n("max_same_kind"),
                waterway: n("max_waterway"),
                river: n("max_river"),
                oasis: n("max_oasis"),
                settlement: n("max_settlement"),
            }
        };
        let linear = t("linear-dimensions");
        let d = |row: &str| linear.cell(row, "value_paces").expect(BAD).number().expect(BAD);
        let times = linear.cell("river length", "limit").expect(BAD).to_string();
        SetupTables {
            boards: [
                board("ordinary"),
                board("several commands"),
                board("several commands, larger (ADG) board"),
            ],
            lists,
            types,
            counts: [count("ordinary (one army group)"), count("several commands")],
            waterway: [d("waterway depth minimum"), d("waterway depth maximum")],
            beach: d("beach or flood plain depth"),
            river_width: d("river width"),
            river_to_edge: d("river bed to table edge (except in- and outflow)"),
            river_length: times.split_whitespace().find_map(|w| w.parse().ok()).expect(BAD),
            road_width: d("road width"),
            camp_sum: d("camp length + width"),
            area_sum: d("area feature length + width"),
            area_least: d("area feature narrowest width"),
        }
    })
}
