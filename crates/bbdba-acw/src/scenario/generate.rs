//! Laying a lawful, varied battlefield, and writing a whole scenario down.

use super::ground::{
    self, AreaSpec, At, FEATURES, LineSpec, Shape, SideEdge, TerrainKind, TerrainSpec, WaterwaySpec,
};
use super::tables::{COMMANDS, GROUP, LEAST_COMMAND, tables};
use super::{Board, DEPLOYMENTS, Deployment, ElementSpec, Scenario, default_readings, lists};
use crate::book;
use crate::field::{Edge, Side};
use crate::say;
use crate::terrain::Feature;
use crate::troop::Troop;
use desk::{Choice, Generator};
use muster::generate::{Entries, Writer, between, until_it_fits};
use table::{Pose, V2, v2};
use umpire::{Readings, Seeded};

/// Lays a battlefield of a type by the book's rules; every one it returns passes [`ground::check`].
pub fn generate(kind: TerrainKind, board: &Board, readings: &Readings, dice: &mut Seeded) -> TerrainSpec {
    for attempt in 0..400 {
        // Pieces shrink from attempt to attempt, so that a crowded table is laid in the end.
        let scale = 1.0 - f64::from(attempt) / 400.0;
        if let Some(t) = attempt_one(kind, board, readings, dice, scale) {
            if ground::check(board, readings, None, &t).is_empty() {
                return t;
            }
        }
    }
    sparse(kind, board, readings)
}

/// Battlefields that a defender may lay as they stand: of his homeland's type, or of every type when he may choose.
pub fn terrain_offers(
    board: &Board,
    readings: &Readings,
    home: Option<TerrainKind>,
    number: u64,
) -> Vec<TerrainSpec> {
    let home = home
        .or_else(|| readings.is(crate::reading!("homeland", "farmland")).then_some(TerrainKind::Farmland));
    let kinds: Vec<TerrainKind> = match home {
        Some(k) => vec![k; 4],
        None => TerrainKind::ALL.to_vec(),
    };
    let mut dice = Seeded::from_number(number);
    kinds.into_iter().map(|k| generate(k, board, readings, &mut dice)).collect()
}

fn attempt_one(
    kind: TerrainKind,
    board: &Board,
    readings: &Readings,
    dice: &mut Seeded,
    scale: f64,
) -> Option<TerrainSpec> {
    let row = &tables().counts[usize::from(board.several)];
    let (present, possible) = ground::called_for(kind, readings);
    let mut picks: Vec<&'static str> = Vec::new();
    let most = |name: &str| match name {
        "waterway" => row.waterway,
        // A second river would have to join the first; one is enough here.
        "river" => 1,
        "road" => 1,
        "oasis" => row.oasis,
        "settlement" => row.settlement,
        _ => row.same_kind,
    };
    let pick = |picks: &mut Vec<&'static str>, from: &[&'static str], n: usize, dice: &mut Seeded| {
        for _ in 0..n * 20 {
            if from.is_empty() {
                break;
            }
            let name = from[dice.below(from.len() as u32) as usize];
            if picks.iter().filter(|p| **p == name).count() < most(name) {
                picks.push(name);
                if picks.len() == n {
                    break;
                }
            }
        }
    };
    let [least, top] = row.present;
    let n = least + dice.below((top - least + 1) as u32) as usize;
    let n = n.min(present.iter().map(|p| most(p)).sum());
    pick(&mut picks, &present, n, dice);
    let [least, top] = row.possible;
    let m = least + dice.below((top - least + 1) as u32) as usize;
    let n = picks.len() + m;
    pick(&mut picks, &possible, n, dice);

    let mut t = TerrainSpec::bare(kind);
    if picks.contains(&"waterway") {
        let [least, top] = tables().waterway;
        t.waterway = Some(WaterwaySpec {
            side: if dice.below(2) == 0 { SideEdge::West } else { SideEdge::East },
            depth: between(dice, least, least + (top - least) * scale, 20.0),
            beach: dice.below(2) == 0,
            at: At(None),
        });
    }
    if picks.contains(&"river") {
        t.rivers.push(river(board, &t, dice));
    }
    // The settlement first, so that the road can find it; then the big pieces.
    let mut areas: Vec<Feature> = FEATURES
        .iter()
        .flat_map(|(_, f)| {
            let n = picks.iter().filter(|p| **p == ground::feature_name(*f)).count();
            std::iter::repeat_n(*f, n)
        })
        .collect();
    areas.sort_by_key(|f| *f != Feature::Settlement);
    for f in areas {
        // Only what this piece adds matters here; counts are looked at in the end.
        let piece =
            until_it_fits(60, || area(f, board, dice, scale), |a| lies_well(board, readings, &mut t, a))?;
        t.areas.push(piece);
    }
    if picks.contains(&"road") {
        t.roads.push(road(board, &t, dice));
    }
    Some(t)
}

/// Does another area keep its distance, and lie where its kind may lie?
fn lies_well(board: &Board, readings: &Readings, t: &mut TerrainSpec, a: &AreaSpec) -> bool {
    t.areas.push(a.clone());
    let well = ground::newest_is_clear(board, readings, t);
    t.areas.pop();
    well
}

/// Where a line may run between waterway and river margins, within one column of sectors.
fn lane(board: &Board, t: &TerrainSpec, clear: f64, dice: &mut Seeded) -> (f64, f64) {
    let (mut lo, mut hi) = (clear, board.width - clear);
    if let Some(w) = &t.waterway {
        match w.side {
            SideEdge::West => lo = lo.max(w.depth + clear.min(200.0)),
            SideEdge::East => hi = hi.min(board.width - w.depth - clear.min(200.0)),
        }
    }
    let n = if board.is_wide() { 3u32 } else { 2 };
    let col = board.width / f64::from(n);
    for _ in 0..20 {
        let c = f64::from(dice.below(n));
        let (a, b) = ((c * col).max(lo), ((c + 1.0) * col).min(hi));
        if b - a >= 100.0 {
            return (a, b);
        }
    }
    (lo.min(hi), hi)
}

fn river(board: &Board, t: &TerrainSpec, dice: &mut Seeded) -> LineSpec {
    let width = between(dice, 80.0, tables().river_width, 20.0);
    let clear = tables().river_to_edge + width / 2.0;
    let (lo, hi) = lane(board, t, clear, dice);
    let n = 3 + dice.below(3);
    let mut points = Vec::new();
    let mut x = between(dice, lo, hi, 10.0);
    for i in 0..=n {
        points.push([x.round().clamp(lo, hi), (board.depth * f64::from(i) / f64::from(n)).round()]);
        x = (x + between(dice, -240.0, 240.0, 10.0)).clamp(lo, hi);
    }
    LineSpec { points, width, name: String::new(), at: At(None) }
}

fn road(board: &Board, t: &TerrainSpec, dice: &mut Seeded) -> LineSpec {
    let width = between(dice, 40.0, 80.0, 10.0);
    let (lo, hi) = lane(board, t, 100.0, dice);
    let town = t.areas.iter().find(|a| a.kind == Feature::Settlement);
    let points = match town {
        // Straight through the settlement.
        Some(a) => vec![[a.x, 0.0], [a.x, board.depth]],
        None => {
            let x = between(dice, lo, hi, 10.0).round();
            let z = (x + between(dice, -200.0, 200.0, 10.0)).clamp(lo, hi).round();
            vec![[x, 0.0], [z, board.depth]]
        }
    };
    LineSpec { points, width, name: String::new(), at: At(None) }
}

fn area(kind: Feature, board: &Board, dice: &mut Seeded, scale: f64) -> AreaSpec {
    let k = tables();
    let shape =
        if kind == Feature::Settlement && dice.below(2) == 0 { Shape::Rectangle } else { Shape::Oval };
    let big = if kind == Feature::Settlement { 320.0 } else { 480.0 };
    let least = k.area_least + 40.0;
    let width = between(dice, least, least + (big - least) * scale, 20.0);
    let times = if matches!(kind, Feature::Marsh | Feature::RoughGround) { 2.5 } else { 2.0 };
    let length = between(dice, width, (width * (1.0 + (times - 1.0) * scale)).min(k.area_sum - width), 20.0);
    let bearing = if shape == Shape::Rectangle {
        90.0 * f64::from(dice.below(2))
    } else {
        15.0 * f64::from(dice.below(12))
    };
    let (mut lo, mut hi) = (v2(0.0, 0.0), v2(board.width, board.depth));
    if kind == Feature::Settlement && board.is_wide() {
        // terrain.14: in the flank sectors.
        if dice.below(2) == 0 {
            hi = v2(board.width / 3.0, hi.y);
        } else {
            lo = v2(board.width * 2.0 / 3.0, lo.y);
        }
    }
    let axis = V2::bearing(bearing);
    let reach = v2(
        (axis.x * length / 2.0).abs() + (axis.y * width / 2.0).abs(),
        (axis.y * length / 2.0).abs() + (axis.x * width / 2.0).abs(),
    );
    AreaSpec {
        kind,
        x: between(dice, (lo.x + reach.x).ceil(), hi.x - reach.x, 10.0),
        y: between(dice, (lo.y + reach.y).ceil(), hi.y - reach.y, 10.0),
        length,
        width,
        bearing,
        shape,
        name: String::new(),
        at: At(None),
    }
}

/// The least that the book asks for, far apart: laid where no dice would do.
fn sparse(kind: TerrainKind, board: &Board, readings: &Readings) -> TerrainSpec {
    let row = &tables().counts[usize::from(board.several)];
    let (present, possible) = ground::called_for(kind, readings);
    let mut t = TerrainSpec::bare(kind);
    let mut names = vec![present[0]];
    let plain: Vec<&&str> =
        possible.iter().filter(|p| FEATURES.iter().any(|(_, f)| ground::feature_name(*f) == **p)).collect();
    names.extend((0..row.possible[0]).map(|i| *plain[i % plain.len()]));
    if names[0] == "waterway" {
        t.waterway = Some(WaterwaySpec {
            side: SideEdge::West,
            depth: tables().waterway[0],
            beach: false,
            at: At(None),
        });
    }
    let n = names.len() as f64;
    for (i, name) in names.iter().enumerate() {
        if let Some((_, f)) = FEATURES.iter().find(|(_, f)| ground::feature_name(*f) == *name) {
            t.areas.push(AreaSpec {
                kind: *f,
                x: (board.width * (i as f64 + 0.5) / n).max(700.0),
                y: board.depth / 2.0,
                length: 200.0,
                width: 200.0,
                bearing: 90.0,
                shape: Shape::Oval,
                name: String::new(),
                at: At(None),
            });
        }
    }
    t
}

/// A whole scenario made by the dice: terrain of a type, two lawful armies, drawn up or to be deployed in turn.
pub fn scenario(kind: TerrainKind, board: &Board, number: u64, deployment: Deployment) -> String {
    let readings = default_readings();
    let mut dice = Seeded::from_number(number);
    let terrain = generate(kind, board, &readings, &mut dice);
    let late = dice.below(2) == 0;
    let pair = if late {
        ["Union 1863-65", "Confederates 1863-65"]
    } else {
        ["Union 1861-62", "Confederates 1861-63"]
    };
    let year = if late { 1863 + dice.below(3) } else { 1861 + dice.below(2) };
    let mut w = Writer::new();
    w.head(
        &Entries::new()
            .text("book", book::ID)
            .text("title", say!("generated-title", kind, number).to_string())
            .lines("briefing", &say!("generated-briefing", kind).to_string())
            .value("year", year),
    );
    let name = if board.large {
        "large"
    } else if board.several {
        "several-commands"
    } else {
        "ordinary"
    };
    w.section("[table]", &Entries::new().text("board", name));
    w.section("[setup]", &set_up("dice", true, deployment));
    write_terrain(&mut w, &terrain);
    let groups = if board.several { 3 } else { 1 };
    for (i, list) in pair.into_iter().enumerate() {
        let l = lists::list(list).expect("the book has this list");
        let of = Entries::new().text("name", ["Union", "Confederates"][i]).text("list", list);
        w.section("[[army]]", &of);
        let troops = lists::raise(l, groups, &mut dice);
        let commands = divide(troops, board.several, &mut dice);
        for (n, c) in commands.into_iter().enumerate() {
            let ordinal = ["I", "II", "III"][n.min(2)];
            let of = Entries::new().text("name", format!("{ordinal} Corps"));
            let of = of.value("style", dice.below(super::STYLES));
            w.section("[[army.command]]", &of.texts("elements", in_words(&c)));
        }
    }
    w.finish()
}

/// The table `[setup]`.
fn set_up(attacker: &str, fixed: bool, deployment: Deployment) -> Entries {
    let how = DEPLOYMENTS.iter().find(|(_, d)| *d == deployment).map_or("", |(w, _)| w);
    let laid = if fixed { "fixed" } else { "defender" };
    Entries::new().text("attacker", attacker).text("terrain", laid).text("deployment", how)
}

/// Deals an army into commands of at least the least size (army.3).
fn divide(troops: Vec<Troop>, several: bool, dice: &mut Seeded) -> Vec<Vec<Troop>> {
    if !several {
        return vec![troops];
    }
    let mut sizes = [GROUP as usize; COMMANDS];
    let (from, to) = (dice.below(3) as usize, dice.below(3) as usize);
    let shift = (dice.below(4) as usize).min(sizes[from] - LEAST_COMMAND);
    sizes[from] -= shift;
    sizes[to] += shift;
    // Dealt round and round, so that every command gets a little of everything.
    let mut sorted = troops;
    sorted.sort();
    let mut out = vec![Vec::new(); COMMANDS];
    let mut at = 0;
    for t in sorted {
        while out[at % COMMANDS].len() >= sizes[at % COMMANDS] {
            at += 1;
        }
        out[at % COMMANDS].push(t);
        at += 1;
    }
    out
}

fn in_words(troops: &[Troop]) -> Vec<String> {
    let mut words = Vec::new();
    for t in [Troop::Rifles, Troop::Muskets, Troop::Jaeger, Troop::Artillery, Troop::Cavalry] {
        let n = troops.iter().filter(|x| **x == t).count();
        let name = t.row().to_ascii_lowercase();
        match n {
            0 => {}
            1 => words.push(name),
            _ => words.push(format!("{name}*{n}")),
        }
    }
    words
}

fn write_terrain(w: &mut Writer, t: &TerrainSpec) {
    w.section("[terrain]", &Entries::new().text("type", t.kind.name()));
    if let Some(x) = &t.waterway {
        let side = if x.side == SideEdge::West { "west" } else { "east" };
        let of = Entries::new().text("side", side).value("depth", x.depth).value("beach", x.beach);
        w.section("[terrain.waterway]", &of);
    }
    for (key, l) in t.rivers.iter().map(|r| ("river", r)).chain(t.roads.iter().map(|r| ("road", r))) {
        let points = l.points.iter().map(|p| v2(p[0], p[1]));
        let of = Entries::new().points("points", points).value("width", l.width);
        w.section(&format!("[[terrain.{key}]]"), &of.text_if_any("name", &l.name));
    }
    for a in &t.areas {
        let kind = FEATURES.iter().find(|(_, f)| *f == a.kind).map_or("", |(n, _)| n);
        let shape = if a.shape == Shape::Rectangle { "rectangle" } else { "" };
        let of = Entries::new()
            .text("kind", kind)
            .value("x", a.x)
            .value("y", a.y)
            .value("length", a.length)
            .value("width", a.width)
            .value("bearing", a.bearing)
            .text_if_any("shape", shape)
            .text_if_any("name", &a.name);
        w.section("[[terrain.area]]", &of);
    }
}

fn pose(p: Pose) -> Entries {
    Entries::new().value("x", p.x).value("y", p.y).value("facing", p.facing)
}

/// Writes a scenario down as it stands, every place included; readings are left at their defaults.
pub fn to_toml(s: &Scenario) -> String {
    let mut w = Writer::new();
    let of = Entries::new().text("book", book::ID).text("title", &s.head.title);
    let of = of.text("briefing", &s.head.briefing);
    w.head(&match s.year {
        Some(y) => of.value("year", y),
        None => of,
    });
    let b = &s.board;
    let of = Entries::new().value("custom", true).value("width", b.width).value("depth", b.depth);
    w.section("[table]", &of.value("deployment", b.deployment).value("margin", b.margin));
    let attacker = s.attacker.map_or("dice".into(), |a| a.to_string());
    w.section("[setup]", &set_up(&attacker, s.terrain.is_some(), s.deployment));
    let h = &s.house;
    let of = Entries::new()
        .value("free_lists", h.free_lists)
        .value("free_commands", h.free_commands)
        .value("free_terrain", h.free_terrain)
        .value("free_deployment", h.free_deployment)
        .value("no_camps", h.no_camps);
    w.section("[house]", &of);
    match (&s.terrain, s.terrain_type) {
        (Some(t), _) => write_terrain(&mut w, t),
        (None, Some(k)) => w.section("[terrain]", &Entries::new().text("type", k.name())),
        _ => {}
    }
    for side in Side::BOTH {
        write_army(&mut w, s, side);
    }
    w.finish()
}

fn write_army(w: &mut Writer, s: &Scenario, side: Side) {
    let a = &s.armies[side.index()];
    let mut of = Entries::new().text("name", &a.name);
    if let Some(l) = &a.list {
        of = of.text("list", l);
    }
    if let Some(h) = a.home {
        of = of.text("home", h.name());
    }
    if let Some(e) = s.edge {
        let e = if side == Side::A { e } else { e.opposite() };
        of = of.text("edge", if e == Edge::South { "south" } else { "north" });
    }
    if let Some(c) = a.camp {
        let camp = Entries::new().value("x", c.x).value("width", c.width).value("depth", c.depth);
        of = of.table("camp", &camp);
    }
    w.section("[[army]]", &of);
    for c in &a.commands {
        let of = Entries::new().text("name", &c.name).value("allied", c.allied);
        let of = match c.commander_at {
            Some(p) => of.table("commander", &Entries::new().text("name", &c.commander).and(pose(p))),
            None => of.text("commander", &c.commander),
        };
        let rows: Vec<Entries> = c.elements.iter().map(element).collect();
        w.section("[[army.command]]", &of.rows("elements", &rows));
    }
}

fn element(e: &ElementSpec) -> Entries {
    let mut of = Entries::new().text("troop", e.troop.row().to_ascii_lowercase());
    of = of.text_if_any("name", &e.name);
    if let Some(p) = e.at {
        of = of.and(pose(p));
    }
    if e.dismounted { of.value("dismounted", true) } else { of }
}

/// What may be chosen of a battle by the dice.
pub static GENERATOR: Generator = Generator {
    choices: &[
        Choice {
            name: "terrain",
            means: || say!("choose-terrain"),
            options: &[
                ("farmland", || say!("farmland")),
                ("woodland", || say!("woodland")),
                ("mountains", || say!("mountains")),
                ("steppe", || say!("steppe")),
                ("desert", || say!("desert")),
                ("tropics", || say!("tropics")),
                ("coast", || say!("coast")),
            ],
            default: None,
        },
        Choice {
            name: "board",
            means: || say!("choose-board"),
            options: &[
                ("ordinary", || say!("board-ordinary")),
                ("several-commands", || say!("board-several-commands")),
                ("large", || say!("board-large")),
            ],
            default: Some(0),
        },
        Choice {
            name: "deployment",
            means: || say!("choose-deployment"),
            options: &[
                ("placed", || say!("ready-to-fight")),
                ("alternating", || say!("deployed-in-turn")),
                ("hidden", || say!("deployed-in-secret-how")),
            ],
            default: Some(0),
        },
    ],
    make: |chosen, number| {
        let board = [Board::ordinary, Board::several_commands, Board::large][chosen[1]]();
        let how = [Deployment::Placed, Deployment::Alternating, Deployment::Hidden][chosen[2]];
        scenario(TerrainKind::ALL[chosen[0]], &board, number, how)
    },
};
