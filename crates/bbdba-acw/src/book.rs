//! The book as data: its text, and its tables as numbers.

use crate::field::Nature;
use crate::troop::{Stats, Troop};
use std::sync::OnceLock;
use umpire::{Cell, Table};

pub const ID: &str = "bbdba-acw";

pub use crate::cite::text;

/// The numbers of the tables, by name. Distances in paces.
#[derive(Clone, Debug)]
pub struct Data {
    pub stats: [Stats; 8],
    /// One base width.
    pub bw: f64,
    pub command_range: f64,
    pub command_range_unseen: f64,
    pub further_move_clear: f64,
    pub further_move_road: f64,
    pub guns_close: f64,
    pub skirmish_range: f64,
    pub zone: f64,
    pub ricochet: f64,
    pub fire_widening: f64,
    pub flight_cavalry: f64,
    pub flight_jaeger: f64,
    pub flight_commander: f64,
    pub side_margin: f64,
    pub river_rate: f64,
    pub slide: f64,
    pub touch: f64,
    pub shoot_mods: [i32; 5],
    pub melee_mods: [i32; 10],
    /// What a river turns out to be, by the die from 1 to 6 (table `river-die`).
    pub river_die: [Nature; 6],
    /// The least die with which an element crosses a torrent.
    pub torrent_needs: u8,
}

impl Data {
    /// No weapon reaches further.
    pub fn longest_range(&self) -> f64 {
        self.stats.iter().filter_map(|s| s.range).fold(0.0, f64::max)
    }
}

const BAD: &str = "the embedded tables are complete (a test reads them)";

fn table(id: &str) -> &'static Table {
    text().table(id).expect(BAD)
}

fn number(t: &Table, row: &str, column: &str) -> Option<f64> {
    t.cell(row, column).expect(BAD).number()
}

/// `4`, `(4)`, `300*` or `4 shooting / 2 close combat`: the numbers in a cell.
fn numbers(c: &Cell) -> Vec<f64> {
    if let Some(n) = c.number() {
        return vec![n];
    }
    c.text().unwrap_or_default().split(|x: char| !x.is_ascii_digit()).filter_map(|w| w.parse().ok()).collect()
}

fn stats(t: Troop) -> Stats {
    let (s, b) = (table("stats"), table("bases"));
    let row = t.row();
    let get = |c: &str| numbers(s.cell(row, c).expect(BAD));
    let dist = |c: &str| get(c).first().copied().unwrap_or(0.0);
    let factor = |c: &str, i: usize| {
        let f = get(c);
        f.get(i).or(f.first()).copied().expect(BAD) as i32
    };
    let size = |c: &str| if t == Troop::Camp { 0.0 } else { number(b, row, c).expect(BAD) };
    Stats {
        move_good: dist("move_good"),
        move_heavy: dist("move_heavy"),
        move_road: dist("move_road"),
        shooting: [factor("factor_vs_foot", 0), factor("factor_vs_mounted", 0)],
        melee: [factor("factor_vs_foot", 1), factor("factor_vs_mounted", 1)],
        range: get("range").first().copied(),
        width: size("frontage_paces"),
        depth: size("depth_paces"),
    }
}

/// The row of the table `river-die` into which a die falls.
fn river_die(die: u8) -> Nature {
    let row = table("river-die").rows.iter().find(|r| {
        let within = |i: usize| r[i].number().expect(BAD);
        (within(0)..=within(1)).contains(&f64::from(die))
    });
    match row.expect(BAD)[2].text().expect(BAD).split(' ').next() {
        Some("shallow") => Nature::Shallow,
        Some("ordinary") => Nature::Ordinary,
        _ => Nature::Torrent,
    }
}

/// Paces for a length on the table: 25 mm are 100 paces (scale.1).
pub fn paces_of_cm(cm: f64) -> f64 {
    cm * 40.0
}

/// The tables as numbers.
pub fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| {
        let c = table("constants");
        let k = |row: &str| number(c, row, "paces").expect(BAD);
        let mods = |id: &str| -> Vec<i32> {
            table(id).rows.iter().map(|r| r[0].number().expect(BAD) as i32).collect()
        };
        Data {
            stats: Troop::ALL.map(stats),
            bw: number(table("bases"), "rifles", "frontage_paces").expect(BAD),
            command_range: k("command range in sight"),
            command_range_unseen: k("command range out of sight"),
            further_move_clear: k("further moves: away from visible enemies"),
            further_move_road: k("further moves on roads: away from enemies (1 BW)"),
            guns_close: k("guns close range"),
            skirmish_range: k("skirmish fire range"),
            zone: k("control zone depth and width (1 BW)"),
            ricochet: k("ricochet zone depth (1 BW)"),
            fire_widening: k("field of fire widening each side (1 BW)"),
            flight_cavalry: k("flight of cavalry"),
            flight_jaeger: k("flight of Jaeger"),
            flight_commander: k("flight of command element"),
            side_margin: k("side margin at deployment"),
            river_rate: k("move in a river of nature 3-6 (reading, crossing.3)"),
            slide: k("free sideways slide when lining up (reading, dba.14)"),
            touch: k("touching tolerance (reading, dba.44)"),
            shoot_mods: mods("shoot-mods").try_into().expect(BAD),
            melee_mods: mods("melee-mods").try_into().expect(BAD),
            river_die: [1, 2, 3, 4, 5, 6].map(river_die),
            torrent_needs: {
                let t = table("river-die");
                let c = t.columns.iter().position(|c| c == "roll_per_element").expect(BAD);
                let per_element = t.rows.iter().find_map(|r| numbers(&r[c]).first().copied());
                per_element.expect(BAD) as u8
            },
        }
    })
}
