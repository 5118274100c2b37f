//! Who sees whom (03.02.3, play.sight).
//!
//! A line is drawn from a few points of the observer to a few points of the target: the middle and both ends of the front
//! edge, to the middle and the four corners of the bases. One free line is enough (reading `sight-points`).

use crate::book::data;
use crate::clause;
use crate::field::{Field, Staff};
use crate::ground::{Building, Ground, PatchKind};
use crate::place::{front_rank, more_than_half};
use crate::reading;
use crate::unit::{Side, Unit};
pub use ::ground::Post;
use ::ground::{By, Depth, Far, Hindrances, Points, Through, box_about, holds, near_enough};
use smallvec::SmallVec;
use table::{EPS, Rect, V2};
use umpire::Clause;

/// How a unit stands for seeing and being seen.
pub fn post(f: &Field, u: &Unit) -> Post {
    let rects = f.rects(u);
    let garrison = !u.inside.is_empty();
    let mut eyes = Points::new();
    let mut marks = Points::new();
    if garrison {
        // From all sides; a little inside, so that the building it holds is known as the one it looks out of.
        for r in &rects {
            for c in r.grown(-2.0 * EPS).corners() {
                eyes.push(c);
            }
            marks.push(r.centre);
        }
        marks.extend(eyes.iter().copied());
    } else {
        eyes = Points::from_slice(&[u.base.front, u.base.front_left(), u.base.front_right()]);
        marks.push(u.base.centre());
        if let (Some(first), Some(last)) = (rects.first(), rects.last()) {
            let (a, b) = (first.corners(), last.corners());
            if open_order(&rects) {
                // The base in the middle; of an even number both, or left and right would not be alike.
                let (m, n) = ((rects.len() - 1) / 2, rects.len() / 2);
                marks[0] = rects[m].centre;
                marks.extend((n != m).then(|| rects[n].centre));
                marks.extend([a[0], b[1], b[2], a[3]]);
            } else {
                marks = Points::from_slice(&[u.base.centre(), a[0], a[1], a[2], a[3]]);
            }
        }
    }
    let front = if garrison {
        rects.clone()
    } else {
        let mut b = u.base;
        if u.by_figures() {
            b.depth = u.figure().1.min(b.depth);
        }
        SmallVec::from_slice(&[b.rect()])
    };
    Post::new((eyes, marks), front, rects, u.base.centre(), hidden(f, u))
}

/// How a general or orderly stands for seeing. He looks from the unit he is with, too.
pub fn staff_post(f: &Field, s: &Staff) -> Post {
    // A general in a building with its garrison looks out of its windows.
    if let Some(u) = s.with.and_then(|u| f.units.get(u.index())).filter(|u| !u.inside.is_empty()) {
        let mut p = post(f, u);
        p.marks.clear();
        p.hidden = None;
        return p;
    }
    let rects: SmallVec<[Rect; 4]> = SmallVec::from_slice(&[s.base.rect()]);
    let eyes = SmallVec::from_slice(&[s.base.centre(), s.base.front]);
    Post::new((eyes, Points::new()), rects.clone(), rects, s.base.centre(), None)
}

fn open_order(rects: &[Rect]) -> bool {
    rects.len() > 2
}

/// Is the unit in a wood or town: in a building, or with more than half of its front figures in it, its edge included?
pub fn in_wood_or_town(f: &Field, u: &Unit) -> bool {
    if !u.inside.is_empty() {
        return true;
    }
    let reach = u.base.radius() + EPS;
    let c = u.base.centre();
    let mut near: SmallVec<[usize; 4]> = SmallVec::new();
    for (i, p) in f.ground.patches.iter().enumerate() {
        if matches!(p.kind, PatchKind::Wood | PatchKind::Town) {
            let (lo, hi) = p.area.bounds();
            if c.x + reach >= lo.x && c.x - reach <= hi.x && c.y + reach >= lo.y && c.y - reach <= hi.y {
                near.push(i);
            }
        }
    }
    if near.is_empty() {
        return false;
    }
    let all = front_rank(u);
    let inside = all.iter().filter(|p| near.iter().any(|i| holds(&f.ground.patches[*i].area, **p))).count();
    more_than_half(inside, all.len())
}

/// How near one must be to see a unit in a wood or town; `None` if it is in neither.
fn hidden(f: &Field, u: &Unit) -> Option<f64> {
    if !in_wood_or_town(f, u) {
        return None;
    }
    // From the start of the turn in which it fires or moves until the next orders have been written.
    let stirring = u.record.stirred.is_some_and(|t| t >= f.turn);
    Some(if stirring { data().d.hidden_stirring } else { data().d.hidden })
}

/// Does the first see the second? If not, the clause that hides him.
pub fn sees(f: &Field, from: &Unit, to: &Unit) -> Result<(), Clause> {
    let d = &data().d;
    // Cheap: too far for certain.
    let most = d.sight + from.base.radius() + to.base.radius() + d.break_in;
    if from.inside.is_empty()
        && to.inside.is_empty()
        && (from.base.centre() - to.base.centre()).len2() > most * most
    {
        return Err(clause!("03.02.3.a"));
    }
    post_sees(f, &post(f, from), &post(f, to))
}

/// Does the general or orderly see the unit?
pub fn staff_sees(f: &Field, s: &Staff, to: &Unit) -> Result<(), Clause> {
    post_sees(f, &staff_post(f, s), &post(f, to))
}

/// The same for posts worked out before.
pub fn post_sees(f: &Field, from: &Post, to: &Post) -> Result<(), Clause> {
    may_see(from, to)?;
    let about = box_about(from.eyes.iter().chain(&to.marks));
    unless(hindrances(&f.ground, about).hide(from, to, &through(f, to.hidden)))
}

/// Near enough to see and be seen?
fn may_see(from: &Post, to: &Post) -> Result<(), Clause> {
    near_enough(from, to, data().d.sight).map_err(|far| match far {
        Far::Hidden => clause!("03.02.3.b"),
        Far::Sight => clause!("03.02.3.a"),
    })
}

/// Seen, unless something hides it.
fn unless(hidden: Option<By>) -> Result<(), Clause> {
    match hidden {
        None => Ok(()),
        Some(By::Hill) => Err(clause!("03.02.3.c")),
        Some(By::Ground | By::Solid | By::Nobody) => Err(clause!("play.sight")),
    }
}

/// What could stand between, in a box.
fn hindrances(g: &Ground, (lo, hi): (V2, V2)) -> Hindrances<'_, PatchKind> {
    let buildings = g.buildings.iter().filter(|b| !b.base.beside(lo, hi, 0.0)).map(Building::rect);
    Hindrances::within((lo, hi), g.screening(), buildings, &g.hills)
}

/// How much of a wood a line of sight may cross around one of its ends; into one to a unit that is hidden there, any: how near
/// one must be has been asked before.
fn through(f: &Field, hidden: Option<f64>) -> Through<impl Fn(PatchKind) -> Depth + use<>> {
    let out = data().d.hidden;
    let into = if hidden.is_some() { f64::INFINITY } else { out };
    Through {
        depth: move |_| Depth { into, out },
        crest_in_middle: f.readings.is(reading!("crest", "middle")),
    }
}

/// Does any unit of the side see this one?
pub fn side_sees(f: &Field, side: Side, to: &Unit) -> bool {
    let mark = post(f, to);
    // Nobody sees far into a wood: only those near it need be looked at.
    let reach = mark.hidden.unwrap_or(data().d.sight) + mark.radius() + EPS;
    f.side(side).any(|u| {
        let near = !u.inside.is_empty() || u.base.centre().dist(mark.centre()) <= reach + u.base.radius();
        near && post_sees(f, &post(f, u), &mark).is_ok()
    })
}

/// Is the straight line between two places free for sight: at most 250 cm, no wood or building between, no more than 8 cm of
/// the wood in which one of them is, no crest or higher ground? If not, the clause that closes it.
pub fn line_clear(f: &Field, a: V2, b: V2) -> Result<(), Clause> {
    if !(a.is_finite() && b.is_finite()) || a.dist(b) > data().d.sight + EPS {
        return Err(clause!("03.02.3.a"));
    }
    unless(hindrances(&f.ground, box_about([a, b].iter())).blocked(&[a], &[b], &through(f, None)))
}

/// All that can stand between on a ground: for looking many times at once.
#[derive(Debug)]
pub struct Screens<'a>(::ground::Screens<'a, PatchKind>);

impl<'a> Screens<'a> {
    /// Those of a ground.
    pub fn of(g: &'a Ground) -> Screens<'a> {
        Screens(::ground::Screens::new(g.screening(), g.buildings.iter().map(Building::rect), &g.hills))
    }

    /// The same as [`post_sees`] on this ground.
    pub fn post_sees(&self, f: &Field, from: &Post, to: &Post) -> Result<(), Clause> {
        may_see(from, to)?;
        unless(self.0.between(from, to).hide(from, to, &through(f, to.hidden)))
    }
}

/// The hill step of a place, the edge of a step belonging to it.
pub fn level(g: &Ground, p: V2) -> u8 {
    ::ground::level(&g.hills, |a| holds(a, p))
}
