//! A battle by the dice: two brigades a side of any two nations on ground of a kind, written down as a scenario that the reader accepts.
//! The book has no rules for laying ground or raising armies (01.01.1 leaves them to the brief); these are ours.

use crate::book::nations::{self, Date, Kind, NATIONS};
use crate::say;
use crate::troop::{Arm, Harness, Nation, Weight};
use desk::{Choice, Generator};
use muster::generate::{Deck, Entries, Mirror, Writer, blob, oblong, pick, stream, whole};
use muster::name_of;
use table::{V2, v2};
use umpire::Seeded;
use words::Says;

/// What the country is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerrainKind {
    /// Fields with hedges, a few plantations, a village, mostly a stream with a bridge.
    Farmland,
    /// Woods everywhere, a clearing or two.
    Woodland,
    /// Hills of one and two steps, woods between them.
    Hills,
    /// Hardly anything to hide behind.
    OpenCountry,
}

impl TerrainKind {
    pub const ALL: [TerrainKind; 4] =
        [TerrainKind::Farmland, TerrainKind::Woodland, TerrainKind::Hills, TerrainKind::OpenCountry];

    /// As it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            TerrainKind::Farmland => "farmland",
            TerrainKind::Woodland => "woodland",
            TerrainKind::Hills => "hills",
            TerrainKind::OpenCountry => "open-country",
        }
    }

    /// Hills, woods, plantations and fields; the least and the most of each.
    fn pieces(self) -> [(Piece, [u32; 2]); 4] {
        let [h, w, p, f] = match self {
            TerrainKind::Farmland => [[0, 2], [0, 1], [1, 2], [2, 4]],
            TerrainKind::Woodland => [[0, 2], [4, 6], [1, 2], [0, 1]],
            TerrainKind::Hills => [[4, 6], [1, 2], [0, 1], [0, 1]],
            TerrainKind::OpenCountry => [[0, 1], [0, 1], [0, 0], [0, 1]],
        };
        [(Piece::Hill, h), (Piece::Wood, w), (Piece::Plantation, p), (Piece::Field, f)]
    }

    /// How often of six there is a stream, and how often a village.
    fn chances(self) -> (u32, u32) {
        match self {
            TerrainKind::Farmland => (4, 6),
            TerrainKind::Woodland => (3, 2),
            TerrainKind::Hills => (3, 3),
            TerrainKind::OpenCountry => (2, 2),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Hill,
    Wood,
    Plantation,
    Field,
}

/// The nations that can be chosen.
const HOSTS: [Nation; 8] = [
    Nation::France,
    Nation::Prussia,
    Nation::Russia,
    Nation::Austria,
    Nation::England,
    Nation::Bavaria,
    Nation::Saxony,
    Nation::Denmark,
];

const WIDTH: f64 = 300.0;
const DEPTH: f64 = 200.0;
/// The ground lies between the two sides' zones, in cells of this size on either side of the middle line.
const COLUMNS: u32 = 6;
const CELL: f64 = 50.0;
const ROWS: [f64; 2] = [80.0, 120.0];
/// How far woods reach in their cells, to the sides and up and down.
const BLOB: [[f64; 2]; 2] = [[14.0, 20.0], [8.0, 12.0]];
/// The autumn of 1813, in which every nation was in the field.
const MONTHS: [(u8, [u8; 2]); 3] = [(8, [23, 31]), (9, [1, 30]), (10, [1, 31])];
const HOURS: [&str; 4] = ["06:30", "08:00", "10:00", "13:30"];

const VILLAGES: [&str; 6] =
    ["Rabenau", "Lindenthal", "Gross Beucha", "Wartenberg", "Dennewalde", "Klein Gossa"];
const HILLS: [&str; 7] =
    ["Windmill Hill", "Gallows Hill", "Kirchberg", "Fox Hill", "Wachberg", "Bald Hill", "Kolmberg"];
const WOODS: [&str; 8] = [
    "Crow Wood",
    "Owl Wood",
    "Fir Wood",
    "University Wood",
    "Oak Wood",
    "The Thicket",
    "Birch Wood",
    "Alder Wood",
];
const PARKS: [&str; 4] = ["The Park", "The Orchard", "Manor Park", "The Avenue Trees"];
const FIELDS: [&str; 6] =
    ["The Ploughland", "Rye Field", "The Stubble", "Turnip Field", "Barley Field", "Potato Field"];
const HOUSES: [&str; 4] = ["Inn", "Farm", "Smithy", "Parsonage"];
const STREAMS: [&str; 4] = ["Mill Brook", "The Parthe", "Black Water", "Goose Brook"];
const NAMES: [&str; 16] = [
    "Albrecht", "Brandt", "Colomb", "Delmas", "Ernst", "Ferrand", "Gerlach", "Hoym", "Ivanov", "Jacobi",
    "Keller", "Lorge", "Morand", "Nolde", "Osten", "Petit",
];

/// A battle on this ground between these nations. The same number gives the same battle.
///
/// ```
/// use chakoten_napoleonic::scenario::{self, generate};
/// use chakoten_napoleonic::troop::Nation;
/// let text = generate::scenario(generate::TerrainKind::Farmland, [Nation::France, Nation::Russia], 7);
/// assert!(scenario::read("generated", &text).is_ok());
/// ```
pub fn scenario(kind: TerrainKind, nations: [Nation; 2], seed: u64) -> String {
    let mut d = Seeded::from_number(seed.wrapping_mul(31).wrapping_add(kind as u64));
    let d = &mut d;
    let (month, days) = pick(d, &MONTHS);
    let day = days[0] + d.below(u32::from(days[1] - days[0]) + 1) as u8;
    let date = Date { year: 1813, month, day };
    let mut rest = Writer::new();
    let village = pick(d, &VILLAGES);
    let prizes = lay(&mut rest, kind, village, d);
    let mut officers = Deck::of(NAMES);
    for (south, nation) in [(true, nations[0]), (false, nations[1])] {
        raise(&mut rest, south, nation, date, &prizes, &mut officers, d);
    }
    let [one, other] = nations.map(|n| people(n)());
    let hour = pick(d, &HOURS);
    let name = kind.name();
    let [a, b] = nations.map(word);
    let mut w = Writer::new();
    w.remark(&format!(
        "vedette scenario generate chakoten-napoleonic --terrain {name} --south {a} --north {b} --seed {seed}"
    ));
    w.head(
        &Entries::new()
            .text("book", crate::book::ID)
            .text("title", say!("generated-title", one, other, village, kind = name, seed).to_string())
            .text("date", format!("{:04}-{:02}-{:02}", date.year, date.month, date.day))
            .text("time", hour)
            .text("place", village)
            .lines("briefing", &say!("generated-briefing").to_string())
            .value("turns", 20),
    );
    w.section("[table]", &Entries::new().value("width", WIDTH).value("depth", DEPTH));
    w.finish() + &rest.finish()
}

/// The word of a nation in a scenario.
fn word(n: Nation) -> &'static str {
    NATIONS.iter().find(|(_, x)| *x == n).map_or("other", |(w, _)| w)
}

fn people(n: Nation) -> Says {
    match n {
        Nation::Bavaria => || say!("nation-bavaria"),
        Nation::Denmark => || say!("nation-denmark"),
        Nation::England => || say!("nation-england"),
        Nation::Prussia => || say!("nation-prussia"),
        Nation::Russia => || say!("nation-russia"),
        Nation::Saxony => || say!("nation-saxony"),
        Nation::Austria => || say!("nation-austria"),
        _ => || say!("nation-france"),
    }
}

/// What is worth a task.
struct Prizes {
    road: f64,
    hold: Vec<&'static str>,
}

/// Lays the ground; the names of pieces worth holding, and the place where the road goes on.
fn lay(out: &mut Writer, kind: TerrainKind, village: &'static str, d: &mut Seeded) -> Prizes {
    let mut cells = Deck::of((0..COLUMNS).flat_map(|c| [(c, 0), (c, 1)]));
    let (streams, villages) = kind.chances();
    let road = whole(d, 130.0, 170.0);
    let stream = d.below(6) < streams;
    let mut prizes = Prizes { road, hold: Vec::new() };
    let column = ((road / CELL) as u32).min(COLUMNS - 1);
    // The road keeps to open ground.
    cells.keep(|(c, _)| *c != column);
    if d.below(6) < villages {
        let row = d.below(2) as usize;
        houses(out, village, v2(road, ROWS[row]), d);
        prizes.hold.push(village);
    }
    let mut names = (Deck::of(HILLS), Deck::of(WOODS), Deck::of(PARKS), Deck::of(FIELDS));
    for (piece, [least, most]) in kind.pieces() {
        for _ in 0..least + d.below(most - least + 1) {
            let Some((c, r)) = cells.deal(d) else { break };
            let at = v2((f64::from(c) + 0.5) * CELL + whole(d, 0.0, 6.0) - 3.0, ROWS[r]);
            let outline = |d: &mut Seeded| blob(d, at, BLOB);
            match piece {
                Piece::Hill => {
                    if let Some(n) = names.0.deal(d) {
                        hill(out, n, at, d);
                        prizes.hold.push(n);
                    }
                }
                Piece::Wood => {
                    if let Some(n) = names.1.deal(d) {
                        out.area("wood", n, &outline(d));
                    }
                }
                Piece::Plantation => {
                    if let Some(n) = names.2.deal(d) {
                        out.area("plantation", n, &outline(d));
                        prizes.hold.push(n);
                    }
                }
                Piece::Field => {
                    if let Some(n) = names.3.deal(d) {
                        field(out, n, at, d);
                    }
                }
            }
        }
    }
    let high = Entries::new().text("name", "High Road").points("path", [v2(road, 0.0), v2(road, DEPTH)]);
    out.section("[[ground.road]]", &high);
    if stream {
        brook(out, road, d);
    }
    prizes
}

/// A ploughed field with a hedge or a wall along its northern side.
fn field(out: &mut Writer, name: &str, at: V2, d: &mut Seeded) {
    let (w, h) = (whole(d, 12.0, 18.0), whole(d, 6.0, 10.0));
    out.area("difficult", name, &oblong(at, w, h));
    let (kind, called) =
        pick(d, &[("hedge", "Hedge"), ("hedge", "Fence"), ("low-wall", "Low wall"), ("bank", "Bank")]);
    let y = at.y + (h + 1.0);
    let path = [v2(at.x - w, y), v2(at.x + w, y)];
    let of =
        Entries::new().text("kind", kind).text("name", format!("{called} of {name}")).points("path", path);
    out.section("[[ground.line]]", &of);
}

fn hill(out: &mut Writer, name: &str, at: V2, d: &mut Seeded) {
    let (length, width) = (whole(d, 32.0, 42.0), whole(d, 20.0, 28.0));
    let bearing = 70.0 + whole(d, 0.0, 40.0);
    out.hill(name, at, [length, width], bearing, d.below(2) == 0);
}

/// A village on both sides of the road, with a church and a garden.
fn houses(out: &mut Writer, name: &str, at: V2, d: &mut Seeded) {
    out.area("town", name, &oblong(at, 22.0, 14.0));
    let mut names = Deck::of(HOUSES);
    let church = Entries::new()
        .text("name", format!("Church of {name}"))
        .value("x", at.x + 9.0)
        .value("y", at.y + 6.0);
    let church = church.value("width", 7).value("depth", 9).text("strong", pick(d, &["II", "II", "III"]));
    out.section("[[ground.building]]", &church.value("holds", 12));
    for (dx, dy) in [(-9.0, -6.0), (9.0, -7.0), (-9.0, 6.0)].into_iter().take(1 + d.below(3) as usize) {
        let Some(name) = names.deal(d) else { return };
        let of = Entries::new().text("name", name).value("x", at.x + dx).value("y", at.y + dy);
        out.section("[[ground.building]]", &of.value("width", 8).value("depth", 6));
    }
    out.area("garden", "Kitchen garden", &oblong(v2(at.x - 18.0, at.y), 3.0, 5.0));
}

/// A stream from side to side between the two rows of cells, with a bridge for the road.
fn brook(out: &mut Writer, road: f64, d: &mut Seeded) {
    let name = pick(d, &STREAMS);
    let course = std::array::from_fn(|_| whole(d, 98.0, 102.0));
    let of =
        Entries::new().text("kind", "water").text("name", name).points("path", stream(WIDTH, road, course));
    out.section("[[ground.area]]", &of.value("width", pick(d, &[1.0, 2.0, 3.0])));
    let of =
        Entries::new().text("kind", pick(d, &["wooden_bridge", "stone_bridge"])).text("name", "The Bridge");
    let of = of.value("x", road).value("y", course[0]).value("length", 6).value("width", 4);
    out.section("[[ground.crossing]]", &of);
}

/// A side as the dice raise it.
struct Host<'d> {
    south: bool,
    nation: Nation,
    date: Date,
    /// What its codes begin with.
    prefix: &'static str,
    count: u32,
    /// How many of each kind there are already.
    raised: Vec<(&'static str, u32)>,
    d: &'d mut Seeded,
}

impl Host<'_> {
    /// A place, said for the side in the south; the other stands in its mirror.
    fn place(&self, x: f64, y: f64) -> Entries {
        Mirror { size: [WIDTH, DEPTH], south: self.south }.place(x, y)
    }

    /// A kind of the arm of which there may be one more.
    fn kind(&mut self, arm: Arm) -> Option<&'static Kind> {
        let (nation, date, raised) = (self.nation, self.date, &self.raised);
        let room = |k: &Kind| {
            nations::data().limits.iter().filter(|l| l.holds(nation, arm, Some(k))).all(|l| {
                let n = raised.iter().filter(|r| r.0 == k.word).map(|r| r.1).sum::<u32>();
                l.only.is_none_or(|o| nations::within(o, date))
                    && (l.squadrons || l.most.is_none_or(|m| n < m))
            })
        };
        let usual = |k: &Kind| {
            let whole = k.figures.is_some() && !k.troops.craftsmen && !k.word.starts_with("free_corps");
            let numbers =
                arm == Arm::Artillery || k.companies.is_some_and(|c| arm == Arm::Cavalry || c.0 > 1);
            whole && numbers && k.weapon.is_some() && k.word != "regimental_guns"
        };
        let all: Vec<&'static Kind> = nations::kinds(nation, arm).filter(|k| usual(k) && room(k)).collect();
        if all.is_empty() {
            return None;
        }
        let k = pick(self.d, &all);
        self.raised.push((k.word, 1));
        Some(k)
    }

    /// What every unit has: code, name, kind, valour, strength.
    fn unit(&mut self, k: &'static Kind) -> (Entries, u32) {
        self.count += 1;
        let n = self.count;
        let (least, most) = k.companies.unwrap_or((1, 1));
        let companies = if k.arm == Arm::Cavalry { least.max(most.min(4)) } else { least };
        let (a, b) = k.strength(companies).unwrap_or((10, 10));
        let figures = u32::from(a) + self.d.below(u32::from(b - a) + 1);
        let of = Entries::new()
            .text("code", format!("{}{n}", self.prefix))
            .text("name", format!("{}{n}, {}", self.prefix, k.name))
            .text("kind", k.word)
            .text(
                "arm",
                match k.arm {
                    Arm::Infantry => "infantry",
                    Arm::Cavalry => "cavalry",
                    _ => "battery",
                },
            )
            .value("valour", pick(self.d, &[1, 1, 0, 0, 0, -1]))
            .value("figures", figures);
        let of = if least == most || k.arm == Arm::Artillery { of } else { of.value("companies", companies) };
        (of, figures)
    }

    /// Four or five battalions in two lines.
    fn battalions(&mut self, left: f64) -> Vec<Entries> {
        let mut rows = Vec::new();
        for i in 0..4 + self.d.below(2) {
            let Some(k) = self.kind(Arm::Infantry) else { break };
            let (row, file) = (i / 3, f64::from(i % 3));
            let (x, y) = (left + 22.0 * file, if row == 0 { 46.0 } else { 28.0 });
            rows.push(self.unit(k).0.text("formation", "attack_column").and(self.place(x, y)));
        }
        rows
    }

    fn battery(&mut self, x: f64) -> Option<Entries> {
        let k = self.kind(Arm::Artillery)?;
        let guns = k.guns.as_ref()?;
        let piece = nations::gun(pick(self.d, &guns.pieces))?;
        let drawn = |h: &&Harness| nations::horses(guns.guns, **h, nations::twelve(piece), false).is_some();
        let may: Vec<Harness> = guns.harness.iter().filter(drawn).copied().collect();
        let harness = pick(self.d, &may);
        let of = self.unit(k).0.text("gun", piece.name).text("harness", name_of(&harness));
        Some(of.text("formation", "line").and(self.place(x, 46.0)))
    }

    fn horse(&mut self, x: f64) -> Option<Entries> {
        let k = self.kind(Arm::Cavalry)?;
        let weight = pick(self.d, &k.weights);
        let (of, figures) = self.unit(k);
        let of = of.text("weight", name_of(&weight)).text("formation", "attack_column");
        // No deeper than there is room behind it.
        let of = if weight == Weight::Cossack { of } else { of.value("files", (figures / 6).clamp(3, 10)) };
        Some(of.and(self.place(x, 46.0)))
    }
}

/// Raises a side: two brigades of four or five battalions with a battery each, two regiments of horse on one wing, a wagon.
fn raise(
    out: &mut Writer,
    south: bool,
    nation: Nation,
    date: Date,
    prizes: &Prizes,
    officers: &mut Deck<&'static str>,
    d: &mut Seeded,
) {
    let edge = if south { "south" } else { "north" };
    let of = Entries::new().text("name", people(nation)().to_string()).text("nation", word(nation));
    let briefing = say!("generated-side-briefing").to_string();
    out.section("[[side]]", &of.text("edge", edge).text("briefing", briefing));
    let wing = d.below(2) as usize;
    let prefix = if south { "A" } else { "B" };
    let mut host = Host { south, nation, date, prefix, count: 0, raised: Vec::new(), d };
    for b in 0..2usize {
        let code = format!("{prefix}-{}", ["I", "II"][b]);
        let general = officers.deal(host.d).unwrap_or("Schmidt");
        let left = [62.0, 194.0][b];
        let mut rows = host.battalions(left);
        rows.extend(host.battery([130.0, 170.0][b]));
        if b == 0 {
            let of = Entries::new().text("code", format!("{prefix}W")).text("name", "Ammunition wagon");
            rows.push(of.text("arm", "wagon").and(host.place(150.0, 18.0)));
        }
        if b == wing {
            let xs = if wing == 0 { [18.0, 38.0] } else { [262.0, 282.0] };
            rows.extend(xs.into_iter().filter_map(|x| host.horse(x)));
        }
        let leader = Entries::new().text("name", general).text("code", general);
        let of = Entries::new()
            .text("code", code)
            .text("name", general)
            .table("commander", &leader.and(host.place([116.0, 184.0][b], 24.0)));
        out.section("[[side.command]]", &of.rows("unit", &rows));
    }
    let ground = (!prizes.hold.is_empty()).then(|| pick(host.d, &prizes.hold));
    out.tasks(v2(prizes.road, 100.0), 14, ground);
}

/// The nations as choices of the command line.
const PEOPLES: &[(&str, Says)] = &[
    ("france", || say!("nation-france")),
    ("prussia", || say!("nation-prussia")),
    ("russia", || say!("nation-russia")),
    ("austria", || say!("nation-austria")),
    ("england", || say!("nation-england")),
    ("bavaria", || say!("nation-bavaria")),
    ("saxony", || say!("nation-saxony")),
    ("denmark", || say!("nation-denmark")),
];

/// What may be chosen of a battle by the dice.
pub static GENERATOR: Generator = Generator {
    choices: &[
        Choice {
            name: "terrain",
            means: || say!("choose-terrain"),
            options: &[
                ("farmland", || say!("farmland")),
                ("woodland", || say!("woodland")),
                ("hills", || say!("hills")),
                ("open-country", || say!("open-country")),
            ],
            default: None,
        },
        Choice { name: "south", means: || say!("choose-south"), options: PEOPLES, default: Some(0) },
        Choice { name: "north", means: || say!("choose-north"), options: PEOPLES, default: Some(2) },
    ],
    make: |chosen, number| {
        scenario(TerrainKind::ALL[chosen[0]], [HOSTS[chosen[1]], HOSTS[chosen[2]]], number)
    },
};
