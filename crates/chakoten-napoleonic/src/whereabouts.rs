//! Where everybody is and was: over which staff figures the enemy has come meanwhile (play.staff).

use crate::field::{Field, Staff};
use crate::unit::{Side, StaffId, Unit, UnitId};
use crate::units::Mark;
use smallvec::SmallVec;
use table::{Base, EPS, Rect, V2, hull};

/// What was found when this was last asked, of units, and of staff figures alone. Where the units were then they know themselves.
#[derive(Clone, Debug, Default)]
pub struct Whereabouts {
    /// Those on the table and in no building: they come over whoever is in their way.
    out: Vec<bool>,
    /// How many units there were when this was asked before: whoever is new has stirred, wherever he was.
    known: usize,
    /// Up to where it was asked who has been touched.
    mark: Mark,
    /// Those who have come on the table or out of a building, or all at once from far away, since this was asked before.
    new: Vec<UnitId>,
    /// Cm that nobody of a side has come further than so far otherwise than on the clock.
    most: [f64; 2],
    alone: Vec<Alone>,
    /// Of each side, while nobody has come a long way at once.
    along: [Option<Along>; 2],
    /// How far each side had come when it was last asked who is reached.
    looked: [f64; 2],
}

/// The units of a side from west to east, as they stood when that was asked.
#[derive(Clone, Debug)]
struct Along {
    all: Vec<(f64, UnitId)>,
    /// Who has come since otherwise than step by step.
    new: Vec<UnitId>,
    /// How far the side had come then.
    asked: f64,
    /// No base reaches farther from the middle of its front.
    widest: f64,
}

impl Along {
    /// They stand nearly as they did before: each is put past few others.
    fn of(f: &Field, side: Side, asked: f64, before: &[(f64, UnitId)]) -> Along {
        let mut known = vec![false; f.units.len()];
        before.iter().for_each(|x| known[x.1.index()] = true);
        let old = before.iter().map(|x| &f[x.1]).filter(|u| u.on_table());
        let new = f.side(side).filter(|u| !known[u.id.index()]);
        let mut all: Vec<(f64, UnitId)> = old.chain(new).map(|u| (u.base.front.x, u.id)).collect();
        if before.is_empty() {
            all.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        for i in 1..all.len() {
            let (one, mut at) = (all[i], i);
            while at > 0 && all[at - 1].0 > one.0 {
                all[at] = all[at - 1];
                at -= 1;
            }
            all[at] = one;
        }
        let widest = f.side(side).map(|u| reach(&u.base)).fold(0.0, f64::max);
        Along { all, new: Vec::new(), asked, widest }
    }

    /// Those who may reach to a stretch from west to east, when the side has come so far.
    fn between(&self, west: f64, east: f64, most: f64) -> impl Iterator<Item = UnitId> + '_ {
        let room = self.widest + most - self.asked + EPS;
        let from = self.all.partition_point(|x| x.0 < west - room);
        let old = self.all[from..].iter().take_while(move |x| x.0 <= east + room).map(|x| x.1);
        old.filter(|u| !self.new.contains(u)).chain(self.new.iter().copied())
    }
}

/// A staff figure.
#[derive(Clone, Debug)]
struct Alone {
    /// Where he is, if he is alone.
    at: Option<V2>,
    /// The enemies who were near when he last looked round.
    near: Vec<UnitId>,
    /// Until any enemy has come so far nobody else has come over him. It is found from where all are, less what the figure himself comes
    /// nearer; whoever comes on the table or out of a building so near that it may be otherwise is put to those.
    clear: f64,
    /// Of one who rides.
    off: Option<Off>,
    /// Until then nobody at all has: as far as that, those who are near need not be looked at. Whoever comes so near otherwise ends it.
    free: f64,
}

/// How near the nearest enemy was to the way of somebody who rides.
#[derive(Clone, Copy, Debug)]
struct Off {
    from: V2,
    to: V2,
    /// How far the enemy had come when that was asked.
    asked: f64,
    gap: f64,
}

/// Whoever is farther off than this from the way is as far off as that, in cm.
const AWAY: f64 = 40.0;

/// When they may have come so much nearer to each other, in cm, it is asked anew.
const AGAIN: f64 = 15.0;

impl Default for Alone {
    fn default() -> Alone {
        let never = f64::NEG_INFINITY;
        Alone { at: None, near: Vec::new(), clear: never, off: None, free: never }
    }
}

/// When a side has come so much farther, in cm, it is asked anew who stands where from west to east.
const SPREAD: f64 = 30.0;

/// So many who have come otherwise than step by step are gone through.
const NEW: usize = 8;

/// Who may come over a figure before he has come so far, in cm, is near him.
const NEAR: f64 = 60.0;

/// Who comes so far at once, in flight, is put to those whom he has come near, and brings nobody else nearer to anybody.
const LEAP: f64 = 3.0;

/// No part of a base, nor what it has swept since it stood elsewhere, is farther from the middle of its front than this and how far
/// that has come.
fn reach(b: &Base) -> f64 {
    b.width + b.depth
}

impl Whereabouts {
    /// Units are where they are now.
    pub fn note(&mut self, f: &Field) {
        let mark = std::mem::replace(&mut self.mark, f.units.mark());
        let (mut furthest, mut new) = ([0.0f64; 2], Vec::new());
        self.known = self.out.len();
        match f.units.touched_since(mark) {
            // Of whom the clock has carried along and nobody has touched nothing else has changed.
            Some(some) => some.iter().for_each(|t| self.note_one(f, &f[t.unit], &mut furthest, &mut new)),
            None => {
                self.alone.iter_mut().for_each(|a| a.clear = f64::NEG_INFINITY);
                f.units.iter().for_each(|u| self.note_one(f, u, &mut furthest, &mut new));
            }
        }
        for (all, cm) in self.most.iter_mut().zip(furthest) {
            *all += cm;
        }
        for u in new.iter().map(|u| &f[*u]) {
            let Some(along) = &mut self.along[u.side.index()] else { continue };
            if !along.new.contains(&u.id) {
                along.new.push(u.id);
            }
        }
        self.new = new;
        self.alone.resize(f.staff.len(), Alone::default());
    }

    /// The enemies of a side from west to east.
    fn enemies(&mut self, f: &Field, side: Side, most: f64) -> &Along {
        let kept = &mut self.along[side.other().index()];
        match kept {
            Some(a) if most - a.asked > SPREAD || a.new.len() > NEW => {
                *a = Along::of(f, side.other(), most, &a.all)
            }
            Some(_) => {}
            None => *kept = Some(Along::of(f, side.other(), most, &[])),
        }
        kept.as_ref().expect("it was put there")
    }

    /// Cm that nobody of a side has come further than so far.
    fn come(&self, f: &Field, side: Side) -> f64 {
        self.most[side.index()] + f.units.most(side)
    }

    /// May an enemy have come over a staff figure who rides, wherever he is on his way, as units were noted last?
    pub fn may_be_reached(&mut self, f: &Field, s: &Staff, (from, to): (V2, V2)) -> bool {
        let most = self.come(f, s.side.other());
        let size = reach(s.place.size()) + 1.0;
        // At first everybody is new, and where all are is asked below.
        let come = if self.known == 0 { &[][..] } else { &self.new };
        let new = || come.iter().map(|u| &f[*u]).filter(|u| u.side != s.side);
        // Of newcomers those matter who may be near the way.
        let (middle, half) = ((from + to) * 0.5, from.dist(to) / 2.0);
        let far = |u: &Unit| u.base.front.dist(middle) - half - reach(&u.base) - size - self.moved(f, u.id);
        let comes = new().any(|u| far(u) <= AWAY);
        if let Some(o) = self.alone[s.id.index()].off.filter(|o| o.from == from && !comes) {
            // So far they may have come nearer to each other, wherever he is.
            let come = most - o.asked + to.dist(o.to);
            if come < o.gap || come < AGAIN {
                return come >= o.gap;
            }
        }
        let way = Rect::between(from, to);
        let gap = |u: &Unit| u.base.rect().gap(&way) - size;
        if comes && new().any(|u| gap(u) <= self.moved(f, u.id)) {
            self.alone[s.id.index()].off = None;
            return true;
        }
        let (lo, hi) = way.bounds();
        // Who is farther off than this now has not come over the way since it was last asked.
        let step = most - self.looked[s.side.other().index()];
        let room = AWAY + size + step;
        let mut near: SmallVec<[(f64, UnitId); 32]> = SmallVec::new();
        for u in self.enemies(f, s.side, most).between(lo.x - room, hi.x + room, most) {
            let (base, about) = (&f[u].base, reach(&f[u].base) + size);
            let (at, on) = (base.front, f[u].on_table());
            let beside = at.y >= lo.y - room - about && at.y <= hi.y + room + about;
            let far = if on && beside { way.gap_to_point(at) - about } else { f64::INFINITY };
            if far < AWAY.max(step) {
                near.push((far, u));
            }
        }
        near.retain(|x| self.out[x.1.index()]);
        // He who may be nearest is measured first: mostly nobody else need be.
        if let Some(first) = (0..near.len()).min_by(|a, b| near[*a].0.total_cmp(&near[*b].0)) {
            near.swap(0, first);
        }
        let nearer = |least: f64, (far, u): &(f64, UnitId)| {
            if *far < least { least.min(gap(&f[*u])) } else { least }
        };
        let least = near.iter().fold(AWAY, nearer);
        self.alone[s.id.index()].off = Some(Off { from, to, asked: most, gap: least });
        least <= step && near.iter().any(|(far, u)| *far <= step && gap(&f[*u]) <= self.moved(f, *u))
    }

    fn note_one(&mut self, f: &Field, u: &Unit, furthest: &mut [f64; 2], new: &mut Vec<UnitId>) {
        let out = u.on_table() && u.inside.is_none();
        let Some(was_out) = self.out.get_mut(u.id.index()) else {
            self.out.push(out);
            new.push(u.id);
            return;
        };
        if !std::mem::replace(was_out, out) && out {
            new.push(u.id);
        }
        if !out || f.units.been(u.id).is_none() {
            return;
        }
        let cm = self.moved(f, u.id);
        if cm > LEAP {
            new.push(u.id);
        } else {
            let side = &mut furthest[u.side.index()];
            *side = side.max(cm);
        }
    }

    /// Where a unit was before it stirred since this was last asked; nothing of one who has stood still.
    fn stirred<'f>(&self, f: &'f Field, u: UnitId) -> Option<&'f Base> {
        if u.index() >= self.known { Some(&f[u].base) } else { f.units.been(u) }
    }

    /// How far any point of it has come, or more.
    fn moved(&self, f: &Field, u: UnitId) -> f64 {
        let is = &f[u].base;
        let cm = |was: &Base| {
            let turned = was.dir.dist(is.dir) * reach(is);
            let grown = (is.width - was.width).abs() + (is.depth - was.depth).abs();
            was.front.dist(is.front) + turned + grown
        };
        self.stirred(f, u).map_or(0.0, cm)
    }

    /// The staff figures alone over whom an enemy has come since this was last asked, in the order of the list. Where neither of two has
    /// stirred nobody has come over anybody.
    pub fn reached(&mut self, f: &Field) -> Vec<StaffId> {
        let new = std::mem::take(&mut self.new);
        let most = Side::BOTH.map(|s| self.come(f, s));
        self.looked = most;
        let mut reached: Vec<StaffId> = Vec::new();
        for s in &f.staff {
            let i = s.id.index();
            let alone = &mut self.alone[i];
            if s.with.is_some() || !s.present() {
                alone.at = None;
                continue;
            }
            // Nobody has reached him; where he is will be known when it matters.
            if s.is_riding() {
                continue;
            }
            let (at, most) = (s.base().front, most[s.side.other().index()]);
            let was = alone.at.replace(at);
            // Mostly he has not stirred, and nobody can be near.
            if was == Some(at) && most < alone.free && new.is_empty() {
                continue;
            }
            // Whoever has just come to be alone has stirred.
            let came = was.map_or(f64::INFINITY, |was| if was == at { 0.0 } else { was.dist(at) });
            alone.clear -= came;
            alone.free -= came;
            if most < alone.free && new.is_empty() {
                continue;
            }
            if most >= alone.clear {
                let room = NEAR + reach(s.base());
                let abreast = self.enemies(f, s.side, most).between(at.x - room, at.x + room, most);
                let near = abreast.map(|u| &f[u]).filter(|u| u.on_table() && within(u, s, NEAR));
                let near = near.map(|u| u.id).collect();
                let alone = &mut self.alone[i];
                *alone = Alone { near, clear: most + NEAR, free: f64::NEG_INFINITY, ..*alone };
            } else {
                for u in new.iter().map(|u| &f[*u]).filter(|u| u.side != s.side) {
                    let Alone { near, clear, free, .. } = &self.alone[i];
                    let (off, known) = (far(u, s) - self.moved(f, u.id), near.contains(&u.id));
                    let (comes, may) = (off <= *clear - most && !known, off <= *free - most);
                    let alone = &mut self.alone[i];
                    if comes {
                        alone.near.push(u.id);
                    }
                    if may {
                        alone.free = f64::NEG_INFINITY;
                    }
                }
            }
            if most < self.alone[i].free {
                continue;
            }
            if self.alone[i].near.iter().any(|u| self.comes_over(f, &f[*u], s, came > 0.0)) {
                reached.push(s.id);
                // He is looked at again wherever he is put.
                self.alone[i].at = None;
            }
            let out = self.alone[i].near.iter().filter(|u| self.out[u.index()]);
            let gap = |u: &Unit| u.base.rect().gap(&s.base().rect()) - EPS;
            let nearer = |free: f64, u: &Unit| {
                if most + far(u, s) < free { free.min(most + gap(u)) } else { free }
            };
            self.alone[i].free = out.map(|u| &f[*u]).fold(self.alone[i].clear, nearer);
        }
        f.units.looked();
        reached
    }

    /// Has an enemy come over a staff figure? If the figure has not stirred himself only one who has comes over him.
    fn comes_over(&self, f: &Field, u: &Unit, s: &Staff, stirred: bool) -> bool {
        let been = self.stirred(f, u.id);
        // He has stirred if he stands elsewhere than he did, or has just come.
        if !self.out[u.id.index()] || !(stirred || been.is_some()) {
            return false;
        }
        let was = been.unwrap_or(&u.base);
        let most = self.moved(f, u.id) + reach(&u.base) + reach(s.base()) + EPS;
        if (u.base.front - s.base().front).len2() > most * most {
            return false;
        }
        let ([a, b, c, d], [e, g, h, i]) = (was.corners(), u.base.corners());
        let (corners, figure) = ([a, b, c, d, e, g, h, i], s.base().rect());
        // Mostly a line along its front or its flank parts them.
        let across = [u.base.dir, u.base.dir.right()];
        !across.iter().any(|axis| parts(*axis, &corners, &figure))
            && hull(&corners).penetration(&figure) > EPS
    }
}

/// Does a line across such a direction part some places from a rectangle?
fn parts(axis: V2, places: &[V2], r: &Rect) -> bool {
    let far = f64::INFINITY;
    let along = places.iter().map(|p| p.dot(axis));
    let (lo, hi) = along.fold((far, -far), |(lo, hi), x| (lo.min(x), hi.max(x)));
    let half = r.half_width * r.dir.right().dot(axis).abs() + r.half_depth * r.dir.dot(axis).abs();
    let middle = r.centre.dot(axis);
    middle - half > hi || middle + half < lo
}

/// How far a unit is from a staff figure at least, however they front.
fn far(u: &Unit, s: &Staff) -> f64 {
    u.base.front.dist(s.base().front) - reach(&u.base) - reach(s.base()) - EPS
}

/// Cheaper: is it no farther off than so much?
fn within(u: &Unit, s: &Staff, cm: f64) -> bool {
    let far = cm + reach(&u.base) + reach(s.base()) + EPS;
    (u.base.front - s.base().front).len2() <= far * far
}
