//! The field: everything on the table that both players see. Rules read it and results change it; secrets are elsewhere.

use crate::event::{Event, EventKind, Why};
use crate::scenario::Board;
use crate::terrain::Terrain;
use crate::troop::Troop;
use crate::{book, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;
use std::sync::Arc;
use table::{Base, Grid, Rect, V2, v2};
use umpire::{Clause, Log, Readings, Roller};

pub use umpire::Side;

/// An element's name in answers and events: the side's letter and a number from 1 (`A7`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(u16);

impl ElementId {
    pub fn new(side: Side, index: usize) -> ElementId {
        ElementId((index * 2 + side.index()) as u16)
    }
    pub fn side(self) -> Side {
        Side::BOTH[usize::from(self.0 & 1)]
    }
    pub fn index(self) -> usize {
        usize::from(self.0 >> 1)
    }
    /// A small number unique among all elements.
    pub fn slot(self) -> u16 {
        self.0
    }
    pub fn from_slot(slot: u16) -> ElementId {
        ElementId(slot)
    }
}

impl fmt::Display for ElementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.side(), self.index() + 1)
    }
}

words::coded!(ElementId);

impl Roller for ElementId {
    fn number(&self) -> u64 {
        self.0.into()
    }
}

impl fmt::Debug for ElementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for ElementId {
    type Err = words::Message;
    fn from_str(s: &str) -> Result<ElementId, words::Message> {
        let bad = || say!("no-element-write-sides-letter", s);
        let side = match s.as_bytes().first() {
            Some(b'A') => Side::A,
            Some(b'B') => Side::B,
            _ => return Err(bad()),
        };
        match s[1..].parse::<u16>() {
            Ok(n) if (1..=20_000).contains(&n) => Ok(ElementId::new(side, usize::from(n) - 1)),
            _ => Err(bad()),
        }
    }
}

impl Serialize for ElementId {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ElementId {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<ElementId, D::Error> {
        String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for ElementId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ElementId".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[AB][1-9][0-9]*$" })
    }
}

/// Where an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Not yet deployed.
    Waiting,
    OnTable,
    Destroyed,
    /// Over the table edge; lost (dba.38).
    Left,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Element {
    pub id: ElementId,
    pub troop: Troop,
    /// Place in the side's list of commands.
    pub command: u8,
    pub base: Base,
    pub fate: Fate,
    /// Moves made this turn.
    pub moves: u8,
    pub dismounted_this_turn: bool,
    /// Has used its shot in this shooting phase (dba.28).
    pub has_shot: bool,
    /// Combats of this turn as main shooter, target or front opponent, and how many ended with the higher total
    /// (impetuous.2).
    pub combats: u8,
    pub wins: u8,
}

impl Element {
    pub fn side(&self) -> Side {
        self.id.side()
    }
    pub fn on_table(&self) -> bool {
        self.fate == Fate::OnTable
    }
    pub fn is_commander(&self) -> bool {
        self.troop == Troop::Commander
    }
    pub fn lost(&self) -> bool {
        matches!(self.fate, Fate::Destroyed | Fate::Left)
    }
    pub fn rect(&self) -> Rect {
        self.base.rect()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Command {
    pub name: String,
    pub commander: ElementId,
    /// Elements at the start, the commander not counted.
    pub strength: u16,
    /// Elements lost so far.
    pub lost: u16,
    pub demoralised: bool,
    pub allied: bool,
    /// Movement points left this turn.
    pub points: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CampState {
    Holds,
    /// Halved by shooting: neither shoots nor defends itself (dba.36).
    Silenced,
    Plundered,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CampSite {
    pub rect: Rect,
    pub state: CampState,
    /// Shots left in shooting phases of its own side's turns and of the enemy's (camp.6).
    pub shots: [u8; 2],
    pub has_shot: bool,
}

/// Which long table edge is a side's base edge: south is y = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    South,
    North,
}

impl Edge {
    pub fn opposite(self) -> Edge {
        match self {
            Edge::South => Edge::North,
            Edge::North => Edge::South,
        }
    }
    /// The direction off the table over this edge.
    pub fn outward(self) -> V2 {
        match self {
            Edge::South => v2(0.0, -1.0),
            Edge::North => v2(0.0, 1.0),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Army {
    pub name: String,
    pub edge: Edge,
    pub elements: Vec<Element>,
    pub commands: Vec<Command>,
    pub camp: Option<CampSite>,
    /// Elements at the start, commanders not counted.
    pub strength: u16,
    /// Active turns begun.
    pub turns: u16,
    /// Which command gets which die, highest first, once it lies open (dice.2).
    pub ranking: Option<Vec<u8>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Nature {
    Shallow,
    Ordinary,
    Torrent,
}

impl Nature {
    /// In words.
    pub fn message(self) -> words::Message {
        match self {
            Nature::Shallow => say!("nature-shallow"),
            Nature::Ordinary => say!("nature-ordinary"),
            Nature::Torrent => say!("nature-torrent"),
        }
    }
}
words::spoken!(Nature);

/// What is known of a river.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RiverState {
    pub nature: Option<Nature>,
    /// An element failed in the torrent: nobody else may try this turn (crossing.4).
    pub closed: bool,
}

/// Two elements in front contact, and whose movement brought it about (dba.22).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Engagement {
    pub attacker: ElementId,
    pub defender: ElementId,
    /// Close-combat phases in which this contact has been fought.
    pub rounds: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Setup,
    Movement,
    Shooting,
    CloseCombat,
    Over,
}

/// The table as both players see it.
#[derive(Clone, Debug)]
pub struct Field {
    pub width: f64,
    pub depth: f64,
    /// Deployment areas and margins.
    pub board: Board,
    pub terrain: Arc<Terrain>,
    pub readings: Readings,
    pub armies: [Army; 2],
    pub rivers: Vec<RiverState>,
    /// Front contacts under way.
    pub engagements: Vec<Engagement>,
    /// Flank and rear contacts in the order in which they came about (dba.16): attacker, attacked.
    pub touches: Vec<(ElementId, ElementId)>,
    /// Who touched which enemy unaligned when the movement phase began, and lacked nothing but room to line up (dba.48).
    pub cramped: Vec<(ElementId, ElementId)>,
    pub active: Side,
    /// Turns begun, both sides counted.
    pub bound: u32,
    pub phase: Phase,
    /// Places left and taken since this was last cleared: where something stirred, aims must be taken again.
    pub stirred: Vec<V2>,
    /// Who left the table meanwhile.
    pub fallen: Vec<ElementId>,
    grid: Grid,
}

impl Index<ElementId> for Field {
    type Output = Element;
    fn index(&self, id: ElementId) -> &Element {
        &self.armies[id.side().index()].elements[id.index()]
    }
}

impl IndexMut<ElementId> for Field {
    fn index_mut(&mut self, id: ElementId) -> &mut Element {
        &mut self.armies[id.side().index()].elements[id.index()]
    }
}

/// The side of a square of the grid.
const CELL: f64 = 400.0;

/// No base reaches further from its centre than this (an artillery base's corner is 113 p away).
const REACH: f64 = 120.0;

impl Field {
    pub fn new(
        width: f64,
        depth: f64,
        terrain: Terrain,
        readings: Readings,
        armies: [Army; 2],
        active: Side,
    ) -> Field {
        let rivers = vec![RiverState::default(); terrain.rivers.len()];
        let several = armies.iter().any(|a| a.commands.len() > 1);
        let mut f = Field {
            width,
            depth,
            board: Board::of(width, depth, several),
            terrain: Arc::new(terrain),
            readings,
            armies,
            rivers,
            engagements: Vec::new(),
            touches: Vec::new(),
            cramped: Vec::new(),
            active,
            bound: 0,
            phase: Phase::Setup,
            stirred: Vec::new(),
            fallen: Vec::new(),
            grid: Grid::new(width, depth, CELL),
        };
        f.index_all();
        f
    }

    /// Takes up both armies as they stood when they were saved.
    pub(crate) fn take_up(&mut self, armies: [Army; 2]) {
        self.armies = armies;
        self.grid = Grid::new(self.width, self.depth, CELL);
        self.index_all();
    }

    fn index_all(&mut self) {
        for s in Side::BOTH {
            for i in 0..self.armies[s.index()].elements.len() {
                let e = &self.armies[s.index()].elements[i];
                if e.on_table() {
                    self.grid.put(e.id.slot(), e.base.centre());
                }
            }
        }
    }

    pub fn army(&self, s: Side) -> &Army {
        &self.armies[s.index()]
    }

    pub fn army_mut(&mut self, s: Side) -> &mut Army {
        &mut self.armies[s.index()]
    }

    /// The element of that name, if there is one.
    pub fn get(&self, id: ElementId) -> Option<&Element> {
        self.armies[id.side().index()].elements.get(id.index())
    }

    pub fn command(&self, id: ElementId) -> &Command {
        &self.armies[id.side().index()].commands[usize::from(self[id].command)]
    }

    /// A side's elements on the table, commanders included.
    pub fn side(&self, s: Side) -> impl Iterator<Item = &Element> + '_ {
        self.armies[s.index()].elements.iter().filter(|e| e.on_table())
    }

    /// Everyone on the table.
    pub fn all(&self) -> impl Iterator<Item = &Element> + '_ {
        self.side(Side::A).chain(self.side(Side::B))
    }

    /// Everyone on the table whose base may come within `reach` of the box; a superset, in a fixed order.
    pub fn near(&self, (lo, hi): (V2, V2), reach: f64) -> impl Iterator<Item = &Element> + '_ {
        let r = v2(reach + REACH, reach + REACH);
        let (lo, hi) = (lo - r, hi + r);
        self.grid.inside(lo, hi).map(|s| &self[ElementId::from_slot(s)])
    }

    /// As [`Field::near`], of one side only.
    pub fn near_of(&self, side: Side, (lo, hi): (V2, V2), reach: f64) -> impl Iterator<Item = &Element> + '_ {
        let r = v2(reach + REACH, reach + REACH);
        self.grid
            .inside(lo - r, hi + r)
            .map(ElementId::from_slot)
            .filter(move |id| id.side() == side)
            .map(|id| &self[id])
    }

    /// Everyone of one side whose centre lies on the way from one place to another, give or take two paces.
    pub(crate) fn centred_between(&self, side: Side, a: V2, b: V2) -> impl Iterator<Item = &Element> + '_ {
        let lo = v2(a.x.min(b.x) - 2.0, a.y.min(b.y) - 2.0);
        let hi = v2(a.x.max(b.x) + 2.0, a.y.max(b.y) + 2.0);
        self.grid
            .inside(lo, hi)
            .map(ElementId::from_slot)
            .filter(move |id| id.side() == side)
            .map(|id| &self[id])
    }

    /// Elements touching the base (dba.44), the element itself left out.
    pub fn touching(&self, b: Base, except: ElementId) -> impl Iterator<Item = &Element> + '_ {
        let r = b.rect();
        let t = book::data().touch;
        self.near(r.bounds(), t).filter(move |e| e.id != except && e.rect().comes_within(&r, t))
    }

    /// Elements of one side touching the base (dba.44), the element itself left out.
    pub fn touching_of(&self, side: Side, b: Base, except: ElementId) -> impl Iterator<Item = &Element> + '_ {
        let r = b.rect();
        let t = book::data().touch;
        self.near_of(side, r.bounds(), t).filter(move |e| e.id != except && e.rect().comes_within(&r, t))
    }

    /// Puts an element in its place without a word.
    pub fn set(&mut self, id: ElementId, base: Base) {
        let left = self[id].base.centre();
        self[id].base = base;
        if self[id].on_table() {
            self.stirred.push(left);
            self.stirred.push(base.centre());
            self.grid.put(id.slot(), base.centre());
        }
    }

    /// Lays the terrain, before anybody stands on it.
    pub fn lay(&mut self, terrain: Terrain) {
        self.rivers = vec![RiverState::default(); terrain.rivers.len()];
        self.terrain = Arc::new(terrain);
    }

    /// Deploys an element.
    pub fn deploy(&mut self, id: ElementId, base: Base) {
        self[id].fate = Fate::OnTable;
        self.set(id, base);
    }

    /// Moves an element and says why. What it was in contact with is seen afresh by [`Field::refresh`].
    pub fn go(&mut self, id: ElementId, to: Base, why: Why, clause: Clause, log: &mut Log<Event>) {
        let from = self[id].base;
        self.set(id, to);
        log.push(|| {
            Event::new(clause, EventKind::Goes { element: id, why, from: from.pose(), to: to.pose() })
        });
    }

    /// Takes an element off the table for good; it counts as lost (dba.38), a commander for nothing (army.4).
    pub fn lose(&mut self, id: ElementId, fate: Fate, clause: Clause, log: &mut Log<Event>) {
        if !self[id].on_table() {
            return;
        }
        self[id].fate = fate;
        let left = self[id].base.centre();
        self.stirred.push(left);
        self.fallen.push(id);
        self.grid.remove(id.slot());
        if self.counts_as_lost(id) {
            let c = usize::from(self[id].command);
            self.army_mut(id.side()).commands[c].lost += 1;
        }
        log.push(|| Event::new(clause, EventKind::Lost { element: id, fate }));
    }

    /// Is it among its command's losses?
    fn counts_as_lost(&self, id: ElementId) -> bool {
        let e = &self[id];
        let gone = match e.fate {
            Fate::Waiting | Fate::OnTable => false,
            Fate::Destroyed => true,
            Fate::Left => !self.readings.is(reading!("what-is-lost", "destroyed")),
        };
        gone && !e.is_commander()
    }

    /// Puts an element that was lost on the table again; it is no longer among the losses.
    pub fn restore(&mut self, id: ElementId, to: Base, clause: Clause, log: &mut Log<Event>) {
        if !self[id].lost() {
            return;
        }
        if self.counts_as_lost(id) {
            let c = usize::from(self[id].command);
            let lost = &mut self.army_mut(id.side()).commands[c].lost;
            *lost = lost.saturating_sub(1);
        }
        self.deploy(id, to);
        log.push(|| Event::new(clause, EventKind::Restored { element: id, at: to.pose() }));
    }

    /// The commander of an element's command, while he is on the table.
    pub fn commander_of(&self, id: ElementId) -> Option<&Element> {
        self.get(self.command(id).commander).filter(|c| c.on_table() && c.side() == id.side())
    }

    /// Elements a side has lost so far, commanders not counted.
    pub fn losses(&self, s: Side) -> u16 {
        self.army(s).commands.iter().map(|c| c.lost).sum()
    }

    pub fn off_table(&self, b: &Base) -> bool {
        b.corners().iter().any(|c| {
            c.x < -table::EPS
                || c.y < -table::EPS
                || c.x > self.width + table::EPS
                || c.y > self.depth + table::EPS
        })
    }

    /// Both camps that stand, with their sides.
    pub fn camps(&self) -> impl Iterator<Item = (Side, &CampSite)> + '_ {
        Side::BOTH.into_iter().filter_map(|s| self.army(s).camp.as_ref().map(|c| (s, c)))
    }

    /// The camp that a side may attack: its enemy's, unless it was plundered; then it is no enemy any more and stands in the
    /// way like the own one (dba.53, victory.3).
    pub fn enemy_camp(&self, of: Side) -> Option<&CampSite> {
        self.army(of.other()).camp.as_ref().filter(|c| c.state != CampState::Plundered)
    }

    /// Does any part of the base wade in a river's bed, off road? That is neither good nor heavy going (river.3), unless it is
    /// read otherwise.
    pub fn wades(&self, b: &Base) -> bool {
        let rivers = &self.terrain.rivers;
        if rivers.is_empty() || self.readings.is(reading!("river-going", "good")) {
            return false;
        }
        let shallow = self.readings.is(reading!("river-going", "shallow-is-good"));
        let r = b.rect();
        let good = |s: &RiverState| shallow && s.nature == Some(Nature::Shallow);
        rivers.iter().zip(&self.rivers).any(|(v, s)| !good(s) && v.holds(&r)) && !self.terrain.on_bridge(b)
    }

    /// Does the base overlap a camp by more than the tolerance (dba.1, dba.44)?
    pub fn in_camp(&self, r: &Rect) -> bool {
        self.camps().any(|(_, c)| c.rect.penetration(r) > book::data().touch)
    }
}
