//! Front, flank and rear: which edge of a unit a line strikes (play.sides, 09.03.4, 10.03.3, 12.03.6).

use crate::book::numbers;
use crate::field::Field;
use crate::troop::Formation;
use crate::unit::Unit;
use crate::{clause, reading};
use smallvec::SmallVec;
use table::{Base, EPS, V2};
use umpire::Clause;

/// A line strikes a flank at this angle to it or a larger one, in degrees (09.03.4).
pub const FLANK: f64 = numbers::FLANK;

/// Figures of a firing unit or melee unit, and the fewest left over that make another (09.01.3, 12.02.3).
pub const TEN: (u16, u16) = (numbers::PART as u16, numbers::PART_REST as u16);

pub use crate::procedures::Struck;

/// Where a line comes upon a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blow {
    pub struck: Struck,
    /// Angle between the line and the edge it strikes.
    pub degrees: f64,
    pub at: V2,
}

/// Has the unit flanks and a rear: closed, with one front?
pub fn has_flanks(u: &Unit) -> bool {
    u.closed() && !u.all_round()
}

/// What the straight line strikes first of a unit; `None` if it misses it. Flank only at 45 to 90 degrees; a corner belongs to the edge
/// with the larger angle.
pub fn struck(u: &Unit, from: V2, to: V2) -> Option<Blow> {
    if !u.bent() {
        return upon(u, &u.base, from, to);
    }
    // A bent column has flanks along its whole length; between two stretches there is neither front nor rear.
    let all = u.stretches();
    let enters = |b: &Base| b.rect().grown(EPS).clip(from, to).map(|s| s.0);
    let first = (0..all.len()).filter_map(|i| Some((enters(&all[i])?, i)));
    let (_, at) = first.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
    let blow = upon(u, &all[at], from, to)?;
    let inner = match blow.struck {
        Struck::Front => at > 0 && (to - from).dot(all[at].dir) < 0.0 && blow.degrees >= FLANK,
        Struck::Rear => at + 1 < all.len(),
        Struck::Flank => false,
    };
    Some(if inner { Blow { struck: Struck::Flank, ..blow } } else { blow })
}

/// What the line strikes of a rectangle of the unit.
fn upon(u: &Unit, b: &Base, from: V2, to: V2) -> Option<Blow> {
    let (enter, _) = b.rect().grown(EPS).clip(from, to)?;
    let at = from.lerp(to, enter);
    let way = (to - from).unit();
    let [fl, fr, rr, rl] = b.corners();
    let edges =
        [(fl, fr, Struck::Front), (fr, rr, Struck::Flank), (rr, rl, Struck::Rear), (rl, fl, Struck::Flank)];
    let mut best: Option<(f64, Struck)> = None;
    for (p, q, side) in edges {
        // Only edges towards where the line comes from, and on which it comes upon the unit.
        let along = (q - p).unit();
        let out = -along.right();
        let outward = if out.dot(b.centre() - p) > 0.0 { -out } else { out };
        let on = table::Rect::between(p, q).gap_to_point(at) <= 3.0 * EPS;
        if !on || outward.dot(way) >= -1e-9 {
            continue;
        }
        let turn = way.angle_to(along).to_degrees();
        let degrees = turn.min(180.0 - turn);
        if best.is_none_or(|(d, _)| degrees > d + 1e-9) {
            best = Some((degrees, side));
        }
    }
    let (degrees, side) = best?;
    let struck = match side {
        _ if !has_flanks(u) => Struck::Front,
        Struck::Flank if degrees < FLANK - 1e-6 => Struck::Front,
        other => other,
    };
    Some(Blow { struck, degrees, at })
}

/// Flank or rear under small-arms fire along a line, and the clause (09.03.4).
pub fn small_arms(u: &Unit, from: V2, to: V2) -> (Struck, Option<Clause>) {
    let s = beyond(u, from, to);
    (s, (s != Struck::Front).then(|| clause!("09.03.4")))
}

/// The side that artillery fire strikes along a line, and the clause (10.03.3). Whether the rear counts is for the fire to read.
pub fn guns(u: &Unit, from: V2, to: V2) -> (Struck, Option<Clause>) {
    let s = beyond(u, from, to);
    (s, (s == Struck::Flank).then(|| clause!("10.03.3")))
}

/// The line ends at the target; it strikes what it would if it went on.
fn beyond(u: &Unit, from: V2, to: V2) -> Struck {
    let on = (to - from).unit() * 1.0;
    struck(u, from, to + on).map_or(Struck::Front, |b| b.struck)
}

/// The middles of the parts of ten figures of its front rank from the left wing, three or more left over making one more; fewer than three
/// stand with the last (play.sides, 12.02.3).
pub fn tens(u: &Unit) -> SmallVec<[V2; 4]> {
    if !u.by_figures() {
        return SmallVec::from_slice(&[u.base.front]);
    }
    let d = u.drawn_up();
    let n = d.files.min(u.figures).max(1);
    let mut all = SmallVec::new();
    let mut from = 0;
    while from < n {
        let rest = n - from;
        let take = if rest < TEN.0 + TEN.1 { rest } else { TEN.0 };
        let middle = (d.across(from, n) + d.across(from + take - 1, n)) / 2.0;
        all.push(u.base.front + u.base.dir.right() * middle);
        from += take;
    }
    all
}

/// Is the attack on the enemy's flank or rear: does one part of ten strike it so (12.03.6)? The worst that one of them strikes.
pub fn attack(f: &Field, attacker: &Unit, enemy: &Unit) -> (Struck, Option<Clause>) {
    let far = attacker.base.centre().dist(enemy.base.centre()) + enemy.base.radius() + attacker.base.radius();
    let nearest = f.readings.is(reading!("attack-line", "nearest"));
    let mut worst = Struck::Front;
    for from in tens(attacker) {
        let to = if nearest {
            let q = ::ground::nearest_of(&f.rects(enemy), from);
            q + (q - from).unit() * 1.0
        } else {
            from + attacker.base.dir * far
        };
        match struck(enemy, from, to).map(|b| b.struck) {
            Some(Struck::Rear) => worst = Struck::Rear,
            Some(Struck::Flank) if worst == Struck::Front => worst = Struck::Flank,
            _ => {}
        }
    }
    (worst, (worst != Struck::Front).then(|| clause!("12.03.6")))
}

/// The bases of its sides on which an all-round formation has a front: front, right, rear, left. Of others the front alone.
pub fn fronts(u: &Unit) -> SmallVec<[Base; 4]> {
    if !u.all_round() {
        return SmallVec::from_slice(&[u.base]);
    }
    let b = u.base;
    let (c, d, r) = (b.centre(), b.dir, b.dir.right());
    let turned =
        |dir: V2, half: f64, width: f64, depth: f64| Base { front: c + dir * half, dir, width, depth };
    SmallVec::from_slice(&[
        b,
        turned(r, b.width / 2.0, b.depth, b.width),
        turned(-d, b.depth / 2.0, b.width, b.depth),
        turned(-r, b.width / 2.0, b.depth, b.width),
    ])
}

/// Figures that one side of an all-round formation turns outwards in the ranks that fire: of a square a quarter, of a mass or clump the
/// outermost of that side, `side` as in [`fronts`].
pub fn side_figures(u: &Unit, side: usize) -> u16 {
    let d = u.drawn_up();
    match u.counts_as() {
        Formation::Square => {
            let (each, more) = (u.figures / 4, u.figures % 4);
            each + u16::from((side as u16) < more)
        }
        _ if side == 0 => d.rank(0),
        _ if side == 2 => d.rank(d.ranks().saturating_sub(1)),
        _ => d.ranks(),
    }
}
