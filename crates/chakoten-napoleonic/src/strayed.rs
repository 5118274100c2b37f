//! How far everybody has come and what has changed of him since it was last noted, so that what was found of him is not looked for again
//! before it can be otherwise.

use crate::field::Field;
use crate::support::Holds;
use crate::unit::{Unit, UnitId};
use table::Base;

/// What of a unit, besides its place, it depends on whether it has or is a soutien.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shape {
    /// Figures, files, formation and state; on the table, at work, faced one way, about a corner, figure by figure.
    stands: u64,
    /// Its body, the building it is in, and the unit that leads it.
    with: u64,
    spacing: f64,
}

/// Of how it stands: on the table, and about a corner.
const ON_TABLE: u64 = 1 << 48;
const BENT: u64 = 1 << 51;

impl Shape {
    fn of(u: &Unit) -> Shape {
        let flag = |is: bool, bit: u64| if is { bit } else { 0 };
        let flags = flag(u.on_table(), ON_TABLE) | flag(u.working, 1 << 49) | flag(u.faced, 1 << 50);
        let flags = flags | flag(u.bent(), BENT) | flag(u.by_figures(), 1 << 52);
        let stands = u64::from(u.figures) | u64::from(u.files) << 16;
        let stands = stands | (u.formation as u64) << 32 | (u.state as u64) << 40 | flags;
        let some = |n: Option<u16>| n.map_or(0, |n| u64::from(n) + 1);
        let id = |u: Option<UnitId>| some(u.map(|u| u.0));
        let with = id(u.body) | some(u.inside) << 20 | id(u.leads) << 40;
        Shape { stands, with, spacing: u.spacing }
    }

    fn bent(&self) -> bool {
        self.stands & BENT != 0
    }

    fn on_table(&self) -> bool {
        self.stands & ON_TABLE != 0
    }

    /// Whose line it is, if it is one on the table.
    fn line_of(&self) -> Option<u64> {
        Some(self.with & 0xf_ffff).filter(|body| *body > 0 && self.on_table())
    }
}

/// A unit as it was last noted.
#[derive(Clone, Debug)]
struct Stood {
    base: Base,
    shape: Shape,
    /// Cm that it has come about so far, or more.
    come: f64,
    /// How often its shape has changed.
    changed: u32,
}

/// Whether a line has a soutien, and for how long that holds.
#[derive(Clone, Copy, Debug)]
struct Kept {
    has: bool,
    since: Since,
}

#[derive(Clone, Copy, Debug)]
enum Since {
    /// While line and body keep their shapes, nobody's line is sent out or drawn in, and both together have come no further.
    Pair { body: UnitId, shapes: (u32, u32), lines: u32, come: f64 },
    /// While everybody of the side keeps his shape and nobody has come further.
    Side { changes: u32, come: f64 },
}

/// Whether a line needs no soutien where it stands, for as long as neither it nor the linear objects have changed.
#[derive(Clone, Copy, Debug)]
struct Place {
    needs_none: bool,
    changed: u32,
    come: f64,
    lines: usize,
}

/// All units as they were last noted, and what was found of them.
#[derive(Clone, Debug, Default)]
pub struct Strayed {
    units: Vec<Stood>,
    /// How often anybody of a side has changed his shape, and how often a line has come or gone.
    changes: [u32; 2],
    lines: [u32; 2],
    /// Cm that nobody of a side has come further than.
    most: [f64; 2],
    soutiens: Vec<Option<Kept>>,
    places: Vec<Option<Place>>,
}

/// Cm that no point of a base has come further than. Twice as wide as it is, for whatever may stand out of it.
fn strayed(was: &Base, is: &Base) -> f64 {
    was.front.dist(is.front) + was.dir.dist(is.dir) * (is.width + is.depth)
}

impl Strayed {
    /// Notes how everybody stands now.
    pub fn note(&mut self, f: &Field) {
        let mut most = [0.0f64; 2];
        for u in &f.units {
            let (i, side) = (u.id.index(), u.side.index());
            let Some(was) = self.units.get_mut(i) else {
                self.units.push(Stood { base: u.base, shape: Shape::of(u), come: 0.0, changed: 0 });
                self.changes[side] += 1;
                self.lines[side] += 1;
                continue;
            };
            if !was.shape.on_table() && !u.on_table() {
                continue;
            }
            let shape = Shape::of(u);
            // Mostly nothing has changed.
            if was.base == u.base && was.shape == shape {
                continue;
            }
            let size = |b: &Base| (b.width, b.depth);
            // What lies behind the head of a bent column comes about otherwise than the head.
            let changed = size(&was.base) != size(&u.base) || was.shape != shape || shape.bent();
            if was.base != u.base {
                let cm = strayed(&was.base, &u.base);
                was.come += cm;
                most[side] = most[side].max(cm);
                was.base = u.base;
            }
            if changed {
                was.changed += 1;
                self.changes[side] += 1;
                self.lines[side] += u32::from(was.shape.line_of() != shape.line_of());
                was.shape = shape;
            }
        }
        for (all, cm) in self.most.iter_mut().zip(most) {
            *all += cm;
        }
        self.soutiens.resize(self.units.len(), None);
        self.places.resize(self.units.len(), None);
    }

    /// Has a line a soutien as it had when that was found? `None` where it may be otherwise.
    pub fn has_soutien(&self, line: &Unit) -> Option<bool> {
        let kept = self.soutiens[line.id.index()]?;
        let side = line.side.index();
        let holds = match kept.since {
            Since::Pair { body, shapes, lines, come } => {
                let (l, b) = (&self.units[line.id.index()], &self.units[body.index()]);
                (l.changed, b.changed) == shapes && lines == self.lines[side] && l.come + b.come < come
            }
            Since::Side { changes, come } => changes == self.changes[side] && self.most[side] < come,
        };
        holds.then_some(kept.has)
    }

    /// That was found of a line as it stands now.
    pub fn keep_soutien(&mut self, line: &Unit, has: bool, holds: Holds) {
        let side = line.side.index();
        let since = match holds {
            Holds::Body(body, cm) => {
                let (l, b) = (&self.units[line.id.index()], &self.units[body.index()]);
                let (shapes, come) = ((l.changed, b.changed), l.come + b.come + cm);
                Since::Pair { body, shapes, lines: self.lines[side], come }
            }
            // Two of them may come about by as much.
            Holds::Side(cm) => Since::Side { changes: self.changes[side], come: self.most[side] + cm / 2.0 },
        };
        self.soutiens[line.id.index()] = Some(Kept { has, since });
    }

    /// Does a line need no soutien where it stands, as was found? `None` where it may be otherwise.
    pub fn needs_none(&self, f: &Field, line: UnitId) -> Option<bool> {
        let (p, l) = (self.places[line.index()]?, &self.units[line.index()]);
        let same = p.changed == l.changed && p.come == l.come && p.lines == f.lines.len();
        same.then_some(p.needs_none)
    }

    /// That was found of a line as it stands now.
    pub fn keep_place(&mut self, f: &Field, line: UnitId, needs_none: bool) {
        let l = &self.units[line.index()];
        let place = Place { needs_none, changed: l.changed, come: l.come, lines: f.lines.len() };
        self.places[line.index()] = Some(place);
    }
}
