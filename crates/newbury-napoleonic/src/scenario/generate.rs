//! A battle of points by the dice: two armies built from the lists up to the agreed points, two brigades each, on ground of a kind, written
//! down as a scenario that the reader accepts (9.1, 9.2, AI.10). The book has no rules for laying ground; these are ours.

use crate::army::LISTS;
use crate::say;
use crate::troop::Nation;
use desk::{Choice, Generator};
use muster::generate::{Deck, Entries, Mirror, Writer, blob, oblong, pick, whole};
use muster::{ArmyList, name_of};
use table::{V2, v2};
use umpire::Seeded;
use words::Says;

/// What the country is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Country {
    /// Fields, hedges, a farm or two.
    Farmland,
    Woodland,
    Hills,
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Field,
    Scrub,
    Orchard,
    LightWood,
    DenseWood,
    Hill,
    Farm,
    Hedge,
}

impl Country {
    pub const ALL: [Country; 4] = [Country::Farmland, Country::Woodland, Country::Hills, Country::Open];

    /// The pieces of it, dealt into cells.
    fn pieces(self) -> &'static [Piece] {
        match self {
            Country::Farmland => {
                &[Piece::Field, Piece::Field, Piece::Farm, Piece::Hedge, Piece::Orchard, Piece::Farm]
            }
            Country::Woodland => &[
                Piece::LightWood,
                Piece::LightWood,
                Piece::DenseWood,
                Piece::Scrub,
                Piece::Farm,
                Piece::LightWood,
            ],
            Country::Hills => {
                &[Piece::Hill, Piece::Hill, Piece::Hill, Piece::LightWood, Piece::Scrub, Piece::Farm]
            }
            Country::Open => &[Piece::Field, Piece::Hill, Piece::Scrub],
        }
    }
}

/// Nations that can be chosen.
const HOSTS: [Nation; 5] = Nation::LISTED;
/// The year, in which all of them have lists.
const YEAR: u16 = 1813;
/// How long such a battle lasts.
const MOVES: u32 = 18;
/// Points that can be chosen.
const POINTS: [i64; 3] = [1200, 2000, 3000];
const TABLE: [f64; 2] = [200.0, 130.0];
/// Cells between the two sides: columns and rows of their middles.
const COLUMNS: [f64; 6] = [20.0, 52.0, 84.0, 116.0, 148.0, 180.0];
const ROWS: [f64; 2] = [56.0, 74.0];

/// What a nation fields: foot of the line, better foot, light foot, horse, guns, with the words of their formations.
struct Host {
    line: &'static str,
    elite: &'static str,
    light: &'static str,
    horse: (&'static str, Option<u8>),
    guns: (&'static str, u8),
    column: &'static str,
}

fn host(n: Nation) -> Host {
    match n {
        Nation::Austria => Host {
            line: "german-line-battalion",
            elite: "grenadier-battalion",
            light: "jager-battalion",
            horse: ("chevaulegers", None),
            guns: ("foot-battery-4x6+2h", 3),
            column: "company-column",
        },
        Nation::Britain => Host {
            line: "line-battalion",
            elite: "guard-battalion",
            light: "light-battalion",
            horse: ("light-cavalry", Some(3)),
            guns: ("foot-battery-5x9+1h", 3),
            column: "company-column",
        },
        Nation::Prussia => Host {
            line: "musketeer-battalion",
            elite: "guard-battalion",
            light: "fusilier-battalion",
            horse: ("light-cavalry", None),
            guns: ("foot-battery-6x6+2h", 3),
            column: "company-column",
        },
        Nation::Russia => Host {
            line: "musketeer-battalion",
            elite: "fusilier-battalion-of-grenadier-regiment",
            light: "jager-battalion",
            horse: ("light-without-carbine", Some(6)),
            guns: ("foot-battery-8x6+4h", 4),
            column: "company-column",
        },
        _ => Host {
            line: "line-battalion",
            elite: "line-battalion",
            light: "light-battalion",
            horse: ("light-cavalry", Some(3)),
            guns: ("foot-battery-6x8+2h", 4),
            column: "division-column",
        },
    }
}

/// A unit of an army that is built.
#[derive(Clone, Debug)]
struct Chosen {
    kind: &'static str,
    companies: Option<u8>,
    models: Option<u8>,
    formation: &'static str,
}

/// What is taken in turn: line, light, guns, line, horse, elite, and so on.
fn next(h: &Host, n: usize) -> Chosen {
    let foot = |kind: &'static str| Chosen { kind, companies: None, models: None, formation: h.column };
    match n {
        0 | 3 | 5 | 7 | 9 | 10 | 11 => foot(h.line),
        1 | 8 => foot(h.light),
        2 => Chosen { kind: h.guns.0, companies: None, models: Some(h.guns.1), formation: "limbered" },
        4 => Chosen { kind: h.horse.0, companies: h.horse.1, models: None, formation: "squadron-column" },
        _ => foot(h.elite),
    }
}

/// The army of a nation up to so many points.
fn build(n: Nation, points: i64) -> Vec<Chosen> {
    let h = host(n);
    let mut all: Vec<Chosen> = Vec::new();
    for i in 0..12 {
        let mut tried = all.clone();
        tried.push(next(&h, i));
        if troops(n, &tried) <= points {
            all = tried;
        }
    }
    all
}

/// Points of these units without generals.
fn troops(n: Nation, all: &[Chosen]) -> i64 {
    let mut w = Writer::new();
    w.head(
        &Entries::new()
            .text("book", crate::book::ID)
            .text("title", "x")
            .text("nation", name_of(&n))
            .value("year", YEAR),
    );
    w.section("[[brigade]]", &Entries::new().text("code", "B").text("general", "x"));
    for (i, c) in all.iter().enumerate() {
        w.section("[[brigade.unit]]", &entries(c, &format!("u{i}"), ""));
    }
    let reviewed = LISTS.review("army", &w.finish());
    reviewed.roster.and_then(|r| r.sums.first().map(|s| s.is)).unwrap_or(i64::MAX)
}

fn entries(c: &Chosen, code: &str, name: &str) -> Entries {
    let mut e = Entries::new().text("code", code).text_if_any("name", name).text("kind", c.kind);
    if let Some(n) = c.companies {
        e = e.value("companies", n);
    }
    if let Some(n) = c.models {
        e = e.value("models", n);
    }
    e
}

/// One side: two brigades side by side, foot in front in two rows, the guns between them, horse on the flank.
fn side(w: &mut Writer, n: Nation, s: Mirror, name: &str, army: &[Chosen], points: i64, dice: &mut Seeded) {
    let (letter, edge) = if s.south { ("a", "south") } else { ("b", "north") };
    let head = Entries::new()
        .text("name", name)
        .text("nation", name_of(&n))
        .text("edge", edge)
        .value("points", points);
    let head = head.text("briefing", say!("army-of-points-briefing").to_string());
    let at = |x: f64, y: f64| s.place(x, y);
    let leader = |who: &str, x: f64, y: f64| {
        Entries::new().text("name", who).text("code", format!("{letter}{who}")).and(at(x, y))
    };
    let mut names = Deck::of(NAMES);
    let mut who = |dice: &mut Seeded| names.deal(dice).unwrap_or("Major");
    let chief = who(dice);
    w.section("[[side]]", &head.table("commander", &leader(chief, 100.0, 6.0)));
    let split = army.len().div_ceil(2);
    for (b, part) in army.chunks(split.max(1)).enumerate() {
        let middle = 56.0 + 88.0 * b as f64;
        let general = who(dice);
        let order = Entries::new().text("task", "advance").text("objective", "The middle");
        w.section(
            "[[side.brigade]]",
            &Entries::new()
                .text("code", format!("{letter}{}", b + 1))
                .text("name", format!("Brigade {general}"))
                .table("general", &leader(general, middle, 12.0))
                .table("order", &order),
        );
        let mut slot = 0;
        for (i, c) in part.iter().enumerate() {
            let (x, y) = match c.formation {
                "limbered" => (middle + 30.0, 34.0),
                "squadron-column" => (if b == 0 { 10.0 } else { 190.0 }, 36.0),
                _ => {
                    let (column, row) = (slot % 3, slot / 3);
                    slot += 1;
                    (middle - 28.0 + 18.0 * f64::from(column as u32), 36.0 - 16.0 * f64::from(row as u32))
                }
            };
            let code = format!("{letter}{}{}", b + 1, i + 1);
            let of = entries(c, &code, "").text("formation", c.formation).and(at(x, y));
            w.section("[[side.brigade.unit]]", &of);
        }
    }
}

const NAMES: [&str; 10] =
    ["Arnold", "Berger", "Colins", "Dumas", "Ernst", "Ferrand", "Gordon", "Halm", "Ivanov", "Keller"];
const PLACES: [&str; 8] = ["Aschau", "Birken", "Dorn", "Ellern", "Grun", "Hollen", "Linden", "Moos"];

fn ground(w: &mut Writer, country: Country, dice: &mut Seeded) {
    let mut cells = Deck::of(COLUMNS.into_iter().flat_map(|x| ROWS.map(|y| v2(x, y))));
    let mut places = Deck::of(PLACES);
    for piece in country.pieces() {
        let (Some(at), Some(place)) = (cells.deal(dice), places.deal(dice)) else { break };
        let patch = |w: &mut Writer, kind: &str, what: &str, dice: &mut Seeded| {
            w.area(kind, &format!("{place} {what}"), &blob(dice, at, [[8.0, 13.0], [5.0, 8.0]]));
        };
        match piece {
            Piece::Field => w.area("field", &format!("{place} field"), &oblong(at, 12.0, 7.0)),
            Piece::Scrub => patch(w, "scrub", "heath", dice),
            Piece::Orchard => w.area("orchard", &format!("{place} orchard"), &oblong(at, 8.0, 6.0)),
            Piece::LightWood => patch(w, "light-wood", "copse", dice),
            Piece::DenseWood => patch(w, "dense-wood", "forest", dice),
            Piece::Hill => {
                let long = whole(dice, 22.0, 28.0);
                w.hill(&format!("{place} hill"), at, [long, 15.0], 90.0, false);
            }
            Piece::Farm => {
                let of =
                    Entries::new().text("name", format!("{place} farm")).value("x", at.x).value("y", at.y);
                let of = of.value("width", 8).value("depth", 7);
                w.section("[[ground.building]]", &of.text("roof", pick(dice, &["tiled", "thatched"])));
            }
            Piece::Hedge => {
                let of = Entries::new().text("kind", "hedge").text("name", format!("{place} hedge"));
                w.section(
                    "[[ground.line]]",
                    &of.points("path", [v2(at.x - 12.0, at.y), v2(at.x + 12.0, at.y)]),
                );
            }
        }
    }
}

/// Writes a scenario.
pub fn make(country: Country, nations: [Nation; 2], points: i64, number: u64) -> String {
    let mut dice = Seeded::from_number(number);
    let mut w = Writer::new();
    w.remark(&say!("made-by-the-dice", number).to_string());
    let title = say!("battle-of-points", points).to_string();
    w.head(
        &Entries::new()
            .text("book", crate::book::ID)
            .text("title", title)
            .text("date", format!("{YEAR}-08-26"))
            .text("place", format!("near {}", PLACES[(number % PLACES.len() as u64) as usize]))
            .value("moves", MOVES)
            .lines("briefing", &say!("battle-of-points-briefing").to_string()),
    );
    w.section("[table]", &Entries::new().value("width", TABLE[0]).value("depth", TABLE[1]));
    ground(&mut w, country, &mut dice);
    let middle = V2 { x: TABLE[0] / 2.0, y: TABLE[1] / 2.0 };
    let objective = |name: &str, p: V2, points: i64| {
        Entries::new()
            .text("name", name)
            .value("place", format_args!("[{}, {}]", p.x, p.y))
            .value("within", 8)
            .value("points", points)
    };
    w.section("[[objective]]", &objective("The middle", middle, points * 3 / 10));
    w.section("[[objective]]", &objective("The west", v2(40.0, middle.y), points * 3 / 20));
    w.section("[[objective]]", &objective("The east", v2(160.0, middle.y), points * 3 / 20));
    for (i, n) in nations.into_iter().enumerate() {
        let south = Mirror { size: TABLE, south: i == 0 };
        let name = if i == 0 { "The army of the south" } else { "The army of the north" };
        side(&mut w, n, south, name, &build(n, points), points, &mut dice);
    }
    w.finish()
}

const COUNTRIES: &[(&str, Says)] = &[
    ("farmland", || say!("country-farmland")),
    ("woodland", || say!("country-woodland")),
    ("hills", || say!("country-hills")),
    ("open-country", || say!("country-open")),
];
const NATIONS: &[(&str, Says)] = &[
    ("austria", || say!("nation-austria")),
    ("britain", || say!("nation-britain")),
    ("france", || say!("nation-france")),
    ("prussia", || say!("nation-prussia")),
    ("russia", || say!("nation-russia")),
];
const SIZES: &[(&str, Says)] = &[
    ("small", || say!("points-of", points = POINTS[0])),
    ("usual", || say!("points-of", points = POINTS[1])),
    ("large", || say!("points-of", points = POINTS[2])),
];

/// Lays battles of points.
pub static GENERATOR: Generator = Generator {
    choices: &[
        Choice { name: "country", means: || say!("choice-country"), options: COUNTRIES, default: Some(0) },
        Choice { name: "south", means: || say!("choice-south"), options: NATIONS, default: Some(2) },
        Choice { name: "north", means: || say!("choice-north"), options: NATIONS, default: Some(0) },
        Choice { name: "points", means: || say!("choice-points"), options: SIZES, default: Some(1) },
    ],
    make: |chosen, number| {
        let at = |n: usize| chosen.get(n).copied().unwrap_or(0);
        let nations = [HOSTS[at(1).min(4)], HOSTS[at(2).min(4)]];
        make(Country::ALL[at(0).min(3)], nations, POINTS[at(3).min(2)], number)
    },
};
