//! Scenarios: what a person writes, read and checked by the book, and the field it musters; laying terrain, army lists
//! and deployment.

pub mod army;
mod auto;
mod board;
pub mod deploy;
mod gap;
pub mod generate;
pub mod ground;
mod parse;
mod tables;

pub use auto::{STYLES, auto_army, auto_deploy};
pub use board::Board;
pub use deploy::{
    camp_offer, check_camp, check_deploy, check_rank, commands_of, first_to_deploy, may_deploy, ranked,
    roll_for_attacker,
};
pub use generate::{generate, terrain_offers, to_toml};
pub use ground::{TerrainKind, TerrainSpec};
pub use parse::{KEYS, read};
pub use tables::{ArmyList, SetupTables, tables};

use crate::field::{Army, Command, Edge, Element, ElementId, Fate, Field, Side};
use crate::terrain::Terrain;
use crate::troop::Troop;
use crate::{book, clause};
use table::{Base, Pose};
use umpire::Readings;

/// The scenarios in the program: name and text.
pub static SHIPPED: &[(&str, &str)] = &[
    ("open-field", include_str!("../../../../scenarios/bbdba-acw/open-field.toml")),
    ("three-corps", include_str!("../../../../scenarios/bbdba-acw/three-corps.toml")),
    ("river-crossing", include_str!("../../../../scenarios/bbdba-acw/river-crossing.toml")),
    ("meeting-by-dice", include_str!("../../../../scenarios/bbdba-acw/meeting-by-dice.toml")),
    ("behind-the-screen", include_str!("../../../../scenarios/bbdba-acw/behind-the-screen.toml")),
];

/// A battle to be fought, read and checked.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub title: String,
    pub briefing: String,
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
            title: "Drill".into(),
            briefing: String::new(),
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

/// Builds the field: list elements numbered in the order written, then the commanders (army.4). Those that have a place
/// stand there, the others wait. Until the dice have said who attacks, A is active.
pub fn muster(s: &Scenario) -> Field {
    let terrain = s.terrain.as_ref().map_or_else(Terrain::default, |t| t.build(&s.board));
    let edge = s.edge.unwrap_or(Edge::South);
    let armies = [army_of(s, Side::A, edge), army_of(s, Side::B, edge.opposite())];
    let active = s.attacker.map_or(Side::A, |a| {
        let _ = clause!("setup.6");
        a
    });
    let mut f = Field::new(s.board.width, s.board.depth, terrain, s.readings.clone(), armies, active);
    f.board = s.board;
    for side in Side::BOTH {
        if let Some(c) = s.armies[side.index()].camp {
            let site = deploy::site(&f, side, c.x, c.width, c.depth);
            f.army_mut(side).camp = Some(site);
        }
    }
    f
}

fn army_of(s: &Scenario, side: Side, edge: Edge) -> Army {
    let spec = &s.armies[side.index()];
    let strength = s.strength(side);
    let mut elements = Vec::new();
    let mut put = |troop: Troop, command: usize, at: Option<Pose>| {
        let stats = troop.stats();
        let _ = match troop {
            Troop::Cavalry => clause!("bases.2"),
            Troop::Artillery => clause!("bases.3"),
            Troop::Commander => clause!("bases.6"),
            _ => clause!("bases.1"),
        };
        let id = ElementId::new(side, elements.len());
        let pose = at.unwrap_or(Pose { x: 0.0, y: 0.0, facing: 0.0 });
        elements.push(Element {
            id,
            troop,
            command: command as u8,
            base: Base::new(pose, stats.width, stats.depth),
            fate: if at.is_some() { Fate::OnTable } else { Fate::Waiting },
            moves: 0,
            dismounted_this_turn: false,
            has_shot: false,
            combats: 0,
            wins: 0,
        });
        id
    };
    for (i, c) in spec.commands.iter().enumerate() {
        for e in &c.elements {
            put(if e.dismounted { Troop::Dismounted } else { e.troop }, i, e.at);
        }
    }
    let commands = spec
        .commands
        .iter()
        .enumerate()
        .map(|(i, c)| {
            let _ = clause!("army.4");
            Command {
                name: c.name.clone(),
                commander: put(Troop::Commander, i, c.commander_at),
                strength: c.elements.len() as u16,
                lost: 0,
                demoralised: false,
                allied: c.allied,
                points: 0,
            }
        })
        .collect();
    Army {
        name: spec.name.clone(),
        edge,
        elements,
        commands,
        camp: None,
        strength: strength as u16,
        turns: 0,
        ranking: None,
    }
}

/// The readings of a scenario that names none.
pub fn default_readings() -> Readings {
    Readings::defaults(&book::text().readings)
}

/// What a scenario holds, in a few lines: its title, the armies, the table.
pub fn describe(file: &str, text: &str) -> Result<Vec<String>, muster::Report> {
    let s = read(file, text)?;
    let mut lines = vec![s.title.clone()];
    for (a, side) in s.armies.iter().zip(["A", "B"]) {
        let n: usize = a.commands.iter().map(|c| c.elements.len()).sum();
        let many = if a.commands.len() == 1 { "" } else { "s" };
        lines.push(format!("{side}  {}: {n} elements in {} command{many}", a.name, a.commands.len()));
    }
    let terrain = match &s.terrain {
        Some(t) => format!("{}, {} pieces of terrain", t.kind, t.pieces()),
        None => "terrain laid by the defender".into(),
    };
    lines.push(format!("{:.0} x {:.0} p, {terrain}", s.board.width, s.board.depth));
    lines.push(
        match s.deployment {
            Deployment::Placed => "ready to fight",
            Deployment::Alternating => "deployed in turn",
            Deployment::Hidden => "deployed in secret",
        }
        .into(),
    );
    Ok(lines)
}
