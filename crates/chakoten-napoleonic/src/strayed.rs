//! How far everybody has come and what has changed of him since it was last noted, so that what was found of him is not looked for again
//! before it can be otherwise.

use crate::field::Field;
use crate::support::{self, Sent};
use crate::troop::Formation;
use crate::unit::{Unit, UnitId};
use crate::units::Mark;
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
}

/// A unit as it was last noted.
#[derive(Clone, Debug)]
struct Stood {
    base: Base,
    shape: Shape,
    /// How often its shape has changed.
    changed: u32,
    /// The same, but for a march column that comes about a corner: it is nobody's soutien however it lies.
    formed: u32,
}

/// Whether a line has a soutien, and for how long that holds.
#[derive(Clone, Debug)]
enum Kept {
    /// In its body: while both keep their shapes, the body has as many lines out, and both together have come no further from where
    /// they stood.
    Pair { has: bool, body: UnitId, shapes: (u32, u32), stood: (Base, Base), sent: u8, cm: f64 },
    /// In another, if one is told: while it and those near keep their shapes and have lines out or have none, the same of them are taken by
    /// others, the line and each of those who may serve have come no further than so many cm together, and the line and whoever has
    /// come furthest of the side no further than there is room. Who comes near in any other way ends it.
    Near { by: Option<UnitId>, line: (u32, Base), near: Vec<Neighbour>, cm: f64, room: f64 },
}

/// One of a line's side near it, as he was when its soutien was looked for.
#[derive(Clone, Copy, Debug)]
struct Neighbour {
    unit: UnitId,
    formed: u32,
    stood: Base,
    /// He may be the soutien.
    may: bool,
    /// He is another's.
    taken: bool,
    /// He has sent out a line.
    sent: bool,
}

/// Whether a line needs no soutien where it stands, for as long as neither it nor the linear objects have changed and it has come no
/// further.
#[derive(Clone, Copy, Debug)]
struct Place {
    needs_none: bool,
    changed: u32,
    stood: Base,
    cm: f64,
    lines: usize,
}

/// All units as they were last noted, and what was found of them; nobody at first.
#[derive(Clone, Debug, Default)]
pub struct Strayed {
    units: Vec<Stood>,
    /// Up to where it was asked who has been touched.
    mark: Mark,
    /// Cm that nobody of a side has come further than otherwise than on the clock.
    most: [f64; 2],
    soutiens: Vec<Option<Kept>>,
    places: Vec<Option<Place>>,
    /// As it was last noted: who has sent out lines, who is in skirmish order, which lines of a side look for a soutien elsewhere than with their body, when each of
    /// them was last asked, and who is found to be their soutien.
    sent: Sent,
    skirmishers: Vec<UnitId>,
    elsewhere: [Vec<UnitId>; 2],
    asked: Vec<u32>,
    taken: Vec<bool>,
    /// How often everybody has been noted.
    noted: u32,
    /// No circle about a unit is larger.
    widest: f64,
    /// Room for the lines that are asked first.
    before: Vec<UnitId>,
}

/// What comes of noting some units.
#[derive(Debug, Default)]
struct Noting {
    /// Cm that nobody of a side has come further than.
    most: [f64; 2],
    /// Somebody stands otherwise than he did.
    reformed: bool,
    /// Those who have come on the table, into or out of a building, or otherwise than by a march.
    come: Vec<UnitId>,
}

/// Whoever is farther off than this from where he could be a soutien is not looked at until somebody has come so far, in cm.
const ROOM: f64 = 12.0;

/// Who comes so far at once, in flight, is put to those whom he has come near, and brings nobody else nearer to anybody.
const LEAP: f64 = 3.0;

/// Cm that no point of a base has come further than. Twice as wide as it is, for whatever may stand out of it.
fn strayed(was: &Base, is: &Base) -> f64 {
    was.front.dist(is.front) + was.dir.dist(is.dir) * (is.width + is.depth)
}

impl Strayed {
    /// Notes how everybody stands now.
    pub fn note(&mut self, f: &Field) {
        let mark = std::mem::replace(&mut self.mark, f.units.mark());
        let mut n = Noting::default();
        match f.units.touched_since(mark) {
            Some(some) => {
                // Of whom the clock has carried along and nobody has touched nothing else has changed.
                some.iter().filter(|t| !t.carried).for_each(|t| self.note_one(f, &f[t.unit], &mut n));
                let carried = some.iter().filter(|t| t.carried);
                carried.for_each(|t| self.units[t.unit.index()].base = f[t.unit].base);
            }
            None => {
                self.soutiens.fill(None);
                self.places.fill(None);
                f.units.iter().for_each(|u| self.note_one(f, u, &mut n));
            }
        }
        debug_assert!(self.all_noted(f), "somebody was touched, and it was not noted");
        for (all, cm) in self.most.iter_mut().zip(n.most) {
            *all += cm;
        }
        if n.reformed {
            self.look_who_sends(f);
        }
        n.come.iter().for_each(|u| self.comes_near(f, &f[*u]));
        self.noted += 1;
        self.taken.fill(false);
    }

    fn all_noted(&self, f: &Field) -> bool {
        let noted = |(u, was): (&Unit, &Stood)| {
            let gone = !was.shape.on_table() && !u.on_table();
            gone || (was.base == u.base && was.shape == Shape::of(u))
        };
        f.units.len() == self.units.len() && f.units.iter().zip(&self.units).all(noted)
    }

    /// Notes how one stands now.
    fn note_one(&mut self, f: &Field, u: &Unit, n: &mut Noting) {
        let (i, side) = (u.id.index(), u.side.index());
        self.widest = self.widest.max(f.circle(u).1);
        let shape = Shape::of(u);
        let Some(was) = self.units.get_mut(i) else {
            self.units.push(Stood { base: u.base, shape, changed: 0, formed: 0 });
            n.come.push(u.id);
            n.reformed = true;
            return;
        };
        if !was.shape.on_table() && !u.on_table() {
            return;
        }
        // Mostly nothing has changed.
        if was.base == u.base && was.shape == shape {
            return;
        }
        let size = |b: &Base| (b.width, b.depth);
        let formed = size(&was.base) != size(&u.base) || was.shape != shape;
        if was.base != u.base {
            let cm = strayed(&was.base, &u.base);
            // The circle about it comes about and grows by no more.
            let grown = (was.base.width - u.base.width).abs() + (was.base.depth - u.base.depth).abs();
            if cm > LEAP {
                n.come.push(u.id);
            } else {
                n.most[side] = n.most[side].max(cm + 2.0 * grown);
            }
            was.base = u.base;
        }
        if formed {
            was.changed += 1;
            was.formed += 1;
            let comes = was.shape.bent() != shape.bent()
                || was.shape.with != shape.with
                || was.shape.on_table() != shape.on_table();
            if comes {
                n.come.push(u.id);
            }
            n.reformed |= was.shape != shape;
            was.shape = shape;
        }
    }

    /// What was found of lines to which one has come near holds no longer.
    fn comes_near(&mut self, f: &Field, u: &Unit) {
        let (there, about) = f.circle(u);
        for l in &self.elsewhere[u.side.index()] {
            let (here, reach) = f.circle(&f[*l]);
            let within = reach + about + support::as_near(&f[*l], ROOM) + 1e-6;
            if (here - there).len2() <= within * within {
                self.soutiens[l.index()] = None;
            }
        }
    }

    /// Who has sent out lines, and which lines look for a soutien elsewhere, hangs on how everybody stands and not on where.
    fn look_who_sends(&mut self, f: &Field) {
        self.sent.afresh(f.units.len());
        self.elsewhere.iter_mut().for_each(Vec::clear);
        self.skirmishers.clear();
        for u in f.present() {
            self.sent.note(u);
            if u.skirmishing() {
                self.skirmishers.push(u.id);
            }
            if u.formation == Formation::Skirmish && support::looks_elsewhere(f, u) {
                self.elsewhere[u.side.index()].push(u.id);
            }
        }
        self.soutiens.resize(self.units.len(), None);
        self.places.resize(self.units.len(), None);
        self.taken.resize(self.units.len(), false);
        self.asked.resize(self.units.len(), 0);
    }

    /// Those in skirmish order on the table, as everybody was last noted, in the order of the list.
    pub fn skirmishers(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.skirmishers.iter().copied()
    }

    /// Has a line a soutien (14.02.2, 14.02.3), as everybody was last noted? It is looked for only where that may have changed since it
    /// was last.
    pub fn has_soutien(&mut self, f: &Field, line: UnitId) -> bool {
        let i = line.index();
        if let Some(has) = self.kept_with_body(f, line) {
            return has;
        }
        if let Some((body, has, cm)) = support::with_body(f, &self.sent, &f[line]) {
            let (l, b) = (&self.units[i], &self.units[body.index()]);
            let (shapes, stood) = ((l.changed, b.changed), (f[line].base, f[body].base));
            self.soutiens[i] = Some(Kept::Pair { has, body, shapes, stood, sent: self.sent.by(body), cm });
            return has;
        }
        self.find_before(f, line);
        self.elsewhere(f, line).is_some()
    }

    /// Has a line a soutien in its body, or not, as it was found? `None` where it may be otherwise.
    pub fn kept_with_body(&self, f: &Field, line: UnitId) -> Option<bool> {
        let Some(Kept::Pair { has, body, shapes, stood, sent, cm }) = &self.soutiens[line.index()] else {
            return None;
        };
        let (l, b) = (&self.units[line.index()], &self.units[body.index()]);
        let same = (l.changed, b.changed) == *shapes && *sent == self.sent.by(*body);
        // What lies behind the head of a bent column comes about otherwise than the head.
        let rigid = !l.shape.bent() && !b.shape.bent();
        let come = || strayed(&stood.0, &f[line].base) + strayed(&stood.1, &f[*body].base);
        (same && rigid && come() < *cm).then_some(*has)
    }

    /// Whose soutiens those are who are listed before a line and look elsewhere, too, as far as it may matter to the line: each unit is
    /// that of one alone.
    fn find_before(&mut self, f: &Field, line: UnitId) {
        let mut before = std::mem::take(&mut self.before);
        before.clear();
        before.push(line);
        let mut k = 0;
        while let Some(l) = before.get(k).copied() {
            k += 1;
            let (here, reach) = f.circle(&f[l]);
            let all = self.elsewhere[f[line].side.index()].iter().copied().take_while(|o| *o < l);
            // Mostly it is seen at once that they are far away.
            let far = 2.0 * support::as_near_at_most(ROOM) + 5.0 * self.widest + 1.0;
            let near = |o: &UnitId| f[*o].inside.is_some() || (f[*o].base.front.x - here.x).abs() <= far;
            for o in all.filter(|o| near(o) && self.asked[o.index()] != self.noted) {
                let (there, about) = f.circle(&f[o]);
                // Who is near both lies between them.
                let near = support::as_near(&f[l], ROOM) + support::as_near(&f[o], ROOM);
                let within = reach + about + near + 2.0 * self.widest + 1.0;
                if (here - there).len2() <= within * within && !before.contains(&o) {
                    before.push(o);
                }
            }
        }
        before.swap_remove(0);
        before.sort_unstable();
        for o in before.iter().copied() {
            self.asked[o.index()] = self.noted;
            let Some(by) = self.elsewhere(f, o) else { continue };
            let known = self.needs_none(f, o);
            let needs_none = known.unwrap_or_else(|| {
                let needs_none = support::needs_no_soutien(f, &f[o], || None).is_some();
                self.keep_place(f, o, needs_none);
                needs_none
            });
            if !needs_none {
                self.taken[by.index()] = true;
            }
        }
        self.before = before;
    }

    /// The soutien that a line finds elsewhere than with its body, when those are known that are taken.
    fn elsewhere(&mut self, f: &Field, line: UnitId) -> Option<UnitId> {
        let (i, side) = (line.index(), f[line].side.index());
        let l_changed = self.units[i].changed;
        let most = self.most[side] + f.units.most(f[line].side);
        if let Some(Kept::Near { by, line: (changed, stood), near, cm, room }) = &self.soutiens[i] {
            let gone = strayed(stood, &f[line].base);
            let same = |n: &Neighbour| {
                let u = &self.units[n.unit.index()];
                u.formed == n.formed
                    && self.taken[n.unit.index()] == n.taken
                    && (self.sent.by(n.unit) > 0) == n.sent
                    // A march column about a corner is nobody's soutien however it lies.
                    && (!u.shape.bent() || f[n.unit].formation == Formation::MarchColumn)
                    && (!n.may || gone + strayed(&n.stood, &f[n.unit].base) < *cm)
            };
            let holds = l_changed == *changed && gone + most < *room;
            if holds && near.iter().all(same) {
                return *by;
            }
        }
        let (middle, reach) = f.circle(&f[line]);
        let far = reach + support::as_near(&f[line], ROOM) + 1e-6;
        let near =
            |u: &&Unit| u.inside.is_some() || (u.base.front.x - middle.x).abs() <= far + 2.0 * self.widest;
        let among = f.side(f[line].side).filter(near);
        let found = support::elsewhere(f, &self.sent, &f[line], ROOM, among, |u| self.taken[u.index()]);
        let neighbour = |(unit, may): &(UnitId, bool)| {
            let (u, taken) = (&self.units[unit.index()], self.taken[unit.index()]);
            let sent = self.sent.by(*unit) > 0;
            Neighbour { unit: *unit, formed: u.formed, stood: f[*unit].base, may: *may, taken, sent }
        };
        self.soutiens[i] = Some(Kept::Near {
            by: found.by,
            line: (l_changed, f[line].base),
            near: found.near.iter().map(neighbour).collect(),
            cm: found.cm,
            room: most + found.room,
        });
        found.by
    }

    /// Does a line need no soutien where it stands, as was found? `None` where it may be otherwise.
    pub fn needs_none(&self, f: &Field, line: UnitId) -> Option<bool> {
        let (p, l) = (self.places[line.index()]?, &self.units[line.index()]);
        let come = strayed(&p.stood, &f[line].base);
        let same = p.changed == l.changed && come <= p.cm && p.lines == f.lines.len();
        same.then_some(p.needs_none)
    }

    /// That was found of a line as it stands now. It holds while it stands so; of one that stands clear of everything by which it might
    /// need none, until it has come as far. At a linear object it depends on the enemy, and nothing is kept.
    pub fn keep_place(&mut self, f: &Field, line: UnitId, needs_none: bool) {
        let l = &self.units[line.index()];
        let Some(clear) = support::clear_of_ground(f, &f[line]) else { return };
        let stood = f[line].base;
        let place = Place { needs_none, changed: l.changed, stood, cm: clear, lines: f.lines.len() };
        self.places[line.index()] = Some(place);
    }
}
