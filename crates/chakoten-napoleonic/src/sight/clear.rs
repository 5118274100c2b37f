//! Whether a line is free, told by how everything lies to it (play.sight, 01.04), and for how long: it runs clear of what might close it, or leads over it.

use super::between::{OVER, looks_over};
use crate::field::Field;
use crate::ground::{Screen, ScreenKind, grown};
use crate::reading;
use ::ground::box_about;
use table::{V2, v2};

/// Far more than rounding can make of it.
const HAIR: f64 = 2e-3;
/// Cm that both may stray at most before what may come between them is looked for again.
const ROOM: f64 = 10.0;

/// A line from somebody to somebody: from where to where, on which hill steps, and in which houses they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub eye: (V2, u8),
    pub to: (V2, u8),
    pub houses: [Option<u16>; 2],
}

/// How something lies to a line: from how far along it to how far, and from how far to its left to how far.
struct Lies {
    near: f64,
    far: f64,
    right: f64,
    left: f64,
}

impl Lies {
    /// How far it keeps from the line, which is so long; less than nothing if it may reach it.
    fn apart(&self, long: f64) -> f64 {
        self.right.max(-self.left).max(self.near - long).max(-self.far)
    }
}

impl Ends {
    /// Is the line certainly free? Then so far both its ends together may stray, and it still is. None is no answer.
    pub(super) fn clear(&self, f: &Field) -> Option<f64> {
        let (a, b) = (self.eye.0, self.to.0);
        let (long, way) = (a.dist(b), (b - a).unit());
        let mut room = ROOM;
        for (_, s) in f.ground.screens_in(grown(box_about([a, b].iter()), ROOM)) {
            let (off, half) = ((s.about.0 + s.about.1) * 0.5 - a, (s.about.1 - s.about.0) * 0.5);
            let (along, aside) = (way.dot(off), way.cross(off));
            let (wide, deep) = (way.x.abs(), way.y.abs());
            let (x, y) = (half.x * wide + half.y * deep, half.x * deep + half.y * wide);
            let lies = Lies { near: along - x, far: along + x, right: aside - y, left: aside + y };
            let apart = lies.apart(long) - HAIR;
            if apart < room {
                // Its box is larger than it is.
                room = room.min(if apart < ROOM / 2.0 { self.past(f, s, way, long)? } else { apart });
            }
        }
        Some(room)
    }

    /// The same of one thing.
    fn past(&self, f: &Field, s: &Screen, way: V2, long: f64) -> Option<f64> {
        let end = f64::INFINITY;
        let mut all = Lies { near: end, far: -end, right: end, left: -end };
        let mut apart = end;
        for piece in &s.pieces {
            let mut lies = Lies { near: end, far: -end, right: end, left: -end };
            for p in piece {
                let off = *p - self.eye.0;
                let (x, y) = (way.dot(off), way.cross(off));
                lies = Lies {
                    near: lies.near.min(x),
                    far: lies.far.max(x),
                    right: lies.right.min(y),
                    left: lies.left.max(y),
                };
            }
            apart = apart.min(lies.apart(long));
            all.near = all.near.min(lies.near);
            all.far = all.far.max(lies.far);
        }
        match s.kind {
            // A crest that is drawn lies where it is drawn.
            ScreenKind::Step { drawn: true, .. } => None,
            // He is in it.
            ScreenKind::House(i) if self.houses.contains(&Some(i)) => Some(ROOM),
            _ if apart > 2.0 * HAIR => Some(apart - HAIR),
            ScreenKind::Step { level, whole, .. } => {
                let height = if f.readings.is(reading!("crest", "whole-hill")) { whole } else { Some(level) };
                height.map_or(Some(ROOM), |h| self.over_step(f, h))
            }
            ScreenKind::Growth { .. } | ScreenKind::House(_) => self.over(f, s.top, &all, long),
        }
    }

    /// Does it lead over the crest of such a height, for one of the two stands higher or both as high? For so long they do.
    fn over_step(&self, f: &Field, height: u8) -> Option<f64> {
        let (a, b) = (self.eye.1, self.to.1);
        if !looks_over(height, a, b) {
            return None;
        }
        let stays = |(p, level): (V2, u8), least: u8| if level >= least { on_step(f, p, least) } else { 0.0 };
        let higher = stays(self.eye, height + 1).max(stays(self.to, height + 1));
        Some(higher.max(stays(self.eye, height).min(stays(self.to, height))))
    }

    /// Does it lead over a wood or house that stands no higher than on such a step?
    fn over(&self, f: &Field, top: u8, lies: &Lies, long: f64) -> Option<f64> {
        let leads = |(p, level): (V2, u8), off: f64| {
            let more = off - OVER - HAIR;
            if level > top && more > 0.0 { Some(more.min(on_step(f, p, top + 1))) } else { None }
        };
        let (here, there) = (leads(self.eye, lies.near), leads(self.to, long - lies.far));
        if here > there { here } else { there }
    }
}

/// How far a place lies at least from the rim of a step as high as that or higher, on which it is.
fn on_step(f: &Field, p: V2, least: u8) -> f64 {
    let hair = v2(HAIR, HAIR);
    let deep = |s: &Screen| match (s.kind, &s.pieces[..]) {
        (ScreenKind::Step { level, .. }, [outline]) if level >= least => inside(outline, p),
        _ => 0.0,
    };
    f.ground.screens_in((p - hair, p + hair)).map(|(_, s)| deep(s)).fold(0.0, f64::max)
}

/// How far inside of a convex outline, counter-clockwise, a place lies at least.
fn inside(outline: &[V2], p: V2) -> f64 {
    let mut deep = f64::INFINITY;
    let mut before = outline[outline.len() - 1];
    for &here in outline {
        let way = here - before;
        deep = deep.min(way.cross(p - before) / way.len());
        before = here;
    }
    deep - HAIR
}
