//! Scenarios: what a person writes, read and checked by the book, and the field it musters; laying terrain, army lists
//! and deployment.

pub mod army;
mod auto;
mod board;
mod check;
pub mod deploy;
pub mod gap;
pub mod generate;
pub mod ground;
pub mod lists;
mod tables;

pub use army::muster;
pub use auto::{STYLES, auto_army, auto_deploy};
pub use board::Board;
pub use deploy::{
    camp_offer, check_camp, check_deploy, check_rank, commands_of, first_to_deploy, may_deploy, ranked,
    roll_for_attacker,
};
pub use generate::{generate, terrain_offers, to_toml};
pub use ground::{TerrainKind, TerrainSpec};
pub use tables::{ArmyList, SetupTables, tables};

use crate::field::{Edge, ElementId, Field, Side};
use crate::troop::Troop;
use crate::{book, clause, say};
use ::muster::{Called, Facing, Format, Head, Mistake, Report, Section, Sheet, SideHead, Tab};
use std::ops::Range;
use table::Pose;
use umpire::Readings;
use words::Message;

/// The scenarios in the program: name and text.
pub static SHIPPED: &[(&str, &str)] = &[
    ("open-field", include_str!("../../../../scenarios/bbdba-acw/open-field.toml")),
    ("three-corps", include_str!("../../../../scenarios/bbdba-acw/three-corps.toml")),
    ("river-crossing", include_str!("../../../../scenarios/bbdba-acw/river-crossing.toml")),
    ("meeting-by-dice", include_str!("../../../../scenarios/bbdba-acw/meeting-by-dice.toml")),
    ("behind-the-screen", include_str!("../../../../scenarios/bbdba-acw/behind-the-screen.toml")),
];

/// Every table of a scenario with its keys; the reference in `docs/scenarios.md` lists the same.
pub static FORMAT: Format = Format {
    book: book::ID,
    unit: Called::Says(|| say!("paces")),
    facing: Facing::Said,
    sections: &[
        Section::named(
            "scenario",
            || say!("a-scenario"),
            &["book", "title", "briefing", "year", "table", "terrain", "readings", "setup", "house", "army"],
        ),
        Section::new("table", "[table]", &["board", "custom", "width", "depth", "deployment", "margin"]),
        Section::new("terrain", "[terrain]", &["type", "area", "river", "road", "waterway"]),
        Section::new(
            "terrain.area",
            "[[terrain.area]]",
            &["kind", "x", "y", "length", "width", "bearing", "shape", "name"],
        ),
        Section::new("terrain.river", "[[terrain.river]]", &["points", "width", "name"]),
        Section::new("terrain.road", "[[terrain.road]]", &["points", "width", "name"]),
        Section::new("terrain.waterway", "[terrain.waterway]", &["side", "depth", "beach"]),
        Section::new("setup", "[setup]", &["attacker", "terrain", "deployment"]),
        Section::new(
            "house",
            "[house]",
            &["free_lists", "free_commands", "free_terrain", "free_deployment", "no_camps", "turn_limit"],
        ),
        Section::named("army", || say!("an-army"), &["name", "list", "home", "edge", "camp", "command"]),
        Section::named("army.camp", || say!("a-camp"), &["x", "width", "depth"]),
        Section::named(
            "army.command",
            || say!("a-command"),
            &["name", "commander", "allied", "style", "elements"],
        ),
        Section::named("army.command.commander", || say!("a-commander"), &["name", "x", "y", "facing"]),
        Section::named(
            "army.command.elements",
            || say!("an-element"),
            &["troop", "count", "name", "x", "y", "facing", "dismounted"],
        ),
    ],
};

const DEPLOYMENTS: [(&str, Deployment); 3] = [
    ("placed", Deployment::Placed),
    ("alternating", Deployment::Alternating),
    ("hidden", Deployment::Hidden),
];

/// A battle to be fought, read and checked.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub head: Head,
    pub year: Option<u16>,
    pub board: Board,
    /// The battlefield; `None` when the defender lays it (setup.1).
    pub terrain: Option<TerrainSpec>,
    /// The type the defender must lay, where the scenario says so; otherwise his army's `home`.
    pub terrain_type: Option<TerrainKind>,
    pub readings: Readings,
    pub house: House,
    /// `None`: the dice decide (setup.1).
    pub attacker: Option<Side>,
    /// A's base edge; `None`: the attacker chooses (setup.2).
    pub edge: Option<Edge>,
    pub deployment: Deployment,
    pub armies: [ArmySpec; 2],
}

/// How the armies come to stand where they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deployment {
    /// The scenario says where.
    Placed,
    /// One command each in turn (setup.4).
    Alternating,
    /// Both at once behind a screen (setup.8).
    Hidden,
}

/// Rules of the book that a scenario waives, each by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct House {
    /// No army lists (army.1, army.2, army.5).
    pub free_lists: bool,
    /// Any number of commands of any size (army.3, setup.7) on any board (bigbattle.1).
    pub free_commands: bool,
    /// Any terrain that lies on the table.
    pub free_terrain: bool,
    /// Placed anywhere on the table, intermingled or not (setup.3 to setup.5, bigbattle.3, bigbattle.4).
    pub free_deployment: bool,
    /// Armies without a placed camp have none (setup.3).
    pub no_camps: bool,
    /// The battle ends undecided after so many turns (dba.35 has no limit).
    pub turn_limit: Option<u32>,
}

/// A side.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmySpec {
    pub name: String,
    /// Its army list's name.
    pub list: Option<String>,
    /// Its homeland (terrain.3).
    pub home: Option<TerrainKind>,
    /// Middle along the base edge, width and depth; `None`: its player places it (setup.3).
    pub camp: Option<CampSpec>,
    pub commands: Vec<CommandSpec>,
}

/// A camp on the base edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CampSpec {
    pub x: f64,
    pub width: f64,
    pub depth: f64,
}

/// A command of a side.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandSpec {
    pub name: String,
    /// The commander's name; may be empty.
    pub commander: String,
    pub commander_at: Option<Pose>,
    pub allied: bool,
    pub elements: Vec<ElementSpec>,
}

/// An element of a command.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementSpec {
    pub troop: Troop,
    /// Its regiment or brigade; may be empty.
    pub name: String,
    pub at: Option<Pose>,
    /// Deployed dismounted (dba.37).
    pub dismounted: bool,
}

impl Scenario {
    /// The scenario of a drill: nothing but the field.
    pub fn drill(f: &Field) -> Scenario {
        let army = |s: Side| ArmySpec {
            name: f.army(s).name.clone(),
            list: None,
            home: None,
            camp: None,
            commands: Vec::new(),
        };
        Scenario {
            head: Head { title: "Drill".into(), ..Head::default() },
            year: None,
            board: f.board,
            terrain: None,
            terrain_type: None,
            readings: f.readings.clone(),
            house: House::default(),
            attacker: Some(f.active),
            edge: Some(f.army(Side::A).edge),
            deployment: Deployment::Placed,
            armies: [army(Side::A), army(Side::B)],
        }
    }

    /// Elements of a side, commanders not counted.
    pub fn strength(&self, side: Side) -> usize {
        self.armies[side.index()].commands.iter().map(|c| c.elements.len()).sum()
    }

    /// The type of terrain that this defender lays; `None`: any (terrain.3).
    pub fn homeland(&self, defender: Side) -> Option<TerrainKind> {
        self.terrain_type.or(self.armies[defender.index()].home)
    }

    /// The name of an element or commander, where the scenario gives one.
    pub fn name_of(&self, id: ElementId) -> Option<&str> {
        let a = &self.armies[id.side().index()];
        let n = self.strength(id.side());
        let name = if id.index() < n {
            a.commands.iter().flat_map(|c| &c.elements).nth(id.index()).map(|e| e.name.as_str())
        } else {
            a.commands.get(id.index() - n).map(|c| c.commander.as_str())
        };
        name.filter(|n| !n.is_empty())
    }
}

/// The readings of a scenario that names none.
pub fn default_readings() -> Readings {
    Readings::defaults(&book::text().readings)
}

/// What the reader keeps beside the scenario itself: where things stand in the file.
#[derive(Default)]
struct Places {
    armies: [ArmyPlaces; 2],
}

#[derive(Default)]
struct ArmyPlaces {
    at: Range<usize>,
    list: Option<Range<usize>>,
    edge: Option<(Edge, Range<usize>)>,
    camp: Option<Range<usize>>,
    commands: Vec<CommandPlaces>,
    /// Some element could not be read: counting would only confuse.
    unread: bool,
}

#[derive(Default)]
struct CommandPlaces {
    at: Range<usize>,
    style: Option<u32>,
    commander: Option<Range<usize>>,
    elements: Vec<Range<usize>>,
}

/// Reads a scenario and checks it by the book. Every mistake is reported, not only the first.
///
/// ```
/// let (name, text) = bbdba_acw::scenario::SHIPPED[0];
/// let s = bbdba_acw::scenario::read(name, text).unwrap();
/// let f = bbdba_acw::scenario::muster(&s);
/// assert_eq!(f.army(bbdba_acw::Side::A).strength, 12);
/// ```
pub fn read(file: &str, text: &str) -> Result<Scenario, Report> {
    FORMAT.read(file, text, |s, root| {
        let mut places = Places::default();
        let sc = scenario(s, root, &mut places)?;
        if s.is_clean() { Some(check::stand(sc, &places, s)) } else { Some(sc) }
    })
}

fn scenario(s: &mut Sheet, root: &Tab<'_>, places: &mut Places) -> Option<Scenario> {
    let mut head = s.head(root);
    let year = s.whole(root, "year", [1800, 2100]);
    let readings = s.readings(root, &book::text().readings);
    let house = house(s, root);
    let army_tabs = s.sides(root, "army");
    let mut armies = Vec::new();
    for (t, p) in army_tabs.iter().zip(&mut places.armies) {
        let before = s.count();
        armies.push(army::read(s, t, p));
        p.unread = s.count() > before;
    }
    let [a, b]: [ArmySpec; 2] = armies.try_into().ok()?;
    let armies = [a, b];
    head.sides = armies.iter().map(|a| SideHead { name: a.name.clone(), ..SideHead::default() }).collect();
    army::check_lists(
        s,
        &armies,
        places,
        &house,
        &readings,
        year.as_ref().map(|(y, at)| (*y as u16, at.clone())),
    );
    army::check_sizes(s, &armies, places, &house);
    let several = armies.iter().any(|a| a.commands.len() > 1);
    let board = Board::read(s, root, several, &house)?;

    // What lies on the table, and who says so.
    let before = s.count();
    let terrain = s.table(root, "terrain").map(|t| ground::read(s, &t, &board));
    let terrain_type = terrain.as_ref().and_then(|(_, kind)| *kind);
    let terrain = terrain.map(|(t, _)| t);
    let all_read = s.count() == before;
    let setup = s.table(root, "setup");
    let mut attacker = None;
    let mut laid = None;
    let mut deployment = None;
    if let Some(t) = &setup {
        attacker = s
            .word(t, "attacker", &[("A", Some(Side::A)), ("B", Some(Side::B)), ("dice", None)])
            .and_then(|(x, _)| x);
        laid = s.word(t, "terrain", &[("fixed", true), ("defender", false)]);
        deployment = s.word(t, "deployment", &DEPLOYMENTS);
    }
    let pieces = terrain.as_ref().is_some_and(|t| t.pieces() > 0);
    let fixed = laid.as_ref().map_or(pieces, |(f, _)| *f);
    let setup_at = setup.as_ref().map_or(root.at(), Tab::at);
    if fixed && !pieces && !house.free_terrain {
        s.push(
            Mistake::new(laid.map_or(setup_at.clone(), |(_, at)| at), say!("terrain-fixed-but-none-written"))
                .right(say!("write-terrain-pieces-terrain-defender"))
                .by(if several { clause!("bigbattle.2") } else { clause!("terrain.12") }),
        );
    } else if !fixed && pieces {
        s.push(
            Mistake::new(
                laid.map_or(setup_at.clone(), |(_, at)| at),
                say!("defender-lays-terrain-but-pieces"),
            )
            .right(say!("take-pieces-out-write-terrain"))
            .by(clause!("setup.1")),
        );
    }
    if let Some(t) = terrain.as_ref().filter(|_| fixed) {
        let wrong = if house.free_terrain {
            ground::sanity(&board, t)
        } else if !all_read {
            ground::check_pieces(&board, &readings, t)
        } else {
            ground::check(&board, &readings, None, t)
        };
        for mut m in wrong {
            m.at = m.at.or_else(|| t.at.0.clone());
            s.push(m);
        }
    }
    let any_placed = armies
        .iter()
        .flat_map(|a| &a.commands)
        .any(|c| c.commander_at.is_some() || c.elements.iter().any(|e| e.at.is_some()));
    let how = deployment
        .as_ref()
        .map_or(if any_placed { Deployment::Placed } else { Deployment::Alternating }, |(d, _)| *d);
    if how == Deployment::Placed && !fixed {
        s.push(
            Mistake::new(
                deployment.map_or(setup_at, |(_, at)| at),
                say!("armies-placed-terrain-defender-yet"),
            )
            .right(say!("write-terrain-down-deployment-alternating"))
            .by(clause!("setup.2")),
        );
    }
    let edge = check::edges(s, places, how);
    Some(Scenario {
        head,
        year: year.map(|(y, _)| y as u16),
        board,
        terrain: if fixed {
            Some(terrain.unwrap_or_else(|| TerrainSpec::bare(TerrainKind::Farmland)))
        } else {
            None
        },
        terrain_type,
        readings,
        house,
        attacker,
        edge,
        deployment: how,
        armies,
    })
}

fn house(s: &mut Sheet, root: &Tab<'_>) -> House {
    let mut h = House::default();
    let Some(t) = s.table(root, "house") else { return h };
    h.free_lists = s.flag(&t, "free_lists");
    h.free_commands = s.flag(&t, "free_commands");
    h.free_terrain = s.flag(&t, "free_terrain");
    h.free_deployment = s.flag(&t, "free_deployment");
    h.no_camps = s.flag(&t, "no_camps");
    h.turn_limit = s.whole(&t, "turn_limit", [1, 100_000]).map(|(n, _)| n as u32);
    h
}

/// What a scenario holds, in a few lines: its title, the armies, the table.
pub fn describe(file: &str, text: &str) -> Result<Vec<Message>, Report> {
    let s = read(file, text)?;
    let mut lines = vec![Message::verbatim(s.head.title.clone())];
    for (a, side) in s.armies.iter().zip(["A", "B"]) {
        let n: usize = a.commands.iter().map(|c| c.elements.len()).sum();
        lines.push(say!("army-holds", side, name = &a.name, elements = n, commands = a.commands.len()));
    }
    let terrain = match &s.terrain {
        Some(t) => say!("terrain-of-pieces", kind = t.kind, pieces = t.pieces()),
        None => say!("terrain-by-defender"),
    };
    let (width, depth) = (::words::whole(s.board.width), ::words::whole(s.board.depth));
    lines.push(say!("table-and-terrain", width, depth, terrain));
    lines.push(match s.deployment {
        Deployment::Placed => say!("ready-to-fight"),
        Deployment::Alternating => say!("deployed-in-turn"),
        Deployment::Hidden => say!("deployed-in-secret-how"),
    });
    Ok(lines)
}
