//! What a side is after: the places of its tasks and of the enemy's, and which command goes for which.

use super::ways::divided;
use table::{Rect, V2, v2};
use tricolore::battle::Battle;
use tricolore::book::terrain::{Files, Passes};
use tricolore::command::{CommandId, CommandKind};
use tricolore::ground::ZoneId;
use tricolore::terrain::defile_of;
use tricolore::troop::Arm;
use tricolore::{Field, Side};

/// A town so near behind a bridge is stormed over it.
const STORM: f64 = 90.0;

/// A place worth having.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub at: V2,
    pub worth: f64,
    pub zone: Option<ZoneId>,
    /// Who stands so near stands on it.
    pub reach: f64,
    /// It is a bridge.
    pub on_bridge: bool,
}

impl Goal {
    /// Does water lie between somebody and it? On a bridge itself he may be from either bank.
    pub fn beyond_water(&self, f: &Field, from: V2) -> bool {
        let far = from.dist(self.at);
        let short = if self.on_bridge { 80.0 } else { 0.0 };
        far > short
            && divided(f, from, from.lerp(self.at, 1.0 - short / far))
            && self.over_bridge(f).is_none()
    }

    /// The bridge that it is.
    pub fn bridge(&self, f: &Field) -> Option<Rect> {
        let there = |b: &&tricolore::field::BridgeState| !b.gone && b.bridge.rect.contains(self.at, 0.0);
        f.bridges.iter().filter(|_| self.on_bridge).find(there).map(|b| b.bridge.rect)
    }

    /// A town right behind a bridge over which columns may attack is stormed over it: the end of the bridge away from the town, and the way
    /// over.
    pub fn over_bridge(&self, f: &Field) -> Option<(V2, V2)> {
        let rect = f.ground[self.zone?].rect;
        let narrow = |b: &tricolore::field::BridgeState| {
            let defile = defile_of(b.bridge.kind, b.bridge.lanes);
            let passes = f.sheet.terrain().defile(defile, Files::Column).value;
            !b.gone && matches!(passes, Passes::Yes | Passes::NarrowOnly)
        };
        f.bridges.iter().filter(|b| narrow(b)).find_map(|b| {
            let r = b.bridge.rect;
            let out = r.dir * r.half_depth;
            [(r.centre - out, r.centre + out), (r.centre + out, r.centre - out)].into_iter().find_map(
                |(near, far)| {
                    let dir = (far - near).unit();
                    let hit = rect.clip(far, far + dir * STORM).is_some();
                    (hit && divided(f, near, rect.centre)).then_some((near, dir))
                },
            )
        })
    }
}

fn middle(points: &[V2]) -> V2 {
    let n = points.len().max(1) as f64;
    points.iter().fold(v2(0.0, 0.0), |a, p| a + *p) * (1.0 / n)
}

/// Where a piece of ground is, and how large.
fn ground(f: &Field, name: &str) -> Option<(V2, Option<ZoneId>, f64)> {
    let g = &f.ground;
    if let Some(z) = g.zone(name) {
        return Some((g[z].rect.centre, Some(z), g[z].rect.half_width));
    }
    if let Some(r) = g.redoubts.iter().find(|r| r.name == name) {
        return Some((r.base.centre(), None, 60.0));
    }
    if let Some(b) = f.bridges.iter().find(|b| b.bridge.name == name) {
        return Some((b.bridge.rect.centre, None, 40.0));
    }
    // Of a hill the highest step.
    if let Some(h) = g.hills.iter().filter(|h| h.name == name).max_by_key(|h| h.level) {
        return Some((middle(h.area.outline()), None, 80.0));
    }
    if let Some(p) = g.patches.iter().find(|p| p.name == name) {
        return Some((middle(p.area.outline()), None, 80.0));
    }
    let l = g.lines.iter().find(|l| l.name == name)?;
    Some((middle(&l.path.points), None, 50.0))
}

/// All places that somebody has the task to hold; without any, where the enemy is.
pub(super) fn goals(b: &Battle, side: Side) -> Vec<Goal> {
    use muster::TaskKind;
    let f = b.field();
    let mut all: Vec<Goal> = Vec::new();
    for t in &b.terms().tasks {
        let place = match &t.kind {
            TaskKind::Hold { ground: name } => ground(f, name),
            TaskKind::HoldPlace { place, within } => Some((*place, None, *within)),
            _ => None,
        };
        let Some((at, zone, reach)) = place else { continue };
        let worth = f64::from(t.points);
        match all.iter_mut().find(|g| g.at.dist(at) < 1.0) {
            Some(g) => g.worth += worth,
            None => {
                let on_bridge = f.bridges.iter().any(|b| b.bridge.rect.contains(at, 0.0));
                all.push(Goal { at, worth, zone, reach, on_bridge });
            }
        }
    }
    if all.is_empty() {
        let foes: Vec<V2> = f.enemies(side).map(|e| e.base.front).collect();
        if !foes.is_empty() {
            let at = middle(&foes);
            all.push(Goal { at, worth: 1.0, zone: None, reach: 200.0, on_bridge: false });
        }
    }
    all
}

/// Do troops of a side that are fit stand on it, and none of the enemy's?
fn is_held(f: &Field, side: Side, g: &Goal) -> bool {
    let on = |s: Side| {
        f.side(s)
            .filter(|u| !u.broken() && matches!(u.arm(), Arm::Infantry | Arm::Cavalry | Arm::Artillery))
            .any(|u| match g.zone {
                Some(z) => u.formation.zone() == Some(z),
                None => u.base.front.dist(g.at) <= g.reach + 40.0,
            })
    };
    on(side) && !on(side.other())
}

/// Which goal each command of a side goes for, by the place in the list.
#[derive(Clone, Debug, Default)]
pub(super) struct Shares(Vec<(CommandId, usize)>);

impl Shares {
    /// The nearest infantry to each goal, the most worthy first; the others help where fewest are.
    pub fn of(f: &Field, side: Side, goals: &[Goal]) -> Shares {
        let mut free: Vec<(CommandId, V2, bool)> = f
            .commands
            .iter()
            .filter(|c| {
                c.side == side && c.kind == CommandKind::Troops && f.of_command(c.id).next().is_some()
            })
            .map(|c| {
                let foot = f.units.iter().filter(|u| u.command == Some(c.id) && u.arm() == Arm::Infantry);
                (c.id, f[c.officer].at, foot.count() >= 2)
            })
            .collect();
        let mut shares = Vec::new();
        let mut by_worth: Vec<usize> = (0..goals.len()).collect();
        // Of two that are worth the same the nearer to the own troops first.
        let own: Vec<V2> = free.iter().map(|(_, at, _)| *at).collect();
        let middle = middle(&own);
        by_worth.sort_by(|a, b| {
            let far = |g: &usize| goals[*g].at.dist(middle);
            goals[*b].worth.total_cmp(&goals[*a].worth).then(far(a).total_cmp(&far(b)))
        });
        for g in by_worth {
            let near = free.iter().enumerate().filter(|(_, (.., foot))| *foot);
            let Some((n, _)) =
                near.min_by(|a, b| a.1.1.dist(goals[g].at).total_cmp(&b.1.1.dist(goals[g].at)))
            else {
                break;
            };
            let (c, ..) = free.remove(n);
            shares.push((c, g));
        }
        let mut shares = Shares(shares);
        shares.also(goals, free.into_iter().map(|(c, at, _)| (c, at)));
        shares
    }

    /// Commands that have come since help where fewest are.
    pub fn with_comers(&mut self, f: &Field, side: Side, goals: &[Goal]) {
        let new: Vec<(CommandId, V2)> = f
            .commands
            .iter()
            .filter(|c| c.side == side && c.kind == CommandKind::Troops && self.goal(c.id).is_none())
            .filter(|c| f.of_command(c.id).next().is_some())
            .map(|c| (c.id, f[c.officer].at))
            .collect();
        self.also(goals, new);
    }

    fn also(&mut self, goals: &[Goal], new: impl IntoIterator<Item = (CommandId, V2)>) {
        for (c, at) in new {
            let load = |g: usize| self.0.iter().filter(|(_, x)| *x == g).count() as f64;
            let cost = |g: &usize| at.dist(goals[*g].at) + 900.0 * load(*g) / goals[*g].worth.max(1.0);
            if let Some(g) = (0..goals.len()).min_by(|a, b| cost(a).total_cmp(&cost(b))) {
                self.0.push((c, g));
            }
        }
    }

    /// A command that has put a garrison into its town goes on to the nearest place that nobody of its side holds.
    pub fn move_on(&mut self, f: &Field, side: Side, goals: &[Goal]) {
        let held: Vec<bool> = goals.iter().map(|g| is_held(f, side, g)).collect();
        for n in 0..self.0.len() {
            let (c, g) = self.0[n];
            if !held[g] || goals[g].zone.is_none() || f[c].engagement.engaged() {
                continue;
            }
            let at = f[f[c].officer].at;
            let sent = |k: usize| self.0.iter().filter(|(_, x)| *x == k).count();
            let next = (0..goals.len())
                .filter(|k| !held[*k] && sent(*k) < 3)
                .min_by(|a, b| at.dist(goals[*a].at).total_cmp(&at.dist(goals[*b].at)));
            if let Some(k) = next {
                self.0[n].1 = k;
            }
        }
    }

    pub fn goal(&self, c: CommandId) -> Option<usize> {
        self.0.iter().find(|(x, _)| *x == c).map(|(_, g)| *g)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
