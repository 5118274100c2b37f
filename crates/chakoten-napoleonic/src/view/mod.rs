//! What a side knows (play.hidden): whom it sees and has seen, what each of its commanders knows (08.01.5), and whose orders reach
//! whom. Everybody who plays a side, a person or the computer, gets [`View`] and never the field.

mod known;
mod looks;

use crate::book::works::Craft;
use crate::clause;
use crate::field::{Edge, Field, Level, Post, StaffFate};
use crate::ground::{Building, Crossing, HillStep, Line, Patch, Track};
use crate::order::Ref;
use crate::reach::{Reach, reach};
use crate::slip;
use crate::troop::{Arm, Formation, Nation, State, Weapon, Weight};
use crate::unit::{Battery, Fate, Load, Losses, Side, Unit, UnitId};
use serde::Serialize;
use std::sync::Arc;
use table::Pose;
use umpire::Clause;

pub use known::{
    Known, Learned, Moment, Report, Sightings, Source, StaffSeen, in_sight, known, known_after, known_from,
    spots, spots_at_all,
};

/// What the board calls an enemy staff figure by himself begins so: no order can mean him (08.02.4).
pub(crate) const LONE_STAFF: &str = "staff ";

/// All that a side is shown.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    pub side: Side,
    /// The turn just ended or under way; 0 before the first.
    pub turn: u32,
    /// By what it is shown so much and no more.
    pub by: Clause,
    /// By what its commanders know what they know.
    pub known_by: Clause,
    pub ground: GroundView,
    pub edges: [Edge; 2],
    pub commands: Vec<CommandView>,
    pub staff: Vec<StaffView>,
    pub own: Vec<OwnUnit>,
    pub enemies: Vec<EnemyUnit>,
    /// Enemy staff figures in sight.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub enemy_staff: Vec<EnemyStaff>,
    /// Enemies seen before and not now, as they were then.
    pub reports: Vec<ReportView>,
    /// Enemy guns that stand in sight without gunners.
    pub abandoned_guns: Vec<Pose>,
    /// Ferries and boats of the side.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub craft: Vec<CraftView>,
    /// Messages written by the side, as far as it can know of them.
    pub messages: Vec<MessageView>,
}

/// A ferry or boat of the own side (19.11).
#[derive(Clone, Debug, Serialize)]
pub struct CraftView {
    pub name: String,
    pub craft: Craft,
    pub at: [f64; 2],
    /// Who is in it, loads it, or has sent it over.
    pub with: Option<Arc<str>>,
}

/// The ground, with linear objects as far as the side knows them.
#[derive(Clone, Debug, Serialize)]
pub struct GroundView {
    pub width: f64,
    pub depth: f64,
    pub patches: Vec<Patch>,
    pub hills: Vec<HillStep>,
    pub tracks: Vec<Track>,
    pub crossings: Vec<Crossing>,
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
    pub commander: Option<Arc<str>>,
    /// The turn and the words of the instruction it was given (08.03.4).
    pub instruction: Option<(u32, String)>,
    /// The enemies whom its commander knows (08.01.5).
    pub knows: Vec<KnownEnemy>,
}

/// An enemy whom a commander knows.
#[derive(Clone, Debug, Serialize)]
pub struct KnownEnemy {
    pub label: Ref,
    #[serde(flatten)]
    pub learned: Learned,
}

/// A staff figure of the own side.
#[derive(Clone, Debug, Serialize)]
pub struct StaffView {
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub command: Arc<str>,
    pub post: Post,
    pub at: Pose,
    pub with: Option<Arc<str>>,
    pub fate: StaffFate,
    pub moved: Option<u32>,
    /// How many messages he carries.
    pub carries: usize,
}

/// A straight stretch of a column: the middle of its front edge, which way it lies, and how long it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Stretch {
    pub at: Pose,
    pub depth: f64,
}

/// How orders reach a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReachView {
    Within,
    Beyond,
    Fallen,
}

/// An own unit with all that its player keeps of it.
#[derive(Clone, Debug, Serialize)]
pub struct OwnUnit {
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub command: Arc<str>,
    /// Of a skirmish line or swarm: its body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Arc<str>>,
    /// Of a part: the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_of: Option<Arc<str>>,
    /// Those behind it in one column or square.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<Arc<str>>,
    pub nation: Nation,
    pub arm: Arm,
    pub weight: Option<Weight>,
    pub valour: i8,
    pub weapon: Option<Weapon>,
    pub rifles: u16,
    pub battery: Option<Battery>,
    pub load: Option<Load>,
    pub companies: u8,
    pub figures: u16,
    pub original: u16,
    pub men: u32,
    /// Men lost towards the next figure.
    pub carried: u16,
    pub losses: Losses,
    pub state: State,
    pub formation: Formation,
    pub files: u16,
    pub spacing: f64,
    pub faced: bool,
    pub working: bool,
    pub at: Pose,
    pub width: f64,
    pub depth: f64,
    /// Of a column about a corner: the stretches behind its head.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tail: Vec<Stretch>,
    pub inside: Option<String>,
    pub fate: Fate,
    /// Turns of fire left.
    pub ammunition: u8,
    /// Whether orders reach it (08.03.4, 08.03.6), and by which clause.
    pub reach: ReachView,
    pub reach_by: Clause,
    pub last_order: Option<String>,
    pub carried_out: bool,
    pub instruction: Option<(u32, String)>,
}

/// An enemy in sight: what is seen of him and nothing else.
#[derive(Clone, Debug, Serialize)]
pub struct EnemyUnit {
    pub label: Ref,
    pub arm: Arm,
    pub nation: Nation,
    pub formation: Formation,
    pub figures: u16,
    pub files: u16,
    pub limbered: bool,
    /// He is dispersed for being in FU.
    pub fleeing: bool,
    pub working: bool,
    pub at: Pose,
    pub width: f64,
    pub depth: f64,
    /// Of a column about a corner: the stretches behind its head.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tail: Vec<Stretch>,
    pub inside: Option<String>,
    /// Commands whose orders may be based on him (08.01.5).
    pub named_by: Vec<Arc<str>>,
}

/// An enemy staff figure in sight: where he is. Who he is and what he carries stands in his side's papers.
#[derive(Clone, Debug, Serialize)]
pub struct EnemyStaff {
    pub commander: bool,
    pub at: Pose,
    /// The unit that he is with.
    pub with: Option<Ref>,
    /// By what he is in sight.
    pub by: Clause,
}

/// An enemy who was seen before.
#[derive(Clone, Debug, Serialize)]
pub struct ReportView {
    pub label: Ref,
    /// The turn in which he was last seen.
    pub turn: u32,
    pub arm: Arm,
    pub formation: Formation,
    pub figures: u16,
    pub at: Pose,
}

/// A message that the side wrote. Its delay only the umpire knows (08.03.2).
#[derive(Clone, Debug, Serialize)]
pub struct MessageView {
    pub from: Arc<str>,
    pub to: Arc<str>,
    pub says: String,
    pub written: u32,
    /// The turn in which it was handed over, if it was.
    pub handed_over: Option<u32>,
}

/// What a side is shown (play.hidden).
pub fn view(f: &Field, side: Side, known: &Known) -> View {
    let g = &f.ground;
    let code = |u: UnitId| f[u].code.clone();
    let commands: Vec<_> = f.commands.iter().filter(|c| c.side == side).collect();
    View {
        side,
        turn: f.turn,
        by: known.by(),
        known_by: clause!("08.01.5"),
        ground: GroundView {
            width: g.width,
            depth: g.depth,
            patches: g.patches.clone(),
            hills: g.hills.clone(),
            tracks: g.tracks.clone(),
            crossings: g.crossings.clone(),
            buildings: g.buildings.clone(),
            lines: (0..f.lines.len())
                .filter(|i| known.knows_line(f, *i))
                .map(|i| f.lines[i].clone())
                .collect(),
        },
        edges: f.edges,
        commands: commands
            .iter()
            .map(|c| CommandView {
                code: c.code.clone(),
                name: c.name.clone(),
                level: c.level,
                above: c.above.map(|a| f[a].code.clone()),
                commander: c.commander.map(|s| f[s].code.clone()),
                instruction: c.instruction.clone(),
                knows: known
                    .reports()
                    .filter_map(|(label, id, _)| {
                        known.learned(c.id, id).map(|learned| KnownEnemy { label, learned })
                    })
                    .collect(),
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
                post: s.post,
                at: s.base().pose(),
                with: s.with.map(code),
                fate: s.fate,
                moved: s.moved,
                carries: s.carries.len(),
            })
            .collect(),
        own: f.units.iter().filter(|u| u.side == side).map(|u| own(f, u)).collect(),
        enemies: known
            .seen()
            .iter()
            .map(|id| &f[*id])
            .map(|u| EnemyUnit {
                label: known.label(u.id).unwrap_or_default(),
                arm: u.arm,
                nation: u.nation,
                formation: u.formation,
                figures: u.figures,
                files: u.files,
                limbered: u.limbered(),
                fleeing: u.state == State::Complete,
                working: u.working,
                at: u.base.pose(),
                width: u.base.width,
                depth: head(u),
                tail: tail(u),
                inside: house(f, u),
                named_by: commands
                    .iter()
                    .filter(|c| known.may_name(c.id, u.id))
                    .map(|c| c.code.clone())
                    .collect(),
            })
            .collect(),
        enemy_staff: f
            .staff
            .iter()
            .filter(|s| s.side != side)
            .filter_map(|s| {
                let seen = known.sees_staff(f, s)?;
                Some(EnemyStaff {
                    commander: s.post == Post::Commander,
                    at: s.base().pose(),
                    with: seen.with.and_then(|u| known.label(u)),
                    by: seen.by,
                })
            })
            .collect(),
        reports: known
            .reports()
            .filter(|(_, id, _)| !known.sees(*id))
            .map(|(label, _, r)| ReportView {
                label,
                turn: r.turn,
                arm: r.arm,
                formation: r.formation,
                figures: r.figures,
                at: r.at.pose(),
            })
            .collect(),
        abandoned_guns: known.guns().iter().filter_map(|g| f[*g].unmanned_guns()).map(|b| b.pose()).collect(),
        craft: f
            .terrain
            .vessels
            .iter()
            .filter(|v| v.side == side && !v.gone)
            .map(|v| CraftView {
                name: v.name.clone(),
                craft: v.craft,
                at: [v.at.x, v.at.y],
                with: v.with.map(code),
            })
            .collect(),
        messages: messages(f, side),
    }
}

fn messages(f: &Field, side: Side) -> Vec<MessageView> {
    use crate::field::{DispatchFate, Receiver};
    f.messages
        .iter()
        .filter(|m| m.side == side)
        .map(|m| MessageView {
            from: f[m.from].code.clone(),
            to: match m.to {
                Receiver::Command(c) => f[c].code.clone(),
                Receiver::Unit(u) => f[u].code.clone(),
            },
            says: m.says.clone(),
            written: m.written,
            handed_over: match m.fate {
                DispatchFate::HandedOver(turn) => Some(turn),
                _ => None,
            },
        })
        .collect()
}

/// How deep it is where its head is.
pub(crate) fn head(u: &Unit) -> f64 {
    u.stretches().first().map_or(u.base.depth, |s| s.depth)
}

fn tail(u: &Unit) -> Vec<Stretch> {
    u.stretches().iter().skip(1).map(|s| Stretch { at: s.pose(), depth: s.depth }).collect()
}

fn house(f: &Field, u: &Unit) -> Option<String> {
    u.inside.and_then(|b| f.ground.buildings.get(usize::from(b))).map(|b| b.name.clone())
}

fn own(f: &Field, u: &Unit) -> OwnUnit {
    let code = |u: UnitId| f[u].code.clone();
    let (reach, reach_by) = reach(f, u);
    OwnUnit {
        code: u.code.clone(),
        name: u.name.clone(),
        command: f[u.command].code.clone(),
        body: u.body.map(code),
        part_of: u.whole.map(code),
        joined: u.joined.iter().copied().map(code).collect(),
        nation: u.nation,
        arm: u.arm,
        weight: u.weight,
        valour: f.valour(u.id).0,
        weapon: u.weapon,
        rifles: u.rifles,
        battery: u.battery.clone(),
        load: u.load.clone(),
        companies: u.companies,
        figures: u.figures,
        original: u.original,
        men: u.men(),
        carried: u.carried,
        losses: u.losses,
        state: u.state,
        formation: u.formation,
        files: u.files,
        spacing: u.spacing,
        faced: u.faced,
        working: u.working,
        at: u.base.pose(),
        width: u.base.width,
        depth: head(u),
        tail: tail(u),
        inside: house(f, u),
        fate: u.fate,
        ammunition: u.ammunition,
        reach: match reach {
            Reach::Commander(_) => ReachView::Within,
            Reach::Beyond => ReachView::Beyond,
            Reach::Fallen => ReachView::Fallen,
        },
        reach_by,
        last_order: u.record.last_order.as_ref().map(slip::write),
        carried_out: u.record.carried_out,
        instruction: u.record.instruction.clone(),
    }
}

/// The same as JSON.
pub fn view_json(f: &Field, side: Side, known: &Known) -> serde_json::Value {
    serde_json::to_value(view(f, side, known)).unwrap_or(serde_json::Value::Null)
}
