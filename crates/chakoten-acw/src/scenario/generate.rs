//! A battle by the dice: two brigades a side on ground of a kind, written down as a scenario that the reader accepts. The
//! book has no rules for laying ground (01.05.1 leaves it to the organiser); these are ours.

use crate::say;
use desk::{Choice, Generator};
use muster::generate::{Deck, Entries, Mirror, Writer, blob, oblong, ordinal, pick, stream, whole};
use table::{V2, v2};
use umpire::Seeded;
use words::Says;

/// What the country is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerrainKind {
    /// Ploughland with fences, a few woods, a hamlet, mostly a stream with a bridge.
    Farmland,
    /// Woods everywhere, a clearing or two.
    Woodland,
    /// Hills of one and two steps, woods between them.
    Mountains,
    /// Open country: hardly anything to hide behind.
    Steppe,
    /// Lowland at the water: a lake on one side, swamps, a causeway over the creek.
    Coast,
}

impl TerrainKind {
    pub const ALL: [TerrainKind; 5] = [
        TerrainKind::Farmland,
        TerrainKind::Woodland,
        TerrainKind::Mountains,
        TerrainKind::Steppe,
        TerrainKind::Coast,
    ];

    /// As it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            TerrainKind::Farmland => "farmland",
            TerrainKind::Woodland => "woodland",
            TerrainKind::Mountains => "mountains",
            TerrainKind::Steppe => "steppe",
            TerrainKind::Coast => "coast",
        }
    }

    /// Pieces of its own kinds: woods, fields, hills, swamps; the least and the most of each.
    fn pieces(self) -> [(Piece, [u32; 2]); 4] {
        let [w, f, h, s] = match self {
            TerrainKind::Farmland => [[1, 2], [2, 4], [0, 2], [0, 0]],
            TerrainKind::Woodland => [[5, 7], [1, 2], [0, 2], [0, 1]],
            TerrainKind::Mountains => [[1, 3], [0, 1], [4, 6], [0, 0]],
            TerrainKind::Steppe => [[0, 1], [0, 1], [0, 1], [0, 0]],
            TerrainKind::Coast => [[1, 2], [1, 2], [0, 0], [2, 3]],
        };
        [(Piece::Hill, h), (Piece::Wood, w), (Piece::Swamp, s), (Piece::Field, f)]
    }

    /// How often of six there is a stream, and how often a hamlet.
    fn chances(self) -> (u32, u32) {
        match self {
            TerrainKind::Farmland => (4, 6),
            TerrainKind::Woodland => (3, 2),
            TerrainKind::Mountains => (3, 3),
            TerrainKind::Steppe => (2, 2),
            TerrainKind::Coast => (6, 4),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Hill,
    Wood,
    Swamp,
    Field,
}

const WIDTH: f64 = 240.0;
const DEPTH: f64 = 160.0;
/// The ground lies between the two sides' zones, in cells of this size on either side of the middle line.
const COLUMNS: u32 = 6;
const CELL: (f64, f64) = (40.0, 24.0);
const ROWS: [f64; 2] = [62.0, 98.0];
/// How far woods and swamps reach in their cells, to the sides and up and down.
const BLOB: [[f64; 2]; 2] = [[11.0, 16.0], [7.0, 11.0]];

/// A fence leaves the road free on either side of its middle, and is at least so long.
const GATE: f64 = 3.0;
const LEAST: f64 = 2.0;

/// When a battle begins.
const HOURS: [Says; 4] = [
    || say!("after-sunrise"),
    || say!("a-clear-morning"),
    || say!("towards-noon"),
    || say!("in-the-afternoon"),
];

const WOODS: [&str; 8] = [
    "Dunn's Wood",
    "Yellow Wood",
    "Spangler's Wood",
    "The Thicket",
    "Pine Grove",
    "Herbst Wood",
    "Round Wood",
    "Cedar Brake",
];
const FIELDS: [&str; 6] = [
    "The Ploughland",
    "The Old Field",
    "Miller's Corn",
    "The Wheatfield",
    "Stubble Field",
    "Roulette's Corn",
];
const HILLS: [&str; 7] =
    ["Peach Hill", "Cedar Hill", "Gallows Hill", "Chapel Hill", "Bald Knob", "Signal Hill", "Snake Hill"];
const SWAMPS: [&str; 4] = ["Goose Swamp", "The Slash", "Black Bottom", "Heron Marsh"];
const HOUSES: [&str; 5] = ["Tollhouse", "Meeting House", "Tavern", "Smithy", "Store"];
const HAMLETS: [&str; 5] = ["Shiloh", "Bethel", "Mercer's", "Gaines", "Dranesville"];
const STREAMS: [&str; 4] = ["Owl Creek", "Willow Run", "Plum Run", "Stony Brook"];
const UNION: [(&str, &str); 10] = [
    ("NY", "New York"),
    ("PA", "Pennsylvania"),
    ("OH", "Ohio"),
    ("IN", "Indiana"),
    ("MI", "Michigan"),
    ("WI", "Wisconsin"),
    ("ME", "Maine"),
    ("IL", "Illinois"),
    ("NJ", "New Jersey"),
    ("MA", "Massachusetts"),
];
const SOUTH: [(&str, &str); 10] = [
    ("VA", "Virginia"),
    ("NC", "North Carolina"),
    ("GA", "Georgia"),
    ("AL", "Alabama"),
    ("TN", "Tennessee"),
    ("TX", "Texas"),
    ("LA", "Louisiana"),
    ("MS", "Mississippi"),
    ("SC", "South Carolina"),
    ("FL", "Florida"),
];
const GENERALS: [[&str; 6]; 2] = [
    ["Hale", "Harkness", "Whitcomb", "Ostrander", "Pell", "Sturgis"],
    ["Tarrant", "Rainey", "Beaufort", "Calhoun", "Moultrie", "Ruffin"],
];

/// A battle on this ground. The same number gives the same battle.
///
/// ```
/// use chakoten_acw::scenario::{self, generate};
/// let text = generate::scenario(generate::TerrainKind::Farmland, 7);
/// assert!(scenario::read("generated", &text).is_ok());
/// ```
pub fn scenario(kind: TerrainKind, seed: u64) -> String {
    let mut d = Seeded::from_number(seed.wrapping_mul(31).wrapping_add(kind as u64));
    let d = &mut d;
    let mut rest = Writer::new();
    let prizes = lay(&mut rest, kind, d);
    for south in [true, false] {
        raise(&mut rest, south, &prizes, d);
    }
    let hamlet = pick(d, &HAMLETS);
    let month = pick(d, &["April", "May", "June", "July", "September", "October"]);
    let year = 1862 + d.below(3);
    let hour = pick(d, &HOURS)();
    let kind = kind.name();
    let mut w = Writer::new();
    w.remark(&format!("vedette scenario generate chakoten-acw --terrain {kind} --seed {seed}"));
    w.head(
        &Entries::new()
            .text("book", crate::book::ID)
            .text("title", say!("generated-title", hamlet, kind, seed).to_string())
            .text("period", format!("{month} {year}, {hour}"))
            .lines("briefing", &say!("generated-briefing").to_string())
            .value("turns", 20),
    );
    w.section("[table]", &Entries::new().value("width", WIDTH).value("depth", DEPTH));
    w.finish() + &rest.finish()
}

/// Lays the ground; the names of pieces worth holding, and the place where the road goes on.
fn lay(out: &mut Writer, kind: TerrainKind, d: &mut Seeded) -> Prizes {
    let mut cells = Deck::of((0..COLUMNS).flat_map(|c| [(c, 0), (c, 1)]));
    let (streams, hamlets) = kind.chances();
    let road = whole(d, 90.0, 150.0);
    let stream = d.below(6) < streams;
    let hamlet = d.below(6) < hamlets;
    let mut prizes = Prizes { road, hold: Vec::new() };
    let cell_of = |x: f64| ((x / CELL.0) as u32).min(COLUMNS - 1);
    if hamlet {
        // It stands on the road, on one bank.
        let row = d.below(2) as usize;
        cells.keep(|(c, r)| *r != row || c.abs_diff(cell_of(road)) > 0);
        houses(out, road, ROWS[row], d);
    }
    let lake = kind == TerrainKind::Coast;
    if lake {
        let east = d.below(2) == 1;
        let column = if east { COLUMNS - 1 } else { 0 };
        cells.keep(|(c, _)| *c != column);
        let shore = whole(d, 18.0, 30.0);
        let at = |x: f64, y: f64| v2(if east { WIDTH - x } else { x }, y);
        let banks =
            [at(0.0, 52.0), at(shore, 56.0), at(shore - 4.0, 80.0), at(shore + 4.0, 100.0), at(0.0, 108.0)];
        out.area("lake", "The Sound", &banks);
    }
    let mut names = (Deck::of(WOODS), Deck::of(FIELDS), Deck::of(HILLS), Deck::of(SWAMPS));
    let mut fences = 0;
    for (piece, [least, most]) in kind.pieces() {
        for _ in 0..least + d.below(most - least + 1) {
            let Some((c, r)) = cells.deal(d) else { break };
            let at = v2((f64::from(c) + 0.5) * CELL.0 + whole(d, 0.0, 8.0) - 4.0, ROWS[r]);
            match piece {
                Piece::Hill => {
                    if let Some(n) = names.2.deal(d) {
                        hill(out, n, at, d);
                        prizes.hold.push(n);
                    }
                }
                Piece::Wood => {
                    if let Some(n) = names.0.deal(d) {
                        out.area("wood", n, &blob(d, at, BLOB));
                        prizes.hold.push(n);
                    }
                }
                Piece::Swamp => {
                    if let Some(n) = names.3.deal(d) {
                        out.area("swamp", n, &blob(d, at, BLOB));
                    }
                }
                Piece::Field => {
                    if let Some(n) = names.1.deal(d) {
                        fences += 1;
                        field(out, n, at, fences, road, d);
                    }
                }
            }
        }
    }
    let turnpike = [v2(road, 0.0), v2(road, DEPTH)];
    out.section("[[ground.road]]", &Entries::new().text("name", "Turnpike").points("path", turnpike));
    if stream {
        brook(out, lake, road, d);
    }
    prizes
}

/// What is worth a task.
struct Prizes {
    road: f64,
    hold: Vec<&'static str>,
}

/// A ploughed field with a fence or a wall along its northern side, which lets the road through.
fn field(out: &mut Writer, name: &str, at: V2, number: u32, road: f64, d: &mut Seeded) {
    let (w, h) = (whole(d, 10.0, 16.0), whole(d, 6.0, 10.0));
    out.area("difficult", name, &oblong(at, w, h));
    let (kind, called) = if d.below(3) == 0 { ("wall", "Stone wall") } else { ("fence", "Rail fence") };
    let (west, east) = (at.x - w, at.x + w);
    let mut line = |name: String, from: f64, to: f64| {
        if to - from >= LEAST {
            let path = [v2(from, at.y + h + 1.0), v2(to, at.y + h + 1.0)];
            let of = Entries::new().text("kind", kind).text("name", name).points("path", path);
            out.section("[[ground.line]]", &of);
        }
    };
    if road + GATE <= west || road - GATE >= east {
        line(format!("{called} {number}"), west, east);
    } else {
        line(format!("{called} {number} west"), west, road - GATE);
        line(format!("{called} {number} east"), road + GATE, east);
    }
}

fn hill(out: &mut Writer, name: &str, at: V2, d: &mut Seeded) {
    let (length, width) = (whole(d, 26.0, 34.0), whole(d, 16.0, 22.0));
    let bearing = 70.0 + whole(d, 0.0, 40.0);
    out.hill(name, at, [length, width], bearing, d.below(3) == 0);
}

/// A hamlet on both sides of the road.
fn houses(out: &mut Writer, road: f64, y: f64, d: &mut Seeded) {
    let mut names = Deck::of(HOUSES);
    let lots = [(-8.0, -6.0), (8.0, -6.0), (-8.0, 6.0), (8.0, 6.0)];
    let n = 2 + d.below(3) as usize;
    for (dx, dy) in lots.into_iter().take(n) {
        let Some(name) = names.deal(d) else { return };
        let stone = d.below(4) == 0;
        let of = Entries::new().text("name", name).value("x", road + dx).value("y", y + dy);
        out.section("[[ground.building]]", &of.value("width", 9).value("depth", 7).value("stone", stone));
    }
}

/// A stream from side to side between the two rows of cells, with a bridge for the road.
fn brook(out: &mut Writer, lake: bool, road: f64, d: &mut Seeded) {
    let name = pick(d, &STREAMS);
    let course = std::array::from_fn(|_| whole(d, 78.0, 82.0));
    let of = Entries::new()
        .text("kind", "watercourse")
        .text("name", name)
        .points("path", stream(WIDTH, road, course));
    out.section("[[ground.area]]", &of.value("width", 3));
    let of = Entries::new().text("name", if lake { "The Causeway" } else { "The Bridge" });
    let of = of.value("x", road).value("y", course[0]).value("length", 7).value("width", 5);
    out.section("[[ground.bridge]]", &of);
}

/// A side as the dice raise it.
struct Host<'d> {
    south: bool,
    /// What its codes begin with.
    prefix: &'static str,
    states: &'static [(&'static str, &'static str)],
    numbers: Deck<u32>,
    d: &'d mut Seeded,
}

impl Host<'_> {
    /// A place, said for the side in the south; the other stands in its mirror.
    fn place(&self, x: f64, y: f64) -> Entries {
        Mirror { size: [WIDTH, DEPTH], south: self.south }.place(x, y)
    }

    /// Four to six regiments in two lines.
    fn regiments(&mut self, left: f64) -> Vec<Entries> {
        let in_line = self.d.below(3) == 0;
        let mut rows = Vec::new();
        for i in 0..4 + self.d.below(3) {
            let (short, long) = pick(self.d, self.states);
            let Some(n) = self.numbers.deal(self.d) else { break };
            let (row, file) = (i / 3, f64::from(i % 3));
            let (x, y) = (left + 14.0 * file, if row == 0 { 44.0 } else { 24.0 });
            let formation = if in_line && row == 0 { "line" } else { "attack_column" };
            let valour = pick(self.d, &[1, 1, 0, 0, 0, -1]);
            let figures = pick(self.d, &[30, 30, 30, 24]);
            let of = Entries::new()
                .text("code", format!("{n}{short}"))
                .text("name", format!("{} {long}", ordinal(n)))
                .text("arm", "infantry")
                .value("valour", valour)
                .value("figures", figures)
                .text("formation", formation);
            rows.push(of.and(self.place(x, y)));
        }
        rows
    }

    fn sharpshooters(&mut self, brigade: &str, left: f64) -> Option<Entries> {
        if self.d.below(2) != 0 {
            return None;
        }
        let of = Entries::new()
            .text("code", format!("{brigade}SS"))
            .text("name", "Sharpshooters")
            .text("arm", "infantry")
            .value("valour", 1)
            .text("weapon", "sharps_rifle")
            .value("figures", 6)
            .text("formation", "chain");
        Some(of.and(self.place(left + 14.0, 49.0)))
    }

    fn battery(&mut self, brigade: &str, x: f64) -> Entries {
        let guns = pick(self.d, &[4, 6]);
        let gun = pick(self.d, &["napoleon", "three_inch_rodman", "ten_pounder_parrott", "six_pounder"]);
        let letter = char::from(b'A' + self.d.below(12) as u8);
        let of = Entries::new()
            .text("code", format!("{brigade}Bty"))
            .text("name", format!("Battery {letter}"))
            .text("arm", "battery")
            .text("gun", gun)
            .value("guns", guns)
            .value("valour", self.d.below(2))
            .text("formation", "march_column");
        of.and(self.place(x, 42.0))
    }

    fn wagon(&self) -> Entries {
        let of = Entries::new().text("code", format!("{}W", self.prefix));
        of.text("name", "Ammunition wagon").text("arm", "wagon").and(self.place(115.0, 12.0))
    }

    /// Two battalions of cavalry on a wing.
    fn cavalry(&mut self, wing: usize) -> Vec<Entries> {
        let n = self.numbers.deal(self.d).unwrap_or(61);
        let figures = if self.south { [20, 10] } else { [18, 12] };
        let xs = if wing == 0 { [32.0, 14.0] } else { [200.0, 220.0] };
        let battalion = |i: usize| {
            let of = Entries::new()
                .text("code", format!("{n}{}C{}", self.prefix, i + 1))
                .text(
                    "name",
                    format!("{} Cavalry, {}", ordinal(n), ["first battalion", "second battalion"][i]),
                )
                .text("arm", "cavalry")
                .text("weapon", "sharps_carbine")
                .value("valour", 0)
                .value("figures", figures[i])
                .text("formation", "line")
                .value("in_march", true);
            of.and(self.place(xs[i], 32.0))
        };
        [0, 1].map(battalion).into()
    }
}

/// Raises a side: two brigades of four to six regiments with a battery each, skirmishers, cavalry on one wing, a wagon.
fn raise(out: &mut Writer, south: bool, prizes: &Prizes, d: &mut Seeded) {
    let (name, nation, edge, generals) = if south {
        ("Union", "union", "south", GENERALS[0])
    } else {
        ("Confederates", "confederate", "north", GENERALS[1])
    };
    let of = Entries::new().text("name", name).text("nation", nation).text("edge", edge);
    let briefing = say!("generated-side-briefing").to_string();
    out.section("[[side]]", &of.text("briefing", briefing));
    let mut generals = Deck::of(generals);
    let wing = d.below(2) as usize;
    let mut host = Host {
        south,
        prefix: if south { "U" } else { "C" },
        states: if south { &UNION } else { &SOUTH },
        numbers: Deck::of(1..=60),
        d,
    };
    for b in 0..2usize {
        let code = format!("{}{}", host.prefix, b + 1);
        let general = generals.deal(host.d).unwrap_or("Smith");
        let left = if b == 0 { 48.0 } else { 140.0 } + whole(host.d, 0.0, 8.0);
        let weapon = pick(host.d, &["rifled_musket", "rifled_musket", "percussion_musket"]);
        let mut rows = host.regiments(left);
        rows.extend(host.sharpshooters(&code, left));
        rows.push(host.battery(&code, [106.0, 124.0][b]));
        if b == 0 {
            rows.push(host.wagon());
        }
        if b == wing {
            rows.extend(host.cavalry(wing));
        }
        let leader = Entries::new().text("name", format!("Gen. {general}")).text("code", general);
        let of = Entries::new()
            .text("code", code)
            .text("name", format!("{general}'s Brigade"))
            .table("general", &leader.and(host.place(left + 22.0, 29.0)))
            .text("weapon", weapon);
        out.section("[[side.command]]", &of.rows("unit", &rows));
    }
    let ground = (!prizes.hold.is_empty()).then(|| pick(host.d, &prizes.hold));
    out.tasks(v2(prizes.road, 80.0), 12, ground);
}

/// What may be chosen of a battle by the dice.
pub static GENERATOR: Generator = Generator {
    choices: &[Choice {
        name: "terrain",
        means: || say!("choose-terrain"),
        options: &[
            ("farmland", || say!("farmland")),
            ("woodland", || say!("woodland")),
            ("mountains", || say!("mountains")),
            ("steppe", || say!("steppe")),
            ("coast", || say!("coast")),
        ],
        default: None,
    }],
    make: |chosen, number| scenario(TerrainKind::ALL[chosen[0]], number),
};
