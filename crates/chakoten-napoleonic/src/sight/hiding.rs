//! Whether all lines from one to another are closed, told without looking along them (play.sight, 01.04): by one thing that lies across all of them, or by several
//! that each lie across a part. What is told so holds until somebody has come about by so much; where nothing is told, one looks along the lines.

use super::between::looks_over;
use super::fan::{Covered, Fan, Parts, SURE};
use super::{Mark, Shut, Stand, growth};
use crate::book::stand::BASE_CONTACT;
use crate::field::Field;
use crate::ground::{Screen, ScreenKind, grown};
use crate::reading;
use ::ground::box_about;
use smallvec::SmallVec;
use std::cell::Cell;
use table::{Box2, Rect, V2};

/// So far two may come about at least, and what hides them is not looked for any further.
const LONG: f64 = 0.5;
/// Far more than rounding can make of it, in cm.
const SLIGHT: f64 = 1e-3;

/// What may lie in the lines from one to another.
#[derive(Debug)]
pub(super) struct Hiding<'f> {
    /// Each with the height at which a hill hides what is behind it, and with its place in the list of the ground.
    things: SmallVec<[(&'f Screen, u8, u16); 12]>,
    houses: [Option<u16>; 2],
    /// How far one sees at most.
    most: f64,
    /// What was found to hide something last.
    last: Cell<usize>,
    free: Cell<Option<(V2, V2)>>,
    /// Somebody was only too far off.
    far: Cell<bool>,
}

/// The two of whom it is asked, or parts of them: where they are, and hill steps that no place of them is above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Two {
    pub eyes: Rect,
    pub marks: Rect,
    pub tops: (u8, u8),
}

impl<'f> Hiding<'f> {
    pub(super) fn of(f: &'f Field, from: &Stand, m: &Mark, most: f64) -> Hiding<'f> {
        let corridor = Corridor::of(&from.hull, &m.hull);
        let near = f.ground.screens_in(corridor.about).filter(|(_, s)| !corridor.passes(s.about));
        let things = near.filter_map(|(i, s)| Some((s, height(f, s)?, i as u16))).collect();
        Hiding::of_things(things, [from.inside, m.inside], most)
    }

    /// The same of one thing alone, by its place in the list of the ground.
    pub(super) fn by(f: &'f Field, from: &Stand, m: &Mark, most: f64, by: u16) -> Option<Hiding<'f>> {
        let s = f.ground.screen(usize::from(by))?;
        let things = SmallVec::from_slice(&[(s, height(f, s)?, by)]);
        Some(Hiding::of_things(things, [from.inside, m.inside], most))
    }

    fn of_things(
        things: SmallVec<[(&'f Screen, u8, u16); 12]>,
        houses: [Option<u16>; 2],
        most: f64,
    ) -> Hiding<'f> {
        let (last, free, far) = (Cell::new(0), Cell::new(None), Cell::new(false));
        Hiding { things, houses, most, last, free, far }
    }

    /// What is known of all lines that were found to be closed, whichever of the two looks.
    pub(super) fn shut(&self) -> Shut {
        if self.far.get() { Shut::Unknown } else { Shut::All }
    }

    /// What was found to hide something last, by its place in the list of the ground.
    pub(super) fn last(&self) -> Option<u16> {
        self.things.get(self.last.get()).map(|t| t.2)
    }

    /// Is every line closed or too long? Then so far both together may come about, and it is still so. None is no answer.
    pub(super) fn all(&self, two: &Two) -> Option<f64> {
        if self.things.is_empty() { None } else { self.closed(two) }
    }

    /// The same of two who are too far apart, or who are hidden by one oval hill; of anything else there is no answer. That is told soon.
    pub(super) fn risen(&self, two: &Two) -> Option<f64> {
        self.too_long(two).or_else(|| self.things.iter().find_map(|t| rises(t, two)))
    }

    /// Are all lines too long? Then by how much.
    fn too_long(&self, two: &Two) -> Option<f64> {
        let (eyes, marks) = (&two.eyes, &two.marks);
        let more = eyes.centre.dist(marks.centre) - eyes.radius() - marks.radius() - self.most;
        if more > 0.0 {
            self.far.set(true);
        }
        (more > 0.0).then_some(more)
    }

    fn closed(&self, two: &Two) -> Option<f64> {
        let (eyes, marks) = (&two.eyes, &two.marks);
        if let Some(more) = self.too_long(two) {
            return Some(more);
        }
        // Of those side by side the same thing mostly hides the next that hid the last.
        let last = self.last.get();
        if let Some(holds) = rises(&self.things[last], two) {
            return Some(holds);
        }
        let fan = Fan::new(eyes, marks)?;
        let mut parts = Parts::new();
        let others = (0..self.things.len()).filter(|i| *i != last);
        for i in std::iter::once(last).chain(others) {
            let known = parts.len();
            let risen = if i == last { None } else { rises(&self.things[i], two) };
            if let Some(holds) = risen.or_else(|| self.hides(self.things[i], two, &fan, &mut parts)) {
                self.last.set(i);
                return Some(holds);
            }
            if parts.len() > known {
                if let Covered::All(holds) = fan.covered(&parts) {
                    if known == 0 {
                        self.last.set(i);
                    }
                    if holds >= LONG {
                        return Some(holds);
                    }
                }
            }
        }
        if parts.is_empty() {
            self.free.set(Some((eyes.centre, marks.centre)));
            return None;
        }
        match fan.covered(&parts) {
            Covered::All(holds) => Some(holds),
            Covered::Gap(from) => {
                let there = fan.place(from);
                let free = if fan.widens() { (eyes.centre, there) } else { (there, marks.centre) };
                self.free.set(Some(free));
                None
            }
        }
    }

    /// The ends of a line that nothing was found to close, if one was come upon.
    pub(super) fn free(&self) -> Option<(V2, V2)> {
        self.free.get()
    }

    /// Does one thing close all lines, by the crest on which one of the two stands? Then so far both may come about. If not, to which parts of the wider of the two it
    /// closes all.
    fn hides(
        &self,
        (s, height, _): (&Screen, u8, u16),
        two: &Two,
        fan: &Fan,
        parts: &mut Parts,
    ) -> Option<f64> {
        let (low, far) = (two.tops == (0, 0), f64::INFINITY);
        match s.kind {
            _ if fan.passes(s.about) => {}
            ScreenKind::Step { .. } => {
                let [outline] = &s.pieces[..] else { return None };
                if looks_over(height, two.tops.0, two.tops.1) {
                    return None;
                }
                let rim = fan.rim(outline)?;
                let clear = fan.clear_of(&rim);
                if clear <= 0.0 {
                    return fan.rises(&rim);
                }
                // Neither is on it or at it: what is crossed between them is all that is crossed.
                fan.shade(&rim, SLIGHT, clear, parts);
            }
            ScreenKind::House(i) => {
                if low && !self.houses.contains(&Some(i)) {
                    fan.shade(&fan.rim(&s.pieces[0])?, SLIGHT, far, parts);
                }
            }
            ScreenKind::Growth { .. } if !low => {}
            ScreenKind::Growth { .. } => {
                // Who is in it or at it looks some way through it.
                let at = |r: &Rect| off(r, s.about) - BASE_CONTACT - SURE;
                let away = at(&two.eyes).min(at(&two.marks));
                for rim in s.pieces.iter().filter_map(|p| fan.rim(p)) {
                    if away > 0.0 {
                        fan.shade(&rim, SURE, away, parts);
                    } else {
                        fan.parts(&rim, growth() + SURE, SLIGHT, far, parts);
                    }
                }
            }
        }
        None
    }
}

/// Does the crest of an oval hill alone hide the two from each other? Then so far both together may come about, and it is still so.
fn rises((s, height, _): &(&Screen, u8, u16), two: &Two) -> Option<f64> {
    let step = matches!(s.kind, ScreenKind::Step { .. }) && !looks_over(*height, two.tops.0, two.tops.1);
    s.round.as_ref().filter(|_| step)?.middles_between(&two.eyes, &two.marks)
}

/// The height at which it hides what is behind it, if it is a step; none if it is not known what it hides.
fn height(f: &Field, s: &Screen) -> Option<u8> {
    match s.kind {
        ScreenKind::Step { drawn: true, .. } | ScreenKind::Growth { open: true } => None,
        ScreenKind::Step { level, whole, .. } => {
            if f.readings.is(reading!("crest", "whole-hill")) {
                whole
            } else {
                Some(level)
            }
        }
        ScreenKind::Growth { .. } | ScreenKind::House(_) => Some(0),
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

/// How far a rectangle keeps from an upright box, or less.
fn off(r: &Rect, (lo, hi): Box2) -> f64 {
    let (least, most) = r.bounds();
    (lo.x - most.x).max(least.x - hi.x).max(lo.y - most.y).max(least.y - hi.y)
}
