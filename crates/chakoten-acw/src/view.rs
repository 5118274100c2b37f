//! What a side knows (play.view): whom it sees, whom each brigade may name in its orders (03.02.2), and under which names.
//! Everybody who plays a side, a person or the computer, gets [`View`] and never the field.

mod known;

use crate::field::{Edge, Field, Level, StaffFate};
use crate::ground::{Bridge, Building, HillStep, Line, Patch, Road};
use crate::order::Ref;
use crate::reach::{Reach, locked_target, reach};
use crate::slip;
use crate::troop::{Arm, Formation, Kind, Nation, State, Weapon};
use crate::unit::{Battery, Fate, Losses, Side, Unit, UnitId};
use serde::Serialize;
use std::sync::Arc;
use table::Pose;

pub use known::{Known, Sightings, known, known_after};

/// All that a side is shown.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    pub side: Side,
    /// The turn just ended or under way; 0 before the first.
    pub turn: u32,
    pub ground: GroundView,
    pub edges: [Edge; 2],
    pub commands: Vec<CommandView>,
    pub staff: Vec<StaffView>,
    pub own: Vec<OwnUnit>,
    pub enemies: Vec<EnemyUnit>,
    /// Enemy guns that stand in sight without gunners.
    pub abandoned_guns: Vec<Pose>,
}

/// The ground, with linear objects as far as the side knows them.
#[derive(Clone, Debug, Serialize)]
pub struct GroundView {
    pub width: f64,
    pub depth: f64,
    pub patches: Vec<Patch>,
    pub hills: Vec<HillStep>,
    pub roads: Vec<Road>,
    pub bridges: Vec<Bridge>,
    pub buildings: Vec<Building>,
    pub lines: Vec<Line>,
}

/// A command of the own side.
#[derive(Clone, Debug, Serialize)]
pub struct CommandView {
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub level: Level,
    pub above: Option<Arc<str>>,
    pub general: Option<Arc<str>>,
    pub vacant: bool,
    /// The turn and the words of the instruction laid on it (03.01.1).
    pub instruction: Option<(u32, String)>,
}

/// A general or orderly of the own side.
#[derive(Clone, Debug, Serialize)]
pub struct StaffView {
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub command: Arc<str>,
    pub general: bool,
    pub at: Pose,
    pub with: Option<Arc<str>>,
    pub fate: StaffFate,
    pub moved: Option<u32>,
    pub dispatched: bool,
}

/// An own unit with its line of the order sheet (03.01.2.a).
#[derive(Clone, Debug, Serialize)]
pub struct OwnUnit {
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub command: Arc<str>,
    /// The code of the regiment of which it is a part, if it is not the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_of: Option<Arc<str>>,
    pub arm: Arm,
    pub kind: Kind,
    pub nation: Nation,
    pub valour: i8,
    pub weapon: Option<Weapon>,
    pub battery: Option<Battery>,
    pub company: u16,
    pub figures: u16,
    pub original: u16,
    pub men: u32,
    /// Men lost towards the next figure.
    pub carried: u16,
    pub losses: Losses,
    pub state: State,
    /// Pinned to the end of this turn.
    pub pinned_to: Option<u32>,
    pub formation: Formation,
    pub files: u16,
    pub gap: f64,
    pub at: Pose,
    pub width: f64,
    pub depth: f64,
    pub inside: Vec<String>,
    pub fate: Fate,
    pub ammunition: bool,
    /// Which orders reach it (03.03.2, 03.03.3).
    pub reach: ReachView,
    pub melee: bool,
    /// The enemies with whom it is in melee, as far as they are sighted.
    pub against: Vec<Ref>,
    /// It is locked in a fire-fight with a sighted enemy (04.02.14).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fire_fight: Option<Ref>,
    pub last_order: Option<String>,
    pub last_charge: Option<u32>,
    pub in_motion: bool,
    pub attempts: u8,
}

/// How orders reach a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReachView {
    General,
    Orderly,
    Out,
}

/// An enemy in sight: what play.view lists and nothing else.
#[derive(Clone, Debug, Serialize)]
pub struct EnemyUnit {
    pub label: Ref,
    pub kind: Kind,
    pub formation: Formation,
    pub figures: u16,
    pub files: u16,
    pub at: Pose,
    pub width: f64,
    pub depth: f64,
    pub inside: Vec<String>,
    pub fleeing: bool,
    pub lying_down: bool,
    /// Commands whose orders may name him (03.02.2).
    pub named_by: Vec<Arc<str>>,
}

/// What a side is shown (play.view).
pub fn view(f: &Field, side: Side, known: &Known) -> View {
    let g = &f.ground;
    let code = |u: UnitId| f[u].code.clone();
    let houses = |u: &Unit| -> Vec<String> {
        u.inside.iter().filter_map(|b| g.buildings.get(usize::from(*b))).map(|b| b.name.clone()).collect()
    };
    View {
        side,
        turn: f.turn,
        ground: GroundView {
            width: g.width,
            depth: g.depth,
            patches: g.patches.clone(),
            hills: g.hills.clone(),
            roads: g.roads.clone(),
            bridges: g.bridges.clone(),
            buildings: g.buildings.clone(),
            lines: (0..f.lines.len())
                .filter(|i| known.knows_line(f, *i))
                .map(|i| f.lines[i].clone())
                .collect(),
        },
        edges: f.edges,
        commands: f
            .commands
            .iter()
            .filter(|c| c.side == side)
            .map(|c| CommandView {
                code: c.code.clone(),
                name: c.name.clone(),
                level: c.level,
                above: c.above.map(|a| f[a].code.clone()),
                general: c.general.map(|s| f[s].code.clone()),
                vacant: c.vacant,
                instruction: c.instruction.clone(),
            })
            .collect(),
        staff: f
            .staff
            .iter()
            .filter(|s| s.side == side)
            .map(|s| StaffView {
                code: s.code.clone(),
                name: s.name.clone(),
                command: f[s.command].code.clone(),
                general: s.general,
                at: s.base.pose(),
                with: s.with.map(code),
                fate: s.fate,
                moved: s.moved,
                dispatched: s.dispatched,
            })
            .collect(),
        own: f.units.iter().filter(|u| u.side == side).map(|u| own(f, u, known, houses(u))).collect(),
        enemies: known
            .seen()
            .iter()
            .map(|id| &f[*id])
            .map(|u| EnemyUnit {
                label: known.label(u.id).unwrap_or_default(),
                kind: u.kind(),
                formation: u.formation,
                figures: u.figures,
                files: u.files,
                at: u.base.pose(),
                width: u.base.width,
                depth: u.base.depth,
                inside: houses(u),
                fleeing: u.state == State::Complete,
                lying_down: u.pinned(f.turn),
                named_by: f
                    .commands
                    .iter()
                    .filter(|c| c.side == side && known.may_name(f, c.id, u.id))
                    .map(|c| c.code.clone())
                    .collect(),
            })
            .collect(),
        abandoned_guns: known
            .guns()
            .iter()
            .filter_map(|g| f[*g].battery.as_ref().and_then(|b| b.unmanned))
            .map(|b| b.pose())
            .collect(),
    }
}

fn own(f: &Field, u: &Unit, known: &Known, inside: Vec<String>) -> OwnUnit {
    OwnUnit {
        code: u.code.clone(),
        name: u.name.clone(),
        command: f[u.command].code.clone(),
        part_of: (u.regiment != u.id).then(|| f[u.regiment].code.clone()),
        arm: u.arm,
        kind: u.kind(),
        nation: u.nation,
        valour: u.valour,
        weapon: u.weapon,
        battery: u.battery,
        company: u.company,
        figures: u.figures,
        original: u.original,
        men: u.men(),
        carried: u.carried,
        losses: u.losses,
        state: u.state,
        pinned_to: u.pinned_to,
        formation: u.formation,
        files: u.files,
        gap: u.gap,
        at: u.base.pose(),
        width: u.base.width,
        depth: u.base.depth,
        inside,
        fate: u.fate,
        ammunition: u.ammunition,
        reach: match reach(f, u) {
            Reach::General(_) => ReachView::General,
            Reach::Orderly(_) => ReachView::Orderly,
            Reach::Out => ReachView::Out,
        },
        melee: !u.locked.is_empty(),
        against: u.locked.iter().filter_map(|e| known.label(*e)).collect(),
        fire_fight: locked_target(f, u).and_then(|e| known.label(e)),
        last_order: u.record.last_order.as_ref().map(slip::write),
        last_charge: u.record.last_charge,
        in_motion: u.record.in_motion,
        attempts: u.record.attempts,
    }
}

/// The same as JSON.
pub fn view_json(f: &Field, side: Side, known: &Known) -> serde_json::Value {
    serde_json::to_value(view(f, side, known)).unwrap_or(serde_json::Value::Null)
}
