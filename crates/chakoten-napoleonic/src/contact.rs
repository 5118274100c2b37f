//! Contact distance (03.03.1, 03.03.2, play.contact): the zone before a unit's front, who lies in it, and who comes nearer.

use crate::book::numbers;
use crate::field::Field;
use crate::troop::State;
use crate::unit::Unit;
use crate::{clause, reading};
use smallvec::SmallVec;
use table::{Base, EPS, Moving, Rect, TOUCH, first_within, v2};
use umpire::Clause;

/// Contact distance in cm (03.03.1).
pub const CONTACT: f64 = numbers::CONTACT;

/// How deep the zone before a front is: 5 cm, or less where one does not see so far (03.03.1).
pub fn distance(f: &Field) -> f64 {
    f.special.sight.map_or(CONTACT, |cm| cm.min(CONTACT))
}

/// The contact zone of a unit in its own frame, whatever it stands like: x to the right of the middle of its front, y ahead of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Zone {
    /// A unit in FU has none.
    None,
    /// Rectangles before its fronts. Their sides are no part of it.
    Before(SmallVec<[Rect; 4]>),
    /// So far all round each of its bases.
    Round(f64),
}

/// The rectangles of a unit in its own frame.
pub fn frame(u: &Unit) -> SmallVec<[Rect; 4]> {
    let own = Base { front: v2(0.0, 0.0), dir: v2(0.0, 1.0), ..u.base };
    match u.inside {
        Some(_) => SmallVec::from_slice(&[own.rect()]),
        None => u.rects_at(&own),
    }
}

/// The contact zone of a unit.
pub fn zone(f: &Field, u: &Unit) -> Zone {
    let deep = distance(f);
    if u.state == State::Complete {
        return Zone::None;
    }
    let skirmish = u.skirmishing() && !f.readings.is(reading!("skirmish-zone", "front"));
    if skirmish || u.working || f.readings.is(reading!("contact-zone", "all-round")) {
        return Zone::Round(deep);
    }
    let (w, d) = (u.base.width, u.base.depth);
    let side = |centre, dir, wide: f64| Rect {
        centre,
        dir,
        half_width: (wide / 2.0 - EPS).max(EPS),
        half_depth: deep / 2.0,
    };
    let ahead = side(v2(0.0, deep / 2.0), v2(0.0, 1.0), w);
    if !u.all_round() {
        return Zone::Before(SmallVec::from_slice(&[ahead]));
    }
    let half = (w + deep) / 2.0;
    Zone::Before(SmallVec::from_slice(&[
        ahead,
        side(v2(0.0, -d - deep / 2.0), v2(0.0, -1.0), w),
        side(v2(half, -d / 2.0), v2(1.0, 0.0), d),
        side(v2(-half, -d / 2.0), v2(-1.0, 0.0), d),
    ]))
}

impl Zone {
    /// First moment in which the bases of another, given in his own frame, lie in the zone of one who moves; `own` are his bases in his.
    pub fn first(
        &self,
        mine: &Moving,
        own: &[Rect],
        theirs: &Moving,
        bases: &[Rect],
        from: f64,
        to: f64,
    ) -> Option<f64> {
        match self {
            Zone::None => None,
            Zone::Before(rects) => first_within(mine.pieces(rects), theirs.pieces(bases), 0.0, from, to),
            Zone::Round(cm) => first_within(mine.pieces(own), theirs.pieces(bases), *cm, from, to),
        }
    }

    /// How far another may still come up: the gap to the zone, nothing where he lies in it.
    fn gap(&self, mine: &Unit, at: &Base, theirs: &[Rect]) -> f64 {
        let least = |all: &[Rect]| {
            let mut least = f64::INFINITY;
            for r in all {
                for t in theirs {
                    least = least.min(r.gap(t));
                }
            }
            least
        };
        match self {
            Zone::None => f64::INFINITY,
            Zone::Before(rects) => {
                let placed: SmallVec<[Rect; 4]> = rects.iter().map(|r| at.placed(r)).collect();
                least(&placed)
            }
            Zone::Round(cm) => (least(&mine.rects_at(at)) - cm).max(0.0),
        }
    }
}

/// Cheap: is a unit, which is in no building, certainly farther from another than its zone reaches anywhere?
fn out_of_zone(f: &Field, of: &Unit, enemy: &Unit) -> bool {
    // No corner of the ground before or beside its bases is farther from them than half as much again.
    of.inside.is_none() && f.far_apart(of, enemy, 1.5 * distance(f) + TOUCH)
}

/// Does the enemy lie in the unit's zone?
pub fn lies_in(f: &Field, of: &Unit, enemy: &Unit) -> bool {
    !out_of_zone(f, of, enemy) && zone(f, of).gap(of, &of.base, &f.rects(enemy)) <= TOUCH
}

/// Are two enemies within contact distance of each other: one in the other's zone? If so, the clause.
pub fn within(f: &Field, a: &Unit, b: &Unit) -> Option<Clause> {
    (lies_in(f, a, b) || lies_in(f, b, a)).then(|| clause!("play.contact"))
}

/// Has the attacker arrived: some part of the enemy lies in the attacker's own zone (12.01.1)?
pub fn arrived(f: &Field, attacker: &Unit, enemy: &Unit) -> Option<Clause> {
    lies_in(f, attacker, enemy).then(|| clause!("12.01.1"))
}

/// Would the unit, laid so, come nearer to the enemy than it is, with him in its zone or it in his? Then the clause that forbids it; a
/// unit that finds itself inside may do whatever brings no base nearer.
pub fn comes_nearer(f: &Field, u: &Unit, after: &Unit, enemy: &Unit) -> Option<Clause> {
    let theirs = f.rects(enemy);
    let gap = |u: &Unit, at: &Base| {
        let mine = u.rects_at(at);
        let mut least = f64::INFINITY;
        for r in &mine {
            for t in &theirs {
                least = least.min(r.gap(t));
            }
        }
        least
    };
    let nearer = gap(after, &after.base) < gap(u, &u.base) - EPS;
    // On the line itself is where one halts; deeper is not.
    let line = EPS;
    let deep = |of: &Unit, at: &Base, bases: &[Rect]| match zone(f, of) {
        Zone::Before(mut rects) => {
            for r in &mut rects {
                r.centre -= r.dir * line;
            }
            Zone::Before(rects).gap(of, at, bases) <= TOUCH
        }
        Zone::Round(cm) => Zone::Round(cm - line).gap(of, at, bases) <= TOUCH,
        Zone::None => false,
    };
    let inside = deep(after, &after.base, &theirs) || deep(enemy, &enemy.base, &after.rects_at(&after.base));
    (nearer && inside).then(|| clause!("03.03.2"))
}
