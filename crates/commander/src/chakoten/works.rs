//! Cover that lies on the ground: who is behind it, and which stretches of it are worth going to.

use super::ChakotenView;
use chakoten_acw::ground::{Line, LineKind};
use chakoten_acw::troop::{Cover, Obstacle};
use chakoten_acw::unit::{Unit, UnitId};
use table::V2;

/// A place behind works: the middle of the front of who stands there, and the way he looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post {
    pub at: V2,
    pub dir: V2,
}

/// Works further than this from what is to be held are of no use.
const REACH: f64 = 26.0;

/// Stands close behind something that covers it.
pub(super) fn in_works(v: &ChakotenView<'_>, u: &Unit) -> bool {
    !u.inside.is_empty()
        || v.lines.iter().any(|l| {
            l.cover != Cover::None && l.path.nearest(u.base.front).is_some_and(|(off, _, _)| off < 2.5)
        })
}

/// Ready-made works near a place that front towards the enemy, one post for each regiment as far as they go round.
pub(super) fn posts(v: &ChakotenView<'_>, goal: V2, forward: V2, first: &[&Unit]) -> Vec<(UnitId, Post)> {
    let mut free: Vec<Post> = Vec::new();
    for l in v.lines.iter().filter(|l| covers(l)) {
        let length = l.path.len();
        let n = (length / 12.5).floor();
        for i in 0..n as usize {
            let Some((p, along)) = l.path.at((i as f64 + 0.5) * length / n) else { continue };
            let out = if along.right().dot(forward) >= 0.0 { along.right() } else { along.right() * -1.0 };
            if out.dot(forward) > 0.6 && p.dist(goal) < REACH {
                free.push(Post { at: p - out * (l.depth / 2.0 + 0.8), dir: out });
            }
        }
    }
    let mut taken = Vec::new();
    for u in first {
        let nearest = (0..free.len())
            .min_by(|a, b| free[*a].at.dist(u.base.front).total_cmp(&free[*b].at.dist(u.base.front)));
        let Some(k) = nearest else { break };
        taken.push((u.id, free.swap_remove(k)));
    }
    taken
}

fn covers(l: &Line) -> bool {
    l.cover != Cover::None && l.cleared.is_empty() && l.built && l.kind != LineKind::Abatis
}

/// What an attack across the ground between loses in the shock roll: the obstacle, and cover III (table XII).
pub(super) fn in_the_way(v: &ChakotenView<'_>, from: V2, to: V2) -> f64 {
    let mut worst = 0.0f64;
    for l in v.lines.iter().filter(|l| l.obstacle != Obstacle::None) {
        let (lo, hi) = (from.x.min(to.x), from.x.max(to.x));
        if l.path.points.iter().all(|p| p.x < lo - 1.0) || l.path.points.iter().all(|p| p.x > hi + 1.0) {
            continue;
        }
        // Only what lies right before him counts: the rest is crossed on the way in.
        let before = l.path.nearest(to).is_some_and(|(off, _, _)| off < 5.0);
        let across = l.path.segments().any(|(a, b)| {
            let (d, e) = (to - from, b - a);
            d.cross(a - from) * d.cross(b - from) < 0.0 && e.cross(from - a) * e.cross(to - a) < 0.0
        });
        if before && across {
            let cover = if l.cover == Cover::III { 1.0 } else { 0.0 };
            worst = worst.max(cover + f64::from(l.obstacle as u8));
        }
    }
    worst
}
