//! Whether all lines from one to another are closed, told without looking along them (play.sight, 01.04): by one thing that lies across all of them, or by several
//! that each lie across a part. What is told so holds until somebody has come about by so much; where nothing is told, one looks along the lines.

use super::between::looks_over;
use super::fan::{Fan, SURE};
use super::{Mark, Stand, growth, top};
use crate::book::stand::BASE_CONTACT;
use crate::field::Field;
use crate::ground::{Screen, ScreenKind, grown};
use crate::reading;
use ::ground::box_about;
use smallvec::SmallVec;
use std::cell::Cell;
use table::{Box2, Rect, V2};

/// Cm that somebody of whom a part is on a hill may come about before that part is looked for again.
const PART: f64 = 1.0;
/// So far two may come about at least, and what hides them is not looked for any further.
const LONG: f64 = 1.0;
/// Narrower than this, in cm, nobody is divided.
const NARROW: f64 = 0.5;

/// What may lie in the lines from one to another.
#[derive(Debug)]
pub(super) struct Hiding<'f> {
    f: &'f Field,
    /// Each with the height at which a hill hides what is behind it.
    things: SmallVec<[(&'f Screen, u8); 12]>,
    houses: [Option<u16>; 2],
    /// How far one sees at most.
    most: f64,
    /// What was found to hide something last.
    last: Cell<usize>,
    free: Cell<Option<(V2, V2)>>,
}

/// The two of whom it is asked, or parts of them: where they are, and hill steps that no place of them is above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Two {
    pub eyes: Rect,
    pub marks: Rect,
    pub tops: (u8, u8),
}

/// What one thing does to all lines between two.
enum Hides {
    Nothing,
    /// It lies across the middle one.
    Some,
    /// It closes all, until they have come about by so much.
    All(f64),
}

impl<'f> Hiding<'f> {
    pub(super) fn of(f: &'f Field, from: &Stand, m: &Mark, most: f64) -> Hiding<'f> {
        let corridor = Corridor::of(&from.hull, &m.hull);
        let whole = f.readings.is(reading!("crest", "whole-hill"));
        let thing = |s: &'f Screen| {
            let height = match s.kind {
                ScreenKind::Step { drawn: true, .. } => return None,
                ScreenKind::Step { whole: top, .. } if whole => top?,
                ScreenKind::Step { level, .. } => level,
                ScreenKind::Growth { open: true } => return None,
                ScreenKind::Growth { .. } | ScreenKind::House(_) => 0,
            };
            (!corridor.passes(s.about)).then_some((s, height))
        };
        let things = f.ground.screens_in(corridor.about).filter_map(thing).collect();
        Hiding { f, things, houses: [from.inside, m.inside], most, last: Cell::new(0), free: Cell::new(None) }
    }

    /// Is every line closed or too long? Then so far both together may come about, and it is still so. None is no answer; so many times at most the two are
    /// divided in search of one.
    pub(super) fn all(&self, two: &Two, mut divided: u32) -> Option<f64> {
        if self.things.is_empty() {
            return None;
        }
        self.closed(two, &mut divided)
    }

    fn closed(&self, two: &Two, left: &mut u32) -> Option<f64> {
        let (eyes, marks) = (&two.eyes, &two.marks);
        let more = eyes.centre.dist(marks.centre) - eyes.radius() - marks.radius() - self.most;
        if more > 0.0 {
            return Some(more);
        }
        let fan = Fan::new(eyes, marks)?;
        let (mut best, mut some) = (0.0, false);
        // Of parts side by side the same thing mostly hides the next that hid the last.
        let last = self.last.get();
        let others = (0..self.things.len()).filter(|i| *i != last);
        for i in std::iter::once(last).chain(others) {
            match self.hides(self.things[i], two, &fan) {
                Hides::Nothing => {}
                Hides::Some => some = true,
                Hides::All(holds) if holds > best => {
                    best = holds;
                    self.last.set(i);
                }
                Hides::All(_) => {}
            }
            if best > LONG {
                break;
            }
        }
        if best > 0.0 {
            return Some(best);
        }
        // Where nothing lies across the middle line, they see each other, or nearly.
        if !some {
            self.free.set(Some((eyes.centre, marks.centre)));
            return None;
        }
        *left = left.checked_sub(1)?;
        let parts = self.divided(two)?;
        let mut part = |p: &Two| {
            let holds = self.closed(p, left)?;
            Some(if p.tops == two.tops { holds } else { holds.min(PART) })
        };
        Some(part(&parts[0])?.min(part(&parts[1])?))
    }

    /// The ends of a line that nothing was found to close, if one was come upon.
    pub(super) fn free(&self) -> Option<(V2, V2)> {
        self.free.get()
    }

    /// The two, with the wider of them in two halves.
    fn divided(&self, two: &Two) -> Option<[Two; 2]> {
        let across = (two.marks.centre - two.eyes.centre).unit().right();
        let wide = |r: &Rect| {
            (r.half_width * r.dir.right().dot(across).abs(), r.half_depth * r.dir.dot(across).abs())
        };
        let (eyes, marks) = (wide(&two.eyes), wide(&two.marks));
        let (here, there) = (eyes.0.max(eyes.1), marks.0.max(marks.1));
        if here.max(there) < NARROW / 2.0 {
            return None;
        }
        let part = |r: &Rect, step: u8| {
            // Who is nowhere on a hill is in no part on one.
            if step == 0 { 0 } else { step.min(top(self.f, &r.grown(PART))) }
        };
        Some(if here > there {
            let of = |eyes: Rect| Two { eyes, tops: (part(&eyes, two.tops.0), two.tops.1), ..*two };
            halves(&two.eyes, eyes.0 >= eyes.1).map(of)
        } else {
            let of = |marks: Rect| Two { marks, tops: (two.tops.0, part(&marks, two.tops.1)), ..*two };
            halves(&two.marks, marks.0 >= marks.1).map(of)
        })
    }

    /// What one thing does to all lines.
    fn hides(&self, (s, height): (&Screen, u8), two: &Two, fan: &Fan) -> Hides {
        let (a, b) = (two.eyes.centre, two.marks.centre);
        if beside(s.about, a, b) {
            return Hides::Nothing;
        }
        let level = |top: u8, p: V2| if top == 0 { 0 } else { self.f.level(p) };
        let levels = || (level(two.tops.0, a), level(two.tops.1, b));
        let some = |is: bool| if is { Hides::Some } else { Hides::Nothing };
        let low = two.tops == (0, 0);
        match s.kind {
            ScreenKind::Step { .. } => {
                let [outline] = &s.pieces[..] else { return Hides::Nothing };
                let Some(rim) = fan.rim(outline) else { return Hides::Nothing };
                let over = |(a, b): (u8, u8)| looks_over(height, a, b);
                let all = if over(two.tops) { None } else { fan.over(&rim) };
                all.map_or_else(|| some(fan.middle_over(&rim) && !over(levels())), Hides::All)
            }
            ScreenKind::House(i) if self.houses.contains(&Some(i)) => Hides::Nothing,
            ScreenKind::House(_) => {
                let Some(rim) = fan.rim(&s.pieces[0]) else { return Hides::Nothing };
                let all = if low { fan.through(&rim, 0.0) } else { None };
                all.map_or_else(|| some(fan.middle_crosses(&rim) > 0.0 && levels() == (0, 0)), Hides::All)
            }
            ScreenKind::Growth { .. } => {
                // Who is in it or at it looks some way through it.
                let at = |r: &Rect| off(r, s.about) - BASE_CONTACT - SURE;
                let away = at(&two.eyes).min(at(&two.marks));
                let deep = growth() + SURE;
                let mut across = 0.0;
                for piece in &s.pieces {
                    let Some(rim) = fan.rim(piece) else { continue };
                    across += fan.middle_crosses(&rim).max(0.0);
                    let thin = || fan.through(&rim, SURE).map(|x| x.min(away));
                    let all = if !low {
                        None
                    } else if away > 0.0 {
                        thin()
                    } else {
                        fan.through(&rim, deep)
                    };
                    if let Some(holds) = all {
                        return Hides::All(holds);
                    }
                }
                let enough = if away > 0.0 { 0.0 } else { growth() };
                some(across > enough && levels() == (0, 0))
            }
        }
    }
}

/// The strip of ground in which all lines from one to another run.
struct Corridor {
    about: Box2,
    origin: V2,
    dir: V2,
    /// From where to where along it, and to its left.
    least: V2,
    most: V2,
}

impl Corridor {
    fn of(from: &Rect, to: &Rect) -> Corridor {
        let (dir, origin) = ((to.centre - from.centre).unit(), from.centre);
        let (here, there) = (from.corners(), to.corners());
        let along = |p: &V2| table::v2(dir.dot(*p - origin), dir.cross(*p - origin));
        let corners: SmallVec<[V2; 8]> = here.iter().chain(&there).map(along).collect();
        let (least, most) = box_about(corners.iter());
        let about = grown(box_about(here.iter().chain(&there)), SURE);
        Corridor { about, origin, dir, least, most }
    }

    /// Has an upright box certainly no place in it?
    fn passes(&self, (lo, hi): Box2) -> bool {
        let (off, half) = ((lo + hi) * 0.5 - self.origin, (hi - lo) * 0.5);
        let middle = (self.dir.dot(off), self.dir.cross(off));
        let (wide, deep) = (self.dir.x.abs(), self.dir.y.abs());
        let (x, y) = (half.x * wide + half.y * deep, half.x * deep + half.y * wide);
        middle.0 - x > self.most.x
            || middle.0 + x < self.least.x
            || middle.1 - y > self.most.y
            || middle.1 + y < self.least.y
    }
}

/// Does the straight line between two places certainly pass by an upright box?
fn beside((lo, hi): Box2, a: V2, b: V2) -> bool {
    let (off, half, way) = ((lo + hi) * 0.5 - a, (hi - lo) * 0.5, b - a);
    a.x.min(b.x) > hi.x
        || a.x.max(b.x) < lo.x
        || a.y.min(b.y) > hi.y
        || a.y.max(b.y) < lo.y
        || way.cross(off).abs() > half.x * way.y.abs() + half.y * way.x.abs()
}

/// How far a rectangle keeps from an upright box, or less.
fn off(r: &Rect, (lo, hi): Box2) -> f64 {
    let (least, most) = r.bounds();
    (lo.x - most.x).max(least.x - hi.x).max(lo.y - most.y).max(least.y - hi.y)
}

/// The two halves of a rectangle.
fn halves(r: &Rect, abreast: bool) -> [Rect; 2] {
    let (half, by) = if abreast {
        let half = r.half_width / 2.0;
        (Rect { half_width: half, ..*r }, r.dir.right() * half)
    } else {
        let half = r.half_depth / 2.0;
        (Rect { half_depth: half, ..*r }, r.dir * half)
    };
    [Rect { centre: r.centre - by, ..half }, Rect { centre: r.centre + by, ..half }]
}
