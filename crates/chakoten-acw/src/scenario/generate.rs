//! A battle by the dice: two brigades a side on ground of a kind, written down as a scenario that the reader accepts. The
//! book has no rules for laying ground (01.05.1 leaves it to the organiser); these are ours.

use std::fmt::Write as _;
use umpire::Seeded;

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

/// A list dealt like cards.
struct Deck<T>(Vec<T>);

impl<T: Clone> Deck<T> {
    fn of(all: &[T]) -> Deck<T> {
        Deck(all.to_vec())
    }

    fn deal(&mut self, d: &mut Seeded) -> Option<T> {
        if self.0.is_empty() {
            return None;
        }
        let i = d.below(self.0.len() as u32) as usize;
        Some(self.0.remove(i))
    }
}

/// A whole number of cm from `lo` to `hi`.
fn between(d: &mut Seeded, lo: f64, hi: f64) -> f64 {
    lo + f64::from(d.below((hi - lo).max(0.0) as u32 + 1))
}

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
    let mut ground = String::new();
    let prizes = lay(&mut ground, kind, d);
    let mut forces = String::new();
    for south in [true, false] {
        raise(&mut forces, south, &prizes, d);
    }
    let hamlet = HAMLETS[d.below(HAMLETS.len() as u32) as usize];
    let month = ["April", "May", "June", "July", "September", "October"][d.below(6) as usize];
    let year = 1862 + d.below(3);
    let hour =
        ["soon after sunrise", "a clear morning", "towards noon", "in the afternoon"][d.below(4) as usize];
    format!(
        "# vedette scenario generate chakoten-acw --terrain {kind} --seed {seed}\n\
         book = \"chakoten-acw\"\n\
         title = \"Two brigades near {hamlet} ({kind}, {seed})\"\n\
         period = \"{month} {year}, {hour}\"\n\
         briefing = \"\"\"\n\
         Two brigades a side meet on the road. Every brigade has a battery, either side some cavalry and an ammunition wagon,\n\
         and neither knows what is behind the regiments it sees.\n\
         \"\"\"\n\
         turns = 20\n\n\
         [table]\n\
         width = {WIDTH}\n\
         depth = {DEPTH}\n\n\
         {ground}{forces}",
        kind = kind.name()
    )
}

/// Lays the ground; the names of pieces worth holding, and the place where the road goes on.
fn lay(out: &mut String, kind: TerrainKind, d: &mut Seeded) -> Prizes {
    let mut cells: Deck<(u32, usize)> = Deck((0..COLUMNS).flat_map(|c| [(c, 0), (c, 1)]).collect());
    let (streams, hamlets) = kind.chances();
    let road = between(d, 90.0, 150.0);
    let stream = d.below(6) < streams;
    let hamlet = d.below(6) < hamlets;
    let mut prizes = Prizes { road, hold: Vec::new() };
    let cell_of = |x: f64| ((x / CELL.0) as u32).min(COLUMNS - 1);
    if hamlet {
        // It stands on the road, on one bank.
        let row = d.below(2) as usize;
        cells.0.retain(|(c, r)| *r != row || c.abs_diff(cell_of(road)) > 0);
        houses(out, road, ROWS[row], d);
    }
    let lake = kind == TerrainKind::Coast;
    if lake {
        let east = d.below(2) == 1;
        let column = if east { COLUMNS - 1 } else { 0 };
        cells.0.retain(|(c, _)| *c != column);
        let shore = between(d, 18.0, 30.0);
        let x = |v: f64| if east { WIDTH - v } else { v };
        area(
            out,
            "lake",
            "The Sound",
            &[
                [x(0.0), 52.0],
                [x(shore), 56.0],
                [x(shore - 4.0), 80.0],
                [x(shore + 4.0), 100.0],
                [x(0.0), 108.0],
            ],
        );
    }
    let mut names = (Deck::of(&WOODS), Deck::of(&FIELDS), Deck::of(&HILLS), Deck::of(&SWAMPS));
    let mut fences = 0;
    for (piece, [least, most]) in kind.pieces() {
        for _ in 0..least + d.below(most - least + 1) {
            let Some((c, r)) = cells.deal(d) else { break };
            let x = (f64::from(c) + 0.5) * CELL.0 + between(d, 0.0, 8.0) - 4.0;
            let y = ROWS[r];
            match piece {
                Piece::Hill => {
                    if let Some(n) = names.2.deal(d) {
                        hill(out, n, x, y, d);
                        prizes.hold.push(n);
                    }
                }
                Piece::Wood => {
                    if let Some(n) = names.0.deal(d) {
                        area(out, "wood", n, &blob(x, y, d));
                        prizes.hold.push(n);
                    }
                }
                Piece::Swamp => {
                    if let Some(n) = names.3.deal(d) {
                        area(out, "swamp", n, &blob(x, y, d));
                    }
                }
                Piece::Field => {
                    if let Some(n) = names.1.deal(d) {
                        let (w, h) = (between(d, 10.0, 16.0), between(d, 6.0, 10.0));
                        let edge = [[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]];
                        area(out, "difficult", n, &edge);
                        fences += 1;
                        let fence =
                            if d.below(3) == 0 { ("wall", "Stone wall") } else { ("fence", "Rail fence") };
                        let _ = writeln!(
                            out,
                            "[[ground.line]]\nkind = \"{}\"\nname = \"{} {fences}\"\npath = [[{}, {}], [{}, {}]]\n",
                            fence.0,
                            fence.1,
                            x - w,
                            y + h + 1.0,
                            x + w,
                            y + h + 1.0
                        );
                    }
                }
            }
        }
    }
    let _ = writeln!(out, "[[ground.road]]\nname = \"Turnpike\"\npath = [[{road}, 0], [{road}, {DEPTH}]]\n");
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

fn area(out: &mut String, kind: &str, name: &str, outline: &[[f64; 2]]) {
    let corners: Vec<String> = outline.iter().map(|[x, y]| format!("[{x}, {y}]")).collect();
    let _ = writeln!(
        out,
        "[[ground.area]]\nkind = \"{kind}\"\nname = \"{name}\"\noutline = [{}]\n",
        corners.join(", ")
    );
}

/// An outline of eight corners that stays in its cell.
fn blob(x: f64, y: f64, d: &mut Seeded) -> Vec<[f64; 2]> {
    const ROUND: [(f64, f64); 8] = [
        (1.0, 0.0),
        (0.7, 0.7),
        (0.0, 1.0),
        (-0.7, 0.7),
        (-1.0, 0.0),
        (-0.7, -0.7),
        (0.0, -1.0),
        (0.7, -0.7),
    ];
    ROUND
        .iter()
        .map(|(a, b)| {
            let (w, h) = (between(d, 11.0, 16.0), between(d, 7.0, 11.0));
            [(x + a * w).round(), (y + b * h).round()]
        })
        .collect()
}

fn hill(out: &mut String, name: &str, x: f64, y: f64, d: &mut Seeded) {
    let (length, width) = (between(d, 26.0, 34.0), between(d, 16.0, 22.0));
    let bearing = 70.0 + between(d, 0.0, 40.0);
    let _ = writeln!(out, "[[ground.hill]]\nname = \"{name}\"");
    let mut step = |l: f64, w: f64| {
        let _ = writeln!(
            out,
            "[[ground.hill.step]]\noval = {{ x = {x}, y = {y}, length = {l}, width = {w}, bearing = {bearing} }}"
        );
    };
    step(length, width);
    if d.below(3) == 0 {
        step((length * 0.5).round(), (width * 0.5).round());
    }
    out.push('\n');
}

/// A hamlet on both sides of the road.
fn houses(out: &mut String, road: f64, y: f64, d: &mut Seeded) {
    let mut names = Deck::of(&HOUSES);
    let lots = [(-8.0, -6.0), (8.0, -6.0), (-8.0, 6.0), (8.0, 6.0)];
    let n = 2 + d.below(3) as usize;
    for (dx, dy) in lots.into_iter().take(n) {
        let Some(name) = names.deal(d) else { return };
        let stone = d.below(4) == 0;
        let _ = writeln!(
            out,
            "[[ground.building]]\nname = \"{name}\"\nx = {}\ny = {}\nwidth = 9\ndepth = 7\nstone = {stone}\n",
            road + dx,
            y + dy
        );
    }
}

/// A stream from side to side between the two rows of cells, with a bridge for the road.
fn brook(out: &mut String, lake: bool, road: f64, d: &mut Seeded) {
    let name = STREAMS[d.below(STREAMS.len() as u32) as usize];
    let at = |d: &mut Seeded| between(d, 78.0, 82.0);
    let bridge = at(d);
    let (w, e) = (at(d), at(d));
    let (mw, me) = (at(d), at(d));
    let width = 3.0;
    let _ = writeln!(
        out,
        "[[ground.area]]\nkind = \"watercourse\"\nname = \"{name}\"\npath = [[0, {w}], [{}, {mw}], [{}, {bridge}], \
         [{}, {bridge}], [{}, {me}], [{WIDTH}, {e}]]\nwidth = {width}\n",
        (road / 2.0).round(),
        road - 10.0,
        road + 10.0,
        ((road + WIDTH) / 2.0).round(),
    );
    let _ = writeln!(
        out,
        "[[ground.bridge]]\nname = \"{}\"\nx = {road}\ny = {bridge}\nlength = 7\nwidth = 5\n",
        if lake { "The Causeway" } else { "The Bridge" }
    );
}

fn ordinal(n: u32) -> String {
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}

/// Raises a side: two brigades of four to six regiments with a battery each, skirmishers, cavalry on one wing, a wagon.
fn raise(out: &mut String, south: bool, prizes: &Prizes, d: &mut Seeded) {
    let (name, nation, edge, states, generals, prefix) = if south {
        ("Union", "union", "south", &UNION, &GENERALS[0], "U")
    } else {
        ("Confederates", "confederate", "north", &SOUTH, &GENERALS[1], "C")
    };
    // Written for the side in the south; the other stands in its mirror.
    let place = |x: f64, y: f64| {
        if south {
            format!("x = {x}, y = {y}, facing = 0")
        } else {
            format!("x = {}, y = {}, facing = 180", WIDTH - x, DEPTH - y)
        }
    };
    let _ = writeln!(
        out,
        "[[side]]\nname = \"{name}\"\nnation = \"{nation}\"\nedge = \"{edge}\"\nbriefing = \"Drive the enemy from the road \
         and hold it. You do not know how strong he is.\"\n"
    );
    let mut numbers: Deck<u32> = Deck((1..=60).collect());
    let mut generals = Deck::of(generals);
    let wing = d.below(2) as usize;
    for b in 0..2usize {
        let code = format!("{prefix}{}", b + 1);
        let general = generals.deal(d).unwrap_or("Smith");
        let left = if b == 0 { 48.0 } else { 140.0 } + between(d, 0.0, 8.0);
        let weapon = ["rifled_musket", "rifled_musket", "percussion_musket"][d.below(3) as usize];
        let _ = writeln!(
            out,
            "[[side.command]]\ncode = \"{code}\"\nname = \"{general}'s Brigade\"\n\
             general = {{ name = \"Gen. {general}\", code = \"{general}\", {} }}\nweapon = \"{weapon}\"\nunit = [",
            place(left + 22.0, 29.0)
        );
        let in_line = d.below(3) == 0;
        for i in 0..4 + d.below(3) {
            let (Some((short, long)), Some(n)) = (states.get(d.below(10) as usize).copied(), numbers.deal(d))
            else {
                break;
            };
            let (row, file) = (i / 3, f64::from(i % 3));
            let (x, y) = (left + 14.0 * file, if row == 0 { 44.0 } else { 24.0 });
            let formation = if in_line && row == 0 { "line" } else { "attack_column" };
            let valour = [1, 1, 0, 0, 0, -1][d.below(6) as usize];
            let figures = [30, 30, 30, 24][d.below(4) as usize];
            let _ = writeln!(
                out,
                "  {{ code = \"{n}{short}\", name = \"{} {long}\", arm = \"infantry\", valour = {valour}, figures = {figures}, \
                 formation = \"{formation}\", {} }},",
                ordinal(n),
                place(x, y)
            );
        }
        if d.below(2) == 0 {
            let _ = writeln!(
                out,
                "  {{ code = \"{code}SS\", name = \"Sharpshooters\", arm = \"infantry\", valour = 1, weapon = \"sharps_rifle\", \
                 figures = 6, formation = \"chain\", {} }},",
                place(left + 14.0, 49.0)
            );
        }
        let guns = [4, 6][d.below(2) as usize];
        let gun =
            ["napoleon", "three_inch_rodman", "ten_pounder_parrott", "six_pounder"][d.below(4) as usize];
        let letter = char::from(b'A' + d.below(12) as u8);
        let _ = writeln!(
            out,
            "  {{ code = \"{code}Bty\", name = \"Battery {letter}\", arm = \"battery\", gun = \"{gun}\", guns = {guns}, \
             valour = {}, formation = \"march_column\", {} }},",
            d.below(2),
            place([106.0, 124.0][b], 42.0)
        );
        if b == 0 {
            let _ = writeln!(
                out,
                "  {{ code = \"{prefix}W\", name = \"Ammunition wagon\", arm = \"wagon\", {} }},",
                place(115.0, 12.0)
            );
        }
        if b == wing {
            let n = numbers.deal(d).unwrap_or(61);
            let figures = if south { [20, 10] } else { [18, 12] };
            let xs = if wing == 0 { [32.0, 14.0] } else { [200.0, 220.0] };
            for (i, (figures, x)) in figures.into_iter().zip(xs).enumerate() {
                let _ = writeln!(
                    out,
                    "  {{ code = \"{n}{prefix}C{}\", name = \"{} Cavalry, {}\", arm = \"cavalry\", weapon = \"sharps_carbine\", \
                     valour = 0, figures = {figures}, formation = \"line\", in_march = true, {} }},",
                    i + 1,
                    ordinal(n),
                    ["first battalion", "second battalion"][i],
                    place(x, 32.0)
                );
            }
        }
        out.push_str("]\n\n");
    }
    let _ = writeln!(
        out,
        "[[side.task]]\ntask = \"hold\"\nplace = [{}, 80]\nwithin = 12\npoints = 6\n",
        prizes.road
    );
    if !prizes.hold.is_empty() {
        let n = prizes.hold[d.below(prizes.hold.len() as u32) as usize];
        let _ = writeln!(out, "[[side.task]]\ntask = \"hold\"\nground = \"{n}\"\npoints = 3\n");
    }
    out.push_str("[[side.task]]\ntask = \"losses\"\npercent = 25\npoints = 3\n\n");
}
