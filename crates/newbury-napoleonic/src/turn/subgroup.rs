//! Step 16: what a melee comes to is done by the subgroup that was engaged in it, the rest of its unit stays and tests; a part whose melee is
//! over falls in again (6.2.a, 6.4.b, 19.5.k, 22.1.b.7).

use crate::battle::{Battle, Fight};
use crate::book::TOLERANCE;
use crate::clause;
use crate::event::Kind;
use crate::formation::{Drawn, Formation};
use crate::order::Quarter;
use crate::procedures::organisation::APART;
use crate::say;
use crate::unit::{State, Unit, UnitId};
use table::Base;

/// A part and the rest of its unit, each with the ground that it has.
struct Divided {
    places: Vec<u8>,
    part: (Drawn, Base),
    rest: (Drawn, Base),
}

/// Are the sub-units of a body abreast, in the order of the roster?
fn abreast(u: &Unit) -> bool {
    matches!(u.formation(), Formation::Line | Formation::Skirmish)
}

/// May part of it go apart in a melee? Squares, masses, march columns, batteries and those in houses are engaged as a whole, and so are
/// irregulars, who have no sub-units to divide them by, and dismounted riders with their horses.
fn divides(u: &Unit) -> bool {
    let column = u.formation().column() && u.formation() != Formation::MarchColumn;
    let drawn = abreast(u) || u.formation() == Formation::DoubleLine || column;
    drawn && u.troop.regular() && u.companies.len() > 1 && u.inside.is_none() && !u.dismounted
}

/// One sub-unit alone stands in line.
fn drawn_as(companies: usize, was: Drawn) -> Drawn {
    if companies < 2 && !matches!(was.formation, Formation::Line | Formation::Skirmish) {
        return Drawn::new(Formation::Line);
    }
    was
}

impl Battle {
    /// Sub-units of a body that stands in line which an enemy engages: those whom he touches or who stand beside such figures; where he has
    /// passed through, those before whom he was. By their places, from the first to the last.
    fn engaged_abreast(&self, u: UnitId, e: UnitId) -> Option<(usize, usize)> {
        let f = &self.field;
        let unit = &f[u];
        let plan = unit.plan(&f.options);
        let (w, deep) = (plan.figure.0, u16::from(unit.drawn.ranks.max(1)));
        let right = unit.base.dir.right();
        let touch = f.touch(u, e);
        let theirs = f.rects(&f[e]);
        let across = theirs.iter().flat_map(|r| r.corners()).map(|c| (c - unit.base.front).dot(right));
        let (from, to) = across.fold((f64::INFINITY, -f64::INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        let first: Vec<bool> = f
            .figures_of(unit)
            .iter()
            .filter(|p| p.rank == 1)
            .map(|p| {
                let x = (p.rect.centre - unit.base.front).dot(right);
                let near = theirs.iter().any(|r| p.rect.gap(r) <= TOLERANCE * 2.0);
                if touch { near } else { x + w / 2.0 > from && x - w / 2.0 < to }
            })
            .collect();
        let takes =
            |i: usize| first[i] || (i > 0 && first[i - 1]) || first.get(i + 1).copied().unwrap_or(false);
        let mut at = 0;
        let mut found: Option<(usize, usize)> = None;
        for (place, n) in unit.strengths().iter().enumerate() {
            let wide = usize::from(n.div_ceil(deep));
            if (at..(at + wide).min(first.len())).any(takes) {
                found = Some((found.map_or(place, |(a, _)| a), place));
            }
            at += wide;
        }
        found
    }

    /// Of a column those in front, or behind if it was taken there, as many sub-units as were engaged.
    fn engaged_deep(&self, m: &Fight, n: usize) -> Vec<u8> {
        let u = if n == 0 { m.a } else { m.b };
        let unit = &self.field[u];
        // Of those who are left as many as were engaged of those who began the round.
        let (engaged, all) = (u32::from(m.engaged[n]), u32::from(m.strength[n].max(1)));
        let want = (engaged * u32::from(unit.figures())).div_ceil(all);
        let strengths = unit.strengths();
        let mut order: Vec<usize> = (0..strengths.len()).collect();
        if self.taken_behind(m, n) {
            order.reverse();
        }
        let mut have = 0;
        let mut places = Vec::new();
        for place in order {
            if have >= want {
                break;
            }
            have += u32::from(strengths[place]);
            places.push(place as u8);
        }
        places.sort_unstable();
        places
    }

    fn taken_behind(&self, m: &Fight, n: usize) -> bool {
        let (u, e) = if n == 0 { (m.a, m.b) } else { (m.b, m.a) };
        self.field.comes_from(&self.field[e], &self.field[u]).0 == Quarter::Rear
    }

    /// How a body falls apart into those who are engaged in a melee and the rest; nothing where all of it is (6.2.a.iii, 6.2.a.iv).
    fn divided(&self, i: usize, n: usize) -> Option<Divided> {
        let m = &self.play.fights[i];
        let (u, e) = if n == 0 { (m.a, m.b) } else { (m.b, m.a) };
        let f = &self.field;
        let unit = &f[u];
        if !divides(unit) || m.apart || self.storm_of(m).is_some() || m.strength[n] == 0 {
            return None;
        }
        let all = unit.companies.len();
        let b = unit.base;
        let plan = |places: &[u8], drawn: Drawn| self.part_of(u, places).plan_in(&f.options, drawn);
        let others = |places: &[u8]| (0..all as u8).filter(|p| !places.contains(p)).collect::<Vec<u8>>();
        let strengths = unit.strengths();
        // Nobody is left in one of them, or in the whole body: there is nothing to tell apart.
        let nobody = |places: &[u8]| places.iter().all(|p| strengths[usize::from(*p)] == 0);
        if !abreast(unit) {
            let places = self.engaged_deep(m, n);
            let rest = others(&places);
            if nobody(&rest) || nobody(&places) {
                return None;
            }
            let (one, two) = (drawn_as(places.len(), unit.drawn), drawn_as(rest.len(), unit.drawn));
            let (part, left) = (plan(&places, one), plan(&rest, two));
            let (ahead, behind) = (b.front, |depth: f64| b.front - b.dir * (depth + TOLERANCE * 2.0));
            let (part, left) = if self.taken_behind(m, n) {
                (part.at(behind(left.depth), b.dir), left.at(ahead, b.dir))
            } else {
                let back = behind(part.depth);
                (part.at(ahead, b.dir), left.at(back, b.dir))
            };
            return Some(Divided { places, part: (one, part), rest: (two, left) });
        }
        let (from, to) = self.engaged_abreast(u, e)?;
        let places: Vec<u8> = (from as u8..=to as u8).collect();
        let rest = others(&places);
        if nobody(&rest) || nobody(&places) || unit.drawn.files != 0 {
            return None;
        }
        let (part, left) = (plan(&places, unit.drawn), plan(&rest, unit.drawn));
        let (w, deep) = (unit.plan(&f.options).figure.0, u16::from(unit.drawn.ranks.max(1)));
        let wide =
            |of: std::ops::Range<usize>| of.map(|p| f64::from(strengths[p].div_ceil(deep)) * w).sum::<f64>();
        let (before, after) = (wide(0..from), wide(to + 1..all));
        let left_end = -b.width / 2.0;
        let (start, end) = (left_end + before, b.width / 2.0 - after);
        let at = |x: f64| b.front + b.dir.right() * x;
        // The rest closes up on its longer wing, or where there is room.
        let gap = TOLERANCE * 2.0;
        let wings = [start - left.width / 2.0 - gap, end + left.width / 2.0 + gap];
        let wings = if before >= after { wings } else { [wings[1], wings[0]] };
        let stands = |x: &f64| self.free_ground(u, &left.at(at(*x), b.dir));
        let wing = wings.into_iter().find(stands)?;
        let part = part.at(at((start + end) / 2.0), b.dir);
        Some(Divided { places, part: (unit.drawn, part), rest: (unit.drawn, left.at(at(wing), b.dir)) })
    }

    /// The subgroup of a side that was engaged in a melee, as a body of its own from now on; the unit itself where all of it was (19.5.k).
    pub(super) fn engaged_alone(&mut self, i: usize, n: usize) -> UnitId {
        let m = &self.play.fights[i];
        let (u, e) = if n == 0 { (m.a, m.b) } else { (m.b, m.a) };
        let Some(d) = self.divided(i, n) else { return u };
        let (deeds, stood) = (self.field[u].deeds, self.play.stood[u.index()]);
        let id = self.tell_off(u, &d.places, d.part.0, d.part.1);
        self.field[id].deeds = deeds;
        self.field[u].drawn = d.rest.0;
        self.field[u].base = d.rest.1;
        self.field.draw_up(u);
        self.play.stood[u.index()] = stood;
        self.play.stood[id.index()] = stood;
        self.play.game[id.index()] = self.play.game[u.index()].clone();
        self.play.fire[id.index()] = self.play.fire[u.index()].clone();
        self.play.busy[id.index()] = self.play.busy[u.index()];
        let m = &mut self.play.fights[i];
        *(if n == 0 { &mut m.a } else { &mut m.b }) = id;
        for (by, on, _) in &mut self.play.quarry {
            match (*by == u && *on == e, *by == e && *on == u) {
                (true, _) => *by = id,
                (_, true) => *on = id,
                _ => {}
            }
        }
        self.play.fought_with.iter_mut().filter(|(x, _)| *x == u).for_each(|(x, _)| *x = id);
        let (unit, part) = (self.code(u), self.code(id));
        self.say(clause!("19.5.k"), Kind::Changes, &[u, id], || say!("event-engaged-alone", unit, part));
        self.also(clause!("6.4.b"));
        self.also(clause!("6.4.d"));
        id
    }

    /// The same of one who has the other as its quarry, in the melee that they fought last.
    pub(super) fn follows_alone(&mut self, u: UnitId) -> UnitId {
        let Some((on, _)) = self.play.quarry_of(u) else { return u };
        let pair = |m: &Fight| (m.a == u && m.b == on) || (m.b == u && m.a == on);
        let Some(i) = self.play.fights.iter().rposition(pair) else { return u };
        let n = usize::from(self.play.fights[i].a != u);
        self.engaged_alone(i, n)
    }

    /// It routs by itself; the rest of its unit will test for it (22.1.b.7).
    pub(super) fn engaged_routs(&mut self, i: usize, n: usize, before: UnitId) -> UnitId {
        let m = &self.play.fights[i];
        let unit = if n == 0 { m.a } else { m.b };
        let part = self.engaged_alone(i, n);
        if part != unit {
            let figures = self.field[part].figures();
            self.play.parts_routed.push((unit, figures));
        }
        self.melee_ends(i);
        self.breaks(part, 1.0, Some(before));
        part
    }

    /// Figures of a unit's engaged subgroups that were put to rout in this move.
    pub(super) fn part_routed(&self, u: UnitId) -> u32 {
        let mine = self.play.parts_routed.iter().filter(|(x, _)| *x == u);
        mine.map(|(_, n)| u32::from(*n)).sum()
    }

    /// Before a move: parts that nothing keeps apart from their unit any more are no subgroups, and fall in again (6.2.a, 6.4.c).
    pub(super) fn fall_in_again(&mut self) {
        let ready = |u: &Unit| {
            let free = matches!(u.state, State::UnderOrders | State::Halted);
            let drawn = divides(u) || u.companies.len() == 1;
            free && drawn && !u.dismounted && !u.open_order() && u.inside.is_none() && !self.play.fights(u.id)
        };
        let back: Vec<(UnitId, UnitId)> = self
            .field
            .present()
            .filter(|u| !u.detached && u.troop.regular() && ready(u))
            .filter_map(|u| Some((u.id, self.belongs_to(u)?)))
            .filter(|(u, unit)| {
                let near = self.field.gap(*u, *unit) < APART - TOLERANCE;
                near && ready(&self.field[*unit]) && self.field[*unit].side == self.field[*u].side
            })
            .collect();
        for (u, unit) in back {
            if let Some((drawn, base)) = self.reunited(u, unit) {
                self.reunite(u, unit);
                self.field[unit].drawn = drawn;
                self.field[unit].base = base;
                self.field.draw_up(unit);
                self.also(clause!("6.2.a.0"));
            }
        }
    }

    /// Where a unit would stand with its part again: about the middle of both, or about its own, if there is room.
    fn reunited(&self, u: UnitId, unit: UnitId) -> Option<(Drawn, Base)> {
        let f = &self.field;
        let (part, whole) = (&f[u], &f[unit]);
        let mut both = whole.clone();
        both.companies.extend(part.companies.iter().cloned());
        let b = whole.base;
        let drawn = if whole.companies.len() < 2 { part.drawn } else { whole.drawn };
        let plan = both.plan_in(&f.options, drawn);
        let right = b.dir.right();
        let aside = (part.base.front - b.front).dot(right);
        let share = f64::from(part.figures()) / f64::from(both.figures().max(1));
        let tries = [b.front + right * (aside * share), b.front];
        let mut bases = tries.into_iter().map(|front| plan.at(front, b.dir));
        // Falling in is no way to come into contact.
        let clear = |base: &Base| {
            let rect = base.rect();
            f.enemies(whole.side).flat_map(|e| f.rects(e)).all(|r| rect.gap(&r) > TOLERANCE * 2.0)
        };
        let fits = |base: &Base| self.free_ground_of(&[u, unit], base) && clear(base);
        bases.find(fits).map(|base| (drawn, base))
    }
}
