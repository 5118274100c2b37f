//! A battle by the dice: a division or a corps of two divisions a side on ground of a kind, written down as a scenario that the reader
//! accepts. The book has no rules for laying ground or raising armies; these are ours.

use crate::book::nations::Nation;
use crate::say;
use desk::{Choice, Generator};
use muster::generate::{Deck, Entries, Mirror, Writer, between, blob, oblong, pick, whole};
use muster::name_of;
use table::{V2, v2};
use umpire::Seeded;
use words::Says;

/// What the country is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Country {
    /// Fields with fences, a vineyard or two, a village, mostly a brook.
    Farmland,
    /// Woods everywhere.
    Woodland,
    /// Hills of one and two levels, woods between them.
    Hills,
    /// Hardly anything to hide behind.
    Open,
}

/// Hedged fields, vineyards, woods and hills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Fields,
    Vineyard,
    LightWood,
    DenseWood,
    Hill,
}

impl Country {
    pub const ALL: [Country; 4] = [Country::Farmland, Country::Woodland, Country::Hills, Country::Open];

    /// As it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Country::Farmland => "farmland",
            Country::Woodland => "woodland",
            Country::Hills => "hills",
            Country::Open => "open-country",
        }
    }

    /// The least and the most of each for a division; a corps has twice as many.
    fn pieces(self) -> [(Piece, [u32; 2]); 5] {
        let [fields, vineyards, light, dense, hills] = match self {
            Country::Farmland => [[2, 3], [1, 2], [0, 1], [0, 0], [0, 2]],
            Country::Woodland => [[0, 1], [0, 1], [2, 4], [1, 2], [0, 1]],
            Country::Hills => [[0, 1], [0, 1], [1, 2], [0, 1], [3, 4]],
            Country::Open => [[0, 1], [0, 0], [0, 1], [0, 0], [0, 1]],
        };
        [
            (Piece::Hill, hills),
            (Piece::Fields, fields),
            (Piece::Vineyard, vineyards),
            (Piece::LightWood, light),
            (Piece::DenseWood, dense),
        ]
    }

    /// How often of six there is a brook, and how often a village on each road.
    fn chances(self) -> (u32, u32) {
        match self {
            Country::Farmland => (4, 6),
            Country::Woodland => (3, 3),
            Country::Hills => (3, 4),
            Country::Open => (2, 3),
        }
    }
}

/// How large the forces are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Division,
    /// Two divisions with a train, an artillery reserve and its chief.
    Corps,
}

impl Size {
    pub const ALL: [Size; 2] = [Size::Division, Size::Corps];

    /// As it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Size::Division => "division",
            Size::Corps => "corps",
        }
    }

    fn divisions(self) -> u32 {
        match self {
            Size::Division => 1,
            Size::Corps => 2,
        }
    }

    /// Width of the table.
    fn width(self) -> f64 {
        match self {
            Size::Division => 3600.0,
            Size::Corps => 6600.0,
        }
    }
}

/// The nations that can be chosen.
const HOSTS: [Nation; 6] =
    [Nation::France, Nation::Britain, Nation::Russia, Nation::Austria, Nation::Prussia, Nation::Spain];

const DEPTH: f64 = 2600.0;
/// The ground lies between the two sides, in cells of this width on either side of the middle line.
const CELL: f64 = 600.0;
const ROWS: [f64; 2] = [1080.0, 1520.0];
/// How far woods reach in their cells, to the sides and up and down.
const BLOB: [[f64; 2]; 2] = [[150.0, 250.0], [100.0, 170.0]];
const YEARS: [u16; 4] = [1805, 1809, 1812, 1813];
const HOURS: [&str; 4] = ["06:00", "08:00", "10:00", "13:00"];

const VILLAGES: [&str; 8] =
    ["Aschheim", "Birkenau", "Dornfeld", "Ellgoth", "Gruna", "Hollern", "Lindau", "Neudorf"];
const HILLS: [&str; 10] = [
    "Windmill Hill",
    "Gallows Hill",
    "Kirchberg",
    "Fox Hill",
    "Wachberg",
    "Bald Hill",
    "Kolmberg",
    "Lark Hill",
    "Steinberg",
    "Hare Hill",
];
const WOODS: [&str; 14] = [
    "Crow Wood",
    "Owl Wood",
    "Fir Wood",
    "Oak Wood",
    "The Thicket",
    "Birch Wood",
    "Alder Wood",
    "Deer Wood",
    "Abbey Wood",
    "Ash Wood",
    "Black Wood",
    "Hunters Wood",
    "Kings Wood",
    "Long Wood",
];
const FIELDS: [&str; 8] = [
    "Rye fields",
    "Hedge fields",
    "Barley fields",
    "The Closes",
    "Mill fields",
    "Glebe",
    "Low fields",
    "High fields",
];
const VINEYARDS: [&str; 5] = ["The Vineyard", "Hop garden", "Nursery", "Old vineyard", "Plantation"];
const BROOKS: [&str; 4] = ["Mill Brook", "Goose Brook", "Black Water", "Willow Brook"];
const NAMES: [&str; 20] = [
    "Albrecht", "Brandt", "Colomb", "Delmas", "Ernst", "Ferrand", "Gerlach", "Hoym", "Ivanov", "Jacobi",
    "Keller", "Lorge", "Morand", "Nolde", "Osten", "Petit", "Quast", "Roth", "Sorel", "Thiel",
];

/// A battle of this size on this ground between these nations. The same number gives the same battle.
///
/// ```
/// use tricolore::book::nations::Nation;
/// use tricolore::scenario::{self, generate::{self, Country, Size}};
/// let text = generate::scenario(Size::Division, Country::Farmland, [Nation::France, Nation::Austria], 7);
/// assert!(scenario::read("generated", &text).is_ok());
/// ```
pub fn scenario(size: Size, country: Country, nations: [Nation; 2], seed: u64) -> String {
    let number = seed.wrapping_mul(31).wrapping_add(country as u64).wrapping_mul(7).wrapping_add(size as u64);
    let mut d = Seeded::from_number(number);
    let d = &mut d;
    let (year, month, day) = (pick(d, &YEARS), 4 + d.below(7), 1 + d.below(30));
    let hour = pick(d, &HOURS);
    let mut rest = Writer::new();
    let prizes = lay(&mut rest, size, country, d);
    let mut officers = Deck::of(NAMES);
    for (south, nation) in [(true, nations[0]), (false, nations[1])] {
        raise(&mut rest, size, south, nation, &prizes, &mut officers, d);
    }
    let [one, other] = nations.map(|n| people(n)());
    let (kind, large) = (country.name(), size.name());
    let [a, b] = nations.map(|n| name_of(&n));
    let mut w = Writer::new();
    w.remark(&format!(
        "vedette scenario generate tricolore --size {large} --terrain {kind} --south {a} --north {b} --seed {seed}"
    ));
    let village = prizes.place;
    let rounds = if size == Size::Corps { 14 } else { 10 };
    w.head(
        &Entries::new()
            .text("book", crate::book::ID)
            .text("title", say!("generated-title", one, other, village, kind, seed).to_string())
            .text("date", format!("{year:04}-{month:02}-{day:02}"))
            .text("time", hour)
            .text("place", village)
            .lines("briefing", &say!("generated-briefing").to_string())
            .value("rounds", rounds),
    );
    w.section("[table]", &Entries::new().value("width", size.width()).value("depth", DEPTH));
    w.finish() + &rest.finish()
}

fn people(n: Nation) -> Says {
    match n {
        Nation::Britain => || say!("nation-britain"),
        Nation::Russia => || say!("nation-russia"),
        Nation::Austria => || say!("nation-austria"),
        Nation::Prussia => || say!("nation-prussia"),
        Nation::Spain => || say!("nation-spain"),
        Nation::France | Nation::Other => || say!("nation-france"),
    }
}

/// What is worth a task.
struct Prizes {
    /// Where it is fought.
    place: &'static str,
    roads: Vec<f64>,
    hold: Vec<String>,
}

/// Lays the ground: a road for each division, villages on them, and pieces in the cells between.
fn lay(out: &mut Writer, size: Size, country: Country, d: &mut Seeded) -> Prizes {
    let columns = (size.width() / CELL) as u32;
    let mut cells = Deck::of((0..columns).flat_map(|c| [(c, 0usize), (c, 1)]));
    let (brooks, towns) = country.chances();
    let mut villages = Deck::of(VILLAGES);
    let mut prizes = Prizes { place: "Neudorf", roads: Vec::new(), hold: Vec::new() };
    for n in 0..size.divisions() {
        let block = size.width() / f64::from(size.divisions());
        let road = (f64::from(n) + 0.5) * block + whole(d, 0.0, 200.0) - 100.0;
        let column = ((road / CELL) as u32).min(columns - 1);
        // The road keeps to open ground.
        cells.keep(|(c, _)| *c != column);
        let village = villages.deal(d).unwrap_or("Neudorf");
        if n == 0 {
            prizes.place = village;
        }
        if d.below(6) < towns {
            for (i, part) in ["south", "north"].into_iter().enumerate().take(1 + d.below(2) as usize) {
                let name = format!("{village}, {part}");
                let y = DEPTH / 2.0 + if i == 0 { -115.0 } else { 115.0 };
                let of = Entries::new().text("name", &name).value("x", road).value("y", y);
                let of = of.value("width", 200 + 20 * d.below(5)).value("depth", 200);
                let of = of.value("capacity", 4 + d.below(5)).value("cover", 4 + d.below(4));
                out.section("[[ground.town]]", &of);
                prizes.hold.push(name);
            }
        }
        let path = [v2(road, 0.0), v2(road, DEPTH)];
        let of = Entries::new().text("name", format!("{village} road")).points("path", path);
        out.section("[[ground.road]]", &of.value("lanes", 1 + d.below(2)));
        prizes.roads.push(road);
    }
    let mut names = (Deck::of(HILLS), Deck::of(WOODS), Deck::of(FIELDS), Deck::of(VINEYARDS));
    for (piece, [least, most]) in country.pieces() {
        let count = (least + d.below(most - least + 1)) * size.divisions();
        for _ in 0..count {
            let Some((c, r)) = cells.deal(d) else { break };
            let at = v2((f64::from(c) + 0.5) * CELL + whole(d, 0.0, 60.0) - 30.0, ROWS[r]);
            match piece {
                Piece::Hill => {
                    let Some(name) = names.0.deal(d) else { continue };
                    let (long, wide) = (between(d, 420.0, 520.0, 10.0), between(d, 240.0, 340.0, 10.0));
                    let bearing = 70.0 + whole(d, 0.0, 40.0);
                    out.hill(name, at, [long, wide], bearing, d.below(2) == 0);
                    prizes.hold.push(name.into());
                }
                Piece::Fields | Piece::Vineyard => {
                    let fields = piece == Piece::Fields;
                    let Some(name) = (if fields { names.2.deal(d) } else { names.3.deal(d) }) else {
                        continue;
                    };
                    let (w, h) = (between(d, 100.0, 200.0, 10.0), between(d, 70.0, 140.0, 10.0));
                    out.area(if fields { "closed-1" } else { "closed-2" }, name, &oblong(at, w, h));
                }
                Piece::LightWood | Piece::DenseWood => {
                    let Some(name) = names.1.deal(d) else { continue };
                    let kind = if piece == Piece::LightWood { "light-wood" } else { "dense-wood" };
                    out.area(kind, name, &blob(d, at, BLOB));
                }
            }
        }
    }
    if d.below(6) < brooks {
        brook(out, size, d);
    }
    prizes
}

/// A brook from side to side along the middle.
fn brook(out: &mut Writer, size: Size, d: &mut Seeded) {
    let name = pick(d, &BROOKS);
    let kind = pick(d, &["brook", "brook", "deep-brook"]);
    let n = (size.width() / CELL) as u32;
    let path: Vec<V2> = (0..=n)
        .map(|i| v2(f64::from(i) * size.width() / f64::from(n), DEPTH / 2.0 + whole(d, 0.0, 40.0) - 20.0))
        .collect();
    // Fields and hedges end at it; guns ford it at the roads or not at all.
    let kind = if kind == "deep-brook" && size == Size::Corps { "brook" } else { kind };
    out.section(
        "[[ground.line]]",
        &Entries::new().text("kind", kind).text("name", name).points("path", path),
    );
}

/// A side under way.
struct Host<'d> {
    mirror: Mirror,
    nation: Nation,
    prefix: &'static str,
    d: &'d mut Seeded,
}

impl Host<'_> {
    /// An officer of these values who stands there.
    fn officer(&self, name: &str, values: &[(&str, u32)], x: f64, y: f64) -> Entries {
        let of = Entries::new().text("name", name);
        let of = values.iter().fold(of, |of, (key, value)| of.value(key, value));
        of.and(self.mirror.place(x, y))
    }

    fn quality(&mut self) -> &'static str {
        match self.nation {
            Nation::France => pick(self.d, &["veteran", "line", "line", "elite"]),
            Nation::Britain => pick(self.d, &["veteran", "veteran", "line"]),
            Nation::Spain => pick(self.d, &["recruits", "recruits", "line", "militia"]),
            _ => pick(self.d, &["veteran", "line", "line", "recruits"]),
        }
    }

    fn unit(&mut self, code: &str, name: &str, arm: &str, bases: u32) -> Entries {
        let quality = self.quality();
        let of = Entries::new().text("code", code).text("name", name).text("arm", arm);
        of.value("bases", bases).text("quality", quality)
    }

    /// Three or four battalions in columns, with skirmishers before them now and then.
    fn brigade(&mut self, code: &str, x: f64) -> Vec<Entries> {
        let mut rows = Vec::new();
        let n = 3 + self.d.below(2);
        for i in 0..n {
            let left = x + (f64::from(i) - f64::from(n - 1) / 2.0) * 180.0;
            let of = self.unit(&format!("{code}-{}", i + 1), &format!("Battalion {}", i + 1), "infantry", 4);
            rows.push(of.text("formation", "double-column").and(self.mirror.place(left, 560.0)));
        }
        if self.d.below(3) > 0 {
            let of = self.unit(&format!("{code}-s"), "Skirmishers", "skirmishers", 2);
            rows.push(of.and(self.mirror.place(x, 700.0)));
        }
        rows
    }

    fn horse(&mut self, code: &str, x: f64) -> Vec<Entries> {
        let mut rows = Vec::new();
        for i in 0..2 + self.d.below(2) {
            let weight = pick(self.d, &["light", "light", "medium", "heavy"]);
            let of = self.unit(&format!("{code}-{}", i + 1), &format!("Regiment {}", i + 1), "cavalry", 3);
            let of = of.text("weight", weight).text("formation", "column");
            rows.push(of.and(self.mirror.place(x - 110.0 + 110.0 * f64::from(i), 560.0)));
        }
        rows
    }

    fn battery(&mut self, code: &str, calibre: u32, bases: u32) -> Entries {
        self.unit(code, &format!("{calibre}-pounders"), "battery", bases).value("calibre", calibre)
    }

    /// A formation of a side with its officer.
    fn body(&self, code: &str, level: &str, under: Option<&str>) -> Entries {
        let of = Entries::new().text("code", code).text("level", level);
        of.text_if_any("under", under.unwrap_or(""))
    }
}

/// Raises a side: one or two divisions of two brigades of foot and one of horse, a battery each; a corps with its train and reserve.
fn raise(
    out: &mut Writer,
    size: Size,
    south: bool,
    nation: Nation,
    prizes: &Prizes,
    officers: &mut Deck<&'static str>,
    d: &mut Seeded,
) {
    let edge = if south { "south" } else { "north" };
    let of = Entries::new().text("name", people(nation)().to_string()).text("nation", name_of(&nation));
    let briefing = say!("generated-side-briefing").to_string();
    out.section("[[side]]", &of.text("edge", edge).text("briefing", briefing));
    let prefix = if south { "A" } else { "B" };
    let mirror = Mirror { size: [size.width(), DEPTH], south };
    let mut h = Host { mirror, nation, prefix, d };
    let p = h.prefix;
    let mut called = |h: &mut Host<'_>| officers.deal(h.d).unwrap_or("Schmidt");
    let corps = (size == Size::Corps).then(|| format!("{p}C"));
    if let Some(code) = &corps {
        let middle = size.width() / 2.0;
        let values = [("ability", 6), ("radius", 1000), ("order_bonus", 2), ("bonus_points", 1)];
        let name = called(&mut h);
        let officer = h.officer(name, &values, middle, 320.0);
        let train = Entries::new().value("ability", 5).value("wagons", 4).and(mirror.place(middle, 420.0));
        let chief =
            Entries::new().text("code", format!("{p}x")).text("name", called(&mut h)).value("ability", 6);
        let rows: Vec<Entries> = [12, 6]
            .into_iter()
            .enumerate()
            .map(|(i, c)| h.battery(&format!("{p}r{}", i + 1), c, 4).value("reserve", true))
            .collect();
        let of = h.body(code, "corps", None).table("officer", &officer).table("train", &train);
        out.section("[[side.body]]", &of.rows("artillery_chief", &[chief]).rows("unit", &rows));
    }
    for n in 0..size.divisions() {
        let block = size.width() / f64::from(size.divisions());
        let middle = (f64::from(n) + 0.5) * block;
        // Horse on the outer wing; of a single division on either.
        let wing = match (size, n) {
            (Size::Division, _) => pick(h.d, &[-1.0, 1.0]),
            (Size::Corps, 0) => -1.0,
            (Size::Corps, _) => 1.0,
        };
        let code = format!("{p}{}", n + 1);
        let values =
            [("ability", 5 + h.d.below(3)), ("radius", 600), ("order_bonus", 2), ("bonus_points", 1)];
        let morale = 5 + h.d.below(2);
        let name = called(&mut h);
        let officer = h.officer(name, &values, middle, 420.0);
        let calibre = pick(h.d, &[6, 6, 8]);
        let guns = h
            .battery(&format!("{code}g"), calibre, 4)
            .text("formation", "limbered")
            .and(mirror.place(middle, 600.0));
        let of = h.body(&code, "division", corps.as_deref()).value("morale", morale);
        out.section("[[side.body]]", &of.table("officer", &officer).rows("unit", &[guns]));
        for (i, off) in [-450.0, 450.0].into_iter().enumerate() {
            let own = format!("{code}{}", ["a", "b"][i]);
            let values = [("ability", 5 + h.d.below(3)), ("radius", 400), ("points", 2 + h.d.below(2))];
            let name = called(&mut h);
            let officer = h.officer(name, &values, middle + off, 480.0);
            let rows = h.brigade(&own, middle + off);
            let of = h.body(&own, "brigade", Some(&code)).text("order", "manoeuvre");
            out.section("[[side.body]]", &of.table("officer", &officer).rows("unit", &rows));
        }
        let own = format!("{code}c");
        let x = middle + wing * 1180.0;
        let values = [("ability", 5 + h.d.below(3)), ("radius", 400), ("points", 3)];
        let name = called(&mut h);
        let officer = h.officer(name, &values, x, 480.0);
        let mut rows = h.horse(&own, x);
        let guns = h.battery(&format!("{own}g"), 6, 2).value("horse", true).text("formation", "limbered");
        rows.push(guns.and(mirror.place(x - wing * 230.0, 560.0)));
        let of = h.body(&own, "brigade", Some(&code)).text("order", "manoeuvre");
        out.section("[[side.body]]", &of.table("officer", &officer).rows("unit", &rows));
    }
    let ground = (!prizes.hold.is_empty()).then(|| h.d.below(prizes.hold.len() as u32) as usize);
    let road = prizes.roads.first().copied().unwrap_or(0.0);
    out.tasks(v2(road, DEPTH / 2.0), 200, ground.map(|i| &*prizes.hold[i]));
}

/// The nations as choices of the command line.
const PEOPLES: &[(&str, Says)] = &[
    ("france", || say!("nation-france")),
    ("britain", || say!("nation-britain")),
    ("russia", || say!("nation-russia")),
    ("austria", || say!("nation-austria")),
    ("prussia", || say!("nation-prussia")),
    ("spain", || say!("nation-spain")),
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
        Choice {
            name: "size",
            means: || say!("choose-size"),
            options: &[("division", || say!("size-division")), ("corps", || say!("size-corps"))],
            default: Some(0),
        },
        Choice { name: "south", means: || say!("choose-south"), options: PEOPLES, default: Some(0) },
        Choice { name: "north", means: || say!("choose-north"), options: PEOPLES, default: Some(3) },
    ],
    make: |chosen, number| {
        let nations = [HOSTS[chosen[2]], HOSTS[chosen[3]]];
        scenario(Size::ALL[chosen[1]], Country::ALL[chosen[0]], nations, number)
    },
};
