//! What a side is after: the places of its tasks and of the enemy's, and which command goes for which.

use table::{V2, v2};
use tricolore::battle::Battle;
use tricolore::command::{CommandId, CommandKind};
use tricolore::ground::ZoneId;
use tricolore::troop::Arm;
use tricolore::{Field, Side};

/// A place worth having.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub at: V2,
    pub worth: f64,
    pub zone: Option<ZoneId>,
    /// Who stands so near stands on it.
    pub reach: f64,
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
            None => all.push(Goal { at, worth, zone, reach }),
        }
    }
    if all.is_empty() {
        let foes: Vec<V2> = f.enemies(side).map(|e| e.base.front).collect();
        if !foes.is_empty() {
            all.push(Goal { at: middle(&foes), worth: 1.0, zone: None, reach: 200.0 });
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
            .filter(|c| c.side == side && c.kind == CommandKind::Troops)
            .map(|c| {
                let foot = f.units.iter().filter(|u| u.command == Some(c.id) && u.arm() == Arm::Infantry);
                (c.id, f[c.officer].at, foot.count() >= 2)
            })
            .collect();
        let mut shares = Vec::new();
        let mut load = vec![0.0; goals.len()];
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
            load[g] += 1.0;
            shares.push((c, g));
        }
        for (c, at, _) in free {
            let cost = |g: &usize| at.dist(goals[*g].at) + 900.0 * load[*g] / goals[*g].worth.max(1.0);
            if let Some(g) = (0..goals.len()).min_by(|a, b| cost(a).total_cmp(&cost(b))) {
                load[g] += 1.0;
                shares.push((c, g));
            }
        }
        Shares(shares)
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
