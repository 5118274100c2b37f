//! What a side knows (play.view): whom it sees, whom each brigade may name in its orders (03.02.2), and under which names.
//! Everybody who plays a side, a person or the computer, gets [`View`] and never the field.

use crate::book::data;
use crate::check::{Reach, locked_target, reach};
use crate::clause;
use crate::field::{Edge, Field, Level, StaffFate};
use crate::ground::{Bridge, Building, Ground, HillStep, Line, Patch, Road};
use crate::order::Ref;
use crate::reading;
use crate::sight::{self, Post};
use crate::slip;
use crate::troop::{Arm, Formation, Kind, Nation, State, Weapon};
use crate::unit::{Battery, CommandId, Fate, Losses, Side, StaffId, Unit, UnitId};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{EPS, Pose, V2};
use umpire::Readings;

/// Enemies and works that each side has sighted so far. An enemy keeps his label (`x1`, `x2`, ...) for the battle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sightings {
    seen: [Vec<UnitId>; 2],
    works: [Vec<usize>; 2],
    /// Works that have been announced to the side (04.01.2).
    told: [Vec<usize>; 2],
}

impl Sightings {
    /// Keeps what the side has now seen: new labels and works.
    pub fn note(&mut self, known: &Known) {
        let i = known.side.index();
        self.seen[i].clone_from(&known.labels);
        self.works[i].clone_from(&known.works);
    }

    /// The side has sighted an enemy during the turn.
    pub fn sight(&mut self, side: Side, enemy: UnitId) {
        let seen = &mut self.seen[side.index()];
        if !seen.contains(&enemy) {
            seen.push(enemy);
        }
    }

    /// The label under which the side has sighted an enemy.
    pub fn label(&self, side: Side, enemy: UnitId) -> Option<Ref> {
        label(&self.seen[side.index()], enemy)
    }

    /// The works the side knows of that have not been announced to it yet; from now on they have.
    pub(crate) fn untold(&mut self, side: Side) -> Vec<usize> {
        let i = side.index();
        let new: Vec<usize> = self.works[i].iter().copied().filter(|w| !self.told[i].contains(w)).collect();
        self.told[i].extend(&new);
        new
    }

    /// The side knows a work in [`Field::lines`]: it built it, or it was made known (04.01.2).
    pub fn work(&mut self, side: Side, line: usize) {
        let works = &mut self.works[side.index()];
        if let Err(at) = works.binary_search(&line) {
            works.insert(at, line);
        }
    }
}

fn label(labels: &[UnitId], id: UnitId) -> Option<Ref> {
    labels.iter().position(|u| *u == id).map(|i| format!("x{}", i + 1))
}

/// What a side knows now.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    pub side: Side,
    /// Labels in order of first sighting: x1 first.
    labels: Vec<UnitId>,
    /// Enemies in sight now, in the order of the battle's list.
    seen: Vec<UnitId>,
    /// Who looks for each command.
    lookouts: BTreeMap<CommandId, Arc<[Lookout]>>,
    /// Works built in the battle that orders to a command may name.
    nameable_works: BTreeMap<CommandId, Vec<usize>>,
    /// Works built in the battle that the side knows of.
    works: Vec<usize>,
    /// Enemy batteries whose guns stand in sight without gunners.
    guns: Vec<UnitId>,
    looks: Looks,
}

impl Known {
    /// Enemies in sight now.
    pub fn seen(&self) -> &[UnitId] {
        &self.seen
    }

    /// Is the enemy in sight now?
    pub fn sees(&self, enemy: UnitId) -> bool {
        self.seen.binary_search(&enemy).is_ok()
    }

    /// Are the battery's guns, standing without gunners, in sight now?
    pub fn sees_guns(&self, battery: UnitId) -> bool {
        self.guns.binary_search(&battery).is_ok()
    }

    /// The enemy sighted under a label, whether in sight now or not.
    pub fn enemy(&self, label: &str) -> Option<UnitId> {
        let n: usize = label.strip_prefix('x')?.parse().ok()?;
        self.labels.get(n.checked_sub(1)?).copied()
    }

    /// The label of an enemy.
    pub fn label(&self, id: UnitId) -> Option<Ref> {
        label(&self.labels, id)
    }

    /// May orders to units of this command name the enemy (03.02.2)?
    pub fn may_name(&self, f: &Field, command: CommandId, enemy: UnitId) -> bool {
        let _ = clause!("03.02.2");
        let (Some(posts), Some(e)) = (self.lookouts.get(&command), f.units.get(enemy.index())) else {
            return false;
        };
        if e.side == self.side
            || !e.on_table()
            || !(self.sees(enemy) || f.readings.is(reading!("view", "all")))
        {
            return false;
        }
        let e = sight::post(f, e);
        let look = self.looks.at(f, enemy).filter(|l| l.at == e);
        if look.is_some_and(|l| posts.iter().any(|p| l.by == Some(p.who))) {
            return true;
        }
        posts.iter().any(|p| !look.is_some_and(|l| l.is_blind(p.who)) && sight::post_sees(f, &p.post, &e))
    }

    /// Is the linear object known to the side: terrain always, a work built in the battle once seen?
    pub fn knows_line(&self, f: &Field, line: usize) -> bool {
        f.lines.get(line).is_some_and(|l| !l.built || self.works.binary_search(&line).is_ok())
    }

    /// May orders to units of this command name the object: terrain always, a work only in sight (03.02.2)?
    pub fn may_name_line(&self, f: &Field, command: CommandId, line: usize) -> bool {
        f.lines.get(line).is_some_and(|l| {
            !l.built || self.nameable_works.get(&command).is_some_and(|w| w.binary_search(&line).is_ok())
        })
    }
}

/// A unit, general or orderly that looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Unit(UnitId),
    Staff(StaffId),
}

/// Who looks, and how he stands.
#[derive(Clone, Debug, PartialEq)]
struct Lookout {
    who: Who,
    post: Post,
}

/// What came of looking at an enemy.
#[derive(Clone, Debug)]
struct Look {
    enemy: UnitId,
    /// As he stood.
    at: Post,
    /// Somebody who saw him.
    by: Option<Who>,
    /// Those who looked and did not, in order.
    blind: Vec<Who>,
}

impl Look {
    fn is_blind(&self, who: Who) -> bool {
        self.blind.binary_search(&who).is_ok()
    }
}

/// All looks, kept for the next time: who has not stirred since sees whom he saw who has not stirred either, and no other. It is
/// no part of what a side knows, so any two are the same.
#[derive(Clone, Debug)]
struct Looks {
    /// In the order of the battle's list.
    all: Vec<Look>,
    /// What else it depends on who sees whom.
    ground: Arc<Ground>,
    readings: Readings,
}

impl PartialEq for Looks {
    fn eq(&self, _: &Looks) -> bool {
        true
    }
}

impl Looks {
    /// The look at an enemy, if the ground is the same.
    fn at(&self, f: &Field, enemy: UnitId) -> Option<&Look> {
        if self.hold_on(f) { self.of(enemy) } else { None }
    }

    /// Do they still say something: is the ground the same, and how it is read?
    fn hold_on(&self, f: &Field) -> bool {
        Arc::ptr_eq(&self.ground, &f.ground) && self.readings == f.readings
    }

    fn of(&self, enemy: UnitId) -> Option<&Look> {
        self.all.binary_search_by_key(&enemy, |l| l.enemy).ok().map(|i| &self.all[i])
    }
}

/// Works out what a side knows as everybody stands now. Enemies seen for the first time get the next labels; keep them with
/// [`Sightings::note`].
pub fn known(f: &Field, side: Side, sightings: &Sightings) -> Known {
    known_after(f, side, sightings, None)
}

/// The same, where it was worked out before: for those who stand as they did then nobody looks again.
pub fn known_after(f: &Field, side: Side, sightings: &Sightings, before: Option<&Known>) -> Known {
    let _ = clause!("play.view");
    let enemies: Vec<(UnitId, Post)> = f.enemies(side).map(|u| (u.id, sight::post(f, u))).collect();
    let built: Vec<usize> = (0..f.lines.len()).filter(|i| f.lines[*i].built).collect();
    let unmanned: Vec<(UnitId, V2)> = f
        .enemies(side)
        .filter_map(|u| u.battery.as_ref().and_then(|b| b.standing_alone()).map(|g| (u.id, g.centre())))
        .collect();
    let mut guns: Vec<UnitId> = Vec::new();
    let mut lookouts: BTreeMap<CommandId, Arc<[Lookout]>> = BTreeMap::new();
    let mut nameable_works = BTreeMap::new();
    let mut works = sightings.works[side.index()].clone();
    for c in f.commands.iter().filter(|c| c.side == side) {
        let Some(general) = f.general_of(c.id) else { continue };
        let _ = clause!("03.02.2");
        let units = || f.side(side).filter(|u| u.command == c.id && near(f, general, u));
        // The general who commands it, and its units within 40 cm of him.
        let he = Lookout { who: Who::Staff(general), post: sight::staff_post(f, &f[general]) };
        let all = std::iter::once(he)
            .chain(units().map(|u| Lookout { who: Who::Unit(u.id), post: sight::post(f, u) }));
        lookouts.insert(c.id, all.collect());
        if built.is_empty() && unmanned.is_empty() {
            continue;
        }
        let eyes: Vec<_> = units().map(|u| u.base.front).chain([f[general].base.centre()]).collect();
        let visible =
            |p| eyes.iter().any(|e| e.dist(p) <= data().d.sight + EPS && sight::line_clear(f, *e, p));
        guns.extend(unmanned.iter().filter(|g| visible(g.1)).map(|g| g.0));
        let in_sight: Vec<usize> = built
            .iter()
            .copied()
            .filter(|i| {
                let l = &f.lines[*i].path;
                [0.5, 0.0, 1.0].iter().any(|t| l.at(l.len() * t).is_some_and(|(p, _)| visible(p)))
            })
            .collect();
        works.extend(in_sight.iter().copied());
        nameable_works.insert(c.id, in_sight);
    }
    let looks = look(f, &enemies, &lookouts, before);
    let mut seen: Vec<bool> = looks.iter().map(|l| l.by.is_some()).collect();
    if f.readings.is(reading!("view", "all")) {
        seen.fill(true);
        works.extend(built);
        guns.extend(unmanned.iter().map(|g| g.0));
    }
    guns.sort_unstable();
    guns.dedup();
    works.sort_unstable();
    works.dedup();
    let seen: Vec<UnitId> = enemies.iter().zip(&seen).filter(|x| *x.1).map(|x| x.0.0).collect();
    let mut labels = sightings.seen[side.index()].clone();
    for u in &seen {
        if !labels.contains(u) {
            labels.push(*u);
        }
    }
    let looks = Looks { all: looks, ground: f.ground.clone(), readings: f.readings.clone() };
    Known { side, labels, seen, lookouts, nameable_works, works, guns, looks }
}

/// Looks at each enemy until somebody sees him. Who saw him before is asked first, then the nearest: mostly one of them does.
fn look(
    f: &Field,
    enemies: &[(UnitId, Post)],
    lookouts: &BTreeMap<CommandId, Arc<[Lookout]>>,
    before: Option<&Known>,
) -> Vec<Look> {
    let before = before.filter(|k| k.looks.hold_on(f));
    let screens = sight::Screens::of(&f.ground);
    let mut all: Vec<&Lookout> = lookouts.values().flat_map(|l| l.iter()).collect();
    let still = unstirred(&all, before);
    // From west to east, so that only those within reach of the eye are gone through.
    all.sort_unstable_by(|a, b| {
        a.post.centre().x.total_cmp(&b.post.centre().x).then_with(|| a.who.cmp(&b.who))
    });
    let widest = all.iter().map(|l| l.post.radius()).fold(0.0, f64::max);
    let mut near: Vec<(f64, &Lookout)> = Vec::new();
    enemies
        .iter()
        .map(|(id, e)| {
            let old = before.and_then(|k| k.looks.of(*id)).filter(|l| l.at == *e);
            let mut blind: Vec<Who> = Vec::new();
            if let Some(l) = old {
                blind.extend(l.blind.iter().filter(|w| still.binary_search(w).is_ok()));
                if l.by.is_some_and(|w| still.binary_search(&w).is_ok()) {
                    return Look { enemy: *id, at: e.clone(), by: l.by, blind };
                }
            }
            let reach = data().d.sight + EPS;
            let window = reach + widest + e.radius() + EPS;
            let from = all.partition_point(|l| l.post.centre().x < e.centre().x - window);
            near.clear();
            for l in all[from..].iter().take_while(|l| l.post.centre().x <= e.centre().x + window) {
                let apart = l.post.apart(e);
                if apart <= reach && blind.binary_search(&l.who).is_err() {
                    near.push((apart, l));
                }
            }
            let order = |a: &(f64, &Lookout), b: &(f64, &Lookout)| {
                a.0.total_cmp(&b.0).then_with(|| a.1.who.cmp(&b.1.who))
            };
            // Mostly the nearest of all sees him, and the others need no order.
            let mut by = None;
            if let Some(i) = (0..near.len()).min_by(|i, j| order(&near[*i], &near[*j])) {
                let mut next = Some(near.swap_remove(i));
                let mut sorted = false;
                while let Some((_, l)) = next {
                    if screens.post_sees(f, &l.post, e) {
                        by = Some(l.who);
                        break;
                    }
                    blind.push(l.who);
                    if !sorted {
                        near.sort_unstable_by(|a, b| order(b, a));
                        sorted = true;
                    }
                    next = near.pop();
                }
            }
            blind.sort_unstable();
            blind.dedup();
            Look { enemy: *id, at: e.clone(), by, blind }
        })
        .collect()
}

/// Those of the lookouts who look from where they did before, in order.
fn unstirred(all: &[&Lookout], before: Option<&Known>) -> Vec<Who> {
    let Some(before) = before else { return Vec::new() };
    let mut then: Vec<&Lookout> = before.lookouts.values().flat_map(|l| l.iter()).collect();
    then.sort_by_key(|l| l.who);
    let mut still: Vec<Who> = all
        .iter()
        .filter(|l| then.binary_search_by_key(&l.who, |t| t.who).is_ok_and(|i| then[i].post == l.post))
        .map(|l| l.who)
        .collect();
    still.sort_unstable();
    still
}

fn near(f: &Field, general: StaffId, u: &Unit) -> bool {
    crate::check::near_general(f, general, u)
}

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
    let _ = clause!("play.view");
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
            .seen
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
            .guns
            .iter()
            .filter_map(|g| f[*g].battery.as_ref().and_then(|b| b.unmanned))
            .map(|b| b.pose())
            .collect(),
    }
}

fn own(f: &Field, u: &Unit, known: &Known, inside: Vec<String>) -> OwnUnit {
    let _ = clause!("03.01.2.a");
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
