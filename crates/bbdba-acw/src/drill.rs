//! A drill ground: small fields put up in a line or two, for examples and proofs.
//!
//! ```
//! use bbdba_acw::{Troop, drill::Drill};
//! let mut d = Drill::new();
//! let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
//! let b = d.b(Troop::Muskets, 1200.0, 1000.0, 180.0);
//! let f = d.field();
//! assert_eq!(f.front_opponent(a), Some(b));
//! ```

use crate::field::{Army, CampSite, CampState, Command, Edge, Element, ElementId, Fate, Field, Phase, Side};
use crate::terrain::{Area, Feature, Outline, River, Road, Terrain, Waterway};
use crate::{Troop, book};
use table::{Base, Ellipse, Polyline, Pose, Rect, V2, v2};
use umpire::Readings;

/// Puts up a field. Both sides have one command unless more are begun; A's base edge is south and A is active, in the
/// movement phase of its second turn, with six points.
#[derive(Clone, Debug)]
pub struct Drill {
    width: f64,
    depth: f64,
    terrain: Terrain,
    armies: [Army; 2],
    readings: Readings,
    active: Side,
}

impl Default for Drill {
    fn default() -> Self {
        Self::new()
    }
}

impl Drill {
    /// An empty ordinary table, 2400 p square.
    pub fn new() -> Drill {
        Drill::sized(2400.0, 2400.0)
    }

    pub fn sized(width: f64, depth: f64) -> Drill {
        let army = |name: &str, edge| Army {
            name: name.into(),
            edge,
            elements: Vec::new(),
            commands: vec![command("1st Corps")],
            camp: None,
            strength: 0,
            turns: 2,
            ranking: None,
        };
        Drill {
            width,
            depth,
            terrain: Terrain::default(),
            armies: [army("Union", Edge::South), army("Confederates", Edge::North)],
            readings: Readings::defaults(&book::text().readings),
            active: Side::A,
        }
    }

    /// An element of the side's newest command; `x`, `y` are the middle of its front edge.
    pub fn put(&mut self, side: Side, troop: Troop, x: f64, y: f64, facing: f64) -> ElementId {
        let s = troop.stats();
        let army = &mut self.armies[side.index()];
        let id = ElementId::new(side, army.elements.len());
        let command = army.commands.len() - 1;
        army.elements.push(Element {
            id,
            troop,
            command: command as u8,
            base: Base::new(Pose { x, y, facing }, s.width, s.depth),
            fate: Fate::OnTable,
            moves: 0,
            dismounted_this_turn: false,
            has_shot: false,
            combats: 0,
            wins: 0,
        });
        if troop == Troop::Commander {
            army.commands[command].commander = id;
        } else {
            army.commands[command].strength += 1;
            army.strength += 1;
        }
        id
    }

    pub fn a(&mut self, troop: Troop, x: f64, y: f64, facing: f64) -> ElementId {
        self.put(Side::A, troop, x, y, facing)
    }

    pub fn b(&mut self, troop: Troop, x: f64, y: f64, facing: f64) -> ElementId {
        self.put(Side::B, troop, x, y, facing)
    }

    /// A further command for the side; elements put afterwards belong to it.
    pub fn next_command(&mut self, side: Side) {
        self.armies[side.index()].commands.push(command("next Corps"));
    }

    pub fn active(&mut self, side: Side) {
        self.active = side;
    }

    /// An oval feature with its long axis at a bearing.
    pub fn oval(&mut self, feature: Feature, x: f64, y: f64, length: f64, width: f64, bearing: f64) {
        self.terrain.areas.push(Area {
            feature,
            outline: Outline::Oval(Ellipse {
                centre: v2(x, y),
                axis: V2::bearing(bearing),
                a: length / 2.0,
                b: width / 2.0,
            }),
            name: String::new(),
        });
    }

    pub fn river(&mut self, points: &[(f64, f64)], width: f64) {
        self.terrain.rivers.push(River::new(line(points), width));
    }

    pub fn road(&mut self, points: &[(f64, f64)], width: f64) {
        self.terrain.roads.push(Road::new(line(points), width));
    }

    pub fn waterway(&mut self, west: bool, depth: f64) {
        let (lo, hi) = if west { (0.0, depth) } else { (self.width - depth, self.width) };
        self.terrain.waterway = Some(Waterway {
            west,
            depth,
            beach: false,
            water: Rect::upright(v2(lo, 0.0), v2(hi, self.depth)),
        });
    }

    /// A camp on the side's base edge, its middle at `x`.
    pub fn camp(&mut self, side: Side, x: f64, width: f64, depth: f64) {
        let army = &mut self.armies[side.index()];
        let (lo, hi) = match army.edge {
            Edge::South => (0.0, depth),
            Edge::North => (self.depth - depth, self.depth),
        };
        army.camp = Some(CampSite {
            rect: Rect::upright(v2(x - width / 2.0, lo), v2(x + width / 2.0, hi)),
            state: CampState::Holds,
            shots: [3, 3],
            has_shot: false,
        });
    }

    /// Switches a reading; the option or number as a scenario would write it.
    pub fn read(&mut self, reading: &str, option: &str) {
        self.readings = self
            .readings
            .with(&book::text().readings, reading, option)
            .unwrap_or_else(|e| panic!("a drill asks for a reading that is not there: {e}"));
    }

    pub fn field(self) -> Field {
        let mut f = Field::new(self.width, self.depth, self.terrain, self.readings, self.armies, self.active);
        f.phase = Phase::Movement;
        f.bound = 3;
        let ids: Vec<_> = f.all().map(|e| e.id).collect();
        for id in ids {
            f.note_contacts(id);
        }
        f
    }
}

fn line(points: &[(f64, f64)]) -> Polyline {
    Polyline::new(points.iter().map(|(x, y)| v2(*x, *y)).collect())
}

fn command(name: &str) -> Command {
    Command {
        name: name.into(),
        // Nobody yet: a number no drill reaches. Ask Field::get before using it.
        commander: ElementId::new(Side::A, 20_000),
        strength: 0,
        lost: 0,
        demoralised: false,
        allied: false,
        points: 6,
    }
}
