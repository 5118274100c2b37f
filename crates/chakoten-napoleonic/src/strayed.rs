//! How far everybody has come and what has changed of him since it was last noted, so that what was found of him is not looked for again
//! before it can be otherwise.

use crate::field::Field;
use crate::procedures::support::has_soutien;
use crate::support::{self, Sent};
use crate::troop::Formation;
use crate::unit::{Side, Unit, UnitId};
use crate::units::Mark;
use smallvec::SmallVec;
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

    fn in_skirmish_order(&self) -> bool {
        self.stands >> 32 & 0xff == Formation::Skirmish as u64
    }

    fn has_body(&self) -> bool {
        self.with & 0xf_ffff != 0
    }
}

/// A unit as it was last noted.
#[derive(Clone, Debug)]
struct Stood {
    shape: Shape,
    /// When it was noted last.
    noted: u32,
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

/// Whether a line has a soutien: that is so until it and its body together, or whoever of its side has come furthest, have come so many cm, unless he
/// changes on whom it hangs.
#[derive(Clone, Copy, Debug)]
struct Known {
    has: bool,
    until: f64,
    body: Option<UnitId>,
}

/// It may be otherwise.
const UNKNOWN: Known = Known { has: false, until: f64::NEG_INFINITY, body: None };

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
    known: Vec<Known>,
    places: Vec<Option<Place>>,
    /// The lines of which something is known that hangs on a unit.
    hang: Vec<Vec<UnitId>>,
    /// As it was last noted: who has sent out lines, who is in skirmish order, which lines of a side look for a soutien elsewhere than with
    /// their body, whom each of them finds, and whom it keeps from others.
    sent: Sent,
    skirmishers: Vec<UnitId>,
    elsewhere: [Vec<UnitId>; 2],
    finds: Vec<Option<UnitId>>,
    serves: Vec<Option<UnitId>>,
    /// The same as they have been looked for, and for which line.
    taken: [Vec<(UnitId, UnitId)>; 2],
    /// How often everybody has been noted, and when the lines of a side last looked elsewhere.
    noted: u32,
    looked: [u32; 2],
    /// How many linear objects there were.
    lines: usize,
    /// No circle about a unit is larger.
    widest: f64,
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
        let first = self.units.is_empty();
        match f.units.touched_since(mark) {
            Some(some) => {
                // Of whom the clock has carried along and nobody has touched nothing else has changed.
                some.iter().for_each(|t| self.note_one(f, &f[t.unit], Some(&t.from), &mut n));
            }
            None => {
                self.soutiens.fill(None);
                self.known.fill(UNKNOWN);
                self.places.fill(None);
                f.units.iter().for_each(|u| self.note_one(f, u, None, &mut n));
            }
        }
        debug_assert!(self.all_noted(f), "somebody was touched, and it was not noted");
        for (all, cm) in self.most.iter_mut().zip(n.most) {
            *all += cm;
        }
        if n.reformed {
            self.look_who_sends(f);
        }
        if !first {
            n.come.iter().for_each(|u| self.comes_near(f, &f[*u]));
        }
        // By a linear object a line may need no soutien.
        if std::mem::replace(&mut self.lines, f.lines.len()) != f.lines.len() {
            self.known.fill(UNKNOWN);
        }
        self.noted += 1;
    }

    fn all_noted(&self, f: &Field) -> bool {
        let noted = |(u, was): (&Unit, &Stood)| {
            let gone = !was.shape.on_table() && !u.on_table();
            gone || was.shape == Shape::of(u)
        };
        f.units.len() == self.units.len() && f.units.iter().zip(&self.units).all(noted)
    }

    /// Notes how one stands now who stood there when he was first touched since it was noted last; if that is not known, what was found of him is
    /// forgotten.
    fn note_one(&mut self, f: &Field, u: &Unit, from: Option<&Base>, n: &mut Noting) {
        let (i, side) = (u.id.index(), u.side.index());
        self.widest = self.widest.max(f.circle(u).1);
        let shape = Shape::of(u);
        let Some(was) = self.units.get_mut(i) else {
            self.units.push(Stood { shape, noted: self.noted, changed: 0, formed: 0 });
            n.come.push(u.id);
            n.reformed = true;
            return;
        };
        if !was.shape.on_table() && !u.on_table() {
            return;
        }
        let first = std::mem::replace(&mut was.noted, self.noted) != self.noted;
        let from = from.filter(|_| first).unwrap_or(&u.base);
        // Mostly nothing has changed.
        if *from == u.base && was.shape == shape {
            return;
        }
        let size = |b: &Base| (b.width, b.depth);
        let formed = size(from) != size(&u.base) || was.shape != shape;
        if *from != u.base {
            let cm = strayed(from, &u.base);
            // The circle about it comes about and grows by no more.
            let grown = (from.width - u.base.width).abs() + (from.depth - u.base.depth).abs();
            if cm > LEAP {
                n.come.push(u.id);
                self.unsettle(u.id);
            } else {
                n.most[side] = n.most[side].max(cm + 2.0 * grown);
                self.comes(u.id, cm + 2.0 * grown);
            }
        }
        if formed {
            self.unsettle(u.id);
            let was = &mut self.units[i];
            was.changed += 1;
            was.formed += 1;
            let comes = was.shape.bent() != shape.bent()
                || was.shape.with != shape.with
                || was.shape.on_table() != shape.on_table();
            if comes {
                n.come.push(u.id);
            }
            // Of most it does not matter to any line.
            let line = |s: &Shape| s.in_skirmish_order() || s.has_body();
            let counts = line(&was.shape) || line(&shape) || self.sent.by(u.id) > 0;
            n.reformed |= counts && was.shape != shape;
            was.shape = shape;
        }
    }

    /// One on whom lines hang has changed, or has come from far away.
    fn unsettle(&mut self, u: UnitId) {
        self.known[u.index()] = UNKNOWN;
        self.hang[u.index()].iter().for_each(|l| self.known[l.index()] = UNKNOWN);
    }

    /// One on whom lines hang has come by so much otherwise than on the clock.
    fn comes(&mut self, u: UnitId, cm: f64) {
        let lines = self.hang[u.index()].iter().copied();
        for l in lines.chain([u]) {
            self.known[l.index()].until -= cm;
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
                self.known[l.index()] = UNKNOWN;
            }
        }
        // A line that comes near may have the same soutien as one before it.
        let lines = &self.elsewhere[u.side.index()];
        if lines.binary_search(&u.id).is_ok() {
            lines.iter().for_each(|l| self.known[l.index()] = UNKNOWN);
        }
    }

    /// Who has sent out lines, and which lines look for a soutien elsewhere, hangs on how everybody stands and not on where.
    fn look_who_sends(&mut self, f: &Field) {
        let n = f.units.len();
        self.soutiens.resize(n, None);
        self.known.resize(n, UNKNOWN);
        self.places.resize(n, None);
        self.hang.resize(n, Vec::new());
        self.finds.resize(n, None);
        self.serves.resize(n, None);
        let (mut sent, mut elsewhere) = (Sent::default(), [Vec::new(), Vec::new()]);
        sent.afresh(n);
        self.skirmishers.clear();
        for u in f.present() {
            sent.note(u);
            if u.skirmishing() {
                self.skirmishers.push(u.id);
            }
            if u.formation == Formation::Skirmish && support::looks_elsewhere(f, u) {
                elsewhere[u.side.index()].push(u.id);
            }
        }
        for u in sent.otherwise_than(&self.sent).collect::<Vec<_>>() {
            self.unsettle(u);
        }
        self.sent = sent;
        // Whoever looks elsewhere may take one from those after him.
        for (was, is) in std::mem::replace(&mut self.elsewhere, elsewhere).iter().zip(&self.elsewhere) {
            if was != is {
                is.iter().for_each(|l| self.known[l.index()] = UNKNOWN);
            }
        }
    }

    /// Those in skirmish order on the table, as everybody was last noted, in the order of the list.
    pub fn skirmishers(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.skirmishers.iter().copied()
    }

    /// Has a line a soutien (14.02.2, 14.02.3), as everybody was last noted? It is looked for only where that may have changed since it
    /// was last.
    pub fn has_soutien(&mut self, f: &Field, line: UnitId) -> bool {
        self.look_elsewhere(f, f[line].side);
        let known = self.known[line.index()];
        if self.still(f, &f[line]) {
            return known.has;
        }
        if self.elsewhere[f[line].side.index()].binary_search(&line).is_ok() {
            return known.has;
        }
        if let Some((has, cm)) = self.kept_in_body(f, line) {
            self.keep_pair(f, line, has, cm);
            return has;
        }
        let Some((body, has, cm)) = support::with_body(f, &self.sent, &f[line]) else {
            // Who is in disorder takes nobody from others: it is seldom asked, and nothing is kept of it.
            return has_soutien(&support::soutien_anywhere(f, &f[line])).is_ok();
        };
        let (l, b) = (&self.units[line.index()], &self.units[body.index()]);
        let (shapes, stood) = ((l.changed, b.changed), (f[line].base, f[body].base));
        self.soutiens[line.index()] =
            Some(Kept::Pair { has, body, shapes, stood, sent: self.sent.by(body), cm });
        if let Some((_, cm)) = self.kept_in_body(f, line) {
            self.hangs_on(line, body);
            self.keep_pair(f, line, has, cm);
        }
        has
    }

    /// Cheap: is it known, when the lines of its side have looked elsewhere, that a line has a soutien, or needs none where it stands?
    pub fn lacks_nothing(&self, f: &Field, line: &Unit) -> bool {
        if !self.still(f, line) {
            return false;
        }
        let known = &self.known[line.id.index()];
        debug_assert_eq!(known.has, has_soutien(&support::soutien_anywhere(f, line)).is_ok());
        known.has || self.needs_none(f, line.id) == Some(true)
    }

    /// The soutien of a line, or to whom it would go back, as everybody was when it was last asked whether it has one.
    pub fn nearest<'f>(&self, f: &'f Field, line: UnitId) -> Option<&'f Unit> {
        let before = self.elsewhere[f[line].side.index()].iter().take_while(|l| **l < line);
        let finds = |l: &UnitId| Some((self.finds[l.index()]?, *l));
        let before: SmallVec<[(UnitId, UnitId); 16]> = before.filter_map(finds).collect();
        let serves = |l: UnitId| support::needs_no_soutien(f, &f[l], || None).is_none();
        let taken = |u: UnitId| before.iter().any(|(by, l)| *by == u && serves(*l));
        let nearest = support::soutien_among(f, &self.sent, &f[line], taken);
        debug_assert_eq!(nearest.map(|u| u.id), support::soutien_of(f, &f[line]).map(|u| u.id));
        nearest
    }

    /// Cm that nobody of a side has come further than so far, unless he is known to have.
    fn come(&self, f: &Field, side: Side) -> f64 {
        self.most[side.index()] + f.units.most(side)
    }

    /// Does what is known of a line still hold?
    fn still(&self, f: &Field, line: &Unit) -> bool {
        let known = &self.known[line.id.index()];
        let come = match known.body {
            Some(body) => f.units.gone(line.id) + f.units.gone(body),
            None => self.come(f, line.side),
        };
        come < known.until
    }

    /// It is known of a line for as long as nobody of its side has come by so many cm more.
    fn keep(&mut self, f: &Field, line: UnitId, has: bool, cm: f64) {
        self.known[line.index()] = Known { has, until: self.come(f, f[line].side) + cm, body: None };
    }

    /// The same for as long as it and its body have not come by so many cm more together.
    fn keep_pair(&mut self, f: &Field, line: UnitId, has: bool, cm: f64) {
        let Some(body) = f[line].body else { return };
        let until = f.units.gone(line) + f.units.gone(body) + cm;
        self.known[line.index()] = Known { has, until, body: Some(body) };
    }

    /// What is known of a line hangs on a unit.
    fn hangs_on(&mut self, line: UnitId, u: UnitId) {
        let all = &mut self.hang[u.index()];
        if !all.contains(&line) {
            all.push(line);
        }
    }

    /// Has a line a soutien in its body, or not, as it was found? `None` where it may be otherwise.
    pub fn kept_with_body(&self, f: &Field, line: UnitId) -> Option<bool> {
        self.kept_in_body(f, line).map(|x| x.0)
    }

    /// The same, and until how many cm more both have come that holds.
    fn kept_in_body(&self, f: &Field, line: UnitId) -> Option<(bool, f64)> {
        let Some(Kept::Pair { has, body, shapes, stood, sent, cm }) = &self.soutiens[line.index()] else {
            return None;
        };
        let (l, b) = (&self.units[line.index()], &self.units[body.index()]);
        let same = (l.changed, b.changed) == *shapes && *sent == self.sent.by(*body);
        // What lies behind the head of a bent column comes about otherwise than the head.
        let rigid = !l.shape.bent() && !b.shape.bent();
        let come = || strayed(&stood.0, &f[line].base) + strayed(&stood.1, &f[*body].base);
        (same && rigid).then(come).filter(|come| come < cm).map(|come| (*has, cm - come))
    }

    /// Whose soutiens those are of a side who are so elsewhere than with their body, the first in the list first: each unit is that of one
    /// line alone.
    pub fn look_elsewhere(&mut self, f: &Field, side: Side) {
        let s = side.index();
        if std::mem::replace(&mut self.looked[s], self.noted) == self.noted {
            return;
        }
        self.taken[s].clear();
        let lines = std::mem::take(&mut self.elsewhere[s]);
        for (k, l) in lines.iter().enumerate() {
            let i = l.index();
            if !self.still(f, &f[*l]) {
                let (by, cm) = self.elsewhere(f, *l);
                let after = &lines[k + 1..];
                // Mostly nobody else could have him.
                let counts = |u: UnitId| {
                    after.iter().any(|o| !f.far_apart(&f[u], &f[*o], support::as_near(&f[*o], ROOM)))
                };
                let (needs_none, clear) = match by {
                    Some(u) if counts(u) => self.needs_none_there(f, *l),
                    _ => (true, ROOM / 2.0),
                };
                self.keep(f, *l, by.is_some(), clear.min(cm / 2.0));
                self.finds[i] = by;
                let by = by.filter(|_| !needs_none);
                if std::mem::replace(&mut self.serves[i], by) != by {
                    after.iter().for_each(|o| self.known[o.index()] = UNKNOWN);
                }
            }
            self.taken[s].extend(self.serves[i].map(|u| (u, *l)));
        }
        self.elsewhere[s] = lines;
    }

    /// Needs a line none where it stands, wherever the enemy may be, and until how many cm it has come more that holds?
    fn needs_none_there(&mut self, f: &Field, line: UnitId) -> (bool, f64) {
        let needs_none = self.needs_none(f, line).unwrap_or_else(|| {
            let needs_none = support::needs_no_soutien(f, &f[line], || None).is_some();
            self.keep_place(f, line, needs_none);
            needs_none
        });
        let place = self.places[line.index()].filter(|p| p.changed == self.units[line.index()].changed);
        (needs_none, place.map_or(0.0, |p| p.cm - strayed(&p.stood, &f[line].base)))
    }

    /// Is a unit the soutien of a line that is listed before this one?
    fn is_taken(&self, f: &Field, line: UnitId, u: UnitId) -> bool {
        self.taken[f[line].side.index()].iter().any(|(by, l)| *by == u && *l < line)
    }

    /// The soutien that a line finds elsewhere than with its body, when those are known that are taken, and until how many cm it and another
    /// have come together that holds.
    fn elsewhere(&mut self, f: &Field, line: UnitId) -> (Option<UnitId>, f64) {
        let i = line.index();
        if let Some(kept) = self.kept_elsewhere(f, line) {
            return kept;
        }
        let taken = |u| self.is_taken(f, line, u);
        let found = match self.near_still(f, line) {
            Some((near, room)) => {
                let among = near.iter().map(|n| &f[n.unit]);
                support::elsewhere(f, &self.sent, &f[line], room, among, taken)
            }
            None => {
                let (middle, reach) = f.circle(&f[line]);
                let far = reach + support::as_near(&f[line], ROOM) + 2.0 * self.widest + 1e-6;
                let near = |u: &&Unit| u.inside.is_some() || (u.base.front.x - middle.x).abs() <= far;
                let among = f.side(f[line].side).filter(near);
                support::elsewhere(f, &self.sent, &f[line], ROOM, among, taken)
            }
        };
        let neighbour = |(unit, may): &(UnitId, bool)| {
            let (u, taken) = (&self.units[unit.index()], self.is_taken(f, line, *unit));
            let sent = self.sent.by(*unit) > 0;
            Neighbour { unit: *unit, formed: u.formed, stood: f[*unit].base, may: *may, taken, sent }
        };
        self.soutiens[i] = Some(Kept::Near {
            by: found.by,
            line: (self.units[i].changed, f[line].base),
            near: found.near.iter().map(neighbour).collect(),
            cm: found.cm,
            room: self.come(f, f[line].side) + found.room,
        });
        found.near.iter().map(|x| x.0).chain(f[line].body).for_each(|u| self.hangs_on(line, u));
        self.kept_elsewhere(f, line).unwrap_or((found.by, 0.0))
    }

    /// Those who are near a line still, and nobody else is by so many cm; `None` where that is few, or it may be otherwise.
    fn near_still(&self, f: &Field, line: UnitId) -> Option<(&[Neighbour], f64)> {
        let Some(Kept::Near { line: (changed, stood), near, room, .. }) = &self.soutiens[line.index()] else {
            return None;
        };
        let left = room - strayed(stood, &f[line].base) - self.come(f, f[line].side);
        (self.units[line.index()].changed == *changed && left > ROOM / 3.0).then_some((near, left))
    }

    /// The soutien that a line has found elsewhere, or that it has none, and until how many cm more it and another have come that holds.
    /// `None` where it may be otherwise.
    fn kept_elsewhere(&self, f: &Field, line: UnitId) -> Option<(Option<UnitId>, f64)> {
        let Some(Kept::Near { by, line: (changed, stood), near, cm, room }) = &self.soutiens[line.index()]
        else {
            return None;
        };
        let gone = strayed(stood, &f[line].base);
        let mut left = room - gone - self.come(f, f[line].side);
        if self.units[line.index()].changed != *changed || left <= 0.0 {
            return None;
        }
        for n in near {
            let u = &self.units[n.unit.index()];
            let same = u.formed == n.formed
                && self.is_taken(f, line, n.unit) == n.taken
                && (self.sent.by(n.unit) > 0) == n.sent
                // A march column about a corner is nobody's soutien however it lies.
                && (!u.shape.bent() || f[n.unit].formation == Formation::MarchColumn);
            if n.may {
                left = left.min(cm - gone - strayed(&n.stood, &f[n.unit].base));
            }
            if !same || left <= 0.0 {
                return None;
            }
        }
        Some((*by, left))
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
